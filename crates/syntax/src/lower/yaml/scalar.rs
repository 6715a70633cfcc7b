//! What the scalars of YAML stand for: folding, escapes, block styles (YAML 1.2.2, chapters 7 and 8), and the words and numbers that
//! are no strings.

use std::ops::Range;

/// A plain scalar.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    Null,
    Bool(&'static str),
    /// Its shortest decimal text.
    Number(String),
    Text,
}

/// The words of YAML 1.1 count too: files are written for tools of both versions.
pub(super) fn resolve(text: &str) -> Scalar {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Scalar::Null,
        "true" | "True" | "TRUE" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => return Scalar::Bool("true"),
        "false" | "False" | "FALSE" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => return Scalar::Bool("false"),
        _ => {}
    }
    number(text).map_or(Scalar::Text, Scalar::Number)
}

fn number(text: &str) -> Option<String> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let first = unsigned.bytes().find(|byte| *byte != b'.')?;
    // Words that are numbers to Rust (`inf`, `nan`) are none here.
    if !first.is_ascii_digit() || unsigned.ends_with('_') {
        return None;
    }
    let digits = unsigned.replace('_', "");
    let decimal = match digits.get(..2) {
        Some("0x" | "0o" | "0b") => {
            let value = crate::lower::integer(&digits);
            value.bytes().all(|byte| byte.is_ascii_digit()).then_some(value)?
        }
        _ => digits,
    };
    decimal.parse::<f64>().ok()?;
    let sign = if text.starts_with('-') { "-" } else { "" };
    Some(crate::lower::float(&format!("{sign}{decimal}")))
}

/// Lines of a flow scalar as one: a line break is a blank, an empty line is a line break.
pub(super) fn fold(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_owned();
    }
    let mut lines = text.split('\n');
    let mut out = lines.next().unwrap_or_default().trim_end().to_owned();
    let mut lines = lines.peekable();
    let mut empty = 0;
    while let Some(line) = lines.next() {
        let is_last = lines.peek().is_none();
        let line = line.trim_start_matches([' ', '\t']);
        let line = if is_last { line } else { line.trim_end() };
        if line.is_empty() && !is_last {
            empty += 1;
            continue;
        }
        match empty {
            0 => out.push(' '),
            _ => out.extend(std::iter::repeat_n('\n', empty)),
        }
        empty = 0;
        out.push_str(line);
    }
    out
}

fn unquoted(text: &str, quote: char) -> &str {
    let inner = text.strip_prefix(quote).unwrap_or(text);
    inner.strip_suffix(quote).unwrap_or(inner)
}

pub(super) fn single_quoted(text: &str) -> String {
    fold(unquoted(text, '\'')).replace("''", "'")
}

pub(super) fn double_quoted(text: &str) -> String {
    let inner = unquoted(text, '"');
    if !inner.contains(['\\', '\n']) {
        return inner.to_owned();
    }
    // An escaped line break joins two lines without a blank.
    let mut joined = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        joined.push_str(before);
        let after = &escape[1..];
        let line_break = after.strip_prefix("\r\n").or_else(|| after.strip_prefix('\n'));
        if let Some(next) = line_break {
            rest = next.trim_start_matches([' ', '\t']);
            continue;
        }
        let letter = after.chars().next().map_or(0, char::len_utf8);
        joined.push_str(&escape[..1 + letter]);
        rest = &after[letter..];
    }
    joined.push_str(rest);
    decode(&fold(&joined))
}

/// Escapes that YAML does not know stay as they are.
fn decode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let Some(letter) = escape.chars().next() else {
            rest = &rest[at..];
            break;
        };
        let after = &escape[letter.len_utf8()..];
        let simple = match letter {
            '0' => Some('\0'),
            'a' => Some('\x07'),
            'b' => Some('\x08'),
            't' | '\t' => Some('\t'),
            'n' => Some('\n'),
            'v' => Some('\x0b'),
            'f' => Some('\x0c'),
            'r' => Some('\r'),
            'e' => Some('\x1b'),
            ' ' | '"' | '/' | '\\' => Some(letter),
            'N' => Some('\u{85}'),
            '_' => Some('\u{a0}'),
            'L' => Some('\u{2028}'),
            'P' => Some('\u{2029}'),
            _ => None,
        };
        let digits = match letter {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let (value, left) = match simple {
            Some(value) => (Some(value), after),
            None => {
                let hex = after.get(..digits).filter(|_| digits > 0);
                let value = hex.and_then(|hex| u32::from_str_radix(hex, 16).ok());
                let value = value.and_then(char::from_u32);
                (value, if value.is_some() { &after[digits..] } else { after })
            }
        };
        match value {
            Some(value) => out.push(value),
            None => {
                out.push('\\');
                out.push(letter);
            }
        }
        rest = left;
    }
    out.push_str(rest);
    out
}

/// A scalar in block style: `|` keeps its lines, `>` folds them. `parent`: the column of the collection that it is in.
pub(super) fn block(source: &str, span: Range<usize>, parent: usize) -> String {
    let text = &source[span.clone()];
    let (header, body) = text.split_once('\n').unwrap_or((text, ""));
    let indicators = header.split([' ', '\t', '#']).next().unwrap_or_default();
    let folded = indicators.starts_with('>');
    let (keep, strip) = (indicators.contains('+'), indicators.contains('-'));
    let explicit = indicators.bytes().find(u8::is_ascii_digit);

    // The grammar may leave the last line breaks out.
    let rest = &source[span.end..];
    let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
    let tail = &rest[..rest[..blank].rfind('\n').map_or(0, |at| at + 1)];
    let body = format!("{body}{tail}");
    let ends_with_break = body.ends_with('\n');
    let body = body.strip_suffix('\n').unwrap_or(&body);

    let lines: Vec<&str> = body
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .collect();
    let indent = match explicit {
        Some(digit) => parent + usize::from(digit - b'0'),
        None => lines
            .iter()
            .find(|line| !line.trim_start_matches(' ').is_empty())
            .map_or(0, |line| leading(line)),
    };
    let mut content: Vec<&str> = Vec::with_capacity(lines.len());
    for line in lines {
        let spaces = leading(line);
        if spaces < indent && spaces < line.len() {
            // Something less indented (a comment) ends the scalar.
            break;
        }
        content.push(line.get(indent..).unwrap_or_default());
    }
    let text_lines = content.len() - content.iter().rev().take_while(|line| line.is_empty()).count();
    let trailing = content.len() - text_lines;
    content.truncate(text_lines);

    let mut out = if folded {
        fold_block(&content)
    } else {
        content.join("\n")
    };
    if !strip && text_lines > 0 && (ends_with_break || trailing > 0) {
        out.push('\n');
    }
    if keep {
        out.extend(std::iter::repeat_n('\n', trailing));
    }
    out
}

fn leading(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Lines that are more indented than the others keep their breaks.
fn fold_block(lines: &[&str]) -> String {
    let mut out = String::new();
    let (mut empty, mut first, mut was_indented) = (0, true, false);
    for line in lines {
        if line.is_empty() {
            empty += 1;
            continue;
        }
        let indented = line.starts_with([' ', '\t']);
        let breaks = match (first, indented || was_indented) {
            (true, _) => empty,
            (false, true) => empty + 1,
            (false, false) => empty,
        };
        if breaks == 0 && !first {
            out.push(' ');
        }
        out.extend(std::iter::repeat_n('\n', breaks));
        out.push_str(line);
        (empty, first, was_indented) = (0, false, indented);
    }
    out
}
