//! Rules and texts that were made to break the engine: nothing panics, nothing goes on without end, and what was cut is told.

use opengrep::engine::{Engine, Input, Report};
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
