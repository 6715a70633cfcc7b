//! The first pass: the parents of nodes, the imports, and what declares in the whole of its scope.

use crate::facts::imports::Imports;
use crate::facts::{Assignment, Fields, Traits};
use crate::tree::{Kind, NodeId, Tree};

/// What the first pass finds.
pub(super) struct Layout {
    pub(super) parents: Vec<NodeId>,
    /// Scopes with what declares in them, in the order of the scopes and then of the text.
    pub(super) hoisted: Vec<(NodeId, NodeId)>,
    pub(super) imports: Imports,
}

impl Layout {
    pub(super) fn of(tree: &Tree, traits: &Traits) -> Layout {
        let mut parents = vec![NodeId::NONE; tree.len()];
        let mut scopes = vec![NodeId::NONE; tree.len()];
        let (mut hoisted, mut imports) = (Vec::new(), Imports::default());
        let root = tree.root();
        for (id, node) in tree.iter().rev() {
            let parent = parents[id.index()];
            if id != root && !parent.is_some() {
                // A node that its lowering threw away; what it holds may belong to another node.
                continue;
            }
            let scope = scopes[id.index()];
            let inner = match node.kind {
                Kind::File | Kind::Function | Kind::Lambda | Kind::ClassBody => id,
                Kind::Block if traits.branch_scopes && tree.kind(parent) == Kind::If => id,
                _ => scope,
            };
            for child in tree.children(id).iter().filter(|child| child.is_some()) {
                if !parents[child.index()].is_some() {
                    parents[child.index()] = id;
                    scopes[child.index()] = inner;
                }
            }
            match node.kind {
                Kind::Import => {
                    let top_level = tree.kind(parent) == Kind::File;
                    imports.add(tree, traits.imports, id, top_level);
                }
                kind if scope.is_some() && hoists(tree, traits, kind, parent, scope) => hoisted.push((scope, id)),
                _ => {}
            }
        }
        hoisted.sort();
        imports.sort(traits.imports);
        Layout {
            parents,
            hoisted,
            imports,
        }
    }
}

/// Whether a node declares in the whole of its scope, before its place too.
fn hoists(tree: &Tree, traits: &Traits, kind: Kind, parent: NodeId, scope: NodeId) -> bool {
    let declares = match kind {
        Kind::Variable | Kind::Class | Kind::TypeAlias => true,
        Kind::Function => traits.functions_named && is_declaration(tree, parent),
        Kind::Assign => match traits.assignment {
            Assignment::Refers => false,
            Assignment::MakesLocal => true,
            Assignment::MakesGlobal => tree.kind(scope) == Kind::File,
        },
        Kind::CompoundAssign | Kind::ForEachHeader | Kind::CaseLabels | Kind::Scope => {
            traits.assignment == Assignment::MakesLocal
        }
        _ => false,
    };
    declares
        && match tree.kind(scope) {
            Kind::File => true,
            Kind::ClassBody => traits.fields != Fields::Nowhere,
            _ => traits.hoists_locals,
        }
}

/// Whether a function in this node is a statement: methods and values declare nothing around them.
fn is_declaration(tree: &Tree, parent: NodeId) -> bool {
    matches!(
        tree.kind(parent),
        Kind::File | Kind::Block | Kind::OtherStatement | Kind::Labeled
    )
}
