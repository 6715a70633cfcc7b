//! Values of expressions.

use std::cmp::Ordering;

/// What a metavariable or an expression stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// The content of a string.
    Str(String),
    /// `True` or `False`.
    Bool(bool),
    /// The elements of a list.
    List(Vec<Value>),
    /// What can't be evaluated: its source text.
    Code(String),
}

impl Value {
    /// The value of a word of generic mode: an integer when it reads as one, otherwise a string.
    pub fn of_word(word: &str) -> Self {
        match integer(word) {
            Some(value) => Self::Int(value),
            None => Self::Str(word.to_owned()),
        }
    }

    /// `str(…)`.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Int(value) => value.to_string(),
            Self::Float(value) => format!("{value:?}"),
            Self::Str(text) | Self::Code(text) => text.clone(),
            Self::Bool(true) => "True".to_owned(),
            Self::Bool(false) => "False".to_owned(),
            Self::List(values) => {
                let values: Vec<_> = values.iter().map(Self::text).collect();
                format!("[{}]", values.join(", "))
            }
        }
    }

    /// `int(…)`.
    pub(super) fn to_int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            Self::Str(text) => integer(text),
            _ => None,
        }
    }

    pub(super) fn to_float(&self) -> Option<f64> {
        match self {
            Self::Int(value) => Some(*value as f64),
            Self::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// The order of two numbers.
    pub(super) fn order(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Int(left), Self::Int(right)) => Some(left.cmp(right)),
            _ => self.to_float()?.partial_cmp(&other.to_float()?),
        }
    }

    /// `==`; `None` when one of them is code.
    pub(super) fn equals(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Code(_), _) | (_, Self::Code(_)) => None,
            (Self::Int(_) | Self::Float(_), Self::Int(_) | Self::Float(_)) => {
                Some(self.order(other)? == Ordering::Equal)
            }
            (Self::List(left), Self::List(right)) => {
                let mut equal = left.len() == right.len();
                for (left, right) in left.iter().zip(right) {
                    equal &= left.equals(right)?;
                }
                Some(equal)
            }
            _ => Some(self == other),
        }
    }
}

/// The integer that a literal stands for: decimal, `0x`, `0o`, `0b`, with `_` between digits and with a sign.
pub(super) fn integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = match lower.get(..2) {
        Some("0x") => (16, &lower[2..]),
        Some("0o") => (8, &lower[2..]),
        Some("0b") => (2, &lower[2..]),
        _ => (10, lower.as_str()),
    };
    if !digits.starts_with(|c: char| c.is_digit(radix)) || digits.ends_with('_') {
        return None;
    }
    let value = i128::from_str_radix(&digits.replace('_', ""), radix).ok()?;
    i64::try_from(if negative { -value } else { value }).ok()
}
