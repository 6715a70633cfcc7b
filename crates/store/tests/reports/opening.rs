use std::path::Path;

use store::{DatabaseUrl, Engine, Error, OpenOptions, SchemaState, Store};

use crate::both_engines;
use crate::support::{day, noon};

both_engines! {
    async fn the_tables_are_made_once_and_a_newer_version_is_left_alone(db) {
        assert_eq!(db.store.schema().await.unwrap(), SchemaState::UpToDate);
        db.store.migrate(day(1)).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM audit_event WHERE action = 'database.migrated'").await, 1);
        let expected = "0002_catalogue".to_owned();
        db.run("INSERT INTO schema_migration (version, applied_at) VALUES ('9999_later', 0)").await;
        assert_eq!(db.store.schema().await.unwrap(), SchemaState::Ahead { stored: "9999_later".to_owned(), expected: expected.clone() });
        let refused = db.store.migrate(day(1)).await.unwrap_err();
        assert!(matches!(&refused, Error::Unavailable(text) if text.contains("9999_later")), "{refused:?}");
        db.run("DELETE FROM schema_migration").await;
        assert_eq!(db.store.schema().await.unwrap(), SchemaState::Behind { stored: None, expected });
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_stores_may_make_one_new_file_at_once() {
    for _ in 0..10 {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::sqlite(&folder.path().join("new").join("reviews.db"));
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..4 {
            let url = url.clone();
            tasks.spawn(async move {
                let store = Store::open(&url, &OpenOptions::default()).await?;
                store.migrate(noon()).await?;
                assert_eq!(store.schema().await?, SchemaState::UpToDate);
                store.close().await
            });
        }
        for outcome in tasks.join_all().await {
            outcome.unwrap();
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_file_and_its_folder_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data").join("odd name?#%20.db");
    let store = Store::open(&DatabaseUrl::sqlite(&path), &OpenOptions::default())
        .await
        .unwrap();
    store.migrate(noon()).await.unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    for entry in std::fs::read_dir(path.parent().unwrap()).unwrap() {
        assert_eq!(mode(&entry.unwrap().path()), 0o600);
    }
    store.close().await.unwrap();
}

#[test]
fn an_address_is_read_and_its_password_never_shown() {
    assert_eq!(
        DatabaseUrl::parse("sqlite:///var/lib/r.db").unwrap().to_string(),
        "sqlite:/var/lib/r.db"
    );
    assert_eq!(DatabaseUrl::parse(" sqlite:r.db").unwrap().engine(), Engine::Sqlite);
    let server = DatabaseUrl::parse("postgres://me:hunter2hunter2@db.example:5433/reviews").unwrap();
    assert_eq!(server.engine(), Engine::PostgreSql);
    assert_eq!(server.to_string(), "postgres://db.example:5433/reviews");
    assert_eq!(format!("{server:?}"), "DatabaseUrl(postgres://db.example:5433/reviews)");
    for bad in [
        "", "sqlite:", "sqlite::memory:", "sqlite:a?mode=rwc", "mysql://me:hunter2@h/d", "postgres://me:hunter2@h:xx/d",
    ] {
        let error = DatabaseUrl::parse(bad).unwrap_err();
        assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
    }
}

#[tokio::test]
async fn what_is_no_database_is_not_available() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "not a database ".repeat(100)).unwrap();
    let outcome = match Store::open(&DatabaseUrl::sqlite(&path), &OpenOptions::default()).await {
        Ok(store) => store.schema().await.map(drop),
        Err(error) => Err(error),
    };
    let error = outcome.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the database is not available: its file is damaged or not a database"
    );
}
