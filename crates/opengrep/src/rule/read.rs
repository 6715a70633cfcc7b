//! Values of a rule file, read as the type that a key asks for.

use std::rc::Rc;

use super::problem::{Fault, Outcome, shown};
use super::yaml::{Mapping, Node, Value};
use crate::rule::{Target, Text};

/// A key with its value, or an item of a list under the key of the list.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    pub(super) key: &'a str,
    pub(super) line: usize,
    pub(super) node: &'a Node,
}

impl<'a> Entry<'a> {
    pub(super) fn fault(self, message: impl Into<String>) -> Fault {
        Fault::new(self.key, self.line, message)
    }

    fn expected(self, what: &str) -> Fault {
        self.fault(format!("{what} is expected, this is {}", self.node.kind()))
    }

    pub(super) fn string(self) -> Outcome<&'a str> {
        match &self.node.value {
            Value::Text(text) => Ok(text),
            Value::Null | Value::List(_) | Value::Mapping(_) => Err(self.expected("a text")),
            Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => Err(self.fault(format!(
                "a text is expected, this is {}: put it in quotes",
                self.node.kind()
            ))),
        }
    }

    pub(super) fn text(self) -> Outcome<Text> {
        Ok(Text {
            text: self.string()?.to_owned(),
            line: self.node.line,
        })
    }

    pub(super) fn boolean(self) -> Outcome<bool> {
        match &self.node.value {
            Value::Boolean(value) => Ok(*value),
            Value::Text(text) if text == "true" => Ok(true),
            Value::Text(text) if text == "false" => Ok(false),
            _ => Err(self.expected("`true` or `false`")),
        }
    }

    /// A whole number from 0.
    pub(super) fn count(self) -> Outcome<usize> {
        match self.node.value {
            Value::Integer(number) => {
                usize::try_from(number).map_err(|_| self.fault("a whole number from 0 is expected, this is negative"))
            }
            _ => Err(self.expected("a whole number")),
        }
    }

    pub(super) fn items(self) -> Outcome<impl ExactSizeIterator<Item = Entry<'a>>> {
        let Value::List(items) = &self.node.value else {
            return Err(self.expected("a list"));
        };
        Ok(items.iter().map(move |item| Entry {
            key: self.key,
            line: item.line,
            node: item,
        }))
    }

    pub(super) fn strings(self) -> Outcome<Vec<String>> {
        self.items()?.map(|item| item.string().map(str::to_owned)).collect()
    }

    pub(super) fn object(self) -> Outcome<Object<'a>> {
        let Value::Mapping(mapping) = &self.node.value else {
            return Err(self.expected("a mapping"));
        };
        Ok(Object {
            key: self.key,
            line: self.line,
            mapping,
        })
    }

    pub(super) fn is_text(self) -> bool {
        matches!(self.node.value, Value::Text(_))
    }

    /// The one key of an item that may have no other.
    pub(super) fn only_key(self) -> Outcome<Entry<'a>> {
        if let Value::Text(text) = &self.node.value {
            return Err(self.fault(format!(
                "a text stands here where an operator is expected: write `pattern: {}`",
                shown(text)
            )));
        }
        let object = self.object()?;
        let mut entries = object.entries();
        match (entries.next(), entries.next()) {
            (Some(only), None) => Ok(only),
            (None, _) => Err(self.fault("an operator is expected here, such as `pattern: …`")),
            (Some(first), Some(second)) => Err(Fault::new(
                second.key,
                second.line,
                format!(
                    "one entry per object: `{}` and `{}` stand in one, a hyphen is probably missing before `{}`",
                    shown(first.key),
                    shown(second.key),
                    shown(second.key)
                ),
            )),
        }
    }
}

/// A mapping under a key.
#[derive(Clone, Copy)]
pub(super) struct Object<'a> {
    key: &'a str,
    line: usize,
    mapping: &'a Mapping,
}

impl<'a> Object<'a> {
    pub(super) fn entries(self) -> impl Iterator<Item = Entry<'a>> {
        self.mapping
            .entries
            .iter()
            .map(|(key, node)| entry(&key.name, key.line, node))
    }

    pub(super) fn get(self, name: &str) -> Option<Entry<'a>> {
        self.entries().find(|entry| entry.key == name)
    }

    /// The value of a key that must be there.
    pub(super) fn require(self, name: &str) -> Outcome<Entry<'a>> {
        self.get(name)
            .ok_or_else(|| self.fault(format!("the key `{name}` is missing")))
    }

    pub(super) fn fault(self, message: impl Into<String>) -> Fault {
        Fault::new(self.key, self.line, message)
    }

    /// A Boolean that has a default.
    pub(super) fn flag(self, name: &str, default: bool) -> Outcome<bool> {
        self.get(name).map_or(Ok(default), Entry::boolean)
    }

    pub(super) fn optional_string(self, name: &str) -> Outcome<Option<String>> {
        self.get(name)
            .map(|entry| entry.string().map(str::to_owned))
            .transpose()
    }
}

fn entry<'a>(key: &'a str, line: usize, node: &'a Rc<Node>) -> Entry<'a> {
    Entry { key, line, node }
}

/// What reading a rule gathers and knows.
pub(super) struct Reader {
    warnings: Vec<Fault>,
    left_out: usize,
    /// Whether the rule is one of `regex`, which may hold no pattern.
    pub(super) only_regexes: bool,
    /// Whether the rule is one of `generic`, where metavariables may have lower-case letters.
    pub(super) generic: bool,
}

impl Reader {
    /// How many warnings a rule may have before they are only counted.
    const MAX_WARNINGS: usize = 20;

    pub(super) fn new() -> Self {
        Self {
            warnings: Vec::new(),
            left_out: 0,
            only_regexes: false,
            generic: false,
        }
    }

    pub(super) fn warn(&mut self, warning: Fault) {
        if self.warnings.len() < Self::MAX_WARNINGS {
            self.warnings.push(warning);
        } else {
            self.left_out += 1;
        }
    }

    /// Warns of every key that is not known.
    pub(super) fn known_keys(&mut self, object: Object<'_>, known: &[&str]) {
        for entry in object.entries() {
            if !known.contains(&entry.key) {
                self.warn(entry.fault(format!(
                    "this key is unknown and has no effect; known are: {}",
                    known.join(", ")
                )));
            }
        }
    }

    pub(super) fn into_warnings(mut self) -> Vec<Fault> {
        if let (1.., Some(last)) = (self.left_out, self.warnings.last_mut()) {
            last.message
                .push_str(&format!(" ({} more warnings are left out)", self.left_out));
        }
        self.warnings
    }

    /// The name of a metavariable: `$X`, `$...X` or `$1`; of generic patterns also `$Xyz`.
    pub(super) fn metavariable(&mut self, entry: Entry<'_>, target: Target) -> Outcome<String> {
        let name = entry.string()?;
        if !is_metavariable(name, self.generic || target == Target::Generic) {
            return Err(entry.fault(format!(
                "`{}` is no metavariable: write `$` and upper-case letters, digits or `_`, such as `$X`",
                shown(name)
            )));
        }
        if name == "$_" {
            self.warn(entry.fault("`$_` is never bound, so there is no result: give it a name, such as `$X`"));
        }
        Ok(name.to_owned())
    }
}

fn is_metavariable(name: &str, generic: bool) -> bool {
    let Some(name) = name.strip_prefix('$') else {
        return false;
    };
    if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
        return true;
    }
    let name = name.strip_prefix("...").unwrap_or(name);
    name.starts_with(|first: char| first.is_ascii_uppercase() || first == '_')
        && name.bytes().all(|byte| {
            byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_' || (generic && byte.is_ascii_lowercase())
        })
}
