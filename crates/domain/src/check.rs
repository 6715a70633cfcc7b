use rating::Severity;

use crate::{FindingContent, ReportHead};

/// A report that keeps every rule of a draft, its texts masked and bounded.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedReport {
    /// What the reviewer said about the review.
    pub head: ReportHead,
    /// The findings, in the order they were given.
    pub findings: Vec<FindingContent>,
    /// Can only raise the risk that follows from the findings.
    pub declared_risk: Option<Severity>,
    /// A key of the caller's choice.
    pub idempotency_key: Option<String>,
    /// SHA-256 over everything, in hexadecimal.
    pub content_digest: String,
    /// What the reviewer should know.
    pub warnings: Vec<String>,
    /// Checklist items without a result.
    pub not_covered: Vec<String>,
}
