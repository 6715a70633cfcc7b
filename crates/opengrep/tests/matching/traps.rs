//! What one would expect and what is not so: the traps, as far as the other tables do not hold them.

use syntax::Language;

use super::support::{Pattern, Place, binds, check, find_by_rule, no, of, ranges, yes};

const PYTHON: Place = Place::file(Language::Python);
const JAVASCRIPT: Place = Place::file(Language::JavaScript);
const JAVA: Place = Place {
    language: Language::Java,
    before: "class Whole { void whole() { ",
    after: " } }\n",
};
const GO: Place = Place {
    language: Language::Go,
    before: "package whole\nfunc whole() {\n",
    after: "\n}\n",
};

#[test]
fn an_ellipsis_with_a_semicolon_is_also_an_empty_statement() {
    check(JAVASCRIPT, SEMICOLONS);
    check(JAVA, SEMICOLONS);
    check(GO, SEMICOLONS_OF_GO);
}

const SEMICOLONS: &[Pattern] = &[
    of(
        "if (key) { ...; send(); ... }",
        &[no("if (key) { low(); send(); high(); }")],
    ),
    of(
        "if (key) { ... send(); ... }",
        &[yes("if (key) { low(); send(); high(); }")],
    ),
];

const SEMICOLONS_OF_GO: &[Pattern] = &[of(
    "if key { ...; send(); ... }",
    &[yes("if key { low(); send(); high() }")],
)];

#[test]
fn an_expression_and_a_statement_are_two_patterns() {
    check(JAVA, STATEMENTS);
}

const STATEMENTS: &[Pattern] = &[
    of("send()", &[ranges("int key = send();", &["send()"])]),
    of("send();", &[ranges("int key = send();", &["int key = send();"])]),
    of("send()", &[yes("if (send()) { }")]),
    of("send();", &[no("if (send()) { }")]),
];

#[test]
fn what_looks_equal_is_compared_as_it_is_written() {
    check(PYTHON, EQUIVALENCES);
    check(JAVASCRIPT, EQUIVALENCES_OF_JAVASCRIPT);
}

const EQUIVALENCES: &[Pattern] = &[
    of("{\"low\": 1}", &[no("row = {\"low\": 1, **rest}")]),
    of("send(..., wait=2)", &[no("send(wait=2, retry=3)")]),
    of(
        "@mark\ndef $NAME(): ...",
        &[no("@mark(1)\ndef run(): pass"), yes("@mark()\ndef run(): pass")],
    ),
    of(
        "from net import peer",
        &[yes("from net.near import peer"), yes("import net.peer")],
    ),
    of("key == None", &[no("None == key")]),
    of("key = key + 1", &[no("key += 1")]),
    of("rows.get(\"key\")", &[no("rows[\"key\"]")]),
    of("send()", &[yes("def run():\n  send = 1\nsend()")]),
];

const EQUIVALENCES_OF_JAVASCRIPT: &[Pattern] = &[
    of("low && high", &[no("low && key && high")]),
    of("low | high", &[yes("low | key | high")]),
    of("low != high", &[no("!(low == high)")]),
    of("send()", &[no("this.send()")]),
    of("var key = $VALUE", &[yes("const key = 1")]),
    of("const key = $VALUE", &[no("let key = 1")]),
    of("let key", &[no("let key = 1"), yes("let key")]),
    of("send(<... key ...>)", &[no("send(() => { key() })")]),
    of(
        "net.send()",
        &[yes("net.send()"), yes("import {send} from './lib/net'; send()")],
    ),
];

#[test]
fn a_type_may_be_named_like_the_variable_and_has_relatives() {
    check(JAVA, TYPES);
}

const TYPES: &[Pattern] = &[
    of("(Peer $NEAR).send()", &[yes("Peer.send();")]),
    of("send((long $SIZE))", &[yes("Integer key = 1; send(key);")]),
    of("send((str $TEXT))", &[yes("String text = take(); send(text);")]),
];

#[test]
fn patterns_that_start_or_end_in_ellipses_multiply() {
    check(PYTHON, ENDS);
}

const ENDS: &[Pattern] = &[
    of(
        "low()\n...",
        &[ranges(
            "low()\none()\ntwo()",
            &["low()", "low()\none()", "low()\none()\ntwo()"],
        )],
    ),
    of("...\nlow()", &[ranges("one()\nlow()", &["one()\nlow()", "low()"])]),
];

#[test]
fn a_cast_below_the_root_gives_two_results() {
    check(JAVA, CASTS);
}

const CASTS: &[Pattern] = &[of(
    "send($ARG)",
    &[binds("send((int) key);", "$ARG", &["(int) key", "key"])],
)];

#[test]
fn a_string_of_a_pattern_need_not_be_in_the_text() {
    check(PYTHON, JOINED);
}

const JOINED: &[Pattern] = &[of("send(\"key\")", &[yes("send(\"ke\" + \"y\")")])];

#[test]
fn a_range_with_two_bindings_is_one_result_unless_the_message_tells_them_apart() {
    let rule = "message: found\npattern: send(..., $ARG, ...)";
    let found = find_by_rule(Language::Python, rule, "send(1, 2, 3)\n");
    let bound = found.map(|found| {
        let all = found.into_iter().flat_map(|one| one.metavariables);
        all.map(|one| one.text).collect::<Vec<_>>()
    });
    assert_eq!(bound, Ok(vec!["1".to_owned()]));
}
