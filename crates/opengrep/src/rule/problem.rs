//! What is wrong with a rule file, in words for its author.

use std::fmt;

/// What a reader of a rule file is told about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleProblem {
    /// The identifier of the rule; absent when the problem is the file's, or when the rule has none.
    pub rule: Option<String>,
    /// The key that the problem is about; empty when it is the file's.
    pub key: String,
    /// The library file that the line is of; none when it is one of the rule file.
    pub library: Option<String>,
    /// Line of the file, from 1.
    pub line: usize,
    /// What the problem means for the rule.
    pub level: Level,
    /// What is wrong and what to do.
    pub message: String,
}

/// What a problem means for the rule it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The rule is used, or left out on purpose as the message says.
    Warning,
    /// The rule, or the whole file when no rule is named, is not used.
    Error,
}

impl fmt::Display for RuleProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rule) = &self.rule {
            write!(f, "rule `{}`, ", shown(rule))?;
        }
        if !self.key.is_empty() {
            write!(f, "key `{}`, ", shown(&self.key))?;
        }
        match &self.library {
            Some(library) => write!(f, "line {} of `{}`: {}", self.line, shown(library), self.message),
            None => write!(f, "line {}: {}", self.line, self.message),
        }
    }
}

/// One problem while its rule is being read.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) key: String,
    pub(super) line: usize,
    pub(super) message: String,
}

impl Fault {
    pub(super) fn new(key: &str, line: usize, message: impl Into<String>) -> Self {
        Self {
            key: shown(key),
            line,
            message: message.into(),
        }
    }

    pub(super) fn of_rule(self, rule: Option<&str>, level: Level) -> RuleProblem {
        RuleProblem {
            rule: rule.map(shown),
            key: self.key,
            library: None,
            line: self.line,
            level,
            message: self.message,
        }
    }
}

pub(super) type Outcome<T> = Result<T, Fault>;

/// A text of the file as a message may quote it: on one line, at most 60 characters.
pub(super) fn shown(text: &str) -> String {
    const SHOWN: usize = 60;
    let mut characters = text.chars().filter(|c| !c.is_control());
    let mut shown: String = characters.by_ref().take(SHOWN).collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}
