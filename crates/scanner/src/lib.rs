//! What a scan is: rules, suppressions, credentials, the walk of a tree and its bounds, results as one type.
//!
//! * [`RuleSet`]: the pattern and structural rules that are embedded in the program or read from files, and the kinds of
//!   credentials; what is disabled, and which severities were changed.
//! * [`scan_text`]: the matches of one text.
//! * [`scan_tree`]: the matches of a folder, its files in parallel.
//!
//! A scan reads the tree it is told to and nothing else. It stores nothing, talks to no network, starts no program, and
//! prints nothing. Whatever a text holds, the scan ends: expressions run in linear time, files are bounded, links are not
//! followed, and every bound that was met is told in the report. The same input gives the same report, however many
//! threads there are. Excerpts are [`untrusted_text::SafeText`]: masked, revealed, bounded.
//!
//! The path of a text: `engine` finds candidate lines with one automaton over the literals that `anchors` took from all
//! patterns, and runs expressions only there; `structural` has the crate `opengrep` run rules on the tree of the text;
//! `secret` asks the crate `secrets`; `overlap` merges what repeats a stronger
//! match; `suppress` applies markers; `text` puts it together. The path of a tree: `walk` lists, `read` opens safely,
//! `decode` makes text of bytes, `tree` spreads the work, `across` follows flows from file to file.
//!
//! ```
//! use scanner::{RuleSet, TextOptions, scan_text};
//! use syntax::Language;
//!
//! let report = scan_text(RuleSet::embedded(), "settings.ini", Language::Config, "url = http://shop.example.net/", &TextOptions::default());
//! assert_eq!(report.matches[0].rule_id, "GEN-004");
//! assert_eq!(report.matches[0].location.column, 7);
//! ```

mod across;
mod anchors;
mod decode;
mod definition;
mod engine;
mod filter;
mod fingerprint;
mod flow;
mod git;
mod ignorefile;
mod lineset;
mod location;
mod matches;
mod overlap;
mod read;
mod rules;
mod secret;
mod structural;
mod suppress;
mod text;
mod tree;
mod walk;
mod windows;

pub use decode::decode as decode_text;
pub use filter::{PatternError, check_pattern};
pub use flow::{FlowEnd, FlowPlace, FlowStep, FlowStepKind, FlowTrace};
pub use lineset::LineSet;
pub use matches::{
    BytePlace, Depth, Match, MatchKind, MetavariableFacts, SecretFacts, StructuralFacts, Suppression, TextOptions,
    TextReport, Truncated, Warning, WarningKind,
};
pub use opengrep::taint::FlowProfile;
pub use rules::{
    Definition, IgnoreIn, Languages, Overrides, Planned, Rule, RuleError, RuleProblem, RuleRef, RuleSet,
    StructuralProblem, StructuralRule, UnknownRule,
};
pub use text::scan_text;
pub use tree::{Contents, FileReport, Progress, ScanError, Skipped, TreeOptions, TreeReport, scan_tree};
