//! The budget of the hot use cases on a large project. Run with `--ignored --nocapture` on a machine that does nothing else.

#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use domain::gate::GateQuery;
use domain::trend::TrendQuery;
use domain::{FindingStatus, Granularity, ReviewType, Scope, Severity};
use store::findings::FindingFilter;
use store::reports::ReportFilter;
use store::{Page, findings, gate, projects, reports, sarif, trend};

use crate::support::{Db, agent, day, finding, name, report};

const REPORTS: u32 = 2_000;
const FINDINGS: u32 = 50;

/// The best of three, so that what else the machine does weighs less.
async fn timed<T>(what: &str, budget: u64, work: impl AsyncFn() -> Result<T, store::Error>) {
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let started = Instant::now();
        work().await.unwrap();
        best = best.min(started.elapsed());
    }
    println!("{what}: {:.1} ms", best.as_secs_f64() * 1e3);
    assert!(best < Duration::from_millis(budget), "{what} took {best:?}");
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
    let caller = agent();
    let lines = std::cell::Cell::new(0);
    let new = async || {
        let from = lines.replace(lines.get() + 500) + 1;
        let wide = (from..from + 500).map(|at| finding(&format!("Wide issue {at}"), Severity::Low, Some(at)));
        reports::save(store, &caller, &report("p", wide.collect()), now).await
    };
    timed("save of 500 new findings", 150, new).await;
    let known = async || {
        let wide = (1..=500).map(|at| finding(&format!("Wide issue {at}"), Severity::Low, Some(at)));
        reports::save(store, &caller, &report("p", wide.collect()), now).await
    };
    timed("save of 500 known findings", 150, known).await;

    let in_project = GateQuery::of(project.clone());
    let query = TrendQuery {
        project: project.clone(),
        days: 700,
        granularity: Granularity::Week,
    };
    let page = Page::first(100);
    timed("posture", 100, async || {
        projects::posture(store, all, &project, now).await
    })
    .await;
    timed("gate", 100, async || gate::check(store, all, &in_project, now).await).await;
    timed("trend", 100, async || trend::of(store, all, &query, now).await).await;
    timed("projects", 100, async || projects::list(store, all, page, now).await).await;

    let filter = ReportFilter {
        project: Some(project.clone()),
        ..ReportFilter::newest_first()
    };
    timed("reports", 100, async || {
        reports::list(store, all, &filter, page, now).await
    })
    .await;
    let search = ReportFilter {
        search: Some("nothing like it".to_owned()),
        ..filter
    };
    timed("search", 100, async || {
        reports::list(store, all, &search, page, now).await
    })
    .await;

    let filter = FindingFilter {
        project: Some(project.clone()),
        status: Some(FindingStatus::Open),
        ..Default::default()
    };
    timed("findings", 100, async || {
        findings::list(store, all, &filter, page, now).await
    })
    .await;
    let filter = FindingFilter {
        review_type: Some(ReviewType::CodeScan),
        ..filter
    };
    let late = |offset| Page { offset, limit: 100 };
    let of_a_kind = async || findings::list(store, all, &filter, late(5_000), now).await;
    timed("findings of a kind", 100, of_a_kind).await;
    let source = sarif::SarifSource::Project(project.clone());
    let log = async || sarif::select(store, all, &source, false, late(50_000), now).await;
    timed("sarif", 100, log).await;
}
