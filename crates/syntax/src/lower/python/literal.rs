//! Numbers and strings.

use tree_sitter::Node;

use super::expression::expression;
use crate::lower::{Context, float, integer, named_children};
use crate::tree::{Kind, NodeId};

pub(super) fn number(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let text = cx.text(node).replace('_', "").to_ascii_lowercase();
    let (kind, value) = match node.kind() {
        "integer" => (Kind::Int, integer(text.trim_end_matches('l'))),
        _ => (Kind::Float, float(&text)),
    };
    cx.named(kind, &value, node.byte_range(), &[])
}

/// A plain string, or a template when it has interpolations.
pub(super) fn string(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let children = named_children(node);
    let start = children.first().filter(|child| child.kind() == "string_start");
    let end = children.iter().rev().find(|child| child.kind() == "string_end");
    let raw = start.is_some_and(|start| cx.text(*start).to_ascii_lowercase().contains('r'));
    let from = start.map_or(node.start_byte(), Node::end_byte);
    let to = end.map_or(node.end_byte(), Node::start_byte).max(from);
    let interpolations: Vec<_> = children
        .iter()
        .filter(|child| child.kind() == "interpolation")
        .copied()
        .collect();
    let formatted = start.is_some_and(|start| cx.text(*start).to_ascii_lowercase().contains('f'));
    if interpolations.is_empty() && !formatted {
        let value = decode(&cx.source()[from..to], raw);
        return cx.named(Kind::Str, &value, node.byte_range(), &[]);
    }
    let (mut parts, mut at) = (Vec::new(), from);
    for interpolation in interpolations {
        fragment(cx, at, interpolation.start_byte(), raw, &mut parts);
        let inner = interpolation
            .child_by_field_name("expression")
            .or(interpolation.named_child(0));
        let inner = inner.map_or(NodeId::NONE, |inner| expression(cx, inner));
        parts.push(cx.add(Kind::Interpolation, interpolation.byte_range(), &[inner]));
        at = interpolation.end_byte();
    }
    fragment(cx, at, to, raw, &mut parts);
    cx.add(Kind::Template, node.byte_range(), &parts)
}

fn fragment(cx: &mut Context<'_>, from: usize, to: usize, raw: bool, parts: &mut Vec<NodeId>) {
    if from < to {
        let value = decode(&cx.source()[from..to], raw);
        parts.push(cx.named(Kind::Str, &value, from..to, &[]));
    }
}

/// The text that the escapes of a Python string stand for.
fn decode(text: &str, raw: bool) -> String {
    if raw || !text.contains('\\') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let Some(letter) = escape.chars().next() else {
            rest = &rest[at..];
            break;
        };
        let after = &escape[letter.len_utf8()..];
        let hex = |digits: usize| {
            let text = after.get(..digits)?;
            let value = u32::from_str_radix(text, 16).ok()?;
            Some((char::from_u32(value)?, &after[digits..]))
        };
        let (value, left) = match letter {
            '\n' => (None, after),
            'n' => (Some('\n'), after),
            't' => (Some('\t'), after),
            'r' => (Some('\r'), after),
            'a' => (Some('\x07'), after),
            'b' => (Some('\x08'), after),
            'f' => (Some('\x0c'), after),
            'v' => (Some('\x0b'), after),
            '\\' | '\'' | '"' => (Some(letter), after),
            '0'..='7' => {
                let digits = escape
                    .bytes()
                    .take(3)
                    .take_while(|byte| (b'0'..=b'7').contains(byte))
                    .count();
                let value = u32::from_str_radix(&escape[..digits], 8).ok().and_then(char::from_u32);
                (value, &escape[digits..])
            }
            'x' | 'u' | 'U' => {
                let digits = match letter {
                    'x' => 2,
                    'u' => 4,
                    _ => 8,
                };
                match hex(digits) {
                    Some((value, left)) => (Some(value), left),
                    None => {
                        out.push('\\');
                        (Some(letter), after)
                    }
                }
            }
            // An escape that Python does not know stays as it is.
            _ => {
                out.push('\\');
                (Some(letter), after)
            }
        };
        out.extend(value);
        rest = left;
    }
    out.push_str(rest);
    out
}
