//! Shapes that are never a secret: addresses, versions, names of code, sentences.

use std::sync::LazyLock;

use regex::Regex;

use super::random::{class_changes, is_machine_made, is_random_text};
use super::words::is_words;
use crate::ascii::regex;

static HARMLESS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?x)
        ^(?:sha(?:1|224|256|384|512)|md5|h1|zh|crc32c?)[-:=] | ^data: | ^arn: | ^[A-Z]{2,5}-\d{1,5}$ | \(\?: | \[(?:0-9|a-z|A-Z) |
        ^(?:MFkwEwYHKoZI|MHYwEAYHKoZI|MIIB[IC]jANBgkqhkiG|MCowBQYDK2V|MIGfMA0GCSqGSIb3DQEBAQUAA4) | ^[a-z][a-z0-9+.-]*://[^@\s]*$ | ^mailto: | ^urn: |
        ^\d+(?:\.\d+)+(?:[-+][\w.]+)?$ | ^[~^>=<]+\s*\d | ^\#[0-9a-fA-F]{3,8}$ | ^rgba?\( |
        ^[a-z]+/[a-z0-9.+-]+$ | ^(?:\*|\d+(?:[-/,]\d+)*)(?:\s+(?:\*|[\d*/,-]+)){4}$ | ^\d{4}-\d\d-\d\d |
        ^[A-Za-z_]\w*::[\w:]+$ | ^[a-z_]+(?::[\w,]+)?(?:\|[a-z_]+(?::[\w,]+)?)+$ |
        ^[A-Za-z_$][\w$.]*\(.*\)?$ | ^[A-Za-z_][\w.]*\[.*\]$ |
        ^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$ |
        ^(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|local|internal|example|test|app|cloud|eu|de|fr|uk)(?::\d+)?(?:/.*)?$ |
        ^(?:ssh-(?:rsa|dss|ed25519)|ecdsa-|sk-ssh-|age1|-----BEGIN\ (?:PUBLIC|CERTIFICATE|RSA\ PUBLIC)) |
        ^(?:\^|\(\?|\[\^?[\w-]+\]|\\[dwsb]).* | ^(?:cus|pi|price|prod|evt|acct|sub|ch|in|cs|seti|pm|req|usr|org|user|team|proj|wh|we|txn|card|src)_[A-Za-z0-9]{8,}$ |
        ^(?:select|insert|update|delete|create|alter)\s | ^(?:text|application|image|audio|video)/
        "#,
    )
});

/// Whether the value has the shape of something that is never a secret.
pub(crate) fn has_harmless_shape(value: &str) -> bool {
    is_plain_shape(value)
        || is_sentence(value)
        || is_dotted_name(value)
        || is_algorithm(value)
        || SLASHED.is_match(value) && !is_machine_made(value)
}

/// `owner/name`, `@scope/package`, `--option`; base 64 holds slashes and dashes too.
static SLASHED: LazyLock<Regex> = LazyLock::new(|| regex(r"^@?[\w.-]+/[\w./#@:-]+$|^--?[a-z][\w-]*$"));

/// Whether the value is a URL, a version, a media type, a rule of a validator or the like: unmistakably no secret.
pub(crate) fn is_plain_shape(value: &str) -> bool {
    HARMLESS.is_match(value) && (!is_random_text(value) || value.contains("(?:") || value.contains("[0-9"))
}

/// `com.acme.Invoice`, `user.password.label`, `module.call()`.
fn is_dotted_name(value: &str) -> bool {
    let path = value.split('(').next().unwrap_or(value);
    let parts: Vec<&str> = path.split('.').collect();
    let identifier = |p: &&str| {
        p.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$')
            && p.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
    };
    parts.len() > 1
        && parts.iter().all(identifier)
        && (is_words(path)
            || !path.bytes().any(|b| b.is_ascii_digit())
                && parts.iter().all(|p| p.len() < 24 && class_changes(p) < 0.3))
}

/// `scram-sha-256`, `aes-256-gcm`, `HS256`: the name of an algorithm.
fn is_algorithm(value: &str) -> bool {
    const NAMES: &[&str] = &[
        "sha", "md", "aes", "hmac", "rsa", "ecdsa", "scram", "gcm", "cbc", "ctr", "des", "chacha", "poly", "blake",
        "pbkdf", "argon", "bcrypt", "scrypt", "hs", "rs", "es", "ps", "dsa", "ecdh", "hkdf", "crypt", "plain",
        "digest", "ripemd", "camellia", "curve",
    ];
    value.len() <= 40
        && value.to_ascii_lowercase().split(['-', '_', '/', '.']).all(|part| {
            NAMES.contains(&part.trim_matches(|c: char| c.is_ascii_digit())) || part.bytes().all(|b| b.is_ascii_digit())
        })
}

/// Whether the value is a UUID.
pub(crate) fn is_uuid(value: &str) -> bool {
    value.len() == 36
        && value.bytes().enumerate().all(|(i, b)| match i {
            8 | 13 | 18 | 23 => b == b'-',
            _ => b.is_ascii_hexdigit(),
        })
}

fn is_sentence(value: &str) -> bool {
    value.split_whitespace().count() >= 3
}
