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
//! an unknown one, as it is in one file. Rules with labels or requirements, and those of Opengrep's profiles, stay within their file; so
//! does what a function of another file writes to its arguments or keeps in its object.

mod connect;
mod flows;
mod index;
mod resolve;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use syntax::tree::NodeId;

pub use connect::{CrossFinding, CrossStep, StepKind};
pub use flows::FileFlows;
pub(crate) use flows::{CrossFlows, Crossing, Flow, From, Parameter, RuleFlows, Slot, SourceHere, Step, To, Way};
pub(crate) use index::index;
pub use index::{FileIndex, RuleUnits};
use resolve::Resolver;

use crate::taint::UnitId;

/// A function, method or lambda of a file.
pub(crate) type Function = (u32, UnitId);

/// What a call that leaves its file is of: at most [`MAX_TARGETS`] functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub function: Function,
    pub receives: crate::taint::Receives,
}

/// The implementations of one method that are followed.
const MAX_TARGETS: usize = 8;

/// The files of a project, with their calls resolved.
#[derive(Debug)]
pub struct Project {
    files: Vec<FileIndex>,
    /// By file, the targets of its calls; none for those that are not resolved.
    targets: Vec<Vec<Vec<Target>>>,
}

/// What to look at again in one file.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// The keys of rules, with the functions whose flows matter.
    pub(crate) rules: Vec<(usize, Vec<UnitId>)>,
    /// The calls that are resolved: the instruction, and the number of the call.
    pub(crate) calls: Arc<HashMap<NodeId, u32>>,
}

impl Task {
    /// The keys of the rules.
    pub fn rules(&self) -> impl Iterator<Item = usize> {
        self.rules.iter().map(|(key, _)| *key)
    }
}

impl Project {
    /// Resolves the calls between files. `go_modules` are the folders of `go.mod` files (`""` for the root) with the path of the module.
    pub fn new(files: Vec<FileIndex>, go_modules: Vec<(String, String)>) -> Self {
        let targets = Resolver::new(&files, &go_modules).all();
        Self { files, targets }
    }

    /// The files, in the order in which they were given.
    pub fn files(&self) -> &[FileIndex] {
        &self.files
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
            let from_sources = graph.closure(&graph.callers, sources);
            let from_sinks = graph.closure(&graph.callers, sinks);
            let meeting = (0..graph.owners.len()).filter(|unit| from_sources[*unit] && from_sinks[*unit]);
            let wanted = graph.closure(&graph.callees, meeting.collect());
            let mut crossing: HashSet<u32> = HashSet::new();
            for unit in (0..wanted.len()).filter(|unit| wanted[*unit]) {
                for callee in &graph.callees[unit] {
                    if graph.owners[*callee].0 != graph.owners[unit].0 {
                        crossing.extend([graph.owners[*callee].0, graph.owners[unit].0]);
                    }
                }
            }
            let mut units: BTreeMap<u32, Vec<UnitId>> = BTreeMap::new();
            for unit in (0..wanted.len()).filter(|unit| wanted[*unit]) {
                let (file, id) = graph.owners[unit];
                if crossing.contains(&file) {
                    units.entry(file).or_default().push(id);
                }
            }
            for (file, units) in units {
                tasks.entry(file as usize).or_default().rules.push((rule, units));
            }
        }
        for (file, task) in &mut tasks {
            let calls = self.files[*file].calls.iter().enumerate();
            let resolved = calls.filter(|(number, _)| !self.targets[*file][*number].is_empty());
            let numbered = resolved.map(|(number, call)| (call.node, number as u32));
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
    fn closure(&self, edges: &[Vec<usize>], from: Vec<usize>) -> Vec<bool> {
        let mut reached = vec![false; edges.len()];
        let mut open = from;
        while let Some(unit) = open.pop() {
            if !std::mem::replace(&mut reached[unit], true) {
                open.extend(&edges[unit]);
            }
        }
        reached
    }
}
