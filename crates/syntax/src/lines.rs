//! Lines and columns, the way editors and SARIF count them.

use std::ops::Range;

/// Where every line of a text starts and ends.
///
/// Lines end at LF, CRLF and a lone CR, and at nothing else: not at U+2028, vertical tab or form feed, which editors
/// and SARIF viewers do not count. A final line end starts no further line; an empty text has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    /// Start and end of every line, the end without its terminator.
    lines: Vec<(usize, usize)>,
}

impl LineIndex {
    /// The lines of `text`.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut lines = Vec::with_capacity(bytes.len() / 32 + 1);
        let mut start = 0;
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            at += 1;
            if byte == b'\n' || byte == b'\r' {
                lines.push((start, at - 1));
                if byte == b'\r' && bytes.get(at) == Some(&b'\n') {
                    at += 1;
                }
                start = at;
            }
        }
        if start < bytes.len() {
            lines.push((start, bytes.len()));
        }
        Self { lines }
    }

    /// How many lines there are.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The number, from 1, of the line that holds the byte. A line terminator belongs to the line it ends; an offset
    /// past the end is on the last line. The answer is 1 for an empty text.
    pub fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|(start, _)| *start <= byte).max(1)
    }

    /// The bytes of a line counted from 1, without its terminator. Empty, at 0, for a line that does not exist.
    pub fn line_range(&self, line: usize) -> Range<usize> {
        let line = line.checked_sub(1).and_then(|index| self.lines.get(index));
        line.map_or(0..0, |(start, end)| *start..*end)
    }

    /// The column of a byte in its line, from 1, in Unicode scalar values. `text` is the text the index was made
    /// from. A byte inside a character has the column of that character; one in the terminator or past the end has
    /// the column just after the line's last character.
    pub fn column(&self, text: &str, byte: usize) -> usize {
        let line = self.line_range(self.line_of(byte));
        let before = text.as_bytes().get(line.start..byte.min(line.end)).unwrap_or_default();
        let inside = byte < line.end && !text.is_char_boundary(byte);
        // Every scalar value has exactly one byte that is no continuation byte.
        let characters = before.iter().filter(|byte| (**byte & 0xC0) != 0x80).count();
        characters + 1 - usize::from(inside)
    }

    /// Lines as byte ranges without terminators, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Range<usize>> + '_ {
        self.lines.iter().map(|(start, end)| *start..*end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let index = LineIndex::new(text);
        let lines: Vec<_> = index.iter().map(|range| &text[range]).collect();
        assert_eq!(lines, expected, "{text:?}");
        assert_eq!(index.line_count(), expected.len());
        for byte in 0..=text.len() {
            let line = index.line_of(byte);
            assert!(
                (1..=expected.len().max(1)).contains(&line),
                "{text:?} byte {byte} is on line {line}"
            );
        }
    }

    #[test]
    fn lines_end_at_lf_crlf_and_cr_only() {
        check("", &[]);
        check("a", &["a"]);
        check("a\n", &["a"]);
        check("a\nb", &["a", "b"]);
        check("a\r\nb\rc\n", &["a", "b", "c"]);
        check("\n\r\n\r", &["", "", ""]);
        check("\r\r\n\n", &["", "", ""]);
        check(
            "a\u{2028}b\u{b}c\u{c}d\u{85}e\u{1c}f",
            &["a\u{2028}b\u{b}c\u{c}d\u{85}e\u{1c}f"],
        );
        check("\u{feff}a\né", &["\u{feff}a", "é"]);
    }

    fn check_position(text: &str, byte: usize, expected: (usize, usize)) {
        let index = LineIndex::new(text);
        assert_eq!(
            (index.line_of(byte), index.column(text, byte)),
            expected,
            "{text:?} byte {byte}"
        );
    }

    #[test]
    fn columns_count_characters_from_one() {
        check_position("", 0, (1, 1));
        check_position("", 9, (1, 1));
        check_position("ab", 1, (1, 2));
        check_position("é€x", 0, (1, 1));
        check_position("é€x", 1, (1, 1));
        check_position("é€x", 2, (1, 2));
        check_position("é€x", 4, (1, 2));
        check_position("é€x", 5, (1, 3));
        check_position("a\r\nb", 1, (1, 2));
        check_position("a\r\nb", 2, (1, 2));
        check_position("a\r\nb", 3, (2, 1));
        check_position("a\n", 2, (1, 2));
        check_position("a\nb", 99, (2, 2));
    }

    #[test]
    fn a_line_that_does_not_exist_is_empty() {
        let index = LineIndex::new("a\nb");
        assert_eq!((index.line_range(0), index.line_range(3)), (0..0, 0..0));
        assert_eq!(index.line_range(2), 2..3);
    }
}
