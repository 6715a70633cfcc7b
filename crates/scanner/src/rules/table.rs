//! Tables of rule files as the reader of rules takes them, whether they come from a file or from the program.

use std::borrow::Cow;

use super::error::RuleProblem;
use super::fields::Fields;

/// Keys and values, each key once.
#[derive(Debug, Default)]
pub(super) struct Table(Vec<(Cow<'static, str>, Value)>);

/// A value of a rule file.
#[derive(Debug)]
pub(super) enum Value {
    Text(Cow<'static, str>),
    Flag(bool),
    List(Vec<Value>),
    Table(Table),
    /// What no field is, named for people.
    Other(&'static str),
}

/// A value that is part of the program; written by the build script.
pub(super) enum Embedded {
    Text(&'static str),
    Flag(bool),
    List(&'static [&'static str]),
}

impl Value {
    /// What it is, for people: "a list".
    pub(super) fn name(&self) -> &'static str {
        match self {
            Value::Text(_) => "a text",
            Value::Flag(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Other(name) => name,
        }
    }
}

impl Table {
    pub(super) fn remove(&mut self, key: &str) -> Option<Value> {
        let at = self.0.iter().position(|(other, _)| other == key)?;
        Some(self.0.swap_remove(at).1)
    }

    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.0.iter().find_map(|(other, value)| match value {
            Value::Text(text) if other == key => Some(&**text),
            _ => None,
        })
    }

    /// The keys, sorted.
    pub(super) fn keys(&self) -> Vec<String> {
        let mut keys: Vec<_> = self.0.iter().map(|(key, _)| key.to_string()).collect();
        keys.sort();
        keys
    }
}

impl From<toml::Table> for Table {
    fn from(table: toml::Table) -> Self {
        Self(
            table
                .into_iter()
                .map(|(key, value)| (key.into(), value.into()))
                .collect(),
        )
    }
}

impl From<toml::Value> for Value {
    fn from(value: toml::Value) -> Self {
        match value {
            toml::Value::String(text) => Value::Text(text.into()),
            toml::Value::Boolean(flag) => Value::Flag(flag),
            toml::Value::Array(values) => Value::List(values.into_iter().map(Value::from).collect()),
            toml::Value::Table(table) => Value::Table(table.into()),
            toml::Value::Integer(_) | toml::Value::Float(_) => Value::Other("a number"),
            toml::Value::Datetime(_) => Value::Other("a date"),
        }
    }
}

impl From<&'static [(&'static str, Embedded)]> for Table {
    fn from(fields: &'static [(&'static str, Embedded)]) -> Self {
        let value = |value: &Embedded| match value {
            Embedded::Text(text) => Value::Text(Cow::Borrowed(text)),
            Embedded::Flag(flag) => Value::Flag(*flag),
            Embedded::List(texts) => Value::List(texts.iter().map(|text| Value::Text(Cow::Borrowed(text))).collect()),
        };
        Self(
            fields
                .iter()
                .map(|(key, embedded)| (Cow::Borrowed(*key), value(embedded)))
                .collect(),
        )
    }
}

/// The tables of a file under `[[list]]`: each rule, named by its id, or by its number when it has none.
pub(super) fn of_file(
    file: &str,
    content: &str,
    list: &'static str,
    problems: &mut Vec<RuleProblem>,
) -> Vec<(String, Table)> {
    let whole = |problem: String| RuleProblem {
        file: file.to_owned(),
        rule: None,
        field: None,
        problem,
    };
    let mut table: Table = match content.parse::<toml::Table>() {
        Ok(table) => table.into(),
        Err(error) => {
            problems.push(whole(format!("is no valid TOML: {}", error.to_string().trim_end())));
            return Vec::new();
        }
    };
    let rows = match table.remove(list) {
        Some(Value::List(rows)) => rows,
        Some(other) => {
            let is = other.name();
            problems.push(whole(format!(
                "`{list}` is {is}, and must be tables that start with `[[{list}]]`"
            )));
            Vec::new()
        }
        None => {
            problems.push(whole(format!(
                "has no rule: each one is a table that starts with `[[{list}]]`"
            )));
            Vec::new()
        }
    };
    let mut fields = Fields::new(file, None, table, problems);
    fields.text("family");
    fields.text("title");
    fields.finish();

    let mut named = Vec::with_capacity(rows.len());
    for (number, row) in (1..).zip(rows) {
        match row {
            Value::Table(row) => {
                let id = row.text("id").filter(|id| !id.is_empty());
                named.push((id.map_or_else(|| format!("number {number}"), str::to_owned), row));
            }
            other => {
                let is = other.name();
                problems.push(whole(format!(
                    "entry {number} of `{list}` is {is}, and must be a table"
                )));
            }
        }
    }
    named
}
