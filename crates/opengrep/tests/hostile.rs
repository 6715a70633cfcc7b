//! Rules and texts that were made to break the engine: nothing panics, nothing goes on without end, and what was cut is told.

use opengrep::engine::{Engine, Input, MAX_PROGRAMS_BYTES, Report};
use opengrep::matching::{Budget, File, find};
use opengrep::pattern::Pattern;
use opengrep::rule::{Options, parse_rules};
use proptest::prelude::*;
use syntax::Language;
use syntax::tree::Names;

const LANGUAGES: [(Language, &str); 7] = [
    (Language::Python, "python"),
    (Language::Java, "java"),
    (Language::JavaScript, "javascript"),
    (Language::TypeScript, "typescript"),
    (Language::Go, "go"),
    (Language::Yaml, "yaml"),
    (Language::Json, "json"),
];

/// Pieces that code and patterns are put together from.
const PIECES: &[&str] = &[
    "$X", "$Y", "$...A", "...", "<...", "...>", "f", "g.h", "(", ")", "[", "]", "{", "}", ",", ":", ";", "=", "==",
    "+", "&&", "and", ".", "?.", "\"a\"", "\"...\"", "\"$X\"", "'b'", "`c${", "}`", "1", "0x1f", "\n", "\n  ", "    ",
    "if ", "else", "for ", "in ", "def ", "class ", "function ", "func ", "return ", "import ", "from ", "as ", "@A",
    "try", "catch", "finally", "new ", "lambda ", "=>", "->", "int ", "void ", "public ", "const ", "var ",
    "package p", "- ", "k: ", "&a ", "*a", "<A b={", "/>", "</A>", "# c", "// c", "é", "\u{202e}", "\\",
];

fn engine(rules: &str) -> Engine {
    let file = parse_rules(rules);
    assert!(file.problems.is_empty(), "{:?}", file.problems);
    let (engine, problems) = Engine::new(file.rules);
    assert!(problems.is_empty(), "{problems:?}");
    engine
}

fn scan(engine: &Engine, language: Language, text: &str) -> Report {
    engine.scan(&Input {
        path: "a",
        text,
        language: Some(language),
        obey_paths: true,
    })
}

fn rule(id: &str, language: &str, pattern: &str) -> String {
    let body: String = pattern.lines().map(|line| format!("      {line}\n")).collect();
    format!(
        "- id: {id}\n  languages: [{language}]\n  severity: ERROR\n  message: m\n  patterns:\n  - pattern: |\n{body}"
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn patterns_and_code_of_any_pieces_are_read_or_refused(
        pattern in prop::collection::vec(prop::sample::select(PIECES), 1..14),
        code in prop::collection::vec(prop::sample::select(PIECES), 0..60),
    ) {
        let (pattern, code) = (pattern.concat(), code.concat());
        for (language, _) in LANGUAGES {
            let mut names = Names::default();
            let Ok(mut pattern) = Pattern::parse(&pattern, language, &mut names) else { continue };
            let names = std::sync::Arc::new(names);
            pattern.attach_names(&names);
            let Some(tree) = syntax::lower(language, &code.as_str().into(), Some(names)) else { continue };
            let file = File::new(&tree, language);
            for found in find(&pattern, &file, &Options::default(), &Budget::new(200_000)) {
                prop_assert!(found.range.end <= code.len());
                prop_assert!(code.is_char_boundary(found.range.start) && code.is_char_boundary(found.range.end));
            }
        }
    }

    #[test]
    fn rule_files_with_any_damage_are_read_or_refused(at in 0usize..900, length in 0usize..40, put in prop::sample::select(PIECES)) {
        let whole = include_str!("hostile/rules.yaml");
        let start = (0..=at.min(whole.len())).rev().find(|at| whole.is_char_boundary(*at)).unwrap_or(0);
        let end = (start..=(start + length).min(whole.len())).rev().find(|at| whole.is_char_boundary(*at)).unwrap_or(start);
        let damaged = format!("{}{put}{}", &whole[..start], &whole[end..]);
        let file = parse_rules(&damaged);
        let (engine, _) = Engine::new(file.rules);
        scan(&engine, Language::Python, "import os\nos.system(x)\n");
    }
}

#[test]
fn nesting_without_end_is_cut_and_told() {
    const LEVELS: usize = 100_000;
    for (language, name) in LANGUAGES {
        let pattern = if matches!(language, Language::Yaml | Language::Json) {
            "\"k\": $X"
        } else {
            "f($X)"
        };
        let engine = engine(&format!("rules:\n{}", rule("r", name, pattern)));
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("{", "}"),
            ("f(", ")"),
            ("-", ""),
            ("a.", ""),
            ("f(1)+", ""),
            ("if a:\n", ""),
            ("{\"k\":", "}"),
        ] {
            let text = format!("f(k){}1{}", open.repeat(LEVELS), close.repeat(LEVELS));
            let report = scan(&engine, language, &text);
            let deep = matches!(open, "(" | "[" | "{" | "f(" | "{\"k\":");
            let told = !report.problems.is_empty();
            assert!(told || !deep, "{name} {open}: {:?}", report.findings.len());
        }
    }
}

#[test]
fn a_rule_that_takes_too_many_steps_is_stopped_and_the_others_run() {
    let rules = format!(
        "rules:\n{}{}",
        rule(
            "slow",
            "python",
            "f(..., $A, ..., $B, ..., $C, ..., $D, ..., $E, ..., $A)"
        ),
        rule("quick", "python", "g($X)")
    );
    let engine = engine(&rules).with_steps(50_000);
    let arguments: Vec<String> = (0..400).map(|number| format!("a{number}")).collect();
    let report = scan(
        &engine,
        Language::Python,
        &format!("f({})\ng(1)\n", arguments.join(", ")),
    );
    let ids: Vec<&str> = engine.rules().map(|rule| rule.id.as_str()).collect();
    let stopped: Vec<&str> = report
        .problems
        .iter()
        .filter_map(|problem| problem.rule)
        .map(|rule| ids[rule])
        .collect();
    assert_eq!(stopped, ["slow"]);
    assert!(
        report.problems[0].message.contains("stopped after 50000 steps"),
        "{:?}",
        report.problems
    );
    assert!(report.findings.iter().any(|finding| ids[finding.rule] == "quick"));
}

/// Rules whose results multiply: without a bound each of these takes minutes, or gigabytes.
#[test]
fn combinations_without_end_are_cut_and_told() {
    let list = |count: usize| {
        (0..count)
            .map(|number| format!("a{number}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let operands = |count: usize, operator: &str| {
        (0..count)
            .map(|number| format!("a{number}"))
            .collect::<Vec<_>>()
            .join(operator)
    };
    let entries = (0..60)
        .map(|number| format!("'k{number}': {number}"))
        .collect::<Vec<_>>()
        .join(", ");
    let statements = |count: usize| (0..count).map(|number| format!("f{number}()\n")).collect::<String>();
    let doubled = (1..40)
        .map(|number| format!("a{number} = f(a{0}, a{0})\n", number - 1))
        .collect::<String>();
    let pairs = (0..8)
        .map(|number| format!("$K{number}: $V{number}, "))
        .collect::<String>();
    let cases: &[(&str, &str, String)] = &[
        (
            "arguments",
            "f(..., $X, ..., $Y, ..., $Z, ...)",
            format!("f({})\n", list(800)),
        ),
        ("entries", &format!("{{{pairs}...}}"), format!("x = {{{entries}}}\n")),
        (
            "commutative",
            "$A | $B | $C | $D",
            format!("x = {}\n", operands(120, " | ")),
        ),
        (
            "associative",
            "$A and $B and $C and $D and $E",
            format!("x = {}\n", operands(200, " and ")),
        ),
        ("ends", "f0()\n...", statements(4_000).replace("f0()", "f0()\nf0()")),
        ("rests", "$S\n$...REST", statements(5_000)),
        (
            "parameters",
            "def f(..., $A, ..., $B, ..., $C, ..., $D, ..., zz): ...",
            format!("def f({}): pass\n", list(300)),
        ),
        (
            "deep",
            "f(<... $X ...>, <... $Y ...>)",
            format!("f([{}], [{}])\n", list(2_000), list(2_000)),
        ),
        (
            "classes",
            "class $C:\n  def $M1(self): ...\n  def $M2(self): ...\n  def $M3(self): ...\n  def $M4(self): ...",
            format!(
                "class A:\n{}",
                (0..300)
                    .map(|number| format!("  def m{number}(self): pass\n"))
                    .collect::<String>()
            ),
        ),
    ];
    for (id, pattern, code) in cases {
        let engine = engine(&format!("rules:\n{}", rule(id, "python", pattern))).with_steps(300_000);
        let report = scan(&engine, Language::Python, code);
        let told = report.problems.iter().any(|problem| problem.rule == Some(0));
        assert!(told || report.findings.len() < 10_000, "{id}");
        assert!(report.findings.len() <= 10_000, "{id}: {}", report.findings.len());
    }
    let symbolic = rule("symbolic", "python", "print(<... g() ...>)").replace(
        "  message: m\n",
        "  message: m\n  options: {symbolic_propagation: true}\n",
    );
    let report = scan(
        &engine(&format!("rules:\n{symbolic}")).with_steps(300_000),
        Language::Python,
        &format!("a0 = h()  # not g\n{doubled}print(a39)\n"),
    );
    assert!(
        report
            .problems
            .iter()
            .any(|problem| problem.message.starts_with("stopped")),
        "{:?}",
        report.problems
    );
}

/// 600 rules with one large expression each: all of their programs would take gigabytes.
#[test]
fn regular_expressions_that_are_too_large_together_are_refused_and_the_other_rules_run() {
    let started = std::time::Instant::now();
    let large = |id: usize| {
        format!(
            "- {{id: r{id}, languages: [regex], severity: ERROR, message: m, pattern-regex: '(?:a[b-é]{{{}}}){{20}}'}}\n",
            300 + id % 7
        )
    };
    let small = "- {id: small, languages: [regex], severity: ERROR, message: m, pattern-regex: 'a[b-y]+'}\n";
    let rules: String = (0..600).map(large).chain([small.to_owned()]).collect();
    let file = parse_rules(&format!("rules:\n{rules}"));
    assert!(file.problems.is_empty(), "{:?}", file.problems);
    let (engine, problems) = Engine::new(file.rules);
    assert!(engine.program_bytes() <= MAX_PROGRAMS_BYTES);
    let ids: Vec<&str> = engine.rules().map(|rule| rule.id.as_str()).collect();
    assert!(ids.len() > 10 && ids.len() + problems.len() == 601, "{}", ids.len());
    assert_eq!(problems[0].rule.as_deref(), Some(&*format!("r{}", ids.len() - 1)));
    assert!(
        problems[0]
            .message
            .contains("all rules together may take 134217728 bytes: use fewer rules"),
        "{}",
        problems[0]
    );
    let report = scan(&engine, Language::Python, &"abcdefghijklmnopq é ".repeat(2_000));
    let found: Vec<&str> = report.findings.iter().map(|finding| ids[finding.rule]).collect();
    assert_eq!((found.len(), found[0]), (2_000, "small"));
    assert_eq!(report.problems, []);
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

#[test]
fn every_regular_expression_of_a_rule_counts() {
    let regex = "(?:a[b-é]{500}){20}";
    let rules = format!(
        "rules:\n\
        - id: string\n  languages: [python]\n  severity: ERROR\n  message: m\n  pattern: f(\"=~/{regex}/\")\n\
        - id: comparison\n  languages: [python]\n  severity: ERROR\n  message: m\n  patterns:\n  - pattern: f($X)\n  - \
        metavariable-comparison:\n      comparison: re.match('{regex}', $X)\n\
        - id: condition\n  languages: [python]\n  severity: ERROR\n  message: m\n  patterns:\n  - pattern: f($X)\n  - \
        metavariable-regex:\n      metavariable: $X\n      regex: '{regex}'\n\
        - id: fix\n  languages: [python]\n  severity: ERROR\n  message: m\n  pattern: f($X)\n  fix-regex: {{regex: '{regex}', \
        replacement: b}}\n\
        - id: around\n  languages: [regex]\n  severity: ERROR\n  message: m\n  pattern-regex: '(?=b)[b-é]{{9000}}'\n\
        - id: plain\n  languages: [python]\n  severity: ERROR\n  message: m\n  pattern: f($X)\n"
    );
    let file = parse_rules(&rules);
    assert!(file.problems.is_empty(), "{:?}", file.problems);
    let (engine, problems) = Engine::within(1024 * 1024, file.rules);
    let refused: Vec<&str> = problems.iter().filter_map(|problem| problem.rule.as_deref()).collect();
    assert_eq!(refused, ["string", "comparison", "condition", "fix", "around"]);
    assert!(
        problems
            .iter()
            .all(|problem| problem.message.contains("may take 1048576 bytes")),
        "{problems:?}"
    );
    assert_eq!((engine.rules().len(), engine.program_bytes()), (1, 0));
}

#[test]
fn sets_of_results_are_combined_within_the_bound() {
    let rules = "rules:\n\
        - id: both\n  languages: [python]\n  severity: ERROR\n  message: m\n  patterns:\n  - pattern: f($X)\n  - pattern-inside: g($Y)\n\
        - id: without\n  languages: [python]\n  severity: ERROR\n  message: m\n  patterns:\n  - pattern: f($X)\n  - pattern-not: g($Y)\n\
        - id: within\n  languages: [python]\n  severity: ERROR\n  message: m\n  patterns:\n  - pattern: f($X)\n  - metavariable-pattern:\n      metavariable: $X\n      pattern: '1'\n";
    let code = "f(1)\ng(2)\n".repeat(8_000);
    let report = scan(&engine(rules), Language::Python, &code);
    let found = |rule: usize| report.findings.iter().filter(|finding| finding.rule == rule).count();
    assert_eq!((found(0), found(1), found(2)), (0, 8_000, 8_000));
}

#[test]
fn a_long_text_of_a_metavariable_is_cut_and_gives_no_fix() {
    let rules =
        "rules:\n- id: r\n  languages: [python]\n  severity: ERROR\n  message: $X\n  fix: g($X)\n  pattern: f($X)\n";
    let report = scan(
        &engine(rules),
        Language::Python,
        &format!("f('{}')\nf(1)\n", "a".repeat(100_000)),
    );
    assert!(report.findings[0].message.len() < 5_000 && report.findings[0].message.ends_with("[truncated]"));
    assert_eq!(report.findings[0].fix, None);
    assert_eq!(report.findings[1].fix.as_deref(), Some("g(1)"));
}

#[test]
fn names_that_patterns_are_written_with_inside_are_refused_in_rules() {
    let file = parse_rules(&format!("rules:\n{}", rule("r", "python", "f(__OG_VAR_X)")));
    let (_, problems) = Engine::new(file.rules);
    assert!(problems[0].message.contains("`__OG_`"), "{problems:?}");
}

#[test]
fn the_answer_is_the_same_on_any_number_of_threads() {
    let rules: String = ["f($X)", "$A = $B", "if $C:\n  ...", "$F(..., $X, ...)"]
        .iter()
        .enumerate()
        .map(|(number, pattern)| rule(&format!("r{number}"), "python", pattern))
        .collect();
    let engine = engine(&format!("rules:\n{rules}"));
    let text = "import f\nx = f(1)\nif x:\n  y = g(x, f(2), 3)\n".repeat(20);
    let alone = scan(&engine, Language::Python, &text).findings;
    assert!(alone.len() > 100);
    std::thread::scope(|scope| {
        let others: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| scan(&engine, Language::Python, &text).findings))
            .collect();
        for other in others {
            assert_eq!(other.join().expect("no panic"), alone);
        }
    });
}

#[test]
fn identifiers_of_a_file_are_never_taken_for_placeholders() {
    let engine = engine(&format!("rules:\n{}", rule("r", "python", "f(1)")));
    let report = scan(
        &engine,
        Language::Python,
        "__OG_DEEP(f(2))\n__OG_VAR_X(__OG_ELLIPSIS)\nf(__OG_ELLIPSIS)\n",
    );
    assert_eq!(report.findings, []);
}
