//! Expressions.

use syntax::Language;
use syntax::tree::{Flags, Kind, NodeId, Symbol};

use super::{Environment, Environments, Matcher};
use crate::pattern::StringPattern;

/// How many variables may be replaced by their values one after the other.
pub(super) const MAX_REPLACED: usize = 50;

impl Matcher<'_> {
    /// Whether a node of a kind can match a pattern at all: the quick test before the comparison.
    pub(super) fn may_be(&self, p: NodeId, kind: Kind) -> bool {
        match self.p.kind(p) {
            // What stands behind a tag is a candidate itself.
            pattern if kind == Kind::Cast && self.file.language == Language::Yaml => pattern == Kind::Cast,
            Kind::Metavariable | Kind::Ellipsis | Kind::Deep | Kind::TypedMetavariable => true,
            // Variables and expressions may have the value of a literal.
            Kind::Int | Kind::Float | Kind::Str | Kind::Bool | Kind::Char => true,
            // A name may stand for a path.
            Kind::Name => matches!(kind, Kind::Name | Kind::Special),
            Kind::Member => matches!(kind, Kind::Member | Kind::Name | Kind::Call),
            Kind::List => matches!(kind, Kind::List | Kind::Comprehension),
            Kind::Adjacent | Kind::Template => matches!(kind, Kind::Adjacent | Kind::Template | Kind::Str),
            Kind::Binary | Kind::Nary => matches!(kind, Kind::Binary | Kind::Nary),
            Kind::Dict | Kind::Record => matches!(kind, Kind::Dict | Kind::Record),
            Kind::Set => matches!(kind, Kind::Set | Kind::Dict | Kind::Comprehension),
            wanted => wanted == kind,
        }
    }

    /// The last part of the name that a pattern of a call wants called, when that is all it can match.
    pub(super) fn called_name(&self, p: NodeId) -> Option<Symbol> {
        // With symbolic propagation a call may be of a variable of any name.
        if self.p.kind(p) != Kind::Call || self.options.symbolic_propagation {
            return None;
        }
        let callee = self.p.child(p, 0).some()?;
        let is_fixed = match self.p.kind(callee) {
            Kind::Name | Kind::Special => true,
            Kind::Member => {
                let member = self.p.child(callee, 1);
                member.is_some()
                    && self.p.kind(member) == Kind::Identifier
                    && !self.pattern.strings.contains_key(&member)
            }
            _ => false,
        };
        is_fixed.then(|| self.p.node(callee).name)
    }

    /// The root of a pattern, or a part that is compared as a whole.
    pub(super) fn expression(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        stacker::maybe_grow(96 * 1024, 1024 * 1024, || self.expression_here(p, t, environment))
    }

    /// A list without one of its nodes.
    pub(super) fn without(&self, ts: &[NodeId], at: usize) -> Vec<NodeId> {
        // A copy is quick, but not for nothing.
        self.budget.take_many(ts.len() as u64 / 16 + 1);
        let mut others = ts.to_vec();
        others.remove(at);
        others
    }

    /// A part below the root: casts of the file are also skipped, and with symbolic propagation a variable is also its value.
    pub(super) fn part(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if !p.is_some() || !t.is_some() {
            return self.absent(p, t, environment);
        }
        let kind = self.p.kind(p);
        // Without a tag in the pattern any or none will do.
        if self.file.language == Language::Yaml && self.t.kind(t) == Kind::Cast && kind != Kind::Cast {
            return self.part(p, self.t.child(t, 1), environment);
        }
        let Some(other) = self.seen_through(kind, t) else {
            return self.expression(p, t, environment);
        };
        let mut found = self.expression(p, t, environment.clone());
        let replaced = self.replaced.get();
        if replaced < MAX_REPLACED {
            self.replaced.set(replaced + 1);
            found.extend(self.part(p, other, environment));
            self.replaced.set(replaced);
        }
        found
    }

    fn seen_through(&self, kind: Kind, t: NodeId) -> Option<NodeId> {
        match self.t.kind(t) {
            Kind::Cast if !matches!(kind, Kind::Cast | Kind::Ellipsis) => Some(self.t.child(t, 1)),
            Kind::Name if self.options.symbolic_propagation && !matches!(kind, Kind::Ellipsis | Kind::Name) => {
                self.file.facts.symbolic_value(t)
            }
            _ => None,
        }
    }

    /// A slot that is empty on one side.
    pub(super) fn absent(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let fits = match (p.some(), t.some()) {
            (None, None) => true,
            (Some(p), None) => self.p.kind(p) == Kind::Ellipsis,
            _ => false,
        };
        if fits { vec![environment] } else { Vec::new() }
    }

    fn expression_here(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if !p.is_some() || !t.is_some() {
            return self.absent(p, t, environment);
        }
        let (pattern, node) = (self.p.node(p), self.t.node(t));
        // `$...X` in backquotes is all of a template.
        if pattern.kind == Kind::Str
            && self.p.name(pattern.name).starts_with("$...")
            && self.p.source(p).starts_with('`')
        {
            return match node.kind {
                Kind::Template => self.template(&[p], self.t.children(t), environment),
                Kind::Str if self.t.source(t).starts_with('`') => self.template(&[p], &[t], environment),
                _ => Vec::new(),
            };
        }
        match pattern.kind {
            Kind::Ellipsis => return vec![environment],
            Kind::Metavariable => return self.metavariable(pattern.name, t, environment),
            Kind::TypedMetavariable => {
                return match self.has_type(self.p.child(p, 0), t, environment) {
                    typed if typed.is_empty() => typed,
                    typed => typed
                        .into_iter()
                        .flat_map(|e| self.bind_node(pattern.name, t, e))
                        .collect(),
                };
            }
            Kind::Deep => return self.deep(self.p.child(p, 0), t, environment),
            Kind::Name | Kind::Member => {
                let by_path = self.as_imported(p, t, environment.clone());
                if !by_path.is_empty() {
                    return by_path;
                }
            }
            Kind::Int | Kind::Float | Kind::Str | Kind::Bool | Kind::Char | Kind::Adjacent
                if node.kind != pattern.kind || node.name != pattern.name =>
            {
                return self.literal(p, t, environment);
            }
            _ => {}
        }
        if pattern.kind == Kind::Adjacent || (pattern.kind == Kind::Str && self.pattern.strings.contains_key(&p)) {
            return self.literal(p, t, environment);
        }
        if let Some(found) = self.regrouped(p, t, &environment) {
            return found;
        }
        if pattern.kind == Kind::List && node.kind == Kind::Comprehension && self.t.name(node.name) == "list" {
            let only_ellipsis = matches!(self.p.children(p), [only] if self.p.kind(*only) == Kind::Ellipsis);
            return if only_ellipsis { vec![environment] } else { Vec::new() };
        }
        if pattern.kind == Kind::Template && node.kind == Kind::Str && self.t.source(t).starts_with('`') {
            return self.template(self.p.children(p), &[t], environment);
        }
        let braces = |word: &str| matches!(word, "set" | "dict");
        let in_braces = node.kind == Kind::Dict || (node.kind == Kind::Comprehension && braces(self.t.name(node.name)));
        if pattern.kind == Kind::Set && in_braces {
            let only_ellipsis = matches!(self.p.children(p), [only] if self.p.kind(*only) == Kind::Ellipsis);
            return self.when(only_ellipsis, environment);
        }
        // A regular expression is a constant too.
        if pattern.kind == Kind::Regex
            && node.kind == Kind::Name
            && self.options.constant_propagation
            && let Some(value) = self.file.facts.symbolic_value(t)
        {
            return match self.t.kind(value) {
                Kind::Regex => self.same_kind(p, value, environment),
                _ => Vec::new(),
            };
        }
        // So is the value that is none.
        if pattern.kind == Kind::Null && node.kind == Kind::Name {
            return self.when(self.is_null(t), environment);
        }
        if pattern.kind == Kind::Member
            && let Some(found) = self.chain(p, t, &environment)
        {
            return found;
        }
        if pattern.kind != node.kind {
            return Vec::new();
        }
        self.same_kind(p, t, environment)
    }

    /// A metavariable in the position of an expression, a statement or a name.
    pub(super) fn metavariable(&self, name: Symbol, t: NodeId, environment: Environment) -> Environments {
        match self.t.kind(t) {
            Kind::KeywordArgument | Kind::Arguments | Kind::Parameters => Vec::new(),
            // The diamond is no type.
            Kind::OtherType if self.t.name_of(t) == "<>" => Vec::new(),
            _ => self.bind_node(name, t, environment),
        }
    }

    /// Two nodes of one kind.
    fn same_kind(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (pattern, node) = (self.p.node(p), self.t.node(t));
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        match pattern.kind {
            Kind::Name | Kind::Int | Kind::Float | Kind::Str | Kind::Char | Kind::Bool | Kind::Null | Kind::Special => {
                self.when(pattern.name == node.name, environment)
            }
            Kind::Identifier => self.identifier(p, t, environment),
            Kind::Regex => self.regex_literal(p, t, environment),
            Kind::Template => self.template(ps, ts, environment),
            Kind::Call => {
                if !self.same_quotes(ps[1], ts[1]) {
                    return Vec::new();
                }
                let found = self.part(ps[0], ts[0], environment);
                self.then(found, |e| {
                    self.arguments(self.p.children(ps[1]), self.t.children(ts[1]), e)
                })
            }
            Kind::New => self.new_object(ps, ts, environment),
            Kind::Member => {
                if pattern.flags.has(Flags::OPTIONAL) && !node.flags.has(Flags::OPTIONAL) {
                    return Vec::new();
                }
                if node.flags.has(Flags::OPTIONAL)
                    && !pattern.flags.has(Flags::OPTIONAL)
                    && self.p.kind(ps[0]) != Kind::Metavariable
                {
                    return Vec::new();
                }
                let found = self.identifier(ps[1], ts[1], environment);
                self.then(found, |e| self.part(ps[0], ts[0], e))
            }
            Kind::Index => {
                let wants_slice = self.p.kind(ps[1]) == Kind::Slice;
                if wants_slice != (ts[1].is_some() && self.t.kind(ts[1]) == Kind::Slice) {
                    return Vec::new();
                }
                let found = self.part(ps[0], ts[0], environment);
                self.then(found, |e| self.part(ps[1], ts[1], e))
            }
            Kind::Assign => {
                if self.is_chain(self.p, ps[1]) != self.is_chain(self.t, ts[1]) {
                    return Vec::new();
                }
                let found = self.target(ps[0], ts[0], environment);
                self.then(found, |e| self.part(ps[1], ts[1], e))
            }
            Kind::CompoundAssign | Kind::Unary | Kind::Binary => {
                if pattern.name != node.name || pattern.flags != node.flags {
                    return Vec::new();
                }
                self.parts(ps, ts, environment)
            }
            Kind::List | Kind::Tuple | Kind::Sequence => self.elements(ps, ts, environment),
            Kind::Set | Kind::Dict => self.unordered(ps, ts, environment, false),
            Kind::Record => self.unordered(ps, ts, environment, self.options.implicit_ellipsis),
            Kind::Pair | Kind::Property => self.entry(p, t, environment),
            Kind::Lambda => {
                let is_arrow = |tree: &syntax::tree::Tree, id: NodeId, parameters: NodeId| {
                    let (start, end) = (tree.span(id).start, tree.span(parameters).start);
                    !tree.text()[start..end.max(start)].contains("function")
                };
                let tells_arrows = !self.options.arrow_is_function && self.is_javascript();
                if tells_arrows && is_arrow(self.p, p, ps[1]) != is_arrow(self.t, t, ts[1]) {
                    return Vec::new();
                }
                self.lambda(ps, ts, environment)
            }
            Kind::Yield | Kind::Spread => match pattern.flags.has(Flags::MAPPING) == node.flags.has(Flags::MAPPING) {
                true => self.parts(ps, ts, environment),
                false => Vec::new(),
            },
            Kind::Cast => {
                let found = self.written_type(ps[0], ts[0], environment);
                self.then(found, |e| self.part(ps[1], ts[1], e))
            }
            Kind::TypeTest => {
                if ps.len() != ts.len() {
                    return Vec::new();
                }
                let found = self.part(ps[0], ts[0], environment);
                let found = self.then(found, |e| self.written_type(ps[1], ts[1], e));
                match (ps.get(2), ts.get(2)) {
                    (Some(p), Some(t)) => self.then(found, |e| self.tested(*p, *t, e)),
                    _ => found,
                }
            }
            Kind::Composite => {
                let found = self.written_type(ps[0], ts[0], environment);
                self.then(found, |e| self.composite(ps[1], ts[1], e))
            }
            Kind::Arguments => self.arguments(ps, ts, environment),
            Kind::OtherExpression if self.p.name(pattern.name) == "make" => self.made(ps[0], t, environment),
            Kind::KeywordArgument => {
                let found = self.identifier(ps[0], ts[0], environment);
                self.then(found, |e| self.part(ps[1], ts[1], e))
            }
            Kind::Markup => self.markup(p, t, environment),
            Kind::MarkupText => self.markup_text(p, t, environment),
            Kind::MarkupAttribute => self.markup_attribute(ps, ts, environment),
            Kind::MethodReference => Vec::new(),
            _ if pattern.kind.is_type() => self.written_type(p, t, environment),
            _ => match pattern.name == node.name {
                true => self.parts(ps, ts, environment),
                false => Vec::new(),
            },
        }
    }

    pub(super) fn when(&self, holds: bool, environment: Environment) -> Environments {
        if holds { vec![environment] } else { Vec::new() }
    }

    pub(super) fn then(&self, found: Environments, next: impl Fn(Environment) -> Environments) -> Environments {
        if !self.budget.take_many(found.len() as u64 + 1) {
            return Vec::new();
        }
        match found.len() {
            0 => found,
            1 => found.into_iter().next().map(next).unwrap_or_default(),
            _ => found.into_iter().flat_map(next).collect(),
        }
    }

    /// The same number of parts, one by one.
    pub(super) fn parts(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        if ps.len() != ts.len() {
            return Vec::new();
        }
        let mut found = vec![environment];
        for (p, t) in ps.iter().zip(ts) {
            found = self.then(found, |e| self.part(*p, *t, e));
            if found.is_empty() {
                break;
            }
        }
        found
    }

    /// A name that is declared, selected or a key: no expression.
    pub(super) fn identifier(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if !p.is_some() || !t.is_some() {
            return self.absent(p, t, environment);
        }
        let (pattern, node) = (self.p.node(p), self.t.node(t));
        match pattern.kind {
            Kind::Ellipsis => vec![environment],
            Kind::Metavariable => match node.kind {
                Kind::Identifier | Kind::Name | Kind::Str => self.bind_node(pattern.name, t, environment),
                // A computed member or key is no name.
                _ => self.when_key(pattern.name, t, environment),
            },
            Kind::Identifier | Kind::Name if matches!(node.kind, Kind::Identifier | Kind::Name) => {
                match self.pattern.strings.get(&p) {
                    Some(special) => self.special_string(special, self.t.name(node.name), t, environment),
                    None => self.when(pattern.name == node.name, environment),
                }
            }
            _ => self.part(p, t, environment),
        }
    }

    fn when_key(&self, name: Symbol, t: NodeId, environment: Environment) -> Environments {
        match self.t.kind(t).is_expression() {
            true => self.bind_node(name, t, environment),
            false => Vec::new(),
        }
    }

    /// The target of an assignment: a metavariable may stand for a tuple.
    fn target(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if !p.is_some() || !t.is_some() {
            return self.absent(p, t, environment);
        }
        self.expression(p, t, environment)
    }

    /// `a, b = 1, 2` pair by pair.
    pub(super) fn paired_assignment(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        let is_tuple = |id: NodeId| id.is_some() && self.t.kind(id) == Kind::Tuple;
        if !is_tuple(ts[0]) || !is_tuple(ts[1]) {
            return Vec::new();
        }
        let (targets, values) = (self.t.children(ts[0]), self.t.children(ts[1]));
        if targets.len() != values.len() {
            return Vec::new();
        }
        let pairs = targets.iter().zip(values);
        pairs
            .flat_map(|(target, value)| {
                let found = self.target(ps[0], *target, environment.clone());
                self.then(found, |e| self.part(ps[1], *value, e))
            })
            .collect()
    }

    /// What a test of a type binds or takes apart.
    fn tested(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        match (self.p.kind(p), self.t.kind(t)) {
            (Kind::Variable, Kind::Variable) => self.identifier(self.p.child(p, 4), self.t.child(t, 4), environment),
            _ => self.part(p, t, environment),
        }
    }

    /// `make(T, …)`: the first argument is a type, which no other part of the pattern takes.
    fn made(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if self.t.name_of(t) != "make" {
            return Vec::new();
        }
        let (ps, ts) = (self.p.children(p), self.t.children(self.t.child(t, 0)));
        let is_open = ps.first().is_some_and(|first| self.p.kind(*first) == Kind::Ellipsis);
        match ts {
            [_, sizes @ ..] if is_open => self.arguments(ps, sizes, environment),
            _ => self.arguments(ps, ts, environment),
        }
    }

    /// A template in parentheses is not one that is tagged; a metavariable may be either.
    fn same_quotes(&self, p: NodeId, t: NodeId) -> bool {
        let is_tag = |tree: &syntax::tree::Tree, list: NodeId| tree.node(list).flags.has(Flags::BARE);
        let is_text = |p: &NodeId| matches!(self.p.kind(*p), Kind::Str | Kind::Template);
        match (is_tag(self.p, p), is_tag(self.t, t)) {
            (false, true) => !self.p.children(p).iter().any(is_text),
            (pattern, tagged) => pattern == tagged,
        }
    }

    fn new_object(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        let found = self.written_type(ps[0], ts[0], environment);
        let list = |tree: &syntax::tree::Tree, id: Option<&NodeId>| {
            id.and_then(|id| id.some())
                .map(|id| tree.children(id).to_vec())
                .unwrap_or_default()
        };
        let (pa, ta) = (list(self.p, ps.get(1)), list(self.t, ts.get(1)));
        let found = self.then(found, |e| self.arguments(&pa, &ta, e));
        let body = |children: &[NodeId]| children.get(2).copied().unwrap_or(NodeId::NONE);
        let (pb, tb) = (body(ps), body(ts));
        match (pb.some(), tb.some()) {
            (None, None) => found,
            (Some(pb), Some(tb)) => self.then(found, |e| self.members(pb, tb, e)),
            _ => Vec::new(),
        }
    }

    /// The values of a literal of a type: those with a key in any order.
    fn composite(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if !p.is_some() || !t.is_some() {
            return self.absent(p, t, environment);
        }
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        let is_keyed = |tree: &syntax::tree::Tree, id: NodeId| matches!(tree.kind(id), Kind::Pair | Kind::Property);
        let all_keyed = ps
            .iter()
            .all(|p| is_keyed(self.p, *p) || self.p.kind(*p) == Kind::Ellipsis)
            && ts.iter().all(|t| is_keyed(self.t, *t));
        match all_keyed {
            true => self.unordered(ps, ts, environment, false),
            false => self.elements(ps, ts, environment),
        }
    }

    fn template(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let is_any = |p: NodeId| {
            matches!(self.pattern.strings.get(&p), Some(StringPattern::Any)) || self.p.kind(p) == Kind::Ellipsis
        };
        let Some((first, rest)) = ps.split_first() else {
            return self.when(ts.is_empty(), environment);
        };
        if is_any(*first) {
            return (0..=ts.len())
                .flat_map(|taken| self.template(rest, &ts[taken..], environment.clone()))
                .collect();
        }
        if self.p.kind(*first) == Kind::Str && self.p.name_of(*first).starts_with("$...") {
            return self.splits(*first, ts, environment, |e, left| self.template(rest, left, e));
        }
        let Some((t, others)) = ts.split_first() else {
            return Vec::new();
        };
        let found = match (self.p.kind(*first), self.t.kind(*t)) {
            (Kind::Interpolation, Kind::Interpolation) => {
                self.part(self.p.child(*first, 0), self.t.child(*t, 0), environment)
            }
            (Kind::Str, Kind::Str) => self.literal(*first, *t, environment),
            _ => Vec::new(),
        };
        self.then(found, |e| self.template(rest, others, e))
    }

    /// `key: value`: entries of dictionaries and properties of objects.
    pub(super) fn entry(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (pk, tk) = (self.p.kind(p), self.t.kind(t));
        if !matches!((pk, tk), (Kind::Pair | Kind::Property, Kind::Pair | Kind::Property)) {
            return Vec::new();
        }
        let ([key, value], [other_key, other_value]) = (self.p.children(p), self.t.children(t)) else {
            return Vec::new();
        };
        let found = self.identifier(*key, *other_key, environment);
        self.then(found, |e| self.part(*value, *other_value, e))
    }
}
