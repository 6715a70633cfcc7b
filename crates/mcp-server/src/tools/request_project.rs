use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::inputs::project;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `request_project`.
pub(super) struct RequestProject;

/// Arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Input {
    /// Name of the project, usually the repository.
    #[schemars(length(min = 1, max = 1000))]
    project: String,
}

/// Whether reports of the project can be saved.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Access {
    /// Canonical name of the project.
    project: String,
    /// Whether the review can go on.
    status: Status,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    /// Reports of the project can be saved: the review goes on.
    Accessible,
}

impl Tool for RequestProject {
    const NAME: &'static str = "request_project";
    const TITLE: &'static str = "Request a project";
    const DESCRIPTION: &'static str = "Whether reports of a project can be saved, asked before a review so that none is lost: \
        `accessible` when they can. A project that does not exist yet appears with its first report. Out of reach, it is an \
        error that says whom to ask.";
    const EFFECT: Effect = Effect::Writes { idempotent: true };
    type Input = Input;
    type Output = Access;

    async fn call(call: Call, input: Input) -> Result<Answer<Access>, Failure> {
        let project = project(&input.project)?;
        if !call.caller.writes.reaches(&project) {
            return Err(Failure::expected(
                "the token does not reach this project: ask an administrator for access, then start the review again",
            ));
        }
        Ok(Answer::json(Access {
            project: project.to_string(),
            status: Status::Accessible,
        }))
    }
}
