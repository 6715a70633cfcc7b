//! The flows of all files, put together.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;
use std::rc::Rc;

use super::flows::{FileFlows, From, Parameter, RuleFlows, Slot, To, Way, meet};
use super::{Function, Project, Target};
use crate::engine::Finding;
use crate::taint::Receives;
use crate::taint::form::ParameterKind;

/// A finding whose source and sink are connected by calls between files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossFinding {
    /// The key of the rule.
    pub rule: usize,
    /// The number of the file.
    pub file: usize,
    /// The place, as within the file; without a trace.
    pub finding: Finding,
    /// The way from the source to the sink.
    pub steps: Vec<CrossStep>,
}

/// A place on a way between files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossStep {
    /// The number of the file.
    pub file: usize,
    /// The bytes.
    pub range: Range<usize>,
    /// What happens there.
    pub kind: StepKind,
}

/// What happens at a place of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// The value comes from here.
    Source,
    /// It is written to a variable.
    Passed,
    /// It goes into a call, or comes out of one.
    Call,
    /// It arrives.
    Sink,
}

/// How often what functions do is handed on between files.
const MAX_ROUNDS: usize = 16;
/// The sources that one function is told to give back.
const MAX_SOURCES: usize = 32;
/// How far into a value the parts are told apart.
const MAX_WAY: usize = 8;
/// The steps of a way that are kept.
const MAX_STEPS: usize = 200;

/// A way, last step first. A copy costs nothing.
#[derive(Clone, Default)]
struct Walk {
    last: Option<Rc<(u32, Range<usize>, StepKind, Walk)>>,
    length: usize,
}

impl Walk {
    fn with(&self, file: u32, steps: &[(Range<usize>, StepKind)]) -> Walk {
        let mut walk = self.clone();
        for (range, kind) in steps {
            if walk.length < MAX_STEPS || *kind == StepKind::Sink {
                walk = Walk {
                    length: walk.length + 1,
                    last: Some(Rc::new((file, range.clone(), *kind, walk))),
                };
            }
        }
        walk
    }

    fn then(&self, other: &Walk) -> Walk {
        let mut walk = self.clone();
        for (file, step) in other.steps() {
            walk = walk.with(file, &[step]);
        }
        walk
    }

    fn steps(&self) -> Vec<(u32, (Range<usize>, StepKind))> {
        let mut steps = Vec::with_capacity(self.length);
        let mut at = self;
        while let Some(step) = &at.last {
            steps.push((step.0, (step.1.clone(), step.2)));
            at = &step.3;
        }
        steps.reverse();
        steps
    }
}

/// A source, by file and number.
type Source = (u32, u32);
/// A sink, by file and number.
type Sink = (u32, u32);

/// What is known of functions for those that call them from other files.
#[derive(Default)]
struct Known {
    /// The sources that a function gives back.
    gives: BTreeMap<Function, Vec<(Way, Source, Walk)>>,
    /// What of its parameters a function gives back.
    passes: BTreeMap<Function, Vec<(Parameter, Way, Way, Walk)>>,
    /// What of its parameters reaches a sink.
    reaches: BTreeMap<Function, Vec<(Parameter, Way, Sink, Walk)>>,
    size: usize,
}

impl Project {
    /// The findings between files, given the flows of all files for which there was a task, by the number of the file. In the order of
    /// files and places.
    pub fn connect(&self, flows: &BTreeMap<usize, FileFlows>) -> Vec<CrossFinding> {
        let mut rules: BTreeMap<usize, BTreeMap<u32, &RuleFlows>> = BTreeMap::new();
        for (file, flows) in flows {
            for (rule, flows) in &flows.rules {
                rules.entry(*rule).or_default().insert(*file as u32, flows);
            }
        }
        let mut found = Vec::new();
        for (rule, files) in rules {
            let connection = Connection { project: self, files };
            found.extend(connection.findings(rule));
        }
        // What the file has told by itself is not told again.
        found.retain(|found| {
            let within = flows
                .get(&found.file)
                .map(|flows| flows.findings.as_slice())
                .unwrap_or_default();
            let same = |known: &Finding| {
                (known.rule, &known.range, &known.message)
                    == (found.finding.rule, &found.finding.range, &found.finding.message)
            };
            !within.iter().any(same)
        });
        found.sort_by(|one, other| {
            let key = |found: &CrossFinding| {
                (
                    found.file, found.finding.range.start, found.finding.range.end, found.rule,
                )
            };
            key(one)
                .cmp(&key(other))
                .then_with(|| one.finding.message.cmp(&other.finding.message))
        });
        found
    }
}

struct Connection<'p> {
    project: &'p Project,
    files: BTreeMap<u32, &'p RuleFlows>,
}

/// Where a walk through the flows of one file begins.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Start {
    Source(Source),
    Parameter(crate::taint::UnitId, Parameter, Way),
}

impl Connection<'_> {
    fn findings(&self, rule: usize) -> Vec<CrossFinding> {
        let mut known = Known::default();
        let mut found: BTreeMap<(Sink, Source), Walk> = BTreeMap::new();
        for _ in 0..MAX_ROUNDS {
            let before = (known.size, found.len());
            for (file, flows) in &self.files {
                self.file(*file, flows, &mut known, &mut found);
            }
            if (known.size, found.len()) == before {
                break;
            }
        }
        let mut made: Vec<CrossFinding> = Vec::new();
        let mut ways: Vec<_> = found.into_iter().collect();
        // Of several sources of one sink the shortest way is told, if they read the same.
        ways.sort_by_key(|((sink, source), walk)| (*sink, walk.length, *source));
        for ((sink, source), walk) in ways {
            let (flows, from) = (self.files[&sink.0], self.files[&source.0]);
            let source_here = &from.sources[source.1 as usize];
            let mut finding = flows.sinks[sink.1 as usize].clone();
            for bound in &source_here.metavariables {
                if !finding.metavariables.iter().any(|known| known.name == bound.name) {
                    finding.message = finding.message.replace(&bound.name, &bound.text);
                }
            }
            let mut file = sink.0;
            if flows.at_source {
                file = source.0;
                finding.range = source_here.range.clone();
            }
            let is_known = |known: &CrossFinding| {
                (known.file, &known.finding.range, &known.finding.message)
                    == (file as usize, &finding.range, &finding.message)
            };
            if made.iter().any(is_known) {
                continue;
            }
            let steps = walk.steps().into_iter().map(|(file, (range, kind))| CrossStep {
                file: file as usize,
                range,
                kind,
            });
            made.push(CrossFinding {
                rule,
                file: file as usize,
                finding,
                steps: steps.collect(),
            });
        }
        made
    }

    /// Walks the flows of one file with what is known of others.
    fn file(&self, file: u32, flows: &RuleFlows, known: &mut Known, found: &mut BTreeMap<(Sink, Source), Walk>) {
        let mut starts: BTreeMap<Start, Vec<(usize, Walk)>> = BTreeMap::new();
        let mut results: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (number, flow) in flows.flows.iter().enumerate() {
            match &flow.from {
                From::Source(source) => starts
                    .entry(Start::Source((file, *source)))
                    .or_default()
                    .push((number, Walk::default())),
                From::Parameter(unit, parameter, way) => starts
                    .entry(Start::Parameter(*unit, *parameter, way.clone()))
                    .or_default()
                    .push((number, Walk::default())),
                From::Result(call, _) => results.entry(*call).or_default().push(number),
            }
        }
        // What calls of other files bring in.
        for (call, numbers) in &results {
            for target in self.targets(file, *call) {
                for (given, source, walk) in known.gives.get(&target.function).into_iter().flatten() {
                    for number in numbers {
                        if let From::Result(_, way) = &flows.flows[*number].from
                            && meet(given, way)
                        {
                            let entry = starts.entry(Start::Source(*source)).or_default();
                            entry.push((*number, walk.clone()));
                        }
                    }
                }
            }
        }
        for (start, first) in starts {
            self.walk(file, flows, &start, first, &results, known, found);
        }
    }

    #[allow(clippy::too_many_arguments, reason = "they are what is known, and where it goes")]
    fn walk(
        &self,
        file: u32,
        flows: &RuleFlows,
        start: &Start,
        first: Vec<(usize, Walk)>,
        results: &BTreeMap<u32, Vec<usize>>,
        known: &mut Known,
        found: &mut BTreeMap<(Sink, Source), Walk>,
    ) {
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        let mut open: VecDeque<(usize, Walk)> = first.into();
        while let Some((number, walk)) = open.pop_front() {
            if !seen.insert(number) {
                continue;
            }
            let flow = &flows.flows[number];
            let walk = walk.with(file, &flow.steps);
            match &flow.to {
                To::Sink(sink) => self.arrives(start, (file, *sink), walk, known, file, found),
                To::Return(unit, way) => match start {
                    Start::Source(source) => {
                        let gives = known.gives.entry((file, *unit)).or_default();
                        let is_known = gives.iter().any(|(other, from, _)| other == way && from == source);
                        if !is_known && gives.len() < MAX_SOURCES {
                            gives.push((way.clone(), *source, walk));
                            known.size += 1;
                        }
                    }
                    Start::Parameter(of, parameter, into) if of == unit => {
                        let passes = known.passes.entry((file, *unit)).or_default();
                        let is_known = passes
                            .iter()
                            .any(|(known, from, to, _)| (known, from, to) == (parameter, into, way));
                        if !is_known {
                            passes.push((*parameter, into.clone(), way.clone(), walk));
                            known.size += 1;
                        }
                    }
                    Start::Parameter(..) => {}
                },
                To::Argument(call, slot, way) => {
                    let next = results.get(call).map(Vec::as_slice).unwrap_or_default();
                    for target in self.targets(file, *call) {
                        let parameters = self.bound(target, slot);
                        if !self.is_known(target.function) {
                            // An unknown call gives back what it is given.
                            open.extend(next.iter().map(|number| (*number, walk.clone())));
                            continue;
                        }
                        let passes = known.passes.get(&target.function).into_iter().flatten();
                        for (parameter, from, to, inside) in passes {
                            if !parameters.contains(parameter) || !meet(from, way) {
                                continue;
                            }
                            for number in next {
                                if let From::Result(_, read) = &flows.flows[*number].from
                                    && meet(&below(to, from, way), read)
                                {
                                    open.push_back((*number, walk.then(inside)));
                                }
                            }
                        }
                        let reaches: Vec<_> = known.reaches.get(&target.function).cloned().unwrap_or_default();
                        for (parameter, from, sink, inside) in reaches {
                            if parameters.contains(&parameter) && meet(&from, way) {
                                self.arrives(start, sink, walk.then(&inside), known, file, found);
                            }
                        }
                    }
                }
            }
        }
    }

    fn arrives(
        &self,
        start: &Start,
        sink: Sink,
        walk: Walk,
        known: &mut Known,
        file: u32,
        found: &mut BTreeMap<(Sink, Source), Walk>,
    ) {
        match start {
            // Within one file the file has told it, unless the way leads through others.
            Start::Source(source) => {
                let leaves = walk.steps().iter().any(|(at, _)| *at != file) || sink.0 != source.0;
                if leaves {
                    found.entry((sink, *source)).or_insert(walk);
                }
            }
            Start::Parameter(unit, parameter, way) => {
                let reaches = known.reaches.entry((file, *unit)).or_default();
                let is_known = reaches
                    .iter()
                    .any(|(known, from, to, _)| (known, from, to) == (parameter, way, &sink));
                if !is_known {
                    reaches.push((*parameter, way.clone(), sink, walk));
                    known.size += 1;
                }
            }
        }
    }

    fn targets(&self, file: u32, call: u32) -> &[Target] {
        &self.project.targets[file as usize][call as usize]
    }

    /// Whether the flows of a function were computed to their end.
    fn is_known(&self, function: Function) -> bool {
        let flows = self.files.get(&function.0);
        flows.is_some_and(|flows| !flows.unfinished.contains(&function.1))
    }

    /// The parameters that an argument may be.
    fn bound(&self, target: &Target, slot: &Slot) -> Vec<Parameter> {
        let unit = &self.project.files[target.function.0 as usize].units[target.function.1.index()];
        let is_method = target.receives != Receives::Nothing;
        let skipped = usize::from(is_method && unit.receiver_first);
        let positional = unit.parameters.iter().enumerate().skip(skipped);
        let mut positional =
            positional.filter(|(_, (_, kind))| matches!(kind, ParameterKind::Positional | ParameterKind::Rest));
        let at = |number: usize| Parameter::At(number as u32);
        match slot {
            Slot::Receiver => match target.receives {
                Receives::Receiver => vec![Parameter::Receiver],
                _ => Vec::new(),
            },
            Slot::Positional(place) => {
                let mut last = None;
                for (count, (number, (_, kind))) in positional.enumerate() {
                    if count == *place as usize || *kind == ParameterKind::Rest {
                        last = Some(at(number));
                        break;
                    }
                }
                last.into_iter().collect()
            }
            Slot::Spread(from) => positional
                .by_ref()
                .skip(*from as usize)
                .map(|(number, _)| at(number))
                .collect(),
            Slot::Named(name) => {
                let named = unit.parameters.iter().position(|(known, _)| known == name);
                let rest = || {
                    unit.parameters
                        .iter()
                        .position(|(_, kind)| *kind == ParameterKind::KeywordRest)
                };
                named.or_else(rest).map(at).into_iter().collect()
            }
        }
    }
}

/// Where a value is that a function hands on: what is below the part of its argument stays below it.
fn below(to: &Way, from: &Way, given: &Way) -> Way {
    let mut way = to.clone();
    way.extend(given.iter().skip(from.len()).cloned());
    way.truncate(to.len().max(MAX_WAY));
    way
}
