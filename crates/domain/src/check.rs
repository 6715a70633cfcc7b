//! From what a caller sent to what may be stored.

mod digest;
mod fields;
mod paths;

use std::collections::BTreeSet;

use rating::Severity;
use untrusted_text::safe_line;

use crate::coverage::listed;
use crate::{
    Coverage, Error, FindingContent, FindingDraft, Known, Limits, ProjectName, ReportDraft, ReportHead, coverage,
    parse_author, parse_cwe,
};
use fields::{line, optional_line, optional_text, text};

const MAX_REPOSITORY_CHARS: usize = 500;
const MAX_NAME_CHARS: usize = 200;
const MAX_COMMIT_CHARS: usize = 64;
const MAX_TITLE_CHARS: usize = 200;
const MAX_RULE_ID_CHARS: usize = 60;
const MAX_CATEGORY_CHARS: usize = 50;
const MAX_CWE_CHARS: usize = 20;
const MAX_OWASP_CHARS: usize = 60;
const MAX_PATH_CHARS: usize = 500;
const MAX_FLOW_CHARS: usize = 500;
const MIN_TEXT_CHARS: usize = 3;
const KEY_CHARS: std::ops::RangeInclusive<usize> = 8..=100;

/// A report whose every field is within its form and its bound, masked, with hidden characters shown: ready to be stored.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedReport {
    /// What is known of the report.
    pub head: ReportHead,
    /// Its findings, in order.
    pub findings: Vec<FindingContent>,
    /// Can only raise the risk that follows from the findings.
    pub declared_risk: Option<Severity>,
    /// SHA-256 of the key against saving twice, hexadecimal: the key itself could hold anything.
    pub idempotency_key: Option<String>,
    /// SHA-256, hexadecimal, over everything the reviewer said, the key excepted: two equal reports have the same.
    pub content_digest: String,
    /// What does not add up in the report; for the answer.
    pub warnings: Vec<String>,
    /// Ids of the checklist items without a result.
    pub not_covered: Vec<String>,
}

/// Checks a report and brings it to its stored form. Pairing with earlier reports comes after ([`crate::save::plan`]).
///
/// Bounds are checked on the texts as given; then every text is masked, hidden characters are shown, and what became longer by
/// that is cut with a visible mark. Fields of one line show their line ends. Blank optional fields are none, a blank category
/// is `code`, an end before the start of the lines becomes the start.
///
/// Coverage is compared only if the draft declares it ([`ReportDraft::declares_coverage`]). `forced_author` is the person behind
/// the credential; it takes the place of a declared author, which is then not looked at.
///
/// # Errors
///
/// [`Error::Invalid`] naming the field, its size and its limit, the project first, then the summary, the other fields of the
/// report, the findings in order, the author and the coverage.
pub fn check(
    draft: ReportDraft,
    limits: &Limits,
    known: &Known,
    forced_author: Option<String>,
) -> Result<CheckedReport, Error> {
    let project = ProjectName::parse(&draft.project)?;
    fields::at_least("summary", &draft.summary, MIN_TEXT_CHARS)?;
    check_count(draft.findings.len(), limits.findings_per_report)?;
    let declares_coverage = draft.declares_coverage();
    let repository = optional_line("repository", draft.repository, MAX_REPOSITORY_CHARS)?;
    let branch = optional_line("branch", draft.branch, MAX_NAME_CHARS)?;
    let commit_sha = optional_line("commit_sha", draft.commit_sha, MAX_COMMIT_CHARS)?;
    let reviewer = optional_line("reviewer", draft.reviewer, MAX_NAME_CHARS)?;
    let summary = text("summary", draft.summary.trim(), MIN_TEXT_CHARS, limits)?;
    let scope = optional_text("scope", draft.scope, limits)?;
    let idempotency_key = draft.idempotency_key.as_deref().map(check_key).transpose()?;
    let unknown = unknown_keys(&draft.findings);
    let findings: Vec<FindingContent> = draft
        .findings
        .into_iter()
        .enumerate()
        .map(|(position, finding)| check_finding(position, finding, limits))
        .collect::<Result<_, Error>>()?;
    let author = match forced_author {
        Some(name) => Some(safe_line(name.trim(), MAX_NAME_CHARS).into_string()).filter(|name| !name.is_empty()),
        None => parse_author(draft.author.as_deref().unwrap_or_default())?,
    };
    let Coverage {
        results,
        scan_rules,
        mut warnings,
        not_covered,
    } = if declares_coverage {
        let claims = draft.checklist_results.unwrap_or_default();
        let rules = draft.scan_rules.unwrap_or_default();
        coverage(&claims, &rules, &findings, known)?
    } else {
        Coverage::default()
    };
    warnings.extend(path_warning(&findings));
    warnings.extend(unknown);
    let head = ReportHead {
        project,
        repository,
        branch,
        commit_sha,
        reviewer,
        author,
        scope,
        review_type: draft.review_type,
        summary,
        checklist_results: results,
        scan_rules,
    };
    Ok(CheckedReport {
        content_digest: digest::of(&head, &findings, draft.risk_level),
        head,
        findings,
        declared_risk: draft.risk_level,
        idempotency_key,
        warnings,
        not_covered,
    })
}

/// A key that a finding does not have is ignored: whoever sent it should know.
fn unknown_keys(findings: &[FindingDraft]) -> Option<String> {
    const NAMED: usize = 20;
    let keys: BTreeSet<&String> = findings.iter().flat_map(|finding| finding.unknown.keys()).collect();
    if keys.is_empty() {
        return None;
    }
    let named: Vec<String> = keys
        .iter()
        .take(NAMED)
        .map(|key| format!("`{}`", safe_line(key, 60)))
        .collect();
    let more = match keys.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!(
        "findings have keys that are ignored: {}{more}; a status cannot be submitted, and is proposed with \
         propose_finding_status",
        named.join(", ")
    ))
}

fn check_count(count: usize, limit: usize) -> Result<(), Error> {
    if count <= limit {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "findings has {count} entries, the limit is {limit} (SECREVIEW_MAX_FINDINGS_PER_REPORT): report the most severe, or \
         save several reports"
    )))
}

fn check_key(key: &str) -> Result<String, Error> {
    let key = key.trim();
    let length = key.chars().count();
    if !KEY_CHARS.contains(&length) || !key.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(Error::invalid(format!(
            "idempotency_key has {length} characters or one that is not allowed: use {} to {} ASCII letters, digits and signs \
             without blanks",
            KEY_CHARS.start(),
            KEY_CHARS.end()
        )));
    }
    Ok(digest::of_key(key))
}

fn check_finding(position: usize, draft: FindingDraft, limits: &Limits) -> Result<FindingContent, Error> {
    let name = |field: &str| format!("findings[{position}].{field}");
    let short = |field: &str, value: Option<String>, limit| optional_line(&name(field), value, limit);
    let long = |field: &str, value: Option<String>| optional_text(&name(field), value, limits);
    let title = line(&name("title"), draft.title.trim(), MIN_TEXT_CHARS, MAX_TITLE_CHARS)?;
    let rule_id = short("rule_id", draft.rule_id, MAX_RULE_ID_CHARS)?;
    let category = short("category", draft.category, MAX_CATEGORY_CHARS)?;
    let cwe = short("cwe", draft.cwe, MAX_CWE_CHARS)?;
    let cwe = parse_cwe(cwe.as_deref().unwrap_or_default())
        .map_err(|error| Error::invalid(format!("findings[{position}].{error}")))?;
    let owasp = short("owasp", draft.owasp, MAX_OWASP_CHARS)?;
    let file_path = short("file_path", draft.file_path, MAX_PATH_CHARS)?;
    let line_start = check_line(&name("line_start"), draft.line_start)?;
    let line_end = check_line(&name("line_end"), draft.line_end)?;
    Ok(FindingContent {
        title,
        severity: draft.severity,
        rule_id,
        category: category.unwrap_or_else(|| "code".to_owned()),
        cwe,
        owasp,
        file_path,
        line_start,
        line_end: line_end.map(|end| end.max(line_start.unwrap_or(end))),
        description: text(&name("description"), &draft.description, MIN_TEXT_CHARS, limits)?,
        evidence: long("evidence", draft.evidence)?,
        recommendation: long("recommendation", draft.recommendation)?,
        confidence: draft.confidence,
        impact: long("impact", draft.impact)?,
        verification: long("verification", draft.verification)?,
        source: short("source", draft.source, MAX_FLOW_CHARS)?,
        sink: short("sink", draft.sink, MAX_FLOW_CHARS)?,
    })
}

/// The database counts lines in 32 bits with a sign.
fn check_line(field: &str, line: Option<u32>) -> Result<Option<u32>, Error> {
    match line {
        Some(0) => Err(Error::invalid(format!("{field} is 0: lines start at 1"))),
        Some(line) if i32::try_from(line).is_err() => {
            Err(Error::invalid(format!("{field} is {line}, the limit is {}", i32::MAX)))
        }
        line => Ok(line),
    }
}

fn path_warning(findings: &[FindingContent]) -> Option<String> {
    let outside: Vec<String> = findings
        .iter()
        .enumerate()
        .filter(|(_, finding)| finding.file_path.as_deref().is_some_and(paths::leaves_the_repository))
        .map(|(position, _)| format!("findings[{position}].file_path"))
        .collect();
    listed(&outside).map(|list| {
        format!("paths that are absolute or have `..`, kept; give paths relative to the root of the repository: {list}")
    })
}

#[cfg(test)]
mod tests;
