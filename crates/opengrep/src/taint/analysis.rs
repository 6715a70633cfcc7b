//! The flows of one rule through one file.
//!
//! A unit is walked from its entry: every step has the state that all ways to it join to, and changes it for those after it, until
//! nothing changes. Lambdas are walked where they are used, with the state that is there.

mod apply;
mod call;
mod modelled;
mod narrow;
mod place;
mod unit;
mod value;

use std::collections::HashMap;
use std::rc::Rc;

use syntax::tree::{NodeId, Symbol};

use super::compile::CompiledTaint;
use super::form::{Form, UnitId, Variable};
use super::prepared::{Prepared, span_of};
use super::profile::Profile;
use super::roles::{Largest, Roles, Span};
use super::state::{Cell, CellKey, Limits, State, Status, given};
use super::summary::{Calls, Summary};
use super::taints::{Label, Origin, SourcePoint, Taint, Taints, Trail};
use crate::matching::{Budget, File};
use crate::project::{OutsideCall, Slot};
use crate::rule::SideEffect;

/// What the analysis of a rule in a file works with.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub file: &'a File<'a>,
    pub form: &'a Form,
    pub prepared: &'a Prepared,
    pub rule: &'a CompiledTaint,
    pub roles: &'a Roles,
    pub profile: &'a Profile,
    pub budget: &'a Budget,
    /// What calls are of; none when each function is looked at alone.
    pub calls: Option<&'a Calls>,
    /// The calls that leave the file, where they are followed.
    pub crossing: Option<&'a HashMap<NodeId, OutsideCall>>,
}

/// Taints that reach a sink.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub sink: (u16, u32),
    /// One; of a sink that requires labels, all that arrive together.
    pub taints: Taints,
    pub point: Rc<SinkPoint>,
}

/// The item of sinks that stand for arguments of calls that leave the file.
pub(crate) const OUTSIDE: u16 = u16::MAX;

/// A part of an argument of a call that leaves the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GivenOutside {
    pub call: u32,
    pub slot: Slot,
    pub path: Vec<CellKey>,
    /// The call.
    pub node: NodeId,
}

/// Where the sink is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SinkPoint {
    Here,
    /// In what is called: the call, and where it is from there.
    Called {
        call: NodeId,
        trail: Trail,
        inner: Rc<SinkPoint>,
    },
}

impl SinkPoint {
    /// How many calls lead to it, at most [`MAX_CALLS`](super::taints::MAX_CALLS).
    pub fn calls(&self) -> usize {
        match self {
            Self::Here => 0,
            Self::Called { inner, .. } => 1 + inner.calls(),
        }
    }

    pub fn depth(&self) -> usize {
        match self {
            Self::Here => 0,
            Self::Called { inner, trail, .. } => 1 + trail.len() + inner.depth(),
        }
    }
}

/// What is found, by sink and by what arrives there; of two ways the shorter is kept.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    found: HashMap<CandidateKey, Candidate, foldhash::fast::RandomState>,
}

type CandidateKey = ((u16, u32), Vec<(Origin, Label)>);

impl Candidates {
    pub fn add(&mut self, candidate: Candidate) {
        let key = |taint: &Taint| (taint.origin.clone(), taint.label);
        let key = (candidate.sink, candidate.taints.iter().map(key).collect());
        let length = |candidate: &Candidate| {
            let ways = candidate.taints.iter().map(|taint| taint.trail.len());
            candidate.point.depth() + ways.sum::<usize>()
        };
        match self.found.get_mut(&key) {
            Some(known) if length(known) <= length(&candidate) => {}
            Some(known) => *known = candidate,
            None => {
                self.found.insert(key, candidate);
            }
        }
    }

    /// All of them, in an order that is the same in every run.
    pub fn into_vec(self) -> Vec<Candidate> {
        let mut found: Vec<_> = self.found.into_iter().collect();
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        found.into_iter().map(|(_, candidate)| candidate).collect()
    }
}

/// The analysis of a rule in a file.
pub(crate) struct Analysis<'a> {
    pub set: Setting<'a>,
    limits: Limits,
    /// What variables that keep their value hold, and where they are assigned.
    globals: HashMap<Variable, (Cell, u32), foldhash::fast::RandomState>,
    pub candidates: Candidates,
    /// What is given to calls that leave the file, numbered: each is a sink of the item [`OUTSIDE`].
    pub given_outside: Vec<GivenOutside>,
    pub summaries: Vec<Option<Rc<Summary>>>,
    /// What functions write to variables of the file, in our profile.
    written: HashMap<Variable, Taints, foldhash::fast::RandomState>,
    /// What the constructor of a class leaves in an object, by its class; in our profile what its other methods leave too.
    constructed: HashMap<NodeId, Vec<(Vec<CellKey>, Taints)>, foldhash::fast::RandomState>,
    /// Units that were not walked to their end.
    pub unfinished: Vec<UnitId>,
    /// What is different in each unit that is analysed.
    top: Top,
    /// The unit that is walked: the one that is analysed, or a lambda in it.
    unit: UnitId,
    /// The lambdas around it that are walked.
    open: Vec<UnitId>,
    /// Functions that the operands of the step may be, which run when all are evaluated.
    pending: Vec<UnitId>,
}

/// The place that a propagator writes to, and the token of its variable.
type Receiver = (Variable, Vec<CellKey>, NodeId);

/// A unit that is analysed.
#[derive(Default)]
struct Top {
    id: UnitId,
    /// What a caller gives is followed too.
    symbolic: bool,
    largest: Rc<Largest>,
    /// What has arrived at the beginning of a propagator.
    delivered: HashMap<(u16, u32), Taints, foldhash::fast::RandomState>,
    /// The places that a propagator writes to.
    receivers: HashMap<(u16, u32), Receiver, foldhash::fast::RandomState>,
    /// The places that temporaries are other names of.
    aliases: HashMap<(UnitId, u32), (Variable, Vec<CellKey>), foldhash::fast::RandomState>,
    /// What it would report and write for a caller.
    reaches: Candidates,
    called: Vec<super::summary::CalledParameter>,
    returned: Cell,
    /// Lambdas that were walked: what each began with, and what it ended with.
    ran: HashMap<UnitId, Vec<(State, State)>, foldhash::fast::RandomState>,
}

impl<'a> Analysis<'a> {
    pub fn new(set: Setting<'a>) -> Self {
        Self {
            set,
            limits: set.profile.limits(),
            globals: HashMap::default(),
            candidates: Candidates::default(),
            given_outside: Vec::new(),
            summaries: vec![None; set.form.units.len()],
            written: HashMap::default(),
            constructed: HashMap::default(),
            unfinished: Vec::new(),
            top: Top::default(),
            unit: UnitId(0),
            open: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// Takes what variables that keep their value hold at the end of the file or of a class body.
    pub fn keep_globals(&mut self, exit: &State) {
        let facts = &self.set.file.facts;
        for (variable, cell) in exit.cells() {
            let Variable::Definition(definition) = variable else {
                continue;
            };
            if !cell.is_tainted() || !facts.is_lasting(definition) {
                continue;
            }
            let is_ordered = self.set.file.language == syntax::Language::Python;
            let assigned = facts.assigned_value(definition).filter(|_| is_ordered);
            let at = assigned.map_or(0, |node| self.set.file.tree.node(node).start);
            self.globals.insert(variable, (cell.clone(), at));
        }
    }

    /// What variables of the file hold after functions wrote to them.
    fn keep_written(&mut self, summary: &Summary) {
        for (variable, cell) in &summary.writes {
            let Variable::Definition(definition) = *variable else {
                continue;
            };
            let facts = &self.set.file.facts;
            if !facts.is_of_file(definition) && !facts.is_field(definition) {
                continue;
            }
            let taints = value::known(&cell.whole());
            if !taints.is_empty() {
                self.written.entry(*variable).or_default().add(&taints);
            }
        }
    }

    /// How much is known of what functions leave for others.
    pub fn left(&self) -> usize {
        let parts = self.constructed.values().flatten().map(|(_, taints)| taints.len());
        parts.sum::<usize>() + self.written.values().map(Taints::len).sum::<usize>()
    }

    pub fn has_globals(&self) -> bool {
        !self.globals.is_empty()
    }

    fn span(&self, node: NodeId) -> Option<Span> {
        span_of(self.set.file.tree, node)
    }

    fn name(&self, symbol: Symbol) -> &'a str {
        self.set.file.tree.name(symbol)
    }

    /// What a variable is of which the state says nothing.
    fn unwritten(&self, variable: Variable) -> Option<Cell> {
        if matches!(variable, Variable::Temporary(_) | Variable::Free(_)) {
            return None;
        }
        if let Some((cell, at)) = self.globals.get(&variable) {
            let start = self
                .set
                .file
                .tree
                .node(self.set.form.units[self.top.id.index()].node)
                .start;
            return (*at <= start).then(|| cell.clone());
        }
        if !self.top.symbolic || self.set.prepared.is_local(variable, self.top.id) {
            return None;
        }
        if let Variable::Definition(definition) = variable
            && self.set.file.facts.is_lasting(definition)
        {
            return None;
        }
        let mut cell = given(variable);
        if let Some(written) = self.written.get(&variable) {
            cell.status = Status::Tainted(cell.own().with(written));
        }
        Some(cell)
    }

    fn write(&self, state: &mut State, variable: Variable, path: &[CellKey], value: &Cell, limits: &Limits) {
        state.write(variable, path, value, limits, &|variable| self.unwritten(variable));
    }

    fn join(&self, state: &mut State, other: &State) -> bool {
        state.join(other, &|variable| self.unwritten(variable))
    }

    fn source_taint(&self, item: u16, found: u32) -> Taint {
        Taint {
            origin: Origin::Source { item, found },
            label: self.set.rule.sources[usize::from(item)].label,
            source: Rc::new(SourcePoint::Here),
            trail: Trail::default(),
        }
    }

    fn source_effect(&self, item: u16) -> SideEffect {
        self.set.rule.sources[usize::from(item)].by_side_effect
    }
}
