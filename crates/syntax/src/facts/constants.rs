//! Which constant an expression is.
//!
//! Two computations. For the *whole file*, whatever the order: a variable that is assigned once, and of which the language or its
//! declaration lets us say that nothing else changes it, is what it is assigned ([`Once`]). Along the *flow* of each function, file
//! level being one: a variable is what it was assigned last, as far as all paths agree.

mod flow;

use std::sync::Arc;

use self::flow::Flow;
use super::scopes::Scopes;
use super::{DefinitionId, Traits};
use crate::tree::{NodeId, Tree};

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

impl Values {
    pub fn of(tree: &Tree, scopes: &Scopes, traits: &'static Traits) -> Values {
        let mut values = Flow::over(tree, scopes, traits);
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
