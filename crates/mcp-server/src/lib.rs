//! The MCP server of the platform: what coding agents talk to.
//!
//! It hands out review prompts, checklists, development standards and a code scan, and stores reports. One tool is one file
//! of `tools/`, one prompt one file of `prompts/`; [`McpServer`] speaks the protocol, `tool` checks arguments and turns
//! failures into answers, and the work is done by `store`, `rulebook`, `scanner`, `opengrep` and `domain`.
//!
//! What it never does: open a file that a client names, open a connection, change the status of a finding, delete anything,
//! install a rule. Standard output carries frames of the protocol only. Every text that others wrote and that a model reads
//! passes through `untrusted-text`.
#![forbid(unsafe_code)]

mod arguments;
mod cli;
mod completion;
mod failure;
mod get_prompt;
mod inputs;
pub mod instructions;
mod logging;
mod progress;
pub mod prompts;
mod report_page;
mod resources;
mod rule_trial;
mod schema;
mod server;
mod services;
mod settings;
mod stdio;
mod tool;
mod tools;

pub use cli::run;
pub use server::McpServer;
pub use services::{Services, system_clock};
pub use settings::{LogLevel, SettingError, Settings};
