use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use domain::{Checklists, Known};
use scanner::{Definition, Overrides, RuleSet};
use store::catalogue::{Catalogue, StoredRule};
use untrusted_text::safe_line;

use crate::defaults;

/// Problems that are told one by one.
const MAX_PROBLEMS: usize = 50;
const PROBLEM_CHARS: usize = 500;
/// How the place of a problem is called.
const SOURCE: &str = "database";

/// The rules and checklists of one moment.
#[derive(Debug)]
pub struct Snapshot {
    rules: Cow<'static, RuleSet>,
    checklists: Checklists,
    disabled: BTreeSet<String>,
    load_errors: Vec<String>,
    revision: Option<i64>,
    modified: BTreeSet<String>,
    /// Stored rules that are left out because they do not validate.
    broken: BTreeSet<String>,
}

impl Snapshot {
    /// What to scan with: the rules that are switched on, and kinds of credentials.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The checklists.
    pub fn checklists(&self) -> &Checklists {
        &self.checklists
    }

    /// Ids that are switched off; some may name no rule.
    pub fn disabled(&self) -> &BTreeSet<String> {
        &self.disabled
    }

    /// What of the stored catalogue could not be used, and what is used instead. Holds no address and no password.
    pub fn load_errors(&self) -> &[String] {
        &self.load_errors
    }

    /// The revision of the stored catalogue; none if it could not be read.
    pub fn revision(&self) -> Option<i64> {
        self.revision
    }

    /// Whether a pattern rule is one that the program does not bring.
    pub fn is_custom(&self, id: &str) -> bool {
        !shipped_digests().contains_key(id)
    }

    /// Whether a rule of the program was changed by an administrator.
    pub fn is_modified(&self, id: &str) -> bool {
        self.modified.contains(id)
    }

    /// How many pattern rules the program does not bring, those that are switched off included.
    pub fn custom_rules(&self) -> usize {
        self.rules.all_rules().filter(|rule| self.is_custom(&rule.id)).count()
    }

    /// Whether there is a rule with exactly this id, switched on or not: a stored rule, a kind of credential, a rule of earlier
    /// sets that such kinds replace, a rule to come, or one about the hygiene of dependencies.
    pub fn is_rule(&self, id: &str) -> bool {
        self.rules.get(id).is_some_and(|found| found.id() == id) || self.broken.contains(id) || is_dependency_rule(id)
    }

    /// Calls `use_it` with what a report is compared with.
    pub fn with_known<R>(&self, use_it: impl FnOnce(&Known<'_>) -> R) -> R {
        let is_rule = |id: &str| self.is_rule(id);
        use_it(&Known {
            is_rule: &is_rule,
            checklists: &self.checklists,
        })
    }

    /// What a stored catalogue says; the catalogue was loaded with [`wants_definition`].
    pub(crate) fn of(catalogue: Catalogue) -> Self {
        let mut load_errors = Vec::new();
        let mut broken = BTreeSet::new();
        let mut modified = BTreeSet::new();
        let rules = if catalogue.rules.is_empty() {
            load_errors.push("no rule is stored: the rules of the program are used".to_owned());
            Cow::Borrowed(RuleSet::embedded())
        } else {
            let shipped = shipped_digests();
            modified = catalogue
                .rules
                .iter()
                .filter(|rule| {
                    shipped
                        .get(rule.id.as_str())
                        .is_some_and(|digest| *digest != rule.digest)
                })
                .map(|rule| rule.id.clone())
                .collect();
            rule_set(&catalogue.rules, &mut load_errors, &mut broken)
        };
        let mut items = Vec::with_capacity(catalogue.items.len());
        for stored in catalogue.items {
            match stored.item.check() {
                Ok(()) => items.push(stored.item),
                Err(error) => load_errors.push(format!("{SOURCE}: checklist item {}: {error}", stored.item.id)),
            }
        }
        if items.is_empty() {
            load_errors.push("no checklist item is stored: the checklists of the program are used".to_owned());
            items = defaults::items().to_vec();
        }
        Self {
            rules: without(rules, &catalogue.disabled),
            checklists: Checklists::new(items),
            disabled: catalogue.disabled,
            load_errors: bounded(load_errors),
            revision: Some(catalogue.revision),
            modified,
            broken,
        }
    }

    /// What the program brings, because the stored catalogue cannot be read.
    pub(crate) fn fallback(reason: String, disabled: BTreeSet<String>) -> Self {
        Self {
            rules: without(Cow::Borrowed(RuleSet::embedded()), &disabled),
            checklists: Checklists::new(defaults::items().to_vec()),
            disabled,
            load_errors: vec![reason],
            revision: None,
            modified: BTreeSet::new(),
            broken: BTreeSet::new(),
        }
    }

    pub(crate) fn add_error(&mut self, error: String) {
        self.load_errors.push(error);
    }
}

/// Whether the definition of a stored rule must be read: it is not the shipped one.
pub(crate) fn wants_definition(id: &str, digest: &str) -> bool {
    shipped_digests().get(id) != Some(&digest)
}

fn shipped_digests() -> &'static BTreeMap<&'static str, &'static str> {
    use std::sync::LazyLock;

    static DIGESTS: LazyLock<BTreeMap<&'static str, &'static str>> =
        LazyLock::new(|| Definition::shipped_digests().collect());
    &DIGESTS
}

/// The set of some stored rules: those that are as shipped come from the program, the others are read.
fn rule_set(
    stored: &[StoredRule],
    load_errors: &mut Vec<String>,
    broken: &mut BTreeSet<String>,
) -> Cow<'static, RuleSet> {
    let shipped = shipped_digests();
    let mut as_shipped = BTreeSet::new();
    let mut own = Vec::new();
    for rule in stored {
        match &rule.definition {
            None => {
                as_shipped.insert(rule.id.as_str());
            }
            Some(definition) => own.push((rule.id.as_str(), definition.as_str())),
        }
    }
    if own.is_empty() && as_shipped.len() == shipped.len() {
        return Cow::Borrowed(RuleSet::embedded());
    }
    let keep = |id: &str| as_shipped.contains(id);
    let (set, problems) = RuleSet::embedded().redefined(SOURCE, keep, &own);
    let there = |id: &str| set.all_rules().any(|rule| rule.id == id);
    broken.extend(own.iter().filter(|(id, _)| !there(id)).map(|(id, _)| (*id).to_owned()));
    load_errors.extend(problems.iter().map(ToString::to_string));
    Cow::Owned(set)
}

/// The set without the rules that are switched off; ids that name no rule are passed over.
fn without(rules: Cow<'static, RuleSet>, disabled: &BTreeSet<String>) -> Cow<'static, RuleSet> {
    let known: Vec<String> = disabled.iter().filter(|id| rules.get(id).is_some()).cloned().collect();
    if known.is_empty() {
        return rules;
    }
    let overrides = Overrides {
        disabled: known,
        ..Overrides::default()
    };
    match rules.clone().into_owned().customise(overrides) {
        Ok(set) => Cow::Owned(set),
        Err(_) => rules,
    }
}

/// `DEP-` and three digits.
fn is_dependency_rule(id: &str) -> bool {
    id.strip_prefix("DEP-")
        .is_some_and(|number| number.len() == 3 && number.bytes().all(|b| b.is_ascii_digit()))
}

fn bounded(mut errors: Vec<String>) -> Vec<String> {
    let more = errors.len().saturating_sub(MAX_PROBLEMS);
    errors.truncate(MAX_PROBLEMS);
    let mut errors: Vec<String> = errors
        .iter()
        .map(|error| safe_line(error, PROBLEM_CHARS).to_string())
        .collect();
    if more > 0 {
        errors.push(format!("and {more} more"));
    }
    errors
}
