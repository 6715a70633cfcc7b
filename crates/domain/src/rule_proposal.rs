//! Rules that an agent proposes; a person decides.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use untrusted_text::{mask, safe_text};

use crate::rule_id::{has_reserved_prefix, is_rule_id};
use crate::{Error, Limits, ProjectName};

const MAX_ID_CHARS: usize = 50;
const MAX_CONTENT_BYTES: usize = 256 * 1024;
const REASON_CHARS: std::ops::RangeInclusive<usize> = 10..=1_000;

/// A rule as it is proposed.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RuleProposalDraft {
    /// Project whose code is the reason for the rule.
    #[schemars(length(min = 1, max = 1000))]
    pub project: String,
    /// Id of the rule, as `content` has it and as no rule has it yet: `PREFIX-NNN`, or lower-case words joined by `-` or `.`.
    #[schemars(length(min = 1, max = 50))]
    pub rule_id: String,
    /// One rule in YAML, at most 256 KiB: the rule itself, or `rules` with it as the only entry.
    #[schemars(length(min = 1, max = 262144))]
    pub content: String,
    /// Why it is needed, 10 to 1,000 characters.
    #[schemars(length(min = 10, max = 1000))]
    pub reason: String,
    /// Code in the first language of the rule that the rule is tried on: at least one line matches, the line below a comment
    /// `ruleid: <id>` matches, the one below `ok: <id>` does not. Made-up placeholders stand in the place of credentials.
    #[serde(default)]
    pub test_code: Option<String>,
}

/// A proposal within its bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedRuleProposal {
    /// Canonical name of the project.
    pub project: ProjectName,
    /// Id of the rule.
    pub rule_id: String,
    /// The rule, exactly as given, also where it looks like a credential: a rule for credentials has to say how they look, and a
    /// person decides over exactly what would run. It is shown through `safe_text` only.
    pub content: String,
    /// Why, trimmed and masked.
    pub reason: String,
    /// Code to try it on, exactly as given. It holds nothing that looks like a credential.
    pub test_code: Option<String>,
}

/// Checks the bounds of a proposal and the form of its id. What the rule says is not read here, nor whether its id is taken or what the
/// code has to do with it.
///
/// # Errors
///
/// [`Error::Invalid`] naming the first field out of its form or bound, and for `test_code` that holds what looks like a
/// credential.
pub fn check(draft: RuleProposalDraft, limits: &Limits) -> Result<CheckedRuleProposal, Error> {
    let project = ProjectName::parse(&draft.project)?;
    let rule_id = draft.rule_id.trim().to_owned();
    if !is_rule_id(&rule_id) && !is_dotted_words(&rule_id) {
        return Err(Error::invalid(format!(
            "rule_id is neither of the form PREFIX-NNN nor lower-case words joined by `-` or `.`, at most {MAX_ID_CHARS} \
             characters"
        )));
    }
    if has_reserved_prefix(&rule_id) {
        return Err(Error::invalid(format!(
            "rule_id `{rule_id}` has a prefix that is reserved for rules of the platform: choose another"
        )));
    }
    if draft.content.trim().is_empty() {
        return Err(Error::invalid("content is empty: give one rule in YAML"));
    }
    if draft.content.len() > MAX_CONTENT_BYTES {
        return Err(Error::invalid(format!(
            "content has {} bytes, the limit is {MAX_CONTENT_BYTES}: shorten the rule",
            draft.content.len()
        )));
    }
    refuse_nul("content", &draft.content)?;
    let reason = draft.reason.trim();
    let length = reason.chars().count();
    if !REASON_CHARS.contains(&length) {
        return Err(Error::invalid(format!(
            "reason has {length} characters, the limits are {} and {}: say why the rule is needed",
            REASON_CHARS.start(),
            REASON_CHARS.end()
        )));
    }
    refuse_nul("reason", reason)?;
    let test_code = draft.test_code.filter(|code| !code.trim().is_empty());
    if let Some(code) = &test_code {
        let length = code.chars().count();
        if length > limits.content_chars {
            return Err(Error::invalid(format!(
                "test_code has {length} characters, the limit is {} (SECREVIEW_MAX_CONTENT_CHARS): shorten it",
                limits.content_chars
            )));
        }
        refuse_nul("test_code", code)?;
        if mask(code) != *code {
            return Err(Error::invalid(
                "test_code holds what looks like a credential: put a made-up placeholder there",
            ));
        }
    }
    Ok(CheckedRuleProposal {
        project,
        rule_id,
        reason: safe_text(reason, *REASON_CHARS.end()).into_string(),
        content: draft.content,
        test_code,
    })
}

fn refuse_nul(field: &str, text: &str) -> Result<(), Error> {
    if text.contains('\0') {
        return Err(Error::invalid(format!("{field} contains a NUL character: remove it")));
    }
    Ok(())
}

/// Words of lower-case letters and digits joined by single `-` or `.`, starting with a letter.
fn is_dotted_words(id: &str) -> bool {
    id.len() <= MAX_ID_CHARS
        && id.starts_with(|c: char| c.is_ascii_lowercase())
        && id
            .split(['-', '.'])
            .all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> RuleProposalDraft {
        RuleProposalDraft {
            project: "Team/Demo".to_owned(),
            rule_id: "acme-no-eval".to_owned(),
            content: "rules:\n  - id: acme-no-eval\n".to_owned(),
            reason: " Found twice in this project. ".to_owned(),
            test_code: Some("eval(x)\n".to_owned()),
        }
    }

    #[test]
    fn a_proposal_keeps_its_rule_and_code_exactly_and_masks_its_reason() {
        let mut given = draft();
        // In parts, so that this file does not itself look like a leak.
        let credential = ["ghp_", "k7Qz2WmXv9Tb", "R4nLcY8sJf3H", "pDg6KxBtVw5Z"].concat();
        given.reason = format!("Found in {credential} there");
        let checked = check(given, &Limits::default()).unwrap();
        assert_eq!(checked.project.as_str(), "demo");
        assert_eq!(checked.content, "rules:\n  - id: acme-no-eval\n");
        assert_eq!(checked.test_code.as_deref(), Some("eval(x)\n"));
        assert_eq!(checked.reason, "Found in ghp_[REDACTED] there");
    }

    #[test]
    fn what_looks_like_a_credential_is_refused_in_the_code_and_kept_in_the_rule() {
        let credential = ["ghp_", "k7Qz2WmXv9Tb", "R4nLcY8sJf3H", "pDg6KxBtVw5Z"].concat();
        let mut given = draft();
        given.content = format!("rules:\n  - pattern: {credential}\n");
        let checked = check(given.clone(), &Limits::default()).unwrap();
        assert_eq!(checked.content, given.content);
        given.test_code = Some(format!("token = \"{credential}\"\n"));
        assert_eq!(
            check(given, &Limits::default()).unwrap_err().to_string(),
            "test_code holds what looks like a credential: put a made-up placeholder there"
        );
    }

    #[test]
    fn both_forms_of_ids_are_taken_and_others_refused() {
        let with = |id: &str| {
            let rule_id = id.to_owned();
            check(RuleProposalDraft { rule_id, ..draft() }, &Limits::default())
        };
        for id in ["ACME-001", "ACME-CL-01", "a", "acme.no-eval2", "x.y.z", &"a".repeat(50)] {
            assert!(with(id).is_ok(), "{id}");
        }
        for id in [
            "",
            "Acme",
            "a--b",
            "a.",
            ".a",
            "a_b",
            "1a",
            "a b",
            "é",
            "../x",
            &"a".repeat(51),
        ] {
            assert!(
                with(id).unwrap_err().to_string().starts_with("rule_id is neither"),
                "{id}"
            );
        }
        assert_eq!(
            with("PY-900").unwrap_err().to_string(),
            "rule_id `PY-900` has a prefix that is reserved for rules of the platform: choose another"
        );
    }

    #[test]
    fn every_bound_is_named() {
        let error = |change: fn(&mut RuleProposalDraft)| {
            let mut draft = draft();
            change(&mut draft);
            let limits = Limits {
                content_chars: 10,
                ..Limits::default()
            };
            check(draft, &limits).unwrap_err().to_string()
        };
        type Change = fn(&mut RuleProposalDraft);
        let cases: [(Change, &str); 7] = [
            (
                |d| d.content = " \n".to_owned(),
                "content is empty: give one rule in YAML",
            ),
            (
                |d| d.content = "é".repeat(131_073),
                "content has 262146 bytes, the limit is 262144: shorten the rule",
            ),
            (
                |d| d.content = "a\0".to_owned(),
                "content contains a NUL character: remove it",
            ),
            (
                |d| d.reason = "  too short  ".to_owned(),
                "reason has 9 characters, the limits are 10 and 1000: say why the rule is needed",
            ),
            (
                |d| d.reason = "r".repeat(1_001),
                "reason has 1001 characters, the limits are 10 and 1000: say why the rule is needed",
            ),
            (
                |d| d.test_code = Some("c".repeat(11)),
                "test_code has 11 characters, the limit is 10 (SECREVIEW_MAX_CONTENT_CHARS): shorten it",
            ),
            (
                |d| d.test_code = Some("a\0".to_owned()),
                "test_code contains a NUL character: remove it",
            ),
        ];
        for (change, expected) in cases {
            assert_eq!(error(change), expected);
        }
    }
}
