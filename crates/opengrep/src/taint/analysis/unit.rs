//! Walking the steps of a unit.

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use super::apply::flatten;
use super::value::{TypeClass, known};
use super::{Analysis, Top};
use crate::taint::form::{Action, Instruction, Operation, ParameterKind, Special, StepId, UnitId, UnitKind, Variable};
use crate::taint::prepared::{each_read, keyword_of};
use crate::taint::roles::{Largest, Role};
use crate::taint::state::{Cell, State, Status, given};
use crate::taint::summary::Summary;
use crate::taint::taints::Taints;

/// The most steps that one walk of a unit takes, and how many for each of its steps.
const MAX_STEPS: usize = 100_000;
const STEPS_PER_STEP: usize = 4;
/// How many results of a lambda are kept, each for what it began with.
const MAX_RAN: usize = 8;
/// How deep lambdas in lambdas are walked.
const MAX_LAMBDAS: usize = 12;

/// What follows a step.
struct After {
    /// Where it goes on.
    state: State,
    /// What handlers see.
    raised: Option<State>,
    /// The outcome of a test.
    verdict: Option<bool>,
}

impl Analysis<'_> {
    /// Analyses a unit. With `symbolic` what a caller gives is followed, and the summary is kept.
    pub fn analyse(&mut self, id: UnitId, symbolic: bool) -> State {
        let layout = &self.set.prepared.units[id.index()];
        let largest = Largest::of(
            self.set.rule, self.set.roles, &layout.elements, self.set.profile.nested_sink,
        );
        // Nobody calls a file, or the body of a class.
        let is_called = !matches!(
            self.set.form.units[id.index()].kind,
            UnitKind::File | UnitKind::ClassBody
        );
        self.top = Top {
            id,
            symbolic: symbolic && is_called,
            largest: Rc::new(largest),
            ..Top::default()
        };
        self.unit = id;
        self.open.clear();
        self.pending.clear();
        let mut entry = State::default();
        self.parameters(id, &mut entry, symbolic);
        let exit = self.walk(id, entry);
        if symbolic {
            let summary = self.summary(id, &exit);
            self.keep_constructed(id, &summary);
            self.summaries[id.index()] = Some(Rc::new(summary));
        }
        exit
    }

    /// What parameters are when a unit begins.
    fn parameters(&mut self, id: UnitId, state: &mut State, symbolic: bool) {
        let unit = &self.set.form.units[id.index()];
        let limits = self.limits;
        if let Some(receiver) = unit.receiver
            && symbolic
        {
            state.set(receiver, given(receiver), &limits, &|_| None);
        }
        for parameter in &unit.parameters {
            let is_linked = self.set.profile.methods || !self.is_unlinked(parameter.kind);
            let mut value = match symbolic && is_linked {
                true => given(parameter.variable),
                false => Cell::clean(),
            };
            value = self.typed_parameter(parameter.declared, value);
            if let Some((held, span)) = self.held(self.span(parameter.node)) {
                if self.is_sanitized(&held, span) {
                    value = Cell::clean();
                } else {
                    let mut value_here = value.clone();
                    self.sources(state, &held, span, &mut value_here, None);
                    self.propagators(
                        state,
                        &held,
                        &mut value_here,
                        Some((parameter.variable, &[], parameter.node)),
                    );
                    value = value_here;
                    if held.roles.iter().any(|role| role.role == Role::Sink) {
                        self.sinks(state, &held, span, &value.whole(), true);
                    }
                }
            }
            let token = parameter.node;
            value = value.map(&|taints: &Taints| taints.passing(token));
            state.set(parameter.variable, value, &limits, &|_| None);
        }
        if symbolic {
            self.constructed_parts(id, state);
        }
    }

    /// What the constructor left in the object that a method is called on.
    fn constructed_parts(&self, id: UnitId, state: &mut State) {
        let unit = &self.set.form.units[id.index()];
        let Some(class) = self.set.calls.and_then(|calls| calls.class_around(id)) else {
            return;
        };
        let Some(parts) = self.constructed.get(&class) else {
            return;
        };
        let receiver = unit.receiver.unwrap_or(Variable::This);
        let limits = self.adding();
        for (path, taints) in parts {
            self.write(state, receiver, path, &Cell::of(taints.clone()), &limits);
        }
    }

    /// Keeps what a constructor leaves in every object.
    fn keep_constructed(&mut self, id: UnitId, summary: &Summary) {
        let Some(calls) = self.set.calls else { return };
        let constructs = calls.constructs(self.set.file, self.set.form, id);
        let around = calls.class_around(id).filter(|_| self.set.profile.fields);
        if self.set.profile.fields {
            self.keep_written(summary);
        }
        let Some(class) = constructs.or(around) else {
            return;
        };
        let receiver = self.set.form.units[id.index()].receiver;
        let mut parts = Vec::new();
        for (variable, cell) in &summary.writes {
            if *variable == Variable::This || receiver == Some(*variable) {
                flatten(cell, &mut Vec::new(), *variable, &mut parts);
            }
        }
        for (_, taints) in &mut parts {
            *taints = known(taints);
        }
        parts.retain(|(_, taints)| !taints.is_empty());
        if !parts.is_empty() {
            let known = self.constructed.entry(class).or_default();
            for (path, taints) in parts {
                match known.iter_mut().find(|(other, _)| *other == path) {
                    Some((_, known)) => known.add(&taints),
                    None => known.push((path, taints)),
                }
            }
        }
    }

    /// Parameters that the arguments of a call are not told to reach.
    fn is_unlinked(&self, kind: ParameterKind) -> bool {
        use syntax::Language;
        match kind {
            ParameterKind::Positional => false,
            ParameterKind::Keyword | ParameterKind::KeywordRest => true,
            ParameterKind::Rest => matches!(self.set.file.language, Language::JavaScript | Language::TypeScript),
        }
    }

    fn typed_parameter(&self, declared: syntax::tree::NodeId, value: Cell) -> Cell {
        match self.set.file.language {
            syntax::Language::Python
                if !self.flow_cleans(TypeClass::Number) && !self.flow_cleans(TypeClass::Boolean) =>
            {
                value
            }
            _ => self.cleaned_by(self.class_of_type(declared), value),
        }
    }

    /// Walks the steps of a unit from its entry; the state at its exit.
    fn walk(&mut self, id: UnitId, entry: State) -> State {
        let unit = &self.set.form.units[id.index()];
        let layout = &self.set.prepared.units[id.index()];
        let count = unit.steps.len();
        let mut inputs: Vec<Option<State>> = vec![None; count];
        let mut visits = vec![0u32; count];
        let mut queue = BTreeSet::new();
        inputs[StepId::ENTRY.index()] = Some(entry);
        queue.insert((layout.order[0], 0usize));
        let most_visits = self.set.profile.visits();
        let most = MAX_STEPS.min(count * STEPS_PER_STEP.max(most_visits as usize));
        let mut taken = 0;
        let mut revived = false;
        loop {
            let Some((_, at)) = queue.pop_first() else {
                if !revived && !self.set.profile.dead_loop {
                    revived = true;
                    self.revive(id, &mut inputs, &mut queue);
                    if !queue.is_empty() {
                        continue;
                    }
                }
                break;
            };
            if visits[at] >= most_visits {
                if self.set.profile.r#loop {
                    self.note_unfinished(id);
                }
                continue;
            }
            let known = inputs[at].as_ref().map_or(0, State::len) as u64;
            if taken >= most || !self.set.budget.take_many(STEP_COST + known * COST_OF_VARIABLE) {
                self.note_unfinished(id);
                break;
            }
            visits[at] += 1;
            taken += 1;
            let Some(state) = inputs[at].clone() else { continue };
            let step = &unit.steps[at];
            let after = self.step(id, &step.action, state, step.next.len() > normal_edges(&step.action));
            if after.state.is_full {
                self.note_unfinished(id);
            }
            let normal = normal_edges(&step.action);
            for (edge, next) in step.next.iter().enumerate() {
                let state = match edge {
                    edge if edge >= normal => match &after.raised {
                        Some(raised) => raised,
                        None => &after.state,
                    },
                    0 if after.verdict == Some(false) => continue,
                    1 if after.verdict == Some(true) => continue,
                    _ => &after.state,
                };
                let mut narrowed = None;
                if let Action::Test { condition, .. } = &step.action
                    && edge < normal
                {
                    let mut state = state.clone();
                    self.narrow(&mut state, condition, edge == 0);
                    narrowed = Some(state);
                }
                let state = narrowed.as_ref().unwrap_or(state);
                let changed = match &mut inputs[next.index()] {
                    Some(known) => self.join(known, state),
                    empty => {
                        *empty = Some(state.clone());
                        true
                    }
                };
                if changed {
                    queue.insert((layout.order[next.index()], next.index()));
                }
            }
        }
        inputs[StepId::EXIT.index()].take().unwrap_or_default()
    }

    fn note_unfinished(&mut self, id: UnitId) {
        if !self.unfinished.contains(&id) {
            self.unfinished.push(id);
        }
    }

    /// Loops in a region that a constant condition cuts off begin with nothing known.
    fn revive(&self, id: UnitId, inputs: &mut [Option<State>], queue: &mut BTreeSet<(u32, usize)>) {
        let unit = &self.set.form.units[id.index()];
        let layout = &self.set.prepared.units[id.index()];
        // What cut branches lead to.
        let mut open: Vec<usize> = Vec::new();
        for (at, step) in unit.steps.iter().enumerate() {
            if inputs[at].is_some()
                && let Action::Test {
                    verdict: Some(verdict), ..
                } = &step.action
                && let Some(cut) = step.next.get(usize::from(*verdict))
            {
                open.push(cut.index());
            }
        }
        let mut seen = vec![false; unit.steps.len()];
        while let Some(at) = open.pop() {
            if inputs[at].is_some() || std::mem::replace(&mut seen[at], true) {
                continue;
            }
            if layout.heads.contains(&StepId(at as u32)) {
                inputs[at] = Some(State::default());
                queue.insert((layout.order[at], at));
                continue;
            }
            open.extend(unit.steps[at].next.iter().map(|next| next.index()));
        }
    }

    fn step(&mut self, id: UnitId, action: &Action, mut state: State, has_handlers: bool) -> After {
        self.unit = id;
        let mut raised = None;
        let mut verdict = None;
        match action {
            Action::Nothing => {}
            Action::Do(instruction) => {
                let value = self.instruction(&mut state, instruction);
                if has_handlers {
                    raised = Some(state.clone());
                }
                if let Some(target) = &instruction.target
                    && let Some(value) = value
                {
                    self.write_target(&mut state, target, &value);
                }
                self.run_pending(&mut state, false);
            }
            Action::Test {
                condition,
                verdict: known,
            } => {
                verdict = *known;
                self.expression(&mut state, condition);
                self.run_pending(&mut state, false);
            }
            Action::Return { node, value } => {
                let mut returned = match value {
                    Some(value) => {
                        let read = self.expression(&mut state, value);
                        self.typed(value.node, read)
                    }
                    None => Cell::clean(),
                };
                self.run_pending(&mut state, false);
                let keyword = keyword_of(self.set.file.tree, *node);
                if let Some((held, span)) = self.held(keyword) {
                    if self.is_sanitized(&held, span) {
                        returned = Cell::clean();
                    } else if held.roles.iter().any(|role| role.role == Role::Sink) {
                        self.sinks(&state, &held, span, &returned.whole(), true);
                    }
                }
                if self.open.is_empty() {
                    let captured = self.captured(&state, &returned.functions);
                    if !captured.is_empty() {
                        returned.status = Status::Tainted(returned.own().with(&captured));
                    }
                    self.top.returned.join(&returned);
                }
            }
            Action::Throw { value, .. } => {
                if let Some(value) = value {
                    self.expression(&mut state, value);
                    self.run_pending(&mut state, false);
                }
            }
        }
        After { state, raised, verdict }
    }

    /// What an instruction computes; nothing when its target stays as it is.
    fn instruction(&mut self, state: &mut State, instruction: &Instruction) -> Option<Cell> {
        let held = self.held(self.span(instruction.node));
        if let Some((held, span)) = &held
            && self.is_sanitized(held, *span)
        {
            return Some(Cell::clean());
        }
        let options = &self.set.rule.options;
        let only_assignments = options.only_assignments;
        // What a sink that is this instruction looks at beside the value.
        let mut beside = Taints::default();
        let mut value = match &instruction.operation {
            Operation::Assign(value) => {
                let read = self.expression(state, value);
                let read = self.typed(value.node, read);
                if let Some(target) = &instruction.target {
                    if !self.set.profile.overwrite {
                        let (path, indexes) = self.target_path(state, target);
                        beside = self.old_value(state, target.base, &path).whole().with(&indexes);
                    }
                    self.typed(target.whole_node(), read)
                } else {
                    read
                }
            }
            Operation::Call { callee, arguments } => {
                let (value, given) = self.call(state, instruction, callee, arguments);
                beside = given;
                self.typed(instruction.node, value)
            }
            Operation::New { class, arguments } => {
                let (value, given) = self.construct(state, instruction, *class, arguments);
                beside = given;
                value
            }
            Operation::Special { kind, operands } => {
                let mut taints = Taints::default();
                let mut functions = Vec::new();
                for operand in operands {
                    let read = self.expression(state, operand);
                    taints.add(&read.whole());
                    functions.extend(read.functions);
                }
                match kind {
                    Special::Yield => {
                        self.run_pending(state, false);
                        // What is taken from a generator is what it yields.
                        if self.set.profile.r#yield && self.open.is_empty() {
                            self.top.returned.join(&Cell::of(taints.clone()));
                        }
                        beside = taints;
                        Cell::clean()
                    }
                    Special::Inspect | Special::HasNext => {
                        beside = taints;
                        Cell::clean()
                    }
                    Special::Remove => Cell::clean(),
                    Special::Next if self.loops_are_calls() && self.set.rule.options.safe_functions => Cell::clean(),
                    Special::Next => Cell::of(taints),
                    Special::Await | Special::Template => {
                        let mut value = Cell::of(taints);
                        value.functions = functions;
                        value
                    }
                }
            }
            Operation::Define(unit) => {
                let is_used = self.set.prepared.units[self.unit.index()].used.contains(unit);
                let is_named = self.set.form.units[unit.index()].kind == UnitKind::Function;
                let is_skipped = is_named && self.set.calls.is_some() && !self.set.profile.unconnected;
                if !is_used && !is_skipped {
                    self.run_function(state, *unit, false);
                }
                Cell {
                    status: Status::Clean,
                    functions: vec![*unit],
                    ..Cell::default()
                }
            }
        };
        if only_assignments && !matches!(instruction.operation, Operation::Assign(_) | Operation::Define(_)) {
            value = Cell::clean();
        }
        if let Some((held, span)) = held {
            self.sources(state, &held, span, &mut value, None);
            self.propagators(state, &held, &mut value, None);
            if held.roles.iter().any(|role| role.role == Role::Sink) {
                let arriving = value.whole().with(&beside);
                self.sinks(state, &held, span, &arriving, true);
            }
        }
        Some(value)
    }

    /// What the variables hold that functions take from around them.
    fn captured(&self, state: &State, functions: &[UnitId]) -> Taints {
        let mut taints = Taints::default();
        for function in functions {
            for step in &self.set.form.units[function.index()].steps {
                each_read(&step.action, &mut |place| {
                    if !self.set.prepared.is_local(place.base, *function) {
                        taints.add(&self.old_value(state, place.base, &[]).whole());
                    }
                });
            }
        }
        taints
    }

    fn loops_are_calls(&self) -> bool {
        use syntax::Language;
        matches!(self.set.file.language, Language::JavaScript | Language::TypeScript)
    }

    /// Walks the lambdas and nested functions that the step used. With `keeps` what they change is joined to the state.
    pub(super) fn run_pending(&mut self, state: &mut State, keeps: bool) {
        let mut pending = std::mem::take(&mut self.pending);
        pending.sort_unstable();
        pending.dedup();
        for function in pending {
            self.run_function(state, function, keeps);
        }
    }

    fn run_function(&mut self, state: &mut State, function: UnitId, keeps: bool) {
        if self.open.len() >= MAX_LAMBDAS || self.open.contains(&function) || self.top.id == function {
            return;
        }
        let mut entry = self.seen_by(state, function);
        let unit = self.unit;
        let exit = {
            self.open.push(function);
            let pending = std::mem::take(&mut self.pending);
            self.parameters(function, &mut entry, false);
            let known = self.top.ran.get(&function).into_iter().flatten();
            let mut known = known
                .filter(|(before, _)| before.same(&entry))
                .map(|(_, after)| after.clone());
            let exit = match known.next() {
                Some(exit) => exit,
                None => {
                    let exit = self.walk(function, entry.clone());
                    let ran = self.top.ran.entry(function).or_default();
                    if ran.len() >= MAX_RAN {
                        ran.remove(0);
                    }
                    ran.push((entry, exit.clone()));
                    exit
                }
            };
            self.pending = pending;
            self.open.pop();
            exit
        };
        self.unit = unit;
        if !keeps {
            return;
        }
        let mut exit = exit;
        exit.forget_temporaries();
        // What is unchanged there is here too: only what it added matters.
        for (variable, cell) in exit.cells() {
            if cell.is_tainted() && !self.set.prepared.is_local(variable, function) {
                let mut joined = state
                    .get(variable)
                    .cloned()
                    .or_else(|| self.unwritten(variable))
                    .unwrap_or_default();
                joined.join(cell);
                let limits = self.limits;
                state.set(variable, joined, &limits, &|variable| self.unwritten(variable));
            }
        }
        state.control.add(&exit.control);
    }

    /// The part of a state that a function can see or change: what it, and what it may call, takes from around it.
    fn seen_by(&self, state: &State, function: UnitId) -> State {
        let mut seen = State::default();
        seen.control = state.control.clone();
        let mut units = vec![function];
        let (mut known, mut taken) = (HashSet::from([function]), HashSet::new());
        while let Some(unit) = units.pop() {
            for variable in &self.set.prepared.units[unit.index()].captures {
                if !taken.insert(*variable) {
                    continue;
                }
                let held = seen.take(*variable, state);
                let functions = held.into_iter().chain(self.set.prepared.named(*variable));
                units.extend(functions.filter(|function| known.insert(*function)));
            }
        }
        seen
    }

    /// What callers must know of a unit.
    fn summary(&mut self, id: UnitId, exit: &State) -> Summary {
        let mut writes = Vec::new();
        for (variable, cell) in exit.cells() {
            if matches!(variable, Variable::Temporary(_)) {
                continue;
            }
            let is_parameter = self.set.form.units[id.index()]
                .parameters
                .iter()
                .any(|parameter| parameter.variable == variable);
            let is_outside = !self.set.prepared.is_local(variable, id) || is_parameter;
            if !is_outside {
                continue;
            }
            let before = given(variable);
            if !cell.same(&before) && cell.is_tainted() {
                writes.push((variable, cell.clone()));
            }
        }
        Summary {
            reaches: std::mem::take(&mut self.top.reaches).into_vec(),
            called: std::mem::take(&mut self.top.called),
            returned: std::mem::take(&mut self.top.returned),
            writes,
            control: exit.control.clone(),
        }
    }
}

/// What a step is charged with, and for each variable that is known there.
const STEP_COST: u64 = 20;
const COST_OF_VARIABLE: u64 = 4;

/// The edges that are no handlers.
fn normal_edges(action: &Action) -> usize {
    match action {
        Action::Test { .. } => 2,
        Action::Throw { .. } => 0,
        _ => 1,
    }
}
