//! What a scan of one text reports.

use domain::{Category, Confidence, Location, Severity};
use secrets::Checksum;
use serde::Serialize;
use syntax::Language;
use untrusted_text::SafeText;

use crate::flow::FlowTrace;

/// Longest excerpt, in characters.
pub(crate) const EXCERPT_CHARS: usize = 300;

/// A lead: a place where a rule matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Match {
    /// The rule, such as `PY-010` or `CRED-101`.
    pub rule_id: String,
    /// The id that earlier rule sets report it as.
    pub alias: Option<&'static str>,
    /// What it is.
    pub title: String,
    /// How bad it is if it is true.
    pub severity: Severity,
    /// How often a lead like this is what the title says.
    pub confidence: Confidence,
    /// Weakness, such as `CWE-89`.
    pub cwe: Option<String>,
    /// OWASP Top 10 category, such as `A05:2025`.
    pub owasp: Option<String>,
    /// Code, configuration or secret.
    pub category: Category,
    /// What found it.
    pub kind: MatchKind,
    /// Where it stands.
    pub location: Location,
    /// The line, trimmed, masked, revealed, and cut to 300 characters around the match.
    pub excerpt: SafeText,
    /// Where the match stands in the excerpt, in characters: the first, and the one after the last.
    pub caret: Option<(usize, usize)>,
    /// What to do.
    pub advice: String,
    /// Whether the path is that of a test, a fixture or an example.
    pub test: bool,
    /// 32 hexadecimal digits that stay the same when lines move.
    pub fingerprint: String,
    /// Other rules that report the same weakness at the same place, weaker or equal; sorted.
    pub also: Vec<String>,
    /// More on a credential.
    pub secret: Option<SecretFacts>,
    /// More on a match of a structural rule.
    #[serde(skip)]
    pub structural: Option<StructuralFacts>,
    /// The marker that hides the match; always there in a list of suppressed matches, never elsewhere.
    pub suppression: Option<Suppression>,
}

/// What found a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchKind {
    /// A pattern rule.
    Pattern,
    /// The search for credentials.
    Secret,
    /// A structural rule.
    Structural,
}

/// What is known of a match of a structural rule, beside its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StructuralFacts {
    /// Its place in [`RuleSet::structural_rules`](crate::RuleSet::structural_rules).
    pub rule: usize,
    /// The first byte.
    pub start: BytePlace,
    /// The byte after the last.
    pub end: BytePlace,
    /// What the metavariables of the rule stand for, in the order in which they were met.
    pub metavariables: Vec<MetavariableFacts>,
    /// What the rule would put in the place of the match.
    pub fix: Option<SafeText>,
    /// The way from a source to the match, of taint rules.
    pub trace: Option<FlowTrace>,
    /// The lines of the match as a whole, without blanks at their end.
    pub lines: SafeText,
}

/// What a metavariable stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetavariableFacts {
    /// With its `$`.
    pub name: String,
    /// The first byte.
    pub start: BytePlace,
    /// The byte after the last.
    pub end: BytePlace,
    /// Its text.
    pub text: SafeText,
    /// The text of the constant that it is known to be, when that is another.
    pub value: Option<SafeText>,
}

/// A place between two bytes of a text; in a notebook, of the cell, save for the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BytePlace {
    /// The line, from 1.
    pub line: u32,
    /// The byte of the line, from 1.
    pub col: u32,
    /// The byte of the text, from 0.
    pub offset: usize,
}

/// What is known of a credential, beside its place. Never the value, nor anything computed from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SecretFacts {
    /// The name of the kind, `github-classic`.
    pub kind: &'static str,
    /// Who issues it.
    pub provider: Option<&'static str>,
    /// The name that the value is assigned to.
    pub name: Option<SafeText>,
    /// What the checksum of the format says.
    pub checksum: Checksum,
    /// The encodings that were undone to find it, outermost first.
    pub decoded_by: Vec<&'static str>,
    /// What the file is for: `shipped`, `test`, `example`, …
    pub place: &'static str,
    /// A value that is public by design.
    pub public: bool,
    /// The line of the other half of a pair.
    pub related_line: Option<u32>,
}

/// A marker in the text that hides a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Suppression {
    /// What stands after ` -- `.
    pub reason: Option<SafeText>,
    /// The line of the marker.
    pub line: u32,
    /// Identifiers in the marker that no rule has.
    pub unknown_ids: Vec<String>,
}

/// The matches of one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextReport {
    /// The language it was scanned as.
    pub language: Language,
    /// How many lines it has.
    pub lines: usize,
    /// What to look at, in the order of the text.
    pub matches: Vec<Match>,
    /// What a marker hides, in the order of the text.
    pub suppressed: Vec<Match>,
    /// Set when there were more matches than the options allow.
    pub truncated: Option<Truncated>,
    /// What is wrong with markers, in the order of the text.
    pub warnings: Vec<Warning>,
}

/// How many matches were kept, the most severe first, and how many were not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Truncated {
    /// In the report.
    pub kept: usize,
    /// Left out.
    pub dropped: usize,
}

/// Something that whoever wrote a text should know, though it is no lead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// What kind of thing.
    pub kind: WarningKind,
    /// The line.
    pub line: u32,
    /// What is wrong and how to fix it.
    pub text: String,
}

/// The kinds of warnings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WarningKind {
    /// A suppression marker names a rule that does not exist.
    UnknownRule,
    /// A suppression marker has words and none of them is a rule; it hides nothing.
    NoRule,
    /// A suppression marker names rules, and hides nothing.
    UnusedSuppression,
    /// The text starts like a suppression marker and is none.
    UnknownMarker,
    /// A line in which a rule has so many matches that do not count that it was not tried to the end.
    LineGivenUp,
    /// Code that the structural rules did not see, because it cannot be parsed.
    NotParsed,
    /// A structural rule that was stopped, or that a part of it could not be tried.
    RuleStopped,
    /// A notebook that cannot be read as one, scanned as JSON.
    UnreadableNotebook,
    /// More warnings than are listed.
    MoreWarnings,
}

/// How to scan a text.
#[derive(Debug, Clone)]
pub struct TextOptions {
    /// Most matches reported for one text; the most severe are kept.
    pub max_matches: usize,
    /// Credentials of less confidence are left out: most of those are none.
    pub min_confidence: Confidence,
    /// Matches of pattern rules of less confidence are left out.
    pub min_rule_confidence: Confidence,
    /// Whether to list values that are public by design, such as publishable keys.
    pub show_public: bool,
    /// What to look for.
    pub depth: Depth,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self {
            max_matches: 200,
            min_confidence: Confidence::Medium,
            min_rule_confidence: Confidence::Low,
            show_public: false,
            depth: Depth::Full,
        }
    }
}

/// What to look for in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Depth {
    /// Everything.
    Full,
    /// Credentials whose format alone tells what they are: for minified files, lock files and type declarations, where
    /// everything else is noise.
    DistinctiveSecrets,
}
