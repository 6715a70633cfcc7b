//! Imports.

use std::ops::Range;

use tree_sitter::Node;

use super::expression::unquoted;
use crate::lower::{Context, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn imports(cx: &mut Context<'_>, node: Node<'_>, out: &mut Vec<NodeId>) {
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
