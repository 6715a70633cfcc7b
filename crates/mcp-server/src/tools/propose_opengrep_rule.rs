use domain::rule_proposal::{RuleProposalDraft, check};
use domain::view::RuleProposalView;
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `propose_opengrep_rule`.
pub(super) struct ProposeOpengrepRule;

/// The stored proposal.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Proposed {
    /// As it was stored.
    #[serde(flatten)]
    proposal: RuleProposalView,
    /// What happens next.
    next_steps: &'static str,
}

const NEXT_STEPS: &str = "The proposal is stored and pending. Nothing is active: the rule is neither validated nor run before a \
    person reviews it, and it is installed only when a person approves it.";

impl Tool for ProposeOpengrepRule {
    const NAME: &'static str = "propose_opengrep_rule";
    const TITLE: &'static str = "Propose a scan rule";
    const DESCRIPTION: &'static str = "Stores a proposal for a scan rule in the Opengrep (Semgrep) YAML format, with the reason and, \
        if there is one, a sample of code to test it on. The rule is neither installed nor run: a person reviews and approves or \
        rejects it. A newer proposal of the same id and project takes the place of a pending one; at most 20 are pending per \
        project.";
    const EFFECT: Effect = Effect::Writes { idempotent: false };
    type Input = RuleProposalDraft;
    type Output = Proposed;

    async fn call(call: Call, draft: RuleProposalDraft) -> Result<Answer<Proposed>, Failure> {
        let checked = check(draft, &call.services.settings.limits)?;
        let proposal =
            store::rule_proposals::create(&call.services.store, &call.caller, &checked, call.now).await?;
        tracing::info!(proposal = proposal.id, "rule proposed");
        Ok(Answer::json(Proposed { proposal, next_steps: NEXT_STEPS }))
    }
}
