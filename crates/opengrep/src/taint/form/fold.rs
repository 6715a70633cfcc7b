//! Which conditions are known.
//!
//! Without [`Profile::fold`] it is what Opengrep computes: whole numbers and strings, with a division that cuts off, comparisons in which
//! values of different kinds are unequal, and `and` and `or` of Booleans. With it the language's own rules are followed, and what they
//! do not say for certain is not known.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use syntax::Language;
use syntax::facts::{Constant, Facts};
use syntax::tree::{Kind, NodeId, Tree};

use super::Operator;
use crate::matching::File;
use crate::taint::profile::Profile;

const RED_ZONE: usize = 128 * 1024;
const NEW_STACK: usize = 2 * 1024 * 1024;

/// Strings that are put together may be this long, in bytes, and all of a file together.
const MAX_JOINED: usize = 4 * 1024;
const JOINED_BUDGET: usize = 1024 * 1024;

/// How many elements a list may have that is compared with.
const MAX_ELEMENTS: usize = 256;

/// The conditions of a file.
pub(super) struct Fold<'a> {
    tree: &'a Tree,
    facts: &'a Facts<'a>,
    language: Language,
    /// The language's own rules.
    own_rules: bool,
    known: RefCell<HashMap<NodeId, Option<Value>, foldhash::fast::RandomState>>,
    /// Bytes that may still be put together.
    joined: RefCell<usize>,
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Null,
    Bool(bool),
    Int(i128),
    Float(f64),
    Str(Arc<str>),
    Char(Arc<str>),
    List(Arc<[Value]>),
}

impl<'a> Fold<'a> {
    pub fn new(file: &'a File<'a>, profile: &Profile) -> Self {
        Self {
            tree: file.tree,
            facts: &file.facts,
            language: file.language,
            own_rules: profile.fold,
            known: RefCell::default(),
            joined: RefCell::new(JOINED_BUDGET),
        }
    }

    /// What a condition is known to be.
    pub fn verdict(&self, condition: NodeId) -> Option<bool> {
        let condition = condition.some()?;
        if !self.own_rules {
            return match self.value(condition)? {
                Value::Bool(value) => Some(value),
                _ => None,
            };
        }
        stacker::maybe_grow(RED_ZONE, NEW_STACK, || {
            let operands = self.tree.children(condition);
            match (self.tree.kind(condition), self.tree.name_of(condition)) {
                (Kind::Nary | Kind::Binary, "and" | "&&") => self.verdict_of_operands(Operator::And, operands),
                (Kind::Nary | Kind::Binary, "or" | "||") => self.verdict_of_operands(Operator::Or, operands),
                (Kind::Unary, "not" | "!") if self.is_negation(condition) => {
                    self.verdict(self.tree.child(condition, 0)).map(|value| !value)
                }
                _ => self.truth(&self.value(condition)?),
            }
        })
    }

    /// What operands that are joined by `and`, `or` or `??` are known to be together.
    pub fn verdict_of_operands(&self, operator: Operator, operands: &[NodeId]) -> Option<bool> {
        if operator == Operator::Coalesce {
            let [only] = *operands else { return None };
            return Some(self.value(only)? != Value::Null);
        }
        let decides = operator == Operator::Or;
        if !self.own_rules {
            let mut together = !decides;
            for operand in operands {
                let Value::Bool(value) = self.value(*operand)? else {
                    return None;
                };
                together = if decides { together || value } else { together && value };
            }
            return Some(together);
        }
        let verdicts: Vec<_> = operands.iter().map(|operand| self.verdict(*operand)).collect();
        match verdicts {
            verdicts if verdicts.contains(&Some(decides)) => Some(decides),
            verdicts if verdicts.contains(&None) => None,
            _ => Some(!decides),
        }
    }

    /// Whether a case is the same as what it is compared with.
    pub fn equal(&self, case: NodeId, subject: NodeId) -> Option<bool> {
        let (case, subject) = (self.value(case)?, self.value(subject)?);
        match self.own_rules {
            true => self.same(&case, &subject, self.language != Language::Python),
            false => Some(case == subject),
        }
    }

    fn is_negation(&self, unary: NodeId) -> bool {
        !self.tree.node(unary).flags.has(syntax::tree::Flags::POSTFIX)
    }

    fn is_ecmascript(&self) -> bool {
        matches!(self.language, Language::JavaScript | Language::TypeScript)
    }

    /// Whether a value holds as a condition.
    fn truth(&self, value: &Value) -> Option<bool> {
        if let Value::Bool(value) = value {
            return Some(*value);
        }
        let is_python = self.language == Language::Python;
        if !is_python && !self.is_ecmascript() {
            return None;
        }
        Some(match value {
            Value::Null => false,
            Value::Bool(value) => *value,
            Value::Int(value) => *value != 0,
            Value::Float(value) => *value != 0.0 && !value.is_nan(),
            Value::Str(text) | Value::Char(text) => !text.is_empty(),
            Value::List(elements) => !is_python || !elements.is_empty(),
        })
    }

    // ---- values

    fn value(&self, node: NodeId) -> Option<Value> {
        let node = node.some()?;
        if let Some(known) = self.known.borrow().get(&node) {
            return known.clone();
        }
        // What needs itself has no value.
        self.known.borrow_mut().insert(node, None);
        let value = stacker::maybe_grow(RED_ZONE, NEW_STACK, || self.value_here(node));
        self.known.borrow_mut().insert(node, value.clone());
        value
    }

    fn value_here(&self, node: NodeId) -> Option<Value> {
        let tree = self.tree;
        let slot = |at| tree.child(node, at);
        match tree.kind(node) {
            Kind::Int => {
                let digits = tree.name_of(node).trim_end_matches(['l', 'n']);
                digits.parse().ok().map(Value::Int)
            }
            Kind::Null if self.own_rules => Some(Value::Null),
            Kind::Char => Some(Value::Char(tree.name_of(node).into())),
            Kind::Float | Kind::Str | Kind::Bool | Kind::Name | Kind::Adjacent | Kind::Template => self.constant(node),
            Kind::Member => self.constant(node).or_else(|| self.length(node)),
            Kind::Unary => self.unary(node),
            Kind::Binary => self.binary(tree.name_of(node), slot(0), slot(1)),
            Kind::Nary => self.junction(node),
            Kind::Comparison if self.own_rules => self.chain(node),
            Kind::Conditional if self.own_rules => match self.verdict(slot(0))? {
                true => self.value(slot(1)),
                false => self.value(slot(2)),
            },
            Kind::List | Kind::Tuple | Kind::Set if self.own_rules => self.elements(node),
            Kind::Index if self.own_rules => self.index(slot(0), slot(1)),
            Kind::Call => self.call(node),
            _ => None,
        }
    }

    fn constant(&self, node: NodeId) -> Option<Value> {
        let Some(constant) = self.facts.constant(node) else {
            return self.declared(node);
        };
        match constant {
            Constant::Int(value) => Some(Value::Int(*value)),
            Constant::Float(value) if self.is_ecmascript() && !self.own_rules && value.fract() == 0.0 => {
                (value.abs() < 1e18).then_some(Value::Int(*value as i128))
            }
            Constant::Float(value) => Some(Value::Float(*value)),
            Constant::Str(text) => Some(Value::Str(Arc::clone(text))),
            // `true` of Go is a name like another to Opengrep.
            Constant::Bool(_) if self.language == Language::Go && !self.own_rules => None,
            Constant::Bool(value) => Some(Value::Bool(*value)),
            Constant::Some(_) => None,
        }
    }

    /// A variable that is assigned once, where it is declared: what it is declared with.
    fn declared(&self, node: NodeId) -> Option<Value> {
        if !self.own_rules || self.tree.kind(node) != Kind::Name {
            return None;
        }
        let definition = self.facts.definition(node)?;
        let declaration = self.facts.declaration(definition)?;
        if self.tree.kind(declaration) != Kind::Variable {
            return None;
        }
        let value = self.tree.child(declaration, 2).some()?;
        (self.facts.assigned_value(definition) == Some(value)).then(|| self.value(value))?
    }

    fn unary(&self, node: NodeId) -> Option<Value> {
        let operand = self.tree.child(node, 0);
        match self.tree.name_of(node) {
            "not" | "!" if self.is_negation(node) => match self.own_rules {
                true => self.verdict(operand).map(|value| Value::Bool(!value)),
                false => match self.value(operand)? {
                    Value::Bool(value) => Some(Value::Bool(!value)),
                    _ => None,
                },
            },
            "-" if self.own_rules => match self.value(operand)? {
                Value::Int(value) => value.checked_neg().map(Value::Int),
                Value::Float(value) => Some(Value::Float(-value)),
                _ => None,
            },
            _ => None,
        }
    }

    /// `and` and `or`: of Booleans a Boolean.
    fn junction(&self, node: NodeId) -> Option<Value> {
        let operands = self.tree.children(node);
        let operator = match self.tree.name_of(node) {
            "and" | "&&" => Operator::And,
            "or" | "||" => Operator::Or,
            _ => return None,
        };
        if self.own_rules {
            // The value is one of the operands.
            let mut operands = operands.iter().peekable();
            while let Some(operand) = operands.next() {
                let value = self.value(*operand)?;
                let truth = self.truth(&value)?;
                if operands.peek().is_none() || truth == (operator == Operator::Or) {
                    return Some(value);
                }
            }
            return None;
        }
        self.verdict_of_operands(operator, operands).map(Value::Bool)
    }

    fn binary(&self, operator: &str, left: NodeId, right: NodeId) -> Option<Value> {
        if matches!(operator, "&&" | "||" | "and" | "or") {
            return self.junction(self.facts.parent(left));
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        match self.own_rules {
            true => self.by_own_rules(operator, &left, &right),
            false => self.as_opengrep(operator, &left, &right),
        }
    }

    fn as_opengrep(&self, operator: &str, left: &Value, right: &Value) -> Option<Value> {
        let is_identity = self.language == Language::Python;
        match operator {
            "==" | "===" => return Some(Value::Bool(left == right)),
            "!=" | "!==" | "<>" => return Some(Value::Bool(left != right)),
            "is" if is_identity => return Some(Value::Bool(left == right)),
            "is not" if is_identity => return Some(Value::Bool(left != right)),
            _ => {}
        }
        match (left, right) {
            // Numbers of JavaScript are compared for equality only.
            (Value::Int(one), Value::Int(other)) if !self.is_ecmascript() => match operator {
                "+" => one.checked_add(*other).map(Value::Int),
                "-" => one.checked_sub(*other).map(Value::Int),
                "*" => one.checked_mul(*other).map(Value::Int),
                "/" => one.checked_div(*other).map(Value::Int),
                _ => ordered(operator, one.cmp(other)),
            },
            (Value::Str(one), Value::Str(other)) => match operator {
                "+" => self.joined(one, other),
                _ => ordered(operator, one.cmp(other)),
            },
            _ => None,
        }
    }

    fn joined(&self, one: &str, other: &str) -> Option<Value> {
        let length = one.len() + other.len();
        let mut left = self.joined.borrow_mut();
        if length > MAX_JOINED || length > *left {
            return None;
        }
        *left -= length;
        Some(Value::Str(format!("{one}{other}").into()))
    }

    // ---- the language's own rules

    fn by_own_rules(&self, operator: &str, left: &Value, right: &Value) -> Option<Value> {
        match operator {
            "==" => self.same(left, right, false).map(Value::Bool),
            "!=" | "<>" => self.same(left, right, false).map(|same| Value::Bool(!same)),
            "===" => self.same(left, right, true).map(Value::Bool),
            "!==" => self.same(left, right, true).map(|same| Value::Bool(!same)),
            "is" => identical(left, right).map(Value::Bool),
            "is not" => identical(left, right).map(|same| Value::Bool(!same)),
            "in" => self.contains(right, left).map(Value::Bool),
            "not in" => self.contains(right, left).map(|contains| Value::Bool(!contains)),
            _ => match (left, right) {
                (Value::Str(one), Value::Str(other)) => match operator {
                    "+" => self.joined(one, other),
                    _ if self.is_plain(one) && self.is_plain(other) && self.compares_strings() => {
                        ordered(operator, one.cmp(other))
                    }
                    _ => None,
                },
                (Value::Int(one), Value::Int(other)) if !self.is_ecmascript() => self.whole(operator, *one, *other),
                _ => self.floating(operator, as_float(left)?, as_float(right)?),
            },
        }
    }

    /// In the others `<` of strings is no operator.
    fn compares_strings(&self) -> bool {
        self.is_ecmascript() || matches!(self.language, Language::Python | Language::Go)
    }

    /// The escapes of a string are as they are written, but in Python.
    fn is_plain(&self, text: &str) -> bool {
        self.language == Language::Python || !text.contains('\\')
    }

    fn whole(&self, operator: &str, one: i128, other: i128) -> Option<Value> {
        let is_python = self.language == Language::Python;
        let made = match operator {
            "+" => one.checked_add(other),
            "-" => one.checked_sub(other),
            "*" => one.checked_mul(other),
            "/" if is_python => {
                return (other != 0).then(|| Value::Float(one as f64 / other as f64));
            }
            "/" if matches!(self.language, Language::Java | Language::Go) => one.checked_div(other),
            "//" if is_python => floor_div(one, other),
            "%" if is_python => floor_div(one, other).and_then(|times| one.checked_sub(times.checked_mul(other)?)),
            "%" if matches!(self.language, Language::Java | Language::Go) => one.checked_rem(other),
            "**" if is_python => u32::try_from(other).ok().and_then(|power| one.checked_pow(power)),
            _ => return ordered(operator, one.cmp(&other)),
        }?;
        // What does not fit wraps around where numbers have a size.
        let fits = is_python || i32::try_from(made).is_ok();
        fits.then_some(Value::Int(made))
    }

    fn floating(&self, operator: &str, one: f64, other: f64) -> Option<Value> {
        let made = match operator {
            "+" => one + other,
            "-" => one - other,
            "*" => one * other,
            "/" if other != 0.0 => one / other,
            "%" if other != 0.0 && self.is_ecmascript() => one % other,
            "**" if self.is_ecmascript() => one.powf(other),
            _ => return one.partial_cmp(&other).and_then(|order| ordered(operator, order)),
        };
        Some(Value::Float(made))
    }

    /// `==` or, when it is strict, `===`.
    fn same(&self, one: &Value, other: &Value, strict: bool) -> Option<bool> {
        use Value::{Bool, Char, Float, Int, List, Null, Str};
        let is_python = self.language == Language::Python;
        match (one, other) {
            (Str(one), Str(other)) => {
                // `==` of strings compares references in Java; a `switch` compares what they say.
                let compares = self.language != Language::Java || strict;
                let is_known = one == other || self.is_plain(one) && self.is_plain(other);
                (compares && is_known).then(|| one == other)
            }
            (Char(one), Char(other)) => {
                let is_known = one == other || self.is_plain(one) && self.is_plain(other);
                is_known.then(|| one == other)
            }
            (Bool(one), Bool(other)) => Some(one == other),
            (Null, Null) => Some(true),
            (Int(one), Int(other)) => Some(one == other),
            (Int(_) | Float(_), Int(_) | Float(_)) => Some(as_float(one)? == as_float(other)?),
            (List(one), List(other)) if is_python => Some(one == other),
            (List(_), _) | (_, List(_)) => None,
            _ if is_python => match (as_number(one), as_number(other)) {
                (Some(one), Some(other)) => Some(one == other),
                _ => Some(false),
            },
            _ if self.is_ecmascript() && strict => Some(false),
            (Null, _) | (_, Null) if self.is_ecmascript() => Some(false),
            _ if self.is_ecmascript() => Some(self.coerced(one)? == self.coerced(other)?),
            _ => None,
        }
    }

    /// A value as a number, as `==` of JavaScript makes it one.
    fn coerced(&self, value: &Value) -> Option<f64> {
        match value {
            Value::Str(text) => {
                let text = text.trim();
                let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
                match text {
                    "" => Some(0.0),
                    _ if is_decimal => text.parse().ok(),
                    _ => None,
                }
            }
            _ => as_number(value),
        }
    }

    fn contains(&self, container: &Value, wanted: &Value) -> Option<bool> {
        if self.language != Language::Python {
            return None;
        }
        match (container, wanted) {
            (Value::Str(text), Value::Str(wanted)) => Some(text.contains(&**wanted)),
            (Value::List(elements), wanted) => {
                let mut same = elements.iter().map(|element| self.same(element, wanted, false));
                let mut found = false;
                same.try_for_each(|same| {
                    found |= same?;
                    Some(())
                })?;
                Some(found)
            }
            _ => None,
        }
    }

    /// `a < b < c`
    fn chain(&self, node: NodeId) -> Option<Value> {
        let parts = self.tree.children(node);
        for part in parts.windows(3).step_by(2) {
            let [left, operator, right] = *part else { return None };
            let (left, right) = (self.value(left)?, self.value(right)?);
            if self.by_own_rules(self.tree.name_of(operator), &left, &right)? == Value::Bool(false) {
                return Some(Value::Bool(false));
            }
        }
        Some(Value::Bool(true))
    }

    fn elements(&self, node: NodeId) -> Option<Value> {
        let parts = self.tree.children(node);
        if parts.len() > MAX_ELEMENTS {
            return None;
        }
        let elements: Option<Vec<_>> = parts.iter().map(|part| self.value(*part)).collect();
        elements.map(|elements| Value::List(elements.into()))
    }

    fn index(&self, object: NodeId, index: NodeId) -> Option<Value> {
        let index = match self.value(index)? {
            Value::Int(at) => usize::try_from(at).ok()?,
            Value::Float(at) if at >= 0.0 && at.fract() == 0.0 => at as usize,
            _ => return None,
        };
        match self.value(object)? {
            Value::Str(text) if self.language != Language::Go => self.letter(&text, index).map(Value::Str),
            Value::List(elements) => elements.get(index).cloned(),
            _ => None,
        }
    }

    /// One letter of a string, where all of it are of one unit.
    fn letter(&self, text: &str, at: usize) -> Option<Arc<str>> {
        let is_plain = text.is_ascii() && self.is_plain(text);
        text.get(at..=at).filter(|_| is_plain).map(Arc::from)
    }

    /// `"ab".length`
    fn length(&self, member: NodeId) -> Option<Value> {
        if !self.own_rules || !self.is_ecmascript() || self.tree.name_of(member) != "length" {
            return None;
        }
        match self.value(self.tree.child(member, 0))? {
            Value::Str(text) if self.is_plain(&text) => Some(Value::Float(text.encode_utf16().count() as f64)),
            Value::List(elements) => Some(Value::Float(elements.len() as f64)),
            _ => None,
        }
    }

    fn call(&self, node: NodeId) -> Option<Value> {
        let (function, list) = (self.tree.child(node, 0).some()?, self.tree.child(node, 1).some()?);
        let arguments = self.tree.children(list);
        match self.tree.kind(function) {
            Kind::Name => {
                let [only] = *arguments else { return None };
                let is_length = self.tree.name_of(function) == "len"
                    && self.facts.definition(function).is_none()
                    && matches!(self.language, Language::Python | Language::Go);
                if !is_length {
                    return None;
                }
                let is_listed = matches!(self.tree.kind(only), Kind::List | Kind::Tuple);
                if is_listed && !self.own_rules && self.language == Language::Python {
                    let elements = self.tree.children(only);
                    let spreads = elements.iter().any(|part| self.tree.kind(*part) == Kind::Spread);
                    return (!spreads).then_some(Value::Int(elements.len() as i128));
                }
                match self.value(only)? {
                    Value::Str(text) if self.language == Language::Python => {
                        Some(Value::Int(text.chars().count() as i128))
                    }
                    Value::Str(text) if self.is_plain(&text) => Some(Value::Int(text.len() as i128)),
                    Value::List(elements) => Some(Value::Int(elements.len() as i128)),
                    _ => None,
                }
            }
            Kind::Member if self.own_rules => {
                let Value::Str(text) = self.value(self.tree.child(function, 0))? else {
                    return None;
                };
                let arguments: Option<Vec<_>> = arguments.iter().map(|argument| self.value(*argument)).collect();
                self.method(&text, self.tree.name_of(function), &arguments?)
            }
            _ => None,
        }
    }

    /// A method of a string that computes from it alone.
    fn method(&self, text: &str, name: &str, arguments: &[Value]) -> Option<Value> {
        if !self.is_plain(text) {
            return None;
        }
        let is_java = self.language == Language::Java;
        match (name, arguments) {
            ("charAt", [at]) => {
                let at = as_float(at)?;
                let letter = self.letter(text, at as usize).filter(|_| at >= 0.0)?;
                match is_java {
                    true => Some(Value::Char(letter)),
                    false => Some(Value::Str(letter)),
                }
            }
            ("length", []) if is_java => Some(Value::Int(text.encode_utf16().count() as i128)),
            ("isEmpty", []) if is_java => Some(Value::Bool(text.is_empty())),
            ("toUpperCase" | "upper", []) => Some(Value::Str(text.to_uppercase().into())),
            ("toLowerCase" | "lower", []) => Some(Value::Str(text.to_lowercase().into())),
            (_, [Value::Str(other)]) if self.is_plain(other) => Some(Value::Bool(match name {
                "startsWith" | "startswith" => text.starts_with(&**other),
                "endsWith" | "endswith" => text.ends_with(&**other),
                "contains" if is_java => text.contains(&**other),
                "includes" if self.is_ecmascript() => text.contains(&**other),
                "equals" if is_java => text == &**other,
                "equalsIgnoreCase" if is_java && text.is_ascii() && other.is_ascii() => {
                    text.eq_ignore_ascii_case(other)
                }
                _ => return None,
            })),
            _ => None,
        }
    }
}

/// The outcome of a comparison of order.
fn ordered(operator: &str, order: Ordering) -> Option<Value> {
    Some(Value::Bool(match operator {
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        ">=" => order.is_ge(),
        _ => return None,
    }))
}

/// `is` of Python, where it does not depend on how values are kept.
fn identical(one: &Value, other: &Value) -> Option<bool> {
    match (one, other) {
        (Value::Null, Value::Null) => Some(true),
        (Value::Bool(one), Value::Bool(other)) => Some(one == other),
        (one, other) if std::mem::discriminant(one) != std::mem::discriminant(other) => Some(false),
        _ => None,
    }
}

fn as_float(value: &Value) -> Option<f64> {
    match value {
        Value::Int(value) => Some(*value as f64),
        Value::Float(value) => Some(*value),
        _ => None,
    }
}

fn as_number(value: &Value) -> Option<f64> {
    match value {
        Value::Bool(value) => Some(f64::from(u8::from(*value))),
        _ => as_float(value),
    }
}

fn floor_div(one: i128, other: i128) -> Option<i128> {
    let times = one.checked_div(other)?;
    let is_below = one.checked_rem(other)? != 0 && (one < 0) != (other < 0);
    times.checked_sub(i128::from(is_below))
}
