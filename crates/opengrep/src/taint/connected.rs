//! Which units of a file are worth an analysis, and in which order.

use super::form::{Action, Operation, UnitId, UnitKind};
use super::analysis::Setting;
use super::prepared::each_operand;
use super::roles::Role;
use super::summary::{Calls, as_variable};

/// The units in which a source can meet a sink, callees before callers.
///
/// They are those from which both a unit with a source and a unit with a sink is called, over any number of calls, and all that they
/// call. With `all` also those that hold a source or a sink, or call one that does.
pub(crate) fn connected(set: &Setting<'_>, calls: &Calls, all: bool) -> Vec<UnitId> {
    let count = set.form.units.len();
    let callees: Vec<Vec<UnitId>> = (0..count).map(|unit| callees(set, calls, UnitId(unit as u32))).collect();
    let mut callers: Vec<Vec<UnitId>> = vec![Vec::new(); count];
    for (caller, callees) in callees.iter().enumerate() {
        for callee in callees {
            callers[callee.index()].push(UnitId(caller as u32));
        }
    }
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
        closure(&callers, seeds)
    };
    let (from_sources, from_sinks) = (seeds(Role::Source), seeds(Role::Sink));
    let chosen: Vec<UnitId> = (0..count)
        .filter(|unit| match all {
            true => from_sources[*unit] || from_sinks[*unit],
            false => from_sources[*unit] && from_sinks[*unit],
        })
        .map(|unit| UnitId(unit as u32))
        .collect();
    let wanted = closure(&callees, chosen);
    // A method comes after the constructor of its class.
    let constructors: Vec<Option<UnitId>> = (0..count)
        .map(|unit| {
            let id = UnitId(unit as u32);
            let class = calls.class_around(id)?;
            (0..count)
                .map(|other| UnitId(other as u32))
                .find(|other| *other != id && calls.constructs(set.file, set.form, *other) == Some(class))
        })
        .collect();
    ordered(&wanted, |unit| {
        let constructor = constructors[unit.index()];
        callees[unit.index()].iter().copied().chain(constructor).collect()
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
fn callees(set: &Setting<'_>, calls: &Calls, id: UnitId) -> Vec<UnitId> {
    let unit = &set.form.units[id.index()];
    let mut found: Vec<UnitId> = unit
        .inner
        .iter()
        .copied()
        .filter(|_| !matches!(unit.kind, UnitKind::File | UnitKind::ClassBody))
        .collect();
    for step in &unit.steps {
        let Action::Do(instruction) = &step.action else { continue };
        match &instruction.operation {
            Operation::Call { callee, arguments } => {
                let resolved = calls.resolve(set.file, set.form, id, callee, arguments.len());
                found.extend(resolved.map(|callee| callee.unit));
                if let Some(place) = as_variable(callee) {
                    let layout = &set.prepared.units[id.index()];
                    let nested = std::iter::once(&id)
                        .chain(&layout.around)
                        .find_map(|unit| set.prepared.units[unit.index()].defined.get(&place.base));
                    found.extend(nested);
                }
            }
            Operation::New { class, arguments } => {
                let class = calls.class_named(set.file, *class);
                found.extend(class.and_then(|class| calls.constructor(set.file, set.form, class, arguments.len())));
            }
            Operation::Define(inner) => found.push(*inner),
            _ => {}
        }
        each_operand(&instruction.operation, &mut |operand| {
            if let Some(place) = as_variable(operand)
                && let Some(node) = place.node.some()
            {
                found.extend(calls.function(set.file.tree.node(node).name));
            }
        });
    }
    found.sort_unstable();
    found.dedup();
    found
}
