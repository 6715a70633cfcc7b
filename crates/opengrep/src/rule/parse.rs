//! From the text of a rule file to its rules.

use std::cell::Cell;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use super::formula::{self, OLDER, Place};
use super::library::{Library, Uses, name_library};
use super::problem::{Fault, Level, Outcome, RuleProblem, shown};
use super::read::{Entry, Object, Reader};
use super::yaml::{self, Node, Value};
use super::{languages, options, taint};
use crate::globs::PathFilter;
use crate::rule::{FixRegex, Mode, Options, Paths, Rule, Target};
use crate::taint::FlowProfile;

/// The largest rule file that is read, in bytes.
pub const MAX_FILE_BYTES: usize = 5_000_000;
/// How many rules of one file are read.
pub const MAX_RULES: usize = 10_000;
/// How often `fix-regex` may replace its own result.
pub const MAX_FIX_COUNT: usize = 1_000;
/// The version of the Semgrep rule syntax that `min-version` and `max-version` are compared with.
pub const COMPATIBLE_VERSION: [u32; 3] = [1, 100, 0];

const SEVERITIES: [&str; 9] = [
    "INFO", "WARNING", "ERROR", "LOW", "MEDIUM", "HIGH", "CRITICAL", "INVENTORY", "EXPERIMENT",
];

/// The keys of every rule.
const COMMON: [&str; 15] = [
    "id", "languages", "message", "severity", "mode", "options", "paths", "fix", "fix-regex", "metadata",
    "min-version", "max-version", "equivalences", "version", "match",
];
const TAINT: [&str; 5] = [
    "taint", "pattern-sources", "pattern-sinks", "pattern-sanitizers", "pattern-propagators",
];
/// The keys of other modes; they have no effect on a rule that is none of theirs.
const OTHER_MODES: [&str; 7] = [
    "join", "extract", "dest-language", "dest-rules", "transform", "reduce", "steps",
];

/// The rules of a file, and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub struct RuleFile {
    /// The rules that can be used, in the order of the file.
    pub rules: Vec<Rule>,
    /// What is wrong, in the order of the file. A rule has at most one error: reading it ends there.
    pub problems: Vec<RuleProblem>,
}

/// Reads a rule file: YAML or JSON, a mapping with the key `rules` or the list of rules itself.
///
/// A rule that is wrong is left out and said so, and never stops the others; so is a rule for another version, or the second one of an
/// identifier. Only what is no YAML, or is no rule file, gives no rule at all. Where a rule only has a key or an option that is unknown,
/// it is read with a warning.
///
/// The texts of patterns, regular expressions, comparisons and types are not looked into: what reads them refuses them. Nothing is read
/// beyond [`MAX_FILE_BYTES`], [`MAX_RULES`], and 100 levels of formulas.
pub fn parse_rules(text: &str) -> RuleFile {
    parse_rules_with(text, &Library::default())
}

/// [`parse_rules`] of rules that may use the definitions of a library.
pub fn parse_rules_with(text: &str, library: &Library) -> RuleFile {
    let mut file = RuleFile::default();
    let Some(document) = file.load(text) else {
        return file;
    };
    match list_of_rules(&document) {
        Ok(list) => file.take(list, library),
        Err(fault) => file.problems.push(fault.of_rule(None, Level::Error)),
    }
    for problem in &mut file.problems {
        name_library(problem, library.names());
    }
    file
}

/// The rules of a file as JSON, which other programs read as a rule file, with the items that definitions of a library stand for.
///
/// # Errors
///
/// What is no YAML or no list of rules, and a use of a definition that the library does not have.
pub fn filled_in(text: &str, library: &Library) -> Result<serde_json::Value, RuleProblem> {
    let mut file = RuleFile::default();
    let Some(document) = file.load(text) else {
        let first = file.problems.into_iter().next();
        return Err(first.unwrap_or_else(|| Fault::new("", 1, "the file has no rules").of_rule(None, Level::Error)));
    };
    let left = Cell::new(yaml::MAX_WEIGHT);
    let rules: Outcome<Vec<serde_json::Value>> = list_of_rules(&document).and_then(|list| {
        let rules = list.items()?;
        rules.map(|rule| filled_in_rule(rule, library, &left)).collect()
    });
    rules
        .map(|rules| serde_json::json!({ "rules": rules }))
        .map_err(|fault| {
            let mut problem = fault.of_rule(None, Level::Error);
            name_library(&mut problem, library.names());
            problem
        })
}

fn filled_in_rule(rule: Entry<'_>, library: &Library, left: &Cell<usize>) -> Outcome<serde_json::Value> {
    let mut filled = rule.node.to_json();
    let object = rule.object()?;
    let targets = languages::list(&mut Reader::new(), object.require("languages")?)?;
    let uses = Uses::new(library, &targets, left);
    for name in taint::LISTS {
        if let Some(list) = object.get(name) {
            filled[name] = uses.items(list)?.iter().map(|item| item.node.to_json()).collect();
        }
    }
    Ok(filled)
}

/// Reads the text of one rule: a rule file that holds it and nothing else, or the mapping of the rule itself.
///
/// As [`parse_rules`]; that there is another number of rules, or a key beside `rules`, is an error of the file.
pub fn parse_rule(text: &str) -> RuleFile {
    let mut file = RuleFile::default();
    let Some(document) = file.load(text) else {
        return file;
    };
    match only_rule(&document) {
        Ok(rule) => {
            let (library, left) = (Library::default(), Cell::new(yaml::MAX_WEIGHT));
            file.take_rule(rule, &mut HashSet::new(), (&library, &left));
        }
        Err(fault) => file.problems.push(fault.of_rule(None, Level::Error)),
    }
    file
}

fn only_rule(document: &Node) -> Outcome<Entry<'_>> {
    let bare = Entry {
        key: "",
        line: document.line,
        node: document,
    };
    if let Ok(mapping) = bare.object() {
        if mapping.get("rules").is_none() {
            return Ok(bare);
        }
        if let Some(other) = mapping.entries().find(|entry| entry.key != "rules") {
            return Err(other.fault("this key stands beside `rules`: only one rule is expected here"));
        }
    }
    let list = list_of_rules(document)?;
    let mut rules = match &list.node.value {
        Value::Null => return Err(list.fault("the file has no rules: one is expected")),
        _ => list.items()?,
    };
    match (rules.len(), rules.next()) {
        (1, Some(rule)) => Ok(rule),
        (count, _) => Err(list.fault(format!("the file has {count} rules: exactly one is expected"))),
    }
}

fn list_of_rules(document: &Node) -> Outcome<Entry<'_>> {
    let root = Entry {
        key: "rules",
        line: document.line,
        node: document,
    };
    match &document.value {
        Value::List(_) | Value::Null => Ok(root),
        Value::Mapping(mapping) => match &mapping.twice {
            Some(twice) => Err(written_twice(&twice.name, twice.line)),
            None => root.object()?.require("rules"),
        },
        _ => Err(root.fault(format!(
            "a mapping with the key `rules` is expected, this is {}",
            document.kind()
        ))),
    }
}

fn written_twice(key: &str, line: usize) -> Fault {
    Fault::new(
        key,
        line,
        "this key is written twice in one mapping: remove one of them",
    )
}

impl RuleFile {
    /// The document of a text, unless it is too large, no YAML, or empty.
    fn load(&mut self, text: &str) -> Option<Rc<Node>> {
        if text.len() > MAX_FILE_BYTES {
            self.whole(
                1,
                format!(
                    "the file has {} bytes, the limit is {MAX_FILE_BYTES}: split it",
                    text.len()
                ),
            );
            return None;
        }
        match yaml::load(text) {
            Ok(Some(document)) => return Some(document),
            Ok(None) => self.no_rules(1),
            Err(broken) => self.whole(broken.line, broken.message),
        }
        None
    }

    fn whole(&mut self, line: usize, message: String) {
        self.problems
            .push(Fault::new("", line, message).of_rule(None, Level::Error));
    }

    fn no_rules(&mut self, line: usize) {
        self.problems
            .push(Fault::new("", line, "the file has no rules").of_rule(None, Level::Warning));
    }

    fn take(&mut self, list: Entry<'_>, library: &Library) {
        if matches!(list.node.value, Value::Null) {
            self.no_rules(list.line);
            return;
        }
        let items = match list.items() {
            Ok(items) => items,
            Err(fault) => return self.problems.push(fault.of_rule(None, Level::Error)),
        };
        let count = items.len();
        if count == 0 {
            self.no_rules(list.line);
        }
        let mut seen = HashSet::new();
        let left = Cell::new(yaml::MAX_WEIGHT);
        for item in items.take(MAX_RULES) {
            self.take_rule(item, &mut seen, (library, &left));
        }
        if count > MAX_RULES {
            self.whole(
                list.line,
                format!(
                    "the file has {count} rules, the limit is {MAX_RULES}: the others are not read, split the file"
                ),
            );
        }
    }

    fn take_rule(&mut self, item: Entry<'_>, seen: &mut HashSet<String>, library: (&Library, &Cell<usize>)) {
        let id = item.object().ok().and_then(|rule| rule.get("id")?.string().ok());
        let mut reader = Reader::new();
        let read = match rule(&mut reader, item, library) {
            Ok(Read::Rule(rule)) if !seen.insert(rule.id.clone()) => Ok(Read::Skipped(Fault::new(
                "id",
                rule.line,
                "another rule of the file has this identifier: only the first is used",
            ))),
            read => read,
        };
        let warnings = reader.into_warnings();
        let problems = &mut self.problems;
        problems.extend(warnings.into_iter().map(|warning| warning.of_rule(id, Level::Warning)));
        match read {
            Ok(Read::Rule(rule)) => self.rules.push(*rule),
            Ok(Read::Skipped(why)) => problems.push(why.of_rule(id, Level::Warning)),
            Err(fault) => problems.push(fault.of_rule(id, Level::Error)),
        }
    }
}

enum Read {
    Rule(Box<Rule>),
    /// Left out on purpose.
    Skipped(Fault),
}

fn rule<'a>(reader: &mut Reader, item: Entry<'a>, (library, left): (&'a Library, &'a Cell<usize>)) -> Outcome<Read> {
    if let Some(twice) = item.node.key_written_twice() {
        return Err(written_twice(&twice.name, twice.line));
    }
    let rule = item.object()?;
    let id = identifier(rule.require("id")?)?;
    if let Some(why) = out_of_range(rule)? {
        return Ok(Read::Skipped(why));
    }
    let is_taint = is_taint(rule)?;
    refused_keys(rule)?;
    known_keys(reader, rule, is_taint);
    let languages = languages::list(reader, rule.require("languages")?)?;
    // The list is never empty.
    let target = languages.first().copied().unwrap_or(Target::Regex);
    reader.only_regexes = target == Target::Regex;
    reader.generic = target == Target::Generic;
    let message = rule.require("message")?.string()?.to_owned();
    let severity = severity(rule.require("severity")?)?;
    let uses = Uses::new(library, &languages, left);
    let mode = if is_taint {
        taint_mode(reader, rule, target, &uses)?
    } else {
        Mode::Search(search(reader, rule, target)?)
    };
    Ok(Read::Rule(Box::new(Rule {
        id,
        languages,
        message,
        severity,
        mode,
        options: match rule.get("options") {
            Some(entry) => options::options(reader, entry.object()?)?,
            None => Options::default(),
        },
        paths: rule.get("paths").map(paths).transpose()?.unwrap_or_default(),
        fix: rule.optional_string("fix")?.map(|fix| fix.trim().to_owned()),
        fix_regex: rule
            .get("fix-regex")
            .map(|entry| fix_regex(reader, entry))
            .transpose()?,
        metadata: match rule.get("metadata") {
            Some(entry) => {
                entry.object()?;
                known_profile(reader, entry);
                entry.node.to_json()
            }
            None => serde_json::Value::Object(serde_json::Map::new()),
        },
        line: item.line,
        libraries: match uses.is_used() {
            true => Arc::clone(library.names()),
            false => Arc::default(),
        },
    })))
}

/// Warns of a profile that there is not: `metadata` is free otherwise.
fn known_profile(reader: &mut Reader, metadata: Entry<'_>) {
    let flow = metadata.object().ok().and_then(|metadata| metadata.get("flow"));
    let Some(profile) = flow.and_then(|flow| flow.object().ok()?.get("profile")) else {
        return;
    };
    let is_known = profile.string().is_ok_and(|name| FlowProfile::named(name).is_some());
    if !is_known {
        let names: Vec<&str> = FlowProfile::ALL.into_iter().map(FlowProfile::name).collect();
        reader.warn(profile.fault(format!(
            "this is no profile of flows and has no effect; known are: {}",
            names.join(", ")
        )));
    }
}

fn identifier(entry: Entry<'_>) -> Outcome<String> {
    let id = entry.string()?;
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    if !id.chars().all(allowed) {
        return Err(entry.fault(format!(
            "`{}` is no identifier: write letters, digits, `.`, `_` and `-`",
            shown(id)
        )));
    }
    Ok(id.to_owned())
}

fn severity(entry: Entry<'_>) -> Outcome<String> {
    let severity = entry.string()?;
    if !SEVERITIES.contains(&severity) {
        return Err(entry.fault(format!(
            "`{}` is no severity; write one of: {}",
            shown(severity),
            SEVERITIES.join(", ")
        )));
    }
    Ok(severity.to_owned())
}

/// Why the rule is not for this version of the syntax, if it is not.
fn out_of_range(rule: Object<'_>) -> Outcome<Option<Fault>> {
    let [major, minor, patch] = COMPATIBLE_VERSION;
    for (key, bound) in [("min-version", "at least"), ("max-version", "at most")] {
        let Some(entry) = rule.get(key) else { continue };
        let written = version(entry)?;
        let excluded = match key {
            "min-version" => written > COMPATIBLE_VERSION,
            _ => written < COMPATIBLE_VERSION,
        };
        if excluded {
            let [wanted_major, wanted_minor, wanted_patch] = written;
            return Ok(Some(entry.fault(format!(
                "the rule is left out: it needs {bound} version {wanted_major}.{wanted_minor}.{wanted_patch} of the rule syntax, this \
                 is {major}.{minor}.{patch}"
            ))));
        }
    }
    Ok(None)
}

fn version(entry: Entry<'_>) -> Outcome<[u32; 3]> {
    let numbers = || {
        let mut numbers = [0; 3];
        let mut parts = entry.string().ok()?.split('.');
        for number in &mut numbers {
            let part = parts.next()?;
            let digits = part.bytes().all(|byte| byte.is_ascii_digit());
            *number = digits.then(|| part.parse().ok()).flatten()?;
        }
        parts.next().is_none().then_some(numbers)
    };
    numbers().ok_or_else(|| entry.fault("three numbers are expected, such as `1.44.0`"))
}

/// Whether the rule is one of taint; what is neither taint nor search is refused.
fn is_taint(rule: Object<'_>) -> Outcome<bool> {
    let taint = rule.get("taint");
    let Some(mode) = rule.get("mode") else {
        return Ok(taint.is_some());
    };
    match (mode.string()?, taint) {
        ("taint", _) => Ok(true),
        ("search", None) => Ok(false),
        ("search", Some(taint)) => Err(taint.fault("a rule with `taint` has the mode `taint`: remove `mode: search`")),
        (name @ ("join" | "extract" | "step"), _) => Err(mode.fault(format!(
            "the mode `{name}` is not supported; supported are: search, taint"
        ))),
        (name, _) => Err(mode.fault(format!("unknown mode `{}`; supported are: search, taint", shown(name)))),
    }
}

/// Refuses what would make a rule run without its effect.
fn refused_keys(rule: Object<'_>) -> Outcome<()> {
    for entry in rule.entries() {
        match entry.key {
            "r2c-internal-project-depends-on" => {
                return Err(entry.fault("supply-chain rules (`r2c-internal-project-depends-on`) are not supported"));
            }
            "validators" => return Err(entry.fault("rules with `validators` are not supported")),
            "pattern-where-python" => {
                return Err(entry.fault("`pattern-where-python` is deprecated: use `metavariable-comparison`"));
            }
            "pattern-not" | "pattern-not-inside" | "pattern-not-regex" => {
                return Err(entry.fault("only negate directly inside `patterns` or `all`"));
            }
            "pattern-inside" | "semgrep-internal-pattern-anywhere" => {
                return Err(entry.fault("this cannot stand at the level of the rule: put it under `patterns`"));
            }
            key if formula::is_condition(key) => {
                return Err(entry.fault("this must be directly under `patterns`"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn known_keys(reader: &mut Reader, rule: Object<'_>, is_taint: bool) {
    for entry in rule.entries() {
        let key = entry.key;
        let of_search = OLDER.contains(&key) || key == "match";
        let of_other_mode = OTHER_MODES.contains(&key) || if is_taint { of_search } else { TAINT.contains(&key) };
        if of_other_mode {
            let mode = if is_taint { "taint" } else { "search" };
            reader.warn(entry.fault(format!("this key has no effect in a rule of the mode `{mode}`")));
        } else if !COMMON.contains(&key) && !TAINT.contains(&key) && !OLDER.contains(&key) {
            reader.warn(entry.fault("this key is unknown and has no effect"));
        }
    }
}

fn search(reader: &mut Reader, rule: Object<'_>, target: Target) -> Outcome<super::Formula> {
    let place = Place::top(target);
    if let Some(newer) = rule.get("match") {
        for entry in rule.entries().filter(|entry| OLDER.contains(&entry.key)) {
            reader.warn(entry.fault("this key has no effect beside `match`"));
        }
        return formula::newer(reader, newer, place);
    }
    if !rule.entries().any(|entry| OLDER.contains(&entry.key)) {
        let hint = if rule.entries().any(|entry| TAINT.contains(&entry.key)) {
            "; for a taint rule add `mode: taint`"
        } else {
            ""
        };
        return Err(rule.fault(format!(
            "there is nothing to look for: write one of {}, match{hint}",
            OLDER.join(", ")
        )));
    }
    let operator = formula::only_operator(rule, &OLDER)?;
    formula::older(reader, operator, place)
}

fn taint_mode<'a>(reader: &mut Reader, rule: Object<'a>, target: Target, uses: &Uses<'a>) -> Outcome<Mode> {
    if !matches!(target, Target::Language(_)) {
        return Err(rule.fault("a taint rule needs a language with a grammar: `generic` and `regex` have no flows"));
    }
    let place = Place::top(target);
    let taint = match rule.get("taint") {
        Some(newer) => {
            for entry in rule.entries().filter(|entry| TAINT[1..].contains(&entry.key)) {
                reader.warn(entry.fault("this key has no effect beside `taint`"));
            }
            taint::newer(reader, newer.object()?, place)?
        }
        None => taint::older(reader, rule, place, uses)?,
    };
    Ok(Mode::Taint(taint))
}

fn paths(entry: Entry<'_>) -> Outcome<Paths> {
    let object = entry.object()?;
    if let Some(other) = object
        .entries()
        .find(|entry| !matches!(entry.key, "include" | "exclude"))
    {
        return Err(other.fault("unknown key of `paths`; known are: include, exclude"));
    }
    let globs = |name| object.get(name).map_or(Ok(Vec::new()), Entry::strings);
    let paths = Paths {
        include: globs("include")?,
        exclude: globs("exclude")?,
    };
    PathFilter::new(&paths).map_err(|why| entry.fault(why))?;
    Ok(paths)
}

fn fix_regex(reader: &mut Reader, entry: Entry<'_>) -> Outcome<FixRegex> {
    let object = entry.object()?;
    reader.known_keys(object, &["regex", "replacement", "count"]);
    let count = object.get("count").map(|entry| match entry.count()? {
        count if count > MAX_FIX_COUNT => Err(entry.fault(format!("the count is larger than {MAX_FIX_COUNT}"))),
        count => Ok(count),
    });
    Ok(FixRegex {
        regex: object.require("regex")?.string()?.to_owned(),
        replacement: object.require("replacement")?.string()?.to_owned(),
        count: count.transpose()?,
    })
}

#[cfg(test)]
mod tests;
