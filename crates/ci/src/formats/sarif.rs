//! SARIF 2.1.0 (OASIS standard), as code-scanning services and editors read it.

use std::collections::BTreeMap;

use domain::{Confidence, Severity};
use scanner::{FlowStepKind, FlowTrace, Match, MatchKind, RuleRef, RuleSet};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use untrusted_text::truncate;

use crate::report::{FileOutcome, Report};

/// What becomes of a match.
enum State<'a> {
    Counts,
    Suppressed,
    Known { reason: Option<&'a str> },
}

pub(super) fn of(report: &Report<'_>) -> Value {
    let mut rules = Rules::default();
    let mut results = Vec::new();
    for file in &report.files {
        for found in &file.matches {
            results.push(result(report, &mut rules, file, found, &State::Counts));
        }
        for known in &file.known {
            let state = State::Known {
                reason: known.entry.reason.as_deref(),
            };
            results.push(result(report, &mut rules, file, &known.found, &state));
        }
        for found in &file.suppressed {
            results.push(result(report, &mut rules, file, found, &State::Suppressed));
        }
    }
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "security-review",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.rows,
                "properties": { "rulesDigest": report.rules_digest, "rulesCount": report.rules_count },
            }},
            "automationDetails": { "id": automation_id(&report.project) },
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { "%SRCROOT%": { "description": { "text": "The folder that was scanned." } } },
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notifications(report),
            }],
            "results": results,
            "properties": {
                "verdict": { "by": "client", "blocked": report.is_blocked(), "failOn": report.fail_on },
                "config": report.config,
                "baseline": report.baseline,
            },
        }],
    })
}

fn automation_id(project: &str) -> String {
    match untrusted_text::safe_line(project, 200).as_str() {
        "" => "security-review/".to_owned(),
        project => format!("security-review/{}/", project.replace('/', "-")),
    }
}

/// The rules that have a result, in order of first use.
#[derive(Default)]
struct Rules {
    rows: Vec<Value>,
    index: BTreeMap<String, usize>,
}

impl Rules {
    fn index_of(&mut self, set: &RuleSet, found: &Match) -> usize {
        if let Some(index) = self.index.get(&found.rule_id) {
            return *index;
        }
        self.index.insert(found.rule_id.clone(), self.rows.len());
        self.rows.push(rule(set, found));
        self.rows.len() - 1
    }
}

fn rule(set: &RuleSet, found: &Match) -> Value {
    let documented = set.get(&found.rule_id);
    let (title, what, severity, fix) = match &documented {
        Some(RuleRef::Pattern(rule)) => (
            rule.title.as_str(),
            rule.what.as_str(),
            rule.severity,
            rule.fix.as_str(),
        ),
        Some(RuleRef::Structural(rule)) => (
            rule.title.as_str(),
            or(&rule.what, &rule.message),
            rule.severity,
            or(&rule.fix, &rule.message),
        ),
        Some(RuleRef::Secret(kind)) => (
            kind.title.as_str(),
            kind.title.as_str(),
            kind.severity,
            kind.revoke.as_str(),
        ),
        _ => (
            found.title.as_str(),
            found.title.as_str(),
            found.severity,
            found.advice.as_str(),
        ),
    };
    let precision = match found.confidence {
        Confidence::High => "high",
        Confidence::Medium => "medium",
        Confidence::Low => "low",
    };
    let mut tags = vec!["security".to_owned()];
    if let Some(number) = found.cwe.as_deref().and_then(|cwe| cwe.strip_prefix("CWE-")) {
        tags.push(format!("CWE-{number}"));
        tags.push(format!("external/cwe/cwe-{number}"));
    }
    tags.extend(found.owasp.as_ref().map(|owasp| format!("OWASP-{owasp}")));
    let what = if what.is_empty() { title } else { what };
    let mut rule = json!({
        "id": found.rule_id,
        "name": truncate(title, 100),
        "shortDescription": { "text": truncate(title, 200) },
        "fullDescription": { "text": truncate(what, 1_000) },
        "defaultConfiguration": { "level": severity.sarif_level() },
        "properties": {
            "tags": tags,
            "precision": precision,
            "security-severity": severity.sarif_score(),
            "problem.severity": problem_severity(severity),
        },
    });
    let mut help = Map::new();
    if !fix.is_empty() {
        help.insert("text".into(), truncate(fix, 1_000).into());
    }
    if let (Some(documented), false) = (&documented, fix.is_empty()) {
        help.insert("markdown".into(), truncate(&documented.markdown(), 20_000).into());
    }
    if !help.is_empty() {
        rule["help"] = help.into();
    }
    if let Some(number) = found.cwe.as_deref().and_then(|cwe| cwe.strip_prefix("CWE-")) {
        rule["helpUri"] = format!("https://cwe.mitre.org/data/definitions/{number}.html").into();
    }
    rule
}

fn or<'t>(text: &'t str, instead: &'t str) -> &'t str {
    if text.is_empty() { instead } else { text }
}

/// The scale of services that show severities of problems rather than scores.
fn problem_severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical | Severity::High => "error",
        Severity::Medium => "warning",
        Severity::Low | Severity::Info => "recommendation",
    }
}

fn result(report: &Report<'_>, rules: &mut Rules, file: &FileOutcome, found: &Match, state: &State<'_>) -> Value {
    let index = rules.index_of(report.rules, found);
    let at = found.location;
    let message = match (found.kind, found.advice.as_str()) {
        (_, "") => found.title.clone(),
        // The message of a structural rule says what it is.
        (MatchKind::Structural, advice) => advice.to_owned(),
        (_, advice) => format!("{}. {advice}", found.title),
    };
    let mut properties = json!({
        "severity": found.severity,
        "confidence": found.confidence,
        "category": found.category,
        "kind": found.kind,
        "test": found.test,
        "security-severity": found.severity.sarif_score(),
        "recommendation": found.advice,
    });
    for (key, value) in [("cwe", &found.cwe), ("owasp", &found.owasp)] {
        if let Some(value) = value {
            properties[key] = value.as_str().into();
        }
    }
    if !found.also.is_empty() {
        properties["also"] = json!(found.also);
    }
    if let (MatchKind::Secret, Some(facts)) = (found.kind, &found.secret) {
        properties["secret"] = json!(facts);
    }
    let mut result = json!({
        "ruleId": found.rule_id,
        "ruleIndex": index,
        "level": found.severity.sarif_level(),
        "message": { "text": truncate(&message, 2_000) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri(&file.path), "uriBaseId": "%SRCROOT%" },
            "region": {
                "startLine": at.line,
                "startColumn": at.column,
                "endLine": at.end_line,
                "endColumn": at.end_column,
                "snippet": { "text": found.excerpt },
            },
        }}],
        "partialFingerprints": {
            "secreview/v1": fingerprint_v1([&report.project, &found.rule_id, &file.path, &found.title]),
            "secreview/v2": found.fingerprint,
        },
        "properties": properties,
    });
    if let Some(trace) = found.structural.as_ref().and_then(|facts| facts.trace.as_ref()) {
        result["codeFlows"] = code_flows(file, trace);
    }
    if report.baseline.is_some() {
        result["baselineState"] = if matches!(state, State::Known { .. }) {
            "unchanged".into()
        } else {
            "new".into()
        };
    }
    match state {
        State::Counts => {}
        State::Suppressed => {
            let reason = found.suppression.as_ref().and_then(|s| s.reason.as_ref());
            result["suppressions"] = suppression("inSource", reason.map(AsRef::as_ref));
        }
        State::Known { reason } => result["suppressions"] = suppression("external", *reason),
    }
    result
}

/// The way of a flow (SARIF 2.1.0, 3.36): one thread, a location for each step.
fn code_flows(file: &FileOutcome, trace: &FlowTrace) -> Value {
    let steps = trace.steps().into_iter().map(|step| {
        let at = step.place.location;
        let importance = match step.kind {
            FlowStepKind::Source | FlowStepKind::Sink => "essential",
            FlowStepKind::Passed | FlowStepKind::Call => "important",
        };
        json!({
            "location": {
                "message": { "text": step.message() },
                "physicalLocation": {
                    "artifactLocation": { "uri": uri(step.place.path.as_ref().unwrap_or(&file.path)), "uriBaseId": "%SRCROOT%" },
                    "region": {
                        "startLine": at.line,
                        "startColumn": at.column,
                        "endLine": at.end_line,
                        "endColumn": at.end_column,
                        "snippet": { "text": step.place.text },
                    },
                },
            },
            "importance": importance,
        })
    });
    json!([{ "threadFlows": [{ "locations": steps.collect::<Vec<_>>() }] }])
}

fn suppression(kind: &str, reason: Option<&str>) -> Value {
    let mut entry = json!({ "kind": kind, "status": "accepted" });
    if let Some(reason) = reason {
        entry["justification"] = untrusted_text::safe_line(reason, 1_000).as_str().into();
    }
    json!([entry])
}

/// The first version of the fingerprint of an issue, which stored reports use: project, rule, path and title.
fn fingerprint_v1([project, rule, path, title]: [&str; 4]) -> String {
    let identity = [project, rule, path, &title.trim().to_lowercase()].join("|");
    let digest = Sha256::digest(identity.as_bytes());
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// What a reader should know beside the results: files that were not scanned, cut files, markers that do nothing.
fn notifications(report: &Report<'_>) -> Vec<Value> {
    let place = |path: &str, line: Option<u32>| {
        let mut location =
            json!({ "physicalLocation": { "artifactLocation": { "uri": uri(path), "uriBaseId": "%SRCROOT%" } } });
        if let Some(line) = line {
            location["physicalLocation"]["region"] = json!({ "startLine": line });
        }
        json!([location])
    };
    let skipped = report.skipped.iter().map(|skipped| {
        let text = format!("Not scanned: {}", skipped.reason);
        json!({ "level": "note", "message": { "text": text }, "locations": place(&skipped.path, None) })
    });
    let files = report.files.iter().flat_map(|file| {
        let cut = file.truncated.map(|cut| {
            let text = format!("{} more matches are not listed; the {} most severe are.", cut.dropped, cut.kept);
            json!({ "level": "warning", "message": { "text": text }, "locations": place(&file.path, None) })
        });
        let warnings = file.warnings.iter().map(|warning| {
            let text = untrusted_text::safe_line(&warning.text, 500);
            json!({ "level": "warning", "message": { "text": text }, "locations": place(&file.path, Some(warning.line.max(1))) })
        });
        warnings.chain(cut).collect::<Vec<_>>()
    });
    let whole = report
        .warnings
        .iter()
        .map(|warning| json!({ "level": "warning", "message": { "text": warning } }));
    skipped.chain(files).chain(whole).collect()
}

/// A relative reference (RFC 3986) in which credentials are masked: every byte that is not unreserved, or a slash between names, is percent-encoded.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in untrusted_text::mask(path).bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_valid_relative_reference() {
        assert_eq!(uri("src/a b#c?d:é\n.py"), "src/a%20b%23c%3Fd%3A%C3%A9%0A.py");
    }

    #[test]
    fn the_first_fingerprint_is_that_of_stored_reports() {
        let issue = ["my-repo", "PY-004", "src/app.py", "SQL injection in login"];
        assert_eq!(fingerprint_v1(issue), "c0ce439e93ac1e7524c0b4ea666a8306");
        let no_file = ["my-repo", "secreview/configuration", "", "Debug on"];
        assert_eq!(fingerprint_v1(no_file), "0598df3a1d4a1a52bc898d2d298a2f05");
    }

    #[test]
    fn the_run_is_named_after_the_project() {
        assert_eq!(automation_id("my-repo"), "security-review/my-repo/");
        assert_eq!(automation_id(""), "security-review/");
    }
}
