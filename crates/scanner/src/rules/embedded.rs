//! The rules that are part of the program. The build script reads their files, so that a start does not.

use super::table::{Embedded, Table};
use crate::anchors::Anchors;

include!(concat!(env!("OUT_DIR"), "/embedded_rules.rs"));

/// A rule as the build script writes it.
pub(super) struct EmbeddedRule {
    pub(super) file: &'static str,
    /// SHA-256 of the definition, in hexadecimal digits.
    pub(super) digest: &'static str,
    fields: &'static [(&'static str, Embedded)],
    anchors: EmbeddedAnchors,
}

/// [`Anchors`] as the build script writes them.
enum EmbeddedAnchors {
    Literals(&'static [&'static [u8]]),
    NonAscii,
    EveryLine,
}

impl EmbeddedRule {
    pub(super) fn table(&self) -> Table {
        self.fields.into()
    }

    pub(super) fn id(&self) -> &'static str {
        let id = self.fields.iter().find_map(|(key, value)| match value {
            Embedded::Text(text) if *key == "id" => Some(*text),
            _ => None,
        });
        id.unwrap_or_default()
    }

    /// The fields, as a file holds them.
    pub(super) fn fields(&self) -> toml::Table {
        let value = |value: &Embedded| match value {
            Embedded::Text(text) => toml::Value::from(*text),
            Embedded::Flag(flag) => toml::Value::from(*flag),
            Embedded::List(texts) => toml::Value::Array(texts.iter().map(|text| toml::Value::from(*text)).collect()),
        };
        self.fields
            .iter()
            .map(|(key, embedded)| ((*key).to_owned(), value(embedded)))
            .collect()
    }

    pub(super) fn anchors(&self) -> Anchors {
        match self.anchors {
            EmbeddedAnchors::Literals(literals) => {
                Anchors::Literals(literals.iter().map(|literal| literal.to_vec()).collect())
            }
            EmbeddedAnchors::NonAscii => Anchors::NonAscii,
            EmbeddedAnchors::EveryLine => Anchors::EveryLine,
        }
    }
}
