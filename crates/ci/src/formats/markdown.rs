//! The result as a job summary. Whatever a file holds, it can neither leave its cell nor become markup or a link.

use std::fmt::Write as _;

use domain::Severity;
use scanner::Match;

use super::flow;
use crate::report::{FileOutcome, Report, plural, rule_text};

/// Services refuse a summary of more than 1 MiB; what comes after is counted.
const MAX_BYTES: usize = 900_000;

/// Skipped files that are named.
const NAMED_SKIPS: usize = 50;

/// The summary.
pub(super) fn render(report: &Report<'_>) -> String {
    let mut out = String::from("# Security review\n\n");
    let verdict = match report.blocking() {
        0 => "**Passed**".to_owned(),
        blocking => format!(
            "**Blocked**: {} at or above {}",
            plural(blocking, "match", "matches"),
            report.fail_on
        ),
    };
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(out, "{verdict}\n");
    out.push_str("| Severity | Matches |\n| --- | ---: |\n");
    for severity in Severity::WORST_FIRST {
        let _ = writeln!(out, "| {severity} | {} |", report.by_severity.get(severity));
    }
    let _ = writeln!(out, "\n{}\n", prose(&report.totals()));
    push_matches(&mut out, report);
    push_others(&mut out, report);
    let _ = writeln!(out, "{}", report.result());
    out
}

fn push_matches(out: &mut String, report: &Report<'_>) {
    let mut left_out = 0;
    for file in report.files.iter().filter(|file| !file.matches.is_empty()) {
        if out.len() > MAX_BYTES {
            left_out += file.matches.len();
            continue;
        }
        let _ = writeln!(out, "## {}\n", code(file.shown.as_str()));
        out.push_str("| Line | Severity | Rule | What | Excerpt | Fix |\n| ---: | --- | --- | --- | --- | --- |\n");
        for found in &file.matches {
            if out.len() > MAX_BYTES {
                left_out += 1;
            } else {
                push_row(out, found);
            }
        }
        out.push('\n');
    }
    if left_out > 0 {
        let _ = writeln!(
            out,
            "… {} not shown here: the JSON and SARIF formats hold all.\n",
            plural(left_out, "match", "matches")
        );
    }
}

fn push_row(out: &mut String, found: &Match) {
    let test = if found.test { " (test)" } else { "" };
    let steps: String = flow(found)
        .iter()
        .map(|step| format!("<br>{}", code_spans(step)))
        .collect();
    let _ = writeln!(
        out,
        "| {} | {} | {} | {}{test}{steps} | {} | {} |",
        found.location.line,
        found.severity,
        code(&found.rule_id),
        prose(&rule_text(&found.title)),
        code(found.excerpt.as_str()),
        prose(&rule_text(&found.advice)),
    );
}

fn push_others(out: &mut String, report: &Report<'_>) {
    push_list(out, "Suppressed in the code", report, |file| {
        let line = |found: &Match| {
            let reason = found.suppression.as_ref().and_then(|s| s.reason.as_ref());
            let reason = reason.map_or_else(|| "no reason given".to_owned(), |reason| prose(reason.as_str()));
            format!(
                "{} line {}: {} ({reason})",
                code(file.shown.as_str()),
                found.location.line,
                code(&found.rule_id)
            )
        };
        file.suppressed.iter().map(line).collect()
    });
    push_list(out, "Known (baseline)", report, |file| {
        let line = |found: &Match| {
            format!(
                "{} line {}: {}",
                code(file.shown.as_str()),
                found.location.line,
                code(&found.rule_id)
            )
        };
        file.known.iter().map(|known| line(&known.found)).collect()
    });
    push_list(out, "Warnings", report, |file| {
        let cut = file.truncated.map(|cut| {
            format!(
                "{}: {} more, not listed",
                code(file.shown.as_str()),
                plural(cut.dropped, "match", "matches")
            )
        });
        let warnings = file.warnings.iter().map(|warning| {
            let text = rule_text(&warning.text);
            format!("{} line {}: {}", code(file.shown.as_str()), warning.line, prose(&text))
        });
        warnings.chain(cut).collect()
    });
    if !report.skipped.is_empty() {
        out.push_str("## Not scanned\n\n");
        for skipped in report.skipped.iter().take(NAMED_SKIPS) {
            let _ = writeln!(
                out,
                "- {}: {}",
                code(skipped.shown.as_str()),
                prose(skipped.reason.as_str())
            );
        }
        if report.skipped.len() > NAMED_SKIPS {
            let _ = writeln!(out, "- {} more", report.skipped.len() - NAMED_SKIPS);
        }
        out.push('\n');
    }
    for warning in &report.warnings {
        let _ = writeln!(out, "Warning: {}\n", prose(warning.as_str()));
    }
    if let Some(config) = &report.config {
        let _ = writeln!(out, "Settings: {}\n", prose(&config.summary()));
    }
    if let Some(baseline) = &report.baseline {
        let _ = writeln!(out, "Baseline: {}\n", prose(&baseline.summary()));
    }
}

fn push_list(out: &mut String, heading: &str, report: &Report<'_>, lines: impl Fn(&FileOutcome) -> Vec<String>) {
    let all: Vec<String> = report.files.iter().flat_map(lines).collect();
    if all.is_empty() {
        return;
    }
    let _ = writeln!(out, "## {heading}\n");
    for (number, line) in all.iter().enumerate() {
        if out.len() > MAX_BYTES {
            let _ = writeln!(out, "- {} more", all.len() - number);
            break;
        }
        let _ = writeln!(out, "- {line}");
    }
    out.push('\n');
}

/// A code span. Content that could end it, or the cell around it, becomes an element whose text is all references.
fn code(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let text = text.replace(['\r', '\n', '\t'], " ");
    if text.contains(['`', '|', '\\']) || text.trim() != text {
        return format!("<code>{}</code>", references(&text, |c| c.is_ascii_punctuation()));
    }
    format!("`{text}`")
}

/// A step of a flow: what stands between its outer back-ticks is code.
fn code_spans(step: &str) -> String {
    let span = step.find('`').zip(step.rfind('`')).filter(|(first, last)| first < last);
    match span {
        Some((first, last)) => format!(
            "{}{}{}",
            prose(&step[..first]),
            code(&step[first + 1..last]),
            prose(&step[last + 1..])
        ),
        None => prose(step),
    }
}

/// Text without markup: whatever could be Markdown, HTML, a mention or a link is a character reference.
fn prose(text: &str) -> String {
    let text = text.replace(['\r', '\n', '\t'], " ");
    let text = references(&text, |c| {
        matches!(
            c,
            '&' | '<' | '>' | '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '!' | '@' | '$'
        )
    });
    // What autolinks start with.
    text.replace("://", "&#58;//")
        .replace("www.", "www&#46;")
        .replace("WWW.", "WWW&#46;")
}

fn references(text: &str, needed: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if needed(c) {
            let _ = write!(out, "&#{};", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_stays_in_its_cell() {
        assert_eq!(code("x = 1"), "`x = 1`");
        assert_eq!(code("a|b"), "<code>a&#124;b</code>");
        assert_eq!(code("a`<img>\\|"), "<code>a&#96;&#60;img&#62;&#92;&#124;</code>");
        assert_eq!(code("<script>"), "`<script>`");
    }

    #[test]
    fn the_code_of_a_step_stays_code() {
        assert_eq!(code_spans("line 3: passed to `x`"), "line 3: passed to `x`");
        assert_eq!(
            code_spans("line 3: source `a`|`b`"),
            "line 3: source <code>a&#96;&#124;&#96;b</code>"
        );
        assert_eq!(code_spans("… 5 more steps"), "… 5 more steps");
        assert_eq!(code_spans("a ` *b*"), "a &#96; &#42;b&#42;");
    }

    #[test]
    fn prose_is_no_markup() {
        assert_eq!(
            prose("[x](http://a) <b> @team"),
            "&#91;x&#93;(http&#58;//a) &#60;b&#62; &#64;team"
        );
        assert_eq!(prose("www.evil.example |\n# h"), "www&#46;evil.example &#124; &#35; h");
    }
}
