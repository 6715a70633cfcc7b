//! The flows of a rule in one file, in terms that hold outside of it.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use syntax::tree::NodeId;

use super::{OutsideCall, StepKind};
use crate::engine::{Finding, Metavariable};
use crate::taint::UnitId;

/// What a rule needs to look beyond its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing<'a> {
    /// The calls that leave the file and are resolved.
    pub calls: &'a HashMap<NodeId, OutsideCall>,
    /// The functions that matter.
    pub units: &'a [UnitId],
}

/// The flows of one file.
#[derive(Clone, Debug, Default)]
pub struct FileFlows {
    /// By the key of the rule.
    pub(crate) rules: Vec<(usize, RuleFlows)>,
    /// What the rules find within the file, as in a report.
    pub findings: Vec<Finding>,
    /// The keys of rules that were stopped: nothing is told of them here, and what the first look found holds.
    pub stopped: Vec<usize>,
}

/// A match of an item of a rule: the item, and the number of the match.
pub(crate) type Match = (u16, u32);

#[derive(Clone, Debug, Default)]
pub(crate) struct RuleFlows {
    pub flows: Vec<Flow>,
    pub sources: BTreeMap<Match, SourceHere>,
    /// What would be reported.
    pub sinks: BTreeMap<Match, Finding>,
    /// Functions of which everything is known, in their order.
    pub known: Vec<UnitId>,
    /// The findings are to be told at their source.
    pub at_source: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct SourceHere {
    pub range: Range<usize>,
    pub metavariables: Vec<Metavariable>,
}

/// Flows as the analysis of a file tells them.
#[derive(Clone, Debug, Default)]
pub(crate) struct CrossFlows {
    pub flows: Vec<Flow>,
    /// Functions of which not everything is known.
    pub unfinished: Vec<UnitId>,
}

/// A flow inside one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flow {
    pub from: From,
    pub to: To,
    pub steps: Vec<(Range<usize>, StepKind)>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum From {
    Source(Match),
    /// What a caller gives a function.
    Parameter(UnitId, Parameter, Way),
    /// What a call of another file gives back.
    Result(u32, Way),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum To {
    Sink(Match),
    /// What is given to a call of another file.
    Argument(u32, Slot, Way),
    /// What a function gives back.
    Return(UnitId, Way),
}

/// A parameter by its place, or the object of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Parameter {
    Receiver,
    At(u32),
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Slot {
    Receiver,
    Positional(u32),
    Named(Box<str>),
    /// It is spread over the parameters from this on.
    Spread(u32),
}

/// A way into a value.
pub(crate) type Way = Vec<Step>;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    Name(Arc<str>),
    Position(u32),
    Any,
}

/// Whether what is put in at one way may come out at the other.
pub(crate) fn meet(one: &Way, other: &Way) -> bool {
    let same = |(one, other): (&Step, &Step)| one == other || *one == Step::Any || *other == Step::Any;
    one.iter().zip(other).all(same)
}
