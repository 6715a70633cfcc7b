//! What the words of a marker mean: each is looked up once per file, however often a file repeats it.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::rules::RuleSet;

/// Most words remembered; a file with more of them looks the rest up each time.
const MAX_REMEMBERED: usize = 10_000;
/// Most identifiers of a file for which the nearest one that exists is searched: more warnings are not listed anyway.
const MAX_SUGGESTED: usize = 100;

/// An identifier written with another separator, or with something glued to it.
static NEARLY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("(?i)([a-z]{2,12})[^a-z0-9]{0,2}([0-9]{2,4})").expect("valid"));

/// What a word stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A rule, by its identifier.
    Rule(String),
    /// It is meant as an identifier, and no rule has it.
    Unknown,
    /// Prose.
    Word,
}

/// The words of the markers of one file.
pub(crate) struct Ids<'r> {
    rules: &'r RuleSet,
    meanings: HashMap<String, Meaning>,
    suggestions: HashMap<String, Option<String>>,
}

impl<'r> Ids<'r> {
    pub(crate) fn new(rules: &'r RuleSet) -> Self {
        Self {
            rules,
            meanings: HashMap::new(),
            suggestions: HashMap::new(),
        }
    }

    /// Whether a word is the identifier of a structural rule, in any case.
    pub(crate) fn is_structural(&mut self, word: &str) -> bool {
        let names_one = |id: &str| {
            self.rules
                .structural_rules()
                .any(|rule| rule.id.eq_ignore_ascii_case(id))
        };
        match self.meanings.get(word) {
            Some(Meaning::Rule(id)) => names_one(id),
            Some(Meaning::Unknown | Meaning::Word) => false,
            None => names_one(word),
        }
    }

    pub(crate) fn meaning(&mut self, word: &str) -> Meaning {
        if let Some(meaning) = self.meanings.get(word) {
            return meaning.clone();
        }
        // Kinds of credentials have names too, but those are words that a comment may use.
        let rule = self.rules.get(word).filter(|rule| rule.id().eq_ignore_ascii_case(word));
        let meaning = match rule {
            Some(rule) => Meaning::Rule(rule.id().to_owned()),
            None if looks_like_id(word, self.rules) => Meaning::Unknown,
            None => Meaning::Word,
        };
        if self.meanings.len() < MAX_REMEMBERED {
            self.meanings.insert(word.to_owned(), meaning.clone());
        }
        meaning
    }

    /// The nearest identifier to one that no rule has.
    pub(crate) fn suggestion(&mut self, unknown: &str) -> Option<String> {
        if let Some(known) = self.suggestions.get(unknown) {
            return known.clone();
        }
        if self.suggestions.len() >= MAX_SUGGESTED {
            return None;
        }
        let near = self.rules.find(unknown).err().and_then(|error| error.suggestion);
        self.suggestions.insert(unknown.to_owned(), near.clone());
        near
    }

    /// The rule that a text nearly names: `PY_002`, `PY 002`, `PY-002x`.
    pub(crate) fn nearly(&self, text: &str) -> Option<String> {
        let mut found = NEARLY.captures_iter(text).take(10);
        found.find_map(|parts| {
            let id = format!("{}-{}", &parts[1], &parts[2]);
            let rule = self.rules.get(&id)?;
            Some(rule.id().to_owned())
        })
    }
}

/// Whether a token that no rule bears is meant as one: it starts like a known rule, or is in upper case and ends in a
/// number. Other words with a dash are prose.
fn looks_like_id(token: &str, rules: &RuleSet) -> bool {
    let ends_in_number = token
        .rsplit('-')
        .next()
        .is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
    if !ends_in_number {
        return false;
    }
    if !token.bytes().any(|byte| byte.is_ascii_lowercase()) {
        return true;
    }
    let family = token.split('-').next().unwrap_or_default();
    let same = |id: &str| {
        id.split('-')
            .next()
            .is_some_and(|prefix| prefix.eq_ignore_ascii_case(family))
    };
    family.eq_ignore_ascii_case("CRED")
        || family.eq_ignore_ascii_case("GEN")
        || rules.rules().any(|rule| same(&rule.id))
}
