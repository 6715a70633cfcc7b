use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::UnknownValue;

/// How often a lead of this kind is what its title says. Ordered: `Low < Medium < High`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// A hint: most need a look elsewhere to decide.
    Low,
    /// More often right than wrong.
    Medium,
    /// Nearly always right.
    High,
}

impl Confidence {
    /// The word used in files, options and answers.
    pub const fn as_str(self) -> &'static str {
        match self {
            Confidence::Low => "low",
            Confidence::Medium => "medium",
            Confidence::High => "high",
        }
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Confidence {
    type Err = UnknownValue;

    /// Reads the word in any case, blanks around it ignored.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = text.trim();
        [Confidence::Low, Confidence::Medium, Confidence::High]
            .into_iter()
            .find(|c| c.as_str().eq_ignore_ascii_case(wanted))
            .ok_or_else(|| UnknownValue {
                what: "confidence",
                given: text.to_owned(),
                allowed: "high, medium, low",
            })
    }
}
