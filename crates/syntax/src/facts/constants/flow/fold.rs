//! The value of an expression from that of its parts, and of a variable from that of all assignments of the file.

use std::borrow::Cow;

use super::{Flow, Known, MAX_JOINED, NEW_STACK, RED_ZONE, Whole};
use crate::facts::DefinitionId;
use crate::facts::constants::{Constant, ConstantClass, Joins, Once, ValueId};
use crate::facts::scopes::{Assigned, Role};
use crate::tree::{Kind, NodeId};

impl Flow<'_> {
    // ---- the whole file

    /// The value that a definition has everywhere.
    pub(super) fn whole(&mut self, definition: DefinitionId) -> ValueId {
        match self.whole[definition.0 as usize] {
            Whole::Is(value) => return value,
            Whole::Busy => return ValueId::NONE,
            Whole::Unknown => {}
        }
        self.whole[definition.0 as usize] = Whole::Busy;
        let value = match self.only_value(definition) {
            Some(value) => self.still(value).direct(),
            None => ValueId::NONE,
        };
        self.whole[definition.0 as usize] = Whole::Is(value);
        value
    }

    /// The value of an expression when variables are what they are in the whole file.
    fn still(&mut self, node: NodeId) -> ValueId {
        if !node.is_some() {
            return ValueId::NONE;
        }
        stacker::maybe_grow(RED_ZONE, NEW_STACK, || self.fold(node, Self::still))
    }

    /// The value of a variable that keeps what it is assigned once.
    pub(super) fn only_value(&mut self, definition: DefinitionId) -> Option<NodeId> {
        let definition = self.scopes.get(definition);
        let Assigned::Once { value, by } = definition.assigned else {
            return None;
        };
        if !matches!(definition.role, Role::Variable | Role::Field) {
            return None;
        }
        let holds = self.has_modifier(definition.site, self.traits.constant_words)
            || match self.traits.once {
                Once::Never => false,
                Once::Always => true,
                Once::OfFile => definition.file_level,
                Once::PrivateFields => {
                    definition.role == Role::Field
                        && self.has_modifier(definition.site, &["private"])
                        && (by == definition.site || self.initialises(by))
                }
            };
        holds.then_some(value)
    }

    fn has_modifier(&self, declaration: NodeId, words: &[&str]) -> bool {
        let tree = self.tree;
        let attributes = declaration.some().map_or(NodeId::NONE, |site| tree.child(site, 0));
        let attributes = attributes.some().map(|list| tree.children(list)).unwrap_or_default();
        let mut modifiers = attributes
            .iter()
            .filter(|attribute| attribute.is_some() && tree.kind(**attribute) == Kind::Modifier);
        modifiers.any(|modifier| words.contains(&tree.name_of(*modifier)))
    }

    /// Whether an assignment runs once for each object: it is in the only constructor, or in a block of the class.
    fn initialises(&mut self, assignment: NodeId) -> bool {
        let tree = self.tree;
        let (mut node, mut function) = (assignment, None);
        while let Some(parent) = self.scopes.parent(node).some() {
            match tree.kind(parent) {
                Kind::Lambda => return false,
                Kind::Function if function.is_some() => return false,
                Kind::Function => function = Some(parent),
                Kind::ClassBody => {
                    let Some(function) = function else { return true };
                    return self.only_constructor(parent) == Some(function);
                }
                _ => {}
            }
            node = parent;
        }
        false
    }

    fn only_constructor(&mut self, body: NodeId) -> Option<NodeId> {
        if let Some(found) = self.constructors.get(&body) {
            return *found;
        }
        let tree = self.tree;
        let class = self.scopes.parent(body).some().map(|class| tree.node(class).name);
        let mut constructors = tree.children(body).iter().filter(|member| {
            member.is_some() && tree.kind(**member) == Kind::Function && Some(tree.node(**member).name) == class
        });
        let only = match (constructors.next(), constructors.next()) {
            (Some(only), None) => Some(*only),
            _ => None,
        };
        self.constructors.insert(body, only);
        only
    }

    // ---- expressions

    /// The value of a node whose parts have theirs.
    pub(super) fn fold_here(&mut self, node: NodeId) {
        let value = self.fold(node, |flow, part| flow.at(part));
        self.values.nodes[node.index()] = value;
    }

    pub(super) fn at(&self, node: NodeId) -> ValueId {
        node.some()
            .map_or(ValueId::NONE, |node| self.values.nodes[node.index()])
    }

    pub(super) fn make(&mut self, constant: Constant) -> ValueId {
        self.values.constants.push(constant);
        ValueId((self.values.constants.len() - 1) as u32)
    }

    /// The value of an expression from that of its parts.
    fn fold(&mut self, node: NodeId, part: fn(&mut Self, NodeId) -> ValueId) -> ValueId {
        let tree = self.tree;
        let slot = |at| tree.child(node, at);
        match tree.kind(node) {
            Kind::Str => {
                let text = tree.names().shared(tree.node(node).name);
                self.make(Constant::Str(text))
            }
            Kind::Int => match tree.name_of(node).parse() {
                Ok(value) => self.make(Constant::Int(value)),
                Err(_) => ValueId::NONE,
            },
            Kind::Float => match tree.name_of(node).parse() {
                Ok(value) => self.make(Constant::Float(value)),
                Err(_) => ValueId::NONE,
            },
            Kind::Bool => self.make(Constant::Bool(tree.name_of(node) == "true")),
            Kind::Name => match self.scopes.definition(node) {
                Some(definition) => self.whole(definition),
                None => ValueId::NONE,
            },
            // Fields by `this`.
            Kind::Member => match self.scopes.definition(node) {
                Some(definition) => self.whole(definition),
                None => ValueId::NONE,
            },
            Kind::Adjacent | Kind::Template => self.template(node, part),
            Kind::Binary => {
                let (left, right) = (part(self, slot(0)), part(self, slot(1)));
                self.binary(tree.name_of(node), left, right)
            }
            Kind::Nary => {
                let values: Vec<_> = tree.children(node).iter().map(|operand| part(self, *operand)).collect();
                let name = tree.name_of(node);
                let all = values.into_iter().reduce(|left, right| self.binary(name, left, right));
                all.unwrap_or(ValueId::NONE)
            }
            Kind::Unary if matches!(tree.name_of(node), "!" | "not") => {
                let value = part(self, slot(0));
                let negated = match self.constant(value) {
                    Some(Constant::Bool(value)) => Constant::Bool(!value),
                    Some(Constant::Some(ConstantClass::Bool)) => Constant::Some(ConstantClass::Bool),
                    _ => return ValueId::NONE,
                };
                self.make_of(negated, [value, value])
            }
            Kind::Conditional => {
                let known = |constant| Known {
                    constant,
                    ..Known::NOTHING
                };
                let (then, other) = (part(self, slot(1)), part(self, slot(2)));
                let made = self.both(known(then.direct()), known(other.direct())).constant;
                match then.is_indirect() || other.is_indirect() {
                    true => made.indirect(),
                    false => made,
                }
            }
            Kind::Assign => part(self, slot(1)).indirect(),
            Kind::Call if self.traits.formats => self.format(node, part),
            _ => ValueId::NONE,
        }
    }

    fn constant(&self, value: ValueId) -> Option<&Constant> {
        value
            .is_some()
            .then(|| &self.values.constants[value.direct().0 as usize])
    }

    /// A value that is made of others: it is indirect when one of them is.
    fn make_of(&mut self, constant: Constant, parts: [ValueId; 2]) -> ValueId {
        let made = self.make(constant);
        match parts.iter().any(|part| part.is_indirect()) {
            true => made.indirect(),
            false => made,
        }
    }

    pub(super) fn binary(&mut self, operator: &str, left: ValueId, right: ValueId) -> ValueId {
        use Constant::{Bool, Int, Str};
        let parts = [left, right];
        let (Some(one), other) = (self.constant(left), self.constant(right)) else {
            return ValueId::NONE;
        };
        let Some(other) = other else {
            // `"a" * n` is some string, whatever `n` is.
            let repeats = operator == "*" && self.traits.repeats_strings && one.class() == ConstantClass::Str;
            return match repeats {
                true => self.make_of(Constant::Some(ConstantClass::Str), parts),
                false => ValueId::NONE,
            };
        };
        let classes = (one.class(), other.class());
        let made = match (operator, classes) {
            ("+", (ConstantClass::Str, _) | (_, ConstantClass::Str)) if self.joins(classes) => {
                let text = self.text(one).zip(self.text(other));
                let text = text.map(|(one, other)| format!("{one}{other}"));
                self.joined(text)
            }
            ("*", (ConstantClass::Str, ConstantClass::Int)) if self.traits.repeats_strings => {
                Constant::Some(ConstantClass::Str)
            }
            ("&&" | "and" | "||" | "or", (ConstantClass::Bool, ConstantClass::Bool)) => match (one, other) {
                (Bool(one), Bool(other)) if matches!(operator, "&&" | "and") => Bool(*one && *other),
                (Bool(one), Bool(other)) => Bool(*one || *other),
                _ => Constant::Some(ConstantClass::Bool),
            },
            (_, (ConstantClass::Int, ConstantClass::Int)) => {
                let (Int(one), Int(other)) = (one, other) else {
                    return match operator {
                        "+" | "*" => self.make_of(Constant::Some(ConstantClass::Int), parts),
                        _ => ValueId::NONE,
                    };
                };
                return self.arithmetic(operator, *one, *other, parts);
            }
            _ => return ValueId::NONE,
        };
        let made = match made {
            Str(text) if text.len() > MAX_JOINED => Constant::Some(ConstantClass::Str),
            made => made,
        };
        self.make_of(made, parts)
    }

    fn joins(&self, classes: (ConstantClass, ConstantClass)) -> bool {
        let number = match classes {
            (ConstantClass::Str, ConstantClass::Str) => return true,
            (ConstantClass::Str, other) | (other, _) => other,
        };
        match number {
            ConstantClass::Int => self.traits.joins != Joins::Strings,
            ConstantClass::Float => self.traits.joins == Joins::Numbers,
            _ => false,
        }
    }

    /// A string that was put together, if that can be paid for.
    fn joined(&mut self, text: Option<String>) -> Constant {
        match text.filter(|text| text.len() <= MAX_JOINED) {
            Some(text) if text.len() <= self.joined => {
                self.joined -= text.len();
                Constant::Str(text.into())
            }
            _ => Constant::Some(ConstantClass::Str),
        }
    }

    fn arithmetic(&mut self, operator: &str, one: i128, other: i128, parts: [ValueId; 2]) -> ValueId {
        let number = match operator {
            "+" => one.checked_add(other),
            "*" => one.checked_mul(other),
            "-" => one.checked_sub(other),
            "/" if self.traits.integer_division => one.checked_div(other),
            _ => None,
        };
        let truth = match operator {
            "==" | "===" => Some(one == other),
            "!=" | "!==" => Some(one != other),
            "<" => Some(one < other),
            "<=" => Some(one <= other),
            ">" => Some(one > other),
            ">=" => Some(one >= other),
            _ => None,
        };
        let made = match (number.map(Constant::Int), truth.map(Constant::Bool)) {
            (Some(made), _) | (_, Some(made)) => self.make_of(made, parts),
            _ => return ValueId::NONE,
        };
        match operator {
            "+" | "*" => made,
            _ => made.indirect(),
        }
    }

    /// Adjacent strings, and strings with interpolations of constants.
    fn template(&mut self, node: NodeId, part: fn(&mut Self, NodeId) -> ValueId) -> ValueId {
        let tree = self.tree;
        let mut text = Some(String::new());
        let mut indirect = false;
        for piece in tree.children(node) {
            let inner = match piece.is_some() && tree.kind(*piece) == Kind::Interpolation {
                true => tree.child(*piece, 0),
                false => *piece,
            };
            let value = part(self, inner);
            let Some(constant) = self.constant(value) else {
                return ValueId::NONE;
            };
            let class = constant.class();
            if class != ConstantClass::Str && !self.joins((ConstantClass::Str, class)) {
                return ValueId::NONE;
            }
            indirect |= value.is_indirect();
            let more = self.text(constant);
            text = text.zip(more).map(|(text, more)| text + &more);
            text = text.filter(|text| text.len() <= MAX_JOINED);
        }
        let joined = self.joined(text);
        let made = self.make(joined);
        if indirect { made.indirect() } else { made }
    }

    /// How a value reads in a string, if that is known.
    fn text<'c>(&self, constant: &'c Constant) -> Option<Cow<'c, str>> {
        match constant {
            Constant::Str(text) => Some((&**text).into()),
            Constant::Int(value) => Some(value.to_string().into()),
            Constant::Float(value) if self.traits.joins == Joins::Numbers => Some(value.to_string().into()),
            _ => None,
        }
    }

    /// `String`, `java.lang.String`
    fn is_string_class(&self, class: NodeId) -> bool {
        let tree = self.tree;
        let named = |id: NodeId, kind, name: &str| id.is_some() && tree.kind(id) == kind && tree.name_of(id) == name;
        let package = |id: NodeId| tree.child(id, 0);
        named(class, Kind::Name, "String")
            || (named(class, Kind::Member, "String")
                && named(package(class), Kind::Member, "lang")
                && named(package(package(class)), Kind::Name, "java"))
    }

    /// `String.format` of constants is some string.
    fn format(&mut self, node: NodeId, part: fn(&mut Self, NodeId) -> ValueId) -> ValueId {
        let tree = self.tree;
        let (callee, arguments) = (tree.child(node, 0), tree.child(node, 1));
        let is_format = callee.is_some()
            && arguments.is_some()
            && tree.kind(callee) == Kind::Member
            && tree.name_of(callee) == "format"
            && tree
                .child(callee, 0)
                .some()
                .is_some_and(|class| self.is_string_class(class));
        if !is_format {
            return ValueId::NONE;
        }
        let arguments = tree.children(arguments);
        match arguments.iter().all(|argument| part(self, *argument).is_some()) {
            true => self.make(Constant::Some(ConstantClass::Str)),
            false => ValueId::NONE,
        }
    }
}
