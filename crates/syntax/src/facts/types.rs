//! Which type an expression has, as far as it is written in the file. Nothing is computed before it is asked for.

use std::collections::HashMap;

use super::scopes::{Assigned, Role};
use super::{Constant, ConstantClass, DefinitionId, Facts};
use crate::tree::{Kind, NodeId, Symbol};

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeFact {
    /// It is written here: a type, or an expression that names one. Of a name of unknown type it is the name itself.
    Written(NodeId),
    /// A pointer to what is written here: `&T{}` and `new(T)` of Go.
    Pointer(NodeId),
    /// It is built in: `int`, `float`, `string`, `bool`, or `number` in languages with one class of numbers.
    Named(&'static str),
}

/// The one name of a built-in type that goes by several: those with the same one are the same type. (`number` is that of
/// TypeScript: what asks for it is also content with `int` and `float`.)
pub fn builtin_type(name: &str) -> Option<&'static str> {
    Some(match name {
        "int" | "Integer" | "long" | "Int" | "Long" => INT,
        "float" | "double" | "Float" | "Double" => FLOAT,
        "str" | "string" | "String" => STRING,
        "bool" | "boolean" | "Boolean" => BOOL,
        "number" => NUMBER,
        _ => return None,
    })
}

const INT: &str = "int";
const FLOAT: &str = "float";
const STRING: &str = "string";
const BOOL: &str = "bool";
const NUMBER: &str = "number";

/// How many expressions and variables are looked through for one type.
const MAX_STEPS: u32 = 50;

/// How many definitions of one name are looked at for the type of a member of that name.
const MAX_CANDIDATES: usize = 16;

/// The definitions of a file by their name and the outermost function that they are in, [`NodeId::NONE`] for fields and variables
/// of the file: for languages that tell the type of a member by its name.
pub(super) type ByName = HashMap<(Symbol, NodeId), Vec<DefinitionId>, foldhash::fast::RandomState>;

impl Facts<'_> {
    /// The type of an expression: what a variable is declared with or, when that says nothing, what it is initialised with; what
    /// `new`, a cast, a literal or an operator makes. A name of unknown type has the type of its own name.
    ///
    /// Nothing is known of variables of `catch`, of variable arguments, of receivers of Go, of destructured names, of what
    /// functions return (but for some methods of Java).
    pub fn type_of(&self, node: NodeId) -> Option<TypeFact> {
        self.type_within(node, MAX_STEPS)
    }

    /// The type that the variable of a name is declared with.
    pub fn declared_type(&self, node: NodeId) -> Option<NodeId> {
        let definition = self.scopes.get(self.definition(node)?);
        let declares = |kind| matches!(kind, Kind::Variable | Kind::Parameter);
        let site = definition.site.some().filter(|site| declares(self.tree.kind(*site)))?;
        let written = self.tree.child(site, 1).some()?;
        (!self.says_nothing(written)).then_some(written)
    }

    fn type_within(&self, node: NodeId, steps: u32) -> Option<TypeFact> {
        let steps = steps.checked_sub(1)?;
        let (tree, node) = (self.tree, node.some()?);
        if let Some(constant) = self.constant(node) {
            return Some(TypeFact::Named(self.class(constant)));
        }
        let slot = |at| tree.child(node, at);
        match tree.kind(node) {
            Kind::Name => {
                let known = self
                    .definition(node)
                    .and_then(|found| self.type_of_definition(found, steps));
                Some(known.unwrap_or(TypeFact::Written(node)))
            }
            Kind::Int => Some(TypeFact::Named(INT)),
            Kind::New | Kind::Cast | Kind::Composite => slot(0).some().map(TypeFact::Written),
            Kind::Comparison | Kind::TypeTest | Kind::Nary => Some(TypeFact::Named(BOOL)),
            Kind::Unary => match tree.name_of(node) {
                "!" | "not" if !tree.node(node).flags.has(crate::tree::Flags::POSTFIX) => Some(TypeFact::Named(BOOL)),
                "&" => self.pointer(slot(0)),
                _ => None,
            },
            Kind::Binary => match tree.name_of(node) {
                "==" | "!=" | "===" | "!==" | "<" | "<=" | ">" | ">=" | "&&" | "||" | "and" | "or" | "in"
                | "not in" | "is" | "is not" => Some(TypeFact::Named(BOOL)),
                "+" | "-" => {
                    let is_integer = |operand| {
                        let operand = self.type_within(operand, steps);
                        operand.is_some_and(|operand| self.builtin(operand) == Some(INT))
                    };
                    (is_integer(slot(0)) && is_integer(slot(1))).then_some(TypeFact::Named(INT))
                }
                // Of booleans these are booleans.
                "^" | "|" | "&" => {
                    let is_boolean = |operand| {
                        let operand = self.type_within(operand, steps);
                        operand.is_some_and(|operand| self.builtin(operand) == Some(BOOL))
                    };
                    (is_boolean(slot(0)) || is_boolean(slot(1))).then_some(TypeFact::Named(BOOL))
                }
                _ => None,
            },
            Kind::Conditional => {
                let (then, other) = (self.type_within(slot(1), steps)?, self.type_within(slot(2), steps)?);
                self.is_same(then, other).then_some(then)
            }
            Kind::Member => self.type_of_member(node, steps),
            Kind::Call => self.type_of_call(node, steps),
            Kind::OtherExpression => self.allocation(node),
            _ => None,
        }
    }

    fn class(&self, constant: &Constant) -> &'static str {
        match constant.class() {
            ConstantClass::Int => INT,
            ConstantClass::Float if self.traits.one_number => NUMBER,
            ConstantClass::Float => FLOAT,
            ConstantClass::Str => STRING,
            ConstantClass::Bool => BOOL,
        }
    }

    fn type_of_definition(&self, definition: DefinitionId, steps: u32) -> Option<TypeFact> {
        let tree = self.tree;
        let found = self.scopes.get(definition);
        if matches!(found.role, Role::Caught | Role::Class | Role::Function) {
            return None;
        }
        let Some(site) = found.site.some() else {
            // An assignment made it.
            return match found.assigned {
                Assigned::Once { value, .. } => self.type_of_initialiser(value, steps),
                _ => None,
            };
        };
        let is_whole = tree.child(site, 4).is_some();
        if !is_whole || tree.kind(site) == Kind::RestParameter || self.is_receiver(site) {
            return None;
        }
        match tree
            .child(site, 1)
            .some()
            .filter(|written| !self.says_nothing(*written))
        {
            Some(written) => Some(TypeFact::Written(written)),
            None if tree.kind(site) == Kind::Variable => self.type_of_initialiser(tree.child(site, 2), steps),
            None => None,
        }
    }

    fn is_receiver(&self, parameter: NodeId) -> bool {
        let list = self.parent(parameter);
        let function = self.parent(list);
        function.is_some() && self.tree.kind(function) == Kind::Function && self.tree.child(function, 6) == list
    }

    /// `var`, and `T | null`.
    fn says_nothing(&self, written: NodeId) -> bool {
        let tree = self.tree;
        match tree.kind(written) {
            Kind::UnionType => {
                let mut members = tree.children(written).iter().filter(|member| member.is_some());
                members.any(|member| tree.source(*member) == "null")
            }
            Kind::Type => match *tree.children(written) {
                [name] => {
                    name.is_some() && tree.kind(name) == Kind::Name && self.traits.infers == Some(tree.name_of(name))
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn type_of_initialiser(&self, value: NodeId, steps: u32) -> Option<TypeFact> {
        let tree = self.tree;
        match tree.kind(value.some()?) {
            // Another variable, when its type is known.
            Kind::Name => {
                let steps = steps.checked_sub(1)?;
                match self.constant(value) {
                    Some(constant) => Some(TypeFact::Named(self.class(constant))),
                    None => self.type_of_definition(self.definition(value)?, steps),
                }
            }
            Kind::Unary if tree.name_of(value) == "&" => self.pointer(tree.child(value, 0)),
            Kind::OtherExpression => self.allocation(value),
            Kind::Int | Kind::Float | Kind::Str | Kind::Bool | Kind::Adjacent | Kind::New | Kind::Composite => {
                self.type_within(value, steps)
            }
            _ => None,
        }
    }

    /// `&T{}`
    fn pointer(&self, operand: NodeId) -> Option<TypeFact> {
        let composite = operand
            .some()
            .filter(|operand| self.tree.kind(*operand) == Kind::Composite)?;
        self.tree.child(composite, 0).some().map(TypeFact::Pointer)
    }

    /// `new(T)`, `make(T, …)`
    fn allocation(&self, expression: NodeId) -> Option<TypeFact> {
        let tree = self.tree;
        if !self.traits.allocates {
            return None;
        }
        match (
            tree.name_of(expression),
            tree.children(tree.child(expression, 0).some()?),
        ) {
            ("new", [written]) => written.some().map(TypeFact::Pointer),
            ("make", [written, ..]) => written.some().map(TypeFact::Written),
            _ => None,
        }
    }

    /// A field of this class; in Go any variable or field of that name.
    fn type_of_member(&self, member: NodeId, steps: u32) -> Option<TypeFact> {
        let tree = self.tree;
        if let Some(field) = self.definition(member) {
            return self.type_of_definition(field, steps);
        }
        if self.traits.types_by_name {
            return self.type_by_name(member, steps);
        }
        let is_length = self.traits.method_results && tree.name_of(member) == "length";
        match self.type_within(tree.child(member, 0), steps) {
            Some(TypeFact::Written(written)) if is_length && tree.kind(written) == Kind::ArrayType => {
                Some(TypeFact::Named(INT))
            }
            _ => None,
        }
    }

    fn type_by_name(&self, member: NodeId, steps: u32) -> Option<TypeFact> {
        let by_name = self.by_name.get_or_init(|| self.index());
        let name = self.tree.node(member).name;
        let function = self.outermost_function(member);
        let places = [Some(NodeId::NONE), function.some()].into_iter().flatten();
        let candidates = places.filter_map(|place| by_name.get(&(name, place)));
        candidates
            .flat_map(|candidates| candidates.iter().take(MAX_CANDIDATES))
            .find_map(|definition| self.type_of_definition(*definition, steps))
    }

    /// The definitions by name and place, fields before others.
    fn index(&self) -> ByName {
        let mut found = ByName::default();
        for only_fields in [true, false] {
            for id in (0..self.scopes.len() as u32).map(DefinitionId) {
                let definition = self.scopes.get(id);
                let is_field = definition.role == Role::Field;
                let Some(site) = definition.site.some().filter(|_| is_field == only_fields) else {
                    continue;
                };
                let place = match is_field || definition.file_level {
                    true => NodeId::NONE,
                    false => self.outermost_function(site),
                };
                found.entry((self.tree.node(site).name, place)).or_default().push(id);
            }
        }
        found
    }

    fn outermost_function(&self, node: NodeId) -> NodeId {
        let parents = std::iter::successors(node.some(), |node| self.parent(*node).some());
        let functions = parents.filter(|node| self.tree.kind(*node) == Kind::Function);
        functions.last().unwrap_or(NodeId::NONE)
    }

    fn type_of_call(&self, call: NodeId, steps: u32) -> Option<TypeFact> {
        let tree = self.tree;
        let callee = tree.child(call, 0).some()?;
        if !self.traits.method_results || tree.kind(callee) != Kind::Member {
            return None;
        }
        let object = tree.child(callee, 0).some()?;
        match tree.name_of(callee) {
            "equals" | "contains" | "containsKey" | "containsValue" | "isEmpty" => Some(TypeFact::Named(BOOL)),
            "size" | "length" | "compareTo" | "compareToIgnoreCase" => Some(TypeFact::Named(INT)),
            "matches" => {
                let receiver = self.type_within(object, steps)?;
                (self.builtin(receiver) == Some(STRING)).then_some(TypeFact::Named(BOOL))
            }
            "parseInt" | "parseLong" | "parseShort" | "parseByte" => {
                let is_number = tree.kind(object) == Kind::Name
                    && matches!(tree.name_of(object), "Integer" | "Long" | "Short" | "Byte");
                is_number.then_some(TypeFact::Named(INT))
            }
            // Of `List<T>` and `Map<K, T>`.
            "get" => match self.type_within(object, steps)? {
                TypeFact::Written(written) if tree.kind(written) == Kind::Type => match *tree.children(written) {
                    [_, last] | [_, _, last] => last.some().map(TypeFact::Written),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// The one name of a type, when it is built in.
    fn builtin(&self, fact: TypeFact) -> Option<&'static str> {
        let tree = self.tree;
        match fact {
            TypeFact::Named(name) => Some(name),
            TypeFact::Pointer(_) => None,
            TypeFact::Written(written) => {
                let name = match (tree.kind(written), tree.children(written)) {
                    (Kind::Type, [name]) => name.some()?,
                    _ => written,
                };
                (tree.kind(name) == Kind::Name).then(|| builtin_type(tree.name_of(name)))?
            }
        }
    }

    fn is_same(&self, one: TypeFact, other: TypeFact) -> bool {
        match (one, other) {
            (TypeFact::Written(a), TypeFact::Written(b)) | (TypeFact::Pointer(a), TypeFact::Pointer(b))
                if self.tree.source(a) == self.tree.source(b) =>
            {
                true
            }
            _ => self.builtin(one).is_some() && self.builtin(one) == self.builtin(other),
        }
    }
}
