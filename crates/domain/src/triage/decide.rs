use jiff::civil::Date;

use super::caller::{self, Act};
use super::{Comment, check_current, is_formal, reason, settled, step};
use crate::{Actor, Error, Finding, FindingStatus, Limits, Standing, StatusEvent, Timestamp};

/// A status set by a person. It replaces the whole earlier decision: what is not given is cleared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Which; every status can follow every other.
    pub status: FindingStatus,
    /// Why. Blank counts as missing; ignored for `open`.
    pub reason: Option<String>,
    /// The day an acceptance or a false positive ends, at 00:00 UTC.
    pub expires_on: Option<Date>,
}

/// What to write for a decision. A pending proposal is cleared with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// The status and the decision behind it.
    pub standing: Standing,
    /// The end of an earlier decision that had expired, then the step itself if the status is another one.
    pub events: Vec<StatusEvent>,
    /// The reason of an acceptance, by the approver, when it is a new one.
    pub comment: Option<Comment>,
}

/// Sets the status of a current finding.
///
/// | Status | Reason | End |
/// |---|---|---|
/// | `open` | cleared | refused |
/// | `fixed` | optional | refused |
/// | `false_positive` | optional | optional |
/// | `accepted`, from [`Limits::formal_acceptance`] on | required | required unless [`Limits::permanent_acceptance`] |
/// | `accepted`, below | optional | optional |
///
/// # Errors
///
/// [`Error::Forbidden`]: the caller may not set this status. [`Error::Invalid`]: the finding is superseded, the caller has no
/// name, or the table is not kept.
pub fn decide(
    finding: &Finding,
    decision: &Decision,
    approver: &Actor,
    limits: &Limits,
    now: Timestamp,
) -> Result<Decided, Error> {
    check_current(finding)?;
    let status = decision.status;
    caller::check(approver, Act::Decide(status))?;
    let name = caller::name(approver, "approver")?;
    let reason = match status {
        FindingStatus::Open => None,
        _ => reason::optional("reason", decision.reason.as_deref())?,
    };
    let expires_at = end(decision, limits, now)?;
    if status == FindingStatus::Accepted && is_formal(finding.severity, limits) {
        check_formal(finding, reason.is_some(), expires_at.is_some(), limits)?;
    }

    let (before, expired) = settled(finding, now);
    let mut events: Vec<StatusEvent> = expired.into_iter().collect();
    events.extend(step(finding, before.status, status, &approver.to_string(), now));
    let comment = reason
        .as_ref()
        .filter(|_| status == FindingStatus::Accepted && is_news(&finding.standing, reason.as_deref()))
        .map(|reason| Comment {
            author: name.clone(),
            body: reason.clone(),
        });
    let changed_at = if before.status == status {
        before.changed_at
    } else {
        Some(now)
    };
    let open = status == FindingStatus::Open;
    Ok(Decided {
        standing: Standing {
            status,
            changed_at,
            reason,
            approver: (!open).then_some(name),
            expires_at,
            decided_severity: status.is_dismissed().then_some(finding.severity),
        },
        events,
        comment,
    })
}

/// Whether an acceptance says something that the finding does not say yet.
fn is_news(before: &Standing, reason: Option<&str>) -> bool {
    before.status != FindingStatus::Accepted || before.reason.as_deref() != reason
}

fn check_formal(finding: &Finding, has_reason: bool, has_end: bool, limits: &Limits) -> Result<(), Error> {
    let severity = finding.severity;
    if !has_reason {
        return Err(Error::invalid(format!(
            "accepting a finding of severity {severity} needs a reason: write {} to {} characters",
            super::REASON_CHARS.start(),
            super::REASON_CHARS.end()
        )));
    }
    if !has_end && !limits.permanent_acceptance {
        return Err(Error::invalid(format!(
            "accepting a finding of severity {severity} needs an end: give `expires_on`, at most {} days away",
            limits.dismissal_days
        )));
    }
    Ok(())
}

/// The end of the decision, strictly in the future and not too far.
fn end(decision: &Decision, limits: &Limits, now: Timestamp) -> Result<Option<Timestamp>, Error> {
    let Some(date) = decision.expires_on else {
        return Ok(None);
    };
    let days = limits.dismissal_days;
    if !decision.status.is_dismissed() {
        return Err(Error::invalid(format!(
            "`expires_on` goes with accepted and false_positive only: leave it out for {}",
            decision.status
        )));
    }
    let end = Timestamp::of_date(date);
    if end <= now {
        return Err(Error::invalid(format!(
            "`expires_on` {date} is not in the future: a decision ends on its day at 00:00 UTC, give a later day"
        )));
    }
    if end > now.plus_days(days) {
        return Err(Error::invalid(format!(
            "`expires_on` {date} is more than {days} days away: give an earlier day"
        )));
    }
    Ok(Some(end))
}

#[cfg(test)]
mod tests;
