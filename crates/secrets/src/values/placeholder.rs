//! Values that only hold the place of a real one.

use super::pattern::{has_repetition, is_sequence};
use super::words::{is_word, is_words};
use crate::names::Name;

const PLACEHOLDERS: &[&str] = &[
    "null", "nil", "none", "undefined", "true", "false", "yes", "no", "na", "n/a", "tbd", "todo", "fixme", "changeme",
    "changeit", "test", "testing", "tests", "foo", "bar", "baz", "foobar", "qux", "lorem", "redacted", "masked",
    "hidden", "removed", "censored", "secret", "secrets", "password", "passwords", "passwd", "pass", "token", "tokens",
    "key", "apikey", "username", "user", "admin", "string", "text", "value", "placeholder", "default", "random",
    "generated", "required", "optional", "unset", "topsecret", "notasecret", "s3cr3t", "s3cret", "p@ssw0rd",
    "passw0rd", "abc123", "letmein", "hunter2", "empty", "blank", "unknown", "dummy", "fake", "mock", "example",
    "sample", "demo", "temp", "tmp", "secretkey", "mysecret", "mypassword", "supersecret", "pwd", "auth", "bearer",
    "basic", "read", "write", "inherit", "credential", "credentials", "passphrase", "hello", "world", "private",
    "public", "asdf", "qwerty", "nopassword", "nopass", "notset", "notused", "unused", "here",
    // German, French, Spanish, Portuguese, Italian
    "passwort", "geheim", "geheimnis", "kennwort", "beispiel", "aendern", "ändern", "platzhalter", "motdepasse", "mot",
    "passe", "exemple", "modifier", "changer", "contraseña", "contrasena", "clave", "ejemplo", "cambiar", "cambiame",
    "senha", "exemplo", "mudar", "alterar", "segredo", "parola", "esempio", "cambia", "segreto", "schlüssel",
    "schluessel", "clé", "cle", "llave", "chave", "chiave", "jeton", "wachtwoord", "haslo", "hasło", "lösenord",
];

const FILLERS: &[&str] = &[
    "my", "the", "a", "an", "some", "new", "enter", "paste", "put", "add", "set", "super", "very", "your", "api",
    "long", "random", "secure", "strong", "string", "value", "with", "in", "production", "characters", "chars", "for",
    "tests", "here", "goes", "insert", "replace", "change", "this", "me", "it", "to", "of", "is", "not", "use",
    "please", "example", "sample", "dummy", "fake", "mock", "test", "only", "client", "app", "application", "access",
    "real", "actual", "own", "from", "dev", "development", "local", "db", "database", "user", "root", "admin", "and",
    "or", "by", "on", "at", "sk", "pk", "id", "dein", "ihr", "votre", "tu", "su", "seu", "sua", "de", "le", "la", "il",
    "account", "service", "server", "bot", "github", "openai", "google", "aws", "stripe", "slack", "jwt", "session",
    "signing", "encryption", "shared", "webhook", "must", "be", "should", "min", "bits", "hier", "eintragen",
    "einfügen", "einfuegen", "ersetzen", "eingeben", "ici", "insérer", "inserer", "remplacer", "mettre", "aqui",
    "aquí", "qui", "poner", "pon", "reemplazar", "insertar", "inserir", "substituir", "colocar", "inserisci",
    "sostituire", "tua", "tuo", "tuo", "sua", "mia", "mein", "meine", "mon", "ma", "meu", "minha", "mi", "notre",
    "das", "der", "die", "ein", "neues", "nouveau", "live", "prod", "staging", "safe", "bearer", "personal", "org",
    "project", "generate", "one", "need", "needs",
];

const PART_PLACEHOLDERS: &[&str] = &[
    "example", "sample", "placeholder", "your", "xxxx", "changeme", "redacted", "dummy", "replaceme", "todo", "fixme",
    "insert",
];

/// Whether a value only holds the place of a real one. Compared word by word, never by "contains".
pub(crate) fn is_placeholder(value: &str) -> bool {
    if value.len() >= 16 && value.contains("EXAMPLE") {
        return true;
    }
    let lower = value.to_lowercase();
    let trimmed = lower.trim_matches(|c: char| c.is_whitespace() || "\"'`".contains(c));
    if trimmed.is_empty() {
        return true;
    }
    let marked = (trimmed.starts_with('<') && trimmed.ends_with('>'))
        || (trimmed.starts_with('[') && trimmed.ends_with(']'))
        || (trimmed.starts_with('{') && trimmed.ends_with('}') && !trimmed[1..].contains('{'))
        || (trimmed.starts_with("((") && trimmed.ends_with("))"))
        || (trimmed.starts_with("__") && trimmed.ends_with("__"))
        || (trimmed.starts_with("%%") && trimmed.ends_with("%%"));
    if marked || trimmed.contains("...") || trimmed.contains('…') || trimmed.contains("***") || trimmed.contains("•••")
    {
        return true;
    }
    let bare: String = trimmed.chars().filter(|c| !"_-. <>[](){}*".contains(*c)).collect();
    if bare.is_empty() || same_char(&bare) || is_sequence(&bare) {
        return true;
    }
    let without_digits = bare.trim_end_matches(|c: char| c.is_ascii_digit() || c == '!');
    if !without_digits.is_empty() && (PLACEHOLDERS.contains(&without_digits) || PLACEHOLDERS.contains(&bare.as_str())) {
        return true;
    }
    let words: Vec<String> = Name::new(trimmed).words;
    if words.is_empty() {
        return false;
    }
    let plain = |w: &str| {
        PLACEHOLDERS.contains(&w)
            || FILLERS.contains(&w)
            || w.bytes().all(|b| b.is_ascii_digit()) && w.len() <= 4
            || same_char(w)
    };
    let speaks = words.iter().any(|w| PLACEHOLDERS.contains(&w.as_str()))
        || matches!(
            words[0].as_str(),
            "your" | "my" | "insert" | "replace" | "change" | "enter" | "put" | "paste" | "the" | "some"
        )
        || words.last().is_some_and(|w| w == "here");
    if speaks && words.iter().all(|w| plain(w)) {
        return true;
    }
    if matches!(
        words[0].as_str(),
        "your" | "insert" | "replace" | "change" | "example" | "sample" | "dummy" | "fake" | "mock" | "changeme"
    ) && words.len() > 1
        && words
            .iter()
            .all(|w| w.bytes().all(|b| b.is_ascii_alphabetic()) && (w.len() < 3 || plain(w) || is_word(w)))
    {
        return true;
    }
    if words.len() > 2
        && (trimmed.ends_with("here") || trimmed.ends_with("goes here"))
        && words.iter().filter(|w| is_word(w) || plain(w)).count() * 10 >= words.len() * 8
    {
        return true;
    }
    words.iter().any(|w| PART_PLACEHOLDERS.contains(&w.as_str())) && separated_part(trimmed) || bare.contains("xxxx")
}

/// `example` and its like stand between separators, not at the start of a random run.
fn separated_part(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic())
        .any(|part| PART_PLACEHOLDERS.contains(&part) || part.starts_with("xxxx"))
}

/// Whether the body of a token (after its constant prefix) is a placeholder: all one character, a repetition, a sequence, or
/// closing on EXAMPLE. Words around the token say nothing.
pub(crate) fn is_placeholder_body(body: &str) -> bool {
    let lower = body.to_ascii_lowercase();
    let bare: String = lower.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    if bare.is_empty() || lower.contains("...") || bare.contains("xxxxxx") || bare.contains("000000000000") {
        return true;
    }
    body.contains("EXAMPLE")
        || lower.ends_with("example")
        || lower.ends_with("examplekey")
        || has_repetition(&bare)
        || is_sequence(&bare)
        || lower
            .split(['_', '-', '.'])
            .filter(|p| p.len() > 3)
            .all(|p| PLACEHOLDERS.contains(&p) || PART_PLACEHOLDERS.contains(&p))
            && lower.split(['_', '-', '.']).any(|p| p.len() > 3)
        || (lower.len() >= 16 && is_words(body))
}

fn same_char(text: &str) -> bool {
    let mut chars = text.chars();
    chars
        .next()
        .is_some_and(|first| text.chars().count() >= 3 && chars.all(|c| c == first))
}

pub(super) fn equals_name(value: &str, name: &Name) -> bool {
    let words = Name::new(value).words;
    if words.is_empty() || name.words.is_empty() {
        return false;
    }
    let mut tail: &[String] = &words;
    while tail.len() > 1 && tail.last().is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit())) {
        tail = &tail[..tail.len() - 1];
    }
    tail.iter().all(|w| name.words.contains(w))
}
