//! Who may do what with a finding.

use untrusted_text::safe_line;

use crate::{Actor, Error, FindingStatus};

/// Longest name that is stored with a decision, in characters.
const NAME_CHARS: usize = 200;

/// Something done with a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    Propose,
    Decide(FindingStatus),
    Escalate,
    Comment,
    Reject,
}

/// The permissions of the caller on the project are looked at before; this is what no permission gives.
///
/// A token may stand for a machine that repairs and reopens; closing by judgement, rating and commenting is for people. What
/// runs without anyone signed in only proposes.
pub(super) fn check(caller: &Actor, act: Act) -> Result<(), Error> {
    let allowed = match caller {
        Actor::User(_) | Actor::Cli => true,
        Actor::Token(_) => match act {
            Act::Propose | Act::Reject => true,
            Act::Decide(status) => !status.is_dismissed(),
            Act::Escalate | Act::Comment => false,
        },
        Actor::Stdio | Actor::Auto => act == Act::Propose,
    };
    if allowed {
        return Ok(());
    }
    let what = match act {
        Act::Propose => "proposing a status",
        Act::Decide(_) => "setting this status",
        Act::Escalate => "changing the severity",
        Act::Comment => "commenting",
        Act::Reject => "rejecting a proposal",
    };
    Err(Error::forbidden(format!(
        "{what} needs a person who is signed in: an agent or a token can only propose a status with a reason"
    )))
}

/// The name to store, trimmed, made visible and cut at its bound; `role` says whose it is.
pub(super) fn name(caller: &Actor, role: &str) -> Result<String, Error> {
    match caller.label().trim() {
        "" => Err(Error::invalid(format!(
            "the name of the {role} is blank: sign in with a name"
        ))),
        name => Ok(safe_line(name, NAME_CHARS).into_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_propose_machines_reopen_and_fix_people_judge() {
        let callers = [
            Actor::Stdio,
            Actor::Auto,
            Actor::Token("ci".to_owned()),
            Actor::User("bob".to_owned()),
            Actor::Cli,
        ];
        let table = [
            (Act::Propose, [true, true, true, true, true]),
            (Act::Decide(FindingStatus::Open), [false, false, true, true, true]),
            (Act::Decide(FindingStatus::Fixed), [false, false, true, true, true]),
            (Act::Decide(FindingStatus::Accepted), [false, false, false, true, true]),
            (
                Act::Decide(FindingStatus::FalsePositive),
                [false, false, false, true, true],
            ),
            (Act::Escalate, [false, false, false, true, true]),
            (Act::Comment, [false, false, false, true, true]),
            (Act::Reject, [false, false, true, true, true]),
        ];
        for (act, expected) in table {
            let outcomes = callers.each_ref().map(|caller| check(caller, act));
            assert!(
                outcomes
                    .iter()
                    .all(|outcome| matches!(outcome, Ok(()) | Err(Error::Forbidden(_))))
            );
            let allowed = outcomes.map(|outcome| outcome.is_ok());
            assert_eq!(
                allowed, expected,
                "{act:?} by stdio, the platform, a token, a person, the operator"
            );
        }
    }

    #[test]
    fn a_name_is_cut_at_its_bound_and_a_blank_one_refused() {
        let long = Actor::User(format!(" {} ", "x".repeat(500)));
        assert_eq!(name(&long, "approver").unwrap().chars().count(), NAME_CHARS);
        assert_eq!(
            name(&Actor::User(" \t".to_owned()), "approver")
                .unwrap_err()
                .to_string(),
            "the name of the approver is blank: sign in with a name"
        );
    }
}
