//! The expressions of `requires`, ready to be asked.

use super::taints::{Label, Taints};

/// A Boolean expression over labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Requires {
    Always(bool),
    Label(Label),
    Not(Box<Requires>),
    And(Box<Requires>, Box<Requires>),
    Or(Box<Requires>, Box<Requires>),
}

impl Requires {
    /// Reads an expression that the rule loader has checked.
    pub fn parse(expression: &str, number: &mut impl FnMut(&str) -> Label) -> Option<Requires> {
        let words = crate::rule::label_words(expression).ok()?;
        let mut reading = Reading { words: &words, number };
        let read = reading.or()?;
        reading.words.is_empty().then_some(read)
    }

    /// Whether a set of taints fulfils it. Nothing fulfils an expression without any taint.
    pub fn holds(&self, taints: &Taints) -> bool {
        !taints.is_empty() && self.is_true(&|label| taints.has_label(label))
    }

    fn is_true(&self, has: &impl Fn(Label) -> bool) -> bool {
        match self {
            Self::Always(always) => *always,
            Self::Label(label) => has(*label),
            Self::Not(inner) => !inner.is_true(has),
            Self::And(one, other) => one.is_true(has) && other.is_true(has),
            Self::Or(one, other) => one.is_true(has) || other.is_true(has),
        }
    }

    /// The label that a conjunction begins with, or the only one.
    pub fn first(&self) -> Option<Label> {
        match self {
            Self::Label(label) => Some(*label),
            Self::And(one, _) => one.first(),
            _ => None,
        }
    }
}

struct Reading<'r, N> {
    words: &'r [&'r str],
    number: &'r mut N,
}

impl<N: FnMut(&str) -> Label> Reading<'_, N> {
    fn take(&mut self, word: &str) -> bool {
        match self.words.split_first() {
            Some((first, rest)) if *first == word => {
                self.words = rest;
                true
            }
            _ => false,
        }
    }

    fn or(&mut self) -> Option<Requires> {
        let mut read = self.and()?;
        while self.take("or") {
            read = Requires::Or(Box::new(read), Box::new(self.and()?));
        }
        Some(read)
    }

    fn and(&mut self) -> Option<Requires> {
        let mut read = self.operand()?;
        while self.take("and") {
            read = Requires::And(Box::new(read), Box::new(self.operand()?));
        }
        Some(read)
    }

    fn operand(&mut self) -> Option<Requires> {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || {
            if self.take("not") {
                return Some(Requires::Not(Box::new(self.operand()?)));
            }
            if self.take("(") {
                let read = self.or()?;
                return self.take(")").then_some(read);
            }
            let (first, rest) = self.words.split_first()?;
            self.words = rest;
            Some(match *first {
                "True" => Requires::Always(true),
                "False" => Requires::Always(false),
                label => Requires::Label((self.number)(label)),
            })
        })
    }
}
