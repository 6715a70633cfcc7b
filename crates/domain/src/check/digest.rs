//! One number for everything a reviewer said.

use rating::Severity;
use sha2::{Digest, Sha256};

use crate::{ChecklistOutcome, FindingContent, ReportHead};

/// SHA-256 of a key against saving twice, hexadecimal.
pub(super) fn of_key(key: &str) -> String {
    let mut fields = Fields(Sha256::new_with_prefix(b"secreview/key/1"));
    fields.text(key);
    fields.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// SHA-256, hexadecimal, over the fields of a report, each with its length, so that no two different reports run together.
/// What the server adds (titles, items without a result) is left out.
pub(super) fn of(head: &ReportHead, findings: &[FindingContent], declared_risk: Option<Severity>) -> String {
    // All fields are named: a new one does not compile until it is decided whether it belongs here.
    let ReportHead {
        project,
        repository,
        branch,
        commit_sha,
        reviewer,
        author,
        scope,
        review_type,
        summary,
        checklist_results,
        scan_rules,
    } = head;
    let mut fields = Fields(Sha256::new_with_prefix(b"secreview/report/1"));
    fields.text(project.as_str());
    for optional in [repository, branch, commit_sha, reviewer, author, scope] {
        fields.optional(optional.as_deref());
    }
    fields.optional(review_type.map(|r| r.as_str()));
    fields.text(summary);
    fields.optional(declared_risk.map(Severity::as_str));
    let claims: Vec<_> = checklist_results
        .iter()
        .filter(|result| result.outcome != ChecklistOutcome::NotCovered)
        .collect();
    fields.count(claims.len());
    for claim in claims {
        fields.text(&claim.item_id);
        fields.text(claim.outcome.as_str());
    }
    fields.count(scan_rules.len());
    scan_rules.iter().for_each(|rule| fields.text(rule));
    fields.count(findings.len());
    findings.iter().for_each(|finding| fields.finding(finding));
    fields.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

struct Fields(Sha256);

impl Fields {
    fn count(&mut self, count: usize) {
        self.0.update((count as u64).to_be_bytes());
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.update(text.as_bytes());
    }

    fn optional(&mut self, text: Option<&str>) {
        self.0.update([u8::from(text.is_some())]);
        self.text(text.unwrap_or_default());
    }

    fn number(&mut self, number: Option<u32>) {
        self.0.update([u8::from(number.is_some())]);
        self.0.update(number.unwrap_or_default().to_be_bytes());
    }

    fn finding(&mut self, finding: &FindingContent) {
        let FindingContent {
            title,
            severity,
            rule_id,
            category,
            cwe,
            owasp,
            file_path,
            line_start,
            line_end,
            description,
            evidence,
            recommendation,
            confidence,
            impact,
            verification,
            source,
            sink,
        } = finding;
        for text in [title.as_str(), severity.as_str(), category, description] {
            self.text(text);
        }
        for optional in [
            rule_id, cwe, owasp, file_path, evidence, recommendation, impact, verification, source, sink,
        ] {
            self.optional(optional.as_deref());
        }
        self.optional(confidence.map(|c| c.as_str()));
        self.number(*line_start);
        self.number(*line_end);
    }
}
