//! Elements of markup, their attributes and texts.

use syntax::tree::{Kind, NodeId};

use super::{Environment, Environments, Matcher};

impl Matcher<'_> {
    pub(super) fn markup(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        let ([tag, attributes, children], [other_tag, other_attributes, other_children]) =
            (self.p.children(p), self.t.children(t))
        else {
            return Vec::new();
        };
        if tag.is_some() != other_tag.is_some() {
            return Vec::new();
        }
        let found = self.identifier(*tag, *other_tag, environment);
        let open = self.options.xml_attrs_implicit_ellipsis;
        let (pa, ta) = (self.p.children(*attributes), self.t.children(*other_attributes));
        let found = self.then(found, |e| self.unordered(pa, ta, e, open));
        let (pc, tc) = (self.p.children(*children), self.t.children(*other_children));
        if pc.is_empty() {
            let fits = self.options.xml_singleton_loose_matching || tc.is_empty();
            return if fits { found } else { Vec::new() };
        }
        self.then(found, |e| match self.options.xml_children_ordered {
            true => self.prefix(pc, tc, e),
            false => self.unordered(pc, tc, e, true),
        })
    }

    pub(super) fn markup_text(&self, p: NodeId, t: NodeId, environment: Environment) -> Environments {
        match self.pattern.strings.get(&p) {
            Some(special) => self.special_string(special, self.t.name_of(t), t, environment),
            None => self.when(self.p.node(p).name == self.t.node(t).name, environment),
        }
    }

    pub(super) fn markup_attribute(&self, ps: &[NodeId], ts: &[NodeId], environment: Environment) -> Environments {
        let found = self.identifier(ps[0], ts[0], environment);
        match ps[1].some() {
            None => found,
            // Braces around a value are no difference.
            Some(wanted) => {
                let wanted = self.without_braces(true, wanted);
                let value = ts[1]
                    .some()
                    .map_or(NodeId::NONE, |value| self.without_braces(false, value));
                self.then(found, |e| self.part(wanted, value, e))
            }
        }
    }

    fn without_braces(&self, of_pattern: bool, id: NodeId) -> NodeId {
        let tree = if of_pattern { self.p } else { self.t };
        match tree.kind(id) {
            Kind::MarkupExpression => tree.child(id, 0),
            _ => id,
        }
    }
}
