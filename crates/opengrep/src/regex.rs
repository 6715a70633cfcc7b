//! Regular expressions of rules.
//!
//! Rules are written in the dialect of PCRE for text in UTF-8. An expression is translated to an engine that takes linear time; what
//! that engine cannot do (look-around, back-references, possessive and atomic groups, `\B`, `\G`, `\K`, calls, conditions) runs on one
//! that backtracks, with a bound on its steps. Not supported, and refused: control verbs `(*…)`, groups with a shared number `(?|…)`,
//! `\X`, `\C`, and names that refer to a group further right.
//!
//! All offsets are bytes; [`text_of`] makes a text of a file that is not UTF-8 without moving any.

mod size;
mod translate;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use fancy_regex::{Expr, RegexInput, RegexOptionsBuilder};
use regex_automata::meta;
use regex_automata::{Anchored, Input};

use translate::{Dialect, Refusal, translate};

/// The longest expression, in bytes.
pub const MAX_PATTERN_BYTES: usize = 100_000;

/// The largest compiled program, in bytes, with the tables of a search.
pub const MAX_PROGRAM_BYTES: usize = 10 * 1024 * 1024;

/// The steps back that a search in the text of a condition may take. A search in a file has ten times as many: places where no match
/// starts count too.
pub const MAX_STEPS: usize = 1_000_000;

/// The instructions of a program that backtracks.
const MAX_INSTRUCTIONS: usize = 200_000;
/// The same where groups are called: each call is a copy.
const MAX_INSTRUCTIONS_WITH_CALLS: usize = 2_000;
/// What tables of the linear engine may take beside the program: they make a search faster.
const MAX_TABLE_BYTES: usize = 64 * 1024;

/// What an expression is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// `pattern-regex`: `^` and `$` are the ends of lines.
    File,
    /// `metavariable-regex` and the like: `^` and `$` are the ends of the text, `$` also stands before a last line end.
    Condition,
}

/// Why an expression is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegexError {
    /// It is longer than [`MAX_PATTERN_BYTES`].
    #[error("the regular expression has {0} bytes, the limit is {MAX_PATTERN_BYTES}")]
    TooLong(usize),
    /// It is not correct, not supported, or its program exceeds [`MAX_PROGRAM_BYTES`].
    #[error("the regular expression `{pattern}` is refused: {reason}")]
    Refused {
        /// Its start.
        pattern: String,
        /// Why.
        reason: String,
    },
}

/// The text of a file: each byte that is not part of UTF-8 becomes U+0000, so that no offset moves.
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '\0'));
    }
    Cow::Owned(text)
}

/// A match and its groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captures {
    /// What matches.
    pub range: Range<usize>,
    /// The groups that took part, by number.
    pub groups: Vec<Group>,
}

/// A group that took part in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its number, from 1; a group with a name has one too.
    pub number: usize,
    /// Its name.
    pub name: Option<Arc<str>>,
    /// What it matched.
    pub range: Range<usize>,
}

/// An expression that can be searched. It is shared between threads.
///
/// It is read at once, so that what is wrong is told at once; for the linear engine it is compiled when it is first searched.
#[derive(Debug)]
pub struct Regex {
    engine: Engine,
    /// The names of groups 1, 2, ….
    names: Vec<Option<Arc<str>>>,
    /// The expression for the engine that backtracks and matches nothing empty, compiled when an empty match was found.
    not_empty: Deferred,
    program_bytes: usize,
}

#[derive(Debug)]
enum Engine {
    Linear(Box<Linear>),
    Backtracking(fancy_regex::Regex),
}

#[derive(Debug)]
struct Linear {
    /// For the engine.
    text: String,
    compiled: OnceLock<Result<meta::Regex, String>>,
    /// The memory of searches that are not running.
    memories: Mutex<Vec<meta::Cache>>,
    /// The same for the engine that backtracks: the only one that is right about the last line end.
    exact: Deferred,
    last_line_end: bool,
    line_start: bool,
}

/// What successive searches of one text work with; `None` until one has run.
type Memory = Option<meta::Cache>;

/// An expression that is compiled when it is first needed; `None` when it can't be, which is no match.
#[derive(Debug)]
struct Deferred {
    /// `None` when it can't be written for the engine.
    text: Option<String>,
    steps: usize,
    not_empty: bool,
    compiled: OnceLock<Option<Box<fancy_regex::Regex>>>,
}

/// Where a match may start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Here,
    HereOrLater,
}

impl Regex {
    /// Compiles an expression.
    ///
    /// # Errors
    ///
    /// When it is not correct, not supported or too large.
    pub fn new(pattern: &str, mode: Mode) -> Result<Self, RegexError> {
        if pattern.len() > MAX_PATTERN_BYTES {
            return Err(RegexError::TooLong(pattern.len()));
        }
        let refused = |reason: String| RegexError::Refused {
            pattern: pattern.chars().take(200).collect(),
            reason,
        };
        let multi_line = mode == Mode::File;
        let steps = match mode {
            Mode::File => MAX_STEPS * 10,
            Mode::Condition => MAX_STEPS,
        };
        let linear = match translate(pattern, multi_line, Dialect::Linear) {
            Ok(linear) => Some(linear),
            Err(Refusal::NeedsBacktracking) => None,
            Err(Refusal::Wrong(reason)) => return Err(refused(reason)),
        };
        let backtracking = match translate(pattern, multi_line, Dialect::Backtracking) {
            Ok(translated) => Ok(translated.text),
            Err(Refusal::Wrong(reason)) => Err(reason),
            Err(Refusal::NeedsBacktracking) => Err("it can't be translated".to_owned()),
        };
        match linear {
            Some(linear) => {
                let parsed = regex_syntax::parse(&linear.text).map_err(|error| refused(last_line(&error)))?;
                let once = size::of_linear(&parsed);
                let backtracking = backtracking.ok();
                // Where the other engine may be asked too, there are two programs or three.
                let may_be_empty = parsed.properties().minimum_len() == Some(0);
                let programs = 1 + usize::from(linear.last_line_end || linear.line_start) + usize::from(may_be_empty);
                Ok(Self {
                    names: shared(linear.names),
                    not_empty: Deferred::new(backtracking.clone(), steps, true),
                    program_bytes: within_limit(once).map_err(refused)?.saturating_mul(programs),
                    engine: Engine::Linear(Box::new(Linear {
                        text: linear.text,
                        compiled: OnceLock::new(),
                        memories: Mutex::default(),
                        exact: Deferred::new(backtracking, steps, false),
                        last_line_end: linear.last_line_end,
                        line_start: linear.line_start,
                    })),
                })
            }
            None => {
                let names = translate(pattern, multi_line, Dialect::Backtracking).map(|translated| translated.names);
                let text = backtracking.map_err(refused)?;
                let once = backtracking_bytes(&text).and_then(within_limit).map_err(refused)?;
                let regex = compile_backtracking(&text, steps, false).map_err(refused)?;
                Ok(Self {
                    names: shared(names.unwrap_or_default()),
                    engine: Engine::Backtracking(regex),
                    not_empty: Deferred::new(Some(text), steps, true),
                    program_bytes: once.saturating_mul(2),
                })
            }
        }
    }

    /// About the most memory that it takes once it has been searched, in bytes: its programs, and the tables of one search.
    pub fn program_bytes(&self) -> usize {
        self.program_bytes
    }

    /// Why it could not be compiled when it was first searched, if it could not: it then matches nothing.
    pub fn fault(&self) -> Option<&str> {
        match &self.engine {
            Engine::Linear(linear) => linear.compiled.get()?.as_ref().err().map(String::as_str),
            Engine::Backtracking(_) => None,
        }
    }

    /// The names of its groups, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().flatten().map(|name| &**name)
    }

    /// The number of its groups.
    pub fn group_count(&self) -> usize {
        self.names.len()
    }

    /// True when it matches somewhere.
    pub fn is_match(&self, text: &str) -> bool {
        self.first(text, Start::HereOrLater).is_some()
    }

    /// All matches from left to right, none of which overlap. After an empty one only one that is not empty is searched: `^` is found
    /// once in a file.
    pub fn find_all(&self, text: &str) -> Vec<Captures> {
        self.successive(text, Start::HereOrLater)
    }

    /// The match at the start of the text.
    pub fn match_at_start(&self, text: &str) -> Option<Captures> {
        self.first(text, Start::Here)
    }

    /// The match at the start of the text, the one that starts where it ends, and so on.
    pub fn matches_from_start(&self, text: &str) -> Vec<Captures> {
        self.successive(text, Start::Here)
    }

    /// As [`Regex::find_all`], as long as `more`, which is told how many there are so far, wants more.
    pub fn find_some(&self, text: &str, more: &mut dyn FnMut(usize) -> bool) -> Vec<Captures> {
        self.successive_while(text, Start::HereOrLater, more)
    }

    fn first(&self, text: &str, start: Start) -> Option<Captures> {
        let mut memory = self.memory();
        let found = self.search(text, 0, start, &mut memory);
        self.keep(memory);
        found
    }

    fn successive(&self, text: &str, start: Start) -> Vec<Captures> {
        self.successive_while(text, start, &mut |_| true)
    }

    fn successive_while(&self, text: &str, start: Start, more: &mut dyn FnMut(usize) -> bool) -> Vec<Captures> {
        let mut found = Vec::new();
        let mut at = 0;
        let mut after_empty = false;
        let mut memory = self.memory();
        while at <= text.len() && more(found.len()) {
            let next = if after_empty {
                self.not_empty
                    .get()
                    .and_then(|regex| self.backtrack(regex, text, at, start))
            } else {
                self.search(text, at, start, &mut memory)
            };
            let Some(next) = next else {
                break;
            };
            after_empty = next.range.is_empty();
            // `\K` and look-behind can give a match that ends where the search started: without progress there is no next one.
            if !after_empty && next.range.end <= at && !found.is_empty() {
                break;
            }
            at = next.range.end;
            found.push(next);
        }
        self.keep(memory);
        found
    }

    fn memory(&self) -> Memory {
        match &self.engine {
            Engine::Linear(linear) => linear.memories.lock().unwrap_or_else(PoisonError::into_inner).pop(),
            Engine::Backtracking(_) => None,
        }
    }

    /// Keeps the memory of a search for the next one, unless a long text made it larger than what was told of the expression.
    fn keep(&self, memory: Memory) {
        if let (Engine::Linear(linear), Some(memory)) = (&self.engine, memory)
            && memory.memory_usage() <= self.program_bytes
        {
            linear
                .memories
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(memory);
        }
    }

    fn search(&self, text: &str, at: usize, start: Start, memory: &mut Memory) -> Option<Captures> {
        match &self.engine {
            Engine::Backtracking(regex) => self.backtrack(regex, text, at, start),
            Engine::Linear(linear) => {
                let ends_in_line_end = text.ends_with('\n');
                let exact = || {
                    let exact = linear.exact.get();
                    exact.map(|regex| self.backtrack(regex, text, at, start))
                };
                if linear.last_line_end
                    && ends_in_line_end
                    && let Some(found) = exact()
                {
                    return found;
                }
                let input = Input::new(text).range(at..).anchored(match start {
                    Start::Here => Anchored::Yes,
                    Start::HereOrLater => Anchored::No,
                });
                let regex = linear
                    .compiled
                    .get_or_init(|| compile_linear(&linear.text))
                    .as_ref()
                    .ok()?;
                let memory = memory.get_or_insert_with(|| regex.create_cache());
                let mut captures = regex.create_captures();
                regex.search_captures_with(memory, &input, &mut captures);
                let found = self.captures(|group| captures.get_group(group).map(|span| span.range()))?;
                if linear.line_start
                    && ends_in_line_end
                    && found.range.end == text.len()
                    && let Some(found) = exact()
                {
                    return found;
                }
                Some(found)
            }
        }
    }

    /// A search that takes too many steps finds nothing.
    fn backtrack(&self, regex: &fancy_regex::Regex, text: &str, at: usize, start: Start) -> Option<Captures> {
        let input = RegexInput::new(text).from_pos(at).anchored(start == Start::Here);
        let captures = regex.captures_input(input).ok().flatten()?;
        self.captures(|group| captures.get(group).map(|group| group.range()))
    }

    fn captures(&self, group: impl Fn(usize) -> Option<Range<usize>>) -> Option<Captures> {
        let range = group(0)?;
        let groups = self.names.iter().enumerate().filter_map(|(index, name)| {
            Some(Group {
                number: index + 1,
                name: name.clone(),
                range: group(index + 1)?,
            })
        });
        Some(Captures {
            range,
            groups: groups.collect(),
        })
    }
}

impl Deferred {
    fn new(text: Option<String>, steps: usize, not_empty: bool) -> Self {
        Self {
            text,
            steps,
            not_empty,
            compiled: OnceLock::new(),
        }
    }

    fn get(&self) -> Option<&fancy_regex::Regex> {
        let compile = || {
            let regex = compile_backtracking(self.text.as_deref()?, self.steps, self.not_empty);
            regex.ok().map(Box::new)
        };
        self.compiled.get_or_init(compile).as_deref()
    }
}

fn shared(names: Vec<Option<String>>) -> Vec<Option<Arc<str>>> {
    names.into_iter().map(|name| name.map(Arc::from)).collect()
}

fn within_limit(bytes: usize) -> Result<usize, String> {
    if bytes > MAX_PROGRAM_BYTES {
        return Err(format!(
            "its program would take about {bytes} bytes and exceeds {MAX_PROGRAM_BYTES} bytes: let it repeat less often, or classes \
             with fewer characters"
        ));
    }
    Ok(bytes)
}

fn backtracking_bytes(text: &str) -> Result<usize, String> {
    let tree = Expr::parse_tree(text).map_err(|error| last_line(&error))?;
    Ok(size::of_backtracking(&tree.expr))
}

fn compile_linear(text: &str) -> Result<meta::Regex, String> {
    let config = meta::Config::new()
        .nfa_size_limit(Some(MAX_PROGRAM_BYTES))
        .onepass_size_limit(Some(MAX_TABLE_BYTES));
    meta::Regex::builder()
        .configure(config)
        .build(text)
        .map_err(|error| match error.size_limit() {
            Some(_) => format!("its program exceeds {MAX_PROGRAM_BYTES} bytes"),
            None => last_line(&error),
        })
}

fn compile_backtracking(text: &str, steps: usize, not_empty: bool) -> Result<fancy_regex::Regex, String> {
    let calls = Expr::parse_tree(text).is_ok_and(|tree| tree.contains_subroutines);
    RegexOptionsBuilder::new()
        .backtrack_limit(steps)
        .delegate_size_limit(MAX_PROGRAM_BYTES)
        .delegate_dfa_size_limit(MAX_TABLE_BYTES)
        .max_prog_size(if calls {
            MAX_INSTRUCTIONS_WITH_CALLS
        } else {
            MAX_INSTRUCTIONS
        })
        .find_not_empty(not_empty)
        .build(text.to_owned())
        .map_err(|error| last_line(&error))
}

/// Errors of the engines show the expression on several lines and say what is wrong on the last.
fn last_line(error: &impl std::fmt::Display) -> String {
    let text = error.to_string();
    text.lines()
        .last()
        .unwrap_or_default()
        .trim_start_matches("error: ")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use regex_automata::meta;

    use super::{Engine, MAX_PATTERN_BYTES, MAX_PROGRAM_BYTES, Mode, Regex, text_of};

    fn regex(pattern: &str, mode: Mode) -> Regex {
        Regex::new(pattern, mode).unwrap_or_else(|error| panic!("{error}"))
    }

    fn found(pattern: &str, text: &str) -> Vec<String> {
        let matches = regex(pattern, Mode::File).find_all(text);
        matches.into_iter().map(|found| text[found.range].to_owned()).collect()
    }

    fn check(rows: &[(&str, &str, &[&str])]) {
        for (pattern, text, expected) in rows {
            assert_eq!(&found(pattern, text), expected, "`{pattern}` on {text:?}");
        }
    }

    #[test]
    fn classes_and_boundaries_are_ascii() {
        check(&[
            (r"\w+", "é1", &["1"]),
            (r"\W", "é", &["é"]),
            (r"\d+", "1٣2", &["1", "2"]),
            (r"a\sb", "a\u{A0}b a b", &["a b"]),
            (r"\bx\b", "éxé", &["x"]),
            (r"\Bx", "yx éx", &["x"]),
            (r"[[:alpha:]]+", "aé1", &["a"]),
            (r"[[:^digit:]\d]+", "a1é", &["a1é"]),
            (r"[^\w\s]", "a é", &["é"]),
            (r"[\W\d]+", "a1-é", &["1-é"]),
        ]);
    }

    #[test]
    fn the_dialect_is_not_that_of_the_engines() {
        check(&[
            ("a{", "a{", &["a{"]),
            ("a{,3}", "a{,3} aaa", &["a{,3}"]),
            (r"\${x}", "${x}", &["${x}"]),
            ("{{.*}}", "{{ a }}", &["{{ a }}"]),
            ("x]}", "x]}", &["x]}"]),
            ("[[a]+", "[a", &["[a"]),
            ("[a&&b]+", "a&b", &["a&b"]),
            ("[!--a]+", "!-a", &["!-a"]),
            ("[+--]+", "+,-", &["+,-"]),
            (r"[\w-.]+", "a-.b", &["a-.b"]),
            ("[]a]+", "]a", &["]a"]),
            ("[^]a]+", "]ab", &["b"]),
            (r"[a\]]+", "a]", &["a]"]),
            (r"[\b]", "\u{8}", &["\u{8}"]),
            (r"\Qa.b\E.", "a.bc axbc", &["a.bc"]),
            (r"\<a\>", "<a>", &["<a>"]),
            (r"\x41\x{e9}\101\/\#\-", "Aé A/#-", &[]),
            (r"\x41\x{e9}\101\/\#\-", "AéA/#-", &["AéA/#-"]),
            (r"\p{Lu}\pL\P{L}", "Éa1", &["Éa1"]),
            (r"[\p{Greek}\p{^L}]+", "aα1", &["α1"]),
            ("(?i)É", "é", &["é"]),
            ("(?i)k(?-i)a", "KA Ka", &["Ka"]),
            ("(?x) a b # c\n d", "abd", &["abd"]),
            ("(?#nothing)a(?s).b", "a\nb", &["a\nb"]),
            (r"\R\h\v", "\r\n\t\n", &["\r\n\t\n"]),
        ]);
    }

    #[test]
    fn line_ends_are_those_of_the_mode() {
        check(&[
            ("b$", "ab\r\n", &[]),
            ("b$", "ab\ncb", &["b", "b"]),
            ("^a", "a\na\n", &["a", "a"]),
            ("a.b", "a\nb", &[]),
            (r"b\Z", "b\nb\n", &["b"]),
            (r"b\z", "b\n", &[]),
            (r"\Aa", "a\na", &["a"]),
            ("^$", "a\n", &[]),
            ("^$", "a\n\nb", &[""]),
            ("a\n^", "a\n", &[]),
            ("(?-m)^a$", "a\na", &[]),
        ]);
        let condition = |pattern: &str, text: &str| regex(pattern, Mode::Condition).match_at_start(text).is_some();
        for (pattern, text, holds) in [
            ("ab", "xab", false),
            (".*ab", "xab", true),
            ("ab", "abc", true),
            ("abc", "\"abc\"", false),
            ("a$", "a\n", true),
            ("a$", "a\nb", false),
            ("a$", "a\n\n", false),
            ("b", "a\nb", false),
            (".*b", "a\nb", false),
            ("(?m)a$", "a\nb", true),
            ("(?!.*text/html)", "text/plain", true),
            ("(?!.*text/html)", "x text/html", false),
        ] {
            assert_eq!(condition(pattern, text), holds, "`{pattern}` on {text:?}");
        }
    }

    #[test]
    fn after_an_empty_match_only_another_is_searched_that_is_not() {
        check(&[
            ("^", "a\nb", &[""]),
            ("x*", "axxb", &["", "xx", ""]),
            ("", "abc", &[""]),
            ("(?=a)", "aa", &[""]),
            ("|a", "ba", &["", "a", ""]),
        ]);
    }

    #[test]
    fn what_backtracks_is_searched_by_the_other_engine() {
        check(&[
            (r"(\w)\1", "abba", &["bb"]),
            (r"(?<q>['\x22]).*?\k<q>", "'a\"'", &["'a\"'"]),
            (r"(?P<a>x)(?P=a)\g{a}\g1\g{-1}", "xxxxx", &["xxxxx"]),
            ("(?<!a)b(?=c)", "abc bc", &["b"]),
            ("(?>a+)a", "aaa", &[]),
            ("a++a", "aaa", &[]),
            ("a{2,3}+a", "aaa", &[]),
            ("(a|b)?+c", "ac", &["ac"]),
            ("(?=ab){6,32}a", "ab", &["a"]),
            ("(?=x)*a", "a", &["a"]),
            ("(?!x)+a", "a", &["a"]),
            (r"x\Ky", "xy", &["y"]),
            (r"(\((?:[^()]|(?1))*\))", "f(a(b)c", &["(b)"]),
            (r"(a)?(?(1)b|c)", "ab c", &["ab", "c"]),
            (r"(?i)(?<=É)\bx", "éx", &["x"]),
        ]);
    }

    #[test]
    fn a_match_that_takes_too_many_steps_is_none() {
        let text = "a".repeat(40);
        assert!(!regex(r"^(a+)+(?!a)b$", Mode::Condition).is_match(&text));
    }

    #[test]
    fn groups_have_numbers_and_names_and_only_those_that_took_part_are_there() {
        let found = regex("(?<K>[a-z]+)-(x)?(\\d+)", Mode::File).find_all("f ab-12");
        let groups: Vec<_> = found[0]
            .groups
            .iter()
            .map(|g| (g.number, g.name.as_deref(), g.range.clone()))
            .collect();
        assert_eq!(groups, [(1, Some("K"), 2..4), (3, None, 5..7)]);
        assert_eq!(found[0].range, 2..7);
    }

    #[test]
    fn a_condition_gives_a_match_for_each_successive_one_from_the_start() {
        let found = regex("([a-z])-?", Mode::Condition).matches_from_start("a-b-c1d");
        let groups: Vec<_> = found.iter().map(|found| found.groups[0].range.clone()).collect();
        assert_eq!(groups, [0..1, 2..3, 4..5]);
    }

    #[test]
    fn text_that_is_not_utf_8_is_searched_and_offsets_are_bytes() {
        for pattern in ["foo.", "(?<!x)foo."] {
            let found = regex(pattern, Mode::File).find_all(&text_of(b"\xFFfoo\n\xFF foo\xC3\xA9\xFF"));
            assert_eq!(
                found.iter().map(|found| found.range.clone()).collect::<Vec<_>>(),
                vec![7..12],
                "{pattern}"
            );
        }
    }

    #[test]
    fn what_is_told_of_the_size_holds_for_the_program_and_its_memory() {
        for pattern in [
            "a",
            "(post|put|patch|delete)",
            r"\p{L}{1,40}",
            "[^a]{1,500}",
            "(a{1000}){30}",
            "(?s).{1,1000}",
            "(a|b|c){1000}",
            r"(\w+)\s*=\s*(['\x22])(.{8,64})x",
            r"(\p{Greek}|\p{Han})(\p{N})",
            "(?i)ſtraße[k-m]{50}",
        ] {
            let regex = regex(pattern, Mode::File);
            regex.find_all(&"aé1 = 'secret' страна 漢字 ".repeat(500));
            let Engine::Linear(linear) = &regex.engine else {
                panic!("`{pattern}` needs no backtracking")
            };
            let program = linear.compiled.get().and_then(|compiled| compiled.as_ref().ok());
            let program = program.map_or(0, meta::Regex::memory_usage);
            let told = regex.program_bytes();
            assert!(
                program <= told && told <= MAX_PROGRAM_BYTES,
                "`{pattern}`: {program} of {told}"
            );
            let kept: usize = linear
                .memories
                .lock()
                .unwrap()
                .iter()
                .map(|memory| memory.memory_usage())
                .sum();
            assert!(kept <= told, "`{pattern}`: {kept} of {told}");
        }
    }

    #[test]
    fn what_is_wrong_or_too_large_is_refused_with_the_reason() {
        let many_groups = format!("(?:{}){{2000}}", "(a)".repeat(100));
        for (pattern, reason) in [
            ("a)", "closes no group"),
            ("(a", "not closed"),
            ("[a", "`[` is not closed"),
            ("*a", "nothing that `*` repeats"),
            ("a**", "nothing that `*` repeats"),
            ("a{3,2}", "smaller number comes first"),
            ("[b-a]", "is empty"),
            (r"\", "backslash"),
            (r"\y", "not supported"),
            (r"\2(a)", "group 2"),
            (r"\k<a>", "no group before is named `a`"),
            ("(?<a>x)(?<a>y)", "two groups are named `a`"),
            ("(*UTF8)a", "not supported"),
            ("(?|a)", "not supported"),
            ("[[:nothing:]]", "not a class"),
            (r"\x{110000}", "number of no character"),
            (r"\p{Nothing}", "property"),
            ("(?:a{1000}){1000}", "exceeds 10485760 bytes"),
            (r"(?=a)(?:\p{L}{500}(?=b)){500}", "exceeds 10485760 bytes"),
            (&many_groups, "exceeds 10485760 bytes"),
        ] {
            let error = Regex::new(pattern, Mode::File).expect_err(pattern).to_string();
            assert!(error.contains(reason), "`{pattern}`: {error}");
        }
        let error = Regex::new(&"a".repeat(MAX_PATTERN_BYTES + 1), Mode::File).expect_err("too long");
        assert_eq!(
            error.to_string(),
            "the regular expression has 100001 bytes, the limit is 100000"
        );
    }

    proptest! {
        #[test]
        fn any_expression_is_compiled_or_refused_and_what_it_finds_is_in_the_text(
            pattern in r"([ab.*+?|^$(){}\[\]\\:=!<>,\-&0-9wdsbBZzAGKQEpPhRxkg]|\(\?[:=!<]|é){0,16}",
            text in "[ab\n1é]{0,12}",
        ) {
            for mode in [Mode::File, Mode::Condition] {
                if let Ok(regex) = Regex::new(&pattern, mode) {
                    for found in regex.find_all(&text).into_iter().chain(regex.matches_from_start(&text)) {
                        prop_assert!(text.get(found.range).is_some());
                    }
                }
            }
        }
    }
}
