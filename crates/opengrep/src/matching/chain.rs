//! Chains of members and calls, in which an ellipsis stands for links.

use syntax::Language;
use syntax::tree::{Kind, NodeId};

use super::{Environment, Environments, Matcher};

impl Matcher<'_> {
    /// In Python `a = b = 1` is one statement, not an assignment of an assignment.
    pub(super) fn is_chain(&self, tree: &syntax::tree::Tree, value: NodeId) -> bool {
        self.file.language == Language::Python && value.is_some() && tree.kind(value) == Kind::Assign
    }

    /// The `b = 1` of a chain `a = b = 1` of Python.
    pub(super) fn is_link_of_a_chain(&self, t: NodeId) -> bool {
        self.is_chain(self.t, t) && {
            let parent = self.file.facts.parent(t);
            parent.is_some() && self.t.kind(parent) == Kind::Assign
        }
    }

    /// `$O. ... .m()`: the object with any number of links after it.
    pub(super) fn chain(&self, p: NodeId, t: NodeId, environment: &Environment) -> Option<Environments> {
        let [object, member] = *self.p.children(p) else {
            return None;
        };
        if self.p.kind(member) != Kind::Ellipsis {
            return None;
        }
        if !matches!(
            self.t.kind(t),
            Kind::Member | Kind::Call | Kind::Name | Kind::Special | Kind::New | Kind::Str
        ) && self.p.kind(object) != Kind::Metavariable
        {
            return Some(Vec::new());
        }
        let mut found = Vec::new();
        let mut at = Some(t);
        while let Some(cut) = at {
            found.extend(self.part(object, cut, environment.clone()));
            at = self.without_last_link(cut);
        }
        Some(found)
    }

    /// `$O. ...`: the whole is a member or a call of one.
    pub(super) fn ends_in_links(&self, p: NodeId) -> bool {
        self.p.kind(p) == Kind::Member && self.p.kind(self.p.child(p, 1)) == Kind::Ellipsis
    }

    pub(super) fn without_last_link(&self, t: NodeId) -> Option<NodeId> {
        let member = match self.t.kind(t) {
            Kind::Member => t,
            Kind::Call => {
                let callee = self.t.child(t, 0);
                (callee.is_some() && self.t.kind(callee) == Kind::Member).then_some(callee)?
            }
            _ => return None,
        };
        self.t.child(member, 0).some()
    }
}
