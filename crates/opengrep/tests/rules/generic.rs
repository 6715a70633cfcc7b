//! Rules for `generic`: words and punctuation, with all the rest of the rule syntax.

use super::support::{GENERIC, Rule, all, check, check_refused, lines, messages, nothing, places, rule, texts};

#[test]
fn words_and_marks_match_whatever_is_between_them() {
    check(GENERIC, WORDS);
}

const WORDS: &[Rule] = &[
    rule(
        "pattern: low.high",
        &[places("low . high\nlow\n.high\n", &["1:1-1:11", "2:1-3:6"])],
    ),
    rule(
        "pattern: key",
        &[nothing("keys KEY monkey\n"), texts("a-key-b\n", &["key"])],
    ),
    rule(
        "pattern: key $X $X end\nmessage: $X",
        &[messages("key low low end\nkey low high end\n", &["low"])],
    ),
    rule(
        "pattern: key $x",
        &[nothing("key low\n"), texts("key $x\n", &["key $x"])],
    ),
    rule("pattern: key $Ab\nmessage: $Ab", &[messages("key low\n", &["low"])]),
    rule("pattern: key ....", &[texts("key ....\nkey ...\n", &["key ...."])]),
    rule("pattern: |\n  low\n    high", &[lines("low high\nlow\n  high\n", &[2])]),
    rule("pattern: |\n  low\n  high", &[lines("  low\n  high\n", &[1])]),
];

#[test]
fn an_ellipsis_is_short_and_stays_in_its_block() {
    check(GENERIC, ELLIPSES);
    check_refused(
        GENERIC,
        &[
            ("pattern: low ... $...X", "ellips"),
            ("pattern: low $...X $...Y", "ellips"),
        ],
    );
}

const ELLIPSES: &[Rule] = &[
    rule(
        "pattern: low ... high",
        &[
            lines("low\n1\n2\n3\n4\n5\n6\n7\n8\n9\nhigh\n", &[1]),
            nothing("low\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\nhigh\n"),
            texts("low (mid) high\n", &["low (mid) high"]),
            texts("low (mid high\n", &["low (mid high"]),
            // Of two with the same end the shorter.
            texts("low low high\n", &["low high"]),
        ],
    ),
    rule(
        "pattern: low ... ... high",
        &[lines("low\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\nhigh\n", &[1])],
    ),
    rule("pattern: low ...", &[texts("low mid\n  high\n", &["low mid\n  high"])]),
    rule(
        "pattern: a $...X z\nmessage: \"[$...X]\"",
        &[messages("a b, c z\n", &["[ b, c]"])],
    ),
];

#[test]
fn expressions_conditions_and_enclosing_patterns_can_be_mixed_in() {
    check(GENERIC, MIXED);
}

const MIXED: &[Rule] = &[
    all(
        &["pattern: key=$X", "pattern-inside: low { ... }"],
        &[lines("low { key=1 }\nhigh { key=2 }\n", &[1])],
    ),
    all(
        &["pattern: key=$X", "pattern-not-inside: low { ... }"],
        &[lines("low { key=1 }\nhigh { key=2 }\n", &[2])],
    ),
    all(
        &["pattern: key=$X", "pattern-not: key=none"],
        &[texts("key=none\nkey=low\n", &["key=low"])],
    ),
    all(
        &["pattern-regex: 'k\\w+=(?<V>\\w+)'", "pattern-inside: low { ... }"],
        &[texts("low { key=1 }\nhigh { key=2 }\n", &["key=1"])],
    ),
    all(
        &[
            "pattern: key=$X",
            "metavariable-regex: {metavariable: $X, regex: '^[a-z]+$'}",
            "focus-metavariable: $X",
        ],
        &[texts("key=1\nkey=low\n", &["low"])],
    ),
    // A name binds the same word in every member.
    all(
        &["pattern: take $X", "pattern-inside: begin $X ... end"],
        &[texts(
            "begin low take low end\nbegin high take low end\n",
            &["take low"],
        )],
    ),
    rule(
        "pattern-either:\n  - pattern: low $X\n  - pattern: high $X",
        &[texts("low 1 high 2\n", &["low 1", "high 2"])],
    ),
    rule("pattern: port=$P\nfix: port=($P)", &[texts("port=80\n", &["port=80"])]),
];

#[test]
fn binary_and_minified_texts_are_not_read() {
    let minified = "key ".repeat(200);
    let binary = format!("{}{}", "\u{1}".repeat(10), "key\n".repeat(20));
    for (text, findings) in [(minified, 0), (binary, 0), ("key\n".repeat(200), 200)] {
        let report = super::support::find(GENERIC, "pattern: key", &text);
        assert_eq!(report.findings.len(), findings, "{:?}", text.get(..20));
    }
}
