//! What is known at a point of a unit: the cells of variables.

use std::collections::BTreeMap;
use std::rc::Rc;

use syntax::tree::Symbol;

use super::form::{UnitId, Variable};
use super::taints::{Given, MAX_PATH, Origin, Returned, SourcePoint, Taint, Taints};

/// A key below a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum CellKey {
    Name(Symbol),
    Position(u32),
    /// A key that is not known.
    Any,
}

/// What is known of a variable, a field, an element or a value: its own status, and what is below it by key.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    pub status: Status,
    /// In the order of the keys.
    pub below: Vec<(CellKey, Cell)>,
    /// The functions that it may be.
    pub functions: Vec<UnitId>,
    /// How many elements a list has, as long as that is known.
    pub length: Option<u32>,
}

#[derive(Clone, Debug, Default)]
pub(crate) enum Status {
    /// Nothing is known: what it is in holds for it.
    #[default]
    Unknown,
    Clean,
    Tainted(Taints),
}

/// Bounds of the state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Variables with a cell at one point.
    pub variables: usize,
    /// Keys of one object that writes make.
    pub keys: usize,
    /// Taints that writes add to one cell.
    pub taints: usize,
    /// A write of something clean beyond the keys cleans all keys; else it is forgotten.
    pub overflow_cleans: bool,
    /// A clean write through an unknown key cleans all keys.
    pub unknown_cleans: bool,
    /// A write replaces what was there, tainted or not.
    pub replaces: bool,
}

/// Cells are this deep at most; what is deeper is joined.
const MAX_DEPTH: usize = 32;
/// The parts of one variable that are told apart, and how deep they are where there are more.
const MAX_CELLS: usize = 128;
const DEEPEST_OF_LARGE: usize = 4;

impl Status {
    fn taints(&self) -> Taints {
        match self {
            Self::Tainted(taints) => taints.clone(),
            _ => Taints::default(),
        }
    }
}

impl Cell {
    pub fn clean() -> Self {
        Self {
            status: Status::Clean,
            ..Self::default()
        }
    }

    /// A value with taints and nothing else; clean without.
    pub fn of(taints: Taints) -> Self {
        Self {
            status: match taints.is_empty() {
                true => Status::Clean,
                false => Status::Tainted(taints),
            },
            ..Self::default()
        }
    }

    /// Its own taints.
    pub fn own(&self) -> Taints {
        self.status.taints()
    }

    /// Its taints and those of everything below it.
    pub fn whole(&self) -> Taints {
        let mut taints = self.own();
        for (_, cell) in &self.below {
            taints.add(&cell.whole());
        }
        taints
    }

    pub fn is_tainted(&self) -> bool {
        matches!(self.status, Status::Tainted(_)) || self.below.iter().any(|(_, cell)| cell.is_tainted())
    }

    /// Every part with taints of its own, with the way to it.
    pub fn each_tainted(&self, path: &mut Vec<CellKey>, take: &mut impl FnMut(&[CellKey], &Taints)) {
        if let Status::Tainted(taints) = &self.status {
            take(path, taints);
        }
        for (key, cell) in &self.below {
            path.push(*key);
            cell.each_tainted(path, take);
            path.pop();
        }
    }

    fn each_function(&self, take: &mut impl FnMut(UnitId)) {
        self.functions.iter().copied().for_each(&mut *take);
        for (_, cell) in &self.below {
            cell.each_function(take);
        }
    }

    fn size(&self) -> usize {
        1 + self.below.iter().map(|(_, cell)| cell.size()).sum::<usize>()
    }

    /// Joins what is deeper than so many steps to what it is in, until few enough parts are left.
    fn bound(&mut self) {
        let mut deepest = DEEPEST_OF_LARGE;
        while deepest > 0 && self.size() > MAX_CELLS {
            self.cut(deepest);
            deepest -= 1;
        }
    }

    fn cut(&mut self, deepest: usize) {
        if deepest > 0 {
            self.below.iter_mut().for_each(|(_, cell)| cell.cut(deepest - 1));
        } else if !self.below.is_empty() {
            let whole = self.whole();
            let mut functions = Vec::new();
            self.each_function(&mut |function| functions.push(function));
            functions.sort_unstable();
            functions.dedup();
            *self = Cell {
                functions,
                ..Cell::of(whole)
            };
        }
    }

    /// Nothing worth keeping for a variable that is clean where it is not known.
    fn is_nothing(&self) -> bool {
        !matches!(self.status, Status::Tainted(_))
            && self.functions.is_empty()
            && self.length.is_none()
            && self.below.iter().all(|(_, cell)| !cell.is_tainted())
    }

    pub fn get(&self, key: CellKey) -> Option<&Cell> {
        let at = self.below.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        Some(&self.below[at].1)
    }

    fn entry(&mut self, key: CellKey) -> &mut Cell {
        let at = match self.below.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(at) => at,
            Err(at) => {
                self.below.insert(at, (key, Cell::default()));
                at
            }
        };
        &mut self.below[at].1
    }

    /// What is read of it by a key: the cell of the key, else that of unknown keys, else what holds for the whole. Without `inherits` a
    /// part of something tainted of which nothing is known is clean.
    pub fn read(&self, key: CellKey, inherits: bool) -> Cell {
        if key == CellKey::Any {
            let mut read = Cell::default();
            for (_, cell) in &self.below {
                read.join(cell);
            }
            if self.below.is_empty() || self.get(CellKey::Any).is_none() {
                read.join(&self.inherited(key, inherits));
            }
            return read;
        }
        match self.get(key).or_else(|| self.get(CellKey::Any)) {
            Some(cell) if !matches!(cell.status, Status::Unknown) => cell.clone(),
            Some(cell) => {
                let mut read = cell.clone();
                read.status = self.inherited(key, inherits).status;
                read
            }
            None => self.inherited(key, inherits),
        }
    }

    /// All positions from one on.
    pub fn read_from(&self, first: u32, inherits: bool) -> Cell {
        let mut read = Taints::default();
        for (key, cell) in &self.below {
            if !matches!(key, CellKey::Position(at) if *at < first) {
                read.add(&cell.whole());
            }
        }
        if self.get(CellKey::Any).is_none() {
            read.add(&self.inherited(CellKey::Any, inherits).own());
        }
        Cell::of(read)
    }

    fn inherited(&self, key: CellKey, inherits: bool) -> Cell {
        match &self.status {
            Status::Tainted(taints) if inherits => Cell::of(taints.iter().map(|taint| deeper(taint, key)).collect()),
            Status::Tainted(_) | Status::Clean => Cell::clean(),
            Status::Unknown => Cell::default(),
        }
    }

    /// The value of either of two paths. What is tracked on one of them only is on the other what holds for the whole.
    pub fn join(&mut self, other: &Cell) {
        self.join_at(other, MAX_DEPTH);
    }

    fn join_at(&mut self, other: &Cell, depth: usize) {
        if depth == 0 {
            let mut taints = self.whole();
            taints.add(&other.whole());
            *self = Cell::of(taints);
            return;
        }
        let keys: Vec<CellKey> = other.below.iter().map(|(key, _)| *key).collect();
        let mine: Vec<CellKey> = self.below.iter().map(|(key, _)| *key).collect();
        for key in mine {
            if other.get(key).is_none() {
                let inherited = other.read_known(key);
                self.entry(key).join_at(&inherited, depth - 1);
            }
        }
        for key in keys {
            let Some(theirs) = other.get(key) else { continue };
            if self.get(key).is_none() {
                let inherited = self.read_known(key);
                *self.entry(key) = inherited;
            }
            self.entry(key).join_at(theirs, depth - 1);
        }
        self.status.join(&other.status);
        if self.length != other.length {
            self.length = None;
        }
        for function in &other.functions {
            if !self.functions.contains(function) {
                self.functions.push(*function);
            }
        }
    }

    /// Whether to join another value changes nothing.
    fn has_all(&self, other: &Cell) -> bool {
        let status = match (&self.status, &other.status) {
            (Status::Tainted(mine), Status::Tainted(theirs)) => mine.has_all(theirs),
            (_, Status::Tainted(_)) | (Status::Unknown, Status::Clean) => false,
            _ => true,
        };
        status
            && (self.length.is_none() || self.length == other.length)
            && other.functions.iter().all(|function| self.functions.contains(function))
            && other
                .below
                .iter()
                .all(|(key, theirs)| self.get(*key).is_some_and(|mine| mine.has_all(theirs)))
            && self
                .below
                .iter()
                .all(|(key, mine)| other.get(*key).is_some() || mine.has_all(&other.read_known(*key)))
    }

    /// What a key is that is not tracked: as [`Cell::read`], but what is not known stays so.
    fn read_known(&self, key: CellKey) -> Cell {
        match self.get(CellKey::Any).filter(|_| key != CellKey::Any) {
            Some(any) => any.clone(),
            None => self.inherited(key, true),
        }
    }

    /// Adds a value: what was there stays.
    pub fn add(&mut self, value: &Cell, limits: &Limits) {
        self.add_at(value, limits, MAX_DEPTH);
    }

    fn add_at(&mut self, value: &Cell, limits: &Limits, depth: usize) {
        if depth == 0 {
            self.status = Status::Tainted(self.own().with(&value.whole()));
            return;
        }
        if let Status::Tainted(new) = &value.status {
            let old = self.own();
            let sum = old.clone().with(new);
            // Those that are there stay; of the new ones as many as there is room for.
            let given = old.iter().filter(|taint| taint.is_given()).count();
            let kept = match sum.len() > limits.taints + given {
                true => old.with(&new.first((limits.taints + given).saturating_sub(self.own().len()))),
                false => sum,
            };
            if !kept.is_empty() {
                self.status = Status::Tainted(kept);
            }
        } else if matches!((&self.status, &value.status), (Status::Unknown, Status::Clean)) && self.below.is_empty() {
            self.status = Status::Clean;
        }
        if self.length != value.length {
            self.length = None;
        }
        for (key, cell) in &value.below {
            self.entry(*key).add_at(cell, limits, depth - 1);
        }
        for function in &value.functions {
            if !self.functions.contains(function) {
                self.functions.push(*function);
            }
        }
    }

    /// Writes a value at a way below it.
    pub fn write(&mut self, path: &[CellKey], value: &Cell, limits: &Limits) {
        let Some((key, rest)) = path.split_first() else {
            return self.put(value, limits);
        };
        let is_clean = !value.is_tainted() && value.functions.is_empty();
        if !matches!(key, CellKey::Position(at) if self.length.is_some_and(|length| *at < length)) {
            self.length = None;
        }
        if *key == CellKey::Any {
            if is_clean {
                if limits.unknown_cleans {
                    for (_, cell) in &mut self.below {
                        cell.write(rest, value, limits);
                    }
                    if rest.is_empty() {
                        *self = Cell::clean();
                    }
                }
                return;
            }
            let adding = Limits {
                replaces: false,
                ..*limits
            };
            for (_, cell) in &mut self.below {
                cell.write(rest, value, &adding);
            }
            if self.get(CellKey::Any).is_none() && !self.has_room(limits) {
                return;
            }
            return self.entry(CellKey::Any).write(rest, value, &adding);
        }
        if self.get(*key).is_none() && !self.has_room(limits) {
            if is_clean && limits.overflow_cleans {
                for (_, cell) in &mut self.below {
                    *cell = Cell::clean();
                }
            } else if !is_clean && !limits.overflow_cleans {
                // Beyond the bound the object as a whole holds it.
                self.status = Status::Tainted(self.own().with(&value.whole()));
            }
            return;
        }
        if self.get(*key).is_none() {
            let known = self.read_known(*key);
            *self.entry(*key) = known;
        }
        self.entry(*key).write(rest, value, limits);
    }

    fn has_room(&self, limits: &Limits) -> bool {
        self.below.len() < limits.keys
    }

    fn put(&mut self, value: &Cell, limits: &Limits) {
        if limits.replaces || !value.is_tainted() {
            *self = value.clone();
            if matches!(self.status, Status::Unknown) {
                self.status = Status::Clean;
            }
        } else {
            self.add(value, limits);
        }
    }

    /// Whether both hold the same taints at the same places.
    pub fn same(&self, other: &Cell) -> bool {
        self.status.same(&other.status)
            && self.functions == other.functions
            && self.length == other.length
            && self.below.len() == other.below.len()
            && self
                .below
                .iter()
                .zip(&other.below)
                .all(|((one, mine), (two, theirs))| one == two && mine.same(theirs))
    }

    /// The same with every taint changed.
    pub fn map(&self, change: &impl Fn(&Taints) -> Taints) -> Cell {
        Cell {
            status: match &self.status {
                Status::Tainted(taints) => {
                    let changed = change(taints);
                    match changed.is_empty() {
                        true => Status::Clean,
                        false => Status::Tainted(changed),
                    }
                }
                other => other.clone(),
            },
            below: self.below.iter().map(|(key, cell)| (*key, cell.map(change))).collect(),
            functions: self.functions.clone(),
            length: self.length,
        }
    }

    /// A list with an element more at its end.
    pub fn put_at(&mut self, position: u32, mut value: Cell) {
        if matches!(value.status, Status::Unknown) {
            value.status = Status::Clean;
        }
        let any = self
            .get(CellKey::Any)
            .map(Cell::whole)
            .unwrap_or_default()
            .with(&value.whole());
        *self.entry(CellKey::Position(position)) = value;
        *self.entry(CellKey::Any) = Cell::of(any);
    }

    /// A list of so many elements without one: those after it move up.
    pub fn without(&self, position: u32, length: u32) -> Cell {
        let mut made = Cell {
            status: self.status.clone(),
            ..Cell::default()
        };
        let kept = (0..length)
            .filter(|at| *at != position)
            .map(|at| self.read(CellKey::Position(at), true));
        for (at, value) in kept.enumerate() {
            made.put_at(at as u32, value);
        }
        made
    }
}

impl Status {
    fn join(&mut self, other: &Status) {
        match (&mut *self, other) {
            (Self::Tainted(mine), Self::Tainted(theirs)) => mine.add(theirs),
            (Self::Tainted(_), _) => {}
            (_, Self::Tainted(theirs)) => *self = Self::Tainted(theirs.clone()),
            (Self::Unknown, _) => *self = other.clone(),
            (Self::Clean, _) => {}
        }
    }

    fn same(&self, other: &Status) -> bool {
        match (self, other) {
            (Self::Tainted(one), Self::Tainted(two)) => one.same(two),
            (Self::Tainted(_), _) | (_, Self::Tainted(_)) => false,
            (Self::Clean, Self::Clean) | (Self::Unknown, Self::Unknown) => true,
            _ => false,
        }
    }
}

/// A taint of a whole, as that of a part: of what a caller gives, or a call gives back, it is what is there.
fn deeper(taint: &Taint, key: CellKey) -> Taint {
    let longer = |path: &[CellKey]| (path.len() < MAX_PATH).then(|| [path, &[key]].concat());
    let origin = match &taint.origin {
        Origin::Given(given) => longer(&given.path).map(|path| {
            let variable = given.variable;
            Origin::Given(Rc::new(Given { variable, path }))
        }),
        Origin::Result(returned) => longer(&returned.path).map(|path| {
            let call = returned.call;
            Origin::Result(Rc::new(Returned { call, path }))
        }),
        Origin::Source { .. } => None,
    };
    Taint {
        origin: origin.unwrap_or_else(|| taint.origin.clone()),
        ..taint.clone()
    }
}

/// The state at a point.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Shared by the points between which nothing changes.
    cells: Rc<BTreeMap<Variable, Rc<Cell>>>,
    /// Taints of the control flow.
    pub control: Taints,
    /// A variable was left out, because there were as many as [`Limits::variables`].
    pub is_full: bool,
}

/// What a variable is of which the state says nothing.
pub(crate) type Unwritten<'u> = &'u dyn Fn(Variable) -> Option<Cell>;

/// What the caller of a unit gives it in a variable.
pub(crate) fn given(variable: Variable) -> Cell {
    Cell::of(Taints::one(Taint {
        origin: Origin::Given(Rc::new(Given {
            variable,
            path: Vec::new(),
        })),
        label: super::taints::Label::ANY,
        source: Rc::new(SourcePoint::Here),
        trail: super::taints::Trail::default(),
    }))
}

impl State {
    pub fn get(&self, variable: Variable) -> Option<&Cell> {
        self.cells.get(&variable).map(Rc::as_ref)
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn cells(&self) -> impl Iterator<Item = (Variable, &Cell)> {
        self.cells.iter().map(|(variable, cell)| (*variable, cell.as_ref()))
    }

    /// Takes over what another state has in a variable. The functions that are there, at any depth.
    pub fn take(&mut self, variable: Variable, other: &State) -> Vec<UnitId> {
        let mut functions = Vec::new();
        if let Some(cell) = other.cells.get(&variable) {
            cell.each_function(&mut |function| functions.push(function));
            Rc::make_mut(&mut self.cells).insert(variable, Rc::clone(cell));
        }
        functions
    }

    /// Forgets what belongs to the steps of one unit.
    pub fn forget_temporaries(&mut self) {
        let is_temporary = |variable: &Variable| matches!(variable, Variable::Temporary(_));
        if self.cells.keys().next_back().is_some_and(is_temporary) {
            Rc::make_mut(&mut self.cells).retain(|variable, _| !is_temporary(variable));
        }
    }

    /// Whether both hold the same taints at the same places.
    pub fn same(&self, other: &State) -> bool {
        if !self.control.same(&other.control) {
            return false;
        }
        if Rc::ptr_eq(&self.cells, &other.cells) {
            return true;
        }
        let mut pairs = self.cells.iter().zip(other.cells.iter());
        self.cells.len() == other.cells.len()
            && pairs.all(|((one, mine), (two, theirs))| one == two && (Rc::ptr_eq(mine, theirs) || mine.same(theirs)))
    }

    /// Sets a variable, whatever it was.
    pub fn set(&mut self, variable: Variable, mut cell: Cell, limits: &Limits, unwritten: Unwritten<'_>) {
        cell.bound();
        if cell.is_nothing() && unwritten(variable).is_none() {
            if self.cells.contains_key(&variable) {
                Rc::make_mut(&mut self.cells).remove(&variable);
            }
            return;
        }
        if !self.cells.contains_key(&variable) && self.cells.len() >= limits.variables {
            let temporary = self
                .cells
                .keys()
                .find(|variable| matches!(variable, Variable::Temporary(_)))
                .copied();
            match temporary {
                Some(temporary) => Rc::make_mut(&mut self.cells).remove(&temporary),
                None => {
                    self.is_full = true;
                    return;
                }
            };
        }
        Rc::make_mut(&mut self.cells).insert(variable, Rc::new(cell));
    }

    /// Writes a value to a variable or to something below it.
    pub fn write(
        &mut self,
        variable: Variable,
        path: &[CellKey],
        value: &Cell,
        limits: &Limits,
        unwritten: Unwritten<'_>,
    ) {
        let mut cell = match self.cells.get(&variable) {
            Some(cell) => cell.as_ref().clone(),
            None => unwritten(variable).unwrap_or_default(),
        };
        cell.write(path, value, limits);
        self.set(variable, cell, limits, unwritten);
    }

    /// Joins another path. True when something was added.
    pub fn join(&mut self, other: &State, unwritten: Unwritten<'_>) -> bool {
        let mut changed = false;
        self.is_full |= other.is_full;
        if !self.control.clone().with(&other.control).same(&self.control) {
            self.control.add(&other.control);
            changed = true;
        }
        if Rc::ptr_eq(&self.cells, &other.cells) {
            return changed;
        }
        let lacking: Vec<Variable> = self
            .cells
            .keys()
            .filter(|variable| !other.cells.contains_key(variable))
            .copied()
            .collect();
        for variable in lacking {
            let Some(cell) = unwritten(variable) else { continue };
            changed |= self.join_cell(variable, &Rc::new(cell));
        }
        for (variable, theirs) in other.cells.iter() {
            match self.cells.contains_key(variable) {
                true => changed |= self.join_cell(*variable, theirs),
                false => {
                    let mut cell = unwritten(*variable).unwrap_or_default();
                    cell.join(theirs);
                    Rc::make_mut(&mut self.cells).insert(*variable, Rc::new(cell));
                    changed = true;
                }
            }
        }
        changed
    }

    fn join_cell(&mut self, variable: Variable, theirs: &Rc<Cell>) -> bool {
        let Some(mine) = self.cells.get(&variable) else {
            return false;
        };
        if Rc::ptr_eq(mine, theirs) {
            return false;
        }
        if mine.has_all(theirs) {
            return false;
        }
        if theirs.has_all(mine) {
            let changed = !mine.same(theirs);
            Rc::make_mut(&mut self.cells).insert(variable, Rc::clone(theirs));
            return changed;
        }
        let mut joined = mine.as_ref().clone();
        joined.join(theirs);
        joined.bound();
        let changed = !joined.same(mine);
        // Also where only the ways are others: the shorter are kept.
        Rc::make_mut(&mut self.cells).insert(variable, Rc::new(joined));
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_with_very_many_parts_is_told_apart_less() {
        let source = Taint {
            origin: Origin::Source { item: 0, found: 0 },
            label: super::super::taints::Label::SOURCE,
            source: Rc::new(SourcePoint::Here),
            trail: super::super::taints::Trail::default(),
        };
        let tainted = Cell::of(Taints::one(source));
        // Also where all of them are below one part.
        let below = (0..200).map(|at| (CellKey::Position(at), tainted.clone())).collect();
        let one = Cell { below, ..Cell::clean() };
        let mut cell = Cell {
            below: vec![(CellKey::Position(0), one)],
            ..Cell::clean()
        };
        cell.bound();
        assert!(cell.size() <= MAX_CELLS, "{}", cell.size());
        assert_eq!(cell.whole().len(), 1);
    }
}
