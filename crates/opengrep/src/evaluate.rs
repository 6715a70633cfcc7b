//! The results of a formula in one text: sets of ranges with bindings, and how they combine.
//!
//! A result is a range, what the metavariables stand for, and a kind that says what enclosing or excluding means for it. Members of a
//! conjunction are combined two by two: of two ranges of which one holds the other the smaller stays, with the bindings of both.

mod condition;
mod content;

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::BuildHasher as _;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use syntax::tree::{NodeId, Symbol};

use crate::comparison::Clock;
use crate::compile::{Compiled, CompiledConjunction, CompiledRegex};
use crate::generic::GenericText;
use crate::matching::{self, Budget, File, Value};
use crate::rule::{GenericOptions, Options};

/// The most results that a formula may have in one text; a rule that has more is stopped and reported.
pub(crate) const MAX_RESULTS: usize = 10_000;

/// The steps that a pattern of generic mode may take in one text.
const MAX_GENERIC_STEPS: usize = 4_000_000;
/// The steps that a condition on one result is charged with.
const STEPS_OF_A_CONDITION: u64 = 64;

/// What some files start with, which is no part of their text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// One result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    pub range: Range<usize>,
    pub bindings: Vec<(Symbol, Value)>,
    pub kind: ResultKind,
    pub fix: Option<Arc<str>>,
}

/// What a result means to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ResultKind {
    Plain,
    Regex,
    Inside,
    Anywhere,
}

/// Texts of generic mode, by their options.
pub(crate) type GenericTexts = RefCell<Vec<(GenericOptions, Rc<GenericText>)>>;

/// A text that formulas are evaluated on.
pub(crate) struct Scene<'s> {
    /// The text that regular expressions search.
    pub text: &'s str,
    /// Its tree, when its language has one.
    pub file: Option<&'s File<'s>>,
    /// Only what is at or below this node, when the text is the content of a metavariable of the same language.
    pub below: Option<NodeId>,
    pub options: &'s Options,
    pub budget: &'s Budget,
    pub clock: &'s Clock,
    /// For texts in other languages inside this one.
    pub names: &'s Arc<syntax::tree::Names>,
    /// The words of the whole text, by the options that they were told apart with.
    pub generic: Option<&'s GenericTexts>,
    /// What went wrong without ending the evaluation.
    pub problems: &'s std::cell::RefCell<Vec<String>>,
}

impl<'s> Scene<'s> {
    /// The bytes that are looked at.
    fn extent(&self) -> Range<usize> {
        match (self.file, self.below) {
            (Some(file), Some(below)) => file.tree.span(below),
            _ => self.text.len() - self.text.trim_start_matches(BYTE_ORDER_MARK).len()..self.text.len(),
        }
    }

    pub fn evaluate(&self, formula: &Compiled, outer: &[(Symbol, Value)]) -> Vec<Outcome> {
        self.formula(formula, outer, false)
    }

    fn formula(&self, formula: &Compiled, outer: &[(Symbol, Value)], longest: bool) -> Vec<Outcome> {
        match formula {
            Compiled::Pattern(pattern) => {
                let Some(file) = self.file else { return Vec::new() };
                let below = self.below.unwrap_or(file.tree.root());
                let found = matching::find_with(pattern, file, self.options, self.budget, outer, below, longest);
                let mut made: Vec<Outcome> = found
                    .into_iter()
                    .map(|found| outcome(found.range, found.bindings, ResultKind::Plain))
                    .collect();
                distinct(&mut made);
                made
            }
            Compiled::Generic(pattern, _) => self.generic(pattern, outer),
            Compiled::Regex(regex) => self.regex(regex),
            Compiled::Any(members) => members
                .iter()
                .flat_map(|member| self.formula(member, outer, longest))
                .collect(),
            Compiled::Inside(inner) => self.of_kind(inner, outer, ResultKind::Inside),
            Compiled::Anywhere(inner) => self.of_kind(inner, outer, ResultKind::Anywhere),
            Compiled::All(all) => self.conjunction(all, outer, longest),
        }
    }

    fn of_kind(&self, inner: &Compiled, outer: &[(Symbol, Value)], kind: ResultKind) -> Vec<Outcome> {
        let mut found = self.formula(inner, outer, true);
        found.iter_mut().for_each(|result| result.kind = kind);
        found
    }

    fn generic(&self, pattern: &crate::generic::GenericPattern, outer: &[(Symbol, Value)]) -> Vec<Outcome> {
        let extent = self.extent();
        let text = &self.text[extent.clone()];
        let tokens = self.generic_text(text);
        let mut steps = MAX_GENERIC_STEPS.min(usize::try_from(self.budget.left()).unwrap_or(usize::MAX));
        let at_most = steps;
        let found = pattern.find(&tokens, &mut steps);
        if steps == 0 {
            self.problems
                .borrow_mut()
                .push("a generic pattern took too many steps: results may be missing".to_owned());
        }
        self.budget.take_many((at_most - steps) as u64);
        let mut made = Vec::new();
        for hit in found {
            let mut bindings = outer.to_vec();
            let mut fits = true;
            for (name, range) in hit.bindings {
                let Some(symbol) = self.names.get(&name) else { continue };
                let range = range.start + extent.start..range.end + extent.start;
                let value = self.text_value(range);
                match bindings.iter().find(|(bound, _)| *bound == symbol) {
                    Some((_, bound)) => fits &= self.equal(bound, &value),
                    None => bindings.push((symbol, value)),
                }
            }
            if fits {
                made.push(outcome(
                    hit.range.start + extent.start..hit.range.end + extent.start,
                    bindings,
                    ResultKind::Plain,
                ));
            }
        }
        made
    }

    /// The words of a text; those of the whole text are told apart once for all rules.
    fn generic_text(&self, text: &str) -> Rc<GenericText> {
        let options = &self.options.generic;
        let shared = self.generic.filter(|_| text.len() == self.text.len());
        if let Some(known) = shared.and_then(|texts| {
            let texts = texts.borrow();
            let known = texts.iter().find(|(other, _)| other == options);
            known.map(|(_, text)| Rc::clone(text))
        }) {
            return known;
        }
        let made = Rc::new(GenericText::new(text, options));
        if let Some(texts) = shared {
            texts.borrow_mut().push((options.clone(), Rc::clone(&made)));
        }
        made
    }

    fn text_value(&self, range: Range<usize>) -> Value {
        Value::Text {
            text: Arc::from(&self.text[range.clone()]),
            range,
        }
    }

    fn regex(&self, regex: &CompiledRegex) -> Vec<Outcome> {
        let extent = self.extent();
        let found = regex.regex.find_some(&self.text[extent.clone()], &mut |found| {
            found <= MAX_RESULTS && self.budget.take_many(STEPS_OF_A_CONDITION)
        });
        self.tell_fault(regex);
        let moved = |range: &Range<usize>| range.start + extent.start..range.end + extent.start;
        found
            .into_iter()
            .map(|captures| {
                let mut bindings = Vec::new();
                for group in &captures.groups {
                    let value = self.text_value(moved(&group.range));
                    if let Some(number) = regex.numbers.get(group.number - 1) {
                        bindings.push((*number, value.clone()));
                    }
                    if let Some(name) = &group.name
                        && let Some((_, symbol)) = regex.names.iter().find(|(other, _)| **other == **name)
                    {
                        bindings.push((*symbol, value));
                    }
                }
                outcome(moved(&captures.range), bindings, ResultKind::Regex)
            })
            .collect()
    }

    /// Tells why an expression that was searched found nothing, where it could not run.
    fn tell_fault(&self, regex: &CompiledRegex) {
        if let Some(fault) = regex.regex.fault() {
            self.problems
                .borrow_mut()
                .push(format!("a regular expression did not run: {fault}"));
        }
    }

    // ---- conjunctions

    fn conjunction(&self, all: &CompiledConjunction, outer: &[(Symbol, Value)], longest: bool) -> Vec<Outcome> {
        let mut results = match self.positives(all, outer, longest) {
            Some(results) => results,
            // Only negations and conditions: everything, once.
            None => vec![outcome(self.extent(), outer.to_vec(), ResultKind::Plain)],
        };
        for negative in &all.negatives {
            if results.is_empty() {
                return results;
            }
            let excluded = self.formula(negative, outer, false);
            results.retain(|result| {
                self.budget.take_many(pairs(excluded.len()))
                    && !excluded.iter().any(|other| self.excludes(other, result))
            });
        }
        for condition in &all.conditions {
            if results.is_empty() {
                return results;
            }
            results = results
                .into_iter()
                .take_while(|_| self.budget.take_many(STEPS_OF_A_CONDITION))
                .flat_map(|result| self.condition(condition, result))
                .collect();
            distinct(&mut results);
        }
        for names in &all.focus {
            results = self.focused(&results, names);
        }
        for result in &mut results {
            if let Some(fix) = &all.fix {
                result.fix = Some(Arc::from(fix.as_str()));
            }
            if let Some(name) = all.bind_as {
                let value = match self.node_at(&result.range) {
                    Some(node) => Value::Node(node),
                    None => self.text_value(result.range.clone()),
                };
                result.bindings.push((name, value));
            }
        }
        results
    }

    /// The results that all positive members agree on; `None` when there are none.
    fn positives(&self, all: &CompiledConjunction, outer: &[(Symbol, Value)], longest: bool) -> Option<Vec<Outcome>> {
        let is_bare =
            |member: &Compiled| matches!(member, Compiled::Pattern(pattern) if pattern.bare_metavariable().is_some());
        let set_aside = match all.positives.len() {
            0 => return None,
            1 => None,
            _ => all.positives.iter().position(is_bare),
        };
        // Cheap members first: where one finds nothing the others are not asked.
        let mut order: Vec<usize> = (0..all.positives.len()).filter(|at| Some(*at) != set_aside).collect();
        order.sort_by_key(|at| cost(&all.positives[*at]));
        let mut others: Vec<(usize, Vec<Outcome>)> = Vec::new();
        for at in order {
            let found = self.formula(&all.positives[at], outer, longest);
            if found.is_empty() {
                return Some(Vec::new());
            }
            others.push((at, found));
        }
        others.sort_by_key(|(at, _)| *at);
        let mut others: Vec<Vec<Outcome>> = others.into_iter().map(|(_, found)| found).collect();
        others.sort_by_key(|found| found.first().is_some_and(|first| first.kind == ResultKind::Inside));
        let mut members = others.into_iter();
        let mut results = members.next()?;
        for member in members {
            results = self.and(&results, &member);
            if results.is_empty() || self.budget.is_exhausted() {
                return Some(results);
            }
        }
        if let Some(at) = set_aside {
            let found = self.formula(&all.positives[at], outer, longest);
            results = self.and(&found, &results);
        }
        Some(results)
    }

    /// Two members: where a range of one is in a range of the other, the smaller one with the bindings of both.
    fn and(&self, ones: &[Outcome], others: &[Outcome]) -> Vec<Outcome> {
        let mut results = Vec::new();
        for one in ones {
            if !self.budget.take_many(pairs(others.len())) {
                return results;
            }
            for other in others {
                if results.len() > MAX_RESULTS || self.budget.is_exhausted() {
                    return results;
                }
                if self.is_in(one, other) && !(one.kind == ResultKind::Inside && other.kind != ResultKind::Inside) {
                    results.push(merged(one, other));
                }
                if self.is_in(other, one) && !(other.kind == ResultKind::Inside && one.kind != ResultKind::Inside) {
                    results.push(merged(other, one));
                }
            }
        }
        distinct(&mut results);
        results
    }

    fn is_in(&self, inner: &Outcome, other: &Outcome) -> bool {
        let holds = other.kind == ResultKind::Anywhere
            || (other.range.start <= inner.range.start && inner.range.end <= other.range.end);
        holds && self.unify(inner, other)
    }

    fn unify(&self, one: &Outcome, other: &Outcome) -> bool {
        one.bindings.iter().all(|(name, value)| {
            if self.is_number(*name) {
                return true;
            }
            other
                .bindings
                .iter()
                .filter(|(bound, _)| bound == name)
                .all(|(_, bound)| self.equal(value, bound))
        })
    }

    /// `$1`: the same number means nothing in another expression.
    fn is_number(&self, name: Symbol) -> bool {
        let text = self.names.text(name);
        text.len() > 1 && text[1..].bytes().all(|byte| byte.is_ascii_digit())
    }

    pub fn equal(&self, one: &Value, other: &Value) -> bool {
        match (self.file, one, other) {
            (Some(file), ..) => matching::equal(file, self.options, self.budget, one, other),
            (None, Value::Text { text: one, .. }, Value::Text { text: other, .. }) => one == other,
            _ => false,
        }
    }

    fn excludes(&self, negative: &Outcome, result: &Outcome) -> bool {
        match negative.kind {
            ResultKind::Inside => self.is_in(result, negative),
            ResultKind::Regex => self.is_in(result, negative) || self.is_in(negative, result),
            ResultKind::Plain => result.range == negative.range && self.unify(result, negative),
            ResultKind::Anywhere => true,
        }
    }

    /// The ranges of these metavariables instead of those of the results.
    fn focused(&self, results: &[Outcome], names: &[Symbol]) -> Vec<Outcome> {
        let mut made = Vec::new();
        for result in results {
            for name in names {
                let bound = result.bindings.iter().find(|(bound, _)| bound == name);
                let Some(range) = bound.and_then(|(_, value)| self.range_of(value)) else {
                    continue;
                };
                // Of two focuses the smaller range counts, whichever comes first.
                // What stands nowhere here, as the value of a variable does, is no focus. Of two ranges the smaller counts.
                let is_in =
                    |inner: &Range<usize>, outer: &Range<usize>| outer.start <= inner.start && inner.end <= outer.end;
                if range.is_empty() {
                    continue;
                }
                if is_in(&range, &result.range) {
                    made.push(Outcome {
                        range,
                        ..result.clone()
                    });
                } else if is_in(&result.range, &range) {
                    made.push(result.clone());
                }
            }
        }
        distinct(&mut made);
        made
    }

    /// The innermost node that covers a range and nothing else.
    fn node_at(&self, range: &Range<usize>) -> Option<NodeId> {
        let tree = self.file?.tree;
        let (mut node, mut found) = (tree.root(), None);
        loop {
            if tree.span(node) == *range {
                found = Some(node);
            }
            let around = |child: &&NodeId| {
                let span = tree.span(**child);
                child.is_some() && span.start <= range.start && range.end <= span.end
            };
            match tree.children(node).iter().find(around) {
                Some(child) => node = *child,
                None => return found,
            }
        }
    }

    /// Where a value stands; an empty list stands nowhere.
    pub fn range_of(&self, value: &Value) -> Option<Range<usize>> {
        match value {
            Value::Node(node) => Some(self.file?.tree.span(*node)),
            Value::Nodes(nodes) => {
                let tree = self.file?.tree;
                let (first, last) = (nodes.first()?, nodes.last()?);
                Some(tree.span(*first).start..tree.span(*last).end)
            }
            Value::Text { range, .. } => Some(range.clone()),
        }
    }
}

/// The steps that a comparison of one result with so many others is charged with.
fn pairs(others: usize) -> u64 {
    others as u64 / 16 + 1
}

/// About how much work a formula is.
fn cost(formula: &Compiled) -> u32 {
    match formula {
        Compiled::Pattern(pattern) => pattern.cost(),
        Compiled::Regex(_) | Compiled::Generic(..) => 2,
        Compiled::Inside(inner) | Compiled::Anywhere(inner) => cost(inner),
        Compiled::Any(members) => members.iter().map(cost).sum(),
        Compiled::All(all) => all.positives.iter().map(cost).min().unwrap_or(8) + 1,
    }
}

fn outcome(range: Range<usize>, bindings: Vec<(Symbol, Value)>, kind: ResultKind) -> Outcome {
    Outcome {
        range,
        bindings,
        kind,
        fix: None,
    }
}

/// The inner result with what only the outer one binds.
fn merged(inner: &Outcome, outer: &Outcome) -> Outcome {
    let mut made = inner.clone();
    for (name, value) in &outer.bindings {
        if !made.bindings.iter().any(|(bound, _)| bound == name) {
            made.bindings.push((*name, value.clone()));
        }
    }
    made.fix = outer.fix.clone().or(made.fix);
    made
}

/// Removes results that are equal to an earlier one.
fn distinct(results: &mut Vec<Outcome>) {
    if results.len() < 2 {
        return;
    }
    let hasher = foldhash::fast::RandomState::default();
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::with_capacity(results.len());
    let mut kept: Vec<Outcome> = Vec::with_capacity(results.len());
    for result in results.drain(..) {
        let places = seen.entry(hasher.hash_one(&result)).or_default();
        if places.iter().any(|place| kept[*place] == result) {
            continue;
        }
        places.push(kept.len());
        kept.push(result);
    }
    *results = kept;
}
