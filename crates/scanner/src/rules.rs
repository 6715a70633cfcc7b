//! Rules: what they are, how they are read, and the sets they form.

mod definition;
mod document;
mod embedded;
mod error;
mod fields;
mod find;
mod planned;
mod read;
mod set;
pub(crate) mod structural;
mod table;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use domain::{Confidence, Severity};
use regex::{Regex, RegexBuilder};
use syntax::{Language, TokenKind};

use crate::anchors::Anchors;

pub use definition::Definition;
pub use error::{RuleError, RuleProblem};
pub use find::{RuleRef, UnknownRule};
pub use planned::Planned;
pub use set::{Overrides, RuleSet};
pub(crate) use structural::StructuralEngine;
pub use structural::{StructuralProblem, StructuralRule};

/// A pattern rule: a regular expression that is searched in every line, and what there is to say about a match.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Identifier, such as `PY-010`; never reused.
    pub id: String,
    /// What a match is, in 3 to 200 characters.
    pub title: String,
    /// How bad it is if the match is true.
    pub severity: Severity,
    /// Whether an administrator set the severity: then it holds in tests too.
    pub severity_is_set: bool,
    /// How often a match is what the title says.
    pub confidence: Confidence,
    /// Weakness, such as `CWE-377`.
    pub cwe: Option<String>,
    /// Category of the OWASP Top 10, such as `A01:2025`.
    pub owasp: Option<String>,
    /// The languages it is written for.
    pub languages: Languages,
    /// Languages that a wider entry of `languages` would cover and that are left out.
    pub except_languages: BTreeSet<Language>,
    /// Names of files in which the rule finds nothing.
    pub except_files: Vec<String>,
    /// Kinds of places in which the rule finds nothing.
    pub except_places: Vec<ExceptPlace>,
    /// Tokens in which a match does not count.
    pub ignore_in: Vec<IgnoreIn>,
    /// The regular expression, as written in the file.
    pub pattern: String,
    /// Cancels a match whose text it matches.
    pub not_pattern: Option<String>,
    /// Whether case is ignored in both expressions.
    pub ignore_case: bool,
    /// What the rule looks for.
    pub what: String,
    /// What goes wrong.
    pub why: String,
    /// What to do instead; the advice of every match.
    pub fix: String,
    /// Addresses of further reading.
    pub references: Vec<String>,
    /// Texts that raise the rule.
    pub positive: Vec<String>,
    /// Texts that do not.
    pub negative: Vec<String>,
    /// The language of the examples.
    pub example_language: Language,
    /// The file it was read from.
    pub source: String,
    pub(crate) anchors: Anchors,
    pub(crate) compiled: OnceLock<Compiled>,
}

/// A kind of place that a rule may leave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExceptPlace {
    /// Texts in the languages of people: locale folders, message catalogues.
    Translations,
}

impl std::str::FromStr for ExceptPlace {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "translations" => Ok(Self::Translations),
            _ => Err(format!("`{text}` is no kind of place: use `translations`")),
        }
    }
}

/// The languages a rule is written for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Languages {
    /// `["*"]`: every language, other text included.
    All,
    /// These, and the languages that inherit from them.
    Some(BTreeSet<Language>),
}

impl Languages {
    /// The names, as a rule file lists them.
    pub fn names(&self) -> Vec<&'static str> {
        match self {
            Languages::All => vec!["*"],
            Languages::Some(languages) => languages.iter().map(|language| language.name()).collect(),
        }
    }

    /// Whether the rules apply to texts of a language, and whether to its scripts only.
    pub(crate) fn reach(&self, language: Language) -> Option<Reach> {
        let Languages::Some(languages) = self else {
            return Some(Reach::Everywhere);
        };
        if languages.contains(&language) {
            return Some(Reach::Everywhere);
        }
        let inherited = language
            .parents()
            .iter()
            .filter(|parent| languages.contains(&parent.language));
        inherited
            .map(|parent| {
                if parent.scripts_only {
                    Reach::Scripts
                } else {
                    Reach::Everywhere
                }
            })
            .min()
    }
}

/// Where in a text a rule may match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    Everywhere,
    /// The scripts inside a page.
    Scripts,
}

/// Tokens in which a match of a rule does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum IgnoreIn {
    /// Comments.
    Comments,
    /// String, character and regular expression literals.
    Strings,
}

impl IgnoreIn {
    /// The word used in rule files.
    pub const fn as_str(self) -> &'static str {
        match self {
            IgnoreIn::Comments => "comments",
            IgnoreIn::Strings => "strings",
        }
    }

    pub(crate) fn covers(self, kind: TokenKind) -> bool {
        match self {
            IgnoreIn::Comments => kind == TokenKind::Comment,
            IgnoreIn::Strings => kind == TokenKind::String,
        }
    }
}

/// The expressions of a rule, compiled at the first candidate line.
#[derive(Debug, Clone)]
pub(crate) struct Compiled {
    pub(crate) pattern: Regex,
    pub(crate) not_pattern: Option<Regex>,
    /// The number of the group named `at`.
    pub(crate) at: Option<usize>,
}

/// Bound on the compiled size of one expression, in bytes; what hostile repetition counts run into.
const COMPILED_BYTES: usize = 4 << 20;

pub(crate) fn compile(pattern: &str, ignore_case: bool) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern)
        .case_insensitive(ignore_case)
        .size_limit(COMPILED_BYTES)
        .build()
}

impl Rule {
    /// Whether the rule finds nothing in a file of that path.
    pub(crate) fn is_excepted(&self, path: &str) -> bool {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let place = |place: &ExceptPlace| match place {
            ExceptPlace::Translations => secrets::is_translation(path),
        };
        self.except_places.iter().any(place)
            || self
                .except_files
                .iter()
                .any(|excepted| excepted.eq_ignore_ascii_case(name))
    }

    /// Whether the rule is looked for in texts of a language: it is written for it, for all, or for one it inherits from.
    pub fn applies_to(&self, language: Language) -> bool {
        self.languages.reach(language).is_some() && !self.except_languages.contains(&language)
    }

    /// The compiled expressions. `None` for a pattern that does not compile after all: reading a rule file checks the
    /// syntax, and the size too unless the file is one of those that the tests check.
    pub(crate) fn compiled(&self) -> Option<&Compiled> {
        if let Some(compiled) = self.compiled.get() {
            return Some(compiled);
        }
        let pattern = compile(&self.pattern, self.ignore_case).ok()?;
        let not_pattern = match &self.not_pattern {
            Some(expression) => Some(compile(expression, self.ignore_case).ok()?),
            None => None,
        };
        let at = pattern.capture_names().position(|name| name == Some("at"));
        Some(self.compiled.get_or_init(|| Compiled {
            pattern,
            not_pattern,
            at,
        }))
    }

    /// Whether the scanner has no literal to look for first, so that the expression runs on every line.
    pub fn runs_on_every_line(&self) -> bool {
        self.anchors == Anchors::EveryLine
    }

    /// The page of the rule in Markdown: what `explain` shows and the documentation lists.
    pub fn markdown(&self) -> String {
        document::of_rule(self)
    }
}
