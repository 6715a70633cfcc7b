//! The flows of all files, put together.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;
use std::rc::Rc;

use super::flows::{FileFlows, From, Match, Parameter, RuleFlows, Slot, To, Way, meet};
use super::{Function, Project, Target};
use crate::engine::Finding;
use crate::taint::form::ParameterKind;
use crate::taint::{Receives, UnitId};

/// A finding whose source and sink are connected by calls between files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossFinding {
    /// The key of the rule.
    pub rule: usize,
    /// The number of the file.
    pub file: usize,
    /// The place, as within the file; without a trace.
    pub finding: Finding,
    /// The ways from sources to the sink, the shortest first; at least one.
    pub ways: Vec<Vec<CrossStep>>,
}

/// What is between the files of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Connected {
    /// In the order of files and places.
    pub findings: Vec<CrossFinding>,
    /// The keys of rules whose flows were not followed to their end.
    pub unfinished: Vec<usize>,
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

/// How many flows of files are walked for one rule, in all.
const MAX_VISITS: usize = 2_000_000;
/// The sources that one function is told to give back.
const MAX_SOURCES: usize = 32;
/// The sources that are told of one sink, and the ways of one finding.
const MAX_WAYS: usize = 8;
/// The sinks that are told to be reached through one function.
const MAX_REACHES: usize = 256;
/// How far into a value the parts are told apart.
const MAX_WAY: usize = 8;
/// The flows of a way that are kept.
const MAX_FLOWS: usize = 200;

/// A way through flows, the last first. A copy costs nothing.
#[derive(Clone, Default)]
struct Walk(Option<Rc<Walked>>);

struct Walked {
    before: Walk,
    part: Part,
    length: usize,
}

enum Part {
    /// A flow of a file.
    Flow(u32, usize),
    /// What happens in what is called.
    Inside(Walk),
}

impl Walk {
    fn length(&self) -> usize {
        self.0.as_ref().map_or(0, |walked| walked.length)
    }

    fn with(&self, file: u32, flow: usize) -> Walk {
        Walk(Some(Rc::new(Walked {
            before: self.clone(),
            part: Part::Flow(file, flow),
            length: self.length() + 1,
        })))
    }

    fn then(&self, inside: &Walk) -> Walk {
        Walk(Some(Rc::new(Walked {
            before: self.clone(),
            part: Part::Inside(inside.clone()),
            length: self.length() + inside.length(),
        })))
    }

    /// The flows, in order; of very many the last.
    fn flows(&self) -> Vec<(u32, usize)> {
        let mut flows = Vec::new();
        let mut open = vec![self];
        while let Some(at) = open.pop() {
            let Some(walked) = &at.0 else { continue };
            if flows.len() >= MAX_FLOWS {
                break;
            }
            // The last part is met first.
            open.push(&walked.before);
            match &walked.part {
                Part::Flow(file, flow) => flows.push((*file, *flow)),
                Part::Inside(inside) => open.push(inside),
            }
        }
        flows.reverse();
        flows
    }
}

impl Drop for Walked {
    /// Not recursive: a way may be long.
    fn drop(&mut self) {
        let mut open = vec![self.before.0.take()];
        if let Part::Inside(inside) = &mut self.part {
            open.push(inside.0.take());
        }
        while let Some(next) = open.pop() {
            if let Some(Ok(mut only)) = next.map(Rc::try_unwrap) {
                open.push(only.before.0.take());
                if let Part::Inside(inside) = &mut only.part {
                    open.push(inside.0.take());
                }
            }
        }
    }
}

/// A source, by its file.
type Source = (u32, Match);
/// A sink, by its file.
type Sink = (u32, Match);

/// What is known of functions for those that call them from other files.
#[derive(Default)]
struct Known {
    /// The sources that a function gives back.
    gives: BTreeMap<Function, Vec<(Way, Source, Walk)>>,
    /// What of its parameters a function gives back.
    passes: BTreeMap<Function, Vec<(Parameter, Way, Way, Walk)>>,
    /// What of its parameters reaches a sink.
    reaches: BTreeMap<Function, Vec<(Parameter, Way, Sink, Walk)>>,
    /// The functions of which more is known than when their callers were walked.
    grown: BTreeSet<Function>,
    /// What is found, by sink.
    found: BTreeMap<Sink, Vec<(Source, Walk)>>,
    visits: usize,
}

impl Project {
    /// The findings between files, given the flows of all files for which there was a task, by the number of the file.
    pub fn connect(&self, flows: &BTreeMap<usize, FileFlows>) -> Connected {
        let mut rules: BTreeMap<usize, BTreeMap<u32, &RuleFlows>> = BTreeMap::new();
        for (file, flows) in flows {
            for (rule, flows) in &flows.rules {
                rules.entry(*rule).or_default().insert(*file as u32, flows);
            }
        }
        let (mut found, mut unfinished) = (Vec::new(), Vec::new());
        for (rule, files) in rules {
            let connection = Connection { project: self, files };
            let known = connection.followed();
            if known.visits > MAX_VISITS {
                unfinished.push(rule);
            }
            found.extend(connection.findings(rule, known.found));
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
        Connected {
            findings: found,
            unfinished,
        }
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
    Parameter(UnitId, Parameter, Way),
}

impl Connection<'_> {
    /// Walks the flows of all files until nothing more is known.
    fn followed(&self) -> Known {
        let mut callers: BTreeMap<Function, BTreeSet<u32>> = BTreeMap::new();
        for (file, flows) in &self.files {
            for flow in &flows.flows {
                let call = match (&flow.from, &flow.to) {
                    (_, To::Argument(call, ..)) | (From::Result(call, _), _) => *call,
                    _ => continue,
                };
                for target in self.targets(*file, call) {
                    callers.entry(target.function).or_default().insert(*file);
                }
            }
        }
        let mut known = Known::default();
        let mut open: BTreeSet<u32> = self.files.keys().copied().collect();
        while let Some(file) = open.pop_first() {
            self.file(file, self.files[&file], &mut known);
            for function in std::mem::take(&mut known.grown) {
                open.extend(callers.get(&function).into_iter().flatten());
            }
            if known.visits > MAX_VISITS {
                break;
            }
        }
        known
    }

    /// What is found, as it is told: of several ways to one place the shortest first.
    fn findings(&self, rule: usize, found: BTreeMap<Sink, Vec<(Source, Walk)>>) -> Vec<CrossFinding> {
        let mut ways: Vec<(Sink, Source, Walk)> = Vec::new();
        for (sink, found) in found {
            ways.extend(found.into_iter().map(|(source, walk)| (sink, source, walk)));
        }
        ways.sort_by_key(|(sink, source, walk)| (*sink, walk.length(), *source));
        let mut made: Vec<CrossFinding> = Vec::new();
        let mut places: BTreeMap<(usize, usize, usize, String), usize> = BTreeMap::new();
        for (sink, source, walk) in ways {
            let (flows, from) = (self.files[&sink.0], self.files[&source.0]);
            let source_here = &from.sources[&source.1];
            let mut finding = flows.sinks[&sink.1].clone();
            for bound in &source_here.metavariables {
                if !finding.metavariables.iter().any(|known| known.name == bound.name) {
                    finding.message = filled(&finding.message, &bound.name, &bound.text);
                }
            }
            let mut file = sink.0;
            if flows.at_source {
                file = source.0;
                finding.range = source_here.range.clone();
            }
            let place = (
                file as usize,
                finding.range.start,
                finding.range.end,
                finding.message.clone(),
            );
            let steps = self.steps(source, &walk);
            match places.get(&place) {
                Some(known) => {
                    let ways: &mut Vec<Vec<CrossStep>> = &mut made[*known].ways;
                    if ways.len() < MAX_WAYS {
                        ways.push(steps);
                    }
                }
                None => {
                    places.insert(place, made.len());
                    made.push(CrossFinding {
                        rule,
                        file: file as usize,
                        finding,
                        ways: vec![steps],
                    });
                }
            }
        }
        made
    }

    fn steps(&self, source: Source, walk: &Walk) -> Vec<CrossStep> {
        let flows = walk.flows().into_iter();
        let steps = flows.flat_map(|(file, flow)| {
            let steps = self.files[&file].flows[flow].steps.iter();
            steps.map(move |(range, kind)| CrossStep {
                file: file as usize,
                range: range.clone(),
                kind: *kind,
            })
        });
        let mut steps: Vec<CrossStep> = steps.collect();
        // The beginning of a very long way is left out, but not its source.
        if steps.first().is_none_or(|first| first.kind != StepKind::Source) {
            let range = self.files[&source.0].sources[&source.1].range.clone();
            let first = CrossStep {
                file: source.0 as usize,
                range,
                kind: StepKind::Source,
            };
            steps.insert(0, first);
        }
        steps
    }

    /// Walks the flows of one file with what is known of others.
    fn file(&self, file: u32, flows: &RuleFlows, known: &mut Known) {
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
            if known.visits > MAX_VISITS {
                return;
            }
            self.walk((file, flows), &start, first, &results, known);
        }
    }

    fn walk(
        &self,
        (file, flows): (u32, &RuleFlows),
        start: &Start,
        first: Vec<(usize, Walk)>,
        results: &BTreeMap<u32, Vec<usize>>,
        known: &mut Known,
    ) {
        let mut seen = vec![false; flows.flows.len()];
        let mut open: VecDeque<(usize, Walk)> = VecDeque::new();
        let push =
            |open: &mut VecDeque<(usize, Walk)>, seen: &mut Vec<bool>, number: usize, walk: &dyn Fn() -> Walk| {
                if !std::mem::replace(&mut seen[number], true) {
                    open.push_back((number, walk()));
                }
            };
        for (number, walk) in first {
            push(&mut open, &mut seen, number, &|| walk.clone());
        }
        while let Some((number, walk)) = open.pop_front() {
            known.visits += 1;
            let flow = &flows.flows[number];
            let walk = walk.with(file, number);
            match &flow.to {
                To::Sink(sink) => self.arrives(start, (file, *sink), &|| walk.clone(), known, file),
                To::Return(unit, way) => returns(start, (file, *unit), way, &walk, known),
                To::Argument(call, slot, way) => {
                    let next = results.get(call).map(Vec::as_slice).unwrap_or_default();
                    for target in self.targets(file, *call) {
                        let parameters = self.bound(target, slot);
                        if !self.is_known(target.function) {
                            // An unknown call gives back what it is given.
                            for number in next {
                                push(&mut open, &mut seen, *number, &|| walk.clone());
                            }
                            continue;
                        }
                        let passes = known.passes.get(&target.function).into_iter().flatten();
                        for (parameter, from, to, inside) in passes {
                            if !parameters.contains(parameter) || !meet(from, way) {
                                continue;
                            }
                            let given_back = below(to, from, way);
                            for number in next {
                                if let From::Result(_, read) = &flows.flows[*number].from
                                    && meet(&given_back, read)
                                {
                                    push(&mut open, &mut seen, *number, &|| walk.then(inside));
                                }
                            }
                        }
                        let reaches: Vec<_> = known.reaches.get(&target.function).cloned().unwrap_or_default();
                        for (parameter, from, sink, inside) in reaches {
                            if parameters.contains(&parameter) && meet(&from, way) {
                                self.arrives(start, sink, &|| walk.then(&inside), known, file);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Something comes to a sink.
    fn arrives(&self, start: &Start, sink: Sink, walk: &dyn Fn() -> Walk, known: &mut Known, file: u32) {
        match start {
            Start::Source(source) => {
                let found = known.found.entry(sink).or_default();
                if found.len() >= MAX_WAYS || found.iter().any(|(known, _)| known == source) {
                    return;
                }
                let walk = walk();
                // Within one file the file has told it, unless the way leads through others.
                let leaves = sink.0 != source.0 || sink.0 != file || walk.flows().iter().any(|(at, _)| *at != file);
                let is_apart = |file: u32| self.project.files[file as usize].is_apart;
                let strays = !is_apart(sink.0) && walk.flows().iter().any(|(at, _)| is_apart(*at));
                if leaves && !strays {
                    found.push((*source, walk));
                }
            }
            Start::Parameter(unit, parameter, way) => {
                let function = (file, *unit);
                let reaches = known.reaches.entry(function).or_default();
                let is_known = reaches
                    .iter()
                    .any(|(known, from, to, _)| (known, from, to) == (parameter, way, &sink));
                if !is_known && reaches.len() < MAX_REACHES {
                    reaches.push((*parameter, way.clone(), sink, walk()));
                    known.grown.insert(function);
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
        flows.is_some_and(|flows| flows.known.binary_search(&function.1).is_ok())
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

/// Something comes back from a function.
fn returns(start: &Start, function: Function, way: &Way, walk: &Walk, known: &mut Known) {
    match start {
        Start::Source(source) => {
            let gives = known.gives.entry(function).or_default();
            let is_known = gives.iter().any(|(other, from, _)| other == way && from == source);
            if !is_known && gives.len() < MAX_SOURCES {
                gives.push((way.clone(), *source, walk.clone()));
                known.grown.insert(function);
            }
        }
        Start::Parameter(of, parameter, into) if *of == function.1 => {
            let passes = known.passes.entry(function).or_default();
            let is_known = passes
                .iter()
                .any(|(known, from, to, _)| (known, from, to) == (parameter, into, way));
            if !is_known {
                passes.push((*parameter, into.clone(), way.clone(), walk.clone()));
                known.grown.insert(function);
            }
        }
        Start::Parameter(..) => {}
    }
}

/// A message in which a metavariable stands for its text.
fn filled(message: &str, name: &str, text: &str) -> String {
    let mut made = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(at) = rest.find(name) {
        let after = &rest[at + name.len()..];
        let is_longer = after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        made.push_str(&rest[..at]);
        made.push_str(if is_longer { name } else { text });
        rest = after;
    }
    made.push_str(rest);
    made
}

/// Where a value is that a function hands on: what is below the part of its argument stays below it.
fn below(to: &Way, from: &Way, given: &Way) -> Way {
    let mut way = to.clone();
    way.extend(given.iter().skip(from.len()).cloned());
    way.truncate(to.len().max(MAX_WAY));
    way
}
