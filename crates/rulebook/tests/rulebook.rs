//! The rules in force, as a process sees them through its database.

#[macro_use]
#[path = "../../store/tests/catalogue/db.rs"]
mod db;

use std::time::{Duration, Instant};

use db::now;
use domain::{Actor, ChecklistClaim, ChecklistOutcome};
use rulebook::{Origin, Reloaded, RuleList, Rulebook, Snapshot, defaults, list_rules, read_rule};
use scanner::{Definition, RuleSet, TextOptions, scan_text};
use store::Store;
use store::catalogue::{self, Put};
use syntax::Language;

fn definition(id: &str, pattern: &str) -> String {
    format!("[[rules]]\nid = '{id}'\ntitle = 'Own rule'\nseverity = 'high'\npattern = '{pattern}'\nfix = 'Stop.'\n")
}

async fn add(store: &Store, id: &str, pattern: &str) {
    let entry = read_rule(&definition(id, pattern), Put::Create).unwrap();
    catalogue::put_rule(store, &entry, Put::Create, &Actor::Cli, now(1))
        .await
        .unwrap();
}

fn found(snapshot: &Snapshot, text: &str) -> Vec<String> {
    let report = scan_text(
        snapshot.rules(),
        "a.py",
        Language::Python,
        text,
        &TextOptions::default(),
    );
    report.matches.into_iter().map(|found| found.rule_id).collect()
}

fn row<'a>(list: &'a RuleList, id: &str) -> Option<&'a rulebook::RuleRow> {
    list.rules.iter().find(|row| row.id == id)
}

both_engines! {
    async fn a_new_database_gives_the_rules_of_the_program(db) {
        let book = Rulebook::open(db.store().await, now(0)).await;
        let snapshot = book.current().await;
        assert_eq!(snapshot.load_errors(), [""; 0]);
        assert_eq!((snapshot.revision(), snapshot.custom_rules()), (Some(1), 0));
        // Nothing deviates, so nothing was read again.
        assert!(std::ptr::eq(snapshot.rules(), RuleSet::embedded()));
        let counts: Vec<_> = snapshot.checklists().domains().into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<usize>(), defaults::items().len());
        assert_eq!(counts[0], ("*".to_owned(), 1));
        let again = Rulebook::open(db.store().await, now(0)).await;
        assert_eq!(again.current().await.revision(), Some(1));
    }

    async fn rules_are_compiled_before_the_first_scan_when_they_are_prepared_or_reloaded(db) {
        let store = db.store().await;
        let book = Rulebook::open(store.clone(), now(0)).await;
        add(&store, "ACME-001", "own_rule").await;
        let reloaded = book.reload().await;
        let waited = Instant::now();
        while !reloaded.rules().is_prepared() && waited.elapsed() < Duration::from_secs(60) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(reloaded.rules().is_prepared(), "nobody has scanned");
        book.prepare().await.unwrap();
        assert_eq!(found(&*book.current().await, "own_rule\n"), ["ACME-001"]);
    }

    async fn a_change_counts_after_five_seconds_and_not_before(db) {
        let store = db.store().await;
        let book = Rulebook::open(store.clone(), now(0)).await;
        let start = Instant::now();
        let before = book.current_at(start).await;
        add(&store, "ACME-001", "acme_danger").await;
        let soon = book.current_at(start + Duration::from_secs(4)).await;
        assert!(std::sync::Arc::ptr_eq(&before, &soon));
        let later = book.current_at(start + Duration::from_secs(6)).await;
        assert_eq!(found(&later, "acme_danger(1)\n"), ["ACME-001"]);
        // Whoever holds the old one goes on with it.
        assert_eq!(found(&before, "acme_danger(1)\n"), [""; 0]);
        let same = book.current_at(start + Duration::from_secs(60)).await;
        assert!(std::sync::Arc::ptr_eq(&later, &same));
    }

    async fn a_reload_counts_at_once(db) {
        let store = db.store().await;
        let book = Rulebook::open(store.clone(), now(0)).await;
        add(&store, "ACME-001", "acme_danger").await;
        let reloaded = Reloaded::from(&*book.reload().await);
        assert_eq!(reloaded.custom_rules, 1);
        assert_eq!(reloaded.rules_active, RuleSet::embedded().rules().count() + 1);
        assert_eq!(reloaded.load_errors, [""; 0]);
        assert_eq!(found(&*book.current().await, "acme_danger(1)\n"), ["ACME-001"]);
    }

    async fn a_rule_of_every_family_from_the_database_is_the_rule_of_the_program(db) {
        let store = db.store().await;
        let book = Rulebook::open(store.clone(), now(0)).await;
        // With digests that fit no rule, every definition is read from the database.
        db.execute("UPDATE rule SET digest = 'x'").await;
        let snapshot = book.reload().await;
        assert!(!std::ptr::eq(snapshot.rules(), RuleSet::embedded()));
        assert_eq!(snapshot.load_errors(), [""; 0]);
        assert_eq!(snapshot.rules().digest(), RuleSet::embedded().digest());
        assert_eq!(snapshot.rules().count(), RuleSet::embedded().count());
    }

    async fn a_changed_default_is_used_and_marked(db) {
        let store = db.store().await;
        let book = Rulebook::open(store.clone(), now(0)).await;
        let shipped = Definition::shipped().into_iter().find(|rule| rule.id == "PY-010").unwrap();
        let changed = shipped.toml.replace("severity = \"low\"", "severity = \"critical\"");
        assert_ne!(changed, shipped.toml);
        let entry = read_rule(&changed, Put::Replace).unwrap();
        catalogue::put_rule(&store, &entry, Put::Replace, &Actor::Cli, now(1)).await.unwrap();
        let snapshot = book.reload().await;
        let list = list_rules(&snapshot, None, 0, 1_000).unwrap();
        let changed = row(&list, "PY-010").unwrap();
        assert_eq!((changed.severity, changed.origin, changed.modified), (domain::Severity::Critical, Origin::Builtin, true));
        assert!(list.rules.iter().filter(|row| row.modified).count() == 1);
        assert_eq!(found(&snapshot, "path = tempfile.mktemp()\n"), ["PY-010"]);
    }

    async fn a_rule_that_was_deleted_is_not_looked_for(db) {
        let store = db.store().await;
        let book = Rulebook::open(store.clone(), now(0)).await;
        assert_eq!(found(&*book.current().await, "path = tempfile.mktemp()\n"), ["PY-010"]);
        catalogue::delete_rule(&store, "PY-010", &Actor::Cli, now(1)).await.unwrap();
        let snapshot = book.reload().await;
        assert_eq!(found(&snapshot, "path = tempfile.mktemp()\n"), [""; 0]);
        assert!(!snapshot.is_rule("PY-010"));
        // The next start does not bring it back.
        let again = Rulebook::open(db.store().await, now(2)).await;
        assert!(!again.current().await.is_rule("PY-010"));
    }

    async fn a_broken_row_is_left_out_and_named(db) {
        let store = db.store().await;
        let book = Rulebook::open(store.clone(), now(0)).await;
        add(&store, "ACME-001", "acme_danger").await;
        add(&store, "ACME-002", "acme_risk").await;
        db.execute("UPDATE rule SET definition = 'no toml [', digest = 'x' WHERE id IN ('ACME-001', 'PY-010')").await;
        db.execute("UPDATE checklist_item SET title = '' WHERE domain = 'python' AND id = 'PY-01'").await;
        let snapshot = book.reload().await;
        let errors = snapshot.load_errors();
        assert_eq!(errors.len(), 3, "{errors:?}");
        assert!(errors[0].starts_with("database: ") && errors[0].contains("no valid TOML"), "{errors:?}");
        assert_eq!(errors[2], "database: checklist item PY-01: title is empty");
        assert_eq!(found(&snapshot, "acme_danger(tempfile.mktemp())\nacme_risk\n"), ["ACME-002"]);
        // The row is there, so a report may name it.
        assert!(snapshot.is_rule("ACME-001") && snapshot.is_rule("PY-010"));
        assert!(snapshot.checklists().item("PY-01").is_none() && snapshot.checklists().item("PY-02").is_some());
    }

    async fn without_any_stored_rule_those_of_the_program_are_used(db) {
        let store = db.store().await;
        let book = Rulebook::open(store.clone(), now(0)).await;
        catalogue::set_enabled(&store, &["PY-010".to_owned()], false, &Actor::Cli, now(1)).await.unwrap();
        db.execute("DELETE FROM rule").await;
        db.execute("DELETE FROM checklist_item").await;
        let snapshot = book.reload().await;
        assert_eq!(snapshot.load_errors(), [
            "no rule is stored: the rules of the program are used",
            "no checklist item is stored: the checklists of the program are used",
        ]);
        assert_eq!(snapshot.rules().rules().count(), RuleSet::embedded().rules().count() - 1);
        assert_eq!(found(&snapshot, "path = tempfile.mktemp()\n"), [""; 0]);
        assert!(snapshot.checklists().item("PY-01").is_some());
    }

    async fn when_nothing_can_be_read_the_rules_of_the_program_are_used(db) {
        let store = db.store().await;
        let book = Rulebook::open(store.clone(), now(0)).await;
        let start = Instant::now();
        add(&store, "ACME-001", "acme_danger").await;
        catalogue::set_enabled(&store, &["PY-010".to_owned()], false, &Actor::Cli, now(1)).await.unwrap();
        let good = book.reload().await;
        db.execute("ALTER TABLE rule RENAME TO gone").await;
        db.execute("UPDATE revision SET value = value + 1").await;
        // A check that fails keeps what there is.
        let kept = book.current_at(start + Duration::from_secs(20)).await;
        assert!(std::sync::Arc::ptr_eq(&good, &kept));
        // A reload says so, and leaves what was switched off alone.
        let snapshot = book.reload().await;
        assert_eq!(snapshot.load_errors(), [
            "the stored rules cannot be read (internal error of the database layer): the rules of the program are used",
        ]);
        assert_eq!(snapshot.revision(), None);
        assert_eq!(found(&snapshot, "acme_danger(tempfile.mktemp())\n"), [""; 0]);
        assert_eq!(snapshot.rules().rules().count(), RuleSet::embedded().rules().count() - 1);
        // Nobody has to do anything when the database is back.
        db.execute("ALTER TABLE gone RENAME TO rule").await;
        let back = book.current_at(Instant::now() + Duration::from_secs(20)).await;
        assert_eq!(back.load_errors(), [""; 0]);
        assert_eq!(found(&back, "acme_danger(tempfile.mktemp())\n"), ["ACME-001"]);
    }

    async fn a_database_without_tables_is_no_reason_to_fail(db) {
        db.execute("DROP TABLE setting").await;
        db.execute("DROP TABLE rule").await;
        let book = Rulebook::open(db.store().await, now(0)).await;
        let snapshot = book.current().await;
        assert_eq!(snapshot.load_errors().len(), 2, "{:?}", snapshot.load_errors());
        assert!(snapshot.load_errors()[1].starts_with("the rules of this version could not be stored"));
        assert!(std::ptr::eq(snapshot.rules(), RuleSet::embedded()));
    }

    async fn what_is_switched_off_stays_off(db) {
        let store = db.store().await;
        let book = Rulebook::open(store.clone(), now(0)).await;
        let off = ["PY-010", "CRED-101", "ACME-777"].map(str::to_owned);
        catalogue::set_enabled(&store, &off, false, &Actor::Cli, now(1)).await.unwrap();
        for snapshot in [book.reload().await, Rulebook::open(db.store().await, now(2)).await.current().await] {
            let list = list_rules(&snapshot, Some("python"), 0, 1_000).unwrap();
            assert_eq!(list.disabled_rules, ["ACME-777", "CRED-101", "PY-010"]);
            assert!(row(&list, "PY-010").is_none());
            let kinds = RuleSet::embedded().kinds().filter(|kind| !kind.is_public()).count();
            assert_eq!(list.credential_kinds, kinds - 1);
            assert_eq!(snapshot.load_errors(), [""; 0]);
            assert!(snapshot.is_rule("PY-010") && !snapshot.is_rule("ACME-777"));
        }
    }

    async fn several_processes_may_start_at_once(db) {
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..4 {
            let store = db.store().await;
            tasks.spawn(async move { Rulebook::open(store, now(0)).await.current().await });
        }
        for snapshot in tasks.join_all().await {
            assert_eq!(snapshot.load_errors(), [""; 0]);
            assert_eq!(snapshot.revision(), Some(1));
            assert!(std::ptr::eq(snapshot.rules(), RuleSet::embedded()));
        }
    }

    async fn a_report_is_compared_with_the_rules_in_force(db) {
        let store = db.store().await;
        let book = Rulebook::open(store.clone(), now(0)).await;
        add(&store, "ACME-001", "acme_danger").await;
        let snapshot = book.reload().await;
        for id in ["PY-010", "ACME-001", "CRED-101", "GEN-006", "DEP-001", RuleSet::embedded().planned()[0].id.as_str()] {
            assert!(snapshot.is_rule(id), "{id}");
        }
        for id in ["py-010", "github-classic", "ACME-002", "DEP-1", ""] {
            assert!(!snapshot.is_rule(id), "{id}");
        }
        let claims = [ChecklistClaim { item_id: "PY-01".into(), outcome: ChecklistOutcome::Ok }];
        let rules = ["acme-001".to_owned(), "ACME-002".to_owned()];
        let coverage = snapshot.with_known(|known| domain::coverage(&claims, &rules, &[], known)).unwrap();
        assert_eq!(coverage.scan_rules, ["ACME-001"]);
        assert_eq!(coverage.results[0].domain, "python");
    }
}

#[tokio::test]
async fn rules_are_listed_by_language_with_aliases_and_parents() {
    let db = db::TestDb::sqlite().await;
    let book = Rulebook::open(db.store().await, now(0)).await;
    let snapshot = book.current().await;
    let list = |language: &str| list_rules(&snapshot, Some(language), 0, 1_000).unwrap();
    let all = list_rules(&snapshot, None, 0, 1_000).unwrap();
    assert_eq!(all.rules.len(), RuleSet::embedded().rules().count());
    assert!(all.rules.is_sorted_by(|a, b| a.id < b.id));
    assert_eq!(list("py"), list(" Python "));
    assert!(row(&list("python"), "PY-010").is_some() && row(&list("go"), "PY-010").is_none());
    // Rules for every language, and those of the languages it inherits from.
    assert!(row(&list("rust"), "GEN-004").is_some());
    let typescript = list("typescript");
    let inherited = list("vue");
    assert!(
        typescript
            .rules
            .iter()
            .any(|row| row.languages == ["typescript"] || row.languages.contains(&"typescript".to_owned()))
    );
    assert!(
        inherited
            .rules
            .iter()
            .any(|row| !row.languages.contains(&"vue".to_owned()) && row.languages != ["*"])
    );
    let error = list_rules(&snapshot, Some("cobol"), 0, 1_000).unwrap_err().to_string();
    assert!(
        error.starts_with("`language` is none that is scanned: use one of ") && error.contains("python"),
        "{error}"
    );
    let json = serde_json::to_value(row(&all, "PY-010").unwrap()).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "id": "PY-010", "title": "Racy temporary file", "severity": "low", "cwe": "CWE-377", "languages": ["python"],
            "origin": "builtin", "modified": false, "enabled": true,
        })
    );
}

#[test]
fn the_answers_are_what_their_schemas_say() {
    let schema = serde_json::to_value(schemars::schema_for!(RuleList)).unwrap();
    let list = serde_json::json!({
        "total": 1, "next_offset": null,
        "rules": [{
            "id": "A-1", "title": "T", "severity": "low", "cwe": null, "languages": ["*"], "origin": "custom", "modified": false,
            "enabled": true,
        }],
        "credential_kinds": 1, "disabled_rules": [], "load_errors": [],
    });
    assert!(jsonschema::is_valid(&schema, &list));
}
