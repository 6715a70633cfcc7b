//! Conditions on what metavariables hold.

use std::ops::Range;
use std::sync::Arc;

use syntax::tree::{Kind, NodeId, Symbol};

use super::{Outcome, Scene};
use crate::analysis;
use crate::compile::{Compiled, CompiledCondition, CompiledRegex};
use crate::matching::{self, File, Value};
use crate::rule::{Analyzer, Target};

impl Scene<'_> {
    /// What is left of a result: nothing, the result, or one for each way in which the condition holds.
    pub(super) fn condition(&self, condition: &CompiledCondition, result: Outcome) -> Vec<Outcome> {
        match condition {
            CompiledCondition::Regex {
                metavariable,
                regex,
                constant_propagation,
            } => self.regex_condition(*metavariable, regex, *constant_propagation, result),
            CompiledCondition::Pattern {
                metavariable,
                language,
                formula,
            } => self.pattern_condition(*metavariable, *language, formula, result),
            CompiledCondition::Comparison {
                comparison,
                names,
                strip,
            } => {
                let lookup = |name: &str| {
                    let (_, symbol) = names.iter().find(|(known, _)| known == name)?;
                    self.compared(value_of(&result, *symbol)?)
                };
                let holds = comparison.evaluate(&lookup, *strip, self.clock);
                if holds { vec![result] } else { Vec::new() }
            }
            CompiledCondition::Analysis { metavariable, analyzer } => {
                let Some(value) = value_of(&result, *metavariable) else {
                    return self.not_bound("metavariable-analysis", *metavariable);
                };
                let holds = self.analysis(*analyzer, value);
                if holds { vec![result] } else { Vec::new() }
            }
            CompiledCondition::Type { metavariable, types } => {
                let holds = match (self.file, value_of(&result, *metavariable)) {
                    (Some(file), Some(Value::Node(node))) => types
                        .iter()
                        .any(|pattern| matching::has_type(pattern, file, self.options, self.budget, *node)),
                    _ => false,
                };
                if holds { vec![result] } else { Vec::new() }
            }
        }
    }

    /// The result is dropped, and that is told.
    fn not_bound(&self, condition: &str, metavariable: Symbol) -> Vec<Outcome> {
        let name = self.names.text(metavariable);
        let problem = format!("`{condition}` on {name}, which is not bound");
        self.problems.borrow_mut().push(problem);
        Vec::new()
    }

    fn regex_condition(
        &self,
        metavariable: Symbol,
        regex: &CompiledRegex,
        on_constant: bool,
        result: Outcome,
    ) -> Vec<Outcome> {
        let Some(value) = value_of(&result, metavariable) else {
            return Vec::new();
        };
        let text = if on_constant {
            self.constant_text(value)
        } else {
            self.text_of(value)
        };
        let Some(text) = text else { return Vec::new() };
        let found = regex.regex.matches_from_start(&text);
        self.tell_fault(regex);
        if found.is_empty() {
            return Vec::new();
        }
        if regex.numbers.is_empty() {
            return vec![result];
        }
        let start = self.range_of(value).map_or(result.range.start, |range| range.start);
        let text = text.into_owned();
        found
            .into_iter()
            .map(|captures| {
                let mut made = result.clone();
                for group in &captures.groups {
                    let value = Value::Text {
                        range: start + group.range.start..start + group.range.end,
                        text: Arc::from(&text[group.range.clone()]),
                    };
                    if let Some(number) = regex.numbers.get(group.number - 1) {
                        rebind(&mut made, *number, value.clone());
                    }
                    if let Some(name) = &group.name
                        && let Some((_, symbol)) = regex.names.iter().find(|(other, _)| **other == **name)
                    {
                        rebind(&mut made, *symbol, value);
                    }
                }
                made
            })
            .collect()
    }

    fn analysis(&self, analyzer: Analyzer, value: &Value) -> bool {
        let text = match value {
            Value::Node(node) => {
                let Some(file) = self.file else { return false };
                match file.tree.kind(*node) {
                    Kind::Str => file.tree.name_of(*node).to_owned(),
                    _ => file.tree.source(*node).to_owned(),
                }
            }
            other => match self.text_of(other) {
                Some(text) => text.into_owned(),
                None => return false,
            },
        };
        let content = analysis::content(&text);
        match analyzer {
            Analyzer::Entropy => analysis::looks_secret(&content),
            Analyzer::Redos => analysis::backtracks_without_end(&content),
        }
    }

    // ---- metavariable-pattern

    fn pattern_condition(
        &self,
        metavariable: Symbol,
        language: Option<Target>,
        formula: &Compiled,
        result: Outcome,
    ) -> Vec<Outcome> {
        let Some(value) = value_of(&result, metavariable) else {
            return self.not_bound("metavariable-pattern", metavariable);
        };
        let inner = match language {
            None => self.in_the_same_language(value, formula, &result.bindings),
            Some(target) => self.in_another_language(value, target, formula, &result.bindings),
        };
        let Some(inner) = inner else { return Vec::new() };
        let mut made = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for found in inner {
            let mut with = result.clone();
            for (name, value) in found.bindings {
                if !with.bindings.iter().any(|(bound, _)| *bound == name) {
                    with.bindings.push((name, value));
                }
            }
            // The result itself stays beside those that bind more.
            if with.bindings.len() > result.bindings.len() && seen.insert(result.clone()) {
                made.push(result.clone());
            }
            if seen.insert(with.clone()) {
                made.push(with);
            }
        }
        made
    }

    /// The nested formula on the nodes that are bound, as if they were a file.
    fn in_the_same_language(
        &self,
        value: &Value,
        formula: &Compiled,
        bindings: &[(Symbol, Value)],
    ) -> Option<Vec<Outcome>> {
        match value {
            Value::Node(node) => Some(self.below(*node).evaluate(formula, bindings)),
            Value::Nodes(nodes) => Some(
                nodes
                    .iter()
                    .flat_map(|node| self.below(*node).evaluate(formula, bindings))
                    .collect(),
            ),
            Value::Text { range, .. } if self.file.is_none() => {
                // Generic mode: the text of a word or of what an ellipsis skipped.
                self.on_text(range.clone(), None, formula, bindings)
            }
            Value::Text { .. } => match formula_is_regex(formula) {
                true => self.on_text(self.range_of(value)?, None, formula, bindings),
                false => {
                    self.problems
                        .borrow_mut()
                        .push("`metavariable-pattern` without `language` on the content of a string".to_owned());
                    None
                }
            },
        }
    }

    fn below(&self, node: NodeId) -> Scene<'_> {
        Scene {
            below: Some(node),
            text: self.text,
            file: self.file,
            options: self.options,
            budget: self.budget,
            clock: self.clock,
            names: self.names,
            generic: self.generic,
            problems: self.problems,
        }
    }

    fn in_another_language(
        &self,
        value: &Value,
        target: Target,
        formula: &Compiled,
        bindings: &[(Symbol, Value)],
    ) -> Option<Vec<Outcome>> {
        if let Value::Text { range, text } = value
            && self.text.get(range.clone()) != Some(&**text)
        {
            // The content of a constant, which stands elsewhere.
            return self.on_content(text, range, Some(target), formula, bindings);
        }
        let range = match value {
            Value::Node(node) => {
                let file = self.file?;
                let is_text = matches!(file.tree.kind(*node), Kind::Str | Kind::MarkupText | Kind::Template);
                match (target, is_text) {
                    (_, true) => content_of_string(file, *node),
                    (Target::Generic | Target::Regex, false) => file.tree.span(*node),
                    (Target::Language(_), false) => return None,
                }
            }
            other => self.range_of(other)?,
        };
        self.on_text(range, Some(target), formula, bindings)
    }

    /// The nested formula on a part of the text; the ranges of its bindings are those of the whole.
    fn on_text(
        &self,
        range: Range<usize>,
        target: Option<Target>,
        formula: &Compiled,
        bindings: &[(Symbol, Value)],
    ) -> Option<Vec<Outcome>> {
        let text: Arc<str> = Arc::from(self.text.get(range.clone())?);
        self.on_content(&text, &range, target, formula, bindings)
    }

    /// The nested formula on a text that a part of the file stands for. What is bound stands where it is in that part, when the part is
    /// the text itself, else at the part as a whole.
    fn on_content(
        &self,
        text: &Arc<str>,
        range: &Range<usize>,
        target: Option<Target>,
        formula: &Compiled,
        bindings: &[(Symbol, Value)],
    ) -> Option<Vec<Outcome>> {
        let is_here = self.text.get(range.clone()) == Some(&**text);
        // It is read anew for each result.
        if !self.budget.take_many(4 * text.len() as u64) {
            return None;
        }
        let tree = match target {
            Some(Target::Language(language)) => {
                let tree = syntax::lower(language, text, Some(Arc::clone(self.names)))?;
                if !tree.problems().is_empty() {
                    self.problems.borrow_mut().push(format!(
                        "a part of the content of a metavariable is not {}",
                        language.title()
                    ));
                }
                Some((tree, language))
            }
            _ => None,
        };
        let file = tree.as_ref().map(|(tree, language)| File::new(tree, *language));
        let outer: Vec<(Symbol, Value)> = bindings
            .iter()
            .filter_map(|(name, value)| {
                let text = self.text_of(value)?;
                Some((
                    *name,
                    Value::Text {
                        range: 0..0,
                        text: Arc::from(&*text),
                    },
                ))
            })
            .collect();
        let scene = Scene {
            text,
            file: file.as_ref(),
            below: None,
            options: self.options,
            budget: self.budget,
            clock: self.clock,
            names: self.names,
            generic: None,
            problems: self.problems,
        };
        let found = scene.evaluate(formula, &outer);
        let made = found.into_iter().map(|mut result| {
            let bound = result
                .bindings
                .drain(..)
                .filter(|(name, _)| !bindings.iter().any(|(other, _)| other == name));
            let moved: Vec<_> = bound
                .filter_map(|(name, value)| {
                    let at = scene.range_of(&value)?;
                    let content = scene.text_of(&value)?;
                    let text: Arc<str> = Arc::from(&*content);
                    Some((
                        name,
                        Value::Text {
                            range: match is_here {
                                true => range.start + at.start..range.start + at.end,
                                false => range.clone(),
                            },
                            text,
                        },
                    ))
                })
                .collect();
            result.bindings = moved;
            result
        });
        Some(made.collect())
    }
}

fn formula_is_regex(formula: &Compiled) -> bool {
    match formula {
        Compiled::Regex(_) => true,
        Compiled::Pattern(_) | Compiled::Generic(..) => false,
        Compiled::Any(members) => members.iter().all(formula_is_regex),
        Compiled::Inside(inner) | Compiled::Anywhere(inner) => formula_is_regex(inner),
        Compiled::All(all) => all.positives.iter().chain(&all.negatives).all(formula_is_regex),
    }
}

/// The bytes of a string between its quotes.
fn content_of_string(file: &File<'_>, node: NodeId) -> Range<usize> {
    let span = file.tree.span(node);
    let source = file.tree.source(node);
    let Some(prefix) = source.find(['"', '\'', '`']).filter(|at| *at <= 2) else {
        return span;
    };
    let body = &source[prefix..];
    let quote = &body[..1];
    let triple = quote.repeat(3);
    let width = if body.len() >= 6 && body.starts_with(&triple) && body.ends_with(&triple) {
        3
    } else {
        1
    };
    match body.len() >= 2 * width && body.ends_with(quote) {
        true => span.start + prefix + width..span.end - width,
        false => span,
    }
}

fn value_of(result: &Outcome, name: Symbol) -> Option<&Value> {
    result
        .bindings
        .iter()
        .find(|(bound, _)| *bound == name)
        .map(|(_, value)| value)
}

fn rebind(result: &mut Outcome, name: Symbol, value: Value) {
    result.bindings.retain(|(bound, _)| *bound != name);
    result.bindings.push((name, value));
}
