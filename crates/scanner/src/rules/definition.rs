//! Rules as texts that are kept one by one, in a database or in a proposal.

use domain::Severity;

use super::error::{RuleError, RuleProblem};
use super::read::{self, Origin, check_patterns};
use super::{Rule, RuleSet, embedded};
use crate::definition::write;

/// A rule as a text, and what lists show of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Identifier.
    pub id: String,
    /// What a match is.
    pub title: String,
    /// How bad it is.
    pub severity: Severity,
    /// Weakness.
    pub cwe: Option<String>,
    /// Names of the languages it is written for, or `*`.
    pub languages: Vec<String>,
    /// One `[[rules]]` entry that [`RuleSet::load`] reads. Equal rules have equal texts, whatever the layout, the order of
    /// the fields and the comments of the text they came from.
    pub toml: String,
}

impl Definition {
    /// The definitions of the rules that are part of the program, sorted by id.
    pub fn shipped() -> Vec<Definition> {
        let mut rows: Vec<_> = embedded::PATTERNS.iter().collect();
        rows.sort_by_key(|row| row.id());
        RuleSet::embedded()
            .rules()
            .zip(rows)
            .map(|(rule, row)| Definition::new(rule, write(&row.fields())))
            .collect()
    }

    /// For each of [`shipped`](Self::shipped) its id and the SHA-256 digest of its text, in hexadecimal digits; known
    /// without writing one of them.
    pub fn shipped_digests() -> impl Iterator<Item = (&'static str, &'static str)> {
        embedded::PATTERNS.iter().map(|row| (row.id(), row.digest))
    }

    /// The SHA-256 digest of all of them together.
    pub const fn shipped_digest() -> &'static str {
        embedded::DEFINITIONS_DIGEST
    }

    /// Reads a text with exactly one `[[rules]]` entry, under the rules for files of users: documentation and examples may
    /// be missing. `source` names the text in errors.
    ///
    /// # Errors
    ///
    /// [`RuleError`] lists every problem with its field.
    pub fn parse(source: &str, toml: &str) -> Result<Definition, RuleError> {
        let rule = read_one(source, toml)?;
        let entry = toml
            .parse::<toml::Table>()
            .ok()
            .and_then(|mut file| file.remove("rules"));
        let fields = match entry {
            Some(toml::Value::Array(entries)) => entries.into_iter().next(),
            _ => None,
        };
        match fields {
            Some(toml::Value::Table(fields)) => Ok(Definition::new(&rule, write(&fields))),
            _ => Err(not_one(source, 0)),
        }
    }

    fn new(rule: &Rule, toml: String) -> Self {
        Self {
            id: rule.id.clone(),
            title: rule.title.clone(),
            severity: rule.severity,
            cwe: rule.cwe.clone(),
            languages: rule.languages.names().into_iter().map(str::to_owned).collect(),
            toml,
        }
    }
}

/// The only rule of a text, with expressions that compile.
pub(super) fn read_one(source: &str, toml: &str) -> Result<Rule, RuleError> {
    let mut rules = read::read(&[(source, toml)], Origin::Custom)?;
    match (rules.pop(), rules.len()) {
        (Some(rule), 0) => {
            check_patterns([&rule].into_iter())?;
            Ok(rule)
        }
        (None, _) => Err(not_one(source, 0)),
        (Some(_), others) => Err(not_one(source, others + 1)),
    }
}

fn not_one(source: &str, count: usize) -> RuleError {
    RuleError {
        problems: vec![RuleProblem {
            file: source.to_owned(),
            rule: None,
            field: None,
            problem: format!("has {count} rules, and must have one: a table that starts with `[[rules]]`"),
        }],
    }
}

#[cfg(test)]
mod tests;
