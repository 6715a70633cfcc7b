//! Rules made ready to run: patterns as trees, regular expressions as programs, names as symbols.

use std::collections::HashMap;
use std::sync::Arc;

use syntax::Language;
use syntax::tree::{Names, Symbol};

use crate::comparison::Comparison;
use crate::generic::GenericPattern;
use crate::globs::PathFilter;
use crate::pattern::Pattern;
use crate::regex::{Mode as RegexMode, Regex};
use crate::rule::{Analyzer, Condition, Formula, GenericOptions, Mode, Options, Rule, Taint, Target, Text};
use crate::taint::compile::{CompiledTaint, Propagator, Sanitizer, Sink, Source, TaintOptions, flow_words};
use crate::taint::labels::Requires;
use crate::taint::taints::Label;

/// A rule that can run.
#[derive(Debug)]
pub(crate) struct CompiledRule {
    pub rule: Rule,
    pub paths: PathFilter,
    pub body: Body,
    pub requirement: Requirement,
    /// Of `fix-regex`, where it is correct.
    pub fix: Option<Regex>,
}

/// What a rule looks for.
#[derive(Debug)]
pub(crate) enum Body {
    Search(Box<Compiled>),
    Taint(Box<CompiledTaint>),
}

/// A formula of taint rules, by its place in [`Pool::formulas`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FormulaId(u32);

/// The formulas of taint rules, each once: many rules use the definitions of one library.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    formulas: Vec<Pooled>,
    /// Where each stands; empty when all rules are compiled.
    known: HashMap<(Target, Formula), FormulaId, foldhash::fast::RandomState>,
}

/// A formula and what a text must hold for it.
#[derive(Debug)]
pub(crate) struct Pooled {
    pub formula: Compiled,
    pub requirement: Requirement,
}

impl Pool {
    pub fn get(&self, id: FormulaId) -> &Pooled {
        &self.formulas[id.0 as usize]
    }

    /// Every formula, when no rule is added any more.
    pub fn finish(&mut self) -> &mut [Pooled] {
        self.known = HashMap::default();
        &mut self.formulas
    }

    fn forget_from(&mut self, length: usize) {
        self.formulas.truncate(length);
        self.known.retain(|_, id| (id.0 as usize) < length);
    }
}

/// A formula that can run.
#[derive(Debug)]
pub(crate) enum Compiled {
    Pattern(Pattern),
    Generic(GenericPattern, Vec<Arc<str>>),
    Regex(CompiledRegex),
    All(Box<CompiledConjunction>),
    Any(Vec<Compiled>),
    Inside(Box<Compiled>),
    Anywhere(Box<Compiled>),
}

/// A regular expression and the symbols of its groups.
#[derive(Debug)]
pub(crate) struct CompiledRegex {
    pub regex: Regex,
    /// `$1`, `$2`, …
    pub numbers: Vec<Symbol>,
    /// `$NAME`
    pub names: Vec<(String, Symbol)>,
}

#[derive(Debug)]
pub(crate) struct CompiledConjunction {
    pub positives: Vec<Compiled>,
    pub negatives: Vec<Compiled>,
    pub conditions: Vec<CompiledCondition>,
    pub focus: Vec<Vec<Symbol>>,
    pub bind_as: Option<Symbol>,
    pub fix: Option<String>,
}

#[derive(Debug)]
pub(crate) enum CompiledCondition {
    Regex {
        metavariable: Symbol,
        regex: CompiledRegex,
        constant_propagation: bool,
    },
    Pattern {
        metavariable: Symbol,
        language: Option<Target>,
        formula: Compiled,
    },
    Comparison {
        comparison: Comparison,
        names: Vec<(String, Symbol)>,
        strip: bool,
    },
    Analysis {
        metavariable: Symbol,
        analyzer: Analyzer,
    },
    Type {
        metavariable: Symbol,
        types: Vec<Pattern>,
    },
}

/// What the text of a file must hold for a formula to match in it at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Requirement {
    /// Nothing.
    Nothing,
    /// This name.
    Name(Arc<str>),
    /// The name of this number.
    Word(usize),
    /// All of these.
    All(Vec<Requirement>),
    /// One of these.
    Any(Vec<Requirement>),
}

impl Requirement {
    /// Whether a text fulfils it. `has` says which numbered names it holds.
    pub fn holds(&self, has: &impl Fn(usize) -> bool) -> bool {
        match self {
            Self::Nothing | Self::Name(_) => true,
            Self::Word(number) => has(*number),
            Self::All(parts) => parts.iter().all(|part| part.holds(has)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(has)),
        }
    }

    /// Names get their numbers.
    pub fn number(&mut self, number_of: &impl Fn(&str) -> Option<usize>) {
        match self {
            Self::Nothing | Self::Word(_) => {}
            Self::Name(name) => *self = number_of(name).map_or(Self::Nothing, Self::Word),
            Self::All(parts) | Self::Any(parts) => parts.iter_mut().for_each(|part| part.number(number_of)),
        }
    }

    /// Every name in it.
    pub fn names<'r>(&'r self, out: &mut Vec<&'r Arc<str>>) {
        match self {
            Self::Nothing | Self::Word(_) => {}
            Self::Name(name) => out.push(name),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.names(out)),
        }
    }

    fn all(parts: impl Iterator<Item = Requirement>) -> Self {
        let parts: Vec<_> = parts.filter(|part| *part != Self::Nothing).collect();
        if parts.is_empty() {
            Self::Nothing
        } else {
            Self::All(parts)
        }
    }

    fn any(parts: Vec<Requirement>) -> Self {
        if parts.is_empty() || parts.contains(&Self::Nothing) {
            Self::Nothing
        } else {
            Self::Any(parts)
        }
    }
}

/// Makes a rule ready. Its regular expressions may take `programs` bytes; what they take goes off that.
///
/// # Errors
///
/// A text that says which part of the rule is wrong, and the line of the rule file.
pub(crate) fn compile(
    rule: Rule,
    names: &mut Names,
    programs: &mut Programs,
    pool: &mut Pool,
) -> Result<CompiledRule, (usize, String)> {
    let paths = PathFilter::new(&rule.paths).map_err(|problem| (rule.line, problem))?;
    // Patterns are written in the first language that can read them.
    let (mut first_problem, mut compiled) = (None, None);
    let (before, pooled) = (programs.taken, pool.formulas.len());
    for target in &rule.languages {
        programs.taken = before;
        pool.forget_from(pooled);
        let mut compiler = Compiler {
            names,
            options: &rule.options,
            programs,
            pool,
        };
        let body = match &rule.mode {
            Mode::Search(formula) => {
                let formula = compiler.formula(formula, *target);
                formula.map(|formula| Body::Search(Box::new(formula)))
            }
            Mode::Taint(taint) => compiler
                .taint(taint, &rule.metadata, *target)
                .map(|taint| Body::Taint(Box::new(taint))),
        };
        match body {
            Ok(body) => {
                compiled = Some(body);
                break;
            }
            Err(problem) => first_problem = first_problem.or(Some(problem)),
        }
    }
    let Some(body) = compiled else {
        programs.taken = before;
        pool.forget_from(pooled);
        let no_language = || (rule.line, "the rule has no language".to_owned());
        return Err(first_problem.unwrap_or_else(no_language));
    };
    let fix = rule
        .fix_regex
        .as_ref()
        .and_then(|fix| Regex::new(&fix.regex, RegexMode::Condition).ok());
    if let Some(Err(problem)) = fix.as_ref().map(|fix| programs.take(fix.program_bytes())) {
        programs.taken = before;
        pool.forget_from(pooled);
        return Err((rule.line, problem));
    }
    let requirement = match &body {
        Body::Search(formula) => requirement(formula, names),
        Body::Taint(taint) => {
            let needed = |id: FormulaId| pool.get(id).requirement.clone();
            let sources = taint.sources.iter().map(|item| needed(item.formula)).collect();
            let sinks = taint.sinks.iter().map(|item| needed(item.formula)).collect();
            Requirement::all([Requirement::any(sources), Requirement::any(sinks)].into_iter())
        }
    };
    Ok(CompiledRule {
        paths,
        body,
        requirement,
        fix,
        rule,
    })
}

/// The memory that the regular expressions of all rules of an engine take together, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Programs {
    pub taken: usize,
    pub limit: usize,
}

impl Programs {
    fn take(&mut self, bytes: usize) -> Result<(), String> {
        let all = self.taken.saturating_add(bytes);
        if all > self.limit {
            return Err(format!(
                "its regular expressions would take about {bytes} bytes more, and those of all rules together may take {} bytes: use \
                 fewer rules at a time, or let the expressions repeat less often",
                self.limit
            ));
        }
        self.taken = all;
        Ok(())
    }
}

struct Compiler<'c> {
    names: &'c mut Names,
    options: &'c Options,
    programs: &'c mut Programs,
    pool: &'c mut Pool,
}

type Compiling<T> = Result<T, (usize, String)>;

impl Compiler<'_> {
    fn taint(&mut self, taint: &Taint, metadata: &serde_json::Value, target: Target) -> Compiling<CompiledTaint> {
        let mut labels = vec!["__SOURCE__".to_owned()];
        let mut number = |name: &str| {
            let known = labels.iter().position(|label| label == name);
            let at = known.unwrap_or_else(|| {
                labels.push(name.to_owned());
                labels.len() - 1
            });
            Label(u16::try_from(at).unwrap_or(u16::MAX - 1))
        };
        let mut requires = |expression: &Option<String>| {
            let expression = expression.as_deref();
            expression.and_then(|expression| Requires::parse(expression, &mut number))
        };
        let mut sources = Vec::new();
        for item in &taint.sources {
            sources.push((self.pooled(&item.formula, target)?, item, requires(&item.requires)));
        }
        let mut sinks = Vec::new();
        for item in &taint.sinks {
            sinks.push(Sink {
                formula: self.pooled(&item.formula, target)?,
                requires: requires(&item.requires),
                exact: item.exact,
                at_exit: item.at_exit,
            });
        }
        let mut sanitizers = Vec::new();
        for item in &taint.sanitizers {
            sanitizers.push(Sanitizer {
                formula: self.pooled(&item.formula, target)?,
                exact: item.exact,
                by_side_effect: item.by_side_effect,
                not_conflicting: item.not_conflicting,
            });
        }
        let mut propagators = Vec::new();
        for item in &taint.propagators {
            let formula = self.pooled(&item.formula, target)?;
            propagators.push((formula, item, requires(&item.requires)));
        }
        let mut label = |name: &Option<String>| name.as_deref().map(&mut number);
        let sources = sources.into_iter().map(|(formula, item, requires)| Source {
            formula,
            label: label(&item.label).unwrap_or(Label::SOURCE),
            requires,
            exact: item.exact,
            by_side_effect: item.by_side_effect,
            control: item.control,
        });
        let sources = sources.collect();
        let propagators = propagators.into_iter().map(|(formula, item, requires)| Propagator {
            formula,
            from: self.names.intern(&item.from),
            to: self.names.intern(&item.to),
            requires,
            label: label(&item.label),
            replace_labels: item
                .replace_labels
                .as_ref()
                .map(|labels| labels.iter().filter_map(|name| label(&Some(name.clone()))).collect()),
            by_side_effect: item.by_side_effect,
        });
        Ok(CompiledTaint {
            sources,
            sinks,
            sanitizers,
            propagators: propagators.collect(),
            options: TaintOptions::of(self.options, metadata),
            accepts: flow_words(metadata, "accepts"),
        })
    }

    /// A formula that rules may share.
    fn pooled(&mut self, formula: &Formula, target: Target) -> Compiling<FormulaId> {
        let key = (target, formula.clone());
        if let Some(known) = self.pool.known.get(&key) {
            return Ok(*known);
        }
        let compiled = self.formula(formula, target)?;
        let id = FormulaId(self.pool.formulas.len() as u32);
        self.pool.formulas.push(Pooled {
            requirement: requirement(&compiled, self.names),
            formula: compiled,
        });
        self.pool.known.insert(key, id);
        Ok(id)
    }

    fn formula(&mut self, formula: &Formula, target: Target) -> Compiling<Compiled> {
        Ok(match formula {
            Formula::Pattern(text) => self.pattern(text, target)?,
            Formula::Regex(text) => Compiled::Regex(self.regex(text, RegexMode::File)?),
            Formula::Any(members) => Compiled::Any(self.formulas(members, target)?),
            Formula::Inside(inner) => Compiled::Inside(Box::new(self.formula(inner, target)?)),
            Formula::Anywhere(inner) => Compiled::Anywhere(Box::new(self.formula(inner, target)?)),
            Formula::All(all) => {
                let conditions: Compiling<Vec<_>> = all
                    .conditions
                    .iter()
                    .map(|condition| self.condition(condition, target))
                    .collect();
                Compiled::All(Box::new(CompiledConjunction {
                    positives: self.formulas(&all.positives, target)?,
                    negatives: self.formulas(&all.negatives, target)?,
                    conditions: conditions?,
                    focus: all
                        .focus
                        .iter()
                        .map(|names| names.iter().map(|name| self.names.intern(name)).collect())
                        .collect(),
                    bind_as: all.bind_as.as_deref().map(|name| self.names.intern(name)),
                    fix: all.fix.clone(),
                }))
            }
        })
    }

    fn formulas(&mut self, members: &[Formula], target: Target) -> Compiling<Vec<Compiled>> {
        members.iter().map(|member| self.formula(member, target)).collect()
    }

    fn pattern(&mut self, text: &Text, target: Target) -> Compiling<Compiled> {
        let failed = |problem: String| (text.line, problem);
        match target {
            Target::Language(language) => self.code(&text.text, language).map(Compiled::Pattern).map_err(failed),
            Target::Generic => {
                for name in generic_names(&text.text) {
                    self.names.intern(&name);
                }
                let words = generic_words(&text.text, &self.options.generic);
                GenericPattern::parse(&text.text, &self.options.generic)
                    .map(|pattern| Compiled::Generic(pattern, words))
                    .map_err(failed)
            }
            Target::Regex => Err(failed(
                "a rule for `regex` has no `pattern`: use `pattern-regex`".to_owned(),
            )),
        }
    }

    fn code(&mut self, text: &str, language: Language) -> Result<Pattern, String> {
        let pattern = Pattern::parse(text, language, self.names).map_err(|error| error.to_string())?;
        self.programs.take(pattern.program_bytes())?;
        Ok(pattern)
    }

    fn regex(&mut self, text: &Text, mode: RegexMode) -> Compiling<CompiledRegex> {
        let regex = Regex::new(&text.text, mode).map_err(|error| (text.line, error.to_string()))?;
        self.programs
            .take(regex.program_bytes())
            .map_err(|problem| (text.line, problem))?;
        let numbers = (1..=regex.group_count())
            .map(|number| self.names.intern(&format!("${number}")))
            .collect();
        let names: Vec<String> = regex.names().map(str::to_owned).collect();
        let names = names
            .into_iter()
            .map(|name| (name.clone(), self.names.intern(&format!("${name}"))))
            .collect();
        Ok(CompiledRegex { regex, numbers, names })
    }

    fn condition(&mut self, condition: &Condition, target: Target) -> Compiling<CompiledCondition> {
        Ok(match condition {
            Condition::Regex {
                metavariable,
                regex,
                constant_propagation,
            } => CompiledCondition::Regex {
                metavariable: self.names.intern(metavariable),
                regex: self.regex(regex, RegexMode::Condition)?,
                constant_propagation: *constant_propagation,
            },
            Condition::Pattern {
                metavariable,
                language,
                formula,
            } => CompiledCondition::Pattern {
                metavariable: self.names.intern(metavariable),
                language: *language,
                formula: self.formula(formula, language.unwrap_or(target))?,
            },
            Condition::Comparison { comparison, strip } => {
                let line = comparison.line;
                let comparison = Comparison::parse(&comparison.text).map_err(|problem| (line, problem))?;
                self.programs
                    .take(comparison.program_bytes())
                    .map_err(|problem| (line, problem))?;
                let names = comparison
                    .metavariables()
                    .iter()
                    .map(|name| (name.clone(), self.names.intern(name)))
                    .collect();
                CompiledCondition::Comparison {
                    comparison,
                    names,
                    strip: *strip,
                }
            }
            Condition::Analysis { metavariable, analyzer } => CompiledCondition::Analysis {
                metavariable: self.names.intern(metavariable),
                analyzer: *analyzer,
            },
            Condition::Type { metavariable, types } => {
                let Target::Language(language) = target else {
                    return Err((
                        types.first().map_or(0, |text| text.line),
                        "`metavariable-type` needs a language with types".to_owned(),
                    ));
                };
                let types: Compiling<Vec<_>> = types.iter().map(|text| self.type_pattern(text, language)).collect();
                CompiledCondition::Type {
                    metavariable: self.names.intern(metavariable),
                    types: types?,
                }
            }
        })
    }

    /// A type as the pattern of a typed metavariable, where the language has them; as an expression in Python.
    fn type_pattern(&mut self, text: &Text, language: Language) -> Compiling<Pattern> {
        let written = text.text.trim();
        let pattern = match language {
            Language::Java => format!("({written} $__TYPED)"),
            Language::TypeScript => format!("($__TYPED: {written})"),
            Language::Go => format!("($__TYPED : {written})"),
            Language::Python => written.to_owned(),
            _ => {
                return Err((
                    text.line,
                    format!("`metavariable-type` is not supported in {}", language.title()),
                ));
            }
        };
        self.code(&pattern, language).map_err(|problem| (text.line, problem))
    }
}

/// The words of a generic pattern: every match holds them.
fn generic_words(text: &str, options: &GenericOptions) -> Vec<Arc<str>> {
    if options.caseless {
        return Vec::new();
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(is_part).map(|found| at + found) {
        let end = text[start..]
            .find(|c: char| !is_part(c))
            .map_or(text.len(), |length| start + length);
        let is_metavariable = text[..start].trim_end_matches('.').ends_with('$');
        if !is_metavariable {
            found.push(Arc::from(&text[start..end]));
        }
        at = end;
    }
    found
}

/// Everything in the text of a generic pattern that may be a metavariable.
fn generic_names(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices('$')
        .filter_map(|(at, _)| {
            let rest = &text[at + 1..];
            let (dots, name) = match rest.trim_start_matches('.') {
                name if name.len() == rest.len() => ("", name),
                name => ("...", name),
            };
            let length = name.find(|c: char| !is_part(c)).unwrap_or(name.len());
            (length > 0).then(|| format!("${dots}{}", &name[..length]))
        })
        .collect()
}

/// What must be in a file. Negations and conditions require nothing.
fn requirement(formula: &Compiled, names: &Names) -> Requirement {
    match formula {
        Compiled::Pattern(pattern) => {
            let required = pattern.required_names(names);
            Requirement::all(required.into_iter().map(|name| Requirement::Name(name.into())))
        }
        Compiled::Generic(_, words) => Requirement::all(words.iter().cloned().map(Requirement::Name)),
        Compiled::Regex(_) => Requirement::Nothing,
        Compiled::Any(members) => Requirement::any(members.iter().map(|member| requirement(member, names)).collect()),
        Compiled::Inside(inner) | Compiled::Anywhere(inner) => requirement(inner, names),
        Compiled::All(all) => Requirement::all(all.positives.iter().map(|member| requirement(member, names))),
    }
}

/// Gives every pattern of a formula the finished table of names.
pub(crate) fn attach_names(formula: &mut Compiled, names: &Arc<Names>) {
    match formula {
        Compiled::Pattern(pattern) => pattern.attach_names(names),
        Compiled::Generic(..) | Compiled::Regex(_) => {}
        Compiled::Any(members) => members.iter_mut().for_each(|member| attach_names(member, names)),
        Compiled::Inside(inner) | Compiled::Anywhere(inner) => attach_names(inner, names),
        Compiled::All(all) => {
            for member in all.positives.iter_mut().chain(all.negatives.iter_mut()) {
                attach_names(member, names);
            }
            for condition in &mut all.conditions {
                match condition {
                    CompiledCondition::Pattern { formula, .. } => attach_names(formula, names),
                    CompiledCondition::Type { types, .. } => {
                        types.iter_mut().for_each(|pattern| pattern.attach_names(names))
                    }
                    _ => {}
                }
            }
        }
    }
}
