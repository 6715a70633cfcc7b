//! What a condition proves of values: a value that is one of some constants, or of a type without text, carries nothing where it is.

use syntax::Language;
use syntax::facts::Constant;
use syntax::tree::{Kind, NodeId};

use super::Analysis;
use super::value::TypeClass;
use crate::taint::form::{Argument, Expression, ExpressionKind, Operation, Operator, Place, Variable};
use crate::taint::state::{Cell, CellKey, State};

/// A place that a condition proves harmless.
type Proved = Vec<(Variable, Vec<CellKey>)>;

/// How deep conditions are read.
const MAX_DEPTH: usize = 32;

impl Analysis<'_> {
    /// Cleans what is harmless where a condition has an outcome.
    pub(super) fn narrow(&self, state: &mut State, condition: &Expression, outcome: bool) {
        if !self.set.profile.allow_list {
            return;
        }
        for (variable, path) in self.proved(condition, outcome, MAX_DEPTH) {
            self.write(state, variable, &path, &Cell::clean(), &self.limits);
        }
    }

    fn proved(&self, condition: &Expression, outcome: bool, depth: usize) -> Proved {
        let Some(depth) = depth.checked_sub(1) else {
            return Vec::new();
        };
        match &condition.kind {
            ExpressionKind::Operator(operator, operands) => {
                let both = |outcome| operands.iter().map(move |operand| self.proved(operand, outcome, depth));
                match (operator, operands.as_slice(), outcome) {
                    (Operator::Not, [operand], _) => self.proved(operand, !outcome, depth),
                    (Operator::And, _, true) => both(true).flatten().collect(),
                    (Operator::Or, _, false) => both(false).flatten().collect(),
                    (Operator::And, _, false) => in_all(both(false)),
                    (Operator::Or, _, true) => in_all(both(true)),
                    (Operator::Equal, [one, other], true) | (Operator::NotEqual, [one, other], false) => {
                        self.equal_to_constant(one, other)
                    }
                    (Operator::In, [one, other], true) | (Operator::NotIn, [one, other], false) => {
                        match self.holds_constants(other) {
                            true => self.place(one).into_iter().collect(),
                            false => Vec::new(),
                        }
                    }
                    _ => Vec::new(),
                }
            }
            ExpressionKind::Read(place) if outcome => self.proved_by_call(place),
            _ => Vec::new(),
        }
    }

    fn equal_to_constant(&self, one: &Expression, other: &Expression) -> Proved {
        match (self.is_constant(one), self.is_constant(other)) {
            (false, true) => self.place(one).into_iter().collect(),
            (true, false) => self.place(other).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// A place, or what it was when it was put into a temporary.
    fn place(&self, expression: &Expression) -> Option<(Variable, Vec<CellKey>)> {
        let ExpressionKind::Read(place) = &expression.kind else {
            return None;
        };
        if let Variable::Temporary(temporary) = place.base
            && place.parts.is_empty()
            && let Some(Operation::Assign(value)) = self.operation_of(temporary)
        {
            return self.place(value);
        }
        let path: Vec<CellKey> = place.parts.iter().map(|part| self.cell_key(&part.key)).collect();
        (!path.contains(&CellKey::Any)).then_some((place.base, path))
    }

    /// What made a temporary.
    fn operation_of(&self, temporary: u32) -> Option<&Operation> {
        use crate::taint::form::Action;
        let step = self.set.prepared.units[self.unit.index()].made.get(&temporary)?;
        match &self.set.form.units[self.unit.index()].steps[step.index()].action {
            Action::Do(instruction) => Some(&instruction.operation),
            _ => None,
        }
    }

    fn is_constant(&self, expression: &Expression) -> bool {
        matches!(expression.kind, ExpressionKind::Literal) || self.constant(expression.node).is_some()
    }

    fn constant(&self, node: NodeId) -> Option<&Constant> {
        let constant = self.set.file.facts.constant(node.some()?)?;
        (!matches!(constant, Constant::Some(_))).then_some(constant)
    }

    /// Whether a value is a collection of constants that does not change.
    fn holds_constants(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Container(_, entries) => entries.iter().all(|entry| {
                let key_is_constant = match &entry.key {
                    Some(crate::taint::form::Key::Any(key)) => self.is_constant(key),
                    _ => true,
                };
                !entry.spread && key_is_constant && (entry.key.is_some() || self.is_constant(&entry.value))
            }),
            ExpressionKind::Read(place) => {
                let Variable::Definition(definition) = place.base else {
                    return false;
                };
                place.parts.is_empty() && !self.set.prepared.changed.contains(&definition) && {
                    let value = self.set.file.facts.assigned_value(definition);
                    value.is_some_and(|value| self.is_collection(value))
                }
            }
            _ => false,
        }
    }

    /// A literal of constants, or a call that makes a collection of them.
    fn is_collection(&self, node: NodeId) -> bool {
        let tree = self.set.file.tree;
        let all_constant = |nodes: &[NodeId]| {
            let mut nodes = nodes.iter().filter(|node| node.is_some());
            nodes.all(|node| match tree.kind(*node) {
                Kind::Pair => self.constant(tree.child(*node, 0)).is_some(),
                Kind::List | Kind::Set | Kind::Tuple => self.is_collection(*node),
                _ => self.constant(*node).is_some(),
            })
        };
        match tree.kind(node) {
            Kind::List | Kind::Set | Kind::Tuple | Kind::Dict => all_constant(tree.children(node)),
            Kind::Composite => {
                let inner = tree.child(node, 1);
                inner.is_some() && all_constant(tree.children(inner))
            }
            Kind::Call => {
                let callee = tree.source(tree.child(node, 0));
                let makes = matches!(
                    callee,
                    "Set.of"
                        | "List.of"
                        | "Arrays.asList"
                        | "Map.of"
                        | "ImmutableSet.of"
                        | "ImmutableList.of"
                        | "frozenset"
                        | "set"
                        | "tuple"
                        | "list"
                        | "Object.freeze"
                        | "EnumSet.of"
                );
                makes && all_constant(tree.children(tree.child(node, 1)))
            }
            Kind::New => {
                let class = tree.source(tree.child(node, 0));
                class == "Set" && all_constant(tree.children(tree.child(node, 1)))
            }
            _ => false,
        }
    }

    /// A condition that is a call: `t.equals("a")`, `OK.contains(t)`, `t.isdigit()`, `re.fullmatch("[a-z]+", t)`, `isinstance(t, int)`.
    fn proved_by_call(&self, place: &Place) -> Proved {
        let (Variable::Temporary(temporary), []) = (place.base, place.parts.as_slice()) else {
            return Vec::new();
        };
        let Some(Operation::Call { callee, arguments }) = self.operation_of(temporary) else {
            return Vec::new();
        };
        let ExpressionKind::Read(target) = &callee.kind else {
            return Vec::new();
        };
        let values: Vec<&Argument> = arguments.iter().collect();
        let name = match (target.parts.last().map(|part| &part.key), target.node.some()) {
            (Some(crate::taint::form::Key::Name(name)), _) => self.name(*name),
            (None, Some(node)) => self.set.file.tree.name_of(node),
            _ => return Vec::new(),
        };
        let receiver = (!target.parts.is_empty()).then(|| {
            let mut receiver = target.clone();
            receiver.parts.pop();
            Expression {
                node: receiver.whole_node(),
                kind: ExpressionKind::Read(receiver),
            }
        });
        let language = self.set.file.language;
        match (language, name, &receiver, values.as_slice()) {
            (Language::Java, "equals" | "equalsIgnoreCase" | "contentEquals", Some(receiver), [value]) => {
                let literal = self.literal_receiver(receiver);
                match literal || self.is_constant(receiver) {
                    true => self.place(&value.value).into_iter().collect(),
                    false => self.equal_to_constant(receiver, &value.value),
                }
            }
            (_, "contains" | "includes" | "has" | "containsKey", Some(receiver), [value])
                if self.holds_constants(receiver) =>
            {
                self.place(&value.value).into_iter().collect()
            }
            (Language::Python, "isdigit" | "isdecimal" | "isalnum" | "isalpha" | "isnumeric", Some(receiver), [])
                if self.accepts("full-match") =>
            {
                self.place(receiver).into_iter().collect()
            }
            (Language::Python, "fullmatch", Some(_), [pattern, value, ..]) if self.accepts("full-match") => {
                self.matched(&pattern.value, &value.value, true)
            }
            (Language::Python, "match", Some(_), [pattern, value, ..]) if self.accepts("full-match") => {
                self.matched(&pattern.value, &value.value, false)
            }
            (Language::Java, "matches", Some(receiver), [pattern]) if self.accepts("full-match") => {
                self.matched(&pattern.value, receiver, true)
            }
            (Language::Python, "isinstance", None, [value, class]) => {
                let class = self.set.file.tree.source(class.value.node);
                let class = match class {
                    "int" | "float" => Some(TypeClass::Number),
                    "bool" => Some(TypeClass::Boolean),
                    _ => None,
                };
                match class.is_some_and(|class| self.is_harmless(class)) {
                    true => self.place(&value.value).into_iter().collect(),
                    false => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    fn literal_receiver(&self, receiver: &Expression) -> bool {
        match &receiver.kind {
            ExpressionKind::Read(place) => match place.base {
                Variable::Temporary(temporary) => match self.operation_of(temporary) {
                    Some(Operation::Assign(value)) => self.is_constant(value),
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    fn accepts(&self, check: &str) -> bool {
        self.set.rule.accepts.iter().any(|accepted| accepted == check)
    }

    /// A value that matches a pattern as a whole, when what the pattern takes is letters, digits, `_` and `-`.
    fn matched(&self, pattern: &Expression, value: &Expression, whole: bool) -> Proved {
        let Some(Constant::Str(pattern)) = self.constant(pattern.node) else {
            return Vec::new();
        };
        match takes_words_only(pattern, whole) {
            true => self.place(value).into_iter().collect(),
            false => Vec::new(),
        }
    }
}

/// The places that are in all lists.
fn in_all(mut lists: impl Iterator<Item = Proved>) -> Proved {
    let mut common = lists.next().unwrap_or_default();
    for list in lists {
        common.retain(|place| list.contains(place));
    }
    common
}

/// Whether everything that a regular expression matches, from the beginning to the end of a text, is made of letters, digits, `_` and
/// `-`. A pattern that is not read here is told to take more.
fn takes_words_only(pattern: &str, whole: bool) -> bool {
    let inner = match whole {
        true => pattern
            .trim_start_matches('^')
            .trim_end_matches("\\Z")
            .trim_end_matches("\\z")
            .trim_end_matches('$'),
        false => match pattern.strip_prefix("\\A").or_else(|| pattern.strip_prefix('^')) {
            Some(rest) => match rest.strip_suffix("\\Z").or_else(|| rest.strip_suffix("\\z")) {
                Some(inner) => inner,
                None => return false,
            },
            None => return false,
        },
    };
    use regex_syntax::hir::{Class, Hir, HirKind};
    let is_word = |from: char, to: char| {
        (from == to && matches!(from, '_' | '-'))
            || [('a', 'z'), ('A', 'Z'), ('0', '9')]
                .iter()
                .any(|(first, last)| *first <= from && to <= *last)
    };
    let Ok(hir) = regex_syntax::ParserBuilder::new()
        .unicode(true)
        .nest_limit(100)
        .build()
        .parse(inner)
    else {
        return false;
    };
    let mut open: Vec<&Hir> = vec![&hir];
    while let Some(hir) = open.pop() {
        match hir.kind() {
            HirKind::Empty => {}
            HirKind::Literal(literal) => {
                let Ok(text) = std::str::from_utf8(&literal.0) else {
                    return false;
                };
                if !text.chars().all(|letter| is_word(letter, letter)) {
                    return false;
                }
            }
            HirKind::Class(Class::Unicode(class)) => {
                if !class.ranges().iter().all(|range| is_word(range.start(), range.end())) {
                    return false;
                }
            }
            HirKind::Class(Class::Bytes(_)) | HirKind::Look(_) => return false,
            HirKind::Repetition(repetition) => open.push(&repetition.sub),
            HirKind::Capture(capture) => open.push(&capture.sub),
            HirKind::Concat(parts) | HirKind::Alternation(parts) => open.extend(parts),
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::takes_words_only;

    #[test]
    fn a_pattern_proves_when_it_takes_words_from_end_to_end() {
        for pattern in ["[a-z]+", "^[a-z]+$", "[A-Za-z0-9_-]{1,20}", "a|bc", "(x[0-9])+"] {
            assert!(takes_words_only(pattern, true), "{pattern}");
        }
        for pattern in [".+", "[^/]+", "\\w+", "[a-z ]+", "a'", "[a-z]+\\n", "("] {
            assert!(!takes_words_only(pattern, true), "{pattern}");
        }
        assert!(takes_words_only("^[a-z]+\\Z", false));
        assert!(!takes_words_only("^[a-z]+$", false), "`$` is before a line break too");
        assert!(!takes_words_only("[a-z]+", false));
    }
}
