//! Arguments that several tools share.

use domain::{Error, ProjectName};
use schemars::JsonSchema;
use serde::Deserialize;

/// A tool without arguments.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct Nothing {}

/// How an answer is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// Text to read.
    #[default]
    Markdown,
    /// Data.
    Json,
}

/// The project of an argument. The limit of the schema is repeated here, since a prompt or a resource has no schema.
pub(crate) fn project(name: &str) -> Result<ProjectName, Error> {
    ProjectName::parse(name)
}
