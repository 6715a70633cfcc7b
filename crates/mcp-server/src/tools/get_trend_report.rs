use domain::Granularity;
use domain::trend::{Trend, TrendQuery};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::inputs::{Format, project};
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `get_trend_report`.
pub(super) struct GetTrendReport;

/// Arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Input {
    /// Name of the project.
    #[schemars(length(min = 1, max = 1000))]
    project: String,
    /// Length of the window, back from now.
    #[serde(default = "ninety")]
    #[schemars(range(min = 1, max = 1_095))]
    days: i64,
    /// Width of its periods; at most 120 of them.
    #[serde(default = "week")]
    granularity: Granularity,
    /// Markdown to read, or JSON.
    #[serde(default)]
    format: Format,
}

fn ninety() -> i64 {
    90
}

fn week() -> Granularity {
    Granularity::Week
}

/// A trend, as data or as text.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Output {
    /// With `format` json.
    Json(Box<Trend>),
    /// With `format` markdown.
    Markdown {
        /// Name of the project.
        project: String,
        /// The trend.
        markdown: String,
    },
}

impl Tool for GetTrendReport {
    const NAME: &'static str = "get_trend_report";
    const TITLE: &'static str = "Get the trend of a project";
    const DESCRIPTION: &'static str = "How a project developed: per day, ISO week or month the new, reopened, fixed, dismissed and \
        merged findings, the open backlog at its end and a risk score; over the window the time to remediate, the oldest open \
        findings, the most frequent weaknesses and the direction. New and reopened less closed is the change of the backlog.";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn call(call: Call, input: Input) -> Result<Answer<Output>, Failure> {
        let query = TrendQuery {
            project: project(&input.project)?,
            days: input.days,
            granularity: input.granularity,
        };
        let trend = store::trend::of(&call.services.store, &call.caller.reads, &query, call.now).await?;
        Ok(match input.format {
            Format::Json => Answer::json(Output::Json(Box::new(trend))),
            Format::Markdown => {
                let markdown = trend.markdown();
                let structured = Output::Markdown {
                    project: query.project.to_string(),
                    markdown: markdown.clone(),
                };
                Answer::markdown(structured, markdown)
            }
        })
    }
}
