//! What may be done with a finding after it was saved: agents propose, people decide.
//!
//! Each function takes the *current* sighting of an issue and returns what to write; it changes nothing. A superseded sighting
//! is refused with the number of the one to act on ([`reject`] excepted).
//!
//! Every step that opens or closes an issue, or rates an open one otherwise, comes with exactly one [`StatusEvent`]. The end
//! of an acceptance is not written when it comes: until something is done with the finding, readers add it from
//! [`Standing::expires_at`](crate::Standing::expires_at). What is done with it afterwards begins with that event, dated when the decision ended, and
//! stores it as open, so that it is never counted twice.

mod caller;
mod comment;
mod decide;
mod escalate;
mod expire;
mod propose;
mod reason;

pub use comment::{COMMENT_CHARS, Comment, PLATFORM, comment};
pub use decide::{Decided, Decision, decide};
pub use escalate::{Escalated, escalate};
pub use expire::expire;
pub use propose::{Proposed, propose, reject};
pub use reason::REASON_CHARS;

pub(crate) use expire::settled;

use rating::Severity;

use crate::{Error, EventKind, Finding, FindingStatus, Limits, StatusEvent, Timestamp};

/// Whether an acceptance at this severity is formal: with a reason, and with an end unless permanent ones are allowed.
fn is_formal(severity: Severity, limits: &Limits) -> bool {
    limits.formal_acceptance.is_none_or(|from| severity >= from)
}

/// Only the newest sighting of an issue may be acted on.
fn check_current(finding: &Finding) -> Result<(), Error> {
    match finding.superseded_by {
        None => Ok(()),
        Some(current) => Err(Error::invalid(format!(
            "finding {} was replaced by finding {current}, the current sighting of the same issue: act on finding {current}",
            finding.id
        ))),
    }
}

/// The event of a status set by hand or reopened: none if the issue was and stays open, or was and stays closed.
fn step(finding: &Finding, from: FindingStatus, to: FindingStatus, by: &str, at: Timestamp) -> Option<StatusEvent> {
    let (kind, open_before, open_after) = match (from, to) {
        (FindingStatus::Open, FindingStatus::Open) => return None,
        (FindingStatus::Open, FindingStatus::Fixed) => (EventKind::Fixed, Some(finding.severity), None),
        (FindingStatus::Open, _) => (EventKind::Dismissed, Some(finding.severity), None),
        (_, FindingStatus::Open) => (EventKind::Reopened, None, Some(finding.severity)),
        _ => return None,
    };
    Some(StatusEvent {
        at,
        kind,
        open_before,
        open_after,
        opened_at: finding.first_seen_at,
        actor: by.to_owned(),
    })
}
