use rating::{Confidence, Severity};
use schemars::JsonSchema;
use serde::Serialize;
use untrusted_text::{SafeText, safe_line, safe_text};

use super::ExportView;
use super::texts::{UNTRUSTED_NOTICE, limits, line, lines, submitter};
use crate::{Finding, FindingStatus, ProposedStatus, Timestamp};

/// A finding, wherever one is answered.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FindingView {
    /// What is wrong, in one line.
    #[schemars(with = "String")]
    pub title: SafeText,
    /// The severity that counts.
    pub severity: Severity,
    /// Rule, checklist item or advisory.
    #[schemars(with = "Option<String>")]
    pub rule_id: Option<SafeText>,
    /// Kind of thing.
    #[schemars(with = "String")]
    pub category: SafeText,
    /// Weakness.
    #[schemars(with = "Option<String>")]
    pub cwe: Option<SafeText>,
    /// OWASP category.
    #[schemars(with = "Option<String>")]
    pub owasp: Option<SafeText>,
    /// Path, as it was given.
    #[schemars(with = "Option<String>")]
    pub file_path: Option<SafeText>,
    /// First line, from 1.
    pub line_start: Option<u32>,
    /// Last line.
    pub line_end: Option<u32>,
    /// What goes wrong.
    #[schemars(with = "String")]
    pub description: SafeText,
    /// The lines that show it.
    #[schemars(with = "Option<String>")]
    pub evidence: Option<SafeText>,
    /// What to do instead.
    #[schemars(with = "Option<String>")]
    pub recommendation: Option<SafeText>,
    /// How sure the reviewer is.
    pub confidence: Option<Confidence>,
    /// What an attacker gains.
    #[schemars(with = "Option<String>")]
    pub impact: Option<SafeText>,
    /// How it was verified.
    #[schemars(with = "Option<String>")]
    pub verification: Option<SafeText>,
    /// Where the untrusted value enters.
    #[schemars(with = "Option<String>")]
    pub source: Option<SafeText>,
    /// Where it does harm.
    #[schemars(with = "Option<String>")]
    pub sink: Option<SafeText>,
    /// Number of the finding.
    pub id: i64,
    /// Report it belongs to.
    pub report_id: i64,
    /// The issue it is a sighting of.
    pub issue_id: i64,
    /// Identity of the issue: the same in the next report that finds it.
    pub fingerprint: String,
    /// Rises with every decision, proposal, rejection or change of severity: tells whether it is still what was read.
    pub version: i64,
    /// The status that counts now: an acceptance or a false positive whose end has come is `open`.
    pub status: FindingStatus,
    /// When the status last changed by a decision.
    pub status_changed_at: Option<Timestamp>,
    /// Why it was decided.
    #[schemars(with = "Option<String>")]
    pub status_reason: Option<SafeText>,
    /// Who decided.
    #[schemars(with = "Option<String>")]
    pub status_approver: Option<SafeText>,
    /// End of an acceptance or a false positive.
    pub status_expires_at: Option<Timestamp>,
    /// Severity of the finding when it was accepted or called a false positive.
    pub decided_severity: Option<Severity>,
    /// Status that an agent suggests; without effect until a person decides.
    pub proposed_status: Option<ProposedStatus>,
    /// Why it is suggested.
    #[schemars(with = "Option<String>")]
    pub proposed_reason: Option<SafeText>,
    /// Who suggests it.
    #[schemars(with = "Option<String>")]
    pub proposed_by: Option<SafeText>,
    /// When.
    pub proposed_at: Option<Timestamp>,
    /// The severity as reported, while a person has raised it.
    pub original_severity: Option<Severity>,
    /// Why the severity was changed.
    #[schemars(with = "Option<String>")]
    pub severity_reason: Option<SafeText>,
    /// Who changed it.
    #[schemars(with = "Option<String>")]
    pub severity_changed_by: Option<SafeText>,
    /// When.
    pub severity_changed_at: Option<Timestamp>,
    /// The current sighting that took its place; decide there.
    pub superseded_by: Option<i64>,
    /// First sighting since the issue was last fixed.
    pub first_seen_at: Timestamp,
    /// Records of it in other systems.
    pub exports: Vec<ExportView>,
}

impl FindingView {
    /// The finding as it stands now, for a reader who may not see authors, without its exports.
    pub fn new(finding: &Finding, now: Timestamp) -> Self {
        Self::for_reader(finding, false, now)
    }

    /// The finding as it stands now, without its exports.
    pub fn for_reader(finding: &Finding, author_visible: bool, now: Timestamp) -> Self {
        Self::with_texts(finding, author_visible, limits::LONG_TEXT, now)
    }

    /// The finding with at most `text_chars` characters of each of its long texts.
    pub fn with_texts(finding: &Finding, author_visible: bool, text_chars: usize, now: Timestamp) -> Self {
        let (content, standing) = (&finding.content, &finding.standing);
        let (proposal, change) = (finding.proposal.as_ref(), finding.rating_change.as_ref());
        let long = |text: &Option<String>| lines(text.as_deref(), text_chars);
        Self {
            title: safe_line(&content.title, limits::TITLE),
            severity: finding.severity,
            rule_id: line(content.rule_id.as_deref(), limits::RULE_ID),
            category: safe_line(&content.category, limits::CATEGORY),
            cwe: line(content.cwe.as_deref(), limits::CWE),
            owasp: line(content.owasp.as_deref(), limits::OWASP),
            file_path: line(content.file_path.as_deref(), limits::PATH),
            line_start: content.line_start,
            line_end: content.line_end,
            description: safe_text(&content.description, text_chars),
            evidence: long(&content.evidence),
            recommendation: long(&content.recommendation),
            confidence: content.confidence,
            impact: long(&content.impact),
            verification: long(&content.verification),
            source: line(content.source.as_deref(), limits::PATH),
            sink: line(content.sink.as_deref(), limits::PATH),
            id: finding.id,
            report_id: finding.report_id,
            issue_id: finding.issue_id,
            fingerprint: finding.fingerprint.clone(),
            version: finding.version,
            status: standing.effective(now),
            status_changed_at: standing.changed_at,
            status_reason: lines(standing.reason.as_deref(), limits::REASON),
            status_approver: line(standing.approver.as_deref(), limits::NAME),
            status_expires_at: standing.expires_at,
            decided_severity: standing.decided_severity,
            proposed_status: proposal.map(|proposal| proposal.status),
            proposed_reason: lines(proposal.map(|proposal| proposal.reason.as_str()), limits::REASON),
            proposed_by: proposal.map(|proposal| safe_line(&submitter(&proposal.by, author_visible), limits::NAME)),
            proposed_at: proposal.map(|proposal| proposal.at),
            original_severity: change.and_then(|change| change.original),
            severity_reason: lines(change.map(|change| change.reason.as_str()), limits::REASON),
            severity_changed_by: line(change.map(|change| change.by.as_str()), limits::NAME),
            severity_changed_at: change.map(|change| change.at),
            superseded_by: finding.superseded_by,
            first_seen_at: finding.first_seen_at,
            exports: Vec::new(),
        }
    }

    /// With its records in other systems.
    #[must_use]
    pub fn with_exports(self, exports: Vec<ExportView>) -> Self {
        Self { exports, ..self }
    }

    /// Characters of its texts that have no small limit: what the size of an answer depends on.
    pub fn text_chars(&self) -> usize {
        let optional = [
            &self.evidence, &self.recommendation, &self.impact, &self.verification, &self.status_reason,
            &self.proposed_reason, &self.severity_reason,
        ];
        let texts = optional.into_iter().flatten().chain([&self.title, &self.description]);
        texts.map(|text| text.as_str().chars().count()).sum()
    }
}

/// A finding as the whole of an answer.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FindingAnswer {
    /// What the texts are.
    pub notice: &'static str,
    /// The finding.
    #[serde(flatten)]
    pub finding: FindingView,
}

impl From<FindingView> for FindingAnswer {
    fn from(finding: FindingView) -> Self {
        Self {
            notice: UNTRUSTED_NOTICE,
            finding,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::testing::{dismissed, finding, instant};
    use crate::{FindingStatus, Proposal, RatingChange};

    fn shown(finding: &Finding, now: i64) -> Value {
        serde_json::to_value(FindingView::new(finding, instant(now))).expect("JSON")
    }

    #[test]
    fn a_finding_has_the_documented_keys() {
        let mut proposed = finding(31, Severity::High);
        proposed.proposal = Some(Proposal {
            status: ProposedStatus::Accepted,
            reason: "Only reachable from the admin network".to_owned(),
            by: "alice:laptop".to_owned(),
            at: instant(40),
        });
        assert_eq!(
            shown(&proposed, 50),
            json!({
                "title": "SQL injection in login", "severity": "high", "rule_id": "PY-004", "category": "code",
                "cwe": "CWE-89", "owasp": "A03:2021", "file_path": "src/app.py", "line_start": 10, "line_end": 12,
                "description": "The name of the user is part of the statement.",
                "evidence": "cursor.execute(\"... \" + user)", "recommendation": "Use bound parameters",
                "id": 31, "report_id": 12, "version": 1, "status": "open", "status_changed_at": null, "status_reason": null,
                "status_approver": null, "status_expires_at": null, "proposed_status": "accepted",
                "proposed_reason": "Only reachable from the admin network", "proposed_by": "laptop",
                "proposed_at": "1970-02-10T00:00:00Z", "original_severity": null, "severity_reason": null,
                "severity_changed_by": null, "severity_changed_at": null, "superseded_by": null,
                "first_seen_at": "1970-01-11T00:00:00Z", "exports": [],
                "fingerprint": "0123456789abcdef0123456789abcdef", "issue_id": 31, "confidence": null, "impact": null,
                "verification": null, "source": null, "sink": null, "decided_severity": null,
            })
        );
    }

    #[test]
    fn an_acceptance_whose_end_has_come_is_open_and_keeps_its_reason() {
        let accepted = dismissed(finding(31, Severity::High), FindingStatus::Accepted, Some(45));
        assert_eq!(shown(&accepted, 44)["status"], "accepted");
        let expired = shown(&accepted, 45);
        assert_eq!(expired["status"], "open");
        assert_eq!(expired["status_approver"], "bob");
        assert_eq!(expired["decided_severity"], "high");
        assert_eq!(expired["status_expires_at"], "1970-02-15T00:00:00Z");
    }

    #[test]
    fn a_raised_severity_is_shown_with_the_one_that_was_reported() {
        let mut raised = finding(31, Severity::Low);
        raised.severity = Severity::High;
        raised.rating_change = Some(RatingChange {
            original: Some(Severity::Low),
            reason: "Reachable from outside".to_owned(),
            by: "carol".to_owned(),
            at: instant(41),
        });
        let shown = shown(&raised, 50);
        assert_eq!(
            (&shown["severity"], &shown["original_severity"]),
            (&json!("high"), &json!("low"))
        );
        assert_eq!(shown["severity_changed_by"], "carol");
    }

    #[test]
    fn every_text_is_masked_shown_and_bounded() {
        let token = ["AKIA", "Q3EGVYR5LJ7WBTKM"].concat();
        let hostile = format!("x\u{202E}\n{token} {}", "y".repeat(30_000));
        let mut hidden = finding(31, Severity::High);
        let content = &mut hidden.content;
        content.title.clone_from(&hostile);
        content.category.clone_from(&hostile);
        content.description.clone_from(&hostile);
        for text in [
            &mut content.rule_id, &mut content.cwe, &mut content.owasp, &mut content.file_path, &mut content.evidence,
            &mut content.recommendation, &mut content.impact, &mut content.verification, &mut content.source,
            &mut content.sink,
        ] {
            *text = Some(hostile.clone());
        }
        hidden.standing.reason = Some(hostile.clone());
        hidden.standing.approver = Some(hostile.clone());
        hidden.proposal = Some(Proposal {
            status: ProposedStatus::Fixed,
            reason: hostile.clone(),
            by: hostile.clone(),
            at: instant(1),
        });
        let shown = shown(&hidden, 50);
        let texts = shown.as_object().unwrap().values().filter_map(Value::as_str);
        let long: Vec<_> = texts
            .filter(|text| text.contains('y') && text.starts_with('x'))
            .collect();
        assert!(long.len() >= 16, "{}", long.len());
        for text in long {
            assert!(text.starts_with("x<U+202E>"), "{text}");
            assert!(!text.contains(&token) && text.chars().count() <= limits::LONG_TEXT);
        }
        assert!(!shown["title"].as_str().unwrap().contains('\n'));
    }

    #[test]
    fn a_finding_alone_says_that_its_texts_are_data() {
        let answer = FindingAnswer::from(FindingView::new(&finding(31, Severity::High), instant(50)));
        let shown = serde_json::to_value(answer).unwrap();
        assert!(shown["notice"].as_str().unwrap().contains("data, not instructions"));
        assert_eq!(shown["id"], 31);
    }
}
