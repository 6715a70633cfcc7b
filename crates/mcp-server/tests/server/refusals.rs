//! Every input that a tool does not take: the answer names the field and the rule, and repeats nothing that was sent.

use mcp_server::Settings;
use serde_json::{Value, json};

use crate::support::samples::{finding, finding_id, report, rule, save, with};
use crate::support::{Bed, Client, Raw, clock};

on_both_engines!(
    names_of_projects_out_of_form_are_refused,
    checklists_code_and_rules_out_of_form_are_refused,
    lookups_of_standards_out_of_bounds_are_refused,
    reads_of_reports_out_of_bounds_are_refused,
    proposals_out_of_form_are_refused,
    gate_log_and_trend_out_of_bounds_are_refused,
    reports_out_of_form_are_refused,
    findings_out_of_form_are_refused,
    coverage_out_of_form_is_refused,
    every_problem_is_listed_up_to_ten,
    what_is_not_there_is_not_found,
    arguments_that_are_no_object_are_refused,
);

/// Stands in every value that is refused: no answer repeats it.
const VALUE: &str = "Zx81hunter";

/// Words of libraries, and what they link to.
const FOREIGN: &[&str] = &[
    "serde", "sqlx", "sea-orm", "sea_orm", "validation error", "https://", "http://", "panicked", "schema(", "single ",
    "multiple ", "jsontypeset", "`const`", "`oneof`", "`anyof`", "invalid type", "expected value", "unwrap",
];

/// One call that is refused, and what the reason says.
struct Case(Value, &'static [&'static str]);

async fn all_refused(client: &Client, tool: &str, cases: Vec<Case>) {
    for Case(arguments, says) in cases {
        let shown: String = arguments.to_string().chars().take(200).collect();
        let reason = client.refusal(tool, arguments).await;
        for part in says {
            assert!(
                reason.contains(part),
                "{tool} {shown}\nsays: {reason}\nshould say: {part}"
            );
        }
        assert_clean(tool, &shown, &reason);
    }
}

fn assert_clean(tool: &str, shown: &str, reason: &str) {
    assert!(!reason.contains(VALUE), "{tool} {shown}\nrepeats the value: {reason}");
    let lower = reason.to_lowercase();
    for word in FOREIGN {
        assert!(!lower.contains(word), "{tool} {shown}\nsays {word}: {reason}");
    }
    assert!(reason.chars().count() < 2_000, "{tool} {shown}\nis long: {reason}");
    assert!(!reason.contains('\n'), "{tool} {shown}\nis one line: {reason}");
}

/// A text of so many characters that starts with the value that no answer may repeat.
fn long(chars: usize) -> String {
    format!("{VALUE}{}", "é".repeat(chars - VALUE.len()))
}

/// Small limits, so that small texts exceed them.
fn small(settings: &mut Settings) {
    settings.limits.content_chars = 1_000;
    settings.limits.findings_per_report = 3;
}

async fn names_of_projects_out_of_form_are_refused(bed: &Bed) {
    let client = bed.client().await;
    let base = report("p", &[finding("Something", "low")]);
    for (tool, arguments) in [
        ("request_project", json!({})),
        ("get_project_security_posture", json!({})),
        ("check_project_gate", json!({})),
        ("get_trend_report", json!({})),
        ("list_security_reports", json!({})),
        ("export_sarif", json!({})),
        ("propose_opengrep_rule", rule("p", "acme-x")),
        ("save_security_report", base),
    ] {
        let named = |name: Value| with(arguments.clone(), json!({"project": name}));
        let mut cases = vec![
            Case(named(json!(long(1_001))), &["project", "1000"]),
            Case(named(json!("///")), &["project", "empty"]),
            Case(named(json!("!!")), &["project", "empty"]),
            Case(
                named(json!(format!("{VALUE}{}", "a".repeat(191)))),
                &["project", "201", "200"],
            ),
            Case(named(json!([VALUE])), &["`project`", "string"]),
            Case(named(json!({"name": VALUE})), &["`project`", "string"]),
            Case(named(json!(7)), &["`project`", "string"]),
        ];
        if !["list_security_reports", "export_sarif"].contains(&tool) {
            cases.push(Case(
                with(arguments.clone(), json!({"project": null})),
                &["`project` is required"],
            ));
            cases.push(Case(named(json!("")), &["project"]));
            cases.push(Case(named(json!("  ")), &["project"]));
        }
        all_refused(&client, tool, cases).await;
    }
    let listed = client.get("list_security_reports", json!({})).await;
    assert_eq!(listed["total"], 0, "nothing was saved");
}

async fn checklists_code_and_rules_out_of_form_are_refused(bed: &Bed) {
    let client = bed.client_with(small).await;
    let cases = vec![
        Case(json!({}), &["`domain` is required"]),
        Case(json!({"domain": ""}), &["`domain`"]),
        Case(json!({"domain": long(101)}), &["`domain`", "100"]),
        Case(json!({"domain": VALUE}), &["checklist", "python", "*", "rust"]),
        Case(json!({"domain": true}), &["`domain`", "string"]),
    ];
    all_refused(&client, "get_review_checklist", cases).await;

    let cases = vec![
        Case(json!({"language": "python"}), &["`content` is required"]),
        Case(json!({"content": "x"}), &["`language` is required"]),
        Case(json!({}), &["`content` is required", "`language` is required"]),
        Case(
            json!({"content": long(1_001), "language": "python"}),
            &["`content`", "1001", "1000", "SECREVIEW_MAX_CONTENT_CHARS"],
        ),
        Case(
            json!({"content": "x", "language": VALUE}),
            &["`language`", "python", "github-actions", "rust"],
        ),
        Case(json!({"content": "x", "language": long(51)}), &["`language`", "50"]),
        Case(
            json!({"content": "x", "language": "python", "path": long(501)}),
            &["`path`", "500"],
        ),
        Case(
            json!({"content": ["x"], "language": "python"}),
            &["`content`", "string"],
        ),
    ];
    all_refused(&client, "scan_code", cases).await;

    let cases = vec![
        Case(json!({"language": VALUE}), &["language", "python", "rust"]),
        Case(json!({"language": long(51)}), &["`language`", "50"]),
        Case(json!({"language": ["python"]}), &["`language`", "string"]),
    ];
    all_refused(&client, "list_rules", cases).await;
}

async fn lookups_of_standards_out_of_bounds_are_refused(bed: &Bed) {
    let client = bed.client_with(small).await;
    let many = |count: usize| vec![VALUE; count];
    let cases = vec![
        Case(json!({}), &["technology", "file"]),
        Case(json!({"technologies": [" "], "files": []}), &["technology", "file"]),
        Case(json!({"technologies": many(51)}), &["`technologies`", "50"]),
        Case(json!({"technologies": ["go", long(51)]}), &["`technologies[1]`", "50"]),
        Case(json!({"files": many(501)}), &["`files`", "500"]),
        Case(json!({"files": [long(501)]}), &["`files[0]`", "500"]),
        Case(
            json!({"files": [long(400), long(401), long(402)]}),
            &["files", "1000", "SECREVIEW_MAX_CONTENT_CHARS"],
        ),
        Case(json!({"technologies": [5]}), &["`technologies[0]`", "string"]),
        Case(json!({"technologies": VALUE}), &["`technologies`", "array"]),
        Case(
            json!({"technologies": ["go"], "format": VALUE}),
            &["`format`", "`markdown`", "`json`"],
        ),
    ];
    all_refused(&client, "get_development_standards", cases).await;
}

async fn reads_of_reports_out_of_bounds_are_refused(bed: &Bed) {
    let client = bed.client().await;
    let id = save(&client, report("shop", &[finding("Something", "low")])).await;
    let of = |changes: Value| with(json!({"report_id": id}), changes);
    let cases = vec![
        Case(json!({}), &["`report_id` is required"]),
        Case(of(json!({"report_id": VALUE})), &["`report_id`", "integer"]),
        Case(of(json!({"report_id": [id]})), &["`report_id`", "integer"]),
        Case(of(json!({"report_id": 1.5})), &["`report_id`", "integer"]),
        Case(of(json!({"report_id": "1.5"})), &["`report_id`", "integer"]),
        Case(of(json!({"report_id": 0})), &["`report_id`", "1"]),
        Case(of(json!({"report_id": -1})), &["`report_id`", "1"]),
        Case(
            of(json!({"report_id": 9_223_372_036_854_775_808_u64})),
            &["`report_id`"],
        ),
        Case(of(json!({"report_id": 1e30})), &["`report_id`"]),
        Case(of(json!({"format": VALUE})), &["`format`", "`markdown`", "`json`"]),
        Case(of(json!({"offset": -1})), &["`offset`", "0"]),
        Case(of(json!({"offset": 1_000_001})), &["`offset`", "1000000"]),
        Case(of(json!({"limit": 0})), &["`limit`", "1"]),
        Case(of(json!({"limit": 101})), &["`limit`", "100"]),
        Case(of(json!({"limit": VALUE})), &["`limit`", "integer"]),
    ];
    all_refused(&client, "get_security_report", cases).await;

    let severities: &[&str] = &["`risk_level`", "`critical`", "`info`"];
    let cases = vec![
        Case(json!({"risk_level": VALUE}), severities),
        Case(json!({"risk_level": "HIGH"}), severities),
        Case(
            json!({"review_type": VALUE}),
            &["`review_type`", "`security-review`", "`other`"],
        ),
        Case(json!({"limit": 0}), &["`limit`", "1"]),
        Case(json!({"limit": 101}), &["`limit`", "100"]),
        Case(json!({"limit": -5}), &["`limit`"]),
        Case(json!({"offset": -1}), &["`offset`", "0"]),
        Case(json!({"author": long(201)}), &["`author`", "200"]),
    ];
    all_refused(&client, "list_security_reports", cases).await;
}

async fn proposals_out_of_form_are_refused(bed: &Bed) {
    let client = bed.client_with(small).await;
    let report_id = save(&client, report("shop", &[finding("Something", "low")])).await;
    let id = finding_id(&client, report_id, "Something").await;
    let proposal = json!({"finding_id": id, "status": "fixed", "reason": "It is bound since the last commit."});
    let of = |changes: Value| with(proposal.clone(), changes);
    let statuses: &[&str] = &["`status`", "`fixed`", "`accepted`", "`false_positive`"];
    let cases = vec![
        Case(of(json!({"finding_id": null})), &["`finding_id` is required"]),
        Case(of(json!({"finding_id": VALUE})), &["`finding_id`", "integer"]),
        Case(of(json!({"finding_id": 0})), &["`finding_id`", "1"]),
        Case(of(json!({"finding_id": 1e19})), &["`finding_id`"]),
        Case(of(json!({"status": null})), &["`status` is required"]),
        Case(of(json!({"status": "open"})), statuses),
        Case(of(json!({"status": VALUE})), statuses),
        Case(of(json!({"reason": null})), &["`reason` is required"]),
        Case(of(json!({"reason": "too short"})), &["reason", "10"]),
        Case(
            of(json!({"reason": format!("{}{}", "short", " ".repeat(20))})),
            &["reason", "5", "10"],
        ),
        Case(of(json!({"reason": " ".repeat(20)})), &["reason", "10"]),
        Case(of(json!({"reason": long(1_001)})), &["reason", "1000"]),
        Case(
            of(json!({"reason": format!("{VALUE} with a \0 in it")})),
            &["reason", "NUL"],
        ),
    ];
    all_refused(&client, "propose_finding_status", cases).await;

    clock::pass_minutes(20);
    let again = save(&client, report("shop", &[finding("Something", "low")])).await;
    let current = finding_id(&client, again, "Something").await;
    let reason = client.refusal("propose_finding_status", proposal).await;
    assert!(
        reason.contains(&format!("finding {current}")),
        "the one to act on is named: {reason}"
    );

    let of = |changes: Value| with(rule("shop", "acme-no-eval"), changes);
    let cases = vec![
        Case(of(json!({"rule_id": null})), &["`rule_id` is required"]),
        Case(of(json!({"rule_id": ""})), &["rule_id"]),
        Case(of(json!({"rule_id": long(51)})), &["rule_id", "50"]),
        Case(of(json!({"rule_id": format!("{VALUE} x")})), &["rule_id", "PREFIX-NNN"]),
        Case(of(json!({"rule_id": "../x"})), &["rule_id", "PREFIX-NNN"]),
        Case(of(json!({"rule_id": "PY-900"})), &["rule_id", "reserved"]),
        Case(of(json!({"content": null})), &["`content` is required"]),
        Case(of(json!({"content": ""})), &["content"]),
        Case(of(json!({"content": " \n"})), &["content", "empty"]),
        Case(of(json!({"content": long(140_000)})), &["content", "262144"]),
        Case(
            of(json!({"content": format!("{VALUE}{}", "a".repeat(262_144))})),
            &["content", "262144"],
        ),
        Case(of(json!({"content": format!("{VALUE}\0")})), &["content", "NUL"]),
        Case(of(json!({"reason": null})), &["`reason` is required"]),
        Case(of(json!({"reason": "too short"})), &["reason", "10"]),
        Case(of(json!({"reason": long(1_001)})), &["reason", "1000"]),
        Case(
            of(json!({"reason": format!("{VALUE} with a \0 in it")})),
            &["reason", "NUL"],
        ),
        Case(
            of(json!({"test_code": long(1_001)})),
            &["test_code", "1001", "1000", "SECREVIEW_MAX_CONTENT_CHARS"],
        ),
        Case(of(json!({"test_code": format!("{VALUE}\0")})), &["test_code", "NUL"]),
        Case(of(json!({"test_code": [VALUE]})), &["`test_code`", "string"]),
    ];
    all_refused(&client, "propose_opengrep_rule", cases).await;
    assert_eq!(bed.database.count("rule_proposal", "TRUE").await, 0);
    assert_eq!(bed.database.count("finding", "proposed_status IS NOT NULL").await, 0);
}

async fn gate_log_and_trend_out_of_bounds_are_refused(bed: &Bed) {
    let client = bed.client().await;
    let id = save(&client, report("shop", &[finding("Something", "low")])).await;
    let of = |changes: Value| with(json!({"project": "other"}), changes);
    let cases = vec![
        Case(of(json!({"fail_on": VALUE})), &["`fail_on`", "`critical`", "`info`"]),
        Case(of(json!({"fail_on": 3})), &["`fail_on`"]),
        Case(of(json!({"report_id": 0})), &["`report_id`", "1"]),
        Case(of(json!({"report_id": 1e30})), &["`report_id`"]),
        Case(of(json!({"report_id": id})), &["`shop`", "`other`"]),
        Case(of(json!({"report_id": 424_242})), &["report 424242 not found"]),
        Case(of(json!({"require_report": VALUE})), &["`require_report`", "boolean"]),
        Case(of(json!({"max_report_age_days": 0})), &["`max_report_age_days`", "1"]),
        Case(
            of(json!({"max_report_age_days": 36_501})),
            &["`max_report_age_days`", "36500"],
        ),
    ];
    all_refused(&client, "check_project_gate", cases).await;

    let one: &[&str] = &["exactly one", "`report_id`", "`project`"];
    let cases = vec![
        Case(json!({}), one),
        Case(json!({"project": " "}), one),
        Case(json!({"report_id": id, "project": "shop"}), one),
        Case(json!({"report_id": 0}), &["`report_id`", "1"]),
        Case(json!({"report_id": VALUE}), &["`report_id`", "integer"]),
        Case(
            json!({"report_id": id, "include_resolved": VALUE}),
            &["`include_resolved`", "boolean"],
        ),
        Case(json!({"report_id": id, "limit": 0}), &["`limit`", "1"]),
        Case(json!({"report_id": id, "limit": 5_001}), &["`limit`", "5000"]),
        Case(json!({"report_id": id, "offset": -1}), &["`offset`", "0"]),
        Case(json!({"report_id": 424_242}), &["report 424242 not found"]),
    ];
    all_refused(&client, "export_sarif", cases).await;

    let cases = vec![
        Case(of(json!({"days": 0})), &["`days`", "1"]),
        Case(of(json!({"days": 1_096})), &["`days`", "1095"]),
        Case(of(json!({"days": VALUE})), &["`days`", "integer"]),
        Case(
            of(json!({"granularity": VALUE})),
            &["`granularity`", "`day`", "`week`", "`month`"],
        ),
        Case(of(json!({"days": 365, "granularity": "day"})), &["120", "coarser"]),
        Case(of(json!({"format": VALUE})), &["`format`", "`markdown`", "`json`"]),
    ];
    all_refused(&client, "get_trend_report", cases).await;
}

async fn reports_out_of_form_are_refused(bed: &Bed) {
    let client = bed.client_with(small).await;
    let base = report("shop", &[finding("Something", "low")]);
    let of = |changes: Value| with(base.clone(), changes);
    let nul = format!("{VALUE}\0");
    let content: &[&str] = &["1001", "1000", "SECREVIEW_MAX_CONTENT_CHARS"];
    let mut cases = vec![
        Case(of(json!({"summary": null})), &["`summary` is required"]),
        Case(of(json!({"summary": "ab"})), &["summary", "3"]),
        Case(of(json!({"summary": "  a   "})), &["summary", "1 ", "3"]),
        Case(of(json!({"summary": 5})), &["`summary`", "string"]),
        Case(of(json!({"summary": long(1_001)})), content),
        Case(of(json!({"scope": long(1_001)})), content),
        Case(of(json!({"findings": null})), &["`findings` is required"]),
        Case(of(json!({"findings": VALUE})), &["`findings`", "array"]),
        Case(of(json!({"findings": {"title": VALUE}})), &["`findings`", "array"]),
        Case(
            of(json!({"findings": vec![finding(VALUE, "low"); 4]})),
            &["findings", "4", "3", "SECREVIEW_MAX_FINDINGS_PER_REPORT"],
        ),
        Case(of(json!({"repository": long(501)})), &["repository", "500"]),
        Case(of(json!({"branch": long(201)})), &["branch", "200"]),
        Case(of(json!({"commit_sha": long(65)})), &["commit_sha", "64"]),
        Case(of(json!({"reviewer": long(201)})), &["reviewer", "200"]),
        Case(of(json!({"author": long(201)})), &["author", "200"]),
        Case(of(json!({"author": format!("<{VALUE}>")})), &["author", "letters"]),
        Case(of(json!({"author": format!("{VALUE}\n# x")})), &["author", "letters"]),
        Case(
            of(json!({"risk_level": VALUE})),
            &["`risk_level`", "`critical`", "`info`"],
        ),
        Case(
            of(json!({"review_type": VALUE})),
            &["`review_type`", "`codebase-review`", "`other`"],
        ),
        Case(
            of(json!({"review_type": "Security-Review"})),
            &["`review_type`", "`security-review`"],
        ),
        Case(of(json!({"idempotency_key": "short"})), &["idempotency_key", "8"]),
        Case(of(json!({"idempotency_key": long(101)})), &["idempotency_key", "100"]),
        Case(
            of(json!({"idempotency_key": format!("{VALUE} with blanks")})),
            &["idempotency_key", "blanks"],
        ),
    ];
    for field in ["summary", "scope", "repository", "branch", "commit_sha", "reviewer"] {
        cases.push(Case(of(json!({field: nul})), &["NUL"]));
        let reason = client.refusal("save_security_report", of(json!({field: nul}))).await;
        assert!(reason.contains(field), "{field}: {reason}");
    }
    all_refused(&client, "save_security_report", cases).await;
    assert_eq!(bed.database.count("report", "TRUE").await, 0, "nothing was saved");
}

async fn findings_out_of_form_are_refused(bed: &Bed) {
    let client = bed.client_with(small).await;
    let second = |changes: Value| {
        let findings = [
            finding("Something", "low"),
            with(finding("Something else", "low"), changes),
        ];
        report("shop", &findings)
    };
    let nul = format!("{VALUE}\0");
    let mut cases = vec![
        Case(report("shop", &[json!(VALUE)]), &["`findings[0]`", "object"]),
        Case(
            second(json!({"title": null})),
            &["`findings[1]`", "`title` is required"],
        ),
        Case(second(json!({"title": "ab"})), &["findings[1].title", "3"]),
        Case(second(json!({"title": "  a  "})), &["findings[1].title", "3"]),
        Case(second(json!({"title": long(201)})), &["findings[1].title", "200"]),
        Case(second(json!({"title": 12})), &["findings[1].title", "string"]),
        Case(
            second(json!({"severity": null})),
            &["`findings[1]`", "`severity` is required"],
        ),
        Case(
            second(json!({"severity": VALUE})),
            &["findings[1].severity", "`critical`", "`info`"],
        ),
        Case(
            second(json!({"severity": "High"})),
            &["findings[1].severity", "`critical`", "`info`"],
        ),
        Case(
            second(json!({"description": null})),
            &["`findings[1]`", "`description` is required"],
        ),
        Case(second(json!({"description": "ab"})), &["findings[1].description", "3"]),
        Case(
            second(json!({"description": "   \n  "})),
            &["findings[1].description", "3"],
        ),
        Case(second(json!({"rule_id": long(61)})), &["findings[1].rule_id", "60"]),
        Case(second(json!({"category": long(51)})), &["findings[1].category", "50"]),
        Case(second(json!({"cwe": VALUE})), &["findings[1].cwe", "CWE-89"]),
        Case(second(json!({"cwe": "٨٩"})), &["findings[1].cwe", "CWE-89"]),
        Case(second(json!({"cwe": long(21)})), &["findings[1].cwe", "20"]),
        Case(second(json!({"owasp": long(61)})), &["findings[1].owasp", "60"]),
        Case(
            second(json!({"file_path": long(501)})),
            &["findings[1].file_path", "500"],
        ),
        Case(second(json!({"source": long(501)})), &["findings[1].source", "500"]),
        Case(second(json!({"sink": long(501)})), &["findings[1].sink", "500"]),
        Case(
            second(json!({"confidence": VALUE})),
            &["findings[1].confidence", "`high`", "`low`"],
        ),
    ];
    for field in ["line_start", "line_end"] {
        for value in [
            json!(0),
            json!(-1),
            json!(1.5),
            json!(VALUE),
            json!(5_000_000_000_u64),
            json!(1e30),
        ] {
            let reason = client
                .refusal("save_security_report", second(json!({field: value})))
                .await;
            assert!(reason.contains(&format!("findings[1].{field}")), "{value}: {reason}");
        }
    }
    for field in ["description", "evidence", "recommendation", "impact", "verification"] {
        let arguments = second(json!({field: long(1_001)}));
        let reason = client.refusal("save_security_report", arguments.clone()).await;
        assert!(reason.contains(&format!("findings[1].{field}")), "{field}: {reason}");
        cases.push(Case(arguments, &["1001", "1000", "SECREVIEW_MAX_CONTENT_CHARS"]));
    }
    for field in [
        "title", "description", "rule_id", "category", "owasp", "file_path", "evidence", "recommendation", "source",
    ] {
        let reason = client
            .refusal("save_security_report", second(json!({field: nul})))
            .await;
        assert!(
            reason.contains(&format!("findings[1].{field}")) && reason.contains("NUL"),
            "{field}: {reason}"
        );
    }
    all_refused(&client, "save_security_report", cases).await;
    assert_eq!(
        bed.database.count("report", "TRUE").await,
        0,
        "nothing was saved, not even the finding in order"
    );
}

async fn coverage_out_of_form_is_refused(bed: &Bed) {
    let client = bed.client().await;
    let of = |changes: Value| with(report("shop", &[]), changes);
    let claim = |id: &str, outcome: &str| json!({"item_id": id, "outcome": outcome});
    let results = |claims: Vec<Value>| of(json!({"checklist_results": claims}));
    let outcomes: &[&str] = &["checklist_results[0].outcome", "ok", "not_verifiable"];
    let cases = vec![
        Case(results(vec![claim("PY-01", "ok"); 501]), &["checklist_results", "500"]),
        Case(results(vec![claim("", "ok")]), &["checklist_results[0].item_id"]),
        Case(results(vec![claim("  ", "ok")]), &["checklist_results[0].item_id"]),
        Case(
            results(vec![claim(&long(61), "ok")]),
            &["checklist_results[0].item_id", "60"],
        ),
        Case(results(vec![claim("PY-01", VALUE)]), outcomes),
        Case(results(vec![claim("PY-01", "not_covered")]), outcomes),
        Case(
            results(vec![json!({"item_id": "PY-01"})]),
            &["checklist_results[0]", "`outcome` is required"],
        ),
        Case(results(vec![json!(VALUE)]), &["checklist_results[0]", "object"]),
        Case(of(json!({"scan_rules": vec![VALUE; 501]})), &["scan_rules", "500"]),
        Case(
            of(json!({"scan_rules": ["PY-004", long(61)]})),
            &["scan_rules[1]", "60"],
        ),
        Case(of(json!({"scan_rules": [4]})), &["scan_rules[0]", "string"]),
    ];
    all_refused(&client, "save_security_report", cases).await;
    assert_eq!(bed.database.count("report", "TRUE").await, 0);
}

async fn every_problem_is_listed_up_to_ten(bed: &Bed) {
    let client = bed.client().await;
    let bad = json!({"title": VALUE, "severity": "low", "description": "ab"});
    let reason = client
        .refusal("save_security_report", report("shop", &vec![bad; 14]))
        .await;
    for position in 0..10 {
        assert!(
            reason.contains(&format!("findings[{position}].description")),
            "{position}: {reason}"
        );
    }
    assert!(
        reason.contains("and 4 more") && !reason.contains("findings[10]"),
        "{reason}"
    );
    assert_clean("save_security_report", "", &reason);
}

async fn what_is_not_there_is_not_found(bed: &Bed) {
    let client = bed.client().await;
    let reason = "It is bound since the last commit.";
    for (tool, arguments, says) in [
        (
            "get_security_report",
            json!({"report_id": 424_242}),
            "report 424242 not found",
        ),
        (
            "get_security_report",
            json!({"report_id": 9_007_199_254_740_991_i64}),
            "report 9007199254740991 not found",
        ),
        (
            "propose_finding_status",
            json!({"finding_id": 424_242, "status": "fixed", "reason": reason}),
            "finding 424242 not found",
        ),
    ] {
        assert_eq!(client.refusal(tool, arguments).await, says);
    }
}

async fn arguments_that_are_no_object_are_refused(bed: &Bed) {
    let mut raw: Raw = bed.raw().await;
    raw.initialize().await;
    for (id, params) in [
        (1, json!({"name": "list_checklists", "arguments": [VALUE]})),
        (2, json!({"name": "list_checklists", "arguments": VALUE})),
        (3, json!({"name": 7})),
        (4, json!({"arguments": {}})),
    ] {
        let answer = raw.request(id, "tools/call", params).await.pop().expect("an answer");
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        assert!(!answer.to_string().contains(VALUE), "{answer}");
    }
    let answer = raw
        .request(5, "tools/call", json!({"name": "list_checklists"}))
        .await
        .pop()
        .expect("an answer");
    assert_eq!(answer["result"]["isError"], false, "no arguments are fine: {answer}");
}
