//! Structural rules on a text: what the crate `opengrep` finds, as what a scan reports.

use std::ops::Range;

use opengrep::engine::{Finding, Input, Problem};
use opengrep::nosem;
use opengrep::project::FileIndex;
use syntax::{Language, LineIndex};
use untrusted_text::{Document, MARK, SafeText};

use crate::across::{Given, Way};
use crate::flow::Places;
use crate::location::number;
use crate::matches::{BytePlace, MetavariableFacts, StructuralFacts, Suppression, Warning, WarningKind};
use crate::rules::{RuleSet, StructuralEngine, StructuralRule};

/// Longest text of a metavariable, of a fix, and of the lines of a match, in characters.
const QUOTE_CHARS: usize = 2_000;
/// Longest message, in characters.
const MESSAGE_CHARS: usize = 1_000;
/// Most metavariables told of a match.
const MAX_METAVARIABLES: usize = 100;
/// A shorter piece of a credential stands by chance in too many messages.
const MIN_PIECE_BYTES: usize = 4;

/// What the structural rules of a set say of a text.
pub(crate) struct Outcome<'r, 't> {
    rules: &'r RuleSet,
    compiled: &'r StructuralEngine,
    input: Input<'t>,
    pub(crate) findings: Vec<Reported<'r>>,
    /// What the text offers to other files and takes from them, if that was asked for.
    pub(crate) index: Option<FileIndex>,
    problems: Vec<Problem>,
}

/// A finding of a rule.
pub(crate) struct Reported<'r> {
    /// The place of the rule in the set.
    pub(crate) place: usize,
    pub(crate) rule: &'r StructuralRule,
    pub(crate) finding: Finding,
    /// Of a flow between files.
    pub(crate) across: Option<Box<Way>>,
}

/// What is known, or asked, of a text beyond itself.
#[derive(Clone, Copy)]
pub(crate) enum Beyond<'g> {
    /// Nothing: it stands alone.
    Alone,
    /// Its index is asked for.
    Index,
    /// These are the findings of some rules.
    Given(&'g Given),
}

/// Runs the active structural rules of a set on a text. `path` is for the rules that look at some files only.
pub(crate) fn run<'r, 't>(
    rules: &'r RuleSet,
    path: &'t str,
    language: Language,
    text: &'t str,
    beyond: Beyond<'_>,
) -> Outcome<'r, 't> {
    let compiled = rules.compiled(language);
    let input = Input {
        path,
        text,
        language: Some(language),
        obey_paths: true,
    };
    let key = |number: usize| compiled.key(number);
    let (report, index) = match beyond {
        Beyond::Index => compiled.engine.scan_and_index(&input, &key),
        Beyond::Alone | Beyond::Given(_) => (compiled.engine.scan(&input), None),
    };
    let findings = report.findings.into_iter().filter_map(|finding| {
        let place = *compiled.places.get(finding.rule)?;
        Some(Reported {
            place,
            rule: rules.structural_rule(place)?,
            finding,
            across: None,
        })
    });
    let mut findings: Vec<Reported<'r>> = findings.collect();
    if let Beyond::Given(given) = beyond {
        findings.retain(|found| !given.rules.contains(&found.place));
        findings.extend(given.findings.iter().filter_map(|(place, finding, way)| {
            Some(Reported {
                place: *place,
                rule: rules.structural_rule(*place)?,
                finding: finding.clone(),
                across: way.clone().map(Box::new),
            })
        }));
        findings.sort_by(|one, other| {
            let key = |found: &Reported<'_>| (found.finding.range.start, found.finding.range.end, found.place);
            key(one).cmp(&key(other))
        });
    }
    Outcome {
        rules,
        compiled,
        input,
        findings,
        index,
        problems: report.problems,
    }
}

impl Outcome<'_, '_> {
    /// Whether a structural rule with an id has seen a line of the text, so that a pattern rule of the same id need not.
    pub(crate) fn has_seen(&self, id: &str, line: usize, lines: &LineIndex) -> bool {
        let compiled = self.compiled;
        let mut numbers = compiled.places.iter().enumerate().filter(|(_, place)| {
            let rule = self.rules.structural_rule(**place);
            rule.is_some_and(|rule| rule.id == id)
        });
        let blind = |number: usize| {
            self.problems
                .iter()
                .any(|problem| match (problem.rule, &problem.range) {
                    (Some(rule), _) => rule == number,
                    (None, None) => true,
                    (None, Some(range)) => {
                        let last = range.end.saturating_sub(1).max(range.start);
                        (lines.line_of(range.start)..=lines.line_of(last)).contains(&line)
                    }
                })
        };
        numbers.any(|(number, _)| compiled.engine.is_for(number, &self.input) && !blind(number))
    }

    /// What was not seen, for the author of the text: the parts that cannot be parsed as one warning, each rule as another.
    pub(crate) fn warnings(&self, lines: &LineIndex) -> Vec<Warning> {
        let unread: Vec<&Problem> = self.problems.iter().filter(|problem| problem.rule.is_none()).collect();
        let line = |problem: &Problem| number(problem.range.as_ref().map_or(1, |range| lines.line_of(range.start)));
        let mut warnings = Vec::new();
        if let Some(first) = unread.iter().min_by_key(|problem| line(problem)) {
            let more = match unread.len() - 1 {
                0 => String::new(),
                1 => ", and one more place".to_owned(),
                more => format!(", and {more} more places"),
            };
            warnings.push(Warning {
                kind: WarningKind::NotParsed,
                line: line(first),
                text: format!(
                    "structural rules do not see this line: {}{more}",
                    first.message.trim_start_matches("not read: ")
                ),
            });
        }
        let compiled = self.compiled;
        for problem in &self.problems {
            let place = problem.rule.and_then(|number| compiled.places.get(number));
            if let Some(rule) = place.and_then(|place| self.rules.structural_rule(*place)) {
                warnings.push(Warning {
                    kind: WarningKind::RuleStopped,
                    line: line(problem),
                    text: format!("rule `{}`: {}", rule.id, problem.message),
                });
            }
        }
        warnings
    }
}

/// The comment in the style of Opengrep (`nosem`, `nosemgrep`, `noopengrep`) that hides a match of a rule which starts on a
/// line.
pub(crate) fn suppression(text: &str, lines: &LineIndex, line: usize, id: &str) -> Option<Suppression> {
    let of = |line: usize| text.get(lines.line_range(line)).unwrap_or_default();
    let first = of(line);
    let before = (line > 1).then(|| of(line - 1));
    if !nosem::suppression(first, before)?.covers(id) {
        return None;
    }
    let on_first = nosem::suppression(first, None).is_some_and(|marker| marker.covers(id));
    Some(Suppression {
        reason: None,
        line: number(if on_first { line } else { line - 1 }),
        unknown_ids: Vec::new(),
    })
}

/// What a finding quotes of its text, masked.
pub(crate) struct Quotes {
    /// What the rule says of it.
    pub(crate) message: SafeText,
    pub(crate) facts: StructuralFacts,
}

/// Takes from a text what a finding quotes of it. `line_of_file` turns a line of the text into one of the file.
pub(crate) fn quotes(
    (place, finding, across): (usize, &Finding, Option<&Way>),
    document: &Document<'_>,
    (text, lines): (&str, &LineIndex),
    line_of_file: impl Fn(u32) -> u32,
) -> Quotes {
    let at = |offset: usize| {
        let line = lines.line_of(offset);
        BytePlace {
            line: line_of_file(number(line)),
            col: number(offset.saturating_sub(lines.line_range(line).start) + 1),
            offset,
        }
    };
    let bound = finding.metavariables.iter().take(MAX_METAVARIABLES);
    let metavariables: Vec<MetavariableFacts> = bound
        .map(|bound| MetavariableFacts {
            name: bound.name.clone(),
            start: at(bound.range.start),
            end: at(bound.range.end),
            text: metavariable(document, &bound.range, &bound.text),
            value: bound.value.as_ref().map(|value| document.quoted(value, QUOTE_CHARS)),
        })
        .collect();
    // A metavariable may hold a piece of a credential that tells nothing by itself.
    let pieces: Vec<(&str, &str)> = finding
        .metavariables
        .iter()
        .zip(&metavariables)
        .map(|(bound, shown)| (bound.text.as_str(), shown.text.as_str()))
        .filter(|(text, shown)| text.len() >= MIN_PIECE_BYTES && text != shown && shown.contains(MARK))
        .collect();
    let quoted = |text: &str, max: usize| {
        let masked = pieces
            .iter()
            .fold(text.to_owned(), |text, (piece, shown)| text.replace(piece, shown));
        document.quoted(&masked, max)
    };
    let first = lines.line_range(lines.line_of(finding.range.start)).start;
    let last = lines.line_range(lines.line_of(finding.range.end)).end;
    let places = Places {
        document,
        text,
        lines,
        at,
        line_of_file: &line_of_file,
    };
    let lines_shown = document.part(first..last.max(first), QUOTE_CHARS);
    Quotes {
        message: quoted(&finding.message, MESSAGE_CHARS),
        facts: StructuralFacts {
            rule: place,
            start: (places.at)(finding.range.start),
            end: (places.at)(finding.range.end),
            fix: finding.fix.as_ref().map(|fix| quoted(fix, QUOTE_CHARS)),
            trace: match across {
                Some(way) => Some(way.trace.clone()),
                None => finding.trace.as_ref().map(|trace| places.trace(trace)),
            },
            lines: without_blanks_at_the_end(&lines_shown),
            metavariables,
        },
    }
}

/// The text of a metavariable. It is a piece of the document, or what is between the quotes there.
fn metavariable(document: &Document<'_>, range: &Range<usize>, text: &str) -> SafeText {
    if range.is_empty() {
        return document.quoted(text, QUOTE_CHARS);
    }
    let part = document.part(range.clone(), QUOTE_CHARS);
    if part.as_str().contains(MARK) {
        return part;
    }
    document.quoted(text, QUOTE_CHARS)
}

fn without_blanks_at_the_end(text: &SafeText) -> SafeText {
    untrusted_text::safe_text(text.as_str().trim_end(), QUOTE_CHARS)
}
