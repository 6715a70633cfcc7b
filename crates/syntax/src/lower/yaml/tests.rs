use super::super::shown::{check, of_file, pattern, ranges, statements};
use crate::grammar::Grammar;
use crate::tree::{Kind, ProblemKind};
use crate::{Language, lower};

fn yaml(text: &str) -> String {
    statements(Language::Yaml, text)
}

#[test]
fn mappings_sequences_and_documents_have_their_shapes() {
    check(
        &[
            (
                "a: 1\nb:\n  - x\n  - k: v\n    j: w\n  -\nc:",
                "ExpressionStatement(Dict(Pair(Str a, Float 1), Pair(Str b, List(Str x, Dict(Pair(Str k, Str v), Pair(Str j, Str w)), Null null)), Pair(Str c, Null null)))",
            ),
            (
                "{a, b: 1, 'c': [1, d: 2]}",
                "ExpressionStatement(Dict(Pair(Str a, Null null), Pair(Str b, Float 1), Pair(Str c, List(Float 1, Dict(Pair(Str d, Float 2))))))",
            ),
            ("? a\n: b", "ExpressionStatement(Dict(Pair(Str a, Str b)))"),
            (
                "--- \na: b\n---\n- c\n---\n",
                "ExpressionStatement(Dict(Pair(Str a, Str b))); ExpressionStatement(List(Str c))",
            ),
            ("%YAML 1.2\n---\na", "ExpressionStatement(Str a)"),
            (
                "a: !tag {b: c}\n!!str d: !!str 1",
                "ExpressionStatement(Dict(Pair(Str a, Cast(Identifier !tag, Dict(Pair(Str b, Str c)))), Pair(Str d, Str 1)))",
            ),
            ("", ""),
        ],
        yaml,
    );
}

#[test]
fn plain_scalars_have_the_types_of_both_versions() {
    check(
        &[
            (
                "[yes, True, on, no, FALSE, Off]",
                "ExpressionStatement(List(Bool true, Bool true, Bool true, Bool false, Bool false, Bool false))",
            ),
            (
                "[~, null, NULL]",
                "ExpressionStatement(List(Null null, Null null, Null null))",
            ),
            (
                "[1, 1.0, 0x10, 0o10, -1.5e3, +2, 1_000, .5, -.5]",
                "ExpressionStatement(List(Float 1, Float 1, Float 16, Float 8, Float -1500, Float 2, Float 1000, Float 0.5, Float -0.5))",
            ),
            (
                "[1.2.3, 1a, '1', \"true\", .inf, nan, 2001-01-01, y, 0x, 1_]",
                "ExpressionStatement(List(Str 1.2.3, Str 1a, Str 1, Str true, Str .inf, Str nan, Str 2001-01-01, Str y, Str 0x, Str 1_))",
            ),
        ],
        yaml,
    );
}

#[test]
fn strings_are_decoded() {
    check(
        &[
            ("a: 'it''s'", "ExpressionStatement(Dict(Pair(Str a, Str it's)))"),
            (
                r#"a: "t\tq\"x\x41\u00e9\N""#,
                "ExpressionStatement(Dict(Pair(Str a, Str t\tq\"xAé\u{85})))",
            ),
            (
                "a: one\n  two\n\n  three",
                "ExpressionStatement(Dict(Pair(Str a, Str one two\nthree)))",
            ),
            (
                "a: \"b \\\n   c\n   d\n\n   e\"",
                "ExpressionStatement(Dict(Pair(Str a, Str b c d\ne)))",
            ),
            (
                "a: |\n  b\n    c\n\n  d\n\n",
                "ExpressionStatement(Dict(Pair(Str a, Str b\n  c\n\nd\n)))",
            ),
            (
                "a: |+\n  b\n\nc: d",
                "ExpressionStatement(Dict(Pair(Str a, Str b\n\n), Pair(Str c, Str d)))",
            ),
            ("a: |-\n  b\n", "ExpressionStatement(Dict(Pair(Str a, Str b)))"),
            (
                "a: >\n  b\n  c\n\n  d\n    e\n  f\n",
                "ExpressionStatement(Dict(Pair(Str a, Str b c\nd\n  e\nf\n)))",
            ),
            (
                "a:\n  - |2\n     b\n",
                "ExpressionStatement(Dict(Pair(Str a, List(Str  b\n))))",
            ),
            ("a: |\n  b", "ExpressionStatement(Dict(Pair(Str a, Str b)))"),
        ],
        yaml,
    );
}

#[test]
fn an_alias_is_the_node_of_its_anchor_at_its_own_place() {
    let text = "a: &k {x: 1}\nb: *k";
    check(
        &[
            (
                text,
                "ExpressionStatement(Dict(Pair(Str a, Dict(Pair(Str x, Float 1))), Pair(Str b, Dict(Pair(Str x, Float 1)))))",
            ),
            (
                "a: &k 1\n---\nb: 2",
                "ExpressionStatement(Dict(Pair(Str a, Float 1))); ExpressionStatement(Dict(Pair(Str b, Float 2)))",
            ),
            (
                "<<: &k {a: b}\nc: {<<: *k}",
                "ExpressionStatement(Dict(Pair(Str <<, Dict(Pair(Str a, Str b))), Pair(Str c, Dict(Pair(Str <<, Dict(Pair(Str a, Str b)))))))",
            ),
        ],
        yaml,
    );
    assert_eq!(ranges(Language::Yaml, text, Kind::Dict)[1..], ["{x: 1}", "*k"]);
}

#[test]
fn aliases_without_an_anchor_and_in_it_are_listed() {
    for text in ["a: *k", "a: &k [*k]", "a: &k 1\n---\nb: *k"] {
        let tree = lower(Language::Yaml, &text.into(), None).expect("a tree");
        let kinds: Vec<_> = tree.problems().iter().map(|problem| problem.kind).collect();
        assert_eq!(kinds, [ProblemKind::Syntax], "{text}");
    }
}

#[test]
fn aliases_of_aliases_stay_bounded() {
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for at in 1..30 {
        let alias = format!("*a{}, ", at - 1).repeat(9);
        text.push_str(&format!("a{at}: &a{at} [{alias}]\n"));
    }
    let tree = lower(Language::Yaml, &text.into(), None).expect("a tree");
    assert!(tree.len() < 30_000, "{}", tree.len());
    assert_eq!(tree.problems()[0].kind, ProblemKind::TooLarge);
}

#[test]
fn placeholders_are_whole_scalars() {
    let rows = [
        (
            "a: __OG_VAR_X",
            "ExpressionStatement(Dict(Pair(Str a, Metavariable $X)))",
        ),
        (
            "a: 1\n__OG_ELLIPSIS: __OG_ELLIPSIS\n__OG_VAR_K: \"$V\"",
            "ExpressionStatement(Dict(Pair(Str a, Float 1), Ellipsis, Pair(Metavariable $K, Str $V)))",
        ),
        (
            "- __OG_ELLIPSIS\n- 2\n- __OG_LIST_A",
            "ExpressionStatement(List(Ellipsis, Float 2, MetavariableEllipsis $...A))",
        ),
        (
            "{__OG_ELLIPSIS, a: __OG_ELLIPSIS}",
            "ExpressionStatement(Dict(Ellipsis, Pair(Str a, Ellipsis)))",
        ),
        (
            "\"=~/^a/\": x__OG_VAR_X",
            "ExpressionStatement(Dict(Pair(Str =~/^a/, Str x__OG_VAR_X)))",
        ),
    ];
    check(&rows, |text| pattern(Grammar::Yaml, text));
}

#[test]
fn what_a_range_covers() {
    assert_eq!(
        ranges(Language::Yaml, "b:\n  a: 1  # c\nd: 'e'\n", Kind::Pair),
        ["b:\n  a: 1", "a: 1", "d: 'e'"]
    );
    assert_eq!(
        ranges(Language::Yaml, "a: &k 1\nb: *k", Kind::Pair),
        ["a: &k 1", "b: *k"]
    );
    assert_eq!(
        ranges(Language::Yaml, "a:\n  - k: 1\n    j: 2\n", Kind::Dict)[1..],
        ["k: 1\n    j: 2"]
    );
    assert_eq!(ranges(Language::Yaml, "a: 'b'", Kind::Str), ["a", "'b'"]);
}

#[test]
fn broken_text_keeps_the_rest_and_is_listed() {
    let tree = lower(Language::Yaml, &"a: 1\nb: {{ .Values.x }}\nc: [\nd: 2\n".into(), None).expect("a tree");
    assert!(of_file(&tree).contains("Pair(Str a, Float 1)"), "{}", of_file(&tree));
    assert!(!tree.problems().is_empty());
}

#[test]
fn what_is_too_deep_is_cut_off_and_listed() {
    let text = format!("a: {}{}", "[".repeat(600), "]".repeat(600));
    let tree = lower(Language::Yaml, &text.into(), None).expect("a tree");
    assert_eq!(tree.problems()[0].kind, ProblemKind::TooDeep);
}
