//! The rules of a log: one for each rule that has a result, in order of first use.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use untrusted_text::{safe_line, safe_text};

use super::{RuleMeta, uri};
use crate::view::limits;
use crate::{Finding, FindingContent};

/// Kinds of advisories whose page is that of the OSV database, with a year and a number after the kind.
const ADVISORIES: [&str; 6] = ["PYSEC-", "CVE-", "OSV-", "RUSTSEC-", "GO-", "MAL-"];

/// What a finding is grouped by: its rule, else its weakness, else its category.
pub(super) fn rule_key(content: &FindingContent) -> String {
    let named = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    named(&content.rule_id)
        .or_else(|| named(&content.cwe))
        .unwrap_or_else(|| format!("secreview/{}", content.category))
}

/// The rules that have a result.
pub(super) struct Rules<'a> {
    registry: &'a dyn Fn(&str) -> Option<RuleMeta>,
    rows: Vec<Value>,
    index: BTreeMap<String, usize>,
}

impl<'a> Rules<'a> {
    pub(super) fn new(registry: &'a dyn Fn(&str) -> Option<RuleMeta>) -> Self {
        Self {
            registry,
            rows: Vec::new(),
            index: BTreeMap::new(),
        }
    }

    /// The id that results give, and the index of the rule.
    pub(super) fn index_of(&mut self, finding: &Finding) -> (String, usize) {
        let id = safe_line(&rule_key(&finding.content), limits::OWASP + limits::CATEGORY).into_string();
        if let Some(index) = self.index.get(&id) {
            return (id, *index);
        }
        let known = finding.content.rule_id.as_deref().and_then(self.registry);
        self.rows.push(described(&id, finding, known));
        self.index.insert(id.clone(), self.rows.len() - 1);
        (id, self.rows.len() - 1)
    }

    pub(super) fn into_rows(self) -> Vec<Value> {
        self.rows
    }
}

/// The rule as the registry describes it, so that it stays the same from one log to the next; else as its first finding does.
fn described(id: &str, finding: &Finding, known: Option<RuleMeta>) -> Value {
    let content = &finding.content;
    let known_here = known.is_some();
    let rule = known.unwrap_or_else(|| RuleMeta {
        title: content.title.clone(),
        description: content.description.clone(),
        fix: content.recommendation.clone().unwrap_or_default(),
        severity: finding.severity,
        cwe: content.cwe.clone(),
    });
    let cwe = rule.cwe.as_deref().and_then(cwe_number);
    let mut tags = vec!["security".to_owned()];
    if let Some(number) = cwe {
        tags.push(format!("CWE-{number}"));
        tags.push(format!("external/cwe/cwe-{number}"));
    }
    let what = if rule.description.is_empty() {
        &rule.title
    } else {
        &rule.description
    };
    let mut row = json!({
        "id": id,
        "name": safe_line(&rule.title, 100),
        "shortDescription": { "text": safe_line(&rule.title, 200) },
        "fullDescription": { "text": safe_text(what, 1_000) },
        "defaultConfiguration": { "level": rule.severity.sarif_level() },
        "properties": { "tags": tags, "security-severity": rule.severity.sarif_score() },
    });
    if !rule.fix.trim().is_empty() {
        row["help"] = json!({ "text": safe_text(&rule.fix, 1_000) });
    }
    // An id that the registry knows is no advisory, whatever it looks like.
    let advisory = Some(id).filter(|id| !known_here && is_advisory(id));
    if let Some(id) = advisory {
        row["helpUri"] = format!("https://osv.dev/vulnerability/{}", uri::segment(id)).into();
    } else if let Some(number) = cwe.filter(|_| known_here || cwe_number(id).is_some()) {
        row["helpUri"] = format!("https://cwe.mitre.org/data/definitions/{number}.html").into();
    }
    row
}

fn cwe_number(cwe: &str) -> Option<&str> {
    let number = cwe.strip_prefix("CWE-")?;
    (!number.is_empty() && number.len() <= 10 && number.bytes().all(|b| b.is_ascii_digit())).then_some(number)
}

/// `GHSA-xxxx-xxxx-xxxx`, or a kind, a year and a number. `GO-001` is a rule for code in Go.
fn is_advisory(id: &str) -> bool {
    if let Some(rest) = id.strip_prefix("GHSA-") {
        let mut parts = rest.split('-');
        return rest.len() == 14
            && parts.all(|part| part.len() == 4 && part.bytes().all(|b| b.is_ascii_alphanumeric()));
    }
    let numbers = ADVISORIES.iter().find_map(|kind| id.strip_prefix(kind));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    numbers
        .and_then(|numbers| numbers.split_once('-'))
        .is_some_and(|(year, number)| year.len() == 4 && digits(year) && digits(number))
}

#[cfg(test)]
mod tests {
    use rating::Severity;

    use super::*;
    use crate::testing::finding;

    #[test]
    fn the_key_is_the_rule_else_the_weakness_else_the_category() {
        let mut content = finding(1, Severity::High).content;
        assert_eq!(rule_key(&content), "PY-004");
        content.rule_id = Some(String::new());
        assert_eq!(rule_key(&content), "CWE-89");
        content.cwe = None;
        assert_eq!(rule_key(&content), "secreview/code");
    }

    #[test]
    fn the_page_of_a_rule_is_that_of_its_weakness_or_advisory() {
        let help = |rule_id: &str, cwe: Option<&str>, known: bool| {
            let mut finding = finding(1, Severity::High);
            finding.content.rule_id = Some(rule_id.to_owned());
            finding.content.cwe = cwe.map(str::to_owned);
            let registry = |_: &str| {
                known.then(|| RuleMeta {
                    title: "Title".to_owned(),
                    description: String::new(),
                    fix: String::new(),
                    severity: Severity::Low,
                    cwe: Some("CWE-78".to_owned()),
                })
            };
            let mut rules = Rules::new(&registry);
            rules.index_of(&finding);
            rules.into_rows()[0]["helpUri"].as_str().map(str::to_owned)
        };
        let osv = |id: &str| Some(format!("https://osv.dev/vulnerability/{id}"));
        let cwe = |number: u32| Some(format!("https://cwe.mitre.org/data/definitions/{number}.html"));
        assert_eq!(
            help("GHSA-jfh8-c2jp-5v3q", Some("CWE-502"), false),
            osv("GHSA-jfh8-c2jp-5v3q")
        );
        assert_eq!(help("GO-2024-2687", None, false), osv("GO-2024-2687"));
        assert_eq!(help("CVE-2021-44228", None, false), osv("CVE-2021-44228"));
        assert_eq!(help("GO-001", None, false), None);
        assert_eq!(help("GHSA-../../x", None, false), None);
        assert_eq!(help("", Some("CWE-89"), false), cwe(89));
        assert_eq!(help("PY-004", Some("CWE-89"), false), None);
        assert_eq!(help("PY-004", None, true), cwe(78));
    }
}
