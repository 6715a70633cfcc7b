//! Python.

use tree_sitter::Node;

use super::common::negative_number;
use super::{Context, all_children, field_children, from_to, named_children};
use crate::tree::{Flags, Kind, NodeId, Symbol};

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
            cx.broken(node);
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

// ---- definitions

fn decorated(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let decorators: Vec<_> = named_children(node)
        .into_iter()
        .filter(|child| child.kind() == "decorator")
        .collect();
    let made: Vec<_> = decorators.iter().map(|decorator| annotation(cx, *decorator)).collect();
    let span = match (decorators.first(), decorators.last()) {
        (Some(first), Some(last)) => from_to(*first, *last),
        _ => node.start_byte()..node.start_byte(),
    };
    match node.child_by_field_name("definition") {
        Some(definition) if definition.kind() == "class_definition" => {
            let attributes = cx.add(Kind::Attributes, span, &made);
            class(cx, definition, attributes, node.start_byte())
        }
        Some(definition) => {
            let mut made = made;
            made.extend(async_modifier(cx, definition).some());
            let attributes = cx.add(Kind::Attributes, span, &made);
            function(cx, definition, attributes, node.start_byte())
        }
        None => NodeId::NONE,
    }
}

fn annotation(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let inner = named_children(node)
        .first()
        .map_or(NodeId::NONE, |inner| expression(cx, *inner));
    let span = match inner.some() {
        // The range of a decorator is what follows the `@`.
        Some(inner) => cx.build.node(inner).start as usize..node.end_byte(),
        None => node.byte_range(),
    };
    if inner.is_some() && cx.build.node(inner).kind == Kind::Call {
        let parts = cx.build.children(inner).to_vec();
        return cx.add(Kind::Annotation, span, &parts);
    }
    cx.add(Kind::Annotation, span, &[inner, NodeId::NONE])
}

fn async_modifier(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match all_children(node).first().filter(|child| child.kind() == "async") {
        Some(word) => cx.named(Kind::Modifier, "async", word.byte_range(), &[]),
        None => NodeId::NONE,
    }
}

fn function(cx: &mut Context<'_>, node: Node<'_>, attributes: NodeId, start: usize) -> NodeId {
    let attributes = match attributes.some() {
        Some(attributes) => attributes,
        None => match async_modifier(cx, node).some() {
            Some(modifier) => {
                let span = cx.build.node(modifier).start as usize..cx.build.node(modifier).end as usize;
                cx.add(Kind::Attributes, span, &[modifier])
            }
            None => NodeId::NONE,
        },
    };
    let declared = node
        .child_by_field_name("name")
        .map_or(NodeId::NONE, |name| cx.identifier(name));
    let parameters = node.child_by_field_name("parameters");
    let parameters = match parameters {
        Some(parameters) => self::parameters(cx, parameters),
        None => cx.add(Kind::Parameters, node.byte_range(), &[]),
    };
    let returns = part(cx, node, "return_type");
    let body = body(cx, node, "body");
    let children = [attributes, parameters, returns, body, NodeId::NONE, declared];
    cx.definition(Kind::Function, declared, Flags::NONE, start..node.end_byte(), &children)
}

fn class(cx: &mut Context<'_>, node: Node<'_>, attributes: NodeId, start: usize) -> NodeId {
    let declared = node
        .child_by_field_name("name")
        .map_or(NodeId::NONE, |name| cx.identifier(name));
    let bases = match node.child_by_field_name("superclasses") {
        Some(list) => {
            let bases = arguments(cx, list);
            cx.add(Kind::Bases, list.byte_range(), &bases)
        }
        None => NodeId::NONE,
    };
    let body = match node.child_by_field_name("body") {
        Some(body) => {
            let members = statements(cx, body);
            cx.add(Kind::ClassBody, body.byte_range(), &members)
        }
        None => NodeId::NONE,
    };
    let word = cx.named(
        Kind::Str,
        "class",
        node.start_byte()..node.start_byte() + "class".len(),
        &[],
    );
    let none = NodeId::NONE;
    let children = [attributes, bases, none, body, none, none, declared, word];
    cx.definition(Kind::Class, declared, Flags::NONE, start..node.end_byte(), &children)
}

fn parameters(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let made: Vec<_> = named_children(node).iter().map(|child| parameter(cx, *child)).collect();
    cx.add(Kind::Parameters, node.byte_range(), &made)
}

fn parameter(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let annotation = part(cx, node, "type");
    let default = part(cx, node, "value");
    let (kind, flags, inner) = match node.kind() {
        "typed_parameter" => match named_children(node).first() {
            Some(inner) => {
                let (kind, flags) = rest_kind(*inner);
                (kind, flags, Some(*inner))
            }
            None => (Kind::Parameter, Flags::NONE, None),
        },
        "default_parameter" | "typed_default_parameter" => {
            (Kind::Parameter, Flags::NONE, node.child_by_field_name("name"))
        }
        "keyword_separator" => return cx.named(Kind::ParameterMark, "*", node.byte_range(), &[]),
        "positional_separator" => return cx.named(Kind::ParameterMark, "/", node.byte_range(), &[]),
        _ => {
            let (kind, flags) = rest_kind(node);
            (kind, flags, Some(node))
        }
    };
    let inner = inner.map(|inner| match inner.kind() {
        "list_splat_pattern" | "dictionary_splat_pattern" => named_children(inner).first().copied().unwrap_or(inner),
        _ => inner,
    });
    let (declared, target) = match inner {
        Some(inner) if inner.kind() == "identifier" => (cx.identifier(inner), NodeId::NONE),
        Some(inner) => (NodeId::NONE, expression(cx, inner)),
        None => (NodeId::NONE, NodeId::NONE),
    };
    // `...` and `$...ARGS` stand for whole parameters.
    let plain = node.kind() == "identifier";
    if plain
        && declared.is_some()
        && matches!(
            cx.build.node(declared).kind,
            Kind::Ellipsis | Kind::MetavariableEllipsis
        )
    {
        return declared;
    }
    let children = [NodeId::NONE, annotation, default, target, declared];
    cx.definition(kind, declared, flags, node.byte_range(), &children)
}

fn rest_kind(node: Node<'_>) -> (Kind, Flags) {
    match node.kind() {
        "list_splat_pattern" => (Kind::RestParameter, Flags::NONE),
        "dictionary_splat_pattern" => (Kind::RestParameter, Flags::MAPPING),
        _ => (Kind::Parameter, Flags::NONE),
    }
}

// ---- imports

fn imports(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    let names = field_children(node, "name");
    let several = names.len() > 1;
    for name in names {
        let (path, alias) = aliased(cx, name);
        let span = if several { name.byte_range() } else { node.byte_range() };
        out.push(cx.definition(Kind::Import, path, Flags::NONE, span, &[path, alias]));
    }
}

/// The path or name of an import, and what it is called here.
fn aliased(cx: &mut Context<'_>, node: Node<'_>) -> (NodeId, NodeId) {
    if node.kind() != "aliased_import" {
        return (path(cx, node), NodeId::NONE);
    }
    let name = node
        .child_by_field_name("name")
        .map_or(NodeId::NONE, |name| path(cx, name));
    let alias = node
        .child_by_field_name("alias")
        .map_or(NodeId::NONE, |alias| cx.identifier(alias));
    (name, alias)
}

fn path(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match named_children(node).as_slice() {
        [only] if node.kind() == "dotted_name" => cx.identifier(*only),
        _ => {
            let text = dotted_text(cx, node);
            cx.identifier_as(Kind::Identifier, &text, node.byte_range())
        }
    }
}

/// `a.b.c` without blanks; metavariables in it keep their name.
fn dotted_text(cx: &mut Context<'_>, node: Node<'_>) -> String {
    let text = cx.text(node);
    let parts = text.split('.').map(|part| {
        let part = part.trim();
        match super::Placeholder::parse(part) {
            Some(super::Placeholder::Metavariable(name)) if cx.pattern => format!("${name}"),
            _ => part.to_owned(),
        }
    });
    parts.collect::<Vec<_>>().join(".")
}

fn import_from(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let path = match node.child_by_field_name("module_name") {
        Some(module) => path(cx, module),
        None => cx.named(Kind::Identifier, "__future__", node.byte_range(), &[]),
    };
    let mut children = vec![path, NodeId::NONE];
    for child in named_children(node) {
        match child.kind() {
            "wildcard_import" => {
                let star = cx.named(Kind::Identifier, "*", child.byte_range(), &[]);
                children.push(cx.named(Kind::ImportName, "*", child.byte_range(), &[star, NodeId::NONE]));
            }
            "aliased_import" | "dotted_name" if Some(child) != node.child_by_field_name("module_name") => {
                let (name, alias) = aliased(cx, child);
                children.push(cx.definition(Kind::ImportName, name, Flags::NONE, child.byte_range(), &[name, alias]));
            }
            _ => {}
        }
    }
    cx.definition(Kind::Import, path, Flags::NONE, node.byte_range(), &children)
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
        "ERROR" => {
            cx.broken(node);
            let parts = expressions(cx, &named_children(node));
            cx.other(node, &parts)
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

fn arguments(cx: &mut Context<'_>, list: Node<'_>) -> Vec<NodeId> {
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
        Some(list) => self::parameters(cx, list),
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
    let Some(super::Placeholder::Typed(name)) = super::Placeholder::parse(cx.text(value)) else {
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

fn dotted_name(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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

// ---- literals

fn number(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let text = cx.text(node).replace('_', "").to_ascii_lowercase();
    let (kind, value) = match node.kind() {
        "integer" => (Kind::Int, super::integer(text.trim_end_matches('l'))),
        _ => (Kind::Float, super::float(&text)),
    };
    cx.named(kind, &value, node.byte_range(), &[])
}

/// A plain string, or a template when it has interpolations.
fn string(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let children = named_children(node);
    let start = children.first().filter(|child| child.kind() == "string_start");
    let end = children.iter().rev().find(|child| child.kind() == "string_end");
    let raw = start.is_some_and(|start| cx.text(*start).to_ascii_lowercase().contains('r'));
    let from = start.map_or(node.start_byte(), Node::end_byte);
    let to = end.map_or(node.end_byte(), Node::start_byte).max(from);
    let interpolations: Vec<_> = children
        .iter()
        .filter(|child| child.kind() == "interpolation")
        .copied()
        .collect();
    let formatted = start.is_some_and(|start| cx.text(*start).to_ascii_lowercase().contains('f'));
    if interpolations.is_empty() && !formatted {
        let value = decode(&cx.source()[from..to], raw);
        return cx.named(Kind::Str, &value, node.byte_range(), &[]);
    }
    let (mut parts, mut at) = (Vec::new(), from);
    for interpolation in interpolations {
        fragment(cx, at, interpolation.start_byte(), raw, &mut parts);
        let inner = interpolation
            .child_by_field_name("expression")
            .or(interpolation.named_child(0));
        let inner = inner.map_or(NodeId::NONE, |inner| expression(cx, inner));
        parts.push(cx.add(Kind::Interpolation, interpolation.byte_range(), &[inner]));
        at = interpolation.end_byte();
    }
    fragment(cx, at, to, raw, &mut parts);
    cx.add(Kind::Template, node.byte_range(), &parts)
}

fn fragment(cx: &mut Context<'_>, from: usize, to: usize, raw: bool, parts: &mut Vec<NodeId>) {
    if from < to {
        let value = decode(&cx.source()[from..to], raw);
        parts.push(cx.named(Kind::Str, &value, from..to, &[]));
    }
}

/// The text that the escapes of a Python string stand for.
fn decode(text: &str, raw: bool) -> String {
    if raw || !text.contains('\\') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let Some(letter) = escape.chars().next() else {
            rest = &rest[at..];
            break;
        };
        let after = &escape[letter.len_utf8()..];
        let hex = |digits: usize| {
            let text = after.get(..digits)?;
            let value = u32::from_str_radix(text, 16).ok()?;
            Some((char::from_u32(value)?, &after[digits..]))
        };
        let (value, left) = match letter {
            '\n' => (None, after),
            'n' => (Some('\n'), after),
            't' => (Some('\t'), after),
            'r' => (Some('\r'), after),
            'a' => (Some('\x07'), after),
            'b' => (Some('\x08'), after),
            'f' => (Some('\x0c'), after),
            'v' => (Some('\x0b'), after),
            '\\' | '\'' | '"' => (Some(letter), after),
            '0'..='7' => {
                let digits = escape
                    .bytes()
                    .take(3)
                    .take_while(|byte| (b'0'..=b'7').contains(byte))
                    .count();
                let value = u32::from_str_radix(&escape[..digits], 8).ok().and_then(char::from_u32);
                (value, &escape[digits..])
            }
            'x' | 'u' | 'U' => {
                let digits = match letter {
                    'x' => 2,
                    'u' => 4,
                    _ => 8,
                };
                match hex(digits) {
                    Some((value, left)) => (Some(value), left),
                    None => {
                        out.push('\\');
                        (Some(letter), after)
                    }
                }
            }
            // An escape that Python does not know stays as it is.
            _ => {
                out.push('\\');
                (Some(letter), after)
            }
        };
        out.extend(value);
        rest = left;
    }
    out.push_str(rest);
    out
}

// ---- spans

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
