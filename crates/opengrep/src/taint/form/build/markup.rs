//! JSX: an element is a call of its tag.

use syntax::tree::{Kind, NodeId};

use super::calls::plain;
use super::{Builder, read};
use crate::taint::form::{Container, Entry, Expression, ExpressionKind, Key, Operation, Part, Place, Variable};

impl Builder<'_> {
    /// `<X a={e}>{b}</X>` is `X({a: e, children: [b]})`.
    pub(super) fn markup(&mut self, node: NodeId) -> Expression {
        let (tag, attributes, children) = (self.slot(node, 0), self.slot(node, 1), self.slot(node, 2));
        let mut entries = Vec::new();
        for attribute in self.parts(attributes).iter().filter(|attribute| attribute.is_some()) {
            let is_named = self.is(*attribute, Kind::MarkupAttribute);
            let value = match is_named {
                true => self.slot(*attribute, 1),
                false => *attribute,
            };
            if !value.is_some() {
                continue;
            }
            entries.push(Entry {
                key: self
                    .tree
                    .node(*attribute)
                    .name
                    .some()
                    .filter(|_| is_named)
                    .map(Key::Name),
                spread: self.is(value, Kind::Spread),
                value: self.value(value),
            });
        }
        entries.extend(self.children(children));
        let properties = Expression {
            node: NodeId::NONE,
            kind: ExpressionKind::Container(Container::Mapping, entries),
        };
        let callee = self.tag(tag);
        let target = Place::variable(self.temporary(), NodeId::NONE);
        let arguments = vec![plain(properties)];
        self.instruction(node, Some(target.clone()), Operation::Call { callee, arguments });
        read(target)
    }

    fn children(&mut self, list: NodeId) -> Option<Entry> {
        let mut entries = Vec::new();
        for child in self.parts(list).iter().filter(|child| child.is_some()) {
            let inner = match self.tree.kind(*child) {
                Kind::MarkupExpression => self.slot(*child, 0),
                _ => *child,
            };
            if inner.is_some() {
                entries.push(Entry {
                    key: None,
                    spread: self.is(inner, Kind::Spread),
                    value: self.value(inner),
                });
            }
        }
        if entries.is_empty() {
            return None;
        }
        Some(Entry {
            key: self.tree.names().get("children").map(Key::Name),
            spread: false,
            value: Expression {
                node: NodeId::NONE,
                kind: ExpressionKind::Container(Container::Sequence, entries),
            },
        })
    }

    /// The function that a tag names: `X`, or `m` and its member `X`. A fragment has none.
    fn tag(&mut self, tag: NodeId) -> Expression {
        let Some(tag) = tag.some() else {
            return Expression::clean();
        };
        let name = self.tree.node(tag).name;
        let names = self.tree.names();
        let mut parts = self.name_of(tag).split('.');
        let first = parts.next().and_then(|first| names.get(first)).unwrap_or(name);
        let parts = parts.filter_map(|part| names.get(part));
        let parts = parts.map(|part| Part {
            key: Key::Name(part),
            node: NodeId::NONE,
        });
        read(Place {
            base: Variable::Free(first),
            node: tag,
            parts: parts.collect(),
        })
    }
}
