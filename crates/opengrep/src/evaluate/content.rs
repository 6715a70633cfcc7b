//! What a metavariable holds, as text and as a value.

use std::borrow::Cow;

use syntax::facts::Constant;
use syntax::tree::{Kind, NodeId};

use super::Scene;
use crate::comparison::{Value as Compared, binary_of, unary_of};
use crate::matching::Value;

/// How deep code is evaluated, and how many variables that stand for others are followed.
const MAX_DEPTH: usize = 100;

impl Scene<'_> {
    /// The source text of a value; `None` for an empty list.
    pub fn text_of<'v>(&'v self, value: &'v Value) -> Option<Cow<'v, str>> {
        match value {
            Value::Node(node) => Some(Cow::Borrowed(self.file?.tree.source(*node))),
            Value::Nodes(_) => Some(Cow::Borrowed(&self.text[self.range_of(value)?])),
            Value::Text { text, .. } => Some(Cow::Borrowed(&**text)),
        }
    }

    /// The text of what a value is known to be; its source text when that is not known.
    pub fn constant_text<'v>(&'v self, value: &'v Value) -> Option<Cow<'v, str>> {
        let known = match value {
            Value::Node(node) => self.evaluated(*node, MAX_DEPTH),
            _ => None,
        };
        match known {
            Some(Compared::Str(text)) => Some(Cow::Owned(text)),
            Some(Compared::Int(value)) => Some(Cow::Owned(value.to_string())),
            Some(Compared::Float(value)) => Some(Cow::Owned(value.to_string())),
            Some(Compared::Bool(value)) => Some(Cow::Owned(value.to_string())),
            _ => self.text_of(value),
        }
    }

    /// The source of the expression that a variable was assigned, or the text of its constant; nothing for other code.
    pub fn propagated_text(&self, value: &Value) -> Option<Cow<'_, str>> {
        let (Value::Node(node), Some(file)) = (value, self.file) else {
            return None;
        };
        let is_name = |node| file.tree.kind(node) == Kind::Name;
        if !is_name(*node) {
            return None;
        }
        let steps = std::iter::successors(Some(*node), |node| {
            is_name(*node).then(|| file.facts.symbolic_value(*node)).flatten()
        });
        match steps.take(MAX_DEPTH).last().filter(|last| !is_name(*last)) {
            Some(assigned) => Some(Cow::Borrowed(file.tree.source(assigned))),
            None => match file.facts.constant(*node)? {
                Constant::Str(text) => Some(Cow::Owned(text.to_string())),
                Constant::Int(value) => Some(Cow::Owned(value.to_string())),
                Constant::Float(value) => Some(Cow::Owned(value.to_string())),
                Constant::Bool(value) => Some(Cow::Owned(value.to_string())),
                _ => None,
            },
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
            Value::Node(node) => self.evaluated(*node, MAX_DEPTH).or_else(as_code),
        }
    }

    /// The value of code as the language of comparisons has it: `+` does not join texts, other operators than its own have no value.
    fn evaluated(&self, node: NodeId, depth: usize) -> Option<Compared> {
        let file = self.file?;
        if depth == 0 || !self.budget.take_many(1) {
            return None;
        }
        let part = |node: &NodeId| self.evaluated(node.some()?, depth - 1);
        let parts = file.tree.children(node);
        match (file.tree.kind(node), parts) {
            (Kind::Binary, [left, right]) => binary_of(file.tree.name_of(node), &part(left)?, &part(right)?),
            (Kind::Nary, [first, others @ ..]) => others.iter().try_fold(part(first)?, |left, right| {
                binary_of(file.tree.name_of(node), &left, &part(right)?)
            }),
            (Kind::Unary, [operand]) => unary_of(file.tree.name_of(node), &part(operand)?),
            (Kind::List, elements) => elements.iter().map(part).collect::<Option<_>>().map(Compared::List),
            (Kind::Name | Kind::Member, _) if !self.options.constant_propagation => None,
            _ => match file.facts.constant(node)? {
                Constant::Int(value) => i64::try_from(*value).ok().map(Compared::Int),
                Constant::Float(value) => Some(Compared::Float(*value)),
                Constant::Str(text) => Some(Compared::Str(text.to_string())),
                Constant::Bool(value) => Some(Compared::Bool(*value)),
                _ => None,
            },
        }
    }
}
