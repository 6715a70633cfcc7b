//! Findings for the tests of this crate.

use rating::Severity;

use crate::{
    CheckedReport, Finding, FindingContent, FindingStatus, ProjectName, ReportHead, Standing, Timestamp, fingerprint,
};

/// 2026-03-18 at noon.
pub(crate) const NOON: i64 = 1_773_835_200_000_000;

pub(crate) fn noon() -> Timestamp {
    Timestamp::from_micros(NOON)
}

pub(crate) fn project() -> ProjectName {
    ProjectName::parse("my-repo").expect("a name")
}

/// A finding of medium severity at a line.
pub(crate) fn content(line: Option<u32>) -> FindingContent {
    FindingContent {
        title: "SQL injection in login".to_owned(),
        severity: Severity::Medium,
        rule_id: None,
        category: "code".to_owned(),
        cwe: None,
        owasp: None,
        file_path: Some("src/app.py".to_owned()),
        line_start: line,
        line_end: line,
        description: "The name is put into the query".to_owned(),
        evidence: None,
        recommendation: None,
        confidence: None,
        impact: None,
        verification: None,
        source: None,
        sink: None,
    }
}

pub(crate) fn with_evidence(line: Option<u32>, evidence: &str) -> FindingContent {
    FindingContent {
        evidence: Some(evidence.to_owned()),
        ..content(line)
    }
}

/// A stored finding, open, its own issue, first seen ten days before noon.
pub(crate) fn stored(id: i64, content: FindingContent) -> Finding {
    Finding {
        id,
        report_id: 1,
        issue_id: id,
        severity: content.severity,
        version: 1,
        standing: Standing::OPEN,
        proposal: None,
        rating_change: None,
        fingerprint_v1: fingerprint::v1(&project(), &content),
        fingerprint: fingerprint::v2(&project(), &content),
        superseded_by: None,
        first_seen_at: noon().plus_days(-10),
        content,
    }
}

/// The same with a status decided five days before noon, at its severity, to end so many days after noon.
pub(crate) fn decided(finding: Finding, status: FindingStatus, days: Option<i64>) -> Finding {
    let standing = Standing {
        status,
        changed_at: Some(noon().plus_days(-5)),
        reason: Some("Only reachable from the admin network".to_owned()),
        approver: Some("bob".to_owned()),
        expires_at: days.map(|days| noon().plus_days(days)),
        decided_severity: status.is_dismissed().then_some(finding.severity),
    };
    Finding { standing, ..finding }
}

pub(crate) fn accepted(id: i64, line: Option<u32>) -> Finding {
    decided(stored(id, content(line)), FindingStatus::Accepted, None)
}

pub(crate) fn report(findings: Vec<FindingContent>) -> CheckedReport {
    CheckedReport {
        head: ReportHead {
            project: project(),
            repository: None,
            branch: None,
            commit_sha: None,
            reviewer: None,
            author: None,
            scope: None,
            review_type: None,
            summary: "Looked at the login".to_owned(),
            checklist_results: Vec::new(),
            scan_rules: Vec::new(),
        },
        findings,
        declared_risk: None,
        idempotency_key: None,
        content_digest: String::new(),
        warnings: Vec::new(),
        not_covered: Vec::new(),
    }
}
