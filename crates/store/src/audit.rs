//! The log of who did what: written in the transaction of the change, never changed afterwards.

use domain::{Actor, ProjectName, Timestamp};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::entity::audit_event;
use crate::{Error, Page, Paged, Store};

/// Characters of one text of the details.
const DETAIL_CHARS: usize = 1_000;
/// Entries of one list of the details.
const DETAIL_ITEMS: usize = 50;
/// Bytes of all details.
const DETAILS_BYTES: usize = 8_000;

/// One entry of the log.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditEvent {
    /// Number.
    pub id: i64,
    /// When.
    pub created_at: Timestamp,
    /// What, such as `finding.status_changed`.
    pub action: String,
    /// Who, such as `token:laptop`.
    pub actor: String,
    /// What kind of thing it was done to.
    pub target_type: String,
    /// Which one.
    pub target_id: Option<String>,
    /// Project it belongs to.
    pub project: Option<String>,
    /// Particulars, an object.
    pub details: Value,
}

/// Which entries are wanted; all conditions hold at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// This action only.
    pub action: Option<String>,
    /// This actor only.
    pub actor: Option<String>,
    /// This project only.
    pub project: Option<ProjectName>,
}

/// The entries, the newest first.
///
/// # Errors
///
/// When the database fails.
pub async fn list(store: &Store, filter: &AuditFilter, page: Page) -> Result<Paged<AuditEvent>, Error> {
    // No entry has one, and one of the engines takes none.
    if [&filter.action, &filter.actor]
        .into_iter()
        .flatten()
        .any(|text| text.contains('\0'))
    {
        return Ok(Paged::none(page));
    }
    let tx = store.read().await?;
    let mut query = audit_event::Entity::find();
    if let Some(action) = &filter.action {
        query = query.filter(audit_event::Column::Action.eq(action));
    }
    if let Some(actor) = &filter.actor {
        query = query.filter(audit_event::Column::Actor.eq(actor));
    }
    if let Some(project) = &filter.project {
        query = query.filter(audit_event::Column::Project.eq(project.as_str()));
    }
    let total = query.clone().count(&tx).await?;
    let rows = query
        .order_by_desc(audit_event::Column::CreatedAt)
        .order_by_desc(audit_event::Column::Id)
        .limit(page.limit)
        .offset(page.offset)
        .all(&tx)
        .await?;
    let items: Result<Vec<_>, _> = rows.into_iter().map(read).collect();
    Ok(Paged {
        items: items?,
        total,
        offset: page.offset,
    })
}

fn read(row: audit_event::Model) -> Result<AuditEvent, Error> {
    Ok(AuditEvent {
        id: row.id,
        created_at: Timestamp::from_micros(row.created_at),
        action: row.action,
        actor: row.actor,
        target_type: row.target_type,
        target_id: row.target_id,
        project: row.project,
        details: serde_json::from_str(&row.details).map_err(|_| Error::unreadable("details of an audit event"))?,
    })
}

/// An entry to be written.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    action: &'static str,
    target_type: &'static str,
    target_id: Option<String>,
    project: Option<String>,
    details: Map<String, Value>,
}

impl Entry {
    pub(crate) fn new(action: &'static str, target_type: &'static str) -> Self {
        Self {
            action,
            target_type,
            target_id: None,
            project: None,
            details: Map::new(),
        }
    }

    pub(crate) fn target(mut self, id: impl ToString) -> Self {
        self.target_id = Some(id.to_string());
        self
    }

    pub(crate) fn project(mut self, project: &str) -> Self {
        self.project = Some(project.to_owned());
        self
    }

    /// Adds a particular, bounded. What cannot be written as JSON, or no longer fits, is left out.
    pub(crate) fn detail(mut self, key: &str, value: impl Serialize) -> Self {
        let value = bounded(serde_json::to_value(value).unwrap_or(Value::Null));
        self.details.insert(key.to_owned(), value);
        if details_text(&self.details).len() > DETAILS_BYTES {
            self.details
                .insert(key.to_owned(), Value::String("[too long]".to_owned()));
        }
        self
    }
}

fn bounded(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(untrusted_text::safe_text(&text, DETAIL_CHARS).to_string()),
        Value::Array(items) => Value::Array(items.into_iter().take(DETAIL_ITEMS).map(bounded).collect()),
        other => other,
    }
}

fn details_text(details: &Map<String, Value>) -> String {
    serde_json::to_string(details).unwrap_or_else(|_| "{}".to_owned())
}

/// Writes an entry.
pub(crate) async fn record(
    db: &impl ConnectionTrait,
    actor: &Actor,
    now: Timestamp,
    entry: Entry,
) -> Result<(), Error> {
    record_all(db, actor, now, vec![entry]).await
}

/// Writes several entries.
pub(crate) async fn record_all(
    db: &impl ConnectionTrait,
    actor: &Actor,
    now: Timestamp,
    entries: Vec<Entry>,
) -> Result<(), Error> {
    if entries.is_empty() {
        return Ok(());
    }
    let rows = entries.into_iter().map(|entry| audit_event::ActiveModel {
        id: NotSet,
        created_at: Set(now.as_micros()),
        action: Set(entry.action.to_owned()),
        actor: Set(actor.to_string()),
        target_type: Set(entry.target_type.to_owned()),
        target_id: Set(entry.target_id),
        project: Set(entry.project),
        details: Set(details_text(&entry.details)),
    });
    audit_event::Entity::insert_many(rows)
        .exec_without_returning(db)
        .await?;
    Ok(())
}
