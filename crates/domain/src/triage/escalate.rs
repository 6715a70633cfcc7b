use rating::Severity;

use super::caller::{self, Act};
use super::{Comment, check_current, is_formal, reason, settled};
use crate::{Actor, Error, EventKind, Finding, FindingStatus, Limits, RatingChange, Standing, StatusEvent, Timestamp};

/// What to write for a change of severity. The risk level of the report is raised to `severity` if it is lower.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escalated {
    /// The severity that counts from now on.
    pub severity: Severity,
    /// Who changed it, why, and what was reported.
    pub rating_change: RatingChange,
    /// As it was, or open if the decision does not hold for the new severity.
    pub standing: Standing,
    /// The end of an earlier decision that had expired, then the step itself if the issue is open after it.
    pub events: Vec<StatusEvent>,
    /// Why a decision does not hold any more.
    pub comment: Option<Comment>,
}

/// Raises the severity of a current finding above the reported one, or takes that back.
///
/// A live acceptance or false positive is reopened when the severity goes above the one it was decided for, or when it makes
/// an acceptance formal that was not.
///
/// # Errors
///
/// [`Error::Forbidden`]: the caller is no person. [`Error::Invalid`]: the finding is superseded, the caller has no name, the
/// reason is missing, too short or too long, the severity is the present one or below the reported one.
pub fn escalate(
    finding: &Finding,
    severity: Severity,
    reason: &str,
    by: &Actor,
    limits: &Limits,
    now: Timestamp,
) -> Result<Escalated, Error> {
    check_current(finding)?;
    caller::check(by, Act::Escalate)?;
    let name = caller::name(by, "analyst")?;
    let reason = reason::required("reason", reason)?;
    let raised_from = finding.rating_change.as_ref().and_then(|change| change.original);
    let original = raised_from.unwrap_or(finding.severity);
    check_severity(finding, severity, original)?;

    let (before, expired) = settled(finding, now);
    let mut events: Vec<StatusEvent> = expired.into_iter().collect();
    let (standing, comment) = if before.status.is_dismissed() && !still_holds(finding, severity, limits) {
        let open = Standing {
            changed_at: Some(now),
            ..Standing::OPEN
        };
        (
            open,
            Some(Comment::on_reopening(&before, &format!("Raised to {severity}"))),
        )
    } else {
        (before.clone(), None)
    };
    if standing.status == FindingStatus::Open {
        let was_open = before.status == FindingStatus::Open;
        events.push(StatusEvent {
            at: now,
            kind: if was_open {
                EventKind::Rerated
            } else {
                EventKind::Reopened
            },
            open_before: was_open.then_some(finding.severity),
            open_after: Some(severity),
            opened_at: finding.first_seen_at,
            actor: by.to_string(),
        });
    }
    Ok(Escalated {
        severity,
        rating_change: RatingChange {
            original: (severity != original).then_some(original),
            reason,
            by: name,
            at: now,
        },
        standing,
        events,
        comment,
    })
}

fn check_severity(finding: &Finding, severity: Severity, original: Severity) -> Result<(), Error> {
    let id = finding.id;
    if severity == finding.severity {
        return Err(Error::invalid(format!(
            "the severity of finding {id} is {severity} already: give another one"
        )));
    }
    if severity < original {
        return Err(Error::invalid(format!(
            "finding {id} was reported as {original}: its severity can be raised above that and taken back to it, not lowered to {severity}"
        )));
    }
    Ok(())
}

/// Whether a live dismissal covers the finding at another severity.
fn still_holds(finding: &Finding, severity: Severity, limits: &Limits) -> bool {
    let becomes_formal = finding.standing.status == FindingStatus::Accepted
        && !is_formal(finding.severity, limits)
        && is_formal(severity, limits);
    !becomes_formal && severity <= finding.standing.decided_severity.unwrap_or(finding.severity)
}

#[cfg(test)]
mod tests;
