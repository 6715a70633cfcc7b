//! The result for programs. The first block of fields is the contract that other tools read; fields are added, never
//! changed, without a new version in `schema`.

use std::collections::BTreeMap;

use domain::{BySeverity, Category, Confidence, Severity};
use scanner::{FlowStepKind, FlowTrace, Match, MatchKind, SecretFacts, Suppression, Truncated, Warning};
use serde::Serialize;
use untrusted_text::SafeText;

use crate::baseline::BaselineUse;
use crate::config::ConfigUse;
use crate::report::{FileOutcome, Known, Report};

const SCHEMA: &str = "security-review/scan-code/1";

#[derive(Serialize)]
pub(super) struct Document<'a> {
    schema: &'static str,
    fail_on: Severity,
    blocked: bool,
    blocking_findings: usize,
    /// Always null: nothing is stored without a server.
    saved_report: Option<()>,
    root: &'a str,
    listing: &'static str,
    files_scanned: usize,
    /// Skipped and excluded.
    files_skipped: usize,
    files_unsupported: usize,
    lines_scanned: usize,
    matches_count: usize,
    suppressed_count: usize,
    by_severity: BySeverity,
    files: Vec<File<'a>>,
    skipped: Vec<Skipped<'a>>,
    warnings: &'a [SafeText],
    engine: Engine,
    rules: Rules<'a>,
    coverage: Coverage,
    verdict: Verdict,
    config: Option<&'a ConfigUse>,
    baseline: Option<&'a BaselineUse>,
}

#[derive(Serialize)]
struct File<'a> {
    file: &'a str,
    language: &'a str,
    lines: usize,
    matches: Vec<Row<'a>>,
    suppressed: Vec<Row<'a>>,
    truncated: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    baseline: Vec<Row<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncation: Option<Truncated>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    warnings: &'a [Warning],
}

#[derive(Serialize)]
struct Row<'a> {
    rule_id: &'a str,
    title: &'a str,
    severity: Severity,
    cwe: Option<&'a str>,
    line: u32,
    excerpt: &'a str,
    advice: &'a str,
    column: u32,
    end_line: u32,
    end_column: u32,
    confidence: Confidence,
    kind: MatchKind,
    category: Category,
    owasp: Option<&'a str>,
    test: bool,
    fingerprint: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    alias: Option<&'static str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    also: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<&'a SecretFacts>,
    /// The steps of the flow, from the source to the sink.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trace: Vec<Step<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppression: Option<&'a Suppression>,
    /// Why the baseline accepts it, and until when.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    accepted: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
struct Step<'a> {
    kind: FlowStepKind,
    /// When it is another than that of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct Skipped<'a> {
    file: &'a str,
    reason: &'a str,
}

#[derive(Serialize)]
struct Engine {
    name: &'static str,
    version: &'static str,
    mode: &'static str,
}

#[derive(Serialize)]
struct Rules<'a> {
    source: &'static str,
    digest: &'a str,
    count: usize,
}

#[derive(Serialize)]
struct Coverage {
    listing: &'static str,
    files_total: usize,
    scanned: usize,
    unsupported: usize,
    excluded: usize,
    skipped: usize,
    suppressed: usize,
    truncated_files: usize,
}

#[derive(Serialize)]
struct Verdict {
    /// Who decided: this program, by itself.
    by: &'static str,
    blocked: bool,
    blocking_findings: usize,
    fail_on: Severity,
}

pub(super) fn of<'a>(report: &'a Report<'_>) -> Document<'a> {
    let (blocked, blocking_findings, fail_on) = (report.is_blocked(), report.blocking(), report.fail_on);
    Document {
        schema: SCHEMA,
        fail_on,
        blocked,
        blocking_findings,
        saved_report: None,
        root: report.root.as_str(),
        listing: report.listing,
        files_scanned: report.files_scanned,
        files_skipped: report.skipped.len() + report.files_excluded,
        files_unsupported: report.files_unsupported,
        lines_scanned: report.lines_scanned,
        matches_count: report.matches_count(),
        suppressed_count: report.suppressed_count(),
        by_severity: report.by_severity,
        files: report.files.iter().map(file).collect(),
        skipped: report
            .skipped
            .iter()
            .map(|s| Skipped {
                file: s.shown.as_str(),
                reason: s.reason.as_str(),
            })
            .collect(),
        warnings: &report.warnings,
        engine: Engine {
            name: "security-review",
            version: env!("CARGO_PKG_VERSION"),
            mode: "offline",
        },
        rules: Rules {
            source: report.rule_source,
            digest: &report.rules_digest,
            count: report.rules_count,
        },
        coverage: Coverage {
            listing: report.listing,
            // What was searched in part is both scanned and listed as skipped.
            files_total: report.files_scanned + report.files_unsupported + report.files_excluded + report.skipped.len()
                - report.files_in_part,
            scanned: report.files_scanned,
            unsupported: report.files_unsupported,
            excluded: report.files_excluded,
            skipped: report.skipped.len(),
            suppressed: report.suppressed_count(),
            truncated_files: report.files.iter().filter(|file| file.truncated.is_some()).count(),
        },
        verdict: Verdict {
            by: "client",
            blocked,
            blocking_findings,
            fail_on,
        },
        config: report.config.as_ref(),
        baseline: report.baseline.as_ref(),
    }
}

fn file(file: &FileOutcome) -> File<'_> {
    File {
        file: file.shown.as_str(),
        language: file.language,
        lines: file.lines,
        matches: file.matches.iter().map(row).collect(),
        suppressed: file.suppressed.iter().map(row).collect(),
        truncated: file.truncated.is_some(),
        baseline: file.known.iter().map(known).collect(),
        truncation: file.truncated,
        warnings: &file.warnings,
    }
}

fn row(found: &Match) -> Row<'_> {
    Row {
        rule_id: &found.rule_id,
        title: &found.title,
        severity: found.severity,
        cwe: found.cwe.as_deref(),
        line: found.location.line,
        excerpt: found.excerpt.as_str(),
        advice: &found.advice,
        column: found.location.column,
        end_line: found.location.end_line,
        end_column: found.location.end_column,
        confidence: found.confidence,
        kind: found.kind,
        category: found.category,
        owasp: found.owasp.as_deref(),
        test: found.test,
        fingerprint: &found.fingerprint,
        alias: found.alias,
        also: &found.also,
        secret: found.secret.as_ref(),
        trace: trace(found),
        suppression: found.suppression.as_ref(),
        accepted: BTreeMap::new(),
    }
}

fn trace(found: &Match) -> Vec<Step<'_>> {
    let trace = found.structural.as_ref().and_then(|facts| facts.trace.as_ref());
    let steps = trace.map(FlowTrace::steps).unwrap_or_default().into_iter();
    steps
        .map(|step| Step {
            kind: step.kind,
            file: step.place.path.as_deref(),
            line: step.place.location.line,
            column: step.place.location.column,
            end_line: step.place.location.end_line,
            end_column: step.place.location.end_column,
            text: step.place.text.as_str(),
        })
        .collect()
}

fn known(known: &Known) -> Row<'_> {
    let line = |text: &String| untrusted_text::safe_line(text, 300).into_string();
    let reason = known.entry.reason.as_ref().map(|reason| ("reason", line(reason)));
    let expires = known.entry.expires.as_ref().map(|day| ("expires", line(day)));
    Row {
        accepted: reason.into_iter().chain(expires).collect(),
        ..row(&known.found)
    }
}
