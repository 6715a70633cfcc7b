//! Where a piece stands: what is around it and what the brackets hold.

use syntax::Language;

use super::Writer;
use crate::pattern::rewrite::token::Token;

/// What a pair of brackets holds, as far as ellipses are written differently in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inside {
    /// Statements or members.
    Body,
    /// Parameters of a declaration.
    Parameters,
    /// Arguments of a Python call.
    Arguments,
    /// Arguments of a Java annotation.
    Annotation,
    /// The header of a loop.
    LoopHeader,
    /// Imports of a group in Go.
    Imports,
    /// Entries of a Python dictionary.
    Dictionary,
    /// Anything else.
    Other,
}

impl<'t> Writer<'t> {
    /// What the brackets around the place hold.
    pub(super) fn inside(&self) -> Option<Inside> {
        self.open.last().map(|(_, inside)| *inside)
    }

    /// A parameter that is nothing but a metavariable: it has any type.
    pub(super) fn is_whole_parameter(&self, at: usize) -> bool {
        let starts = matches!(self.before(at), Some(Token::Open('(') | Token::Other(',')));
        let ends = matches!(self.after(at), Some(Token::Close(')') | Token::Other(',')));
        self.inside() == Some(Inside::Parameters) && starts && ends
    }

    /// `<a b=...`: the `=` has no blanks around it.
    pub(super) fn is_attribute_value(&self, at: usize) -> bool {
        let Some(name) = at.checked_sub(2) else { return false };
        let has_name = matches!(self.tokens[name], Token::Word(_) | Token::Metavariable(_));
        has_name && self.tokens[at - 1] == Token::Other('=') && self.first_angle.is_some_and(|angle| angle < name)
    }

    /// `import a from $X`
    pub(super) fn is_path(&self, at: usize) -> bool {
        let imports = matches!(self.first, Some(Token::Word("import" | "export")));
        imports && self.before(at) == Some(Token::Word("from"))
    }

    /// True at the start of an entry of a dictionary, not at its value.
    pub(super) fn starts_entry(&self, at: usize) -> bool {
        matches!(self.before(at), Some(Token::Open(_) | Token::Other(',')))
    }

    /// The next token that is not blank.
    pub(super) fn after(&self, at: usize) -> Option<Token<'t>> {
        self.place_after(at).map(|at| self.tokens[at])
    }

    pub(super) fn place_after(&self, at: usize) -> Option<usize> {
        (at + 1..self.tokens.len()).find(|at| !self.tokens[*at].is_blank())
    }

    /// The token before that is not blank.
    pub(super) fn before(&self, at: usize) -> Option<Token<'t>> {
        self.place_before(at).map(|at| self.tokens[at])
    }

    pub(super) fn place_before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|at| !self.tokens[*at].is_blank())
    }

    /// True when there is nothing else in the brackets.
    pub(super) fn is_alone(&self, at: usize) -> bool {
        matches!(self.before(at), Some(Token::Open(_))) && matches!(self.after(at), Some(Token::Close(_)))
    }

    /// `...x`, `x...`: a spread or a variable number of arguments, not an ellipsis of the pattern.
    pub(super) fn is_of_the_language(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|at| self.tokens[at]);
        let after = self.tokens.get(at + 1).copied();
        let is_name = |token| matches!(token, Some(Token::Word(_) | Token::Metavariable(_)));
        match self.language {
            Language::JavaScript | Language::TypeScript => {
                let starts_part = matches!(self.before(at), None | Some(Token::Open(_) | Token::Other(',')));
                starts_part && (is_name(after) || matches!(after, Some(Token::Open(_))))
            }
            Language::Java => is_name(before) || before == Some(Token::Close(']')),
            Language::Go => is_name(before) || is_name(after),
            _ => false,
        }
    }

    /// True at the start of a statement that ends right after.
    pub(super) fn is_statement(&self, at: usize) -> bool {
        let starts = match self.before(at) {
            None | Some(Token::Open('{') | Token::Close(_) | Token::Ellipsis | Token::MetavariableEllipsis(_)) => true,
            Some(Token::Other(c)) => {
                c == ';' || (c == ':' && self.language != Language::Python) || self.on_new_line(at, c)
            }
            Some(_) => self.line_breaks_before(at),
        };
        let ends = match self.after(at) {
            None | Some(Token::Close('}') | Token::Word(_) | Token::Ellipsis | Token::Metavariable(_)) => true,
            Some(Token::MetavariableEllipsis(_) | Token::DeepOpen | Token::Verbatim(_)) => true,
            Some(Token::Other(c)) => matches!(c, ';' | '@' | '<' | '#') || self.line_breaks_after(at),
            Some(_) => self.line_breaks_after(at),
        };
        starts && ends
    }

    fn on_new_line(&self, at: usize, before: char) -> bool {
        !matches!(before, ',' | '=' | '+' | '&' | '|' | '.') && self.line_breaks_before(at)
    }

    fn line_breaks_before(&self, at: usize) -> bool {
        self.tokens[..at]
            .iter()
            .rev()
            .take_while(|token| token.is_blank())
            .any(|token| *token == Token::Newline)
    }

    pub(super) fn line_breaks_after(&self, at: usize) -> bool {
        self.tokens[at + 1..]
            .iter()
            .take_while(|token| token.is_blank())
            .any(|token| *token == Token::Newline)
    }

    /// The position of the bracket that closes the one at a position.
    pub(super) fn close_of(&self, at: usize) -> Option<usize> {
        self.pairs[at].map(|pair| pair.close)
    }

    pub(super) fn parentheses(&self, at: usize) -> Inside {
        let before = self.place_before(at);
        let word = before.map(|at| self.tokens[at]);
        if self.language == Language::Python {
            let name = before.and_then(|at| self.place_before(at)).map(|at| self.tokens[at]);
            let is_call = matches!(word, Some(Token::Word(_) | Token::Metavariable(_) | Token::Close(_)));
            let declares = matches!(name, Some(Token::Word("def" | "class")));
            return if is_call && !declares {
                Inside::Arguments
            } else {
                Inside::Other
            };
        }
        match word {
            Some(Token::Word("import")) if self.language == Language::Go => return Inside::Imports,
            Some(Token::Word("for")) => return Inside::LoopHeader,
            Some(Token::Word("catch")) => return Inside::Parameters,
            Some(Token::Word("if" | "while" | "switch" | "synchronized" | "return" | "super" | "this")) => {
                return Inside::Other;
            }
            Some(Token::Word(_) | Token::Metavariable(_)) => {}
            _ => return Inside::Other,
        }
        if self.language == Language::Java && self.names_annotation(before) {
            return Inside::Annotation;
        }
        // `T name(…) {`, `name(…) throws`: a declaration. `new T(…) {` is none.
        let before_name = before.and_then(|at| self.place_before(at)).map(|at| self.tokens[at]);
        let close = self.close_of(at);
        let after = close.and_then(|close| self.after(close));
        let declared_by_type = match before_name {
            Some(Token::Word(word)) => {
                !matches!(word, "new" | "return" | "throw" | "else" | "assert" | "await" | "yield")
            }
            Some(Token::Metavariable(_) | Token::Close(']') | Token::Other('>')) => true,
            _ => false,
        };
        let has_body = matches!(after, Some(Token::Open('{') | Token::Word("throws")));
        let is_new = before_name == Some(Token::Word("new")) || self.is_qualified_new(before);
        match (declared_by_type, has_body, after) {
            (_, true, _) if !is_new => Inside::Parameters,
            (true, _, None) => Inside::Parameters,
            (true, _, Some(Token::Other(';'))) => Inside::Parameters,
            _ => Inside::Other,
        }
    }

    /// `@a.b.T(`.
    fn names_annotation(&self, name: Option<usize>) -> bool {
        let mut at = name;
        while let Some(place) = at {
            match self.tokens[place] {
                Token::Other('@') => return true,
                Token::Word(_) | Token::Metavariable(_) | Token::Other('.') => at = place.checked_sub(1),
                _ => return false,
            }
        }
        false
    }

    /// Whether the arguments around the place are `key = value`.
    pub(super) fn has_pairs(&self) -> bool {
        let open = self.open.last().map(|(open, _)| *open);
        open.and_then(|open| self.pairs[open]).is_some_and(|pair| pair.equals)
    }

    /// `new a.b.T(`.
    fn is_qualified_new(&self, name: Option<usize>) -> bool {
        let mut at = name;
        while let Some(place) = at {
            match self.tokens[place] {
                Token::Word("new") => return true,
                Token::Word(_) | Token::Metavariable(_) | Token::Other('.' | '<' | '>' | ',') => {
                    at = self.place_before(place)
                }
                _ => return false,
            }
        }
        false
    }

    pub(super) fn braces(&self, at: usize) -> Inside {
        if self.language == Language::Python {
            return if self.pairs[at].is_some_and(|pair| pair.colon) {
                Inside::Dictionary
            } else {
                Inside::Other
            };
        }
        // Constants of an enumeration are no members.
        let name = self.place_before(at).and_then(|name| self.before(name));
        if self.language == Language::Java && name == Some(Token::Word("enum")) {
            return Inside::Other;
        }
        match self.before(at) {
            Some(Token::Other('=' | ',' | ':' | '?' | '$')) => Inside::Other,
            // `=> {` and `-> {` are bodies.
            Some(Token::Other('>')) => Inside::Body,
            Some(Token::Open('(' | '[' | '{')) if self.language != Language::Java => Inside::Other,
            Some(Token::Word("return" | "import" | "export" | "typeof")) => Inside::Other,
            _ => Inside::Body,
        }
    }

    /// What ends here is the target of an assignment.
    pub(super) fn is_assigned(&self, close: usize) -> bool {
        let mut after = self.tokens[close + 1..].iter().filter(|token| !token.is_blank());
        after.next() == Some(&Token::Other('=')) && !matches!(after.next(), Some(Token::Other('=' | '>')))
    }
}
