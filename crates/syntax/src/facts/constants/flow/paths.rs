//! Paths that part and meet again: what each changed, and what all agree on.

use super::{Flow, Known, Outcome};
use crate::facts::DefinitionId;
use crate::facts::constants::{Constant, ValueId};
use crate::tree::NodeId;

impl Flow<'_> {
    /// Walks a part of the flow, and takes back what it did.
    pub(super) fn branch(&mut self, part: impl FnOnce(&mut Self) -> bool) -> Outcome {
        let (mark, barrier, live) = (self.changed.len(), self.barrier, self.live);
        part(self);
        let outcome = self.outcome(mark, barrier, self.live);
        self.take_back(mark, barrier, live);
        outcome
    }

    pub(super) fn take_back(&mut self, mark: usize, barrier: u32, live: bool) {
        while self.changed.len() > mark {
            if let Some((definition, before)) = self.changed.pop() {
                self.known[definition.0 as usize] = before;
            }
        }
        (self.barrier, self.live) = (barrier, live);
    }

    /// What happened since a place. When the budget is used up, nothing is known after it.
    pub(super) fn outcome(&mut self, mark: usize, barrier: u32, live: bool) -> Outcome {
        if !self.carry(self.changed.len() - mark) {
            return Outcome {
                changes: Vec::new(),
                lost: true,
                live,
            };
        }
        let mut definitions: Vec<_> = self.changed[mark..].iter().map(|(definition, _)| *definition).collect();
        definitions.sort_unstable();
        definitions.dedup();
        let changes = definitions
            .into_iter()
            .map(|definition| (definition, self.now(definition)));
        Outcome {
            changes: changes.collect(),
            lost: self.barrier != barrier,
            live,
        }
    }

    pub(super) fn carry(&mut self, changes: usize) -> bool {
        let left = self.carried.checked_sub(changes);
        self.carried = left.unwrap_or(0);
        left.is_some()
    }

    /// Goes on where several paths meet.
    pub(super) fn join(&mut self, mut outcomes: Vec<Outcome>) {
        outcomes.retain(|outcome| outcome.live);
        if outcomes.is_empty() {
            self.live = false;
            return;
        }
        let lost = outcomes.iter().filter(|outcome| outcome.lost).count();
        let mut changes: Vec<_> = outcomes
            .iter()
            .flat_map(|outcome| outcome.changes.iter().map(|change| (change.0, change.1, outcome.lost)))
            .collect();
        changes.sort_by_key(|(definition, ..)| *definition);
        let mut results = Vec::new();
        for group in changes.chunk_by(|one, other| one.0 == other.0) {
            let definition = group[0].0;
            let mut known = group[0].1;
            for (_, other, _) in &group[1..] {
                known = self.both(known, *other);
            }
            if group.len() < outcomes.len() {
                let lost_here = group.iter().filter(|(.., lost)| *lost).count();
                let before = match lost_here == lost {
                    true => self.now(definition),
                    false => Known::NOTHING,
                };
                known = self.both(known, before);
            }
            results.push((definition, known));
        }
        if lost > 0 {
            self.lose();
        }
        for (definition, known) in results {
            self.restore(definition, known);
        }
    }

    /// As [`Flow::set`], of what is known and no new assignment.
    pub(super) fn restore(&mut self, definition: DefinitionId, known: Known) {
        let place = &mut self.known[definition.0 as usize];
        self.changed.push((definition, *place));
        *place = Known {
            time: self.clock,
            ..known
        };
    }

    /// What is known when one of two is true.
    pub(super) fn both(&mut self, one: Known, other: Known) -> Known {
        let constant = match (one.constant, other.constant) {
            (a, b) if a == b => a,
            (a, b) if a.is_some() && b.is_some() => {
                let (a, b) = (
                    &self.values.constants[a.0 as usize],
                    &self.values.constants[b.0 as usize],
                );
                match a {
                    a if a == b => one.constant,
                    a if a.class() == b.class() => {
                        let class = a.class();
                        self.make(Constant::Some(class))
                    }
                    _ => ValueId::NONE,
                }
            }
            _ => ValueId::NONE,
        };
        Known {
            constant,
            symbolic: match one.symbolic == other.symbolic {
                true => one.symbolic,
                false => NodeId::NONE,
            },
            time: 0,
        }
    }
}
