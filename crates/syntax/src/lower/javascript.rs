//! JavaScript and TypeScript, with and without JSX. Their grammars share most kinds of nodes, so they share a lowering.
//!
//! Not in the tree: type arguments, the names of functions that are expressions, the keyword of a variable in the header of
//! `for … of` and `for … in`, what an import is asserted to be, `declare`, and `export` in front of a declaration.
//!
//! Patterns are read by the same code. What the grammars cannot read as it stands is written so:
//!
//! * `for (...)` as `for (__OG_ELLIPSIS;;)`; `for (... of ...)` is any header, too;
//! * `...` between elements as the text `__OG_ELLIPSIS`, `x=...` in an element as `x={__OG_ELLIPSIS}`;
//! * `($X: T)` as `(__OG_TYPED_X as T)`.

mod definition;
mod expression;
mod import;
mod markup;
#[cfg(test)]
mod tests;
mod types;

use std::ops::Range;

use tree_sitter::Node;

use self::definition::{class, enumeration, function, interface, type_alias, variables};
use self::expression::{content_of, expression, part};
use self::import::{export, import, import_alias};
use super::extent::extent;
use super::{Context, all_children, field_children, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn file(cx: &mut Context<'_>, root: Node<'_>) -> NodeId {
    let statements = statements(cx, &named_children(root));
    cx.add(Kind::File, 0..cx.source().len(), &statements)
}

fn statements(cx: &mut Context<'_>, nodes: &[Node<'_>]) -> Vec<NodeId> {
    let mut made = Vec::with_capacity(nodes.len());
    for node in nodes {
        statement(cx, *node, &mut made);
    }
    made
}

fn block(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let statements = statements(cx, &named_children(node));
    cx.add(Kind::Block, extent(cx, node), &statements)
}

/// The block of a field; a statement without braces is wrapped in one, and one that is missing gives an empty one.
fn body(cx: &mut Context<'_>, node: Node<'_>, field: &str) -> NodeId {
    match node.child_by_field_name(field) {
        Some(body) => branch(cx, body),
        None => cx.add(Kind::Block, node.end_byte()..node.end_byte(), &[]),
    }
}

fn branch(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    if node.kind() == "statement_block" {
        return cx.deeper(node, |cx| block(cx, node));
    }
    let made = statements(cx, &[node]);
    cx.flagged(Kind::Block, Flags::BARE, extent(cx, node), &made)
}

/// One statement of the grammar may be several of the tree (`const a = 1, b = 2`).
fn statement(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    let cut = cx.deeper(node, |cx| {
        statement_here(cx, node, out);
        NodeId::NONE
    });
    out.extend(cut.some());
}

fn statement_here(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    match node.kind() {
        "hash_bang_line" => {}
        // What the parser could still read inside is kept: it is often all of the code around one bad token.
        "ERROR" => out.extend(statements(cx, &named_children(node))),
        "variable_declaration" | "lexical_declaration" | "using_declaration" => variables(cx, node, out),
        "expression_statement" => expression_statement(cx, node, out),
        "import_statement" => out.push(import(cx, node)),
        "export_statement" => export(cx, node, out),
        "ambient_declaration" => ambient(cx, node, out),
        _ => out.push(simple(cx, node)),
    }
}

/// True for the nodes that [`statement`] has a case for, where an expression was expected.
fn is_statement(node: Node<'_>) -> bool {
    let kind = node.kind();
    kind.ends_with("_statement") || kind.ends_with("_declaration") || kind == "statement_block"
}

fn simple(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = extent(cx, node);
    match node.kind() {
        "statement_block" => block(cx, node),
        "empty_statement" => cx.add(Kind::Pass, span, &[]),
        "if_statement" => if_statement(cx, node),
        "while_statement" => {
            let condition = condition(cx, node, "condition");
            let body = body(cx, node, "body");
            cx.add(Kind::While, span, &[condition, body])
        }
        "do_statement" => {
            let body = body(cx, node, "body");
            let condition = condition(cx, node, "condition");
            cx.add(Kind::DoWhile, without_semicolon(cx, node), &[body, condition])
        }
        "for_statement" => for_statement(cx, node),
        "for_in_statement" => for_in_statement(cx, node),
        "switch_statement" => switch(cx, node),
        "try_statement" => try_statement(cx, node),
        "with_statement" => {
            let object = condition(cx, node, "object");
            let body = body(cx, node, "body");
            cx.add(Kind::With, span, &[object, body])
        }
        "break_statement" => jump(cx, node, Kind::Break),
        "continue_statement" => jump(cx, node, Kind::Continue),
        "debugger_statement" => cx.named(Kind::OtherStatement, "debugger", without_semicolon(cx, node), &[]),
        "return_statement" => {
            let value = only(cx, node);
            let flags = semicolon(node);
            cx.flagged(Kind::Return, flags, span, &[value])
        }
        "throw_statement" => {
            let value = only(cx, node);
            cx.add(Kind::Throw, without_semicolon(cx, node), &[value, NodeId::NONE])
        }
        "labeled_statement" => {
            let label = node
                .child_by_field_name("label")
                .map_or(NodeId::NONE, |label| cx.identifier(label));
            let body = node.child_by_field_name("body");
            let made = body.map_or_else(Vec::new, |body| statements(cx, &[body]));
            let labeled = match made.as_slice() {
                [only] => *only,
                several => cx.flagged(Kind::Block, Flags::BARE, span.clone(), several),
            };
            cx.add(Kind::Labeled, span, &[label, labeled])
        }
        "function_declaration" | "generator_function_declaration" | "function_signature" => {
            function(cx, node, &[], without_semicolon(cx, node))
        }
        "class_declaration" | "abstract_class_declaration" => class(cx, node, &[], span),
        "interface_declaration" => interface(cx, node),
        "enum_declaration" => enumeration(cx, node),
        "type_alias_declaration" => type_alias(cx, node),
        "import_alias" => import_alias(cx, node),
        "internal_module" | "module" => namespace(cx, node),
        // An expression where the parser lost its way.
        _ => {
            let inner = expression(cx, node);
            cx.expression_statement(inner, Flags::NONE, span)
        }
    }
}

fn expression_statement(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    let children = named_children(node);
    if let [only] = children.as_slice()
        && only.kind() == "internal_module"
    {
        out.push(namespace(cx, *only));
        return;
    }
    let inner = match children.as_slice() {
        [] => return,
        [only] => expression(cx, *only),
        several => {
            let parts: Vec<_> = several.iter().map(|part| expression(cx, *part)).collect();
            cx.other(node, &parts)
        }
    };
    let flags = semicolon(node);
    let made = cx.expression_statement(inner, flags, extent(cx, node));
    out.push(made);
    // `...;` reads as an ellipsis and an empty statement.
    if made == inner && flags == Flags::SEMICOLON {
        out.push(cx.add(Kind::Pass, node.end_byte() - 1..node.end_byte(), &[]));
    }
}

fn if_statement(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let condition = condition(cx, node, "condition");
    let then = body(cx, node, "consequence");
    let other = node.child_by_field_name("alternative");
    let other = other.and_then(|clause| named_children(clause).first().copied());
    let other = match other {
        None => NodeId::NONE,
        Some(other) if other.kind() == "if_statement" => cx.deeper(other, |cx| if_statement(cx, other)),
        Some(other) => branch(cx, other),
    };
    cx.add(Kind::If, extent(cx, node), &[condition, then, other])
}

fn for_statement(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let initialiser = match node.child_by_field_name("initializer") {
        Some(first) if first.kind().ends_with("_declaration") => {
            let made = statements(cx, &[first]);
            match made.as_slice() {
                [only] => *only,
                several => cx.add(Kind::Sequence, without_semicolon(cx, first), several),
            }
        }
        Some(first) if first.kind() != "empty_statement" => expression(cx, first),
        _ => NodeId::NONE,
    };
    let condition = field_children(node, "condition")
        .into_iter()
        .find(|child| child.kind() != "empty_statement")
        .map_or(NodeId::NONE, |condition| expression(cx, condition));
    let update = part(cx, node, "increment");
    let header = match [condition, update] {
        [NodeId::NONE, NodeId::NONE] if is_ellipsis(cx, initialiser) => initialiser,
        _ => cx.add(Kind::ForHeader, in_parentheses(node), &[initialiser, condition, update]),
    };
    let body = body(cx, node, "body");
    cx.add(Kind::For, extent(cx, node), &[header, body])
}

fn for_in_statement(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let bound = node
        .child_by_field_name("left")
        .map_or(NodeId::NONE, |left| expression(cx, left));
    let iterated = part(cx, node, "right");
    let header = if is_ellipsis(cx, bound) && is_ellipsis(cx, iterated) {
        bound
    } else {
        let operator = node
            .child_by_field_name("operator")
            .map_or("of", |operator| cx.text(operator));
        cx.named(Kind::ForEachHeader, operator, in_parentheses(node), &[bound, iterated])
    };
    let body = body(cx, node, "body");
    cx.add(Kind::For, extent(cx, node), &[header, body])
}

fn is_ellipsis(cx: &Context<'_>, id: NodeId) -> bool {
    id.is_some() && cx.build.node(id).kind == Kind::Ellipsis
}

fn switch(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut parts = vec![condition(cx, node, "value")];
    let cases = node.child_by_field_name("body").map(named_children).unwrap_or_default();
    for case in cases {
        if !matches!(case.kind(), "switch_case" | "switch_default") {
            // Code that the parser could not give to a case.
            let stray = statements(cx, &[case]);
            let labels = cx.add(Kind::CaseLabels, case.start_byte()..case.start_byte(), &[]);
            let body = cx.flagged(Kind::Block, Flags::BARE, extent(cx, case), &stray);
            parts.push(cx.add(Kind::Case, extent(cx, case), &[labels, body]));
            continue;
        }
        let value = case.child_by_field_name("value");
        let label: Vec<_> = value.map(|value| expression(cx, value)).into_iter().collect();
        let label_span = value.map_or(case.start_byte()..case.start_byte(), |value| value.byte_range());
        let labels = cx.add(Kind::CaseLabels, label_span, &label);
        let inner: Vec<_> = named_children(case)
            .into_iter()
            .filter(|child| Some(*child) != value)
            .collect();
        let span = match (inner.first(), inner.last()) {
            (Some(first), Some(last)) => first.start_byte()..extent(cx, *last).end,
            _ => case.end_byte()..case.end_byte(),
        };
        let made = statements(cx, &inner);
        let body = cx.flagged(Kind::Block, Flags::BARE, span, &made);
        parts.push(cx.add(Kind::Case, extent(cx, case), &[labels, body]));
    }
    cx.add(Kind::Switch, extent(cx, node), &parts)
}

fn try_statement(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let block = body(cx, node, "body");
    let handler = node.child_by_field_name("handler");
    let span = handler.map_or(node.end_byte()..node.end_byte(), |handler| extent(cx, handler));
    let made: Vec<_> = handler.map(|handler| self::handler(cx, handler)).into_iter().collect();
    let handlers = cx.add(Kind::Handlers, span, &made);
    let finally = match node.child_by_field_name("finalizer") {
        Some(clause) => body(cx, clause, "body"),
        None => NodeId::NONE,
    };
    let parts = [NodeId::NONE, block, handlers, NodeId::NONE, finally];
    cx.add(Kind::Try, extent(cx, node), &parts)
}

fn handler(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let caught = node
        .child_by_field_name("parameter")
        .map_or(NodeId::NONE, |caught| expression(cx, caught));
    let body = body(cx, node, "body");
    cx.add(Kind::Handler, extent(cx, node), &[NodeId::NONE, caught, body])
}

fn jump(cx: &mut Context<'_>, node: Node<'_>, kind: Kind) -> NodeId {
    let label = node
        .child_by_field_name("label")
        .map_or(NodeId::NONE, |label| cx.identifier(label));
    cx.add(kind, without_semicolon(cx, node), &[label])
}

/// `namespace a.b { … }`, `module 'm' { … }`.
fn namespace(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let name = match node.child_by_field_name("name") {
        Some(name) if name.kind() == "string" => {
            let content = content_of(cx, name);
            cx.named(Kind::Identifier, content, name.byte_range(), &[])
        }
        Some(name) => cx.identifier(name),
        None => NodeId::NONE,
    };
    let body = body(cx, node, "body");
    cx.named(Kind::OtherStatement, "namespace", extent(cx, node), &[name, body])
}

/// `declare …`: the declaration itself.
fn ambient(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    let children = named_children(node);
    match children.as_slice() {
        [only] if only.kind() == "statement_block" => {
            let block = block(cx, *only);
            out.push(cx.named(
                Kind::OtherStatement,
                "namespace",
                extent(cx, node),
                &[NodeId::NONE, block],
            ));
        }
        // `declare module.name: T`
        [name, declared] if name.kind() == "property_identifier" => {
            let name = cx.identifier(*name);
            let declared = types::type_of(cx, *declared);
            let children = [NodeId::NONE, declared, NodeId::NONE, NodeId::NONE, name];
            out.push(cx.definition(
                Kind::Variable,
                name,
                Flags::NONE,
                without_semicolon(cx, node),
                &children,
            ));
        }
        several => out.extend(statements(cx, several)),
    }
}

/// The expression in the parentheses of a statement, which are the statement's.
fn condition(cx: &mut Context<'_>, node: Node<'_>, field: &str) -> NodeId {
    match node.child_by_field_name(field) {
        Some(inner) if inner.kind() == "parenthesized_expression" => only(cx, inner),
        Some(inner) => expression(cx, inner),
        None => NodeId::NONE,
    }
}

/// The expression that is all of a node but words and marks.
fn only(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    named_children(node)
        .first()
        .map_or(NodeId::NONE, |inner| expression(cx, *inner))
}

fn semicolon(node: Node<'_>) -> Flags {
    match all_children(node).last() {
        Some(last) if last.kind() == ";" => Flags::SEMICOLON,
        _ => Flags::NONE,
    }
}

fn without_semicolon(cx: &Context<'_>, node: Node<'_>) -> Range<usize> {
    let children = all_children(node);
    match children.as_slice() {
        [.., before, last] if last.kind() == ";" => node.start_byte()..extent(cx, *before).end,
        _ => extent(cx, node),
    }
}

/// What is between the parentheses of a loop.
fn in_parentheses(node: Node<'_>) -> Range<usize> {
    let children = all_children(node);
    let open = children.iter().find(|child| child.kind() == "(");
    let close = children.iter().find(|child| child.kind() == ")");
    let start = open.map_or(node.start_byte(), Node::end_byte);
    start..close.map_or(start, Node::start_byte).max(start)
}
