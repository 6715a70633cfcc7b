//! Trees on one line, for tests.

use std::sync::Arc;

use crate::grammar::Grammar;
use crate::lower::lone_pattern;
use crate::tree::{Kind, NodeId, Symbol, Tree};
use crate::{Language, lower};

/// The tree of a text that has no problem.
pub(super) fn tree(language: Language, text: &str) -> Tree {
    let tree = lower(language, &Arc::from(text), None).expect("a lowering");
    assert_eq!(tree.problems(), &[], "{text}");
    tree
}

/// The statements of a text on one line: `Kind name #flag(slot, slot)`, `-` for a slot that is empty; empty ones at the end are left
/// out.
pub(super) fn statements(language: Language, text: &str) -> String {
    of_file(&tree(language, text))
}

/// The same for a pattern.
pub(super) fn pattern(grammar: Grammar, text: &str) -> String {
    match lone_pattern(grammar, text) {
        Some(tree) => of_file(&tree),
        None => "does not parse".to_owned(),
    }
}

/// The statements of a tree.
pub(super) fn of_file(tree: &Tree) -> String {
    let shown: Vec<_> = tree.children(tree.root()).iter().map(|id| node(tree, *id)).collect();
    shown.join("; ")
}

fn node(tree: &Tree, id: NodeId) -> String {
    if !id.is_some() {
        return "-".to_owned();
    }
    let made = tree.node(id);
    let mut out = format!("{:?}", made.kind);
    if made.name != Symbol::NONE {
        out.push_str(&format!(" {}", tree.name(made.name)));
    }
    let flags = format!("{:?}", made.flags);
    let flags = flags.trim_start_matches("Flags(").trim_end_matches(')');
    if flags != "0" {
        out.push_str(&format!(" #{flags}"));
    }
    let children = tree.children(id);
    let filled = children
        .iter()
        .rposition(|child| child.is_some())
        .map_or(0, |at| at + 1);
    let slots: Vec<_> = children[..filled].iter().map(|child| node(tree, *child)).collect();
    if !slots.is_empty() {
        out.push_str(&format!("({})", slots.join(", ")));
    }
    out
}

/// The source of every node of a kind, in the order of the text.
pub(super) fn ranges(language: Language, text: &str, kind: Kind) -> Vec<String> {
    let tree = tree(language, text);
    let found = tree.descend(tree.root()).filter(|id| tree.kind(*id) == kind);
    found.map(|id| tree.source(id).to_owned()).collect()
}

/// Compares what was made of every text with what is expected, and tells all that differs.
pub(super) fn check(rows: &[(&str, &str)], made: impl Fn(&str) -> String) {
    let different: Vec<_> = rows
        .iter()
        .map(|(text, expected)| (text, expected, made(text)))
        .filter(|(_, expected, made)| *expected != made)
        .map(|(text, expected, made)| format!("{text}\n  expected {expected:?}\n  made     {made:?}\n"))
        .collect();
    assert!(different.is_empty(), "\n{}", different.join("\n"));
}
