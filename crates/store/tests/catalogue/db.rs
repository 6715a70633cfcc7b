//! A fresh database for a test, on either engine.

use domain::Timestamp;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection};
use store::{DatabaseUrl, Engine, OpenOptions, Store};
use tempfile::TempDir;

/// Runs each test on SQLite and on PostgreSQL.
macro_rules! both_engines {
    ($(async fn $name:ident($db:ident) $body:block)+) => {$(
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn run($db: &db::TestDb) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let db = db::TestDb::sqlite().await;
                run(&db).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgresql() {
                let db = db::TestDb::postgresql().await;
                run(&db).await;
                db.drop_schema().await;
            }
        }
    )+};
}

pub struct TestDb {
    url: DatabaseUrl,
    options: OpenOptions,
    /// How the tests look at the tables.
    raw_url: String,
    _folder: Option<TempDir>,
}

impl TestDb {
    pub async fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let db = Self {
            url: DatabaseUrl::sqlite(&path),
            options: OpenOptions::default(),
            raw_url: format!("sqlite://{}", path.display()),
            _folder: Some(folder),
        };
        db.store().await.migrate(now(0)).await.unwrap();
        db
    }

    pub async fn postgresql() -> Self {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NEXT: AtomicU32 = AtomicU32::new(0);

        let url = std::env::var("SECREVIEW_TEST_POSTGRES")
            .expect("SECREVIEW_TEST_POSTGRES is not set: `scripts/test` starts a server for the tests and sets it");
        let schema = format!(
            "catalogue_{}_{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        let db = Self {
            url: DatabaseUrl::parse(&url).unwrap(),
            options: OpenOptions {
                max_connections: 4,
                schema: Some(schema.clone()),
            },
            raw_url: url,
            _folder: None,
        };
        let raw = Database::connect(&db.raw_url).await.unwrap();
        raw.execute_unprepared(&format!("CREATE SCHEMA {schema}"))
            .await
            .unwrap();
        raw.close().await.unwrap();
        db.store().await.migrate(now(0)).await.unwrap();
        db
    }

    /// A store with connections of its own, as another process has.
    pub async fn store(&self) -> Store {
        Store::open(&self.url, &self.options).await.unwrap()
    }

    /// Runs a statement behind the back of the program.
    #[allow(dead_code)]
    pub async fn execute(&self, sql: &str) {
        let raw = self.raw().await;
        raw.execute_unprepared(sql).await.unwrap();
        raw.close().await.unwrap();
    }

    #[allow(dead_code)]
    pub fn engine(&self) -> Engine {
        self.url.engine()
    }

    async fn raw(&self) -> DatabaseConnection {
        let mut options = sea_orm::ConnectOptions::new(&self.raw_url);
        options.max_connections(1);
        if let Some(schema) = &self.options.schema {
            options.set_schema_search_path(schema);
        }
        Database::connect(options).await.unwrap()
    }

    pub async fn drop_schema(&self) {
        if let Some(schema) = &self.options.schema {
            self.execute(&format!("DROP SCHEMA {schema} CASCADE")).await;
        }
    }
}

/// A day of the tests.
pub fn now(day: i64) -> Timestamp {
    Timestamp::of_day(20_530 + day)
}
