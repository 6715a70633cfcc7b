//! `switch`, its cases and their patterns.

use std::ops::Range;

use tree_sitter::Node;

use super::definition::stand_in;
use super::expression::expression;
use super::types::type_of;
use super::{bare, branch, condition, first_expression};
use crate::lower::{Context, all_children, from_to, named_children};
use crate::tree::{Flags, Kind, NodeId};

pub(super) fn switch(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    let mut parts = vec![condition(cx, node)];
    let groups = node.child_by_field_name("body").map(named_children).unwrap_or_default();
    let mut labels = Vec::new();
    for group in groups {
        if !matches!(group.kind(), "switch_rule" | "switch_block_statement_group") {
            continue;
        }
        let mut statements = all_children(group);
        statements.retain(|child| match child.kind() {
            "switch_label" => {
                labels.push(*child);
                false
            }
            kind => !matches!(kind, ":" | "->"),
        });
        // `case 1: case 2: f();` is one case; to the grammar the first label has no statements.
        if !statements.is_empty() {
            let own = std::mem::take(&mut labels);
            parts.push(cx.deeper(group, |cx| switch_case(cx, group, &own, &statements)));
        }
    }
    if let Some(last) = labels.last() {
        let group = last.parent().unwrap_or(*last);
        parts.push(cx.deeper(group, |cx| switch_case(cx, group, &labels, &[])));
    }
    cx.add(Kind::Switch, node.byte_range(), &parts)
}

fn switch_case(cx: &mut Context<'_>, node: Node<'_>, labels: &[Node<'_>], statements: &[Node<'_>]) -> NodeId {
    let mut made = Vec::new();
    for label in labels {
        let parts = named_children(*label);
        if parts.is_empty() && labels.len() > 1 {
            // `case 1: default:` is one case with two labels.
            made.push(cx.named(Kind::Special, "default", label.byte_range(), &[]));
        }
        for part in parts {
            match part.kind() {
                "guard" => made.push(first_expression(cx, part)),
                _ => made.push(pattern(cx, part)),
            }
        }
    }
    let span = match (labels.first(), labels.last()) {
        (Some(first), Some(last)) => from_to(*first, *last),
        _ => node.start_byte()..node.start_byte(),
    };
    let body = match (statements, statements.first(), statements.last()) {
        ([only], ..) if node.kind() == "switch_rule" => branch(cx, *only),
        (several, Some(first), Some(last)) => bare(cx, several, from_to(*first, *last)),
        _ => bare(cx, &[], node.end_byte()..node.end_byte()),
    };
    let labels = cx.add(Kind::CaseLabels, span.clone(), &made);
    cx.add(Kind::Case, span.start..node.end_byte(), &[labels, body])
}

/// What a `case` or an `instanceof` compares with: what reads as an expression is one, a name that is bound is a variable.
pub(super) fn pattern(cx: &mut Context<'_>, node: Node<'_>) -> NodeId {
    cx.deeper(node, |cx| match node.kind() {
        "pattern" => match named_children(node).as_slice() {
            [only] => pattern(cx, *only),
            several => {
                let parts: Vec<_> = several.iter().map(|part| pattern(cx, *part)).collect();
                cx.other(node, &parts)
            }
        },
        "type_pattern" | "record_pattern_component" => match named_children(node).as_slice() {
            [declared_type, name] => binding(cx, *declared_type, *name, node.byte_range()),
            _ => cx.named(Kind::Name, "_", node.byte_range(), &[]),
        },
        "record_pattern" => {
            let children = named_children(node);
            let callee = children.first().map_or(NodeId::NONE, |callee| match callee.kind() {
                "identifier" => cx.name(*callee),
                _ => type_of(cx, *callee),
            });
            let list = children.iter().find(|child| child.kind() == "record_pattern_body");
            let parts: Vec<_> = list
                .map(|list| named_children(*list))
                .unwrap_or_default()
                .into_iter()
                .map(|part| pattern(cx, part))
                .collect();
            let span = list.map_or(node.byte_range(), Node::byte_range);
            let arguments = cx.add(Kind::Arguments, span, &parts);
            cx.add(Kind::Call, node.byte_range(), &[callee, arguments])
        }
        _ => expression(cx, node),
    })
}

pub(super) fn binding(cx: &mut Context<'_>, declared_type: Node<'_>, name: Node<'_>, span: Range<usize>) -> NodeId {
    if let Some(whole) = stand_in(cx, Some(declared_type), Some(name), span.clone()) {
        return whole;
    }
    let none = NodeId::NONE;
    let declared_type = type_of(cx, declared_type);
    let declared = cx.identifier(name);
    let children = [none, declared_type, none, none, declared];
    cx.definition(Kind::Variable, declared, Flags::NONE, span, &children)
}
