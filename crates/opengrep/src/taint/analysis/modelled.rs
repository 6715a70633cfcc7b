//! Calls of methods that no file defines but everybody knows: collections, maps, accessors, string builders, callbacks.

use syntax::Language;
use syntax::facts::TypeFact;
use syntax::tree::{Kind, NodeId, Symbol};

use super::Analysis;
use super::call::{Given, Target, Whereabouts};
use crate::taint::form::{Expression, ExpressionKind, Instruction, Place, Variable};
use crate::taint::models::{self, Model};
use crate::taint::state::{Cell, CellKey, Limits, State, Status};
use crate::taint::taints::Taints;

impl Analysis<'_> {
    /// An unknown operation may change the order of a list that it is given, or called on.
    pub(super) fn forget_positions(&mut self, state: &mut State, target: &Target, given: &[Given]) {
        if !self.set.profile.position {
            return;
        }
        let looks = target.name.is_some_and(|name| models::only_looks(self.name(name)));
        let receiver = target.place.iter().filter(|_| !looks);
        let places: Vec<_> = given
            .iter()
            .filter_map(|argument| argument.place.clone())
            .chain(receiver.cloned())
            .collect();
        for (variable, path) in places {
            let value = self.old_value(state, variable, &path);
            if value.length.is_none() {
                continue;
            }
            let mut forgotten = Cell::of(value.whole());
            forgotten.functions.clone_from(&value.functions);
            let limits = Limits {
                replaces: true,
                ..self.limits
            };
            self.write(state, variable, &path, &forgotten, &limits);
        }
    }

    pub(super) fn map_or_accessor(
        &mut self,
        state: &mut State,
        callee: &Expression,
        target: &Target,
        given: &[Given],
    ) -> Option<Cell> {
        if self.set.file.language != Language::Java || !target.is_method {
            return None;
        }
        let name = self.name(target.name?);
        let (variable, path) = target.place.clone()?;
        if self.is_map(callee)
            && let Some(key) = given.first().and_then(|first| first.key)
        {
            let below = || [path.as_slice(), &[key]].concat();
            match (name, given) {
                ("put", [_, value]) => {
                    let value = value.value.clone();
                    self.write(state, variable, &below(), &value, &self.limits);
                    return Some(Cell::clean());
                }
                ("get", [_]) => return Some(target.receiver.read(key, true)),
                ("getOrDefault", [_, other]) => {
                    let mut value = target.receiver.read(key, true);
                    value.join(&other.value);
                    return Some(value);
                }
                _ => {}
            }
        }
        if !target.on_variable || name.len() <= 3 {
            return None;
        }
        let (writes, field) = models::accessor(name)?;
        let field = self.field(&field, name)?;
        let below = [path.as_slice(), &[CellKey::Name(field)]].concat();
        match (writes, given) {
            (true, [value]) => {
                let value = value.value.clone();
                if value.is_tainted() || self.set.profile.reset {
                    self.write(state, variable, &below, &value, &self.limits);
                }
                Some(Cell::clean())
            }
            (false, []) => Some(target.receiver.read(CellKey::Name(field), true)),
            _ => None,
        }
    }

    /// A symbol for the field of an accessor: that of the field, else of the accessor that the file names.
    fn field(&self, field: &str, accessor: &str) -> Option<Symbol> {
        let tree = self.set.file.tree;
        let rest = &accessor[3..];
        [field.to_owned(), format!("get{rest}"), format!("set{rest}")]
            .iter()
            .find_map(|text| tree.symbol(text))
    }

    fn is_map(&self, callee: &Expression) -> bool {
        let ExpressionKind::Read(Place { node, parts, .. }) = &callee.kind else {
            return false;
        };
        let object = match parts.len() {
            0 => return false,
            1 => *node,
            more => parts[more - 2].node,
        };
        match object.some().and_then(|object| self.set.file.facts.type_of(object)) {
            Some(TypeFact::Written(written)) => models::is_map(self.set.file.tree.source(written)),
            _ => false,
        }
    }

    /// Whether nothing says that the receiver is a collection: then what goes in may come out.
    fn is_open(&self, callee: &Expression) -> bool {
        let ExpressionKind::Read(place) = &callee.kind else {
            return true;
        };
        let Variable::Definition(definition) = place.base else {
            return true;
        };
        let made = self.set.file.facts.assigned_value(definition);
        let tree = self.set.file.tree;
        let is_literal = made.is_some_and(|made| {
            matches!(
                tree.kind(made),
                Kind::List
                    | Kind::Dict
                    | Kind::Set
                    | Kind::Tuple
                    | Kind::Record
                    | Kind::Composite
                    | Kind::Comprehension
            )
        });
        let written = place.node.some().and_then(|node| self.set.file.facts.type_of(node));
        let is_collection = match written {
            Some(TypeFact::Written(written)) => models::is_collection(tree.source(written)),
            _ => false,
        };
        !is_literal && !is_collection
    }

    pub(super) fn apply_model(
        &mut self,
        state: &mut State,
        instruction: &Instruction,
        callee: &Expression,
        model: Model,
        target: &Target,
        given: &[Given],
    ) -> Option<Cell> {
        let profile = self.set.profile;
        if target.is_method && !target.on_variable && !profile.mutation {
            return None;
        }
        if let Some(value) = self.map_or_accessor(state, callee, target, given) {
            return Some(value);
        }
        match model {
            Model::ToReceiver {
                argument,
                returns_receiver,
            } => {
                if let Some(value) = self.at_position(state, target, given, callee) {
                    return Some(value);
                }
                if !target.is_method && !profile.mutation {
                    return Some(Cell::clean());
                }
                let (variable, path) = self.aliased(target.place.clone()?);
                let value = given.get(argument).filter(|given| given.name.is_none())?.value.whole();
                let mut receiver = target.receiver.clone();
                if !value.is_empty() {
                    let token = match callee.kind {
                        ExpressionKind::Read(ref place) => place.node,
                        _ => NodeId::NONE,
                    };
                    let written = Cell::of(value.passing(token));
                    let limits = self.adding();
                    let keyed = given.len() == 2 && profile.key;
                    let below = match given.first().and_then(|first| first.key) {
                        Some(key) if keyed => [path.as_slice(), &[key]].concat(),
                        _ => path.clone(),
                    };
                    self.write(state, variable, &below, &written, &limits);
                    receiver.status = Status::Tainted(receiver.own().with(&written.own()));
                }
                if returns_receiver
                    && profile.mutation
                    && let Some(Place {
                        base: Variable::Temporary(temporary),
                        ..
                    }) = &instruction.target
                {
                    self.top.aliases.insert((self.unit, *temporary), (variable, path));
                }
                Some(match returns_receiver {
                    true => receiver,
                    false => Cell::clean(),
                })
            }
            Model::FromReceiver => {
                if let Some(value) = self.at_position(state, target, given, callee) {
                    return Some(value);
                }
                if profile.elements || profile.model_args {
                    let name = target.name.map_or("", |name| self.name(name));
                    let mut value = match given.first().and_then(|first| first.key) {
                        Some(key) if profile.key && target.is_method && models::takes_key(name) => {
                            target.receiver.read(key, true).whole()
                        }
                        _ => target.receiver.whole(),
                    };
                    if self.is_open(callee) {
                        for argument in given {
                            value.add(&argument.value.whole());
                        }
                    }
                    return Some(Cell::of(value));
                }
                Some(Cell::of(target.receiver.own()))
            }
            Model::Callback { function, parameter } => {
                let model_is_bare = !target.is_method && file_has_receivers(self.set.file.language);
                let data = match target.is_method {
                    true if file_has_receivers(self.set.file.language) => target.receiver.whole(),
                    // `setTimeout(f, 1, a)`: what follows is given.
                    _ if model_is_bare => given
                        .iter()
                        .skip(2)
                        .fold(Taints::default(), |sum, given| sum.with(&given.value.whole())),
                    _ => given.get(1).map(|data| data.value.whole()).unwrap_or_default(),
                };
                let functions = given.get(function)?.value.functions.clone();
                if functions.is_empty() && target.is_method && profile.model_args {
                    // No function of the file is given: it may be another method of that name.
                    return None;
                }
                let mut arguments = Vec::new();
                arguments.resize_with(parameter, Cell::clean);
                arguments.push(Cell::of(data.clone()));
                let arguments: Vec<Given> = arguments.into_iter().map(Given::of).collect();
                let returned = self.apply_functions(state, &functions, &arguments, instruction.node, 0);
                let mut value = match returned {
                    Some(returned) => returned,
                    None => Cell::of(data),
                };
                if profile.model_args {
                    value.join(&Cell::of(target.receiver.whole()));
                }
                Some(value)
            }
        }
    }

    /// The variable that a temporary is another name of.
    fn aliased(&self, place: Whereabouts) -> Whereabouts {
        let Variable::Temporary(temporary) = place.0 else {
            return place;
        };
        match self.top.aliases.get(&(self.unit, temporary)) {
            Some((variable, path)) => (*variable, [path.as_slice(), &place.1].concat()),
            None => place,
        }
    }

    /// Lists whose length is known keep their positions: a list that was made empty, or of listed elements, and then only grew at its
    /// end, lost a known position, or was read at one. `None` when the list, or the call, is not one of these.
    fn at_position(
        &mut self,
        state: &mut State,
        target: &Target,
        given: &[Given],
        callee: &Expression,
    ) -> Option<Cell> {
        if !self.set.profile.position || !target.on_variable {
            return None;
        }
        let (variable, path) = target.place.clone()?;
        if !path.is_empty() {
            return None;
        }
        let length = target.receiver.length?;
        let name = self.name(target.name?);
        let list = state.get(variable)?.clone();
        let written = |cell: Cell, length: u32| Cell {
            length: Some(length),
            ..cell
        };
        let token = match &callee.kind {
            ExpressionKind::Read(place) => place.node,
            _ => NodeId::NONE,
        };
        let limits = self.limits;
        match (self.set.file.language, name, given) {
            (Language::Python, "append", [value])
            | (Language::Java, "add" | "addLast", [value])
            | (Language::JavaScript | Language::TypeScript, "push", [value]) => {
                let value = value.value.map(&|taints: &Taints| taints.passing(token));
                let mut list = list;
                list.put_at(length, value);
                state.set(variable, written(list, length + 1), &limits, &|_| None);
                Some(Cell::clean())
            }
            (Language::Java, "remove", [index]) | (Language::Python, "pop", [index]) => {
                let Some(CellKey::Position(at)) = index.key.filter(|_| is_index(index)) else {
                    return None;
                };
                if at >= length {
                    return None;
                }
                let removed = list.read(CellKey::Position(at), true);
                state.set(
                    variable,
                    written(list.without(at, length), length - 1),
                    &limits,
                    &|_| None,
                );
                Some(removed)
            }
            (Language::Java, "get", [index]) => match index.key {
                Some(CellKey::Position(at)) if at < length => Some(list.read(CellKey::Position(at), true)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// An index as it is written: `remove(0)` of Java removes a position, `remove("a")` an element.
fn is_index(given: &Given) -> bool {
    matches!(given.key, Some(CellKey::Position(_)))
}

fn file_has_receivers(language: Language) -> bool {
    language != Language::Python
}
