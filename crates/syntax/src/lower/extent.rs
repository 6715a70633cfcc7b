//! Where a node ends for a reader. A node that ends with something that is not written (a semicolon that a line break stands for, the
//! end of an indented block) takes the comments in front of that with it.

use std::ops::Range;

use tree_sitter::Node;

use super::Context;

/// The bytes of a node up to its last token that is no comment, without white space behind it.
///
/// The ends that were found are kept: nodes that end together are gone down once.
pub(super) fn extent(cx: &Context<'_>, node: Node<'_>) -> Range<usize> {
    let mut passed = Vec::new();
    let mut last = node;
    let end = loop {
        if let Some(known) = cx.ends.borrow().get(&last.id()) {
            break *known;
        }
        passed.push(last.id());
        match last_child(cx, last) {
            Some(child) => last = child,
            None => break last.start_byte() + cx.text(last).trim_end().len(),
        }
    };
    // Most nodes end with a token of their own, which costs nothing to look at again.
    if passed.len() > 2 {
        cx.ends.borrow_mut().extend(passed.into_iter().map(|id| (id, end)));
    }
    node.start_byte()..node.start_byte().max(end)
}

/// The last child that is no comment, unless the node ends with text that no child is made of.
fn last_child<'n>(cx: &Context<'_>, node: Node<'n>) -> Option<Node<'n>> {
    let is_comment = |child: &Node<'n>| child.is_extra() && !child.is_error();
    let last = node.child(node.child_count().checked_sub(1)?)?;
    if !is_comment(&last) {
        let behind = &cx.source()[last.end_byte()..node.end_byte()];
        return behind.trim_ascii().is_empty().then_some(last);
    }
    let mut cursor = node.walk();
    node.children(&mut cursor).filter(|child| !is_comment(child)).last()
}
