//! Scan rules that agents propose: validated, tried, stored for a person, never active.

use domain::Actor;
use serde_json::json;
use store::catalogue::Put;

use crate::support::samples::{finding, report, rule, save, secret, with};
use crate::support::{Bed, clock};

on_both_engines!(
    a_proposed_rule_is_stored_as_it_was_sent_and_is_not_active,
    a_newer_proposal_takes_the_place_of_one_that_waits,
    at_most_twenty_rules_of_a_project_wait,
    bounds_are_the_last_values_that_are_taken,
    a_rule_without_test_code_is_validated_and_not_tried,
    a_rule_is_tried_on_its_test_code,
    matches_on_many_lines_are_named_up_to_a_bound,
    a_taint_rule_is_tried_like_any_other,
    a_rule_that_cannot_run_as_it_says_is_refused,
    a_rule_that_fails_on_its_test_code_is_refused,
    the_id_of_an_existing_rule_is_refused,
);

async fn a_proposed_rule_is_stored_as_it_was_sent_and_is_not_active(bed: &Bed) {
    let client = bed.client().await;
    save(&client, report("shop", &[finding("Something", "low")])).await;
    let rules = client.get("list_rules", json!({})).await;
    let content = "rules:\n  - id: shop-no-eval\n    pattern: eval(...)\n    message: No eval\u{202E} # ```\n    languages: [python]\n    severity: ERROR\n";
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

/// A rule without anything around it.
const SECOND: &str =
    "id: acme-no-eval\npattern: exec(...)\nmessage: No exec.\nlanguages: [python]\nseverity: WARNING\n";

async fn a_newer_proposal_takes_the_place_of_one_that_waits(bed: &Bed) {
    let client = bed.client().await;
    for project in ["shop", "other"] {
        save(&client, report(project, &[])).await;
        client.get("propose_opengrep_rule", rule(project, "acme-no-eval")).await;
    }
    let second = with(
        rule("shop", "acme-no-eval"),
        json!({"content": SECOND, "test_code": null}),
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
    assert_eq!(bed.database.text(&waiting).await, SECOND);
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
    for id in ["a", &"a".repeat(50), "ACME-CL-01"] {
        client.get("propose_opengrep_rule", rule("shop", id)).await;
    }
    let rest = 262_144 - SECOND.len() - "# ".len();
    let padded = format!("{SECOND}# {}", "p".repeat(rest));
    let code = format!("eval(x)\n# {}", "é".repeat(1_000 - "eval(x)\n# ".len()));
    for changes in [
        json!({"content": padded, "test_code": null}),
        json!({"reason": "ten chars."}),
        json!({"reason": "é".repeat(1_000)}),
        json!({"test_code": code}),
        json!({"test_code": " "}),
    ] {
        client
            .get("propose_opengrep_rule", with(rule("shop", "acme-no-eval"), changes))
            .await;
    }
}

const PYTHON: &str = "id: acme-no-eval\nmessage: No eval.\nlanguages: [python]\nseverity: ERROR\n";

async fn a_rule_without_test_code_is_validated_and_not_tried(bed: &Bed) {
    let client = bed.client().await;
    let draft = with(rule("shop", "acme-no-eval"), json!({"test_code": null}));
    let answer = client.get("propose_opengrep_rule", draft).await;
    assert_eq!(
        answer["test"],
        json!({
            "status": "not_tried", "matched_lines": [],
            "note": "There is no test_code: the rule was validated, not tried.",
        })
    );
}

async fn a_rule_is_tried_on_its_test_code(bed: &Bed) {
    let client = bed.client().await;
    let code = "import os\n# ruleid: acme-no-eval\neval(x)\n# ok: acme-no-eval\nevaluate(x)\n# ok: another-rule\neval(\n  y)\n";
    for (changes, lines, note) in [
        (
            json!({"test_code": code}),
            json!([3, 7]),
            "The rule matches on 2 lines; 1 line expected a match and 1 line none, as it is.",
        ),
        (
            json!({
                "content": format!("{PYTHON}pattern: eval(...)\npaths: {{include: [src/*.py]}}\nfix: parse(x)\n"),
                "test_code": "eval(x)  # nosemgrep\n",
            }),
            json!([1]),
            "The rule matches on 1 line; 0 lines expected a match and 0 lines none, as it is.",
        ),
        (
            json!({
                "content": "id: acme-no-eval\nmessage: m\nlanguages: [generic]\nseverity: LOW\npattern: debug = $X\n",
                "test_code": "[db]\n# ruleid: acme-no-eval\ndebug = yes\n",
            }),
            json!([3]),
            "The rule matches on 1 line; 1 line expected a match and 0 lines none, as it is.",
        ),
        (
            json!({
                "content": "id: acme-no-eval\nmessage: m\nlanguages: [regex]\nseverity: LOW\npattern-regex: word\\w+\n",
                "test_code": "word\nwords\n",
            }),
            json!([2]),
            "The rule matches on 1 line; 0 lines expected a match and 0 lines none, as it is.",
        ),
        (
            json!({"test_code": "eval(x)\nif (\n"}),
            json!([1]),
            "The rule matches on 1 line; 0 lines expected a match and 0 lines none, as it is. Not read, because it is not \
             correct code of the language: line 2.",
        ),
    ] {
        let draft = with(rule("shop", "acme-no-eval"), changes.clone());
        let test = client.get("propose_opengrep_rule", draft).await["test"].clone();
        assert_eq!(
            test,
            json!({"status": "passed", "matched_lines": lines, "note": note}),
            "{changes}"
        );
    }
}

async fn matches_on_many_lines_are_named_up_to_a_bound(bed: &Bed) {
    let client = bed.client().await;
    let draft = with(
        rule("shop", "acme-no-eval"),
        json!({"test_code": "eval(x)\n".repeat(250)}),
    );
    let test = client.get("propose_opengrep_rule", draft).await["test"].clone();
    assert_eq!(test["matched_lines"], json!((1..=200).collect::<Vec<_>>()));
    assert_eq!(
        test["note"],
        "The rule matches on 250 lines; 0 lines expected a match and 0 lines none, as it is. matched_lines are the first 200."
    );
}

async fn a_taint_rule_is_tried_like_any_other(bed: &Bed) {
    let client = bed.client().await;
    let of = |sink: &str, code: &str| {
        let content = format!(
            "{PYTHON}mode: taint\npattern-sources: [{{pattern: input(...)}}]\npattern-sinks: [{{pattern: '{sink}'}}]\n"
        );
        with(
            rule("shop", "acme-no-eval"),
            json!({"content": content, "test_code": code}),
        )
    };
    let code = "x = input()\n# ruleid: acme-no-eval\neval(x)\n# ok: acme-no-eval\neval(1)\n";
    let answer = client.get("propose_opengrep_rule", of("eval(...)", code)).await;
    assert_eq!(
        answer["test"],
        json!({
            "status": "passed", "matched_lines": [3],
            "note": "The rule matches on 1 line; 1 line expected a match and 1 line none, as it is.",
        })
    );
    let reason = client
        .refusal("propose_opengrep_rule", of("eval(...)", "eval(input)\n"))
        .await;
    assert_eq!(reason, "test_code: the rule matches no line");
    let reason = client.refusal("propose_opengrep_rule", of("eval(((", code)).await;
    assert!(reason.starts_with("content: rule `acme-no-eval`"), "{reason}");
    assert_eq!(bed.database.count("rule_proposal", "TRUE").await, 1);
}

async fn a_rule_that_cannot_run_as_it_says_is_refused(bed: &Bed) {
    let client = bed.client().await;
    let with_lines = |lines: &str| format!("{PYTHON}{lines}");
    let one = with_lines("pattern: eval(...)\n");
    let entry = one.replace('\n', "\n  ");
    for (content, says) in [
        (
            format!("rules:\n- {entry}\n- {entry}\n"),
            "content: key `rules`, line 1: the file has 2 rules: exactly one is expected",
        ),
        ("rules: [\n".to_owned(), "content: line 2: this is not valid YAML: "),
        (
            one.replace("id: acme-no-eval", "id: acme-no-exec"),
            "content holds the rule `acme-no-exec`, rule_id is `acme-no-eval`: both must be the same",
        ),
        (with_lines("pattern: eval(((\n"), "content: rule `acme-no-eval`, line "),
        (
            with_lines("pattern-regex: '(a'\n"),
            "content: rule `acme-no-eval`, line ",
        ),
        (
            with_lines("pattern: eval(...)\nexec: rm\n"),
            "content: rule `acme-no-eval`, key `exec`, line 6: this key is unknown and has no effect",
        ),
        (
            with_lines("pattern: eval(...)\noptions: {ac_matchings: true}\n"),
            "content: rule `acme-no-eval`, key `ac_matchings`, line 6: this option is unknown and has no effect: check its spelling",
        ),
        (
            with_lines("pattern: eval(...)\nmin-version: 99.0.0\n"),
            "content: rule `acme-no-eval`, key `min-version`, line 6: the rule is left out: ",
        ),
        (
            with_lines("mode: extract\npattern: eval(...)\n"),
            "content: rule `acme-no-eval`, key `mode`, line 5: the mode `extract` is not supported; supported are: search, taint",
        ),
        (
            with_lines("pattern-where-python: 'True'\n"),
            "content: rule `acme-no-eval`, key `pattern-where-python`, line 5: `pattern-where-python` is deprecated: ",
        ),
        (
            with_lines(""),
            "content: rule `acme-no-eval`, line 1: there is nothing to look for: ",
        ),
        (
            one.replace("python", "cobol"),
            "content: rule `acme-no-eval`, key `languages`, line 3: unknown language cobol; supported are: ",
        ),
        (
            one.replace("python", "scala"),
            "content: rule `acme-no-eval`, key `languages`, line 3: language scala is not supported",
        ),
        (
            one.replace("python", "python, scala"),
            "content: rule `acme-no-eval`, key `languages`, line 3: language scala is not supported",
        ),
        (
            one.replace("python", "rust"),
            "content: rules for rust do not run yet; those for python, java, javascript, typescript, go, yaml, json, generic and \
             regex do",
        ),
        (
            with_lines("pattern: $X\n"),
            "content: the rule is too broad, it matches on ",
        ),
        (
            with_lines("pattern-regex: .\n"),
            "content: the rule is too broad, it matches on ",
        ),
        (
            one.replace("python", "generic").replace("eval(...)", "$X"),
            "content: the rule is too broad, it matches on ",
        ),
    ] {
        let draft = with(rule("shop", "acme-no-eval"), json!({"content": content}));
        let reason = client.refusal("propose_opengrep_rule", draft).await;
        assert!(
            reason.starts_with(says),
            "{content}\nsays: {reason}\nshould say: {says}"
        );
        assert!(reason.chars().count() < 2_000 && !reason.contains('\n'), "{reason}");
    }
    let keys: String = (0..30).map(|number| format!("key{number}: 1\n")).collect();
    let draft = with(rule("shop", "acme-no-eval"), json!({"content": format!("{one}{keys}")}));
    let reason = client.refusal("propose_opengrep_rule", draft).await;
    assert!(
        reason.contains("`key4`") && !reason.contains("`key5`") && reason.ends_with("; and 15 more"),
        "{reason}"
    );
    assert_eq!(bed.database.count("rule_proposal", "TRUE").await, 0);
    assert_eq!(
        bed.database.count("project", "TRUE").await,
        0,
        "nor did the project start"
    );
}

async fn a_rule_that_fails_on_its_test_code_is_refused(bed: &Bed) {
    let client = bed.client().await;
    let many = "# ruleid: acme-no-eval\nexec(x)\n".repeat(25);
    for (code, says) in [
        ("exec(x)\n", "test_code: the rule matches no line"),
        (
            "# ruleid: acme-no-eval\nexec(x)\neval(x)\n",
            "test_code: annotated `ruleid: acme-no-eval` and not matched: line 2",
        ),
        (
            "# ruleid: acme-no-eval\neval(x)\n# ok: acme-no-eval, another\neval(y)\n# ok: acme-no-eval\neval(z)\n",
            "test_code: annotated `ok: acme-no-eval` and matched: lines 4, 6",
        ),
        (
            "# ruleid: acme-no-eval\n\n# ok: acme-no-eval\neval(x)\n",
            "test_code: annotated `ruleid: acme-no-eval` and not matched: line 2; annotated `ok: acme-no-eval` and matched: line 4",
        ),
        (
            "# ruleid: acme-no-eval\nif eval(x\n",
            "test_code: the rule matches no line; annotated `ruleid: acme-no-eval` and not matched: line 2; not read, because it \
             is not correct code of the language: line 2",
        ),
        (
            &many,
            "test_code: the rule matches no line; annotated `ruleid: acme-no-eval` and not matched: lines 2, 4, 6, 8, 10, 12, 14, \
             16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40 and 5 more",
        ),
    ] {
        let draft = with(rule("shop", "acme-no-eval"), json!({"test_code": code}));
        assert_eq!(client.refusal("propose_opengrep_rule", draft).await, says, "{code}");
    }
    // A rule that is asked too much of is stopped.
    let content = format!("{PYTHON}pattern: f(..., $A, ..., $B, ..., $C, ..., $A, ..., $B, ..., $C, ...)\n");
    let code = format!("f({})\n", (0..200).map(|at| format!("a{at}, ")).collect::<String>());
    let draft = with(
        rule("shop", "acme-no-eval"),
        json!({"content": content, "test_code": code}),
    );
    assert_eq!(
        client.refusal("propose_opengrep_rule", draft).await,
        "test_code: stopped after 2000000 steps or 10 seconds: results may be missing: change the rule or the code"
    );
    assert_eq!(bed.database.count("rule_proposal", "TRUE").await, 0);
}

async fn the_id_of_an_existing_rule_is_refused(bed: &Bed) {
    let toml =
        "[[rules]]\nid = 'ACME-001'\ntitle = 'Own rule'\nseverity = 'high'\npattern = 'acme_danger'\nfix = 'Stop.'\n";
    let entry = rulebook::read_rule(toml, Put::Create).expect("a rule");
    store::catalogue::put_rule(
        &bed.store,
        &entry,
        Put::Create,
        &Actor::User("bob".to_owned()),
        clock::now(),
    )
    .await
    .expect("stored");
    let client = bed.client().await;
    for (id, says) in [
        (
            "PY-003",
            "rule_id `PY-003` has a prefix that is reserved for rules of the platform: choose another",
        ),
        (
            "ACME-001",
            "rule_id `ACME-001` is the id of an existing rule: choose another",
        ),
    ] {
        assert_eq!(client.refusal("propose_opengrep_rule", rule("shop", id)).await, says);
    }
    assert_eq!(bed.database.count("rule_proposal", "TRUE").await, 0);
}
