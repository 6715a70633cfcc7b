use crate::rule::testing::{loaded, refused, warned};
use crate::rule::{CommentStyle, GenericEngine, Options};

#[test]
fn options_have_their_names_types_and_defaults() {
    // Every switch has another value than its default.
    let switches: Vec<(&str, bool)> = vec![
        ("constant_propagation", true),
        ("symbolic_propagation", false),
        ("ac_matching", true),
        ("commutative_boolop", false),
        ("symmetric_eq", false),
        ("vardef_assign", true),
        ("flddef_assign", false),
        ("attr_expr", true),
        ("unify_ids_strictly", true),
        ("arrow_is_function", true),
        ("let_is_var", true),
        ("go_deeper_expr", true),
        ("go_deeper_stmt", true),
        ("implicit_deep_exprstmt", true),
        ("implicit_ellipsis", true),
        ("xml_singleton_loose_matching", true),
        ("xml_attrs_implicit_ellipsis", true),
        ("xml_children_ordered", true),
        ("decorators_order_matters", false),
        ("implicit_return", true),
        ("generic_multiline", true),
        ("generic_caseless", false),
    ];
    for (name, default) in switches {
        let changed = loaded(&format!("pattern: x\noptions: {{{name}: {}}}", !default)).options;
        let same = loaded(&format!("pattern: x\noptions: {{{name}: '{default}'}}")).options;
        assert_ne!(changed, Options::default(), "{name}");
        assert_eq!(same, Options::default(), "{name}");
    }
    let options = loaded(
        "pattern: x\noptions:\n  commutative_compop: true\n  max_match_per_file: 3\n  generic_engine: aliengrep\n  \
         generic_ellipsis_max_span: 0\n  generic_comment_style: cpp\n  generic_braces: [['(', ')']]\n  \
         generic_extra_braces: [['<', '>']]\n  generic_extra_word_characters: ['-']\n  taint_match_on: source\n  interfile: true\n  \
         timeout: 2.5\n  cpp_parsing_pref: as_fundef",
    )
    .options;
    assert!(options.symmetric_eq);
    assert_eq!(options.max_match_per_file, Some(3));
    assert_eq!(options.generic.engine, GenericEngine::Aliengrep);
    assert_eq!(options.generic.ellipsis_max_span, 0);
    assert_eq!(options.generic.comment_style, Some(CommentStyle::Cpp));
    assert_eq!(options.generic.braces, Some(vec![(b'(', b')')]));
    assert_eq!(options.generic.extra_braces, [(b'<', b'>')]);
    assert_eq!(options.generic.extra_word_characters, [b'-']);
    assert_eq!(
        options.taint,
        [
            ("taint_focus_on".to_owned(), "source".into()),
            ("interfile".to_owned(), true.into()),
            ("timeout".to_owned(), 2.5.into()),
            ("cpp_parsing_pref".to_owned(), "as_fundef".into()),
        ]
    );
    for name in KEPT_SWITCHES {
        let options = loaded(&format!("pattern: x\noptions: {{{name}: true}}")).options;
        assert_eq!(options.taint, [(name.to_owned(), true.into())]);
    }
    // Trap 34.
    warned(&[
        (
            "pattern: x\noptions: {zork: 1}",
            "key `zork`, line 7: this option is unknown and has no effect",
        ),
        (
            "pattern: x\noptions: {guarded_taint_signatures: true}",
            "key `guarded_taint_signatures`, line 7: this option has no effect",
        ),
    ]);
    refused(&[
        (
            "pattern: x\noptions: [a]",
            "key `options`, line 7: a mapping is expected",
        ),
        (
            "pattern: x\noptions: {attr_expr: 1}",
            "key `attr_expr`, line 7: `true` or `false` is expected, this is a number",
        ),
        (
            "pattern: x\noptions: {max_match_per_file: -1}",
            "a whole number from 0 is expected",
        ),
        (
            "pattern: x\noptions: {taint_focus_on: zork}",
            "`zork` is none of: sink, source",
        ),
        (
            "pattern: x\noptions: {generic_engine: zork}",
            "`zork` is none of: spacegrep, aliengrep",
        ),
        (
            "pattern: x\noptions: {generic_comment_style: zork}",
            "`zork` is none of: c, cpp, shell",
        ),
        (
            "pattern: x\noptions: {generic_braces: [['(']]}",
            "a pair is expected: `[open, close]`",
        ),
        (
            "pattern: x\noptions: {generic_braces: [['((', ')']]}",
            "a text of one byte is expected",
        ),
        ("pattern: x\noptions: {timeout: -1}", "a number from 0 is expected"),
        ("pattern: x\noptions: {interfile: 1}", "`true` or `false` is expected"),
    ]);
}

const KEPT_SWITCHES: [&str; 9] = [
    "interfile",
    "taint_intrafile",
    "taint_unify_mvars",
    "taint_assume_safe_functions",
    "taint_assume_safe_indexes",
    "taint_assume_safe_comparisons",
    "taint_assume_safe_booleans",
    "taint_assume_safe_numbers",
    "taint_only_propagate_through_assignments",
];
