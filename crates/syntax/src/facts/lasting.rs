//! Which variables of the file and of its classes have one value for the whole file.

use super::constants::Once;
use super::scopes::{Assigned, Role};
use super::{DefinitionId, Facts};
use crate::tree::{Kind, NodeId};

impl Facts<'_> {
    /// Whether a definition belongs to the file, not to a function or class.
    pub fn is_of_file(&self, definition: DefinitionId) -> bool {
        self.scopes.get(definition).file_level
    }

    /// Whether a definition is a field: a variable in the body of a class.
    pub fn is_field(&self, definition: DefinitionId) -> bool {
        self.scopes.get(definition).role == Role::Field
    }

    /// Whether a definition is a parameter.
    pub fn is_parameter(&self, definition: DefinitionId) -> bool {
        self.scopes.get(definition).role == Role::Parameter
    }

    /// The only expression that a definition is assigned in the file.
    pub fn assigned_value(&self, definition: DefinitionId) -> Option<NodeId> {
        match self.scopes.get(definition).assigned {
            Assigned::Once { value, .. } => value.some(),
            _ => None,
        }
    }

    /// Whether a variable of the file or a field keeps the one value that it is assigned: it is declared constant, or the language
    /// lets one assignment say so.
    pub fn is_lasting(&self, definition: DefinitionId) -> bool {
        let found = self.scopes.get(definition);
        let is_field = found.role == Role::Field;
        if !found.file_level && !is_field {
            return false;
        }
        if matches!(found.role, Role::Parameter | Role::Function | Role::Class) {
            return false;
        }
        let has_modifier = |words: &[&str]| self.has_modifier(found.site, words);
        if has_modifier(self.traits.constant_words) {
            return true;
        }
        let Assigned::Once { by, .. } = found.assigned else {
            return false;
        };
        match self.traits.once {
            Once::Never => false,
            Once::Always => true,
            Once::OfFile => found.file_level && !is_field && self.is_plain_assignment(by),
            Once::PrivateFields => is_field && has_modifier(&["private"]),
        }
    }

    /// The only expression that a variable or field is assigned, where the language or its declaration says that nothing else changes
    /// it: wherever it is read, it is that value.
    pub fn lasting_value(&self, definition: DefinitionId) -> Option<NodeId> {
        self.values().lasting(definition)
    }

    fn has_modifier(&self, site: NodeId, words: &[&str]) -> bool {
        let Some(site) = site.some().filter(|site| self.tree.kind(*site) == Kind::Variable) else {
            return false;
        };
        let attributes = self.tree.child(site, 0);
        let modifiers = attributes
            .some()
            .map(|list| self.tree.children(list))
            .unwrap_or_default();
        modifiers
            .iter()
            .filter(|modifier| modifier.is_some() && self.tree.kind(**modifier) == Kind::Modifier)
            .any(|modifier| words.contains(&self.tree.name_of(*modifier)))
    }

    /// `a = b`, not `a: T = b` and not one of `a = c = b`.
    fn is_plain_assignment(&self, by: NodeId) -> bool {
        let is_assignment = |node: NodeId| node.is_some() && self.tree.kind(node) == Kind::Assign;
        is_assignment(by) && !is_assignment(self.tree.child(by, 1)) && !is_assignment(self.parent(by))
    }
}
