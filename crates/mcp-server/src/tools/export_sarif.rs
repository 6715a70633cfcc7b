use domain::sarif::{RuleMeta, ToolInfo, sarif};
use scanner::{RuleRef, RuleSet};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Page;
use store::sarif::SarifSource;

use crate::failure::Failure;
use crate::inputs::project;
use crate::tool::{Answer, Call, Effect, Tool};

/// Results of one log, unless asked otherwise.
const RESULTS: u64 = 500;

/// Tool `export_sarif`.
pub(super) struct ExportSarif;

/// Arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Input {
    /// Number of a report; or else `project`.
    #[serde(default)]
    #[schemars(range(min = 1, max = 9_007_199_254_740_991i64))]
    report_id: Option<i64>,
    /// Name of a project; or else `report_id`.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    project: Option<String>,
    /// Whether fixed, accepted and false-positive findings are in it too.
    #[serde(default)]
    include_resolved: bool,
    /// Findings to skip: `nextOffset` of the log before.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000_000))]
    offset: u64,
    /// Most results of this log; 500 without it.
    #[serde(default)]
    #[schemars(range(min = 1, max = 5_000))]
    limit: Option<u64>,
}

/// A SARIF 2.1.0 log.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(super) struct Log(Value);

impl JsonSchema for Log {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SarifLog".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "A log as in the standard SARIF 2.1.0 (OASIS).",
            "properties": {
                "$schema": {"type": "string"},
                "version": {"const": "2.1.0"},
                "runs": {"type": "array", "items": {"type": "object"}, "minItems": 1, "maxItems": 1}
            },
            "required": ["$schema", "version", "runs"]
        })
    }
}

/// What the log says of a rule: the words of the rule, not of the finding.
fn rule_meta(rules: &RuleSet, id: &str) -> Option<RuleMeta> {
    match rules.get(id)? {
        RuleRef::Pattern(rule) => Some(RuleMeta {
            title: rule.title.clone(),
            description: format!("{} {}", rule.what, rule.why),
            fix: rule.fix.clone(),
            severity: rule.severity,
            cwe: rule.cwe.clone(),
        }),
        RuleRef::Structural(rule) => Some(RuleMeta {
            title: rule.title.clone(),
            description: format!("{} {}", rule.what, rule.why),
            fix: rule.fix.clone(),
            severity: rule.severity,
            cwe: rule.cwe.clone(),
        }),
        RuleRef::Secret(kind) => Some(RuleMeta {
            title: kind.title.clone(),
            description: kind.title.clone(),
            fix: kind.revoke.clone(),
            severity: kind.severity,
            cwe: Some(kind.cwe.clone()),
        }),
        RuleRef::Alias { .. } | RuleRef::Planned(_) => None,
    }
}

impl Tool for ExportSarif {
    const NAME: &'static str = "export_sarif";
    const TITLE: &'static str = "Export SARIF";
    const DESCRIPTION: &'static str = "A SARIF 2.1.0 log of the open findings of a report or of a project, the worst first; of a \
        project each finding once, as its newest report has it. Exactly one of `report_id` and `project` is given. A log that \
        does not hold everything says so in `runs[0].properties.securityReview`, with the offset of the next one.";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Log;

    async fn call(mut call: Call, input: Input) -> Result<Answer<Log>, Failure> {
        let named = input.project.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let source = match (input.report_id, named) {
            (Some(id), None) => SarifSource::Report(id),
            (None, Some(name)) => SarifSource::Project(project(name)?),
            _ => return Err(Failure::expected("give exactly one of `report_id` and `project`")),
        };
        let page = Page {
            offset: input.offset,
            limit: input.limit.unwrap_or(RESULTS),
        };
        call.progress.tell(0, 2, "selecting findings").await;
        let Call {
            services,
            caller,
            now,
            mut progress,
        } = call;
        let selection = store::sarif::select(
            &services.store, &caller.reads, &source, input.include_resolved, page, now,
        )
        .await?;
        progress.tell(1, 2, "writing the log").await;
        let rules = services.rules().await;
        let log = tokio::task::spawn_blocking(move || {
            let meta = |id: &str| rule_meta(rules.rules(), id);
            let tool = ToolInfo {
                name: "security-review-mcp",
                version: env!("CARGO_PKG_VERSION"),
                information_uri: None,
            };
            sarif(&selection.for_log(), &tool, &meta, now)
        })
        .await
        .map_err(|error| Failure::Internal(error.to_string()))?;
        progress.tell(2, 2, "written").await;
        Ok(Answer::json(Log(log)))
    }
}
