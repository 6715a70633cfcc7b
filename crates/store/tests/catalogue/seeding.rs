use std::collections::BTreeMap;

use domain::Actor;
use store::catalogue::{self, Catalogue, Defaults, Put, Seeded, load, seed, set_enabled};
use store::{Page, Store, audit, standards};

use crate::db::{self, now};
use crate::{item, rule, standard};

fn defaults(text: &str) -> Defaults {
    Defaults {
        rules: ["A-001", "B-001", "C-001"].map(|id| rule(id, text)).to_vec(),
        items: [("*", "A-01"), ("python", "B-01")]
            .map(|(domain, id)| item(domain, id, text))
            .to_vec(),
        standards: ["python", "rust"].map(|slug| standard(slug, text)).to_vec(),
    }
}

fn seeded(inserted: usize, updated: usize, kept: usize) -> Seeded {
    Seeded {
        inserted,
        updated,
        kept,
    }
}

async fn definitions(store: &Store) -> BTreeMap<String, String> {
    let catalogue = load(store, |_, _| true).await.unwrap();
    let rules = catalogue.rules.into_iter();
    rules.map(|rule| (rule.id, rule.definition.unwrap())).collect()
}

fn rules(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs
        .iter()
        .map(|(id, text)| ((*id).to_owned(), (*text).to_owned()))
        .collect()
}

both_engines! {
    async fn what_the_program_brings_is_stored_once(db) {
        let store = db.store().await;
        assert_eq!(seed(&store, "one", || defaults("old"), now(0)).await.unwrap(), seeded(7, 0, 0));
        let catalogue = load(&store, |id, _| id == "B-001").await.unwrap();
        let found: Vec<_> = catalogue.rules.iter().map(|rule| (rule.id.as_str(), rule.definition.as_deref())).collect();
        assert_eq!(found, [("A-001", None), ("B-001", Some("old")), ("C-001", None)]);
        assert_eq!(catalogue.rules[0].digest, catalogue::of_definition("old"));
        let items: Vec<_> = catalogue.items.iter().map(|stored| stored.item.clone()).collect();
        assert_eq!(items, defaults("old").items);
        assert_eq!(catalogue.revision, 1);
        assert_eq!(standards::enabled(&store).await.unwrap(), defaults("old").standards);

        // The same digest: nothing is even looked at.
        let again = seed(&store, "one", || panic!("not needed"), now(1)).await.unwrap();
        assert_eq!(again, Seeded::default());
        // Another digest of the same content: nothing is written.
        assert_eq!(seed(&store, "two", || defaults("old"), now(1)).await.unwrap(), Seeded::default());
        assert_eq!(catalogue::revision(&store).await.unwrap(), 1);
        let events = audit::list(&store, &Default::default(), Page::first(100)).await.unwrap().items;
        assert_eq!(events.iter().filter(|event| event.action == "catalogue.seeded").count(), 1);
    }

    async fn a_stored_entry_without_a_seed_is_kept(db) {
        let store = db.store().await;
        catalogue::put_rule(&store, &rule("A-001", "own"), Put::Create, &Actor::Cli, now(0)).await.unwrap();
        assert_eq!(seed(&store, "one", || defaults("old"), now(0)).await.unwrap(), seeded(6, 0, 1));
        let expected = rules(&[("A-001", "own"), ("B-001", "old"), ("C-001", "old")]);
        assert_eq!(definitions(&store).await, expected);
        // It is known now that the default was offered.
        assert_eq!(seed(&store, "two", || defaults("old"), now(0)).await.unwrap(), Seeded::default());
        assert_eq!(seed(&store, "three", || defaults("new"), now(0)).await.unwrap(), seeded(0, 6, 1));
        let expected = rules(&[("A-001", "own"), ("B-001", "new"), ("C-001", "new")]);
        assert_eq!(definitions(&store).await, expected);
    }

    async fn an_upgrade_replaces_what_nobody_touched(db) {
        let store = db.store().await;
        seed(&store, "one", || defaults("old"), now(0)).await.unwrap();
        let actor = Actor::User("Ann".into());
        catalogue::put_rule(&store, &rule("A-001", "own"), Put::Replace, &actor, now(1)).await.unwrap();
        catalogue::delete_rule(&store, "B-001", &actor, now(1)).await.unwrap();
        catalogue::put_item(&store, &item("*", "A-01", "own"), Put::Replace, &actor, now(1)).await.unwrap();
        standards::delete(&store, "python", &actor, now(1)).await.unwrap();
        let before = catalogue::revision(&store).await.unwrap();

        let mut new = defaults("new");
        new.rules.push(rule("D-001", "new"));
        assert_eq!(seed(&store, "two", || new.clone(), now(2)).await.unwrap(), seeded(1, 3, 4));
        let expected = rules(&[("A-001", "own"), ("C-001", "new"), ("D-001", "new")]);
        assert_eq!(definitions(&store).await, expected);
        let items = load(&store, |_, _| false).await.unwrap().items;
        let texts: Vec<_> = items.iter().map(|stored| stored.item.what_to_look_for.as_str()).collect();
        assert_eq!(texts, ["own", "new"]);
        assert_eq!(catalogue::revision(&store).await.unwrap(), before + 1);
        assert_eq!(standards::enabled(&store).await.unwrap(), [standard("rust", "new")]);

        assert_eq!(seed(&store, "three", || new.clone(), now(3)).await.unwrap(), Seeded::default());
        assert_eq!(definitions(&store).await, expected);
    }

    async fn an_entry_changed_back_by_hand_is_a_default_again(db) {
        let store = db.store().await;
        seed(&store, "one", || defaults("old"), now(0)).await.unwrap();
        for text in ["own", "old"] {
            catalogue::put_rule(&store, &rule("A-001", text), Put::Replace, &Actor::Cli, now(1)).await.unwrap();
        }
        assert_eq!(seed(&store, "two", || defaults("new"), now(2)).await.unwrap(), seeded(0, 7, 0));
    }

    async fn a_rule_and_a_standard_that_were_switched_off_stay_off_when_they_are_upgraded(db) {
        let store = db.store().await;
        seed(&store, "one", || defaults("old"), now(0)).await.unwrap();
        set_enabled(&store, &["A-001".to_owned()], false, &Actor::Cli, now(1)).await.unwrap();
        let off = domain::Standard { enabled: false, ..standard("rust", "old") };
        standards::put(&store, &off, &Actor::Cli, now(1)).await.unwrap();
        assert_eq!(seed(&store, "two", || defaults("new"), now(2)).await.unwrap(), seeded(0, 7, 0));
        assert!(load(&store, |_, _| false).await.unwrap().disabled.contains("A-001"));
        let stored = standards::get(&store, "rust").await.unwrap();
        assert_eq!((stored.standard.enabled, stored.standard.content.as_str()), (false, "new"));
    }

    async fn a_default_that_is_gone_from_the_program_stays(db) {
        let store = db.store().await;
        seed(&store, "one", || defaults("old"), now(0)).await.unwrap();
        let mut fewer = defaults("old");
        fewer.rules.remove(0);
        assert_eq!(seed(&store, "two", || fewer, now(1)).await.unwrap(), Seeded::default());
        assert_eq!(definitions(&store).await.len(), 3);
    }

    async fn several_processes_may_seed_at_once(db) {
        let stores = [db.store().await, db.store().await, db.store().await, db.store().await];
        let mut tasks = tokio::task::JoinSet::new();
        for store in stores.clone() {
            tasks.spawn(async move { seed(&store, "one", || defaults("old"), now(0)).await.unwrap() });
        }
        let mut results = tasks.join_all().await;
        results.sort_by_key(|seeded| seeded.inserted);
        assert_eq!(results, [seeded(0, 0, 0), seeded(0, 0, 0), seeded(0, 0, 0), seeded(7, 0, 0)]);
        let Catalogue { rules, revision, .. } = load(&stores[0], |_, _| false).await.unwrap();
        assert_eq!((rules.len(), revision), (3, 1));
    }

    async fn more_entries_than_one_statement_takes_are_stored(db) {
        let store = db.store().await;
        let many = |text: &str| Defaults {
            rules: (0..1_000).map(|n| rule(&format!("A-{n:04}"), text)).collect(),
            items: (0..1_000).map(|n| item("*", &format!("A-{n:04}"), text)).collect(),
            standards: Vec::new(),
        };
        assert_eq!(seed(&store, "one", || many("old"), now(0)).await.unwrap(), seeded(2_000, 0, 0));
        assert_eq!(seed(&store, "two", || many("new"), now(0)).await.unwrap(), seeded(0, 2_000, 0));
        assert!(definitions(&store).await.values().all(|text| text == "new"));
    }
}
