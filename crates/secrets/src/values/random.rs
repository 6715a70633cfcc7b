//! Values that a program drew at random: entropy for the length and alphabet, change of classes, no words.

use super::pattern::{has_repetition, is_sequence};
use super::words::is_words;

/// Longest value that is judged, in bytes.
pub(super) const VALUE_MAX: usize = 512;

/// The alphabets of section "entropy": what 99.9 % of random strings of a length exceed, per character.
const LENGTHS: [f64; 8] = [12.0, 16.0, 20.0, 24.0, 32.0, 40.0, 48.0, 64.0];
const DECIMAL: [f64; 8] = [1.78, 2.11, 2.30, 2.45, 2.67, 2.79, 2.87, 2.99];
const HEX: [f64; 8] = [2.19, 2.48, 2.71, 2.87, 3.13, 3.27, 3.38, 3.54];
const BASE32: [f64; 8] = [2.52, 2.91, 3.18, 3.37, 3.68, 3.90, 4.05, 4.28];
const BASE36: [f64; 8] = [2.58, 2.98, 3.22, 3.45, 3.76, 3.99, 4.14, 4.39];
const BASE62: [f64; 8] = [2.75, 3.20, 3.48, 3.72, 4.07, 4.33, 4.53, 4.81];
const BASE64: [f64; 8] = [2.86, 3.20, 3.50, 3.74, 4.10, 4.35, 4.55, 4.82];
const PRINTABLE: [f64; 8] = [2.92, 3.33, 3.65, 3.89, 4.27, 4.54, 4.73, 5.05];

/// Shannon entropy in bits per character.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn entropy(value: &str) -> f64 {
    let mut counts = [0usize; 256];
    value.bytes().for_each(|b| counts[usize::from(b)] += 1);
    let total = value.len() as f64;
    counts
        .iter()
        .filter(|c| **c > 0)
        .map(|c| *c as f64 / total)
        .map(|p| -p * p.log2())
        .sum()
}

#[allow(clippy::cast_precision_loss)]
pub(super) fn entropy_limit(value: &str) -> f64 {
    let has = |f: fn(&u8) -> bool| value.as_bytes().iter().any(f);
    let all = |f: fn(&u8) -> bool| value.as_bytes().iter().all(f);
    let one_case = !(has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase));
    let row = if all(u8::is_ascii_digit) {
        &DECIMAL
    } else if one_case && all(u8::is_ascii_hexdigit) {
        &HEX
    } else if one_case && all(|b| b.is_ascii_alphabetic() || (b'2'..=b'7').contains(b)) {
        &BASE32
    } else if one_case && all(u8::is_ascii_alphanumeric) {
        &BASE36
    } else if all(u8::is_ascii_alphanumeric) {
        &BASE62
    } else if all(|b| b.is_ascii_alphanumeric() || b"+/=-_".contains(b)) {
        &BASE64
    } else if one_case {
        // Generators of secret keys draw from one case, digits and signs: fewer characters than base 62.
        &BASE36
    } else {
        &PRINTABLE
    };
    let length = (value.len() as f64).clamp(LENGTHS[0], LENGTHS[7]);
    let right = LENGTHS.iter().position(|l| *l >= length).unwrap_or(7).max(1);
    let (l0, l1) = (LENGTHS[right - 1], LENGTHS[right]);
    row[right - 1] + (row[right] - row[right - 1]) * (length - l0) / (l1 - l0)
}

/// Whether the value looks drawn at random by a program.
#[allow(clippy::cast_precision_loss)]
pub(crate) fn is_machine_made(value: &str) -> bool {
    let body = value.trim_end_matches('=');
    // `sk-…`, `0x…`, `key_…`: a short prefix of letters is no part of what was drawn.
    if let Some(rest) = strip_short_prefix(body)
        && rest.len() >= 16
        && is_machine_made(rest)
    {
        return true;
    }
    if body.len() < 12 || value.len() > VALUE_MAX || !value.is_ascii() {
        return false;
    }
    let separators = body.bytes().filter(|b| b"._-=:~".contains(b)).count();
    let alphabet = body
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b"+/._-=:~".contains(&b));
    if !alphabet {
        return is_random_printable(body);
    }
    let has = |f: fn(&u8) -> bool| body.as_bytes().iter().any(f);
    let (lower, upper, digit) = (
        has(u8::is_ascii_lowercase),
        has(u8::is_ascii_uppercase),
        has(u8::is_ascii_digit),
    );
    if !(lower || upper) || has_repetition(body) || is_sequence(body) {
        return false;
    }
    if is_identifier(body) {
        return false;
    }
    let hex = body.bytes().all(|b| b.is_ascii_hexdigit()) && !(lower && upper);
    if entropy(body) < entropy_limit(body) * 0.985 {
        return false;
    }
    if hex {
        return digit;
    }
    if separators > 2 && !is_dense(body, separators) {
        return false;
    }
    // Forty letters without a digit are drawn once in a thousand times; identifiers never hold one.
    if (lower && upper) && !digit && body.len() < 40 {
        return false;
    }
    if (lower && upper && digit) && class_changes(body) < change_limit(body.len()) {
        return false;
    }
    if (lower != upper) && !digit && body.len() < 24 {
        return false;
    }
    !is_words(body)
}

/// `chacha_poly1305_set_nonce`: lower-case parts of letters and a number. Chance does not write digits behind letters only.
fn is_identifier(body: &str) -> bool {
    let part = |p: &str| {
        let letters = p.trim_end_matches(|c: char| c.is_ascii_digit());
        !p.is_empty() && letters.bytes().all(|b| b.is_ascii_lowercase())
    };
    let parts: Vec<&str> = body.split(['_', '-', '.']).collect();
    parts.len() >= 3 && parts.iter().all(|p| part(p)) && parts.iter().filter(|p| p.len() >= 3).count() >= 2
}

fn strip_short_prefix(body: &str) -> Option<&str> {
    if let Some(rest) = body.strip_prefix("0x") {
        return Some(rest);
    }
    let at = body.find(['-', '_'])?;
    let prefix = &body[..at];
    ((1..=8).contains(&prefix.len()) && prefix.bytes().all(|b| b.is_ascii_lowercase())).then(|| &body[at + 1..])
}

/// URL-safe base 64 holds `-` and `_` by chance: about one in 32 characters.
fn is_dense(body: &str, separators: usize) -> bool {
    separators * 10 <= body.len() && body.split(['-', '_', '.', ':', '~', '=']).any(|part| part.len() >= 10)
}

/// Whether the value is drawn from letters, digits and every sign: such a text holds the signs of references and shapes by chance.
pub(super) fn is_random_text(value: &str) -> bool {
    const MIN: usize = 30;
    let wild = |b: u8| b.is_ascii_punctuation() && !b"+/._-=:~".contains(&b);
    value.len() >= MIN
        && value.is_ascii()
        && value.bytes().filter(|b| wild(*b)).count() >= 3
        && is_random_printable(value)
}

fn is_random_printable(body: &str) -> bool {
    let has = |f: fn(&u8) -> bool| body.as_bytes().iter().any(f);
    let kinds = [
        has(u8::is_ascii_lowercase),
        has(u8::is_ascii_uppercase),
        has(u8::is_ascii_digit),
        has(u8::is_ascii_punctuation),
    ];
    !body.contains(' ')
        && kinds.iter().filter(|k| **k).count() >= 3
        && entropy(body) >= entropy_limit(body)
        && !is_words(body)
        && !has_repetition(body)
}

fn class_of(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        _ => 3,
    }
}

#[allow(clippy::cast_precision_loss)]
pub(super) fn class_changes(value: &str) -> f64 {
    let bytes = value.as_bytes();
    let changes = bytes.windows(2).filter(|w| class_of(w[0]) != class_of(w[1])).count();
    changes as f64 / (bytes.len().max(2) - 1) as f64
}

#[allow(clippy::cast_precision_loss)]
fn change_limit(len: usize) -> f64 {
    match len {
        0..16 => 0.18,
        16..20 => 0.22,
        20..24 => 0.26,
        24..32 => 0.30,
        32..40 => 0.32,
        _ => 0.36,
    }
}
