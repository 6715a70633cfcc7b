use super::*;
use crate::rule::testing::{conjunction, file, loaded, refused, shown_problems, text, warned};
use crate::rule::{Condition, Formula};

#[test]
fn a_rule_has_what_its_keys_say() {
    let rule = loaded(
        "pattern: f($X)\nfix: |\n  g($X)\nfix-regex: {regex: a, replacement: b, count: 2}\npaths: {include: ['*.py'], exclude: [d]}\n\
         metadata: {cwe: ['CWE-1'], n: 1, none: null}\nmin-version: 1.44.0\nmax-version: 1.100.0\nequivalences: []\nversion: 1",
    );
    assert_eq!((rule.id.as_str(), rule.line), ("r", 2));
    assert_eq!((rule.message.as_str(), rule.severity.as_str()), ("m", "INFO"));
    assert_eq!(rule.languages, [Target::Language(syntax::Language::Python)]);
    assert!(matches!(&rule.mode, Mode::Search(Formula::Pattern(pattern)) if *pattern == text("f($X)", 6)));
    assert_eq!(rule.options, Options::default());
    assert_eq!(rule.fix.as_deref(), Some("g($X)"));
    let fix_regex = FixRegex {
        regex: "a".to_owned(),
        replacement: "b".to_owned(),
        count: Some(2),
    };
    assert_eq!(rule.fix_regex, Some(fix_regex));
    assert_eq!(
        (rule.paths.include, rule.paths.exclude),
        (vec!["*.py".to_owned()], vec!["d".to_owned()])
    );
    assert_eq!(rule.metadata.to_string(), r#"{"cwe":["CWE-1"],"n":1,"none":null}"#);
}

#[test]
fn a_file_is_a_mapping_with_rules_or_a_list_in_yaml_or_json() {
    let rule = "{id: a, languages: [python], message: m, severity: INFO, pattern: f()}";
    for text in [
        format!("rules: [{rule}]"),
        format!("anchors: &x {rule}\nrules: [*x]"),
        format!("anchors: &x {rule}\nrules:\n- <<: *x\n  message: other"),
        format!("[{rule}]"),
        format!("- {rule}"),
        r#"{"rules": [{"id": "a", "languages": ["python"], "message": "m", "severity": "INFO", "pattern": "f()"}]}"#
            .to_owned(),
    ] {
        let file = parse_rules(&text);
        assert_eq!(shown_problems(&file), "", "{text}");
        assert_eq!(file.rules.len(), 1, "{text}");
    }
}

#[test]
fn one_rule_stands_alone_or_as_the_only_one_of_its_file() {
    let rule = "{id: a, languages: [python], message: m, severity: INFO, pattern: f()}";
    for text in [format!("rules: [{rule}]"), format!("[{rule}]"), rule.to_owned()] {
        let file = parse_rule(&text);
        assert_eq!(shown_problems(&file), "", "{text}");
        assert_eq!(file.rules.len(), 1, "{text}");
    }
    for (text, expected) in [
        (String::new(), "line 1: the file has no rules"),
        (
            "rules:".to_owned(),
            "key `rules`, line 1: the file has no rules: one is expected",
        ),
        (
            "rules: []".to_owned(),
            "key `rules`, line 1: the file has 0 rules: exactly one is expected",
        ),
        (
            format!("rules: [{rule}, {rule}]"),
            "key `rules`, line 1: the file has 2 rules: exactly one is expected",
        ),
        (
            format!("x: 1\nrules: [{rule}]"),
            "key `x`, line 1: this key stands beside `rules`: only one rule is expected here",
        ),
        ("a: 1".to_owned(), "line 1: the key `id` is missing"),
        (
            "12".to_owned(),
            "key `rules`, line 1: a mapping with the key `rules` is expected, this is a number",
        ),
        (
            rule.replace("id: a", "id: a, id: b"),
            "rule `a`, key `id`, line 1: this key is written twice in one mapping: remove one of them",
        ),
    ] {
        let file = parse_rule(&text);
        assert!(file.rules.is_empty(), "{text}");
        assert_eq!(shown_problems(&file), expected, "{text}");
    }
}

#[test]
fn what_is_no_rule_file_is_said_of_the_file() {
    for (text, expected) in [
        ("", "line 1: the file has no rules"),
        ("rules: []", "line 1: the file has no rules"),
        ("rules:", "line 1: the file has no rules"),
        ("a: 1", "key `rules`, line 1: the key `rules` is missing"),
        (
            "12",
            "key `rules`, line 1: a mapping with the key `rules` is expected, this is a number",
        ),
        (
            "rules: {a: 1}",
            "key `rules`, line 1: a list is expected, this is a mapping",
        ),
        (
            "rules: []\nrules: []",
            "key `rules`, line 2: this key is written twice in one mapping: remove one of them",
        ),
        (
            "rules: [12]",
            "key `rules`, line 1: a mapping is expected, this is a number",
        ),
        ("rules: [{pattern: x}]", "key `rules`, line 1: the key `id` is missing"),
    ] {
        let file = parse_rules(text);
        assert!(file.rules.is_empty(), "{text}");
        assert_eq!(shown_problems(&file), expected, "{text}");
    }
    let broken = shown_problems(&parse_rules("rules:\n- id: [\n"));
    assert!(broken.starts_with("line 3: this is not valid YAML: "), "{broken}");
}

#[test]
fn one_bad_rule_does_not_stop_the_others() {
    let rule = |id: &str, pattern: &str| {
        format!("- {{id: {id}, languages: [python], message: m, severity: INFO, {pattern}}}\n")
    };
    let text = [
        "rules:\n".to_owned(),
        rule("a", "pattern: 1"),
        rule("b", "pattern: f()"),
        rule("b", "pattern: g()"),
        rule("c", "pattern: f(), pattern: g()"),
        rule("d", "pattern: f(), zork: 1"),
    ]
    .concat();
    let file = parse_rules(&text);
    let ids: Vec<_> = file.rules.iter().map(|rule| rule.id.as_str()).collect();
    assert_eq!(ids, ["b", "d"]);
    assert_eq!(
        shown_problems(&file),
        "rule `a`, key `pattern`, line 2: a text is expected, this is a number: put it in quotes\n\
         rule `b`, key `id`, line 4: another rule of the file has this identifier: only the first is used\n\
         rule `c`, key `pattern`, line 5: this key is written twice in one mapping: remove one of them\n\
         rule `d`, key `zork`, line 6: this key is unknown and has no effect"
    );
}

#[test]
fn rule_keys_have_their_types() {
    let required = [
        "id: r", "languages: [python]", "message: m", "severity: INFO", "pattern: x",
    ];
    for (left_out, expected) in [
        "`id` is missing", "`languages` is missing", "`message` is missing", "`severity` is missing",
        "nothing to look for",
    ]
    .into_iter()
    .enumerate()
    {
        let keys: Vec<&str> = (0..required.len())
            .filter(|key| *key != left_out)
            .map(|key| required[key])
            .collect();
        let shown = shown_problems(&parse_rules(&format!("[{{{}}}]", keys.join(", "))));
        assert!(shown.contains(expected), "{shown}");
    }
    for (full, expected) in [
        (
            "{id: 12}",
            "key `id`, line 1: a text is expected, this is a number: put it in quotes",
        ),
        (
            "{id: a b}",
            "`a b` is no identifier: write letters, digits, `.`, `_` and `-`",
        ),
        (
            "{id: r, languages: python}",
            "key `languages`, line 1: a list is expected, this is a text",
        ),
        (
            "{id: r, languages: []}",
            "the list is empty: name at least one language",
        ),
        (
            "{id: r, languages: [1]}",
            "key `languages`, line 1: a text is expected, this is a number",
        ),
        (
            "{id: r, languages: [c], message: 12}",
            "key `message`, line 1: a text is expected",
        ),
        (
            "{id: r, languages: [c], message: null}",
            "key `message`, line 1: a text is expected, this is nothing (null)",
        ),
        (
            "{id: r, languages: [c], message: m, severity: warning}",
            "`warning` is no severity; write one of: INFO, WARNING",
        ),
    ] {
        let shown = shown_problems(&parse_rules(&format!("[{full}]")));
        assert!(shown.contains(expected), "{full}\n{shown}");
    }
    refused(&[
        (
            "pattern: 1",
            "rule `r`, key `pattern`, line 6: a text is expected, this is a number: put it in quotes",
        ),
        ("pattern: ' '", "the pattern is empty"),
        ("pattern: x\nfix: 12", "key `fix`, line 7: a text is expected"),
        (
            "pattern: x\nfix-regex: {regex: 12, replacement: a}",
            "key `regex`, line 7: a text is expected",
        ),
        (
            "pattern: x\nfix-regex: {regex: a}",
            "key `fix-regex`, line 7: the key `replacement` is missing",
        ),
        (
            "pattern: x\nfix-regex: {regex: a, replacement: b, count: -1}",
            "key `count`, line 7: a whole number from 0",
        ),
        (
            "pattern: x\nfix-regex: {regex: a, replacement: b, count: 1001}",
            "the count is larger than 1000",
        ),
        ("pattern: x\npaths: [a]", "key `paths`, line 7: a mapping is expected"),
        (
            "pattern: x\npaths: {includes: [a]}",
            "key `includes`, line 7: unknown key of `paths`; known are: include, exclude",
        ),
        (
            "pattern: x\npaths: {include: a}",
            "key `include`, line 7: a list is expected",
        ),
        (
            "pattern: x\npaths: {include: ['']}",
            "key `paths`, line 7: a glob is empty",
        ),
        (
            "pattern: x\nmetadata: text",
            "key `metadata`, line 7: a mapping is expected",
        ),
        (
            "pattern: x\nmin-version: 1.44",
            "key `min-version`, line 7: three numbers are expected, such as `1.44.0`",
        ),
        ("pattern: x\nmax-version: 1.44.0.1", "three numbers are expected"),
        ("pattern: x\nmax-version: 1.-4.0", "three numbers are expected"),
    ]);
    for severity in SEVERITIES {
        let text = format!("[{{id: r, languages: [python], message: m, severity: {severity}, pattern: x}}]");
        assert_eq!(parse_rules(&text).rules[0].severity, severity);
    }
    assert_eq!(
        parse_rules("[{id: '', languages: [c], message: m, severity: LOW, pattern: x}]")
            .rules
            .len(),
        1
    );
    warned(&[
        (
            "pattern: x\nzork: 1",
            "key `zork`, line 7: this key is unknown and has no effect",
        ),
        (
            "pattern: x\nfix-regex: {regex: a, replacement: b, zork: 1}",
            "key `zork`, line 7: this key is unknown",
        ),
        (
            "pattern: x\nsteps: []",
            "this key has no effect in a rule of the mode `search`",
        ),
        (
            "pattern: x\npattern-sources: []",
            "this key has no effect in a rule of the mode `search`",
        ),
        ("match: x\npattern: y", "this key has no effect beside `match`"),
    ]);
}

#[test]
fn a_rule_for_another_version_is_left_out() {
    for (lines, expected) in [
        (
            "min-version: 1.101.0",
            "it needs at least version 1.101.0 of the rule syntax, this is 1.100.0",
        ),
        (
            "max-version: 1.99.9",
            "it needs at most version 1.99.9 of the rule syntax, this is 1.100.0",
        ),
    ] {
        let file = file(&format!("pattern: x\n{lines}"));
        assert!(file.rules.is_empty(), "{lines}");
        assert_eq!(file.problems[0].level, Level::Warning);
        assert!(file.problems[0].message.contains(expected), "{}", file.problems[0]);
    }
    loaded("pattern: x\nmin-version: 1.100.0\nmax-version: 1.100.0");
}

#[test]
fn other_modes_are_refused_by_name() {
    refused(&[
        (
            "mode: join\njoin: {}",
            "key `mode`, line 6: the mode `join` is not supported; supported are: search, taint",
        ),
        ("mode: extract\npattern: x", "the mode `extract` is not supported"),
        ("mode: step\nsteps: []", "the mode `step` is not supported"),
        ("mode: steps", "unknown mode `steps`"),
        ("pattern: x\nr2c-internal-project-depends-on: {}", "supply-chain rules"),
        (
            "pattern: x\nvalidators: []",
            "rules with `validators` are not supported",
        ),
        (
            "mode: search\ntaint: {sources: [a], sinks: [b]}",
            "a rule with `taint` has the mode `taint`",
        ),
        (
            "mode: join\ntaint: {sources: [a], sinks: [b]}",
            "the mode `join` is not supported",
        ),
    ]);
}

#[test]
fn texts_know_their_lines() {
    let all = conjunction(
        "patterns:\n- pattern: |\n    f()\n- pattern-regex: >-\n\n    a\n- metavariable-comparison:\n    comparison:\n      $X > 1",
    );
    let lines: Vec<usize> = all
        .positives
        .iter()
        .map(|formula| match formula {
            Formula::Pattern(text) | Formula::Regex(text) => text.line,
            _ => 0,
        })
        .collect();
    assert_eq!(lines, [8, 10]);
    assert!(matches!(&all.conditions[0], Condition::Comparison { comparison, .. } if comparison.line == 14));
}

#[test]
fn files_and_formulas_are_bounded() {
    let large = shown_problems(&parse_rules(&" ".repeat(MAX_FILE_BYTES + 1)));
    assert_eq!(
        large,
        "line 1: the file has 5000001 bytes, the limit is 5000000: split it"
    );

    let many = parse_rules(&"- {id: a}\n".repeat(MAX_RULES + 1));
    assert_eq!(many.problems.len(), MAX_RULES + 1);
    let last = many.problems.last().unwrap().to_string();
    assert_eq!(
        last,
        "line 1: the file has 10001 rules, the limit is 10000: the others are not read, split the file"
    );

    let nested = |levels: usize| {
        let open = "{pattern-either: [".repeat(levels);
        format!("pattern-either: [{open}{{pattern: x}}{}]", "]}".repeat(levels))
    };
    assert!(file(&nested(98)).problems.is_empty());
    refused(&[(&nested(99), "the formula is nested deeper than 100 levels: flatten it")]);
    let negated = format!("match: {}x{}", "{all: [a, {not: ".repeat(60), "}]}".repeat(60));
    refused(&[(&negated, "the formula is nested deeper than 100 levels")]);

    let unknown: String = (0..100).map(|number| format!("\nx{number}: 1")).collect();
    let unknown = file(&format!("pattern: x{unknown}"));
    assert_eq!(unknown.problems.len(), 20);
    assert!(
        unknown.problems[19]
            .message
            .ends_with("(80 more warnings are left out)")
    );

    let long = shown_problems(&file(&format!("patterns: [{{{}: x}}]", "k".repeat(10_000))));
    assert!(long.len() < 300, "{long}");
}

proptest::proptest! {
    #[test]
    fn no_rule_makes_it_fail(
        keys in proptest::collection::vec((
            proptest::sample::select(vec![
                "pattern", "patterns", "pattern-either", "pattern-not", "match", "all", "any", "not", "inside", "where", "focus",
                "metavariable-regex", "metavariable-pattern", "metavariable", "regex", "language", "taint", "sources", "sinks",
                "propagators", "options", "paths", "include", "mode", "fix-regex", "comparison", "analyzer", "requires",
            ]),
            proptest::sample::select(vec!["x", "[", "{", "]", "}", "'$X'", "1", "null", "true", "[a]", "&a", "*a", "generic"]),
        ), 0..12),
    ) {
        let body: String = keys.iter().map(|(key, value)| format!("{key}: {value}, ")).collect();
        parse_rules(&format!("[{{id: r, languages: [python], message: m, severity: INFO, {body}}}]"));
        let lines: String = keys.iter().enumerate().map(|(level, (key, value))| {
            let indent = "  ".repeat(level);
            if matches!(*value, "[" | "{" | "]" | "}") { format!("{indent}{key}:\n{indent}-\n") } else { format!("{indent}{key}:\n") }
        }).collect();
        file(&lines);
    }
}
