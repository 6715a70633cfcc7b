//! Lists: arguments, elements, members.

use syntax::tree::{Kind, NodeId};

use super::{Environment, Environments, Matcher, Value};

impl Matcher<'_> {
    /// Arguments: keyword arguments are found anywhere, the others in order.
    pub(super) fn arguments(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return self.when(ts.is_empty(), environment);
        };
        match self.p.kind(*first) {
            Kind::Ellipsis if rest.is_empty() => vec![environment],
            Kind::Ellipsis => (0..=ts.len())
                .flat_map(|taken| self.arguments(rest, &ts[taken..], environment.clone()))
                .collect(),
            Kind::MetavariableEllipsis => self.splits(*first, ts, environment, |e, left| self.arguments(rest, left, e)),
            Kind::KeywordArgument => {
                let keyword = self.p.child(*first, 0);
                let wants_one_name = self.p.kind(keyword) == Kind::Identifier;
                let mut found = Vec::new();
                for (at, t) in ts.iter().enumerate() {
                    if self.t.kind(*t) != Kind::KeywordArgument {
                        continue;
                    }
                    if wants_one_name && self.t.node(*t).name != self.p.node(*first).name {
                        continue;
                    }
                    let here = self.part(*first, *t, environment.clone());
                    if here.is_empty() {
                        continue;
                    }
                    let others = self.without(ts, at);
                    found.extend(self.then(here, |e| self.arguments(rest, &others, e)));
                }
                found
            }
            _ => {
                let Some((t, others)) = ts.split_first() else {
                    return Vec::new();
                };
                if self.t.kind(*t) == Kind::KeywordArgument {
                    return Vec::new();
                }
                let found = match self.p.kind(*first).is_type() || self.t.kind(*t).is_type() {
                    true => self.written_type(*first, *t, environment),
                    false => self.part(*first, *t, environment),
                };
                self.then(found, |e| self.arguments(rest, others, e))
            }
        }
    }

    /// Every split of a list that `$...X` may take.
    pub(super) fn splits(
        &self,
        p: NodeId,
        ts: &[NodeId],
        environment: Environment,
        next: impl Fn(Environment, &[NodeId]) -> Environments,
    ) -> Environments {
        let name = self.p.node(p).name;
        (0..=ts.len())
            .flat_map(|taken| {
                let found = self.bind(name, Value::Nodes(ts[..taken].into()), environment.clone());
                self.then(found, |e| next(e, &ts[taken..]))
            })
            .collect()
    }

    /// Elements in order; `...` stands for any number.
    pub(super) fn elements(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        self.ordered(ps, ts, environment, false)
    }

    /// As [`Matcher::elements`], but what follows the last of the pattern does not matter.
    pub(super) fn prefix(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        self.ordered(ps, ts, environment, true)
    }

    fn ordered(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment, open: bool) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return self.when(open || ts.is_empty(), environment);
        };
        match self.p.kind(*first) {
            Kind::Ellipsis if rest.is_empty() => vec![environment],
            Kind::Ellipsis => (0..=ts.len())
                .flat_map(|taken| self.ordered(rest, &ts[taken..], environment.clone(), open))
                .collect(),
            // At the end it takes everything.
            Kind::MetavariableEllipsis if rest.is_empty() => {
                self.bind(self.p.node(*first).name, Value::Nodes(ts.into()), environment)
            }
            Kind::MetavariableEllipsis => {
                self.splits(*first, ts, environment, |e, left| self.ordered(rest, left, e, open))
            }
            _ => match ts.split_first() {
                Some((t, others)) => {
                    let found = self.element(*first, *t, environment);
                    self.then(found, |e| self.ordered(rest, others, e, open))
                }
                None => Vec::new(),
            },
        }
    }

    fn element(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        match (self.p.kind(p), self.t.kind(t)) {
            (Kind::MarkupExpression, Kind::MarkupExpression) => {
                self.part(self.p.child(p, 0), self.t.child(t, 0), environment)
            }
            (pattern, node) if pattern.is_type() && node.is_type() => self.written_type(p, t, environment),
            _ => self.part(p, t, environment),
        }
    }

    /// Members in any order. With `open`, or an ellipsis among them, further ones of the file do not matter.
    pub(super) fn unordered(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment, open: bool) -> Environments {
        let is_ellipsis = |p: &NodeId| self.p.kind(*p) == Kind::Ellipsis;
        let is_list = |p: &&NodeId| self.p.kind(**p) == Kind::MetavariableEllipsis;
        // What stands before a member and what after it have an order.
        if ps.iter().filter(is_list).count() > 1 {
            return self.elements(ps, ts, environment);
        }
        let open = open || ps.iter().any(is_ellipsis);
        let list = ps
            .iter()
            .copied()
            .find(|p| self.p.kind(*p) == Kind::MetavariableEllipsis);
        let wanted: Vec<NodeId> = ps
            .iter()
            .copied()
            .filter(|p| !is_ellipsis(p) && Some(*p) != list)
            .collect();
        self.pick(&wanted, ts, environment, open, list)
    }

    fn pick(
        &self,
        ps: &[NodeId],
        ts: &[NodeId],
        environment: Environment,
        open: bool,
        list: Option<NodeId>,
    ) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return match list {
                Some(list) => self.bind(self.p.node(list).name, Value::Nodes(ts.into()), environment),
                None => self.when(open || ts.is_empty(), environment),
            };
        };
        let mut found = Vec::new();
        for (at, t) in ts.iter().enumerate() {
            let here = self.member(*first, *t, environment.clone());
            if here.is_empty() {
                continue;
            }
            let others = self.without(ts, at);
            found.extend(self.then(here, |e| self.pick(rest, &others, e, open, list)));
        }
        found
    }

    /// A member of an object: a property and a method of the same name are the same when the value is a function.
    fn member(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        match (self.p.kind(p), self.t.kind(t)) {
            (Kind::Property, Kind::Function) => self.property_as_function(p, t, environment),
            (Kind::Function, Kind::Property) => self.function_as_property(p, t, environment),
            (Kind::Function, Kind::Function) => self.statement(p, t, environment),
            (Kind::Property, Kind::Property) | (Kind::Pair, Kind::Pair) => self.entry(p, t, environment),
            _ => self.part(p, t, environment),
        }
    }
}
