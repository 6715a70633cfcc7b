//! Types.

use tree_sitter::Node;

use crate::lower::{Context, all_children, from_to, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn type_of(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| type_here(cx, node))
}

fn type_here(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    match node.kind() {
        "array_type" => match node.child_by_field_name("element") {
            Some(element) => with_dimensions(cx, element, node.child_by_field_name("dimensions")),
            None => cx.add(Kind::ArrayType, span, &[NodeId::NONE, NodeId::NONE]),
        },
        "annotated_type" => named_children(node)
            .into_iter()
            .rfind(|child| !matches!(child.kind(), "annotation" | "marker_annotation"))
            .map_or(NodeId::NONE, |inner| type_of(cx, inner)),
        "generic_type" => {
            let children = named_children(node);
            let mut parts = vec![children.first().map_or(NodeId::NONE, |name| type_name(cx, *name))];
            if let Some(arguments) = children.iter().find(|child| child.kind() == "type_arguments") {
                let listed = named_children(*arguments);
                if listed.is_empty() {
                    // The diamond is no missing list of arguments.
                    parts.push(cx.named(Kind::OtherType, "<>", arguments.byte_range(), &[]));
                }
                parts.extend(listed.into_iter().map(|argument| type_of(cx, argument)));
            }
            cx.add(Kind::Type, span, &parts)
        }
        "wildcard" => {
            let bounded = all_children(node)
                .into_iter()
                .find(|child| matches!(child.kind(), "extends" | "super"));
            let name = match bounded.map(|word| word.kind()) {
                Some("extends") => "? extends",
                Some(_) => "? super",
                None => "?",
            };
            let bound = bounded
                .and_then(|_| named_children(node).last().copied())
                .map(|bound| type_of(cx, bound));
            cx.named(Kind::OtherType, name, span, bound.as_slice())
        }
        _ => {
            let name = type_name(cx, node);
            match cx.build.node(name).kind {
                Kind::Name | Kind::Member => cx.add(Kind::Type, span, &[name]),
                // A metavariable or an ellipsis stands for a whole type.
                _ => name,
            }
        }
    }
}

/// The name of a type: a name or a chain of members.
fn type_name(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.kind() {
        "scoped_type_identifier" => cx.deeper(node, |cx| {
            let children = named_children(node);
            let scope = children.first().map_or(NodeId::NONE, |scope| type_name(cx, *scope));
            match children.last().filter(|_| children.len() > 1) {
                Some(last) => {
                    let member = cx.identifier(*last);
                    let parts = [scope, member];
                    cx.definition(Kind::Member, member, Flags::NONE, node.byte_range(), &parts)
                }
                None => scope,
            }
        }),
        "generic_type" => type_of(cx, node),
        "ERROR" => cx.other(node, &[]),
        _ => cx.name(node),
    }
}

/// A type with the brackets that follow it, or that follow the name it is the type of.
pub(super) fn with_dimensions(cx: &mut Context<'_>, element: Node<'_>, dimensions: Option<Node<'_>>) -> NodeId {
    let Some(dimensions) = dimensions else {
        return type_of(cx, element);
    };
    arrays(cx, element, dimensions, &closing_brackets(dimensions))
}

/// Where the brackets of a list of dimensions end.
pub(super) fn closing_brackets(dimensions: Node<'_>) -> Vec<usize> {
    let closing = all_children(dimensions).into_iter().filter(|child| child.kind() == "]");
    closing.map(|child| child.end_byte()).collect()
}

pub(super) fn arrays(cx: &mut Context<'_>, element: Node<'_>, at: Node<'_>, ends: &[usize]) -> NodeId {
    let Some((end, inner)) = ends.split_last() else {
        return type_of(cx, element);
    };
    cx.deeper(at, |cx| {
        let inner = arrays(cx, element, at, inner);
        cx.add(Kind::ArrayType, element.start_byte()..*end, &[inner, NodeId::NONE])
    })
}

pub(super) fn union(cx: &mut Context<'_>, operator: &str, nodes: &[Node<'_>]) -> NodeId {
    let made: Vec<_> = nodes.iter().map(|node| type_of(cx, *node)).collect();
    match (made.as_slice(), nodes.first(), nodes.last()) {
        ([only], ..) => *only,
        (several, Some(first), Some(last)) => cx.named(Kind::UnionType, operator, from_to(*first, *last), several),
        _ => NodeId::NONE,
    }
}
