//! The places of a file where a pattern may match, and their ranges.

use std::ops::Range;

use syntax::tree::{Kind, NodeId};

use super::{Environment, Environments, Found, MATCH, Matcher, definition};
use crate::pattern::Shape;

/// Every match of the pattern at or below a node. With `longest`, only the longest of the matches that end in an ellipsis.
pub(super) fn search(matcher: &Matcher<'_>, start: Environment, below: NodeId, longest: bool) -> Vec<Found> {
    let mut found = Vec::new();
    let mut search = Search {
        matcher,
        start,
        below,
        found: &mut found,
    };
    let inside = Within {
        order: &matcher.file.order,
        range: matcher.file.order[below.index()]..matcher.file.last[below.index()],
    };
    match &matcher.pattern.shape {
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
