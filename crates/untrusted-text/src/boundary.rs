//! Byte offsets moved to where a character starts.

/// The start of the character that holds the byte, or the end of the text.
pub(crate) fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The byte itself when a character starts there, else the end of the character that holds it.
pub(crate) fn ceil(text: &str, at: usize) -> usize {
    (at..text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}
