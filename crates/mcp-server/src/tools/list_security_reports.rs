use domain::view::ReportList;
use domain::{ReviewType, Severity};
use schemars::JsonSchema;
use serde::Deserialize;
use store::Page;
use store::reports::ReportFilter;

use crate::failure::Failure;
use crate::inputs::project;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `list_security_reports`.
pub(super) struct ListSecurityReports;

/// Arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Input {
    /// Only the reports of this project.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    project: Option<String>,
    /// Only reports of this risk.
    #[serde(default)]
    risk_level: Option<Severity>,
    /// Most reports of this page.
    #[serde(default = "twenty")]
    #[schemars(range(min = 1, max = 100))]
    limit: u64,
    /// Reports to skip: `next_offset` of the page before.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000_000))]
    offset: u64,
    /// Only reports of this kind of review.
    #[serde(default)]
    review_type: Option<ReviewType>,
    /// Deprecated and ignored: reports are not listed by author here.
    #[serde(default)]
    #[schemars(length(max = 200), extend("deprecated" = true))]
    #[allow(dead_code, reason = "accepted for older callers, as the description says")]
    author: Option<String>,
}

fn twenty() -> u64 {
    20
}

impl Tool for ListSecurityReports {
    const NAME: &'static str = "list_security_reports";
    const TITLE: &'static str = "List security reports";
    const DESCRIPTION: &'static str = "Stored reports, the newest first, by project, risk or kind of review: risk, number of findings, \
        how many of them are open and current, and the start of the summary. Never their author.";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = ReportList;

    async fn call(call: Call, input: Input) -> Result<Answer<ReportList>, Failure> {
        let filter = ReportFilter {
            project: input.project.as_deref().map(project).transpose()?,
            risk_level: input.risk_level,
            review_type: input.review_type,
            ..ReportFilter::newest_first()
        };
        let page = Page {
            offset: input.offset,
            limit: input.limit.min(call.services.settings.limits.list as u64),
        };
        let reports = store::reports::list(&call.services.store, &call.caller.reads, &filter, page, call.now).await?;
        let number = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
        let list = ReportList::new(reports.items, number(reports.offset), number(reports.total));
        Ok(Answer::json(list))
    }
}
