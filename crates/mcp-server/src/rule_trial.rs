//! A proposed rule is read, made ready and tried in this process; nothing of it is kept.
//!
//! The engine reads no file, opens no connection and runs no code, and every scan here has a bound on its steps.

mod ordinary;

use std::collections::BTreeSet;

use domain::CheckedRuleProposal;
use domain::view::{RuleTest, RuleTestStatus};
use opengrep::annotations::{AnnotationKind, annotations};
use opengrep::engine::{Engine, Input};
use opengrep::rule::{Rule, RuleProblem, Target, parse_rule};
use syntax::{Language, LineIndex, has_lowering};
use untrusted_text::safe_line;

use crate::failure::Failure;

/// The steps that a rule may take in one text.
const STEPS: u64 = 2_000_000;
/// Problems of a rule that are told one by one.
const SHOWN_PROBLEMS: usize = 5;
const PROBLEM_CHARS: usize = 250;
/// Lines that a refusal names.
const SHOWN_LINES: usize = 20;
/// Lines that an answer names.
const MATCHED_LINES: usize = 200;

/// Validates the rule of a proposal and tries it on its code.
///
/// # Errors
///
/// [`Failure::Expected`] that says what is wrong, on one line: what the engine cannot read or run, a key or an option without effect,
/// another id, matches on most lines of ordinary code, and code of which no line matches or an annotated line does not do what it
/// says.
pub(crate) fn try_out(proposal: &CheckedRuleProposal) -> Result<RuleTest, Failure> {
    let rule = read(&proposal.rule_id, &proposal.content)?;
    let targets = rule.languages.clone();
    let engine = ready(vec![rule])?;
    refuse_too_broad(&engine, &targets)?;
    match &proposal.test_code {
        Some(code) => on_test_code(&engine, &proposal.rule_id, targets.first().copied(), code),
        None => Ok(not_tried("There is no test_code: the rule was validated, not tried.")),
    }
}

fn not_tried(note: &str) -> RuleTest {
    RuleTest {
        status: RuleTestStatus::NotTried,
        matched_lines: Vec::new(),
        note: note.to_owned(),
    }
}

fn read(id: &str, content: &str) -> Result<Rule, Failure> {
    let mut file = parse_rule(content);
    // A warning is a part of the rule that has no effect: whoever approves the rule would believe that it has.
    refuse(&file.problems)?;
    let Some(rule) = file.rules.pop() else {
        return Err(Failure::expected("content holds no rule"));
    };
    if rule.id != id {
        return Err(Failure::expected(format!(
            "content holds the rule `{}`, rule_id is `{id}`: both must be the same",
            safe_line(&rule.id, 60)
        )));
    }
    let unread = rule.languages.iter().find_map(|target| match target {
        Target::Language(language) if !has_lowering(*language) => Some(language),
        _ => None,
    });
    if let Some(unread) = unread {
        return Err(Failure::expected(format!(
            "content: rules for {} do not run yet; those for {}, generic and regex do",
            unread.name(),
            ordinary::languages().map(Language::name).collect::<Vec<_>>().join(", ")
        )));
    }
    Ok(rule)
}

/// The engine of rules that all run.
fn ready(rules: Vec<Rule>) -> Result<Engine, Failure> {
    let (engine, problems) = Engine::new(rules);
    refuse(&problems)?;
    Ok(engine.with_steps(STEPS))
}

fn refuse(problems: &[RuleProblem]) -> Result<(), Failure> {
    if problems.is_empty() {
        return Ok(());
    }
    let mut told: Vec<String> = problems
        .iter()
        .take(SHOWN_PROBLEMS)
        .map(|problem| safe_line(&problem.to_string(), PROBLEM_CHARS).into_string())
        .collect();
    let more = problems.len() - told.len();
    if more > 0 {
        told.push(format!("and {more} more"));
    }
    Err(Failure::expected(format!("content: {}", told.join("; "))))
}

/// Refuses a rule that matches on more than half of the lines of ordinary code of its languages.
fn refuse_too_broad(engine: &Engine, targets: &[Target]) -> Result<(), Failure> {
    let (matched, all) = breadth(engine, targets);
    if matched * 2 > all {
        return Err(Failure::expected(format!(
            "content: the rule is too broad, it matches on {matched} of {all} lines of ordinary code: narrow it"
        )));
    }
    Ok(())
}

/// On how many lines of ordinary code of its languages a rule matches, and how many there are. Only lines with a word count: no
/// pattern can tell a bracket from another.
fn breadth(engine: &Engine, targets: &[Target]) -> (usize, usize) {
    let (mut matched, mut all) = (0, 0);
    for (language, text) in ordinary::of(targets) {
        let found = scan(engine, language, text).lines;
        let lines = text.lines().enumerate();
        for (index, _) in lines.filter(|(_, line)| line.contains(char::is_alphanumeric)) {
            all += 1;
            matched += usize::from(found.contains(&(index + 1)));
        }
    }
    (matched, all)
}

/// What a rule does in a text.
struct Scanned {
    /// The lines on which a match starts, from 1.
    lines: BTreeSet<usize>,
    /// Why matches may be missing, if they may.
    stopped: Option<String>,
    /// Lines with parts that are not read.
    unread: BTreeSet<usize>,
}

fn scan(engine: &Engine, language: Option<Language>, text: &str) -> Scanned {
    let report = engine.scan(&Input {
        path: "",
        text,
        language,
        obey_paths: false,
    });
    let lines = LineIndex::new(text);
    let unread = report.problems.iter().filter(|problem| problem.rule.is_none());
    Scanned {
        lines: report
            .findings
            .iter()
            .map(|finding| lines.line_of(finding.range.start))
            .collect(),
        unread: unread
            .map(|problem| problem.range.as_ref().map_or(1, |range| lines.line_of(range.start)))
            .collect(),
        stopped: report
            .problems
            .into_iter()
            .find(|problem| problem.rule.is_some())
            .map(|problem| problem.message),
    }
}

fn on_test_code(engine: &Engine, id: &str, target: Option<Target>, code: &str) -> Result<RuleTest, Failure> {
    let language = match target {
        Some(Target::Language(language)) => Some(language),
        Some(Target::Generic | Target::Regex) | None => None,
    };
    let found = scan(engine, language, code);
    if let Some(why) = found.stopped {
        return Err(Failure::expected(format!(
            "test_code: {}: change the rule or the code",
            safe_line(&why, PROBLEM_CHARS)
        )));
    }
    let annotated = |kind: AnnotationKind| -> BTreeSet<usize> {
        annotations(code)
            .into_iter()
            .filter(|annotation| annotation.kind == kind && annotation.ids.iter().any(|named| named == id))
            .map(|annotation| annotation.line)
            .collect()
    };
    let (expected, clean) = (annotated(AnnotationKind::RuleId), annotated(AnnotationKind::Ok));
    let mut wrong = Vec::new();
    if found.lines.is_empty() {
        wrong.push("the rule matches no line".to_owned());
    }
    let missed = named(expected.difference(&found.lines));
    if !missed.is_empty() {
        wrong.push(format!("annotated `ruleid: {id}` and not matched: {missed}"));
    }
    let extra = named(clean.intersection(&found.lines));
    if !extra.is_empty() {
        wrong.push(format!("annotated `ok: {id}` and matched: {extra}"));
    }
    let unread = named(found.unread.iter());
    if !wrong.is_empty() {
        if !unread.is_empty() {
            wrong.push(format!(
                "not read, because it is not correct code of the language: {unread}"
            ));
        }
        return Err(Failure::expected(format!("test_code: {}", wrong.join("; "))));
    }
    let mut note = format!(
        "The rule matches on {}; {} expected a match and {} none, as it is.",
        counted(found.lines.len()),
        counted(expected.len()),
        counted(clean.len())
    );
    if found.lines.len() > MATCHED_LINES {
        note.push_str(&format!(" matched_lines are the first {MATCHED_LINES}."));
    }
    if !unread.is_empty() {
        note.push_str(&format!(
            " Not read, because it is not correct code of the language: {unread}."
        ));
    }
    Ok(RuleTest {
        status: RuleTestStatus::Passed,
        matched_lines: found.lines.into_iter().take(MATCHED_LINES).collect(),
        note,
    })
}

fn counted(lines: usize) -> String {
    match lines {
        1 => "1 line".to_owned(),
        _ => format!("{lines} lines"),
    }
}

/// `line 3`, `lines 3, 5 and 2 more`; nothing when there is none.
fn named<'l>(lines: impl Iterator<Item = &'l usize>) -> String {
    let lines: Vec<String> = lines.map(ToString::to_string).collect();
    let shown = lines[..lines.len().min(SHOWN_LINES)].join(", ");
    match lines.len() {
        0 => String::new(),
        1 => format!("line {shown}"),
        all if all > SHOWN_LINES => format!("lines {shown} and {} more", all - SHOWN_LINES),
        _ => format!("lines {shown}"),
    }
}

#[cfg(test)]
mod tests;
