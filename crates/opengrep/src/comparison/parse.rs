//! Reads an expression.

use super::{Expression, Operator, Part, Value};
use crate::regex::{Mode, Regex};

/// How deep expressions nest.
const MAX_NESTING: usize = 100;

/// How many operators an expression has.
const MAX_OPERATORS: usize = 500;

const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const UNARY: u8 = 11;

/// An expression and what was met in it.
pub(super) fn parse(text: &str) -> Result<(Expression, Shared), String> {
    let mut shared = Shared::default();
    let mut parser = Parser {
        rest: text,
        shared: &mut shared,
        nesting: 0,
    };
    let expression = parser.expression(0)?;
    parser.blanks();
    if !parser.rest.is_empty() {
        return parser.unexpected();
    }
    Ok((expression, shared))
}

#[derive(Default)]
pub(super) struct Shared {
    /// In order.
    pub(super) metavariables: Vec<String>,
    /// Of its regular expressions.
    pub(super) program_bytes: usize,
    operators: usize,
}

struct Parser<'t, 's> {
    rest: &'t str,
    shared: &'s mut Shared,
    nesting: usize,
}

/// An expression and, when it is a dotted name, the name.
struct Named {
    expression: Expression,
    name: Option<String>,
}

impl From<Expression> for Named {
    fn from(expression: Expression) -> Self {
        Self { expression, name: None }
    }
}

/// Operators by what they are written as, longer ones first, and how strongly they bind.
const SYMBOLS: &[(&str, u8, Option<Operator>)] = &[
    ("==", COMPARISON, Some(Operator::Equal)),
    ("!=", COMPARISON, Some(Operator::NotEqual)),
    ("<=", COMPARISON, Some(Operator::LessOrEqual)),
    (">=", COMPARISON, Some(Operator::GreaterOrEqual)),
    ("<<", 8, None),
    (">>", 8, None),
    ("//", 10, None),
    ("<", COMPARISON, Some(Operator::Less)),
    (">", COMPARISON, Some(Operator::Greater)),
    ("|", 5, Some(Operator::BitOr)),
    ("^", 6, Some(Operator::BitXor)),
    ("&", 7, Some(Operator::BitAnd)),
    ("+", 9, Some(Operator::Add)),
    ("-", 9, Some(Operator::Subtract)),
    ("*", 10, Some(Operator::Multiply)),
    ("/", 10, Some(Operator::Divide)),
    ("%", 10, Some(Operator::Remainder)),
    ("@", 10, None),
];

const WORDS: &[(&[&str], u8, Option<Operator>)] = &[
    (&["if"], 0, None),
    (&["or"], 1, Some(Operator::Or)),
    (&["and"], 2, Some(Operator::And)),
    (&["not", "in"], COMPARISON, Some(Operator::NotIn)),
    (&["in"], COMPARISON, Some(Operator::In)),
    (&["is", "not"], COMPARISON, None),
    (&["is"], COMPARISON, None),
];

const KEYWORDS: &[&str] = &[
    "if", "else", "or", "and", "not", "in", "is", "lambda", "for", "await", "yield",
];

impl<'t> Parser<'t, '_> {
    fn blanks(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with('#') {
                return;
            }
            self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest);
        }
    }

    fn eat(&mut self, symbol: &str) -> bool {
        self.blanks();
        match self.rest.strip_prefix(symbol) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, symbol: &str) -> Result<(), String> {
        if self.eat(symbol) { Ok(()) } else { self.unexpected() }
    }

    fn eat_words(&mut self, words: &[&str]) -> bool {
        let before = self.rest;
        for word in words {
            self.blanks();
            if name(self.rest) != *word {
                self.rest = before;
                return false;
            }
            self.rest = &self.rest[word.len()..];
        }
        true
    }

    fn unexpected<T>(&self) -> Result<T, String> {
        match self.rest.chars().take(20).collect::<String>() {
            rest if rest.is_empty() => Err("the expression ends too early".to_owned()),
            rest => Err(format!("the expression can't be read at `{rest}`")),
        }
    }

    /// An expression whose operators bind at least as strongly as `least`.
    fn expression(&mut self, least: u8) -> Result<Expression, String> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(format!("the expression nests deeper than {MAX_NESTING}"));
        }
        let mut left = self.operand()?;
        let mut compared = false;
        while let Some((binding, operator)) = self.operator(least) {
            self.shared.operators += 1;
            if self.shared.operators > MAX_OPERATORS {
                return Err(format!("the expression has more than {MAX_OPERATORS} operators"));
            }
            let right = self.expression(binding + 1)?;
            if binding == 0 {
                if !self.eat_words(&["else"]) {
                    return self.unexpected();
                }
                self.expression(0)?;
            }
            let chained = binding == COMPARISON && compared;
            compared |= binding == COMPARISON;
            left = match operator {
                Some(operator) if !chained => Expression::Binary(operator, Box::new(left), Box::new(right)),
                _ => Expression::NotEvaluable,
            };
        }
        self.nesting -= 1;
        Ok(left)
    }

    fn operator(&mut self, least: u8) -> Option<(u8, Option<Operator>)> {
        self.blanks();
        for (words, binding, operator) in WORDS {
            if *binding >= least && self.eat_words(words) {
                return Some((*binding, *operator));
            }
        }
        let (symbol, binding, operator) = SYMBOLS.iter().find(|(symbol, ..)| self.rest.starts_with(symbol))?;
        if *binding < least {
            return None;
        }
        self.rest = &self.rest[symbol.len()..];
        Some((*binding, *operator))
    }

    fn operand(&mut self) -> Result<Expression, String> {
        if self.eat_words(&["not"]) {
            return Ok(Expression::Not(Box::new(self.expression(NOT)?)));
        }
        if self.eat("-") {
            return Ok(Expression::Negative(Box::new(self.expression(UNARY)?)));
        }
        if self.eat("+") {
            return Ok(Expression::Positive(Box::new(self.expression(UNARY)?)));
        }
        if self.eat("~") {
            return Ok(Expression::Invert(Box::new(self.expression(UNARY)?)));
        }
        let mut primary = self.atom()?;
        loop {
            primary = if self.eat(".") {
                let attribute = name(self.rest);
                if attribute.is_empty() {
                    return self.unexpected();
                }
                self.rest = &self.rest[attribute.len()..];
                Named {
                    expression: Expression::NotEvaluable,
                    // No longer name is one of a function.
                    name: primary
                        .name
                        .filter(|name| name == "re")
                        .map(|name| format!("{name}.{attribute}")),
                }
            } else if self.eat("(") {
                let arguments = self.arguments()?;
                let called = call(primary.name.as_deref(), arguments)?;
                if let Expression::Match(regex, _) = &called {
                    self.shared.program_bytes = self.shared.program_bytes.saturating_add(regex.program_bytes());
                }
                called.into()
            } else if self.eat("[") {
                self.subscript()?;
                Expression::NotEvaluable.into()
            } else {
                break;
            };
        }
        if self.eat("**") {
            let exponent = self.expression(UNARY)?;
            return Ok(Expression::Binary(
                Operator::Power,
                Box::new(primary.expression),
                Box::new(exponent),
            ));
        }
        Ok(primary.expression)
    }

    /// What a call passes, or `None` when not all of it is plain.
    fn arguments(&mut self) -> Result<Option<Vec<Expression>>, String> {
        let mut arguments = Vec::new();
        let mut plain = true;
        while !self.eat(")") {
            let argument = self.expression(0)?;
            if self.eat("=") {
                plain = false;
                self.expression(0)?;
            }
            arguments.push(argument);
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(plain.then_some(arguments))
    }

    fn subscript(&mut self) -> Result<(), String> {
        while !self.eat("]") {
            if !self.eat(":") && !self.eat(",") {
                self.expression(0)?;
            }
        }
        Ok(())
    }

    fn atom(&mut self) -> Result<Named, String> {
        self.blanks();
        let Some(first) = self.rest.chars().next() else {
            return self.unexpected();
        };
        if first == '$' {
            return self.metavariable().map(Named::from);
        }
        if first.is_ascii_digit() || (first == '.' && self.rest[1..].starts_with(|c: char| c.is_ascii_digit())) {
            return self.number().map(Named::from);
        }
        if string_start(self.rest).is_some() {
            return self.strings().map(Named::from);
        }
        if self.eat("(") {
            return self.parenthesized().map(Named::from);
        }
        if self.eat("[") {
            let (elements, _) = self.elements("]")?;
            return Ok(Expression::List(elements).into());
        }
        if self.eat("{") {
            self.elements("}")?;
            return Ok(Expression::NotEvaluable.into());
        }
        let word = name(self.rest);
        if word.is_empty() || KEYWORDS.contains(&word) {
            return self.unexpected();
        }
        self.rest = &self.rest[word.len()..];
        Ok(match word {
            "True" => Expression::Literal(Value::Bool(true)).into(),
            "False" => Expression::Literal(Value::Bool(false)).into(),
            word => Named {
                expression: Expression::NotEvaluable,
                name: Some(word.to_owned()),
            },
        })
    }

    fn parenthesized(&mut self) -> Result<Expression, String> {
        let (mut elements, comma) = self.elements(")")?;
        Ok(match elements.pop() {
            Some(only) if !comma => only,
            _ => Expression::NotEvaluable,
        })
    }

    /// Expressions with commas or colons between them, and whether there was any.
    fn elements(&mut self, close: &str) -> Result<(Vec<Expression>, bool), String> {
        let mut elements = Vec::new();
        let mut separated = false;
        while !self.eat(close) {
            elements.push(self.expression(0)?);
            if self.eat(",") || (close == "}" && self.eat(":")) {
                separated = true;
            } else {
                self.expect(close)?;
                break;
            }
        }
        Ok((elements, separated))
    }

    fn metavariable(&mut self) -> Result<Expression, String> {
        let sigil = if self.rest.starts_with("$...") { 4 } else { 1 };
        let word = name(&self.rest[sigil..]);
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let upper = |text: &str| {
            text.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
                && text
                    .chars()
                    .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        };
        let correct = upper(word) || (sigil == 1 && digits(word));
        if !correct {
            return self.unexpected();
        }
        let metavariable = self.rest[..sigil + word.len()].to_owned();
        self.rest = &self.rest[metavariable.len()..];
        if !self.shared.metavariables.contains(&metavariable) {
            self.shared.metavariables.push(metavariable.clone());
        }
        Ok(Expression::Metavariable(metavariable))
    }

    fn number(&mut self) -> Result<Expression, String> {
        let is_hex = self.rest.len() > 1 && matches!(self.rest.as_bytes()[1], b'x' | b'X');
        let mut end = 0;
        let bytes = self.rest.as_bytes();
        while let Some(&byte) = bytes.get(end) {
            let exponent_sign =
                matches!(byte, b'+' | b'-') && !is_hex && end > 0 && matches!(bytes[end - 1], b'e' | b'E');
            if !(byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' || exponent_sign) {
                break;
            }
            end += 1;
        }
        let text = &self.rest[..end];
        let plain = text.replace('_', "");
        let value = if let Some(value) = super::value::integer(text) {
            Value::Int(value)
        } else if plain.bytes().all(|byte| byte.is_ascii_digit())
            || (is_hex && plain.len() > 2 && plain[2..].bytes().all(|b| b.is_ascii_hexdigit()))
        {
            Value::Code(text.to_owned())
        } else if let Ok(value) = plain.parse::<f64>() {
            Value::Float(value)
        } else {
            return self.unexpected();
        };
        self.rest = &self.rest[end..];
        Ok(Expression::Literal(value))
    }

    /// One or more strings in a row, which are one.
    fn strings(&mut self) -> Result<Expression, String> {
        let mut parts = Vec::new();
        let mut evaluable = true;
        while let Some(start) = string_start(self.rest) {
            let body = &self.rest[start.length..];
            let Some(end) = string_end(body, start.quote) else {
                return Err("a string is not closed".to_owned());
            };
            self.rest = &body[end + start.quote.len()..];
            evaluable &= !start.bytes;
            if start.formatted {
                evaluable &= self.formatted(&body[..end], start.raw, &mut parts)?;
            } else {
                push_text(&mut parts, unescape(&body[..end], start.raw));
            }
            self.blanks();
        }
        Ok(match &mut parts[..] {
            _ if !evaluable => Expression::NotEvaluable,
            [] => Expression::Literal(Value::Str(String::new())),
            [Part::Text(text)] => Expression::Literal(Value::Str(std::mem::take(text))),
            _ => Expression::Format(parts),
        })
    }

    /// The parts of an f-string; false when it has a conversion or a format.
    fn formatted(&mut self, body: &str, raw: bool, parts: &mut Vec<Part>) -> Result<bool, String> {
        let mut evaluable = true;
        let mut rest = body;
        while let Some(brace) = rest.find(['{', '}']) {
            push_text(parts, unescape(&rest[..brace], raw));
            let doubled = &rest[brace..=brace];
            rest = &rest[brace + 1..];
            if let Some(after) = rest.strip_prefix(doubled) {
                push_text(parts, doubled.to_owned());
                rest = after;
                continue;
            }
            if doubled == "}" {
                return Err("a `}` in an f-string closes nothing".to_owned());
            }
            let mut parser = Parser {
                rest,
                shared: self.shared,
                nesting: self.nesting,
            };
            let expression = parser.expression(0)?;
            parser.blanks();
            rest = parser.rest;
            parts.push(Part::Value(expression));
            evaluable &= rest.starts_with('}');
            let Some((_, after)) = rest.split_once('}') else {
                return Err("a `{` in an f-string is not closed".to_owned());
            };
            rest = after;
        }
        push_text(parts, unescape(rest, raw));
        Ok(evaluable)
    }
}

fn push_text(parts: &mut Vec<Part>, text: String) {
    match parts.last_mut() {
        Some(Part::Text(before)) => before.push_str(&text),
        _ if text.is_empty() => {}
        _ => parts.push(Part::Text(text)),
    }
}

/// The call of one of the functions that are known.
fn call(function: Option<&str>, arguments: Option<Vec<Expression>>) -> Result<Expression, String> {
    let Some(mut arguments) = arguments else {
        return Ok(Expression::NotEvaluable);
    };
    let last = arguments.pop().map(Box::new);
    Ok(match (function, &arguments[..], last) {
        (Some("int"), [], Some(of)) => Expression::Int(of),
        (Some("str"), [], Some(of)) => Expression::Str(of),
        (Some("today"), [], None) => Expression::Today,
        (Some("strptime"), [], Some(of)) => Expression::Date(of),
        (Some("parse_promql_duration"), [], Some(of)) => Expression::Duration(of),
        (Some("re.match"), [Expression::Literal(Value::Str(pattern))], Some(of)) => {
            let regex = Regex::new(pattern, Mode::Condition).map_err(|error| error.to_string())?;
            Expression::Match(Box::new(regex), of)
        }
        _ => Expression::NotEvaluable,
    })
}

/// The name or number at the start of a text.
fn name(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_'));
    &text[..end.unwrap_or(text.len())]
}

struct StringStart {
    /// Of prefix and quote.
    length: usize,
    quote: &'static str,
    raw: bool,
    bytes: bool,
    formatted: bool,
}

fn string_start(text: &str) -> Option<StringStart> {
    let prefix = text.len() - text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let quote = ["\"\"\"", "'''", "\"", "'"]
        .into_iter()
        .find(|quote| text[prefix..].starts_with(quote))?;
    let letters = text[..prefix].to_ascii_lowercase();
    let known = matches!(letters.as_str(), "" | "r" | "u" | "b" | "f" | "br" | "rb" | "fr" | "rf");
    known.then(|| StringStart {
        length: prefix + quote.len(),
        quote,
        raw: letters.contains('r'),
        bytes: letters.contains('b'),
        formatted: letters.contains('f'),
    })
}

fn string_end(body: &str, quote: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in body.char_indices() {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if body[at..].starts_with(quote) {
            return Some(at);
        }
    }
    None
}

/// The content of a string. An escape that is not known stays as written.
fn unescape(body: &str, raw: bool) -> String {
    if raw {
        return body.to_owned();
    }
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let Some(c) = after.chars().next() else {
            out.push('\\');
            return out;
        };
        rest = &after[c.len_utf8()..];
        let digits = match c {
            'x' => Some((2, 16)),
            'u' => Some((4, 16)),
            'U' => Some((8, 16)),
            '0'..='7' => {
                rest = after;
                Some((
                    after
                        .bytes()
                        .take(3)
                        .take_while(|byte| (b'0'..=b'7').contains(byte))
                        .count(),
                    8,
                ))
            }
            _ => None,
        };
        let simple = match c {
            '\n' => "",
            '\\' => "\\",
            '\'' => "'",
            '"' => "\"",
            'a' => "\x07",
            'b' => "\x08",
            'f' => "\x0C",
            'n' => "\n",
            'r' => "\r",
            't' => "\t",
            'v' => "\x0B",
            _ => {
                let number = digits.and_then(|(count, radix)| {
                    let text = rest
                        .get(..count)
                        .filter(|text| text.chars().all(|c| c.is_digit(radix)))?;
                    Some((char::from_u32(u32::from_str_radix(text, radix).ok()?)?, count))
                });
                match number {
                    Some((number, count)) => {
                        out.push(number);
                        rest = &rest[count..];
                    }
                    None => {
                        out.push('\\');
                        out.push(c);
                    }
                }
                continue;
            }
        };
        out.push_str(simple);
    }
    out.push_str(rest);
    out
}
