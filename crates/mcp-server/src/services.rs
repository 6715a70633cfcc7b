use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use domain::{ChecklistItem, ReportLanguage, Standard, Timestamp};
use rulebook::{Rulebook, Snapshot};
use store::Store;
use untrusted_text::{safe_line, safe_text};

use crate::failure::Failure;
use crate::settings::Settings;

/// Longest content of a standard that is shown: the bound of a stored one, and what masking may add.
const STANDARD_CHARS: usize = 60_000;

/// Key of the stored report language.
const REPORT_LANGUAGE: &str = "report_language";

/// What every tool, prompt and resource works with.
pub struct Services {
    /// Reports, findings, standards, settings.
    pub store: Store,
    /// Rules and checklists.
    pub rulebook: Rulebook,
    /// What the server was started with.
    pub settings: Settings,
    /// Now.
    pub clock: fn() -> Timestamp,
}

impl Services {
    /// The instant a request is served at; read once per request.
    pub(crate) fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// The rules and checklists in force.
    pub(crate) async fn rules(&self) -> Arc<Snapshot> {
        self.rulebook.current().await
    }

    /// The enabled standards, fit for a model: an administrator wrote them, so they are masked and revealed like every other
    /// text that is not ours.
    pub(crate) async fn standards(&self) -> Result<Vec<Standard>, store::Error> {
        let enabled = store::standards::enabled(&self.store).await?;
        let shown = |standard: Standard| Standard {
            title: safe_line(&standard.title, 200).into_string(),
            description: safe_text(&standard.description, 500).into_string(),
            content: safe_text(&standard.content, STANDARD_CHARS).into_string(),
            ..standard
        };
        Ok(enabled.into_iter().map(shown).collect())
    }

    /// The items of a checklist, fit for a model like the standards.
    pub(crate) fn shown_items(items: &[&ChecklistItem]) -> Vec<ChecklistItem> {
        let shown = |item: &&ChecklistItem| ChecklistItem {
            title: safe_line(&item.title, 300).into_string(),
            what_to_look_for: safe_text(&item.what_to_look_for, 5_000).into_string(),
            ..(*item).clone()
        };
        items.iter().map(shown).collect()
    }

    /// The language of a report: what the caller asks for, else the environment, else what is stored, else none.
    pub(crate) async fn report_language(&self, asked: Option<&str>) -> Result<Option<ReportLanguage>, Failure> {
        if let Some(asked) = asked
            && let Some(language) = ReportLanguage::parse(asked)
                .map_err(|error| Failure::expected(format!("`report_language`: {error}")))?
        {
            return Ok(Some(language));
        }
        if let Some(language) = &self.settings.report_language {
            return Ok(language.clone());
        }
        // A stored value that is no language any more, or a database that is away, changes nothing of a review: rules and
        // checklists are at hand without it.
        let stored = store::settings::get(&self.store, REPORT_LANGUAGE)
            .await
            .unwrap_or_else(|error| {
                tracing::warn!(%error, "the stored report language cannot be read");
                None
            });
        Ok(stored.and_then(|text| ReportLanguage::parse(&text).ok().flatten()))
    }
}

/// The clock of the machine.
pub fn system_clock() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_micros(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}
