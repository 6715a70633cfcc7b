//! What the name of a value says about it: `DB_PASSWORD` promises a secret, `password_hash` or `tokenId` do not.

/// How much a name promises that its value is secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NameClass {
    /// The last word says that the value is no secret: `token_url`, `primaryKey`.
    Off,
    /// No word about secrets.
    Silent,
    /// `token`, `key`, `hash`: only a long machine-made value counts.
    Weak,
    /// `password`, `apiKey`, `clientSecret`.
    Strong,
}

/// A name cut into lower-case words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) words: Vec<String>,
}

/// Words written together that are two words.
const GLUED: &[(&str, &[&str])] = &[
    ("apikey", &["api", "key"]),
    ("apikeys", &["api", "key"]),
    ("apitoken", &["api", "token"]),
    ("apisecret", &["api", "secret"]),
    ("authtoken", &["auth", "token"]),
    ("authkey", &["auth", "key"]),
    ("accesskey", &["access", "key"]),
    ("accesstoken", &["access", "token"]),
    ("secretkey", &["secret", "key"]),
    ("secretaccesskey", &["secret", "access", "key"]),
    ("clientsecret", &["client", "secret"]),
    ("appsecret", &["app", "secret"]),
    ("appkey", &["app", "key"]),
    ("privatekey", &["private", "key"]),
    ("publickey", &["public", "key"]),
    ("signingkey", &["signing", "key"]),
    ("encryptionkey", &["encryption", "key"]),
    ("decryptionkey", &["encryption", "key"]),
    ("validationkey", &["encryption", "key"]),
    ("masterkey", &["master", "key"]),
    ("accountkey", &["account", "key"]),
    ("sharedkey", &["shared", "secret"]),
    ("refreshtoken", &["refresh", "token"]),
    ("bearertoken", &["bearer", "token"]),
    ("bottoken", &["bot", "token"]),
    ("connectionstring", &["connection", "string"]),
    ("connstr", &["connection", "string"]),
    ("connstring", &["connection", "string"]),
    ("passwd", &["password"]),
    ("passwort", &["password"]),
    ("kennwort", &["password"]),
    ("motdepasse", &["password"]),
    ("mdp", &["password"]),
    ("contraseña", &["password"]),
    ("contrasena", &["password"]),
    ("contrase", &["password"]),
    ("senha", &["password"]),
    ("parola", &["password"]),
    ("pwd", &["password"]),
    ("psw", &["password"]),
    ("pswd", &["password"]),
    ("passw", &["password"]),
    ("passcode", &["password"]),
    ("userpwd", &["password"]),
    ("keypass", &["key", "password"]),
    ("keystorepass", &["keystore", "password"]),
    ("storepass", &["store", "password"]),
    ("dbpass", &["db", "password"]),
    ("userpass", &["user", "password"]),
    ("rootpass", &["root", "password"]),
    ("sshpass", &["ssh", "password"]),
    ("requirepass", &["require", "password"]),
    ("masterauth", &["master", "password"]),
    ("creds", &["credentials"]),
];

/// Lower-case words that may be the tail of a longer run: `dbpassword`, `mysqlpassword`.
const TAILS: &[(&str, &str)] = &[
    ("password", "password"),
    ("passwords", "password"),
    ("passphrase", "passphrase"),
    ("passwd", "password"),
    ("secret", "secret"),
    ("apikey", "api key"),
    ("authtoken", "auth token"),
    ("accesstoken", "access token"),
    ("token", "token"),
];

const STRONG: &[&str] = &[
    "password", "passphrase", "pass", "pw", "credential", "credentials", "secret", "dsn", "mnemonic", "salt", "pepper",
    "client secret", "shared secret", "app secret", "webhook secret", "cookie secret", "session secret", "jwt secret",
    "secret key", "private key", "signing key", "encryption key", "master key", "storage key", "account key",
    "key secret", "api key", "api token", "auth token", "access token", "refresh token", "bearer token", "bot token",
    "deploy token", "personal token", "connection string", "otp seed", "totp secret", "seed phrase", "unseal key",
    "license key", "basic auth", "sas token", "access secret", "secret access", "secret token", "user password",
    "admin key", "service key", "server key", "app key", "base secret", "key base", "hash key", "crypto key",
    "cipher key", "aes key", "hmac key", "jwt key", "write key", "registry token", "ci token", "npm token",
    "github token", "gitlab token", "slack token", "id secret", "auth secret", "hmac secret", "api secret",
    "shared key", "integration key", "session key", "become pass", "server token", "admin token", "service token",
    "root token", "login token", "user token", "project token", "webhook token", "private token",
];

const WEAK: &[&str] = &[
    "token", "key", "auth", "session", "cookie", "sig", "signature", "hmac", "code", "hash", "nonce", "iv", "webhook",
    "cert", "authorization", "seed", "bearer", "jwt", "pat",
];

const OFF: &[&str] = &[
    "id", "ids", "name", "names", "label", "title", "type", "kind", "class", "url", "uri", "endpoint", "host",
    "hostname", "path", "file", "filename", "dir", "directory", "header", "headers", "field", "fields", "param",
    "params", "parameter", "column", "table", "prefix", "suffix", "format", "pattern", "regex", "regexp", "policy",
    "strength", "length", "len", "size", "count", "min", "max", "limit", "ttl", "expiry", "expires", "expiration",
    "age", "lifetime", "timeout", "interval", "algorithm", "alg", "digest", "checksum", "fingerprint", "thumbprint",
    "hint", "prompt", "placeholder", "message", "msg", "error", "errors", "text", "help", "description", "desc",
    "event", "action", "status", "state", "reset", "changed", "forgot", "scope", "scopes", "audience", "issuer",
    "provider", "manager", "store", "service", "factory", "builder", "handler", "encoder", "generator", "validator",
    "version", "index", "ref", "arn", "env", "var", "variable", "enabled", "required", "visible", "input", "button",
    "form", "link", "page", "route", "view", "component", "selector", "icon", "css", "style", "rule", "rules", "test",
    "tests", "email", "user", "username", "login", "confirmation", "confirm", "attribute", "property", "mode",
    "method", "source", "origin", "domain", "schema", "model", "function", "callback", "hook", "listener", "strategy",
    "annotation", "comment", "doc", "docs", "example", "sample", "mask", "template", "locale", "lang", "language",
    "encoding", "charset", "separator", "delimiter",
];

const OFF_PAIRS: &[&str] = &[
    "public key", "publishable key", "pub key", "primary key", "foreign key", "partition key", "sort key", "cache key",
    "map key", "object key", "row key", "routing key", "hot key", "shortcut key", "key name", "translation key",
    "i18n key", "token type", "max tokens", "num tokens", "page token", "next token", "continuation token",
    "device token", "cancellation token", "sync token", "anti forgery", "known hosts", "key vault", "key ring",
    "key frame", "site key", "react key", "sorting key", "group key", "order key", "unique key", "composite key",
    "message key", "property key", "attribute key", "storage key name", "field key", "label key", "lookup key",
    "id key", "parent key", "dict key", "json key", "key code", "status code", "error code", "country code",
    "zip code", "postal code", "source code", "exit code", "currency code", "language code", "region code",
    "area code", "hash code", "qr code", "query key", "state key", "config key", "event key", "metadata key",
    "resource key", "route key", "header key", "param key", "option key", "action key", "feature key", "tag key",
    "column key", "row token", "csrf token", "public token", "key id", "access key id", "verification code",
    "short code",
];

/// Words after the noun that only say where or how: `API_KEY_PROD`, `secretValue`.
const TRAILERS: &[&str] = &[
    "v", "prod", "production", "dev", "development", "staging", "stage", "live", "main", "default", "primary",
    "secondary", "value", "val", "string", "str", "literal", "plain", "plaintext", "raw", "b64", "base64", "hex",
    "text1", "old", "new", "current", "previous", "backup", "local", "qa", "uat", "global", "const", "constant",
    "encoded", "bytes", "here",
];

/// Name prefixes of variables that build tools copy into what browsers download.
const BROWSER_PREFIXES: &[&str] = &[
    "NEXT_PUBLIC_", "VITE_", "REACT_APP_", "EXPO_PUBLIC_", "GATSBY_", "NUXT_PUBLIC_", "PUBLIC_",
];

impl Name {
    /// Cuts a name at punctuation, case changes and digits.
    pub(crate) fn new(text: &str) -> Self {
        let mut words: Vec<String> = Vec::new();
        let mut word = String::new();
        let chars: Vec<char> = text.chars().collect();
        for (i, &c) in chars.iter().enumerate() {
            if !c.is_alphanumeric() {
                push_word(&mut words, &mut word);
                continue;
            }
            let before = i.checked_sub(1).map(|j| chars[j]);
            let after = chars.get(i + 1).copied();
            let starts = before.is_some_and(|b| {
                (b.is_lowercase() && c.is_uppercase())
                    || (b.is_uppercase() && c.is_uppercase() && after.is_some_and(char::is_lowercase))
                    || (b.is_alphanumeric() && b.is_numeric() != c.is_numeric())
            });
            if starts {
                push_word(&mut words, &mut word);
            }
            word.extend(c.to_lowercase());
        }
        push_word(&mut words, &mut word);
        Self { words }
    }

    /// What the name promises.
    pub(crate) fn class(&self) -> NameClass {
        let mut words: &[String] = &self.words;
        while words.len() > 1
            && words
                .last()
                .is_some_and(|w| TRAILERS.contains(&w.as_str()) || w.bytes().all(|b| b.is_ascii_digit()))
        {
            // `max_tokens_16` keeps its noun; `base64` in front of nothing stays.
            words = &words[..words.len() - 1];
        }
        let Some(last) = words.last().map(String::as_str) else {
            return NameClass::Silent;
        };
        let pair = words
            .len()
            .checked_sub(2)
            .map(|i| format!("{} {last}", words[i]))
            .unwrap_or_default();
        let singular = pair.strip_suffix('s').unwrap_or(&pair);
        let form_token = |w: &String| {
            matches!(
                w.as_str(),
                "csrf" | "xsrf" | "authenticity" | "antiforgery" | "forgery" | "verification"
            )
        };
        if last == "token" && words.iter().any(form_token) {
            // Drawn for one page and sent to every visitor.
            return NameClass::Off;
        }
        if OFF_PAIRS.contains(&pair.as_str()) || OFF_PAIRS.contains(&singular) {
            // A storage key or an account key is a secret, a cache key is not.
            return NameClass::Off;
        }
        if STRONG.contains(&pair.as_str()) || STRONG.contains(&last) {
            return NameClass::Strong;
        }
        if OFF.contains(&last) {
            return NameClass::Off;
        }
        if WEAK.contains(&last) {
            return NameClass::Weak;
        }
        let plural = last.strip_suffix('s').unwrap_or(last);
        if STRONG.contains(&plural) {
            return NameClass::Strong;
        }
        NameClass::Silent
    }

    /// Whether a provider word names it: one word, or several joined by blanks or underscores.
    pub(crate) fn has(&self, wanted: &str) -> bool {
        let wanted: Vec<&str> = wanted.split(['_', ' ', '-']).filter(|w| !w.is_empty()).collect();
        !wanted.is_empty()
            && self
                .words
                .windows(wanted.len())
                .any(|w| w.iter().zip(&wanted).all(|(a, b)| a == b))
    }

    /// Whether any of its words speaks of secrets.
    pub(crate) fn has_noun(&self) -> bool {
        self.words.iter().any(|w| {
            WEAK.contains(&w.as_str())
                || STRONG.contains(&w.as_str())
                || matches!(w.as_str(), "keys" | "tokens" | "secrets" | "pats")
        })
    }

    /// Whether the value is a passphrase of several words.
    pub(crate) fn is_phrase(&self) -> bool {
        matches!(
            self.words.last().map(String::as_str),
            Some("passphrase" | "mnemonic" | "phrase")
        )
    }

    /// Whether the name promises something a person chose, not `key` or `token`.
    pub(crate) fn takes_human_value(&self) -> bool {
        !self.words.last().is_some_and(|w| {
            matches!(
                w.as_str(),
                "key" | "token" | "keys" | "tokens" | "salt" | "pepper" | "dsn"
            )
        })
    }
}

/// Whether build tools ship a variable of that name to browsers.
pub(crate) fn is_browser_variable(name: &str) -> bool {
    BROWSER_PREFIXES.iter().any(|p| name.starts_with(p))
}

fn push_word(words: &mut Vec<String>, word: &mut String) {
    if word.is_empty() {
        return;
    }
    let text = std::mem::take(word);
    if let Some((_, parts)) = GLUED.iter().find(|(glued, _)| *glued == text) {
        words.extend(parts.iter().map(|p| (*p).to_owned()));
        return;
    }
    for (tail, meaning) in TAILS {
        if let Some(head) = text.strip_suffix(tail)
            && (2..=12).contains(&head.len())
        {
            words.push(head.to_owned());
            words.extend(meaning.split(' ').map(str::to_owned));
            return;
        }
    }
    words.push(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_of_a_name_count() {
        use NameClass::{Off, Silent, Strong, Weak};
        for (name, class) in [
            ("password", Strong),
            ("DB_PASSWORD", Strong),
            ("dbPassword", Strong),
            ("dbpassword", Strong),
            ("hash_password", Strong),
            ("password_hash", Weak),
            ("apiKey", Strong),
            ("API_KEY_PROD", Strong),
            ("api-token-v2", Strong),
            ("x-api-key", Strong),
            ("clientSecret", Strong),
            ("password1", Strong),
            ("token", Weak),
            ("access_token", Strong),
            ("token_url", Off),
            ("primaryKey", Off),
            ("passwordField", Off),
            ("nextToken", Off),
            ("authenticity_token", Off),
            ("csrfSecret", Strong),
            ("monkey", Silent),
            ("keyboard", Silent),
            ("compass", Silent),
            ("userName", Off),
            ("JWTSecret", Strong),
        ] {
            assert_eq!(Name::new(name).class(), class, "{name}");
        }
    }

    #[test]
    fn a_provider_word_matches_whole_words_only() {
        assert!(Name::new("BOX_TOKEN").has("box"));
        assert!(!Name::new("checkboxToken").has("box"));
        assert!(Name::new("coApiKey").has("co_api_key"));
    }
}
