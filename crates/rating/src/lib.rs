//! The two scales everything speaks: how bad ([`Severity`]) and how sure ([`Confidence`]).
//!
//! The lowest crate of all: the credential engine rates what it finds with them, and `domain` hands them on to everything above.

mod confidence;
mod severity;

pub use confidence::Confidence;
pub use severity::{BySeverity, Severity};

/// A word that is not a value of the enumeration it was read as.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is not a {what}: use one of {allowed}")]
pub struct UnknownValue {
    /// What was expected: "severity", "confidence".
    pub what: &'static str,
    /// The text that was given.
    pub given: String,
    /// The accepted words, comma separated.
    pub allowed: &'static str,
}
