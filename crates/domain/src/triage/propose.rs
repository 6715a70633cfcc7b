use untrusted_text::safe_line;

use super::caller::{self, Act};
use super::{check_current, reason, settled};
use crate::{Actor, Error, Finding, Proposal, ProposedStatus, Standing, StatusEvent, Timestamp};

/// What to write for a proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposed {
    /// Replaces a proposal that was pending.
    pub proposal: Proposal,
    /// As it was; an expired decision is stored as open. The effective status is the same in both cases.
    pub standing: Standing,
    /// The end of an expired decision; nothing else.
    pub events: Vec<StatusEvent>,
}

/// A status suggested for a person to decide on, whatever the status is now. Neither the effective status nor the gate, the
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
    let (standing, expired) = settled(finding, now);
    Ok(Proposed {
        proposal: Proposal {
            status,
            reason,
            by,
            at: now,
        },
        standing,
        events: expired.into_iter().collect(),
    })
}

/// The proposal to clear; none if there was none. The status stays. Allowed on a superseded finding.
///
/// # Errors
///
/// [`Error::Invalid`]: the caller is an agent.
pub fn reject(finding: &Finding, by: &Actor) -> Result<Option<Proposal>, Error> {
    caller::check(by, Act::Reject)?;
    Ok(finding.proposal.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FindingStatus;
    use crate::sightings::{content, decided, noon, stored};

    const REASON: &str = "Only reachable from the admin network";

    #[test]
    fn a_proposal_changes_no_effective_status() {
        for status in FindingStatus::ALL {
            for days in [None, Some(5), Some(-1), Some(0)] {
                let finding = decided(stored(1, content(None)), *status, days);
                for proposed in ProposedStatus::ALL {
                    let written = propose(&finding, *proposed, REASON, &Actor::Stdio, noon()).unwrap();
                    assert_eq!(written.standing.effective(noon()), finding.effective_status(noon()));
                    let expired = status.is_dismissed() && days.is_some_and(|days| days <= 0);
                    assert_eq!(written.events.len(), usize::from(expired));
                    assert_eq!(written.proposal.status, *proposed);
                    assert_eq!(written.proposal.by, "stdio");
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
        assert_eq!(reject(&finding, &bob), Ok(None));
        let proposal = propose(&finding, ProposedStatus::Fixed, REASON, &Actor::Stdio, noon())
            .unwrap()
            .proposal;
        finding.proposal = Some(proposal.clone());
        finding.superseded_by = Some(2);
        assert_eq!(reject(&finding, &bob), Ok(Some(proposal)));
        assert!(reject(&finding, &Actor::Stdio).is_err());
        assert_eq!(
            propose(&finding, ProposedStatus::Fixed, REASON, &Actor::Stdio, noon())
                .unwrap_err()
                .to_string(),
            "finding 1 was replaced by finding 2, the current sighting of the same issue: act on finding 2"
        );
    }
}
