//! Functions, lambdas and classes: what is a unit of its own, and how it begins.

use syntax::tree::{Flags, Kind, NodeId, Symbol};

use super::{Builder, Edge, MORE_STEPS, STEPS_PER_BYTE, empty_unit, reached, read};
use crate::taint::form::{
    Action, Expression, Instruction, Operation, Parameter, ParameterKind, Place, Step, StepId, Unit, UnitId, UnitKind,
    Variable,
};

impl Builder<'_> {
    /// All units of the file.
    pub(super) fn file(&mut self) {
        let root = self.tree.root();
        self.note(root, UnitKind::File, None, None);
        while let Some(unit) = self.waiting.pop_front() {
            self.unit = unit;
            self.translate();
        }
        // What runs in several ways is translated several times.
        self.form.untranslated.sort_unstable();
        self.form.untranslated.dedup();
    }

    /// A unit that is translated later. One that is met again is the same.
    fn note(&mut self, node: NodeId, kind: UnitKind, outer: Option<UnitId>, class: Option<NodeId>) -> UnitId {
        if let Some(known) = self.units.get(&node) {
            return *known;
        }
        let id = UnitId(self.form.units.len() as u32);
        let is_static = kind == UnitKind::Function
            && (self.has_modifier(node, "static") || self.has_decorator(node, "staticmethod"));
        self.form.units.push(Unit {
            kind,
            outer,
            class,
            name: match kind {
                UnitKind::Function => self.tree.node(node).name,
                UnitKind::ClassBody if self.is(node, Kind::Class) => self.tree.node(node).name,
                _ => Symbol::NONE,
            },
            is_static,
            ..empty_unit(node)
        });
        self.units.insert(node, id);
        self.waiting.push_back(id);
        id
    }

    fn has_decorator(&self, node: NodeId, word: &str) -> bool {
        let attributes = self.parts(self.slot(node, 0)).iter();
        attributes
            .filter(|attribute| self.is(**attribute, Kind::Annotation))
            .any(|decorator| {
                self.is(self.slot(*decorator, 0), Kind::Name) && self.name_of(self.slot(*decorator, 0)) == word
            })
    }

    fn current(&self) -> &Unit {
        &self.form.units[self.unit.index()]
    }

    /// Translates the unit whose turn it is.
    fn translate(&mut self) {
        let (kind, node) = (self.current().kind, self.current().node);
        self.steps.clear();
        self.open.clear();
        self.frames.clear();
        self.guards.clear();
        self.caught.clear();
        self.labels.clear();
        self.deferred.clear();
        self.returns.clear();
        (self.temporaries, self.raised, self.is_cut) = (0, None, false);
        self.limit = MORE_STEPS + STEPS_PER_BYTE * self.tree.span(node).len();
        let entry = self.loose_step(Action::Nothing);
        self.loose_step(Action::Nothing);
        self.open = vec![Edge { from: entry, slot: 0 }];
        match kind {
            UnitKind::File => self.statements(self.parts(node)),
            UnitKind::ClassBody => self.members(node),
            UnitKind::Function | UnitKind::Lambda => self.body_of(node, kind),
        }
        self.run_deferred();
        self.go_to(Some(StepId::EXIT));
        let steps = reached(std::mem::take(&mut self.steps));
        let is_cut = self.is_cut;
        let mut inner: Vec<_> = steps.iter().filter_map(defines).collect();
        inner.sort_unstable();
        inner.dedup();
        let unit = &mut self.form.units[self.unit.index()];
        unit.steps = steps;
        unit.inner = inner;
        if is_cut {
            self.form.cut.push(self.unit);
        }
    }

    fn body_of(&mut self, node: NodeId, kind: UnitKind) {
        let (parameters, body) = (self.slot(node, 1), self.slot(node, 3));
        if let Some(receiver) = self.parts(self.slot(node, 6)).first() {
            let receiver = self.parameter(*receiver, ParameterKind::Positional).variable;
            self.form.units[self.unit.index()].receiver = Some(receiver);
        }
        self.parameters(parameters, kind);
        match self.kind(body) {
            Some(Kind::Block) => self.statement(body),
            Some(_) => {
                let value = self.value(body);
                self.returned(body, Some(value));
            }
            None => {}
        }
    }

    // ---- parameters

    fn parameters(&mut self, list: NodeId, kind: UnitKind) {
        let mut ordinary = ParameterKind::Positional;
        let mut made = Vec::new();
        for node in self.parts(list).iter().filter(|node| node.is_some()) {
            match self.tree.kind(*node) {
                Kind::ParameterMark if self.name_of(*node) == "*" => ordinary = ParameterKind::Keyword,
                Kind::Parameter => made.push((*node, ordinary)),
                Kind::RestParameter if self.tree.node(*node).flags.has(Flags::MAPPING) => {
                    made.push((*node, ParameterKind::KeywordRest));
                }
                Kind::RestParameter => {
                    // What follows in Python is given by name.
                    ordinary = ParameterKind::Keyword;
                    made.push((*node, ParameterKind::Rest));
                }
                _ => {}
            }
        }
        let made: Vec<_> = made
            .into_iter()
            .map(|(node, kind)| (node, self.parameter(node, kind)))
            .collect();
        for (node, parameter) in &made {
            self.begin_parameter(*node, parameter, kind);
        }
        let takes_object = self.manner.object_is_parameter;
        let unit = &mut self.form.units[self.unit.index()];
        unit.parameters = made.into_iter().map(|(_, parameter)| parameter).collect();
        if takes_object && unit.class.is_some() && !unit.is_static {
            unit.receiver = unit.parameters.first().map(|first| first.variable);
        }
    }

    fn parameter(&mut self, node: NodeId, kind: ParameterKind) -> Parameter {
        let (declared_type, declared) = (self.slot(node, 1), self.slot(node, 4));
        let is_name = self.is(declared, Kind::Identifier);
        Parameter {
            node: if is_name { declared } else { NodeId::NONE },
            variable: match is_name {
                true => self.parameter_variable(declared),
                false => self.temporary(),
            },
            name: match is_name {
                true => self.tree.node(declared).name,
                false => Symbol::NONE,
            },
            kind,
            declared: declared_type,
        }
    }

    fn parameter_variable(&self, declared: NodeId) -> Variable {
        let name = self.tree.node(declared).name;
        if self.manner.this_name == Some(self.tree.name(name)) {
            return Variable::This;
        }
        let definition = self.facts.definition(declared);
        definition.map_or(Variable::Free(name), Variable::Definition)
    }

    /// The default of a parameter, where it is not given, and the names of one that is destructured.
    fn begin_parameter(&mut self, node: NodeId, parameter: &Parameter, kind: UnitKind) {
        let (attributes, default, pattern) = (self.slot(node, 0), self.slot(node, 2), self.slot(node, 3));
        self.skip(attributes);
        let place = Place::variable(parameter.variable, parameter.node);
        // Of lambdas Opengrep sees no defaults.
        if default.is_some() && kind == UnitKind::Lambda && !self.profile.statements {
            self.skip(default);
        } else if default.is_some() {
            let (missing, given) = self.fork();
            self.open = missing;
            let value = self.value(default);
            self.assign(node, place.clone(), value);
            self.open.extend(given);
        }
        self.bind(pattern, read(place), node);
    }

    // ---- functions

    /// A function that is a statement. Inside of another it is also a value there.
    pub(super) fn function(&mut self, node: NodeId) {
        self.decorators(node);
        if !self.slot(node, 3).is_some() {
            return;
        }
        let unit = self.note_function(node);
        if !matches!(self.current().kind, UnitKind::Function | UnitKind::Lambda) {
            return;
        }
        let declared = self.slot(node, 5);
        if self.is(declared, Kind::Identifier) {
            let place = self.named(declared);
            self.define(node, place, unit);
        }
    }

    fn note_function(&mut self, node: NodeId) -> UnitId {
        let (outer, class) = match self.current().kind {
            UnitKind::ClassBody => (self.current().outer, self.current().class),
            _ => (Some(self.unit), None),
        };
        self.note(node, UnitKind::Function, outer, class)
    }

    fn define(&mut self, node: NodeId, target: Place, unit: UnitId) {
        if !self.is_live() {
            return;
        }
        self.instruction(node, Some(target), Operation::Define(unit));
    }

    /// A function in a temporary.
    fn defined(&mut self, node: NodeId, unit: UnitId) -> Expression {
        let place = Place::variable(self.temporary(), NodeId::NONE);
        self.define(node, place.clone(), unit);
        read(place)
    }

    pub(super) fn lambda(&mut self, node: NodeId) -> Expression {
        let unit = self.note(node, UnitKind::Lambda, Some(self.unit), None);
        self.defined(node, unit)
    }

    /// A method of an object literal: a unit, and a value.
    pub(super) fn method_of_record(&mut self, node: NodeId, record: NodeId) -> Expression {
        if !self.slot(node, 3).is_some() {
            return Expression::clean();
        }
        let unit = self.note(node, UnitKind::Function, Some(self.unit), Some(record));
        self.defined(node, unit)
    }

    /// What is written before a definition.
    pub(super) fn decorators(&mut self, node: NodeId) {
        let attributes = self.slot(node, 0);
        for attribute in self.parts(attributes) {
            if !self.is(*attribute, Kind::Annotation) {
                continue;
            }
            match self.profile.statements && self.manner.decorators_run {
                true => self.decorator(*attribute),
                false => self.skip(*attribute),
            }
        }
    }

    // ---- classes

    pub(super) fn class(&mut self, node: NodeId) {
        self.decorators(node);
        for base in self.parts(self.slot(node, 1)) {
            match self.kind(*base).is_some_and(|kind| !kind.is_type()) && self.profile.statements {
                true => {
                    let value = self.value(*base);
                    self.look_at(*base, value);
                }
                false => self.skip(*base),
            }
        }
        self.class_body(node, self.slot(node, 3));
    }

    /// The body of a class, of a `new` or of a constant of an enumeration.
    pub(super) fn class_body(&mut self, class: NodeId, body: NodeId) {
        if body.is_some() {
            let outer = match self.current().kind {
                UnitKind::ClassBody => self.current().outer,
                _ => Some(self.unit),
            };
            self.note(class, UnitKind::ClassBody, outer, Some(class));
        }
    }

    /// The members of a class, as they are initialised.
    fn members(&mut self, class: NodeId) {
        let body = self.parts(class).iter().find(|part| self.is(**part, Kind::ClassBody));
        let members = body.map(|body| self.parts(*body)).unwrap_or_default();
        let Some(word) = self.manner.static_block.filter(|_| !self.profile.statements) else {
            self.statements(members);
            return;
        };
        for member in members {
            // Static blocks are not analysed by Opengrep.
            let is_static = self.is(*member, Kind::Block) && self.tree.source(*member).starts_with(word);
            match is_static {
                true => self.skip(*member),
                false => self.effect_or_statement(*member),
            }
        }
    }

    // ---- what is not translated

    /// Notes the functions and classes in a part that is not translated.
    pub(super) fn skip(&mut self, node: NodeId) {
        let mut open: Vec<_> = node.some().into_iter().collect();
        while let Some(next) = open.pop() {
            match self.tree.kind(next) {
                Kind::Function if self.slot(next, 3).is_some() => {
                    self.note_function(next);
                    continue;
                }
                Kind::Class => self.class_body(next, self.slot(next, 3)),
                Kind::New if self.slot(next, 2).is_some() => {
                    self.class_body(next, self.slot(next, 2));
                    open.extend(self.slot(next, 1).some());
                    continue;
                }
                Kind::ClassBody => continue,
                _ => {}
            }
            let parts = self.parts(next).iter().rev();
            open.extend(parts.filter(|part| part.is_some()));
        }
    }
}

/// The unit that a step defines.
fn defines(step: &Step) -> Option<UnitId> {
    match &step.action {
        Action::Do(Instruction {
            operation: Operation::Define(unit),
            ..
        }) => Some(*unit),
        _ => None,
    }
}
