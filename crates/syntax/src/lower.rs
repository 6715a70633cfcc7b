//! From the syntax tree of a grammar to the generic tree, in one pass. One module per language.
//!
//! A lowering is a function from a node of the grammar to nodes of the [`Builder`]. What every lowering shares is here: spans,
//! texts, children without comments, the bound on depth, and the placeholders of patterns.

mod broken;
mod common;
mod extent;
mod go;
mod java;
mod javascript;
mod json;
mod placeholder;
mod python;
#[cfg(test)]
mod shown;
mod yaml;

pub use placeholder::Placeholder;

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use tree_sitter::Node;

use crate::grammar::Grammar;
use crate::tree::{Builder, Flags, Kind, MAX_DEPTH, Names, NodeId, ProblemKind, Symbol, Tree};
use crate::{Language, grammar_of, parse, parse_with};

/// A text of a language as a generic tree, or `None`: no lowering for the language, or no syntax tree (see [`crate::parse`]).
///
/// What the grammar could not read is missing in the tree and listed in [`Tree::problems`].
pub fn lower(language: Language, text: &Arc<str>, base: Option<Arc<Names>>) -> Option<Tree> {
    let tree = parse(language, text)?;
    let grammar = grammar_of(language, &tree)?;
    let lowering = lowering_of(grammar)?;
    let mut lowered = run(lowering, tree.root_node(), text, Names::on(base), false);
    crate::facts::intern_paths(&mut lowered, language);
    Some(lowered)
}

/// A pattern whose metavariables and ellipses were replaced by [`Placeholder`]s, as a generic tree, or `None` when it is not correct
/// in the grammar.
///
/// The names of the pattern are added to `names`; those of the tree come with [`Tree::attach_names`], when all patterns are read.
pub fn lower_pattern(grammar: Grammar, text: &Arc<str>, names: &mut Names) -> Option<Tree> {
    let tree = parse_with(grammar, text)?;
    let lowering = lowering_of(grammar)?;
    if tree.root_node().has_error() {
        return None;
    }
    let mut made = run(lowering, tree.root_node(), text, std::mem::take(names), true);
    *names = made.detach_names();
    Some(made)
}

/// A pattern with names of its own.
#[cfg(test)]
pub(crate) fn lone_pattern(grammar: Grammar, text: &str) -> Option<Tree> {
    let mut names = Names::default();
    let mut tree = lower_pattern(grammar, &Arc::from(text), &mut names)?;
    tree.attach_names(&Arc::new(names));
    Some(tree)
}

/// True when texts of the language have a generic tree.
pub fn has_lowering(language: Language) -> bool {
    language.grammar().is_some_and(|grammar| lowering_of(grammar).is_some())
}

type Lowering = fn(&mut Context<'_>, Node<'_>) -> NodeId;

fn lowering_of(grammar: Grammar) -> Option<Lowering> {
    Some(match grammar {
        Grammar::Go => go::file,
        Grammar::Java => java::file,
        Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => javascript::file,
        Grammar::Json => json::file,
        Grammar::Python => python::file,
        Grammar::Yaml => yaml::file,
        _ => return None,
    })
}

fn run(lowering: Lowering, root: Node<'_>, text: &Arc<str>, names: Names, pattern: bool) -> Tree {
    let mut context = Context {
        build: Builder::new(Arc::clone(text), names),
        text,
        pattern,
        ends: RefCell::default(),
        depth: 0,
    };
    broken::report(&mut context, root);
    let root = lowering(&mut context, root);
    context.build.finish(root)
}

/// What a lowering works with.
pub(crate) struct Context<'t> {
    pub build: Builder,
    text: &'t str,
    /// The text is a pattern: identifiers may be placeholders.
    pub pattern: bool,
    /// Where nodes of the grammar end, by their number, for those that end with several others.
    ends: RefCell<HashMap<usize, usize, foldhash::fast::RandomState>>,
    depth: usize,
}

impl<'t> Context<'t> {
    pub fn text(&self, node: Node<'_>) -> &'t str {
        &self.text[node.byte_range()]
    }

    pub fn source(&self) -> &'t str {
        self.text
    }

    /// A node without name and flags.
    pub fn add(&mut self, kind: Kind, span: Range<usize>, children: &[NodeId]) -> NodeId {
        self.build.add(kind, Symbol::NONE, span, Flags::NONE, children)
    }

    pub fn named(&mut self, kind: Kind, name: &str, span: Range<usize>, children: &[NodeId]) -> NodeId {
        let name = self.build.symbol(name);
        self.build.add(kind, name, span, Flags::NONE, children)
    }

    pub fn flagged(&mut self, kind: Kind, flags: Flags, span: Range<usize>, children: &[NodeId]) -> NodeId {
        self.build.add(kind, Symbol::NONE, span, flags, children)
    }

    /// An identifier that is an expression, or what it stands for in a pattern.
    pub fn name(&mut self, node: Node<'_>) -> NodeId {
        self.identifier_as(Kind::Name, self.text(node), node.byte_range())
    }

    /// An identifier that is declared or selected, or what it stands for in a pattern.
    pub fn identifier(&mut self, node: Node<'_>) -> NodeId {
        self.identifier_as(Kind::Identifier, self.text(node), node.byte_range())
    }

    pub fn identifier_as(&mut self, kind: Kind, text: &str, span: Range<usize>) -> NodeId {
        if self.pattern
            && let Some(placeholder) = Placeholder::parse(text)
        {
            let (kind, name) = match placeholder {
                Placeholder::Metavariable(name) | Placeholder::Typed(name) => {
                    (Kind::Metavariable, Some(format!("${name}")))
                }
                Placeholder::MetavariableEllipsis(name) => (Kind::MetavariableEllipsis, Some(format!("$...{name}"))),
                Placeholder::Ellipsis => (Kind::Ellipsis, None),
                Placeholder::Deep => (kind, None),
            };
            return match name {
                Some(name) => self.named(kind, &name, span, &[]),
                None => self.add(kind, span, &[]),
            };
        }
        self.named(kind, text, span, &[])
    }

    /// The name of a definition: that of the node that declares it (`$F` for a metavariable).
    pub fn definition(
        &mut self,
        kind: Kind,
        declared: NodeId,
        flags: Flags,
        span: Range<usize>,
        children: &[NodeId],
    ) -> NodeId {
        let name = declared
            .some()
            .map_or(Symbol::NONE, |declared| self.build.node(declared).name);
        self.build.add(kind, name, span, flags, children)
    }

    /// A call; `<... e ...>` is one in the text of a pattern.
    pub fn call(&mut self, callee: NodeId, arguments: NodeId, span: Range<usize>, callee_text: &str) -> NodeId {
        if self.pattern && matches!(Placeholder::parse(callee_text), Some(Placeholder::Deep)) {
            let inner = self.build.children(arguments).first().copied().unwrap_or(NodeId::NONE);
            return self.add(Kind::Deep, span, &[inner]);
        }
        self.add(Kind::Call, span, &[callee, arguments])
    }

    /// A statement of one expression; an ellipsis and `$...X` are statements of their own.
    pub fn expression_statement(&mut self, expression: NodeId, flags: Flags, span: Range<usize>) -> NodeId {
        match self.build.node(expression).kind {
            Kind::Ellipsis | Kind::MetavariableEllipsis => expression,
            _ => self.flagged(Kind::ExpressionStatement, flags, span, &[expression]),
        }
    }

    /// Goes one level down, unless that is too deep: then the part is cut off and reported.
    pub fn deeper(&mut self, node: Node<'_>, part: impl FnOnce(&mut Self) -> NodeId) -> NodeId {
        const RED_ZONE: usize = 128 * 1024;
        const NEW_STACK: usize = 2 * 1024 * 1024;
        if self.depth >= MAX_DEPTH {
            self.build.problem(node.byte_range(), ProblemKind::TooDeep);
            return self.named(Kind::OtherExpression, "too deep", node.byte_range(), &[]);
        }
        self.depth += 1;
        let made = stacker::maybe_grow(RED_ZONE, NEW_STACK, || part(self));
        self.depth -= 1;
        made
    }

    /// Records a node that stands for nothing, although the grammar could read it. What it could not read is recorded already.
    pub fn broken(&mut self, node: Node<'_>) {
        self.build.problem(node.byte_range(), ProblemKind::Syntax);
    }

    /// An expression that has no kind of its own: its parts keep their order, so that patterns find what is inside.
    pub fn other(&mut self, node: Node<'_>, parts: &[NodeId]) -> NodeId {
        self.named(Kind::OtherExpression, node.kind(), node.byte_range(), parts)
    }
}

/// The named children of a node that are no comments.
pub(crate) fn named_children<'n>(node: Node<'n>) -> Vec<Node<'n>> {
    let mut cursor = node.walk();
    let children = node.named_children(&mut cursor);
    children.filter(|child| !child.is_extra() || child.is_error()).collect()
}

/// All children that are no comments, punctuation too.
pub(crate) fn all_children<'n>(node: Node<'n>) -> Vec<Node<'n>> {
    let mut cursor = node.walk();
    let children = node.children(&mut cursor);
    children.filter(|child| !child.is_extra() || child.is_error()).collect()
}

/// The children of a field that are no comments.
pub(crate) fn field_children<'n>(node: Node<'n>, field: &str) -> Vec<Node<'n>> {
    let mut cursor = node.walk();
    let children = node.children_by_field_name(field, &mut cursor);
    children.filter(|child| child.is_named() && !child.is_extra()).collect()
}

/// The span from the start of one node to the end of another.
pub(crate) fn from_to(first: Node<'_>, last: Node<'_>) -> Range<usize> {
    first.start_byte()..last.end_byte()
}

/// The decimal text of an integer in any base, its text when it is none or too long to be computed.
pub(crate) fn integer(text: &str) -> String {
    let (digits, base) = match text.get(..2) {
        Some("0x" | "0X") => (&text[2..], 16),
        Some("0o" | "0O") => (&text[2..], 8),
        Some("0b" | "0B") => (&text[2..], 2),
        _ => (text, 10),
    };
    match u128::from_str_radix(digits, base) {
        Ok(value) => value.to_string(),
        Err(_) => text.to_owned(),
    }
}

/// The shortest decimal text of a floating-point number, its text when it is none.
pub(crate) fn float(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => format!("{value}"),
        _ => text.to_owned(),
    }
}
