//! Statements.

use syntax::Language;
use syntax::tree::{Flags, Kind, NodeId};

use super::{Environment, Environments, Matcher, definition};

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
        if !p.is_some() || !t.is_some() {
            return self.absent(p, t, environment);
        }
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
            Kind::Package => self.package(p, t, environment),
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
    pub(super) fn nested(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        match (p.some(), t.some()) {
            (Some(p), Some(t)) => match (self.p.kind(p), self.t.kind(t)) {
                (Kind::Block, Kind::Block) => self.block(p, t, environment),
                (pattern, node) if pattern.is_statement() && node.is_statement() => self.statement(p, t, environment),
                _ => self.part(p, t, environment),
            },
            _ => self.part(p, t, environment),
        }
    }

    /// A statement of one expression matches where the expression is in the statement, too.
    pub(super) fn expression_statement(
        &self,
        p: NodeId,
        flags: Flags,
        t: NodeId,
        environment: Environment,
    ) -> Environments {
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

    pub(super) fn is_javascript(&self) -> bool {
        matches!(self.file.language, Language::JavaScript | Language::TypeScript)
    }
}
