//! What metavariables stand for, and when two occurrences of one are equal.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use syntax::Language;
use syntax::facts::Constant;
use syntax::tree::{Kind, NodeId, Symbol};

use super::{BINDING, Budget, Matcher};

/// What a metavariable stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A node of the file.
    Node(NodeId),
    /// Nodes that follow each other, perhaps none.
    Nodes(Arc<[NodeId]>),
    /// A text: the content of a string, a group of a regular expression, a word of generic mode.
    Text {
        /// Where it stands.
        range: Range<usize>,
        /// What it says; for a string that was put together from pieces, the whole.
        text: Arc<str>,
    },
}

/// Bindings that were made so far. A copy costs nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Environment {
    last: Option<Rc<Bound>>,
    /// The furthest end of the statements that a sequence has consumed.
    pub end: u32,
}

/// All ways in which a comparison succeeded.
pub(crate) type Environments = Vec<Environment>;

#[derive(Debug)]
struct Bound {
    name: Symbol,
    value: Value,
    before: Option<Rc<Bound>>,
}

impl Environment {
    pub fn from_bindings(bindings: &[(Symbol, Value)]) -> Self {
        let mut made = Self::default();
        for (name, value) in bindings {
            made = made.with(*name, value.clone());
        }
        made
    }

    pub fn get(&self, name: Symbol) -> Option<&Value> {
        let mut at = self.last.as_deref();
        while let Some(bound) = at {
            if bound.name == name {
                return Some(&bound.value);
            }
            at = bound.before.as_deref();
        }
        None
    }

    fn with(self, name: Symbol, value: Value) -> Self {
        Self {
            last: Some(Rc::new(Bound {
                name,
                value,
                before: self.last,
            })),
            end: self.end,
        }
    }

    /// The same bindings, with another end.
    pub fn ending(self, end: u32) -> Self {
        Self { end, ..self }
    }

    /// In the order in which they were made.
    pub fn bindings(&self) -> Vec<(Symbol, Value)> {
        let mut made = Vec::new();
        let mut at = self.last.as_deref();
        while let Some(bound) = at {
            made.push((bound.name, bound.value.clone()));
            at = bound.before.as_deref();
        }
        made.reverse();
        made
    }
}

impl Matcher<'_> {
    /// Binds a metavariable, or compares with what it is bound to.
    pub fn bind(&self, name: Symbol, value: Value, environment: Environment) -> Environments {
        let weight = match &value {
            Value::Nodes(nodes) => nodes.len() as u64,
            _ => 0,
        };
        if !self.budget.take_many(BINDING + weight) {
            return Vec::new();
        }
        if matches!(self.p.name(name), "$_" | "$..._") {
            return vec![environment];
        }
        match environment.get(name) {
            None => vec![environment.with(name, value)],
            Some(bound) if self.equal(bound, &value) => vec![environment],
            Some(_) => Vec::new(),
        }
    }

    pub fn bind_node(&self, name: Symbol, node: NodeId, environment: Environment) -> Environments {
        self.bind(name, Value::Node(node), environment)
    }

    fn equal(&self, one: &Value, other: &Value) -> bool {
        equal(self.file, self.options, self.budget, one, other)
    }
}

/// True when two occurrences of a metavariable stand for the same.
pub(crate) fn equal(
    file: &super::File<'_>,
    options: &crate::rule::Options,
    budget: &Budget,
    one: &Value,
    other: &Value,
) -> bool {
    let same = Sameness { file, options, budget };
    match (one, other) {
        (Value::Node(one), Value::Node(other)) => same.whole(*one, *other),
        (Value::Nodes(one), Value::Nodes(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other.iter())
                    .all(|(one, other)| same.whole(*one, *other))
        }
        (Value::Text { text: one, .. }, Value::Text { text: other, .. }) => one == other,
        (Value::Node(node), Value::Text { text, .. }) | (Value::Text { text, .. }, Value::Node(node)) => {
            same.text(*node, text)
        }
        _ => false,
    }
}

struct Sameness<'s> {
    file: &'s super::File<'s>,
    options: &'s crate::rule::Options,
    budget: &'s Budget,
}

impl Sameness<'_> {
    /// Equal trees, or a literal and a variable of its value: values of parts are not compared.
    fn whole(&self, one: NodeId, other: NodeId) -> bool {
        self.nodes(one, other) || (self.options.constant_propagation && self.by_value(one, other))
    }

    fn nodes(&self, one: NodeId, other: NodeId) -> bool {
        if !self.budget.take() {
            return false;
        }
        if one == other {
            return true;
        }
        if !one.is_some() || !other.is_some() {
            return false;
        }
        let tree = self.file.tree;
        let (a, b) = (tree.node(one), tree.node(other));
        let is_name = |kind| matches!(kind, Kind::Name | Kind::Identifier);
        match (a.kind, b.kind) {
            (Kind::ExpressionStatement, kind) if kind.is_expression() => return self.nodes(tree.child(one, 0), other),
            (kind, Kind::ExpressionStatement) if kind.is_expression() => return self.nodes(one, tree.child(other, 0)),
            // The name of a type and the same name as an expression.
            (Kind::Type, kind) if is_name(kind) && tree.children(one).len() == 1 => {
                return self.nodes(tree.child(one, 0), other);
            }
            (kind, Kind::Type) if is_name(kind) && tree.children(other).len() == 1 => {
                return self.nodes(one, tree.child(other, 0));
            }
            (one_kind, other_kind) if is_name(one_kind) && is_name(other_kind) => return self.names(one, other),
            _ => {}
        }
        if a.kind != b.kind || a.name != b.name {
            return false;
        }
        // `b"a"` is not `"a"`.
        if a.kind == Kind::Str && self.file.language == Language::Python && self.prefix(one) != self.prefix(other) {
            return false;
        }
        let (ones, others) = (tree.children(one), tree.children(other));
        ones.len() == others.len()
            && stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                ones.iter()
                    .zip(others)
                    .all(|(one, other)| (*one == NodeId::NONE && *other == NodeId::NONE) || self.nodes(*one, *other))
            })
    }

    /// What stands before the quotes of a string.
    fn prefix(&self, string: NodeId) -> &str {
        let source = self.file.tree.source(string);
        &source[..source.find(['"', '\'']).unwrap_or(0)]
    }

    fn names(&self, one: NodeId, other: NodeId) -> bool {
        let tree = self.file.tree;
        if tree.node(one).name != tree.node(other).name {
            return false;
        }
        if !self.options.unify_ids_strictly {
            return true;
        }
        match (self.file.facts.definition(one), self.file.facts.definition(other)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        }
    }

    /// A literal and a variable that holds it.
    fn by_value(&self, one: NodeId, other: NodeId) -> bool {
        let tree = self.file.tree;
        if !one.is_some() || !other.is_some() {
            return false;
        }
        let is_null = |id| tree.kind(id) == Kind::Null;
        let holds_null = |id| self.file.facts.symbolic_value(id).is_some_and(is_null);
        if is_null(one) || is_null(other) {
            return is_null(one) && holds_null(other) || holds_null(one) && is_null(other);
        }
        let is_literal = |id| matches!(tree.kind(id), Kind::Int | Kind::Float | Kind::Str | Kind::Bool);
        let is_name = |id| matches!(tree.kind(id), Kind::Name | Kind::Member);
        if !(is_literal(one) && is_name(other) || is_name(one) && is_literal(other)) {
            return false;
        }
        match (self.file.facts.constant(one), self.file.facts.constant(other)) {
            (Some(Constant::Some(_)), _) | (_, Some(Constant::Some(_))) => false,
            (Some(one), Some(other)) => one == other,
            _ => false,
        }
    }

    /// The content of a string, and an unknown name of that text. A string is more than its content: it is not equal.
    fn text(&self, node: NodeId, text: &str) -> bool {
        let tree = self.file.tree;
        match tree.kind(node) {
            Kind::Name | Kind::Identifier => tree.name_of(node) == text && self.file.facts.definition(node).is_none(),
            _ => false,
        }
    }
}
