//! References to secrets, and values that are encrypted.

use std::sync::LazyLock;

use regex::Regex;

use super::random::{is_machine_made, is_random_text};
use crate::ascii::regex;

static REFERENCE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?x)
        ^\$[A-Za-z_(\[] | \$\{ | \$\( | \{\{ | \{% | <%= | \#\{ | @\{ | %\(\w+\) | ^%\w+%$ | ^\$env: | ^\$\[\[ |
        ^!(?:env|Ref|Sub|GetAtt|ImportValue|vault|secret)\b |
        \{\d*\} | \{[A-Za-z_][\w.\[\]'"]*\} | ^%[sdvq]$ | ^:[a-z_]+$ | ^\?$ | ^@[\w.-]+@$ | ^__[A-Z][A-Z0-9_]*__$ | ^&\w+$ |
        \b(?:process\.env|os\.environ|os\.getenv|getenv|System\.getenv|import\.meta\.env|Deno\.env|Bun\.env|env::var|environ)\b |
        ^(?:ENV|env|config|settings|secrets|vars?|local|data|module|each|self|this|params|props|options|opts|args|argv|ctx|
            context|request|req|res|response|user|app|state|inputs|parameters|variables|credentials|Configuration|configuration)
            (?:\.|\[|\() |
        ^(?:arn:aws[\w-]*:(?:secretsmanager|ssm|kms):|projects/[^/]+/secrets/|@Microsoft\.KeyVault|op://|ref\+\w+://|vault:(?:secret|kv|[a-z]+/)|
            awssm:|gcpsm:|keyvault:|secretref:|secretRef:|sm://|ssm:|env:|dep:|file:|keychain:|doppler:|infisical:|kms:|azkv:|gsm:|vals:|
            secret://|bws:|pass:(?:[a-z]+/)|kv://|akv://|asm://|secrets?/) |
        secretKeyRef | valueFrom | <<\s*parameters\.
        "#,
    )
});

static PATH: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?:/|~/|\./|\.\./|[A-Za-z]:\\)[\w.@~ -]+(?:[/\\][\w.@~ {}$-]+)*/?$"));

/// Whether the value names a place where a secret is, or an expression that computes it.
pub(crate) fn is_reference(value: &str) -> bool {
    if let Some(inner) = value.strip_prefix("${").and_then(|v| v.strip_suffix('}'))
        && let Some(default) = reference_default(value)
        && !inner.starts_with('{')
    {
        // `${NAME:default}`: the default is text of its own.
        return default.is_empty() || !is_machine_made(default);
    }
    if is_random_text(value) && !value.starts_with(['$', '{', '%', '#', '@', '<', '!']) {
        return false;
    }
    REFERENCE.is_match(value) || PATH.is_match(value) && !is_machine_made(value.trim_start_matches('/'))
}

/// The default of `${NAME:-default}`, if there is one.
pub(crate) fn reference_default(value: &str) -> Option<&str> {
    let inner = value.strip_prefix("${")?.strip_suffix('}')?;
    let (_, default) = inner.split_once(":-").or_else(|| inner.split_once(':'))?;
    // `${NAME:?message}` and `${NAME:+other}` have no default.
    (!default.is_empty() && !default.starts_with(['?', '+'])).then_some(default)
}

const ENCRYPTED_STARTS: &[&str] = &[
    "$ANSIBLE_VAULT;", "ENC[", "ENC(", "{cipher}", "{AES256}", "{AES}", "{vault}", "{AQ", "{COQ", "encrypted:",
    "secure:", "U2FsdGVkX1", "AQICAH", "AQECAH", "k8s:enc:", "CfDJ8", "01000000d08c9ddf", "vault:v",
    "age-encryption.org/", "AGE-ENCRYPTED", "enc:", "sops:", "-----BEGIN AGE ENCRYPTED", "-----BEGIN PGP MESSAGE",
    "kms:", "ejson", "EJ[1:", "{xor}", "AgA", "AgB", "jasypt:", "gAAAAA", "Salted__", "!vault", "\\u0000GITCRYPT",
    "age1", "$9$", "{enc}", "encv1:",
];

/// Whether the value is cipher text of a scheme whose key is elsewhere.
pub(crate) fn is_encrypted(value: &str) -> bool {
    if ENCRYPTED_STARTS.iter().any(|start| value.starts_with(start)) {
        // The short starts are base 64 of sealed secrets and Fernet: they need length.
        let short_start = matches!(value.get(..3), Some("AgA" | "AgB"));
        return (!short_start || value.len() > 150) && (!value.starts_with('{') || value.contains('}'));
    }
    let braced = value.strip_prefix('{').and_then(|v| v.strip_suffix('}'));
    if braced.is_some_and(|v| v.len() >= 16 && v.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b))) {
        return true;
    }
    let parts: Vec<&str> = value.split("--").collect();
    let sealed = parts.len() == 3
        && parts[2].len() >= 20
        && parts
            .iter()
            .all(|p| p.len() >= 12 && p.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b)));
    // JWE: five parts.
    sealed || (value.starts_with("eyJ") && value.matches('.').count() == 4)
}
