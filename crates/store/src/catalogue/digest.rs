//! Digests by which an entry is recognised as the shipped one.

use std::fmt::Write as _;

use domain::{ChecklistItem, Standard};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// Of a rule: SHA-256 of its text, in hexadecimal digits.
pub fn of_definition(definition: &str) -> String {
    hex(definition.as_bytes())
}

/// Of a checklist item: SHA-256 of its fields as JSON.
pub fn of_item(item: &ChecklistItem) -> String {
    of_json(item)
}

/// Of a standard: SHA-256 of its fields as JSON. Switching a standard off does not change what it says.
pub fn of_standard(standard: &Standard) -> String {
    of_json(&Standard {
        enabled: true,
        ..standard.clone()
    })
}

fn of_json(value: &impl Serialize) -> String {
    // Texts, lists of texts and flags: there is nothing in them that JSON cannot say.
    hex(&serde_json::to_vec(value).unwrap_or_default())
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
