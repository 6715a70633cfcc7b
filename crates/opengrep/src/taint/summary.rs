//! What a unit does for those who call it, and which unit a call is of.

use std::collections::HashMap;

use syntax::Language;
use syntax::facts::TypeFact;
use syntax::tree::{Kind, NodeId, Symbol};

use super::analysis::Candidate;
use super::form::{
    Action, Expression, ExpressionKind, Form, Instruction, Key, Operation, Place, UnitId, UnitKind, Variable,
};
use super::profile::Profile;
use super::state::Cell;
use super::taints::Taints;
use crate::matching::File;

/// What a unit does with what its caller gives it.
#[derive(Debug)]
pub(crate) struct Summary {
    /// Sinks that something given reaches.
    pub reaches: Vec<Candidate>,
    /// Calls of what was given.
    pub called: Vec<CalledParameter>,
    pub returned: Cell,
    /// What variables from outside, parameters and the receiver hold at the end.
    pub writes: Vec<(Variable, Cell)>,
    pub control: Taints,
}

/// A call of a function that the caller gives.
#[derive(Clone, Debug)]
pub(crate) struct CalledParameter {
    pub parameter: Variable,
    pub arguments: Vec<Cell>,
}

/// The functions, methods and classes of a file by their names.
#[derive(Debug)]
pub(crate) struct Calls {
    functions: HashMap<Symbol, UnitId, foldhash::fast::RandomState>,
    methods: HashMap<(NodeId, Symbol), Vec<UnitId>, foldhash::fast::RandomState>,
    classes: HashMap<Symbol, NodeId, foldhash::fast::RandomState>,
    /// The classes that a class extends, by the names of the file.
    bases: HashMap<NodeId, Vec<NodeId>, foldhash::fast::RandomState>,
    /// The units of lambdas by their nodes.
    lambdas: HashMap<NodeId, UnitId, foldhash::fast::RandomState>,
    /// The class of what a temporary holds, by unit.
    temporaries: HashMap<(UnitId, u32), NodeId, foldhash::fast::RandomState>,
    /// The unit of each method's class, and of each function nested in one.
    classes_around: Vec<Option<NodeId>>,
    /// Methods of Go whose type is declared in another file: the type, the name.
    open_methods: Vec<(Symbol, Symbol, UnitId)>,
    inherits: bool,
}

/// What a call is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Callee {
    pub unit: UnitId,
    /// How the arguments meet the parameters.
    pub receives: Receives,
}

/// What becomes of the object that a method is called on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Receives {
    /// It is a plain function.
    Nothing,
    /// It is `this`, or the receiver.
    Receiver,
    /// It is what the call makes.
    New,
}

impl Calls {
    pub fn of(file: &File<'_>, form: &Form, profile: &Profile) -> Self {
        let tree = file.tree;
        let mut calls = Self {
            functions: HashMap::default(),
            methods: HashMap::default(),
            classes: HashMap::default(),
            bases: HashMap::default(),
            temporaries: HashMap::default(),
            lambdas: HashMap::default(),
            classes_around: Vec::with_capacity(form.units.len()),
            open_methods: Vec::new(),
            inherits: profile.methods,
        };
        for (node, found) in tree.iter() {
            if found.kind == Kind::Class && found.name != Symbol::NONE {
                calls.classes.insert(found.name, node);
            }
        }
        for (number, unit) in form.units.iter().enumerate() {
            let id = UnitId(number as u32);
            let around = unit.class.or_else(|| {
                let outer = unit.outer?;
                calls.classes_around.get(outer.index()).copied().flatten()
            });
            calls.classes_around.push(around);
            if unit.kind == UnitKind::Lambda {
                calls.lambdas.insert(unit.node, id);
            }
            if unit.kind != UnitKind::Function || unit.name == Symbol::NONE {
                continue;
            }
            match unit.class {
                Some(class) => calls.methods.entry((class, unit.name)).or_default().push(id),
                None if unit
                    .outer
                    .is_none_or(|outer| form.units[outer.index()].kind == UnitKind::File) =>
                {
                    // Methods of Go are functions with a receiver.
                    let receiver = receiver_type(file, unit.node);
                    match receiver.and_then(|name| calls.classes.get(&name).copied()) {
                        Some(class) => calls.methods.entry((class, unit.name)).or_default().push(id),
                        None if is_method_of_go(file, unit.node) => {
                            let open = receiver.map(|receiver| (receiver, unit.name, id));
                            calls.open_methods.extend(open);
                        }
                        None => {
                            calls.functions.insert(unit.name, id);
                        }
                    }
                }
                None => {}
            }
        }
        if calls.inherits {
            for class in calls.classes.values() {
                let parents = [1, 2]
                    .into_iter()
                    .filter_map(|slot| tree.child(*class, slot).some())
                    .flat_map(|list| tree.children(list).iter().copied())
                    .filter_map(|base| calls.class_named(file, base));
                calls.bases.insert(*class, parents.collect());
            }
        }
        for (number, unit) in form.units.iter().enumerate() {
            for step in &unit.steps {
                if let Action::Do(Instruction {
                    target: Some(target),
                    operation,
                    ..
                }) = &step.action
                    && let Variable::Temporary(temporary) = target.base
                    && target.parts.is_empty()
                {
                    let class = match operation {
                        Operation::New { class, .. } => calls.class_named(file, *class),
                        Operation::Call { callee, .. } => calls.class_of_constructor(file, callee),
                        _ => None,
                    };
                    if let Some(class) = class {
                        calls.temporaries.insert((UnitId(number as u32), temporary), class);
                    }
                }
            }
        }
        calls
    }

    /// The functions of the file by their names, in no order.
    pub fn functions(&self) -> impl Iterator<Item = (Symbol, UnitId)> {
        self.functions.iter().map(|(name, unit)| (*name, *unit))
    }

    /// The methods of the file by class and name, in no order.
    pub fn methods(&self) -> impl Iterator<Item = (NodeId, Symbol, Vec<UnitId>)> {
        let methods = self.methods.iter();
        methods.map(|((class, name), units)| (*class, *name, units.clone()))
    }

    /// The methods of Go whose type another file of the package declares: the type, the name.
    pub fn open_methods(&self) -> &[(Symbol, Symbol, UnitId)] {
        &self.open_methods
    }

    /// The function of the file that has a name.
    pub fn function(&self, name: Symbol) -> Option<UnitId> {
        self.functions.get(&name).copied()
    }

    /// The class that a unit is the constructor of.
    pub fn constructs(&self, file: &File<'_>, form: &Form, unit: UnitId) -> Option<NodeId> {
        let found = &form.units[unit.index()];
        let class = self
            .class_around(unit)
            .filter(|_| found.outer.is_some() || found.class.is_some())?;
        let name = file.tree.name(found.name);
        let is_constructor = match file.language {
            Language::Python => name == "__init__",
            Language::JavaScript | Language::TypeScript => name == "constructor",
            Language::Java => name == file.tree.name_of(class),
            _ => false,
        };
        (is_constructor && found.class == Some(class)).then_some(class)
    }

    fn class_of_constructor(&self, file: &File<'_>, callee: &Expression) -> Option<NodeId> {
        if file.language != Language::Python {
            return None;
        }
        let place = as_variable(callee)?;
        self.classes.get(&file.tree.node(place.node.some()?).name).copied()
    }

    /// The class of the file that a type names.
    pub fn class_named(&self, file: &File<'_>, written: NodeId) -> Option<NodeId> {
        let tree = file.tree;
        let mut at = written.some()?;
        for _ in 0..8 {
            match tree.kind(at) {
                Kind::Name | Kind::Identifier => return self.classes.get(&tree.node(at).name).copied(),
                Kind::Type | Kind::PointerType | Kind::Composite | Kind::Unary | Kind::Call | Kind::New => {
                    at = tree.child(at, 0).some()?;
                }
                Kind::Class => return Some(at),
                _ => return None,
            }
        }
        None
    }

    pub fn class_around(&self, unit: UnitId) -> Option<NodeId> {
        self.classes_around.get(unit.index()).copied().flatten()
    }

    /// The methods of a class by their name, of its bases where they are told.
    pub fn methods_of(&self, class: NodeId, name: Symbol) -> &[UnitId] {
        let mut at = class;
        for _ in 0..16 {
            if let Some(found) = self.methods.get(&(at, name)) {
                return found;
            }
            match self.bases.get(&at).and_then(|bases| bases.first()) {
                Some(base) => at = *base,
                None => break,
            }
        }
        &[]
    }

    /// The constructor of a class that takes so many arguments; the only one whatever it takes.
    pub fn constructor(&self, file: &File<'_>, form: &Form, class: NodeId, arguments: usize) -> Option<UnitId> {
        let tree = file.tree;
        let name = match file.language {
            Language::Python => tree.symbol("__init__")?,
            Language::JavaScript | Language::TypeScript => tree.symbol("constructor")?,
            _ => tree.node(class).name,
        };
        choose(form, self.methods_of(class, name), arguments)
    }

    /// The class of a variable: what it is made by, else its declared type.
    fn class_of(&self, file: &File<'_>, unit: UnitId, place: &Place) -> Option<NodeId> {
        match place.base {
            Variable::Temporary(temporary) => self.temporaries.get(&(unit, temporary)).copied(),
            Variable::This => self.class_around(unit),
            Variable::Free(_) => None,
            Variable::Definition(definition) => {
                let made = file.facts.assigned_value(definition);
                let made = made.and_then(|made| match file.tree.kind(made) {
                    Kind::New | Kind::Composite => self.class_named(file, made),
                    Kind::Unary => self.class_named(file, made),
                    Kind::Call if file.language == Language::Python => self.class_named(file, made),
                    _ => None,
                });
                made.or_else(|| match file.facts.type_of(place.node.some()?)? {
                    TypeFact::Written(node) | TypeFact::Pointer(node) => {
                        (node != place.node).then(|| self.class_named(file, node)).flatten()
                    }
                    TypeFact::Named(_) => None,
                })
            }
        }
    }

    /// The unit of the file that a call is of.
    pub fn resolve(
        &self,
        file: &File<'_>,
        form: &Form,
        unit: UnitId,
        callee: &Expression,
        arguments: usize,
    ) -> Option<Callee> {
        let ExpressionKind::Read(place) = &callee.kind else {
            return None;
        };
        match place.parts.as_slice() {
            [] => {
                let name = file.tree.node(place.node.some()?).name;
                if let Some(class) = self.class_around(unit)
                    && let Some(method) = self.methods.get(&(class, name)).and_then(|methods| methods.last())
                {
                    let receives = if self.inherits {
                        self.receives(form, *method)
                    } else {
                        Receives::Receiver
                    };
                    let is_plain = self.inherits && file.language == Language::Python;
                    if !is_plain {
                        return Some(Callee {
                            unit: *method,
                            receives,
                        });
                    }
                }
                if let Variable::Definition(definition) = place.base
                    && let Some(value) = file.facts.assigned_value(definition)
                    && let Some(lambda) = self.lambdas.get(&value)
                {
                    return Some(Callee {
                        unit: *lambda,
                        receives: Receives::Nothing,
                    });
                }
                if let Variable::Definition(definition) = place.base
                    && file.facts.is_parameter(definition)
                {
                    return None;
                }
                if let Some(function) = self.functions.get(&name) {
                    return Some(Callee {
                        unit: *function,
                        receives: Receives::Nothing,
                    });
                }
                let class = self.classes.get(&name).filter(|_| file.language == Language::Python)?;
                Some(Callee {
                    unit: self.constructor(file, form, *class, arguments)?,
                    receives: Receives::New,
                })
            }
            [part] => {
                let Key::Name(name) = part.key else { return None };
                let is_self = form.units[unit.index()].receiver == Some(place.base);
                let class = match is_self {
                    true => self.class_around(unit).or_else(|| self.class_of(file, unit, place)),
                    false => self.class_of(file, unit, place),
                };
                if let Some(class) = class {
                    let method = choose(form, self.methods_of(class, name), arguments)?;
                    return Some(Callee {
                        unit: method,
                        receives: self.receives(form, method),
                    });
                }
                if !self.inherits {
                    return None;
                }
                // A static method by the name of its class.
                let class = self.classes.get(&file.tree.node(place.node.some()?).name)?;
                let method = choose(form, self.methods_of(*class, name), arguments)?;
                form.units[method.index()].is_static.then_some(Callee {
                    unit: method,
                    receives: Receives::Nothing,
                })
            }
            _ => None,
        }
    }

    fn receives(&self, form: &Form, method: UnitId) -> Receives {
        match form.units[method.index()].is_static {
            true => Receives::Nothing,
            false => Receives::Receiver,
        }
    }
}

/// Of several units of one name the one with exactly so many parameters.
fn choose(form: &Form, candidates: &[UnitId], arguments: usize) -> Option<UnitId> {
    match candidates {
        [] => None,
        [only] => Some(*only),
        several => {
            let mut fitting = several
                .iter()
                .filter(|unit| form.units[unit.index()].parameters.len() == arguments);
            let first = fitting.next().copied();
            first.filter(|_| fitting.next().is_none())
        }
    }
}

/// A place that is a variable as a whole.
pub(crate) fn as_variable(expression: &Expression) -> Option<&Place> {
    match &expression.kind {
        ExpressionKind::Read(place) if place.parts.is_empty() => Some(place),
        _ => None,
    }
}

fn is_method_of_go(file: &File<'_>, node: NodeId) -> bool {
    file.language == Language::Go && file.tree.kind(node) == Kind::Function && file.tree.child(node, 6).is_some()
}

/// The name of the type that a method of Go is declared on.
fn receiver_type(file: &File<'_>, node: NodeId) -> Option<Symbol> {
    if !is_method_of_go(file, node) {
        return None;
    }
    let tree = file.tree;
    let list = tree.child(node, 6).some()?;
    let parameter = tree.children(list).iter().find(|parameter| parameter.is_some())?;
    let mut at = tree.child(*parameter, 1).some()?;
    for _ in 0..4 {
        match tree.kind(at) {
            Kind::Name => return Some(tree.node(at).name),
            _ => at = tree.child(at, 0).some()?,
        }
    }
    None
}
