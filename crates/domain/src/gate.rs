//! The security gate: whether what is open may be shipped.

use std::collections::BTreeSet;

use rating::{BySeverity, Severity};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Error, Finding, FindingStatus, ProjectName, Timestamp};

/// What is asked of the gate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateQuery {
    /// The project.
    pub project: ProjectName,
    /// Open findings of this severity or worse block.
    pub fail_on: Severity,
    /// Only the findings of this report; every current finding of the project otherwise.
    pub report_id: Option<i64>,
    /// A project without a report does not pass: a misspelt name would otherwise.
    pub require_report: bool,
    /// The report asked for, or the newest of the project, may not be older than this many days; implies `require_report`.
    pub max_report_age_days: Option<u32>,
}

impl GateQuery {
    /// The gate of a project as it is without options: open findings of severity high or worse block.
    pub fn of(project: ProjectName) -> Self {
        Self {
            project,
            fail_on: Severity::High,
            report_id: None,
            require_report: false,
            max_report_age_days: None,
        }
    }

    /// Whether the report asked for is one of the project asked for.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] naming the project that owns the report. To be asked only after the caller was found to reach the
    /// owner: otherwise the report does not exist for the caller.
    pub fn check_owner(&self, owner: &ProjectName) -> Result<(), Error> {
        match self.report_id {
            Some(id) if *owner != self.project => Err(Error::invalid(format!(
                "report {id} belongs to the project `{owner}`, not to `{}`: ask the gate of `{owner}`",
                self.project
            ))),
            _ => Ok(()),
        }
    }
}

/// What is open, counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OpenCounts {
    /// Effectively open findings by the severity that counts.
    pub by_severity: BySeverity,
    /// Those of them that have a pending proposal.
    pub proposed: usize,
}

impl OpenCounts {
    /// Counts the effectively open ones, each finding once.
    ///
    /// For a project these are its current findings. For a report it is the current sighting of each of its findings: what
    /// was superseded can no longer be decided, so it is judged by the sighting that took its place.
    pub fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>, now: Timestamp) -> Self {
        let mut seen = BTreeSet::new();
        let open: Vec<&Finding> = findings
            .into_iter()
            .filter(|finding| finding.effective_status(now) == FindingStatus::Open && seen.insert(finding.id))
            .collect();
        Self {
            by_severity: BySeverity::count(open.iter().map(|finding| finding.severity)),
            proposed: open.iter().filter(|finding| finding.proposal.is_some()).count(),
        }
    }
}

/// What the reports of a project say about it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ProjectFacts {
    /// Reports of the project.
    pub reports_total: usize,
    /// When the newest was saved.
    pub last_report_at: Option<Timestamp>,
    /// When the report asked for was saved; none when none was asked for.
    pub report_at: Option<Timestamp>,
}

/// The answer of the gate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Gate {
    /// Canonical name of the project.
    pub project: ProjectName,
    /// The report asked for; none: the whole project.
    pub report_id: Option<i64>,
    /// Open findings of this severity or worse block.
    pub fail_on: Severity,
    /// Whether nothing blocks.
    pub passed: bool,
    /// Open findings at or above `fail_on`.
    pub blocking_findings: usize,
    /// Open findings by severity.
    pub open_findings_by_severity: BySeverity,
    /// Open findings with a proposal that waits for a person; they block all the same.
    pub proposed_findings: usize,
    /// Reports of the project; 0 also for a name that nobody ever used.
    pub reports_total: usize,
    /// When the newest report of the project was saved.
    pub last_report_at: Option<Timestamp>,
    /// Why it did not pass; empty when it did.
    pub reasons: Vec<String>,
}

/// Judges what is open.
pub fn gate(query: &GateQuery, open: &OpenCounts, facts: &ProjectFacts, now: Timestamp) -> Gate {
    let blocking = open.by_severity.at_least(query.fail_on);
    let mut reasons = Vec::new();
    if blocking > 0 {
        let findings = if blocking == 1 { "finding is" } else { "findings are" };
        reasons.push(format!("{blocking} {findings} open at or above {}", query.fail_on));
    }
    reasons.extend(missing_report(query, facts, now));
    Gate {
        project: query.project.clone(),
        report_id: query.report_id,
        fail_on: query.fail_on,
        passed: reasons.is_empty(),
        blocking_findings: blocking,
        open_findings_by_severity: open.by_severity,
        proposed_findings: open.proposed,
        reports_total: facts.reports_total,
        last_report_at: facts.last_report_at,
        reasons,
    }
}

/// What is wrong with the reports, if the query asks for any.
fn missing_report(query: &GateQuery, facts: &ProjectFacts, now: Timestamp) -> Option<String> {
    let (which, saved) = match query.report_id {
        Some(_) => ("the report", facts.report_at),
        None => ("the newest report", facts.last_report_at),
    };
    let needed = query.require_report || query.max_report_age_days.is_some();
    match (facts.reports_total, saved) {
        (0, _) | (_, None) if needed => {
            Some("the project has no report: save a review first, or check the name of the project".to_owned())
        }
        (_, Some(saved)) => {
            let (limit, age) = (query.max_report_age_days?, now.days_since(saved));
            (age > f64::from(limit)).then(|| {
                format!("{which} is of {saved}, {age:.1} days ago, the limit is {limit} days: review the project again")
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{dismissed, finding, instant, name};
    use crate::{Proposal, ProposedStatus};

    const NOW: i64 = 100;

    fn judge(findings: &[Finding]) -> Gate {
        let facts = ProjectFacts {
            reports_total: 1,
            last_report_at: Some(instant(90)),
            report_at: None,
        };
        let open = OpenCounts::of(findings, instant(NOW));
        gate(&GateQuery::of(name("my-repo")), &open, &facts, instant(NOW))
    }

    #[test]
    fn what_is_open_at_or_above_the_threshold_blocks() {
        let high = || finding(1, Severity::High);
        let proposed = Finding {
            proposal: Some(Proposal {
                status: ProposedStatus::Accepted,
                reason: "Only reachable from inside".to_owned(),
                by: "stdio".to_owned(),
                at: instant(95),
            }),
            ..high()
        };
        let mut fixed = high();
        fixed.standing.status = FindingStatus::Fixed;
        let mut escalated = finding(1, Severity::Low);
        escalated.severity = Severity::High;
        let cases = [
            ("open, at the threshold", high(), true),
            ("open, above it", finding(1, Severity::Critical), true),
            ("open, below it", finding(1, Severity::Medium), false),
            ("open with a pending proposal", proposed, true),
            (
                "accepted for ever",
                dismissed(high(), FindingStatus::Accepted, None),
                false,
            ),
            (
                "accepted, not expired",
                dismissed(high(), FindingStatus::Accepted, Some(101)),
                false,
            ),
            (
                "accepted, expired",
                dismissed(high(), FindingStatus::Accepted, Some(100)),
                true,
            ),
            (
                "no issue, expired",
                dismissed(high(), FindingStatus::FalsePositive, Some(99)),
                true,
            ),
            (
                "no issue for ever",
                dismissed(high(), FindingStatus::FalsePositive, None),
                false,
            ),
            ("fixed", fixed, false),
            ("escalated to the threshold", escalated, true),
        ];
        for (case, finding, blocks) in cases {
            let gate = judge(&[finding]);
            assert_eq!(
                (gate.passed, gate.blocking_findings),
                (!blocks, usize::from(blocks)),
                "{case}"
            );
        }
    }

    #[test]
    fn a_pending_proposal_is_counted_and_a_finding_that_replaced_two_counts_once() {
        let mut one = finding(7, Severity::High);
        one.proposal = Some(Proposal {
            status: ProposedStatus::Fixed,
            reason: "Repaired in the last change".to_owned(),
            by: "stdio".to_owned(),
            at: instant(95),
        });
        let gate = judge(&[one.clone(), one]);
        assert_eq!((gate.blocking_findings, gate.proposed_findings), (1, 1));
        assert_eq!(gate.reasons, ["1 finding is open at or above high"]);
    }

    #[test]
    fn an_unknown_project_passes_unless_a_report_is_required() {
        let mut query = GateQuery::of(name("misspelt"));
        let (none, facts) = (OpenCounts::default(), ProjectFacts::default());
        let lax = gate(&query, &none, &facts, instant(NOW));
        assert!(lax.passed && lax.reasons.is_empty() && lax.reports_total == 0);
        query.require_report = true;
        let strict = gate(&query, &none, &facts, instant(NOW));
        assert!(!strict.passed);
        assert_eq!(
            strict.reasons,
            ["the project has no report: save a review first, or check the name of the project"]
        );
        query.require_report = false;
        query.max_report_age_days = Some(30);
        assert!(!gate(&query, &none, &facts, instant(NOW)).passed);
    }

    #[test]
    fn a_report_older_than_the_limit_does_not_pass() {
        let facts = ProjectFacts {
            reports_total: 2,
            last_report_at: Some(instant(93)),
            report_at: Some(instant(80)),
        };
        let mut query = GateQuery {
            max_report_age_days: Some(7),
            ..GateQuery::of(name("my-repo"))
        };
        assert!(gate(&query, &OpenCounts::default(), &facts, instant(NOW)).passed);
        query.report_id = Some(3);
        assert_eq!(
            gate(&query, &OpenCounts::default(), &facts, instant(NOW)).reasons,
            ["the report is of 1970-03-22T00:00:00Z, 20.0 days ago, the limit is 7 days: review the project again"]
        );
        query.report_id = None;
        query.max_report_age_days = Some(6);
        assert!(!gate(&query, &OpenCounts::default(), &facts, instant(NOW)).passed);
    }

    #[test]
    fn a_report_of_another_project_is_refused_by_name() {
        let query = GateQuery {
            report_id: Some(3),
            ..GateQuery::of(name("my-repo"))
        };
        assert_eq!(query.check_owner(&name("my-repo")), Ok(()));
        assert_eq!(
            query.check_owner(&name("other")).unwrap_err().to_string(),
            "report 3 belongs to the project `other`, not to `my-repo`: ask the gate of `other`"
        );
    }

    #[test]
    fn the_answer_has_the_documented_keys() {
        let shown = serde_json::to_string(&judge(&[finding(1, Severity::High), finding(2, Severity::Low)])).unwrap();
        assert_eq!(
            shown,
            "{\"project\":\"my-repo\",\"report_id\":null,\"fail_on\":\"high\",\"passed\":false,\"blocking_findings\":1,\
             \"open_findings_by_severity\":{\"critical\":0,\"high\":1,\"medium\":0,\"low\":1,\"info\":0},\
             \"proposed_findings\":0,\"reports_total\":1,\"last_report_at\":\"1970-04-01T00:00:00Z\",\
             \"reasons\":[\"1 finding is open at or above high\"]}"
        );
    }
}
