//! The form of the ids of rules and checklist items.

/// Whether a text has the form of the id of a rule or a checklist item: 3 to 50 characters, words of upper-case letters and
/// digits joined by `-`, at least two, the first starting with a letter. `PY-001`, `ACME-CL-01`.
pub(crate) fn is_rule_id(text: &str) -> bool {
    (3..=50).contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.contains('-')
        && text.split('-').all(is_upper_word)
}

/// Prefixes kept for the rules and checklist items that come with the platform, and for those to come.
const RESERVED: &[&str] = &[
    "AI", "API", "C", "CFG", "CI", "CRED", "CS", "DEP", "FA", "GEN", "GHA", "GL", "GO", "JK", "JV", "KT", "MCP", "NG",
    "PHP", "PY", "RB", "RS", "SC", "SH", "SP", "SQL", "SW", "TF", "TS", "WEB", "XML",
];

/// Whether the part before the first `-` is kept for the platform: a new rule of an organisation may not take it.
pub(crate) fn has_reserved_prefix(id: &str) -> bool {
    id.split('-').next().is_some_and(|prefix| RESERVED.contains(&prefix))
}

/// Whether a text is meant as such an id: a prefix of words that start with a letter, then `-` and 1 to 4 digits. The ids of
/// advisories (`CVE-2026-1234`, `GHSA-…`) do not have this shape.
pub(crate) fn looks_like_rule_id(text: &str) -> bool {
    let Some((prefix, number)) = text.rsplit_once('-') else {
        return false;
    };
    (1..=4).contains(&number.len())
        && number.bytes().all(|b| b.is_ascii_digit())
        && prefix
            .split('-')
            .all(|word| is_upper_word(word) && word.starts_with(|c: char| c.is_ascii_uppercase()))
}

fn is_upper_word(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_upper_case_words_joined_by_hyphens() {
        for id in ["PY-001", "ACME-CL-01", "A-1", "K8S-X"] {
            assert!(is_rule_id(id), "{id}");
        }
        for id in [
            "PY", "py-001", "PY--1", "PY-", "-PY-1", "1A-B", "PY_1-2", "PY-é", "", "A-",
        ] {
            assert!(!is_rule_id(id), "{id}");
        }
        assert!(is_rule_id(&format!("A-{}", "1".repeat(48))) && !is_rule_id(&format!("A-{}", "1".repeat(49))));
    }

    #[test]
    fn prefixes_of_the_platform_are_reserved() {
        assert!(has_reserved_prefix("PY-900") && has_reserved_prefix("DEP-X-1"));
        assert!(!has_reserved_prefix("PYX-900") && !has_reserved_prefix("ACME-PY-1") && !has_reserved_prefix("py-9"));
    }

    #[test]
    fn ids_of_advisories_do_not_look_like_rules() {
        for id in ["PY-001", "PY-01", "ACME-CL-1", "GO-2024"] {
            assert!(looks_like_rule_id(id), "{id}");
        }
        let others = [
            "CVE-2026-1234", "GHSA-abcd-efgh-ijkl", "GO-2026-0001", "RUSTSEC-2026-0001", "PYSEC-2026-7",
            "SNYK-JS-LODASH-590103", "py-001", "PY", "PY-", "-1",
        ];
        for id in others {
            assert!(!looks_like_rule_id(id), "{id}");
        }
    }
}
