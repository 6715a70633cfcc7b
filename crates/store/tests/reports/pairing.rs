use std::collections::BTreeMap;
use std::sync::Arc;

use domain::triage::Decision;
use domain::view::SavedReport;
use domain::{Actor, Finding, FindingStatus, Limits, ProposedStatus, Scope, Severity, Timestamp};
use store::{Page, reports, triage};

use crate::both_engines;
use crate::support::{Db, agent, counts, day, finding, name, noon, report};

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
        assert_eq!(db.numbers("SELECT superseded_by FROM finding WHERE superseded_by IS NOT NULL").await, [current; 3]);
        assert_eq!(db.numbers("SELECT DISTINCT issue_id FROM finding").await.len(), 1);
        assert_eq!(db.numbers("SELECT id FROM status_event").await.len(), 1);
    }
}
