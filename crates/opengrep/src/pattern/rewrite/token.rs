//! The pieces of a pattern text.

use syntax::Language;

/// A piece of a pattern text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
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
    pub(super) fn is_blank(self) -> bool {
        matches!(self, Token::Blank(_) | Token::Newline)
    }
}

/// Splits a pattern. Strings are kept whole; the expressions inside interpolated ones are split.
pub(super) fn tokens(text: &str, language: Language) -> Vec<Token<'_>> {
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
            // `T<...>` and `T<..., A>` are lists of types.
            '<' if rest.starts_with("<...") && !rest[4..].trim_start().starts_with(['>', ',']) => {
                deep += 1;
                (Token::DeepOpen, 4)
            }
            '.' if deep > 0 && rest.starts_with("...>") => {
                deep -= 1;
                (Token::DeepClose, 4)
            }
            '.' if rest.starts_with("...") && !rest.starts_with("....") => (Token::Ellipsis, 3),
            '$' => metavariable(rest).unwrap_or((Token::Other('$'), 1)),
            c if is_name_part(c) => {
                let length = rest.find(|c: char| !is_name_part(c) && c != '$').unwrap_or(rest.len());
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

/// Whether a character may be in a name of every language. A `$` may be in those of some, after the first character.
pub(super) fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// `$X`, `$...X`: a dollar, then upper-case letters, digits and `_`, and no more of a name after them.
pub(super) fn metavariable(rest: &str) -> Option<(Token<'_>, usize)> {
    let (body, is_list) = match rest.strip_prefix("$...") {
        Some(body) => (body, true),
        None => (rest.strip_prefix('$')?, false),
    };
    let length = body
        .find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'))
        .unwrap_or(body.len());
    let name = &body[..length];
    let goes_on = body[length..].starts_with(|c: char| is_name_part(c) || c == '$');
    if name.is_empty() || goes_on || name.starts_with(|c: char| c.is_ascii_digit()) {
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
        Language::Python => rest.bytes().take(3).position(|byte| matches!(byte, b'"' | b'\''))?,
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
pub(super) fn close_of(body: &str, end: &str, escapes: bool) -> Option<usize> {
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
