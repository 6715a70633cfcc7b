//! The types of TypeScript.

use tree_sitter::Node;

use super::expression::{content_of, expression};
use crate::lower::{Context, all_children, named_children};
use crate::tree::{Flags, Kind, NodeId};

/// The type of a field, or nothing.
pub(super) fn type_part(cx: &mut Context<'_>, node: Node<'_>, field: &str) -> NodeId {
    node.child_by_field_name(field)
        .map_or(NodeId::NONE, |child| type_of(cx, child))
}

pub(super) fn type_of(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| type_here(cx, node))
}

fn type_here(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    match node.kind() {
        "type_annotation"
        | "constraint"
        | "default_type"
        | "asserts_annotation"
        | "type_predicate_annotation"
        | "parenthesized_type"
        | "template_type"
        | "opting_type_annotation"
        | "adding_type_annotation"
        | "omitting_type_annotation" => named_children(node)
            .first()
            .map_or(NodeId::NONE, |inner| type_of(cx, *inner)),
        "type_identifier" | "identifier" | "predefined_type" | "this_type" | "this" | "const" => {
            let name = cx.name(node);
            match cx.build.node(name).kind {
                Kind::Name => cx.add(Kind::Type, span, &[name]),
                _ => name,
            }
        }
        "nested_type_identifier" => {
            let name = dotted(cx, node);
            cx.add(Kind::Type, span, &[name])
        }
        // Two types that differ in their arguments only are one to a rule.
        "generic_type" => match node.child_by_field_name("name") {
            Some(name) => {
                let made = type_of(cx, name);
                cx.build.widen(made, span);
                made
            }
            None => NodeId::NONE,
        },
        "array_type" => parts_of(cx, node, Kind::ArrayType, None),
        "union_type" => union(cx, node, "|"),
        "intersection_type" => union(cx, node, "&"),
        "literal_type" => {
            let literal = named_children(node).first().copied().unwrap_or(node);
            let name = match literal.kind() {
                "string" => format!("{:?}", content_of(cx, literal)),
                _ => cx.text(literal).to_owned(),
            };
            cx.named(Kind::OtherType, &name, span, &[])
        }
        "tuple_type" => parts_of(cx, node, Kind::OtherType, Some("tuple")),
        "object_type" => parts_of(cx, node, Kind::OtherType, Some("object")),
        "function_type" => parts_of(cx, node, Kind::OtherType, Some("function")),
        "constructor_type" => parts_of(cx, node, Kind::OtherType, Some("new")),
        "formal_parameters" => parts_of(cx, node, Kind::OtherType, Some("parameters")),
        "readonly_type" => parts_of(cx, node, Kind::OtherType, Some("readonly")),
        "optional_type" | "flow_maybe_type" => parts_of(cx, node, Kind::OtherType, Some("?")),
        "rest_type" | "rest_pattern" => parts_of(cx, node, Kind::OtherType, Some("...")),
        "index_type_query" => parts_of(cx, node, Kind::OtherType, Some("keyof")),
        "type_query" => parts_of(cx, node, Kind::OtherType, Some("typeof")),
        "lookup_type" => parts_of(cx, node, Kind::OtherType, Some("index")),
        "conditional_type" => parts_of(cx, node, Kind::OtherType, Some("conditional")),
        "infer_type" => parts_of(cx, node, Kind::OtherType, Some("infer")),
        "template_literal_type" => parts_of(cx, node, Kind::OtherType, Some("template")),
        "type_predicate" => parts_of(cx, node, Kind::OtherType, Some("is")),
        "asserts" => parts_of(cx, node, Kind::OtherType, Some("asserts")),
        // Members of an object type and parameters of a function type: their name, and what types they have.
        "property_signature" | "method_signature" => member(cx, node, "name"),
        "required_parameter" | "optional_parameter" => member(cx, node, "pattern"),
        "member_expression" => {
            let name = expression(cx, node);
            cx.add(Kind::Type, span, &[name])
        }
        _ if node.named_child_count() == 0 => cx.named(Kind::OtherType, cx.text(node), span, &[]),
        kind => parts_of(cx, node, Kind::OtherType, Some(kind)),
    }
}

fn types(cx: &mut Context<'_>, nodes: &[Node<'_>]) -> Vec<NodeId> {
    nodes.iter().map(|node| type_of(cx, *node)).collect()
}

fn parts_of(cx: &mut Context<'_>, node: Node<'_>, kind: Kind, name: Option<&str>) -> NodeId {
    let parts = types(cx, &named_children(node));
    match name {
        Some(name) => cx.named(kind, name, node.byte_range(), &parts),
        None => cx.add(kind, node.byte_range(), &parts),
    }
}

/// `name: T` of a type: no declaration of the file.
fn member(cx: &mut Context<'_>, node: Node<'_>, field: &str) -> NodeId {
    let name = node.child_by_field_name(field);
    let rest: Vec<_> = named_children(node)
        .into_iter()
        .filter(|child| Some(*child) != name && child.kind() != "accessibility_modifier")
        .collect();
    if cx.pattern && rest.is_empty() {
        return name.map_or(NodeId::NONE, |name| type_of(cx, name));
    }
    let parts = types(cx, &rest);
    let text = name.map_or("", |name| cx.text(name));
    cx.named(Kind::OtherType, text, node.byte_range(), &parts)
}

/// `a | b | c` is one node.
fn union(cx: &mut Context<'_>, node: Node<'_>, operator: &str) -> NodeId {
    let mut parts = Vec::new();
    for child in named_children(node) {
        let made = type_of(cx, child);
        if child.kind() == node.kind() && cx.build.node(made).kind == Kind::UnionType {
            parts.extend_from_slice(cx.build.children(made));
        } else {
            parts.push(made);
        }
    }
    cx.named(Kind::UnionType, operator, node.byte_range(), &parts)
}

/// `a.b.T`: a chain of members.
fn dotted(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut made = NodeId::NONE;
    for part in leaves(node) {
        if !made.is_some() {
            made = cx.name(part);
            continue;
        }
        let member = cx.identifier(part);
        let span = node.start_byte()..part.end_byte();
        made = cx.definition(Kind::Member, member, Flags::NONE, span, &[made, member]);
    }
    made
}

/// The identifiers of a dotted name, from left to right; the grammar nests them to the left.
fn leaves<'n>(node: Node<'n>) -> Vec<Node<'n>> {
    let (mut found, mut open) = (Vec::new(), vec![node]);
    while let Some(node) = open.pop() {
        let children = named_children(node);
        if children.is_empty() {
            found.push(node);
        }
        open.extend(children.into_iter().rev());
    }
    found
}

/// A class that is named in an expression (`new a.B()`, `extends a.B`): a type when it is a name, the expression otherwise.
pub(super) fn class_name(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let made = expression(cx, node);
    let mut root = made;
    while root.is_some() && cx.build.node(root).kind == Kind::Member {
        root = cx.build.children(root).first().copied().unwrap_or(NodeId::NONE);
    }
    match root.some().map(|root| cx.build.node(root).kind) {
        Some(Kind::Name | Kind::Special) => cx.add(Kind::Type, node.byte_range(), &[made]),
        // `new $M.Foo()` names a type, too; `new $T()` is any.
        Some(Kind::Metavariable) if root != made => cx.add(Kind::Type, node.byte_range(), &[made]),
        _ => made,
    }
}

/// The type parameters of a definition, or nothing.
pub(super) fn generics(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let Some(list) = node.child_by_field_name("type_parameters") else {
        return NodeId::NONE;
    };
    let mut made = Vec::new();
    for parameter in named_children(list) {
        let name = parameter
            .child_by_field_name("name")
            .map_or(NodeId::NONE, |name| cx.identifier(name));
        let bound = type_part(cx, parameter, "constraint");
        made.push(cx.definition(
            Kind::TypeParameter,
            name,
            Flags::NONE,
            parameter.byte_range(),
            &[name, bound],
        ));
    }
    cx.add(Kind::Generics, list.byte_range(), &made)
}

/// The type of `e as T`: what follows the word.
pub(super) fn cast_type(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match named_children(node).get(1) {
        Some(target) => type_of(cx, *target),
        None => match all_children(node).last() {
            Some(word) => cx.named(Kind::OtherType, cx.text(*word), word.byte_range(), &[]),
            None => NodeId::NONE,
        },
    }
}
