//! What is stored, in SQLite or PostgreSQL behind one interface: reports and their findings, triage, the catalogue of rules.
//!
//! Each public function is one use case and one transaction: it loads what the [`domain`] needs, asks the domain, and writes
//! what the domain says. No rule of the platform lives here. "Now" is a parameter, and so is who calls.
//!
//! Start at [`Store::open`] and [`Store::migrate`]; then one module per group of use cases: [`reports`], [`triage`],
//! [`findings`], [`projects`], [`gate`], [`trend`], [`sarif`], [`retention`], [`audit`], and for the catalogue
//! [`catalogue`], [`standards`], [`rule_proposals`], [`settings`].
//!
//! What differs between the two engines is in `engine.rs` only.
//!
//! Writers: on SQLite one at a time (`BEGIN IMMEDIATE`, and one at a time within the process); on PostgreSQL one at a time per
//! project, whose row is locked first. So a save, a decision and another save of a project never interleave.

mod engine;
mod entity;
mod error;
mod migration;
mod page;
#[cfg(test)]
mod plans;
mod row;
mod sql;
mod store;

pub mod audit;
pub mod catalogue;
pub mod findings;
pub mod gate;
pub mod projects;
pub mod reports;
pub mod retention;
pub mod rule_proposals;
pub mod sarif;
pub mod settings;
pub mod standards;
pub mod trend;
pub mod triage;

pub use engine::{DatabaseUrl, Engine};
pub use error::Error;
pub use page::{Page, Paged};
pub use store::{OpenOptions, SchemaState, Store};
