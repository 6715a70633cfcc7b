//! The form in which flows are computed: a file as *units* (functions, lambdas, class bodies, the file itself), a unit as *steps* that
//! each do one thing, with the steps that may follow.
//!
//! Nested calls, `new`, awaits and interpolated strings are steps of their own that write a temporary, innermost first, left to right;
//! operators and containers stay expressions. `if`, loops, `switch`, `try`, conditional expressions and short circuits are tests and
//! jumps. What has no translation is [`ExpressionKind::Clean`], and the form says so ([`Form::untranslated`]).
//!
//! Every part that can take a role keeps the node that it comes from: roles are asked by the bytes of that node.

mod build;
mod fold;
#[cfg(test)]
mod outline;

use syntax::facts::DefinitionId;
use syntax::tree::{NodeId, Symbol};

pub(crate) use build::build;

/// A unit by its place in [`Form::units`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(crate) struct UnitId(pub u32);

/// A step by its place in [`Unit::steps`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct StepId(pub u32);

impl UnitId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl StepId {
    /// Where a unit begins.
    pub const ENTRY: StepId = StepId(0);
    /// Where a unit ends: reached by falling off the end, by `return`, and by a `throw` that no handler around it takes.
    pub const EXIT: StepId = StepId(1);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A file.
#[derive(Debug, Default)]
pub(crate) struct Form {
    /// The file is the first; an outer unit comes before its inner ones.
    pub units: Vec<Unit>,
    /// Parts that could not be translated and count as clean, without effect: their nodes.
    pub untranslated: Vec<NodeId>,
    /// Units whose translation was cut since they became too large: their steps end early.
    pub cut: Vec<UnitId>,
}

/// A function, a lambda, a class body or the file.
#[derive(Debug)]
pub(crate) struct Unit {
    pub kind: UnitKind,
    /// The file, the class, the function or the lambda.
    pub node: NodeId,
    /// The unit that it is written in. Of a method it is the one that the class is written in, not the body of the class.
    pub outer: Option<UnitId>,
    /// The innermost class around it that is not around its outer unit: of which it is a method, or the body. The node of the class,
    /// of the `new` with a body, or of the record literal.
    pub class: Option<NodeId>,
    /// Its name, [`Symbol::NONE`] when it has none.
    pub name: Symbol,
    /// It has `static`, `@staticmethod` or the like: no object is the first parameter or `this`.
    pub is_static: bool,
    /// The variable of the object it is called on, where that is a variable: the receiver of a Go method, the first parameter of a Python
    /// method (which is then in [`Unit::parameters`] too).
    pub receiver: Option<Variable>,
    /// In the order in which they are declared.
    pub parameters: Vec<Parameter>,
    /// [`StepId::ENTRY`] and [`StepId::EXIT`] are always there; every other is reached from the entry.
    pub steps: Vec<Step>,
    /// The functions and lambdas that a step of this unit defines ([`Operation::Define`]).
    pub inner: Vec<UnitId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnitKind {
    File,
    ClassBody,
    /// With a name; analysed on its own, and, when it is nested, where it is used.
    Function,
    /// Without a name, analysed where it is used.
    Lambda,
}

/// A parameter.
#[derive(Debug)]
pub(crate) struct Parameter {
    /// The token of its name; [`NodeId::NONE`] when it is destructured.
    pub node: NodeId,
    /// What it is inside. The names of a destructured one are assigned from it by the first steps.
    pub variable: Variable,
    /// [`Symbol::NONE`] when it is destructured.
    pub name: Symbol,
    pub kind: ParameterKind,
    /// Its type, where one is written.
    pub declared: NodeId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ParameterKind {
    Positional,
    /// It is given by its name only.
    Keyword,
    /// `*args`, `...rest`, `T...`.
    Rest,
    /// `**kwargs`.
    KeywordRest,
}

/// One step.
#[derive(Debug)]
pub(crate) struct Step {
    pub action: Action,
    /// What may follow. After [`Action::Test`] the first is where it holds, the second where it does not; after [`Action::Throw`] all are
    /// handlers, or the exit. After everything else the first is what follows in order. All others are handlers (and `finally` bodies) that an exception raised by this step goes to:
    /// they see the effects of the step, but not its target written.
    pub next: Vec<StepId>,
}

#[derive(Debug)]
pub(crate) enum Action {
    /// Entry, exit, joins.
    Nothing,
    Do(Instruction),
    Test {
        condition: Expression,
        /// What the condition is known to be.
        verdict: Option<bool>,
    },
    Return {
        /// The statement; of an implicit one the value.
        node: NodeId,
        value: Option<Expression>,
    },
    Throw {
        value: Option<Expression>,
    },
}

/// Something that is computed and perhaps stored.
#[derive(Debug)]
pub(crate) struct Instruction {
    /// The expression or statement it comes from, [`NodeId::NONE`] when it is made up.
    pub node: NodeId,
    pub target: Option<Place>,
    pub operation: Operation,
}

#[derive(Debug)]
pub(crate) enum Operation {
    Assign(Expression),
    Call {
        /// A function, or a method as the last part of a place: `a.b.m`.
        callee: Expression,
        arguments: Vec<Argument>,
    },
    New {
        /// What is made: the type as it is written.
        class: NodeId,
        arguments: Vec<Argument>,
    },
    /// Its result has the taint of its operands.
    Special {
        kind: Special,
        operands: Vec<Expression>,
    },
    /// The target becomes this function. A lambda has a temporary as target, a nested function the variable of its name.
    Define(UnitId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Special {
    Await,
    /// An interpolated string.
    Template,
    /// `yield` where it is a value: what is yielded; the result is clean.
    Yield,
    /// The operands are looked at, there is no result: `assert`, `del` of what is no place.
    Inspect,
    /// What a loop takes from the operand: an element; and whether there is one.
    Next,
    HasNext,
    /// `del x`, `delete o.a`, Go's `delete(m, "a")`: the target is written with something clean. Where the profile does not say so, there
    /// is no such step.
    Remove,
}

#[derive(Debug)]
pub(crate) struct Argument {
    /// Of `f(name=value)`.
    pub name: Option<Symbol>,
    /// `*value`, `...value`, `**value`.
    pub spread: bool,
    pub value: Expression,
}

/// A value.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    /// What it comes from; [`NodeId::NONE`] when it has no bytes of its own.
    pub node: NodeId,
    pub kind: ExpressionKind,
}

#[derive(Clone, Debug)]
pub(crate) enum ExpressionKind {
    /// A literal without parts that could be tainted.
    Literal,
    /// Something clean: what has no translation, what is not known.
    Clean,
    Read(Place),
    Operator(Operator, Vec<Expression>),
    Container(Container, Vec<Entry>),
    /// A type and its operand.
    Cast(NodeId, Box<Expression>),
}

/// Operators, as far as a switch or option tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    And,
    Or,
    Not,
    /// `??`, `?:`
    Coalesce,
    Equal,
    NotEqual,
    In,
    NotIn,
    /// `<`, `is`, `instanceof`, `<=>` and chains of comparisons.
    Compare,
    Add,
    Subtract,
    Multiply,
    /// `%`
    Remainder,
    /// All others, and what the builder joins by itself (the results of a comprehension).
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Container {
    /// Lists, tuples, arrays: entries have positions.
    Sequence,
    /// Dictionaries and object literals: entries have keys.
    Mapping,
    /// What is not tracked by key: sets, composite literals of Go.
    Other,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Of a [`Container::Mapping`] whose key is known; [`Key::Any`] holds the key where it is an expression.
    pub key: Option<Key>,
    /// `*value`, `...value`, `**value`.
    pub spread: bool,
    pub value: Expression,
}

/// A variable and a way into it: `x`, `x.a`, `x.a[0]`.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub base: Variable,
    /// The token of the variable; [`NodeId::NONE`] for temporaries, and for `this` where a field is known by its plain name (its part has
    /// the token then). A field that counts as one variable has the whole of `this.x`.
    pub node: NodeId,
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub key: Key,
    /// The access expression that ends with this part; [`NodeId::NONE`] when it is made up.
    pub node: NodeId,
}

#[derive(Clone, Debug)]
pub(crate) enum Key {
    /// A field, or a string key: the same. In JavaScript a whole number written as a string is a position.
    Name(Symbol),
    /// An index from 0.
    Position(u32),
    /// Another index: its expression; [`ExpressionKind::Clean`] when there is none to look at.
    Any(Box<Expression>),
    /// All positions from this one, as `*rest` binds them: only read.
    From(u32),
}

/// What holds a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Variable {
    /// A variable, parameter, field or function of the file.
    Definition(DefinitionId),
    /// A name that the file does not declare.
    Free(Symbol),
    /// `this` and `super`, and what the language calls so: `self` of Python.
    This,
    Temporary(u32),
}

impl Expression {
    pub fn clean() -> Self {
        Self {
            node: NodeId::NONE,
            kind: ExpressionKind::Clean,
        }
    }
}

impl Place {
    /// A variable as a whole.
    pub fn variable(base: Variable, node: NodeId) -> Self {
        Self {
            base,
            node,
            parts: Vec::new(),
        }
    }

    /// The node of the whole place.
    pub fn whole_node(&self) -> NodeId {
        self.parts.last().map_or(self.node, |part| part.node)
    }
}
