use domain::Standard;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `list_development_standards`.
pub(super) struct ListDevelopmentStandards;

/// Arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Input {
    /// Standards to skip: `next_offset` of the page before.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    offset: usize,
    /// Most standards of this page.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 100))]
    limit: usize,
}

fn fifty() -> usize {
    50
}

/// The standards of the organisation.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Standards {
    /// Enabled standards, on all pages.
    total: usize,
    /// Where the next page starts; none when this is the last one.
    next_offset: Option<usize>,
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
    const DESCRIPTION: &'static str = "A page of the enabled development standards by slug: title, description, the technologies and file \
        names they apply to; without their content, which `get_development_standards` returns.";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Standards;

    async fn call(call: Call, input: Input) -> Result<Answer<Standards>, Failure> {
        let standards = call.services.standards().await?;
        let total = standards.len();
        let next = input.offset.saturating_add(input.limit);
        let page = standards.into_iter().skip(input.offset).take(input.limit);
        Ok(Answer::json(Standards {
            total,
            next_offset: (next < total).then_some(next),
            standards: page.map(Entry::from).collect(),
        }))
    }
}
