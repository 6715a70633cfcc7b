//! The newer form: `match`, with `where`, `as` and `fix` on any formula.

use super::support::{PYTHON, Rule, check, fixes, messages, nothing, rule, texts};

#[test]
fn operators_of_the_newer_form_do_what_those_of_the_older_do() {
    check(PYTHON, OPERATORS);
}

const OPERATORS: &[Rule] = &[
    rule("match: send($X)", &[texts("send(1)\n", &["send(1)"])]),
    rule("match: {pattern: send($X)}", &[texts("send(1)\n", &["send(1)"])]),
    rule("match: {regex: 's[a-z]+'}", &[texts("# send\n", &["send"])]),
    rule(
        "match:\n  any:\n    - send($X)\n    - take($X)",
        &[texts("send(1)\ntake(2)\n", &["send(1)", "take(2)"])],
    ),
    rule(
        "match:\n  all:\n    - send($X)\n    - inside: wrap(...)\n    - not: send(2)",
        &[texts("wrap(send(1))\nwrap(send(2))\nsend(3)\n", &["send(1)"])],
    ),
    rule(
        "match:\n  all:\n    - send($X)\n    - not: {inside: wrap(...)}",
        &[texts("wrap(send(1))\nsend(2)\n", &["send(2)"])],
    ),
    rule(
        "match:\n  all:\n    - send(...)\n    - not: {regex: '1'}",
        &[texts("send(1)\nsend(2)\n", &["send(2)"])],
    ),
    rule(
        "match:\n  all:\n    - send(...)\n    - not:\n        any: [send(1), send(2)]",
        &[texts("send(1)\nsend(2)\nsend(3)\n", &["send(3)"])],
    ),
    rule("match: {inside: wrap(...)}", &[texts("wrap(1)\n", &["wrap(1)"])]),
    rule("match: {any: []}", &[nothing("send(1)\n")]),
];

#[test]
fn conditions_hold_of_the_formula_they_stand_on() {
    check(PYTHON, CONDITIONS);
}

const CONDITIONS: &[Rule] = &[
    rule(
        "match:
  any:
    - pattern: send($X)
      where:
        - comparison: $X > 3
    - take($X)",
        &[texts("send(1)\nsend(5)\ntake(2)\n", &["send(5)", "take(2)"])],
    ),
    rule(
        "match:\n  pattern: send($X, $Y)\n  where:\n    - focus: $X",
        &[texts("send(low, high)\n", &["low"])],
    ),
    rule(
        "match:\n  pattern: send($X, $Y)\n  where:\n    - focus: [$X, $Y]",
        &[texts("send(low, high)\n", &["low", "high"])],
    ),
    rule(
        "match:\n  inside: send($X)\n  where:\n    - focus: $X",
        &[texts("send(low)\n", &["low"])],
    ),
    // Without `metavariable`, every metavariable is read as an integer.
    rule(
        "match:\n  pattern: send(\"$X\")\n  where:\n    - comparison: $X > 3\n      strip: true",
        &[texts("send(\"5\")\nsend(\"1\")\nsend(\"a\")\n", &["send(\"5\")"])],
    ),
    rule(
        "match:
  pattern: send($X)
  where:
    - metavariable: $X
      pattern: take($Y)
      where:
        - metavariable: $Y
          regex: lo",
        &[texts(
            "send(take(low))\nsend(take(high))\nsend(low)\n",
            &["send(take(low))"],
        )],
    ),
    rule(
        "match:\n  pattern: send($X)\n  where:\n    - metavariable: $X\n      all:\n        - not: take(...)",
        &[texts("send(take(1))\nsend(2)\n", &["send(2)"])],
    ),
    rule(
        "match:\n  pattern: send($X)\n  where:\n    - metavariable: $X\n      language: generic\n      pattern: low ... high",
        &[texts(
            "send(\"low mid high\")\nsend(\"high low\")\n",
            &["send(\"low mid high\")"],
        )],
    ),
    rule(
        "match:\n  pattern: send($X)\n  where:\n    - metavariable: $X\n      type: str",
        &[texts(
            "def run(text: str, size: int):\n  send(text)\n  send(size)\n",
            &["send(text)"],
        )],
    ),
    rule(
        "match:\n  pattern: send($X)\n  where:\n    - metavariable: $X\n      types: [str, int]",
        &[texts(
            "def run(text: str, size: int, rate: float):\n  send(text)\n  send(size)\n  send(rate)\n",
            &["send(text)", "send(size)"],
        )],
    ),
    rule(
        "match:\n  pattern: send(\"$X\")\n  where:\n    - metavariable: $X\n      analyzer: redos",
        &[texts("send(\"(a+)+$\")\nsend(\"(a|aa)+$\")\n", &["send(\"(a+)+$\")"])],
    ),
];

#[test]
fn a_result_can_have_a_name() {
    check(PYTHON, NAMES);
}

const NAMES: &[Rule] = &[
    rule(
        "message: found $W
match:
  all:
    - pattern: send($X)
      as: $W
    - inside: wrap(...)",
        &[messages("wrap(send(1))\n", &["found send(1)"])],
    ),
    // It is bound after the conditions and the focus of its formula.
    rule(
        "message: found $W
match:
  all:
    - pattern: send($X, $Y)
      where:
        - focus: $Y
      as: $W
    - inside: wrap(...)",
        &[messages("wrap(send(low, high))\n", &["found high"])],
    ),
    rule(
        "message: found
fix: drop($W)
match:
  pattern: send($X)
  as: $W",
        &[fixes("send(1)\n", &["drop(send(1))"])],
    ),
    // Formulas around it can ask for it.
    rule(
        "match:
  all:
    - pattern: send($X)
      as: $W
  where:
    - metavariable: $W
      regex: send.1",
        &[texts("send(1)\nsend(2)\n", &["send(1)"])],
    ),
    rule(
        "match:
  all:
    - any:
        - pattern: send($X)
          as: $W
        - pattern: take($X)
          as: $W
  where:
    - metavariable: $W
      pattern: take(...)",
        &[texts("send(1)\ntake(2)\n", &["take(2)"])],
    ),
];

#[test]
fn an_outer_fix_wins_over_an_inner_one() {
    check(PYTHON, FIXES);
}

const FIXES: &[Rule] = &[
    rule(
        "match:
  any:
    - pattern: send($X)
      fix: sent($X)
    - pattern: take($X)
      fix: taken($X)
    - mid($X)",
        &[fixes("send(1)\ntake(2)\nmid(3)\n", &["sent(1)", "taken(2)", ""])],
    ),
    rule(
        "match:
  any:
    - pattern: send($X)
      fix: sent($X)
    - take($X)
  fix: other($X)",
        &[fixes("send(1)\ntake(2)\n", &["other(1)", "other(2)"])],
    ),
    rule(
        "fix: last($X)
match:
  pattern: send($X)
  fix: sent($X)",
        &[fixes("send(1)\n", &["last(1)"])],
    ),
];
