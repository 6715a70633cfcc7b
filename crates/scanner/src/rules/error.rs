//! What is wrong in rule files.

use std::fmt;

/// Rule files that cannot be used, with every problem found in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleError {
    /// At least one problem, in the order of the files.
    pub problems: Vec<RuleProblem>,
}

/// One problem of one rule file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleProblem {
    /// The file, as it was named to the reader.
    pub file: String,
    /// The rule: its id, or its place in the file ("number 3") when it has none.
    pub rule: Option<String>,
    /// The field.
    pub field: Option<String>,
    /// What is wrong, what is allowed, and how to fix it.
    pub problem: String,
}

impl fmt::Display for RuleProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(rule) = &self.rule {
            write!(f, ": rule {rule}")?;
        }
        if let Some(field) = &self.field {
            write!(f, ": field `{field}`")?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, problem) in self.problems.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for RuleError {}
