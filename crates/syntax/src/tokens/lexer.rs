//! A small lexer for comments and literals: for formats without a grammar, for expressions inside documents, and in the
//! place of a parse that was given up.
//!
//! What is in doubt is code: a literal that is never closed hides nothing. Every byte is looked at a bounded number of
//! times.

use std::ops::Range;

use super::TokenKind;
use super::paint::Canvas;
use crate::language::Language;

/// Where a mark counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Anywhere,
    /// At the start of a line or after white space.
    AfterSpace,
    /// With nothing but white space before it on its line.
    LineStart,
    /// Where a value can start: after white space or one of `=:,([{`.
    ValueStart,
}

struct Quote {
    open: &'static str,
    close: &'static str,
    backslash: bool,
    multiline: bool,
    place: Place,
    /// What opens an expression inside; its last byte is the bracket that closes it.
    holes: &'static [&'static str],
}

/// What the lexer knows of a language.
pub(super) struct Spec {
    line_comments: &'static [(&'static str, Place)],
    block_comments: &'static [(&'static str, &'static str)],
    quotes: &'static [Quote],
}

const fn quote(mark: &'static str) -> Quote {
    Quote {
        open: mark,
        close: mark,
        backslash: true,
        multiline: false,
        place: Place::Anywhere,
        holes: &[],
    }
}

const fn long(mark: &'static str) -> Quote {
    Quote {
        multiline: true,
        ..quote(mark)
    }
}

const fn raw(mark: &'static str) -> Quote {
    Quote {
        backslash: false,
        ..long(mark)
    }
}

const fn value(mark: &'static str) -> Quote {
    Quote {
        place: Place::ValueStart,
        ..quote(mark)
    }
}

const SLASHES: &[(&str, Place)] = &[("//", Place::Anywhere)];
const HASH_AFTER_SPACE: &[(&str, Place)] = &[("#", Place::AfterSpace)];
const SLASH_STAR: &[(&str, &str)] = &[("/*", "*/")];

/// C, C++, C#, Java, Kotlin, Swift.
pub(super) static C_FAMILY: Spec = Spec {
    line_comments: SLASHES,
    block_comments: SLASH_STAR,
    quotes: &[long("\"\"\""), quote("\""), quote("'")],
};

static GO: Spec = Spec {
    line_comments: SLASHES,
    block_comments: SLASH_STAR,
    quotes: &[raw("`"), quote("\""), quote("'")],
};

/// Without `'`, which also starts a lifetime.
static RUST: Spec = Spec {
    line_comments: SLASHES,
    block_comments: SLASH_STAR,
    quotes: &[long("\"")],
};

pub(super) static ECMASCRIPT: Spec = Spec {
    line_comments: SLASHES,
    block_comments: SLASH_STAR,
    quotes: &[
        Quote {
            holes: &["${"],
            ..long("`")
        },
        quote("\""),
        quote("'"),
    ],
};

pub(super) static GROOVY: Spec = Spec {
    line_comments: SLASHES,
    block_comments: SLASH_STAR,
    quotes: &[
        Quote {
            holes: &["${"],
            ..long("\"\"\"")
        },
        long("'''"),
        Quote {
            holes: &["${"],
            ..quote("\"")
        },
        quote("'"),
    ],
};

pub(super) static PHP: Spec = Spec {
    line_comments: &[("//", Place::Anywhere), ("#", Place::AfterSpace)],
    block_comments: SLASH_STAR,
    quotes: &[
        Quote {
            holes: &["{$", "${"],
            ..long("\"")
        },
        long("'"),
    ],
};

pub(super) static CSS: Spec = Spec {
    line_comments: &[],
    block_comments: SLASH_STAR,
    quotes: &[quote("\""), quote("'")],
};

static PYTHON: Spec = Spec {
    line_comments: &[("#", Place::Anywhere)],
    block_comments: &[],
    quotes: &[long("\"\"\""), long("'''"), quote("\""), quote("'")],
};

static RUBY: Spec = Spec {
    line_comments: HASH_AFTER_SPACE,
    block_comments: &[("\n=begin", "\n=end")],
    quotes: &[
        Quote {
            holes: &["#{"],
            ..long("\"")
        },
        long("'"),
    ],
};

static SHELL: Spec = Spec {
    line_comments: HASH_AFTER_SPACE,
    block_comments: &[],
    quotes: &[
        Quote {
            holes: &["$(", "${"],
            ..long("\"")
        },
        raw("'"),
    ],
};

static HCL: Spec = Spec {
    line_comments: &[("#", Place::Anywhere), ("//", Place::Anywhere)],
    block_comments: SLASH_STAR,
    quotes: &[Quote {
        holes: &["${", "%{"],
        ..quote("\"")
    }],
};

static YAML: Spec = Spec {
    line_comments: HASH_AFTER_SPACE,
    block_comments: &[],
    quotes: &[
        value("\""),
        Quote {
            backslash: false,
            ..value("'")
        },
    ],
};

static DOCKER: Spec = Spec {
    line_comments: &[("#", Place::LineStart)],
    block_comments: &[],
    quotes: &[
        value("\""),
        Quote {
            backslash: false,
            ..value("'")
        },
    ],
};

static TOML: Spec = Spec {
    line_comments: &[("#", Place::Anywhere)],
    block_comments: &[],
    quotes: &[
        long("\"\"\""),
        raw("'''"),
        quote("\""),
        Quote {
            backslash: false,
            ..quote("'")
        },
    ],
};

static JSON: Spec = Spec {
    line_comments: SLASHES,
    block_comments: SLASH_STAR,
    quotes: &[quote("\"")],
};

/// Properties, ini, environment and server configuration files together.
static CONFIG: Spec = Spec {
    line_comments: &[
        ("#", Place::AfterSpace),
        (";", Place::LineStart),
        ("!", Place::LineStart),
        ("//", Place::LineStart),
    ],
    block_comments: &[],
    quotes: &[value("\""), value("'")],
};

/// Standard SQL: a quote is doubled inside a literal, which reads as two literals that touch. What a dollar-quoted
/// body holds is code.
static SQL: Spec = Spec {
    line_comments: &[("--", Place::Anywhere)],
    block_comments: SLASH_STAR,
    quotes: &[raw("'"), raw("\"")],
};

/// The dialect that writes names in backticks also escapes with a backslash.
static SQL_WITH_BACKSLASH: Spec = Spec {
    line_comments: &[("-- ", Place::Anywhere), ("#", Place::LineStart)],
    block_comments: SLASH_STAR,
    quotes: &[long("'"), long("\"")],
};

/// How a text of the language is read without its grammar, or `None` for prose and for documents.
pub(super) fn spec(language: Language, text: &str) -> Option<&'static Spec> {
    Some(match language {
        Language::Python => &PYTHON,
        Language::Java | Language::CSharp | Language::Kotlin | Language::Swift | Language::C | Language::Cpp => {
            &C_FAMILY
        }
        Language::TypeScript | Language::JavaScript => &ECMASCRIPT,
        Language::Go => &GO,
        Language::Rust => &RUST,
        Language::Config => &CONFIG,
        Language::Yaml | Language::GitlabCi | Language::GithubActions => &YAML,
        Language::Docker => &DOCKER,
        Language::Jenkins => &GROOVY,
        Language::Php => &PHP,
        Language::Ruby => &RUBY,
        Language::Shell => &SHELL,
        Language::Terraform => &HCL,
        Language::Sql if text.contains('`') => &SQL_WITH_BACKSLASH,
        Language::Sql => &SQL,
        Language::Toml => &TOML,
        Language::Json | Language::Notebook => &JSON,
        Language::AgentInstructions | Language::Text => return None,
        Language::Angular | Language::Html | Language::Vue | Language::Svelte | Language::Xml => return None,
    })
}

/// An expression inside a literal: which literal, and the brackets that are open in it.
struct Hole {
    quote: &'static Quote,
    open: u8,
    close: u8,
    depth: usize,
}

/// Paints `range` of the text.
pub(super) fn lex(canvas: &mut Canvas<'_>, spec: &'static Spec, range: Range<usize>) {
    let text = canvas.text;
    let mut lexer = Lexer {
        bytes: &text.as_bytes()[..range.end],
        at: range.start,
        start: range.start,
        canvas,
        spec,
        holes: Vec::new(),
        unclosed: vec![0; spec.quotes.len()],
    };
    lexer.code();
    canvas.paint_to(range.end, TokenKind::Code);
}

struct Lexer<'c, 't> {
    canvas: &'c mut Canvas<'t>,
    spec: &'static Spec,
    bytes: &'t [u8],
    start: usize,
    at: usize,
    holes: Vec<Hole>,
    /// For every quote, up to where it is known that no closing one comes.
    unclosed: Vec<usize>,
}

impl Lexer<'_, '_> {
    fn code(&mut self) {
        while self.at < self.bytes.len() {
            if self.comment() || self.literal() {
                continue;
            }
            let byte = self.bytes[self.at];
            self.at += 1;
            let Some(hole) = self.holes.last_mut() else { continue };
            if byte == hole.open {
                hole.depth += 1;
            } else if byte == hole.close && hole.depth > 0 {
                hole.depth -= 1;
            } else if byte == hole.close {
                let quote = hole.quote;
                self.holes.pop();
                self.canvas.paint_to(self.at, TokenKind::Code);
                self.inside(quote);
            }
        }
    }

    fn comment(&mut self) -> bool {
        let rest = &self.bytes[self.at..];
        let spec = self.spec;
        let line = spec
            .line_comments
            .iter()
            .any(|(mark, place)| rest.starts_with(mark.as_bytes()) && self.is_at(*place));
        let end = if line {
            rest.iter()
                .position(|byte| matches!(byte, b'\n' | b'\r'))
                .unwrap_or(rest.len())
        } else {
            let block = spec
                .block_comments
                .iter()
                .find(|(open, _)| rest.starts_with(open.as_bytes()));
            let Some((open, close)) = block else { return false };
            let body = &rest[open.len()..];
            find(body, close.as_bytes()).map_or(rest.len(), |at| open.len() + at + close.len())
        };
        self.canvas.paint(self.at..self.at + end, TokenKind::Comment);
        self.at += end;
        true
    }

    fn literal(&mut self) -> bool {
        let spec = self.spec;
        for (index, quote) in spec.quotes.iter().enumerate() {
            if self.bytes[self.at..].starts_with(quote.open.as_bytes())
                && self.at >= self.unclosed[index]
                && self.is_at(quote.place)
            {
                match closing(self.bytes, self.at + quote.open.len(), quote) {
                    Ok(()) => {
                        self.canvas.paint_to(self.at, TokenKind::Code);
                        self.at += quote.open.len();
                        self.inside(quote);
                        return true;
                    }
                    Err(searched) => self.unclosed[index] = searched,
                }
            }
        }
        false
    }

    /// Goes on in a literal up to its end or to an expression in it.
    fn inside(&mut self, quote: &'static Quote) {
        while self.at < self.bytes.len() {
            let rest = &self.bytes[self.at..];
            if rest.starts_with(quote.close.as_bytes()) {
                self.at += quote.close.len();
                break;
            }
            if let Some(hole) = quote.holes.iter().find(|hole| rest.starts_with(hole.as_bytes())) {
                let open = if hole.ends_with('(') { b'(' } else { b'{' };
                self.canvas.paint_to(self.at, TokenKind::String);
                self.holes.push(Hole {
                    quote,
                    open,
                    close: if open == b'(' { b')' } else { b'}' },
                    depth: 0,
                });
                self.at += hole.len();
                return;
            }
            match rest[0] {
                b'\\' if quote.backslash => self.at = (self.at + 2).min(self.bytes.len()),
                b'\n' | b'\r' if !quote.multiline => break,
                _ => self.at += 1,
            }
        }
        self.canvas.paint_to(self.at, TokenKind::String);
    }

    fn is_at(&self, place: Place) -> bool {
        let before = &self.bytes[self.start..self.at];
        let Some(last) = before.last() else { return true };
        match place {
            Place::Anywhere => true,
            Place::AfterSpace => last.is_ascii_whitespace(),
            Place::ValueStart => last.is_ascii_whitespace() || b"=:,([{".contains(last),
            Place::LineStart => {
                let line = before.iter().rev().take_while(|byte| !matches!(byte, b'\n' | b'\r'));
                last.is_ascii_whitespace() && line.take(MAX_INDENT).all(u8::is_ascii_whitespace)
            }
        }
    }
}

/// How far back the start of a line is looked for: a longer indentation is no place for a comment.
const MAX_INDENT: usize = 400;

/// Whether the literal is closed, on its line where it has to be; `Err` says up to where it was looked for.
fn closing(bytes: &[u8], from: usize, quote: &Quote) -> Result<(), usize> {
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote.backslash => at += 1,
            b'\n' | b'\r' if !quote.multiline => return Err(at),
            _ if bytes[at..].starts_with(quote.close.as_bytes()) => return Ok(()),
            _ => {}
        }
        at += 1;
    }
    Err(bytes.len())
}

/// The first place of a short `needle`.
pub(super) fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}
