//! What a summary says, applied to a call.

use std::rc::Rc;

use syntax::Language;
use syntax::tree::NodeId;

use super::call::{Given, Target, Whereabouts};
use super::value::known;
use super::{Analysis, SinkPoint};
use crate::taint::form::{Action, Instruction, ParameterKind, UnitId, UnitKind, Variable};
use crate::taint::state::{Cell, CellKey, State};
use crate::taint::summary::{Callee, Receives, Summary};
use crate::taint::taints::{MAX_CALLS, Origin, SourcePoint, Taint, Taints, Trail};

/// How deep summaries are applied to functions that are given to functions.
const MAX_APPLIED: usize = 8;

impl Analysis<'_> {
    /// Calls functions that are values. `None` when none has a summary.
    pub(super) fn apply_functions(
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
    pub(super) fn apply(
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
            let point = match reach.point.calls() < MAX_CALLS {
                true => Rc::new(SinkPoint::Called {
                    call,
                    trail,
                    inner: Rc::clone(&reach.point),
                }),
                false => Rc::clone(&reach.point),
            };
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
        state.control.add(&known(&control));
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

    fn is_of_file(&self, variable: Variable) -> bool {
        match variable {
            Variable::Definition(definition) => self.set.file.facts.is_of_file(definition),
            _ => false,
        }
    }

    /// Taints of a unit as they are for a caller.
    fn substituted(&self, state: &State, bound: &Bound, taints: &Taints, call: NodeId) -> Substituted {
        let is_closure = bound.is_closure && !self.set.profile.mutation;
        let mut all = Vec::new();
        let mut trail = None;
        for taint in taints.iter() {
            match &taint.origin {
                Origin::Source { .. } | Origin::Result(_) if taint.source.calls() >= MAX_CALLS => {
                    all.push(taint.clone());
                }
                Origin::Source { .. } | Origin::Result(_) => all.push(Taint {
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
    trail: Trail,
}

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
    fn bind(&mut self, variable: Variable, value: Cell, place: Option<Whereabouts>) {
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

    fn place(&self, variable: Variable) -> Option<Whereabouts> {
        let found = self.values.iter().find(|(bound, ..)| *bound == variable);
        found.and_then(|(.., place)| place.clone())
    }

    fn function_of(&self, variable: Variable) -> Option<Vec<UnitId>> {
        let functions = &self.parameter(variable)?.functions;
        (!functions.is_empty()).then(|| functions.clone())
    }
}

/// What was written at and below a variable that began as what the caller gave.
pub(super) fn flatten(cell: &Cell, path: &mut Vec<CellKey>, variable: Variable, out: &mut Vec<(Vec<CellKey>, Taints)>) {
    let is_unchanged = |taint: &Taint| match &taint.origin {
        Origin::Given(root) => root.variable == variable && path.starts_with(&root.path),
        Origin::Source { .. } | Origin::Result(_) => false,
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
