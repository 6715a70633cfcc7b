//! Expressions and literals.

use std::ops::Range;

use tree_sitter::Node;

use super::definition::{parameters_of, result};
use super::types::{part_type, type_here, type_name, type_of};
use super::{block_of, remains};
use crate::lower::common::{c_float, c_integer, negative_number};
use crate::lower::{Context, Placeholder, all_children, from_to, named_children};
use crate::tree::{Flags, Kind, NodeId, Symbol};

pub(super) fn expressions(cx: &mut Context<'_>, nodes: &[Node<'_>]) -> Vec<NodeId> {
    nodes.iter().map(|node| expression(cx, *node)).collect()
}

/// The expression of a field, or nothing.
pub(super) fn part(cx: &mut Context<'_>, node: Node<'_>, field: &str) -> NodeId {
    node.child_by_field_name(field)
        .map_or(NodeId::NONE, |child| expression(cx, child))
}

pub(super) fn first_expression(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    named_children(node)
        .first()
        .map_or(NodeId::NONE, |inner| expression(cx, *inner))
}

/// The expressions of a field: one, or a tuple.
pub(super) fn list_of(cx: &mut Context<'_>, node: Node<'_>, field: &str) -> NodeId {
    node.child_by_field_name(field)
        .map_or(NodeId::NONE, |list| one_or_tuple(cx, list))
}

pub(super) fn one_or_tuple(cx: &mut Context<'_>, list: Node<'_>) -> NodeId {
    match list.kind() {
        "expression_list" => several(cx, &named_children(list)),
        _ => expression(cx, list),
    }
}

pub(super) fn several(cx: &mut Context<'_>, nodes: &[Node<'_>]) -> NodeId {
    let made = expressions(cx, nodes);
    match (made.as_slice(), nodes.first(), nodes.last()) {
        ([only], ..) => *only,
        (made, Some(first), Some(last)) => cx.add(Kind::Tuple, from_to(*first, *last), made),
        _ => NodeId::NONE,
    }
}

pub(super) fn expression(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| expression_here(cx, node))
}

fn expression_here(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    match node.kind() {
        "identifier" | "iota" => cx.name(node),
        "selector_expression" => {
            let object = part(cx, node, "operand");
            let member = node
                .child_by_field_name("field")
                .map_or(NodeId::NONE, |member| cx.identifier(member));
            cx.definition(Kind::Member, member, Flags::NONE, span, &[object, member])
        }
        "index_expression" => {
            let (object, index) = (part(cx, node, "operand"), part(cx, node, "index"));
            cx.add(Kind::Index, span, &[object, index])
        }
        "slice_expression" => {
            let object = part(cx, node, "operand");
            let parts = ["start", "end", "capacity"].map(|field| part(cx, node, field));
            let children = all_children(node);
            let open = children.iter().find(|child| child.kind() == "[");
            let start = open.map_or(span.start, Node::end_byte);
            let slice = cx.add(Kind::Slice, start..span.end.saturating_sub(1).max(start), &parts);
            cx.add(Kind::Index, span, &[object, slice])
        }
        "call_expression" => call(cx, node),
        "type_instantiation_expression" => {
            let written = node.child_by_field_name("type");
            let object = written.map_or(NodeId::NONE, |written| type_name(cx, written));
            let arguments = named_children(node).into_iter().filter(|child| Some(*child) != written);
            let arguments: Vec<_> = arguments.collect();
            instantiate(cx, object, &arguments, span)
        }
        "type_conversion_expression" => {
            let written = node.child_by_field_name("type");
            if let Some(written) = written.filter(|written| written.kind() == "generic_type") {
                return generic_call(cx, node, written);
            }
            let (target, value) = (part_type(cx, node, "type"), part(cx, node, "operand"));
            cx.add(Kind::Cast, span, &[target, value])
        }
        "type_assertion_expression" => type_assertion(cx, node),
        "composite_literal" => {
            let written = part_type(cx, node, "type");
            let list = part(cx, node, "body");
            cx.add(Kind::Composite, span, &[written, list])
        }
        "literal_value" => {
            let parts = expressions(cx, &named_children(node));
            cx.add(Kind::List, span, &parts)
        }
        "literal_element" | "parenthesized_expression" => first_expression(cx, node),
        "expression_list" => several(cx, &named_children(node)),
        "keyed_element" => {
            let key = node
                .child_by_field_name("key")
                .map_or(NodeId::NONE, |key| element_key(cx, key));
            let value = part(cx, node, "value");
            cx.add(Kind::Pair, span, &[key, value])
        }
        "func_literal" => {
            let parameters = parameters_of(cx, node);
            let returns = result(cx, node);
            let body = block_of(cx, node, "body");
            cx.add(Kind::Lambda, span, &[NodeId::NONE, parameters, returns, body])
        }
        "unary_expression" => {
            let operator = operator(cx, node);
            let operand = part(cx, node, "operand");
            negative_number(cx, operator, operand, node)
                .unwrap_or_else(|| cx.build.add(Kind::Unary, operator, span, Flags::NONE, &[operand]))
        }
        "binary_expression" => {
            let operator = operator(cx, node);
            let (left, right) = (part(cx, node, "left"), part(cx, node, "right"));
            cx.build.add(Kind::Binary, operator, span, Flags::NONE, &[left, right])
        }
        "variadic_argument" => {
            let inner = first_expression(cx, node);
            cx.add(Kind::Spread, span, &[inner])
        }
        "interpreted_string_literal" | "raw_string_literal" => {
            let content = unquoted(cx.text(node));
            cx.named(Kind::Str, content, span, &[])
        }
        "rune_literal" => {
            let text = cx.text(node);
            let inner = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
            cx.named(Kind::Char, inner.unwrap_or(text), span, &[])
        }
        "int_literal" => {
            let text = cx.text(node).replace('_', "").to_ascii_lowercase();
            cx.named(Kind::Int, &c_integer(&text), span, &[])
        }
        "float_literal" => {
            let text = cx.text(node).replace('_', "").to_ascii_lowercase();
            cx.named(Kind::Float, &c_float(&text), span, &[])
        }
        "imaginary_literal" => {
            let text = cx.text(node).replace('_', "").to_ascii_lowercase();
            let digits = text.strip_suffix('i').unwrap_or(&text);
            let has_base = ["0x", "0o", "0b"].iter().any(|base| digits.starts_with(base));
            let value = match has_base && !digits.contains('p') {
                true => c_integer(digits),
                false => c_float(digits),
            };
            cx.named(Kind::Float, &format!("{value}i"), span, &[])
        }
        "true" | "false" => cx.named(Kind::Bool, node.kind(), span, &[]),
        "nil" => cx.named(Kind::Null, "null", span, &[]),
        kind if kind.ends_with("_type") || matches!(kind, "type_elem" | "type_identifier") => type_here(cx, node),
        "ERROR" => {
            let mut parts = Vec::new();
            remains(cx, node, &mut parts);
            cx.other(node, &parts)
        }
        _ => {
            let parts = expressions(cx, &named_children(node));
            cx.other(node, &parts)
        }
    }
}

fn operator(cx: &mut Context<'_>, node: Node<'_>) -> Symbol {
    let text = node
        .child_by_field_name("operator")
        .map_or("", |operator| operator.kind());
    cx.build.symbol(text)
}

fn call(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    let function = node.child_by_field_name("function");
    let list = node.child_by_field_name("arguments");
    let arguments = match list {
        Some(list) => {
            let made = expressions(cx, &named_children(list));
            cx.add(Kind::Arguments, list.byte_range(), &made)
        }
        None => cx.add(Kind::Arguments, span.end..span.end, &[]),
    };
    let text = function.map_or("", |function| cx.text(function));
    // These take a type and are no functions.
    if matches!(text, "new" | "make") {
        return cx.named(Kind::OtherExpression, text, span, &[arguments]);
    }
    let callee = function.map_or(NodeId::NONE, |function| expression(cx, function));
    let callee = match node.child_by_field_name("type_arguments") {
        Some(types) => {
            let span = span.start..types.end_byte();
            instantiate(cx, callee, &named_children(types), span)
        }
        None => callee,
    };
    cx.call(callee, arguments, span, text)
}

/// `f[int](x)`: a conversion to the grammar, but generic functions are called more often than generic types are converted to.
fn generic_call(cx: &mut Context<'_>, node: Node<'_>, written: Node<'_>) -> NodeId {
    let named = written.child_by_field_name("type");
    let callee = named.map_or(NodeId::NONE, |named| type_name(cx, named));
    let types = written.child_by_field_name("type_arguments").map(named_children);
    let callee = instantiate(cx, callee, &types.unwrap_or_default(), written.byte_range());
    let argument = part(cx, node, "operand");
    let arguments = cx.add(Kind::Arguments, written.end_byte()..node.end_byte(), &[argument]);
    cx.call(callee, arguments, node.byte_range(), "")
}

/// `f[int]` is an index, as `f[T]` is to the grammar.
fn instantiate(cx: &mut Context<'_>, object: NodeId, arguments: &[Node<'_>], span: Range<usize>) -> NodeId {
    let made: Vec<_> = arguments.iter().map(|argument| type_of(cx, *argument)).collect();
    let index = match (made.as_slice(), arguments.first(), arguments.last()) {
        ([only], ..) => *only,
        (several, Some(first), Some(last)) => cx.add(Kind::Tuple, from_to(*first, *last), several),
        _ => NodeId::NONE,
    };
    cx.add(Kind::Index, span, &[object, index])
}

/// `x.(T)`. In patterns `($X.(T))` is how a typed metavariable is written.
fn type_assertion(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let written = part_type(cx, node, "type");
    let operand = node.child_by_field_name("operand");
    if cx.pattern
        && let Some(operand) = operand
        && let Some(Placeholder::Typed(name)) = Placeholder::parse(cx.text(operand))
    {
        let name = format!("${name}");
        return cx.named(Kind::TypedMetavariable, &name, node.byte_range(), &[written]);
    }
    let operand = operand.map_or(NodeId::NONE, |operand| expression(cx, operand));
    cx.named(Kind::Cast, "assert", node.byte_range(), &[written, operand])
}

/// The key of an element: a plain name is a field, or cannot be told from one.
fn element_key(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match named_children(node).first() {
        Some(name) if name.kind() == "identifier" => cx.identifier(*name),
        _ => expression(cx, node),
    }
}

/// The content of a string literal, escapes as written.
pub(super) fn unquoted(text: &str) -> &str {
    let quoted = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    quoted('"').or_else(|| quoted('`')).unwrap_or(text)
}
