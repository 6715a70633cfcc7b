//! Files whose layout says where the credential is, without a name beside it.

use std::ops::Range;
use std::sync::LazyLock;

use rating::Severity;
use regex::Regex;

use crate::ascii::regex;
use crate::checks::base64_any;
use crate::doc::{Doc, Syntax};
use crate::hit::{Hit, Order};
use crate::named::{basic, file_kind};
use crate::names::Name;
use crate::values::{self, Verdict, judge};

/// Finds them, by the name of the file and its structure.
pub(crate) fn find(doc: &Doc<'_>) -> Vec<Hit> {
    let name = doc.file_name().to_ascii_lowercase();
    let path = doc.path.replace('\\', "/").to_ascii_lowercase();
    let mut hits = match name.as_str() {
        ".netrc" | "_netrc" => netrc(doc),
        ".pgpass" | "pgpass.conf" => pgpass(doc),
        ".htpasswd" | "htpasswd" | "shadow" | ".htdigest" => htpasswd(doc),
        ".npmrc" => npmrc(doc),
        ".dockercfg" | ".dockerconfigjson" => docker_auth(doc),
        "config.json" if path.contains("docker") => docker_auth(doc),
        "master.key" => whole_key(doc),
        _ if name.ends_with(".key") && path.contains("credentials/") => whole_key(doc),
        _ if name.ends_with(".tfstate") => Vec::new(),
        _ => Vec::new(),
    };
    if doc.text.contains("\"auths\"") && !matches!(name.as_str(), "config.json") {
        hits.extend(docker_auth(doc));
    }
    if doc.syntax == Syntax::Yaml && file_kind(doc) == Some("k8s-secret") {
        hits.extend(k8s_secret(doc));
    }
    if doc.syntax == Syntax::Json && doc.text.contains("\"Secret\"") && doc.text.contains("\"kind\"") {
        hits.extend(k8s_secret(doc));
    }
    if doc.syntax == Syntax::Markup && doc.text.contains("userPWD") {
        hits.extend(attribute(doc, &PUBLISH_PROFILE, "azure-publish-profile"));
    }
    if doc.syntax == Syntax::Markup && doc.text.contains("machineKey") {
        hits.extend(attribute(doc, &MACHINE_KEY, "machine-key"));
    }
    hits.extend(sas(doc));
    hits.extend(solana(doc));
    hits.extend(mnemonic(doc));
    hits.extend(gcp_refresh(doc));
    hits.extend(laravel(doc));
    hits
}

fn is_real(value: &str) -> bool {
    value.len() >= 4 && !values::is_reference(value) && !values::is_placeholder(value) && !values::is_encrypted(value)
}

fn spans<'a>(pattern: &'static Regex, doc: &'a Doc<'_>) -> impl Iterator<Item = Range<usize>> + 'a {
    pattern
        .captures_iter(doc.text)
        .filter_map(|found| found.iter().skip(1).flatten().next().map(|m| m.range()))
}

static NETRC: LazyLock<Regex> = LazyLock::new(|| regex(r"(?m)\bpassword\s+(\S+)"));

fn netrc(doc: &Doc<'_>) -> Vec<Hit> {
    if !doc.text.contains("machine") && !doc.text.contains("default") {
        return Vec::new();
    }
    spans(&NETRC, doc)
        .filter(|s| is_real(&doc.text[s.clone()]))
        .map(|s| Hit::named("netrc", s, Order::File).confidence(0.85).name("password"))
        .collect()
}

fn pgpass(doc: &Doc<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for line in 0..doc.line_count() {
        let range = doc.line_range(line);
        let text = &doc.text[range.clone()];
        if text.starts_with('#') || text.matches(':').count() < 4 {
            continue;
        }
        let Some(at) = text.match_indices(':').nth(3).map(|(i, _)| i + 1) else {
            continue;
        };
        if is_real(&text[at..]) {
            hits.push(Hit::named("pgpass", range.start + at..range.end, Order::File).confidence(0.9));
        }
    }
    hits
}

fn htpasswd(doc: &Doc<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for line in 0..doc.line_count() {
        let range = doc.line_range(line);
        let text = &doc.text[range.clone()];
        let Some((user, rest)) = text.split_once(':') else {
            continue;
        };
        let value = rest
            .rsplit_once(':')
            .filter(|_| doc.file_name().contains("htdigest"))
            .map_or_else(|| rest.split(':').next().unwrap_or(rest), |(_, v)| v);
        let shaped = value.len() >= 13 && !value.contains(' ');
        if text.starts_with('#') || user.is_empty() || !shaped || matches!(value, "*" | "!" | "x") {
            continue;
        }
        let start = range.start + text.find(value).unwrap_or(0);
        hits.push(
            Hit::named("password-hash", start..start + value.len(), Order::File)
                .confidence(0.9)
                .severity(Severity::Medium),
        );
    }
    hits
}

static NPMRC: LazyLock<Regex> = LazyLock::new(|| regex(r#"(?m)(?:_authToken|_auth|_password)\s*=\s*"?([^\s"]{4,})"#));

fn npmrc(doc: &Doc<'_>) -> Vec<Hit> {
    spans(&NPMRC, doc)
        .filter(|s| is_real(&doc.text[s.clone()]))
        .map(|s| Hit::named("npmrc", s, Order::File).confidence(0.9))
        .collect()
}

static DOCKER_AUTH: LazyLock<Regex> =
    LazyLock::new(|| regex(r#""(?:auth|identitytoken|registrytoken)"\s*:\s*"([^"]{6,})""#));

fn docker_auth(doc: &Doc<'_>) -> Vec<Hit> {
    spans(&DOCKER_AUTH, doc)
        .filter(|s| {
            let value = &doc.text[s.clone()];
            basic(value).is_some() || values::is_machine_made(value)
        })
        .map(|s| Hit::named("docker-config", s, Order::File).confidence(0.9))
        .collect()
}

/// A file that holds nothing but a key of 32 hex digits.
fn whole_key(doc: &Doc<'_>) -> Vec<Hit> {
    let value = doc.text.trim();
    let start = doc.text.len() - doc.text.trim_start().len();
    let right = value.len() == 32 && value.bytes().all(|b| b.is_ascii_hexdigit()) && values::is_machine_made(value);
    right
        .then(|| Hit::named("rails-master-key", start..start + value.len(), Order::File).confidence(0.95))
        .into_iter()
        .collect()
}

static ENTRY: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"^\s*["']?([\w.-]+)["']?\s*:\s*["']?([^\s"',{}\[\]|>]+)["']?,?\s*$"#));

/// `data` (base 64) and `stringData` of a Kubernetes Secret.
fn k8s_secret(doc: &Doc<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut section: Option<(bool, usize)> = None;
    let mut is_secret = doc.syntax == Syntax::Json;
    for line in 0..doc.line_count() {
        let text = doc.line(line);
        let trimmed = text.trim();
        let indent = text.len() - text.trim_start().len();
        if trimmed == "---" {
            section = None;
            is_secret = false;
            continue;
        }
        is_secret |= trimmed == "kind: Secret" || trimmed.starts_with("kind: Secret ") || trimmed == "- kind: Secret";
        let key = trimmed.trim_matches(|c: char| "\"'{,: ".contains(c));
        if matches!(key, "data" | "stringData") && (trimmed.ends_with(':') || trimmed.ends_with('{')) {
            section = Some((key == "data", indent));
            continue;
        }
        let Some((encoded, outer)) = section else { continue };
        if !trimmed.is_empty() && indent <= outer {
            section = None;
            continue;
        }
        // `kind` may follow `data` in the same document.
        let later = !is_secret
            && (line..doc.line_count())
                .map(|l| doc.line(l).trim())
                .take_while(|l| *l != "---")
                .any(|l| l == "kind: Secret");
        if !is_secret && !later {
            continue;
        }
        let Some(found) = ENTRY.captures(text) else { continue };
        let (Some(name), Some(value)) = (found.get(1), found.get(2)) else {
            continue;
        };
        let start = doc.line_range(line).start + value.start();
        let span = start..start + value.len();
        let plain = if encoded {
            match base64_any(value.as_str()).and_then(|b| String::from_utf8(b).ok()) {
                Some(text) => text.trim().to_owned(),
                None => continue,
            }
        } else {
            value.as_str().to_owned()
        };
        if !is_real(&plain) {
            continue;
        }
        let words = Name::new(name.as_str());
        let verdict = judge(&plain, &words);
        let named = words.class() >= crate::names::NameClass::Weak;
        let counts = match verdict {
            Some(Verdict::Machine) => true,
            Some(Verdict::Human | Verdict::CommonPassword) => named,
            _ => false,
        };
        if counts {
            let mut hit = Hit::named("k8s-secret", span, Order::File)
                .confidence(0.8)
                .name(name.as_str());
            if encoded {
                hit.decoded_by.push("base64");
            }
            hits.push(hit);
        }
    }
    hits
}

static PUBLISH_PROFILE: LazyLock<Regex> = LazyLock::new(|| regex(r#"userPWD\s*=\s*["']([A-Za-z0-9]{40,80})["']"#));
static MACHINE_KEY: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"(?:validationKey|decryptionKey)\s*=\s*["']([0-9A-Fa-f]{32,})[",']"#));

fn attribute(doc: &Doc<'_>, pattern: &'static Regex, kind: &str) -> Vec<Hit> {
    spans(pattern, doc)
        .filter(|s| !values::is_placeholder_body(&doc.text[s.clone()]))
        .map(|s| Hit::named(kind, s, Order::File).confidence(0.95))
        .collect()
}

static SAS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"[?&;"']((?:[a-z]{2,4}=[^&\s"'<>;]+(?:&|&amp;))*sig=((?:[A-Za-z0-9+/_-]|%[0-9A-Fa-f]{2}){40,60}(?:=|%3[dD])?)(?:(?:&|&amp;)[a-z]{2,4}=[^&\s"'<>;]+)*)"#,
    )
});

/// A shared access signature: `sig`, `se` and `sp` in one query.
fn sas(doc: &Doc<'_>) -> Vec<Hit> {
    if !doc.text.contains("sig=") {
        return Vec::new();
    }
    SAS.captures_iter(doc.text)
        .filter_map(|found| {
            let (query, sig) = (found.get(1)?, found.get(2)?);
            let fields = query.as_str();
            let has = |key: &str| {
                fields.starts_with(&format!("{key}="))
                    || fields.contains(&format!("&{key}="))
                    || fields.contains(&format!(";{key}="))
            };
            let signature = crate::standards::percent_decode(sig.as_str());
            let right =
                base64_any(&signature).is_some_and(|b| b.len() == 32) && !values::is_placeholder_body(&signature);
            (right
                && has("se")
                && (["sp", "sr", "sv", "spr", "ss", "srt", "st", "skoid"]
                    .iter()
                    .any(|k| has(k))))
            .then(|| Hit::named("azure-sas", sig.range(), Order::Structure).confidence(0.9))
        })
        .collect()
}

static KEYPAIR: LazyLock<Regex> = LazyLock::new(|| regex(r"\[\s*((?:\d{1,3}\s*,\s*){63}\d{1,3})\s*\]"));

/// A Solana key pair: an array of 64 bytes.
fn solana(doc: &Doc<'_>) -> Vec<Hit> {
    let likely = matches!(doc.syntax, Syntax::Json | Syntax::Code | Syntax::Config)
        && doc.text.matches(',').take(64).count() >= 63;
    let context = {
        let lower = doc.path.to_ascii_lowercase();
        ["solana", "keypair", "wallet", "id.json", "key"]
            .iter()
            .any(|w| lower.contains(w))
            || doc.text.contains("solana")
            || doc.text.contains("eypair")
    };
    if !likely || !context {
        return Vec::new();
    }
    KEYPAIR
        .captures_iter(doc.text)
        .filter_map(|found| found.get(1))
        .filter(|m| {
            let numbers: Vec<u16> = m.as_str().split(',').filter_map(|n| n.trim().parse().ok()).collect();
            let distinct: std::collections::HashSet<u16> = numbers.iter().copied().collect();
            numbers.iter().all(|n| *n < 256) && distinct.len() > 35
        })
        .map(|m| Hit::named("solana-keypair", m.range(), Order::Structure).confidence(0.9))
        .collect()
}

static PHRASE: LazyLock<Regex> = LazyLock::new(|| regex(r"(?:\b[a-z]{3,8}[ ]){11,23}[a-z]{3,8}\b"));

/// Twelve to twenty-four words of the BIP-39 list whose checksum is right.
fn mnemonic(doc: &Doc<'_>) -> Vec<Hit> {
    let lower_hint = ["mnemonic", "seed", "phrase", "wallet", "MNEMONIC", "SEED", "Mnemonic"]
        .iter()
        .any(|w| doc.text.contains(w));
    if !lower_hint {
        return Vec::new();
    }
    let published = "test test test test test test test test test test test junk";
    PHRASE
        .find_iter(doc.text)
        .filter_map(|m| {
            let words: Vec<&str> = m.as_str().split(' ').collect();
            for len in [24, 21, 18, 15, 12] {
                for start in 0..=words.len().checked_sub(len)? {
                    let phrase = words[start..start + len].join(" ");
                    let distinct: std::collections::HashSet<&&str> = words[start..start + len].iter().collect();
                    if phrase != published && distinct.len() > 6 && crate::checks::Check::Bip39.holds(&phrase, 0) {
                        let offset: usize = words[..start].iter().map(|w| w.len() + 1).sum();
                        let begin = m.start() + offset;
                        return Some(
                            Hit::named("mnemonic", begin..begin + phrase.len(), Order::Checked).confidence(0.97),
                        );
                    }
                }
            }
            None
        })
        .collect()
}

static REFRESH: LazyLock<Regex> = LazyLock::new(|| regex(r#""refresh_token"\s*:\s*"(1/[^"]{30,})""#));

fn gcp_refresh(doc: &Doc<'_>) -> Vec<Hit> {
    if !doc.text.contains("\"refresh_token\"") || !doc.text.contains("authorized_user") {
        return Vec::new();
    }
    spans(&REFRESH, doc)
        .map(|s| Hit::named("gcp-refresh", s, Order::File).confidence(0.9))
        .collect()
}

static LARAVEL: LazyLock<Regex> = LazyLock::new(|| regex(r#"\bAPP_KEY\s*[=:]\s*["']?(base64:[A-Za-z0-9+/]{43}=)"#));

fn laravel(doc: &Doc<'_>) -> Vec<Hit> {
    spans(&LARAVEL, doc)
        .filter(|s| values::is_machine_made(&doc.text[s.start + "base64:".len()..s.end]))
        .map(|s| Hit::named("laravel-app-key", s, Order::File).confidence(0.95))
        .collect()
}
