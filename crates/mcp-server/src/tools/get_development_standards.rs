use domain::{Matched, render_selection, select};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

/// The standards that apply.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Selected {
    /// By slug.
    standards: Vec<Applies>,
    /// Technologies that no standard covers, as they were given.
    uncovered_technologies: Vec<String>,
    /// Slugs of all enabled standards.
    available: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Applies {
    slug: String,
    title: String,
    description: String,
    technologies: Vec<String>,
    file_patterns: Vec<String>,
    enabled: bool,
    content_chars: usize,
    content: String,
    /// The first 20 files that it applies to.
    matched_files: Vec<String>,
}

impl From<&Matched> for Applies {
    fn from(matched: &Matched) -> Self {
        let standard = &matched.standard;
        Self {
            slug: standard.slug.clone(),
            title: standard.title.clone(),
            description: standard.description.clone(),
            technologies: standard.technologies.clone(),
            file_patterns: standard.file_patterns.clone(),
            enabled: standard.enabled,
            content_chars: standard.content.chars().count(),
            content: standard.content.clone(),
            matched_files: matched
                .matched_files
                .iter()
                .map(|file| untrusted_text::safe_line(file, 500).into_string())
                .collect(),
        }
    }
}

impl Tool for GetDevelopmentStandards {
    const NAME: &'static str = "get_development_standards";
    const TITLE: &'static str = "Get development standards";
    const DESCRIPTION: &'static str = "The development standards that apply to technologies or file names, with their content, and \
        the technologies that none covers. At least one technology or file is needed.";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Selected;

    async fn call(call: Call, input: Input) -> Result<Answer<Selected>, Failure> {
        let standards = store::standards::enabled(&call.services.store).await?;
        let limit = call.services.settings.limits.content_chars;
        let selection = select(&standards, &input.technologies, &input.files, limit)?;
        let structured = Selected {
            standards: selection.matched.iter().map(Applies::from).collect(),
            uncovered_technologies: selection
                .uncovered_technologies
                .iter()
                .map(|name| untrusted_text::safe_line(name, 50).into_string())
                .collect(),
            available: selection.available.clone(),
        };
        Ok(match input.format {
            Format::Markdown => Answer::markdown(structured, render_selection(&selection)),
            Format::Json => Answer::json(structured),
        })
    }
}
