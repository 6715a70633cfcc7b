use crate::{Actor, EventKind, Finding, FindingStatus, Standing, StatusEvent, Timestamp};

/// The event of an acceptance or a false positive whose end has come, dated then; none if it has not come, or if the finding
/// is superseded and counts no more.
///
/// It is written only together with a standing that is stored as open: while the stored status is a dismissal, readers add
/// this event themselves.
pub fn expire(finding: &Finding, now: Timestamp) -> Option<StatusEvent> {
    let end = finding.standing.expires_at?;
    let expired = finding.is_current() && finding.standing.status.is_dismissed() && end <= now;
    expired.then(|| StatusEvent {
        at: end,
        kind: EventKind::Expired,
        open_before: None,
        open_after: Some(finding.severity),
        opened_at: finding.first_seen_at,
        actor: Actor::Auto.to_string(),
    })
}

/// The standing to start from, and the event that it must be written with: an expired decision is stored as open. Its reason
/// and approver stay readable until the next decision; its end is over.
pub(crate) fn settled(finding: &Finding, now: Timestamp) -> (Standing, Option<StatusEvent>) {
    let standing = finding.standing.clone();
    match expire(finding, now) {
        None => (standing, None),
        Some(event) => (
            Standing {
                status: FindingStatus::Open,
                expires_at: None,
                decided_severity: None,
                ..standing
            },
            Some(event),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sightings::{content, decided, noon, stored};

    #[test]
    fn a_decision_ends_at_its_date_not_a_microsecond_before_and_not_when_it_is_noticed() {
        let finding = decided(stored(1, content(None)), FindingStatus::Accepted, Some(3));
        let end = noon().plus_days(3);
        assert_eq!(expire(&finding, Timestamp::from_micros(end.as_micros() - 1)), None);
        for now in [end, end.plus_days(100)] {
            let event = expire(&finding, now).unwrap();
            assert_eq!((event.at, event.kind), (end, EventKind::Expired));
            assert_eq!((event.open_before, event.open_after), (None, Some(finding.severity)));
        }
    }

    #[test]
    fn only_a_current_dismissed_finding_expires() {
        let now = noon().plus_days(9);
        let base = decided(stored(1, content(None)), FindingStatus::FalsePositive, Some(3));
        assert!(expire(&base, now).is_some());
        let superseded = Finding {
            superseded_by: Some(2),
            ..base.clone()
        };
        assert_eq!(expire(&superseded, now), None);
        assert_eq!(expire(&decided(base.clone(), FindingStatus::Fixed, Some(3)), now), None);
        assert_eq!(expire(&decided(base, FindingStatus::Accepted, None), now), None);
    }

    #[test]
    fn an_expired_decision_is_settled_once_and_its_reason_stays_readable() {
        let finding = decided(stored(1, content(None)), FindingStatus::Accepted, Some(-1));
        let (standing, event) = settled(&finding, noon());
        assert!(event.is_some());
        assert_eq!(standing.status, FindingStatus::Open);
        assert_eq!(standing.reason, finding.standing.reason);
        let again = Finding { standing, ..finding };
        assert_eq!(settled(&again, noon()), (again.standing.clone(), None));
    }
}
