//! About how much memory a compiled expression takes, told without compiling it.
//!
//! What is counted are the states of its program, forwards and backwards, and the tables that one search keeps of them. The figure is
//! rather too large than too small: it decides what is compiled at all.

use fancy_regex::Expr;
use regex_automata::nfa::thompson::{self, WhichCaptures};
use regex_syntax::hir::{Class, ClassUnicode, Hir, HirKind};
use regex_syntax::utf8::Utf8Sequences;

/// What the smallest expression takes, in bytes: search for literals, classes of bytes, the memory of a search.
const BASE: usize = 16 * 1024;
/// A state of a program.
const STATE: usize = 32;
/// A way out of a state.
const EDGE: usize = 8;
/// For each group, what a search keeps at every state: start and end, of this character and of the next one.
const GROUP_AT_STATE: usize = 32;
/// `.`, forwards and backwards.
const ANY: usize = 40 * STATE;
/// What a class takes where the engine that backtracks makes a program of its own of it.
const PIECE: usize = 4 * 1024;

/// A class of more ranges of bytes than this is measured, which gives a smaller figure.
const MEASURED_SEQUENCES: usize = 64;
/// How many classes of an expression are measured.
const MAX_MEASURED: usize = 32;

#[derive(Clone, Copy, Debug, Default)]
struct Size {
    states: usize,
    edges: usize,
}

impl Size {
    fn of(states: usize, edges: usize) -> Self {
        Self { states, edges }
    }

    fn and(self, other: Self) -> Self {
        Self {
            states: self.states.saturating_add(other.states),
            edges: self.edges.saturating_add(other.edges),
        }
    }

    fn times(self, count: usize) -> Self {
        Self {
            states: self.states.saturating_mul(count),
            edges: self.edges.saturating_mul(count),
        }
    }

    fn repeated(self, least: usize, most: Option<usize>) -> Self {
        let optional = match most {
            Some(most) => most.saturating_sub(least),
            None => 1,
        };
        let one_more = self.and(Self::of(1, 2));
        self.times(least).and(one_more.times(optional))
    }

    /// In both directions.
    fn bytes(self) -> usize {
        let states = self.states.saturating_mul(2 * STATE);
        states.saturating_add(self.edges.saturating_mul(2 * EDGE))
    }
}

/// The bytes that an expression of the linear engine takes.
pub(super) fn of_linear(expression: &Hir) -> usize {
    let size = Sizes::default().of(expression);
    let groups = expression.properties().explicit_captures_len() + 1;
    let search = size.states.saturating_mul(groups.saturating_mul(GROUP_AT_STATE));
    BASE.saturating_add(size.bytes()).saturating_add(search)
}

/// The bytes that an expression of the engine that backtracks takes.
pub(super) fn of_backtracking(expression: &Expr) -> usize {
    let mut sizes = Sizes::default();
    let states = sizes.of_tree(expression);
    let once = states.saturating_add(sizes.pieces * PIECE);
    // Each call is a copy of a group, at most of all of it.
    BASE.saturating_add(once.saturating_mul(sizes.calls + 1))
}

#[derive(Default)]
struct Sizes {
    measured: Vec<(ClassUnicode, Size)>,
    /// Classes of an expression that backtracks: where it repeats them it counts, and makes no copies.
    pieces: usize,
    /// Calls of groups.
    calls: usize,
}

impl Sizes {
    fn of(&mut self, expression: &Hir) -> Size {
        match expression.kind() {
            HirKind::Empty | HirKind::Look(_) => Size::of(1, 0),
            HirKind::Literal(literal) => Size::of(literal.0.len(), 0),
            HirKind::Class(Class::Bytes(class)) => Size::of(1, class.ranges().len()),
            HirKind::Class(Class::Unicode(class)) => self.of_class(class),
            HirKind::Repetition(repetition) => {
                let most = repetition.max.map(|most| most as usize);
                self.of(&repetition.sub).repeated(repetition.min as usize, most)
            }
            HirKind::Capture(group) => self.of(&group.sub).and(Size::of(2, 0)),
            HirKind::Concat(parts) => parts.iter().fold(Size::default(), |sum, part| sum.and(self.of(part))),
            HirKind::Alternation(parts) => {
                let branches = Size::of(2, parts.len());
                parts.iter().fold(branches, |sum, part| sum.and(self.of(part)))
            }
        }
    }

    fn of_class(&mut self, class: &ClassUnicode) -> Size {
        if class.is_ascii() {
            return Size::of(1, class.ranges().len());
        }
        let sequences = class
            .ranges()
            .iter()
            .flat_map(|range| Utf8Sequences::new(range.start(), range.end()));
        let edges: usize = sequences.map(|sequence| sequence.len()).sum();
        let bound = Size::of(edges + 2, edges);
        if edges <= MEASURED_SEQUENCES {
            return bound;
        }
        if let Some((_, size)) = self.measured.iter().find(|(known, _)| known == class) {
            return *size;
        }
        if self.measured.len() == MAX_MEASURED {
            return bound;
        }
        let size = measure(class).unwrap_or(bound);
        self.measured.push((class.clone(), size));
        size
    }

    fn of_tree(&mut self, expression: &Expr) -> usize {
        let own = match expression {
            Expr::Literal { val, casei } => val.len().saturating_mul(if *casei { 4 * STATE } else { STATE }),
            Expr::Delegate { inner, casei } => {
                let parsed = regex_syntax::ParserBuilder::new()
                    .case_insensitive(*casei)
                    .build()
                    .parse(inner);
                // What is not correct is refused when it is compiled.
                let size = parsed.map_or(Size::default(), |class| self.of(&class));
                self.pieces += 1;
                size.bytes()
            }
            Expr::Any { .. } | Expr::GeneralNewline { .. } => {
                self.pieces += 1;
                ANY
            }
            Expr::Repeat { child, lo, hi, .. } => {
                let most = (*hi != usize::MAX).then_some(*hi);
                let copies = most.unwrap_or(*lo).max(1);
                return STATE.saturating_add(self.of_tree(child).saturating_mul(copies));
            }
            Expr::SubroutineCall(_) => {
                self.calls += 1;
                STATE
            }
            _ => STATE,
        };
        expression
            .children_iter()
            .fold(own, |sum, child| sum.saturating_add(self.of_tree(child)))
    }
}

/// The larger program of a class of both directions.
fn measure(class: &ClassUnicode) -> Option<Size> {
    let expression = Hir::class(Class::Unicode(class.clone()));
    let states = [false, true].map(|reverse| {
        let config = thompson::Config::new()
            .reverse(reverse)
            .which_captures(WhichCaptures::None);
        let program = thompson::Compiler::new()
            .configure(config)
            .build_from_hir(&expression)
            .ok()?;
        Some(program.memory_usage() / STATE + 1)
    });
    let [Some(forwards), Some(backwards)] = states else {
        return None;
    };
    Some(Size::of(forwards.max(backwards), 0))
}
