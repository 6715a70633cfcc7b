//! What hosts offer while an argument is typed.

use domain::{Actor, Standard};
use serde_json::json;

use crate::support::samples::{finding, report, save};
use crate::support::{Bed, Client, clock};

on_both_engines!(
    arguments_of_prompts_are_completed,
    lists_are_completed_word_by_word,
    numbers_of_reports_are_completed_newest_first,
    variables_of_templates_are_completed,
    more_than_a_hundred_values_are_said_to_be_more,
    more_reports_than_one_answer_holds_are_said_to_be_more,
    unknown_references_are_invalid,
);

async fn prompt(client: &Client, name: &str, argument: &str, typed: &str) -> Vec<String> {
    client
        .complete_prompt(name, argument, typed)
        .await
        .expect("completed")
        .values
}

async fn arguments_of_prompts_are_completed(bed: &Bed) {
    let client = bed.client().await;
    assert_eq!(prompt(&client, "security-review", "language", "PYT").await, ["python"]);
    assert!(
        prompt(&client, "codebase-review", "languages", "")
            .await
            .contains(&"rust".to_owned())
    );
    assert_eq!(
        prompt(&client, "api-security-review", "framework", "fas").await,
        ["FastAPI", "Fastify"]
    );
    assert_eq!(
        prompt(&client, "configuration-review", "config_type", "git").await,
        ["GitHub Actions", "GitLab CI"]
    );
    assert_eq!(
        prompt(&client, "dependency-review", "ecosystem", "n").await,
        ["NuGet", "npm"]
    );
    assert_eq!(
        prompt(&client, "development-standards", "technologies", "fasta").await,
        ["fastapi"]
    );
    for (name, argument) in [
        ("security-review", "code"),
        ("security-review", "report_language"),
        ("development-standards", "task"),
    ] {
        assert!(prompt(&client, name, argument, "x").await.is_empty(), "{argument}");
    }
    assert!(prompt(&client, "security-review", "language", "zzz").await.is_empty());
    assert!(
        prompt(&client, "security-review", "language", &"y".repeat(10_000))
            .await
            .is_empty()
    );
}

async fn lists_are_completed_word_by_word(bed: &Bed) {
    let client = bed.client().await;
    assert_eq!(
        prompt(&client, "security-review", "language", "python, types").await,
        ["python, typescript"]
    );
    let more = prompt(&client, "security-review", "language", "python,").await;
    assert!(
        more.contains(&"python, rust".to_owned()) && !more.contains(&"python, python".to_owned()),
        "{more:?}"
    );
    assert_eq!(
        prompt(&client, "development-standards", "technologies", "python, fasta").await,
        ["python, fastapi"]
    );
}

async fn numbers_of_reports_are_completed_newest_first(bed: &Bed) {
    let client = bed.client().await;
    let mut ids = Vec::new();
    for number in 0..12 {
        ids.push(
            save(&client, report("shop", &[finding(&format!("Finding {number}"), "low")]))
                .await
                .to_string(),
        );
        clock::pass_minutes(1);
    }
    ids.reverse();
    assert_eq!(prompt(&client, "triage-report", "report_id", "").await, ids);
    let one: Vec<String> = ids.iter().filter(|id| id.starts_with('1')).cloned().collect();
    assert_eq!(prompt(&client, "triage-report", "report_id", "1").await, one);
    let completed = client
        .complete_resource("report://{report_id}", "report_id", "1")
        .await
        .expect("completed");
    assert_eq!((completed.values, completed.has_more), (one, Some(false)));
}

async fn variables_of_templates_are_completed(bed: &Bed) {
    let client = bed.client().await;
    let completed = client
        .complete_resource("checklist://{domain}", "domain", "c")
        .await
        .expect("completed");
    assert_eq!(completed.values, ["cicd", "config", "csharp"]);
    let completed = client
        .complete_resource("checklist://{domain}", "domain", "")
        .await
        .expect("completed");
    assert_eq!(completed.values[0], "*");
    let completed = client
        .complete_resource("standard://{slug}", "slug", "typ")
        .await
        .expect("completed");
    assert_eq!(completed.values, ["typescript"]);
}

async fn more_than_a_hundred_values_are_said_to_be_more(bed: &Bed) {
    let client = bed.client().await;
    for number in 0..120 {
        let standard = Standard {
            slug: format!("extra-{number:03}"),
            title: "Conventions".to_owned(),
            description: String::new(),
            technologies: Vec::new(),
            file_patterns: Vec::new(),
            content: "Text.".to_owned(),
            enabled: true,
        };
        store::standards::put(&bed.store, &standard, &Actor::Cli, clock::now())
            .await
            .expect("stored");
    }
    let completed = client
        .complete_resource("standard://{slug}", "slug", "extra-")
        .await
        .expect("completed");
    assert_eq!(
        (completed.values.len(), completed.total, completed.has_more),
        (100, Some(120), Some(true))
    );
    let completed = client
        .complete_resource("standard://{slug}", "slug", "extra-11")
        .await
        .expect("completed");
    assert_eq!(
        (completed.values.len(), completed.total, completed.has_more),
        (10, Some(10), Some(false))
    );
}

async fn more_reports_than_one_answer_holds_are_said_to_be_more(bed: &Bed) {
    let client = bed.client().await;
    let mut ids = Vec::new();
    for number in 0..104 {
        ids.push(save(&client, report("shop", &[finding(&format!("Finding {number}"), "low")])).await);
        clock::pass_minutes(1);
    }
    let completed = client
        .complete_prompt("triage-report", "report_id", "")
        .await
        .expect("completed");
    assert_eq!(
        (completed.values.len(), completed.total, completed.has_more),
        (100, Some(104), Some(true))
    );
    let oldest = ids[0].to_string();
    let completed = client
        .complete_prompt("triage-report", "report_id", &oldest)
        .await
        .expect("completed");
    assert!(
        completed.values.contains(&oldest),
        "an old report is completed too: {:?}",
        completed.values
    );
}

async fn unknown_references_are_invalid(bed: &Bed) {
    let client = bed.client().await;
    for (name, argument) in [
        ("nope", "code"),
        ("security-review", "nope"),
        ("dependency-review", "focus"),
        ("", ""),
    ] {
        let error = client.complete_prompt(name, argument, "").await.expect_err("unknown");
        assert_eq!(error.code.0, -32602, "{name} {argument}");
    }
    for (uri, argument) in [
        ("nope://{x}", "x"),
        ("checklist://{domain}", "slug"),
        ("checklist://python", "domain"),
        ("standards://catalog", "slug"),
        ("report://1", "report_id"),
    ] {
        let error = client.complete_resource(uri, argument, "").await.expect_err("unknown");
        assert_eq!(error.code.0, -32602, "{uri} {argument}");
    }
    // Words that no answer repeats.
    let error = client
        .complete_prompt("Zx81hunter", "x", "Zx81hunter")
        .await
        .expect_err("unknown");
    assert!(
        !serde_json::to_string(&json!(error))
            .expect("JSON")
            .contains("Zx81hunter")
    );
}
