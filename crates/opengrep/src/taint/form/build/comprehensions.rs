//! Comprehensions: loops that join what they find.

use syntax::tree::{Kind, NodeId};

use super::expressions::operation;
use super::loops::Turn;
use super::{Builder, read};
use crate::taint::form::{Expression, Operator, Place};

impl Builder<'_> {
    /// `[r for v in e if c]`: the results are joined in a temporary.
    pub(super) fn comprehension(&mut self, node: NodeId) -> Expression {
        let Some((element, clauses)) = self.parts(node).split_first() else {
            return Expression::clean();
        };
        let joined = Place::variable(self.temporary(), NodeId::NONE);
        self.assign(NodeId::NONE, joined.clone(), Self::nothing());
        let mut turns: Vec<Turn> = Vec::new();
        for clause in clauses.iter().filter(|clause| clause.is_some()) {
            match self.tree.kind(*clause) {
                Kind::ComprehensionFor => {
                    let iterated = self.value(self.slot(*clause, 1));
                    let turn = self.next_element(iterated, self.slot(*clause, 0));
                    turns.push(turn);
                }
                _ => {
                    let (holds, fails) = self.condition(self.slot(*clause, 0));
                    self.open = holds;
                    if let Some(turn) = turns.last_mut() {
                        turn.passes(fails);
                    }
                }
            }
        }
        let mut operands = vec![read(joined.clone())];
        match self.is(*element, Kind::Pair) {
            true => operands.extend(self.values(self.parts(*element))),
            false => operands.push(self.value(*element)),
        }
        let value = operation(NodeId::NONE, Operator::Other, operands);
        self.assign(NodeId::NONE, joined.clone(), value);
        for turn in turns.into_iter().rev() {
            self.end_turn(turn);
        }
        read(joined)
    }
}
