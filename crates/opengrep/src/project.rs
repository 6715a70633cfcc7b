//! Flows across the files of a project.
//!
//! 1. [`Engine::scan_and_index`](crate::engine::Engine::scan_and_index) looks at each file by itself, and notes what it offers to other
//!    files and what it takes from them ([`FileIndex`]).
//! 2. [`Project::new`] resolves the calls that leave a file; [`Project::tasks`] tells which rules are worth another look in which files:
//!    those in which a source of one file can meet a sink of another.
//! 3. [`Engine::flows`](crate::engine::Engine::flows) gives the flows of these rules in one file, between its sources and sinks, the
//!    parameters and results of its functions, and the calls that leave it ([`FileFlows`]).
//! 4. [`Project::connect`] puts them together: a function of another file is what its flows say.
//!
//! Nothing here opens a file; every step is the same whatever the order of the files. A call that leaves the file and is not resolved is
//! an unknown one, as it is in one file; a constructor also keeps all that it is given. Rules with labels or requirements, and those of
//! Opengrep's profiles, stay within their file; so does what a function of another file writes to its arguments or keeps in its object.

mod connect;
mod flows;
mod index;
mod resolve;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use syntax::tree::NodeId;

pub use connect::{Connected, CrossFinding, CrossStep, StepKind};
pub use flows::FileFlows;
pub(crate) use flows::{CrossFlows, Crossing, Flow, From, Parameter, RuleFlows, Slot, SourceHere, Step, To, Way};
pub use index::FileIndex;
pub(crate) use index::RuleUnits;
pub(crate) use index::index;
use resolve::Resolver;

use crate::taint::{Receives, UnitId};

/// A function, method or lambda of a file.
pub(crate) type Function = (u32, UnitId);

/// What a call that leaves its file is of: at most [`MAX_TARGETS`] functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub function: Function,
    pub receives: Receives,
}

/// The implementations of one method that are followed.
const MAX_TARGETS: usize = 8;
/// The calls between the function that brings a source and a sink together and either of them.
const MAX_DISTANCE: usize = 4;

/// The files of a project, with their calls resolved.
#[derive(Debug)]
pub struct Project {
    files: Vec<FileIndex>,
    /// By file, the targets of its calls; none for those that are not resolved.
    targets: Vec<Vec<Vec<Target>>>,
}

/// A call that leaves its file and is resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutsideCall {
    pub number: u32,
    /// It makes an object, which may keep all that it is given.
    pub makes: bool,
}

/// What to look at again in one file.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// The keys of rules, with the functions whose flows matter.
    pub(crate) rules: BTreeMap<usize, Vec<UnitId>>,
    /// The calls that are resolved: the instruction, and the number of the call.
    pub(crate) calls: Arc<HashMap<NodeId, OutsideCall>>,
}

impl Task {
    /// The keys of the rules.
    pub fn rules(&self) -> impl Iterator<Item = usize> {
        self.rules.keys().copied()
    }
}

impl Project {
    /// Resolves the calls between files. `go_modules` are the folders of `go.mod` files (`""` for the root) with the path of the module.
    pub fn new(files: Vec<FileIndex>, go_modules: Vec<(String, String)>) -> Self {
        let targets = Resolver::new(&files, &go_modules).all();
        Self { files, targets }
    }

    /// Which rules to look at again, by the number of the file.
    pub fn tasks(&self) -> BTreeMap<usize, Task> {
        let graph = self.graph();
        let mut rules: BTreeMap<usize, [Vec<usize>; 2]> = BTreeMap::new();
        for (number, file) in self.files.iter().enumerate() {
            for found in &file.rules {
                let ends = rules.entry(found.rule).or_default();
                let place = |unit: &UnitId| graph.first[number] + unit.index();
                ends[0].extend(found.sources.iter().map(place));
                ends[1].extend(found.sinks.iter().map(place));
            }
        }
        let mut tasks: BTreeMap<usize, Task> = BTreeMap::new();
        for (rule, [sources, sinks]) in rules {
            if sources.is_empty() || sinks.is_empty() {
                continue;
            }
            let mut wanted = graph.between(&sources, &sinks);
            let mut crossing: HashSet<u32> = HashSet::new();
            for unit in (0..wanted.len()).filter(|unit| wanted[*unit]) {
                for callee in graph.callees[unit].iter().filter(|callee| wanted[**callee]) {
                    if graph.owners[*callee].0 != graph.owners[unit].0 {
                        crossing.extend([graph.owners[*callee].0, graph.owners[unit].0]);
                    }
                }
            }
            // What is called in these files is looked at too: it may give back something harmless.
            let mut helpers: Vec<usize> = Vec::new();
            for unit in (0..wanted.len()).filter(|unit| wanted[*unit]) {
                let callees = graph.callees[unit].iter().copied();
                helpers.extend(callees.filter(|callee| crossing.contains(&graph.owners[*callee].0)));
            }
            helpers.into_iter().for_each(|helper| wanted[helper] = true);
            let mut units: BTreeMap<u32, Vec<UnitId>> = BTreeMap::new();
            for unit in (0..wanted.len()).filter(|unit| wanted[*unit]) {
                let (file, id) = graph.owners[unit];
                if crossing.contains(&file) {
                    units.entry(file).or_default().push(id);
                }
            }
            for (file, units) in units {
                tasks.entry(file as usize).or_default().rules.insert(rule, units);
            }
        }
        for (file, task) in &mut tasks {
            let calls = self.files[*file].calls.iter().enumerate();
            let resolved = calls.filter(|(number, _)| !self.targets[*file][*number].is_empty());
            let numbered = resolved.map(|(number, call)| {
                let mut targets = self.targets[*file][number].iter();
                let outside = OutsideCall {
                    number: number as u32,
                    makes: targets.any(|target| target.receives == Receives::New),
                };
                (call.node, outside)
            });
            task.calls = Arc::new(numbered.collect());
        }
        tasks
    }

    fn graph(&self) -> Graph {
        let mut first = Vec::with_capacity(self.files.len());
        let mut owners = Vec::new();
        for (number, file) in self.files.iter().enumerate() {
            first.push(owners.len());
            owners.extend((0..file.units.len()).map(|unit| (number as u32, UnitId(unit as u32))));
        }
        let mut callees: Vec<Vec<usize>> = vec![Vec::new(); owners.len()];
        for (number, file) in self.files.iter().enumerate() {
            for (unit, found) in file.units.iter().enumerate() {
                let inside = found.callees.iter().map(|callee| first[number] + callee.index());
                callees[first[number] + unit].extend(inside);
            }
            for (call, targets) in file.calls.iter().zip(&self.targets[number]) {
                let to = targets
                    .iter()
                    .map(|target| first[target.function.0 as usize] + target.function.1.index());
                callees[first[number] + call.unit.index()].extend(to);
            }
        }
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); owners.len()];
        for (caller, found) in callees.iter_mut().enumerate() {
            found.sort_unstable();
            found.dedup();
            found.iter().for_each(|callee| callers[*callee].push(caller));
        }
        Graph {
            first,
            owners,
            callees,
            callers,
        }
    }
}

/// Which function calls which, in all files.
struct Graph {
    /// The number of the first function of each file.
    first: Vec<usize>,
    owners: Vec<Function>,
    callees: Vec<Vec<usize>>,
    callers: Vec<Vec<usize>>,
}

impl Graph {
    /// How many calls away each function is from some functions, at most [`MAX_DISTANCE`].
    fn distances(&self, to: &[usize]) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.owners.len()];
        let mut here: Vec<usize> = to.to_vec();
        for distance in 0..=MAX_DISTANCE {
            let mut next = Vec::new();
            for unit in here {
                if distances[unit].is_none() {
                    distances[unit] = Some(distance);
                    next.extend(&self.callers[unit]);
                }
            }
            here = next;
        }
        distances
    }

    /// The functions through which what comes from a source can get to a sink: those that call, or hold, a source on one way and a sink
    /// on another, and those on these ways.
    fn between(&self, sources: &[usize], sinks: &[usize]) -> Vec<bool> {
        let (to_source, to_sink) = (self.distances(sources), self.distances(sinks));
        let leads = |distances: &[Option<usize>], unit: usize| {
            let near = |callee: &&usize| distances[**callee].is_some_and(|distance| distance < MAX_DISTANCE);
            let mut ways: Vec<usize> = self.callees[unit].iter().filter(near).copied().collect();
            if distances[unit] == Some(0) {
                ways.push(unit);
            }
            ways
        };
        let meets = |unit: &usize| {
            let (from, to) = (leads(&to_source, *unit), leads(&to_sink, *unit));
            from.iter().any(|one| to.iter().any(|other| one != other))
        };
        let mut wanted = vec![false; self.owners.len()];
        let mut here: Vec<usize> = (0..self.owners.len())
            .filter(|unit| to_source[*unit].is_some() && to_sink[*unit].is_some())
            .filter(meets)
            .collect();
        for _ in 0..=MAX_DISTANCE {
            let mut next = Vec::new();
            for unit in here {
                if !std::mem::replace(&mut wanted[unit], true) {
                    let callees = self.callees[unit].iter().copied();
                    next.extend(callees.filter(|callee| to_source[*callee].is_some() || to_sink[*callee].is_some()));
                }
            }
            here = next;
        }
        // What a function calls that holds both may give back something harmless.
        let holds_both = (0..self.owners.len()).filter(|unit| to_source[*unit] == Some(0) && to_sink[*unit] == Some(0));
        for unit in holds_both {
            let callees = &self.callees[unit];
            if callees
                .iter()
                .any(|callee| self.owners[*callee].0 != self.owners[unit].0)
            {
                wanted[unit] = true;
                callees.iter().for_each(|callee| wanted[*callee] = true);
            }
        }
        wanted
    }
}
