//! The generic tree: one shape for the code of every language.
//!
//! A tree is an arena of [`Node`]s. A node has a [`Kind`], a name (an interned text: an identifier, an operator, the value of a
//! literal), a span of bytes, flags, and children in *slots*. What each slot of a kind holds is the table in [`Kind`]; a slot
//! that is optional and not there holds [`NodeId::NONE`]. Comments are no nodes.
//!
//! The same tree holds *patterns*, with the kinds that only patterns have ([`Kind::Metavariable`], [`Kind::Ellipsis`], …).

mod kind;
mod names;

pub use kind::Kind;
pub use names::{Names, Symbol};

use std::ops::Range;
use std::sync::Arc;

/// A node of one tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The content of a slot that holds nothing.
    pub const NONE: NodeId = NodeId(u32::MAX);

    /// True for a real node.
    pub fn is_some(self) -> bool {
        self != Self::NONE
    }

    /// `None` for [`NodeId::NONE`].
    pub fn some(self) -> Option<NodeId> {
        self.is_some().then_some(self)
    }

    /// The position of the node in its tree: parents come after their children, so a higher number is never below a lower one.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What holds of a node beside its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Flags(u8);

impl Flags {
    /// None of them.
    pub const NONE: Flags = Flags(0);
    /// `a?.b`, `a?.[b]`, `a?.(b)`: nothing happens when the left side is absent.
    pub const OPTIONAL: Flags = Flags(1);
    /// The operator stands after its operand, as in `x++`.
    pub const POSTFIX: Flags = Flags(1);
    /// The statement ends with a semicolon of its own.
    pub const SEMICOLON: Flags = Flags(1);
    /// `**kwargs`: a spread of a mapping, not of a sequence.
    pub const MAPPING: Flags = Flags(1);
    /// An import of static members; a block that runs when its class is made.
    pub const STATIC: Flags = Flags(1);
    /// A definition cut off before its body: only patterns have it.
    pub const HEADER: Flags = Flags(2);
    /// The node stands for code without braces of its own (`if (a) b();`).
    pub const BARE: Flags = Flags(4);
    /// A value that the language infers: `return` made from the body of an expression lambda.
    pub const IMPLICIT: Flags = Flags(8);
    /// The number or name was written in a way that other spellings do not equal.
    pub const ASYNC: Flags = Flags(16);

    /// Both.
    pub const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// True when all of `other` hold.
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0 && other.0 != 0
    }
}

/// One node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// What else holds.
    pub flags: Flags,
    /// Its name, operator or value; [`Symbol::NONE`] where the kind has none.
    pub name: Symbol,
    /// First byte.
    pub start: u32,
    /// After the last byte.
    pub end: u32,
    first: u32,
    len: u32,
}

/// What a text could not be turned into: the part is missing in the tree, the rest is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The bytes that are not in the tree.
    pub span: Range<usize>,
    /// Why.
    pub kind: ProblemKind,
}

/// Why a part of a text is not in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProblemKind {
    /// It is not correct in the language.
    Syntax,
    /// It nests deeper than [`MAX_DEPTH`].
    TooDeep,
    /// It stands for far more nodes than the text has: an alias of YAML.
    TooLarge,
}

/// How deep a tree may be. What is below is cut off and reported.
pub const MAX_DEPTH: usize = 400;

/// A text as a generic tree.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    slots: Vec<NodeId>,
    root: NodeId,
    names: Names,
    text: Arc<str>,
    problems: Vec<Problem>,
}

impl Tree {
    /// The whole text.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The kind of a node.
    pub fn kind(&self, id: NodeId) -> Kind {
        self.nodes[id.index()].kind
    }

    /// The slots of a node, in the order of the table in [`Kind`].
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        let node = &self.nodes[id.index()];
        &self.slots[node.first as usize..(node.first + node.len) as usize]
    }

    /// One slot; [`NodeId::NONE`] when it is empty or not there.
    pub fn child(&self, id: NodeId, slot: usize) -> NodeId {
        self.children(id).get(slot).copied().unwrap_or(NodeId::NONE)
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True for a tree without a node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Every node with its number, children before parents.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Node)> + ExactSizeIterator {
        self.nodes
            .iter()
            .enumerate()
            .map(|(at, node)| (NodeId(at as u32), node))
    }

    /// The names of this tree.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// A symbol for a text that is in no node: a part of the path of an import.
    pub fn intern(&mut self, text: &str) -> Symbol {
        self.names.intern(text)
    }

    /// Takes the names out: the tree has none until [`Tree::attach_names`].
    pub(crate) fn detach_names(&mut self) -> Names {
        std::mem::take(&mut self.names)
    }

    /// Gives the tree of a pattern the table that its names were added to.
    pub fn attach_names(&mut self, names: &Arc<Names>) {
        self.names = Names::on(Some(Arc::clone(names)));
    }

    /// The text of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.text(symbol)
    }

    /// The symbol of a text, when the tree or the table of its names has one.
    pub fn symbol(&self, text: &str) -> Option<Symbol> {
        self.names.get(text)
    }

    /// The name of a node, empty when it has none.
    pub fn name_of(&self, id: NodeId) -> &str {
        self.names.text(self.nodes[id.index()].name)
    }

    /// The bytes of a node.
    pub fn span(&self, id: NodeId) -> Range<usize> {
        let node = &self.nodes[id.index()];
        node.start as usize..node.end as usize
    }

    /// The source text of a node.
    pub fn source(&self, id: NodeId) -> &str {
        &self.text[self.span(id)]
    }

    /// The whole source text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// What could not be turned into nodes, in the order of the text.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The nodes below a node, parents before children, in the order of the text; the node itself comes first.
    pub fn descend(&self, id: NodeId) -> Descend<'_> {
        Descend {
            tree: self,
            open: vec![id],
        }
    }

    /// The tree as text, one line per node: for tests and for people.
    pub fn outline(&self) -> String {
        self.outline_of(self.root)
    }

    /// What is at and below a node, as [`Tree::outline`].
    pub fn outline_of(&self, id: NodeId) -> String {
        let mut out = String::new();
        self.outline_into(id, 0, &mut out);
        out
    }

    fn outline_into(&self, id: NodeId, depth: usize, out: &mut String) {
        out.extend(std::iter::repeat_n("  ", depth));
        if !id.is_some() {
            out.push_str("-\n");
            return;
        }
        let node = self.node(id);
        out.push_str(&format!("{:?}", node.kind));
        if node.name != Symbol::NONE {
            out.push_str(&format!(" {:?}", self.name(node.name)));
        }
        if node.flags != Flags::NONE {
            out.push_str(&format!(" #{}", node.flags.0));
        }
        out.push('\n');
        for child in self.children(id) {
            self.outline_into(*child, depth + 1, out);
        }
    }
}

/// See [`Tree::descend`].
#[derive(Debug)]
pub struct Descend<'t> {
    tree: &'t Tree,
    open: Vec<NodeId>,
}

impl Iterator for Descend<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.open.pop()?;
        let children = self.tree.children(id).iter().rev();
        self.open.extend(children.filter(|child| child.is_some()));
        Some(id)
    }
}

/// Makes a [`Tree`], children first.
#[derive(Debug)]
pub struct Builder {
    nodes: Vec<Node>,
    slots: Vec<NodeId>,
    names: Names,
    text: Arc<str>,
    problems: Vec<Problem>,
}

impl Builder {
    /// An empty tree for a text, whose names are added to a table.
    pub fn new(text: Arc<str>, names: Names) -> Self {
        Self {
            nodes: Vec::with_capacity(text.len() / 8),
            slots: Vec::with_capacity(text.len() / 8),
            names,
            text,
            problems: Vec::new(),
        }
    }

    /// The source text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A symbol for a text.
    pub fn symbol(&mut self, text: &str) -> Symbol {
        self.names.intern(text)
    }

    /// The text of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.names.text(symbol)
    }

    /// A node that was made.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The slots of a node that was made.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        let node = &self.nodes[id.index()];
        &self.slots[node.first as usize..(node.first + node.len) as usize]
    }

    /// Adds a node; its children must have been made before.
    pub fn add(&mut self, kind: Kind, name: Symbol, span: Range<usize>, flags: Flags, children: &[NodeId]) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("texts are bounded far below this"));
        let first = self.slots.len() as u32;
        self.slots.extend_from_slice(children);
        self.nodes.push(Node {
            kind,
            flags,
            name,
            start: span.start as u32,
            end: span.end as u32,
            first,
            len: children.len() as u32,
        });
        id
    }

    /// Changes the span of a node that was made: parentheses around it belong to it in some languages.
    pub fn widen(&mut self, id: NodeId, span: Range<usize>) {
        let node = &mut self.nodes[id.index()];
        (node.start, node.end) = (span.start as u32, span.end as u32);
    }

    /// Adds flags to a node that was made.
    pub fn flag(&mut self, id: NodeId, flags: Flags) {
        let node = &mut self.nodes[id.index()];
        node.flags = node.flags.with(flags);
    }

    /// Records a part that is not in the tree. Parts that are lowered twice are in [`Tree::problems`] once.
    pub fn problem(&mut self, span: Range<usize>, kind: ProblemKind) {
        let problem = Problem { span, kind };
        if self.problems.last() != Some(&problem) {
            self.problems.push(problem);
        }
    }

    /// The finished tree.
    pub fn finish(mut self, root: NodeId) -> Tree {
        self.problems
            .sort_by_key(|problem| (problem.span.start, problem.span.end, problem.kind));
        self.problems.dedup();
        Tree {
            nodes: self.nodes,
            slots: self.slots,
            root,
            names: self.names,
            text: self.text,
            problems: self.problems,
        }
    }
}
