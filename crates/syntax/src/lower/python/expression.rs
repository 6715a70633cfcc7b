//! Expressions and types.

use tree_sitter::Node;

use super::definition::parameters;
use super::literal::{number, string};
use super::plain_assignment;
use crate::lower::common::negative_number;
use crate::lower::{Context, Placeholder, all_children, field_children, from_to, named_children};
use crate::tree::{Flags, Kind, NodeId, Symbol};

pub(super) fn expressions(cx: &mut Context<'_>, nodes: &[Node<'_>]) -> Vec<NodeId> {
    nodes.iter().map(|node| expression(cx, *node)).collect()
}

/// The expression of a field, or nothing.
pub(super) fn part(cx: &mut Context<'_>, node: Node<'_>, field: &str) -> NodeId {
    node.child_by_field_name(field)
        .map_or(NodeId::NONE, |child| expression(cx, child))
}

pub(super) fn expression(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| expression_here(cx, node))
}

fn expression_here(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    match node.kind() {
        "identifier" => cx.name(node),
        "attribute" => {
            let object = part(cx, node, "object");
            let member = node
                .child_by_field_name("attribute")
                .map_or(NodeId::NONE, |member| cx.identifier(member));
            cx.definition(Kind::Member, member, Flags::NONE, span, &[object, member])
        }
        "call" => call(cx, node),
        "integer" | "float" => number(cx, node),
        "string" => string(cx, node),
        "concatenated_string" => {
            let parts = expressions(cx, &named_children(node));
            cx.add(Kind::Adjacent, span, &parts)
        }
        "true" => cx.named(Kind::Bool, "true", span, &[]),
        "false" => cx.named(Kind::Bool, "false", span, &[]),
        "none" => cx.named(Kind::Null, "null", span, &[]),
        "ellipsis" => match cx.pattern {
            true => cx.add(Kind::Ellipsis, span, &[]),
            false => cx.named(Kind::Special, "...", span, &[]),
        },
        "parenthesized_expression" => {
            let inner = named_children(node)
                .first()
                .map_or(NodeId::NONE, |inner| expression(cx, *inner));
            // Parentheses belong to what they hold.
            let widens = |kind| !matches!(kind, Kind::Metavariable | Kind::Ellipsis | Kind::MetavariableEllipsis);
            if inner.is_some() && widens(cx.build.node(inner).kind) {
                cx.build.widen(inner, span);
            }
            inner
        }
        "type" | "as_pattern_target" | "format_expression" => match named_children(node).as_slice() {
            [only] => expression(cx, *only),
            several => {
                let parts = expressions(cx, several);
                cx.other(node, &parts)
            }
        },
        // `List[int]` as a type is what it is as an expression.
        "generic_type" => generic_type(cx, node),
        "binary_operator" => {
            let operator = operator(cx, node);
            let (left, right) = (part(cx, node, "left"), part(cx, node, "right"));
            cx.build.add(Kind::Binary, operator, span, Flags::NONE, &[left, right])
        }
        "union_type" => {
            let parts = expressions(cx, &named_children(node));
            cx.named(Kind::Binary, "|", span, &parts)
        }
        "boolean_operator" => boolean(cx, node),
        "not_operator" => {
            let operand = part(cx, node, "argument");
            cx.named(Kind::Unary, "not", span, &[operand])
        }
        "unary_operator" => unary(cx, node),
        "comparison_operator" => comparison(cx, node),
        "conditional_expression" => match expressions(cx, &named_children(node)).as_slice() {
            [then, condition, other] => cx.add(Kind::Conditional, span, &[*condition, *then, *other]),
            parts => cx.other(node, parts),
        },
        "named_expression" => {
            let (target, value) = (part(cx, node, "name"), part(cx, node, "value"));
            cx.add(Kind::Assign, span, &[target, value])
        }
        "assignment" => plain_assignment(cx, node),
        "augmented_assignment" => {
            let operator = node
                .child_by_field_name("operator")
                .map_or("", |operator| cx.text(operator));
            let operator = operator.strip_suffix('=').unwrap_or(operator);
            let (target, value) = (part(cx, node, "left"), part(cx, node, "right"));
            cx.named(Kind::CompoundAssign, operator, span, &[target, value])
        }
        "lambda" => lambda(cx, node),
        "subscript" => subscript(cx, node),
        "slice" => slice(cx, node),
        "list" | "list_pattern" => container(cx, node, Kind::List),
        "tuple" | "tuple_pattern" | "pattern_list" | "expression_list" => container(cx, node, Kind::Tuple),
        "set" => container(cx, node, Kind::Set),
        "dictionary" => dictionary(cx, node),
        "pair" => {
            let (key, value) = (part(cx, node, "key"), part(cx, node, "value"));
            cx.add(Kind::Pair, span, &[key, value])
        }
        "list_comprehension" => comprehension(cx, node, "list"),
        "set_comprehension" => comprehension(cx, node, "set"),
        "dictionary_comprehension" => comprehension(cx, node, "dict"),
        "generator_expression" => comprehension(cx, node, "generator"),
        "list_splat" | "list_splat_pattern" => spread(cx, node, Flags::NONE),
        "dictionary_splat" | "dictionary_splat_pattern" | "keyword_splat" => spread(cx, node, Flags::MAPPING),
        "await" => {
            let inner = named_children(node)
                .first()
                .map_or(NodeId::NONE, |inner| expression(cx, *inner));
            cx.add(Kind::Await, span, &[inner])
        }
        "yield" => {
            let from = all_children(node).iter().any(|child| child.kind() == "from");
            let inner = named_children(node)
                .first()
                .map_or(NodeId::NONE, |inner| expression(cx, *inner));
            let flags = if from { Flags::MAPPING } else { Flags::NONE };
            cx.flagged(Kind::Yield, flags, span, &[inner])
        }
        "keyword_argument" => keyword_argument(cx, node),
        "dotted_name" => dotted_name(cx, node),
        "as_pattern" => {
            let children = named_children(node);
            let parts = expressions(cx, &children);
            match parts.as_slice() {
                [value, target] => cx.add(Kind::Assign, span, &[*target, *value]),
                parts => cx.other(node, parts),
            }
        }
        _ => {
            let parts = expressions(cx, &named_children(node));
            cx.other(node, &parts)
        }
    }
}

fn call(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let callee_text = node
        .child_by_field_name("function")
        .map_or("", |callee| cx.text(callee));
    let callee = part(cx, node, "function");
    let arguments = match node.child_by_field_name("arguments") {
        Some(list) if list.kind() == "generator_expression" => {
            let only = comprehension(cx, list, "generator");
            cx.add(Kind::Arguments, list.byte_range(), &[only])
        }
        Some(list) => {
            let made = arguments(cx, list);
            cx.add(Kind::Arguments, list.byte_range(), &made)
        }
        None => cx.add(Kind::Arguments, node.end_byte()..node.end_byte(), &[]),
    };
    cx.call(callee, arguments, node.byte_range(), callee_text)
}

pub(super) fn arguments(cx: &mut Context<'_>, list: Node<'_>) -> Vec<NodeId> {
    named_children(list)
        .iter()
        .map(|argument| expression(cx, *argument))
        .collect()
}

fn keyword_argument(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let name = node
        .child_by_field_name("name")
        .map_or(NodeId::NONE, |name| cx.identifier(name));
    let value = part(cx, node, "value");
    cx.definition(
        Kind::KeywordArgument,
        name,
        Flags::NONE,
        node.byte_range(),
        &[name, value],
    )
}

fn generic_type(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let children = named_children(node);
    let base = children.first().map_or(NodeId::NONE, |base| expression(cx, *base));
    let parameters = children.get(1).map(|list| named_children(*list)).unwrap_or_default();
    let parts = expressions(cx, &parameters);
    let index = match parts.as_slice() {
        [only] => *only,
        several => cx.add(Kind::Tuple, node.byte_range(), several),
    };
    cx.add(Kind::Index, node.byte_range(), &[base, index])
}

fn operator(cx: &mut Context<'_>, node: Node<'_>) -> Symbol {
    let text = node
        .child_by_field_name("operator")
        .map_or("", |operator| cx.text(operator));
    cx.build.symbol(text)
}

/// `a and b and c` is one node.
fn boolean(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let operator = operator(cx, node);
    let left = part(cx, node, "left");
    let right = part(cx, node, "right");
    let is_same = |cx: &Context<'_>, id: NodeId| {
        id.is_some() && cx.build.node(id).kind == Kind::Nary && cx.build.node(id).name == operator
    };
    let starts_bare = node
        .child_by_field_name("left")
        .is_some_and(|left| left.kind() == "boolean_operator");
    let mut operands = match is_same(cx, left) && starts_bare {
        true => cx.build.children(left).to_vec(),
        false => vec![left],
    };
    operands.push(right);
    cx.build
        .add(Kind::Nary, operator, node.byte_range(), Flags::NONE, &operands)
}

fn unary(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let operator = operator(cx, node);
    let operand = part(cx, node, "argument");
    negative_number(cx, operator, operand, node).unwrap_or_else(|| {
        cx.build
            .add(Kind::Unary, operator, node.byte_range(), Flags::NONE, &[operand])
    })
}

fn comparison(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let operands = expressions(cx, &named_children(node));
    let operators: Vec<_> = {
        let mut cursor = node.walk();
        node.children_by_field_name("operators", &mut cursor)
            .map(|operator| (operator.kind().to_owned(), operator.byte_range()))
            .collect()
    };
    if let ([left, right], [(operator, _)]) = (operands.as_slice(), operators.as_slice()) {
        let operator = if operator == "<>" { "!=" } else { operator };
        return cx.named(Kind::Binary, operator, node.byte_range(), &[*left, *right]);
    }
    let mut parts = Vec::with_capacity(operands.len() * 2);
    for (at, operand) in operands.iter().enumerate() {
        if let Some((operator, span)) = at.checked_sub(1).and_then(|at| operators.get(at)) {
            parts.push(cx.named(Kind::Identifier, operator, span.clone(), &[]));
        }
        parts.push(*operand);
    }
    cx.add(Kind::Comparison, node.byte_range(), &parts)
}

fn lambda(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let parameters = match node.child_by_field_name("parameters") {
        Some(list) => parameters(cx, list),
        None => cx.add(Kind::Parameters, node.start_byte()..node.start_byte(), &[]),
    };
    let body = part(cx, node, "body");
    cx.add(
        Kind::Lambda,
        node.byte_range(),
        &[NodeId::NONE, parameters, NodeId::NONE, body],
    )
}

fn subscript(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    if let Some(typed) = typed_metavariable(cx, node) {
        return typed;
    }
    let object = part(cx, node, "value");
    let indexes = field_children(node, "subscript");
    let made = expressions(cx, &indexes);
    let trailing = all_children(node)
        .iter()
        .rev()
        .nth(1)
        .is_some_and(|last| last.kind() == ",");
    let index = match (made.as_slice(), indexes.first(), indexes.last()) {
        ([only], ..) if !trailing => *only,
        (several, Some(first), Some(last)) => cx.add(Kind::Tuple, from_to(*first, *last), several),
        _ => NodeId::NONE,
    };
    cx.add(Kind::Index, node.byte_range(), &[object, index])
}

/// `$X: T` as an argument of a pattern, written `placeholder[T]`.
fn typed_metavariable(cx: &mut Context<'_>, node: Node<'_>) -> Option<NodeId> {
    let value = node.child_by_field_name("value").filter(|_| cx.pattern)?;
    let Some(Placeholder::Typed(name)) = Placeholder::parse(cx.text(value)) else {
        return None;
    };
    let name = format!("${name}");
    let kind = part(cx, node, "subscript");
    Some(cx.named(Kind::TypedMetavariable, &name, node.byte_range(), &[kind]))
}

/// `low:high:step`: which parts are there is told by the colons.
fn slice(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut parts = [NodeId::NONE; 3];
    let mut at = 0;
    for child in all_children(node) {
        match child.kind() {
            ":" => at += 1,
            _ if at < parts.len() => parts[at] = expression(cx, child),
            _ => {}
        }
    }
    cx.add(Kind::Slice, node.byte_range(), &parts)
}

fn container(cx: &mut Context<'_>, node: Node<'_>, kind: Kind) -> NodeId {
    let parts = expressions(cx, &named_children(node));
    cx.add(kind, node.byte_range(), &parts)
}

/// A dictionary with `**` in it is another kind of container. In patterns `**...` only stands for further entries.
fn dictionary(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut parts = Vec::new();
    let mut kind = Kind::Dict;
    for child in named_children(node) {
        let made = expression(cx, child);
        if child.kind() != "dictionary_splat" {
            parts.push(made);
            continue;
        }
        let inner = cx.build.children(made).first().copied().unwrap_or(NodeId::NONE);
        if cx.pattern
            && inner.is_some()
            && matches!(cx.build.node(inner).kind, Kind::Ellipsis | Kind::MetavariableEllipsis)
        {
            parts.push(inner);
        } else {
            kind = Kind::Set;
            parts.push(made);
        }
    }
    cx.add(kind, node.byte_range(), &parts)
}

fn comprehension(cx: &mut Context<'_>, node: Node<'_>, name: &str) -> NodeId {
    let mut parts = vec![part(cx, node, "body")];
    for child in named_children(node) {
        match child.kind() {
            "for_in_clause" => {
                let target = part(cx, child, "left");
                let iterated = match expressions(cx, &field_children(child, "right")).as_slice() {
                    [only] => *only,
                    several => cx.add(Kind::Tuple, child.byte_range(), several),
                };
                parts.push(cx.add(Kind::ComprehensionFor, child.byte_range(), &[target, iterated]));
            }
            "if_clause" => {
                let condition = named_children(child)
                    .first()
                    .map_or(NodeId::NONE, |inner| expression(cx, *inner));
                parts.push(cx.add(Kind::ComprehensionIf, child.byte_range(), &[condition]));
            }
            _ => {}
        }
    }
    cx.named(Kind::Comprehension, name, node.byte_range(), &parts)
}

fn spread(cx: &mut Context<'_>, node: Node<'_>, flags: Flags) -> NodeId {
    let inner = named_children(node)
        .first()
        .map_or(NodeId::NONE, |inner| expression(cx, *inner));
    cx.flagged(Kind::Spread, flags, node.byte_range(), &[inner])
}

pub(super) fn dotted_name(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut made = NodeId::NONE;
    for part in named_children(node) {
        if made == NodeId::NONE {
            made = cx.name(part);
            continue;
        }
        let member = cx.identifier(part);
        made = cx.definition(
            Kind::Member,
            member,
            Flags::NONE,
            node.start_byte()..part.end_byte(),
            &[made, member],
        );
    }
    made
}
