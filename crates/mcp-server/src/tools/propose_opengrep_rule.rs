use domain::RuleProposalDraft;
use domain::rule_proposal::check;
use domain::view::RuleProposalAnswer;

use crate::failure::Failure;
use crate::rule_trial::try_out;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `propose_opengrep_rule`.
pub(super) struct ProposeOpengrepRule;

impl Tool for ProposeOpengrepRule {
    const NAME: &'static str = "propose_opengrep_rule";
    const TITLE: &'static str = "Propose a scan rule";
    const DESCRIPTION: &'static str = "Validates a scan rule in the Opengrep (Semgrep) YAML format, tries it on a sample of code if \
        there is one, and stores it as a proposal with its reason. The rule is neither installed nor active: a person reviews and \
        approves or rejects it. Refused with the reason, and not stored, are: what cannot be read or run; unknown keys and \
        options; the id of an existing rule; a rule that matches most lines of ordinary code; a rule that matches no line of the \
        sample, not the line below a comment `ruleid: <id>`, or the line below `ok: <id>`. A `fix` is stored and never \
        applied. The answer carries the lines that match. A newer proposal of \
        the same id and project takes the place of a pending one; at most 20 are pending per project, and 20 are taken from one \
        caller within an hour.";
    const EFFECT: Effect = Effect::Writes { idempotent: false };
    type Input = RuleProposalDraft;
    type Output = RuleProposalAnswer;

    async fn call(call: Call, draft: RuleProposalDraft) -> Result<Answer<RuleProposalAnswer>, Failure> {
        let checked = check(draft, &call.services.settings.limits)?;
        if call.services.rules().await.is_rule(&checked.rule_id) {
            return Err(Failure::expected(format!(
                "rule_id `{}` is the id of an existing rule: choose another",
                checked.rule_id
            )));
        }
        let (checked, tried) = tokio::task::spawn_blocking(move || {
            let tried = try_out(&checked);
            (checked, tried)
        })
        .await
        .map_err(|error| Failure::Internal(error.to_string()))?;
        let test = tried?;
        let proposal = store::rule_proposals::create(&call.services.store, &call.caller, &checked, call.now).await?;
        tracing::info!(proposal = proposal.id, "rule proposed");
        Ok(Answer::json(RuleProposalAnswer::new(&proposal, test)))
    }
}
