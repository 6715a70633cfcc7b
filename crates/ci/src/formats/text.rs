//! The result for people: every match with its line and a caret under the place, then what was left out, then the verdict.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anstyle::{AnsiColor, Style as Ansi};
use domain::Severity;
use scanner::Match;
use unicode_width::UnicodeWidthChar as _;

use super::{Style, advice, flow};
use crate::report::{FileOutcome, Known, Report, plural, rule_text};

/// How many skipped files are named.
const NAMED_SKIPS: usize = 20;

/// How many matches of the baseline are named.
const NAMED_KNOWN: usize = 50;

/// Blanks before an excerpt.
const INDENT: &str = "    ";

const BOLD: Ansi = Ansi::new().bold();
const DIM: Ansi = Ansi::new().dimmed();

fn color(severity: Severity) -> Ansi {
    let color = match severity {
        Severity::Critical | Severity::High => AnsiColor::Red,
        Severity::Medium => AnsiColor::Yellow,
        Severity::Low => AnsiColor::Cyan,
        Severity::Info => AnsiColor::Blue,
    };
    let style = Ansi::new().fg_color(Some(color.into()));
    if severity == Severity::Critical {
        style.bold()
    } else {
        style
    }
}

/// The result, with styles.
pub(crate) fn render(report: &Report<'_>, style: Style) -> String {
    let mut out = String::new();
    if style != Style::Quiet {
        let mut explained = BTreeSet::new();
        let mut counted_only = 0;
        for file in &report.files {
            for found in &file.matches {
                if !style.shows(found) {
                    counted_only += 1;
                } else {
                    let advice = (found.rule_id.as_str(), found.advice.as_str());
                    push_match(&mut out, file, found, explained.insert(advice));
                }
            }
        }
        push_notes(&mut out, report, counted_only);
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&report.totals());
        out.push('\n');
    }
    let verdict = if report.is_blocked() {
        color(Severity::Critical)
    } else {
        Ansi::new().fg_color(Some(AnsiColor::Green.into())).bold()
    };
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(out, "{verdict}{}{verdict:#}", report.result());
    out
}

/// The skipped files, for stderr.
pub(crate) fn skipped(report: &Report<'_>) -> String {
    let mut out = String::new();
    for skipped in report.skipped.iter().take(NAMED_SKIPS) {
        let _ = writeln!(out, "skipped: {} ({})", skipped.shown, skipped.reason);
    }
    if report.skipped.len() > NAMED_SKIPS {
        let _ = writeln!(
            out,
            "skipped: {} more (--format json lists all)",
            report.skipped.len() - NAMED_SKIPS
        );
    }
    out
}

/// One match, with the way of its flow; what to do about it is said the first time.
fn push_match(out: &mut String, file: &FileOutcome, found: &Match, explain: bool) {
    if !out.is_empty() {
        out.push('\n');
    }
    let severity = found.severity.as_str().to_uppercase();
    let style = color(found.severity);
    let _ = write!(
        out,
        "{BOLD}{}:{}:{}{BOLD:#}  {style}{severity}{style:#}  {}  {}",
        file.shown,
        found.location.line,
        found.location.column,
        found.rule_id,
        rule_text(&found.title),
    );
    if found.test {
        let _ = write!(out, " {DIM}(test){DIM:#}");
    }
    if !found.also.is_empty() {
        let _ = write!(out, " {DIM}(also {}){DIM:#}", found.also.join(", "));
    }
    out.push('\n');
    push_excerpt(out, found, style);
    for step in flow(found) {
        let _ = writeln!(out, "{INDENT}  {DIM}{step}{DIM:#}");
    }
    if explain {
        let _ = writeln!(out, "{INDENT}{}", advice(found));
    }
}

fn push_excerpt(out: &mut String, found: &Match, style: Ansi) {
    let line = columns(found.excerpt.as_str());
    if line.text.is_empty() {
        return;
    }
    let _ = writeln!(out, "{INDENT}{}", line.text);
    let Some((start, end)) = found.caret else {
        return;
    };
    let (start, end) = (line.column_of(start), line.column_of(end));
    // A match may run on to the end of its line: the place is where it starts.
    let carets = "^".repeat((end - start).clamp(1, MAX_CARETS));
    let _ = writeln!(out, "{INDENT}{}{style}{carets}{style:#}", " ".repeat(start));
}

/// A line as a terminal shows it.
struct Columns {
    /// The text with tabs as blanks.
    text: String,
    /// The column in which each character starts, and the one after the last.
    starts: Vec<usize>,
}

impl Columns {
    fn column_of(&self, character: usize) -> usize {
        self.starts.get(character).or(self.starts.last()).copied().unwrap_or(0)
    }
}

/// Most columns that are underlined.
const MAX_CARETS: usize = 48;

/// Columns between tab stops.
const TAB: usize = 4;

fn columns(line: &str) -> Columns {
    let mut text = String::with_capacity(line.len());
    let mut starts = Vec::with_capacity(line.len() + 1);
    let mut column = 0;
    for c in line.chars() {
        starts.push(column);
        if c == '\t' {
            let width = TAB - column % TAB;
            text.extend(std::iter::repeat_n(' ', width));
            column += width;
        } else {
            text.push(c);
            column += c.width().unwrap_or(0);
        }
    }
    starts.push(column);
    Columns { text, starts }
}

/// What is not a match: suppressed and known ones, cut files, warnings, the settings and the baseline.
fn push_notes(out: &mut String, report: &Report<'_>, counted_only: usize) {
    let mut notes = String::new();
    if counted_only > 0 {
        let leads = plural(counted_only, "low match", "low matches");
        let _ = writeln!(
            notes,
            "not shown: {leads} in tests, fixtures and examples (--all shows them)"
        );
    }
    push_suppressed(&mut notes, report);
    push_known(&mut notes, report);
    for file in &report.files {
        for warning in &file.warnings {
            let _ = writeln!(
                notes,
                "warning: {}:{} {}",
                file.shown,
                warning.line,
                rule_text(&warning.text)
            );
        }
        if let Some(cut) = file.truncated {
            let dropped = plural(cut.dropped, "match", "matches");
            let _ = writeln!(
                notes,
                "truncated: {} has {dropped} more; the {} most severe are kept",
                file.shown, cut.kept
            );
        }
    }
    for warning in &report.warnings {
        let _ = writeln!(notes, "warning: {warning}");
    }
    if let Some(config) = &report.config {
        let _ = writeln!(notes, "settings: {}", config.summary());
    }
    if let Some(baseline) = &report.baseline {
        let _ = writeln!(notes, "baseline: {}", baseline.summary());
    }
    if !notes.is_empty() {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&notes);
    }
}

/// Every suppressed match: what an author takes out of the verdict is always in sight.
fn push_suppressed(notes: &mut String, report: &Report<'_>) {
    for file in &report.files {
        for found in &file.suppressed {
            let reason = found.suppression.as_ref().and_then(|s| s.reason.as_ref());
            let reason = reason.map_or("no reason given", |reason| reason.as_str());
            let _ = writeln!(
                notes,
                "suppressed: {}:{} {} {} ({reason})",
                file.shown, found.location.line, found.severity, found.rule_id
            );
        }
    }
}

/// The first matches of the baseline: a large one would bury the rest.
fn push_known(notes: &mut String, report: &Report<'_>) {
    let all = report
        .files
        .iter()
        .flat_map(|file| file.known.iter().map(move |known| (file, known)));
    for (file, Known { found, entry }) in all.take(NAMED_KNOWN) {
        let reason = entry.reason.as_deref();
        let reason = reason.map_or_else(String::new, |r| format!(": {}", untrusted_text::safe_line(r, 300)));
        let until = entry
            .expires
            .as_deref()
            .map_or_else(String::new, |day| format!(" until {day}"));
        let _ = writeln!(
            notes,
            "known: {}:{} {} {} (baseline{until}{reason})",
            file.shown, found.location.line, found.severity, found.rule_id
        );
    }
    let left = report.known_count().saturating_sub(NAMED_KNOWN);
    if left > 0 {
        let _ = writeln!(notes, "known: {left} more (--format json lists all)");
    }
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn a_caret_stands_under_its_character_whatever_the_widths_before_it() {
        let line = columns("a\té漢x");
        assert_eq!(line.text, "a   é漢x");
        assert_eq!(line.starts, [0, 1, 4, 5, 7, 8]);
        assert_eq!(line.column_of(4), 7);
        assert_eq!(line.column_of(99), 8);
    }
}
