use super::*;
use crate::FindingContent;
use crate::sightings::{content, decided, noon, stored};

const REASON: &str = "Reachable from the internet after all";

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

fn escalate_at_noon(finding: &Finding, severity: Severity) -> Result<Escalated, Error> {
    escalate(finding, severity, REASON, &bob(), &Limits::default(), noon())
}

fn raised(mut finding: Finding, severity: Severity) -> Finding {
    let escalated = escalate_at_noon(&finding, severity).unwrap();
    finding.severity = escalated.severity;
    finding.rating_change = Some(escalated.rating_change);
    finding.standing = escalated.standing;
    finding
}

#[test]
fn a_severity_goes_up_from_the_reported_one_and_back_to_it() {
    use Severity::{Critical, High, Info, Low, Medium};
    // Reported, present, asked for, what the change keeps as reported (none: taken back), or the error.
    let table = [
        (Medium, Medium, High, Ok(Some(Medium))),
        (Medium, High, Critical, Ok(Some(Medium))),
        (Medium, Critical, High, Ok(Some(Medium))),
        (Medium, Critical, Medium, Ok(None)),
        (Medium, Medium, Medium, Err("is medium already")),
        (Medium, High, High, Err("is high already")),
        (Medium, Medium, Low, Err("was reported as medium")),
        (Medium, Critical, Info, Err("was reported as medium")),
    ];
    for (reported, present, asked, expected) in table {
        let mut finding = finding(reported);
        if present != reported {
            finding = raised(finding, present);
        }
        match (escalate_at_noon(&finding, asked), expected) {
            (Ok(found), Ok(original)) => {
                assert_eq!((found.severity, found.rating_change.original), (asked, original));
                assert_eq!(
                    (found.rating_change.by.as_str(), found.rating_change.at),
                    ("bob", noon())
                );
                let event = &found.events[0];
                assert_eq!(
                    (event.kind, event.open_before, event.open_after),
                    (EventKind::Rerated, Some(present), Some(asked))
                );
            }
            (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{error}"),
            (found, expected) => panic!("{reported} {present} {asked}: {found:?} instead of {expected:?}"),
        }
    }
}

#[test]
fn a_dismissal_holds_only_up_to_the_severity_it_was_decided_for() {
    use FindingStatus::{Accepted, FalsePositive, Fixed};
    let low = finding(Severity::Low);
    let (plain, formal) = (
        Limits::default(),
        Limits {
            formal_acceptance: None,
            ..Limits::default()
        },
    );
    let covering = |status| {
        let mut finding = decided(low.clone(), status, None);
        finding.standing.decided_severity = Some(Severity::High);
        finding
    };
    // The finding, the limits, the severity asked for, whether the decision stands.
    let table = [
        (decided(low.clone(), Accepted, None), &plain, Severity::Critical, false),
        (
            decided(low.clone(), Accepted, Some(3)),
            &formal,
            Severity::Critical,
            false,
        ),
        (
            decided(low.clone(), FalsePositive, None),
            &plain,
            Severity::Medium,
            false,
        ),
        (covering(Accepted), &plain, Severity::Medium, false),
        (covering(Accepted), &formal, Severity::Medium, true),
        (covering(FalsePositive), &plain, Severity::High, true),
        (covering(FalsePositive), &plain, Severity::Critical, false),
    ];
    for (finding, limits, severity, stands) in table {
        let found = escalate(&finding, severity, REASON, &bob(), limits, noon()).unwrap();
        if stands {
            assert_eq!(
                (&found.standing, found.events.len(), found.comment),
                (&finding.standing, 0, None)
            );
            continue;
        }
        assert_eq!(found.standing.status, FindingStatus::Open);
        assert_eq!(found.events.len(), 1);
        let event = &found.events[0];
        assert_eq!(
            (event.kind, event.open_before, event.open_after),
            (EventKind::Reopened, None, Some(severity))
        );
        let comment = found.comment.unwrap();
        assert_eq!(comment.author, crate::triage::PLATFORM);
        assert!(
            comment.body.starts_with(&format!("Raised to {severity}, ")),
            "{}",
            comment.body
        );
        assert!(
            comment.body.ends_with("Reason: Only reachable from the admin network"),
            "{}",
            comment.body
        );
    }
    let fixed = decided(low, Fixed, None);
    let found = escalate_at_noon(&fixed, Severity::High).unwrap();
    assert_eq!((found.standing, found.events.len()), (fixed.standing, 0));
}

#[test]
fn raising_an_expired_acceptance_begins_with_its_end() {
    let expired = decided(finding(Severity::Medium), FindingStatus::Accepted, Some(-2));
    let found = escalate_at_noon(&expired, Severity::High).unwrap();
    let kinds: Vec<EventKind> = found.events.iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [EventKind::Expired, EventKind::Rerated]);
    assert_eq!(found.events[0].open_after, Some(Severity::Medium));
    assert_eq!(found.standing.status, FindingStatus::Open);
    assert_eq!(found.comment, None);
}

#[test]
fn changing_a_severity_needs_a_person_a_reason_and_the_current_sighting() {
    let finding = finding(Severity::Low);
    let limits = Limits::default();
    assert!(escalate(&finding, Severity::High, REASON, &Actor::Stdio, &limits, noon()).is_err());
    let error = escalate(&finding, Severity::High, "too bad", &bob(), &limits, noon()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the reason has 7 characters: write 10 to 1000 characters"
    );
    let superseded = Finding {
        superseded_by: Some(31),
        ..finding
    };
    let error = escalate_at_noon(&superseded, Severity::High).unwrap_err().to_string();
    assert!(error.ends_with("act on finding 31"), "{error}");
}
