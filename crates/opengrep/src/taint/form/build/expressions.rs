//! Expressions: as values, and as statements.

use syntax::tree::{Kind, NodeId};

use super::{Builder, is_spent, literal, read};
use crate::taint::form::{
    Container, Entry, Expression, ExpressionKind, Key, Operation, Operator, Part, Place, Special,
};

impl Builder<'_> {
    // ---- values

    /// The value of an expression. The steps that compute what is in it are made before.
    pub(super) fn value(&mut self, node: NodeId) -> Expression {
        if !node.is_some() {
            return Expression::clean();
        }
        stacker::maybe_grow(super::RED_ZONE, super::NEW_STACK, || self.value_here(node))
    }

    pub(super) fn values(&mut self, nodes: &[NodeId]) -> Vec<Expression> {
        let nodes = nodes.iter().filter(|node| node.is_some());
        nodes.map(|node| self.value(*node)).collect()
    }

    fn value_here(&mut self, node: NodeId) -> Expression {
        let slot = |at| self.tree.child(node, at);
        let kind = self.tree.kind(node);
        match kind {
            // `int[].class`
            Kind::Member if self.kind(slot(0)).is_some_and(Kind::is_type) => literal(node),
            Kind::Name | Kind::Identifier | Kind::Member => read(self.place(node)),
            Kind::Special => match self.name_of(node) {
                "this" | "super" => read(self.place(node)),
                _ => literal(node),
            },
            Kind::Int
            | Kind::Float
            | Kind::Str
            | Kind::Char
            | Kind::Bool
            | Kind::Null
            | Kind::Regex
            | Kind::MarkupText => literal(node),
            Kind::Template | Kind::Adjacent => self.template(node),
            Kind::Interpolation | Kind::MarkupExpression => self.value(slot(0)),
            Kind::Call => self.call(node, true),
            Kind::New => self.made(node, None),
            Kind::Index => self.index(node),
            Kind::Unary => self.unary(node),
            Kind::Binary => self.binary(node),
            Kind::Nary => self.logical(node, true),
            Kind::Comparison => {
                let operands: Vec<_> = self.parts(node).iter().step_by(2).copied().collect();
                let operands = self.values(&operands);
                operation(node, Operator::Compare, operands)
            }
            Kind::Assign | Kind::CompoundAssign => self.assignment(node, true),
            Kind::Conditional => self.conditional(node),
            Kind::Lambda => self.lambda(node),
            Kind::List | Kind::Tuple => self.sequence(node, Container::Sequence),
            Kind::Set => self.sequence(node, Container::Other),
            Kind::Dict => self.mapping(node, Container::Mapping),
            Kind::Pair => self.mapping_of(node, &[node], Container::Mapping),
            Kind::Record => self.record(node),
            Kind::Composite => self.composite(node),
            Kind::Comprehension => self.comprehension(node),
            Kind::Cast => {
                let value = self.value(slot(1));
                Expression {
                    node,
                    kind: ExpressionKind::Cast(slot(0), Box::new(value)),
                }
            }
            Kind::TypeTest => self.type_test(node),
            Kind::Await => {
                let operand = self.value(slot(0));
                self.special(node, Special::Await, vec![operand], true)
            }
            Kind::Yield => self.yielded(node, true),
            Kind::Sequence => {
                let Some((last, before)) = self.parts(node).split_last() else {
                    return Expression::clean();
                };
                for part in before {
                    self.effect(*part);
                }
                self.value(*last)
            }
            Kind::MethodReference => self.method_reference(node),
            Kind::Markup => self.markup(node),
            Kind::Spread | Kind::KeywordArgument => {
                let at = usize::from(kind == Kind::KeywordArgument);
                self.value(slot(at))
            }
            Kind::Annotation => self.annotation_value(node),
            Kind::OtherExpression => self.other(node),
            // Types where an expression stands: the argument of `new(T)`.
            kind if kind.is_type() => Expression::clean(),
            kind if kind.is_statement() => {
                self.statement(node);
                Expression::clean()
            }
            _ => self.untranslated(node),
        }
    }

    /// A step that makes a value from others; the value is a temporary.
    pub(super) fn special(
        &mut self,
        node: NodeId,
        kind: Special,
        operands: Vec<Expression>,
        is_used: bool,
    ) -> Expression {
        let target = is_used.then(|| Place::variable(self.temporary(), NodeId::NONE));
        self.instruction(node, target.clone(), Operation::Special { kind, operands });
        target.map_or_else(Expression::clean, read)
    }

    /// A string with interpolations, or of several parts.
    fn template(&mut self, node: NodeId) -> Expression {
        let is_plain = |part: &NodeId| self.is(*part, Kind::Str);
        if self.parts(node).iter().all(is_plain) {
            return literal(node);
        }
        let mut operands = Vec::new();
        self.template_parts(node, &mut operands);
        self.special(node, Special::Template, operands, true)
    }

    fn template_parts(&mut self, node: NodeId, operands: &mut Vec<Expression>) {
        for part in self.parts(node).iter().filter(|part| part.is_some()) {
            match self.tree.kind(*part) {
                Kind::Template => self.template_parts(*part, operands),
                _ => operands.push(self.value(*part)),
            }
        }
    }

    fn index(&mut self, node: NodeId) -> Expression {
        let (object, index) = (self.slot(node, 0), self.slot(node, 1));
        if !self.is(index, Kind::Slice) {
            return read(self.place(node));
        }
        if !self.profile.slice {
            return self.untranslated(node);
        }
        let whole = self.value(object);
        self.bounds(index);
        operation(node, Operator::Other, vec![whole])
    }

    fn unary(&mut self, node: NodeId) -> Expression {
        let operand = self.slot(node, 0);
        match self.name_of(node) {
            "++" | "--" => self.step_by_one(node),
            "delete" => self.delete(node, operand),
            "not" | "!" if !self.is_transparent(node) => {
                let value = self.value(operand);
                operation(node, Operator::Not, vec![value])
            }
            _ if self.is_transparent(node) => match self.is_place(operand) {
                true => {
                    let place = self.place(operand);
                    Expression {
                        node,
                        kind: ExpressionKind::Read(place),
                    }
                }
                false => self.value(operand),
            },
            _ => {
                let value = self.value(operand);
                operation(node, Operator::Other, vec![value])
            }
        }
    }

    /// `i++` is `i = i + 1`.
    fn step_by_one(&mut self, node: NodeId) -> Expression {
        let operand = self.slot(node, 0);
        if !self.is_place(operand) {
            return self.value(operand);
        }
        let place = self.place(operand);
        let operator = match self.name_of(node) {
            "++" => Operator::Add,
            _ => Operator::Subtract,
        };
        let one = literal(NodeId::NONE);
        let value = operation(NodeId::NONE, operator, vec![read(place.clone()), one]);
        self.assign(node, place.clone(), value);
        Expression {
            node,
            kind: ExpressionKind::Read(place),
        }
    }

    fn binary(&mut self, node: NodeId) -> Expression {
        let name = self.name_of(node);
        match name {
            "&&" | "||" | "and" | "or" => return self.logical(node, true),
            "??" | "?:" if self.profile.fold => return self.logical(node, true),
            "<-" => return self.send(node),
            _ => {}
        }
        let left = self.value(self.slot(node, 0));
        let right = self.value(self.slot(node, 1));
        operation(node, operator(name), vec![left, right])
    }

    /// `a and b`: where the value is used, the steps of `b` run when `a` holds.
    fn logical(&mut self, node: NodeId, is_used: bool) -> Expression {
        let operands = self.parts(node);
        let operator = operator(self.name_of(node));
        let mut values: Vec<Expression> = Vec::with_capacity(operands.len());
        for (at, operand) in operands.iter().enumerate() {
            let value = match at {
                0 => self.operand(*operand, is_used),
                _ if !is_used => self.operand(*operand, false),
                _ => {
                    let before = match values.as_slice() {
                        [only] => only.clone(),
                        several => operation(NodeId::NONE, operator, several.to_vec()),
                    };
                    let verdict = self.fold.verdict_of_operands(operator, &operands[..at]);
                    self.guarded(operator, before, verdict, *operand)
                }
            };
            values.push(value);
        }
        operation(node, operator, values)
    }

    /// An operand of `and` and `or`; as a statement all that is in them runs.
    fn operand(&mut self, node: NodeId, is_used: bool) -> Expression {
        match is_used || self.profile.fold || !self.is_logical(node) {
            true => self.value(node),
            false => self.logical(node, false),
        }
    }

    fn is_logical(&self, node: NodeId) -> bool {
        matches!(self.kind(node), Some(Kind::Nary | Kind::Binary))
            && matches!(self.name_of(node), "&&" | "||" | "and" | "or")
    }

    /// An operand that is computed only when what is before it holds; to Opengrep with `or` too.
    fn guarded(
        &mut self,
        operator: Operator,
        before: Expression,
        verdict: Option<bool>,
        operand: NodeId,
    ) -> Expression {
        // Where many paths meet, the test would have to be taken back from all of them.
        if self.open.len() > 1 {
            self.join();
        }
        let edges = self.open.clone();
        let (holds, fails) = self.test(before, verdict);
        let count = self.steps.len();
        let (into, around) = match operator {
            Operator::Or | Operator::Coalesce if self.profile.fold => (fails, holds),
            _ => (holds, fails),
        };
        self.open = into.clone();
        let value = self.value(operand);
        if self.steps.len() == count && self.open == into && !edges.is_empty() && !into.is_empty() {
            // Nothing happens there.
            self.steps.pop();
            self.open = edges;
        } else {
            self.open.extend(around);
        }
        value
    }

    fn conditional(&mut self, node: NodeId) -> Expression {
        let condition = self.slot(node, 0);
        let target = Place::variable(self.temporary(), NodeId::NONE);
        let verdict = self.fold.verdict(condition);
        let value = self.value(condition);
        let (holds, fails) = self.test(value, verdict);
        let mut ends = Vec::new();
        for (edges, branch) in [(holds, self.slot(node, 1)), (fails, self.slot(node, 2))] {
            self.open = edges;
            let value = self.value(branch);
            self.assign(NodeId::NONE, target.clone(), value);
            ends.extend(self.stop());
        }
        self.open = ends;
        // The value has the bytes of the whole: a part of it is no element of its own beside it.
        Expression { node, ..read(target) }
    }

    fn type_test(&mut self, node: NodeId) -> Expression {
        let (tested, pattern) = (self.slot(node, 0), self.slot(node, 2));
        let mut value = self.value(tested);
        if pattern.is_some() {
            value = self.settled(value);
            self.bind(pattern, value.clone(), pattern);
        }
        operation(node, Operator::Compare, vec![value])
    }

    /// What is yielded, of which the result is clean.
    pub(super) fn yielded(&mut self, node: NodeId, is_used: bool) -> Expression {
        let operand = self.slot(node, 0);
        let value = operand.is_some().then(|| self.value(operand));
        if self.manner.yield_is_value {
            self.give(node, value);
            return Expression::clean();
        }
        if !is_used && self.manner.yield_returns && !self.profile.r#yield {
            self.returned(node, value);
            return Expression::clean();
        }
        let operands = value.into_iter().collect();
        self.special(node, Special::Yield, operands, false)
    }

    /// `t::m` is a member; of a type it is a function.
    fn method_reference(&mut self, node: NodeId) -> Expression {
        let object = self.slot(node, 0);
        if self.kind(object).is_some_and(Kind::is_type) {
            return Expression::clean();
        }
        read(self.place_of_reference(node, object))
    }

    fn place_of_reference(&mut self, node: NodeId, object: NodeId) -> Place {
        let mut place = match self.is_place(object) {
            true => self.place(object),
            false => {
                let value = self.value(object);
                self.held(NodeId::NONE, value)
            }
        };
        let key = Key::Name(self.tree.node(node).name);
        place.parts.push(Part { key, node });
        place
    }

    fn other(&mut self, node: NodeId) -> Expression {
        let parts = self.parts(node);
        match self.name_of(node) {
            // What is left out in a list.
            "hole" => literal(node),
            "switch_expression" => self.switch_value(self.slot(node, 0)),
            "class" => {
                self.statement(self.slot(node, 0));
                Expression::clean()
            }
            "enum_constant" => self.enum_constant(node),
            "object_creation_expression" => match *parts {
                [outer, new] => {
                    let outer = self.value(outer);
                    self.made(new, Some(outer))
                }
                _ => self.untranslated(node),
            },
            "make" | "new" => self.builtin_call(node),
            "type_switch" => self.value(self.slot(node, 0)),
            // What could be read around a bad token is no more than parts.
            "ERROR" => {
                for part in parts {
                    self.effect_or_statement(*part);
                }
                self.form.untranslated.push(node);
                Expression::clean()
            }
            _ => self.untranslated(node),
        }
    }

    // ---- containers

    pub(super) fn sequence(&mut self, node: NodeId, container: Container) -> Expression {
        let mut entries = Vec::new();
        for part in self.parts(node).iter().filter(|part| part.is_some()) {
            match self.tree.kind(*part) {
                // An entry of a dictionary with `**` in it, or of a literal of Go.
                Kind::Pair => self.loose_pair(*part, &mut entries),
                _ => entries.push(self.entry(*part)),
            }
        }
        Expression {
            node,
            kind: ExpressionKind::Container(container, entries),
        }
    }

    fn entry(&mut self, node: NodeId) -> Entry {
        Entry {
            key: None,
            spread: self.is(node, Kind::Spread),
            value: self.value(node),
        }
    }

    /// Key and value of what is not tracked by key.
    fn loose_pair(&mut self, pair: NodeId, entries: &mut Vec<Entry>) {
        let (key, value) = (self.slot(pair, 0), self.slot(pair, 1));
        let is_field = self.is(key, Kind::Identifier);
        for part in [key, value] {
            if part == key && is_field {
                continue;
            }
            let value = match self.is(part, Kind::List) {
                true => self.sequence(part, Container::Other),
                false => self.value(part),
            };
            entries.push(Entry {
                key: None,
                spread: false,
                value,
            });
        }
    }

    fn mapping(&mut self, node: NodeId, container: Container) -> Expression {
        self.mapping_of(node, self.parts(node), container)
    }

    fn mapping_of(&mut self, node: NodeId, pairs: &[NodeId], container: Container) -> Expression {
        let mut entries = Vec::new();
        for pair in pairs.iter().filter(|pair| pair.is_some()) {
            if self.tree.kind(*pair) != Kind::Pair {
                entries.push(self.entry(*pair));
                continue;
            }
            let key = match self.is(self.slot(*pair, 0), Kind::Identifier) {
                true => Key::Name(self.tree.node(self.slot(*pair, 0)).name),
                false => self.key(self.slot(*pair, 0)),
            };
            entries.push(Entry {
                key: Some(key),
                spread: false,
                value: self.value(self.slot(*pair, 1)),
            });
        }
        Expression {
            node,
            kind: ExpressionKind::Container(container, entries),
        }
    }

    /// An object literal. One with a computed key has no translation to Opengrep.
    fn record(&mut self, node: NodeId) -> Expression {
        let members = self.parts(node);
        let is_computed = |member: &NodeId| {
            self.is(*member, Kind::Property)
                && self.tree.node(*member).name.some().is_none()
                && !self.is(self.slot(*member, 1), Kind::Assign)
        };
        if !self.profile.statements && members.iter().any(is_computed) {
            return self.untranslated(node);
        }
        let mut entries = Vec::new();
        for member in members.iter().filter(|member| member.is_some()) {
            match self.tree.kind(*member) {
                Kind::Property => {
                    let name = self.tree.node(*member).name;
                    let key = match name.some() {
                        Some(name) => Key::Name(name),
                        None => self.key(self.slot(*member, 0)),
                    };
                    entries.push(Entry {
                        key: Some(key),
                        spread: false,
                        value: self.value(self.slot(*member, 1)),
                    });
                }
                Kind::Function => {
                    let name = self.tree.node(*member).name;
                    let value = self.method_of_record(*member, node);
                    entries.push(Entry {
                        key: name.some().map(Key::Name),
                        spread: false,
                        value,
                    });
                }
                _ => entries.push(self.entry(*member)),
            }
        }
        Expression {
            node,
            kind: ExpressionKind::Container(Container::Mapping, entries),
        }
    }

    /// A literal of a type. Opengrep does not track it by key.
    fn composite(&mut self, node: NodeId) -> Expression {
        let list = self.slot(node, 1);
        let made = match self.profile.key {
            true => self.composite_by_key(list),
            false => self.composite_parts(list),
        };
        Expression { node, ..made }
    }

    fn composite_parts(&mut self, list: NodeId) -> Expression {
        stacker::maybe_grow(super::RED_ZONE, super::NEW_STACK, || {
            let mut entries = Vec::new();
            for part in self.parts(list).iter().filter(|part| part.is_some()) {
                match self.tree.kind(*part) {
                    Kind::Pair => self.loose_pair(*part, &mut entries),
                    Kind::List => entries.push(Entry {
                        key: None,
                        spread: false,
                        value: self.composite_parts(*part),
                    }),
                    _ => entries.push(self.entry(*part)),
                }
            }
            Expression {
                node: list,
                kind: ExpressionKind::Container(Container::Other, entries),
            }
        })
    }

    fn composite_by_key(&mut self, list: NodeId) -> Expression {
        let parts = self.parts(list);
        match !parts.is_empty() && parts.iter().all(|part| self.is(*part, Kind::Pair)) {
            true => self.mapping_of(list, parts, Container::Mapping),
            false => self.sequence(list, Container::Sequence),
        }
    }

    // ---- statements

    /// An expression as a statement.
    pub(super) fn effect(&mut self, node: NodeId) {
        if !node.is_some() {
            return;
        }
        match self.tree.kind(node) {
            Kind::Call => {
                self.call(node, false);
            }
            Kind::Assign | Kind::CompoundAssign => {
                self.assignment(node, false);
            }
            Kind::Unary if matches!(self.name_of(node), "++" | "--") => {
                self.step_by_one(node);
            }
            Kind::Await => {
                let operand = self.value(self.slot(node, 0));
                self.special(node, Special::Await, vec![operand], false);
            }
            Kind::Yield => {
                self.yielded(node, false);
            }
            Kind::Sequence => {
                for part in self.parts(node) {
                    self.effect_or_statement(*part);
                }
            }
            _ => {
                let value = match self.is_logical(node) && !self.profile.fold {
                    true => self.logical(node, false),
                    false => self.value(node),
                };
                self.look_at(node, value);
            }
        }
    }

    /// A step for a value that nothing is done with, unless there is nothing to be looked at.
    pub(super) fn look_at(&mut self, node: NodeId, value: Expression) {
        if !is_spent(&value) {
            self.instruction(node, None, Operation::Assign(value));
        }
    }

    /// `x = e` and `x += e`.
    fn assignment(&mut self, node: NodeId, is_used: bool) -> Expression {
        let (target, value) = (self.slot(node, 0), self.slot(node, 1));
        if self.tree.kind(node) == Kind::Assign {
            return self.store(node, target, value, is_used);
        }
        if !self.is_place(target) {
            self.value(value);
            return self.untranslated(target);
        }
        let place = self.place(target);
        let operator = operator(self.name_of(node));
        let value = self.value(value);
        let value = operation(NodeId::NONE, operator, vec![read(place.clone()), value]);
        self.assign(node, place.clone(), value);
        read(place)
    }

    /// A value into a target, which may be a pattern. The node is that of the whole.
    pub(super) fn store(&mut self, node: NodeId, target: NodeId, value: NodeId, is_used: bool) -> Expression {
        if self.is(value, Kind::New) && self.is_place(target) {
            let place = self.made_in(value, target);
            return read(place);
        }
        let value = self.value(value);
        if !self.is_place(target) {
            let value = match is_used {
                true => self.settled(value),
                false => value,
            };
            self.bind(target, value.clone(), node);
            return value;
        }
        let place = self.place(target);
        self.assign(node, place.clone(), value);
        read(place)
    }
}

pub(super) fn operation(node: NodeId, operator: Operator, operands: Vec<Expression>) -> Expression {
    Expression {
        node,
        kind: ExpressionKind::Operator(operator, operands),
    }
}

/// What an operator is, as far as it matters.
pub(super) fn operator(name: &str) -> Operator {
    match name {
        "and" | "&&" => Operator::And,
        "or" | "||" => Operator::Or,
        "??" | "?:" => Operator::Coalesce,
        "==" | "===" => Operator::Equal,
        "!=" | "!==" | "<>" => Operator::NotEqual,
        "in" => Operator::In,
        "not in" => Operator::NotIn,
        "<" | "<=" | ">" | ">=" | "is" | "is not" | "instanceof" | "<=>" => Operator::Compare,
        "+" => Operator::Add,
        "-" => Operator::Subtract,
        "*" => Operator::Multiply,
        "%" => Operator::Remainder,
        _ => Operator::Other,
    }
}
