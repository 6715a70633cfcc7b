//! The prompts: commands that a user starts in the host, answered with the text that the agent then follows.
//!
//! One module per prompt, each with its arguments as the host sent them, its entry for the list ([`PROMPTS`]), the
//! checklist domains it asks for and its text. The caller resolves what needs a store (checklists, standards, reports,
//! the report language), refuses arguments over the limit, and hands the rest over in [`Pieces`].

pub mod api_security_review;
pub mod blocks;
pub mod codebase_review;
pub mod configuration_review;
pub mod dependency_review;
pub mod development_standards;
mod languages;
pub mod security_review;
pub mod triage_report;

pub use languages::{domains_for, language_words};

/// What a text needs besides the arguments of its prompt.
#[derive(Debug, Clone, Default)]
pub struct Pieces<'a> {
    /// The checklists to walk through, rendered, in order.
    pub checklists: Vec<String>,
    /// Names of the domains whose checklists are not among them.
    pub other_checklists: Vec<&'a str>,
    /// The language of the reply and of the free texts of the report, when one is settled.
    pub report_language: Option<&'a str>,
    /// Upper bound of each embedded text, in characters. An argument beyond it is refused before; masking and revealing
    /// may still lengthen a text, which is then cut visibly.
    pub max_chars: usize,
}

/// What the list of prompts says about one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PromptInfo {
    /// The name it is asked for by.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What it does, in a sentence.
    pub description: &'static str,
    /// Its arguments, in order. Each is a string.
    pub arguments: &'static [ArgumentInfo],
}

/// What the list of prompts says about an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArgumentInfo {
    /// The name it is sent under.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What to fill in.
    pub description: &'static str,
    /// Whether the prompt needs it.
    pub required: bool,
}

/// Every prompt, in the order of the list.
pub const PROMPTS: &[PromptInfo] = &[
    security_review::INFO,
    api_security_review::INFO,
    configuration_review::INFO,
    codebase_review::INFO,
    dependency_review::INFO,
    triage_report::INFO,
    development_standards::INFO,
];

const fn optional(name: &'static str, title: &'static str, description: &'static str) -> ArgumentInfo {
    ArgumentInfo {
        name,
        title,
        description,
        required: false,
    }
}

const CODE: ArgumentInfo = optional(
    "code",
    "Code",
    "Source text or diff to review; empty: the agent reads the files of its workspace",
);

const CONTEXT: ArgumentInfo = optional(
    "context",
    "Context",
    "What the reviewer should know: purpose, deployment, exposure, known constraints",
);

const FOCUS: ArgumentInfo = optional(
    "focus",
    "Focus",
    "What deserves extra attention, such as authentication or file uploads",
);

const REPORT_LANGUAGE: ArgumentInfo = optional(
    "report_language",
    "Report language",
    "Language of the reply and the report, such as French or Português (Brasil); at most 40 letters, spaces, -, _ and \
     parentheses; empty: the configured language",
);

#[cfg(test)]
mod tests;
