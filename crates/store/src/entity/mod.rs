//! The tables, as the query builder knows them: one file each, the columns of the migrations.

#![allow(missing_docs)]

pub(crate) mod audit_event;
pub(crate) mod checklist_item;
pub(crate) mod comment;
pub(crate) mod disabled_rule;
pub(crate) mod finding;
pub(crate) mod project;
pub(crate) mod project_alias;
pub(crate) mod report;
pub(crate) mod revision;
pub(crate) mod rule;
pub(crate) mod rule_proposal;
pub(crate) mod seed;
pub(crate) mod setting;
pub(crate) mod standard;
pub(crate) mod status_event;
