//! JSON, with comments or without.

use tree_sitter::Node;

use super::{Context, Placeholder, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn file(cx: &mut Context<'_>, root: Node<'_>) -> NodeId {
    let mut statements = Vec::new();
    for child in named_children(root) {
        let inner = value(cx, child);
        statements.push(cx.expression_statement(inner, Flags::NONE, child.byte_range()));
    }
    cx.add(Kind::File, 0..cx.source().len(), &statements)
}

fn value(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| value_here(cx, node))
}

fn value_here(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let span = node.byte_range();
    match node.kind() {
        "object" => {
            let pairs: Vec<_> = named_children(node).iter().map(|child| value(cx, *child)).collect();
            cx.add(Kind::Dict, span, &pairs)
        }
        "array" => {
            let items: Vec<_> = named_children(node).iter().map(|child| value(cx, *child)).collect();
            cx.add(Kind::List, span, &items)
        }
        "pair" => pair(cx, node),
        "string" => string(cx, node),
        "number" => {
            let number = super::float(cx.text(node));
            cx.named(Kind::Float, &number, span, &[])
        }
        "true" | "false" => cx.named(Kind::Bool, node.kind(), span, &[]),
        "null" => cx.named(Kind::Null, "null", span, &[]),
        _ => {
            let parts: Vec<_> = named_children(node).iter().map(|child| value(cx, *child)).collect();
            cx.other(node, &parts)
        }
    }
}

fn pair(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut part = |field| {
        node.child_by_field_name(field)
            .map_or(NodeId::NONE, |child| value(cx, child))
    };
    let (key, value) = (part("key"), part("value"));
    // In a pattern `...` is written as a pair, too.
    if key.is_some() && matches!(cx.build.node(key).kind, Kind::Ellipsis | Kind::MetavariableEllipsis) {
        return key;
    }
    cx.add(Kind::Pair, node.byte_range(), &[key, value])
}

/// A string, escapes as written. Placeholders of patterns are written as strings.
fn string(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let text = cx.text(node);
    let inner = text.strip_prefix('"').unwrap_or(text);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    match cx.pattern && Placeholder::parse(inner).is_some() {
        true => cx.identifier_as(Kind::Str, inner, node.byte_range()),
        false => cx.named(Kind::Str, inner, node.byte_range(), &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::super::shown::{check, of_file, pattern, ranges, statements};
    use crate::grammar::Grammar;
    use crate::tree::{Kind, ProblemKind};
    use crate::{Language, lower};

    #[test]
    fn values_have_their_shapes() {
        let rows = [
            (
                r#"{"a": [1, 1.0, -2e1, true, null], "b\n": {}} // c"#,
                "ExpressionStatement(Dict(Pair(Str a, List(Float 1, Float 1, Float -20, Bool true, Null null)), Pair(Str b\\n, Dict)))",
            ),
            ("[]", "ExpressionStatement(List)"),
            (r#""a""#, "ExpressionStatement(Str a)"),
        ];
        check(&rows, |text| statements(Language::Json, text));
    }

    #[test]
    fn placeholders_are_written_as_strings() {
        let rows = [
            (
                r#"{"__OG_ELLIPSIS": "__OG_ELLIPSIS", "a": "__OG_VAR_X", "__OG_VAR_K": "$V"}"#,
                "ExpressionStatement(Dict(Ellipsis, Pair(Str a, Metavariable $X), Pair(Metavariable $K, Str $V)))",
            ),
            (
                r#"["__OG_ELLIPSIS", 2, "__OG_LIST_A"]"#,
                "ExpressionStatement(List(Ellipsis, Float 2, MetavariableEllipsis $...A))",
            ),
            (r#""a__OG_VAR_X""#, "ExpressionStatement(Str a__OG_VAR_X)"),
            (r#"{"a": "#, "does not parse"),
        ];
        check(&rows, |text| pattern(Grammar::Json, text));
    }

    #[test]
    fn quotes_belong_to_the_range_of_a_string() {
        let text = r#"{"b": {"a": "c"}}"#;
        assert_eq!(ranges(Language::Json, text, Kind::Str), [r#""b""#, r#""a""#, r#""c""#]);
        assert_eq!(
            ranges(Language::Json, text, Kind::Pair),
            [r#""b": {"a": "c"}"#, r#""a": "c""#]
        );
    }

    #[test]
    fn broken_text_keeps_the_rest_and_is_listed() {
        let tree = lower(Language::Json, &r#"{"a": 1, "b" 2, "c": 3}"#.into(), None).expect("a tree");
        assert!(of_file(&tree).contains("Pair(Str a, Float 1)"), "{}", of_file(&tree));
        assert!(of_file(&tree).contains("Pair(Str c, Float 3)"), "{}", of_file(&tree));
        assert_eq!(tree.problems()[0].kind, ProblemKind::Syntax);
    }

    #[test]
    fn what_is_too_deep_is_cut_off_and_listed() {
        let text = format!("{}{}", "[".repeat(600), "]".repeat(600));
        let tree = lower(Language::Json, &text.into(), None).expect("a tree");
        assert_eq!(tree.problems()[0].kind, ProblemKind::TooDeep);
    }
}
