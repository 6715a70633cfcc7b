//! Sets of lines: what a change touched.

use std::ops::RangeInclusive;

/// Lines of a file, numbered from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineSet {
    /// Sorted, neither overlapping nor touching.
    ranges: Vec<RangeInclusive<u32>>,
}

impl LineSet {
    /// Whether one of some lines is in the set.
    pub fn meets(&self, lines: RangeInclusive<u32>) -> bool {
        let first = self.ranges.partition_point(|range| range.end() < lines.start());
        self.ranges.get(first).is_some_and(|range| range.start() <= lines.end())
    }
}

impl FromIterator<RangeInclusive<u32>> for LineSet {
    fn from_iter<I: IntoIterator<Item = RangeInclusive<u32>>>(ranges: I) -> Self {
        let mut given: Vec<_> = ranges.into_iter().filter(|range| !range.is_empty()).collect();
        given.sort_by_key(|range| *range.start());
        let mut merged: Vec<RangeInclusive<u32>> = Vec::with_capacity(given.len());
        for range in given {
            match merged.last_mut() {
                Some(last) if *range.start() <= last.end().saturating_add(1) => {
                    *last = *last.start()..=*last.end().max(range.end());
                }
                _ => merged.push(range),
            }
        }
        Self { ranges: merged }
    }
}

#[cfg(test)]
mod tests {
    use super::LineSet;

    #[test]
    fn lines_meet_a_set_when_one_of_them_is_in_it() {
        let set: LineSet = [8..=9, 2..=3, 4..=4].into_iter().collect();
        assert_eq!(set.ranges, [2..=4, 8..=9]);
        for (lines, expected) in [
            (1..=1, false),
            (1..=2, true),
            (4..=4, true),
            (5..=7, false),
            (5..=20, true),
            (10..=12, false),
        ] {
            assert_eq!(set.meets(lines.clone()), expected, "{lines:?}");
        }
        assert!(!LineSet::default().meets(1..=u32::MAX));
    }
}
