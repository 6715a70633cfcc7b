//! Literals, and expressions that have the value of one.

use std::sync::Arc;

use syntax::Language;
use syntax::facts::{Constant, ConstantClass};
use syntax::tree::{Kind, NodeId};

use super::{Environment, Environments, Matcher, Value};
use crate::pattern::StringPattern;

impl Matcher<'_> {
    /// A literal of the pattern against an expression: the same literal, or an expression with its value.
    pub(super) fn literal(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (pattern, node) = (self.p.node(p), self.t.node(t));
        if let Some(special) = self.pattern.strings.get(&p) {
            if node.kind == Kind::Str {
                return self.special_string(special, self.t.name(node.name), t, environment);
            }
            return self.constant_string(special, t, environment);
        }
        if node.kind == Kind::Adjacent && pattern.kind == Kind::Adjacent {
            let found = self.adjacent(self.p.children(p), self.t.children(t), environment.clone());
            if !found.is_empty() {
                return found;
            }
        }
        if node.kind == pattern.kind && node.name == pattern.name && pattern.kind != Kind::Adjacent {
            return vec![environment];
        }
        // `a:` has an empty value.
        let is_empty = node.kind == Kind::Null && self.file.language == Language::Yaml && node.start == node.end;
        if is_empty && pattern.kind == Kind::Str && self.p.name(pattern.name).is_empty() {
            return vec![environment];
        }
        if !self.options.constant_propagation {
            return Vec::new();
        }
        let is_same = match (pattern.kind, self.file.facts.constant(t)) {
            (Kind::Str, Some(Constant::Str(text))) => self.p.name(pattern.name) == &**text,
            (Kind::Int, Some(Constant::Int(value))) => self.p.name(pattern.name) == value.to_string(),
            (Kind::Float, Some(Constant::Float(value))) => self.p.name(pattern.name) == format!("{value}"),
            (Kind::Bool, Some(Constant::Bool(value))) => {
                self.p.name(pattern.name) == if *value { "true" } else { "false" }
            }
            (Kind::Adjacent, Some(Constant::Str(text))) => self.adjacent_text(p).is_some_and(|whole| whole == **text),
            _ => false,
        };
        self.when(is_same, environment)
    }

    /// A variable that holds `null`.
    pub(super) fn is_null(&self, t: NodeId) -> bool {
        let value = self.file.facts.symbolic_value(t);
        self.options.constant_propagation && value.is_some_and(|value| self.t.kind(value) == Kind::Null)
    }

    /// Adjacent strings one by one; `"..."` stands for one or more.
    fn adjacent(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        let Some((first, rest)) = ps.split_first() else {
            return self.when(ts.is_empty(), environment);
        };
        let most = match self.pattern.strings.get(first) {
            Some(StringPattern::Any) => ts.len(),
            _ => ts.len().min(1),
        };
        (1..=most)
            .flat_map(|taken| {
                let found = match (self.pattern.strings.get(first), self.t.kind(ts[0])) {
                    (Some(StringPattern::Any), _) => vec![environment.clone()],
                    _ => self.part(*first, ts[0], environment.clone()),
                };
                self.then(found, |e| self.adjacent(rest, &ts[taken..], e))
            })
            .collect()
    }

    /// The text of adjacent strings of the pattern.
    fn adjacent_text(&self, p: NodeId) -> Option<String> {
        let parts = self.p.children(p).iter();
        parts
            .map(|part| (self.p.kind(*part) == Kind::Str).then(|| self.p.name_of(*part)))
            .collect()
    }

    fn constant_string(&self, special: &StringPattern, t: NodeId, environment: Environment) -> Environments {
        // Pieces that are put together are a string whatever the option says.
        if !self.options.constant_propagation && self.t.kind(t) != Kind::Adjacent {
            return Vec::new();
        }
        match (special, self.file.facts.constant(t)) {
            (StringPattern::Any, Some(Constant::Str(_) | Constant::Some(ConstantClass::Str))) => vec![environment],
            (special, Some(Constant::Str(text))) => self.special_string(special, &text.clone(), t, environment),
            _ => Vec::new(),
        }
    }

    /// `"..."`, `"$X"`, `"=~/…/"` against a text of the file.
    pub(super) fn special_string(
        &self,
        special: &StringPattern,
        text: &str,
        t: NodeId,
        environment: Environment,
    ) -> Environments {
        match special {
            StringPattern::Any => vec![environment],
            StringPattern::Regex(regex) => self.when(regex.is_match(text), environment),
            StringPattern::Metavariable(name) => {
                let range = self.content_range(t);
                self.bind(
                    *name,
                    Value::Text {
                        range,
                        text: Arc::from(text),
                    },
                    environment,
                )
            }
        }
    }

    /// The bytes between the quotes.
    fn content_range(&self, t: NodeId) -> std::ops::Range<usize> {
        let span = self.t.span(t);
        let source = self.t.source(t);
        match self.t.kind(t) {
            Kind::Str => {}
            Kind::Regex => {
                let body = span.start + 1..span.start + 1 + self.t.name_of(t).len();
                return if body.end <= span.end { body } else { span };
            }
            // The value of a variable stands elsewhere.
            Kind::Name | Kind::Member => return 0..0,
            _ => return span,
        }
        let prefix = source.find(['"', '\'', '`']).filter(|at| *at <= 2);
        let Some(prefix) = prefix else { return span };
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

    /// A regular expression literal: its body as text; flags may be missing in the pattern.
    pub(super) fn regex_literal(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (pattern, node) = (self.p.node(p), self.t.node(t));
        let found = match self.pattern.strings.get(&p) {
            Some(special) => self.special_string(special, self.t.name(node.name), t, environment),
            None => self.when(pattern.name == node.name, environment),
        };
        let flags = self.p.child(p, 0);
        match flags.some() {
            None => found,
            Some(flags) => {
                let other = self.t.child(t, 0);
                let same = other.is_some() && self.p.node(flags).name == self.t.node(other).name;
                if same { found } else { Vec::new() }
            }
        }
    }
}
