//! What may be done with a finding after it was saved: agents propose, people decide.
//!
//! Each function takes the *current* sighting of an issue and returns what to write; it changes nothing. A superseded sighting
//! is refused with the number of the one to act on ([`reject`] excepted).
//!
//! Every step that changes the status of an issue, or rates an open one otherwise, comes with exactly one [`StatusEvent`]. One
//! from closed to closed, such as from accepted to fixed, is in the history and moves no count: it was open neither before nor
//! after. The end of an acceptance is not written when it comes: until somebody decides on the finding or rates it, readers add
//! it from [`Standing::expires_at`](crate::Standing::expires_at). A decision or a change of severity afterwards begins with that
//! event, dated when the decision ended, and stores the finding as open, so that it is never counted twice. A proposal leaves
//! all of this alone.
//!
//! Two people may look at the same finding: [`check_version`] refuses what was meant for an earlier state of it.

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
pub use propose::{Proposed, Rejected, propose, reject};
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

/// Refuses what was meant for another version of the finding than the present one. None expected: any will do.
///
/// # Errors
///
/// [`Error::Conflict`].
pub fn check_version(finding: &Finding, expected: Option<i64>) -> Result<(), Error> {
    match expected {
        Some(version) if version != finding.version => Err(Error::conflict("finding", finding.id)),
        _ => Ok(()),
    }
}

/// The event of a status set by hand: none if it is the same as before. Between two closed ones it is open on neither side.
fn step(finding: &Finding, from: FindingStatus, to: FindingStatus, by: &str, at: Timestamp) -> Option<StatusEvent> {
    if from == to {
        return None;
    }
    let kind = match to {
        FindingStatus::Open => EventKind::Reopened,
        FindingStatus::Fixed => EventKind::Fixed,
        FindingStatus::Accepted | FindingStatus::FalsePositive => EventKind::Dismissed,
    };
    let severity_if_open = |status| (status == FindingStatus::Open).then_some(finding.severity);
    Some(StatusEvent {
        at,
        kind,
        open_before: severity_if_open(from),
        open_after: severity_if_open(to),
        opened_at: finding.first_seen_at,
        actor: by.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sightings::{content, stored};

    #[test]
    fn what_was_meant_for_another_version_is_refused_by_number() {
        let finding = Finding {
            version: 3,
            ..stored(7, content(None))
        };
        for expected in [None, Some(3)] {
            assert_eq!(check_version(&finding, expected), Ok(()));
        }
        for expected in [2, 4] {
            let error = check_version(&finding, Some(expected)).unwrap_err();
            assert!(matches!(error, Error::Conflict { ref id, .. } if id == "7"));
            assert_eq!(
                error.to_string(),
                "finding 7 was changed by somebody else meanwhile: read it again, then repeat what still applies"
            );
        }
    }
}
