//! What saving a report changes: its findings take the place of the current sightings of the same issues.
//!
//! An issue that a report does not mention is left alone: nothing is ever closed by not being reported.

mod carry;

use std::collections::HashMap;

use rating::Severity;

use crate::pairing::{self, Pair};
use crate::triage::{self, Comment};
use crate::{
    Actor, CheckedReport, EventKind, Finding, FindingContent, FindingStatus, Proposal, RatingChange, Standing,
    StatusEvent, Timestamp, fingerprint,
};

/// Everything to write for one report, in one transaction. Positions are those of [`CheckedReport::findings`].
#[derive(Debug, Clone, PartialEq)]
pub struct SavePlan {
    /// The highest severity of the findings after carrying raised ones, `info` without findings, or the declared one if that
    /// is higher. Statuses play no part.
    pub risk_level: Severity,
    /// The findings to insert, in the order of the report.
    pub findings: Vec<PlannedFinding>,
    /// The history to append, in this order.
    pub events: Vec<PlannedEvent>,
    /// Comments to add to the new findings, after those that move.
    pub comments: Vec<(usize, Comment)>,
    /// How many findings are sightings of an issue that was known.
    pub recurring: usize,
    /// How many keep a live acceptance or false positive.
    pub carried_decisions: usize,
    /// Findings whose live decision nobody inherits: their place was not found again. Ascending.
    pub dropped_decisions: Vec<i64>,
    /// Decisions that now stand on another line.
    pub moved_decisions: Vec<MovedDecision>,
    /// Findings whose live decision does not cover what is reported now, and whose issue is open again. Ascending.
    pub reopened: Vec<i64>,
}

/// A finding to insert.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedFinding {
    /// As reported.
    pub content: FindingContent,
    /// The severity that counts: as reported, or as a person had raised it.
    pub severity: Severity,
    /// Where it stands.
    pub standing: Standing,
    /// A proposal that still waits for a person.
    pub proposal: Option<Proposal>,
    /// The change of severity, while it is raised.
    pub rating_change: Option<RatingChange>,
    /// Identity of the issue, version 1.
    pub fingerprint_v1: String,
    /// Identity of the issue, version 2.
    pub fingerprint: String,
    /// First sighting since the issue was last fixed.
    pub first_seen_at: Timestamp,
    /// The issue; none: a new one, numbered by this finding.
    pub issue: Option<i64>,
    /// Current findings that are superseded by this one, and with them all that point to them. The first is the earlier
    /// sighting of the same issue, if there is one; the others were merged into it.
    pub replaces: Vec<i64>,
    /// Findings whose comments move to this one.
    pub comments_from: Vec<i64>,
    /// The finding of the same report that says the same of the same line, and at least as severely: it alone is the current
    /// sighting, and this one is stored as superseded by it.
    pub repeats: Option<usize>,
}

/// Whose history an event belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A finding of this report, by position.
    New(usize),
    /// An earlier finding, by id.
    Previous(i64),
}

/// A step to append to the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedEvent {
    /// Whose.
    pub subject: Subject,
    /// Which.
    pub event: StatusEvent,
}

/// A live decision that was carried to another line, for a person to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MovedDecision {
    /// The finding that held it.
    pub from_finding: i64,
    /// The finding that holds it, by position.
    pub to_index: usize,
    /// Where it was.
    pub from_line: Option<u32>,
    /// Where it is.
    pub to_line: Option<u32>,
}

/// Pairs the findings of a report with the current sightings of the same issues and says what is carried.
///
/// `previous` are the current findings of the project that share a version 2 fingerprint with the report; others in it are
/// ignored. `actor` is who saves.
pub fn plan(report: &CheckedReport, previous: &[Finding], actor: &Actor, now: Timestamp) -> SavePlan {
    let findings = report
        .findings
        .iter()
        .map(|content| first_sighting(report, content, now))
        .collect();
    let mut plan = SavePlan {
        risk_level: Severity::Info,
        findings,
        events: Vec::new(),
        comments: Vec::new(),
        recurring: 0,
        carried_decisions: 0,
        dropped_decisions: Vec::new(),
        moved_decisions: Vec::new(),
        reopened: Vec::new(),
    };
    for (known, mut new) in issues(&plan.findings, previous) {
        take_repetitions(&mut plan.findings, &mut new);
        plan.expire(&known, now);
        let numbered: Vec<(usize, &FindingContent)> = new.iter().map(|&at| (at, &report.findings[at])).collect();
        let pairing = pairing::pair(&known, &numbered);
        for Pair { previous, new, .. } in pairing.pairs {
            plan.take_over(known[previous], new, actor, now);
        }
        for at in pairing.unpaired_new {
            plan.add_new(at, actor, now);
        }
        let first = numbered
            .iter()
            .min_by_key(|(at, content)| (pairing::line_order(content), *at));
        if let Some((first, _)) = first {
            for at in pairing.unpaired_previous {
                plan.merge(known[at], *first, actor, now);
            }
        }
    }
    for at in 0..plan.findings.len() {
        if let Some(kept) = plan.findings[at].repeats {
            plan.findings[at].standing = plan.findings[kept].standing.clone();
            plan.findings[at].first_seen_at = plan.findings[kept].first_seen_at;
            plan.findings[at].issue = plan.findings[kept].issue;
        }
    }
    plan.dropped_decisions.sort_unstable();
    plan.reopened.sort_unstable();
    let worst = plan.findings.iter().map(|finding| finding.severity).max();
    plan.risk_level = worst.max(report.declared_risk).unwrap_or(Severity::Info);
    plan
}

/// The findings of each fingerprint: current ones of the project, and positions in the report; in the order of the report.
fn issues<'p>(findings: &[PlannedFinding], previous: &'p [Finding]) -> Vec<(Vec<&'p Finding>, Vec<usize>)> {
    let mut groups: Vec<(Vec<&Finding>, Vec<usize>)> = Vec::new();
    let mut by_fingerprint: HashMap<&str, usize> = HashMap::new();
    for (at, finding) in findings.iter().enumerate() {
        let group = *by_fingerprint.entry(&finding.fingerprint).or_insert_with(|| {
            groups.push((Vec::new(), Vec::new()));
            groups.len() - 1
        });
        groups[group].1.push(at);
    }
    for finding in previous.iter().filter(|finding| finding.is_current()) {
        if let Some(group) = by_fingerprint.get(finding.fingerprint.as_str()) {
            groups[*group].0.push(finding);
        }
    }
    groups
}

/// A finding as if nothing were known of it.
fn first_sighting(report: &CheckedReport, content: &FindingContent, now: Timestamp) -> PlannedFinding {
    let project = &report.head.project;
    PlannedFinding {
        content: content.clone(),
        severity: content.severity,
        standing: Standing::OPEN,
        proposal: None,
        rating_change: None,
        fingerprint_v1: fingerprint::v1(project, content),
        fingerprint: fingerprint::v2(project, content),
        first_seen_at: now,
        issue: None,
        replaces: Vec::new(),
        comments_from: Vec::new(),
        repeats: None,
    }
}

/// Takes the repetitions out of a group: findings of one issue on one line, of which the most severe stays, the first among
/// equals. One issue has one current sighting per line.
fn take_repetitions(findings: &mut [PlannedFinding], group: &mut Vec<usize>) {
    let mut stays: HashMap<u32, usize> = HashMap::new();
    for &at in group.iter() {
        let Some(line) = findings[at].content.line_start else {
            continue;
        };
        let kept = stays.entry(line).or_insert(at);
        if findings[at].severity > findings[*kept].severity {
            *kept = at;
        }
    }
    group.retain(|&at| {
        let kept = findings[at]
            .content
            .line_start
            .and_then(|line| stays.get(&line).copied());
        match kept {
            Some(kept) if kept != at => {
                findings[at].repeats = Some(kept);
                false
            }
            _ => true,
        }
    });
}

impl SavePlan {
    /// Writes down which decisions had ended before the report came.
    fn expire(&mut self, known: &[&Finding], now: Timestamp) {
        self.events.extend(known.iter().filter_map(|finding| {
            let event = triage::expire(finding, now)?;
            Some(PlannedEvent {
                subject: Subject::Previous(finding.id),
                event,
            })
        }));
    }

    /// A known issue is seen again.
    fn take_over(&mut self, previous: &Finding, new: usize, actor: &Actor, now: Timestamp) {
        let carried = carry::carry(previous, &mut self.findings[new], actor, now);
        self.recurring += 1;
        self.comments.extend(carried.comment.map(|comment| (new, comment)));
        self.events.extend(carried.event.map(|event| PlannedEvent {
            subject: Subject::New(new),
            event,
        }));
        match carried.decision {
            carry::Fate::None => {}
            carry::Fate::Reopened => self.reopened.push(previous.id),
            carry::Fate::Carried => {
                self.carried_decisions += 1;
                let from_line = previous.content.line_start;
                let to_line = self.findings[new].content.line_start;
                if from_line != to_line {
                    self.moved_decisions.push(MovedDecision {
                        from_finding: previous.id,
                        to_index: new,
                        from_line,
                        to_line,
                    });
                }
            }
        }
    }

    /// An issue is seen for the first time.
    fn add_new(&mut self, new: usize, actor: &Actor, now: Timestamp) {
        let event = StatusEvent {
            at: now,
            kind: EventKind::Reported,
            open_before: None,
            open_after: Some(self.findings[new].severity),
            opened_at: now,
            actor: actor.to_string(),
        };
        self.events.push(PlannedEvent {
            subject: Subject::New(new),
            event,
        });
    }

    /// A sighting that was not found again while others of its fingerprint were: it goes into the first of them, which takes
    /// its comments and nothing else.
    fn merge(&mut self, previous: &Finding, into: usize, actor: &Actor, now: Timestamp) {
        let finding = &mut self.findings[into];
        finding.replaces.push(previous.id);
        finding.comments_from.push(previous.id);
        let status = previous.effective_status(now);
        if status.is_dismissed() {
            self.dropped_decisions.push(previous.id);
        }
        if status == FindingStatus::Open {
            self.events.push(PlannedEvent {
                subject: Subject::Previous(previous.id),
                event: StatusEvent {
                    at: now,
                    kind: EventKind::Merged,
                    open_before: Some(previous.severity),
                    open_after: None,
                    opened_at: previous.first_seen_at,
                    actor: actor.to_string(),
                },
            });
        }
    }
}

#[cfg(test)]
mod tests;
