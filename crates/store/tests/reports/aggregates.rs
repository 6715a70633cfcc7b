use domain::gate::GateQuery;
use domain::trend::TrendQuery;
use domain::triage::Decision;
use domain::{Actor, FindingStatus, Granularity, Limits, ProposedStatus, ReviewType, Scope, Severity, Timestamp};
use store::sarif::SarifSource;
use store::{Page, gate, projects, reports, sarif, trend, triage};

use crate::both_engines;
use crate::support::{Db, agent, counts, day, finding, name, report, scope};

const REASON: &str = "Only reachable from the admin network";

async fn decide(db: &Db, id: i64, status: FindingStatus, until: Option<i64>, now: Timestamp) {
    let decision = Decision {
        status,
        reason: Some(REASON.to_owned()),
        expires_on: until.map(|days| day(days).date()),
    };
    let bob = Actor::User("bob".to_owned());
    triage::decide(&db.store, &bob, &[id], &decision, &Limits::default(), now)
        .await
        .unwrap();
}

async fn by_title(db: &Db, title: &str) -> i64 {
    db.number(&format!(
        "SELECT id FROM finding WHERE superseded_by IS NULL AND title = '{title}'"
    ))
    .await
}

/// Day 0: five findings. Day 10: one accepted for good, one until day 40, one fixed. Day 20: one raised, another report of
/// two. Day 30: the fixed one is back. A report of another project and one of another kind are there too.
async fn history(db: &Db) {
    let now = day(0);
    let of = |title: &str, severity| finding(title, severity, Some(1));
    let all = vec![
        of("kept", Severity::Critical),
        of("accepted", Severity::High),
        of("until", Severity::High),
        of("fixed", Severity::Medium),
        of("raised", Severity::Low),
    ];
    reports::save(&db.store, &agent(), &report("p", all), now)
        .await
        .unwrap();
    reports::save(
        &db.store,
        &agent(),
        &report("q", vec![of("other", Severity::Critical)]),
        now,
    )
    .await
    .unwrap();
    let accepted = by_title(db, "accepted").await;
    decide(db, accepted, FindingStatus::Accepted, None, day(10)).await;
    decide(
        db,
        by_title(db, "until").await,
        FindingStatus::FalsePositive,
        Some(40),
        day(10),
    )
    .await;
    decide(db, by_title(db, "fixed").await, FindingStatus::Fixed, None, day(10)).await;
    let raised = by_title(db, "raised").await;
    let bob = Actor::User("bob".to_owned());
    triage::escalate(
        &db.store,
        &bob,
        raised,
        Severity::High,
        REASON,
        &Limits::default(),
        day(20),
    )
    .await
    .unwrap();
    let again = vec![of("kept", Severity::Critical), of("new", Severity::Info)];
    reports::save(&db.store, &agent(), &report("p", again), day(20))
        .await
        .unwrap();
    let mut scan = report("p", vec![of("fixed", Severity::Medium)]);
    scan.head.review_type = Some(ReviewType::CodeScan);
    reports::save(&db.store, &agent(), &scan, day(30)).await.unwrap();
}

/// What is open by the rows, worst first.
async fn open_by_rows(db: &Db, now: Timestamp) -> Vec<i64> {
    let mut open = Vec::new();
    for rank in (0..5).rev() {
        open.push(
            db.number(&format!(
                "SELECT COUNT(*) FROM finding f JOIN project p ON p.id = f.project_id WHERE p.name = 'p' AND superseded_by IS NULL \
                 AND severity_rank = {rank} AND (status = 'open' OR status IN ('accepted', 'false_positive') AND status_expires_at <= {})",
                now.as_micros()
            ))
            .await,
        );
    }
    open
}

both_engines! {
    async fn posture_and_gate_count_what_is_open(db) {
        history(&db).await;
        let posture = |days| {
            let db = db.clone();
            async move { projects::posture(&db.store, &Scope::All, &name("p"), day(days)).await.unwrap() }
        };
        let before = posture(35).await;
        assert_eq!(before.reports_total, 3);
        assert_eq!(before.last_report_at, Some(day(30)));
        assert_eq!(before.open_findings_by_severity, counts(1, 1, 1, 0, 1));
        assert_eq!(before.worst_open_severity, Some(Severity::Critical));
        // "raised" was not in the second report of its kind.
        assert_eq!(before.not_reported_again, 1);
        let after = posture(41).await;
        assert_eq!(after.open_findings_by_severity, counts(1, 2, 1, 0, 1));
        assert_eq!(after.not_reported_again, 2);
        triage::propose(&db.store, &agent(), by_title(&db, "kept").await, ProposedStatus::Accepted, REASON, day(41)).await.unwrap();
        triage::propose(&db.store, &agent(), by_title(&db, "accepted").await, ProposedStatus::Fixed, REASON, day(41)).await.unwrap();
        assert_eq!(posture(41).await.proposed_findings, 1);

        let mut query = GateQuery::of(name("p"));
        let judged = gate::check(&db.store, &Scope::All, &query, day(41)).await.unwrap();
        assert_eq!((judged.passed, judged.blocking_findings, judged.proposed_findings), (false, 3, 1));
        assert_eq!(judged.open_findings_by_severity, after.open_findings_by_severity);
        // The first report is judged by what took the place of its findings: "kept" and "fixed" are open elsewhere.
        let first = db.number("SELECT MIN(id) FROM report").await;
        query.report_id = Some(first);
        let judged = gate::check(&db.store, &Scope::All, &query, day(35)).await.unwrap();
        assert_eq!(judged.open_findings_by_severity, counts(1, 1, 1, 0, 0));
        decide(&db, by_title(&db, "kept").await, FindingStatus::Fixed, None, day(36)).await;
        let judged = gate::check(&db.store, &Scope::All, &query, day(36)).await.unwrap();
        assert_eq!(judged.open_findings_by_severity, counts(0, 1, 1, 0, 0));
        query.max_report_age_days = Some(7);
        assert!(gate::check(&db.store, &Scope::All, &query, day(36)).await.unwrap().reasons.len() == 2);
        query.project = name("q");
        let text = crate::support::refusal(gate::check(&db.store, &Scope::All, &query, day(36)).await);
        assert!(text.contains("belongs to the project `p`"), "{text}");
        let text = crate::support::refusal(gate::check(&db.store, &scope(&["q"]), &query, day(36)).await);
        assert_eq!(text, format!("report {first} not found"));
        let unknown = gate::check(&db.store, &Scope::All, &GateQuery::of(name("misspelt")), day(36)).await.unwrap();
        assert!(unknown.passed && unknown.reports_total == 0);
    }

    async fn the_trend_is_the_backlog_counted_from_rows(db) {
        history(&db).await;
        for now in [0, 9, 10, 20, 30, 35, 39, 40, 41, 90].map(day) {
            if now < day(30) {
                continue;
            }
            let query = TrendQuery { project: name("p"), days: 60, granularity: Granularity::Day };
            let found = trend::of(&db.store, &Scope::All, &query, now).await.unwrap();
            let open = found.summary.open_now;
            let open = [open.critical, open.high, open.medium, open.low, open.info].map(|n| n as i64);
            assert_eq!(open.to_vec(), open_by_rows(&db, now).await, "{now}");
            assert_eq!(found.periods.last().unwrap().open_at_end, found.summary.open_now, "{now}");
        }
        let query = TrendQuery { project: name("p"), days: 60, granularity: Granularity::Day };
        let found = trend::of(&db.store, &Scope::All, &query, day(41)).await.unwrap();
        let s = &found.summary;
        assert_eq!((s.reports_total, s.reports_in_window, s.new_findings, s.fixed_findings), (3, 3, 6, 1));
        assert_eq!((s.reopened_total, s.dismissed_findings, s.merged_total), (2, 2, 0));
        assert_eq!(s.mttr_days.medium.unwrap().mean_days, 10.0);
        assert_eq!(s.oldest_open_days.critical, Some(41.0));
        // Before the window everything is one number, and the same.
        let late = TrendQuery { project: name("p"), days: 5, granularity: Granularity::Day };
        let late = trend::of(&db.store, &Scope::All, &late, day(41)).await.unwrap();
        assert_eq!(late.summary.open_now, s.open_now);
        assert_eq!(late.periods[0].open_at_end, counts(1, 1, 1, 0, 1));
        assert_eq!((late.summary.new_findings, late.summary.reopened_total), (0, 1));
        let unknown = TrendQuery { project: name("x"), days: 5, granularity: Granularity::Day };
        assert_eq!(trend::of(&db.store, &Scope::All, &unknown, day(41)).await.unwrap().summary.reports_total, 0);
    }

    async fn sarif_selects_current_open_findings_oldest_report_first(db) {
        history(&db).await;
        let project = SarifSource::Project(name("p"));
        let titles = |selection: &sarif::Selection| selection.findings.iter().map(|(f, _)| f.content.title.clone()).collect::<Vec<_>>();
        let open = sarif::select(&db.store, &Scope::All, &project, false, Page::first(100), day(35)).await.unwrap();
        assert_eq!(titles(&open), ["raised", "kept", "new", "fixed"]);
        assert_eq!((open.total, open.findings[3].1.review_type), (4, Some(ReviewType::CodeScan)));
        assert_eq!(open.findings[0].1.branch.as_deref(), Some("main"));
        let all = sarif::select(&db.store, &Scope::All, &project, true, Page { offset: 1, limit: 2 }, day(35)).await.unwrap();
        assert_eq!((titles(&all), all.total, all.offset), (vec!["until".to_owned(), "raised".to_owned()], 6, 1));
        let first = db.number("SELECT MIN(id) FROM report").await;
        let of_report = sarif::select(&db.store, &Scope::All, &SarifSource::Report(first), true, Page::first(100), day(35)).await.unwrap();
        assert_eq!((of_report.total, of_report.report_id, of_report.project.as_str()), (5, Some(first), "p"));
        assert_eq!(of_report.for_log().findings.len(), 5);
        let none = sarif::select(&db.store, &Scope::All, &SarifSource::Project(name("x")), true, Page::first(9), day(35)).await.unwrap();
        assert_eq!((none.total, none.project.as_str()), (0, "x"));
        let text = crate::support::refusal(sarif::select(&db.store, &scope(&["q"]), &SarifSource::Report(first), true, Page::first(9), day(1)).await);
        assert_eq!(text, format!("report {first} not found"));
    }

    async fn projects_are_listed_latest_report_first(db) {
        history(&db).await;
        db.run("INSERT INTO project (name, created_at) VALUES ('zoo', 1), ('ant', 1)").await;
        let list = projects::list(&db.store, &Scope::All, Page::first(10), day(35)).await.unwrap();
        let names: Vec<_> = list.items.iter().map(|p| p.project.as_str()).collect();
        assert_eq!((names, list.total), (vec!["p", "q", "ant", "zoo"], 4));
        assert_eq!(list.items[0], projects::posture(&db.store, &Scope::All, &name("p"), day(35)).await.unwrap());
        let page = projects::list(&db.store, &scope(&["q", "zoo", "none"]), Page { offset: 1, limit: 5 }, day(35)).await.unwrap();
        assert_eq!((page.items.len(), page.items[0].project.as_str(), page.total), (1, "zoo", 2));
        assert!(projects::exists(&db.store, &name("p")).await.unwrap());
        assert!(!projects::exists(&db.store, &name("r")).await.unwrap());
    }
}
