use domain::RuleProposalDraft;
use domain::rule_proposal::check;
use domain::view::RuleProposalAnswer;

use crate::failure::Failure;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `propose_opengrep_rule`.
pub(super) struct ProposeOpengrepRule;

impl Tool for ProposeOpengrepRule {
    const NAME: &'static str = "propose_opengrep_rule";
    const TITLE: &'static str = "Propose a scan rule";
    const DESCRIPTION: &'static str = "Stores a proposal for a scan rule in the Opengrep (Semgrep) YAML format, with the reason and, \
        if there is one, a sample of code to test it on. The rule is neither installed nor run: a person reviews and approves or \
        rejects it. A newer proposal of the same id and project takes the place of a pending one; at most 20 are pending per \
        project, and 20 are taken from one caller within an hour.";
    const EFFECT: Effect = Effect::Writes { idempotent: false };
    type Input = RuleProposalDraft;
    type Output = RuleProposalAnswer;

    async fn call(call: Call, draft: RuleProposalDraft) -> Result<Answer<RuleProposalAnswer>, Failure> {
        let checked = check(draft, &call.services.settings.limits)?;
        let proposal = store::rule_proposals::create(&call.services.store, &call.caller, &checked, call.now).await?;
        tracing::info!(proposal = proposal.id, "rule proposed");
        Ok(Answer::json(RuleProposalAnswer::new(&proposal)))
    }
}
