use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use untrusted_text::{SafeText, safe_line};

use super::texts::{limits, line};
use crate::Timestamp;

/// What became of sending a finding to another system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportState {
    /// Being sent.
    Sending,
    /// There is a record.
    Sent,
    /// There is none; see the error.
    Failed,
}

/// The record of a finding in another system.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ExportView {
    /// Kind of system, such as `jira`.
    #[schemars(with = "String")]
    pub kind: SafeText,
    /// What became of it.
    pub state: ExportState,
    /// Key of the record there.
    #[schemars(with = "Option<String>")]
    pub external_key: Option<SafeText>,
    /// Address of the record.
    #[schemars(with = "Option<String>")]
    pub url: Option<SafeText>,
    /// Why it failed.
    #[schemars(with = "Option<String>")]
    pub error: Option<SafeText>,
    /// When it was first sent.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

impl ExportView {
    /// A record without key, address and error.
    pub fn new(kind: &str, state: ExportState, created_at: Timestamp, updated_at: Timestamp) -> Self {
        Self {
            kind: safe_line(kind, limits::CWE),
            state,
            external_key: None,
            url: None,
            error: None,
            created_at,
            updated_at,
        }
    }

    /// With the key and the address of the record.
    #[must_use]
    pub fn with_record(self, external_key: Option<&str>, url: Option<&str>) -> Self {
        Self {
            external_key: line(external_key, limits::NAME),
            url: line(url, limits::URL),
            ..self
        }
    }

    /// With what went wrong.
    #[must_use]
    pub fn with_error(self, error: Option<&str>) -> Self {
        Self {
            error: line(error, limits::PATH),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_the_documented_keys() {
        let time = Timestamp::of_day(1);
        let export = ExportView::new("jira", ExportState::Sent, time, time)
            .with_record(Some("SEC-12"), Some("https://jira.example/browse/SEC-12"))
            .with_error(None);
        assert_eq!(
            serde_json::to_value(export).unwrap(),
            serde_json::json!({
                "kind": "jira", "state": "sent", "external_key": "SEC-12",
                "url": "https://jira.example/browse/SEC-12", "error": null,
                "created_at": "1970-01-02T00:00:00Z", "updated_at": "1970-01-02T00:00:00Z",
            })
        );
    }
}
