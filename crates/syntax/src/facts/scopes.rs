//! Which variable a name is.
//!
//! Two passes, neither recursive. The first goes over the arena from its end, parents before children: it notes parents, and for
//! every scope what is declared in it. The second walks in the order of the text with the scopes that are open, and links names.

use std::collections::HashMap;

use super::imports::{Imports, Style};
use super::{Assignment, DefinitionId, Fields, Traits};
use crate::tree::{Kind, NodeId, Symbol, Tree};

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

/// What the first pass finds.
struct Layout {
    parents: Vec<NodeId>,
    /// Scopes with what declares in them, in the order of the scopes and then of the text.
    hoisted: Vec<(NodeId, NodeId)>,
    imports: Imports,
}

impl Layout {
    fn of(tree: &Tree, traits: &Traits) -> Layout {
        let mut parents = vec![NodeId::NONE; tree.len()];
        let mut scopes = vec![NodeId::NONE; tree.len()];
        let (mut hoisted, mut imports) = (Vec::new(), Imports::default());
        let root = tree.root();
        for (id, node) in tree.iter().rev() {
            let parent = parents[id.index()];
            if id != root && !parent.is_some() {
                // A node that its lowering threw away; what it holds may belong to another node.
                continue;
            }
            let scope = scopes[id.index()];
            let inner = match node.kind {
                Kind::File | Kind::Function | Kind::Lambda | Kind::ClassBody => id,
                Kind::Block if traits.branch_scopes && tree.kind(parent) == Kind::If => id,
                _ => scope,
            };
            for child in tree.children(id).iter().filter(|child| child.is_some()) {
                if !parents[child.index()].is_some() {
                    parents[child.index()] = id;
                    scopes[child.index()] = inner;
                }
            }
            match node.kind {
                Kind::Import => {
                    let top_level = tree.kind(parent) == Kind::File;
                    imports.add(tree, traits.imports, id, top_level);
                }
                kind if scope.is_some() && hoists(tree, traits, kind, parent, scope) => hoisted.push((scope, id)),
                _ => {}
            }
        }
        hoisted.sort();
        imports.sort(traits.imports);
        Layout {
            parents,
            hoisted,
            imports,
        }
    }
}

/// Whether a node declares in the whole of its scope, before its place too.
fn hoists(tree: &Tree, traits: &Traits, kind: Kind, parent: NodeId, scope: NodeId) -> bool {
    let declares = match kind {
        Kind::Variable | Kind::Class | Kind::TypeAlias => true,
        Kind::Function => traits.functions_named && is_declaration(tree, parent),
        Kind::Assign => match traits.assignment {
            Assignment::Refers => false,
            Assignment::MakesLocal => true,
            Assignment::MakesGlobal => tree.kind(scope) == Kind::File,
        },
        Kind::CompoundAssign | Kind::ForEachHeader | Kind::CaseLabels | Kind::Scope => {
            traits.assignment == Assignment::MakesLocal
        }
        _ => false,
    };
    declares
        && match tree.kind(scope) {
            Kind::File => true,
            Kind::ClassBody => traits.fields != Fields::Nowhere,
            _ => traits.hoists_locals,
        }
}

/// Whether a function in this node is a statement: methods and values declare nothing around them.
fn is_declaration(tree: &Tree, parent: NodeId) -> bool {
    matches!(
        tree.kind(parent),
        Kind::File | Kind::Block | Kind::OtherStatement | Kind::Labeled
    )
}

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
struct Walk<'t> {
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

    /// The string of a call of `require`.
    fn required(&self, value: NodeId) -> Option<Symbol> {
        let tree = self.tree;
        let require = self.words.require?;
        let [callee, arguments] = *tree.children(value.some()?) else {
            return None;
        };
        let is_call = tree.kind(value) == Kind::Call && callee.is_some() && tree.kind(callee) == Kind::Name;
        if !is_call || tree.node(callee).name != require {
            return None;
        }
        match *tree.children(arguments.some()?) {
            [path] if path.is_some() && tree.kind(path) == Kind::Str => Some(tree.node(path).name),
            _ => None,
        }
    }

    fn target(&self, pattern: NodeId, how: How, site: NodeId, value: Value) -> Step {
        Step::Bind(Target {
            pattern,
            how,
            site,
            value,
            required: None,
        })
    }

    /// The targets of loops and `with`: where assignments make local variables they are the same as assigned ones.
    fn how_bound(&self) -> How {
        match self.traits.assignment {
            Assignment::MakesLocal => How::Assigned,
            _ => How::Declared(Role::Bound),
        }
    }

    fn bind(&mut self, target: Target) {
        let (tree, pattern) = (self.tree, target.pattern);
        if !pattern.is_some() {
            return;
        }
        // Of a value that is taken apart the parts are not known.
        let part = |part: NodeId| {
            Step::Bind(Target {
                pattern: part,
                value: Value::Unknown,
                required: None,
                ..target
            })
        };
        match tree.kind(pattern) {
            Kind::Name | Kind::Identifier => self.bind_name(target),
            Kind::Tuple | Kind::List | Kind::Spread => {
                let parts = tree.children(pattern).iter().rev();
                self.steps.extend(parts.map(|child| part(*child)));
            }
            Kind::Record => {
                for member in tree.children(pattern).iter().rev().filter(|member| member.is_some()) {
                    let required = match target.required {
                        Some((path, None)) => tree.node(*member).name.some().map(|name| (path, Some(name))),
                        _ => None,
                    };
                    self.steps.push(Step::Bind(Target {
                        pattern: *member,
                        value: Value::Unknown,
                        required,
                        ..target
                    }));
                }
            }
            Kind::Property => {
                let (key, value) = (tree.child(pattern, 0), tree.child(pattern, 1));
                let inner = match value.is_some() && tree.kind(value) == Kind::Name {
                    true => target.required,
                    false => None,
                };
                let value = Step::Bind(Target {
                    pattern: value,
                    required: inner,
                    ..target
                });
                self.next(&[Step::Visit(key), value]);
            }
            // `{a = 1}`: a default.
            Kind::Assign => self.next(&[Step::Visit(tree.child(pattern, 1)), part(tree.child(pattern, 0))]),
            Kind::Member => {
                self.field(pattern);
                if let Some(field) = self.made.definition(pattern) {
                    self.assign(field, target.value, target.site);
                }
                self.next(&[Step::Visit(tree.child(pattern, 0))]);
            }
            // `for (const x of y)`
            Kind::Variable => {
                let [attributes, declared_type, inner, declared] = [0, 1, 3, 4].map(|slot| tree.child(pattern, slot));
                let how = match target.how {
                    How::Declared(role) => How::Declared(role),
                    How::Assigned => How::Declared(Role::Bound),
                };
                let declared = Step::Bind(Target {
                    pattern: declared.some().unwrap_or(inner),
                    how,
                    site: pattern,
                    value: Value::Unknown,
                    required: None,
                });
                self.next(&[Step::Visit(attributes), Step::Visit(declared_type), declared]);
            }
            // What a `case` takes apart.
            Kind::OtherExpression | Kind::Arguments => {
                let parts = captures(tree, pattern).iter().rev();
                self.steps.extend(parts.map(|child| part(*child)));
            }
            Kind::Call if target.how == How::Assigned && self.traits.case_captures => {
                self.next(&[Step::Visit(tree.child(pattern, 0)), part(tree.child(pattern, 1))]);
            }
            _ => self.visit(pattern),
        }
    }

    fn bind_name(&mut self, target: Target) {
        let node = target.pattern;
        let name = self.tree.node(node).name;
        let definition = match target.how {
            How::Declared(role) => {
                let definition = match self.made.definition(node) {
                    Some(hoisted) => hoisted,
                    None => {
                        let repeats = role == Role::Variable && self.has_modifier(target.site, self.words.repeats);
                        let before = self.here(name).filter(|_| repeats);
                        before.unwrap_or_else(|| self.define(role, target.site))
                    }
                };
                self.made.meanings[node.index()] = Meaning::of_definition(definition);
                self.declare(name, definition);
                Some(definition)
            }
            How::Assigned => {
                let mut meaning = self.resolve(name);
                if meaning == Meaning::NOTHING
                    && let Some(made) = self.declare_by_assignment(name)
                {
                    meaning = Meaning::of_definition(made);
                }
                self.made.meanings[node.index()] = meaning;
                meaning.definition()
            }
        };
        let Some(definition) = definition else { return };
        self.assign(definition, target.value, target.site);
        if let Some((path, member)) = target.required {
            let import = self.made.imports.require(path, member);
            self.made.definitions[definition.0 as usize].import = Some(import);
        }
    }

    fn declare_by_assignment(&mut self, name: Symbol) -> Option<DefinitionId> {
        match self.traits.assignment {
            Assignment::Refers => None,
            Assignment::MakesLocal => {
                let made = self.define(Role::Variable, NodeId::NONE);
                self.declare(name, made);
                Some(made)
            }
            Assignment::MakesGlobal => Some(self.declare_global(name)),
        }
    }

    fn assign(&mut self, definition: DefinitionId, value: Value, by: NodeId) {
        let assigned = &mut self.made.definitions[definition.0 as usize].assigned;
        *assigned = match (value, *assigned) {
            (Value::None, before) => before,
            (Value::Known(value), Assigned::Never) => Assigned::Once { value, by },
            _ => Assigned::Many,
        };
    }

    /// `this.x`: the field of the class around.
    fn field(&mut self, member: NodeId) {
        let (tree, object) = (self.tree, self.tree.child(member, 0));
        if self.traits.fields != Fields::Everywhere
            || !object.is_some()
            || tree.kind(object) != Kind::Special
            || Some(tree.node(object).name) != self.words.this
        {
            return;
        }
        let class = self.open.iter().rposition(|scope| scope.kind == ScopeKind::Class);
        let found = self.find(tree.node(member).name, |_, binding| {
            Some(binding.depth as usize) == class
        });
        if let Some(found) = found {
            self.made.meanings[member.index()] = Meaning::of_definition(found);
        }
    }

    // ---- scopes

    fn open(&mut self, kind: ScopeKind, node: NodeId) {
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

    fn close(&mut self) {
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

    fn has_modifier(&self, declaration: NodeId, word: Option<Symbol>) -> bool {
        let tree = self.tree;
        let attributes = tree.child(declaration, 0).some().map(|list| tree.children(list));
        let mut attributes = attributes.unwrap_or_default().iter();
        word.is_some() && attributes.any(|attribute| attribute.is_some() && tree.node(*attribute).name.some() == word)
    }

    fn define(&mut self, role: Role, site: NodeId) -> DefinitionId {
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

    fn declare_type(&mut self, node: NodeId, name: NodeId) {
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
    fn declare_function(&mut self, node: NodeId) {
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
    fn declare(&mut self, name: Symbol, definition: DefinitionId) {
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
    fn declare_global(&mut self, name: Symbol) -> DefinitionId {
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
    fn global(&self, name: Symbol) -> Option<DefinitionId> {
        self.find(name, |_, binding| binding.depth == 0)
    }

    /// The definition of a name in the innermost scope.
    fn here(&self, name: Symbol) -> Option<DefinitionId> {
        self.find(name, |walk, binding| binding.depth as usize + 1 == walk.open.len())
    }

    /// The bindings of a name, from the innermost.
    fn chain(&self, name: Symbol) -> impl Iterator<Item = (u32, Binding)> {
        let first = self.current.get(&name).copied();
        std::iter::successors(first.map(|at| (at, self.bindings[at as usize])), |(_, binding)| {
            binding.outer.map(|at| (at, self.bindings[at as usize]))
        })
    }

    fn find(&self, name: Symbol, is: impl Fn(&Self, Binding) -> bool) -> Option<DefinitionId> {
        self.chain(name)
            .map(|(_, binding)| binding)
            .find(|binding| is(self, *binding))
            .map(|binding| binding.definition)
    }

    /// What a name means where the walk is.
    fn resolve(&self, name: Symbol) -> Meaning {
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

/// The names that a pattern declares or assigns.
fn names_of(tree: &Tree, pattern: NodeId) -> Vec<NodeId> {
    let (mut names, mut open) = (Vec::new(), vec![pattern]);
    while let Some(next) = open.pop().map(NodeId::some) {
        let Some(next) = next else { continue };
        let children = tree.children(next);
        match tree.kind(next) {
            Kind::Name | Kind::Identifier => names.push(next),
            Kind::Tuple | Kind::List | Kind::Spread | Kind::Record | Kind::CaseLabels | Kind::Arguments => {
                open.extend(children.iter().rev());
            }
            Kind::OtherExpression => open.extend(captures(tree, next).iter().rev()),
            Kind::Property | Kind::Call => open.extend(children.get(1)),
            Kind::Assign => open.extend(children.first()),
            _ => {}
        }
    }
    names
}

/// The parts of a pattern of a `case` that may bind names: the keyword of a keyword pattern does not.
fn captures(tree: &Tree, pattern: NodeId) -> &[NodeId] {
    let from = usize::from(tree.name_of(pattern) == "keyword_pattern");
    tree.children(pattern).get(from..).unwrap_or_default()
}
