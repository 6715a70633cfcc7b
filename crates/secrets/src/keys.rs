//! Private keys: armoured, in JSON, and the small formats of single tools.

use std::ops::Range;
use std::sync::LazyLock;

use rating::Severity;
use regex::Regex;

use crate::ascii::regex;
use crate::checks::base64_any;
use crate::doc::Doc;
use crate::hit::{Checksum, Hit, Order};
use crate::tokens::{Trigger, Triggers};

/// The longest key, in lines and bytes.
const MAX_LINES: usize = 200;
const MAX_BYTES: usize = 64 * 1024;

/// Finds keys around their triggers.
pub(crate) fn find(doc: &Doc<'_>, triggers: &Triggers) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut done = 0;
    for at in triggers.places(Trigger::Key) {
        if at < done {
            continue;
        }
        let rest = &doc.bytes()[at..];
        let starts = |word: &str| rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word.as_bytes());
        let found = if starts("-----BEGIN") {
            armoured(doc, at)
        } else if starts("PuTTY-User-Key-File") {
            putty(doc, at)
        } else if starts("\"kty\"") || starts("'kty'") || starts("kty:") {
            jwk(doc, at)
        } else if starts("PrivateKey") {
            wireguard(doc, at)
        } else if starts("Private-key-format") {
            dnssec(doc, at)
        } else if starts("hmac-sha") || starts("hmac-md5") {
            tsig(doc, at)
        } else if starts("secret key") {
            minisign(doc, at)
        } else {
            None
        };
        if let Some(hit) = found {
            done = hit.extent().end;
            hits.push(hit);
        }
    }
    hits
}

/// A block between BEGIN and END lines, however the line ends are written.
pub(crate) struct Armour {
    /// The label between `BEGIN ` and the dashes.
    pub(crate) label: String,
    /// The whole block.
    pub(crate) span: Range<usize>,
    /// What is between the BEGIN and the END line.
    pub(crate) body: Range<usize>,
    /// Whether an END line was found.
    pub(crate) closed: bool,
}

/// Reads the armour that begins at `at`.
pub(crate) fn armour(text: &str, at: usize) -> Option<Armour> {
    let rest = text.get(at..)?.strip_prefix("-----BEGIN ")?;
    let label_len = rest.find("-----")?;
    if label_len > 64 {
        return None;
    }
    let label = &rest[..label_len];
    if !label
        .bytes()
        .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || matches!(b, b' ' | b'-') || b.is_ascii_lowercase())
    {
        return None;
    }
    let body_start = at + "-----BEGIN ".len() + label_len + 5;
    let mut limit = text.len().min(body_start + MAX_BYTES);
    while !text.is_char_boundary(limit) {
        limit -= 1;
    }
    let window = &text[body_start..limit];
    let window = &window[..window.find("-----BEGIN ").unwrap_or(window.len())];
    let end_line = format!("-----END {label}-----");
    if let Some(len) = window.find(&end_line) {
        let body = body_start..body_start + len;
        if text[body.clone()].matches('\n').count() <= MAX_LINES {
            return Some(Armour {
                label: label.to_owned(),
                span: at..body.end + end_line.len(),
                body,
                closed: true,
            });
        }
    }
    // No END line: the block is the base-64 lines that follow.
    let mut end = body_start;
    let mut lines = 0;
    for line in window.split_inclusive('\n') {
        let bare: String = line
            .chars()
            .filter(|c| !c.is_whitespace() && !"#*>\"'\\+-|".contains(*c))
            .collect();
        let is_key = bare.len() >= 16
            && bare
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'=' | b',' | b':'));
        let blank_start = lines == 0 && bare.is_empty();
        if !(is_key || blank_start) {
            break;
        }
        lines += usize::from(is_key);
        end += line.len();
    }
    Some(Armour {
        label: label.to_owned(),
        span: at..end.max(body_start),
        body: body_start..end.max(body_start),
        closed: false,
    })
}

/// The base-64 characters of a body, without prefixes, quotes, escapes and headers.
fn base64_body(body: &str) -> (String, bool) {
    let mut encrypted = false;
    let mut out = String::with_capacity(body.len());
    let unescaped = body.replace("\\\\n", "\n").replace("\\r", "").replace("\\n", "\n");
    for line in unescaped.lines() {
        let line = undecorated(line);
        if line
            .bytes()
            .all(|b| matches!(b, b'+' | b'.' | b'&' | b',' | b';' | b')'))
        {
            continue;
        }
        if let Some((name, value)) = line.split_once(": ") {
            encrypted |= name == "Proc-Type" && value.contains("ENCRYPTED");
            continue;
        }
        if line.starts_with('=') && line.len() == 5 {
            continue;
        }
        out.extend(
            line.chars()
                .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=')),
        );
    }
    (out, encrypted)
}

/// A line without its comment sign, quotes and the operator that joins it to the next.
fn undecorated(line: &str) -> &str {
    let quote = |c: char| matches!(c, '"' | '\'' | '`');
    if let (Some(first), Some(last)) = (line.find(quote), line.rfind(quote)) {
        if first < last {
            return line[first + 1..last].trim();
        }
        // One quote: the literal begins or ends elsewhere.
        let (before, after) = (&line[..first], &line[first + 1..]);
        return if before.trim().len() > after.trim().len() {
            before.trim()
        } else {
            after.trim()
        };
    }
    let mut rest = line.trim();
    for sign in ["//", "#", "*", ">", "- ", "| "] {
        rest = rest.strip_prefix(sign).map_or(rest, str::trim_start);
    }
    rest.strip_suffix('\\').unwrap_or(rest).trim()
}

fn armoured(doc: &Doc<'_>, at: usize) -> Option<Hit> {
    let block = armour(doc.text, at)?;
    let upper = block.label.to_ascii_uppercase();
    if upper.starts_with("OPENVPN STATIC KEY") {
        let body = &doc.text[block.body.clone()];
        let lines = body
            .lines()
            .filter(|l| l.trim().len() == 32 && l.trim().bytes().all(|b| b.is_ascii_hexdigit()))
            .count();
        return (lines >= 8).then(|| Hit::named("openvpn-static", block.span, Order::Structure));
    }
    if upper == "PGP PRIVATE KEY BLOCK" {
        return pgp(doc, block);
    }
    if !upper.ends_with("PRIVATE KEY") {
        return None;
    }
    let (body, mut encrypted) = base64_body(&doc.text[block.body.clone()]);
    if body.len() < 64 || crate::values::has_repetition(body.get(..64)?) {
        return None;
    }
    let data = base64_any(&body);
    let mut checksum = Checksum::Failed;
    if let Some(data) = &data {
        if upper.starts_with("OPENSSH") {
            if data.starts_with(b"openssh-key-v1\0") {
                checksum = Checksum::Valid;
                encrypted |= data.get(15..19).is_some() && data.get(19..23) != Some(b"none");
            }
        } else if is_der_sequence(data) {
            checksum = Checksum::Valid;
        }
    }
    encrypted |= upper.starts_with("ENCRYPTED");
    let kind = match upper.as_str() {
        _ if encrypted => "private-key-encrypted",
        "RSA PRIVATE KEY" if is_github_app(doc, at) => "github-app-key",
        "RSA PRIVATE KEY" => "private-key-rsa",
        "EC PRIVATE KEY" => "private-key-ec",
        "DSA PRIVATE KEY" => "private-key-dsa",
        "OPENSSH PRIVATE KEY" => "private-key-openssh",
        "PRIVATE KEY" if doc.text.contains("\"service_account\"") && doc.text.contains("client_email") => {
            "gcp-service-account"
        }
        "PRIVATE KEY" if doc.file_name().starts_with("AuthKey_") => "apple-p8",
        _ => "private-key-pkcs8",
    };
    let confidence = match (checksum, block.closed) {
        (Checksum::Valid, _) => 0.97,
        (_, true) => 0.8,
        (_, false) => 0.6,
    };
    // Damaged armour that decodes to nothing is an example or a truncated copy: still masked.
    let mut hit = Hit::named(kind, block.span, Order::Structure).confidence(confidence);
    hit.checksum = checksum;
    if checksum == Checksum::Failed && block.closed && !encrypted {
        hit.kind = crate::kinds::by_name("malformed-token");
        hit.severity = Severity::Info;
        hit.confidence = 0.2;
        hit.settled = true;
    }
    hit.keep = "-----BEGIN ".len() + block.label.len() + 5;
    if encrypted && doc.text.to_ascii_lowercase().contains("passphrase") {
        hit.severity = Severity::Medium;
    }
    Some(hit)
}

fn is_github_app(doc: &Doc<'_>, at: usize) -> bool {
    let line = doc.line(doc.line_of(at)).to_ascii_lowercase();
    let path = doc.path.to_ascii_lowercase();
    let speaks = |t: &str| t.contains("github") && t.contains("app");
    speaks(&path) || speaks(&line)
}

/// Whether the outer SEQUENCE has the length of the data and holds more than one element.
fn is_der_sequence(data: &[u8]) -> bool {
    let [0x30, len, rest @ ..] = data else { return false };
    let (length, header) = match *len {
        short @ ..=0x7F => (usize::from(short), 2),
        0x81 => (rest.first().map_or(0, |b| usize::from(*b)), 3),
        0x82 => match rest {
            [a, b, ..] => (usize::from(*a) << 8 | usize::from(*b), 4),
            _ => return false,
        },
        _ => return false,
    };
    header + length == data.len() && matches!(data.get(header), Some(0x02 | 0x30))
}

fn pgp(doc: &Doc<'_>, block: Armour) -> Option<Hit> {
    let (body, _) = base64_body(&doc.text[block.body.clone()]);
    if body.len() < 64 {
        return None;
    }
    let mut hit = Hit::named("private-key-pgp", block.span, Order::Structure).confidence(0.9);
    hit.keep = "-----BEGIN PGP PRIVATE KEY BLOCK-----".len();
    if let Some(data) = base64_any(&body) {
        let tag = data
            .first()
            .map_or(0, |b| if b & 0x40 != 0 { b & 0x3F } else { (b >> 2) & 0x0F });
        if matches!(tag, 5 | 7) {
            hit.checksum = Checksum::Valid;
            hit.confidence = 0.97;
        }
    }
    Some(hit)
}

fn putty(doc: &Doc<'_>, at: usize) -> Option<Hit> {
    let line = doc.line_of(at);
    let window = doc.lines_range(line, line + MAX_LINES);
    let text = &doc.text[window.clone()];
    let private = text.find("Private-Lines:")?;
    let count: usize = text[private + 14..].split_whitespace().next()?.parse().ok()?;
    let body_start = private + text[private..].find('\n')? + 1;
    let body_len: usize = text[body_start..].split_inclusive('\n').take(count).map(str::len).sum();
    let body = &text[body_start..body_start + body_len];
    let is_base64 = body.lines().all(|l| {
        l.trim()
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b))
    });
    if count == 0 || count > 100 || !is_base64 {
        return None;
    }
    let plain = text[..private].contains("Encryption: none");
    let hit = Hit::named(
        "private-key-putty",
        window.start + body_start..window.start + body_start + body_len.max(1),
        Order::Structure,
    )
    .confidence(0.97);
    Some(if plain { hit } else { hit.severity(Severity::Low) })
}

static JWK_SECRET: LazyLock<Regex> = LazyLock::new(|| regex(r#"["']?\b(d|k)["']?\s*:\s*["']([A-Za-z0-9_-]{20,})["']"#));

fn jwk(doc: &Doc<'_>, at: usize) -> Option<Hit> {
    let bytes = doc.bytes();
    // The enclosing object, without nesting: from the brace before to the brace after.
    let start = bytes[..at].iter().rposition(|b| *b == b'{')?;
    let end = at + bytes[at..].iter().take(8192).position(|b| *b == b'}')?;
    let object = doc.text.get(start..end)?;
    let oct = object.contains("oct");
    for found in JWK_SECRET.captures_iter(object) {
        let (name, value) = (&found[1], found.get(2)?);
        if (name == "k") == oct && !crate::values::is_placeholder_body(value.as_str()) {
            return Some(
                Hit::named(
                    "jwk-private",
                    start + value.start()..start + value.end(),
                    Order::Structure,
                )
                .confidence(0.97),
            );
        }
    }
    None
}

static WIREGUARD: LazyLock<Regex> = LazyLock::new(|| regex(r"^PrivateKey\s*=\s*([A-Za-z0-9+/]{43}=)"));

fn wireguard(doc: &Doc<'_>, at: usize) -> Option<Hit> {
    let line = doc.line_range(doc.line_of(at));
    let found = WIREGUARD.captures(&doc.text[at..line.end])?;
    let value = found.get(1)?;
    let real = base64_any(value.as_str()).is_some_and(|b| b.len() == 32)
        && !crate::values::is_placeholder_body(value.as_str());
    real.then(|| Hit::named("wireguard", at + value.start()..at + value.end(), Order::Structure).confidence(0.97))
}

static DNSSEC: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?m)^PrivateKey:\s*([A-Za-z0-9+/=]{20,})|^PrivateExponent:\s*([A-Za-z0-9+/=]{20,})"));

fn dnssec(doc: &Doc<'_>, at: usize) -> Option<Hit> {
    let window = doc.lines_range(doc.line_of(at), doc.line_of(at) + 20);
    let found = DNSSEC.captures(&doc.text[window.clone()])?;
    let value = found.get(1).or_else(|| found.get(2))?;
    Some(
        Hit::named(
            "dnssec-private",
            window.start + value.start()..window.start + value.end(),
            Order::Structure,
        )
        .confidence(0.95),
    )
}

static TSIG: LazyLock<Regex> = LazyLock::new(|| regex(r#"secret\s+"?([A-Za-z0-9+/]{16,}={0,2})"?\s*;"#));

fn tsig(doc: &Doc<'_>, at: usize) -> Option<Hit> {
    let line = doc.line_of(at);
    let window = doc.lines_range(line.saturating_sub(2), line + 3);
    let found = TSIG.captures(&doc.text[window.clone()])?;
    let value = found.get(1)?;
    let plain = crate::values::is_placeholder_body(value.as_str());
    (!plain).then(|| {
        Hit::named(
            "tsig",
            window.start + value.start()..window.start + value.end(),
            Order::Structure,
        )
        .confidence(0.95)
    })
}

fn minisign(doc: &Doc<'_>, at: usize) -> Option<Hit> {
    let line = doc.line_of(at);
    if !doc.line(line).contains("untrusted comment:") || line + 1 >= doc.line_count() {
        return None;
    }
    let range = doc.line_range(line + 1);
    let value = &doc.text[range.clone()];
    let encrypted = value.starts_with("RWRTY0Iy");
    let right = value.len() >= 56 && value.starts_with("RW") && base64_any(value).is_some();
    let kind = match (doc.line(line).contains("signify"), encrypted) {
        (true, true) => "signify-encrypted",
        (true, false) => "signify",
        (false, true) => "minisign-encrypted",
        (false, false) => "minisign",
    };
    right.then(|| Hit::named(kind, range, Order::Structure).confidence(0.95))
}
