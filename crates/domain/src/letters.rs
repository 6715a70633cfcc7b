//! Which characters may be part of a name, in any script.

use unicode_normalization::char::is_combining_mark;

/// A letter or a number of any script, visible.
pub(crate) fn is_letter_or_digit(c: char) -> bool {
    // Some marks count as alphabetic too.
    let beyond_ascii = |c: char| c.is_alphanumeric() && !is_combining_mark(c) && !is_blank(c) && !is_symbol(c);
    c.is_ascii_alphanumeric() || (!c.is_ascii() && beyond_ascii(c))
}

/// A mark that belongs to the letter before it, as in `हिन्दी`, visible.
pub(crate) fn is_mark(c: char) -> bool {
    !c.is_ascii() && is_combining_mark(c) && !is_blank(c)
}

/// Letters and marks that show nothing: two names that differ only in them look the same.
fn is_blank(c: char) -> bool {
    matches!(c,
        '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FFA0}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Signs that Unicode counts as alphabetic though they are pictures of letters.
fn is_symbol(c: char) -> bool {
    matches!(c, '\u{24B6}'..='\u{24E9}' | '\u{1F130}'..='\u{1F189}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_numbers_of_every_script_count_and_signs_and_invisible_letters_do_not() {
        for c in ['a', 'Z', '7', 'é', '日', 'ह', '²', '½', '٣'] {
            assert!(is_letter_or_digit(c), "{c}");
        }
        for c in [
            '_', '-', ' ', '.', '🅰', 'Ⓐ', '\u{3164}', '\u{115F}', '\u{200B}', '\u{301}', '\u{93F}',
        ] {
            assert!(!is_letter_or_digit(c), "{c:?}");
        }
    }

    #[test]
    fn a_visible_combining_mark_is_a_mark_and_a_variation_selector_is_not() {
        for c in ['\u{301}', '\u{93F}', '\u{94D}', '\u{307}'] {
            assert!(is_mark(c), "{c:?}");
        }
        for c in ['\u{FE0F}', '\u{34F}', '\u{180B}', '\u{E0100}', 'a', '\u{200D}'] {
            assert!(!is_mark(c), "{c:?}");
        }
    }
}
