//! The places of a file that a pattern matches, with what its metavariables stand for.
//!
//! The comparison goes down the tree of the pattern and that of the file together and gives *all* sets of bindings with which the one
//! matches the other: every way to split an ellipsis, to order an unordered list, to regroup an operator. The work is bounded by a
//! [`Budget`].

mod definition;
mod environment;
mod expression;
mod import;
mod list;
mod literal;
mod statement;
mod types;

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;
use std::time::Instant;

use syntax::Language;
use syntax::facts::Facts;
use syntax::tree::{Kind, NodeId, Symbol, Tree};

use crate::pattern::{Pattern, Shape};
use crate::rule::Options;
pub use environment::Value;
pub(crate) use environment::{Environment, Environments, equal};

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
        while let Some((id, in_type, is_resource)) = open.pop() {
            let kind = tree.kind(id);
            order[id.index()] = place;
            place += 1;
            let in_type = in_type || kind.is_type();
            if kind.is_expression() && !in_type && !is_resource {
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
            open.extend(children.map(|child| (*child, in_type, is_with && tree.kind(*child) == Kind::Assign)));
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

/// How much work a rule may do in a file: steps, and the time they may take.
///
/// A step is about the comparison of one node of a pattern with one of a file; what takes memory is charged as more of them. Code takes
/// a few million steps a second. The time is for the work that is not counted exactly, and far above what the steps take.
#[derive(Debug)]
pub struct Budget {
    left: Cell<u64>,
    until: Option<Instant>,
    next_look: Cell<u64>,
}

/// The steps after which the clock is looked at.
const STEPS_BETWEEN_LOOKS: u64 = 4_096;
/// What it costs to bind a metavariable, and to keep a match.
const BINDING: u64 = 16;
const MATCH: u64 = 64;

impl Budget {
    /// So many steps, however long they take.
    pub fn new(steps: u64) -> Self {
        Self {
            left: Cell::new(steps),
            until: None,
            next_look: Cell::new(steps.saturating_sub(STEPS_BETWEEN_LOOKS)),
        }
    }

    /// The same steps, up to an instant.
    pub fn until(self, until: Instant) -> Self {
        Self {
            until: Some(until),
            ..self
        }
    }

    /// True when it was used up: results may be missing.
    pub fn is_exhausted(&self) -> bool {
        self.left.get() == 0
    }

    /// What is left.
    pub(crate) fn left(&self) -> u64 {
        self.left.get()
    }

    fn take(&self) -> bool {
        self.take_many(1)
    }

    /// False when there are not so many steps left; then none are.
    pub(crate) fn take_many(&self, steps: u64) -> bool {
        let left = self.left.get();
        if left <= steps {
            self.left.set(0);
            return false;
        }
        let left = left - steps;
        if left <= self.next_look.get() {
            self.next_look.set(left.saturating_sub(STEPS_BETWEEN_LOOKS));
            if self.until.is_some_and(|until| Instant::now() > until) {
                self.left.set(0);
                return false;
            }
        }
        self.left.set(left);
        true
    }
}

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
    let start = Environment::from_bindings(bindings);
    let mut found = Vec::new();
    let mut search = Search {
        matcher: &matcher,
        start,
        below,
        found: &mut found,
    };
    let inside = Within {
        order: &file.order,
        range: file.order[below.index()]..file.last[below.index()],
    };
    match &pattern.shape {
        Shape::Expression(p) => search.expressions(*p, &inside),
        Shape::Statement(p) => search.statements(*p, &inside),
        Shape::Sequence(p) => search.sequences(p, &inside, longest),
        Shape::Header(p) => search.headers(*p, &inside),
        Shape::Annotation(p) => search.below(Kind::Annotation, &inside, |m, t, e| m.annotation(*p, t, e)),
        Shape::Entry(p) => search.entries(*p, &inside),
        Shape::Handler(p) => search.below(Kind::Handler, &inside, |m, t, e| m.handler(*p, t, e)),
        Shape::TryBlock(p) => search.part_of(Kind::Try, 1, &inside, |m, t, e| m.block(*p, t, e)),
        Shape::Finally(p) => search.part_of(Kind::Try, 4, &inside, |m, t, e| m.block(*p, t, e)),
        Shape::IfCondition(p) => search.part_of(Kind::If, 0, &inside, |m, t, e| m.expression(*p, t, e)),
    }
    found
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

/// What is at or below a node: a part of the order of the text.
struct Within<'w> {
    order: &'w [u32],
    range: Range<u32>,
}

impl Within<'_> {
    /// The nodes of a list, which is in the order of the text, that are inside.
    fn of<'l>(&self, list: &'l [NodeId]) -> std::slice::Iter<'l, NodeId> {
        let before = |end: u32| list.partition_point(|id| self.order[id.index()] < end);
        list[before(self.range.start)..before(self.range.end)].iter()
    }
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

struct Search<'s, 'm> {
    matcher: &'s Matcher<'m>,
    start: Environment,
    /// Only what is at or below this node.
    below: NodeId,
    found: &'s mut Vec<Found>,
}

impl Search<'_, '_> {
    fn add(&mut self, range: Range<usize>, environments: Environments) {
        for environment in environments {
            if !self.matcher.budget.take_many(MATCH) {
                return;
            }
            self.found.push(Found {
                range: range.clone(),
                bindings: environment.bindings(),
            });
        }
    }

    fn try_at(&mut self, t: NodeId, compare: impl FnOnce(&Matcher<'_>, Environment) -> Environments) {
        if self.matcher.budget.is_exhausted() {
            return;
        }
        let found = compare(self.matcher, self.start.clone());
        if !found.is_empty() {
            let range = self.matcher.t.span(t);
            self.add(range, found);
        }
    }

    fn expressions(&mut self, p: NodeId, inside: &Within<'_>) {
        let matcher = self.matcher;
        let mut candidates: Vec<NodeId> = Vec::new();
        let kind = matcher.p.kind(p);
        // The content of a metavariable may be a name that is no expression elsewhere.
        if matcher.t.kind(self.below) == Kind::Identifier {
            let below = self.below;
            self.try_at(below, |m, e| m.identifier(p, below, e));
            return;
        }
        if let Some(name) = matcher.called_name(p) {
            let calls = matcher.file.calls.get(&name).map_or(&[][..], Vec::as_slice);
            candidates.extend(inside.of(calls).filter(|id| !matcher.is_link_of_a_chain(**id)));
        } else {
            for nodes in &matcher.file.expressions {
                let Some(first) = nodes.first() else { continue };
                if matcher.may_be(p, matcher.t.kind(*first)) {
                    let nodes = inside.of(nodes);
                    candidates.extend(nodes.filter(|id| !matcher.is_link_of_a_chain(**id)));
                }
            }
            candidates.sort_by_key(|id| matcher.file.order[id.index()]);
        }
        if matcher.ends_in_links(p) {
            candidates.retain(|t| matcher.without_last_link(*t).is_some());
        }
        for t in candidates {
            self.try_at(t, |m, e| m.expression(p, t, e));
            if kind == Kind::Assign && matcher.t.kind(t) == Kind::Assign {
                self.try_at(t, |m, e| m.paired_assignment(p, t, e));
            }
        }
        // What reads as an expression although it is none.
        if kind == Kind::Assign && matcher.options.vardef_assign {
            for t in inside.of(&matcher.file.statements[Kind::Variable as usize]) {
                let found = matcher.assignment_as_variable(p, *t, self.start.clone());
                self.add(matcher.range_of_variable_as_assignment(*t), found);
            }
        }
        if kind == Kind::Assign && matcher.options.flddef_assign {
            let methods = inside.of(&matcher.file.statements[Kind::Function as usize]);
            for t in methods.filter(|id| matcher.is_member_of_class(**id)) {
                self.try_at(*t, |m, e| m.assignment_as_method(p, *t, e));
            }
        }
        if matcher.options.attr_expr && matches!(kind, Kind::Call | Kind::Name | Kind::Member) {
            for t in inside.of(&matcher.file.parts[Kind::Annotation as usize]) {
                self.try_at(*t, |m, e| m.call_as_annotation(p, *t, e));
            }
        }
    }

    fn statements(&mut self, p: NodeId, inside: &Within<'_>) {
        let matcher = self.matcher;
        let kind = matcher.p.kind(p);
        let mut candidates: Vec<NodeId> = Vec::new();
        for nodes in &matcher.file.statements {
            let Some(first) = nodes.first() else { continue };
            if matcher.statement_may_be(p, matcher.t.kind(*first)) {
                candidates.extend(inside.of(nodes));
            }
        }
        candidates.sort_by_key(|id| matcher.file.order[id.index()]);
        for t in candidates {
            let found = matcher.statement(p, t, self.start.clone());
            self.add(matcher.range_of_statement(p, t), found);
        }
        match kind {
            Kind::Return if matcher.options.implicit_return => {
                for t in inside.of(&matcher.file.expressions[Kind::Lambda as usize]) {
                    let body = matcher.t.child(*t, 3);
                    if body.is_some() && matcher.t.kind(body) != Kind::Block {
                        let value = matcher.p.child(p, 0);
                        self.try_at(body, |m, e| m.returned(value, body, e));
                    }
                }
            }
            // In JavaScript the value of a lambda is returned.
            Kind::ExpressionStatement if matcher.is_javascript() => {
                let value = matcher.p.child(p, 0);
                for lambda in inside.of(&matcher.file.expressions[Kind::Lambda as usize]) {
                    let body = matcher.t.child(*lambda, 3);
                    if body.is_some() && matcher.t.kind(body) != Kind::Block {
                        self.try_at(body, |m, e| m.expression_of_statement(value, body, e));
                    }
                }
            }
            Kind::Function if matcher.is_of_any_form(p) => self.functions_of_any_form(p, inside),
            Kind::Function => {
                for t in inside.of(&matcher.file.parts[Kind::Property as usize]) {
                    self.try_at(*t, |m, e| m.function_as_property(p, *t, e));
                }
            }
            _ => {}
        }
    }

    /// `function ... (…) {…}`: lambdas and methods too, of which the range has no name.
    fn functions_of_any_form(&mut self, p: NodeId, inside: &Within<'_>) {
        let matcher = self.matcher;
        for t in inside.of(&matcher.file.expressions[Kind::Lambda as usize]) {
            self.try_at(*t, |m, e| m.function_on_lambda(p, *t, e));
        }
    }

    fn sequences(&mut self, p: &[NodeId], inside: &Within<'_>, longest: bool) {
        let matcher = self.matcher;
        let lists = inside.of(&matcher.file.lists);
        let mut lists: Vec<&[NodeId]> = lists.map(|list| matcher.t.children(*list)).collect();
        // One statement is a list of one.
        let below = [self.below];
        if matcher.t.kind(self.below).is_statement() && !matcher.t.kind(self.below).is_statement_list() {
            lists.insert(0, &below);
        }
        for statements in lists {
            // What encloses from the first statement on encloses what later starts do.
            let from_first = longest && p.first().is_some_and(|first| matcher.p.kind(*first) == Kind::Ellipsis);
            let starts = if from_first {
                statements.len().min(1)
            } else {
                statements.len()
            };
            for at in 0..starts {
                let start = matcher.t.span(statements[at]).start;
                let mut environment = self.start.clone();
                environment.end = 0;
                let found = matcher.sequence(p, &statements[at..], environment, longest);
                for environment in found {
                    if !matcher.budget.take_many(MATCH) {
                        return;
                    }
                    let range = start..(environment.end as usize).max(start);
                    self.found.push(Found {
                        range,
                        bindings: environment.bindings(),
                    });
                }
            }
        }
    }

    fn headers(&mut self, p: NodeId, inside: &Within<'_>) {
        let matcher = self.matcher;
        let kind = matcher.p.kind(p);
        for t in inside.of(&matcher.file.statements[kind as usize]) {
            let found = matcher.definition(p, *t, self.start.clone(), definition::Extent::Header);
            self.add(matcher.header_range(*t), found);
        }
    }

    fn below(
        &mut self,
        kind: Kind,
        inside: &Within<'_>,
        compare: impl Fn(&Matcher<'_>, NodeId, Environment) -> Environments,
    ) {
        for t in inside.of(&self.matcher.file.parts[kind as usize]) {
            self.try_at(*t, |m, e| compare(m, *t, e));
        }
    }

    fn part_of(
        &mut self,
        kind: Kind,
        slot: usize,
        inside: &Within<'_>,
        compare: impl Fn(&Matcher<'_>, NodeId, Environment) -> Environments,
    ) {
        let tree = self.matcher.t;
        for whole in inside.of(&self.matcher.file.statements[kind as usize]) {
            let t = tree.child(*whole, slot);
            if !t.is_some() {
                continue;
            }
            let found = compare(self.matcher, t, self.start.clone());
            let range = match slot {
                4 => self.start_with_word("finally", t)..tree.span(t).end,
                0 => tree.span(*whole).start..self.end_with_parenthesis(t),
                1 => tree.span(*whole).start..tree.span(t).end,
                _ => tree.span(t),
            };
            self.add(range, found);
        }
    }

    /// The end of a condition, with the parenthesis that the statement has around it.
    fn end_with_parenthesis(&self, condition: NodeId) -> usize {
        let tree = self.matcher.t;
        let end = tree.span(condition).end;
        let rest = &tree.text()[end..];
        let blank = rest.len() - rest.trim_start().len();
        match rest[blank..].starts_with(')') {
            true => end + blank + 1,
            false => end,
        }
    }

    /// The start of a block, with the word before it.
    fn start_with_word(&self, word: &str, block: NodeId) -> usize {
        let tree = self.matcher.t;
        let start = tree.span(block).start;
        let before = tree.text()[..start].trim_end().strip_suffix(word);
        before.map_or(start, str::len)
    }

    fn entries(&mut self, p: NodeId, inside: &Within<'_>) {
        let parts = &self.matcher.file.parts;
        for kind in [Kind::Pair, Kind::Property] {
            for t in inside.of(&parts[kind as usize]) {
                self.try_at(*t, |m, e| m.entry(p, *t, e));
            }
        }
    }
}
