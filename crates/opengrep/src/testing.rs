//! Rules against the annotations of their test files.

use std::collections::BTreeSet;

use serde::Serialize;
use syntax::{Language, LineIndex};

use crate::annotations::{AnnotationKind, annotations};
use crate::engine::{Engine, Input};
use crate::rule::Target;

/// What one rule did on one test file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The rule.
    pub rule_id: String,
    /// The file with the rule.
    pub rule_file: String,
    /// The file that it was tried on.
    pub test_file: String,
    /// Whether it found what was expected and nothing else.
    pub passed: bool,
    /// Lines where a finding is expected and missing, from 1.
    pub missed: Vec<usize>,
    /// Lines with a finding that is not expected, from 1.
    pub extra: Vec<usize>,
    /// Why the rule could not be tried.
    pub error: Option<String>,
}

/// A test file.
#[derive(Clone, Copy, Debug)]
pub struct TestFile<'t> {
    /// As it is shown.
    pub name: &'t str,
    /// Its text.
    pub text: &'t str,
    /// Its language, when its name says one.
    pub language: Option<Language>,
}

/// Tries every rule of a file on one of its test files. A rule that is neither expected nor finds anything there is no check.
///
/// `paths` of rules and suppressions are not obeyed. Only the line on which a finding starts counts, and each line once.
pub fn check(engine: &Engine, rule_file: &str, target: &TestFile<'_>) -> Vec<Check> {
    let expected = annotations(target.text);
    let report = engine.scan(&Input {
        path: target.name,
        text: target.text,
        language: target.language,
        obey_paths: false,
    });
    let lines = LineIndex::new(target.text);
    let mut checks = Vec::new();
    for (number, rule) in engine.rules().enumerate() {
        let wanted: BTreeSet<usize> = expected
            .iter()
            .filter(|annotation| matches!(annotation.kind, AnnotationKind::RuleId | AnnotationKind::TodoOk))
            .filter(|annotation| annotation.ids.contains(&rule.id))
            .map(|annotation| annotation.line)
            .collect();
        let found: BTreeSet<usize> = report
            .findings
            .iter()
            .filter(|finding| finding.rule == number)
            .map(|finding| lines.line_of(finding.range.start))
            .collect();
        let stopped = report.problems.iter().find(|problem| problem.rule == Some(number));
        if wanted.is_empty() && found.is_empty() && stopped.is_none() {
            continue;
        }
        let missed: Vec<usize> = wanted.difference(&found).copied().collect();
        let extra: Vec<usize> = found.difference(&wanted).copied().collect();
        checks.push(Check {
            rule_id: rule.id.clone(),
            rule_file: rule_file.to_owned(),
            test_file: target.name.to_owned(),
            passed: missed.is_empty() && extra.is_empty(),
            missed,
            extra,
            error: stopped.map(|problem| problem.message.clone()),
        });
    }
    checks
}

/// True when a rule of the engine can run on a test file at all.
pub fn can_run(engine: &Engine, language: Option<Language>) -> bool {
    engine.rules().any(|rule| {
        rule.languages.iter().any(|target| match target {
            Target::Language(wanted) => {
                Some(*wanted) == language || (language == Some(Language::TypeScript) && *wanted == Language::JavaScript)
            }
            Target::Generic | Target::Regex => true,
        })
    })
}
