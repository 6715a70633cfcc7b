//! Where a rule does something else than in the reference, on purpose or because something is missing.

use super::support::{PYTHON, Place, Rule, all, check, fixes, messages, rule, texts, with};

/// A difference: what is answered today, and why.
struct Difference {
    place: Place,
    rule: Rule,
    why: &'static str,
}

const KNOWN_DIFFERENCES: &[Difference] = &[
    Difference {
        place: PYTHON,
        rule: rule(
            "pattern: send($X, $XY)\nmessage: '$X $XY $XYZ \\$X'",
            &[messages("send(a, b)\n", &["a b $XYZ \\a"])],
        ),
        why: "the reference replaces parts of names too: `$XYZ` becomes `bZ`",
    },
    Difference {
        place: PYTHON,
        rule: rule(
            "pattern: send($AA, $B)\nmessage: '[$AA]'",
            &[messages("send(\"$B\", 1)\n", &["[\"$B\"]"])],
        ),
        why: "the reference looks for names in what it has replaced: the text comes from code that nobody trusts",
    },
    Difference {
        place: PYTHON,
        rule: rule(
            "pattern: send($...R)\nmessage: '[$...R]'",
            &[messages("send()\n", &["[]"])],
        ),
        why: "the reference leaves the name of an empty sequence in the message",
    },
    Difference {
        place: PYTHON,
        rule: all(
            &[
                "pattern: send($X)",
                "metavariable-pattern:\n  metavariable: $X\n  language: javascript\n  patterns:\n    - pattern-not: alert(...)",
            ],
            &[texts("send(\"alert(1)\")\nsend(\"low(1)\")\n", &["send(\"low(1)\")"])],
        ),
        why: "the reference starts two bytes too far around a quoted text, so that a negation never drops it",
    },
    Difference {
        place: PYTHON,
        rule: rule(
            "message: \"[$X]\"\npattern: send(\"$X\")",
            &[messages(
                "send(\"ke\" + \"y\")\nsend(\"a\\tb\")\n",
                &["[key]", "[a\tb]"],
            )],
        ),
        why: "the reference shows the source of the first part of a text that is not written in one piece without escapes",
    },
    // ---- contents
    Difference {
        place: PYTHON,
        rule: all(
            &[
                "pattern: send($...ARGS)",
                "metavariable-pattern: {metavariable: $...ARGS, pattern: take(...)}",
            ],
            &[texts("send(1, take(2))\nsend(1, 2)\n", &["send(1, take(2))"])],
        ),
        why: "the reference has no formulas on the arguments of a call",
    },
    Difference {
        place: PYTHON,
        rule: all(
            &[
                "pattern: send(\"$X\")",
                "metavariable-pattern: {metavariable: $X, pattern-regex: lo}",
            ],
            &[texts("send(\"low\")\nsend(\"high\")\n", &["send(\"low\")"])],
        ),
        why: "the reference searches the content of a string only with `language: regex`",
    },
    // ---- groups of conditions
    Difference {
        place: PYTHON,
        rule: with(
            "message: found $HEAD $2",
            &[
                "pattern: send(\"$X\")",
                "metavariable-regex: {metavariable: $X, regex: '(?<HEAD>[a-z]+)-(\\d+)'}",
            ],
            &[messages("send(\"ab-12\")\n", &["found ab 12"])],
        ),
        why: "the reference keeps the result without the groups beside those with them, and takes numbered groups \
              from the start of the file",
    },
    Difference {
        place: PYTHON,
        rule: all(
            &[
                "pattern: send($X)",
                "metavariable-regex: {metavariable: $X, regex: '([a-z]+)_(\\d+)'}",
                "focus-metavariable: $2",
            ],
            &[texts("send(ab_12)\n", &["12"])],
        ),
        why: "the reference takes numbered groups from the start of the file",
    },
    Difference {
        place: PYTHON,
        rule: with(
            "message: found $1",
            &[
                "pattern: send($X)",
                "metavariable-regex: {metavariable: $X, regex: '([a-z])_?'}",
            ],
            &[messages("send(a_b_c)\n", &["found a", "found b", "found c"])],
        ),
        why: "the reference keeps the result without the groups beside those with them",
    },
    Difference {
        place: PYTHON,
        rule: with(
            "message: found $HEAD",
            &[
                "pattern: send(\"$X\")",
                "metavariable-regex: {metavariable: $X, regex: '(?<HEAD>[a-z]+)-(\\d+)'}",
                "metavariable-regex: {metavariable: $HEAD, regex: ab}",
                "metavariable-regex: {metavariable: $2, regex: '12'}",
            ],
            &[messages(
                "send(\"ab-12\")\nsend(\"cd-12\")\nsend(\"ab-13\")\n",
                &["found ab"],
            )],
        ),
        why: "the reference keeps the result without the groups beside those with them, and no later condition sees them",
    },
    Difference {
        place: PYTHON,
        rule: all(
            &[
                "pattern: send($X, take($Y))", "focus-metavariable: [$X, $Y]", "focus-metavariable: $Y",
            ],
            &[texts("send(low, take(high))\n", &["high"])],
        ),
        why: "in the reference several statements of which one is a list fail",
    },
    Difference {
        place: PYTHON,
        rule: all(
            &[
                "pattern-regex: 'port (\\d+)'",
                "metavariable-comparison: {comparison: int($1) > 1000}",
            ],
            &[texts("# port 8080\n# port 80\n", &["port 8080"])],
        ),
        why: "the reference refuses numbered groups in comparisons",
    },
    Difference {
        place: PYTHON,
        rule: all(
            &[
                "pattern-regex: 'port (\\d+)'",
                "metavariable-regex: {metavariable: $1, regex: '80$'}",
            ],
            &[texts("# port 8080\n# port 80\n", &["port 80"])],
        ),
        why: "in the reference a condition on a numbered group never holds",
    },
    // ---- fixes
    Difference {
        place: PYTHON,
        rule: rule(
            "pattern: send($X)\nfix: take($X)",
            &[fixes("send(low  + 1)\n", &["take(low  + 1)"])],
        ),
        why: "the reference builds the fix from trees and puts parentheses around what is more than a name",
    },
    Difference {
        place: PYTHON,
        rule: rule(
            "pattern: send(\"$X\")\nfix: take('$X')",
            &[fixes("send(\"key\")\n", &["take('key')"])],
        ),
        why: "the reference builds the fix from trees and keeps the quotes of the code",
    },
    Difference {
        place: PYTHON,
        rule: rule(
            "pattern: send($X)\nfix-regex: {regex: key, replacement: '$X'}",
            &[fixes("send(key)\n", &["send($X)"])],
        ),
        why: "the reference loses a `$` that names no group",
    },
    Difference {
        place: PYTHON,
        rule: rule(
            "pattern: send(...)\nfix-regex: {regex: none, replacement: some}",
            &[fixes("send(1)\n", &[""])],
        ),
        why: "the reference gives a fix that changes nothing",
    },
];

#[test]
fn known_differences_are_as_they_are_told() {
    for difference in KNOWN_DIFFERENCES {
        assert!(!difference.why.is_empty());
        check(difference.place, std::slice::from_ref(&difference.rule));
    }
}
