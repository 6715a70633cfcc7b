//! Painting the token map: from a tree, or piece by piece.

use std::ops::Range;
use std::time::Duration;

use tree_sitter::{Node, Tree};

use super::classes::{Class, Classes};
use super::{TokenKind, TokenMap, lexer, markup};
use crate::grammar::Grammar;

/// The map of a text while it is made: painted from left to right, each byte once.
pub(super) struct Canvas<'t> {
    pub(super) text: &'t str,
    ranges: Vec<(Range<u32>, TokenKind)>,
    scripts: Vec<Range<u32>>,
    /// Everything before is painted.
    done: usize,
    pub(super) all_parsed: bool,
    /// How many more script elements get a parse of their own.
    pub(super) script_parses_left: usize,
    pub(super) script_time: Duration,
    /// Where a lexical reading of HTML is: the HTML around PHP comes in pieces.
    pub(super) place: markup::Place,
    /// The start tag that was seen last.
    pub(super) start_tag: Range<usize>,
}

/// Every script element is parsed alone, because a browser runs it alone. Pages have a few; a page with more than this
/// gets a lexical reading of the rest.
const MAX_SCRIPT_PARSES: usize = 500;

impl<'t> Canvas<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            ranges: Vec::new(),
            scripts: Vec::new(),
            done: 0,
            all_parsed: true,
            script_parses_left: MAX_SCRIPT_PARSES,
            script_time: Duration::ZERO,
            place: markup::Place::default(),
            start_tag: 0..0,
        }
    }

    /// Up to where the text is painted.
    pub(super) fn painted(&self) -> usize {
        self.done
    }

    /// Paints from where the last call stopped up to `end`.
    pub(super) fn paint_to(&mut self, end: usize, kind: TokenKind) {
        let start = self.done;
        if end <= start {
            return;
        }
        self.done = end;
        if kind == TokenKind::Code {
            return;
        }
        let range = offset(start)..offset(end);
        match self.ranges.last_mut() {
            Some((last, last_kind)) if last.end == range.start && *last_kind == kind => last.end = range.end,
            _ => self.ranges.push((range, kind)),
        }
    }

    /// Paints `range`, and code before it.
    pub(super) fn paint(&mut self, range: Range<usize>, kind: TokenKind) {
        self.paint_to(range.start, TokenKind::Code);
        self.paint_to(range.end, kind);
    }

    /// Says that there is a program in `range`, in the order of the text.
    pub(super) fn mark_script(&mut self, range: Range<usize>) {
        let range = offset(range.start)..offset(range.end);
        match self.scripts.last_mut() {
            Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
            _ if range.is_empty() => {}
            _ => self.scripts.push(range),
        }
    }

    pub(super) fn finish(self, complete: bool, has_errors: bool) -> TokenMap {
        TokenMap {
            ranges: self.ranges,
            scripts: self.scripts,
            complete: complete && self.all_parsed,
            has_errors,
        }
    }
}

/// Texts longer than `u32` never get here.
fn offset(byte: usize) -> u32 {
    u32::try_from(byte).unwrap_or(u32::MAX)
}

/// Paints a whole tree. The walk keeps its own stack: the depth of the tree costs memory, not stack.
pub(super) fn paint_tree(canvas: &mut Canvas<'_>, grammar: Grammar, tree: &Tree) {
    paint_tree_at(canvas, grammar, tree, 0);
}

/// Paints the tree of a piece of the text that starts at `base`.
pub(super) fn paint_tree_at(canvas: &mut Canvas<'_>, grammar: Grammar, tree: &Tree, base: usize) {
    let classes = Classes::of(grammar);
    let mut cursor = tree.walk();
    // The kinds in force, and the end and depth of the nodes that set them.
    let mut open: Vec<(TokenKind, usize, usize)> = Vec::new();
    let mut depth = 0usize;
    loop {
        let node = cursor.node();
        let current = open.last().map_or(TokenKind::Code, |(kind, ..)| *kind);
        let (start, end) = (base + node.start_byte(), base + node.end_byte());
        let descend = match classes.get(node.kind_id()) {
            Class::Transparent => true,
            Class::Comment => {
                canvas.paint_to(start, current);
                canvas.paint_to(start + trimmed(&canvas.text[start..end]), TokenKind::Comment);
                false
            }
            Class::String => {
                canvas.paint_to(start, current);
                open.push((TokenKind::String, end, depth));
                true
            }
            Class::Hole if current == TokenKind::String => {
                canvas.paint_to(start, current);
                open.push((TokenKind::Code, end, depth));
                true
            }
            Class::Hole => true,
            Class::Statement => {
                let documents = node.child_count() == 1 && node.child(0).is_some_and(|child| child.kind() == "string");
                if documents {
                    canvas.paint_to(start, current);
                    canvas.paint_to(end, TokenKind::Comment);
                }
                !documents
            }
            Class::StartTag => {
                canvas.start_tag = start..end;
                true
            }
            // The value is cut by expressions, which have nodes of their own.
            Class::Attribute if grammar == Grammar::Svelte && canvas.text[start..end].contains('{') => true,
            special => {
                canvas.paint_to(start, current);
                paint_special(canvas, special, &node, start..end);
                canvas.paint_to(end, current);
                false
            }
        };
        if descend && cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        loop {
            // The node that the cursor is on is done: so is what it set.
            if let Some((kind, end, at)) = open.last().copied()
                && at == depth
            {
                canvas.paint_to(end, kind);
                open.pop();
            }
            if cursor.goto_next_sibling() {
                break;
            }
            if !cursor.goto_parent() {
                return;
            }
            depth -= 1;
        }
    }
}

/// The length without the line ends that some grammars count as part of a comment.
fn trimmed(comment: &str) -> usize {
    comment.trim_end_matches(['\n', '\r']).len()
}

fn paint_special(canvas: &mut Canvas<'_>, class: Class, node: &Node<'_>, range: Range<usize>) {
    match class {
        Class::Markup => markup::paint_prose(canvas, range),
        Class::HtmlPiece => markup::lex_piece(canvas, range),
        Class::Attribute => markup::paint_attribute(canvas, node),
        Class::RawText => markup::paint_raw_text(canvas, node),
        Class::Script => {
            canvas.mark_script(range.clone());
            lexer::lex(canvas, &lexer::ECMASCRIPT, range);
        }
        Class::GroovyString => lexer::lex(canvas, &lexer::GROOVY, range),
        Class::Transparent | Class::Comment | Class::String | Class::Hole | Class::StartTag | Class::Statement => {}
    }
}
