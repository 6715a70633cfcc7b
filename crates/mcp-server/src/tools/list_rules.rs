use rulebook::RuleList;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::failure::Failure;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `list_rules`.
pub(super) struct ListRules;

/// Arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Input {
    /// Only the rules that apply to this language; aliases are understood. Every rule without it.
    #[serde(default)]
    #[schemars(length(max = 50))]
    language: Option<String>,
    /// Rules to skip: `next_offset` of the page before.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    offset: usize,
    /// Most rules of this page.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
}

fn hundred() -> usize {
    100
}

impl Tool for ListRules {
    const NAME: &'static str = "list_rules";
    const TITLE: &'static str = "List rules";
    const DESCRIPTION: &'static str = "A page of the active pattern rules by id: title, severity, weakness, languages, whether it is shipped \
        or custom, and whether it was changed; the disabled ones by id; what could not be loaded; and how many kinds of \
        credentials are searched beside them.";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = RuleList;

    async fn call(call: Call, input: Input) -> Result<Answer<RuleList>, Failure> {
        let rules = call.services.rules().await;
        Ok(Answer::json(rulebook::list_rules(
            &rules,
            input.language.as_deref(),
            input.offset,
            input.limit,
        )?))
    }
}
