//! Go.
//!
//! Not in the tree: the names of results (`(n int, err error)` is `(int, error)`), and empty statements.

use std::ops::Range;

use tree_sitter::Node;

use super::common::{c_float, c_integer, may_repeat, negative_number, report_problems};
use super::{Context, Placeholder, all_children, field_children, from_to, named_children};
use crate::tree::{Flags, Kind, NodeId, Symbol};

pub(super) fn file(cx: &mut Context<'_>, root: Node<'_>) -> NodeId {
    report_problems(cx, root);
    let statements = statements(cx, &named_children(root));
    cx.add(Kind::File, 0..cx.source().len(), &statements)
}

// ---- statements

fn statements(cx: &mut Context<'_>, nodes: &[Node<'_>]) -> Vec<NodeId> {
    let mut made = Vec::new();
    for node in nodes {
        statement(cx, *node, &mut made);
    }
    made
}

fn block(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| {
        let statements = statements(cx, &named_children(node));
        cx.add(Kind::Block, node.byte_range(), &statements)
    })
}

fn block_of(cx: &mut Context<'_>, node: Node<'_>, field: &str) -> NodeId {
    match node.child_by_field_name(field) {
        Some(body) => block(cx, body),
        None => cx.add(Kind::Block, node.end_byte()..node.end_byte(), &[]),
    }
}

/// One statement of the grammar may be several of the tree (`var a, b int`).
fn statement(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    match node.kind() {
        kind if is_fragment(kind) => {}
        "statement_list" => {
            for child in named_children(node) {
                statement(cx, child, out);
            }
        }
        "empty_statement" => {}
        "import_declaration" => imports(cx, node, out),
        "var_declaration" | "const_declaration" => declarations(cx, node, out),
        "type_declaration" => {
            for child in named_children(node) {
                let made = cx.deeper(child, |cx| type_declaration(cx, child));
                out.extend(made.some());
            }
        }
        "short_var_declaration" => short_declaration(cx, node, out),
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
        || kind.ends_with("identifier")
        || matches!(
            kind,
            "parameter_list"
                | "parameter_declaration"
                | "type_parameter_list"
                | "type_parameter_declaration"
                | "type_arguments"
                | "type_constraint"
                | "argument_list"
                | "field_declaration_list"
                | "field_declaration"
                | "literal_value"
                | "literal_element"
                | "label_name"
                | "dot"
                | "escape_sequence"
                | "interpreted_string_literal_content"
                | "raw_string_literal_content"
                | "nil"
                | "true"
                | "false"
                | "iota"
        )
}

fn simple(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    match node.kind() {
        "package_clause" => {
            let name = named_children(node).first().map_or("", |name| cx.text(*name));
            cx.named(Kind::Package, name, span, &[])
        }
        "function_declaration" | "method_declaration" => function(cx, node),
        "block" => {
            let statements = statements(cx, &named_children(node));
            cx.add(Kind::Block, span, &statements)
        }
        "expression_statement" => {
            let inner = first_expression(cx, node);
            match inner.some() {
                Some(inner) => cx.expression_statement(inner, Flags::NONE, span),
                None => NodeId::NONE,
            }
        }
        "send_statement" | "receive_statement" | "inc_statement" | "dec_statement" | "assignment_statement" => {
            let inner = effect(cx, node);
            cx.expression_statement(inner, Flags::NONE, span)
        }
        "return_statement" => {
            let value = named_children(node)
                .first()
                .map_or(NodeId::NONE, |list| one_or_tuple(cx, *list));
            cx.add(Kind::Return, span, &[value])
        }
        // The keyword is no part of what is reported.
        "go_statement" | "defer_statement" => {
            let word = if node.kind() == "go_statement" { "go" } else { "defer" };
            let inner = named_children(node).first().copied();
            let span = inner.map_or(span, |inner| inner.byte_range());
            let inner = inner.map_or(NodeId::NONE, |inner| expression(cx, inner));
            cx.named(Kind::OtherStatement, word, span, &[inner])
        }
        "fallthrough_statement" => cx.named(Kind::OtherStatement, "fallthrough", span, &[]),
        "labeled_statement" => {
            let children = named_children(node);
            let label = children.first().map_or(NodeId::NONE, |label| cx.identifier(*label));
            let inner = children.get(1).map_or(NodeId::NONE, |inner| single(cx, *inner));
            cx.add(Kind::Labeled, span, &[label, inner])
        }
        "break_statement" | "continue_statement" | "goto_statement" => {
            let kind = match node.kind() {
                "break_statement" => Kind::Break,
                "continue_statement" => Kind::Continue,
                _ => Kind::Goto,
            };
            let label = named_children(node)
                .first()
                .map_or(NodeId::NONE, |label| cx.identifier(*label));
            cx.add(kind, span, &[label])
        }
        "if_statement" => {
            let before = initialiser(cx, node);
            let condition = part(cx, node, "condition");
            let then = block_of(cx, node, "consequence");
            let other = match node.child_by_field_name("alternative") {
                Some(other) if other.kind() == "if_statement" => cx.deeper(other, |cx| simple(cx, other)),
                Some(other) => block(cx, other),
                None => NodeId::NONE,
            };
            let made = cx.add(Kind::If, span.clone(), &[condition, then, other]);
            after(cx, before, made, span)
        }
        "for_statement" => for_statement(cx, node),
        "expression_switch_statement" | "type_switch_statement" => {
            let before = initialiser(cx, node);
            let subject = match node.kind() {
                "type_switch_statement" => type_switch_subject(cx, node),
                _ => part(cx, node, "value"),
            };
            let made = switch(cx, node, subject);
            after(cx, before, made, span)
        }
        "select_statement" => {
            let made = switch(cx, node, NodeId::NONE);
            cx.named(Kind::OtherStatement, "select", span, &[made])
        }
        _ => {
            let inner = expression(cx, node);
            cx.expression_statement(inner, Flags::NONE, span)
        }
    }
}

/// One statement where the tree has room for one.
fn single(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut made = Vec::new();
    statement(cx, node, &mut made);
    match made.as_slice() {
        [] => NodeId::NONE,
        [only] => *only,
        several => cx.flagged(Kind::Block, Flags::BARE, node.byte_range(), several),
    }
}

/// The statement before the `;` of `if a := f(); a`.
fn initialiser(cx: &mut Context<'_>, node: Node<'_>) -> Vec<NodeId> {
    let mut made = Vec::new();
    if let Some(before) = node.child_by_field_name("initializer") {
        statement(cx, before, &mut made);
    }
    made
}

/// A statement after its initialiser: both in a block of their own.
fn after(cx: &mut Context<'_>, before: Vec<NodeId>, made: NodeId, span: Range<usize>) -> NodeId {
    if before.is_empty() {
        return made;
    }
    let mut statements = before;
    statements.push(made);
    cx.flagged(Kind::Block, Flags::BARE, span, &statements)
}

/// A statement that is an expression in the tree.
fn effect(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    match node.kind() {
        "inc_statement" | "dec_statement" => {
            let operator = if node.kind() == "inc_statement" { "++" } else { "--" };
            let operand = first_expression(cx, node);
            let operator = cx.build.symbol(operator);
            cx.build.add(Kind::Unary, operator, span, Flags::POSTFIX, &[operand])
        }
        "send_statement" => {
            let (channel, value) = (part(cx, node, "channel"), part(cx, node, "value"));
            cx.named(Kind::Binary, "<-", span, &[channel, value])
        }
        "receive_statement" => {
            let value = part(cx, node, "right");
            match node.child_by_field_name("left") {
                Some(left) => {
                    let target = one_or_tuple(cx, left);
                    cx.add(Kind::Assign, span, &[target, value])
                }
                None => value,
            }
        }
        _ => {
            let operator = node
                .child_by_field_name("operator")
                .map_or("=", |operator| operator.kind());
            let target = list_of(cx, node, "left");
            let value = list_of(cx, node, "right");
            match operator.strip_suffix('=') {
                None | Some("") => cx.add(Kind::Assign, span, &[target, value]),
                Some(operator) => cx.named(Kind::CompoundAssign, operator, span, &[target, value]),
            }
        }
    }
}

fn for_statement(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let body = node.child_by_field_name("body");
    let header = named_children(node).into_iter().find(|child| Some(*child) != body);
    let header = match header {
        Some(header) if header.kind() == "for_clause" => {
            let initialiser = clause(cx, header, "initializer");
            let condition = part(cx, header, "condition");
            let update = clause(cx, header, "update");
            let children = [initialiser, condition, update];
            cx.add(Kind::ForHeader, header.byte_range(), &children)
        }
        Some(header) if header.kind() == "range_clause" => {
            let pattern = list_of(cx, header, "left");
            let iterated = part(cx, header, "right");
            cx.named(Kind::ForEachHeader, "range", header.byte_range(), &[pattern, iterated])
        }
        Some(header) => {
            let condition = expression(cx, header);
            match cx.build.node(condition).kind {
                // `for ... {}`: any header.
                Kind::Ellipsis => condition,
                _ => cx.add(
                    Kind::ForHeader,
                    header.byte_range(),
                    &[NodeId::NONE, condition, NodeId::NONE],
                ),
            }
        }
        None => {
            let start = body.map_or(node.end_byte(), |body| body.start_byte());
            cx.add(Kind::ForHeader, start..start, &[NodeId::NONE; 3])
        }
    };
    let body = block_of(cx, node, "body");
    cx.add(Kind::For, node.byte_range(), &[header, body])
}

/// A statement between the semicolons of a loop.
fn clause(cx: &mut Context<'_>, header: Node<'_>, field: &str) -> NodeId {
    let Some(node) = header.child_by_field_name(field) else {
        return NodeId::NONE;
    };
    match node.kind() {
        "expression_statement" => first_expression(cx, node),
        "short_var_declaration" => {
            let mut made = Vec::new();
            short_declaration(cx, node, &mut made);
            match made.as_slice() {
                [only] => *only,
                several => cx.add(Kind::Sequence, node.byte_range(), several),
            }
        }
        _ => effect(cx, node),
    }
}

/// `x.(type)`, or `a := x.(type)` as an assignment.
fn type_switch_subject(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let value = node.child_by_field_name("value");
    let value_span = value.map_or(node.byte_range(), |value| value.byte_range());
    let inner = value.map_or(NodeId::NONE, |value| expression(cx, value));
    let subject = cx.named(Kind::OtherExpression, "type_switch", value_span.clone(), &[inner]);
    match node.child_by_field_name("alias") {
        Some(alias) => {
            let target = one_or_tuple(cx, alias);
            let span = alias.start_byte()..value_span.end;
            cx.add(Kind::Assign, span, &[target, subject])
        }
        None => subject,
    }
}

fn switch(cx: &mut Context<'_>, node: Node<'_>, subject: NodeId) -> NodeId {
    let mut parts = vec![subject];
    for case in named_children(node) {
        if matches!(
            case.kind(),
            "expression_case" | "type_case" | "default_case" | "communication_case"
        ) {
            parts.push(cx.deeper(case, |cx| switch_case(cx, case)));
        }
    }
    cx.add(Kind::Switch, node.byte_range(), &parts)
}

fn switch_case(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let labels = match node.kind() {
        "expression_case" => match node.child_by_field_name("value") {
            Some(list) => expressions(cx, &named_children(list)),
            None => Vec::new(),
        },
        "type_case" => {
            let labels = field_children(node, "type");
            labels.iter().map(|label| type_of(cx, *label)).collect()
        }
        "communication_case" => {
            let mut made = Vec::new();
            if let Some(communication) = node.child_by_field_name("communication") {
                let declares = all_children(communication).iter().any(|child| child.kind() == ":=");
                match declares {
                    true => short_declaration(cx, communication, &mut made),
                    false => made.push(effect(cx, communication)),
                }
            }
            made
        }
        _ => Vec::new(),
    };
    let colon = all_children(node)
        .iter()
        .find(|child| child.kind() == ":")
        .map_or(node.end_byte(), Node::start_byte);
    let labels = cx.add(Kind::CaseLabels, node.start_byte()..colon, &labels);
    let list = named_children(node)
        .into_iter()
        .find(|child| child.kind() == "statement_list");
    let mut made = Vec::new();
    if let Some(list) = list {
        statement(cx, list, &mut made);
    }
    let span = list.map_or(node.end_byte()..node.end_byte(), |list| list.byte_range());
    let body = cx.flagged(Kind::Block, Flags::BARE, span, &made);
    cx.add(Kind::Case, node.byte_range(), &[labels, body])
}

// ---- imports

fn imports(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    for child in named_children(node) {
        match child.kind() {
            "import_spec" => out.push(import(cx, child, node.byte_range())),
            "import_spec_list" => {
                for spec in named_children(child) {
                    if spec.kind() == "import_spec" {
                        out.push(import(cx, spec, spec.byte_range()));
                    }
                }
            }
            _ => {}
        }
    }
}

fn import(cx: &mut Context<'_>, node: Node<'_>, span: Range<usize>) -> NodeId {
    let path = node.child_by_field_name("path").map_or(NodeId::NONE, |path| {
        let content = unquoted(cx.text(path));
        cx.identifier_as(Kind::Identifier, content, path.byte_range())
    });
    let alias = node
        .child_by_field_name("name")
        .map_or(NodeId::NONE, |alias| cx.identifier(alias));
    // `import ( ... "a" )`: the grammar reads the ellipsis as the alias of what follows.
    let is_ellipsis = alias
        .some()
        .is_some_and(|alias| cx.build.node(alias).kind == Kind::Ellipsis);
    let alias = if is_ellipsis { NodeId::NONE } else { alias };
    cx.definition(Kind::Import, path, Flags::NONE, span, &[path, alias])
}

// ---- declarations of variables

/// What one specification of `var`, `const` or `:=` declares.
struct Declaration<'n> {
    /// The keyword, or `:=`.
    word: Node<'n>,
    names: Vec<Node<'n>>,
    written: Option<Node<'n>>,
    values: Vec<Node<'n>>,
    whole: Node<'n>,
}

fn declarations(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
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
fn short_declaration(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
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

// ---- functions

fn function(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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

fn declared_name(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    node.child_by_field_name("name")
        .map_or(NodeId::NONE, |name| cx.identifier(name))
}

fn parameters_of(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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
fn result(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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

// ---- declarations of types

/// The keyword `type` is no part of what is reported.
fn type_declaration(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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
fn type_body(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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

// ---- types

fn part_type(cx: &mut Context<'_>, node: Node<'_>, field: &str) -> NodeId {
    node.child_by_field_name(field)
        .map_or(NodeId::NONE, |written| type_of(cx, written))
}

fn type_of(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| type_here(cx, node))
}

fn type_here(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    let first_type = |cx: &mut Context<'_>| {
        let inner = named_children(node).first().copied();
        inner.map_or(NodeId::NONE, |inner| type_of(cx, inner))
    };
    match node.kind() {
        "pointer_type" => {
            let inner = first_type(cx);
            cx.add(Kind::PointerType, span, &[inner])
        }
        "slice_type" | "array_type" => {
            let element = part_type(cx, node, "element");
            let length = part(cx, node, "length");
            cx.add(Kind::ArrayType, span, &[element, length])
        }
        "implicit_length_array_type" => {
            let element = part_type(cx, node, "element");
            cx.named(Kind::OtherType, "[...]", span, &[element])
        }
        "map_type" => {
            let (key, value) = (part_type(cx, node, "key"), part_type(cx, node, "value"));
            cx.named(Kind::OtherType, "map", span, &[key, value])
        }
        "channel_type" => {
            let arrow = all_children(node).iter().position(|child| child.kind() == "<-");
            let name = match arrow {
                Some(0) => "<-chan",
                Some(_) => "chan<-",
                None => "chan",
            };
            let value = part_type(cx, node, "value");
            cx.named(Kind::OtherType, name, span, &[value])
        }
        "function_type" => {
            let parameters = parameters_of(cx, node);
            let returns = result(cx, node);
            cx.named(Kind::OtherType, "func", span, &[parameters, returns])
        }
        "struct_type" | "interface_type" => {
            let body = type_body(cx, node);
            cx.named(Kind::OtherType, node.kind().trim_end_matches("_type"), span, &[body])
        }
        "negated_type" => {
            let inner = first_type(cx);
            cx.named(Kind::OtherType, "~", span, &[inner])
        }
        "parenthesized_type" => first_type(cx),
        "type_elem" | "type_constraint" => {
            let children = named_children(node);
            let made: Vec<_> = children.iter().map(|part| type_of(cx, *part)).collect();
            match made.as_slice() {
                [only] => *only,
                several => cx.named(Kind::UnionType, "|", span, several),
            }
        }
        "generic_type" => {
            let named = node
                .child_by_field_name("type")
                .map_or(NodeId::NONE, |named| type_name(cx, named));
            let mut parts = vec![named];
            if let Some(arguments) = node.child_by_field_name("type_arguments") {
                let arguments = named_children(arguments);
                parts.extend(arguments.into_iter().map(|argument| type_of(cx, argument)));
            }
            cx.add(Kind::Type, span, &parts)
        }
        "type_identifier" | "identifier" | "qualified_type" => {
            let name = type_name(cx, node);
            match cx.build.node(name).kind {
                Kind::Name | Kind::Member => cx.add(Kind::Type, span, &[name]),
                // A metavariable or an ellipsis stands for a whole type.
                _ => name,
            }
        }
        // A type where the grammar read an expression.
        _ => expression(cx, node),
    }
}

/// The name of a type: a name, or a member of a package.
fn type_name(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.kind() {
        "qualified_type" => {
            let package = node
                .child_by_field_name("package")
                .map_or(NodeId::NONE, |package| cx.name(package));
            let member = declared_name(cx, node);
            let parts = [package, member];
            cx.definition(Kind::Member, member, Flags::NONE, node.byte_range(), &parts)
        }
        "type_identifier" | "identifier" => cx.name(node),
        _ => type_of(cx, node),
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

fn first_expression(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    named_children(node)
        .first()
        .map_or(NodeId::NONE, |inner| expression(cx, *inner))
}

/// The expressions of a field: one, or a tuple.
fn list_of(cx: &mut Context<'_>, node: Node<'_>, field: &str) -> NodeId {
    node.child_by_field_name(field)
        .map_or(NodeId::NONE, |list| one_or_tuple(cx, list))
}

fn one_or_tuple(cx: &mut Context<'_>, list: Node<'_>) -> NodeId {
    match list.kind() {
        "expression_list" => several(cx, &named_children(list)),
        _ => expression(cx, list),
    }
}

fn several(cx: &mut Context<'_>, nodes: &[Node<'_>]) -> NodeId {
    let made = expressions(cx, nodes);
    match (made.as_slice(), nodes.first(), nodes.last()) {
        ([only], ..) => *only,
        (made, Some(first), Some(last)) => cx.add(Kind::Tuple, from_to(*first, *last), made),
        _ => NodeId::NONE,
    }
}

fn expression(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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
fn unquoted(text: &str) -> &str {
    let quoted = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    quoted('"').or_else(|| quoted('`')).unwrap_or(text)
}

#[cfg(test)]
mod tests;
