//! Writes the pieces for the grammar of a programming language.
//!
//! What is asked of a place is answered from its neighbours or from what one pass over the pieces noted: a pattern of any nesting is
//! written in a time that grows with its length.

mod brackets;
mod place;

use syntax::{Language, Placeholder};

use self::brackets::{Pair, pairs};
use self::place::Inside;
use super::token::{Token, is_name_part, tokens};

pub(super) struct Writer<'t> {
    tokens: Vec<Token<'t>>,
    /// For every opening bracket, by its position.
    pairs: Vec<Option<Pair>>,
    /// The first token that is not blank.
    first: Option<Token<'t>>,
    /// The position of the first `<`.
    first_angle: Option<usize>,
    language: Language,
    out: String,
    /// The brackets around the place: their positions and what they hold.
    open: Vec<(usize, Inside)>,
}

impl<'t> Writer<'t> {
    pub(super) fn new(text: &'t str, language: Language) -> Self {
        let tokens = tokens(text, language);
        Self {
            pairs: pairs(&tokens),
            first: tokens.iter().copied().find(|token| !token.is_blank()),
            first_angle: tokens.iter().position(|token| *token == Token::Other('<')),
            tokens,
            language,
            out: String::with_capacity(text.len() * 2),
            open: Vec::new(),
        }
    }

    pub(super) fn write(mut self) -> String {
        let mut at = 0;
        while at < self.tokens.len() {
            at = self.token(at);
        }
        self.out
    }

    /// Writes the token at a position and returns the next position.
    fn token(&mut self, at: usize) -> usize {
        match self.tokens[at] {
            Token::Open('(') => {
                if let Some(next) = self.typed_metavariable(at) {
                    return next;
                }
                let inside = self.parentheses(at);
                self.open.push((at, inside));
                self.out.push('(');
            }
            Token::Open(bracket) => {
                let inside = if bracket == '{' { self.braces(at) } else { Inside::Other };
                self.open.push((at, inside));
                self.out.push(bracket);
            }
            Token::Close(bracket) => {
                self.open.pop();
                self.out.push(bracket);
            }
            Token::Word(word) | Token::Verbatim(word) | Token::Blank(word) => self.out.push_str(word),
            Token::Newline => self.out.push('\n'),
            Token::Other(c) => self.out.push(c),
            Token::Metavariable(name) => match self.typed_argument(at) {
                Some((kind, next)) => {
                    let typed = Placeholder::Typed(name).identifier();
                    self.out.push_str(&format!("{typed}[{kind}]"));
                    return next;
                }
                None => {
                    if self.language == Language::Java && self.is_whole_parameter(at) {
                        self.placeholder(Placeholder::Ellipsis);
                        self.out.push(' ');
                    }
                    match self.language {
                        // Where the grammar wants a string, or an expression in braces.
                        Language::JavaScript | Language::TypeScript if self.is_path(at) => {
                            self.out.push_str(&format!("\"${name}\""));
                        }
                        Language::JavaScript | Language::TypeScript if self.is_attribute_value(at) => {
                            self.out.push('{');
                            self.placeholder(Placeholder::Metavariable(name));
                            self.out.push('}');
                        }
                        _ => self.placeholder(Placeholder::Metavariable(name)),
                    }
                }
            },
            Token::MetavariableEllipsis(name) => self.list(at, Placeholder::MetavariableEllipsis(name)),
            Token::DeepOpen => {
                self.placeholder(Placeholder::Deep);
                self.out.push('(');
                self.open.push((at, Inside::Other));
            }
            Token::DeepClose => {
                self.open.pop();
                self.out.push(')');
            }
            Token::Ellipsis if self.is_of_the_language(at) => self.out.push_str("..."),
            Token::Ellipsis => self.list(at, Placeholder::Ellipsis),
        }
        at + 1
    }

    fn placeholder(&mut self, placeholder: Placeholder<'_>) {
        self.separate();
        self.out.push_str(&placeholder.identifier());
    }

    /// Two names that touch would be one.
    fn separate(&mut self) {
        if self.out.ends_with(is_name_part) {
            self.out.push(' ');
        }
    }

    /// `...` and `$...X`, as the grammar wants them at this place.
    fn list(&mut self, at: usize, placeholder: Placeholder<'_>) {
        let word = placeholder.identifier();
        let inside = self.inside();
        let is_link = self.before(at) == Some(Token::Other('.')) || self.after(at) == Some(Token::Other('.'));
        let text = match (self.language, inside) {
            _ if is_link => word,
            // Cases without a colon of their own are any cases.
            _ if self.before(at) == Some(Token::Word("case")) && self.after(at) != Some(Token::Other(':')) => {
                format!("{word}:")
            }
            (Language::Python, Some(Inside::Dictionary)) if self.starts_entry(at) => format!("**{word}"),
            (Language::Python, _) => word,
            (Language::Java, Some(Inside::Parameters)) => format!("{word} {word}"),
            (Language::Java, Some(Inside::Annotation)) => match self.has_pairs() {
                true => format!("{word} = {word}"),
                false => word,
            },
            (Language::Go, Some(Inside::Imports)) => format!("_ \"{word}\""),
            // A line break ends a statement.
            (Language::Go, None | Some(Inside::Body)) => match self.after(at) {
                Some(Token::Close(_) | Token::Open(_) | Token::Other(_)) | None => word,
                _ if self.line_breaks_after(at) => word,
                _ => format!("{word};"),
            },
            // The value of an attribute of markup.
            (Language::JavaScript | Language::TypeScript, _) if self.is_attribute_value(at) => format!("{{{word}}}"),
            (_, Some(Inside::LoopHeader)) if self.is_alone(at) => format!("{word};;"),
            (Language::Java, None | Some(Inside::Body)) if self.is_statement(at) => format!("{word} {word};"),
            // The value of an attribute of markup.
            (Language::JavaScript | Language::TypeScript, _)
                if self.before(at) == Some(Token::Other('='))
                    && matches!(self.after(at), Some(Token::Other('/' | '>'))) =>
            {
                format!("{{{word}}}")
            }
            // With a semicolon it would be an ellipsis and an empty statement.
            (_, None | Some(Inside::Body)) if self.is_statement(at) => match self.after(at) {
                Some(Token::Other(';')) => word,
                _ => format!("{word}\n"),
            },
            _ => word,
        };
        self.separate();
        self.out.push_str(&text);
        if matches!(self.tokens.get(at + 1), Some(Token::Word(_) | Token::Metavariable(_))) {
            self.separate();
        }
    }

    /// `f($X: T)` in Python: the type, and the position after it.
    fn typed_argument(&self, at: usize) -> Option<(String, usize)> {
        let (open, inside) = *self.open.last()?;
        let in_call = inside == Inside::Arguments;
        if self.language != Language::Python || !in_call || self.after(at) != Some(Token::Other(':')) {
            return None;
        }
        let close = self.close_of(open)?;
        let colon = self.place_after(at)?;
        let mut depth = 0usize;
        let length = self.tokens[colon + 1..=close].iter().position(|token| {
            match token {
                Token::Open(_) => depth += 1,
                Token::Close(_) if depth == 0 => return true,
                Token::Close(_) => depth -= 1,
                Token::Other(',') if depth == 0 => return true,
                _ => {}
            }
            false
        })?;
        let kind = &self.tokens[colon + 1..colon + 1 + length];
        let is_empty = kind.iter().all(|token| token.is_blank());
        (!is_empty).then(|| (written(kind), colon + 1 + length))
    }

    /// `(T $X)`, `($X: T)`: written as the grammar can read it, or `None` when the parentheses are something else.
    fn typed_metavariable(&mut self, at: usize) -> Option<usize> {
        let close = self.close_of(at)?;
        if matches!(self.before(at), Some(Token::Word(word)) if word != "return") {
            return None;
        }
        if matches!(self.before(at), Some(Token::Metavariable(_) | Token::Close(_))) {
            return None;
        }
        match self.language {
            Language::Java => {
                let last = self.place_before(close).filter(|last| *last > at)?;
                let Token::Metavariable(name) = self.tokens[last] else {
                    return None;
                };
                // The first token that no type has ends the look at it: brackets in brackets are looked at once.
                let is_of_type = |token: &Token<'_>| {
                    matches!(
                        token,
                        Token::Word(_)
                            | Token::Metavariable(_)
                            | Token::Other('.' | '<' | '>' | ',' | '?')
                            | Token::Open('[')
                            | Token::Close(']')
                    )
                };
                let written_out = || self.tokens[at + 1..last].iter().filter(|token| !token.is_blank());
                let is_type = written_out().all(is_of_type)
                    && matches!(written_out().next(), Some(Token::Word(_) | Token::Metavariable(_)));
                if !is_type || self.after(close) == Some(Token::Other('-')) {
                    return None;
                }
                let kind = written(&self.tokens[at + 1..last]);
                let typed = Placeholder::Typed(name).identifier();
                match self.is_assigned(close) {
                    // A type that reads as no expression stands in a cast.
                    true if kind.contains(['<', '[']) => self.out.push_str(&format!("{typed}[({kind}) null]")),
                    true => self.out.push_str(&format!("{typed}[{kind}]")),
                    false => self.out.push_str(&format!("(({kind}) {typed})")),
                }
            }
            Language::JavaScript | Language::TypeScript | Language::Go => {
                let name_at = self.place_after(at)?;
                let Token::Metavariable(name) = self.tokens[name_at] else {
                    return None;
                };
                let colon = self.place_after(name_at)?;
                if self.tokens[colon] != Token::Other(':') {
                    return None;
                }
                let kind = &self.tokens[colon + 1..close];
                let is_arrow = self.after(close) == Some(Token::Other('=')) && !self.is_assigned(close);
                let is_lambda = is_arrow || self.after(close) == Some(Token::Open('{'));
                if is_lambda || kind.iter().all(|token| token.is_blank()) {
                    return None;
                }
                let kind = written(kind);
                let typed = Placeholder::Typed(name).identifier();
                match self.language {
                    Language::Go => self.out.push_str(&format!("({typed}.({kind}))")),
                    _ => self.out.push_str(&format!("({typed} as {kind})")),
                }
            }
            _ => return None,
        }
        Some(close + 1)
    }
}

/// The tokens of a type, without its blanks.
fn written(tokens: &[Token<'_>]) -> String {
    let mut out = String::new();
    let mut after_word = false;
    for token in tokens.iter().filter(|token| !token.is_blank()) {
        let is_word = matches!(token, Token::Word(_) | Token::Metavariable(_));
        if is_word && after_word {
            out.push(' ');
        }
        after_word = is_word;
        match token {
            Token::Word(word) | Token::Verbatim(word) => out.push_str(word),
            Token::Metavariable(name) => out.push_str(&Placeholder::Metavariable(name).identifier()),
            Token::Open(c) | Token::Close(c) | Token::Other(c) => out.push(*c),
            _ => {}
        }
    }
    out
}
