//! What flows: a taint is a source, under a label, with the way it took.

use std::cmp::Ordering;
use std::rc::Rc;

use syntax::tree::NodeId;

use super::form::Variable;
use super::state::CellKey;

/// A label of a rule, by its number; the first is that of sources without label.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Label(pub u16);

impl Label {
    /// `__SOURCE__`
    pub const SOURCE: Label = Label(0);
    /// Of what stands for something that only a caller knows.
    pub const ANY: Label = Label(u16::MAX);
}

/// Where a taint begins.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Origin {
    /// A match of a source of the rule.
    Source { item: u16, found: u32 },
    /// Whatever the caller of a unit gives it here: the variable and at most [`MAX_PATH`] steps into it.
    Given(Rc<Given>),
    /// Whatever a function of another file gives back: the number of the call, and at most [`MAX_PATH`] steps into it.
    Result(Rc<Returned>),
}

/// What a call of another file gives back, and a way into it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Returned {
    pub call: u32,
    pub path: Vec<CellKey>,
}

/// A variable as it is when a unit begins, and a way into it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Given {
    pub variable: Variable,
    pub path: Vec<CellKey>,
}

/// The steps that are told apart in what a caller gives.
pub(crate) const MAX_PATH: usize = 4;

/// One taint. Two of the same origin and label are the same, whatever their way.
#[derive(Clone, Debug)]
pub(crate) struct Taint {
    pub origin: Origin,
    pub label: Label,
    /// The place of the source, through the calls that returned it.
    pub source: Rc<SourcePoint>,
    pub trail: Trail,
}

/// Where a taint comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SourcePoint {
    /// The match of a source, or nothing for what a caller gives.
    Here,
    /// It is what a call returns or leaves behind: the call, the variables inside, and where it is from there.
    Called {
        call: NodeId,
        trail: Trail,
        inner: Rc<SourcePoint>,
    },
}

/// The calls that a way is told through; of a longer one the innermost are.
pub(crate) const MAX_CALLS: usize = 50;

impl SourcePoint {
    /// How many calls lead to it, at most [`MAX_CALLS`].
    pub fn calls(&self) -> usize {
        match self {
            Self::Here => 0,
            Self::Called { inner, .. } => 1 + inner.calls(),
        }
    }

    fn depth(&self) -> usize {
        match self {
            Self::Here => 0,
            Self::Called { inner, trail, .. } => 1 + trail.len() + inner.depth(),
        }
    }
}

/// The variables that a taint went through, last first. A copy costs nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Trail {
    last: Option<Rc<Passed>>,
}

#[derive(Debug, PartialEq, Eq)]
struct Passed {
    node: NodeId,
    length: u32,
    before: Trail,
}

/// The longest way that is told; what comes after is left out.
const MAX_TRAIL: usize = 200;

impl Trail {
    pub fn len(&self) -> usize {
        self.last.as_ref().map_or(0, |last| last.length as usize)
    }

    /// The way, and then this token.
    pub fn with(&self, node: NodeId) -> Trail {
        let is_last = self.last.as_ref().is_some_and(|last| last.node == node);
        if is_last || !node.is_some() || self.len() >= MAX_TRAIL {
            return self.clone();
        }
        Trail {
            last: Some(Rc::new(Passed {
                node,
                length: self.len() as u32 + 1,
                before: self.clone(),
            })),
        }
    }

    /// The tokens, in order.
    pub fn nodes(&self) -> Vec<NodeId> {
        let mut nodes = Vec::with_capacity(self.len());
        let mut at = self;
        while let Some(passed) = &at.last {
            nodes.push(passed.node);
            at = &passed.before;
        }
        nodes.reverse();
        nodes
    }
}

impl Drop for Passed {
    /// Not recursive: a way may be long.
    fn drop(&mut self) {
        let mut next = self.before.last.take();
        while let Some(passed) = next {
            match Rc::try_unwrap(passed) {
                Ok(mut only) => next = only.before.last.take(),
                Err(_) => break,
            }
        }
    }
}

impl Taint {
    fn key(&self, other: &Taint) -> Ordering {
        (&self.origin, self.label).cmp(&(&other.origin, other.label))
    }

    fn length(&self) -> usize {
        self.trail.len() + self.source.depth()
    }

    /// The taint after it was written to the variable of a token.
    pub fn passing(&self, node: NodeId) -> Taint {
        Taint {
            trail: self.trail.with(node),
            ..self.clone()
        }
    }

    /// Whether the other is a part of what a caller gives in this.
    fn covers(&self, other: &Taint) -> bool {
        match (&self.origin, &other.origin) {
            (Origin::Given(whole), Origin::Given(part)) => {
                whole.path.is_empty() && whole.variable == part.variable && self.label == other.label
            }
            _ => false,
        }
    }

    pub fn is_given(&self) -> bool {
        matches!(self.origin, Origin::Given(_))
    }
}

/// The parts of one variable of a caller that are told apart in one set.
const MAX_PARTS: usize = 32;

/// Of a variable with more parts in a set the whole is taken: a set is bounded by the variables of a file.
fn widen(taints: &mut Vec<Taint>) {
    if taints.len() <= MAX_PARTS {
        return;
    }
    let variable = |taint: &Taint| match &taint.origin {
        Origin::Given(given) => Some((given.variable, taint.label)),
        Origin::Source { .. } | Origin::Result(_) => None,
    };
    let mut from = 0;
    while from < taints.len() {
        let here = variable(&taints[from]);
        let same = taints[from..]
            .iter()
            .take_while(|taint| variable(taint) == here)
            .count();
        if let Some((variable, _)) = here
            && same > MAX_PARTS
        {
            taints.drain(from + 1..from + same);
            taints[from].origin = Origin::Given(Rc::new(Given {
                variable,
                path: Vec::new(),
            }));
            from += 1;
        } else {
            from += same;
        }
    }
}

/// A set of taints. A copy costs nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taints(Option<Rc<Vec<Taint>>>);

impl Taints {
    pub fn one(taint: Taint) -> Self {
        Self(Some(Rc::new(vec![taint])))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub fn len(&self) -> usize {
        self.iter().len()
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Taint> {
        match &self.0 {
            Some(taints) => taints.iter(),
            None => [].iter(),
        }
    }

    /// Adds all of another set; of two ways of one taint the shorter stays.
    pub fn add(&mut self, other: &Taints) {
        let Some(new) = &other.0 else { return };
        let Some(old) = &mut self.0 else {
            *self = other.clone();
            return;
        };
        if Rc::ptr_eq(old, new) {
            return;
        }
        let mut made: Vec<Taint> = Vec::with_capacity(old.len() + new.len());
        let (mut left, mut right) = (old.iter().peekable(), new.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some(one), Some(two)) => one.key(two),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let taken = match order {
                Ordering::Less => left.next(),
                Ordering::Greater => right.next(),
                Ordering::Equal => match (left.next(), right.next()) {
                    (Some(one), Some(two)) if two.length() < one.length() => Some(two),
                    (one, _) => one,
                },
            };
            if let Some(taken) = taken
                && !made.last().is_some_and(|last| last.covers(taken))
            {
                made.push(taken.clone());
            }
        }
        widen(&mut made);
        *old = Rc::new(made);
    }

    pub fn with(mut self, other: &Taints) -> Self {
        self.add(other);
        self
    }

    /// Whether all of another set are there, by ways that are not longer: to add it changes nothing.
    pub fn has_all(&self, other: &Taints) -> bool {
        let (mine, theirs) = match (&self.0, &other.0) {
            (_, None) => return true,
            (None, Some(_)) => return false,
            (Some(mine), Some(theirs)) => (mine, theirs),
        };
        if Rc::ptr_eq(mine, theirs) {
            return true;
        }
        let mut left = mine.iter().peekable();
        theirs.iter().all(|taint| {
            while left.peek().is_some_and(|known| known.key(taint) == Ordering::Less) {
                left.next();
            }
            left.peek()
                .is_some_and(|known| known.key(taint) == Ordering::Equal && known.length() <= taint.length())
        })
    }

    /// Whether both hold the same taints, whatever their ways.
    pub fn same(&self, other: &Taints) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(two)) => {
                Rc::ptr_eq(one, two)
                    || (one.len() == two.len()
                        && one
                            .iter()
                            .zip(two.iter())
                            .all(|(one, two)| one.key(two) == Ordering::Equal))
            }
            _ => false,
        }
    }

    /// At most so many, the first in order.
    pub fn first(&self, most: usize) -> Taints {
        if self.len() <= most {
            return self.clone();
        }
        self.iter().take(most).cloned().collect()
    }

    pub fn passing(&self, node: NodeId) -> Taints {
        match node.is_some() {
            true => self.iter().map(|taint| taint.passing(node)).collect(),
            false => self.clone(),
        }
    }

    pub fn has_label(&self, label: Label) -> bool {
        self.iter().any(|taint| taint.label == label)
    }
}

impl FromIterator<Taint> for Taints {
    fn from_iter<I: IntoIterator<Item = Taint>>(taints: I) -> Self {
        let mut taints: Vec<Taint> = taints.into_iter().collect();
        taints.sort_by(|one, other| one.key(other).then_with(|| one.length().cmp(&other.length())));
        taints.dedup_by(|later, earlier| later.key(earlier) == Ordering::Equal || earlier.covers(later));
        widen(&mut taints);
        match taints.is_empty() {
            true => Self(None),
            false => Self(Some(Rc::new(taints))),
        }
    }
}
