use domain::FindingStatus;
use domain::triage::Decision;
use domain::{
    Caller, ChecklistOutcome, ChecklistResult, Checklists, Confidence, Finding, FindingContent, Known, Limits,
    ReportDraft, ReportHead, ReviewType, Scope, Severity,
};
use store::{Page, reports, triage};

use crate::both_engines;
use crate::support::{agent, counts, day, finding, name, noon, refusal, report, scope};

fn full_finding() -> FindingContent {
    FindingContent {
        title: "SQL injection in login".to_owned(),
        severity: Severity::High,
        rule_id: Some("PY-004".to_owned()),
        category: "code".to_owned(),
        cwe: Some("CWE-89".to_owned()),
        owasp: Some("A03:2021".to_owned()),
        file_path: Some("src/été/日本語.py".to_owned()),
        line_start: Some(10),
        line_end: Some(u32::MAX),
        description: "Line one\nline two 'quoted' \"twice\" \\ % _".to_owned(),
        evidence: Some("q = f\"{name}\"".to_owned()),
        recommendation: Some("Use bound parameters".to_owned()),
        confidence: Some(Confidence::High),
        impact: Some("All accounts".to_owned()),
        verification: Some("Read".to_owned()),
        source: Some("request.args".to_owned()),
        sink: Some("cursor.execute".to_owned()),
    }
}

fn full_head() -> ReportHead {
    ReportHead {
        project: name("my-repo"),
        repository: Some("https://example.com/owner/my_repo.git".to_owned()),
        branch: Some("main".to_owned()),
        commit_sha: Some("0123abc".to_owned()),
        reviewer: Some("agent".to_owned()),
        author: Some("alice".to_owned()),
        scope: Some("src/".to_owned()),
        review_type: Some(ReviewType::ApiSecurityReview),
        summary: "Two endpoints\n𝔘nicode".to_owned(),
        checklist_results: vec![ChecklistResult {
            item_id: "PY-01".to_owned(),
            outcome: ChecklistOutcome::NotCovered,
            title: "Injection".to_owned(),
            domain: "python".to_owned(),
        }],
        scan_rules: vec!["PY-001".to_owned(), "PY-004".to_owned()],
    }
}

both_engines! {
    async fn every_field_of_a_report_and_its_findings_comes_back(db) {
        let mut sent = report("my-repo", vec![full_finding(), finding("Debug on", Severity::Info, None)]);
        sent.head = full_head();
        sent.declared_risk = Some(Severity::Critical);
        sent.warnings = vec!["careful".to_owned()];
        let caller = Caller { actor: domain::Actor::Token("laptop".to_owned()), ..agent() };
        let saved = reports::save(&db.store, &caller, &sent, noon()).await.unwrap();
        let answer = serde_json::to_value(&saved).unwrap();
        assert_eq!(answer["findings_by_severity"], serde_json::json!({"high": 1, "info": 1}));
        assert_eq!((&answer["replayed"], &answer["recurring_findings"]), (&false.into(), &0.into()));
        assert_eq!(answer["warnings"][0], "careful");

        let stored = reports::get(&db.store, &Scope::All, saved.report_id).await.unwrap();
        assert_eq!(stored.head, sent.head);
        assert_eq!(stored.risk_level, Severity::Critical);
        assert_eq!(stored.created_at, noon());
        assert_eq!(stored.submitted_by.as_deref(), Some("laptop"));

        let page = reports::findings(&db.store, &Scope::All, saved.report_id, reports::Order::ById, Page::first(10)).await.unwrap();
        assert_eq!((page.total, page.next_offset()), (2, None));
        let [first, second] = &page.items[..] else { panic!("{page:?}") };
        assert_eq!(first.content, sent.findings[0]);
        assert_eq!(second.content, sent.findings[1]);
        assert_eq!(first.issue_id, first.id);
        assert_eq!(first.fingerprint, domain::fingerprint::v2(&name("my-repo"), &sent.findings[0]));
        assert_eq!(first.fingerprint_v1, domain::fingerprint::v1(&name("my-repo"), &sent.findings[0]));
        assert_eq!(first.standing, domain::Standing::OPEN);
        assert_eq!(first.first_seen_at, noon());
        assert!(first.is_current() && first.proposal.is_none() && first.rating_change.is_none());
        let same: Finding = store::triage::finding(&db.store, &Scope::All, first.id).await.unwrap();
        assert_eq!(same, *first);

        let open = reports::still_open(&db.store, &Scope::All, saved.report_id, noon()).await.unwrap();
        assert_eq!(open, counts(0, 1, 0, 0, 1));
    }

    async fn findings_of_a_report_are_paged_by_number_or_worst_first(db) {
        let severities = [Severity::Low, Severity::Critical, Severity::Low, Severity::High];
        let findings = severities.iter().zip(1..).map(|(severity, line)| finding("Issue", *severity, Some(line))).collect();
        let id = reports::save(&db.store, &agent(), &report("p", findings), noon()).await.unwrap().report_id;
        let page = Page { offset: 1, limit: 2 };
        let by_id = reports::findings(&db.store, &Scope::All, id, reports::Order::ById, page).await.unwrap();
        let lines = |page: &store::Paged<Finding>| page.items.iter().map(|f| f.content.line_start.unwrap()).collect::<Vec<_>>();
        assert_eq!(lines(&by_id), [2, 3]);
        assert_eq!(by_id.next_offset(), Some(3));
        let worst = reports::findings(&db.store, &Scope::All, id, reports::Order::WorstFirst, Page::first(10)).await.unwrap();
        assert_eq!(lines(&worst), [2, 4, 1, 3]);
    }

    async fn five_hundred_findings_keep_their_order(db) {
        let findings = (1..=500).map(|line| finding(&format!("Issue {line}"), Severity::Low, Some(line))).collect();
        let sent = report("p", findings);
        let id = reports::save(&db.store, &agent(), &sent, noon()).await.unwrap().report_id;
        let page = reports::findings(&db.store, &Scope::All, id, reports::Order::ById, Page::first(500)).await.unwrap();
        let stored: Vec<_> = page.items.into_iter().map(|finding| finding.content).collect();
        assert_eq!(stored, sent.findings);
        assert_eq!(db.number("SELECT COUNT(*) FROM status_event WHERE kind = 'reported'").await, 500);
    }

    async fn what_is_out_of_reach_looks_missing(db) {
        let id = reports::save(&db.store, &agent(), &report("secret", vec![finding("Issue", Severity::Low, None)]), noon()).await.unwrap().report_id;
        let outside = scope(&["other"]);
        assert_eq!(refusal(reports::get(&db.store, &outside, id).await), format!("report {id} not found"));
        assert_eq!(refusal(reports::get(&db.store, &Scope::All, 777).await), "report 777 not found");
        let finding_id = db.number("SELECT id FROM finding").await;
        assert_eq!(refusal(store::triage::finding(&db.store, &outside, finding_id).await), format!("finding {finding_id} not found"));
        assert_eq!(refusal(store::triage::comments(&db.store, &outside, finding_id).await), format!("finding {finding_id} not found"));
        let filter = reports::ReportFilter { project: Some(name("secret")), ..Default::default() };
        let refused = refusal(reports::list(&db.store, &outside, &filter, Page::first(5), noon()).await);
        assert_eq!(refused, refusal(store::projects::posture(&db.store, &outside, &name("secret"), noon()).await));
        assert_eq!(refused, "project secret not found");
        let all = reports::list(&db.store, &outside, &reports::ReportFilter::default(), Page::first(5), noon()).await.unwrap();
        assert_eq!((all.total, all.items.len()), (0, 0));
        let seen = reports::list(&db.store, &scope(&["secret", "x"]), &reports::ReportFilter::default(), Page::first(5), noon()).await.unwrap();
        assert_eq!(seen.total, 1);
    }

    async fn a_project_outside_the_credential_cannot_be_written_to(db) {
        let mut caller = Caller { writes: scope(&["b", "a"]), ..agent() };
        let text = refusal(reports::save(&db.store, &caller, &report("c", vec![]), noon()).await);
        assert!(text.contains("`a`, `b`") && text.contains("request_project"), "{text}");
        caller.writes = Scope::Projects((0..25).map(|n| name(&format!("p{n:02}"))).collect());
        let text = refusal(reports::save(&db.store, &caller, &report("c", vec![]), noon()).await);
        assert!(text.contains("`p19` and 5 more"), "{text}");
        caller.writes = scope(&[]);
        let text = refusal(reports::save(&db.store, &caller, &report("c", vec![]), noon()).await);
        assert!(text.contains("no project yet"), "{text}");
        assert_eq!(db.number("SELECT COUNT(*) FROM project").await, 0);
    }

    async fn the_same_report_sent_again_is_stored_once(db) {
        let mut sent = report("p", vec![finding("Issue", Severity::High, Some(1))]);
        let first = reports::save(&db.store, &agent(), &sent, noon()).await.unwrap();
        let minutes = |n: i64| domain::Timestamp::from_micros(noon().as_micros() + n * 60_000_000);
        let again = reports::save(&db.store, &agent(), &sent, minutes(9)).await.unwrap();
        assert_eq!((again.report_id, again.replayed, again.findings_count), (first.report_id, true, 1));
        // Somebody else, after somebody else, or later: another report.
        let other = Caller { actor: domain::Actor::Token("ci".to_owned()), ..agent() };
        assert!(!reports::save(&db.store, &other, &sent, minutes(9)).await.unwrap().replayed);
        let third = reports::save(&db.store, &agent(), &sent, minutes(9)).await.unwrap();
        assert!(!third.replayed, "another report came after the first");
        let again = reports::save(&db.store, &agent(), &sent, minutes(10)).await.unwrap();
        assert_eq!((again.report_id, again.replayed), (third.report_id, true));
        assert!(!reports::save(&db.store, &agent(), &sent, minutes(21)).await.unwrap().replayed);
        // A key holds for ever, and in its project only.
        sent.idempotency_key = Some("key-12345".to_owned());
        let first = reports::save(&db.store, &agent(), &sent, minutes(30)).await.unwrap();
        assert!(!first.replayed);
        let again = reports::save(&db.store, &agent(), &sent, day(300)).await.unwrap();
        assert_eq!((again.report_id, again.replayed), (first.report_id, true));
        assert_eq!(again.recurring_findings, first.recurring_findings);
        sent.head.project = name("q");
        assert!(!reports::save(&db.store, &agent(), &sent, day(300)).await.unwrap().replayed);
        assert_eq!(db.number("SELECT COUNT(*) FROM report").await, 6);
    }

    async fn a_key_is_good_for_one_report_of_one_submitter(db) {
        let keyed = |line| {
            let mut sent = report("p", vec![finding("Issue", Severity::High, Some(line))]);
            sent.idempotency_key = Some("key-12345".to_owned());
            sent
        };
        let (sent, different) = (keyed(1), keyed(2));
        let laptop = Caller { actor: domain::Actor::Token("laptop".to_owned()), ..agent() };
        let ci = Caller { actor: domain::Actor::Token("ci".to_owned()), ..agent() };
        let id = reports::save(&db.store, &laptop, &sent, noon()).await.unwrap().report_id;
        let text = refusal(reports::save(&db.store, &laptop, &different, day(1)).await);
        assert_eq!(text, format!("idempotency_key was used for another report ({id}) of this project: use a new key"));
        for sent in [&sent, &different] {
            let text = refusal(reports::save(&db.store, &ci, sent, day(1)).await);
            assert_eq!(text, "idempotency_key was used for another report of this project: use a new key");
        }
        assert_eq!(db.number("SELECT COUNT(*) FROM report").await, 1);
    }

    async fn without_a_key_a_report_is_saved_again_after_a_decision_on_it(db) {
        let sent = report("p", vec![finding("Issue", Severity::High, Some(1))]);
        let seconds = |n: i64| domain::Timestamp::from_micros(noon().as_micros() + n * 1_000_000);
        let first = reports::save(&db.store, &agent(), &sent, seconds(0)).await.unwrap();
        let bob = domain::Actor::User("bob".to_owned());
        let ids = db.numbers("SELECT id FROM finding").await;
        let fixed = Decision { status: FindingStatus::Fixed, reason: None, expires_on: None };
        triage::decide(&db.store, &bob, &ids, &fixed, &Limits::default(), seconds(1)).await.unwrap();
        let second = reports::save(&db.store, &agent(), &sent, seconds(2)).await.unwrap();
        assert!(!second.replayed && second.report_id > first.report_id);
        let again = reports::save(&db.store, &agent(), &sent, seconds(3)).await.unwrap();
        assert_eq!((again.report_id, again.replayed), (second.report_id, true));
        assert_eq!(db.number("SELECT COUNT(*) FROM finding WHERE superseded_by IS NULL AND status = 'open'").await, 1);
    }

    async fn the_answer_to_a_repetition_is_the_first_answer(db) {
        let lines = |lines: &[u32]| lines.iter().map(|line| finding("Issue", Severity::Medium, Some(*line))).collect::<Vec<_>>();
        let accept = |days: i64| Decision {
            status: FindingStatus::Accepted,
            reason: Some("Only reachable from the admin network".to_owned()),
            expires_on: Some(day(days).date()),
        };
        let bob = domain::Actor::User("bob".to_owned());
        let limits = Limits::default();
        let mut worse = finding("Worse", Severity::Medium, Some(1));
        let mut known = lines(&[10, 50]);
        known.extend([worse.clone(), finding("Lost", Severity::Low, Some(5))]);
        let before = reports::save(&db.store, &agent(), &report("p", known), noon()).await.unwrap();
        let ids = db.numbers("SELECT id FROM finding ORDER BY id").await;
        triage::decide(&db.store, &bob, &ids, &accept(30), &limits, day(1)).await.unwrap();
        worse.severity = Severity::Critical;
        let mut found = lines(&[12, 55, 12]);
        found.push(worse);
        found.extend([105, 205].map(|line| finding("Lost", Severity::Low, Some(line))));
        let mut sent = report("p", found);
        sent.idempotency_key = Some("key-12345".to_owned());
        sent.warnings = vec!["no result for 2 items".to_owned()];
        let first = reports::save(&db.store, &agent(), &sent, day(2)).await.unwrap();
        let mut expected = serde_json::to_value(&first).unwrap();
        assert!(first.report_id > before.report_id);
        assert_eq!((first.recurring_findings, first.carried_decisions), (3, 2));
        assert_eq!((first.moved_decisions.len(), first.dropped_decisions.len(), first.reopened_findings.len()), (2, 1, 1));

        // What is decided afterwards, a rating, other reports and other warnings change nothing of it.
        let open = db.numbers("SELECT id FROM finding WHERE superseded_by IS NULL AND status = 'open' ORDER BY id").await;
        triage::decide(&db.store, &bob, &open[..1], &accept(40), &limits, day(3)).await.unwrap();
        let raised = *open.last().unwrap();
        triage::escalate(&db.store, &bob, raised, Severity::Critical, "Reachable by anybody", &limits, day(3)).await.unwrap();
        reports::save(&db.store, &agent(), &report("p", lines(&[12])), day(4)).await.unwrap();
        sent.warnings = Vec::new();
        let again = reports::save(&db.store, &agent(), &sent, day(5)).await.unwrap();
        expected["replayed"] = true.into();
        assert_eq!(serde_json::to_value(&again).unwrap(), expected);
    }

    async fn reports_of_different_repositories_in_one_project_get_a_warning_that_names_neither(db) {
        let save = |repository: Option<&str>| {
            let db = db.clone();
            let mut sent = report("shop", vec![]);
            sent.head.repository = repository.map(str::to_owned);
            async move {
                let saved = reports::save(&db.store, &agent(), &sent, noon()).await.unwrap();
                serde_json::to_value(saved).unwrap()["warnings"].clone()
            }
        };
        let none = serde_json::json!([]);
        assert_eq!(save(None).await, none);
        // Ways to write one repository.
        for same in ["https://forge.example/team-a/shop.git", "git@Forge.example:Team-A/shop.git", "https://forge.example/team-a/shop/"] {
            assert_eq!(save(Some(same)).await, none, "{same}");
        }
        let shared = serde_json::json!(["reports of different repositories share the project `shop`: use distinct names if they are different projects"]);
        for other in ["https://forge.example/team-b/shop", "https://forge.example/team-a/shop"] {
            assert_eq!(save(Some(other)).await, shared, "{other}");
        }
        assert_eq!(save(None).await, none);
        assert_eq!(db.number("SELECT COUNT(*) FROM project_alias WHERE kind = 'repository'").await, 5);
    }

    async fn the_password_of_a_repository_is_remembered_nowhere(db) {
        let draft = ReportDraft {
            project: "shop".to_owned(),
            summary: "Looked at the login".to_owned(),
            repository: Some("https://ci:Zx81-hunter-rabbit@forge.example/team/shop.git".to_owned()),
            ..ReportDraft::default()
        };
        let checked = {
            let known = Known { is_rule: &|_| false, checklists: &Checklists::default() };
            domain::check(draft, &Limits::default(), &known, None).unwrap()
        };
        reports::save(&db.store, &agent(), &checked, noon()).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM project_alias WHERE value LIKE '%hunter%'").await, 0);
        assert_eq!(db.number("SELECT COUNT(*) FROM project_alias a JOIN report r ON a.value = r.repository").await, 1);
    }
}
