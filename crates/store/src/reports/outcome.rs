use domain::save::{MovedDecision, SavePlan};
use domain::view::{MovedDecisionView, Saved, SavedReport};
use domain::{BySeverity, Report};
use serde::{Deserialize, Serialize};

use crate::{Error, row};

/// What the answer to a save says besides the report: stored with it, because statuses, ratings and numbers of current
/// findings go on changing, and the same report sent again has to get the same answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Outcome {
    risk: i16,
    /// Findings by the number of their severity.
    findings: [usize; 5],
    recurring: usize,
    carried: usize,
    dropped: Vec<i64>,
    moved: Vec<Moved>,
    reopened: Vec<i64>,
    warnings: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Moved {
    from_finding: i64,
    to_finding: i64,
    from_line: Option<u32>,
    to_line: Option<u32>,
}

impl Outcome {
    /// Of a plan whose findings got these numbers.
    pub(super) fn of(plan: &SavePlan, ids: &[i64], warnings: Vec<String>) -> Self {
        let mut findings = [0; 5];
        for planned in &plan.findings {
            findings[row::rank(planned.severity) as usize] += 1;
        }
        let moved = |decision: &MovedDecision| Moved {
            from_finding: decision.from_finding,
            to_finding: ids[decision.to_index],
            from_line: decision.from_line,
            to_line: decision.to_line,
        };
        Self {
            risk: row::rank(plan.risk_level),
            findings,
            recurring: plan.recurring,
            carried: plan.carried_decisions,
            dropped: plan.dropped_decisions.clone(),
            moved: plan.moved_decisions.iter().map(moved).collect(),
            reopened: plan.reopened.clone(),
            warnings,
        }
    }

    /// As it was stored.
    pub(super) fn from_json(text: &str) -> Result<Self, Error> {
        serde_json::from_str(text).map_err(|_| Error::unreadable("outcome of a save"))
    }

    /// As it is stored.
    pub(super) fn to_json(&self) -> Result<String, Error> {
        serde_json::to_string(self).map_err(|error| Error::Internal(error.to_string()))
    }

    /// The answer to the save of a report.
    pub(super) fn answer(self, mut report: Report, replayed: bool) -> Result<SavedReport, Error> {
        report.risk_level = row::severity(self.risk)?;
        let mut findings = BySeverity::default();
        for (rank, count) in (0..).zip(self.findings) {
            row::add(&mut findings, row::severity(rank)?, count);
        }
        let moved = self.moved.into_iter().map(|moved| MovedDecisionView {
            from_finding: moved.from_finding,
            to_finding: moved.to_finding,
            from_line: moved.from_line,
            to_line: moved.to_line,
        });
        Ok(SavedReport::new(Saved {
            report: &report,
            findings,
            recurring: self.recurring,
            carried_decisions: self.carried,
            dropped_decisions: self.dropped,
            moved_decisions: moved.collect(),
            reopened_findings: self.reopened,
            replayed,
            warnings: Some(&self.warnings),
        }))
    }
}
