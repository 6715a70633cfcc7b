//! Credentials under a layer: base 64, hex, escapes, character codes, and literals written in pieces.
//!
//! Under a layer only what is unmistakable counts: formats, keys, URLs with a password.

use std::io::Read as _;
use std::ops::Range;
use std::sync::LazyLock;

use data_encoding::HEXLOWER_PERMISSIVE;
use regex::Regex;

use crate::ascii::regex;
use crate::checks::base64_any;
use crate::doc::{Doc, Syntax};
use crate::hit::{Hit, Order};
use crate::runs::runs;
use crate::{keys, standards, tokens};

/// Layers inside layers.
const MAX_DEPTH: usize = 3;
/// Bytes of one encoded run.
const MAX_RUN: usize = 256 * 1024;
/// Bytes that gzip may unpack to.
const MAX_INFLATED: u64 = 64 * 1024;
/// Decoded bytes for one text, as a multiple of its size.
const BUDGET_FACTOR: usize = 4;
const MAX_BUDGET: usize = 16 * 1024 * 1024;

/// Finds credentials under layers.
pub(crate) fn find(doc: &Doc<'_>) -> Vec<Hit> {
    let mut budget = (doc.text.len() * BUDGET_FACTOR).min(MAX_BUDGET);
    let mut hits = Vec::new();
    encoded(doc.text, doc, 0, &mut budget, &mut hits);
    escapes(doc, &mut budget, &mut hits);
    char_codes(doc, &mut budget, &mut hits);
    continued(doc, &mut budget, &mut hits);
    if matches!(
        doc.syntax,
        Syntax::Code | Syntax::Shell | Syntax::Json | Syntax::Yaml | Syntax::Quoted | Syntax::Text
    ) {
        joined(doc, &mut budget, &mut hits);
    }
    hits
}

/// What is unmistakable in a decoded text.
fn distinctive(text: &str, path: &str) -> Vec<Hit> {
    let inner = Doc::new(text, path, Some(Syntax::Text));
    let (mut hits, triggers) = tokens::find(&inner);
    hits.extend(keys::find(&inner, &triggers));
    hits.extend(
        standards::find(&inner, &triggers)
            .into_iter()
            .filter(|h| matches!(h.kind.kind.as_str(), "url-credentials" | "jwt") || h.order == Order::Checked),
    );
    hits.retain(|h| h.confidence >= 0.5 && !h.kind.is_public());
    hits
}

fn best(hits: Vec<Hit>) -> Option<Hit> {
    hits.into_iter()
        .min_by(|a, b| a.order.cmp(&b.order).then(b.confidence.total_cmp(&a.confidence)))
}

fn wrap(inner: Hit, span: Vec<Range<usize>>, layer: &'static str) -> Hit {
    let mut decoded_by = vec![layer];
    decoded_by.extend(inner.decoded_by.iter().copied());
    Hit {
        spans: span,
        keep: 0,
        related: None,
        decoded_by,
        ..inner
    }
}

// ---- base 64 and hex ---------------------------------------------------------------------------------------------------------

/// Maximal runs of base-64 characters of at least 24, with their padding.
fn base64_runs(bytes: &[u8]) -> Vec<Range<usize>> {
    const MIN: usize = 24;
    let mut found = runs(bytes, MIN, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'-' | b'_')
    });
    for run in &mut found {
        run.end += bytes[run.end..].iter().take(2).take_while(|b| **b == b'=').count();
    }
    found
}

fn encoded(text: &str, doc: &Doc<'_>, depth: usize, budget: &mut usize, hits: &mut Vec<Hit>) {
    for run in base64_runs(text.as_bytes()) {
        if run.len() > MAX_RUN {
            continue;
        }
        let raw = &text[run.clone()];
        for (layer, decoded) in decodings(raw) {
            if decoded.len() > *budget {
                return;
            }
            *budget -= decoded.len();
            let mut inner = distinctive(&decoded, doc.path);
            if inner.is_empty() && depth + 1 < MAX_DEPTH {
                encoded(&decoded, doc, depth + 1, budget, &mut inner);
            }
            if let Some(hit) = best(inner) {
                hits.push(wrap(hit, vec![run.clone()], layer));
                break;
            }
        }
    }
}

fn decodings(raw: &str) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    if raw.len() >= 32 && raw.len().is_multiple_of(2) && raw.bytes().all(|b| b.is_ascii_hexdigit()) {
        if let Some(text) = HEXLOWER_PERMISSIVE.decode(raw.as_bytes()).ok().and_then(printable) {
            found.push(("hex", text));
        }
        return found;
    }
    // A path or an identifier rarely decodes to text: look at the start before decoding all of it.
    let head = raw.get(..raw.len().min(24) & !3).and_then(base64_any);
    let plausible = head
        .as_deref()
        .is_some_and(|h| h.starts_with(&[0x1F, 0x8B]) || mostly_printable(h, 1));
    if plausible && let Some(bytes) = base64_any(raw) {
        if bytes.starts_with(&[0x1F, 0x8B]) {
            let mut text = String::new();
            let unpacked = flate2::read::GzDecoder::new(bytes.as_slice())
                .take(MAX_INFLATED)
                .read_to_string(&mut text);
            if unpacked.is_ok() {
                found.push(("base64>gzip", text));
            }
        } else if let Some(text) = printable(bytes) {
            found.push(("base64", text));
        }
    }
    found
}

fn mostly_printable(bytes: &[u8], allowed: usize) -> bool {
    bytes
        .iter()
        .filter(|b| !(b.is_ascii_graphic() || matches!(b, b' ' | b'\n' | b'\r' | b'\t')))
        .count()
        <= allowed
}

fn printable(bytes: Vec<u8>) -> Option<String> {
    let text = String::from_utf8(bytes).ok()?;
    let odd = text
        .chars()
        .filter(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
        .count();
    (odd * 10 <= text.chars().count()).then_some(text)
}

// ---- escapes and character codes ---------------------------------------------------------------------------------------------

static ESCAPED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:[A-Za-z0-9_.:/@+-]|\\x[0-9A-Fa-f]{2}|\\u00[0-9A-Fa-f]{2}|\\u\{[0-9A-Fa-f]{1,4}\}|\\[0-3][0-7]{2}|%[2-7][0-9A-Fa-f]|&#x?[0-9A-Fa-f]{2,4};){16,}",
    )
});

fn escapes(doc: &Doc<'_>, budget: &mut usize, hits: &mut Vec<Hit>) {
    let marked =
        doc.text.contains("\\x") || doc.text.contains("\\u") || doc.text.contains("&#") || doc.text.contains("\\1");
    if !marked {
        return;
    }
    for found in ESCAPED.find_iter(doc.text) {
        let raw = found.as_str();
        if raw.len() > MAX_RUN
            || !(raw.contains("\\") || raw.contains("&#") || raw.contains('%'))
            || raw.len() > *budget
        {
            continue;
        }
        let decoded = decode_escapes(raw);
        *budget = budget.saturating_sub(decoded.len());
        if decoded != raw
            && let Some(hit) = best(distinctive(&decoded, doc.path))
        {
            hits.push(wrap(hit, vec![found.range()], "escape"));
        }
    }
}

fn decode_escapes(raw: &str) -> String {
    let bytes = raw.as_bytes();
    let mut out = String::with_capacity(raw.len());
    let mut i = 0;
    let code = |text: Option<&str>, radix: u32| {
        text.and_then(|t| u32::from_str_radix(t, radix).ok())
            .and_then(char::from_u32)
    };
    while i < bytes.len() {
        let (decoded, len) = match (bytes[i], bytes.get(i + 1)) {
            (b'\\', Some(b'x')) => (code(raw.get(i + 2..i + 4), 16), 4),
            (b'\\', Some(b'u')) if bytes.get(i + 2) == Some(&b'{') => {
                let close = raw[i..].find('}').unwrap_or(0);
                (code(raw.get(i + 3..i + close), 16), close + 1)
            }
            (b'\\', Some(b'u')) => (code(raw.get(i + 2..i + 6), 16), 6),
            (b'\\', Some(b'0'..=b'3')) => (code(raw.get(i + 1..i + 4), 8), 4),
            (b'%', _) => (code(raw.get(i + 1..i + 3), 16), 3),
            (b'&', _) => {
                let close = raw[i..].find(';').unwrap_or(0);
                let body = raw.get(i + 2..i + close).unwrap_or("");
                (
                    body.strip_prefix('x')
                        .map_or_else(|| code(Some(body), 10), |hex| code(Some(hex), 16)),
                    close + 1,
                )
            }
            _ => (None, 1),
        };
        match decoded {
            Some(c) => {
                out.push(c);
                i += len;
            }
            None => {
                out.push(char::from(bytes[i]));
                i += 1;
            }
        }
    }
    out
}

static CODES: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?:(?:0x[0-9A-Fa-f]{2}|\d{2,3})\s*,\s*){11,}(?:0x[0-9A-Fa-f]{2}|\d{2,3})"));

fn char_codes(doc: &Doc<'_>, budget: &mut usize, hits: &mut Vec<Hit>) {
    if !matches!(doc.syntax, Syntax::Code | Syntax::Shell)
        || !["fromCharCode", "chr", "bytes(", "byte[]", "[]byte", "u8", "char"]
            .iter()
            .any(|w| doc.text.contains(w))
    {
        return;
    }
    for found in CODES.find_iter(doc.text) {
        if found.len() > *budget || found.len() > MAX_RUN {
            continue;
        }
        *budget -= found.len();
        let decoded: Option<String> = found
            .as_str()
            .split(',')
            .map(|n| {
                let n = n.trim();
                n.strip_prefix("0x")
                    .map_or_else(|| n.parse::<u8>().ok(), |hex| u8::from_str_radix(hex, 16).ok())
            })
            .map(|n| n.filter(|b| (32..127).contains(b)).map(char::from))
            .collect();
        if let Some(hit) = decoded.and_then(|text| best(distinctive(&text, doc.path))) {
            hits.push(wrap(hit, vec![found.range()], "char-codes"));
        }
    }
}

// ---- literals in pieces ------------------------------------------------------------------------------------------------------

/// Between the closing quote of one piece and the opening quote of the next.
static GLUE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"["'`][ \t]*(?:\r?\n[ \t]*)?(?:[+.&~]|<>|\+\+|\|\||\.\.|\\|&[ \t]*_|,|;?[ \t]*(?:\r?\n[ \t]*)?[A-Za-z_$][\w$.]*[ \t]*(?:\+|\.|&)=|\.concat\()?[ \t]*\\?(?:\r?\n[ \t]*)?[fbru$]?["'`]"#,
    )
});

/// The most pieces and bytes of a joined literal.
const MAX_PIECES: usize = 16;
const MAX_JOINED: usize = 8 * 1024;

fn joined(doc: &Doc<'_>, budget: &mut usize, hits: &mut Vec<Hit>) {
    let text = doc.text;
    let bytes = text.as_bytes();
    let mut chain: Vec<Range<usize>> = Vec::new();
    let mut last_open = 0;
    let mut at = 0;
    while let Some(glue) = GLUE.find_at(text, at) {
        let close = glue.start();
        let open = glue.end() - 1;
        at = open + 1;
        let quote = bytes[close];
        let listed = glue.as_str().contains(',');
        if listed && !is_join_list(text, close, open) {
            flush(doc, &mut chain, budget, hits);
            continue;
        }
        let goes_on = !chain.is_empty() && !bytes[last_open..close].contains(&quote);
        if goes_on {
            continue_chain(bytes, &mut chain, last_open..close, open);
        } else {
            flush(doc, &mut chain, budget, hits);
            // The piece before the glue starts after the nearest quote of its kind.
            let from = close.saturating_sub(512).max(last_open);
            if let Some(start) = bytes[from..close]
                .iter()
                .rposition(|b| *b == quote)
                .map(|i| from + i + 1)
            {
                chain.push(start..close);
                continue_chain(bytes, &mut chain, start..close, open);
            }
        }
        last_open = open + 1;
    }
    flush(doc, &mut chain, budget, hits);
}

/// Values that go on after a backslash at the end of a line.
fn continued(doc: &Doc<'_>, budget: &mut usize, hits: &mut Vec<Hit>) {
    if !doc.text.contains("\\\n") && !doc.text.contains("\\\r\n") {
        return;
    }
    let mut pieces: Vec<Range<usize>> = Vec::new();
    for line in 0..doc.line_count() {
        let mut range = doc.line_range(line);
        let text = &doc.text[range.clone()];
        let goes_on = text.ends_with('\\') && range.len() < 1024;
        range.end -= usize::from(goes_on);
        if !pieces.is_empty() {
            range.start += doc.text[range.clone()].len() - doc.text[range.clone()].trim_start().len();
        }
        if goes_on && pieces.len() < MAX_PIECES {
            pieces.push(range);
        } else if !pieces.is_empty() {
            pieces.push(range);
            flush(doc, &mut pieces, budget, hits);
        }
    }
    flush(doc, &mut pieces, budget, hits);
}

/// Replaces the open end of the chain by `piece` and adds the piece that opens at `open`.
fn continue_chain(bytes: &[u8], chain: &mut Vec<Range<usize>>, piece: Range<usize>, open: usize) {
    if let Some(last) = chain.last_mut()
        && last.start == piece.start
    {
        *last = piece;
    }
    let quote = bytes[open];
    let end = bytes[open + 1..]
        .iter()
        .take(512)
        .position(|b| *b == quote || *b == b'\n')
        .map_or(open + 1, |i| open + 1 + i);
    if chain.len() < MAX_PIECES {
        chain.push(open + 1..end);
    }
}

/// `["a", "b"].join("")`, `"".join(["a", "b"])`, `Path.Join`: a list that is put together.
fn is_join_list(text: &str, close: usize, open: usize) -> bool {
    let clip = |mut at: usize, up: bool| {
        while !text.is_char_boundary(at) {
            at = if up { at + 1 } else { at - 1 };
        }
        at
    };
    let before = &text[clip(close.saturating_sub(160), true)..close];
    let after = &text[open..clip((open + 160).min(text.len()), false)];
    before.contains("join(")
        || before.contains("concat(")
        || after.contains(".join(")
        || after.contains(").concat(")
        || before.contains("concat!(")
}

fn flush(doc: &Doc<'_>, chain: &mut Vec<Range<usize>>, budget: &mut usize, hits: &mut Vec<Hit>) {
    let pieces = std::mem::take(chain);
    if pieces.len() < 2 {
        return;
    }
    let mut text = String::new();
    let mut starts = Vec::with_capacity(pieces.len());
    for piece in &pieces {
        starts.push(text.len());
        match doc.text.get(piece.clone()) {
            Some(part) => text.push_str(part),
            None => return,
        }
    }
    if text.len() < 16 || text.len() > MAX_JOINED || text.len() > *budget {
        return;
    }
    *budget -= text.len();
    for hit in distinctive(&text, doc.path) {
        let extent = hit.extent();
        let touched: Vec<Range<usize>> = pieces
            .iter()
            .zip(&starts)
            .filter_map(|(piece, offset)| {
                let from = extent.start.max(*offset);
                let to = extent.end.min(offset + piece.len());
                (from < to).then(|| piece.start + from - offset..piece.start + to - offset)
            })
            .collect();
        // A credential inside one piece is found without joining.
        if touched.len() > 1 {
            hits.push(wrap(hit, touched, "joined"));
        }
    }
}
