use rating::Severity;

use crate::{EventKind, Timestamp};

/// One step in the life of an issue, append-only.
///
/// `open_before` is the severity the issue counted with before the step, none if it was not open; `open_after` the same
/// after it; both are none for a step from one closed status to another. So the backlog at any instant is the sum of the steps up to it, and what is new less what is closed is its
/// change, whatever happens later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusEvent {
    /// When it took effect. An expiry is written with the date of the expiry, not of the writing.
    pub at: Timestamp,
    /// What happened.
    pub kind: EventKind,
    /// Severity while open, before.
    pub open_before: Option<Severity>,
    /// Severity while open, after.
    pub open_after: Option<Severity>,
    /// First sighting of the issue since it was last fixed.
    pub opened_at: Timestamp,
    /// Who.
    pub actor: String,
}
