//! Every shipped structural rule against its own test file, through the engine that users run.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use opengrep::annotations::targets_of;
use opengrep::engine::Engine;
use opengrep::rule::{Libraries, parse_rules_with};
use opengrep::testing::{TestFile, check};
use scanner::{RuleSet, StructuralRule};

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The files of the shipped library, if there are any.
fn library_files() -> Vec<(String, String)> {
    let Ok(entries) = fs::read_dir(folder().join("rules/opengrep/library")) else {
        return Vec::new();
    };
    let file = |entry: fs::DirEntry| {
        let name = format!("rules/opengrep/library/{}", entry.file_name().into_string().unwrap());
        (name, fs::read_to_string(entry.path()).unwrap())
    };
    entries.map(|entry| file(entry.unwrap())).collect()
}

#[test]
fn every_rule_passes_the_tests_beside_it() {
    let mut problems = String::new();
    let libraries = library_files();
    let libraries: Vec<(&str, &str)> = libraries
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let (libraries, rules, faults) = Libraries::take(&libraries);
    assert_eq!(
        (rules.len(), faults),
        (0, vec![]),
        "every file of the library is one, and right"
    );
    for rule in RuleSet::embedded().structural_rules() {
        let path = folder().join(&rule.source);
        let name = path.file_name().unwrap().to_str().unwrap();
        let file = parse_rules_with(&fs::read_to_string(&path).unwrap(), libraries.of(&rule.source));
        let (engine, faults) = Engine::new(file.rules);
        for fault in file.problems.iter().chain(&faults) {
            let _ = writeln!(problems, "{}: {fault}", rule.source);
        }
        let siblings: Vec<String> = fs::read_dir(path.parent().unwrap())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let targets = targets_of(name, &siblings);
        if targets.is_empty() {
            let _ = writeln!(problems, "{} has no test file", rule.source);
        }
        for target in targets {
            let text = fs::read_to_string(path.with_file_name(&target)).unwrap();
            let test = TestFile {
                name: &target,
                text: &text,
                language: syntax::detect(&target, text.as_bytes()).language(),
            };
            let checks = check(&engine, &rule.source, &test);
            if checks.is_empty() {
                let _ = writeln!(problems, "{target} expects nothing of {}", rule.id);
            }
            for failed in checks.iter().filter(|check| !check.passed || check.error.is_some()) {
                let _ = writeln!(problems, "{failed:?}");
            }
        }
    }
    assert!(problems.is_empty(), "\n{problems}");
}

/// What is missing in the words of a rule, or differs from the pattern rule whose place it takes.
fn faults(rule: &StructuralRule) -> Vec<&'static str> {
    let mut faults = Vec::new();
    let name = Path::new(&rule.source).file_stem().and_then(|stem| stem.to_str());
    if name != Some(rule.id.as_str()) {
        faults.push("the file is not called after the rule");
    }
    for (key, text) in [("what", &rule.what), ("why", &rule.why), ("fix", &rule.fix)] {
        if text.is_empty() {
            faults.push(key);
        }
    }
    for key in ["title", "severity", "confidence", "cwe", "owasp", "references"] {
        if rule.metadata.get(key).is_none() {
            faults.push(key);
        }
    }
    if rule.metadata["severity"].as_str() != Some(rule.severity.as_str()) {
        faults.push("the severity is no word of ours");
    }
    if let Some(pattern) = RuleSet::embedded().pattern(&rule.id) {
        if (&pattern.title, pattern.severity) != (&rule.title, rule.severity) {
            faults.push("title or severity differs from the pattern rule");
        }
        if (&pattern.cwe, &pattern.owasp) != (&rule.cwe, &rule.owasp) {
            faults.push("CWE or OWASP category differs from the pattern rule");
        }
    }
    faults
}

#[test]
fn every_rule_is_documented_and_agrees_with_the_pattern_of_its_id() {
    assert_eq!(RuleSet::embedded().structural_problems(), []);
    for rule in RuleSet::embedded().structural_rules() {
        assert_eq!(faults(rule), [""; 0], "{}", rule.source);
    }
}

#[test]
fn the_rules_have_ids_of_their_own() {
    let ids: Vec<_> = RuleSet::embedded().structural_rules().map(|rule| &rule.id).collect();
    assert!(!ids.is_empty());
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "{ids:?}");
}
