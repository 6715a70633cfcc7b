//! What a grammar could not read, found in one walk over the tree that it made.

use tree_sitter::Node;

use super::Context;
use crate::tree::ProblemKind;

/// Lists every part of a text that the grammar skipped, and every place where it had to add something.
pub(super) fn report(cx: &mut Context<'_>, root: Node<'_>) {
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let unread = node.is_error() || node.is_missing();
        if unread {
            cx.build.problem(node.byte_range(), ProblemKind::Syntax);
        }
        // Inside of what is listed nothing more is; what has no error is not entered.
        if node.has_error() && !unread && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}
