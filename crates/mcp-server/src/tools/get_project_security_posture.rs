use domain::posture::Posture;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::failure::Failure;
use crate::inputs::project;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `get_project_security_posture`.
pub(super) struct GetProjectSecurityPosture;

/// Arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Input {
    /// Name of the project.
    #[schemars(length(min = 1, max = 1000))]
    project: String,
}

impl Tool for GetProjectSecurityPosture {
    const NAME: &'static str = "get_project_security_posture";
    const TITLE: &'static str = "Get the posture of a project";
    const DESCRIPTION: &'static str = "What is open in a project now, over all its reports: findings by severity, the worst one, how \
        many wait for a decision on a proposal, how many were not reported again, and the number and date of its reports. A \
        project without reports answers with zeros.";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Posture;

    async fn call(call: Call, input: Input) -> Result<Answer<Posture>, Failure> {
        let project = project(&input.project)?;
        let posture = store::projects::posture(&call.services.store, &call.caller.reads, &project, call.now).await?;
        Ok(Answer::json(posture))
    }
}
