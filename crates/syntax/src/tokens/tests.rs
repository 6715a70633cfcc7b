//! Texts of every language, with what each byte of them is.

use super::*;
use crate::language::Kind;

/// The text with `⟦…⟧` around literals, `⟪…⟫` around comments and `‹…›` around prose.
fn shown(language: Language, text: &str) -> String {
    let map = token_map(language, text);
    let mut shown = String::new();
    let mut done = 0;
    for (range, kind) in map.ranges() {
        let (start, end) = (range.start as usize, range.end as usize);
        let (open, close) = match kind {
            TokenKind::Code => panic!("code is never listed"),
            TokenKind::Comment => ("⟪", "⟫"),
            TokenKind::String => ("⟦", "⟧"),
            TokenKind::Markup => ("‹", "›"),
        };
        shown.extend([&text[done..start], open, &text[start..end], close]);
        done = end;
    }
    shown.push_str(&text[done..]);
    if !map.complete() {
        shown.push_str(" (incomplete)");
    }
    shown
}

fn check(language: Language, expected: &str) {
    let text: String = expected.chars().filter(|c| !"⟦⟧⟪⟫‹›".contains(*c)).collect();
    assert_eq!(shown(language, &text), expected, "{language}");
    assert_well_formed(&token_map(language, &text), &text);
}

fn assert_well_formed(map: &TokenMap, text: &str) {
    let mut end = 0;
    for (range, kind) in map.ranges() {
        assert!(range.start >= end && range.start < range.end, "{range:?} after {end}");
        assert_ne!(*kind, TokenKind::Code);
        assert_eq!(map.kind_at(range.start as usize), *kind);
        assert_eq!(map.kind_at(range.end as usize - 1), *kind);
        if range.start > end {
            assert_eq!(map.kind_at(range.start as usize - 1), TokenKind::Code);
        }
        end = range.end;
    }
    assert!(end as usize <= text.len());
    assert_eq!(map.kind_at(text.len()), TokenKind::Code);
    let mut end = 0;
    for range in map.scripts() {
        assert!(range.start >= end && range.start < range.end && range.end as usize <= text.len());
        assert!(map.in_script(range.start as usize) && !map.in_script(range.end as usize) || text.is_empty());
        end = range.end;
    }
}

#[test]
#[rustfmt::skip]
fn comments_literals_and_interpolations_of_every_language() {
    for (language, text) in [
        (Language::Python, "⟪#!/usr/bin/env python3⟫\n⟪\"\"\"doc\n# no\"\"\"⟫\nx = ⟦f'a⟧{f(⟦\"b\"⟧):>{n}}⟦'⟧ ⟪# c⟫\ny = ⟦rb'\\\\'⟧ ⟦'z'⟧\n"),
        (Language::Java, "⟪/** d */⟫ class A { ⟪// l⟫\n String s = ⟦\"a\\\"b\"⟧ + ⟦'c'⟧; String t = ⟦\"\"\"\n x // y\"\"\"⟧; }"),
        (Language::JavaScript, "⟪#!/usr/bin/env node⟫\nlet a = ⟦`x⟧${f(⟦'y'⟧, ⟦`⟧${z}⟦`⟧)}⟦`⟧ ⟪// c⟫\nlet r = ⟦/a\"b/g⟧ ⟪/* d */⟫"),
        (Language::JavaScript, "let a = <p title=⟦\"x\"⟧>‹text ›{⟪/* c */⟫ f(⟦\"y\"⟧)}</p>;"),
        (Language::TypeScript, "const a: string = <string>⟦'x'⟧; ⟪// c⟫"),
        (Language::TypeScript, "const a: string = <b>‹it's ›{⟦'x'⟧}</b>; ⟪// c⟫"),
        (Language::Go, "package a ⟪// c⟫\nvar x = ⟦`raw \" // `⟧ + ⟦\"a\\\"\"⟧ + string(⟦'\\''⟧) ⟪/* d */⟫\n"),
        (Language::CSharp, "class A { ⟪/// d⟫\n string s = ⟦@\"a\"\"b\\\"⟧; string t = ⟦$\"a⟧{F(⟦\"b\"⟧):x}⟦\"⟧ + ⟦'c'⟧; string u = ⟦\"\"\"r \" \"\"\"⟧; ⟪/* e */⟫ }"),
        (Language::Rust, "⟪//! d⟫\nfn f<'a>(x: &'a str) -> char { g(⟦r#\"a\"b\"#⟧, ⟦b\"c\"⟧, ⟦'d'⟧, ⟦\"{x}\"⟧) ⟪/* /* e */ */⟫ }"),
        (Language::Php, "‹it's ›<p class=\"a\">‹ ›<?php ⟪# c⟫\n$a = ⟦\"x ⟧$b⟦ {⟧$c->d⟦} y\"⟧ . ⟦'$z'⟧; ⟪// d⟫\n$h = ⟦<<<E\nt ⟧$u⟦\nE⟧; ⟪/* e */⟫ ?></p>"),
        (Language::Ruby, "⟪# c⟫\na = ⟦\"x ⟧#{f(⟦'y'⟧)}⟦\"⟧ + ⟦%q(z)⟧ + f(<<~E)⟦\n  h ⟧#{i}⟦\nE⟧\nb = ⟦/r\"/⟧; `ls`\n⟪=begin\nd\n=end⟫\n"),
        (Language::Kotlin, "⟪// c⟫\nval a = ⟦\"x ⟧${f(⟦\"y\"⟧)}⟦\"⟧ + ⟦'z'⟧ + ⟦\"\"\"r // \"\"\"⟧ ⟪/* d */⟫\n"),
        (Language::Swift, "⟪// c⟫\nlet a = ⟦\"x \\(⟧f(⟦\"y\"⟧)⟦) z\"⟧ + ⟦#\"r\"#⟧ ⟪/* d */⟫\nlet m = ⟦\"\"\"\n t // u\n \"\"\"⟧\n"),
        (Language::C, "⟪// c⟫\n#include ⟦<a.h>⟧\nchar *s = ⟦\"a\\\"//\"⟧; char c = ⟦'\"'⟧; ⟪/* d */⟫"),
        (Language::Cpp, "auto s = ⟦R\"x(a\")\" // )x\"⟧; auto t = ⟦\"u\"⟧; ⟪// c⟫\n"),
        (Language::Shell, "⟪#!/bin/sh⟫\necho ⟦\"a ⟧$(f ⟦'b'⟧) ${c} $d⟦ #e\"⟧ f#g ⟦'$h'⟧ ⟪# i⟫\ncat <<E\n⟦t ⟧$u⟦\n⟧E\n"),
        (Language::Terraform, "⟪# c⟫\nresource ⟦\"a\"⟧ ⟦\"b\"⟧ {\n d = ⟦\"e⟧${f(⟦\"g\"⟧)}⟦\"⟧ ⟪// h⟫\n ⟪/* i */⟫\n}\n"),
        (Language::Yaml, "⟪# c⟫\na: ⟦\"b # c\"⟧ ⟪# d⟫\ne: ⟦'f'⟧\ng: h#i\nj: |\n  k # l\n"),
        (Language::GithubActions, "on: push ⟪# c⟫\njobs: {a: ⟦\"b\"⟧}\n"),
        (Language::GitlabCi, "a: {script: ⟦'b'⟧} ⟪# c⟫\n"),
        (Language::Docker, "⟪# c⟫\nFROM a:1\nENV B=⟦\"c ⟧$D⟦\"⟧\nCMD [⟦\"e\"⟧, ⟦\"f\"⟧]\n"),
        (Language::Jenkins, "⟪// c⟫\npipeline { steps { sh ⟦\"a ⟧${b(⟦'c'⟧)}⟦ d\"⟧; sh ⟦'${e}'⟧ ⟪/* f */⟫\n sh ⟦\"\"\"g ⟧${h}⟦\"\"\"⟧ } }"),
        (Language::Toml, "⟪# c⟫\na = ⟦\"b # c\"⟧ ⟪# d⟫\n⟦\"e\"⟧ = ⟦'''f\n'''⟧\n"),
        (Language::Json, "{⟦\"a\"⟧: ⟦\"b\\\" // c\"⟧, ⟪// d⟫\n⟦\"e\"⟧: 1 ⟪/* f */⟫}"),
        (Language::Notebook, "{⟦\"cells\"⟧: []}"),
        (Language::Xml, "<?xml version=\"1.0\"?>⟪<!-- x -->⟫<a b=⟦\"c\"⟧>it's</a>"),
        (Language::Config, "⟪# a⟫\nb=c ⟪# d⟫\n⟪! c⟫\n  ⟪; d⟫\na = ⟦\"b\"⟧\nc=it's don't\nd=x;y!z\ne=#f\ng: ⟦'h'⟧\n⟪// i⟫\nj=http://k"),
        (Language::Sql, "⟪-- c⟫\nSELECT ⟦'it''s -- no'⟧, ⟦\"d\"⟧ ⟪/* e */⟫ FROM f WHERE g = $$ h = ⟦'i'⟧ $$;"),
        (Language::Sql, "SELECT ⟦'it\\'s'⟧ FROM `a`; ⟪-- c⟫\nx = 1 --2"),
        (Language::Text, "all of it's code # \"really\""),
        (Language::AgentInstructions, "# Title\n\nRun `x \"y\"`."),
    ] {
        check(language, text);
    }
}

#[test]
#[rustfmt::skip]
fn documents_hold_prose_tags_and_programs() {
    for (language, text) in [
        (Language::Html, "⟪<!-- c -->⟫<p class=⟦\"a\"⟧ onclick=\"f(⟦'b'⟧)\" id=⟦x⟧>‹it's // prose›</p><script>let s = ⟦'d'⟧; ⟪// e⟫\n</script>"),
        (Language::Html, "<style>a { b: url(⟦\"c\"⟧) } ⟪/* d */⟫</style><script type=⟦\"application/ld+json\"⟧>{⟦\"a\"⟧: 1}</script>"),
        (Language::Html, "<script type=⟦\"text/template\"⟧><b>it's</b></script><a href=\" JavaScript:f(⟦'x'⟧)\" title=⟦\"{{⟧y⟦}}\"⟧>‹t›</a>".replace("⟦\"{{⟧y⟦}}\"⟧", "⟦\"⟧{{y}}⟦\"⟧").leak()),
        (Language::Html, "<script>a = ⟦`⟧${b}⟦</p>`⟧</script><SCRIPT>/* open</SCRIPT><script>evil(⟦'x'⟧)</script>"),
        (Language::Html, "<p>‹a› <%= f('b') %> c</p>"),
        (Language::Angular, "<p *ngIf=\"a == ⟦'b'⟧\" [c]=\"d\" (e)=\"f(⟦'g'⟧)\" [(h)]=\"i\" j=⟦\"k\"⟧>‹l ›{{ m | n:⟦'o'⟧ }}‹ p›</p>"),
        (Language::Vue, "<template><p v-html=\"a\" :b=\"c\" @d=\"e(⟦'f'⟧)\" g=⟦\"h\"⟧>‹i ›{{ j }}</p></template>\n<script setup lang=⟦\"ts\"⟧>\nconst a = <string>⟦'b'⟧ ⟪// c⟫\n</script>"),
        (Language::Svelte, "<script lang=⟦\"ts\"⟧>let a: string = ⟦'b'⟧ ⟪// c⟫</script><p class=⟦\"d⟧{e}⟦f\"⟧ on:click={g} title=⟦\"h\"⟧>‹it's› {i(⟦'j'⟧)}</p>{@html k}"),
        (Language::Php, "<script>let a = ⟦'b'⟧; let c = <?= $d ?>; ⟪// e⟫\n</script><a href=\"<?= ⟦'f'⟧ ?>\" onclick=\"g()\">‹it's›</a>⟪<!-- ⟫<?php h(); ?> ⟪i -->⟫‹j›"),
        (Language::Java, "⟪<%-- c --%>⟫<%@ page x=⟦\"y\"⟧ %><p a=\"b>\">‹it's ›<%= f(⟦\"g\"⟧) ⟪/* h */⟫ %></p>"),
        (Language::CSharp, "@page\n⟪@* c *@⟫ <p>it's @Html.Raw(x)</p> ⟪<!-- d -->⟫"),
    ] {
        check(language, text);
    }
}

fn check_scripts(language: Language, text: &str, expected: &[&str]) {
    let map = token_map(language, text);
    let scripts: Vec<_> = map
        .scripts()
        .iter()
        .map(|range| &text[range.start as usize..range.end as usize])
        .collect();
    assert_eq!(scripts, expected, "{language}: {text}");
}

#[test]
fn scripts_are_where_a_document_holds_a_program() {
    let html = "<p onclick='f()' class='c'>a {{b}}</p><script>g()</script><script type='text/x-template'>h</script>\
                <script type=module>i()</script><style>j{}</style>";
    check_scripts(Language::Html, html, &["f()", "b", "g()", "i()"]);
    check_scripts(
        Language::Svelte,
        "<p on:click={f}>{g}</p>{@html h}<script>i()</script>",
        &["f", "g", "h", "i()"],
    );
    check_scripts(Language::Php, "<script>a()<?php b(); ?>c()</script>", &["a()", "c()"]);
    check_scripts(Language::JavaScript, "f()", &[]);
}

#[test]
#[rustfmt::skip]
fn what_is_in_doubt_is_code() {
    for (language, text) in [
        (Language::Config, "a = \"b\nc = d\" e"),
        (Language::Sql, "SELECT 'a\nb -- c"),
        (Language::Jenkins, ""),
        (Language::Config, ""),
    ] {
        let map = token_map(language, text);
        assert!(map.ranges().iter().all(|(_, kind)| *kind != TokenKind::String), "{language}: {text}");
    }
}

#[test]
fn a_text_with_errors_says_so() {
    assert!(token_map(Language::Python, "def f(:\n").has_errors());
    assert!(!token_map(Language::Python, "def f(): pass\n").has_errors());
}

/// The map is well formed, whatever the text.
fn check_hostile(language: Language, text: &str) -> TokenMap {
    let map = token_map(language, text);
    let mut end = 0;
    for (range, _) in map.ranges() {
        assert!(
            range.start >= end && range.start < range.end,
            "{language}: {range:?} after {end}"
        );
        assert!(text.is_char_boundary(range.start as usize) && text.is_char_boundary(range.end as usize));
        end = range.end;
    }
    assert!(end as usize <= text.len());
    map
}

#[test]
fn deep_nesting_costs_no_stack() {
    for language in Language::all() {
        for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("f(\"#{", "}\")")] {
            // Outside an element, every byte of a document is an error, and repairing those takes seconds.
            let start = if language.kind() == Kind::Markup { "<a>" } else { "" };
            check_hostile(
                language,
                &format!("{start}{}{}", open.repeat(100_000), close.repeat(100_000)),
            );
            check_hostile(language, &format!("{start}{}", open.repeat(100_000)));
        }
        check_hostile(language, &"if a:\n".repeat(100));
        check_hostile(
            language,
            &(0..400)
                .map(|depth| format!("{}- a:\n", " ".repeat(depth)))
                .collect::<String>(),
        );
    }
    // Within the bound of the guard, the tree itself is deep.
    let map = check_hostile(
        Language::Java,
        &format!("class A {{ int x = {}1{}; }}", "(".repeat(900), ")".repeat(900)),
    );
    assert!(map.complete());
    let map = check_hostile(
        Language::Java,
        &format!("class A {{ int x = {}1{}; }}", "(".repeat(100_000), ")".repeat(100_000)),
    );
    assert!(!map.complete());
    check_hostile(Language::Html, &"<div>".repeat(1_000));
}

#[test]
fn what_never_ends_ends() {
    let openings = [
        "\"", "'", "`", "\"\"\"", "/*", "<!--", "<script>", "#", "<<EOF\n", "r#\"", "%q(", "${", "<?php /*", "@*",
        "{{", "|\n",
    ];
    for language in Language::all() {
        for opening in openings {
            check_hostile(language, opening);
            check_hostile(language, &format!("{opening}{}", "a b\n".repeat(200)));
        }
        check_hostile(language, "");
        check_hostile(language, "\u{feff}");
        check_hostile(language, "a\0b\0\"c\0");
        check_hostile(language, "é\"ü\u{1F600}'\u{2028}//\r\n");
    }
}

#[test]
fn a_line_of_five_mebibytes_is_read() {
    let line = format!("x = \"{}\"", "a".repeat(5 * 1024 * 1024));
    for language in [
        Language::Python,
        Language::JavaScript,
        Language::Json,
        Language::Config,
        Language::Yaml,
        Language::Html,
    ] {
        let map = check_hostile(language, &line);
        assert!(
            language == Language::Html || map.kind_at(line.len() / 2) == TokenKind::String,
            "{language}"
        );
    }
}

#[test]
fn quotes_without_end_cost_one_look() {
    for quote in [
        "'", "\"", "\\\"", "\"\"\"", "`${", "\"$(", "/*", "{{", "<%", "<a \"", "-- '",
    ] {
        for language in [Language::Sql, Language::Config, Language::Text] {
            check_hostile(language, &quote.repeat(200_000));
        }
    }
}

#[test]
fn an_abandoned_parse_gives_a_lexical_map() {
    let text = format!("{} // c\n\"s\"", "(".repeat(2_000));
    for language in [
        Language::Java,
        Language::JavaScript,
        Language::Go,
        Language::Rust,
        Language::CSharp,
        Language::Cpp,
    ] {
        let map = token_map(language, &text);
        assert!(!map.complete(), "{language}");
        assert_eq!(map.kind_at(text.find('c').unwrap()), TokenKind::Comment, "{language}");
        assert_eq!(map.kind_at(text.find('s').unwrap()), TokenKind::String, "{language}");
    }
    let html = format!(
        "<p onclick=\"a > b\">it's</p><!-- c --><script>{} 's'</script>",
        "(".repeat(2_000)
    );
    let map = token_map(Language::Html, &html);
    assert!(!map.complete());
    assert_eq!(map.kind_at(html.find("it").unwrap()), TokenKind::Markup);
    assert_eq!(map.kind_at(html.find("'s'").unwrap() + 1), TokenKind::String);
    assert!(map.in_script(html.find("((").unwrap()));
}
