//! Scopes as they open and close: what they declare before the walk is in them.

use super::bind::names_of;
use super::{Scope, ScopeKind, Value, Walk};
use crate::facts::DefinitionId;
use crate::facts::imports::Style;
use crate::facts::scopes::{Meaning, Role};
use crate::tree::{Kind, NodeId, Symbol};

impl Walk<'_> {
    pub(super) fn open(&mut self, kind: ScopeKind, node: NodeId) {
        self.open.push(Scope {
            kind,
            names: self.declared.len(),
        });
        let from = self.hoisted.partition_point(|(scope, _)| *scope < node);
        let to = from + self.hoisted[from..].partition_point(|(scope, _)| *scope == node);
        let mut elsewhere = Vec::new();
        for at in from..to {
            let declares = self.hoisted[at].1;
            if self.tree.kind(declares) == Kind::Scope {
                self.elsewhere(declares, &mut elsewhere);
            }
        }
        for at in from..to {
            self.hoist(self.hoisted[at].1, &elsewhere);
        }
        if kind == ScopeKind::Class {
            self.inject(node);
        }
    }

    pub(super) fn close(&mut self) {
        let Some(scope) = self.open.pop() else { return };
        for name in self.declared.drain(scope.names..) {
            if let Some(at) = self.current.get(&name).copied() {
                match self.bindings[at as usize].outer {
                    Some(outer) => self.current.insert(name, outer),
                    None => self.current.remove(&name),
                };
            }
        }
    }

    /// `global a`, `nonlocal a`: assignments in this scope are to variables around it.
    fn elsewhere(&mut self, statement: NodeId, elsewhere: &mut Vec<Symbol>) {
        let tree = self.tree;
        let is_global = Some(tree.node(statement).name) == self.words.global;
        for name in tree.children(statement).iter().filter(|name| name.is_some()) {
            let name = tree.node(*name).name;
            elsewhere.push(name);
            if is_global {
                let global = self.global(name).unwrap_or_else(|| self.declare_global(name));
                self.declare(name, global);
            }
        }
    }

    /// Declares what a node declares in the whole scope that was just opened. The first of a name is the one that is known
    /// before any of them.
    fn hoist(&mut self, declares: NodeId, elsewhere: &[Symbol]) {
        let tree = self.tree;
        let slot = |at| tree.child(declares, at);
        let role = match self.open.last().map(|scope| scope.kind) {
            Some(ScopeKind::Class) => Role::Field,
            _ => Role::Variable,
        };
        let declared = match tree.kind(declares) {
            Kind::Variable => {
                let repeats = self.has_modifier(declares, self.words.repeats);
                for name in names_of(tree, slot(4).some().unwrap_or(slot(3))) {
                    let symbol = tree.node(name).name;
                    let definition = match self.here(symbol) {
                        Some(before) if repeats => before,
                        _ => self.define(role, declares),
                    };
                    self.hoist_name(name, definition);
                }
                return;
            }
            Kind::Class => (slot(6), Role::Class),
            Kind::TypeAlias => (slot(3), Role::Class),
            Kind::Function => (slot(5), Role::Function),
            kind => {
                let targets = match kind {
                    Kind::CaseLabels => declares,
                    _ => slot(0),
                };
                let hides_imports = match kind {
                    Kind::Assign => {
                        let parent = self.made.parent(declares);
                        parent.is_some() && tree.kind(parent) == Kind::With
                    }
                    Kind::CompoundAssign => false,
                    _ => true,
                };
                for name in names_of(tree, targets) {
                    let symbol = tree.node(name).name;
                    let is_import = !hides_imports && self.made.imports.current(symbol).is_some();
                    if !is_import && !elsewhere.contains(&symbol) && self.here(symbol).is_none() {
                        let definition = self.define(role, NodeId::NONE);
                        self.declare(symbol, definition);
                    }
                }
                return;
            }
        };
        if declared.0.is_some() {
            let definition = self.define(declared.1, declares);
            self.hoist_name(declared.0, definition);
        }
    }

    fn hoist_name(&mut self, name: NodeId, definition: DefinitionId) {
        let symbol = self.tree.node(name).name;
        self.made.meanings[name.index()] = Meaning::of_definition(definition);
        if self.here(symbol).is_none() {
            self.declare(symbol, definition);
        }
    }

    /// The parameters of the constructor of a class that Angular fills in are known in the whole class.
    fn inject(&mut self, body: NodeId) {
        let tree = self.tree;
        if self.traits.imports != Style::EcmaScript || !self.is_injected(self.made.parent(body)) {
            return;
        }
        let constructor = tree.children(body).iter().find(|member| {
            member.is_some() && tree.kind(**member) == Kind::Function && tree.name_of(**member) == "constructor"
        });
        let parameters = constructor.and_then(|constructor| tree.child(*constructor, 1).some());
        for parameter in parameters.map(|list| tree.children(list)).unwrap_or_default() {
            let name = tree.child(*parameter, 4);
            if name.is_some() && self.here(tree.node(name).name).is_none() {
                let definition = self.define(Role::Field, *parameter);
                self.declare(tree.node(name).name, definition);
                self.assign(definition, Value::Unknown, *parameter);
            }
        }
    }

    fn is_injected(&self, class: NodeId) -> bool {
        let tree = self.tree;
        let attributes = class.some().map_or(NodeId::NONE, |class| tree.child(class, 0));
        let attributes = attributes.some().map(|list| tree.children(list)).unwrap_or_default();
        attributes.iter().any(|attribute| {
            let name = tree.child(*attribute, 0);
            tree.kind(*attribute) == Kind::Annotation
                && name.is_some()
                && matches!(tree.name_of(name), "Component" | "Injectable")
        })
    }
}
