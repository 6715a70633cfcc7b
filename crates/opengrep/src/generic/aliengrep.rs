//! The other engine.

use super::text::{GenericText, TokenKind, tokens};
use super::{Bindings, GenericMatch, same, step};
use crate::rule::GenericOptions;

/// What is balanced unless the options say otherwise.
const BRACES: [(u8, u8); 3] = [(b'(', b')'), (b'[', b']'), (b'{', b'}')];

#[derive(Clone, Debug)]
pub(super) struct Pattern {
    items: Vec<Item>,
    caseless: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    /// A token that is the same in the text.
    Text(String),
    /// `$X`: a word; `$_` has no name.
    Word(Option<String>),
    /// `...`, `$...X`, `....`, `$....X`.
    Skip(Skip),
    /// The end of a line, where it matters.
    LineEnd,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Skip {
    name: Option<String>,
    crosses_lines: bool,
    /// The pair that it stands in.
    braces: Option<(u8, u8)>,
}

impl Pattern {
    pub(super) fn parse(text: &str, options: &GenericOptions) -> Result<Self, String> {
        let mut braces = options.braces.clone().unwrap_or_else(|| BRACES.to_vec());
        braces.extend_from_slice(&options.extra_braces);
        let text = text.trim();
        let tokens = tokens(text, &options.extra_word_characters, !options.multiline);
        let strings: Vec<&str> = tokens.iter().map(|token| &text[token.range.clone()]).collect();
        let adjacent = |left: usize| left + 1 < tokens.len() && tokens[left].range.end == tokens[left + 1].range.start;
        let dots_from = |at: usize| {
            let mut count = 0;
            while strings.get(at + count) == Some(&".") && (count == 0 || adjacent(at + count - 1)) {
                count += 1;
            }
            count
        };
        let is_name = |at: usize| {
            tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word)
                && !strings[at].starts_with(|c: char| c.is_ascii_digit())
                && strings[at]
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        };
        let mut items = Vec::new();
        // Braces that are open: the pair, and the first item in it.
        let mut open: Vec<((u8, u8), usize)> = Vec::new();
        // Ellipses whose pair is not known yet.
        let mut skips: Vec<usize> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let sigil = strings[at] == "$" && adjacent(at);
            let dots = dots_from(if sigil { at + 1 } else { at });
            let name = if sigil { at + 1 + dots } else { at };
            if sigil && is_name(name) && (dots == 0 || (matches!(dots, 3 | 4) && adjacent(name - 1))) {
                let text = text[tokens[at].range.start..tokens[name].range.end].to_owned();
                items.push(match dots {
                    0 => Item::Word((text != "$_").then_some(text)),
                    dots => {
                        if matches!(items.last(), Some(Item::Skip(_))) {
                            return Err(format!(
                                "`{text}` follows another ellipsis: which of the two takes what can't be said"
                            ));
                        }
                        skips.push(items.len());
                        skip(Some(text), dots == 4)
                    }
                });
                at = name + 1;
                continue;
            }
            if !sigil && matches!(dots, 3 | 4) {
                skips.push(items.len());
                items.push(skip(None, dots == 4));
                at += dots;
                continue;
            }
            let plain = if sigil { 1 } else { dots.max(1) };
            for string in &strings[at..at + plain] {
                let byte = string.as_bytes()[0];
                match open.last() {
                    Some(&((_, close), first)) if close == byte => {
                        let pair = open.pop().map(|(pair, _)| pair);
                        // Those that stand in a pair inside this one are known.
                        while let Some(inside) = skips.pop_if(|skip| *skip >= first) {
                            if let Item::Skip(skip) = &mut items[inside] {
                                skip.braces = pair;
                            }
                        }
                    }
                    _ => open.extend(
                        braces
                            .iter()
                            .find(|pair| pair.0 == byte)
                            .map(|&pair| (pair, items.len())),
                    ),
                }
                items.push(match tokens[at].kind {
                    TokenKind::LineEnd => Item::LineEnd,
                    _ => Item::Text((*string).to_owned()),
                });
            }
            at += plain;
        }
        if items.is_empty() {
            return Err("the pattern is empty".to_owned());
        }
        Ok(Self {
            items,
            caseless: options.caseless,
        })
    }

    /// The metavariables, as often as they stand in it.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match item {
            Item::Word(name) | Item::Skip(Skip { name, .. }) => name.as_deref(),
            Item::Text(_) | Item::LineEnd => None,
        })
    }

    pub(super) fn find(&self, text: &GenericText, budget: &mut usize) -> Vec<GenericMatch> {
        let mut found = Vec::new();
        let mut start = 0;
        while start < text.tokens.len() && step(budget) {
            match self.match_at(start, text, budget) {
                Some((end, next)) => {
                    found.push(next);
                    start = end;
                }
                None => start += 1,
            }
        }
        found
    }

    /// The match that starts with a token, and the token that follows it.
    fn match_at(&self, start: usize, text: &GenericText, budget: &mut usize) -> Option<(usize, GenericMatch)> {
        let mut state = State {
            item: 0,
            at: start,
            bindings: Bindings::default(),
        };
        // Ellipses: the state before, how far they reach, how many braces are open in them.
        let mut choices: Vec<Choice> = Vec::new();
        loop {
            match self.advance(&mut state, text, budget) {
                Some(true) if state.at == start => return None,
                Some(true) => {
                    let range = text.tokens[start].range.start..text.tokens[state.at - 1].range.end;
                    let bindings = state.bindings.0;
                    return Some((state.at, GenericMatch { range, bindings }));
                }
                Some(false) => choices.push(Choice {
                    reach: state.at,
                    before: state.clone(),
                    open: 0,
                    tried: false,
                }),
                None => {}
            }
            loop {
                if !step(budget) {
                    return None;
                }
                let choice = choices.last_mut()?;
                let Some(Item::Skip(skip)) = self.items.get(choice.before.item) else {
                    return None;
                };
                if !choice.reach_on(skip, text) {
                    choices.pop();
                } else if choice.open == 0
                    && let Some(next) = choice.state_after(skip, text, self.caseless)
                {
                    state = next;
                    break;
                }
            }
        }
    }

    /// Goes on to the next ellipsis (`false`) or to the end (`true`); `None` when the text is another.
    fn advance(&self, state: &mut State, text: &GenericText, budget: &mut usize) -> Option<bool> {
        while let Some(item) = self.items.get(state.item) {
            if !step(budget) {
                return None;
            }
            if matches!(item, Item::Skip(_)) {
                return Some(false);
            }
            let token = text.tokens.get(state.at)?;
            let matches = match item {
                Item::Text(expected) => {
                    token.kind != TokenKind::LineEnd && same(expected, text.str(state.at), self.caseless)
                }
                Item::Word(None) => token.kind == TokenKind::Word,
                Item::Word(Some(name)) => {
                    token.kind == TokenKind::Word
                        && state
                            .bindings
                            .bind(name, token.range.clone(), &text.text, self.caseless)
                }
                Item::LineEnd => token.kind == TokenKind::LineEnd,
                Item::Skip(_) => false,
            };
            if !matches {
                return None;
            }
            state.at += 1;
            state.item += 1;
        }
        Some(true)
    }
}

fn skip(name: Option<String>, crosses_lines: bool) -> Item {
    Item::Skip(Skip {
        name,
        crosses_lines,
        braces: None,
    })
}

#[derive(Clone, Debug)]
struct State {
    /// The next item of the pattern.
    item: usize,
    /// The next token of the text.
    at: usize,
    bindings: Bindings,
}

struct Choice {
    before: State,
    reach: usize,
    open: usize,
    tried: bool,
}

impl Choice {
    /// Takes one more token, the first time none; false when it may not.
    fn reach_on(&mut self, skip: &Skip, text: &GenericText) -> bool {
        if !self.tried {
            self.tried = true;
            return true;
        }
        let Some(token) = text.tokens.get(self.reach) else {
            return false;
        };
        if token.kind == TokenKind::LineEnd && !skip.crosses_lines {
            return false;
        }
        if let Some((open, close)) = skip.braces {
            let byte = text.text.as_bytes()[token.range.start];
            if byte == close {
                let Some(open) = self.open.checked_sub(1) else {
                    return false;
                };
                self.open = open;
            } else if byte == open {
                self.open += 1;
            }
        }
        self.reach += 1;
        true
    }

    fn state_after(&self, skip: &Skip, text: &GenericText, caseless: bool) -> Option<State> {
        let mut state = self.before.clone();
        if let Some(name) = &skip.name {
            let range = if self.reach > state.at {
                text.tokens[state.at].range.start..text.tokens[self.reach - 1].range.end
            } else {
                let end = state.at.checked_sub(1).map_or(0, |last| text.tokens[last].range.end);
                end..end
            };
            if !state.bindings.bind(name, range, &text.text, caseless) {
                return None;
            }
        }
        state.at = self.reach;
        state.item += 1;
        Some(state)
    }
}

#[cfg(test)]
mod tests {
    use super::super::GenericPattern;
    use super::super::tests::found;
    use crate::rule::{GenericEngine, GenericOptions};

    fn options() -> GenericOptions {
        GenericOptions {
            engine: GenericEngine::Aliengrep,
            ..GenericOptions::default()
        }
    }

    fn check(options: &GenericOptions, rows: &[(&str, &str, &[&str])]) {
        for (pattern, text, expected) in rows {
            assert_eq!(&found(pattern, text, options), expected, "{pattern:?} on {text:?}");
        }
    }

    #[test]
    fn there_are_no_blocks_and_no_limit() {
        let far = format!("a{}z", "\n".repeat(50));
        check(
            &options(),
            &[
                ("a ... z", &far, &[&far]),
                ("a ... z", "(a b) z", &["(a b) z"].map(|text| &text[1..])),
                ("a\n  b", "a b", &["a b"]),
                ("a ... z", "a a z z", &["a a z"]),
                ("foo", "foobar foo", &["foo"]),
                ("a.b", "a . b", &["a . b"]),
            ],
        );
    }

    #[test]
    fn metavariables_are_upper_case() {
        check(
            &options(),
            &[
                ("x = $X;", "x = 1;", &["x = 1; $X=<1>"]),
                ("$Ab", "$Ab x", &["$Ab"]),
                ("$X $X", "a b b", &["b b $X=<b>"]),
                ("f($_)", "f(a)", &["f(a)"]),
                ("a $...X z", "a b, c z", &["a b, c z $...X=<b, c>"]),
                ("a $...X z", "a z", &["a z $...X=<>"]),
                ("($...X)($...X)", "(a b)(a c) (d)(d)", &["(d)(d) $...X=<d>"]),
            ],
        );
    }

    #[test]
    fn an_ellipsis_keeps_the_brackets_balanced_that_it_is_in() {
        check(
            &options(),
            &[
                ("f(...)", "f(a, (b), c) d)", &["f(a, (b), c)"]),
                ("f(... c)", "f(a) g(c)", &[]),
                ("f(...)", "f((a)", &[]),
                ("f(... [$X] ...)", "f(a, [b], c)", &["f(a, [b], c) $X=<b>"]),
                ("\"...\"", "\"a\" b \"", &["\"a\""]),
                ("x ... \"y\"", "x \" \"y\"", &["x \" \"y\""]),
            ],
        );
        let angles = GenericOptions {
            extra_braces: vec![(b'<', b'>')],
            ..options()
        };
        check(&angles, &[("f<...> x", "f<a> b> x f<<a>> x", &["f<<a>> x"])]);
        let none = GenericOptions {
            braces: Some(Vec::new()),
            ..options()
        };
        check(&none, &[("f(...) x", "f(a) b) x", &["f(a) b) x"])]);
    }

    #[test]
    fn lines_matter_when_the_options_say_so() {
        let lines = GenericOptions {
            multiline: false,
            ..options()
        };
        check(
            &lines,
            &[
                ("a ... z", "a b\nz a z", &["a z"]),
                ("a .... z", "a b\nz", &["a b\nz"]),
                ("a $....X z", "a b\nc z", &["a b\nc z $....X=<b\nc>"]),
                ("a b", "a\nb", &[]),
                ("a\nb\n", "a\n\n  b", &["a\n\n  b"]),
            ],
        );
    }

    #[test]
    fn words_and_case_follow_the_options() {
        let options = GenericOptions {
            extra_word_characters: vec![b'-'],
            caseless: true,
            ..options()
        };
        check(
            &options,
            &[
                ("X $A y", "x a-b Y", &["x a-b Y $A=<a-b>"]),
                ("$A $A", "Ab aB", &["Ab aB $A=<Ab>"]),
            ],
        );
    }

    #[test]
    fn ellipses_that_compete_are_refused() {
        for pattern in ["... $...X", "$...X $...Y", "", " \n"] {
            assert!(GenericPattern::parse(pattern, &options()).is_err(), "{pattern:?}");
        }
    }
}
