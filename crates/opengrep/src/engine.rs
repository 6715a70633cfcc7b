//! Rules that run together on texts: one pass for the words that rules need, one tree, then every rule that is left.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use syntax::Language;
use syntax::tree::{Names, ProblemKind, Symbol, Tree};

use crate::comparison::Clock;
use crate::compile::{Body, CompiledRule, Pool, Programs, attach_names, compile};
use crate::evaluate::{GenericTexts, MAX_RESULTS, Outcome, ResultKind, Scene};
use crate::generic::looks_unreadable;
use crate::matching::{Budget, File, Value};
use crate::message;
use crate::project::{Crossing, FileFlows, FileIndex, From, RuleFlows, RuleUnits, SourceHere, Task, To};
use crate::regex::Regex;
use crate::rule::{FixRegex, Level, Options, Rule, RuleProblem, Target, name_library};
use crate::taint::{self, FlowProfile, Flows, TaintOutcome, TaintResults, Trace};

/// The steps that a rule may take in one text, by default: about a second of work.
pub const DEFAULT_STEPS: u64 = 20_000_000;

/// The memory that the regular expressions of all rules of an engine may take together, in bytes: 128 MiB, by default.
pub const MAX_PROGRAMS_BYTES: usize = 128 * 1024 * 1024;

/// The seconds that a rule may take in one text, by default. Steps end a rule long before, but for work that is not counted exactly.
pub const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// The longest text that is shown of a metavariable, in bytes; a longer one is cut, and a fix that needs it is left out.
pub const MAX_TEXT_BYTES: usize = 4_000;

/// Rules that are ready to run. It is shared between threads.
#[derive(Debug)]
pub struct Engine {
    rules: Vec<CompiledRule>,
    /// The formulas of taint rules.
    pool: Pool,
    /// For each rule, which of the rules whose formulas are matched with the same options it is like.
    alike: Vec<usize>,
    names: Arc<Names>,
    /// The words that rules need, and their numbers.
    words: HashMap<Arc<str>, usize, foldhash::fast::RandomState>,
    time: Duration,
    steps: u64,
    profile: FlowProfile,
    program_bytes: usize,
}

/// A text and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Input<'i> {
    /// Where it is, with `/`, relative to what is scanned: for `paths` of rules.
    pub path: &'i str,
    /// The text.
    pub text: &'i str,
    /// Its language; none for other text, on which only rules for `generic` and `regex` run.
    pub language: Option<Language>,
    /// Whether `paths` of rules are obeyed; rule tests ignore them.
    pub obey_paths: bool,
}

/// What the rules found in a text.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// In the order of the text: by start, end, then rule.
    pub findings: Vec<Finding>,
    /// Rules that were stopped, and parts that could not be read.
    pub problems: Vec<Problem>,
}

/// A place where a rule matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The number of the rule in [`Engine::rules`].
    pub rule: usize,
    /// The bytes.
    pub range: Range<usize>,
    /// The message of the rule, with what the metavariables stand for. It quotes the text: mask it before it is shown.
    pub message: String,
    /// What the metavariables stand for, in the order in which they were met.
    pub metavariables: Vec<Metavariable>,
    /// What replaces the bytes, if the rule has a fix.
    pub fix: Option<String>,
    /// The way from a source to a sink, of taint rules.
    pub trace: Option<Trace>,
}

/// What a metavariable stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metavariable {
    /// With its `$`.
    pub name: String,
    /// Where it stands; empty for an empty list.
    pub range: Range<usize>,
    /// Its text.
    pub text: String,
    /// The text of what it is known to be, when that is another: the source of the expression that a variable was assigned.
    pub value: Option<String>,
}

/// What a rule has at hand in one text: what it may spend, what goes wrong, what time it is.
struct Bench {
    budget: Budget,
    problems: RefCell<Vec<String>>,
    clock: Clock,
}

/// What went wrong in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The rule, when it is one rule's.
    pub rule: Option<usize>,
    /// Where, when it is a part of the text.
    pub range: Option<Range<usize>>,
    /// What.
    pub message: String,
}

impl Engine {
    /// Makes rules ready. Those that cannot run are left out and told; so are those whose regular expressions would take more than
    /// [`MAX_PROGRAMS_BYTES`] together with those of the rules before.
    pub fn new(rules: Vec<Rule>) -> (Self, Vec<RuleProblem>) {
        Self::within(MAX_PROGRAMS_BYTES, rules)
    }

    /// [`new`](Self::new) with another bound on the memory of all regular expressions together, in bytes.
    ///
    /// What an expression takes is told before it is compiled, when it is first searched, so that the same rules are left out in
    /// every run.
    pub fn within(program_bytes: usize, rules: Vec<Rule>) -> (Self, Vec<RuleProblem>) {
        let mut programs = Programs {
            taken: 0,
            limit: program_bytes,
        };
        let (mut names, mut pool) = (Names::default(), Pool::default());
        let (mut ready, mut problems) = (Vec::new(), Vec::new());
        for rule in rules {
            let (id, libraries) = (rule.id.clone(), Arc::clone(&rule.libraries));
            match compile(rule, &mut names, &mut programs, &mut pool) {
                Ok(rule) => ready.push(rule),
                Err((line, message)) => {
                    let mut problem = RuleProblem {
                        rule: Some(id),
                        key: String::new(),
                        library: None,
                        line,
                        level: Level::Error,
                        message,
                    };
                    name_library(&mut problem, &libraries);
                    problems.push(problem);
                }
            }
        }
        let names = Arc::new(names);
        let mut words: Vec<Arc<str>> = Vec::new();
        for rule in &mut ready {
            if let Body::Search(formula) = &mut rule.body {
                attach_names(formula, &names);
            }
            let mut required = Vec::new();
            rule.requirement.names(&mut required);
            words.extend(required.into_iter().cloned());
        }
        for pooled in pool.finish() {
            attach_names(&mut pooled.formula, &names);
            let mut required = Vec::new();
            pooled.requirement.names(&mut required);
            words.extend(required.into_iter().cloned());
        }
        words.sort_unstable();
        words.dedup();
        let number = |name: &str| words.binary_search_by(|word| (**word).cmp(name)).ok();
        for rule in &mut ready {
            rule.requirement.number(&number);
        }
        for pooled in pool.finish() {
            pooled.requirement.number(&number);
        }
        let mut kinds: Vec<Options> = Vec::new();
        let alike = ready.iter().map(|rule| {
            let options = Options {
                taint: Vec::new(),
                max_match_per_file: None,
                ..rule.rule.options.clone()
            };
            let known = kinds.iter().position(|kind| *kind == options);
            known.unwrap_or_else(|| {
                kinds.push(options);
                kinds.len() - 1
            })
        });
        let alike = alike.collect();
        let words: HashMap<Arc<str>, usize, foldhash::fast::RandomState> = words
            .into_iter()
            .enumerate()
            .map(|(number, word)| (word, number))
            .collect();
        let engine = Self {
            rules: ready,
            pool,
            alike,
            names,
            words,
            steps: DEFAULT_STEPS,
            time: DEFAULT_TIME,
            profile: FlowProfile::default(),
            program_bytes: programs.taken,
        };
        (engine, problems)
    }

    /// The same rules with another bound on the steps of a rule in one text.
    pub fn with_steps(mut self, steps: u64) -> Self {
        self.steps = steps;
        self
    }

    /// The same rules with other answers of taint rules that ask for none ([`Rule::flow_profile`]).
    pub fn with_profile(mut self, profile: FlowProfile) -> Self {
        self.profile = profile;
        self
    }

    /// About the most memory that the regular expressions of all rules take, in bytes.
    pub fn program_bytes(&self) -> usize {
        self.program_bytes
    }

    /// The rules that run.
    pub fn rules(&self) -> impl ExactSizeIterator<Item = &Rule> {
        self.rules.iter().map(|compiled| &compiled.rule)
    }

    /// Whether a rule, by its number in [`Engine::rules`], is one for a text: its language, its path.
    pub fn is_for(&self, rule: usize, input: &Input<'_>) -> bool {
        let rule = self.rules.get(rule);
        rule.is_some_and(|rule| self.runs_on(rule, input, &languages_of(input.language)).is_some())
    }

    /// What the rules find in a text.
    pub fn scan(&self, input: &Input<'_>) -> Report {
        self.look(input, None).0
    }

    /// What the rules find in a text, and what it offers to other files and takes from them. `key` turns the number of a rule in
    /// [`Engine::rules`] into one that is the same for all engines of the project. There is no index of a text whose language has no
    /// flows, or when no rule of the engine has.
    pub fn scan_and_index(&self, input: &Input<'_>, key: &dyn Fn(usize) -> usize) -> (Report, Option<FileIndex>) {
        self.look(input, Some(key))
    }

    fn look(&self, input: &Input<'_>, key: Option<&dyn Fn(usize) -> usize>) -> (Report, Option<FileIndex>) {
        let languages = languages_of(input.language);
        let found_words = OnceCell::new();
        let tree = OnceCell::new();
        let file = OnceCell::new();
        let generic = RefCell::new(Vec::new());
        let flows = Flows::new(&self.pool);
        let mut report = Report::default();
        let mut index: Option<FileIndex> = None;
        for (number, rule) in self.rules.iter().enumerate() {
            let Some(runs) = self.runs_on(rule, input, &languages) else {
                continue;
            };
            let words = found_words.get_or_init(|| self.words_of(input.text));
            let is_indexed = key.is_some() && self.crosses(rule);
            let may_match = rule.requirement.holds(&|number| words[number]);
            if !may_match && !is_indexed {
                continue;
            }
            let file = match runs {
                Runs::OnTree(language) => match tree.get_or_init(|| self.tree(input, language)) {
                    Some(tree) => Some(file.get_or_init(|| File::new(tree, language))),
                    None => continue,
                },
                Runs::OnText => None,
            };
            flows.tell_words(words);
            if let (true, Some(file), Some(key)) = (is_indexed, file, key) {
                let index = index.get_or_insert_with(|| taint::index(input.path, file, &flows));
                let ends = self.ends(number, rule, input, file, &flows);
                index.add(ends.map(|[sources, sinks]| RuleUnits {
                    rule: key(number),
                    sources,
                    sinks,
                }));
            }
            if may_match {
                self.run(number, rule, input, (file, &generic, &flows), &mut report);
            }
        }
        if let Some(Some(tree)) = tree.get() {
            report.problems.extend(tree.problems().iter().map(|problem| Problem {
                rule: None,
                range: Some(problem.span.clone()),
                message: match problem.kind {
                    ProblemKind::Syntax => "not read: a syntax error".to_owned(),
                    ProblemKind::TooDeep => "not read: nested too deep".to_owned(),
                    ProblemKind::TooLarge => "not read: aliases that stand for too much".to_owned(),
                },
            }));
        } else if let Some(None) = tree.get() {
            report.problems.push(Problem {
                rule: None,
                range: None,
                message: "the text could not be parsed".to_owned(),
            });
        }
        report.findings.sort_by(|one, other| {
            let key = |finding: &Finding| (finding.range.start, finding.range.end);
            let id = |finding: &Finding| self.rules[finding.rule].rule.id.clone();
            key(one).cmp(&key(other)).then_with(|| id(one).cmp(&id(other)))
        });
        (report, index)
    }

    /// Whether flows of a rule are followed to other files.
    fn crosses(&self, rule: &CompiledRule) -> bool {
        let profile = rule.rule.flow_profile().unwrap_or(self.profile);
        matches!(rule.body, Body::Taint(_)) && profile == FlowProfile::Precise
    }

    fn ends(
        &self,
        number: usize,
        rule: &CompiledRule,
        input: &Input<'_>,
        file: &File<'_>,
        flows: &Flows<'_>,
    ) -> Option<[Vec<taint::UnitId>; 2]> {
        let Body::Taint(taint) = &rule.body else { return None };
        let bench = self.bench();
        let scene = self.scene(rule, input, (Some(file), None), &bench);
        taint::ends((taint, self.alike[number]), file, flows, &scene)
    }

    /// The flows of the rules of a task in a text: see [`project`](crate::project).
    pub fn flows(&self, input: &Input<'_>, task: &Task, key: &dyn Fn(usize) -> usize) -> FileFlows {
        let mut made = FileFlows::default();
        let languages = languages_of(input.language);
        let Some(language) = input.language else { return made };
        let Some(tree) = self.tree(input, language) else {
            return made;
        };
        let file = File::new(&tree, language);
        let words = self.words_of(input.text);
        let flows = Flows::new(&self.pool);
        flows.tell_words(&words);
        for (number, rule) in self.rules.iter().enumerate() {
            let Some(units) = task.rules.get(&key(number)) else {
                continue;
            };
            if self.runs_on(rule, input, &languages).is_none() {
                continue;
            }
            let crossing = Crossing {
                calls: &task.calls,
                units,
            };
            match self.flows_of(number, rule, input, (&file, &flows), crossing) {
                Some((found, flows)) => {
                    made.findings.extend(found);
                    made.rules.push((key(number), flows));
                }
                None => made.stopped.push(key(number)),
            }
        }
        made
    }

    /// What a rule finds within a text, and its flows beyond it; `None` when it was stopped.
    fn flows_of(
        &self,
        number: usize,
        rule: &CompiledRule,
        input: &Input<'_>,
        (file, flows): (&File<'_>, &Flows<'_>),
        crossing: Crossing<'_>,
    ) -> Option<(Vec<Finding>, RuleFlows)> {
        let Body::Taint(taint) = &rule.body else {
            return None;
        };
        let bench = self.bench();
        let scene = self.scene(rule, input, (Some(file), None), &bench);
        let kind = self.alike[number];
        let TaintResults {
            outcomes,
            crossing: crossed,
            ..
        } = taint::find((taint, kind), file, flows, &scene, FlowProfile::Precise, Some(crossing));
        if bench.budget.is_exhausted() {
            return None;
        }
        let outcomes = outcomes.into_iter().take(MAX_RESULTS).map(with_trace);
        let found = outcomes.map(|(outcome, trace)| self.finding(number, rule, &scene, outcome, trace));
        let mut found = told_once(found.collect());
        if let Some(most) = rule.rule.options.max_match_per_file {
            found.truncate(most);
        }
        let mut made = RuleFlows {
            at_source: taint.options.focus_on_source,
            ..RuleFlows::default()
        };
        if let Some((crossed, roles)) = crossed {
            let units = crossing.units.iter().copied();
            made.known = units.filter(|unit| !crossed.unfinished.contains(unit)).collect();
            made.known.sort_unstable();
            for flow in &crossed.flows {
                if let From::Source(source) = flow.from {
                    made.sources.entry(source).or_insert_with(|| {
                        let here = &roles.sources[usize::from(source.0)][source.1 as usize];
                        let bound = here.bindings.iter();
                        SourceHere {
                            range: here.range.clone(),
                            metavariables: bound
                                .filter_map(|(name, value)| self.shown(&scene, *name, value))
                                .collect(),
                        }
                    });
                }
                if let To::Sink(sink) = flow.to {
                    made.sinks.entry(sink).or_insert_with(|| {
                        let here = &roles.sinks[usize::from(sink.0)][sink.1 as usize];
                        let outcome = Outcome {
                            range: here.range.clone(),
                            bindings: here.bindings.clone(),
                            kind: ResultKind::Plain,
                            fix: None,
                        };
                        self.finding(number, rule, &scene, outcome, None)
                    });
                }
            }
            made.flows = crossed.flows;
        }
        Some((found, made))
    }

    /// What one rule has at hand in one text.
    fn bench(&self) -> Bench {
        Bench {
            budget: Budget::new(self.steps).until(Instant::now() + self.time),
            problems: RefCell::default(),
            clock: Clock {
                now: Timestamp::now(),
                time_zone: TimeZone::UTC,
            },
        }
    }

    /// What a rule is evaluated in.
    fn scene<'s>(
        &'s self,
        rule: &'s CompiledRule,
        input: &Input<'s>,
        (file, generic): (Option<&'s File<'s>>, Option<&'s GenericTexts>),
        bench: &'s Bench,
    ) -> Scene<'s> {
        Scene {
            text: input.text,
            file,
            below: None,
            options: &rule.rule.options,
            budget: &bench.budget,
            clock: &bench.clock,
            names: &self.names,
            problems: &bench.problems,
            generic,
        }
    }

    fn runs_on(&self, rule: &CompiledRule, input: &Input<'_>, languages: &[Language]) -> Option<Runs> {
        if input.obey_paths && !rule.paths.admits(input.path) {
            return None;
        }
        rule.rule.languages.iter().find_map(|target| match target {
            Target::Language(language) => languages.contains(language).then_some(Runs::OnTree(input.language?)),
            Target::Generic => (!looks_unreadable(head(input.text))).then_some(Runs::OnText),
            Target::Regex => Some(Runs::OnText),
        })
    }

    fn tree(&self, input: &Input<'_>, language: Language) -> Option<Tree> {
        syntax::lower(language, &Arc::from(input.text), Some(Arc::clone(&self.names)))
    }

    /// Which of the required words a text holds.
    fn words_of(&self, text: &str) -> Vec<bool> {
        let mut found = vec![false; self.words.len()];
        let mut note = |word: &str| {
            if let Some(number) = self.words.get(word) {
                found[*number] = true;
            }
        };
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
        for word in text
            .split(|c: char| c.is_ascii() && !is_part(c as u8))
            .filter(|word| !word.is_empty())
        {
            note(word);
            // Generic mode ends words at letters that are not ASCII.
            if !word.is_ascii() {
                word.split(|c: char| !c.is_ascii()).for_each(&mut note);
            }
        }
        found
    }

    fn run(
        &self,
        number: usize,
        rule: &CompiledRule,
        input: &Input<'_>,
        (file, generic, flows): (Option<&File<'_>>, &GenericTexts, &Flows<'_>),
        report: &mut Report,
    ) {
        let bench = self.bench();
        let scene = self.scene(rule, input, (file, Some(generic)), &bench);
        let mut unfinished = Vec::new();
        let results: Vec<(Outcome, Option<Trace>)> = match (&rule.body, file) {
            (Body::Search(formula), _) => {
                let found = scene.evaluate(formula, &[]);
                found.into_iter().map(|outcome| (outcome, None)).collect()
            }
            (Body::Taint(taint), Some(file)) => {
                let profile = rule.rule.flow_profile().unwrap_or(self.profile);
                let found = taint::find((taint, self.alike[number]), file, flows, &scene, profile, None);
                unfinished = found.unfinished;
                found.outcomes.into_iter().map(with_trace).collect()
            }
            (Body::Taint(_), None) => Vec::new(),
        };
        let told = |message: String| Problem {
            rule: Some(number),
            range: None,
            message,
        };
        if bench.budget.is_exhausted() {
            let (steps, time) = (self.steps, self.time.as_secs());
            report.problems.push(told(format!(
                "stopped after {steps} steps or {time} seconds: results may be missing"
            )));
            // It says so of the whole text.
            unfinished.clear();
        }
        report.problems.extend(unfinished.into_iter().map(|range| Problem {
            rule: Some(number),
            range: Some(range),
            message: "flows were not followed to their end: results may be missing".to_owned(),
        }));
        let cut = results.len() > MAX_RESULTS;
        let mut messages = bench.problems.take();
        messages.dedup();
        report.problems.extend(messages.into_iter().map(told));
        let results = results.into_iter().take(MAX_RESULTS);
        let found = results.map(|(result, trace)| self.finding(number, rule, &scene, result, trace));
        let mut found = told_once(found.collect());
        if cut {
            let shown = found.len();
            report.problems.push(told(format!(
                "more than {MAX_RESULTS} results: of the first {MAX_RESULTS}, {shown} read differently and are shown"
            )));
        }
        if let Some(most) = rule.rule.options.max_match_per_file {
            found.truncate(most);
        }
        report.findings.append(&mut found);
    }

    fn finding(
        &self,
        number: usize,
        rule: &CompiledRule,
        scene: &Scene<'_>,
        result: Outcome,
        trace: Option<Trace>,
    ) -> Finding {
        let metavariables: Vec<Metavariable> = result
            .bindings
            .iter()
            .filter_map(|(name, value)| self.shown(scene, *name, value))
            .collect();
        let text = |name: &str| {
            metavariables
                .iter()
                .find(|bound| bound.name == name)
                .map(|bound| bound.text.as_str())
        };
        let value = |name: &str| {
            metavariables
                .iter()
                .find(|bound| bound.name == name)
                .and_then(|bound| bound.value.as_deref())
        };
        let template = result
            .fix
            .as_deref()
            .filter(|_| rule.rule.fix.is_none())
            .or(rule.rule.fix.as_deref());
        // A fix with a text that was cut would lose code.
        let is_whole = metavariables.iter().all(|bound| bound.text.len() <= MAX_TEXT_BYTES);
        let fix = match (template, rule.rule.fix_regex.as_ref().zip(rule.fix.as_ref())) {
            (Some(template), _) if is_whole => {
                let line_start = scene.text[..result.range.start].rfind('\n').map_or(0, |at| at + 1);
                let indent = scene.text[line_start..result.range.start].chars().count();
                Some(message::fix(template, indent, text, value))
            }
            (None, Some((fix, regex))) => fix_by_regex(fix, regex, &scene.text[result.range.clone()]),
            _ => None,
        };
        Finding {
            rule: number,
            message: message::interpolate(&rule.rule.message, text, value),
            range: result.range.clone(),
            fix,
            metavariables,
            trace,
        }
    }

    fn shown(&self, scene: &Scene<'_>, name: Symbol, value: &Value) -> Option<Metavariable> {
        let name = self.names.text(name);
        if name.is_empty() {
            return None;
        }
        let text = bounded(&scene.text_of(value).unwrap_or_default());
        let known = scene.propagated_text(value).map(|known| bounded(&known));
        Some(Metavariable {
            name: name.to_owned(),
            range: scene.range_of(value).unwrap_or(0..0),
            value: known.filter(|known| *known != text),
            text,
        })
    }
}

/// Of findings that read the same the first, in the order of the text.
fn told_once(mut found: Vec<Finding>) -> Vec<Finding> {
    found.sort_by_cached_key(|finding| {
        let bound = finding.metavariables.iter();
        let mut places: Vec<_> = bound.map(|bound| (bound.range.start, bound.name.clone())).collect();
        places.sort();
        (finding.range.start, finding.range.end, places, finding.message.clone())
    });
    let mut seen = HashSet::new();
    found.retain(|finding| seen.insert((finding.range.clone(), finding.message.clone())));
    found
}

fn with_trace(found: TaintOutcome) -> (Outcome, Option<Trace>) {
    let outcome = Outcome {
        range: found.range,
        bindings: found.bindings,
        kind: ResultKind::Plain,
        fix: None,
    };
    (outcome, Some(found.trace))
}

#[derive(Clone, Copy)]
enum Runs {
    OnTree(Language),
    OnText,
}

fn fix_by_regex(fix: &FixRegex, regex: &Regex, text: &str) -> Option<String> {
    let find_all = |text: &str| {
        let matches = regex.find_all(text);
        let groups = matches.into_iter().map(|captures| {
            let mut groups = vec![None; regex.group_count() + 1];
            groups[0] = Some(captures.range);
            for group in captures.groups {
                groups[group.number] = Some(group.range);
            }
            groups
        });
        groups.collect()
    };
    message::replace(fix, text, find_all).ok().filter(|fixed| fixed != text)
}

/// A text, cut where it is longer than what is shown of one metavariable.
fn bounded(text: &str) -> String {
    const MARK: &str = " [truncated]";
    if text.len() <= MAX_TEXT_BYTES {
        return text.to_owned();
    }
    let end = (0..=MAX_TEXT_BYTES)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    format!("{}{MARK}", &text[..end])
}

/// What the test of unreadable files looks at.
fn head(text: &str) -> &[u8] {
    const HEAD: usize = 4096;
    &text.as_bytes()[..text.len().min(HEAD)]
}

fn languages_of(language: Option<Language>) -> Vec<Language> {
    language.map(rules_for).unwrap_or_default()
}

/// The languages whose rules run on a file of a language: its own, and those it is a form of.
pub fn rules_for(language: Language) -> Vec<Language> {
    let mut found = vec![language];
    found.extend(
        language
            .parents()
            .iter()
            .filter(|parent| !parent.scripts_only)
            .map(|parent| parent.language),
    );
    if language == Language::TypeScript {
        found.push(Language::JavaScript);
    }
    found
}
