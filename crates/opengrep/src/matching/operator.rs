//! Operators that are compared modulo regrouping.

use syntax::tree::{Kind, NodeId, Symbol};

use super::{Environment, Environments, Matcher, Value};

impl Matcher<'_> {
    pub(super) fn regrouped(&self, p: NodeId, t: NodeId, environment: &Environment) -> Option<Environments> {
        let (pattern, node) = (self.p.node(p), self.t.node(t));
        if !matches!(pattern.kind, Kind::Binary | Kind::Nary) || !matches!(node.kind, Kind::Binary | Kind::Nary) {
            return None;
        }
        if pattern.name != node.name {
            return Some(Vec::new());
        }
        let operator = self.p.name(pattern.name);
        let is_logical = matches!(operator, "and" | "or" | "&&" | "||");
        let is_bitwise = matches!(operator, "&" | "|" | "^");
        if self.options.ac_matching && (is_logical || is_bitwise) {
            let (mut ps, mut ts) = (Vec::new(), Vec::new());
            self.operands(true, p, pattern.name, &mut ps);
            self.operands(false, t, node.name, &mut ts);
            let commutative = is_bitwise || (is_logical && self.options.commutative_boolop);
            return Some(match commutative {
                true => self.distribute(&ps, &ts, environment.clone()),
                false => self.consecutive(&ps, &ts, environment.clone()),
            });
        }
        if matches!(operator, "==" | "!=") && self.options.symmetric_eq {
            let ([a, b], [c, d]) = (self.p.children(p), self.t.children(t)) else {
                return None;
            };
            let mut found = self.parts(&[*a, *b], &[*c, *d], environment.clone());
            found.extend(self.parts(&[*a, *b], &[*d, *c], environment.clone()));
            return Some(found);
        }
        // `$X + ...`: any number of operands, which go down the left side.
        if let [left, right] = *self.p.children(p)
            && self.p.kind(right) == Kind::Ellipsis
            && node.kind == Kind::Binary
        {
            let mut found = Vec::new();
            let mut at = t;
            while self.t.kind(at) == Kind::Binary && self.t.node(at).name == pattern.name {
                at = self.t.child(at, 0);
                found.extend(self.part(left, at, environment.clone()));
            }
            return Some(found);
        }
        None
    }

    fn operands(&self, of_pattern: bool, id: NodeId, operator: Symbol, out: &mut Vec<NodeId>) {
        let tree = if of_pattern { self.p } else { self.t };
        let node = tree.node(id);
        if matches!(node.kind, Kind::Binary | Kind::Nary) && node.name == operator {
            for child in tree.children(id) {
                self.operands(of_pattern, *child, operator, out);
            }
        } else {
            out.push(id);
        }
    }

    /// In order: a metavariable takes one or more operands, an ellipsis any number; everything must be covered.
    fn consecutive(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return self.when(ts.is_empty(), environment);
        };
        match self.p.kind(*first) {
            Kind::Ellipsis => (0..=ts.len())
                .flat_map(|taken| self.consecutive(rest, &ts[taken..], environment.clone()))
                .collect(),
            Kind::Metavariable if ts.len() > ps.len() => {
                let most = ts.len().saturating_sub(rest.len());
                (1..=most)
                    .flat_map(|taken| {
                        let found = match taken {
                            1 => self.part(*first, ts[0], environment.clone()),
                            _ => self.bind(
                                self.p.node(*first).name,
                                Value::Nodes(ts[..taken].into()),
                                environment.clone(),
                            ),
                        };
                        self.then(found, |e| self.consecutive(rest, &ts[taken..], e))
                    })
                    .collect()
            }
            _ => match ts.split_first() {
                Some((t, others)) => {
                    let found = self.part(*first, *t, environment);
                    self.then(found, |e| self.consecutive(rest, others, e))
                }
                None => Vec::new(),
            },
        }
    }

    /// In any order; operands may be left over.
    fn distribute(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        if !self.budget.take() {
            return Vec::new();
        }
        let Some((first, rest)) = ps.split_first() else {
            return vec![environment];
        };
        if self.p.kind(*first) == Kind::Ellipsis {
            return self.distribute(rest, ts, environment);
        }
        let mut found = Vec::new();
        for (at, t) in ts.iter().enumerate() {
            let here = self.part(*first, *t, environment.clone());
            if here.is_empty() {
                continue;
            }
            let others = self.without(ts, at);
            found.extend(self.then(here, |e| self.distribute(rest, &others, e)));
        }
        found
    }
}
