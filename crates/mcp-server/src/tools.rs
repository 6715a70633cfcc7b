//! The tools, one file each.

mod check_project_gate;
mod export_sarif;
mod get_development_standards;
mod get_project_security_posture;
mod get_review_checklist;
mod get_security_report;
mod get_trend_report;
mod list_checklists;
mod list_development_standards;
mod list_rules;
mod list_security_reports;
mod propose_finding_status;
mod propose_opengrep_rule;
mod reload_rules;
mod request_project;
mod save_security_report;
mod scan_code;

use std::sync::LazyLock;

use crate::tool::Entry;

/// Every tool, in the order of `tools/list`.
pub(crate) fn table() -> &'static [Entry] {
    static TABLE: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        vec![
            Entry::of::<list_checklists::ListChecklists>(),
            Entry::of::<get_review_checklist::GetReviewChecklist>(),
            Entry::of::<scan_code::ScanCode>(),
            Entry::of::<list_rules::ListRules>(),
            Entry::of::<reload_rules::ReloadRules>(),
            Entry::of::<list_development_standards::ListDevelopmentStandards>(),
            Entry::of::<get_development_standards::GetDevelopmentStandards>(),
            Entry::of::<save_security_report::SaveSecurityReport>(),
            Entry::of::<get_security_report::GetSecurityReport>(),
            Entry::of::<list_security_reports::ListSecurityReports>(),
            Entry::of::<propose_finding_status::ProposeFindingStatus>(),
            Entry::of::<propose_opengrep_rule::ProposeOpengrepRule>(),
            Entry::of::<get_project_security_posture::GetProjectSecurityPosture>(),
            Entry::of::<check_project_gate::CheckProjectGate>(),
            Entry::of::<export_sarif::ExportSarif>(),
            Entry::of::<get_trend_report::GetTrendReport>(),
            Entry::of::<request_project::RequestProject>(),
        ]
    });
    &TABLE
}

/// A tool by its name.
pub(crate) fn find(name: &str) -> Option<&'static Entry> {
    table().iter().find(|entry| entry.name == name)
}
