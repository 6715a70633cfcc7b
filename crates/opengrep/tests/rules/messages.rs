//! Messages: what stands for the metavariables in them.

use super::support::{GENERIC, JAVA, JAVASCRIPT, PYTHON, Rule, YAML, check, messages, rule};

#[test]
fn a_name_becomes_the_source_text_it_stands_for() {
    check(PYTHON, NAMES);
    check(JAVA, NAMES_OF_JAVA);
    check(YAML, NAMES_OF_YAML);
    check(JAVASCRIPT, NAMES_OF_JAVASCRIPT);
    check(GENERIC, NAMES_OF_GENERIC);
}

const NAMES: &[Rule] = &[
    // The source from the first to the last token.
    rule(
        "message: \"[$X]\"\npattern: send($X)",
        &[messages(
            "send(low  +\n  high)\nsend(\"key\")\nsend(take( 1 ))\n",
            &["[low  +\n  high]", "[\"key\"]", "[take( 1 )]"],
        )],
    ),
    rule(
        "message: \"[$X]\"\npattern: send(\"$X\")",
        &[messages(
            "send('key')\nsend(\"\"\"key\"\"\")\nsend(r\"a\\tb\")\ntext = \"low\"\nsend(text)\n",
            &["[key]", "[key]", "[a\\tb]", "[low]"],
        )],
    ),
    rule(
        "message: \"[$...X]\"\npattern: send($...X)",
        &[messages("send(low,  high)\n", &["[low,  high]"])],
    ),
    rule(
        "message: \"[$F]\"\npattern: $F(2)",
        &[messages("from os import system\nsystem(2)\n", &["[system]"])],
    ),
    // The value of its first occurrence in the pattern.
    rule(
        "message: \"[$X]\"\npattern: send($X, $X)",
        &[messages("send(0x1, 1)\nsend('a', \"a\")\n", &["[0x1]", "['a']"])],
    ),
    rule(
        "message: \"value($X) $X\"\npattern: send($X)",
        &[messages(
            "size = 1\nsend(size)\nsend(key)\nsend(\"low\")\ntext = \"key\"\nsend(text)\nsum = take(1)\nsend(sum)\n\
             other = size\nsend(other)\nsend(1 + 2)\nsend(0x10)\n",
            &[
                "1 size", "key key", "\"low\" \"low\"", "\"key\" text", "take(1) sum", "1 other", "1 + 2 1 + 2",
                "0x10 0x10",
            ],
        )],
    ),
    // What is not bound stays as it is written.
    rule(
        "message: \"$NOT value($NOT) $not $\"\npattern: send(...)",
        &[messages("send(1)\n", &["$NOT value($NOT) $not $"])],
    ),
    rule("message: \"$_A\"\npattern: send($_A)", &[messages("send(1)\n", &["1"])]),
    rule("message: \"$_\"\npattern: send($_)", &[messages("send(1)\n", &["$_"])]),
];

const NAMES_OF_JAVA: &[Rule] = &[
    rule(
        "message: \"[$X]\"\npattern: send(\"$X\")",
        &[messages("send(\"a\\tb\");", &["[a\\tb]"])],
    ),
    rule(
        "message: \"[$TYPE $NAME]\"\npattern: $TYPE $NAME = $VALUE;",
        &[messages("List<String> rows = take();", &["[List<String> rows]"])],
    ),
];

const NAMES_OF_YAML: &[Rule] = &[rule(
    "message: \"[$KEY] [$VALUE]\"\npattern: \"$KEY: $VALUE\"",
    &[messages("low: \"a b\"\n", &["[low] [\"a b\"]"])],
)];

const NAMES_OF_JAVASCRIPT: &[Rule] = &[rule(
    "message: \"[$X]\"\npattern: send(\"$X\")",
    &[messages("send('a\\tb'); send(`low`);\n", &["[a\\tb]", "[low]"])],
)];

const NAMES_OF_GENERIC: &[Rule] = &[rule(
    "message: \"[$X] [$...Y]\"\npattern: key=$X , $...Y ;",
    &[messages("key=low, mid high;\n", &["[low] [ mid high]"])],
)];
