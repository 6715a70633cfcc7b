//! Which variable a name is.
//!
//! Two passes, neither recursive. The first goes over the arena from its end, parents before children: it notes parents, and for
//! every scope what is declared in it. The second walks in the order of the text with the scopes that are open, and links names.

mod layout;
mod walk;

use self::layout::Layout;
use self::walk::Walk;
use super::imports::Imports;
use super::{DefinitionId, Traits};
use crate::tree::{NodeId, Symbol, Tree};

/// What the names of a file are.
#[derive(Debug)]
pub(super) struct Scopes {
    parents: Vec<NodeId>,
    meanings: Vec<Meaning>,
    definitions: Vec<Definition>,
    pub imports: Imports,
}

/// What a node names: nothing, a definition or an import, in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Meaning(u32);

impl Meaning {
    const NOTHING: Meaning = Meaning(0);
    const IMPORT: u32 = 1 << 31;

    fn of_definition(id: DefinitionId) -> Self {
        Self(id.0 + 1)
    }

    fn of_import(number: u32) -> Self {
        Self(number | Self::IMPORT)
    }

    fn definition(self) -> Option<DefinitionId> {
        match self.0 & Self::IMPORT {
            0 => self.0.checked_sub(1).map(DefinitionId),
            _ => None,
        }
    }

    fn import(self) -> Option<u32> {
        (self.0 & Self::IMPORT != 0).then_some(self.0 & !Self::IMPORT)
    }
}

/// Something that is declared.
#[derive(Debug)]
pub(super) struct Definition {
    pub role: Role,
    /// The node that declares it: a variable, a parameter, a class …; [`NodeId::NONE`] when an assignment does.
    pub site: NodeId,
    /// It belongs to the file, not to a function or class.
    pub file_level: bool,
    pub assigned: Assigned,
    /// It is made by `require`: the number of the import.
    import: Option<u32>,
}

/// What a definition is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Variable,
    Field,
    Parameter,
    /// The variable of a loop, a comprehension or a `with`.
    Bound,
    Caught,
    Function,
    Class,
}

/// What a definition is assigned in the whole file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Assigned {
    Never,
    /// Once, with this value by this node.
    Once {
        value: NodeId,
        by: NodeId,
    },
    /// Several times, or what is no expression of the file.
    Many,
}

impl Scopes {
    pub fn of(tree: &Tree, traits: &'static Traits) -> Scopes {
        let layout = Layout::of(tree, traits);
        Walk::over(tree, traits, layout)
    }

    pub fn parent(&self, node: NodeId) -> NodeId {
        let found = node.some().and_then(|node| self.parents.get(node.index()));
        found.copied().unwrap_or(NodeId::NONE)
    }

    pub fn definition(&self, node: NodeId) -> Option<DefinitionId> {
        self.meaning(node).definition()
    }

    pub fn full_name(&self, node: NodeId) -> Option<&[Symbol]> {
        let meaning = self.meaning(node);
        let import = match meaning.definition() {
            Some(definition) => self.get(definition).import,
            None => meaning.import(),
        };
        self.imports.full(import?)
    }

    /// Number of definitions.
    pub fn len(&self) -> usize {
        self.definitions.len()
    }

    pub fn get(&self, id: DefinitionId) -> &Definition {
        &self.definitions[id.0 as usize]
    }

    fn meaning(&self, node: NodeId) -> Meaning {
        let found = node.some().and_then(|node| self.meanings.get(node.index()));
        found.copied().unwrap_or(Meaning::NOTHING)
    }
}
