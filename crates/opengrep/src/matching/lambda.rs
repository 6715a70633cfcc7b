//! Lambdas, and what their bodies return.

use syntax::Language;
use syntax::tree::{Kind, NodeId};

use super::{Environment, Environments, Matcher};

impl Matcher<'_> {
    pub(super) fn lambda(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        let found = self.parameters(ps[1], ts[1], environment);
        let found = match ps[2].some() {
            Some(wanted) => self.then(found, |e| self.written_type(wanted, ts[2], e)),
            None => found,
        };
        self.then(found, |e| self.lambda_body(ps[3], ts[3], e))
    }

    /// A body of one expression and a block that returns it are equal.
    pub(super) fn lambda_body(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if !p.is_some() || !t.is_some() {
            return self.absent(p, t, environment);
        }
        let (p_is_block, t_is_block) = (self.p.kind(p) == Kind::Block, self.t.kind(t) == Kind::Block);
        match (p_is_block, t_is_block) {
            (true, true) => self.block(p, t, environment),
            (false, false) => self.part(p, t, environment),
            (true, false) => {
                let is_ellipsis = |part: &&NodeId| self.p.kind(**part) == Kind::Ellipsis;
                let mut wanted = self.p.children(p).iter().filter(|part| !is_ellipsis(part));
                match (wanted.next(), wanted.next()) {
                    (None, _) => self.when(!self.p.children(p).is_empty(), environment),
                    (Some(only), None) => match self.p.kind(*only) {
                        Kind::Return => self.returned(self.p.child(*only, 0), t, environment),
                        Kind::ExpressionStatement => self.part(self.p.child(*only, 0), t, environment),
                        _ => Vec::new(),
                    },
                    _ => Vec::new(),
                }
            }
            (false, true) => {
                if self.file.language == Language::Java {
                    return match self.p.kind(p) {
                        Kind::Metavariable => self.bind_node(self.p.node(p).name, t, environment),
                        Kind::Ellipsis => vec![environment],
                        _ => Vec::new(),
                    };
                }
                match self.t.children(t) {
                    [only] if self.t.kind(*only) == Kind::Return => self.part(p, self.t.child(*only, 0), environment),
                    [only] if self.t.kind(*only) == Kind::ExpressionStatement => {
                        self.part(p, self.t.child(*only, 0), environment)
                    }
                    _ => Vec::new(),
                }
            }
        }
    }

    /// What `return $X` says of a value.
    pub(super) fn returned(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        match (p.some(), t.some()) {
            (None, None) => vec![environment],
            (Some(p), _) if self.p.kind(p) == Kind::Ellipsis => vec![environment],
            (Some(p), Some(t)) => self.part(p, t, environment),
            _ => Vec::new(),
        }
    }
}
