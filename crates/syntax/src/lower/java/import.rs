//! Imports.

use tree_sitter::Node;

use super::without_semicolon;
use crate::lower::{Context, Placeholder, all_children, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn import(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
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
    let is_static = all_children(node).iter().any(|child| child.kind() == "static");
    let flags = if is_static { Flags::STATIC } else { Flags::NONE };
    cx.definition(Kind::Import, path, flags, span, &children)
}

/// `a.b.c` without blanks and comments; metavariables in it keep their name.
pub(super) fn dotted_text(cx: &mut Context<'_>, node: Node<'_>) -> String {
    let mut parts = Vec::new();
    let mut rest = Some(node);
    while let Some(node) = rest {
        let name = node.child_by_field_name("name").unwrap_or(node);
        let text = cx.text(name);
        parts.push(match Placeholder::parse(text) {
            Some(Placeholder::Metavariable(name)) if cx.pattern => {
                let name = format!("${name}");
                cx.build.symbol(&name);
                name
            }
            _ => text.to_owned(),
        });
        rest = node.child_by_field_name("scope");
    }
    parts.reverse();
    parts.join(".")
}
