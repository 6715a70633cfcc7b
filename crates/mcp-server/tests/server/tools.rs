//! Each tool on real data: the structure is what its schema promises, the text says the same.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Actor, Standard};
use serde_json::{Value, json};

use crate::support::samples::{finding, finding_id, findings, full_finding, report, rule, save, with};
use crate::support::{Answer, Bed, Client, clock};

on_both_engines!(
    every_tool_answers_as_its_schema_promises,
    checklists_are_listed_and_given_by_name,
    code_is_scanned_for_leads_and_for_credentials,
    rules_are_listed_by_language_with_aliases,
    standards_are_found_by_technology_and_by_file,
    a_saved_report_is_read_back_field_by_field,
    a_report_is_summed_up_in_lists_posture_gate_and_trend,
    the_gate_can_ask_for_a_recent_report,
    the_gate_of_a_report_judges_its_issues_by_where_they_stand_now,
    a_log_holds_the_open_findings_of_a_report_or_a_project,
    unknown_tools_are_named_as_such,
);

/// A call of every tool that succeeds once one report of `shop` with a finding is stored, and whether its text is Markdown.
fn calls(report_id: i64, finding: i64) -> Vec<(&'static str, Value, bool)> {
    let code = "import os\n\ndef run(name):\n    os.system(\"ls \" + name)\n";
    vec![
        ("list_checklists", json!({}), false),
        ("get_review_checklist", json!({"domain": "python"}), true),
        ("scan_code", json!({"content": code, "language": "python"}), false),
        ("list_rules", json!({"language": "python"}), false),
        ("reload_rules", json!({}), false),
        ("list_development_standards", json!({}), false),
        (
            "get_development_standards",
            json!({"technologies": ["python", "cobol"], "files": ["a/b.py"]}),
            true,
        ),
        (
            "get_development_standards",
            json!({"technologies": ["python"], "format": "json"}),
            false,
        ),
        (
            "save_security_report",
            report("other", &[full_finding("Another finding")]),
            false,
        ),
        ("get_security_report", json!({"report_id": report_id}), true),
        (
            "get_security_report",
            json!({"report_id": report_id, "format": "json"}),
            false,
        ),
        ("list_security_reports", json!({}), false),
        ("list_security_reports", json!({"project": "nothing-yet"}), false),
        (
            "propose_finding_status",
            json!({"finding_id": finding, "status": "fixed", "reason": "The parameter is bound now."}),
            false,
        ),
        ("propose_opengrep_rule", rule("shop", "shop-no-eval"), false),
        ("get_project_security_posture", json!({"project": "shop"}), false),
        ("check_project_gate", json!({"project": "shop"}), false),
        ("export_sarif", json!({"report_id": report_id}), false),
        ("export_sarif", json!({"project": "shop"}), false),
        ("get_trend_report", json!({"project": "shop"}), true),
        ("get_trend_report", json!({"project": "shop", "format": "json"}), false),
        ("request_project", json!({"project": "shop"}), false),
    ]
}

fn assert_valid(schema: &Value, answer: &Answer, name: &str) {
    let validator = jsonschema::validator_for(schema).unwrap_or_else(|error| panic!("{name}: {error}"));
    let errors: Vec<String> = validator
        .iter_errors(&answer.structured)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(errors, [""; 0], "{name}: {}", answer.structured);
}

async fn every_tool_answers_as_its_schema_promises(bed: &Bed) {
    let client = bed.client().await;
    let report_id = save(&client, report("shop", &[full_finding("SQL injection in find")])).await;
    let finding = finding_id(&client, report_id, "SQL injection in find").await;
    let schemas: BTreeMap<String, Value> = client
        .tools()
        .await
        .into_iter()
        .map(|tool| {
            (
                tool.name.to_string(),
                Value::Object((*tool.output_schema.expect("a schema")).clone()),
            )
        })
        .collect();
    let calls = calls(report_id, finding);
    let called: BTreeSet<&str> = calls.iter().map(|(name, ..)| *name).collect();
    assert_eq!(
        called,
        schemas.keys().map(String::as_str).collect(),
        "every tool is called"
    );

    for (name, arguments, is_markdown) in calls {
        let answer = client.call(name, arguments).await;
        assert!(!answer.is_error, "{name}: {}", answer.text);
        assert!(answer.structured.is_object(), "{name}");
        assert_valid(&schemas[name], &answer, name);
        let said: Option<Value> = serde_json::from_str(&answer.text).ok();
        if is_markdown {
            assert_eq!(said, None, "{name}");
            assert!(answer.text.starts_with('#'), "{name}: {}", answer.text);
        } else {
            assert_eq!(said.as_ref(), Some(&answer.structured), "{name}");
            assert!(
                answer.text.starts_with("{\n  \"") || answer.text == "{}",
                "{name}: indented: {}",
                answer.text
            );
        }
    }
}

async fn checklists_are_listed_and_given_by_name(bed: &Bed) {
    let client = bed.client().await;
    let expected = json!({
        "*": 1, "angular": 9, "api": 17, "cicd": 10, "config": 15, "csharp": 10, "dependencies": 9, "go": 10, "java": 12,
        "node": 9, "python": 13, "rust": 8,
    });
    assert_eq!(client.get("list_checklists", json!({})).await, expected);
    for (name, count) in expected.as_object().expect("an object") {
        let answer = client
            .call(
                "get_review_checklist",
                json!({"domain": format!(" {} ", name.to_uppercase())}),
            )
            .await;
        assert_eq!(answer.structured["domain"], *name);
        let items = answer.structured["items"].as_array().expect("items");
        assert_eq!(json!(items.len()), *count, "{name}");
        for item in items {
            let (id, title) = (
                item["id"].as_str().expect("an id"),
                item["title"].as_str().expect("a title"),
            );
            assert!(
                answer.text.contains(&format!("**{id} - ")) && answer.text.contains(title),
                "{name} {id}: {}",
                answer.text
            );
        }
    }
}

async fn code_is_scanned_for_leads_and_for_credentials(bed: &Bed) {
    let client = bed.client().await;
    let code = "import sqlite3\n\ndef find(db, name):\n    return db.execute(\"select * from users where name = '\" + name + \"'\")\n\
                password = \"correct-horse-battery-Zx81\"\n";
    let scan = client
        .get(
            "scan_code",
            json!({"content": code, "language": "py", "path": "src/users.py"}),
        )
        .await;
    assert_eq!(
        (&scan["language"], &scan["lines_scanned"], &scan["omitted"]),
        (&json!("python"), &json!(5), &json!(0))
    );
    let matches = scan["matches"].as_array().expect("matches");
    assert_eq!(scan["matches_count"], matches.len());
    let at = |line: u64| {
        matches
            .iter()
            .find(|lead| lead["line"] == line)
            .unwrap_or_else(|| panic!("none at {line}: {scan}"))
    };
    assert_eq!(
        (&at(4)["rule_id"], &at(4)["cwe"], &at(4)["test"]),
        (&json!("PY-005"), &json!("CWE-89"), &json!(false))
    );
    assert_eq!(at(5)["category"], "secret");
    assert!(!scan.to_string().contains("correct-horse"), "{scan}");

    let hidden = "db.execute(\"select \" + name)  # secreview:ignore PY-005 the name is a constant\n";
    let scan = client
        .get(
            "scan_code",
            json!({"content": hidden, "language": "python", "path": "tests/test_x.py"}),
        )
        .await;
    assert_eq!(
        (&scan["matches_count"], &scan["suppressed_count"]),
        (&json!(0), &json!(1)),
        "{scan}"
    );
    assert_eq!(
        (&scan["suppressed"][0]["rule_id"], &scan["suppressed"][0]["test"]),
        (&json!("PY-005"), &json!(true))
    );

    let nothing = client.get("scan_code", json!({"content": "", "language": "go"})).await;
    assert_eq!((&nothing["matches"], &nothing["suppressed"]), (&json!([]), &json!([])));
    assert!(
        nothing["note"].as_str().expect("a note").contains("does not"),
        "{nothing}"
    );

    let many = "db.execute(\"select \" + name)\n".repeat(300);
    let scan = client
        .get("scan_code", json!({"content": many, "language": "python"}))
        .await;
    assert_eq!((&scan["matches_count"], &scan["omitted"]), (&json!(200), &json!(100)));
}

async fn rules_are_listed_by_language_with_aliases(bed: &Bed) {
    let client = bed.client().await;
    let ids = |list: &Value| -> Vec<String> {
        let rules = list["rules"].as_array().expect("rules");
        rules
            .iter()
            .map(|rule| rule["id"].as_str().expect("an id").to_owned())
            .collect()
    };
    let all = client.get("list_rules", json!({"limit": 500})).await;
    assert!(ids(&all).is_sorted() && ids(&all).len() > 200, "{}", ids(&all).len());
    assert_eq!((&all["disabled_rules"], &all["load_errors"]), (&json!([]), &json!([])));
    assert!(all["credential_kinds"].as_u64().expect("a number") > 500);
    let python = client
        .get("list_rules", json!({"language": "Python", "limit": 500}))
        .await;
    assert_eq!(
        client
            .get("list_rules", json!({"language": " py ", "limit": 500}))
            .await,
        python
    );
    assert_eq!(
        client.get("list_rules", json!({"language": "  ", "limit": 500})).await,
        all
    );
    assert!(ids(&python).contains(&"PY-004".to_owned()) && ids(&python).iter().all(|id| !id.starts_with("JV-")));
    let rule = all["rules"]
        .as_array()
        .expect("rules")
        .iter()
        .find(|rule| rule["id"] == "PY-004")
        .expect("there");
    assert_eq!(
        (&rule["origin"], &rule["modified"], &rule["enabled"]),
        (&json!("builtin"), &json!(false), &json!(true))
    );

    let reloaded = client.get("reload_rules", json!({})).await;
    assert_eq!(reloaded["rules_active"], ids(&all).len());
    assert_eq!(
        (&reloaded["custom_rules"], &reloaded["load_errors"]),
        (&json!(0), &json!([]))
    );
}

async fn standards_are_found_by_technology_and_by_file(bed: &Bed) {
    let client = bed.client().await;
    let listed = client.get("list_development_standards", json!({})).await;
    let slugs: Vec<&str> = listed["standards"]
        .as_array()
        .expect("standards")
        .iter()
        .map(|s| s["slug"].as_str().expect("a slug"))
        .collect();
    assert!(slugs.contains(&"python") && slugs.is_sorted(), "{slugs:?}");
    assert!(listed["standards"][0].get("content").is_none());

    let own = Standard {
        slug: "acme".into(),
        title: "Acme conventions".into(),
        description: "For the tests.".into(),
        technologies: vec!["acme db".into()],
        file_patterns: vec!["*.acme".into()],
        content: "### Input\n- Validate it.".into(),
        enabled: true,
    };
    store::standards::put(&bed.store, &own, &Actor::Cli, clock::now())
        .await
        .expect("stored");
    let disabled = Standard {
        slug: "hidden".into(),
        enabled: false,
        ..own.clone()
    };
    store::standards::put(&bed.store, &disabled, &Actor::Cli, clock::now())
        .await
        .expect("stored");

    // A change counts at once, and what is disabled is not there.
    let found = client
        .get(
            "get_development_standards",
            json!({"technologies": ["Acme  DB", "Cobol"], "files": ["x/y.ACME"], "format": "json"}),
        )
        .await;
    let standards = found["standards"].as_array().expect("standards");
    assert_eq!(standards.len(), 1, "{found}");
    assert_eq!(
        (
            &standards[0]["slug"], &standards[0]["content_chars"], &standards[0]["matched_files"]
        ),
        (&json!("acme"), &json!(24), &json!(["x/y.ACME"]))
    );
    assert_eq!(found["uncovered_technologies"], json!(["Cobol"]));
    assert!(!found["available"].to_string().contains("hidden"), "{found}");

    let text = client
        .text("get_development_standards", json!({"files": ["x/y.acme"]}))
        .await;
    assert!(
        text.starts_with("# Development standards\n") && text.contains("### Input\n- Validate it."),
        "{text}"
    );
    let none = client
        .text("get_development_standards", json!({"technologies": ["Cobol"]}))
        .await;
    assert!(
        none.contains("`acme`") && none.contains("Cobol"),
        "what there is instead: {none}"
    );
}

async fn a_saved_report_is_read_back_field_by_field(bed: &Bed) {
    let client = bed.client().await;
    let head = json!({
        "repository": "https://example.com/Team/Shop.git", "branch": "main", "commit_sha": "0123abc", "reviewer": "agent",
        "scope": "src/, without the tests", "risk_level": "critical", "review_type": "security-review", "author": "Alice",
        "checklist_results": [{"item_id": "py-01", "outcome": "issue"}, {"item_id": "PY-02", "outcome": "ok"}],
        "scan_rules": ["py-004", "NOPE-001"],
    });
    let draft = with(
        report("git@forge:Team/Shop_API.git", &[full_finding("SQL injection in find")]),
        head,
    );
    let saved = client.get("save_security_report", draft).await;
    assert_eq!(
        (&saved["project"], &saved["author"]),
        (&json!("shop-api"), &json!("Alice"))
    );
    assert_eq!(
        (&saved["risk_level"], &saved["findings_count"]),
        (&json!("critical"), &json!(1))
    );
    assert_eq!(saved["findings_by_severity"], json!({"high": 1}));
    assert_eq!(
        (&saved["recurring_findings"], &saved["replayed"]),
        (&json!(0), &json!(false))
    );
    assert_eq!(
        saved["coverage"]["checklist_by_outcome"],
        json!({"issue": 1, "ok": 1, "not_covered": 11})
    );
    assert_eq!(saved["coverage"]["scan_rules"], 1);
    assert!(saved["warnings"].to_string().contains("NOPE-001"), "{saved}");

    let arguments = json!({"report_id": saved["report_id"], "format": "json"});
    let read = client.get("get_security_report", arguments).await;
    for (field, value) in [
        ("project", json!("shop-api")),
        ("repository", json!("https://example.com/Team/Shop.git")),
        ("branch", json!("main")),
        ("commit_sha", json!("0123abc")),
        ("reviewer", json!("agent")),
        ("author", Value::Null),
        ("scope", json!("src/, without the tests")),
        ("review_type", json!("security-review")),
        ("risk_level", json!("critical")),
        ("open_risk", json!("high")),
        ("created_at", json!("2026-03-18T12:00:00Z")),
        ("submitted_by", Value::Null),
        ("scan_rules", json!(["PY-004"])),
        ("findings_total", json!(1)),
        ("next_offset", Value::Null),
    ] {
        assert_eq!(read[field], value, "{field}");
    }
    let results = read["checklist_results"].as_array().expect("results");
    assert_eq!(results.len(), 13);
    assert_eq!(
        (&results[0]["item_id"], &results[0]["outcome"], &results[0]["domain"]),
        (&json!("PY-01"), &json!("issue"), &json!("python"))
    );

    let found = &read["findings"][0];
    let sent = with(full_finding("SQL injection in find"), json!({"cwe": "CWE-89"}));
    for (field, value) in sent.as_object().expect("an object") {
        assert_eq!(found[field], *value, "{field}");
    }
    for (field, value) in [
        ("status", json!("open")),
        ("proposed_status", Value::Null),
        ("superseded_by", Value::Null),
        ("original_severity", Value::Null),
        ("first_seen_at", json!("2026-03-18T12:00:00Z")),
        ("exports", json!([])),
    ] {
        assert_eq!(found[field], value, "{field}");
    }

    let text = client
        .text("get_security_report", json!({"report_id": saved["report_id"]}))
        .await;
    for part in [
        "shop-api", "CRITICAL", "[HIGH] SQL injection in find", "`src/users.py:10-12`", "CWE-89", "Bind the parameter.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("Alice"), "no author: {text}");
}

async fn a_report_is_summed_up_in_lists_posture_gate_and_trend(bed: &Bed) {
    let client = bed.client().await;
    let empty = client
        .get("get_project_security_posture", json!({"project": "Shop"}))
        .await;
    assert_eq!(
        (
            &empty["project"], &empty["reports_total"], &empty["worst_open_severity"]
        ),
        (&json!("shop"), &json!(0), &Value::Null)
    );
    let gate = client.get("check_project_gate", json!({"project": "shop"})).await;
    assert_eq!((&gate["passed"], &gate["reasons"]), (&json!(true), &json!([])));

    let all = [
        finding("First", "high"),
        finding("Second", "low"),
        finding("Third", "low"),
    ];
    let report_id = save(&client, with(report("shop", &all), json!({"branch": "main"}))).await;
    clock::pass_days(3);
    let again = save(&client, with(report("shop", &all[..2]), json!({"branch": "main"}))).await;

    let posture = client
        .get("get_project_security_posture", json!({"project": "shop"}))
        .await;
    assert_eq!(
        posture["open_findings_by_severity"],
        json!({"critical": 0, "high": 1, "medium": 0, "low": 2, "info": 0})
    );
    for (field, value) in [
        ("reports_total", json!(2)),
        ("open_findings_total", json!(3)),
        ("worst_open_severity", json!("high")),
        ("not_reported_again", json!(1)),
        ("last_report_at", json!("2026-03-21T12:00:00Z")),
    ] {
        assert_eq!(posture[field], value, "{field}");
    }
    let gate = client.get("check_project_gate", json!({"project": "shop"})).await;
    assert_eq!(
        (&gate["passed"], &gate["blocking_findings"], &gate["fail_on"]),
        (&json!(false), &json!(1), &json!("high"))
    );
    let gate = client
        .get("check_project_gate", json!({"project": "shop", "fail_on": "critical"}))
        .await;
    assert_eq!((&gate["passed"], &gate["blocking_findings"]), (&json!(true), &json!(0)));

    let listed = client.get("list_security_reports", json!({"project": "shop"})).await;
    let rows = listed["reports"].as_array().expect("reports");
    let ids: Vec<_> = rows.iter().map(|row| row["report_id"].as_i64()).collect();
    assert_eq!(ids, [Some(again), Some(report_id)]);
    let counts: Vec<_> = rows
        .iter()
        .map(|row| (row["findings_total"].as_u64(), row["findings_open"].as_u64()))
        .collect();
    assert_eq!(
        counts,
        [(Some(2), Some(2)), (Some(3), Some(1))],
        "replaced sightings are not open any more"
    );
    let none = client
        .get("list_security_reports", json!({"project": "shop", "risk_level": "low"}))
        .await;
    assert_eq!((&none["total"], &none["reports"]), (&json!(0), &json!([])));

    let trend = client
        .get(
            "get_trend_report",
            json!({"project": "shop", "format": "json", "days": 10, "granularity": "day"}),
        )
        .await;
    assert_eq!(
        (&trend["summary"]["new_findings"], &trend["summary"]["open_now_total"]),
        (&json!(3), &json!(3)),
        "{trend}"
    );
    let text = client.text("get_trend_report", json!({"project": "shop"})).await;
    assert!(text.contains("shop"), "{text}");
}

async fn the_gate_can_ask_for_a_recent_report(bed: &Bed) {
    let client = bed.client().await;
    let strict = json!({"project": "shop", "require_report": true});
    let gate = client.get("check_project_gate", strict.clone()).await;
    assert_eq!(gate["passed"], false);
    assert!(
        gate["reasons"][0].as_str().expect("a reason").contains("no report"),
        "{gate}"
    );
    save(&client, report("shop", &[])).await;
    assert_eq!(client.get("check_project_gate", strict).await["passed"], true);
    clock::pass_days(8);
    for (days, passed) in [(7, false), (9, true)] {
        let gate = client
            .get(
                "check_project_gate",
                json!({"project": "shop", "max_report_age_days": days}),
            )
            .await;
        assert_eq!(gate["passed"], passed, "{gate}");
    }
}

async fn the_gate_of_a_report_judges_its_issues_by_where_they_stand_now(bed: &Bed) {
    let client = bed.client().await;
    let first = save(
        &client,
        report("shop", &[finding("Repaired", "high"), finding("Still there", "low")]),
    )
    .await;
    let repaired = finding_id(&client, first, "Repaired").await;
    crate::support::samples::decide(bed, repaired, domain::FindingStatus::Fixed).await;
    clock::pass_minutes(30);
    save(
        &client,
        report("shop", &[finding("Still there", "low"), finding("New", "critical")]),
    )
    .await;
    let gate = |arguments| client.get("check_project_gate", arguments);
    assert_eq!(gate(json!({"project": "shop"})).await["blocking_findings"], 1);
    let of_first = gate(json!({"project": "shop", "report_id": first, "fail_on": "low"})).await;
    assert_eq!(
        (&of_first["blocking_findings"], &of_first["report_id"]),
        (&json!(1), &json!(first)),
        "{of_first}"
    );
}

async fn a_log_holds_the_open_findings_of_a_report_or_a_project(bed: &Bed) {
    let client = bed.client().await;
    let all = [
        full_finding("Open one"),
        with(full_finding("Closed one"), json!({"line_start": 40, "line_end": 40})),
    ];
    let first = save(&client, report("shop", &all)).await;
    let closed = finding_id(&client, first, "Closed one").await;
    crate::support::samples::decide(bed, closed, domain::FindingStatus::FalsePositive).await;
    let results = |log: &Value| log["runs"][0]["results"].as_array().expect("results").len();
    for source in [json!({"report_id": first}), json!({"project": "Team/Shop"})] {
        let open = client.get("export_sarif", source.clone()).await;
        assert_eq!((&open["version"], results(&open)), (&json!("2.1.0"), 1));
        assert_eq!(open["runs"][0]["tool"]["driver"]["name"], "security-review-mcp");
        let everything = client
            .get("export_sarif", with(source, json!({"include_resolved": true})))
            .await;
        assert_eq!(results(&everything), 2);
    }
    assert_eq!(
        results(&client.get("export_sarif", json!({"project": "nothing-yet"})).await),
        0
    );
    assert_eq!(findings(&client, first).await.len(), 2);
}

async fn unknown_tools_are_named_as_such(bed: &Bed) {
    let client: Client = bed.client().await;
    let name = format!("delete_all\u{202E}{}", "x".repeat(500));
    let answer = client.call(&name, json!({})).await;
    assert!(answer.is_error);
    assert!(
        answer.text.starts_with("Unknown tool `delete_all<U+202E>x"),
        "{}",
        answer.text
    );
    assert!(answer.text.chars().count() < 250, "{}", answer.text);
}
