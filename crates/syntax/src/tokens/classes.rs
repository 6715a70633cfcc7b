//! What the nodes of every grammar mean for the token map: one row per grammar.

use std::sync::OnceLock;

use crate::grammar::Grammar;

/// The meaning of a node kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Has no meaning of its own: what is around it goes on.
    Transparent,
    /// A comment.
    Comment,
    /// A literal.
    String,
    /// A Groovy literal: the grammar keeps `${…}` in its text, so it is cut open by hand.
    GroovyString,
    /// An expression inside a literal. Means nothing elsewhere.
    Hole,
    /// Prose of a document.
    Markup,
    /// A piece of HTML around PHP.
    HtmlPiece,
    /// An attribute of an element, whose name says what its value is.
    Attribute,
    /// A start tag: says what the text of a script or style element is.
    StartTag,
    /// The text of a script or style element.
    RawText,
    /// A program inside a document.
    Script,
    /// A statement: documentation when it is nothing but a literal.
    Statement,
}

struct Row {
    grammar: Grammar,
    comments: &'static [&'static str],
    strings: &'static [&'static str],
    holes: &'static [&'static str],
    others: &'static [(&'static str, Class)],
}

const fn row(
    grammar: Grammar,
    comments: &'static [&'static str],
    strings: &'static [&'static str],
    holes: &'static [&'static str],
) -> Row {
    Row {
        grammar,
        comments,
        strings,
        holes,
        others: &[],
    }
}

const ECMASCRIPT: Row = Row {
    others: &[("jsx_text", Class::Markup)],
    ..row(
        Grammar::JavaScript,
        &["comment", "html_comment", "hash_bang_line"],
        &["string", "template_string", "regex"],
        &["template_substitution"],
    )
};

#[rustfmt::skip]
static TABLE: [Row; 24] = [
    row(
        Grammar::Bash,
        &["comment"],
        &["string", "raw_string", "ansi_c_string", "translated_string", "heredoc_body"],
        &["expansion", "simple_expansion", "command_substitution", "arithmetic_expansion", "process_substitution"],
    ),
    row(Grammar::C, &["comment"], &["string_literal", "char_literal", "system_lib_string"], &[]),
    row(
        Grammar::CSharp,
        &["comment", "shebang_directive"],
        &["string_literal", "verbatim_string_literal", "raw_string_literal", "character_literal", "interpolated_string_expression"],
        &["interpolation"],
    ),
    row(
        Grammar::Containerfile,
        &["comment"],
        &["double_quoted_string", "single_quoted_string", "json_string"],
        &["expansion"],
    ),
    row(
        Grammar::Cpp,
        &["comment"],
        &["string_literal", "raw_string_literal", "char_literal", "system_lib_string"],
        &[],
    ),
    row(Grammar::Go, &["comment"], &["interpreted_string_literal", "raw_string_literal", "rune_literal"], &[]),
    Row {
        others: &[("string_literal", Class::GroovyString)],
        ..row(
            Grammar::Groovy,
            &["line_comment", "block_comment", "groovydoc_comment", "shebang"],
            &[],
            &["gstring_brace_interpolation", "gstring_dollar_interpolation"],
        )
    },
    row(
        Grammar::Hcl,
        &["comment"],
        &["string_lit", "quoted_template", "heredoc_template"],
        &["template_interpolation", "template_directive"],
    ),
    Row {
        others: &[
            ("text", Class::Markup),
            ("start_tag", Class::StartTag),
            ("attribute", Class::Attribute),
            ("raw_text", Class::RawText),
        ],
        ..row(Grammar::Html, &["comment"], &[], &[])
    },
    row(
        Grammar::Java,
        &["line_comment", "block_comment"],
        &["string_literal", "character_literal"],
        &["string_interpolation"],
    ),
    ECMASCRIPT,
    row(Grammar::Json, &["comment"], &["string"], &[]),
    row(
        Grammar::Kotlin,
        &["line_comment", "block_comment", "shebang"],
        &["string_literal", "multiline_string_literal", "character_literal"],
        &["interpolation"],
    ),
    Row {
        others: &[("text", Class::HtmlPiece)],
        ..row(
            Grammar::Php,
            &["comment"],
            &["string", "encapsed_string", "heredoc", "nowdoc"],
            &[
                "variable_name", "dynamic_variable_name", "subscript_expression", "member_access_expression",
                "nullsafe_member_access_expression", "member_call_expression", "nullsafe_member_call_expression",
                "scoped_call_expression", "scoped_property_access_expression", "function_call_expression",
                "class_constant_access_expression",
            ],
        )
    },
    Row {
        others: &[("expression_statement", Class::Statement)],
        ..row(Grammar::Python, &["comment"], &["string"], &["interpolation"])
    },
    row(
        Grammar::Ruby,
        &["comment", "uninterpreted"],
        &[
            "string", "bare_string", "string_array", "symbol_array", "delimited_symbol", "regex", "character",
            "heredoc_body",
        ],
        &["interpolation"],
    ),
    row(
        Grammar::Rust,
        &["line_comment", "block_comment", "shebang"],
        &["string_literal", "raw_string_literal", "char_literal"],
        &[],
    ),
    Row {
        others: &[
            ("text", Class::Markup),
            ("start_tag", Class::StartTag),
            ("attribute", Class::Attribute),
            ("raw_text", Class::RawText),
            ("svelte_raw_text", Class::Script),
        ],
        ..row(Grammar::Svelte, &["comment"], &["quoted_attribute_value"], &["expression"])
    },
    row(
        Grammar::Swift,
        &["comment", "multiline_comment", "shebang_line"],
        &["line_string_literal", "multi_line_string_literal", "raw_string_literal", "regex_literal"],
        &["interpolated_expression", "raw_str_interpolation"],
    ),
    row(Grammar::Toml, &["comment"], &["string", "quoted_key"], &[]),
    Row { grammar: Grammar::TypeScript, ..ECMASCRIPT },
    Row { grammar: Grammar::Tsx, ..ECMASCRIPT },
    row(
        Grammar::Xml,
        &["Comment"],
        &["AttValue", "PseudoAttValue", "EntityValue", "SystemLiteral", "PubidLiteral"],
        &[],
    ),
    row(Grammar::Yaml, &["comment"], &["double_quote_scalar", "single_quote_scalar"], &[]),
];

impl Row {
    fn class_of(&self, kind: &str) -> Class {
        if self.comments.contains(&kind) {
            Class::Comment
        } else if self.strings.contains(&kind) {
            Class::String
        } else if self.holes.contains(&kind) {
            Class::Hole
        } else {
            let other = self.others.iter().find(|(name, _)| *name == kind);
            other.map_or(Class::Transparent, |(_, class)| *class)
        }
    }

    #[cfg(test)]
    fn kinds(&self) -> impl Iterator<Item = &'static str> {
        let others = self.others.iter().map(|(kind, _)| *kind);
        [self.comments, self.strings, self.holes]
            .into_iter()
            .flatten()
            .copied()
            .chain(others)
    }
}

/// The class of every node kind of a grammar.
pub(super) struct Classes(Vec<Class>);

impl Classes {
    pub(super) fn of(grammar: Grammar) -> &'static Classes {
        static BUILT: [OnceLock<Classes>; 24] = [const { OnceLock::new() }; 24];
        BUILT[grammar as usize].get_or_init(|| {
            let row = &TABLE[grammar as usize];
            debug_assert_eq!(row.grammar, grammar, "the table is in the order of the grammars");
            let language = grammar.tree_sitter();
            let ids = 0..u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
            Classes(
                ids.map(|id| match language.node_kind_for_id(id) {
                    // A keyword may have the name of a node: `string` in TypeScript.
                    Some(kind) if language.node_kind_is_named(id) => row.class_of(kind),
                    _ => Class::Transparent,
                })
                .collect(),
            )
        })
    }

    pub(super) fn get(&self, kind_id: u16) -> Class {
        self.0.get(usize::from(kind_id)).copied().unwrap_or(Class::Transparent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_grammar_has_the_row_of_its_place() {
        for (place, (row, grammar)) in TABLE.iter().zip(Grammar::ALL).enumerate() {
            assert_eq!((row.grammar as usize, row.grammar), (place, grammar));
        }
    }

    #[test]
    fn every_kind_of_the_table_exists_in_its_grammar() {
        let mut unknown = Vec::new();
        for row in &TABLE {
            let language = row.grammar.tree_sitter();
            for kind in row.kinds() {
                let shared = matches!(row.grammar, Grammar::TypeScript | Grammar::Tsx)
                    && ECMASCRIPT.kinds().any(|of_family| of_family == kind);
                if language.id_for_node_kind(kind, true) == 0 && !shared {
                    unknown.push((row.grammar, kind));
                }
            }
        }
        assert_eq!(unknown, []);
    }
}
