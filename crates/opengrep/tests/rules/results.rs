//! What of the results is reported: which are one, in which order, and that no search for words hides one.

use proptest::prelude::*;
use syntax::Language;

use super::support::{
    GO, JAVA, JAVASCRIPT, PYTHON, Place, Rule, all, check, engine_of, find, lines, messages, nothing, rule,
    rule_file_item, scan, texts,
};

#[test]
fn results_that_read_the_same_are_one() {
    check(PYTHON, ONE);
}

const ONE: &[Rule] = &[
    // Fewer bindings win.
    rule(
        "pattern-either:\n  - pattern: send($X)\n  - pattern: send(1)",
        &[texts("send(1)\n", &["send(1)"])],
    ),
    rule(
        "message: found $X\npattern-either:\n  - pattern: send($X)\n  - pattern: send(1)",
        &[messages("send(1)\n", &["found $X", "found 1"])],
    ),
    // Earlier bindings win.
    all(
        &["pattern-inside: \"def $F(...): ...\"", "pattern: send()"],
        &[texts("def low():\n  def high():\n    send()\n", &["send()"])],
    ),
    rule(
        "pattern: send(..., $X, ...)\nfix: take($X)",
        &[super::support::fixes("send(1, 2, 3)\n", &["take(1)"])],
    ),
];

#[test]
fn fewer_or_earlier_bindings_are_shown() {
    let bound = |lines: &str, code: &str| -> Vec<Vec<(String, String)>> {
        let found = find(PYTHON, lines, code).findings.into_iter();
        found
            .map(|finding| {
                let bound = finding.metavariables.into_iter();
                bound.map(|bound| (bound.name, bound.text)).collect()
            })
            .collect()
    };
    let either = "pattern-either:\n  - pattern: send($X)\n  - pattern: send(1)";
    assert_eq!(bound(either, "send(1)\n"), [[]]);
    let inside = "patterns:\n  - pattern-inside: \"def $F(...): ...\"\n  - pattern: send()";
    let nested = "def low():\n  def high():\n    send()\n";
    assert_eq!(bound(inside, nested), [[("$F".to_owned(), "low".to_owned())]]);
    let several = "pattern: send(..., $X, ...)";
    assert_eq!(bound(several, "send(1, 2, 3)\n"), [[("$X".to_owned(), "1".to_owned())]]);
}

#[test]
fn findings_are_ordered_by_place_and_then_by_rule() {
    let items = [
        rule_file_item(PYTHON, "b", "pattern: send(...)"),
        rule_file_item(PYTHON, "a", "pattern: send(...)"),
        rule_file_item(PYTHON, "c", "pattern: $X"),
    ];
    let engine = engine_of(&format!("rules:\n{}", items.concat())).expect("the rules are correct");
    let report = scan(&engine, Some(Language::Python), "send(1)\nsend()\n");
    let ids: Vec<String> = engine.rules().map(|rule| rule.id.clone()).collect();
    let found: Vec<_> = report
        .findings
        .iter()
        .map(|one| (one.range.clone(), ids[one.rule].as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (0..4, "c"),
            (0..7, "a"),
            (0..7, "b"),
            (0..7, "c"),
            (5..6, "c"),
            (8..12, "c"),
            (8..14, "a"),
            (8..14, "b"),
            (8..14, "c"),
        ]
    );
}

#[test]
fn a_rule_runs_on_the_files_of_each_of_its_languages() {
    let several = "languages: [javascript, python]\npattern: function $F() { ... }";
    let engine = engine_of(&format!("rules:\n{}", rule_file_item(PYTHON, "r", several))).expect("correct");
    for (language, code, findings) in [
        (Language::JavaScript, "function low() { }\n", 1),
        (Language::Python, "def low(): pass\n", 1),
        (Language::TypeScript, "function low() { }\n", 1),
        (Language::Java, "class Near { void low() { } }\n", 0),
    ] {
        assert_eq!(
            scan(&engine, Some(language), code).findings.len(),
            findings,
            "{language:?}"
        );
    }
    // Patterns are read in the first language that can read them.
    let last = "languages: [python, javascript]\npattern: function $F() { ... }";
    let engine = engine_of(&format!("rules:\n{}", rule_file_item(PYTHON, "r", last))).expect("correct");
    assert_eq!(
        scan(&engine, Some(Language::JavaScript), "function low() { }\n")
            .findings
            .len(),
        1
    );
    // Rules for TypeScript do not run on JavaScript.
    let only = "languages: [typescript]\npattern: send()";
    let engine = engine_of(&format!("rules:\n{}", rule_file_item(PYTHON, "r", only))).expect("correct");
    assert_eq!(scan(&engine, Some(Language::JavaScript), "send()\n").findings, []);
    assert_eq!(scan(&engine, Some(Language::TypeScript), "send()\n").findings.len(), 1);
}

/// What a pattern says need not be written in the text.
#[test]
fn no_finding_is_lost_because_a_word_is_not_in_the_text() {
    check(PYTHON, WORDS);
    check(JAVA, WORDS_OF_JAVA);
    check(JAVASCRIPT, WORDS_OF_JAVASCRIPT);
    check(GO, WORDS_OF_GO);
}

const WORDS: &[Rule] = &[
    rule(
        "pattern: net.send($X, \"low\")",
        &[lines("net.send(1, \"lo\" + \"w\")\n", &[1])],
    ),
    rule(
        "pattern-either:\n  - pattern: send(...)\n  - pattern: $F(1)",
        &[lines("take(1)\n", &[1])],
    ),
    // A metavariable that is a name in one branch and a text in another.
    all(
        &[
            "pattern-either:\n  - pattern: $F(1)\n  - pattern: send(\"$F\")",
            "metavariable-regex: {metavariable: $F, regex: foobar}",
        ],
        &[texts(
            "send(\"foo\" + \"bar\")\nfoobar(1)\nlow(1)\n",
            &["send(\"foo\" + \"bar\")", "foobar(1)"],
        )],
    ),
    all(
        &[
            "pattern: $F(...)",
            "metavariable-regex: {metavariable: $F, regex: '^(low|high)$'}",
        ],
        &[texts("low()\nhigh()\nlower()\n", &["low()", "high()"])],
    ),
    // What a negation or a condition names need not be there.
    all(
        &[
            "pattern: send($X)",
            "pattern-not: take(...)",
            "pattern-not-inside: high(...)",
        ],
        &[lines("send(1)\n", &[1])],
    ),
    all(
        &[
            "pattern: send($X)",
            "metavariable-pattern:\n  metavariable: $X\n  patterns:\n    - pattern-not: take(...)",
        ],
        &[lines("send(1)\n", &[1])],
    ),
    rule("pattern: send(1000)", &[lines("send(1_000)\n", &[1])]),
    rule("pattern: $X == $X", &[lines("1 == 1\n", &[1])]),
    rule(
        "pattern-either:\n  - patterns:\n    - pattern: send(...)\n    - pattern-inside: high(...)\n  - pattern: take()",
        &[lines("take()\n", &[1]), nothing("send()\n")],
    ),
];

const WORDS_OF_JAVA: &[Rule] = &[
    rule(
        "pattern: (Peer $X).send(1)",
        &[lines("var near = new Peer(); near.send(1);", &[1])],
    ),
    rule("pattern: (String $X).length()", &[lines("\"low\".length();", &[1])]),
];

const WORDS_OF_JAVASCRIPT: &[Rule] = &[
    rule(
        "pattern: import near from 'net/peer'",
        &[lines("import near from 'net/peer';\n", &[1])],
    ),
    rule("pattern: send(\"low\")", &[lines("send('lo' + 'w');\n", &[1])]),
];

const WORDS_OF_GO: &[Rule] = &[rule("pattern: take(\"low\")", &[lines("take(\"lo\" + \"w\")\n", &[3])])];

#[test]
fn a_failure_of_one_rule_leaves_the_others_alone() {
    const CODE: &str = "send(0)\nsend(1)\n";
    let bad = "patterns:\n  - pattern: send($X)\n  - metavariable-comparison: {comparison: 1 / $X == 1}";
    let focus = "patterns:\n  - pattern: send($X)\n  - focus-metavariable: [$X]\n  - focus-metavariable: $X";
    let place: Place = PYTHON;
    let items = [
        rule_file_item(place, "divides", bad),
        rule_file_item(place, "focuses", focus),
        rule_file_item(place, "valid", "pattern: send($X)"),
    ];
    let engine = engine_of(&format!("rules:\n{}", items.concat())).expect("the rules are correct");
    let report = scan(&engine, place.language, CODE);
    let count = |number: usize| report.findings.iter().filter(|one| one.rule == number).count();
    assert_eq!([count(0), count(1), count(2)], [1, 2, 2]);
    assert_eq!(report.problems, []);
}

const FORMULAS: &[&str] = &[
    "pattern: low($X)",
    "pattern: net.high(...)",
    "pattern: $F(1)",
    "pattern: low(\"key\")",
    "pattern-either:\n  - pattern: low(...)\n  - pattern: $F(2)",
    "pattern-either:\n  - pattern: low(...)\n  - pattern: mid(...)",
    "patterns:\n  - pattern: low(...)\n  - pattern-inside: high(...)",
    "patterns:\n  - pattern: low(...)\n  - pattern-not-inside: high(...)",
    "patterns:\n  - pattern: low($X)\n  - pattern-not: low(mid)",
    "patterns:\n  - pattern: $F($X)\n  - metavariable-regex: {metavariable: $F, regex: '^(low|mid)$'}",
    "patterns:\n  - pattern: $F($X)\n  - metavariable-pattern: {metavariable: $X, pattern: mid}",
    "patterns:\n  - pattern: \"def $F(...): ...\"\n  - pattern: low(...)",
    "match:\n  all:\n    - low(...)\n    - not: {anywhere: mid(...)}",
    "match:\n  all:\n    - low($X)\n    - anywhere: high($X)",
];

proptest! {
    /// The words that a rule needs only spare work: with all of them in a comment the answer is the same.
    #[test]
    fn the_words_of_a_text_change_no_result(lines in prop::collection::vec(0..LINES.len(), 0..6)) {
        let code: String = lines.iter().map(|line| LINES[*line]).collect();
        let with_words = format!("{code}# low mid high net key def\n");
        for formula in FORMULAS {
            let found = |code: &str| -> Vec<(std::ops::Range<usize>, String)> {
                let found = find(PYTHON, formula, code).findings.into_iter();
                found.map(|finding| (finding.range, finding.message)).collect()
            };
            prop_assert_eq!(found(&code), found(&with_words), "`{}` on `{}`", formula, code);
        }
    }
}

const LINES: &[&str] = &[
    "low(1)\n", "low(mid)\n", "high(low(1))\n", "from net import high\n", "import net as far\n", "high(2)\n",
    "far.high(1)\n", "low(\"ke\" + \"y\")\n", "key = mid\n", "low(key)\n", "def run(): low(2)\n",
    "from net import *\n", "other(1)\n",
];
