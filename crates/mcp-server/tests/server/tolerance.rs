//! What hosts send in another type than the schema says, and what they send besides.

use serde_json::json;

use crate::support::samples::{finding, findings, full_finding, report, save, with};
use crate::support::{Bed, clock};

on_both_engines!(
    lists_and_objects_sent_as_the_text_of_json_are_read,
    numbers_and_truth_values_sent_as_text_are_read,
    a_text_that_looks_like_a_number_stays_a_text,
    null_stands_for_an_argument_that_is_not_given,
    unknown_arguments_are_ignored,
);

async fn lists_and_objects_sent_as_the_text_of_json_are_read(bed: &Bed) {
    let client = bed.client().await;
    let all = [finding("First", "high"), finding("Second", "low")];
    let plain = json!({
        "project": "shop", "summary": "A review.", "findings": all, "scan_rules": ["PY-004"],
        "checklist_results": [{"item_id": "PY-01", "outcome": "ok"}],
    });
    let as_text = with(
        plain.clone(),
        json!({
            "project": "shop-2",
            "findings": format!("\n{} ", json!(all)),
            "scan_rules": "[\"PY-004\"]",
            "checklist_results": json!([json!({"item_id": "PY-01", "outcome": "ok"}).to_string()]),
        }),
    );
    let expected = client.get("save_security_report", plain).await;
    let found = client.get("save_security_report", as_text).await;
    for field in ["findings_by_severity", "coverage", "warnings"] {
        assert_eq!(found[field], expected[field], "{field}");
    }

    let json = |technologies| json!({"technologies": technologies, "format": "json"});
    let expected = client
        .get("get_development_standards", json(json!(["python", "java"])))
        .await;
    assert_eq!(
        client
            .get("get_development_standards", json(json!("[\"python\", \"java\"]")))
            .await,
        expected
    );
    assert_eq!(expected["standards"].as_array().expect("standards").len(), 2);
}

async fn numbers_and_truth_values_sent_as_text_are_read(bed: &Bed) {
    let client = bed.client().await;
    let located = with(full_finding("First"), json!({"line_start": "10", "line_end": " 12 "}));
    let id = save(&client, report("shop", &[located, finding("Second", "low")])).await;
    assert_eq!(findings(&client, id).await[0]["line_end"], 12);
    let page = json!({"report_id": id.to_string(), "limit": "1", "offset": "1", "format": "json"});
    let page = client.get("get_security_report", page).await;
    assert_eq!(
        (&page["id"], &page["findings"][0]["title"]),
        (&json!(id), &json!("Second"))
    );
    let gate = json!({"project": "unheard-of", "require_report": "true", "max_report_age_days": "7"});
    assert_eq!(client.get("check_project_gate", gate).await["passed"], false);
    let log = json!({"report_id": id.to_string(), "include_resolved": "false"});
    assert_eq!(client.get("export_sarif", log).await["version"], "2.1.0");
    let trend = client
        .get(
            "get_trend_report",
            json!({"project": "shop", "days": "30", "format": "json"}),
        )
        .await;
    assert_eq!(trend["window_days"], 30);
}

async fn a_text_that_looks_like_a_number_stays_a_text(bed: &Bed) {
    let client = bed.client().await;
    let odd = with(
        finding("12345", "low"),
        json!({"description": "[1, 2]", "evidence": "null", "recommendation": "true"}),
    );
    let draft = with(
        report("2048", &[odd]),
        json!({"summary": "{\"a\": 1}", "branch": "1.0", "commit_sha": "1234567"}),
    );
    let id = save(&client, draft).await;
    let read = client
        .get("get_security_report", json!({"report_id": id, "format": "json"}))
        .await;
    for (field, value) in [
        ("project", "2048"),
        ("summary", "{\"a\": 1}"),
        ("branch", "1.0"),
        ("commit_sha", "1234567"),
    ] {
        assert_eq!(read[field], value, "{field}");
    }
    for (field, value) in [
        ("title", "12345"),
        ("description", "[1, 2]"),
        ("evidence", "null"),
        ("recommendation", "true"),
    ] {
        assert_eq!(read["findings"][0][field], value, "{field}");
    }
}

async fn null_stands_for_an_argument_that_is_not_given(bed: &Bed) {
    let client = bed.client().await;
    let mut draft = report("shop", &[finding("First", "low")]);
    for field in [
        "repository", "branch", "scope", "risk_level", "review_type", "author", "checklist_results", "scan_rules",
    ] {
        draft[field] = json!(null);
    }
    draft["findings"][0]["cwe"] = json!(null);
    draft["findings"][0]["line_start"] = json!(null);
    save(&client, draft).await;
    let listed = json!({"project": null, "risk_level": null, "review_type": null, "author": null});
    assert_eq!(client.get("list_security_reports", listed).await["total"], 1);
    assert_eq!(
        client
            .get("check_project_gate", json!({"project": "shop", "report_id": null}))
            .await["passed"],
        true
    );
    client.get("list_rules", json!({"language": null})).await;
}

async fn unknown_arguments_are_ignored(bed: &Bed) {
    let client = bed.client().await;
    let claims = json!({"status": "accepted", "id": 7, "status_approver": "bob", "superseded_by": 3, "first_seen_at": "1999-01-01"});
    let draft = with(
        report("shop", &[with(finding("First", "high"), claims)]),
        json!({"report_id": 99, "created_at": "1999"}),
    );
    let id = save(&client, draft).await;
    let found = &findings(&client, id).await[0];
    assert_eq!(
        (&found["status"], &found["status_approver"]),
        (&json!("open"), &json!(null)),
        "a status cannot be submitted"
    );
    assert_eq!(found["first_seen_at"], clock::now().to_string());
    client.get("list_checklists", json!({"anything": [1, 2]})).await;
    client
        .get("request_project", json!({"project": "shop", "approve": true}))
        .await;
}
