//! Generic mode: patterns over words and punctuation, for texts without a grammar.
//!
//! Two engines read patterns differently. The default one, *spacegrep*, knows blocks by indentation and by brackets within a line, and
//! limits an ellipsis to some lines. *Aliengrep* knows no blocks; its ellipses are as long as needed and keep brackets balanced. For
//! both, words are ASCII letters, digits and `_`; every other character that is not blank stands alone.
//!
//! In aliengrep an ellipsis at the start of a pattern starts where the match before ended, and one at the end skips nothing.

mod aliengrep;
mod spacegrep;
mod text;

use std::collections::HashSet;
use std::ops::Range;

use crate::rule::{GenericEngine, GenericOptions};

pub use crate::pattern::MAX_PATTERN_BYTES;
pub use text::{GenericText, looks_unreadable};

/// The most different metavariables of a pattern: each is looked up at every step.
pub const MAX_METAVARIABLES: usize = 100;

/// A pattern of generic mode.
#[derive(Clone, Debug)]
pub struct GenericPattern(Engine);

#[derive(Clone, Debug)]
enum Engine {
    Spacegrep(spacegrep::Pattern),
    Aliengrep(aliengrep::Pattern),
}

/// What a pattern matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenericMatch {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// What each metavariable stands for, in the order of the pattern: `$X` a word, `$...X` any tokens, possibly none.
    pub bindings: Vec<(String, Range<usize>)>,
}

impl GenericPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// When it has no token, more than [`MAX_PATTERN_BYTES`] bytes or [`MAX_METAVARIABLES`] different metavariables, or when which
    /// ellipsis takes what can't be said: one directly before a `$...X`.
    pub fn parse(text: &str, options: &GenericOptions) -> Result<Self, String> {
        if text.len() > MAX_PATTERN_BYTES {
            return Err(format!(
                "the pattern has {} bytes, the limit is {MAX_PATTERN_BYTES}",
                text.len()
            ));
        }
        let engine = match options.engine {
            GenericEngine::Spacegrep => Engine::Spacegrep(spacegrep::Pattern::parse(text, options)?),
            GenericEngine::Aliengrep => Engine::Aliengrep(aliengrep::Pattern::parse(text, options)?),
        };
        let names: HashSet<&str> = match &engine {
            Engine::Spacegrep(pattern) => pattern.names().collect(),
            Engine::Aliengrep(pattern) => pattern.names().collect(),
        };
        if names.len() > MAX_METAVARIABLES {
            return Err(format!(
                "the pattern has {} metavariables, the limit is {MAX_METAVARIABLES}",
                names.len()
            ));
        }
        Ok(Self(engine))
    }

    /// Its matches from left to right. The text must have been read with the options of the pattern.
    ///
    /// Every step takes one from `budget`; when none is left, the search ends with what it has found.
    pub fn find(&self, text: &GenericText, budget: &mut usize) -> Vec<GenericMatch> {
        match &self.0 {
            Engine::Spacegrep(pattern) => pattern.find(text, budget),
            Engine::Aliengrep(pattern) => pattern.find(text, budget),
        }
    }
}

/// What metavariables stand for while a match is searched.
#[derive(Clone, Debug, Default)]
struct Bindings(Vec<(String, Range<usize>)>);

impl Bindings {
    /// False when the name stands for another text.
    fn bind(&mut self, name: &str, range: Range<usize>, text: &str, caseless: bool) -> bool {
        match self.0.iter().find(|(known, _)| known == name) {
            Some((_, known)) => same(&text[known.clone()], &text[range], caseless),
            None => {
                self.0.push((name.to_owned(), range));
                true
            }
        }
    }
}

fn same(left: &str, right: &str, caseless: bool) -> bool {
    if caseless {
        left.eq_ignore_ascii_case(right)
    } else {
        left == right
    }
}

/// Takes a step; false when there is none left.
fn step(budget: &mut usize) -> bool {
    *budget = budget.saturating_sub(1);
    *budget > 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{GenericPattern, GenericText};
    use crate::rule::{CommentStyle, GenericEngine, GenericOptions};

    /// The texts that a pattern matches, each with what its metavariables stand for.
    pub(super) fn found(pattern: &str, text: &str, options: &GenericOptions) -> Vec<String> {
        let pattern = GenericPattern::parse(pattern, options).unwrap_or_else(|error| panic!("`{pattern}`: {error}"));
        let matches = pattern.find(&GenericText::new(text, options), &mut 1_000_000);
        let show = |found: super::GenericMatch| {
            let mut shown = text[found.range].to_owned();
            for (name, range) in found.bindings {
                shown.push_str(&format!(" {name}=<{}>", &text[range]));
            }
            shown
        };
        matches.into_iter().map(show).collect()
    }

    #[test]
    fn patterns_that_are_too_large_are_refused() {
        let many: String = (0..=super::MAX_METAVARIABLES)
            .map(|number| format!("$A{number} "))
            .collect();
        for engine in [GenericEngine::Spacegrep, GenericEngine::Aliengrep] {
            let options = GenericOptions {
                engine,
                ..GenericOptions::default()
            };
            let refused = |pattern: &str| GenericPattern::parse(pattern, &options).expect_err("too large");
            assert_eq!(refused(&many), "the pattern has 101 metavariables, the limit is 100");
            assert_eq!(
                refused(&"a".repeat(65_537)),
                "the pattern has 65537 bytes, the limit is 65536"
            );
        }
    }

    #[test]
    fn a_search_ends_when_its_budget_is_met() {
        for engine in [GenericEngine::Spacegrep, GenericEngine::Aliengrep] {
            let options = GenericOptions {
                engine,
                ellipsis_max_span: 1_000_000,
                ..GenericOptions::default()
            };
            let pattern = GenericPattern::parse("a ... a ... a ... a ... a ... b", &options).expect("correct");
            let text = GenericText::new(&"a ".repeat(2000), &options);
            let mut budget = 100_000;
            assert_eq!(pattern.find(&text, &mut budget), []);
            assert_eq!(budget, 0);
        }
    }

    proptest! {
        #[test]
        fn any_pattern_is_read_or_refused_and_what_it_finds_is_in_the_text(
            pattern in r"([ab.(){}$XY_\n #]|\.\.\.|\$X|\$\.\.\.X|  |é){0,16}",
            text in r"([ab.(){}$X\n /*#]|  |é){0,40}",
            aliengrep: bool,
            multiline: bool,
            comments: bool,
        ) {
            let options = GenericOptions {
                engine: if aliengrep { GenericEngine::Aliengrep } else { GenericEngine::Spacegrep },
                comment_style: comments.then_some(CommentStyle::Cpp),
                multiline,
                ..GenericOptions::default()
            };
            if let Ok(pattern) = GenericPattern::parse(&pattern, &options) {
                for found in pattern.find(&GenericText::new(&text, &options), &mut 100_000) {
                    prop_assert!(!found.range.is_empty());
                    prop_assert!(text.get(found.range).is_some());
                    for (_, range) in found.bindings {
                        prop_assert!(text.get(range).is_some());
                    }
                }
            }
        }
    }
}
