//! The common language of the platform: what a severity, a location, a report, a finding is, and every rule over them.
//!
//! Pure values and functions over them. This crate does no I/O, reads no clock and no environment variable: "now" and the
//! limits are parameters. It knows neither rules nor files nor databases.
//!
//! The life of a finding: a [`ReportDraft`] is checked ([`check`]) into a [`CheckedReport`]; [`save::plan`] pairs its findings
//! with the current sightings of the same issues and says what is carried; [`triage`] holds what a person or an agent may do
//! with a finding afterwards; every step that opens or closes an issue is a [`StatusEvent`]. [`gate`], [`posture`], [`trend`],
//! [`sarif`] and [`markdown`] answer questions over what is stored.

mod author;
mod caller;
mod category;
mod check;
pub mod checklist;
mod coverage;
mod cwe;
mod draft;
mod error;
mod event;
pub mod fingerprint;
pub mod gate;
#[cfg(test)]
mod history;
mod language;
mod letters;
mod limits;
mod location;
pub mod markdown;
mod markup;
pub mod pairing;
pub mod posture;
mod project;
mod report;
mod repository;
mod rule_id;
pub mod rule_proposal;
pub mod sarif;
pub mod save;
#[cfg(test)]
mod sightings;
pub mod standard;
#[cfg(test)]
mod testing;
mod time;
pub mod trend;
pub mod triage;
pub mod view;
mod words;

pub use author::parse_author;
pub use caller::{Actor, Caller, Scope};
pub use category::Category;
pub use check::{CheckedReport, check};
pub use checklist::{ChecklistItem, Checklists};
pub use coverage::{Coverage, Known, coverage};
pub use cwe::parse_cwe;
pub use draft::{ChecklistClaim, FindingDraft, ReportDraft};
pub use error::Error;
pub use event::StatusEvent;
pub use language::ReportLanguage;
pub use limits::Limits;
pub use location::Location;
pub use project::ProjectName;
pub use rating::{BySeverity, Confidence, Severity, UnknownValue};
pub use report::{ChecklistResult, Finding, FindingContent, Proposal, RatingChange, Report, ReportHead, Standing};
pub use repository::repository_key;
pub use rule_proposal::{CheckedRuleProposal, RuleProposalDraft};
pub use standard::Standard;
pub use time::{MICROS_PER_DAY, Timestamp};
pub use words::{ChecklistOutcome, EventKind, FindingStatus, Granularity, ProposedStatus, ReviewType};
