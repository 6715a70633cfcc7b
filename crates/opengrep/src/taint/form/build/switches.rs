//! `switch`, `match` and `select`: the tests of all cases in order, then the bodies in order.

use syntax::tree::{Flags, Kind, NodeId};

use super::exceptions::Exit;
use super::manner::Falls;
use super::{Builder, Edge, Frame, read};
use crate::taint::form::build::expressions::operation;
use crate::taint::form::{Expression, Operator, Place, Special, Variable};

impl Builder<'_> {
    pub(super) fn switch(&mut self, node: NodeId) {
        self.switch_into(node, None);
    }

    /// A switch that is an expression.
    pub(super) fn switch_value(&mut self, node: NodeId) -> Expression {
        let target = self.temporary();
        self.switch_into(node, Some(target));
        read(Place::variable(target, NodeId::NONE))
    }

    fn switch_into(&mut self, node: NodeId, value: Option<Variable>) {
        let Some((subject, cases)) = self.parts(node).split_first() else {
            return;
        };
        // One whose `default` has cases after it has no translation to Opengrep.
        let default = cases.iter().position(|case| self.is_default(*case));
        if !self.profile.no_fallthrough && default.is_some_and(|at| at + 1 < cases.len()) {
            self.untranslated(node);
            return;
        }
        let compared = self.subject(*subject);
        let mut entries: Vec<Vec<Edge>> = Vec::with_capacity(cases.len());
        for case in cases {
            entries.push(self.case_tests(*case, *subject, compared.as_ref()));
        }
        let rest = self.stop();
        let without_default = match default {
            Some(at) => {
                entries[at].extend(rest);
                Vec::new()
            }
            None => rest,
        };
        self.bodies(cases, entries, value);
        self.open.extend(without_default);
    }

    /// The bodies, and what follows the switch.
    fn bodies(&mut self, cases: &[NodeId], entries: Vec<Vec<Edge>>, value: Option<Variable>) {
        self.frames.push(Frame::Switch {
            breaks: Vec::new(),
            falls: Vec::new(),
            value,
        });
        let mut ends = Vec::new();
        for (case, entry) in cases.iter().zip(entries) {
            self.open.extend(entry);
            self.case_body(*case, value);
            if !self.falls(*case, value.is_some()) {
                ends.extend(self.stop());
            }
            if let Some(Frame::Switch { falls, .. }) = self.frames.last_mut() {
                let falls = std::mem::take(falls);
                self.open.extend(falls);
            }
        }
        self.open.extend(ends);
        if let Some(Frame::Switch { breaks, .. }) = self.frames.pop() {
            self.open.extend(breaks);
        }
    }

    /// What the cases are compared with, computed once.
    fn subject(&mut self, subject: NodeId) -> Option<Expression> {
        let subject = subject.some()?;
        let value = self.value(subject);
        Some(self.settled(value))
    }

    fn is_default(&self, case: NodeId) -> bool {
        let labels = self.parts(self.slot(case, 0));
        let is_word = |label: &NodeId| self.is(*label, Kind::Special) && self.name_of(*label) == "default";
        labels.is_empty() || labels.iter().any(is_word)
    }

    /// The patterns of a case, and its guard.
    fn labels(&self, case: NodeId) -> (&[NodeId], NodeId) {
        let list = self.slot(case, 0);
        let labels = self.parts(list);
        let Some((last, patterns)) = labels.split_last() else {
            return (labels, NodeId::NONE);
        };
        let start = match patterns.last() {
            Some(before) => self.tree.span(*before).end,
            None => return (labels, NodeId::NONE),
        };
        let between = self.tree.text().get(start..self.tree.span(*last).start);
        let between = between
            .unwrap_or_default()
            .trim_start_matches([')', ' ', '\t', '\r', '\n']);
        match between.starts_with(self.manner.guard) {
            true => (patterns, *last),
            false => (labels, NodeId::NONE),
        }
    }

    /// The tests of a case; gives the edges into its body.
    fn case_tests(&mut self, case: NodeId, subject: NodeId, compared: Option<&Expression>) -> Vec<Edge> {
        let (patterns, guard) = self.labels(case);
        if patterns.is_empty() {
            return Vec::new();
        }
        let patterns = patterns.to_vec();
        let mut into = Vec::new();
        if self.manner.case_captures {
            let fails = self.case_pattern(&patterns, subject, compared, &mut into);
            self.open = fails;
        } else {
            for pattern in &patterns {
                if self.is(*pattern, Kind::Special) && self.name_of(*pattern) == "default" {
                    continue;
                }
                let fails = self.case_pattern(std::slice::from_ref(pattern), subject, compared, &mut into);
                self.open = fails;
            }
        }
        if !guard.is_some() {
            return into;
        }
        let others = self.stop();
        self.open = into;
        let verdict = self.fold.verdict(guard).filter(|_| self.profile.fold);
        let value = self.value(guard);
        let (holds, fails) = self.test(value, verdict);
        self.open = others;
        self.open.extend(fails);
        holds
    }

    /// The test of one pattern, and what it binds. Adds the edges where it fits, gives those where it does not.
    fn case_pattern(
        &mut self,
        patterns: &[NodeId],
        subject: NodeId,
        compared: Option<&Expression>,
        into: &mut Vec<Edge>,
    ) -> Vec<Edge> {
        let (Some(first), Some(compared)) = (patterns.first(), compared) else {
            // Cases that are conditions.
            let condition = patterns.first().copied().unwrap_or(NodeId::NONE);
            let (holds, fails) = self.condition(condition);
            into.extend(holds);
            return fails;
        };
        let is_pattern = self.manner.case_captures || matches!(self.kind(*first), Some(Kind::Variable));
        let binds = is_pattern && patterns.iter().any(|pattern| self.captures(*pattern));
        let takes_all = self.manner.case_captures && patterns.len() == 1 && self.takes_all(*first);
        let is_record = self.is(*first, Kind::Call) && !self.manner.case_captures && self.has_bindings(*first);
        let (holds, fails) = match *patterns {
            _ if takes_all => (self.stop(), Vec::new()),
            [only] if !binds && !is_record && !self.is_shape(only) => {
                let verdict = self.fold.equal(only, subject);
                let value = self.value(only);
                let condition = operation(NodeId::NONE, Operator::Equal, vec![value, compared.clone()]);
                self.test(condition, verdict)
            }
            _ => self.fork(),
        };
        self.open = holds;
        if self.manner.case_captures {
            self.capture_all(patterns, compared.clone(), *first);
        } else if binds || is_record {
            self.bind(*first, compared.clone(), *first);
        }
        into.extend(self.stop());
        fails
    }

    /// Whether a record pattern: a call among whose arguments are declarations.
    fn has_bindings(&self, pattern: NodeId) -> bool {
        let mut open = vec![pattern];
        while let Some(next) = open.pop() {
            match self.kind(next) {
                Some(Kind::Variable) => return true,
                Some(Kind::Call) => open.extend(self.parts(self.slot(next, 1))),
                _ => {}
            }
        }
        false
    }

    /// Whether a pattern is no value to compare with.
    fn is_shape(&self, pattern: NodeId) -> bool {
        match self.kind(pattern) {
            Some(kind) if kind.is_type() => true,
            Some(Kind::Call | Kind::Tuple | Kind::List | Kind::OtherExpression) => self.manner.case_captures,
            Some(_) => false,
            None => true,
        }
    }

    fn case_body(&mut self, case: NodeId, value: Option<Variable>) {
        let body = self.slot(case, 1);
        if let Some(target) = value
            && self.is_arrow(case)
            && let [only] = *self.parts(body)
            && self.is(only, Kind::ExpressionStatement)
            && self.tree.node(body).flags.has(Flags::BARE)
        {
            let value = self.value(self.slot(only, 0));
            self.assign(NodeId::NONE, Place::variable(target, NodeId::NONE), value);
            return;
        }
        self.statement(body);
    }

    fn falls(&self, case: NodeId, is_value: bool) -> bool {
        let follows_language = self.profile.no_fallthrough || is_value && self.profile.switch_value;
        if !follows_language {
            return self.manner.seems_to_fall;
        }
        match self.manner.falls {
            Falls::Never => false,
            Falls::All => true,
            Falls::WithColon => !self.is_arrow(case),
        }
    }

    /// `case a -> b`
    fn is_arrow(&self, case: NodeId) -> bool {
        let (labels, body) = (self.slot(case, 0), self.slot(case, 1));
        let (Some(labels), Some(body)) = (labels.some(), body.some()) else {
            return false;
        };
        let between = self
            .tree
            .text()
            .get(self.tree.span(labels).end..self.tree.span(body).start);
        between.is_some_and(|between| between.trim_start().starts_with("->"))
    }

    pub(super) fn fall_through(&mut self) {
        let edges = self.stop();
        let mut frames = self.frames.iter_mut().rev();
        if let Some(Frame::Switch { falls, .. }) = frames.find(|frame| matches!(frame, Frame::Switch { .. })) {
            falls.extend(edges);
        }
    }

    /// `yield v` gives the switch around it its value; to Opengrep it is lost.
    pub(super) fn give(&mut self, node: NodeId, value: Option<Expression>) {
        let is_value = |frame: &Frame| matches!(frame, Frame::Switch { value: Some(_), .. });
        let at = self
            .frames
            .iter()
            .rposition(is_value)
            .filter(|_| self.profile.switch_value);
        let target = at.and_then(|at| match &self.frames[at] {
            Frame::Switch { value, .. } => *value,
            _ => None,
        });
        let (Some(at), Some(target)) = (at, target) else {
            self.special(node, Special::Yield, value.into_iter().collect(), false);
            return;
        };
        if let Some(value) = value {
            self.assign(node, Place::variable(target, NodeId::NONE), value);
        }
        self.pass_finally(
            at,
            Exit::Jump {
                frame: at,
                goes_on: false,
            },
        );
        let edges = self.stop();
        if let Frame::Switch { breaks, .. } = &mut self.frames[at] {
            breaks.extend(edges);
        }
    }

    /// `select`: any of the cases whose channel is ready.
    pub(super) fn select(&mut self, node: NodeId) {
        let cases = self.parts(node).get(1..).unwrap_or_default();
        let default = cases.iter().position(|case| self.is_default(*case));
        if !self.profile.no_fallthrough && default.is_some_and(|at| at + 1 < cases.len()) {
            self.untranslated(node);
            return;
        }
        let mut entries: Vec<Vec<Edge>> = Vec::with_capacity(cases.len());
        for case in cases {
            if self.is_default(*case) {
                entries.push(Vec::new());
                continue;
            }
            let (ready, others) = self.fork();
            self.open = ready;
            for label in self.parts(self.slot(*case, 0)) {
                // What is received and not kept is not looked at by Opengrep.
                match self.is(*label, Kind::Unary) && !self.profile.statements {
                    true => self.skip(*label),
                    false => self.effect_or_statement(*label),
                }
            }
            entries.push(self.stop());
            self.open = others;
        }
        let rest = self.stop();
        // Without `default` one of them is waited for.
        if let Some(entry) = default
            .or(cases.len().checked_sub(1))
            .and_then(|at| entries.get_mut(at))
        {
            entry.extend(rest);
        }
        self.bodies(cases, entries, None);
    }
}
