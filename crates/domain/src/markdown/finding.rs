//! A finding in the page of a report.

use untrusted_text::{SafeText, safe_line};

use super::escape::{code, inline};
use super::head::bounded_block;
use crate::view::{FindingView, limits};
use crate::{Finding, FindingStatus, Timestamp};

/// Characters of each long text when there is room for all of it.
pub(super) const FULL: usize = limits::LONG_TEXT;

/// Long texts of a finding.
const LONG_TEXTS: usize = 5;

/// What a finding needs without its long texts, at worst.
const SHORT_TEXTS: usize = 16_000;

/// How long each long text may be for the finding to fit.
pub(super) fn text_chars_within(room: usize) -> usize {
    (room.saturating_sub(SHORT_TEXTS) / LONG_TEXTS).clamp(200, FULL)
}

/// The finding, from its heading to a line end.
pub(super) fn section(finding: &Finding, author_visible: bool, text_chars: usize, now: Timestamp) -> String {
    let view = FindingView::for_reader(finding, author_visible, now);
    let mut out = format!(
        "\n### [{}] {} (#{}, {})\n\n",
        view.severity.as_str().to_uppercase(),
        inline(view.title.as_str()),
        view.id,
        view.status
    );
    let mut fact = |label: &str, value: Option<String>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            out.push_str(&format!("- **{label}:** {value}\n"));
        }
    };
    fact("Location", location(&view));
    fact("References", references(&view));
    fact("Rule", in_code(view.rule_id.as_ref()));
    fact("Category", Some(inline(view.category.as_str())));
    fact("Confidence", view.confidence.map(|confidence| confidence.to_string()));
    fact("Source", in_code(view.source.as_ref()));
    fact("Sink", in_code(view.sink.as_ref()));
    fact("First seen", Some(view.first_seen_at.to_string()));
    fact("Severity raised", raised(&view));
    fact("Decision", decision(finding, &view));
    fact("Proposal, not decided", proposal(&view));
    fact(
        "Replaced by",
        view.superseded_by
            .map(|id| format!("#{id}, which is the one to act on")),
    );
    let texts = [
        ("Description", Some(finding.content.description.as_str())),
        ("Evidence", finding.content.evidence.as_deref()),
        ("Impact", finding.content.impact.as_deref()),
        ("Verification", finding.content.verification.as_deref()),
        ("Recommendation", finding.content.recommendation.as_deref()),
    ];
    for (label, text) in texts {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            out.push_str(&format!("\n**{label}**\n\n{}", bounded_block(text, text_chars)));
        }
    }
    out
}

fn in_code(text: Option<&SafeText>) -> Option<String> {
    text.map(SafeText::as_str).filter(|text| !text.is_empty()).map(code)
}

/// Path and lines; a line without a path says nothing.
fn location(view: &FindingView) -> Option<String> {
    let path = view
        .file_path
        .as_ref()
        .map(SafeText::as_str)
        .filter(|path| !path.is_empty())?;
    let lines = match (view.line_start, view.line_end) {
        (Some(start), Some(end)) if end != start => format!(":{start}-{end}"),
        (Some(start), _) => format!(":{start}"),
        (None, _) => String::new(),
    };
    Some(code(&format!("{path}{lines}")))
}

fn references(view: &FindingView) -> Option<String> {
    let references = [&view.cwe, &view.owasp].into_iter().flatten();
    let references: Vec<_> = references
        .map(|text| inline(text.as_str()))
        .filter(|text| !text.is_empty())
        .collect();
    Some(references.join(", "))
}

fn raised(view: &FindingView) -> Option<String> {
    let by = view.severity_changed_by.as_ref()?;
    let reason = view.severity_reason.as_ref()?;
    let from = view.original_severity?;
    Some(format!("from {from} by {}: {}", inline(by.as_str()), one_line(reason)))
}

/// The stored decision, also one whose end has come; nothing for a finding that nobody decided on.
fn decision(finding: &Finding, view: &FindingView) -> Option<String> {
    let stored = finding.standing.status;
    if stored == FindingStatus::Open {
        return None;
    }
    let mut said = stored.as_str().replace('_', " ");
    if let Some(approver) = &view.status_approver {
        said.push_str(&format!(" by {}", inline(approver.as_str())));
    }
    if let Some(changed) = view.status_changed_at {
        said.push_str(&format!(" on {}", changed.date()));
    }
    if let Some(end) = view.status_expires_at {
        let until = if view.status == stored { "until" } else { "expired on" };
        said.push_str(&format!(", {until} {}", end.date()));
    }
    if let Some(reason) = &view.status_reason {
        said.push_str(&format!(": {}", one_line(reason)));
    }
    Some(said)
}

fn proposal(view: &FindingView) -> Option<String> {
    let (status, reason) = (view.proposed_status?, view.proposed_reason.as_ref()?);
    let by = view
        .proposed_by
        .as_ref()
        .map_or_else(String::new, |by| inline(by.as_str()));
    Some(format!(
        "{} by {by}: {}",
        status.as_str().replace('_', " "),
        one_line(reason)
    ))
}

/// A reason on one line, the marks of its line ends left out.
fn one_line(text: &SafeText) -> String {
    let words: Vec<&str> = text.as_str().split_whitespace().collect();
    inline(safe_line(&words.join(" "), limits::REASON).as_str())
}
