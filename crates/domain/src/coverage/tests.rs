use rating::Severity;

use super::*;
use crate::checklist::tests::item;

fn checklists() -> Checklists {
    let mut items = vec![item("*", "GEN-01"), item("company", "PY-02")];
    items.extend((1..=3).map(|n| item("python", &format!("PY-0{n}"))));
    items.extend((1..=2).map(|n| item("go", &format!("GO-0{n}"))));
    Checklists::new(items)
}

fn claim(item_id: &str, outcome: ChecklistOutcome) -> ChecklistClaim {
    ChecklistClaim {
        item_id: item_id.to_owned(),
        outcome,
    }
}

fn finding(rule_id: &str) -> FindingContent {
    FindingContent {
        title: "Title".to_owned(),
        severity: Severity::Low,
        rule_id: Some(rule_id.to_owned()),
        category: "code".to_owned(),
        cwe: None,
        owasp: None,
        file_path: None,
        line_start: None,
        line_end: None,
        description: "Text".to_owned(),
        evidence: None,
        recommendation: None,
        confidence: None,
        impact: None,
        verification: None,
        source: None,
        sink: None,
    }
}

fn check(claims: &[ChecklistClaim], rules: &[&str], findings: &[FindingContent]) -> Result<Coverage, Error> {
    let rules: Vec<String> = rules.iter().map(|r| (*r).to_owned()).collect();
    let known = Known {
        is_rule: &|id| matches!(id, "PY-001" | "GO-002" | "ACME-CL-01"),
        checklists: &checklists(),
    };
    coverage(claims, &rules, findings, &known)
}

fn outcomes(coverage: &Coverage) -> Vec<(&str, &str)> {
    let results = coverage.results.iter();
    results.map(|r| (r.item_id.as_str(), r.outcome.as_str())).collect()
}

#[test]
fn items_without_a_result_follow_for_every_domain_used() {
    let claims = [
        claim("py-03", ChecklistOutcome::Ok),
        claim(" PY-01 ", ChecklistOutcome::NotVerifiable),
    ];
    let coverage = check(&claims, &[], &[]).unwrap();
    assert_eq!(
        outcomes(&coverage),
        [("PY-03", "ok"), ("PY-01", "not_verifiable"), ("PY-02", "not_covered")]
    );
    assert_eq!(coverage.not_covered, ["PY-02"]);
    assert_eq!(coverage.results[0].title, "Title of PY-03");
    assert_eq!(coverage.results[0].domain, "python");
    assert!(coverage.warnings.is_empty());
}

#[test]
fn an_item_of_two_domains_belongs_to_the_first() {
    let coverage = check(&[claim("PY-02", ChecklistOutcome::Ok)], &[], &[]).unwrap();
    assert_eq!(coverage.results[0].domain, "company");
    assert_eq!(outcomes(&coverage), [("PY-02", "ok")]);
}

#[test]
fn the_last_outcome_of_an_item_counts_at_its_first_place() {
    let claims = [
        claim("GO-02", ChecklistOutcome::Ok),
        claim("GO-01", ChecklistOutcome::Ok),
        claim("go-02", ChecklistOutcome::NotApplicable),
    ];
    let coverage = check(&claims, &[], &[]).unwrap();
    assert_eq!(outcomes(&coverage), [("GO-02", "not_applicable"), ("GO-01", "ok")]);
}

#[test]
fn no_result_at_all_and_unknown_ids_are_warnings() {
    let coverage = check(&[], &[" go-002", "PY-001", "GO-002", "", "XX-1", "xx-1"], &[]).unwrap();
    assert_eq!(coverage.scan_rules, ["GO-002", "PY-001"]);
    assert_eq!(
        coverage.warnings,
        [
            "no checklist result was declared: what was covered is unknown",
            "scan rules that do not exist, left out: XX-1",
        ]
    );
    let coverage = check(&[claim("zz-9\u{202E}", ChecklistOutcome::Ok)], &[], &[]).unwrap();
    assert_eq!(
        coverage.warnings,
        ["checklist items that do not exist, left out: ZZ-9<U+202E>"]
    );
    assert!(coverage.results.is_empty());
}

#[test]
fn a_warning_names_twenty_ids_and_counts_the_others() {
    let claims: Vec<ChecklistClaim> = (0..25)
        .map(|n| claim(&format!("Z-{n}"), ChecklistOutcome::Ok))
        .collect();
    let coverage = check(&claims, &[], &[]).unwrap();
    assert!(
        coverage.warnings[0].ends_with("Z-18, Z-19 and 5 more"),
        "{:?}",
        coverage.warnings
    );
}

#[test]
fn a_rule_id_of_a_finding_that_only_looks_like_one_is_a_warning() {
    let findings = [
        "PY-001", "PY-01", "PY-999", "ACME-CL-01", "CVE-2026-1234", "GHSA-a", "py-998",
    ]
    .map(finding);
    let claims = [claim("PY-01", ChecklistOutcome::Issue)];
    assert_eq!(
        check(&claims, &[], &findings).unwrap().warnings,
        ["rule ids of findings that are neither a rule nor a checklist item, kept: PY-999"]
    );
}

#[test]
fn outcomes_that_contradict_the_findings_are_warnings() {
    let claims = [
        claim("PY-01", ChecklistOutcome::Ok),
        claim("GO-01", ChecklistOutcome::Issue),
        claim("GO-02", ChecklistOutcome::Issue),
    ];
    let findings = [finding("py-01"), finding("GO-02")];
    assert_eq!(
        check(&claims, &[], &findings).unwrap().warnings,
        [
            "checklist items with outcome `ok` that a finding cites as its rule id: PY-01",
            "checklist items with outcome `issue` that no finding cites as its rule id: GO-01",
        ]
    );
}

#[test]
fn what_is_out_of_bounds_is_refused() {
    let error = |claims: &[ChecklistClaim], rules: &[&str]| check(claims, rules, &[]).unwrap_err().to_string();
    let many = vec![claim("PY-01", ChecklistOutcome::Ok); 501];
    assert_eq!(
        error(&many, &[]),
        "501 checklist results and 0 scan rules, the limits are 500 and 500: leave some out"
    );
    assert!(error(&[], &["PY-001"; 501]).starts_with("0 checklist results and 501 scan rules"));
    assert!(check(&many[..500], &["PY-001"; 500], &[]).is_ok());
    assert_eq!(
        error(&[claim(&"A".repeat(61), ChecklistOutcome::Ok)], &[]),
        "checklist_results[0].item_id has 61 characters, the limit is 60: give the id only"
    );
    assert!(error(&[claim(" ", ChecklistOutcome::Ok)], &[]).starts_with("checklist_results[0].item_id is empty"));
    assert_eq!(
        error(&[], &["PY-001", &"A".repeat(61)]),
        "scan_rules[1] has 61 characters, the limit is 60: give the id only"
    );
    assert!(
        error(&[claim("PY-01", ChecklistOutcome::NotCovered)], &[])
            .starts_with("checklist_results[0].outcome: `not_covered` is set by the server")
    );
}

#[test]
fn a_draft_without_either_list_declares_nothing_until_it_is_told_to() {
    let draft = ReportDraft::default();
    assert!(!draft.declares_coverage());
    let draft = draft.declaring_coverage();
    assert!(draft.declares_coverage());
    assert_eq!(draft.scan_rules, Some(Vec::new()));
}
