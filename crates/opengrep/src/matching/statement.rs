//! Statements and sequences of statements.

use syntax::Language;
use syntax::tree::{Flags, Kind, NodeId, Symbol};

use super::{Environment, Environments, Matcher, Value, definition};

/// Statements that a flattened list may hold at most: what is deeper in a huge function is not looked at.
const MAX_FLATTENED: usize = 20_000;

impl Matcher<'_> {
    pub(super) fn statement_may_be(&self, p: NodeId, kind: Kind) -> bool {
        match self.p.kind(p) {
            Kind::ExpressionStatement => true,
            Kind::Function => matches!(kind, Kind::Function | Kind::Variable),
            Kind::Import => matches!(kind, Kind::Import | Kind::Variable),
            wanted => wanted == kind,
        }
    }

    /// One statement.
    pub(super) fn statement(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        stacker::maybe_grow(96 * 1024, 1024 * 1024, || self.statement_here(p, t, environment))
    }

    fn statement_here(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let (pattern, node) = (self.p.node(p), self.t.node(t));
        let (ps, ts) = (self.p.children(p), self.t.children(t));
        match pattern.kind {
            Kind::Ellipsis => return vec![environment],
            Kind::Metavariable => return self.bind_node(pattern.name, t, environment),
            Kind::ExpressionStatement => return self.expression_statement(ps[0], pattern.flags, t, environment),
            Kind::Import => return self.import(p, t, environment),
            Kind::Function | Kind::Class | Kind::Variable | Kind::TypeAlias => {
                return self.definition(p, t, environment, definition::Extent::Whole);
            }
            _ => {}
        }
        if pattern.kind != node.kind {
            return Vec::new();
        }
        match pattern.kind {
            Kind::Block => self.block(p, t, environment),
            Kind::If => {
                let found = self.expression(ps[0], ts[0], environment);
                let found = self.then(found, |e| self.branch(ps[1], ts[1], e));
                match ps[2].some() {
                    None => found,
                    Some(_) => self.then(found, |e| self.branch(ps[2], ts[2], e)),
                }
            }
            Kind::While => {
                let found = self.expression(ps[0], ts[0], environment);
                self.then(found, |e| self.loop_body(ps[1], ts[1], e))
            }
            Kind::DoWhile => {
                let found = self.loop_body(ps[0], ts[0], environment);
                self.then(found, |e| self.expression(ps[1], ts[1], e))
            }
            Kind::For => {
                let found = self.loop_header(ps[0], ts[0], environment);
                self.then(found, |e| self.loop_body(ps[1], ts[1], e))
            }
            Kind::With => {
                let found = self.expression(ps[0], ts[0], environment);
                self.then(found, |e| self.nested(ps[1], ts[1], e))
            }
            Kind::Return => self.returned(ps[0], ts[0], environment),
            Kind::Throw => {
                let found = self.returned(ps[0], ts[0], environment);
                match ps.get(1).and_then(|cause| cause.some()) {
                    None => found,
                    Some(cause) => self.then(found, |e| self.part(cause, ts[1], e)),
                }
            }
            Kind::Try => self.try_statement(ps, ts, environment),
            Kind::Switch => self.switch(ps, ts, environment),
            Kind::Assert | Kind::Delete | Kind::Scope => match pattern.name == node.name {
                true => self.elements(ps, ts, environment),
                false => Vec::new(),
            },
            Kind::Break | Kind::Continue | Kind::Goto => match ps[0].some() {
                None => vec![environment],
                Some(label) => self.identifier(label, ts[0], environment),
            },
            Kind::Labeled => {
                let found = self.identifier(ps[0], ts[0], environment);
                self.then(found, |e| self.statement(ps[1], ts[1], e))
            }
            Kind::Package => self.when(pattern.name == node.name, environment),
            Kind::Pass => vec![environment],
            Kind::OtherStatement => {
                if pattern.name != node.name || ps.len() != ts.len() {
                    return Vec::new();
                }
                let mut found = vec![environment];
                for (p, t) in ps.iter().zip(ts) {
                    found = self.then(found, |e| self.nested(*p, *t, e));
                }
                found
            }
            _ => self.part(p, t, environment),
        }
    }

    /// A part of a statement that is itself a statement, a block or an expression.
    fn nested(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        match (p.some(), t.some()) {
            (Some(p), Some(t)) => match (self.p.kind(p), self.t.kind(t)) {
                (Kind::Block, Kind::Block) => self.block(p, t, environment),
                (pattern, node) if pattern.is_statement() && node.is_statement() => self.statement(p, t, environment),
                _ => self.part(p, t, environment),
            },
            _ => self.part(p, t, environment),
        }
    }

    // ---- statements of one expression

    /// A statement of one expression matches where the expression is in the statement, too.
    fn expression_statement(&self, p: NodeId, flags: Flags, t: NodeId, environment: Environment) -> Environments {
        let inner = self.p.node(p);
        let node = self.t.node(t);
        if let Some(name) = self.called_name(p)
            && !self.file.has_call(name, self.t.span(t))
        {
            return Vec::new();
        }
        if inner.kind == Kind::Metavariable {
            let mut found = self.bind_node(inner.name, t, environment.clone());
            if node.kind == Kind::ExpressionStatement && flags.has(Flags::SEMICOLON) {
                found.extend(self.bind_node(inner.name, self.t.child(t, 0), environment));
            }
            return found;
        }
        if inner.kind == Kind::Deep {
            let wanted = self.p.child(p, 0);
            let mut found = Vec::new();
            for part in self.expressions_of(t) {
                found.extend(self.part(wanted, part, environment.clone()));
                if self.options.go_deeper_expr {
                    self.each_below(part, &mut |below| {
                        found.extend(self.expression(wanted, below, environment.clone()))
                    });
                }
            }
            return found;
        }
        match node.kind {
            Kind::ExpressionStatement => {
                let t = self.t.child(t, 0);
                let mut found = self.expression(p, t, environment.clone());
                if inner.kind == Kind::Assign && t.is_some() && self.t.kind(t) == Kind::Assign {
                    found.extend(self.paired_assignment(p, t, environment.clone()));
                }
                if self.options.implicit_deep_exprstmt {
                    self.implicitly_below(t, &mut |below| {
                        found.extend(self.expression(p, below, environment.clone()))
                    });
                }
                found
            }
            Kind::Variable => {
                let mut found = match inner.kind {
                    Kind::Assign if self.options.vardef_assign => {
                        self.assignment_as_variable(p, t, environment.clone())
                    }
                    _ => Vec::new(),
                };
                if let Some(value) = self.t.child(t, 2).some() {
                    found.extend(self.expression_of_statement(p, value, environment));
                }
                found
            }
            Kind::Return => match self.t.child(t, 0).some() {
                Some(value) => self.expression_of_statement(p, value, environment),
                None => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// The value of a return or a declaration, and deeply what is in it.
    pub(super) fn expression_of_statement(&self, p: NodeId, value: NodeId, environment: Environment) -> Environments {
        let mut found = self.expression(p, value, environment.clone());
        self.implicitly_below(value, &mut |below| {
            found.extend(self.expression(p, below, environment.clone()))
        });
        found
    }

    /// The expressions that a statement of one expression reaches without `<... ...>`.
    fn implicitly_below(&self, t: NodeId, visit: &mut dyn FnMut(NodeId)) {
        let mut open = vec![t];
        while let Some(id) = open.pop() {
            let ts = self.t.children(id);
            let first = open.len();
            match self.t.kind(id) {
                Kind::Assign
                | Kind::CompoundAssign
                | Kind::Cast
                | Kind::KeywordArgument
                | Kind::Property
                | Kind::Pair => open.push(ts[1]),
                Kind::Call => {
                    open.push(ts[0]);
                    open.extend_from_slice(self.t.children(ts[1]));
                }
                Kind::Member => open.push(ts[0]),
                Kind::Binary
                | Kind::Nary
                | Kind::Unary
                | Kind::Comparison
                | Kind::Spread
                | Kind::Await
                | Kind::Yield
                | Kind::List
                | Kind::Tuple
                | Kind::Set
                | Kind::Dict
                | Kind::Record
                | Kind::Sequence => open.extend_from_slice(ts),
                _ => {}
            }
            open[first..].reverse();
            let mut at = open.len();
            while at > first {
                at -= 1;
                let part = open[at];
                if !part.is_some() {
                    open.remove(at);
                } else if self.t.kind(part).is_expression() {
                    visit(part);
                }
            }
        }
    }

    /// The expressions that belong to a statement itself, not to a statement in it.
    fn expressions_of(&self, t: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut open: Vec<NodeId> = vec![t];
        while let Some(id) = open.pop() {
            for child in self.t.children(id).iter().copied().filter(|child| child.is_some()) {
                let kind = self.t.kind(child);
                if kind.is_expression() {
                    found.push(child);
                } else if matches!(kind, Kind::ForHeader | Kind::ForEachHeader | Kind::Variable) {
                    open.push(child);
                }
            }
        }
        found
    }

    // ---- blocks and sequences

    /// A block as a whole.
    pub(super) fn block(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if !p.is_some() || !t.is_some() {
            return match (p.some(), t.some()) {
                (None, None) => vec![environment],
                _ => Vec::new(),
            };
        }
        if self.p.kind(p) != Kind::Block {
            return self.nested(p, t, environment);
        }
        if self.t.kind(t) != Kind::Block {
            return Vec::new();
        }
        let ps = self.p.children(p);
        if let [only] = ps
            && self.p.kind(*only) == Kind::ExpressionStatement
            && self.p.kind(self.p.child(*only, 0)) == Kind::Metavariable
            && self.binds_whole_bodies()
        {
            return self.bind_node(self.p.node(self.p.child(*only, 0)).name, t, environment);
        }
        let end = environment.end;
        let found = self.sequence_in(ps, self.t.children(t), environment, false, Ends::All);
        // What a block consumes inside does not move the end of the sequence around it.
        found.into_iter().map(|e| e.ending(end)).collect()
    }

    /// In Python a metavariable alone is the whole body.
    fn binds_whole_bodies(&self) -> bool {
        self.file.language == Language::Python
    }

    /// A branch of an `if`, with or without braces; `else if` is an `if`.
    fn branch(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
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
    fn loop_body(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
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

    fn loop_header(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
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

    /// A sequence from the first of these statements on; what follows its last statement does not matter.
    pub(super) fn sequence(
        &self,
        ps: &[NodeId],
        ts: &[NodeId],
        environment: Environment,
        longest: bool,
    ) -> Environments {
        self.sequence_in(
            ps,
            ts,
            environment,
            true,
            if longest { Ends::Longest } else { Ends::Each },
        )
    }

    fn sequence_in(
        &self,
        ps: &[NodeId],
        ts: &[NodeId],
        environment: Environment,
        open: bool,
        ends: Ends,
    ) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return self.when(open || ts.is_empty(), environment);
        };
        match self.p.kind(*first) {
            Kind::Ellipsis => stacker::maybe_grow(96 * 1024, 1024 * 1024, || {
                self.after_ellipsis(rest, ts, environment, ends)
            }),
            Kind::MetavariableEllipsis => {
                let name = self.p.node(*first).name;
                if rest.is_empty() {
                    let end = self.end_after(ts, environment.end);
                    let found = self.bind(name, Value::Nodes(ts.into()), environment);
                    return found.into_iter().map(|e| e.ending(end)).collect();
                }
                let mut found = Vec::new();
                for taken in 0..=ts.len() {
                    let end = self.end_after(&ts[..taken], environment.end);
                    for e in self.bind(name, Value::Nodes(ts[..taken].into()), environment.clone()) {
                        found.extend(self.sequence_in(rest, &ts[taken..], e.ending(end), true, ends));
                    }
                }
                found
            }
            _ => {
                let Some((t, others)) = ts.split_first() else {
                    return Vec::new();
                };
                let end = environment.end.max(self.t.node(*t).end);
                let found = self.statement(*first, *t, environment);
                self.then(found, |e| self.sequence_in(rest, others, e.ending(end), open, ends))
            }
        }
    }

    /// What follows `...`: at the same level, else at any depth below.
    fn after_ellipsis(&self, rest: &[NodeId], ts: &[NodeId], environment: Environment, ends: Ends) -> Environments {
        if rest.is_empty() {
            return match ends {
                Ends::Each if !self.budget.take_many(ts.len() as u64) => Vec::new(),
                Ends::Each => (0..=ts.len())
                    .map(|taken| {
                        environment
                            .clone()
                            .ending(self.end_after(&ts[..taken], environment.end))
                    })
                    .collect(),
                Ends::All | Ends::Longest => {
                    let end = self.end_after(ts, environment.end);
                    vec![environment.ending(end)]
                }
            };
        }
        let mut found = Vec::new();
        for taken in 0..=ts.len() {
            let end = self.end_after(&ts[..taken], environment.end);
            found.extend(self.sequence_in(rest, &ts[taken..], environment.clone().ending(end), true, ends));
            if self.budget.is_exhausted() {
                return found;
            }
        }
        if !found.is_empty() || !self.options.go_deeper_stmt {
            return found;
        }
        let flat = self.flattened(ts);
        if flat.len() == ts.len() {
            return found;
        }
        let mut end = environment.end;
        for at in 0..flat.len() {
            found.extend(self.sequence_flat(rest, &flat[at..], environment.clone().ending(end), ends));
            end = end.max(self.t.node(flat[at]).end);
            if self.budget.is_exhausted() {
                break;
            }
        }
        found
    }

    /// A sequence in a list that is flat already.
    fn sequence_flat(&self, ps: &[NodeId], flat: &[NodeId], environment: Environment, ends: Ends) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return vec![environment];
        };
        match self.p.kind(*first) {
            Kind::Ellipsis if rest.is_empty() => match ends {
                Ends::Each if !self.budget.take_many(flat.len() as u64) => Vec::new(),
                Ends::Each => (0..=flat.len())
                    .map(|taken| {
                        environment
                            .clone()
                            .ending(self.end_after(&flat[..taken], environment.end))
                    })
                    .collect(),
                Ends::All | Ends::Longest => {
                    let end = self.end_after(flat, environment.end);
                    vec![environment.ending(end)]
                }
            },
            Kind::Ellipsis => {
                let mut found = Vec::new();
                let mut end = environment.end;
                for at in 0..flat.len() {
                    found.extend(self.sequence_flat(rest, &flat[at..], environment.clone().ending(end), ends));
                    end = end.max(self.t.node(flat[at]).end);
                    if self.budget.is_exhausted() {
                        break;
                    }
                }
                found
            }
            Kind::MetavariableEllipsis => Vec::new(),
            _ => {
                let Some((t, others)) = flat.split_first() else {
                    return Vec::new();
                };
                let end = environment.end.max(self.t.node(*t).end);
                let found = self.statement(*first, *t, environment);
                self.then(found, |e| self.sequence_flat(rest, others, e.ending(end), ends))
            }
        }
    }

    /// Each statement followed by those nested in it, in the order of the text.
    fn flattened(&self, ts: &[NodeId]) -> Vec<NodeId> {
        let mut flat = Vec::new();
        let mut open: Vec<NodeId> = ts.iter().rev().copied().collect();
        while let Some(id) = open.pop() {
            let kind = self.t.kind(id);
            if flat.len() >= MAX_FLATTENED {
                break;
            }
            if kind.is_statement() && kind != Kind::Block {
                flat.push(id);
            }
            // Blocks of lambdas inside expressions count, so expressions are gone through too.
            open.extend(
                self.t
                    .children(id)
                    .iter()
                    .rev()
                    .copied()
                    .filter(|child| child.is_some()),
            );
        }
        flat
    }

    fn end_after(&self, ts: &[NodeId], end: u32) -> u32 {
        ts.last().map_or(end, |last| end.max(self.t.node(*last).end))
    }

    // ---- try and switch

    fn try_statement(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
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

    pub(super) fn is_javascript(&self) -> bool {
        matches!(self.file.language, Language::JavaScript | Language::TypeScript)
    }

    /// Each case of the pattern is one of the file, in any order.
    fn switch(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
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
        if self.p.kind(*first) == Kind::Ellipsis {
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

/// Which ends of a sequence that ends in an ellipsis are results.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// The ellipsis takes everything: the sequence is a block.
    All,
    /// Each possible end.
    Each,
    /// The longest.
    Longest,
}
