//! Imports and exports.

use std::ops::Range;

use tree_sitter::Node;

use super::definition::class;
use super::expression::{content_of, expression};
use super::{statement, without_semicolon};
use crate::lower::extent::extent;
use crate::lower::{Context, all_children, field_children, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn import(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = without_semicolon(cx, node);
    let children = named_children(node);
    if let Some(clause) = children.iter().find(|child| child.kind() == "import_require_clause") {
        return import_require(cx, *clause, span);
    }
    let path = match node.child_by_field_name("source") {
        Some(source) => path(cx, source),
        None => cx.named(Kind::Identifier, "", span.end..span.end, &[]),
    };
    let mut parts = vec![path, NodeId::NONE];
    let clauses = children.iter().filter(|child| child.kind() == "import_clause");
    for part in clauses.flat_map(|clause| named_children(*clause)) {
        import_names(cx, part, &mut parts);
    }
    cx.definition(Kind::Import, path, Flags::NONE, span, &parts)
}

/// The path of an import or export: what is between the quotes, over the bytes of the string.
fn path(cx: &mut Context<'_>, source: Node<'_>) -> NodeId {
    let content = content_of(cx, source);
    cx.named(Kind::Identifier, content, source.byte_range(), &[])
}

fn import_names(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    let span = extent(cx, node);
    match node.kind() {
        "identifier" => {
            let default = cx.named(Kind::Identifier, "default", span.clone(), &[]);
            let alias = cx.identifier(node);
            out.push(cx.named(Kind::ImportName, "default", span, &[default, alias]));
        }
        "namespace_import" => {
            let star = cx.named(Kind::Identifier, "*", span.start..span.start + 1, &[]);
            let alias = named_children(node)
                .first()
                .map_or(NodeId::NONE, |alias| cx.identifier(*alias));
            out.push(cx.named(Kind::ImportName, "*", span, &[star, alias]));
        }
        "named_imports" => {
            for specifier in named_children(node) {
                if specifier.kind() == "import_specifier" {
                    out.push(import_specifier(cx, specifier));
                }
            }
        }
        _ => {}
    }
}

fn import_specifier(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let name = node
        .child_by_field_name("name")
        .map_or(NodeId::NONE, |name| module_name(cx, name));
    let alias = node
        .child_by_field_name("alias")
        .map_or(NodeId::NONE, |alias| cx.identifier(alias));
    // `import {...}` and `import {$...X}` stand for whole names.
    if name.is_some()
        && !alias.is_some()
        && matches!(cx.build.node(name).kind, Kind::Ellipsis | Kind::MetavariableEllipsis)
    {
        return name;
    }
    cx.definition(Kind::ImportName, name, Flags::NONE, extent(cx, node), &[name, alias])
}

/// The name of something that a module exports: an identifier, or any text in quotes.
fn module_name(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    match node.kind() {
        "string" => path(cx, node),
        _ => cx.identifier(node),
    }
}

/// `import a = require('m')` declares what `const a = require('m')` does.
fn import_require(cx: &mut Context<'_>, clause: Node<'_>, span: Range<usize>) -> NodeId {
    let value = clause.child_by_field_name("source").map_or(NodeId::NONE, |source| {
        let keyword = all_children(clause).into_iter().find(|child| child.kind() == "require");
        let keyword = keyword.map_or(source.byte_range(), |keyword| keyword.byte_range());
        let callee = cx.named(Kind::Name, "require", keyword.clone(), &[]);
        let argument = expression(cx, source);
        let arguments = cx.add(Kind::Arguments, keyword.end..clause.end_byte(), &[argument]);
        cx.add(Kind::Call, keyword.start..clause.end_byte(), &[callee, arguments])
    });
    let declared = named_children(clause)
        .first()
        .map_or(NodeId::NONE, |name| cx.identifier(*name));
    constant(cx, declared, value, span)
}

/// `import a = b.c`
pub(super) fn import_alias(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let children = named_children(node);
    let declared = children.first().map_or(NodeId::NONE, |name| cx.identifier(*name));
    let value = children.get(1).map_or(NodeId::NONE, |value| expression(cx, *value));
    constant(cx, declared, value, without_semicolon(cx, node))
}

/// What an import with `=` declares.
fn constant(cx: &mut Context<'_>, declared: NodeId, value: NodeId, span: Range<usize>) -> NodeId {
    let word = span.start..span.start + "import".len();
    let modifier = cx.named(Kind::Modifier, "const", word.clone(), &[]);
    let attributes = cx.add(Kind::Attributes, word, &[modifier]);
    let children = [attributes, NodeId::NONE, value, NodeId::NONE, declared];
    cx.definition(Kind::Variable, declared, Flags::NONE, span, &children)
}

/// A declaration stands for itself; decorators in front of `export` are its own, and then so is `export`.
pub(super) fn export(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    let decorators = field_children(node, "decorator");
    let children = named_children(node);
    let value = node.child_by_field_name("value");
    let declaration = node
        .child_by_field_name("declaration")
        .or(value.filter(|value| value.kind() == "class"));
    if let Some(declaration) = declaration {
        if !matches!(
            declaration.kind(),
            "class" | "class_declaration" | "abstract_class_declaration"
        ) {
            statement(cx, declaration, out);
            return;
        }
        let start = match decorators.is_empty() {
            true => declaration.start_byte(),
            false => node.start_byte(),
        };
        out.push(class(cx, declaration, &decorators, start..extent(cx, declaration).end));
        return;
    }
    let span = without_semicolon(cx, node);
    if let Some(value) = value {
        let value = expression(cx, value);
        out.push(cx.named(Kind::OtherStatement, "export default", span, &[value]));
        return;
    }
    let source = node.child_by_field_name("source");
    let mut parts = Vec::new();
    for child in children.iter().filter(|child| Some(**child) != source) {
        match child.kind() {
            "export_clause" => {
                for specifier in named_children(*child) {
                    let Some(name) = specifier.child_by_field_name("name") else {
                        continue;
                    };
                    // Only without a source is what is exported a name of this file.
                    parts.push(match source {
                        None if name.kind() == "identifier" => cx.name(name),
                        _ => module_name(cx, name),
                    });
                }
            }
            "namespace_export" => {
                for name in named_children(*child) {
                    parts.push(module_name(cx, name));
                }
            }
            _ => parts.push(expression(cx, *child)),
        }
    }
    let word = match source {
        Some(_) => "export from",
        None if all_children(node).iter().any(|child| child.kind() == "=") => "export =",
        None => "export",
    };
    if let Some(source) = source {
        parts.push(path(cx, source));
    }
    out.push(cx.named(Kind::OtherStatement, word, span, &parts));
}
