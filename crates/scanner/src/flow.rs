//! The way of a flow: what a taint rule tells of how a value comes from a source to a sink.

use std::collections::BTreeMap;
use std::ops::Range;

use domain::Location;
use opengrep::taint::{Trace, TracePoint};
use serde::Serialize;
use syntax::LineIndex;
use untrusted_text::{Document, SafeText, safe_line};

use crate::location::{Locator, number};
use crate::matches::BytePlace;

/// Longest text of a place, in characters.
const TEXT_CHARS: usize = 300;
/// Most variables of one stretch of a way. Of more, the first and the last are kept.
const MAX_PASSED: usize = 100;
/// Longest text of a step that is told in words, in characters.
const TOLD_CHARS: usize = 80;
/// Longest path of a step that is told in words, in characters.
const PATH_CHARS: usize = 200;

/// The way of a value from a source to a sink.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowTrace {
    /// Where the value comes from.
    pub source: FlowEnd,
    /// The variables that it was written to on the way, in order; of more than 100 the first and the last 50.
    pub passed: Vec<FlowPlace>,
    /// Where it goes.
    pub sink: FlowEnd,
}

/// An end of a way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FlowEnd {
    /// A place of the function that the way is told of.
    Here(FlowPlace),
    /// A place inside of what is called.
    Called {
        /// The call.
        call: FlowPlace,
        /// What is called, as the call names it.
        callee: FlowPlace,
        /// The variables inside of what is called, in order; bounded as those of the way itself.
        passed: Vec<FlowPlace>,
        /// Where it is from there.
        inner: Box<FlowEnd>,
    },
}

/// A place on a way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowPlace {
    /// The first byte.
    pub start: BytePlace,
    /// The byte after the last.
    pub end: BytePlace,
    /// The place in characters.
    pub location: Location,
    /// Its text, masked, at most 300 characters.
    pub text: SafeText,
    /// The file, relative to the root of the scan, when it is another than that of the match.
    pub path: Option<String>,
    /// Among the variables of a way between files: it is a call that the value goes into, or comes out of.
    pub is_call: bool,
}

/// What happens at a place of a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FlowStepKind {
    /// The value comes from here.
    Source,
    /// The value is written to a variable.
    Passed,
    /// The value comes out of a call, or goes into one.
    Call,
    /// The value arrives.
    Sink,
}

/// A step of a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlowStep<'t> {
    /// What happens.
    pub kind: FlowStepKind,
    /// Where.
    pub place: &'t FlowPlace,
}

impl FlowStep<'_> {
    /// What happens, in a few words on one line: ``passed to `x` ``.
    pub fn message(&self) -> String {
        match self.kind {
            FlowStepKind::Source => "source".to_owned(),
            FlowStepKind::Passed => format!("passed to `{}`", self.text()),
            FlowStepKind::Call => format!("call `{}`", self.text()),
            FlowStepKind::Sink => "sink".to_owned(),
        }
    }

    /// [`message`](Self::message) with line and text: ``line 3: source `request.args` ``.
    fn told(&self) -> String {
        let line = self.place.location.line;
        let at = match &self.place.path {
            Some(path) => format!("{}:{line}", safe_line(path, PATH_CHARS)),
            None => format!("line {line}"),
        };
        match self.kind {
            FlowStepKind::Source | FlowStepKind::Sink => format!("{at}: {} `{}`", self.message(), self.text()),
            FlowStepKind::Passed | FlowStepKind::Call => format!("{at}: {}", self.message()),
        }
    }

    fn text(&self) -> SafeText {
        safe_line(self.place.text.as_str(), TOLD_CHARS)
    }
}

impl FlowTrace {
    /// Every step, in order, the source first and the sink last. A place that is met twice in a row is one step.
    pub fn steps(&self) -> Vec<FlowStep<'_>> {
        let mut calls = Vec::new();
        let mut at = &self.source;
        let source = loop {
            match at {
                FlowEnd::Here(place) => break place,
                FlowEnd::Called {
                    call, passed, inner, ..
                } => {
                    calls.push((passed, call));
                    at = inner;
                }
            }
        };
        let mut steps: Vec<FlowStep<'_>> = Vec::new();
        push(&mut steps, FlowStepKind::Source, source);
        for (passed, call) in calls.into_iter().rev() {
            push_passed(&mut steps, passed);
            push(&mut steps, FlowStepKind::Call, call);
        }
        push_passed(&mut steps, &self.passed);
        let mut at = &self.sink;
        loop {
            match at {
                FlowEnd::Here(place) => {
                    push(&mut steps, FlowStepKind::Sink, place);
                    return steps;
                }
                FlowEnd::Called {
                    call, passed, inner, ..
                } => {
                    push(&mut steps, FlowStepKind::Call, call);
                    push_passed(&mut steps, passed);
                    at = inner;
                }
            }
        }
    }

    /// The steps in words, each on one line, masked. Of more than `max` the first and the last are told, and between them how many are
    /// not.
    pub fn told(&self, max: usize) -> Vec<String> {
        let steps = self.steps();
        let all = steps.iter().map(FlowStep::told);
        let left_out = steps.len().saturating_sub(max);
        if left_out == 0 {
            return all.collect();
        }
        let (first, last) = (max.div_ceil(2), max / 2);
        let mut told: Vec<String> = all.clone().take(first).collect();
        told.push(match left_out {
            1 => "… one more step".to_owned(),
            more => format!("… {more} more steps"),
        });
        told.extend(all.skip(steps.len() - last));
        told
    }
}

/// Adds a step, unless it only goes on where the last one was.
fn push<'t>(steps: &mut Vec<FlowStep<'t>>, kind: FlowStepKind, place: &'t FlowPlace) {
    let between = matches!(kind, FlowStepKind::Passed | FlowStepKind::Call);
    let is_same = |last: &FlowStep<'_>| {
        (&last.place.path, last.place.start, last.place.end) == (&place.path, place.start, place.end)
    };
    if !(between && steps.last().is_some_and(is_same)) {
        steps.push(FlowStep { kind, place });
    }
}

fn push_passed<'t>(steps: &mut Vec<FlowStep<'t>>, passed: &'t [FlowPlace]) {
    for place in passed {
        let kind = match place.is_call {
            true => FlowStepKind::Call,
            false => FlowStepKind::Passed,
        };
        push(steps, kind, place);
    }
}

/// What the places of a way are looked up in.
pub(crate) struct Places<'a, 'd, P, L> {
    pub(crate) document: &'a Document<'d>,
    pub(crate) text: &'a str,
    pub(crate) lines: &'a LineIndex,
    /// The place of a byte.
    pub(crate) at: P,
    /// The line of the file that a line of the text comes from.
    pub(crate) line_of_file: L,
}

impl<P: Fn(usize) -> BytePlace, L: Fn(u32) -> u32> Places<'_, '_, P, L> {
    /// The way that an engine found, with the texts of its places.
    pub(crate) fn trace(&self, trace: &Trace) -> FlowTrace {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        let mut note = |range: &Range<usize>| ranges.push((range.start, range.end));
        trace.passed.iter().for_each(&mut note);
        each(&trace.source, self.text, &mut note);
        each(&trace.sink, self.text, &mut note);
        ranges.sort_unstable();
        ranges.dedup();
        // In the order of the text, which costs one pass over each line.
        let mut locator = Locator::new(self.text, self.lines);
        let places = ranges.into_iter().map(|(start, end)| {
            let location = locator.locate(&(start..end));
            let location = Location {
                line: (self.line_of_file)(location.line),
                end_line: (self.line_of_file)(location.end_line),
                ..location
            };
            // A character has at most four bytes.
            let shown = start..end.min(start.saturating_add(4 * (TEXT_CHARS + 1)));
            let place = FlowPlace {
                start: (self.at)(start),
                end: (self.at)(end),
                location,
                text: self.document.part(shown, TEXT_CHARS),
                path: None,
                is_call: false,
            };
            ((start, end), place)
        });
        let places: BTreeMap<(usize, usize), FlowPlace> = places.collect();
        let of = |range: &Range<usize>| places[&(range.start, range.end)].clone();
        FlowTrace {
            source: end(&trace.source, self.text, &of),
            passed: passed(&trace.passed, &of),
            sink: end(&trace.sink, self.text, &of),
        }
    }
}

/// A place of a way between files, in the file that it is in.
pub(crate) fn place_in(
    path: Option<String>,
    (text, lines): (&str, &LineIndex),
    document: &Document<'_>,
    range: &Range<usize>,
    is_call: bool,
) -> FlowPlace {
    let at = |offset: usize| {
        let line = lines.line_of(offset);
        BytePlace {
            line: number(line),
            col: number(offset.saturating_sub(lines.line_range(line).start) + 1),
            offset,
        }
    };
    let shown = match is_call {
        true => callee(range, text),
        false => range.clone(),
    };
    let shown = shown.start..shown.end.min(shown.start.saturating_add(4 * (TEXT_CHARS + 1)));
    FlowPlace {
        start: at(range.start),
        end: at(range.end),
        location: Locator::new(text, lines).locate(range),
        text: document.part(shown, TEXT_CHARS),
        path,
        is_call,
    }
}

/// Of a long way the first and the last places.
pub(crate) fn bounded(mut places: Vec<FlowPlace>) -> Vec<FlowPlace> {
    if places.len() > MAX_PASSED {
        let first = MAX_PASSED / 2;
        places.drain(first..places.len() - first);
    }
    places
}

/// Every range of an end.
fn each(point: &TracePoint, text: &str, note: &mut impl FnMut(&Range<usize>)) {
    let mut at = point;
    loop {
        match at {
            TracePoint::Here(range) => return note(range),
            TracePoint::Called { call, passed, inner } => {
                note(call);
                note(&callee(call, text));
                passed.iter().for_each(&mut *note);
                at = inner;
            }
        }
    }
}

fn end(point: &TracePoint, text: &str, of: &impl Fn(&Range<usize>) -> FlowPlace) -> FlowEnd {
    match point {
        TracePoint::Here(range) => FlowEnd::Here(of(range)),
        TracePoint::Called {
            call,
            passed: within,
            inner,
        } => FlowEnd::Called {
            call: of(call),
            callee: of(&callee(call, text)),
            passed: passed(within, of),
            inner: Box::new(end(inner, text, of)),
        },
    }
}

/// The part of a call before its arguments: all of it where there is no bracket.
fn callee(call: &Range<usize>, text: &str) -> Range<usize> {
    let of_call = text.get(call.clone()).unwrap_or_default();
    let named = of_call.split('(').next().unwrap_or_default().trim_end();
    match named.len() {
        0 => call.clone(),
        length => call.start..call.start + length,
    }
}

fn passed(ranges: &[Range<usize>], of: &impl Fn(&Range<usize>) -> FlowPlace) -> Vec<FlowPlace> {
    let left_out = ranges.len().saturating_sub(MAX_PASSED);
    let first = MAX_PASSED / 2;
    let kept = ranges
        .iter()
        .enumerate()
        .filter(|(number, _)| left_out == 0 || *number < first || *number >= first + left_out);
    kept.map(|(_, range)| of(range)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traced(text: &str, trace: &Trace) -> FlowTrace {
        let lines = LineIndex::new(text);
        let at = |offset: usize| {
            let line = lines.line_of(offset);
            BytePlace {
                line: line as u32,
                col: (offset - lines.line_range(line).start + 1) as u32,
                offset,
            }
        };
        let places = Places {
            document: &Document::new(text, "a.py"),
            text,
            lines: &lines,
            at,
            line_of_file: |line| line,
        };
        places.trace(trace)
    }

    /// The range of the nth time that a text stands in another.
    fn nth(text: &str, part: &str, number: usize) -> Range<usize> {
        let (start, _) = text.match_indices(part).nth(number).unwrap();
        start..start + part.len()
    }

    #[test]
    fn steps_go_from_the_source_through_calls_to_the_sink() {
        let text = "w = src()\nreturn w\nx = get()\nput(x)\nu = v\nsink(u)\n";
        let of = |part, number| nth(text, part, number);
        let trace = traced(
            text,
            &Trace {
                source: TracePoint::Called {
                    call: of("get()", 0),
                    passed: vec![of("w", 0)],
                    inner: Box::new(TracePoint::Here(of("src()", 0))),
                },
                passed: vec![of("x", 0), of("x", 0)],
                sink: TracePoint::Called {
                    call: of("put(x)", 0),
                    passed: vec![of("v", 0), of("u = v", 0)],
                    inner: Box::new(TracePoint::Here(of("sink(u)", 0))),
                },
            },
        );
        let expected = [
            "line 1: source `src()`", "line 1: passed to `w`", "line 3: call `get()`", "line 3: passed to `x`",
            "line 4: call `put(x)`", "line 5: passed to `v`", "line 5: passed to `u = v`", "line 6: sink `sink(u)`",
        ];
        assert_eq!(trace.told(8), expected);
        assert_eq!(trace.told(3), [expected[0], expected[1], "… 5 more steps", expected[7]]);
        let FlowEnd::Called { callee, .. } = &trace.sink else {
            panic!("a call")
        };
        assert_eq!((callee.text.as_str(), callee.location.line), ("put", 4));
        let messages: Vec<String> = trace.steps().iter().map(FlowStep::message).collect();
        assert_eq!((messages[0].as_str(), messages[2].as_str()), ("source", "call `get()`"));
    }

    #[test]
    fn a_source_that_is_the_sink_is_told_twice() {
        let text = "é = sink(1)\n";
        let here = || TracePoint::Here(nth(text, "sink(1)", 0));
        let trace = traced(
            text,
            &Trace {
                source: here(),
                passed: Vec::new(),
                sink: here(),
            },
        );
        assert_eq!(trace.told(2), ["line 1: source `sink(1)`", "line 1: sink `sink(1)`"]);
        let FlowEnd::Here(place) = &trace.sink else {
            panic!("a place")
        };
        assert_eq!((place.location.column, place.start.col, place.start.offset), (5, 6, 5));
    }

    #[test]
    fn long_ways_and_long_texts_are_cut() {
        let text = format!("{}\n", "a".repeat(1_000));
        let here = |at: usize| TracePoint::Here(at..at + 1);
        let trace = traced(
            &text,
            &Trace {
                source: here(0),
                passed: (1..301).map(|at| at..at + 600).collect(),
                sink: here(301),
            },
        );
        assert_eq!(trace.passed.len(), MAX_PASSED);
        assert_eq!(
            (trace.passed[49].start.offset, trace.passed[50].start.offset),
            (50, 251)
        );
        assert_eq!(trace.passed[0].text.as_str().chars().count(), TEXT_CHARS);
        let told = trace.told(12);
        assert_eq!((told.len(), told[6].as_str()), (13, "… 90 more steps"));
        assert!(told.iter().all(|line| line.chars().count() < 120), "{told:?}");
    }

    #[test]
    fn a_credential_on_the_way_is_masked() {
        let value = format!("\"{}\"", ["Xk29", "vTqLw7"].join("-"));
        let text = &format!("password = {value}\nsink(password)\n");
        let trace = traced(
            text,
            &Trace {
                source: TracePoint::Here(nth(text, &value, 0)),
                passed: vec![nth(text, "password", 0)],
                sink: TracePoint::Here(nth(text, "sink(password)", 0)),
            },
        );
        let told = trace.told(12).join("\n");
        assert!(
            !told.contains("vTqLw7") && told.contains("passed to `password`"),
            "{told}"
        );
    }
}
