//! What a file offers to other files, and what it takes from them.

use std::collections::{HashMap, HashSet};

use syntax::Language;
use syntax::facts::TypeFact;
use syntax::tree::{Kind, NodeId, Symbol, Tree};

use crate::matching::File;
use crate::taint::form::{
    Action, Expression, ExpressionKind, Form, Key, Operation, ParameterKind, Place, StepId, Unit, UnitKind, Variable,
};
use crate::taint::{Calls, Graph, Layouts, UnitId};

type Map<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

/// A name as a file writes it, part by part: `dao`, `Dao`, `find`.
pub(crate) type Dotted = Vec<Box<str>>;

/// What is known of a file for flows across files. It holds names, no text.
#[derive(Debug)]
pub struct FileIndex {
    pub(crate) path: Box<str>,
    pub(crate) language: Language,
    pub(crate) package: Option<Box<str>>,
    pub(crate) units: Vec<UnitIndex>,
    /// The functions of the file that others can name.
    pub(crate) functions: Map<Box<str>, UnitId>,
    pub(crate) classes: Vec<ClassIndex>,
    pub(crate) imports: Map<Box<str>, Imported>,
    /// The modules and packages of which all names are imported, or passed on.
    pub(crate) wildcards: Vec<Box<str>>,
    pub(crate) calls: Vec<CallIndex>,
    /// The rules with a source or a sink in the file.
    pub(crate) rules: Vec<RuleUnits>,
    /// See [`FileIndex::set_apart`].
    pub(crate) is_apart: bool,
}

impl FileIndex {
    /// Sets a file apart, as a test is: what goes through it is followed to other such files only. That a test gives something to a
    /// function does not tell that anybody else does.
    pub fn set_apart(&mut self) {
        self.is_apart = true;
    }

    pub(crate) fn add(&mut self, rule: Option<RuleUnits>) {
        self.rules.extend(rule);
    }
}

/// The functions of a file in which a rule has a source or a sink.
#[derive(Debug)]
pub(crate) struct RuleUnits {
    /// The key of the rule.
    pub rule: usize,
    pub sources: Vec<UnitId>,
    pub sinks: Vec<UnitId>,
}

#[derive(Debug)]
pub(crate) struct UnitIndex {
    pub callees: Vec<UnitId>,
    pub parameters: Vec<(Box<str>, ParameterKind)>,
    /// The first parameter is the object that it is called on.
    pub receiver_first: bool,
    pub is_static: bool,
    pub has_body: bool,
}

#[derive(Debug)]
pub(crate) struct ClassIndex {
    pub name: Box<str>,
    pub methods: Map<Box<str>, Vec<UnitId>>,
    pub bases: Vec<Dotted>,
}

/// What an import makes a name stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Imported {
    /// The module or package, as the import writes it.
    pub module: Box<str>,
    /// What of it; none for the module itself.
    pub member: Option<Box<str>>,
}

/// A call of something that the file does not define.
#[derive(Debug)]
pub(crate) struct CallIndex {
    pub unit: UnitId,
    /// The instruction.
    pub node: NodeId,
    pub callee: Called,
    pub arguments: usize,
    /// The class whose method calls: a plain name may be a method that it inherits.
    pub class: Option<Box<str>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Called {
    /// A function, a method by its class, or a class that is called.
    Name(Dotted),
    /// A method of an object of a class.
    Method {
        class: Dotted,
        name: Box<str>,
    },
    New(Dotted),
}

/// The module that an import of a file from itself has: what it exports under another name.
pub(crate) const THIS_MODULE: &str = "<this>";

/// The longest dotted name.
const MAX_DOTS: usize = 8;

/// Indexes a file. Without the rules, which are added after.
pub(crate) fn index(
    path: &str,
    file: &File<'_>,
    (form, layouts): (&Form, &Layouts),
    (calls, graph): (&Calls, &Graph),
) -> FileIndex {
    let tree = file.tree;
    let mut made = FileIndex {
        path: path.into(),
        language: file.language,
        package: tree
            .iter()
            .find(|(_, node)| node.kind == Kind::Package)
            .map(|(_, node)| tree.name(node.name).into()),
        units: Vec::with_capacity(form.units.len()),
        functions: Map::default(),
        classes: Vec::new(),
        imports: Map::default(),
        wildcards: Vec::new(),
        calls: Vec::new(),
        rules: Vec::new(),
        is_apart: false,
    };
    for (number, unit) in form.units.iter().enumerate() {
        let is_receiver = |variable: Variable| unit.receiver == Some(variable);
        made.units.push(UnitIndex {
            callees: graph.callees_of(UnitId(number as u32)).to_vec(),
            parameters: unit
                .parameters
                .iter()
                .map(|parameter| (tree.name(parameter.name).into(), parameter.kind))
                .collect(),
            receiver_first: unit.parameters.first().is_some_and(|first| is_receiver(first.variable)),
            is_static: unit.is_static,
            has_body: tree.kind(unit.node) != Kind::Function || tree.child(unit.node, 3).is_some(),
        });
    }
    classes(file, calls, &mut made);
    let mut functions: Vec<(Symbol, UnitId)> = calls.functions().collect();
    functions.sort_unstable();
    for (name, unit) in functions {
        made.functions.insert(tree.name(name).into(), unit);
    }
    imports(tree, &mut made);
    if matches!(file.language, Language::JavaScript | Language::TypeScript) {
        required(tree, &mut made);
    }
    if matches!(file.language, Language::JavaScript | Language::TypeScript) {
        exports(file, (form, calls), &mut made);
    }
    let context = Context {
        file,
        form,
        layouts,
        fields: fields(file),
        assigned: form.units.iter().map(assigned).collect(),
        classes: calls
            .methods()
            .flat_map(|(class, _, units)| units.into_iter().map(move |unit| (unit, class)))
            .collect(),
    };
    for number in 0..form.units.len() {
        context.calls(UnitId(number as u32), calls, &mut made);
    }
    made
}

fn classes(file: &File<'_>, calls: &Calls, made: &mut FileIndex) {
    let tree = file.tree;
    let mut by_class: Map<NodeId, Map<Box<str>, Vec<UnitId>>> = Map::default();
    let mut methods: Vec<(NodeId, Symbol, Vec<UnitId>)> = calls.methods().collect();
    methods.sort_unstable_by_key(|(class, name, _)| (*class, *name));
    for (class, name, units) in methods {
        by_class.entry(class).or_default().insert(tree.name(name).into(), units);
    }
    for (node, class) in tree.iter().filter(|(_, node)| node.kind == Kind::Class) {
        let bases = [1, 2].into_iter().filter_map(|slot| tree.child(node, slot).some());
        let bases = bases.flat_map(|list| tree.children(list).iter().copied());
        made.classes.push(ClassIndex {
            name: tree.name(class.name).into(),
            methods: by_class.remove(&node).unwrap_or_default(),
            bases: bases.filter_map(|base| written(tree.source(base.some()?))).collect(),
        });
    }
    // Methods of Go on types of other files of the package.
    let mut open: Vec<(Symbol, Symbol, UnitId)> = calls.open_methods().to_vec();
    open.sort_unstable();
    for (class, name, unit) in open {
        let class = tree.name(class);
        let known = made.classes.iter().position(|known| &*known.name == class);
        let at = known.unwrap_or_else(|| {
            made.classes.push(ClassIndex {
                name: class.into(),
                methods: Map::default(),
                bases: Vec::new(),
            });
            made.classes.len() - 1
        });
        made.classes[at]
            .methods
            .entry(tree.name(name).into())
            .or_default()
            .push(unit);
    }
}

fn imports(tree: &Tree, made: &mut FileIndex) {
    for (node, import) in tree.iter().filter(|(_, node)| node.kind == Kind::Import) {
        let module = tree.name(import.name);
        let names = tree.children(node).get(2..).unwrap_or_default();
        let alias = tree.child(node, 1).some().map(|alias| tree.name_of(alias));
        if names.is_empty() {
            let local = match (made.language, alias) {
                (_, Some(alias)) => alias,
                // `import a.b` makes `a`.
                (Language::Python, None) => module.split('.').next().unwrap_or(module),
                (Language::Go, None) => package_name(module),
                (_, None) => continue,
            };
            let module = match (made.language, alias) {
                (Language::Python, None) => local,
                _ => module,
            };
            let imported = Imported {
                module: module.into(),
                member: None,
            };
            made.imports.insert(local.into(), imported);
            continue;
        }
        for name in names {
            let alias = tree.child(*name, 1).some().map(|alias| tree.name_of(alias));
            let member = tree.name_of(*name);
            match (member, alias) {
                ("*", None) => made.wildcards.push(module.into()),
                ("*", Some(alias)) => {
                    let imported = Imported {
                        module: module.into(),
                        member: None,
                    };
                    made.imports.insert(alias.into(), imported);
                }
                (member, alias) => {
                    let imported = Imported {
                        module: module.into(),
                        member: Some(member.into()),
                    };
                    made.imports.insert(alias.unwrap_or(member).into(), imported);
                }
            }
        }
    }
}

/// What `const a = require('./a')` and `const { b: c } = require('./a')` make.
fn required(tree: &Tree, made: &mut FileIndex) {
    for (node, variable) in tree.iter().filter(|(_, node)| node.kind == Kind::Variable) {
        let Some(value) = tree.child(node, 2).some() else {
            continue;
        };
        let module = tree
            .source(value)
            .strip_prefix("require(")
            .and_then(|rest| rest.strip_suffix(')'));
        let Some(module) = module.map(str::trim).filter(|module| module.len() > 2) else {
            continue;
        };
        let is_text = module.starts_with(['\'', '"', '`']) && module.ends_with(['\'', '"', '`']);
        if !is_text {
            continue;
        }
        let module = &module[1..module.len() - 1];
        let mut note = |local: &str, member: Option<&str>| {
            let imported = Imported {
                module: module.into(),
                member: member.map(Into::into),
            };
            made.imports.entry(local.into()).or_insert(imported);
        };
        if variable.name != Symbol::NONE {
            note(tree.name(variable.name), None);
            continue;
        }
        let pattern = tree
            .child(node, 3)
            .some()
            .map(|pattern| tree.source(pattern))
            .unwrap_or_default();
        let names = pattern.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let is_name =
            |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
        for name in names.unwrap_or_default().split(',') {
            let (member, local) = name.split_once(':').unwrap_or((name, name));
            let (member, local) = (member.trim(), local.trim());
            if is_name(member) && is_name(local) {
                note(local, Some(member));
            }
        }
    }
}

/// The name of the package of a path of Go, as it is when nothing else is declared.
fn package_name(path: &str) -> &str {
    let mut parts = path.rsplit('/');
    let last = parts.next().unwrap_or(path);
    let is_version = last.strip_prefix('v').is_some_and(|rest| rest.parse::<u32>().is_ok());
    match is_version {
        true => parts.next().unwrap_or(last),
        false => last,
    }
}

/// What `module.exports`, `exports.x`, `export default` and `export … from` add to the functions of a module.
fn exports(file: &File<'_>, (form, calls): (&Form, &Calls), made: &mut FileIndex) {
    let tree = file.tree;
    let units = form.units.iter().enumerate();
    let units: Map<NodeId, UnitId> = units.map(|(number, unit)| (unit.node, UnitId(number as u32))).collect();
    let unit_of = |node: NodeId| units.get(&node).copied();
    let function = |value: NodeId| {
        let value = value.some()?;
        match tree.kind(value) {
            Kind::Name => calls.function(tree.node(value).name),
            _ => unit_of(value),
        }
    };
    // A class, or something else that is exported under a name.
    let named_class = |value: NodeId| -> Option<Box<str>> {
        let value = value.some().filter(|value| tree.kind(*value) == Kind::Name)?;
        calls
            .function(tree.node(value).name)
            .is_none()
            .then(|| tree.name_of(value).into())
    };
    let mut aliases: Vec<(Box<str>, Box<str>)> = Vec::new();
    let mut found: Vec<(Box<str>, UnitId)> = Vec::new();
    let mut note = |name: &str, unit: Option<UnitId>| found.extend(unit.map(|unit| (name.into(), unit)));
    for (node, at) in tree.iter() {
        match at.kind {
            Kind::Assign => {
                let (target, value) = (tree.child(node, 0), tree.child(node, 1));
                let Some(target) = target.some() else { continue };
                let source = tree.source(target);
                if source == "module.exports" || source == "exports" {
                    note("default", function(value));
                    aliases.extend(named_class(value).map(|class| ("default".into(), class)));
                    if value.is_some() && tree.kind(value) == Kind::Record {
                        for member in tree.children(value) {
                            match tree.kind(*member) {
                                Kind::Property => {
                                    let value = tree.child(*member, 1);
                                    note(tree.name_of(*member), function(value));
                                    let class = named_class(value);
                                    aliases.extend(class.map(|class| (tree.name_of(*member).into(), class)));
                                }
                                Kind::Function => note(tree.name_of(*member), unit_of(*member)),
                                _ => {}
                            }
                        }
                    }
                } else if let Some(name) = source
                    .strip_prefix("module.exports.")
                    .or_else(|| source.strip_prefix("exports."))
                {
                    note(name, function(value));
                    aliases.extend(named_class(value).map(|class| (name.into(), class)));
                }
            }
            Kind::OtherStatement if tree.name(at.name) == "export default" || tree.name(at.name) == "export =" => {
                let value = tree.child(node, 0);
                note("default", function(value));
                if value.is_some() && tree.kind(value) == Kind::Name {
                    let member = Some(tree.name_of(value).into());
                    let imported = Imported {
                        module: THIS_MODULE.into(),
                        member,
                    };
                    made.imports.entry("default".into()).or_insert(imported);
                }
            }
            Kind::OtherStatement if tree.name(at.name) == "export from" => {
                let parts = tree.children(node);
                let Some((path, names)) = parts.split_last() else {
                    continue;
                };
                let module: Box<str> = tree.name_of(*path).into();
                if names.is_empty() {
                    made.wildcards.push(module);
                    continue;
                }
                for name in names {
                    let member: Box<str> = tree.name_of(*name).into();
                    let is_whole = tree.text()[..tree.span(*name).start].trim_end().ends_with("* as");
                    let exported = alias_after(tree, *name).unwrap_or_else(|| member.clone());
                    let imported = Imported {
                        module: module.clone(),
                        member: (!is_whole).then_some(member),
                    };
                    made.imports.entry(exported).or_insert(imported);
                }
            }
            Kind::OtherStatement if tree.name(at.name) == "export" => {
                for name in tree.children(node) {
                    if let Some(alias) = alias_after(tree, *name) {
                        note(&alias, function(*name));
                        aliases.extend(named_class(*name).map(|class| (alias, class)));
                    }
                }
            }
            // A function or class that is declared with `export default` stands for itself.
            Kind::Function | Kind::Class if at.name != Symbol::NONE => {
                let before = tree.text()[..at.start as usize].trim_end();
                if before.ends_with("export default") {
                    let name = tree.name(at.name);
                    match at.kind {
                        Kind::Function => note("default", calls.function(at.name)),
                        _ => {
                            let imported = Imported {
                                module: THIS_MODULE.into(),
                                member: Some(name.into()),
                            };
                            made.imports.entry("default".into()).or_insert(imported);
                        }
                    }
                }
            }
            // `const f = (x) => …`
            Kind::Variable if at.name != Symbol::NONE && file.facts.parent(node) == tree.root() => {
                let value = tree.child(node, 2);
                note(tree.name(at.name), value.some().and_then(unit_of));
            }
            _ => {}
        }
    }
    for (name, unit) in found {
        made.functions.entry(name).or_insert(unit);
    }
    for (alias, name) in aliases.into_iter().filter(|(alias, name)| alias != name) {
        let imported = Imported {
            module: THIS_MODULE.into(),
            member: Some(name),
        };
        made.imports.entry(alias).or_insert(imported);
    }
}

/// The name after `as` that follows a name in an export.
fn alias_after(tree: &Tree, name: NodeId) -> Option<Box<str>> {
    let rest = tree.text()[tree.span(name).end..].trim_start().strip_prefix("as")?;
    let rest = rest.strip_prefix(char::is_whitespace)?.trim_start();
    let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
    let alias = &rest[..end.unwrap_or(rest.len())];
    (!alias.is_empty()).then(|| alias.into())
}

/// A name in code: letters, digits, `_` and `$` between dots; pointers, type arguments and what follows are left out.
fn written(source: &str) -> Option<Dotted> {
    let text = source.trim_start_matches(['*', '&', '?', ' ', '(']);
    let text = text.strip_prefix("new ").unwrap_or(text).trim_start();
    let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.')));
    // An array is no object of its class.
    if text.trim_end().ends_with("[]") {
        return None;
    }
    let text = &text[..end.unwrap_or(text.len())];
    let parts: Dotted = text.split('.').map(Into::into).collect();
    (parts.len() <= MAX_DOTS && parts.iter().all(|part| !part.is_empty())).then_some(parts)
}

fn assigned(unit: &Unit) -> HashSet<Variable> {
    let targets = unit.steps.iter().filter_map(|step| match &step.action {
        Action::Do(instruction) => instruction.target.as_ref(),
        _ => None,
    });
    let whole = targets.filter(|target| target.parts.is_empty() && !matches!(target.base, Variable::Temporary(_)));
    whole.map(|target| target.base).collect()
}

/// The classes of the fields of each class, by the class and the name.
fn fields(file: &File<'_>) -> Map<(NodeId, Symbol), Dotted> {
    let tree = file.tree;
    let mut fields: Map<(NodeId, Symbol), Dotted> = Map::default();
    let mut note = |class: NodeId, name: Symbol, written: Option<Dotted>| {
        if let Some(written) = written.filter(|_| name != Symbol::NONE) {
            fields.entry((class, name)).or_insert(written);
        }
    };
    let made_by = |value: NodeId| {
        let value = value.some()?;
        match tree.kind(value) {
            Kind::New => written(tree.source(tree.child(value, 0).some()?)),
            Kind::Call if file.language == Language::Python => written(tree.source(tree.child(value, 0).some()?)),
            Kind::Name => written(tree.source(file.facts.declared_type(value)?)),
            _ => None,
        }
    };
    let declared = |node: NodeId| written(tree.source(tree.child(node, 1).some()?));
    for (class, _) in tree.iter().filter(|(_, node)| node.kind == Kind::Class) {
        let Some(body) = tree.child(class, 3).some() else {
            continue;
        };
        for member in tree.children(body) {
            match tree.kind(*member) {
                Kind::Variable => {
                    let written = declared(*member).or_else(|| made_by(tree.child(*member, 2)));
                    note(class, tree.node(*member).name, written);
                }
                // `constructor(private dao: Dao)`
                Kind::Function if tree.name_of(*member) == "constructor" => {
                    let parameters = tree
                        .child(*member, 1)
                        .some()
                        .map(|list| tree.children(list))
                        .unwrap_or_default();
                    for parameter in parameters
                        .iter()
                        .filter(|parameter| tree.child(**parameter, 0).is_some())
                    {
                        note(class, tree.node(*parameter).name, declared(*parameter));
                    }
                }
                _ => {}
            }
        }
    }
    for (node, _) in tree.iter().filter(|(_, node)| node.kind == Kind::Assign) {
        let target = tree.child(node, 0);
        let is_own = target.is_some()
            && tree.kind(target) == Kind::Member
            && tree.child(target, 0).is_some()
            && matches!(tree.source(tree.child(target, 0)), "self" | "this");
        if !is_own {
            continue;
        }
        let mut around = file.facts.parent(node).some();
        while let Some(at) = around.filter(|at| tree.kind(*at) != Kind::Class) {
            around = file.facts.parent(at).some();
        }
        if let Some(class) = around {
            note(class, tree.node(target).name, made_by(tree.child(node, 1)));
        }
    }
    fields
}

struct Context<'a> {
    file: &'a File<'a>,
    form: &'a Form,
    layouts: &'a Layouts,
    fields: Map<(NodeId, Symbol), Dotted>,
    /// The class of each method.
    classes: Map<UnitId, NodeId>,
    /// The variables that each unit assigns as a whole.
    assigned: Vec<HashSet<Variable>>,
}

impl Context<'_> {
    /// The calls of a unit that the file does not resolve and another may.
    fn calls(&self, unit: UnitId, calls: &Calls, made: &mut FileIndex) {
        for step in &self.form.units[unit.index()].steps {
            let Action::Do(instruction) = &step.action else {
                continue;
            };
            let (callee, arguments) = match &instruction.operation {
                Operation::Call { callee, arguments } => {
                    if calls
                        .resolve(self.file, self.form, unit, callee, arguments.len())
                        .is_some()
                    {
                        continue;
                    }
                    (self.called(unit, callee, made), arguments.len())
                }
                Operation::New { class, arguments } => {
                    if calls.class_named(self.file, *class).is_some() {
                        continue;
                    }
                    let source = class.some().map(|class| self.file.tree.source(class));
                    (source.and_then(written).map(Called::New), arguments.len())
                }
                _ => continue,
            };
            if let Some(callee) = callee
                && instruction.node.is_some()
            {
                let class = self.class_around(unit).filter(|_| self.file.language == Language::Java);
                made.calls.push(CallIndex {
                    class: class.map(|class| self.file.tree.name_of(class).into()),
                    unit,
                    node: instruction.node,
                    callee,
                    arguments,
                });
            }
        }
    }

    fn called(&self, unit: UnitId, callee: &Expression, made: &FileIndex) -> Option<Called> {
        let ExpressionKind::Read(place) = &callee.kind else {
            return None;
        };
        let mut names: Vec<Box<str>> = Vec::with_capacity(place.parts.len() + 1);
        for part in &place.parts {
            let Key::Name(name) = part.key else { return None };
            names.push(self.file.tree.name(name).into());
        }
        if names.len() >= MAX_DOTS {
            return None;
        }
        if !self.is_assigned(unit, place.base)
            && let Some(base) = self.outside(place, made)
        {
            names.insert(0, base);
            return Some(Called::Name(names));
        }
        let name = names.pop()?;
        let class = self.class_of(unit, place)?;
        Some(Called::Method { class, name })
    }

    /// Whether a unit, or one around it but the file, assigns a variable: then it is not what is imported.
    fn is_assigned(&self, unit: UnitId, variable: Variable) -> bool {
        let mut at = Some(unit);
        while let Some(unit) = at {
            let found = &self.form.units[unit.index()];
            if found.kind != UnitKind::File && self.assigned[unit.index()].contains(&variable) {
                return true;
            }
            at = found.outer;
        }
        false
    }

    /// The first part of a place that the file does not declare itself: an import, something of the package.
    fn outside(&self, place: &Place, made: &FileIndex) -> Option<Box<str>> {
        let imports = &made.imports;
        let node = place.node.some()?;
        let tree = self.file.tree;
        match place.base {
            Variable::Free(name) => {
                let name = tree.name(name);
                let is_of_package = matches!(self.file.language, Language::Java | Language::Go);
                let may_be = is_of_package || imports.contains_key(name) || !made.wildcards.is_empty();
                may_be.then(|| name.into())
            }
            Variable::Definition(_) => {
                // What a `require` made, unless another variable hides it.
                self.file.facts.full_name(node)?;
                let name = tree.name(tree.node(node).name);
                imports.contains_key(name).then(|| name.into())
            }
            Variable::This | Variable::Temporary(_) => None,
        }
    }

    /// The class of the object that a method is called on: by what makes it, else by its declared type.
    fn class_of(&self, unit: UnitId, place: &Place) -> Option<Dotted> {
        let tree = self.file.tree;
        // `this.m()`, `super.m()`
        if place.parts.len() == 1 && self.is_own(unit, place.base) {
            let class = self.class_around(unit)?;
            let name = self.file.tree.name_of(class);
            return (!name.is_empty()).then(|| vec![name.into()]);
        }
        if let [field, _] = place.parts.as_slice()
            && let Key::Name(name) = field.key
            && self.is_own(unit, place.base)
            && let Some(class) = self.class_around(unit)
            && let Some(found) = self.fields.get(&(class, name))
        {
            return Some(found.clone());
        }
        if place.parts.len() > 1 {
            let object = place.parts[place.parts.len() - 2].node;
            return self.declared(object.some()?);
        }
        match place.base {
            Variable::Temporary(temporary) => {
                let step: StepId = *self.layouts.made(unit).get(&temporary)?;
                let Action::Do(instruction) = &self.form.units[unit.index()].steps[step.index()].action else {
                    return None;
                };
                match &instruction.operation {
                    Operation::New { class, .. } => written(tree.source(class.some()?)),
                    Operation::Call { callee, .. } if self.file.language == Language::Python => {
                        written(tree.source(callee.node.some()?))
                    }
                    _ => None,
                }
            }
            Variable::Definition(definition) => {
                let made = self.file.facts.assigned_value(definition);
                let class = made.and_then(|made| match tree.kind(made) {
                    Kind::New | Kind::Composite => written(tree.source(tree.child(made, 0).some()?)),
                    Kind::Unary => written(tree.source(made)),
                    Kind::Call if self.file.language == Language::Python => {
                        written(tree.source(tree.child(made, 0).some()?))
                    }
                    _ => None,
                });
                class.or_else(|| self.declared(place.node.some()?))
            }
            Variable::Free(_) | Variable::This => None,
        }
    }

    fn is_own(&self, unit: UnitId, base: Variable) -> bool {
        let mut at = Some(unit);
        while let Some(unit) = at {
            let found = &self.form.units[unit.index()];
            if found.receiver == Some(base) {
                return true;
            }
            at = found.outer;
        }
        base == Variable::This
    }

    /// The class that a unit, or one around it, is a method of.
    fn class_around(&self, unit: UnitId) -> Option<NodeId> {
        let mut at = Some(unit);
        while let Some(unit) = at {
            if let Some(class) = self.classes.get(&unit) {
                return Some(*class);
            }
            at = self.form.units[unit.index()].outer;
        }
        None
    }

    fn declared(&self, node: NodeId) -> Option<Dotted> {
        match self.file.facts.type_of(node)? {
            TypeFact::Written(at) | TypeFact::Pointer(at) => {
                (at != node).then(|| written(self.file.tree.source(at))).flatten()
            }
            TypeFact::Named(_) => None,
        }
    }
}
