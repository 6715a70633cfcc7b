//! Operators of code, which have the values of those of expressions.

use super::{Operator, Value, binary};

/// The value of an operator of a programming language between two values.
pub(crate) fn binary_of(operator: &str, left: &Value, right: &Value) -> Option<Value> {
    let operator = match operator {
        "or" | "||" => Operator::Or,
        "and" | "&&" => Operator::And,
        "in" => Operator::In,
        "not in" => Operator::NotIn,
        "==" | "===" => Operator::Equal,
        "!=" | "!==" => Operator::NotEqual,
        "<" => Operator::Less,
        "<=" => Operator::LessOrEqual,
        ">" => Operator::Greater,
        ">=" => Operator::GreaterOrEqual,
        "|" => Operator::BitOr,
        "^" => Operator::BitXor,
        "&" => Operator::BitAnd,
        "+" => Operator::Add,
        "-" => Operator::Subtract,
        "*" => Operator::Multiply,
        "/" => Operator::Divide,
        "%" => Operator::Remainder,
        "**" => Operator::Power,
        _ => return None,
    };
    binary(operator, left, right)
}

/// The value of an operator of a programming language before a value.
pub(crate) fn unary_of(operator: &str, value: &Value) -> Option<Value> {
    match (operator, value) {
        ("not" | "!", Value::Bool(value)) => Some(Value::Bool(!value)),
        ("-", Value::Int(value)) => value.checked_neg().map(Value::Int),
        ("-", Value::Float(value)) => Some(Value::Float(-value)),
        ("+", value @ (Value::Int(_) | Value::Float(_))) => Some(value.clone()),
        ("~", Value::Int(value)) => Some(Value::Int(!value)),
        _ => None,
    }
}
