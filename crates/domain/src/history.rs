//! Random lives of a project: whatever is saved, decided, raised or expires, the history accounts for what is open.

mod model;

use proptest::prelude::*;
use rating::Severity;

use crate::{FindingStatus, ProposedStatus};
use model::{Project, Seen, Step};

fn severity() -> impl Strategy<Value = Severity> {
    proptest::sample::select(Severity::WORST_FIRST.to_vec())
}

/// A finding out of few enough values to meet itself again.
fn seen() -> impl Strategy<Value = Seen> {
    let line = prop_oneof![1 => Just(None), 5 => (1u32..6).prop_map(Some)];
    let evidence = prop_oneof![Just(None), (0u8..3).prop_map(Some)];
    (0u8..2, line, severity(), evidence).prop_map(|(title, line, severity, evidence)| Seen {
        title,
        line,
        severity,
        evidence,
    })
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => proptest::collection::vec(seen(), 0..7).prop_map(Step::Save),
        4 => (
            any::<usize>(),
            proptest::sample::select(FindingStatus::ALL.to_vec()),
            any::<bool>(),
            proptest::option::of(1i64..5),
        )
            .prop_map(|(which, status, reason, days)| Step::Decide { which, status, reason, days }),
        2 => (any::<usize>(), severity()).prop_map(|(which, severity)| Step::Escalate { which, severity }),
        1 => (any::<usize>(), proptest::sample::select(ProposedStatus::ALL.to_vec()))
            .prop_map(|(which, status)| Step::Propose { which, status }),
        // Steps of half a day from midnight meet the ends of decisions exactly.
        3 => (1i64..6).prop_map(|halves| Step::Wait { halves }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_history_accounts_for_every_open_issue_at_every_instant(steps in proptest::collection::vec(step(), 1..25)) {
        let mut project = Project::new();
        for step in steps {
            project.take(step);
            project.check_now();
        }
        project.check_past();
    }
}
