use crate::rule::Mode;
use crate::rule::testing::{formula, in_language, only_rule, refused, shown_problems, sketch};

#[test]
fn operators_of_the_older_form_become_formulas() {
    for (lines, expected) in [
        ("pattern: f()", "f()"),
        ("pattern-regex: a+", "/a+/"),
        (
            "pattern-either: [{pattern: f()}, {pattern-regex: a}, {pattern-inside: g()}]",
            "any(f(), /a/, inside(g()))",
        ),
        ("pattern-either: []", "any()"),
        ("patterns: [{pattern: f()}]", "all(f())"),
        (
            "patterns:\n- pattern-not: b\n- pattern: a\n- pattern-inside: c\n- pattern-not-inside: d\n- pattern-not-regex: e\n\
             - focus-metavariable: $X\n- focus-metavariable: [$Y, $...Z, $1]",
            "all(a, inside(c), not b, not inside(d), not /e/, focus $X, focus $Y|$...Z|$1)",
        ),
        (
            "patterns: [{patterns: [{pattern: a}]}, {pattern-either: [{patterns: [{pattern: b}]}]}]",
            "all(all(a), any(all(b)))",
        ),
        ("patterns: [{pattern-inside: {pattern-regex: a}}]", "all(inside(/a/))"),
        (
            "patterns: [{pattern: a}, {pattern-not: {patterns: [{pattern: b}, {pattern-not: c}]}}]",
            "all(a, not all(b, not c))",
        ),
        (
            "patterns: [{pattern: a}, {pattern-not: {pattern-either: [{pattern: b}]}}]",
            "all(a, not any(b))",
        ),
        (
            "patterns: [{pattern: a}, {pattern-not: {pattern-inside: b}}]",
            "all(a, not inside(b))",
        ),
        (
            "patterns: [{pattern: a}, {pattern-not-inside: {pattern-regex: b}}]",
            "all(a, not inside(/b/))",
        ),
        (
            "patterns: [{pattern: a}, {semgrep-internal-pattern-anywhere: b}]",
            "all(a, anywhere(b))",
        ),
        // Trap 14: the final newline of a block belongs to the expression.
        ("pattern-regex: |\n  ab", "/ab\n/"),
    ] {
        assert_eq!(sketch(&formula(lines)), expected, "{lines}");
    }
    refused(&[
        (
            "severity2: x",
            "there is nothing to look for: write one of pattern, patterns, pattern-either, pattern-regex, match",
        ),
        (
            "pattern-sources: []\npattern-sinks: []",
            "for a taint rule add `mode: taint`",
        ),
        (
            "pattern: a\npatterns: []",
            "key `patterns`, line 7: only one of pattern, patterns",
        ),
        ("patterns: []", "the list is empty: name at least one pattern"),
        (
            "patterns: x",
            "key `patterns`, line 6: a list is expected, this is a text",
        ),
        (
            "patterns:\n- f()",
            "key `patterns`, line 7: a text stands here where an operator is expected: write `pattern: f()`",
        ),
        ("pattern-either: [f()]", "write `pattern: f()`"),
        (
            "patterns:\n- pattern: a\n  pattern-not: b",
            "key `pattern-not`, line 8: one entry per object: `pattern` and `pattern-not` stand in one, a hyphen is probably missing",
        ),
        ("patterns: [{}]", "an operator is expected here"),
        ("patterns: [null]", "a mapping is expected, this is nothing (null)"),
        (
            "patterns: [{pattern: a}, {pattern-inside: {pattern: a, pattern-regex: b}}]",
            "one entry per object",
        ),
        (
            "patterns: [{pattern-not: a}]",
            "at least one positive term is needed, not only negations or conditions",
        ),
        (
            "patterns: [{metavariable-regex: {metavariable: $X, regex: a}}]",
            "at least one positive term is needed",
        ),
        (
            "patterns: [{pattern: a}, {patterns: [{pattern-not: b}]}]",
            "at least one positive term is needed",
        ),
        (
            "patterns: [{pattern: a}, {pattern-not: {patterns: [{pattern-not: b}]}}]",
            "at least one positive term is needed",
        ),
        ("pattern-not: a", "only negate directly inside `patterns` or `all`"),
        (
            "pattern: a\npattern-not: b",
            "only negate directly inside `patterns` or `all`",
        ),
        (
            "pattern-either: [{pattern-not: a}]",
            "only negate directly inside `patterns` or `all`",
        ),
        (
            "patterns: [{pattern: a}, {pattern-not: {pattern-not: b}}]",
            "only negate directly",
        ),
        (
            "patterns: [{pattern: a}, {pattern-inside: {pattern-not: b}}]",
            "only negate directly",
        ),
        (
            "patterns: [{pattern: a}, {pattern-not-inside: {pattern-not-regex: b}}]",
            "only negate directly",
        ),
        (
            "pattern-inside: a",
            "this cannot stand at the level of the rule: put it under `patterns`",
        ),
        (
            "pattern: a\nfocus-metavariable: $X",
            "this must be directly under `patterns`",
        ),
        (
            "pattern-either: [{metavariable-regex: {}}]",
            "this must be directly under `patterns`",
        ),
        (
            "patterns: [{pattern: a}, {pattern-inside: {focus-metavariable: $X}}]",
            "this must be directly under `patterns`",
        ),
        ("pattern-where-python: x", "`pattern-where-python` is deprecated"),
        (
            "patterns: [{pattern: a}, {pattern-where-python: x}]",
            "`pattern-where-python` is deprecated",
        ),
        (
            "patterns: [{pattern: a}, {metavariable-regexp: {}}]",
            "`metavariable-regex` is meant",
        ),
        (
            "patterns: [{pattern: a}, {semgrep-internal-metavariable-name: {}}]",
            "is not supported",
        ),
        (
            "patterns: [{patern: a}]",
            "key `patern`, line 6: unknown operator `patern`",
        ),
        (
            "patterns: [{any: [a]}]",
            "`any` belongs to the newer form, which starts at `match`: here write `pattern-either`",
        ),
        (
            "patterns: [{pattern: a}, {pattern-inside: {any: [a]}}]",
            "belongs to the newer form",
        ),
        (
            "patterns: [{pattern: a}, {pattern-not-regex: {pattern: b}}]",
            "key `pattern-not-regex`, line 6: a text is expected",
        ),
        (
            "patterns: [{pattern: a}, {pattern-inside: 1}]",
            "a mapping is expected, this is a number",
        ),
    ]);
}

#[test]
fn operators_of_the_newer_form_become_formulas() {
    for (lines, expected) in [
        ("match: f()", "f()"),
        ("match: {pattern: f()}", "f()"),
        ("match: {regex: a}", "/a/"),
        ("match: {any: [f(), {regex: a}]}", "any(f(), /a/)"),
        (
            "match: {all: [a, {not: b}, {not: {inside: c}}, {not: {regex: d}}, {inside: {any: [e]}}]}",
            "all(a, inside(any(e)), not b, not inside(c), not /d/)",
        ),
        (
            "match: {all: [a, {anywhere: b}, {not: {anywhere: c}}]}",
            "all(a, anywhere(b), not anywhere(c))",
        ),
        (
            "match: {any: [{pattern: f($X), where: [{comparison: $X > 3}]}, h($X)]}",
            "any(all(f($X), $X > 3), h($X))",
        ),
        (
            "match: {all: [{pattern: f($X), as: $W}, {inside: g(...)}]}",
            "all(all(f($X), as $W), inside(g(...)))",
        ),
        (
            "match: {all: [a], where: [{focus: $X}, {focus: [$X, $Y]}], as: $W, fix: ' b '}",
            "all(a, focus $X, focus $X|$Y, as $W, fix b)",
        ),
        ("match: {inside: a, where: [{focus: $X}]}", "all(inside(a), focus $X)"),
        (
            "match: {all: [a], where: [{metavariable: $X, regex: b}]}",
            "all(a, value $X =~ /b/)",
        ),
        (
            "match: {all: [a], where: [{metavariable: $X, all: [{not: b}]}]}",
            "all(a, $X: all(not b))",
        ),
        (
            "match: {all: [a], where: [{metavariable: $X, pattern: b($Y), language: js, where: [{comparison: $Y == 1, strip: true}]}]}",
            "all(a, $X in Language(JavaScript): all(b($Y), strip $Y == 1))",
        ),
        (
            "match: {all: [a], where: [{metavariable: $X, type: str}]}",
            "all(a, $X: str)",
        ),
        (
            "match: {all: [a], where: [{metavariable: $X, types: [str, int]}]}",
            "all(a, $X: str|int)",
        ),
        (
            "match: {all: [a], where: [{metavariable: $X, analyzer: entropy}]}",
            "all(a, $X is Entropy)",
        ),
        ("match: {any: []}", "any()"),
    ] {
        assert_eq!(sketch(&formula(lines)), expected, "{lines}");
    }
    refused(&[
        ("match: {}", "there is nothing to look for"),
        ("match: {pattern: a, regex: b}", "only one of pattern, regex"),
        (
            "match: {pattern: a, zork: b}",
            "key `zork`, line 6: unknown key of a formula",
        ),
        (
            "match: {patterns: []}",
            "`patterns` belongs to the older form: here write `all: …`",
        ),
        (
            "match: {all: [a, {pattern-not-inside: b}]}",
            "here write `not: {inside: …}`",
        ),
        (
            "match: {all: [a, {metavariable-regex: {}}]}",
            "here write an item of `where`",
        ),
        ("match: {not: a}", "only negate directly inside `patterns` or `all`"),
        ("match: {any: [{not: a}]}", "only negate directly"),
        ("match: {all: [a, {not: {not: b}}]}", "only negate directly"),
        ("match: {all: [a, {inside: {not: b}}]}", "only negate directly"),
        ("match: {all: [{not: a}]}", "at least one positive term is needed"),
        ("match: {all: []}", "the list is empty"),
        (
            "match: {all: [a, {not: b, where: []}]}",
            "`where` cannot stand beside `not`",
        ),
        (
            "match: {all: [a], where: [{metavariable: $X, not: b}]}",
            "write `all: [{not: …}]`",
        ),
        (
            "match: {all: [a], where: [{metavariable: $X}]}",
            "this item is no condition",
        ),
        (
            "match: {all: [a], where: [{metavariable-regex: {}}]}",
            "belongs to the older form",
        ),
        (
            "match: {all: [a], where: [{regex: b}]}",
            "the key `metavariable` is missing",
        ),
        ("match: {all: [a], where: [$X]}", "a mapping is expected"),
        ("match: {pattern: a, as: W}", "`W` is no metavariable"),
        ("match: 1", "a mapping is expected, this is a number"),
    ]);
}

#[test]
fn rules_for_regex_hold_no_pattern() {
    for (lines, expected) in [
        (
            "patterns: [{pattern-regex: a}, {pattern-not-regex: b}, {pattern-inside: {pattern-regex: c}}]",
            "all(/a/, inside(/c/), not /b/)",
        ),
        (
            "patterns: [{pattern-regex: a}, {pattern-not: b}, {pattern-not-inside: c}]",
            "all(/a/, not /b/, not inside(/c/))",
        ),
    ] {
        let rule = only_rule(in_language("regex", lines), lines);
        assert!(
            matches!(&rule.mode, Mode::Search(formula) if sketch(formula) == expected),
            "{lines}"
        );
    }
    // Trap 40.
    for lines in [
        "pattern: a",
        "patterns: [{pattern-regex: a}, {pattern: b}]",
        "patterns: [{pattern-regex: a}, {metavariable-pattern: {metavariable: $1, language: generic, pattern: '80'}}]",
    ] {
        let shown = shown_problems(&in_language("regex", lines));
        assert!(
            shown.contains("a rule for `regex` may hold no `pattern`: use `pattern-regex`"),
            "{lines}: {shown}"
        );
    }
}
