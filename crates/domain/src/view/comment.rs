use schemars::JsonSchema;
use serde::Serialize;
use untrusted_text::{SafeText, safe_line, safe_text};

use super::texts::{UNTRUSTED_NOTICE, limits};
use crate::Timestamp;

/// A comment on a finding.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CommentView {
    /// Number of the comment.
    pub id: i64,
    /// Finding it stands on.
    pub finding_id: i64,
    /// Who wrote it.
    #[schemars(with = "String")]
    pub author: SafeText,
    /// What it says.
    #[schemars(with = "String")]
    pub body: SafeText,
    /// When it was written.
    pub created_at: Timestamp,
}

impl CommentView {
    /// The comment as it is shown.
    pub fn new(id: i64, finding_id: i64, author: &str, body: &str, created_at: Timestamp) -> Self {
        Self {
            id,
            finding_id,
            author: safe_line(author, limits::NAME),
            body: safe_text(body, limits::COMMENT),
            created_at,
        }
    }
}

/// The comments of a finding.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CommentList {
    /// What the texts are.
    pub notice: &'static str,
    /// The comments, the oldest first.
    pub comments: Vec<CommentView>,
}

impl CommentList {
    /// The comments, the oldest first.
    pub fn new(comments: Vec<CommentView>) -> Self {
        Self {
            notice: UNTRUSTED_NOTICE,
            comments,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_has_the_documented_keys() {
        let comment = CommentView::new(4, 31, "bob", "Two\nlines", Timestamp::of_day(1));
        assert_eq!(
            serde_json::to_value(comment).unwrap(),
            serde_json::json!({
                "id": 4, "finding_id": 31, "author": "bob", "body": "Two\nlines", "created_at": "1970-01-02T00:00:00Z",
            })
        );
    }
}
