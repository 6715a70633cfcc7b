//! The walk along the flow of each function, over the statements, each once.
//!
//! What branches change is kept as lists of changes, so that the work is linear in the nodes and in the changes that joins see. Loops are
//! not iterated: a value from before a loop is unknown inside and after it.

mod assign;
mod control;
mod fold;
mod paths;

use std::collections::HashMap;

use super::{Constant, ValueId, Values};
use crate::facts::scopes::Scopes;
use crate::facts::{DefinitionId, Traits};
use crate::tree::{Kind, NodeId, Tree};

const RED_ZONE: usize = 128 * 1024;
const NEW_STACK: usize = 2 * 1024 * 1024;

/// Strings that are put together may be this long; longer ones are some string.
const MAX_JOINED: usize = 16 * 1024;
/// All strings of a file that are put together, in bytes, beside the length of its text.
const JOINED_BUDGET: usize = 4 * 1024 * 1024;

/// How many changes all branches of a file may carry to where paths meet, for each node and beside. Code that people write stays far
/// below; deep nesting around many assignments does not, and then what is known is lost.
const CARRIED_PER_NODE: usize = 4;
const CARRIED_BUDGET: usize = 100_000;

/// The value of a definition for the whole file.
#[derive(Clone, Copy)]
enum Whole {
    /// Not computed yet.
    Unknown,
    /// Being computed: what needs itself has no value.
    Busy,
    Is(ValueId),
}

/// What the flow knows of a definition.
#[derive(Clone, Copy)]
struct Known {
    constant: ValueId,
    /// The expression it was assigned.
    symbolic: NodeId,
    /// When; what is older than [`Flow::barrier`] counts no more.
    time: u32,
}

impl Known {
    const NOTHING: Known = Known {
        constant: ValueId::NONE,
        symbolic: NodeId::NONE,
        time: 0,
    };

    fn is_nothing(self) -> bool {
        !self.constant.is_some() && !self.symbolic.is_some()
    }
}

/// How a part of the flow ends.
struct Outcome {
    /// The definitions that it changed, in their order, and what is known of them.
    changes: Vec<(DefinitionId, Known)>,
    /// Nothing from before it is known.
    lost: bool,
    /// What follows is reached.
    live: bool,
}

impl Outcome {
    const NOTHING: Outcome = Outcome {
        changes: Vec::new(),
        lost: false,
        live: true,
    };
}

/// What a `break` leaves.
enum Breakable {
    Loop,
    Switch {
        /// The length of [`Flow::changed`] before it, and the barrier.
        mark: usize,
        barrier: u32,
        outcomes: Vec<Outcome>,
    },
}

pub(super) struct Flow<'t> {
    tree: &'t Tree,
    scopes: &'t Scopes,
    traits: &'static Traits,
    values: Values,
    whole: Vec<Whole>,
    known: Vec<Known>,
    /// What was known before each change.
    changed: Vec<(DefinitionId, Known)>,
    clock: u32,
    barrier: u32,
    /// The place is reached.
    live: bool,
    /// How many expressions around may not be computed: `b` of `a and b`.
    maybe: u32,
    /// The statement is a member of a class.
    in_class: bool,
    tries: u32,
    /// All assignments since the outermost `try` that is open.
    assigned: Vec<(DefinitionId, Known)>,
    /// Number of calls so far.
    calls: u32,
    breaks: Vec<Breakable>,
    /// What is left of the budgets.
    joined: usize,
    carried: usize,
    /// Expressions of variables that are assigned once, where such variables keep their value whatever happens: from there on.
    lasting: HashMap<DefinitionId, NodeId, foldhash::fast::RandomState>,
    /// The only constructor of a class body.
    constructors: HashMap<NodeId, Option<NodeId>, foldhash::fast::RandomState>,
}

impl Flow<'_> {
    /// Walks a file and gives what it finds.
    pub(super) fn over(tree: &Tree, scopes: &Scopes, traits: &'static Traits) -> Values {
        let definitions = scopes.len();
        let mut flow = Flow {
            tree,
            scopes,
            traits,
            values: Values {
                constants: vec![Constant::Bool(false)],
                nodes: vec![ValueId::NONE; tree.len()],
                symbolic: Vec::new(),
                lasting: Vec::new(),
            },
            whole: vec![Whole::Unknown; definitions],
            known: vec![Known::NOTHING; definitions],
            changed: Vec::new(),
            clock: 0,
            barrier: 0,
            live: true,
            maybe: 0,
            in_class: false,
            tries: 0,
            assigned: Vec::new(),
            calls: 0,
            breaks: Vec::new(),
            joined: tree.text().len() + JOINED_BUDGET,
            carried: tree.len() * CARRIED_PER_NODE + CARRIED_BUDGET,
            lasting: HashMap::default(),
            constructors: HashMap::default(),
        };
        flow.visit(tree.root());
        let lasting = (0..definitions as u32).map(|number| flow.only_value(DefinitionId(number)));
        let lasting = lasting.map(|value| value.unwrap_or(NodeId::NONE)).collect();
        flow.values.lasting = lasting;
        flow.values
    }

    /// Walks a node in the order in which it runs. True when it is an expression that stands behind a variable.
    fn visit(&mut self, node: NodeId) -> bool {
        if !node.is_some() {
            return true;
        }
        stacker::maybe_grow(RED_ZONE, NEW_STACK, || self.visit_here(node))
    }

    fn visit_all(&mut self, nodes: &[NodeId]) -> bool {
        let mut all = true;
        for node in nodes {
            all &= self.visit(*node);
        }
        all
    }

    fn visit_here(&mut self, node: NodeId) -> bool {
        let tree = self.tree;
        let children = tree.children(node);
        let slot = |at| tree.child(node, at);
        match tree.kind(node) {
            Kind::Name => {
                self.name(node);
                true
            }
            Kind::Str | Kind::Int | Kind::Float | Kind::Bool => {
                self.fold_here(node);
                true
            }
            kind if kind.is_type() => true,
            Kind::Identifier | Kind::Null | Kind::Char | Kind::Regex | Kind::Special => true,
            Kind::Member => {
                let stands = self.visit(slot(0));
                self.fold_here(node);
                stands
            }
            Kind::Call => {
                let stands = self.visit_all(children);
                self.calls += 1;
                self.fold_here(node);
                stands
            }
            Kind::New => {
                let stands = self.visit_all(children);
                self.calls += 1;
                stands
            }
            Kind::Arguments
            | Kind::KeywordArgument
            | Kind::Spread
            | Kind::List
            | Kind::Tuple
            | Kind::Set
            | Kind::Dict
            | Kind::Pair
            | Kind::Record
            | Kind::Property
            | Kind::Composite => self.visit_all(children),
            Kind::Lambda | Kind::Function => {
                self.function(slot(0), slot(1), slot(3));
                true
            }
            Kind::ClassBody => {
                let before = std::mem::replace(&mut self.in_class, true);
                self.visit_all(children);
                self.in_class = before;
                true
            }
            Kind::Adjacent | Kind::Template | Kind::Binary | Kind::Nary => {
                if is_conditional(tree, node) {
                    self.visit_all(&children[..children.len().min(1)]);
                    self.maybe += 1;
                    self.visit_all(children.get(1..).unwrap_or_default());
                    self.maybe -= 1;
                } else {
                    self.visit_all(children);
                }
                self.fold_here(node);
                tree.kind(node) == Kind::Adjacent || tree.kind(node) == Kind::Template
            }
            Kind::Unary if matches!(tree.name_of(node), "++" | "--") => {
                self.assign_to(slot(0), Known::NOTHING);
                false
            }
            Kind::Conditional => {
                self.visit(slot(0));
                self.maybe += 1;
                self.visit(slot(1));
                self.visit(slot(2));
                self.maybe -= 1;
                self.fold_here(node);
                false
            }
            Kind::Assign => {
                self.assign(slot(0), slot(1));
                self.values.nodes[node.index()] = self.at(slot(1)).indirect();
                false
            }
            Kind::CompoundAssign => {
                self.compound_assign(node);
                false
            }
            Kind::Variable => {
                self.visit(slot(0));
                let target = slot(4).some().unwrap_or(slot(3));
                if slot(2).is_some() || slot(3).is_some() {
                    self.assign(target, slot(2));
                }
                false
            }
            _ => {
                self.statement(node);
                false
            }
        }
    }

    fn statement(&mut self, node: NodeId) {
        let tree = self.tree;
        let children = tree.children(node);
        let slot = |at| tree.child(node, at);
        match tree.kind(node) {
            Kind::ExpressionStatement => {
                self.visit(slot(0));
                if let Some(receiver) = receiver_of(tree, slot(0)) {
                    self.forget(receiver);
                }
            }
            Kind::Delete => {
                self.visit_all(children);
                for target in children {
                    self.assign_to(*target, Known::NOTHING);
                }
            }
            Kind::If => {
                self.visit(slot(0));
                let then = self.branch(|flow| flow.visit(slot(1)));
                let other = self.branch(|flow| flow.visit(slot(2)));
                self.join(vec![then, other]);
            }
            Kind::While | Kind::DoWhile => self.repeat(|flow| {
                flow.visit_all(children);
            }),
            Kind::For => self.for_loop(slot(0), slot(1)),
            Kind::With => {
                let resource = slot(0);
                match resource.is_some() && tree.kind(resource) == Kind::Assign {
                    true => {
                        let value = tree.child(resource, 1);
                        let stands = self.visit(value);
                        let known = Known {
                            symbolic: if stands { value } else { NodeId::NONE },
                            ..Known::NOTHING
                        };
                        self.assign_to(tree.child(resource, 0), known);
                    }
                    false => {
                        self.visit(resource);
                    }
                }
                self.visit(slot(1));
            }
            Kind::Return => {
                self.visit_all(children);
                self.live = false;
            }
            Kind::Throw => {
                self.visit_all(children);
                self.calls += 1;
                self.live = false;
            }
            Kind::Break => self.leave(slot(0)),
            Kind::Continue | Kind::Goto => self.live = false,
            // Jumps to a label come from anywhere.
            Kind::Labeled => {
                self.lose();
                self.live = true;
                self.visit(slot(1));
                self.lose();
                self.live = true;
            }
            Kind::Try => self.try_statement(node),
            Kind::Switch => self.switch(slot(0), children.get(1..).unwrap_or_default()),
            Kind::Await => {
                self.calls += 1;
                self.visit_all(children);
            }
            Kind::Scope | Kind::Import => {}
            Kind::Unary => {
                self.visit_all(children);
                self.fold_here(node);
            }
            Kind::ComprehensionFor => {
                self.visit(slot(1));
                self.assign_to(slot(0), Known::NOTHING);
            }
            Kind::Comprehension => {
                self.visit_all(children.get(1..).unwrap_or_default());
                self.visit(slot(0));
            }
            _ => {
                self.visit_all(children);
            }
        }
    }
}

/// Operators whose right side is not always computed.
fn is_conditional(tree: &Tree, node: NodeId) -> bool {
    matches!(tree.kind(node), Kind::Binary | Kind::Nary)
        && matches!(tree.name_of(node), "&&" | "||" | "??" | "and" | "or")
}

/// The variable that a statement calls a method of.
fn receiver_of(tree: &Tree, expression: NodeId) -> Option<NodeId> {
    let mut call = expression.some()?;
    if tree.kind(call) == Kind::Await {
        call = tree.child(call, 0).some()?;
    }
    let callee = tree.child(call, 0).some().filter(|_| tree.kind(call) == Kind::Call)?;
    let object = tree
        .child(callee, 0)
        .some()
        .filter(|_| tree.kind(callee) == Kind::Member)?;
    (tree.kind(object) == Kind::Name).then_some(object)
}
