//! From the tree of a file to its form.
//!
//! One [`Builder`] goes over the file unit by unit: a unit that is met inside another is only noted, and translated when the one
//! around it is done, so that functions do not nest on the stack. Within a unit the steps are made in the order in which they run.
//! Between two of them the builder holds the *open* edges: those that lead to whatever comes next. Where there are none the code is
//! not reached, and no step is made for it.
//!
//! * `definitions`: functions, classes, the units of a file;
//! * `statements`, `loops`, `switches`, `exceptions`: statements and where they go on;
//! * `expressions`, `calls`, `comprehensions`, `markup`: values;
//! * `places`, `patterns`: variables and the ways into them, and all that binds names;
//! * `manner`: what differs between languages.

mod calls;
mod comprehensions;
mod definitions;
mod exceptions;
mod expressions;
mod loops;
mod manner;
mod markup;
mod patterns;
mod places;
mod statements;
mod switches;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};

use syntax::facts::Facts;
use syntax::tree::{Kind, NodeId, Symbol, Tree};

use self::exceptions::Guard;
use self::manner::Manner;
use crate::matching::File;
use crate::taint::form::fold::Fold;
use crate::taint::form::{
    Action, Expression, ExpressionKind, Form, Instruction, Operation, Place, Step, StepId, Unit, UnitId, Variable,
};
use crate::taint::profile::Profile;

const RED_ZONE: usize = 128 * 1024;
const NEW_STACK: usize = 2 * 1024 * 1024;

/// How many steps a unit may have for each byte of its text, and beside: code that people write stays far below. Only bodies of
/// `finally` that are translated several times, and in them others, go beyond.
const STEPS_PER_BYTE: usize = 4;
const MORE_STEPS: usize = 1_000;

/// The form of a file.
pub(crate) fn build(file: &File<'_>, profile: &Profile) -> Form {
    let mut builder = Builder {
        tree: file.tree,
        facts: &file.facts,
        profile: *profile,
        manner: Manner::of(file.language),
        fold: Fold::new(file, profile),
        form: Form::default(),
        units: HashMap::default(),
        waiting: VecDeque::new(),
        unit: UnitId(0),
        steps: Vec::new(),
        open: Vec::new(),
        temporaries: 0,
        limit: 0,
        is_cut: false,
        frames: Vec::new(),
        guards: Vec::new(),
        raised: None,
        caught: Vec::new(),
        labels: HashMap::default(),
        deferred: Vec::new(),
        returns: Vec::new(),
    };
    builder.file();
    builder.form
}

/// An edge that leads to whatever comes next: a step, and which of its successors that is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Edge {
    from: StepId,
    slot: usize,
}

/// What stands in a step for a successor that is not known yet.
const PENDING: StepId = StepId(u32::MAX);

/// What a jump may leave or go on with.
#[derive(Debug)]
enum Frame {
    Loop {
        /// Those that leave it.
        breaks: Vec<Edge>,
        /// Those that go on with its next turn.
        continues: Vec<Edge>,
    },
    Switch {
        breaks: Vec<Edge>,
        /// What `fallthrough` takes to the next body.
        falls: Vec<Edge>,
        /// Where the value of a switch that is an expression goes.
        value: Option<Variable>,
    },
    Label {
        name: Symbol,
        /// Where the statement starts.
        start: Option<StepId>,
        breaks: Vec<Edge>,
    },
    /// A body that every jump out of here passes.
    Finally(exceptions::Finally),
}

/// A place that `goto` jumps to.
#[derive(Debug, Default)]
struct Label {
    step: Option<StepId>,
    /// Jumps to it from before it.
    jumps: Vec<Edge>,
}

struct Builder<'a> {
    tree: &'a Tree,
    facts: &'a Facts<'a>,
    profile: Profile,
    manner: &'static Manner,
    fold: Fold<'a>,
    form: Form,
    /// The units by their node; a class with a body has one for the body.
    units: HashMap<NodeId, UnitId, foldhash::fast::RandomState>,
    /// Units that are noted and not translated yet.
    waiting: VecDeque<UnitId>,

    // the unit that is being translated
    unit: UnitId,
    steps: Vec<Step>,
    open: Vec<Edge>,
    temporaries: u32,
    /// The number of steps at which the unit is cut.
    limit: usize,
    is_cut: bool,
    frames: Vec<Frame>,
    /// Where exceptions go, the innermost last.
    guards: Vec<Guard>,
    /// What holds the exception that was raised last.
    raised: Option<Variable>,
    /// What the handlers around have caught, the innermost last.
    caught: Vec<Variable>,
    labels: HashMap<Symbol, Label, foldhash::fast::RandomState>,
    /// Calls that run when the unit ends.
    deferred: Vec<calls::Deferred>,
    /// The returns of a unit in which calls are deferred.
    returns: Vec<Edge>,
}

impl<'a> Builder<'a> {
    fn kind(&self, node: NodeId) -> Option<Kind> {
        node.some().map(|node| self.tree.kind(node))
    }

    fn is(&self, node: NodeId, kind: Kind) -> bool {
        self.kind(node) == Some(kind)
    }

    fn slot(&self, node: NodeId, at: usize) -> NodeId {
        self.tree.child(node, at)
    }

    /// The slots of a node, none for an empty slot.
    fn parts(&self, node: NodeId) -> &'a [NodeId] {
        node.some().map(|node| self.tree.children(node)).unwrap_or_default()
    }

    fn name_of(&self, node: NodeId) -> &'a str {
        self.tree.name_of(node)
    }

    // ---- steps

    /// Whether the code here is reached.
    fn is_live(&self) -> bool {
        !self.open.is_empty()
    }

    /// A step that follows the open edges, if there are any.
    fn step(&mut self, action: Action) -> Option<StepId> {
        if !self.is_live() {
            return None;
        }
        if self.steps.len() >= self.limit {
            self.is_cut = true;
            self.open.clear();
            return None;
        }
        let id = self.loose_step(action);
        let edges = std::mem::take(&mut self.open);
        self.connect(&edges, id);
        self.open = vec![Edge { from: id, slot: 0 }];
        Some(id)
    }

    /// A step that nothing leads to yet.
    fn loose_step(&mut self, action: Action) -> StepId {
        let id = StepId(self.steps.len() as u32);
        let successors = match action {
            Action::Test { .. } => 2,
            _ => 1,
        };
        self.steps.push(Step {
            action,
            next: vec![PENDING; successors],
        });
        id
    }

    fn connect(&mut self, edges: &[Edge], to: StepId) {
        for edge in edges {
            self.steps[edge.from.index()].next[edge.slot] = to;
        }
    }

    /// A step where paths meet.
    fn join(&mut self) -> Option<StepId> {
        self.step(Action::Nothing)
    }

    /// Ends the path here: what follows is reached in other ways or not at all.
    fn stop(&mut self) -> Vec<Edge> {
        std::mem::take(&mut self.open)
    }

    /// Goes back, or on, to a step that is there.
    fn go_to(&mut self, step: Option<StepId>) {
        let edges = self.stop();
        if let Some(step) = step {
            self.connect(&edges, step);
        }
    }

    fn instruction(&mut self, node: NodeId, target: Option<Place>, operation: Operation) {
        let raises = self.may_raise(&operation);
        let step = self.step(Action::Do(Instruction {
            node,
            target,
            operation,
        }));
        if raises && let Some(step) = step {
            self.raise_from(step);
        }
    }

    fn assign(&mut self, node: NodeId, target: Place, value: Expression) {
        self.instruction(node, Some(target), Operation::Assign(value));
    }

    /// A test; gives the edges where it holds and those where it does not.
    fn test(&mut self, condition: Expression, verdict: Option<bool>) -> (Vec<Edge>, Vec<Edge>) {
        let raises = self.may_raise_in(&condition);
        match self.step(Action::Test { condition, verdict }) {
            Some(from) => {
                if raises {
                    self.raise_from(from);
                }
                self.open.clear();
                (vec![Edge { from, slot: 0 }], vec![Edge { from, slot: 1 }])
            }
            None => (Vec::new(), Vec::new()),
        }
    }

    /// A test of something that is not known.
    fn fork(&mut self) -> (Vec<Edge>, Vec<Edge>) {
        self.test(Expression::clean(), None)
    }

    // ---- values

    fn temporary(&mut self) -> Variable {
        self.temporaries += 1;
        Variable::Temporary(self.temporaries - 1)
    }

    /// A value in a temporary: itself when it is one.
    fn held(&mut self, node: NodeId, value: Expression) -> Place {
        match value.kind {
            ExpressionKind::Read(place) if matches!(place.base, Variable::Temporary(_)) && place.parts.is_empty() => {
                place
            }
            kind => {
                let held = Place::variable(self.temporary(), NodeId::NONE);
                let value = Expression { node: value.node, kind };
                self.assign(node, held.clone(), value);
                held
            }
        }
    }

    /// A value that is read several times: a place or a temporary.
    fn settled(&mut self, value: Expression) -> Expression {
        match value.kind {
            ExpressionKind::Read(_) | ExpressionKind::Literal | ExpressionKind::Clean => value,
            _ => read(self.held(NodeId::NONE, value)),
        }
    }

    /// Something that has no translation: clean, without effect. Functions and classes in it are units all the same.
    fn untranslated(&mut self, node: NodeId) -> Expression {
        if node.is_some() {
            self.form.untranslated.push(node);
            self.skip(node);
        }
        Expression::clean()
    }
}

/// A place as a value.
fn read(place: Place) -> Expression {
    Expression {
        node: place.whole_node(),
        kind: ExpressionKind::Read(place),
    }
}

fn literal(node: NodeId) -> Expression {
    Expression {
        node,
        kind: ExpressionKind::Literal,
    }
}

/// Whether a value is a temporary, or says nothing that a step could look at.
fn is_spent(value: &Expression) -> bool {
    match &value.kind {
        ExpressionKind::Literal | ExpressionKind::Clean => true,
        ExpressionKind::Read(place) => matches!(place.base, Variable::Temporary(_)) && place.parts.is_empty(),
        _ => false,
    }
}

/// The steps of a unit that are reached from its entry, in their order; what is not connected leads to the exit.
fn reached(steps: Vec<Step>) -> Vec<Step> {
    let successor = |next: StepId| if next == PENDING { StepId::EXIT } else { next };
    let mut is_reached = vec![false; steps.len()];
    let mut open = vec![StepId::ENTRY];
    is_reached[StepId::EXIT.index()] = true;
    while let Some(step) = open.pop() {
        if !std::mem::replace(&mut is_reached[step.index()], true) && step != StepId::EXIT {
            open.extend(steps[step.index()].next.iter().map(|next| successor(*next)));
        }
    }
    let mut numbers = Vec::with_capacity(steps.len());
    let mut count = 0;
    for reached in &is_reached {
        numbers.push(StepId(count));
        count += u32::from(*reached);
    }
    let kept = steps.into_iter().zip(&is_reached).filter(|(_, reached)| **reached);
    kept.enumerate()
        .map(|(at, (mut step, _))| {
            if at == StepId::EXIT.index() {
                step.next.clear();
            }
            for next in &mut step.next {
                *next = numbers[successor(*next).index()];
            }
            step
        })
        .collect()
}

/// The unit before its steps are known.
fn empty_unit(node: NodeId) -> Unit {
    Unit {
        kind: super::UnitKind::File,
        node,
        outer: None,
        class: None,
        name: Symbol::NONE,
        is_static: false,
        receiver: None,
        parameters: Vec::new(),
        steps: Vec::new(),
        inner: Vec::new(),
    }
}
