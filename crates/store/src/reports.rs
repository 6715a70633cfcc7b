//! Saving and reading reports.

mod list;
mod outcome;
mod save;
mod write;

use std::collections::BTreeSet;

use domain::{BySeverity, Finding, ProjectName, Report, Scope, Timestamp};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, RelationTrait,
};

pub use list::{ReportFilter, ReportSort, list};
#[cfg(test)]
pub(crate) use save::current_with;
pub use save::save;
pub(crate) use write::append as append_events;

use crate::entity::{finding, project, report};
use crate::sql::Sql;
use crate::{Error, Page, Paged, Store, findings, row};

/// Order of the findings of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// As they were stored.
    #[default]
    ById,
    /// The highest severity first, then as they were stored.
    WorstFirst,
}

/// A report.
///
/// # Errors
///
/// Not found, also when it is out of reach.
pub async fn get(store: &Store, scope: &Scope, id: i64) -> Result<Report, Error> {
    let tx = store.read().await?;
    load(&tx, scope, id).await
}

/// Findings of a report, superseded ones too.
///
/// # Errors
///
/// The report is not found, also when it is out of reach.
pub async fn findings(
    store: &Store,
    scope: &Scope,
    report_id: i64,
    order: Order,
    page: Page,
) -> Result<Paged<Finding>, Error> {
    let tx = store.read().await?;
    owner(&tx, scope, report_id).await?;
    page_of(&tx, report_id, order, page).await
}

async fn page_of(db: &impl ConnectionTrait, report_id: i64, order: Order, page: Page) -> Result<Paged<Finding>, Error> {
    let query = finding::Entity::find().filter(finding::Column::ReportId.eq(report_id));
    let total = query.clone().count(db).await?;
    let query = match order {
        Order::ById => query,
        Order::WorstFirst => query.order_by_desc(finding::Column::SeverityRank),
    };
    let rows = query
        .order_by_asc(finding::Column::Id)
        .limit(page.limit)
        .offset(page.offset)
        .all(db)
        .await?;
    let items: Result<Vec<_>, _> = rows.into_iter().map(row::finding).collect();
    let mut items = items?;
    findings::name_current(db, &mut items).await?;
    Ok(Paged {
        items,
        total,
        offset: page.offset,
    })
}

/// A report with a page of its findings, and what is known of the others.
#[derive(Debug, Clone)]
pub struct Opened {
    /// The report.
    pub report: Report,
    /// The page, superseded findings too.
    pub findings: Paged<Finding>,
    /// What is still open of the whole report.
    pub still_open: BySeverity,
    /// Rules that a finding of the report cites, in upper case.
    pub cited_rules: BTreeSet<String>,
}

/// A report with a page of its findings, all of one moment.
///
/// # Errors
///
/// Not found, also when it is out of reach.
pub async fn open(
    store: &Store,
    scope: &Scope,
    id: i64,
    order: Order,
    page: Page,
    now: Timestamp,
) -> Result<Opened, Error> {
    let tx = store.read().await?;
    let report = load(&tx, scope, id).await?;
    let cited: Vec<Option<String>> = finding::Entity::find()
        .select_only()
        .column(finding::Column::RuleId)
        .distinct()
        .filter(finding::Column::ReportId.eq(id))
        .into_tuple()
        .all(&tx)
        .await?;
    Ok(Opened {
        findings: page_of(&tx, id, order, page).await?,
        still_open: open_counts(&tx, id, now).await?.by_severity,
        cited_rules: cited.into_iter().flatten().map(|rule| rule.to_uppercase()).collect(),
        report,
    })
}

/// What is still open of a report: each of its findings judged by the current sighting of its issue, each such sighting
/// counted once.
///
/// # Errors
///
/// The report is not found, also when it is out of reach.
pub async fn still_open(store: &Store, scope: &Scope, report_id: i64, now: Timestamp) -> Result<BySeverity, Error> {
    let tx = store.read().await?;
    owner(&tx, scope, report_id).await?;
    Ok(open_counts(&tx, report_id, now).await?.by_severity)
}

/// What is still open of a report, and how much of it waits for a person.
pub(crate) async fn open_counts(
    db: &impl ConnectionTrait,
    report_id: i64,
    now: Timestamp,
) -> Result<domain::gate::OpenCounts, Error> {
    let rows = Sql::new(
        "SELECT c.severity_rank, COUNT(*), COUNT(c.proposed_status) FROM finding c \
         WHERE c.superseded_by IS NULL AND c.issue_id IN (SELECT COALESCE(s.into_issue_id, f.issue_id) FROM finding f \
         LEFT JOIN issue_successor s ON s.issue_id = f.issue_id WHERE f.report_id = ",
    )
    .bind(report_id)
    .push(") AND ")
    .open_at("c.", now)
    .push(" GROUP BY c.severity_rank")
    .all(db)
    .await?;
    let mut counts = domain::gate::OpenCounts::default();
    for found in rows {
        let severity = row::severity(found.try_get_by_index(0)?)?;
        row::add(
            &mut counts.by_severity,
            severity,
            row::count(found.try_get_by_index(1)?)?,
        );
        counts.proposed += row::count(found.try_get_by_index(2)?)?;
    }
    Ok(counts)
}

/// The project of a report, if the report is within reach.
pub(crate) async fn owner(db: &impl ConnectionTrait, scope: &Scope, id: i64) -> Result<(i64, ProjectName), Error> {
    let found: Option<(i64, String)> = report::Entity::find_by_id(id)
        .select_only()
        .join(sea_orm::JoinType::InnerJoin, report::Relation::Project.def())
        .column(project::Column::Id)
        .column(project::Column::Name)
        .into_tuple()
        .one(db)
        .await?;
    if let Some((project_id, name)) = found {
        let name = row::project_name(&name)?;
        if scope.reaches(&name) {
            return Ok((project_id, name));
        }
    }
    Err(Error::Domain(domain::Error::not_found("report", id)))
}

pub(crate) async fn load(db: &impl ConnectionTrait, scope: &Scope, id: i64) -> Result<Report, Error> {
    let (_, name) = owner(db, scope, id).await?;
    match report::Entity::find_by_id(id).one(db).await? {
        Some(found) => row::report(found, name),
        None => Err(Error::Domain(domain::Error::not_found("report", id))),
    }
}

/// A text as searches compare it, stored and asked for: in lower case, since the engines themselves fold the letters of some
/// scripts only. A sigma is the same one at the end of a word, which the start of a longer word has not.
fn folded(text: &str) -> String {
    text.to_lowercase().replace('ς', "σ")
}
