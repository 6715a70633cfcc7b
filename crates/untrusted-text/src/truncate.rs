use std::borrow::Cow;

use crate::boundary;
use crate::emoji;
use crate::hidden;
use crate::mask::MARK;

/// From this limit on, the mark is a phrase.
const ROOM_FOR_WORDS: usize = 120;

/// Cuts `text` to at most `max_chars` Unicode scalar values, the mark that says so included: `… [truncated, 12 more
/// characters]`, or `…[+12]` where the limit is below 120, or `…` alone where even that has no room. The cut is never
/// inside a `[REDACTED]`, a `<U+XXXX>` or an emoji sequence.
///
/// ```
/// assert_eq!(untrusted_text::truncate("a long sentence", 10), "a lo…[+11]");
/// ```
pub fn truncate(text: &str, max_chars: usize) -> Cow<'_, str> {
    // Fewer bytes than characters allowed: the usual case, decided without counting.
    if text.len() <= max_chars {
        return Cow::Borrowed(text);
    }
    let total = text.chars().count();
    if total <= max_chars {
        return Cow::Borrowed(text);
    }
    // The number in the mark depends on the cut and the cut on the number's digits: reserve for the largest.
    let reserve = mark(total, max_chars).chars().count();
    let cut = cut_before(text, max_chars.saturating_sub(reserve));
    let left = text[cut..].chars().count();
    let mut short = String::with_capacity(cut + 48);
    short.push_str(&text[..cut]);
    let said = mark(left, max_chars);
    // A cut moved back to the start of a mark leaves another number: it may have no room where the first had some.
    let fits = total - left + said.chars().count() <= max_chars;
    short.push_str(if fits || max_chars == 0 { &said } else { "…" });
    Cow::Owned(short)
}

fn mark(left: usize, max_chars: usize) -> String {
    if max_chars >= ROOM_FOR_WORDS {
        return format!("… [truncated, {left} more characters]");
    }
    let compact = format!("…[+{left}]");
    match max_chars {
        0 => String::new(),
        room if room < compact.chars().count() => "…".to_owned(),
        _ => compact,
    }
}

/// The last place at or before `chars` characters where the text may be cut.
fn cut_before(text: &str, chars: usize) -> usize {
    let mut cut = text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at);
    cut = start_of_mark(text, cut);
    while let Some(c) = text[cut..].chars().next() {
        let part_of_emoji = matches!(c, '\u{FE0E}' | '\u{FE0F}' | emoji::KEYCAP | '\u{E0061}'..='\u{E007F}');
        match text[..cut].chars().next_back() {
            Some(before) if part_of_emoji => cut -= before.len_utf8(),
            _ => break,
        }
    }
    cut
}

/// The start of the mark that `cut` is inside of, else `cut`.
fn start_of_mark(text: &str, cut: usize) -> usize {
    let window = boundary::floor(text, cut.saturating_sub(MARK.len()));
    let end_of_mark = |at: usize| {
        let rest = &text[at..];
        let length = if rest.starts_with(MARK) {
            Some(MARK.len())
        } else {
            hidden::mark_at(rest)
        };
        length.map(|length| at + length)
    };
    text[window..cut]
        .rmatch_indices(['[', '<'])
        .map(|(at, _)| window + at)
        .find(|at| end_of_mark(*at).is_some_and(|end| end > cut))
        .unwrap_or(cut)
}
