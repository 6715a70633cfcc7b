//! Values that a person typed as a password.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::shape::is_uuid;
use super::words::is_words;
use crate::names::Name;

/// Longest value a person may have typed, in characters.
const HUMAN_MAX: usize = 64;

static COMMON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("../common_passwords.txt").lines().collect());

/// Whether a person may have typed the value as a password.
pub(super) fn is_human_made(value: &str, name: &Name) -> bool {
    let count = value.chars().count();
    if !(6..=HUMAN_MAX).contains(&count) || !name.takes_human_value() {
        return false;
    }
    let blanks = value.split_whitespace().count().saturating_sub(1);
    if blanks > 0 && !(name.is_phrase() && value.split_whitespace().count() >= 4) {
        return false;
    }
    // A prompt, a label, a statement.
    if value.trim() != value || value.ends_with(':') {
        return false;
    }
    let has = |f: fn(char) -> bool| value.chars().any(f);
    let lower = has(char::is_lowercase);
    let upper = has(char::is_uppercase);
    let digit = has(|c| c.is_ascii_digit());
    let sign = has(|c| !c.is_alphanumeric() && !c.is_whitespace());
    let classes = [lower, upper, digit, sign].iter().filter(|c| **c).count();
    if classes < 2 {
        return false;
    }
    // `camelCase`, `snake_case`, `kebab-case`, `UPPER_CASE`, `Word` are identifiers, keys of translations, enum members.
    let only_joins = value.chars().all(|c| c.is_alphabetic() || "_-.".contains(c));
    if only_joins && (!upper || is_words(value) || !lower && value.contains(['_', '.'])) {
        return false;
    }
    if value.chars().all(char::is_alphabetic)
        && value.chars().skip(1).filter(|c| c.is_uppercase()).count() <= 2
        && is_words(value)
    {
        return false;
    }
    if value.chars().all(|c| c.is_ascii_digit() || "-:/. ".contains(c)) {
        return false;
    }
    // `ERR_SECRET_MISMATCH_409`: a constant.
    let constant = value.contains('_')
        && value
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    if constant && is_words(value) {
        return false;
    }
    !is_uuid(value)
}

/// Whether the value is one of the most used passwords.
pub(crate) fn is_common_password(value: &str) -> bool {
    COMMON.contains(value.to_lowercase().as_str())
}
