//! Python.

mod definition;
mod expression;
mod import;
mod literal;

use tree_sitter::Node;

use self::definition::{class, decorated, function};
use self::expression::{dotted_name, expression, expressions, part};
use self::import::{import_from, imports};
use super::{Context, all_children, field_children, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn file(cx: &mut Context<'_>, root: Node<'_>) -> NodeId {
    let statements = statements(cx, root);
    cx.add(Kind::File, 0..cx.source().len(), &statements)
}

/// The statements of a module or a block.
fn statements(cx: &mut Context<'_>, parent: Node<'_>) -> Vec<NodeId> {
    let mut made = Vec::new();
    for child in named_children(parent) {
        statement(cx, child, &mut made);
    }
    made
}

fn block(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let statements = statements(cx, node);
    cx.add(Kind::Block, node.byte_range(), &statements)
}

/// The block of a field; a body that is missing gives an empty one.
fn body(cx: &mut Context<'_>, node: Node<'_>, field: &str) -> NodeId {
    match node.child_by_field_name(field) {
        Some(body) if body.kind() == "block" => block(cx, body),
        _ => cx.add(Kind::Block, node.end_byte()..node.end_byte(), &[]),
    }
}

/// One statement of the grammar may be several of the tree (`import a, b`).
fn statement(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    match node.kind() {
        "import_statement" => imports(cx, node, out),
        "ERROR" => {
            // What the parser could still read inside is kept: it is often all of the code around one bad token.
            for child in named_children(node) {
                statement(cx, child, out);
            }
        }
        _ => {
            let made = cx.deeper(node, |cx| simple(cx, node));
            out.extend(made.some());
            // `else` of a loop is a statement of its own, after the loop.
            if matches!(node.kind(), "for_statement" | "while_statement")
                && let Some(other) = node.child_by_field_name("alternative")
            {
                out.push(body(cx, other, "body"));
            }
        }
    }
}

fn simple(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    match node.kind() {
        "expression_statement" => expression_statement(cx, node),
        "return_statement" => {
            let value = named_children(node)
                .first()
                .map_or(NodeId::NONE, |value| expression(cx, *value));
            cx.add(Kind::Return, span, &[value])
        }
        "if_statement" => if_statement(cx, node),
        "for_statement" => {
            let target = part(cx, node, "left");
            let iterated = part(cx, node, "right");
            let header = from_field(node, "left").start..from_field(node, "right").end;
            let header = cx.named(Kind::ForEachHeader, "in", header, &[target, iterated]);
            let body = body(cx, node, "body");
            let start = all_children(node)
                .iter()
                .find(|child| child.kind() == "for")
                .map_or(span.start, Node::start_byte);
            let end = end_of(cx, body, span.start);
            cx.add(Kind::For, start..end, &[header, body])
        }
        "while_statement" => {
            let condition = part(cx, node, "condition");
            let body = body(cx, node, "body");
            let end = end_of(cx, body, span.start);
            cx.add(Kind::While, span.start..end, &[condition, body])
        }
        "with_statement" => with_statement(cx, node),
        "try_statement" => try_statement(cx, node),
        "function_definition" => function(cx, node, NodeId::NONE, span.start),
        "class_definition" => class(cx, node, NodeId::NONE, span.start),
        "decorated_definition" => decorated(cx, node),
        "raise_statement" => {
            let cause = node.child_by_field_name("cause");
            let value = named_children(node).into_iter().find(|child| Some(*child) != cause);
            let value = value.map_or(NodeId::NONE, |value| expression(cx, value));
            let cause = cause.map_or(NodeId::NONE, |cause| expression(cx, cause));
            cx.add(Kind::Throw, span, &[value, cause])
        }
        "assert_statement" => {
            let parts = expressions(cx, &named_children(node));
            cx.add(Kind::Assert, span, &parts)
        }
        "delete_statement" => {
            let parts = named_children(node).first().map(|target| match target.kind() {
                "expression_list" => expressions(cx, &named_children(*target)),
                _ => expressions(cx, &[*target]),
            });
            cx.add(Kind::Delete, span, &parts.unwrap_or_default())
        }
        "print_statement" => {
            let arguments = expressions(cx, &field_children(node, "argument"));
            let keyword = node.start_byte()..node.start_byte() + "print".len();
            let callee = cx.named(Kind::Name, "print", keyword, &[]);
            let arguments = cx.add(Kind::Arguments, span.clone(), &arguments);
            let call = cx.add(Kind::Call, span.clone(), &[callee, arguments]);
            cx.add(Kind::ExpressionStatement, span, &[call])
        }
        "exec_statement" => {
            let arguments = expressions(cx, &named_children(node));
            let keyword = node.start_byte()..node.start_byte() + "exec".len();
            let callee = cx.named(Kind::Name, "exec", keyword, &[]);
            let arguments = cx.add(Kind::Arguments, span.clone(), &arguments);
            let call = cx.add(Kind::Call, span.clone(), &[callee, arguments]);
            cx.add(Kind::ExpressionStatement, span, &[call])
        }
        "pass_statement" => cx.add(Kind::Pass, span, &[]),
        "break_statement" => cx.add(Kind::Break, span, &[NodeId::NONE]),
        "continue_statement" => cx.add(Kind::Continue, span, &[NodeId::NONE]),
        "global_statement" | "nonlocal_statement" => {
            let names: Vec<_> = named_children(node).iter().map(|name| cx.name(*name)).collect();
            let word = if node.kind() == "global_statement" {
                "global"
            } else {
                "nonlocal"
            };
            cx.named(Kind::Scope, word, span, &names)
        }
        "import_from_statement" | "future_import_statement" => import_from(cx, node),
        "type_alias_statement" => {
            let parts = expressions(cx, &named_children(node));
            let (name, value) = (parts.first().copied(), parts.get(1).copied());
            let assign = cx.add(
                Kind::Assign,
                span.clone(),
                &[name.unwrap_or(NodeId::NONE), value.unwrap_or(NodeId::NONE)],
            );
            cx.add(Kind::ExpressionStatement, span, &[assign])
        }
        "match_statement" => match_statement(cx, node),
        "block" => block(cx, node),
        // An expression where the parser lost its way.
        _ => {
            let inner = expression(cx, node);
            cx.expression_statement(inner, Flags::NONE, span)
        }
    }
}

fn expression_statement(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let children = named_children(node);
    let trailing_comma = all_children(node).last().is_some_and(|last| last.kind() == ",");
    let inner = match children.as_slice() {
        [] => return NodeId::NONE,
        [only] if !trailing_comma => match only.kind() {
            "assignment" => return assignment(cx, *only),
            _ => expression(cx, *only),
        },
        several => {
            let parts = expressions(cx, several);
            cx.add(Kind::Tuple, node.byte_range(), &parts)
        }
    };
    cx.expression_statement(inner, Flags::NONE, node.byte_range())
}

/// `a = 1`, `a: int`, `a: int = 1`. With a type it is the declaration of a variable.
fn assignment(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    let Some(annotation) = node.child_by_field_name("type") else {
        let assign = plain_assignment(cx, node);
        return cx.expression_statement(assign, Flags::NONE, span);
    };
    let left = node.child_by_field_name("left");
    let annotation = expression(cx, annotation);
    let value = part(cx, node, "right");
    match left {
        Some(left) if left.kind() == "identifier" => {
            let declared = cx.identifier(left);
            let children = [NodeId::NONE, annotation, value, NodeId::NONE, declared];
            cx.definition(Kind::Variable, declared, Flags::NONE, span, &children)
        }
        _ => {
            let target = left.map_or(NodeId::NONE, |left| expression(cx, left));
            let children = [NodeId::NONE, annotation, value, target, NodeId::NONE];
            cx.add(Kind::Variable, span, &children)
        }
    }
}

fn plain_assignment(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| {
        let target = part(cx, node, "left");
        let value = part(cx, node, "right");
        cx.add(Kind::Assign, node.byte_range(), &[target, value])
    })
}

fn if_statement(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let condition = part(cx, node, "condition");
    let then = body(cx, node, "consequence");
    let alternatives = field_children(node, "alternative");
    let other = alternative(cx, &alternatives);
    let end = node.end_byte();
    cx.add(Kind::If, node.start_byte()..end, &[condition, then, other])
}

/// `elif` is an `if` in the `else` branch.
fn alternative(cx: &mut Context<'_>, alternatives: &[Node<'_>]) -> NodeId {
    let Some((first, rest)) = alternatives.split_first() else {
        return NodeId::NONE;
    };
    if first.kind() != "elif_clause" {
        return body(cx, *first, "body");
    }
    cx.deeper(*first, |cx| {
        let condition = part(cx, *first, "condition");
        let then = body(cx, *first, "consequence");
        let other = alternative(cx, rest);
        let end = rest.last().unwrap_or(first).end_byte();
        cx.add(Kind::If, first.start_byte()..end, &[condition, then, other])
    })
}

/// Several items are statements in each other; the range starts at the item.
fn with_statement(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let clause = named_children(node)
        .into_iter()
        .find(|child| child.kind() == "with_clause");
    let mut items = clause.map(named_children).unwrap_or_default();
    // `with (a as b, c as d):` is a clause with a tuple in it.
    if let [only] = items.as_slice()
        && let Some(tuple) = only
            .child_by_field_name("value")
            .filter(|value| value.kind() == "tuple")
        && named_children(tuple).iter().any(|child| child.kind() == "as_pattern")
    {
        items = named_children(tuple);
    }
    let resources: Vec<_> = items
        .iter()
        .map(|item| (item.start_byte(), with_item(cx, *item)))
        .collect();
    let end = node.end_byte();
    let mut inner = body(cx, node, "body");
    for (start, resource) in resources.into_iter().rev() {
        inner = cx.add(Kind::With, start..end, &[resource, inner]);
    }
    inner
}

fn with_item(cx: &mut Context<'_>, item: Node<'_>) -> NodeId {
    let value = item.child_by_field_name("value").unwrap_or(item);
    if value.kind() != "as_pattern" {
        return expression(cx, value);
    }
    let children = named_children(value);
    let resource = children.first().map_or(NodeId::NONE, |first| expression(cx, *first));
    let target = value.child_by_field_name("alias").or(children.get(1).copied());
    let target = target.map_or(NodeId::NONE, |target| as_target(cx, target));
    cx.add(Kind::Assign, value.byte_range(), &[target, resource])
}

fn as_target(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.kind() {
        "as_pattern_target" => named_children(node)
            .first()
            .map_or(NodeId::NONE, |inner| expression(cx, *inner)),
        _ => expression(cx, node),
    }
}

fn try_statement(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let block = body(cx, node, "body");
    let (mut handlers, mut otherwise, mut finally) = (Vec::new(), NodeId::NONE, NodeId::NONE);
    let mut span = block_end(cx, block)..block_end(cx, block);
    for child in named_children(node) {
        match child.kind() {
            "except_clause" | "except_group_clause" => {
                if handlers.is_empty() {
                    span.start = child.start_byte();
                }
                span.end = child.end_byte();
                handlers.push(handler(cx, child));
            }
            "else_clause" => otherwise = body(cx, child, "body"),
            "finally_clause" => finally = last_block(cx, child),
            _ => {}
        }
    }
    let handlers = cx.add(Kind::Handlers, span, &handlers);
    cx.add(
        Kind::Try,
        node.byte_range(),
        &[NodeId::NONE, block, handlers, otherwise, finally],
    )
}

fn handler(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let (mut caught, mut name) = (NodeId::NONE, NodeId::NONE);
    let children = named_children(node);
    for child in children.iter().filter(|child| child.kind() != "block") {
        if child.kind() == "as_pattern" {
            let parts = named_children(*child);
            caught = parts.first().map_or(NodeId::NONE, |first| expression(cx, *first));
            name = parts.get(1).map_or(NodeId::NONE, |target| as_target(cx, *target));
        } else if caught.is_some() {
            name = expression(cx, *child);
        } else {
            caught = expression(cx, *child);
        }
    }
    let body = last_block(cx, node);
    cx.add(Kind::Handler, node.byte_range(), &[caught, name, body])
}

fn last_block(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match named_children(node)
        .into_iter()
        .rev()
        .find(|child| child.kind() == "block")
    {
        Some(found) => block(cx, found),
        None => cx.add(Kind::Block, node.end_byte()..node.end_byte(), &[]),
    }
}

fn match_statement(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let subjects = expressions(cx, &field_children(node, "subject"));
    let subject = match subjects.as_slice() {
        [only] => *only,
        several => cx.add(Kind::Tuple, from_field(node, "subject"), several),
    };
    let mut parts = vec![subject];
    let cases = node.child_by_field_name("body").map(named_children).unwrap_or_default();
    for case in cases.into_iter().filter(|child| child.kind() == "case_clause") {
        let mut labels = Vec::new();
        for child in named_children(case) {
            match child.kind() {
                "case_pattern" => labels.push(pattern(cx, child)),
                "if_clause" => labels.extend(named_children(child).iter().map(|inner| expression(cx, *inner))),
                _ => {}
            }
        }
        let labels = cx.add(Kind::CaseLabels, case.byte_range(), &labels);
        let body = body(cx, case, "consequence");
        parts.push(cx.add(Kind::Case, case.byte_range(), &[labels, body]));
    }
    cx.add(Kind::Switch, node.byte_range(), &parts)
}

/// A pattern of a `case`: what reads as an expression is one.
fn pattern(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| match node.kind() {
        "case_pattern" | "_simple_pattern" => match named_children(node).as_slice() {
            [only] => pattern(cx, *only),
            several => patterns(cx, node, several, Kind::OtherExpression),
        },
        "dotted_name" => dotted_name(cx, node),
        "tuple_pattern" => patterns(cx, node, &named_children(node), Kind::Tuple),
        "list_pattern" => patterns(cx, node, &named_children(node), Kind::List),
        "class_pattern" => {
            let children = named_children(node);
            let callee = children.first().map_or(NodeId::NONE, |name| dotted_name(cx, *name));
            let arguments = children.get(1..).unwrap_or_default();
            let arguments = patterns(cx, node, arguments, Kind::Arguments);
            cx.add(Kind::Call, node.byte_range(), &[callee, arguments])
        }
        "keyword_pattern" | "union_pattern" | "as_pattern" | "dict_pattern" | "splat_pattern" | "complex_pattern" => {
            patterns(cx, node, &named_children(node), Kind::OtherExpression)
        }
        _ => expression(cx, node),
    })
}

fn patterns(cx: &mut Context<'_>, node: Node<'_>, children: &[Node<'_>], kind: Kind) -> NodeId {
    let parts: Vec<_> = children.iter().map(|child| pattern(cx, *child)).collect();
    match kind {
        Kind::OtherExpression => cx.other(node, &parts),
        _ => cx.add(kind, node.byte_range(), &parts),
    }
}

fn from_field(node: Node<'_>, field: &str) -> std::ops::Range<usize> {
    node.child_by_field_name(field)
        .map_or(node.start_byte()..node.start_byte(), |child| child.byte_range())
}

fn block_end(cx: &Context<'_>, block: NodeId) -> usize {
    cx.build.node(block).end as usize
}

fn end_of(cx: &Context<'_>, block: NodeId, at_least: usize) -> usize {
    block_end(cx, block).max(at_least)
}
