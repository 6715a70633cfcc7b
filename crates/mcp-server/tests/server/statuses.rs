//! Agents propose, people decide: no tool changes where a finding stands.

use domain::FindingStatus;
use serde_json::{Value, json};

use crate::support::samples::{decide, finding, finding_id, findings, report, rule, save, with};
use crate::support::{Bed, Client, clock};

on_both_engines!(
    no_tool_changes_a_status,
    a_proposal_leaves_gate_posture_and_trend_as_they_are,
    a_new_proposal_takes_the_place_of_the_former_one,
    nothing_is_closed_because_it_is_not_reported_again,
    an_acceptance_that_has_ended_is_open_again,
);

const REASON: &str = "It is bound since the last commit.";

/// A report of `shop` with a finding of each status.
async fn decided_report(bed: &Bed, client: &Client) -> i64 {
    let titles = ["Stays open", "Was fixed", "Was accepted", "Was no issue"];
    let all: Vec<Value> = titles.iter().map(|title| finding(title, "high")).collect();
    let report_id = save(client, report("shop", &all)).await;
    for (title, status) in titles.into_iter().zip([
        FindingStatus::Open,
        FindingStatus::Fixed,
        FindingStatus::Accepted,
        FindingStatus::FalsePositive,
    ]) {
        if status != FindingStatus::Open {
            let id = finding_id(client, report_id, title).await;
            decide(bed, id, status).await;
        }
    }
    report_id
}

/// What of each finding only a person may change.
async fn standing(client: &Client, report_id: i64) -> Vec<Value> {
    let fields = [
        "id", "title", "severity", "status", "status_changed_at", "status_reason", "status_approver",
        "status_expires_at", "decided_severity", "original_severity", "severity_changed_by",
    ];
    let all = findings(client, report_id).await;
    all.iter()
        .map(|finding| fields.iter().map(|field| finding[*field].clone()).collect())
        .collect()
}

async fn no_tool_changes_a_status(bed: &Bed) {
    let client = bed.client().await;
    let report_id = decided_report(bed, &client).await;
    let before = standing(&client, report_id).await;
    let statuses: Vec<&str> = before
        .iter()
        .map(|finding| finding[3].as_str().expect("a status"))
        .collect();
    assert_eq!(statuses, ["open", "fixed", "accepted", "false_positive"]);
    clock::pass_days(1);

    for finding in &before {
        for status in ["fixed", "accepted", "false_positive"] {
            let arguments = json!({
                "finding_id": finding[0], "status": status, "reason": REASON, "expires_on": "2099-01-01", "approver": "bob",
                "severity": "info",
            });
            let proposed = client.get("propose_finding_status", arguments).await;
            assert_eq!(
                (&proposed["status"], &proposed["proposed_status"]),
                (&finding[3], &json!(status))
            );
        }
    }
    client.get("propose_opengrep_rule", rule("shop", "shop-no-eval")).await;
    client.get("reload_rules", json!({})).await;
    client.get("request_project", json!({"project": "shop"})).await;
    let other = with(finding("Another one", "info"), json!({"status": "accepted"}));
    let second = save(&client, report("shop", &[other])).await;

    assert_eq!(standing(&client, report_id).await, before);
    assert_eq!(findings(&client, second).await[0]["status"], "open");
}

async fn a_proposal_leaves_gate_posture_and_trend_as_they_are(bed: &Bed) {
    let client = bed.client().await;
    let report_id = decided_report(bed, &client).await;
    let questions = [
        ("check_project_gate", json!({"project": "shop"})),
        (
            "check_project_gate",
            json!({"project": "shop", "report_id": report_id, "fail_on": "info"}),
        ),
        ("get_project_security_posture", json!({"project": "shop"})),
        ("get_trend_report", json!({"project": "shop", "format": "json"})),
    ];
    let mut before = Vec::new();
    for (tool, arguments) in &questions {
        before.push(client.get(tool, arguments.clone()).await);
    }
    assert_eq!(before[0]["blocking_findings"], 1);
    for finding in findings(&client, report_id).await {
        let arguments = json!({"finding_id": finding["id"], "status": "false_positive", "reason": REASON});
        client.get("propose_finding_status", arguments).await;
    }
    for ((tool, arguments), before) in questions.iter().zip(before) {
        let mut after = client.get(tool, arguments.clone()).await;
        if after.get("proposed_findings").is_some() {
            assert_eq!(
                (&before["proposed_findings"], &after["proposed_findings"]),
                (&json!(0), &json!(1)),
                "{tool}"
            );
            after["proposed_findings"] = json!(0);
        }
        assert_eq!(after, before, "{tool}");
    }
}

async fn a_new_proposal_takes_the_place_of_the_former_one(bed: &Bed) {
    let client = bed.client().await;
    let report_id = save(&client, report("shop", &[finding("Something", "high")])).await;
    let id = finding_id(&client, report_id, "Something").await;
    client
        .get(
            "propose_finding_status",
            json!({"finding_id": id, "status": "fixed", "reason": REASON}),
        )
        .await;
    clock::pass_minutes(5);
    let reason = "  The route is only reachable from the admin network.\n";
    let answer = client
        .get(
            "propose_finding_status",
            json!({"finding_id": id, "status": "accepted", "reason": reason}),
        )
        .await;
    for found in [&answer, &findings(&client, report_id).await[0]] {
        assert_eq!(found["proposed_status"], "accepted");
        assert_eq!(found["proposed_reason"], reason.trim());
        assert_eq!(
            (&found["proposed_by"], &found["proposed_at"]),
            (&json!("stdio"), &json!("2026-03-18T12:05:00Z"))
        );
    }
    assert_eq!(
        bed.database
            .count("audit_event", "action = 'finding.status_proposed' AND actor = 'stdio'")
            .await,
        2
    );
}

async fn nothing_is_closed_because_it_is_not_reported_again(bed: &Bed) {
    let client = bed.client().await;
    save(
        &client,
        report("shop", &[finding("First", "high"), finding("Second", "high")]),
    )
    .await;
    clock::pass_days(1);
    save(&client, report("shop", &[])).await;
    let gate = client.get("check_project_gate", json!({"project": "shop"})).await;
    assert_eq!(
        (&gate["passed"], &gate["blocking_findings"]),
        (&json!(false), &json!(2))
    );
}

async fn an_acceptance_that_has_ended_is_open_again(bed: &Bed) {
    let client = bed.client().await;
    let report_id = save(&client, report("shop", &[finding("Something", "high")])).await;
    let id = finding_id(&client, report_id, "Something").await;
    decide(bed, id, FindingStatus::Accepted).await;
    // It ends in two days.
    let end = clock::now().plus_days(2).as_micros();
    bed.database
        .execute(&format!("UPDATE finding SET status_expires_at = {end} WHERE id = {id}"))
        .await;
    assert_eq!(
        client.get("check_project_gate", json!({"project": "shop"})).await["passed"],
        true
    );
    clock::pass_days(2);
    assert_eq!(
        client.get("check_project_gate", json!({"project": "shop"})).await["passed"],
        false
    );
    assert_eq!(findings(&client, report_id).await[0]["status"], "open");
    let text = client
        .text("get_security_report", json!({"report_id": report_id}))
        .await;
    assert!(
        text.contains("Decided by a person in a meeting."),
        "what was decided stays: {text}"
    );
}
