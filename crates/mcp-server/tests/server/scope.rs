//! A token that reaches some projects: what is out of its reach looks as if it were not there.

use domain::{Actor, Caller, Scope};
use serde_json::{Value, json};

use crate::support::samples::{finding, finding_id, findings, full_finding, report, rule, save, with};
use crate::support::{Bed, Client, caller, clock};

on_both_engines!(
    what_is_out_of_reach_answers_byte_for_byte_as_what_is_not_there,
    lists_and_completions_hold_only_what_is_within_reach,
    a_save_out_of_reach_names_the_projects_within_reach,
    a_token_without_projects_reads_and_saves_nothing,
    a_token_that_only_reads_can_neither_save_nor_propose,
    reading_and_writing_are_judged_apart,
    rules_are_reloaded_only_by_those_who_reach_everything,
    what_belongs_to_no_project_answers_everybody,
    the_user_of_a_token_is_the_author_and_is_shown_to_nobody_else,
);

const REASON: &str = "It is bound since the last commit.";

/// Everything that a client can ask about one project, one report of it and one finding of it, as it was answered.
async fn ask_everything(client: &Client, project: &str, report_id: i64, finding: i64) -> Vec<(String, String)> {
    let mut answers = Vec::new();
    for (tool, arguments) in [
        ("get_security_report", json!({"report_id": report_id})),
        (
            "get_security_report",
            json!({"report_id": report_id, "format": "json", "offset": 1}),
        ),
        ("list_security_reports", json!({"project": project})),
        (
            "list_security_reports",
            json!({"project": project, "risk_level": "low", "review_type": "other"}),
        ),
        (
            "propose_finding_status",
            json!({"finding_id": finding, "status": "fixed", "reason": REASON}),
        ),
        ("propose_opengrep_rule", rule(project, "acme-no-eval")),
        ("get_project_security_posture", json!({"project": project})),
        ("check_project_gate", json!({"project": project})),
        (
            "check_project_gate",
            json!({"project": project, "report_id": report_id}),
        ),
        (
            "check_project_gate",
            json!({"project": "inside", "report_id": report_id}),
        ),
        ("export_sarif", json!({"project": project})),
        (
            "export_sarif",
            json!({"report_id": report_id, "include_resolved": true}),
        ),
        ("get_trend_report", json!({"project": project})),
        ("get_trend_report", json!({"project": project, "format": "json"})),
        ("request_project", json!({"project": project})),
        ("save_security_report", report(project, &[finding_of_the_probe()])),
    ] {
        let answer = client.call(tool, arguments.clone()).await;
        assert!(answer.is_error, "{tool} {arguments}: {}", answer.text);
        answers.push((format!("{tool} {arguments}"), answer.whole.to_string()));
    }
    let error = client
        .prompt_error("triage-report", json!({"report_id": report_id.to_string()}))
        .await;
    assert_eq!(error.code.0, -32602);
    answers.push(("triage-report".into(), serde_json::to_string(&error).expect("JSON")));
    let error = client.resource_error(&format!("report://{report_id}")).await;
    assert_eq!(error.code.0, -32602);
    answers.push(("report://".into(), serde_json::to_string(&error).expect("JSON")));
    answers
}

fn finding_of_the_probe() -> Value {
    finding("Something", "low")
}

async fn what_is_out_of_reach_answers_byte_for_byte_as_what_is_not_there(bed: &Bed) {
    let everybody = bed.client().await;
    save(&everybody, report("inside", &[finding("Mine", "high")])).await;
    let report_id = save(&everybody, report("outside", &[finding("Theirs", "high")])).await;
    let theirs = finding_id(&everybody, report_id, "Theirs").await;
    let client = bed.client_as(caller(&["inside"], &["inside"])).await;
    let there = ask_everything(&client, "outside", report_id, theirs).await;

    // The same requests once the project is gone.
    bed.database.execute("DELETE FROM project WHERE name = 'outside'").await;
    assert_eq!(
        everybody
            .refusal("get_security_report", json!({"report_id": report_id}))
            .await,
        format!("report {report_id} not found")
    );
    let gone = ask_everything(&client, "outside", report_id, theirs).await;
    for ((request, there), (_, gone)) in there.iter().zip(&gone) {
        assert_eq!(there, gone, "{request}");
    }
    assert_eq!(
        bed.database.count("project", "TRUE").await,
        1,
        "asking makes no project"
    );

    // And as with a number or a name that nobody ever used.
    let never = ask_everything(&client, "unheard-of", 770_077, 880_088).await;
    let renamed = |text: &str| {
        text.replace("770077", &report_id.to_string())
            .replace("880088", &theirs.to_string())
            .replace("unheard-of", "outside")
    };
    for ((request, there), (_, never)) in there.iter().zip(&never) {
        assert_eq!(there, &renamed(never), "{request}");
    }
}

async fn lists_and_completions_hold_only_what_is_within_reach(bed: &Bed) {
    let everybody = bed.client().await;
    let mut inside = Vec::new();
    for number in 0..3 {
        inside.push(
            save(
                &everybody,
                report("inside", &[finding(&format!("Mine {number}"), "high")]),
            )
            .await,
        );
        save(
            &everybody,
            report("outside", &[finding(&format!("Theirs {number}"), "high")]),
        )
        .await;
        clock::pass_minutes(1);
    }
    inside.reverse();
    let client = bed.client_as(caller(&["inside"], &[])).await;
    let listed = client.get("list_security_reports", json!({})).await;
    let ids: Vec<i64> = listed["reports"]
        .as_array()
        .expect("reports")
        .iter()
        .map(|r| r["report_id"].as_i64().expect("a number"))
        .collect();
    assert_eq!((&listed["total"], &ids), (&json!(3), &inside));
    assert!(
        !listed.to_string().contains("outside") && !listed.to_string().contains("Theirs"),
        "{listed}"
    );

    let inside: Vec<String> = inside.iter().map(i64::to_string).collect();
    let completed = client
        .complete_prompt("triage-report", "report_id", "")
        .await
        .expect("completed");
    assert_eq!((&completed.values, completed.total), (&inside, Some(3)));
    let completed = client
        .complete_resource("report://{report_id}", "report_id", "")
        .await
        .expect("completed");
    assert_eq!(completed.values, inside);
}

async fn a_save_out_of_reach_names_the_projects_within_reach(bed: &Bed) {
    let client = bed.client_as(caller(&["zebra", "ant"], &["zebra", "ant"])).await;
    let draft = report("Team/Outside", &[finding("Something", "low")]);
    let reason = client.refusal("save_security_report", draft.clone()).await;
    assert!(reason.contains("request_project"), "{reason}");
    let (ant, zebra) = (
        reason.find("`ant`").expect("ant"),
        reason.find("`zebra`").expect("zebra"),
    );
    assert!(ant < zebra, "sorted: {reason}");

    let names: Vec<String> = (0..30).map(|number| format!("project-{number:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let reason = bed
        .client_as(caller(&names, &names))
        .await
        .refusal("save_security_report", draft.clone())
        .await;
    assert!(
        reason.contains("`project-19`") && !reason.contains("project-20") && reason.contains("10"),
        "{reason}"
    );

    let reason = bed
        .client_as(caller(&[], &[]))
        .await
        .refusal("save_security_report", draft)
        .await;
    assert!(
        reason.contains("no project yet") && reason.contains("request_project"),
        "{reason}"
    );
    assert_eq!(bed.database.count("project", "TRUE").await, 0);
}

async fn a_token_without_projects_reads_and_saves_nothing(bed: &Bed) {
    let everybody = bed.client().await;
    let report_id = save(&everybody, report("outside", &[finding("Theirs", "high")])).await;
    let theirs = finding_id(&everybody, report_id, "Theirs").await;
    let client = bed.client_as(caller(&[], &[])).await;
    let listed = client.get("list_security_reports", json!({})).await;
    assert_eq!((&listed["total"], &listed["reports"]), (&json!(0), &json!([])));
    let completed = client
        .complete_prompt("triage-report", "report_id", "")
        .await
        .expect("completed");
    assert!(completed.values.is_empty(), "{completed:?}");
    // `inside` is out of reach too.
    ask_everything(&client, "outside", report_id, theirs).await;
}

async fn a_token_that_only_reads_can_neither_save_nor_propose(bed: &Bed) {
    let everybody = bed.client().await;
    let report_id = save(&everybody, report("shop", &[finding("Mine", "high")])).await;
    let mine = finding_id(&everybody, report_id, "Mine").await;
    let client = bed.client_as(caller(&["shop"], &[])).await;
    for (tool, arguments) in [
        ("get_security_report", json!({"report_id": report_id})),
        ("get_project_security_posture", json!({"project": "shop"})),
        ("check_project_gate", json!({"project": "shop"})),
        ("export_sarif", json!({"project": "shop"})),
        ("get_trend_report", json!({"project": "shop"})),
    ] {
        client.get(tool, arguments).await;
    }
    assert!(client.resource(&format!("report://{report_id}")).await.contains("Mine"));
    for (tool, arguments) in [
        ("save_security_report", report("shop", &[])),
        (
            "propose_finding_status",
            json!({"finding_id": mine, "status": "fixed", "reason": REASON}),
        ),
        ("propose_opengrep_rule", rule("shop", "acme-no-eval")),
        ("request_project", json!({"project": "shop"})),
    ] {
        let reason = client.refusal(tool, arguments).await;
        assert!(!reason.is_empty(), "{tool}");
    }
    assert_eq!(bed.database.count("report", "TRUE").await, 1);
    assert_eq!(bed.database.count("rule_proposal", "TRUE").await, 0);
    assert_eq!(bed.database.count("finding", "proposed_status IS NOT NULL").await, 0);
}

async fn reading_and_writing_are_judged_apart(bed: &Bed) {
    // One project to write, another to read.
    let everybody = bed.client().await;
    let read = save(&everybody, report("read-only", &[finding("Theirs", "high")])).await;
    let client = bed.client_as(caller(&["read-only", "own"], &["own"])).await;
    let own = save(&client, report("own", &[finding("Mine", "high")])).await;
    for id in [read, own] {
        client.get("get_security_report", json!({"report_id": id})).await;
    }
    assert_eq!(client.get("list_security_reports", json!({})).await["total"], 2);
    let reason = client.refusal("save_security_report", report("read-only", &[])).await;
    assert!(reason.contains("`own`"), "where it may be saved: {reason}");
    assert_eq!(
        client.get("request_project", json!({"project": "own"})).await["status"],
        "accessible"
    );
}

async fn rules_are_reloaded_only_by_those_who_reach_everything(bed: &Bed) {
    bed.client().await.get("reload_rules", json!({})).await;
    let nightly = Caller {
        actor: Actor::Token("nightly".into()),
        reads: Scope::All,
        writes: Scope::All,
        user: None,
    };
    bed.client_as(nightly.clone())
        .await
        .get("reload_rules", json!({}))
        .await;
    let reader = Caller {
        writes: caller(&[], &["shop"]).writes,
        ..nightly
    };
    for restricted in [caller(&["shop"], &["shop"]), caller(&[], &[]), reader] {
        let reason = bed.client_as(restricted).await.refusal("reload_rules", json!({})).await;
        assert!(reason.contains("restricted to projects"), "{reason}");
    }
}

async fn what_belongs_to_no_project_answers_everybody(bed: &Bed) {
    let client = bed.client_as(caller(&[], &[])).await;
    for (tool, arguments) in [
        ("list_checklists", json!({})),
        ("get_review_checklist", json!({"domain": "python"})),
        ("scan_code", json!({"content": "eval(x)", "language": "python"})),
        ("list_rules", json!({})),
        ("list_development_standards", json!({})),
        ("get_development_standards", json!({"technologies": ["python"]})),
    ] {
        client.get(tool, arguments).await;
    }
    for uri in ["checklist://python", "standards://catalog", "standard://python"] {
        assert!(!client.resource(uri).await.is_empty());
    }
    assert!(
        client
            .prompt("security-review", json!({"language": "python"}))
            .await
            .contains("PY-01")
    );
}

async fn the_user_of_a_token_is_the_author_and_is_shown_to_nobody_else(bed: &Bed) {
    let client = bed.client_as(caller(&["shop"], &["shop"])).await;
    let draft = with(
        report("shop", &[full_finding("Something")]),
        json!({"author": "Mallory"}),
    );
    let saved = client.get("save_security_report", draft).await;
    assert_eq!(saved["author"], "alice", "whatever the client says");
    let report_id = saved["report_id"].as_i64().expect("a number");
    let id = findings(&client, report_id).await[0]["id"].as_i64().expect("a number");
    let proposed = client
        .get(
            "propose_finding_status",
            json!({"finding_id": id, "status": "fixed", "reason": REASON}),
        )
        .await;
    assert_eq!(proposed["proposed_by"], "laptop");
    client.get("propose_opengrep_rule", rule("shop", "shop-no-eval")).await;

    let read = client
        .get("get_security_report", json!({"report_id": report_id, "format": "json"}))
        .await;
    assert_eq!(
        (&read["submitted_by"], &read["author"]),
        (&json!("laptop"), &json!(null))
    );
    assert_eq!(read["findings"][0]["proposed_by"], "laptop");
    let mut shown = vec![
        read.to_string(),
        client
            .text("get_security_report", json!({"report_id": report_id}))
            .await,
        client.text("list_security_reports", json!({})).await,
        client.text("export_sarif", json!({"project": "shop"})).await,
        client.resource(&format!("report://{report_id}")).await,
        client
            .prompt("triage-report", json!({"report_id": report_id.to_string()}))
            .await,
    ];
    shown.push(client.text("propose_opengrep_rule", rule("shop", "shop-no-exec")).await);
    for text in shown {
        assert!(!text.contains("alice") && !text.contains("Mallory"), "{text}");
    }
}
