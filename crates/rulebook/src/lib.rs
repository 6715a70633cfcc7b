//! The rules and checklists in force: what the program brings, what an administrator made of it, and the copy of both that a
//! process works with.
//!
//! * [`defaults`]: what the program brings, as it is seeded into a database.
//! * [`Rulebook`]: opens a database (seeding what it lacks) and gives the [`Snapshot`] of the moment. A snapshot never
//!   changes: a scan that holds one is not disturbed by an administrator. Every five seconds at most, the revision of the
//!   stored catalogue is looked at, and the snapshot rebuilt if it differs.
//! * [`list_rules`] and [`Reloaded`]: what clients are shown.
//! * [`read_rule`]: a rule that a person wrote, checked and ready to be stored.
//!
//! Scanning goes on whatever happens to the database: if nothing can be read, the rules of the program are used, and
//! [`Snapshot::load_errors`] says so. A stored rule that no longer validates is left out and named there.
//!
//! Rules that are stored as they were shipped are not read again: their digest is compared, and the rule built into the program
//! is used.

mod book;
mod custom;
pub mod defaults;
mod list;
mod snapshot;

pub use book::Rulebook;
pub use custom::{is_builtin, is_reserved, read_rule};
pub use list::{Origin, Reloaded, RuleList, RuleRow, list_rules};
pub use snapshot::Snapshot;
