//! A set of rules: what is active in a scan, with the index that each language is scanned with.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock, OnceLock};

use domain::Severity;
use secrets::Kind;
use sha2::{Digest as _, Sha256};
use syntax::Language;

use super::definition;
use super::error::{RuleError, RuleProblem};
use super::find::{RuleRef, UnknownRule, nearest};
use super::read::{self, Origin, check_patterns};
use super::{Planned, Rule, embedded, planned};
use crate::engine::Index;

/// The rules of a scan: pattern rules, kinds of credentials, and what an administrator changed of them.
///
/// Cloning is cheap; compiled expressions are shared.
#[derive(Debug)]
pub struct RuleSet {
    /// Every pattern rule, disabled ones included, sorted by id.
    rules: Vec<Arc<Rule>>,
    planned: Arc<[Planned]>,
    /// Ids of disabled pattern rules.
    disabled: BTreeSet<String>,
    /// Ids of disabled kinds.
    disabled_kinds: BTreeSet<&'static str>,
    /// Severities of kinds that were changed.
    kind_severity: BTreeMap<&'static str, Severity>,
    indexes: Vec<OnceLock<Index>>,
}

/// What an administrator changes of a set. Identifiers in any case; a credential may be named by the id or the name of
/// its kind, or by the id of the pattern rule that it replaces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    /// Rules that find nothing.
    pub disabled: Vec<String>,
    /// Other severities.
    pub severity: BTreeMap<String, Severity>,
}

impl Clone for RuleSet {
    fn clone(&self) -> Self {
        Self {
            rules: self.rules.clone(),
            planned: Arc::clone(&self.planned),
            disabled: self.disabled.clone(),
            disabled_kinds: self.disabled_kinds.clone(),
            kind_severity: self.kind_severity.clone(),
            indexes: empty_indexes(),
        }
    }
}

fn empty_indexes() -> Vec<OnceLock<Index>> {
    Language::all().map(|_| OnceLock::new()).collect()
}

impl RuleSet {
    /// The rules that are part of the program.
    pub fn embedded() -> &'static RuleSet {
        static EMBEDDED: LazyLock<RuleSet> = LazyLock::new(|| {
            let rules = read::embedded(embedded::PATTERNS);
            let planned = planned::embedded(embedded::PLANNED);
            let built = rules.and_then(|rules| Ok(RuleSet::new(rules, planned?)));
            built.unwrap_or_else(|error| panic!("the shipped rules are invalid:\n{error}"))
        });
        &EMBEDDED
    }

    fn new(rules: Vec<Rule>, planned: Vec<Planned>) -> Self {
        Self {
            rules: rules.into_iter().map(Arc::new).collect(),
            planned: planned.into(),
            disabled: BTreeSet::new(),
            disabled_kinds: BTreeSet::new(),
            kind_severity: BTreeMap::new(),
            indexes: empty_indexes(),
        }
    }

    /// A set of the pattern rules of some files, `(name, content)`, and every kind of credential. Documentation and
    /// examples may be missing.
    ///
    /// # Errors
    ///
    /// [`RuleError`] lists every problem with its file, rule and field.
    pub fn load(files: &[(&str, &str)]) -> Result<RuleSet, RuleError> {
        RuleSet::new(Vec::new(), Vec::new()).extended(files)
    }

    /// This set and the pattern rules of some files.
    ///
    /// # Errors
    ///
    /// [`RuleError`], also for an id that the set has already or that a kind of credential or a planned rule bears.
    pub fn extended(&self, files: &[(&str, &str)]) -> Result<RuleSet, RuleError> {
        let added = read::read(files, Origin::Custom)?;
        check_patterns(added.iter())?;
        let taken = added.iter().filter(|rule| self.get(&rule.id).is_some());
        let problems: Vec<_> = taken
            .map(|rule| RuleProblem {
                file: rule.source.clone(),
                rule: Some(rule.id.clone()),
                field: Some("id".into()),
                problem: "is the id of a rule of the program: choose a prefix of your own, such as `ACME-001`".into(),
            })
            .collect();
        if !problems.is_empty() {
            return Err(RuleError { problems });
        }
        let mut set = self.clone();
        set.rules.extend(added.into_iter().map(Arc::new));
        set.rules.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(set)
    }

    /// This set with the rules for which `keep` says so, and the rules of some definitions, `(id, TOML)`, which take the
    /// place of a rule of the same id. A definition that is invalid, or not that of its id, is left out; the problems say
    /// why, under the name `source`.
    pub fn redefined(
        &self,
        source: &str,
        keep: impl Fn(&str) -> bool,
        definitions: &[(&str, &str)],
    ) -> (RuleSet, Vec<RuleProblem>) {
        let mut set = self.clone();
        set.rules.retain(|rule| keep(&rule.id));
        let mut problems = Vec::new();
        for &(id, toml) in definitions {
            match self.redefinition(source, id, toml) {
                Ok(rule) => {
                    set.rules.retain(|other| other.id != rule.id);
                    set.rules.push(Arc::new(rule));
                }
                Err(error) => problems.extend(error.problems),
            }
        }
        set.rules.sort_by(|a, b| a.id.cmp(&b.id));
        (set, problems)
    }

    /// A rule that may stand in this set, in the place of one with the same id.
    fn redefinition(&self, source: &str, id: &str, toml: &str) -> Result<Rule, RuleError> {
        let mut rule = definition::read_one(source, toml)?;
        let problem = match self.get(&rule.id) {
            _ if rule.id != id => format!("is not `{id}`, under which the rule is kept"),
            Some(RuleRef::Secret(_) | RuleRef::Alias { .. } | RuleRef::Planned(_)) => {
                "is the id of a rule of the program that is no pattern".to_owned()
            }
            Some(RuleRef::Pattern(replaced)) => {
                rule.severity_is_set = rule.severity != replaced.severity;
                return Ok(rule);
            }
            None => return Ok(rule),
        };
        Err(RuleError {
            problems: vec![RuleProblem {
                file: source.to_owned(),
                rule: Some(id.to_owned()),
                field: Some("id".into()),
                problem,
            }],
        })
    }

    /// The active pattern rules, sorted by id.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.shared().map(|rule| &**rule)
    }

    /// Every pattern rule, disabled ones included, sorted by id.
    pub fn all_rules(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().map(|rule| &**rule)
    }

    pub(crate) fn shared(&self) -> impl Iterator<Item = &Arc<Rule>> {
        self.rules.iter().filter(|rule| !self.disabled.contains(&rule.id))
    }

    /// The active kinds of credentials, public counterparts included, in the order of their table.
    pub fn kinds(&self) -> impl Iterator<Item = &'static Kind> {
        secrets::kinds().iter().filter(|kind| self.is_kind_active(kind))
    }

    pub(crate) fn is_kind_active(&self, kind: &Kind) -> bool {
        !self.disabled_kinds.contains(kind.id.as_str())
    }

    /// The severity that was set for a kind, in place of the one each of its matches has.
    pub(crate) fn kind_severity(&self, kind: &Kind) -> Option<Severity> {
        self.kind_severity.get(kind.id.as_str()).copied()
    }

    /// Rules of the catalogue that are not there yet.
    pub fn planned(&self) -> &[Planned] {
        &self.planned
    }

    /// How many rules are active: pattern rules and kinds of credentials, without the public counterparts.
    pub fn count(&self) -> usize {
        self.rules().count() + self.kinds().filter(|kind| !kind.is_public()).count()
    }

    /// What an identifier stands for, in any case, whether active or not: a pattern rule, a kind of credential (by id
    /// or name), the id of a pattern rule that kinds replace, or a planned rule.
    pub fn get(&self, id: &str) -> Option<RuleRef<'_>> {
        let upper = id.trim().to_ascii_uppercase();
        if let Ok(at) = self.rules.binary_search_by(|rule| rule.id.as_str().cmp(&upper)) {
            return Some(RuleRef::Pattern(&self.rules[at]));
        }
        let kinds = secrets::kinds().iter();
        if let Some(kind) = kinds
            .clone()
            .find(|kind| kind.id == upper || kind.kind.eq_ignore_ascii_case(&upper))
        {
            return Some(RuleRef::Secret(kind));
        }
        if let Some(alias) = kinds
            .clone()
            .find_map(|kind| kind.alias().filter(|alias| *alias == upper))
        {
            let kinds = kinds.filter(|kind| kind.alias() == Some(alias)).collect();
            return Some(RuleRef::Alias { id: alias, kinds });
        }
        self.planned
            .iter()
            .find(|planned| planned.id == upper)
            .map(RuleRef::Planned)
    }

    /// [`get`](Self::get), with the nearest identifier when there is none.
    ///
    /// # Errors
    ///
    /// [`UnknownRule`].
    pub fn find(&self, id: &str) -> Result<RuleRef<'_>, UnknownRule> {
        self.get(id).ok_or_else(|| {
            let kinds = secrets::kinds()
                .iter()
                .flat_map(|kind| [kind.id.as_str(), kind.kind.as_str()].into_iter().chain(kind.alias()));
            let names = self.rules.iter().map(|rule| rule.id.as_str());
            let names = names
                .chain(self.planned.iter().map(|planned| planned.id.as_str()))
                .chain(kinds);
            UnknownRule {
                id: id.trim().to_owned(),
                suggestion: nearest(id.trim(), names),
            }
        })
    }

    /// The set with rules disabled and severities changed.
    ///
    /// # Errors
    ///
    /// [`UnknownRule`] for the first identifier that no rule has.
    pub fn customise(self, overrides: Overrides) -> Result<RuleSet, UnknownRule> {
        let mut set = self.clone();
        for id in &overrides.disabled {
            match self.find(id)? {
                RuleRef::Pattern(rule) => {
                    set.disabled.insert(rule.id.clone());
                }
                RuleRef::Secret(kind) => {
                    set.disabled_kinds.insert(&kind.id);
                }
                RuleRef::Alias { kinds, .. } => set.disabled_kinds.extend(kinds.iter().map(|kind| kind.id.as_str())),
                RuleRef::Planned(_) => {}
            }
        }
        for (id, &severity) in &overrides.severity {
            match self.find(id)? {
                RuleRef::Pattern(rule) => {
                    let changed = Rule {
                        severity,
                        severity_is_set: true,
                        ..rule.clone()
                    };
                    let at = set
                        .rules
                        .iter()
                        .position(|other| other.id == rule.id)
                        .expect("found in this set");
                    set.rules[at] = Arc::new(changed);
                }
                RuleRef::Secret(kind) => {
                    set.kind_severity.insert(&kind.id, severity);
                }
                RuleRef::Alias { kinds, .. } => {
                    set.kind_severity
                        .extend(kinds.iter().map(|kind| (kind.id.as_str(), severity)));
                }
                RuleRef::Planned(_) => {}
            }
        }
        Ok(set)
    }

    /// `sha256:` and the hexadecimal digest of everything that decides what a scan with this set finds: equal for
    /// equal rules, whatever files they came from.
    pub fn digest(&self) -> String {
        let mut content = Content::default();
        for rule in self.rules() {
            content.add(&rule.id);
            content.add(&rule.title);
            content.add(rule.severity.as_str());
            content.add(rule.confidence.as_str());
            content.add(rule.cwe.as_deref().unwrap_or_default());
            content.add(rule.owasp.as_deref().unwrap_or_default());
            content.add(&rule.languages.names().join(","));
            let excepted: Vec<_> = rule.except_languages.iter().map(|language| language.name()).collect();
            content.add(&excepted.join(","));
            content.add(&rule.except_files.join("/"));
            content.add(if rule.except_places.is_empty() {
                ""
            } else {
                "translations"
            });
            content.add(
                &rule
                    .ignore_in
                    .iter()
                    .map(|token| token.as_str())
                    .collect::<Vec<_>>()
                    .join(","),
            );
            content.add(&rule.pattern);
            content.add(rule.not_pattern.as_deref().unwrap_or_default());
            content.add(if rule.ignore_case { "any case" } else { "exact case" });
            content.add(&rule.fix);
        }
        content.add(embedded::KINDS_DIGEST);
        self.disabled_kinds.iter().for_each(|id| content.add(id));
        for (id, severity) in &self.kind_severity {
            content.add(id);
            content.add(severity.as_str());
        }
        content.digest()
    }

    pub(crate) fn index(&self, language: Language) -> &Index {
        let at = Language::all()
            .position(|other| other == language)
            .expect("every language is listed");
        self.indexes[at].get_or_init(|| Index::new(self.shared(), language))
    }
}

/// Texts, each told apart from the next by its length.
#[derive(Default)]
struct Content(Sha256);

impl Content {
    fn add(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
    }

    fn digest(self) -> String {
        self.0
            .finalize()
            .iter()
            .fold(String::from("sha256:"), |mut digest, byte| {
                let _ = write!(digest, "{byte:02x}");
                digest
            })
    }
}

#[cfg(test)]
mod tests;
