//! Go.
//!
//! Not in the tree: the names of results (`(n int, err error)` is `(int, error)`), and empty statements.

mod definition;
mod expression;
mod import;
#[cfg(test)]
mod tests;
mod types;

use std::ops::Range;

use tree_sitter::Node;

use self::definition::{declarations, function, short_declaration, type_declaration};
use self::expression::{expression, expressions, first_expression, list_of, one_or_tuple, part};
use self::import::imports;
use self::types::type_of;
use super::{Context, Placeholder, all_children, field_children, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn file(cx: &mut Context<'_>, root: Node<'_>) -> NodeId {
    let statements = statements(cx, &named_children(root));
    cx.add(Kind::File, 0..cx.source().len(), &statements)
}

fn statements(cx: &mut Context<'_>, nodes: &[Node<'_>]) -> Vec<NodeId> {
    let mut made = Vec::new();
    for node in nodes {
        statement(cx, *node, &mut made);
    }
    made
}

fn block(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| {
        let statements = statements(cx, &named_children(node));
        cx.add(Kind::Block, node.byte_range(), &statements)
    })
}

fn block_of(cx: &mut Context<'_>, node: Node<'_>, field: &str) -> NodeId {
    match node.child_by_field_name(field) {
        Some(body) => block(cx, body),
        None => cx.add(Kind::Block, node.end_byte()..node.end_byte(), &[]),
    }
}

/// One statement of the grammar may be several of the tree (`var a, b int`).
fn statement(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    match node.kind() {
        kind if is_fragment(kind) => {}
        "statement_list" => {
            for child in named_children(node) {
                statement(cx, child, out);
            }
        }
        "empty_statement" => {}
        "import_declaration" => imports(cx, node, out),
        "var_declaration" | "const_declaration" => declarations(cx, node, out),
        "type_declaration" => {
            for child in named_children(node) {
                let made = cx.deeper(child, |cx| type_declaration(cx, child));
                out.extend(made.some());
            }
        }
        "short_var_declaration" => short_declaration(cx, node, out),
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
        || kind.ends_with("identifier")
        || matches!(
            kind,
            "parameter_list"
                | "parameter_declaration"
                | "type_parameter_list"
                | "type_parameter_declaration"
                | "type_arguments"
                | "type_constraint"
                | "argument_list"
                | "field_declaration_list"
                | "field_declaration"
                | "literal_value"
                | "literal_element"
                | "label_name"
                | "dot"
                | "escape_sequence"
                | "interpreted_string_literal_content"
                | "raw_string_literal_content"
                | "nil"
                | "true"
                | "false"
                | "iota"
        )
}

fn simple(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    match node.kind() {
        "package_clause" => {
            let name = named_children(node).first().map_or("", |name| cx.text(*name));
            match Placeholder::parse(name) {
                Some(Placeholder::Metavariable(name)) if cx.pattern => {
                    cx.named(Kind::Package, &format!("${name}"), span, &[])
                }
                _ => cx.named(Kind::Package, name, span, &[]),
            }
        }
        "function_declaration" | "method_declaration" => function(cx, node),
        "block" => {
            let statements = statements(cx, &named_children(node));
            cx.add(Kind::Block, span, &statements)
        }
        "expression_statement" => {
            let inner = first_expression(cx, node);
            match inner.some() {
                Some(inner) => cx.expression_statement(inner, Flags::NONE, span),
                None => NodeId::NONE,
            }
        }
        "send_statement" | "receive_statement" | "inc_statement" | "dec_statement" | "assignment_statement" => {
            let inner = effect(cx, node);
            cx.expression_statement(inner, Flags::NONE, span)
        }
        "return_statement" => {
            let value = named_children(node)
                .first()
                .map_or(NodeId::NONE, |list| one_or_tuple(cx, *list));
            cx.add(Kind::Return, span, &[value])
        }
        // The keyword is no part of what is reported.
        "go_statement" | "defer_statement" => {
            let word = if node.kind() == "go_statement" { "go" } else { "defer" };
            let inner = named_children(node).first().copied();
            let span = inner.map_or(span, |inner| inner.byte_range());
            let inner = inner.map_or(NodeId::NONE, |inner| expression(cx, inner));
            cx.named(Kind::OtherStatement, word, span, &[inner])
        }
        "fallthrough_statement" => cx.named(Kind::OtherStatement, "fallthrough", span, &[]),
        "labeled_statement" => {
            let children = named_children(node);
            let label = children.first().map_or(NodeId::NONE, |label| cx.identifier(*label));
            let inner = children.get(1).map_or(NodeId::NONE, |inner| single(cx, *inner));
            cx.add(Kind::Labeled, span, &[label, inner])
        }
        "break_statement" | "continue_statement" | "goto_statement" => {
            let kind = match node.kind() {
                "break_statement" => Kind::Break,
                "continue_statement" => Kind::Continue,
                _ => Kind::Goto,
            };
            let label = named_children(node)
                .first()
                .map_or(NodeId::NONE, |label| cx.identifier(*label));
            cx.add(kind, span, &[label])
        }
        "if_statement" => {
            let before = initialiser(cx, node);
            let condition = part(cx, node, "condition");
            let then = block_of(cx, node, "consequence");
            let other = match node.child_by_field_name("alternative") {
                Some(other) if other.kind() == "if_statement" => cx.deeper(other, |cx| simple(cx, other)),
                Some(other) => block(cx, other),
                None => NodeId::NONE,
            };
            let made = cx.add(Kind::If, span.clone(), &[condition, then, other]);
            after(cx, before, made, span)
        }
        "for_statement" => for_statement(cx, node),
        "expression_switch_statement" | "type_switch_statement" => {
            let before = initialiser(cx, node);
            let subject = match node.kind() {
                "type_switch_statement" => type_switch_subject(cx, node),
                _ => part(cx, node, "value"),
            };
            let made = switch(cx, node, subject);
            after(cx, before, made, span)
        }
        "select_statement" => {
            let made = switch(cx, node, NodeId::NONE);
            cx.named(Kind::OtherStatement, "select", span, &[made])
        }
        _ => {
            let inner = expression(cx, node);
            cx.expression_statement(inner, Flags::NONE, span)
        }
    }
}

/// One statement where the tree has room for one.
fn single(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut made = Vec::new();
    statement(cx, node, &mut made);
    match made.as_slice() {
        [] => NodeId::NONE,
        [only] => *only,
        several => cx.flagged(Kind::Block, Flags::BARE, node.byte_range(), several),
    }
}

/// The statement before the `;` of `if a := f(); a`.
fn initialiser(cx: &mut Context<'_>, node: Node<'_>) -> Vec<NodeId> {
    let mut made = Vec::new();
    if let Some(before) = node.child_by_field_name("initializer") {
        statement(cx, before, &mut made);
    }
    made
}

/// A statement after its initialiser: both in a block of their own.
fn after(cx: &mut Context<'_>, before: Vec<NodeId>, made: NodeId, span: Range<usize>) -> NodeId {
    if before.is_empty() {
        return made;
    }
    let mut statements = before;
    statements.push(made);
    cx.flagged(Kind::Block, Flags::BARE, span, &statements)
}

/// A statement that is an expression in the tree.
fn effect(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    match node.kind() {
        "inc_statement" | "dec_statement" => {
            let operator = if node.kind() == "inc_statement" { "++" } else { "--" };
            let operand = first_expression(cx, node);
            let operator = cx.build.symbol(operator);
            cx.build.add(Kind::Unary, operator, span, Flags::POSTFIX, &[operand])
        }
        "send_statement" => {
            let (channel, value) = (part(cx, node, "channel"), part(cx, node, "value"));
            cx.named(Kind::Binary, "<-", span, &[channel, value])
        }
        "receive_statement" => {
            let value = part(cx, node, "right");
            match node.child_by_field_name("left") {
                Some(left) => {
                    let target = one_or_tuple(cx, left);
                    cx.add(Kind::Assign, span, &[target, value])
                }
                None => value,
            }
        }
        _ => {
            let operator = node
                .child_by_field_name("operator")
                .map_or("=", |operator| operator.kind());
            let target = list_of(cx, node, "left");
            let value = list_of(cx, node, "right");
            match operator.strip_suffix('=') {
                None | Some("") => cx.add(Kind::Assign, span, &[target, value]),
                Some(operator) => cx.named(Kind::CompoundAssign, operator, span, &[target, value]),
            }
        }
    }
}

fn for_statement(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let body = node.child_by_field_name("body");
    let header = named_children(node).into_iter().find(|child| Some(*child) != body);
    let header = match header {
        Some(header) if header.kind() == "for_clause" => {
            let initialiser = clause(cx, header, "initializer");
            let condition = part(cx, header, "condition");
            let update = clause(cx, header, "update");
            let children = [initialiser, condition, update];
            cx.add(Kind::ForHeader, header.byte_range(), &children)
        }
        Some(header) if header.kind() == "range_clause" => {
            let pattern = list_of(cx, header, "left");
            let iterated = part(cx, header, "right");
            cx.named(Kind::ForEachHeader, "range", header.byte_range(), &[pattern, iterated])
        }
        Some(header) => {
            let condition = expression(cx, header);
            match cx.build.node(condition).kind {
                // `for ... {}`: any header.
                Kind::Ellipsis => condition,
                _ => cx.add(
                    Kind::ForHeader,
                    header.byte_range(),
                    &[NodeId::NONE, condition, NodeId::NONE],
                ),
            }
        }
        None => {
            let start = body.map_or(node.end_byte(), |body| body.start_byte());
            cx.add(Kind::ForHeader, start..start, &[NodeId::NONE; 3])
        }
    };
    let body = block_of(cx, node, "body");
    cx.add(Kind::For, node.byte_range(), &[header, body])
}

/// A statement between the semicolons of a loop.
fn clause(cx: &mut Context<'_>, header: Node<'_>, field: &str) -> NodeId {
    let Some(node) = header.child_by_field_name(field) else {
        return NodeId::NONE;
    };
    match node.kind() {
        "expression_statement" => first_expression(cx, node),
        "short_var_declaration" => {
            let mut made = Vec::new();
            short_declaration(cx, node, &mut made);
            match made.as_slice() {
                [only] => *only,
                several => cx.add(Kind::Sequence, node.byte_range(), several),
            }
        }
        _ => effect(cx, node),
    }
}

/// `x.(type)`, or `a := x.(type)` as an assignment.
fn type_switch_subject(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let value = node.child_by_field_name("value");
    let value_span = value.map_or(node.byte_range(), |value| value.byte_range());
    let inner = value.map_or(NodeId::NONE, |value| expression(cx, value));
    let subject = cx.named(Kind::OtherExpression, "type_switch", value_span.clone(), &[inner]);
    match node.child_by_field_name("alias") {
        Some(alias) => {
            let target = one_or_tuple(cx, alias);
            let span = alias.start_byte()..value_span.end;
            cx.add(Kind::Assign, span, &[target, subject])
        }
        None => subject,
    }
}

fn switch(cx: &mut Context<'_>, node: Node<'_>, subject: NodeId) -> NodeId {
    let mut parts = vec![subject];
    for case in named_children(node) {
        if matches!(
            case.kind(),
            "expression_case" | "type_case" | "default_case" | "communication_case"
        ) {
            parts.push(cx.deeper(case, |cx| switch_case(cx, case)));
        }
    }
    cx.add(Kind::Switch, node.byte_range(), &parts)
}

fn switch_case(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let labels = match node.kind() {
        "expression_case" => match node.child_by_field_name("value") {
            Some(list) => expressions(cx, &named_children(list)),
            None => Vec::new(),
        },
        "type_case" => {
            let labels = field_children(node, "type");
            labels.iter().map(|label| type_of(cx, *label)).collect()
        }
        "communication_case" => {
            let mut made = Vec::new();
            if let Some(communication) = node.child_by_field_name("communication") {
                let declares = all_children(communication).iter().any(|child| child.kind() == ":=");
                match declares {
                    true => short_declaration(cx, communication, &mut made),
                    false => made.push(effect(cx, communication)),
                }
            }
            made
        }
        _ => Vec::new(),
    };
    let colon = all_children(node)
        .iter()
        .find(|child| child.kind() == ":")
        .map_or(node.end_byte(), Node::start_byte);
    let labels = cx.add(Kind::CaseLabels, node.start_byte()..colon, &labels);
    let list = named_children(node)
        .into_iter()
        .find(|child| child.kind() == "statement_list");
    let mut made = Vec::new();
    if let Some(list) = list {
        statement(cx, list, &mut made);
    }
    let span = list.map_or(node.end_byte()..node.end_byte(), |list| list.byte_range());
    let body = cx.flagged(Kind::Block, Flags::BARE, span, &made);
    cx.add(Kind::Case, node.byte_range(), &[labels, body])
}
