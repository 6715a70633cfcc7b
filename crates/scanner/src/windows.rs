//! The pieces of a text that expressions run on: its lines, long ones cut into windows that overlap.

use std::ops::Range;

use syntax::LineIndex;

/// Longest piece, in bytes.
const WINDOW_BYTES: usize = 64 * 1024;
/// How much of a window the next one repeats, so that a match is cut by one of them at most.
const OVERLAP_BYTES: usize = 8 * 1024;

/// A line, or a part of a long one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Window {
    /// The number of the line, from 1.
    pub(crate) line: usize,
    /// Where the line starts, in bytes of the text.
    pub(crate) line_start: usize,
    /// Bytes of the text.
    pub(crate) range: Range<usize>,
    /// Where the next window of the same line starts.
    pub(crate) next_start: Option<usize>,
}

/// The windows of a text, in order; an empty line has one too.
pub(crate) fn windows(text: &str, lines: &LineIndex) -> Vec<Window> {
    let mut windows = Vec::with_capacity(lines.line_count());
    for (number, line) in lines.iter().enumerate() {
        let mut start = line.start;
        loop {
            let end = if line.end - start <= WINDOW_BYTES {
                line.end
            } else {
                floor(text, start + WINDOW_BYTES)
            };
            let next_start = (end < line.end).then(|| floor(text, end - OVERLAP_BYTES));
            windows.push(Window {
                line: number + 1,
                line_start: line.start,
                range: start..end,
                next_start,
            });
            match next_start {
                Some(next) => start = next,
                None => break,
            }
        }
    }
    windows
}

/// The last character boundary at or before a byte; the end of the text for a byte behind it.
pub(crate) fn floor(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_are_windows_of_their_own() {
        let text = "ab\n\nc";
        let windows = windows(text, &LineIndex::new(text));
        let found: Vec<_> = windows
            .iter()
            .map(|window| (window.line, window.range.clone(), window.next_start))
            .collect();
        assert_eq!(found, [(1, 0..2, None), (2, 3..3, None), (3, 4..5, None)]);
    }

    #[test]
    fn windows_of_a_long_line_cover_it_and_overlap_at_characters() {
        let text = format!("x\n{}\ny", "é".repeat(100_000));
        let windows = windows(&text, &LineIndex::new(&text));
        assert_eq!((windows[0].line, windows.last().unwrap().line), (1, 3));
        let long: Vec<_> = windows.iter().filter(|window| window.line == 2).collect();
        assert_eq!(long[0].range.start, 2);
        assert_eq!(long.last().unwrap().range.end, 200_002);
        for pair in long.windows(2) {
            assert_eq!(pair[0].next_start, Some(pair[1].range.start));
            assert!(pair[0].range.end - pair[1].range.start >= OVERLAP_BYTES);
            assert!(pair[0].range.len() <= WINDOW_BYTES && text.is_char_boundary(pair[1].range.start));
        }
    }
}
