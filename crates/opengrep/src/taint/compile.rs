//! Taint rules that can run.

use syntax::tree::Symbol;

use super::labels::Requires;
use super::taints::Label;
use crate::compile::FormulaId;
use crate::rule::{Options, SideEffect};

/// The items of a taint rule.
#[derive(Debug)]
pub(crate) struct CompiledTaint {
    pub sources: Vec<Source>,
    pub sinks: Vec<Sink>,
    pub sanitizers: Vec<Sanitizer>,
    pub propagators: Vec<Propagator>,
    pub options: TaintOptions,
    /// What proves that a value is harmless, by the rule's `metadata.flow.accepts`.
    pub accepts: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct Source {
    pub formula: FormulaId,
    pub label: Label,
    pub requires: Option<Requires>,
    pub exact: bool,
    pub by_side_effect: SideEffect,
    pub control: bool,
}

#[derive(Debug)]
pub(crate) struct Sink {
    pub formula: FormulaId,
    pub requires: Option<Requires>,
    pub exact: bool,
    pub at_exit: bool,
}

#[derive(Debug)]
pub(crate) struct Sanitizer {
    pub formula: FormulaId,
    pub exact: bool,
    pub by_side_effect: bool,
    pub not_conflicting: bool,
}

#[derive(Debug)]
pub(crate) struct Propagator {
    pub formula: FormulaId,
    pub from: Symbol,
    pub to: Symbol,
    pub requires: Option<Requires>,
    pub label: Option<Label>,
    pub replace_labels: Option<Vec<Label>>,
    pub by_side_effect: bool,
}

/// The options of a rule that concern flows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TaintOptions {
    pub safe_functions: bool,
    pub safe_indexes: bool,
    pub safe_comparisons: bool,
    pub safe_booleans: bool,
    pub safe_numbers: bool,
    pub only_assignments: bool,
    pub unify: bool,
    /// The place of a finding is that of its source.
    pub focus_on_source: bool,
    pub intrafile: bool,
    /// Numbers, or Booleans, carry nothing: by the rule's `metadata.flow.clean-types`, in our profile.
    pub clean_numbers: bool,
    pub clean_booleans: bool,
}

impl TaintOptions {
    pub fn of(options: &Options, metadata: &serde_json::Value) -> Self {
        let clean = flow_words(metadata, "clean-types");
        let is_on = |name: &str| {
            let found = options.taint.iter().find(|(option, _)| option == name);
            found.is_some_and(|(_, value)| value.as_bool() == Some(true))
        };
        let focus = options.taint.iter().find(|(option, _)| option == "taint_focus_on");
        Self {
            safe_functions: is_on("taint_assume_safe_functions"),
            safe_indexes: is_on("taint_assume_safe_indexes"),
            safe_comparisons: is_on("taint_assume_safe_comparisons"),
            safe_booleans: is_on("taint_assume_safe_booleans"),
            safe_numbers: is_on("taint_assume_safe_numbers"),
            only_assignments: is_on("taint_only_propagate_through_assignments"),
            unify: is_on("taint_unify_mvars"),
            focus_on_source: focus.is_some_and(|(_, value)| value.as_str() == Some("source")),
            intrafile: is_on("taint_intrafile"),
            clean_numbers: clean.iter().any(|word| word == "number"),
            clean_booleans: clean.iter().any(|word| word == "boolean"),
        }
    }
}

/// A list of words under `metadata.flow`.
pub(crate) fn flow_words(metadata: &serde_json::Value, key: &str) -> Vec<String> {
    let list = metadata.get("flow").and_then(|flow| flow.get(key));
    let words = list.and_then(serde_json::Value::as_array).into_iter().flatten();
    words.filter_map(|word| Some(word.as_str()?.to_owned())).collect()
}
