//! What the MCP server says to a coding agent.
//!
//! * [`instructions`]: the text sent when a host connects.
//! * [`prompts`]: the seven prompts, their arguments and their texts.
//!
//! Pure functions from strings to strings. Whatever a user, a file or a stored report contributes goes through
//! `untrusted-text` and stands in a fence that it cannot close, or is a short word of harmless characters.

pub mod instructions;
pub mod prompts;
