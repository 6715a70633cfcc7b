//! Sequences of statements, in which an ellipsis stands for any number of them, and blocks.

use syntax::Language;
use syntax::tree::{Flags, Kind, NodeId};

use super::{Environment, Environments, Matcher, Value};

/// Statements that a flattened list may hold at most: what is deeper in a huge function is not looked at.
const MAX_FLATTENED: usize = 20_000;

impl Matcher<'_> {
    /// A block as a whole.
    pub(super) fn block(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if !p.is_some() || !t.is_some() {
            return match (p.some(), t.some()) {
                (None, None) => vec![environment],
                _ => Vec::new(),
            };
        }
        if self.p.kind(p) != Kind::Block {
            return self.nested(p, t, environment);
        }
        let is_static = |flags: Flags| flags.has(Flags::STATIC);
        if self.t.kind(t) != Kind::Block || (is_static(self.p.node(p).flags) && !is_static(self.t.node(t).flags)) {
            return Vec::new();
        }
        let ps = self.p.children(p);
        if let [only] = ps
            && self.p.kind(*only) == Kind::ExpressionStatement
            && self.p.kind(self.p.child(*only, 0)) == Kind::Metavariable
            && self.binds_whole_bodies()
        {
            return self.bind_node(self.p.node(self.p.child(*only, 0)).name, t, environment);
        }
        let end = environment.end;
        let found = self.sequence_in(ps, self.t.children(t), environment, false, Ends::All);
        // What a block consumes inside does not move the end of the sequence around it.
        found.into_iter().map(|e| e.ending(end)).collect()
    }

    /// In Python a metavariable alone is the whole body.
    fn binds_whole_bodies(&self) -> bool {
        self.file.language == Language::Python
    }

    /// A sequence from the first of these statements on; what follows its last statement does not matter.
    pub(super) fn sequence(
        &self,
        ps: &[NodeId],
        ts: &[NodeId],
        environment: Environment,
        longest: bool,
    ) -> Environments {
        self.sequence_in(
            ps,
            ts,
            environment,
            true,
            if longest { Ends::Longest } else { Ends::Each },
        )
    }

    pub(super) fn sequence_in(
        &self,
        ps: &[NodeId],
        ts: &[NodeId],
        environment: Environment,
        open: bool,
        ends: Ends,
    ) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return self.when(open || ts.is_empty(), environment);
        };
        match self.p.kind(*first) {
            Kind::Ellipsis => stacker::maybe_grow(96 * 1024, 1024 * 1024, || {
                self.after_ellipsis(rest, ts, environment, ends)
            }),
            Kind::MetavariableEllipsis => {
                let name = self.p.node(*first).name;
                if rest.is_empty() {
                    let end = self.end_after(ts, environment.end);
                    let found = self.bind(name, Value::Nodes(ts.into()), environment);
                    return found.into_iter().map(|e| e.ending(end)).collect();
                }
                let mut found = Vec::new();
                for taken in 0..=ts.len() {
                    let end = self.end_after(&ts[..taken], environment.end);
                    for e in self.bind(name, Value::Nodes(ts[..taken].into()), environment.clone()) {
                        found.extend(self.sequence_in(rest, &ts[taken..], e.ending(end), true, ends));
                    }
                }
                found
            }
            _ => {
                let Some((t, others)) = ts.split_first() else {
                    return Vec::new();
                };
                let end = environment.end.max(self.t.node(*t).end);
                let found = self.statement(*first, *t, environment);
                self.then(found, |e| self.sequence_in(rest, others, e.ending(end), open, ends))
            }
        }
    }

    /// What follows `...`: at the same level, else at any depth below.
    fn after_ellipsis(&self, rest: &[NodeId], ts: &[NodeId], environment: Environment, ends: Ends) -> Environments {
        if rest.is_empty() {
            return match ends {
                Ends::Each if !self.budget.take_many(ts.len() as u64) => Vec::new(),
                Ends::Each => (0..=ts.len())
                    .map(|taken| {
                        environment
                            .clone()
                            .ending(self.end_after(&ts[..taken], environment.end))
                    })
                    .collect(),
                Ends::All | Ends::Longest => {
                    let end = self.end_after(ts, environment.end);
                    vec![environment.ending(end)]
                }
            };
        }
        let mut found = Vec::new();
        for taken in 0..=ts.len() {
            let end = self.end_after(&ts[..taken], environment.end);
            found.extend(self.sequence_in(rest, &ts[taken..], environment.clone().ending(end), true, ends));
            if self.budget.is_exhausted() {
                return found;
            }
        }
        if !found.is_empty() || !self.options.go_deeper_stmt {
            return found;
        }
        let flat = self.flattened(ts);
        if flat == ts {
            return found;
        }
        let mut end = environment.end;
        for at in 0..flat.len() {
            found.extend(self.sequence_flat(rest, &flat[at..], environment.clone().ending(end), ends));
            end = end.max(self.t.node(flat[at]).end);
            if self.budget.is_exhausted() {
                break;
            }
        }
        found
    }

    /// A sequence in a list that is flat already.
    fn sequence_flat(&self, ps: &[NodeId], flat: &[NodeId], environment: Environment, ends: Ends) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return vec![environment];
        };
        match self.p.kind(*first) {
            Kind::Ellipsis if rest.is_empty() => match ends {
                Ends::Each if !self.budget.take_many(flat.len() as u64) => Vec::new(),
                Ends::Each => (0..=flat.len())
                    .map(|taken| {
                        environment
                            .clone()
                            .ending(self.end_after(&flat[..taken], environment.end))
                    })
                    .collect(),
                Ends::All | Ends::Longest => {
                    let end = self.end_after(flat, environment.end);
                    vec![environment.ending(end)]
                }
            },
            Kind::Ellipsis => {
                let mut found = Vec::new();
                let mut end = environment.end;
                for at in 0..flat.len() {
                    found.extend(self.sequence_flat(rest, &flat[at..], environment.clone().ending(end), ends));
                    end = end.max(self.t.node(flat[at]).end);
                    if self.budget.is_exhausted() {
                        break;
                    }
                }
                found
            }
            Kind::MetavariableEllipsis => Vec::new(),
            _ => {
                let Some((t, others)) = flat.split_first() else {
                    return Vec::new();
                };
                let end = environment.end.max(self.t.node(*t).end);
                let found = self.statement(*first, *t, environment);
                self.then(found, |e| self.sequence_flat(rest, others, e.ending(end), ends))
            }
        }
    }

    /// Each statement followed by those nested in it, in the order of the text.
    fn flattened(&self, ts: &[NodeId]) -> Vec<NodeId> {
        let mut flat = Vec::new();
        let mut open: Vec<NodeId> = ts.iter().rev().copied().collect();
        while let Some(id) = open.pop() {
            let kind = self.t.kind(id);
            if flat.len() >= MAX_FLATTENED {
                break;
            }
            if kind.is_statement() && kind != Kind::Block {
                flat.push(id);
            }
            // Blocks of lambdas inside expressions count, so expressions are gone through too.
            open.extend(
                self.t
                    .children(id)
                    .iter()
                    .rev()
                    .copied()
                    .filter(|child| child.is_some()),
            );
        }
        flat
    }

    fn end_after(&self, ts: &[NodeId], end: u32) -> u32 {
        ts.last().map_or(end, |last| end.max(self.t.node(*last).end))
    }
}

/// Which ends of a sequence that ends in an ellipsis are results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// The ellipsis takes everything: the sequence is a block.
    All,
    /// Each possible end.
    Each,
    /// The longest.
    Longest,
}
