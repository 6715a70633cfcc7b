//! Calls, and the making of objects.

use syntax::tree::{Kind, NodeId};

use super::{Builder, Edge, read};
use crate::taint::form::{Argument, Expression, ExpressionKind, Key, Operation, Part, Place, Special, Variable};

/// A call that runs when its unit ends.
#[derive(Debug)]
pub(super) struct Deferred {
    node: NodeId,
    /// The arguments, which are computed where the call is deferred.
    arguments: Vec<Argument>,
}

impl Builder<'_> {
    /// A call. Where its result is used, it is a temporary.
    pub(super) fn call(&mut self, node: NodeId, is_used: bool) -> Expression {
        let (function, list) = (self.slot(node, 0), self.slot(node, 1));
        if let Some(removed) = self.removal(node, function, list) {
            return removed;
        }
        let callee = self.callee(function);
        let arguments = self.arguments(self.parts(list));
        self.call_of(node, callee, arguments, is_used)
    }

    fn call_of(&mut self, node: NodeId, callee: Expression, arguments: Vec<Argument>, is_used: bool) -> Expression {
        let target = is_used.then(|| Place::variable(self.temporary(), NodeId::NONE));
        let emptied = self.emptied(&callee, &arguments);
        self.instruction(node, target.clone(), Operation::Call { callee, arguments });
        if let Some(place) = emptied {
            let operands = Vec::new();
            let kind = Special::Remove;
            self.instruction(NodeId::NONE, Some(place), Operation::Special { kind, operands });
        }
        target.map_or_else(Expression::clean, read)
    }

    /// The function of a call: a method is the last part of the place it is called on.
    fn callee(&mut self, function: NodeId) -> Expression {
        if self.manner.has_plain_functions && self.is(function, Kind::Name) {
            let name = self.tree.node(function).name;
            return read(Place::variable(Variable::Free(name), function));
        }
        match function.is_some() && self.is_place(function) {
            true => read(self.place(function)),
            false => self.value(function),
        }
    }

    pub(super) fn arguments(&mut self, nodes: &[NodeId]) -> Vec<Argument> {
        let mut arguments = Vec::with_capacity(nodes.len());
        for node in nodes.iter().filter(|node| node.is_some()) {
            let kind = self.tree.kind(*node);
            if kind.is_type() {
                continue;
            }
            arguments.push(Argument {
                name: match kind {
                    Kind::KeywordArgument => self.tree.node(*node).name.some(),
                    _ => None,
                },
                spread: kind == Kind::Spread,
                value: self.value(*node),
            });
        }
        arguments
    }

    /// What a call of `clear()` and the like leaves nothing in.
    fn emptied(&self, callee: &Expression, arguments: &[Argument]) -> Option<Place> {
        let ExpressionKind::Read(place) = &callee.kind else {
            return None;
        };
        let Some((
            Part {
                key: Key::Name(method), ..
            },
            before,
        )) = place.parts.split_last()
        else {
            return None;
        };
        let empties = match (self.tree.name(*method), arguments) {
            ("clear", []) => true,
            ("setLength", [only]) => {
                let length = only
                    .value
                    .node
                    .some()
                    .filter(|_| matches!(only.value.kind, ExpressionKind::Literal));
                length.is_some_and(|length| self.tree.source(length) == "0")
            }
            _ => false,
        };
        let receiver = Place {
            base: place.base,
            node: NodeId::NONE,
            parts: before
                .iter()
                .map(|part| Part {
                    node: NodeId::NONE,
                    ..part.clone()
                })
                .collect(),
        };
        let is_variable = !matches!(place.base, Variable::Temporary(_));
        (self.profile.reset && empties && is_variable).then_some(receiver)
    }

    // ---- removal

    /// `delete(m, "a")`
    fn removal(&mut self, node: NodeId, function: NodeId, list: NodeId) -> Option<Expression> {
        let name = self.manner.removes?;
        let [object, index] = *self.parts(list) else {
            return None;
        };
        let removes = self.is(function, Kind::Name)
            && self.name_of(function) == name
            && self.facts.definition(function).is_none()
            && self.is_place(object);
        if !removes {
            return None;
        }
        let mut place = self.place(object);
        let operands = vec![read(place.clone())];
        let key = self.key(index);
        place.parts.push(Part {
            key,
            node: NodeId::NONE,
        });
        let kind = Special::Remove;
        self.instruction(node, Some(place), Operation::Special { kind, operands });
        Some(Expression::clean())
    }

    /// `delete o.a` as an expression.
    pub(super) fn delete(&mut self, node: NodeId, operand: NodeId) -> Expression {
        if self.profile.reset && self.is_place(operand) {
            self.remove(node, operand);
            return Expression::clean();
        }
        let value = self.value(operand);
        super::expressions::operation(node, crate::taint::form::Operator::Other, vec![value])
    }

    /// What is deleted is clean from here on.
    pub(super) fn remove(&mut self, node: NodeId, target: NodeId) {
        if !self.is_place(target) {
            let operand = self.value(target);
            self.special(node, Special::Inspect, vec![operand], false);
            return;
        }
        let place = self.place(target);
        let operands = Vec::new();
        let kind = Special::Remove;
        self.instruction(node, Some(place), Operation::Special { kind, operands });
    }

    // ---- new

    /// `new T(…)`; what it is made inside of is an argument.
    pub(super) fn made(&mut self, node: NodeId, outer: Option<Expression>) -> Expression {
        let operation = self.making(node, outer);
        let target = Place::variable(self.temporary(), NodeId::NONE);
        self.instruction(node, Some(target.clone()), operation);
        read(target)
    }

    /// `v = new T(…)` makes it in `v`.
    pub(super) fn made_in(&mut self, node: NodeId, target: NodeId) -> Place {
        let operation = self.making(node, None);
        let place = self.place(target);
        self.instruction(node, Some(place.clone()), operation);
        place
    }

    fn making(&mut self, node: NodeId, outer: Option<Expression>) -> Operation {
        let (class, list, body) = (self.slot(node, 0), self.slot(node, 1), self.slot(node, 2));
        // `new (f())()`: what is made is computed.
        if self
            .kind(class)
            .is_some_and(|kind| !kind.is_type() && kind != Kind::Name)
        {
            self.value(class);
        }
        let mut arguments: Vec<_> = outer.into_iter().map(plain).collect();
        arguments.extend(self.arguments(self.parts(list)));
        if body.is_some() {
            self.class_body(node, body);
        }
        Operation::New { class, arguments }
    }

    /// A constant of an enumeration is made with arguments, and may have a body.
    pub(super) fn enum_constant(&mut self, node: NodeId) -> Expression {
        let parts = self.parts(node).iter().filter(|part| part.is_some());
        let mut arguments = None;
        for part in parts {
            match self.tree.kind(*part) {
                Kind::ClassBody => self.class_body(node, *part),
                _ if self.profile.statements => arguments = Some(self.arguments(self.parts(*part))),
                _ => self.skip(*part),
            }
        }
        let Some(arguments) = arguments else {
            return Expression::clean();
        };
        let target = Place::variable(self.temporary(), NodeId::NONE);
        let class = NodeId::NONE;
        self.instruction(node, Some(target.clone()), Operation::New { class, arguments });
        read(target)
    }

    /// `make([]T, n)`: a function that takes a type.
    pub(super) fn builtin_call(&mut self, node: NodeId) -> Expression {
        let arguments = self.arguments(self.parts(self.slot(node, 0)));
        let function = Place::variable(Variable::Free(self.tree.node(node).name), NodeId::NONE);
        self.call_of(node, read(function), arguments, true)
    }

    // ---- what is written before a definition

    /// A decorator is a call of its own.
    pub(super) fn decorator(&mut self, node: NodeId) {
        let (function, list) = (self.slot(node, 0), self.slot(node, 1));
        let callee = self.callee(function);
        match list.is_some() {
            true => {
                let arguments = self.arguments(self.parts(list));
                self.call_of(node, callee, arguments, false);
            }
            false => self.look_at(node, callee),
        }
    }

    pub(super) fn annotation_value(&mut self, node: NodeId) -> Expression {
        let values = self.arguments(self.parts(self.slot(node, 1)));
        let values = values.into_iter().map(|argument| argument.value).collect();
        super::expressions::operation(node, crate::taint::form::Operator::Other, values)
    }

    // ---- deferred calls and channels

    /// `defer f(a)`: the arguments are computed here, the call runs when the function ends.
    pub(super) fn defer(&mut self, node: NodeId) {
        if !self.profile.statements {
            self.skip(node);
            return;
        }
        if !self.is(node, Kind::Call) {
            self.effect(node);
            return;
        }
        let mut arguments = self.arguments(self.parts(self.slot(node, 1)));
        for argument in &mut arguments {
            let value = std::mem::replace(&mut argument.value, Expression::clean());
            argument.value = match value.kind {
                ExpressionKind::Literal | ExpressionKind::Clean => value,
                _ => read(self.held(NodeId::NONE, value)),
            };
        }
        if self.is_live() {
            self.deferred.push(Deferred { node, arguments });
        } else {
            self.skip(self.slot(node, 0));
        }
    }

    /// The deferred calls, the last one first. Not every path has come by all of them.
    pub(super) fn run_deferred(&mut self) {
        let returns: Vec<Edge> = std::mem::take(&mut self.returns);
        self.open.extend(returns);
        for deferred in std::mem::take(&mut self.deferred).into_iter().rev() {
            let (runs, passes) = self.fork();
            self.open = runs;
            let callee = self.callee(self.slot(deferred.node, 0));
            self.call_of(deferred.node, callee, deferred.arguments, false);
            self.open.extend(passes);
        }
    }

    /// `c <- v`: what is sent is somewhere in the channel.
    pub(super) fn send(&mut self, node: NodeId) -> Expression {
        let (channel, value) = (self.slot(node, 0), self.slot(node, 1));
        if self.profile.statements && self.is_place(channel) {
            let value = self.value(value);
            let mut place = self.place(channel);
            place.parts.push(Part {
                key: Self::any_key(),
                node: NodeId::NONE,
            });
            self.assign(node, place, value);
            return Expression::clean();
        }
        let operands = self.values(&[channel, value]);
        super::expressions::operation(node, crate::taint::form::Operator::Other, operands)
    }
}

/// An argument without a name.
pub(super) fn plain(value: Expression) -> Argument {
    Argument {
        name: None,
        spread: false,
        value,
    }
}
