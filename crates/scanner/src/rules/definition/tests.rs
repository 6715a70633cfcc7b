use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest as _, Sha256};

use super::*;

fn by_family() -> Vec<Definition> {
    let mut seen = BTreeSet::new();
    let mut definitions = Definition::shipped();
    definitions.retain(|definition| seen.insert(definition.id.split('-').next().unwrap().to_owned()));
    definitions
}

#[test]
fn every_shipped_rule_can_be_rebuilt_from_its_definition() {
    let definitions = Definition::shipped();
    let files: Vec<_> = definitions
        .iter()
        .map(|definition| (definition.id.as_str(), definition.toml.as_str()))
        .collect();
    let rebuilt = RuleSet::load(&files).unwrap_or_else(|error| panic!("\n{error}"));
    assert_eq!(rebuilt.digest(), RuleSet::embedded().without_structural().digest());
    // Documentation and examples are no part of the digest of a set.
    for (rebuilt, shipped) in rebuilt.rules().zip(RuleSet::embedded().rules()) {
        assert_eq!(rebuilt.markdown(), shipped.markdown());
        assert_eq!(rebuilt.anchors, shipped.anchors, "{}", shipped.id);
    }
}

#[test]
fn the_digest_of_the_shipped_definitions_is_that_of_their_texts() {
    let hex = |digest: Sha256| -> String { digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect() };
    let digests: BTreeMap<_, _> = Definition::shipped_digests().collect();
    let mut all = Sha256::new();
    let mut texts = Vec::new();
    for definition in Definition::shipped() {
        let digest = hex(Sha256::new_with_prefix(&definition.toml));
        assert_eq!(
            digests.get(definition.id.as_str()),
            Some(&digest.as_str()),
            "{}",
            definition.id
        );
        texts.push(definition.toml);
    }
    assert_eq!(digests.len(), texts.len());
    texts.sort();
    texts.iter().for_each(|text| all.update(text));
    assert_eq!(hex(all), Definition::shipped_digest());
}

#[test]
fn a_definition_that_is_read_again_is_the_same_text() {
    for shipped in by_family() {
        assert_eq!(Definition::parse("x", &shipped.toml).unwrap(), shipped);
    }
}

#[test]
fn layout_order_and_comments_do_not_matter() {
    let one = Definition::parse(
        "x",
        "# ours\n[[rules]]\nfix = '''Stop.'''\npattern = \"abc\\\\d\"\nid = 'ACME-001'\nseverity = 'low'\ntitle = 'Title'\ncwe = ''\n",
    );
    let other = Definition::parse(
        "y",
        "[[rules]]\nid = \"ACME-001\"\ntitle = \"Title\"\nseverity = \"low\"\npattern = 'abc\\d'\nfix = \"Stop.\"\n",
    );
    assert_eq!(one, other);
    assert_eq!(
        one.unwrap().toml,
        "[[rules]]\nid = \"ACME-001\"\ntitle = \"Title\"\nseverity = \"low\"\npattern = 'abc\\d'\nfix = \"Stop.\"\n"
    );
}

#[test]
fn a_definition_has_one_rule() {
    let rule = "[[rules]]\nid = 'ACME-00N'\ntitle = 'Title'\nseverity = 'low'\npattern = 'abc'\nfix = 'Stop.'\n";
    let two = [rule.replace('N', "1"), rule.replace('N', "2")].concat();
    let error = Definition::parse("x", &two).unwrap_err().to_string();
    assert_eq!(
        error,
        "x: has 2 rules, and must have one: a table that starts with `[[rules]]`"
    );
    assert!(
        Definition::parse("x", "rules = []")
            .unwrap_err()
            .to_string()
            .contains("has 0 rules")
    );
    assert!(Definition::parse("x", "").is_err());
    assert!(
        Definition::parse("x", &rule.replace("abc", "a(b"))
            .unwrap_err()
            .to_string()
            .contains("`pattern`")
    );
}

#[test]
fn a_set_can_be_redefined_in_part() {
    let embedded = RuleSet::embedded();
    let rule = |id: &str, severity: &str| {
        format!("[[rules]]\nid = '{id}'\ntitle = 'Title'\nseverity = '{severity}'\npattern = 'abc'\nfix = 'Stop.'\n")
    };
    let (changed, own, broken) = (
        rule("GEN-004", "info"),
        rule("ACME-001", "low"),
        rule("ACME-002", "bad"),
    );
    let (set, problems) = embedded.redefined(
        "database",
        |id| id != "PY-010" && id != "GEN-004",
        &[
            ("GEN-004", &changed),
            ("ACME-001", &own),
            ("ACME-002", &broken),
            ("ACME-003", &own),
            ("CRED-101", &rule("CRED-101", "low")),
        ],
    );
    let found = |id: &str| set.rules().find(|rule| rule.id == id);
    assert!(found("PY-010").is_none() && found("ACME-002").is_none());
    assert_eq!(
        found("GEN-004").map(|rule| (rule.severity, rule.severity_is_set)),
        Some((Severity::Info, true))
    );
    assert_eq!(found("ACME-001").map(|rule| rule.severity_is_set), Some(false));
    assert_eq!(set.rules().count(), embedded.rules().count());
    let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert!(
        problems[0].starts_with("database: rule ACME-002: field `severity`"),
        "{problems:?}"
    );
    assert_eq!(
        problems[1..],
        [
            "database: rule ACME-003: field `id`: is not `ACME-003`, under which the rule is kept",
            "database: rule CRED-101: field `id`: is the id of a rule of the program that is no pattern",
        ]
    );
}

#[test]
fn a_redefined_set_without_changes_is_the_embedded_one() {
    let definitions = by_family();
    let rows: Vec<_> = definitions
        .iter()
        .map(|definition| (definition.id.as_str(), definition.toml.as_str()))
        .collect();
    let (set, problems) = RuleSet::embedded().redefined("database", |_| true, &rows);
    assert_eq!(problems, []);
    assert_eq!(set.digest(), RuleSet::embedded().digest());
}
