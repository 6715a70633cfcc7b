//! A page of a stored report, as the tool, the prompt and the resource show it.

use domain::markdown::{Rendered, render_report};
use domain::view::{FindingView, ReportPage, ReportView, limits};
use domain::{Caller, Timestamp};
use store::Page;
use store::reports::{Opened, Order};

use crate::services::Services;

/// No stored text is longer: the largest bound of `SECREVIEW_MAX_CONTENT_CHARS`, and what masking may add.
const WHOLE_TEXT: usize = 20_000_000;

/// Longest page, in characters.
const PAGE_CHARS: usize = 60_000;

/// A report with a page of its findings.
pub(crate) struct StoredReport(Opened);

impl StoredReport {
    /// Reads it within the reach of a caller.
    pub(crate) async fn read(
        services: &Services,
        caller: &Caller,
        id: i64,
        order: Order,
        page: Page,
        now: Timestamp,
    ) -> Result<Self, store::Error> {
        let opened = store::reports::open(&services.store, &caller.reads, id, order, page, now).await?;
        Ok(Self(opened))
    }

    /// How many findings the report has.
    pub(crate) fn findings_total(&self) -> u64 {
        self.0.findings.total
    }

    /// As Markdown.
    pub(crate) fn markdown(&self, now: Timestamp) -> Rendered {
        render_report(&self.0.report, &self.0.findings.items, &self.page(), now)
    }

    /// As data. A page of one finding has its texts whole: that is how a text that was cut is read.
    pub(crate) fn view(&self, limit: u64, now: Timestamp) -> ReportView {
        let text_chars = if limit == 1 { WHOLE_TEXT } else { limits::LONG_TEXT };
        let findings = self.0.findings.items.iter();
        let findings = findings.map(|finding| FindingView::with_texts(finding, false, text_chars, now));
        let page = ReportPage {
            text_chars,
            ..self.page()
        };
        ReportView::new(&self.0.report, findings.collect(), &page)
    }

    fn page(&self) -> ReportPage {
        let number = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
        ReportPage {
            offset: number(self.0.findings.offset),
            total: number(self.0.findings.total),
            max_chars: PAGE_CHARS,
            text_chars: limits::LONG_TEXT,
            open_risk: domain::posture::worst(&self.0.still_open),
            cited_rules: self.0.cited_rules.clone(),
            author_visible: false,
        }
    }
}
