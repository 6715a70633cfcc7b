//! A text as tokens and blocks.

use std::ops::Range;

use crate::rule::{CommentStyle, GenericEngine, GenericOptions};

/// How much of a file says whether it can be read.
const HEAD_BYTES: usize = 4096;

/// A text as generic mode sees it: tokens, and the blocks they are in. Shared by all patterns with the same options.
#[derive(Clone, Debug)]
pub struct GenericText {
    /// The text, comments blanked, byte for byte.
    pub(super) text: String,
    pub(super) tokens: Vec<Token>,
    /// Of each token: where the innermost block that it is in ends.
    pub(super) block_ends: Vec<usize>,
    /// Of each token: whether a block starts with it.
    pub(super) starts_block: Vec<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) range: Range<usize>,
    pub(super) kind: TokenKind,
    /// Lines before it.
    pub(super) line: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    /// One character that is neither blank nor part of a word.
    Mark,
    /// The end of one or more lines, where lines matter.
    LineEnd,
}

impl GenericText {
    /// Reads a text. Takes time linear in its length.
    pub fn new(text: &str, options: &GenericOptions) -> Self {
        let text = match (options.engine, options.comment_style) {
            (GenericEngine::Spacegrep, Some(style)) => without_comments(text, style),
            _ => text.to_owned(),
        };
        let aliengrep = options.engine == GenericEngine::Aliengrep;
        let extra: &[u8] = if aliengrep { &options.extra_word_characters } else { &[] };
        let tokens = tokens(&text, extra, aliengrep && !options.multiline);
        let mut read = Self {
            block_ends: vec![tokens.len(); tokens.len()],
            starts_block: vec![false; tokens.len()],
            text,
            tokens,
        };
        if !aliengrep {
            read.find_blocks();
        }
        read
    }

    pub(super) fn str(&self, token: usize) -> &str {
        &self.text[self.tokens[token].range.clone()]
    }

    /// Blocks by indentation, and in each line by brackets.
    fn find_blocks(&mut self) {
        // Where each block ends, and of each token the block that its line is in.
        let mut ends = vec![self.tokens.len()];
        let mut blocks = vec![0; self.tokens.len()];
        // Open blocks: their indentation, their number.
        let mut open = vec![(0, 0)];
        let mut first = 0;
        let mut line_start = 0;
        if let Some(starts) = self.starts_block.first_mut() {
            *starts = true;
        }
        while first < self.tokens.len() {
            let line = self.tokens[first].line;
            let same_line = self.tokens[first..].partition_point(|token| token.line == line);
            let last = first + same_line;
            let before = &self.text[line_start..self.tokens[first].range.start];
            let indentation = indentation(before.rsplit('\n').next().unwrap_or_default());
            while let Some((_, block)) = open.pop_if(|(depth, _)| *depth > indentation) {
                ends[block] = first;
            }
            if open.last().is_some_and(|(depth, _)| *depth < indentation) {
                open.push((indentation, ends.len()));
                ends.push(self.tokens.len());
                self.starts_block[first] = true;
            }
            let block = open.last().map_or(0, |(_, block)| *block);
            blocks[first..last].fill(block);
            self.find_brackets(first..last);
            line_start = self.tokens[last - 1].range.end;
            first = last;
        }
        let unknown = self.tokens.len();
        // What is in brackets is in a block of its own.
        for (known, block) in self.block_ends.iter_mut().zip(blocks) {
            if *known == unknown {
                *known = ends[block];
            }
        }
    }

    fn find_brackets(&mut self, line: Range<usize>) {
        let closes = self.pairs(line.clone());
        let mut open: Vec<usize> = Vec::new();
        for at in line.clone() {
            while open.last() == Some(&at) {
                open.pop();
            }
            if let Some(&end) = open.last() {
                self.block_ends[at] = end;
            }
            match closes[at - line.start] {
                Some(end) if end > at + 1 => {
                    open.push(end);
                    self.starts_block[at + 1] = true;
                }
                _ => {}
            }
        }
    }

    /// Of each token of a line: the bracket that closes it. What is closed nowhere, or crosses another pair, is plain punctuation.
    fn pairs(&self, line: Range<usize>) -> Vec<Option<usize>> {
        const BRACKETS: [(&str, &str); 3] = [("(", ")"), ("[", "]"), ("{", "}")];
        let mut closes = vec![None; line.len()];
        // Open brackets with their kind, and how many there are of each kind.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut counts = [0_usize; 3];
        for at in line.clone() {
            let text = self.str(at);
            if let Some(kind) = BRACKETS.iter().position(|(opening, _)| *opening == text) {
                open.push((at, kind));
                counts[kind] += 1;
            } else if let Some(kind) = BRACKETS.iter().position(|(_, closing)| *closing == text)
                && counts[kind] > 0
            {
                while let Some((start, inner)) = open.pop() {
                    counts[inner] -= 1;
                    if inner == kind {
                        closes[start - line.start] = Some(at);
                        break;
                    }
                }
            }
        }
        closes
    }
}

fn is_word(byte: u8, extra: &[u8]) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || extra.contains(&byte)
}

fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace() || c == '\x0B'
}

/// The tokens of a text; `line_ends` says whether they matter.
pub(super) fn tokens(text: &str, extra: &[u8], line_ends: bool) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut line = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let (kind, length) = if u8::try_from(c).is_ok_and(|byte| byte.is_ascii() && is_word(byte, extra)) {
            let bytes = &text.as_bytes()[at..];
            (
                Some(TokenKind::Word),
                bytes
                    .iter()
                    .take_while(|&&byte| byte.is_ascii() && is_word(byte, extra))
                    .count(),
            )
        } else if c == '\n' {
            let repeated = tokens.last().is_none_or(|token| token.kind == TokenKind::LineEnd);
            ((line_ends && !repeated).then_some(TokenKind::LineEnd), 1)
        } else {
            ((!is_blank(c)).then_some(TokenKind::Mark), c.len_utf8())
        };
        if let Some(kind) = kind {
            tokens.push(Token {
                range: at..at + length,
                kind,
                line,
            });
        }
        line += usize::from(c == '\n');
        at += length;
    }
    tokens
}

/// How deep a line is indented that starts with these blanks.
pub(super) fn indentation(blanks: &str) -> usize {
    blanks.chars().map(|c| if c == '\t' { 8 } else { 1 }).sum()
}

/// A text whose comments are spaces. A comment that is not closed ends with the text.
fn without_comments(text: &str, style: CommentStyle) -> String {
    let kinds: &[(&str, &str)] = match style {
        CommentStyle::C => &[("/*", "*/")],
        CommentStyle::Cpp => &[("/*", "*/"), ("//", "\n")],
        CommentStyle::Shell => &[("#", "\n")],
    };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let Some((opening, close)) = kinds.iter().find(|(opening, _)| rest.starts_with(opening)) else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        let length = match rest[opening.len()..].find(close) {
            Some(at) => opening.len() + at + close.len(),
            None => rest.len(),
        };
        out.extend(
            rest[..length]
                .bytes()
                .map(|byte| if byte == b'\n' { '\n' } else { ' ' }),
        );
        rest = &rest[length..];
    }
    out
}

/// True when the start of a file looks binary (1% or more control characters) or minified (more than 500 bytes, and more than 150 a
/// line). Only the first 4096 bytes are looked at.
pub fn looks_unreadable(head: &[u8]) -> bool {
    let head = &head[..head.len().min(HEAD_BYTES)];
    let control = |byte: &&u8| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r' | b'\x0C');
    let controls = head.iter().filter(control).count();
    let lines = 1 + head.iter().filter(|&&byte| byte == b'\n').count();
    (controls > 0 && controls * 100 >= head.len()) || (head.len() > 500 && head.len() > 150 * lines)
}

#[cfg(test)]
mod tests {
    use super::{GenericText, looks_unreadable, without_comments};
    use crate::rule::{CommentStyle, GenericOptions};

    /// The tokens of a text, those of each block in angle brackets.
    fn blocks(text: &str) -> String {
        let text = GenericText::new(text, &GenericOptions::default());
        let mut out = String::new();
        let mut open: Vec<usize> = Vec::new();
        for at in 0..text.tokens.len() {
            while open.last() == Some(&at) {
                open.pop();
                out.push('>');
            }
            if text.starts_block[at] && at > 0 {
                open.push(text.block_ends[at]);
                out.push('<');
            }
            out.push_str(text.str(at));
        }
        out.extend(open.iter().map(|_| '>'));
        out
    }

    #[test]
    fn indentation_and_brackets_in_a_line_make_blocks() {
        for (text, expected) in [
            ("a\n  b\n  c\nd", "a<bc>d"),
            ("a\n  b\n    c\n  d\n  e\nf", "a<b<c>de>f"),
            ("a\n\tb\n        c", "a<bc>"),
            ("a\n    b\n  c\nd", "a<b><c>d"),
            ("a (b [c] d) e", "a(<b[<c>]d>)e"),
            ("a (b z", "a(bz"),
            ("a (b\nc) d", "a(bc)d"),
            ("a ([b) c]", "a(<[b>)c]"),
            ("a () b", "a()b"),
            ("a\n  (b)\nc", "a<(<b>)>c"),
            ("x\n\n  y\n\n  z\n", "x<yz>"),
        ] {
            assert_eq!(blocks(text), expected, "{text:?}");
        }
    }

    #[test]
    fn comments_are_blanked_and_nothing_moves() {
        for (style, text, expected) in [
            (CommentStyle::C, "a /* b */ c // d", "a         c // d"),
            (CommentStyle::C, "a /*\né*/ c", "a   \n     c"),
            (CommentStyle::Cpp, "a // b\nc /* d", "a     \nc     "),
            (CommentStyle::Shell, "a#b\n\"#\" c", "a  \n\"    "),
        ] {
            assert_eq!(without_comments(text, style), expected, "{text:?}");
        }
    }

    #[test]
    fn binary_and_minified_files_are_unreadable() {
        assert!(!looks_unreadable(b""));
        assert!(!looks_unreadable(b"plain\ttext\r\n"));
        assert!(looks_unreadable(b"\x00\x01ab"));
        assert!(looks_unreadable(&[&b"a".repeat(99)[..], b"\x00"].concat()));
        assert!(!looks_unreadable(&[&b"a".repeat(100)[..], b"\x00"].concat()));
        assert!(!looks_unreadable("a".repeat(500).as_bytes()));
        assert!(looks_unreadable("a".repeat(501).as_bytes()));
        assert!(!looks_unreadable(
            format!("{}\n", "a".repeat(149)).repeat(10).as_bytes()
        ));
        assert!(!looks_unreadable(
            [&b"a b\n".repeat(1024)[..], &b"\x00".repeat(9000)].concat().as_slice()
        ));
    }
}
