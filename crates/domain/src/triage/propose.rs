use untrusted_text::safe_line;

use super::caller::{self, Act};
use super::{check_current, reason};
use crate::{Actor, Error, Finding, Proposal, ProposedStatus, Timestamp};

/// What to write for a proposal: nothing else of the finding changes, not even the end of an expired decision is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposed {
    /// Replaces a proposal that was pending.
    pub proposal: Proposal,
}

/// A status suggested for a person to decide on, whatever the status is now. Neither the status nor its history, the gate, the
/// posture or the trend move.
///
/// # Errors
///
/// [`Error::Invalid`]: the finding is superseded, the reason is missing, too short or too long.
pub fn propose(
    finding: &Finding,
    status: ProposedStatus,
    reason: &str,
    by: &Actor,
    now: Timestamp,
) -> Result<Proposed, Error> {
    check_current(finding)?;
    caller::check(by, Act::Propose)?;
    let reason = reason::required("reason", reason)?;
    let by = match by.label().trim() {
        "" => "unknown".to_owned(),
        label => safe_line(label, 200).into_string(),
    };
    Ok(Proposed {
        proposal: Proposal {
            status,
            reason,
            by,
            at: now,
        },
    })
}

/// A proposal to clear. The status stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejected {
    /// What was suggested.
    pub proposal: Proposal,
    /// Why it is not followed, masked.
    pub reason: String,
}

/// The proposal to clear; none if there was none. Allowed on a superseded finding.
///
/// # Errors
///
/// [`Error::Forbidden`]: the caller is an agent. [`Error::Invalid`]: the reason is missing, too short or too long.
pub fn reject(finding: &Finding, reason: &str, by: &Actor) -> Result<Option<Rejected>, Error> {
    caller::check(by, Act::Reject)?;
    let reason = reason::required("reason", reason)?;
    Ok(finding.proposal.clone().map(|proposal| Rejected { proposal, reason }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FindingStatus;
    use crate::sightings::{content, decided, noon, stored};

    const REASON: &str = "Only reachable from the admin network";

    #[test]
    fn a_proposal_is_made_on_every_status_expired_ones_too() {
        for status in FindingStatus::ALL {
            for days in [None, Some(5), Some(-1), Some(0)] {
                let finding = decided(stored(1, content(None)), *status, days);
                for proposed in ProposedStatus::ALL {
                    let Proposed { proposal } = propose(&finding, *proposed, REASON, &Actor::Stdio, noon()).unwrap();
                    assert_eq!((proposal.status, proposal.by.as_str()), (*proposed, "stdio"));
                    assert_eq!((proposal.reason.as_str(), proposal.at), (REASON, noon()));
                }
            }
        }
    }

    #[test]
    fn a_token_without_a_label_is_unknown() {
        let finding = stored(1, content(None));
        let written = propose(
            &finding,
            ProposedStatus::Fixed,
            REASON,
            &Actor::Token(" ".into()),
            noon(),
        )
        .unwrap();
        assert_eq!(written.proposal.by, "unknown");
    }

    #[test]
    fn rejecting_returns_what_there_was_even_on_a_superseded_finding() {
        let mut finding = stored(1, content(None));
        let bob = Actor::User("bob".to_owned());
        let why = "It is reachable, password=hunter2hunter2";
        assert_eq!(reject(&finding, why, &bob), Ok(None));
        let proposal = propose(&finding, ProposedStatus::Fixed, REASON, &Actor::Stdio, noon())
            .unwrap()
            .proposal;
        finding.proposal = Some(proposal.clone());
        finding.superseded_by = Some(2);
        let rejected = reject(&finding, why, &bob).unwrap().unwrap();
        assert_eq!(rejected.proposal, proposal);
        assert!(rejected.reason.starts_with("It is reachable") && !rejected.reason.contains("hunter2"));
        assert_eq!(
            reject(&finding, " no ", &bob).unwrap_err().to_string(),
            "the reason has 2 characters: write 10 to 1000 characters"
        );
        assert!(matches!(reject(&finding, why, &Actor::Stdio), Err(Error::Forbidden(_))));
        assert_eq!(
            propose(&finding, ProposedStatus::Fixed, REASON, &Actor::Stdio, noon())
                .unwrap_err()
                .to_string(),
            "finding 1 was replaced by finding 2, the current sighting of the same issue: act on finding 2"
        );
    }
}
