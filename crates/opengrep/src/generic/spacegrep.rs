//! The default engine.

use std::collections::BTreeMap;

use super::text::{GenericText, TokenKind, indentation};
use super::{Bindings, GenericMatch, same, step};
use crate::rule::GenericOptions;

#[derive(Clone, Debug)]
pub(super) struct Pattern {
    items: Vec<Item>,
    /// The lines that one ellipsis may cross.
    span: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    /// A token that is the same in the text.
    Text(String),
    /// `$X`: a word.
    Word(String),
    /// `...`, as often as it stands in a row, or `$...X`.
    Skip { name: Option<String>, ellipses: usize },
    /// What follows is in a block of its own.
    Open,
    /// The block ends.
    Close,
}

impl Pattern {
    pub(super) fn parse(text: &str, options: &GenericOptions) -> Result<Self, String> {
        let mut items = Vec::new();
        let lines = || text.lines().filter(|line| !line.trim().is_empty());
        let depth = |line: &str| indentation(&line[..line.len() - line.trim_start().len()]);
        let Some(base) = lines().map(depth).min() else {
            return Err("the pattern is empty".to_owned());
        };
        let mut open = vec![base];
        for line in lines() {
            let depth = depth(line);
            while open.last().is_some_and(|&outer| outer > depth) {
                open.pop();
                items.push(Item::Close);
            }
            if open.last().is_some_and(|&outer| outer < depth) {
                open.push(depth);
                items.push(Item::Open);
            }
            read_line(line, &mut items)?;
        }
        items.extend(open[1..].iter().map(|_| Item::Close));
        Ok(Self {
            items,
            span: options.ellipsis_max_span,
        })
    }

    /// The metavariables, as often as they stand in it.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match item {
            Item::Word(name) => Some(name.as_str()),
            Item::Skip { name, .. } => name.as_deref(),
            Item::Text(_) | Item::Open | Item::Close => None,
        })
    }

    pub(super) fn find(&self, text: &GenericText, budget: &mut usize) -> Vec<GenericMatch> {
        // With a trailing ellipsis, of matches with the same end the longest is kept, otherwise the shortest.
        let keep_first = self
            .items
            .iter()
            .rfind(|item| **item != Item::Close)
            .is_some_and(Item::is_skip);
        let mut by_end: BTreeMap<usize, GenericMatch> = BTreeMap::new();
        for start in 0..text.tokens.len() {
            if !step(budget) {
                break;
            }
            if matches!(self.items.first(), Some(Item::Skip { .. })) && !text.starts_block[start] {
                continue;
            }
            if let Some(found) = self.match_at(start, text, budget) {
                let end = found.range.end;
                if !(keep_first && by_end.contains_key(&end)) {
                    by_end.insert(end, found);
                }
            }
        }
        let mut found: Vec<_> = by_end.into_values().collect();
        found.sort_by_key(|found| (found.range.start, found.range.end));
        found
    }

    /// The match that starts with a token.
    fn match_at(&self, start: usize, text: &GenericText, budget: &mut usize) -> Option<GenericMatch> {
        let mut state = State {
            item: 0,
            at: start,
            bounds: vec![text.block_ends[start]],
            floor: start,
            bindings: Bindings::default(),
        };
        // Ellipses, and how far they reach already.
        let mut choices: Vec<(State, usize)> = Vec::new();
        loop {
            match self.advance(&mut state, text, budget) {
                Advance::Done if state.at == start => return None,
                Advance::Done => {
                    return Some(GenericMatch {
                        range: text.tokens[start].range.start..text.tokens[state.at - 1].range.end,
                        bindings: state.bindings.0,
                    });
                }
                Advance::Choice => choices.push((state.clone(), state.at)),
                Advance::Fail => {}
            }
            loop {
                if !step(budget) {
                    return None;
                }
                let (before, reach) = choices.last_mut()?;
                match self.skip(before, *reach, start, text) {
                    Skip::To(next) => {
                        *reach += 1;
                        state = next;
                        break;
                    }
                    Skip::Unequal => *reach += 1,
                    Skip::TooFar => {
                        choices.pop();
                    }
                }
            }
        }
    }

    /// Goes on to the next ellipsis or to the end.
    fn advance(&self, state: &mut State, text: &GenericText, budget: &mut usize) -> Advance {
        while let Some(item) = self.items.get(state.item) {
            if !step(budget) {
                return Advance::Fail;
            }
            let bound = state.bounds.last().copied().unwrap_or_default();
            let token = (state.at < bound && state.at >= state.floor).then_some(state.at);
            match (item, token) {
                (Item::Text(expected), Some(token)) if same(expected, text.str(token), false) => state.at += 1,
                (Item::Word(name), Some(token)) if text.tokens[token].kind == TokenKind::Word => {
                    let range = text.tokens[token].range.clone();
                    if !state.bindings.bind(name, range, &text.text, false) {
                        return Advance::Fail;
                    }
                    state.at += 1;
                }
                (Item::Open, Some(token)) if text.starts_block[token] && text.block_ends[token] <= bound => {
                    state.bounds.push(text.block_ends[token]);
                }
                (Item::Close, _) => {
                    // The next token is behind the block.
                    state.floor = bound;
                    state.bounds.pop();
                }
                (Item::Skip { .. }, _) => return Advance::Choice,
                _ => return Advance::Fail,
            }
            state.item += 1;
        }
        Advance::Done
    }

    /// The state after an ellipsis that reaches up to the token `reach`, or to the end when it is the last.
    fn skip(&self, before: &State, reach: usize, start: usize, text: &GenericText) -> Skip {
        let Some(Item::Skip { name, ellipses }) = self.items.get(before.item) else {
            return Skip::TooFar;
        };
        let bound = before.bounds.last().copied().unwrap_or_default();
        let line = |token: usize| text.tokens[token].line;
        let from = line(if before.at > start { before.at - 1 } else { start });
        let lines = self.span.saturating_mul(*ellipses);
        let within = |token: usize| line(token) - from <= lines;
        let last = self.items[before.item + 1..].iter().all(|item| *item == Item::Close);
        let reach = if last {
            if reach > before.at {
                return Skip::TooFar;
            }
            before.at + text.tokens[before.at..bound].partition_point(|token| token.line - from <= lines)
        } else {
            let allowed =
                reach <= bound && (reach == before.at || within(reach - 1)) && (reach == bound || within(reach));
            if !allowed {
                return Skip::TooFar;
            }
            reach
        };
        let mut state = before.clone();
        if let Some(name) = name {
            let begin = match before.at {
                at if at > start => text.tokens[at - 1].range.end,
                at => text.tokens[at].range.start,
            };
            let end = if reach > before.at {
                text.tokens[reach - 1].range.end
            } else {
                begin
            };
            if !state.bindings.bind(name, begin..end, &text.text, false) {
                return Skip::Unequal;
            }
        }
        state.at = reach;
        state.item += 1;
        Skip::To(state)
    }
}

impl Item {
    fn is_skip(&self) -> bool {
        matches!(self, Self::Skip { .. })
    }
}

#[derive(Clone, Debug)]
struct State {
    /// The next item of the pattern.
    item: usize,
    /// The next token of the text.
    at: usize,
    /// Where the blocks end that the match is in.
    bounds: Vec<usize>,
    /// The first token that the next item may take.
    floor: usize,
    bindings: Bindings,
}

enum Advance {
    Done,
    Choice,
    Fail,
}

enum Skip {
    To(State),
    /// Another text than the name stands for.
    Unequal,
    TooFar,
}

fn read_line(line: &str, items: &mut Vec<Item>) -> Result<(), String> {
    let mut rest = line.trim();
    while let Some(c) = rest.chars().next() {
        let word = |text: &str| {
            text.bytes()
                .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
                .count()
        };
        let metavariable = |text: &str| {
            if text.starts_with(|c: char| c.is_ascii_uppercase()) {
                word(text)
            } else {
                0
            }
        };
        let dots = rest.bytes().take_while(|&byte| byte == b'.').count();
        let after_sigil = rest.strip_prefix('$').unwrap_or_default();
        let sequence = after_sigil.strip_prefix("...").map_or(0, metavariable);
        let length = if dots == 3 {
            match items.last_mut() {
                Some(Item::Skip { name: None, ellipses }) => *ellipses += 1,
                _ => items.push(Item::Skip {
                    name: None,
                    ellipses: 1,
                }),
            }
            3
        } else if dots > 3 {
            items.extend((0..dots).map(|_| Item::Text(".".to_owned())));
            dots
        } else if sequence > 0 {
            let name = &rest[..4 + sequence];
            if items.last().is_some_and(Item::is_skip) {
                return Err(format!(
                    "`{name}` follows another ellipsis: which of the two takes what can't be said"
                ));
            }
            items.push(Item::Skip {
                name: Some(name.to_owned()),
                ellipses: 1,
            });
            name.len()
        } else if metavariable(after_sigil) > 0 {
            let length = 1 + metavariable(after_sigil);
            items.push(Item::Word(rest[..length].to_owned()));
            length
        } else {
            let length = word(rest).max(c.len_utf8());
            items.push(Item::Text(rest[..length].to_owned()));
            length
        };
        rest = rest[length..].trim_start();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::GenericPattern;
    use super::super::tests::found;
    use crate::rule::{CommentStyle, GenericOptions};

    fn check(rows: &[(&str, &str, &[&str])]) {
        for (pattern, text, expected) in rows {
            assert_eq!(
                &found(pattern, text, &GenericOptions::default()),
                expected,
                "{pattern:?} on {text:?}"
            );
        }
    }

    #[test]
    fn tokens_are_whole_words_and_single_marks() {
        check(&[
            ("a.b", "a . b", &["a . b"]),
            ("a.b", "a\n.b", &["a\n.b"]),
            ("foo", "foobar foo_ foo", &["foo"]),
            ("Foo", "foo", &[]),
            ("é", "aé", &["é"]),
            ("$_ $a", "$_ $a x y", &["$_ $a"]),
            ("....", "a....b", &["...."]),
        ]);
    }

    #[test]
    fn a_metavariable_is_one_word_and_the_same_each_time() {
        check(&[
            ("x $A y", "x a-b y", &[]),
            ("x $A y", "x ab y", &["x ab y $A=<ab>"]),
            ("$Ab", "x", &["x $Ab=<x>"]),
            ("$A = $A", "a = b, c = c", &["c = c $A=<c>"]),
            ("port=$P", "port=8080", &["port=8080 $P=<8080>"]),
        ]);
    }

    #[test]
    fn an_ellipsis_takes_little_and_crosses_ten_lines() {
        let below = |lines: usize| format!("a{}z", "\n".repeat(lines));
        check(&[
            ("a ... z", &below(10), &[&below(10)]),
            ("a ... z", &below(11), &[]),
            ("a ... ... z", &below(20), &[&below(20)]),
            ("a ... ... z", &below(21), &[]),
            ("a ... z", "a b z z", &["a b z"]),
            ("a ... z", "a a z", &["a z"]),
            ("a ... z", "a z a z", &["a z", "a z"]),
            ("a ...", "a b\nc", &["a b\nc"]),
            ("a ...", "a a b", &["a a b"]),
            ("a ...", &format!("a\nb{}c", "\n".repeat(10)), &["a\nb"]),
            ("... z", "b z\nc z", &["b z"]),
            ("a ... b ... c", "a b b c", &["a b b c"]),
        ]);
        let options = GenericOptions {
            ellipsis_max_span: 0,
            ..GenericOptions::default()
        };
        assert_eq!(found("a ... z", "a b\nz a b z", &options), ["a b z"]);
    }

    #[test]
    fn a_match_never_leaves_the_block_it_starts_in() {
        check(&[
            ("a ... z", "a (b) z", &["a (b) z"]),
            ("a ... z", "a (b z", &["a (b z"]),
            ("a ... z", "(a b) z", &[]),
            ("a ... z", "  a\nz", &[]),
            ("a ... z", "a\n  b\nz", &["a\n  b\nz"]),
            ("... z", "x (y z) w", &["y z"]),
            ("b ...", "a\n  b\n  c\nd", &["b\n  c"]),
        ]);
    }

    #[test]
    fn an_indented_part_of_a_pattern_is_a_block_of_the_text() {
        check(&[
            ("a\n  b", "a b", &[]),
            ("a\n  b", "a\n    b", &["a\n    b"]),
            ("a\n  b", "a\nb", &[]),
            ("a b", "a\n    b", &["a\n    b"]),
            ("a\n  b\nc", "a\n  b\nc", &["a\n  b\nc"]),
            ("a\n  b\nc", "a\n  b\n  x\nc", &[]),
            ("a\n  ...\nc", "a\n  b\n  x\nc", &["a\n  b\n  x\nc"]),
            ("  a\n  b", "a\nb", &["a\nb"]),
        ]);
    }

    #[test]
    fn a_sequence_starts_where_the_token_before_it_ends() {
        check(&[
            ("a $...X z", "a b, c z", &["a b, c z $...X=< b, c>"]),
            ("a $...X z", "a z", &["a z $...X=<>"]),
            ("($...X) ($...X)", "(a b) (a b)", &["(a b) (a b) $...X=<a b>"]),
            ("($...X) ($...X)", "(a b) (a  b)", &[]),
            ("a $...X", "a b c", &["a b c $...X=< b c>"]),
        ]);
    }

    #[test]
    fn ellipses_that_compete_are_refused() {
        for pattern in ["... $...X", "$...X $...Y", "", " \n"] {
            assert!(
                GenericPattern::parse(pattern, &GenericOptions::default()).is_err(),
                "{pattern:?}"
            );
        }
    }

    #[test]
    fn comments_are_text_unless_a_style_is_given() {
        let text = "a /* b */ c";
        assert_eq!(found("a c", text, &GenericOptions::default()), [""; 0]);
        let options = GenericOptions {
            comment_style: Some(CommentStyle::C),
            ..GenericOptions::default()
        };
        assert_eq!(found("a c", text, &options), [text]);
    }
}
