//! Which finding of a new report is which current sighting of the project.

use std::collections::{BTreeMap, BTreeSet};

use untrusted_text::MARK;

use crate::{Finding, FindingContent};

/// What two sightings were recognised by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// They start on the same line.
    SameLine,
    /// They show the same code, blanks aside.
    SameEvidence,
    /// As many were reported as before: the code moved, the order stayed.
    InOrder,
}

/// A current sighting and the new finding that takes its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// Position in `previous`.
    pub previous: usize,
    /// The number given with the new finding.
    pub new: usize,
    /// What they were recognised by.
    pub how: How,
}

/// The pairs of one fingerprint and what is left over. Every finding of both sides is in it exactly once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pairing {
    /// Recognised, the surest first.
    pub pairs: Vec<Pair>,
    /// Positions in `previous` of those not seen again, by line.
    pub unpaired_previous: Vec<usize>,
    /// Numbers of the findings seen for the first time, by line.
    pub unpaired_new: Vec<usize>,
}

/// Pairs the current sightings of one fingerprint with the findings of a new report that share it.
///
/// Both sides are taken by line, those without a line last, ties by id and by the number given. First equal lines (of several
/// on one line, those with equal evidence first). Then, only if the two sides had the same number of findings: equal evidence,
/// if it occurs as often on both sides among what is left, and the rest in order. Evidence in which something was masked is
/// equal to none: different secrets look the same in it.
pub fn pair(previous: &[&Finding], new: &[(usize, &FindingContent)]) -> Pairing {
    let mut sides = Sides::new(previous, new);
    sides.match_equal(
        |content| Some((content.line_start?, evidence(content)?)),
        Count::Any,
        How::SameLine,
    );
    sides.match_equal(|content| content.line_start, Count::Any, How::SameLine);
    if previous.len() == new.len() {
        sides.match_equal(evidence, Count::Equal, How::SameEvidence);
        sides.match_equal(|_| Some(()), Count::Equal, How::InOrder);
    }
    Pairing {
        pairs: sides.pairs,
        unpaired_previous: sides.previous.into_iter().map(|(at, _)| at).collect(),
        unpaired_new: sides.new.into_iter().map(|(at, _)| at).collect(),
    }
}

/// The order of findings of one fingerprint: by line, those without one last.
pub(crate) fn line_order(content: &FindingContent) -> (bool, u32) {
    (content.line_start.is_none(), content.line_start.unwrap_or_default())
}

/// How often a value must occur on both sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Any,
    Equal,
}

/// What is not paired yet, in order.
struct Sides<'a> {
    previous: Vec<(usize, &'a FindingContent)>,
    new: Vec<(usize, &'a FindingContent)>,
    pairs: Vec<Pair>,
}

impl<'a> Sides<'a> {
    fn new(previous: &[&'a Finding], new: &[(usize, &'a FindingContent)]) -> Self {
        let mut old: Vec<(usize, &'a FindingContent)> =
            previous.iter().map(|finding| &finding.content).enumerate().collect();
        old.sort_by_key(|(at, content)| (line_order(content), previous[*at].id));
        let mut new = new.to_vec();
        new.sort_by_key(|(at, content)| (line_order(content), *at));
        Self {
            previous: old,
            new,
            pairs: Vec::new(),
        }
    }

    /// Pairs those with an equal key, in order; those without a key stay.
    fn match_equal<K: Ord>(&mut self, key: impl Fn(&'a FindingContent) -> Option<K>, count: Count, how: How) {
        let mut groups: BTreeMap<K, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for (at, content) in &self.previous {
            if let Some(key) = key(content) {
                groups.entry(key).or_default().0.push(*at);
            }
        }
        for (at, content) in &self.new {
            if let Some(key) = key(content) {
                groups.entry(key).or_default().1.push(*at);
            }
        }
        let mut used_previous = BTreeSet::new();
        let mut used_new = BTreeSet::new();
        for (olds, news) in groups.into_values() {
            if count == Count::Equal && olds.len() != news.len() {
                continue;
            }
            for (previous, new) in olds.into_iter().zip(news) {
                used_previous.insert(previous);
                used_new.insert(new);
                self.pairs.push(Pair { previous, new, how });
            }
        }
        self.previous.retain(|(at, _)| !used_previous.contains(at));
        self.new.retain(|(at, _)| !used_new.contains(at));
    }
}

/// The evidence with single blanks; none if there is nothing to see in it, or something is hidden.
fn evidence(content: &FindingContent) -> Option<String> {
    let text = content.evidence.as_deref().filter(|text| !text.contains(MARK))?;
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sightings::{content, stored, with_evidence};

    /// A line (0: none) and its evidence.
    type Seen = (u32, &'static str);

    fn found(seen: &[Seen]) -> Vec<FindingContent> {
        seen.iter()
            .map(|(line, evidence)| {
                let line = (*line > 0).then_some(*line);
                if evidence.is_empty() {
                    content(line)
                } else {
                    with_evidence(line, evidence)
                }
            })
            .collect()
    }

    fn pairing(previous: &[Seen], new: &[Seen]) -> Pairing {
        let previous: Vec<Finding> = found(previous)
            .into_iter()
            .zip(1..)
            .map(|(content, id)| stored(id, content))
            .collect();
        let new = found(new);
        pair(
            &previous.iter().collect::<Vec<_>>(),
            &new.iter().enumerate().collect::<Vec<_>>(),
        )
    }

    #[test]
    fn sightings_are_recognised_by_line_then_by_evidence_then_by_order() {
        use How::{InOrder, SameEvidence, SameLine};
        type Case = (&'static [Seen], &'static [Seen], &'static [(usize, usize, How)]);
        let cases: [Case; 21] = [
            // The code moved.
            (
                &[(10, ""), (50, "")],
                &[(12, ""), (55, "")],
                &[(0, 0, InOrder), (1, 1, InOrder)],
            ),
            // One is gone.
            (&[(12, ""), (55, "")], &[(12, "")], &[(0, 0, SameLine)]),
            // The only one moved.
            (&[(12, "")], &[(99, "")], &[(0, 0, InOrder)]),
            // Others appeared around it.
            (&[(99, "")], &[(98, ""), (99, ""), (100, "")], &[(0, 1, SameLine)]),
            // Nothing tells which of the two it is.
            (&[(99, "")], &[(10, ""), (20, "")], &[]),
            // As many as before, but one stayed where it was: order would have moved it.
            (
                &[(10, ""), (50, "")],
                &[(50, ""), (90, "")],
                &[(1, 0, SameLine), (0, 1, InOrder)],
            ),
            // The same code elsewhere, in another order.
            (
                &[(10, "a"), (50, "b")],
                &[(60, "b"), (70, " a ")],
                &[(0, 1, SameEvidence), (1, 0, SameEvidence)],
            ),
            // One more than before: only the same line tells.
            (&[(99, "a")], &[(10, "b"), (20, "a")], &[]),
            // The same code twice tells nothing.
            (&[(99, "a")], &[(10, "a"), (20, "a")], &[]),
            // As often as before: in order.
            (
                &[(10, "a"), (20, "a"), (30, "b")],
                &[(11, "a"), (21, "b"), (30, "a")],
                &[(2, 2, SameLine), (0, 0, InOrder), (1, 1, InOrder)],
            ),
            (
                &[(10, "a"), (20, "a"), (30, "b")],
                &[(11, "b"), (21, "a"), (31, "a")],
                &[(0, 1, SameEvidence), (1, 2, SameEvidence), (2, 0, SameEvidence)],
            ),
            // Two secrets look the same once they are masked.
            (
                &[(10, "key = [REDACTED]"), (50, "b")],
                &[(60, "b"), (70, "key = [REDACTED]")],
                &[(1, 0, SameEvidence), (0, 1, InOrder)],
            ),
            (
                &[(10, "b [REDACTED]"), (50, "a [REDACTED]")],
                &[(60, "a [REDACTED]"), (70, "b [REDACTED]")],
                &[(0, 0, InOrder), (1, 1, InOrder)],
            ),
            (
                &[(10, "b [REDACTED]"), (10, "a [REDACTED]")],
                &[(10, "a [REDACTED]"), (10, "b [REDACTED]")],
                &[(0, 0, SameLine), (1, 1, SameLine)],
            ),
            // A line comes before evidence.
            (
                &[(10, "a"), (50, "b")],
                &[(10, "b"), (50, "a")],
                &[(0, 0, SameLine), (1, 1, SameLine)],
            ),
            // Several on one line: evidence first, then as submitted.
            (
                &[(10, "a"), (10, "b")],
                &[(10, "b"), (10, "a")],
                &[(0, 1, SameLine), (1, 0, SameLine)],
            ),
            (&[(10, "")], &[(10, ""), (10, "")], &[(0, 0, SameLine)]),
            // Without a line.
            (&[(0, "")], &[(0, "")], &[(0, 0, InOrder)]),
            (&[(0, "")], &[(0, ""), (5, "")], &[]),
            // Blank evidence is none.
            (&[(1, " ")], &[(2, "\n"), (3, "")], &[]),
            (
                &[(0, ""), (7, "")],
                &[(9, ""), (0, "")],
                &[(1, 0, InOrder), (0, 1, InOrder)],
            ),
        ];
        for (previous, new, expected) in cases {
            let found: Vec<_> = pairing(previous, new)
                .pairs
                .iter()
                .map(|pair| (pair.previous, pair.new, pair.how))
                .collect();
            assert_eq!(found, expected, "{previous:?} then {new:?}");
        }
    }

    #[test]
    fn what_is_left_over_comes_by_line_those_without_one_last() {
        let pairing = pairing(&[(0, ""), (30, ""), (20, "")], &[(2, ""), (1, "")]);
        assert_eq!(pairing.unpaired_previous, [2, 1, 0]);
        assert_eq!(pairing.unpaired_new, [1, 0]);
    }
}
