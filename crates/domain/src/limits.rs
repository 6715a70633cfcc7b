use rating::Severity;

/// Bounds on what the platform takes in, and the rules of acceptance. All "chars" are Unicode scalar values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Each long text: summary, scope, description, evidence, recommendation (`SECREVIEW_MAX_CONTENT_CHARS`).
    pub content_chars: usize,
    /// Findings of one report (`SECREVIEW_MAX_FINDINGS_PER_REPORT`).
    pub findings_per_report: usize,
    /// Caps the length of every list (`SECREVIEW_MAX_LIST_LIMIT`).
    pub list: usize,
    /// How far away the end of an acceptance or a false positive may lie, in days (`SECREVIEW_MAX_DISMISSAL_DAYS`).
    pub dismissal_days: i64,
    /// Whether a formal acceptance may have no end (`SECREVIEW_PERMANENT_ACCEPTANCE_ENABLED`).
    pub permanent_acceptance: bool,
    /// From this severity on, an acceptance is formal: with a reason. `None`: always
    /// (`SECREVIEW_RISK_ACCEPTANCE_MIN_SEVERITY`).
    pub formal_acceptance: Option<Severity>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            content_chars: 200_000,
            findings_per_report: 500,
            list: 100,
            dismissal_days: 365,
            permanent_acceptance: true,
            formal_acceptance: Some(Severity::Medium),
        }
    }
}
