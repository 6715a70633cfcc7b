//! Markers in a text that hide matches: `secreview:ignore` and `secreview:ignore-next-line`.
//!
//! A marker counts wherever it stands on the line, in any case. It may name rules, and give a reason after ` -- `.
//! A bare one hides every match of its line. One with other words than the names of known rules hides nothing: it may be
//! a misspelt name, and that must not hide more than the right one.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;
use syntax::LineIndex;
use untrusted_text::{SafeText, safe_line};

use crate::location::number;
use crate::matches::{Suppression, Warning, WarningKind};
use crate::rules::{RuleRef, RuleSet};
use crate::windows::floor;
use ids::{Ids, Meaning};

pub(crate) mod ids;

/// Longest reason, in characters.
const REASON_CHARS: usize = 300;
/// Most rules of one marker, and most unknown ids told of it.
const MAX_IDS: usize = 100;
/// Most of a line that is searched for the ids and the reason of a marker, in bytes.
const MARKER_BYTES: usize = 4096;

/// What ends a comment that other text may follow.
const COMMENT_ENDS: [&str; 7] = ["*/", "-->", "--}}", "#}", "%>", "*)", "-}"];

static MARKER: LazyLock<Regex> = LazyLock::new(|| Regex::new("(?i-u)secreview:ignore(-next-line)?").expect("valid"));
static TOKEN: LazyLock<Regex> = LazyLock::new(|| Regex::new("(?i-u)[a-z][a-z0-9]*(?:-[a-z0-9]+)+").expect("valid"));

/// The markers of one text.
pub(crate) struct Markers {
    /// Sorted by the line they act on.
    markers: Vec<Marker>,
    warnings: Vec<Warning>,
}

struct Marker {
    /// The line it stands on.
    line: usize,
    /// The line whose matches it hides.
    target: usize,
    names: Names,
    reason: Option<SafeText>,
    unknown: Vec<String>,
    /// Nothing else stands on its line.
    alone: bool,
    used: bool,
}

enum Names {
    /// None: every rule.
    All,
    /// Known rules, in upper case; empty when it has words and none of them is one.
    Some(Vec<String>),
}

impl Markers {
    pub(crate) fn find(text: &str, lines: &LineIndex, ids: &mut Ids<'_>) -> Self {
        let mut markers: Vec<Marker> = Vec::new();
        let mut warnings = Vec::new();
        for found in MARKER.captures_iter(text) {
            let whole = found.get_match();
            let line = lines.line_of(whole.start());
            let end = lines.line_range(line).end.min(floor(text, whole.end() + MARKER_BYTES));
            let rest = &text[whole.end()..end];
            if let Some(tail) = glued(rest) {
                if rest.starts_with('-') {
                    warnings.push(unknown_marker(line, whole.as_str(), tail));
                }
                continue;
            }
            let next = MARKER.find(rest).map_or(rest.len(), |next| next.start());
            let mut marker = read(line, &rest[..next], ids, &mut warnings);
            if found.get(1).is_some() {
                marker.target = line + 1;
            }
            marker.alone = match markers.last() {
                Some(last) if last.line == line => last.alone,
                _ => no_word(&text[lines.line_range(line).start..whole.start()]) && no_word(after_comment(rest)),
            };
            markers.push(marker);
        }
        stack(&mut markers);
        Self { markers, warnings }
    }

    /// The marker that hides a match of a line, when there is one. `ids` are the names the match answers to.
    pub(crate) fn hide(&mut self, line: usize, ids: &[&str]) -> Option<Suppression> {
        let marker = self.on_line(line).find(|marker| marker.covers(ids))?;
        marker.used = true;
        Some(Suppression {
            reason: marker.reason.clone(),
            line: number(marker.line),
            unknown_ids: marker.unknown.clone(),
        })
    }

    /// Whether a marker of the line names one of the ids; the marker is not unused then.
    pub(crate) fn names(&mut self, line: usize, ids: &[&str]) -> bool {
        let mut named = false;
        for marker in self
            .on_line(line)
            .filter(|marker| matches!(marker.names, Names::Some(_)) && marker.covers(ids))
        {
            marker.used = true;
            named = true;
        }
        named
    }

    fn on_line(&mut self, line: usize) -> impl Iterator<Item = &mut Marker> {
        let first = self.markers.partition_point(|marker| marker.target < line);
        self.markers[first..]
            .iter_mut()
            .take_while(move |marker| marker.target == line)
    }

    /// What is wrong with the markers, sorted by line, once all matches were asked for.
    pub(crate) fn into_warnings(self, rules: &RuleSet) -> Vec<Warning> {
        let mut warnings = self.warnings;
        for marker in self.markers.iter().filter(|marker| !marker.used) {
            let Names::Some(names) = &marker.names else { continue };
            let active: Vec<String> = names
                .iter()
                .filter(|id| is_active(rules, id))
                .map(|id| format!("`{id}`"))
                .collect();
            if !active.is_empty() {
                let place = if marker.target == marker.line {
                    "on this line"
                } else {
                    "on the next line"
                };
                warnings.push(Warning {
                    kind: WarningKind::UnusedSuppression,
                    line: number(marker.line),
                    text: format!(
                        "the suppression of {} hides nothing {place}: remove it",
                        active.join(", ")
                    ),
                });
            }
        }
        warnings.sort_by_key(|warning| warning.line);
        warnings
    }
}

impl Marker {
    fn covers(&self, ids: &[&str]) -> bool {
        match &self.names {
            Names::All => true,
            Names::Some(names) => names
                .iter()
                .any(|name| ids.iter().any(|id| id.eq_ignore_ascii_case(name))),
        }
    }
}

/// What makes the text after a marker part of another word: `d` in `ignored`, `-file` in `ignore-file`. A dash that
/// leads to a reason does not.
fn glued(rest: &str) -> Option<&str> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let tail = rest.strip_prefix('-').unwrap_or(rest);
    if !tail.starts_with(word) {
        return None;
    }
    Some(&rest[..rest.find(|c| !word(c) && c != '-').unwrap_or(rest.len())])
}

fn unknown_marker(line: usize, marker: &str, tail: &str) -> Warning {
    let tail: String = tail.chars().filter(char::is_ascii).take(40).collect();
    Warning {
        kind: WarningKind::UnknownMarker,
        line: number(line),
        text: format!(
            "`{}{tail}` is no marker and hides nothing: use `secreview:ignore` or `secreview:ignore-next-line`",
            marker.to_ascii_lowercase()
        ),
    }
}

fn read(line: usize, rest: &str, ids: &mut Ids<'_>, warnings: &mut Vec<Warning>) -> Marker {
    let (listed, reason) = split_reason(rest);
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    // The ids of structural rules are words of any form.
    let (names, others): (Vec<&str>, Vec<&str>) = listed
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .partition(|word| ids.is_structural(word));
    known.extend(names.into_iter().take(MAX_IDS).map(str::to_owned));
    let tokens = others.into_iter().flat_map(|word| TOKEN.find_iter(word));
    for token in tokens.take(MAX_IDS) {
        match ids.meaning(token.as_str()) {
            Meaning::Rule(id) => known.push(id),
            Meaning::Unknown if !unknown.iter().any(|other| other == token.as_str()) => {
                unknown.push(token.as_str().to_owned());
            }
            Meaning::Unknown | Meaning::Word => {}
        }
    }
    let words = &listed[..listed.len() - after_comment(listed).len()];
    let bare = known.is_empty() && unknown.is_empty() && no_word(words);
    for id in &unknown {
        let hint = hint(ids.suggestion(id));
        warnings.push(Warning {
            kind: WarningKind::UnknownRule,
            line: number(line),
            text: format!("unknown rule `{id}` in a suppression; nothing is suppressed by it{hint}"),
        });
    }
    if known.is_empty() && unknown.is_empty() && !bare {
        let hint = hint(ids.nearly(words));
        warnings.push(Warning {
            kind: WarningKind::NoRule,
            line: number(line),
            text: format!(
                "the suppression names no rule and hides nothing: write rule ids after the marker, or nothing to hide every \
                 rule, and a reason after ` -- `{hint}"
            ),
        });
    }
    let reason = Some(reason)
        .filter(|reason| !reason.is_empty())
        .map(|reason| safe_line(reason, REASON_CHARS));
    Marker {
        line,
        target: line,
        names: if bare { Names::All } else { Names::Some(known) },
        reason,
        unknown,
        alone: false,
        used: false,
    }
}

fn hint(near: Option<String>) -> String {
    near.map_or_else(String::new, |id| format!("; did you mean `{id}`?"))
}

/// Whether a text is blanks and punctuation only.
fn no_word(text: &str) -> bool {
    !text.contains(char::is_alphanumeric)
}

/// What follows the end of the comment that a text starts in; empty when it does not end.
fn after_comment(text: &str) -> &str {
    let ends = COMMENT_ENDS.iter().filter_map(|end| Some(text.find(end)? + end.len()));
    ends.min().map_or("", |end| &text[end..])
}

/// What stands before and after the two dashes of a reason, which follow a blank or the marker itself. The dashes that end
/// an HTML comment are not those, and what follows the end of a comment is no part of the reason.
fn split_reason(rest: &str) -> (&str, &str) {
    let dashes = rest.match_indices("--").find(|(at, _)| {
        let (before, after) = (&rest[..*at], &rest[at + 2..]);
        (before.is_empty() || before.ends_with([' ', '\t'])) && !after.starts_with(['>', '}'])
    });
    let Some((at, _)) = dashes else { return (rest, "") };
    let reason = &rest[at + 2..];
    let end = ["*/", "-->"]
        .iter()
        .filter_map(|end| reason.find(end))
        .min()
        .unwrap_or(reason.len());
    let mut reason = reason[..end].trim();
    for end in ["--}}", "%>", "#}", "*)", "--%>"] {
        reason = reason.strip_suffix(end).unwrap_or(reason).trim_end();
    }
    (&rest[..at], reason)
}

fn is_active(rules: &RuleSet, id: &str) -> bool {
    match rules.get(id) {
        Some(RuleRef::Pattern(rule)) => rules.rules().any(|other| other.id == rule.id),
        Some(RuleRef::Structural(rule)) => rules.active_structural().any(|other| other.id == rule.id),
        Some(RuleRef::Secret(kind)) => rules.is_kind_active(kind),
        Some(RuleRef::Alias { kinds, .. }) => kinds.iter().any(|kind| rules.is_kind_active(kind)),
        Some(RuleRef::Planned(_)) | None => false,
    }
}

/// Next-line markers on consecutive lines act on the line after the last of them; one that shares its line with code
/// leaves that line to the marker above it.
fn stack(markers: &mut [Marker]) {
    let mut targets: HashMap<usize, usize> = HashMap::new();
    for marker in markers.iter_mut().rev().filter(|marker| marker.target != marker.line) {
        marker.target = targets.get(&marker.target).copied().unwrap_or(marker.target);
        if marker.alone {
            targets.insert(marker.line, marker.target);
        }
    }
    markers.sort_by_key(|marker| (marker.target, marker.line));
}

#[cfg(test)]
mod tests;
