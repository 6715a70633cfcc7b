//! `metavariable-comparison`: what a metavariable is in an expression. The expressions themselves are tried in `comparison`.

use super::support::{GENERIC, GO, JAVA, JAVASCRIPT, PYTHON, Rule, all, check, nothing, texts, with};

#[test]
fn numbers_and_constants_have_their_value() {
    check(PYTHON, NUMBERS);
    check(JAVA, NUMBERS_OF_JAVA);
    check(JAVASCRIPT, NUMBERS_OF_JAVASCRIPT);
    check(GO, NUMBERS_OF_GO);
}

const NUMBERS: &[Rule] = &[
    all(
        &[
            "pattern: send($X)",
            "metavariable-comparison: {metavariable: $X, comparison: $X == 16}",
        ],
        &[texts(
            "send(16)\nsend(0x10)\nsend(0o20)\nsend(0b10000)\nsend(1_6)\nsend(8 + 8)\nsend(2**4)\nsend(16.0)\nsend(17)\n",
            &[
                "send(16)", "send(0x10)", "send(0o20)", "send(0b10000)", "send(1_6)", "send(8 + 8)", "send(2**4)",
                "send(16.0)",
            ],
        )],
    ),
    all(
        &["pattern: send($X)", "metavariable-comparison: {comparison: $X < 0}"],
        &[texts("send(-3)\nsend(3)\n", &["send(-3)"])],
    ),
    all(
        &["pattern: send($X)", "metavariable-comparison: {comparison: $X > 3}"],
        &[
            texts("size = 5\nsend(size)\n", &["send(size)"]),
            // An identifier, a call, a text, what is too large for 64 bits: no number.
            nothing("send(key)\nsend(take())\nsend(\"5\")\nsend(99999999999999999999)\nsend(None)\n"),
        ],
    ),
    with(
        "options: {constant_propagation: false}",
        &["pattern: send($X)", "metavariable-comparison: {comparison: $X > 3}"],
        &[texts("size = 5\nsend(size)\nsend(5)\n", &["send(5)"])],
    ),
    all(
        &["pattern: send($X)", "metavariable-comparison: {comparison: $X > 1.2}"],
        &[texts("send(1.5)\nsend(1.1)\nsend(2)\n", &["send(1.5)", "send(2)"])],
    ),
    all(
        &[
            "pattern: send($X, $Y)",
            "metavariable-comparison: {comparison: $X + $Y == 5}",
        ],
        &[texts("send(2, 3)\nsend(2, 4)\nsend(2, key)\n", &["send(2, 3)"])],
    ),
    all(
        &["pattern: send($X)", "metavariable-comparison: {comparison: $X == True}"],
        &[texts("send(True)\nsend(False)\nsend(1)\n", &["send(True)"])],
    ),
    // Operators of code have the values that they have in a comparison.
    all(
        &["pattern: send($X)", "metavariable-comparison: {comparison: $X == 2}"],
        &[texts(
            "low = 1\nsend(low + 1)\nsend(3 - low)\nsend(5 / 2)\nsend(7 % 5)\nsend(6 & 3)\nsend(-(-2))\nsend(2.0 ** low)\n\
             send(4 // 2)\nsend(1 << 1)\nsend(1 + key)\n",
            &[
                "send(low + 1)", "send(3 - low)", "send(5 / 2)", "send(7 % 5)", "send(6 & 3)", "send(-(-2))",
                "send(2.0 ** low)",
            ],
        )],
    ),
    all(
        &["pattern: send($X)", "metavariable-comparison: {comparison: $X == True}"],
        &[texts(
            "send(not False)\nsend(1 < 2)\nsend(True and True)\nsend(2 < 1)\n",
            &["send(not False)", "send(1 < 2)", "send(True and True)"],
        )],
    ),
    all(
        &["pattern: send($X)", "metavariable-comparison: {comparison: 1 in $X}"],
        &[texts("send([1, 2])\nsend([3])\nsend((1, 2))\n", &["send([1, 2])"])],
    ),
];

const NUMBERS_OF_JAVA: &[Rule] = &[all(
    &["pattern: send($X)", "metavariable-comparison: {comparison: $X > 15}"],
    &[texts(
        "send(16); send(0x10); send(020); send(16L); send(15); send(text);",
        &["send(16)", "send(0x10)", "send(020)"],
    )],
)];

const NUMBERS_OF_JAVASCRIPT: &[Rule] = &[all(
    &["pattern: send($X)", "metavariable-comparison: {comparison: $X > 15}"],
    &[texts(
        "const size = 20; send(16); send(0x10); send(15); send(size); send(-(-16)); send(2 ** 4); send(17 % 16);\n",
        &["send(16)", "send(0x10)", "send(size)", "send(-(-16))", "send(2 ** 4)"],
    )],
)];

const NUMBERS_OF_GO: &[Rule] = &[all(
    &["pattern: send($X)", "metavariable-comparison: {comparison: $X < 2048}"],
    &[texts(
        "send(1024)\nsend(4096)\nsend(0x10)\nsend(size)\n",
        &["send(1024)", "send(0x10)"],
    )],
)];

#[test]
fn texts_have_no_quotes_and_code_is_its_source() {
    check(PYTHON, TEXTS);
}

const TEXTS: &[Rule] = &[
    all(
        &[
            "pattern: send($X)",
            "metavariable-comparison: {comparison: $X == \"key\"}",
        ],
        &[
            texts(
                "send(\"key\")\nsend('key')\nsend(key)\nsend(\"ke\" + \"y\")\n",
                &["send(\"key\")", "send('key')"],
            ),
            texts("text = \"key\"\nsend(text)\n", &["send(text)"]),
        ],
    ),
    all(
        &[
            "pattern: send(\"$X\")",
            "metavariable-comparison: {comparison: '$X in [\"low\", \"high\"]'}",
        ],
        &[texts("send(\"low\")\nsend(\"mid\")\n", &["send(\"low\")"])],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-comparison: {comparison: str($X) == \"take(1)\"}",
        ],
        &[texts("send(take(1))\nsend(take(2))\n", &["send(take(1))"])],
    ),
    all(
        &[
            "pattern: send($...X)",
            "metavariable-comparison: {comparison: 'str($...X) == \"a, b\"'}",
        ],
        &[texts("send(a, b)\nsend(a)\nsend()\n", &["send(a, b)"])],
    ),
    all(
        &[
            "pattern: $F(...)",
            "metavariable-comparison: {comparison: 're.match(\"lo\", str($F))'}",
        ],
        &[texts("low()\nhigh()\n", &["low()"])],
    ),
    all(
        &[
            "pattern: load($X, $Y)",
            "metavariable-comparison: {comparison: 'f\"{$X}.py\" == str($Y)'}",
        ],
        &[texts(
            "load(\"low\", \"low.py\")\nload(\"low\", \"high.py\")\n",
            &["load(\"low\", \"low.py\")"],
        )],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-comparison: {comparison: 'strptime($X) < today()'}",
        ],
        &[texts(
            "send(\"2024-06-01\")\nsend(\"2999-01-01\")\n",
            &["send(\"2024-06-01\")"],
        )],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-comparison: {comparison: 'strptime($X) < strptime(\"2022-01-01\")'}",
        ],
        &[texts(
            "send(\"2021-12-31\")\nsend(\"2022-1-2\")\nsend(\"soon\")\n",
            &["send(\"2021-12-31\")"],
        )],
    ),
];

#[test]
fn captures_are_texts_and_words_of_generic_mode_may_be_numbers() {
    check(PYTHON, CAPTURES);
    check(GENERIC, WORDS);
}

const CAPTURES: &[Rule] = &[
    all(
        &[
            "pattern-regex: 'port (?<P>\\d+)'",
            "metavariable-comparison: {comparison: int($P) > 1000}",
        ],
        &[texts("# port 8080\n# port 80\n", &["port 8080"])],
    ),
    all(
        &[
            "pattern-regex: 'port (?<P>\\d+)'",
            "metavariable-comparison: {comparison: $P == \"80\"}",
        ],
        &[texts("# port 8080\n# port 80\n", &["port 80"])],
    ),
    all(
        &[
            "pattern-regex: 'port (?<P>\\d+)'",
            "metavariable-comparison: {metavariable: $P, comparison: $P > 1000, strip: true}",
        ],
        &[texts("# port 8080\n# port 80\n", &["port 8080"])],
    ),
];

const WORDS: &[Rule] = &[all(
    &[
        "pattern: port $P",
        "metavariable-comparison: {comparison: $P == \"ten\"}",
    ],
    &[texts("port ten\nport 10\n", &["port ten"])],
)];
