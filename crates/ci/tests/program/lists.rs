use super::support::{Folder, run};

#[test]
fn rules_are_listed_with_kinds_of_credentials_and_planned_ones() {
    let result = run(&["rules"]);
    assert_eq!(result.code, Some(0));
    let line = |start: &str| {
        result
            .out
            .lines()
            .find(|line| line.starts_with(start))
            .unwrap_or_default()
            .to_owned()
    };
    assert!(line("PY-003").contains("[python]"), "{}", line("PY-003"));
    assert!(line("CRED-101").contains("critical"), "{}", line("CRED-101"));
    assert!(result.out.contains("(planned)"));
    assert!(result.out.lines().last().unwrap().contains(" planned"));
}

#[test]
fn rules_of_a_language_are_those_that_apply_to_it() {
    let json = run(&["rules", "--language", "py", "--format", "json"]).json();
    assert_eq!(json["schema"], "security-review/rules/1");
    let rows = json["rules"].as_array().unwrap();
    let all = |row: &serde_json::Value| {
        row["languages"]
            .as_array()
            .unwrap()
            .iter()
            .any(|language| language == "*" || language == "python")
    };
    assert!(!rows.is_empty() && rows.iter().all(all));
    let error = run(&["rules", "--language", "cobol"]).error();
    assert!(error.contains("cobol") && error.contains("python"), "{error}");
}

#[test]
fn a_rule_is_explained() {
    let result = run(&["explain", "py-003"]);
    assert_eq!(result.code, Some(0));
    for part in [
        "# PY-003", "## Why it matters", "## What to do", "secreview:ignore PY-003",
    ] {
        assert!(result.out.contains(part), "{}", result.out);
    }
    assert!(run(&["explain", "CRED-101"]).out.contains("GitHub"));
    assert!(run(&["explain", "github-classic"]).out.contains("CRED-101"));
    assert!(run(&["explain", "GEN-006"]).out.contains("Stands for these kinds"));
}

#[test]
fn a_rule_of_a_file_is_explained() {
    let rules = Folder::new(&[]).aside("rules.toml");
    assert!(
        run(&["explain", "ACME-001"])
            .error()
            .contains("no rule is called `ACME-001`")
    );
    let folder = Folder::new(&[]);
    let rules_of_folder = folder.aside("rules.toml");
    assert_ne!(rules, rules_of_folder);
    assert!(
        run(&["explain", "ACME-001", "--rules", rules_of_folder.to_str().unwrap()])
            .out
            .contains("It is forbidden.")
    );
}

#[test]
fn an_unknown_rule_suggests_the_nearest() {
    assert!(run(&["explain", "PY-0003"]).error().contains("did you mean `PY-003`?"));
}

#[test]
fn languages_are_listed_with_their_files() {
    let result = run(&["languages"]);
    assert_eq!(result.code, Some(0));
    assert!(
        result
            .out
            .lines()
            .any(|line| line.starts_with("python") && line.contains(".py")),
        "{}",
        result.out
    );
    let json = run(&["languages", "--format", "json"]).json();
    assert!(
        json["languages"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["name"] == "gitlab-ci" && row["inherits"][0] == "yaml")
    );
}
