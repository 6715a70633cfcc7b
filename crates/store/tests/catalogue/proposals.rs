use domain::view::RuleProposalStatus::{Pending, Superseded};
use domain::{Actor, Caller, CheckedRuleProposal, Error, ProjectName, Scope};
use store::rule_proposals::{MAX_PENDING, ProposalFilter, create, list};
use store::{Page, audit};

use crate::db::{self, now};
use crate::message;

fn project(name: &str) -> ProjectName {
    ProjectName::parse(name).unwrap()
}

fn proposal(name: &str, rule: &str) -> CheckedRuleProposal {
    CheckedRuleProposal {
        project: project(name),
        rule_id: rule.to_owned(),
        content: "rules: []\n".to_owned(),
        reason: "Found twice by hand.".to_owned(),
        test_code: Some("eval(x)".to_owned()),
    }
}

fn caller(label: &str, reads: &[&str], writes: &[&str]) -> Caller {
    let scope = |names: &[&str]| Scope::Projects(names.iter().map(|name| project(name)).collect());
    Caller {
        actor: Actor::Token(label.to_owned()),
        reads: scope(reads),
        writes: scope(writes),
        user: None,
    }
}

async fn with_projects(db: &db::TestDb) -> store::Store {
    db.execute(
        "INSERT INTO project (name, created_at, autojoin_blocked) VALUES ('demo', 0, FALSE), ('other', 0, FALSE)",
    )
    .await;
    db.store().await
}

both_engines! {
    async fn a_proposal_is_stored_as_it_is_and_waits(db) {
        let store = with_projects(db).await;
        let stored = create(&store, &caller("laptop", &["demo"], &["demo"]), &proposal("demo", "acme-no-eval"), now(1)).await.unwrap();
        assert_eq!(stored.status, Pending);
        assert_eq!((stored.proposed_by.as_str(), stored.proposed_at), ("laptop", now(1)));
        assert_eq!((stored.content.as_str(), stored.test_code.as_deref()), ("rules: []\n", Some("eval(x)")));
        let listed = list(&store, &Scope::All, &ProposalFilter::default(), Page::first(10)).await.unwrap();
        assert_eq!((listed.total, listed.items), (1, vec![stored]));
        let events = audit::list(&store, &Default::default(), Page::first(10)).await.unwrap().items;
        assert!(events.iter().any(|event| event.action == "rule.proposed" && event.project.as_deref() == Some("demo")));
    }

    async fn a_newer_proposal_of_the_same_rule_takes_the_place_of_the_one_that_waits(db) {
        let store = with_projects(db).await;
        let local = Caller::local();
        let first = create(&store, &local, &proposal("demo", "acme-no-eval"), now(1)).await.unwrap();
        let elsewhere = create(&store, &local, &proposal("other", "acme-no-eval"), now(2)).await.unwrap();
        let second = create(&store, &local, &proposal("demo", "acme-no-eval"), now(3)).await.unwrap();
        let all = list(&store, &Scope::All, &ProposalFilter::default(), Page::first(10)).await.unwrap().items;
        let found: Vec<_> = all.iter().map(|stored| (stored.id, stored.status)).collect();
        assert_eq!(found, [(second.id, Pending), (elsewhere.id, Pending), (first.id, Superseded)]);
        let waiting = ProposalFilter { project: Some(project("demo")), status: Some(Pending) };
        let waiting = list(&store, &Scope::All, &waiting, Page::first(10)).await.unwrap();
        assert_eq!(waiting.items, [second]);
    }

    async fn proposals_stay_within_the_reach_of_their_caller(db) {
        let store = with_projects(db).await;
        let not_found = |name: &str| store::Error::Domain(Error::not_found("project", name));
        let reader = caller("laptop", &["demo"], &["other"]);
        // Out of reach and missing look the same.
        let error = create(&store, &reader, &proposal("other", "acme-x"), now(0)).await.unwrap_err();
        assert_eq!(error, not_found("other"));
        let error = create(&store, &reader, &proposal("nowhere", "acme-x"), now(0)).await.unwrap_err();
        assert_eq!(error, not_found("nowhere"));
        // A project within reach may start with a proposal.
        create(&store, &Caller::local(), &proposal("fresh", "acme-x"), now(0)).await.unwrap();
        let error = create(&store, &reader, &proposal("demo", "acme-x"), now(0)).await.unwrap_err();
        assert!(message(error).contains("request_project"));

        for name in ["demo", "other"] {
            create(&store, &Caller::local(), &proposal(name, "acme-x"), now(0)).await.unwrap();
        }
        let listed = list(&store, &reader.reads, &ProposalFilter::default(), Page::first(10)).await.unwrap();
        assert_eq!(listed.items.iter().map(|stored| stored.project.as_str()).collect::<Vec<_>>(), ["demo"]);
        let filter = ProposalFilter { project: Some(project("other")), status: None };
        assert_eq!(list(&store, &reader.reads, &filter, Page::first(10)).await.unwrap_err(), not_found("other"));
    }

    async fn the_proposals_that_wait_and_those_of_an_hour_are_limited(db) {
        let store = with_projects(db).await;
        for n in 0..MAX_PENDING {
            let caller = caller(&format!("token-{}", n % 2), &["demo"], &["demo"]);
            create(&store, &caller, &proposal("demo", &format!("acme-{n}")), now(0)).await.unwrap();
        }
        let error = create(&store, &Caller::local(), &proposal("demo", "acme-x"), now(0)).await.unwrap_err();
        assert!(message(error).starts_with("20 proposed rules of this project wait for a decision, the limit is 20"));
        // One that replaces another is no more than before.
        create(&store, &Caller::local(), &proposal("demo", "acme-1"), now(0)).await.unwrap();
        create(&store, &Caller::local(), &proposal("other", "acme-1"), now(0)).await.unwrap();
        for _ in 0..18 {
            create(&store, &Caller::local(), &proposal("other", "acme-1"), now(0)).await.unwrap();
        }
        let error = create(&store, &Caller::local(), &proposal("other", "acme-1"), now(0)).await.unwrap_err();
        assert!(message(error).starts_with("20 rules were proposed within an hour, the limit is 20"));
        create(&store, &Caller::local(), &proposal("other", "acme-1"), now(1)).await.unwrap();
    }
}
