//! What a rule says.

mod conditions;
mod formula;
mod labels;
mod languages;
mod library;
mod options;
mod parse;
mod problem;
mod read;
mod taint;
#[cfg(test)]
mod testing;
mod yaml;

use std::sync::Arc;

use serde_json::Value;

use crate::taint::FlowProfile;

pub(crate) use labels::words as label_words;
pub(crate) use library::name_library;
pub use library::{Libraries, Library};
pub use parse::{
    COMPATIBLE_VERSION, MAX_FILE_BYTES, MAX_FIX_COUNT, MAX_RULES, RuleFile, filled_in, parse_rule, parse_rules,
    parse_rules_with,
};
pub use problem::{Level, RuleProblem};

/// One rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its identifier, as written in the file.
    pub id: String,
    /// What it runs on, in the order of the file; patterns are read in the first.
    pub languages: Vec<Target>,
    /// What a finding says; metavariables in it are replaced.
    pub message: String,
    /// As written: `INFO`, `WARNING`, `ERROR`, `LOW`, `MEDIUM`, `HIGH`, `CRITICAL`, `INVENTORY`, `EXPERIMENT`.
    pub severity: String,
    /// What it looks for.
    pub mode: Mode,
    /// Switches of matching.
    pub options: Options,
    /// Which files it looks at.
    pub paths: Paths,
    /// The text that replaces a finding.
    pub fix: Option<String>,
    /// A replacement by a regular expression.
    pub fix_regex: Option<FixRegex>,
    /// Copied to the output.
    pub metadata: Value,
    /// Line of the file on which the rule starts, from 1.
    pub line: usize,
    /// The library files, when definitions of them are part of the rule. The lines of its texts may be lines of theirs, which are
    /// numbered on.
    pub(crate) libraries: Arc<[String]>,
}

impl Rule {
    /// Whether definitions of a library are part of the rule.
    pub fn uses_library(&self) -> bool {
        !self.libraries.is_empty()
    }

    /// The profile that the rule asks for, whatever the default is: `metadata.flow.profile`.
    pub fn flow_profile(&self) -> Option<FlowProfile> {
        FlowProfile::named(self.metadata.get("flow")?.get("profile")?.as_str()?)
    }
}

/// What a rule runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Files of a language.
    Language(syntax::Language),
    /// Every text file, as a sequence of words and punctuation.
    Generic,
    /// Every file; only regular expressions.
    Regex,
}

/// What a rule looks for.
#[derive(Clone, Debug)]
pub enum Mode {
    /// The matches of a formula.
    Search(Formula),
    /// Flows from sources to sinks.
    Taint(Taint),
}

/// The parts of a taint rule.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "the names say it all")]
pub struct Taint {
    pub sources: Vec<TaintSource>,
    pub sinks: Vec<TaintSink>,
    pub sanitizers: Vec<TaintSanitizer>,
    pub propagators: Vec<TaintPropagator>,
}

/// Where taint comes from.
#[derive(Clone, Debug)]
pub struct TaintSource {
    /// What is a source.
    pub formula: Formula,
    /// The label its taint carries.
    pub label: Option<String>,
    /// An expression over labels.
    pub requires: Option<String>,
    /// Only the match itself, not what is below it.
    pub exact: bool,
    /// Whether variables become tainted by the match.
    pub by_side_effect: SideEffect,
    /// Taint of control flow.
    pub control: bool,
}

/// Whether a source also taints the variable it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum SideEffect {
    #[default]
    No,
    Yes,
    Only,
}

/// Where taint must not go.
#[derive(Clone, Debug)]
pub struct TaintSink {
    /// What is a sink.
    pub formula: Formula,
    /// An expression over labels.
    pub requires: Option<String>,
    /// Only the match itself, not what is below it; true unless said.
    pub exact: bool,
    /// Only where a function ends.
    pub at_exit: bool,
}

/// What makes taint harmless.
#[derive(Clone, Debug)]
pub struct TaintSanitizer {
    /// What is a sanitizer.
    pub formula: Formula,
    /// Only the match itself.
    pub exact: bool,
    /// Whether variables become clean by the match.
    pub by_side_effect: bool,
    /// Not a sanitizer where it is also a source or a sink.
    pub not_conflicting: bool,
}

/// What carries taint on.
#[derive(Clone, Debug)]
pub struct TaintPropagator {
    /// What is a propagator.
    pub formula: Formula,
    /// The metavariable that taint comes from.
    pub from: String,
    /// The metavariable that taint goes to.
    pub to: String,
    /// An expression over labels.
    pub requires: Option<String>,
    /// The label of the taint that goes on.
    pub label: Option<String>,
    /// Labels that are replaced.
    pub replace_labels: Option<Vec<String>>,
    /// Whether variables become tainted by the match; true unless said.
    pub by_side_effect: bool,
}

/// What is looked for: patterns, and how their results combine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// A pattern in the language of the rule.
    Pattern(Text),
    /// A regular expression on the bytes of the file.
    Regex(Text),
    /// All of its members.
    All(Box<Conjunction>),
    /// Any of its members.
    Any(Vec<Formula>),
    /// Where it encloses.
    Inside(Box<Formula>),
    /// Wherever it is in the file.
    Anywhere(Box<Formula>),
}

/// `patterns`, `all`; also a formula with `where`, `as` or `fix` on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conjunction {
    /// What must match.
    pub positives: Vec<Formula>,
    /// What must not.
    pub negatives: Vec<Formula>,
    /// What must hold of metavariables, in order.
    pub conditions: Vec<Condition>,
    /// Each a set of metavariables whose range takes the place of the match.
    pub focus: Vec<Vec<String>>,
    /// The metavariable that the result is bound to.
    pub bind_as: Option<String>,
    /// The fix of the results.
    pub fix: Option<String>,
}

/// A text of a rule file and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Line of the file on which its value starts, from 1.
    pub line: usize,
}

/// What must hold of a metavariable. Names have their `$`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// `metavariable-regex`.
    Regex {
        /// Its name.
        metavariable: String,
        /// Anchored at the start.
        regex: Text,
        /// On the constant value of the metavariable.
        constant_propagation: bool,
    },
    /// `metavariable-pattern`.
    Pattern {
        /// Its name.
        metavariable: String,
        /// The language of the content, when it is another.
        language: Option<Target>,
        /// What must be in it.
        formula: Formula,
    },
    /// `metavariable-comparison`.
    Comparison {
        /// A Python expression.
        comparison: Text,
        /// Every metavariable is an integer.
        strip: bool,
    },
    /// `metavariable-analysis`.
    Analysis {
        /// Its name.
        metavariable: String,
        /// What is asked of it.
        analyzer: Analyzer,
    },
    /// `metavariable-type`.
    Type {
        /// Its name.
        metavariable: String,
        /// Any of these types.
        types: Vec<Text>,
    },
}

/// What `metavariable-analysis` asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Analyzer {
    /// Whether the text looks like a secret.
    Entropy,
    /// Whether the text is an expression that backtracks without end.
    Redos,
}

/// `fix-regex`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixRegex {
    /// What is searched in the match.
    pub regex: String,
    /// What replaces it.
    pub replacement: String,
    /// How often; all when absent.
    pub count: Option<usize>,
}

/// `paths`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// Globs of which one must match, unless there is none.
    pub include: Vec<String>,
    /// Globs of which none may match.
    pub exclude: Vec<String>,
}

/// `options`. Names and defaults are those of the rule syntax.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the rule syntax")]
pub struct Options {
    pub constant_propagation: bool,
    pub symbolic_propagation: bool,
    pub ac_matching: bool,
    pub commutative_boolop: bool,
    pub symmetric_eq: bool,
    pub vardef_assign: bool,
    pub flddef_assign: bool,
    pub attr_expr: bool,
    pub unify_ids_strictly: bool,
    pub arrow_is_function: bool,
    pub let_is_var: bool,
    pub go_deeper_expr: bool,
    pub go_deeper_stmt: bool,
    pub implicit_deep_exprstmt: bool,
    pub implicit_ellipsis: bool,
    pub xml_singleton_loose_matching: bool,
    pub xml_attrs_implicit_ellipsis: bool,
    pub xml_children_ordered: bool,
    pub decorators_order_matters: bool,
    pub implicit_return: bool,
    pub max_match_per_file: Option<usize>,
    pub generic: GenericOptions,
    /// Options of taint, kept as written: `taint_*`, `interfile`, …
    pub taint: Vec<(String, Value)>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            constant_propagation: true,
            symbolic_propagation: false,
            ac_matching: true,
            commutative_boolop: false,
            symmetric_eq: false,
            vardef_assign: true,
            flddef_assign: false,
            attr_expr: true,
            unify_ids_strictly: true,
            arrow_is_function: true,
            let_is_var: true,
            go_deeper_expr: true,
            go_deeper_stmt: true,
            implicit_deep_exprstmt: true,
            implicit_ellipsis: true,
            xml_singleton_loose_matching: true,
            xml_attrs_implicit_ellipsis: true,
            xml_children_ordered: true,
            decorators_order_matters: false,
            implicit_return: true,
            max_match_per_file: None,
            generic: GenericOptions::default(),
            taint: Vec::new(),
        }
    }
}

/// The options of generic mode.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the rule syntax")]
pub struct GenericOptions {
    pub engine: GenericEngine,
    pub ellipsis_max_span: usize,
    pub comment_style: Option<CommentStyle>,
    pub multiline: bool,
    pub braces: Option<Vec<(u8, u8)>>,
    pub extra_braces: Vec<(u8, u8)>,
    pub extra_word_characters: Vec<u8>,
    pub caseless: bool,
}

impl Default for GenericOptions {
    fn default() -> Self {
        Self {
            engine: GenericEngine::Spacegrep,
            ellipsis_max_span: 10,
            comment_style: None,
            multiline: true,
            braces: None,
            extra_braces: Vec::new(),
            extra_word_characters: Vec::new(),
            caseless: false,
        }
    }
}

/// Which engine of generic mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the rule syntax")]
pub enum GenericEngine {
    Spacegrep,
    Aliengrep,
}

/// Comments that generic mode does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the rule syntax")]
pub enum CommentStyle {
    C,
    Cpp,
    Shell,
}
