//! What the program brings, and what becomes of it when a new version brings something else.

use std::collections::BTreeMap;

use domain::{Actor, ChecklistItem, Standard, Timestamp};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, Set};

use super::digest::{of_definition, of_item, of_standard};
use super::{RuleEntry, count_up, entry, lock};
use crate::entity::{checklist_item, rule, seed, setting, standard};
use crate::store::Write;
use crate::{Error, Store, audit, settings, standards};

/// The setting that holds the digest of the defaults that were seeded last.
pub const DEFAULTS_DIGEST: &str = "defaults_digest";

/// Rows of one statement: far below the number of values that both engines take.
const ROWS: usize = 500;

/// What the program brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defaults {
    /// Rules.
    pub rules: Vec<RuleEntry>,
    /// Checklist items.
    pub items: Vec<ChecklistItem>,
    /// Development standards.
    pub standards: Vec<Standard>,
}

/// What seeding did, entries of all kinds together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seeded {
    /// New ones.
    pub inserted: usize,
    /// Unchanged ones of an earlier version, replaced by those of this one.
    pub updated: usize,
    /// Changed defaults that an administrator changed or deleted too: they stay as they are.
    pub kept: usize,
}

/// What to do with one default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// It was seeded in this form before.
    Nothing,
    Insert,
    Replace,
    /// What is stored, or missing, is the decision of an administrator.
    Keep,
}

/// The table of seeding: by the digest seeded last, the digest stored now, and the digest of the default.
fn step(seeded: Option<&str>, stored: Option<&str>, default: &str) -> Step {
    match (seeded, stored) {
        (Some(seeded), _) if seeded == default => Step::Nothing,
        (None, None) => Step::Insert,
        (Some(seeded), Some(stored)) if seeded == stored => Step::Replace,
        _ => Step::Keep,
    }
}

/// Writes what the program brings, unless an administrator decided otherwise. `digest` stands for all of it: when it was
/// seeded last, nothing is read but that, and `defaults` is not called. Several processes may do it at once.
///
/// The revision counts up only if a rule or a checklist item was written.
///
/// # Errors
///
/// When the database fails.
pub async fn seed(
    store: &Store,
    digest: &str,
    defaults: impl FnOnce() -> Defaults,
    now: Timestamp,
) -> Result<Seeded, Error> {
    if settings::get(store, DEFAULTS_DIGEST).await?.as_deref() == Some(digest) {
        return Ok(Seeded::default());
    }
    let tx = lock(store).await?;
    // Another process may have done it in the meantime.
    let last = setting::Entity::find_by_id(DEFAULTS_DIGEST).one(&*tx).await?;
    if last.is_some_and(|row| row.value == digest) {
        return Ok(Seeded::default());
    }
    let defaults = defaults();
    let mut seeded = Seeded::default();
    rules(&tx, &defaults.rules, now, &mut seeded).await?;
    items(&tx, &defaults.items, now, &mut seeded).await?;
    if seeded.inserted + seeded.updated > 0 {
        count_up(&tx).await?;
    }
    self::standards(&tx, &defaults.standards, now, &mut seeded).await?;
    settings::write(&*tx, DEFAULTS_DIGEST, digest, None, now).await?;
    if seeded.inserted + seeded.updated > 0 {
        let event = audit::Entry::new("catalogue.seeded", "catalogue")
            .detail("inserted", seeded.inserted)
            .detail("updated", seeded.updated)
            .detail("kept", seeded.kept);
        audit::record(&*tx, &Actor::Auto, now, event).await?;
    }
    tx.commit().await?;
    Ok(seeded)
}

/// The seeds of one kind, and those to be written.
struct Seeds {
    kind: &'static str,
    last: BTreeMap<String, String>,
    new: Vec<seed::ActiveModel>,
}

impl Seeds {
    async fn of(tx: &Write, kind: &'static str) -> Result<Self, Error> {
        let rows = seed::Entity::find()
            .filter(seed::Column::Kind.eq(kind))
            .all(&**tx)
            .await?;
        Ok(Self {
            kind,
            last: rows.into_iter().map(|row| (row.key, row.digest)).collect(),
            new: Vec::new(),
        })
    }

    /// What to do with a default; true if it must be written.
    fn step(&mut self, key: &str, stored: Option<&str>, default: &str, now: Timestamp, seeded: &mut Seeded) -> bool {
        let step = step(self.last.get(key).map(String::as_str), stored, default);
        match step {
            Step::Nothing => return false,
            Step::Insert => seeded.inserted += 1,
            Step::Replace => seeded.updated += 1,
            Step::Keep => seeded.kept += 1,
        }
        self.new.push(seed::ActiveModel {
            kind: Set(self.kind.to_owned()),
            key: Set(key.to_owned()),
            digest: Set(default.to_owned()),
            seeded_at: Set(now.as_micros()),
        });
        step != Step::Keep
    }

    async fn write(self, tx: &Write) -> Result<(), Error> {
        let conflict = || {
            OnConflict::columns([seed::Column::Kind, seed::Column::Key])
                .update_columns([seed::Column::Digest, seed::Column::SeededAt])
                .to_owned()
        };
        for rows in self.new.chunks(ROWS) {
            seed::Entity::insert_many(rows.to_vec())
                .on_conflict(conflict())
                .exec_without_returning(&**tx)
                .await?;
        }
        Ok(())
    }
}

async fn rules(tx: &Write, defaults: &[RuleEntry], now: Timestamp, seeded: &mut Seeded) -> Result<(), Error> {
    let stored: BTreeMap<String, (String, i64)> = rule::Entity::find()
        .select_only()
        .columns([rule::Column::Id, rule::Column::Digest, rule::Column::CreatedAt])
        .into_tuple::<(String, String, i64)>()
        .all(&**tx)
        .await?
        .into_iter()
        .map(|(id, digest, created_at)| (id, (digest, created_at)))
        .collect();
    let mut seeds = Seeds::of(tx, "rule").await?;
    let mut rows = Vec::new();
    for entry in defaults {
        let row = stored.get(&entry.id);
        let digest = of_definition(&entry.definition);
        if seeds.step(&entry.id, row.map(|(digest, _)| digest.as_str()), &digest, now, seeded) {
            let model = entry.row(None, row.map(|(_, created_at)| *created_at), now);
            rows.push(rule::ActiveModel::from(model));
        }
    }
    for rows in rows.chunks(ROWS) {
        rule::Entity::insert_many(rows.to_vec())
            .on_conflict(entry::replace_rule())
            .exec_without_returning(&**tx)
            .await?;
    }
    seeds.write(tx).await
}

async fn items(tx: &Write, defaults: &[ChecklistItem], now: Timestamp, seeded: &mut Seeded) -> Result<(), Error> {
    let key = |domain: &str, id: &str| format!("{domain}/{id}");
    let stored: BTreeMap<String, checklist_item::Model> = checklist_item::Entity::find()
        .all(&**tx)
        .await?
        .into_iter()
        .map(|row| (key(&row.domain, &row.id), row))
        .collect();
    let mut seeds = Seeds::of(tx, "checklist").await?;
    let mut rows = Vec::new();
    for item in defaults {
        let key = key(&item.domain, &item.id);
        let row = stored.get(&key);
        if seeds.step(&key, row.map(|row| row.digest.as_str()), &of_item(item), now, seeded) {
            let model = entry::item_row(item, None, row.map(|row| row.created_at), now);
            rows.push(checklist_item::ActiveModel::from(model));
        }
    }
    for rows in rows.chunks(ROWS) {
        checklist_item::Entity::insert_many(rows.to_vec())
            .on_conflict(entry::replace_item())
            .exec_without_returning(&**tx)
            .await?;
    }
    seeds.write(tx).await
}

async fn standards(tx: &Write, defaults: &[Standard], now: Timestamp, seeded: &mut Seeded) -> Result<(), Error> {
    let stored: BTreeMap<String, standard::Model> = standard::Entity::find()
        .all(&**tx)
        .await?
        .into_iter()
        .map(|row| (row.slug.clone(), row))
        .collect();
    let mut seeds = Seeds::of(tx, "standard").await?;
    for default in defaults {
        let row = stored.get(&default.slug);
        if !seeds.step(
            &default.slug,
            row.map(|row| row.digest.as_str()),
            &of_standard(default),
            now,
            seeded,
        ) {
            continue;
        }
        // One that was switched off stays off.
        let enabled = row.map_or(default.enabled, |row| row.enabled);
        let standard = Standard {
            enabled,
            ..default.clone()
        };
        standards::write(&**tx, &standard, None, row.map(|row| row.created_at), now).await?;
    }
    seeds.write(tx).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_default_is_written_unless_an_administrator_decided_otherwise() {
        let table = [
            // seeded last, stored, default
            (Some("new"), None, Step::Nothing),
            (Some("new"), Some("old"), Step::Nothing),
            (None, None, Step::Insert),
            (None, Some("old"), Step::Keep),
            (None, Some("new"), Step::Keep),
            (Some("old"), Some("old"), Step::Replace),
            (Some("old"), Some("own"), Step::Keep),
            (Some("old"), Some("new"), Step::Keep),
            (Some("old"), None, Step::Keep),
        ];
        for (seeded, stored, expected) in table {
            assert_eq!(step(seeded, stored, "new"), expected, "{seeded:?} {stored:?}");
        }
    }
}
