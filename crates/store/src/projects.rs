//! Projects: their posture, the list of them, their removal.

use domain::gate::{OpenCounts, ProjectFacts};
use domain::posture::Posture;
use domain::{Actor, Caller, ProjectName, Scope, Timestamp};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{LockType, OnConflict};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::entity::project;
use crate::sql::Sql;
use crate::{Error, Page, Paged, Store, audit, row};

/// Projects that a refusal names.
const NAMED_PROJECTS: usize = 20;

/// Names asked for at once.
const NAMES: usize = 1_000;

/// Where a project stands. An unknown one gives zeros.
///
/// # Errors
///
/// The project is out of reach: not found.
pub async fn posture(store: &Store, scope: &Scope, name: &ProjectName, now: Timestamp) -> Result<Posture, Error> {
    scope.check(name)?;
    let tx = store.read().await?;
    match id_of(&tx, name).await? {
        Some(id) => posture_of(&tx, name.clone(), id, now).await,
        None => Ok(Posture::new(
            name.clone(),
            &ProjectFacts::default(),
            &OpenCounts::default(),
            0,
        )),
    }
}

async fn posture_of(db: &impl ConnectionTrait, name: ProjectName, id: i64, now: Timestamp) -> Result<Posture, Error> {
    let facts = facts(db, id).await?;
    let open = open_counts(db, id, now).await?;
    let stale = not_reported_again(db, id, now).await?;
    Ok(Posture::new(name, &facts, &open, stale))
}

/// The known projects within reach: the latest report first, then those without a report, by name.
///
/// # Errors
///
/// When the database fails.
pub async fn list(store: &Store, scope: &Scope, page: Page, now: Timestamp) -> Result<Paged<Posture>, Error> {
    let tx = store.read().await?;
    let Some(within) = within(&tx, scope, None).await? else {
        return Ok(Paged::none(page));
    };
    let total = within
        .condition(Sql::new("SELECT COUNT(*) FROM project WHERE "), "id")
        .count(&tx)
        .await?;
    let (limit, offset) = page.bounds();
    let latest = "SELECT p.id, p.name, (SELECT MAX(r.created_at) FROM report r WHERE r.project_id = p.id) AS last_report \
                  FROM project p WHERE ";
    let rows = within
        .condition(Sql::new(latest), "p.id")
        .push(" ORDER BY last_report DESC NULLS LAST, p.name LIMIT ")
        .bind(limit)
        .push(" OFFSET ")
        .bind(offset)
        .all(&tx)
        .await?;
    let mut items = Vec::with_capacity(rows.len());
    for found in rows {
        let name: String = found.try_get_by_index(1)?;
        items.push(posture_of(&tx, row::project_name(&name)?, found.try_get_by_index(0)?, now).await?);
    }
    Ok(Paged {
        items,
        total,
        offset: page.offset,
    })
}

/// Whether anything is stored of a project.
///
/// # Errors
///
/// When the database fails.
pub async fn exists(store: &Store, name: &ProjectName) -> Result<bool, Error> {
    let tx = store.read().await?;
    Ok(id_of(&tx, name).await?.is_some())
}

/// What went with a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deleted {
    /// Canonical name.
    pub project: ProjectName,
    /// Reports.
    pub reports: u64,
    /// Findings.
    pub findings: u64,
}

/// Deletes a project with all that belongs to it. The audit log keeps its entries and says so.
///
/// # Errors
///
/// The project is not found.
pub async fn delete(store: &Store, actor: &Actor, name: &ProjectName, now: Timestamp) -> Result<Deleted, Error> {
    let tx = store.write().await?;
    let not_found = || Error::Domain(domain::Error::not_found("project", name));
    let id = id_of(&*tx, name).await?.ok_or_else(not_found)?;
    // Somebody else may have deleted it while its row was waited for.
    if lock(&*tx, [id]).await? == 0 {
        return Err(not_found());
    }
    // In this order no deletion has to look for what depends on it.
    Sql::new("DELETE FROM comment WHERE finding_id IN (SELECT f.id FROM finding f JOIN report r ON r.id = f.report_id WHERE r.project_id = ")
        .bind(id)
        .push(")")
        .run(&*tx)
        .await?;
    for table in ["status_event", "issue_successor"] {
        Sql::new(&format!("DELETE FROM {table} WHERE project_id = "))
            .bind(id)
            .run(&*tx)
            .await?;
    }
    let findings = Sql::new("DELETE FROM finding WHERE report_id IN (SELECT id FROM report WHERE project_id = ")
        .bind(id)
        .push(")")
        .affected(&*tx)
        .await?;
    let reports = Sql::new("DELETE FROM report WHERE project_id = ")
        .bind(id)
        .affected(&*tx)
        .await?;
    Sql::new("DELETE FROM project WHERE id = ").bind(id).run(&*tx).await?;
    let entry = audit::Entry::new("project.deleted", "project")
        .target(name)
        .project(name.as_str())
        .detail("reports", reports)
        .detail("findings", findings);
    audit::record(&*tx, actor, now, entry).await?;
    tx.commit().await?;
    Ok(Deleted {
        project: name.clone(),
        reports,
        findings,
    })
}

/// What the reports of a project say about it.
pub(crate) async fn facts(db: &impl ConnectionTrait, id: i64) -> Result<ProjectFacts, Error> {
    let rows = Sql::new("SELECT COUNT(*), MAX(created_at) FROM report WHERE project_id = ")
        .bind(id)
        .all(db)
        .await?;
    let Some(found) = rows.first() else {
        return Ok(ProjectFacts::default());
    };
    let last: Option<i64> = found.try_get_by_index(1)?;
    Ok(ProjectFacts {
        reports_total: row::count(found.try_get_by_index(0)?)?,
        last_report_at: last.map(row::time),
        report_at: None,
    })
}

/// The current findings of a project that are open. One question per way of being open, so that each is answered by an index.
pub(crate) async fn open_counts(db: &impl ConnectionTrait, id: i64, now: Timestamp) -> Result<OpenCounts, Error> {
    let rows = Sql::new("SELECT severity_rank, COUNT(*) FROM finding WHERE superseded_by IS NULL AND project_id = ")
        .bind(id)
        .push(" AND status = 'open' GROUP BY severity_rank UNION ALL SELECT severity_rank, COUNT(*) FROM finding WHERE superseded_by IS NULL AND project_id = ")
        .bind(id)
        .push(" AND status IN ('accepted', 'false_positive') AND status_expires_at <= ")
        .bind(now.as_micros())
        .push(" GROUP BY severity_rank")
        .all(db)
        .await?;
    let mut counts = OpenCounts::default();
    for found in rows {
        let severity = row::severity(found.try_get_by_index(0)?)?;
        row::add(
            &mut counts.by_severity,
            severity,
            row::count(found.try_get_by_index(1)?)?,
        );
    }
    let proposed = Sql::new(
        "SELECT COUNT(*) FROM finding WHERE superseded_by IS NULL AND proposed_status IS NOT NULL AND project_id = ",
    )
    .bind(id)
    .push(" AND ")
    .open_at("", now)
    .count(db)
    .await?;
    counts.proposed = usize::try_from(proposed).unwrap_or(usize::MAX);
    Ok(counts)
}

/// How many open findings are of a report after which another one of the same branch and kind came.
async fn not_reported_again(db: &impl ConnectionTrait, id: i64, now: Timestamp) -> Result<usize, Error> {
    let found = Sql::new(
        "SELECT COUNT(*) FROM (SELECT r.id, MAX(r.id) OVER (PARTITION BY r.review_type, r.branch) AS newest \
         FROM report r WHERE r.project_id = ",
    )
    .bind(id)
    .push(") t JOIN finding f ON f.report_id = t.id AND f.superseded_by IS NULL AND f.project_id = ")
    .bind(id)
    .push(" WHERE t.id < t.newest AND ")
    .open_at("f.", now)
    .count(db)
    .await?;
    Ok(usize::try_from(found).unwrap_or(usize::MAX))
}

/// The number of a project, if it is known.
pub(crate) async fn id_of(db: &impl ConnectionTrait, name: &ProjectName) -> Result<Option<i64>, Error> {
    let id = project::Entity::find()
        .select_only()
        .column(project::Column::Id)
        .filter(project::Column::Name.eq(name.as_str()))
        .into_tuple()
        .one(db)
        .await?;
    Ok(id)
}

/// The projects that a question is about, by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Within {
    All,
    These(Vec<i64>),
}

impl Within {
    /// Appends the condition on a column.
    pub(crate) fn condition(&self, sql: Sql, column: &str) -> Sql {
        match self {
            Within::All => sql.push("1 = 1"),
            Within::These(ids) if ids.len() == 1 => sql.push(column).push(" = ").bind(ids[0]),
            Within::These(ids) => sql.push(column).push(" IN ").ids(ids),
        }
    }
}

/// The projects within reach, or the one asked for; none if there is nothing to look at.
///
/// # Errors
///
/// The one asked for is out of reach: not found.
pub(crate) async fn within(
    db: &impl ConnectionTrait,
    scope: &Scope,
    wanted: Option<&ProjectName>,
) -> Result<Option<Within>, Error> {
    if let Some(name) = wanted {
        scope.check(name)?;
        return Ok(id_of(db, name).await?.map(|id| Within::These(vec![id])));
    }
    let Scope::Projects(names) = scope else {
        return Ok(Some(Within::All));
    };
    let names: Vec<&str> = names.iter().map(ProjectName::as_str).collect();
    let mut ids: Vec<i64> = Vec::new();
    for part in names.chunks(NAMES) {
        let found: Vec<i64> = project::Entity::find()
            .select_only()
            .column(project::Column::Id)
            .filter(project::Column::Name.is_in(part.iter().copied()))
            .into_tuple()
            .all(db)
            .await?;
        ids.extend(found);
    }
    Ok((!ids.is_empty()).then_some(Within::These(ids)))
}

/// Takes the row of a project until the end of the transaction, and makes it if there is none: one writer per project.
pub(crate) async fn lock_or_create(
    db: &impl ConnectionTrait,
    name: &ProjectName,
    actor: &Actor,
    now: Timestamp,
) -> Result<i64, Error> {
    let locked = || {
        project::Entity::find()
            .filter(project::Column::Name.eq(name.as_str()))
            .lock(LockType::NoKeyUpdate)
    };
    if let Some(project) = locked().one(db).await? {
        return Ok(project.id);
    }
    let row = project::ActiveModel {
        id: NotSet,
        name: Set(name.as_str().to_owned()),
        created_at: Set(now.as_micros()),
        created_by: Set(Some(actor.to_string())),
        autojoin_blocked: Set(false),
    };
    let on_conflict = OnConflict::column(project::Column::Name).do_nothing().to_owned();
    project::Entity::insert(row)
        .on_conflict(on_conflict)
        .exec_without_returning(db)
        .await?;
    match locked().one(db).await? {
        Some(project) => Ok(project.id),
        None => Err(Error::Internal("a project vanished while it was made".to_owned())),
    }
}

/// Takes the rows of some projects, in one order for everybody; how many there still are.
pub(crate) async fn lock(db: &impl ConnectionTrait, ids: impl IntoIterator<Item = i64>) -> Result<usize, Error> {
    let taken = project::Entity::find()
        .filter(project::Column::Id.is_in(ids))
        .order_by_asc(project::Column::Id)
        .lock(LockType::NoKeyUpdate)
        .all(db)
        .await?;
    Ok(taken.len())
}

/// Whether the caller may write to a project; if not, says where it may.
///
/// # Errors
///
/// [`domain::Error::Forbidden`].
pub(crate) fn check_writes(caller: &Caller, project: &ProjectName) -> Result<(), Error> {
    if caller.writes.reaches(project) {
        return Ok(());
    }
    let reachable = match &caller.writes {
        Scope::Projects(names) if !names.is_empty() => {
            let named: Vec<String> = names
                .iter()
                .take(NAMED_PROJECTS)
                .map(|name| format!("`{name}`"))
                .collect();
            let more = match names.len() - named.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("it may write to {}{more}", named.join(", "))
        }
        _ => "it may write to no project yet".to_owned(),
    };
    Err(Error::Domain(domain::Error::forbidden(format!(
        "this credential may not write to the project `{project}`: {reachable}. Ask for access with `request_project`"
    ))))
}
