use std::process::Command;

use super::*;
use crate::testing::{dismissed, finding, instant, name};
use crate::{Proposal, ProposedStatus};

const TOOL: ToolInfo<'_> = ToolInfo {
    name: "security-review-mcp",
    version: "1.2.3",
    information_uri: Some("https://example.com/security-review"),
};

fn report() -> ReportRef {
    ReportRef {
        branch: Some("main".to_owned()),
        commit_sha: Some("0123abc".to_owned()),
        repository: Some("https://bob:hunter2@example.com/owner/my_repo.git".to_owned()),
        review_type: Some(ReviewType::SecurityReview),
    }
}

fn selection(project: &ProjectName, findings: Vec<Finding>) -> SarifSelection<'_> {
    SarifSelection {
        project,
        report_id: None,
        review_type: None,
        total: findings.len(),
        findings: findings.into_iter().map(|finding| (finding, report())).collect(),
        offset: 0,
        include_resolved: true,
    }
}

fn no_rules(_: &str) -> Option<RuleMeta> {
    None
}

/// The run of a log that is valid against the standard.
#[track_caller]
fn run(selection: &SarifSelection<'_>) -> Value {
    let mut log = sarif(selection, &TOOL, &no_rules, instant(50));
    valid(&log);
    log["runs"][0].take()
}

/// The schema of the standard, as a package of the tests ships it.
fn schema() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .expect("cargo starts");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo describes the workspace");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages.iter().find(|package| package["name"] == "serde-sarif");
    let manifest = package.expect("a package of the tests")["manifest_path"]
        .as_str()
        .expect("a path");
    let path = std::path::Path::new(manifest).with_file_name("src").join("schema.json");
    let text = std::fs::read_to_string(path).expect("the schema is there");
    let mut schema: Value = serde_json::from_str(&text).expect("a schema");
    // The pattern of language codes is no regular expression (a bracket too many); we give no language.
    for object in ["run", "toolComponent"] {
        let language = schema["definitions"][object]["properties"]["language"].as_object_mut();
        language.expect("a property").remove("pattern");
    }
    schema
}

#[track_caller]
fn valid(log: &Value) {
    static VALIDATOR: std::sync::OnceLock<jsonschema::Validator> = std::sync::OnceLock::new();
    let validator = VALIDATOR.get_or_init(|| {
        let options = jsonschema::options().should_validate_formats(true);
        options.build(&schema()).expect("a valid schema")
    });
    let errors: Vec<_> = validator
        .iter_errors(log)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn an_accepted_finding_is_a_complete_result() {
    let project = name("my-repo");
    let accepted = dismissed(finding(31, Severity::High), FindingStatus::Accepted, Some(60));
    let log = sarif(&selection(&project, vec![accepted]), &TOOL, &no_rules, instant(50));
    valid(&log);
    let expected = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [{
            "tool": {"driver": {
                "name": "security-review-mcp", "version": "1.2.3", "semanticVersion": "1.2.3",
                "informationUri": "https://example.com/security-review",
                "rules": [{
                    "id": "PY-004", "name": "SQL injection in login",
                    "shortDescription": {"text": "SQL injection in login"},
                    "fullDescription": {"text": "The name of the user is part of the statement."},
                    "defaultConfiguration": {"level": "error"},
                    "properties": {"tags": ["security", "CWE-89", "external/cwe/cwe-89"], "security-severity": "8.0"},
                    "help": {"text": "Use bound parameters"},
                }],
            }},
            "automationDetails": {"id": "security-review/my-repo/"},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "Root of the repository."}}},
            "invocations": [{"executionSuccessful": true, "endTimeUtc": "1970-02-20T00:00:00Z"}],
            "results": [{
                "ruleId": "PY-004", "ruleIndex": 0, "level": "error",
                "message": {"text": "SQL injection in login. The name of the user is part of the statement."},
                "partialFingerprints": {
                    "secreview/v1": "c0ce439e93ac1e7524c0b4ea666a8306",
                    "secreview/v2": "0123456789abcdef0123456789abcdef",
                    "secreviewOccurrence/v1": "0123456789abcdef0123456789abcdef:10",
                },
                "properties": {
                    "severity": "high", "status": "accepted", "category": "code", "findingId": 31, "reportId": 12,
                    "issueId": 31, "firstSeenAt": "1970-01-11T00:00:00Z", "security-severity": "8.0", "cwe": "CWE-89",
                    "owasp": "A03:2021", "recommendation": "Use bound parameters", "reviewType": "security-review",
                },
                "locations": [{"physicalLocation": {
                    "artifactLocation": {"uri": "src/app.py", "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": 10, "endLine": 12, "snippet": {"text": "cursor.execute(\"... \" + user)"}},
                }}],
                "suppressions": [{
                    "kind": "external", "status": "accepted",
                    "justification": "Risk accepted by bob until 1970-03-02T00:00:00Z: \
                                      Only reachable from the admin network",
                }],
            }],
            "versionControlProvenance": [{
                "revisionId": "0123abc", "repositoryUri": "https://example.com/owner/my_repo.git", "branch": "main",
            }],
        }],
    });
    assert_eq!(log, expected);
}

#[test]
fn severities_have_their_level_and_score() {
    let project = name("my-repo");
    let cases = [
        (Severity::Critical, "error", "9.5"),
        (Severity::High, "error", "8.0"),
        (Severity::Medium, "warning", "5.5"),
        (Severity::Low, "note", "3.0"),
        (Severity::Info, "note", "0.1"),
    ];
    for (severity, level, score) in cases {
        let run = run(&selection(&project, vec![finding(1, severity)]));
        let result = &run["results"][0];
        assert_eq!(
            (&result["level"], &result["properties"]["security-severity"]),
            (&json!(level), &json!(score))
        );
    }
}

#[test]
fn a_status_is_a_suppression_or_a_baseline_state() {
    let project = name("my-repo");
    let open = || finding(1, Severity::High);
    let mut proposed = open();
    proposed.proposal = Some(Proposal {
        status: ProposedStatus::FalsePositive,
        reason: "The value is a constant".to_owned(),
        by: "alice:laptop".to_owned(),
        at: instant(40),
    });
    let mut both = dismissed(open(), FindingStatus::FalsePositive, None);
    both.proposal.clone_from(&proposed.proposal);
    let mut plain = dismissed(open(), FindingStatus::Accepted, None);
    plain.standing.reason = None;
    let mut fixed = open();
    fixed.standing.status = FindingStatus::Fixed;
    let reason = "Only reachable from the admin network";
    let cases = [
        (open(), None),
        (dismissed(open(), FindingStatus::Accepted, Some(50)), None),
        (plain, Some(("accepted", "Risk accepted by bob".to_owned()))),
        (both, Some(("accepted", format!("False positive by bob: {reason}")))),
        (
            proposed,
            Some((
                "underReview",
                "Proposed as false positive by laptop: The value is a constant".to_owned(),
            )),
        ),
        (fixed.clone(), None),
    ];
    for (finding, expected) in cases {
        let run = run(&selection(&project, vec![finding]));
        let suppressions = run["results"][0].get("suppressions");
        let shown = suppressions.map(|s| {
            (
                s[0]["status"].as_str().unwrap(),
                s[0]["justification"].as_str().unwrap(),
            )
        });
        assert_eq!(shown, expected.as_ref().map(|(status, text)| (*status, text.as_str())));
    }
    assert_eq!(
        run(&selection(&project, vec![fixed]))["results"][0]["baselineState"],
        "absent"
    );
}

#[test]
fn lines_of_one_issue_stay_apart() {
    let project = name("my-repo");
    let at = |id, line| {
        let mut finding = finding(id, Severity::High);
        finding.content.line_start = line;
        finding
    };
    let run = run(&selection(
        &project,
        vec![
            at(1, Some(10)),
            at(2, Some(20)),
            at(3, None),
            at(4, None),
            at(5, Some(10)),
        ],
    ));
    let results = run["results"].as_array().unwrap();
    let names: Vec<_> = results
        .iter()
        .map(|result| {
            result["partialFingerprints"]["secreviewOccurrence/v1"]
                .as_str()
                .unwrap()
        })
        .map(|name| name.trim_start_matches("0123456789abcdef0123456789abcdef"))
        .collect();
    assert_eq!(names, [":10", ":20", "", "#2", ":10#2"]);
    assert_eq!(run["tool"]["driver"]["rules"].as_array().unwrap().len(), 1);
}

#[test]
fn only_open_findings_are_exported_unless_resolved_ones_are_asked_for() {
    let project = name("my-repo");
    let accepted = dismissed(finding(1, Severity::High), FindingStatus::Accepted, None);
    let mut selection = selection(&project, vec![accepted, finding(2, Severity::Low)]);
    assert_eq!(run(&selection)["results"].as_array().unwrap().len(), 2);
    selection.include_resolved = false;
    let run = run(&selection);
    assert_eq!(run["results"].as_array().unwrap().len(), 1);
    assert_eq!(run["results"][0]["properties"]["findingId"], 2);
}

#[test]
fn a_finding_without_a_file_is_placed_in_the_project_and_one_outside_it_has_no_root() {
    let project = name("my-repo");
    let mut nowhere = finding(1, Severity::High);
    nowhere.content.file_path = Some(" ".to_owned());
    let mut outside = finding(2, Severity::High);
    outside.content.file_path = Some("/etc/app conf".to_owned());
    outside.content.line_start = None;
    let run = run(&selection(&project, vec![nowhere, outside]));
    assert_eq!(
        run["results"][0]["locations"],
        json!([{ "logicalLocations": [{ "name": "my-repo", "kind": "module" }] }])
    );
    assert_eq!(
        run["results"][1]["locations"],
        json!([{ "physicalLocation": { "artifactLocation": { "uri": "file:///etc/app%20conf" } } }])
    );
}

#[test]
fn an_unknown_project_is_an_empty_run_and_a_report_names_its_kind_of_review() {
    let project = name("unknown");
    let mut selection = selection(&project, Vec::new());
    let empty = run(&selection);
    assert_eq!(empty["results"], json!([]));
    assert_eq!(empty["automationDetails"]["id"], "security-review/unknown/");
    assert!(empty.get("properties").is_none() && empty.get("versionControlProvenance").is_none());
    selection.report_id = Some(12);
    selection.review_type = Some(ReviewType::CodeScan);
    assert_eq!(
        run(&selection)["automationDetails"]["id"],
        "security-review/unknown/code-scan/"
    );
}

#[test]
fn a_page_of_a_selection_says_so() {
    let project = name("my-repo");
    let mut selection = selection(&project, vec![finding(1, Severity::High), finding(2, Severity::High)]);
    selection.total = 9;
    selection.offset = 4;
    let page = run(&selection);
    assert_eq!(
        page["properties"]["securityReview"],
        json!({ "total": 9, "returned": 2, "nextOffset": 6 })
    );
    assert_eq!(
        page["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
        "This log holds 2 of 9 findings, from offset 4; the next page starts at offset 6."
    );
    selection.offset = 7;
    assert!(run(&selection)["properties"]["securityReview"]["nextOffset"].is_null());
}

#[test]
fn a_revision_is_named_only_when_all_commits_agree_and_the_repository_has_an_address() {
    let project = name("my-repo");
    let revision = |reports: Vec<ReportRef>| {
        let mut selection = selection(&project, Vec::new());
        selection.findings = reports
            .into_iter()
            .map(|report| (finding(1, Severity::High), report))
            .collect();
        run(&selection).get("versionControlProvenance").cloned()
    };
    let without_commit = ReportRef {
        commit_sha: None,
        ..report()
    };
    assert!(revision(vec![report(), without_commit.clone(), report()]).is_some());
    assert_eq!(revision(vec![without_commit]), None);
    for (field, value) in [
        ("commit", "4567def"),
        ("branch", "dev"),
        ("repository", "https://example.com/other"),
    ] {
        let mut other = report();
        let changed = match field {
            "commit" => &mut other.commit_sha,
            "branch" => &mut other.branch,
            _ => &mut other.repository,
        };
        *changed = Some(value.to_owned());
        assert_eq!(revision(vec![report(), other]), None, "{field}");
    }
    let path = ReportRef {
        repository: Some("/srv/git/repo".to_owned()),
        ..report()
    };
    assert_eq!(revision(vec![path]), None);
}

#[test]
fn a_rule_of_the_registry_is_described_by_it_whatever_its_findings_say() {
    let project = name("my-repo");
    let registry = |id: &str| {
        (id == "PY-004").then(|| RuleMeta {
            title: "SQL from strings".to_owned(),
            description: "A statement is put together from text.".to_owned(),
            fix: "Bind the values.".to_owned(),
            severity: Severity::Critical,
            cwe: Some("CWE-89".to_owned()),
        })
    };
    let log = sarif(
        &selection(&project, vec![finding(1, Severity::Low)]),
        &TOOL,
        &registry,
        instant(50),
    );
    valid(&log);
    let run = &log["runs"][0];
    let rule = &run["tool"]["driver"]["rules"][0];
    assert_eq!(
        (&rule["name"], &rule["defaultConfiguration"]["level"]),
        (&json!("SQL from strings"), &json!("error"))
    );
    assert_eq!(rule["helpUri"], "https://cwe.mitre.org/data/definitions/89.html");
    assert_eq!(run["results"][0]["level"], "note");
}

#[test]
fn hostile_texts_are_masked_bounded_and_valid() {
    let project = name("my-repo");
    let token = ["AKIA", "Q3EGVYR5LJ7WBTKM"].concat();
    let hostile = format!("{token}\u{202E}\n%..\\ {}", "y".repeat(30_000));
    let mut bad = finding(1, Severity::High);
    let content = &mut bad.content;
    content.title.clone_from(&hostile);
    content.description.clone_from(&hostile);
    content.category.clone_from(&hostile);
    content.line_start = Some(20);
    content.line_end = Some(10);
    for text in [
        &mut content.rule_id, &mut content.cwe, &mut content.owasp, &mut content.file_path, &mut content.evidence,
        &mut content.recommendation,
    ] {
        *text = Some(hostile.clone());
    }
    let mut selection = selection(&project, vec![bad]);
    selection.findings[0].1 = ReportRef {
        branch: Some(hostile.clone()),
        commit_sha: Some(hostile.clone()),
        repository: Some(format!("https://example.com/{hostile}")),
        review_type: None,
    };
    let run = run(&selection);
    let text = run.to_string();
    assert!(!text.contains(&token) && !text.contains('\u{202E}'));
    assert!(text.len() < 40_000, "{}", text.len());
    let region = &run["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startLine"], region.get("endLine")), (&json!(20), None));
}
