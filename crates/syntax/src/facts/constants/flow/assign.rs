//! What variables are assigned, and what is known of them where the walk is.

use super::{Flow, Known};
use crate::facts::DefinitionId;
use crate::facts::constants::{Once, ValueId};
use crate::tree::{Kind, NodeId};

impl Flow<'_> {
    pub(super) fn name(&mut self, node: NodeId) {
        let Some(definition) = self.scopes.definition(node) else {
            return;
        };
        let known = self.now(definition);
        let symbolic = known.symbolic.some().or_else(|| self.lasting.get(&definition).copied());
        if let Some(value) = symbolic {
            self.values.symbolic.push((node, value));
        }
        self.values.nodes[node.index()] = self.value_of(definition);
    }

    /// The value that a variable has here: the more precise of the flow and the whole file.
    fn value_of(&mut self, definition: DefinitionId) -> ValueId {
        let here = self.now(definition).constant;
        if self.is_exact(here) {
            return here;
        }
        let whole = self.whole(definition);
        match !here.is_some() || self.is_exact(whole) {
            true => whole,
            false => here,
        }
    }

    fn is_exact(&self, value: ValueId) -> bool {
        value.is_some() && self.values.constants[value.0 as usize].is_exact()
    }

    pub(super) fn now(&self, definition: DefinitionId) -> Known {
        let known = self.known[definition.0 as usize];
        match known.time >= self.barrier {
            true => known,
            false => Known::NOTHING,
        }
    }

    pub(super) fn set(&mut self, definition: DefinitionId, known: Known) {
        let known = match self.maybe {
            0 => known,
            _ => Known::NOTHING,
        };
        let place = &mut self.known[definition.0 as usize];
        self.changed.push((definition, *place));
        *place = Known {
            time: self.clock,
            ..known
        };
        if self.tries > 0 {
            self.assigned.push((definition, *place));
        }
    }

    pub(super) fn forget(&mut self, name: NodeId) {
        if let Some(definition) = self.scopes.definition(name) {
            self.set(definition, Known::NOTHING);
        }
    }

    /// From here on nothing from before is known.
    pub(super) fn lose(&mut self) {
        self.clock += 1;
        self.barrier = self.clock;
    }

    pub(super) fn assign(&mut self, target: NodeId, value: NodeId) {
        let stands = self.visit(value);
        let constant = match value.some() {
            Some(value) => self.values.nodes[value.index()].direct(),
            None => ValueId::NONE,
        };
        let known = Known {
            constant,
            symbolic: if stands { value } else { NodeId::NONE },
            time: 0,
        };
        if stands
            && self.traits.once == Once::Always
            && let Some(definition) = target.some().and_then(|target| self.scopes.definition(target))
            && self.only_value(definition) == value.some()
            && value.is_some()
        {
            self.lasting.insert(definition, value);
        }
        self.assign_to(target, known);
    }

    /// Members of a class are no variables of the flow.
    pub(super) fn assign_to(&mut self, target: NodeId, known: Known) {
        let tree = self.tree;
        let mut open = vec![(target, known)];
        while let Some((target, known)) = open.pop() {
            if !target.is_some() {
                continue;
            }
            let children = tree.children(target);
            let part = |part: &NodeId| (*part, Known::NOTHING);
            match tree.kind(target) {
                Kind::Name | Kind::Identifier => {
                    let definition = self.scopes.definition(target);
                    if let Some(definition) = definition.filter(|_| !self.in_class) {
                        self.set(definition, known);
                    }
                }
                Kind::Tuple | Kind::List | Kind::Spread | Kind::Record => open.extend(children.iter().map(part)),
                Kind::Property => open.extend(children.get(1).map(part)),
                Kind::Variable => open.extend(children.get(4).map(part)),
                // `{a = 1}`: a default.
                Kind::Assign => {
                    self.visit(tree.child(target, 1));
                    open.extend(children.first().map(part));
                }
                Kind::Member | Kind::Index => {
                    self.visit_all(children);
                    let object = tree.child(target, 0);
                    if object.is_some() && tree.kind(object) == Kind::Name {
                        self.forget(object);
                    }
                }
                _ => {
                    self.visit(target);
                }
            }
        }
    }

    /// `x += e` is `x = x + e`.
    pub(super) fn compound_assign(&mut self, node: NodeId) {
        let tree = self.tree;
        let (target, value) = (tree.child(node, 0), tree.child(node, 1));
        self.visit(value);
        let before = match self.scopes.definition(target) {
            Some(definition) => self.value_of(definition),
            None => ValueId::NONE,
        };
        let made = match tree.name_of(node) {
            operator @ ("+" | "*") => self.binary(operator, before, self.at(value)),
            _ => ValueId::NONE,
        };
        let known = Known {
            constant: made.direct(),
            symbolic: NodeId::NONE,
            time: 0,
        };
        self.assign_to(target, known);
    }
}
