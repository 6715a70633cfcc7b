//! Times the use cases that a person or an agent waits for, on a project of 2,000 reports and 100,000 findings: `large_project URL`
//! with `sqlite:FILE` or `postgres://..`; the database must be empty. Prints the median and the slowest of the runs, in
//! milliseconds. `benches/README.md` holds what it said.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::time::Instant;

use domain::gate::GateQuery;
use domain::trend::TrendQuery;
use domain::{
    Actor, Caller, CheckedReport, Checklists, FindingDraft, Granularity, Known, Limits, ProjectName, ReportDraft,
    Scope, Severity, Timestamp, check, triage::Decision,
};
use store::findings::FindingFilter;
use store::reports::{Order, ReportFilter};
use store::sarif::SarifSource;
use store::{DatabaseUrl, OpenOptions, Page, Store, findings, gate, projects, reports, sarif, trend, triage};

const REPORTS: i64 = 2_000;
const FINDINGS: u32 = 50;
/// Findings of each report that are known from the one before.
const KNOWN: u32 = 12;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn day(number: i64) -> Timestamp {
    Timestamp::of_day(20_000 + number)
}

fn finding(number: u32, line: u32) -> FindingDraft {
    FindingDraft {
        title: format!("SQL injection in handler {number}"),
        severity: Severity::WORST_FIRST[(number % 5) as usize],
        description: "The value of the parameter goes into the statement as it is. ".repeat(3),
        rule_id: Some("PY-004".into()),
        category: None,
        cwe: Some(format!("{}", 20 + number % 30)),
        owasp: None,
        file_path: Some(format!("src/module_{}/handlers.py", number % 97)),
        line_start: Some(line),
        line_end: None,
        evidence: Some(format!("db.execute('select * from t{number} where n = ' + name)")),
        recommendation: Some("Bind the parameter.".into()),
        confidence: None,
        impact: None,
        verification: None,
        source: None,
        sink: None,
        unknown: Default::default(),
    }
}

fn report(project: &str, summary: String, findings: Vec<FindingDraft>) -> Outcome<CheckedReport> {
    let draft = ReportDraft {
        project: project.into(),
        summary,
        findings,
        branch: Some("main".into()),
        ..ReportDraft::default()
    };
    let checklists = Checklists::new(Vec::new());
    let known = Known {
        is_rule: &|_| true,
        checklists: &checklists,
    };
    Ok(check(draft, &Limits::default(), &known, None)?)
}

struct Row {
    name: &'static str,
    runs: Vec<f64>,
}

impl Row {
    fn print(mut self) {
        self.runs.sort_by(f64::total_cmp);
        let median = self.runs[self.runs.len() / 2];
        let slowest = self.runs[self.runs.len() - 1];
        println!(
            "{:<44} {median:>8.1} {slowest:>8.1}   {} runs",
            self.name,
            self.runs.len()
        );
    }
}

macro_rules! time {
    ($name:literal, $runs:literal, |$n:ident| $work:expr) => {{
        let mut runs = Vec::new();
        for $n in 0..$runs {
            let _ = $n;
            let start = Instant::now();
            let _ = $work.await?;
            runs.push(start.elapsed().as_secs_f64() * 1_000.0);
        }
        Row { name: $name, runs }.print();
    }};
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let url = std::env::args()
        .nth(1)
        .ok_or("usage: large_project sqlite:FILE|postgres://..")?;
    let store = Store::open(&DatabaseUrl::parse(&url)?, &OpenOptions::default()).await?;
    store.migrate(day(0)).await?;
    let (caller, all) = (Caller::local(), Scope::All);
    let large = ProjectName::parse("large")?;

    println!("{:<44} {:>8} {:>8}   ms", "", "median", "slowest");
    let new = |run: i64| {
        report(
            "new",
            format!("New, run {run}"),
            (0..500).map(|n| finding(n + 500 * run as u32, 1 + n)).collect(),
        )
    };
    let sent = (0..9).map(new).collect::<Outcome<Vec<_>>>()?;
    time!("save of 500 new findings", 9, |n| reports::save(
        &store,
        &caller,
        &sent[n],
        day(1)
    ));
    let known = |run: u32| {
        report(
            "known",
            format!("Known, run {run}"),
            (0..500).map(|n| finding(n, 1 + n + run)).collect(),
        )
    };
    let sent = (0..9).map(known).collect::<Outcome<Vec<_>>>()?;
    time!("save of 500 known findings, all moved", 9, |n| reports::save(
        &store,
        &caller,
        &sent[n],
        day(1)
    ));

    let start = Instant::now();
    let mut saves = Vec::new();
    for number in 0..REPORTS {
        let first = 1_000 + number as u32 * (FINDINGS - KNOWN);
        let known = (0..KNOWN).map(|n| finding(n, 1 + n + number as u32 % 7));
        let new = (0..FINDINGS - KNOWN).map(|n| finding(first + n, 1 + n));
        let sent = report("large", format!("Report {number}"), known.chain(new).collect())?;
        let now = day(number / 2);
        let save = Instant::now();
        let saved = reports::save(&store, &caller, &sent, now).await?;
        saves.push(save.elapsed().as_secs_f64() * 1_000.0);
        if number % 2 == 0 {
            // A person decides on a few findings of every other report.
            let page = Page { offset: 20, limit: 6 };
            let few = reports::findings(&store, &all, saved.report_id, Order::ById, page).await?;
            let ids: Vec<i64> = few
                .items
                .iter()
                .filter(|finding| finding.is_current())
                .map(|finding| finding.id)
                .collect();
            let status = if number % 4 == 0 {
                domain::FindingStatus::Fixed
            } else {
                domain::FindingStatus::Accepted
            };
            let decision = Decision {
                status,
                reason: Some("Looked at by a person.".into()),
                expires_on: (number % 4 != 0).then(|| now.plus_days(30).date()),
            };
            triage::decide(
                &store,
                &Actor::User("lead".into()),
                &ids,
                &decision,
                &Limits::default(),
                now.plus_days(1),
            )
            .await?;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "-- {REPORTS} reports with {} findings in {seconds:.1} s",
        REPORTS * i64::from(FINDINGS)
    );
    // A save costs what its findings cost, however many reports came before.
    Row {
        name: "save of 50 findings, the first 100 saves",
        runs: saves[..100].to_vec(),
    }
    .print();
    Row {
        name: "save of 50 findings, the last 100 saves",
        runs: saves[saves.len() - 100..].to_vec(),
    }
    .print();

    let now = day(REPORTS / 2);
    let page = |offset| Page { offset, limit: 20 };
    let filter = || ReportFilter {
        project: Some(large.clone()),
        ..ReportFilter::newest_first()
    };
    time!("posture", 15, |n| projects::posture(&store, &all, &large, now));
    time!("gate", 15, |n| gate::check(
        &store,
        &all,
        &GateQuery::of(large.clone()),
        now
    ));
    let one = GateQuery {
        report_id: Some(40),
        ..GateQuery::of(large.clone())
    };
    time!("gate of one report", 15, |n| gate::check(&store, &all, &one, now));
    time!("reports, first page", 15, |n| reports::list(
        &store,
        &all,
        &filter(),
        page(0),
        now
    ));
    time!("reports, last page", 15, |n| reports::list(
        &store,
        &all,
        &filter(),
        page(1_980),
        now
    ));
    let open = FindingFilter {
        project: Some(large.clone()),
        ..FindingFilter::default()
    };
    time!("findings, first page", 15, |n| findings::list(
        &store,
        &all,
        &open,
        page(0),
        now
    ));
    for (name, days, granularity) in [
        ("90 days by week", 90, Granularity::Week),
        ("1,000 days by month", 1_000, Granularity::Month),
    ] {
        let query = TrendQuery {
            project: large.clone(),
            days,
            granularity,
        };
        println!("trend, {name}:");
        time!("  trend", 15, |n| trend::of(&store, &all, &query, now));
    }
    let source = SarifSource::Project(large.clone());
    time!("SARIF, 500 results selected", 15, |n| sarif::select(
        &store,
        &all,
        &source,
        false,
        Page { offset: 0, limit: 500 },
        now
    ));
    time!("projects", 15, |n| projects::list(&store, &all, page(0), now));
    store.close().await?;
    Ok(())
}
