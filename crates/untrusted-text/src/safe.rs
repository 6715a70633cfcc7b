use std::fmt;

use serde::Serialize;

use crate::{hidden, mask, truncate};

/// Text that others wrote, masked, revealed and bounded. No other text has this type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct SafeText(String);

impl SafeText {
    /// For the modules that mask, reveal and bound.
    pub(crate) fn of_processed(text: String) -> Self {
        Self(text)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, without a copy.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl AsRef<str> for SafeText {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SafeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A text of several lines, at most `max_chars` Unicode scalar values long.
///
/// ```
/// let text = untrusted_text::safe_text("first\nsec\u{202E}ond", 100);
/// assert_eq!(text.as_str(), "first\nsec<U+202E>ond");
/// ```
pub fn safe_text(text: &str, max_chars: usize) -> SafeText {
    let masked = mask(text);
    SafeText(truncate(&hidden::reveal(&masked), max_chars).into_owned())
}

/// A field of one line, at most `max_chars` Unicode scalar values long: tabs and line ends are shown as `<U+XXXX>` too.
///
/// ```
/// assert_eq!(untrusted_text::safe_line("a\nb", 100).as_str(), "a<U+000A>b");
/// ```
pub fn safe_line(text: &str, max_chars: usize) -> SafeText {
    let masked = mask(text);
    SafeText(truncate(&hidden::reveal_line(&masked), max_chars).into_owned())
}
