//! Loops, `switch`, `try` and functions.

use super::{Breakable, Flow, Known, Outcome};
use crate::facts::DefinitionId;
use crate::facts::constants::ValueId;
use crate::tree::{Kind, NodeId};

impl Flow<'_> {
    pub(super) fn repeat(&mut self, body: impl FnOnce(&mut Self)) {
        self.lose();
        self.breaks.push(Breakable::Loop);
        let (mark, barrier, live) = (self.changed.len(), self.barrier, self.live);
        body(self);
        self.take_back(mark, barrier, live);
        self.breaks.pop();
        self.lose();
    }

    pub(super) fn for_loop(&mut self, header: NodeId, body: NodeId) {
        let tree = self.tree;
        if !header.is_some() {
            return self.repeat(|flow| {
                flow.visit(body);
            });
        }
        let parts = tree.children(header);
        match tree.kind(header) {
            Kind::ForEachHeader => {
                self.visit(tree.child(header, 1));
                self.repeat(|flow| {
                    flow.assign_to(tree.child(header, 0), Known::NOTHING);
                    flow.visit(body);
                });
            }
            Kind::ForHeader => {
                self.visit(tree.child(header, 0));
                self.repeat(|flow| {
                    flow.visit(tree.child(header, 1));
                    flow.visit(body);
                    flow.visit(tree.child(header, 2));
                });
            }
            _ => self.repeat(|flow| {
                flow.visit_all(parts);
                flow.visit(body);
            }),
        }
    }

    /// A `break`: what holds there holds after the `switch` that it leaves. After loops nothing holds.
    pub(super) fn leave(&mut self, label: NodeId) {
        if !label.is_some()
            && let Some(Breakable::Switch { mark, barrier, .. }) = self.breaks.last()
            && self.live
        {
            let (mark, barrier) = (*mark, *barrier);
            let outcome = self.outcome(mark, barrier, true);
            if let Some(Breakable::Switch { outcomes, .. }) = self.breaks.last_mut() {
                outcomes.push(outcome);
            }
        }
        self.live = false;
    }

    pub(super) fn switch(&mut self, subject: NodeId, cases: &[NodeId]) {
        let tree = self.tree;
        self.visit(subject);
        self.breaks.push(Breakable::Switch {
            mark: self.changed.len(),
            barrier: self.barrier,
            outcomes: Vec::new(),
        });
        let mut ends = Vec::new();
        let mut has_default = false;
        let mut above: Option<Outcome> = None;
        for case in cases.iter().filter(|case| case.is_some()) {
            let (labels, body) = (tree.child(*case, 0), tree.child(*case, 1));
            has_default |= self.is_default(labels);
            let into = above.take();
            let end = self.branch(|flow| {
                if let Some(into) = into {
                    flow.join(vec![Outcome::NOTHING, into]);
                }
                if flow.traits.case_captures {
                    for label in labels.some().map(|labels| tree.children(labels)).unwrap_or_default() {
                        flow.visit(*label);
                        flow.forget_captured(*label);
                    }
                } else {
                    flow.visit(labels);
                }
                flow.visit(body)
            });
            match self.traits.cases_fall_through {
                true => above = Some(end),
                false => ends.push(end),
            }
        }
        ends.extend(above);
        if !has_default {
            ends.push(Outcome::NOTHING);
        }
        if let Some(Breakable::Switch { outcomes, .. }) = self.breaks.pop() {
            ends.extend(outcomes);
        }
        self.join(ends);
    }

    /// `default`, and a `case` of one name that takes everything.
    fn is_default(&self, labels: NodeId) -> bool {
        let tree = self.tree;
        match labels.some().map(|labels| tree.children(labels)) {
            None | Some([]) => true,
            Some([only]) if self.traits.case_captures => {
                only.is_some() && (tree.kind(*only) == Kind::Name || tree.source(*only) == "_")
            }
            Some(labels) => labels.iter().any(|label| {
                label.is_some() && tree.kind(*label) == Kind::Special && tree.name_of(*label) == "default"
            }),
        }
    }

    /// The names in a `case` are assigned.
    fn forget_captured(&mut self, label: NodeId) {
        let tree = self.tree;
        for node in tree.descend(label) {
            if tree.kind(node) == Kind::Name {
                self.values.nodes[node.index()] = ValueId::NONE;
                self.forget(node);
            }
        }
    }

    pub(super) fn try_statement(&mut self, node: NodeId) {
        let tree = self.tree;
        let [resources, block, handlers, otherwise, finally] = [0, 1, 2, 3, 4].map(|slot| tree.child(node, slot));
        self.visit(resources);
        let (calls, mark, clock) = (self.calls, self.assigned.len(), self.clock);
        let mut reached = false;
        self.tries += 1;
        let block = self.branch(|flow| {
            flow.visit(block);
            reached = flow.calls != calls;
            true
        });
        self.tries -= 1;
        let can_carry = self.carry(self.assigned.len() - mark);
        let lost = self.clock != clock || !can_carry;
        let mut thrown = match can_carry {
            true => self.assigned[mark..].to_vec(),
            false => Vec::new(),
        };
        thrown.sort_by_key(|(definition, _)| *definition);
        let mut outcomes = vec![self.branch(|flow| {
            let live = block.live;
            flow.join(vec![block]);
            if live {
                flow.visit(otherwise);
            }
            true
        })];
        for handler in handlers.some().map(|list| tree.children(list)).unwrap_or_default() {
            let caught = self.branch(|flow| {
                flow.throw(&thrown, lost);
                flow.visit(tree.child(*handler, 0));
                flow.assign_to(tree.child(*handler, 1), Known::NOTHING);
                flow.visit(tree.child(*handler, 2))
            });
            if reached {
                outcomes.push(caught);
            }
        }
        self.join(outcomes);
        if self.tries == 0 {
            self.assigned.clear();
        }
        // What follows a `finally` is reached as what follows its `try` is.
        let live = self.live;
        self.visit(finally);
        self.live = self.live && live;
    }

    /// What holds in a handler: of all that was assigned in the block, before or after it.
    fn throw(&mut self, assigned: &[(DefinitionId, Known)], lost: bool) {
        for group in assigned.chunk_by(|one, other| one.0 == other.0) {
            let mut known = self.now(group[0].0);
            for (_, other) in group {
                known = self.both(known, *other);
            }
            self.restore(group[0].0, known);
        }
        if lost {
            self.lose();
        }
    }

    /// A function runs later: it starts with what is known at its definition, and what it assigns is unknown from then on.
    pub(super) fn function(&mut self, attributes: NodeId, parameters: NodeId, body: NodeId) {
        let tree = self.tree;
        self.visit(attributes);
        for parameter in parameters.some().map(|list| tree.children(list)).unwrap_or_default() {
            if parameter.is_some() {
                self.visit(tree.child(*parameter, 2));
            }
        }
        let (breaks, assigned) = (std::mem::take(&mut self.breaks), std::mem::take(&mut self.assigned));
        let (in_class, maybe, tries, calls) = (self.in_class, self.maybe, self.tries, self.calls);
        (self.in_class, self.maybe, self.tries) = (false, 0, 0);
        let outcome = self.branch(|flow| {
            flow.live = true;
            flow.visit(body)
        });
        (self.in_class, self.maybe, self.tries, self.calls) = (in_class, maybe, tries, calls);
        (self.breaks, self.assigned) = (breaks, assigned);
        if self.carried == 0 {
            self.lose();
        }
        for (definition, _) in outcome.changes {
            if !self.now(definition).is_nothing() {
                self.set(definition, Known::NOTHING);
            }
        }
    }
}
