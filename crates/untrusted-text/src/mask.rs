//! Where the credentials of a text stand, whatever is hidden between their characters.

use std::ops::Range;

use crate::hidden;

/// What stands for a credential.
pub const MARK: &str = "[REDACTED]";

/// The parts of `text` to mask: sorted, disjoint, on character boundaries, never empty.
///
/// Credentials are looked for in the text with its hidden characters blanked, and in a copy without them: a zero-width
/// character inside a keyword or a token would otherwise defeat the search, and one in front of a token would otherwise
/// glue it to the word before. The visible form of a hidden character (`<U+200B>`) counts as one.
pub(crate) fn masked_ranges(text: &str, path: &str) -> Vec<Range<usize>> {
    let hidden = hidden_or_shown(text);
    if hidden.is_empty() {
        return join(spans(text, path).collect());
    }
    let copy = Copy::without(&hidden, text);
    let apart = spans(&blanked(text, &hidden), path).collect::<Vec<_>>();
    let together = spans(&copy.text, path).map(|range| copy.original(&range));
    join(together.chain(apart).collect())
}

/// Hidden characters and visible forms of them, in order.
fn hidden_or_shown(text: &str) -> Vec<Range<usize>> {
    let mut ranges = hidden::hidden_ranges(text);
    let shown = text
        .match_indices("<U+")
        .filter_map(|(at, _)| Some(at..at + hidden::mark_at(&text[at..])?));
    ranges.extend(shown);
    ranges.sort_unstable_by_key(|range| range.start);
    ranges
}

/// The text with blanks in those ranges, every offset unchanged.
fn blanked(text: &str, ranges: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for range in ranges {
        out.push_str(&text[done..range.start]);
        out.extend(std::iter::repeat_n(' ', range.len()));
        done = range.end;
    }
    out.push_str(&text[done..]);
    out
}

/// The spans without their constant prefixes.
fn spans(text: &str, path: &str) -> impl Iterator<Item = Range<usize>> {
    let spans = secrets::mask_spans(text, path, None).into_iter();
    spans.map(|span| (span.range.start + span.keep).min(span.range.end)..span.range.end)
}

/// Sorts, drops empty ranges, joins those that overlap or touch.
fn join(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    ranges.dedup_by(|next, last| {
        let overlap = next.start < last.end;
        if overlap {
            last.end = last.end.max(next.end);
        }
        overlap
    });
    ranges
}

/// A text without its hidden characters, and the way back.
struct Copy {
    text: String,
    /// For each piece that was kept: where it starts in the copy and in the original.
    pieces: Vec<(usize, usize)>,
}

impl Copy {
    /// The text without `ranges`.
    fn without(ranges: &[Range<usize>], text: &str) -> Self {
        let mut copy = Self {
            text: String::with_capacity(text.len()),
            pieces: Vec::with_capacity(ranges.len() + 1),
        };
        let mut done = 0;
        for range in ranges {
            copy.keep(text, done..range.start);
            done = range.end;
        }
        copy.keep(text, done..text.len());
        copy
    }

    fn keep(&mut self, text: &str, range: Range<usize>) {
        if !range.is_empty() {
            self.pieces.push((self.text.len(), range.start));
            self.text.push_str(&text[range]);
        }
    }

    /// The range of the original from the first to the last character of a range of the copy.
    fn original(&self, range: &Range<usize>) -> Range<usize> {
        if range.is_empty() {
            return 0..0;
        }
        let back = |at: usize| {
            let piece = self.pieces.partition_point(|(start, _)| *start <= at).saturating_sub(1);
            let (start, original) = self.pieces[piece];
            original + at - start
        };
        back(range.start)..back(range.end - 1) + 1
    }
}

/// Masks every credential of `text` with [`MARK`]. Of a private key the BEGIN and END lines stay; a missing END line is
/// added. Masking twice changes nothing.
///
/// ```
/// assert_eq!(untrusted_text::mask("password = hunter2rabbit"), "password = [REDACTED]");
/// ```
pub fn mask(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut done = 0;
    for range in masked_ranges(text, "") {
        masked.push_str(&text[done..range.start]);
        let key = open_key(&masked).map(str::to_owned);
        if key.is_some() && text[range.clone()].starts_with(['\r', '\n']) {
            masked.push('\n');
        }
        masked.push_str(MARK);
        let rest = &text[range.end..];
        match key {
            Some(label) if rest.trim().is_empty() => masked.push_str(&format!("\n-----END {label}-----")),
            Some(_) if text[range.clone()].ends_with('\n') => masked.push('\n'),
            _ => {}
        }
        done = range.end;
    }
    masked.push_str(&text[done..]);
    masked
}

/// The label of the private key whose BEGIN line ends `text`.
fn open_key(text: &str) -> Option<&str> {
    let line = text.trim_end().strip_suffix("-----")?;
    let (_, label) = line.rsplit_once("-----BEGIN ")?;
    let upper = label.bytes().all(|b| b.is_ascii_uppercase() || b == b' ');
    (upper && (label.ends_with("PRIVATE KEY") || label.ends_with("PRIVATE KEY BLOCK"))).then_some(label)
}
