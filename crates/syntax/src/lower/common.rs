//! What more than one lowering needs, beside [`super::Context`].

use tree_sitter::Node;

use super::Context;
use crate::tree::{Kind, NodeId, Symbol};

/// True when the part that several declarators share (modifiers, type) may be lowered again for each of them: the tree stays within
/// a constant factor of its text. Only a text made to be slow goes beyond.
pub(super) fn may_repeat(shared: usize, times: usize, whole: usize) -> bool {
    const FACTOR: usize = 16;
    shared.saturating_mul(times) <= whole.saturating_mul(FACTOR)
}

/// `-1` is a number.
pub(super) fn negative_number(
    cx: &mut Context<'_>,
    operator: Symbol,
    operand: NodeId,
    node: Node<'_>,
) -> Option<NodeId> {
    let number = *cx.build.node(operand.some()?);
    if cx.build.name(operator) != "-" || !matches!(number.kind, Kind::Int | Kind::Float) {
        return None;
    }
    let value = negated(cx.build.name(number.name));
    Some(cx.named(number.kind, &value, node.byte_range(), &[]))
}

/// The text of a number with the other sign.
pub(super) fn negated(number: &str) -> String {
    match number.strip_prefix('-') {
        Some(positive) => positive.to_owned(),
        None => format!("-{number}"),
    }
}

/// The decimal text of an integer without `_`, in lower case and without suffix, where a leading `0` makes it octal.
pub(super) fn c_integer(text: &str) -> String {
    match text.strip_prefix('0') {
        Some(digits) if !digits.is_empty() && digits.bytes().all(|digit| (b'0'..=b'7').contains(&digit)) => {
            super::integer(&format!("0o{digits}"))
        }
        _ => super::integer(text),
    }
}

/// The decimal text of a floating-point number without `_`, in lower case and without suffix; `0x1.8p3` too.
pub(super) fn c_float(text: &str) -> String {
    let hexadecimal = text.strip_prefix("0x").and_then(hexadecimal_float);
    hexadecimal.map_or_else(|| super::float(text), |value| format!("{value}"))
}

fn hexadecimal_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('p').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut value = 0.0_f64;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let shift = i32::try_from(fraction.len()).ok()?.checked_mul(4)?;
    let value = value * 2.0_f64.powi(exponent.parse::<i32>().ok()?.checked_sub(shift)?);
    value.is_finite().then_some(value)
}

/// A node as one line: `Call[Name f, Arguments[Int 1]]`, `-` for an empty slot; empty slots at the end are left out.
#[cfg(test)]
pub(super) fn compact(tree: &crate::tree::Tree, id: NodeId) -> String {
    use crate::tree::Flags;
    if !id.is_some() {
        return "-".into();
    }
    let node = tree.node(id);
    let mut out = format!("{:?}", node.kind);
    if node.name != Symbol::NONE {
        out.push_str(&format!(" {}", tree.name(node.name)));
    }
    let flags = match node.kind {
        Kind::Block => [(Flags::BARE, " bare"), (Flags::NONE, "")],
        Kind::Unary => [(Flags::POSTFIX, " postfix"), (Flags::NONE, "")],
        _ => [(Flags::SEMICOLON, ";"), (Flags::IMPLICIT, " implicit")],
    };
    for (flag, text) in flags {
        if node.flags.has(flag) {
            out.push_str(text);
        }
    }
    let children = tree.children(id);
    let filled = children
        .iter()
        .rposition(|child| child.is_some())
        .map_or(0, |last| last + 1);
    if filled > 0 {
        let parts: Vec<_> = children[..filled].iter().map(|child| compact(tree, *child)).collect();
        out.push_str(&format!("[{}]", parts.join(", ")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_their_decimal_value() {
        let integers = [
            ("0", "0"),
            ("017", "15"),
            ("0x1f", "31"),
            ("0b101", "5"),
            ("0o17", "15"),
            ("089", "89"),
        ];
        for (text, value) in integers {
            assert_eq!(c_integer(text), value, "{text}");
        }
        for (text, value) in [
            ("1.50", "1.5"),
            ("0x1.8p3", "12"),
            ("1e3", "1000"),
            ("0x1p-1", "0.5"),
            (".5", "0.5"),
        ] {
            assert_eq!(c_float(text), value, "{text}");
        }
    }
}
