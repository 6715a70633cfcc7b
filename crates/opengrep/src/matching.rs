//! The places of a file that a pattern matches, with what its metavariables stand for.
//!
//! The comparison goes down the tree of the pattern and that of the file together and gives *all* sets of bindings with which the one
//! matches the other: every way to split an ellipsis, to order an unordered list, to regroup an operator. The work is bounded by a
//! [`Budget`].

mod budget;
mod chain;
mod control;
mod deep;
mod definition;
mod environment;
mod expression;
mod import;
mod lambda;
mod list;
mod literal;
mod markup;
mod operator;
mod path;
mod search;
mod sequence;
mod statement;
mod types;
use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;

use syntax::Language;
use syntax::facts::Facts;
use syntax::tree::{Kind, NodeId, Symbol, Tree};

use crate::pattern::{Pattern, Shape};
use crate::rule::Options;
pub use budget::Budget;
pub use environment::Value;
pub(crate) use environment::{Environment, Environments, equal};
use search::search;

/// A file that patterns are matched against.
#[derive(Debug)]
pub struct File<'t> {
    /// Its tree.
    pub tree: &'t Tree,
    /// What is known of its names and values.
    pub facts: Facts<'t>,
    /// Its language.
    pub language: Language,
    /// The expressions that a pattern is tried on, by kind, in the order of the text.
    expressions: Vec<Vec<NodeId>>,
    /// The statements, by kind, in the order of the text.
    statements: Vec<Vec<NodeId>>,
    /// Nodes that hold statements, in the order of the text.
    lists: Vec<NodeId>,
    /// Annotations, handlers and entries, by kind, in the order of the text.
    parts: Vec<Vec<NodeId>>,
    /// The calls of what has a name, by the last part of it, as written and as imported, in the order of the text.
    calls: HashMap<Symbol, Vec<NodeId>>,
    /// The place of each node in the order of the text, parents before children.
    order: Vec<u32>,
    /// The place after the last node below each node.
    last: Vec<u32>,
}

impl<'t> File<'t> {
    /// Prepares a tree for matching.
    pub fn new(tree: &'t Tree, language: Language) -> Self {
        let facts = Facts::of(tree, language);
        let kinds = Kind::COUNT;
        let (mut expressions, mut statements, mut lists) =
            (vec![Vec::new(); kinds], vec![Vec::new(); kinds], Vec::new());
        let mut parts = vec![Vec::new(); kinds];
        let mut calls: HashMap<Symbol, Vec<NodeId>> = HashMap::new();
        let mut order = vec![0; tree.len()];
        let mut place = 0;
        let mut open = vec![(tree.root(), false, false)];
        while let Some((id, in_type, is_none)) = open.pop() {
            let kind = tree.kind(id);
            order[id.index()] = place;
            place += 1;
            let in_type = in_type || kind.is_type();
            if kind.is_expression() && !in_type && !is_none {
                expressions[kind as usize].push(id);
            }
            if matches!(kind, Kind::Annotation | Kind::Handler | Kind::Pair | Kind::Property) {
                parts[kind as usize].push(id);
            }
            if kind == Kind::Call && !in_type {
                let mut callee = tree.child(id, 0);
                while callee.is_some() && tree.kind(callee) == Kind::Cast {
                    callee = tree.child(callee, 1);
                }
                let written = callee.some().map(|callee| tree.node(callee));
                let written = written.filter(|node| matches!(node.kind, Kind::Name | Kind::Member | Kind::Special));
                let imported = written
                    .and_then(|_| facts.full_name(callee))
                    .and_then(|path| path.last().copied());
                if let Some(written) = written {
                    calls.entry(written.name).or_default().push(id);
                    if let Some(imported) = imported.filter(|imported| *imported != written.name) {
                        calls.entry(imported).or_default().push(id);
                    }
                }
            }
            if kind.is_statement() {
                statements[kind as usize].push(id);
            }
            if kind.is_statement_list() {
                lists.push(id);
            }
            let children = tree.children(id).iter().rev().filter(|child| child.is_some());
            // `with r as x` binds a name, but is no assignment.
            let is_with = kind == Kind::With;
            let part = match kind {
                // The word of a class (`interface`) is written as a string, and is none.
                Kind::Class => tree.child(id, 7),
                // The values of a literal are no literal of their own.
                Kind::Composite => tree.child(id, 1),
                _ => NodeId::NONE,
            };
            open.extend(children.map(|child| {
                let is_resource = is_with && tree.kind(*child) == Kind::Assign;
                (*child, in_type, is_resource || *child == part)
            }));
        }
        // Children stand before their parents in the arena.
        let mut last = order.clone();
        for (id, _) in tree.iter() {
            let below = tree.children(id).iter().filter(|child| child.is_some());
            let end = below.map(|child| last[child.index()]).max();
            last[id.index()] = end.unwrap_or(order[id.index()] + 1);
        }
        Self {
            tree,
            facts,
            language,
            expressions,
            statements,
            lists,
            parts,
            calls,
            order,
            last,
        }
    }
}

impl File<'_> {
    /// Whether something of a name is called within some bytes.
    fn has_call(&self, name: Symbol, span: Range<usize>) -> bool {
        let Some(calls) = self.calls.get(&name) else {
            return false;
        };
        let from = calls.partition_point(|call| self.tree.span(*call).start < span.start);
        calls
            .get(from)
            .is_some_and(|call| self.tree.span(*call).start < span.end)
    }
}

/// What it costs to bind a metavariable, and to keep a match.
const BINDING: u64 = 16;
const MATCH: u64 = 64;

/// A match of one pattern.
#[derive(Clone, Debug)]
pub struct Found {
    /// The bytes that are reported.
    pub range: Range<usize>,
    /// What the metavariables stand for, in the order in which they were met.
    pub bindings: Vec<(Symbol, Value)>,
}

/// Every match of a pattern in a file, in the order of the candidates.
pub fn find(pattern: &Pattern, file: &File<'_>, options: &Options, budget: &Budget) -> Vec<Found> {
    find_with(pattern, file, options, budget, &[], file.tree.root(), false)
}

/// Every match at or below a node, with bindings that are already made. With `longest`, only the longest of the matches that end in an
/// ellipsis.
pub(crate) fn find_with(
    pattern: &Pattern,
    file: &File<'_>,
    options: &Options,
    budget: &Budget,
    bindings: &[(Symbol, Value)],
    below: NodeId,
    longest: bool,
) -> Vec<Found> {
    let matcher = Matcher {
        pattern,
        p: &pattern.tree,
        file,
        t: file.tree,
        options,
        budget,
        replaced: Cell::new(0),
    };
    search(&matcher, Environment::from_bindings(bindings), below, longest)
}

/// Whether a node has the type that a pattern of one typed metavariable, or of one expression, names.
pub(crate) fn has_type(pattern: &Pattern, file: &File<'_>, options: &Options, budget: &Budget, node: NodeId) -> bool {
    let matcher = Matcher {
        pattern,
        p: &pattern.tree,
        file,
        t: file.tree,
        options,
        budget,
        replaced: Cell::new(0),
    };
    let Shape::Expression(root) = pattern.shape else {
        return false;
    };
    let wanted = match pattern.tree.kind(root) {
        Kind::TypedMetavariable => pattern.tree.child(root, 0),
        _ => root,
    };
    !matcher.has_type(wanted, node, Environment::default()).is_empty()
}

/// One pattern and one file.
pub(crate) struct Matcher<'m> {
    pattern: &'m Pattern,
    /// The tree of the pattern.
    p: &'m Tree,
    file: &'m File<'m>,
    /// The tree of the file.
    t: &'m Tree,
    options: &'m Options,
    budget: &'m Budget,
    /// How many variables were replaced by their values on the way to here.
    replaced: Cell<usize>,
}
