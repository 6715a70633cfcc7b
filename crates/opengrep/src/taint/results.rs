//! From what reaches a sink to the results of a rule.

use std::ops::Range;

use syntax::tree::{NodeId, Symbol};

use super::analysis::{Analysis, Candidate, SinkPoint};
use super::taints::{Origin, SourcePoint, Taint, Trail};
use crate::evaluate::Scene;
use crate::matching::Value;

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
