//! YAML as a tree whose nodes know their lines.
//!
//! The scalars are those of the core schema of YAML 1.2, so `yes` and `2020-01-01` are texts. Aliases share the node of their anchor and
//! merge keys (`<<`) are resolved; both count against [`MAX_WEIGHT`] each time, which bounds all later work on the tree.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, Tag};

/// How deep a document may be nested, aliases followed.
const MAX_DEPTH: usize = 512;
/// How large a document may be, aliases followed: the bytes of its texts, and [`NODE_WEIGHT`] for every node.
pub(super) const MAX_WEIGHT: usize = 32 << 20;
pub(super) const NODE_WEIGHT: usize = 16;

/// A value of the file.
#[derive(Debug)]
pub(super) struct Node {
    /// Line on which the value starts, from 1; for a block text (`|`, `>`), the first line of its content.
    pub(super) line: usize,
    pub(super) value: Value,
    depth: usize,
    /// The bytes of its texts, and some for every node: what [`MAX_WEIGHT`] bounds.
    pub(super) weight: usize,
}

#[derive(Debug)]
pub(super) enum Value {
    Null,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    List(Vec<Rc<Node>>),
    Mapping(Mapping),
}

/// A mapping, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Mapping {
    pub(super) entries: Vec<(Key, Rc<Node>)>,
    /// The first key that is written twice; the entries hold its first value.
    pub(super) twice: Option<Key>,
}

#[derive(Clone, Debug)]
pub(super) struct Key {
    pub(super) name: String,
    pub(super) line: usize,
}

/// Why a text is no tree.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) line: usize,
    pub(super) message: String,
}

impl Broken {
    fn new(line: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            message: message.into(),
        }
    }
}

/// The only document of a text; nothing when it is empty.
pub(super) fn load(text: &str) -> Result<Option<Rc<Node>>, Broken> {
    load_after(text, 0)
}

/// [`load`] with lines that are numbered on from those of other texts.
pub(super) fn load_after(text: &str, lines_before: usize) -> Result<Option<Rc<Node>>, Broken> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // The parser takes blanks after the last line break for one more line of a block text that ends the file.
    let unblanked = text.trim_end_matches([' ', '\t']);
    let text = if unblanked.ends_with('\n') { unblanked } else { text };
    let mut builder = Builder {
        lines_before,
        unterminated_end: (!text.ends_with('\n')).then(|| text.chars().count()),
        ..Builder::default()
    };
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| {
            Broken::new(
                // The parser counts one more line when the text ends inside of something.
                lines_before + error.marker().line().min(line_count(text)),
                format!("this is not valid YAML: {}", error.info()),
            )
        })?;
        builder.take(event, span)?;
    }
    Ok(builder.document)
}

/// How many lines a text has; YAML ends them at `\n`, `\r` and both together.
fn line_count(text: &str) -> usize {
    let bytes = text.as_bytes();
    let ends = bytes.iter().enumerate().filter(|(at, byte)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    1 + ends.count()
}

#[derive(Default)]
struct Builder {
    /// The lines that come before the first one of the text.
    lines_before: usize,
    /// Where the text ends, in characters, when its last line has no line break.
    unterminated_end: Option<usize>,
    open: Vec<Open>,
    anchors: HashMap<usize, Rc<Node>>,
    weight: usize,
    document: Option<Rc<Node>>,
}

/// A list or mapping whose end has not come yet.
struct Open {
    line: usize,
    anchor: usize,
    content: Content,
}

enum Content {
    List(Vec<Rc<Node>>),
    Mapping {
        mapping: Mapping,
        names: HashSet<String>,
        /// The key whose value comes next.
        key: Option<(Key, bool)>,
        /// The values of merge keys.
        merged: Vec<Rc<Node>>,
    },
}

impl Builder {
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Broken> {
        let line = self.lines_before + span.start.line();
        match event {
            Event::SequenceStart(anchor, _) => self.start(line, anchor, Content::List(Vec::new())),
            Event::MappingStart(anchor, _) => self.start(
                line,
                anchor,
                Content::Mapping {
                    mapping: Mapping::default(),
                    names: HashSet::new(),
                    key: None,
                    merged: Vec::new(),
                },
            ),
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(open) = self.open.pop() else { return Ok(()) };
                let value = match open.content {
                    Content::List(items) => Value::List(items),
                    Content::Mapping {
                        mapping, names, merged, ..
                    } => Value::Mapping(self.merge(mapping, names, merged, open.line)?),
                };
                self.complete(value, open.line, open.anchor)
            }
            Event::Scalar(text, style, anchor, tag) => {
                if self.key_expected() {
                    let is_merge = style == ScalarStyle::Plain && text == "<<";
                    let name = text.into_owned();
                    let value = Value::Text(name.clone());
                    if anchor != 0 {
                        let node = self.node(value, line)?;
                        self.anchors.insert(anchor, node);
                    }
                    self.set_key(Key { name, line }, is_merge);
                    return Ok(());
                }
                let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                let mut text = text.into_owned();
                // The marker of a block text is at its first line that is not blank.
                let blank = text.bytes().take_while(|byte| *byte == b'\n').count();
                let line = line.saturating_sub(if is_block { blank } else { 0 }).max(1);
                // The parser adds the line break that is missing.
                if is_block && self.unterminated_end.is_some_and(|end| span.end.index() >= end) {
                    text.truncate(text.strip_suffix('\n').map_or(text.len(), str::len));
                }
                let value = scalar(text, style, tag.as_deref());
                self.complete(value, line, anchor)
            }
            Event::Alias(anchor) => {
                let Some(node) = self.anchors.get(&anchor).map(Rc::clone) else {
                    return Err(Broken::new(
                        line,
                        "this alias stands inside its own anchor: repeat the text instead",
                    ));
                };
                self.count(node.weight, line)?;
                if self.key_expected() {
                    let Value::Text(name) = &node.value else {
                        return Err(Broken::new(line, KEY_IS_TEXT));
                    };
                    let name = name.clone();
                    self.set_key(Key { name, line }, false);
                    return Ok(());
                }
                self.place(node, line)
            }
            Event::DocumentStart(_) if self.document.is_some() => Err(Broken::new(
                line,
                "a second document starts here (`---`): put its rules into a file of their own",
            )),
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {
                Ok(())
            }
        }
    }

    fn start(&mut self, line: usize, anchor: usize, content: Content) -> Result<(), Broken> {
        if self.key_expected() {
            return Err(Broken::new(line, KEY_IS_TEXT));
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(too_deep(line));
        }
        self.open.push(Open { line, anchor, content });
        Ok(())
    }

    fn key_expected(&self) -> bool {
        matches!(
            self.open.last(),
            Some(Open {
                content: Content::Mapping { key: None, .. },
                ..
            })
        )
    }

    fn set_key(&mut self, name: Key, is_merge: bool) {
        if let Some(Open {
            content: Content::Mapping { key, .. },
            ..
        }) = self.open.last_mut()
        {
            *key = Some((name, is_merge));
        }
    }

    fn complete(&mut self, value: Value, line: usize, anchor: usize) -> Result<(), Broken> {
        let node = self.node(value, line)?;
        if anchor != 0 {
            self.anchors.insert(anchor, Rc::clone(&node));
        }
        self.place(node, line)
    }

    /// A node of a value, counted.
    fn node(&mut self, value: Value, line: usize) -> Result<Rc<Node>, Broken> {
        let (own, below, depth) = match &value {
            Value::Text(text) => (text.len(), 0, 0),
            Value::List(items) => (0, sum(items.iter()), deepest(items.iter())),
            Value::Mapping(mapping) => (
                mapping
                    .entries
                    .iter()
                    .map(|(key, _)| key.name.len() + NODE_WEIGHT)
                    .sum(),
                sum(mapping.entries.iter().map(|(_, node)| node)),
                deepest(mapping.entries.iter().map(|(_, node)| node)),
            ),
            Value::Null | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => (0, 0, 0),
        };
        if depth >= MAX_DEPTH {
            return Err(too_deep(line));
        }
        let own = own.saturating_add(NODE_WEIGHT);
        self.count(own, line)?;
        Ok(Rc::new(Node {
            line,
            value,
            depth: depth + 1,
            weight: own.saturating_add(below),
        }))
    }

    fn count(&mut self, weight: usize, line: usize) -> Result<(), Broken> {
        self.weight = self.weight.saturating_add(weight);
        if self.weight > MAX_WEIGHT {
            return Err(Broken::new(
                line,
                format!(
                    "with its aliases followed the file is larger than {} MiB: repeat less, or split it",
                    MAX_WEIGHT >> 20
                ),
            ));
        }
        Ok(())
    }

    /// Puts a value where it belongs: into the list or under the key that waits for it.
    fn place(&mut self, node: Rc<Node>, line: usize) -> Result<(), Broken> {
        match self.open.last_mut().map(|open| &mut open.content) {
            None => self.document = Some(node),
            Some(Content::List(items)) => items.push(node),
            Some(Content::Mapping {
                mapping,
                names,
                key,
                merged,
            }) => match key.take() {
                None => return Err(Broken::new(line, KEY_IS_TEXT)),
                Some((_, true)) => merged.push(node),
                Some((key, false)) => {
                    if names.insert(key.name.clone()) {
                        mapping.entries.push((key, node));
                    } else {
                        mapping.twice.get_or_insert(key);
                    }
                }
            },
        }
        Ok(())
    }

    /// Adds what merge keys bring: what the mapping has itself wins, then what comes first.
    fn merge(
        &mut self,
        mut mapping: Mapping,
        mut names: HashSet<String>,
        merged: Vec<Rc<Node>>,
        line: usize,
    ) -> Result<Mapping, Broken> {
        let mut sources = Vec::new();
        for node in merged {
            match &node.value {
                Value::List(items) => sources.extend(items.iter().map(Rc::clone)),
                _ => sources.push(node),
            }
        }
        for source in sources {
            let Value::Mapping(from) = &source.value else {
                return Err(Broken::new(
                    line,
                    "the merge key `<<` takes a mapping or a list of mappings, such as `<<: *anchor`",
                ));
            };
            if let Some(twice) = &from.twice {
                mapping.twice.get_or_insert_with(|| twice.clone());
            }
            for (key, node) in &from.entries {
                if names.insert(key.name.clone()) {
                    mapping.entries.push((key.clone(), Rc::clone(node)));
                }
            }
        }
        Ok(mapping)
    }
}

const KEY_IS_TEXT: &str =
    "a key must be a plain text, not a list or a mapping; a text that starts with `{` or `[` needs quotes";

fn too_deep(line: usize) -> Broken {
    Broken::new(line, format!("the file is nested deeper than {MAX_DEPTH} levels"))
}

fn sum<'a>(nodes: impl Iterator<Item = &'a Rc<Node>>) -> usize {
    nodes.fold(0, |sum, node| sum.saturating_add(node.weight))
}

fn deepest<'a>(nodes: impl Iterator<Item = &'a Rc<Node>>) -> usize {
    nodes.map(|node| node.depth).max().unwrap_or(0)
}

/// A scalar of the core schema (YAML 1.2.2, 10.3.2).
fn scalar(text: String, style: ScalarStyle, tag: Option<&Tag>) -> Value {
    let is_text =
        style != ScalarStyle::Plain || tag.is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix == "str");
    if is_text {
        return Value::Text(text);
    }
    match text.as_str() {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Boolean(true),
        "false" | "False" | "FALSE" => return Value::Boolean(false),
        ".nan" | ".NaN" | ".NAN" => return Value::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => return Value::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => return Value::Float(f64::NEG_INFINITY),
        _ => {}
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(&text);
    let is_decimal = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(number) = radix(&text) {
        return Value::Integer(number);
    }
    if is_decimal(digits) {
        return match text.parse() {
            Ok(number) => Value::Integer(number),
            Err(_) => text.parse().map_or(Value::Text(text), Value::Float),
        };
    }
    let looks_like_number = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && digits
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-' | b'+'));
    if looks_like_number && let Ok(number) = text.parse() {
        return Value::Float(number);
    }
    Value::Text(text)
}

fn radix(text: &str) -> Option<i64> {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (text.strip_prefix("0o")?, 8),
    };
    let unsigned = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
    unsigned.then(|| i64::from_str_radix(digits, radix).ok()).flatten()
}

impl Node {
    /// What the value is, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "nothing (null)",
            Value::Boolean(_) => "a Boolean",
            Value::Integer(_) | Value::Float(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Mapping(_) => "a mapping",
        }
    }

    /// The first key that is written twice in a mapping, here or below.
    pub(super) fn key_written_twice(&self) -> Option<&Key> {
        match &self.value {
            Value::List(items) => items.iter().find_map(|item| item.key_written_twice()),
            Value::Mapping(mapping) => mapping
                .twice
                .as_ref()
                .or_else(|| mapping.entries.iter().find_map(|(_, node)| node.key_written_twice())),
            _ => None,
        }
    }

    /// The value as JSON. A number that JSON has not becomes null.
    pub(super) fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.value {
            Value::Null => Json::Null,
            Value::Boolean(value) => Json::Bool(*value),
            Value::Integer(value) => Json::from(*value),
            Value::Float(value) => Json::from(*value),
            Value::Text(text) => Json::from(text.as_str()),
            Value::List(items) => items.iter().map(|item| item.to_json()).collect(),
            Value::Mapping(mapping) => mapping
                .entries
                .iter()
                .map(|(key, node)| (key.name.clone(), node.to_json()))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests;
