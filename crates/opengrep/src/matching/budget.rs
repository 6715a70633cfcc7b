//! The bound on the work.

use std::cell::Cell;
use std::time::Instant;

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

    pub(super) fn take(&self) -> bool {
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
