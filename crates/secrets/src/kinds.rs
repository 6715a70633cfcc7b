//! The table of kinds, read once from the embedded `rules/secrets/*.toml`.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::checks::Check;
use crate::format::Format;
use rating::Severity;

include!(concat!(env!("OUT_DIR"), "/kinds.rs"));

/// What, beside its format, makes a text a credential of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alone {
    /// The format is sufficient.
    Format,
    /// A checksum or a parse decides.
    Checksum,
    /// Distinctive but short: a digit, an upper-case letter and no word are needed.
    Mixed,
    /// A word of the provider and a secret noun must name the value.
    Context,
    /// Both halves must stand together.
    Pair,
    /// A claim of a JSON web token decides.
    Claim,
    /// Decided by the surrounding structure, in code.
    Structure,
    /// No credential: a public counterpart that must not be reported as one.
    Public,
}

/// What a failed checksum means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum OnFailure {
    /// The issuer rejects such a token: it is malformed, an example or a typing error.
    #[default]
    Malformed,
    /// The check is known from samples only: keep the kind with less confidence.
    Lower,
}

/// One kind of credential.
#[derive(Debug)]
pub struct Kind {
    /// Rule id, `CRED-101`; never reused.
    pub id: String,
    /// Stable name in kebab case, `github-classic`.
    pub kind: String,
    /// Who issues it; empty for kinds of no provider.
    pub provider: String,
    /// "GitHub personal access token".
    pub title: String,
    /// Severity of a verified hit in shipped code.
    pub severity: Severity,
    /// Weakness, `CWE-798` unless the table says otherwise.
    pub cwe: String,
    /// What is needed beside the format.
    pub alone: Alone,
    /// How to end the credential, for the advice.
    pub revoke: String,
    pub(crate) formats: Vec<Format>,
    pub(crate) check: Option<Check>,
    pub(crate) on_failure: OnFailure,
    pub(crate) context: Vec<String>,
    pub(crate) nouns: Vec<String>,
    pub(crate) pair: Option<Format>,
    pub(crate) open: bool,
    pub(crate) claim: Option<String>,
}

impl Kind {
    /// The id of the pattern rule this kind replaces, kept working in suppressions and disabled lists.
    pub fn alias(&self) -> Option<&'static str> {
        let number: u32 = self.id.strip_prefix("CRED-")?.parse().ok()?;
        Some(match number {
            _ if self.kind.starts_with("aws-key") => "GEN-003",
            1100..1200 => "GEN-002",
            1201 | 1202 if self.kind.starts_with("jw") => "GEN-008",
            1200..1300 if self.kind == "url-credentials" => "GEN-007",
            1300..1500 => "GEN-001",
            1500.. => return None,
            1200..1300 => "GEN-001",
            _ if self.alone == Alone::Context => "GEN-001",
            _ => "GEN-006",
        })
    }

    /// Whether this is a public counterpart, listed on demand only.
    pub fn is_public(&self) -> bool {
        self.alone == Alone::Public || self.id.starts_with("CRED-19")
    }
}

/// A kind as its table is written.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Row {
    file: &'static str,
    id: &'static str,
    kind: &'static str,
    provider: &'static str,
    title: &'static str,
    severity: &'static str,
    alone: &'static str,
    formats: &'static [&'static str],
    check: &'static str,
    on_failure: &'static str,
    context: &'static [&'static str],
    nouns: &'static [&'static str],
    pair: &'static str,
    open: bool,
    claim: &'static str,
    cwe: &'static str,
    revoke: &'static str,
}

impl Row {
    fn into_kind(self) -> Result<Kind, String> {
        let format = |text: &&str| Format::parse(text).map_err(|e| format!("field `formats`: {e}"));
        let alone = match self.alone {
            "format" => Alone::Format,
            "checksum" => Alone::Checksum,
            "mixed" => Alone::Mixed,
            "context" => Alone::Context,
            "pair" => Alone::Pair,
            "claim" => Alone::Claim,
            "structure" => Alone::Structure,
            "public" => Alone::Public,
            other => {
                return Err(format!(
                    "field `alone`: `{other}` is none of format, checksum, mixed, context, pair, claim, structure, public"
                ));
            }
        };
        let needs_format = matches!(
            alone,
            Alone::Format | Alone::Checksum | Alone::Mixed | Alone::Context | Alone::Pair
        );
        if needs_format && self.formats.is_empty() {
            return Err("field `formats` is missing".into());
        }
        if alone == Alone::Context && self.context.is_empty() {
            return Err("field `context` is missing: a kind that needs context names its words".into());
        }
        if self.revoke.trim().is_empty() {
            return Err("field `revoke` is empty: say how to end the credential".into());
        }
        let valid_id = self
            .id
            .strip_prefix("CRED-")
            .is_some_and(|n| (3..=4).contains(&n.len()) && n.parse::<u32>().is_ok());
        if !valid_id {
            return Err(format!(
                "field `id`: `{}` is not CRED- and three or four digits",
                self.id
            ));
        }
        let on_failure = match self.on_failure {
            "" | "malformed" => OnFailure::Malformed,
            "lower" => OnFailure::Lower,
            other => return Err(format!("field `on_failure`: `{other}` is neither malformed nor lower")),
        };
        let given = |text: &'static str| Some(text).filter(|t| !t.is_empty());
        let owned = |list: &[&str]| list.iter().map(|&w| w.to_owned()).collect();
        Ok(Kind {
            id: self.id.to_owned(),
            kind: self.kind.to_owned(),
            provider: self.provider.to_owned(),
            title: self.title.to_owned(),
            severity: self
                .severity
                .parse()
                .map_err(|e: rating::UnknownValue| format!("field `severity`: {e}"))?,
            cwe: given(self.cwe).unwrap_or("CWE-798").to_owned(),
            alone,
            revoke: self.revoke.to_owned(),
            formats: self.formats.iter().map(format).collect::<Result<_, _>>()?,
            check: given(self.check).map(Check::named).transpose()?,
            on_failure,
            context: owned(self.context),
            nouns: owned(self.nouns),
            pair: given(self.pair).as_ref().map(format).transpose()?,
            open: self.open,
            claim: given(self.claim).map(str::to_owned),
        })
    }
}

/// Reads rows. The error names the file, the kind and the field.
pub(crate) fn read(rows: &[Row]) -> Result<Vec<Kind>, String> {
    let mut kinds: Vec<Kind> = Vec::with_capacity(rows.len());
    let mut taken: HashMap<&str, &str> = HashMap::with_capacity(rows.len() * 2);
    for row in rows {
        let kind = row
            .into_kind()
            .map_err(|e| format!("{}: kind {}: {e}", row.file, row.id))?;
        for name in [row.id, row.kind] {
            if let Some(twin) = taken.insert(name, row.id) {
                return Err(format!(
                    "{}: kind {}: `{name}` is already taken by {twin}",
                    row.file, row.id
                ));
            }
        }
        kinds.push(kind);
    }
    Ok(kinds)
}

static KINDS: LazyLock<Vec<Kind>> =
    LazyLock::new(|| read(ROWS).unwrap_or_else(|e| panic!("the shipped table of kinds is invalid: {e}")));

/// Every kind, in the order of the files.
pub fn kinds() -> &'static [Kind] {
    &KINDS
}

/// The kind of that name. Kinds that code asks for by name are part of the table; a test asks for each of them.
pub(crate) fn by_name(name: &str) -> &'static Kind {
    kinds()
        .iter()
        .find(|k| k.kind == name)
        .unwrap_or_else(|| panic!("the kind `{name}` is missing from rules/secrets"))
}

#[cfg(test)]
mod tests;
