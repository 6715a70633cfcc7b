//! Credentials in standard notations: URLs, JSON web tokens, connection strings, command lines, SQL, password hashes.

use std::ops::Range;
use std::sync::LazyLock;

use rating::Severity;
use regex::Regex;

use crate::ascii::regex;
use crate::checks::{jwt_claims, jwt_header};
use crate::doc::{Doc, Place};
use crate::hit::{Checksum, Hit, Order};
use crate::kinds::{Alone, kinds};
use crate::names::Name;
use crate::tokens::{Trigger, Triggers};
use crate::values::{self, Verdict, judge};

/// Finds them around their triggers.
pub(crate) fn find(doc: &Doc<'_>, triggers: &Triggers) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in triggers.places(Trigger::Url) {
        hits.extend(url(doc, at));
    }
    let mut jwt_end = 0;
    for at in triggers.places(Trigger::Jwt) {
        if at >= jwt_end
            && let Some(hit) = jwt(doc, at)
        {
            jwt_end = hit.extent().end;
            hits.push(hit);
        }
    }
    for line in triggers.lines(doc, &[Trigger::Hash]) {
        hits.extend(each(&HASH, doc, line, 1).map(|span| {
            let dump = matches!(doc.place, Place::History)
                || doc.file_name().ends_with("htpasswd")
                || doc.file_name() == "shadow";
            let severity = if dump { Severity::Medium } else { Severity::Low };
            Hit::named("password-hash", span, Order::Standard)
                .confidence(0.9)
                .severity(severity)
        }));
    }
    if doc.distinctive_only {
        return hits;
    }
    for line in triggers.lines(
        doc,
        &[Trigger::Noun, Trigger::Command, Trigger::Statement, Trigger::Url],
    ) {
        if doc.line_range(line).len() <= 16 * 1024 {
            connection(doc, line, &mut hits);
            commands(doc, line, &mut hits);
            statements(doc, line, &mut hits);
        }
    }
    hits
}

fn each<'a>(
    pattern: &'static Regex,
    doc: &'a Doc<'_>,
    line: usize,
    group: usize,
) -> impl Iterator<Item = Range<usize>> + 'a {
    let range = doc.line_range(line);
    pattern
        .captures_iter(&doc.text[range.clone()])
        .filter_map(move |found| found.get(group).map(|m| range.start + m.start()..range.start + m.end()))
}

/// Whether a value that a notation calls a password is one.
fn is_real(value: &str) -> bool {
    value.chars().count() >= 4
        && !values::is_reference(value)
        && !values::is_placeholder(value)
        && !values::is_encrypted(value)
}

// ---- URLs --------------------------------------------------------------------------------------------------------------------

fn url(doc: &Doc<'_>, at: usize) -> Option<Hit> {
    let bytes = doc.bytes();
    let scheme_len = bytes[..at]
        .iter()
        .rev()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.' | b':'))
        .count();
    let scheme = &doc.text[at - scheme_len..at];
    if scheme.is_empty() {
        return None;
    }
    let start = at + 3;
    let len = bytes[start..]
        .iter()
        .take(1024)
        .position(|b| {
            b.is_ascii_whitespace()
                || matches!(
                    b,
                    b'"' | b'\'' | b'`' | b'<' | b'>' | b'/' | b'?' | b'#' | b'\\' | b'|' | b','
                )
        })
        .unwrap_or_else(|| bytes.len().saturating_sub(start).min(1024));
    let mut authority_end = start + len;
    // `{` and `$` start a reference inside the authority; keep them so that it is seen as one.
    while !doc.text.is_char_boundary(authority_end) {
        authority_end -= 1;
    }
    let mut authority = &doc.text[start..authority_end];
    // An unescaped `/`, `#` or `?` in a password: the `@` may follow when what comes before holds a user and a colon.
    if !authority.contains('@')
        && authority.contains(':')
        && !authority
            .rsplit(':')
            .next()
            .is_some_and(|p| p.bytes().all(|b| b.is_ascii_digit()))
    {
        let more = bytes[start..]
            .iter()
            .take(256)
            .position(|b| b.is_ascii_whitespace() || matches!(b, b'"' | b'\'' | b'`' | b'<' | b'>'))?;
        let wide = doc.text.get(start..start + more)?;
        if !wide.contains('@') {
            return None;
        }
        authority = &wide[..=wide.rfind('@')?];
    }
    let (userinfo, host) = authority.rsplit_once('@')?;
    let (user, secret) = userinfo.split_once(':')?;
    let host_ok =
        host.is_empty() || host.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '[' | '$' | '{' | '%' | '_'));
    if secret.is_empty() || !host_ok || secret.len() > 512 {
        return None;
    }
    let decoded = percent_decode(secret);
    let named_user =
        values::is_placeholder(user) && !user.is_empty() && !matches!(user, "admin" | "user" | "root" | "test");
    let weak = matches!(decoded.to_ascii_lowercase().as_str(), "s3cr3t" | "s3cret") && !values::is_placeholder(user);
    if decoded.chars().count() < 3 || values::is_reference(&decoded) || values::is_encrypted(&decoded) {
        return None;
    }
    if secret.contains(['$', '{', '<', '*'])
        && (secret.contains("${")
            || secret.contains("{{")
            || secret.contains('<')
            || secret.contains("$(")
            || secret.starts_with('$')
            || secret.starts_with('{')
            || secret.contains("**"))
    {
        return None;
    }
    if (values::is_placeholder(&decoded) && !weak)
        || decoded.eq_ignore_ascii_case(user)
        || named_user && values::is_words(&decoded)
    {
        return None;
    }
    let span_start = start + user.len() + 1;
    let mut hit = Hit::named(
        "url-credentials",
        span_start..span_start + secret.len(),
        Order::Standard,
    )
    .confidence(0.9);
    let lower = host.to_ascii_lowercase();
    let bare_host = lower.split([':', '/', '?', ',']).next().unwrap_or("");
    let local = bare_host.is_empty()
        || bare_host == "localhost"
        || bare_host.starts_with("127.")
        || bare_host == "0.0.0.0"
        || bare_host == "[::1]"
        || bare_host == "host.docker.internal"
        || [".local", ".test", ".example", ".localhost", ".invalid"]
            .iter()
            .any(|end| bare_host.ends_with(end))
        || ["example.com", "example.org", "example.net"]
            .iter()
            .any(|end| bare_host.ends_with(end))
        || (!bare_host.contains('.') && !bare_host.starts_with('['));
    if local {
        hit.severity = Severity::Low;
        hit.confidence -= 0.2;
    }
    if values::is_common_password(&decoded)
        || weak
        || (values::is_words(&decoded) && !decoded.bytes().any(|b| b.is_ascii_digit()))
    {
        hit.confidence -= 0.2;
    }
    let _ = scheme;
    Some(hit)
}

pub(crate) fn percent_decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let hex = (bytes[i] == b'%')
            .then(|| text.get(i + 1..i + 3))
            .flatten()
            .and_then(|h| u8::from_str_radix(h, 16).ok());
        match hex {
            Some(byte) => {
                out.push(byte);
                i += 3;
            }
            None => {
                out.push(bytes[i]);
                i += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

// ---- JSON web tokens ---------------------------------------------------------------------------------------------------------

fn jwt(doc: &Doc<'_>, at: usize) -> Option<Hit> {
    let bytes = doc.bytes();
    if at > 0
        && (bytes[at - 1].is_ascii_alphanumeric() || matches!(bytes[at - 1], b'-' | b'.'))
        && !escaped_before(bytes, at)
    {
        return None;
    }
    let len = bytes[at..]
        .iter()
        .take(16 * 1024)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'='))
        .count();
    let mut token = doc.text[at..at + len].trim_end_matches('.');
    let dots = token.matches('.').count();
    if dots == 1 && doc.text[at..at + len].ends_with('.') {
        // An unsigned token closes on its second dot.
        token = &doc.text[at..at + token.len() + 1];
    }
    let parts: Vec<&str> = token.split('.').collect();
    let header = jwt_header(token)?;
    let span = at..at + token.len();
    if parts.len() == 5 {
        return Some(Hit::named("jwe", span, Order::Checked).confidence(0.9));
    }
    if parts.len() < 3 || parts[1].len() < 4 {
        return None;
    }
    let claims = jwt_claims(token).unwrap_or_default();
    let text = |key: &str| {
        claims
            .get(key)
            .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned))
            .unwrap_or_default()
    };
    let unsigned = header
        .get("alg")
        .and_then(|a| a.as_str())
        .is_some_and(|a| a.eq_ignore_ascii_case("none"));
    for kind in kinds().iter().filter(|k| k.alone == Alone::Claim || k.claim.is_some()) {
        let Some(claim) = &kind.claim else { continue };
        let holds = if let Some((key, part)) = claim.split_once('~') {
            text(key).contains(part) || (part == "kubernetes" && claims.to_string().contains("kubernetes.io/"))
        } else if let Some((key, value)) = claim.split_once('=') {
            let actual = text(key);
            match (value.strip_prefix('*'), value.strip_suffix('*')) {
                (Some(end), _) => !actual.is_empty() && actual.trim_matches(['"', '[', ']']).ends_with(end),
                (_, Some(start)) => actual.starts_with(start),
                _ => actual == value,
            }
        } else {
            false
        };
        if holds {
            let mut hit = Hit::new(kind, span, Order::Checked).confidence(0.97);
            hit.checksum = Checksum::Valid;
            return Some(hit);
        }
    }
    let mut hit = Hit::named("jwt", span, Order::Structure).confidence(0.9);
    hit.checksum = Checksum::Valid;
    let sample_subject = text("name") == "John Doe" || text("sub") == "1234567890";
    if unsigned || matches!(text("role").as_str(), "anon" | "public") {
        hit.severity = Severity::Info;
    }
    if sample_subject {
        // The token of the tutorials.
        hit.confidence = 0.25;
        hit.settled = true;
    }
    if doc.place == Place::Doc {
        hit.severity = Severity::Low;
    }
    Some(hit)
}

fn escaped_before(bytes: &[u8], at: usize) -> bool {
    at >= 2 && bytes[at - 2] == b'\\' && matches!(bytes[at - 1], b'n' | b't' | b'r')
        || at >= 3 && bytes[at - 3] == b'%' && bytes[at - 2].is_ascii_hexdigit()
}

// ---- connection strings ------------------------------------------------------------------------------------------------------

static PAIR: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)(?:^|[;"'\s?&(])(password|pwd|accountkey|sharedaccesskey|accesskey|userpassword|sharedsecretvalue)\s*=\s*(\{[^}]*\}|'[^']*'|[^;"'\s&]+)"#,
    )
});
static ADO_HOST: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)(?:^|[;\x22'\s(])(?:server|data source|host|endpoint|accountname|addr|address|network address|hostname)\s*=",
    )
});
static ODBC: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)(?:driver|dsn)\s*=|(?:^|[;\x22'\s])uid\s*="));

fn connection(doc: &Doc<'_>, line: usize, hits: &mut Vec<Hit>) {
    let text = doc.line(line);
    if !text.contains('=') {
        return;
    }
    let jdbc = text.contains("jdbc:");
    let kind = if jdbc {
        "connection-jdbc"
    } else if ODBC.is_match(text) && text.contains(';') {
        "connection-odbc"
    } else if ADO_HOST.is_match(text) && text.contains(';') {
        "connection-ado"
    } else {
        return;
    };
    for span in each(&PAIR, doc, line, 2) {
        let raw = &doc.text[span.clone()];
        let bare = raw.trim_matches(['\'', '{', '}']);
        if raw.starts_with("{{")
            || !is_real(bare)
            || raw.starts_with('{') && raw.ends_with('}') && bare.bytes().all(|b| b.is_ascii_digit()) && bare.len() < 3
        {
            continue;
        }
        // `{0}`, `{password}` are format arguments; an ODBC brace quotes text with signs.
        if raw.starts_with('{')
            && bare.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
            && !bare.bytes().any(|b| b.is_ascii_digit())
        {
            continue;
        }
        hits.push(Hit::named(kind, span, Order::Standard).confidence(0.85));
    }
}

// ---- command lines -----------------------------------------------------------------------------------------------------------

static COMMANDS: LazyLock<Vec<(Regex, bool)>> = LazyLock::new(|| {
    // (expression with the secret as the last group, whether it must look like a password)
    [
        (r#"\b(?:curl|wget|http|https|xh)\b.*?\s(?:-u|--user|-a|--auth|--proxy-user|-U)[ =]*["']?[\w.@+\\-]+:([^\s"']{4,})"#, false),
        (r#"\bsshpass\s+(?:-\w+\s+)*-p\s*["']?([^\s"']{3,})"#, false),
        (r#"\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\b.*?\s-p["']?([^\s"'-][^\s"']{3,})"#, true),
        (r#"\b(?:redis-cli|valkey-cli)\b.*?\s-a\s+["']?([^\s"']{4,})"#, false),
        (r#"\b(?:docker|podman|buildah|skopeo|helm registry|az|oc|nerdctl)\s+login\b.*?\s(?:-p|--password)[ =]+["']?([^\s"']{4,})"#, false),
        (r#"\bhtpasswd\s+(?:-\w+\s+)*-\w*b\w*\s+(?:\S+\s+){2}["']?([^\s"']{4,})"#, false),
        (r#"-pass(?:in|out|word)?\s+pass:["']?([^\s"']{4,})"#, false),
        (r#"(?i)\bnet\s+use\s+\S+\s+(?:\S+\s+)?/user:\S+\s+["']?([^\s"'/]{4,})"#, true),
        (r#"\b(?:sqlcmd|bcp)\b.*?\s-P\s*["']?([^\s"']{4,})"#, true),
        (r#"\b(?:mongo|mongosh|mongodump|mongorestore)\b.*?\s-p\s+["']?([^\s"'-][^\s"']{3,})"#, true),
        (r#"\b(?:ldapsearch|ldapmodify|ldapadd)\b.*?\s-w\s+["']?([^\s"']{4,})"#, false),
        (r#"\b(?:plink|pscp|psftp)\b.*?\s-pw\s+["']?([^\s"']{4,})"#, false),
        (r#"\bsend(?:_user)?\s+(?:--\s+)?"([^"\\]{4,})\\r"#, true),
        (r#"\bkeytool\b.*?\s-(?:storepass|keypass)\s+["']?([^\s"']{4,})"#, false),
        (r#"\bsmbclient\b.*?\s-U\s+["']?[\w.\\-]+%([^\s"']{4,})"#, false),
        (r#"\becho\s+["']?([^\s"'$]{6,})["']?\s*\|\s*(?:sudo\s+-S|passwd|chpasswd|docker login)"#, true),
        (r#"PGPASSWORD=["']?([^\s"']{4,})"#, false),
    ]
    .into_iter()
    .map(|(source, checked)| (regex(&format!("(?s){source}")), checked))
    .collect()
});

fn commands(doc: &Doc<'_>, line: usize, hits: &mut Vec<Hit>) {
    // A command goes on after a backslash at the end of a line.
    let mut first = line;
    while first > 0 && line - first < 12 && doc.line(first - 1).trim_end().ends_with('\\') {
        first -= 1;
    }
    let window = doc.lines_range(first, line);
    let text = &doc.text[window.clone()];
    if !text.contains('-')
        && !text.contains("send")
        && !text.contains("echo")
        && !text.contains("/user:")
        && !text.contains("PGPASSWORD")
    {
        return;
    }
    for (pattern, checked) in COMMANDS.iter() {
        let found = pattern
            .captures_iter(text)
            .filter_map(|c| c.get(1))
            .map(|m| window.start + m.start()..window.start + m.end());
        for span in found {
            let value = doc.text[span.clone()].trim_end_matches([';', ',', ')', '\\']);
            let span = span.start..span.start + value.len();
            if !is_real(value) || value.starts_with(['$', '%', '<', '-', '{']) {
                continue;
            }
            let password = Name {
                words: vec!["password".into()],
            };
            let looks = matches!(
                judge(value, &password),
                Some(Verdict::Human | Verdict::Machine | Verdict::CommonPassword)
            );
            if looks || !checked && !values::is_words(value) {
                hits.push(Hit::named("curl-user", span, Order::Standard).confidence(if looks { 0.8 } else { 0.6 }));
            }
        }
    }
}

// ---- statements --------------------------------------------------------------------------------------------------------------

static SQL: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?xi)(?:
          \b(?:create|alter)\s+(?:user|role|login)\b.*?(?:\bpassword\b|\bidentified\s+(?:with\s+\S+\s+)?by|\bwith\s+password)\s*=?\s*(?:password\s*\()?\s*N?(?:'((?:[^']|''){4,})'|"([^"]{4,})")
        | \bset\s+password\b.*?=\s*(?:password\s*\()?\s*'([^']{4,})'
        | \bidentified\s+(?:with\s+\S+\s+)?by\s+(?:password\s+)?(?:'((?:[^']|''){4,})'|"([^"]{4,})")
        | \bidentified\s+by\s+([A-Za-z0-9_\#$!]{6,})\s*;?\s*$
        | \bencrypted\s+password\s+'([^']{4,})'
        )"#,
    )
});
static POWERSHELL: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?xi)(?:ConvertTo-SecureString\s+(?:-String\s+)?(?:\(\s*)?["']([^"'$]{4,})["']
          | NetworkCredential\s*\(\s*["'][^"']*["']\s*,\s*["']([^"'$]{4,})["']
          | -Password\s+["']([^"'$]{4,})["'] )"#,
    )
});
static DIRECTIVE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)^\s*(?:requirepass|masterauth|user\s+\S+\s+on\s+>|enable\s+secret\s+\d?\s*|enable\s+password\s+\d?\s*|username\s+\S+\s+(?:privilege\s+\d+\s+)?(?:password|secret)\s+\d?\s*)\s*["']?([^\s"']{4,})"#,
    )
});
static HASH: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}|\$argon2(?:id?|d)\$v=\d+\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+|\$[156]\$(?:rounds=\d+\$)?[./A-Za-z0-9]{2,16}\$[./A-Za-z0-9]{20,90}|\$apr1\$[./A-Za-z0-9]{2,8}\$[./A-Za-z0-9]{22}|\$y\$[./A-Za-z0-9]+\$[./A-Za-z0-9]+\$[./A-Za-z0-9]{40,}|\$P\$[./A-Za-z0-9]{31}|pbkdf2_sha(?:1|256|512)\$\d+\$[^$\s]+\$[A-Za-z0-9+/=]{20,}|\{SS?HA(?:256|512)?\}[A-Za-z0-9+/=]{20,})",
    )
});

fn statements(doc: &Doc<'_>, line: usize, hits: &mut Vec<Hit>) {
    let text = doc.line(line);
    let first = |found: &regex::Captures<'_>| found.iter().skip(1).flatten().next().map(|m| m.range());
    let range = doc.line_range(line);
    let absolute = |r: Range<usize>| range.start + r.start..range.start + r.end;
    for found in SQL.captures_iter(text) {
        let Some(value) = first(&found) else { continue };
        let raw = &text[value.clone()];
        let hashed = raw.starts_with('*') && raw.len() == 41
            || raw.starts_with("SCRAM-SHA-256$")
            || raw.starts_with("md5") && raw.len() == 35;
        if hashed {
            hits.push(Hit::named("password-hash", absolute(value), Order::Standard).confidence(0.9));
        } else if is_real(raw)
            && (text.to_ascii_lowercase().contains("user") || !raw.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'))
        {
            let weak = values::is_words(raw) || values::is_common_password(raw);
            hits.push(
                Hit::named("sql-user", absolute(value), Order::Standard).confidence(if weak { 0.5 } else { 0.8 }),
            );
        }
    }
    for found in POWERSHELL.captures_iter(text) {
        let Some(value) = first(&found) else { continue };
        if is_real(&text[value.clone()]) {
            hits.push(Hit::named("powershell-secure", absolute(value), Order::Standard).confidence(0.85));
        }
    }
    if let Some(found) = DIRECTIVE.captures(text)
        && let Some(value) = first(&found)
    {
        let raw = &text[value.clone()];
        let lower = text.to_ascii_lowercase();
        let cisco7 =
            lower.contains("password 7 ") && raw.len().is_multiple_of(2) && raw.bytes().all(|b| b.is_ascii_hexdigit());
        let kind = match lower.trim_start() {
            t if t.starts_with("requirepass") || t.starts_with("masterauth") => "generic-password",
            _ if cisco7 => "cisco-type7",
            _ => "cisco",
        };
        if is_real(raw) && !values::is_words(raw) && !raw.starts_with("$1$") {
            hits.push(Hit::named(kind, absolute(value), Order::Standard).confidence(0.7));
        }
    }
}
