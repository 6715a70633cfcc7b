//! How the backlog of a project moves: what came in, what went out, what is open at the end of each period.
//!
//! Everything is computed from the append-only history ([`crate::StatusEvent`]), counted per UTC day, so an issue that was
//! fixed and came back is new once, fixed once and reopened once, and no later change rewrites an earlier period. For each
//! period and in total, `new + reopened - fixed - dismissed - merged` is the change of `open_total`.

mod compute;
mod markdown;
mod window;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use rating::{BySeverity, Severity};
use schemars::JsonSchema;
use serde::Serialize;
use untrusted_text::SafeText;

pub use compute::trend;
pub use window::{MAX_DAYS, MAX_PERIODS, Period, Window};

use crate::{EventKind, Granularity, ProjectName, Timestamp};

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrendQuery {
    /// The project.
    pub project: ProjectName,
    /// How far back, 1 to [`MAX_DAYS`] days.
    pub days: i64,
    /// Width of the periods.
    pub granularity: Granularity,
}

/// Steps of one day, of one kind and effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailyEvents {
    /// Days since the epoch.
    pub day: i64,
    /// What happened.
    pub kind: EventKind,
    /// Severity while open, before.
    pub before: Option<Severity>,
    /// Severity while open, after.
    pub after: Option<Severity>,
    /// How many such steps.
    pub count: u64,
}

/// Reports of one day and risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailyReports {
    /// Days since the epoch.
    pub day: i64,
    /// Risk of the reports as stored.
    pub risk_level: Severity,
    /// How many.
    pub count: u64,
}

/// Current, effectively open findings of one severity and weakness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenGroup {
    /// The severity that counts.
    pub severity: Severity,
    /// Weakness.
    pub cwe: Option<String>,
    /// How many.
    pub count: u64,
    /// The earliest first sighting among them.
    pub oldest: Timestamp,
}

/// Fixes that took the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FixTime {
    /// Severity the issue was open with.
    pub severity: Severity,
    /// From the first sighting to the fix, in minutes.
    pub minutes: i64,
    /// How many.
    pub count: u64,
}

/// What is stored, added up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TrendFacts {
    /// The whole history of the project up to now. Steps before [`Window::first_day`] may be added up into one earlier day.
    /// An acceptance or a false positive whose end has come without a step written yet counts as an `expired` step on the
    /// day of its end.
    pub events: Vec<DailyEvents>,
    /// All reports of the project.
    pub reports: Vec<DailyReports>,
    /// What is open now.
    pub open: Vec<OpenGroup>,
    /// Fixes at or after [`Window::start`].
    pub fix_times: Vec<FixTime>,
}

/// Where the risk goes, from the last two periods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// More than 10 % less risk.
    Improving,
    /// More than 10 % more risk.
    Worsening,
    /// Neither.
    Stable,
    /// There is one period only.
    InsufficientData,
}

/// How the backlog moved.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Trend {
    /// Canonical name of the project.
    pub project: ProjectName,
    /// Days asked for.
    pub window_days: i64,
    /// Width of the periods.
    pub granularity: Granularity,
    /// Now.
    pub generated_at: Timestamp,
    /// Where the risk goes.
    pub direction: Direction,
    /// The whole window.
    pub summary: Summary,
    /// The periods, the oldest first. The first may begin before the window.
    pub periods: Vec<PeriodTrend>,
    /// What to know when reading the numbers.
    pub notes: Vec<String>,
    /// What an open finding of each severity adds to a risk score.
    pub risk_score_weights: BySeverity,
}

/// The whole window. Totals are the sums over the periods.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Summary {
    /// Reports of the project, ever.
    pub reports_total: u64,
    /// Reports in the periods.
    pub reports_in_window: u64,
    /// Issues seen for the first time.
    pub new_findings: u64,
    /// Issues that are open again, after a fix, a decision or its end.
    pub reopened_total: u64,
    /// Open issues that were fixed.
    pub fixed_findings: u64,
    /// Open issues that were accepted or called false positives.
    pub dismissed_findings: u64,
    /// Open issues that went into another issue of the same fingerprint.
    pub merged_total: u64,
    /// What is open now.
    pub open_now: BySeverity,
    /// How many that is.
    pub open_now_total: u64,
    /// Risk score of what is open now.
    pub risk_score_now: u64,
    /// Age of the oldest open finding, in days, for each severity that is open.
    pub oldest_open_days: PerSeverity<f64>,
    /// The weaknesses of most open findings, at most 5, the most frequent first.
    pub top_open_cwes: Vec<CweCount>,
    /// Time from first sighting to fix, for each severity with a fix in the periods.
    pub mttr_days: PerSeverity<TimeToFix>,
}

/// A value for each severity that has one, the worst first.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PerSeverity<T> {
    /// Of critical findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub critical: Option<T>,
    /// Of high findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<T>,
    /// Of medium findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub medium: Option<T>,
    /// Of low findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<T>,
    /// Of informational findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub info: Option<T>,
}

impl<T> PerSeverity<T> {
    /// From a function that may have a value for a severity.
    pub fn from_fn(mut value: impl FnMut(Severity) -> Option<T>) -> Self {
        Self {
            critical: value(Severity::Critical),
            high: value(Severity::High),
            medium: value(Severity::Medium),
            low: value(Severity::Low),
            info: value(Severity::Info),
        }
    }

    /// The values there are, the worst severity first.
    pub fn iter(&self) -> impl Iterator<Item = (Severity, &T)> {
        let values = [&self.critical, &self.high, &self.medium, &self.low, &self.info];
        let pairs = Severity::WORST_FIRST.into_iter().zip(values);
        pairs.filter_map(|(severity, value)| Some((severity, value.as_ref()?)))
    }
}

/// Open findings of one weakness.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CweCount {
    /// The weakness, or `unknown`.
    #[schemars(with = "String")]
    pub cwe: SafeText,
    /// Open findings.
    pub count: u64,
}

/// Time from first sighting to fix. A fix before the sighting counts as 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct TimeToFix {
    /// Fixes.
    pub count: u64,
    /// Mean, in days, to one decimal.
    pub mean_days: f64,
    /// Median, in days, to one decimal.
    pub median_days: f64,
}

/// One period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PeriodTrend {
    /// First day, or the month.
    pub period: String,
    /// Reports saved.
    pub reports: u64,
    /// The highest risk among them.
    pub worst_report_risk: Option<Severity>,
    /// Issues seen for the first time, by severity.
    pub new: BySeverity,
    /// How many that is.
    pub new_total: u64,
    /// Issues that are open again, after a fix, a decision or its end.
    pub reopened_total: u64,
    /// Open issues that were fixed.
    pub fixed_total: u64,
    /// Open issues that were accepted or called false positives.
    pub dismissed_total: u64,
    /// Open issues that went into another issue of the same fingerprint.
    pub merged_total: u64,
    /// What was open at the end, or is now.
    pub open_at_end: BySeverity,
    /// How many that is.
    pub open_total: u64,
    /// Risk score of what was open at the end.
    pub risk_score: u64,
    /// Whether the period is not over.
    pub partial: bool,
}
