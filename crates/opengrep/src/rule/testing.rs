//! What the tests of rule files share.

use super::{Condition, Conjunction, Formula, Level, Mode, Rule, RuleFile, RuleProblem, Taint, Text, parse_rules};

/// A file of one Python rule with more lines, of which the first is line 6.
pub(super) fn file(lines: &str) -> RuleFile {
    in_language("python", lines)
}

pub(super) fn in_language(language: &str, lines: &str) -> RuleFile {
    let mut text = format!("rules:\n- id: r\n  languages: [{language}]\n  message: m\n  severity: INFO\n");
    for line in lines.lines() {
        text.push_str(&format!("  {line}\n"));
    }
    parse_rules(&text)
}

/// The problems as a user sees them, one a line.
pub(super) fn shown_problems(file: &RuleFile) -> String {
    let lines: Vec<String> = file.problems.iter().map(RuleProblem::to_string).collect();
    lines.join("\n")
}

#[track_caller]
pub(super) fn loaded(lines: &str) -> Rule {
    only_rule(file(lines), lines)
}

#[track_caller]
pub(super) fn only_rule(mut file: RuleFile, lines: &str) -> Rule {
    assert_eq!(shown_problems(&file), "", "{lines}");
    assert_eq!(file.rules.len(), 1, "{lines}");
    file.rules.remove(0)
}

#[track_caller]
pub(super) fn formula(lines: &str) -> Formula {
    match loaded(lines).mode {
        Mode::Search(formula) => formula,
        Mode::Taint(_) => panic!("a search rule: {lines}"),
    }
}

#[track_caller]
pub(super) fn conjunction(lines: &str) -> Conjunction {
    match formula(lines) {
        Formula::All(all) => *all,
        other => panic!("a conjunction: {other:?}"),
    }
}

#[track_caller]
pub(super) fn taint(lines: &str) -> Taint {
    match loaded(lines).mode {
        Mode::Taint(taint) => taint,
        Mode::Search(_) => panic!("a taint rule: {lines}"),
    }
}

/// Each rule is refused, with one error that contains the text.
#[track_caller]
pub(super) fn refused(cases: &[(&str, &str)]) {
    for (lines, expected) in cases {
        let file = file(lines);
        assert!(file.rules.is_empty(), "{lines} is refused");
        let errors: Vec<_> = file
            .problems
            .iter()
            .filter(|problem| problem.level == Level::Error)
            .collect();
        assert_eq!(errors.len(), 1, "{lines}: {:?}", file.problems);
        let shown = errors[0].to_string();
        assert!(
            shown.contains(expected),
            "{lines}\n   gives: {shown}\nexpected: {expected}"
        );
    }
}

/// Each rule is used, with one warning that contains the text.
#[track_caller]
pub(super) fn warned(cases: &[(&str, &str)]) {
    for (lines, expected) in cases {
        let file = file(lines);
        assert_eq!(file.rules.len(), 1, "{lines}: {:?}", file.problems);
        assert_eq!(file.problems.len(), 1, "{lines}: {:?}", file.problems);
        assert_eq!(file.problems[0].level, Level::Warning, "{lines}");
        let shown = file.problems[0].to_string();
        assert!(
            shown.contains(expected),
            "{lines}\n   gives: {shown}\nexpected: {expected}"
        );
    }
}

pub(super) fn text(text: &str, line: usize) -> Text {
    Text {
        text: text.to_owned(),
        line,
    }
}

/// A formula in one line: `all(a, not b, focus $X)`.
pub(super) fn sketch(formula: &Formula) -> String {
    let join = |formulas: &[Formula]| formulas.iter().map(sketch).collect::<Vec<_>>().join(", ");
    match formula {
        Formula::Pattern(text) => text.text.clone(),
        Formula::Regex(text) => format!("/{}/", text.text),
        Formula::Any(members) => format!("any({})", join(members)),
        Formula::Inside(inner) => format!("inside({})", sketch(inner)),
        Formula::Anywhere(inner) => format!("anywhere({})", sketch(inner)),
        Formula::All(all) => {
            let mut parts: Vec<String> = all.positives.iter().map(sketch).collect();
            parts.extend(all.negatives.iter().map(|negative| format!("not {}", sketch(negative))));
            parts.extend(all.conditions.iter().map(sketch_condition));
            parts.extend(all.focus.iter().map(|names| format!("focus {}", names.join("|"))));
            parts.extend(all.bind_as.iter().map(|name| format!("as {name}")));
            parts.extend(all.fix.iter().map(|fix| format!("fix {fix}")));
            format!("all({})", parts.join(", "))
        }
    }
}

pub(super) fn sketch_condition(condition: &Condition) -> String {
    match condition {
        Condition::Regex {
            metavariable,
            regex,
            constant_propagation,
        } => {
            let constant = if *constant_propagation { "value " } else { "" };
            format!("{constant}{metavariable} =~ /{}/", regex.text)
        }
        Condition::Pattern {
            metavariable,
            language,
            formula,
        } => match language {
            Some(language) => format!("{metavariable} in {language:?}: {}", sketch(formula)),
            None => format!("{metavariable}: {}", sketch(formula)),
        },
        Condition::Comparison { comparison, strip } => {
            let strip = if *strip { "strip " } else { "" };
            format!("{strip}{}", comparison.text)
        }
        Condition::Analysis { metavariable, analyzer } => format!("{metavariable} is {analyzer:?}"),
        Condition::Type { metavariable, types } => {
            let types: Vec<&str> = types.iter().map(|one| one.text.as_str()).collect();
            format!("{metavariable}: {}", types.join("|"))
        }
    }
}
