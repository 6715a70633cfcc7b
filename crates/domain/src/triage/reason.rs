//! The words a decision, a proposal or a change of severity is given with.

use std::ops::RangeInclusive;

use untrusted_text::safe_text;

use crate::Error;

/// How long a reason must and may be, in characters, blanks around it aside.
pub const REASON_CHARS: RangeInclusive<usize> = 10..=1000;

/// A text that must be there: trimmed, of a length within the bounds, then masked.
pub(super) fn bounded(what: &str, text: &str, chars: RangeInclusive<usize>) -> Result<String, Error> {
    let text = text.trim();
    let (least, most) = (chars.start(), chars.end());
    let count = text.chars().count();
    if !chars.contains(&count) {
        let has = if count == 0 {
            "is missing".to_owned()
        } else {
            format!("has {count} characters")
        };
        return Err(Error::invalid(format!(
            "the {what} {has}: write {least} to {most} characters"
        )));
    }
    if text.contains('\0') {
        return Err(Error::invalid(format!(
            "the {what} contains a NUL character: remove it"
        )));
    }
    Ok(safe_text(text, *most).into_string())
}

/// A reason that must be there.
pub(super) fn required(what: &str, text: &str) -> Result<String, Error> {
    bounded(what, text, REASON_CHARS)
}

/// A reason that may be missing; a blank one is missing.
pub(super) fn optional(what: &str, text: Option<&str>) -> Result<Option<String>, Error> {
    match text {
        Some(text) if !text.trim().is_empty() => required(what, text).map(Some),
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_trimmed_bounded_and_masked() {
        let long = "é".repeat(1000);
        let cases = [
            ("  Only in tests  ", Ok("Only in tests")),
            ("1234567890", Ok("1234567890")),
            (long.as_str(), Ok(long.as_str())),
            (
                "  short   ",
                Err("the reason has 5 characters: write 10 to 1000 characters"),
            ),
            (" \n ", Err("the reason is missing: write 10 to 1000 characters")),
            ("with a \0 in it", Err("the reason contains a NUL character: remove it")),
            ("ad\u{200B}min network", Ok("ad<U+200B>min network")),
        ];
        for (text, expected) in cases {
            let found = required("reason", text).map_err(|error| error.to_string());
            assert_eq!(found.as_deref().map_err(String::as_str), expected);
        }
        assert_eq!(
            required("reason", &"x".repeat(1001)).unwrap_err().to_string(),
            "the reason has 1001 characters: write 10 to 1000 characters"
        );
        let masked = required("reason", "the password=hunter2hunter2 is a sample").unwrap();
        assert!(!masked.contains("hunter2"), "{masked}");
        assert_eq!(optional("reason", Some("  ")), Ok(None));
        assert_eq!(optional("reason", None), Ok(None));
    }
}
