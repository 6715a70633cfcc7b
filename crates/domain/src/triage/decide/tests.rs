use rating::Severity;

use super::*;
use crate::sightings::{content, decided, noon, stored};
use crate::{EventKind, FindingContent};

const REASON: &str = "Only reachable from the admin network";

fn finding(severity: Severity) -> Finding {
    stored(
        7,
        FindingContent {
            severity,
            ..content(Some(10))
        },
    )
}

fn bob() -> Actor {
    Actor::User("bob".to_owned())
}

fn decision(status: FindingStatus, reason: Option<&str>, days: Option<i64>) -> Decision {
    Decision {
        status,
        reason: reason.map(str::to_owned),
        expires_on: days.map(|days| noon().plus_days(days).date()),
    }
}

fn decide_at_noon(finding: &Finding, decision: &Decision) -> Result<Decided, Error> {
    decide(finding, decision, &bob(), &Limits::default(), noon())
}

#[test]
fn every_status_takes_the_reason_and_the_end_that_it_must_and_may_have() {
    use FindingStatus::{Accepted, FalsePositive, Fixed, Open};
    let strict = Limits {
        permanent_acceptance: false,
        ..Limits::default()
    };
    let always = Limits {
        formal_acceptance: None,
        ..Limits::default()
    };
    let usual = Limits::default();
    // Severity, status, whether a reason and an end are given, limits, whether it is allowed.
    let table = [
        (Severity::High, Open, false, false, &usual, true),
        (Severity::High, Open, true, false, &usual, true),
        (Severity::High, Open, false, true, &usual, false),
        (Severity::High, Fixed, false, false, &usual, true),
        (Severity::High, Fixed, true, false, &usual, true),
        (Severity::High, Fixed, false, true, &usual, false),
        (Severity::High, FalsePositive, false, false, &strict, true),
        (Severity::High, FalsePositive, true, true, &usual, true),
        (Severity::High, Accepted, false, true, &usual, false),
        (Severity::High, Accepted, true, false, &usual, true),
        (Severity::High, Accepted, true, false, &strict, false),
        (Severity::High, Accepted, true, true, &strict, true),
        (Severity::Medium, Accepted, false, false, &usual, false),
        (Severity::Low, Accepted, false, false, &usual, true),
        (Severity::Low, Accepted, false, false, &strict, true),
        (Severity::Low, Accepted, true, true, &usual, true),
        (Severity::Info, Accepted, false, false, &always, false),
    ];
    for (severity, status, reason, end, limits, allowed) in table {
        let decision = decision(status, reason.then_some(REASON), end.then_some(3));
        let found = decide(&finding(severity), &decision, &bob(), limits, noon());
        assert_eq!(found.is_ok(), allowed, "{severity} {decision:?} {limits:?}: {found:?}");
    }
}

#[test]
fn every_status_is_reached_from_every_other_with_one_event() {
    let open = FindingStatus::Open;
    for from in FindingStatus::ALL {
        for to in FindingStatus::ALL {
            let base = decided(finding(Severity::High), *from, None);
            let found = decide_at_noon(&base, &decision(*to, Some(REASON), None)).unwrap();
            assert_eq!(found.standing.effective(noon()), *to);
            let kind = match to {
                FindingStatus::Open => EventKind::Reopened,
                FindingStatus::Fixed => EventKind::Fixed,
                _ => EventKind::Dismissed,
            };
            // Between two closed ones nothing was open, before or after.
            let severity = |status| (status == open).then_some(Severity::High);
            let expected = if from == to {
                vec![]
            } else {
                vec![(kind, severity(*from), severity(*to))]
            };
            let events: Vec<_> = found
                .events
                .iter()
                .map(|e| (e.kind, e.open_before, e.open_after))
                .collect();
            assert_eq!(events, expected, "{from} to {to}");
            let moved = if from == to {
                base.standing.changed_at
            } else {
                Some(noon())
            };
            assert_eq!(found.standing.changed_at, moved, "{from} to {to}");
            assert_eq!(found.standing.reason.as_deref(), (*to != open).then_some(REASON));
            assert_eq!(found.standing.approver.as_deref(), (*to != open).then_some("bob"));
            assert_eq!(
                found.standing.decided_severity,
                to.is_dismissed().then_some(Severity::High)
            );
        }
    }
}

#[test]
fn a_decision_on_an_expired_one_begins_with_its_end() {
    let base = decided(finding(Severity::High), FindingStatus::Accepted, Some(-2));
    let end = base.standing.expires_at.unwrap();
    let table = [
        (FindingStatus::Open, vec![EventKind::Expired], base.standing.changed_at),
        (
            FindingStatus::Fixed,
            vec![EventKind::Expired, EventKind::Fixed],
            Some(noon()),
        ),
        (
            FindingStatus::Accepted,
            vec![EventKind::Expired, EventKind::Dismissed],
            Some(noon()),
        ),
    ];
    for (status, kinds, changed_at) in table {
        let found = decide_at_noon(&base, &decision(status, Some(REASON), None)).unwrap();
        assert_eq!(found.events.iter().map(|e| e.kind).collect::<Vec<_>>(), kinds);
        assert_eq!(found.events[0].at, end);
        assert_eq!(found.standing.changed_at, changed_at, "{status}");
    }
}

#[test]
fn a_renewal_keeps_the_date_of_the_decision_and_clears_what_is_not_given_again() {
    let base = decided(finding(Severity::Low), FindingStatus::Accepted, Some(3));
    let found = decide_at_noon(&base, &decision(FindingStatus::Accepted, None, Some(30))).unwrap();
    assert_eq!(found.standing.changed_at, base.standing.changed_at);
    assert_eq!(found.standing.reason, None);
    assert_eq!(found.standing.expires_at.unwrap().to_string(), "2026-04-17T00:00:00Z");
    assert!(found.events.is_empty());
}

#[test]
fn an_end_is_strictly_in_the_future_and_not_too_far() {
    let midnight = Timestamp::of_date(noon().date());
    let table = [
        (noon(), -1, Some("not in the future")),
        (noon(), 0, Some("not in the future")),
        (noon(), 1, None),
        (noon(), 365, None),
        (noon(), 366, Some("more than 365 days away")),
        (midnight, 0, Some("not in the future")),
        (midnight, 365, None),
        (midnight, 366, Some("more than 365 days away")),
    ];
    for (now, days, error) in table {
        let decision = decision(FindingStatus::FalsePositive, None, Some(days));
        let found = decide(&finding(Severity::Low), &decision, &bob(), &Limits::default(), now);
        match error {
            None => assert!(found.is_ok(), "{days}: {found:?}"),
            Some(error) => assert!(found.unwrap_err().to_string().contains(error), "{days}"),
        }
    }
}

#[test]
fn accepting_with_a_reason_that_is_not_there_yet_adds_it_as_a_comment() {
    let open = finding(Severity::Low);
    let accepted = decided(open.clone(), FindingStatus::Accepted, Some(3));
    let dismissed = decided(open.clone(), FindingStatus::FalsePositive, None);
    let other = "The network was split since then";
    let table = [
        (&open, FindingStatus::Accepted, Some(REASON), Some(REASON)),
        (&open, FindingStatus::Accepted, None, None),
        (&open, FindingStatus::FalsePositive, Some(REASON), None),
        (&open, FindingStatus::Fixed, Some(REASON), None),
        (&accepted, FindingStatus::Accepted, Some(REASON), None),
        (&accepted, FindingStatus::Accepted, Some(other), Some(other)),
        (&dismissed, FindingStatus::Accepted, Some(REASON), Some(REASON)),
    ];
    for (finding, status, reason, expected) in table {
        let found = decide_at_noon(finding, &decision(status, reason, None)).unwrap();
        assert_eq!(found.comment.as_ref().map(|comment| comment.body.as_str()), expected);
        assert!(found.comment.is_none_or(|comment| comment.author == "bob"));
    }
}

#[test]
fn only_people_close_by_judgement_and_only_the_current_sighting() {
    let open = finding(Severity::Low);
    let accept = decision(FindingStatus::Accepted, Some(REASON), None);
    let limits = Limits::default();
    for caller in [Actor::Stdio, Actor::Auto, Actor::Token("ci".to_owned())] {
        let error = decide(&open, &accept, &caller, &limits, noon()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "setting this status needs a person who is signed in: an agent or a token can only propose a status with a reason"
        );
    }
    let nobody = decide(&open, &accept, &Actor::User("  ".to_owned()), &limits, noon());
    assert!(
        nobody
            .unwrap_err()
            .to_string()
            .contains("name of the approver is blank")
    );
    let superseded = Finding {
        superseded_by: Some(31),
        ..open
    };
    let error = decide_at_noon(&superseded, &accept).unwrap_err().to_string();
    assert!(error.ends_with("act on finding 31"), "{error}");
}
