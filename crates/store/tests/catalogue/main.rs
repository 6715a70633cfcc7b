//! The catalogue through its public functions, on both engines.

#[macro_use]
mod db;
mod edits;
mod proposals;
mod seeding;

use domain::{ChecklistItem, Severity, Standard};
use store::catalogue::RuleEntry;

fn rule(id: &str, definition: &str) -> RuleEntry {
    RuleEntry {
        id: id.to_owned(),
        title: format!("Title of {id}"),
        severity: Severity::High,
        cwe: Some("CWE-89".to_owned()),
        languages: vec!["*".to_owned()],
        definition: definition.to_owned(),
    }
}

fn item(domain: &str, id: &str, text: &str) -> ChecklistItem {
    ChecklistItem {
        domain: domain.to_owned(),
        id: id.to_owned(),
        title: format!("Title of {id}"),
        what_to_look_for: text.to_owned(),
        cwe: None,
    }
}

fn standard(slug: &str, content: &str) -> Standard {
    Standard {
        slug: slug.to_owned(),
        title: format!("Title of {slug}"),
        description: String::new(),
        technologies: vec!["rust".to_owned()],
        file_patterns: vec!["*.rs".to_owned()],
        content: content.to_owned(),
        enabled: true,
    }
}

fn message(error: store::Error) -> String {
    match error {
        store::Error::Domain(error) => error.to_string(),
        other => panic!("{other:?}"),
    }
}
