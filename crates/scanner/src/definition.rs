//! A rule as a text that can be stored: one `[[rules]]` entry, always written the same way.
//!
//! The build script includes this file too: it takes the digest of all definitions, so that a start need not write them.

use toml::{Table, Value};

/// Fields in the order in which people read them. Others follow in alphabetical order.
const ORDER: [&str; 20] = [
    "id", "title", "severity", "confidence", "cwe", "owasp", "languages", "except_languages", "except_files",
    "except_places", "ignore_in", "pattern", "not_pattern", "ignore_case", "what", "why", "fix", "references",
    "positive", "negative",
];

/// The definition of the rule with these fields. Equal fields give equal texts, whatever their layout in a file was; a
/// text field that is blank is left out, as it counts as missing.
pub(crate) fn write(fields: &Table) -> String {
    let known = ORDER.iter().filter_map(|key| fields.get_key_value(*key));
    let mut others: Vec<_> = fields
        .iter()
        .filter(|(key, _)| !ORDER.contains(&key.as_str()))
        .collect();
    others.sort_by_key(|(key, _)| *key);
    let mut text = String::from("[[rules]]\n");
    for (key, value) in known.chain(others) {
        if !matches!(value, Value::String(content) if content.trim().is_empty()) {
            let line = Table::from_iter([(key.clone(), value.clone())]);
            // Texts of several lines and lists are laid out for people.
            text.push_str(&toml::to_string_pretty(&line).unwrap_or_else(|_| format!("{key} = {value}\n")));
        }
    }
    text
}
