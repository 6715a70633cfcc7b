//! Conditions on metavariables: `metavariable-regex`, `metavariable-type`, `metavariable-analysis`, and on names that are not bound.

use super::support::{
    GENERIC, GO, JAVA, JAVASCRIPT, JSON, PYTHON, Rule, TYPESCRIPT, YAML, all, check, check_refused, lines, nothing,
    texts, told,
};

#[test]
fn a_condition_on_what_is_not_bound_drops_the_result() {
    check(PYTHON, UNBOUND);
}

const UNBOUND: &[Rule] = &[
    all(
        &[
            "pattern: send(...)",
            "metavariable-regex: {metavariable: $NOT, regex: '.*'}",
        ],
        &[nothing("send(1)\n")],
    ),
    all(
        &[
            "pattern: send(...)",
            "metavariable-comparison: {comparison: $NOT == $NOT}",
        ],
        &[nothing("send(1)\n")],
    ),
    all(
        &[
            "pattern: send(...)",
            "metavariable-type: {metavariable: $NOT, type: int}",
        ],
        &[nothing("send(1)\n")],
    ),
    all(
        &["pattern: send(...)", "focus-metavariable: $NOT"],
        &[nothing("send(1)\n")],
    ),
    // These two are told.
    all(
        &[
            "pattern: send(...)",
            "metavariable-pattern: {metavariable: $NOT, pattern: $Z}",
        ],
        &[told("send(1)\n", "`metavariable-pattern` on $NOT, which is not bound")],
    ),
    all(
        &[
            "pattern: send(...)",
            "metavariable-analysis: {metavariable: $NOT, analyzer: entropy}",
        ],
        &[told("send(1)\n", "`metavariable-analysis` on $NOT, which is not bound")],
    ),
];

// ---- metavariable-regex

#[test]
fn an_expression_is_searched_at_the_start_of_the_source_text() {
    check(PYTHON, REGEXES);
    check(YAML, REGEXES_OF_YAML);
    check(JSON, REGEXES_OF_JSON);
    check(JAVASCRIPT, REGEXES_OF_JAVASCRIPT);
}

const REGEXES: &[Rule] = &[
    all(
        &["pattern: send($X)", "metavariable-regex: {metavariable: $X, regex: ab}"],
        &[
            texts("send(abc)\n", &["send(abc)"]),
            nothing("send(xab)\n"),
            nothing("send(\"ab\")\n"),
            nothing("ab = 1\nsend(x)\n"),
        ],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: '.*ab'}",
        ],
        &[texts("send(xab)\n", &["send(xab)"])],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: '\"abc'}",
        ],
        &[texts("send(\"abc\")\n", &["send(\"abc\")"])],
    ),
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-regex: {metavariable: $X, regex: abc}",
        ],
        &[texts("send(\"abc\")\n", &["send(\"abc\")"])],
    ),
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-regex: {metavariable: $X, regex: '\"abc'}",
        ],
        &[nothing("send(\"abc\")\n")],
    ),
    all(
        &["pattern: send($X)", "metavariable-regex: {metavariable: $X, regex: x}"],
        &[texts("x = \"abc\"\nsend(x)\n", &["send(x)"])],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: abc}",
        ],
        &[nothing("x = \"abc\"\nsend(x)\n")],
    ),
    // `$` is the end of the whole text, `.` stops at the end of a line.
    all(
        &[
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: 'low$'}",
        ],
        &[texts("send(low)\nsend(low.high)\n", &["send(low)"])],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: 'take.*high'}",
        ],
        &[texts("send(take(high))\nsend(take(\n  high))\n", &["send(take(high))"])],
    ),
    all(
        &[
            "pattern: send($...X)",
            "metavariable-regex: {metavariable: $...X, regex: 'low, h'}",
        ],
        &[texts("send(low, high)\nsend(low)\nsend()\n", &["send(low, high)"])],
    ),
    // An empty sequence has no text.
    all(
        &[
            "pattern: send($...X)",
            "metavariable-regex: {metavariable: $...X, regex: '.*'}",
        ],
        &[texts("send()\nsend(1)\n", &["send(1)"])],
    ),
    // Layout and comments belong to the text.
    all(
        &[
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: 'low  [+]'}",
        ],
        &[texts("send(low  +   high)\n", &["send(low  +   high)"])],
    ),
    // A name that stands for another is itself.
    all(
        &[
            "pattern: $F(...)",
            "metavariable-regex: {metavariable: $F, regex: '^system$'}",
        ],
        &[texts("from os import system\nsystem(2)\n", &["system(2)"])],
    ),
    // A text is decoded.
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-regex: {metavariable: $X, regex: 'a\\tb$'}",
        ],
        &[texts("send(\"a\\tb\")\n", &["send(\"a\\tb\")"])],
    ),
    // It is folded.
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-regex: {metavariable: $X, regex: 'foobar$'}",
        ],
        &[
            texts("send(\"foo\" + \"bar\")\n", &["send(\"foo\" + \"bar\")"]),
            texts("send(\"foo\" \"bar\")\n", &["send(\"foo\" \"bar\")"]),
            texts("text = \"foobar\"\nsend(text)\n", &["send(text)"]),
        ],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: '(?!low)'}",
        ],
        &[texts("send(lower)\nsend(high)\n", &["send(high)"])],
    ),
];

const REGEXES_OF_YAML: &[Rule] = &[all(
    &[
        "pattern: \"key: \\\"$X\\\"\"",
        "metavariable-regex: {metavariable: $X, regex: 'a\\tb$'}",
    ],
    &[texts("key: \"a\\tb\"\n", &["key: \"a\\tb\""])],
)];

const REGEXES_OF_JSON: &[Rule] = &[
    all(
        &[
            "pattern: '\"key\": $V'",
            "metavariable-regex: {metavariable: $V, regex: '\"lo'}",
        ],
        &[lines("[{\"key\": \"low\"},\n {\"key\": \"high\"}]\n", &[1])],
    ),
    all(
        &[
            "pattern: '$K: $V'",
            "metavariable-regex: {metavariable: $K, regex: '\"k'}",
            "focus-metavariable: $V",
        ],
        &[texts("{\"key\": 1, \"size\": 2}\n", &["1"])],
    ),
];

const REGEXES_OF_JAVASCRIPT: &[Rule] = &[
    // Elsewhere a text is as it is written.
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-regex: {metavariable: $X, regex: 'a\\\\tb$'}",
        ],
        &[texts("send(\"a\\tb\");\n", &["send(\"a\\tb\")"])],
    ),
];

#[test]
fn with_constants_it_sees_the_value() {
    check(PYTHON, CONSTANTS);
}

const CONSTANTS: &[Rule] = &[
    all(
        &[
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: abc, constant-propagation: true}",
        ],
        &[
            texts("x = \"abc\"\nsend(x)\n", &["send(x)"]),
            texts("send(\"abc\")\n", &["send(\"abc\")"]),
            // What has no value is its source text.
            texts("send(abcd)\n", &["send(abcd)"]),
        ],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: x, constant-propagation: true}",
        ],
        &[nothing("x = \"abc\"\nsend(x)\n"), texts("send(x)\n", &["send(x)"])],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: '\"abc', constant-propagation: true}",
        ],
        &[nothing("send(\"abc\")\n")],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: '16', constant-propagation: true}",
        ],
        &[texts("send(0x10)\n", &["send(0x10)"])],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: 0x, constant-propagation: true}",
        ],
        &[nothing("send(0x10)\n")],
    ),
    // Texts that are joined are no value.
    all(
        &[
            "pattern: send($X)",
            "metavariable-regex: {metavariable: $X, regex: '\"lo\" [+]', constant-propagation: true}",
        ],
        &[texts("send(\"lo\" + \"w\")\n", &["send(\"lo\" + \"w\")"])],
    ),
];

#[test]
fn its_groups_are_metavariables_afterwards() {
    check(PYTHON, GROUPS);
}

const GROUPS: &[Rule] = &[
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-regex: {metavariable: $X, regex: '(?<HEAD>[a-z]+)-(\\d+)'}",
            "focus-metavariable: $HEAD",
        ],
        &[texts("send(\"ab-12\")\n", &["ab"])],
    ),
    // Formulas around it can ask for them.
    all(
        &[
            "patterns:\n  - pattern: send(\"$X\")\n  - metavariable-regex: {metavariable: $X, regex: '(?<HEAD>[a-z]+)-'}",
            "metavariable-regex: {metavariable: $HEAD, regex: ab}",
        ],
        &[texts("send(\"ab-12\")\nsend(\"cd-12\")\n", &["send(\"ab-12\")"])],
    ),
];

// ---- metavariable-type

#[test]
fn the_type_of_an_expression_is_one_of_those_named() {
    check(JAVA, TYPES_OF_JAVA);
    check(PYTHON, TYPES_OF_PYTHON);
    check(TYPESCRIPT, TYPES_OF_TYPESCRIPT);
    check(GO, TYPES_OF_GO);
    check_refused(
        JAVASCRIPT,
        &[(
            "patterns:\n  - pattern: send($X)\n  - metavariable-type: {metavariable: $X, type: string}",
            "the types of expressions are not known",
        )],
    );
}

const TYPES_OF_JAVA: &[Rule] = &[
    all(
        &[
            "pattern: send($X)",
            "metavariable-type: {metavariable: $X, type: String}",
        ],
        &[texts(
            "send(text); send(size); send(\"key\"); send(1); send(other);",
            &["send(text)", "send(\"key\")"],
        )],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-type: {metavariable: $X, types: [String, int]}",
        ],
        &[texts(
            "send(text); send(size); send(1.5); send(new Peer());",
            &["send(text)", "send(size)"],
        )],
    ),
    all(
        &["pattern: send($X)", "metavariable-type: {metavariable: $X, type: Peer}"],
        &[texts(
            "Peer near = take(); send(near); send(new Peer());",
            &["send(near)", "send(new Peer())"],
        )],
    ),
    // Types are compared as they are written.
    all(
        &[
            "pattern: send($X)",
            "metavariable-type: {metavariable: $X, type: java.util.List}",
        ],
        &[nothing("List<String> rows = take(); send(rows);")],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-type: {metavariable: $X, type: List<String>}",
        ],
        &[texts("List<String> rows = take(); send(rows);", &["send(rows)"])],
    ),
    // A metavariable is any type that is known.
    all(
        &["pattern: send($X)", "metavariable-type: {metavariable: $X, type: $T}"],
        &[texts("send(text); send(size);", &["send(text)", "send(size)"])],
    ),
];

const TYPES_OF_PYTHON: &[Rule] = &[
    all(
        &["pattern: send($X)", "metavariable-type: {metavariable: $X, type: str}"],
        &[
            lines(
                "def run(text: str, size: int):\n  send(text)\n  send(size)\n  send(\"key\")\n  send(1)\n",
                &[2, 4],
            ),
            lines("text: str = take()\nsend(text)\nsize: int = take()\nsend(size)\n", &[2]),
        ],
    ),
    all(
        &["pattern: send($X)", "metavariable-type: {metavariable: $X, type: int}"],
        &[lines("send(1)\nsend(\"key\")\nsend(1.5)\n", &[1])],
    ),
];

const TYPES_OF_TYPESCRIPT: &[Rule] = &[all(
    &[
        "pattern: send($X)",
        "metavariable-type: {metavariable: $X, type: string}",
    ],
    &[texts(
        "function run(text: string, size: number) { send(text); send(size); send(\"key\"); }\n",
        &["send(text)", "send(\"key\")"],
    )],
)];

const TYPES_OF_GO: &[Rule] = &[all(
    &[
        "pattern: send($X)",
        "metavariable-type: {metavariable: $X, type: string}",
    ],
    &[texts("send(text)\nsend(size)\n", &["send(text)"])],
)];

// ---- metavariable-analysis

#[test]
fn an_analysis_looks_at_the_content_of_a_text() {
    check(PYTHON, ANALYSES);
    check(GENERIC, ANALYSES_OF_GENERIC);
}

const ANALYSES: &[Rule] = &[
    all(
        &[
            "pattern: send($X)",
            "metavariable-analysis: {metavariable: $X, analyzer: entropy}",
        ],
        &[lines(
            "send(\"9f86d081884c7d659a2feaa0c55ad015\")\nsend(\"hello world this is text\")\nsend(\"password123\")\n\
                 send(\"0123456789\")\nsend(\"ZXCVBNQWJKPLMQXZ\")\n",
            &[1, 5],
        )],
    ),
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-analysis: {metavariable: $X, analyzer: {kind: entropy}}",
        ],
        &[lines(
            "send(\"9f86d081884c7d659a2feaa0c55ad015\")\nsend(\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\")\n",
            &[1],
        )],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-analysis: {metavariable: $X, analyzer: redos}",
        ],
        &[lines(
            "send(\"(a+)+$\")\nsend(r\"(a*)*b\")\nsend(\"(a|aa)+$\")\nsend(\"(a+)+\")\nsend(\"(a\")\nsend(key)\n",
            &[1, 2],
        )],
    ),
];

const ANALYSES_OF_GENERIC: &[Rule] = &[all(
    &[
        "pattern: key = $X",
        "metavariable-analysis: {metavariable: $X, analyzer: entropy}",
    ],
    &[lines(
        "key = 9f86d081884c7d659a2feaa0c55ad015\nkey = password123\n",
        &[1],
    )],
)];
