//! Patterns of JSON.

use syntax::{Language, Placeholder};

use super::token::{Token, tokens};

/// In JSON a placeholder is a string.
pub(super) fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let made = tokens(text, Language::Json);
    let mut in_object = Vec::new();
    for (at, token) in made.iter().enumerate() {
        match token {
            Token::Word(word) | Token::Verbatim(word) | Token::Blank(word) => out.push_str(word),
            Token::Newline => out.push('\n'),
            Token::Open(c) => {
                in_object.push(*c == '{');
                out.push(*c);
            }
            Token::Close(c) => {
                in_object.pop();
                out.push(*c);
            }
            Token::Other(',') if closes_next(&made, at) => {}
            Token::Other(c) => out.push(*c),
            Token::Metavariable(name) => out.push_str(&format!("\"{}\"", Placeholder::Metavariable(name).identifier())),
            Token::Ellipsis | Token::MetavariableEllipsis(_) => {
                let placeholder = match token {
                    Token::MetavariableEllipsis(name) => Placeholder::MetavariableEllipsis(name),
                    _ => Placeholder::Ellipsis,
                };
                let word = placeholder.identifier();
                let before = made[..at].iter().rev().find(|token| !token.is_blank());
                match (in_object.last(), before) {
                    (Some(true), Some(Token::Open(_) | Token::Other(','))) => {
                        out.push_str(&format!("\"{word}\": \"{word}\""))
                    }
                    _ => out.push_str(&format!("\"{word}\"")),
                }
            }
            Token::DeepOpen | Token::DeepClose => {}
        }
    }
    out
}

/// A comma after the last entry, which patterns may have.
fn closes_next(tokens: &[Token<'_>], at: usize) -> bool {
    let next = tokens[at + 1..].iter().find(|token| !token.is_blank());
    matches!(next, None | Some(Token::Close(_)))
}
