use std::sync::Arc;

use domain::trend::TrendQuery;
use domain::triage::Decision;
use domain::{Actor, FindingContent, FindingStatus, Granularity, Limits, Scope, Severity};
use store::{Error, Store, projects, reports, trend, triage};

use crate::both_engines;
use crate::support::{Db, agent, day, finding, name, noon, report};

fn three() -> Vec<FindingContent> {
    let mut findings: Vec<_> = [10, 20]
        .map(|line| finding("SQL injection", Severity::High, Some(line)))
        .into();
    findings.push(finding("Debug on", Severity::Low, None));
    findings
}

/// One current finding per place, one open issue in the history for each, every comment on a current finding.
async fn check_consistent(db: &Db, comments: i64) {
    let places = "SELECT COUNT(*) FROM finding WHERE superseded_by IS NULL GROUP BY fingerprint, line_start";
    assert_eq!(db.numbers(places).await, [1, 1, 1]);
    let lost = "SELECT COUNT(*) FROM finding old WHERE old.superseded_by IS NOT NULL AND \
                (old.superseded_by <= old.id OR (SELECT COUNT(*) FROM finding c WHERE c.superseded_by IS NULL AND c.issue_id = old.issue_id) <> 1)";
    assert_eq!(db.number(lost).await, 0);
    let on_current =
        "SELECT COUNT(*) FROM comment c JOIN finding f ON f.id = c.finding_id WHERE f.superseded_by IS NULL";
    assert_eq!(db.number(on_current).await, comments);
    let query = TrendQuery {
        project: name("p"),
        days: 30,
        granularity: Granularity::Day,
    };
    let trend = trend::of(&db.store, &Scope::All, &query, day(9)).await.unwrap();
    let posture = projects::posture(&db.store, &Scope::All, &name("p"), day(9))
        .await
        .unwrap();
    assert_eq!(
        trend.periods.last().unwrap().open_at_end,
        posture.open_findings_by_severity
    );
}

async fn save_many(stores: &[Store], number: usize) {
    let mut tasks = tokio::task::JoinSet::new();
    for at in 0..number {
        let store = stores[at % stores.len()].clone();
        tasks.spawn(async move {
            reports::save(&store, &agent(), &report("p", three()), noon())
                .await
                .map(drop)
        });
    }
    for outcome in tasks.join_all().await {
        outcome.unwrap();
    }
}

both_engines! {
    async fn parallel_saves_of_the_same_issues_leave_one_current_finding_each(db) {
        reports::save(&db.store, &agent(), &report("p", three()), noon()).await.unwrap();
        let bob = Actor::User("bob".to_owned());
        let id = db.number("SELECT MIN(id) FROM finding").await;
        triage::comment(&db.store, &bob, id, "Seen", noon()).await.unwrap();
        save_many(std::slice::from_ref(&db.store), 32).await;
        check_consistent(&db, 1).await;
        assert_eq!(db.number("SELECT COUNT(*) FROM report").await, 33);
        assert_eq!(db.number("SELECT COUNT(*) FROM status_event").await, 3);
    }

    async fn parallel_first_saves_of_two_stores_make_one_project(db) {
        let other = db.another().await;
        save_many(&[db.store.clone(), other.clone()], 32).await;
        check_consistent(&db, 0).await;
        assert_eq!(db.number("SELECT COUNT(*) FROM project").await, 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM report").await, 32);
        other.close().await.unwrap();
    }

    async fn the_same_key_sent_at_once_is_stored_once(db) {
        let mut sent = report("p", three());
        sent.idempotency_key = Some("one-and-only".to_owned());
        let sent = Arc::new(sent);
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..16 {
            let (store, sent) = (db.store.clone(), sent.clone());
            tasks.spawn(async move { reports::save(&store, &agent(), &sent, noon()).await.unwrap() });
        }
        let answers = tasks.join_all().await;
        assert_eq!(answers.iter().filter(|answer| !answer.replayed).count(), 1);
        assert!(answers.iter().all(|answer| answer.report_id == answers[0].report_id));
    }

    async fn of_two_deletions_at_once_the_second_finds_nothing(db) {
        reports::save(&db.store, &agent(), &report("p", three()), noon()).await.unwrap();
        let taken = db.take("p").await;
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..2 {
            let store = db.store.clone();
            tasks.spawn(async move { projects::delete(&store, &Actor::Cli, &name("p"), day(1)).await });
        }
        // On PostgreSQL both have found the project and wait for its row.
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        taken.commit().await.unwrap();
        let (done, refused): (Vec<_>, Vec<_>) = tasks.join_all().await.into_iter().partition(Result::is_ok);
        assert_eq!(done[0].as_ref().unwrap().findings, 3);
        assert_eq!(refused[0].as_ref().unwrap_err().to_string(), "project p not found");
        assert_eq!(db.number("SELECT COUNT(*) FROM audit_event WHERE action = 'project.deleted'").await, 1);
    }

    async fn a_decision_racing_with_a_save_is_carried_or_refused_never_lost(db) {
        let other = db.another().await;
        let bob = Actor::User("bob".to_owned());
        let decision = Decision { status: FindingStatus::FalsePositive, reason: None, expires_on: None };
        for round in 0..20 {
            let project = format!("p{round}");
            let sent = || report(&project, vec![finding("SQL injection", Severity::High, Some(10))]);
            let first = reports::save(&db.store, &agent(), &sent(), noon()).await.unwrap();
            let id = db.number(&format!("SELECT id FROM finding WHERE report_id = {}", first.report_id)).await;
            let saver = { let (store, sent) = (other.clone(), sent()); tokio::spawn(async move { reports::save(&store, &agent(), &sent, day(1)).await.unwrap() }) };
            let decided = triage::decide(&db.store, &bob, &[id], &decision, &Limits::default(), day(1)).await;
            let second = saver.await.unwrap();
            let current = db.number(&format!("SELECT id FROM finding WHERE report_id = {}", second.report_id)).await;
            let status = triage::finding(&db.store, &Scope::All, current).await.unwrap().standing.status;
            match decided {
                Ok(_) => assert_eq!((status, second.carried_decisions), (FindingStatus::FalsePositive, 1)),
                Err(Error::Domain(error)) => {
                    assert!(error.to_string().ends_with(&format!("act on finding {current}")), "{error}");
                    assert_eq!(status, FindingStatus::Open);
                }
                Err(other) => panic!("{other:?}"),
            }
        }
        other.close().await.unwrap();
    }
}
