//! Any pattern on any code: results are in the text, the bounds hold, and a second run finds the same. The first byte chooses the
//! language, the second what stands around the pattern in the rule; pattern and code are separated by the first byte 0.
#![no_main]

use libfuzzer_sys::fuzz_target;
use opengrep::engine::{Engine, Input};
use opengrep::rule::parse_rules;
use syntax::{Language, has_lowering};

/// What stands around the pattern `P` in a rule.
const RULES: &[&str] = &[
    "pattern: P",
    "patterns: [{pattern: P}, {pattern-not: 'f(...)'}]",
    "patterns: [{pattern: '$X'}, {pattern-inside: P}]",
    "patterns: [{pattern: P}, {pattern-not-inside: P}]",
    "pattern-either: [{pattern: P}, {pattern: '$X = $Y'}]",
    "patterns: [{pattern: P}, {focus-metavariable: $X}]",
    "patterns: [{pattern: P}, {metavariable-regex: {metavariable: $X, regex: '(a|b)+$'}}]",
    "patterns: [{pattern: P}, {metavariable-pattern: {metavariable: $X, pattern: '$Y'}}]",
    "patterns: [{pattern: P}, {metavariable-comparison: {comparison: '$X > 1 or str($X) in $Y'}}]",
    "match: {all: [P, {inside: P}, {not: {regex: 'a+'}}], where: [{metavariable: $X, analyzer: entropy}]}",
];

const OPTIONS: &[&str] = &[
    "",
    ", options: {symbolic_propagation: true}",
    ", options: {constant_propagation: false, ac_matching: false}",
    ", options: {implicit_ellipsis: false, symmetric_eq: true, commutative_boolop: true}",
];

fuzz_target!(|data: &[u8]| {
    let [first, second, rest @ ..] = data else { return };
    let languages: Vec<Language> = Language::all().filter(|language| has_lowering(*language)).collect();
    let language = languages[usize::from(*first) % languages.len()];
    let mut parts = rest.splitn(2, |byte| *byte == 0);
    let pattern = String::from_utf8_lossy(parts.next().unwrap_or_default());
    let code = String::from_utf8_lossy(parts.next().unwrap_or_default());
    let second = usize::from(*second);
    let rule = RULES[second % RULES.len()].replace('P', &quoted(&pattern));
    let options = OPTIONS[second / RULES.len() % OPTIONS.len()];
    let name = language.name();
    let file = parse_rules(&format!("[{{id: r, languages: [{name}], severity: ERROR, message: '$X $Y', {rule}{options}}}]"));
    let (engine, _) = Engine::new(file.rules);
    if engine.rules().len() == 0 {
        return;
    }
    let engine = engine.with_steps(100_000);
    let input = Input { path: "a", text: &code, language: Some(language), obey_paths: true };
    let report = engine.scan(&input);
    for found in &report.findings {
        assert!(code.get(found.range.clone()).is_some());
        for bound in &found.metavariables {
            assert!(code.get(bound.range.clone()).is_some(), "{}", bound.name);
        }
    }
    assert_eq!(engine.scan(&input).findings, report.findings);
});

/// A text as a scalar of YAML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            ' '..='~' => quoted.push(c),
            c => quoted.push_str(&format!("\\U{:08x}", u32::from(c))),
        }
    }
    quoted.push('"');
    quoted
}
