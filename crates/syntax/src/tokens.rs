//! Which bytes of a text are code, comment, literal or prose.

mod classes;
mod lexer;
mod markup;
mod paint;

use std::ops::Range;

use tree_sitter::Tree;

use crate::grammar::{Grammar, grammar_of, is_server_page, parse};
use crate::language::Language;

/// What a byte is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TokenKind {
    /// Everything that is none of the others.
    Code,
    /// A comment, its marks included.
    Comment,
    /// A string, character or regular expression literal, its quotes included. Not the expressions inside it.
    String,
    /// The prose of a document: HTML outside tags and scripts.
    Markup,
}

/// The nature of every byte of one text.
///
/// Made by [`token_map`]. Offsets are bytes of that text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenMap {
    ranges: Vec<(Range<u32>, TokenKind)>,
    scripts: Vec<Range<u32>>,
    complete: bool,
    has_errors: bool,
}

impl TokenMap {
    /// What the byte is part of. Code past the end.
    pub fn kind_at(&self, byte: usize) -> TokenKind {
        let Ok(byte) = u32::try_from(byte) else {
            return TokenKind::Code;
        };
        let after = self.ranges.partition_point(|(range, _)| range.end <= byte);
        match self.ranges.get(after) {
            Some((range, kind)) if range.contains(&byte) => *kind,
            _ => TokenKind::Code,
        }
    }

    /// Everything that is not code: sorted, not empty, not overlapping; two ranges that touch differ in kind.
    pub fn ranges(&self) -> &[(Range<u32>, TokenKind)] {
        &self.ranges
    }

    /// In HTML and its relatives, where there is a program: script elements, event handlers, bindings, expressions.
    /// Sorted and not overlapping. Empty for every other language.
    pub fn scripts(&self) -> &[Range<u32>] {
        &self.scripts
    }

    /// True when the byte is in one of the [`scripts`](Self::scripts).
    pub fn in_script(&self, byte: usize) -> bool {
        let Ok(byte) = u32::try_from(byte) else { return false };
        let after = self.scripts.partition_point(|range| range.end <= byte);
        self.scripts.get(after).is_some_and(|range| range.contains(&byte))
    }

    /// False when the parse was given up and the map comes from a lexical reading that knows less of the language.
    pub fn complete(&self) -> bool {
        self.complete
    }

    /// True when the text does not fully follow its grammar: strings and comments near an error may be misread.
    pub fn has_errors(&self) -> bool {
        self.has_errors
    }
}

/// The nature of every byte of a text in a language, from one parse of it.
///
/// Languages without a grammar are read by a small lexer; prose (agent instructions, other text) is all code, because
/// a rule that applies to it must see it. Cost: about that of [`parse`].
///
/// ```
/// use syntax::{Language, TokenKind, token_map};
///
/// let text = "x = f'a{eval(y)}' # why";
/// let map = token_map(Language::Python, text);
/// assert_eq!(map.kind_at(text.find('a').unwrap()), TokenKind::String);
/// assert_eq!(map.kind_at(text.find("eval").unwrap()), TokenKind::Code);
/// assert_eq!(map.kind_at(text.find("why").unwrap()), TokenKind::Comment);
/// ```
pub fn token_map(language: Language, text: &str) -> TokenMap {
    if u32::try_from(text.len()).is_err() {
        return TokenMap {
            ranges: Vec::new(),
            scripts: Vec::new(),
            complete: false,
            has_errors: false,
        };
    }
    match reading(language, text) {
        Reading::Tree => match parse(language, text) {
            Some(tree) => token_map_of_tree(language, text, &tree),
            None => lexical(language, text, false),
        },
        Reading::Lexer | Reading::Page => lexical(language, text, true),
    }
}

/// [`token_map`] for a text that is parsed already: `tree` is what [`parse`] gave for it.
pub fn token_map_of_tree(language: Language, text: &str, tree: &Tree) -> TokenMap {
    match (reading(language, text), grammar_of(language, tree)) {
        (Reading::Tree, Some(grammar)) => {
            let mut canvas = paint::Canvas::new(text);
            paint::paint_tree(&mut canvas, grammar, tree);
            canvas.finish(true, tree.root_node().has_error())
        }
        _ => lexical(language, text, true),
    }
}

enum Reading {
    Tree,
    Lexer,
    /// HTML with a program inside that is no grammar of ours.
    Page,
}

fn reading(language: Language, text: &str) -> Reading {
    match language {
        Language::Java if is_server_page(text) => Reading::Page,
        Language::CSharp if is_razor(text) => Reading::Page,
        _ if language.has_grammar() => Reading::Tree,
        _ => Reading::Lexer,
    }
}

/// True for a C# text that is a Razor page: it starts with a tag or a directive. No C# file does.
fn is_razor(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(['<', '@'])
}

fn lexical(language: Language, text: &str, complete: bool) -> TokenMap {
    let mut canvas = paint::Canvas::new(text);
    match (language, language.grammar()) {
        (Language::Java | Language::CSharp, _) if matches!(reading(language, text), Reading::Page) => {
            markup::lex_page(&mut canvas, language);
        }
        (_, Some(Grammar::Html | Grammar::Svelte | Grammar::Xml)) | (Language::Php, _) => {
            markup::lex_document(&mut canvas, language);
        }
        _ => {
            if let Some(spec) = lexer::spec(language, text) {
                lexer::lex(&mut canvas, spec, 0..text.len());
            }
        }
    }
    canvas.finish(complete, false)
}

#[cfg(test)]
mod tests;
