//! `focus-metavariable`: the range of a metavariable instead of that of the result.

use super::support::{JAVA, PYTHON, Rule, all, check, nothing, places, texts, with};

#[test]
fn the_range_of_a_metavariable_takes_the_place_of_the_result() {
    check(PYTHON, ONE);
    check(JAVA, ONE_IN_JAVA);
}

const ONE: &[Rule] = &[
    all(
        &["pattern: send($X, $Y)", "focus-metavariable: $Y"],
        &[texts("send(low, high)\n", &["high"])],
    ),
    // For a text the range has no quotes.
    all(
        &["pattern: send(\"$TEXT\")", "focus-metavariable: $TEXT"],
        &[places("send(\"key\")\n", &["1:7-1:10"])],
    ),
    // A sequence reaches from its first to its last; an empty one is nothing.
    all(
        &["pattern: send(1, $...REST)", "focus-metavariable: $...REST"],
        &[texts("send(1, low, high)\nsend(1)\n", &["low, high"])],
    ),
    // Bound twice: the first occurrence of what is left.
    all(
        &["pattern: send($X, $X)", "focus-metavariable: $X"],
        &[places("send(key, key)\n", &["1:6-1:9"])],
    ),
    // What is not bound drops the result.
    all(
        &[
            "pattern-either:\n  - pattern: send($X)\n  - pattern: take($Y)",
            "focus-metavariable: $X",
        ],
        &[texts("send(low)\ntake(high)\n", &["low"])],
    ),
    all(
        &["pattern-regex: '(k\\w+)=(?<V>\\w+)'", "focus-metavariable: $V"],
        &[texts("# key=low\n", &["low"])],
    ),
    all(
        &["pattern-regex: '(k\\w+)=(\\w+)'", "focus-metavariable: $1"],
        &[texts("# key=low\n", &["key"])],
    ),
];

const ONE_IN_JAVA: &[Rule] = &[all(
    &[
        "pattern: $TYPE $METHOD(..., $ARG, ...) { ... }",
        "focus-metavariable: $ARG",
    ],
    &[texts("", &["text", "size"])],
)];

#[test]
fn several_names_are_a_union_and_several_statements_an_intersection() {
    check(PYTHON, SEVERAL);
}

const SEVERAL: &[Rule] = &[
    all(
        &["pattern: send($X, $Y)", "focus-metavariable: [$X, $Y]"],
        &[texts("send(low, high)\n", &["low", "high"])],
    ),
    // Of a list what is not bound is left out; when none is, the result is.
    all(
        &[
            "pattern-either:\n  - pattern: send($X)\n  - pattern: take($Y)\n  - pattern: mid($Z)",
            "focus-metavariable: [$X, $Y]",
        ],
        &[texts("send(low)\ntake(high)\nmid(1)\n", &["low", "high"])],
    ),
    all(
        &[
            "pattern: send($X, $Y)", "focus-metavariable: $X", "focus-metavariable: $Y",
        ],
        &[nothing("send(low, high)\n")],
    ),
    all(
        &[
            "pattern: send($X)", "pattern: send(take($Y))", "focus-metavariable: $X", "focus-metavariable: $Y",
        ],
        &[texts("send(take(low))\n", &["low"])],
    ),
    all(
        &[
            "pattern: send($X)", "pattern: send(take($Y))", "focus-metavariable: $Y", "focus-metavariable: $X",
        ],
        &[texts("send(take(low))\n", &["low"])],
    ),
];

#[test]
fn what_is_bound_outside_the_result_is_no_focus() {
    check(PYTHON, OUTSIDE);
}

const OUTSIDE: &[Rule] = &[
    all(
        &[
            "pattern-inside: \"def $F(...): ...\"",
            "pattern: send($A)",
            "focus-metavariable: $F",
        ],
        &[nothing("def run():\n  send(low)\n")],
    ),
    // The value of a variable stands elsewhere.
    with(
        "options: {symbolic_propagation: true}",
        &["pattern: send(take($X))", "focus-metavariable: $X"],
        &[
            nothing("key = take(low)\nsend(key)\n"),
            texts("send(take(low))\n", &["low"]),
        ],
    ),
    // What is bound by an expression around the result is the larger of the two.
    all(
        &[
            "pattern-inside: wrap($X)", "pattern: send(...)", "focus-metavariable: $X",
        ],
        &[texts("wrap(low + send(1))\n", &["send(1)"])],
    ),
];
