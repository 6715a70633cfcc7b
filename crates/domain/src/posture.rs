//! Where a project stands.

use rating::{BySeverity, Severity};
use schemars::JsonSchema;
use serde::Serialize;

use crate::gate::{OpenCounts, ProjectFacts};
use crate::{Finding, FindingStatus, ProjectName, Timestamp};

/// Current, effectively open findings of a project, over all its reports. An unknown project gives zeros.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Posture {
    /// Canonical name of the project.
    pub project: ProjectName,
    /// Reports of the project.
    pub reports_total: usize,
    /// When the newest report was saved.
    pub last_report_at: Option<Timestamp>,
    /// Open findings.
    pub open_findings_total: usize,
    /// Open findings by severity.
    pub open_findings_by_severity: BySeverity,
    /// The highest severity of what is open; none when nothing is.
    pub worst_open_severity: Option<Severity>,
    /// Open findings with a proposal that waits for a person.
    pub proposed_findings: usize,
    /// Open findings that a later report of the same branch and review type did not report again: perhaps repaired.
    pub not_reported_again: usize,
}

impl Posture {
    /// From what was counted.
    pub fn new(project: ProjectName, facts: &ProjectFacts, open: &OpenCounts, not_reported_again: usize) -> Self {
        Self {
            project,
            reports_total: facts.reports_total,
            last_report_at: facts.last_report_at,
            open_findings_total: open.by_severity.total(),
            open_findings_by_severity: open.by_severity,
            worst_open_severity: worst(&open.by_severity),
            proposed_findings: open.proposed,
            not_reported_again,
        }
    }

    /// Brings a list of projects into its order: the latest report first, then the projects without a report by name.
    pub fn sort_list(projects: &mut [Posture]) {
        projects.sort_by(|a, b| {
            let latest_first = b.last_report_at.cmp(&a.last_report_at);
            latest_first.then_with(|| a.project.cmp(&b.project))
        });
    }
}

/// The highest severity that occurs.
pub fn worst(counts: &BySeverity) -> Option<Severity> {
    Severity::WORST_FIRST
        .into_iter()
        .find(|severity| counts.get(*severity) > 0)
}

/// Current findings by effective status, for metrics.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StatusCounts {
    /// To be dealt with.
    pub open: usize,
    /// Repaired.
    pub fixed: usize,
    /// Accepted and not expired.
    pub accepted: usize,
    /// No issue, and the judgement has not expired.
    pub false_positive: usize,
    /// With a pending proposal, whatever the status.
    pub proposed: usize,
}

impl StatusCounts {
    /// Counts current findings; superseded ones are left out.
    pub fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>, now: Timestamp) -> Self {
        let mut counts = Self::default();
        for finding in findings.into_iter().filter(|finding| finding.is_current()) {
            let counted = match finding.effective_status(now) {
                FindingStatus::Open => &mut counts.open,
                FindingStatus::Fixed => &mut counts.fixed,
                FindingStatus::Accepted => &mut counts.accepted,
                FindingStatus::FalsePositive => &mut counts.false_positive,
            };
            *counted += 1;
            counts.proposed += usize::from(finding.proposal.is_some());
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{dismissed, finding, instant, name};

    fn posture(project: &str, last_report_at: Option<i64>, open: &[Severity]) -> Posture {
        let facts = ProjectFacts {
            reports_total: usize::from(last_report_at.is_some()),
            last_report_at: last_report_at.map(instant),
            report_at: None,
        };
        let open = OpenCounts {
            by_severity: BySeverity::count(open.iter().copied()),
            proposed: 0,
        };
        Posture::new(name(project), &facts, &open, 0)
    }

    #[test]
    fn the_worst_open_severity_is_null_when_nothing_is_open() {
        let shown = serde_json::to_value(posture("my-repo", Some(1), &[Severity::Low, Severity::High])).unwrap();
        assert_eq!(shown["worst_open_severity"], "high");
        assert_eq!(shown["open_findings_total"], 2);
        let clean = serde_json::to_value(posture("new", None, &[])).unwrap();
        assert!(clean["worst_open_severity"].is_null() && clean["last_report_at"].is_null());
        assert_eq!(clean["open_findings_by_severity"]["critical"], 0);
    }

    #[test]
    fn projects_are_listed_latest_report_first_then_those_without_by_name() {
        let mut list = vec![
            posture("zoo", None, &[]),
            posture("old", Some(1), &[]),
            posture("ant", None, &[]),
            posture("new", Some(2), &[]),
        ];
        Posture::sort_list(&mut list);
        let names: Vec<_> = list.iter().map(|posture| posture.project.as_str()).collect();
        assert_eq!(names, ["new", "old", "ant", "zoo"]);
    }

    #[test]
    fn statuses_are_counted_as_they_stand_now_and_once_per_issue() {
        let mut superseded = finding(1, Severity::High);
        superseded.superseded_by = Some(2);
        let accepted = |end| dismissed(finding(2, Severity::High), FindingStatus::Accepted, Some(end));
        let counts = StatusCounts::of(&[superseded, accepted(5), accepted(20)], instant(10));
        assert_eq!((counts.open, counts.accepted, counts.fixed), (1, 1, 0));
    }
}
