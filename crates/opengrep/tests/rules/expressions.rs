//! `pattern-regex`: expressions over the text of a file.

use super::support::{
    PYTHON, REGEX, Rule, all, check, check_refused, lines, messages, nothing, places, rule, texts, with,
};

#[test]
fn an_expression_is_searched_in_the_whole_text() {
    check(PYTHON, IN_CODE);
    check(REGEX, IN_TEXT);
}

const IN_CODE: &[Rule] = &[
    rule(
        "pattern-regex: se.d",
        &[
            // Comments, texts and code alike.
            texts("# send\nx = \"sebd\"\nsead()\n", &["send", "sebd", "sead"]),
        ],
    ),
    // Names that a pattern binds and names of groups are the same names.
    with(
        "message: $X",
        &["pattern: send($X)", "pattern-regex: 'send\\((?<X>\\w+)\\)'"],
        &[messages("send(key)\n", &["key"])],
    ),
    all(
        &["pattern: send($X)", "pattern-inside:\n  pattern-regex: 'low.*'"],
        &[texts("low(send(1))\nsend(2)\n", &["send(1)"])],
    ),
];

const IN_TEXT: &[Rule] = &[
    // Line by line.
    rule("pattern-regex: ^a.c$", &[lines("abc\nxabc\na\nc\naxc", &[1, 5])]),
    rule("pattern-regex: 'a.*c'", &[texts("ab\nbc abc", &["abc"])]),
    // Successive matches do not overlap.
    rule("pattern-regex: aa", &[places("aaaaa", &["1:1-1:3", "1:3-1:5"])]),
    // Columns are bytes.
    rule("pattern-regex: b+", &[places("éb\n", &["1:3-1:4"])]),
    // Groups have numbers and names; what took no part is not bound.
    with(
        "message: \"$1|$2|$key|$KEY\"",
        &["pattern-regex: '(?<key>[a-z]+)=(\\d+)?(?<KEY>x)?'"],
        &[messages("a=1x b=y", &["a|1|a|x", "b|$2|b|$KEY"])],
    ),
    rule("pattern-regex: '(?<!a)b(?=c)'", &[texts("abc bc bd", &["b"])]),
    rule("pattern-regex: '(\\w)\\1'", &[texts("abba", &["bb"])]),
    rule("pattern-regex: '(?i)É'", &[texts("é", &["é"])]),
    rule("pattern-regex: '[[:alpha:]]+'", &[texts("aé1", &["a"])]),
    rule("pattern-regex: '[[a]+'", &[texts("[a", &["[a"])]),
    rule("pattern-regex: 'b\\Z'", &[texts("b\nb\n", &["b"])]),
    rule("pattern-regex: a++a", &[nothing("aaa")]),
    rule("pattern-regex: '\\p{Lu}'", &[texts("aÉ", &["É"])]),
];

#[test]
fn a_rule_for_regex_combines_expressions() {
    check(REGEX, COMBINED);
    check_refused(
        REGEX,
        &[
            ("pattern: send", "a rule for `regex` may hold no `pattern`"),
            ("pattern-regex: '('", "not closed"),
        ],
    );
}

const COMBINED: &[Rule] = &[
    all(
        &[
            "pattern-regex: 'key=(?<V>\\w+)'",
            "pattern-not-regex: key=none",
            "pattern-inside:\n  pattern-regex: '\\[low\\][^\\[]*'",
            "metavariable-regex: {metavariable: $V, regex: '[a-z]+$'}",
            "focus-metavariable: $V",
        ],
        &[texts("[high]\nkey=a\n[low]\nkey=b\nkey=none\nkey=9\n", &["b"])],
    ),
    all(
        &["pattern-regex: key", "pattern-not-inside:\n  pattern-regex: '<.*>'"],
        &[places("<key>\nkey\n", &["2:1-2:4"])],
    ),
    rule(
        "pattern-either:\n  - pattern-regex: low\n  - pattern-regex: high",
        &[texts("high low", &["high", "low"])],
    ),
];

#[test]
fn an_expression_needs_no_tree() {
    // The part that can't be read is told, once, and is searched all the same.
    let report = super::support::find(PYTHON, "pattern-regex: se.d", "def (:\n  send ]\n");
    let starts: Vec<usize> = report.findings.iter().map(|finding| finding.range.start).collect();
    assert_eq!(starts, [9]);
    assert!(
        report.problems.iter().all(|problem| problem.rule.is_none()),
        "{report:?}"
    );
}
