//! `options`, as far as the tables of patterns do not try them.

use super::support::{
    GENERIC, JAVASCRIPT, PYTHON, Rule, TYPESCRIPT, check, check_refused, lines, nothing, rule, texts,
};

#[test]
fn options_change_what_a_pattern_matches() {
    check(PYTHON, OF_PYTHON);
    check(JAVASCRIPT, OF_JAVASCRIPT);
    check(TYPESCRIPT, OF_TYPESCRIPT);
    check_refused(
        PYTHON,
        &[
            (
                "pattern: send()\noptions: {ac_matching: 1}",
                "`true` or `false` is expected",
            ),
            ("pattern: send()\noptions: {attr_exp: true}", "this option is unknown"),
        ],
    );
}

const OF_PYTHON: &[Rule] = &[
    rule(
        "pattern: send(\"key\")\noptions: {constant_propagation: \"false\"}",
        &[texts("text = \"key\"\nsend(text)\nsend(\"key\")\n", &["send(\"key\")"])],
    ),
    // Sums and products keep their order, `|` does not.
    rule(
        "pattern: low + high",
        &[texts("low + high\nhigh + low\n", &["low + high"])],
    ),
    rule(
        "pattern: low * high",
        &[texts("low * high\nhigh * low\n", &["low * high"])],
    ),
    rule(
        "pattern: low & high",
        &[texts("low & high\nhigh & low\n", &["low & high", "high & low"])],
    ),
    rule(
        "pattern: low ^ high",
        &[texts("low ^ high\nhigh ^ low\n", &["low ^ high", "high ^ low"])],
    ),
    // The older name of `symmetric_eq`.
    rule(
        "pattern: low != high\noptions: {commutative_compop: true}",
        &[texts("high != low\n", &["high != low"])],
    ),
    rule("pattern: low != high", &[nothing("high != low\n")]),
    // The first findings of a file in the order of the output.
    rule(
        "pattern: send(...)\noptions: {max_match_per_file: 2}",
        &[lines("send(1)\nsend(2)\nsend(3)\n", &[1, 2])],
    ),
];

const OF_JAVASCRIPT: &[Rule] = &[
    rule("pattern: $X = 1", &[texts("var key = 1;\n", &["key = 1"])]),
    rule(
        "pattern: $X = 1\noptions: {vardef_assign: false}",
        &[texts("var key = 1;\nsize = 1;\n", &["size = 1"])],
    ),
    rule(
        "pattern: var $X = 1",
        &[lines("let low = 1;\nconst high = 1;\nvar key = 1;\n", &[1, 2, 3])],
    ),
    rule(
        "pattern: var $X = 1\noptions: {let_is_var: false}",
        &[lines("let low = 1;\nconst high = 1;\nvar key = 1;\n", &[3])],
    ),
    rule(
        "pattern: <Row />",
        &[texts(
            "low = <Row></Row>; high = <Row>a</Row>; key = <Row />;\n",
            &["<Row></Row>", "<Row>a</Row>", "<Row />"],
        )],
    ),
    rule(
        "pattern: <Row />\noptions: {xml_singleton_loose_matching: false}",
        &[texts(
            "low = <Row></Row>; high = <Row>a</Row>; key = <Row />;\n",
            &["<Row />"],
        )],
    ),
    rule(
        "pattern: <Row at={key} />",
        &[texts(
            "low = <Row at={key} by={size} />;\n",
            &["<Row at={key} by={size} />"],
        )],
    ),
    rule(
        "pattern: <Row at={key} />\noptions: {xml_attrs_implicit_ellipsis: false}",
        &[nothing("low = <Row at={key} by={size} />;\n")],
    ),
    rule(
        "pattern: <Row><Low /><High /></Row>",
        &[nothing("key = <Row><High /><Low /></Row>;\n")],
    ),
    rule(
        "pattern: <Row><Low /><High /></Row>\noptions: {xml_children_ordered: false}",
        &[texts(
            "key = <Row><High /><Low /></Row>;\n",
            &["<Row><High /><Low /></Row>"],
        )],
    ),
    rule(
        "pattern: (...) => { ... }\noptions: {arrow_is_function: false}",
        &[texts("run(function() {}); run(() => {});\n", &["() => {}"])],
    ),
];

const OF_TYPESCRIPT: &[Rule] = &[rule(
    "pattern: \"@page(1) class $NAME { ... }\"\noptions: {decorators_order_matters: true}",
    &[lines("@page(1) class Low {}\n@page(2) class High {}\n", &[1])],
)];

#[test]
fn options_of_generic_mode_are_those_of_the_rule() {
    check(GENERIC, OF_GENERIC);
}

const OF_GENERIC: &[Rule] = &[
    rule(
        "pattern: low ... high\noptions: {generic_ellipsis_max_span: 0}",
        &[lines("low\nhigh\nlow mid high\n", &[3])],
    ),
    rule(
        "pattern: low high\noptions: {generic_comment_style: c}",
        &[lines("low /* mid */ high\n", &[1]), nothing("low // mid\nhigh\n")],
    ),
    rule(
        "pattern: low high\noptions: {generic_comment_style: cpp}",
        &[lines("low // mid\nhigh\n", &[1])],
    ),
    rule(
        "pattern: low high\noptions: {generic_comment_style: shell}",
        &[lines("low # mid\nhigh\n", &[1])],
    ),
    rule("pattern: low high", &[nothing("low # mid\nhigh\n")]),
    rule(
        "pattern: low ... high\noptions: {generic_engine: aliengrep, generic_multiline: false}",
        &[lines("low\nhigh\nlow mid high\n", &[3])],
    ),
    rule(
        "pattern: low .... high\noptions: {generic_engine: aliengrep, generic_multiline: false}",
        &[lines("low\nhigh\n", &[1])],
    ),
    rule(
        "pattern: low high\noptions: {generic_engine: aliengrep, generic_caseless: true}",
        &[lines("LOW High\n", &[1])],
    ),
    rule(
        "pattern: key $X end\noptions: {generic_engine: aliengrep, generic_extra_word_characters: [\"-\"]}",
        &[lines("key a-b end\n", &[1])],
    ),
    rule(
        "pattern: (low ... high)\noptions: {generic_engine: aliengrep}",
        &[
            lines("(low (mid) high)\n", &[1]),
            nothing("(low) (high)\n"),
            lines("(low> <high)\n", &[1]),
        ],
    ),
    rule(
        "pattern: <low ... high>\noptions: {generic_engine: aliengrep, generic_braces: [[\"<\", \">\"]]}",
        &[nothing("<low> <high>\n"), lines("<low) (high>\n", &[1])],
    ),
    rule(
        "pattern: <low ... high>\noptions: {generic_engine: aliengrep}",
        &[lines("<low> <high>\n", &[1])],
    ),
    rule(
        "pattern: (low ... high)\noptions: {generic_engine: aliengrep, generic_braces: [[\"<\", \">\"]]}",
        &[lines("(low) (high)\n", &[1])],
    ),
    rule(
        "pattern: (low ... high)\noptions: {generic_engine: aliengrep, generic_extra_braces: [[\"<\", \">\"]]}",
        &[nothing("(low) (high)\n"), nothing("<(low) high>\n")],
    ),
];
