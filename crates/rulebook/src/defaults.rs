//! What the program brings: pattern rules, checklists, development standards.

use std::fmt::Write as _;
use std::sync::LazyLock;

use domain::checklist::parse_checklists;
use domain::standard::parse_standards;
use domain::{ChecklistItem, Standard};
use scanner::Definition;
use sha2::{Digest as _, Sha256};
use store::catalogue::{Defaults, RuleEntry};

include!(concat!(env!("OUT_DIR"), "/embedded_files.rs"));

/// Counted up when the same files are stored in another form.
const FORM: &str = "1";

/// One digest of everything; known without reading any of it.
pub fn digest() -> String {
    let parts = [FORM, Definition::shipped_digest(), FILES_DIGEST];
    Sha256::digest(parts.join(" "))
        .iter()
        .fold(String::from("sha256:"), |mut digest, byte| {
            let _ = write!(digest, "{byte:02x}");
            digest
        })
}

/// Everything, as it is seeded.
pub fn shipped() -> Defaults {
    Defaults {
        rules: Definition::shipped().into_iter().map(entry).collect(),
        items: items().to_vec(),
        standards: standards().to_vec(),
    }
}

/// The checklist items.
///
/// # Panics
///
/// When a shipped file is invalid, which the tests exclude.
pub fn items() -> &'static [ChecklistItem] {
    static ITEMS: LazyLock<Vec<ChecklistItem>> = LazyLock::new(|| {
        parse_checklists(CHECKLISTS).unwrap_or_else(|error| panic!("the shipped checklists are invalid:\n{error}"))
    });
    &ITEMS
}

/// The development standards.
///
/// # Panics
///
/// When a shipped file is invalid, which the tests exclude.
pub fn standards() -> &'static [Standard] {
    static STANDARDS_READ: LazyLock<Vec<Standard>> = LazyLock::new(|| {
        parse_standards(STANDARDS).unwrap_or_else(|error| panic!("the shipped standards are invalid:\n{error}"))
    });
    &STANDARDS_READ
}

/// A definition as it is stored.
pub(crate) fn entry(definition: Definition) -> RuleEntry {
    RuleEntry {
        id: definition.id,
        title: definition.title,
        severity: definition.severity,
        cwe: definition.cwe,
        languages: definition.languages,
        definition: definition.toml,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use store::catalogue::of_definition;

    use super::*;

    #[test]
    fn every_shipped_file_is_valid() {
        let shipped = shipped();
        assert_eq!(shipped.rules.len(), Definition::shipped_digests().count());
        assert!(shipped.items.len() >= 123 && shipped.standards.len() >= 12);
        let ids: Vec<_> = shipped.rules.iter().map(|rule| rule.id.as_str()).collect();
        assert!(ids.is_sorted());
    }

    #[test]
    fn the_digests_of_the_program_are_those_of_the_database() {
        let digests: BTreeMap<_, _> = Definition::shipped_digests().collect();
        for rule in shipped().rules {
            assert_eq!(digests[rule.id.as_str()], of_definition(&rule.definition));
        }
    }

    #[test]
    fn one_digest_stands_for_everything() {
        assert!(digest().starts_with("sha256:") && digest().len() == 71);
        assert_eq!(digest(), digest());
    }
}
