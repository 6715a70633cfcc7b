//! From what reaches a sink to the results of a rule.

use std::ops::Range;

use syntax::tree::{NodeId, Symbol};

use super::analysis::{Analysis, Candidate, OUTSIDE, SinkPoint};
use super::form::{UnitId, Variable};
use super::state::CellKey;
use super::taints::{Origin, SourcePoint, Taint, Trail};
use crate::evaluate::Scene;
use crate::matching::Value;
use crate::project::{CrossFlows, Flow, From, Parameter, Step, StepKind, To, Way};

/// A result of a taint rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TaintOutcome {
    pub range: Range<usize>,
    pub bindings: Vec<(Symbol, Value)>,
    pub trace: Trace,
}

/// The way from a source to a sink, in bytes of the file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trace {
    /// Where the taint comes from.
    pub source: TracePoint,
    /// The variables that it was written to on the way, in order: the token of each write.
    pub passed: Vec<Range<usize>>,
    /// Where it goes.
    pub sink: TracePoint,
}

/// An end of a way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TracePoint {
    /// These bytes.
    Here(Range<usize>),
    /// Inside of what is called.
    Called {
        /// The call.
        call: Range<usize>,
        /// The variables inside of what is called, in order.
        passed: Vec<Range<usize>>,
        /// Where it is from there.
        inner: Box<TracePoint>,
    },
}

impl TracePoint {
    /// How many calls lead to it.
    fn calls(&self) -> usize {
        match self {
            Self::Here(_) => 0,
            Self::Called { inner, .. } => 1 + inner.calls(),
        }
    }

    /// The bytes at the end of all calls.
    pub fn place(&self) -> &Range<usize> {
        let mut at = self;
        loop {
            match at {
                Self::Here(range) => return range,
                Self::Called { inner, .. } => at = inner,
            }
        }
    }
}

/// The results of what was found, in the order of the text.
pub(crate) fn outcomes(analysis: &mut Analysis<'_>, scene: &Scene<'_>) -> Vec<TaintOutcome> {
    let candidates = std::mem::take(&mut analysis.candidates).into_vec();
    let candidates: Vec<Candidate> = candidates.into_iter().filter(stays).collect();
    let mut made: Vec<TaintOutcome> = candidates
        .iter()
        .filter_map(|candidate| outcome(analysis, scene, candidate))
        .collect();
    // Candidates come in the order of their sinks, items first: of results that read the same the one of the shorter way is kept.
    made.sort_by_cached_key(|made| {
        let source = made.trace.source.place();
        let steps = made.trace.source.calls() + made.trace.passed.len() + made.trace.sink.calls();
        ((made.range.start, made.range.end), (source.start, source.end), steps)
    });
    made.dedup();
    made
}

/// Whether it begins and ends in the file.
fn stays(candidate: &Candidate) -> bool {
    let is_result = |taint: &Taint| matches!(taint.origin, Origin::Result(_));
    candidate.sink.0 != OUTSIDE && !candidate.taints.iter().any(is_result)
}

/// The flows that leave the file, or come from outside, of some units. What stays in the file is left.
pub(crate) fn crossing(analysis: &mut Analysis<'_>, units: &[UnitId], cut: &[UnitId]) -> CrossFlows {
    let mut made = CrossFlows::default();
    let (staying, leaving): (Vec<Candidate>, Vec<Candidate>) = std::mem::take(&mut analysis.candidates)
        .into_vec()
        .into_iter()
        .partition(stays);
    for candidate in staying.iter().chain(&leaving) {
        flow_of(analysis, None, candidate, &mut made);
    }
    staying
        .into_iter()
        .for_each(|candidate| analysis.candidates.add(candidate));
    for unit in units {
        if analysis.unfinished.contains(unit) || cut.contains(unit) {
            made.unfinished.push(*unit);
        }
        let Some(summary) = analysis.summaries[unit.index()].clone() else {
            made.unfinished.push(*unit);
            continue;
        };
        for reach in &summary.reaches {
            flow_of(analysis, Some(*unit), reach, &mut made);
        }
        let mut parts = Vec::new();
        summary.returned.each_tainted(&mut Vec::new(), &mut |path, taints| {
            parts.push((path.to_vec(), taints.clone()))
        });
        for (path, taints) in parts {
            for taint in taints.iter() {
                let Some((from, mut steps)) = beginning(analysis, Some(*unit), taint) else {
                    continue;
                };
                steps.extend(passed(analysis, &taint.trail));
                let to = To::Return(*unit, way(analysis, &path));
                made.flows.push(Flow { from, to, steps });
            }
        }
    }
    made
}

/// Adds the flow of a candidate, if it leaves the file or comes from outside.
fn flow_of(analysis: &Analysis<'_>, unit: Option<UnitId>, candidate: &Candidate, made: &mut CrossFlows) {
    for taint in candidate.taints.iter() {
        let Some((from, mut steps)) = beginning(analysis, unit, taint) else {
            continue;
        };
        steps.extend(passed(analysis, &taint.trail));
        let mut at = &candidate.point;
        while let SinkPoint::Called { call, trail, inner } = &**at {
            steps.push((span(analysis, *call), StepKind::Call));
            steps.extend(passed(analysis, trail));
            at = inner;
        }
        let to = match candidate.sink {
            (OUTSIDE, number) => {
                let given = &analysis.given_outside[number as usize];
                steps.push((span(analysis, given.node), StepKind::Call));
                To::Argument(given.call, given.slot.clone(), way(analysis, &given.path))
            }
            sink => {
                let range = analysis.set.roles.sinks[usize::from(sink.0)][sink.1 as usize]
                    .range
                    .clone();
                steps.push((range, StepKind::Sink));
                To::Sink(sink)
            }
        };
        if !matches!((&from, &to), (From::Source(_), To::Sink(_))) {
            made.flows.push(Flow { from, to, steps });
        }
    }
}

type Begun = (From, Vec<(Range<usize>, StepKind)>);

/// Where a taint comes from, for those outside of the file.
fn beginning(analysis: &Analysis<'_>, unit: Option<UnitId>, taint: &Taint) -> Option<Begun> {
    let mut steps = Vec::new();
    let from = match &taint.origin {
        Origin::Source { item, found } => {
            let range = analysis.set.roles.sources[usize::from(*item)][*found as usize]
                .range
                .clone();
            steps.push((range, StepKind::Source));
            From::Source((*item, *found))
        }
        Origin::Result(returned) => From::Result(returned.call, way(analysis, &returned.path)),
        Origin::Given(given) => {
            let unit = unit?;
            let found = &analysis.set.form.units[unit.index()];
            let parameter = match given.variable {
                Variable::This => Parameter::Receiver,
                variable if found.receiver == Some(variable) => Parameter::Receiver,
                // A field by its plain name.
                Variable::Definition(field) if analysis.set.file.facts.is_field(field) => {
                    let tree = analysis.set.file.tree;
                    let declared = analysis.set.file.facts.declaration(field)?;
                    let mut into = vec![Step::Name(tree.name_of(declared).into())];
                    into.extend(way(analysis, &given.path));
                    let from = From::Parameter(unit, Parameter::Receiver, into);
                    return Some(with_calls(analysis, taint, from, steps));
                }
                variable => {
                    let at = found
                        .parameters
                        .iter()
                        .position(|parameter| parameter.variable == variable)?;
                    Parameter::At(at as u32)
                }
            };
            From::Parameter(unit, parameter, way(analysis, &given.path))
        }
    };
    Some(with_calls(analysis, taint, from, steps))
}

/// With the calls inside of the file that returned a taint, the innermost first.
fn with_calls(analysis: &Analysis<'_>, taint: &Taint, from: From, mut steps: Vec<(Range<usize>, StepKind)>) -> Begun {
    let mut calls = Vec::new();
    let mut at = &taint.source;
    while let SourcePoint::Called { call, trail, inner } = &**at {
        calls.push((*call, trail));
        at = inner;
    }
    for (call, trail) in calls.into_iter().rev() {
        steps.extend(passed(analysis, trail));
        steps.push((span(analysis, call), StepKind::Call));
    }
    (from, steps)
}

fn passed(analysis: &Analysis<'_>, trail: &Trail) -> Vec<(Range<usize>, StepKind)> {
    let ranges = ranges(analysis, trail).into_iter();
    ranges.map(|range| (range, StepKind::Passed)).collect()
}

fn way(analysis: &Analysis<'_>, path: &[CellKey]) -> Way {
    let step = |key: &CellKey| match key {
        CellKey::Name(name) => Step::Name(analysis.set.file.tree.name(*name).into()),
        CellKey::Position(at) => Step::Position(*at),
        CellKey::Any => Step::Any,
    };
    path.iter().map(step).collect()
}

fn outcome(analysis: &Analysis<'_>, scene: &Scene<'_>, candidate: &Candidate) -> Option<TaintOutcome> {
    let (item, found) = (usize::from(candidate.sink.0), candidate.sink.1 as usize);
    let sink = &analysis.set.roles.sinks[item][found];
    let requires = analysis.set.rule.sinks[item].requires.as_ref();
    let sources: Vec<&Taint> = candidate.taints.iter().collect();
    let first = requires.and_then(|requires| requires.first());
    let told = *sources.iter().min_by_key(|taint| {
        let Origin::Source { item, found } = taint.origin else {
            return (true, true, usize::MAX, 0, 0);
        };
        let source = &analysis.set.rule.sources[usize::from(item)];
        (
            source.requires.is_some(),
            first.is_some_and(|first| first != taint.label),
            taint.trail.len(),
            item,
            found,
        )
    })?;
    let mut bindings = sink.bindings.clone();
    let mut bound: Vec<(Symbol, Value)> = Vec::new();
    let mut conflicting: Vec<Symbol> = Vec::new();
    for taint in &sources {
        let Origin::Source { item, found } = taint.origin else {
            continue;
        };
        let source = &analysis.set.roles.sources[usize::from(item)][found as usize];
        for (name, value) in &source.bindings {
            match bound.iter().find(|(known, _)| known == name) {
                Some((_, known)) if !scene.equal(known, value) => conflicting.push(*name),
                Some(_) => {}
                None => bound.push((*name, value.clone())),
            }
        }
    }
    if analysis.set.rule.options.unify
        && bound.iter().any(|(name, value)| {
            let other = sink.bindings.iter().find(|(known, _)| known == name);
            other.is_some_and(|(_, other)| !scene.equal(other, value))
        })
    {
        return None;
    }
    bindings.retain(|(name, _)| !bound.iter().any(|(other, _)| other == name));
    bindings.extend(bound);
    bindings.retain(|(name, _)| !conflicting.contains(name));
    let Origin::Source { item, found } = told.origin else {
        return None;
    };
    let source = &analysis.set.roles.sources[usize::from(item)][found as usize];
    let range = match analysis.set.rule.options.focus_on_source {
        true => source.range.clone(),
        false => sink.range.clone(),
    };
    Some(TaintOutcome {
        range,
        bindings,
        trace: Trace {
            source: source_point(analysis, &told.source, &source.range),
            passed: ranges(analysis, &told.trail),
            sink: sink_point(analysis, &candidate.point, &sink.range),
        },
    })
}

fn ranges(analysis: &Analysis<'_>, trail: &Trail) -> Vec<Range<usize>> {
    trail.nodes().into_iter().map(|node| span(analysis, node)).collect()
}

fn span(analysis: &Analysis<'_>, node: NodeId) -> Range<usize> {
    match node.some() {
        Some(node) => analysis.set.file.tree.span(node),
        None => 0..0,
    }
}

fn source_point(analysis: &Analysis<'_>, point: &SourcePoint, range: &Range<usize>) -> TracePoint {
    match point {
        SourcePoint::Here => TracePoint::Here(range.clone()),
        SourcePoint::Called { call, trail, inner } => TracePoint::Called {
            call: span(analysis, *call),
            passed: ranges(analysis, trail),
            inner: Box::new(source_point(analysis, inner, range)),
        },
    }
}

fn sink_point(analysis: &Analysis<'_>, point: &SinkPoint, range: &Range<usize>) -> TracePoint {
    match point {
        SinkPoint::Here => TracePoint::Here(range.clone()),
        SinkPoint::Called { call, trail, inner } => TracePoint::Called {
            call: span(analysis, *call),
            passed: ranges(analysis, trail),
            inner: Box::new(sink_point(analysis, inner, range)),
        },
    }
}
