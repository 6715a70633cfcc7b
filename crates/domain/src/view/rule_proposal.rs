use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use untrusted_text::{SafeText, safe_line, safe_text};

use super::texts::{UNTRUSTED_NOTICE, limits, line, lines, submitter};
use crate::{ProjectName, Timestamp};

/// Said to the agent that proposed a rule.
const NEXT_STEPS: &str =
    "Stored. A person approves or rejects the rule; it is not active before, and you cannot activate it.";

/// Where a proposed rule stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RuleProposalStatus {
    /// Waits for a person.
    Pending,
    /// A person took it.
    Approved,
    /// A person refused it.
    Rejected,
    /// A newer proposal of the same rule took its place before anybody decided.
    Superseded,
}

/// A rule that an agent proposed, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRuleProposal {
    /// Number of the proposal.
    pub id: i64,
    /// Project whose code was the reason.
    pub project: ProjectName,
    /// Id of the rule.
    pub rule_id: String,
    /// The rule, in YAML.
    pub content: String,
    /// Why.
    pub reason: String,
    /// Code to try it on.
    pub test_code: Option<String>,
    /// Who proposed it.
    pub proposed_by: String,
    /// When.
    pub proposed_at: Timestamp,
    /// Where it stands.
    pub status: RuleProposalStatus,
    /// Who decided.
    pub decided_by: Option<String>,
    /// When.
    pub decided_at: Option<Timestamp>,
    /// Why it was refused.
    pub decision_reason: Option<String>,
}

/// A rule that an agent proposed, with all that a person needs to decide.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RuleProposalView {
    /// Number of the proposal.
    pub id: i64,
    /// Project whose code was the reason.
    pub project: ProjectName,
    /// Id of the rule.
    #[schemars(with = "String")]
    pub rule_id: SafeText,
    /// The rule, in YAML, credentials masked.
    #[schemars(with = "String")]
    pub content: SafeText,
    /// Why.
    #[schemars(with = "String")]
    pub reason: SafeText,
    /// Code to try it on.
    #[schemars(with = "Option<String>")]
    pub test_code: Option<SafeText>,
    /// Who proposed it.
    #[schemars(with = "String")]
    pub proposed_by: SafeText,
    /// When.
    pub proposed_at: Timestamp,
    /// Where it stands.
    pub status: RuleProposalStatus,
    /// Who decided.
    #[schemars(with = "Option<String>")]
    pub decided_by: Option<SafeText>,
    /// When.
    pub decided_at: Option<Timestamp>,
    /// Why it was refused.
    #[schemars(with = "Option<String>")]
    pub decision_reason: Option<SafeText>,
}

impl RuleProposalView {
    /// The proposal as it is shown.
    pub fn new(stored: &StoredRuleProposal, author_visible: bool) -> Self {
        Self {
            id: stored.id,
            project: stored.project.clone(),
            rule_id: safe_line(&stored.rule_id, limits::RULE_ID),
            content: safe_text(&stored.content, limits::RULE_CONTENT),
            reason: safe_text(&stored.reason, limits::REASON),
            test_code: lines(stored.test_code.as_deref(), limits::RULE_SAMPLE),
            proposed_by: safe_line(&submitter(&stored.proposed_by, author_visible), limits::NAME),
            proposed_at: stored.proposed_at,
            status: stored.status,
            decided_by: line(stored.decided_by.as_deref(), limits::NAME),
            decided_at: stored.decided_at,
            decision_reason: lines(stored.decision_reason.as_deref(), limits::WARNING),
        }
    }
}

/// Whether a proposed rule was tried on the code that came with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RuleTestStatus {
    /// It was, and did what the code expects.
    Passed,
    /// It was not: there was no code.
    NotTried,
}

/// What came of trying a proposed rule. One that fails is not stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleTest {
    /// Whether it was tried.
    pub status: RuleTestStatus,
    /// Lines of the code on which a match starts, from 1, the first 200; empty when it was not tried.
    pub matched_lines: Vec<usize>,
    /// What was tried, or why nothing was.
    pub note: String,
}

/// The answer to the agent that proposed a rule: without the rule, which it knows.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RuleProposalAnswer {
    /// What the texts are.
    pub notice: &'static str,
    /// Number of the proposal.
    pub id: i64,
    /// Project whose code was the reason.
    pub project: ProjectName,
    /// Id of the rule.
    #[schemars(with = "String")]
    pub rule_id: SafeText,
    /// Where it stands.
    pub status: RuleProposalStatus,
    /// Why, as stored.
    #[schemars(with = "String")]
    pub reason: SafeText,
    /// Who proposed it.
    #[schemars(with = "String")]
    pub proposed_by: SafeText,
    /// When.
    pub proposed_at: Timestamp,
    /// What came of trying the rule.
    pub test: RuleTest,
    /// What happens now.
    pub next_steps: &'static str,
}

impl RuleProposalAnswer {
    /// The answer to the proposal that was just stored, with what came of trying its rule.
    pub fn new(stored: &StoredRuleProposal, test: RuleTest) -> Self {
        Self {
            notice: UNTRUSTED_NOTICE,
            id: stored.id,
            project: stored.project.clone(),
            rule_id: safe_line(&stored.rule_id, limits::RULE_ID),
            status: stored.status,
            reason: safe_text(&stored.reason, limits::REASON),
            proposed_by: safe_line(&submitter(&stored.proposed_by, false), limits::NAME),
            proposed_at: stored.proposed_at,
            test,
            next_steps: NEXT_STEPS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{instant, name};

    #[test]
    fn a_proposed_rule_is_shown_in_full_to_people_and_in_short_to_its_agent() {
        let stored = StoredRuleProposal {
            id: 3,
            project: name("demo"),
            rule_id: "acme-no-eval".to_owned(),
            content: "rules: []".to_owned(),
            reason: "Found twice by hand".to_owned(),
            test_code: None,
            proposed_by: "alice:laptop".to_owned(),
            proposed_at: instant(1),
            status: RuleProposalStatus::Pending,
            decided_by: None,
            decided_at: None,
            decision_reason: None,
        };
        let test = RuleTest {
            status: RuleTestStatus::NotTried,
            matched_lines: Vec::new(),
            note: "There was no code.".to_owned(),
        };
        let answer = serde_json::to_value(RuleProposalAnswer::new(&stored, test)).unwrap();
        assert_eq!(
            answer["test"],
            serde_json::json!({"status": "not_tried", "matched_lines": [], "note": "There was no code."})
        );
        assert_eq!(
            (&answer["status"], &answer["proposed_by"]),
            (&"pending".into(), &"laptop".into())
        );
        assert!(answer.get("content").is_none() && answer["next_steps"].as_str().unwrap().contains("not active"));
        let view = serde_json::to_value(RuleProposalView::new(&stored, true)).unwrap();
        assert_eq!(
            (&view["content"], &view["proposed_by"]),
            (&"rules: []".into(), &"alice:laptop".into())
        );
    }
}
