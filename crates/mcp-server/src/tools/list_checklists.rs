use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;
use crate::inputs::Nothing;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `list_checklists`.
pub(super) struct ListChecklists;

/// Number of items by checklist.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub(super) struct Counts(BTreeMap<String, usize>);

impl Tool for ListChecklists {
    const NAME: &'static str = "list_checklists";
    const TITLE: &'static str = "List checklists";
    const DESCRIPTION: &'static str = "The review checklists by name, each with its number of items. `*` applies to every review; \
        `company`, when there is one, holds the organisation's own requirements; the others are named after a language or a \
        subject (api, config, cicd, dependencies). `get_review_checklist` returns one of them.";
    const EFFECT: Effect = Effect::Reads;
    type Input = Nothing;
    type Output = Counts;

    async fn call(call: Call, _: Nothing) -> Result<Answer<Counts>, Failure> {
        let rules = call.services.rules().await;
        let counts = rules.checklists().domains().into_iter();
        Ok(Answer::json(Counts(
            counts.map(|(domain, count)| (domain.to_owned(), count)).collect(),
        )))
    }
}
