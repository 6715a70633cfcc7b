//! Functions, classes, their parameters and decorators.

use tree_sitter::Node;

use super::expression::{arguments, expression, part};
use super::{body, statements};
use crate::lower::{Context, all_children, from_to, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn decorated(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let decorators: Vec<_> = named_children(node)
        .into_iter()
        .filter(|child| child.kind() == "decorator")
        .collect();
    let made: Vec<_> = decorators.iter().map(|decorator| annotation(cx, *decorator)).collect();
    let span = match (decorators.first(), decorators.last()) {
        (Some(first), Some(last)) => from_to(*first, *last),
        _ => node.start_byte()..node.start_byte(),
    };
    match node.child_by_field_name("definition") {
        Some(definition) if definition.kind() == "class_definition" => {
            let attributes = cx.add(Kind::Attributes, span, &made);
            class(cx, definition, attributes, node.start_byte())
        }
        Some(definition) => {
            let mut made = made;
            made.extend(async_modifier(cx, definition).some());
            let attributes = cx.add(Kind::Attributes, span, &made);
            function(cx, definition, attributes, node.start_byte())
        }
        None => NodeId::NONE,
    }
}

pub(super) fn annotation(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let inner = named_children(node)
        .first()
        .map_or(NodeId::NONE, |inner| expression(cx, *inner));
    let span = match inner.some() {
        // The range of a decorator is what follows the `@`.
        Some(inner) => cx.build.node(inner).start as usize..node.end_byte(),
        None => node.byte_range(),
    };
    if inner.is_some() && cx.build.node(inner).kind == Kind::Call {
        let parts = cx.build.children(inner).to_vec();
        return cx.add(Kind::Annotation, span, &parts);
    }
    cx.add(Kind::Annotation, span, &[inner, NodeId::NONE])
}

fn async_modifier(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match all_children(node).first().filter(|child| child.kind() == "async") {
        Some(word) => cx.named(Kind::Modifier, "async", word.byte_range(), &[]),
        None => NodeId::NONE,
    }
}

pub(super) fn function(cx: &mut Context<'_>, node: Node<'_>, attributes: NodeId, start: usize) -> NodeId {
    let attributes = match attributes.some() {
        Some(attributes) => attributes,
        None => match async_modifier(cx, node).some() {
            Some(modifier) => {
                let span = cx.build.node(modifier).start as usize..cx.build.node(modifier).end as usize;
                cx.add(Kind::Attributes, span, &[modifier])
            }
            None => NodeId::NONE,
        },
    };
    let declared = node
        .child_by_field_name("name")
        .map_or(NodeId::NONE, |name| cx.identifier(name));
    let parameters = node.child_by_field_name("parameters");
    let parameters = match parameters {
        Some(parameters) => self::parameters(cx, parameters),
        None => cx.add(Kind::Parameters, node.byte_range(), &[]),
    };
    let returns = part(cx, node, "return_type");
    let body = body(cx, node, "body");
    let children = [attributes, parameters, returns, body, NodeId::NONE, declared];
    cx.definition(Kind::Function, declared, Flags::NONE, start..node.end_byte(), &children)
}

pub(super) fn class(cx: &mut Context<'_>, node: Node<'_>, attributes: NodeId, start: usize) -> NodeId {
    let declared = node
        .child_by_field_name("name")
        .map_or(NodeId::NONE, |name| cx.identifier(name));
    let bases = match node.child_by_field_name("superclasses") {
        Some(list) => {
            let bases = arguments(cx, list);
            cx.add(Kind::Bases, list.byte_range(), &bases)
        }
        None => NodeId::NONE,
    };
    let body = match node.child_by_field_name("body") {
        Some(body) => {
            let members = statements(cx, body);
            cx.add(Kind::ClassBody, body.byte_range(), &members)
        }
        None => NodeId::NONE,
    };
    let word = cx.named(
        Kind::Str,
        "class",
        node.start_byte()..node.start_byte() + "class".len(),
        &[],
    );
    let none = NodeId::NONE;
    let children = [attributes, bases, none, body, none, none, declared, word];
    cx.definition(Kind::Class, declared, Flags::NONE, start..node.end_byte(), &children)
}

pub(super) fn parameters(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let made: Vec<_> = named_children(node).iter().map(|child| parameter(cx, *child)).collect();
    cx.add(Kind::Parameters, node.byte_range(), &made)
}

fn parameter(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let annotation = part(cx, node, "type");
    let default = part(cx, node, "value");
    let (kind, flags, inner) = match node.kind() {
        "typed_parameter" => match named_children(node).first() {
            Some(inner) => {
                let (kind, flags) = rest_kind(*inner);
                (kind, flags, Some(*inner))
            }
            None => (Kind::Parameter, Flags::NONE, None),
        },
        "default_parameter" | "typed_default_parameter" => {
            (Kind::Parameter, Flags::NONE, node.child_by_field_name("name"))
        }
        "keyword_separator" => return cx.named(Kind::ParameterMark, "*", node.byte_range(), &[]),
        "positional_separator" => return cx.named(Kind::ParameterMark, "/", node.byte_range(), &[]),
        _ => {
            let (kind, flags) = rest_kind(node);
            (kind, flags, Some(node))
        }
    };
    let inner = inner.map(|inner| match inner.kind() {
        "list_splat_pattern" | "dictionary_splat_pattern" => named_children(inner).first().copied().unwrap_or(inner),
        _ => inner,
    });
    let (declared, target) = match inner {
        Some(inner) if inner.kind() == "identifier" => (cx.identifier(inner), NodeId::NONE),
        Some(inner) => (NodeId::NONE, expression(cx, inner)),
        None => (NodeId::NONE, NodeId::NONE),
    };
    // `...` and `$...ARGS` stand for whole parameters.
    let plain = node.kind() == "identifier";
    if plain
        && declared.is_some()
        && matches!(
            cx.build.node(declared).kind,
            Kind::Ellipsis | Kind::MetavariableEllipsis
        )
    {
        return declared;
    }
    let children = [NodeId::NONE, annotation, default, target, declared];
    cx.definition(kind, declared, flags, node.byte_range(), &children)
}

fn rest_kind(node: Node<'_>) -> (Kind, Flags) {
    match node.kind() {
        "list_splat_pattern" => (Kind::RestParameter, Flags::NONE),
        "dictionary_splat_pattern" => (Kind::RestParameter, Flags::MAPPING),
        _ => (Kind::Parameter, Flags::NONE),
    }
}
