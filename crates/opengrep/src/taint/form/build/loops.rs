//! Loops.

use syntax::tree::{Kind, NodeId};

use super::{Builder, Edge, Frame};
use crate::taint::form::{Expression, Special, StepId};

/// A loop whose body is being translated.
pub(super) struct Turn {
    head: Option<StepId>,
    /// Where the loop ends by itself.
    ends: Vec<Edge>,
    passing: Vec<Edge>,
}

impl Turn {
    fn new(head: Option<StepId>, ends: Vec<Edge>) -> Self {
        Self {
            head,
            ends,
            passing: Vec::new(),
        }
    }

    /// Paths to the next turn that pass by what is in this one.
    pub(super) fn passes(&mut self, edges: Vec<Edge>) {
        self.passing.extend(edges);
    }
}

impl Builder<'_> {
    /// A loop, and what runs when it ends by itself.
    pub(super) fn loop_with(&mut self, node: NodeId, otherwise: NodeId) {
        let (first, second) = (self.slot(node, 0), self.slot(node, 1));
        match self.tree.kind(node) {
            Kind::While => {
                let head = self.join();
                let (holds, ends) = self.condition(first);
                self.open = holds;
                self.enter_loop();
                self.statement(second);
                self.leave_loop(Turn::new(head, ends), NodeId::NONE, otherwise);
            }
            Kind::DoWhile => self.do_while(first, second),
            _ => match self.kind(first) {
                Some(Kind::ForEachHeader) => {
                    let value = self.value(self.slot(first, 1));
                    let turn = self.take_next(value, self.slot(first, 0));
                    self.statement(second);
                    self.leave_loop(turn, NodeId::NONE, otherwise);
                }
                _ => self.for_loop(first, second),
            },
        }
    }

    fn do_while(&mut self, body: NodeId, condition: NodeId) {
        let head = self.join();
        self.enter_loop();
        self.statement(body);
        let breaks = match self.frames.pop() {
            Some(Frame::Loop { breaks, continues }) => {
                self.open.extend(continues);
                breaks
            }
            _ => Vec::new(),
        };
        let (holds, ends) = self.condition(condition);
        self.open = holds;
        self.go_to(head);
        self.open = ends;
        self.open.extend(breaks);
    }

    /// `for (a; b; c)`
    fn for_loop(&mut self, header: NodeId, body: NodeId) {
        self.effect_or_statement(self.slot(header, 0));
        let head = self.join();
        let condition = self.slot(header, 1);
        let mut ends = Vec::new();
        if condition.is_some() {
            let (holds, fails) = self.condition(condition);
            self.open = holds;
            ends = fails;
        }
        self.enter_loop();
        self.statement(body);
        self.leave_loop(Turn::new(head, ends), self.slot(header, 2), NodeId::NONE);
    }

    fn enter_loop(&mut self) {
        self.frames.push(Frame::Loop {
            breaks: Vec::new(),
            continues: Vec::new(),
        });
    }

    /// The end of a body: the next turn, and what follows the loop.
    fn leave_loop(&mut self, turn: Turn, update: NodeId, otherwise: NodeId) {
        let breaks = match self.frames.pop() {
            Some(Frame::Loop { breaks, continues }) => {
                self.open.extend(continues);
                breaks
            }
            _ => Vec::new(),
        };
        self.effect_or_statement(update);
        self.go_to(turn.head);
        self.open = turn.ends;
        match self.profile.statements {
            true => self.statement(otherwise),
            false => self.skip(otherwise),
        }
        self.open.extend(breaks);
    }

    /// `h = has_next(e); while h: n = next(e); v = n`: the start of a turn over the elements of a value.
    fn take_next(&mut self, value: Expression, pattern: NodeId) -> Turn {
        let turn = self.next_element(value, pattern);
        self.enter_loop();
        turn
    }

    pub(super) fn next_element(&mut self, value: Expression, pattern: NodeId) -> Turn {
        let iterated = self.settled(value);
        let head = self.join();
        let has_next = self.special(NodeId::NONE, Special::HasNext, vec![iterated.clone()], true);
        let (holds, ends) = self.test(has_next, None);
        self.open = holds;
        let next = self.special(NodeId::NONE, Special::Next, vec![iterated], true);
        let is_bound = match self.kind(pattern) {
            Some(Kind::List | Kind::Record) => self.manner.loops_destructure || self.profile.patterns,
            kind => kind.is_some(),
        };
        match is_bound {
            true => self.bind(pattern, next, NodeId::NONE),
            false if pattern.is_some() => {
                self.form.untranslated.push(pattern);
                self.skip(pattern);
            }
            // `for range n`
            false => {}
        }
        Turn::new(head, ends)
    }

    /// Ends a turn of a loop without `break` and `continue`.
    pub(super) fn end_turn(&mut self, turn: Turn) {
        self.open.extend(turn.passing);
        self.go_to(turn.head);
        self.open = turn.ends;
    }
}
