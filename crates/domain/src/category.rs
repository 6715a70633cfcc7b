use std::fmt;

use serde::{Deserialize, Serialize};

/// What kind of thing a scan found; the free-text category of a stored finding starts from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Source code.
    Code,
    /// Configuration, pipelines, containers, instructions of agents.
    Configuration,
    /// A credential in the text.
    Secret,
}

impl Category {
    /// The category of a match: a credential by its weakness (CWE-259, CWE-321, CWE-798), else by the kind of file.
    pub fn of_match(cwe: Option<&str>, in_configuration: bool) -> Self {
        match cwe {
            Some("CWE-259" | "CWE-321" | "CWE-798") => Category::Secret,
            _ if in_configuration => Category::Configuration,
            _ => Category::Code,
        }
    }

    /// The word used in answers.
    pub const fn as_str(self) -> &'static str {
        match self {
            Category::Code => "code",
            Category::Configuration => "configuration",
            Category::Secret => "secret",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hard_coded_credential_is_a_secret_wherever_it_stands() {
        assert_eq!(Category::of_match(Some("CWE-798"), true), Category::Secret);
        assert_eq!(Category::of_match(Some("CWE-89"), false), Category::Code);
        assert_eq!(Category::of_match(None, true), Category::Configuration);
    }
}
