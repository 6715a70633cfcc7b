//! The second pass: a walk in the order of the text with the scopes that are open, which links names.
//!
//! Nothing is recursive: what is still to be done is a list of steps.

mod bind;
mod names;
mod open;

use std::collections::HashMap;

use super::layout::Layout;
use super::{Meaning, Role, Scopes};
use crate::facts::imports::Style;
use crate::facts::{Assignment, DefinitionId, Traits};
use crate::tree::{Kind, NodeId, Symbol, Tree};

/// The words that mean something here, as symbols.
struct Words {
    this: Option<Symbol>,
    require: Option<Symbol>,
    global: Option<Symbol>,
    repeats: Option<Symbol>,
}

impl Words {
    fn of(tree: &Tree, traits: &Traits) -> Words {
        let names = tree.names();
        Words {
            this: names.get("this"),
            require: names.get("require"),
            global: names.get("global"),
            repeats: traits.repeats.and_then(|word| names.get(word)),
        }
    }
}

/// The second pass.
pub(super) struct Walk<'t> {
    tree: &'t Tree,
    traits: &'static Traits,
    hoisted: Vec<(NodeId, NodeId)>,
    words: Words,
    made: Scopes,
    open: Vec<Scope>,
    /// The names that the open scopes declare, in the order of the scopes.
    declared: Vec<Symbol>,
    bindings: Vec<Binding>,
    /// The innermost binding of a name.
    current: HashMap<Symbol, u32, foldhash::fast::RandomState>,
    /// What is still to be done, the next at the end.
    steps: Vec<Step>,
}

struct Scope {
    kind: ScopeKind,
    /// Where its names start in [`Walk::declared`].
    names: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ScopeKind {
    File,
    Class,
    Function,
    Branch,
    Comprehension,
}

/// A name in one scope.
#[derive(Clone, Copy)]
struct Binding {
    definition: DefinitionId,
    /// The position of the scope among the open ones.
    depth: u32,
    /// The binding of the same name in a scope around.
    outer: Option<u32>,
}

#[derive(Clone, Copy)]
enum Step {
    Visit(NodeId),
    /// A part of a type.
    Type(NodeId),
    Open(ScopeKind, NodeId),
    Close,
    Bind(Target),
}

/// A pattern that is declared or assigned.
#[derive(Clone, Copy)]
struct Target {
    pattern: NodeId,
    how: How,
    /// The node that declares or assigns.
    site: NodeId,
    value: Value,
    /// The string of `require`, when that is the value, and the member that is taken.
    required: Option<(Symbol, Option<Symbol>)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// It is another variable than that of the same name before.
    Declared(Role),
    /// It may be one that exists.
    Assigned,
}

#[derive(Clone, Copy)]
enum Value {
    /// It is only declared.
    None,
    Known(NodeId),
    Unknown,
}

impl Walk<'_> {
    /// Walks a file and gives what its names are.
    pub(super) fn over(tree: &Tree, traits: &'static Traits, layout: Layout) -> Scopes {
        let mut walk = Walk {
            tree,
            traits,
            hoisted: layout.hoisted,
            words: Words::of(tree, traits),
            made: Scopes {
                parents: layout.parents,
                meanings: vec![Meaning::NOTHING; tree.len()],
                definitions: Vec::new(),
                imports: layout.imports,
            },
            open: Vec::new(),
            declared: Vec::new(),
            bindings: Vec::new(),
            current: HashMap::default(),
            steps: vec![Step::Visit(tree.root())],
        };
        walk.run();
        walk.made
    }

    fn run(&mut self) {
        while let Some(step) = self.steps.pop() {
            match step {
                Step::Visit(node) => self.visit(node),
                Step::Type(node) => self.visit_type(node),
                Step::Open(kind, node) => self.open(kind, node),
                Step::Close => self.close(),
                Step::Bind(target) => self.bind(target),
            }
        }
    }

    /// Puts steps before what is to be done, in this order.
    fn next(&mut self, steps: &[Step]) {
        self.steps.extend(steps.iter().rev());
    }

    fn next_children(&mut self, node: NodeId) {
        let children = self.tree.children(node).iter().rev();
        self.steps.extend(
            children
                .filter(|child| child.is_some())
                .map(|child| Step::Visit(*child)),
        );
    }

    fn visit(&mut self, node: NodeId) {
        if !node.is_some() {
            return;
        }
        let tree = self.tree;
        let slot = |at| tree.child(node, at);
        let visit = |at| Step::Visit(slot(at));
        match tree.kind(node) {
            Kind::Name => {
                let meaning = self.resolve(tree.node(node).name);
                self.made.meanings[node.index()] = meaning;
            }
            kind if kind.is_type() => self.visit_type(node),
            Kind::File => {
                self.steps.push(Step::Close);
                self.next_children(node);
                self.steps.push(Step::Open(ScopeKind::File, node));
            }
            Kind::Function => self.function(node, slot(0), slot(1), &[slot(4), slot(6)], &[slot(2), slot(3)]),
            Kind::Lambda => self.function(node, slot(0), slot(1), &[], &[slot(2), slot(3)]),
            Kind::Class => {
                self.declare_type(node, slot(6));
                self.next(&[visit(0), visit(4), visit(1), visit(2), visit(3)]);
            }
            Kind::TypeAlias => {
                self.declare_type(node, slot(3));
                self.next(&[visit(0), visit(1), visit(2)]);
            }
            Kind::ClassBody => {
                let class = self.made.parent(node);
                let parameters = match class.is_some() && tree.kind(class) == Kind::Class {
                    true => tree.child(class, 5),
                    false => NodeId::NONE,
                };
                self.steps.push(Step::Close);
                self.next_children(node);
                self.next(&[Step::Open(ScopeKind::Class, node), Step::Visit(parameters)]);
            }
            Kind::If if self.traits.branch_scopes => {
                for branch in [slot(2), slot(1)].into_iter().filter(|branch| branch.is_some()) {
                    match tree.kind(branch) {
                        Kind::Block => {
                            self.next(&[Step::Open(ScopeKind::Branch, branch), Step::Visit(branch), Step::Close])
                        }
                        _ => self.next(&[Step::Visit(branch)]),
                    }
                }
                self.next(&[visit(0)]);
            }
            Kind::Variable => self.variable(node),
            Kind::Parameter | Kind::RestParameter => {
                let pattern = slot(4).some().unwrap_or(slot(3));
                let bound = self.target(pattern, How::Declared(Role::Parameter), node, Value::Unknown);
                let default = match self.traits.defaults_outside {
                    true => NodeId::NONE,
                    false => slot(2),
                };
                self.next(&[visit(0), visit(1), Step::Visit(default), bound]);
            }
            Kind::Assign => {
                let target = self.target(slot(0), How::Assigned, node, Value::Known(slot(1)));
                self.next(&[visit(1), target]);
            }
            Kind::CompoundAssign => {
                let target = self.target(slot(0), How::Assigned, node, Value::Unknown);
                self.next(&[visit(1), target]);
            }
            Kind::Unary if matches!(tree.name_of(node), "++" | "--") => {
                let target = self.target(slot(0), How::Assigned, node, Value::Unknown);
                self.next(&[target]);
            }
            Kind::ForEachHeader => {
                // Without a declaration JavaScript assigns to a variable that exists.
                let how = match self.traits.assignment {
                    Assignment::MakesGlobal => How::Assigned,
                    _ => self.how_bound(),
                };
                let target = self.target(slot(0), how, NodeId::NONE, Value::Unknown);
                self.next(&[visit(1), target]);
            }
            Kind::With if slot(0).is_some() && tree.kind(slot(0)) == Kind::Assign => {
                let resource = slot(0);
                let target = self.target(tree.child(resource, 0), self.how_bound(), NodeId::NONE, Value::Unknown);
                self.next(&[Step::Visit(tree.child(resource, 1)), target, visit(1)]);
            }
            Kind::Handler => {
                let target = self.target(slot(1), How::Declared(Role::Caught), node, Value::Unknown);
                self.next(&[visit(0), target, visit(2)]);
            }
            Kind::Comprehension => {
                self.steps.push(Step::Close);
                self.next(&[visit(0)]);
                let clauses = tree.children(node).get(1..).unwrap_or_default();
                self.steps
                    .extend(clauses.iter().rev().map(|clause| Step::Visit(*clause)));
                self.steps.push(Step::Open(ScopeKind::Comprehension, node));
            }
            Kind::ComprehensionFor => {
                let target = self.target(slot(0), How::Declared(Role::Bound), NodeId::NONE, Value::Unknown);
                self.next(&[visit(1), target]);
            }
            Kind::CaseLabels if self.traits.case_captures => {
                for label in tree.children(node).iter().rev() {
                    let target = self.target(*label, How::Assigned, NodeId::NONE, Value::Unknown);
                    self.steps.push(target);
                }
            }
            Kind::Import => self.made.imports.pass(node),
            Kind::Member => {
                self.field(node);
                self.next(&[visit(0)]);
            }
            _ => self.next_children(node),
        }
    }

    fn visit_type(&mut self, node: NodeId) {
        match self.tree.kind(node) {
            Kind::Name => {
                let name = self.tree.node(node).name;
                let class = self.find(name, |walk, binding| {
                    walk.made.get(binding.definition).role == Role::Class
                });
                let import = || self.made.imports.current(name).map(Meaning::of_import);
                let meaning = class.map(Meaning::of_definition).or_else(import);
                self.made.meanings[node.index()] = meaning.unwrap_or(Meaning::NOTHING);
            }
            _ => {
                let children = self.tree.children(node).iter().rev();
                self.steps
                    .extend(children.filter(|child| child.is_some()).map(|child| Step::Type(*child)));
            }
        }
    }

    /// `inside` and `body` are known to the scope of the function, between them come the parameters.
    fn function(&mut self, node: NodeId, attributes: NodeId, parameters: NodeId, inside: &[NodeId], body: &[NodeId]) {
        let tree = self.tree;
        if tree.kind(node) == Kind::Function && self.traits.functions_named {
            self.declare_function(node);
        }
        self.steps.push(Step::Close);
        self.steps.extend(body.iter().rev().map(|part| Step::Visit(*part)));
        self.steps.push(Step::Visit(parameters));
        self.steps.extend(inside.iter().rev().map(|part| Step::Visit(*part)));
        self.steps.push(Step::Open(ScopeKind::Function, node));
        if self.traits.defaults_outside && parameters.is_some() {
            let defaults = tree.children(parameters).iter().rev();
            self.steps
                .extend(defaults.map(|parameter| Step::Visit(tree.child(*parameter, 2))));
        }
        self.next(&[Step::Visit(attributes)]);
        if tree.kind(node) == Kind::Function {
            self.next(&[Step::Visit(tree.child(node, 7))]);
        }
    }

    fn variable(&mut self, node: NodeId) {
        let tree = self.tree;
        let [attributes, declared_type, value, pattern, declared] = [0, 1, 2, 3, 4].map(|slot| tree.child(node, slot));
        let role = match self.open.last().map(|scope| scope.kind) {
            Some(ScopeKind::Class) => Role::Field,
            _ => Role::Variable,
        };
        let (pattern, known) = match declared.some() {
            Some(declared) => (declared, value.some().map_or(Value::None, Value::Known)),
            None => (pattern, Value::Unknown),
        };
        let mut target = Target {
            pattern,
            how: How::Declared(role),
            site: node,
            value: known,
            required: None,
        };
        if self.traits.imports == Style::EcmaScript {
            target.required = self.required(value).map(|path| (path, None));
        }
        self.next(&[
            Step::Visit(attributes),
            Step::Visit(declared_type),
            Step::Visit(value),
            Step::Bind(target),
        ]);
    }
}
