//! Structural rules in a scan: what is reported, what is hidden, what is told of text that they cannot see.

use std::sync::LazyLock;

use domain::Severity;
use scanner::{MatchKind, RuleSet, TextOptions, TextReport, WarningKind, scan_text};
use syntax::Language;

/// `ACME-001` as a pattern and as a structural rule, and a structural rule with a name of its own.
static RULES: LazyLock<RuleSet> = LazyLock::new(|| {
    let pattern = "[[rules]]\nid = 'ACME-001'\ntitle = 'Forbidden call'\nseverity = 'high'\ncwe = 'CWE-676'\nlanguages = ['python', \
                   'ruby']\npattern = 'forbidden\\('\nfix = 'Stop.'\n";
    let structural = "rules:
- id: ACME-001
  languages: [python]
  severity: ERROR
  message: $X is forbidden. Allow it.
  metadata: {cwe: 'CWE-676: Use of something', confidence: HIGH}
  pattern: forbidden($X)
- id: acme.keep_out
  languages: [python]
  severity: WARNING
  message: Do not log in with $P, which is value($P)
  pattern: login($P)
  fix: login(ask($P))
";
    RuleSet::embedded()
        .without_shipped()
        .extended(&[("acme.toml", pattern)])
        .unwrap()
        .with_opengrep(&[("acme.yaml", structural)])
});

fn scan(path: &str, language: Language, text: &str) -> TextReport {
    scan_text(&RULES, path, language, text, &TextOptions::default())
}

/// `line kind id` of every match.
fn found(report: &TextReport) -> Vec<String> {
    let shown = report.matches.iter().map(|found| {
        format!(
            "{} {} {}",
            found.location.line,
            match found.kind {
                MatchKind::Pattern => "pattern",
                MatchKind::Secret => "secret",
                MatchKind::Structural => "structural",
            },
            found.rule_id
        )
    });
    shown.collect()
}

#[test]
fn a_structural_rule_reports_the_code_and_not_what_looks_like_it() {
    let report = scan(
        "a.py",
        Language::Python,
        "x = 'forbidden(1)'\n# forbidden(2)\nforbidden(\n  é,\n)\n",
    );
    assert_eq!(found(&report), ["3 structural ACME-001"]);
    let first = &report.matches[0];
    assert_eq!(
        (first.title.as_str(), first.advice.as_str(), first.severity),
        ("$X is forbidden", "é is forbidden. Allow it.", Severity::High)
    );
    assert_eq!(
        (first.cwe.as_deref(), first.excerpt.as_str()),
        (Some("CWE-676"), "forbidden(")
    );
    assert_eq!((first.location.end_line, first.location.end_column), (5, 2));
    let facts = first.structural.as_ref().unwrap();
    assert_eq!((facts.start.line, facts.start.col, facts.start.offset), (3, 1, 34));
    assert_eq!((facts.end.line, facts.end.col, facts.end.offset), (5, 2, 52));
    assert_eq!(facts.lines.as_str(), "forbidden(\n  é,\n)");
    let x = &facts.metavariables[0];
    assert_eq!(
        (x.name.as_str(), x.text.as_str(), x.start.col, x.end.col),
        ("$X", "é", 3, 5)
    );
    assert_eq!(RULES.structural_rule(facts.rule).unwrap().written_severity, "ERROR");
}

#[test]
fn the_pattern_rule_of_the_same_id_runs_where_the_code_cannot_be_parsed() {
    let broken = "def g():\n    return 'forbidden(2)'\n\n\nx = 'forbidden(3)' = = (\n";
    let report = scan("a.py", Language::Python, broken);
    assert_eq!(found(&report), ["5 pattern ACME-001"]);
    let warning = &report.warnings[0];
    assert_eq!((warning.kind, warning.line), (WarningKind::NotParsed, 5));
    assert!(
        warning.text.starts_with("structural rules do not see this line: "),
        "{}",
        warning.text
    );
    // No structural rule is written for Ruby.
    assert_eq!(
        found(&scan("a.rb", Language::Ruby, "forbidden(1)\n")),
        ["1 pattern ACME-001"]
    );
}

#[test]
fn markers_of_both_kinds_hide_a_structural_match() {
    let text = "login(a)  # nosem\nlogin(b)  # nosemgrep: keep_out\nlogin(c)  # nosem: other\n# noopengrep\nlogin(d)\nlogin(e)  # \
                secreview:ignore acme.keep_out -- known\nlogin(f)  # secreview:ignore\n";
    let report = scan("a.py", Language::Python, text);
    assert_eq!(found(&report), ["3 structural acme.keep_out"]);
    let hidden: Vec<_> = report
        .suppressed
        .iter()
        .map(|found| {
            let marker = found.suppression.as_ref().unwrap();
            let reason = marker.reason.as_ref().map(ToString::to_string).unwrap_or_default();
            (found.location.line, marker.line, reason)
        })
        .collect();
    let none = String::new();
    assert_eq!(
        hidden,
        [
            (1, 1, none.clone()),
            (2, 2, none.clone()),
            (5, 4, none.clone()),
            (6, 6, "known".to_owned()),
            (7, 7, none)
        ]
    );
    assert_eq!(report.warnings, []);
}

#[test]
fn a_comment_of_opengrep_hides_no_pattern_match() {
    assert_eq!(
        found(&scan("a.rb", Language::Ruby, "forbidden(1) # nosem\n")),
        ["1 pattern ACME-001"]
    );
}

#[test]
fn a_credential_is_masked_wherever_a_match_quotes_it() {
    let text = "password = \"Xk29-vTqLw7\"\nlogin(password)\nlogin({\"password\": \"Zk31-vTqLw8\"})\n";
    let report = scan("a.py", Language::Python, text);
    assert_eq!(report.matches.len(), 2);
    let shown = format!("{report:?}");
    assert!(!shown.contains("Xk29") && !shown.contains("Zk31"), "{shown}");
    let facts = report.matches[0].structural.as_ref().unwrap();
    assert!(
        facts.metavariables[0]
            .value
            .as_ref()
            .unwrap()
            .as_str()
            .contains("[REDACTED]")
    );
    assert!(report.matches[0].advice.contains("[REDACTED]"));
}

#[test]
fn cells_of_a_notebook_are_looked_at_one_by_one() {
    let notebook = r#"{"cells": [{"cell_type": "code", "source": ["x = 1\n", "forbidden(x)\n"]}], "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4, "nbformat_minor": 5}"#;
    assert_eq!(
        found(&scan("a.ipynb", Language::Notebook, notebook)),
        ["1 structural ACME-001"]
    );
}

#[test]
fn rules_are_disabled_and_rated_like_others() {
    let overrides = scanner::Overrides {
        disabled: vec!["acme.KEEP_OUT".into()],
        severity: [("acme-001".to_owned(), Severity::Low)].into(),
    };
    let set = RULES.clone().customise(overrides).unwrap();
    let report = scan_text(
        &set,
        "a.py",
        Language::Python,
        "login(a)\nforbidden(b)\n",
        &TextOptions::default(),
    );
    assert_eq!(found(&report), ["2 structural ACME-001"]);
    assert_eq!(report.matches[0].severity, Severity::Low);
    assert_ne!(set.digest(), RULES.digest());
    assert_eq!((set.count(), RULES.count()), (1, 2));
}

#[test]
fn a_redefinition_of_the_pattern_decides_whether_the_structural_rule_stays() {
    let same = "[[rules]]\nid = 'ACME-001'\ntitle = 'Forbidden'\nseverity = 'low'\nlanguages = ['python']\npattern = 'forbidden\\('\nfix = 'Stop.'\n";
    let other = same.replace("forbidden\\(", "verboten\\(");
    for (definition, expected) in [
        (same, vec!["1 structural ACME-001"]),
        (&other, vec!["2 pattern ACME-001"]),
    ] {
        let (set, problems) = RULES.redefined("test", |_| false, &[("ACME-001", definition)]);
        assert_eq!(problems, []);
        let report = scan_text(
            &set,
            "a.py",
            Language::Python,
            "forbidden(1)\nverboten(2)\n",
            &TextOptions::default(),
        );
        assert_eq!(found(&report), expected);
        assert_eq!(report.matches[0].severity, Severity::Low);
    }
    let (without, _) = RULES.redefined("test", |_| false, &[]);
    assert_eq!(
        without
            .structural_rules()
            .map(|rule| rule.id.as_str())
            .collect::<Vec<_>>(),
        ["acme.keep_out"]
    );
}

#[test]
fn rules_of_the_user_take_the_place_of_those_of_the_program() {
    let rule = "rules: [{id: PY-010, languages: [python], severity: CRITICAL, message: Own, pattern: own()}]";
    let set = RuleSet::embedded().with_opengrep(&[("own.yaml", rule)]);
    let own: Vec<_> = set.structural_rules().filter(|rule| rule.id == "PY-010").collect();
    assert_eq!((own.len(), own[0].title.as_str()), (1, "Own"));
    assert_eq!(set.count(), RuleSet::embedded().count());
}
