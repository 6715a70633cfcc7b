//! What a pattern matches: the statements of the chapter on matching, one fact a row, tried through the rules of a rule file.
//!
//! A row says what one pattern does with one text. Rows that are not met are in the table of `known.rs`, with what is answered
//! today and why.

#[path = "matching/support.rs"]
mod support;

#[path = "matching/general.rs"]
mod general;
#[path = "matching/go.rs"]
mod go;
#[path = "matching/java.rs"]
mod java;
#[path = "matching/javascript.rs"]
mod javascript;
#[path = "matching/json.rs"]
mod json;
#[path = "matching/known.rs"]
mod known;
#[path = "matching/markup.rs"]
mod markup;
#[path = "matching/python.rs"]
mod python;
#[path = "matching/ranges.rs"]
mod ranges;
#[path = "matching/traps.rs"]
mod traps;
#[path = "matching/typescript.rs"]
mod typescript;
#[path = "matching/yaml.rs"]
mod yaml;
