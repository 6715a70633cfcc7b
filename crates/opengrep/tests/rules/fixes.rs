//! `fix` and `fix-regex`: what replaces the bytes that are reported.

use super::support::{JAVASCRIPT, PYTHON, Rule, check, fixes, rule, with};

#[test]
fn a_fix_is_a_text_with_what_the_metavariables_stand_for() {
    check(PYTHON, FIXES);
    check(JAVASCRIPT, FIXES_OF_JAVASCRIPT);
}

const FIXES: &[Rule] = &[
    rule(
        "pattern: send($X)\nfix: take($X)",
        &[fixes(
            "send(low)\nsend(low.high[1])\n",
            &["take(low)", "take(low.high[1])"],
        )],
    ),
    rule(
        "pattern: send(\"$X\")\nfix: take(\"$X\")",
        &[fixes("send(\"key\")\n", &["take(\"key\")"])],
    ),
    // With an empty sequence goes the comma before it.
    rule(
        "pattern: send($...A)\nfix: take(1, $...A)",
        &[fixes("send()\nsend(2, 3)\n", &["take(1)", "take(1, 2, 3)"])],
    ),
    // What is not bound stays.
    rule(
        "pattern: send($X)\nfix: take($X, $NOT)",
        &[fixes("send(1)\n", &["take(1, $NOT)"])],
    ),
    // It replaces the range that is reported: that of the focus.
    with(
        "fix: other($X)",
        &["pattern: send($X)", "focus-metavariable: $X"],
        &[fixes("send(key)\n", &["other(key)"])],
    ),
    // An empty one removes.
    rule("pattern: send(...)\nfix: ''", &[fixes("send(1)\n", &[""])]),
    // Blanks around it do not count, lines after its first are indented like the first.
    rule(
        "pattern: send($X)\nfix: |\n  if $X:\n    take($X)",
        &[fixes("def run():\n    send(key)\n", &["if key:\n      take(key)"])],
    ),
];

const FIXES_OF_JAVASCRIPT: &[Rule] = &[rule(
    "pattern: send($X);\nfix: take($X);",
    &[fixes("send(1);\n", &["take(1);"])],
)];

#[test]
fn an_expression_replaces_parts_of_what_is_reported() {
    check(PYTHON, EXPRESSIONS);
}

const EXPRESSIONS: &[Rule] = &[
    rule(
        "pattern: send(...)\nfix-regex: {regex: key, replacement: size}",
        &[fixes("send(key, key)\n", &["send(size, size)"])],
    ),
    rule(
        "pattern: send(...)\nfix-regex: {regex: key, replacement: size, count: 1}",
        &[fixes("send(key, key)\n", &["send(size, key)"])],
    ),
    rule(
        "pattern: send(...)\nfix-regex: {regex: '(\\w+)\\((.*)\\)', replacement: '\\1($2, wait=3)'}",
        &[fixes("send(key)\n", &["send(key, wait=3)"])],
    ),
    // `^` is the start of the text, not of a line.
    rule(
        "pattern: send(...)\nfix-regex: {regex: '^\\s*', replacement: 'low.'}",
        &[fixes("send(\n  key)\n", &["low.send(\n  key)"])],
    ),
    // `fix` wins.
    rule(
        "pattern: send($X)\nfix: take($X)\nfix-regex: {regex: send, replacement: drop}",
        &[fixes("send(1)\n", &["take(1)"])],
    ),
];
