//! Flows from sources to sinks: what `mode: taint` rules find.
//!
//! * [`form`]: a file as units of steps;
//! * [`profile`]: the switches in which our answers differ from Opengrep's;
//! * [`compile`], [`labels`]: a rule that can run; [`roles`]: what its patterns match in a file;
//! * [`taints`], [`state`]: what flows, and what variables hold; [`prepared`]: what is computed once of a form;
//! * [`analysis`]: the walk over the steps; [`summary`], [`connected`], [`models`]: calls;
//! * [`results`]: the findings with their ways.
//!
//! Everything happens in one file; [`project`](crate::project) puts the flows of several together. The work of a rule in a file is
//! bounded by its budget.

mod analysis;
pub(crate) mod compile;
mod connected;
pub(crate) mod form;
pub(crate) mod labels;
mod models;
mod prepared;
pub(crate) mod profile;
pub(crate) mod results;
mod roles;
mod state;
mod summary;
pub(crate) mod taints;

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use analysis::{Analysis, Candidates, Setting};
use compile::CompiledTaint;
pub(crate) use connected::Graph;
pub(crate) use form::UnitId;
use form::{Form, UnitKind};
pub(crate) use prepared::Prepared as Layouts;
use prepared::Prepared;
use profile::Profile;
pub(crate) use results::TaintOutcome;
pub use results::{Trace, TracePoint};
pub(crate) use roles::Roles;
use roles::{Found, Role};
pub(crate) use summary::{Calls, Receives};

use crate::compile::{FormulaId, Pool};
use crate::evaluate::Scene;
use crate::matching::File;
use crate::project::{CrossFlows, Crossing, FileIndex};

/// Which answers are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FlowProfile {
    /// Ours: fewer false findings, more true ones.
    #[default]
    Precise,
    /// Those of Opengrep 1.30, for people who compare. Functions are looked at one by one, but for rules with `taint_intrafile`.
    Agreement,
    /// Those of Opengrep 1.30 with `--taint-intrafile`.
    AgreementIntrafile,
}

impl FlowProfile {
    /// The profile of a name: `precise`, `agreement`, `agreement-intrafile`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.name() == name)
    }

    /// All of them.
    pub const ALL: [FlowProfile; 3] = [Self::Precise, Self::Agreement, Self::AgreementIntrafile];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Precise => "precise",
            Self::Agreement => "agreement",
            Self::AgreementIntrafile => "agreement-intrafile",
        }
    }

    fn profile(self) -> &'static Profile {
        match self {
            Self::Precise => &Profile::PRECISE,
            Self::Agreement | Self::AgreementIntrafile => &Profile::AGREEMENT,
        }
    }
}

/// A formula, and the kind of options that it is matched with.
type Evaluated = (FormulaId, usize);

/// What taint rules share in one file, each computed when the first rule needs it.
pub(crate) struct Flows<'e> {
    pool: &'e Pool,
    /// Which of the words that formulas need the file holds.
    words: OnceCell<&'e [bool]>,
    /// The matches of formulas.
    found: RefCell<HashMap<Evaluated, Rc<[Found]>, foldhash::fast::RandomState>>,
    precise: OnceCell<Made>,
    agreement: OnceCell<Made>,
}

#[derive(Debug)]
struct Made {
    form: Form,
    prepared: Prepared,
    calls: OnceCell<(Calls, Graph)>,
}

impl Made {
    fn calls(&self, file: &File<'_>, profile: &Profile) -> &(Calls, Graph) {
        self.calls.get_or_init(|| {
            let calls = Calls::of(file, &self.form, profile);
            let graph = Graph::of(file, &self.form, &self.prepared, &calls);
            (calls, graph)
        })
    }
}

impl<'e> Flows<'e> {
    pub fn new(pool: &'e Pool) -> Self {
        Self {
            pool,
            words: OnceCell::new(),
            found: RefCell::default(),
            precise: OnceCell::new(),
            agreement: OnceCell::new(),
        }
    }

    /// Tells which of the words that formulas need the file holds.
    pub fn tell_words(&self, words: &'e [bool]) {
        self.words.get_or_init(|| words);
    }

    /// The matches of a formula for rules of one kind of options.
    fn found(&self, formula: FormulaId, kind: usize, scene: &Scene<'_>) -> Rc<[Found]> {
        if let Some(known) = self.found.borrow().get(&(formula, kind)) {
            return Rc::clone(known);
        }
        let pooled = self.pool.get(formula);
        let words = self.words.get().copied().unwrap_or_default();
        let has = |word: usize| words.get(word).copied().unwrap_or(true);
        let problems = scene.problems.borrow().len();
        let found: Rc<[Found]> = match pooled.requirement.holds(&has) {
            true => roles::evaluated(&pooled.formula, scene),
            false => Rc::new([]),
        };
        // What was cut short, or told as a problem, is so for this rule alone.
        if !scene.budget.is_exhausted() && scene.problems.borrow().len() == problems {
            self.found.borrow_mut().insert((formula, kind), Rc::clone(&found));
        }
        found
    }

    fn of(&self, file: &File<'_>, profile: &Profile) -> &Made {
        let cell = match *profile == Profile::PRECISE {
            true => &self.precise,
            false => &self.agreement,
        };
        cell.get_or_init(|| {
            let form = form::build(file, profile);
            let prepared = Prepared::of(&form, file);
            Made {
                form,
                prepared,
                calls: OnceCell::new(),
            }
        })
    }
}

/// How often the units of a file are walked until what they leave for each other is known.
const MAX_ROUNDS: usize = 3;

/// What a rule finds in a file, and what was not looked at to its end.
#[derive(Default)]
pub(crate) struct TaintResults {
    pub outcomes: Vec<TaintOutcome>,
    pub unfinished: Vec<std::ops::Range<usize>>,
    /// Where flows that leave the file are asked for, with the sources and sinks that they name.
    pub crossing: Option<(CrossFlows, Roles)>,
}

/// The flows of a rule in a file.
///
/// `kind` tells rules apart whose formulas are matched with different options.
pub(crate) fn find(
    (rule, kind): (&CompiledTaint, usize),
    file: &File<'_>,
    flows: &Flows<'_>,
    scene: &Scene<'_>,
    flow_profile: FlowProfile,
    crossing: Option<Crossing<'_>>,
) -> TaintResults {
    let found = |formula: FormulaId| flows.found(formula, kind, scene);
    let Some(roles) = Roles::of(rule, scene, &found, crossing.is_some()) else {
        return TaintResults::default();
    };
    let profile = flow_profile.profile();
    let made = flows.of(file, profile);
    if made.form.units.is_empty() {
        return TaintResults::default();
    }
    let across = flow_profile != FlowProfile::Agreement || rule.options.intrafile;
    let mut setting = Setting {
        file,
        form: &made.form,
        prepared: &made.prepared,
        rule,
        roles: &roles,
        profile,
        budget: scene.budget,
        calls: None,
        crossing: None,
    };
    let mut analysis = Analysis::new(setting);
    let span = |unit: UnitId| file.tree.span(made.form.units[unit.index()].node);
    let units = |analysed: fn(UnitKind) -> bool| {
        let units = made.form.units.iter().enumerate();
        units
            .filter(move |(_, unit)| analysed(unit.kind))
            .map(|(number, _)| UnitId(number as u32))
    };
    // The file and the bodies of classes first: functions see the variables of theirs that keep their value.
    for unit in units(|kind| matches!(kind, UnitKind::File | UnitKind::ClassBody)) {
        if !roles.has_within(Role::Source, &span(unit)) {
            continue;
        }
        let exit = analysis.analyse(unit, false);
        analysis.keep_globals(&exit);
        // It is looked at again with its calls. To Opengrep only if they connect it, and class bodies never.
        if across && (profile.unconnected || made.form.units[unit.index()].kind == UnitKind::File) {
            analysis.candidates = Candidates::default();
        }
    }
    if across {
        let (calls, graph) = made.calls(file, profile);
        setting.calls = Some(calls);
        setting.crossing = crossing.map(|crossing| crossing.calls);
        analysis.set = setting;
        let more = crossing.map(|crossing| crossing.units).unwrap_or_default();
        let units = connected::connected(&setting, graph, profile.unconnected, more);
        // What a method or function leaves for others is known after it: then they are looked at again.
        let rounds = if profile.fields { MAX_ROUNDS } else { 1 };
        for _ in 0..rounds {
            let before = analysis.left();
            for unit in &units {
                analysis.analyse(*unit, true);
            }
            if analysis.left() == before {
                break;
            }
        }
    } else {
        for unit in units(|kind| kind == UnitKind::Function) {
            let here = span(unit);
            let has_source = analysis.has_globals() || roles.has_within(Role::Source, &here);
            if has_source && roles.has_within(Role::Sink, &here) {
                analysis.analyse(unit, false);
            }
        }
    }
    let mut unfinished: Vec<_> = analysis.unfinished.iter().map(|unit| span(*unit)).collect();
    unfinished.extend(made.form.cut.iter().map(|unit| span(*unit)));
    unfinished.sort_unstable_by_key(|range| (range.start, range.end));
    unfinished.dedup();
    let crossing = crossing.map(|crossing| results::crossing(&mut analysis, crossing.units, &made.form.cut));
    let outcomes = results::outcomes(&mut analysis, scene);
    TaintResults {
        outcomes,
        unfinished,
        crossing: crossing.map(|flows| (flows, roles)),
    }
}

/// The units in which a rule has sources, and those in which it has sinks. None when it has neither, or does not look beyond a file.
pub(crate) fn ends(
    (rule, kind): (&CompiledTaint, usize),
    file: &File<'_>,
    flows: &Flows<'_>,
    scene: &Scene<'_>,
) -> Option<[Vec<UnitId>; 2]> {
    let is_plain = rule
        .sources
        .iter()
        .all(|source| source.requires.is_none() && source.label == taints::Label::SOURCE)
        && rule.sinks.iter().all(|sink| sink.requires.is_none());
    if !is_plain {
        return None;
    }
    let layouts = &flows.of(file, &Profile::PRECISE).prepared;
    let units = |formulas: Vec<FormulaId>| {
        let found = formulas.into_iter().map(|formula| flows.found(formula, kind, scene));
        let mut units: Vec<UnitId> = Vec::new();
        for found in found {
            units.extend(found.iter().map(|found| layouts.unit_around(&found.range)));
        }
        units.sort_unstable();
        units.dedup();
        units
    };
    let sinks = units(rule.sinks.iter().map(|item| item.formula).collect());
    let sources = units(rule.sources.iter().map(|item| item.formula).collect());
    (!sinks.is_empty() || !sources.is_empty()).then_some([sources, sinks])
}

/// What a file offers to others and takes from them, without the rules.
pub(crate) fn index(path: &str, file: &File<'_>, flows: &Flows<'_>) -> FileIndex {
    let made = flows.of(file, &Profile::PRECISE);
    let (calls, graph) = made.calls(file, &Profile::PRECISE);
    crate::project::index(path, file, (&made.form, &made.prepared), (calls, graph))
}
