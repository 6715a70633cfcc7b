use super::*;
use crate::engine::Engine;
use crate::rule::{Mode, RuleFile, filled_in, parse_rules_with};

const PYTHON: &str = "definitions:
  input:
    - use: arguments
    - pattern: environ(...)
  arguments:
    - patterns:
        - pattern: argument($NAME)
        - metavariable-regex: {metavariable: $NAME, regex: ^a}
  clean:
    - pattern: quote(...)
";

fn rule(language: &str, sources: &str) -> String {
    format!(
        "rules:\n- id: r\n  mode: taint\n  languages: [{language}]\n  message: m\n  severity: INFO\n  pattern-sinks: [{{pattern: \
         sink(...)}}]\n  pattern-sources:\n  {sources}\n"
    )
}

fn read(libraries: &[(&str, &str)], rule: &str) -> RuleFile {
    let (library, problems) = Library::new(libraries);
    assert_eq!(problems, []);
    parse_rules_with(rule, &library)
}

/// A rule of this language and these sources is refused, with this error.
#[track_caller]
fn refused(libraries: &[(&str, &str)], rule: &str, expected: &str) {
    let (library, _) = Library::new(libraries);
    let file = parse_rules_with(rule, &library);
    let shown: Vec<String> = file.problems.iter().map(ToString::to_string).collect();
    assert_eq!((shown.join("\n").as_str(), file.rules.len()), (expected, 0));
}

fn sources(file: &RuleFile) -> usize {
    match &file.rules[0].mode {
        Mode::Taint(taint) => taint.sources.len(),
        Mode::Search(_) => 0,
    }
}

#[test]
fn a_use_stands_for_the_items_of_its_definition() {
    let file = read(
        &[("library/python.yaml", PYTHON)],
        &rule("python", "- use: input\n  - pattern: own()"),
    );
    assert_eq!(file.problems, []);
    assert_eq!(sources(&file), 3);
    assert!(file.rules[0].uses_library());
    let (engine, problems) = Engine::new(file.rules);
    assert_eq!(problems, []);
    let text = "sink(argument(ab))\nsink(argument(b))\nsink(environ())\nsink(own())\n";
    let report = engine.scan(&crate::engine::Input {
        path: "a.py",
        text,
        language: Some(Language::Python),
        obey_paths: false,
    });
    let found: Vec<&str> = report
        .findings
        .iter()
        .map(|finding| &text[finding.range.clone()])
        .collect();
    assert_eq!(found, ["sink(argument(ab))", "sink(environ())", "sink(own())"]);
}

#[test]
fn every_list_of_a_rule_takes_definitions() {
    let text = "definitions:\n  a: [{pattern: a()}]\n  step: [{pattern: f($A), from: $A, to: $A}]\n";
    let rule = "rules:\n- {id: r, mode: taint, languages: [go], message: m, severity: INFO, pattern-sources: [use: a], pattern-sinks: \
                [use: a], pattern-sanitizers: [use: a], pattern-propagators: [use: step]}\n";
    let file = read(&[("go.yaml", text)], rule);
    assert_eq!(file.problems, []);
    let Mode::Taint(taint) = &file.rules[0].mode else {
        panic!("a taint rule")
    };
    assert_eq!(
        (taint.sinks.len(), taint.sanitizers.len(), taint.propagators.len()),
        (1, 1, 1)
    );
}

#[test]
fn the_library_of_a_language_is_for_its_rules() {
    let files = [
        ("library/javascript.yaml", "definitions: {input: [{pattern: a()}]}"),
        ("library/typescript.yaml", "definitions: {typed: [{pattern: b()}]}"),
        ("library/python.yaml", "definitions: {snake: [{pattern: c()}]}"),
    ];
    assert_eq!(
        sources(&read(&files, &rule("typescript", "- use: input\n  - use: typed"))),
        2
    );
    assert_eq!(
        sources(&read(&files, &rule("javascript, typescript", "- use: typed"))),
        1
    );
    refused(
        &files,
        &rule("javascript", "- use: typed"),
        "rule `r`, key `use`, line 9: `typed` is no definition of `library/javascript.yaml`",
    );
    refused(
        &files,
        &rule("go", "- use: snake"),
        "rule `r`, key `use`, line 9: `snake` is not defined: there is no library for the languages of the rule; it is a file such as \
         `library/python.yaml` beside the rules, or in a folder above",
    );
}

#[test]
fn what_is_wrong_in_a_definition_is_told_with_the_line_of_the_library() {
    let text = "definitions:\n  a:\n    - use: b\n  b:\n    - use: a\n  c: text\n  d:\n    - use: e\n  f:\n    - {use: c, exact: true}\n  \
                g:\n    - patterns: []\n      pattern-where: x\n";
    let cases = [
        ("a", "key `use`, line 5 of `l/python.yaml`: `a` uses itself: a → b → a"),
        (
            "c",
            "key `c`, line 6 of `l/python.yaml`: a list is expected, this is a text",
        ),
        (
            "d",
            "key `use`, line 8 of `l/python.yaml`: `e` is no definition of this library",
        ),
        (
            "f",
            "key `exact`, line 10 of `l/python.yaml`: this key stands beside `use`, which stands for whole items: give it an item of \
             its own",
        ),
    ];
    for (name, expected) in cases {
        refused(
            &[("l/python.yaml", text)],
            &rule("python", &format!("- use: {name}")),
            &format!("rule `r`, {expected}"),
        );
    }
    let (_, problems) = Library::new(&[("l/python.yaml", text)]);
    let shown: Vec<String> = problems
        .iter()
        .map(|(file, problem)| format!("{file}: {problem}"))
        .collect();
    assert_eq!(
        shown,
        [
            "l/python.yaml: key `use`, line 5: `a` uses itself: a → b → a",
            "l/python.yaml: key `use`, line 3: `b` uses itself: b → a → b",
            "l/python.yaml: key `c`, line 6: a list is expected, this is a text",
            "l/python.yaml: key `use`, line 8: `e` is no definition of this library",
            "l/python.yaml: key `exact`, line 10: this key stands beside `use`, which stands for whole items: give it an item of its own",
        ]
    );
}

#[test]
fn a_pattern_of_a_definition_that_cannot_be_read_is_told_with_its_line() {
    let text = "definitions:\n  a:\n    - pattern: ok()\n\n    - pattern: 'f('\n";
    let file = read(&[("l/python.yaml", text)], &rule("python", "- use: a"));
    let (_, problems) = Engine::new(file.rules);
    let shown = problems[0].to_string();
    assert!(shown.starts_with("rule `r`, line 5 of `l/python.yaml`: "), "{shown}");
}

#[test]
fn a_library_that_is_none_is_told_and_its_rules_are_refused() {
    let cases = [
        ("l/python.yaml", "definitions: [\n", "line 2: this is not valid YAML"),
        (
            "l/python.yaml",
            "definitions: []\n",
            "key `definitions`, line 1: a mapping is expected",
        ),
        (
            "l/python.yaml",
            "definitions: {}\nrules: []\n",
            "key `rules`, line 2: a library has the key",
        ),
        ("l/python.yaml", "", "line 1: the library is empty"),
        (
            "l/python.yaml",
            "definitions:\n  a: []\n  a: []\n",
            "key `a`, line 3: this key is written twice",
        ),
        (
            "l/cobol.yaml",
            "definitions: {}",
            "line 1: a library is named after its language",
        ),
    ];
    for (name, text, expected) in cases {
        let (library, problems) = Library::new(&[(name, text)]);
        assert_eq!(problems.len(), 1, "{text}: {problems:?}");
        let shown = problems[0].1.to_string();
        assert!(
            shown.contains(expected),
            "{text}\n   gives: {shown}\nexpected: {expected}"
        );
        let file = parse_rules_with(&rule("python", "- use: a"), &library);
        assert!(file.rules.is_empty(), "{text}");
    }
    refused(
        &[("l/python.yaml", "definitions: [")],
        &rule("python", "- use: a"),
        "rule `r`, key `use`, line 9: `a` is no definition of `l/python.yaml` (which cannot be read)",
    );
}

#[test]
fn definitions_that_stand_for_too_much_are_refused() {
    let mut text = "definitions:\n  d0: [{pattern: x()}, {pattern: y()}]\n".to_owned();
    for level in 1..31 {
        text.push_str(&format!("  d{level}: [use: d{0}, use: d{0}]\n", level - 1));
    }
    let (library, problems) = Library::new(&[("python.yaml", &text)]);
    assert!(
        problems[0].1.message.contains("larger than 32 MiB"),
        "{:?}",
        problems[0]
    );
    let file = parse_rules_with(&rule("python", "- use: d30"), &library);
    assert!(
        file.problems[0].message.contains("larger than 32 MiB"),
        "{:?}",
        file.problems
    );
    let mut deep = "definitions:\n  d0: []\n".to_owned();
    for level in 1..40 {
        deep.push_str(&format!("  d{level}: [use: d{}]\n", level - 1));
    }
    let (_, problems) = Library::new(&[("python.yaml", &deep)]);
    assert!(problems[0].1.message.contains("more than 32 deep"), "{:?}", problems[0]);
}

#[test]
fn the_nearest_library_upwards_is_that_of_a_rule() {
    let of = |name: &str| format!("definitions: {{{name}: [{{pattern: {name}()}}]}}");
    let (top, inner) = (of("top"), of("inner"));
    let top = format!("\n{top}");
    let files = [
        ("rules/library/python.yaml", top.as_str()),
        ("rules/a/library/python.yaml", inner.as_str()),
        ("rules/a/b/r.yaml", "rules: []"),
        ("rules/library/real.yaml", "rules: []"),
        ("rules/mylibrary/x.yaml", "definitions: {}"),
    ];
    let (libraries, rules, problems) = Libraries::take(&files);
    assert_eq!(problems, []);
    let left: Vec<&str> = rules.iter().map(|(path, _)| *path).collect();
    assert_eq!(
        left,
        ["rules/a/b/r.yaml", "rules/library/real.yaml", "rules/mylibrary/x.yaml"]
    );
    let knows = |path: &str, name: &str| {
        let file = parse_rules_with(&rule("python", &format!("- use: {name}")), libraries.of(path));
        !file.rules.is_empty()
    };
    assert!(knows("rules/a/b/r.yaml", "inner") && !knows("rules/a/b/r.yaml", "top"));
    assert!(knows("rules/r.yaml", "top") && knows("rules\\c\\d\\r.yaml", "top"));
    assert!(knows("./rules//a/./r.yaml", "inner"));
    assert!(!knows("other/r.yaml", "top") && !knows("r.yaml", "top"));
}

#[test]
fn a_rule_is_written_out_with_its_definitions() {
    let (library, _) = Library::new(&[("python.yaml", PYTHON)]);
    let text = rule("python", "- use: input\n  pattern-sanitizers: [use: clean]");
    let json = filled_in(&text, &library).unwrap();
    let rule = &json["rules"][0];
    assert_eq!(rule["pattern-sources"].as_array().unwrap().len(), 2);
    assert_eq!(rule["pattern-sources"][1]["pattern"], "environ(...)");
    assert_eq!(rule["pattern-sanitizers"][0]["pattern"], "quote(...)");
    assert_eq!(rule["id"], "r");
    let again = read(&[], &json.to_string());
    assert_eq!((again.problems.len(), sources(&again)), (0, 2));
    let error = filled_in(&text, &Library::default()).unwrap_err();
    assert!(error.to_string().contains("`input` is not defined"), "{error}");
}
