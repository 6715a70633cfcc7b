//! `<... e ...>`: an expression anywhere below another, also in the value of a variable.

use syntax::Language;
use syntax::tree::{Kind, NodeId};

use super::expression::MAX_REPLACED;
use super::{Environment, Environments, Matcher};

impl Matcher<'_> {
    /// `<... e ...>`: the expression or any below it.
    pub(super) fn deep(&self, inner: NodeId, t: NodeId, environment: Environment) -> Environments {
        let mut found = self.part(inner, t, environment.clone());
        if self.options.go_deeper_expr {
            self.each_below(t, &mut |below| {
                found.extend(self.expression(inner, below, environment.clone()));
                found.extend(self.deep_in_value(inner, below, &environment));
            });
        }
        found
    }

    /// With symbolic propagation a variable is entered through its value.
    fn deep_in_value(&self, inner: NodeId, t: NodeId, environment: &Environment) -> Environments {
        let replaced = self.replaced.get();
        if !self.budget.take() {
            return Vec::new();
        }
        if !self.options.symbolic_propagation || self.t.kind(t) != Kind::Name || replaced >= MAX_REPLACED {
            return Vec::new();
        }
        let Some(value) = self.file.facts.symbolic_value(t) else {
            return Vec::new();
        };
        self.replaced.set(replaced + 1);
        let found = self.deep(inner, value, environment.clone());
        self.replaced.set(replaced);
        found
    }

    /// The expressions below one, without the bodies of functions.
    pub(super) fn each_below(&self, t: NodeId, visit: &mut dyn FnMut(NodeId)) {
        let mut open: Vec<NodeId> = self
            .t
            .children(t)
            .iter()
            .rev()
            .copied()
            .filter(|id| id.is_some())
            .collect();
        if self.t.kind(t) == Kind::Lambda && !self.enters_lambda(t) {
            return;
        }
        while let Some(id) = open.pop() {
            if !self.budget.take() {
                return;
            }
            let kind = self.t.kind(id);
            if kind.is_type()
                || kind.is_statement()
                || matches!(kind, Kind::Parameters | Kind::ClassBody | Kind::Identifier)
            {
                continue;
            }
            if kind.is_expression() {
                visit(id);
            }
            if kind == Kind::Lambda && !self.enters_lambda(id) {
                continue;
            }
            open.extend(self.t.children(id).iter().rev().copied().filter(|id| id.is_some()));
        }
    }

    /// Only lambdas of Python are entered.
    fn enters_lambda(&self, t: NodeId) -> bool {
        self.file.language == Language::Python && self.t.kind(self.t.child(t, 3)) != Kind::Block
    }
}
