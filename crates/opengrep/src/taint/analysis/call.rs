//! Calls: what is known of the callee, or the rule for those of which nothing is.

use std::rc::Rc;

use syntax::Language;
use syntax::facts::{Constant, TypeFact};
use syntax::tree::{Kind, NodeId, Symbol};

use super::value::TypeClass;
use super::{Analysis, SinkPoint};
use crate::taint::form::{
    Argument, Expression, ExpressionKind, Instruction, ParameterKind, Place, UnitId, UnitKind, Variable,
};
use crate::taint::models::{self, Model};
use crate::taint::state::{Cell, CellKey, Limits, State, Status};
use crate::taint::summary::{CalledParameter, Callee, Receives, Summary, as_variable};
use crate::taint::taints::{Origin, SourcePoint, Taint, Taints};

/// An argument after it was evaluated.
pub(super) struct Given {
    name: Option<Symbol>,
    spread: bool,
    value: Cell,
    place: Option<(Variable, Vec<CellKey>)>,
    /// What it is when it is a literal or a constant.
    key: Option<CellKey>,
}

/// What a call is made on.
struct Target {
    value: Cell,
    receiver: Cell,
    /// The place of the receiver, when it is one.
    place: Option<(Variable, Vec<CellKey>)>,
    /// The name of the method, or of the function.
    name: Option<Symbol>,
    is_method: bool,
    /// The receiver is a variable as a whole.
    on_variable: bool,
}

/// How deep summaries are applied to functions that are given to functions.
const MAX_APPLIED: usize = 8;

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
        } else if self.set.profile.position && given.is_empty() && models::is_list(self.set.file.tree.source(class)) {
            value = Cell {
                length: Some(0),
                ..Cell::clean()
            };
        }
        self.run_pending(state, true);
        (value, beside)
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

    /// An unknown operation may change the order of a list that it is given, or called on.
    fn forget_positions(&mut self, state: &mut State, target: &Target, given: &[Given]) {
        if !self.set.profile.position {
            return;
        }
        let looks = target.name.is_some_and(|name| models::only_looks(self.name(name)));
        let receiver = target.place.iter().filter(|_| !looks);
        let places: Vec<_> = given
            .iter()
            .filter_map(|argument| argument.place.clone())
            .chain(receiver.cloned())
            .collect();
        for (variable, path) in places {
            let value = self.old_value(state, variable, &path);
            if value.length.is_none() {
                continue;
            }
            let mut forgotten = Cell::of(value.whole());
            forgotten.functions.clone_from(&value.functions);
            let limits = Limits {
                replaces: true,
                ..self.limits
            };
            self.write(state, variable, &path, &forgotten, &limits);
        }
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

    // ---- Java's maps and accessors

    fn map_or_accessor(
        &mut self,
        state: &mut State,
        callee: &Expression,
        target: &Target,
        given: &[Given],
    ) -> Option<Cell> {
        if self.set.file.language != Language::Java || !target.is_method {
            return None;
        }
        let name = self.name(target.name?);
        let (variable, path) = target.place.clone()?;
        if self.is_map(callee)
            && let Some(key) = given.first().and_then(|first| first.key)
        {
            let below = || [path.as_slice(), &[key]].concat();
            match (name, given) {
                ("put", [_, value]) => {
                    let value = value.value.clone();
                    self.write(state, variable, &below(), &value, &self.limits);
                    return Some(Cell::clean());
                }
                ("get", [_]) => return Some(target.receiver.read(key, true)),
                ("getOrDefault", [_, other]) => {
                    let mut value = target.receiver.read(key, true);
                    value.join(&other.value);
                    return Some(value);
                }
                _ => {}
            }
        }
        if !target.on_variable || name.len() <= 3 {
            return None;
        }
        let (writes, field) = models::accessor(name)?;
        let field = self.field(&field, name)?;
        let below = [path.as_slice(), &[CellKey::Name(field)]].concat();
        match (writes, given) {
            (true, [value]) => {
                let value = value.value.clone();
                if value.is_tainted() || self.set.profile.reset {
                    self.write(state, variable, &below, &value, &self.limits);
                }
                Some(Cell::clean())
            }
            (false, []) => Some(target.receiver.read(CellKey::Name(field), true)),
            _ => None,
        }
    }

    /// A symbol for the field of an accessor: that of the field, else of the accessor that the file names.
    fn field(&self, field: &str, accessor: &str) -> Option<Symbol> {
        let tree = self.set.file.tree;
        let rest = &accessor[3..];
        [field.to_owned(), format!("get{rest}"), format!("set{rest}")]
            .iter()
            .find_map(|text| tree.symbol(text))
    }

    fn is_map(&self, callee: &Expression) -> bool {
        let ExpressionKind::Read(Place { node, parts, .. }) = &callee.kind else {
            return false;
        };
        let object = match parts.len() {
            0 => return false,
            1 => *node,
            more => parts[more - 2].node,
        };
        match object.some().and_then(|object| self.set.file.facts.type_of(object)) {
            Some(TypeFact::Written(written)) => models::is_map(self.set.file.tree.source(written)),
            _ => false,
        }
    }

    // ---- known callees

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
        // A parameter that is called: the caller knows what it is.
        if let Some(place) = as_variable(callee)
            && self.top.symbolic
            && let [taint] = target.value.own().iter().as_slice()
            && let Origin::Given(root) = &taint.origin
            && root.path.is_empty()
            && root.variable == place.base
        {
            let arguments = given.iter().map(|argument| argument.value.clone()).collect();
            self.top.called.push(CalledParameter {
                parameter: place.base,
                arguments,
            });
        }
        let name = self.name(target.name?);
        if target.on_variable
            && self.top.symbolic
            && models::runs_receiver(file.language, name)
            && let [taint] = target.receiver.own().iter().as_slice()
            && let Origin::Given(root) = &taint.origin
            && root.path.is_empty()
            && target
                .place
                .as_ref()
                .is_some_and(|(variable, _)| *variable == root.variable)
        {
            let arguments = given.iter().map(|argument| argument.value.clone()).collect();
            self.top.called.push(CalledParameter {
                parameter: root.variable,
                arguments,
            });
        }
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
        if given.iter().any(|argument| argument.name.is_some()) {
            return None;
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

    /// Whether nothing says that the receiver is a collection: then what goes in may come out.
    fn is_open(&self, callee: &Expression) -> bool {
        let ExpressionKind::Read(place) = &callee.kind else {
            return true;
        };
        let Variable::Definition(definition) = place.base else {
            return true;
        };
        let made = self.set.file.facts.assigned_value(definition);
        let tree = self.set.file.tree;
        let is_literal = made.is_some_and(|made| {
            matches!(
                tree.kind(made),
                Kind::List
                    | Kind::Dict
                    | Kind::Set
                    | Kind::Tuple
                    | Kind::Record
                    | Kind::Composite
                    | Kind::Comprehension
            )
        });
        let written = place.node.some().and_then(|node| self.set.file.facts.type_of(node));
        let is_collection = match written {
            Some(TypeFact::Written(written)) => models::is_collection(tree.source(written)),
            _ => false,
        };
        !is_literal && !is_collection
    }

    fn apply_model(
        &mut self,
        state: &mut State,
        instruction: &Instruction,
        callee: &Expression,
        model: Model,
        target: &Target,
        given: &[Given],
    ) -> Option<Cell> {
        let profile = self.set.profile;
        if target.is_method && !target.on_variable && !profile.mutation {
            return None;
        }
        if let Some(value) = self.map_or_accessor(state, callee, target, given) {
            return Some(value);
        }
        match model {
            Model::ToReceiver {
                argument,
                returns_receiver,
            } => {
                if let Some(value) = self.at_position(state, target, given, callee) {
                    return Some(value);
                }
                if !target.is_method && !profile.mutation {
                    return Some(Cell::clean());
                }
                let (variable, path) = self.aliased(target.place.clone()?);
                let value = given.get(argument)?.value.whole();
                let mut receiver = target.receiver.clone();
                if !value.is_empty() {
                    let token = match callee.kind {
                        ExpressionKind::Read(ref place) => place.node,
                        _ => NodeId::NONE,
                    };
                    let written = Cell::of(value.passing(token));
                    let limits = self.adding();
                    let keyed = given.len() == 2 && profile.key;
                    let below = match given.first().and_then(|first| first.key) {
                        Some(key) if keyed => [path.as_slice(), &[key]].concat(),
                        _ => path.clone(),
                    };
                    self.write(state, variable, &below, &written, &limits);
                    receiver.status = Status::Tainted(receiver.own().with(&written.own()));
                }
                if returns_receiver
                    && profile.mutation
                    && let Some(Place {
                        base: Variable::Temporary(temporary),
                        ..
                    }) = &instruction.target
                {
                    self.top.aliases.insert((self.unit, *temporary), (variable, path));
                }
                Some(match returns_receiver {
                    true => receiver,
                    false => Cell::clean(),
                })
            }
            Model::FromReceiver => {
                if let Some(value) = self.at_position(state, target, given, callee) {
                    return Some(value);
                }
                if profile.elements || profile.model_args {
                    let mut value = match given.first().and_then(|first| first.key) {
                        Some(key) if profile.key && target.is_method => target.receiver.read(key, true).whole(),
                        _ => target.receiver.whole(),
                    };
                    if self.is_open(callee) {
                        for argument in given {
                            value.add(&argument.value.whole());
                        }
                    }
                    return Some(Cell::of(value));
                }
                Some(Cell::of(target.receiver.own()))
            }
            Model::Callback { function, parameter } => {
                let model_is_bare = !target.is_method && file_has_receivers(self.set.file.language);
                let data = match target.is_method {
                    true if file_has_receivers(self.set.file.language) => target.receiver.whole(),
                    // `setTimeout(f, 1, a)`: what follows is given.
                    _ if model_is_bare => given
                        .iter()
                        .skip(2)
                        .fold(Taints::default(), |sum, given| sum.with(&given.value.whole())),
                    _ => given.get(1).map(|data| data.value.whole()).unwrap_or_default(),
                };
                let functions = given.get(function)?.value.functions.clone();
                let mut arguments = Vec::new();
                arguments.resize_with(parameter, Cell::clean);
                arguments.push(Cell::of(data.clone()));
                let arguments: Vec<Given> = arguments.into_iter().map(Given::of).collect();
                let returned = self.apply_functions(state, &functions, &arguments, instruction.node, 0);
                let mut value = match returned {
                    Some(returned) => returned,
                    None => Cell::of(data),
                };
                if profile.model_args {
                    value.join(&Cell::of(target.receiver.whole()));
                }
                Some(value)
            }
        }
    }

    /// The variable that a temporary is another name of.
    fn aliased(&self, place: (Variable, Vec<CellKey>)) -> (Variable, Vec<CellKey>) {
        let Variable::Temporary(temporary) = place.0 else {
            return place;
        };
        match self.top.aliases.get(&(self.unit, temporary)) {
            Some((variable, path)) => (*variable, [path.as_slice(), &place.1].concat()),
            None => place,
        }
    }

    /// Lists whose length is known keep their positions: a list that was made empty, or of listed elements, and then only grew at its
    /// end, lost a known position, or was read at one. `None` when the list, or the call, is not one of these.
    fn at_position(
        &mut self,
        state: &mut State,
        target: &Target,
        given: &[Given],
        callee: &Expression,
    ) -> Option<Cell> {
        if !self.set.profile.position || !target.on_variable {
            return None;
        }
        let (variable, path) = target.place.clone()?;
        if !path.is_empty() {
            return None;
        }
        let length = target.receiver.length?;
        let name = self.name(target.name?);
        let list = state.get(variable)?.clone();
        let written = |cell: Cell, length: u32| Cell {
            length: Some(length),
            ..cell
        };
        let token = match &callee.kind {
            ExpressionKind::Read(place) => place.node,
            _ => NodeId::NONE,
        };
        let limits = self.limits;
        match (self.set.file.language, name, given) {
            (Language::Python, "append", [value])
            | (Language::Java, "add" | "addLast", [value])
            | (Language::JavaScript | Language::TypeScript, "push", [value]) => {
                let value = value.value.map(&|taints: &Taints| taints.passing(token));
                let mut list = list;
                list.put_at(length, value);
                state.set(variable, written(list, length + 1), &limits, &|_| None);
                Some(Cell::clean())
            }
            (Language::Java, "remove", [index]) | (Language::Python, "pop", [index]) => {
                let Some(CellKey::Position(at)) = index.key.filter(|_| is_index(index)) else {
                    return None;
                };
                if at >= length {
                    return None;
                }
                let removed = list.read(CellKey::Position(at), true);
                state.set(
                    variable,
                    written(list.without(at, length), length - 1),
                    &limits,
                    &|_| None,
                );
                Some(removed)
            }
            (Language::Java, "get", [index]) => match index.key {
                Some(CellKey::Position(at)) if at < length => Some(list.read(CellKey::Position(at), true)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Calls functions that are values. `None` when none has a summary.
    fn apply_functions(
        &mut self,
        state: &mut State,
        functions: &[UnitId],
        given: &[Given],
        call: NodeId,
        depth: usize,
    ) -> Option<Cell> {
        let mut result: Option<Cell> = None;
        for function in functions {
            let Some(summary) = self.summaries[function.index()].clone() else {
                continue;
            };
            let callee = Callee {
                unit: *function,
                receives: Receives::Nothing,
            };
            let value = self.apply(state, &summary, &callee, None, given, call, depth);
            match &mut result {
                Some(result) => result.join(&value),
                None => result = Some(value),
            }
        }
        result
    }

    /// Does what a summary says, with what is given here. The result of the call.
    #[allow(clippy::too_many_arguments, reason = "they are what a call is")]
    fn apply(
        &mut self,
        state: &mut State,
        summary: &Rc<Summary>,
        callee: &Callee,
        target: Option<&Target>,
        given: &[Given],
        call: NodeId,
        depth: usize,
    ) -> Cell {
        if depth >= MAX_APPLIED {
            return Cell::of(
                given
                    .iter()
                    .fold(Taints::default(), |sum, given| sum.with(&given.value.whole())),
            );
        }
        let bound = self.bind(callee, target, given);
        let mut made = Cell::clean();
        // Before anything is written: what is given is what was there when the call began.
        let before = state.clone();
        for reach in &summary.reaches {
            let Substituted { taints, trail } = self.substituted(&before, &bound, &reach.taints, call);
            let point = Rc::new(SinkPoint::Called {
                call,
                trail,
                inner: Rc::clone(&reach.point),
            });
            if !taints.is_empty() {
                self.report(reach.sink, &taints, &point);
            }
        }
        for called in &summary.called {
            let Some(functions) = bound.function_of(called.parameter) else {
                continue;
            };
            let arguments: Vec<Given> = called
                .arguments
                .iter()
                .map(|argument| {
                    let whole = self.substituted(&before, &bound, &argument.whole(), call).taints;
                    Given::of(Cell {
                        functions: argument.functions.clone(),
                        ..Cell::of(whole)
                    })
                })
                .collect();
            self.apply_functions(state, &functions, &arguments, call, depth + 1);
        }
        let rebound = self.rebound(callee.unit);
        let is_closure = self.set.form.units[callee.unit.index()].kind == UnitKind::Lambda;
        for (variable, cell) in &summary.writes {
            let receiver = self.is_receiver(callee.unit, *variable);
            let place = if receiver && callee.receives == Receives::New {
                None
            } else if receiver || bound.parameter(*variable).is_some() {
                if rebound.contains(variable) {
                    continue;
                }
                match bound.place(*variable) {
                    Some(place) => Some(place),
                    None => continue,
                }
            } else {
                if let Variable::Definition(definition) = variable
                    && (is_closure
                        || self.set.file.facts.is_of_file(*definition)
                        || self.set.file.facts.is_field(*definition))
                    && !self.set.profile.mutation
                {
                    continue;
                }
                Some((*variable, Vec::new()))
            };
            let mut written = Vec::new();
            flatten(cell, &mut Vec::new(), *variable, &mut written);
            for (path, taints) in written {
                let value = Cell::of(self.substituted(&before, &bound, &taints, call).taints);
                if !value.is_tainted() {
                    continue;
                }
                let limits = self.adding();
                match &place {
                    None => made.write(&path, &value, &limits),
                    Some((variable, above)) => {
                        let path = [above.as_slice(), &path].concat();
                        self.write(state, *variable, &path, &value, &limits);
                    }
                }
            }
        }
        let control = self.substituted(&before, &bound, &summary.control, call).taints;
        state.control.add(&super::value::known(&control));
        if callee.receives == Receives::New {
            return made;
        }
        let returned = summary
            .returned
            .map(&|taints: &Taints| self.substituted(&before, &bound, taints, call).taints);
        Cell {
            functions: summary.returned.functions.clone(),
            ..returned
        }
    }

    fn is_receiver(&self, unit: UnitId, variable: Variable) -> bool {
        variable == Variable::This || self.set.form.units[unit.index()].receiver == Some(variable)
    }

    /// Parameters that are assigned as a whole: what they hold then is not the caller's.
    fn rebound(&self, unit: UnitId) -> Vec<Variable> {
        use crate::taint::form::Action;
        let unit = &self.set.form.units[unit.index()];
        let assigned = unit.steps.iter().filter_map(|step| match &step.action {
            Action::Do(Instruction {
                node,
                target: Some(target),
                ..
            }) if target.parts.is_empty() && node.is_some() => Some(target.base),
            _ => None,
        });
        assigned
            .filter(|variable| !matches!(variable, Variable::Temporary(_)))
            .collect()
    }

    /// What the parameters of a unit are at a call.
    fn bind(&self, callee: &Callee, target: Option<&Target>, given: &[Given]) -> Bound {
        let unit = &self.set.form.units[callee.unit.index()];
        let mut bound = Bound {
            is_closure: unit.kind == UnitKind::Lambda,
            ..Bound::default()
        };
        let language = self.set.file.language;
        let receiver = target.filter(|_| callee.receives == Receives::Receiver);
        let passes = |bound: &mut Bound, variable: Variable, target: &Target| {
            bound.bind(variable, target.receiver.clone(), target.place.clone());
        };
        if let Some(target) = receiver {
            passes(&mut bound, Variable::This, target);
            if let Some(variable) = unit.receiver.filter(|_| self.set.profile.methods || given.is_empty()) {
                passes(&mut bound, variable, target);
            }
        }
        let is_method = callee.receives != Receives::Nothing;
        let own = language == Language::Python && is_method && unit.receiver.is_some();
        let skipped = usize::from(own && (self.set.profile.methods || callee.receives == Receives::New));
        let shifts = language == Language::Go && is_method && unit.receiver.is_some() && !self.set.profile.methods;
        let mut positional = unit.parameters.iter().skip(skipped);
        let mut rest = None;
        for (number, argument) in given.iter().enumerate() {
            if let Some(name) = argument.name {
                let named = unit.parameters.iter().find(|parameter| parameter.name == name);
                match named {
                    Some(parameter) => bound.bind(parameter.variable, argument.value.clone(), argument.place.clone()),
                    None => {
                        let takes = |kind| unit.parameters.iter().find(|parameter| parameter.kind == kind);
                        if let Some(parameter) = takes(ParameterKind::KeywordRest) {
                            bound.add(parameter.variable, &argument.value);
                        }
                    }
                }
                continue;
            }
            if shifts && number == 0 {
                if let Some(receiver) = unit.receiver {
                    bound.bind(receiver, argument.value.clone(), argument.place.clone());
                }
                continue;
            }
            if argument.spread {
                for parameter in positional.by_ref() {
                    bound.bind(parameter.variable, Cell::of(argument.value.whole()), None);
                }
                continue;
            }
            let parameter = match rest {
                Some(rest) => Some(rest),
                None => positional.next(),
            };
            let Some(parameter) = parameter else { continue };
            match parameter.kind {
                ParameterKind::Positional => {
                    bound.bind(parameter.variable, argument.value.clone(), argument.place.clone());
                }
                ParameterKind::Rest => {
                    rest = Some(parameter);
                    bound.add(parameter.variable, &argument.value);
                }
                ParameterKind::Keyword | ParameterKind::KeywordRest => {}
            }
        }
        for parameter in &unit.parameters {
            bound.known.push(parameter.variable);
        }
        bound.known.extend(unit.receiver);
        bound.known.push(Variable::This);
        bound
    }

    /// Taints of a unit as they are for a caller.
    fn is_of_file(&self, variable: Variable) -> bool {
        match variable {
            Variable::Definition(definition) => self.set.file.facts.is_of_file(definition),
            _ => false,
        }
    }

    fn substituted(&self, state: &State, bound: &Bound, taints: &Taints, call: NodeId) -> Substituted {
        let is_closure = bound.is_closure && !self.set.profile.mutation;
        let mut all = Vec::new();
        let mut trail = None;
        for taint in taints.iter() {
            match &taint.origin {
                Origin::Source { .. } => all.push(Taint {
                    source: Rc::new(SourcePoint::Called {
                        call,
                        trail: taint.trail.clone(),
                        inner: Rc::clone(&taint.source),
                    }),
                    trail: Default::default(),
                    ..taint.clone()
                }),
                Origin::Given(root) => {
                    let mut value = match bound.parameter(root.variable) {
                        Some(value) => value.clone(),
                        None if bound.known.contains(&root.variable) => continue,
                        None if is_closure && !self.is_of_file(root.variable) => continue,
                        None => self.old_value(state, root.variable, &[]),
                    };
                    for key in &root.path {
                        value = value.read(*key, true);
                    }
                    let whole = value.whole();
                    if !whole.is_empty() {
                        trail.get_or_insert_with(|| taint.trail.clone());
                    }
                    all.extend(whole.iter().cloned());
                }
            }
        }
        Substituted {
            taints: all.into_iter().collect(),
            trail: trail.unwrap_or_else(|| {
                taints
                    .iter()
                    .next()
                    .map(|taint| taint.trail.clone())
                    .unwrap_or_default()
            }),
        }
    }
}

struct Substituted {
    taints: Taints,
    /// The way inside the unit.
    trail: crate::taint::taints::Trail,
}

impl Given {
    fn of(value: Cell) -> Self {
        Self {
            name: None,
            spread: false,
            value,
            place: None,
            key: None,
        }
    }
}

/// A variable and a way into it.
type Whereabouts = (Variable, Vec<CellKey>);

/// What variables of a unit are at a call.
#[derive(Default)]
struct Bound {
    values: Vec<(Variable, Cell, Option<Whereabouts>)>,
    /// Its parameters: those that nothing is given for are clean.
    known: Vec<Variable>,
    /// It is a lambda, which takes variables from around it.
    is_closure: bool,
}

impl Bound {
    fn bind(&mut self, variable: Variable, value: Cell, place: Option<(Variable, Vec<CellKey>)>) {
        if self.parameter(variable).is_none() {
            self.values.push((variable, value, place));
        }
    }

    /// One more argument of those that a parameter collects.
    fn add(&mut self, variable: Variable, value: &Cell) {
        match self.values.iter_mut().find(|(bound, ..)| *bound == variable) {
            Some((_, known, _)) => *known = Cell::of(known.whole().with(&value.whole())),
            None => self.values.push((variable, Cell::of(value.whole()), None)),
        }
    }

    fn parameter(&self, variable: Variable) -> Option<&Cell> {
        let found = self.values.iter().find(|(bound, ..)| *bound == variable);
        found.map(|(_, value, _)| value)
    }

    fn place(&self, variable: Variable) -> Option<(Variable, Vec<CellKey>)> {
        let found = self.values.iter().find(|(bound, ..)| *bound == variable);
        found.and_then(|(.., place)| place.clone())
    }

    fn function_of(&self, variable: Variable) -> Option<Vec<UnitId>> {
        let functions = &self.parameter(variable)?.functions;
        (!functions.is_empty()).then(|| functions.clone())
    }
}

/// What was written at and below a variable that began as what the caller gave.
/// An index as it is written: `remove(0)` of Java removes a position, `remove("a")` an element.
fn is_index(given: &Given) -> bool {
    matches!(given.key, Some(CellKey::Position(_)))
}

pub(super) fn flatten(cell: &Cell, path: &mut Vec<CellKey>, variable: Variable, out: &mut Vec<(Vec<CellKey>, Taints)>) {
    let is_unchanged = |taint: &Taint| match &taint.origin {
        Origin::Given(root) => root.variable == variable && path.starts_with(&root.path),
        Origin::Source { .. } => false,
    };
    let new: Taints = cell
        .own()
        .iter()
        .filter(|taint| !is_unchanged(taint))
        .cloned()
        .collect();
    if !new.is_empty() {
        out.push((path.clone(), new));
    }
    for (key, below) in &cell.below {
        path.push(*key);
        flatten(below, path, variable, out);
        path.pop();
    }
}

fn file_has_receivers(language: Language) -> bool {
    language != Language::Python
}
