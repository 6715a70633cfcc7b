//! Java.
//!
//! Not in the tree: annotations inside types (`List<@A T>`), type arguments of calls (`A.<T>f()`), `permits`, the directives of a
//! module, and receiver parameters (`A this`).

use std::ops::Range;

use tree_sitter::Node;

use super::common::{c_float, c_integer, may_repeat, negative_number, report_problems};
use super::{Context, Placeholder, all_children, field_children, from_to, named_children};
use crate::tree::{Flags, Kind, NodeId, Symbol};

pub(super) fn file(cx: &mut Context<'_>, root: Node<'_>) -> NodeId {
    report_problems(cx, root);
    let statements = statements(cx, root);
    cx.add(Kind::File, 0..cx.source().len(), &statements)
}

// ---- statements

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
            cx.add(Kind::Block, span, &statements)
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

fn switch(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut parts = vec![condition(cx, node)];
    let groups = node.child_by_field_name("body").map(named_children).unwrap_or_default();
    let mut labels = Vec::new();
    for group in groups {
        if !matches!(group.kind(), "switch_rule" | "switch_block_statement_group") {
            continue;
        }
        let mut statements = all_children(group);
        statements.retain(|child| match child.kind() {
            "switch_label" => {
                labels.push(*child);
                false
            }
            kind => !matches!(kind, ":" | "->"),
        });
        // `case 1: case 2: f();` is one case; to the grammar the first label has no statements.
        if !statements.is_empty() {
            let own = std::mem::take(&mut labels);
            parts.push(cx.deeper(group, |cx| switch_case(cx, group, &own, &statements)));
        }
    }
    if let Some(last) = labels.last() {
        let group = last.parent().unwrap_or(*last);
        parts.push(cx.deeper(group, |cx| switch_case(cx, group, &labels, &[])));
    }
    cx.add(Kind::Switch, node.byte_range(), &parts)
}

fn switch_case(cx: &mut Context<'_>, node: Node<'_>, labels: &[Node<'_>], statements: &[Node<'_>]) -> NodeId {
    let mut made = Vec::new();
    for label in labels {
        let parts = named_children(*label);
        if parts.is_empty() && labels.len() > 1 {
            // `case 1: default:` is one case with two labels.
            made.push(cx.named(Kind::Special, "default", label.byte_range(), &[]));
        }
        for part in parts {
            match part.kind() {
                "guard" => made.push(first_expression(cx, part)),
                _ => made.push(pattern(cx, part)),
            }
        }
    }
    let span = match (labels.first(), labels.last()) {
        (Some(first), Some(last)) => from_to(*first, *last),
        _ => node.start_byte()..node.start_byte(),
    };
    let body = match (statements, statements.first(), statements.last()) {
        ([only], ..) if node.kind() == "switch_rule" => branch(cx, *only),
        (several, Some(first), Some(last)) => bare(cx, several, from_to(*first, *last)),
        _ => bare(cx, &[], node.end_byte()..node.end_byte()),
    };
    let labels = cx.add(Kind::CaseLabels, span.clone(), &made);
    cx.add(Kind::Case, span.start..node.end_byte(), &[labels, body])
}

/// What a `case` or an `instanceof` compares with: what reads as an expression is one, a name that is bound is a variable.
fn pattern(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| match node.kind() {
        "pattern" => match named_children(node).as_slice() {
            [only] => pattern(cx, *only),
            several => {
                let parts: Vec<_> = several.iter().map(|part| pattern(cx, *part)).collect();
                cx.other(node, &parts)
            }
        },
        "type_pattern" | "record_pattern_component" => match named_children(node).as_slice() {
            [declared_type, name] => binding(cx, *declared_type, *name, node.byte_range()),
            _ => cx.named(Kind::Name, "_", node.byte_range(), &[]),
        },
        "record_pattern" => {
            let children = named_children(node);
            let callee = children.first().map_or(NodeId::NONE, |callee| match callee.kind() {
                "identifier" => cx.name(*callee),
                _ => type_of(cx, *callee),
            });
            let list = children.iter().find(|child| child.kind() == "record_pattern_body");
            let parts: Vec<_> = list
                .map(|list| named_children(*list))
                .unwrap_or_default()
                .into_iter()
                .map(|part| pattern(cx, part))
                .collect();
            let span = list.map_or(node.byte_range(), Node::byte_range);
            let arguments = cx.add(Kind::Arguments, span, &parts);
            cx.add(Kind::Call, node.byte_range(), &[callee, arguments])
        }
        _ => expression(cx, node),
    })
}

fn binding(cx: &mut Context<'_>, declared_type: Node<'_>, name: Node<'_>, span: Range<usize>) -> NodeId {
    if let Some(whole) = stand_in(cx, Some(declared_type), Some(name), span.clone()) {
        return whole;
    }
    let none = NodeId::NONE;
    let declared_type = type_of(cx, declared_type);
    let declared = cx.identifier(name);
    let children = [none, declared_type, none, none, declared];
    cx.definition(Kind::Variable, declared, Flags::NONE, span, &children)
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

// ---- imports

fn import(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = without_semicolon(node);
    let children = named_children(node);
    let Some(name) = children
        .iter()
        .find(|child| matches!(child.kind(), "identifier" | "scoped_identifier"))
    else {
        return NodeId::NONE;
    };
    let star = children.iter().find(|child| child.kind() == "asterisk");
    let scope = name.child_by_field_name("scope");
    let (path, imported) = match (star, scope) {
        (Some(star), _) => (*name, Some(*star)),
        (None, Some(scope)) => (scope, name.child_by_field_name("name")),
        (None, None) => (*name, None),
    };
    let text = dotted_text(cx, path);
    let path = match path.kind() {
        "identifier" => cx.identifier(path),
        _ => cx.named(Kind::Identifier, &text, path.byte_range(), &[]),
    };
    let mut children = vec![path, NodeId::NONE];
    if let Some(imported) = imported {
        let identifier = cx.identifier(imported);
        let parts = [identifier, NodeId::NONE];
        let span = imported.byte_range();
        children.push(cx.definition(Kind::ImportName, identifier, Flags::NONE, span, &parts));
    }
    cx.definition(Kind::Import, path, Flags::NONE, span, &children)
}

/// `a.b.c` without blanks and comments; metavariables in it keep their name.
fn dotted_text(cx: &Context<'_>, node: Node<'_>) -> String {
    let mut parts = Vec::new();
    let mut rest = Some(node);
    while let Some(node) = rest {
        let name = node.child_by_field_name("name").unwrap_or(node);
        let text = cx.text(name);
        parts.push(match Placeholder::parse(text) {
            Some(Placeholder::Metavariable(name)) if cx.pattern => format!("${name}"),
            _ => text.to_owned(),
        });
        rest = node.child_by_field_name("scope");
    }
    parts.reverse();
    parts.join(".")
}

// ---- definitions

fn attributes(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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

fn annotation(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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
fn typed_target(cx: &mut Context<'_>, node: Node<'_>) -> Option<NodeId> {
    let array = node.child_by_field_name("array").filter(|_| cx.pattern)?;
    let Some(Placeholder::Typed(name)) = Placeholder::parse(cx.text(array)) else {
        return None;
    };
    let name = format!("${name}");
    let kind = part(cx, node, "index");
    Some(cx.named(Kind::TypedMetavariable, &name, node.byte_range(), &[kind]))
}

fn element_value_pair(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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
fn stand_in(
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
fn declared_name(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    node.child_by_field_name("name")
        .map_or(NodeId::NONE, |name| cx.identifier(name))
}

/// The type of a declaration, with the dimensions that stand after its name.
fn declared_type(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.child_by_field_name("type") {
        Some(written) => with_dimensions(cx, written, node.child_by_field_name("dimensions")),
        None => NodeId::NONE,
    }
}

/// One node per name. Only the span of a single local includes the `;`.
fn variables(cx: &mut Context<'_>, node: Node<'_>, with_semicolon: bool, out: &mut Vec<NodeId>) {
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

fn function(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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

fn parameters(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let made: Vec<_> = named_children(node)
        .into_iter()
        .filter(|child| matches!(child.kind(), "formal_parameter" | "spread_parameter" | "identifier"))
        .map(|child| parameter(cx, child))
        .collect();
    cx.add(Kind::Parameters, node.byte_range(), &made)
}

fn parameter(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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

fn class(cx: &mut Context<'_>, node: Node<'_>, keyword: &str) -> NodeId {
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

fn class_body(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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
fn enum_constant(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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

// ---- types

fn type_of(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| type_here(cx, node))
}

fn type_here(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    match node.kind() {
        "array_type" => match node.child_by_field_name("element") {
            Some(element) => with_dimensions(cx, element, node.child_by_field_name("dimensions")),
            None => cx.add(Kind::ArrayType, span, &[NodeId::NONE, NodeId::NONE]),
        },
        "annotated_type" => named_children(node)
            .into_iter()
            .rfind(|child| !matches!(child.kind(), "annotation" | "marker_annotation"))
            .map_or(NodeId::NONE, |inner| type_of(cx, inner)),
        "generic_type" => {
            let children = named_children(node);
            let mut parts = vec![children.first().map_or(NodeId::NONE, |name| type_name(cx, *name))];
            if let Some(arguments) = children.iter().find(|child| child.kind() == "type_arguments") {
                let listed = named_children(*arguments);
                if listed.is_empty() {
                    // The diamond is no missing list of arguments.
                    parts.push(cx.named(Kind::OtherType, "<>", arguments.byte_range(), &[]));
                }
                parts.extend(listed.into_iter().map(|argument| type_of(cx, argument)));
            }
            cx.add(Kind::Type, span, &parts)
        }
        "wildcard" => {
            let bounded = all_children(node)
                .into_iter()
                .find(|child| matches!(child.kind(), "extends" | "super"));
            let name = match bounded.map(|word| word.kind()) {
                Some("extends") => "? extends",
                Some(_) => "? super",
                None => "?",
            };
            let bound = bounded
                .and_then(|_| named_children(node).last().copied())
                .map(|bound| type_of(cx, bound));
            cx.named(Kind::OtherType, name, span, bound.as_slice())
        }
        _ => {
            let name = type_name(cx, node);
            match cx.build.node(name).kind {
                Kind::Name | Kind::Member => cx.add(Kind::Type, span, &[name]),
                // A metavariable or an ellipsis stands for a whole type.
                _ => name,
            }
        }
    }
}

/// The name of a type: a name or a chain of members.
fn type_name(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.kind() {
        "scoped_type_identifier" => cx.deeper(node, |cx| {
            let children = named_children(node);
            let scope = children.first().map_or(NodeId::NONE, |scope| type_name(cx, *scope));
            match children.last().filter(|_| children.len() > 1) {
                Some(last) => {
                    let member = cx.identifier(*last);
                    let parts = [scope, member];
                    cx.definition(Kind::Member, member, Flags::NONE, node.byte_range(), &parts)
                }
                None => scope,
            }
        }),
        "generic_type" => type_of(cx, node),
        "ERROR" => cx.other(node, &[]),
        _ => cx.name(node),
    }
}

/// A type with the brackets that follow it, or that follow the name it is the type of.
fn with_dimensions(cx: &mut Context<'_>, element: Node<'_>, dimensions: Option<Node<'_>>) -> NodeId {
    let Some(dimensions) = dimensions else {
        return type_of(cx, element);
    };
    arrays(cx, element, dimensions, &closing_brackets(dimensions))
}

/// Where the brackets of a list of dimensions end.
fn closing_brackets(dimensions: Node<'_>) -> Vec<usize> {
    let closing = all_children(dimensions).into_iter().filter(|child| child.kind() == "]");
    closing.map(|child| child.end_byte()).collect()
}

fn arrays(cx: &mut Context<'_>, element: Node<'_>, at: Node<'_>, ends: &[usize]) -> NodeId {
    let Some((end, inner)) = ends.split_last() else {
        return type_of(cx, element);
    };
    cx.deeper(at, |cx| {
        let inner = arrays(cx, element, at, inner);
        cx.add(Kind::ArrayType, element.start_byte()..*end, &[inner, NodeId::NONE])
    })
}

fn union(cx: &mut Context<'_>, operator: &str, nodes: &[Node<'_>]) -> NodeId {
    let made: Vec<_> = nodes.iter().map(|node| type_of(cx, *node)).collect();
    match (made.as_slice(), nodes.first(), nodes.last()) {
        ([only], ..) => *only,
        (several, Some(first), Some(last)) => cx.named(Kind::UnionType, operator, from_to(*first, *last), several),
        _ => NodeId::NONE,
    }
}

// ---- expressions

fn expressions(cx: &mut Context<'_>, nodes: &[Node<'_>]) -> Vec<NodeId> {
    nodes.iter().map(|node| expression(cx, *node)).collect()
}

/// The expression of a field, or nothing.
fn part(cx: &mut Context<'_>, node: Node<'_>, field: &str) -> NodeId {
    node.child_by_field_name(field)
        .map_or(NodeId::NONE, |child| expression(cx, child))
}

fn expression(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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

fn call_arguments(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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
        children.push(self::pattern(cx, pattern));
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

// ---- literals

fn integer(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let text = cx.text(node).replace('_', "").to_ascii_lowercase();
    let value = match text.strip_suffix('l') {
        Some(digits) => format!("{}l", c_integer(digits)),
        None => c_integer(&text),
    };
    cx.named(Kind::Int, &value, node.byte_range(), &[])
}

/// `1.0d` is `1.0`, but `1.0f` is of another type.
fn float(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let text = cx.text(node).replace('_', "").to_ascii_lowercase();
    // In a hexadecimal number without exponent these letters are digits.
    let has_suffix = !text.starts_with("0x") || text.contains('p');
    let value = match (text.strip_suffix('f'), text.strip_suffix('d')) {
        (Some(digits), _) if has_suffix => format!("{}f", c_float(digits)),
        (_, Some(digits)) if has_suffix => c_float(digits),
        _ => c_float(&text),
    };
    cx.named(Kind::Float, &value, node.byte_range(), &[])
}

/// The content of a string, escapes as written.
fn string(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let text = cx.text(node);
    let block = text
        .strip_prefix("\"\"\"")
        .map(|text| text.strip_suffix("\"\"\"").unwrap_or(text));
    let interpolations: Vec<_> = named_children(node)
        .into_iter()
        .filter(|child| child.kind() == "string_interpolation")
        .collect();
    if interpolations.is_empty() {
        let value = match block {
            Some(content) => text_block(content),
            None => {
                let content = text.strip_prefix('"').unwrap_or(text);
                content.strip_suffix('"').unwrap_or(content).to_owned()
            }
        };
        return cx.named(Kind::Str, &value, node.byte_range(), &[]);
    }
    let quotes = if block.is_some() { 3 } else { 1 };
    let (mut parts, mut at) = (Vec::new(), node.start_byte() + quotes);
    for interpolation in interpolations {
        fragment(cx, at..interpolation.start_byte(), &mut parts);
        let inner = first_expression(cx, interpolation);
        parts.push(cx.add(Kind::Interpolation, interpolation.byte_range(), &[inner]));
        at = interpolation.end_byte();
    }
    fragment(cx, at..node.end_byte().saturating_sub(quotes), &mut parts);
    cx.add(Kind::Template, node.byte_range(), &parts)
}

fn fragment(cx: &mut Context<'_>, span: Range<usize>, parts: &mut Vec<NodeId>) {
    if let Some(text) = cx.source().get(span.clone()).filter(|text| !text.is_empty()) {
        parts.push(cx.named(Kind::Str, text, span, &[]));
    }
}

/// The value of a text block (JLS 3.10.6): what follows the first line, without the indentation that all lines share and without
/// blanks at the end of lines.
fn text_block(content: &str) -> String {
    let Some((_, content)) = content.split_once('\n') else {
        return content.to_owned();
    };
    let lines: Vec<&str> = content.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    let last = lines.len() - 1;
    let blank = |letter: char| letter.is_ascii_whitespace();
    let indentation = |line: &&str| line.len() - line.trim_start_matches(blank).len();
    let shared = lines
        .iter()
        .enumerate()
        .filter(|(at, line)| *at == last || !line.trim_matches(blank).is_empty())
        .map(|(_, line)| indentation(line))
        .min()
        .unwrap_or(0);
    let stripped: Vec<&str> = lines
        .iter()
        .map(|line| line.get(shared..).unwrap_or("").trim_end_matches(blank))
        .collect();
    stripped.join("\n")
}

#[cfg(test)]
mod tests;
