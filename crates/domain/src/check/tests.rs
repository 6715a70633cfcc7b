use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::checklist::tests::item;
use crate::{ChecklistClaim, ChecklistOutcome, Checklists, ReviewType};

fn draft(findings: Vec<FindingDraft>) -> ReportDraft {
    ReportDraft {
        project: "Team/Demo".to_owned(),
        summary: " Nothing bad. ".to_owned(),
        findings,
        ..ReportDraft::default()
    }
}

fn finding() -> FindingDraft {
    FindingDraft {
        title: "SQL injection".to_owned(),
        severity: Severity::High,
        description: "A text.".to_owned(),
        rule_id: None,
        category: None,
        cwe: None,
        owasp: None,
        file_path: None,
        line_start: None,
        line_end: None,
        evidence: None,
        recommendation: None,
        confidence: None,
        impact: None,
        verification: None,
        source: None,
        sink: None,
        unknown: BTreeMap::new(),
    }
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn small() -> Limits {
    Limits {
        content_chars: 200,
        findings_per_report: 3,
        ..Limits::default()
    }
}

fn checked_as(draft: ReportDraft, forced_author: Option<String>) -> Result<CheckedReport, Error> {
    let checklists = Checklists::new(vec![item("python", "PY-01"), item("python", "PY-02")]);
    let known = Known {
        is_rule: &|id| id == "PY-001",
        checklists: &checklists,
    };
    check(draft, &small(), &known, forced_author)
}

fn checked(draft: ReportDraft) -> Result<CheckedReport, Error> {
    checked_as(draft, None)
}

fn error_with(change: impl Fn(&mut ReportDraft)) -> String {
    let mut draft = draft(vec![finding(), finding()]);
    change(&mut draft);
    checked(draft).unwrap_err().to_string()
}

/// A text that is masked, in parts so that it stands in no file.
fn credential() -> String {
    ["ghp_", "k7Qz2WmXv9Tb", "R4nLcY8sJf3H", "pDg6KxBtVw5Z"].concat()
}

#[test]
fn a_report_within_its_bounds_keeps_its_words() {
    let mut given = draft(vec![FindingDraft {
        rule_id: some("PY-001"),
        category: some("secret"),
        cwe: some("cwe-089"),
        owasp: some("A03:2021"),
        file_path: some("src/My App.py"),
        line_start: Some(7),
        line_end: Some(9),
        evidence: some("    x = 1\n"),
        confidence: Some(rating::Confidence::High),
        sink: some("cursor.execute"),
        ..finding()
    }]);
    given.repository = some("https://example.com/team/demo");
    given.branch = some("main");
    given.commit_sha = some("0123456789abcdef0123456789abcdef01234567");
    given.review_type = Some(ReviewType::CodeScan);
    given.risk_level = Some(Severity::Critical);
    given.author = some(" alice ");
    let report = checked(given).unwrap();
    assert_eq!(report.head.project.as_str(), "demo");
    assert_eq!(report.head.summary, "Nothing bad.");
    assert_eq!(report.head.repository.as_deref(), Some("https://example.com/team/demo"));
    let commit = report.head.commit_sha.as_deref();
    assert_eq!(commit, Some("0123456789abcdef0123456789abcdef01234567"));
    assert_eq!(report.head.author.as_deref(), Some("alice"));
    assert_eq!(report.declared_risk, Some(Severity::Critical));
    let finding = &report.findings[0];
    assert_eq!(
        (finding.title.as_str(), finding.category.as_str()),
        ("SQL injection", "secret")
    );
    assert_eq!(finding.cwe.as_deref(), Some("CWE-89"));
    assert_eq!(finding.file_path.as_deref(), Some("src/My App.py"));
    assert_eq!((finding.line_start, finding.line_end), (Some(7), Some(9)));
    assert_eq!(finding.evidence.as_deref(), Some("    x = 1\n"));
    assert_eq!(finding.sink.as_deref(), Some("cursor.execute"));
    assert!(report.warnings.is_empty());
}

#[test]
fn blank_optional_fields_are_none_and_a_blank_category_is_code() {
    let mut given = draft(vec![FindingDraft {
        category: some(" "),
        cwe: some(""),
        evidence: some("\n"),
        file_path: some(""),
        ..finding()
    }]);
    given.branch = some("");
    given.scope = some("  ");
    given.author = some(" ");
    let report = checked(given).unwrap();
    assert_eq!(
        (report.head.branch, report.head.scope, report.head.author),
        (None, None, None)
    );
    let finding = &report.findings[0];
    assert_eq!(finding.category, "code");
    assert_eq!(
        (&finding.cwe, &finding.evidence, &finding.file_path),
        (&None, &None, &None)
    );
}

#[test]
fn an_end_before_the_start_becomes_the_start_and_an_end_alone_is_kept() {
    let lines = |line_start, line_end| {
        let report = checked(draft(vec![FindingDraft {
            line_start,
            line_end,
            ..finding()
        }]));
        let report = report.unwrap();
        (report.findings[0].line_start, report.findings[0].line_end)
    };
    assert_eq!(lines(Some(9), Some(3)), (Some(9), Some(9)));
    assert_eq!(lines(None, Some(3)), (None, Some(3)));
    assert_eq!(lines(Some(9), None), (Some(9), None));
    assert_eq!(
        error_with(|d| d.findings[1].line_end = Some(0)),
        "findings[1].line_end is 0: lines start at 1"
    );
    assert_eq!(
        error_with(|d| d.findings[0].line_start = Some(u32::MAX)),
        "findings[0].line_start is 4294967295, the limit is 2147483647"
    );
}

type Change = fn(&mut ReportDraft, String);

/// Every text of a draft that is kept, with its limit under [`small`] and how it is set.
const TEXTS: &[(&str, usize, Change)] = &[
    ("repository", 500, |d, t| d.repository = Some(t)),
    ("branch", 200, |d, t| d.branch = Some(t)),
    ("commit_sha", 64, |d, t| d.commit_sha = Some(t)),
    ("reviewer", 200, |d, t| d.reviewer = Some(t)),
    ("summary", 200, |d, t| d.summary = t),
    ("scope", 200, |d, t| d.scope = Some(t)),
    ("findings[1].title", 200, |d, t| d.findings[1].title = t),
    ("findings[1].rule_id", 60, |d, t| d.findings[1].rule_id = Some(t)),
    ("findings[1].category", 50, |d, t| d.findings[1].category = Some(t)),
    ("findings[1].owasp", 60, |d, t| d.findings[1].owasp = Some(t)),
    ("findings[1].file_path", 500, |d, t| d.findings[1].file_path = Some(t)),
    ("findings[1].description", 200, |d, t| d.findings[1].description = t),
    ("findings[1].evidence", 200, |d, t| d.findings[1].evidence = Some(t)),
    ("findings[1].recommendation", 200, |d, t| {
        d.findings[1].recommendation = Some(t)
    }),
    ("findings[1].impact", 200, |d, t| d.findings[1].impact = Some(t)),
    ("findings[1].verification", 200, |d, t| {
        d.findings[1].verification = Some(t)
    }),
    ("findings[1].source", 500, |d, t| d.findings[1].source = Some(t)),
    ("findings[1].sink", 500, |d, t| d.findings[1].sink = Some(t)),
];

const ONE_LINE: &[&str] = &[
    "repository", "branch", "commit_sha", "reviewer", "findings[1].title", "findings[1].rule_id",
    "findings[1].category", "findings[1].owasp", "findings[1].file_path", "findings[1].source", "findings[1].sink",
];

/// The stored text of a field of [`TEXTS`].
fn stored(report: &CheckedReport, field: &str) -> String {
    let (head, finding) = (&report.head, &report.findings[1]);
    let text = match field {
        "repository" => head.repository.as_deref(),
        "branch" => head.branch.as_deref(),
        "commit_sha" => head.commit_sha.as_deref(),
        "reviewer" => head.reviewer.as_deref(),
        "summary" => Some(head.summary.as_str()),
        "scope" => head.scope.as_deref(),
        "findings[1].title" => Some(finding.title.as_str()),
        "findings[1].rule_id" => finding.rule_id.as_deref(),
        "findings[1].category" => Some(finding.category.as_str()),
        "findings[1].owasp" => finding.owasp.as_deref(),
        "findings[1].file_path" => finding.file_path.as_deref(),
        "findings[1].description" => Some(finding.description.as_str()),
        "findings[1].evidence" => finding.evidence.as_deref(),
        "findings[1].recommendation" => finding.recommendation.as_deref(),
        "findings[1].impact" => finding.impact.as_deref(),
        "findings[1].verification" => finding.verification.as_deref(),
        "findings[1].source" => finding.source.as_deref(),
        "findings[1].sink" => finding.sink.as_deref(),
        other => panic!("no field {other}"),
    };
    text.unwrap_or_default().to_owned()
}

fn with_text(set: Change, text: String) -> Result<CheckedReport, Error> {
    let mut draft = draft(vec![finding(), finding()]);
    set(&mut draft, text);
    checked(draft)
}

#[test]
fn every_text_is_bounded_as_given_and_refuses_nul() {
    for (field, limit, set) in TEXTS {
        assert!(with_text(*set, "é".repeat(*limit)).is_ok(), "{field}");
        let error = with_text(*set, "é".repeat(limit + 1)).unwrap_err().to_string();
        let start = format!("{field} has {} characters, the limit is {limit}", limit + 1);
        assert!(error.starts_with(&start) && error.ends_with(": shorten it"), "{error}");
        let error = with_text(*set, "abc\0".to_owned()).unwrap_err().to_string();
        assert_eq!(error, format!("{field} contains a NUL character: remove it"));
    }
}

#[test]
fn every_text_is_masked_and_shows_its_hidden_characters() {
    for (field, limit, set) in TEXTS {
        let text = stored(&with_text(*set, format!("x {}\u{202E}", credential())).unwrap(), field);
        assert!(text.starts_with("x ghp_[REDACTED]"), "{field}: {text}");
        assert!(text.ends_with("<U+202E>"), "{field}: {text}");
        assert!(text.chars().count() <= *limit, "{field}");
        let text = stored(&with_text(*set, "one\ntwo".to_owned()).unwrap(), field);
        let expected = match ONE_LINE.contains(field) {
            true => "one<U+000A>two",
            false => "one\ntwo",
        };
        assert_eq!(text, expected, "{field}");
    }
}

#[test]
fn a_text_that_the_marks_make_too_long_is_cut_with_a_mark() {
    let report = with_text(|d, t| d.scope = Some(t), "\u{202E}".repeat(200)).unwrap();
    let scope = report.head.scope.unwrap();
    assert!(
        scope.chars().count() <= 200 && scope.contains("<U+202E>… [truncated, "),
        "{scope}"
    );
}

#[test]
fn too_short_texts_and_too_many_findings_are_refused() {
    let short = [
        (error_with(|d| d.summary = "  ab ".to_owned()), "summary"),
        (
            error_with(|d| d.findings[0].title = " ab".to_owned()),
            "findings[0].title",
        ),
        (
            error_with(|d| d.findings[1].description = "ab".to_owned()),
            "findings[1].description",
        ),
    ];
    for (error, field) in short {
        assert_eq!(
            error,
            format!("{field} has 2 characters, at least 3 are needed: say more")
        );
    }
    assert_eq!(
        error_with(|d| d.findings = vec![finding(); 4]),
        "findings has 4 entries, the limit is 3 (SECREVIEW_MAX_FINDINGS_PER_REPORT): report the most severe, or save several \
         reports"
    );
}

#[test]
fn the_first_broken_rule_in_order_is_the_one_named() {
    let everything = |d: &mut ReportDraft, skip: usize| {
        let breaks: [fn(&mut ReportDraft); 8] = [
            |d| d.project = "-".to_owned(),
            |d| d.summary = String::new(),
            |d| d.findings = vec![finding(); 4],
            |d| d.repository = Some("r".repeat(501)),
            |d| d.scope = Some("s".repeat(201)),
            |d| d.findings[0].cwe = some("x"),
            |d| d.author = some("<b>"),
            |d| d.scan_rules = Some(vec!["r".repeat(61)]),
        ];
        breaks[skip..].iter().for_each(|b| b(d));
    };
    let starts = [
        "project name is empty",
        "summary has 0",
        "findings has 4",
        "repository has 501",
        "scope has 201",
        "findings[0].cwe is not a weakness",
        "author has a character",
        "scan_rules[0] has 61",
    ];
    for (skip, start) in starts.iter().enumerate() {
        let error = error_with(|d| everything(d, skip));
        assert!(error.starts_with(start), "{error}");
    }
}

#[test]
fn the_person_behind_the_credential_takes_the_place_of_a_declared_author() {
    let mut given = draft(vec![]);
    given.author = some("<script>");
    let report = checked_as(given.clone(), some("bob")).unwrap();
    assert_eq!(report.head.author.as_deref(), Some("bob"));
    assert!(checked(given).is_err());
}

#[test]
fn a_key_against_saving_twice_is_bounded() {
    let with = |key: &str| {
        let mut draft = draft(vec![]);
        draft.idempotency_key = some(key);
        checked(draft).map(|report| report.idempotency_key)
    };
    let digest = with(" run-2026/17 ").unwrap().unwrap();
    assert!(
        digest.len() == 64 && digest.bytes().all(|b| b.is_ascii_hexdigit()),
        "{digest}"
    );
    assert_eq!(with("run-2026/17"), Ok(Some(digest.clone())));
    assert_ne!(with("run-2026/18"), Ok(Some(digest)));
    for key in ["short", "with blank", "\u{202E}12345678", &"k".repeat(101)] {
        let error = with(key).unwrap_err().to_string();
        assert!(error.starts_with("idempotency_key has "), "{error}");
    }
}

#[test]
fn coverage_is_compared_only_when_it_is_declared() {
    let report = checked(draft(vec![])).unwrap();
    assert!(report.warnings.is_empty() && report.head.checklist_results.is_empty());
    let report = checked(draft(vec![]).declaring_coverage()).unwrap();
    assert_eq!(
        report.warnings,
        ["no checklist result was declared: what was covered is unknown"]
    );
    let mut given = draft(vec![]);
    given.checklist_results = Some(vec![ChecklistClaim {
        item_id: "py-02".to_owned(),
        outcome: ChecklistOutcome::Ok,
    }]);
    given.scan_rules = Some(vec!["py-001".to_owned()]);
    let report = checked(given).unwrap();
    assert_eq!(report.head.scan_rules, ["PY-001"]);
    assert_eq!(report.not_covered, ["PY-01"]);
    assert_eq!(report.head.checklist_results.len(), 2);
}

#[test]
fn paths_outside_the_repository_are_kept_with_a_warning() {
    let mut given = draft(vec![finding(), finding(), finding()]);
    given.findings[0].file_path = some("/home/a/x.py");
    given.findings[2].file_path = some("a/../../x.py");
    let report = checked(given).unwrap();
    assert_eq!(report.findings[2].file_path.as_deref(), Some("a/../../x.py"));
    assert_eq!(
        report.warnings,
        [
            "paths that are absolute or have `..`, kept; give paths relative to the root of the repository: \
             findings[0].file_path, findings[2].file_path"
        ]
    );
}

#[test]
fn the_digest_is_the_same_for_the_same_report_whatever_its_key_and_changes_with_every_field() {
    let base = || draft(vec![finding(), finding()]);
    let digest = |draft: ReportDraft| checked(draft).unwrap().content_digest;
    let plain = digest(base());
    assert_eq!(plain.len(), 64);
    let mut keyed = base();
    keyed.idempotency_key = some("run-2026-17");
    assert_eq!(digest(keyed), plain);

    let mut digests = vec![plain];
    for (_, _, set) in TEXTS {
        digests.push(with_text(*set, "other".to_owned()).unwrap().content_digest);
    }
    let others: [fn(&mut ReportDraft); 13] = [
        |d| d.project = "other".to_owned(),
        |d| d.review_type = Some(ReviewType::Other),
        |d| d.risk_level = Some(Severity::Info),
        |d| d.author = some("alice"),
        |d| d.findings[1].severity = Severity::Low,
        |d| d.findings[1].cwe = some("79"),
        |d| d.findings[1].line_start = Some(1),
        |d| d.findings[1].line_end = Some(1),
        |d| d.findings[1].confidence = Some(rating::Confidence::Low),
        |d| d.findings[0].title = "other".to_owned(),
        |d| drop(d.findings.pop()),
        |d| d.scan_rules = Some(vec!["PY-001".to_owned()]),
        |d| {
            d.checklist_results = Some(vec![ChecklistClaim {
                item_id: "PY-01".to_owned(),
                outcome: ChecklistOutcome::Ok,
            }])
        },
    ];
    for change in others {
        let mut draft = base();
        change(&mut draft);
        digests.push(digest(draft));
    }
    let count = digests.len();
    digests.sort();
    digests.dedup();
    assert_eq!(digests.len(), count);
}

proptest! {
    #[test]
    fn no_text_panics_and_what_is_stored_is_bounded_and_visible(
        text in prop_oneof![any::<String>(), "\\PC{0,210}|[a-z\\n\\t\u{200B}\u{202E}]{0,210}"],
        which in 0..TEXTS.len(),
    ) {
        let (field, limit, set) = TEXTS[which];
        match with_text(set, text) {
            Err(error) => prop_assert!(error.to_string().contains(field)),
            Ok(report) => {
                let text = stored(&report, field);
                prop_assert!(text.chars().count() <= limit);
                let breaks = |c: char| !ONE_LINE.contains(&field) && "\n\r\t".contains(c);
                prop_assert!(text.chars().all(|c| !c.is_control() || breaks(c)), "{}: {:?}", field, text);
            }
        }
    }
}

#[test]
fn keys_that_a_finding_does_not_have_are_named_and_ignored() {
    let given = serde_json::json!({
        "project": "p", "summary": "Nothing bad.",
        "findings": [{"title": "SQL injection", "severity": "high", "description": "A text.", "status": "fixed", "id": 7}]
    });
    let report = checked(serde_json::from_value(given).unwrap()).unwrap();
    assert_eq!(report.findings.len(), 1);
    assert_eq!(
        report.warnings,
        [
            "findings have keys that are ignored: `id`, `status`; a status cannot be submitted, and is proposed with \
          propose_finding_status"
        ]
    );
}
