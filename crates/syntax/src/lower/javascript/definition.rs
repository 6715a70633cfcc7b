//! Variables, functions, classes and what belongs to them.

use std::ops::Range;

use tree_sitter::Node;

use super::expression::{content_of, expression, number_text, part};
use super::types::{class_name, generics, type_of, type_part};
use super::{block, only, statement, statements, without_semicolon};
use crate::lower::extent::extent;
use crate::lower::{Context, all_children, field_children, from_to, named_children};
use crate::tree::{Flags, Kind, NodeId};

/// `const a = 1, b = 2`: one node per name. The keyword belongs to the range of the first.
pub(super) fn variables(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    let children = all_children(node);
    let first = children.iter().position(|child| child.kind() == "variable_declarator");
    let words = &children[..first.unwrap_or(children.len())];
    for (at, child) in children.iter().enumerate() {
        match child.kind() {
            "variable_declarator" => {
                let attributes = keyword(cx, words);
                let start = if Some(at) == first { node } else { *child }.start_byte();
                out.push(declarator(cx, *child, attributes, start..extent(cx, *child).end));
            }
            "ERROR" => out.extend(statements(cx, &named_children(*child))),
            _ => {}
        }
    }
}

fn keyword(cx: &mut Context<'_>, words: &[Node<'_>]) -> NodeId {
    let mut made = Vec::with_capacity(words.len());
    for word in words.iter().filter(|word| !word.is_error()) {
        made.push(cx.named(Kind::Modifier, cx.text(*word), word.byte_range(), &[]));
    }
    gathered(cx, &made)
}

fn declarator(cx: &mut Context<'_>, node: Node<'_>, attributes: NodeId, span: Range<usize>) -> NodeId {
    let (declared, bound) = match node.child_by_field_name("name") {
        Some(name) if name.kind() == "identifier" => (cx.identifier(name), NodeId::NONE),
        Some(name) => (NodeId::NONE, expression(cx, name)),
        None => (NodeId::NONE, NodeId::NONE),
    };
    let annotation = type_part(cx, node, "type");
    let value = part(cx, node, "value");
    let children = [attributes, annotation, value, bound, declared];
    cx.definition(Kind::Variable, declared, Flags::NONE, span, &children)
}

/// A function or a method with a name. `before`: decorators that the grammar does not count to it.
pub(super) fn function(cx: &mut Context<'_>, node: Node<'_>, before: &[Node<'_>], span: Range<usize>) -> NodeId {
    let attributes = attributes(cx, node, before);
    let declared = declared_name(cx, node);
    let parameters = parameters(cx, node);
    let returned = returned(cx, node);
    let body = match node.child_by_field_name("body") {
        Some(body) => block(cx, body),
        None => NodeId::NONE,
    };
    let generics = generics(cx, node);
    let children = [attributes, parameters, returned, body, generics, declared];
    define(cx, Kind::Function, declared, span, &children)
}

/// A function that is an expression. Its name, if it has one, is known inside of it only and not in the tree.
pub(super) fn lambda(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let attributes = attributes(cx, node, &[]);
    let parameters = match node.child_by_field_name("parameter") {
        Some(only) => {
            let made = parameter(cx, only);
            cx.add(Kind::Parameters, only.byte_range(), &[made])
        }
        None => parameters(cx, node),
    };
    let returned = returned(cx, node);
    let body = match node.child_by_field_name("body") {
        Some(body) if body.kind() == "statement_block" => block(cx, body),
        Some(body) => expression(cx, body),
        None => cx.add(Kind::Block, node.end_byte()..node.end_byte(), &[]),
    };
    cx.add(
        Kind::Lambda,
        extent(cx, node),
        &[attributes, parameters, returned, body],
    )
}

/// Signatures of constructors call the type of the result `type`.
fn returned(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.child_by_field_name("return_type") {
        Some(returned) => type_of(cx, returned),
        None => type_part(cx, node, "type"),
    }
}

fn parameters(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.child_by_field_name("parameters") {
        Some(list) => {
            let made: Vec<_> = named_children(list).iter().map(|child| parameter(cx, *child)).collect();
            cx.add(Kind::Parameters, list.byte_range(), &made)
        }
        None => cx.add(Kind::Parameters, node.start_byte()..node.start_byte(), &[]),
    }
}

fn parameter(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let (attributes, bound, annotation, default) = match node.kind() {
        "required_parameter" | "optional_parameter" => (
            attributes(cx, node, &[]),
            node.child_by_field_name("pattern"),
            type_part(cx, node, "type"),
            part(cx, node, "value"),
        ),
        "assignment_pattern" => (
            NodeId::NONE,
            node.child_by_field_name("left"),
            NodeId::NONE,
            part(cx, node, "right"),
        ),
        _ => (NodeId::NONE, Some(node), NodeId::NONE, NodeId::NONE),
    };
    let (kind, bound) = match bound {
        Some(rest) if rest.kind() == "rest_pattern" => (Kind::RestParameter, named_children(rest).first().copied()),
        bound => (Kind::Parameter, bound),
    };
    let (declared, pattern) = match bound {
        Some(name) if matches!(name.kind(), "identifier" | "this" | "undefined") => (cx.identifier(name), NodeId::NONE),
        Some(pattern) => (NodeId::NONE, expression(cx, pattern)),
        None => (NodeId::NONE, NodeId::NONE),
    };
    // `...` and `$...ARGS` stand for whole parameters.
    let plain = kind == Kind::Parameter && [attributes, annotation, default] == [NodeId::NONE; 3];
    if plain && stands_for_several(cx, declared) {
        return declared;
    }
    let children = [attributes, annotation, default, pattern, declared];
    cx.definition(kind, declared, Flags::NONE, extent(cx, node), &children)
}

fn stands_for_several(cx: &Context<'_>, id: NodeId) -> bool {
    id.is_some() && matches!(cx.build.node(id).kind, Kind::Ellipsis | Kind::MetavariableEllipsis)
}

/// A class. `before`: decorators that the grammar does not count to it.
pub(super) fn class(cx: &mut Context<'_>, node: Node<'_>, before: &[Node<'_>], span: Range<usize>) -> NodeId {
    let attributes = attributes(cx, node, before);
    let declared = declared_name(cx, node);
    let (mut bases, mut interfaces) = (NodeId::NONE, NodeId::NONE);
    let heritage = named_children(node)
        .into_iter()
        .find(|child| child.kind() == "class_heritage");
    for clause in heritage.map(named_children).unwrap_or_default() {
        match clause.kind() {
            "extends_clause" => {
                let made: Vec<_> = field_children(clause, "value")
                    .iter()
                    .map(|base| class_name(cx, *base))
                    .collect();
                bases = cx.add(Kind::Bases, clause.byte_range(), &made);
            }
            "implements_clause" => {
                let made: Vec<_> = named_children(clause)
                    .iter()
                    .map(|implemented| type_of(cx, *implemented))
                    .collect();
                interfaces = cx.add(Kind::Bases, clause.byte_range(), &made);
            }
            // JavaScript has the one expression here.
            _ => {
                let base = class_name(cx, clause);
                bases = cx.add(Kind::Bases, clause.byte_range(), &[base]);
            }
        }
    }
    let parts = ClassParts {
        attributes,
        bases,
        interfaces,
        declared,
        word: "class",
    };
    class_of(cx, node, span, parts)
}

pub(super) fn interface(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let declared = declared_name(cx, node);
    let clause = named_children(node)
        .into_iter()
        .find(|child| child.kind() == "extends_type_clause");
    let bases = clause.map_or(NodeId::NONE, |clause| {
        let made: Vec<_> = named_children(clause).iter().map(|base| type_of(cx, *base)).collect();
        cx.add(Kind::Bases, clause.byte_range(), &made)
    });
    let parts = ClassParts {
        attributes: NodeId::NONE,
        bases,
        interfaces: NodeId::NONE,
        declared,
        word: "interface",
    };
    class_of(cx, node, extent(cx, node), parts)
}

pub(super) fn enumeration(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let parts = ClassParts {
        attributes: attributes(cx, node, &[]),
        bases: NodeId::NONE,
        interfaces: NodeId::NONE,
        declared: declared_name(cx, node),
        word: "enum",
    };
    class_of(cx, node, extent(cx, node), parts)
}

struct ClassParts {
    attributes: NodeId,
    bases: NodeId,
    interfaces: NodeId,
    declared: NodeId,
    word: &'static str,
}

fn class_of(cx: &mut Context<'_>, node: Node<'_>, span: Range<usize>, parts: ClassParts) -> NodeId {
    let generics = generics(cx, node);
    let body = match node.child_by_field_name("body") {
        Some(body) => {
            let members = members(cx, body);
            cx.add(Kind::ClassBody, body.byte_range(), &members)
        }
        None => NodeId::NONE,
    };
    let word = all_children(node).into_iter().find(|child| child.kind() == parts.word);
    let word_span = word.map_or(span.start..span.start, |word| word.byte_range());
    let word = cx.named(Kind::Str, parts.word, word_span, &[]);
    let children = [
        parts.attributes,
        parts.bases,
        parts.interfaces,
        body,
        generics,
        NodeId::NONE,
        parts.declared,
        word,
    ];
    cx.definition(Kind::Class, parts.declared, Flags::NONE, span, &children)
}

fn members(cx: &mut Context<'_>, body: Node<'_>) -> Vec<NodeId> {
    let (mut made, mut decorators) = (Vec::new(), Vec::new());
    for child in named_children(body) {
        // TypeScript writes the decorators of a method next to it.
        if child.kind() == "decorator" {
            decorators.push(child);
            continue;
        }
        let cut = cx.deeper(child, |cx| {
            member(cx, child, &decorators, &mut made);
            NodeId::NONE
        });
        made.extend(cut.some());
        decorators.clear();
    }
    made
}

fn member(cx: &mut Context<'_>, node: Node<'_>, before: &[Node<'_>], out: &mut Vec<NodeId>) {
    let start = before.first().unwrap_or(&node).start_byte();
    let span = start..extent(cx, node).end;
    match node.kind() {
        "method_definition"
        | "method_signature"
        | "abstract_method_signature"
        | "call_signature"
        | "construct_signature" => out.push(function(cx, node, before, span)),
        "field_definition" | "public_field_definition" | "property_signature" => {
            out.push(field(cx, node, before, span));
        }
        "class_static_block" => {
            let body = super::body(cx, node, "body");
            out.push(cx.named(Kind::OtherStatement, "static", span, &[body]));
        }
        "index_signature" => {
            let parts: Vec<_> = ["index_type", "type"]
                .into_iter()
                .map(|field| type_part(cx, node, field))
                .collect();
            out.push(cx.named(Kind::OtherStatement, "index signature", span, &parts));
        }
        // Members of an enumeration are no variables: an assignment does not match them.
        "enum_assignment" => {
            let name = node
                .child_by_field_name("name")
                .map_or(NodeId::NONE, |name| property_name(cx, name));
            let value = part(cx, node, "value");
            out.push(cx.named(Kind::OtherStatement, "member", span, &[name, value]));
        }
        "property_identifier" | "private_property_identifier" | "string" | "number" | "computed_property_name" => {
            let name = property_name(cx, node);
            match stands_for_several(cx, name) {
                true => out.push(name),
                false => out.push(cx.named(Kind::OtherStatement, "member", span, &[name, NodeId::NONE])),
            }
        }
        "ERROR" => out.append(&mut members(cx, node)),
        _ => statement(cx, node, out),
    }
}

fn field(cx: &mut Context<'_>, node: Node<'_>, before: &[Node<'_>], span: Range<usize>) -> NodeId {
    let attributes = attributes(cx, node, before);
    let declared = declared_name(cx, node);
    let annotation = type_part(cx, node, "type");
    let value = part(cx, node, "value");
    // `...` and `$...X` stand for whole members.
    if [attributes, annotation, value] == [NodeId::NONE; 3] && stands_for_several(cx, declared) {
        return declared;
    }
    let children = [attributes, annotation, value, NodeId::NONE, declared];
    define(cx, Kind::Variable, declared, span, &children)
}

pub(super) fn type_alias(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let declared = declared_name(cx, node);
    let generics = generics(cx, node);
    let value = type_part(cx, node, "value");
    let children = [NodeId::NONE, generics, value, declared];
    cx.definition(
        Kind::TypeAlias,
        declared,
        Flags::NONE,
        without_semicolon(cx, node),
        &children,
    )
}

// ---- names

fn declared_name(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    // JavaScript calls the name of a field its property.
    let name = node
        .child_by_field_name("name")
        .or_else(|| node.child_by_field_name("property"));
    name.map_or(NodeId::NONE, |name| property_name(cx, name))
}

/// The key of a property or the name of a member: an identifier, whatever it is written as, or an expression when it is computed.
pub(super) fn property_name(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.kind() {
        "string" => {
            let content = content_of(cx, node);
            cx.named(Kind::Identifier, content, extent(cx, node), &[])
        }
        "number" => {
            let value = number_text(cx.text(node));
            cx.named(Kind::Identifier, &value, extent(cx, node), &[])
        }
        "computed_property_name" => only(cx, node),
        _ => cx.identifier(node),
    }
}

/// A node named after what it declares; a computed name is none.
pub(super) fn define(
    cx: &mut Context<'_>,
    kind: Kind,
    declared: NodeId,
    span: Range<usize>,
    children: &[NodeId],
) -> NodeId {
    let is_name = |kind| matches!(kind, Kind::Identifier | Kind::Metavariable | Kind::MetavariableEllipsis);
    match declared.some() {
        Some(name) if is_name(cx.build.node(name).kind) => cx.definition(kind, name, Flags::NONE, span, children),
        _ => cx.add(kind, span, children),
    }
}

// ---- attributes

/// Decorators, and the words in front of a definition.
pub(super) fn attributes(cx: &mut Context<'_>, node: Node<'_>, before: &[Node<'_>]) -> NodeId {
    let mut made: Vec<_> = before.iter().map(|decorator| annotation(cx, *decorator)).collect();
    for child in all_children(node) {
        match child.kind() {
            "decorator" => made.push(annotation(cx, child)),
            "*" => made.push(cx.named(Kind::Modifier, "generator", child.byte_range(), &[])),
            // One token when a line break follows the words.
            "static get" => {
                for word in ["static", "get"] {
                    made.push(cx.named(Kind::Modifier, word, child.byte_range(), &[]));
                }
            }
            "accessibility_modifier"
            | "override_modifier"
            | "static"
            | "readonly"
            | "async"
            | "get"
            | "set"
            | "abstract"
            | "declare"
            | "accessor"
            | "const"
            | "new" => {
                made.push(cx.named(Kind::Modifier, cx.text(child), child.byte_range(), &[]));
            }
            _ => {}
        }
    }
    gathered(cx, &made)
}

/// The attributes in one node, or nothing.
fn gathered(cx: &mut Context<'_>, made: &[NodeId]) -> NodeId {
    match (made.first(), made.last()) {
        (Some(first), Some(last)) => {
            let span = cx.build.node(*first).start as usize..cx.build.node(*last).end as usize;
            cx.add(Kind::Attributes, span, made)
        }
        _ => NodeId::NONE,
    }
}

/// The range of a decorator is what follows the `@`.
fn annotation(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let children = named_children(node);
    let inner = only(cx, node);
    let span = match (children.first(), children.last()) {
        (Some(first), Some(last)) => from_to(*first, *last),
        _ => extent(cx, node),
    };
    if inner.is_some() && cx.build.node(inner).kind == Kind::Call {
        let parts = cx.build.children(inner).to_vec();
        return cx.add(Kind::Annotation, span, &parts);
    }
    cx.add(Kind::Annotation, span, &[inner, NodeId::NONE])
}
