//! Names that imports made: a name may stand for a path, and a path for a name.

use syntax::tree::{Kind, NodeId, Symbol};

use super::{Environment, Environments, Matcher};

impl Matcher<'_> {
    /// A name or a chain of members that stands for another by an import.
    pub(super) fn as_imported(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        if self.t.kind(t) != Kind::Name {
            return Vec::new();
        }
        if let Some(path) = self.file.facts.full_name(t) {
            let found = self.path(p, path, t, environment.clone());
            if !found.is_empty() || self.p.kind(p) == Kind::Member {
                return found;
            }
            return Vec::new();
        }
        if self.p.kind(p) != Kind::Member || self.file.facts.definition(t).is_some() {
            return Vec::new();
        }
        let name = self.t.node(t).name;
        self.budget.take_many(self.file.facts.wildcards().len() as u64);
        let is_wildcard = self.file.facts.wildcards().iter().any(|package| {
            let parts = package.iter().copied().chain([name]);
            self.is_plain_path(p, &parts.collect::<Vec<_>>())
        });
        self.when(is_wildcard, environment)
    }

    /// A chain of members of the pattern against the parts of a full name.
    fn path(&self, p: NodeId, parts: &[Symbol], t: NodeId, environment: Environment) -> Environments {
        let Some((last, before)) = parts.split_last() else {
            return Vec::new();
        };
        let pattern = self.p.node(p);
        match pattern.kind {
            // What is left of the path stands for the module: its range is that of the written name.
            Kind::Metavariable => self.bind_node(pattern.name, t, environment),
            Kind::Name => self.when(before.is_empty() && pattern.name == *last, environment),
            Kind::Member => {
                let [object, member] = *self.p.children(p) else {
                    return Vec::new();
                };
                let found = match self.p.kind(member) {
                    Kind::Metavariable => self.bind_node(self.p.node(member).name, t, environment),
                    Kind::Ellipsis => return Vec::new(),
                    _ => self.when(self.p.node(member).name == *last, environment),
                };
                self.then(found, |e| self.path(object, before, t, e))
            }
            _ => Vec::new(),
        }
    }

    /// The pattern is this path, without a metavariable in it.
    fn is_plain_path(&self, p: NodeId, parts: &[Symbol]) -> bool {
        let Some((last, before)) = parts.split_last() else {
            return false;
        };
        match self.p.kind(p) {
            Kind::Name => before.is_empty() && self.p.node(p).name == *last,
            Kind::Member => {
                let [object, member] = *self.p.children(p) else {
                    return false;
                };
                self.p.node(member).name == *last && self.is_plain_path(object, before)
            }
            _ => false,
        }
    }
}
