//! Progress of long calls, for those who ask for it.

use serde_json::{Value, json};

use crate::support::Bed;
use crate::support::samples::{full_finding, report};

on_both_engines!(
    a_call_with_a_token_tells_how_far_it_is_before_it_answers,
    a_call_without_a_token_gets_its_answer_and_nothing_else,
    a_refused_call_is_answered_all_the_same,
);

/// Long calls, in an order in which each succeeds.
fn calls() -> [(&'static str, Value); 3] {
    [
        ("save_security_report", report("shop", &[full_finding("Something")])),
        ("scan_code", json!({"content": "eval(x)\n", "language": "python"})),
        ("export_sarif", json!({"project": "shop"})),
    ]
}

async fn a_call_with_a_token_tells_how_far_it_is_before_it_answers(bed: &Bed) {
    let mut raw = bed.raw().await;
    raw.initialize().await;
    for (id, (tool, arguments)) in (1..).zip(calls()) {
        let token = json!(format!("token-{id}"));
        let params = json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": token}});
        let mut frames = raw.request(id, "tools/call", params).await;
        let answer = frames.pop().expect("an answer");
        assert_eq!(answer["result"]["isError"], false, "{tool}: {answer}");
        assert!(frames.len() >= 2, "{tool}: {frames:?}");
        let mut last = -1.0;
        for frame in &frames {
            assert_eq!(frame["method"], "notifications/progress", "{tool}: {frame}");
            let params = &frame["params"];
            assert_eq!(params["progressToken"], token, "{tool}");
            let (done, total) = (
                params["progress"].as_f64().expect("a number"),
                params["total"].as_f64().expect("a number"),
            );
            assert!(done > last && done <= total, "{tool}: {frames:?}");
            assert!(
                params["message"].as_str().is_some_and(|message| !message.is_empty()),
                "{tool}: {frame}"
            );
            last = done;
        }
        let total = frames[0]["params"]["total"].as_f64();
        assert_eq!(Some(last), total, "{tool} is done when it answers");
    }
    // Nothing comes after an answer.
    let frames = raw.request(99, "ping", json!({})).await;
    assert_eq!(frames.len(), 1, "{frames:?}");
}

async fn a_call_without_a_token_gets_its_answer_and_nothing_else(bed: &Bed) {
    let mut raw = bed.raw().await;
    raw.initialize().await;
    for (id, (tool, arguments)) in (1..).zip(calls()) {
        let frames = raw
            .request(id, "tools/call", json!({"name": tool, "arguments": arguments}))
            .await;
        assert_eq!(frames.len(), 1, "{tool}: {frames:?}");
        assert_eq!(frames[0]["result"]["isError"], false, "{tool}: {}", frames[0]);
    }
}

async fn a_refused_call_is_answered_all_the_same(bed: &Bed) {
    let mut raw = bed.raw().await;
    raw.initialize().await;
    let params = json!({"name": "export_sarif", "arguments": {"report_id": 424_242}, "_meta": {"progressToken": 5}});
    let frames = raw.request(1, "tools/call", params).await;
    assert_eq!(
        frames.last().expect("an answer")["result"]["isError"],
        true,
        "{frames:?}"
    );
}
