//! `metavariable-pattern`: a formula on what a metavariable holds.

use super::support::{
    GENERIC, JAVASCRIPT, PYTHON, REGEX, Rule, YAML, all, check, check_refused, lines, messages, nothing, texts, told,
    with,
};

#[test]
fn a_formula_holds_when_it_is_found_anywhere_in_the_content() {
    check(PYTHON, ANYWHERE);
}

const ANYWHERE: &[Rule] = &[
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern: {metavariable: $X, pattern: take(...)}",
        ],
        &[texts(
            "send(take(1))\nsend(low(take(1)))\nsend(low)\ntake(send(1))\n",
            &["send(take(1))", "send(low(take(1)))"],
        )],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern:\n  metavariable: $X\n  pattern-either:\n    - pattern: low\n    - pattern: high",
        ],
        &[texts(
            "send(low)\nsend(high)\nsend(mid)\n",
            &["send(low)", "send(high)"],
        )],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern: {metavariable: $X, pattern-regex: 'l.w'}",
        ],
        &[texts("send(low)\nsend(high) # low\n", &["send(low)"])],
    ),
    // What is bound outside is in force.
    all(
        &[
            "pattern: send($X, $Y)",
            "metavariable-pattern: {metavariable: $X, pattern: take($Y)}",
        ],
        &[texts(
            "send(take(key), key)\nsend(take(key), size)\n",
            &["send(take(key), key)"],
        )],
    ),
    // Constants are followed.
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern: {metavariable: $X, pattern: '\"...\"'}",
        ],
        &[texts("text = \"key\"\nsend(text)\nsend(other)\n", &["send(text)"])],
    ),
    // Nothing outside the content is seen.
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern:\n  metavariable: $X\n  patterns:\n    - pattern: take(...)\n    - pattern-not-inside: send(...)",
        ],
        &[texts("send(take(1))\n", &["send(take(1))"])],
    ),
    // The content of a string is no code of the language.
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-pattern: {metavariable: $X, pattern: low}",
        ],
        &[told(
            "send(\"low\")\n",
            "`metavariable-pattern` without `language` on the content of a string",
        )],
    ),
    // A function, a block and a name are contents too.
    all(
        &[
            "pattern: $F(...)",
            "metavariable-pattern: {metavariable: $F, pattern: net.send}",
        ],
        &[texts("net.send(1)\nnet.take(1)\n", &["net.send(1)"])],
    ),
    all(
        &[
            "pattern: |\n  def $F(...):\n    $...BODY",
            "metavariable-pattern: {metavariable: $...BODY, pattern: send(...)}",
        ],
        &[lines("def low():\n  mid()\n  send(1)\ndef high():\n  mid()\n", &[1])],
    ),
];

#[test]
fn what_it_binds_is_added_and_the_result_stays() {
    check(PYTHON, EXPORTS);
}

const EXPORTS: &[Rule] = &[
    with(
        "message: \"$X: $Y\"",
        &[
            "pattern: send($X)",
            "metavariable-pattern: {metavariable: $X, pattern: take($Y)}",
        ],
        &[messages("send(take(1))\n", &["take(1): $Y", "take(1): 1"])],
    ),
    with(
        "message: found $Y",
        &[
            "pattern: send($X)",
            "metavariable-pattern: {metavariable: $X, pattern: take($Y)}",
        ],
        &[messages(
            "send(take(1) + take(2))\n",
            &["found $Y", "found 1", "found 2"],
        )],
    ),
    with(
        "message: \"$Y\"",
        &[
            "pattern: send($X, $Y)",
            "metavariable-pattern: {metavariable: $X, pattern: take($Y)}",
        ],
        &[messages("send(take(key), key)\n", &["key"])],
    ),
];

#[test]
fn only_negations_start_from_the_whole_content() {
    check(PYTHON, NEGATIONS);
}

const NEGATIONS: &[Rule] = &[
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern:\n  metavariable: $X\n  patterns:\n    - pattern-not: take(...)",
        ],
        &[texts("send(take(1))\nsend(low(take(1)))\n", &["send(low(take(1)))"])],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern:\n  metavariable: $X\n  patterns:\n    - pattern-not-inside: take(...)",
        ],
        &[texts("send(take(1))\nsend(low(take(1)))\n", &["send(low(take(1)))"])],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern:\n  metavariable: $X\n  patterns:\n    - pattern-not-regex: take",
        ],
        &[texts("send(take(1))\nsend(low(take(1)))\nsend(low)\n", &["send(low)"])],
    ),
    // Each of several applies.
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern:\n  metavariable: $X\n  patterns:\n    - pattern-not: low\n    - pattern-not: high",
        ],
        &[texts("send(low)\nsend(high)\nsend(mid)\n", &["send(mid)"])],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern:\n  metavariable: $X\n  patterns:\n    - pattern-not-regex: lo\n    - pattern-not-regex: hi",
        ],
        &[texts("send(low)\nsend(high)\nsend(mid)\n", &["send(mid)"])],
    ),
    // A condition alone is asked of the whole content as well.
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern:\n  metavariable: $X\n  patterns:\n    - metavariable-regex: {metavariable: $X, regex: lo}",
        ],
        &[texts("send(low)\nsend(high)\n", &["send(low)"])],
    ),
];

#[test]
fn in_another_language_the_content_is_text() {
    check(PYTHON, LANGUAGES);
    check(YAML, LANGUAGES_IN_YAML);
    check(JAVASCRIPT, LANGUAGES_IN_JAVASCRIPT);
    check(GENERIC, LANGUAGES_IN_GENERIC);
}

const LANGUAGES: &[Rule] = &[
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern: {metavariable: $X, language: javascript, pattern: alert(...)}",
        ],
        &[texts(
            "send(\"alert(1)\")\nsend(\"low(1)\")\nsend(alert(1))\n",
            &["send(\"alert(1)\")"],
        )],
    ),
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-pattern: {metavariable: $X, language: javascript, pattern: alert(...)}",
        ],
        &[texts("send(\"alert(1)\")\nsend(\"low(1)\")\n", &["send(\"alert(1)\")"])],
    ),
    // There is no propagation.
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern: {metavariable: $X, language: generic, pattern: key}",
        ],
        &[
            nothing("text = \"key\"\nsend(text)\n"),
            texts("send(\"a key b\")\n", &["send(\"a key b\")"]),
            // Any node is text for it.
            texts("send(key + 1)\n", &["send(key + 1)"]),
        ],
    ),
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-pattern: {metavariable: $X, language: regex, pattern-regex: 'k.y'}",
        ],
        &[texts("send(\"a key b\")\nsend(\"low\")\n", &["send(\"a key b\")"])],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern: {metavariable: $X, language: regex, pattern-regex: '^key'}",
        ],
        &[texts("send(\"key\")\nsend(\"a key\")\n", &["send(\"key\")"])],
    ),
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-pattern: {metavariable: $X, language: json, pattern: '{\"key\": $V}'}",
        ],
        &[texts(
            "send('{\"key\": 1}')\nsend('{\"size\": 2}')\n",
            &["send('{\"key\": 1}')"],
        )],
    ),
    // What is not that language drops the result and is told.
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-pattern: {metavariable: $X, language: json, pattern: '{\"key\": $V}'}",
        ],
        &[told(
            "send('{\"key\"')\n",
            "a part of the content of a metavariable is not JSON",
        )],
    ),
    // Of what is bound inside, the names come out.
    with(
        "message: \"$V\"",
        &[
            "pattern: send(\"$X\")",
            "metavariable-pattern: {metavariable: $X, language: generic, pattern: key=$V}",
        ],
        &[messages("send(\"key=8080\")\n", &["$V", "8080"])],
    ),
    // Negations alone, of a text without its quotes.
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-pattern:\n  metavariable: $X\n  language: javascript\n  patterns:\n    - pattern-not: alert(...)",
        ],
        &[texts("send(\"alert(1)\")\nsend(\"low(1)\")\n", &["send(\"low(1)\")"])],
    ),
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-pattern:\n  metavariable: $X\n  language: generic\n  patterns:\n    - pattern-not-regex: key",
        ],
        &[texts("send(\"a key\")\nsend(\"low\")\n", &["send(\"low\")"])],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern:\n  metavariable: $X\n  language: generic\n  patterns:\n    - pattern-not-regex: key",
        ],
        &[texts("send(\"a key\")\nsend(\"low\")\n", &["send(\"low\")"])],
    ),
    // A comparison of what is inside.
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-pattern:\n  metavariable: $X\n  language: generic\n  patterns:\n    - pattern: port=$P\n    - \
             metavariable-comparison: {comparison: $P > 1000}",
        ],
        &[texts(
            "send(\"port=8080\")\nsend(\"port=80\")\n",
            &["send(\"port=8080\")"],
        )],
    ),
];

const LANGUAGES_IN_YAML: &[Rule] = &[
    all(
        &[
            "pattern: \"run: $X\"",
            "metavariable-pattern: {metavariable: $X, language: generic, pattern: '{{ github.$FIELD }}'}",
        ],
        &[lines("run: echo {{ github.title }}\n---\nrun: echo\n", &[1])],
    ),
    all(
        &[
            "pattern: \"run: $X\"",
            "metavariable-pattern: {metavariable: $X, language: regex, pattern-regex: 'rm -rf'}",
        ],
        &[lines(
            "steps:\n  - run: |\n      cd low\n      rm -rf high\n  - run: cd low\n",
            &[2],
        )],
    ),
];

const LANGUAGES_IN_JAVASCRIPT: &[Rule] = &[all(
    &[
        "pattern: send($X)",
        "metavariable-pattern: {metavariable: $X, language: python, pattern: low(...)}",
    ],
    &[texts(
        "send('low(1)'); send('high(1)'); send(low(1));\n",
        &["send('low(1)')"],
    )],
)];

const LANGUAGES_IN_GENERIC: &[Rule] = &[
    all(
        &[
            "pattern: key $...X end",
            "metavariable-pattern: {metavariable: $...X, pattern: low ... high}",
        ],
        &[lines("key low mid high end\nkey high low end\n", &[1])],
    ),
    all(
        &[
            "pattern: key $X end",
            "metavariable-pattern: {metavariable: $X, pattern-regex: '^\\d+$'}",
        ],
        &[lines("key 80 end\nkey eighty end\n", &[1])],
    ),
];

#[test]
fn in_rules_for_regex_it_holds_expressions() {
    check(REGEX, REGEXES);
    check_refused(
        REGEX,
        &[(
            "patterns:\n  - pattern-regex: (?<P>\\d+)\n  - metavariable-pattern: {metavariable: $P, language: generic, pattern: '80'}",
            "a rule for `regex` may hold no `pattern`: use `pattern-regex`",
        )],
    );
}

const REGEXES: &[Rule] = &[all(
    &[
        "pattern-regex: 'port=(?<P>\\w+)'",
        "metavariable-pattern: {metavariable: $P, language: generic, pattern-regex: '^80'}",
    ],
    &[texts("port=8080\nport=1080\n", &["port=8080"])],
)];
