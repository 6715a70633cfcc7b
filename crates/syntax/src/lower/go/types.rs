//! Types where they are used.

use tree_sitter::Node;

use super::definition::{declared_name, parameters_of, result, type_body};
use super::expression::{expression, part};
use crate::lower::{Context, all_children, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn part_type(cx: &mut Context<'_>, node: Node<'_>, field: &str) -> NodeId {
    node.child_by_field_name(field)
        .map_or(NodeId::NONE, |written| type_of(cx, written))
}

pub(super) fn type_of(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| type_here(cx, node))
}

pub(super) fn type_here(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    let first_type = |cx: &mut Context<'_>| {
        let inner = named_children(node).first().copied();
        inner.map_or(NodeId::NONE, |inner| type_of(cx, inner))
    };
    match node.kind() {
        "pointer_type" => {
            let inner = first_type(cx);
            cx.add(Kind::PointerType, span, &[inner])
        }
        "slice_type" | "array_type" => {
            let element = part_type(cx, node, "element");
            let length = part(cx, node, "length");
            cx.add(Kind::ArrayType, span, &[element, length])
        }
        "implicit_length_array_type" => {
            let element = part_type(cx, node, "element");
            cx.named(Kind::OtherType, "[...]", span, &[element])
        }
        "map_type" => {
            let (key, value) = (part_type(cx, node, "key"), part_type(cx, node, "value"));
            cx.named(Kind::OtherType, "map", span, &[key, value])
        }
        "channel_type" => {
            let arrow = all_children(node).iter().position(|child| child.kind() == "<-");
            let name = match arrow {
                Some(0) => "<-chan",
                Some(_) => "chan<-",
                None => "chan",
            };
            let value = part_type(cx, node, "value");
            cx.named(Kind::OtherType, name, span, &[value])
        }
        "function_type" => {
            let parameters = parameters_of(cx, node);
            let returns = result(cx, node);
            cx.named(Kind::OtherType, "func", span, &[parameters, returns])
        }
        "struct_type" | "interface_type" => {
            let body = type_body(cx, node);
            cx.named(Kind::OtherType, node.kind().trim_end_matches("_type"), span, &[body])
        }
        "negated_type" => {
            let inner = first_type(cx);
            cx.named(Kind::OtherType, "~", span, &[inner])
        }
        "parenthesized_type" => first_type(cx),
        "type_elem" | "type_constraint" => {
            let children = named_children(node);
            let made: Vec<_> = children.iter().map(|part| type_of(cx, *part)).collect();
            match made.as_slice() {
                [only] => *only,
                several => cx.named(Kind::UnionType, "|", span, several),
            }
        }
        "generic_type" => {
            let named = node
                .child_by_field_name("type")
                .map_or(NodeId::NONE, |named| type_name(cx, named));
            let mut parts = vec![named];
            if let Some(arguments) = node.child_by_field_name("type_arguments") {
                let arguments = named_children(arguments);
                parts.extend(arguments.into_iter().map(|argument| type_of(cx, argument)));
            }
            cx.add(Kind::Type, span, &parts)
        }
        "type_identifier" | "identifier" | "qualified_type" => {
            let name = type_name(cx, node);
            match cx.build.node(name).kind {
                Kind::Name | Kind::Member => cx.add(Kind::Type, span, &[name]),
                // A metavariable or an ellipsis stands for a whole type.
                _ => name,
            }
        }
        // A type where the grammar read an expression.
        _ => expression(cx, node),
    }
}

/// The name of a type: a name, or a member of a package.
pub(super) fn type_name(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.kind() {
        "qualified_type" => {
            let package = node
                .child_by_field_name("package")
                .map_or(NodeId::NONE, |package| cx.name(package));
            let member = declared_name(cx, node);
            let parts = [package, member];
            cx.definition(Kind::Member, member, Flags::NONE, node.byte_range(), &parts)
        }
        "type_identifier" | "identifier" => cx.name(node),
        _ => type_of(cx, node),
    }
}
