//! Definitions: variables, functions, classes, their parameters and attributes.

use std::ops::Range;

use syntax::Language;
use syntax::tree::{Flags, Kind, NodeId};

use super::{Environment, Environments, Matcher, Value};

/// How much of a definition is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// All of it.
    Whole,
    /// What stands before the body.
    Header,
}

impl Matcher<'_> {
    pub(super) fn definition(&self, p: NodeId, t: NodeId, environment: Environment, extent: Extent) -> Environments {
        match (self.p.kind(p), self.t.kind(t)) {
            (Kind::Function, Kind::Function) => self.function(p, t, environment, extent),
            (Kind::Function, Kind::Variable) => self.function_as_variable(p, t, environment),
            (Kind::Class, Kind::Class) => self.class(p, t, environment, extent),
            (Kind::Variable, Kind::Variable) => self.variable(p, t, environment),
            (Kind::TypeAlias, Kind::TypeAlias) => {
                let (ps, ts) = (self.p.children(p), self.t.children(t));
                let found = self.identifier(ps[3], ts[3], environment);
                self.then(found, |e| self.written_type(ps[2], ts[2], e))
            }
            _ => Vec::new(),
        }
    }

    // ---- variables

    fn variable(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        let found = self.attributes(ps[0], ts[0], environment);
        let found = match ps[1].some() {
            None => found,
            Some(wanted) => self.then(found, |e| self.written_type(wanted, ts[1], e)),
        };
        let found = self.then(found, |e| self.declared(ps, ts, e));
        match (ps[2].some(), ts[2].some()) {
            (None, None) => found,
            (Some(wanted), None) if self.p.kind(wanted) == Kind::Ellipsis => found,
            (Some(wanted), Some(value)) => self.then(found, |e| self.part(wanted, value, e)),
            _ => Vec::new(),
        }
    }

    /// The name of a variable or a parameter, or the pattern that takes it apart.
    fn declared(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        match (ps[4].some(), ts[4].some()) {
            (Some(p), Some(t)) => self.identifier(p, t, environment),
            (Some(p), None) if self.p.kind(p) == Kind::Metavariable && ts[3].is_some() => {
                self.bind_node(self.p.node(p).name, ts[3], environment)
            }
            (None, None) => self.part(ps[3], ts[3], environment),
            _ => Vec::new(),
        }
    }

    /// `$X = e` on a declaration with an initialiser.
    pub(super) fn assignment_as_variable(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        if !ts[2].is_some() {
            return Vec::new();
        }
        let declared = ts[4].some().or(ts[3].some());
        // `var a, b = f()` of Go declares two names and assigns neither.
        if self.file.language == Language::Go && ts[3].is_some() && !self.is_short_declaration(t) {
            return Vec::new();
        }
        let found = match (declared, ps[0].some()) {
            (Some(declared), Some(target)) => match self.p.kind(target) {
                Kind::Metavariable | Kind::Name => self.identifier(target, declared, environment),
                Kind::TypedMetavariable => {
                    let typed = self.written_type(self.p.child(target, 0), ts[1], environment);
                    self.then(typed, |e| self.bind_node(self.p.node(target).name, declared, e))
                }
                _ => self.expression(target, declared, environment),
            },
            _ => return Vec::new(),
        };
        self.then(found, |e| self.part(ps[1], ts[2], e))
    }

    /// `a := f()` of Go.
    fn is_short_declaration(&self, t: NodeId) -> bool {
        let attributes = self.t.child(t, 0).some();
        let mut modifiers = attributes.iter().flat_map(|list| self.t.children(*list));
        modifiers.any(|modifier| self.t.name_of(*modifier) == ":=")
    }

    pub(super) fn is_member_of_class(&self, t: NodeId) -> bool {
        let parent = self.file.facts.parent(t);
        parent.is_some() && self.t.kind(parent) == Kind::ClassBody
    }

    /// `$X = function(…) {…}` on a method.
    pub(super) fn assignment_as_method(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        let (Some(target), Some(value)) = (ps[0].some(), ps[1].some()) else {
            return Vec::new();
        };
        if self.p.kind(value) != Kind::Lambda {
            return Vec::new();
        }
        let vs = self.p.children(value);
        let found = self.identifier(target, ts[5], environment);
        let found = self.then(found, |e| self.parameters(vs[1], ts[1], e));
        self.then(found, |e| self.function_body(vs[3], ts[3], e))
    }

    /// The range starts at the name.
    pub(super) fn range_of_variable_as_assignment(&self, t: NodeId) -> Range<usize> {
        let ts = self.t.children(t);
        let span = self.t.span(t);
        if self.file.language == Language::Java {
            return span;
        }
        let start = ts[4]
            .some()
            .or(ts[3].some())
            .map_or(span.start, |declared| self.t.span(declared).start);
        start..span.end
    }

    // ---- functions

    fn function(&self, p: NodeId, t: NodeId, environment: Environment, extent: Extent) -> Environments {
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        let found = self.attributes(ps[0], ts[0], environment);
        let found = self.then(found, |e| self.identifier(ps[5], ts[5], e));
        let found = self.then(found, |e| self.receiver(ps, ts, e));
        let found = self.then(found, |e| self.parameters(ps[1], ts[1], e));
        let found = match ps[2].some() {
            None => found,
            Some(wanted) => self.then(found, |e| self.written_type(wanted, ts[2], e)),
        };
        let thrown = |tree: &'_ syntax::tree::Tree, children: &[NodeId]| {
            let list = children.get(7).and_then(|list| list.some());
            list.map_or_else(Vec::new, |list| tree.children(list).to_vec())
        };
        let found = match thrown(self.p, ps) {
            wanted if wanted.is_empty() => found,
            wanted => {
                let types = thrown(self.t, ts);
                self.then(found, |e| self.unordered(&wanted, &types, e, true))
            }
        };
        match extent {
            Extent::Header => found,
            Extent::Whole => self.then(found, |e| self.function_body(ps[3], ts[3], e)),
        }
    }

    /// The receiver of a Go method: it may be missing in the pattern.
    fn receiver(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        let of = |children: &[NodeId]| children.get(6).copied().unwrap_or(NodeId::NONE);
        match (of(ps).some(), of(ts).some()) {
            (None, _) => vec![environment],
            (Some(p), Some(t)) => self.parameters(p, t, environment),
            _ => Vec::new(),
        }
    }

    /// `{}` and, with nothing but an ellipsis in it, `{ ... }` also stand for no body.
    fn function_body(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        match (p.some(), t.some()) {
            // The default of an annotation's element is no body.
            (None, Some(t)) => self.when(self.t.node(t).flags.has(Flags::BARE), environment),
            (None, None) => vec![environment],
            (Some(p), None) => {
                let says_nothing = self
                    .p
                    .children(p)
                    .iter()
                    .all(|part| self.p.kind(*part) == Kind::Ellipsis);
                self.when(self.p.kind(p) == Kind::Block && says_nothing, environment)
            }
            (Some(p), Some(t)) => self.lambda_body(p, t, environment),
        }
    }

    /// A named function on a variable that holds one.
    fn function_as_variable(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        let Some(value) = ts[2].some().filter(|value| self.t.kind(*value) == Kind::Lambda) else {
            return Vec::new();
        };
        let found = match ts[4].some() {
            Some(declared) => self.identifier(ps[5], declared, environment),
            None => return Vec::new(),
        };
        self.then(found, |e| self.function_as_value(ps, value, e))
    }

    /// `function ... (…) {…}`: any function whatever its form.
    pub(super) fn is_of_any_form(&self, p: NodeId) -> bool {
        let declared = self.p.child(p, 5);
        self.p.kind(p) == Kind::Function && declared.is_some() && self.p.kind(declared) == Kind::Ellipsis
    }

    pub(super) fn function_on_lambda(&self, p: NodeId, lambda: NodeId, environment: Environment) -> Environments {
        self.function_as_value(self.p.children(p), lambda, environment)
    }

    /// The statement, but of a method that a function of any form matches only what follows its name.
    pub(super) fn range_of_statement(&self, p: NodeId, t: NodeId) -> Range<usize> {
        let span = self.t.span(t);
        let parameters = self.t.child(t, 1);
        if !self.is_of_any_form(p) || self.t.kind(t) != Kind::Function || !parameters.is_some() {
            return span;
        }
        let start = self.t.span(parameters).start;
        match self.t.text()[span.start..start].contains("function") {
            true => span,
            false => start..span.end,
        }
    }

    fn function_as_value(&self, ps: &[NodeId], value: NodeId, environment: Environment) -> Environments {
        let vs = self.t.children(value);
        let found = self.attributes(ps[0], vs[0], environment);
        let found = self.then(found, |e| self.parameters(ps[1], vs[1], e));
        let found = match ps[2].some() {
            None => found,
            Some(wanted) => self.then(found, |e| self.written_type(wanted, vs[2], e)),
        };
        self.then(found, |e| self.function_body(ps[3], vs[3], e))
    }

    /// `m(…) {…}` on `m: function(…) {…}`.
    pub(super) fn function_as_property(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        let Some(value) = ts[1].some().filter(|value| self.t.kind(*value) == Kind::Lambda) else {
            return Vec::new();
        };
        let found = self.identifier(ps[5], ts[0], environment);
        self.then(found, |e| self.function_as_value(ps, value, e))
    }

    /// `m: function(…) {…}` and `m: ...` on `m(…) {…}`.
    pub(super) fn property_as_function(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        let value = ps[1];
        if !value.is_some() {
            return Vec::new();
        }
        let found = self.identifier(ps[0], ts[5], environment);
        match self.p.kind(value) {
            Kind::Ellipsis => found,
            Kind::Lambda => {
                let vs = self.p.children(value);
                let found = self.then(found, |e| self.parameters(vs[1], ts[1], e));
                self.then(found, |e| self.function_body(vs[3], ts[3], e))
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn parameters(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if !p.is_some() || !t.is_some() {
            return self.when(p.is_some() == t.is_some(), environment);
        }
        self.parameter_list(self.p.children(p), self.t.children(t), environment)
    }

    fn parameter_list(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return self.when(ts.is_empty(), environment);
        };
        match self.p.kind(*first) {
            Kind::Ellipsis if rest.is_empty() => vec![environment],
            Kind::Ellipsis => (0..=ts.len())
                .flat_map(|taken| self.parameter_list(rest, &ts[taken..], environment.clone()))
                .collect(),
            Kind::MetavariableEllipsis => (0..=ts.len())
                .flat_map(|taken| {
                    let found = self.bind(
                        self.p.node(*first).name,
                        Value::Nodes(ts[..taken].into()),
                        environment.clone(),
                    );
                    self.then(found, |e| self.parameter_list(rest, &ts[taken..], e))
                })
                .collect(),
            _ => match ts.split_first() {
                Some((t, others)) => {
                    let found = self.parameter(*first, *t, environment);
                    self.then(found, |e| self.parameter_list(rest, others, e))
                }
                None => Vec::new(),
            },
        }
    }

    fn parameter(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (pattern, node) = (self.p.node(p), self.t.node(t));
        if pattern.kind != node.kind || pattern.flags.has(Flags::MAPPING) != node.flags.has(Flags::MAPPING) {
            return Vec::new();
        }
        if pattern.kind == Kind::ParameterMark {
            return self.when(pattern.name == node.name, environment);
        }
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        if ps.len() < 5 || ts.len() < 5 {
            return self.part(p, t, environment);
        }
        // With a type a metavariable is the name of the parameter.
        let (is_typed, is_destructured) = (ps[1].is_some(), ts[3].is_some() && !ts[4].is_some());
        if is_typed && is_destructured && ps[4].is_some() {
            return Vec::new();
        }
        let found = self.attributes(ps[0], ts[0], environment);
        let found = match ps[1].some() {
            None => found,
            Some(wanted) => self.then(found, |e| self.written_type(wanted, ts[1], e)),
        };
        let found = match ps[2].some() {
            None => found,
            Some(wanted) => self.then(found, |e| self.part(wanted, ts[2], e)),
        };
        // Parameters without a name have a type only.
        if !ps[3].is_some() && !ps[4].is_some() && !ts[3].is_some() && !ts[4].is_some() {
            return found;
        }
        self.then(found, |e| self.declared(ps, ts, e))
    }

    // ---- classes

    fn class(&self, p: NodeId, t: NodeId, environment: Environment, extent: Extent) -> Environments {
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        if !self.same_kind_of_class(ps[7], ts[7]) {
            return Vec::new();
        }
        let found = self.attributes(ps[0], ts[0], environment);
        let found = self.then(found, |e| self.identifier(ps[6], ts[6], e));
        let found = match ps[1].some() {
            None => found,
            Some(bases) => self.then(found, |e| {
                let others = ts[1].some().map_or(&[][..], |bases| self.t.children(bases));
                self.bases(self.p.children(bases), others, e)
            }),
        };
        let found = match ps[2].some() {
            None => found,
            Some(interfaces) => self.then(found, |e| {
                let others = ts[2].some().map_or(&[][..], |list| self.t.children(list));
                self.unordered(self.p.children(interfaces), others, e, true)
            }),
        };
        match (extent, ps[3].some()) {
            (Extent::Header, _) | (_, None) => found,
            (Extent::Whole, Some(body)) => self.then(found, |e| match ts[3].some() {
                Some(other) => self.members(body, other, e),
                None => self.when(
                    self.p
                        .children(body)
                        .iter()
                        .all(|part| self.p.kind(*part) == Kind::Ellipsis),
                    e,
                ),
            }),
        }
    }

    /// An enum is a class, although `enum` is only an enum; interfaces, records and traits are not.
    fn same_kind_of_class(&self, p: NodeId, t: NodeId) -> bool {
        let wanted = p.some().map_or("class", |word| self.p.name_of(word));
        let word = t.some().map_or("class", |word| self.t.name_of(word));
        wanted == word || (wanted == "class" && word == "enum")
    }

    /// A prefix in order; an ellipsis stands for any number.
    fn bases(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return vec![environment];
        };
        match self.p.kind(*first) {
            Kind::Ellipsis => (0..=ts.len())
                .flat_map(|taken| self.bases(rest, &ts[taken..], environment.clone()))
                .collect(),
            _ => match ts.split_first() {
                Some((t, others)) => {
                    let found = match self.t.kind(*t).is_type() || self.p.kind(*first).is_type() {
                        true => self.written_type(*first, *t, environment),
                        false => self.part(*first, *t, environment),
                    };
                    self.then(found, |e| self.bases(rest, others, e))
                }
                None => Vec::new(),
            },
        }
    }

    /// The members of a class: in any order, others may be there.
    pub(super) fn members(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let ts = self.t.children(t);
        let mut list = None;
        let mut wanted = Vec::new();
        for part in self.p.children(p) {
            match self.p.kind(*part) {
                Kind::Ellipsis => {}
                Kind::MetavariableEllipsis => list = Some(*part),
                _ => wanted.push(*part),
            }
        }
        self.pick_members(&wanted, ts, environment, list)
    }

    fn pick_members(
        &self,
        ps: &[NodeId],
        ts: &[NodeId],
        environment: Environment,
        list: Option<NodeId>,
    ) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return match list {
                Some(list) => self.bind(self.p.node(list).name, Value::Nodes(ts.into()), environment),
                None => vec![environment],
            };
        };
        let mut found = Vec::new();
        for (at, t) in ts.iter().enumerate() {
            let here = self.statement(*first, *t, environment.clone());
            if here.is_empty() {
                continue;
            }
            let others = self.without(ts, at);
            found.extend(self.then(here, |e| self.pick_members(rest, &others, e, list)));
        }
        found
    }

    // ---- attributes

    /// Those of the pattern are among those of the file.
    fn attributes(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let Some(p) = p.some() else { return vec![environment] };
        let ps = self.p.children(p);
        let ts = t.some().map_or(&[][..], |t| self.t.children(t));
        self.pick_attributes(ps, ts, environment)
    }

    fn pick_attributes(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return vec![environment];
        };
        if self.p.kind(*first) == Kind::Ellipsis {
            return self.pick_attributes(rest, ts, environment);
        }
        let mut found = Vec::new();
        for (at, t) in ts.iter().enumerate() {
            let here = self.attribute(*first, *t, environment.clone());
            if here.is_empty() {
                continue;
            }
            let mut others = ts.to_vec();
            if self.options.decorators_order_matters && self.p.kind(*first) == Kind::Annotation {
                others.drain(..=at);
            } else {
                others.remove(at);
            }
            found.extend(self.then(here, |e| self.pick_attributes(rest, &others, e)));
        }
        found
    }

    fn attribute(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        match (self.p.kind(p), self.t.kind(t)) {
            (Kind::Annotation, Kind::Annotation) => self.annotation(p, t, environment),
            (Kind::Modifier, Kind::Modifier) => {
                let (wanted, word) = (self.p.name_of(p), self.t.name_of(t));
                let is_var = self.options.let_is_var && wanted == "var" && matches!(word, "let" | "const");
                self.when(wanted == word || is_var, environment)
            }
            _ => Vec::new(),
        }
    }

    /// No argument list is an empty one.
    pub(super) fn annotation(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        let found = self.part(ps[0], ts[0], environment);
        let wanted = ps[1].some().map_or(&[][..], |list| self.p.children(list));
        let arguments = ts[1].some().map_or(&[][..], |list| self.t.children(list));
        self.then(found, |e| self.arguments(wanted, arguments, e))
    }

    /// `route(…)` on `@route(…)`; a name alone on the name of an annotation is an expression like others.
    pub(super) fn call_as_annotation(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if self.p.kind(p) != Kind::Call {
            return Vec::new();
        }
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        let found = self.part(ps[0], ts[0], environment);
        let wanted = self.p.children(ps[1]);
        let arguments = ts[1].some().map_or(&[][..], |list| self.t.children(list));
        self.then(found, |e| self.arguments(wanted, arguments, e))
    }

    /// From the start of a definition to the end of what stands before its body.
    pub(super) fn header_range(&self, t: NodeId) -> Range<usize> {
        let span = self.t.span(t);
        let ts = self.t.children(t);
        let Some(body) = ts.get(3).and_then(|body| body.some()) else {
            return span;
        };
        let end = self.t.span(body).start;
        let before = &self.t.text()[span.start..end.max(span.start)];
        // The brace that opens the body may not be part of its node.
        let before = before.trim_end().trim_end_matches(['{', ':']).trim_end();
        span.start..span.start + before.len()
    }
}
