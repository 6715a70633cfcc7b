//! Annotations of GitHub Actions: workflow commands, one per match, then the totals.
//!
//! Properties and messages are escaped as the runner undoes it, so that no file name or excerpt can end its command and
//! start one of its own.

use std::fmt::Write as _;
use std::path::{Component, Path};

use domain::Severity;
use scanner::Match;

use super::{Style, advice};
use crate::report::{FileOutcome, Report, rule_text};

/// The commands, the worst match first: the service shows a limited number of annotations per step.
pub(super) fn render(report: &Report<'_>, style: Style) -> String {
    let mut out = String::new();
    for (file, found) in report.worst_first() {
        if !style.shows(found) {
            continue;
        }
        push(&mut out, &report.root_path, file, found);
    }
    if style != Style::Quiet {
        out.push_str(&report.totals());
        out.push('\n');
    }
    out.push_str(&report.result());
    out.push('\n');
    out
}

fn push(out: &mut String, root: &Path, file: &FileOutcome, found: &Match) {
    let level = match found.severity {
        Severity::Critical | Severity::High => "error",
        Severity::Medium => "warning",
        Severity::Low | Severity::Info => "notice",
    };
    let at = found.location;
    let title = format!("{} {} ({})", found.rule_id, rule_text(&found.title), found.severity);
    let message = format!("{}\n{}", found.excerpt, advice(found));
    // Writing to a string cannot fail, here and below.
    let _ = write!(
        out,
        "::{level} file={},line={}",
        property(&from_workspace(root, file.shown.as_str())),
        at.line
    );
    if at.end_line > at.line {
        let _ = write!(out, ",endLine={}", at.end_line);
    } else {
        // Columns are used only on one line; the last one is inclusive.
        let _ = write!(
            out,
            ",col={},endColumn={}",
            at.column,
            at.end_column.saturating_sub(1).max(at.column)
        );
    }
    let _ = writeln!(out, ",title={}::{}", property(&title), data(&message));
}

/// The path from where the step runs, which is the root of the repository unless the workflow says otherwise.
fn from_workspace(root: &Path, path: &str) -> String {
    let inside = root
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let folders = root.components().filter_map(|part| match part {
        Component::Normal(name) if inside => Some(name.to_string_lossy()),
        _ => None,
    });
    folders.map(|name| format!("{name}/")).collect::<String>() + path
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_cannot_leave_its_place() {
        assert_eq!(
            property("a,line=9::x\r\n::error::y%0A"),
            "a%2Cline=9%3A%3Ax%0D%0A%3A%3Aerror%3A%3Ay%250A"
        );
        assert_eq!(data("a: b, c\n::error::x"), "a: b, c%0A::error::x");
    }

    #[test]
    fn paths_start_at_the_folder_of_the_step() {
        assert_eq!(from_workspace(Path::new("."), "src/a.py"), "src/a.py");
        assert_eq!(from_workspace(Path::new("./sub/dir/"), "a.py"), "sub/dir/a.py");
        assert_eq!(from_workspace(Path::new("../other"), "a.py"), "a.py");
    }
}
