//! What expressions are, and what elements are for their roles.

use syntax::tree::{Kind, NodeId};

use super::{Analysis, Candidate, OUTSIDE, SinkPoint};
use crate::rule::SideEffect;
use crate::taint::form::{Container, Entry, Expression, ExpressionKind, Key, Operator, UnitId, Variable};
use crate::taint::labels::Requires;
use crate::taint::roles::{End, Held, HeldRole, Role, Span};
use crate::taint::state::{Cell, CellKey, Limits, State, Status};
use crate::taint::taints::{Label, Taint, Taints};
use std::rc::Rc;
use syntax::facts::{Constant, TypeFact, builtin_type};

/// A place that an element is, and the token of its variable.
pub(super) type At<'p> = Option<(Variable, &'p [CellKey], NodeId)>;

impl Analysis<'_> {
    /// The roles of what has these bytes.
    pub(super) fn held(&self, span: Option<Span>) -> Option<(Rc<Held>, Span)> {
        let span = span?;
        Some((self.set.roles.held(span)?, span))
    }

    fn admits(&self, role: &HeldRole, span: Span) -> bool {
        self.top.largest.admits(self.set.rule, role.role, role.item, span)
    }

    /// Whether an element is clean whatever it is made of.
    pub(super) fn is_sanitized(&self, held: &Held, span: Span) -> bool {
        let sanitizers = held.roles.iter().filter(|role| role.role == Role::Sanitizer);
        sanitizers.into_iter().any(|role| self.admits(role, span))
    }

    /// Whether an element that is a place is clean from now on.
    pub(super) fn cleans(&self, held: &Held, span: Span) -> bool {
        held.roles.iter().any(|role| {
            role.role == Role::Sanitizer
                && role.covers
                && self.set.rule.sanitizers[usize::from(role.item)].by_side_effect
                && self.admits(role, span)
        })
    }

    /// What a source makes of an element, and of the place that it is.
    pub(super) fn sources(&mut self, state: &mut State, held: &Held, span: Span, value: &mut Cell, at: At<'_>) {
        loop {
            let before = value.whole();
            let mut more = Taints::default();
            for role in held.roles.iter().filter(|role| role.role == Role::Source) {
                if !self.admits(role, span) {
                    continue;
                }
                let source = &self.set.rule.sources[usize::from(role.item)];
                if source
                    .requires
                    .as_ref()
                    .is_some_and(|requires| !requires.holds(&known(&before)))
                {
                    continue;
                }
                let taint = Taints::one(self.source_taint(role.item, role.found));
                if source.control {
                    state.control.add(&taint);
                    continue;
                }
                let effect = self.source_effect(role.item);
                if effect != SideEffect::Only {
                    more.add(&taint);
                }
                if effect != SideEffect::No
                    && role.covers
                    && let Some((variable, path, token)) = at
                {
                    let limits = self.adding();
                    self.write(state, variable, path, &Cell::of(taint.passing(token)), &limits);
                }
            }
            let sum = before.clone().with(&more);
            if sum.same(&before) {
                return;
            }
            value.status = Status::Tainted(value.own().with(&more));
        }
    }

    /// What propagators do with an element.
    pub(super) fn propagators(&mut self, state: &mut State, held: &Held, value: &mut Cell, at: At<'_>) {
        for (end, item, found) in &held.ends {
            let key = (*item, *found);
            let propagator = &self.set.rule.propagators[usize::from(*item)];
            match end {
                End::From => {
                    let arriving = self.relabelled(*item, &value.whole());
                    if arriving.is_empty() {
                        continue;
                    }
                    self.top.delivered.entry(key).or_default().add(&arriving);
                    if propagator.by_side_effect
                        && let Some((variable, path, token)) = self.top.receivers.get(&key).cloned()
                    {
                        let limits = self.adding();
                        self.write(state, variable, &path, &Cell::of(arriving.passing(token)), &limits);
                    }
                }
                End::To => {
                    if propagator.by_side_effect
                        && let Some((variable, path, token)) = at
                    {
                        self.top.receivers.insert(key, (variable, path.to_vec(), token));
                    }
                    let Some(delivered) = self.top.delivered.get(&key).cloned() else {
                        continue;
                    };
                    value.status = Status::Tainted(value.own().with(&delivered));
                    if propagator.by_side_effect
                        && let Some((variable, path, token)) = at
                    {
                        let limits = self.adding();
                        self.write(state, variable, path, &Cell::of(delivered.passing(token)), &limits);
                    }
                }
            }
        }
    }

    fn relabelled(&self, item: u16, taints: &Taints) -> Taints {
        let propagator = &self.set.rule.propagators[usize::from(item)];
        if let Some(requires) = &propagator.requires
            && !requires.holds(&known(taints))
        {
            return Taints::default();
        }
        let Some(label) = propagator.label else {
            return taints.clone();
        };
        let changes = |taint: &Taint| {
            let listed = propagator.replace_labels.as_ref();
            listed.is_none_or(|listed| listed.contains(&taint.label))
        };
        let change = |taint: &Taint| Taint {
            label: if changes(taint) { label } else { taint.label },
            ..taint.clone()
        };
        taints.iter().map(change).collect()
    }

    /// Writes that add, whatever the profile says of writes.
    pub(super) fn adding(&self) -> Limits {
        Limits {
            replaces: false,
            ..self.limits
        }
    }

    /// Taints that arrive at an element in the role of a sink. A part of a larger place is a sink only as a whole match.
    pub(super) fn sinks(&mut self, state: &State, held: &Held, span: Span, arriving: &Taints, whole: bool) {
        for role in held.roles.iter().filter(|role| role.role == Role::Sink) {
            if !(whole || role.covers) || !self.admits(role, span) {
                continue;
            }
            let sink = &self.set.rule.sinks[usize::from(role.item)];
            if sink.at_exit {
                continue;
            }
            let arriving = arriving.clone().with(&state.control);
            self.report((role.item, role.found), &arriving, &Rc::new(SinkPoint::Here));
        }
    }

    /// Notes what reaches a sink: for a sink without requirement every taint of the label of plain sources, else all together.
    pub(super) fn report(&mut self, sink: (u16, u32), arriving: &Taints, point: &Rc<SinkPoint>) {
        let requires = match sink.0 {
            OUTSIDE => None,
            item => self.set.rule.sinks[usize::from(item)].requires.as_ref(),
        };
        let candidate = |taints: Taints| Candidate {
            sink,
            taints,
            point: Rc::clone(point),
        };
        match requires {
            None => {
                for taint in arriving.iter() {
                    if taint.is_given() {
                        self.top.reaches.add(candidate(Taints::one(taint.clone())));
                    } else if taint.label == Label::SOURCE {
                        self.candidates.add(candidate(Taints::one(taint.clone())));
                    }
                }
            }
            Some(requires) => {
                let concrete = known(arriving);
                if requires.holds(&concrete) {
                    self.candidates.add(candidate(needed(requires, &concrete)));
                }
                if arriving.iter().any(Taint::is_given) {
                    self.top.reaches.add(candidate(arriving.clone()));
                }
            }
        }
    }

    /// What an expression is. What happens on the way changes the state.
    pub(super) fn expression(&mut self, state: &mut State, expression: &Expression) -> Cell {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.expression_here(state, expression))
    }

    fn expression_here(&mut self, state: &mut State, expression: &Expression) -> Cell {
        let span = self.span(expression.node);
        if let ExpressionKind::Read(place) = &expression.kind {
            let read = self.read(state, place);
            let is_same = span.is_none() || span == self.span(place.whole_node());
            if is_same {
                return read.value;
            }
            // What is put together from branches is no beginning of a propagator there.
            let propagates = self.set.profile.propagator_from;
            return self.element(state, span, read.value, propagates);
        }
        let held = self.held(span);
        if let Some((held, span)) = &held
            && self.is_sanitized(held, *span)
        {
            return Cell::clean();
        }
        let mut value = match &expression.kind {
            ExpressionKind::Literal | ExpressionKind::Clean | ExpressionKind::Read(_) => Cell::clean(),
            ExpressionKind::Operator(operator, operands) => self.operator(state, *operator, operands, expression.node),
            ExpressionKind::Container(container, entries) => self.container(state, *container, entries),
            ExpressionKind::Cast(to, operand) => {
                let value = self.expression(state, operand);
                self.cleaned_by(self.class_of_type(*to), value)
            }
        };
        if let Some((held, span)) = held {
            self.roles(state, &held, span, &mut value, None);
        }
        value
    }

    /// A value as an element with these bytes.
    fn element(&mut self, state: &mut State, span: Option<Span>, mut value: Cell, propagates: bool) -> Cell {
        if let Some((held, span)) = self.held(span) {
            if self.is_sanitized(&held, span) {
                return Cell::clean();
            }
            self.sources(state, &held, span, &mut value, None);
            if propagates {
                self.propagators(state, &held, &mut value, None);
            }
            if held.roles.iter().any(|role| role.role == Role::Sink) {
                self.sinks(state, &held, span, &value.whole(), true);
            }
        }
        value
    }

    pub(super) fn roles(&mut self, state: &mut State, held: &Held, span: Span, value: &mut Cell, at: At<'_>) {
        self.sources(state, held, span, value, at);
        self.propagators(state, held, value, at);
        if held.roles.iter().any(|role| role.role == Role::Sink) {
            self.sinks(state, held, span, &value.whole(), true);
        }
    }

    fn operator(&mut self, state: &mut State, operator: Operator, operands: &[Expression], node: NodeId) -> Cell {
        let mut taints = Taints::default();
        for operand in operands {
            taints.add(&self.expression(state, operand).whole());
        }
        let options = &self.set.rule.options;
        let compares = matches!(
            operator,
            Operator::Equal | Operator::NotEqual | Operator::In | Operator::NotIn | Operator::Compare
        );
        if options.only_assignments || (options.safe_comparisons && compares) {
            return Cell::clean();
        }
        let value = Cell::of(taints);
        if !self.cleans_types() {
            return value;
        }
        let class = self.class_of_operator(operator, operands, node);
        self.cleaned_by(class, value)
    }

    fn container(&mut self, state: &mut State, container: Container, entries: &[Entry]) -> Cell {
        let mut all = Taints::default();
        let mut value = Cell::clean();
        let mut is_tracked = container != Container::Other;
        let only_assignments = self.set.rule.options.only_assignments;
        for (position, entry) in entries.iter().enumerate() {
            if let Some(Key::Any(key)) = &entry.key {
                let key = self.expression(state, key).whole();
                if container == Container::Mapping && !key.is_empty() {
                    value.status = Status::Tainted(value.own().with(&key));
                }
            }
            let read = self.expression(state, &entry.value);
            if entry.spread {
                if container == Container::Mapping && self.spreads_keys() {
                    all.add(&read.whole());
                    if let Status::Tainted(own) = &read.status {
                        value.status = Status::Tainted(value.own().with(own));
                    }
                    value.below.retain(|(key, _)| read.get(*key).is_none());
                    value.below.extend(read.below.clone());
                    value.below.sort_by_key(|(key, _)| *key);
                    continue;
                }
                is_tracked = false;
                all.add(&read.whole());
                continue;
            }
            all.add(&read.whole());
            let key = match (&entry.key, container) {
                (Some(Key::Name(name)), _) => CellKey::Name(*name),
                (Some(Key::Position(at)), _) => CellKey::Position(*at),
                (None, Container::Sequence) => CellKey::Position(position as u32),
                _ => continue,
            };
            value.below.retain(|(known, _)| *known != key);
            let at = value.below.partition_point(|(known, _)| *known < key);
            value.below.insert(at, (key, known_value(read)));
        }
        if !is_tracked {
            return match only_assignments {
                true => Cell::clean(),
                false => Cell::of(value.own().with(&all)),
            };
        }
        let length = (self.set.profile.position && container == Container::Sequence).then_some(entries.len() as u32);
        value.length = length;
        if length.is_some()
            || value.is_tainted()
            || !all.is_empty()
            || value.below.iter().any(|(_, cell)| !cell.functions.is_empty())
        {
            let any = match only_assignments {
                true => Cell::clean(),
                false => Cell::of(all),
            };
            value.below.retain(|(key, _)| *key != CellKey::Any);
            value.below.push((CellKey::Any, any));
            value.below.sort_by_key(|(key, _)| *key);
            value
        } else {
            Cell::clean()
        }
    }

    fn spreads_keys(&self) -> bool {
        use syntax::Language;
        matches!(self.set.file.language, Language::JavaScript | Language::TypeScript)
    }

    // ---- types

    /// Whether the rule has types that carry nothing.
    fn cleans_types(&self) -> bool {
        self.is_harmless(TypeClass::Number) || self.is_harmless(TypeClass::Boolean)
    }

    /// Whether the rule says so in its own words about flows, which go beyond those of Opengrep's options.
    pub(super) fn flow_cleans(&self, class: TypeClass) -> bool {
        let options = &self.set.rule.options;
        self.set.profile.clean_type
            && match class {
                TypeClass::Boolean => options.clean_booleans,
                TypeClass::Number => options.clean_numbers,
            }
    }

    /// Whether values of a class of types carry nothing for the rule.
    pub(super) fn is_harmless(&self, class: TypeClass) -> bool {
        let options = &self.set.rule.options;
        match class {
            TypeClass::Boolean => options.safe_booleans || self.flow_cleans(class),
            TypeClass::Number => options.safe_numbers || self.flow_cleans(class),
        }
    }

    /// A value of which the class of types is known.
    pub(super) fn cleaned_by(&self, class: Option<TypeClass>, value: Cell) -> Cell {
        match class.is_some_and(|class| self.is_harmless(class)) {
            true => Cell::clean(),
            false => value,
        }
    }

    /// A value that is written at, or comes from, a node.
    pub(super) fn typed(&self, node: NodeId, value: Cell) -> Cell {
        if !self.cleans_types() || !value.is_tainted() {
            return value;
        }
        self.cleaned_by(self.class_of(node), value)
    }

    pub(super) fn class_of(&self, node: NodeId) -> Option<TypeClass> {
        let (tree, language) = (self.set.file.tree, self.set.file.language);
        let kind = tree.kind(node.some()?);
        let is_python = language == syntax::Language::Python;
        if is_python
            && matches!(
                kind,
                Kind::Name | Kind::Identifier | Kind::Member | Kind::Variable | Kind::Call
            )
        {
            // Annotations are not believed, and calls are not known.
            return None;
        }
        if matches!(kind, Kind::Binary | Kind::Nary) && matches!(tree.name_of(node), "or" | "||") {
            let mut operands = tree.children(node).iter().filter(|operand| operand.is_some());
            let is_boolean = language == syntax::Language::Java
                || operands.any(|operand| self.class_of(*operand) == Some(TypeClass::Boolean));
            return is_boolean.then_some(TypeClass::Boolean);
        }
        if kind == Kind::Identifier {
            let definition = self.set.file.facts.definition(node)?;
            let declaration = self.set.file.facts.declaration(definition)?;
            return match tree.kind(declaration) {
                Kind::Variable | Kind::Parameter => self.class_of_type(tree.child(declaration, 1)),
                _ => None,
            };
        }
        if kind == Kind::Call && language == syntax::Language::Java {
            let callee = tree.child(node, 0);
            let object = callee
                .some()
                .map(|callee| tree.child(callee, 0))
                .filter(|object| object.is_some());
            let object = object.map_or("", |object| tree.source(object));
            match (object, callee.some().map_or("", |callee| tree.name_of(callee))) {
                ("Boolean", "valueOf" | "parseBoolean") => return Some(TypeClass::Boolean),
                ("Integer" | "Long", name) if name == "decode" || name == "valueOf" || name.starts_with("parse") => {
                    return Some(TypeClass::Number);
                }
                ("Float", "valueOf" | "parseFloat") => return Some(TypeClass::Number),
                _ => {}
            }
        }
        match self.set.file.facts.type_of(node.some()?)? {
            TypeFact::Named(name) => class_of_name(name),
            TypeFact::Written(node) => self.class_of_type(node),
            TypeFact::Pointer(_) => None,
        }
    }

    pub(super) fn class_of_type(&self, node: NodeId) -> Option<TypeClass> {
        let name = self.set.file.tree.source(node.some()?).trim();
        if matches!(name, "byte" | "short" | "Byte" | "Short") && self.flow_cleans(TypeClass::Number) {
            return Some(TypeClass::Number);
        }
        class_of_name(builtin_type(name)?)
    }

    fn class_of_operator(&self, operator: Operator, operands: &[Expression], node: NodeId) -> Option<TypeClass> {
        let is_python = self.set.file.language == syntax::Language::Python;
        let is_java = self.set.file.language == syntax::Language::Java;
        let class = |at: usize| operands.get(at).and_then(|operand| self.class_of_expression(operand));
        match operator {
            Operator::Equal | Operator::NotEqual | Operator::In | Operator::NotIn | Operator::Compare => {
                Some(TypeClass::Boolean)
            }
            Operator::Not | Operator::And => Some(TypeClass::Boolean),
            Operator::Or => {
                let some_boolean = (0..operands.len()).any(|at| class(at) == Some(TypeClass::Boolean));
                (is_java || some_boolean).then_some(TypeClass::Boolean)
            }
            Operator::Add | Operator::Subtract if is_python => {
                let some_number = (0..operands.len()).any(|at| class(at) == Some(TypeClass::Number));
                some_number.then_some(TypeClass::Number)
            }
            Operator::Multiply if is_python => class(1).filter(|class| *class == TypeClass::Number),
            _ => self.class_of(node),
        }
    }

    fn class_of_expression(&self, expression: &Expression) -> Option<TypeClass> {
        match &expression.kind {
            ExpressionKind::Operator(operator, operands) => {
                self.class_of_operator(*operator, operands, expression.node)
            }
            _ => {
                let node = expression.node.some()?;
                match self.set.file.facts.constant(node) {
                    Some(Constant::Bool(_)) => Some(TypeClass::Boolean),
                    Some(Constant::Int(_) | Constant::Float(_)) => Some(TypeClass::Number),
                    _ => self.class_of(node),
                }
            }
        }
    }

    /// The function that a variable is, where the unit, or one around it, defines it.
    pub(super) fn function_of(&self, variable: Variable) -> Option<UnitId> {
        let units = &self.set.prepared.units;
        let here = &units[self.unit.index()];
        if let Some(unit) = here.defined.get(&variable) {
            return Some(*unit);
        }
        if matches!(variable, Variable::Temporary(_)) {
            return None;
        }
        here.around
            .iter()
            .find_map(|unit| units[unit.index()].defined.get(&variable).copied())
    }
}

/// What the safe types are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TypeClass {
    Boolean,
    Number,
}

fn class_of_name(name: &str) -> Option<TypeClass> {
    match name {
        "bool" => Some(TypeClass::Boolean),
        "int" | "float" | "number" => Some(TypeClass::Number),
        _ => None,
    }
}

/// An entry of a literal: it hides what holds for the whole.
fn known_value(mut cell: Cell) -> Cell {
    if matches!(cell.status, Status::Unknown) {
        cell.status = Status::Clean;
    }
    cell
}

/// Taints whose labels are known.
pub(super) fn known(taints: &Taints) -> Taints {
    match taints.iter().any(Taint::is_given) {
        true => taints.iter().filter(|taint| !taint.is_given()).cloned().collect(),
        false => taints.clone(),
    }
}

/// All that arrive: of them the finding tells one, and shows what all agree on.
fn needed(_requires: &Requires, taints: &Taints) -> Taints {
    taints.clone()
}
