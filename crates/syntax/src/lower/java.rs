//! Java.
//!
//! Not in the tree: annotations inside types (`List<@A T>`), type arguments of calls (`A.<T>f()`), `permits`, the directives of a
//! module, and receiver parameters (`A this`).

mod definition;
mod expression;
mod import;
mod literal;
mod switch;
#[cfg(test)]
mod tests;
mod types;

use std::ops::Range;

use tree_sitter::Node;

use self::definition::{
    annotation, attributes, class, class_body, declared_name, declared_type, enum_constant, function, stand_in,
    variables,
};
use self::expression::{call_arguments, expression, expressions, part};
use self::import::{dotted_text, import};
use self::switch::switch;
use self::types::union;
use super::{Context, all_children, field_children, from_to, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn file(cx: &mut Context<'_>, root: Node<'_>) -> NodeId {
    let statements = statements(cx, root);
    cx.add(Kind::File, 0..cx.source().len(), &statements)
}

/// The statements of a file or a block. A lone `;` is one.
fn statements(cx: &mut Context<'_>, parent: Node<'_>) -> Vec<NodeId> {
    let mut made = Vec::new();
    for child in all_children(parent) {
        if child.is_named() {
            statement(cx, child, &mut made);
        } else if child.kind() == ";" && !child.is_missing() {
            made.push(cx.add(Kind::Pass, child.byte_range(), &[]));
        }
    }
    made
}

fn block(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let statements = statements(cx, node);
    cx.add(Kind::Block, node.byte_range(), &statements)
}

/// The block of a field; a body that is missing gives an empty one.
fn body(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.child_by_field_name("body") {
        Some(body) => branch(cx, body),
        None => cx.add(Kind::Block, node.end_byte()..node.end_byte(), &[]),
    }
}

/// A branch or the body of a loop: a statement without braces is wrapped.
fn branch(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.kind() {
        "block" | "constructor_body" => cx.deeper(node, |cx| block(cx, node)),
        _ => bare(cx, &[node], node.byte_range()),
    }
}

fn bare(cx: &mut Context<'_>, nodes: &[Node<'_>], span: Range<usize>) -> NodeId {
    let mut made = Vec::new();
    for node in nodes {
        if node.is_named() {
            statement(cx, *node, &mut made);
        } else if node.kind() == ";" {
            made.push(cx.add(Kind::Pass, node.byte_range(), &[]));
        }
    }
    cx.flagged(Kind::Block, Flags::BARE, span, &made)
}

/// One statement of the grammar may be several of the tree (`int a, b;`).
fn statement(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    match node.kind() {
        kind if is_fragment(kind) => {}
        "local_variable_declaration" => variables(cx, node, true, out),
        "field_declaration" | "constant_declaration" => variables(cx, node, false, out),
        "ERROR" => {
            let rest = cx.deeper(node, |cx| {
                remains(cx, node, out);
                NodeId::NONE
            });
            out.extend(rest.some());
        }
        _ => {
            let made = cx.deeper(node, |cx| simple(cx, node));
            out.extend(made.some());
        }
    }
}

/// What the parser could still read around a bad token.
fn remains(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    for child in named_children(node) {
        statement(cx, child, out);
    }
}

/// Pieces of a declaration or an expression without what makes them one: they say nothing.
fn is_fragment(kind: &str) -> bool {
    kind.ends_with("_type")
        || kind.ends_with("_literal")
        || matches!(
            kind,
            "identifier"
                | "type_identifier"
                | "scoped_identifier"
                | "scoped_type_identifier"
                | "modifiers"
                | "dimensions"
                | "formal_parameter"
                | "formal_parameters"
                | "spread_parameter"
                | "receiver_parameter"
                | "catch_formal_parameter"
                | "inferred_parameters"
                | "type_parameter"
                | "type_parameters"
                | "type_arguments"
                | "type_bound"
                | "type_list"
                | "wildcard"
                | "extends_interfaces"
                | "throws"
                | "superclass"
                | "super_interfaces"
                | "asterisk"
                | "escape_sequence"
                | "string_fragment"
                | "multiline_string_fragment"
                | "underscore_pattern"
                | "this"
                | "super"
                | "true"
                | "false"
        )
}

/// A statement whose `;` is no part of it.
fn without_semicolon(node: Node<'_>) -> Range<usize> {
    let children = all_children(node);
    let last = children.iter().rev().find(|child| child.kind() != ";");
    node.start_byte()..last.map_or(node.end_byte(), Node::end_byte)
}

fn semicolon(node: Node<'_>) -> Flags {
    let ends = all_children(node)
        .last()
        .is_some_and(|last| last.kind() == ";" && !last.is_missing());
    if ends { Flags::SEMICOLON } else { Flags::NONE }
}

fn simple(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    match node.kind() {
        "expression_statement" => expression_statement(cx, node),
        "block" | "constructor_body" | "static_initializer" => {
            let inner = named_children(node).into_iter().find(|child| child.kind() == "block");
            let inner = inner.filter(|_| node.kind() == "static_initializer").unwrap_or(node);
            let statements = statements(cx, inner);
            let flags = match node.kind() {
                "static_initializer" => Flags::STATIC,
                _ => Flags::NONE,
            };
            cx.flagged(Kind::Block, flags, span, &statements)
        }
        "labeled_statement" => {
            let children = named_children(node);
            let label = children.first().map_or(NodeId::NONE, |label| cx.identifier(*label));
            let inner = all_children(node)
                .last()
                .map_or(NodeId::NONE, |inner| single(cx, *inner));
            cx.add(Kind::Labeled, span, &[label, inner])
        }
        "if_statement" => {
            let condition = condition(cx, node);
            let then = node
                .child_by_field_name("consequence")
                .map_or(NodeId::NONE, |then| branch(cx, then));
            let other = match node.child_by_field_name("alternative") {
                Some(other) if other.kind() == "if_statement" => cx.deeper(other, |cx| simple(cx, other)),
                Some(other) => branch(cx, other),
                None => NodeId::NONE,
            };
            cx.add(Kind::If, span, &[condition, then, other])
        }
        "while_statement" => {
            let condition = condition(cx, node);
            let body = body(cx, node);
            cx.add(Kind::While, span, &[condition, body])
        }
        "do_statement" => {
            let body = body(cx, node);
            let condition = condition(cx, node);
            cx.add(Kind::DoWhile, without_semicolon(node), &[body, condition])
        }
        "for_statement" => for_statement(cx, node),
        "enhanced_for_statement" => for_each(cx, node),
        "switch_expression" => switch(cx, node),
        "assert_statement" => {
            let parts = expressions(cx, &named_children(node));
            cx.add(Kind::Assert, without_semicolon(node), &parts)
        }
        "break_statement" | "continue_statement" => {
            let label = named_children(node)
                .first()
                .map_or(NodeId::NONE, |label| cx.identifier(*label));
            let kind = match node.kind() {
                "break_statement" => Kind::Break,
                _ => Kind::Continue,
            };
            cx.add(kind, without_semicolon(node), &[label])
        }
        "return_statement" => {
            let value = first_expression(cx, node);
            cx.add(Kind::Return, without_semicolon(node), &[value])
        }
        "throw_statement" => {
            let value = first_expression(cx, node);
            cx.add(Kind::Throw, without_semicolon(node), &[value, NodeId::NONE])
        }
        "yield_statement" => {
            let value = first_expression(cx, node);
            let value = cx.add(Kind::Yield, without_semicolon(node), &[value]);
            cx.flagged(Kind::ExpressionStatement, semicolon(node), span, &[value])
        }
        "synchronized_statement" => {
            let lock = named_children(node)
                .first()
                .map_or(NodeId::NONE, |lock| unwrapped(cx, *lock));
            let body = body(cx, node);
            cx.named(Kind::OtherStatement, "synchronized", span, &[lock, body])
        }
        "try_statement" | "try_with_resources_statement" => try_statement(cx, node),
        "explicit_constructor_invocation" => constructor_call(cx, node),
        "package_declaration" => {
            let name = named_children(node)
                .into_iter()
                .rfind(|child| matches!(child.kind(), "identifier" | "scoped_identifier"));
            let name = name.map_or(String::new(), |name| dotted_text(cx, name));
            cx.named(Kind::Package, &name, without_semicolon(node), &[])
        }
        "import_declaration" => import(cx, node),
        "module_declaration" => cx.named(Kind::OtherStatement, "module", span, &[]),
        "class_declaration" => class(cx, node, "class"),
        "interface_declaration" => class(cx, node, "interface"),
        "enum_declaration" => class(cx, node, "enum"),
        "record_declaration" => class(cx, node, "record"),
        "annotation_type_declaration" => class(cx, node, "@interface"),
        "enum_constant" => enum_constant(cx, node),
        "method_declaration"
        | "constructor_declaration"
        | "compact_constructor_declaration"
        | "annotation_type_element_declaration" => function(cx, node),
        "class_body" | "interface_body" | "enum_body" | "annotation_type_body" => class_body(cx, node),
        "marker_annotation" | "annotation" => annotation(cx, node),
        _ => {
            let inner = expression(cx, node);
            cx.expression_statement(inner, Flags::NONE, span)
        }
    }
}

/// One statement where the tree has room for one.
fn single(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    if !node.is_named() {
        return cx.add(Kind::Pass, node.byte_range(), &[]);
    }
    let mut made = Vec::new();
    statement(cx, node, &mut made);
    match made.as_slice() {
        [only] => *only,
        several => cx.flagged(Kind::Block, Flags::BARE, node.byte_range(), several),
    }
}

fn expression_statement(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let Some(inner) = named_children(node).first().copied() else {
        return NodeId::NONE;
    };
    if inner.kind() == "switch_expression" {
        return cx.deeper(inner, |cx| switch(cx, inner));
    }
    let inner = expression(cx, inner);
    cx.expression_statement(inner, semicolon(node), node.byte_range())
}

fn first_expression(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    named_children(node)
        .first()
        .map_or(NodeId::NONE, |inner| expression(cx, *inner))
}

/// The condition of a statement, without the parentheses that the statement has.
fn condition(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    node.child_by_field_name("condition")
        .map_or(NodeId::NONE, |condition| unwrapped(cx, condition))
}

fn unwrapped(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.kind() {
        "parenthesized_expression" => first_expression(cx, node),
        _ => expression(cx, node),
    }
}

fn for_statement(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut made = Vec::new();
    let initialisers = field_children(node, "init");
    for initialiser in &initialisers {
        match initialiser.kind() {
            "local_variable_declaration" => variables(cx, *initialiser, false, &mut made),
            _ => made.push(expression(cx, *initialiser)),
        }
    }
    let initialiser = sequence(cx, &initialisers, &made);
    let condition = part(cx, node, "condition");
    let updates = field_children(node, "update");
    let made = expressions(cx, &updates);
    let update = sequence(cx, &updates, &made);
    let span = parentheses(node);
    let header = cx.add(Kind::ForHeader, span, &[initialiser, condition, update]);
    let body = body(cx, node);
    cx.add(Kind::For, node.byte_range(), &[header, body])
}

fn sequence(cx: &mut Context<'_>, nodes: &[Node<'_>], made: &[NodeId]) -> NodeId {
    match (made, nodes.first(), nodes.last()) {
        ([], ..) => NodeId::NONE,
        ([only], ..) => *only,
        (several, Some(first), Some(last)) => cx.add(Kind::Sequence, from_to(*first, *last), several),
        _ => NodeId::NONE,
    }
}

/// What is between the parentheses of a loop.
fn parentheses(node: Node<'_>) -> Range<usize> {
    let children = all_children(node);
    let open = children.iter().find(|child| child.kind() == "(");
    let close = children.iter().rev().find(|child| child.kind() == ")");
    let start = open.map_or(node.start_byte(), Node::end_byte);
    start..close.map_or(start, Node::start_byte).max(start)
}

fn for_each(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = parentheses(node);
    let stands_for = stand_in(
        cx,
        node.child_by_field_name("type"),
        node.child_by_field_name("name"),
        span.clone(),
    );
    let value = part(cx, node, "value");
    let header = match stands_for {
        Some(whole) if value.is_some() && cx.build.node(value).kind == Kind::Ellipsis => whole,
        _ => {
            let attributes = attributes(cx, node);
            let declared_type = declared_type(cx, node);
            let declared = declared_name(cx, node);
            let end = node
                .child_by_field_name("dimensions")
                .or(node.child_by_field_name("name"))
                .map_or(span.start, |last| last.end_byte());
            let start = start_of(node, &["modifiers"], "type");
            let children = [attributes, declared_type, NodeId::NONE, NodeId::NONE, declared];
            let variable = cx.definition(Kind::Variable, declared, Flags::NONE, start..end.max(start), &children);
            cx.named(Kind::ForEachHeader, ":", span, &[variable, value])
        }
    };
    let body = body(cx, node);
    cx.add(Kind::For, node.byte_range(), &[header, body])
}

/// Where a declaration inside another node starts: at its first child of these kinds, or at a field.
fn start_of(node: Node<'_>, kinds: &[&str], field: &str) -> usize {
    named_children(node)
        .iter()
        .find(|child| kinds.contains(&child.kind()))
        .copied()
        .or(node.child_by_field_name(field))
        .map_or(node.start_byte(), |first| first.start_byte())
}

fn try_statement(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let resources = match node.child_by_field_name("resources") {
        Some(list) => {
            let made: Vec<_> = named_children(list)
                .into_iter()
                .filter(|child| child.kind() == "resource")
                .map(|resource| self::resource(cx, resource))
                .collect();
            cx.flagged(Kind::Block, Flags::BARE, list.byte_range(), &made)
        }
        None => NodeId::NONE,
    };
    let block = body(cx, node);
    let end = cx.build.node(block).end as usize;
    let (mut handlers, mut finally, mut span) = (Vec::new(), NodeId::NONE, end..end);
    for child in named_children(node) {
        match child.kind() {
            "catch_clause" => {
                if handlers.is_empty() {
                    span.start = child.start_byte();
                }
                span.end = child.end_byte();
                handlers.push(handler(cx, child));
            }
            "finally_clause" => {
                finally = named_children(child)
                    .first()
                    .map_or(NodeId::NONE, |block| branch(cx, *block));
            }
            _ => {}
        }
    }
    let handlers = cx.add(Kind::Handlers, span, &handlers);
    let children = [resources, block, handlers, NodeId::NONE, finally];
    cx.add(Kind::Try, node.byte_range(), &children)
}

fn resource(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    if node.child_by_field_name("name").is_none() {
        let inner = first_expression(cx, node);
        return match inner.some() {
            Some(inner) => cx.expression_statement(inner, Flags::NONE, node.byte_range()),
            None => NodeId::NONE,
        };
    }
    let attributes = attributes(cx, node);
    let declared_type = declared_type(cx, node);
    let value = part(cx, node, "value");
    let declared = declared_name(cx, node);
    let children = [attributes, declared_type, value, NodeId::NONE, declared];
    cx.definition(Kind::Variable, declared, Flags::NONE, node.byte_range(), &children)
}

fn handler(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let (mut caught, mut name) = (NodeId::NONE, NodeId::NONE);
    if let Some(parameter) = named_children(node)
        .into_iter()
        .find(|child| child.kind() == "catch_formal_parameter")
    {
        let types = named_children(parameter)
            .into_iter()
            .find(|child| child.kind() == "catch_type");
        caught = types.map_or(NodeId::NONE, |types| union(cx, "|", &named_children(types)));
        name = parameter
            .child_by_field_name("name")
            .map_or(NodeId::NONE, |name| cx.name(name));
        // `catch (...)`
        let is_ellipsis = |id: NodeId| id.is_some() && cx.build.node(id).kind == Kind::Ellipsis;
        if is_ellipsis(caught) && is_ellipsis(name) {
            name = NodeId::NONE;
        }
    }
    let body = body(cx, node);
    cx.add(Kind::Handler, node.byte_range(), &[caught, name, body])
}

/// `super(…);` and `this(…);`
fn constructor_call(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let object = part(cx, node, "object");
    let callee = match node.child_by_field_name("constructor") {
        Some(word) if object.is_some() => {
            let member = cx.identifier(word);
            let span = node.start_byte()..word.end_byte();
            cx.definition(Kind::Member, member, Flags::NONE, span, &[object, member])
        }
        Some(word) => expression(cx, word),
        None => NodeId::NONE,
    };
    let arguments = call_arguments(cx, node);
    let call = cx.add(Kind::Call, without_semicolon(node), &[callee, arguments]);
    cx.flagged(Kind::ExpressionStatement, semicolon(node), node.byte_range(), &[call])
}
