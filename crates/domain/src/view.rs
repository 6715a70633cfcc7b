//! The shapes in which reports and findings are answered.
//!
//! Every text that a reviewer, an agent or a person wrote is a `SafeText` here: masked, hidden characters shown, cut at the
//! limit of its field with a visible mark. It becomes one in the constructor of its view and nowhere else. Statuses are the
//! effective ones. The author of a report is shown only where the constructor is told so; the same goes for the name in front
//! of the label of a personal token (`alice:laptop`), which would give the author away.

mod comment;
mod export;
mod finding;
mod list;
mod report;
mod rule_proposal;
mod saved;
mod texts;

#[cfg(test)]
mod tests;

pub use comment::{CommentList, CommentView};
pub use export::{ExportState, ExportView};
pub use finding::{FindingAnswer, FindingView};
pub use list::{
    AcceptanceList, AcceptanceRow, FindingList, FindingRow, ReportContext, ReportCounts, ReportList, ReportRow,
};
pub use report::{ChecklistResultView, ReportPage, ReportView};
pub use rule_proposal::{
    RuleProposalAnswer, RuleProposalStatus, RuleProposalView, RuleTest, RuleTestStatus, StoredRuleProposal,
};
pub use saved::{CoverageView, MovedDecisionView, Saved, SavedReport};
pub use texts::{UNTRUSTED_NOTICE, limits, next_offset, submitter};
