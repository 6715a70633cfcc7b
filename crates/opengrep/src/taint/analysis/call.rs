//! Calls: what is known of the callee, or the rule for those of which nothing is.

use std::rc::Rc;

use syntax::Language;
use syntax::facts::Constant;
use syntax::tree::{Kind, NodeId, Symbol};

use super::value::TypeClass;
use super::{Analysis, GivenOutside, OUTSIDE, SinkPoint};
use crate::project::Slot;
use crate::taint::form::{Argument, Expression, ExpressionKind, Instruction, Place, UnitId, Variable};
use crate::taint::models;
use crate::taint::state::{Cell, CellKey, State, Status};
use crate::taint::summary::{CalledParameter, Callee, Receives, as_variable};
use crate::taint::taints::{Label, Origin, Returned, SourcePoint, Taint, Taints, Trail};

/// A variable and a way into it.
pub(super) type Whereabouts = (Variable, Vec<CellKey>);

/// An argument after it was evaluated.
pub(super) struct Given {
    pub name: Option<Symbol>,
    pub spread: bool,
    pub value: Cell,
    pub place: Option<Whereabouts>,
    /// What it is when it is a literal or a constant.
    pub key: Option<CellKey>,
}

/// What a call is made on.
pub(super) struct Target {
    pub value: Cell,
    pub receiver: Cell,
    /// The place of the receiver, when it is one.
    pub place: Option<Whereabouts>,
    /// The name of the method, or of the function.
    pub name: Option<Symbol>,
    pub is_method: bool,
    /// The receiver is a variable as a whole.
    pub on_variable: bool,
}

impl Analysis<'_> {
    /// A call: its result, and all that its arguments hold.
    pub(super) fn call(
        &mut self,
        state: &mut State,
        instruction: &Instruction,
        callee: &Expression,
        arguments: &[Argument],
    ) -> (Cell, Taints) {
        let (given, beside) = self.arguments(state, arguments);
        let target = self.target(state, callee);
        let known = self.known_call(state, instruction, callee, &target, &given);
        let value = match known {
            Some(value) => value,
            None => self.unknown_call(state, callee, &target, &given),
        };
        self.run_pending(state, true);
        (value, beside)
    }

    /// `new T(…)`.
    pub(super) fn construct(
        &mut self,
        state: &mut State,
        instruction: &Instruction,
        class: NodeId,
        arguments: &[Argument],
    ) -> (Cell, Taints) {
        let (given, beside) = self.arguments(state, arguments);
        let mut value = Cell::of(beside.clone());
        if let Some(calls) = self.set.calls
            && let Some(class) = calls.class_named(self.set.file, class)
            && let Some(unit) = calls.constructor(self.set.file, self.set.form, class, given.len())
            && let Some(summary) = self.summaries[unit.index()].clone()
        {
            let callee = Callee {
                unit,
                receives: Receives::New,
            };
            value = self.apply(state, &summary, &callee, None, &given, instruction.node, 0);
        } else if let Some(made) = self.outside_call(instruction.node, Receives::New, &Target::none(), &given) {
            // What its constructor keeps is not known: it may be all that it is given.
            value.join(&made);
        } else if self.set.profile.position && given.is_empty() && models::is_list(self.set.file.tree.source(class)) {
            value = Cell {
                length: Some(0),
                ..Cell::clean()
            };
        }
        self.run_pending(state, true);
        (value, beside)
    }

    /// A call of a function of another file: notes what it is given, and stands for what it gives back.
    fn outside_call(&mut self, node: NodeId, receives: Receives, target: &Target, given: &[Given]) -> Option<Cell> {
        let outside = *self.set.crossing?.get(&node)?;
        let call = outside.number;
        if receives == Receives::Receiver && target.is_method {
            self.give_outside(call, node, &Slot::Receiver, &target.receiver);
        }
        for (place, argument) in (0..).zip(given) {
            let slot = match (&argument.name, argument.spread) {
                (Some(name), _) => Slot::Named(self.name(*name).into()),
                (None, true) => Slot::Spread(place),
                (None, false) => Slot::Positional(place),
            };
            self.give_outside(call, node, &slot, &argument.value);
        }
        let returned = Returned { call, path: Vec::new() };
        let mut taints = Taints::one(Taint {
            origin: Origin::Result(Rc::new(returned)),
            label: Label::SOURCE,
            source: Rc::new(SourcePoint::Here),
            trail: Trail::default(),
        });
        if outside.makes {
            for argument in given {
                taints.add(&argument.value.whole());
            }
        }
        Some(Cell::of(taints))
    }

    fn give_outside(&mut self, call: u32, node: NodeId, slot: &Slot, value: &Cell) {
        let mut parts = Vec::new();
        value.each_tainted(&mut Vec::new(), &mut |path, taints| {
            parts.push((path.to_vec(), taints.clone()))
        });
        for (path, taints) in parts {
            let given = GivenOutside {
                call,
                slot: slot.clone(),
                path,
                node,
            };
            let known = self.given_outside.iter().position(|known| *known == given);
            let number = known.unwrap_or_else(|| {
                self.given_outside.push(given);
                self.given_outside.len() - 1
            });
            self.report((OUTSIDE, number as u32), &taints, &Rc::new(SinkPoint::Here));
        }
    }

    fn arguments(&mut self, state: &mut State, arguments: &[Argument]) -> (Vec<Given>, Taints) {
        let mut beside = Taints::default();
        let mut given = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let place = match &argument.value.kind {
                ExpressionKind::Read(place) => Some((
                    place.base,
                    place.parts.iter().map(|part| self.cell_key(&part.key)).collect(),
                )),
                _ => None,
            };
            let read = self.expression(state, &argument.value);
            let mut value = self.typed(argument.value.node, read);
            if let Some(function) = self.named_function(&argument.value)
                && !value.functions.contains(&function)
            {
                value.functions.push(function);
            }
            beside.add(&value.whole());
            given.push(Given {
                name: argument.name,
                spread: argument.spread,
                value,
                place,
                key: self.key_of(
                    argument.value.node,
                    matches!(argument.value.kind, ExpressionKind::Literal),
                ),
            });
        }
        (given, beside)
    }

    /// The function of the file that an argument names.
    fn named_function(&self, argument: &Expression) -> Option<UnitId> {
        self.function_named(as_variable(argument)?)
    }

    /// The function of the file that a variable names.
    pub(super) fn function_named(&self, place: &Place) -> Option<UnitId> {
        let name = self.set.file.tree.node(place.node.some()?).name;
        self.set.calls?.function(name).filter(|_| match place.base {
            Variable::Definition(definition) => !self.set.file.facts.is_parameter(definition),
            _ => true,
        })
    }

    /// The key that an argument is: a literal, and a constant where the profile follows them.
    fn key_of(&self, node: NodeId, is_literal: bool) -> Option<CellKey> {
        if !is_literal && !self.set.profile.key {
            return None;
        }
        match self.set.file.facts.constant(node.some()?)? {
            Constant::Str(text) => self.set.file.tree.symbol(text).map(CellKey::Name),
            Constant::Int(at) => u32::try_from(*at).ok().map(CellKey::Position),
            Constant::Float(at) if at.fract() == 0.0 && (0.0..1e9).contains(at) => Some(CellKey::Position(*at as u32)),
            _ => None,
        }
    }

    fn target(&mut self, state: &mut State, callee: &Expression) -> Target {
        let ExpressionKind::Read(place) = &callee.kind else {
            let value = self.expression(state, callee);
            return Target {
                value,
                receiver: Cell::default(),
                place: None,
                name: None,
                is_method: false,
                on_variable: false,
            };
        };
        let read = self.read(state, place);
        let is_method = !place.parts.is_empty();
        let name = match (read.path.last(), place.node.some()) {
            (Some(CellKey::Name(name)), _) => Some(*name),
            (None, Some(node)) => Some(self.set.file.tree.node(node).name),
            _ => None,
        };
        Target {
            value: read.value,
            receiver: read.receiver,
            place: is_method.then(|| (place.base, read.path[..read.path.len() - 1].to_vec())),
            name,
            is_method,
            on_variable: place.parts.len() == 1 && !matches!(place.base, Variable::Temporary(_)),
        }
    }

    /// The result of a call of which nothing is known: everything that went in.
    fn unknown_call(&mut self, state: &mut State, callee: &Expression, target: &Target, given: &[Given]) -> Cell {
        self.forget_positions(state, target, given);
        if let Some(value) = self.map_or_accessor(state, callee, target, given) {
            return value;
        }
        if let Some(class) = self.conversion(callee, target)
            && self.flow_cleans(class)
        {
            return Cell::clean();
        }
        let is_joined_literal = self.is_joined_literal(callee);
        let is_len = self.set.file.language == Language::Python
            && !target.is_method
            && target.name.is_some_and(|name| self.name(name) == "len");
        let mut taints = Taints::default();
        if !self.set.rule.options.safe_functions || is_len || is_joined_literal {
            for argument in given {
                taints.add(&argument.value.whole());
            }
            taints.add(&target.receiver.whole());
            taints.add(&target.value.whole());
        } else if !target.is_method {
            taints.add(&target.value.whole());
        }
        Cell::of(taints)
    }

    /// What a call makes that is known to make a number or a Boolean.
    fn conversion(&self, callee: &Expression, target: &Target) -> Option<TypeClass> {
        let ExpressionKind::Read(place) = &callee.kind else {
            return None;
        };
        let object = match place.parts.len() {
            0 => "",
            1 => match place.base {
                Variable::Free(name) => self.name(name),
                _ => return None,
            },
            _ => return None,
        };
        let is_boolean = models::conversion(self.set.file.language, object, self.name(target.name?))?;
        Some(match is_boolean {
            true => TypeClass::Boolean,
            false => TypeClass::Number,
        })
    }

    /// `"a".concat(b)` of JavaScript is an operator as much as a call.
    fn is_joined_literal(&self, callee: &Expression) -> bool {
        let tree = self.set.file.tree;
        let Some(node) = callee.node.some().filter(|node| tree.kind(*node) == Kind::Member) else {
            return false;
        };
        let object = tree.child(node, 0);
        matches!(self.set.file.language, Language::JavaScript | Language::TypeScript)
            && tree.name_of(node) == "concat"
            && object.is_some()
            && matches!(tree.kind(object), Kind::Str | Kind::Template)
    }

    fn known_call(
        &mut self,
        state: &mut State,
        instruction: &Instruction,
        callee: &Expression,
        target: &Target,
        given: &[Given],
    ) -> Option<Cell> {
        let calls = self.set.calls?;
        let (file, form) = (self.set.file, self.set.form);
        if as_variable(callee).is_some() || !target.value.functions.is_empty() {
            let functions = target.value.functions.clone();
            if let Some(mut value) = self.apply_functions(state, &functions, given, instruction.node, 0) {
                // What the function took with it from where it was made.
                value.status = match target.value.own().with(&value.own()) {
                    taints if taints.is_empty() => value.status,
                    taints => Status::Tainted(taints),
                };
                return Some(value);
            }
        }
        if let Some(found) = calls.resolve(file, form, self.unit, callee, given.len()) {
            let summary = self.summaries[found.unit.index()].clone()?;
            let value = self.apply(state, &summary, &found, Some(target), given, instruction.node, 0);
            return Some(value);
        }
        if let Some(mut value) = self.outside_call(instruction.node, Receives::Receiver, target, given) {
            // What an accessor reads and writes is a field of the object, whatever other files do with it.
            if let Some(field) = self.map_or_accessor(state, callee, target, given) {
                value.join(&field);
            }
            return Some(value);
        }
        // A parameter that is called: the caller knows what it is.
        let name = target.name.map(|name| self.name(name));
        let called = match as_variable(callee) {
            Some(place) => Some((place.base, &target.value)),
            None if target.on_variable && name.is_some_and(|name| models::runs_receiver(file.language, name)) => {
                target.place.as_ref().map(|(variable, _)| (*variable, &target.receiver))
            }
            None => None,
        };
        if let Some((parameter, value)) = called
            && is_as_given(parameter, value)
        {
            let arguments = given.iter().map(|argument| argument.value.clone()).collect();
            self.top.called.push(CalledParameter { parameter, arguments });
        }
        let name = name?;
        if target.is_method && models::runs_receiver(file.language, name) && !target.receiver.functions.is_empty() {
            let functions = target.receiver.functions.clone();
            if let Some(value) = self.apply_functions(state, &functions, given, instruction.node, 0) {
                return Some(match self.set.profile.methods {
                    true => value,
                    false => Cell::clean(),
                });
            }
        }
        if self.set.profile.function_value
            && target.is_method
            && matches!(name, "call" | "apply" | "bind")
            && matches!(file.language, Language::JavaScript | Language::TypeScript)
            && !target.receiver.functions.is_empty()
        {
            let functions = target.receiver.functions.clone();
            let spreads = name == "apply";
            let arguments: Vec<Given> = given
                .iter()
                .skip(1)
                .map(|argument| Given {
                    spread: spreads,
                    ..Given::of(argument.value.clone())
                })
                .collect();
            let value = self.apply_functions(state, &functions, &arguments, instruction.node, 0);
            if let Some(mut value) = value {
                if name == "bind" {
                    value.functions = functions;
                }
                return Some(value);
            }
        }
        if target.on_variable && !self.set.profile.methods && self.is_factory(callee, given.len()) {
            return Some(Cell::clean());
        }
        let model = models::model(file.language, name, given.len()).or_else(|| {
            let callback = self
                .set
                .profile
                .callback
                .then(|| models::callback(file.language, name, target.is_method));
            callback.flatten()
        })?;
        self.apply_model(state, instruction, callee, model, target, given)
    }

    /// A method by the name of a class of the file that has a constructor for as many arguments.
    fn is_factory(&self, callee: &Expression, arguments: usize) -> bool {
        let (Some(calls), ExpressionKind::Read(place)) = (self.set.calls, &callee.kind) else {
            return false;
        };
        let (file, form) = (self.set.file, self.set.form);
        let class = calls.class_named(file, place.node);
        let constructor = class.and_then(|class| calls.constructor(file, form, class, arguments));
        constructor.is_some_and(|unit| form.units[unit.index()].parameters.len() == arguments)
    }
}

impl Target {
    fn none() -> Self {
        Self {
            value: Cell::default(),
            receiver: Cell::default(),
            place: None,
            name: None,
            is_method: false,
            on_variable: false,
        }
    }
}

impl Given {
    /// A value that is no argument of the file.
    pub fn of(value: Cell) -> Self {
        Self {
            name: None,
            spread: false,
            value,
            place: None,
            key: None,
        }
    }
}

/// Whether a variable still is what the caller gave.
fn is_as_given(variable: Variable, value: &Cell) -> bool {
    match value.own().iter().as_slice() {
        [taint] => matches!(&taint.origin, Origin::Given(root) if root.path.is_empty() && root.variable == variable),
        _ => false,
    }
}
