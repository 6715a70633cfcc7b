use super::*;
use crate::rules::Overrides;
use domain::{Confidence, Severity};

// secreview:ignore-next-line CRED-101 -- made up, only its checksum is right
const TOKEN: &str = "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";
// secreview:ignore-next-line CRED-101 -- made up, only its checksum is right
const OTHER_TOKEN: &str = "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";

const RULES: &str = r#"
[[rules]]
id = "ACME-001"
title = "Strong"
severity = "high"
confidence = "medium"
cwe = "CWE-95"
owasp = "A05:2025"
languages = ["python", "text"]
pattern = '''eval\(\w*'''
fix = "Stop."

[[rules]]
id = "ACME-002"
title = "Weak"
severity = "low"
cwe = "CWE-95"
languages = ["python", "text"]
pattern = '''\(unsafe'''
fix = "Stop too."

[[rules]]
id = "ACME-003"
title = "Other weakness"
severity = "low"
confidence = "low"
cwe = "CWE-1"
languages = ["python", "text"]
pattern = '''unsafe'''
fix = "Stop three."
"#;

fn rules() -> RuleSet {
    RuleSet::load(&[("acme.toml", RULES)]).unwrap()
}

fn scan_with(rules: &RuleSet, path: &str, language: Language, text: &str, options: &TextOptions) -> Vec<String> {
    let report = scan_text(rules, path, language, text, options);
    let shown = |found: &Match, mark: &str| {
        let also = if found.also.is_empty() {
            String::new()
        } else {
            format!(" also {}", found.also.join(","))
        };
        format!(
            "{mark}{} {}:{}{also}",
            found.rule_id, found.location.line, found.location.column
        )
    };
    let visible = report.matches.iter().map(|found| shown(found, ""));
    let suppressed = report.suppressed.iter().map(|found| shown(found, "-"));
    let warnings = report
        .warnings
        .iter()
        .map(|warning| format!("!{} {:?}", warning.line, warning.kind));
    visible.chain(suppressed).chain(warnings).collect()
}

fn check(text: &str, expected: &[&str]) {
    assert_eq!(
        scan_with(&rules(), "a.txt", Language::Text, text, &TextOptions::default()),
        expected,
        "{text}"
    );
}

#[test]
fn a_match_tells_all_there_is_to_know() {
    let text = "x = 1\n  y = eval(z)\n";
    let report = scan_text(&rules(), "src/a.py", Language::Python, text, &TextOptions::default());
    assert_eq!(
        (report.language, report.lines, report.truncated),
        (Language::Python, 2, None)
    );
    let found = &report.matches[0];
    assert_eq!(
        (found.rule_id.as_str(), found.title.as_str(), found.advice.as_str()),
        ("ACME-001", "Strong", "Stop.")
    );
    assert_eq!((found.severity, found.confidence), (Severity::High, Confidence::Medium));
    assert_eq!(
        (found.cwe.as_deref(), found.owasp.as_deref()),
        (Some("CWE-95"), Some("A05:2025"))
    );
    assert_eq!(
        (found.category, found.kind, found.test),
        (Category::Code, MatchKind::Pattern, false)
    );
    assert_eq!(
        found.location,
        Location {
            line: 2,
            column: 7,
            end_line: 2,
            end_column: 13
        }
    );
    assert_eq!((found.excerpt.as_ref(), found.caret), ("y = eval(z)", Some((4, 10))));
    assert_eq!(found.fingerprint.len(), 32);
}

#[test]
fn a_match_in_a_test_is_marked_and_one_step_less_severe() {
    let report = scan_text(
        &rules(),
        "tests/a.py",
        Language::Python,
        "eval(z)",
        &TextOptions::default(),
    );
    assert_eq!(
        (report.matches[0].test, report.matches[0].severity),
        (true, Severity::Medium)
    );
}

#[test]
fn a_rule_leaves_out_its_excepted_languages_and_files() {
    let rule = "[[rules]]\nid = 'ACME-001'\ntitle = 'Call'\nseverity = 'low'\npattern = 'forbidden'\nfix = 'Stop.'\n\
                except_languages = ['text']\nexcept_files = ['package.json']\n";
    let rules = RuleSet::load(&[("acme.toml", rule)]).unwrap();
    let count = |path: &str, language| {
        scan_text(&rules, path, language, "forbidden", &TextOptions::default())
            .matches
            .len()
    };
    assert_eq!(count("a.json", Language::Json), 1);
    assert_eq!(count("web/Package.json", Language::Json), 0);
    assert_eq!(count("a.txt", Language::Text), 0);
}

#[test]
fn one_weakness_at_one_place_is_reported_once() {
    check("eval(unsafe)", &["ACME-001 1:1 also ACME-002", "ACME-003 1:6"]);
    check("eval(x) f(unsafe)", &["ACME-001 1:1", "ACME-002 1:10", "ACME-003 1:11"]);
}

#[test]
fn a_marker_for_the_reported_rule_hides_the_place_and_one_for_another_takes_it_off_the_list() {
    check(
        "eval(unsafe) # secreview:ignore ACME-001 ACME-003",
        &["-ACME-001 1:1 also ACME-002", "-ACME-003 1:6"],
    );
    check(
        "eval(unsafe) # secreview:ignore ACME-002",
        &["ACME-001 1:1", "ACME-003 1:6"],
    );
    check(
        "eval(unsafe) # secreview:ignore ACME-001 ACME-002",
        &["ACME-003 1:6", "-ACME-001 1:1"],
    );
    check(
        "eval(x) # secreview:ignore ACME-002",
        &["ACME-001 1:1", "!1 UnusedSuppression"],
    );
    check("eval(x) # secreview:ignore", &["-ACME-001 1:1"]);
}

#[test]
fn a_suppressed_match_carries_its_reason() {
    let text = "# secreview:ignore-next-line acme-001 XYZ-9 -- reviewed\neval(x)";
    let report = scan_text(&rules(), "a.py", Language::Python, text, &TextOptions::default());
    assert!(report.matches.is_empty());
    let suppression = report.suppressed[0].suppression.as_ref().unwrap();
    assert_eq!(suppression.reason.as_ref().unwrap().as_ref(), "reviewed");
    assert_eq!(
        (suppression.line, suppression.unknown_ids.as_slice()),
        (1, ["XYZ-9".to_owned()].as_slice())
    );
}

#[test]
fn a_credential_is_a_match_whose_value_is_never_shown() {
    let text = format!("token = \"{TOKEN}\"\n");
    let report = scan_text(&rules(), "a.py", Language::Python, &text, &TextOptions::default());
    let found = &report.matches[0];
    assert_eq!(
        (found.rule_id.as_str(), found.alias, found.kind),
        ("CRED-101", Some("GEN-006"), MatchKind::Secret)
    );
    assert_eq!(
        (found.location.line, found.location.column, found.category),
        (1, 10, Category::Secret)
    );
    assert!(!format!("{report:?}").contains(&TOKEN[4..]), "{report:?}");
    assert_eq!(found.secret.as_ref().unwrap().kind, "github-classic");
    let rotated = text.replace(TOKEN, OTHER_TOKEN);
    let after = scan_text(&rules(), "a.py", Language::Python, &rotated, &TextOptions::default());
    assert_eq!(after.matches[0].fingerprint, found.fingerprint);
}

#[test]
fn credentials_are_suppressed_and_disabled_by_id_name_and_alias() {
    for marker in [
        "secreview:ignore", "secreview:ignore cred-101", "secreview:ignore GEN-006",
    ] {
        check(&format!("\"{TOKEN}\" # {marker}"), &["-CRED-101 1:2"]);
    }
    for id in ["CRED-101", "github-classic", "GEN-006"] {
        let rules = rules()
            .customise(Overrides {
                disabled: vec![id.into()],
                ..Overrides::default()
            })
            .unwrap();
        let found = scan_with(
            &rules,
            "a.txt",
            Language::Text,
            &format!("\"{TOKEN}\""),
            &TextOptions::default(),
        );
        assert!(
            !found.iter().any(|found| found.starts_with("CRED-101")),
            "{id}: {found:?}"
        );
    }
}

#[test]
fn an_override_changes_the_severity_of_matches() {
    let severity = [
        ("CRED-101".to_owned(), Severity::Low),
        ("ACME-001".to_owned(), Severity::Info),
    ]
    .into();
    let rules = rules()
        .customise(Overrides {
            severity,
            ..Overrides::default()
        })
        .unwrap();
    let report = scan_text(
        &rules,
        "a.txt",
        Language::Text,
        &format!("eval(x)\n\"{TOKEN}\""),
        &TextOptions::default(),
    );
    let severities: Vec<_> = report.matches.iter().map(|found| found.severity).collect();
    assert_eq!(severities, [Severity::Info, Severity::Low]);
}

#[test]
fn the_cap_keeps_the_most_severe_and_says_how_many_it_dropped() {
    let text = format!("{}{}", "f(unsafe)\n".repeat(5), "eval(x)\n".repeat(3));
    let options = TextOptions {
        max_matches: 4,
        ..TextOptions::default()
    };
    let report = scan_text(&rules(), "a.txt", Language::Text, &text, &options);
    let found: Vec<_> = report
        .matches
        .iter()
        .map(|found| (found.location.line, found.rule_id.as_str()))
        .collect();
    assert_eq!(
        found,
        [(1, "ACME-002"), (6, "ACME-001"), (7, "ACME-001"), (8, "ACME-001")]
    );
    assert_eq!(report.truncated, Some(Truncated { kept: 4, dropped: 9 }));
}

#[test]
fn confidence_and_depth_are_options() {
    let text = format!("eval(x) unsafe\n\"{TOKEN}\"");
    let scan = |options: &TextOptions| scan_with(&rules(), "a.txt", Language::Text, &text, options);
    assert_eq!(
        scan(&TextOptions::default()),
        ["ACME-001 1:1", "ACME-003 1:9", "CRED-101 2:2"]
    );
    let options = TextOptions {
        min_rule_confidence: Confidence::Medium,
        ..TextOptions::default()
    };
    assert_eq!(scan(&options), ["ACME-001 1:1", "CRED-101 2:2"]);
    let options = TextOptions {
        depth: Depth::DistinctiveSecrets,
        ..TextOptions::default()
    };
    assert_eq!(scan(&options), ["CRED-101 2:2"]);
}

#[test]
fn fingerprints_stay_when_lines_move_and_differ_between_equal_lines() {
    let prints = |text: &str| -> Vec<String> {
        let report = scan_text(&rules(), "a.txt", Language::Text, text, &TextOptions::default());
        report.matches.into_iter().map(|found| found.fingerprint).collect()
    };
    let before = prints("eval(x)\neval(x)\neval(y)");
    assert_eq!(before, prints("# new\n\n  eval(x)\n\teval(x)\neval(y)"));
    assert!(before[0] != before[1] && before[1] != before[2]);
}

#[test]
fn the_fingerprint_of_a_credential_is_that_of_its_masked_line() {
    let print = |text: &str| -> String {
        let report = scan_text(&rules(), "a.txt", Language::Text, text, &TextOptions::default());
        let [found] = &report.matches[..] else {
            panic!("{text}: {:?}", report.matches)
        };
        found.fingerprint.clone()
    };
    let known = print(&format!("upload(\"{TOKEN}\")"));
    assert_eq!(known, print(&format!("\n\n  upload(\"{OTHER_TOKEN}\")")));
    assert_ne!(known, print(&format!("download(\"{TOKEN}\")")));
}

#[test]
fn only_some_lines_are_reported_when_asked() {
    let lines: LineSet = [2..=2].into_iter().collect();
    let text = "eval(x)\neval(x)\neval(x) # secreview:ignore ACME-999";
    let all = scan(
        &rules(),
        "a.txt",
        Language::Text,
        text,
        &TextOptions::default(),
        None,
        Beyond::Alone,
    )
    .0;
    let some = scan(
        &rules(),
        "a.txt",
        Language::Text,
        text,
        &TextOptions::default(),
        Some(&lines),
        Beyond::Alone,
    )
    .0;
    assert_eq!(some.matches, [all.matches[1].clone()]);
    assert_eq!((all.warnings.len(), some.warnings.len()), (1, 0));
}

#[test]
fn the_cells_of_a_notebook_are_scanned_in_their_language() {
    let text = format!(
        r##"{{
 "cells": [
  {{"cell_type": "markdown", "metadata": {{}}, "source": ["# eval(x) in prose\n", "more"]}},
  {{"cell_type": "code", "metadata": {{}}, "execution_count": 1,
   "source": [
    "# eval(comment)\n",
    "y = eval(z)\n"
   ],
   "outputs": [{{"output_type": "stream", "name": "stdout", "text": [
    "token: {TOKEN}\n"
   ]}}]}}
 ],
 "metadata": {{"language_info": {{"name": "python"}}}},
 "nbformat": 4, "nbformat_minor": 5
}}
"##
    );
    let report = scan_text(&rules(), "a.ipynb", Language::Notebook, &text, &TextOptions::default());
    let found: Vec<_> = report
        .matches
        .iter()
        .map(|found| (found.rule_id.as_str(), found.location.line))
        .collect();
    assert_eq!(found, [("ACME-001", 3), ("ACME-001", 7), ("CRED-101", 10)]);
    assert_eq!(report.matches[1].excerpt.as_ref(), "y = eval(z)");
    assert_eq!(report.lines, 15);
}

#[test]
fn a_notebook_that_is_none_is_scanned_as_json() {
    let found = scan_with(
        &rules(),
        "a.ipynb",
        Language::Notebook,
        &format!("{{\"x\": \"{TOKEN}\""),
        &TextOptions::default(),
    );
    assert_eq!(found, ["CRED-101 1:8", "!1 UnreadableNotebook"]);
}

#[test]
fn warnings_are_bounded() {
    let text = "x # secreview:ignore ACME-999\n".repeat(1000);
    let report = scan_text(&rules(), "a.txt", Language::Text, &text, &TextOptions::default());
    assert_eq!(report.warnings.len(), MAX_WARNINGS + 1);
    assert_eq!(
        report.warnings.last().unwrap().text,
        "900 more warnings below this line"
    );
}

#[test]
fn the_label_of_a_text_leads_to_its_language() {
    for language in Language::all() {
        let label = label("notes", language);
        let found = syntax::detect_by_path(&label).language();
        let related = matches!(
            language,
            Language::GitlabCi | Language::GithubActions | Language::AgentInstructions | Language::Angular
        );
        assert!(related || found == Some(language), "{language}: {label}");
    }
    assert_eq!(label("a/b.py", Language::Python), "a/b.py");
    assert_eq!(label("a.ipynb", Language::Python), "a.ipynb.py");
}

#[test]
fn a_lead_in_a_test_is_one_step_lower_unless_the_severity_was_set() {
    let severity_in = |rules: &RuleSet, path: &str| {
        let report = scan_text(rules, path, Language::Python, "eval(x)\n", &TextOptions::default());
        report
            .matches
            .iter()
            .find(|found| found.rule_id == "ACME-001")
            .map(|found| (found.severity, found.test))
    };
    let plain = rules();
    let (shipped, _) = severity_in(&plain, "src/a.py").expect("a match");
    assert_eq!(severity_in(&plain, "tests/test_a.py"), Some((shipped.lowered(), true)));
    let set = plain
        .customise(Overrides {
            severity: [("ACME-001".to_owned(), Severity::Critical)].into(),
            ..Overrides::default()
        })
        .unwrap();
    assert_eq!(severity_in(&set, "tests/test_a.py"), Some((Severity::Critical, true)));
}
