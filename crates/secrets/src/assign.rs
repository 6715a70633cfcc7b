//! Where a text gives a name to a value: assignments, members, attributes, options, headers.
//!
//! Only lines that speak of secrets are looked at. In code a value is quoted; in configuration, shell and markup it may be bare.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::ascii::regex;
use crate::doc::{Doc, Syntax};
use crate::names::{Name, NameClass};

/// How a value got its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `name = v`, `name: v`, `"name" => v`.
    Assign,
    /// `setName("v")`, `Attr("v")`: the callee is the name.
    Call,
    /// `("name", "v")`.
    Pair,
    /// `--name v`.
    Flag,
    /// `Name: v` of HTTP.
    Header,
    /// `?name=v`.
    Query,
    /// `<name>v</name>`.
    Element,
}

/// A value with its name.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) name: String,
    pub(crate) value: Range<usize>,
    pub(crate) form: Form,
    pub(crate) line: usize,
}

/// Longer lines are taken apart in windows of this many bytes, which overlap.
const WINDOW: usize = 16 * 1024;
const OVERLAP: usize = 1024;
/// Longest line beside which a name or value on another line is looked for.
const MAX_LINE: usize = WINDOW;

/// The candidates of some lines.
pub(crate) fn candidates(doc: &Doc<'_>, lines: &[usize]) -> Vec<Candidate> {
    let fences = if doc.syntax == Syntax::Text {
        Some(Fences::new(doc))
    } else {
        None
    };
    let mut out = Vec::new();
    for &line in lines {
        for range in windows(doc.text, doc.line_range(line)) {
            match &fences {
                None => on_line(doc, line, range, doc.syntax, &mut out),
                Some(f) if f.is_code(line) => on_line(doc, line, range, Syntax::Shell, &mut out),
                Some(_) => {
                    for inner in inline_code(doc.text, range.clone()) {
                        on_line(doc, line, inner, Syntax::Shell, &mut out);
                    }
                    headers(doc.text, line, range, &mut out);
                }
            }
        }
        if doc.syntax != Syntax::Text && doc.line_range(line).len() <= MAX_LINE {
            siblings(doc, line, &mut out);
        }
    }
    out
}

/// A line in pieces of bounded length; all but the last overlap with the next.
fn windows(text: &str, line: Range<usize>) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = line.start;
    loop {
        let mut end = line.end.min(start + WINDOW);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        pieces.push(start..end);
        if end >= line.end {
            return pieces;
        }
        start = end - OVERLAP;
        while !text.is_char_boundary(start) {
            start -= 1;
        }
    }
}

fn on_line(doc: &Doc<'_>, line: usize, range: Range<usize>, syntax: Syntax, out: &mut Vec<Candidate>) {
    let text = doc.text;
    quoted_values(text, line, range.clone(), false, out);
    if text[range.clone()].contains("\\\"") {
        quoted_values(text, line, range.clone(), true, out);
    }
    headers(text, line, range.clone(), out);
    flags(text, line, range.clone(), out);
    queries(text, line, range.clone(), out);
    match syntax {
        Syntax::Config => {
            config_line(text, line, range.clone(), out);
            shell_words(text, line, range, out);
        }
        Syntax::Yaml => {
            yaml_line(doc, line, range.clone(), out);
            shell_words(text, line, range, out);
        }
        Syntax::Shell => {
            shell_words(text, line, range.clone(), out);
            make_variable(text, line, range.clone(), out);
            yaml_like(text, line, range, out);
        }
        Syntax::Docker => {
            shell_words(text, line, range.clone(), out);
            docker_env(text, line, range, out);
        }
        Syntax::Markup => elements(text, line, range, out),
        _ => {}
    }
}

// ---- quoted values -----------------------------------------------------------------------------------------------------------

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

fn quoted_values(text: &str, line: usize, range: Range<usize>, escaped: bool, out: &mut Vec<Candidate>) {
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
            line,
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
        return (head.ends_with(['(', '[', '{', ',']) || head.ends_with("define"))
            .then(|| (name.to_owned(), Form::Pair));
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

fn identifier_tail(left: &str) -> &str {
    let start = left
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '-' | '@' | ':' | '/'))
        .last()
        .map_or(left.len(), |(i, _)| i);
    left[start..].trim_start_matches(['.', '-', ':', '@', '/'])
}

// ---- bare values -------------------------------------------------------------------------------------------------------------

fn push(out: &mut Vec<Candidate>, text: &str, line: usize, name: &str, value: Range<usize>, form: Form) {
    let raw = &text[value.clone()];
    let trimmed_start = raw.len() - raw.trim_start().len();
    let value = value.start + trimmed_start..value.start + trimmed_start + raw.trim().len();
    let raw = &text[value.clone()];
    let raw = raw.trim_end_matches([';', ',']);
    // A quoted value is found by its quotes.
    if raw.len() < 4
        || raw.starts_with(['"', '\'', '`']) && raw.len() > 1 && raw.ends_with(raw.chars().next().unwrap_or('"'))
    {
        return;
    }
    out.push(Candidate {
        name: name.to_owned(),
        value,
        form,
        line,
    });
}

static CONFIG: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"^[\s#;/]*(?:export\s+|set\s+|-\s+|\+?=?\s*)?([A-Za-z_/:@$][\w.\-/:\[\]@$]*?)\s*(?:[=:]\s*|\s+)(\S.*?)\s*$")
});

fn config_line(text: &str, line: usize, range: Range<usize>, out: &mut Vec<Candidate>) {
    let content = &text[range.clone()];
    let Some(found) = CONFIG.captures(content) else { return };
    let (Some(name), Some(value)) = (found.get(1), found.get(2)) else {
        return;
    };
    // `key value` without a separator is only written in a few formats; prose is not configuration.
    let separated = content[name.end()..value.start()].contains(['=', ':']);
    if !separated && value.as_str().contains(' ') {
        return;
    }
    let mut end = value.end();
    for comment in [" #", " ;", "\t#"] {
        if let Some(at) = value.as_str().find(comment) {
            end = end.min(value.start() + at);
        }
    }
    push(
        out,
        text,
        line,
        name.as_str(),
        range.start + value.start()..range.start + end,
        Form::Assign,
    );
}

static YAML: LazyLock<Regex> = LazyLock::new(|| regex(r"^[\s#]*(?:-\s+)*([\w.\-/$ ]+?)\s*:\s+(\S.*?)\s*$"));
static YAML_FLOW: LazyLock<Regex> = LazyLock::new(|| regex(r#"[{,]\s*([\w.-]+)\s*:\s+([^\s,}\]"'{\[]{4,})"#));

fn yaml_line(doc: &Doc<'_>, line: usize, range: Range<usize>, out: &mut Vec<Candidate>) {
    let text = doc.text;
    yaml_like(text, line, range.clone(), out);
    let content = &text[range.clone()];
    // A block scalar continues on the next line.
    let Some((name, mark)) = content.rsplit_once(':') else {
        return;
    };
    if matches!(mark.trim(), "|" | ">" | "|-" | ">-" | "|+" | ">+") && line + 1 < doc.line_count() {
        let name = identifier_tail(name.trim_end()).to_owned();
        push(out, text, line + 1, &name, doc.line_range(line + 1), Form::Assign);
    }
}

fn yaml_like(text: &str, line: usize, range: Range<usize>, out: &mut Vec<Candidate>) {
    let content = &text[range.clone()];
    if let Some(found) = YAML.captures(content)
        && let (Some(name), Some(value)) = (found.get(1), found.get(2))
        && !value.as_str().starts_with(['{', '[', '|', '>', '&'])
        && identifier_tail(name.as_str()) == name.as_str()
    {
        let end = value.as_str().find(" #").map_or(value.end(), |at| value.start() + at);
        push(
            out,
            text,
            line,
            name.as_str(),
            range.start + value.start()..range.start + end,
            Form::Assign,
        );
    }
    for found in YAML_FLOW.captures_iter(content) {
        if let (Some(name), Some(value)) = (found.get(1), found.get(2)) {
            push(
                out,
                text,
                line,
                name.as_str(),
                range.start + value.start()..range.start + value.end(),
                Form::Assign,
            );
        }
    }
}

static WORD: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?:^|[\s;&|"'`(:,])(?:\$env:|-e|-D|-P)?([A-Za-z_][\w.\-]*)=([^\s"'`;&|<>(){}\\,]{4,}|[^\s"'`;&|<>\\]{4,})"#,
    )
});

fn shell_words(text: &str, line: usize, range: Range<usize>, out: &mut Vec<Candidate>) {
    for found in WORD.captures_iter(&text[range.clone()]) {
        if let (Some(name), Some(value)) = (found.get(1), found.get(2)) {
            push(
                out,
                text,
                line,
                name.as_str(),
                range.start + value.start()..range.start + value.end(),
                Form::Assign,
            );
        }
    }
}

static MAKE: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^\s*(?:export\s+)?([A-Za-z_][\w.]*)\s*(?::{1,3}|\?|\+)?=\s*(\S+)\s*$"));

fn make_variable(text: &str, line: usize, range: Range<usize>, out: &mut Vec<Candidate>) {
    if let Some(found) = MAKE.captures(&text[range.clone()])
        && let (Some(name), Some(value)) = (found.get(1), found.get(2))
    {
        push(
            out,
            text,
            line,
            name.as_str(),
            range.start + value.start()..range.start + value.end(),
            Form::Assign,
        );
    }
}

static DOCKER: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)^\s*(?:ENV|ARG|setx|set)\s+([A-Za-z_]\w*)\s+([^\s=]\S*)\s*$"));

fn docker_env(text: &str, line: usize, range: Range<usize>, out: &mut Vec<Candidate>) {
    if let Some(found) = DOCKER.captures(&text[range.clone()])
        && let (Some(name), Some(value)) = (found.get(1), found.get(2))
    {
        push(
            out,
            text,
            line,
            name.as_str(),
            range.start + value.start()..range.start + value.end(),
            Form::Assign,
        );
    }
}

static FLAG: LazyLock<Regex> =
    LazyLock::new(|| regex(r#"(?:^|[\s"'\[(,`])--?([A-Za-z][\w-]*)(?:=|\s+|["']\s*,\s*["'])["']?([^\s"'`|&;<>]{4,})"#));

fn flags(text: &str, line: usize, range: Range<usize>, out: &mut Vec<Candidate>) {
    let content = &text[range.clone()];
    if !content.contains("--") && !content.contains(" -") {
        return;
    }
    for found in FLAG.captures_iter(content) {
        if let (Some(name), Some(value)) = (found.get(1), found.get(2))
            && Name::new(name.as_str()).class() >= NameClass::Weak
        {
            push(
                out,
                text,
                line,
                name.as_str(),
                range.start + value.start()..range.start + value.end(),
                Form::Flag,
            );
        }
    }
}

static HEADER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?xi)\b((?:proxy-)?authorization|x-[a-z-]*(?:key|token|auth|secret)[a-z-]*|(?:private|deploy|job|api|auth|access)-?(?:token|key))
           \\?["']?\]?\s*(?:[:=,]|=>)\s*\\?["']?(?:(?:bearer|token|basic|apikey|api-key|ssws|bot|key|genie-?key|splunk|zuora|oauth|applink)\s+)?
           ([^\s"'\\,;(){}\[\]<>`$]{8,})"#,
    )
});

fn headers(text: &str, line: usize, range: Range<usize>, out: &mut Vec<Candidate>) {
    for found in HEADER.captures_iter(&text[range.clone()]) {
        if let (Some(name), Some(value)) = (found.get(1), found.get(2)) {
            push(
                out,
                text,
                line,
                name.as_str(),
                range.start + value.start()..range.start + value.end(),
                Form::Header,
            );
        }
    }
}

static QUERY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)[?&](access_token|api[_-]?token|token|api[_-]?key|apikey|key|auth|password|passwd|pwd|secret|client_secret|sig|code|subscription-key)=([^&\s"'<>#\\`)$\{]{8,})"#,
    )
});

fn queries(text: &str, line: usize, range: Range<usize>, out: &mut Vec<Candidate>) {
    let content = &text[range.clone()];
    if !content.contains("://") && !content.contains('?') {
        return;
    }
    for found in QUERY.captures_iter(content) {
        if let (Some(name), Some(value)) = (found.get(1), found.get(2)) {
            push(
                out,
                text,
                line,
                name.as_str(),
                range.start + value.start()..range.start + value.end(),
                Form::Query,
            );
        }
    }
}

static ELEMENT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"<([A-Za-z][\w:.-]*)(?:\s[^<>]*?(?:key|name|id)\s*=\s*["']([^"']+)["'][^<>]*|\s[^<>]*)?>\s*([^<>\s][^<>]{2,}?)\s*</"#,
    )
});

fn elements(text: &str, line: usize, range: Range<usize>, out: &mut Vec<Candidate>) {
    for found in ELEMENT.captures_iter(&text[range.clone()]) {
        let Some(value) = found.get(3) else { continue };
        let name = found.get(2).or_else(|| found.get(1)).map_or("", |m| m.as_str());
        push(
            out,
            text,
            line,
            name,
            range.start + value.start()..range.start + value.end(),
            Form::Element,
        );
    }
}

// ---- names and values on neighbouring lines ----------------------------------------------------------------------------------

static NAME_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)(?:^|[\s{,\-])["']?(?:name|key|variable|id|parameterkey|<key)["']?\s*(?:[:=]|>)\s*["']?([\w.\-/ ]{3,100}?)["']?\s*(?:,|</key>)?\s*$"#,
    )
});
static VALUE_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)^\s*(?:-\s*)?(?:["']?(?:value|val|default|parametervalue)["']?\s*[:=]\s*["']?([^\s"'].*?)["']?,?\s*\}?,?\s*$|<string>([^<]+)</string>|<value>([^<]+)</value>)"#,
    )
});

/// `name: NAME` on this line, `value: v` on one of the next two.
fn siblings(doc: &Doc<'_>, line: usize, out: &mut Vec<Candidate>) {
    if !matches!(
        doc.syntax,
        Syntax::Yaml | Syntax::Json | Syntax::Markup | Syntax::Quoted | Syntax::Code
    ) {
        return;
    }
    let Some(found) = NAME_LINE.captures(doc.line(line)) else {
        return;
    };
    let name = found[1].trim().to_owned();
    for next in line + 1..(line + 3).min(doc.line_count()) {
        let range = doc.line_range(next);
        if range.len() > MAX_LINE {
            return;
        }
        if let Some(found) = VALUE_LINE.captures(&doc.text[range.clone()])
            && let Some(value) = found.get(1).or_else(|| found.get(2)).or_else(|| found.get(3))
        {
            let value = range.start + value.start()..range.start + value.end();
            out.push(Candidate {
                name,
                value,
                form: Form::Assign,
                line: next,
            });
            return;
        }
    }
}

// ---- code in prose -----------------------------------------------------------------------------------------------------------

/// The fenced and indented code of a Markdown text.
struct Fences(Vec<bool>);

impl Fences {
    fn new(doc: &Doc<'_>) -> Self {
        let mut inside = false;
        let mut code = Vec::with_capacity(doc.line_count());
        for line in 0..doc.line_count() {
            let trimmed = doc.line(line).trim_start();
            let fence = trimmed.starts_with("```") || trimmed.starts_with("~~~") || trimmed.starts_with("----");
            code.push(inside && !fence || doc.line(line).starts_with("    ") && !trimmed.starts_with(['-', '*']));
            inside ^= fence;
        }
        Self(code)
    }

    fn is_code(&self, line: usize) -> bool {
        self.0.get(line).copied().unwrap_or(false)
    }
}

fn inline_code(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut open = None;
    for at in memchr::memchr_iter(b'`', text[range.clone()].as_bytes()).map(|i| i + range.start) {
        match open.take() {
            None => open = Some(at + 1),
            Some(start) => spans.push(start..at),
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<(String, String)> {
        let doc = Doc::new(text, path, None);
        let lines: Vec<usize> = (0..doc.line_count()).collect();
        candidates(&doc, &lines)
            .into_iter()
            .map(|c| (c.name, text[c.value].to_owned()))
            .collect()
    }

    #[test]
    fn values_get_their_names_in_every_form() {
        for (path, text, name, value) in [
            ("a.py", r#"db_password = "v4lue""#, "db_password", "v4lue"),
            ("a.py", r#"password: str = "v4lue""#, "password", "v4lue"),
            ("a.py", r#"conn(user="u", password="v4lue")"#, "password", "v4lue"),
            ("a.py", r#"os.environ["DB_PW"] = "v4lue""#, "DB_PW", "v4lue"),
            ("a.js", r#"const cfg = { apiKey: 'v4lue' };"#, "apiKey", "v4lue"),
            (
                "a.ts",
                r#"private readonly secret: string = "v4lue";"#,
                "secret",
                "v4lue",
            ),
            ("a.rb", r#":password => "v4lue""#, "password", "v4lue"),
            ("a.go", r#"var password string = "v4lue""#, "password", "v4lue"),
            ("A.java", r#"ds.setPassword("v4lue");"#, "setPassword", "v4lue"),
            (
                "A.java",
                r#"props.put("db.password", "v4lue");"#,
                "db.password",
                "v4lue",
            ),
            ("a.php", "define('DB_PASSWORD', 'v4lue');", "DB_PASSWORD", "v4lue"),
            ("a.rs", r#"const TOKEN: &'static str = "v4lue";"#, "TOKEN", "v4lue"),
            ("a.yaml", "password: v4lue # c", "password", "v4lue"),
            ("a.yaml", "  - TOKEN=v4lue", "TOKEN", "v4lue"),
            ("a.yaml", "- name: TOKEN\n  value: v4lue", "TOKEN", "v4lue"),
            ("a.json", r#"{"name": "TOKEN", "value": "v4lue"}"#, "TOKEN", "v4lue"),
            ("a.env", "export TOKEN=v4lue", "TOKEN", "v4lue"),
            ("a.properties", "db.password = v4lue", "db.password", "v4lue"),
            ("a.xml", "<password>v4lue</password>", "password", "v4lue"),
            ("a.xml", r#"<add key="Pw" value="v4lue"/>"#, "Pw", "v4lue"),
            ("a.sh", "export TOKEN=v4lue", "TOKEN", "v4lue"),
            ("a.sh", "run --api-token v4lue", "api-token", "v4lue"),
            ("Dockerfile", "ENV TOKEN v4lue", "TOKEN", "v4lue"),
            ("a.http", "X-Api-Key: v4luev4lue", "X-Api-Key", "v4luev4lue"),
            ("README.md", "```\nTOKEN=v4lue\n```", "TOKEN", "v4lue"),
        ] {
            let all = found(path, text);
            assert!(
                all.contains(&(name.to_owned(), value.to_owned())),
                "{path}: {text}: {all:?}"
            );
        }
    }

    #[test]
    fn a_getter_and_prose_name_nothing() {
        assert!(found("a.py", r#"x = get_password("db")"#).is_empty());
        assert!(found("README.md", "The password: hunter42 is wrong").is_empty());
    }
}
