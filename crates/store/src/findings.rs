//! Lists of current findings.

use std::collections::HashMap;

use domain::view::{AcceptanceRow, FindingRow, FindingView, ReportContext};
use domain::{Finding, FindingStatus, ProjectName, ReviewType, Scope, Severity, Timestamp};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use crate::entity::finding;
use crate::sql::Sql;
use crate::{Error, Page, Paged, Store, projects, row};

/// Which current findings are wanted; all conditions hold at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FindingFilter {
    /// Of this project.
    pub project: Option<ProjectName>,
    /// With this effective status.
    pub status: Option<FindingStatus>,
    /// With this severity, the one that counts.
    pub severity: Option<Severity>,
    /// Whose report is of this kind.
    pub review_type: Option<ReviewType>,
    /// Whether the caller may know the developers.
    pub author_visible: bool,
}

/// Current findings within reach: the worst first, then the latest.
///
/// # Errors
///
/// The project of the filter is out of reach: not found.
pub async fn list(
    store: &Store,
    scope: &Scope,
    filter: &FindingFilter,
    page: Page,
    now: Timestamp,
) -> Result<Paged<FindingRow>, Error> {
    let tx = store.read().await?;
    let Some(within) = projects::within(&tx, scope, filter.project.as_ref()).await? else {
        return Ok(Paged::none(page));
    };
    let conditions = |sql: Sql| conditions(sql, &within, filter, now);
    let total = conditions(Sql::new("SELECT COUNT(*) FROM finding WHERE "))
        .count(&tx)
        .await?;
    let (limit, offset) = page.bounds();
    let ids = conditions(Sql::new("SELECT id FROM finding WHERE "))
        .push(" ORDER BY severity_rank DESC, created_at DESC, id DESC LIMIT ")
        .bind(limit)
        .push(" OFFSET ")
        .bind(offset);
    let found = in_order(&tx, ids).await?;
    let contexts = contexts(&tx, &found).await?;
    let mut items = Vec::with_capacity(found.len());
    for finding in &found {
        let view = FindingView::for_reader(finding, filter.author_visible, now);
        items.push(FindingRow::new(view, context(&contexts, finding)?));
    }
    Ok(Paged {
        items,
        total,
        offset: page.offset,
    })
}

fn conditions(sql: Sql, within: &projects::Within, filter: &FindingFilter, now: Timestamp) -> Sql {
    let mut sql = within.condition(sql.push("superseded_by IS NULL AND "), "project_id");
    match filter.status {
        None => {}
        Some(FindingStatus::Open) => sql = sql.push(" AND ").open_at("", now),
        Some(status) => {
            sql = sql.push(" AND status = ").bind(status.as_str());
            if status.is_dismissed() {
                sql = sql
                    .push(" AND (status_expires_at IS NULL OR status_expires_at > ")
                    .bind(now.as_micros())
                    .push(")");
            }
        }
    }
    if let Some(severity) = filter.severity {
        sql = sql.push(" AND severity_rank = ").bind(row::rank(severity));
    }
    if let Some(kind) = filter.review_type {
        sql = sql
            .push(" AND report_id IN (SELECT r.id FROM report r WHERE r.review_type = ")
            .bind(kind.as_str());
        sql = within.condition(sql.push(" AND "), "r.project_id").push(")");
    }
    sql
}

/// Accepted risks, expired ones too: what ends first comes first, what has no end last.
///
/// # Errors
///
/// The project is out of reach: not found.
pub async fn acceptances(
    store: &Store,
    scope: &Scope,
    project: Option<&ProjectName>,
    author_visible: bool,
    page: Page,
    now: Timestamp,
) -> Result<Paged<AcceptanceRow>, Error> {
    let tx = store.read().await?;
    let Some(within) = projects::within(&tx, scope, project).await? else {
        return Ok(Paged::none(page));
    };
    let conditions = |sql: Sql| {
        within.condition(
            sql.push("superseded_by IS NULL AND status = 'accepted' AND "),
            "project_id",
        )
    };
    let total = conditions(Sql::new("SELECT COUNT(*) FROM finding WHERE "))
        .count(&tx)
        .await?;
    let (limit, offset) = page.bounds();
    let ids = conditions(Sql::new("SELECT id FROM finding WHERE "))
        .push(" ORDER BY status_expires_at ASC NULLS LAST, id LIMIT ")
        .bind(limit)
        .push(" OFFSET ")
        .bind(offset);
    let found = in_order(&tx, ids).await?;
    let contexts = contexts(&tx, &found).await?;
    let mut comments: HashMap<i64, usize> = HashMap::new();
    if !found.is_empty() {
        let ids: Vec<i64> = found.iter().map(|finding| finding.id).collect();
        let rows = Sql::new("SELECT finding_id, COUNT(*) FROM comment WHERE finding_id IN ")
            .ids(&ids)
            .push(" GROUP BY finding_id")
            .all(&tx)
            .await?;
        for counted in rows {
            comments.insert(counted.try_get_by_index(0)?, row::count(counted.try_get_by_index(1)?)?);
        }
    }
    let mut items = Vec::with_capacity(found.len());
    for finding in &found {
        let total = comments.get(&finding.id).copied().unwrap_or_default();
        items.push(AcceptanceRow::new(
            finding,
            context(&contexts, finding)?,
            total,
            author_visible,
            now,
        ));
    }
    Ok(Paged {
        items,
        total,
        offset: page.offset,
    })
}

/// The findings of the numbers that a statement gives, in its order: the statement itself is answered by an index alone.
pub(crate) async fn in_order(db: &impl ConnectionTrait, ids: Sql) -> Result<Vec<Finding>, Error> {
    let rows = ids.all(db).await?;
    let ids: Result<Vec<i64>, _> = rows.iter().map(|found| found.try_get_by_index(0)).collect();
    by_ids(db, &ids?).await
}

/// The findings of some numbers, in their order; those that do not exist are left out.
pub(crate) async fn by_ids(db: &impl ConnectionTrait, ids: &[i64]) -> Result<Vec<Finding>, Error> {
    let mut found: HashMap<i64, Finding> = HashMap::with_capacity(ids.len());
    for part in ids.chunks(500) {
        let rows = finding::Entity::find()
            .filter(finding::Column::Id.is_in(part.iter().copied()))
            .all(db)
            .await?;
        for stored in rows {
            found.insert(stored.id, row::finding(stored)?);
        }
    }
    let mut found: Vec<Finding> = ids.iter().filter_map(|id| found.remove(id)).collect();
    name_current(db, &mut found).await?;
    Ok(found)
}

/// Makes superseded findings name the current sighting of their issue: stored is the one that took their place.
pub(crate) async fn name_current(db: &impl ConnectionTrait, findings: &mut [Finding]) -> Result<(), Error> {
    let superseded = findings.iter().filter(|finding| !finding.is_current());
    let superseded: Vec<i64> = superseded.map(|finding| finding.id).collect();
    let mut current: HashMap<i64, i64> = HashMap::with_capacity(superseded.len());
    for part in superseded.chunks(500) {
        let rows = Sql::new(
            "SELECT f.id, c.id FROM finding f LEFT JOIN issue_successor s ON s.issue_id = f.issue_id \
             JOIN finding c ON c.issue_id = COALESCE(s.into_issue_id, f.issue_id) AND c.superseded_by IS NULL \
             WHERE f.id IN ",
        )
        .ids(part)
        .all(db)
        .await?;
        for found in rows {
            current.insert(found.try_get_by_index(0)?, found.try_get_by_index(1)?);
        }
    }
    for finding in findings.iter_mut().filter(|finding| !finding.is_current()) {
        let missing = || Error::Internal("an issue has no current sighting".to_owned());
        finding.superseded_by = Some(current.remove(&finding.id).ok_or_else(missing)?);
    }
    Ok(())
}

fn context<'c>(contexts: &'c HashMap<i64, ReportContext>, finding: &Finding) -> Result<&'c ReportContext, Error> {
    let missing = || Error::Internal("the report of a finding is missing".to_owned());
    contexts.get(&finding.report_id).ok_or_else(missing)
}

/// What the rows say of the reports.
async fn contexts(db: &impl ConnectionTrait, findings: &[Finding]) -> Result<HashMap<i64, ReportContext>, Error> {
    let mut contexts = HashMap::new();
    let mut ids: Vec<i64> = findings.iter().map(|finding| finding.report_id).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(contexts);
    }
    let rows = Sql::new(
        "SELECT r.id, p.name, r.branch, r.commit_sha, r.review_type, r.created_at \
         FROM report r JOIN project p ON p.id = r.project_id WHERE r.id IN ",
    )
    .ids(&ids)
    .all(db)
    .await?;
    for found in rows {
        let name: String = found.try_get_by_index(1)?;
        let kind: Option<String> = found.try_get_by_index(4)?;
        let context = ReportContext {
            project: row::project_name(&name)?,
            branch: found.try_get_by_index(2)?,
            commit_sha: found.try_get_by_index(3)?,
            review_type: row::word_or_none(kind.as_deref())?,
            created_at: row::time(found.try_get_by_index(5)?),
        };
        contexts.insert(found.try_get_by_index(0)?, context);
    }
    Ok(contexts)
}
