//! Reading and writing places.

use syntax::tree::NodeId;

use super::Analysis;
use super::value::At;
use crate::taint::form::{Key, Part, Place, Variable};
use crate::taint::roles::Role;
use crate::taint::state::{Cell, CellKey, Limits, State, Status};
use crate::taint::taints::Taints;

/// What a place holds.
pub(super) struct Read {
    pub value: Cell,
    /// What the place without its last part holds: what a method is called on.
    pub receiver: Cell,
    /// The way into the variable.
    pub path: Vec<CellKey>,
}

impl Analysis<'_> {
    /// Reads a place, with the roles that it and its beginnings have.
    pub(super) fn read(&mut self, state: &mut State, place: &Place) -> Read {
        let known = state.get(place.base).cloned().or_else(|| self.unwritten(place.base));
        let mut value = known.unwrap_or_default();
        if place.parts.is_empty()
            && let Some(function) = self.function_of(place.base)
        {
            self.pending.push(function);
            if !value.functions.contains(&function) {
                value.functions.push(function);
            }
        }
        if place.parts.is_empty()
            && self.set.profile.function_value
            && let Some(function) = self.function_named(place)
            && !value.functions.contains(&function)
        {
            value.functions.push(function);
        }
        let mut path = Vec::with_capacity(place.parts.len());
        let is_whole = place.parts.is_empty();
        let is_object = place.base == Variable::This
            || self.set.form.units[self.unit.index()].receiver == Some(place.base)
            || self.set.form.units[self.top.id.index()].receiver == Some(place.base);
        if is_whole && is_object && !self.set.profile.methods {
            // The object itself is no value there, only its fields are.
            value = Cell::clean();
        }
        value = self.beginning(
            state,
            place.node,
            value,
            Some((place.base, &path, place.node)),
            is_whole,
        );
        let mut receiver = Cell::default();
        for (at, part) in place.parts.iter().enumerate() {
            let is_last = at + 1 == place.parts.len();
            let index = self.index(state, part);
            let inherits = !self.set.rule.options.only_assignments;
            let mut next = match &part.key {
                Key::From(_) if !self.set.profile.patterns && !value.below.is_empty() => Cell::clean(),
                Key::From(first) => value.read_from(*first, inherits),
                key => value.read(self.cell_key(key), inherits),
            };
            if !index.is_empty() && !self.set.rule.options.safe_indexes && inherits {
                next.status = Status::Tainted(next.own().with(&index));
            }
            path.push(self.cell_key(&part.key));
            receiver = std::mem::replace(&mut value, next);
            value = self.beginning(state, part.node, value, Some((place.base, &path, place.node)), is_last);
        }
        Read { value, receiver, path }
    }

    /// The taint of an index.
    fn index(&mut self, state: &mut State, part: &Part) -> Taints {
        match &part.key {
            Key::Any(index) => self.expression(state, index).whole(),
            _ => Taints::default(),
        }
    }

    pub(super) fn cell_key(&self, key: &Key) -> CellKey {
        match key {
            Key::Name(name) => CellKey::Name(*name),
            Key::Position(at) => CellKey::Position(*at),
            Key::Any(_) | Key::From(_) => CellKey::Any,
        }
    }

    /// A place, or the beginning of one, in its roles.
    fn beginning(&mut self, state: &mut State, node: NodeId, mut value: Cell, at: At<'_>, whole: bool) -> Cell {
        let Some((held, span)) = self.held(self.span(node)) else {
            return value;
        };
        if self.is_sanitized(&held, span) {
            if self.cleans(&held, span)
                && let Some((variable, path, _)) = at
            {
                // As the rule says, whatever the profile says of writes.
                let limits = Limits {
                    unknown_cleans: true,
                    ..self.limits
                };
                self.write(state, variable, path, &Cell::clean(), &limits);
            }
            return Cell::clean();
        }
        self.sources(state, &held, span, &mut value, at);
        self.propagators(state, &held, &mut value, at);
        if held.roles.iter().any(|role| role.role == Role::Sink) {
            self.sinks(state, &held, span, &value.whole(), whole);
        }
        value
    }

    /// Writes a value to the target of an instruction.
    pub(super) fn write_target(&mut self, state: &mut State, target: &Place, value: &Cell) {
        if let Variable::Temporary(_) = target.base
            && target.parts.is_empty()
        {
            state.set(target.base, value.clone(), &self.limits, &|_| None);
            return;
        }
        let (path, indexes) = self.target_path(state, target);
        let token = target.node;
        let written = value.map(&|taints: &Taints| taints.passing(token));
        let old = self.old_value(state, target.base, &path);
        self.write(state, target.base, &path, &written, &self.limits);
        // Beginnings of the target, and the target itself, may be sinks, or change by what they match.
        for (at, node) in std::iter::once(target.node)
            .chain(target.parts.iter().map(|part| part.node))
            .enumerate()
        {
            let Some((held, span)) = self.held(self.span(node)) else {
                continue;
            };
            let is_whole = at == path.len();
            let here = &path[..at];
            let mut value = match is_whole {
                true => written.clone(),
                false => self.old_value(state, target.base, here),
            };
            if self.is_sanitized(&held, span) {
                if self.cleans(&held, span) {
                    self.write(state, target.base, here, &Cell::clean(), &self.limits);
                }
                continue;
            }
            let place = Some((target.base, here, target.node));
            self.sources(state, &held, span, &mut value, place);
            self.propagators(state, &held, &mut value, place);
            if held.roles.iter().any(|role| role.role == Role::Sink) {
                let mut arriving = value.whole().with(&indexes);
                if is_whole && !self.set.profile.overwrite {
                    arriving.add(&old.whole());
                }
                self.sinks(state, &held, span, &arriving, is_whole);
            }
        }
    }

    /// The way into the variable of a target, and the taints of its indexes, which are those of what is read there.
    pub(super) fn target_path(&mut self, state: &mut State, target: &Place) -> (Vec<CellKey>, Taints) {
        let mut indexes = Taints::default();
        for part in &target.parts {
            indexes.add(&self.index(state, part));
        }
        if self.set.rule.options.safe_indexes {
            indexes = Taints::default();
        }
        (
            target.parts.iter().map(|part| self.cell_key(&part.key)).collect(),
            indexes,
        )
    }

    /// What a place holds, without roles.
    pub(super) fn old_value(&self, state: &State, variable: Variable, path: &[CellKey]) -> Cell {
        let known = state.get(variable).cloned().or_else(|| self.unwritten(variable));
        let mut value = known.unwrap_or_default();
        for key in path {
            value = value.read(*key, !self.set.rule.options.only_assignments);
        }
        value
    }
}
