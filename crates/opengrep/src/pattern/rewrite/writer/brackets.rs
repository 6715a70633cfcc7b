//! Which brackets belong together, and what stands directly in them.

use crate::pattern::rewrite::token::Token;

/// What belongs to an opening bracket that is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    /// The position of the bracket that closes it, of whatever kind.
    pub close: usize,
    /// A `:` stands directly in it.
    pub colon: bool,
    /// A `=` stands directly in it.
    pub equals: bool,
}

/// The pair of every opening bracket, by its position; none at other positions and for a bracket that nothing closes.
pub(super) fn pairs(tokens: &[Token<'_>]) -> Vec<Option<Pair>> {
    let mut found = vec![None; tokens.len()];
    let mut open: Vec<(usize, Pair)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match (token, open.last_mut()) {
            (Token::Open(_) | Token::DeepOpen, _) => {
                let unclosed = Pair {
                    close: at,
                    colon: false,
                    equals: false,
                };
                open.push((at, unclosed));
            }
            (Token::Close(_) | Token::DeepClose, _) => {
                if let Some((start, pair)) = open.pop() {
                    found[start] = Some(Pair { close: at, ..pair });
                }
            }
            (Token::Other(':'), Some((_, pair))) => pair.colon = true,
            (Token::Other('='), Some((_, pair))) => pair.equals = true,
            _ => {}
        }
    }
    found
}
