use domain::{Actor, Error, Standard};
use store::catalogue::{
    self, Defaults, Put, delete_item, delete_rule, load, put_item, put_rule, revision, set_enabled,
};
use store::{Page, audit, settings, standards};

use crate::db::{self, now};
use crate::{item, message, rule, standard};

fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

both_engines! {
    async fn every_change_counts_the_revision_up_and_is_in_the_log(db) {
        let store = db.store().await;
        let actor = Actor::User("Ann".into());
        let mut last = revision(&store).await.unwrap();
        let mut counted = async |what: &str| {
            let now = revision(&store).await.unwrap();
            assert_eq!(now, last + 1, "{what}");
            last = now;
        };
        put_rule(&store, &rule("ACME-001", "one"), Put::Create, &actor, now(1)).await.unwrap();
        counted("create").await;
        put_rule(&store, &rule("ACME-001", "two"), Put::Replace, &actor, now(1)).await.unwrap();
        counted("replace").await;
        let changed = set_enabled(&store, &ids(&["ACME-001", "CRED-101", "ACME-001"]), false, &actor, now(1)).await;
        assert_eq!(changed.unwrap(), ["ACME-001", "CRED-101"]);
        counted("disable").await;
        let changed = set_enabled(&store, &ids(&["CRED-101", "ACME-009"]), true, &actor, now(1)).await;
        assert_eq!(changed.unwrap(), ["CRED-101"]);
        counted("enable").await;
        put_item(&store, &item("company", "ACME-01", "text"), Put::Create, &actor, now(1)).await.unwrap();
        counted("create an item").await;
        put_item(&store, &item("company", "ACME-01", "texts"), Put::Replace, &actor, now(1)).await.unwrap();
        counted("replace an item").await;

        let catalogue = load(&store, |_, _| true).await.unwrap();
        assert_eq!(catalogue.rules[0].definition.as_deref(), Some("two"));
        assert_eq!(catalogue.items[0].item, item("company", "ACME-01", "texts"));
        assert_eq!(Vec::from_iter(catalogue.disabled), ["ACME-001"]);

        delete_item(&store, "company", "ACME-01", &actor, now(1)).await.unwrap();
        counted("delete an item").await;
        delete_rule(&store, "ACME-001", &actor, now(1)).await.unwrap();
        counted("delete").await;
        let catalogue = load(&store, |_, _| true).await.unwrap();
        assert!(catalogue.rules.is_empty() && catalogue.items.is_empty() && catalogue.disabled.is_empty());

        let events = audit::list(&store, &Default::default(), Page::first(100)).await.unwrap().items;
        let actions: Vec<_> = events.iter().rev().filter(|event| event.actor == "user:Ann").map(|event| event.action.as_str()).collect();
        assert_eq!(actions, [
            "rule.created", "rule.updated", "rule.disabled", "rule.enabled", "checklist_item.created", "checklist_item.updated",
            "checklist_item.deleted", "rule.deleted",
        ]);
    }

    async fn a_change_that_is_refused_changes_nothing(db) {
        let store = db.store().await;
        let actor = Actor::Cli;
        put_rule(&store, &rule("ACME-001", "one"), Put::Create, &actor, now(0)).await.unwrap();
        put_item(&store, &item("python", "ACME-01", "one"), Put::Create, &actor, now(0)).await.unwrap();
        let before = load(&store, |_, _| true).await.unwrap();

        let error = put_rule(&store, &rule("ACME-001", "two"), Put::Create, &actor, now(1)).await.unwrap_err();
        assert_eq!(message(error), "the rule `ACME-001` is there already: change it, or choose another id");
        let missing = |what| store::Error::Domain(Error::not_found(what, "ACME-002"));
        let error = put_rule(&store, &rule("ACME-002", "two"), Put::Replace, &actor, now(1)).await.unwrap_err();
        assert_eq!(error, missing("rule"));
        assert_eq!(delete_rule(&store, "ACME-002", &actor, now(1)).await.unwrap_err(), missing("rule"));
        assert_eq!(delete_item(&store, "python", "ACME-002", &actor, now(1)).await.unwrap_err(), missing("checklist item"));
        let error = put_item(&store, &item("java", "ACME-01", "x"), Put::Create, &actor, now(1)).await.unwrap_err();
        assert_eq!(message(error), "the id `ACME-01` belongs to the checklist `python`: choose another");
        let error = put_item(&store, &item("Java", "ACME-02", "x"), Put::Create, &actor, now(1)).await.unwrap_err();
        assert!(message(error).starts_with("domain is not"));
        let long = rule("ACME-003", &"x".repeat(catalogue::MAX_DEFINITION_BYTES + 1));
        let error = put_rule(&store, &long, Put::Create, &actor, now(1)).await.unwrap_err();
        assert_eq!(message(error), "the definition has 262145 bytes, the limit is 262144: shorten it");
        let many: Vec<String> = (0..201).map(|n| format!("ACME-{n:03}")).collect();
        assert_eq!(message(set_enabled(&store, &many, false, &actor, now(1)).await.unwrap_err()), "201 rules, the limit is 200: name fewer");
        assert_eq!(set_enabled(&store, &ids(&["ACME-001"]), true, &actor, now(1)).await.unwrap(), [""; 0]);
        assert_eq!(load(&store, |_, _| true).await.unwrap(), before);
    }

    async fn rules_items_and_standards_are_limited_in_number(db) {
        let store = db.store().await;
        let full = Defaults {
            rules: (0..1_000).map(|n| rule(&format!("A-{n:04}"), "x")).collect(),
            items: (0..1_000).map(|n| item("*", &format!("A-{n:04}"), "x")).collect(),
            standards: (0..200).map(|n| standard(&format!("s{n}"), "x")).collect(),
        };
        catalogue::seed(&store, "one", || full, now(0)).await.unwrap();
        let error = put_rule(&store, &rule("ACME-001", "x"), Put::Create, &Actor::Cli, now(0)).await.unwrap_err();
        let rest = "those of the program included, and the limit is";
        assert_eq!(message(error), format!("there are 1000 rules, {rest} 1000: delete some"));
        let error = put_item(&store, &item("*", "ACME-01", "x"), Put::Create, &Actor::Cli, now(0)).await.unwrap_err();
        assert_eq!(message(error), format!("there are 1000 checklist items, {rest} 1000: delete some"));
        let error = standards::put(&store, &standard("own", "x"), &Actor::Cli, now(0)).await.unwrap_err();
        assert_eq!(message(error), format!("there are 200 standards, {rest} 200: delete some"));
        assert!(put_rule(&store, &rule("A-0001", "y"), Put::Replace, &Actor::Cli, now(0)).await.is_ok());
        assert!(standards::put(&store, &standard("s1", "y"), &Actor::Cli, now(0)).await.is_ok());
    }

    async fn changes_made_at_once_are_all_counted(db) {
        let mut tasks = tokio::task::JoinSet::new();
        let stores = [db.store().await, db.store().await];
        for n in 0..16 {
            let store = stores[n % 2].clone();
            tasks.spawn(async move {
                put_rule(&store, &rule(&format!("ACME-{n:03}"), "x"), Put::Create, &Actor::Cli, now(0)).await.unwrap();
            });
        }
        tasks.join_all().await;
        let catalogue = load(&stores[0], |_, _| false).await.unwrap();
        assert_eq!((catalogue.rules.len(), catalogue.revision), (16, 16));
    }

    async fn standards_are_kept_in_their_stored_form(db) {
        let store = db.store().await;
        let given = Standard { title: " Own ".into(), technologies: vec!["Rust".into(), "rust".into()], ..standard("own", " text ") };
        let put = standards::put(&store, &given, &Actor::Cli, now(1)).await.unwrap();
        assert_eq!((put.title.as_str(), put.technologies.as_slice(), put.content.as_str()), ("Own", &["rust".to_owned()][..], "text"));
        let off = Standard { enabled: false, ..put.clone() };
        standards::put(&store, &off, &Actor::User("Ann".into()), now(2)).await.unwrap();
        let stored = standards::get(&store, "own").await.unwrap();
        assert_eq!(stored.standard, off);
        assert_eq!((stored.created_at, stored.updated_at, stored.updated_by.as_deref()), (now(1), now(2), Some("user:Ann")));
        assert_eq!(stored.digest, catalogue::of_standard(&put));
        assert!(standards::enabled(&store).await.unwrap().is_empty());
        assert_eq!(standards::all(&store).await.unwrap().len(), 1);
        standards::delete(&store, "own", &Actor::Cli, now(3)).await.unwrap();
        for slug in ["own", "nul\0"] {
            assert!(matches!(standards::get(&store, slug).await, Err(store::Error::Domain(Error::NotFound { .. }))), "{slug:?}");
        }
        assert!(standards::delete(&store, "own", &Actor::Cli, now(3)).await.is_err());
        let bad = standard("Own!", "x");
        assert!(message(standards::put(&store, &bad, &Actor::Cli, now(3)).await.unwrap_err()).starts_with("slug is not"));
    }

    async fn a_setting_is_what_was_set_last_and_its_value_is_in_no_log(db) {
        let store = db.store().await;
        assert_eq!(settings::get(&store, "web_address").await.unwrap(), None);
        for value in ["one", "s3cret-value"] {
            settings::set(&store, "web_address", value, &Actor::Cli, now(0)).await.unwrap();
        }
        assert_eq!(settings::get(&store, "web_address").await.unwrap().as_deref(), Some("s3cret-value"));
        let events = audit::list(&store, &Default::default(), Page::first(100)).await.unwrap().items;
        assert!(events.iter().any(|event| event.action == "settings.changed" && event.target_id.as_deref() == Some("web_address")));
        assert!(!format!("{events:?}").contains("s3cret"));
    }

    async fn a_nul_character_names_nothing(db) {
        let store = db.store().await;
        let missing = |outcome: Result<(), store::Error>| matches!(outcome, Err(store::Error::Domain(Error::NotFound { .. })));
        let nul = "a\0";
        assert!(missing(standards::get(&store, nul).await.map(drop)));
        assert!(missing(standards::delete(&store, nul, &Actor::Cli, now(0)).await));
        assert!(missing(catalogue::delete_rule(&store, nul, &Actor::Cli, now(0)).await));
        assert!(missing(catalogue::delete_item(&store, nul, "PY-01", &Actor::Cli, now(0)).await));
        assert!(missing(catalogue::delete_item(&store, "python", nul, &Actor::Cli, now(0)).await));
        assert!(missing(put_rule(&store, &rule(nul, "x"), Put::Replace, &Actor::Cli, now(0)).await));
        for (id, definition) in [(nul, "x"), ("ACME-001", nul)] {
            let error = put_rule(&store, &rule(id, definition), Put::Create, &Actor::Cli, now(0)).await.unwrap_err();
            assert_eq!(message(error), "the rule contains a NUL character: remove it");
        }
        for enabled in [false, true] {
            let changed = set_enabled(&store, &[nul.to_owned()], enabled, &Actor::Cli, now(0)).await.unwrap();
            assert!(changed.is_empty());
        }
        assert_eq!(settings::get(&store, nul).await.unwrap(), None);
        for (key, value) in [(nul, "x"), ("x", nul)] {
            let error = settings::set(&store, key, value, &Actor::Cli, now(0)).await.unwrap_err();
            assert_eq!(message(error), "the setting contains a NUL character: remove it");
        }
        assert_eq!(load(&store, |_, _| false).await.unwrap().revision, 0);
    }
}
