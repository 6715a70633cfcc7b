//! Masking: what is detected is masked, and wider shapes beside it, so that no text leaves a process with a credential in it.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::ascii::regex;
use crate::detect;
use crate::doc::{Doc, Syntax};
use crate::format::ByteSet;
use crate::keys::armour;
use crate::values;

/// The mark that stands for a masked value, whatever its length.
pub const MARK: &str = "[REDACTED]";

/// A piece of text to be replaced by [`MARK`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaskSpan {
    /// The bytes of the value.
    pub range: Range<usize>,
    /// How many bytes at its start are a constant prefix that stays visible (`ghp_`, the BEGIN line of a key).
    pub keep: usize,
}

/// How often a masked text is looked at again for what only shows beside a mark.
const ROUNDS: usize = 4;

/// The spans to mask in a text, sorted and disjoint. The text that [`apply`] makes with them is looked at again, up to four times,
/// until nothing is left to mask.
pub fn mask_spans(text: &str, path: &str, syntax: Option<Syntax>) -> Vec<MaskSpan> {
    if path.is_empty() && is_plainly_harmless(text) {
        return Vec::new();
    }
    let mut spans = found_spans(text, path, syntax);
    for _ in 0..ROUNDS {
        if spans.is_empty() {
            break;
        }
        let more = found_spans(&apply(text, &spans), path, syntax);
        if more.is_empty() {
            break;
        }
        let back: Vec<MaskSpan> = more
            .iter()
            .map(|span| MaskSpan {
                range: original(&spans, &span.range),
                keep: span.keep,
            })
            .collect();
        spans.extend(back);
        spans = merge(text, spans);
    }
    spans
}

/// The range of the text that became `range` when its spans were replaced; a mark that is touched counts whole.
fn original(spans: &[MaskSpan], range: &Range<usize>) -> Range<usize> {
    let place = |at: usize, end: bool| {
        let mut removed = 0usize;
        let mut added = 0usize;
        for span in spans {
            let hidden = span.range.start + span.keep..span.range.end;
            let mark = hidden.start + added - removed;
            if at <= mark {
                break;
            }
            if at < mark + MARK.len() {
                return if end { hidden.end } else { hidden.start };
            }
            removed += hidden.len();
            added += MARK.len();
        }
        at + removed - added
    };
    place(range.start, false)..place(range.end, true)
}

/// What is found in one look.
fn found_spans(text: &str, path: &str, syntax: Option<Syntax>) -> Vec<MaskSpan> {
    let doc = Doc::new(text, path, syntax);
    let mut spans: Vec<MaskSpan> = Vec::new();
    for hit in detect::hits(&doc) {
        if hit.kind.is_public() {
            continue;
        }
        let is_key = doc.text[hit.spans[0].clone()].starts_with("-----BEGIN");
        for (i, span) in hit.spans.iter().enumerate() {
            let keep = if i == 0 { hit.keep } else { 0 };
            let range = if is_key {
                without_end_line(text, span)
            } else {
                whole_run(text, span, &hit)
            };
            spans.push(MaskSpan {
                keep: keep.min(range.len()),
                range,
            });
        }
        if let Some(related) = &hit.related {
            spans.push(MaskSpan {
                range: related.clone(),
                keep: 0,
            });
        }
    }
    wide(text, &mut spans);
    merge(text, spans)
}

/// Whether a text is too plain to hold a credential: short words, nothing assigned, no address. Paths and titles are masked by
/// the thousand; the tables of the engine are not even built for them.
fn is_plainly_harmless(text: &str) -> bool {
    const SHORT: usize = 512;
    const RUN: usize = 16;
    let word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'+' | b'$' | b'%');
    text.len() <= SHORT
        && !text
            .bytes()
            .any(|b| matches!(b, b'=' | b':' | b'@' | b'"' | b'\'' | b'`' | b'\n' | b'>') || !b.is_ascii())
        && text.split(' ').count() < 6
        && text.as_bytes().split(|b| !word(b)).all(|run| run.len() < RUN)
}

/// The text with every credential replaced by [`MARK`]. Masking a masked text changes nothing.
pub fn mask(text: &str) -> String {
    apply(text, &mask_spans(text, "", Some(Syntax::Config)))
}

/// Replaces the spans of a text.
pub fn apply(text: &str, spans: &[MaskSpan]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans {
        out.push_str(&text[at..span.range.start + span.keep]);
        out.push_str(MARK);
        at = span.range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// A key keeps its END line.
fn without_end_line(text: &str, span: &Range<usize>) -> Range<usize> {
    match text[span.clone()].rfind("-----END ") {
        Some(end) => span.start..span.start + end,
        None => span.clone(),
    }
}

/// A token is masked to the end of its run: a longer format of tomorrow leaves no tail.
fn whole_run(text: &str, span: &Range<usize>, hit: &crate::hit::Hit) -> Range<usize> {
    let class = hit
        .kind
        .formats
        .first()
        .map_or_else(ByteSet::default, crate::format::Format::last_class);
    let bytes = text.as_bytes();
    let mut end = span.end;
    while end < bytes.len() && class.contains(bytes[end]) {
        end += 1;
    }
    span.start..end
}

static ASSIGNMENT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?xi)(?P<name>password|passwd|passphrase|pwd|secret(?:[_-]?(?:access[_-]?)?key)?|client[_-]?secret\w*|private[_-]?key|access[_-]?key|api[_-]?key|token|authorization)
           \\?["'`]?\]?(?:\x20*:\x20*[A-Za-z_][\w<>\[\]&'\x20|.]{0,30}=)?[\x20\t]*(?P<op>:=|===?|=>|=|:)[\x20\t]*
           (?P<value>\\?"(?:[^"\\\r\n]|\\.)*"?|'(?:[^'\\\r\n]|\\.)*'?|`[^`\r\n]*`?|(?:(?:bearer|basic|token)\s+)?[^\s"'`,;}\])]+)"#,
    )
});
static SCHEME: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)\bbearer\s+([A-Za-z0-9._~+/=-]{12,})"));
static PREFIXED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:^|[^A-Za-z0-9_])((?:gh[pousr]_)[A-Za-z0-9]{36,}|(?:github_pat_)[A-Za-z0-9_]{22,}|(?:glpat-)[A-Za-z0-9_.-]{20,}|(?:xox[abprse]-)[A-Za-z0-9-]{10,}|(?:AIza)[A-Za-z0-9_-]{35,}|(?:[sr]k_live_)[A-Za-z0-9]{20,}|(?:npm_)[A-Za-z0-9]{36,}|(?:A[KS]IA)[A-Z0-9]{16}\b)",
    )
});
static JWT: LazyLock<Regex> = LazyLock::new(|| regex(r"\b(eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)"));
static USERINFO: LazyLock<Regex> = LazyLock::new(|| regex(r#"://[^\s:/@"'<>?#]*:([^\s/"'<>]+)@"#));
static ARMOUR: LazyLock<Regex> = LazyLock::new(|| regex(r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----"));

const PREFIXES: &[&str] = &[
    "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xoxa-", "xoxb-", "xoxp-", "xoxr-", "xoxs-",
    "xoxe-", "AIza", "sk_live_", "rk_live_", "npm_", "AKIA", "ASIA",
];

/// The wide shapes: whatever a sensitive name is given, and every token shape whatever its checksum.
fn wide(text: &str, spans: &mut Vec<MaskSpan>) {
    for found in ARMOUR.find_iter(text) {
        if let Some(block) = armour(text, found.start()) {
            // An unclosed key runs to the end of its block, or of the text when nothing ends it.
            let end = if block.closed { block.body.end } else { block.span.end };
            let body = text[block.body.start..end]
                .bytes()
                .filter(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/'))
                .count();
            if body < 24 {
                continue;
            }
            spans.push(MaskSpan {
                range: found.start()..end,
                keep: found.len(),
            });
        }
    }
    for found in ASSIGNMENT.captures_iter(text) {
        let (Some(value), Some(op)) = (found.name("value"), found.name("op")) else {
            continue;
        };
        let name = found.name("name").map_or("", |m| m.as_str()).to_ascii_lowercase();
        let start = found.get(0).map_or(0, |m| m.start());
        if name == "token" && text[..start].ends_with("PublicKey") {
            continue;
        }
        let chosen = name.starts_with("pass") || name == "pwd";
        if let Some(range) = sensitive_value(text, &value.range(), chosen, matches!(op.as_str(), "==" | "===")) {
            spans.push(MaskSpan { range, keep: 0 });
        }
    }
    for found in SCHEME.captures_iter(text) {
        spans.extend(
            found
                .get(1)
                .filter(|m| !values::is_placeholder(m.as_str()))
                .map(|m| MaskSpan {
                    range: m.range(),
                    keep: 0,
                }),
        );
    }
    for found in PREFIXED.captures_iter(text) {
        spans.extend(found.get(1).filter(|m| !is_sample(m.as_str())).map(|m| {
            let keep = PREFIXES
                .iter()
                .find(|p| m.as_str().starts_with(**p))
                .map_or(0, |p| p.len());
            MaskSpan { range: m.range(), keep }
        }));
    }
    for found in JWT.captures_iter(text) {
        spans.extend(found.get(1).map(|m| MaskSpan {
            range: m.range(),
            keep: 0,
        }));
    }
    for found in USERINFO.captures_iter(text) {
        if let Some(m) = found
            .get(1)
            .filter(|m| !values::is_reference(m.as_str()) && !m.as_str().contains("${") && !m.as_str().contains(MARK))
        {
            spans.push(MaskSpan {
                range: m.range(),
                keep: 0,
            });
        }
    }
}

/// Whether the body behind a constant prefix is `xxxx…`, words or EXAMPLE.
fn is_sample(token: &str) -> bool {
    PREFIXES
        .iter()
        .find_map(|p| token.strip_prefix(p))
        .is_some_and(values::is_placeholder_body)
}

/// The part of a right-hand side that is a value to hide; none for references, code and permission words.
fn sensitive_value(text: &str, range: &Range<usize>, chosen: bool, comparison: bool) -> Option<Range<usize>> {
    let raw = &text[range.clone()];
    if raw.contains(MARK) {
        return None;
    }
    let quoted = raw.trim_start_matches('\\').starts_with(['"', '\'', '`']);
    let mut start = range.start;
    let mut end = range.end;
    if quoted {
        let open = raw.len() - raw.trim_start_matches('\\').len() + 1;
        let quote = raw[open - 1..].chars().next()?;
        start += open;
        if raw.len() > open && raw.ends_with(quote) {
            end -= 1;
        }
        if end > start && text[start..end].ends_with('\\') {
            end -= 1;
        }
    }
    let lower = text[start..end].to_ascii_lowercase();
    for scheme in ["bearer ", "basic ", "token "] {
        if lower.starts_with(scheme) {
            start += scheme.len();
        }
    }
    let value = &text[start..end];
    let bare = value.trim();
    if bare.chars().count() < 4
        || matches!(
            bare,
            "read" | "write" | "none" | "null" | "true" | "false" | "None" | "undefined" | "self"
        )
    {
        return None;
    }
    if values::is_reference(bare)
        || values::is_placeholder(bare)
        || values::is_encrypted(bare)
        || bare.split_whitespace().count() >= 3 && !chosen
    {
        return None;
    }
    // What a person chose may be words; a token or a key is not.
    if values::is_plain_shape(bare) || !chosen && !bare.bytes().any(|b| b.is_ascii_digit()) && values::is_words(bare) {
        return None;
    }
    if !quoted {
        // In code an unquoted right-hand side is an expression.
        let expression = bare.contains('(')
            || bare.contains('[')
            || bare.starts_with('&')
            || bare.starts_with(|c: char| c.is_ascii_uppercase()) && bare.ends_with('>')
            || comparison
            || (bare.contains('.')
                && bare.split('.').all(|p| {
                    !p.is_empty()
                        && p.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                        && p.chars().all(|c| c.is_alphanumeric() || c == '_')
                })
                && values::is_words(bare))
            || matches!(
                bare,
                "str" | "String" | "string" | "bytes" | "expected" | "Optional" | "number" | "boolean"
            );
        if expression {
            return None;
        }
        // `id-token: write`, written in flow style.
        if matches!(bare.trim_end_matches(['}', ']', ')', ',']), "read" | "write" | "none") {
            return None;
        }
    }
    Some(start..end)
}

/// Sorts the spans and joins those that overlap.
fn merge(text: &str, mut spans: Vec<MaskSpan>) -> Vec<MaskSpan> {
    spans.retain(|s| {
        s.range.start < s.range.end && text.is_char_boundary(s.range.start) && text.is_char_boundary(s.range.end)
    });
    spans.sort_by(|a, b| {
        a.range
            .start
            .cmp(&b.range.start)
            .then(b.range.end.cmp(&a.range.end))
            .then(b.keep.cmp(&a.keep))
    });
    let mut merged: Vec<MaskSpan> = Vec::with_capacity(spans.len());
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.range.start < last.range.end => {
                if span.range.start == last.range.start {
                    last.keep = last.keep.max(span.keep);
                }
                last.range.end = last.range.end.max(span.range.end);
            }
            _ => merged.push(span),
        }
    }
    for span in &mut merged {
        // What is already masked stays as it is.
        if text[span.range.start + span.keep..span.range.end] == *MARK {
            span.keep = span.range.len();
        }
    }
    merged.retain(|s| s.keep < s.range.len());
    merged
}
