//! The formats of a result, one file each.

mod annotations;
mod document;
mod markdown;
mod opengrep;
mod sarif;
pub(crate) mod text;

use domain::Severity;
use scanner::{Match, MatchKind};

use crate::args::Format;
use crate::output;
use crate::report::{Report, rule_text};

/// How much of a result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Everything, low leads in tests included.
    All,
    /// Everything worth reading: leads in tests, fixtures and examples that are low there are only counted.
    Full,
    /// The verdict only, in the formats that people read.
    Quiet,
}

impl Style {
    /// Whether a match is printed in the formats that people read.
    fn shows(self, found: &Match) -> bool {
        self == Style::All || !(found.test && found.severity <= Severity::Low)
    }
}

/// What to do about a match, on one line. The message of a structural rule says what is wrong, too.
fn advice(found: &Match) -> String {
    let label = match found.kind {
        MatchKind::Structural => "",
        MatchKind::Pattern | MatchKind::Secret => "fix: ",
    };
    format!("{label}{}", rule_text(&found.advice))
}

/// Most places of a flow that are told of a match, in the formats that people read.
const MAX_STEPS: usize = 12;

/// The way of a flow, a line for each step; of a long one the middle is left out.
fn flow(found: &Match) -> Vec<String> {
    let trace = found.structural.as_ref().and_then(|facts| facts.trace.as_ref());
    trace.map_or_else(Vec::new, |trace| trace.told(MAX_STEPS))
}

/// The result in a format; ends with a line end.
pub(crate) fn render(format: Format, report: &Report<'_>, style: Style) -> anyhow::Result<String> {
    match format {
        Format::Text => Ok(text::render(report, style)),
        Format::Json => output::json(&document::of(report)),
        Format::Sarif => output::json(&sarif::of(report)),
        Format::Markdown => Ok(markdown::render(report)),
        Format::OpengrepJson => output::json(&opengrep::of(report)),
        Format::Github => Ok(annotations::render(report, style)),
    }
}
