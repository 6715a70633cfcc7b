//! Long answers come in pages: nothing is lost, nothing comes twice, and what is cut says so.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::samples::{finding, full_finding, report, save, with};
use crate::support::{Bed, Client, clock};

on_both_engines!(
    lists_of_reports_page_to_the_end,
    findings_of_a_report_page_by_number,
    a_markdown_page_ends_where_the_next_begins,
    a_report_with_long_texts_pages_by_size,
    one_finding_that_is_too_long_is_cut_with_a_mark,
    logs_page_to_the_end,
    the_list_limit_caps_what_is_asked_for,
);

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("a number: {value}"))
}

/// Follows `next_offset` to the end: the pages.
async fn pages(client: &Client, tool: &str, arguments: Value) -> Vec<Value> {
    let mut pages = Vec::new();
    let mut offset = json!(0);
    while offset.is_u64() {
        let page = client
            .get(tool, with(arguments.clone(), json!({"offset": offset})))
            .await;
        offset = page["next_offset"].clone();
        pages.push(page);
        assert!(pages.len() < 200, "{tool} never ends");
    }
    pages
}

async fn lists_of_reports_page_to_the_end(bed: &Bed) {
    let client = bed.client().await;
    let mut ids = Vec::new();
    for count in 0..25 {
        let severity = if count % 5 == 0 { "high" } else { "low" };
        ids.push(
            save(
                &client,
                report("shop", &[finding(&format!("Finding {count}"), severity)]),
            )
            .await,
        );
        // Some at the same instant.
        clock::pass_minutes(count % 2);
    }
    save(&client, report("other", &[])).await;
    ids.reverse();
    let pages_of = pages(
        &client,
        "list_security_reports",
        json!({"project": "shop", "limit": 10}),
    )
    .await;
    let sizes: Vec<usize> = pages_of
        .iter()
        .map(|page| page["reports"].as_array().expect("reports").len())
        .collect();
    assert_eq!(sizes, [10, 10, 5]);
    let seen: Vec<i64> = pages_of
        .iter()
        .flat_map(|page| page["reports"].as_array().expect("reports"))
        .map(|row| number(&row["report_id"]))
        .collect();
    assert_eq!(seen, ids, "the newest first");
    assert!(pages_of.iter().all(|page| page["total"] == 25));
    let high = pages(
        &client,
        "list_security_reports",
        json!({"risk_level": "high", "limit": 2}),
    )
    .await;
    assert_eq!((high.len(), &high[0]["total"]), (3, &json!(5)));
    let beyond = client.get("list_security_reports", json!({"offset": 1_000})).await;
    assert_eq!(
        (&beyond["reports"], &beyond["next_offset"], &beyond["total"]),
        (&json!([]), &Value::Null, &json!(26))
    );
}

/// 23 findings of mixed severities.
fn mixed() -> Vec<Value> {
    let severities = ["low", "critical", "medium", "info", "high"];
    (0..23)
        .map(|number| finding(&format!("Finding {number:02}"), severities[number % 5]))
        .collect()
}

async fn findings_of_a_report_page_by_number(bed: &Bed) {
    let client = bed.client().await;
    let id = save(&client, report("shop", &mixed())).await;
    let pages = pages(
        &client,
        "get_security_report",
        json!({"report_id": id, "format": "json", "limit": 10}),
    )
    .await;
    let sizes: Vec<usize> = pages
        .iter()
        .map(|page| page["findings"].as_array().expect("findings").len())
        .collect();
    assert_eq!(sizes, [10, 10, 3]);
    assert!(
        pages
            .iter()
            .all(|page| page["findings_total"] == 23 && page["summary"] == "Review of shop.")
    );
    let all: Vec<&Value> = pages
        .iter()
        .flat_map(|page| page["findings"].as_array().expect("findings"))
        .collect();
    let titles: Vec<&str> = all
        .iter()
        .map(|finding| finding["title"].as_str().expect("a title"))
        .collect();
    let expected: Vec<String> = (0..23).map(|number| format!("Finding {number:02}")).collect();
    assert_eq!(titles, expected, "data is in the order it was reported");
}

async fn a_markdown_page_ends_where_the_next_begins(bed: &Bed) {
    let client = bed.client().await;
    let id = save(&client, report("shop", &mixed())).await;
    let text = |offset: u64| {
        client.text(
            "get_security_report",
            json!({"report_id": id, "limit": 10, "offset": offset}),
        )
    };
    let first = text(0).await;
    assert!(
        first.contains("## Findings (23)") && first.contains("Review of shop."),
        "{first}"
    );
    assert!(
        first.contains("Findings 1 to 10 of 23 are shown; the next page starts at offset 10."),
        "{first}"
    );
    let last = text(20).await;
    assert!(last.contains("Findings 21 to 23 of 23 are shown."), "{last}");
    let mut titles = BTreeSet::new();
    let mut severities = Vec::new();
    for offset in [0, 10, 20] {
        let text = text(offset).await;
        let headings = text.lines().filter_map(|line| line.strip_prefix("### ["));
        severities.extend(
            headings
                .filter_map(|heading| heading.split(']').next())
                .map(str::to_owned),
        );
        for number in (0..23).filter(|number| text.contains(&format!("Finding {number:02} "))) {
            assert!(titles.insert(number), "{number} comes twice");
        }
    }
    assert_eq!(titles.len(), 23);
    let counts = [("CRITICAL", 5), ("HIGH", 4), ("MEDIUM", 5), ("LOW", 5), ("INFO", 4)];
    let worst_first: Vec<&str> = counts.into_iter().flat_map(|(word, count)| vec![word; count]).collect();
    assert_eq!(severities, worst_first);
    let whole = client.get("get_security_report", json!({"report_id": id})).await;
    assert_eq!(
        (&whole["findings_total"], &whole["next_offset"]),
        (&json!(23), &Value::Null)
    );
    assert!(!whole["markdown"].as_str().expect("a text").contains("next page"));
}

async fn a_report_with_long_texts_pages_by_size(bed: &Bed) {
    let client = bed.client().await;
    let long = |number: usize| {
        let text = format!("description of {number:02} {}", "word ".repeat(1_800));
        with(
            finding(&format!("Finding {number:02}"), "low"),
            json!({"description": text, "evidence": "line\n".repeat(500)}),
        )
    };
    let all: Vec<Value> = (0..30).map(long).collect();
    let id = save(&client, report("shop", &all)).await;
    for format in ["markdown", "json"] {
        let pages = pages(
            &client,
            "get_security_report",
            json!({"report_id": id, "format": format}),
        )
        .await;
        if format == "markdown" {
            assert!(pages.len() > 3, "{}", pages.len());
            for page in &pages {
                assert!(page["markdown"].as_str().expect("a text").chars().count() <= 60_000);
            }
        }
        let text: String = pages.iter().map(Value::to_string).collect();
        for number in 0..30 {
            let found = text.matches(&format!("description of {number:02} ")).count();
            assert_eq!(found, 1, "{format} {number}");
        }
    }
}

async fn one_finding_that_is_too_long_is_cut_with_a_mark(bed: &Bed) {
    let client = bed.client().await;
    let long = "word ".repeat(39_000);
    let mut huge = full_finding("Everything at once");
    for field in ["description", "evidence", "recommendation", "impact", "verification"] {
        huge[field] = json!(long);
    }
    let id = save(
        &client,
        with(
            report("shop", &[huge, finding("After it", "info")]),
            json!({"summary": long, "scope": long}),
        ),
    )
    .await;
    let pages = pages(&client, "get_security_report", json!({"report_id": id})).await;
    let texts: Vec<&str> = pages
        .iter()
        .map(|page| page["markdown"].as_str().expect("a text"))
        .collect();
    assert!(texts.iter().all(|text| text.chars().count() <= 60_000));
    assert!(
        texts[0].contains("Everything at once") && texts[0].contains("more characters]"),
        "{}",
        texts[0]
    );
    assert!(texts.last().expect("a page").contains("After it"));
    let resource = client.resource(&format!("report://{id}")).await;
    assert!(resource.chars().count() <= 60_000 && resource.contains("more characters]"));
    let json = client
        .get("get_security_report", json!({"report_id": id, "format": "json"}))
        .await;
    assert!(
        json["findings"][0]["description"]
            .as_str()
            .expect("a text")
            .contains("more characters]")
    );
    assert!(
        json.to_string().chars().count() < 300_000,
        "{}",
        json.to_string().chars().count()
    );
}

async fn logs_page_to_the_end(bed: &Bed) {
    let client = bed.client().await;
    let id = save(&client, report("shop", &mixed())).await;
    for source in [json!({"report_id": id}), json!({"project": "shop"})] {
        let mut seen = BTreeSet::new();
        let mut offset = json!(0);
        let mut sizes = Vec::new();
        while offset.is_u64() {
            let log = client
                .get(
                    "export_sarif",
                    with(source.clone(), json!({"limit": 9, "offset": offset})),
                )
                .await;
            let run = &log["runs"][0];
            let results = run["results"].as_array().expect("results");
            sizes.push(results.len());
            for result in results {
                assert!(
                    seen.insert(result["partialFingerprints"].to_string()),
                    "twice: {result}"
                );
            }
            let note = &run["properties"]["securityReview"];
            assert!(note.is_object(), "a log that does not hold everything says so: {run}");
            offset = note["nextOffset"].clone();
            assert!(sizes.len() < 10);
        }
        assert_eq!((sizes, seen.len()), (vec![9, 9, 5], 23));
    }
    let whole = client.get("export_sarif", json!({"project": "shop"})).await;
    assert!(
        whole["runs"][0]["properties"]["securityReview"].is_null(),
        "a log that holds everything says nothing"
    );
}

async fn the_list_limit_caps_what_is_asked_for(bed: &Bed) {
    let client = bed.client_with(|settings| settings.limits.list = 4).await;
    let id = save(&client, report("shop", &mixed())).await;
    for number in 0..5 {
        save(&client, report("shop", &[finding(&format!("Own {number}"), "low")])).await;
    }
    let listed = client.get("list_security_reports", json!({"limit": 100})).await;
    assert_eq!(
        (
            listed["reports"].as_array().expect("reports").len(),
            &listed["next_offset"]
        ),
        (4, &json!(4))
    );
    let page = client
        .get(
            "get_security_report",
            json!({"report_id": id, "format": "json", "limit": 100}),
        )
        .await;
    assert_eq!(
        (
            page["findings"].as_array().expect("findings").len(),
            &page["next_offset"]
        ),
        (4, &json!(4))
    );
}
