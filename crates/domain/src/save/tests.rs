use super::*;
use crate::sightings::{accepted, content, decided, noon, report, stored, with_evidence};
use crate::{ProposedStatus, triage::PLATFORM};

fn plan_at_noon(findings: Vec<FindingContent>, previous: &[Finding]) -> SavePlan {
    plan(&report(findings), previous, &Actor::Token("ci".to_owned()), noon())
}

fn at(severity: Severity, line: u32) -> FindingContent {
    FindingContent {
        severity,
        ..content(Some(line))
    }
}

fn kinds(plan: &SavePlan) -> Vec<(Subject, EventKind)> {
    plan.events
        .iter()
        .map(|planned| (planned.subject, planned.event.kind))
        .collect()
}

#[test]
fn a_first_report_opens_its_findings() {
    let plan = plan_at_noon(vec![at(Severity::Low, 1), at(Severity::High, 2)], &[]);
    assert_eq!(plan.risk_level, Severity::High);
    assert_eq!(
        kinds(&plan),
        [
            (Subject::New(0), EventKind::Reported),
            (Subject::New(1), EventKind::Reported)
        ]
    );
    let event = &plan.events[1].event;
    assert_eq!((event.open_before, event.open_after), (None, Some(Severity::High)));
    assert_eq!(
        (event.at, event.opened_at, event.actor.as_str()),
        (noon(), noon(), "token:ci")
    );
    assert!(
        plan.findings
            .iter()
            .all(|finding| finding.issue.is_none() && finding.standing == Standing::OPEN)
    );
}

/// Lines before that were accepted, lines before that were open, lines now; then which of those now carry the
/// acceptance, which findings lost it, and which carry it on another line.
#[test]
fn a_decision_goes_to_the_same_place_or_is_named_as_dropped() {
    type Row = (
        &'static [u32],
        &'static [u32],
        &'static [u32],
        &'static [usize],
        &'static [i64],
        &'static [usize],
    );
    let rows: [Row; 8] = [
        (&[10], &[50], &[12, 55], &[0], &[], &[0]),
        (&[12], &[55], &[12], &[0], &[], &[]),
        (&[12], &[], &[99], &[0], &[], &[0]),
        (&[99], &[], &[98, 99, 100], &[1], &[], &[]),
        (&[99], &[], &[10, 20], &[], &[1], &[]),
        // The open one stayed: the acceptance goes on to the other, and says so.
        (&[10], &[50], &[50, 90], &[1], &[], &[1]),
        // The accepted one is gone: the open one does not inherit.
        (&[10], &[50], &[50], &[], &[1], &[]),
        (&[10, 20], &[], &[20], &[0], &[1], &[]),
    ];
    for (before, open, now, carrying, dropped, moved) in rows {
        let mut previous: Vec<Finding> = (1..).zip(before).map(|(id, line)| accepted(id, Some(*line))).collect();
        let next = previous.len() as i64 + 1;
        previous.extend((next..).zip(open).map(|(id, line)| stored(id, content(Some(*line)))));
        let plan = plan_at_noon(now.iter().map(|line| content(Some(*line))).collect(), &previous);
        let accepted: Vec<usize> = (0..now.len())
            .filter(|at| plan.findings[*at].standing.status == FindingStatus::Accepted)
            .collect();
        assert_eq!(accepted, carrying, "{before:?} {open:?} then {now:?}");
        assert_eq!(plan.carried_decisions, carrying.len());
        assert_eq!(plan.dropped_decisions, dropped, "{before:?} {open:?} then {now:?}");
        assert_eq!(
            plan.moved_decisions
                .iter()
                .map(|moved| moved.to_index)
                .collect::<Vec<_>>(),
            moved
        );
    }
}

#[test]
fn what_is_not_seen_again_goes_into_the_first_of_its_kind_with_its_comments_only() {
    let previous = [stored(1, content(Some(99))), accepted(2, Some(98)), {
        let fixed = stored(3, content(Some(97)));
        decided(fixed, FindingStatus::Fixed, None)
    }];
    let plan = plan_at_noon(vec![content(Some(20)), content(Some(10))], &previous);
    assert_eq!(plan.findings[0].replaces, [] as [i64; 0]);
    assert_eq!(plan.findings[1].replaces, [3, 2, 1]);
    assert_eq!(plan.findings[1].comments_from, [3, 2, 1]);
    assert_eq!(plan.findings[1].issue, None);
    assert_eq!(plan.recurring, 0);
    assert_eq!(
        kinds(&plan),
        [
            (Subject::New(1), EventKind::Reported),
            (Subject::New(0), EventKind::Reported),
            (Subject::Previous(1), EventKind::Merged),
        ]
    );
    assert_eq!(plan.events[2].event.open_before, Some(Severity::Medium));
}

#[test]
fn a_pair_carries_what_its_status_says() {
    use FindingStatus::{Accepted, FalsePositive, Fixed, Open};
    let base = stored(5, content(Some(10)));
    let past = base.first_seen_at;
    // Before; the status now; first seen; events; carried decisions.
    let table = [
        (decided(base.clone(), Open, None), Open, past, vec![], 0),
        (
            decided(base.clone(), Fixed, None),
            Open,
            noon(),
            vec![EventKind::Reopened],
            0,
        ),
        (decided(base.clone(), Accepted, None), Accepted, past, vec![], 1),
        (
            decided(base.clone(), FalsePositive, Some(3)),
            FalsePositive,
            past,
            vec![],
            1,
        ),
        (
            decided(base.clone(), Accepted, Some(-1)),
            Open,
            past,
            vec![EventKind::Expired],
            0,
        ),
        (
            decided(base, FalsePositive, Some(0)),
            Open,
            past,
            vec![EventKind::Expired],
            0,
        ),
    ];
    for (previous, status, first_seen_at, events, carried) in table {
        let plan = plan_at_noon(vec![content(Some(10))], std::slice::from_ref(&previous));
        let new = &plan.findings[0];
        let before = &previous.standing;
        assert_eq!(new.standing.status, status, "{before:?}");
        assert_eq!(new.standing, if carried == 1 { before.clone() } else { Standing::OPEN });
        assert_eq!((new.first_seen_at, new.issue), (first_seen_at, Some(5)));
        assert_eq!(
            (new.replaces.as_slice(), new.comments_from.as_slice()),
            (&[5][..], &[5][..])
        );
        assert_eq!(
            plan.events.iter().map(|planned| planned.event.kind).collect::<Vec<_>>(),
            events
        );
        assert_eq!((plan.recurring, plan.carried_decisions), (1, carried));
        assert!(plan.dropped_decisions.is_empty() && plan.reopened.is_empty() && plan.comments.is_empty());
        if events == [EventKind::Expired] {
            assert_eq!(plan.events[0].subject, Subject::Previous(5));
            assert_eq!(Some(plan.events[0].event.at), before.expires_at);
        }
    }
}

#[test]
fn a_worse_report_reopens_what_was_accepted_and_says_why() {
    let mut previous = decided(stored(5, at(Severity::Low, 10)), FindingStatus::Accepted, Some(3));
    let plan = plan_at_noon(vec![at(Severity::Critical, 10)], std::slice::from_ref(&previous));
    assert_eq!(plan.findings[0].standing, Standing::OPEN);
    assert_eq!(plan.findings[0].first_seen_at, previous.first_seen_at);
    assert_eq!(
        (plan.reopened.as_slice(), plan.carried_decisions, plan.recurring),
        (&[5][..], 0, 1)
    );
    assert_eq!(kinds(&plan), [(Subject::New(0), EventKind::Reopened)]);
    assert_eq!(plan.events[0].event.open_after, Some(Severity::Critical));
    let (index, comment) = &plan.comments[0];
    assert_eq!((*index, comment.author.as_str()), (0, PLATFORM));
    assert_eq!(
        comment.body,
        "Reported again at severity critical, which the earlier decision does not cover: open again. It was accepted at \
         severity low, by bob, until 2026-03-21. Reason: Only reachable from the admin network"
    );

    // The severity of the decision counts, not the one of the last report.
    previous.standing.decided_severity = Some(Severity::High);
    let plan = plan_at_noon(vec![at(Severity::High, 10)], std::slice::from_ref(&previous));
    assert_eq!((plan.carried_decisions, plan.reopened.len()), (1, 0));
    // Without it, the severity it stood on.
    previous.standing.decided_severity = None;
    let plan = plan_at_noon(vec![at(Severity::Low, 10)], std::slice::from_ref(&previous));
    assert_eq!(plan.findings[0].standing.decided_severity, Some(Severity::Low));
    let plan = plan_at_noon(vec![at(Severity::Medium, 10)], std::slice::from_ref(&previous));
    assert_eq!(plan.reopened, [5]);
}

fn raised(severity: Severity, from: Severity) -> Finding {
    let mut finding = stored(5, at(from, 10));
    finding.severity = severity;
    finding.rating_change = Some(RatingChange {
        original: Some(from),
        reason: "Reachable from the internet".to_owned(),
        by: "bob".to_owned(),
        at: noon().plus_days(-2),
    });
    finding
}

#[test]
fn a_raised_severity_stays_until_the_report_says_as_much() {
    use Severity::{Critical, High, Low, Medium};
    // Reported now; the severity that counts; what is kept as reported.
    let table = [
        (Low, High, Some(Low)),
        (Medium, High, Some(Medium)),
        (High, High, None),
        (Critical, Critical, None),
    ];
    for (reported, counts, original) in table {
        let previous = raised(High, Medium);
        let plan = plan_at_noon(vec![at(reported, 10)], std::slice::from_ref(&previous));
        let new = &plan.findings[0];
        assert_eq!((new.severity, new.content.severity), (counts, reported));
        assert_eq!(new.rating_change.as_ref().and_then(|change| change.original), original);
        assert_eq!(new.rating_change.is_some(), original.is_some());
        assert_eq!(plan.risk_level, counts);
        let rerated = (counts != High).then_some((Subject::New(0), EventKind::Rerated));
        assert_eq!(kinds(&plan), rerated.into_iter().collect::<Vec<_>>());
    }
    // A change that was taken back is not one.
    let mut undone = raised(High, High);
    undone.rating_change.as_mut().unwrap().original = None;
    let plan = plan_at_noon(vec![at(Low, 10)], std::slice::from_ref(&undone));
    assert_eq!(
        (plan.findings[0].severity, &plan.findings[0].rating_change),
        (Low, &None)
    );
}

#[test]
fn a_raised_severity_counts_when_an_acceptance_is_looked_at() {
    let mut previous = decided(raised(Severity::High, Severity::Low), FindingStatus::Accepted, None);
    let again = || vec![at(Severity::Low, 10)];
    assert_eq!(
        plan_at_noon(again(), std::slice::from_ref(&previous)).carried_decisions,
        1
    );
    previous.standing.decided_severity = Some(Severity::Low);
    assert_eq!(plan_at_noon(again(), std::slice::from_ref(&previous)).reopened, [5]);
}

#[test]
fn a_proposal_waits_on_while_the_issue_is_open_but_not_that_it_is_fixed() {
    use FindingStatus::{Accepted, Fixed, Open};
    let table = [
        (ProposedStatus::Accepted, Open, None, true),
        (ProposedStatus::FalsePositive, Open, None, true),
        (ProposedStatus::Fixed, Open, None, false),
        (ProposedStatus::FalsePositive, Accepted, Some(-1), true),
        (ProposedStatus::FalsePositive, Accepted, Some(1), false),
        (ProposedStatus::Accepted, Fixed, None, false),
    ];
    for (proposed, status, days, carried) in table {
        let mut previous = decided(stored(5, content(Some(10))), status, days);
        previous.proposal = Some(Proposal {
            status: proposed,
            reason: "Only used by tests".to_owned(),
            by: "stdio".to_owned(),
            at: noon().plus_days(-1),
        });
        let plan = plan_at_noon(vec![content(Some(10))], std::slice::from_ref(&previous));
        assert_eq!(
            plan.findings[0].proposal,
            previous.proposal.filter(|_| carried),
            "{proposed} on {status}"
        );
    }
}

#[test]
fn the_risk_is_the_worst_severity_whatever_its_status_and_a_declared_one_only_raises() {
    let table = [
        (vec![], None, Severity::Info),
        (vec![], Some(Severity::Low), Severity::Low),
        (vec![at(Severity::Medium, 10)], None, Severity::Medium),
        (vec![at(Severity::Medium, 10)], Some(Severity::Low), Severity::Medium),
        (vec![at(Severity::Medium, 10)], Some(Severity::High), Severity::High),
    ];
    for (findings, declared, expected) in table {
        let mut report = report(findings);
        report.declared_risk = declared;
        let plan = plan(&report, &[accepted(1, Some(10))], &Actor::Stdio, noon());
        assert_eq!(plan.risk_level, expected, "{declared:?}");
    }
}

#[test]
fn superseded_findings_and_other_issues_are_left_alone() {
    let mut superseded = accepted(1, Some(10));
    superseded.superseded_by = Some(9);
    let other = FindingContent {
        title: "Debug on".to_owned(),
        ..content(Some(10))
    };
    let other = decided(stored(2, other), FindingStatus::Accepted, Some(-1));
    let plan = plan_at_noon(vec![with_evidence(Some(10), "a")], &[superseded, other]);
    assert_eq!(plan.findings[0].replaces, [] as [i64; 0]);
    assert_eq!(kinds(&plan), [(Subject::New(0), EventKind::Reported)]);
}

#[test]
fn a_finding_said_twice_of_one_line_counts_once_with_its_worse_rating() {
    let plan = plan_at_noon(
        vec![at(Severity::Low, 7), at(Severity::High, 7), at(Severity::High, 8)],
        &[],
    );
    let repeats: Vec<_> = plan.findings.iter().map(|finding| finding.repeats).collect();
    assert_eq!(repeats, [Some(1), None, None]);
    assert_eq!(
        kinds(&plan),
        [
            (Subject::New(1), EventKind::Reported),
            (Subject::New(2), EventKind::Reported)
        ]
    );
    assert_eq!(plan.risk_level, Severity::High);
}
