//! Variables, methods, classes, their parameters and annotations.

use std::ops::Range;

use tree_sitter::Node;

use super::expression::{call_arguments, expression, part};
use super::types::{type_of, union, with_dimensions};
use super::{branch, semicolon, statement};
use crate::lower::common::may_repeat;
use crate::lower::{Context, Placeholder, all_children, field_children, from_to, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn attributes(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let Some(modifiers) = named_children(node)
        .into_iter()
        .find(|child| child.kind() == "modifiers")
    else {
        return NodeId::NONE;
    };
    let mut made = Vec::new();
    for child in all_children(modifiers) {
        match child.kind() {
            "annotation" | "marker_annotation" => made.push(annotation(cx, child)),
            "ERROR" => {}
            word => made.push(cx.named(Kind::Modifier, word, child.byte_range(), &[])),
        }
    }
    cx.add(Kind::Attributes, modifiers.byte_range(), &made)
}

pub(super) fn annotation(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| {
        let name = part(cx, node, "name");
        let arguments = match node.child_by_field_name("arguments") {
            Some(list) => {
                let made: Vec<_> = named_children(list)
                    .into_iter()
                    .map(|argument| expression(cx, argument))
                    .collect();
                cx.add(Kind::Arguments, list.byte_range(), &made)
            }
            None => NodeId::NONE,
        };
        cx.add(Kind::Annotation, node.byte_range(), &[name, arguments])
    })
}

/// `k = v` of an annotation. In patterns `... = ...` stands for any arguments, where the grammar wants pairs.
/// `(T $X) = …` of a pattern, written `placeholder[T]`: a cast is no target.
pub(super) fn typed_target(cx: &mut Context<'_>, node: Node<'_>) -> Option<NodeId> {
    let array = node.child_by_field_name("array").filter(|_| cx.pattern)?;
    let Some(Placeholder::Typed(name)) = Placeholder::parse(cx.text(array)) else {
        return None;
    };
    let name = format!("${name}");
    let index = node.child_by_field_name("index")?;
    // `placeholder[(T) null]`: a type that reads as no expression.
    let kind = match index
        .child_by_field_name("type")
        .filter(|_| index.kind() == "cast_expression")
    {
        Some(written) => type_of(cx, written),
        None => part(cx, node, "index"),
    };
    Some(cx.named(Kind::TypedMetavariable, &name, node.byte_range(), &[kind]))
}

pub(super) fn element_value_pair(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let key = node
        .child_by_field_name("key")
        .map_or(NodeId::NONE, |key| cx.identifier(key));
    let is_list = |id: NodeId| {
        let kind = cx.build.node(id).kind;
        matches!(kind, Kind::Ellipsis | Kind::MetavariableEllipsis)
    };
    if key.is_some() && is_list(key) {
        return key;
    }
    let value = part(cx, node, "value");
    let children = [key, value];
    cx.definition(Kind::KeywordArgument, key, Flags::NONE, node.byte_range(), &children)
}

/// In patterns, `... ...` and `$...X $...X` where a type and a name are wanted stand for `...` and `$...X`.
pub(super) fn stand_in(
    cx: &mut Context<'_>,
    written_type: Option<Node<'_>>,
    name: Option<Node<'_>>,
    span: Range<usize>,
) -> Option<NodeId> {
    let (written_type, name) = (written_type?, name?);
    let text = cx.text(name);
    if !cx.pattern || cx.text(written_type) != text {
        return None;
    }
    match Placeholder::parse(text)? {
        Placeholder::Ellipsis | Placeholder::MetavariableEllipsis(_) => {
            Some(cx.identifier_as(Kind::Identifier, text, span))
        }
        _ => None,
    }
}

/// The name of a declaration, or nothing.
pub(super) fn declared_name(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    node.child_by_field_name("name")
        .map_or(NodeId::NONE, |name| cx.identifier(name))
}

/// The type of a declaration, with the dimensions that stand after its name.
pub(super) fn declared_type(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.child_by_field_name("type") {
        Some(written) => with_dimensions(cx, written, node.child_by_field_name("dimensions")),
        None => NodeId::NONE,
    }
}

/// One node per name. Only the span of a single local includes the `;`.
pub(super) fn variables(cx: &mut Context<'_>, node: Node<'_>, with_semicolon: bool, out: &mut Vec<NodeId>) {
    let declarators = field_children(node, "declarator");
    let written = node.child_by_field_name("type");
    let single = declarators.len() == 1;
    let whole = node.end_byte() - node.start_byte();
    let start = node.start_byte();
    let type_start = written.map_or(start, |written| written.start_byte());
    let shared = declarators.first().map_or(0, |first| first.start_byte() - start);
    let repeats = may_repeat(shared, declarators.len(), whole);
    for (at, declarator) in declarators.into_iter().enumerate() {
        let name = declarator.child_by_field_name("name");
        if single && let Some(stands_for) = stand_in(cx, written, name, node.byte_range()) {
            out.push(stands_for);
            continue;
        }
        if single && let Some(assignment) = typed_assignment(cx, node, declarator) {
            out.push(assignment);
            continue;
        }
        let (mut attributes, mut declared_type) = (NodeId::NONE, NodeId::NONE);
        if at == 0 || repeats {
            attributes = self::attributes(cx, node);
            let dimensions = declarator.child_by_field_name("dimensions");
            declared_type = written.map_or(NodeId::NONE, |written| with_dimensions(cx, written, dimensions));
        }
        let value = part(cx, declarator, "value");
        let declared = declared_name(cx, declarator);
        let span = match at {
            0 if single && with_semicolon => node.byte_range(),
            0 => start..declarator.end_byte(),
            _ => type_start..declarator.end_byte(),
        };
        let children = [attributes, declared_type, value, NodeId::NONE, declared];
        out.push(cx.definition(Kind::Variable, declared, Flags::NONE, span, &children));
    }
}

/// `T $X = e;` with a typed placeholder as its name is how a pattern writes `(T $X) = e;`.
fn typed_assignment(cx: &mut Context<'_>, node: Node<'_>, declarator: Node<'_>) -> Option<NodeId> {
    let (written, name) = (
        node.child_by_field_name("type")?,
        declarator.child_by_field_name("name")?,
    );
    let Some(Placeholder::Typed(typed)) = Placeholder::parse(cx.text(name)).filter(|_| cx.pattern) else {
        return None;
    };
    let value = expression(cx, declarator.child_by_field_name("value")?);
    let inner = type_of(cx, written);
    let target = cx.named(
        Kind::TypedMetavariable,
        &format!("${typed}"),
        from_to(written, name),
        &[inner],
    );
    let assign = cx.add(
        Kind::Assign,
        written.start_byte()..declarator.end_byte(),
        &[target, value],
    );
    Some(cx.flagged(Kind::ExpressionStatement, semicolon(node), node.byte_range(), &[assign]))
}

pub(super) fn function(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let attributes = attributes(cx, node);
    let generics = generics(cx, node);
    // Only constructors have no type.
    let returns = declared_type(cx, node);
    let declared = declared_name(cx, node);
    let parameters = match node.child_by_field_name("parameters") {
        Some(list) => parameters(cx, list),
        None => {
            let after = node
                .child_by_field_name("name")
                .map_or(node.end_byte(), |name| name.end_byte());
            cx.add(Kind::Parameters, after..after, &[])
        }
    };
    let throws = named_children(node)
        .into_iter()
        .find(|child| child.kind() == "throws")
        .map_or(NodeId::NONE, |throws| types(cx, throws));
    let body = match (node.child_by_field_name("body"), node.child_by_field_name("value")) {
        (Some(body), _) => branch(cx, body),
        // The default of an annotation's element is what calling it gives.
        (None, Some(value)) => {
            let span = value.byte_range();
            let value = expression(cx, value);
            let value = cx.flagged(Kind::Return, Flags::IMPLICIT, span.clone(), &[value]);
            cx.flagged(Kind::Block, Flags::BARE, span, &[value])
        }
        (None, None) => NodeId::NONE,
    };
    let mut children = vec![attributes, parameters, returns, body, generics, declared];
    if throws.is_some() {
        children.extend([NodeId::NONE, throws]);
    }
    cx.definition(Kind::Function, declared, Flags::NONE, node.byte_range(), &children)
}

pub(super) fn parameters(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let made: Vec<_> = named_children(node)
        .into_iter()
        .filter(|child| matches!(child.kind(), "formal_parameter" | "spread_parameter" | "identifier"))
        .map(|child| parameter(cx, child))
        .collect();
    cx.add(Kind::Parameters, node.byte_range(), &made)
}

pub(super) fn parameter(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    let none = NodeId::NONE;
    match node.kind() {
        "spread_parameter" => {
            let attributes = attributes(cx, node);
            let children = named_children(node);
            let written = children.iter().find(|child| {
                !matches!(
                    child.kind(),
                    "modifiers" | "annotation" | "marker_annotation" | "variable_declarator"
                )
            });
            let written = written.map_or(none, |written| type_of(cx, *written));
            let declarator = children.iter().find(|child| child.kind() == "variable_declarator");
            let declared = declarator.map_or(none, |declarator| declared_name(cx, *declarator));
            let children = [attributes, written, none, none, declared];
            cx.definition(Kind::RestParameter, declared, Flags::NONE, span, &children)
        }
        "identifier" => {
            let declared = cx.identifier(node);
            let kind = cx.build.node(declared).kind;
            if matches!(kind, Kind::Ellipsis | Kind::MetavariableEllipsis) {
                return declared;
            }
            let children = [none, none, none, none, declared];
            cx.definition(Kind::Parameter, declared, Flags::NONE, span, &children)
        }
        _ => {
            let (written, name) = (node.child_by_field_name("type"), node.child_by_field_name("name"));
            if let Some(stands_for) = stand_in(cx, written, name, span.clone()) {
                return stands_for;
            }
            let attributes = attributes(cx, node);
            // `$P $P` is how a pattern writes a parameter of any type.
            let is_any = cx.pattern
                && written.map(|written| cx.text(written)) == name.map(|name| cx.text(name))
                && name.is_some_and(|name| Placeholder::parse(cx.text(name)).is_some());
            let declared_type = if is_any { none } else { declared_type(cx, node) };
            let declared = declared_name(cx, node);
            let children = [attributes, declared_type, none, none, declared];
            cx.definition(Kind::Parameter, declared, Flags::NONE, span, &children)
        }
    }
}

pub(super) fn class(cx: &mut Context<'_>, node: Node<'_>, keyword: &str) -> NodeId {
    let attributes = attributes(cx, node);
    let generics = generics(cx, node);
    let declared = declared_name(cx, node);
    let parameters = node
        .child_by_field_name("parameters")
        .map_or(NodeId::NONE, |list| parameters(cx, list));
    let bases = node
        .child_by_field_name("superclass")
        .map_or(NodeId::NONE, |bases| types(cx, bases));
    // What an interface extends are interfaces.
    let interfaces = node
        .child_by_field_name("interfaces")
        .or(named_children(node)
            .into_iter()
            .find(|child| child.kind() == "extends_interfaces"))
        .map_or(NodeId::NONE, |interfaces| types(cx, interfaces));
    let body = node
        .child_by_field_name("body")
        .map_or(NodeId::NONE, |body| class_body(cx, body));
    let word = all_children(node).into_iter().find(|child| child.kind() == keyword);
    let word = word.map_or(node.start_byte()..node.start_byte(), |word| word.byte_range());
    let word = cx.named(Kind::Str, keyword, word, &[]);
    let children = [
        attributes, bases, interfaces, body, generics, parameters, declared, word,
    ];
    cx.definition(Kind::Class, declared, Flags::NONE, node.byte_range(), &children)
}

/// The types of `extends A`, `implements A, B`, `throws A, B`.
fn types(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let children = named_children(node);
    let list = match children.as_slice() {
        [only] if only.kind() == "type_list" => named_children(*only),
        _ => children,
    };
    let made: Vec<_> = list.iter().map(|base| type_of(cx, *base)).collect();
    cx.add(Kind::Bases, node.byte_range(), &made)
}

pub(super) fn class_body(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut members = Vec::new();
    for child in named_children(node) {
        match child.kind() {
            "enum_body_declarations" => {
                for member in named_children(child) {
                    statement(cx, member, &mut members);
                }
            }
            _ => statement(cx, child, &mut members),
        }
    }
    cx.add(Kind::ClassBody, node.byte_range(), &members)
}

/// A constant is a member without type; what it is made with is its value.
pub(super) fn enum_constant(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let attributes = attributes(cx, node);
    let declared = declared_name(cx, node);
    let kind = declared.some().map(|declared| cx.build.node(declared).kind);
    if matches!(kind, Some(Kind::Ellipsis | Kind::MetavariableEllipsis)) {
        return declared;
    }
    let mut made = Vec::new();
    if node.child_by_field_name("arguments").is_some() {
        made.push(call_arguments(cx, node));
    }
    if let Some(body) = node.child_by_field_name("body") {
        made.push(class_body(cx, body));
    }
    let value = match made.as_slice() {
        [] => NodeId::NONE,
        parts => cx.other(node, parts),
    };
    let children = [attributes, NodeId::NONE, value, NodeId::NONE, declared];
    cx.definition(Kind::Variable, declared, Flags::NONE, node.byte_range(), &children)
}

fn generics(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let Some(list) = node.child_by_field_name("type_parameters") else {
        return NodeId::NONE;
    };
    let mut made = Vec::new();
    for parameter in named_children(list) {
        let children = named_children(parameter);
        let name = children.iter().find(|child| child.kind() == "type_identifier");
        let name = name.map_or(NodeId::NONE, |name| cx.identifier(*name));
        let bound = children.iter().find(|child| child.kind() == "type_bound");
        let bound = bound.map_or(NodeId::NONE, |bound| union(cx, "&", &named_children(*bound)));
        let span = parameter.byte_range();
        made.push(cx.definition(Kind::TypeParameter, name, Flags::NONE, span, &[name, bound]));
    }
    cx.add(Kind::Generics, list.byte_range(), &made)
}
