//! The documents say what is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use scanner::RuleSet;

fn document(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_rules_page_lists_exactly_the_planned_rules() {
    let page = document("docs/rules.md");
    let (_, table) = page.split_once("## Not there yet").expect("the section");
    let listed: BTreeSet<&str> = table
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(' ').next())
        .filter(|id| id.contains('-'))
        .collect();
    let planned: BTreeSet<&str> = RuleSet::embedded()
        .planned()
        .iter()
        .map(|rule| rule.id.as_str())
        .filter(|id| id.contains('-'))
        .collect();
    assert_eq!(listed, planned);
}

#[test]
fn every_family_of_rules_is_on_the_rules_page() {
    let page = document("docs/rules.md");
    for rule in RuleSet::embedded().rules() {
        let family = rule.id.split('-').next().unwrap_or_default();
        let named = page
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| word == family);
        assert!(named, "docs/rules.md does not name the family {family}");
    }
}

#[test]
fn no_rule_of_the_program_ships_without_documentation() {
    for rule in RuleSet::embedded().rules() {
        for (field, text) in [("what", &rule.what), ("why", &rule.why), ("fix", &rule.fix)] {
            assert!(text.len() >= 10, "{}: `{field}` says too little: {text}", rule.id);
        }
        assert!(
            rule.cwe.is_some() && rule.owasp.is_some(),
            "{}: no CWE or OWASP category",
            rule.id
        );
    }
}
