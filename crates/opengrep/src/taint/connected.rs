//! Which units of a file are worth an analysis, and in which order.

use std::collections::HashMap;

use syntax::tree::NodeId;

use super::analysis::Setting;
use super::form::{Action, Form, Operation, UnitId, UnitKind};
use super::prepared::{Prepared, each_operand};
use super::roles::Role;
use super::summary::{Calls, as_variable};
use crate::matching::File;

/// Which unit calls which, as far as that is told without values.
#[derive(Debug)]
pub(crate) struct Graph {
    callees: Vec<Vec<UnitId>>,
    callers: Vec<Vec<UnitId>>,
    /// The constructor of the class of a method.
    constructors: Vec<Option<UnitId>>,
}

impl Graph {
    pub fn of(file: &File<'_>, form: &Form, prepared: &Prepared, calls: &Calls) -> Self {
        let count = form.units.len();
        let ids = || (0..count).map(|unit| UnitId(unit as u32));
        let mut callees: Vec<Vec<UnitId>> = ids().map(|unit| callees(file, form, prepared, calls, unit)).collect();
        // What a class body and a constructor leave is there in every method.
        let mut before: HashMap<NodeId, Vec<UnitId>, foldhash::fast::RandomState> = HashMap::default();
        let mut constructor: HashMap<NodeId, UnitId, foldhash::fast::RandomState> = HashMap::default();
        for id in ids() {
            let unit = &form.units[id.index()];
            if let Some(class) = calls.constructs(file, form, id) {
                before.entry(class).or_default().push(id);
                constructor.entry(class).or_insert(id);
            } else if let Some(class) = unit.class.filter(|_| unit.kind == UnitKind::ClassBody) {
                before.entry(class).or_default().push(id);
            }
        }
        let mut constructors = vec![None; count];
        for id in ids() {
            let unit = &form.units[id.index()];
            let around = calls.class_around(id);
            constructors[id.index()] = around
                .and_then(|class| constructor.get(&class).copied())
                .filter(|own| *own != id);
            if unit.kind == UnitKind::Function
                && calls.constructs(file, form, id).is_none()
                && let Some(before) = unit.class.and_then(|class| before.get(&class))
            {
                callees[id.index()].extend(before);
            }
        }
        let mut callers: Vec<Vec<UnitId>> = vec![Vec::new(); count];
        for (caller, callees) in callees.iter().enumerate() {
            for callee in callees {
                callers[callee.index()].push(UnitId(caller as u32));
            }
        }
        Self {
            callees,
            callers,
            constructors,
        }
    }
}

impl Graph {
    /// What a unit calls.
    pub fn callees_of(&self, unit: UnitId) -> &[UnitId] {
        &self.callees[unit.index()]
    }
}

/// The units in which a source can meet a sink, callees before callers.
///
/// They are those from which both a unit with a source and a unit with a sink is called, over any number of calls, and all that they
/// call. With `all` also those that hold a source or a sink, or call one that does; and in any case `more`.
pub(crate) fn connected(set: &Setting<'_>, graph: &Graph, all: bool, more: &[UnitId]) -> Vec<UnitId> {
    let count = set.form.units.len();
    let holds = |unit: usize, role: Role| {
        let own = &set.prepared.units[unit].own;
        own.iter().any(|span| {
            let held = set.roles.held(*span);
            held.is_some_and(|held| held.roles.iter().any(|held| held.role == role))
        })
    };
    let seeds = |role: Role| -> Vec<bool> {
        let seeds: Vec<UnitId> = (0..count)
            .filter(|unit| holds(*unit, role))
            .map(|unit| UnitId(unit as u32))
            .collect();
        closure(&graph.callers, seeds)
    };
    let (from_sources, from_sinks) = (seeds(Role::Source), seeds(Role::Sink));
    let chosen: Vec<UnitId> = (0..count)
        .filter(|unit| all || set.form.units[*unit].kind != UnitKind::ClassBody)
        .filter(|unit| match all {
            true => from_sources[*unit] || from_sinks[*unit],
            false => from_sources[*unit] && from_sinks[*unit],
        })
        .map(|unit| UnitId(unit as u32))
        .chain(more.iter().copied())
        .collect();
    let wanted = closure(&graph.callees, chosen);
    // A method comes after the constructor of its class.
    ordered(&wanted, |unit| {
        let constructor = graph.constructors[unit.index()];
        graph.callees[unit.index()].iter().copied().chain(constructor).collect()
    })
}

fn closure(edges: &[Vec<UnitId>], from: Vec<UnitId>) -> Vec<bool> {
    let mut reached = vec![false; edges.len()];
    let mut open = from;
    while let Some(unit) = open.pop() {
        if !std::mem::replace(&mut reached[unit.index()], true) {
            open.extend(&edges[unit.index()]);
        }
    }
    reached
}

fn ordered(wanted: &[bool], before: impl Fn(UnitId) -> Vec<UnitId>) -> Vec<UnitId> {
    let mut seen = vec![false; wanted.len()];
    let mut order = Vec::new();
    let mut open: Vec<(UnitId, Vec<UnitId>)> = Vec::new();
    for root in 0..wanted.len() {
        if !wanted[root] || seen[root] {
            continue;
        }
        seen[root] = true;
        let root = UnitId(root as u32);
        open.push((root, before(root)));
        while let Some((unit, mut rest)) = open.pop() {
            match rest.pop() {
                Some(next) => {
                    open.push((unit, rest));
                    if wanted[next.index()] && !std::mem::replace(&mut seen[next.index()], true) {
                        open.push((next, before(next)));
                    }
                }
                None => order.push(unit),
            }
        }
    }
    order
}

/// What a unit calls, as far as that is told without values; also the functions in it, and those that it gives to others.
fn callees(file: &File<'_>, form: &Form, prepared: &Prepared, calls: &Calls, id: UnitId) -> Vec<UnitId> {
    let unit = &form.units[id.index()];
    let mut found: Vec<UnitId> = unit
        .inner
        .iter()
        .copied()
        .filter(|_| !matches!(unit.kind, UnitKind::File | UnitKind::ClassBody))
        .collect();
    for step in &unit.steps {
        let Action::Do(instruction) = &step.action else {
            continue;
        };
        match &instruction.operation {
            Operation::Call { callee, arguments } => {
                let resolved = calls.resolve(file, form, id, callee, arguments.len());
                found.extend(resolved.map(|callee| callee.unit));
                if let Some(place) = as_variable(callee) {
                    let layout = &prepared.units[id.index()];
                    let nested = std::iter::once(&id)
                        .chain(&layout.around)
                        .find_map(|unit| prepared.units[unit.index()].defined.get(&place.base));
                    found.extend(nested);
                }
            }
            Operation::New { class, arguments } => {
                let class = calls.class_named(file, *class);
                found.extend(class.and_then(|class| calls.constructor(file, form, class, arguments.len())));
            }
            Operation::Define(inner) => found.push(*inner),
            _ => {}
        }
        each_operand(&instruction.operation, &mut |operand| {
            if let Some(place) = as_variable(operand)
                && let Some(node) = place.node.some()
            {
                found.extend(calls.function(file.tree.node(node).name));
            }
        });
    }
    found.sort_unstable();
    found.dedup();
    found
}
