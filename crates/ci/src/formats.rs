//! The formats of a result, one file each.

mod annotations;
mod document;
mod markdown;
mod sarif;
pub(crate) mod text;

use crate::args::Format;
use crate::output;
use crate::report::Report;

/// How much of a result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Everything.
    Full,
    /// The verdict only, in the formats that people read.
    Quiet,
}

/// The result in a format; ends with a line end.
pub(crate) fn render(format: Format, report: &Report<'_>, style: Style) -> anyhow::Result<String> {
    match format {
        Format::Text => Ok(text::render(report, style)),
        Format::Json => output::json(&document::of(report)),
        Format::Sarif => output::json(&sarif::of(report)),
        Format::Markdown => Ok(markdown::render(report)),
        Format::Github => Ok(annotations::render(report, style)),
    }
}
