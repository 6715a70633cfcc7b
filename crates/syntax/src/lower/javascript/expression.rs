//! Expressions, and the targets of assignments and declarations, which have the shapes of expressions.

use std::ops::Range;

use std::borrow::Cow;

use tree_sitter::Node;

use super::definition::{class, define, function, lambda, property_name};
use super::markup::element;
use super::types::{cast_type, class_name, type_of};
use super::{is_statement, only, statement};
use crate::lower::common::negated;
use crate::lower::extent::extent;
use crate::lower::{Context, Placeholder, all_children, named_children};
use crate::tree::{Flags, Kind, NodeId};

fn expressions(cx: &mut Context<'_>, nodes: &[Node<'_>]) -> Vec<NodeId> {
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
    let span = extent(cx, node);
    if node.is_missing() {
        return cx.named(Kind::OtherExpression, "missing", span, &[]);
    }
    match node.kind() {
        "identifier" | "undefined" | "import" | "private_property_identifier" => cx.name(node),
        "this" | "super" => cx.named(Kind::Special, node.kind(), span, &[]),
        "true" | "false" => cx.named(Kind::Bool, node.kind(), span, &[]),
        "null" => cx.named(Kind::Null, "null", span, &[]),
        "number" => number(cx, node),
        "string" => cx.named(Kind::Str, content_of(cx, node), span, &[]),
        "template_string" => template(cx, node, false),
        "regex" => regex(cx, node),
        "member_expression" | "subscript_expression" | "call_expression" | "nested_identifier" => chain(cx, node),
        "new_expression" => new(cx, node),
        "object" | "object_pattern" => record(cx, node),
        "array" | "array_pattern" => list(cx, node),
        "spread_element" | "rest_pattern" => {
            let inner = only(cx, node);
            cx.add(Kind::Spread, span, &[inner])
        }
        "arrow_function" | "function_expression" | "generator_function" => lambda(cx, node),
        "class" => {
            let class = class(cx, node, &[], span.clone());
            cx.named(Kind::OtherExpression, "class", span, &[class])
        }
        "parenthesized_expression" => match node.child_by_field_name("type") {
            // `(a: T)` is read by the grammar but is no TypeScript.
            Some(_) => only(cx, node),
            None => in_parentheses(cx, node),
        },
        "sequence_expression" => sequence(cx, node),
        "assignment_expression" | "assignment_pattern" => {
            let (target, value) = (part(cx, node, "left"), part(cx, node, "right"));
            cx.add(Kind::Assign, span, &[target, value])
        }
        "augmented_assignment_expression" => {
            let operator = operator(cx, node);
            let operator = operator.strip_suffix('=').unwrap_or(operator);
            let (target, value) = (part(cx, node, "left"), part(cx, node, "right"));
            cx.named(Kind::CompoundAssign, operator, span, &[target, value])
        }
        "binary_expression" => {
            let (left, right) = (part(cx, node, "left"), part(cx, node, "right"));
            cx.named(Kind::Binary, operator(cx, node), span, &[left, right])
        }
        "unary_expression" => unary(cx, node),
        "update_expression" => {
            let operand = part(cx, node, "argument");
            let made = cx.named(Kind::Unary, operator(cx, node), span, &[operand]);
            let first = node.child(0);
            if first.is_some_and(|first| first.is_named()) {
                cx.build.flag(made, Flags::POSTFIX);
            }
            made
        }
        "non_null_expression" => {
            let operand = only(cx, node);
            let made = cx.named(Kind::Unary, "!", span, &[operand]);
            cx.build.flag(made, Flags::POSTFIX);
            made
        }
        "ternary_expression" => {
            let parts = ["condition", "consequence", "alternative"].map(|field| part(cx, node, field));
            cx.add(Kind::Conditional, span, &parts)
        }
        "await_expression" => {
            let inner = only(cx, node);
            cx.add(Kind::Await, span, &[inner])
        }
        "yield_expression" => {
            let inner = only(cx, node);
            let all = all_children(node).iter().any(|child| child.kind() == "*");
            let flags = if all { Flags::MAPPING } else { Flags::NONE };
            cx.flagged(Kind::Yield, flags, span, &[inner])
        }
        "as_expression" | "satisfies_expression" => cast(cx, node),
        "type_assertion" => {
            let children = named_children(node);
            let list = children.first().map(|list| named_children(*list)).unwrap_or_default();
            let target = list.first().map_or(NodeId::NONE, |target| type_of(cx, *target));
            let value = children.get(1).map_or(NodeId::NONE, |value| expression(cx, *value));
            cx.add(Kind::Cast, span, &[target, value])
        }
        "instantiation_expression" => {
            let inner = only(cx, node);
            match cx.pattern {
                true => cx.named(Kind::OtherExpression, "typed name", span, &[inner]),
                false => inner,
            }
        }
        "meta_property" => meta_property(cx, node),
        "jsx_element" | "jsx_self_closing_element" => element(cx, node),
        // In TypeScript a namespace may stand where an expression does, and after an error anything may.
        "internal_module" | "ERROR" => with_statements(cx, node),
        _ if is_statement(node) => with_statements(cx, node),
        _ => {
            let parts = expressions(cx, &named_children(node));
            cx.other(node, &parts)
        }
    }
}

/// Code where an expression was expected: nothing of it is lost.
fn with_statements(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut parts = Vec::new();
    let children = match node.kind() {
        "ERROR" => named_children(node),
        _ => vec![node],
    };
    for child in children {
        match is_statement(child) || child.kind() == "internal_module" {
            true => statement(cx, child, &mut parts),
            false => parts.push(expression(cx, child)),
        }
    }
    cx.other(node, &parts)
}

/// Parentheses belong to what they hold, but never to a lone identifier.
fn in_parentheses(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let parts = expressions(cx, &named_children(node));
    let inner = match parts.as_slice() {
        [] => return NodeId::NONE,
        [only] => *only,
        several => cx.add(Kind::Sequence, extent(cx, node), several),
    };
    let kind = cx.build.node(inner).kind;
    if !matches!(
        kind,
        Kind::Name | Kind::Metavariable | Kind::Ellipsis | Kind::MetavariableEllipsis
    ) {
        cx.build.widen(inner, extent(cx, node));
    }
    inner
}

fn sequence(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut parts = Vec::new();
    for child in named_children(node) {
        let made = expression(cx, child);
        if child.kind() == "sequence_expression" && cx.build.node(made).kind == Kind::Sequence {
            parts.extend_from_slice(cx.build.children(made));
        } else {
            parts.push(made);
        }
    }
    cx.add(Kind::Sequence, extent(cx, node), &parts)
}

fn operator<'t>(cx: &Context<'t>, node: Node<'_>) -> &'t str {
    node.child_by_field_name("operator")
        .map_or("", |operator| cx.text(operator))
}

/// `-1` is a number.
fn unary(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let operand = part(cx, node, "argument");
    let operator = operator(cx, node);
    if let Some(operand) = operand.some()
        && operator == "-"
        && matches!(cx.build.node(operand).kind, Kind::Float | Kind::Int)
    {
        let number = *cx.build.node(operand);
        let value = negated(cx.build.name(number.name));
        return cx.named(number.kind, &value, extent(cx, node), &[]);
    }
    cx.named(Kind::Unary, operator, extent(cx, node), &[operand])
}

/// `e as T`; in patterns also the way to write a metavariable with a type.
fn cast(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let value = named_children(node).first().copied();
    if let Some(value) = value
        && cx.pattern
        && let Some(Placeholder::Typed(name)) = Placeholder::parse(cx.text(value))
    {
        let target = cast_type(cx, node);
        return cx.named(
            Kind::TypedMetavariable,
            &format!("${name}"),
            extent(cx, node),
            &[target],
        );
    }
    let inner = value.map_or(NodeId::NONE, |value| expression(cx, value));
    let target = cast_type(cx, node);
    cx.add(Kind::Cast, extent(cx, node), &[target, inner])
}

// ---- members, calls

fn optional(node: Node<'_>) -> Flags {
    let chained = all_children(node)
        .iter()
        .any(|child| matches!(child.kind(), "?." | "optional_chain"));
    if chained { Flags::OPTIONAL } else { Flags::NONE }
}

/// `a.b[c](d)`, of which every link starts where the first one does.
fn chain(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match awaited(cx, node) {
        Some(start) => {
            let inner = link(cx, node, start);
            cx.add(Kind::Await, extent(cx, node), &[inner])
        }
        None => link(cx, node, node.start_byte()),
    }
}

/// Where that starts of which a chain awaits the value.
///
/// The grammar of JavaScript reads `await (a).b()` as a call of something named `await`: the parentheses after it. That of TypeScript
/// reads `await a.b<T>()` as a call of `await a.b`, which would be in parentheses.
fn awaited(cx: &Context<'_>, node: Node<'_>) -> Option<usize> {
    let mut link = node;
    loop {
        let before = match link.kind() {
            "call_expression" => link.child_by_field_name("function")?,
            "member_expression" | "subscript_expression" => link.child_by_field_name("object")?,
            _ => return None,
        };
        if before.kind() == "await_expression" {
            return named_children(before).first().map(Node::start_byte);
        }
        if is_await(cx, before) && link.kind() == "call_expression" {
            return link.child_by_field_name("arguments").map(|list| list.start_byte());
        }
        link = before;
    }
}

fn is_await(cx: &Context<'_>, callee: Node<'_>) -> bool {
    callee.kind() == "identifier" && cx.text(callee) == "await"
}

fn link(cx: &mut Context<'_>, node: Node<'_>, start: usize) -> NodeId {
    let span = start..extent(cx, node).end;
    match node.kind() {
        "call_expression" => call(cx, node, span),
        "subscript_expression" => {
            let object = link_before(cx, node, "object", start);
            let index = part(cx, node, "index");
            let flags = optional(node);
            cx.flagged(Kind::Index, flags, span, &[object, index])
        }
        _ => {
            let object = link_before(cx, node, "object", start);
            let selected = node
                .child_by_field_name("property")
                .map_or(NodeId::NONE, |property| cx.identifier(property));
            let flags = optional(node);
            cx.definition(Kind::Member, selected, flags, span, &[object, selected])
        }
    }
}

fn link_before(cx: &mut Context<'_>, node: Node<'_>, field: &str, start: usize) -> NodeId {
    let before = node.child_by_field_name(field);
    let before = match before.filter(|before| before.kind() == "await_expression") {
        Some(awaits) => named_children(awaits).first().copied(),
        None => before,
    };
    match before {
        Some(before)
            if matches!(
                before.kind(),
                "member_expression" | "subscript_expression" | "call_expression"
            ) =>
        {
            cx.deeper(before, |cx| link(cx, before, start))
        }
        Some(before) => expression(cx, before),
        None => NodeId::NONE,
    }
}

/// `new.target`, `import.meta`
fn meta_property(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = extent(cx, node);
    let text = cx.text(node);
    let (object, selected) = text.split_once('.').unwrap_or((text, ""));
    let object_end = span.start + object.len();
    let selected_start = span.end - selected.len();
    let object = cx.named(Kind::Name, object.trim_end(), span.start..object_end, &[]);
    let selected = cx.named(Kind::Identifier, selected.trim_start(), selected_start..span.end, &[]);
    cx.definition(Kind::Member, selected, Flags::NONE, span, &[object, selected])
}

fn call(cx: &mut Context<'_>, node: Node<'_>, span: Range<usize>) -> NodeId {
    let written = node.child_by_field_name("function");
    let list = node.child_by_field_name("arguments");
    if let (Some(callee), Some(list)) = (written, list)
        && is_await(cx, callee)
    {
        return in_parentheses(cx, list);
    }
    let callee = link_before(cx, node, "function", span.start);
    let arguments = match list {
        // A tag is called with the template.
        Some(list) if list.kind() == "template_string" => {
            let only = template(cx, list, true);
            cx.flagged(Kind::Arguments, Flags::BARE, list.byte_range(), &[only])
        }
        list => arguments(cx, list, node),
    };
    // Type arguments are not in the tree of a file, so that a pattern with some matches nothing.
    if cx.pattern && node.child_by_field_name("type_arguments").is_some() {
        return cx.named(Kind::OtherExpression, "typed call", span, &[callee, arguments]);
    }
    let callee_text = written.map_or("", |callee| cx.text(callee));
    let made = cx.call(callee, arguments, span, callee_text);
    if cx.build.node(made).kind == Kind::Call && optional(node) == Flags::OPTIONAL {
        cx.build.flag(made, Flags::OPTIONAL);
    }
    made
}

/// An argument list; one that is not written is an empty one at the end.
fn arguments(cx: &mut Context<'_>, list: Option<Node<'_>>, node: Node<'_>) -> NodeId {
    match list {
        Some(list) => {
            let parts = expressions(cx, &named_children(list));
            cx.add(Kind::Arguments, list.byte_range(), &parts)
        }
        None => cx.add(Kind::Arguments, node.end_byte()..node.end_byte(), &[]),
    }
}

fn new(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let constructor = node
        .child_by_field_name("constructor")
        .map_or(NodeId::NONE, |constructor| class_name(cx, constructor));
    let arguments = arguments(cx, node.child_by_field_name("arguments"), node);
    cx.add(Kind::New, extent(cx, node), &[constructor, arguments, NodeId::NONE])
}

// ---- arrays, objects

/// What is left out between commas still counts as an element.
fn list(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut parts = Vec::new();
    let mut filled = false;
    for child in all_children(node) {
        match child.kind() {
            "[" | "]" => {}
            "," => {
                if !filled {
                    let at = child.start_byte();
                    parts.push(cx.named(Kind::OtherExpression, "hole", at..at, &[]));
                }
                filled = false;
            }
            _ => {
                parts.push(expression(cx, child));
                filled = true;
            }
        }
    }
    cx.add(Kind::List, extent(cx, node), &parts)
}

fn record(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut parts = Vec::new();
    for child in named_children(node) {
        parts.push(cx.deeper(child, |cx| property(cx, child)));
    }
    cx.add(Kind::Record, extent(cx, node), &parts)
}

fn property(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = extent(cx, node);
    match node.kind() {
        "pair" | "pair_pattern" => {
            let key = node
                .child_by_field_name("key")
                .map_or(NodeId::NONE, |key| property_name(cx, key));
            let value = part(cx, node, "value");
            define(cx, Kind::Property, key, span, &[key, value])
        }
        "shorthand_property_identifier" | "shorthand_property_identifier_pattern" => {
            let key = cx.identifier(node);
            if matches!(cx.build.node(key).kind, Kind::Ellipsis | Kind::MetavariableEllipsis) {
                return key;
            }
            let value = cx.name(node);
            define(cx, Kind::Property, key, span, &[key, value])
        }
        // `{a = 1}` takes `a`, or 1 when there is none.
        "object_assignment_pattern" => {
            let left = node.child_by_field_name("left");
            let (key, bound) = match left {
                Some(left) if left.kind() == "shorthand_property_identifier_pattern" => {
                    (cx.identifier(left), cx.name(left))
                }
                Some(left) => (NodeId::NONE, expression(cx, left)),
                None => (NodeId::NONE, NodeId::NONE),
            };
            let default = part(cx, node, "right");
            let value = cx.add(Kind::Assign, span.clone(), &[bound, default]);
            define(cx, Kind::Property, key, span, &[key, value])
        }
        "method_definition" => function(cx, node, &[], span),
        _ => expression(cx, node),
    }
}

// ---- literals

/// What is between the quotes, escapes as written.
pub(super) fn content_of<'t>(cx: &Context<'t>, node: Node<'_>) -> &'t str {
    let text = cx.text(node);
    let inner = text.strip_prefix(['"', '\'']).unwrap_or(text);
    inner.strip_suffix(['"', '\'']).unwrap_or(inner)
}

fn number(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let text = cx.text(node);
    let kind = if is_big(text) { Kind::Int } else { Kind::Float };
    cx.named(kind, &number_text(text), extent(cx, node), &[])
}

fn is_big(text: &str) -> bool {
    text.ends_with('n')
}

/// The decimal text of a number; one of any size keeps its suffix.
pub(super) fn number_text(text: &str) -> String {
    let text = text.replace('_', "").to_ascii_lowercase();
    if is_big(&text) {
        return format!("{}n", crate::lower::integer(text.trim_end_matches('n')));
    }
    let octal = text.len() > 1 && text.starts_with('0') && text.bytes().all(|byte| (b'0'..=b'7').contains(&byte));
    let decimal = match text.get(..2) {
        Some("0x" | "0o" | "0b") => crate::lower::integer(&text),
        _ if octal => crate::lower::integer(&format!("0o{}", &text[1..])),
        _ => text,
    };
    crate::lower::float(&decimal)
}

/// A template; one without interpolations is a plain string. Tagged ones stay templates, and so does `...` of a pattern, which
/// stands for all of the parts.
fn template(cx: &mut Context<'_>, node: Node<'_>, tagged: bool) -> NodeId {
    let text = cx.text(node);
    let from = node.start_byte() + usize::from(text.starts_with('`'));
    let to = (node.end_byte() - usize::from(text.len() > 1 && text.ends_with('`'))).max(from);
    let substitutions: Vec<_> = named_children(node)
        .into_iter()
        .filter(|child| child.kind() == "template_substitution")
        .collect();
    let whole = &cx.source()[from..to];
    // A pattern without interpolations is for strings of any form.
    if substitutions.is_empty() && !tagged && cx.pattern && whole != "..." {
        return cx.named(Kind::Str, whole, extent(cx, node), &[]);
    }
    let (mut parts, mut at) = (Vec::new(), from);
    for substitution in substitutions {
        fragment(cx, at, substitution.start_byte(), &mut parts);
        let inner = only(cx, substitution);
        parts.push(cx.add(Kind::Interpolation, substitution.byte_range(), &[inner]));
        at = substitution.end_byte();
    }
    fragment(cx, at, to, &mut parts);
    cx.add(Kind::Template, extent(cx, node), &parts)
}

fn fragment(cx: &mut Context<'_>, from: usize, to: usize, parts: &mut Vec<NodeId>) {
    if from < to {
        parts.push(cx.named(Kind::Str, &cx.source()[from..to], from..to, &[]));
    }
}

fn regex(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let body = node
        .child_by_field_name("pattern")
        .map_or("", |pattern| cx.text(pattern));
    let body = match Placeholder::parse(body).filter(|_| cx.pattern) {
        Some(Placeholder::Metavariable(name)) => Cow::Owned(format!("${name}")),
        Some(Placeholder::Ellipsis) => Cow::Borrowed("..."),
        _ => Cow::Borrowed(body),
    };
    let flags = node.child_by_field_name("flags").map_or(NodeId::NONE, |flags| {
        cx.named(Kind::Str, cx.text(flags), flags.byte_range(), &[])
    });
    cx.named(Kind::Regex, &body, extent(cx, node), &[flags])
}
