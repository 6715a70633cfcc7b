//! Findings as a SARIF 2.1.0 log (OASIS standard), as code-scanning services and editors read it.
//!
//! Each finding is one result, also several lines of one issue: `secreview/v1` and `secreview/v2` name the issue,
//! `secreviewOccurrence/v1` the line. A decision is a suppression with its reason, approver and end; a proposal that waits for
//! a person is one that is under review and suppresses nothing. Addresses are references of RFC 3986.

mod result;
mod rule;
mod uri;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use rating::Severity;
use serde_json::{Value, json};
use untrusted_text::safe_line;

use crate::view::{limits, next_offset};
use crate::{Finding, FindingStatus, ProjectName, ReviewType, Timestamp};

/// What is known of the report of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReportRef {
    /// Branch.
    pub branch: Option<String>,
    /// Commit.
    pub commit_sha: Option<String>,
    /// Address or path of the repository.
    pub repository: Option<String>,
    /// The kind of review.
    pub review_type: Option<ReviewType>,
}

/// Findings to be exported: all of a report, or the current ones of a project, the oldest report first and then by number.
#[derive(Debug, Clone, PartialEq)]
pub struct SarifSelection<'a> {
    /// The project.
    pub project: &'a ProjectName,
    /// The report, when one is exported.
    pub report_id: Option<i64>,
    /// The kind of review of that report: part of the name of the run, so that reviews of different kinds do not replace each
    /// other where the log is loaded.
    pub review_type: Option<ReviewType>,
    /// A page of findings.
    pub findings: Vec<(Finding, ReportRef)>,
    /// Findings selected, on all pages.
    pub total: usize,
    /// Findings before this page.
    pub offset: usize,
    /// Whether findings that are not open are selected too; otherwise one that is given all the same is left out.
    pub include_resolved: bool,
}

/// The program that writes the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolInfo<'a> {
    /// Name.
    pub name: &'a str,
    /// Semantic version.
    pub version: &'a str,
    /// Where to read about it; an absolute address.
    pub information_uri: Option<&'a str>,
}

/// What the registry of rules says of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleMeta {
    /// Title.
    pub title: String,
    /// What is wrong and why.
    pub description: String,
    /// What to do instead.
    pub fix: String,
    /// Severity of the rule.
    pub severity: Severity,
    /// Weakness.
    pub cwe: Option<String>,
}

/// The log of a page of findings. `rules` gives what is known of a rule, by its id.
pub fn sarif(
    selection: &SarifSelection<'_>,
    tool: &ToolInfo<'_>,
    rules: &dyn Fn(&str) -> Option<RuleMeta>,
    now: Timestamp,
) -> Value {
    let rows: Vec<&(Finding, ReportRef)> = selection
        .findings
        .iter()
        .filter(|(finding, _)| selection.include_resolved || finding.effective_status(now) == FindingStatus::Open)
        .collect();
    let mut described = rule::Rules::new(rules);
    let mut occurrences = Occurrences::default();
    let mut results = Vec::with_capacity(rows.len());
    for (finding, report) in &rows {
        let index = described.index_of(finding);
        let occurrence = occurrences.name(finding);
        results.push(result::result(
            selection.project, finding, report, index, &occurrence, now,
        ));
    }
    let mut driver = json!({
        "name": tool.name,
        "version": tool.version,
        "semanticVersion": tool.version,
        "rules": described.into_rows(),
    });
    if let Some(uri) = tool.information_uri {
        driver["informationUri"] = uri.into();
    }
    let second = Timestamp::from_micros(now.as_micros().div_euclid(1_000_000) * 1_000_000);
    let mut run = json!({
        "tool": { "driver": driver },
        "automationDetails": { "id": automation_id(selection) },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": { "%SRCROOT%": { "description": { "text": "Root of the repository." } } },
        "invocations": [{ "executionSuccessful": true, "endTimeUtc": second }],
        "results": results,
    });
    note_other_pages(&mut run, selection, rows.len());
    if let Some(provenance) = provenance(rows.iter().map(|(_, report)| report)) {
        run["versionControlProvenance"] = json!([provenance]);
    }
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    })
}

fn automation_id(selection: &SarifSelection<'_>) -> String {
    let project = selection.project;
    match selection.review_type.filter(|_| selection.report_id.is_some()) {
        Some(kind) => format!("security-review/{project}/{kind}/"),
        None => format!("security-review/{project}/"),
    }
}

/// Says how much of the selection the log holds, when that is not all.
fn note_other_pages(run: &mut Value, selection: &SarifSelection<'_>, returned: usize) {
    let (offset, total) = (selection.offset, selection.total);
    let next = next_offset(offset, selection.findings.len(), total);
    if offset == 0 && next.is_none() {
        return;
    }
    run["properties"]["securityReview"] = json!({ "total": total, "returned": returned, "nextOffset": next });
    let go_on = next.map_or_else(String::new, |next| format!("; the next page starts at offset {next}"));
    let text = format!("This log holds {returned} of {total} findings, from offset {offset}{go_on}.");
    run["invocations"][0]["toolExecutionNotifications"] = json!([{ "level": "warning", "message": { "text": text } }]);
}

/// The revision, when all results that have a commit agree on it, and their repository has an address: the standard has no
/// revision without one.
fn provenance<'a>(reports: impl Iterator<Item = &'a ReportRef>) -> Option<Value> {
    let named = |text: &Option<String>| text.as_deref().map(str::trim).is_some_and(|text| !text.is_empty());
    let mut reports = reports.filter(|report| named(&report.commit_sha));
    let first = reports.next()?;
    let same = |other: &ReportRef| {
        (&other.repository, &other.commit_sha, &other.branch) == (&first.repository, &first.commit_sha, &first.branch)
    };
    if !reports.all(same) {
        return None;
    }
    let shown = |text: &Option<String>, max_chars| Some(safe_line(text.as_deref()?.trim(), max_chars).into_string());
    let mut provenance = json!({
        "repositoryUri": uri::of_repository(first.repository.as_deref()?)?,
        "revisionId": shown(&first.commit_sha, limits::COMMIT),
    });
    if named(&first.branch) {
        provenance["branch"] = shown(&first.branch, limits::BRANCH).into();
    }
    Some(provenance)
}

/// Names the sightings of a log, so that lines of one issue stay apart.
#[derive(Default)]
struct Occurrences(BTreeMap<String, usize>);

impl Occurrences {
    /// The issue and the line, and from the second one on with the same, its ordinal.
    fn name(&mut self, finding: &Finding) -> String {
        let line = finding
            .content
            .line_start
            .map_or_else(String::new, |line| format!(":{line}"));
        let place = format!("{}{line}", finding.fingerprint);
        let ordinal = self.0.entry(place.clone()).or_default();
        *ordinal += 1;
        match *ordinal {
            1 => place,
            ordinal => format!("{place}#{ordinal}"),
        }
    }
}
