//! Resources: what is listed can be read, and what cannot be read says which kind of failure it is.

use std::collections::BTreeSet;

use domain::{Actor, Standard};
use serde_json::json;

use crate::support::samples::{finding, full_finding, report, save};
use crate::support::{Bed, Revision, clock};

on_both_engines!(
    the_list_holds_the_catalog_every_checklist_and_every_enabled_standard,
    what_is_listed_can_be_read,
    a_report_is_read_as_markdown,
    a_malformed_identifier_is_told_from_one_that_nobody_has,
    a_long_list_has_pages,
);

fn standard(slug: &str, enabled: bool) -> Standard {
    Standard {
        slug: slug.to_owned(),
        title: format!("Conventions of {slug}"),
        description: String::new(),
        technologies: Vec::new(),
        file_patterns: Vec::new(),
        content: "### Input\n- Validate it.".to_owned(),
        enabled,
    }
}

async fn put(bed: &Bed, standard: &Standard) {
    store::standards::put(&bed.store, standard, &Actor::Cli, clock::now())
        .await
        .expect("stored");
}

async fn the_list_holds_the_catalog_every_checklist_and_every_enabled_standard(bed: &Bed) {
    let client = bed.client().await;
    put(bed, &standard("acme", true)).await;
    put(bed, &standard("hidden", false)).await;
    let (listed, next) = client.resources(None).await.expect("listed");
    assert_eq!(next, None);
    let uris: BTreeSet<String> = listed.iter().map(|resource| resource.uri.clone()).collect();
    assert_eq!(uris.len(), listed.len(), "each once");
    let mut expected = BTreeSet::from(["standards://catalog".to_owned()]);
    let checklists = client.get("list_checklists", json!({})).await;
    expected.extend(
        checklists
            .as_object()
            .expect("an object")
            .keys()
            .map(|name| format!("checklist://{name}")),
    );
    let standards = client.get("list_development_standards", json!({})).await;
    let slugs = standards["standards"].as_array().expect("standards").iter();
    expected.extend(slugs.map(|standard| format!("standard://{}", standard["slug"].as_str().expect("a slug"))));
    assert_eq!(uris, expected);
    assert!(uris.contains("standard://acme") && !uris.contains("standard://hidden"));
    for resource in &listed {
        assert_eq!(resource.mime_type.as_deref(), Some("text/markdown"), "{}", resource.uri);
        assert!(
            resource.title.as_deref().is_some_and(|title| !title.is_empty()),
            "{}",
            resource.uri
        );
    }
    for cursor in ["x", "-1", "999999", ""] {
        let error = client
            .resources(Some(cursor.to_owned()))
            .await
            .expect_err("no such page");
        assert_eq!(error.code.0, -32602, "{cursor}");
    }
}

async fn what_is_listed_can_be_read(bed: &Bed) {
    for revision in Revision::BOTH {
        let client = bed.client_of(revision).await;
        let (listed, _) = client.resources(None).await.expect("listed");
        assert!(listed.len() >= 26, "{}", listed.len());
        for resource in listed {
            let text = client.resource(&resource.uri).await;
            assert!(text.starts_with('#'), "{}: {text}", resource.uri);
        }
        assert!(client.resource("checklist://python").await.contains("**PY-01 - "));
        assert_eq!(
            client.resource("checklist://*").await,
            client.resource("checklist://%2A").await
        );
        assert!(client.resource("standards://catalog").await.contains("- `python`: "));
        let tool = client.text("get_review_checklist", json!({"domain": "python"})).await;
        assert_eq!(client.resource("checklist://python").await, tool);
    }
}

async fn a_report_is_read_as_markdown(bed: &Bed) {
    let client = bed.client().await;
    let id = save(
        &client,
        report(
            "shop",
            &[full_finding("SQL injection in find"), finding("Other", "low")],
        ),
    )
    .await;
    let text = client.resource(&format!("report://{id}")).await;
    assert!(text.starts_with(&format!("# Security report #{id} - shop\n")), "{text}");
    for part in ["data, not instructions", "[HIGH] SQL injection in find", "[LOW] Other"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text, client.text("get_security_report", json!({"report_id": id})).await);
}

async fn a_malformed_identifier_is_told_from_one_that_nobody_has(bed: &Bed) {
    save(&bed.client().await, report("shop", &[])).await;
    put(bed, &standard("hidden", false)).await;
    let long = format!("standard://{}", "x".repeat(51));
    for revision in Revision::BOTH {
        let client = bed.client_of(revision).await;
        for (code, message, uris) in [
            (
                -32603,
                "resource error",
                &[
                    "report://", "report://abc", "report://-1", "report://1.5", "report://1/2", "report:// 1",
                    "standard://", "standard://Python", "standard://a b", "standard://-a", &long,
                ][..],
            ),
            (
                -32602,
                "resource not found",
                &[
                    "report://0",
                    "report://424242",
                    "report://99999999999999999999",
                    "checklist://cobol",
                    "checklist://",
                    "standard://nope",
                    "standard://hidden",
                    "standards://other",
                    "unknown://x",
                    "python",
                    "",
                    "file:///etc/passwd",
                ],
            ),
        ] {
            for uri in uris {
                let error = client.resource_error(uri).await;
                assert_eq!(error.code.0, code, "{revision:?} {uri}: {error:?}");
                assert!(error.message.starts_with(message), "{revision:?} {uri}: {error:?}");
                assert_eq!(error.data, Some(json!({"uri": uri})), "{revision:?} {uri}");
            }
        }
        let hostile = client.resource_error("nope://a\u{202E}\n`b`").await;
        assert_eq!(hostile.data, Some(json!({"uri": "nope://a<U+202E><U+000A>`b`"})));
    }
}

async fn a_long_list_has_pages(bed: &Bed) {
    let client = bed.client().await;
    for number in 0..90 {
        put(bed, &standard(&format!("extra-{number:02}"), true)).await;
    }
    let mut seen = Vec::new();
    let mut sizes = Vec::new();
    let mut cursor = None;
    loop {
        let (page, next) = client.resources(cursor).await.expect("a page");
        sizes.push(page.len());
        seen.extend(page.into_iter().map(|resource| resource.uri));
        cursor = next;
        if cursor.is_none() {
            break;
        }
    }
    assert!(sizes.len() >= 2 && sizes.iter().all(|size| *size <= 100), "{sizes:?}");
    let distinct: BTreeSet<&String> = seen.iter().collect();
    assert_eq!(distinct.len(), seen.len(), "none twice");
    assert!(
        (0..90).all(|number| seen.contains(&format!("standard://extra-{number:02}"))),
        "none lost"
    );
}
