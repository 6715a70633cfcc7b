//! Branches, loops, `try` and `switch`.

use syntax::tree::{Flags, Kind, NodeId, Symbol};

use super::sequence::Ends;
use super::{Environment, Environments, Matcher, definition};

impl Matcher<'_> {
    /// A branch of an `if`, with or without braces; `else if` is an `if`.
    pub(super) fn branch(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if !t.is_some() {
            return Vec::new();
        }
        match (self.p.kind(p), self.t.kind(t)) {
            (Kind::Block, Kind::Block) => match self.only_metavariable(p, t) {
                Some(name) => self.bind_node(name, t, environment),
                None => self.block(p, t, environment),
            },
            (Kind::Block, _) => {
                // `else { ... }` also stands for `else if`.
                let end = environment.end;
                let found = self.sequence_in(self.p.children(p), &[t], environment, false, Ends::All);
                found.into_iter().map(|e| e.ending(end)).collect()
            }
            _ => self.nested(p, t, environment),
        }
    }

    /// The metavariable that stands for a whole block with braces: `if (c) $S;`.
    fn only_metavariable(&self, p: NodeId, t: NodeId) -> Option<Symbol> {
        let is_bare = |flags: Flags| flags.has(Flags::BARE);
        let [only] = self.p.children(p) else { return None };
        if !is_bare(self.p.node(p).flags) || is_bare(self.t.node(t).flags) {
            return None;
        }
        let inner = match self.p.kind(*only) {
            Kind::ExpressionStatement => self.p.child(*only, 0),
            _ => *only,
        };
        (self.p.kind(inner) == Kind::Metavariable).then(|| self.p.node(inner).name)
    }

    /// The body of a loop: braces in the pattern want braces in the code.
    pub(super) fn loop_body(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if !p.is_some() || !t.is_some() {
            return self.block(p, t, environment);
        }
        let is_bare = |flags: Flags| flags.has(Flags::BARE);
        let (pattern_bare, bare) = (is_bare(self.p.node(p).flags), is_bare(self.t.node(t).flags));
        if pattern_bare && !bare {
            return match self.p.children(p) {
                [only] if self.p.kind(*only) == Kind::ExpressionStatement => {
                    self.expression_statement(self.p.child(*only, 0), Flags::NONE, t, environment)
                }
                [only] if self.p.kind(*only) == Kind::Ellipsis => vec![environment],
                _ => Vec::new(),
            };
        }
        match pattern_bare == bare {
            true => self.block(p, t, environment),
            false => Vec::new(),
        }
    }

    pub(super) fn loop_header(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let ps = self.p.children(p);
        let is_any = match self.p.kind(p) {
            Kind::Ellipsis => true,
            Kind::ForHeader => {
                let first = ps.first().and_then(|first| first.some());
                first.is_some_and(|first| match self.p.kind(first) {
                    Kind::Ellipsis => true,
                    Kind::ExpressionStatement => self.p.kind(self.p.child(first, 0)) == Kind::Ellipsis,
                    _ => false,
                }) && ps[1..].iter().all(|part| !part.is_some())
            }
            _ => false,
        };
        if is_any {
            return vec![environment];
        }
        if self.p.kind(p) != self.t.kind(t) {
            return Vec::new();
        }
        let ts = self.t.children(t);
        match self.p.kind(p) {
            Kind::ForEachHeader => {
                let found = self.for_target(ps[0], ts[0], environment);
                self.then(found, |e| self.part(ps[1], ts[1], e))
            }
            _ => {
                let mut found = vec![environment];
                for (p, t) in ps.iter().zip(ts) {
                    found = self.then(found, |e| self.nested(*p, *t, e));
                }
                found
            }
        }
    }

    /// The variable of a loop: declared or not.
    fn for_target(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if !p.is_some() || !t.is_some() {
            return self.part(p, t, environment);
        }
        let is_variable = |kind| kind == Kind::Variable;
        match (is_variable(self.p.kind(p)), is_variable(self.t.kind(t))) {
            (true, true) => self.definition(p, t, environment, definition::Extent::Whole),
            (false, true) => {
                let declared = self.t.child(t, 4).some().or(self.t.child(t, 3).some());
                match (self.p.kind(p), declared) {
                    (Kind::Metavariable | Kind::Name | Kind::Identifier, Some(declared)) => {
                        self.identifier(p, declared, environment)
                    }
                    (_, Some(declared)) => self.expression(p, declared, environment),
                    _ => Vec::new(),
                }
            }
            (true, false) => Vec::new(),
            (false, false) => self.expression(p, t, environment),
        }
    }

    pub(super) fn try_statement(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        let both_or_none = |slot: usize| ps[slot].is_some() == ts[slot].is_some();
        if !both_or_none(3) || !both_or_none(4) {
            return Vec::new();
        }
        let found = match ps[0].some() {
            None => vec![environment],
            Some(resources) => self.block(resources, ts[0], environment),
        };
        let found = self.then(found, |e| self.block(ps[1], ts[1], e));
        let (wanted, handlers) = (self.p.children(ps[2]), self.t.children(ts[2]));
        let found = self.then(found, |e| self.handlers(wanted, handlers, e));
        let found = self.then(found, |e| self.block(ps[3], ts[3], e));
        self.then(found, |e| self.block(ps[4], ts[4], e))
    }

    /// Each handler of the pattern is one of the file; others may be there.
    fn handlers(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return vec![environment];
        };
        let mut found = Vec::new();
        for (at, t) in ts.iter().enumerate() {
            let here = self.handler(*first, *t, environment.clone());
            if here.is_empty() {
                continue;
            }
            let others = self.without(ts, at);
            found.extend(self.then(here, |e| self.handlers(rest, &others, e)));
        }
        found
    }

    pub(super) fn handler(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let ([caught, name, body], [other_caught, other_name, other_body]) = (self.p.children(p), self.t.children(t))
        else {
            return Vec::new();
        };
        let is_ellipsis = |id: NodeId| id.is_some() && self.p.kind(id) == Kind::Ellipsis;
        let found = if is_ellipsis(*caught) || is_ellipsis(*name) {
            vec![environment]
        } else {
            let found = match (caught.some(), other_caught.some()) {
                (None, None) => vec![environment],
                (Some(p), Some(t)) if self.t.kind(t).is_type() => self.written_type(p, t, environment),
                // Several types are a list of them, not a type.
                (Some(p), Some(t)) if self.t.kind(t) == Kind::Tuple && self.p.kind(p) != Kind::Tuple => Vec::new(),
                // One type is a list of one, where the pattern lets it be longer.
                (Some(p), Some(t)) if self.p.kind(p) == Kind::Tuple && self.t.kind(t) != Kind::Tuple => {
                    let types = self.p.children(p);
                    match types.iter().any(|wanted| is_ellipsis(*wanted)) {
                        true => self.elements(types, &[t], environment),
                        false => Vec::new(),
                    }
                }
                (Some(p), Some(t)) => self.expression(p, t, environment),
                // JavaScript: `catch ($E)` also matches `catch {`.
                _ => Vec::new(),
            };
            match (name.some(), other_name.some()) {
                (None, None) => found,
                (Some(p), Some(t)) => self.then(found, |e| self.for_target(p, t, e)),
                (Some(p), None) if self.is_javascript() && self.p.kind(p) == Kind::Metavariable => found,
                _ => Vec::new(),
            }
        };
        self.then(found, |e| self.block(*body, *other_body, e))
    }

    /// Each case of the pattern is one of the file, in any order.
    pub(super) fn switch(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        let found = self.part(ps[0], ts[0], environment);
        self.then(found, |e| self.cases(&ps[1..], &ts[1..], e))
    }

    fn cases(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return vec![environment];
        };
        if self.p.kind(*first) == Kind::Ellipsis || self.is_any_case(*first) {
            return self.cases(rest, ts, environment);
        }
        let mut found = Vec::new();
        for (at, t) in ts.iter().enumerate() {
            let here = self.case(*first, *t, environment.clone());
            if here.is_empty() {
                continue;
            }
            let others = self.without(ts, at);
            found.extend(self.then(here, |e| self.cases(rest, &others, e)));
        }
        found
    }

    /// `case ...`
    fn is_any_case(&self, p: NodeId) -> bool {
        let labels = self.p.child(p, 0);
        self.p.kind(p) == Kind::Case
            && matches!(self.p.children(labels), [only] if self.p.kind(*only) == Kind::Ellipsis)
            && self.p.children(self.p.child(p, 1)).is_empty()
    }

    fn case(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if self.p.kind(p) != Kind::Case || self.t.kind(t) != Kind::Case {
            return Vec::new();
        }
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        let (labels, others) = (self.p.children(ps[0]), self.t.children(ts[0]));
        let found = self.elements(labels, others, environment);
        self.then(found, |e| self.nested(ps[1], ts[1], e))
    }
}
