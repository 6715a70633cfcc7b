use std::collections::BTreeMap;
use std::sync::Arc;

use domain::triage::Decision;
use domain::view::SavedReport;
use domain::{Actor, Finding, FindingStatus, Limits, ProposedStatus, Scope, Severity, Timestamp};
use store::sarif::SarifSource;
use store::{Page, reports, sarif, triage};

use crate::both_engines;
use crate::support::{Db, agent, counts, day, finding, name, noon, refusal, report};

const REASON: &str = "Only reachable from the admin network";

async fn save(db: &Db, lines: &[u32], severity: Severity, now: Timestamp) -> SavedReport {
    let findings = lines
        .iter()
        .map(|line| finding("SQL injection", severity, Some(*line)))
        .collect();
    reports::save(&db.store, &agent(), &report("p", findings), now)
        .await
        .unwrap()
}

async fn findings(db: &Db, report: i64) -> Vec<Finding> {
    let page = reports::findings(&db.store, &Scope::All, report, reports::Order::ById, Page::first(500)).await;
    page.unwrap().items
}

async fn decide(db: &Db, id: i64, status: FindingStatus, expires: Option<i64>, now: Timestamp) {
    let decision = Decision {
        status,
        reason: Some(REASON.to_owned()).filter(|_| status != FindingStatus::Open),
        expires_on: expires.map(|days| day(days).date()),
    };
    let bob = Actor::User("bob".to_owned());
    triage::decide(&db.store, &bob, &[id], &decision, &Limits::default(), now)
        .await
        .unwrap();
}

/// Saves the first lines, accepts those with a mark, saves the second lines; what became of each of these.
async fn recur(
    db: &Arc<Db>,
    before: &[(u32, bool)],
    after: &[u32],
) -> (BTreeMap<u32, (FindingStatus, Timestamp)>, SavedReport) {
    db.run("DELETE FROM project").await;
    let lines: Vec<u32> = before.iter().map(|(line, _)| *line).collect();
    let first = save(db, &lines, Severity::Medium, day(0)).await;
    for found in findings(db, first.report_id).await {
        if before.contains(&(found.content.line_start.unwrap(), true)) {
            decide(db, found.id, FindingStatus::Accepted, None, day(1)).await;
        }
    }
    let second = save(db, after, Severity::Medium, day(2)).await;
    let found = findings(db, second.report_id).await;
    for old in findings(db, first.report_id).await {
        assert!(
            found.iter().any(|new| old.superseded_by == Some(new.id)),
            "{old:?} points to the new report"
        );
    }
    let found = found
        .into_iter()
        .map(|f| (f.content.line_start.unwrap(), (f.standing.status, f.first_seen_at)));
    (found.collect(), second)
}

both_engines! {
    async fn sightings_are_paired_by_line_and_by_order(db) {
        use FindingStatus::{Accepted, Open};
        let known = day(0);
        let new = day(2);
        let (found, saved) = recur(&db, &[(10, true), (50, false)], &[12, 55]).await;
        assert_eq!(found, BTreeMap::from([(12, (Accepted, known)), (55, (Open, known))]));
        assert_eq!((saved.recurring_findings, saved.carried_decisions, saved.moved_decisions.len()), (2, 1, 1));
        let (found, _) = recur(&db, &[(12, true), (55, false)], &[12]).await;
        assert_eq!(found, BTreeMap::from([(12, (Accepted, known))]));
        let (found, _) = recur(&db, &[(12, true)], &[99]).await;
        assert_eq!(found, BTreeMap::from([(99, (Accepted, known))]));
        let (found, _) = recur(&db, &[(99, true)], &[98, 99, 100]).await;
        assert_eq!(found, BTreeMap::from([(98, (Open, new)), (99, (Accepted, known)), (100, (Open, new))]));
        let (found, saved) = recur(&db, &[(99, true)], &[10, 20]).await;
        assert_eq!(found, BTreeMap::from([(10, (Open, new)), (20, (Open, new))]));
        assert_eq!((saved.recurring_findings, saved.dropped_decisions.len()), (0, 1));
    }

    async fn a_pair_carries_what_still_holds(db) {
        // Status before, days its decision lasts, severity of the second report; status after, first seen on day, reopened.
        let table = [
            (FindingStatus::Open, None, Severity::Medium, FindingStatus::Open, 0, 0),
            (FindingStatus::Fixed, None, Severity::Medium, FindingStatus::Open, 5, 0),
            (FindingStatus::Accepted, Some(30), Severity::Medium, FindingStatus::Accepted, 0, 0),
            (FindingStatus::FalsePositive, None, Severity::Medium, FindingStatus::FalsePositive, 0, 0),
            (FindingStatus::Accepted, Some(3), Severity::Medium, FindingStatus::Open, 0, 0),
            (FindingStatus::Accepted, None, Severity::Low, FindingStatus::Accepted, 0, 0),
            (FindingStatus::Accepted, None, Severity::Critical, FindingStatus::Open, 0, 1),
        ];
        for (status, lasts, severity, expected, first_seen, reopened) in table {
            db.run("DELETE FROM project").await;
            let first = save(&db, &[10], Severity::Medium, day(0)).await;
            let old = findings(&db, first.report_id).await.remove(0);
            triage::comment(&db.store, &Actor::User("bob".to_owned()), old.id, "Looked at it", day(0)).await.unwrap();
            if status != FindingStatus::Open {
                decide(&db, old.id, status, lasts, day(1)).await;
            }
            let saved = save(&db, &[11], severity, day(5)).await;
            let new = findings(&db, saved.report_id).await.remove(0);
            let case = format!("{status} for {lasts:?} days, then {severity}");
            assert_eq!(new.standing.status, expected, "{case}");
            assert_eq!(new.first_seen_at, day(first_seen), "{case}");
            assert_eq!(new.issue_id, old.id, "{case}");
            assert_eq!(saved.reopened_findings.len(), reopened, "{case}");
            if expected.is_dismissed() {
                assert_eq!(new.standing.reason.as_deref(), Some(REASON), "{case}");
                assert_eq!(new.standing.changed_at, Some(day(1)), "{case}");
                assert_eq!(new.standing.decided_severity, Some(Severity::Medium), "{case}");
            }
            let comments = triage::comments(&db.store, &Scope::All, new.id).await.unwrap();
            assert_eq!(comments[0].body.as_str(), "Looked at it", "{case}");
            assert_eq!(comments.iter().filter(|c| c.author.as_str() == "security-review").count(), reopened, "{case}");
            assert!(triage::comments(&db.store, &Scope::All, old.id).await.unwrap().is_empty(), "{case}");
        }
    }

    async fn a_raised_severity_and_a_proposal_are_carried(db) {
        let bob = Actor::User("bob".to_owned());
        let first = save(&db, &[10], Severity::Medium, day(0)).await;
        let old = findings(&db, first.report_id).await.remove(0);
        let limits = Limits::default();
        triage::escalate(&db.store, &bob, old.id, Severity::Critical, REASON, &limits, day(1)).await.unwrap();
        triage::propose(&db.store, &agent(), old.id, ProposedStatus::Accepted, REASON, day(1)).await.unwrap();
        let second = save(&db, &[10], Severity::Medium, day(2)).await;
        let new = findings(&db, second.report_id).await.remove(0);
        assert_eq!((new.severity, new.content.severity), (Severity::Critical, Severity::Medium));
        assert_eq!(new.rating_change.as_ref().unwrap().original, Some(Severity::Medium));
        assert_eq!(new.proposal.as_ref().unwrap().status, ProposedStatus::Accepted);
        assert_eq!(second.risk_level, Severity::Critical);
        assert_eq!(reports::get(&db.store, &Scope::All, first.report_id).await.unwrap().risk_level, Severity::Critical);
        triage::propose(&db.store, &agent(), new.id, ProposedStatus::Fixed, REASON, day(3)).await.unwrap();
        let third = save(&db, &[10], Severity::Medium, day(4)).await;
        assert_eq!(findings(&db, third.report_id).await[0].proposal, None);
    }

    async fn what_is_said_twice_of_one_place_counts_once(db) {
        let mut findings_sent = vec![finding("SQL injection", Severity::High, Some(7)); 3];
        findings_sent[1].severity = Severity::Critical;
        findings_sent.push(finding("SQL injection", Severity::High, Some(8)));
        let saved = reports::save(&db.store, &agent(), &report("p", findings_sent), noon()).await.unwrap();
        assert_eq!((saved.findings_count, saved.risk_level), (4, Severity::Critical));
        let stored = findings(&db, saved.report_id).await;
        let current: Vec<_> = stored.iter().filter(|f| f.is_current()).collect();
        assert_eq!(current.len(), 2);
        let first = current.iter().find(|f| f.content.line_start == Some(7)).unwrap();
        assert!(stored.iter().filter(|f| !f.is_current()).all(|f| f.superseded_by == Some(first.id) && f.issue_id == first.id));
        let posture = store::projects::posture(&db.store, &Scope::All, &name("p"), noon()).await.unwrap();
        assert_eq!(posture.open_findings_by_severity, counts(1, 1, 0, 0, 0));
        assert_eq!(db.number("SELECT COUNT(*) FROM status_event").await, 2);
        let open = reports::still_open(&db.store, &Scope::All, saved.report_id, noon()).await.unwrap();
        assert_eq!(open.total(), 2);
    }

    async fn older_sightings_all_point_to_the_current_one(db) {
        for n in 0..4 {
            save(&db, &[10 + n], Severity::Medium, day(i64::from(n))).await;
        }
        let current = db.number("SELECT id FROM finding WHERE superseded_by IS NULL").await;
        for report in db.numbers("SELECT id FROM report ORDER BY id LIMIT 3").await {
            let old = findings(&db, report).await.remove(0);
            assert_eq!(old.superseded_by, Some(current));
            let alone = triage::finding(&db.store, &Scope::All, old.id).await.unwrap();
            assert_eq!(alone.superseded_by, Some(current));
            let source = SarifSource::Report(report);
            let log = sarif::select(&db.store, &Scope::All, &source, true, Page::first(9), day(9)).await.unwrap();
            assert_eq!(log.findings[0].0.superseded_by, Some(current));
            let open = reports::still_open(&db.store, &Scope::All, report, day(9)).await.unwrap();
            assert_eq!(open, counts(0, 0, 1, 0, 0));
        }
        assert_eq!(db.numbers("SELECT DISTINCT issue_id FROM finding").await.len(), 1);
        assert_eq!(db.numbers("SELECT id FROM status_event").await.len(), 1);
    }

    async fn a_stored_successor_is_never_changed_and_a_save_costs_what_its_findings_cost(db) {
        db.note_changes("finding", "id").await;
        let mut stored = Vec::new();
        let mut costs = Vec::new();
        for n in 0..12 {
            db.run("DELETE FROM touched").await;
            save(&db, &[10, 50, 90], Severity::Medium, day(n)).await;
            costs.push(db.number("SELECT COUNT(*) FROM touched").await);
            let now = db.numbers("SELECT superseded_by FROM finding WHERE superseded_by IS NOT NULL ORDER BY id").await;
            assert_eq!(now[..stored.len()], stored);
            stored = now;
        }
        assert_eq!(costs[1..], [costs[1]; 11]);
    }

    async fn older_sightings_of_merged_issues_point_to_the_current_sighting(db) {
        let mut saved = Vec::new();
        // Each report finds other lines, and another number of them: nothing is paired, all goes into the first.
        for (n, lines) in [&[10][..], &[1_000, 2_000], &[50_000], &[60_000, 70_000], &[80_000]].into_iter().enumerate() {
            saved.push(save(&db, lines, Severity::Medium, day(n as i64)).await.report_id);
        }
        let last = saved.pop().unwrap();
        let current = findings(&db, last).await.remove(0);
        for report in saved {
            for old in findings(&db, report).await {
                assert_ne!(old.issue_id, current.issue_id);
                assert_eq!(old.superseded_by, Some(current.id));
            }
            assert_eq!(reports::still_open(&db.store, &Scope::All, report, day(9)).await.unwrap(), counts(0, 0, 1, 0, 0));
        }
        assert_eq!(db.numbers("SELECT DISTINCT into_issue_id FROM issue_successor").await, [current.issue_id]);
        assert_eq!(db.number("SELECT COUNT(*) FROM issue_successor").await, 6);
        // The issue goes on: what was merged into it is not touched again.
        db.note_changes("issue_successor", "issue_id").await;
        let next = save(&db, &[80_000], Severity::Medium, day(6)).await;
        let next = findings(&db, next.report_id).await.remove(0);
        assert_eq!(db.number("SELECT COUNT(*) FROM touched").await, 0);
        let first = db.number("SELECT MIN(id) FROM finding").await;
        assert_eq!(triage::finding(&db.store, &Scope::All, first).await.unwrap().superseded_by, Some(next.id));
        let bob = Actor::User("bob".to_owned());
        let refused = triage::comment(&db.store, &bob, first, "Seen", day(7)).await.unwrap_err().to_string();
        assert!(refused.ends_with(&format!("act on finding {}", next.id)), "{refused}");
        store::projects::delete(&db.store, &bob, &name("p"), day(8)).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM issue_successor").await, 0);
    }

    async fn a_repetition_within_a_report_points_to_the_current_sighting(db) {
        let first = save(&db, &[7, 7], Severity::Medium, day(0)).await;
        save(&db, &[7], Severity::Medium, day(1)).await;
        let third = save(&db, &[7, 7], Severity::Medium, day(2)).await;
        let current = db.number("SELECT id FROM finding WHERE superseded_by IS NULL").await;
        for report in [first.report_id, third.report_id] {
            let older = findings(&db, report).await.into_iter().filter(|found| found.id != current);
            assert!(older.map(|found| found.superseded_by).all(|by| by == Some(current)));
        }
    }

    async fn a_save_that_would_replace_too_many_findings_is_refused(db) {
        save(&db, &[1], Severity::Medium, day(0)).await;
        let copy = |from: u32, to: u32| format!(
            "WITH RECURSIVE n (line) AS (SELECT {from} UNION ALL SELECT line + 1 FROM n WHERE line < {to}) \
             INSERT INTO finding (report_id, project_id, issue_id, created_at, first_seen_at, severity_rank, reported_rank, \
             status, fingerprint_v1, fingerprint, title, category, description, line_start) \
             SELECT report_id, project_id, 1000000 + n.line, created_at, first_seen_at, severity_rank, reported_rank, \
             status, fingerprint_v1, fingerprint, title, category, description, n.line \
             FROM finding, n WHERE line_start = 1"
        );
        db.run(&copy(2, 20_001)).await;
        let sent = report("p", vec![finding("SQL injection", Severity::Medium, Some(1))]);
        let text = refusal(reports::save(&db.store, &agent(), &sent, day(1)).await);
        assert!(text.contains("20001 current findings") && text.contains("20000") && text.contains("several reports"), "{text}");
        assert_eq!(db.number("SELECT COUNT(*) FROM report").await, 1);
        let other = report("p", vec![finding("Another issue", Severity::Medium, Some(1))]);
        reports::save(&db.store, &agent(), &other, day(1)).await.unwrap();
        db.run("DELETE FROM finding WHERE line_start = 20001").await;
        assert_eq!(reports::save(&db.store, &agent(), &sent, day(1)).await.unwrap().recurring_findings, 1);
    }
}
