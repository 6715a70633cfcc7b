use domain::{Actor, Scope, Severity};
use store::audit::{self, AuditFilter};
use store::{Page, projects, reports, retention};

use crate::both_engines;
use crate::support::{Db, agent, day, finding, name, refusal, report};

async fn save(db: &Db, project: &str, findings: u32, days: i64) -> i64 {
    let findings = (0..findings)
        .map(|line| finding("Issue", Severity::Low, Some(line + 1)))
        .collect();
    reports::save(&db.store, &agent(), &report(project, findings), day(days))
        .await
        .unwrap()
        .report_id
}

both_engines! {
    async fn old_reports_without_findings_go_except_the_latest_of_each_project(db) {
        let old_empty = save(&db, "p", 0, 0).await;
        let with_finding = save(&db, "p", 1, 0).await;
        let superseded = save(&db, "p", 1, 5).await;
        let young_empty = save(&db, "p", 0, 95).await;
        let latest = save(&db, "p", 0, 96).await;
        let only = save(&db, "q", 0, 0).await;
        assert_eq!(retention::purge_empty_reports(&db.store, 0, day(500)).await.unwrap().deleted, 0);
        let purged = retention::purge_empty_reports(&db.store, 90, day(100)).await.unwrap();
        assert_eq!((purged.retention_days, purged.deleted), (90, 1));
        assert_eq!(refusal(reports::get(&db.store, &Scope::All, old_empty).await), format!("report {old_empty} not found"));
        assert_eq!(db.numbers("SELECT id FROM report ORDER BY id").await, [with_finding, superseded, young_empty, latest, only]);
        retention::purge_empty_reports(&db.store, 90, day(500)).await.unwrap();
        assert_eq!(db.numbers("SELECT id FROM report ORDER BY id").await, [with_finding, superseded, latest, only]);
        assert!(refusal(retention::purge_empty_reports(&db.store, 36_501, day(1)).await).contains("0 to 36500"));
        assert_eq!(db.number("SELECT COUNT(*) FROM audit_event WHERE action = 'reports.purged'").await, 2);
    }

    async fn audit_entries_go_by_age_then_by_number(db) {
        db.run("DELETE FROM audit_event").await;
        for n in 0..10 {
            save(&db, "p", 0, n).await;
        }
        let purged = retention::purge_audit(&db.store, 5, 0, day(9)).await.unwrap();
        assert_eq!(purged.deleted, 4);
        db.run("DELETE FROM audit_event WHERE action = 'audit.purged'").await;
        let purged = retention::purge_audit(&db.store, 0, 2, day(9)).await.unwrap();
        assert_eq!(purged.deleted, 4);
        let left = audit::list(&db.store, &AuditFilter::default(), Page::first(10)).await.unwrap();
        let actions: Vec<_> = left.items.iter().map(|entry| entry.action.as_str()).collect();
        assert_eq!(actions, ["audit.purged", "report.saved", "report.saved"]);
        assert_eq!(left.items[0].details["deleted"], 4);
        assert_eq!(retention::purge_audit(&db.store, 0, 0, day(900)).await.unwrap().deleted, 0);
    }

    async fn a_project_goes_with_everything_but_its_audit_log(db) {
        save(&db, "p", 3, 0).await;
        save(&db, "p", 3, 1).await;
        save(&db, "q", 2, 0).await;
        let id = db.number("SELECT MIN(f.id) FROM finding f WHERE superseded_by IS NULL").await;
        let bob = Actor::User("bob".to_owned());
        store::triage::comment(&db.store, &bob, id, "Seen", day(2)).await.unwrap();
        let gone = projects::delete(&db.store, &bob, &name("p"), day(3)).await.unwrap();
        assert_eq!((gone.reports, gone.findings), (2, 6));
        for (table, left) in [("project", 1), ("report", 1), ("finding", 2), ("status_event", 2), ("comment", 0)] {
            assert_eq!(db.number(&format!("SELECT COUNT(*) FROM {table}")).await, left, "{table}");
        }
        let log = audit::list(&db.store, &AuditFilter { project: Some(name("p")), ..Default::default() }, Page::first(10)).await.unwrap();
        assert_eq!((log.items[0].action.as_str(), log.items[0].actor.as_str(), log.total), ("project.deleted", "user:bob", 4));
        assert_eq!(log.items[0].details, serde_json::json!({"findings": 6, "reports": 2}));
        assert_eq!(refusal(projects::delete(&db.store, &bob, &name("p"), day(3)).await), "project p not found");
    }
}
