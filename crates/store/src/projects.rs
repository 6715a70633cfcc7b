//! Projects: their posture, the list of them, their removal.

use domain::{Actor, Caller, ProjectName, Scope, Timestamp};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{LockType, OnConflict};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::Error;
use crate::entity::project;

/// Projects that a refusal names.
const NAMED_PROJECTS: usize = 20;

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

/// Takes the rows of some projects, in one order for everybody.
pub(crate) async fn lock(db: &impl ConnectionTrait, ids: impl IntoIterator<Item = i64>) -> Result<(), Error> {
    project::Entity::find()
        .filter(project::Column::Id.is_in(ids))
        .order_by_asc(project::Column::Id)
        .lock(LockType::NoKeyUpdate)
        .all(db)
        .await?;
    Ok(())
}

/// Whether the caller may write to a project; if not, says where it may.
///
/// # Errors
///
/// [`domain::Error::Invalid`].
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
    Err(Error::Domain(domain::Error::invalid(format!(
        "this credential may not write to the project `{project}`: {reachable}. Ask for access with `request_project`"
    ))))
}
