//! The budget of the hot use cases on a large project. Run with `--ignored --nocapture` on a machine that does nothing else.

use std::time::{Duration, Instant};

use domain::gate::GateQuery;
use domain::trend::TrendQuery;
use domain::{Granularity, ReviewType, Scope, Severity};
use store::findings::FindingFilter;
use store::reports::ReportFilter;
use store::{Page, findings, gate, projects, reports, sarif, trend};

use crate::support::{Db, agent, day, finding, name, report};

const REPORTS: u32 = 2_000;
const FINDINGS: u32 = 50;

async fn timed<T>(what: &str, budget: u64, work: impl Future<Output = Result<T, store::Error>>) -> T {
    let started = Instant::now();
    let outcome = work.await.unwrap();
    let took = started.elapsed();
    println!("{what}: {:.1} ms", took.as_secs_f64() * 1e3);
    assert!(took < Duration::from_millis(budget), "{what} took {took:?}");
    outcome
}

#[tokio::test]
#[ignore = "takes minutes"]
async fn a_project_of_two_thousand_reports_answers_within_its_budget() {
    let db = Db::sqlite().await;
    let severities = [
        Severity::Info,
        Severity::Low,
        Severity::Medium,
        Severity::High,
        Severity::Critical,
    ];
    for n in 0..REPORTS {
        let findings = (0..FINDINGS).map(|at| {
            let mut found = finding(&format!("Issue {n} {at}"), severities[(at % 5) as usize], Some(at + 1));
            found.cwe = Some(format!("CWE-{}", at % 10));
            found
        });
        let mut sent = report("p", findings.collect());
        sent.head.review_type = Some(ReviewType::ALL[(n % 8) as usize]);
        reports::save(&db.store, &agent(), &sent, day(i64::from(n) / 3))
            .await
            .unwrap();
    }
    let now = day(700);
    let (store, all, project) = (&db.store, &Scope::All, name("p"));
    let five_hundred = || {
        report(
            "p",
            (1..=500)
                .map(|line| finding("Wide issue", Severity::Low, Some(line)))
                .collect(),
        )
    };
    timed(
        "save of 500 new findings",
        150,
        reports::save(store, &agent(), &five_hundred(), now),
    )
    .await;
    timed(
        "save of 500 known findings",
        300,
        reports::save(store, &agent(), &five_hundred(), now),
    )
    .await;
    timed("posture", 100, projects::posture(store, all, &project, now)).await;
    timed(
        "gate",
        100,
        gate::check(store, all, &GateQuery::of(project.clone()), now),
    )
    .await;
    let query = TrendQuery {
        project: project.clone(),
        days: 700,
        granularity: Granularity::Week,
    };
    timed("trend", 100, trend::of(store, all, &query, now)).await;
    let filter = ReportFilter {
        project: Some(project.clone()),
        ..ReportFilter::newest_first()
    };
    timed(
        "reports",
        100,
        reports::list(store, all, &filter, Page::first(100), now),
    )
    .await;
    let search = ReportFilter {
        search: Some("nothing like it".to_owned()),
        ..filter
    };
    timed("search", 100, reports::list(store, all, &search, Page::first(100), now)).await;
    let filter = FindingFilter {
        project: Some(project.clone()),
        ..Default::default()
    };
    timed(
        "findings",
        100,
        findings::list(store, all, &filter, Page::first(100), now),
    )
    .await;
    let filter = FindingFilter {
        status: Some(domain::FindingStatus::Open),
        review_type: Some(ReviewType::CodeScan),
        ..filter
    };
    timed(
        "findings of a kind",
        100,
        findings::list(
            store,
            all,
            &filter,
            Page {
                offset: 5_000,
                limit: 100,
            },
            now,
        ),
    )
    .await;
    timed("projects", 100, projects::list(store, all, Page::first(100), now)).await;
    let source = sarif::SarifSource::Project(project);
    timed(
        "sarif",
        100,
        sarif::select(
            store,
            all,
            &source,
            false,
            Page {
                offset: 50_000,
                limit: 100,
            },
            now,
        ),
    )
    .await;
}
