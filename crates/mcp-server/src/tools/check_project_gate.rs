use domain::Severity;
use domain::gate::{Gate, GateQuery};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::failure::Failure;
use crate::inputs::project;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `check_project_gate`.
pub(super) struct CheckProjectGate;

/// Arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Input {
    /// Name of the project.
    #[schemars(length(min = 1, max = 1000))]
    project: String,
    /// The least severity that blocks.
    #[serde(default = "high")]
    fail_on: Severity,
    /// Only the findings of this report, each judged by where its issue stands now.
    #[serde(default)]
    #[schemars(range(min = 1, max = 9_007_199_254_740_991i64))]
    report_id: Option<i64>,
    /// Whether a project without any report blocks.
    #[serde(default)]
    require_report: bool,
    /// Blocks when the last report is older than this many days.
    #[serde(default)]
    #[schemars(range(min = 1, max = 36_500))]
    max_report_age_days: Option<u32>,
}

fn high() -> Severity {
    Severity::High
}

impl Tool for CheckProjectGate {
    const NAME: &'static str = "check_project_gate";
    const TITLE: &'static str = "Check the gate of a project";
    const DESCRIPTION: &'static str = "Whether a project passes: it does not while an open finding reaches `fail_on`, whichever report \
        it comes from. Accepted and false-positive findings do not block until they expire; a proposal changes nothing. The \
        answer gives the counts, the number and date of the reports, and the reasons. A project without reports passes unless \
        `require_report` is set.";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Gate;

    async fn call(call: Call, input: Input) -> Result<Answer<Gate>, Failure> {
        let query = GateQuery {
            project: project(&input.project)?,
            fail_on: input.fail_on,
            report_id: input.report_id,
            require_report: input.require_report,
            max_report_age_days: input.max_report_age_days,
        };
        let gate = store::gate::check(&call.services.store, &call.caller.reads, &query, call.now).await?;
        Ok(Answer::json(gate))
    }
}
