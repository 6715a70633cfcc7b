use crate::rule::SideEffect;
use crate::rule::testing::{in_language, refused, shown_problems, sketch, taint, warned};

#[test]
fn taint_rules_of_both_forms_have_their_parts() {
    let older = taint(
        "mode: taint\n\
         pattern-sources:\n- {pattern: src(), label: A, requires: not B, exact: true, by-side-effect: only, control: 'true'}\n\
         pattern-sinks:\n- {patterns: [{pattern: 'sink($X)'}, {focus-metavariable: $X}], requires: A and not (B or C), exact: false, at-exit: true}\n\
         pattern-sanitizers:\n- {pattern-regex: clean, exact: true, by-side-effect: true, not_conflicting: true}\n\
         pattern-propagators:\n- {pattern: '$A.add($B)', from: $B, to: $A, requires: A, label: B, replace-labels: [A], by-side-effect: false}",
    );
    let newer = taint(
        "taint:\n\
         \x20 sources: [{pattern: src(), label: A, requires: not B, exact: true, by-side-effect: only, control: true}]\n\
         \x20 sinks: [{pattern: 'sink($X)', where: [{focus: $X}], requires: A and not (B or C), exact: false, at-exit: true}]\n\
         \x20 sanitizers: [{regex: clean, exact: true, by-side-effect: true, not-conflicting: true}]\n\
         \x20 propagators: [{pattern: '$A.add($B)', from: $B, to: $A, requires: A, label: B, replace-labels: [A], by-side-effect: false}]",
    );
    for taint in [older, newer] {
        let source = &taint.sources[0];
        assert_eq!(sketch(&source.formula), "src()");
        assert_eq!(
            (source.label.as_deref(), source.requires.as_deref()),
            (Some("A"), Some("not B"))
        );
        assert_eq!(
            (source.exact, source.by_side_effect, source.control),
            (true, SideEffect::Only, true)
        );
        let sink = &taint.sinks[0];
        assert_eq!(sketch(&sink.formula), "all(sink($X), focus $X)");
        assert_eq!(sink.requires.as_deref(), Some("A and not (B or C)"));
        assert_eq!((sink.exact, sink.at_exit), (false, true));
        let sanitizer = &taint.sanitizers[0];
        assert_eq!(sketch(&sanitizer.formula), "/clean/");
        assert!(sanitizer.exact && sanitizer.by_side_effect && sanitizer.not_conflicting);
        let propagator = &taint.propagators[0];
        assert_eq!((propagator.from.as_str(), propagator.to.as_str()), ("$B", "$A"));
        assert_eq!(
            (propagator.label.as_deref(), propagator.requires.as_deref()),
            (Some("B"), Some("A"))
        );
        assert_eq!(
            (propagator.replace_labels.clone(), propagator.by_side_effect),
            (Some(vec!["A".to_owned()]), false)
        );
    }
    let plain = taint(
        "taint: {sources: [src(...)], sinks: [sink(...)], sanitizers: [clean(...)], propagators: [{pattern: a, from: $A, to: $B}]}",
    );
    assert_eq!(plain.sources[0].by_side_effect, SideEffect::No);
    assert!(
        plain.sinks[0].exact
            && !plain.sources[0].exact
            && !plain.sanitizers[0].exact
            && plain.propagators[0].by_side_effect
    );
    // `mode: taint` beside `taint` says the same.
    taint("mode: taint\ntaint: {sources: [a], sinks: [b]}");
}

#[test]
fn taint_rules_that_are_wrong_are_refused() {
    let item = |item: &str| format!("mode: taint\npattern-sources: [{item}]\npattern-sinks: [{{pattern: b}}]");
    let propagator = |item: &str| format!("taint: {{sources: [a], sinks: [b], propagators: [{item}]}}");
    refused(&[
        (
            "mode: taint\npattern-sinks: []",
            "a taint rule needs the key `pattern-sources`",
        ),
        (
            "mode: taint\npattern-sources: []",
            "a taint rule needs the key `pattern-sinks`",
        ),
        (
            "taint: {sinks: [a]}",
            "key `taint`, line 6: a taint rule needs the key `sources`",
        ),
        ("taint: [a]", "key `taint`, line 6: a mapping is expected"),
        (
            &item("f()"),
            "key `pattern-sources`, line 7: a text stands here where an operator is expected: write `pattern: f()`",
        ),
        (&item("{label: A}"), "there is nothing to look for"),
        (&item("{pattern: a, pattern-regex: b}"), "only one of"),
        (
            &item("{patterns: [{pattern-not: a}]}"),
            "at least one positive term is needed",
        ),
        (
            &item("{pattern: a, focus-metavariable: $X}"),
            "this must be directly under `patterns`",
        ),
        (
            &item("{pattern: a, by-side-effect: maybe}"),
            "one of `true`, `false` and `only` is expected",
        ),
        (
            &item("{pattern: a, exact: 1}"),
            "key `exact`, line 7: `true` or `false` is expected",
        ),
        (
            &item("{pattern: a, requires: A + B}"),
            "not a Boolean expression over labels: `+` is not part",
        ),
        (&item("{pattern: a, requires: $X}"), "a metavariable is not a label"),
        (
            &item("{pattern: a, requires: [A]}"),
            "key `requires`, line 7: a text is expected, this is a list",
        ),
        (&item("{pattern: a, label: A B}"), "`A B` is no label"),
        (&item("{pattern: a, label: not}"), "`not` is no label"),
        (
            &propagator("{pattern: a, from: $A}"),
            "a propagator needs the key `to`, a metavariable of its pattern",
        ),
        (&propagator("{pattern: a, to: $A}"), "a propagator needs the key `from`"),
        (&propagator("{pattern: a, to: $A, from: B}"), "`B` is no metavariable"),
        (&propagator("a"), "a mapping is expected, this is a text"),
        (
            "taint: {sources: [{patterns: [{pattern: a}]}], sinks: [b]}",
            "belongs to the older form",
        ),
        ("taint: {sources: [{not: a}], sinks: [b]}", "only negate directly"),
    ]);
    warned(&[
        (
            "mode: taint\npattern-sources: []\npattern-sinks: [{pattern: a}]",
            "the list is empty, so the rule has no result",
        ),
        (&item("{pattern: a, foo: 1}"), "key `foo`, line 7: this key is unknown"),
        (
            "mode: taint\npattern-sources: [{pattern: a}]\npattern-sinks: [{pattern: a}]\npattern-sanitizers: [{pattern: a, not-conflicting: true}]",
            "key `not-conflicting`",
        ),
        ("taint: {sources: [a], sinks: [b], zork: 1}", "key `zork`"),
        (
            "mode: taint\npattern-sources: [{pattern: a}]\npattern-sinks: [{pattern: a}]\npattern: x",
            "this key has no effect in a rule of the mode `taint`",
        ),
        (
            "taint: {sources: [a], sinks: [b]}\npattern-sinks: []",
            "this key has no effect beside `taint`",
        ),
    ]);
    for language in ["generic", "regex"] {
        let file = in_language(language, "taint: {sources: [a], sinks: [b]}");
        assert!(shown_problems(&file).contains("`generic` and `regex` have no flows"));
    }
}
