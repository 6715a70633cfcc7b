//! The text of a pattern, rewritten so that the grammar of the language reads it: metavariables and ellipses become identifiers that no
//! program has ([`Placeholder`]).
//!
//! An ellipsis is written as the grammar wants it where it stands: a parameter of Java is a type and a name, a statement of
//! JavaScript ends with a semicolon, an entry of a Python dictionary is `**e`.

mod json;
mod token;
mod writer;
mod yaml;

use syntax::Language;

use self::json::json;
use self::writer::Writer;
use self::yaml::yaml;

/// The pattern with placeholders for what only patterns have.
pub(super) fn rewrite(text: &str, language: Language) -> String {
    match language {
        Language::Json => json(text),
        Language::Yaml => yaml(text),
        _ => Writer::new(text, language).write(),
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
