//! Which parts of a file are sources, sinks, sanitizers and ends of propagators for a rule.
//!
//! A match is a range of bytes. An *element* of the form has a role when its range lies inside that of a match; for items that are
//! exact only the largest such elements have it.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use syntax::tree::Symbol;

use super::compile::CompiledTaint;
use crate::compile::{Compiled, FormulaId};
use crate::evaluate::{MAX_RESULTS, Scene};
use crate::matching::Value;

/// The bytes of an element.
pub(crate) type Span = (u32, u32);

/// A match of an item.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub range: Range<usize>,
    pub bindings: Vec<(Symbol, Value)>,
}

/// The matches of all items of a rule in one file.
#[derive(Debug)]
pub(crate) struct Roles {
    /// By item.
    pub sources: Vec<Rc<[Found]>>,
    pub sinks: Vec<Rc<[Found]>>,
    sanitizers: Vec<Rc<[Found]>>,
    ranges: Vec<Ranged>,
    /// The furthest end of a range and of all before it.
    furthest: Vec<u32>,
    ends: HashMap<Span, Vec<(End, u16, u32)>, foldhash::fast::RandomState>,
    cache: RefCell<HashMap<Span, Option<Rc<Held>>, foldhash::fast::RandomState>>,
}

/// The role that a range gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Role {
    Source,
    Sink,
    Sanitizer,
}

/// An end of a propagator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    From,
    To,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Ranged {
    start: u32,
    end: u32,
    role: Role,
    item: u16,
    found: u32,
}

/// A role of an element, by an item and one of its matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HeldRole {
    pub role: Role,
    pub item: u16,
    pub found: u32,
    /// The element covers more than 99 % of the match.
    pub covers: bool,
}

/// The roles of an element before the largest are told.
#[derive(Debug, Default)]
pub(crate) struct Held {
    pub roles: Vec<HeldRole>,
    pub ends: Vec<(End, u16, u32)>,
}

/// The matches of a formula.
pub(crate) fn evaluated(formula: &Compiled, scene: &Scene<'_>) -> Rc<[Found]> {
    let outcomes = scene.evaluate(formula, &[]).into_iter().take(MAX_RESULTS);
    let found = outcomes.map(|outcome| Found {
        range: outcome.range,
        bindings: outcome.bindings,
    });
    found.collect()
}

impl Roles {
    /// The roles of a rule, by the matches of its formulas; `None` when there is no source or no sink, unless it is `partial`.
    pub fn of(
        rule: &CompiledTaint,
        scene: &Scene<'_>,
        evaluate: &dyn Fn(FormulaId) -> Rc<[Found]>,
        partial: bool,
    ) -> Option<Roles> {
        let sinks: Vec<_> = rule.sinks.iter().map(|item| evaluate(item.formula)).collect();
        if !partial && sinks.iter().all(|found| found.is_empty()) {
            return None;
        }
        let sources: Vec<_> = rule.sources.iter().map(|item| evaluate(item.formula)).collect();
        if !partial && sources.iter().all(|found| found.is_empty()) {
            return None;
        }
        let others: HashSet<Range<usize>> = sources
            .iter()
            .chain(&sinks)
            .flat_map(|found| found.iter())
            .map(|found| found.range.clone())
            .collect();
        let sanitizers: Vec<Rc<[Found]>> = rule
            .sanitizers
            .iter()
            .map(|item| {
                let found = evaluate(item.formula);
                match item.not_conflicting {
                    true => found
                        .iter()
                        .filter(|found| !others.contains(&found.range))
                        .cloned()
                        .collect(),
                    false => found,
                }
            })
            .collect();
        let mut ranges = Vec::new();
        for (role, items) in [
            (Role::Source, &sources),
            (Role::Sink, &sinks),
            (Role::Sanitizer, &sanitizers),
        ] {
            for (item, found) in items.iter().enumerate() {
                ranges.extend(found.iter().enumerate().map(|(number, found)| Ranged {
                    start: found.range.start as u32,
                    end: found.range.end as u32,
                    role,
                    item: item as u16,
                    found: number as u32,
                }));
            }
        }
        ranges.sort_unstable();
        let mut furthest = Vec::with_capacity(ranges.len());
        let mut end = 0;
        for range in &ranges {
            end = end.max(range.end);
            furthest.push(end);
        }
        let mut ends: HashMap<Span, Vec<_>, foldhash::fast::RandomState> = HashMap::default();
        for (item, propagator) in rule.propagators.iter().enumerate() {
            for (number, found) in evaluate(propagator.formula).iter().enumerate() {
                let place = |name: Symbol| {
                    let value = found.bindings.iter().find(|(bound, _)| *bound == name);
                    let range = value.and_then(|(_, value)| scene.range_of(value))?;
                    Some((range.start as u32, range.end as u32))
                };
                if let (Some(from), Some(to)) = (place(propagator.from), place(propagator.to)) {
                    let key = (item as u16, number as u32);
                    ends.entry(from).or_default().push((End::From, key.0, key.1));
                    ends.entry(to).or_default().push((End::To, key.0, key.1));
                }
            }
        }
        Some(Roles {
            sources,
            sinks,
            sanitizers,
            ranges,
            furthest,
            ends,
            cache: RefCell::default(),
        })
    }

    /// The roles of an element; `None` when it has none.
    pub fn held(&self, span: Span) -> Option<Rc<Held>> {
        if let Some(known) = self.cache.borrow().get(&span) {
            return known.clone();
        }
        let mut held = Held::default();
        let mut at = self.ranges.partition_point(|range| range.start <= span.0);
        while at > 0 && self.furthest[at - 1] >= span.1 {
            at -= 1;
            let range = self.ranges[at];
            if range.end >= span.1 {
                held.roles.push(HeldRole {
                    role: range.role,
                    item: range.item,
                    found: range.found,
                    covers: covers(span, (range.start, range.end)),
                });
            }
        }
        held.roles
            .sort_unstable_by_key(|held| (held.role, held.item, held.found));
        if let Some(ends) = self.ends.get(&span) {
            held.ends.clone_from(ends);
        }
        let made = (!held.roles.is_empty() || !held.ends.is_empty()).then(|| Rc::new(held));
        self.cache.borrow_mut().insert(span, made.clone());
        made
    }

    /// Whether some match of a source, or of a sink, meets a part of the file.
    pub fn has_within(&self, role: Role, span: &Range<usize>) -> bool {
        let items = match role {
            Role::Source => &self.sources,
            Role::Sink => &self.sinks,
            Role::Sanitizer => &self.sanitizers,
        };
        let meets = |found: &Found| found.range.start < span.end && span.start < found.range.end;
        items.iter().flat_map(|found| found.iter()).any(meets)
    }
}

/// More than 99 % of a range.
fn covers(element: Span, range: Span) -> bool {
    let (covered, whole) = (u64::from(element.1 - element.0), u64::from(range.1 - range.0));
    covered * 100 > whole * 99
}

/// The largest elements of exact items in a unit: the role, the item, and the element.
#[derive(Debug, Default)]
pub(crate) struct Largest(HashSet<(Role, u16, Span), foldhash::fast::RandomState>);

impl Largest {
    /// Told among the elements of a unit, of which each is there once. With `by_match` an element inside another counts too, when the
    /// two are in different matches.
    pub fn of(rule: &CompiledTaint, roles: &Roles, elements: &[Span], by_match: bool) -> Self {
        let mut groups: HashMap<(Role, u16, u32), Vec<Span>, foldhash::fast::RandomState> = HashMap::default();
        for element in elements {
            let Some(held) = roles.held(*element) else { continue };
            for role in &held.roles {
                if is_exact(rule, role.role, role.item) {
                    let found = if by_match { role.found } else { 0 };
                    groups.entry((role.role, role.item, found)).or_default().push(*element);
                }
            }
        }
        let mut largest = HashSet::default();
        for ((role, item, _), mut spans) in groups {
            spans.sort_unstable_by_key(|span| (span.0, u32::MAX - span.1));
            spans.dedup();
            let mut end = 0;
            for span in spans {
                if span.1 > end {
                    largest.insert((role, item, span));
                    end = span.1;
                }
            }
        }
        Self(largest)
    }

    /// Whether an element that lies in a match of an item has the role.
    pub fn admits(&self, rule: &CompiledTaint, role: Role, item: u16, span: Span) -> bool {
        !is_exact(rule, role, item) || self.0.contains(&(role, item, span))
    }
}

fn is_exact(rule: &CompiledTaint, role: Role, item: u16) -> bool {
    let item = usize::from(item);
    match role {
        Role::Source => rule.sources[item].exact,
        Role::Sink => rule.sinks[item].exact,
        Role::Sanitizer => rule.sanitizers[item].exact,
    }
}
