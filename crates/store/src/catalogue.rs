//! Rules, checklists and what is switched off: what an administrator may change of what the program brings.
//!
//! A rule is kept as a text that this crate does not read, beside the columns that lists need. Every change counts the
//! revision up in its own transaction, so that a process sees with one row whether its copy is still good. The row of the
//! revision is locked first: changes of the catalogue never interleave.

mod digest;
mod entry;
mod seed;

use std::collections::BTreeSet;

use domain::{Actor, ChecklistItem, Timestamp};
use sea_orm::sea_query::{Expr, ExprTrait, Iden, OnConflict};
use sea_orm::{ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use crate::entity::{checklist_item, disabled_rule, revision, rule};
use crate::store::Write;
use crate::{Error, Store, audit};

pub use digest::{of_definition, of_item, of_standard};
pub use entry::{RuleEntry, StoredItem, StoredRule};
pub use seed::{Defaults, Seeded, seed};

/// Rules kept at most, those of the program included.
pub const MAX_RULES: u64 = 1_000;
/// Checklist items kept at most, those of the program included.
pub const MAX_ITEMS: u64 = 1_000;
/// Rules named in one call at most.
pub const MAX_IDS: usize = 200;
/// Bytes of a definition at most.
pub const MAX_DEFINITION_BYTES: usize = 256 * 1024;

/// Key of the only row of the revision.
const REVISION_ID: i16 = 1;

/// Everything that decides what is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalogue {
    /// The rules, sorted by id.
    pub rules: Vec<StoredRule>,
    /// The checklist items, sorted by domain and id.
    pub items: Vec<StoredItem>,
    /// Ids of rules that are switched off; some may name no rule.
    pub disabled: BTreeSet<String>,
    /// Number of changes so far.
    pub revision: i64,
}

/// Whether an entry may be there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Put {
    /// It must not.
    Create,
    /// It must.
    Replace,
}

/// The number of changes so far.
///
/// # Errors
///
/// When the database fails.
pub async fn revision(store: &Store) -> Result<i64, Error> {
    let tx = store.read().await?;
    let row = revision::Entity::find_by_id(REVISION_ID).one(&tx).await?;
    Ok(row.ok_or_else(no_revision)?.value)
}

/// The whole catalogue, of one moment. The definition of a rule is read only if `wanted` says so of its id and digest.
///
/// # Errors
///
/// When the database fails.
pub async fn load(store: &Store, wanted: impl Fn(&str, &str) -> bool) -> Result<Catalogue, Error> {
    let tx = store.read().await?;
    let revision = revision::Entity::find_by_id(REVISION_ID).one(&tx).await?;
    let mut rules: Vec<StoredRule> = rule::Entity::find()
        .select_only()
        .columns([rule::Column::Id, rule::Column::Digest])
        .order_by_asc(rule::Column::Id)
        .into_tuple::<(String, String)>()
        .all(&tx)
        .await?
        .into_iter()
        .map(|(id, digest)| StoredRule {
            id,
            digest,
            definition: None,
        })
        .collect();
    let ids: Vec<&str> = rules
        .iter()
        .filter(|rule| wanted(&rule.id, &rule.digest))
        .map(|rule| rule.id.as_str())
        .collect();
    if !ids.is_empty() {
        let texts: Vec<(String, String)> = rule::Entity::find()
            .select_only()
            .columns([rule::Column::Id, rule::Column::Definition])
            .filter(rule::Column::Id.is_in(ids))
            .into_tuple()
            .all(&tx)
            .await?;
        for (id, definition) in texts {
            if let Ok(at) = rules.binary_search_by(|rule| rule.id.cmp(&id)) {
                rules[at].definition = Some(definition);
            }
        }
    }
    let items = checklist_item::Entity::find()
        .order_by_asc(checklist_item::Column::Domain)
        .order_by_asc(checklist_item::Column::Id)
        .all(&tx)
        .await?;
    let disabled = disabled_rule::Entity::find().all(&tx).await?;
    Ok(Catalogue {
        rules,
        items: items.into_iter().map(StoredItem::from).collect(),
        disabled: disabled.into_iter().map(|row| row.rule_id).collect(),
        revision: revision.ok_or_else(no_revision)?.value,
    })
}

/// Writes a rule. Whether its definition is valid and its id free of reserved prefixes is for the caller to know.
///
/// # Errors
///
/// [`domain::Error`] when the rule is there already, or is not, when it is too long or one too many.
pub async fn put_rule(store: &Store, entry: &RuleEntry, put: Put, actor: &Actor, now: Timestamp) -> Result<(), Error> {
    if entry.definition.len() > MAX_DEFINITION_BYTES {
        return Err(refused(format!(
            "the definition has {} bytes, the limit is {MAX_DEFINITION_BYTES}: shorten it",
            entry.definition.len()
        )));
    }
    if put == Put::Replace {
        check_name("rule", &entry.id)?;
    }
    let texts = [&entry.id, &entry.title, &entry.definition]
        .into_iter()
        .chain(&entry.cwe);
    if texts.chain(&entry.languages).any(|text| text.contains('\0')) {
        return Err(refused("the rule contains a NUL character: remove it".to_owned()));
    }
    let tx = lock(store).await?;
    let stored = rule::Entity::find_by_id(&entry.id).one(&*tx).await?;
    check_put("rule", &entry.id, put, stored.is_some())?;
    if stored.is_none() {
        check_count("rules", rule::Entity::find().count(&*tx).await?, MAX_RULES)?;
    }
    let row = rule::ActiveModel::from(entry.row(Some(actor), stored.map(|row| row.created_at), now));
    rule::Entity::insert(row)
        .on_conflict(entry::replace_rule())
        .exec_without_returning(&*tx)
        .await?;
    let action = ["rule.created", "rule.updated"][usize::from(put == Put::Replace)];
    finish(tx, actor, now, audit::Entry::new(action, "rule").target(&entry.id)).await
}

/// Takes a rule away, and the mark that it is switched off. Whether it is one of the program, which may not be taken away,
/// is for the caller to know.
///
/// # Errors
///
/// [`domain::Error::NotFound`].
pub async fn delete_rule(store: &Store, id: &str, actor: &Actor, now: Timestamp) -> Result<(), Error> {
    check_name("rule", id)?;
    let tx = lock(store).await?;
    let gone = rule::Entity::delete_by_id(id).exec(&*tx).await?.rows_affected;
    if gone == 0 {
        return Err(domain::Error::not_found("rule", id).into());
    }
    disabled_rule::Entity::delete_by_id(id).exec(&*tx).await?;
    finish(tx, actor, now, audit::Entry::new("rule.deleted", "rule").target(id)).await
}

/// Switches rules on or off, all of them or none. An id may name a kind of credential, or a rule that is not there. Gives
/// the ids that were not in that state before, sorted. An id with a NUL character names nothing.
///
/// # Errors
///
/// [`domain::Error`] for more than 200 ids.
pub async fn set_enabled(
    store: &Store,
    ids: &[String],
    enabled: bool,
    actor: &Actor,
    now: Timestamp,
) -> Result<Vec<String>, Error> {
    if ids.len() > MAX_IDS {
        return Err(refused(format!(
            "{} rules, the limit is {MAX_IDS}: name fewer",
            ids.len()
        )));
    }
    let tx = lock(store).await?;
    let wanted: BTreeSet<&String> = ids.iter().filter(|id| !id.contains('\0')).collect();
    let off: BTreeSet<String> = disabled_rule::Entity::find()
        .filter(disabled_rule::Column::RuleId.is_in(wanted.iter().map(|id| id.as_str())))
        .all(&*tx)
        .await?
        .into_iter()
        .map(|row| row.rule_id)
        .collect();
    let changed: Vec<String> = wanted
        .into_iter()
        .filter(|id| off.contains(*id) == enabled)
        .cloned()
        .collect();
    if changed.is_empty() {
        return Ok(changed);
    }
    if enabled {
        disabled_rule::Entity::delete_many()
            .filter(disabled_rule::Column::RuleId.is_in(changed.iter().map(String::as_str)))
            .exec(&*tx)
            .await?;
    } else {
        let rows = changed.iter().map(|id| disabled_rule::ActiveModel {
            rule_id: Set(id.clone()),
            created_at: Set(now.as_micros()),
            created_by: Set(Some(actor.to_string())),
        });
        disabled_rule::Entity::insert_many(rows)
            .exec_without_returning(&*tx)
            .await?;
    }
    let action = ["rule.disabled", "rule.enabled"][usize::from(enabled)];
    finish(
        tx,
        actor,
        now,
        audit::Entry::new(action, "rule").detail("rules", &changed),
    )
    .await?;
    Ok(changed)
}

/// Writes a checklist item. An id belongs to one domain.
///
/// # Errors
///
/// [`domain::Error`] when the item is out of its bounds, is there already, or is not, when its id is taken by another domain,
/// or when it is one too many.
pub async fn put_item(
    store: &Store,
    item: &ChecklistItem,
    put: Put,
    actor: &Actor,
    now: Timestamp,
) -> Result<(), Error> {
    item.check()?;
    let tx = lock(store).await?;
    let same_id = checklist_item::Entity::find()
        .filter(checklist_item::Column::Id.eq(&item.id))
        .all(&*tx)
        .await?;
    let stored = same_id.iter().find(|row| row.domain == item.domain);
    check_put("checklist item", &item.id, put, stored.is_some())?;
    if stored.is_none() {
        if let Some(other) = same_id.first() {
            return Err(refused(format!(
                "the id `{}` belongs to the checklist `{}`: choose another",
                item.id, other.domain
            )));
        }
        check_count(
            "checklist items",
            checklist_item::Entity::find().count(&*tx).await?,
            MAX_ITEMS,
        )?;
    }
    let row = checklist_item::ActiveModel::from(entry::item_row(
        item,
        Some(actor),
        stored.map(|row| row.created_at),
        now,
    ));
    checklist_item::Entity::insert(row)
        .on_conflict(entry::replace_item())
        .exec_without_returning(&*tx)
        .await?;
    let action = ["checklist_item.created", "checklist_item.updated"][usize::from(put == Put::Replace)];
    let event = audit::Entry::new(action, "checklist_item")
        .target(&item.id)
        .detail("domain", &item.domain);
    finish(tx, actor, now, event).await
}

/// Takes a checklist item away. Whether it is one of the program is for the caller to know.
///
/// # Errors
///
/// [`domain::Error::NotFound`].
pub async fn delete_item(store: &Store, domain: &str, id: &str, actor: &Actor, now: Timestamp) -> Result<(), Error> {
    check_name("checklist item", domain)?;
    check_name("checklist item", id)?;
    let tx = lock(store).await?;
    let gone = checklist_item::Entity::delete_many()
        .filter(
            Condition::all()
                .add(checklist_item::Column::Domain.eq(domain))
                .add(checklist_item::Column::Id.eq(id)),
        )
        .exec(&*tx)
        .await?
        .rows_affected;
    if gone == 0 {
        return Err(domain::Error::not_found("checklist item", id).into());
    }
    let event = audit::Entry::new("checklist_item.deleted", "checklist_item")
        .target(id)
        .detail("domain", domain);
    finish(tx, actor, now, event).await
}

/// Starts a change of the catalogue: one at a time, whatever the engine.
async fn lock(store: &Store) -> Result<Write, Error> {
    let tx = store.write().await?;
    wait_for_turn(&tx).await?;
    Ok(tx)
}

/// Locks the catalogue until the end of the transaction.
pub(crate) async fn wait_for_turn(tx: &Write) -> Result<(), Error> {
    let row = revision::Entity::find_by_id(REVISION_ID)
        .lock_exclusive()
        .one(&**tx)
        .await?;
    row.ok_or_else(no_revision).map(drop)
}

/// Ends a change: counts it, says who made it.
async fn finish(tx: Write, actor: &Actor, now: Timestamp, event: audit::Entry) -> Result<(), Error> {
    count_up(&tx).await?;
    audit::record(&*tx, actor, now, event).await?;
    tx.commit().await
}

async fn count_up(tx: &Write) -> Result<(), Error> {
    revision::Entity::update_many()
        .col_expr(revision::Column::Value, Expr::col(revision::Column::Value).add(1))
        .filter(revision::Column::Id.eq(REVISION_ID))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Nothing has a NUL character in its name, and one of the engines takes none.
fn check_name(what: &'static str, name: &str) -> Result<(), Error> {
    if name.contains('\0') {
        return Err(domain::Error::not_found(what, untrusted_text::safe_line(name, 100)).into());
    }
    Ok(())
}

fn check_put(what: &'static str, id: &str, put: Put, is_there: bool) -> Result<(), Error> {
    match (put, is_there) {
        (Put::Create, true) => Err(refused(format!(
            "the {what} `{id}` is there already: change it, or choose another id"
        ))),
        (Put::Replace, false) => Err(domain::Error::not_found(what, id).into()),
        _ => Ok(()),
    }
}

fn check_count(what: &str, count: u64, limit: u64) -> Result<(), Error> {
    if count >= limit {
        return Err(refused(format!(
            "there are {count} {what}, those of the program included, and the limit is {limit}: delete some"
        )));
    }
    Ok(())
}

fn refused(message: String) -> Error {
    domain::Error::invalid(message).into()
}

fn no_revision() -> Error {
    Error::unreadable("the revision of the catalogue is missing")
}

/// On a conflict over `key`, the new row's `columns` count.
fn replace<C: Iden + Copy + 'static>(key: &[C], columns: &[C]) -> OnConflict {
    OnConflict::columns(key.iter().copied())
        .update_columns(columns.iter().copied())
        .to_owned()
}
