//! The fields of a table of a rule file, taken one by one with errors that name them.

use std::fmt::Display;

use super::error::RuleProblem;
use super::table::{Table, Value};

/// What is left to read of one table, and the problems met so far.
pub(super) struct Fields<'a> {
    file: &'a str,
    rule: Option<String>,
    table: Table,
    allowed: Vec<&'static str>,
    problems: &'a mut Vec<RuleProblem>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(file: &'a str, rule: Option<String>, table: Table, problems: &'a mut Vec<RuleProblem>) -> Self {
        Self {
            file,
            rule,
            table,
            allowed: Vec::new(),
            problems,
        }
    }

    pub(super) fn problem(&mut self, field: &str, problem: impl Display) {
        self.problems.push(RuleProblem {
            file: self.file.to_owned(),
            rule: self.rule.clone(),
            field: Some(field.to_owned()),
            problem: problem.to_string(),
        });
    }

    fn take(&mut self, field: &'static str) -> Option<Value> {
        self.allowed.push(field);
        self.table.remove(field)
    }

    /// A text that may be missing; an empty one counts as missing.
    pub(super) fn text(&mut self, field: &'static str) -> Option<String> {
        match self.take(field)? {
            Value::Text(text) => Some(text.into_owned()).filter(|text| !text.trim().is_empty()),
            other => {
                self.problem(field, format_args!("is {}, and must be a text in quotes", other.name()));
                None
            }
        }
    }

    /// A text that must be there.
    pub(super) fn required(&mut self, field: &'static str, what: &str) -> Option<String> {
        let before = self.problems.len();
        let text = self.text(field);
        if text.is_none() && self.problems.len() == before {
            self.problem(field, format_args!("is missing or empty: {what}"));
        }
        text
    }

    /// A text read by a parser, whose error says what is allowed.
    pub(super) fn parsed<T, E: Display>(
        &mut self,
        field: &'static str,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = self.text(field)?;
        parse(text.trim()).map_err(|error| self.problem(field, error)).ok()
    }

    pub(super) fn flag(&mut self, field: &'static str, default: bool) -> bool {
        match self.take(field) {
            None => default,
            Some(Value::Flag(value)) => value,
            Some(other) => {
                self.problem(field, format_args!("is {}, and must be true or false", other.name()));
                default
            }
        }
    }

    /// A list of texts that may be missing.
    pub(super) fn texts(&mut self, field: &'static str) -> Option<Vec<String>> {
        let value = self.take(field)?;
        let Value::List(values) = value else {
            self.problem(
                field,
                format_args!("is {}, and must be a list of texts in brackets", value.name()),
            );
            return None;
        };
        let mut texts = Vec::with_capacity(values.len());
        for (number, value) in values.into_iter().enumerate() {
            match value {
                Value::Text(text) => texts.push(text.into_owned()),
                other => self.problem(
                    field,
                    format_args!("entry {} is {}, and must be a text in quotes", number + 1, other.name()),
                ),
            }
        }
        Some(texts)
    }

    /// Refuses every key that was not asked for.
    pub(super) fn finish(mut self) {
        for key in self.table.keys() {
            let problem = format!(
                "is no field of this table: remove it or use one of {}",
                self.allowed.join(", ")
            );
            self.problem(&key, problem);
        }
    }
}
