//! Variables and the ways into them.

use syntax::facts::{Constant, DefinitionId};
use syntax::tree::{Flags, Kind, NodeId, Symbol};

use super::{Builder, read};
use crate::taint::form::{Expression, Key, Part, Place, Variable};

impl Builder<'_> {
    /// What a name stands for: its variable, or a field of `this`.
    pub(super) fn named(&self, node: NodeId) -> Place {
        let name = self.tree.node(node).name;
        if self.manner.this_name == Some(self.tree.name(name)) {
            return Place::variable(Variable::This, node);
        }
        match self.facts.definition(node) {
            Some(definition) if self.is_of_object(definition) => {
                let part = Part {
                    key: Key::Name(name),
                    node,
                };
                Place {
                    base: Variable::This,
                    node: NodeId::NONE,
                    parts: vec![part],
                }
            }
            Some(definition) => Place::variable(Variable::Definition(definition), node),
            None => Place::variable(Variable::Free(name), node),
        }
    }

    /// Whether a definition is a field that each object has for itself. One that keeps its value is the same for all of a class, as far
    /// as it can be told.
    fn is_of_object(&self, definition: DefinitionId) -> bool {
        self.manner.has_plain_fields
            && self.facts.is_field(definition)
            && self.facts.lasting_value(definition).is_none()
            && !self
                .facts
                .declaration(definition)
                .is_some_and(|declaration| self.has_modifier(declaration, "static"))
    }

    /// Whether a declaration has a modifier.
    pub(super) fn has_modifier(&self, declaration: NodeId, word: &str) -> bool {
        let attributes = self.parts(self.slot(declaration, 0)).iter();
        attributes
            .filter(|attribute| self.is(**attribute, Kind::Modifier))
            .any(|modifier| self.name_of(*modifier) == word)
    }

    /// Whether an expression is a place: a variable and a way into it.
    pub(super) fn is_place(&self, node: NodeId) -> bool {
        match self.kind(node) {
            Some(Kind::Name | Kind::Identifier) => true,
            Some(Kind::Special) => matches!(self.name_of(node), "this" | "super"),
            Some(Kind::Member) => self.slot(node, 0).is_some(),
            Some(Kind::Index) => self.profile.slice || !self.is(self.slot(node, 1), Kind::Slice),
            Some(Kind::Unary) => self.is_transparent(node),
            _ => false,
        }
    }

    /// `*p` is `p`, and `a!` is `a`.
    pub(super) fn is_transparent(&self, unary: NodeId) -> bool {
        match self.name_of(unary) {
            "*" => true,
            "!" | "!!" => self.tree.node(unary).flags.has(Flags::POSTFIX),
            _ => false,
        }
    }

    /// The place of an expression for which [`Builder::is_place`] holds. Indexes and what a part is selected from are computed.
    pub(super) fn place(&mut self, node: NodeId) -> Place {
        stacker::maybe_grow(super::RED_ZONE, super::NEW_STACK, || self.place_here(node))
    }

    fn place_here(&mut self, node: NodeId) -> Place {
        match self.kind(node) {
            Some(Kind::Name | Kind::Identifier) => self.named(node),
            Some(Kind::Special) => Place::variable(Variable::This, node),
            Some(Kind::Member) => {
                if let Some(definition) = self.facts.definition(node) {
                    // `this.x`
                    return match self.is_of_object(definition) {
                        true => self.member(node),
                        false => Place::variable(Variable::Definition(definition), node),
                    };
                }
                self.member(node)
            }
            Some(Kind::Index) => {
                let mut place = self.base(self.slot(node, 0));
                let index = self.slot(node, 1);
                // Type arguments of a function that is called.
                if self.kind(index).is_some_and(Kind::is_type) {
                    return place;
                }
                let key = self.key(index);
                place.parts.push(Part { key, node });
                place
            }
            Some(Kind::Unary) => self.base(self.slot(node, 0)),
            _ => {
                let value = self.value(node);
                self.held(NodeId::NONE, value)
            }
        }
    }

    fn member(&mut self, node: NodeId) -> Place {
        let mut place = self.base(self.slot(node, 0));
        let key = Key::Name(self.tree.node(node).name);
        place.parts.push(Part { key, node });
        place
    }

    /// What a part is selected from: a place, or a temporary with its value.
    fn base(&mut self, object: NodeId) -> Place {
        if self.is_place(object) {
            return self.place(object);
        }
        // The name of a type.
        if self.is(object, Kind::Type) && self.is_place(self.slot(object, 0)) {
            return self.place(self.slot(object, 0));
        }
        let value = self.value(object);
        self.held(NodeId::NONE, value)
    }

    // ---- keys

    /// The key of an index. What is no literal is computed.
    pub(super) fn key(&mut self, index: NodeId) -> Key {
        if let Some(key) = self.known_key(index) {
            return key;
        }
        let value = match self.kind(index) {
            Some(Kind::Slice) => {
                self.bounds(index);
                Expression::clean()
            }
            Some(_) => self.value(index),
            None => Expression::clean(),
        };
        Key::Any(Box::new(value))
    }

    /// The bounds of a slice are computed and taint nothing.
    pub(super) fn bounds(&mut self, slice: NodeId) {
        for bound in self.parts(slice) {
            if bound.is_some() {
                self.value(*bound);
            }
        }
    }

    /// The key that a literal is, or with [`key`](crate::taint::profile::Profile::key) a constant.
    pub(super) fn known_key(&self, index: NodeId) -> Option<Key> {
        let name = self.tree.node(index.some()?).name;
        match self.tree.kind(index) {
            Kind::Str => Some(self.text_key(name)),
            Kind::Int | Kind::Float => position(self.name_of(index)),
            _ if self.profile.key => match self.facts.constant(index)? {
                Constant::Str(text) => self.tree.names().get(text).map(|name| self.text_key(name)),
                Constant::Int(value) => u32::try_from(*value).ok().map(Key::Position),
                Constant::Float(value) => position(&value.to_string()),
                _ => None,
            },
            _ => None,
        }
    }

    fn text_key(&self, name: Symbol) -> Key {
        let number = position(self.tree.name(name)).filter(|_| self.manner.has_number_strings);
        number.unwrap_or(Key::Name(name))
    }

    /// A part of a place that is made up.
    pub(super) fn part_of(place: &Place, key: Key) -> Expression {
        let mut place = place.clone();
        place.parts.push(Part {
            key,
            node: NodeId::NONE,
        });
        read(place)
    }

    /// Any part of a place.
    pub(super) fn any_key() -> Key {
        Key::Any(Box::new(Expression::clean()))
    }
}

/// A whole number from 0.
fn position(text: &str) -> Option<Key> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain).map(Key::Position)
}
