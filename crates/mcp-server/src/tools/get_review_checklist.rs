use domain::ChecklistItem;
use domain::checklist::render_checklist;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::prompts::blocks;
use crate::services::Services;
use crate::tool::{Answer, Call, Effect, Tool};

/// Tool `get_review_checklist`.
pub(super) struct GetReviewChecklist;

/// Arguments.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Input {
    /// Name of the checklist, as `list_checklists` gives it.
    #[schemars(length(min = 1, max = 100))]
    domain: String,
}

/// A checklist.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Checklist {
    /// Its name.
    domain: String,
    /// Its items, in order.
    items: Vec<Item>,
    /// Language that the report is to be written in, when one is configured.
    report_language: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Item {
    id: String,
    title: String,
    cwe: Option<String>,
    what_to_look_for: String,
}

impl From<&ChecklistItem> for Item {
    fn from(item: &ChecklistItem) -> Self {
        Self {
            id: item.id.clone(),
            title: item.title.clone(),
            cwe: item.cwe.clone(),
            what_to_look_for: item.what_to_look_for.clone(),
        }
    }
}

impl Tool for GetReviewChecklist {
    const NAME: &'static str = "get_review_checklist";
    const TITLE: &'static str = "Get a checklist";
    const DESCRIPTION: &'static str = "One review checklist: for each item its id, title, weakness (CWE) and what to look for. The \
        outcome of each item that was walked through goes into `checklist_results` of `save_security_report`. When a report \
        language is configured, the text ends with it.";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Checklist;

    async fn call(call: Call, input: Input) -> Result<Answer<Checklist>, Failure> {
        let rules = call.services.rules().await;
        let (domain, items) = rules.checklists().find(&input.domain)?;
        let items = Services::shown_items(&items);
        let items: Vec<&ChecklistItem> = items.iter().collect();
        let language = call.services.report_language(None).await?;
        let mut text = render_checklist(domain, &items);
        if let Some(language) = &language {
            text.push_str("\n\n");
            text.push_str(&blocks::report_language(Some(language.as_str())));
        }
        let structured = Checklist {
            items: items.iter().map(|item| Item::from(*item)).collect(),
            domain: domain.to_owned(),
            report_language: language.map(|language| language.as_str().to_owned()),
        };
        Ok(Answer::markdown(structured, text))
    }
}
