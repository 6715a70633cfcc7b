//! Findings and reports for the tests of this crate.

use rating::Severity;

use crate::{Finding, FindingContent, FindingStatus, ProjectName, Report, ReportHead, ReviewType, Standing, Timestamp};

/// The first instant of a day counted from the epoch.
pub(crate) fn instant(day: i64) -> Timestamp {
    Timestamp::of_day(day)
}

/// A name that is canonical already.
pub(crate) fn name(project: &str) -> ProjectName {
    ProjectName::parse(project).expect("a name")
}

/// An open finding, first seen on day 10.
pub(crate) fn finding(id: i64, severity: Severity) -> Finding {
    Finding {
        id,
        report_id: 12,
        issue_id: id,
        content: FindingContent {
            title: "SQL injection in login".to_owned(),
            severity,
            rule_id: Some("PY-004".to_owned()),
            category: "code".to_owned(),
            cwe: Some("CWE-89".to_owned()),
            owasp: Some("A03:2021".to_owned()),
            file_path: Some("src/app.py".to_owned()),
            line_start: Some(10),
            line_end: Some(12),
            description: "The name of the user is part of the statement.".to_owned(),
            evidence: Some("cursor.execute(\"... \" + user)".to_owned()),
            recommendation: Some("Use bound parameters".to_owned()),
            confidence: None,
            impact: None,
            verification: None,
            source: None,
            sink: None,
        },
        severity,
        version: 1,
        standing: Standing::OPEN,
        proposal: None,
        rating_change: None,
        fingerprint_v1: "c0ce439e93ac1e7524c0b4ea666a8306".to_owned(),
        fingerprint: "0123456789abcdef0123456789abcdef".to_owned(),
        superseded_by: None,
        first_seen_at: instant(10),
    }
}

/// The finding after a decision of `bob` that may have an end.
pub(crate) fn dismissed(mut finding: Finding, status: FindingStatus, end: Option<i64>) -> Finding {
    finding.standing = Standing {
        status,
        changed_at: Some(instant(20)),
        reason: Some("Only reachable from the admin network".to_owned()),
        approver: Some("bob".to_owned()),
        expires_at: end.map(instant),
        decided_severity: Some(finding.severity),
    };
    finding
}

/// Report 12 of `my-repo`.
pub(crate) fn report() -> Report {
    Report {
        id: 12,
        head: ReportHead {
            project: name("my-repo"),
            repository: Some("https://example.com/owner/my_repo.git".to_owned()),
            branch: Some("main".to_owned()),
            commit_sha: Some("0123abc".to_owned()),
            reviewer: Some("agent".to_owned()),
            author: Some("alice".to_owned()),
            scope: Some("src/".to_owned()),
            review_type: Some(ReviewType::SecurityReview),
            summary: "Two findings.".to_owned(),
            checklist_results: Vec::new(),
            scan_rules: Vec::new(),
        },
        risk_level: Severity::High,
        created_at: instant(30),
        submitted_by: Some("alice:laptop".to_owned()),
    }
}
