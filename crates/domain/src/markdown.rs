//! A report as a page for people and models.
//!
//! Texts of others stand either inside a line of ours, without markup, or between fences that they cannot close: none can
//! begin a heading, a list, a table or HTML, or pass for a word of the platform. The page says on top that they are data.

pub(crate) mod escape;
mod finding;
mod head;

#[cfg(test)]
mod tests;

use crate::view::{ReportPage, next_offset};
use crate::{Finding, Report, Timestamp};

/// The smallest page: room for the head of a report and one finding whose texts are cut.
pub const MIN_CHARS: usize = 32_000;

/// What the last lines of a page need.
const FOOT: usize = 300;

/// A page of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The page, in Markdown, ending with a line end.
    pub text: String,
    /// Where the next page of findings starts; none on the last page.
    pub next_offset: Option<usize>,
}

/// A page of a report: on the first, what was reviewed, the summary and the coverage; on each, findings, the worst first and
/// then by number. `findings` are those from `page.offset` on, in that order over the whole report.
///
/// At most `page.max_chars` characters, or [`MIN_CHARS`] where that is less. Findings that have no room are left to the next
/// page. The first of a page is always there; its texts are cut, with a mark that says so, where it would be too long.
pub fn render_report(report: &Report, findings: &[Finding], page: &ReportPage, now: Timestamp) -> Rendered {
    let max_chars = page.max_chars.max(MIN_CHARS);
    let mut findings: Vec<&Finding> = findings.iter().collect();
    findings.sort_by_key(|finding| (std::cmp::Reverse(finding.severity), finding.id));

    let mut text = head::title(report);
    if page.offset == 0 {
        text.push_str(&head::head(report, page, max_chars));
    }
    text.push_str(&format!("\n## Findings ({})\n", page.total));
    let mut room = max_chars.saturating_sub(text.chars().count() + FOOT);
    let mut shown = 0;
    for finding in &findings {
        let mut section = finding::section(finding, page.author_visible, finding::FULL, now);
        if section.chars().count() > room {
            if shown > 0 {
                break;
            }
            section = finding::section(finding, page.author_visible, finding::text_chars_within(room), now);
        }
        room = room.saturating_sub(section.chars().count());
        text.push_str(&section);
        shown += 1;
    }
    let next_offset = next_offset(page.offset, shown, page.total);
    text.push_str(&foot(page, shown, next_offset));
    Rendered { text, next_offset }
}

fn foot(page: &ReportPage, shown: usize, next_offset: Option<usize>) -> String {
    let (first, last) = (page.offset + 1, page.offset + shown);
    match (next_offset, shown) {
        _ if page.total == 0 => "\nNo finding was reported.\n".to_owned(),
        (_, 0) => format!("\nNo finding from offset {} on.\n", page.offset),
        (Some(next), _) => format!(
            "\nFindings {first} to {last} of {} are shown; the next page starts at offset {next}.\n",
            page.total
        ),
        (None, _) if page.offset > 0 => format!("\nFindings {first} to {last} of {} are shown.\n", page.total),
        _ => String::new(),
    }
}
