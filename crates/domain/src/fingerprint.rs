//! The identity of an issue: what two sightings must share to be sightings of the same thing.
//!
//! Neither lines nor severity, description, branch or reviewer are part of it: they change while the issue stays.
//! [`v2`] is what the platform pairs by; [`v1`] is given out beside it, for other tools that know an issue by it.

mod package;

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use crate::{FindingContent, ProjectName};

/// What the rule key starts with where neither a rule nor a weakness is named, and the name of both versions.
const NAMESPACE: &str = "secreview/";

/// Version 1, 32 hexadecimal digits: project, rule key, path and title joined by `|`. The case of the rule and the spelling
/// of the path are part of it; blanks around the title and its case are not.
pub fn v1(project: &ProjectName, finding: &FindingContent) -> String {
    let path = finding.file_path.as_deref().unwrap_or_default();
    let title = finding.title.trim().to_lowercase();
    first_half(Sha256::new().chain_update(format!("{project}|{}|{path}|{title}", rule_key(finding))))
}

/// Version 2, 32 hexadecimal digits: the same four values, each with its length before it, so that no value can pass for
/// another, and each in one spelling:
///
/// * the rule key in lower case;
/// * the path with `/` between its parts, without `.` and empty parts (case and `..` are kept);
/// * the title in Unicode form C, in lower case, with single blanks; the one of a dependency without versions, so that the
///   issue survives an upgrade that does not repair it.
pub fn v2(project: &ProjectName, finding: &FindingContent) -> String {
    let values = [
        project.as_str(),
        &spelled(&rule_key(finding)),
        &path(finding.file_path.as_deref().unwrap_or_default()),
        &title(finding),
    ];
    let mut hash = Sha256::new().chain_update("secreview/v2");
    for value in values {
        hash.update((value.len() as u64).to_be_bytes());
        hash.update(value);
    }
    first_half(hash)
}

/// The rule, else the weakness, else the category; an empty value is none.
fn rule_key(finding: &FindingContent) -> String {
    [&finding.rule_id, &finding.cwe]
        .into_iter()
        .flatten()
        .find(|value| !value.trim().is_empty())
        .cloned()
        .unwrap_or_else(|| format!("{NAMESPACE}{}", finding.category))
}

fn title(finding: &FindingContent) -> String {
    let title = spelled(&finding.title);
    match finding.category.trim() {
        category if category.eq_ignore_ascii_case("dependency") => package::without_versions(&title),
        _ => title,
    }
}

/// Form C, lower case, single blanks. Lower case can leave form C, so that it comes last.
fn spelled(text: &str) -> String {
    let lower: String = text.nfc().collect::<String>().to_lowercase().nfc().collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn path(path: &str) -> String {
    let slashed: String = path.trim().replace('\\', "/").nfc().collect();
    let root = if slashed.starts_with('/') { "/" } else { "" };
    let parts: Vec<&str> = slashed.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    format!("{root}{}", parts.join("/"))
}

fn first_half(hash: Sha256) -> String {
    let mut text = String::with_capacity(32);
    for byte in &hash.finalize()[..16] {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sightings;

    fn project() -> ProjectName {
        ProjectName::parse("my-repo").unwrap()
    }

    fn content(rule: Option<&str>, path: Option<&str>, title: &str) -> FindingContent {
        FindingContent {
            rule_id: rule.map(str::to_owned),
            file_path: path.map(str::to_owned),
            title: title.to_owned(),
            ..sightings::content(Some(1))
        }
    }

    #[test]
    fn version_1_gives_the_values_other_tools_know() {
        let injection = content(Some("PY-004"), Some("src/app.py"), "SQL injection in login");
        assert_eq!(v1(&project(), &injection), "c0ce439e93ac1e7524c0b4ea666a8306");
        let debug = FindingContent {
            category: "configuration".to_owned(),
            ..content(None, None, "  Debug on ")
        };
        assert_eq!(v1(&project(), &debug), "0598df3a1d4a1a52bc898d2d298a2f05");
    }

    #[test]
    fn version_2_never_changes_its_values() {
        let injection = content(Some("PY-004"), Some("src/app.py"), "SQL injection in login");
        assert_eq!(v2(&project(), &injection), "b2ceb9c43a4179da28eaef522276b3a9");
        let debug = FindingContent {
            category: "configuration".to_owned(),
            ..content(None, None, "  Debug on ")
        };
        assert_eq!(v2(&project(), &debug), "ff0e0d000db1c2b9674866728ec9a86f");
    }

    #[test]
    fn an_empty_rule_or_weakness_is_none() {
        let by_cwe = FindingContent {
            cwe: Some("CWE-89".to_owned()),
            ..content(Some(""), None, "Injection")
        };
        assert_eq!(rule_key(&by_cwe), "CWE-89");
        let by_category = FindingContent {
            cwe: Some(String::new()),
            ..content(None, None, "Injection")
        };
        assert_eq!(rule_key(&by_category), "secreview/code");
    }

    /// Changes to a finding: whether version 1 and version 2 stay the same.
    #[test]
    fn only_what_names_the_issue_is_part_of_its_identity() {
        type Change = fn(&mut FindingContent);
        let changes: [(&str, Change, bool, bool); 16] = [
            ("line", |f| f.line_start = Some(77), true, true),
            ("severity", |f| f.severity = rating::Severity::Info, true, true),
            ("description", |f| f.description = "Other words".into(), true, true),
            ("evidence", |f| f.evidence = Some("x = 1".into()), true, true),
            ("weakness beside a rule", |f| f.cwe = Some("CWE-1".into()), true, true),
            ("case of the title", |f| f.title = " CAFÉ login".into(), true, true),
            (
                "form of the title",
                |f| f.title = "Cafe\u{301} login".into(),
                false,
                true,
            ),
            ("blanks in the title", |f| f.title = "Café \t login".into(), false, true),
            ("case of the rule", |f| f.rule_id = Some("py-004".into()), false, true),
            (
                "dot before the path",
                |f| f.file_path = Some("./src/app.py".into()),
                false,
                true,
            ),
            (
                "double slash",
                |f| f.file_path = Some("src//./app.py".into()),
                false,
                true,
            ),
            ("backslash", |f| f.file_path = Some("src\\app.py".into()), false, true),
            (
                "case of the path",
                |f| f.file_path = Some("src/App.py".into()),
                false,
                false,
            ),
            ("root", |f| f.file_path = Some("/src/app.py".into()), false, false),
            ("rule", |f| f.rule_id = Some("PY-005".into()), false, false),
            ("title", |f| f.title = "Café logout".into(), false, false),
        ];
        let base = content(Some("PY-004"), Some("src/app.py"), "Café login");
        for (what, change, same_1, same_2) in changes {
            let mut changed = base.clone();
            change(&mut changed);
            assert_eq!(
                v1(&project(), &changed) == v1(&project(), &base),
                same_1,
                "version 1: {what}"
            );
            assert_eq!(
                v2(&project(), &changed) == v2(&project(), &base),
                same_2,
                "version 2: {what}"
            );
        }
    }

    #[test]
    fn a_value_cannot_pass_for_its_neighbour_in_version_2() {
        let a = content(Some("R"), Some("a|b"), "title");
        let b = content(Some("R|a"), Some("b"), "title");
        assert_eq!(v1(&project(), &a), v1(&project(), &b));
        assert_ne!(v2(&project(), &a), v2(&project(), &b));
    }

    #[test]
    fn a_vulnerable_dependency_stays_the_same_issue_after_an_upgrade() {
        let of = |title: &str, category: &str| {
            let finding = FindingContent {
                category: category.to_owned(),
                ..content(Some("CVE-2021-23337"), Some("package-lock.json"), title)
            };
            v2(&project(), &finding)
        };
        assert_eq!(
            of("Vulnerable dependency: lodash 4.17.20", "dependency"),
            of("Vulnerable dependency: lodash 4.17.15", "dependency")
        );
        assert_ne!(
            of("Vulnerable dependency: lodash 4.17.20", "dependency"),
            of("Vulnerable dependency: underscore 4.17.20", "dependency")
        );
        assert_ne!(of("TLS 1.0 in use", "code"), of("TLS 1.1 in use", "code"));
    }
}
