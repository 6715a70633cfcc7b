//! What a grammar could not read, found in one walk over the tree that it made.

use tree_sitter::Node;

use super::Context;
use crate::tree::ProblemKind;

/// Lists every part of a text that the grammar skipped, and every place where it had to add something.
pub(super) fn report(cx: &mut Context<'_>, root: Node<'_>) {
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let unread = node.is_error() || node.is_missing();
        if unread {
            cx.build.problem(node.byte_range(), ProblemKind::Syntax);
        }
        // Inside of what is listed nothing more is; what has no error is not entered.
        if node.has_error() && !unread && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::sync::Arc;

    use tree_sitter::Node;

    use super::super::{lowering_of, run};
    use crate::grammar::Grammar;
    use crate::parse_with;
    use crate::tree::{Names, ProblemKind, Tree};

    fn lowered(grammar: Grammar, text: &str) -> (Tree, Vec<Range<usize>>) {
        let parsed = parse_with(grammar, text).expect("a tree");
        let lowering = lowering_of(grammar).expect("a lowering");
        let tree = run(lowering, parsed.root_node(), &Arc::from(text), Names::on(None), false);
        let mut unread = Vec::new();
        outermost(parsed.root_node(), &mut unread);
        unread.sort_by_key(|span| (span.start, span.end));
        (tree, unread)
    }

    fn outermost(node: Node<'_>, out: &mut Vec<Range<usize>>) {
        if node.is_error() || node.is_missing() {
            out.push(node.byte_range());
            return;
        }
        for at in 0..node.child_count() {
            outermost(node.child(at).expect("a child"), out);
        }
    }

    #[test]
    fn everything_that_a_grammar_could_not_read_is_listed_once_in_every_language() {
        let rows: &[(Grammar, &[&str])] = &[
            (
                Grammar::Python,
                &[
                    "def f(:\n    g()\n)\n", "f(a b)\ng()\n", "x = [1, 2\ny = 3\n", "if a\n    b()\n",
                    "class A(:\n  pass\n", "f(a, *, =)\n", "x = {1: }\n", "@\ndef f(): pass\n", "for x in : pass\n",
                    "import\n", "x = = 1\n", "lambda : (\n", "f\"{a b}\"\n", "with open(f) as : pass\n",
                    "try:\n  a(\nexcept: b()\n",
                ],
            ),
            (
                Grammar::Java,
                &[
                    "class A { void f( { g(); } }",
                    "class A { int x = ; }",
                    "class A { void f() { if (a { b(); } }",
                    "class",
                    "class A { @ int a; }",
                    "import ;",
                    "class A { void f() { a b c; d(); } }",
                    "class A { void f() { a(1 2); } }",
                ],
            ),
            (
                Grammar::JavaScript,
                &[
                    "f(a b);", "var = ;", "x = {a: 1, b: };", "if (a { b() }", "class A { m() { a( } }",
                    "import {a from 'b'", "`${`", "<a><b></a>",
                ],
            ),
            (
                Grammar::TypeScript,
                &[
                    "let a: = 1;", "function f(a: number { }", "interface { a: string }", "type A = ;", "f(a b);",
                    "enum { A, = }",
                ],
            ),
            (
                Grammar::Tsx,
                &["<a b={ />", "let a = <b>;", "f(a b)", "function A(: B) { return <a/> }"],
            ),
            (
                Grammar::Go,
                &[
                    "package p\nfunc f() { f( ; g() }\n",
                    "package p\nvar = 3\n",
                    "package p\nfunc f() { if a { g() }\n",
                    "package",
                    "package p\nfunc f(a int { }\n",
                    "package p\ntype A struct { a }{\n",
                    "package p\nimport (\n",
                ],
            ),
            (
                Grammar::Yaml,
                &["a: [1, 2\nb: 3\n", "a: {b: 1\n", "a: 'b\n", "- a\nb: c\n"],
            ),
            (
                Grammar::Json,
                &[
                    "{\"a\": }", "[1, 2", "{\"a\" 1}", "[1 2]", "{\"a\": 1,}", "nothing", "{a: 1}",
                ],
            ),
        ];
        for (grammar, texts) in rows {
            for text in *texts {
                let (tree, unread) = lowered(*grammar, text);
                let listed: Vec<_> = tree
                    .problems()
                    .iter()
                    .map(|problem| (problem.kind, problem.span.clone()))
                    .collect();
                let expected: Vec<_> = unread.into_iter().map(|span| (ProblemKind::Syntax, span)).collect();
                assert!(!expected.is_empty(), "{grammar:?} reads {text:?}");
                assert_eq!(listed, expected, "{grammar:?}: {text:?}");
            }
        }
    }
}
