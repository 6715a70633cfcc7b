use domain::triage::Decision;
use domain::{Actor, Caller, FindingStatus, Limits, ProposedStatus, Scope, Severity};
use store::audit::{self, AuditFilter};
use store::triage::Target;
use store::{Page, reports, triage};

use crate::both_engines;
use crate::support::{Db, agent, day, finding, noon, refusal, report, scope};

const REASON: &str = "Only reachable from the admin network";

fn bob() -> Actor {
    Actor::User("bob".to_owned())
}

fn accept() -> Decision {
    Decision {
        status: FindingStatus::Accepted,
        reason: Some(REASON.to_owned()),
        expires_on: Some(day(30).date()),
    }
}

async fn one(db: &Db, line: u32) -> i64 {
    let sent = report("p", vec![finding("Issue", Severity::High, Some(line))]);
    let saved = reports::save(&db.store, &agent(), &sent, noon()).await.unwrap();
    db.number(&format!("SELECT id FROM finding WHERE report_id = {}", saved.report_id))
        .await
}

both_engines! {
    async fn a_decision_is_stored_with_its_event_comment_and_audit_entry(db) {
        let id = one(&db, 1).await;
        triage::propose(&db.store, &agent(), id, ProposedStatus::FalsePositive, REASON, day(1)).await.unwrap();
        let after = triage::decide(&db.store, &bob(), &[id], &accept(), &Limits::default(), day(2)).await.unwrap().remove(0);
        assert_eq!(after.standing.status, FindingStatus::Accepted);
        assert_eq!(after.standing.reason.as_deref(), Some(REASON));
        assert_eq!(after.standing.approver.as_deref(), Some("bob"));
        assert_eq!(after.standing.changed_at, Some(day(2)));
        assert_eq!(after.standing.expires_at, Some(domain::Timestamp::of_date(day(30).date())));
        assert_eq!(after.standing.decided_severity, Some(Severity::High));
        assert_eq!(after.proposal, None);
        assert_eq!(after, triage::finding(&db.store, &Scope::All, id).await.unwrap());
        let comments = triage::comments(&db.store, &Scope::All, id).await.unwrap();
        assert_eq!((comments.len(), comments[0].body.as_str(), comments[0].author.as_str()), (1, REASON, "bob"));
        assert_eq!(db.numbers("SELECT before_rank FROM status_event WHERE kind = 'dismissed' AND after_rank IS NULL").await, [3]);

        let log = audit::list(&db.store, &AuditFilter { action: Some("finding.status_changed".to_owned()), ..Default::default() }, Page::first(9)).await.unwrap();
        assert_eq!(log.total, 1);
        let entry = &log.items[0];
        assert_eq!((entry.actor.as_str(), entry.target_id.as_deref(), entry.project.as_deref()), ("user:bob", Some(&*id.to_string()), Some("p")));
        assert_eq!(entry.details["previous_status"], "open");
        assert_eq!(entry.details["status"], "accepted");
        assert_eq!(entry.details["proposal"], "false_positive");
        assert_eq!(entry.details["expires_at"], "2026-04-17T00:00:00Z");
    }

    async fn every_status_follows_every_other(db) {
        let id = one(&db, 1).await;
        for from in FindingStatus::ALL {
            for to in FindingStatus::ALL {
                for status in [from, to] {
                    let decision = Decision { status: *status, reason: Some(REASON.to_owned()), expires_on: None };
                    let after = triage::decide(&db.store, &bob(), &[id], &decision, &Limits::default(), day(1)).await.unwrap();
                    assert_eq!(after[0].standing.status, *status, "from {from} to {to}");
                }
            }
        }
        let opened = db.number("SELECT COUNT(*) FROM status_event WHERE before_rank IS NULL AND after_rank IS NOT NULL").await;
        let closed = db.number("SELECT COUNT(*) FROM status_event WHERE before_rank IS NOT NULL AND after_rank IS NULL").await;
        let open_now = db.number("SELECT COUNT(*) FROM finding WHERE status = 'open'").await;
        assert_eq!(opened - closed, open_now);
    }

    async fn acting_on_a_superseded_finding_names_its_successor(db) {
        let old = one(&db, 1).await;
        one(&db, 2).await;
        let new = one(&db, 3).await;
        let expected = format!("act on finding {new}");
        let limits = Limits::default();
        let refused = [
            refusal(triage::decide(&db.store, &bob(), &[old], &accept(), &limits, day(1)).await),
            refusal(triage::propose(&db.store, &agent(), old, ProposedStatus::Fixed, REASON, day(1)).await),
            refusal(triage::escalate(&db.store, &bob(), old, Severity::Critical, REASON, &limits, day(1)).await),
            refusal(triage::comment(&db.store, &bob(), old, "Seen", day(1)).await),
        ];
        for text in refused {
            assert!(text.ends_with(&expected), "{text}");
        }
        assert_eq!(triage::reject(&db.store, &bob(), old, REASON, day(1)).await.unwrap().superseded_by, Some(new));
    }

    async fn several_findings_are_decided_all_or_none(db) {
        let sent = report("p", (1..=3).map(|line| finding("Issue", Severity::High, Some(line))).collect());
        reports::save(&db.store, &agent(), &sent, noon()).await.unwrap();
        let ids = db.numbers("SELECT id FROM finding ORDER BY id").await;
        let limits = Limits::default();
        let text = refusal(triage::decide(&db.store, &bob(), &[ids[0], ids[1], 999], &accept(), &limits, day(1)).await);
        assert_eq!(text, "finding 999 not found");
        assert_eq!(db.number("SELECT COUNT(*) FROM finding WHERE status <> 'open'").await, 0);
        let text = refusal(triage::decide(&db.store, &Actor::Token("ci".to_owned()), &ids, &accept(), &limits, day(1)).await);
        assert!(text.contains("needs a person"), "{text}");
        assert!(refusal(triage::decide(&db.store, &bob(), &[0_i64; 0], &accept(), &limits, day(1)).await).contains("give 1 to 100"));
        let many: Vec<i64> = (1..=101).collect();
        assert!(refusal(triage::decide(&db.store, &bob(), &many, &accept(), &limits, day(1)).await).starts_with("101 findings"));
        let after = triage::decide(&db.store, &bob(), &[ids[2], ids[0], ids[2]], &accept(), &limits, day(1)).await.unwrap();
        assert_eq!(after.iter().map(|f| f.id).collect::<Vec<_>>(), [ids[0], ids[2]]);
        assert_eq!(db.number("SELECT COUNT(*) FROM finding WHERE status = 'accepted'").await, 2);
        assert_eq!(db.number("SELECT COUNT(*) FROM audit_event WHERE action = 'finding.status_changed'").await, 2);
    }

    async fn a_proposal_moves_nothing_and_can_be_rejected(db) {
        let id = one(&db, 1).await;
        let gate = |now| {
            let db = db.clone();
            async move {
                let query = domain::gate::GateQuery::of(crate::support::name("p"));
                store::gate::check(&db.store, &Scope::All, &query, now).await.unwrap()
            }
        };
        let before = gate(day(1)).await;
        let after = triage::propose(&db.store, &agent(), id, ProposedStatus::Accepted, REASON, day(1)).await.unwrap();
        let proposal = after.proposal.clone().unwrap();
        assert_eq!((proposal.by.as_str(), proposal.reason.as_str(), proposal.at), ("stdio", REASON, day(1)));
        assert_eq!(after.standing.status, FindingStatus::Open);
        let pending = gate(day(1)).await;
        assert_eq!((pending.blocking_findings, pending.proposed_findings), (before.blocking_findings, 1));
        let why = "The admin network is not what protects it. ".repeat(23);
        assert!(refusal(triage::reject(&db.store, &bob(), id, "no", day(2)).await).starts_with("the reason has 2 characters"));
        let rejected = triage::reject(&db.store, &bob(), id, &why, day(2)).await.unwrap();
        assert_eq!(rejected.proposal, None);
        triage::reject(&db.store, &bob(), id, REASON, day(2)).await.unwrap();
        let filter = AuditFilter { action: Some("finding.proposal_rejected".to_owned()), ..Default::default() };
        let log = audit::list(&db.store, &filter, Page::first(9)).await.unwrap();
        assert_eq!(log.total, 1);
        assert_eq!(log.items[0].details["reason"], why.trim());
        assert_eq!(log.items[0].details["proposed_by"], "stdio");
        let outside = Caller { writes: scope(&["other"]), ..agent() };
        let refused = triage::propose(&db.store, &outside, id, ProposedStatus::Fixed, REASON, day(2)).await;
        assert!(matches!(refused, Err(store::Error::Domain(domain::Error::Forbidden(_)))), "{refused:?}");
        assert!(refusal(triage::propose(&db.store, &outside, id, ProposedStatus::Fixed, REASON, day(2)).await).contains("may not write"));
        let blind = Caller { reads: scope(&[]), writes: scope(&[]), ..agent() };
        assert_eq!(refusal(triage::propose(&db.store, &blind, id, ProposedStatus::Fixed, REASON, day(2)).await), format!("finding {id} not found"));
    }

    async fn a_proposal_on_an_expired_acceptance_leaves_the_decision_as_it_is(db) {
        let id = one(&db, 1).await;
        let accepted = triage::decide(&db.store, &bob(), &[id], &accept(), &Limits::default(), day(1)).await.unwrap().remove(0);
        let events = db.number("SELECT COUNT(*) FROM status_event").await;
        let after = triage::propose(&db.store, &agent(), id, ProposedStatus::Fixed, REASON, day(40)).await.unwrap();
        assert!(after.proposal.is_some());
        assert_eq!(after, domain::Finding { proposal: after.proposal.clone(), version: accepted.version + 1, ..accepted });
        assert_eq!(db.number("SELECT COUNT(*) FROM status_event").await, events);
        // What a person decides afterwards begins with the end of the acceptance, once.
        let fixed = Decision { status: FindingStatus::Fixed, reason: None, expires_on: None };
        triage::decide(&db.store, &bob(), &[id], &fixed, &Limits::default(), day(41)).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM status_event WHERE kind = 'expired'").await, 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM status_event").await, events + 2);
    }

    async fn of_two_who_act_on_what_they_read_the_second_is_told_so(db) {
        let read = [one(&db, 1).await, { reports::save(&db.store, &agent(), &report("q", vec![finding("Other", Severity::High, Some(1))]), noon()).await.unwrap(); db.number("SELECT MAX(id) FROM finding").await }];
        let mut seen = Vec::new();
        for id in read {
            let finding = triage::finding(&db.store, &Scope::All, id).await.unwrap();
            assert_eq!(finding.version, 1);
            seen.push(Target::seen(&finding));
        }
        let limits = Limits::default();
        let [first, second] = [seen[0], seen[1]];
        // Every change counts.
        let id = first.id;
        assert_eq!(triage::propose(&db.store, &agent(), id, ProposedStatus::Fixed, REASON, day(1)).await.unwrap().version, 2);
        assert_eq!(triage::reject(&db.store, &bob(), id, REASON, day(1)).await.unwrap().version, 3);
        assert_eq!(triage::reject(&db.store, &bob(), id, REASON, day(1)).await.unwrap().version, 3, "there was nothing to reject");
        assert_eq!(triage::escalate(&db.store, &bob(), id, Severity::Critical, REASON, &limits, day(1)).await.unwrap().version, 4);
        assert_eq!(triage::decide(&db.store, &bob(), &[id], &accept(), &limits, day(1)).await.unwrap()[0].version, 5);
        let before = triage::finding(&db.store, &Scope::All, id).await.unwrap();

        let refused = [
            triage::decide(&db.store, &bob(), &[second, first], &accept(), &limits, day(2)).await.map(drop),
            triage::escalate(&db.store, &bob(), first, Severity::High, REASON, &limits, day(2)).await.map(drop),
            triage::reject(&db.store, &bob(), first, REASON, day(2)).await.map(drop),
            // The same one twice, once as it is.
            triage::decide(&db.store, &bob(), &[Target::seen(&before), first], &accept(), &limits, day(2)).await.map(drop),
        ];
        for outcome in refused {
            let expected = domain::Error::Conflict { what: "finding", id: id.to_string() };
            assert_eq!(outcome, Err(store::Error::Domain(expected)));
        }
        assert_eq!(triage::finding(&db.store, &Scope::All, id).await.unwrap(), before);
        assert_eq!(triage::finding(&db.store, &Scope::All, second.id).await.unwrap().version, 1, "all or none");
        let open = Decision { status: FindingStatus::Open, reason: None, expires_on: None };
        let after = triage::decide(&db.store, &bob(), &[second, Target::seen(&before)], &open, &limits, day(2)).await.unwrap();
        assert_eq!(after.iter().map(|finding| finding.version).collect::<Vec<_>>(), [6, 2]);
    }

    async fn of_two_decisions_at_once_on_the_same_version_one_is_taken(db) {
        let id = one(&db, 1).await;
        let seen = Target::seen(&triage::finding(&db.store, &Scope::All, id).await.unwrap());
        let mut tasks = tokio::task::JoinSet::new();
        for store in [db.store.clone(), db.another().await] {
            tasks.spawn(async move { triage::decide(&store, &bob(), &[seen], &accept(), &Limits::default(), day(1)).await.is_ok() });
        }
        let taken = tasks.join_all().await.into_iter().filter(|taken| *taken).count();
        assert_eq!(taken, 1);
        assert_eq!(db.number("SELECT version FROM finding").await, 2);
    }

    async fn a_step_from_closed_to_closed_is_in_the_history_and_in_no_flow(db) {
        let id = one(&db, 1).await;
        for status in [FindingStatus::Accepted, FindingStatus::Fixed, FindingStatus::Accepted, FindingStatus::FalsePositive] {
            let decision = Decision { status, reason: Some(REASON.to_owned()), expires_on: None };
            triage::decide(&db.store, &bob(), &[id], &decision, &Limits::default(), day(1)).await.unwrap();
        }
        let closed = |kind: &str| format!("SELECT COUNT(*) FROM status_event WHERE kind = '{kind}' AND before_rank IS NULL AND after_rank IS NULL");
        assert_eq!(db.number(&closed("fixed")).await, 1);
        assert_eq!(db.number(&closed("dismissed")).await, 2);
        let query = domain::trend::TrendQuery { project: crate::support::name("p"), days: 30, granularity: domain::Granularity::Day };
        let trend = serde_json::to_value(store::trend::of(&db.store, &Scope::All, &query, day(2)).await.unwrap()).unwrap();
        let summary = &trend["summary"];
        assert_eq!((&summary["dismissed_findings"], &summary["fixed_findings"], &summary["open_now_total"]), (&1.into(), &0.into(), &0.into()));
        assert_eq!(summary["mttr_days"].as_object().map(|times| times.values().filter(|time| !time.is_null()).count()), Some(0));
    }

    async fn an_escalation_raises_the_report_and_undoing_it_does_not_lower_it(db) {
        let id = one(&db, 1).await;
        let limits = Limits::default();
        let raised = triage::escalate(&db.store, &bob(), id, Severity::Critical, REASON, &limits, day(1)).await.unwrap();
        assert_eq!((raised.severity, raised.content.severity), (Severity::Critical, Severity::High));
        let change = raised.rating_change.unwrap();
        assert_eq!((change.original, change.by.as_str(), change.reason.as_str(), change.at), (Some(Severity::High), "bob", REASON, day(1)));
        assert_eq!(db.number("SELECT risk_rank FROM report").await, 4);
        let back = triage::escalate(&db.store, &bob(), id, Severity::High, REASON, &limits, day(2)).await.unwrap();
        assert_eq!((back.severity, back.rating_change.unwrap().original), (Severity::High, None));
        assert_eq!(db.number("SELECT risk_rank FROM report").await, 4);
        assert_eq!(db.number("SELECT COUNT(*) FROM status_event WHERE kind = 'rerated'").await, 2);
    }

    async fn comments_come_oldest_first_and_go_to_the_successor(db) {
        let old = one(&db, 1).await;
        for (text, at) in [("first", 1), ("second", 1), ("third", 2)] {
            let written = triage::comment(&db.store, &bob(), old, text, day(at)).await.unwrap();
            assert_eq!((written.finding_id, written.body.as_str(), written.created_at), (old, text, day(at)));
        }
        let new = one(&db, 2).await;
        let texts = |comments: Vec<domain::view::CommentView>| comments.iter().map(|c| c.body.to_string()).collect::<Vec<_>>();
        assert_eq!(texts(triage::comments(&db.store, &Scope::All, new).await.unwrap()), ["first", "second", "third"]);
        assert_eq!(triage::comments(&db.store, &Scope::All, old).await.unwrap().len(), 0);
    }
}
