use untrusted_text::safe_text;

use super::caller::{self, Act};
use super::{check_current, reason};
use crate::{Actor, Error, Finding, FindingStatus, Standing};

/// Longest comment, in characters.
pub const COMMENT_CHARS: usize = 2000;

/// The author of comments that the platform writes.
pub const PLATFORM: &str = "security-review";

/// A comment to append to a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// A person, or [`PLATFORM`].
    pub author: String,
    /// The text, masked, at most [`COMMENT_CHARS`].
    pub body: String,
}

impl Comment {
    /// A comment that the platform writes.
    pub(crate) fn by_platform(body: &str) -> Self {
        Self {
            author: PLATFORM.to_owned(),
            body: safe_text(body, COMMENT_CHARS).into_string(),
        }
    }

    /// Why a dismissal does not hold any more, with all that it said: the finding itself no longer says it.
    pub(crate) fn on_reopening(dismissal: &Standing, what_happened: &str) -> Self {
        let status = match dismissal.status {
            FindingStatus::FalsePositive => "a false positive",
            _ => "accepted",
        };
        let severity = dismissal
            .decided_severity
            .map(|s| format!(" at severity {s}"))
            .unwrap_or_default();
        let approver = dismissal.approver.as_deref().unwrap_or("an unknown person");
        let end = match dismissal.expires_at {
            Some(end) => format!("until {}", end.date()),
            None => "without an end".to_owned(),
        };
        let reason = dismissal.reason.as_deref().unwrap_or("none was given");
        Self::by_platform(&format!(
            "{what_happened}, which the earlier decision does not cover: open again. It was {status}{severity}, by {approver}, {end}. Reason: {reason}"
        ))
    }
}

/// A comment by a person: 1 to 2,000 characters after trimming, masked.
///
/// # Errors
///
/// [`Error::Forbidden`]: the author is no person. [`Error::Invalid`]: the finding is superseded, the author has no name, the
/// text is empty or too long.
pub fn comment(finding: &Finding, author: &Actor, body: &str) -> Result<Comment, Error> {
    check_current(finding)?;
    caller::check(author, Act::Comment)?;
    Ok(Comment {
        author: caller::name(author, "author")?,
        body: reason::bounded("comment", body, 1..=COMMENT_CHARS)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sightings::{content, stored};

    #[test]
    fn a_comment_is_trimmed_bounded_and_masked() {
        let finding = stored(1, content(None));
        let bob = Actor::User("bob".to_owned());
        let written = comment(&finding, &bob, " seen, password=hunter2hunter2 \n").unwrap();
        assert_eq!(written.author, "bob");
        assert!(
            written.body.starts_with("seen") && !written.body.contains("hunter2"),
            "{written:?}"
        );
        for body in [" ", &"x".repeat(2001)] {
            let error = comment(&finding, &bob, body).unwrap_err().to_string();
            assert!(error.ends_with("write 1 to 2000 characters"), "{error}");
        }
    }
}
