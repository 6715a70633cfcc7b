//! Characters that a reader cannot see, or that change how the rest is shown.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use crate::emoji;

/// Whether `c` is never shown as itself, wherever it stands. Presentation selectors and tags are hidden too; whether
/// they belong to an emoji is decided by [`hidden_at`].
fn is_hidden(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => false,
        '\u{0}'..='\u{1F}' | '\u{7F}'..='\u{9F}' => true, // C0, delete, C1
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180E}' => true, // soft hyphen, grapheme joiner, marks
        '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' => true, // Hangul fillers
        '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' => true,
        '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' => true,
        '\u{E0000}'..='\u{E0FFF}' => true, // tags, variation selectors, and the ignorables reserved around them
        _ => false,
    }
}

/// Whether the character `c` at byte `at` of `text` is hidden. Only its neighbours are looked at.
pub(crate) fn hidden_at(text: &str, at: usize, c: char) -> bool {
    is_hidden(c)
        && match c {
            '\u{FE0E}' | '\u{FE0F}' => !selects_presentation(text, at, c),
            '\u{E0061}'..='\u{E007A}' | emoji::CANCEL_TAG => !in_flag(text, at),
            _ => true,
        }
}

fn selects_presentation(text: &str, at: usize, c: char) -> bool {
    let after = text[at + c.len_utf8()..].chars().next();
    match text[..at].chars().next_back() {
        Some('0'..='9' | '#' | '*') => after == Some(emoji::KEYCAP),
        Some(base) => emoji::takes_presentation_selector(base),
        None => false,
    }
}

fn in_flag(text: &str, at: usize) -> bool {
    let start = text[..at]
        .char_indices()
        .rev()
        .take(6)
        .find(|(_, c)| *c == emoji::FLAG)
        .map(|(start, _)| start);
    start.is_some_and(|start| emoji::subdivision_flag(&text[start..]).is_some_and(|length| at < start + length))
}

/// Whether nothing in `text` can be hidden: the usual case, decided on bytes.
fn plainly_visible(text: &str) -> bool {
    text.bytes().all(|b| matches!(b, b'\t' | b'\n' | b'\r' | 0x20..0x7F))
}

/// Where the hidden characters of `text` stand, in order.
pub(crate) fn hidden_ranges(text: &str) -> Vec<Range<usize>> {
    if plainly_visible(text) {
        return Vec::new();
    }
    text.char_indices()
        .filter(|(at, c)| hidden_at(text, *at, *c))
        .map(|(at, c)| at..at + c.len_utf8())
        .collect()
}

/// Writes the visible form of a hidden character: `<U+200B>`.
pub(crate) fn push_mark(out: &mut String, c: char) {
    // Writing to a string cannot fail.
    let _ = write!(out, "<U+{:04X}>", u32::from(c));
}

/// The length in bytes of a visible form at the start of `text`.
pub(crate) fn mark_at(text: &str) -> Option<usize> {
    let digits = text
        .strip_prefix("<U+")?
        .bytes()
        .take_while(|b| matches!(b, b'0'..=b'9' | b'A'..=b'F'))
        .take(7)
        .count();
    ((4..=6).contains(&digits) && text.as_bytes().get(3 + digits) == Some(&b'>')).then_some(digits + 4)
}

/// Shows every hidden character as `<U+XXXX>`: direction marks and overrides, zero-width characters, tags, fillers,
/// stray variation selectors, the Unicode line and paragraph separators, and controls other than tab, line feed and
/// carriage return. Nothing is deleted. Selectors after an emoji and the flags of England, Scotland and Wales stay.
///
/// ```
/// assert_eq!(untrusted_text::reveal("ad\u{200B}min ✌\u{FE0F}"), "ad<U+200B>min ✌\u{FE0F}");
/// ```
pub fn reveal(text: &str) -> Cow<'_, str> {
    let hidden = hidden_ranges(text);
    if hidden.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + hidden.len() * 8);
    let mut done = 0;
    for range in hidden {
        shown.push_str(&text[done..range.start]);
        text[range.clone()].chars().for_each(|c| push_mark(&mut shown, c));
        done = range.end;
    }
    shown.push_str(&text[done..]);
    Cow::Owned(shown)
}

/// Like [`reveal`], and also shows tabs and line ends: for fields that are one line.
pub(crate) fn reveal_line(text: &str) -> Cow<'_, str> {
    let shown = reveal(text);
    if !shown.contains(['\t', '\n', '\r']) {
        return shown;
    }
    let mut line = String::with_capacity(shown.len() + 16);
    for c in shown.chars() {
        match c {
            '\t' | '\n' | '\r' => push_mark(&mut line, c),
            _ => line.push(c),
        }
    }
    Cow::Owned(line)
}
