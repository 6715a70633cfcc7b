//! The results of structural rules for programs that read Opengrep's JSON. Texts of the scanned files are masked and
//! bounded, as in every format.

use scanner::{BytePlace, FlowEnd, FlowPlace, FlowTrace, Match, StructuralFacts, Warning, WarningKind};
use serde_json::{Map, Value, json};

use crate::report::{FileOutcome, Report};

pub(super) fn of(report: &Report<'_>) -> Value {
    let results: Vec<Value> = report.files.iter().flat_map(|file| of_file(report, file)).collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "results": results,
        "errors": errors(report),
        "paths": {
            "scanned": report.scanned,
            "skipped": report.skipped.iter().map(|s| json!({ "path": s.shown, "reason": s.reason })).collect::<Vec<_>>(),
        },
        "skipped_rules": [],
        "interfile_languages_used": [],
    })
}

/// The results of a file by start, end and rule. What a marker hides or a baseline knows is there, and said to be ignored.
fn of_file(report: &Report<'_>, file: &FileOutcome) -> Vec<Value> {
    let counted = file.matches.iter().map(|found| (found, false));
    let hidden = file.known.iter().map(|known| &known.found).chain(&file.suppressed);
    let mut found: Vec<(&Match, &StructuralFacts, bool)> = counted
        .chain(hidden.map(|found| (found, true)))
        .filter_map(|(found, ignored)| Some((found, found.structural.as_ref()?, ignored)))
        .collect();
    let place = |at: BytePlace| (at.line, at.col);
    found.sort_by(|(a, at, _), (b, bt, _)| {
        let key = |facts: &StructuralFacts| (place(facts.start), place(facts.end));
        key(at).cmp(&key(bt)).then_with(|| a.rule_id.cmp(&b.rule_id))
    });
    found
        .into_iter()
        .map(|(found, facts, ignored)| result(report, file, found, facts, ignored))
        .collect()
}

fn result(report: &Report<'_>, file: &FileOutcome, found: &Match, facts: &StructuralFacts, ignored: bool) -> Value {
    let rule = report.rules.structural_rule(facts.rule);
    let metavars: Map<String, Value> = facts
        .metavariables
        .iter()
        .map(|bound| {
            let mut value = json!({ "start": bound.start, "end": bound.end, "abstract_content": bound.text });
            if let Some(known) = &bound.value {
                value["propagated_value"] = json!({ "svalue_abstract_content": known });
            }
            (bound.name.clone(), value)
        })
        .collect();
    let mut extra = json!({
        "message": found.advice,
        "severity": rule.map(|rule| &rule.written_severity),
        "metadata": rule.map_or_else(|| json!({}), |rule| rule.metadata.clone()),
        "metavars": metavars,
        "lines": facts.lines,
        "fingerprint": found.fingerprint,
        "is_ignored": ignored,
        "engine_kind": "OSS",
        "validation_state": "NO_VALIDATOR",
    });
    if let Some(trace) = &facts.trace {
        extra["dataflow_trace"] = dataflow_trace(file, trace);
    }
    if let Some(fix) = &facts.fix {
        extra["fix"] = json!(fix);
    }
    json!({
        "check_id": found.rule_id,
        "path": file.shown,
        "start": facts.start,
        "end": facts.end,
        "extra": extra,
    })
}

/// The way of a flow: a place is `CliLoc`, one inside of what is called is `CliCall`, with the call and the variables on the way there.
fn dataflow_trace(file: &FileOutcome, trace: &FlowTrace) -> Value {
    json!({
        "taint_source": end_of_flow(file, &trace.source),
        "intermediate_vars": variables(file, &trace.passed),
        "taint_sink": end_of_flow(file, &trace.sink),
    })
}

fn end_of_flow(file: &FileOutcome, end: &FlowEnd) -> Value {
    match end {
        FlowEnd::Here(place) => json!(["CliLoc", [location(file, place), place.text]]),
        FlowEnd::Called {
            callee, passed, inner, ..
        } => {
            let at = json!([location(file, callee), callee.text]);
            json!(["CliCall", [at, variables(file, passed), end_of_flow(file, inner)]])
        }
    }
}

fn variables(file: &FileOutcome, passed: &[FlowPlace]) -> Vec<Value> {
    let variable = |place: &FlowPlace| json!({ "location": location(file, place), "content": place.text });
    passed.iter().map(variable).collect()
}

fn location(file: &FileOutcome, place: &FlowPlace) -> Value {
    let path = place.path.as_deref().unwrap_or(file.shown.as_str());
    json!({ "path": path, "start": place.start, "end": place.end })
}

/// Rules that are not used, parts of files that no rule saw, rules that were stopped, results that were cut.
fn errors(report: &Report<'_>) -> Vec<Value> {
    let rules = report.rules.structural_problems().iter().map(|problem| {
        let mut error = json!({
            "code": 2,
            "level": if problem.is_error() { "error" } else { "warn" },
            "type": "Rule parse error",
            "path": untrusted_text::safe_line(&problem.file, 1_000),
            "message": untrusted_text::safe_line(&problem.problem.to_string(), 1_000),
        });
        if let Some(rule) = &problem.problem.rule {
            error["rule_id"] = rule.as_str().into();
        }
        error
    });
    let files = report.files.iter().flat_map(|file| {
        let cut = file.truncated.map(|cut| {
            let message = format!(
                "{} more matches are not listed; the {} most severe are",
                cut.dropped, cut.kept
            );
            json!({ "code": 2, "level": "warn", "type": "TooManyMatches", "path": file.shown, "message": message })
        });
        let warnings = file.warnings.iter().filter_map(|warning| of_warning(file, warning));
        warnings.chain(cut).collect::<Vec<_>>()
    });
    rules.chain(files).collect()
}

fn of_warning(file: &FileOutcome, warning: &Warning) -> Option<Value> {
    let (code, kind) = match warning.kind {
        WarningKind::NotParsed => (3, "PartialParsing"),
        WarningKind::RuleStopped => (2, "Timeout"),
        _ => return None,
    };
    let span = json!({
        "file": file.shown,
        "start": { "line": warning.line, "col": 1 },
        "end": { "line": warning.line, "col": 1 },
    });
    Some(json!({
        "code": code,
        "level": "warn",
        "type": kind,
        "path": file.shown,
        "message": warning.text,
        "spans": [span],
    }))
}
