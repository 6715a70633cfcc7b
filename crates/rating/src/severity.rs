use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::UnknownValue;

/// How bad it is if the finding is true. Ordered: `Info < Low < Medium < High < Critical`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; never blocks by default.
    Info,
    /// Hardening, or hard to exploit.
    Low,
    /// Exploitable under conditions.
    Medium,
    /// Exploitable, serious effect.
    High,
    /// Exploitable now, with full loss of what is protected.
    Critical,
}

impl Severity {
    /// All severities, the worst first: the order of every severity map and listing.
    pub const WORST_FIRST: [Severity; 5] = [
        Severity::Critical,
        Severity::High,
        Severity::Medium,
        Severity::Low,
        Severity::Info,
    ];

    /// The word used in files, options and answers.
    pub const fn as_str(self) -> &'static str {
        match self {
            Severity::Critical => "critical",
            Severity::High => "high",
            Severity::Medium => "medium",
            Severity::Low => "low",
            Severity::Info => "info",
        }
    }

    /// The `security-severity` score that code-scanning services read in SARIF properties.
    pub const fn sarif_score(self) -> &'static str {
        match self {
            Severity::Critical => "9.5",
            Severity::High => "8.0",
            Severity::Medium => "5.5",
            Severity::Low => "3.0",
            Severity::Info => "0.1",
        }
    }

    /// The SARIF 2.1.0 level.
    pub const fn sarif_level(self) -> &'static str {
        match self {
            Severity::Critical | Severity::High => "error",
            Severity::Medium => "warning",
            Severity::Low | Severity::Info => "note",
        }
    }

    /// One step down, `Info` staying where it is.
    pub const fn lowered(self) -> Severity {
        match self {
            Severity::Critical => Severity::High,
            Severity::High => Severity::Medium,
            Severity::Medium => Severity::Low,
            Severity::Low | Severity::Info => Severity::Info,
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Severity {
    type Err = UnknownValue;

    /// Reads the word in any case, blanks around it ignored.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = text.trim();
        Self::WORST_FIRST
            .into_iter()
            .find(|s| s.as_str().eq_ignore_ascii_case(wanted))
            .ok_or_else(|| UnknownValue {
                what: "severity",
                given: text.to_owned(),
                allowed: "critical, high, medium, low, info",
            })
    }
}

/// One count per severity; serialised with all five keys, the worst first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BySeverity {
    /// Number of critical ones.
    pub critical: usize,
    /// Number of high ones.
    pub high: usize,
    /// Number of medium ones.
    pub medium: usize,
    /// Number of low ones.
    pub low: usize,
    /// Number of informational ones.
    pub info: usize,
}

impl BySeverity {
    /// Counts the severities of an iterator.
    pub fn count(severities: impl IntoIterator<Item = Severity>) -> Self {
        let mut counts = Self::default();
        for severity in severities {
            *counts.get_mut(severity) += 1;
        }
        counts
    }

    /// The count of one severity.
    pub fn get(&self, severity: Severity) -> usize {
        match severity {
            Severity::Critical => self.critical,
            Severity::High => self.high,
            Severity::Medium => self.medium,
            Severity::Low => self.low,
            Severity::Info => self.info,
        }
    }

    fn get_mut(&mut self, severity: Severity) -> &mut usize {
        match severity {
            Severity::Critical => &mut self.critical,
            Severity::High => &mut self.high,
            Severity::Medium => &mut self.medium,
            Severity::Low => &mut self.low,
            Severity::Info => &mut self.info,
        }
    }

    /// How many are at or above `floor`.
    pub fn at_least(&self, floor: Severity) -> usize {
        Severity::WORST_FIRST
            .into_iter()
            .filter(|s| *s >= floor)
            .map(|s| self.get(s))
            .sum()
    }

    /// How many in all.
    pub fn total(&self) -> usize {
        self.at_least(Severity::Info)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn severities_are_ordered_from_info_to_critical() {
        assert!(Severity::Critical > Severity::High && Severity::Low > Severity::Info);
    }

    #[test]
    fn a_severity_is_read_in_any_case_and_an_unknown_one_lists_the_words() {
        assert_eq!(" HIGH ".parse(), Ok(Severity::High));
        let error = "urgent".parse::<Severity>().unwrap_err().to_string();
        assert_eq!(
            error,
            "`urgent` is not a severity: use one of critical, high, medium, low, info"
        );
    }

    #[test]
    fn counts_at_or_above_a_floor() {
        let counts = BySeverity::count([Severity::High, Severity::Low, Severity::Critical]);
        assert_eq!(counts.at_least(Severity::High), 2);
        assert_eq!(counts.total(), 3);
    }
}
