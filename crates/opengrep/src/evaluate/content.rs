//! What a metavariable holds, as text and as a value.

use std::borrow::Cow;

use syntax::facts::Constant;
use syntax::tree::Kind;

use super::Scene;
use crate::comparison::Value as Compared;
use crate::matching::Value;

impl Scene<'_> {
    /// The source text of a value; `None` for an empty list.
    pub fn text_of<'v>(&'v self, value: &'v Value) -> Option<Cow<'v, str>> {
        match value {
            Value::Node(node) => Some(Cow::Borrowed(self.file?.tree.source(*node))),
            Value::Nodes(_) => Some(Cow::Borrowed(&self.text[self.range_of(value)?])),
            Value::Text { text, .. } => Some(Cow::Borrowed(&**text)),
        }
    }

    /// The text of the constant that a value is known to be; its source text when it is none.
    pub fn constant_text<'v>(&'v self, value: &'v Value) -> Option<Cow<'v, str>> {
        let known = match value {
            Value::Node(node) => self.file.and_then(|file| file.facts.constant(*node)),
            _ => None,
        };
        match known {
            Some(Constant::Str(text)) => Some(Cow::Owned(text.to_string())),
            Some(Constant::Int(value)) => Some(Cow::Owned(value.to_string())),
            Some(Constant::Float(value)) => Some(Cow::Owned(value.to_string())),
            Some(Constant::Bool(value)) => Some(Cow::Owned(value.to_string())),
            _ => self.text_of(value),
        }
    }

    /// The value that a comparison sees.
    pub fn compared(&self, value: &Value) -> Option<Compared> {
        let as_code = || self.text_of(value).map(|text| Compared::Code(text.into_owned()));
        match value {
            Value::Text { text, .. } => {
                // A word of generic mode is an integer when it reads as one.
                let number = self.file.is_none().then(|| text.parse::<i64>().ok()).flatten();
                Some(number.map_or_else(|| Compared::Str(text.to_string()), Compared::Int))
            }
            Value::Nodes(_) => as_code(),
            Value::Node(node) => {
                let file = self.file?;
                let is_literal = matches!(
                    file.tree.kind(*node),
                    Kind::Int | Kind::Float | Kind::Str | Kind::Bool | Kind::Adjacent
                );
                if !is_literal && !self.options.constant_propagation {
                    return as_code();
                }
                match file.facts.constant(*node) {
                    Some(Constant::Int(value)) => i64::try_from(*value).ok().map(Compared::Int).or_else(as_code),
                    Some(Constant::Float(value)) => Some(Compared::Float(*value)),
                    Some(Constant::Str(text)) => Some(Compared::Str(text.to_string())),
                    Some(Constant::Bool(value)) => Some(Compared::Bool(*value)),
                    _ => as_code(),
                }
            }
        }
    }
}
