use domain::ProposedStatus;
use domain::view::{FindingAnswer, FindingView, UNTRUSTED_NOTICE};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::failure::Failure;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `propose_finding_status`.
pub(super) struct ProposeFindingStatus;

/// Arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Input {
    /// Number of the finding.
    #[schemars(range(min = 1, max = 9_007_199_254_740_991i64))]
    finding_id: i64,
    /// The status that is suggested.
    status: ProposedStatus,
    /// Why, from one's own reading of the code.
    #[schemars(length(min = 10, max = 1000))]
    reason: String,
}

impl Tool for ProposeFindingStatus {
    const NAME: &'static str = "propose_finding_status";
    const TITLE: &'static str = "Propose a status";
    const DESCRIPTION: &'static str = "Suggests a status for a finding, with a reason. Nothing else changes: the status, the gate and \
        the trend stay as they are until a person decides. A new proposal takes the place of the former one.";
    const EFFECT: Effect = Effect::Writes { idempotent: false };
    type Input = Input;
    type Output = FindingAnswer;

    async fn call(call: Call, input: Input) -> Result<Answer<FindingAnswer>, Failure> {
        let Input {
            finding_id,
            status,
            reason,
        } = input;
        let finding = store::triage::propose(
            &call.services.store, &call.caller, finding_id, status, &reason, call.now,
        )
        .await?;
        tracing::info!(finding = finding_id, status = %status, "status proposed");
        Ok(Answer::json(FindingAnswer {
            notice: UNTRUSTED_NOTICE,
            finding: FindingView::new(&finding, call.now),
        }))
    }
}
