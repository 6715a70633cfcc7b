//! Documents: what is prose, what is a tag, and where the programs are.

use std::ops::Range;
use std::time::{Duration, Instant};

use tree_sitter::Node;

use super::lexer::{self, Spec, find};
use super::paint::{Canvas, paint_tree_at};
use super::{Language, TokenKind};
use crate::grammar::{Grammar, parse_with};

/// Where a lexical reading of HTML is, at the end of a piece of it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Place {
    #[default]
    Prose,
    Tag,
    Script,
    Style,
    Comment,
}

/// Expressions of template languages in prose and in attribute values, with the mark that ends them.
const EXPRESSIONS: [(&str, &str); 3] = [("{{", "}}"), ("<%", "%>"), ("{%", "%}")];

/// Paints prose: everything but the template expressions in it.
pub(super) fn paint_prose(canvas: &mut Canvas<'_>, range: Range<usize>) {
    paint_around_expressions(canvas, range, TokenKind::Markup);
}

fn paint_around_expressions(canvas: &mut Canvas<'_>, range: Range<usize>, kind: TokenKind) {
    let bytes = &canvas.text.as_bytes()[..range.end];
    let mut at = range.start;
    while at < range.end {
        let rest = &bytes[at..];
        let expression = EXPRESSIONS.iter().find(|(open, _)| rest.starts_with(open.as_bytes()));
        let Some((open, close)) = expression else {
            at += 1;
            continue;
        };
        canvas.paint_to(at, kind);
        let body = at + open.len();
        let end = find(&bytes[body..], close.as_bytes()).map_or(range.end, |end| body + end);
        canvas.mark_script(body..end);
        canvas.paint_to(body, TokenKind::Code);
        lexer::lex(canvas, &lexer::ECMASCRIPT, body..end);
        at = (end + close.len()).min(range.end);
        canvas.paint_to(at, TokenKind::Code);
    }
    canvas.paint_to(range.end, kind);
}

/// Paints an attribute: a program when its name says so, else a literal.
pub(super) fn paint_attribute(canvas: &mut Canvas<'_>, attribute: &Node<'_>) {
    let mut name = "";
    for index in 0..attribute.child_count() {
        let Some(child) = attribute.child(index) else { continue };
        let range = child.byte_range();
        match child.kind() {
            "attribute_name" => name = &canvas.text[range],
            "quoted_attribute_value" => paint_value(canvas, name, range, 1),
            "attribute_value" => paint_value(canvas, name, range, 0),
            _ => {}
        }
    }
    canvas.paint_to(attribute.end_byte(), TokenKind::Code);
}

fn paint_value(canvas: &mut Canvas<'_>, name: &str, range: Range<usize>, quotes: usize) {
    canvas.paint_to(range.start, TokenKind::Code);
    let inner = range.start + quotes..(range.end.saturating_sub(quotes)).max(range.start + quotes);
    if is_program(name, &canvas.text[inner.clone()]) {
        canvas.mark_script(inner.clone());
        canvas.paint_to(inner.start, TokenKind::Code);
        lexer::lex(canvas, &lexer::ECMASCRIPT, inner);
        canvas.paint_to(range.end, TokenKind::Code);
    } else {
        paint_around_expressions(canvas, range, TokenKind::String);
    }
}

/// Whether the value of an attribute is run: event handlers, bindings of Angular, Vue, Svelte, Alpine and AngularJS,
/// `javascript:` addresses, whole documents.
fn is_program(name: &str, value: &str) -> bool {
    const PREFIXES: [&str; 15] = [
        "(", "[", "*", "@", ":", "v-", "x-", "ng-", "data-ng-", "bind", "hx-on", "on:", "use:", "let:", "#",
    ];
    let name = name.to_ascii_lowercase();
    let handler = name
        .strip_prefix("on")
        .is_some_and(|event| event.starts_with(|c: char| c.is_ascii_alphabetic()));
    let scheme: String = value
        .chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .take("javascript:".len())
        .collect();
    handler
        || name == "srcdoc"
        || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || scheme.eq_ignore_ascii_case("javascript:")
}

/// What a script element holds.
enum Script {
    Program(Grammar),
    Json,
    /// A template or a shader: no program of ours, and no prose either.
    Other,
}

fn script_of(start_tag: &str) -> Script {
    let lang = attribute_of(start_tag, "lang").unwrap_or_default().to_ascii_lowercase();
    let kind = attribute_of(start_tag, "type").unwrap_or_default().to_ascii_lowercase();
    match (lang.as_str(), kind.as_str()) {
        ("ts" | "typescript", _) | ("", "text/typescript" | "application/typescript") => {
            Script::Program(Grammar::TypeScript)
        }
        ("tsx", _) => Script::Program(Grammar::Tsx),
        (_, kind) if kind.ends_with("json") || kind.ends_with("map") => Script::Json,
        (_, kind) if kind.is_empty() || kind == "module" || kind.contains("script") || kind.contains("babel") => {
            Script::Program(Grammar::JavaScript)
        }
        (_, kind) if kind.contains("jsx") => Script::Program(Grammar::JavaScript),
        _ => Script::Other,
    }
}

/// The value of an attribute in the text of a start tag.
fn attribute_of<'t>(start_tag: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = start_tag;
    while let Some(at) = rest.to_ascii_lowercase().find(name) {
        let starts_word = rest[..at].ends_with(|c: char| c.is_whitespace() || c == '"' || c == '\'');
        rest = &rest[at + name.len()..];
        if let (true, Some(value)) = (starts_word, rest.trim_start().strip_prefix('=')) {
            let value = value.trim_start();
            return Some(match value.chars().next() {
                Some(quote @ ('"' | '\'')) => value[1..].split(quote).next().unwrap_or_default(),
                _ => value
                    .split(|c: char| c.is_whitespace() || c == '>')
                    .next()
                    .unwrap_or_default(),
            });
        }
    }
    None
}

/// Paints the text of a script or style element; its start tag is the last one the walk saw.
pub(super) fn paint_raw_text(canvas: &mut Canvas<'_>, node: &Node<'_>) {
    const LONGEST_TAG: usize = 2_000;
    let range = node.byte_range();
    let tag = canvas.start_tag.clone();
    let tag = canvas
        .text
        .get(tag.start..tag.end.min(tag.start + LONGEST_TAG))
        .unwrap_or_default();
    let is_style = tag.get(1..6).is_some_and(|name| name.eq_ignore_ascii_case("style"));
    let script = script_of(tag);
    match script {
        _ if is_style => lexer::lex(canvas, &lexer::CSS, range),
        Script::Other => canvas.paint_to(range.end, TokenKind::Code),
        Script::Json => paint_program(canvas, Grammar::Json, range),
        Script::Program(grammar) => {
            canvas.mark_script(range.clone());
            paint_program(canvas, grammar, range);
        }
    }
}

fn paint_program(canvas: &mut Canvas<'_>, grammar: Grammar, range: Range<usize>) {
    let tree = match canvas.script_parses_left.checked_sub(1) {
        Some(left) => {
            canvas.script_parses_left = left;
            let start = Instant::now();
            let tree = parse_with(grammar, &canvas.text[range.clone()]);
            canvas.script_time += start.elapsed();
            if tree.is_none() || canvas.script_time > MAX_SCRIPT_TIME {
                canvas.script_parses_left = 0;
            }
            tree
        }
        None => None,
    };
    match tree {
        Some(tree) => paint_tree_at(canvas, grammar, &tree, range.start),
        None => {
            canvas.all_parsed = false;
            lexer::lex(canvas, &lexer::ECMASCRIPT, range);
        }
    }
}

/// What all scripts of a page may take together before the rest is read lexically: see the time bound of
/// [`crate::parse`].
const MAX_SCRIPT_TIME: Duration = Duration::from_secs(4);

/// Paints a page whose program is no grammar of ours: Razor, Java Server Pages.
pub(super) fn lex_page(canvas: &mut Canvas<'_>, language: Language) {
    if language == Language::CSharp {
        lex_razor(canvas);
    } else {
        lex_document(canvas, language);
    }
}

/// In Razor, code and markup change places without marks that a lexer could follow: only comments are told.
fn lex_razor(canvas: &mut Canvas<'_>) {
    let bytes = canvas.text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let comment = [("@*", "*@"), ("<!--", "-->")]
            .into_iter()
            .find(|(open, _)| rest.starts_with(open.as_bytes()));
        let Some((open, close)) = comment else {
            at += 1;
            continue;
        };
        let end = find(&rest[open.len()..], close.as_bytes());
        let end = end.map_or(bytes.len(), |end| at + open.len() + end + close.len());
        canvas.paint(at..end, TokenKind::Comment);
        at = end;
    }
}

/// Paints a whole document without its grammar.
pub(super) fn lex_document(canvas: &mut Canvas<'_>, language: Language) {
    let server = match language {
        Language::Java => &lexer::C_FAMILY,
        Language::Php => &lexer::PHP,
        _ => &lexer::ECMASCRIPT,
    };
    let prose = if language == Language::Xml {
        TokenKind::Code
    } else {
        TokenKind::Markup
    };
    let end = canvas.text.len();
    Html { server, prose }.lex(canvas, 0..end);
}

/// Paints a piece of HTML between two pieces of PHP, going on from where the last piece ended.
pub(super) fn lex_piece(canvas: &mut Canvas<'_>, range: Range<usize>) {
    Html {
        server: &lexer::PHP,
        prose: TokenKind::Markup,
    }
    .lex(canvas, range);
}

/// How a document is read lexically.
struct Html {
    /// The language between `<%` and `%>`, or `<?` and `?>`.
    server: &'static Spec,
    prose: TokenKind,
}

impl Html {
    fn lex(&self, canvas: &mut Canvas<'_>, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            at = match canvas.place {
                Place::Prose => self.prose(canvas, at..range.end),
                Place::Tag => self.tag(canvas, at..range.end),
                Place::Comment => to_mark(canvas, at..range.end, "-->", TokenKind::Comment),
                Place::Script | Place::Style => element_text(canvas, at..range.end),
            };
        }
    }

    fn prose(&self, canvas: &mut Canvas<'_>, range: Range<usize>) -> usize {
        let bytes = &canvas.text.as_bytes()[..range.end];
        let mut at = range.start;
        while at < range.end {
            let rest = &bytes[at..];
            let server = [("<%", "%>"), ("<?", "?>")]
                .into_iter()
                .find(|(open, _)| rest.starts_with(open.as_bytes()));
            if rest.starts_with(b"<%--") {
                self.paint_prose(canvas, at);
                at = block(canvas, at..range.end, "--%>");
            } else if let Some((open, close)) = server {
                self.paint_prose(canvas, at);
                let end = find(&rest[open.len()..], close.as_bytes());
                let end = end.map_or(range.end, |end| at + open.len() + end);
                lexer::lex(canvas, self.server, at..end);
                at = (end + close.len()).min(range.end);
                canvas.paint_to(at, TokenKind::Code);
            } else if rest.starts_with(b"<!--") {
                self.paint_prose(canvas, at);
                canvas.place = Place::Comment;
                return at;
            } else if rest[0] == b'<'
                && rest
                    .get(1)
                    .is_some_and(|b| b.is_ascii_alphabetic() || b"/!".contains(b))
            {
                self.paint_prose(canvas, at);
                canvas.place = Place::Tag;
                canvas.start_tag = at..at;
                return at;
            } else {
                at += 1;
            }
        }
        self.paint_prose(canvas, range.end);
        range.end
    }

    fn paint_prose(&self, canvas: &mut Canvas<'_>, end: usize) {
        let start = canvas.painted();
        paint_around_expressions(canvas, start..end, self.prose);
    }

    /// A tag is code up to the `>` that no quotes enclose; `<?` and `<%` inside it are passed over.
    fn tag(&self, canvas: &mut Canvas<'_>, range: Range<usize>) -> usize {
        let bytes = &canvas.text.as_bytes()[..range.end];
        let mut at = range.start;
        let mut unclosed = [false; 2];
        while at < range.end {
            match bytes[at] {
                b'>' => {
                    canvas.place = place_after(&canvas.text[canvas.start_tag.start..at]);
                    canvas.paint_to(at + 1, TokenKind::Code);
                    return at + 1;
                }
                quote @ (b'"' | b'\'') if !unclosed[usize::from(quote == b'"')] => {
                    match bytes[at + 1..].iter().position(|byte| *byte == quote) {
                        Some(length) => at += length + 2,
                        None => {
                            unclosed[usize::from(quote == b'"')] = true;
                            at += 1;
                        }
                    }
                }
                _ => at += 1,
            }
        }
        canvas.paint_to(range.end, TokenKind::Code);
        range.end
    }
}

fn place_after(tag: &str) -> Place {
    let named = |name: &str| {
        tag.get(1..=name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
            && tag
                .as_bytes()
                .get(name.len() + 1)
                .is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b'/')
    };
    if named("script") {
        Place::Script
    } else if named("style") {
        Place::Style
    } else {
        Place::Prose
    }
}

/// The text of a script or style element, up to its end tag.
fn element_text(canvas: &mut Canvas<'_>, range: Range<usize>) -> usize {
    let (end_tag, spec) = match canvas.place {
        Place::Script => ("</script", &lexer::ECMASCRIPT),
        _ => ("</style", &lexer::CSS),
    };
    let bytes = &canvas.text.as_bytes()[range.clone()];
    let found = bytes
        .windows(end_tag.len())
        .position(|window| window.eq_ignore_ascii_case(end_tag.as_bytes()));
    let end = found.map_or(range.end, |at| range.start + at);
    if canvas.place == Place::Script {
        canvas.mark_script(range.start..end);
    }
    lexer::lex(canvas, spec, range.start..end);
    if found.is_some() {
        canvas.place = Place::Prose;
    }
    end
}

/// Paints up to and with a mark, after which prose goes on; to the end when it does not come.
fn to_mark(canvas: &mut Canvas<'_>, range: Range<usize>, mark: &str, kind: TokenKind) -> usize {
    let found = find(&canvas.text.as_bytes()[range.clone()], mark.as_bytes());
    let end = found.map_or(range.end, |at| range.start + at + mark.len());
    canvas.paint_to(end, kind);
    if found.is_some() {
        canvas.place = Place::Prose;
    }
    end
}

fn block(canvas: &mut Canvas<'_>, range: Range<usize>, close: &str) -> usize {
    let place = canvas.place;
    let end = to_mark(canvas, range, close, TokenKind::Comment);
    canvas.place = place;
    end
}
