use crate::rule::testing::{conjunction, in_language, only_rule, refused, shown_problems, sketch_condition, warned};

#[test]
fn conditions_of_the_older_form_are_read() {
    for (condition, expected) in [
        ("metavariable-regex: {metavariable: $X, regex: a}", "$X =~ /a/"),
        (
            "metavariable-regex: {metavariable: $...X, regex: a, constant-propagation: 'true'}",
            "value $...X =~ /a/",
        ),
        ("metavariable-regex: {metavariable: $1, regex: a}", "$1 =~ /a/"),
        ("metavariable-pattern: {metavariable: $X, pattern: a}", "$X: a"),
        (
            "metavariable-pattern: {metavariable: $X, patterns: [{pattern-not: a}]}",
            "$X: all(not a)",
        ),
        (
            "metavariable-pattern: {metavariable: $X, pattern-either: [{patterns: [{pattern-not: a}]}]}",
            "$X: any(all(not a))",
        ),
        (
            "metavariable-pattern: {metavariable: $X, language: generic, pattern: a}",
            "$X in Generic: a",
        ),
        (
            "metavariable-pattern: {metavariable: $X, language: regex, pattern-regex: a}",
            "$X in Regex: /a/",
        ),
        ("metavariable-comparison: {comparison: $X > 1}", "$X > 1"),
        (
            "metavariable-comparison: {metavariable: $X, comparison: $X > 1, strip: true, base: 8}",
            "strip $X > 1",
        ),
        (
            "metavariable-analysis: {metavariable: $X, analyzer: redos}",
            "$X is Redos",
        ),
        (
            "metavariable-analysis: {metavariable: $X, analyzer: {kind: entropy}}",
            "$X is Entropy",
        ),
        ("metavariable-type: {metavariable: $X, type: str}", "$X: str"),
        (
            "metavariable-type: {metavariable: $X, types: [str, int]}",
            "$X: str|int",
        ),
    ] {
        let all = conjunction(&format!("patterns: [{{pattern: f($X)}}, {{{condition}}}]"));
        assert_eq!(sketch_condition(&all.conditions[0]), expected, "{condition}");
    }
    for (condition, expected) in [
        (
            "metavariable-regex: {regex: a}",
            "key `metavariable-regex`, line 6: the key `metavariable` is missing",
        ),
        ("metavariable-regex: {metavariable: $X}", "the key `regex` is missing"),
        (
            "metavariable-regex: {metavariable: $X, regex: 12}",
            "key `regex`, line 6: a text is expected",
        ),
        (
            "metavariable-regex: {metavariable: X, regex: a}",
            "`X` is no metavariable: write `$` and upper-case letters",
        ),
        (
            "metavariable-regex: {metavariable: $x, regex: a}",
            "`$x` is no metavariable",
        ),
        (
            "metavariable-regex: {metavariable: $Ab, regex: a}",
            "`$Ab` is no metavariable",
        ),
        (
            "metavariable-regex: {metavariable: $..., regex: a}",
            "`$...` is no metavariable",
        ),
        (
            "metavariable-regex: {metavariable: $1A, regex: a}",
            "`$1A` is no metavariable",
        ),
        (
            "metavariable-regex: {metavariable: $X, regex: a, constant-propagation: maybe}",
            "`true` or `false` is expected",
        ),
        (
            "metavariable-regex: $X",
            "key `metavariable-regex`, line 6: a mapping is expected",
        ),
        (
            "metavariable-pattern: {metavariable: $X}",
            "there is nothing to look for",
        ),
        (
            "metavariable-pattern: {metavariable: $X, pattern: a, pattern-regex: b}",
            "only one of",
        ),
        (
            "metavariable-pattern: {metavariable: $X, pattern-not: a}",
            "only negate directly inside `patterns`",
        ),
        (
            "metavariable-pattern: {metavariable: $X, patterns: []}",
            "the list is empty",
        ),
        (
            "metavariable-pattern: {metavariable: $X, language: ocaml, pattern: a}",
            "language ocaml is not supported",
        ),
        (
            "metavariable-pattern: {metavariable: $X, language: zork, pattern: a}",
            "unknown language zork",
        ),
        (
            "metavariable-pattern: {metavariable: $X, language: regex, pattern: a}",
            "the language `regex` has no patterns",
        ),
        (
            "metavariable-comparison: {metavariable: $X}",
            "the key `comparison` is missing",
        ),
        (
            "metavariable-comparison: {comparison: $X > 1, strip: true}",
            "the key `metavariable` is missing",
        ),
        ("metavariable-comparison: {comparison: ''}", "the expression is empty"),
        (
            "metavariable-analysis: {metavariable: $X, analyzer: entropy_v2}",
            "the analyzer `entropy_v2` is not supported",
        ),
        ("metavariable-type: {metavariable: $X}", "the key `type` is missing"),
        (
            "metavariable-type: {metavariable: $X, type: a, language: ruby}",
            "the types of expressions are not known",
        ),
        (
            "metavariable-zork: {metavariable: $X}",
            "unknown operator `metavariable-zork`",
        ),
        (
            "focus-metavariable: []",
            "the list is empty: name at least one metavariable",
        ),
        ("focus-metavariable: X", "`X` is no metavariable"),
    ] {
        refused(&[(&format!("patterns: [{{pattern: f($X)}}, {{{condition}}}]"), expected)]);
    }
    warned(&[
        (
            "patterns: [{pattern: f($X)}, {metavariable-regex: {metavariable: $X, regex: a, zork: 1}}]",
            "key `zork`, line 6: this key is unknown and has no effect; known are: metavariable, regex, constant-propagation",
        ),
        // Trap 23.
        (
            "patterns: [{pattern: f($_)}, {focus-metavariable: $_}]",
            "`$_` is never bound",
        ),
    ]);
    let javascript = in_language(
        "js",
        "patterns: [{pattern: f($X)}, {metavariable-type: {metavariable: $X, type: a}}]",
    );
    assert!(shown_problems(&javascript).contains("the types of expressions are not known in this language"));
    let generic = "patterns: [{pattern: f $Ab}, {focus-metavariable: $Ab}]";
    only_rule(in_language("generic", generic), generic);
    conjunction(
        "patterns:\n- pattern: f($X)\n- metavariable-pattern:\n    metavariable: $X\n    language: generic\n    \
         patterns: [{pattern: a $Ab}, {metavariable-regex: {metavariable: $Ab, regex: b}}]",
    );
}
