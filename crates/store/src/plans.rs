//! Every hot question is answered by an index: no table of findings, reports or steps is read from end to end.

use domain::gate::GateQuery;
use domain::trend::TrendQuery;
use domain::triage::Decision;
use domain::{
    Actor, Caller, CheckedReport, FindingContent, FindingStatus, Granularity, Limits, ProjectName, ReportHead,
    ReviewType, Scope, Severity, Timestamp,
};
use sea_orm::{ConnectionTrait, Database, QueryTrait, Statement, TransactionTrait};

use crate::sql::RAN;
use crate::{DatabaseUrl, Engine, Error, OpenOptions, Page, Store};
use crate::{findings, gate, projects, reports, retention, sarif, trend, triage};

fn now() -> Timestamp {
    Timestamp::from_micros(1_773_835_200_000_000)
}

fn report(name: &ProjectName, number: u32) -> CheckedReport {
    let finding = |line| FindingContent {
        title: "SQL injection".to_owned(),
        severity: Severity::High,
        rule_id: None,
        category: "code".to_owned(),
        cwe: None,
        owasp: None,
        file_path: None,
        line_start: Some(line),
        line_end: None,
        description: "The name is put into the query".to_owned(),
        evidence: None,
        recommendation: None,
        confidence: None,
        impact: None,
        verification: None,
        source: None,
        sink: None,
    };
    CheckedReport {
        head: ReportHead {
            project: name.clone(),
            repository: None,
            branch: None,
            commit_sha: None,
            reviewer: None,
            author: None,
            scope: None,
            review_type: Some(ReviewType::Other),
            summary: "Looked at it".to_owned(),
            checklist_results: Vec::new(),
            scan_rules: Vec::new(),
        },
        findings: (1..20).map(finding).collect(),
        declared_risk: None,
        idempotency_key: None,
        content_digest: number.to_string(),
        warnings: Vec::new(),
        not_covered: Vec::new(),
    }
}

/// Does everything that is hot.
async fn use_everything(store: &Store) -> Result<(), Error> {
    let name = ProjectName::parse("p")?;
    let (all, page, now) = (&Scope::All, Page::first(10), now());
    let mut last = 0;
    for number in 0..3 {
        last = reports::save(store, &Caller::local(), &report(&name, number), now)
            .await?
            .report_id;
    }
    let of_report = reports::findings(store, all, last, reports::Order::ById, page).await?;
    let decision = Decision {
        status: FindingStatus::Fixed,
        reason: None,
        expires_on: None,
    };
    let ids = [of_report.items[0].id];
    triage::decide(store, &Actor::Cli, &ids, &decision, &Limits::default(), now).await?;
    reports::still_open(store, all, last, now).await?;
    let filter = reports::ReportFilter {
        project: Some(name.clone()),
        ..reports::ReportFilter::newest_first()
    };
    reports::list(store, all, &filter, page, now).await?;
    for status in [None, Some(FindingStatus::Open), Some(FindingStatus::Accepted)] {
        let filter = findings::FindingFilter {
            project: Some(name.clone()),
            status,
            review_type: status.map(|_| ReviewType::Other),
            ..Default::default()
        };
        findings::list(store, all, &filter, page, now).await?;
    }
    findings::acceptances(store, all, Some(&name), false, page, now).await?;
    // Over all projects, with a condition that an index has to answer.
    for (review_type, risk_level) in [(Some(ReviewType::Other), None), (None, Some(Severity::High))] {
        let filter = reports::ReportFilter {
            review_type,
            risk_level,
            ..reports::ReportFilter::newest_first()
        };
        reports::list(store, all, &filter, page, now).await?;
    }
    let filter = findings::FindingFilter {
        review_type: Some(ReviewType::Other),
        ..Default::default()
    };
    findings::list(store, all, &filter, page, now).await?;
    let filter = findings::FindingFilter {
        severity: Some(Severity::High),
        ..Default::default()
    };
    findings::list(store, all, &filter, page, now).await?;
    projects::posture(store, all, &name, now).await?;
    projects::list(store, all, page, now).await?;
    gate::check(store, all, &GateQuery::of(name.clone()), now).await?;
    let query = TrendQuery {
        project: name.clone(),
        days: 90,
        granularity: Granularity::Week,
    };
    trend::of(store, all, &query, now).await?;
    sarif::select(store, all, &sarif::SarifSource::Project(name), true, page, now).await?;
    sarif::select(store, all, &sarif::SarifSource::Report(last), false, page, now).await?;
    retention::purge_empty_reports(store, 90, now).await?;
    Ok(())
}

/// Lists everything, of all projects: what no condition narrows is walked in the order of an index, and counted in one.
async fn list_everything(store: &Store) -> Result<(), Error> {
    let (all, page, now) = (&Scope::All, Page::first(10), now());
    reports::list(store, all, &reports::ReportFilter::newest_first(), page, now).await?;
    for status in [None, Some(FindingStatus::Open), Some(FindingStatus::Accepted)] {
        let filter = findings::FindingFilter {
            status,
            ..Default::default()
        };
        findings::list(store, all, &filter, page, now).await?;
    }
    findings::acceptances(store, all, None, false, page, now).await?;
    Ok(())
}

/// How a plan names the reading of an index instead of the table, from one end to the other or until there is enough.
const BY_INDEX: [&str; 2] = [" USING INDEX ", " USING COVERING INDEX "];

/// The plans of all statements that were run, and of those that the query builder makes.
async fn check_plans(store: &Store) {
    RAN.with_borrow_mut(Vec::clear);
    use_everything(store).await.unwrap();
    let backend = store.connection().get_database_backend();
    let mut statements = RAN.with_borrow_mut(std::mem::take);
    statements.push(reports::current_with(1, &["a".to_owned(), "b".to_owned()]).build(backend));
    statements.retain(|statement| !statement.sql.contains("VALUES"));
    assert!(statements.len() > 30, "{}", statements.len());
    check_statements(store, statements, false).await;
    list_everything(store).await.unwrap();
    let statements = RAN.with_borrow_mut(std::mem::take);
    assert!(statements.len() > 10, "{}", statements.len());
    check_statements(store, statements, true).await;
}

/// No statement reads a table from end to end, nor an index unless the whole of it is asked for.
async fn check_statements(store: &Store, statements: Vec<Statement>, whole_index: bool) {
    let db = store.connection();
    let tx = db.begin().await.unwrap();
    let (explain, column) = match store.engine() {
        Engine::Sqlite => ("EXPLAIN QUERY PLAN", "detail"),
        Engine::PostgreSql => {
            // In small tables it would not care to look into an index.
            tx.execute_unprepared("SET LOCAL enable_seqscan = off").await.unwrap();
            ("EXPLAIN", "QUERY PLAN")
        }
    };
    for statement in statements {
        let sql = format!("{explain} {}", statement.sql);
        let rows = tx
            .query_all_raw(Statement {
                sql,
                ..statement.clone()
            })
            .await
            .unwrap();
        let plan: Vec<String> = rows.iter().map(|row| row.try_get("", column).unwrap()).collect();
        if statement.sql.contains("status_expires_at ASC") && whole_index {
            // The page of all acceptances stops when it is full.
            assert!(!plan.iter().any(|step| step.contains("B-TREE")), "{plan:#?}");
        }
        for step in &plan {
            for table in ["finding", "report", "status_event", "f", "r", "c", "latest"] {
                let whole = step.starts_with(&format!("SCAN {table}")) && !step.starts_with("SCAN finding_");
                let whole = whole && step.split_whitespace().nth(1) == Some(table);
                let whole = whole && !(whole_index && BY_INDEX.iter().any(|by| step.contains(by)));
                let whole = whole || step.contains(&format!("Seq Scan on {table} "));
                assert!(!whole, "{}\n{plan:#?}", statement.sql);
            }
        }
    }
}

#[tokio::test]
async fn sqlite_answers_by_index() {
    let folder = tempfile::tempdir().unwrap();
    let url = DatabaseUrl::sqlite(&folder.path().join("reviews.db"));
    let store = Store::open(&url, &OpenOptions::default()).await.unwrap();
    store.migrate(now()).await.unwrap();
    check_plans(&store).await;
    store.close().await.unwrap();
}

#[tokio::test]
async fn postgresql_answers_by_index() {
    let address = std::env::var("SECREVIEW_TEST_POSTGRES")
        .expect("SECREVIEW_TEST_POSTGRES is not set: run `scripts/test`, which starts a PostgreSQL server and sets it");
    let schema = format!("plans{}", std::process::id());
    let admin = Database::connect(&address).await.unwrap();
    let again = format!("DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}");
    admin.execute_unprepared(&again).await.unwrap();
    let options = OpenOptions {
        schema: Some(schema.clone()),
        ..OpenOptions::default()
    };
    let store = Store::open(&DatabaseUrl::parse(&address).unwrap(), &options)
        .await
        .unwrap();
    store.migrate(now()).await.unwrap();
    check_plans(&store).await;
    store.close().await.unwrap();
    admin
        .execute_unprepared(&format!("DROP SCHEMA {schema} CASCADE"))
        .await
        .unwrap();
}
