//! Many calls at once on one connection.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde_json::json;

use crate::support::samples::{finding, finding_id, findings, report, save};
use crate::support::{Answer, Bed, Revision};

on_both_engines!(
    forty_calls_at_once_are_all_answered,
    saves_of_one_project_at_once_leave_one_current_finding_of_each_issue,
    a_call_that_is_refused_does_not_hold_up_the_others,
);

async fn forty_calls_at_once_are_all_answered(bed: &Bed) {
    for revision in Revision::BOTH {
        let client = bed.client_of(revision).await;
        let name = |number: usize| format!("{revision:?}-{number}").to_lowercase();
        let calls = (0..40).map(|number| {
            let project = name(number);
            let (tool, arguments) = match number % 4 {
                0 => (
                    "save_security_report",
                    report(&project, &[finding("Something", "high")]),
                ),
                1 => (
                    "scan_code",
                    json!({"content": format!("x = {number}\neval(x)\n"), "language": "python"}),
                ),
                2 => ("check_project_gate", json!({"project": project})),
                _ => ("get_review_checklist", json!({"domain": "python"})),
            };
            let client = &client;
            async move { (number, client.call(tool, arguments).await) }
        });
        let answers: Vec<(usize, Answer)> = join_all(calls).await;
        assert_eq!(answers.len(), 40);
        let mut reports = BTreeSet::new();
        for (number, answer) in answers {
            assert!(!answer.is_error, "{number}: {}", answer.text);
            match number % 4 {
                0 => {
                    assert_eq!(answer.structured["project"], name(number), "each its own answer");
                    assert!(
                        reports.insert(answer.structured["report_id"].as_i64()),
                        "{number}: a number of its own"
                    );
                }
                1 => assert_eq!(answer.structured["lines_scanned"], 2),
                2 => assert_eq!(answer.structured["project"], name(number), "each its own answer"),
                _ => assert_eq!(answer.structured["domain"], "python"),
            }
        }
        assert_eq!(reports.len(), 10);
    }
}

async fn saves_of_one_project_at_once_leave_one_current_finding_of_each_issue(bed: &Bed) {
    let client = bed.client().await;
    let saves = (0..20).map(|number| {
        let mut draft = report("shop", &[finding("First", "high"), finding("Second", "low")]);
        draft["summary"] = json!(format!("Review number {number}."));
        save(&client, draft)
    });
    let ids: Vec<i64> = join_all(saves).await;
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 20, "{ids:?}");
    let posture = client
        .get("get_project_security_posture", json!({"project": "shop"}))
        .await;
    assert_eq!(
        (&posture["reports_total"], &posture["open_findings_total"]),
        (&json!(20), &json!(2))
    );
    let mut current = 0;
    for id in ids {
        current += findings(&client, id)
            .await
            .iter()
            .filter(|finding| finding["superseded_by"].is_null())
            .count();
    }
    assert_eq!(current, 2);
}

async fn a_call_that_is_refused_does_not_hold_up_the_others(bed: &Bed) {
    let client = bed.client().await;
    let id = save(&client, report("shop", &[finding("Something", "high")])).await;
    let finding = finding_id(&client, id, "Something").await;
    let calls = (0..40).map(|number| {
        let arguments = json!({"report_id": if number % 2 == 0 { id } else { 424_242 }, "format": "json"});
        client.call("get_security_report", arguments)
    });
    for (number, answer) in join_all(calls).await.into_iter().enumerate() {
        assert_eq!(answer.is_error, number % 2 == 1, "{number}: {}", answer.text);
        if !answer.is_error {
            assert_eq!(answer.structured["findings"][0]["id"], finding);
        }
    }
}
