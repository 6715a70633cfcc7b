//! Statements.

use syntax::tree::{Kind, NodeId};

use super::{Builder, Frame};
use crate::taint::form::{Action, Expression, Special};

impl Builder<'_> {
    pub(super) fn statement(&mut self, node: NodeId) {
        if node.is_some() {
            stacker::maybe_grow(super::RED_ZONE, super::NEW_STACK, || self.statement_here(node));
        }
    }

    /// Statements one after the other. What runs when a loop ends by itself is a block after it in some languages.
    pub(super) fn statements(&mut self, nodes: &[NodeId]) {
        let mut nodes = nodes.iter().peekable();
        while let Some(node) = nodes.next() {
            let is_loop = matches!(self.kind(*node), Some(Kind::For | Kind::While));
            let otherwise = match nodes.peek() {
                Some(after) if is_loop && self.manner.loop_else && self.is(**after, Kind::Block) => nodes.next(),
                _ => None,
            };
            match otherwise {
                Some(otherwise) => self.loop_with(*node, *otherwise),
                None => self.effect_or_statement(*node),
            }
        }
    }

    pub(super) fn effect_or_statement(&mut self, node: NodeId) {
        match self.kind(node) {
            None => {}
            Some(kind) if kind.is_expression() => self.effect(node),
            Some(_) => self.statement(node),
        }
    }

    fn statement_here(&mut self, node: NodeId) {
        let slot = |at| self.tree.child(node, at);
        match self.tree.kind(node) {
            Kind::File | Kind::Block => self.statements(self.parts(node)),
            Kind::ExpressionStatement => self.effect_or_statement(slot(0)),
            Kind::If => self.if_statement(node),
            Kind::While | Kind::DoWhile | Kind::For => self.loop_with(node, NodeId::NONE),
            Kind::With => {
                let (resource, body) = (slot(0), slot(1));
                match self.is(resource, Kind::Assign) {
                    true => {
                        self.store(resource, self.slot(resource, 0), self.slot(resource, 1), false);
                    }
                    false => self.effect(resource),
                }
                self.statement(body);
            }
            Kind::Return => {
                let value = slot(0).is_some().then(|| self.value(slot(0)));
                self.returned(node, value);
            }
            Kind::Throw => self.throw(node),
            Kind::Try => self.try_statement(node),
            Kind::Switch => self.switch(node),
            Kind::Break => self.break_out(slot(0)),
            Kind::Continue => self.continue_with(slot(0)),
            Kind::Goto => self.goto(slot(0)),
            Kind::Labeled => self.labeled(node),
            Kind::Assert => {
                let operands = self.values(self.parts(node));
                self.special(node, Special::Inspect, operands, false);
            }
            Kind::Delete => {
                for target in self.parts(node).iter().filter(|target| target.is_some()) {
                    match self.profile.reset {
                        true => self.remove(node, *target),
                        false => self.skip(*target),
                    }
                }
            }
            Kind::Scope | Kind::Pass | Kind::Import | Kind::Package | Kind::TypeAlias | Kind::ImportName => {}
            Kind::OtherStatement => self.other_statement(node),
            Kind::Variable => self.variable(node),
            Kind::Function => self.function(node),
            Kind::Class => self.class(node),
            Kind::ClassBody => self.statements(self.parts(node)),
            kind if kind.is_expression() => self.effect(node),
            _ => {
                self.untranslated(node);
            }
        }
    }

    fn if_statement(&mut self, node: NodeId) {
        let (holds, fails) = self.condition(self.slot(node, 0));
        self.open = holds;
        self.statement(self.slot(node, 1));
        let ends = self.stop();
        self.open = fails;
        self.statement(self.slot(node, 2));
        self.open.extend(ends);
    }

    /// A condition; gives the edges where it holds and those where it does not.
    pub(super) fn condition(&mut self, node: NodeId) -> (Vec<super::Edge>, Vec<super::Edge>) {
        let verdict = self.fold.verdict(node);
        let value = self.value(node);
        self.test(value, verdict)
    }

    /// A declaration. One without a value makes its variable clean.
    fn variable(&mut self, node: NodeId) {
        let (value, pattern, declared) = (self.slot(node, 2), self.slot(node, 3), self.slot(node, 4));
        self.decorators(node);
        if !declared.is_some() {
            match (pattern.is_some(), value.is_some()) {
                (true, true) => {
                    self.store(node, pattern, value, false);
                }
                (false, true) => self.effect(value),
                _ => {}
            }
            return;
        }
        // The members of an interface, and fields that are only declared.
        if !value.is_some() && self.is(self.facts.parent(node), Kind::ClassBody) {
            return;
        }
        if self.is(declared, Kind::Identifier) {
            if !value.is_some() {
                let place = self.declared(declared);
                self.assign(node, place, Self::nothing());
                return;
            }
            self.store(node, declared, value, false);
            return;
        }
        let value = self.value(value);
        let place = self.declared(declared);
        self.assign(node, place, value);
    }

    pub(super) fn returned(&mut self, node: NodeId, value: Option<Expression>) {
        let raises = value.as_ref().is_some_and(|value| self.may_raise_in(value));
        let step = self.step(Action::Return { node, value });
        if let Some(step) = step.filter(|_| raises) {
            self.raise_from(step);
        }
        self.leave_unit();
    }

    fn other_statement(&mut self, node: NodeId) {
        let parts = self.parts(node);
        match self.name_of(node) {
            "go" | "synchronized" | "export default" | "export =" => {
                for part in parts {
                    self.effect_or_statement(*part);
                }
            }
            "defer" => self.defer(self.slot(node, 0)),
            // Opengrep takes no notice of it.
            "fallthrough" if self.profile.no_fallthrough => self.fall_through(),
            "fallthrough" => {}
            "select" => self.select(self.slot(node, 0)),
            "static" => self.statement(self.slot(node, 0)),
            "namespace" => self.statement(self.slot(node, 1)),
            // A member of an enumeration.
            "member" => match self.profile.statements {
                true => self.effect(self.slot(node, 1)),
                false => self.skip(self.slot(node, 1)),
            },
            "export" | "export from" | "debugger" | "module" | "index signature" => {}
            _ => {
                self.untranslated(node);
            }
        }
    }

    // ---- labels and jumps

    fn labeled(&mut self, node: NodeId) {
        let (label, inner) = (self.slot(node, 0), self.slot(node, 1));
        let Some(name) = label.some().and_then(|label| self.tree.node(label).name.some()) else {
            self.effect_or_statement(inner);
            return;
        };
        // A jump from before may lead here where nothing else does.
        let jumps = self.labels.get_mut(&name).map(|label| std::mem::take(&mut label.jumps));
        self.open.extend(jumps.unwrap_or_default());
        let start = match self.is_live() {
            true => self.join(),
            false if self.manner.has_goto && !self.is_cut && self.steps.len() < self.limit => {
                // A jump from behind may.
                let step = self.loose_step(Action::Nothing);
                self.open = vec![super::Edge { from: step, slot: 0 }];
                Some(step)
            }
            false => None,
        };
        self.labels.entry(name).or_default().step = start;
        self.frames.push(Frame::Label {
            name,
            start,
            breaks: Vec::new(),
        });
        self.effect_or_statement(inner);
        if let Some(Frame::Label { breaks, .. }) = self.frames.pop() {
            self.open.extend(breaks);
        }
    }

    fn goto(&mut self, label: NodeId) {
        let edges = self.stop();
        let Some(name) = label.some().and_then(|label| self.tree.node(label).name.some()) else {
            return;
        };
        let label = self.labels.entry(name).or_default();
        match label.step {
            Some(step) => self.connect(&edges, step),
            None => label.jumps.extend(edges),
        }
    }

    fn break_out(&mut self, label: NodeId) {
        if label.is_some() {
            self.jump_to_label(label, false);
            return;
        }
        let is_left = |frame: &Frame| matches!(frame, Frame::Loop { .. } | Frame::Switch { .. });
        match self.frames.iter().rposition(is_left) {
            Some(at) => self.jump(at, false),
            None => {
                self.stop();
            }
        }
    }

    fn continue_with(&mut self, label: NodeId) {
        if label.is_some() {
            self.jump_to_label(label, true);
            return;
        }
        let is_loop = |frame: &Frame| matches!(frame, Frame::Loop { .. });
        match self.frames.iter().rposition(is_loop) {
            Some(at) => self.jump(at, true),
            None => {
                self.stop();
            }
        }
    }

    /// `break L` and `continue L` both go to the start of the statement to Opengrep.
    fn jump_to_label(&mut self, label: NodeId, goes_on: bool) {
        let wanted = self.tree.node(label).name;
        let is_it = |frame: &Frame| matches!(frame, Frame::Label { name, .. } if *name == wanted);
        let Some(at) = self.frames.iter().rposition(is_it) else {
            self.stop();
            return;
        };
        if !self.profile.labels {
            if let Frame::Label { start, .. } = self.frames[at] {
                self.go_to(start);
            }
            return;
        }
        let target = match goes_on {
            true => {
                let is_loop = |frame: &Frame| matches!(frame, Frame::Loop { .. });
                self.frames[at..].iter().position(is_loop).map(|after| at + after)
            }
            false => Some(at),
        };
        match target {
            Some(target) => self.jump(target, goes_on),
            None => {
                self.stop();
            }
        }
    }

    /// Leaves a frame, or goes on with its next turn, past what must run on the way.
    fn jump(&mut self, at: usize, goes_on: bool) {
        self.pass_finally(at, super::exceptions::Exit::Jump { frame: at, goes_on });
        let edges = self.stop();
        match &mut self.frames[at] {
            Frame::Loop { continues, .. } if goes_on => continues.extend(edges),
            Frame::Loop { breaks, .. } | Frame::Switch { breaks, .. } | Frame::Label { breaks, .. } => {
                breaks.extend(edges);
            }
            Frame::Finally(_) => {}
        }
    }
}
