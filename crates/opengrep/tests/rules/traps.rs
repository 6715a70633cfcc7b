//! The traps of the chapter, by number: what one would expect of a rule and what it does.
//!
//! Traps 14, 15, 27 to 30, 33, 35 and 37 are also tried, with more rows, beside the code that they are about.

use opengrep::nosem::{Suppression, suppression};

use super::support::{
    GENERIC, JAVASCRIPT, PYTHON, Place, REGEX, Rule, TYPESCRIPT, all, check, check_refused, fixes, lines, messages,
    nothing, places, rule, texts, with,
};

#[test]
fn members_are_sets_of_ranges_and_not_filters() {
    check(PYTHON, RANGES);
}

const RANGES: &[Rule] = &[
    // 1
    all(
        &["pattern: wrap(...)", "pattern: send($X)"],
        &[texts("wrap(send(1))\n", &["send(1)"])],
    ),
    all(
        &["pattern: send($X)", "pattern: wrap(...)"],
        &[texts("wrap(send(1))\n", &["send(1)"])],
    ),
    // 2
    all(
        &["pattern: wrap(...)", "pattern-inside: send($X)"],
        &[nothing("wrap(send(1))\n")],
    ),
    // 3
    all(
        &["pattern: wrap(...)", "pattern-not: send(1)"],
        &[texts("wrap(send(1))\n", &["wrap(send(1))"])],
    ),
    // 4
    all(
        &["pattern: send($X)", "pattern-not:\n  pattern-inside: wrap(...)"],
        &[nothing("wrap(send(1))\n")],
    ),
    // 5
    all(
        &["pattern-regex: secret\\w*", "pattern-not-regex: example.*"],
        &[
            texts("secret1 # example\n", &["secret1"]),
            nothing("example # secret2\n"),
        ],
    ),
    // 6
    all(
        &[
            "pattern-inside: |\n  $X = take()\n  ...",
            "pattern: send($X)",
            "focus-metavariable: $X",
        ],
        &[places("a = take()\nsend(a)\n", &["2:6-2:7"])],
    ),
    // 7
    all(
        &[
            "pattern-inside: \"def $F(...): ...\"",
            "patterns:\n  - pattern: send($X)\n  - metavariable-regex: {metavariable: $F, regex: k}",
        ],
        &[nothing("def k():\n  send(1)\n")],
    ),
    all(
        &[
            "pattern-inside: \"def $F(...): ...\"",
            "patterns:\n  - pattern: send($X)",
            "metavariable-regex: {metavariable: $F, regex: k}",
        ],
        &[texts("def k():\n  send(1)\n", &["send(1)"])],
    ),
    // 41
    all(
        &[
            "pattern: wrap(...)",
            "pattern-either:\n  - pattern-inside: send(...)\n  - pattern: \"1\"",
        ],
        &[texts("wrap(send(1))\n", &["1"])],
    ),
];

#[test]
fn results_multiply() {
    check(PYTHON, RESULTS);
}

const RESULTS: &[Rule] = &[
    // 8
    rule(
        "pattern: send(..., $X, ...)",
        &[texts("send(1, 2, 3)\n", &["send(1, 2, 3)"])],
    ),
    rule(
        "pattern: send(..., $X, ...)\nmessage: found $X",
        &[messages("send(1, 2, 3)\n", &["found 1", "found 2", "found 3"])],
    ),
    // 19
    rule(
        "pattern: |\n  check()\n  ...",
        &[texts(
            "check()\nlow()\nhigh()\n",
            &["check()", "check()\nlow()", "check()\nlow()\nhigh()"],
        )],
    ),
    // 20
    all(
        &["pattern: $A", "pattern-inside: wrap(...)"],
        &[texts(
            "wrap(send(1))\n",
            &["wrap", "wrap(send(1))", "send", "send(1)", "1"],
        )],
    ),
    // 21
    with(
        "message: $X\noptions: {symbolic_propagation: true}",
        &["pattern: send($X)"],
        &[messages("x = take(1)\nsend(x)\n", &["take(1)", "x"])],
    ),
    // 22
    with(
        "message: found $F",
        &["pattern-inside: \"def $F(...): ...\"", "pattern: send()"],
        &[messages("def a():\n  def b():\n    send()\n", &["found a", "found b"])],
    ),
    // 37
    rule("pattern-regex: ^", &[places("a = 1\nb = 2\n", &["1:1-1:1"])]),
];

#[test]
fn the_content_of_a_metavariable_is_searched_as_a_whole() {
    check(PYTHON, CONTENTS);
}

const CONTENTS: &[Rule] = &[
    // 9
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern:\n  metavariable: $X\n  patterns:\n    - pattern-not: take(...)",
        ],
        &[nothing("send(take(1))\n")],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern:\n  metavariable: $X\n  patterns:\n    - pattern-not: take(...)\n    - pattern: $Z",
        ],
        &[texts("send(take(1))\n", &["send(take(1))"])],
    ),
    // 10, where quotes make no difference here.
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-pattern:\n  metavariable: $X\n  language: javascript\n  patterns:\n    - pattern-not: alert(...)",
        ],
        &[nothing("send(\"alert(1)\")\n")],
    ),
];

#[test]
fn conditions_see_the_source_text() {
    check(PYTHON, CONDITIONS);
}

const CONDITIONS: &[Rule] = &[
    // 11
    all(
        &["pattern: send($X)", "metavariable-regex: {metavariable: $X, regex: ab}"],
        &[texts("send(abc)\nsend(xab)\n", &["send(abc)"])],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: abc}",
        ],
        &[nothing("send(\"abc\")\n")],
    ),
    // 13
    rule(
        "match:\n  pattern: send($X)\n  where:\n    - metavariable: $X\n      regex: ab",
        &[lines("x=\"ab\"\nsend(x)\nsend(\"ab\")\n", &[2, 3])],
    ),
    all(
        &["pattern: send($X)", "metavariable-regex: {metavariable: $X, regex: ab}"],
        &[nothing("x=\"ab\"\nsend(x)\nsend(\"ab\")\n")],
    ),
    // 17
    all(
        &[
            "pattern: send($X)",
            "metavariable-comparison: {comparison: '$X not in [\"x\", 5]'}",
        ],
        &[nothing("send(x)\nsend(y)\n"), texts("send(6)\n", &["send(6)"])],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-comparison: {comparison: True or $NOT > 3}",
        ],
        &[nothing("send(1)\n")],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-comparison: {comparison: $X / 5 == 2}",
        ],
        &[texts("send(12)\n", &["send(12)"])],
    ),
    all(
        &[
            "pattern-regex: '(?P<P>[0-9]+)'",
            "metavariable-comparison: {comparison: $P > 1000}",
        ],
        &[nothing("8080\n")],
    ),
    all(
        &[
            "pattern-regex: '(?P<P>[0-9]+)'",
            "metavariable-comparison: {comparison: int($P) > 1000}",
        ],
        &[texts("8080\n", &["8080"])],
    ),
    // 18: a division by zero makes the condition false, and nothing else.
    all(
        &[
            "pattern: send($X)",
            "metavariable-comparison: {comparison: $X / 0 == 1}",
        ],
        &[nothing("send(1)\n")],
    ),
    // 23
    all(
        &[
            "pattern: send($_)",
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: a}",
        ],
        &[texts("send(a)\n", &["send(a)"])],
    ),
];

#[test]
fn the_wildcard_binds_nothing() {
    check_refused(
        PYTHON,
        &[(
            "patterns:\n  - pattern: send($_)\n  - metavariable-regex: {metavariable: $_, regex: a}",
            "`$_` is never bound",
        )],
    );
}

#[test]
fn expressions_are_read_as_they_are_written() {
    check(REGEX, EXPRESSIONS);
    check_refused(
        REGEX,
        &[(
            "patterns:\n  - pattern-regex: (?<P>\\d+)\n  - metavariable-pattern: {metavariable: $P, language: generic, pattern: '80'}",
            "a rule for `regex` may hold no `pattern`: use `pattern-regex`",
        )],
    );
}

const EXPRESSIONS: &[Rule] = &[
    // 14 and 42: the range includes the end of the line.
    rule("pattern-regex: |\n  ab", &[places("ab\ncb\nab", &["1:1-2:1"])]),
    // 15
    rule(
        "pattern-regex: b$",
        &[nothing("ab\r\n"), places("ab\ncb\n", &["1:2-1:3", "2:2-2:3"])],
    ),
    rule("pattern-regex: \\w+", &[places("é1\n", &["1:3-1:4"])]),
    // 16
    with(
        "message: found $1",
        &["pattern-regex: (a)b", "pattern-regex: a(b)"],
        &[messages("ab\n", &["found a", "found b"])],
    ),
    all(
        &[
            "pattern-regex: '(?<K>\\w)=(?<V>\\w)'",
            "pattern-not-regex: '(?<K>\\w)=x'",
        ],
        &[texts("k=x\nl=y\n", &["l=y"])],
    ),
];

#[test]
fn names_stand_for_definitions_and_constants() {
    check(PYTHON, NAMES);
}

const NAMES: &[Rule] = &[
    // 32
    rule(
        "pattern: send(\"foobar\")",
        &[texts("send(\"foo\" + \"bar\")\n", &["send(\"foo\" + \"bar\")"])],
    ),
    // 36
    rule(
        "match:\n  all:\n    - send($X)\n    - not: {anywhere: take($X)}",
        &[nothing("send(a)\ntake(b)\n"), texts("send(a)\n", &["send(a)"])],
    ),
    // 38
    rule(
        "pattern: send($X, $X)",
        &[texts("x = 1\nsend(x, 1)\nsend(x, 2)\n", &["send(x, 1)"])],
    ),
    rule(
        "pattern: send($X, $X)\noptions: {constant_propagation: false}",
        &[nothing("x = 1\nsend(x, 1)\n")],
    ),
    // 39
    all(
        &["pattern: send($X)", "pattern-inside: |\n  $X = 1\n  ..."],
        &[lines("x = 1\ndef g(x):\n  send(x)\nsend(x)\n", &[4])],
    ),
];

#[test]
fn messages_and_fixes_replace_whole_names_once() {
    check(PYTHON, MESSAGES);
}

const MESSAGES: &[Rule] = &[
    // 24, as far as the reference does the same.
    rule(
        "pattern: send($X, $XY)\nmessage: $X $XY",
        &[messages("send(a, b)\n", &["a b"])],
    ),
    // 25: an argument list is shown as it is written.
    rule(
        "pattern: send($X, $...R)\nmessage: $...R",
        &[messages("send(x, 1, 2)\n", &["1, 2"])],
    ),
    // 35
    rule(
        "pattern: send(...)\nfix-regex: {regex: a, replacement: aa, count: 2}",
        &[fixes("send(a, a, a)\n", &["send(aaa, a, a)"])],
    ),
];

#[test]
fn rules_for_javascript_run_on_typescript() {
    check(
        Place {
            key: "javascript",
            ..TYPESCRIPT
        },
        JAVASCRIPT_ON_TYPESCRIPT,
    );
    check(
        Place {
            key: "typescript",
            ..JAVASCRIPT
        },
        TYPESCRIPT_ON_JAVASCRIPT,
    );
}

// 26
const JAVASCRIPT_ON_TYPESCRIPT: &[Rule] = &[rule(
    "pattern: send($X)",
    &[texts("send(1 as any);\n", &["send(1 as any)"])],
)];
const TYPESCRIPT_ON_JAVASCRIPT: &[Rule] = &[rule("pattern: send($X)", &[nothing("send(1);\n")])];

#[test]
fn generic_mode_knows_words_blocks_and_ten_lines() {
    check(GENERIC, GENERIC_MODE);
}

const GENERIC_MODE: &[Rule] = &[
    // 27
    rule(
        "pattern: a ... z",
        &[
            nothing("(a b) z\n"),
            texts("a (b) z\n", &["a (b) z"]),
            nothing("a\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\nz\n"),
        ],
    ),
    rule("pattern: foo", &[nothing("foobar\n")]),
    // 28
    all(
        &["pattern: port=$P", "metavariable-comparison: {comparison: $P > 1000}"],
        &[texts("port=8080\nport=80\n", &["port=8080"])],
    ),
    rule("pattern: x $A y", &[nothing("x a-b y\n"), texts("x a y\n", &["x a y"])]),
];

#[test]
fn comments_suppress_what_they_name() {
    // 30
    let rules = |ids: &[&str]| Some(Suppression::Rules(ids.iter().map(ToString::to_string).collect()));
    assert_eq!(suppression("send() # nosem: ruleb", Some("# nosem")), rules(&["ruleb"]));
    assert_eq!(suppression("send(\"nosem\")", None), Some(Suppression::All));
    assert_eq!(suppression("send()", Some("x = 1 # nosem")), None);
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    check(REGEX, MARKED);
    check(GENERIC, MARKED_WORDS);
    check(PYTHON, MARKED_CODE);
}

// 33, where the reference finds nothing.
const MARKED: &[Rule] = &[rule("pattern-regex: ^foo", &[places("\u{feff}foo\n", &["1:4-1:7"])])];
const MARKED_WORDS: &[Rule] = &[rule("pattern: ... bar", &[texts("\u{feff}foo bar\n", &["foo bar"])])];
const MARKED_CODE: &[Rule] = &[rule("pattern: foo()", &[places("\u{feff}foo()\n", &["1:4-1:9"])])];
