//! How the results of patterns combine.

use super::support::{PYTHON, Rule, all, check, lines, messages, nothing, places, rule, texts, with};

#[test]
fn of_two_ranges_the_smaller_one_is_reported() {
    check(PYTHON, CONJUNCTIONS);
}

const CONJUNCTIONS: &[Rule] = &[
    // Ranges that only overlap are no result: two sums share `low`, and neither holds the other.
    all(
        &["pattern-regex: one low", "pattern-regex: low two"],
        &[nothing("# one low two\n")],
    ),
    all(
        &["pattern-regex: one low", "pattern-regex: low"],
        &[texts("# one low two\n", &["low"])],
    ),
    // Equal ranges are one result.
    all(
        &["pattern: send($X)", "pattern: send(1)"],
        &[texts("send(1)\nsend(2)\n", &["send(1)"])],
    ),
    all(
        &["pattern: wrap(...)", "pattern: send($X)", "pattern: \"1\""],
        &[
            texts("wrap(send(1))\n", &["1"]),
            nothing("wrap(send(2))\n"),
            texts("send(wrap(1))\nwrap(2)\nsend(1)\n", &["1"]),
        ],
    ),
];

#[test]
fn an_inside_encloses_and_never_narrows() {
    check(PYTHON, INSIDES);
}

const INSIDES: &[Rule] = &[
    // Two insides alone: the smaller; one alone: its own range.
    all(
        &["pattern-inside: wrap(...)", "pattern-inside: send(...)"],
        &[texts("wrap(send(1))\n", &["send(1)"])],
    ),
    all(
        &["pattern-inside: send(...)", "pattern-inside: wrap(...)"],
        &[texts("wrap(send(1))\n", &["send(1)"])],
    ),
    all(
        &["pattern-inside: wrap(...)"],
        &[texts("wrap(send(1))\n", &["wrap(send(1))"])],
    ),
    // Equal ranges are inside one another.
    all(
        &["pattern: send(1)", "pattern-inside: send($X)"],
        &[texts("send(1)\n", &["send(1)"])],
    ),
    all(
        &["pattern-inside: wrap(...)", "pattern: send($X)"],
        &[texts("send(1)\nwrap(send(2))\n", &["send(2)"])],
    ),
    // An inside holds a formula.
    all(
        &[
            "pattern: send($X)",
            "pattern-inside:\n  pattern-either:\n    - pattern: low(...)\n    - pattern: high(...)",
        ],
        &[texts(
            "low(send(1))\nhigh(send(2))\nmid(send(3))\n",
            &["send(1)", "send(2)"],
        )],
    ),
    all(
        &[
            "pattern: send($X)",
            "pattern-inside:\n  patterns:\n    - pattern: $F(...)\n    - metavariable-regex: {metavariable: $F, regex: lo}",
        ],
        &[texts("low(send(1))\nhigh(send(2))\n", &["send(1)"])],
    ),
    all(
        &["pattern: send($X)", "pattern-inside:\n  pattern-regex: '\\(send.*'"],
        &[texts("send(1)\nwrap(send(2))\n", &["send(2)"])],
    ),
];

#[test]
fn bindings_of_both_are_kept_and_agree() {
    check(PYTHON, BINDINGS);
}

const BINDINGS: &[Rule] = &[
    with(
        "message: $F $X",
        &["pattern-inside: \"def $F(...): ...\"", "pattern: send($X)"],
        &[messages(
            "def low():\n  send(1)\ndef high():\n  send(2)\n",
            &["low 1", "high 2"],
        )],
    ),
    // A shared name must stand for the same.
    with(
        "message: $X",
        &["pattern-inside: wrap($X, ...)", "pattern: send($X)"],
        &[messages("wrap(key, send(key))\nwrap(key, send(size))\n", &["key"])],
    ),
    // Of a shared name the value of the inner one is kept, with its place.
    with(
        "message: found\nfix: other",
        &[
            "pattern-inside: |\n  $X = take()\n  ...",
            "pattern: send($X)",
            "focus-metavariable: $X",
        ],
        &[places("key = take()\nsend(key)\n", &["2:6-2:9"])],
    ),
];

#[test]
fn a_negation_removes_by_what_its_results_are() {
    check(PYTHON, NEGATIONS);
}

const NEGATIONS: &[Rule] = &[
    // A pattern removes the same range only.
    all(
        &["pattern: send(...)", "pattern-not: send(1)"],
        &[texts("send(1)\nsend(2)\nsend(1, 2)\n", &["send(2)", "send(1, 2)"])],
    ),
    all(
        &["pattern: send(...)", "pattern-not: wrap(...)"],
        &[texts("wrap(send(1))\n", &["send(1)"])],
    ),
    // An inside also removes on equality.
    all(
        &["pattern: send(...)", "pattern-not-inside: wrap(...)"],
        &[texts("wrap(send(1))\nsend(2)\n", &["send(2)"])],
    ),
    all(
        &["pattern: send(...)", "pattern-not-inside: send(1)"],
        &[texts("send(1)\nsend(2)\n", &["send(2)"])],
    ),
    // What is only inside the result is not around it.
    all(
        &["pattern: wrap(...)", "pattern-not-inside: send(1)"],
        &[texts("wrap(send(1))\n", &["wrap(send(1))"])],
    ),
    // An expression removes what holds it and what it holds.
    all(
        &["pattern: wrap(...)", "pattern-not-regex: send"],
        &[texts("wrap(send(1))\nwrap(2)\n", &["wrap(2)"])],
    ),
    all(
        &["pattern: send(...)", "pattern-not-regex: wrap.*"],
        &[texts("wrap(send(1))\nsend(2)\n", &["send(2)"])],
    ),
    all(
        &["pattern: send(...)", "pattern-not-regex: '\\) #'"],
        &[texts("send(1) #\n", &["send(1)"])],
    ),
    // The kind is that of the result, not that of the operator.
    all(
        &[
            "pattern: send($X)",
            "pattern-not:\n  patterns:\n    - pattern-inside: wrap(...)",
        ],
        &[texts("wrap(send(1))\nsend(2)\n", &["send(2)"])],
    ),
    all(
        &["pattern: wrap(...)", "pattern-not:\n  pattern-regex: send"],
        &[texts("wrap(send(1))\nwrap(2)\n", &["wrap(2)"])],
    ),
    all(
        &["pattern: wrap(...)", "pattern-not-inside:\n  pattern-regex: send"],
        &[texts("wrap(send(1))\nwrap(2)\n", &["wrap(send(1))", "wrap(2)"])],
    ),
    // A negation of several: each, or all at once.
    all(
        &[
            "pattern: send($X)",
            "pattern-not:\n  pattern-either:\n    - pattern: send(1)\n    - pattern: send(2)",
        ],
        &[texts("send(1)\nsend(2)\nsend(3)\n", &["send(3)"])],
    ),
    all(
        &[
            "pattern: send(...)",
            "pattern-not:\n  patterns:\n    - pattern: send($X, ...)\n    - pattern: send(..., 2)",
        ],
        &[texts(
            "send(1, 2)\nsend(1)\nsend(2)\nsend(3, 4)\n",
            &["send(1)", "send(3, 4)"],
        )],
    ),
    // It sees what is bound so far; names of its own are wildcards.
    all(
        &["pattern: send($X, $Y)", "pattern-not: send($X, $X)"],
        &[texts("send(low, high)\nsend(low, low)\n", &["send(low, high)"])],
    ),
    all(
        &[
            "pattern-inside: \"def $F($X): ...\"",
            "pattern: send($Y)",
            "pattern-not: send($X)",
        ],
        &[texts("def run(key):\n  send(key)\n  send(size)\n", &["send(size)"])],
    ),
    with(
        "message: $X $Y",
        &["pattern: send($X)", "pattern-not: send($Y, 2)"],
        &[messages("send(1)\n", &["1 $Y"])],
    ),
];

#[test]
fn anywhere_constrains_by_bindings_only() {
    check(PYTHON, ANYWHERE);
}

const ANYWHERE: &[Rule] = &[
    all(
        &["pattern: send($X)", "semgrep-internal-pattern-anywhere: take($X)"],
        &[
            texts("send(key)\nsend(size)\ntake(size)\n", &["send(size)"]),
            nothing("send(key)\n"),
        ],
    ),
    rule(
        "match:\n  all:\n    - send($X)\n    - anywhere: take($X)",
        &[texts("take(size)\nsend(key)\nsend(size)\n", &["send(size)"])],
    ),
];

#[test]
fn an_either_keeps_the_ranges_and_kinds_of_its_members() {
    check(PYTHON, EITHERS);
}

const EITHERS: &[Rule] = &[
    rule(
        "pattern-either:\n  - pattern: send($X)\n  - pattern: take($X)",
        &[texts("send(take(1))\n", &["send(take(1))", "take(1)"])],
    ),
    rule("pattern-either: []", &[nothing("send(1)\n")]),
    all(
        &[
            "pattern: send($X)",
            "pattern-either:\n  - pattern-inside: low(...)\n  - pattern-inside: high(...)",
        ],
        &[texts(
            "low(send(1))\nhigh(send(2))\nmid(send(3))\n",
            &["send(1)", "send(2)"],
        )],
    ),
    rule(
        "pattern-either:\n  - patterns:\n    - pattern: send($X)\n    - pattern-not: send(1)\n  - pattern-regex: taken?",
        &[texts("send(1)\nsend(2)\ntake(3)\n", &["send(2)", "take"])],
    ),
];

#[test]
fn the_order_of_members_does_not_matter() {
    check(PYTHON, ORDER);
}

const ORDER: &[Rule] = &[
    all(
        &[
            "metavariable-regex: {metavariable: $X, regex: key}",
            "pattern-not: send($X, 1)",
            "focus-metavariable: $X",
            "pattern-inside: \"def $F(...): ...\"",
            "pattern: send($X, $Y)",
        ],
        &[texts(
            "def run():\n  send(key, 1)\n  send(key, 2)\n  send(size, 2)\nsend(key, 3)\n",
            &["key"],
        )],
    ),
    // A condition sees what is left after the negations, wherever it is written.
    all(
        &[
            "pattern-not: send(1)",
            "metavariable-comparison: {comparison: $X < 3}",
            "pattern: send($X)",
        ],
        &[texts("send(1)\nsend(2)\nsend(3)\n", &["send(2)"])],
    ),
];

#[test]
fn a_nested_conjunction_ends_before_the_outer_one_combines() {
    check(PYTHON, NESTED);
}

const NESTED: &[Rule] = &[
    // The outer negation sees the focused range, the inner one does not.
    all(
        &[
            "patterns:\n  - pattern: send($X, $Y, $Z)\n  - focus-metavariable: $Y",
            "pattern-not: mid",
        ],
        &[nothing("send(low, mid, high)\n")],
    ),
    all(
        &[
            "pattern: send($X, $Y, $Z)", "focus-metavariable: $Y", "pattern-not: mid",
        ],
        &[texts("send(low, mid, high)\n", &["mid"])],
    ),
    // Conditions of the outer level see what the inner one has bound.
    all(
        &[
            "patterns:\n  - pattern: send($X)\n  - pattern-inside: \"def $F(...): ...\"",
            "metavariable-regex: {metavariable: $F, regex: lo}",
        ],
        &[lines("def low():\n  send(1)\ndef high():\n  send(2)\n", &[2])],
    ),
];

#[test]
fn a_bare_metavariable_is_every_expression_of_what_is_left() {
    check(PYTHON, BARE);
}

const BARE: &[Rule] = &[
    all(
        &["pattern: $A", "pattern: send(...)"],
        &[texts("send(low(1))\n", &["send", "send(low(1))", "low", "low(1)", "1"])],
    ),
    all(
        &[
            "pattern: $A",
            "pattern-inside: send(...)",
            "pattern-not: send(...)",
            "metavariable-regex: {metavariable: $A, regex: '[a-z]+$'}",
        ],
        &[texts("send(low, take(high))\nmid\n", &["send", "low", "take", "high"])],
    ),
];

#[test]
fn an_enclosing_pattern_with_an_ellipsis_reaches_as_far_as_it_can() {
    check(PYTHON, REACH);
}

const REACH: &[Rule] = &[
    rule(
        "pattern: |\n  check()\n  ...",
        &[places(
            "def run():\n  check()\n  low()\n  high()\n",
            &["2:3-2:10", "2:3-3:8", "2:3-4:9"],
        )],
    ),
    all(
        &["pattern-inside: |\n  check()\n  ...", "pattern: high()"],
        &[lines("high()\ncheck()\nlow()\nhigh()\n", &[4])],
    ),
    rule(
        "pattern: |\n  low()\n  ...\n  high()",
        &[places("low()\nhigh()\nmid()\nhigh()\n", &["1:1-2:7", "1:1-4:7"])],
    ),
];

#[test]
fn two_values_are_equal_when_they_are_the_same_code() {
    check(PYTHON, EQUAL);
}

const EQUAL: &[Rule] = &[
    rule(
        "pattern: send($X, $X)",
        &[lines(
            "send(a+b, a + b)\nsend((a), a)\nsend(\"a\", 'a')\nsend(1, 0x1)\nsend(take(1), take( # why\n  1))\nsend(a, b)\nsend(1, 1.0)\n\
             send(a + b, b + a)\n",
            &[1, 2, 3, 4, 5],
        )],
    ),
    // Texts are equal as texts, whoever binds them.
    all(
        &[
            "pattern: send(\"$X\")",
            "pattern-inside:\n  pattern-regex: 'low (?<X>\\w+);.*'",
        ],
        &[texts(
            "'low key'; send(\"key\")\n'low size'; send(\"key\")\nlow; send(\"key\")\n",
            &[],
        )],
    ),
    // The content of a string is an unknown name of that text, and not the string.
    rule(
        "pattern: send($X, \"$X\")",
        &[lines("send(key, \"key\")\nsend(\"key\", \"key\")\n", &[1])],
    ),
    all(
        &["pattern: send($X)", "pattern-regex: '\"(?<X>\\w+)\"'"],
        &[nothing("send(\"key\")\n")],
    ),
    all(
        &["pattern: send($X)", "pattern-regex: 'send.(?<X>\\w+)'"],
        &[texts("send(key)\nsend(\"key\")\n", &["send(key"])],
    ),
    all(
        &["pattern: send(\"$X\")", "pattern-not: send($X)"],
        &[texts("send(\"key\")\n", &["send(\"key\")"])],
    ),
    all(
        &["pattern: take(\"$X\", ...)", "pattern-inside: send(\"$X\", ...)"],
        &[texts(
            "send(\"key\", take(\"key\"))\nsend(\"key\", take(\"size\"))\n",
            &["take(\"key\")"],
        )],
    ),
];
