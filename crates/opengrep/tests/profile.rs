//! Which answers of taint rules an engine gives.

use opengrep::engine::{Engine, Input};
use opengrep::rule::parse_rules;
use opengrep::taint::FlowProfile;
use syntax::Language;

/// Without a word of a rule `agreement` looks at functions one by one.
const TEXT: &str = "def put(v):\n    sink(v)\n\ndef f():\n    put(source())\n    sink(source())\n";

fn rules(metadata: &str) -> String {
    format!(
        "rules:\n- {{id: r, mode: taint, languages: [python], message: m, severity: INFO, pattern-sources: [pattern: source()], \
         pattern-sinks: [pattern: sink(...)]{metadata}}}\n"
    )
}

/// How many flows a rule with this metadata finds by each default.
fn found(metadata: &str) -> [usize; 3] {
    FlowProfile::ALL.map(|profile| {
        let file = parse_rules(&rules(metadata));
        assert_eq!(file.problems, []);
        let (engine, problems) = Engine::new(file.rules);
        assert_eq!(problems, []);
        let report = engine.with_profile(profile).scan(&Input {
            path: "a.py",
            text: TEXT,
            language: Some(Language::Python),
            obey_paths: false,
        });
        report.findings.len()
    })
}

#[test]
fn a_rule_that_asks_for_a_profile_has_it_whatever_the_default_is() {
    assert_eq!(found(""), [2, 1, 2]);
    assert_eq!(found(", metadata: {flow: {profile: precise}}"), [2, 2, 2]);
    assert_eq!(found(", metadata: {flow: {profile: agreement}}"), [1, 1, 1]);
    assert_eq!(found(", metadata: {flow: {other: agreement}}"), [2, 1, 2]);
}

#[test]
fn a_profile_that_there_is_not_is_told() {
    let file = parse_rules(&rules(", metadata: {flow: {profile: exact}}"));
    assert_eq!(file.rules.len(), 1);
    assert_eq!(
        file.problems[0].to_string(),
        "rule `r`, key `profile`, line 2: this is no profile of flows and has no effect; known are: precise, agreement, \
         agreement-intrafile"
    );
}
