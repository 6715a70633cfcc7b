//! Which constant an expression is.
//!
//! Two computations. For the *whole file*, whatever the order: a variable that is assigned once, and of which the language or its
//! declaration lets us say that nothing else changes it, is what it is assigned ([`Once`]). Along the *flow* of each function, file
//! level being one: a variable is what it was assigned last, as far as all paths agree.
//!
//! The flow is walked over the statements, each once. What branches change is kept as lists of changes, so that the work is linear
//! in the nodes and in the changes that joins see. Loops are not iterated: a value from before a loop is unknown inside and after it.

mod fold;

use std::collections::HashMap;
use std::sync::Arc;

use super::scopes::Scopes;
use super::{DefinitionId, Traits};
use crate::tree::{Kind, NodeId, Tree};

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// An integer; in languages with one class of numbers every number is a [`Constant::Float`].
    Int(i128),
    /// A number that is no integer.
    Float(f64),
    /// A string, its escapes as the tree has them.
    Str(Arc<str>),
    /// `true` or `false`.
    Bool(bool),
    /// A constant of that class, which one is not known: paths differ, or it is not computed.
    Some(ConstantClass),
}

/// The class of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum ConstantClass {
    Int,
    Float,
    Str,
    Bool,
}

impl Constant {
    /// Its class.
    pub fn class(&self) -> ConstantClass {
        match self {
            Self::Int(_) => ConstantClass::Int,
            Self::Float(_) => ConstantClass::Float,
            Self::Str(_) => ConstantClass::Str,
            Self::Bool(_) => ConstantClass::Bool,
            Self::Some(class) => *class,
        }
    }

    fn is_exact(&self) -> bool {
        !matches!(self, Self::Some(_))
    }
}

/// Which variables are what they are assigned once, wherever they are read, beside those that are declared constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Once {
    /// None.
    Never,
    /// All.
    Always,
    /// Those of the file.
    OfFile,
    /// Private fields, assigned at their declaration, in the only constructor, or outside of functions.
    PrivateFields,
}

/// What `+` makes a string of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joins {
    /// Strings.
    Strings,
    /// Strings and integers.
    Integers,
    /// Strings and numbers.
    Numbers,
}

/// The values of a file.
#[derive(Debug)]
pub(super) struct Values {
    /// The values that occur; the first stands for none.
    constants: Vec<Constant>,
    /// The value of each node.
    nodes: Vec<ValueId>,
    /// Names, and the expressions that they were assigned, in the order of the names.
    symbolic: Vec<(NodeId, NodeId)>,
    /// What each definition keeps; [`NodeId::NONE`] for those that change.
    lasting: Vec<NodeId>,
}

/// A value in [`Values::constants`]; [`ValueId::NONE`] for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ValueId(u32);

impl ValueId {
    const NONE: ValueId = ValueId(0);
    /// The node itself does not count as constant, a variable that is assigned it does.
    const INDIRECT: u32 = 1 << 31;

    fn is_some(self) -> bool {
        self != Self::NONE
    }

    fn indirect(self) -> Self {
        match self.is_some() {
            true => Self(self.0 | Self::INDIRECT),
            false => self,
        }
    }

    fn is_indirect(self) -> bool {
        self.0 & Self::INDIRECT != 0
    }

    fn direct(self) -> Self {
        Self(self.0 & !Self::INDIRECT)
    }
}

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

impl Values {
    pub fn of(tree: &Tree, scopes: &Scopes, traits: &'static Traits) -> Values {
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
        let lasting = (0..definitions as u32).map(DefinitionId);
        let lasting = lasting.map(|definition| flow.only_value(definition).unwrap_or(NodeId::NONE));
        let lasting = lasting.collect();
        let mut values = flow.values;
        values.lasting = lasting;
        values.symbolic.sort_unstable();
        values
    }

    pub fn constant(&self, node: NodeId) -> Option<&Constant> {
        let value = *self.nodes.get(node.some()?.index())?;
        (value.is_some() && !value.is_indirect()).then(|| &self.constants[value.0 as usize])
    }

    pub fn lasting(&self, definition: DefinitionId) -> Option<NodeId> {
        self.lasting.get(definition.0 as usize).and_then(|value| value.some())
    }

    pub fn symbolic(&self, node: NodeId) -> Option<NodeId> {
        let at = self.symbolic.binary_search_by_key(&node, |(name, _)| *name).ok()?;
        Some(self.symbolic[at].1)
    }
}

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

struct Flow<'t> {
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
                        self.visit(tree.child(resource, 1));
                        self.assign_to(tree.child(resource, 0), Known::NOTHING);
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

    // ---- names

    fn name(&mut self, node: NodeId) {
        let Some(definition) = self.scopes.definition(node) else {
            return;
        };
        let known = self.now(definition);
        let symbolic = known.symbolic.some().or_else(|| self.lasting.get(&definition).copied());
        if let Some(value) = symbolic {
            self.values.symbolic.push((node, value));
        }
        self.values.nodes[node.index()] = self.value_of(definition);
    }

    /// The value that a variable has here: the more precise of the flow and the whole file.
    fn value_of(&mut self, definition: DefinitionId) -> ValueId {
        let here = self.now(definition).constant;
        if self.is_exact(here) {
            return here;
        }
        let whole = self.whole(definition);
        match !here.is_some() || self.is_exact(whole) {
            true => whole,
            false => here,
        }
    }

    fn is_exact(&self, value: ValueId) -> bool {
        value.is_some() && self.values.constants[value.0 as usize].is_exact()
    }

    fn now(&self, definition: DefinitionId) -> Known {
        let known = self.known[definition.0 as usize];
        match known.time >= self.barrier {
            true => known,
            false => Known::NOTHING,
        }
    }

    fn set(&mut self, definition: DefinitionId, known: Known) {
        let known = match self.maybe {
            0 => known,
            _ => Known::NOTHING,
        };
        let place = &mut self.known[definition.0 as usize];
        self.changed.push((definition, *place));
        *place = Known {
            time: self.clock,
            ..known
        };
        if self.tries > 0 {
            self.assigned.push((definition, *place));
        }
    }

    fn forget(&mut self, name: NodeId) {
        if let Some(definition) = self.scopes.definition(name) {
            self.set(definition, Known::NOTHING);
        }
    }

    /// From here on nothing from before is known.
    fn lose(&mut self) {
        self.clock += 1;
        self.barrier = self.clock;
    }

    fn assign(&mut self, target: NodeId, value: NodeId) {
        let stands = self.visit(value);
        let constant = match value.some() {
            Some(value) => self.values.nodes[value.index()].direct(),
            None => ValueId::NONE,
        };
        let known = Known {
            constant,
            symbolic: if stands { value } else { NodeId::NONE },
            time: 0,
        };
        if stands
            && self.traits.once == Once::Always
            && let Some(definition) = target.some().and_then(|target| self.scopes.definition(target))
            && self.only_value(definition) == value.some()
            && value.is_some()
        {
            self.lasting.insert(definition, value);
        }
        self.assign_to(target, known);
    }

    /// Members of a class are no variables of the flow.
    fn assign_to(&mut self, target: NodeId, known: Known) {
        let tree = self.tree;
        let mut open = vec![(target, known)];
        while let Some((target, known)) = open.pop() {
            if !target.is_some() {
                continue;
            }
            let children = tree.children(target);
            let part = |part: &NodeId| (*part, Known::NOTHING);
            match tree.kind(target) {
                Kind::Name | Kind::Identifier => {
                    let definition = self.scopes.definition(target);
                    if let Some(definition) = definition.filter(|_| !self.in_class) {
                        self.set(definition, known);
                    }
                }
                Kind::Tuple | Kind::List | Kind::Spread | Kind::Record => open.extend(children.iter().map(part)),
                Kind::Property => open.extend(children.get(1).map(part)),
                Kind::Variable => open.extend(children.get(4).map(part)),
                // `{a = 1}`: a default.
                Kind::Assign => {
                    self.visit(tree.child(target, 1));
                    open.extend(children.first().map(part));
                }
                Kind::Member | Kind::Index => {
                    self.visit_all(children);
                    let object = tree.child(target, 0);
                    if object.is_some() && tree.kind(object) == Kind::Name {
                        self.forget(object);
                    }
                }
                _ => {
                    self.visit(target);
                }
            }
        }
    }

    /// `x += e` is `x = x + e`.
    fn compound_assign(&mut self, node: NodeId) {
        let tree = self.tree;
        let (target, value) = (tree.child(node, 0), tree.child(node, 1));
        self.visit(value);
        let before = match self.scopes.definition(target) {
            Some(definition) => self.value_of(definition),
            None => ValueId::NONE,
        };
        let made = match tree.name_of(node) {
            operator @ ("+" | "*") => self.binary(operator, before, self.at(value)),
            _ => ValueId::NONE,
        };
        let known = Known {
            constant: made.direct(),
            symbolic: NodeId::NONE,
            time: 0,
        };
        self.assign_to(target, known);
    }

    // ---- paths

    /// Walks a part of the flow, and takes back what it did.
    fn branch(&mut self, part: impl FnOnce(&mut Self) -> bool) -> Outcome {
        let (mark, barrier, live) = (self.changed.len(), self.barrier, self.live);
        part(self);
        let outcome = self.outcome(mark, barrier, self.live);
        self.take_back(mark, barrier, live);
        outcome
    }

    fn take_back(&mut self, mark: usize, barrier: u32, live: bool) {
        while self.changed.len() > mark {
            if let Some((definition, before)) = self.changed.pop() {
                self.known[definition.0 as usize] = before;
            }
        }
        (self.barrier, self.live) = (barrier, live);
    }

    /// What happened since a place. When the budget is used up, nothing is known after it.
    fn outcome(&mut self, mark: usize, barrier: u32, live: bool) -> Outcome {
        if !self.carry(self.changed.len() - mark) {
            return Outcome {
                changes: Vec::new(),
                lost: true,
                live,
            };
        }
        let mut definitions: Vec<_> = self.changed[mark..].iter().map(|(definition, _)| *definition).collect();
        definitions.sort_unstable();
        definitions.dedup();
        let changes = definitions
            .into_iter()
            .map(|definition| (definition, self.now(definition)));
        Outcome {
            changes: changes.collect(),
            lost: self.barrier != barrier,
            live,
        }
    }

    fn carry(&mut self, changes: usize) -> bool {
        let left = self.carried.checked_sub(changes);
        self.carried = left.unwrap_or(0);
        left.is_some()
    }

    /// Goes on where several paths meet.
    fn join(&mut self, mut outcomes: Vec<Outcome>) {
        outcomes.retain(|outcome| outcome.live);
        if outcomes.is_empty() {
            self.live = false;
            return;
        }
        let lost = outcomes.iter().filter(|outcome| outcome.lost).count();
        let mut changes: Vec<_> = outcomes
            .iter()
            .flat_map(|outcome| outcome.changes.iter().map(|change| (change.0, change.1, outcome.lost)))
            .collect();
        changes.sort_by_key(|(definition, ..)| *definition);
        let mut results = Vec::new();
        for group in changes.chunk_by(|one, other| one.0 == other.0) {
            let definition = group[0].0;
            let mut known = group[0].1;
            for (_, other, _) in &group[1..] {
                known = self.both(known, *other);
            }
            if group.len() < outcomes.len() {
                let lost_here = group.iter().filter(|(.., lost)| *lost).count();
                let before = match lost_here == lost {
                    true => self.now(definition),
                    false => Known::NOTHING,
                };
                known = self.both(known, before);
            }
            results.push((definition, known));
        }
        if lost > 0 {
            self.lose();
        }
        for (definition, known) in results {
            self.restore(definition, known);
        }
    }

    /// As [`Flow::set`], of what is known and no new assignment.
    fn restore(&mut self, definition: DefinitionId, known: Known) {
        let place = &mut self.known[definition.0 as usize];
        self.changed.push((definition, *place));
        *place = Known {
            time: self.clock,
            ..known
        };
    }

    /// What is known when one of two is true.
    fn both(&mut self, one: Known, other: Known) -> Known {
        let constant = match (one.constant, other.constant) {
            (a, b) if a == b => a,
            (a, b) if a.is_some() && b.is_some() => {
                let (a, b) = (
                    &self.values.constants[a.0 as usize],
                    &self.values.constants[b.0 as usize],
                );
                match a {
                    a if a == b => one.constant,
                    a if a.class() == b.class() => {
                        let class = a.class();
                        self.make(Constant::Some(class))
                    }
                    _ => ValueId::NONE,
                }
            }
            _ => ValueId::NONE,
        };
        Known {
            constant,
            symbolic: match one.symbolic == other.symbolic {
                true => one.symbolic,
                false => NodeId::NONE,
            },
            time: 0,
        }
    }

    fn repeat(&mut self, body: impl FnOnce(&mut Self)) {
        self.lose();
        self.breaks.push(Breakable::Loop);
        let (mark, barrier, live) = (self.changed.len(), self.barrier, self.live);
        body(self);
        self.take_back(mark, barrier, live);
        self.breaks.pop();
        self.lose();
    }

    fn for_loop(&mut self, header: NodeId, body: NodeId) {
        let tree = self.tree;
        if !header.is_some() {
            return self.repeat(|flow| {
                flow.visit(body);
            });
        }
        let parts = tree.children(header);
        match tree.kind(header) {
            Kind::ForEachHeader => {
                self.visit(tree.child(header, 1));
                self.repeat(|flow| {
                    flow.assign_to(tree.child(header, 0), Known::NOTHING);
                    flow.visit(body);
                });
            }
            Kind::ForHeader => {
                self.visit(tree.child(header, 0));
                self.repeat(|flow| {
                    flow.visit(tree.child(header, 1));
                    flow.visit(body);
                    flow.visit(tree.child(header, 2));
                });
            }
            _ => self.repeat(|flow| {
                flow.visit_all(parts);
                flow.visit(body);
            }),
        }
    }

    /// A `break`: what holds there holds after the `switch` that it leaves. After loops nothing holds.
    fn leave(&mut self, label: NodeId) {
        if !label.is_some()
            && let Some(Breakable::Switch { mark, barrier, .. }) = self.breaks.last()
            && self.live
        {
            let (mark, barrier) = (*mark, *barrier);
            let outcome = self.outcome(mark, barrier, true);
            if let Some(Breakable::Switch { outcomes, .. }) = self.breaks.last_mut() {
                outcomes.push(outcome);
            }
        }
        self.live = false;
    }

    fn switch(&mut self, subject: NodeId, cases: &[NodeId]) {
        let tree = self.tree;
        self.visit(subject);
        self.breaks.push(Breakable::Switch {
            mark: self.changed.len(),
            barrier: self.barrier,
            outcomes: Vec::new(),
        });
        let mut ends = Vec::new();
        let mut has_default = false;
        let mut above: Option<Outcome> = None;
        for case in cases.iter().filter(|case| case.is_some()) {
            let (labels, body) = (tree.child(*case, 0), tree.child(*case, 1));
            has_default |= self.is_default(labels);
            let into = above.take();
            let end = self.branch(|flow| {
                if let Some(into) = into {
                    flow.join(vec![Outcome::NOTHING, into]);
                }
                if flow.traits.case_captures {
                    for label in labels.some().map(|labels| tree.children(labels)).unwrap_or_default() {
                        flow.visit(*label);
                        flow.forget_captured(*label);
                    }
                } else {
                    flow.visit(labels);
                }
                flow.visit(body)
            });
            match self.traits.cases_fall_through {
                true => above = Some(end),
                false => ends.push(end),
            }
        }
        ends.extend(above);
        if !has_default {
            ends.push(Outcome::NOTHING);
        }
        if let Some(Breakable::Switch { outcomes, .. }) = self.breaks.pop() {
            ends.extend(outcomes);
        }
        self.join(ends);
    }

    /// `default`, and a `case` of one name that takes everything.
    fn is_default(&self, labels: NodeId) -> bool {
        let tree = self.tree;
        match labels.some().map(|labels| tree.children(labels)) {
            None | Some([]) => true,
            Some([only]) if self.traits.case_captures => {
                only.is_some() && (tree.kind(*only) == Kind::Name || tree.source(*only) == "_")
            }
            Some(labels) => labels.iter().any(|label| {
                label.is_some() && tree.kind(*label) == Kind::Special && tree.name_of(*label) == "default"
            }),
        }
    }

    /// The names in a `case` are assigned.
    fn forget_captured(&mut self, label: NodeId) {
        let tree = self.tree;
        for node in tree.descend(label) {
            if tree.kind(node) == Kind::Name {
                self.values.nodes[node.index()] = ValueId::NONE;
                self.forget(node);
            }
        }
    }

    fn try_statement(&mut self, node: NodeId) {
        let tree = self.tree;
        let [resources, block, handlers, otherwise, finally] = [0, 1, 2, 3, 4].map(|slot| tree.child(node, slot));
        self.visit(resources);
        let (calls, mark, clock) = (self.calls, self.assigned.len(), self.clock);
        let mut reached = false;
        self.tries += 1;
        let block = self.branch(|flow| {
            flow.visit(block);
            reached = flow.calls != calls;
            true
        });
        self.tries -= 1;
        let can_carry = self.carry(self.assigned.len() - mark);
        let lost = self.clock != clock || !can_carry;
        let mut thrown = match can_carry {
            true => self.assigned[mark..].to_vec(),
            false => Vec::new(),
        };
        thrown.sort_by_key(|(definition, _)| *definition);
        let mut outcomes = vec![self.branch(|flow| {
            let live = block.live;
            flow.join(vec![block]);
            if live {
                flow.visit(otherwise);
            }
            true
        })];
        for handler in handlers.some().map(|list| tree.children(list)).unwrap_or_default() {
            let caught = self.branch(|flow| {
                flow.throw(&thrown, lost);
                flow.visit(tree.child(*handler, 0));
                flow.assign_to(tree.child(*handler, 1), Known::NOTHING);
                flow.visit(tree.child(*handler, 2))
            });
            if reached {
                outcomes.push(caught);
            }
        }
        self.join(outcomes);
        if self.tries == 0 {
            self.assigned.clear();
        }
        // What follows a `finally` is reached as what follows its `try` is.
        let live = self.live;
        self.visit(finally);
        self.live = self.live && live;
    }

    /// What holds in a handler: of all that was assigned in the block, before or after it.
    fn throw(&mut self, assigned: &[(DefinitionId, Known)], lost: bool) {
        for group in assigned.chunk_by(|one, other| one.0 == other.0) {
            let mut known = self.now(group[0].0);
            for (_, other) in group {
                known = self.both(known, *other);
            }
            self.restore(group[0].0, known);
        }
        if lost {
            self.lose();
        }
    }

    /// A function runs later: it starts with what is known at its definition, and what it assigns is unknown from then on.
    fn function(&mut self, attributes: NodeId, parameters: NodeId, body: NodeId) {
        let tree = self.tree;
        self.visit(attributes);
        for parameter in parameters.some().map(|list| tree.children(list)).unwrap_or_default() {
            if parameter.is_some() {
                self.visit(tree.child(*parameter, 2));
            }
        }
        let (breaks, assigned) = (std::mem::take(&mut self.breaks), std::mem::take(&mut self.assigned));
        let (in_class, maybe, tries, calls) = (self.in_class, self.maybe, self.tries, self.calls);
        (self.in_class, self.maybe, self.tries) = (false, 0, 0);
        let outcome = self.branch(|flow| {
            flow.live = true;
            flow.visit(body)
        });
        (self.in_class, self.maybe, self.tries, self.calls) = (in_class, maybe, tries, calls);
        (self.breaks, self.assigned) = (breaks, assigned);
        if self.carried == 0 {
            self.lose();
        }
        for (definition, _) in outcome.changes {
            if !self.now(definition).is_nothing() {
                self.set(definition, Known::NOTHING);
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
