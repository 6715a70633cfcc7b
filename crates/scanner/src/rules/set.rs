//! A set of rules: what is active in a scan, with the index that each language is scanned with.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock, OnceLock};

use domain::Severity;
use opengrep::taint::FlowProfile;
use secrets::Kind;
use sha2::{Digest as _, Sha256};
use syntax::Language;

use super::definition;
use super::error::{RuleError, RuleProblem};
use super::find::{RuleRef, UnknownRule, nearest};
use super::read::{self, Origin, check_patterns};
use super::structural::{self, StructuralEngine, StructuralProblem, StructuralRule};
use super::{Languages, Planned, Rule, embedded, planned};
use crate::engine::Index;
use crate::matches::TextOptions;
use crate::text::scan_text;

/// The rules of a scan: pattern rules, structural rules, kinds of credentials, and what an administrator changed of them.
///
/// A structural rule may have the identifier of a pattern rule: it takes its place wherever the text can be parsed.
///
/// Cloning is cheap; compiled expressions are shared.
#[derive(Debug)]
pub struct RuleSet {
    /// Every pattern rule, disabled ones included, sorted by id.
    rules: Vec<Arc<Rule>>,
    /// Every structural rule, disabled ones included, sorted by id. Files may have rules of the same id.
    structural: Vec<Arc<StructuralRule>>,
    /// What is wrong with the files of structural rules.
    problems: Vec<StructuralProblem>,
    planned: Arc<[Planned]>,
    /// Ids of disabled pattern and structural rules.
    disabled: BTreeSet<String>,
    /// Ids of disabled kinds.
    disabled_kinds: BTreeSet<&'static str>,
    /// Severities of kinds that were changed.
    kind_severity: BTreeMap<&'static str, Severity>,
    /// By language, as are the structural rules that are ready to run.
    indexes: Vec<OnceLock<Index>>,
    compiled: Vec<OnceLock<StructuralEngine>>,
    /// Which answers taint rules give that ask for none.
    flow_profile: FlowProfile,
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
            structural: self.structural.clone(),
            problems: self.problems.clone(),
            planned: Arc::clone(&self.planned),
            disabled: self.disabled.clone(),
            disabled_kinds: self.disabled_kinds.clone(),
            kind_severity: self.kind_severity.clone(),
            indexes: by_language(),
            compiled: by_language(),
            flow_profile: self.flow_profile,
        }
    }
}

/// For each language nothing yet.
fn by_language<T>() -> Vec<OnceLock<T>> {
    Language::all().map(|_| OnceLock::new()).collect()
}

fn place_of(language: Language) -> usize {
    let mut languages = Language::all();
    languages
        .position(|other| other == language)
        .expect("every language is listed")
}

impl RuleSet {
    /// The rules that are part of the program.
    pub fn embedded() -> &'static RuleSet {
        static EMBEDDED: LazyLock<RuleSet> = LazyLock::new(|| {
            let rules = read::embedded(embedded::PATTERNS);
            let planned = planned::embedded(embedded::PLANNED);
            let built = rules.and_then(|rules| Ok(RuleSet::new(rules, planned?)));
            let built = built.map(|set| {
                let (structural, problems) = structural::read(embedded::STRUCTURAL, true);
                set.with_structural(structural, problems)
            });
            built.unwrap_or_else(|error| panic!("the shipped rules are invalid:\n{error}"))
        });
        &EMBEDDED
    }

    fn new(rules: Vec<Rule>, planned: Vec<Planned>) -> Self {
        Self {
            rules: rules.into_iter().map(Arc::new).collect(),
            structural: Vec::new(),
            problems: Vec::new(),
            planned: planned.into(),
            disabled: BTreeSet::new(),
            disabled_kinds: BTreeSet::new(),
            kind_severity: BTreeMap::new(),
            indexes: by_language(),
            compiled: by_language(),
            flow_profile: FlowProfile::default(),
        }
    }

    /// This set and the structural rules of some files in Opengrep syntax, `(path, content)`; files of a folder `library`
    /// are definitions that the rules beside and below it use. The rules take the place of a structural rule of the program
    /// with the same id, and of an announced one. What is wrong with the files is part of
    /// [`structural_problems`](Self::structural_problems) and of every report; the rules of a file that can be used are used.
    pub fn with_opengrep(&self, files: &[(&str, &str)]) -> RuleSet {
        let (rules, problems) = structural::read(files, false);
        self.clone().with_structural(rules, problems)
    }

    fn with_structural(mut self, rules: Vec<StructuralRule>, problems: Vec<StructuralProblem>) -> Self {
        let ids: BTreeSet<&str> = rules.iter().map(|rule| rule.id.as_str()).collect();
        self.structural
            .retain(|rule| !(rule.shipped && ids.contains(rule.id.as_str())));
        if self.planned.iter().any(|planned| ids.contains(planned.id.as_str())) {
            let left = self.planned.iter().filter(|planned| !ids.contains(planned.id.as_str()));
            self.planned = left.cloned().collect();
        }
        self.structural.extend(rules.into_iter().map(Arc::new));
        self.structural.sort_by(|a, b| a.id.cmp(&b.id));
        self.problems.extend(problems);
        self
    }

    /// This set with other answers of the taint rules that ask for none themselves.
    pub fn with_flow_profile(&self, profile: FlowProfile) -> RuleSet {
        RuleSet {
            flow_profile: profile,
            ..self.clone()
        }
    }

    /// What of this set the user brought: no rule of the program, no credentials.
    pub fn without_shipped(&self) -> RuleSet {
        let shipped = RuleSet::embedded();
        let mut set = self.clone();
        set.rules.retain(|rule| shipped.pattern(&rule.id).is_none());
        set.structural.retain(|rule| !rule.shipped);
        set.planned = Arc::new([]);
        set.disabled_kinds = secrets::kinds().iter().map(|kind| kind.id.as_str()).collect();
        set
    }

    /// This set without its structural rules: the pattern rules as they run where a text cannot be parsed.
    pub fn without_structural(&self) -> RuleSet {
        RuleSet {
            structural: Vec::new(),
            problems: Vec::new(),
            ..self.clone()
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
    /// why, under the name `source`. A structural rule with the id of a pattern rule goes with it: it is left out where that
    /// is left out or has another pattern.
    pub fn redefined(
        &self,
        source: &str,
        keep: impl Fn(&str) -> bool,
        definitions: &[(&str, &str)],
    ) -> (RuleSet, Vec<RuleProblem>) {
        let mut set = self.clone();
        set.rules.retain(|rule| keep(&rule.id));
        set.structural
            .retain(|rule| keep(&rule.id) || self.pattern(&rule.id).is_none());
        let mut problems = Vec::new();
        for &(id, toml) in definitions {
            match self.redefinition(source, id, toml) {
                Ok(rule) => {
                    set.rules.retain(|other| other.id != rule.id);
                    // A rule whose words or severity were changed looks for the same; another pattern looks for itself.
                    let same =
                        |shipped: &Rule| (&shipped.pattern, &shipped.not_pattern) == (&rule.pattern, &rule.not_pattern);
                    if self.pattern(id).is_some_and(same) {
                        let structural = self.structural.iter().filter(|other| other.id == rule.id);
                        let structural = structural.map(|other| {
                            Arc::new(StructuralRule {
                                severity: rule.severity,
                                severity_is_set: rule.severity_is_set,
                                ..(**other).clone()
                            })
                        });
                        set.structural.retain(|other| other.id != rule.id);
                        set.structural.extend(structural);
                    }
                    set.rules.push(Arc::new(rule));
                }
                Err(error) => problems.extend(error.problems),
            }
        }
        set.rules.sort_by(|a, b| a.id.cmp(&b.id));
        set.structural.sort_by(|a, b| a.id.cmp(&b.id));
        (set, problems)
    }

    /// A rule that may stand in this set, in the place of one with the same id.
    fn redefinition(&self, source: &str, id: &str, toml: &str) -> Result<Rule, RuleError> {
        let mut rule = definition::read_one(source, toml)?;
        let problem = match (self.pattern(&rule.id), self.get(&rule.id)) {
            _ if rule.id != id => format!("is not `{id}`, under which the rule is kept"),
            (Some(replaced), _) => {
                rule.severity_is_set = rule.severity != replaced.severity;
                return Ok(rule);
            }
            (None, Some(_)) => "is the id of a rule of the program that is no pattern".to_owned(),
            (None, None) => return Ok(rule),
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

    /// The pattern rule with an id, in any case, whether active or not, and whether a structural rule takes its place or not.
    pub fn pattern(&self, id: &str) -> Option<&Rule> {
        let upper = id.trim().to_ascii_uppercase();
        let at = self.rules.binary_search_by(|rule| rule.id.as_str().cmp(&upper)).ok()?;
        Some(&self.rules[at])
    }

    /// Every structural rule, disabled ones included, sorted by id.
    pub fn structural_rules(&self) -> impl ExactSizeIterator<Item = &StructuralRule> {
        self.structural.iter().map(|rule| &**rule)
    }

    /// The structural rule at a place of [`structural_rules`](Self::structural_rules).
    pub fn structural_rule(&self, place: usize) -> Option<&StructuralRule> {
        self.structural.get(place).map(|rule| &**rule)
    }

    /// The structural rules that are looked for, sorted by id.
    pub fn active_structural(&self) -> impl Iterator<Item = &StructuralRule> {
        self.structural_rules().filter(|rule| !self.disabled.contains(&rule.id))
    }

    /// What is wrong with the files of structural rules, in their order.
    pub fn structural_problems(&self) -> &[StructuralProblem] {
        &self.problems
    }

    /// The structural rule with an id: written so, else in any case.
    fn structural(&self, id: &str) -> Option<&StructuralRule> {
        let first = self.structural.partition_point(|rule| rule.id.as_str() < id);
        let exact = self.structural_rule(first).filter(|rule| rule.id == id);
        exact.or_else(|| self.structural_rules().find(|rule| rule.id.eq_ignore_ascii_case(id)))
    }

    /// The active structural rules that run on texts of a language, ready to run; compiled when the first such text is scanned.
    pub(crate) fn compiled(&self, language: Language) -> &StructuralEngine {
        self.compiled[place_of(language)].get_or_init(|| {
            let rules = self.structural_rules().enumerate();
            let rules = rules.filter(|(_, rule)| !self.disabled.contains(&rule.id) && rule.runs_on(language));
            StructuralEngine::new(rules, self.flow_profile)
        })
    }

    /// The languages that structural rules are written for.
    fn structural_languages(&self) -> BTreeSet<Language> {
        let languages = self.active_structural().filter_map(|rule| match &rule.languages {
            Languages::Some(languages) => Some(languages.iter().copied()),
            Languages::All => None,
        });
        languages.flatten().collect()
    }

    /// Compiles now what the first scan would compile: the structural rules, and the tables of credentials. A scan that starts
    /// meanwhile waits for it.
    pub fn prepare(&self) {
        for language in self.structural_languages() {
            self.compiled(language);
        }
        scan_text(self, "", Language::Python, "", &TextOptions::default());
    }

    /// Whether the structural rules of every language that they are written for are compiled.
    pub fn is_prepared(&self) -> bool {
        let mut languages = self.structural_languages().into_iter();
        languages.all(|language| self.compiled[place_of(language)].get().is_some())
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

    /// How many rules are active: pattern and structural rules, two of one id counted once, and kinds of credentials without
    /// the public counterparts.
    pub fn count(&self) -> usize {
        let structural: BTreeSet<&str> = self.active_structural().map(|rule| rule.id.as_str()).collect();
        let patterns = self.rules().filter(|rule| !structural.contains(rule.id.as_str()));
        structural.len() + patterns.count() + self.kinds().filter(|kind| !kind.is_public()).count()
    }

    /// What an identifier stands for, in any case, whether active or not: a structural rule, a pattern rule, a kind of
    /// credential (by id or name), the id of a pattern rule that kinds replace, or a planned rule.
    pub fn get(&self, id: &str) -> Option<RuleRef<'_>> {
        let upper = id.trim().to_ascii_uppercase();
        if let Some(rule) = self.structural(id.trim()) {
            return Some(RuleRef::Structural(rule));
        }
        if let Some(rule) = self.pattern(id) {
            return Some(RuleRef::Pattern(rule));
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
                .chain(self.structural.iter().map(|rule| rule.id.as_str()))
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
                RuleRef::Pattern(Rule { id, .. }) | RuleRef::Structural(StructuralRule { id, .. }) => {
                    set.disabled.insert(id.clone());
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
                RuleRef::Pattern(Rule { id, .. }) | RuleRef::Structural(StructuralRule { id, .. }) => {
                    for rule in set.rules.iter_mut().filter(|rule| rule.id == *id) {
                        *rule = Arc::new(Rule {
                            severity,
                            severity_is_set: true,
                            ..(**rule).clone()
                        });
                    }
                    for rule in set.structural.iter_mut().filter(|rule| rule.id == *id) {
                        *rule = Arc::new(StructuralRule {
                            severity,
                            severity_is_set: true,
                            ..(**rule).clone()
                        });
                    }
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
    /// equal rules, whatever files they came from. Structural rules are equal when their files are.
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
        for rule in self.active_structural() {
            content.add(&rule.id);
            content.add(rule.severity.as_str());
            content.add(if rule.severity_is_set { "set" } else { "" });
            content.0.update(rule.digest);
        }
        if self.flow_profile != FlowProfile::default() {
            content.add(self.flow_profile.name());
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
        self.indexes[place_of(language)].get_or_init(|| Index::new(self.shared(), language))
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
