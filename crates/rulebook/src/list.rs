use domain::{Error, Severity};
use scanner::Rule;
use schemars::JsonSchema;
use serde::Serialize;
use syntax::Language;
use untrusted_text::safe_line;

use crate::Snapshot;

/// Where a rule comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The program.
    Builtin,
    /// The organisation.
    Custom,
}

/// A pattern rule, as lists show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleRow {
    /// Identifier.
    pub id: String,
    /// What a match is.
    pub title: String,
    /// How bad it is if it is true.
    pub severity: Severity,
    /// Weakness.
    pub cwe: Option<String>,
    /// Languages it is written for, or `*`.
    pub languages: Vec<String>,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether an administrator changed a rule of the program.
    pub modified: bool,
    /// Whether it is looked for.
    pub enabled: bool,
}

/// A page of the rules that are looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleList {
    /// Pattern rules that are switched on and apply, on all pages.
    pub total: usize,
    /// Where the next page starts; none when this is the last one.
    pub next_offset: Option<usize>,
    /// Pattern rules that are switched on, by id.
    pub rules: Vec<RuleRow>,
    /// Kinds of credentials that are looked for beside them, in every language.
    pub credential_kinds: usize,
    /// Ids that are switched off.
    pub disabled_rules: Vec<String>,
    /// What of the stored rules could not be used.
    pub load_errors: Vec<String>,
}

/// What a reload came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reloaded {
    /// Pattern rules that are switched on.
    pub rules_active: usize,
    /// Pattern rules of the organisation, switched on or not.
    pub custom_rules: usize,
    /// Kinds of credentials that are looked for.
    pub credential_kinds: usize,
    /// What of the stored rules could not be used.
    pub load_errors: Vec<String>,
}

impl From<&Snapshot> for Reloaded {
    fn from(snapshot: &Snapshot) -> Self {
        Self {
            rules_active: snapshot.rules().rules().count(),
            custom_rules: snapshot.custom_rules(),
            credential_kinds: credential_kinds(snapshot),
            load_errors: snapshot.load_errors().to_vec(),
        }
    }
}

/// A page of the rules that are looked for, in every language or in texts of one: those written for it, for all languages, and
/// for the ones it inherits from. The language may be named by an alias, in any case.
///
/// # Errors
///
/// [`Error::Invalid`] listing the languages there are.
pub fn list_rules(snapshot: &Snapshot, language: Option<&str>, offset: usize, limit: usize) -> Result<RuleList, Error> {
    let language = language.map(str::trim).filter(|name| !name.is_empty());
    let language = language.map(Language::from_name).transpose().map_err(|_| {
        let known: Vec<_> = Language::all().map(Language::name).collect();
        Error::invalid(format!(
            "`language` is none that is scanned: use one of {}",
            known.join(", ")
        ))
    })?;
    let applies = |rule: &&Rule| language.is_none_or(|language| rule.applies_to(language));
    let total = snapshot.rules().rules().filter(applies).count();
    let page = snapshot.rules().rules().filter(applies).skip(offset).take(limit);
    let rules: Vec<RuleRow> = page.map(|rule| row(snapshot, rule)).collect();
    let next = offset.saturating_add(rules.len());
    Ok(RuleList {
        total,
        next_offset: (!rules.is_empty() && next < total).then_some(next),
        rules,
        credential_kinds: credential_kinds(snapshot),
        disabled_rules: snapshot.disabled().iter().cloned().collect(),
        load_errors: snapshot.load_errors().to_vec(),
    })
}

fn row(snapshot: &Snapshot, rule: &Rule) -> RuleRow {
    RuleRow {
        id: rule.id.clone(),
        title: safe_line(&rule.title, 300).into_string(),
        severity: rule.severity,
        cwe: rule.cwe.clone(),
        languages: rule.languages.names().into_iter().map(str::to_owned).collect(),
        origin: if snapshot.is_custom(&rule.id) {
            Origin::Custom
        } else {
            Origin::Builtin
        },
        modified: snapshot.is_modified(&rule.id),
        enabled: true,
    }
}

/// Without the public counterparts of credentials, which are no leak.
fn credential_kinds(snapshot: &Snapshot) -> usize {
    snapshot.rules().kinds().filter(|kind| !kind.is_public()).count()
}
