//! Between rows and values of the domain.

use std::str::FromStr;

use domain::triage::Comment;
use domain::{
    BySeverity, Finding, FindingContent, ProjectName, Proposal, RatingChange, Report, ReportHead, Severity, Standing,
    StatusEvent, Timestamp,
};
use sea_orm::ActiveValue::{NotSet, Set};

use crate::Error;
use crate::entity::{comment, finding, report, status_event};

/// The number a severity is stored as: it sorts and groups the same on both engines.
pub(crate) fn rank(severity: Severity) -> i16 {
    match severity {
        Severity::Info => 0,
        Severity::Low => 1,
        Severity::Medium => 2,
        Severity::High => 3,
        Severity::Critical => 4,
    }
}

/// The severity of a stored number.
pub(crate) fn severity(rank: i16) -> Result<Severity, Error> {
    Ok(match rank {
        0 => Severity::Info,
        1 => Severity::Low,
        2 => Severity::Medium,
        3 => Severity::High,
        4 => Severity::Critical,
        _ => return Err(Error::unreadable("severity")),
    })
}

pub(crate) fn severity_or_none(rank: Option<i16>) -> Result<Option<Severity>, Error> {
    rank.map(severity).transpose()
}

/// A stored word.
pub(crate) fn word<T: FromStr>(text: &str) -> Result<T, Error> {
    text.parse()
        .map_err(|_| Error::unreadable(format_args!("unknown {}", std::any::type_name::<T>())))
}

pub(crate) fn word_or_none<T: FromStr>(text: Option<&str>) -> Result<Option<T>, Error> {
    text.map(word).transpose()
}

pub(crate) fn project_name(text: &str) -> Result<ProjectName, Error> {
    word(text)
}

pub(crate) fn time(micros: i64) -> Timestamp {
    Timestamp::from_micros(micros)
}

pub(crate) fn count(number: i64) -> Result<usize, Error> {
    usize::try_from(number).map_err(|_| Error::unreadable("count"))
}

fn line(number: Option<i64>) -> Result<Option<u32>, Error> {
    number
        .map(u32::try_from)
        .transpose()
        .map_err(|_| Error::unreadable("line"))
}

/// A report of a project.
pub(crate) fn report(row: report::Model, project: ProjectName) -> Result<Report, Error> {
    let json = || Error::unreadable("coverage");
    Ok(Report {
        id: row.id,
        head: ReportHead {
            project,
            repository: row.repository,
            branch: row.branch,
            commit_sha: row.commit_sha,
            reviewer: row.reviewer,
            author: row.author,
            scope: row.scope,
            review_type: word_or_none(row.review_type.as_deref())?,
            summary: row.summary,
            checklist_results: serde_json::from_str(&row.checklist_results).map_err(|_| json())?,
            scan_rules: serde_json::from_str(&row.scan_rules).map_err(|_| json())?,
        },
        risk_level: severity(row.risk_rank)?,
        created_at: time(row.created_at),
        submitted_by: row.submitted_by,
    })
}

/// A finding.
pub(crate) fn finding(row: finding::Model) -> Result<Finding, Error> {
    let proposal = match (row.proposed_status, row.proposed_at) {
        (Some(status), Some(at)) => Some(Proposal {
            status: word(&status)?,
            reason: row.proposed_reason.unwrap_or_default(),
            by: row.proposed_by.unwrap_or_default(),
            at: time(at),
        }),
        _ => None,
    };
    let rating_change = match row.severity_changed_at {
        Some(at) => Some(RatingChange {
            original: severity_or_none(row.original_rank)?,
            reason: row.severity_reason.unwrap_or_default(),
            by: row.severity_changed_by.unwrap_or_default(),
            at: time(at),
        }),
        None => None,
    };
    Ok(Finding {
        id: row.id,
        report_id: row.report_id,
        issue_id: row.issue_id,
        content: FindingContent {
            title: row.title,
            severity: severity(row.reported_rank)?,
            rule_id: row.rule_id,
            category: row.category,
            cwe: row.cwe,
            owasp: row.owasp,
            file_path: row.file_path,
            line_start: line(row.line_start)?,
            line_end: line(row.line_end)?,
            description: row.description,
            evidence: row.evidence,
            recommendation: row.recommendation,
            confidence: word_or_none(row.confidence.as_deref())?,
            impact: row.impact,
            verification: row.verification,
            source: row.source,
            sink: row.sink,
        },
        severity: severity(row.severity_rank)?,
        version: row.version,
        standing: Standing {
            status: word(&row.status)?,
            changed_at: row.status_changed_at.map(time),
            reason: row.status_reason,
            approver: row.status_approver,
            expires_at: row.status_expires_at.map(time),
            decided_severity: severity_or_none(row.decided_rank)?,
        },
        proposal,
        rating_change,
        fingerprint_v1: row.fingerprint_v1,
        fingerprint: row.fingerprint,
        superseded_by: row.superseded_by,
        first_seen_at: time(row.first_seen_at),
    })
}

/// Adds to the count of one severity.
pub(crate) fn add(counts: &mut BySeverity, severity: Severity, number: usize) {
    match severity {
        Severity::Critical => counts.critical += number,
        Severity::High => counts.high += number,
        Severity::Medium => counts.medium += number,
        Severity::Low => counts.low += number,
        Severity::Info => counts.info += number,
    }
}

/// Whose step an event is.
pub(crate) struct EventOf {
    pub(crate) project_id: i64,
    pub(crate) issue_id: i64,
    pub(crate) finding_id: i64,
    pub(crate) report_id: Option<i64>,
}

pub(crate) fn event(of: &EventOf, event: &StatusEvent, now: Timestamp) -> status_event::ActiveModel {
    status_event::ActiveModel {
        id: NotSet,
        project_id: Set(of.project_id),
        issue_id: Set(of.issue_id),
        finding_id: Set(of.finding_id),
        report_id: Set(of.report_id),
        at: Set(event.at.as_micros()),
        day: Set(i32::try_from(event.at.day()).unwrap_or(i32::MAX)),
        kind: Set(event.kind.as_str().to_owned()),
        before_rank: Set(event.open_before.map(rank)),
        after_rank: Set(event.open_after.map(rank)),
        opened_at: Set(event.opened_at.as_micros()),
        actor: Set(event.actor.clone()),
        recorded_at: Set(now.as_micros()),
    }
}

pub(crate) fn comment(finding_id: i64, written: &Comment, now: Timestamp) -> comment::ActiveModel {
    comment::ActiveModel {
        id: NotSet,
        finding_id: Set(finding_id),
        author: Set(written.author.clone()),
        body: Set(written.body.clone()),
        created_at: Set(now.as_micros()),
    }
}
