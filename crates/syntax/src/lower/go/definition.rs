//! Variables, functions, their parameters, and types that are declared.

use std::ops::Range;

use tree_sitter::Node;

use super::expression::{expression, expressions, several};
use super::types::{part_type, type_of};
use super::{block, statement};
use crate::lower::common::may_repeat;
use crate::lower::{Context, Placeholder, all_children, field_children, from_to, named_children};
use crate::tree::{Flags, Kind, NodeId};

/// What one specification of `var`, `const` or `:=` declares.
struct Declaration<'n> {
    /// The keyword, or `:=`.
    word: Node<'n>,
    names: Vec<Node<'n>>,
    written: Option<Node<'n>>,
    values: Vec<Node<'n>>,
    whole: Node<'n>,
}

pub(super) fn declarations(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    let Some(word) = node.child(0) else {
        return;
    };
    let mut specs = Vec::new();
    for child in named_children(node) {
        match child.kind() {
            "var_spec_list" => specs.extend(named_children(child)),
            _ => specs.push(child),
        }
    }
    for spec in specs {
        if !matches!(spec.kind(), "var_spec" | "const_spec") {
            statement(cx, spec, out);
            continue;
        }
        let declaration = Declaration {
            word,
            names: field_children(spec, "name"),
            written: spec.child_by_field_name("type"),
            values: spec
                .child_by_field_name("value")
                .map(named_children)
                .unwrap_or_default(),
            whole: spec,
        };
        declare(cx, &declaration, out);
    }
}

/// `a, b := f()`, also as the label of a `select`.
pub(super) fn short_declaration(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    let word = all_children(node).into_iter().find(|child| child.kind() == ":=");
    let listed = |field: &str| match node.child_by_field_name(field) {
        Some(list) if list.kind() == "expression_list" => named_children(list),
        Some(only) => vec![only],
        None => Vec::new(),
    };
    let declaration = Declaration {
        word: word.unwrap_or(node),
        names: listed("left"),
        written: None,
        values: listed("right"),
        whole: node,
    };
    declare(cx, &declaration, out);
}

/// One variable per name when each has its own value or none has; else one variable with all names as its pattern.
fn declare(cx: &mut Context<'_>, declaration: &Declaration<'_>, out: &mut Vec<NodeId>) {
    let none = NodeId::NONE;
    let Declaration {
        word,
        names,
        written,
        values,
        whole,
    } = declaration;
    let (Some(first), Some(last)) = (names.first(), names.last()) else {
        return;
    };
    let stands_for_names = cx.pattern
        && names.len() > 1
        && names.iter().any(|name| {
            let placeholder = Placeholder::parse(cx.text(*name));
            matches!(
                placeholder,
                Some(Placeholder::Ellipsis | Placeholder::MetavariableEllipsis(_))
            )
        });
    let plain = names.iter().all(|name| name.kind() == "identifier");
    let paired = values.is_empty() || names.len() == values.len();
    if !plain || stands_for_names || !(paired || names.len() == 1) {
        let attributes = attributes(cx, *word);
        let written = written.map_or(none, |written| type_of(cx, written));
        let value = several(cx, values);
        let targets = expressions(cx, names);
        let target = cx.add(Kind::Tuple, from_to(*first, *last), &targets);
        let children = [attributes, written, value, target, none];
        out.push(cx.add(Kind::Variable, whole.byte_range(), &children));
        return;
    }
    let shared = written.map_or(0, |written| written.end_byte() - written.start_byte());
    let repeats = may_repeat(shared, names.len(), whole.end_byte() - whole.start_byte());
    for (at, name) in names.iter().enumerate() {
        let attributes = attributes(cx, *word);
        let own_type = written.filter(|_| at == 0 || repeats);
        let own_type = own_type.map_or(none, |written| type_of(cx, written));
        let (value, end) = if names.len() == 1 {
            (several(cx, values), whole.end_byte())
        } else {
            match values.get(at) {
                Some(value) => (expression(cx, *value), value.end_byte()),
                None => (none, whole.end_byte()),
            }
        };
        let declared = cx.identifier(*name);
        let children = [attributes, own_type, value, none, declared];
        let span = name.start_byte()..end;
        out.push(cx.definition(Kind::Variable, declared, Flags::NONE, span, &children));
    }
}

fn attributes(cx: &mut Context<'_>, word: Node<'_>) -> NodeId {
    let modifier = cx.named(Kind::Modifier, word.kind(), word.byte_range(), &[]);
    cx.add(Kind::Attributes, word.byte_range(), &[modifier])
}

pub(super) fn function(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let generics = generics(cx, node);
    let parameters = parameters_of(cx, node);
    let returns = result(cx, node);
    let body = node
        .child_by_field_name("body")
        .map_or(NodeId::NONE, |body| block(cx, body));
    let declared = declared_name(cx, node);
    let mut children = vec![NodeId::NONE, parameters, returns, body, generics, declared];
    if let Some(receiver) = node.child_by_field_name("receiver") {
        children.push(self::parameters(cx, receiver));
    }
    cx.definition(Kind::Function, declared, Flags::NONE, node.byte_range(), &children)
}

pub(super) fn declared_name(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    node.child_by_field_name("name")
        .map_or(NodeId::NONE, |name| cx.identifier(name))
}

pub(super) fn parameters_of(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.child_by_field_name("parameters") {
        Some(list) => parameters(cx, list),
        None => cx.add(Kind::Parameters, node.end_byte()..node.end_byte(), &[]),
    }
}

fn parameters(cx: &mut Context<'_>, list: Node<'_>) -> NodeId {
    let mut made = Vec::new();
    for child in named_children(list) {
        match child.kind() {
            "parameter_declaration" => parameter(cx, child, &mut made),
            "variadic_parameter_declaration" => {
                let none = NodeId::NONE;
                let written = part_type(cx, child, "type");
                let declared = declared_name(cx, child);
                let children = [none, written, none, none, declared];
                let span = child.byte_range();
                made.push(cx.definition(Kind::RestParameter, declared, Flags::NONE, span, &children));
            }
            _ => {}
        }
    }
    cx.add(Kind::Parameters, list.byte_range(), &made)
}

/// `a, b int` is two parameters. In patterns a lone `...`, `$...X` or `$X` is no type but a parameter.
fn parameter(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    let none = NodeId::NONE;
    let names = field_children(node, "name");
    let written = node.child_by_field_name("type");
    if names.is_empty() {
        let written = written.map_or(none, |written| type_of(cx, written));
        let kind = written.some().map(|written| cx.build.node(written).kind);
        match kind {
            Some(Kind::Ellipsis | Kind::MetavariableEllipsis) => out.push(written),
            Some(Kind::Metavariable) => {
                let children = [none, none, none, none, written];
                let span = node.byte_range();
                out.push(cx.definition(Kind::Parameter, written, Flags::NONE, span, &children));
            }
            _ => out.push(cx.add(Kind::Parameter, node.byte_range(), &[none, written, none, none, none])),
        }
        return;
    }
    let shared = written.map_or(0, |written| written.end_byte() - written.start_byte());
    let repeats = may_repeat(shared, names.len(), node.end_byte() - node.start_byte());
    for (at, name) in names.iter().enumerate() {
        let declared = cx.identifier(*name);
        let kind = cx.build.node(declared).kind;
        if matches!(kind, Kind::Ellipsis | Kind::MetavariableEllipsis) {
            out.push(declared);
            continue;
        }
        let own_type = written.filter(|_| at == 0 || repeats);
        let own_type = own_type.map_or(none, |written| type_of(cx, written));
        let children = [none, own_type, none, none, declared];
        let span = name.start_byte()..node.end_byte();
        out.push(cx.definition(Kind::Parameter, declared, Flags::NONE, span, &children));
    }
}

/// The type of a result; several are a tuple without its parentheses.
pub(super) fn result(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let Some(result) = node.child_by_field_name("result") else {
        return NodeId::NONE;
    };
    if result.kind() != "parameter_list" {
        return type_of(cx, result);
    }
    let listed = named_children(result);
    let mut made = Vec::new();
    for child in &listed {
        let Some(written) = child.child_by_field_name("type") else {
            continue;
        };
        let names = field_children(*child, "name");
        let shared = written.end_byte() - written.start_byte();
        let repeats = may_repeat(shared, names.len(), child.end_byte() - child.start_byte());
        for name in names.iter().skip(1) {
            match Placeholder::parse(cx.text(*name)) {
                Some(Placeholder::Ellipsis | Placeholder::MetavariableEllipsis(_)) if cx.pattern => {
                    made.push(cx.identifier(*name));
                }
                _ if repeats => made.push(type_of(cx, written)),
                _ => {}
            }
        }
        made.push(type_of(cx, written));
    }
    match (made.as_slice(), listed.first(), listed.last()) {
        ([only], ..) => *only,
        (several, Some(first), Some(last)) => cx.named(Kind::OtherType, "tuple", from_to(*first, *last), several),
        _ => NodeId::NONE,
    }
}

fn generics(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let Some(list) = node.child_by_field_name("type_parameters") else {
        return NodeId::NONE;
    };
    let mut made = Vec::new();
    for parameter in named_children(list) {
        let names = field_children(parameter, "name");
        let bound = parameter.child_by_field_name("type");
        let shared = bound.map_or(0, |bound| bound.end_byte() - bound.start_byte());
        let repeats = may_repeat(shared, names.len(), parameter.end_byte() - parameter.start_byte());
        for (at, name) in names.iter().enumerate() {
            let identifier = cx.identifier(*name);
            let own = bound.filter(|_| at == 0 || repeats);
            let own = own.map_or(NodeId::NONE, |bound| type_of(cx, bound));
            let span = name.start_byte()..parameter.end_byte();
            let children = [identifier, own];
            made.push(cx.definition(Kind::TypeParameter, identifier, Flags::NONE, span, &children));
        }
    }
    cx.add(Kind::Generics, list.byte_range(), &made)
}

/// The keyword `type` is no part of what is reported.
pub(super) fn type_declaration(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let none = NodeId::NONE;
    let span = node.byte_range();
    let Some(written) = node.child_by_field_name("type") else {
        return none;
    };
    let declared = declared_name(cx, node);
    let generics = generics(cx, node);
    if matches!(written.kind(), "struct_type" | "interface_type") && node.kind() == "type_spec" {
        let keyword = written.kind().trim_end_matches("_type");
        let body = type_body(cx, written);
        let word = written.start_byte()..written.start_byte() + keyword.len();
        let word = cx.named(Kind::Str, keyword, word, &[]);
        let children = [none, none, none, body, generics, none, declared, word];
        return cx.definition(Kind::Class, declared, Flags::NONE, span, &children);
    }
    // `type A = B` is another name for B, `type A B` a type of its own.
    let equals = all_children(node).into_iter().find(|child| child.kind() == "=");
    let attributes = equals.map_or(none, |equals| attributes(cx, equals));
    let written = type_of(cx, written);
    let children = [attributes, generics, written, declared];
    cx.definition(Kind::TypeAlias, declared, Flags::NONE, span, &children)
}

/// The members of a struct or an interface.
pub(super) fn type_body(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut members = Vec::new();
    let open = all_children(node)
        .into_iter()
        .find(|child| matches!(child.kind(), "{" | "field_declaration_list"));
    let list = open
        .filter(|list| list.kind() == "field_declaration_list")
        .unwrap_or(node);
    for child in named_children(list) {
        match child.kind() {
            "field_declaration" => field(cx, child, &mut members),
            "method_elem" => members.push(function(cx, child)),
            "type_elem" => {
                let written = type_of(cx, child);
                members.push(embedded(cx, written, NodeId::NONE, NodeId::NONE, child.byte_range()));
            }
            _ => {}
        }
    }
    let start = open.map_or(node.start_byte(), |open| open.start_byte());
    cx.add(Kind::ClassBody, start..node.end_byte(), &members)
}

/// A type among the members: `...` stands for members in patterns.
fn embedded(cx: &mut Context<'_>, written: NodeId, attributes: NodeId, declared: NodeId, span: Range<usize>) -> NodeId {
    let kind = written.some().map(|written| cx.build.node(written).kind);
    if matches!(kind, Some(Kind::Ellipsis | Kind::MetavariableEllipsis)) {
        return written;
    }
    let children = [attributes, written, NodeId::NONE, NodeId::NONE, declared];
    cx.definition(Kind::Variable, declared, Flags::NONE, span, &children)
}

/// The fields of one line. A tag is an annotation; an embedded type is a field of its own name.
fn field(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    let none = NodeId::NONE;
    let names = field_children(node, "name");
    let written = node.child_by_field_name("type");
    let tag = node.child_by_field_name("tag");
    if names.is_empty() {
        let attributes = tag_of(cx, tag);
        let inner = written.map_or(none, |written| type_of(cx, written));
        let star = all_children(node).into_iter().find(|child| child.kind() == "*");
        let inner = match (star, written) {
            (Some(star), Some(written)) => cx.add(Kind::PointerType, from_to(star, written), &[inner]),
            _ => inner,
        };
        let declared = written.map_or(none, |written| {
            let name = match written.kind() {
                "generic_type" => written.child_by_field_name("type").unwrap_or(written),
                _ => written,
            };
            let name = name.child_by_field_name("name").unwrap_or(name);
            cx.identifier(name)
        });
        out.push(embedded(cx, inner, attributes, declared, node.byte_range()));
        return;
    }
    let shared = written.map_or(0, |written| node.end_byte() - written.start_byte());
    let repeats = may_repeat(shared, names.len(), node.end_byte() - node.start_byte());
    for (at, name) in names.iter().enumerate() {
        let (mut attributes, mut own_type) = (none, none);
        if at == 0 || repeats {
            attributes = tag_of(cx, tag);
            own_type = written.map_or(none, |written| type_of(cx, written));
        }
        let declared = cx.identifier(*name);
        let children = [attributes, own_type, none, none, declared];
        let span = name.start_byte()..node.end_byte();
        out.push(cx.definition(Kind::Variable, declared, Flags::NONE, span, &children));
    }
}

fn tag_of(cx: &mut Context<'_>, tag: Option<Node<'_>>) -> NodeId {
    let Some(tag) = tag else {
        return NodeId::NONE;
    };
    let text = expression(cx, tag);
    let annotation = cx.add(Kind::Annotation, tag.byte_range(), &[text, NodeId::NONE]);
    cx.add(Kind::Attributes, tag.byte_range(), &[annotation])
}
