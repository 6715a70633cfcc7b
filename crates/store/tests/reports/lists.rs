use domain::triage::Decision;
use domain::{Actor, Caller, FindingStatus, Limits, ReviewType, Scope, Severity};
use store::audit::{self, AuditFilter};
use store::findings::{self, FindingFilter};
use store::reports::{self, ReportFilter, ReportSort};
use store::{Page, triage};

use crate::both_engines;
use crate::support::{Db, agent, day, finding, name, noon, report};

async fn three_reports(db: &Db) {
    let spec = [
        (
            "b",
            Some("main"),
            Severity::Low,
            Some("zoe"),
            "Überprüfung 100% done",
            ReviewType::CodeScan,
        ),
        ("a", None, Severity::Critical, None, "second_look", ReviewType::Other),
        (
            "c",
            Some("dev"),
            Severity::High,
            Some("Ann"),
            "third look",
            ReviewType::SecurityReview,
        ),
    ];
    for (at, (project, branch, risk, author, summary, kind)) in spec.into_iter().enumerate() {
        let mut sent = report(
            project,
            vec![finding("Issue", risk, Some(1)), finding("More", Severity::Info, None)],
        );
        sent.head.branch = branch.map(str::to_owned);
        sent.head.author = author.map(str::to_owned);
        sent.head.summary = summary.to_owned();
        sent.head.review_type = Some(kind);
        let caller = Caller {
            actor: Actor::Token(format!("token{}", 9 - at)),
            ..agent()
        };
        reports::save(&db.store, &caller, &sent, day(at as i64)).await.unwrap();
    }
}

async fn listed(db: &Db, filter: &ReportFilter) -> String {
    let list = reports::list(&db.store, &Scope::All, filter, Page::first(10), day(9))
        .await
        .unwrap();
    assert_eq!(list.total, list.items.len() as u64);
    list.items
        .iter()
        .map(|row| row.project.to_string())
        .collect::<Vec<_>>()
        .concat()
}

both_engines! {
    async fn reports_are_sorted_the_same_on_both_engines(db) {
        three_reports(&db).await;
        let table = [
            (ReportSort::CreatedAt, "bac", "cab"),
            (ReportSort::Project, "abc", "cba"),
            (ReportSort::RiskLevel, "bca", "acb"),
            (ReportSort::ReviewType, "bac", "cab"),
            // No branch comes last in both directions.
            (ReportSort::Branch, "cba", "bca"),
            (ReportSort::Summary, "acb", "bca"),
        ];
        for (sort, ascending, descending) in table {
            for (direction, expected) in [(false, ascending), (true, descending)] {
                let filter = ReportFilter { sort, descending: direction, ..Default::default() };
                assert_eq!(listed(&db, &filter).await, expected, "{sort:?} {direction}");
            }
        }
        // The order tells nothing about developers, nor whose token it was, to those who may not know them: then it is by date.
        for (sort, ascending, descending) in [(ReportSort::Author, "cba", "bca"), (ReportSort::SubmittedBy, "cab", "bac")] {
            for (direction, hidden, expected) in [(false, "bac", ascending), (true, "cab", descending)] {
                let filter = ReportFilter { sort, descending: direction, ..Default::default() };
                assert_eq!(listed(&db, &filter).await, hidden, "{sort:?} {direction}");
                assert_eq!(listed(&db, &ReportFilter { author_visible: true, ..filter }).await, expected, "{sort:?} {direction}");
            }
        }
    }

    async fn the_user_of_a_personal_token_is_searched_only_where_authors_are_visible(db) {
        let caller = Caller { actor: Actor::Token("Alice:Laptop".to_owned()), ..agent() };
        let mut sent = report("p", vec![]);
        sent.head.author = Some("zoe".to_owned());
        reports::save(&db.store, &caller, &sent, noon()).await.unwrap();
        // Text, found by those who may not know the developers, and by those who may.
        let table = [("laptop", "p", "p"), ("ALICE", "", "p"), ("alice:laptop", "", "p"), (":laptop", "", "p"), ("zoe", "", "p")];
        for (text, hidden, visible) in table {
            let filter = ReportFilter { search: Some(text.to_owned()), ..Default::default() };
            assert_eq!(listed(&db, &filter).await, hidden, "{text}");
            assert_eq!(listed(&db, &ReportFilter { author_visible: true, ..filter }).await, visible, "{text}");
        }
    }

    async fn a_search_folds_letters_as_the_stored_text_was_folded(db) {
        let mut sent = report("p", vec![]);
        sent.head.summary = "ΟΔΟΣ, ΟΔΟΣΑ and İstanbul".to_owned();
        reports::save(&db.store, &agent(), &sent, noon()).await.unwrap();
        for text in ["ΟΔΟΣ", "οδος", "ΟΔΟΣΑ", "οδοσα", "İSTANBUL", "and İ"] {
            assert_eq!(listed(&db, &ReportFilter { search: Some(text.to_owned()), ..Default::default() }).await, "p", "{text}");
        }
    }

    async fn a_nul_character_is_found_nowhere(db) {
        three_reports(&db).await;
        let nul = || Some("a\0".to_owned());
        assert_eq!(listed(&db, &ReportFilter { search: nul(), ..Default::default() }).await, "");
        assert_eq!(listed(&db, &ReportFilter { author: nul(), author_visible: true, ..Default::default() }).await, "");
        // What is ignored finds what it would without.
        assert_eq!(listed(&db, &ReportFilter { author: nul(), ..Default::default() }).await, "bac");
        for filter in [AuditFilter { action: nul(), ..Default::default() }, AuditFilter { actor: nul(), ..Default::default() }] {
            let log = audit::list(&db.store, &filter, Page::first(9)).await.unwrap();
            assert_eq!((log.total, log.items.len()), (0, 0));
        }
    }

    async fn reports_are_filtered_and_searched(db) {
        three_reports(&db).await;
        let all = ReportFilter::default();
        let search = |text: &str| ReportFilter { search: Some(text.to_owned()), ..Default::default() };
        assert_eq!(listed(&db, &ReportFilter { project: Some(name("a")), ..all.clone() }).await, "a");
        assert_eq!(listed(&db, &ReportFilter { project: Some(name("x")), ..all.clone() }).await, "");
        assert_eq!(listed(&db, &ReportFilter { risk_level: Some(Severity::High), ..all.clone() }).await, "c");
        assert_eq!(listed(&db, &ReportFilter { review_type: Some(ReviewType::Other), ..all.clone() }).await, "a");
        assert_eq!(listed(&db, &ReportFilter { author: Some("Ann".to_owned()), ..all.clone() }).await, "bac");
        assert_eq!(listed(&db, &ReportFilter { author: Some("Ann".to_owned()), author_visible: true, ..all.clone() }).await, "c");
        assert_eq!(listed(&db, &search("ÜBERPRÜFUNG")).await, "b");
        assert_eq!(listed(&db, &search("100%")).await, "b");
        assert_eq!(listed(&db, &search("0%d")).await, "");
        assert_eq!(listed(&db, &search("d_l")).await, "a");
        assert_eq!(listed(&db, &search(" LOOK ")).await, "ac");
        assert_eq!(listed(&db, &search("token8")).await, "a");
        assert_eq!(listed(&db, &search("zoe")).await, "");
        assert_eq!(listed(&db, &ReportFilter { author_visible: true, ..search("ZOE") }).await, "b");
        assert_eq!(listed(&db, &search("\\")).await, "");
    }

    async fn a_row_counts_what_is_open_of_its_report(db) {
        three_reports(&db).await;
        let again = report("a", vec![finding("Issue", Severity::Critical, Some(2))]);
        reports::save(&db.store, &agent(), &again, day(5)).await.unwrap();
        let filter = ReportFilter { project: Some(name("a")), ..ReportFilter::newest_first() };
        let list = reports::list(&db.store, &Scope::All, &filter, Page::first(10), day(9)).await.unwrap();
        let rows: Vec<_> = list.items.iter().map(|row| (row.findings_total, row.findings_open, row.open_risk)).collect();
        assert_eq!(rows, [(1, 1, Some(Severity::Critical)), (2, 1, Some(Severity::Info))]);
        let page = reports::list(&db.store, &Scope::All, &ReportFilter::newest_first(), Page { offset: 1, limit: 2 }, day(9)).await.unwrap();
        assert_eq!((page.total, page.items.len(), page.next_offset()), (4, 2, Some(3)));
        assert_eq!(page.items[0].project.as_str(), "c");
    }

    async fn findings_are_listed_worst_first_then_latest(db) {
        three_reports(&db).await;
        let list = findings::list(&db.store, &Scope::All, &FindingFilter::default(), Page::first(10), day(9)).await.unwrap();
        let rows: Vec<_> = list.items.iter().map(|row| (row.project.as_str(), row.finding.severity)).collect();
        use Severity::{Critical, High, Info, Low};
        assert_eq!(rows, [("a", Critical), ("c", High), ("b", Low), ("c", Info), ("a", Info), ("b", Info)]);
        assert_eq!(list.items[0].report_created_at, day(1));
        assert_eq!(list.items[1].branch.as_ref().unwrap().as_str(), "dev");

        let bob = Actor::User("bob".to_owned());
        let ids = [list.items[0].finding.id, list.items[1].finding.id, list.items[2].finding.id];
        for (id, status, until) in [(ids[0], FindingStatus::Accepted, Some(20)), (ids[1], FindingStatus::Accepted, None), (ids[2], FindingStatus::Accepted, Some(15))] {
            let decision = Decision { status, reason: Some("For the reason given".to_owned()), expires_on: until.map(|days| day(days).date()) };
            triage::decide(&db.store, &bob, &[id], &decision, &Limits::default(), day(10)).await.unwrap();
        }
        let count = |status, now| {
            let db = db.clone();
            async move {
                let filter = FindingFilter { status, ..Default::default() };
                findings::list(&db.store, &Scope::All, &filter, Page::first(1), day(now)).await.unwrap().total
            }
        };
        assert_eq!(count(None, 11).await, 6);
        assert_eq!(count(Some(FindingStatus::Open), 11).await, 3);
        assert_eq!(count(Some(FindingStatus::Accepted), 11).await, 3);
        assert_eq!(count(Some(FindingStatus::Open), 16).await, 4);
        assert_eq!(count(Some(FindingStatus::Accepted), 21).await, 1);
        assert_eq!(count(Some(FindingStatus::Fixed), 21).await, 0);
        let filter = FindingFilter { severity: Some(Info), review_type: Some(ReviewType::Other), ..Default::default() };
        let list = findings::list(&db.store, &Scope::All, &filter, Page::first(10), day(9)).await.unwrap();
        assert_eq!((list.total, list.items[0].project.as_str()), (1, "a"));

        let list = findings::acceptances(&db.store, &Scope::All, None, false, Page::first(10), day(16)).await.unwrap();
        let rows: Vec<_> = list.items.iter().map(|row| (row.row.finding.id, row.expired, row.comments_total)).collect();
        assert_eq!(rows, [(ids[2], true, 1), (ids[0], false, 1), (ids[1], false, 1)]);
        let list = findings::acceptances(&db.store, &Scope::All, Some(&name("c")), false, Page::first(10), day(16)).await.unwrap();
        assert_eq!((list.total, list.items[0].row.finding.id), (1, ids[1]));
    }
}
