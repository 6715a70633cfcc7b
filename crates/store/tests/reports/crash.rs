//! A process that is killed in the middle of a save leaves a whole database.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use domain::{Scope, Severity};
use sea_orm::{ConnectionTrait, Database, DbBackend, Statement};
use store::{DatabaseUrl, OpenOptions, Page, Store, reports};

use crate::support::{agent, finding, noon, report};

/// Leads the child to its database.
const CHILD: &str = "SECREVIEW_TEST_SAVE_UNTIL_KILLED";
const FINDINGS: u32 = 200;

/// Not a test of its own: the child of the next one.
#[tokio::test]
#[ignore = "no test of its own: `a_killed_process_leaves_no_half_report` runs it as a process and kills it"]
async fn save_until_killed() {
    let Ok(path) = std::env::var(CHILD) else { return };
    let store = Store::open(&DatabaseUrl::sqlite(Path::new(&path)), &OpenOptions::default())
        .await
        .unwrap();
    store.migrate(noon()).await.unwrap();
    loop {
        let findings = (1..=FINDINGS)
            .map(|line| finding("Issue", Severity::Low, Some(line)))
            .collect();
        reports::save(&store, &agent(), &report("p", findings), noon())
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_killed_process_leaves_no_half_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("reviews.db");
    for round in 0..6_u64 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::save_until_killed", "--ignored"])
            .env(CHILD, &path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let started = Instant::now();
        let before = saved(&path).await;
        while saved(&path).await <= before + 1 {
            assert!(started.elapsed() < Duration::from_secs(60), "the child saves nothing");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // Somewhere else in the next save each time.
        tokio::time::sleep(Duration::from_millis(7 * round)).await;
        child.kill().unwrap();
        child.wait().unwrap();

        let db = Database::connect(format!("sqlite://{}", path.display())).await.unwrap();
        let value = |sql: &'static str| {
            let db = db.clone();
            async move {
                db.query_one_raw(Statement::from_string(DbBackend::Sqlite, sql))
                    .await
                    .unwrap()
                    .unwrap()
            }
        };
        let verdict: String = value("PRAGMA integrity_check").await.try_get_by_index(0).unwrap();
        assert_eq!(verdict, "ok");
        let broken = db
            .query_all_raw(Statement::from_string(DbBackend::Sqlite, "PRAGMA foreign_key_check"))
            .await
            .unwrap();
        assert_eq!(broken.len(), 0);
        let half = "SELECT COUNT(*) FROM report r WHERE findings_total <> (SELECT COUNT(*) FROM finding f WHERE f.report_id = r.id)";
        assert_eq!(value(half).await.try_get_by_index::<i64>(0).unwrap(), 0);
        let current = value("SELECT COUNT(*) FROM finding WHERE superseded_by IS NULL").await;
        assert_eq!(current.try_get_by_index::<i64>(0).unwrap(), i64::from(FINDINGS));
        let log = value(
            "SELECT (SELECT COUNT(*) FROM report) - (SELECT COUNT(*) FROM audit_event WHERE action = 'report.saved')",
        )
        .await;
        assert_eq!(log.try_get_by_index::<i64>(0).unwrap(), 0);
        db.close().await.unwrap();

        let store = Store::open(&DatabaseUrl::sqlite(&path), &OpenOptions::default())
            .await
            .unwrap();
        store.migrate(noon()).await.unwrap();
        let rows = reports::list(
            &store,
            &Scope::All,
            &reports::ReportFilter::newest_first(),
            Page::first(1),
            noon(),
        )
        .await
        .unwrap();
        assert_eq!(rows.items[0].findings_open, FINDINGS as usize);
        store.close().await.unwrap();
    }
}

/// Reports saved so far; none before there are tables.
async fn saved(path: &Path) -> i64 {
    let Ok(db) = Database::connect(format!("sqlite://{}?mode=ro", path.display())).await else {
        return 0;
    };
    let row = db
        .query_one_raw(Statement::from_string(DbBackend::Sqlite, "SELECT COUNT(*) FROM report"))
        .await;
    let number = row
        .ok()
        .flatten()
        .and_then(|row| row.try_get_by_index(0).ok())
        .unwrap_or(0);
    let _ = db.close().await;
    number
}
