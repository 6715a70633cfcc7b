//! `test-rules`.

mod fixes;

use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use opengrep::annotations::{AnnotationKind, annotations, targets_of};
use opengrep::engine::Engine;
use opengrep::rule::{Level, Libraries, RuleProblem, parse_rules_with};
use opengrep::taint::FlowProfile;
use opengrep::testing::{self, TestFile};
use serde::Serialize;
use syntax::{Language, LineIndex};
use untrusted_text::{Document, SafeText, safe_line};

use crate::args::{FlowAnswers, ListFormat, TestRules};
use crate::report::plural;
use crate::rule_files::{self, Hidden, opengrep_files};
use crate::{Outcome, failure, input, output, runner};

/// Larger test files are not tried: a scan would not read them either.
const MAX_TARGET_BYTES: u64 = 1 << 20;
/// Most lines of a check that are shown to people.
const MAX_LINES: usize = 20;
/// Longest line shown, in characters.
const LINE_CHARS: usize = 160;
const PATH_CHARS: usize = 4_096;
const ERROR_CHARS: usize = 500;

#[derive(Serialize)]
struct Summary {
    checks: usize,
    passed: usize,
    failed: usize,
    errors: usize,
    results: Vec<TestResult>,
}

/// What one rule did on one test file, or why it did nothing.
#[derive(Serialize)]
struct TestResult {
    rule_id: String,
    rule_file: SafeText,
    /// None where a rule, or a rule file, cannot be tried at all.
    test_file: Option<SafeText>,
    passed: bool,
    /// Lines where a finding is expected and missing; of a fix, lines of the expected file that it does not give.
    missed: Vec<usize>,
    /// Lines with a finding that is not expected; of a fix, lines it gives that are not expected.
    extra: Vec<usize>,
    error: Option<SafeText>,
    /// The lines for people.
    #[serde(skip)]
    shown: Vec<String>,
}

pub(crate) fn run(args: &TestRules) -> anyhow::Result<Outcome> {
    let files = opengrep_files(&args.paths, Hidden::Keep)?;
    let library_files = rule_files::libraries(&files);
    let (libraries, _, problems) = Libraries::take(&rule_files::named(&library_files));
    let is_library = |file: &PathBuf| {
        let name = file.display().to_string();
        library_files.iter().any(|(library, _)| *library == name)
    };
    let mut results: Vec<TestResult> = problems
        .iter()
        .map(|(library, problem)| TestResult::error(Path::new(library), "", None, &problem.to_string()))
        .collect();
    let mut untested = 0;
    let profile = args
        .flow_profile
        .map_or_else(FlowProfile::default, FlowAnswers::profile);
    for file in files.iter().filter(|file| !is_library(file)) {
        let tried = catch_unwind(AssertUnwindSafe(|| of_file(file, &libraries, profile)));
        let tried = tried.unwrap_or_else(|_| {
            let error = format!("internal error: {}", failure::last_panic());
            Some(vec![TestResult::error(file, "", None, &error)])
        });
        match tried {
            Some(found) => results.extend(found),
            None => untested += 1,
        }
    }
    let errors = results.iter().filter(|result| result.error.is_some()).count();
    let passed = results.iter().filter(|result| result.passed).count();
    let summary = Summary {
        checks: results.len(),
        passed,
        failed: results.len() - passed - errors,
        errors,
        results,
    };
    match args.format {
        ListFormat::Json => output::print(&runner::safe_json(&output::json(&summary)?))?,
        ListFormat::Text => output::print(&runner::safe_text(&text(&summary, untested)))?,
    }
    Ok(if summary.passed == summary.checks {
        Outcome::Passed
    } else {
        Outcome::Blocked
    })
}

impl TestResult {
    fn error(rule_file: &Path, rule_id: &str, test_file: Option<&Path>, error: &str) -> Self {
        Self {
            rule_id: rule_id.to_owned(),
            rule_file: shown_path(rule_file),
            test_file: test_file.map(shown_path),
            passed: false,
            missed: Vec::new(),
            extra: Vec::new(),
            error: Some(safe_line(error, ERROR_CHARS)),
            shown: Vec::new(),
        }
    }
}

fn shown_path(path: &Path) -> SafeText {
    safe_line(&path.to_string_lossy(), PATH_CHARS)
}

/// The checks of the rules of a file; `None` when there is nothing to try them on, and nothing is wrong with them.
fn of_file(path: &Path, libraries: &Libraries, profile: FlowProfile) -> Option<Vec<TestResult>> {
    let targets = match targets(path) {
        Ok(targets) => targets,
        Err(error) => return Some(vec![TestResult::error(path, "", None, &format!("{error:#}"))]),
    };
    let text = match input::read("rule file", path, opengrep::rule::MAX_FILE_BYTES as u64) {
        Ok(text) => text,
        Err(error) => return Some(vec![TestResult::error(path, "", None, &format!("{error:#}"))]),
    };
    let file = parse_rules_with(&text, libraries.of(&path.to_string_lossy()));
    let mut known: Vec<String> = file.rules.iter().map(|rule| rule.id.clone()).collect();
    known.extend(file.problems.iter().filter_map(|problem| problem.rule.clone()));
    // Nothing tells that a YAML file without a rule and without a test is meant to be one of rules.
    if targets.is_empty() && known.is_empty() {
        return None;
    }
    let (engine, faults) = Engine::new(file.rules);
    let engine = engine.with_profile(profile);
    let mut results: Vec<TestResult> = file
        .problems
        .iter()
        .chain(&faults)
        .filter(|problem| problem.level == Level::Error)
        .map(|problem| TestResult::error(path, problem.rule.as_deref().unwrap_or_default(), None, &words(problem)))
        .collect();
    for target in &targets {
        results.extend(of_target(path, &engine, target, &known));
    }
    (!results.is_empty() || !targets.is_empty()).then_some(results)
}

/// What is wrong with a rule whose id is told beside it.
fn words(problem: &RuleProblem) -> String {
    RuleProblem {
        rule: None,
        ..problem.clone()
    }
    .to_string()
}

/// The files that the rules of a file are tried on.
fn targets(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.path().is_file()
            && let Ok(name) = entry.file_name().into_string()
        {
            names.push(name);
        }
    }
    names.sort();
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let targets = targets_of(name, &names);
    Ok(targets.into_iter().map(|name| path.with_file_name(name)).collect())
}

/// The text of a test file as a scan reads it, and its language.
fn read(path: &Path) -> Result<(String, Option<Language>), String> {
    let unreadable = |error: std::io::Error| format!("cannot be read: {error}");
    let length = fs::metadata(path).map_err(unreadable)?.len();
    if length > MAX_TARGET_BYTES {
        return Err(format!("has {length} bytes, the limit is {MAX_TARGET_BYTES}"));
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let language = syntax::detect(name, &bytes).language();
    Ok((scanner::decode_text(bytes)?, language))
}

fn of_target(rule_file: &Path, engine: &Engine, path: &Path, known: &[String]) -> Vec<TestResult> {
    let (text, language) = match read(path) {
        Ok(read) => read,
        Err(error) => return vec![TestResult::error(rule_file, "", Some(path), &error)],
    };
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let target = TestFile {
        name,
        text: &text,
        language,
    };
    let lines = Lines::new(&text, name);
    let notes = annotations(&text);
    let marked = |line: usize, id: &str| {
        let kind = notes
            .iter()
            .find(|note| note.line == line && note.ids.iter().any(|other| other == id))
            .map(|note| note.kind);
        match kind {
            Some(AnnotationKind::Ok) => "   (marked `ok`)",
            Some(AnnotationKind::TodoRuleId) => "   (marked `todoruleid`: it is found now)",
            _ => "",
        }
    };
    let checks = testing::check(engine, "", &target).into_iter().map(|check| TestResult {
        shown: lines
            .diff("missed", &check.missed, |_| "")
            .chain(lines.diff("extra", &check.extra, |line| marked(line, &check.rule_id)))
            .collect(),
        passed: check.passed && check.error.is_none(),
        rule_id: check.rule_id,
        rule_file: shown_path(rule_file),
        test_file: Some(shown_path(path)),
        missed: check.missed,
        extra: check.extra,
        error: check.error.map(|error| safe_line(&error, ERROR_CHARS)),
    });
    let mut results: Vec<TestResult> = checks.collect();
    results.extend(of_no_rule(rule_file, path, &notes, known, &lines));
    results.extend(fixes::check(rule_file, engine, path, &target));
    results
}

/// Findings that are expected of rules that the file does not have.
fn of_no_rule(
    rule_file: &Path,
    path: &Path,
    notes: &[opengrep::annotations::Annotation],
    known: &[String],
    lines: &Lines<'_>,
) -> Vec<TestResult> {
    let wanted = notes
        .iter()
        .filter(|note| matches!(note.kind, AnnotationKind::RuleId | AnnotationKind::TodoOk));
    let mut unknown: Vec<(&str, usize)> = wanted
        .flat_map(|note| note.ids.iter().map(|id| (id.as_str(), note.line)))
        .filter(|(id, _)| !known.iter().any(|known| is_called(known, id)))
        .collect();
    unknown.sort_unstable();
    unknown.dedup();
    unknown
        .chunk_by(|(one, _), (other, _)| one == other)
        .map(|of_id| {
            let missed: Vec<usize> = of_id.iter().map(|(_, line)| *line).collect();
            TestResult {
                rule_id: safe_line(of_id[0].0, PATH_CHARS).into_string(),
                rule_file: shown_path(rule_file),
                test_file: Some(shown_path(path)),
                passed: false,
                shown: lines
                    .diff("missed", &missed, |_| "   (no rule of the file has this id)")
                    .collect(),
                missed,
                extra: Vec::new(),
                error: None,
            }
        })
        .collect()
}

/// Whether an id is that of a rule; problems name long ids by their start.
fn is_called(known: &str, id: &str) -> bool {
    match known.strip_suffix('…') {
        Some(start) => id.starts_with(start),
        None => known == id,
    }
}

/// The lines of a test file, fit to be shown.
struct Lines<'t> {
    document: Document<'t>,
    index: LineIndex,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str, name: &'t str) -> Self {
        Self {
            document: Document::new(text, name),
            index: LineIndex::new(text),
        }
    }

    /// `missed  12 | code` for each line, the first ones.
    fn diff<'a>(
        &'a self,
        word: &'a str,
        lines: &'a [usize],
        note: impl Fn(usize) -> &'static str + 'a,
    ) -> impl Iterator<Item = String> + 'a {
        let more = lines.len().saturating_sub(MAX_LINES);
        let shown = lines.iter().take(MAX_LINES).map(move |line| {
            let range: Range<usize> = if *line <= self.index.line_count() {
                self.index.line_range(*line)
            } else {
                0..0
            };
            let code = self.document.excerpt(range.clone(), range, LINE_CHARS).text;
            format!("{word:6} {line:5} | {code}{}", note(*line))
        });
        shown.chain((more > 0).then(|| format!("{word:6} {more} more lines")))
    }
}

/// The checks that did not pass, each with its lines, then the sums.
fn text(summary: &Summary, untested: usize) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail, here and below.
    for result in summary.results.iter().filter(|result| !result.passed) {
        let word = if result.error.is_some() { "ERROR" } else { "FAILED" };
        let id = match result.rule_id.as_str() {
            "" => String::new(),
            id => format!("{id}  "),
        };
        let on = result
            .test_file
            .as_ref()
            .map_or_else(String::new, |file| format!(" on {file}"));
        let _ = writeln!(out, "{word}  {id}{}{on}", result.rule_file);
        if let Some(error) = &result.error {
            let _ = writeln!(out, "    {error}");
        }
        for line in &result.shown {
            let _ = writeln!(out, "    {line}");
        }
        out.push('\n');
    }
    if untested > 0 {
        let _ = writeln!(
            out,
            "{} without a test file",
            plural(untested, "rule file", "rule files")
        );
    }
    let _ = writeln!(
        out,
        "{} checks: {} passed, {} failed, {} errors",
        summary.checks, summary.passed, summary.failed, summary.errors
    );
    out
}
