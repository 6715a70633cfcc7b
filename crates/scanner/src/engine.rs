//! Runs the pattern rules of a language over a text.
//!
//! One pass of an automaton over the text finds the literals of all rules; an expression runs only on the lines that
//! hold one of its own. What a byte is part of (comment, literal, script) is asked for the first time when a match
//! depends on it.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use aho_corasick::{AhoCorasick, MatchKind};
use syntax::{Language, LineIndex, TokenMap, token_map};

use crate::anchors::Anchors;
use crate::location::number;
use crate::matches::{Warning, WarningKind};
use crate::rules::{Compiled, Reach, Rule};
use crate::windows::{Window, windows};

/// How many bytes one rule may go over in one window, for matches that turn out not to count: a bound on hostile lines.
/// A line of 16 KiB is always tried to its end.
const MAX_WORK: usize = 16 * 1024 * 1024;

/// The rules of one language, ready to run.
#[derive(Debug)]
pub(crate) struct Index {
    entries: Vec<Entry>,
    automaton: Option<AhoCorasick>,
    /// For every literal of the automaton, the entries that need it.
    owners: Vec<Vec<u32>>,
    /// Entries that only match beyond ASCII.
    non_ascii: Vec<u32>,
    every_line: Vec<u32>,
}

#[derive(Debug)]
struct Entry {
    rule: Arc<Rule>,
    reach: Reach,
}

/// A match of a rule: the place to report.
#[derive(Debug)]
pub(crate) struct Hit<'i> {
    pub(crate) rule: &'i Rule,
    /// The line, from 1.
    pub(crate) line: usize,
    /// Bytes of the text.
    pub(crate) at: Range<usize>,
}

/// A line in which a rule was not tried to the end.
#[derive(Debug)]
pub(crate) struct GivenUp<'i> {
    pub(crate) rule: &'i Rule,
    /// The line, from 1.
    pub(crate) line: usize,
}

impl GivenUp<'_> {
    pub(crate) fn warning(&self) -> Warning {
        Warning {
            kind: WarningKind::LineGivenUp,
            line: number(self.line),
            text: format!(
                "`{}` was not searched to the end of this line: too many places in comments or literals look like it; \
                 read the line, or break it up",
                self.rule.id
            ),
        }
    }
}

enum Search {
    Found(Range<usize>),
    Nothing,
    GivenUp,
}

impl Index {
    pub(crate) fn new<'r>(rules: impl Iterator<Item = &'r Arc<Rule>>, language: Language) -> Self {
        let applicable = rules.filter_map(|rule| {
            let reach = rule
                .languages
                .reach(language)
                .filter(|_| !rule.except_languages.contains(&language))?;
            Some(Entry {
                rule: Arc::clone(rule),
                reach,
            })
        });
        let entries: Vec<Entry> = applicable.collect();
        let mut literals: BTreeMap<&[u8], Vec<u32>> = BTreeMap::new();
        let (mut non_ascii, mut every_line) = (Vec::new(), Vec::new());
        for (number, entry) in (0u32..).zip(&entries) {
            match &entry.rule.anchors {
                Anchors::Literals(needed) => {
                    needed
                        .iter()
                        .for_each(|literal| literals.entry(literal).or_default().push(number));
                }
                Anchors::NonAscii => non_ascii.push(number),
                Anchors::EveryLine => every_line.push(number),
            }
        }
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            .build(literals.keys());
        // Too many literals for the automaton's numbers: every rule runs on every line.
        let Ok(automaton) = automaton else {
            let every_line = (0u32..).zip(&entries).map(|(number, _)| number).collect();
            return Self {
                entries,
                automaton: None,
                owners: Vec::new(),
                non_ascii: Vec::new(),
                every_line,
            };
        };
        let owners: Vec<Vec<u32>> = literals.into_values().collect();
        Self {
            automaton: Some(automaton).filter(|_| !owners.is_empty()),
            owners,
            entries,
            non_ascii,
            every_line,
        }
    }

    /// The matches in a text, sorted by line, then by rule; at most one per rule and line. And the lines in which a rule
    /// without one was not tried to the end.
    pub(crate) fn run<'i>(
        &'i self,
        text: &str,
        lines: &LineIndex,
        tokens: &Tokens<'_>,
    ) -> (Vec<Hit<'i>>, Vec<GivenUp<'i>>) {
        let windows = windows(text, lines);
        let mut hits: Vec<Hit<'i>> = Vec::new();
        let mut given_up: Vec<GivenUp<'i>> = Vec::new();
        for (window, number) in self.candidates(text, &windows) {
            let window = &windows[window as usize];
            let entry = &self.entries[number as usize];
            let mut of_line = hits.iter().rev().take_while(|hit| hit.line == window.line);
            let mut left = given_up.iter().rev().take_while(|left| left.line == window.line);
            if of_line.any(|hit| std::ptr::eq(hit.rule, &*entry.rule))
                || left.any(|left| std::ptr::eq(left.rule, &*entry.rule))
            {
                continue;
            }
            let (rule, line) = (&*entry.rule, window.line);
            match entry.search(text, window, tokens) {
                Search::Found(at) => hits.push(Hit { rule, line, at }),
                Search::GivenUp => given_up.push(GivenUp { rule, line }),
                Search::Nothing => {}
            }
        }
        (hits, given_up)
    }

    /// The windows in which a rule may match, with the number of its entry; sorted, each once.
    fn candidates(&self, text: &str, windows: &[Window]) -> Vec<(u32, u32)> {
        let mut candidates: Vec<(u32, u32)> = Vec::new();
        let mut last = vec![u32::MAX; self.entries.len()];
        let mut push = |window: usize, number: u32| {
            let window = u32::try_from(window).expect("fewer windows than bytes of a bounded text");
            if std::mem::replace(&mut last[number as usize], window) != window {
                candidates.push((window, number));
            }
        };
        if let Some(automaton) = &self.automaton {
            let mut current = 0;
            for found in automaton.find_overlapping_iter(text) {
                while windows
                    .get(current)
                    .is_some_and(|window| window.range.end < found.end())
                {
                    current += 1;
                }
                // Windows of a long line overlap: a literal may stand in two of them.
                let holding = windows[current..]
                    .iter()
                    .take_while(|window| window.range.start <= found.start());
                for (ahead, _) in holding.enumerate() {
                    self.owners[found.pattern().as_usize()]
                        .iter()
                        .for_each(|&number| push(current + ahead, number));
                }
            }
        }
        let on_every_line = !self.every_line.is_empty();
        if on_every_line || (!self.non_ascii.is_empty() && !text.is_ascii()) {
            for (number, window) in windows.iter().enumerate() {
                self.every_line.iter().for_each(|&entry| push(number, entry));
                if !text[window.range.clone()].is_ascii() {
                    self.non_ascii.iter().for_each(|&entry| push(number, entry));
                }
            }
        }
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }
}

impl Entry {
    /// The first match in a window that neither `not_pattern` nor the tokens cancel.
    fn search(&self, text: &str, window: &Window, tokens: &Tokens<'_>) -> Search {
        let Some(compiled) = self.rule.compiled() else {
            return Search::Nothing;
        };
        // The start of the line stays in sight, so that `^` is the start of the line and not of a window.
        let haystack = &text[window.line_start..window.range.end];
        let mut from = window.range.start - window.line_start;
        let mut work_left = MAX_WORK;
        loop {
            let Some((whole, at)) = compiled.find(haystack, from) else {
                return Search::Nothing;
            };
            if window
                .next_start
                .is_some_and(|next| whole.end == haystack.len() && window.line_start + whole.start >= next)
            {
                // Cut by the end of the window; the next one has all of it.
                return Search::Nothing;
            }
            let cancelled = compiled
                .not_pattern
                .as_ref()
                .is_some_and(|not| not.is_match(&haystack[whole.clone()]));
            let before = from;
            from = if cancelled {
                whole.end
            } else {
                match tokens.skip(&self.rule, self.reach, window.line_start + at.start) {
                    None => return Search::Found(window.line_start + at.start..window.line_start + at.end),
                    Some(resume) => resume.saturating_sub(window.line_start).max(whole.start + 1),
                }
            };
            while from < haystack.len() && !haystack.is_char_boundary(from) {
                from += 1;
            }
            if from > haystack.len() {
                return Search::Nothing;
            }
            // An expression may have looked at all that follows.
            match work_left.checked_sub(haystack.len() - before) {
                Some(left) => work_left = left,
                None => return Search::GivenUp,
            }
        }
    }
}

impl Compiled {
    /// The first match from a byte on: the whole of it, and the place to report.
    fn find(&self, haystack: &str, from: usize) -> Option<(Range<usize>, Range<usize>)> {
        match self.at {
            None => {
                let found = self.pattern.find_at(haystack, from)?.range();
                Some((found.clone(), found))
            }
            Some(group) => {
                let captures = self.pattern.captures_at(haystack, from)?;
                let whole = captures.get_match().range();
                let at = captures.get(group).map_or_else(|| whole.clone(), |group| group.range());
                Some((whole, at))
            }
        }
    }
}

/// What the bytes of a text are part of, found out when first asked.
pub(crate) struct Tokens<'t> {
    language: Language,
    text: &'t str,
    map: OnceCell<TokenMap>,
}

impl<'t> Tokens<'t> {
    pub(crate) fn new(language: Language, text: &'t str) -> Self {
        Self {
            language,
            text,
            map: OnceCell::new(),
        }
    }

    fn map(&self) -> &TokenMap {
        self.map.get_or_init(|| token_map(self.language, self.text))
    }

    /// `None` when a match of the rule counts at a byte; else the byte from which to search on.
    fn skip(&self, rule: &Rule, reach: Reach, byte: usize) -> Option<usize> {
        if reach == Reach::Scripts && !self.map().in_script(byte) {
            let scripts = self.map().scripts();
            let next = scripts.partition_point(|script| (script.start as usize) <= byte);
            return Some(
                scripts
                    .get(next)
                    .map_or(self.text.len(), |script| script.start as usize),
            );
        }
        if rule.ignore_in.is_empty() {
            return None;
        }
        let kind = self.map().kind_at(byte);
        if !rule.ignore_in.iter().any(|ignored| ignored.covers(kind)) {
            return None;
        }
        let ranges = self.map().ranges();
        let after = ranges.partition_point(|(range, _)| (range.end as usize) <= byte);
        Some(ranges.get(after).map_or(byte + 1, |(range, _)| range.end as usize))
    }
}

#[cfg(test)]
mod tests;
