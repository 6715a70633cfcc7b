//! Which files a rule looks at, and rules against their annotated test files.

use opengrep::engine::{Engine, Input};
use opengrep::rule::parse_rules;
use opengrep::testing::{self, TestFile};
use syntax::Language;

use super::support::{PYTHON, engine, engine_of, rule_file_item, scan};

#[test]
fn paths_select_files_wherever_they_are() {
    for (paths, path, selected) in [
        ("{include: [low]}", "low/a.py", true),
        ("{include: [low]}", "x/low/y/a.py", true),
        ("{include: [low]}", "lower/a.py", false),
        ("{include: [a.py]}", "x/a.py", true),
        ("{include: [a.py]}", "a.py/b.py", true),
        // Never anchored.
        ("{include: [/low]}", "x/low/a.py", true),
        ("{include: [low/]}", "x/low/a.py", true),
        ("{include: [./low]}", "low/a.py", false),
        ("{include: [low/*.py]}", "low/a.py", true),
        ("{include: [low/*.py]}", "x/low/a.py", true),
        ("{include: [low/*.py]}", "low/y/a.py", false),
        ("{include: [low/**/*.py]}", "low/y/z/a.py", true),
        ("{include: ['*.py']}", ".hid.py", false),
        ("{include: ['?.py']}", "x/b.py", true),
        ("{include: ['[ab].py']}", "b.py", true),
        ("{include: ['[!ab].py']}", "b.py", false),
        ("{include: ['*.{py,js}']}", "a.py", false),
        ("{include: ['!a.py']}", "b.py", false),
        ("{include: [A.py]}", "a.py", false),
        ("{include: [low, high]}", "high/a.py", true),
        ("{include: []}", "a.py", true),
        // Excludes win, and see hidden files.
        ("{include: [low], exclude: [high]}", "low/high/a.py", false),
        ("{exclude: ['*_test.py']}", "x/a_test.py", false),
        ("{exclude: ['*_test.py']}", "x/a.py", true),
        ("{exclude: ['*.py']}", ".hid.py", false),
    ] {
        let engine = engine(PYTHON, &format!("paths: {paths}\npattern: send()")).expect("correct");
        let input = |obey_paths| Input {
            path,
            text: "send()\n",
            language: Some(Language::Python),
            obey_paths,
        };
        assert_eq!(
            engine.scan(&input(true)).findings.len(),
            usize::from(selected),
            "{paths} {path}"
        );
        assert_eq!(engine.is_for(0, &input(true)), selected, "{paths} {path}");
        assert_eq!(engine.scan(&input(false)).findings.len(), 1, "{paths} {path}");
    }
}

#[test]
fn a_rule_that_cannot_run_is_left_out_and_the_others_run() {
    for lines in [
        "pattern: send(",
        "patterns:\n  - pattern-not: send()",
        "pattern-regex: '('",
        "languages: []\npattern: send()",
        "min-version: 9.0.0\npattern: send()",
        "paths: {zork: [low]}\npattern: send()",
        "pattern: send()\npattern-regex: send",
        "severity: NONE\npattern: send()",
    ] {
        let items = [
            rule_file_item(PYTHON, "bad", lines),
            rule_file_item(PYTHON, "good", "pattern: send()"),
        ];
        let read = parse_rules(&format!("rules:\n{}", items.concat()));
        let told = read.problems.len();
        let (engine, problems) = Engine::new(read.rules);
        let ids: Vec<&str> = engine.rules().map(|rule| rule.id.as_str()).collect();
        assert_eq!(ids, ["good"], "{lines}");
        assert_eq!(told + problems.len(), 1, "{lines}");
    }
}

#[test]
fn what_has_no_effect_is_told_and_the_rule_runs() {
    for (lines, part) in [
        // `match` wins over the operators of the older form.
        (
            "match: send()\npattern: take()",
            "this key has no effect beside `match`",
        ),
        ("pattern: send()\noptions: {zork: 1}", "this option is unknown"),
        ("pattern: send()\nzork: 1", "this key is unknown"),
        (
            "patterns:\n  - pattern: send()\n  - pattern: $X()\n  - metavariable-regex: {metavariable: $X, regex: s, zork: 1}",
            "this key is unknown",
        ),
    ] {
        let read = parse_rules(&format!("rules:\n{}", rule_file_item(PYTHON, "r", lines)));
        let told: Vec<&str> = read.problems.iter().map(|problem| problem.message.as_str()).collect();
        assert!(matches!(told[..], [one] if one.contains(part)), "`{lines}`: {told:?}");
        let (engine, problems) = Engine::new(read.rules);
        assert!(problems.is_empty(), "`{lines}`: {problems:?}");
        let findings = scan(&engine, Some(Language::Python), "send()\ntake()\n").findings;
        assert_eq!(
            findings.iter().map(|one| one.range.start).collect::<Vec<_>>(),
            [0],
            "`{lines}`"
        );
    }
}

/// Annotations of a test file, and the lines that are missed and those that are too many; none when the rule passes.
const TESTS: &[(&str, &[usize], &[usize])] = &[
    ("# ruleid: r\nsend()\n# ok: r\ntake()\n", &[], &[]),
    // Findings without annotation.
    ("# ok: r\nsend()\n", &[], &[2]),
    ("send()\n", &[], &[1]),
    ("# ruleid: r\ntake()\n", &[2], &[]),
    // It speaks of the very next line.
    ("# ruleid: r\n\nsend()\n", &[2], &[3]),
    ("# ruleid: other\n# ruleid: r\nsend()\n", &[], &[]),
    ("# ruleid: r\n# ruleid: other\nsend()\n", &[2], &[3]),
    ("# ruleid: other, r\nsend()\n", &[], &[]),
    // A finding that should not be must be; one that is missing must not.
    ("# todook: r\nsend()\n", &[], &[]),
    ("# todook: r\ntake()\n", &[2], &[]),
    ("# todoruleid: r\ntake()\nx = 1\n# ruleid: r\nsend()\n", &[], &[]),
    ("# todoruleid: r\nsend()\n", &[], &[2]),
    // Several findings of a line are one.
    ("# ruleid: r\nsend(); send()\n", &[], &[]),
    // In an expression of several lines.
    ("low(\n  # ruleid: r\n  send())\n", &[], &[]),
    // Comments of other engines and with more than ids say nothing.
    ("# proruleid: r\nsend()\n", &[], &[2]),
    ("# ruleid: r because\nsend()\n", &[], &[2]),
    ("x = 1 # ruleid: r\nsend()\n", &[], &[2]),
    ("## ruleid: r\nsend()\n", &[], &[2]),
    ("# RULEID: r\nsend()\n", &[], &[2]),
    // Neither paths nor suppressions are obeyed.
    ("# ruleid: r\nsend() # nosem\n", &[], &[]),
];

#[test]
fn a_rule_is_tried_on_the_annotations_of_its_test_file() {
    let lines = "pattern: send()\npaths: {exclude: ['*']}";
    let engine = engine_of(&format!("rules:\n{}", rule_file_item(PYTHON, "r", lines))).expect("correct");
    for (text, missed, extra) in TESTS {
        let target = TestFile {
            name: "r.py",
            text,
            language: Some(Language::Python),
        };
        let checks = testing::check(&engine, "r.yaml", &target);
        let [check] = checks.as_slice() else {
            panic!("`{text}`: {checks:?}");
        };
        assert_eq!(
            (check.missed.as_slice(), check.extra.as_slice()),
            (*missed, *extra),
            "`{text}`"
        );
        assert_eq!(check.passed, missed.is_empty() && extra.is_empty(), "`{text}`");
    }
    // Neither expected nor found: no check.
    let target = TestFile {
        name: "r.py",
        text: "# ok: r\ntake()\n# todoruleid: r\nlow()\n",
        language: Some(Language::Python),
    };
    assert_eq!(testing::check(&engine, "r.yaml", &target), []);
}

#[test]
fn rules_for_javascript_are_tried_on_typescript() {
    let rule = rule_file_item(PYTHON, "r", "languages: [javascript]\npattern: send()");
    let engine = engine_of(&format!("rules:\n{rule}")).expect("correct");
    assert!(testing::can_run(&engine, Some(Language::TypeScript)));
    assert!(!testing::can_run(&engine, Some(Language::Python)));
    let target = TestFile {
        name: "r.ts",
        text: "// ruleid: r\nsend();\n",
        language: Some(Language::TypeScript),
    };
    assert!(testing::check(&engine, "r.yaml", &target)[0].passed);
}
