//! JSX.

use std::ops::Range;

use tree_sitter::Node;

use super::expression::{content_of, expression};
use super::only;
use crate::lower::{Context, all_children, field_children, named_children};
use crate::tree::{Flags, Kind, NodeId};

/// `<a x="1">…</a>` and `<a x="1" />`.
pub(super) fn element(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let open = node.child_by_field_name("open_tag").unwrap_or(node);
    let name = node_name(open);
    let tag = name.map_or(NodeId::NONE, |name| cx.identifier(name));
    let attributes = attributes(cx, open);
    let inner = match node.child_by_field_name("close_tag") {
        Some(close) => open.end_byte()..close.start_byte().max(open.end_byte()),
        None => node.end_byte()..node.end_byte(),
    };
    let children = match open == node {
        true => Vec::new(),
        false => children(cx, node, inner.clone()),
    };
    let children = cx.add(Kind::MarkupList, inner, &children);
    cx.definition(
        Kind::Markup,
        tag,
        Flags::NONE,
        node.byte_range(),
        &[tag, attributes, children],
    )
}

fn node_name(open: Node<'_>) -> Option<Node<'_>> {
    open.child_by_field_name("name")
}

fn attributes(cx: &mut Context<'_>, open: Node<'_>) -> NodeId {
    let mut made = Vec::new();
    let nodes = field_children(open, "attribute");
    for node in &nodes {
        match node.kind() {
            "jsx_attribute" => made.push(attribute(cx, *node)),
            // `{...p}`
            _ => made.extend(only(cx, *node).some()),
        }
    }
    let span = match (nodes.first(), nodes.last()) {
        (Some(first), Some(last)) => first.start_byte()..last.end_byte(),
        _ => {
            let at = node_name(open).map_or(open.start_byte(), |name| name.end_byte());
            at..at
        }
    };
    cx.add(Kind::MarkupList, span, &made)
}

fn attribute(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let parts = named_children(node);
    let name = parts.first().map_or(NodeId::NONE, |name| cx.identifier(*name));
    let Some(value) = parts.get(1) else {
        // `...` stands for whole attributes.
        if name.is_some() && matches!(cx.build.node(name).kind, Kind::Ellipsis | Kind::MetavariableEllipsis) {
            return name;
        }
        return cx.definition(
            Kind::MarkupAttribute,
            name,
            Flags::NONE,
            node.byte_range(),
            &[name, NodeId::NONE],
        );
    };
    // Braces and quotes are two ways to write a value.
    let value = match value.kind() {
        "jsx_expression" => only(cx, *value),
        "string" => cx.named(Kind::Str, content_of(cx, *value), value.byte_range(), &[]),
        _ => expression(cx, *value),
    };
    cx.definition(
        Kind::MarkupAttribute,
        name,
        Flags::NONE,
        node.byte_range(),
        &[name, value],
    )
}

/// Elements, braces, and the text between them as it is written.
fn children(cx: &mut Context<'_>, node: Node<'_>, inner: Range<usize>) -> Vec<NodeId> {
    let (mut made, mut at) = (Vec::new(), inner.start);
    for child in all_children(node) {
        if !matches!(
            child.kind(),
            "jsx_element" | "jsx_self_closing_element" | "jsx_expression" | "ERROR"
        ) {
            continue;
        }
        made.extend(text(cx, at..child.start_byte()));
        made.push(match child.kind() {
            "jsx_expression" => {
                let inner = only(cx, child);
                cx.add(Kind::MarkupExpression, child.byte_range(), &[inner])
            }
            _ => expression(cx, child),
        });
        at = child.end_byte();
    }
    made.extend(text(cx, at..inner.end));
    made
}

/// White space that contains a line break is layout, other text counts as it stands.
fn text(cx: &mut Context<'_>, span: Range<usize>) -> Option<NodeId> {
    let text = cx.source().get(span.clone())?;
    let words = text.trim();
    if text.is_empty() || words.is_empty() && text.contains('\n') {
        return None;
    }
    if cx.pattern && crate::lower::Placeholder::parse(words).is_some() {
        let start = span.start + (text.len() - text.trim_start().len());
        return Some(cx.identifier_as(Kind::MarkupText, words, start..start + words.len()));
    }
    Some(cx.named(Kind::MarkupText, text, span, &[]))
}
