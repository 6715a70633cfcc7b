//! What is no fault of the caller: the answer says that it failed, and nothing of why.

use serde_json::json;

use crate::support::samples::{finding, finding_id, report, rule, save};
use crate::support::{Bed, Client};

on_both_engines!(
    a_database_that_is_gone_is_not_explained_to_the_caller,
    a_table_that_is_gone_is_not_explained_to_the_caller,
    what_needs_no_database_goes_on_without_it,
);

const INTERNAL: i32 = -32603;

/// What an answer says beside that it failed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    /// That the database cannot be reached: the caller may try again.
    DatabaseAway,
    /// Nothing.
    Nothing,
}

impl Says {
    /// The reason of a request that failed.
    fn alone(self) -> &'static str {
        match self {
            Says::DatabaseAway => "the database is not available",
            Says::Nothing => "internal error",
        }
    }

    /// What follows the name of what failed.
    fn after(self) -> &'static str {
        match self {
            Says::DatabaseAway => ": the database is not available",
            Says::Nothing => "",
        }
    }
}

/// Each tool that reads or writes reports, each prompt and resource that shows one.
async fn all_fail_without_a_cause(client: &Client, report_id: i64, finding: i64, says: Says) {
    for (tool, arguments) in [
        ("save_security_report", report("shop", &[])),
        ("get_security_report", json!({"report_id": report_id})),
        ("get_security_report", json!({"report_id": report_id, "format": "json"})),
        ("list_security_reports", json!({})),
        (
            "propose_finding_status",
            json!({"finding_id": finding, "status": "fixed", "reason": "Bound since yesterday."}),
        ),
        ("get_project_security_posture", json!({"project": "shop"})),
        ("check_project_gate", json!({"project": "shop"})),
        ("export_sarif", json!({"project": "shop"})),
        ("get_trend_report", json!({"project": "shop"})),
    ] {
        let answer = client.call(tool, arguments).await;
        assert!(answer.is_error, "{tool}");
        let (text, reason) = answer.text.split_once(" (").unwrap_or((&answer.text, ""));
        assert_eq!(text, format!("Error executing tool {tool}{}", says.after()));
        assert!(["", "no connection became free)"].contains(&reason), "{}", answer.text);
        assert!(answer.whole.get("structuredContent").is_none(), "{tool}");
    }

    let uri = format!("report://{report_id}");
    let error = client.resource_error(&uri).await;
    assert_eq!((error.code.0, &error.data), (INTERNAL, &Some(json!({"uri": uri}))));
    assert_eq!(error.message, format!("resource error{}", says.after()));
    let error = client
        .prompt_error("triage-report", json!({"report_id": report_id.to_string()}))
        .await;
    assert_eq!(
        (error.code.0, error.message.as_ref(), &error.data),
        (INTERNAL, says.alone(), &None)
    );
    let error = client
        .complete_prompt("triage-report", "report_id", "")
        .await
        .expect_err("no reports");
    assert_eq!((error.code.0, error.message.as_ref()), (INTERNAL, says.alone()));
}

async fn a_database_that_is_gone_is_not_explained_to_the_caller(bed: &Bed) {
    let client = bed.client().await;
    let report_id = save(&client, report("shop", &[finding("Something", "low")])).await;
    let finding = finding_id(&client, report_id, "Something").await;
    bed.store.clone().close().await.expect("closed");
    all_fail_without_a_cause(&client, report_id, finding, Says::DatabaseAway).await;

    for (tool, arguments) in [
        ("propose_opengrep_rule", rule("shop", "shop-no-eval")),
        ("list_development_standards", json!({})),
        ("get_development_standards", json!({"technologies": ["python"]})),
    ] {
        let text = client.call(tool, arguments).await.text;
        let (text, _) = text.split_once(" (").unwrap_or((&text, ""));
        assert_eq!(
            text,
            format!("Error executing tool {tool}: the database is not available")
        );
    }
    for uri in ["standards://catalog", "standard://python"] {
        let error = client.resource_error(uri).await;
        assert_eq!(
            (error.code.0, error.message.as_ref()),
            (INTERNAL, "resource error: the database is not available"),
            "{uri}"
        );
    }
    assert_eq!(client.resources(None).await.expect_err("no standards").code.0, INTERNAL);
    let error = client.prompt_error("development-standards", json!({})).await;
    assert_eq!(
        (error.code.0, error.message.as_ref()),
        (INTERNAL, "the database is not available")
    );
}

async fn a_table_that_is_gone_is_not_explained_to_the_caller(bed: &Bed) {
    let client = bed.client().await;
    let report_id = save(&client, report("shop", &[finding("Something", "low")])).await;
    let finding = finding_id(&client, report_id, "Something").await;
    bed.database.execute("ALTER TABLE report RENAME TO report_gone").await;
    bed.database.execute("ALTER TABLE finding RENAME TO finding_gone").await;
    all_fail_without_a_cause(&client, report_id, finding, Says::Nothing).await;

    bed.database
        .execute("ALTER TABLE standard RENAME TO standard_gone")
        .await;
    let answer = client.call("list_development_standards", json!({})).await;
    assert_eq!(answer.text, "Error executing tool list_development_standards");
    // What does not touch these tables still works.
    client.get("list_checklists", json!({})).await;
    client
        .get("scan_code", json!({"content": "eval(x)", "language": "python"}))
        .await;
}

async fn what_needs_no_database_goes_on_without_it(bed: &Bed) {
    let client = bed.client().await;
    let checklist = client.resource("checklist://python").await;
    bed.store.clone().close().await.expect("closed");
    client.get("list_checklists", json!({})).await;
    client.get("list_rules", json!({})).await;
    assert_eq!(client.resource("checklist://python").await, checklist);
    assert_eq!(
        client.get("request_project", json!({"project": "shop"})).await["status"],
        "accessible"
    );

    // The rules of the program are used, and the answer says so.
    let reloaded = client.get("reload_rules", json!({})).await;
    assert!(reloaded["rules_active"].as_u64().expect("a number") > 200, "{reloaded}");
    let errors = reloaded["load_errors"].as_array().expect("errors");
    assert_eq!(errors.len(), 1, "{reloaded}");
    assert!(
        errors[0]
            .as_str()
            .expect("a text")
            .contains("rules of the program are used"),
        "{reloaded}"
    );
    let scan = client
        .get(
            "scan_code",
            json!({"content": "db.execute(\"select \" + name)", "language": "python"}),
        )
        .await;
    assert!(
        scan["matches_count"].as_u64().expect("a number") >= 1,
        "scanning goes on: {scan}"
    );
    let text = client.text("get_review_checklist", json!({"domain": "python"})).await;
    assert!(text.contains("PY-01"), "so does reading checklists: {text}");
}
