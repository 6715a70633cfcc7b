//! Between rows and entries of the catalogue.

use domain::{Actor, ChecklistItem, Severity, Timestamp};
use sea_orm::sea_query::OnConflict;

use super::digest::{of_definition, of_item};
use super::replace;
use crate::entity::{checklist_item, rule};
use crate::row::rank;

/// A rule as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleEntry {
    /// Identifier.
    pub id: String,
    /// What a match is.
    pub title: String,
    /// How bad it is.
    pub severity: Severity,
    /// Weakness.
    pub cwe: Option<String>,
    /// Names of the languages it is written for, or `*`.
    pub languages: Vec<String>,
    /// The rule itself, for the scanner to read.
    pub definition: String,
}

/// A rule as it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRule {
    /// Identifier.
    pub id: String,
    /// See [`of_definition`].
    pub digest: String,
    /// The rule itself, if it was asked for.
    pub definition: Option<String>,
}

/// A checklist item as it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredItem {
    /// The item.
    pub item: ChecklistItem,
    /// See [`of_item`].
    pub digest: String,
}

impl RuleEntry {
    /// The row, made at `created_at` or now.
    pub(super) fn row(&self, actor: Option<&Actor>, created_at: Option<i64>, now: Timestamp) -> rule::Model {
        rule::Model {
            id: self.id.clone(),
            title: self.title.clone(),
            severity_rank: rank(self.severity),
            cwe: self.cwe.clone(),
            languages: serde_json::json!(self.languages).to_string(),
            digest: of_definition(&self.definition),
            definition: self.definition.clone(),
            created_at: created_at.unwrap_or(now.as_micros()),
            updated_at: now.as_micros(),
            updated_by: actor.map(ToString::to_string),
        }
    }
}

/// The row of an item, made at `created_at` or now.
pub(super) fn item_row(
    item: &ChecklistItem,
    actor: Option<&Actor>,
    created_at: Option<i64>,
    now: Timestamp,
) -> checklist_item::Model {
    checklist_item::Model {
        domain: item.domain.clone(),
        id: item.id.clone(),
        title: item.title.clone(),
        what_to_look_for: item.what_to_look_for.clone(),
        cwe: item.cwe.clone(),
        digest: of_item(item),
        created_at: created_at.unwrap_or(now.as_micros()),
        updated_at: now.as_micros(),
        updated_by: actor.map(ToString::to_string),
    }
}

impl From<checklist_item::Model> for StoredItem {
    fn from(row: checklist_item::Model) -> Self {
        Self {
            digest: row.digest,
            item: ChecklistItem {
                domain: row.domain,
                id: row.id,
                title: row.title,
                what_to_look_for: row.what_to_look_for,
                cwe: row.cwe,
            },
        }
    }
}

pub(super) fn replace_rule() -> OnConflict {
    use rule::Column::{Cwe, Definition, Digest, Id, Languages, SeverityRank, Title, UpdatedAt, UpdatedBy};

    let columns = [
        Title, SeverityRank, Cwe, Languages, Definition, Digest, UpdatedAt, UpdatedBy,
    ];
    replace(&[Id], &columns)
}

pub(super) fn replace_item() -> OnConflict {
    use checklist_item::Column::{Cwe, Digest, Domain, Id, Title, UpdatedAt, UpdatedBy, WhatToLookFor};

    replace(
        &[Domain, Id],
        &[Title, WhatToLookFor, Cwe, Digest, UpdatedAt, UpdatedBy],
    )
}
