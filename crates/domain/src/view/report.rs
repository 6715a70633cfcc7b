use std::collections::BTreeSet;

use rating::Severity;
use schemars::JsonSchema;
use serde::Serialize;
use untrusted_text::{SafeText, safe_line, safe_text};

use super::FindingView;
use super::texts::{UNTRUSTED_NOTICE, limits, line, lines, next_offset, submitter};
use crate::{ChecklistOutcome, ChecklistResult, Finding, FindingStatus, ProjectName, Report, ReviewType, Timestamp};

/// Which findings of a report are answered, and what is known of the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportPage {
    /// Findings before this page.
    pub offset: usize,
    /// Findings of the report.
    pub total: usize,
    /// Characters the answer should have at most: fewer findings are answered than were given once their texts exceed it, but
    /// at least one.
    pub max_chars: usize,
    /// Characters of each long text of the report itself: summary and scope.
    pub text_chars: usize,
    /// The highest severity of what is still open: each finding judged by the current sighting of its issue.
    pub open_risk: Option<Severity>,
    /// Rules that a finding of the report cites, in upper case.
    pub cited_rules: BTreeSet<String>,
    /// Whether the reader may see the author.
    pub author_visible: bool,
}

impl ReportPage {
    /// Characters of an answer by default.
    pub const DEFAULT_CHARS: usize = 200_000;

    /// A page of all findings of a report, for a reader who may not see authors. A superseded finding does not count as open:
    /// set `open_risk` where its current sighting is known.
    pub fn whole(findings: &[Finding], now: Timestamp) -> Self {
        let open = findings
            .iter()
            .filter(|finding| finding.is_current() && finding.effective_status(now) == FindingStatus::Open);
        let cited = findings.iter().filter_map(|finding| finding.content.rule_id.as_deref());
        Self {
            offset: 0,
            total: findings.len(),
            max_chars: Self::DEFAULT_CHARS,
            text_chars: limits::LONG_TEXT,
            open_risk: open.map(|finding| finding.severity).max(),
            cited_rules: cited.map(str::to_uppercase).collect(),
            author_visible: false,
        }
    }
}

/// What became of one checklist item.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ChecklistResultView {
    /// Id of the item.
    #[schemars(with = "String")]
    pub item_id: SafeText,
    /// What became of it.
    pub outcome: ChecklistOutcome,
    /// Title of the item.
    #[schemars(with = "String")]
    pub title: SafeText,
    /// Checklist it belongs to.
    #[schemars(with = "String")]
    pub domain: SafeText,
}

impl From<&ChecklistResult> for ChecklistResultView {
    fn from(result: &ChecklistResult) -> Self {
        Self {
            item_id: safe_line(&result.item_id, limits::RULE_ID),
            outcome: result.outcome,
            title: safe_line(&result.title, limits::TITLE),
            domain: safe_line(&result.domain, limits::RULE_ID),
        }
    }
}

/// A report with a page of its findings.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReportView {
    /// What the texts are.
    pub notice: &'static str,
    /// Canonical name of the project.
    pub project: ProjectName,
    /// Address or path of the repository.
    #[schemars(with = "Option<String>")]
    pub repository: Option<SafeText>,
    /// Branch.
    #[schemars(with = "Option<String>")]
    pub branch: Option<SafeText>,
    /// Commit.
    #[schemars(with = "Option<String>")]
    pub commit_sha: Option<SafeText>,
    /// Agent or person who reviewed.
    #[schemars(with = "Option<String>")]
    pub reviewer: Option<SafeText>,
    /// Developer of the code; null where authors are not shown.
    #[schemars(with = "Option<String>")]
    pub author: Option<SafeText>,
    /// What was read.
    #[schemars(with = "Option<String>")]
    pub scope: Option<SafeText>,
    /// The kind of review.
    pub review_type: Option<ReviewType>,
    /// What came out of it.
    #[schemars(with = "String")]
    pub summary: SafeText,
    /// Number of the report.
    pub id: i64,
    /// Risk when the report was saved, or more; never lowered.
    pub risk_level: Severity,
    /// The highest severity of what is still open; null when nothing is.
    pub open_risk: Option<Severity>,
    /// When it was saved.
    pub created_at: Timestamp,
    /// Token that saved it.
    #[schemars(with = "Option<String>")]
    pub submitted_by: Option<SafeText>,
    /// What became of each checklist item.
    pub checklist_results: Vec<ChecklistResultView>,
    /// Rules whose leads were looked at.
    #[schemars(with = "Vec<String>")]
    pub scan_rules: Vec<SafeText>,
    /// Findings of the report.
    pub findings_total: usize,
    /// Where the next page of findings starts; null on the last page.
    pub next_offset: Option<usize>,
    /// Findings of this page.
    pub findings: Vec<FindingView>,
}

impl ReportView {
    /// The report and the findings given, as many of them as fit the page.
    pub fn new(report: &Report, findings: Vec<FindingView>, page: &ReportPage) -> Self {
        let head = &report.head;
        let findings = fitting(findings, page.max_chars);
        let author = head.author.as_deref().filter(|_| page.author_visible);
        let submitted_by = report.submitted_by.as_deref();
        Self {
            notice: UNTRUSTED_NOTICE,
            project: head.project.clone(),
            repository: line(head.repository.as_deref(), limits::REPOSITORY),
            branch: line(head.branch.as_deref(), limits::BRANCH),
            commit_sha: line(head.commit_sha.as_deref(), limits::COMMIT),
            reviewer: line(head.reviewer.as_deref(), limits::NAME),
            author: line(author, limits::NAME),
            scope: lines(head.scope.as_deref(), page.text_chars),
            review_type: head.review_type,
            summary: safe_text(&head.summary, page.text_chars),
            id: report.id,
            risk_level: report.risk_level,
            open_risk: page.open_risk,
            created_at: report.created_at,
            submitted_by: submitted_by.map(|label| safe_line(&submitter(label, page.author_visible), limits::NAME)),
            checklist_results: head.checklist_results.iter().map(Into::into).collect(),
            scan_rules: head
                .scan_rules
                .iter()
                .map(|rule| safe_line(rule, limits::RULE_ID))
                .collect(),
            findings_total: page.total,
            next_offset: next_offset(page.offset, findings.len(), page.total),
            findings,
        }
    }
}

/// The first findings, up to a number of characters, but at least one.
fn fitting(mut findings: Vec<FindingView>, max_chars: usize) -> Vec<FindingView> {
    let mut chars = 0_usize;
    let fit = findings.iter().take_while(|finding| {
        chars = chars.saturating_add(finding.text_chars());
        chars <= max_chars
    });
    let fit = fit.count().max(1);
    findings.truncate(fit);
    findings
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::testing::{finding, instant, report};

    fn shown(report: &Report, findings: &[Finding], page: &ReportPage) -> Value {
        let views = findings
            .iter()
            .map(|finding| FindingView::for_reader(finding, page.author_visible, instant(50)))
            .collect();
        serde_json::to_value(ReportView::new(report, views, page)).expect("JSON")
    }

    #[test]
    fn a_report_has_the_documented_keys_and_no_author() {
        let mut report = report();
        report.head.checklist_results.push(ChecklistResult {
            item_id: "PY-01".to_owned(),
            outcome: ChecklistOutcome::Ok,
            title: "Injection".to_owned(),
            domain: "python".to_owned(),
        });
        report.head.scan_rules.push("PY-001".to_owned());
        let shown = shown(&report, &[], &ReportPage::whole(&[], instant(50)));
        assert_eq!(
            shown,
            json!({
                "notice": UNTRUSTED_NOTICE,
                "project": "my-repo", "repository": "https://example.com/owner/my_repo.git", "branch": "main",
                "commit_sha": "0123abc", "reviewer": "agent", "author": null, "scope": "src/",
                "review_type": "security-review", "summary": "Two findings.", "id": 12, "risk_level": "high",
                "open_risk": null, "created_at": "1970-01-31T00:00:00Z", "submitted_by": "laptop",
                "checklist_results": [{"item_id": "PY-01", "outcome": "ok", "title": "Injection", "domain": "python"}],
                "scan_rules": ["PY-001"], "findings_total": 0, "next_offset": null, "findings": [],
            })
        );
    }

    #[test]
    fn the_author_is_shown_to_those_who_may_see_it() {
        let page = ReportPage {
            author_visible: true,
            ..ReportPage::whole(&[], instant(50))
        };
        let shown = shown(&report(), &[], &page);
        assert_eq!(
            (&shown["author"], &shown["submitted_by"]),
            (&json!("alice"), &json!("alice:laptop"))
        );
    }

    #[test]
    fn the_risk_of_what_is_open_is_told_beside_the_risk_when_saved() {
        let mut superseded = finding(1, Severity::Critical);
        superseded.superseded_by = Some(9);
        let mut fixed = finding(2, Severity::High);
        fixed.standing.status = FindingStatus::Fixed;
        let findings = [superseded, fixed, finding(3, Severity::Low)];
        let shown = shown(&report(), &findings, &ReportPage::whole(&findings, instant(50)));
        assert_eq!(
            (&shown["risk_level"], &shown["open_risk"]),
            (&json!("high"), &json!("low"))
        );
    }

    #[test]
    fn a_page_ends_where_its_texts_get_too_long_and_says_where_to_go_on() {
        let mut findings = [1, 2, 3].map(|id| finding(id, Severity::High));
        for finding in &mut findings {
            finding.content.description = "word ".repeat(200);
        }
        let page = |offset, max_chars| ReportPage {
            offset,
            total: 10,
            max_chars,
            ..ReportPage::whole(&findings, instant(50))
        };
        let rows = |page: &ReportPage| {
            let shown = shown(&report(), &findings, page);
            (
                shown["findings"].as_array().unwrap().len(),
                shown["next_offset"].clone(),
            )
        };
        assert_eq!(rows(&page(0, 1_000_000)), (3, json!(3)));
        assert_eq!(rows(&page(0, 2_300)), (2, json!(2)));
        assert_eq!(rows(&page(0, 1)), (1, json!(1)));
        assert_eq!(rows(&page(7, 1_000_000)), (3, json!(null)));
    }
}
