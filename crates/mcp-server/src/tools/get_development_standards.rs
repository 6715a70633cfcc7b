use domain::standard::{Selection, render_selection, select};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::failure::Failure;
use crate::inputs::Format;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `get_development_standards`.
pub(super) struct GetDevelopmentStandards;

/// Arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Input {
    /// Technologies of the work, such as python, fastapi, docker.
    #[serde(default)]
    #[schemars(length(max = 50), inner(length(max = 50)))]
    technologies: Vec<String>,
    /// Names or paths of the files that are written: labels, never opened.
    #[serde(default)]
    #[schemars(length(max = 500), inner(length(max = 500)))]
    files: Vec<String>,
    /// Markdown to read, or JSON.
    #[serde(default)]
    format: Format,
}

impl Tool for GetDevelopmentStandards {
    const NAME: &'static str = "get_development_standards";
    const TITLE: &'static str = "Get development standards";
    const DESCRIPTION: &'static str = "The development standards that apply to technologies or file names, with their content, and \
        the technologies that none covers. At least one technology or file is needed.";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Selection;

    async fn call(call: Call, input: Input) -> Result<Answer<Selection>, Failure> {
        let standards = call.services.standards().await?;
        let limit = call.services.settings.limits.content_chars;
        let selection = select(&standards, &input.technologies, &input.files, limit)?;
        Ok(match input.format {
            Format::Markdown => {
                let text = render_selection(&selection);
                Answer::markdown(selection, text)
            }
            Format::Json => Answer::json(selection),
        })
    }
}
