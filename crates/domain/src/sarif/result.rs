//! One finding as a result.

use serde_json::{Value, json};
use untrusted_text::{safe_line, safe_text};

use super::{ReportRef, uri};
use crate::view::{FindingView, limits, submitter};
use crate::{Finding, FindingStatus, ProjectName, Timestamp};

/// Characters of a message.
const MESSAGE: usize = 2_000;

/// Characters of the lines shown with a result.
const SNIPPET: usize = 1_000;

pub(super) fn result(
    project: &ProjectName,
    finding: &Finding,
    report: &ReportRef,
    (rule_id, rule_index): (String, usize),
    occurrence: &str,
    now: Timestamp,
) -> Value {
    let view = FindingView::new(finding, now);
    let mut result = json!({
        "ruleId": rule_id,
        "ruleIndex": rule_index,
        "level": finding.severity.sarif_level(),
        "message": { "text": message(finding) },
        "locations": [location(project, finding)],
        "partialFingerprints": {
            "secreview/v1": finding.fingerprint_v1,
            "secreview/v2": finding.fingerprint,
            "secreviewOccurrence/v1": occurrence,
        },
        "properties": properties(&view, report),
    });
    if view.status == FindingStatus::Fixed {
        result["baselineState"] = "absent".into();
    }
    if let Some(suppression) = suppression(finding, view.status) {
        result["suppressions"] = json!([suppression]);
    }
    result
}

fn message(finding: &Finding) -> String {
    let (title, description) = (finding.content.title.trim(), finding.content.description.trim());
    let message = if description.is_empty() || title == description {
        title.to_owned()
    } else {
        format!("{}. {description}", title.trim_end_matches('.'))
    };
    safe_text(&message, MESSAGE).into_string()
}

fn properties(view: &FindingView, report: &ReportRef) -> Value {
    let mut properties = json!({
        "severity": view.severity,
        "security-severity": view.severity.sarif_score(),
        "status": view.status,
        "category": view.category,
        "findingId": view.id,
        "reportId": view.report_id,
        "issueId": view.issue_id,
        "firstSeenAt": view.first_seen_at,
    });
    let optional = [
        ("cwe", json!(view.cwe)),
        ("owasp", json!(view.owasp)),
        ("recommendation", json!(view.recommendation)),
        ("confidence", json!(view.confidence)),
        ("reviewType", json!(report.review_type)),
        ("supersededBy", json!(view.superseded_by)),
    ];
    for (key, value) in optional {
        if !value.is_null() {
            properties[key] = value;
        }
    }
    properties
}

/// The file and the lines; without a file, the project.
fn location(project: &ProjectName, finding: &Finding) -> Value {
    let content = &finding.content;
    let Some(file) = content.file_path.as_deref().and_then(uri::of_path) else {
        return json!({ "logicalLocations": [{ "name": project, "kind": "module" }] });
    };
    let mut place = json!({ "artifactLocation": { "uri": file.uri } });
    if file.in_repository {
        place["artifactLocation"]["uriBaseId"] = "%SRCROOT%".into();
    }
    if let Some(start) = content.line_start.filter(|line| *line > 0) {
        place["region"] = json!({ "startLine": start });
        if let Some(end) = content.line_end.filter(|end| *end >= start) {
            place["region"]["endLine"] = end.into();
        }
        if let Some(evidence) = &content.evidence {
            place["region"]["snippet"] = json!({ "text": safe_text(evidence, SNIPPET) });
        }
    }
    json!({ "physicalLocation": place })
}

/// The decision that closed the finding; for one that is open, the proposal that waits for a person. Not both: a result with
/// one that is under review counts as not suppressed.
fn suppression(finding: &Finding, status: FindingStatus) -> Option<Value> {
    let dismissed = match status {
        FindingStatus::Accepted => "Risk accepted",
        FindingStatus::FalsePositive => "False positive",
        FindingStatus::Fixed => return None,
        FindingStatus::Open => {
            let proposal = finding.proposal.as_ref()?;
            let by = safe_line(&submitter(&proposal.by, false), limits::NAME);
            let proposed = proposal.status.as_str().replace('_', " ");
            let reason = safe_text(&proposal.reason, limits::REASON);
            return Some(json!({
                "kind": "external",
                "status": "underReview",
                "justification": format!("Proposed as {proposed} by {by}: {reason}"),
            }));
        }
    };
    let standing = &finding.standing;
    let mut justification = dismissed.to_owned();
    if let Some(approver) = &standing.approver {
        justification.push_str(&format!(" by {}", safe_line(approver, limits::NAME)));
    }
    if let Some(end) = standing.expires_at {
        justification.push_str(&format!(" until {end}"));
    }
    if let Some(reason) = &standing.reason {
        justification.push_str(&format!(": {}", safe_text(reason, limits::REASON)));
    }
    Some(json!({ "kind": "external", "status": "accepted", "justification": justification }))
}
