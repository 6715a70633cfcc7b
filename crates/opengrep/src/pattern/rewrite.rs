//! The text of a pattern, rewritten so that the grammar of the language reads it: metavariables and ellipses become identifiers that no
//! program has ([`Placeholder`]).
//!
//! An ellipsis is written as the grammar wants it where it stands: a parameter of Java is a type and a name, a statement of
//! JavaScript ends with a semicolon, an entry of a Python dictionary is `**e`.

use syntax::{Language, Placeholder};

/// A piece of a pattern text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Word(&'t str),
    Metavariable(&'t str),
    MetavariableEllipsis(&'t str),
    Ellipsis,
    DeepOpen,
    DeepClose,
    /// A string or comment without anything to replace, or a piece of one.
    Verbatim(&'t str),
    Open(char),
    Close(char),
    Blank(&'t str),
    Newline,
    Other(char),
}

impl Token<'_> {
    fn is_blank(self) -> bool {
        matches!(self, Token::Blank(_) | Token::Newline)
    }
}

/// The pattern with placeholders for what only patterns have.
pub(super) fn rewrite(text: &str, language: Language) -> String {
    match language {
        Language::Json => json(text),
        Language::Yaml => yaml(text),
        _ => Writer::new(text, language).write(),
    }
}

/// Splits a pattern. Strings are kept whole; the expressions inside interpolated ones are split.
fn tokens(text: &str, language: Language) -> Vec<Token<'_>> {
    let mut made = Vec::new();
    let mut deep = 0usize;
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if let Some(length) = comment(rest, language) {
            at += length;
            continue;
        }
        if let Some((parts, length)) = string(rest, language, made.last()) {
            made.extend(parts);
            at += length;
            continue;
        }
        if let Some(length) = regex_literal(rest, language, &made) {
            made.push(Token::Verbatim(&rest[..length]));
            at += length;
            continue;
        }
        let (token, length) = match first {
            '\n' => (Token::Newline, 1),
            c if c.is_whitespace() => {
                let length = rest
                    .find(|c: char| !c.is_whitespace() || c == '\n')
                    .unwrap_or(rest.len());
                (Token::Blank(&rest[..length]), length)
            }
            // `T<...>` is a list of types.
            '<' if rest.starts_with("<...") && !rest.starts_with("<...>") => {
                deep += 1;
                (Token::DeepOpen, 4)
            }
            '.' if deep > 0 && rest.starts_with("...>") => {
                deep -= 1;
                (Token::DeepClose, 4)
            }
            '.' if rest.starts_with("...") && !rest.starts_with("....") => (Token::Ellipsis, 3),
            '$' => metavariable(rest).unwrap_or((Token::Other('$'), 1)),
            c if c.is_alphanumeric() || c == '_' => {
                let length = rest
                    .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .unwrap_or(rest.len());
                (Token::Word(&rest[..length]), length)
            }
            '(' | '[' | '{' => (Token::Open(first), 1),
            ')' | ']' | '}' => (Token::Close(first), 1),
            c => (Token::Other(c), c.len_utf8()),
        };
        made.push(token);
        at += length;
    }
    made
}

/// The length of the regular expression literal that a text starts with, its flags not included.
fn regex_literal(rest: &str, language: Language, before: &[Token<'_>]) -> Option<usize> {
    let is_javascript = matches!(language, Language::JavaScript | Language::TypeScript);
    let body = rest.strip_prefix('/').filter(|_| is_javascript)?;
    // Where a value may start: not after one, where a slash divides, and not in a tag, where it closes.
    let starts_value = match before.iter().rev().find(|token| !token.is_blank()) {
        None | Some(Token::Open(_)) => true,
        Some(Token::Other(c)) => !matches!(c, '<' | '>' | '.'),
        Some(Token::Word(word)) => matches!(*word, "return" | "typeof" | "case"),
        _ => false,
    };
    if !starts_value || body.starts_with('>') {
        return None;
    }
    let line = &body[..body.find('\n').unwrap_or(body.len())];
    let (mut escaped, mut in_class) = (false, false);
    for (at, c) in line.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return (at > 0).then_some(at + 2),
            _ => {}
        }
    }
    None
}

/// `$X`, `$...X`: a dollar, then upper-case letters, digits and `_`.
fn metavariable(rest: &str) -> Option<(Token<'_>, usize)> {
    let (body, is_list) = match rest.strip_prefix("$...") {
        Some(body) => (body, true),
        None => (rest.strip_prefix('$')?, false),
    };
    let length = body
        .find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'))
        .unwrap_or(body.len());
    let name = &body[..length];
    let next_is_word = body[length..].starts_with(|c: char| c.is_alphanumeric());
    if name.is_empty() || next_is_word || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let whole = rest.len() - body.len() + length;
    Some(match is_list {
        true => (Token::MetavariableEllipsis(name), whole),
        false => (Token::Metavariable(name), whole),
    })
}

/// The length of the comment that a text starts with. Comments of a pattern mean nothing.
fn comment(rest: &str, language: Language) -> Option<usize> {
    let to_line_end = |rest: &str| rest.find('\n').unwrap_or(rest.len());
    match language {
        Language::Python => rest.starts_with('#').then(|| to_line_end(rest)),
        _ if rest.starts_with("//") => Some(to_line_end(rest)),
        _ if rest.starts_with("/*") => Some(rest.find("*/").map_or(rest.len(), |at| at + 2)),
        _ => None,
    }
}

/// The string that a text starts with, in pieces, and its length.
fn string<'t>(rest: &'t str, language: Language, before: Option<&Token<'_>>) -> Option<(Vec<Token<'t>>, usize)> {
    let prefix = match language {
        Language::Python => rest.find(['"', '\'']).filter(|at| *at <= 2)?,
        _ => 0,
    };
    let letters = &rest[..prefix];
    if !letters.chars().all(|c| "rbfuRBFU".contains(c)) || (prefix > 0 && matches!(before, Some(Token::Word(_)))) {
        return None;
    }
    let body = &rest[prefix..];
    let quote = body.chars().next()?;
    let known = match language {
        Language::Java => "\"'".contains(quote),
        _ => "\"'`".contains(quote) && (language != Language::Python || quote != '`'),
    };
    if !known {
        return None;
    }
    let triple = quote.to_string().repeat(3);
    let is_triple = matches!(language, Language::Python | Language::Java) && body.starts_with(&triple);
    let end = if is_triple { triple.as_str() } else { &body[..1] };
    // An apostrophe in the text of markup opens nothing.
    let closing = close_of(body, end, language != Language::Go || quote != '`')?;
    if !is_triple && quote != '`' && body[..closing].contains('\n') {
        return None;
    }
    let whole = &rest[..prefix + closing];
    let is_template = match language {
        Language::Python => letters.contains(['f', 'F']),
        Language::JavaScript | Language::TypeScript => quote == '`',
        _ => false,
    };
    let parts = if is_template {
        template(whole, language)
    } else {
        vec![Token::Verbatim(whole)]
    };
    Some((parts, whole.len()))
}

/// Where a string ends, its closing quotes included.
fn close_of(body: &str, end: &str, escapes: bool) -> Option<usize> {
    let mut at = end.len();
    while at < body.len() {
        let rest = &body[at..];
        if rest.starts_with(end) {
            return Some(at + end.len());
        }
        let skip = rest.chars().next()?;
        at += skip.len_utf8();
        if escapes && skip == '\\' {
            at += body[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    None
}

/// The pieces of an interpolated string: its text as it is, its expressions as tokens.
fn template(whole: &str, language: Language) -> Vec<Token<'_>> {
    let open = if language == Language::Python { "{" } else { "${" };
    let mut made = Vec::new();
    let mut rest = whole;
    while let Some(found) = rest.find(open) {
        let inner = found + open.len();
        if language == Language::Python && rest[inner..].starts_with('{') {
            made.push(Token::Verbatim(&rest[..inner + 1]));
            rest = &rest[inner + 1..];
            continue;
        }
        let Some(end) = closing_brace(&rest[inner..]) else {
            break;
        };
        made.push(Token::Verbatim(&rest[..inner]));
        made.extend(tokens(&rest[inner..inner + end], language));
        rest = &rest[inner + end..];
    }
    made.push(Token::Verbatim(rest));
    made
}

fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// What a pair of brackets holds, as far as ellipses are written differently in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Inside {
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
    /// Entries of a Python dictionary.
    Dictionary,
    /// Anything else.
    Other,
}

struct Writer<'t> {
    tokens: Vec<Token<'t>>,
    language: Language,
    out: String,
    open: Vec<Inside>,
}

impl<'t> Writer<'t> {
    fn new(text: &'t str, language: Language) -> Self {
        Self {
            tokens: tokens(text, language),
            language,
            out: String::with_capacity(text.len() * 2),
            open: Vec::new(),
        }
    }

    fn write(mut self) -> String {
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
                self.open.push(inside);
                self.out.push('(');
            }
            Token::Open(bracket) => {
                let inside = if bracket == '{' { self.braces(at) } else { Inside::Other };
                self.open.push(inside);
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
                    self.placeholder(Placeholder::Metavariable(name));
                }
            },
            Token::MetavariableEllipsis(name) => self.list(at, Placeholder::MetavariableEllipsis(name)),
            Token::DeepOpen => {
                self.placeholder(Placeholder::Deep);
                self.out.push('(');
                self.open.push(Inside::Other);
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
        self.out.push_str(&placeholder.identifier());
    }

    /// A parameter that is nothing but a metavariable: it has any type.
    fn is_whole_parameter(&self, at: usize) -> bool {
        let starts = matches!(self.before(at), Some(Token::Open('(') | Token::Other(',')));
        let ends = matches!(self.after(at), Some(Token::Close(')') | Token::Other(',')));
        self.open.last() == Some(&Inside::Parameters) && starts && ends
    }

    /// `...` and `$...X`, as the grammar wants them at this place.
    fn list(&mut self, at: usize, placeholder: Placeholder<'_>) {
        let word = placeholder.identifier();
        let inside = self.open.last().copied();
        let is_link = self.before(at) == Some(Token::Other('.')) || self.after(at) == Some(Token::Other('.'));
        let text = match (self.language, inside) {
            _ if is_link => word,
            (Language::Python, Some(Inside::Dictionary)) if self.starts_entry(at) => format!("**{word}"),
            (Language::Python, _) => word,
            (Language::Java, Some(Inside::Parameters)) => format!("{word} {word}"),
            (Language::Java, Some(Inside::Annotation)) => match self.has_pairs(at) {
                true => format!("{word} = {word}"),
                false => word,
            },
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
        self.out.push_str(&text);
    }

    /// `<a b=...`: the `=` has no blanks around it.
    fn is_attribute_value(&self, at: usize) -> bool {
        let Some(name) = at.checked_sub(2) else { return false };
        let has_name = matches!(self.tokens[name], Token::Word(_) | Token::Metavariable(_));
        has_name && self.tokens[at - 1] == Token::Other('=') && self.tokens[..name].contains(&Token::Other('<'))
    }

    /// True at the start of an entry of a dictionary, not at its value.
    fn starts_entry(&self, at: usize) -> bool {
        matches!(self.before(at), Some(Token::Open(_) | Token::Other(',')))
    }

    /// The next token that is not blank.
    fn after(&self, at: usize) -> Option<Token<'t>> {
        self.tokens[at + 1..].iter().copied().find(|token| !token.is_blank())
    }

    /// The token before that is not blank.
    fn before(&self, at: usize) -> Option<Token<'t>> {
        self.place_before(at).map(|at| self.tokens[at])
    }

    fn place_before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|at| !self.tokens[*at].is_blank())
    }

    /// True when there is nothing else in the brackets.
    fn is_alone(&self, at: usize) -> bool {
        matches!(self.before(at), Some(Token::Open(_))) && matches!(self.after(at), Some(Token::Close(_)))
    }

    /// `...x`, `x...`: a spread or a variable number of arguments, not an ellipsis of the pattern.
    fn is_of_the_language(&self, at: usize) -> bool {
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
    fn is_statement(&self, at: usize) -> bool {
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

    fn line_breaks_after(&self, at: usize) -> bool {
        self.tokens[at + 1..]
            .iter()
            .take_while(|token| token.is_blank())
            .any(|token| *token == Token::Newline)
    }

    /// The position after the bracket that closes the one at a position.
    fn close_of(&self, at: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (place, token) in self.tokens.iter().enumerate().skip(at) {
            match token {
                Token::Open(_) | Token::DeepOpen => depth += 1,
                Token::Close(_) | Token::DeepClose => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return Some(place);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn parentheses(&self, at: usize) -> Inside {
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

    /// Whether the arguments around a place are `key = value`.
    fn has_pairs(&self, at: usize) -> bool {
        let mut depth = 0usize;
        let open = (0..at).rev().find(|place| match self.tokens[*place] {
            Token::Close(_) => {
                depth += 1;
                false
            }
            Token::Open(_) if depth == 0 => true,
            Token::Open(_) => {
                depth -= 1;
                false
            }
            _ => false,
        });
        let Some(close) = open.and_then(|open| self.close_of(open)) else {
            return false;
        };
        let inner = &self.tokens[open.unwrap_or_default() + 1..close];
        let mut depth = 0usize;
        inner.iter().any(|token| {
            match token {
                Token::Open(_) => depth += 1,
                Token::Close(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && *token == Token::Other('=')
        })
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

    fn braces(&self, at: usize) -> Inside {
        if self.language == Language::Python {
            return if self.has_colon_inside(at) {
                Inside::Dictionary
            } else {
                Inside::Other
            };
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

    /// A colon directly in the braces: a dictionary.
    fn has_colon_inside(&self, at: usize) -> bool {
        let Some(close) = self.close_of(at) else { return false };
        let mut depth = 0usize;
        self.tokens[at + 1..close].iter().any(|token| {
            match token {
                Token::Open(_) | Token::DeepOpen => depth += 1,
                Token::Close(_) | Token::DeepClose => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && *token == Token::Other(':')
        })
    }

    /// What ends here is the target of an assignment.
    fn is_assigned(&self, close: usize) -> bool {
        let mut after = self.tokens[close + 1..].iter().filter(|token| !token.is_blank());
        after.next() == Some(&Token::Other('=')) && after.next() != Some(&Token::Other('='))
    }

    /// `f($X: T)` in Python: the type, and the position after it.
    fn typed_argument(&self, at: usize) -> Option<(String, usize)> {
        let in_call = self.open.last() == Some(&Inside::Arguments);
        if self.language != Language::Python || !in_call || self.after(at) != Some(Token::Other(':')) {
            return None;
        }
        let colon = self.tokens[at..].iter().position(|token| *token == Token::Other(':'))? + at;
        let mut depth = 0usize;
        let length = self.tokens[colon + 1..].iter().position(|token| {
            match token {
                Token::Open(_) => depth += 1,
                Token::Close(_) if depth == 0 => return true,
                Token::Close(_) => depth -= 1,
                Token::Other(',') if depth == 0 => return true,
                _ => {}
            }
            false
        })?;
        let kind: Vec<Token<'t>> = self.tokens[colon + 1..colon + 1 + length]
            .iter()
            .copied()
            .filter(|token| !token.is_blank())
            .collect();
        (!kind.is_empty()).then(|| (written(&kind), colon + 1 + length))
    }

    /// `(T $X)`, `($X: T)`: written as the grammar can read it, or `None` when the parentheses are something else.
    fn typed_metavariable(&mut self, at: usize) -> Option<usize> {
        let close = self.close_of(at)?;
        let inner: Vec<Token<'t>> = self.tokens[at + 1..close]
            .iter()
            .copied()
            .filter(|token| !token.is_blank())
            .collect();
        if matches!(self.before(at), Some(Token::Word(word)) if word != "return") {
            return None;
        }
        if matches!(self.before(at), Some(Token::Metavariable(_) | Token::Close(_))) {
            return None;
        }
        match self.language {
            Language::Java => {
                let (Token::Metavariable(name), kind) = inner.split_last()? else {
                    return None;
                };
                let is_type = !kind.is_empty()
                    && kind.iter().all(|token| {
                        matches!(
                            token,
                            Token::Word(_)
                                | Token::Metavariable(_)
                                | Token::Other('.' | '<' | '>' | ',' | '?')
                                | Token::Open('[')
                                | Token::Close(']')
                        )
                    })
                    && matches!(kind[0], Token::Word(_) | Token::Metavariable(_));
                if !is_type || self.after(close) == Some(Token::Other('-')) {
                    return None;
                }
                let kind = written(kind);
                let typed = Placeholder::Typed(name).identifier();
                match self.is_assigned(close) {
                    true => self.out.push_str(&format!("{typed}[{kind}]")),
                    false => self.out.push_str(&format!("(({kind}) {typed})")),
                }
            }
            Language::JavaScript | Language::TypeScript | Language::Go => {
                let [Token::Metavariable(name), Token::Other(':'), kind @ ..] = inner.as_slice() else {
                    return None;
                };
                let is_lambda = matches!(self.after(close), Some(Token::Other('=') | Token::Open('{')));
                if kind.is_empty() || is_lambda {
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

/// The tokens of a type.
fn written(tokens: &[Token<'_>]) -> String {
    let mut out = String::new();
    let mut after_word = false;
    for token in tokens {
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

/// In JSON a placeholder is a string.
fn json(text: &str) -> String {
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

/// In YAML an ellipsis on a line of its own is an item or an entry, as the lines beside it are, or any value when it is alone.
fn yaml(text: &str) -> String {
    let ellipsis = Placeholder::Ellipsis.identifier();
    let text = regexes_in_single_quotes(text);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut out = String::with_capacity(text.len() * 2);
    for (at, line) in lines.iter().enumerate() {
        let indentation = &line[..line.len() - line.trim_start().len()];
        match line.trim() {
            "..." => {
                let written = match beside(&lines, at) {
                    Beside::Items => format!("{indentation}- {ellipsis}\n"),
                    Beside::Entries => format!("{indentation}{ellipsis}: {ellipsis}\n"),
                    Beside::Nothing => format!("{indentation}{ellipsis}\n"),
                };
                out.push_str(&written);
            }
            // The first entry of an item.
            "- ..." if goes_on(&lines, at) => out.push_str(&format!("{indentation}- {ellipsis}: {ellipsis}\n")),
            _ => yaml_line(line, &ellipsis, &mut out),
        }
    }
    out
}

/// `"=~/\s/"` as `'=~/\s/'`: in double quotes a backslash starts an escape of YAML, and most of those of regular expressions are
/// none.
fn regexes_in_single_quotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("\"=~/") {
        let body = &rest[start + 1..];
        let Some(end) = close_of(&rest[start..], "\"", true).map(|end| end - 2) else {
            break;
        };
        out.push_str(&rest[..start]);
        out.push('\'');
        let mut chars = body[..end].chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' => out.push(chars.next_if(|c| matches!(c, '\\' | '"')).unwrap_or(c)),
                '\'' => out.push_str("''"),
                c => out.push(c),
            }
        }
        out.push('\'');
        rest = &body[end + 1..];
    }
    out.push_str(rest);
    out
}

/// What stands at the indentation of a line, in the same block.
enum Beside {
    Items,
    Entries,
    Nothing,
}

fn yaml_indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn beside(lines: &[&str], at: usize) -> Beside {
    let own = yaml_indentation(lines[at]);
    let is_blank = |line: &&&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let before = lines[..at].iter().rev().filter(|line| !is_blank(line));
    let after = lines[at + 1..].iter().filter(|line| !is_blank(line));
    let kind = |line: &str| {
        let content = line.trim();
        match content == "..." {
            true => None,
            false => Some(if content.starts_with("- ") || content == "-" {
                Beside::Items
            } else {
                Beside::Entries
            }),
        }
    };
    // The entries of an item start behind its dash.
    let starts_in_item = |line: &str| {
        let content = line.trim_start();
        content.starts_with("- ") && yaml_indentation(line) + content.len() - content[2..].trim_start().len() == own
    };
    for line in before {
        if yaml_indentation(line) == own
            && let Some(kind) = kind(line)
        {
            return kind;
        }
        if starts_in_item(line) {
            return Beside::Entries;
        }
        if yaml_indentation(line) < own {
            break;
        }
    }
    for line in after {
        if yaml_indentation(line) == own
            && let Some(kind) = kind(line)
        {
            return kind;
        }
        if yaml_indentation(line) < own {
            break;
        }
    }
    Beside::Nothing
}

/// The next line belongs to the item that starts on this one.
fn goes_on(lines: &[&str], at: usize) -> bool {
    let next = lines[at + 1..].iter().find(|line| !line.trim().is_empty());
    next.is_some_and(|next| yaml_indentation(next) > yaml_indentation(lines[at]))
}

fn yaml_line(line: &str, ellipsis: &str, out: &mut String) {
    let mut rest = line;
    let mut quote = None;
    while let Some(c) = rest.chars().next() {
        if quote.is_none()
            && let Some((token, length)) = rest.starts_with('$').then(|| metavariable(rest)).flatten()
        {
            match token {
                Token::Metavariable(name) => out.push_str(&Placeholder::Metavariable(name).identifier()),
                Token::MetavariableEllipsis(name) => {
                    out.push_str(&Placeholder::MetavariableEllipsis(name).identifier())
                }
                _ => {}
            }
            rest = &rest[length..];
            continue;
        }
        if quote.is_none() && rest.starts_with("...") {
            out.push_str(ellipsis);
            rest = &rest[3..];
            continue;
        }
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Placeholders shown short: `$X`, `@X` for `$...X`, `_` for an ellipsis.
    fn check(language: Language, pattern: &str, expected: &str) {
        let written = rewrite(pattern, language)
            .replace("__OG_VAR_", "$")
            .replace("__OG_LIST_", "@")
            .replace("__OG_ELLIPSIS", "_")
            .replace("__OG_DEEP", "<deep>")
            .replace("__OG_TYPED_", "%");
        assert_eq!(written, expected, "{pattern}");
    }

    #[test]
    fn an_ellipsis_is_written_as_the_grammar_wants_it_where_it_stands() {
        for (language, pattern, expected) in [
            (Language::Python, "f(..., $X, k=...)", "f(_, $X, k=_)"),
            (Language::Python, "def $F(..., $X): ...", "def $F(_, $X): _"),
            (Language::Python, "{..., \"k\": $V, ...}", "{**_, \"k\": $V, **_}"),
            (Language::Python, "{..., 1}", "{_, 1}"),
            (Language::Python, "$O. ... .end()", "$O. _ .end()"),
            (Language::Python, "f\"...{$X}...\"", "f\"...{$X}...\""),
            (Language::Python, "f(\"...\", \"$X\")", "f(\"...\", \"$X\")"),
            (Language::Python, "<... $X ...>", "<deep>( $X )"),
            (Language::Java, "foo(...);", "foo(_);"),
            (Language::Java, "$T $M(...) { ... }", "$T $M(_ _) { _ _; }"),
            (Language::Java, "$T $M($A, int $B) { }", "$T $M(_ $A, int $B) { }"),
            (Language::Java, "new Foo(...) { ... }", "new Foo(_) { _ _; }"),
            (Language::Java, "(Foo $X).bar(...)", "((Foo) %X).bar(_)"),
            (Language::Java, "foo((String $X))", "foo(((String) %X))"),
            (
                Language::Java,
                "try { ... } catch (...) { ... }",
                "try { _ _; } catch (_ _) { _ _; }",
            ),
            (Language::Java, "for (...) { ... }", "for (_;;) { _ _; }"),
            (
                Language::Java,
                "$T $M(String... $X) { ... }",
                "$T $M(String... $X) { _ _; }",
            ),
            (
                Language::JavaScript,
                "function $F(...) { ... }",
                "function $F(_) { _\n }",
            ),
            (Language::JavaScript, "{..., $K: $V, ...}", "{_, $K: $V, _}"),
            (Language::JavaScript, "f(...$X)", "f(...$X)"),
            (Language::JavaScript, "<$E x=... />", "<$E x={_} />"),
            (Language::JavaScript, "a();\n...\nb();", "a();\n_\n\nb();"),
            (Language::JavaScript, "`...${$X}...`", "`...${$X}...`"),
            (Language::TypeScript, "foo(($X: string))", "foo((%X as string))"),
            (Language::Go, "if $X {\n  ...\n}", "if $X {\n  _\n}"),
            (Language::Go, "T{..., K: ..., ...}", "T{_, K: _, _}"),
            (
                Language::Java,
                "@A(k = 1, ...) class $C { ... }",
                "@A(k = 1, _ = _) class $C { _ _; }",
            ),
            (Language::Java, "@A(...) class $C { ... }", "@A(_) class $C { _ _; }"),
            (Language::Java, "(Foo $X) = $V;", "%X[Foo] = $V;"),
            (Language::Go, "foo(($X : *T))", "foo((%X.(*T)))"),
            (Language::Python, "f($...ARGS)", "f(@ARGS)"),
            (Language::Python, "f($X: int, 1)", "f(%X[int], 1)"),
            (Language::Python, "def f($X: int): ...", "def f($X: int): _"),
            (
                Language::Python,
                "{..., 'a': ..., 'b': {...}}",
                "{**_, 'a': _, 'b': {_}}",
            ),
            (Language::Json, "{..., \"a\": $X}", "{\"_\": \"_\", \"a\": \"$X\"}"),
            (Language::Json, "[..., 2]", "[\"_\", 2]"),
            (Language::Yaml, "a:\n  ...\n  b: $X", "a:\n  _: _\n  b: $X"),
            (Language::Yaml, "a: ...", "a: _"),
            (Language::Yaml, "a: \"=~/\\s'\\\"/\"", "a: '=~/\\s''\"/'"),
            (Language::Yaml, "a:\n  ...", "a:\n  _\n"),
            (Language::Yaml, "- a: 1\n  ...\n...\n- b", "- a: 1\n  _: _\n- _\n- b"),
            (Language::Yaml, "a:\n  - ...\n    b: 1", "a:\n  - _: _\n    b: 1"),
            (Language::Json, "{\"a\": {...,},}", "{\"a\": {\"_\": \"_\"}}"),
        ] {
            check(language, pattern, expected);
        }
    }
}
