use domain::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;
use crate::inputs::Nothing;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `list_development_standards`.
pub(super) struct ListDevelopmentStandards;

/// The standards of the organisation.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Standards {
    /// By slug.
    standards: Vec<Entry>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Entry {
    slug: String,
    title: String,
    description: String,
    technologies: Vec<String>,
    file_patterns: Vec<String>,
}

impl From<Standard> for Entry {
    fn from(standard: Standard) -> Self {
        Self {
            slug: standard.slug,
            title: standard.title,
            description: standard.description,
            technologies: standard.technologies,
            file_patterns: standard.file_patterns,
        }
    }
}

impl Tool for ListDevelopmentStandards {
    const NAME: &'static str = "list_development_standards";
    const TITLE: &'static str = "List development standards";
    const DESCRIPTION: &'static str = "The enabled development standards by slug: title, description, the technologies and file \
        names they apply to; without their content, which `get_development_standards` returns.";
    const EFFECT: Effect = Effect::Reads;
    type Input = Nothing;
    type Output = Standards;

    async fn call(call: Call, _: Nothing) -> Result<Answer<Standards>, Failure> {
        let standards = store::standards::enabled(&call.services.store).await?;
        Ok(Answer::json(Standards {
            standards: standards.into_iter().map(Entry::from).collect(),
        }))
    }
}
