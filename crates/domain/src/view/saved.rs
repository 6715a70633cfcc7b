use std::collections::BTreeMap;

use rating::{BySeverity, Severity};
use schemars::JsonSchema;
use serde::Serialize;
use untrusted_text::{SafeText, safe_line};

use super::texts::{limits, line};
use crate::trend::PerSeverity;
use crate::{ChecklistOutcome, ProjectName, Report, ReviewType};

/// What came of saving a report.
#[derive(Debug, Clone)]
pub struct Saved<'a> {
    /// The report as it was stored.
    pub report: &'a Report,
    /// Its findings by the severity that counts.
    pub findings: BySeverity,
    /// Findings of issues that were known before.
    pub recurring: usize,
    /// Findings that took over a live decision.
    pub carried_decisions: usize,
    /// Earlier findings whose live decision was not taken over, because no finding took their place.
    pub dropped_decisions: Vec<i64>,
    /// Decisions that were taken over by a finding on another line.
    pub moved_decisions: Vec<MovedDecisionView>,
    /// Earlier findings whose live decision was not taken over, because the issue is worse now.
    pub reopened_findings: Vec<i64>,
    /// Whether this is an earlier report, sent again.
    pub replayed: bool,
    /// What to tell about the declared coverage; none when none is expected, as for the scan of a pipeline.
    pub warnings: Option<&'a [String]>,
}

/// A decision that a finding on another line took over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MovedDecisionView {
    /// Finding it was made on.
    pub from_finding: i64,
    /// Finding that has it now.
    pub to_finding: i64,
    /// Line it was made on.
    pub from_line: Option<u32>,
    /// Line it stands on now.
    pub to_line: Option<u32>,
}

/// How far the checklists were walked through.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CoverageView {
    /// Items by outcome; outcomes without an item are left out.
    pub checklist_by_outcome: BTreeMap<ChecklistOutcome, usize>,
    /// Items of the checklists used that got no result.
    #[schemars(with = "Vec<String>")]
    pub not_covered: Vec<SafeText>,
    /// Rules whose leads were looked at.
    pub scan_rules: usize,
}

impl CoverageView {
    fn of(report: &Report) -> Self {
        let results = &report.head.checklist_results;
        let mut by_outcome = BTreeMap::new();
        for result in results {
            *by_outcome.entry(result.outcome).or_default() += 1;
        }
        let not_covered = results
            .iter()
            .filter(|result| result.outcome == ChecklistOutcome::NotCovered);
        Self {
            checklist_by_outcome: by_outcome,
            not_covered: not_covered
                .map(|result| safe_line(&result.item_id, limits::RULE_ID))
                .collect(),
            scan_rules: report.head.scan_rules.len(),
        }
    }
}

/// The answer to a report that was saved. The only answer of the MCP server that names the author: the one who sent it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SavedReport {
    /// Number of the report.
    pub report_id: i64,
    /// Canonical name of the project.
    pub project: ProjectName,
    /// The kind of review.
    pub review_type: Option<ReviewType>,
    /// Developer of the code, as recorded.
    #[schemars(with = "Option<String>")]
    pub author: Option<SafeText>,
    /// Risk of the report.
    pub risk_level: Severity,
    /// Findings that were saved.
    pub findings_count: usize,
    /// Those findings by severity; severities without a finding are left out.
    pub findings_by_severity: PerSeverity<usize>,
    /// Findings of issues that were known before.
    pub recurring_findings: usize,
    /// Findings that took over a live acceptance or false positive.
    pub carried_decisions: usize,
    /// Earlier findings whose live decision no finding took over.
    pub dropped_decisions: Vec<i64>,
    /// Decisions that stand on another line now: look whether they still apply.
    pub moved_decisions: Vec<MovedDecisionView>,
    /// Earlier findings whose live decision no longer holds, because the issue is worse than what was decided.
    pub reopened_findings: Vec<i64>,
    /// Whether this is an earlier report, returned because the same one was sent again; nothing was saved.
    pub replayed: bool,
    /// How far the checklists were walked through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<CoverageView>,
    /// What was left out of the coverage, and what is doubtful. Nothing here refuses the report.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<String>>")]
    pub warnings: Option<Vec<SafeText>>,
}

impl SavedReport {
    /// The answer.
    pub fn new(saved: Saved<'_>) -> Self {
        let report = saved.report;
        let count = |severity| saved.findings.get(severity);
        let warnings = saved.warnings.map(|warnings| warnings.iter());
        Self {
            report_id: report.id,
            project: report.head.project.clone(),
            review_type: report.head.review_type,
            author: line(report.head.author.as_deref(), limits::NAME),
            risk_level: report.risk_level,
            findings_count: saved.findings.total(),
            findings_by_severity: PerSeverity::from_fn(|severity| Some(count(severity)).filter(|count| *count > 0)),
            recurring_findings: saved.recurring,
            carried_decisions: saved.carried_decisions,
            dropped_decisions: saved.dropped_decisions,
            moved_decisions: saved.moved_decisions,
            reopened_findings: saved.reopened_findings,
            replayed: saved.replayed,
            coverage: saved.warnings.map(|_| CoverageView::of(report)),
            warnings: warnings.map(|texts| texts.map(|text| safe_line(text, limits::WARNING)).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::ChecklistResult;
    use crate::testing::report;

    #[test]
    fn the_answer_to_a_save_has_the_documented_keys_and_names_the_author() {
        let mut report = report();
        for (item_id, outcome) in [
            ("PY-01", ChecklistOutcome::Ok),
            ("PY-02", ChecklistOutcome::NotCovered),
            ("PY-03", ChecklistOutcome::NotCovered),
        ] {
            report.head.checklist_results.push(ChecklistResult {
                item_id: item_id.to_owned(),
                outcome,
                title: "Title".to_owned(),
                domain: "python".to_owned(),
            });
        }
        report.head.scan_rules = vec!["PY-001".to_owned(), "PY-004".to_owned()];
        let warnings = ["no result for 2 items".to_owned()];
        let mut saved = Saved {
            report: &report,
            findings: BySeverity::count([Severity::Low, Severity::High]),
            recurring: 1,
            carried_decisions: 0,
            dropped_decisions: vec![7],
            moved_decisions: vec![MovedDecisionView {
                from_finding: 8,
                to_finding: 20,
                from_line: Some(10),
                to_line: Some(12),
            }],
            reopened_findings: vec![9],
            replayed: false,
            warnings: Some(&warnings),
        };
        let mut expected = json!({
            "report_id": 12, "project": "my-repo", "review_type": "security-review", "author": "alice",
            "risk_level": "high", "findings_count": 2, "findings_by_severity": {"high": 1, "low": 1},
            "recurring_findings": 1, "carried_decisions": 0, "dropped_decisions": [7],
            "moved_decisions": [{"from_finding": 8, "to_finding": 20, "from_line": 10, "to_line": 12}],
            "reopened_findings": [9], "replayed": false,
            "coverage": {"checklist_by_outcome": {"ok": 1, "not_covered": 2}, "not_covered": ["PY-02", "PY-03"],
                         "scan_rules": 2},
            "warnings": ["no result for 2 items"],
        });
        assert_eq!(serde_json::to_value(SavedReport::new(saved.clone())).unwrap(), expected);
        // The scan of a pipeline declares no coverage.
        saved.warnings = None;
        let expected_object = expected.as_object_mut().unwrap();
        expected_object.remove("coverage");
        expected_object.remove("warnings");
        assert_eq!(serde_json::to_value(SavedReport::new(saved)).unwrap(), expected);
    }
}
