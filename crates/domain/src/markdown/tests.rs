use proptest::prelude::*;
use rating::Severity;

use super::*;
use crate::testing::{dismissed, finding, instant, report};
use crate::view::UNTRUSTED_NOTICE;
use crate::{ChecklistOutcome, ChecklistResult, FindingStatus, Proposal, ProposedStatus, RatingChange};

fn whole(report: &Report, findings: &[Finding]) -> String {
    let rendered = render_report(report, findings, &ReportPage::whole(findings, instant(50)), instant(50));
    assert_eq!(rendered.next_offset, None);
    rendered.text
}

fn result(item_id: &str, outcome: ChecklistOutcome, title: &str) -> ChecklistResult {
    ChecklistResult {
        item_id: item_id.to_owned(),
        outcome,
        title: title.to_owned(),
        domain: "python".to_owned(),
    }
}

#[test]
fn a_report_is_a_page_with_the_worst_finding_first() {
    let mut report = report();
    report.head.checklist_results = vec![
        result("PY-01", ChecklistOutcome::Issue, "SQL | injection"),
        result("PY-02", ChecklistOutcome::NotCovered, "Commands"),
    ];
    report.head.scan_rules = vec!["PY-001".to_owned(), "PY-004".to_owned()];
    let mut low = finding(30, Severity::Low);
    low.content.file_path = None;
    low.content.rule_id = None;
    low.content.cwe = None;
    low.content.evidence = None;
    low.content.recommendation = None;
    let mut high = finding(31, Severity::Medium);
    high.severity = Severity::High;
    high.rating_change = Some(RatingChange {
        original: Some(Severity::Medium),
        reason: "Reachable\nfrom outside".to_owned(),
        by: "carol".to_owned(),
        at: instant(41),
    });
    assert_eq!(
        whole(&report, &[low, high]),
        format!(
            "# Security report #12 - my-repo\n\
             \n\
             {UNTRUSTED_NOTICE}\n\
             \n\
             - **Risk level:** HIGH\n\
             - **Risk still open:** HIGH\n\
             - **Date:** 1970-01-31T00:00:00Z\n\
             - **Repository:** https:\\//example.com/owner/my\\_repo.git\n\
             - **Branch:** `main`\n\
             - **Commit:** `0123abc`\n\
             - **Review type:** security-review\n\
             - **Reviewer:** agent\n\
             - **Submitted by:** laptop\n\
             - **Scope:** src/\n\
             \n\
             ## Summary\n\
             \n\
             ```\n\
             Two findings.\n\
             ```\n\
             \n\
             ## Coverage\n\
             \n\
             Checklist: 1 issue, 1 not\\_covered.\n\
             \n\
             | Item | Title | Outcome |\n\
             | --- | --- | --- |\n\
             | PY-01 | SQL / injection | issue |\n\
             | PY-02 | Commands | not\\_covered |\n\
             \n\
             Scan leads: PY-001, PY-004.\n\
             \n\
             Dismissed (no finding): PY-001.\n\
             \n\
             ## Findings (2)\n\
             \n\
             ### [HIGH] SQL injection in login (#31, open)\n\
             \n\
             - **Location:** `src/app.py:10-12`\n\
             - **References:** CWE-89, A03:2021\n\
             - **Rule:** `PY-004`\n\
             - **Category:** code\n\
             - **First seen:** 1970-01-11T00:00:00Z\n\
             - **Severity raised:** from medium by carol: Reachable from outside\n\
             \n\
             **Description**\n\
             \n\
             ```\n\
             The name of the user is part of the statement.\n\
             ```\n\
             \n\
             **Evidence**\n\
             \n\
             ```\n\
             cursor.execute(\"... \" + user)\n\
             ```\n\
             \n\
             **Recommendation**\n\
             \n\
             ```\n\
             Use bound parameters\n\
             ```\n\
             \n\
             ### [LOW] SQL injection in login (#30, open)\n\
             \n\
             - **References:** A03:2021\n\
             - **Category:** code\n\
             - **First seen:** 1970-01-11T00:00:00Z\n\
             \n\
             **Description**\n\
             \n\
             ```\n\
             The name of the user is part of the statement.\n\
             ```\n"
        )
    );
}

#[test]
fn a_report_without_findings_says_so() {
    let text = whole(&report(), &[]);
    assert!(text.contains("- **Risk still open:** none\n"));
    assert!(
        text.ends_with("## Findings (0)\n\nNo finding was reported.\n"),
        "{text}"
    );
    assert!(!text.contains("## Coverage"));
}

#[test]
fn decisions_proposals_and_successors_are_shown() {
    let mut accepted = dismissed(finding(1, Severity::High), FindingStatus::Accepted, Some(60));
    accepted.superseded_by = Some(44);
    let text = whole(&report(), &[accepted]);
    assert!(text.contains("### [HIGH] SQL injection in login (#1, accepted)\n"));
    assert!(text.contains(
        "- **Decision:** accepted by bob on 1970-01-21, until 1970-03-02: Only reachable from the admin network\n"
    ));
    assert!(text.contains("- **Replaced by:** #44, which is the one to act on\n"));

    let expired = dismissed(finding(1, Severity::High), FindingStatus::FalsePositive, Some(50));
    let text = whole(&report(), &[expired]);
    assert!(text.contains("(#1, open)\n"), "{text}");
    assert!(text.contains("- **Decision:** false positive by bob on 1970-01-21, expired on 1970-02-20: Only"));

    let mut proposed = finding(1, Severity::High);
    proposed.proposal = Some(Proposal {
        status: ProposedStatus::Accepted,
        reason: "Only\r\ninside".to_owned(),
        by: "alice:laptop".to_owned(),
        at: instant(40),
    });
    let text = whole(&report(), &[proposed]);
    assert!(
        text.contains("- **Proposal, not decided:** accepted by laptop: Only inside\n"),
        "{text}"
    );
    assert!(!text.contains("alice"));
}

#[test]
fn the_author_is_shown_only_to_those_who_may_see_it() {
    let page = ReportPage {
        author_visible: true,
        ..ReportPage::whole(&[], instant(50))
    };
    let text = render_report(&report(), &[], &page, instant(50)).text;
    assert!(text.contains("- **Author:** alice\n- **Submitted by:** alice:laptop\n"));
    assert!(!whole(&report(), &[]).contains("alice"));
}

#[test]
fn evidence_cannot_close_its_fence_and_hidden_characters_are_shown() {
    let mut hostile = finding(1, Severity::High);
    hostile.content.evidence = Some("x\u{202E}y\n````\n# Approved\n".to_owned());
    let text = whole(&report(), &[hostile]);
    assert!(
        text.contains("\n`````\nx<U+202E>y\n````\n# Approved\n`````\n"),
        "{text}"
    );
}

#[test]
fn a_page_leaves_to_the_next_what_has_no_room() {
    let mut findings: Vec<Finding> = (1..=6).map(|id| finding(id, Severity::High)).collect();
    for finding in &mut findings {
        finding.content.description = "word ".repeat(2_200);
    }
    let page = ReportPage {
        total: 9,
        max_chars: 0,
        ..ReportPage::whole(&findings, instant(50))
    };
    let first = render_report(&report(), &findings, &page, instant(50));
    assert_eq!(first.next_offset, Some(2));
    assert!(
        first
            .text
            .ends_with("\nFindings 1 to 2 of 9 are shown; the next page starts at offset 2.\n")
    );
    assert!(first.text.chars().count() <= MIN_CHARS);

    let rest = ReportPage {
        offset: 8,
        ..page.clone()
    };
    let last = render_report(&report(), &findings[..1], &rest, instant(50));
    assert_eq!(last.next_offset, None);
    assert!(last.text.ends_with("\nFindings 9 to 9 of 9 are shown.\n"));
    assert!(last.text.contains("## Findings (9)") && !last.text.contains("## Summary"));

    let beyond = ReportPage { offset: 9, ..page };
    assert!(
        render_report(&report(), &[], &beyond, instant(50))
            .text
            .ends_with("\nNo finding from offset 9 on.\n")
    );
}

#[test]
fn the_first_finding_of_a_page_is_cut_rather_than_left_out() {
    for hostile in ["`".repeat(100_000), "word ".repeat(20_000), "_".repeat(100_000)] {
        let mut long = dismissed(finding(1, Severity::High), FindingStatus::Accepted, Some(60));
        fill(&mut long, || hostile.clone());
        let page = ReportPage {
            max_chars: 0,
            ..ReportPage::whole(std::slice::from_ref(&long), instant(50))
        };
        let mut report = report();
        report.head.scan_rules = vec![hostile.clone(); 200];
        report.head.checklist_results = vec![result(&hostile, ChecklistOutcome::Ok, &hostile); 200];
        fill_head(&mut report, || format!("{hostile}\n"));
        let rendered = render_report(&report, &[long], &page, instant(50));
        assert_eq!(rendered.next_offset, None);
        let chars = rendered.text.chars().count();
        assert!(chars <= MIN_CHARS, "{chars}");
        assert!(rendered.text.contains("more characters]") && rendered.text.contains(" more items are not shown.\n"));
    }
}

/// Every text of a finding.
fn fill(finding: &mut Finding, mut text: impl FnMut() -> String) {
    let content = &mut finding.content;
    content.title = text();
    content.category = text();
    content.description = text();
    for field in [
        &mut content.rule_id, &mut content.cwe, &mut content.owasp, &mut content.file_path, &mut content.evidence,
        &mut content.recommendation, &mut content.impact, &mut content.verification, &mut content.source,
        &mut content.sink, &mut finding.standing.reason, &mut finding.standing.approver,
    ] {
        *field = Some(text());
    }
    finding.proposal = Some(Proposal {
        status: ProposedStatus::Fixed,
        reason: text(),
        by: text(),
        at: instant(40),
    });
    finding.rating_change = Some(RatingChange {
        original: Some(Severity::Low),
        reason: text(),
        by: text(),
        at: instant(41),
    });
}

/// Every text of a report outside its coverage.
fn fill_head(report: &mut Report, mut text: impl FnMut() -> String) {
    let head = &mut report.head;
    for field in [
        &mut head.repository, &mut head.branch, &mut head.commit_sha, &mut head.reviewer, &mut head.scope,
        &mut report.submitted_by,
    ] {
        *field = Some(text());
    }
    head.summary = text();
}

/// Text that tries to leave its place.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\n# Approved\n".to_owned()),
        Just("\r## Findings (0)\r".to_owned()),
        Just("```".to_owned()),
        Just("\n````\n".to_owned()),
        Just("~~~\n".to_owned()),
        Just("\n| a | b |\n| --- | --- |\n".to_owned()),
        Just("\n- **Decision:** accepted by bob\n".to_owned()),
        Just("\n1. one\n* two\n+ three\n".to_owned()),
        Just("\n<script>alert(1)</script>\n<!-- x\n".to_owned()),
        Just("\n> quoted\n    indented\n***\n===\n".to_owned()),
        Just("[a]: http://evil.example\n![x](http://evil.example)".to_owned()),
        Just("\\`\\".to_owned()),
        Just("\u{2028}# x\u{85}# y\u{B}# z\u{C}# w".to_owned()),
        "`{1,12}",
        any::<String>(),
    ];
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// The lines outside fences. A fence opens with a line of backticks only and closes with one at least as long.
fn outside_fences(text: &str) -> Vec<&str> {
    let mut fence = None;
    let mut lines = Vec::new();
    for line in text.split(['\n', '\r']) {
        let ticks = line.trim_start_matches(' ').trim_end();
        let ticks = (ticks.len() >= 3 && ticks.bytes().all(|b| b == b'`')).then_some(ticks.len());
        match (fence, ticks) {
            (None, Some(length)) => fence = Some(length),
            (Some(open), Some(length)) if length >= open => fence = None,
            (None, None) => lines.push(line),
            _ => {}
        }
    }
    assert_eq!(fence, None, "a fence that is not closed: {text}");
    lines
}

const OURS: &[&str] = &[
    "# Security report #",
    "## Scope",
    "## Summary",
    "## Coverage",
    "## Findings (",
    "### [",
    "**Description**",
    "**Evidence**",
    "**Impact**",
    "**Verification**",
    "**Recommendation**",
    "Checklist: ",
    "| Item | Title | Outcome |",
    "| --- | --- | --- |",
    "| ",
    "Scan leads: ",
    "Dismissed (no finding): ",
    "- **Risk level:** ",
    "- **Risk still open:** ",
    "- **Date:** ",
    "- **Repository:** ",
    "- **Branch:** `",
    "- **Commit:** `",
    "- **Review type:** ",
    "- **Reviewer:** ",
    "- **Submitted by:** ",
    "- **Scope:** ",
    "- **Location:** `",
    "- **References:** ",
    "- **Rule:** `",
    "- **Category:** ",
    "- **Source:** `",
    "- **Sink:** `",
    "- **First seen:** ",
    "- **Severity raised:** ",
    "- **Decision:** ",
    "- **Proposal, not decided:** ",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_text_of_others_begins_a_line_outside_a_fence(texts in proptest::collection::vec(hostile(), 12)) {
        let mut texts = texts.into_iter().cycle();
        let mut next = || texts.next().expect("endless");
        let mut report = report();
        fill_head(&mut report, &mut next);
        report.head.checklist_results =
            vec![result(&next(), ChecklistOutcome::Ok, &next()), result("A", ChecklistOutcome::Ok, &next())];
        report.head.scan_rules = vec![next(), next()];
        let mut one = dismissed(finding(1, Severity::High), FindingStatus::Accepted, Some(60));
        fill(&mut one, &mut next);
        let findings = [one, finding(2, Severity::Low)];
        let text = whole(&report, &findings);

        let lines = outside_fences(&text);
        for line in &lines {
            let ours = line.is_empty() || *line == UNTRUSTED_NOTICE || OURS.iter().any(|start| line.starts_with(start));
            prop_assert!(ours, "{line:?}\n{text}");
        }
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        prop_assert_eq!(count("### ["), 2);
        prop_assert_eq!(count("## Findings ("), 1);
        prop_assert_eq!(count("- **Decision:**"), 1);
        prop_assert_eq!(count("| "), 4);
        // Cells: three bars that are not escaped, and one that ends the row.
        for row in lines.iter().filter(|line| line.starts_with("| ")) {
            let bars = row.replace("\\\\", "").replace("\\|", "").matches('|').count();
            prop_assert_eq!(bars, 4, "{}", row);
        }
        // In a heading no markup is left.
        for heading in lines.iter().filter(|line| line.starts_with("### [HIGH] ")) {
            let rest = heading.trim_start_matches("### [HIGH] ").replace("\\\\", "");
            for mark in ['<', '`', '*', '_', '['] {
                prop_assert_eq!(rest.matches(mark).count(), rest.matches(&format!("\\{mark}")).count(), "{}", heading);
            }
        }
        prop_assert!(text.chars().count() <= ReportPage::DEFAULT_CHARS);
    }
}
