//! A database of its own for each test, on both engines.
//!
//! SQLite: a file in a temporary folder. PostgreSQL: a schema of the database that `SECREVIEW_TEST_POSTGRES` names
//! (`postgres://user@host:port/database`), dropped at the end; `scripts/test` starts a server and sets the variable.
#![allow(dead_code)]

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::{BySeverity, Caller, CheckedReport, FindingContent, ProjectName, ReportHead, Scope, Severity, Timestamp};
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, QueryResult, Statement,
    TransactionTrait,
};
use store::{DatabaseUrl, Engine, OpenOptions, Store};

/// Name of the variable that leads to the server.
const POSTGRES: &str = "SECREVIEW_TEST_POSTGRES";

static COUNTER: AtomicU64 = AtomicU64::new(1);

fn next() -> u64 {
    COUNTER.fetch_add(1, Ordering::Relaxed)
}

/// A fresh database with its tables.
pub struct Db {
    pub store: Store,
    pub url: DatabaseUrl,
    pub options: OpenOptions,
    raw: DatabaseConnection,
    schema: Option<String>,
    folder: Option<tempfile::TempDir>,
}

impl Db {
    pub async fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("data").join("reviews.db");
        let url = DatabaseUrl::sqlite(&path);
        let options = OpenOptions::default();
        let store = Store::open(&url, &options).await.expect("an SQLite file");
        store.migrate(noon()).await.expect("tables");
        let raw = connect(format!("sqlite://{}", path.display())).await;
        Self {
            store,
            url,
            options,
            raw,
            schema: None,
            folder: Some(folder),
        }
    }

    pub async fn postgres() -> Self {
        let address = std::env::var(POSTGRES).unwrap_or_else(|_| {
            panic!("{POSTGRES} is not set: run `scripts/test`, which starts a PostgreSQL server and sets it")
        });
        let schema = format!("t{}_{}", std::process::id(), next());
        let admin = connect(address.clone()).await;
        admin
            .execute_unprepared(&format!(
                "DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}"
            ))
            .await
            .expect("a schema");
        admin.close().await.expect("closed");
        let url = DatabaseUrl::parse(&address).expect("an address");
        let options = OpenOptions {
            schema: Some(schema.clone()),
            ..OpenOptions::default()
        };
        let store = Store::open(&url, &options).await.expect("a server");
        store.migrate(noon()).await.expect("tables");
        let mut connect = ConnectOptions::new(address);
        connect
            .set_schema_search_path(&schema)
            .max_connections(2)
            .sqlx_logging(false);
        let raw = Database::connect(connect).await.expect("a server");
        Self {
            store,
            url,
            options,
            raw,
            schema: Some(schema),
            folder: None,
        }
    }

    /// Another store with connections of its own on the same database.
    pub async fn another(&self) -> Store {
        Store::open(&self.url, &self.options).await.expect("a second store")
    }

    /// The numbers of the first column that a statement gives.
    pub async fn numbers(&self, sql: &str) -> Vec<i64> {
        let rows = self
            .raw
            .query_all_raw(Statement::from_string(self.raw.get_database_backend(), sql))
            .await
            .expect(sql);
        let number = |row: &QueryResult| {
            let wide = row.try_get_by_index::<i64>(0);
            wide.or_else(|_| row.try_get_by_index::<i16>(0).map(i64::from))
                .expect("a number")
        };
        rows.iter().map(number).collect()
    }

    pub async fn number(&self, sql: &str) -> i64 {
        self.numbers(sql).await[0]
    }

    pub async fn run(&self, sql: &str) {
        self.raw.execute_unprepared(sql).await.expect(sql);
    }

    /// Takes the row of a project until the transaction ends; on SQLite, until then it holds nobody up.
    pub async fn take(&self, project: &str) -> DatabaseTransaction {
        let tx = self.raw.begin().await.expect("a transaction");
        let lock = if self.schema.is_some() { " FOR UPDATE" } else { "" };
        let sql = format!("SELECT id FROM project WHERE name = '{project}'{lock}");
        tx.execute_unprepared(&sql).await.expect("a row");
        tx
    }

    /// From now on notes in `touched` the number of each row of a table that is changed.
    pub async fn note_changes(&self, table: &str, id: &str) {
        self.run("CREATE TABLE IF NOT EXISTS touched (id BIGINT NOT NULL)")
            .await;
        let sql = match self.store.engine() {
            Engine::Sqlite => {
                format!(
                    "CREATE TRIGGER note_{table} AFTER UPDATE ON {table} BEGIN INSERT INTO touched VALUES (OLD.{id}); END"
                )
            }
            Engine::PostgreSql => format!(
                "CREATE FUNCTION note_{table}() RETURNS trigger LANGUAGE plpgsql AS \
                 $$ BEGIN INSERT INTO touched VALUES (OLD.{id}); RETURN NEW; END $$; \
                 CREATE TRIGGER note_{table} AFTER UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION note_{table}()"
            ),
        };
        self.run(&sql).await;
    }

    async fn drop_all(&self) {
        if let Some(schema) = &self.schema {
            self.run(&format!("DROP SCHEMA {schema} CASCADE")).await;
        }
        let _ = self.raw.close_by_ref().await;
        let _ = self.store.clone().close().await;
    }
}

async fn connect(url: String) -> DatabaseConnection {
    let mut options = ConnectOptions::new(url);
    options.max_connections(2).sqlx_logging(false);
    Database::connect(options).await.expect("a connection")
}

/// Runs a test on a database and removes the database, also after a failure.
pub async fn on<F: Future<Output = ()> + Send + 'static>(db: Db, test: fn(Arc<Db>) -> F) {
    let db = Arc::new(db);
    let outcome = tokio::spawn(test(db.clone())).await;
    db.drop_all().await;
    if let Err(failure) = outcome {
        std::panic::resume_unwind(failure.into_panic());
    }
}

/// Makes a test of each function, once for SQLite and once for PostgreSQL.
#[macro_export]
macro_rules! both_engines {
    ($($(#[$meta:meta])* async fn $name:ident($db:ident) $body:block)+) => {
        $(
            $(#[$meta])*
            mod $name {
                #[allow(unused_imports)]
                use super::*;

                async fn test($db: std::sync::Arc<$crate::support::Db>) $body

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn on_sqlite() {
                    $crate::support::on($crate::support::Db::sqlite().await, test).await;
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn on_postgresql() {
                    $crate::support::on($crate::support::Db::postgres().await, test).await;
                }
            }
        )+
    };
}

/// 2026-03-18 at noon.
pub fn noon() -> Timestamp {
    Timestamp::from_micros(1_773_835_200_000_000)
}

/// So many days after that noon.
pub fn day(days: i64) -> Timestamp {
    noon().plus_days(days)
}

pub fn name(text: &str) -> ProjectName {
    ProjectName::parse(text).expect("a name")
}

pub fn scope(projects: &[&str]) -> Scope {
    Scope::Projects(projects.iter().map(|project| name(project)).collect())
}

pub fn agent() -> Caller {
    Caller::local()
}

/// A finding of a file and line.
pub fn finding(title: &str, severity: Severity, line: Option<u32>) -> FindingContent {
    FindingContent {
        title: title.to_owned(),
        severity,
        rule_id: Some("PY-004".to_owned()),
        category: "code".to_owned(),
        cwe: Some("CWE-89".to_owned()),
        owasp: None,
        file_path: Some("src/app.py".to_owned()),
        line_start: line,
        line_end: line,
        description: "The name is put into the query".to_owned(),
        evidence: None,
        recommendation: None,
        confidence: None,
        impact: None,
        verification: None,
        source: None,
        sink: None,
    }
}

/// A report that is like no other.
pub fn report(project: &str, findings: Vec<FindingContent>) -> CheckedReport {
    CheckedReport {
        head: ReportHead {
            project: name(project),
            repository: None,
            branch: Some("main".to_owned()),
            commit_sha: None,
            reviewer: Some("agent".to_owned()),
            author: None,
            scope: None,
            review_type: Some(domain::ReviewType::SecurityReview),
            summary: "Looked at the login".to_owned(),
            checklist_results: Vec::new(),
            scan_rules: Vec::new(),
        },
        findings,
        declared_risk: None,
        idempotency_key: None,
        content_digest: format!("{:064x}", next()),
        warnings: Vec::new(),
        not_covered: Vec::new(),
    }
}

/// The text of a failure that the domain explains.
pub fn refusal<T: std::fmt::Debug>(result: Result<T, store::Error>) -> String {
    match result {
        Err(store::Error::Domain(error)) => error.to_string(),
        other => panic!("not refused: {other:?}"),
    }
}

pub fn counts(critical: usize, high: usize, medium: usize, low: usize, info: usize) -> BySeverity {
    BySeverity {
        critical,
        high,
        medium,
        low,
        info,
    }
}
