//! Places of a text as lines and columns.

use std::ops::Range;

use domain::Location;
use syntax::LineIndex;

/// Turns byte ranges into lines and columns. Ranges that come in the order of the text cost one pass over each line,
/// however many there are on it.
pub(crate) struct Locator<'t> {
    text: &'t str,
    lines: &'t LineIndex,
    starts: Cursor,
    ends: Cursor,
}

/// The last place that was asked for.
#[derive(Default)]
struct Cursor {
    line: usize,
    byte: usize,
    column: usize,
}

impl<'t> Locator<'t> {
    pub(crate) fn new(text: &'t str, lines: &'t LineIndex) -> Self {
        Self {
            text,
            lines,
            starts: Cursor::default(),
            ends: Cursor::default(),
        }
    }

    pub(crate) fn locate(&mut self, range: &Range<usize>) -> Location {
        let (line, column) = self.starts.go(self.text, self.lines, range.start, range.start);
        // The end belongs to the line of the last character, also where that is a line end.
        let last = range.end.saturating_sub(1).max(range.start);
        let (end_line, end_column) = self.ends.go(self.text, self.lines, last, range.end);
        Location {
            line: number(line),
            column: number(column),
            end_line: number(end_line),
            end_column: number(end_column),
        }
    }
}

impl Cursor {
    /// The line of the byte `on`, and the column of the byte `at` of that line.
    fn go(&mut self, text: &str, lines: &LineIndex, on: usize, at: usize) -> (usize, usize) {
        let line = lines.line_of(on);
        let range = lines.line_range(line);
        let at = at.min(range.end);
        if line != self.line || at < self.byte {
            *self = Cursor {
                line,
                byte: range.start.min(at),
                column: 1,
            };
        }
        let passed = text.as_bytes().get(self.byte..at).unwrap_or_default();
        self.column += passed.iter().filter(|byte| (**byte & 0xC0) != 0x80).count();
        self.byte = at;
        (line, self.column)
    }
}

/// A line or a column as it is reported; counts beyond the type stay at its end.
pub(crate) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, wanted: &str, expected: (u32, u32, u32, u32)) {
        let lines = LineIndex::new(text);
        let start = text.find(wanted).unwrap();
        let location = Locator::new(text, &lines).locate(&(start..start + wanted.len()));
        assert_eq!(
            (location.line, location.column, location.end_line, location.end_column),
            expected,
            "{text:?}"
        );
    }

    #[test]
    fn lines_end_at_lf_crlf_and_cr_only() {
        check("a\nbX", "X", (2, 2, 2, 3));
        check("a\r\nbX", "X", (2, 2, 2, 3));
        check("a\rbX", "X", (2, 2, 2, 3));
        check("a\u{c}b\u{2028}c\u{85}d\u{b}X", "X", (1, 9, 1, 10));
    }

    #[test]
    fn columns_count_characters() {
        check("é😀X y", "X", (1, 3, 1, 4));
        check("a X\nY b", "X\nY", (1, 3, 2, 2));
        check("a X\n", "X\n", (1, 3, 1, 4));
    }

    #[test]
    fn places_out_of_order_are_found_too() {
        let text = "aéb cd";
        let lines = LineIndex::new(text);
        let mut locator = Locator::new(text, &lines);
        let mut column = |start: usize| locator.locate(&(start..start + 1)).column;
        assert_eq!([column(5), column(0), column(3), column(3)], [5, 1, 3, 3]);
    }
}
