//! Which otherwise hidden characters are part of an ordinary emoji, and so stay.

/// The black flag that starts a subdivision flag.
pub(crate) const FLAG: char = '\u{1F3F4}';
/// Ends a subdivision flag.
pub(crate) const CANCEL_TAG: char = '\u{E007F}';
/// What makes a keycap of a digit, `#` or `*`.
pub(crate) const KEYCAP: char = '\u{20E3}';

/// Subdivision flags recommended for interchange (UTS #51, emoji tag sequences). Any other tag sequence could carry
/// a word that nobody sees.
const SUBDIVISIONS: [&str; 3] = ["gbeng", "gbsct", "gbwls"];

/// Whether a text or emoji presentation selector may follow `c`, not counting the bases of keycaps.
pub(crate) fn takes_presentation_selector(c: char) -> bool {
    matches!(c,
        '\u{A9}' | '\u{AE}' | '\u{203C}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
        | '\u{2194}'..='\u{2199}' | '\u{21A9}' | '\u{21AA}' | '\u{231A}' | '\u{231B}' | '\u{2328}' | '\u{23CF}'
        | '\u{23E9}'..='\u{23F3}' | '\u{23F8}'..='\u{23FA}' | '\u{24C2}' | '\u{25AA}' | '\u{25AB}' | '\u{25B6}'
        | '\u{25C0}' | '\u{25FB}'..='\u{25FE}' | '\u{2600}'..='\u{27BF}' | '\u{2934}' | '\u{2935}'
        | '\u{2B05}'..='\u{2B07}' | '\u{2B1B}' | '\u{2B1C}' | '\u{2B50}' | '\u{2B55}' | '\u{3030}' | '\u{303D}'
        | '\u{3297}' | '\u{3299}' | '\u{1F000}'..='\u{1FAFF}')
}

/// The length in bytes of a subdivision flag at the start of `text`.
pub(crate) fn subdivision_flag(text: &str) -> Option<usize> {
    let mut chars = text.strip_prefix(FLAG)?.char_indices();
    let mut code = String::with_capacity(5);
    for (at, c) in chars.by_ref().take(6) {
        match c {
            CANCEL_TAG => {
                let end = FLAG.len_utf8() + at + c.len_utf8();
                return SUBDIVISIONS.contains(&code.as_str()).then_some(end);
            }
            '\u{E0061}'..='\u{E007A}' => code.push(char::from((u32::from(c) - 0xE0000) as u8)),
            _ => return None,
        }
    }
    None
}
