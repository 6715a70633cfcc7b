//! A form as text, for tests.

use std::fmt::Write;

use syntax::tree::{NodeId, Tree};

use super::{
    Action, Argument, Container, Entry, Expression, ExpressionKind, Form, Instruction, Key, Operation, Operator, Place,
    Special, Step, StepId, Unit, UnitKind, Variable,
};

impl Form {
    /// The units, and their steps with one line for each: its number, what it does, and where it goes on when that is not the next
    /// line. `!` stands before the steps that an exception goes to, `[true]` after a test of which the outcome is known.
    pub fn outline(&self, tree: &Tree) -> String {
        let mut out = String::new();
        for (at, unit) in self.units.iter().enumerate() {
            let shown = Shown { tree, unit };
            let _ = writeln!(out, "#{at} {}", shown.head());
            for (at, step) in unit.steps.iter().enumerate().skip(StepId::EXIT.index() + 1) {
                let _ = writeln!(out, "  {at} {}", shown.step(at, step));
            }
        }
        out
    }
}

struct Shown<'a> {
    tree: &'a Tree,
    unit: &'a Unit,
}

impl Shown<'_> {
    fn head(&self) -> String {
        let unit = self.unit;
        let mut out = match unit.kind {
            UnitKind::File => "file".to_owned(),
            UnitKind::ClassBody => "class".to_owned(),
            UnitKind::Function => "function".to_owned(),
            UnitKind::Lambda => "lambda".to_owned(),
        };
        if let Some(name) = unit.name.some() {
            out.push_str(&format!(" {}", self.tree.name(name)));
        }
        if !unit.parameters.is_empty() {
            let parameters = unit.parameters.iter().map(|parameter| {
                let name = parameter.name.some().map(|name| self.tree.name(name).to_owned());
                name.unwrap_or_else(|| self.variable(parameter.variable, NodeId::NONE))
            });
            out.push_str(&format!("({})", parameters.collect::<Vec<_>>().join(", ")));
        }
        if unit.is_static {
            out.push_str(" static");
        }
        if unit.steps.first().is_some_and(|entry| entry.next != [StepId(2)]) && unit.steps.len() > 2 {
            out.push_str(&self.successors(0, &unit.steps[0]));
        }
        out
    }

    fn step(&self, at: usize, step: &Step) -> String {
        let mut out = match &step.action {
            Action::Nothing => ".".to_owned(),
            Action::Do(instruction) => self.instruction(instruction),
            Action::Test { condition, verdict } => {
                let mut out = format!("if {}", self.expression(condition));
                if let Some(verdict) = verdict {
                    out.push_str(&format!(" [{verdict}]"));
                }
                out
            }
            Action::Return { value, .. } => format!("return {}", self.value(value.as_ref())),
            Action::Throw { value, .. } => format!("throw {}", self.value(value.as_ref())),
        };
        out.truncate(out.trim_end().len());
        out.push_str(&self.successors(at, step));
        out
    }

    fn value(&self, value: Option<&Expression>) -> String {
        value.map_or_else(String::new, |value| self.expression(value))
    }

    fn successors(&self, at: usize, step: &Step) -> String {
        let number = |next: &StepId| match *next {
            StepId::EXIT => "end".to_owned(),
            next => next.index().to_string(),
        };
        let is_next = |next: &StepId| next.index() == at + 1;
        let mut out = String::new();
        let own = match step.action {
            Action::Test { .. } => 2,
            Action::Throw { .. } => 0,
            _ => 1,
        };
        let own = &step.next[..own.min(step.next.len())];
        match own {
            [only] if is_next(only) => {}
            [only] => out.push_str(&format!(" -> {}", number(only))),
            [holds, fails] if is_next(holds) => out.push_str(&format!(" else {}", number(fails))),
            [holds, fails] => out.push_str(&format!(" then {} else {}", number(holds), number(fails))),
            _ => {}
        }
        let raised = &step.next[own.len()..];
        if !raised.is_empty() {
            let raised: Vec<_> = raised.iter().map(number).collect();
            out.push_str(&format!(" ! {}", raised.join(" ")));
        }
        out
    }

    fn instruction(&self, instruction: &Instruction) -> String {
        let operation = match &instruction.operation {
            Operation::Assign(value) => self.expression(value),
            Operation::Call { callee, arguments } => {
                format!("{}({})", self.expression(callee), self.arguments(arguments))
            }
            Operation::New { class, arguments } => {
                let class = class.some().map_or("?", |class| self.tree.source(class));
                format!("new {class}({})", self.arguments(arguments))
            }
            Operation::Special { kind, operands } => {
                let operands: Vec<_> = operands.iter().map(|operand| self.expression(operand)).collect();
                format!("{}({})", special(*kind), operands.join(", "))
            }
            Operation::Define(unit) => format!("#{}", unit.0),
        };
        match &instruction.target {
            Some(target) => format!("{} = {operation}", self.place(target)),
            None => operation,
        }
    }

    fn arguments(&self, arguments: &[Argument]) -> String {
        let arguments = arguments.iter().map(|argument| {
            let value = self.expression(&argument.value);
            match (argument.name, argument.spread) {
                (Some(name), _) => format!("{}: {value}", self.tree.name(name)),
                (None, true) => format!("*{value}"),
                (None, false) => value,
            }
        });
        arguments.collect::<Vec<_>>().join(", ")
    }

    fn expression(&self, expression: &Expression) -> String {
        match &expression.kind {
            ExpressionKind::Literal => expression
                .node
                .some()
                .map_or("lit".to_owned(), |node| self.tree.source(node).to_owned()),
            ExpressionKind::Clean => "_".to_owned(),
            ExpressionKind::Read(place) => self.place(place),
            ExpressionKind::Operator(operator, operands) => {
                let operands: Vec<_> = operands.iter().map(|operand| self.expression(operand)).collect();
                match operands.as_slice() {
                    [only] => format!("{} {only}", self::operator(*operator)),
                    several => format!("({})", several.join(&format!(" {} ", self::operator(*operator)))),
                }
            }
            ExpressionKind::Container(container, entries) => {
                let entries: Vec<_> = entries.iter().map(|entry| self.entry(entry)).collect();
                let entries = entries.join(", ");
                match container {
                    Container::Sequence => format!("[{entries}]"),
                    Container::Mapping => format!("{{{entries}}}"),
                    Container::Other => format!("<{entries}>"),
                }
            }
            ExpressionKind::Cast(_, value) => format!("cast {}", self.expression(value)),
        }
    }

    fn entry(&self, entry: &Entry) -> String {
        let value = self.expression(&entry.value);
        match (&entry.key, entry.spread) {
            (Some(key), _) => format!("{}: {value}", self.key(key)),
            (None, true) => format!("*{value}"),
            (None, false) => value,
        }
    }

    fn place(&self, place: &Place) -> String {
        let mut out = self.variable(place.base, place.node);
        for part in &place.parts {
            match &part.key {
                Key::Name(name) => out.push_str(&format!(".{}", self.tree.name(*name))),
                key => out.push_str(&format!("[{}]", self.key(key))),
            }
        }
        out
    }

    fn key(&self, key: &Key) -> String {
        match key {
            Key::Name(name) => self.tree.name(*name).to_owned(),
            Key::Position(at) => at.to_string(),
            Key::Any(value) => format!("?{}", self.expression(value)),
            Key::From(at) => format!("{at}.."),
        }
    }

    fn variable(&self, variable: Variable, node: NodeId) -> String {
        match variable {
            Variable::Definition(definition) => match node.some() {
                Some(node) => self.tree.source(node).to_owned(),
                None => format!("{definition:?}"),
            },
            Variable::Free(name) => self.tree.name(name).to_owned(),
            Variable::This => "this".to_owned(),
            Variable::Temporary(number) => format!("t{number}"),
        }
    }
}

fn special(kind: Special) -> &'static str {
    match kind {
        Special::Await => "await",
        Special::Template => "template",
        Special::Yield => "yield",
        Special::Inspect => "inspect",
        Special::Next => "next",
        Special::HasNext => "has_next",
        Special::Remove => "remove",
    }
}

fn operator(operator: Operator) -> &'static str {
    match operator {
        Operator::And => "and",
        Operator::Or => "or",
        Operator::Not => "not",
        Operator::Coalesce => "??",
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::In => "in",
        Operator::NotIn => "not in",
        Operator::Compare => "<>",
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Multiply => "*",
        Operator::Remainder => "%",
        Operator::Other => "op",
    }
}
