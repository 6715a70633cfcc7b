//! Expressions.

use tree_sitter::Node;

use super::definition::{annotation, class_body, element_value_pair, parameter, parameters, typed_target};
use super::literal::{float, integer, string};
use super::switch::{self, binding, switch};
use super::types::{arrays, closing_brackets, type_of, union};
use super::{branch, first_expression, remains};
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
        "this" | "super" => cx.named(Kind::Special, node.kind(), span, &[]),
        "field_access" | "scoped_identifier" => member(cx, node),
        "method_invocation" => method_invocation(cx, node),
        "object_creation_expression" => new(cx, node),
        "array_creation_expression" => new_array(cx, node),
        "array_initializer" | "element_value_array_initializer" => {
            let parts = expressions(cx, &named_children(node));
            cx.add(Kind::List, span, &parts)
        }
        "array_access" => {
            if let Some(typed) = typed_target(cx, node) {
                return typed;
            }
            let (array, index) = (part(cx, node, "array"), part(cx, node, "index"));
            cx.add(Kind::Index, span, &[array, index])
        }
        "parenthesized_expression" => {
            let inner = first_expression(cx, node);
            // Parentheses belong to what they hold, but never to a lone identifier.
            let widens = |kind| {
                !matches!(
                    kind,
                    Kind::Name | Kind::Metavariable | Kind::Ellipsis | Kind::MetavariableEllipsis
                )
            };
            if inner.is_some() && widens(cx.build.node(inner).kind) {
                cx.build.widen(inner, span);
            }
            inner
        }
        "assignment_expression" => {
            let operator = node
                .child_by_field_name("operator")
                .map_or("=", |operator| operator.kind());
            let (target, value) = (part(cx, node, "left"), part(cx, node, "right"));
            match operator.strip_suffix('=') {
                None | Some("") => cx.add(Kind::Assign, span, &[target, value]),
                Some(operator) => cx.named(Kind::CompoundAssign, operator, span, &[target, value]),
            }
        }
        "binary_expression" => {
            let operator = operator(cx, node);
            let (left, right) = (part(cx, node, "left"), part(cx, node, "right"));
            cx.build.add(Kind::Binary, operator, span, Flags::NONE, &[left, right])
        }
        "unary_expression" => {
            let operator = operator(cx, node);
            let operand = part(cx, node, "operand");
            negative_number(cx, operator, operand, node)
                .unwrap_or_else(|| cx.build.add(Kind::Unary, operator, span, Flags::NONE, &[operand]))
        }
        "update_expression" => {
            let first = all_children(node).first().map_or("", |first| first.kind());
            let postfix = !matches!(first, "++" | "--");
            let operator = match postfix {
                true => all_children(node).last().map_or("", |last| last.kind()),
                false => first,
            };
            let operator = cx.build.symbol(operator);
            let operand = first_expression(cx, node);
            let flags = if postfix { Flags::POSTFIX } else { Flags::NONE };
            cx.build.add(Kind::Unary, operator, span, flags, &[operand])
        }
        "ternary_expression" => {
            let condition = part(cx, node, "condition");
            let (then, other) = (part(cx, node, "consequence"), part(cx, node, "alternative"));
            cx.add(Kind::Conditional, span, &[condition, then, other])
        }
        "instanceof_expression" => instance_of(cx, node),
        "cast_expression" => cast(cx, node),
        "lambda_expression" => lambda(cx, node),
        "method_reference" => method_reference(cx, node),
        "class_literal" => {
            let inner = named_children(node).first().copied();
            let inner_end = inner.map_or(span.start, |inner| inner.end_byte());
            let object = inner.map_or(NodeId::NONE, |inner| type_of(cx, inner));
            let word = all_children(node).into_iter().rfind(|child| child.kind() == "class");
            let word = word.map_or(inner_end..span.end, |word| word.byte_range());
            let member = cx.named(Kind::Identifier, "class", word, &[]);
            cx.definition(Kind::Member, member, Flags::NONE, span, &[object, member])
        }
        // A statement in the tree: as a value it is wrapped.
        "switch_expression" => {
            let inner = switch(cx, node);
            cx.other(node, &[inner])
        }
        "annotation" | "marker_annotation" => annotation(cx, node),
        "element_value_pair" => element_value_pair(cx, node),
        "decimal_integer_literal" | "hex_integer_literal" | "octal_integer_literal" | "binary_integer_literal" => {
            integer(cx, node)
        }
        "decimal_floating_point_literal" | "hex_floating_point_literal" => float(cx, node),
        "true" | "false" => cx.named(Kind::Bool, node.kind(), span, &[]),
        "null_literal" => cx.named(Kind::Null, "null", span, &[]),
        "character_literal" => {
            let text = cx.text(node);
            let inner = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
            cx.named(Kind::Char, inner.unwrap_or(text), span, &[])
        }
        "string_literal" => string(cx, node),
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

/// `a.b`, `a.this`, `a.super.b`
fn member(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let first = node.child_by_field_name("object").or(node.child_by_field_name("scope"));
    let last = node.child_by_field_name("field").or(node.child_by_field_name("name"));
    let object = object(cx, node, first);
    link(cx, node.start_byte(), object, last)
}

fn link(cx: &mut Context<'_>, start: usize, object: NodeId, member: Option<Node<'_>>) -> NodeId {
    let Some(member) = member else {
        return object;
    };
    let span = start..member.end_byte();
    let member = cx.identifier(member);
    cx.definition(Kind::Member, member, Flags::NONE, span, &[object, member])
}

/// What a member is selected from: `a`, or `A.super`.
fn object(cx: &mut Context<'_>, node: Node<'_>, first: Option<Node<'_>>) -> NodeId {
    let object = first.map_or(NodeId::NONE, |first| expression(cx, first));
    let qualified = named_children(node)
        .into_iter()
        .find(|child| child.kind() == "super" && Some(*child) != first);
    match qualified {
        Some(word) => link(cx, node.start_byte(), object, Some(word)),
        None => object,
    }
}

fn method_invocation(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let name = node.child_by_field_name("name");
    let (callee, text) = match node.child_by_field_name("object") {
        Some(first) => {
            let object = object(cx, node, Some(first));
            (link(cx, node.start_byte(), object, name), "")
        }
        None => (
            name.map_or(NodeId::NONE, |name| cx.name(name)),
            name.map_or("", |name| cx.text(name)),
        ),
    };
    let arguments = call_arguments(cx, node);
    cx.call(callee, arguments, node.byte_range(), text)
}

pub(super) fn call_arguments(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.child_by_field_name("arguments") {
        Some(list) => {
            let made = expressions(cx, &named_children(list));
            cx.add(Kind::Arguments, list.byte_range(), &made)
        }
        None => cx.add(Kind::Arguments, node.end_byte()..node.end_byte(), &[]),
    }
}

fn new(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let children = all_children(node);
    let word = children.iter().find(|child| child.kind() == "new");
    let start = word.map_or(node.start_byte(), Node::start_byte);
    let created = node
        .child_by_field_name("type")
        .map_or(NodeId::NONE, |created| type_of(cx, created));
    let arguments = call_arguments(cx, node);
    let body = children
        .iter()
        .find(|child| child.kind() == "class_body")
        .map_or(NodeId::NONE, |body| class_body(cx, *body));
    let made = cx.add(Kind::New, start..node.end_byte(), &[created, arguments, body]);
    match children.first() {
        // `outer.new Inner()`
        Some(outer) if Some(outer) != word && outer.is_named() => {
            let outer = expression(cx, *outer);
            cx.other(node, &[outer, made])
        }
        _ => made,
    }
}

/// `new int[3]` has its lengths as arguments; `new int[] {1}` is a literal of the type.
fn new_array(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let dimensions = field_children(node, "dimensions");
    let ends: Vec<_> = dimensions.iter().flat_map(|part| closing_brackets(*part)).collect();
    let element = node.child_by_field_name("type");
    let created = match (element, dimensions.last()) {
        (Some(element), Some(last)) => arrays(cx, element, *last, &ends),
        _ => NodeId::NONE,
    };
    if let Some(value) = node.child_by_field_name("value") {
        let value = expression(cx, value);
        return cx.add(Kind::Composite, node.byte_range(), &[created, value]);
    }
    let mut lengths = Vec::new();
    for dimension in dimensions.iter().filter(|part| part.kind() == "dimensions_expr") {
        let length = named_children(*dimension)
            .into_iter()
            .rfind(|child| !matches!(child.kind(), "annotation" | "marker_annotation"));
        lengths.extend(length.map(|length| expression(cx, length)));
    }
    let span = match (dimensions.first(), dimensions.last()) {
        (Some(first), Some(last)) => from_to(*first, *last),
        _ => node.end_byte()..node.end_byte(),
    };
    let lengths = cx.add(Kind::Arguments, span, &lengths);
    cx.add(Kind::New, node.byte_range(), &[created, lengths, NodeId::NONE])
}

fn instance_of(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let value = part(cx, node, "left");
    let mut children = vec![value];
    if let Some(pattern) = node.child_by_field_name("pattern") {
        let tested = named_children(pattern)
            .first()
            .map_or(NodeId::NONE, |tested| type_of(cx, *tested));
        children.push(tested);
        children.push(switch::pattern(cx, pattern));
    } else if let Some(tested) = node.child_by_field_name("right") {
        children.push(type_of(cx, tested));
        if let Some(name) = node.child_by_field_name("name") {
            children.push(binding(cx, tested, name, from_to(tested, name)));
        }
    }
    cx.add(Kind::TypeTest, node.byte_range(), &children)
}

/// `(T) e`. In patterns `((T) $X)` is how a typed metavariable is written.
fn cast(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let target = union(cx, "&", &field_children(node, "type"));
    let value = node.child_by_field_name("value");
    if cx.pattern
        && let Some(value) = value
        && let Some(Placeholder::Typed(name)) = Placeholder::parse(cx.text(value))
    {
        let name = format!("${name}");
        return cx.named(Kind::TypedMetavariable, &name, node.byte_range(), &[target]);
    }
    let value = value.map_or(NodeId::NONE, |value| expression(cx, value));
    cx.add(Kind::Cast, node.byte_range(), &[target, value])
}

fn lambda(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let parameters = match node.child_by_field_name("parameters") {
        Some(only) if only.kind() == "identifier" => {
            let made = parameter(cx, only);
            cx.add(Kind::Parameters, only.byte_range(), &[made])
        }
        Some(list) => parameters(cx, list),
        None => cx.add(Kind::Parameters, node.start_byte()..node.start_byte(), &[]),
    };
    let body = match node.child_by_field_name("body") {
        Some(body) if body.kind() == "block" => branch(cx, body),
        Some(body) => expression(cx, body),
        None => NodeId::NONE,
    };
    let children = [NodeId::NONE, parameters, NodeId::NONE, body];
    cx.add(Kind::Lambda, node.byte_range(), &children)
}

fn method_reference(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let children = all_children(node);
    let object = children.first().map_or(NodeId::NONE, |object| match object.kind() {
        kind if kind.ends_with("_type") || kind == "scoped_type_identifier" => type_of(cx, *object),
        "type_identifier" => cx.name(*object),
        _ => expression(cx, *object),
    });
    let member = children.last().map_or(NodeId::NONE, |member| cx.identifier(*member));
    let parts = [object, member];
    cx.definition(Kind::MethodReference, member, Flags::NONE, node.byte_range(), &parts)
}
