//! What a new sighting takes over from the one before it.

use super::PlannedFinding;
use crate::triage::Comment;
use crate::{Actor, EventKind, Finding, FindingStatus, ProposedStatus, RatingChange, Standing, StatusEvent, Timestamp};

/// What became of a live acceptance or false positive.
pub(super) enum Fate {
    /// There was none.
    None,
    /// It stands on the new sighting.
    Carried,
    /// It does not cover what is reported now.
    Reopened,
}

/// What follows from taking over, besides the new finding itself.
pub(super) struct Carried {
    pub(super) decision: Fate,
    pub(super) event: Option<StatusEvent>,
    pub(super) comment: Option<Comment>,
}

/// Hands on what is known of an issue. The end of an expired decision is written before.
pub(super) fn carry(previous: &Finding, new: &mut PlannedFinding, actor: &Actor, now: Timestamp) -> Carried {
    new.issue = Some(previous.issue_id);
    new.replaces.push(previous.id);
    new.comments_from.push(previous.id);
    new.first_seen_at = previous.first_seen_at;
    carry_severity(previous, new);

    let step = |kind, open_before, opened_at| StatusEvent {
        at: now,
        kind,
        open_before,
        open_after: Some(new.severity),
        opened_at,
        actor: actor.to_string(),
    };
    let mut carried = Carried {
        decision: Fate::None,
        event: None,
        comment: None,
    };
    match previous.effective_status(now) {
        FindingStatus::Open => {
            if previous.severity != new.severity {
                carried.event = Some(step(
                    EventKind::Rerated,
                    Some(previous.severity),
                    previous.first_seen_at,
                ));
            }
            // What was just reported again is not fixed.
            new.proposal = previous
                .proposal
                .clone()
                .filter(|proposal| proposal.status != ProposedStatus::Fixed);
        }
        FindingStatus::Fixed => {
            carried.event = Some(step(EventKind::Reopened, None, now));
            new.first_seen_at = now;
        }
        FindingStatus::Accepted | FindingStatus::FalsePositive => {
            let decided = previous.standing.decided_severity.unwrap_or(previous.severity);
            if new.severity > decided {
                let what = format!("Reported again at severity {}", new.severity);
                carried.decision = Fate::Reopened;
                carried.event = Some(step(EventKind::Reopened, None, previous.first_seen_at));
                carried.comment = Some(Comment::on_reopening(&previous.standing, &what));
            } else {
                carried.decision = Fate::Carried;
                new.standing = Standing {
                    decided_severity: Some(decided),
                    ..previous.standing.clone()
                };
            }
        }
    }
    carried
}

/// A severity that a person raised stays, unless the report now says as much or more.
fn carry_severity(previous: &Finding, new: &mut PlannedFinding) {
    let Some(change) = &previous.rating_change else {
        return;
    };
    if change.original.is_some() && previous.severity > new.content.severity {
        new.severity = previous.severity;
        new.rating_change = Some(RatingChange {
            original: Some(new.content.severity),
            ..change.clone()
        });
    }
}
