//! Languages, their detection, their syntax trees, and the nature of every byte of a text.
//!
//! This crate owns what is true of a *text* whatever is looked for in it:
//!
//! * [`Language`]: one table with a row per language (names, aliases, file names, parents, grammar);
//! * [`detect`]: the language of a file, from its path and, where a name does not decide, its first bytes;
//! * [`parse`]: a concrete syntax tree, with a bound on the work that hostile input can cause;
//! * [`token_map`]: which bytes are code, comment, literal or prose;
//! * [`lower()`] and [`tree`]: one shape of tree for the code of every language, and [`facts`]: what its names and values are;
//! * [`LineIndex`]: line and column numbers, the way editors and SARIF count them;
//! * [`notebook`]: the cells of a Jupyter notebook, with the line of the file that every line of a cell comes from.
//!
//! It never knows what a rule is, reads no file, and returns the same answer for the same input. (A clock ends a parse
//! that takes tens of times longer than code does: see [`parse`].) Text that does not parse is no error here: grammars recover, and where a parse is abandoned a lexical
//! map takes its place and says so ([`TokenMap::complete`]).
//!
//! Start with `language.rs` (the table), then `grammar.rs` (what a language is parsed with), then `tokens.rs`.
//! Anything that reads trees builds on [`Grammar`]: node kinds belong to a grammar, and several languages share one.
#![forbid(unsafe_code)]

mod detect;
pub mod facts;
mod grammar;
mod guard;
mod language;
mod lines;
mod lower;
pub mod notebook;
mod paths;
mod tokens;
pub mod tree;

pub use detect::{DETECTION_HEAD_BYTES, Detection, detect, detect_by_path};
pub use grammar::{Grammar, MAX_PARSE_BYTES, grammar_for, grammar_of, parse, parse_with};
pub use language::{Inherited, Kind, Language, UnknownLanguage};
pub use lines::LineIndex;
pub use lower::{Placeholder, has_lowering, lower, lower_pattern};
pub use paths::{is_agent_config, is_generated_name, is_lock_file};
pub use tokens::{TokenKind, TokenMap, token_map, token_map_of_tree};
