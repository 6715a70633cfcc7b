//! What is computed once of a form, for all rules.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use syntax::facts::DefinitionId;
use syntax::tree::{NodeId, Tree};

use super::form::{
    Action, Argument, Expression, ExpressionKind, Form, Instruction, Key, Operation, Place, StepId, Unit, UnitId,
    UnitKind, Variable,
};
use super::models;
use super::roles::Span;
use crate::matching::File;

/// The layouts of all units, by their numbers, and who owns which variable.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub units: Vec<Layout>,
    owners: HashMap<DefinitionId, UnitId, foldhash::fast::RandomState>,
    /// Variables of which a part is written somewhere, or which a method changes.
    pub changed: HashSet<DefinitionId, foldhash::fast::RandomState>,
    /// The bytes of each unit.
    spans: Vec<Span>,
    /// The functions and lambdas by where they begin, the outer first.
    by_start: Vec<UnitId>,
    /// The functions that steps of any unit define, by the variable.
    named: HashMap<Variable, UnitId, foldhash::fast::RandomState>,
}

/// What is known of the steps of a unit.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The place of each step in reverse postorder: a step comes after those before it, but for loops.
    pub order: Vec<u32>,
    /// The steps that a loop goes back to.
    pub heads: Vec<StepId>,
    /// The elements of the unit and of the lambdas in it, each once.
    pub elements: Rc<[Span]>,
    /// Those of the unit itself.
    pub own: Vec<Span>,
    /// The step that makes a temporary, of those that only one makes.
    pub made: HashMap<u32, StepId, foldhash::fast::RandomState>,
    /// The functions that steps define, by the variable.
    pub defined: HashMap<Variable, UnitId, foldhash::fast::RandomState>,
    /// Those of them that some step reads.
    pub used: HashSet<UnitId, foldhash::fast::RandomState>,
    /// The units around it, from within.
    pub around: Vec<UnitId>,
    /// The variables from outside that it, or a unit in it, reads or writes; in their order.
    pub captures: Vec<Variable>,
}

impl Prepared {
    pub fn of(form: &Form, file: &File<'_>) -> Self {
        let mut owners = HashMap::default();
        let by_node: HashMap<NodeId, UnitId, foldhash::fast::RandomState> = form
            .units
            .iter()
            .enumerate()
            .map(|(number, unit)| (unit.node, UnitId(number as u32)))
            .collect();
        let mut note = |definition: DefinitionId, unit: UnitId| {
            owners.entry(definition).or_insert_with(|| {
                if file.facts.is_of_file(definition) || file.facts.is_field(definition) {
                    return UnitId(0);
                }
                let mut at = file.facts.declaration(definition);
                while let Some(node) = at {
                    if let Some(owner) = by_node.get(&node) {
                        return *owner;
                    }
                    at = file.facts.parent(node).some();
                }
                unit
            });
        };
        for (number, unit) in form.units.iter().enumerate() {
            let id = UnitId(number as u32);
            for parameter in &unit.parameters {
                if let Variable::Definition(definition) = parameter.variable {
                    note(definition, id);
                }
            }
            for step in &unit.steps {
                each_variable(&step.action, &mut |variable| {
                    if let Variable::Definition(definition) = variable {
                        note(definition, id);
                    }
                });
            }
        }
        let mut changed = HashSet::default();
        for action in form.units.iter().flat_map(|unit| &unit.steps).map(|step| &step.action) {
            let Action::Do(instruction) = action else { continue };
            let mut note = |place: &Place| {
                if let (Variable::Definition(definition), false) = (place.base, place.parts.is_empty()) {
                    changed.insert(definition);
                }
            };
            if let Some(target) = &instruction.target {
                note(target);
            }
            if let Operation::Call { callee, .. } = &instruction.operation
                && let ExpressionKind::Read(place) = &callee.kind
                && let Some(Key::Name(name)) = place.parts.last().map(|part| &part.key)
                && models::changes_receiver(file.tree.name(*name))
            {
                note(place);
            }
        }
        let mut units: Vec<Layout> = Vec::with_capacity(form.units.len());
        for (number, unit) in form.units.iter().enumerate() {
            units.push(layout(form, unit, UnitId(number as u32)));
        }
        for (number, unit) in form.units.iter().enumerate() {
            let mut uses: Vec<(UnitId, UnitId)> = Vec::new();
            for step in &unit.steps {
                each_read(&step.action, &mut |place| {
                    let here = UnitId(number as u32);
                    let is_temporary = matches!(place.base, Variable::Temporary(_));
                    let around = units[number].around.iter().copied().filter(|_| !is_temporary);
                    let defining = std::iter::once(here)
                        .chain(around)
                        .find_map(|unit| Some((unit, *units[unit.index()].defined.get(&place.base)?)));
                    uses.extend(defining);
                });
            }
            for (unit, inner) in uses {
                units[unit.index()].used.insert(inner);
            }
        }
        // Elements of inner units come first: they have higher numbers.
        let mut elements: Vec<Option<Rc<[Span]>>> = vec![None; units.len()];
        for number in (0..units.len()).rev() {
            let unit = &form.units[number];
            let mut spans = Vec::new();
            each_element(unit, file.tree, &mut |span| spans.push(span));
            units[number].own.clone_from(&spans);
            for inner in &unit.inner {
                if let Some(inner) = elements.get(inner.index()).and_then(Option::as_ref) {
                    spans.extend_from_slice(inner);
                }
            }
            spans.sort_unstable();
            spans.dedup();
            elements[number] = Some(spans.into());
        }
        for (layout, elements) in units.iter_mut().zip(elements) {
            layout.elements = elements.unwrap_or_else(|| Rc::new([]));
        }
        let spans: Vec<Span> = form
            .units
            .iter()
            .map(|unit| span_of(file.tree, unit.node).unwrap_or_default())
            .collect();
        let numbers = (0..form.units.len()).map(|number| UnitId(number as u32));
        let is_function =
            |unit: &UnitId| matches!(form.units[unit.index()].kind, UnitKind::Function | UnitKind::Lambda);
        let mut by_start: Vec<UnitId> = numbers.filter(is_function).collect();
        by_start.sort_by_key(|unit| (spans[unit.index()].0, u32::MAX - spans[unit.index()].1, *unit));
        let named = units.iter().flat_map(|layout| &layout.defined);
        let named = named.map(|(variable, unit)| (*variable, *unit)).collect();
        let mut made = Self {
            units,
            owners,
            changed,
            named,
            spans,
            by_start,
        };
        made.note_captures(form);
        made
    }

    /// The steps of a unit that make its temporaries.
    pub fn made(&self, unit: UnitId) -> &HashMap<u32, StepId, foldhash::fast::RandomState> {
        &self.units[unit.index()].made
    }

    /// The innermost function or lambda around some bytes, else the file.
    pub fn unit_around(&self, range: &Range<usize>) -> UnitId {
        let (start, end) = (range.start as u32, range.end as u32);
        let before = self
            .by_start
            .partition_point(|unit| self.spans[unit.index()].0 <= start);
        let Some(last) = before.checked_sub(1).map(|at| self.by_start[at]) else {
            return UnitId(0);
        };
        // Of all that begin before only the last and those around it may end after.
        let mut units = std::iter::once(&last).chain(&self.units[last.index()].around);
        let innermost = units.find(|unit| self.spans[unit.index()].1 >= end);
        innermost.copied().unwrap_or(UnitId(0))
    }

    /// The function that a variable names.
    pub fn named(&self, variable: Variable) -> Option<UnitId> {
        self.named.get(&variable).copied()
    }

    fn note_captures(&mut self, form: &Form) {
        // Inner units come first: they have higher numbers.
        for number in (0..self.units.len()).rev() {
            let id = UnitId(number as u32);
            let unit = &form.units[number];
            let mut captures: HashSet<Variable, foldhash::fast::RandomState> = HashSet::default();
            let mut note = |variable: Variable| {
                if !self.is_local(variable, id) {
                    captures.insert(variable);
                }
            };
            for step in &unit.steps {
                each_variable(&step.action, &mut note);
            }
            for inner in &unit.inner {
                self.units[inner.index()].captures.iter().copied().for_each(&mut note);
            }
            let mut captures: Vec<Variable> = captures.into_iter().collect();
            captures.sort_unstable();
            self.units[number].captures = captures;
        }
    }

    /// Whether a variable belongs to the unit or to one inside it.
    pub fn is_local(&self, variable: Variable, unit: UnitId) -> bool {
        match variable {
            Variable::Temporary(_) => true,
            Variable::This | Variable::Free(_) => false,
            Variable::Definition(definition) => self.owners.get(&definition).is_some_and(|owner| {
                *owner == unit || (unit.0 != 0 && self.units[owner.index()].around.contains(&unit))
            }),
        }
    }
}

fn layout(form: &Form, unit: &Unit, id: UnitId) -> Layout {
    let mut around = Vec::new();
    let mut at = form.units[id.index()].outer;
    while let Some(outer) = at {
        around.push(outer);
        at = form.units[outer.index()].outer;
    }
    let (order, heads) = order(unit);
    let mut made: HashMap<u32, StepId, foldhash::fast::RandomState> = HashMap::default();
    let mut several = HashSet::new();
    for (number, step) in unit.steps.iter().enumerate() {
        if let Action::Do(Instruction {
            target: Some(target), ..
        }) = &step.action
            && let Variable::Temporary(temporary) = target.base
            && target.parts.is_empty()
            && made.insert(temporary, StepId(number as u32)).is_some()
        {
            several.insert(temporary);
        }
    }
    made.retain(|temporary, _| !several.contains(temporary));
    let mut defined = HashMap::default();
    for step in &unit.steps {
        if let Action::Do(Instruction {
            target: Some(target),
            operation: Operation::Define(inner),
            ..
        }) = &step.action
            && target.parts.is_empty()
        {
            defined.insert(target.base, *inner);
        }
    }
    Layout {
        order,
        heads,
        elements: Rc::new([]),
        own: Vec::new(),
        made,
        defined,
        used: HashSet::default(),
        around,
        captures: Vec::new(),
    }
}

/// Reverse postorder over the steps, and the targets of edges that go back.
fn order(unit: &Unit) -> (Vec<u32>, Vec<StepId>) {
    let count = unit.steps.len();
    let mut state = vec![0u8; count];
    let mut finished = Vec::with_capacity(count);
    let mut heads = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    let roots = std::iter::once(0).chain(2..count);
    for root in roots {
        if state[root] != 0 {
            continue;
        }
        state[root] = 1;
        open.push((root, 0));
        while let Some((step, at)) = open.pop() {
            match unit.steps[step].next.get(at) {
                Some(next) => {
                    open.push((step, at + 1));
                    match state.get(next.index()) {
                        Some(0) => {
                            state[next.index()] = 1;
                            open.push((next.index(), 0));
                        }
                        Some(1) => heads.push(*next),
                        _ => {}
                    }
                }
                None => {
                    state[step] = 2;
                    finished.push(step);
                }
            }
        }
    }
    let mut order = vec![u32::MAX; count];
    for (place, step) in finished.iter().rev().enumerate() {
        order[*step] = place as u32;
    }
    heads.sort_unstable();
    heads.dedup();
    (order, heads)
}

/// The bytes of a node.
pub(crate) fn span_of(tree: &Tree, node: NodeId) -> Option<Span> {
    let node = tree.node(node.some()?);
    Some((node.start, node.end))
}

/// The bytes of the keyword of a `return`.
pub(crate) fn keyword_of(tree: &Tree, node: NodeId) -> Option<Span> {
    const KEYWORD: &str = "return";
    let span = span_of(tree, node)?;
    tree.source(node)
        .starts_with(KEYWORD)
        .then_some((span.0, span.0 + KEYWORD.len() as u32))
}

fn each_element(unit: &Unit, tree: &Tree, take: &mut impl FnMut(Span)) {
    let mut node = |node: NodeId| {
        if let Some(span) = span_of(tree, node) {
            take(span);
        }
    };
    for parameter in &unit.parameters {
        node(parameter.node);
    }
    for step in &unit.steps {
        match &step.action {
            Action::Nothing => {}
            Action::Do(instruction) => {
                node(instruction.node);
                if let Some(target) = &instruction.target {
                    place_elements(target, &mut node);
                }
                each_operand(&instruction.operation, &mut |operand| {
                    expression_elements(operand, &mut node)
                });
            }
            Action::Test { condition, .. } => expression_elements(condition, &mut node),
            Action::Return { value, .. } | Action::Throw { value, .. } => {
                if let Some(value) = value {
                    expression_elements(value, &mut node);
                }
            }
        }
    }
    for step in &unit.steps {
        if let Action::Return { node, .. } = &step.action
            && let Some(keyword) = keyword_of(tree, *node)
        {
            take(keyword);
        }
    }
}

/// Every operand of an operation, in the order of their evaluation.
pub(crate) fn each_operand<'o>(operation: &'o Operation, take: &mut impl FnMut(&'o Expression)) {
    let arguments = |list: &'o [Argument], take: &mut dyn FnMut(&'o Expression)| {
        list.iter().for_each(|argument| take(&argument.value));
    };
    match operation {
        Operation::Assign(value) => take(value),
        Operation::Call {
            callee,
            arguments: list,
        } => {
            arguments(list, take);
            take(callee);
        }
        Operation::New { arguments: list, .. } => arguments(list, take),
        Operation::Special { operands, .. } => operands.iter().for_each(take),
        Operation::Define(_) => {}
    }
}

fn expression_elements(expression: &Expression, node: &mut impl FnMut(NodeId)) {
    stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || {
        node(expression.node);
        match &expression.kind {
            ExpressionKind::Literal | ExpressionKind::Clean => {}
            ExpressionKind::Read(place) => place_elements(place, node),
            ExpressionKind::Operator(_, operands) => {
                for operand in operands {
                    expression_elements(operand, node);
                }
            }
            ExpressionKind::Container(_, entries) => {
                for entry in entries {
                    if let Some(Key::Any(key)) = &entry.key {
                        expression_elements(key, node);
                    }
                    expression_elements(&entry.value, node);
                }
            }
            ExpressionKind::Cast(_, operand) => expression_elements(operand, node),
        }
    });
}

fn place_elements(place: &Place, node: &mut impl FnMut(NodeId)) {
    node(place.node);
    for part in &place.parts {
        node(part.node);
        if let Key::Any(key) = &part.key {
            expression_elements(key, node);
        }
    }
}

/// Every place that is read.
pub(crate) fn each_read<'a>(action: &'a Action, take: &mut impl FnMut(&'a Place)) {
    match action {
        Action::Nothing => {}
        Action::Do(instruction) => {
            if let Some(target) = &instruction.target {
                keys_read(target, take);
            }
            each_operand(&instruction.operation, &mut |operand| reads(operand, take));
        }
        Action::Test { condition, .. } => reads(condition, take),
        Action::Return { value, .. } | Action::Throw { value, .. } => {
            if let Some(value) = value {
                reads(value, take);
            }
        }
    }
}

fn each_variable(action: &Action, take: &mut impl FnMut(Variable)) {
    if let Action::Do(Instruction {
        target: Some(target), ..
    }) = action
    {
        take(target.base);
    }
    each_read(action, &mut |place| take(place.base));
}

fn reads<'a>(expression: &'a Expression, take: &mut impl FnMut(&'a Place)) {
    let mut open = vec![expression];
    while let Some(expression) = open.pop() {
        match &expression.kind {
            ExpressionKind::Literal | ExpressionKind::Clean => {}
            ExpressionKind::Read(place) => {
                take(place);
                open.extend(place.parts.iter().filter_map(|part| match &part.key {
                    Key::Any(key) => Some(key.as_ref()),
                    _ => None,
                }));
            }
            ExpressionKind::Operator(_, operands) => open.extend(operands),
            ExpressionKind::Container(_, entries) => {
                for entry in entries {
                    if let Some(Key::Any(key)) = &entry.key {
                        open.push(key);
                    }
                    open.push(&entry.value);
                }
            }
            ExpressionKind::Cast(_, operand) => open.push(operand),
        }
    }
}

fn keys_read<'a>(place: &'a Place, take: &mut impl FnMut(&'a Place)) {
    for part in &place.parts {
        if let Key::Any(key) = &part.key {
            reads(key, take);
        }
    }
}
