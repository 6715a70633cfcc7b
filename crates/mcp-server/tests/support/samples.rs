//! Reports to save, and what came of them.

use domain::{Actor, FindingStatus, Limits};
use serde_json::{Value, json};

use super::{Bed, Client, clock};

/// A credential in the shape of a real one. In parts, so that this file does not itself look like a leak.
pub fn secret() -> String {
    ["ghp_", "k7Qz2WmXv9Tb", "R4nLcY8sJf3H", "pDg6KxBtVw5Z"].concat()
}

/// An object with some fields changed; null takes a field away.
pub fn with(mut base: Value, changes: Value) -> Value {
    let fields = base.as_object_mut().expect("an object");
    let Value::Object(changes) = changes else {
        panic!("changes are an object");
    };
    for (name, value) in changes {
        if value.is_null() {
            fields.remove(&name);
        } else {
            fields.insert(name, value);
        }
    }
    base
}

/// A finding without anything optional.
pub fn finding(title: &str, severity: &str) -> Value {
    json!({"title": title, "severity": severity, "description": "What goes wrong, and how it is reached."})
}

/// A finding with every field.
pub fn full_finding(title: &str) -> Value {
    json!({
        "title": title, "severity": "high", "description": "The name goes into the statement as it is.",
        "rule_id": "PY-004", "category": "code", "cwe": "89", "owasp": "A03:2021", "file_path": "src/users.py",
        "line_start": 10, "line_end": 12, "evidence": "db.execute(\"... \" + name)",
        "recommendation": "Bind the parameter.", "confidence": "high", "impact": "Every row can be read.",
        "verification": "Traced from the route to the call.", "source": "request.args['name']", "sink": "db.execute",
    })
}

/// A report without anything optional.
pub fn report(project: &str, findings: &[Value]) -> Value {
    json!({"project": project, "summary": format!("Review of {project}."), "findings": findings})
}

/// Saves a report; its number.
pub async fn save(client: &Client, report: Value) -> i64 {
    let saved = client.get("save_security_report", report).await;
    saved["report_id"].as_i64().expect("a number")
}

/// The findings of a report, in the order they were reported.
pub async fn findings(client: &Client, report_id: i64) -> Vec<Value> {
    let arguments = json!({"report_id": report_id, "format": "json", "limit": 100});
    let report = client.get("get_security_report", arguments).await;
    report["findings"].as_array().expect("findings").clone()
}

/// The number of the finding with a title.
pub async fn finding_id(client: &Client, report_id: i64, title: &str) -> i64 {
    let findings = findings(client, report_id).await;
    let found = findings.iter().find(|finding| finding["title"] == title);
    found.unwrap_or_else(|| panic!("no finding {title}"))["id"]
        .as_i64()
        .expect("a number")
}

/// A person decides.
pub async fn decide(bed: &Bed, finding: i64, status: FindingStatus) {
    let decision = domain::triage::Decision {
        status,
        reason: Some("Decided by a person in a meeting.".to_owned()),
        expires_on: None,
    };
    let person = Actor::User("bob".to_owned());
    store::triage::decide(
        &bed.store,
        &person,
        &[finding],
        &decision,
        &Limits::default(),
        clock::now(),
    )
    .await
    .expect("decided");
}

/// A rule to propose.
pub fn rule(project: &str, rule_id: &str) -> Value {
    json!({
        "project": project, "rule_id": rule_id, "reason": "Found by hand in two places.",
        "content": format!("rules:\n  - id: {rule_id}\n    pattern: eval(...)\n    message: No eval.\n    languages: [python]\n    severity: ERROR\n"),
        "test_code": "eval(x)\n",
    })
}
