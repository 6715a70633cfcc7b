use crate::Error;
use crate::letters::{is_letter_or_digit, is_mark};

/// Longest author, in characters.
const MAX_CHARS: usize = 200;

/// The developer of the reviewed code, trimmed; blank is none.
///
/// Letters of any script, digits, `_`, spaces and `. @ + - ' ’ ,` only, so that no markup and no instruction of several
/// lines enters through it.
///
/// # Errors
///
/// [`Error::Invalid`] for another character or more than 200.
pub fn parse_author(text: &str) -> Result<Option<String>, Error> {
    let author = text.trim();
    let length = author.chars().count();
    if length > MAX_CHARS {
        return Err(Error::invalid(format!(
            "author has {length} characters, the limit is {MAX_CHARS}: shorten it"
        )));
    }
    let allowed = |c: char| is_letter_or_digit(c) || is_mark(c) || "_ .@+-'’,".contains(c);
    if !author.chars().all(allowed) {
        return Err(Error::invalid(
            "author has a character that is not allowed: use letters, digits, spaces and . @ _ + - ' ’ ,",
        ));
    }
    Ok((!author.is_empty()).then(|| author.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_addresses_of_people_are_kept_trimmed() {
        for text in [
            "alice", "Anne-Marie O'Neil, Jr.", "d’Arc_1", "a.b+c@example.com", "हिन्दी", "Łukasz",
        ] {
            assert_eq!(parse_author(&format!(" {text}\n")), Ok(Some(text.to_owned())));
        }
        assert_eq!(parse_author(" \t"), Ok(None));
    }

    #[test]
    fn markup_control_and_hidden_characters_are_refused() {
        for text in [
            "<b>", "*x*", "a\nb", "a\tb", "a`b", "[a](b)", "a\u{202E}b", "a\u{A0}b", "a\0b", "a|b", "a:b",
        ] {
            let error = parse_author(text).unwrap_err().to_string();
            assert!(
                error.starts_with("author has a character that is not allowed"),
                "{text:?}"
            );
        }
    }

    #[test]
    fn at_most_two_hundred_characters_are_taken() {
        assert_eq!(parse_author(&"é".repeat(200)), Ok(Some("é".repeat(200))));
        let error = parse_author(&"é".repeat(201)).unwrap_err().to_string();
        assert_eq!(error, "author has 201 characters, the limit is 200: shorten it");
    }
}
