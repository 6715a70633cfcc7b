//! What every match of a regular expression must contain: the literals that the scanner looks for first.

use std::collections::BTreeSet;

use regex_syntax::hir::{Class, Hir, HirKind};

/// Shortest literal worth looking for, in bytes.
const MIN_BYTES: usize = 3;
/// Most literals of one expression.
const MAX_LITERALS: usize = 64;
/// Longest literal kept, in bytes: more selects no better.
const MAX_BYTES: usize = 24;
/// Most characters of a class that are listed one by one.
const MAX_CLASS: usize = 512;
/// Most characters of a class that are combined with what stands beside it.
const MAX_COMBINED: usize = 12;

/// What tells whether an expression can match in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Anchors {
    /// Every match contains one of these, in any ASCII case. Lower case, sorted, none inside another.
    Literals(Vec<Vec<u8>>),
    /// Every match has a character beyond ASCII.
    NonAscii,
    /// Nothing is known: the expression runs on every line.
    EveryLine,
}

impl Anchors {
    /// Case folding follows ASCII: an expression that ignores case also matches the long s and the Kelvin sign, and is
    /// not looked for in a line whose only `s` or `k` are those.
    pub(crate) fn of(hir: &Hir) -> Anchors {
        match Required::of(hir).best() {
            Some(literals) => Anchors::Literals(literals.into_iter().collect()),
            None if needs_non_ascii(hir) => Anchors::NonAscii,
            None => Anchors::EveryLine,
        }
    }
}

type Set = BTreeSet<Vec<u8>>;

/// What is known of the texts that an expression matches.
#[derive(Debug, Clone, Default)]
struct Required {
    /// All of them, when they are few.
    exact: Option<Set>,
    /// Each contains one of these.
    within: Option<Set>,
}

impl Required {
    fn exactly(text: &[u8]) -> Self {
        Self {
            exact: Some(Set::from([text.to_ascii_lowercase()])),
            within: None,
        }
    }

    fn of(hir: &Hir) -> Self {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => Self::exactly(b""),
            HirKind::Literal(literal) => Self::exactly(&literal.0),
            HirKind::Class(class) => Self::of_class(class),
            HirKind::Capture(capture) => Self::of(&capture.sub),
            HirKind::Repetition(repetition) => {
                let inner = Self::of(&repetition.sub);
                match (repetition.min, repetition.max) {
                    (0, Some(1)) => {
                        let exact = inner.exact.map(|mut set| {
                            set.insert(Vec::new());
                            set
                        });
                        Self { exact, within: None }
                    }
                    (0, _) => Self::default(),
                    (1, Some(1)) => inner,
                    (min, max) => {
                        let repeated = (min <= 8).then(|| Self::of_sequence((0..min).map(|_| inner.clone())));
                        let repeated = repeated.unwrap_or(inner);
                        let exact = repeated.exact.clone().filter(|_| max == Some(min));
                        Self {
                            within: repeated.best(),
                            exact,
                        }
                    }
                }
            }
            HirKind::Concat(parts) => Self::of_sequence(parts.iter().map(Self::of)),
            HirKind::Alternation(parts) => Self::of_choice(parts.iter().map(Self::of)),
        }
    }

    fn of_class(class: &Class) -> Self {
        let ranges: Vec<(char, char)> = match class {
            Class::Unicode(class) => class
                .ranges()
                .iter()
                .map(|range| (range.start(), range.end()))
                .collect(),
            Class::Bytes(_) => return Self::default(),
        };
        let count: usize = ranges
            .iter()
            .map(|(start, end)| *end as usize - *start as usize + 1)
            .sum();
        if count == 0 || count > MAX_CLASS {
            return Self::default();
        }
        let characters = ranges.iter().flat_map(|(start, end)| *start..=*end);
        let folded: Set = characters.filter_map(folded).collect();
        if folded.is_empty() {
            return Self::default();
        }
        if folded.len() <= MAX_COMBINED {
            return Self {
                exact: Some(folded),
                within: None,
            };
        }
        // Characters beyond ASCII are literals of their own; their first bytes are fewer and select as well.
        let cut = folded.into_iter().map(|mut bytes| {
            bytes.truncate(MIN_BYTES);
            bytes
        });
        Self {
            exact: None,
            within: usable(cut.collect()),
        }
    }

    fn of_sequence(parts: impl Iterator<Item = Required>) -> Self {
        let mut run = Set::from([Vec::new()]);
        let mut whole = true;
        let mut best: Option<Set> = None;
        for part in parts {
            match part.exact {
                Some(set) => match product(&run, &set) {
                    Some(longer) => run = longer,
                    None => {
                        whole = false;
                        best = better(best, usable(std::mem::replace(&mut run, set)));
                    }
                },
                None => {
                    whole = false;
                    best = better(best, usable(std::mem::replace(&mut run, Set::from([Vec::new()]))));
                    best = better(best, part.within);
                }
            }
        }
        if whole {
            return Self {
                exact: Some(run),
                within: None,
            };
        }
        Self {
            exact: None,
            within: better(best, usable(run)),
        }
    }

    fn of_choice(parts: impl Iterator<Item = Required>) -> Self {
        let mut exact = Some(Set::new());
        let mut within = Some(Set::new());
        for part in parts {
            let literals = part.best();
            exact = exact.zip(part.exact).map(|(mut all, set)| {
                all.extend(set);
                all
            });
            within = within.zip(literals).map(|(mut all, set)| {
                all.extend(set);
                all
            });
        }
        Self {
            exact: exact.filter(|set| set.len() <= MAX_LITERALS),
            within: within.and_then(usable),
        }
    }

    fn best(&self) -> Option<Set> {
        better(self.exact.clone().and_then(usable), self.within.clone())
    }
}

/// The bytes of a character in lower case. `None` for the two characters beyond ASCII that fold into it, which an
/// expression that ignores case has beside every `s` and `k`.
fn folded(character: char) -> Option<Vec<u8>> {
    (!matches!(character, '\u{17F}' | '\u{212A}')).then(|| character.to_ascii_lowercase().to_string().into_bytes())
}

/// Every text of the first set followed by every one of the second; `None` when there would be too many or too long ones.
fn product(first: &Set, second: &Set) -> Option<Set> {
    let longest = |set: &Set| set.iter().map(Vec::len).max().unwrap_or(0);
    if first.len() * second.len() > MAX_LITERALS || longest(first) + longest(second) > MAX_BYTES {
        return None;
    }
    Some(
        first
            .iter()
            .flat_map(|a| second.iter().map(move |b| [a.as_slice(), b].concat()))
            .collect(),
    )
}

/// The set as anchors: none too short, no line end, none that contains another. `None` when it selects nothing.
fn usable(set: Set) -> Option<Set> {
    // A line holds no line end, so those texts never match; a set of nothing else belongs to a pattern that never does.
    let set: Set = set
        .into_iter()
        .filter(|text| !text.contains(&b'\n') && !text.contains(&b'\r'))
        .collect();
    if set.iter().any(|text| text.len() < MIN_BYTES) {
        return None;
    }
    let contains = |text: &[u8], other: &[u8]| text.windows(other.len()).any(|window| window == other);
    let kept: Set = set
        .iter()
        .filter(|text| !set.iter().any(|other| other != *text && contains(text, other)))
        .cloned()
        .collect();
    (kept.len() <= MAX_LITERALS * 4).then_some(kept)
}

/// The set that selects fewer lines: longer literals first, then fewer of them.
fn better(a: Option<Set>, b: Option<Set>) -> Option<Set> {
    let rank = |set: &Set| {
        let shortest = set.iter().map(Vec::len).min().unwrap_or(MAX_BYTES);
        (shortest.min(8) * 4) as i64 - i64::from(set.len().max(1).ilog2()) * 2
    };
    match (a, b) {
        (Some(a), Some(b)) => Some(if rank(&b) > rank(&a) { b } else { a }),
        (a, b) => a.or(b),
    }
}

fn needs_non_ascii(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => false,
        HirKind::Literal(literal) => !literal.0.is_ascii(),
        HirKind::Class(Class::Unicode(class)) => class.ranges().iter().all(|range| !range.start().is_ascii()),
        HirKind::Class(Class::Bytes(_)) => false,
        HirKind::Repetition(repetition) => repetition.min > 0 && needs_non_ascii(&repetition.sub),
        HirKind::Capture(capture) => needs_non_ascii(&capture.sub),
        HirKind::Concat(parts) => parts.iter().any(needs_non_ascii),
        HirKind::Alternation(parts) => parts.iter().all(needs_non_ascii),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anchors(pattern: &str, ignore_case: bool) -> Anchors {
        Anchors::of(
            &regex_syntax::ParserBuilder::new()
                .case_insensitive(ignore_case)
                .build()
                .parse(pattern)
                .unwrap(),
        )
    }

    fn check(pattern: &str, expected: &[&str]) {
        let expected = match expected {
            [] => Anchors::EveryLine,
            literals => Anchors::Literals(literals.iter().map(|literal| literal.as_bytes().to_vec()).collect()),
        };
        assert_eq!(anchors(pattern, true), expected, "{pattern}");
        assert_eq!(anchors(pattern, false), expected, "{pattern} (exact case)");
    }

    #[test]
    fn every_match_contains_one_of_the_literals() {
        check("eval", &["eval"]);
        check(r"\bEval\s*\(", &["eval"]);
        check(r"(?:pickle|marshal)\.loads?", &["marshal.load", "pickle.load"]);
        check(r"https?://", &["http://", "https://"]);
        check(
            r"subprocess\.(?:run|call)\([^)]*shell\s*=\s*True",
            &["subprocess.call(", "subprocess.run("],
        );
        check(r"os\.system|popen", &["os.system", "popen"]);
        check(r"(?:abc)+x", &["abc"]);
        check(r"(?:abc){2}", &["abcabc"]);
        check(r"(?:abc){2,}", &["abcabc"]);
        check(r"(?:abc)?defg", &["defg"]);
        check(r"[a-z]+_secret\b", &["_secret"]);
        check(r"^(?P<at>USER)\s", &["user"]);
    }

    #[test]
    fn a_pattern_without_a_long_literal_runs_on_every_line() {
        check(r"\d+", &[]);
        check("ab", &[]);
        check("(?:abc)?", &[]);
        check("(?:abc)*de", &[]);
        check("eval|x", &[]);
        check(r"[a-z]{3}", &[]);
    }

    #[test]
    fn a_class_beyond_ascii_is_listed_by_its_first_bytes() {
        check(
            r"[\x{202A}-\x{202E}]",
            &["\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}"],
        );
        let tags = Anchors::Literals(vec![b"\xF3\xA0\x80".to_vec(), b"\xF3\xA0\x81".to_vec()]);
        assert_eq!(anchors(r"[\x{E0000}-\x{E007F}]+", false), tags);
        assert_eq!(anchors(r"[A-Za-z][\x{370}-\x{587}]", false), Anchors::NonAscii);
    }

    #[test]
    fn a_pattern_that_needs_a_line_end_never_runs() {
        assert_eq!(anchors("abc\ndef", false), Anchors::Literals(vec![]));
        assert_eq!(anchors("abc\n|xyz", false), Anchors::Literals(vec![b"xyz".to_vec()]));
    }
}
