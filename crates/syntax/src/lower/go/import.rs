//! Imports.

use std::ops::Range;

use tree_sitter::Node;

use super::expression::unquoted;
use crate::lower::{Context, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn imports(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
    let first = out.len();
    for child in named_children(node) {
        match child.kind() {
            "import_spec" => out.push(import(cx, child, node.byte_range())),
            "import_spec_list" => {
                for spec in named_children(child) {
                    if spec.kind() == "import_spec" {
                        // Each import of a group starts with the word that they share.
                        out.push(import(cx, spec, node.start_byte()..spec.end_byte()));
                    }
                }
            }
            _ => {}
        }
    }
    // In a group of a pattern `...` says nothing at the start and at the end.
    if cx.pattern {
        let is_ellipsis = |id: &NodeId| cx.build.node(*id).kind == Kind::Ellipsis;
        while out.len() > first && out.last().is_some_and(is_ellipsis) {
            out.pop();
        }
        let leading = out[first..].iter().take_while(|id| is_ellipsis(id)).count();
        out.drain(first..first + leading);
    }
}

fn import(cx: &mut Context<'_>, node: Node<'_>, span: Range<usize>) -> NodeId {
    let path = node.child_by_field_name("path").map_or(NodeId::NONE, |path| {
        let content = unquoted(cx.text(path));
        cx.identifier_as(Kind::Identifier, content, path.byte_range())
    });
    if path.is_some() && cx.build.node(path).kind == Kind::Ellipsis {
        return path;
    }
    let alias = node
        .child_by_field_name("name")
        .map_or(NodeId::NONE, |alias| cx.identifier(alias));
    cx.definition(Kind::Import, path, Flags::NONE, span, &[path, alias])
}
