//! Values that their name gives away: kinds that need a provider's word, files whose entries are credentials, and everything a
//! name calls a password, secret or token.

use rating::Severity;

use crate::assign::{Candidate, Form};
use crate::checks::base64_any;
use crate::doc::{Doc, Place};
use crate::hit::{Hit, Order};
use crate::kinds::{Alone, Kind, kinds};
use crate::names::{Name, NameClass, is_browser_variable};
use crate::public;
use crate::tokens::{DIGEST_WORDS, has_format, is_jwt, passes_check};
use crate::values::{self, Verdict, is_machine_made, is_uuid, judge, reference_default};

/// Lines around a value in which a provider's word may stand.
const CONTEXT_LINES: usize = 3;

/// Judges every candidate.
pub(crate) fn judge_all(doc: &Doc<'_>, candidates: &[Candidate]) -> Vec<Hit> {
    let path = Name::new(doc.path);
    candidates.iter().filter_map(|c| judge_one(doc, c, &path)).collect()
}

fn judge_one(doc: &Doc<'_>, candidate: &Candidate, path: &Name) -> Option<Hit> {
    let mut span = candidate.value.clone();
    let mut value = &doc.text[span.clone()];
    if let Some(default) = reference_default(value) {
        let start = value.len() - 1 - default.len();
        span = span.start + start..span.start + start + default.len();
        value = default;
    }
    // `AWS::SecretsManager::Secret` names a type; `Settings::PASSWORD` a constant.
    if candidate.name.starts_with("AWS::") {
        return None;
    }
    if value.len() < 4
        || value.contains("[REDACTED")
        || doc.line(candidate.line).contains("ENC[")
        || is_test_vector(doc, candidate.line)
    {
        return None;
    }
    let decoded = unescape(value);
    let tested = decoded.as_str();
    let name = Name::new(&candidate.name);
    let class = name.class();
    if candidate.form == Form::Header {
        return header(doc, candidate, tested).map(|h| h.name(&candidate.name));
    }
    if values::is_reference(tested) || values::is_encrypted(tested) {
        return None;
    }
    if public::is_published(tested) {
        return Some(Hit::named("published-sample", span, Order::Format));
    }
    if let Some(kind) = public::counterpart(doc, candidate, &name, tested) {
        return Some(Hit::named(kind, span, Order::Format).name(&candidate.name));
    }
    if let Some(hit) = context_kind(doc, candidate, &name, path, tested, &span) {
        return Some(hit.name(&candidate.name));
    }
    if let Some(hit) = file_entry(doc, candidate, &name, class, tested, &span) {
        return Some(hit.name(&candidate.name));
    }
    let hit = generic(doc, candidate, &name, class, tested, &span)?;
    Some(hit.name(&candidate.name))
}

// ---- kinds that need a provider's word ---------------------------------------------------------------------------------------

fn context_kind(
    doc: &Doc<'_>,
    candidate: &Candidate,
    name: &Name,
    path: &Name,
    value: &str,
    span: &std::ops::Range<usize>,
) -> Option<Hit> {
    if value.len() < 10 || value.len() > 600 || value.contains(char::is_whitespace) || values::is_placeholder(value) {
        return None;
    }
    let bare = value.trim_end_matches('=');
    let machine = is_machine_made(value)
        || is_machine_made(bare)
        || (is_uuid(value) && !values::has_repetition(&value.replace('-', "")));
    let token = value.starts_with("eyJ") && is_jwt(value);
    if !(machine || token) {
        return None;
    }
    let mut best: Option<(f32, &'static Kind)> = None;
    let mut lines: Option<[Name; 2]> = None;
    for kind in kinds() {
        let needs_context = kind.alone == Alone::Context
            || (!kind.context.is_empty() && matches!(kind.alone, Alone::Pair | Alone::Checksum));
        if !needs_context || !has_format(kind, value) || !passes_check(kind, value) {
            continue;
        }
        let noun = name.has_noun()
            || kind.nouns.iter().any(|n| name.has(n))
            || matches!(candidate.form, Form::Flag | Form::Query);
        if !noun || (name.class() == NameClass::Off && !kind.context.iter().any(|w| name.has(w))) {
            continue;
        }
        if !nouns_agree(kind, name, doc, candidate) {
            continue;
        }
        let names_value = |n: &Name| kind.context.iter().any(|w| n.has(w));
        let score = if names_value(name) {
            0.80
        } else {
            let [line, around] = lines.get_or_insert_with(|| context_names(doc, candidate.line));
            if names_value(line) {
                0.65
            } else if names_value(around) {
                0.55
            } else if names_value(path) {
                0.50
            } else {
                continue;
            }
        };
        if best.is_none_or(|(s, _)| score > s) {
            best = Some((score, kind));
        }
    }
    let (score, kind) = best?;
    Some(Hit::new(kind, span.clone(), Order::Context).confidence(score))
}

/// Kinds whose public counterpart has the same shape ask for a word that tells them apart.
fn nouns_agree(kind: &Kind, name: &Name, doc: &Doc<'_>, candidate: &Candidate) -> bool {
    let any = |words: &[&str]| {
        words.iter().any(|w| name.has(w)) || {
            let [line, _] = context_names(doc, candidate.line);
            words.iter().any(|w| line.has(w))
        }
    };
    match kind.kind.as_str() {
        "algolia-admin" => any(&["admin", "write"]),
        "recaptcha" | "hcaptcha" | "turnstile" => any(&["secret"]),
        _ => true,
    }
}

/// Whether the lines around call their values test vectors.
fn is_test_vector(doc: &Doc<'_>, line: usize) -> bool {
    let range = doc.lines_range(line.saturating_sub(8), line + 2);
    if range.len() > 8192 {
        return false;
    }
    let lower = doc.text[range].to_ascii_lowercase();
    [
        "test vector", "test_vector", "testvector", "wycheproof", "known answer", "known_answer", "nist ",
    ]
    .iter()
    .any(|w| lower.contains(w))
}

/// The words of a text without the values in it: digits and letters mixed in a long run are no words.
fn words_without_values(text: &str) -> Name {
    let kept: Vec<&str> = text
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|run| {
            run.len() < 16
                || !(run.bytes().any(|b| b.is_ascii_digit()) && run.bytes().any(|b| b.is_ascii_alphabetic()))
                || run.contains('_')
        })
        .collect();
    Name::new(&kept.join(" "))
}

fn context_names(doc: &Doc<'_>, line: usize) -> [Name; 2] {
    let range = doc.lines_range(line.saturating_sub(CONTEXT_LINES), line + CONTEXT_LINES);
    let clip = |r: std::ops::Range<usize>| if r.len() > 4096 { "" } else { &doc.text[r] };
    [
        words_without_values(clip(doc.line_range(line))),
        words_without_values(clip(range)),
    ]
}

// ---- headers -----------------------------------------------------------------------------------------------------------------

fn header(doc: &Doc<'_>, candidate: &Candidate, value: &str) -> Option<Hit> {
    let span = candidate.value.clone();
    let line = doc.line_range(candidate.line);
    let before = doc.text[line.start..span.start].to_ascii_lowercase();
    let is_authorization = candidate.name.to_ascii_lowercase().ends_with("authorization");
    if before.trim_end().ends_with("basic") {
        return basic(value).map(|()| Hit::named("basic-header", span, Order::Standard));
    }
    if values::is_reference(value) || values::is_placeholder(value) || values::is_encrypted(value) {
        return None;
    }
    if value.starts_with("eyJ") || value.starts_with("AWS4-") {
        return None;
    }
    let machine = value.len() >= 16 && is_machine_made(value);
    let scheme = ["bearer", "token", "apikey", "ssws", "bot", "key"]
        .iter()
        .any(|s| before.trim_end().ends_with(s));
    // `pub authorization: Type` in code is a member; a scheme, or a quote before it, makes it a header.
    let in_literal = scheme || before.contains(['"', '\'', '`']);
    if doc.syntax == crate::doc::Syntax::Code && !in_literal {
        return None;
    }
    // `api_key = "v"` in code is an assignment, judged as such.
    let written_as_header = is_authorization || candidate.name.contains('-') || scheme;
    (machine && written_as_header).then(|| Hit::named("bearer-header", span, Order::Standard).confidence(0.8))
}

/// Whether the value is base 64 of `user:secret` with a secret worth the name.
pub(crate) fn basic(value: &str) -> Option<()> {
    let bytes = base64_any(value)?;
    let text = String::from_utf8(bytes).ok()?;
    let (user, secret) = text.split_once(':')?;
    let printable = text.chars().all(|c| !c.is_control());
    let plain = values::is_placeholder(secret) || values::is_reference(secret) || secret.len() < 4;
    (printable && !user.is_empty() && !plain || printable && user.is_empty() && secret.len() > 15).then_some(())
}

// ---- files whose entries are credentials -------------------------------------------------------------------------------------

/// The kind of credential that entries of a file are.
pub(crate) fn file_kind(doc: &Doc<'_>) -> Option<&'static str> {
    let name = doc.file_name().to_ascii_lowercase();
    let path = doc.path.replace('\\', "/").to_ascii_lowercase();
    let in_folder = |folder: &str| path.contains(&format!("{folder}/"));
    Some(match name.as_str() {
        ".npmrc" => "npmrc",
        ".yarnrc.yml" | "bunfig.toml" => "yarnrc",
        ".pypirc" | "pip.conf" | "uv.toml" | "pip.ini" => "pypirc",
        "auth.toml" if in_folder("poetry") || in_folder("pypoetry") => "pypirc",
        ".netrc" | "_netrc" => "netrc",
        "rclone.conf" => "rclone",
        "settings.xml" | "settings-security.xml" => "maven-settings",
        "gradle.properties" => "gradle",
        "nuget.config" => "nuget-config",
        "auth.json" => "composer-auth",
        "credentials" if in_folder(".gem") => "gem-credentials",
        "credentials" | "credentials.toml" | "config.toml" if in_folder(".cargo") => "cargo-credentials",
        ".pgpass" | "pgpass.conf" | "pg_service.conf" => "pgpass",
        ".my.cnf" | "my.cnf" => "my-cnf",
        "tomcat-users.xml" => "tomcat-users",
        "server.xml" | "standalone.xml" | "domain.xml" | "realm.properties" => "server-xml",
        "filezilla.xml" | "sitemanager.xml" | "winscp.ini" | ".ftpconfig" | "sftp.json" => "ftp-client",
        "wp-config.php" => "wp-config",
        _ if name.ends_with(".tfvars") => "terraform",
        _ if name.ends_with(".tfstate") => "terraform-state",
        _ if name.starts_with("docker-compose") || name.starts_with("compose.") => "compose-env",
        _ if name.ends_with(".ovpn") => "vpn",
        _ if in_folder("group_vars")
            || in_folder("host_vars")
            || name == "inventory"
            || name.starts_with("inventory.") =>
        {
            "ansible-inventory"
        }
        _ if doc.syntax == crate::doc::Syntax::Docker => "docker-env",
        _ if doc.text.contains("kind: Secret") && doc.text.contains("apiVersion:") => "k8s-secret",
        _ if doc.text.contains("apiVersion:") && doc.text.contains("users:") && doc.text.contains("clusters:") => {
            "kubeconfig"
        }
        _ => return None,
    })
}

fn file_entry(
    doc: &Doc<'_>,
    candidate: &Candidate,
    name: &Name,
    class: NameClass,
    value: &str,
    span: &std::ops::Range<usize>,
) -> Option<Hit> {
    let mut kind = file_kind(doc)?;
    let lower = candidate.name.to_ascii_lowercase();
    let field = lower.rsplit([':', '.', '/']).next().unwrap_or(&lower);
    if kind == "k8s-secret" {
        return None;
    }
    let strict = matches!(
        kind,
        "npmrc"
            | "yarnrc"
            | "pypirc"
            | "maven-settings"
            | "nuget-config"
            | "composer-auth"
            | "pgpass"
            | "my-cnf"
            | "tomcat-users"
            | "server-xml"
            | "ftp-client"
            | "ansible-inventory"
            | "wp-config"
            | "gem-credentials"
            | "cargo-credentials"
            | "rclone"
            | "kubeconfig"
            | "vpn"
    );
    let sensitive = match kind {
        "npmrc" => matches!(field, "_authtoken" | "_auth" | "_password" | "password"),
        "pypirc" => field == "password",
        "nuget-config" => {
            if field == "password" {
                kind = "nuget-config-bound";
            }
            matches!(field, "cleartextpassword" | "password")
        }
        "ftp-client" => matches!(field, "pass" | "password"),
        "wp-config" => {
            if class != NameClass::Strong && (lower.ends_with("_key") || lower.ends_with("_salt"))
                || lower.ends_with("_salt")
            {
                kind = "wp-config-keys";
                true
            } else {
                lower.ends_with("password")
            }
        }
        "ansible-inventory" => lower.ends_with("_pass") || lower.ends_with("password") || class == NameClass::Strong,
        "kubeconfig" => matches!(field, "token" | "password" | "client-key-data"),
        "rclone" => matches!(field, "pass" | "password" | "token"),
        _ => class == NameClass::Strong || (class == NameClass::Weak && is_machine_made(value) && value.len() >= 20),
    };
    // Generated salts hold every sign, those of references too.
    let reference = values::is_reference(value) && kind != "wp-config-keys";
    let plain = values::is_placeholder(value) || reference || values::is_encrypted(value);
    if !sensitive || plain {
        return None;
    }
    if value.split_whitespace().count() >= 3 {
        return None;
    }
    if !strict {
        let verdict = judge(value, name)?;
        let counts = verdict == Verdict::Machine || verdict == Verdict::Human || verdict == Verdict::CommonPassword;
        if !counts {
            return None;
        }
    }
    Some(Hit::named(kind, span.clone(), Order::File).confidence(0.8))
}

// ---- everything else ---------------------------------------------------------------------------------------------------------

fn generic(
    doc: &Doc<'_>,
    candidate: &Candidate,
    name: &Name,
    class: NameClass,
    value: &str,
    span: &std::ops::Range<usize>,
) -> Option<Hit> {
    let is_flag = candidate.form == Form::Flag;
    let class = match (class, candidate.form) {
        // `--password v` is what it says; a query parameter or a bare pair says less.
        (NameClass::Weak, Form::Flag | Form::Query) if is_machine_made(value) => NameClass::Strong,
        // `t.pass("…")`, `emit.key("…")` are verbs and lookups.
        (_, Form::Call) if matches!(candidate.name.as_str(), "pass" | "key" | "token" | "secret" | "auth") => {
            NameClass::Off
        }
        (class, _) => class,
    };
    if class < NameClass::Weak {
        return None;
    }
    if name.words.iter().any(|w| DIGEST_WORDS.contains(&w.as_str())) && class != NameClass::Strong {
        return None;
    }
    let hit = |kind: &str, order: Order| Hit::named(kind, span.clone(), order);
    if is_uuid(value) {
        let zero = values::has_repetition(&value.replace('-', ""));
        return (class == NameClass::Strong && !zero && !name.words.iter().any(|w| w == "id")).then(|| {
            hit("generic-secret", Order::Strong)
                .confidence(0.35)
                .severity(Severity::Low)
        });
    }
    let verdict = judge(value, name)?;
    let exposed = is_browser_variable(&candidate.name);
    match (class, verdict) {
        (NameClass::Strong, Verdict::Machine) => {
            let kind = if exposed {
                "browser-exposed-secret"
            } else if candidate.form == Form::Query {
                "query-secret"
            } else {
                special_name(doc, candidate, name).unwrap_or(if name.takes_human_value() && value.len() < 24 {
                    "generic-password"
                } else {
                    "generic-secret"
                })
            };
            Some(hit(kind, Order::Strong).confidence(0.8))
        }
        (NameClass::Strong, Verdict::Human) if !is_flag || !value.starts_with('-') => {
            let kind = special_name(doc, candidate, name).unwrap_or("generic-password");
            human_allowed(doc, candidate).then(|| hit(kind, Order::Strong).confidence(0.5))
        }
        (NameClass::Strong, Verdict::CommonPassword) => human_allowed(doc, candidate).then(|| {
            hit("generic-weak-password", Order::Strong)
                .confidence(0.35)
                .severity(Severity::Medium)
        }),
        (NameClass::Weak, Verdict::Machine) if value.len() >= 20 => {
            Some(hit("generic-token", Order::Weak).confidence(0.55))
        }
        _ => None,
    }
}

fn human_allowed(doc: &Doc<'_>, candidate: &Candidate) -> bool {
    let line = doc.line(candidate.line).to_ascii_lowercase();
    // Schemas and forms describe values, they hold none.
    let described = [
        "placeholder", "label", "example:", "\"example\"", "description", "error", "message", "title=", "t('", "t(\"",
        "i18n", "$t(", "gettext", "_(\"", "regex", "pattern",
    ]
    .iter()
    .any(|w| line.contains(w));
    !described && !matches!(doc.place, Place::Test | Place::Example)
}

/// Names that are kinds of their own.
fn special_name(doc: &Doc<'_>, candidate: &Candidate, name: &Name) -> Option<&'static str> {
    let plain = candidate.name.to_ascii_uppercase();
    match plain.as_str() {
        "SECRET_KEY" if doc.path.ends_with(".py") => Some("django-secret-key"),
        "SECRET_KEY_BASE" => Some("rails-secret-key-base"),
        "VALIDATIONKEY" | "DECRYPTIONKEY" => Some("machine-key"),
        _ if name
            .words
            .first()
            .is_some_and(|w| matches!(w.as_str(), "smtp" | "mail")) =>
        {
            Some("smtp-password")
        }
        _ => None,
    }
}

/// Backslash escapes decoded for testing; the span stays the raw text.
fn unescape(value: &str) -> String {
    if !value.contains('\\') {
        return value.to_owned();
    }
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            _ => out.push(c),
        }
    }
    out
}
