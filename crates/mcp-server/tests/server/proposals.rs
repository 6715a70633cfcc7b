//! Scan rules that agents propose: stored for a person, never run.

use serde_json::json;

use crate::support::samples::{finding, report, rule, save, secret, with};
use crate::support::{Bed, clock};

on_both_engines!(
    a_proposed_rule_is_stored_as_it_was_sent_and_is_not_active,
    a_newer_proposal_takes_the_place_of_one_that_waits,
    at_most_twenty_rules_of_a_project_wait,
    bounds_are_the_last_values_that_are_taken,
);

async fn a_proposed_rule_is_stored_as_it_was_sent_and_is_not_active(bed: &Bed) {
    let client = bed.client().await;
    save(&client, report("shop", &[finding("Something", "low")])).await;
    let rules = client.get("list_rules", json!({})).await;
    let content = "rules:\n  - id: shop-no-eval\n    pattern: |\n      eval(...)\u{202E} # ```\n";
    let draft = with(
        rule("Team/Shop", "shop-no-eval"),
        json!({"content": content, "reason": format!("  Found with {} in it.  ", secret())}),
    );
    let answer = client.get("propose_opengrep_rule", draft).await;
    for (field, value) in [
        ("project", "shop"),
        ("rule_id", "shop-no-eval"),
        ("status", "pending"),
        ("proposed_by", "stdio"),
        ("proposed_at", "2026-03-18T12:00:00Z"),
    ] {
        assert_eq!(answer[field], value, "{field}");
    }
    let steps = answer["next_steps"].as_str().expect("a text");
    assert!(steps.contains("person") && steps.contains("approve"), "{steps}");
    let reason = answer["reason"].as_str().expect("a text");
    assert!(
        reason.starts_with("Found with") && reason.contains("[REDACTED]"),
        "{reason}"
    );
    assert!(!answer.to_string().contains(&secret()));

    assert_eq!(
        bed.database.text("SELECT content FROM rule_proposal").await,
        content,
        "a person decides on what was sent"
    );
    assert_eq!(bed.database.count("rule_proposal", "state = 'pending'").await, 1);
    assert_eq!(
        bed.database
            .count("audit_event", "target_type = 'rule_proposal' AND actor = 'stdio'")
            .await,
        1
    );
    client.get("reload_rules", json!({})).await;
    assert_eq!(
        client.get("list_rules", json!({})).await,
        rules,
        "no rule became active"
    );
}

async fn a_newer_proposal_takes_the_place_of_one_that_waits(bed: &Bed) {
    let client = bed.client().await;
    for project in ["shop", "other"] {
        save(&client, report(project, &[])).await;
        client.get("propose_opengrep_rule", rule(project, "acme-no-eval")).await;
    }
    let second = with(
        rule("shop", "acme-no-eval"),
        json!({"content": "rules: [second]\n", "test_code": null}),
    );
    let answer = client.get("propose_opengrep_rule", second).await;
    assert_eq!(answer["status"], "pending");
    assert_eq!(bed.database.count("rule_proposal", "state = 'superseded'").await, 1);
    assert_eq!(
        bed.database.count("rule_proposal", "state = 'pending'").await,
        2,
        "the one of the other project still waits"
    );
    let waiting = format!("SELECT content FROM rule_proposal WHERE id = {}", answer["id"]);
    assert_eq!(bed.database.text(&waiting).await, "rules: [second]\n");
}

async fn at_most_twenty_rules_of_a_project_wait(bed: &Bed) {
    let client = bed.client().await;
    save(&client, report("shop", &[])).await;
    save(&client, report("other", &[])).await;
    for number in 1..=20 {
        client
            .get("propose_opengrep_rule", rule("shop", &format!("acme-rule.{number}")))
            .await;
        // Slowly: how many come within an hour is another matter.
        clock::pass_minutes(10);
    }
    let reason = client
        .refusal("propose_opengrep_rule", rule("shop", "acme-rule.21"))
        .await;
    assert!(reason.contains("20") && reason.contains("person"), "{reason}");
    // What waits can still be replaced, and other projects are not concerned.
    clock::pass_minutes(10);
    client.get("propose_opengrep_rule", rule("shop", "acme-rule.7")).await;
    client.get("propose_opengrep_rule", rule("other", "acme-rule.21")).await;
    assert_eq!(bed.database.count("rule_proposal", "state = 'pending'").await, 21);
    assert_eq!(bed.database.count("rule_proposal", "state = 'superseded'").await, 1);
}

async fn bounds_are_the_last_values_that_are_taken(bed: &Bed) {
    let client = bed.client_with(|settings| settings.limits.content_chars = 1_000).await;
    save(&client, report("shop", &[])).await;
    for changes in [
        json!({"rule_id": "a"}),
        json!({"rule_id": "a".repeat(50)}),
        json!({"rule_id": "ACME-CL-01"}),
        json!({"content": "é".repeat(131_072)}),
        json!({"reason": "ten chars."}),
        json!({"reason": "é".repeat(1_000)}),
        json!({"test_code": "é".repeat(1_000)}),
        json!({"test_code": " "}),
    ] {
        client
            .get("propose_opengrep_rule", with(rule("shop", "acme-no-eval"), changes))
            .await;
    }
}
