use rating::Severity;
use schemars::JsonSchema;
use serde::Serialize;
use untrusted_text::{SafeText, safe_line};

use super::FindingView;
use super::texts::{UNTRUSTED_NOTICE, limits, line, next_offset, submitter};
use crate::{Finding, FindingStatus, ProjectName, Report, ReviewType, Timestamp};

/// What is counted of a report for a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReportCounts {
    /// All its findings.
    pub findings_total: usize,
    /// Its current, effectively open findings.
    pub findings_open: usize,
    /// The highest severity of what is still open.
    pub open_risk: Option<Severity>,
}

/// A report in a list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReportRow {
    /// Number of the report.
    pub report_id: i64,
    /// Canonical name of the project.
    pub project: ProjectName,
    /// Branch.
    #[schemars(with = "Option<String>")]
    pub branch: Option<SafeText>,
    /// Commit.
    #[schemars(with = "Option<String>")]
    pub commit_sha: Option<SafeText>,
    /// The kind of review.
    pub review_type: Option<ReviewType>,
    /// Risk when the report was saved, or more; never lowered.
    pub risk_level: Severity,
    /// The highest severity of what is still open; null when nothing is.
    pub open_risk: Option<Severity>,
    /// Agent or person who reviewed.
    #[schemars(with = "Option<String>")]
    pub reviewer: Option<SafeText>,
    /// Developer of the code; null where authors are not shown.
    #[schemars(with = "Option<String>")]
    pub author: Option<SafeText>,
    /// Token that saved it.
    #[schemars(with = "Option<String>")]
    pub submitted_by: Option<SafeText>,
    /// When it was saved.
    pub created_at: Timestamp,
    /// All its findings.
    pub findings_total: usize,
    /// Its current, open findings.
    pub findings_open: usize,
    /// The beginning of the summary.
    #[schemars(with = "String")]
    pub summary: SafeText,
}

impl ReportRow {
    /// The report as a list shows it.
    pub fn new(report: &Report, counts: &ReportCounts, author_visible: bool) -> Self {
        let head = &report.head;
        let author = head.author.as_deref().filter(|_| author_visible);
        let submitted_by = report.submitted_by.as_deref();
        Self {
            report_id: report.id,
            project: head.project.clone(),
            branch: line(head.branch.as_deref(), limits::BRANCH),
            commit_sha: line(head.commit_sha.as_deref(), limits::COMMIT),
            review_type: head.review_type,
            risk_level: report.risk_level,
            open_risk: counts.open_risk,
            reviewer: line(head.reviewer.as_deref(), limits::NAME),
            author: line(author, limits::NAME),
            submitted_by: submitted_by.map(|label| safe_line(&submitter(label, author_visible), limits::NAME)),
            created_at: report.created_at,
            findings_total: counts.findings_total,
            findings_open: counts.findings_open,
            summary: safe_line(&in_one_line(&head.summary), limits::SUMMARY_IN_LIST),
        }
    }
}

/// Runs of blanks and line ends become one blank.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reports.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReportList {
    /// What the texts are.
    pub notice: &'static str,
    /// Reports that match, on all pages.
    pub total: usize,
    /// Where the next page starts; null on the last page.
    pub next_offset: Option<usize>,
    /// The reports of this page.
    pub reports: Vec<ReportRow>,
}

impl ReportList {
    /// A page that starts at `offset`.
    pub fn new(reports: Vec<ReportRow>, offset: usize, total: usize) -> Self {
        Self {
            notice: UNTRUSTED_NOTICE,
            total,
            next_offset: next_offset(offset, reports.len(), total),
            reports,
        }
    }
}

/// What a list says of the report that a finding belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportContext {
    /// Canonical name of the project.
    pub project: ProjectName,
    /// Branch.
    pub branch: Option<String>,
    /// Commit.
    pub commit_sha: Option<String>,
    /// The kind of review.
    pub review_type: Option<ReviewType>,
    /// When the report was saved.
    pub created_at: Timestamp,
}

impl From<&Report> for ReportContext {
    fn from(report: &Report) -> Self {
        Self {
            project: report.head.project.clone(),
            branch: report.head.branch.clone(),
            commit_sha: report.head.commit_sha.clone(),
            review_type: report.head.review_type,
            created_at: report.created_at,
        }
    }
}

/// A finding in a list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FindingRow {
    /// The finding.
    #[serde(flatten)]
    pub finding: FindingView,
    /// Canonical name of the project.
    pub project: ProjectName,
    /// Branch of the report.
    #[schemars(with = "Option<String>")]
    pub branch: Option<SafeText>,
    /// Commit of the report.
    #[schemars(with = "Option<String>")]
    pub commit_sha: Option<SafeText>,
    /// The kind of review.
    pub review_type: Option<ReviewType>,
    /// When the report was saved.
    pub report_created_at: Timestamp,
}

impl FindingRow {
    /// The finding as a list shows it.
    pub fn new(finding: FindingView, report: &ReportContext) -> Self {
        Self {
            finding,
            project: report.project.clone(),
            branch: line(report.branch.as_deref(), limits::BRANCH),
            commit_sha: line(report.commit_sha.as_deref(), limits::COMMIT),
            review_type: report.review_type,
            report_created_at: report.created_at,
        }
    }
}

/// Findings.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FindingList {
    /// What the texts are.
    pub notice: &'static str,
    /// The project asked for; null: all within reach.
    pub project: Option<ProjectName>,
    /// Findings that match, on all pages.
    pub total: usize,
    /// Where the next page starts; null on the last page.
    pub next_offset: Option<usize>,
    /// The findings of this page.
    pub findings: Vec<FindingRow>,
}

impl FindingList {
    /// A page that starts at `offset`.
    pub fn new(project: Option<ProjectName>, findings: Vec<FindingRow>, offset: usize, total: usize) -> Self {
        Self {
            notice: UNTRUSTED_NOTICE,
            project,
            total,
            next_offset: next_offset(offset, findings.len(), total),
            findings,
        }
    }
}

/// An accepted risk in a list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AcceptanceRow {
    /// The finding and its report.
    #[serde(flatten)]
    pub row: FindingRow,
    /// Whether the end of the acceptance has come: the status is `open` again.
    pub expired: bool,
    /// Comments on the finding.
    pub comments_total: usize,
}

impl AcceptanceRow {
    /// A finding whose stored status is `accepted`, as the list of accepted risks shows it.
    pub fn new(
        finding: &Finding,
        report: &ReportContext,
        comments_total: usize,
        author_visible: bool,
        now: Timestamp,
    ) -> Self {
        let view = FindingView::for_reader(finding, author_visible, now);
        Self {
            expired: finding.standing.status.is_dismissed() && view.status == FindingStatus::Open,
            row: FindingRow::new(view, report),
            comments_total,
        }
    }
}

/// Accepted risks.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AcceptanceList {
    /// What the texts are.
    pub notice: &'static str,
    /// The project asked for; null: all within reach.
    pub project: Option<ProjectName>,
    /// Accepted risks, on all pages.
    pub total: usize,
    /// Where the next page starts; null on the last page.
    pub next_offset: Option<usize>,
    /// The accepted risks of this page.
    pub acceptances: Vec<AcceptanceRow>,
}

impl AcceptanceList {
    /// A page that starts at `offset`.
    pub fn new(project: Option<ProjectName>, acceptances: Vec<AcceptanceRow>, offset: usize, total: usize) -> Self {
        Self {
            notice: UNTRUSTED_NOTICE,
            project,
            total,
            next_offset: next_offset(offset, acceptances.len(), total),
            acceptances,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::testing::{dismissed, finding, instant, name, report};

    #[test]
    fn a_report_in_a_list_has_the_documented_keys() {
        let mut report = report();
        report.head.summary = format!("Two\n\nfindings. {}", "x".repeat(300));
        let counts = ReportCounts {
            findings_total: 2,
            findings_open: 1,
            open_risk: Some(Severity::Low),
        };
        let mut shown = serde_json::to_value(ReportRow::new(&report, &counts, false)).unwrap();
        let summary = shown["summary"].take();
        assert!(summary.as_str().unwrap().starts_with("Two findings. xxx"));
        assert_eq!(summary.as_str().unwrap().chars().count(), 200);
        assert_eq!(
            shown,
            json!({
                "report_id": 12, "project": "my-repo", "branch": "main", "commit_sha": "0123abc",
                "review_type": "security-review", "risk_level": "high", "open_risk": "low", "reviewer": "agent",
                "author": null, "submitted_by": "laptop", "created_at": "1970-01-31T00:00:00Z", "findings_total": 2,
                "findings_open": 1, "summary": null,
            })
        );
        let visible = serde_json::to_value(ReportRow::new(&report, &counts, true)).unwrap();
        assert_eq!(
            (&visible["author"], &visible["submitted_by"]),
            (&json!("alice"), &json!("alice:laptop"))
        );
    }

    #[test]
    fn a_list_says_how_many_there_are_and_where_the_next_page_starts() {
        let row = ReportRow::new(&report(), &ReportCounts::default(), false);
        let shown = serde_json::to_value(ReportList::new(vec![row], 4, 9)).unwrap();
        assert_eq!((&shown["total"], &shown["next_offset"]), (&json!(9), &json!(5)));
        let empty = serde_json::to_value(FindingList::new(None, Vec::new(), 0, 0)).unwrap();
        assert_eq!(empty["findings"], json!([]));
        assert!(empty["project"].is_null() && empty["next_offset"].is_null());
    }

    #[test]
    fn a_finding_in_a_list_carries_its_report_beside_its_own_keys() {
        let view = FindingView::new(&finding(31, Severity::High), instant(50));
        let shown = serde_json::to_value(FindingRow::new(view, &ReportContext::from(&report()))).unwrap();
        assert_eq!((&shown["id"], &shown["report_id"]), (&json!(31), &json!(12)));
        assert_eq!(
            (&shown["project"], &shown["branch"]),
            (&json!("my-repo"), &json!("main"))
        );
        assert_eq!(shown["report_created_at"], "1970-01-31T00:00:00Z");
    }

    #[test]
    fn an_expired_acceptance_stays_in_the_list_as_expired_and_open() {
        let context = ReportContext::from(&report());
        let accepted = dismissed(finding(31, Severity::High), FindingStatus::Accepted, Some(45));
        for (now, status, expired) in [(44, "accepted", false), (45, "open", true)] {
            let row = AcceptanceRow::new(&accepted, &context, 2, false, instant(now));
            let list = AcceptanceList::new(Some(name("my-repo")), vec![row], 0, 1);
            let shown = serde_json::to_value(list).unwrap();
            let row = &shown["acceptances"][0];
            assert_eq!((&row["status"], &row["expired"]), (&json!(status), &json!(expired)));
            assert_eq!(
                (&row["comments_total"], &row["status_approver"]),
                (&json!(2), &json!("bob"))
            );
            assert_eq!(shown["project"], "my-repo");
        }
    }
}
