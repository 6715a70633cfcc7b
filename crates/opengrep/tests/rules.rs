//! What a rule reports: the statements of the chapter on rules, one fact a row, tried through whole rules.
//!
//! A row says what one rule does with one text. Rows that are not met are in the table of `known.rs`, with what is answered today
//! and why.

#[path = "rules/support.rs"]
mod support;

#[path = "rules/algebra.rs"]
mod algebra;
#[path = "rules/comparisons.rs"]
mod comparisons;
#[path = "rules/conditions.rs"]
mod conditions;
#[path = "rules/contents.rs"]
mod contents;
#[path = "rules/expressions.rs"]
mod expressions;
#[path = "rules/files.rs"]
mod files;
#[path = "rules/fixes.rs"]
mod fixes;
#[path = "rules/focus.rs"]
mod focus;
#[path = "rules/generic.rs"]
mod generic;
#[path = "rules/known.rs"]
mod known;
#[path = "rules/messages.rs"]
mod messages;
#[path = "rules/newer.rs"]
mod newer;
#[path = "rules/options.rs"]
mod options;
#[path = "rules/results.rs"]
mod results;
#[path = "rules/traps.rs"]
mod traps;
