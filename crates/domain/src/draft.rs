//! What a caller sends to be saved: the words of an agent or a client, before any rule has looked at them.

use std::collections::BTreeMap;

use rating::{Confidence, Severity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ChecklistOutcome, ReviewType};

/// A report to be saved.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReportDraft {
    /// Name of the project, usually the repository; brought to its canonical form.
    #[schemars(length(min = 1, max = 1000))]
    pub project: String,
    /// What was reviewed and what came out of it.
    #[schemars(length(min = 3))]
    pub summary: String,
    /// The findings; empty when nothing was found.
    pub findings: Vec<FindingDraft>,
    /// Address or path of the repository.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub repository: Option<String>,
    /// Branch that was reviewed.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub branch: Option<String>,
    /// Commit that was reviewed.
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub commit_sha: Option<String>,
    /// Agent or person who reviewed.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub reviewer: Option<String>,
    /// What was read and what was not.
    #[serde(default)]
    pub scope: Option<String>,
    /// Can only raise the risk that follows from the findings.
    #[serde(default)]
    pub risk_level: Option<Severity>,
    /// The kind of review.
    #[serde(default)]
    pub review_type: Option<ReviewType>,
    /// Developer of the code; ignored when the credential belongs to a user.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub author: Option<String>,
    /// Every item of a checklist that was walked through, with its outcome.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub checklist_results: Option<Vec<ChecklistClaim>>,
    /// Id of every rule whose leads were looked at, confirmed or dismissed.
    #[serde(default)]
    #[schemars(length(max = 500), inner(length(max = 60)))]
    pub scan_rules: Option<Vec<String>>,
    /// A key of the caller's choice: saving again with the same key and project returns the first report.
    #[serde(default)]
    #[schemars(length(min = 8, max = 100))]
    pub idempotency_key: Option<String>,
}

/// One finding to be saved.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct FindingDraft {
    /// What is wrong, in one line. Part of the identity of the issue: keep it stable from one review to the next.
    #[schemars(length(min = 3, max = 200))]
    pub title: String,
    /// How bad it is in this context.
    pub severity: Severity,
    /// What goes wrong, how it is reached, what it leads to.
    #[schemars(length(min = 3))]
    pub description: String,
    /// Rule, checklist item or advisory it comes from.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub rule_id: Option<String>,
    /// `code`, `configuration`, `dependency`, `secret`, `api`, `infrastructure` or another word.
    #[serde(default)]
    #[schemars(length(max = 50))]
    pub category: Option<String>,
    /// Weakness, such as `CWE-89` or `89`.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub cwe: Option<String>,
    /// OWASP category, such as `A03:2021`.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub owasp: Option<String>,
    /// Path of the file in the repository; a label, never opened.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub file_path: Option<String>,
    /// First line, from 1.
    #[serde(default)]
    #[schemars(range(min = 1, max = 2_147_483_647))]
    pub line_start: Option<u32>,
    /// Last line.
    #[serde(default)]
    #[schemars(range(min = 1, max = 2_147_483_647))]
    pub line_end: Option<u32>,
    /// The lines that show it; real secrets masked.
    #[serde(default)]
    pub evidence: Option<String>,
    /// What to do instead.
    #[serde(default)]
    pub recommendation: Option<String>,
    /// How sure the reviewer is.
    #[serde(default)]
    pub confidence: Option<Confidence>,
    /// What an attacker gains.
    #[serde(default)]
    pub impact: Option<String>,
    /// How it was verified.
    #[serde(default)]
    pub verification: Option<String>,
    /// Where the untrusted value enters.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub source: Option<String>,
    /// Where it does harm.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub sink: Option<String>,
    /// Keys that a finding does not have, such as `status`: ignored, with a warning.
    #[serde(flatten, skip_serializing)]
    #[schemars(skip)]
    pub unknown: BTreeMap<String, serde::de::IgnoredAny>,
}

/// What became of one checklist item, in the words of the reviewer.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ChecklistClaim {
    /// Id of the item, such as `PY-01`.
    #[schemars(length(min = 1, max = 60))]
    pub item_id: String,
    /// `ok`, `issue`, `not_applicable` or `not_verifiable`.
    pub outcome: ChecklistOutcome,
}
