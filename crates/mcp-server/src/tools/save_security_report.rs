use domain::view::SavedReport;
use domain::{ReportDraft, check};

use crate::failure::Failure;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `save_security_report`.
pub(super) struct SaveSecurityReport;

impl Tool for SaveSecurityReport {
    const NAME: &'static str = "save_security_report";
    const TITLE: &'static str = "Save a security report";
    const DESCRIPTION: &'static str = "Stores the report of one review: once, at its end. Findings are paired with those of earlier \
        reports of the project by rule, path and title: what is known is recognised, decisions of people are carried over, and \
        nothing is closed because it is not reported again. Secrets in the texts are masked before storage. The answer gives the \
        id, the risk, the counts, what was carried or dropped, which checklist items got no result, and warnings. A status \
        cannot be submitted. Saving again with the same idempotency_key, or the same content within ten minutes, returns the \
        first report.";
    const EFFECT: Effect = Effect::Writes { idempotent: false };
    type Input = ReportDraft;
    type Output = SavedReport;

    async fn call(mut call: Call, draft: ReportDraft) -> Result<Answer<SavedReport>, Failure> {
        call.progress.tell(0, 2, "checking").await;
        let rules = call.services.rules().await;
        let limits = call.services.settings.limits.clone();
        let author = call.caller.user.clone();
        // Masking every text of a large report is work for a thread of its own.
        let checked = tokio::task::spawn_blocking(move || {
            rules.with_known(|known| check(draft.declaring_coverage(), &limits, known, author))
        })
        .await
        .map_err(|error| Failure::Internal(error.to_string()))??;
        call.progress.tell(1, 2, "storing").await;
        let saved = store::reports::save(&call.services.store, &call.caller, &checked, call.now).await?;
        call.progress.tell(2, 2, "stored").await;
        tracing::info!(report = saved.report_id, project = %saved.project, risk = %saved.risk_level, "report saved");
        Ok(Answer::json(saved))
    }
}
