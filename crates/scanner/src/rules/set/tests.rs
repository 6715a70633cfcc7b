use std::fs;
use std::path::Path;

use super::*;

fn rule(id: &str, languages: &str, pattern: &str) -> String {
    format!(
        "[[rules]]\nid = '{id}'\ntitle = 'Title'\nseverity = 'low'\nlanguages = {languages}\npattern = '{pattern}'\nfix = 'Stop.'\n"
    )
}

fn set(content: &str) -> RuleSet {
    RuleSet::load(&[("acme.toml", content)]).unwrap()
}

fn disable(ids: &[&str]) -> Overrides {
    Overrides {
        disabled: ids.iter().map(|id| (*id).to_owned()).collect(),
        ..Overrides::default()
    }
}

#[test]
fn the_embedded_rules_are_valid_and_sorted() {
    let ids: Vec<_> = RuleSet::embedded().rules().map(|rule| rule.id.as_str()).collect();
    assert!(ids.is_sorted() && ids.contains(&"GEN-004"), "{ids:?}");
    assert!(
        RuleSet::embedded()
            .planned()
            .iter()
            .all(|planned| !ids.contains(&planned.id.as_str()))
    );
}

#[test]
fn the_files_of_rules_pass_every_check_and_are_what_is_embedded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/patterns");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            files.push((
                path.file_name().unwrap().to_string_lossy().into_owned(),
                fs::read_to_string(&path).unwrap(),
            ));
        }
    }
    let files: Vec<_> = files
        .iter()
        .map(|(name, content)| (name.as_str(), content.as_str()))
        .collect();
    let rules = read::read(&files, Origin::Shipped).unwrap_or_else(|error| panic!("\n{error}"));
    check_patterns(rules.iter()).unwrap_or_else(|error| panic!("\n{error}"));
    for (read, embedded) in rules.iter().zip(RuleSet::embedded().rules()) {
        assert_eq!((&read.id, &read.anchors), (&embedded.id, &embedded.anchors));
    }
    let embedded = RuleSet::embedded().without_structural();
    assert_eq!(RuleSet::new(rules, Vec::new()).digest(), embedded.digest());
}

#[test]
fn rules_are_found_in_any_case_by_id_kind_and_alias() {
    let set = set(&rule("ACME-001", "['*']", "abc"));
    let found = |id: &str| set.get(id).map(|rule| rule.id().to_owned());
    assert_eq!(found("acme-001").as_deref(), Some("ACME-001"));
    assert_eq!(found(" cred-101 ").as_deref(), Some("CRED-101"));
    assert_eq!(found("GitHub-Classic").as_deref(), Some("CRED-101"));
    assert_eq!(found("gen-006").as_deref(), Some("GEN-006"));
    assert_eq!(found("ACME-002"), None);
    let error = set.find("acme-01").unwrap_err();
    assert_eq!(
        error.to_string(),
        "no rule is called `acme-01`; did you mean `ACME-001`?"
    );
}

#[test]
fn a_disabled_rule_is_not_active_and_still_known() {
    let set = set(&[rule("ACME-001", "['*']", "abc"), rule("ACME-002", "['*']", "abcd")].concat());
    let count = set.count();
    let set = set.customise(disable(&["acme-001", "github-classic"])).unwrap();
    assert_eq!(
        set.rules().map(|rule| rule.id.as_str()).collect::<Vec<_>>(),
        ["ACME-002"]
    );
    assert!(set.get("ACME-001").is_some());
    assert!(set.kinds().all(|kind| kind.id != "CRED-101"));
    assert_eq!(set.count(), count - 2);
    let set = set.customise(disable(&["GEN-001"])).unwrap();
    assert!(set.kinds().all(|kind| kind.alias() != Some("GEN-001")));
}

#[test]
fn an_unknown_rule_in_the_overrides_is_an_error() {
    let set = set(&rule("ACME-001", "['*']", "abc"));
    let error = set.clone().customise(disable(&["ACME-003"])).unwrap_err();
    assert_eq!(
        (error.id.as_str(), error.suggestion.as_deref()),
        ("ACME-003", Some("ACME-001"))
    );
    let severity = [("nothing-like-it".to_owned(), Severity::High)].into();
    assert!(
        set.customise(Overrides {
            severity,
            ..Overrides::default()
        })
        .is_err()
    );
}

#[test]
fn severities_can_be_changed() {
    let severity = [
        ("acme-001".to_owned(), Severity::Critical),
        ("cred-101".to_owned(), Severity::Info),
    ]
    .into();
    let set = set(&rule("ACME-001", "['*']", "abc"))
        .customise(Overrides {
            severity,
            ..Overrides::default()
        })
        .unwrap();
    assert_eq!(set.rules().next().unwrap().severity, Severity::Critical);
    let kind = set.kinds().find(|kind| kind.id == "CRED-101").unwrap();
    assert_eq!(set.kind_severity(kind), Some(Severity::Info));
}

#[test]
fn the_digest_follows_the_content_and_not_the_files() {
    let (a, b) = (rule("ACME-001", "['*']", "abc"), rule("ACME-002", "['*']", "abc"));
    let together = set(&[a.as_str(), b.as_str()].concat()).digest();
    let apart = RuleSet::load(&[("b.toml", &b), ("a.toml", &a)]).unwrap().digest();
    assert_eq!(together, apart);
    assert!(together.starts_with("sha256:") && together.len() == 71);
    assert_ne!(set(&a).digest(), together);
    assert_ne!(set(&a.replace("low", "high")).digest(), set(&a).digest());
    let disabled = set(&a).customise(disable(&["CRED-101"])).unwrap();
    assert_ne!(disabled.digest(), set(&a).digest());
}

#[test]
fn a_file_of_rules_may_not_take_an_id_of_the_program() {
    let embedded = RuleSet::embedded();
    for id in ["GEN-004", "GEN-006", "CRED-101"] {
        let error = embedded
            .extended(&[("x.toml", &rule(id, "['*']", "abc"))])
            .unwrap_err()
            .to_string();
        assert!(
            error.contains(&format!(
                "x.toml: rule {id}: field `id`: is the id of a rule of the program"
            )),
            "{error}"
        );
    }
    let more = embedded
        .extended(&[("x.toml", &rule("ACME-001", "['*']", "abc"))])
        .unwrap();
    assert_eq!(more.count(), embedded.count() + 1);
}

#[test]
fn pages_say_what_to_do() {
    let set = RuleSet::embedded();
    for id in ["GEN-004", "CRED-101", "GEN-006"] {
        let page = set.get(id).unwrap().markdown();
        assert!(
            page.starts_with(&format!("# {id}")) && page.contains(&format!("secreview:ignore {id}")),
            "{page}"
        );
    }
    for planned in set.planned() {
        assert!(set.get(&planned.id).unwrap().markdown().contains("Not there yet"));
    }
}
