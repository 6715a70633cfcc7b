//! `try`, `throw`, and what runs on the way out.

use std::collections::HashMap;

use syntax::tree::NodeId;

use super::{Builder, Edge, Frame, read};
use crate::taint::form::{Action, Expression, ExpressionKind, Operation, Place, StepId, Variable};

/// Where exceptions go from here: one step that leads to the handlers, so that a step that raises has one edge for all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    step: StepId,
}

/// A body that jumps pass on their way out.
#[derive(Debug)]
pub(super) struct Finally {
    block: NodeId,
    /// How many guards there are around it.
    guards: usize,
    /// Where its translation for each way out starts.
    copies: HashMap<Exit, StepId, foldhash::fast::RandomState>,
}

/// A way out of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Exit {
    /// Out of the unit.
    Unit,
    /// To a frame, or to its next turn.
    Jump { frame: usize, goes_on: bool },
}

impl Builder<'_> {
    /// Whether an exception may come out of a step: of calls and `new`, or with
    /// [`exception`](crate::taint::profile::Profile::exception) of everything that does something.
    pub(super) fn may_raise(&self, operation: &Operation) -> bool {
        if self.guards.is_empty() {
            return false;
        }
        match operation {
            Operation::Call { .. } | Operation::New { .. } => true,
            Operation::Define(_) => false,
            Operation::Assign(value) => self.may_raise_in(value),
            Operation::Special { .. } => self.profile.exception,
        }
    }

    /// Whether an exception may come out of the computation of a value.
    pub(super) fn may_raise_in(&self, value: &Expression) -> bool {
        self.profile.exception && !self.guards.is_empty() && does_something(value)
    }

    pub(super) fn raise_from(&mut self, step: StepId) {
        if let Some(guard) = self.guards.last() {
            self.steps[step.index()].next.push(guard.step);
        }
    }

    pub(super) fn throw(&mut self, node: NodeId) {
        let (value, cause) = (self.slot(node, 0), self.slot(node, 1));
        let mut value = value.is_some().then(|| self.value(value));
        match self.profile.statements {
            true => self.effect(cause),
            false => self.skip(cause),
        }
        if self.profile.exception && !self.guards.is_empty() {
            let raised = match (value, self.caught.last()) {
                (Some(value), _) => self.settled(value),
                // What was caught is raised again.
                (None, Some(caught)) => read(Place::variable(*caught, NodeId::NONE)),
                (None, None) => Expression::clean(),
            };
            let target = self.raised_variable();
            self.assign(NodeId::NONE, Place::variable(target, NodeId::NONE), raised.clone());
            value = Some(raised);
        }
        let step = self.step(Action::Throw { value });
        self.open.clear();
        if let Some(step) = step {
            let next = self.guards.last().map_or(StepId::EXIT, |guard| guard.step);
            self.steps[step.index()].next = vec![next];
        }
    }

    /// What holds the exception that was raised last.
    fn raised_variable(&mut self) -> Variable {
        match self.raised {
            Some(raised) => raised,
            None => {
                let raised = self.temporary();
                self.raised = Some(raised);
                raised
            }
        }
    }

    // ---- try

    pub(super) fn try_statement(&mut self, node: NodeId) {
        let [resources, block, list, otherwise, finally] = [0, 1, 2, 3, 4].map(|slot| self.slot(node, slot));
        self.statement(resources);
        if !self.is_live() {
            // No step is made, but what is defined inside is noted.
            for part in [block, otherwise, finally] {
                self.statement(part);
            }
            for handler in self.parts(list) {
                self.statement(self.slot(*handler, 2));
            }
            return;
        }
        let handlers: Vec<_> = self
            .parts(list)
            .iter()
            .copied()
            .filter(|handler| handler.is_some())
            .collect();
        if self.profile.exception && !handlers.is_empty() {
            let raised = self.raised_variable();
            self.assign(NodeId::NONE, Place::variable(raised, NodeId::NONE), Expression::clean());
        }
        let outer = self.guards.last().copied();
        // Where what is raised goes when no handler takes it.
        let unhandled = match finally.is_some() {
            true => Some(self.loose_step(Action::Nothing)),
            false => outer.map(|guard| guard.step),
        };
        let guard = self.loose_step(Action::Nothing);
        let passes = finally.is_some() && self.profile.finally;
        if passes {
            self.frames.push(Frame::Finally(Finally {
                block: finally,
                guards: self.guards.len(),
                copies: HashMap::default(),
            }));
        }
        self.guards.push(Guard { step: guard });
        self.statement(block);
        self.guards.pop();
        // What is raised behind the block goes past its handlers.
        let is_guarded = finally.is_some();
        if let Some(step) = unhandled.filter(|_| is_guarded) {
            self.guards.push(Guard { step });
        }
        self.statement(otherwise);
        let mut ends = self.stop();
        let mut targets = Vec::with_capacity(handlers.len() + 1);
        for handler in &handlers {
            let entry = self.loose_step(Action::Nothing);
            targets.push(entry);
            self.open = vec![Edge { from: entry, slot: 0 }];
            self.handler(*handler);
            ends.extend(self.stop());
        }
        if is_guarded {
            self.guards.pop();
        }
        if passes {
            self.frames.pop();
        }
        targets.extend(unhandled.filter(|_| !self.profile.exception || !self.takes_all_raised(&handlers)));
        if targets.is_empty() {
            targets.push(StepId::EXIT);
        }
        self.steps[guard.index()].next = targets;
        self.finish_try(finally, unhandled, ends, outer);
    }

    fn finish_try(&mut self, finally: NodeId, unhandled: Option<StepId>, ends: Vec<Edge>, outer: Option<Guard>) {
        self.open = ends;
        let Some(unhandled) = unhandled.filter(|_| finally.is_some()) else {
            return;
        };
        let raised = Edge {
            from: unhandled,
            slot: 0,
        };
        if !self.profile.finally {
            // One body for all, after which the flow goes on.
            self.open.push(raised);
            self.statement(finally);
            return;
        }
        self.statement(finally);
        let ends = self.stop();
        self.open = vec![raised];
        self.statement(finally);
        self.go_to(Some(outer.map_or(StepId::EXIT, |guard| guard.step)));
        self.open = ends;
    }

    /// Whether one of the handlers takes everything that is raised.
    fn takes_all_raised(&self, handlers: &[NodeId]) -> bool {
        handlers.iter().any(|handler| !self.slot(*handler, 0).is_some())
    }

    /// One `catch`. What it binds is not known to Opengrep.
    fn handler(&mut self, node: NodeId) {
        let (caught_type, name, body) = (self.slot(node, 0), self.slot(node, 1), self.slot(node, 2));
        self.skip(caught_type);
        if !self.profile.exception {
            self.statement(body);
            return;
        }
        let raised = Place::variable(self.raised_variable(), NodeId::NONE);
        let caught = self.temporary();
        let place = Place::variable(caught, NodeId::NONE);
        self.assign(NodeId::NONE, place.clone(), read(raised.clone()));
        self.assign(NodeId::NONE, raised, Expression::clean());
        self.bind(name, read(place), name);
        self.caught.push(caught);
        self.statement(body);
        self.caught.pop();
    }

    // ---- ways out

    /// The end of a unit: `return`.
    pub(super) fn leave_unit(&mut self) {
        self.pass_finally(0, Exit::Unit);
        let edges = self.stop();
        match self.deferred.is_empty() {
            true => self.connect(&edges, StepId::EXIT),
            false => self.returns.extend(edges),
        }
    }

    /// The bodies of `finally` between here and a frame. Each is translated once for every way out of it.
    pub(super) fn pass_finally(&mut self, frame: usize, exit: Exit) {
        let mut at = self.frames.len();
        while at > frame && self.is_live() {
            at -= 1;
            let Frame::Finally(finally) = &self.frames[at] else {
                continue;
            };
            let (block, guards) = (finally.block, finally.guards);
            if let Some(copy) = finally.copies.get(&exit).copied() {
                self.go_to(Some(copy));
                return;
            }
            let Some(copy) = self.join() else { return };
            if let Frame::Finally(finally) = &mut self.frames[at] {
                finally.copies.insert(exit, copy);
            }
            let inner_frames = self.frames.split_off(at);
            let inner_guards = self.guards.split_off(guards.min(self.guards.len()));
            self.statement(block);
            self.guards.extend(inner_guards);
            self.frames.extend(inner_frames);
        }
    }
}

/// Whether more happens than that a variable or literal is read.
fn does_something(value: &Expression) -> bool {
    match &value.kind {
        ExpressionKind::Literal | ExpressionKind::Clean => false,
        ExpressionKind::Read(place) => !place.parts.is_empty(),
        _ => true,
    }
}
