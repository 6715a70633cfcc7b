//! Quoted values, and the name that stands before a quote.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::{Candidate, Form, Line};
use crate::ascii::regex;

/// One quoted piece of a line: the quotes at `open` and `close`, the content between.
struct Quoted {
    open: usize,
    content: Range<usize>,
}

/// The quoted pieces of a line; with `escaped`, those between `\"`.
fn quoted(text: &str, range: Range<usize>, escaped: bool) -> Vec<Quoted> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut i = range.start;
    while i < range.end {
        let b = bytes[i];
        let opens = if escaped {
            b == b'\\' && bytes.get(i + 1) == Some(&b'"')
        } else {
            matches!(b, b'"' | b'\'' | b'`')
        };
        if !opens {
            i += 1;
            continue;
        }
        if escaped {
            let start = i + 2;
            let Some(len) = text.get(start..range.end).and_then(|t| t.find("\\\"")) else {
                break;
            };
            found.push(Quoted {
                open: i,
                content: start..start + len,
            });
            i = start + len + 2;
            continue;
        }
        // An apostrophe inside a word opens nothing.
        if b == b'\''
            && i > range.start
            && bytes[i - 1].is_ascii_alphanumeric()
            && !is_string_prefix(bytes, range.start, i)
        {
            i += 1;
            continue;
        }
        let triple = bytes.get(i + 1) == Some(&b) && bytes.get(i + 2) == Some(&b);
        let width = if triple { 3 } else { 1 };
        let start = i + width;
        let mut j = start;
        let mut closed = false;
        while j < range.end {
            if bytes[j] == b'\\' {
                j += 2;
                continue;
            }
            if bytes[j] == b && (!triple || (bytes.get(j + 1) == Some(&b) && bytes.get(j + 2) == Some(&b))) {
                closed = true;
                break;
            }
            j += 1;
        }
        if !closed {
            if triple {
                i += 3;
            } else {
                i += 1;
            }
            continue;
        }
        found.push(Quoted {
            open: i,
            content: start..j,
        });
        i = j + width;
    }
    found
}

fn is_string_prefix(bytes: &[u8], from: usize, quote: usize) -> bool {
    let mut i = quote;
    while i > from && quote - i < 3 && bytes[i - 1].is_ascii_alphabetic() {
        i -= 1;
    }
    let letters = &bytes[i..quote];
    let outside = i == from || !(bytes[i - 1].is_ascii_alphanumeric() || bytes[i - 1] == b'_');
    outside && !letters.is_empty() && letters.iter().all(|b| b"rbfuRBFULNcEe".contains(b))
}

pub(super) fn quoted_values(line: &Line<'_>, escaped: bool, out: &mut Vec<Candidate>) {
    let (text, range) = (line.text, line.range.clone());
    let pieces = quoted(text, range.clone(), escaped);
    for (i, piece) in pieces.iter().enumerate() {
        if piece.content.is_empty() {
            continue;
        }
        let Some((mut name, form)) = name_before(text, range.start, piece.open, escaped) else {
            continue;
        };
        // `key="NAME" value="v"`, `{"name": "NAME", "value": "v"}`: the sibling holds the name.
        if is_value_word(&name) {
            let sibling = pieces[..i].iter().rev().chain(&pieces[i + 1..]).find_map(|other| {
                let (key, _) = name_before(text, range.start, other.open, escaped)?;
                is_name_word(&key).then(|| text[other.content.clone()].to_owned())
            });
            match sibling {
                Some(found) => name = found,
                None => continue,
            }
        }
        out.push(Candidate {
            name,
            value: piece.content.clone(),
            form,
            line: line.number,
        });
    }
}

fn is_value_word(name: &str) -> bool {
    matches!(
        name.rsplit('.').next().unwrap_or(name).to_ascii_lowercase().as_str(),
        "value" | "defaultvalue" | "default" | "content" | "val" | "v"
    )
}

fn is_name_word(name: &str) -> bool {
    matches!(
        name.rsplit('.').next().unwrap_or(name).to_ascii_lowercase().as_str(),
        "name" | "key" | "id" | "variable" | "property" | "k" | "field" | "parameterkey" | "parametername" | "env"
    )
}

/// The name that the quote at `quote` belongs to.
fn name_before(text: &str, from: usize, quote: usize, escaped: bool) -> Option<(String, Form)> {
    let bytes = text.as_bytes();
    let mut end = quote;
    if !escaped && is_string_prefix(bytes, from, quote) {
        while end > from && bytes[end - 1].is_ascii_alphabetic() {
            end -= 1;
        }
    }
    while end > from && matches!(bytes[end - 1], b'@' | b'$' | b'&') && quote - end < 3 {
        end -= 1;
    }
    let mut left = text[from..end].trim_end();
    // `= ["v"]`, `= ("v")`: the bracket belongs to the value when an operator stands before it.
    while let Some(inner) = left.strip_suffix(['[', '{', '(']) {
        let inner = inner.trim_end();
        if !inner.ends_with(['=', ':']) {
            break;
        }
        left = inner;
    }
    if let Some(rest) = left.strip_suffix("=>").or_else(|| left.strip_suffix("->")) {
        return operand(rest.trim_end(), false).map(|n| (n, Form::Assign));
    }
    if left.ends_with('=') {
        let rest = left
            .trim_end_matches(['=', '!', ':', '?', '+', '|', '&', '~', '*', '^'])
            .trim_end();
        return operand(rest, true).map(|n| (n, Form::Assign));
    }
    if let Some(rest) = left.strip_suffix(':')
        && !rest.ends_with(':')
    {
        return operand(rest.trim_end(), false).map(|n| (n, Form::Assign));
    }
    if let Some(rest) = left.strip_suffix(',') {
        // `set("name", "v")`, `("name", "v")`, `["name", "v"]`.
        let rest = rest.trim_end();
        let name = quoted_tail(rest)?;
        let head = rest[..rest.len() - name.len() - 2].trim_end();
        if let Some(call) = head.strip_suffix('(') {
            let callee = identifier_tail(call.trim_end());
            let last: String = callee
                .rsplit(['.', ':', '>'])
                .next()
                .unwrap_or(callee)
                .to_ascii_lowercase()
                .replace('_', "");
            let logs_in = [
                "login", "authenticate", "connect", "basicauth", "httpbasicauth", "setbasicauth", "withbasicauth",
                "auth", "signin", "credentials", "setcredentials", "usernamepasswordcredentials", "networkcredential",
                "basiccredentials", "passwordauthentication", "newbasicauth", "plainauthprovider", "httpdigestauth",
            ];
            if logs_in.contains(&last.as_str()) {
                return Some(("login_password".to_owned(), Form::Pair));
            }
        }
        return (head.ends_with(['(', '[', '{']) || head.ends_with("define")).then(|| (name.to_owned(), Form::Pair));
    }
    if let Some(rest) = left.strip_suffix('(') {
        let callee = identifier_tail(rest.trim_end());
        let last = callee.rsplit(['.', ':', '>']).next().unwrap_or(callee);
        let lower = last.to_ascii_lowercase();
        let reads = [
            "get", "find", "has", "is", "read", "load", "fetch", "lookup", "require", "param", "env", "assert",
            "expect", "check", "validate", "log", "print", "debug", "info", "warn", "error", "t", "label", "generate",
            "create", "parse", "hash", "verify", "encrypt", "decrypt", "test", "it", "describe", "reset", "forgot",
            "change", "update", "show", "hide", "on", "handle", "by",
        ];
        if last.is_empty()
            || reads.iter().any(|verb| {
                lower.starts_with(verb)
                    && (lower.len() == verb.len() || !last[verb.len()..].starts_with(|c: char| c.is_ascii_lowercase()))
            })
        {
            return None;
        }
        return Some((last.to_owned(), Form::Call));
    }
    // `echo "v" | …`, adjacent words and everything else have no name; shell: `password "v"`.
    None
}

static ANNOTATED: LazyLock<Regex> =
    LazyLock::new(|| regex(r"([A-Za-z_$][\w$]*)\s*[?!]?\s*:\s*[&A-Za-z_][\w&'<>\[\];., |?]*$"));

/// The name at the end of a left-hand side.
fn operand(left: &str, may_be_annotated: bool) -> Option<String> {
    if let Some(name) = quoted_tail(left) {
        return Some(name.to_owned());
    }
    if let Some(inner) = left
        .strip_suffix("\\\"")
        .and_then(|l| l.rfind("\\\"").map(|i| &l[i + 2..]))
    {
        return Some(inner.to_owned());
    }
    // `public string Token { get; set; } = "v"`: the accessors stand between.
    if let Some(rest) = left.strip_suffix('}')
        && let Some(open) = rest.rfind('{')
        && rest[open..].contains("get")
    {
        return operand(rest[..open].trim_end(), false);
    }
    if let Some(rest) = left.strip_suffix(']') {
        let open = rest.rfind('[')?;
        let inside = rest[open + 1..]
            .trim()
            .trim_matches(|c| matches!(c, '"' | '\'' | ':' | '`'));
        let bare = inside.is_empty() || inside.bytes().all(|b| b.is_ascii_digit());
        return if bare {
            operand(rest[..open].trim_end(), may_be_annotated)
        } else {
            Some(inside.to_owned())
        };
    }
    if may_be_annotated
        && let Some(found) = ANNOTATED.captures(left)
        && !matches!(&found[1], "case" | "default" | "http" | "https")
        && !left[..found.get(0).map_or(0, |m| m.start())].ends_with('$')
        && !found[1].starts_with('$')
    {
        return Some(found[1].to_owned());
    }
    let name = identifier_tail(left);
    if name.is_empty() {
        return None;
    }
    // `var password string = "v"`: Go writes the type after the name.
    if matches!(name, "string" | "str" | "String" | "char" | "text" | "byte") {
        let before = identifier_tail(left[..left.len() - name.len()].trim_end());
        if !before.is_empty()
            && !matches!(
                before,
                "const" | "final" | "static" | "var" | "let" | "private" | "public"
            )
        {
            return Some(before.to_owned());
        }
    }
    Some(name.to_owned())
}

fn quoted_tail(left: &str) -> Option<&str> {
    let quote = left.chars().next_back().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let inner = &left[..left.len() - 1];
    let open = inner.rfind(quote)?;
    Some(&inner[open + 1..]).filter(|n| !n.is_empty() && n.len() <= 128)
}

pub(super) fn identifier_tail(left: &str) -> &str {
    let start = left
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '-' | '@' | ':' | '/'))
        .last()
        .map_or(left.len(), |(i, _)| i);
    left[start..].trim_start_matches(['.', '-', ':', '@', '/'])
}
