//! Every shipped rule against its own examples, through the scan that users run.

use std::fmt::Write as _;
use std::sync::LazyLock;

use scanner::{IgnoreIn, Languages, Rule, RuleSet, TextOptions, scan_text};
use syntax::Language;

/// Rules whose pattern has no literal of three characters, so that it runs on every line.
const ON_EVERY_LINE: &[&str] = &[];

/// The pattern rules as they run where a text cannot be parsed: no structural rule takes the place of one.
static PATTERNS: LazyLock<RuleSet> = LazyLock::new(|| RuleSet::embedded().without_structural());

/// The ids that are reported in a text, repeats at one place included.
fn reported(language: Language, text: &str) -> Vec<String> {
    let report = scan_text(&PATTERNS, "example", language, text, &TextOptions::default());
    report
        .matches
        .into_iter()
        .flat_map(|found| found.also.into_iter().chain([found.rule_id]))
        .collect()
}

/// The lines of a text as one comment of a language; `None` where the language has none.
fn commented(language: Language, text: &str) -> Option<String> {
    use Language::*;

    let (open, close) = match language {
        Python | Yaml | GitlabCi | GithubActions | Docker | Ruby | Shell | Terraform | Toml | Config => ("# ", ""),
        Java | TypeScript | JavaScript | Go | CSharp | Rust | Jenkins | Kotlin | Swift | C | Cpp => ("// ", ""),
        Php => ("<?php // ", ""),
        Sql => ("-- ", ""),
        Angular | Html | Vue | Svelte | Xml => ("<!-- ", " -->"),
        AgentInstructions | Json | Text | Notebook => return None,
    };
    // A line that ends or opens a comment itself would end the one around it.
    if ["-->", "--", "*/", "?>"].iter().any(|mark| text.contains(mark)) {
        return None;
    }
    Some(text.lines().map(|line| format!("{open}{line}{close}\n")).collect())
}

fn fail_with(problems: &str) {
    assert!(problems.is_empty(), "\n{problems}");
}

#[test]
fn every_positive_example_raises_its_rule_and_no_negative_one_does() {
    let mut problems = String::new();
    for rule in RuleSet::embedded().rules() {
        let raises = |text: &str| reported(rule.example_language, text).contains(&rule.id);
        for example in rule.positive.iter().filter(|example| !raises(example)) {
            let _ = writeln!(
                problems,
                "{} does not report in {}: {example:?}",
                rule.id, rule.example_language
            );
        }
        for example in rule.negative.iter().filter(|example| raises(example)) {
            let _ = writeln!(
                problems,
                "{} reports in {}: {example:?}",
                rule.id, rule.example_language
            );
        }
    }
    fail_with(&problems);
}

#[test]
fn a_rule_that_ignores_comments_does_not_report_in_one() {
    let checked = |rule: &&Rule| rule.languages != Languages::All && rule.ignore_in.contains(&IgnoreIn::Comments);
    let mut problems = String::new();
    for rule in RuleSet::embedded().rules().filter(checked) {
        let Some(text) = commented(rule.example_language, &rule.positive[0]) else {
            continue;
        };
        if reported(rule.example_language, &text).contains(&rule.id) {
            let _ = writeln!(
                problems,
                "{} reports in a comment of {}: {text:?}",
                rule.id, rule.example_language
            );
        }
    }
    fail_with(&problems);
}

#[test]
fn few_rules_run_on_every_line() {
    let ids: Vec<_> = RuleSet::embedded()
        .rules()
        .filter(|rule| rule.runs_on_every_line())
        .map(|rule| rule.id.as_str())
        .collect();
    assert_eq!(
        ids, ON_EVERY_LINE,
        "give the pattern a literal of three characters, or list the rule here"
    );
}

#[test]
fn the_documentation_of_every_rule_is_a_page() {
    for rule in RuleSet::embedded().rules() {
        let page = rule.markdown();
        let sections = [
            "## What it looks for", "## Why it matters", "## What to do", "## Reported", "## Suppress one line",
        ];
        for section in sections {
            assert!(
                page.contains(section),
                "{} has no section {section:?}:\n{page}",
                rule.id
            );
        }
    }
}
