//! Imports.

use tree_sitter::Node;

use crate::lower::{Context, Placeholder, field_children, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn imports(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
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
        match Placeholder::parse(part) {
            Some(Placeholder::Metavariable(name)) if cx.pattern => {
                let name = format!("${name}");
                cx.build.symbol(&name);
                name
            }
            _ => part.to_owned(),
        }
    });
    parts.collect::<Vec<_>>().join(".")
}

pub(super) fn import_from(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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
