//! Numbers and strings.

use std::ops::Range;

use tree_sitter::Node;

use super::first_expression;
use crate::lower::common::{c_float, c_integer};
use crate::lower::{Context, named_children};
use crate::tree::{Kind, NodeId};

pub(super) fn integer(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let text = cx.text(node).replace('_', "").to_ascii_lowercase();
    let value = match text.strip_suffix('l') {
        Some(digits) => format!("{}l", c_integer(digits)),
        None => c_integer(&text),
    };
    cx.named(Kind::Int, &value, node.byte_range(), &[])
}

/// `1.0d` is `1.0`, but `1.0f` is of another type.
pub(super) fn float(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let text = cx.text(node).replace('_', "").to_ascii_lowercase();
    // In a hexadecimal number without exponent these letters are digits.
    let has_suffix = !text.starts_with("0x") || text.contains('p');
    let value = match (text.strip_suffix('f'), text.strip_suffix('d')) {
        (Some(digits), _) if has_suffix => format!("{}f", c_float(digits)),
        (_, Some(digits)) if has_suffix => c_float(digits),
        _ => c_float(&text),
    };
    cx.named(Kind::Float, &value, node.byte_range(), &[])
}

/// The content of a string, escapes as written.
pub(super) fn string(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let text = cx.text(node);
    let block = text
        .strip_prefix("\"\"\"")
        .map(|text| text.strip_suffix("\"\"\"").unwrap_or(text));
    let interpolations: Vec<_> = named_children(node)
        .into_iter()
        .filter(|child| child.kind() == "string_interpolation")
        .collect();
    if interpolations.is_empty() {
        let value = match block {
            Some(content) => text_block(content),
            None => {
                let content = text.strip_prefix('"').unwrap_or(text);
                content.strip_suffix('"').unwrap_or(content).to_owned()
            }
        };
        return cx.named(Kind::Str, &value, node.byte_range(), &[]);
    }
    let quotes = if block.is_some() { 3 } else { 1 };
    let (mut parts, mut at) = (Vec::new(), node.start_byte() + quotes);
    for interpolation in interpolations {
        fragment(cx, at..interpolation.start_byte(), &mut parts);
        let inner = first_expression(cx, interpolation);
        parts.push(cx.add(Kind::Interpolation, interpolation.byte_range(), &[inner]));
        at = interpolation.end_byte();
    }
    fragment(cx, at..node.end_byte().saturating_sub(quotes), &mut parts);
    cx.add(Kind::Template, node.byte_range(), &parts)
}

fn fragment(cx: &mut Context<'_>, span: Range<usize>, parts: &mut Vec<NodeId>) {
    if let Some(text) = cx.source().get(span.clone()).filter(|text| !text.is_empty()) {
        parts.push(cx.named(Kind::Str, text, span, &[]));
    }
}

/// The value of a text block (JLS 3.10.6): what follows the first line, without the indentation that all lines share and without
/// blanks at the end of lines.
fn text_block(content: &str) -> String {
    let Some((_, content)) = content.split_once('\n') else {
        return content.to_owned();
    };
    let lines: Vec<&str> = content.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    let last = lines.len() - 1;
    let blank = |letter: char| letter.is_ascii_whitespace();
    let indentation = |line: &&str| line.len() - line.trim_start_matches(blank).len();
    let shared = lines
        .iter()
        .enumerate()
        .filter(|(at, line)| *at == last || !line.trim_matches(blank).is_empty())
        .map(|(_, line)| indentation(line))
        .min()
        .unwrap_or(0);
    let stripped: Vec<&str> = lines
        .iter()
        .map(|line| line.get(shared..).unwrap_or("").trim_end_matches(blank))
        .collect();
    stripped.join("\n")
}
