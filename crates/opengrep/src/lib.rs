//! Rules in Opengrep (Semgrep) syntax, matched natively.
//!
//! * [`rule`]: what a rule file says, parsed and validated, with errors that name rule, key and line.
//! * [`globs`]: the files that a rule looks at.
//! * [`message`]: messages and fixes, with what the metavariables of a result stand for.
//! * [`pattern`]: the text of a pattern as a generic tree.
//! * [`matching`]: the places of a file that a pattern matches, with what its metavariables stand for.
//! * `evaluate`: the results of a rule in one file: the algebra of ranges, conditions, focus.
//! * [`engine`]: rules that run together on a text.
//! * [`project`]: flows across the files of a project.
//! * [`testing`]: rules against the annotations of their test files.
//!
//! The crate reads no file, asks for the time only to end a rule that takes too long and for `today()` of a comparison, and knows
//! of severities only what a rule says.
#![forbid(unsafe_code)]

pub mod analysis;
pub mod annotations;
pub mod comparison;
mod compile;
pub mod engine;
mod evaluate;
pub mod generic;
pub mod globs;
pub mod matching;
pub mod message;
pub mod nosem;
pub mod pattern;
pub mod project;
pub mod regex;
pub mod rule;
pub mod taint;
pub mod testing;
