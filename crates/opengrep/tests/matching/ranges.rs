//! Which bytes are reported.

use syntax::Language;

use super::support::{Pattern, Place, check, of, ranges};

const PYTHON: Place = Place::file(Language::Python);
const JAVASCRIPT: Place = Place::file(Language::JavaScript);
const TYPESCRIPT: Place = Place::file(Language::TypeScript);
const JAVA: Place = Place::file(Language::Java);
const JAVA_STATEMENTS: Place = Place {
    before: "class Whole { void whole() { ",
    after: " } }\n",
    ..JAVA
};
const GO: Place = Place {
    before: "package whole\n",
    ..Place::file(Language::Go)
};

#[test]
fn decorators_and_modifiers_belong_to_the_definition_and_export_does_not() {
    check(PYTHON, DEFINITIONS_OF_PYTHON);
    check(JAVASCRIPT, DEFINITIONS_OF_JAVASCRIPT);
    check(TYPESCRIPT, DEFINITIONS_OF_TYPESCRIPT);
    check(JAVA, DEFINITIONS_OF_JAVA);
}

const DEFINITIONS_OF_PYTHON: &[Pattern] = &[of(
    "def $NAME(...): ...",
    &[ranges(
        "key = 1\n@low\n@high(1)\ndef run(): pass\n",
        &["@low\n@high(1)\ndef run(): pass"],
    )],
)];

const DEFINITIONS_OF_JAVASCRIPT: &[Pattern] = &[
    of(
        "function $NAME() { ... }",
        &[ranges("export function run() { }", &["function run() { }"])],
    ),
    of(
        "class $NAME { ... }",
        &[ranges("export default class Near { }", &["class Near { }"])],
    ),
    of(
        "function $NAME() { ... }",
        &[ranges("async function run() { }", &["async function run() { }"])],
    ),
];

const DEFINITIONS_OF_TYPESCRIPT: &[Pattern] = &[of(
    "class $NAME { ... }",
    &[
        ranges("@mark() export class Near { }", &["@mark() export class Near { }"]),
        ranges("export class Near { }", &["class Near { }"]),
    ],
)];

const DEFINITIONS_OF_JAVA: &[Pattern] = &[
    of(
        "class $NAME { ... }",
        &[ranges("@Mark public class Near { }", &["@Mark public class Near { }"])],
    ),
    of(
        "@Mark class $NAME { ... }",
        &[ranges("@Mark public class Near { }", &["@Mark public class Near { }"])],
    ),
    of(
        "$TYPE $NAME() { ... }",
        &[ranges(
            "class Near { @Mark public int run() { } }",
            &["@Mark public int run() { }"],
        )],
    ),
];

#[test]
fn semicolons_belong_to_some_statements() {
    check(JAVA_STATEMENTS, STATEMENTS_OF_JAVA);
    check(JAVA, DECLARATIONS_OF_JAVA);
    check(JAVASCRIPT, STATEMENTS_OF_JAVASCRIPT);
}

const STATEMENTS_OF_JAVA: &[Pattern] = &[
    of("send();", &[ranges("send();", &["send();"])]),
    of("send()", &[ranges("send();", &["send()"])]),
    of("return $VALUE;", &[ranges("return key;", &["return key"])]),
    of("throw $VALUE;", &[ranges("throw key;", &["throw key"])]),
    of("$TYPE $KEY = $VALUE;", &[ranges("int key = 1;", &["int key = 1;"])]),
];

const DECLARATIONS_OF_JAVA: &[Pattern] = &[
    of(
        "$TYPE $KEY = $VALUE;",
        &[ranges("class Near { int key = 1; }", &["int key = 1"])],
    ),
    of("import net.Peer;", &[ranges("import net.Peer;", &["import net.Peer"])]),
];

const STATEMENTS_OF_JAVASCRIPT: &[Pattern] = &[
    of("send();", &[ranges("send();", &["send();"])]),
    of(
        "return $VALUE",
        &[ranges("function run() { return key; }", &["return key;"])],
    ),
    of("var $KEY = $VALUE", &[ranges("let key = 1;", &["let key = 1"])]),
    of(
        "import $KEY from 'net'",
        &[ranges("import near from 'net';", &["import near from 'net'"])],
    ),
    of("send($ARG)", &[ranges("(send(1)).more", &["(send(1))"])]),
];

#[test]
fn words_that_are_not_part_of_the_node_are_left_out() {
    check(PYTHON, WORDS_OF_PYTHON);
    check(GO, WORDS_OF_GO);
}

const WORDS_OF_PYTHON: &[Pattern] = &[of("with $WHAT: ...", &[ranges("with near: send()", &["near: send()"])])];

const WORDS_OF_GO: &[Pattern] = &[
    of(
        "type $NAME struct { ... }",
        &[ranges("type Row struct { key int }", &["Row struct { key int }"])],
    ),
    of("var $KEY = $VALUE", &[ranges("var key = 1", &["key = 1"])]),
    of("const $KEY = $VALUE", &[ranges("const key = 1", &["key = 1"])]),
    of("go $CALL(...)", &[ranges("func run() { go send() }", &["send()"])]),
    of(
        "defer $CALL(...)",
        &[ranges("func run() { defer send() }", &["send()"])],
    ),
    of("send($ARG)", &[ranges("func run() { key = (send(1)) }", &["send(1)"])]),
];

#[test]
fn a_sequence_reaches_from_the_first_to_the_furthest_statement() {
    check(PYTHON, SEQUENCES);
}

const SEQUENCES: &[Pattern] = &[
    of(
        "low()\n...\nhigh()",
        &[ranges("low()\nmid()\nhigh()\nlast()", &["low()\nmid()\nhigh()"])],
    ),
    // What an ellipsis goes into belongs to it.
    of(
        "low()\n...\nhigh()",
        &[ranges(
            "low()\nif key:\n  high()\n  mid()\nlast()",
            &["low()\nif key:\n  high()\n  mid()"],
        )],
    ),
    of(
        "low()\nhigh()",
        &[ranges("one()\nlow()\nhigh()\ntwo()", &["low()\nhigh()"])],
    ),
    of(
        "low. ... .end()",
        &[ranges("low.one().end().two()", &["low.one().end()"])],
    ),
];

#[test]
fn a_partial_pattern_ends_where_its_part_ends() {
    check(JAVA, PARTS_OF_JAVA);
    check(JAVASCRIPT, PARTS_OF_JAVASCRIPT);
}

const PARTS_OF_JAVA: &[Pattern] = &[
    of(
        "class $NAME",
        &[ranges(
            "@Mark public class Near extends Peer { int key; }",
            &["@Mark public class Near extends Peer"],
        )],
    ),
    of(
        "$TYPE $NAME(...)",
        &[ranges(
            "class Near { public int run(int key) { return 1; } }",
            &["public int run(int key)"],
        )],
    ),
    of(
        "try { ... }",
        &[ranges(
            "class Near { void run() { try { send(); } finally { stop(); } } }",
            &["try { send(); }"],
        )],
    ),
];

const PARTS_OF_JAVASCRIPT: &[Pattern] = &[
    of(
        "try { ... }",
        &[ranges("try { send() } finally { stop() }", &["try { send() }"])],
    ),
    of(
        "finally { ... }",
        &[ranges("try { send() } finally { stop() }", &["finally { stop() }"])],
    ),
    of(
        "class $NAME extends $BASE",
        &[ranges(
            "class Near extends Peer { run() {} }",
            &["class Near extends Peer"],
        )],
    ),
];
