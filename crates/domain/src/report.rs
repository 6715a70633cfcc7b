//! A report and its findings, as they are stored.

use rating::{Confidence, Severity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ChecklistOutcome, FindingStatus, ProjectName, ProposedStatus, ReviewType, Timestamp};

/// A stored review. Immutable, except that an escalation may raise `risk_level`.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Number of the report.
    pub id: i64,
    /// Everything the reviewer said about the review.
    pub head: ReportHead,
    /// The highest severity of its findings when it was saved, or more; never lowered.
    pub risk_level: Severity,
    /// When it was saved.
    pub created_at: Timestamp,
    /// Label of the token that saved it; none over stdio.
    pub submitted_by: Option<String>,
}

/// What is known of a report before it is stored. The texts are checked, masked and bounded.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportHead {
    /// Canonical name of the project.
    pub project: ProjectName,
    /// Address or path of the repository.
    pub repository: Option<String>,
    /// Branch.
    pub branch: Option<String>,
    /// Commit.
    pub commit_sha: Option<String>,
    /// Agent or person who reviewed.
    pub reviewer: Option<String>,
    /// Developer of the code.
    pub author: Option<String>,
    /// What was read.
    pub scope: Option<String>,
    /// The kind of review.
    pub review_type: Option<ReviewType>,
    /// What came out of it.
    pub summary: String,
    /// What became of each checklist item, in order.
    pub checklist_results: Vec<ChecklistResult>,
    /// Rules whose leads were looked at, sorted.
    pub scan_rules: Vec<String>,
}

/// What became of one checklist item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChecklistResult {
    /// Id of the item.
    pub item_id: String,
    /// What became of it.
    pub outcome: ChecklistOutcome,
    /// Title of the item, from the checklist.
    pub title: String,
    /// Checklist it belongs to.
    pub domain: String,
}

/// What a reviewer says of one finding. The texts are checked, masked and bounded.
#[derive(Debug, Clone, PartialEq)]
pub struct FindingContent {
    /// What is wrong, in one line.
    pub title: String,
    /// As reported.
    pub severity: Severity,
    /// Rule, checklist item or advisory.
    pub rule_id: Option<String>,
    /// Kind of thing, `code` by default.
    pub category: String,
    /// Weakness, `CWE-` and digits.
    pub cwe: Option<String>,
    /// OWASP category.
    pub owasp: Option<String>,
    /// Path, as given.
    pub file_path: Option<String>,
    /// First line, from 1.
    pub line_start: Option<u32>,
    /// Last line, not before the first.
    pub line_end: Option<u32>,
    /// What goes wrong.
    pub description: String,
    /// The lines that show it.
    pub evidence: Option<String>,
    /// What to do instead.
    pub recommendation: Option<String>,
    /// How sure the reviewer is.
    pub confidence: Option<Confidence>,
    /// What an attacker gains.
    pub impact: Option<String>,
    /// How it was verified.
    pub verification: Option<String>,
    /// Where the untrusted value enters.
    pub source: Option<String>,
    /// Where it does harm.
    pub sink: Option<String>,
}

/// One sighting of an issue in one report.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Number of the finding.
    pub id: i64,
    /// Report it belongs to.
    pub report_id: i64,
    /// The issue it is a sighting of: the number of its first sighting.
    pub issue_id: i64,
    /// What the reviewer said. `content.severity` is the severity as reported.
    pub content: FindingContent,
    /// The severity that counts: as reported, or raised by a person.
    pub severity: Severity,
    /// 1 when it is stored, one more with every decision, proposal, rejection or change of severity.
    pub version: i64,
    /// Where it stands.
    pub standing: Standing,
    /// Status suggested by an agent; without effect until a person decides.
    pub proposal: Option<Proposal>,
    /// The last change of severity by a person.
    pub rating_change: Option<RatingChange>,
    /// Identity of the issue, version 1 (continuity with other tools).
    pub fingerprint_v1: String,
    /// Identity of the issue, version 2: what sightings are paired by.
    pub fingerprint: String,
    /// The current sighting that took its place.
    pub superseded_by: Option<i64>,
    /// First sighting since the issue was last fixed.
    pub first_seen_at: Timestamp,
}

/// The stored status and the decision behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// As stored; see [`Standing::effective`].
    pub status: FindingStatus,
    /// Last change of the *effective* status by a decision.
    pub changed_at: Option<Timestamp>,
    /// Why.
    pub reason: Option<String>,
    /// Who decided.
    pub approver: Option<String>,
    /// End of an acceptance or a false positive.
    pub expires_at: Option<Timestamp>,
    /// Severity of the finding when it was accepted or called a false positive: what was decided.
    pub decided_severity: Option<Severity>,
}

impl Standing {
    /// Open, without a decision.
    pub const OPEN: Standing = Standing {
        status: FindingStatus::Open,
        changed_at: None,
        reason: None,
        approver: None,
        expires_at: None,
        decided_severity: None,
    };

    /// The status that counts at `now`: an acceptance or a false positive whose end has come is open.
    pub fn effective(&self, now: Timestamp) -> FindingStatus {
        match self.expires_at {
            Some(end) if self.status.is_dismissed() && end <= now => FindingStatus::Open,
            _ => self.status,
        }
    }
}

/// A status suggested by an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Which.
    pub status: ProposedStatus,
    /// Why, masked.
    pub reason: String,
    /// Label of the token, `stdio`, or `auto`.
    pub by: String,
    /// When.
    pub at: Timestamp,
}

/// A change of severity by a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingChange {
    /// The severity as reported, while it is raised; none after the change was undone.
    pub original: Option<Severity>,
    /// Why, masked.
    pub reason: String,
    /// Who.
    pub by: String,
    /// When.
    pub at: Timestamp,
}

impl Finding {
    /// Whether this is the newest sighting of its issue.
    pub fn is_current(&self) -> bool {
        self.superseded_by.is_none()
    }

    /// The status that counts at `now`.
    pub fn effective_status(&self, now: Timestamp) -> FindingStatus {
        self.standing.effective(now)
    }
}
