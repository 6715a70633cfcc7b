//! YAML: mappings, sequences and scalars as data. A value
//! with a tag (`!Ref a`) is a cast to it; `!!str` makes a string of any scalar, and the other tags of the language (`!!…`) are not in
//! the tree.

mod scalar;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::ops::Range;

use tree_sitter::Node;

use self::scalar::Scalar;
use super::extent::extent;
use super::{Context, Placeholder, named_children};
use crate::tree::{Flags, Kind, NodeId, ProblemKind};

/// How many nodes all aliases of a text may stand for, as a multiple of what the text itself has.
const ALIASED_NODES: usize = 10;

/// What is known while a text is gone through.
struct State<'t> {
    /// What the aliases of the document stand for.
    anchors: HashMap<&'t str, NodeId>,
    /// Nodes that aliases may still make.
    left: usize,
    /// Where the lines of the innermost block collection start: block scalars count their indentation from it.
    column: usize,
}

pub(super) fn file(cx: &mut Context<'_>, root: Node<'_>) -> NodeId {
    let mut state = State {
        anchors: HashMap::new(),
        left: root.descendant_count().saturating_mul(ALIASED_NODES),
        column: 0,
    };
    let mut statements = Vec::new();
    for document in named_children(root) {
        // An anchor is known in its own document only.
        state.anchors.clear();
        if document.kind() == "document" {
            for child in named_children(document) {
                top(cx, child, &mut state, &mut statements);
            }
        } else {
            top(cx, document, &mut state, &mut statements);
        }
    }
    cx.add(Kind::File, 0..cx.source().len(), &statements)
}

fn top<'t>(cx: &mut Context<'t>, node: Node<'_>, state: &mut State<'t>, out: &mut Vec<NodeId>) {
    if node.kind().ends_with("_directive") {
        return;
    }
    let inner = value(cx, node, state);
    let made = *cx.build.node(inner);
    let span = made.start as usize..made.end as usize;
    out.push(cx.expression_statement(inner, Flags::NONE, span));
}

fn value<'t>(cx: &mut Context<'t>, node: Node<'_>, state: &mut State<'t>) -> NodeId {
    cx.deeper(node, |cx| value_here(cx, node, state))
}

fn value_here<'t>(cx: &mut Context<'t>, node: Node<'_>, state: &mut State<'t>) -> NodeId {
    let span = extent(cx, node);
    match node.kind() {
        "block_node" | "flow_node" => wrapped(cx, node, state),
        "block_mapping" | "block_sequence" => {
            let outside = std::mem::replace(&mut state.column, node.start_position().column);
            let made = collection(cx, node, state);
            state.column = outside;
            made
        }
        "flow_mapping" | "flow_sequence" => collection(cx, node, state),
        "block_mapping_pair" | "flow_pair" => {
            let pair = entry(cx, node, state);
            cx.add(Kind::Dict, span, &[pair])
        }
        "alias" => alias(cx, node, state),
        "plain_scalar" | "single_quote_scalar" | "double_quote_scalar" | "block_scalar" => {
            scalar(cx, node, state.column, false)
        }
        _ => {
            let parts: Vec<_> = named_children(node)
                .iter()
                .map(|child| value(cx, *child, state))
                .collect();
            cx.other(node, &parts)
        }
    }
}

fn collection<'t>(cx: &mut Context<'t>, node: Node<'_>, state: &mut State<'t>) -> NodeId {
    let children = named_children(node);
    let (kind, parts): (_, Vec<_>) = match node.kind() {
        "block_mapping" | "flow_mapping" => (
            Kind::Dict,
            children.iter().map(|child| entry(cx, *child, state)).collect(),
        ),
        _ => (
            Kind::List,
            children.iter().map(|child| item(cx, *child, state)).collect(),
        ),
    };
    cx.add(kind, extent(cx, node), &parts)
}

/// A node with its anchor and its tag.
fn wrapped<'t>(cx: &mut Context<'t>, node: Node<'_>, state: &mut State<'t>) -> NodeId {
    let (mut anchor, mut tag, mut content) = (None, None, None);
    for child in named_children(node) {
        match child.kind() {
            "anchor" => anchor = named_children(child).first().map(|name| cx.text(*name)),
            "tag" => tag = Some(child),
            _ => content = Some(child),
        }
    }
    let text = tag.is_some_and(|tag| cx.text(tag) == "!!str");
    let made = match content {
        Some(inner) if text && inner.kind() == "plain_scalar" => scalar(cx, inner, state.column, true),
        Some(inner) => value(cx, inner, state),
        None if text => cx.named(Kind::Str, "", node.end_byte()..node.end_byte(), &[]),
        None => null(cx, node.end_byte()..node.end_byte()),
    };
    let made = match tag.filter(|tag| !cx.text(*tag).starts_with("!!")) {
        Some(tag) => tagged(cx, node, tag, made),
        None => made,
    };
    if let Some(anchor) = anchor {
        state.anchors.insert(anchor, made);
    }
    made
}

fn tagged(cx: &mut Context<'_>, node: Node<'_>, tag: Node<'_>, value: NodeId) -> NodeId {
    let written = cx.text(tag);
    let name = match Placeholder::parse(written.trim_start_matches('!')) {
        Some(Placeholder::Metavariable(name)) if cx.pattern => {
            cx.named(Kind::Metavariable, &format!("${name}"), tag.byte_range(), &[])
        }
        _ => cx.named(Kind::Identifier, written, tag.byte_range(), &[]),
    };
    cx.add(Kind::Cast, extent(cx, node), &[name, value])
}

fn null(cx: &mut Context<'_>, span: Range<usize>) -> NodeId {
    cx.named(Kind::Null, "null", span, &[])
}

/// An entry of a mapping. In a pattern `...` is written as a pair, too.
fn entry<'t>(cx: &mut Context<'t>, node: Node<'_>, state: &mut State<'t>) -> NodeId {
    let span = extent(cx, node);
    let (key, written) = match node.kind() {
        "block_mapping_pair" | "flow_pair" => {
            let key = match node.child_by_field_name("key") {
                Some(key) => value(cx, key, state),
                None => null(cx, span.start..span.start),
            };
            (key, node.child_by_field_name("value"))
        }
        // `{a}` has a key and no value.
        "flow_node" => (value(cx, node, state), None),
        _ => return value(cx, node, state),
    };
    if matches!(cx.build.node(key).kind, Kind::Ellipsis | Kind::MetavariableEllipsis) {
        return key;
    }
    let value = match written {
        Some(written) => value(cx, written, state),
        None => null(cx, span.end..span.end),
    };
    cx.add(Kind::Pair, span, &[key, value])
}

fn item<'t>(cx: &mut Context<'t>, node: Node<'_>, state: &mut State<'t>) -> NodeId {
    if node.kind() != "block_sequence_item" {
        return value(cx, node, state);
    }
    match named_children(node).first() {
        Some(inner) => value(cx, *inner, state),
        None => null(cx, node.end_byte()..node.end_byte()),
    }
}

// ---- scalars

/// `text`: it is a string whatever it reads as.
fn scalar(cx: &mut Context<'_>, node: Node<'_>, column: usize, text: bool) -> NodeId {
    let span = extent(cx, node);
    let written = cx.text(node);
    let content = match node.kind() {
        "plain_scalar" => {
            if cx.pattern && Placeholder::parse(written).is_some() {
                return cx.identifier_as(Kind::Str, written, span);
            }
            let folded = scalar::fold(written);
            match scalar::resolve(&folded) {
                _ if text => folded,
                Scalar::Null => return null(cx, span),
                Scalar::Bool(word) => return cx.named(Kind::Bool, word, span, &[]),
                Scalar::Number(number) => return cx.named(Kind::Float, &number, span, &[]),
                Scalar::Text => folded,
            }
        }
        "single_quote_scalar" => scalar::single_quoted(written),
        "double_quote_scalar" => scalar::double_quoted(written),
        _ => scalar::block(cx.source(), span.clone(), column),
    };
    if cx.pattern && node.kind() == "block_scalar" && Placeholder::parse(content.trim()).is_some() {
        return cx.identifier_as(Kind::Str, content.trim(), span);
    }
    cx.named(Kind::Str, &content, span, &[])
}

// ---- aliases

/// An alias is the node of its anchor, at the place of the alias.
fn alias<'t>(cx: &mut Context<'t>, node: Node<'_>, state: &mut State<'t>) -> NodeId {
    let name = named_children(node).first().map_or("", |name| cx.text(*name));
    let Some(anchored) = state.anchors.get(name).copied() else {
        // Unknown, or still open: a node cannot hold itself.
        cx.broken(node);
        return cx.other(node, &[]);
    };
    let size = size(cx, anchored);
    if size > state.left {
        cx.build.problem(node.byte_range(), ProblemKind::TooLarge);
        return cx.other(node, &[]);
    }
    state.left -= size;
    let made = copy(cx, node, anchored);
    cx.build.widen(made, node.byte_range());
    made
}

/// How many nodes a node is: those that were made from its first leaf to it.
fn size(cx: &Context<'_>, id: NodeId) -> usize {
    let mut first = id;
    while let Some(child) = cx.build.children(first).iter().find(|child| child.is_some()) {
        first = *child;
    }
    id.index() - first.index() + 1
}

fn copy(cx: &mut Context<'_>, alias: Node<'_>, id: NodeId) -> NodeId {
    cx.deeper(alias, |cx| {
        let node = *cx.build.node(id);
        let children = cx.build.children(id).to_vec();
        let copied: Vec<_> = children
            .into_iter()
            .map(|child| child.some().map_or(NodeId::NONE, |child| copy(cx, alias, child)))
            .collect();
        let span = node.start as usize..node.end as usize;
        cx.build.add(node.kind, node.name, span, node.flags, &copied)
    })
}
