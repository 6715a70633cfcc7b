//! Credentials with a shape of their own: one pass over the bytes finds their literals, the formats decide around them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use rating::Severity;

use crate::checks::{self, Check};
use crate::doc::Doc;
use crate::format::Format;
use crate::hit::{Checksum, Hit, Order};
use crate::kinds::{Alone, Kind, OnFailure, by_name, kinds};
use crate::runs::runs;
use crate::values::{is_machine_made, is_placeholder_body, is_words};

/// Literals shorter than this are too common to search for.
const MIN_ANCHOR: usize = 3;
/// Lines around the public half of a pair in which its secret may stand.
pub(crate) const PAIR_LINES: usize = 10;

/// What a literal of the automaton announces.
#[derive(Debug, Clone, Copy)]
enum Target {
    Token {
        kind: &'static Kind,
        format: &'static Format,
        max_offset: usize,
    },
    PairId {
        kind: &'static Kind,
        format: &'static Format,
        max_offset: usize,
    },
    Trigger(Trigger),
}

/// Words that make a look at a line or a structure worthwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Trigger {
    /// A word about secrets: look for assignments on the line.
    Noun,
    /// A command that takes a credential as an argument.
    Command,
    /// `://`
    Url,
    /// The start of a JSON object in base 64.
    Jwt,
    /// Armour of a key.
    Key,
    /// A password hash.
    Hash,
    /// A statement or call that sets a password without an assignment.
    Statement,
}

/// The literals that announce something other than a format.
const TRIGGERS: &[(Trigger, &[&str])] = &[
    (
        Trigger::Noun,
        &[
            "pass", "pwd", "psw", "secret", "token", "key", "auth", "cred", "dsn", "seed", "mnemonic", "salt",
            "pepper", "hmac", "signature", "session", "cookie", "contrase", "senha", "kennwort", "mdp", "connection",
            "webhook", "bearer", "jwt", "wallet", "accounts", "deployer", "_pw", "pw=", "pw:", "_pat", "pat=", "pat:",
            "pat\"", "sig=", "code=", "nonce", "login", "connect", "apikey",
        ],
    ),
    (
        Trigger::Command,
        &[
            "curl ", "wget ", "sshpass", "mysql", "psql", "redis-cli", "docker login", "az login", "htpasswd",
            "-passin", "-passout", "net use", "expect", "--user", "http -a", "smbclient", "ldapsearch", "mongo",
            "sqlcmd", "openssl", "keytool", "podman login", "helm registry", "rclone", "mysqldump", "pg_dump", "lftp",
            "plink", "pscp", "winscp", "docker run", "smbpasswd", "kinit",
        ],
    ),
    (Trigger::Url, &["://"]),
    (Trigger::Jwt, &["eyJ", "ewog"]),
    (
        Trigger::Key,
        &[
            "-----BEGIN", "PuTTY-User-Key-File", "\"kty\"", "'kty'", "kty:", "PrivateKey", "Private-key-format",
            "secret key", "LS0tLS1CRUdJTi", "hmac-sha", "hmac-md5",
        ],
    ),
    (
        Trigger::Hash,
        &[
            "$2a$", "$2b$", "$2y$", "$argon2", "$6$", "$5$", "$1$", "$apr1$", "$y$", "$P$", "pbkdf2_", "{SSHA",
            "scrypt:", "bcrypt_",
        ],
    ),
    (
        Trigger::Statement,
        &[
            "identified by", "identified with", "with password", "password '", "password=n'", "ConvertTo-SecureString",
            "NetworkCredential", "define(", "requirepass", "masterauth", "enable secret", "password 7", "username",
        ],
    ),
];

struct Automaton {
    searcher: AhoCorasick,
    targets: Vec<Vec<Target>>,
    /// Formats of self-sufficient kinds without a literal worth searching.
    floating: Vec<(&'static Kind, &'static Format)>,
}

static AUTOMATON: LazyLock<Automaton> = LazyLock::new(|| {
    let mut literals: Vec<String> = Vec::new();
    let mut targets: Vec<Vec<Target>> = Vec::new();
    let mut index: HashMap<String, usize> = HashMap::new();
    let mut add = |literal: &str, target: Target| {
        let key = literal.to_ascii_lowercase();
        let at = *index.entry(key.clone()).or_insert_with(|| {
            literals.push(key);
            targets.push(Vec::new());
            literals.len() - 1
        });
        targets[at].push(target);
    };
    let mut floating = Vec::new();
    for kind in kinds() {
        if kind.alone != Alone::Context {
            for format in &kind.formats {
                let anchors = format.anchors();
                if anchors.is_empty() || anchors.iter().any(|a| a.literal.len() < MIN_ANCHOR) {
                    if kind.alone != Alone::Pair && kind.context.is_empty() {
                        floating.push((kind, format));
                    }
                    continue;
                }
                if kind.alone == Alone::Pair
                    && kind.pair.is_some()
                    && format.length().0 <= 64
                    && anchors.iter().any(|a| a.literal.len() < 4)
                {
                    continue;
                }
                for anchor in anchors {
                    add(
                        &anchor.literal,
                        Target::Token {
                            kind,
                            format,
                            max_offset: anchor.max_offset,
                        },
                    );
                }
            }
        }
        if let Some(format) = &kind.pair {
            for anchor in format.anchors().into_iter().filter(|a| a.literal.len() >= 2) {
                add(
                    &anchor.literal,
                    Target::PairId {
                        kind,
                        format,
                        max_offset: anchor.max_offset,
                    },
                );
            }
        }
    }
    for (trigger, words) in TRIGGERS {
        for word in *words {
            add(word, Target::Trigger(*trigger));
        }
    }
    let searcher = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .build(&literals)
        .expect("a few thousand short literals fit");
    Automaton {
        searcher,
        targets,
        floating,
    }
});

/// What the pass over a text found beside tokens: places of triggers, in order.
#[derive(Debug, Default)]
pub(crate) struct Triggers(Vec<(Trigger, usize)>);

impl Triggers {
    /// The places of one trigger.
    pub(crate) fn places(&self, wanted: Trigger) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().filter(move |(t, _)| *t == wanted).map(|(_, at)| *at)
    }

    /// The lines with any of some triggers, in order, each once.
    pub(crate) fn lines(&self, doc: &Doc<'_>, wanted: &[Trigger]) -> Vec<usize> {
        let mut lines: Vec<usize> = self
            .0
            .iter()
            .filter(|(t, _)| wanted.contains(t))
            .map(|(_, at)| doc.line_of(*at))
            .collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}

/// Finds every token of a distinctive format, and the triggers of everything else.
pub(crate) fn find(doc: &Doc<'_>) -> (Vec<Hit>, Triggers) {
    let mut hits: Vec<Hit> = Vec::new();
    let mut triggers = Triggers::default();
    let bytes = doc.bytes();
    let automaton = &*AUTOMATON;
    // The end of the last match tried for a kind: anchors inside it are not tried again.
    let mut tried: HashMap<(*const Format, usize), ()> = HashMap::new();
    for found in automaton.searcher.find_overlapping_iter(bytes) {
        for target in &automaton.targets[found.pattern().as_usize()] {
            match target {
                Target::Trigger(trigger) => triggers.0.push((*trigger, found.start())),
                Target::Token {
                    kind,
                    format,
                    max_offset,
                } => {
                    if let Some((start, end)) = format.find_around(bytes, found.start(), *max_offset, kind.open)
                        && tried.insert((std::ptr::from_ref(*format), start), ()).is_none()
                    {
                        hits.extend(judge_token(doc.text, kind, format, start..end));
                    }
                }
                Target::PairId {
                    kind,
                    format,
                    max_offset,
                } => {
                    if let Some((start, end)) = format.find_around(bytes, found.start(), *max_offset, false)
                        && tried.insert((std::ptr::from_ref(*format), start), ()).is_none()
                    {
                        hits.extend(pair(doc, kind, start..end));
                    }
                }
            }
        }
    }
    for run in long_runs(bytes) {
        for (kind, format) in &automaton.floating {
            if run.len() >= format.length().0 {
                for (start, end) in format.find_all(bytes, run.start, run.end, kind.open) {
                    hits.extend(judge_token(doc.text, kind, format, start..end));
                }
            }
        }
    }
    triggers.0.sort_unstable_by_key(|(trigger, at)| (*at, *trigger));
    (hits, triggers)
}

/// Runs of token characters and the separators inside tokens, long enough for the formats without a literal.
fn long_runs(bytes: &[u8]) -> Vec<Range<usize>> {
    const MIN: usize = 45;
    const MAX: usize = 8192;
    let inside = |b: u8| b.is_ascii_alphanumeric() || b"_-.+/=:~|!".contains(&b);
    let mut found = runs(bytes, MIN, inside);
    found.retain(|run| run.len() <= MAX);
    found
}

/// Decides on a text of a format: placeholder, checksum, mixture of characters.
pub(crate) fn judge_token(text: &str, kind: &'static Kind, format: &Format, span: Range<usize>) -> Option<Hit> {
    let token = text.get(span.clone())?;
    let prefix = format.literal_prefix(token.as_bytes());
    let body = token.get(prefix..)?;
    if kind.alone != Alone::Public && is_placeholder_body(body) {
        return None;
    }
    if kind.alone == Alone::Mixed && !is_mixed(body) {
        return None;
    }
    // Three letters and a run of base 64 occur by chance in every embedded picture or program.
    if kind.check.is_none() && prefix <= 4 && is_inside_blob(text, &span) {
        return None;
    }
    let (span, lead) = with_scheme(text, span);
    let prefix_shown = lead + prefix;
    let mut hit = Hit::new(
        kind,
        span,
        if kind.alone == Alone::Structure {
            Order::Structure
        } else {
            Order::Format
        },
    );
    hit.keep = prefix_shown;
    let Some(check) = &kind.check else { return Some(hit) };
    if *check == Check::AwsAccount && token.as_bytes().get(4).is_some_and(|b| matches!(b, b'A'..=b'P')) {
        return Some(hit);
    }
    if check.holds(token, prefix) {
        hit.checksum = Checksum::Valid;
        hit.confidence = 0.97;
        hit.order = Order::Checked;
    } else if kind.on_failure == OnFailure::Malformed {
        hit.kind = by_name("malformed-token");
        hit.severity = Severity::Info;
        hit.confidence = 0.2;
        hit.checksum = Checksum::Failed;
        hit.settled = true;
        // A distinctive prefix leaves no other reading: no file and no name makes a secret of it.
        hit.order = if prefix >= 3 { Order::File } else { Order::Format };
    } else {
        hit.checksum = Checksum::Failed;
        hit.confidence = 0.75;
    }
    Some(hit)
}

/// A format that is the rest of a URL takes the scheme and the start of the host along; returns how many bytes that adds.
fn with_scheme(text: &str, span: Range<usize>) -> (Range<usize>, usize) {
    if !text[span.clone()].contains('/') {
        return (span, 0);
    }
    let before = &text[..span.start];
    let host = before
        .bytes()
        .rev()
        .take(64)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.'))
        .count();
    let Some(scheme) = ["https://", "http://"]
        .iter()
        .find(|s| before[..before.len() - host].ends_with(**s))
    else {
        return (span, 0);
    };
    let lead = host + scheme.len();
    (span.start - lead..span.end, lead)
}

/// Whether the token is a piece of a long run of base 64.
fn is_inside_blob(text: &str, span: &Range<usize>) -> bool {
    const BLOB: usize = 512;
    let inside = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/');
    let bytes = text.as_bytes();
    let before = bytes[..span.start]
        .iter()
        .rev()
        .take(BLOB)
        .take_while(|b| inside(b))
        .count();
    let after = bytes[span.end..].iter().take(BLOB).take_while(|b| inside(b)).count();
    before + after > 0 && before + after + span.len() > BLOB
}

fn is_mixed(body: &str) -> bool {
    let has = |f: fn(&u8) -> bool| body.as_bytes().iter().any(f);
    if body.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-') {
        return has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic);
    }
    let letters =
        has(u8::is_ascii_uppercase) && (has(u8::is_ascii_digit) || has(u8::is_ascii_lowercase) && body.len() >= 30);
    letters && !is_words(body)
}

/// The secret half of a pair whose public half stands at `id`.
fn pair(doc: &Doc<'_>, kind: &'static Kind, id: Range<usize>) -> Option<Hit> {
    let line = doc.line_of(id.start);
    let window = doc.lines_range(line.saturating_sub(PAIR_LINES), line + PAIR_LINES);
    if window.len() > 64 * 1024 || is_placeholder_body(&doc.text[id.clone()]) {
        return None;
    }
    let mut best: Option<Hit> = None;
    for format in &kind.formats {
        for (start, end) in format.find_all(doc.bytes(), window.start, window.end, kind.open) {
            let value = &doc.text[start..end];
            let apart = end <= id.start || start >= id.end;
            let prefix = format.literal_prefix(value.as_bytes());
            let machine = prefix >= 3 || is_machine_made(value);
            let mixed_case =
                !value.bytes().any(|b| b.is_ascii_uppercase()) || value.bytes().any(|b| b.is_ascii_digit());
            if !apart || !machine || !mixed_case || is_placeholder_body(value) || is_labelled_digest(doc, start) {
                continue;
            }
            let distance = |h: &Hit| h.spans[0].start.abs_diff(id.start);
            let mut hit = Hit::new(kind, start..end, Order::Format);
            hit.keep = prefix;
            hit.related = Some(id.clone());
            if best.as_ref().is_none_or(|b| distance(&hit) < distance(b)) {
                best = Some(hit);
            }
        }
    }
    best
}

/// Words that say that hex digits beside them are a digest or an id.
pub(crate) const DIGEST_WORDS: &[&str] = &[
    "sha", "sha1", "sha256", "sha384", "sha512", "md5", "digest", "checksum", "integrity", "etag", "commit", "rev",
    "revision", "ref", "oid", "tree", "parent", "trace", "span", "correlation", "build", "fingerprint", "thumbprint",
    "sum", "blob", "object", "request",
];

/// Whether the text just before a value calls it a digest.
pub(crate) fn is_labelled_digest(doc: &Doc<'_>, start: usize) -> bool {
    let line = doc.line_range(doc.line_of(start));
    let before = &doc.text[line.start..start];
    let tail = before
        .get(before.len().saturating_sub(48)..)
        .or_else(|| before.get(before.char_indices().rev().nth(40)?.0..))
        .unwrap_or(before);
    let words = crate::names::Name::new(tail).words;
    words.iter().rev().take(3).any(|w| DIGEST_WORDS.contains(&w.as_str()))
        || tail.ends_with("@") && tail.contains("uses:")
}

/// Whether a whole value has one of the formats of a kind.
pub(crate) fn has_format(kind: &Kind, value: &str) -> bool {
    kind.formats
        .iter()
        .any(|f| f.matches_whole(value.as_bytes(), kind.open))
}

/// Whether a value of a context kind passes its check, if it has one.
pub(crate) fn passes_check(kind: &Kind, value: &str) -> bool {
    kind.check
        .as_ref()
        .is_none_or(|c| c.holds(value, 0) || kind.on_failure == OnFailure::Lower)
}

/// Whether the run is a well-formed JSON web token.
pub(crate) fn is_jwt(token: &str) -> bool {
    checks::jwt_header(token).is_some()
}
