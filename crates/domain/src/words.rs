//! The fixed words of the platform. Lowercase, case-sensitive on input.

use std::fmt;
use std::str::FromStr;

use rating::UnknownValue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! words {
    ($(#[$meta:meta])* $name:ident, $what:literal, $rename:literal { $($(#[$vmeta:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = $rename)]
        pub enum $name {
            $($(#[$vmeta])* $variant,)+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word used in files, options and answers.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = UnknownValue;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok($name::$variant),)+
                    _ => Err(UnknownValue {
                        what: $what,
                        given: text.to_owned(),
                        allowed: words!(@list $($word),+),
                    }),
                }
            }
        }
    };
    (@list $first:literal $(, $rest:literal)*) => {
        concat!($first $(, ", ", $rest)*)
    };
}

words! {
    /// Where a finding stands. What counts is the *effective* status: an acceptance or a false positive that has expired is open.
    FindingStatus, "status", "snake_case" {
        /// To be dealt with.
        Open = "open",
        /// A person says that it is repaired.
        Fixed = "fixed",
        /// A person accepts the risk, perhaps until a date.
        Accepted = "accepted",
        /// A person says that it is no issue, perhaps until a date.
        FalsePositive = "false_positive",
    }
}

impl FindingStatus {
    /// Accepted or false positive: closed by a decision that may expire.
    pub const fn is_dismissed(self) -> bool {
        matches!(self, FindingStatus::Accepted | FindingStatus::FalsePositive)
    }
}

words! {
    /// A status that an agent may propose; a person decides.
    ProposedStatus, "status that can be proposed", "snake_case" {
        /// It is repaired.
        Fixed = "fixed",
        /// The risk should be accepted.
        Accepted = "accepted",
        /// It is no issue.
        FalsePositive = "false_positive",
    }
}

impl From<ProposedStatus> for FindingStatus {
    fn from(status: ProposedStatus) -> Self {
        match status {
            ProposedStatus::Fixed => FindingStatus::Fixed,
            ProposedStatus::Accepted => FindingStatus::Accepted,
            ProposedStatus::FalsePositive => FindingStatus::FalsePositive,
        }
    }
}

words! {
    /// Which kind of review made a report.
    ReviewType, "review type", "kebab-case" {
        /// Code of one or more languages.
        SecurityReview = "security-review",
        /// A REST API.
        ApiSecurityReview = "api-security-review",
        /// Containers, pipelines, settings.
        ConfigurationReview = "configuration-review",
        /// Manifests and lockfiles.
        DependencyReview = "dependency-review",
        /// A whole repository.
        CodebaseReview = "codebase-review",
        /// The scan of a pipeline.
        CodeScan = "code-scan",
        /// The dependency scan of a pipeline.
        DependencyScan = "dependency-scan",
        /// Anything else.
        Other = "other",
    }
}

words! {
    /// What became of one item of a checklist.
    ChecklistOutcome, "outcome", "snake_case" {
        /// Checked, nothing found.
        Ok = "ok",
        /// Checked and reported.
        Issue = "issue",
        /// Does not apply to what was reviewed.
        NotApplicable = "not_applicable",
        /// Cannot be judged from what was reviewed.
        NotVerifiable = "not_verifiable",
        /// Got no result; set by the server only.
        NotCovered = "not_covered",
    }
}

words! {
    /// Width of the periods of a trend.
    Granularity, "granularity", "lowercase" {
        /// UTC days.
        Day = "day",
        /// ISO weeks, from Monday.
        Week = "week",
        /// Months.
        Month = "month",
    }
}

words! {
    /// What happened to an issue, in the append-only history.
    EventKind, "kind of event", "snake_case" {
        /// Seen for the first time.
        Reported = "reported",
        /// Open again: seen after a fix, worse than what was accepted, or reopened by a person.
        Reopened = "reopened",
        /// The date of an acceptance or a false positive has passed.
        Expired = "expired",
        /// A person marked it fixed.
        Fixed = "fixed",
        /// A person accepted the risk or called it a false positive.
        Dismissed = "dismissed",
        /// Fewer sightings than before: it went into another issue of the same fingerprint.
        Merged = "merged",
        /// Open before and after, rated otherwise.
        Rerated = "rerated",
    }
}
