//! Saving a report, once.

use domain::{Actor, Caller, FindingStatus};
use serde_json::{Value, json};

use crate::support::samples::{decide, finding, finding_id, findings, full_finding, report, save, secret, with};
use crate::support::{Bed, clock};

on_both_engines!(
    the_same_report_within_ten_minutes_is_one_report,
    a_report_that_differs_in_anything_is_another_one,
    a_key_names_one_report_of_a_project_for_ever,
    credentials_are_masked_before_they_are_stored,
    bounds_are_the_last_values_that_are_taken,
    known_issues_are_recognised_and_decisions_carried,
    doubts_about_coverage_are_warnings_and_refuse_nothing,
);

async fn the_same_report_within_ten_minutes_is_one_report(bed: &Bed) {
    let client = bed.client().await;
    let draft = with(
        report("shop", &[full_finding("Something"), finding("Other", "low")]),
        json!({"branch": "main"}),
    );
    let first = client.get("save_security_report", draft.clone()).await;
    clock::pass_minutes(9);
    // A host that lost the answer sends it again, in another session as well.
    let again = bed.client().await.get("save_security_report", draft.clone()).await;
    assert_eq!((&first["replayed"], &again["replayed"]), (&json!(false), &json!(true)));
    for field in [
        "report_id", "findings_count", "findings_by_severity", "risk_level", "coverage",
    ] {
        assert_eq!(again[field], first[field], "{field}");
    }
    assert_eq!(bed.database.count("report", "TRUE").await, 1);
    assert_eq!(bed.database.count("finding", "TRUE").await, 2);
    clock::pass_minutes(2);
    let later = client.get("save_security_report", draft).await;
    assert_eq!(later["replayed"], false, "eleven minutes later it is another review");
    assert_ne!(later["report_id"], first["report_id"]);
}

async fn a_report_that_differs_in_anything_is_another_one(bed: &Bed) {
    let client = bed.client().await;
    let draft = with(report("shop", &[full_finding("Something")]), json!({"branch": "main"}));
    let mut ids = vec![save(&client, draft.clone()).await];
    for changes in [
        json!({"project": "shop-2"}),
        json!({"summary": "Another summary."}),
        json!({"branch": "develop"}),
        json!({"commit_sha": "abc"}),
        json!({"scope": "src/"}),
        json!({"risk_level": "critical"}),
        json!({"review_type": "other"}),
        json!({"author": "Alice"}),
        json!({"scan_rules": ["PY-004"]}),
        json!({"findings": [with(full_finding("Something"), json!({"line_start": 11}))]}),
        json!({"findings": [with(full_finding("Something"), json!({"impact": "Another impact."}))]}),
        json!({"findings": []}),
    ] {
        ids.push(save(&client, with(draft.clone(), changes)).await);
    }
    let token = Caller {
        actor: Actor::Token("nightly".into()),
        ..Caller::local()
    };
    ids.push(save(&bed.client_as(token).await, draft).await);
    let mut distinct = ids.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), ids.len(), "{ids:?}");
}

async fn a_key_names_one_report_of_a_project_for_ever(bed: &Bed) {
    let client = bed.client().await;
    let keyed = |project: &str, title: &str| {
        with(
            report(project, &[finding(title, "low")]),
            json!({"idempotency_key": "run-2026-0001"}),
        )
    };
    let first = save(&client, keyed("shop", "First")).await;
    clock::pass_days(30);
    let again = client.get("save_security_report", keyed("shop", "First")).await;
    assert_eq!((&again["report_id"], &again["replayed"]), (&json!(first), &json!(true)));
    let refused = client
        .refusal("save_security_report", keyed("shop", "Something else entirely"))
        .await;
    assert!(refused.contains(&format!("another report ({first})")), "{refused}");
    assert!(refused.contains("use a new key"), "{refused}");
    assert_eq!(findings(&client, first).await[0]["title"], "First");
    let other = client.get("save_security_report", keyed("other", "First")).await;
    assert_eq!(other["replayed"], false, "another project");
    assert_eq!(bed.database.count("report", "TRUE").await, 2);
}

async fn credentials_are_masked_before_they_are_stored(bed: &Bed) {
    let client = bed.client().await;
    let leak = format!("see {} there", secret());
    let mut everywhere = full_finding("Something");
    for field in [
        "title", "description", "evidence", "recommendation", "impact", "verification", "file_path", "source", "sink",
    ] {
        everywhere[field] = json!(leak);
    }
    let head = json!({
        "summary": leak, "scope": leak, "reviewer": leak, "branch": leak,
        "repository": "https://user:Zx81-hunter-rabbit@example.com/shop.git",
    });
    save(&client, with(report("shop", &[everywhere]), head)).await;
    for (table, columns) in [
        ("report", &["summary", "scope", "reviewer", "branch", "repository"][..]),
        (
            "finding",
            &[
                "title", "description", "evidence", "recommendation", "impact", "verification", "file_path", "source",
                "sink",
            ],
        ),
        ("project_alias", &["value"]),
        ("audit_event", &["details"]),
    ] {
        for column in columns {
            for part in [&secret(), "Zx81-hunter-rabbit"] {
                let holds = format!("{column} LIKE '%{part}%'");
                assert_eq!(bed.database.count(table, &holds).await, 0, "{table}.{column}");
            }
        }
    }
    assert_eq!(
        bed.database
            .count("finding", "title LIKE 'see %[REDACTED]% there'")
            .await,
        1
    );
}

async fn bounds_are_the_last_values_that_are_taken(bed: &Bed) {
    let client = bed
        .client_with(|settings| {
            settings.limits.content_chars = 1_000;
            settings.limits.findings_per_report = 3;
        })
        .await;
    let long = "é".repeat(1_000);
    let widest = json!({
        "title": "é".repeat(200), "severity": "info", "description": long, "rule_id": "r".repeat(60), "category": "c".repeat(50),
        "cwe": "CWE-1234567890123456", "owasp": "o".repeat(60), "file_path": "p".repeat(500), "line_start": 2_147_483_647,
        "line_end": 2_147_483_647, "evidence": long, "recommendation": long, "confidence": "low", "impact": long,
        "verification": long, "source": "s".repeat(500), "sink": "k".repeat(500),
    });
    let narrowest = json!({"title": "abc", "severity": "critical", "description": "abc"});
    let head = json!({
        "summary": long, "scope": long, "repository": "r".repeat(500), "branch": "b".repeat(200), "commit_sha": "c".repeat(64),
        "reviewer": "v".repeat(200), "author": "é".repeat(200), "idempotency_key": "k".repeat(100),
        "checklist_results": vec![json!({"item_id": "x".repeat(60), "outcome": "ok"}); 500],
        "scan_rules": vec!["x".repeat(60); 500],
    });
    let id = save(
        &client,
        with(report("p", &[widest.clone(), narrowest, finding("Third", "low")]), head),
    )
    .await;
    let read = client
        .get("get_security_report", json!({"report_id": id, "format": "json"}))
        .await;
    assert_eq!(read["summary"], json!(long));
    let found = read["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .find(|f| f["severity"] == "info")
        .expect("there");
    for (field, value) in widest.as_object().expect("an object") {
        assert_eq!(found[field], *value, "{field}");
    }
    let shortest = json!({"summary": "abc", "idempotency_key": "12345678"});
    save(&client, with(report(&"a".repeat(200), &[]), shortest)).await;
    let backwards = with(full_finding("Lines"), json!({"line_start": 40, "line_end": 30}));
    let id = save(&client, report("p", &[backwards])).await;
    assert_eq!(
        findings(&client, id).await[0]["line_end"],
        40,
        "an end before the start is the start"
    );
}

async fn known_issues_are_recognised_and_decisions_carried(bed: &Bed) {
    let client = bed.client().await;
    let at = |title: &str, line: u32, severity: &str| {
        with(
            full_finding(title),
            json!({"line_start": line, "line_end": line, "severity": severity, "evidence": null}),
        )
    };
    let first = save(
        &client,
        report(
            "shop",
            &[
                at("Accepted", 10, "low"),
                at("Gets worse", 20, "low"),
                at("Moves", 30, "low"),
            ],
        ),
    )
    .await;
    let mut ids = Vec::new();
    for title in ["Accepted", "Gets worse", "Moves"] {
        let id = finding_id(&client, first, title).await;
        decide(bed, id, FindingStatus::Accepted).await;
        ids.push(id);
    }
    clock::pass_days(1);
    let second = report(
        "shop",
        &[
            at("Accepted", 10, "low"),
            at("Gets worse", 20, "high"),
            at("Moves", 33, "low"),
            at("New", 40, "low"),
        ],
    );
    let saved = client.get("save_security_report", second).await;
    for (field, value) in [
        ("recurring_findings", json!(3)),
        ("carried_decisions", json!(2)),
        ("dropped_decisions", json!([])),
        ("reopened_findings", json!([ids[1]])),
    ] {
        assert_eq!(saved[field], value, "{field}: {saved}");
    }
    let moved = &saved["moved_decisions"][0];
    assert_eq!(
        (&moved["from_finding"], &moved["from_line"], &moved["to_line"]),
        (&json!(ids[2]), &json!(30), &json!(33))
    );
    let statuses: Vec<(Value, Value)> = findings(&client, saved["report_id"].as_i64().expect("a number"))
        .await
        .into_iter()
        .map(|finding| (finding["title"].clone(), finding["status"].clone()))
        .collect();
    let expected = [
        ("Accepted", "accepted"),
        ("Gets worse", "open"),
        ("Moves", "accepted"),
        ("New", "open"),
    ];
    assert_eq!(statuses, expected.map(|(title, status)| (json!(title), json!(status))));
    let old = findings(&client, first).await;
    assert!(old.iter().all(|finding| finding["superseded_by"].is_i64()), "{old:?}");
}

async fn doubts_about_coverage_are_warnings_and_refuse_nothing(bed: &Bed) {
    let client = bed.client().await;
    let silent = client.get("save_security_report", report("shop", &[])).await;
    assert!(
        silent["warnings"].to_string().contains("no checklist result"),
        "{silent}"
    );
    assert_eq!(silent["coverage"]["not_covered"], json!([]));

    let cited = with(
        finding("Something", "low"),
        json!({"rule_id": "PY-02", "file_path": "../etc/passwd"}),
    );
    let mistaken = with(finding("Other", "low"), json!({"rule_id": "NOPE-77"}));
    let unknown: Vec<String> = (0..25).map(|number| format!("NOPE-{number:03}")).collect();
    let claims = json!([
        {"item_id": "PY-01", "outcome": "issue"}, {"item_id": "PY-02", "outcome": "ok"}, {"item_id": "XX-99", "outcome": "ok"},
        {"item_id": "PY-03", "outcome": "issue"}, {"item_id": " py-03 ", "outcome": "not_applicable"},
    ]);
    let head = json!({"checklist_results": claims, "scan_rules": unknown});
    let saved = client
        .get("save_security_report", with(report("shop", &[cited, mistaken]), head))
        .await;
    let warnings = saved["warnings"].as_array().expect("warnings");
    for part in [
        "XX-99", "NOPE-77", "NOPE-019 and 5 more", "PY-02", "PY-01", "findings[0].file_path",
    ] {
        assert!(
            warnings
                .iter()
                .any(|warning| warning.as_str().expect("a text").contains(part)),
            "{part}: {saved}"
        );
    }
    let outcomes = &saved["coverage"]["checklist_by_outcome"];
    assert_eq!(
        *outcomes,
        json!({"issue": 1, "ok": 1, "not_applicable": 1, "not_covered": 10}),
        "the last result of an item wins"
    );
}
