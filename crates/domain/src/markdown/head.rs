//! What a page says of the report itself.

use std::collections::BTreeMap;

use untrusted_text::{safe_line, safe_text};

use super::escape::{block, code, inline};
use crate::view::{ReportPage, UNTRUSTED_NOTICE, limits, submitter};
use crate::{ChecklistResult, Report};

/// A scope of one line up to this length is shown among the other facts.
const SHORT_SCOPE: usize = 300;

pub(super) fn title(report: &Report) -> String {
    let project = inline(report.head.project.as_str());
    format!("# Security report #{} - {project}\n\n{UNTRUSTED_NOTICE}\n", report.id)
}

/// Facts, summary and coverage; the long ones are cut at a part of the page.
pub(super) fn head(report: &Report, page: &ReportPage, max_chars: usize) -> String {
    let head = &report.head;
    let mut out = String::from("\n");
    let mut fact = |label: &str, value: Option<String>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            out.push_str(&format!("- **{label}:** {value}\n"));
        }
    };
    let name = |text: Option<&str>, max_chars| text.map(|text| inline(safe_line(text, max_chars).as_str()));
    let as_code = |text: &str, max_chars| {
        Some(text)
            .filter(|t| !t.is_empty())
            .map(|t| code(safe_line(t, max_chars).as_str()))
    };
    let upper = |severity: rating::Severity| severity.as_str().to_uppercase();
    fact("Risk level", Some(upper(report.risk_level)));
    fact(
        "Risk still open",
        Some(page.open_risk.map_or_else(|| "none".to_owned(), upper)),
    );
    fact("Date", Some(report.created_at.to_string()));
    fact("Repository", name(head.repository.as_deref(), limits::REPOSITORY));
    fact(
        "Branch",
        head.branch.as_deref().and_then(|text| as_code(text, limits::BRANCH)),
    );
    fact(
        "Commit",
        head.commit_sha
            .as_deref()
            .and_then(|text| as_code(text, limits::COMMIT)),
    );
    fact("Review type", head.review_type.map(|kind| kind.to_string()));
    fact("Reviewer", name(head.reviewer.as_deref(), limits::NAME));
    fact(
        "Author",
        name(head.author.as_deref().filter(|_| page.author_visible), limits::NAME),
    );
    let submitted_by = report.submitted_by.as_deref();
    let submitted_by = submitted_by.map(|label| submitter(label, page.author_visible));
    fact("Submitted by", name(submitted_by.as_deref(), limits::NAME));
    let scope = head.scope.as_deref().unwrap_or_default();
    let short_scope = !scope.contains(['\n', '\r']) && scope.chars().count() <= SHORT_SCOPE;
    if short_scope {
        fact("Scope", name(Some(scope), SHORT_SCOPE));
    } else {
        out.push_str("\n## Scope\n\n");
        out.push_str(&bounded_block(scope, max_chars / 20));
    }
    out.push_str("\n## Summary\n\n");
    out.push_str(&bounded_block(&head.summary, max_chars / 10));
    out.push_str(&coverage(report, page, max_chars / 8));
    out
}

/// A fenced text of at most `max_chars` characters, fences and all.
pub(super) fn bounded_block(text: &str, max_chars: usize) -> String {
    let fenced = block(&safe_text(text, max_chars.min(limits::LONG_TEXT)));
    if fenced.chars().count() <= max_chars + 16 {
        return fenced;
    }
    // Long runs of backticks make long fences: three times the text at worst.
    block(&safe_text(text, max_chars.min(limits::LONG_TEXT) / 3))
}

fn coverage(report: &Report, page: &ReportPage, max_chars: usize) -> String {
    let (results, rules) = (&report.head.checklist_results, &report.head.scan_rules);
    if results.is_empty() && rules.is_empty() {
        return String::new();
    }
    let mut out = String::from("\n## Coverage\n");
    if !results.is_empty() {
        out.push_str(&checklist(results, max_chars / 2));
    }
    if !rules.is_empty() {
        let all: Vec<&str> = rules.iter().map(String::as_str).collect();
        out.push_str(&format!("\nScan leads: {}.\n", listed(&all, max_chars / 4)));
        let cited = |rule: &&str| page.cited_rules.contains(&rule.to_uppercase());
        let dismissed: Vec<&str> = all.into_iter().filter(|rule| !cited(rule)).collect();
        if !dismissed.is_empty() {
            let dismissed = listed(&dismissed, max_chars / 4);
            out.push_str(&format!("\nDismissed (no finding): {dismissed}.\n"));
        }
    }
    out
}

fn checklist(results: &[ChecklistResult], max_chars: usize) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for result in results {
        *counts.entry(result.outcome.as_str()).or_default() += 1;
    }
    let counts: Vec<_> = counts
        .iter()
        .map(|(outcome, count)| format!("{count} {}", inline(outcome)))
        .collect();
    let mut out = format!("\nChecklist: {}.\n", counts.join(", "));
    out.push_str("\n| Item | Title | Outcome |\n| --- | --- | --- |\n");
    let mut chars = 0;
    for (number, result) in results.iter().enumerate() {
        // A bar would have to be escaped in a cell in a way that not every reader of tables undoes.
        let cell = |text: &str, max_chars| inline(&safe_line(text, max_chars).as_str().replace('|', "/"));
        let row = format!(
            "| {} | {} | {} |\n",
            cell(&result.item_id, limits::RULE_ID),
            cell(&result.title, limits::TITLE),
            inline(result.outcome.as_str())
        );
        chars += row.chars().count();
        if chars > max_chars {
            out.push_str(&format!("\n{} more items are not shown.\n", results.len() - number));
            break;
        }
        out.push_str(&row);
    }
    out
}

/// Ids, comma separated, up to a number of characters.
fn listed(ids: &[&str], max_chars: usize) -> String {
    let mut out = String::new();
    let mut chars = 0;
    for (number, id) in ids.iter().enumerate() {
        let id = inline(safe_line(id, limits::RULE_ID).as_str());
        chars += id.chars().count() + 2;
        if chars > max_chars {
            out.push_str(&format!(" and {} more", ids.len() - number));
            break;
        }
        if number > 0 {
            out.push_str(", ");
        }
        out.push_str(&id);
    }
    out
}
