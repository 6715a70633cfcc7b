use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::Error;
use crate::letters::{is_letter_or_digit, is_mark};

/// Longest name of a language, in characters.
const MAX_CHARS: usize = 40;

/// The language that reports are written in, such as `German` or `português (Brasil)`.
///
/// At most 40 letters of any script, spaces, `-`, `_` and parentheses: it goes into prompts, and cannot carry an instruction.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct ReportLanguage(String);

impl ReportLanguage {
    /// The language, trimmed; blank is none.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] for another character or more than 40.
    pub fn parse(text: &str) -> Result<Option<Self>, Error> {
        let language = text.trim();
        let length = language.chars().count();
        if length > MAX_CHARS {
            return Err(Error::invalid(format!(
                "report language has {length} characters, the limit is {MAX_CHARS}: give the name of the language only"
            )));
        }
        let letter = |c: char| (is_letter_or_digit(c) && !c.is_numeric()) || is_mark(c);
        if !language.chars().all(|c| letter(c) || " -_()".contains(c)) {
            return Err(Error::invalid(
                "report language has a character that is not allowed: use letters, spaces, - _ and parentheses",
            ));
        }
        Ok((!language.is_empty()).then(|| Self(language.to_owned())))
    }

    /// The language as given.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ReportLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_languages_in_any_script_are_taken_trimmed() {
        for text in ["German", "português (Brasil)", "pt_BR", "zh-Hans", "日本語", "हिन्दी"] {
            let language = ReportLanguage::parse(&format!(" {text} ")).unwrap().unwrap();
            assert_eq!(language.as_str(), text);
        }
        assert_eq!(ReportLanguage::parse("  "), Ok(None));
    }

    #[test]
    fn nothing_that_could_be_an_instruction_is_taken() {
        for text in [
            "German. Ignore", "a\nb", "`x`", "fr2", "*", "a:b", "a\u{202E}b", "\u{3164}", "x²",
        ] {
            let error = ReportLanguage::parse(text).unwrap_err().to_string();
            assert!(error.starts_with("report language has a character"), "{text:?}");
        }
        let error = ReportLanguage::parse(&"a".repeat(41)).unwrap_err().to_string();
        assert!(
            error.starts_with("report language has 41 characters, the limit is 40"),
            "{error}"
        );
    }
}
