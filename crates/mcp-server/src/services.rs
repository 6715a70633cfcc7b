use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use domain::{ReportLanguage, Timestamp};
use rulebook::{Rulebook, Snapshot};
use store::Store;

use crate::failure::Failure;
use crate::settings::Settings;

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
        let stored = store::settings::get(&self.store, REPORT_LANGUAGE).await.unwrap_or_else(|error| {
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
