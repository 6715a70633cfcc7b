//! Definitions, the bindings of names in the open scopes, and what a name means.

use super::{Binding, ScopeKind, Walk};
use crate::facts::scopes::{Assigned, Definition, Meaning, Role};
use crate::facts::{DefinitionId, Fields};
use crate::tree::{NodeId, Symbol};

impl Walk<'_> {
    pub(super) fn define(&mut self, role: Role, site: NodeId) -> DefinitionId {
        let id = DefinitionId(self.made.definitions.len() as u32);
        let file_level = self
            .open
            .iter()
            .all(|scope| matches!(scope.kind, ScopeKind::File | ScopeKind::Branch));
        self.made.definitions.push(Definition {
            role,
            site,
            file_level,
            assigned: Assigned::Never,
            import: None,
        });
        id
    }

    pub(super) fn declare_type(&mut self, node: NodeId, name: NodeId) {
        if !name.is_some() {
            return;
        }
        let definition = self.made.definition(name).unwrap_or_else(|| {
            let made = self.define(Role::Class, node);
            self.made.meanings[name.index()] = Meaning::of_definition(made);
            made
        });
        self.declare(self.tree.node(name).name, definition);
    }

    /// A function that is no statement (a method) has an identity, but no name that others see.
    pub(super) fn declare_function(&mut self, node: NodeId) {
        let name = self.tree.child(node, 5);
        if !name.is_some() {
            return;
        }
        match self.made.definition(name) {
            Some(hoisted) => self.declare(self.tree.node(name).name, hoisted),
            None => {
                let made = self.define(Role::Function, node);
                self.made.meanings[name.index()] = Meaning::of_definition(made);
            }
        }
    }

    /// Makes a name known in the innermost scope.
    pub(super) fn declare(&mut self, name: Symbol, definition: DefinitionId) {
        let Some(innermost) = self.open.last() else { return };
        if innermost.kind == ScopeKind::Class && self.traits.fields == Fields::Nowhere {
            return;
        }
        let depth = (self.open.len() - 1) as u32;
        let outer = self.current.get(&name).copied();
        if let Some(at) = outer
            && self.bindings[at as usize].depth == depth
        {
            self.bindings[at as usize].definition = definition;
            return;
        }
        self.current.insert(name, self.bindings.len() as u32);
        self.bindings.push(Binding {
            definition,
            depth,
            outer,
        });
        self.declared.push(name);
    }

    /// A variable of the file that is made inside of functions. Its binding goes below those that are open.
    pub(super) fn declare_global(&mut self, name: Symbol) -> DefinitionId {
        let definition = self.define(Role::Variable, NodeId::NONE);
        self.made.definitions[definition.0 as usize].file_level = true;
        let number = self.bindings.len() as u32;
        self.bindings.push(Binding {
            definition,
            depth: 0,
            outer: None,
        });
        match self.chain(name).last() {
            Some((at, _)) => self.bindings[at as usize].outer = Some(number),
            None => {
                self.current.insert(name, number);
            }
        }
        definition
    }

    /// The variable of the file of a name.
    pub(super) fn global(&self, name: Symbol) -> Option<DefinitionId> {
        self.find(name, |_, binding| binding.depth == 0)
    }

    /// The definition of a name in the innermost scope.
    pub(super) fn here(&self, name: Symbol) -> Option<DefinitionId> {
        self.find(name, |walk, binding| binding.depth as usize + 1 == walk.open.len())
    }

    /// The bindings of a name, from the innermost.
    fn chain(&self, name: Symbol) -> impl Iterator<Item = (u32, Binding)> {
        let first = self.current.get(&name).copied();
        std::iter::successors(first.map(|at| (at, self.bindings[at as usize])), |(_, binding)| {
            binding.outer.map(|at| (at, self.bindings[at as usize]))
        })
    }

    pub(super) fn find(&self, name: Symbol, is: impl Fn(&Self, Binding) -> bool) -> Option<DefinitionId> {
        self.chain(name)
            .map(|(_, binding)| binding)
            .find(|binding| is(self, *binding))
            .map(|binding| binding.definition)
    }

    /// What a name means where the walk is.
    pub(super) fn resolve(&self, name: Symbol) -> Meaning {
        let found = self.find(name, |walk, binding| {
            let depth = binding.depth as usize;
            walk.traits.fields == Fields::Everywhere
                || depth + 1 == walk.open.len()
                || walk.open[depth].kind != ScopeKind::Class
        });
        // An import holds for the whole file; only parameters and variables of functions hide it.
        match (found, self.made.imports.current(name)) {
            (Some(found), import) if import.is_none() || !self.made.get(found).file_level => {
                Meaning::of_definition(found)
            }
            (_, Some(import)) => Meaning::of_import(import),
            _ => Meaning::NOTHING,
        }
    }
}
