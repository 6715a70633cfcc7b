use std::sync::atomic::{AtomicU32, Ordering};

use sea_orm::{ConnectionTrait as _, DatabaseConnection, Statement};
use store::{DatabaseUrl, Engine, OpenOptions};
use tempfile::TempDir;

/// The variable that names a PostgreSQL server for tests.
const POSTGRES: &str = "SECREVIEW_TEST_POSTGRES";

/// A database of one test: a file, or a schema of its own on the server. Statements reach it past the store.
pub struct Database {
    pub url: DatabaseUrl,
    pub options: OpenOptions,
    direct: DatabaseConnection,
    _folder: Option<TempDir>,
}

impl Database {
    pub async fn new(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => Self::file().await,
            Engine::PostgreSql => Self::schema().await,
        }
    }

    async fn file() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("reports.db");
        let direct = connect(&format!("sqlite://{}?mode=rwc", path.display())).await;
        Self {
            url: DatabaseUrl::sqlite(&path),
            options: OpenOptions::default(),
            direct,
            _folder: Some(folder),
        }
    }

    async fn schema() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let url = std::env::var(POSTGRES)
            .unwrap_or_else(|_| panic!("{POSTGRES} is not set: `scripts/test` starts a PostgreSQL and sets it"));
        let schema = format!("mcp_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let direct = connect(&url).await;
        let made =
            format!("DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}; SET search_path TO {schema}");
        direct.execute_unprepared(&made).await.expect("a schema");
        Self {
            url: DatabaseUrl::parse(&url).expect("a URL"),
            options: OpenOptions {
                schema: Some(schema),
                ..OpenOptions::default()
            },
            direct,
            _folder: None,
        }
    }

    /// Changes rows past the store.
    pub async fn execute(&self, sql: &str) {
        self.direct
            .execute_unprepared(sql)
            .await
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    /// The first text of the first row.
    pub async fn text(&self, sql: &str) -> String {
        let statement = Statement::from_string(self.direct.get_database_backend(), sql);
        let row = self
            .direct
            .query_one_raw(statement)
            .await
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
        row.expect("a row").try_get_by_index(0).expect("a text")
    }

    /// How many rows of a table fit a condition.
    pub async fn count(&self, table: &str, condition: &str) -> i64 {
        let sql = format!("SELECT CAST(COUNT(*) AS BIGINT) FROM {table} WHERE {condition}");
        let statement = Statement::from_string(self.direct.get_database_backend(), sql);
        let row = self.direct.query_one_raw(statement).await.expect("counted");
        row.expect("a row").try_get_by_index(0).expect("a number")
    }

    /// Takes the schema away; a file goes with its folder.
    pub async fn remove(self) {
        if let Some(schema) = &self.options.schema {
            self.execute(&format!("DROP SCHEMA {schema} CASCADE")).await;
        }
        self.direct.close().await.expect("closed");
    }
}

/// One connection, so that what is set for it holds for every statement.
async fn connect(url: &str) -> DatabaseConnection {
    let mut options = sea_orm::ConnectOptions::new(url);
    options.max_connections(1).sqlx_logging(false);
    sea_orm::Database::connect(options).await.expect("a connection")
}
