//! Definitions that rules share: a library is one file for each language.
//!
//! A library file has the key `definitions`: names, each with a list of items as they stand in `pattern-sources`, `pattern-sinks`,
//! `pattern-sanitizers` and `pattern-propagators`. In these lists of a rule, and in definitions, an item `use: NAME` stands for the
//! items of that name.
//!
//! The lines of the library files are numbered on from those of the rule file, [`LINES`] for each, so that whatever is wrong with an
//! item can be told by its line alone.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use syntax::Language;

use super::languages;
use super::problem::{Fault, Level, Outcome, RuleProblem, shown};
use super::read::Entry;
use super::yaml::{self, NODE_WEIGHT, Node};
use crate::rule::{MAX_FILE_BYTES, Target};

/// More lines than a file of [`MAX_FILE_BYTES`] has.
const LINES: usize = 10_000_000;
/// How deep definitions may use one another.
const MAX_NESTING: usize = 32;
/// The folder of library files.
const FOLDER: &str = "library";
/// The one key of a library file.
const DEFINITIONS: &str = "definitions";

/// The definitions that a rule file may use.
#[derive(Debug, Default)]
pub struct Library {
    files: Vec<File>,
    names: Arc<[String]>,
}

#[derive(Debug)]
struct File {
    name: String,
    language: Option<Language>,
    /// The mapping of definitions; none when the file cannot be used.
    definitions: Option<Rc<Node>>,
}

impl Library {
    /// The library of some files, `(name, content)`, and what is wrong with them, each with the name of its file. A file is named after
    /// its language: `library/python.yaml`; the one of JavaScript is for TypeScript too.
    pub fn new(files: &[(&str, &str)]) -> (Self, Vec<(String, RuleProblem)>) {
        let mut library = Self {
            files: Vec::new(),
            names: files.iter().map(|(name, _)| (*name).to_owned()).collect(),
        };
        let mut problems = Vec::new();
        for (number, (name, text)) in files.iter().enumerate() {
            let mut file = File {
                name: (*name).to_owned(),
                language: languages::language(stem(name)),
                definitions: None,
            };
            match read(&file, text, (number + 1) * LINES) {
                Ok(definitions) => file.definitions = Some(definitions),
                Err(fault) => problems.push(((*name).to_owned(), fault)),
            }
            library.files.push(file);
        }
        for file in &library.files {
            let faults = file.faults().into_iter();
            problems.extend(faults.map(|fault| (file.name.clone(), fault)));
        }
        let problems = problems.into_iter().map(|(name, fault)| {
            let mut problem = fault.of_rule(None, Level::Error);
            // Whoever is told is told of the file.
            problem.line %= LINES;
            (name, problem)
        });
        let problems = problems.collect();
        (library, problems)
    }

    pub(super) fn names(&self) -> &Arc<[String]> {
        &self.names
    }

    /// The files for rules of some languages.
    fn of(&self, targets: &[Target]) -> Vec<&File> {
        let mut languages = Vec::new();
        for target in targets {
            if let Target::Language(language) = target {
                languages.push(*language);
                languages.extend((*language == Language::TypeScript).then_some(Language::JavaScript));
            }
        }
        let mut files: Vec<&File> = Vec::new();
        for language in languages {
            let known = |file: &File| files.iter().any(|other| std::ptr::eq(*other, file));
            let of_language = self.files.iter().filter(|file| file.language == Some(language));
            let new: Vec<&File> = of_language.filter(|file| !known(file)).collect();
            files.extend(new);
        }
        files
    }
}

/// The definitions of a file.
fn read(file: &File, text: &str, lines_before: usize) -> Result<Rc<Node>, Fault> {
    let whole = |message: String| Fault::new("", lines_before + 1, message);
    if text.len() > MAX_FILE_BYTES {
        return Err(whole(format!(
            "the library has {} bytes, the limit is {MAX_FILE_BYTES}",
            text.len()
        )));
    }
    if file.language.is_none() {
        return Err(whole(format!(
            "a library is named after its language, as in `python.yaml`: `{}` is none",
            shown(stem(&file.name))
        )));
    }
    let document =
        yaml::load_after(text, lines_before).map_err(|broken| Fault::new("", broken.line, broken.message))?;
    let document = document.ok_or_else(|| whole("the library is empty".to_owned()))?;
    if let Some(twice) = document.key_written_twice() {
        let message = "this key is written twice in one mapping: remove one of them";
        return Err(Fault::new(&twice.name, twice.line, message));
    }
    let root = Entry {
        key: "",
        line: document.line,
        node: &document,
    };
    let root = root.object()?;
    if let Some(other) = root.entries().find(|entry| entry.key != DEFINITIONS) {
        return Err(other.fault("a library has the key `definitions` and no other"));
    }
    root.require(DEFINITIONS)?.object()?;
    Ok(document)
}

impl File {
    fn definition(&self, name: &str) -> Option<Entry<'_>> {
        let node = self.definitions.as_deref()?;
        let root = Entry {
            key: DEFINITIONS,
            line: node.line,
            node,
        };
        root.object().ok()?.get(DEFINITIONS)?.object().ok()?.get(name)
    }

    fn names(&self) -> Vec<&str> {
        let root = self.definitions.as_deref().map(|node| Entry {
            key: DEFINITIONS,
            line: node.line,
            node,
        });
        let definitions = root.and_then(|root| root.object().ok()?.get(DEFINITIONS)?.object().ok());
        let names = definitions.map(|definitions| definitions.entries().map(|entry| entry.key).collect());
        names.unwrap_or_default()
    }

    /// What is wrong with its definitions, used or not: the first fault of each.
    fn faults(&self) -> Vec<Fault> {
        let left = Cell::new(yaml::MAX_WEIGHT);
        let mut faults = Vec::new();
        for name in self.names() {
            let uses = Uses {
                files: vec![self],
                left: &left,
                used: Cell::new(false),
            };
            let mut items = Vec::new();
            let found = self.definition(name).map(|definition| {
                let path = &mut vec![name];
                uses.add(self, definition, path, &mut items)
            });
            // What another definition has been told for is not told again.
            if let Some(Err(fault)) = found
                && !faults.iter().any(|other: &Fault| other.line == fault.line)
            {
                faults.push(fault);
            }
        }
        faults
    }
}

/// Fills in the definitions of a library in one rule.
pub(super) struct Uses<'a> {
    files: Vec<&'a File>,
    /// How much may still be filled in, in the weight of nodes, for all rules of a file.
    left: &'a Cell<usize>,
    used: Cell<bool>,
}

impl<'a> Uses<'a> {
    pub(super) fn new(library: &'a Library, targets: &[Target], left: &'a Cell<usize>) -> Self {
        Self {
            files: library.of(targets),
            left,
            used: Cell::new(false),
        }
    }

    /// Whether a definition has been filled in.
    pub(super) fn is_used(&self) -> bool {
        self.used.get()
    }

    /// The items of a list of a rule, with those that definitions stand for.
    pub(super) fn items(&self, list: Entry<'a>) -> Outcome<Vec<Entry<'a>>> {
        let mut items = Vec::new();
        for item in list.items()? {
            let Some(used) = use_of(item)? else {
                items.push(item);
                continue;
            };
            self.used.set(true);
            let name = used.string()?;
            let found = self.files.iter().find_map(|file| Some((*file, file.definition(name)?)));
            let Some((file, definition)) = found else {
                return Err(self.unknown(used, name));
            };
            self.add(file, definition, &mut vec![name], &mut items)?;
        }
        Ok(items)
    }

    /// Adds the items of a definition. `path` holds the names that led to it, its own last.
    fn add(
        &self,
        file: &'a File,
        definition: Entry<'a>,
        path: &mut Vec<&'a str>,
        items: &mut Vec<Entry<'a>>,
    ) -> Outcome<()> {
        for item in definition.items()? {
            let Some(used) = use_of(item)? else {
                self.count(item, item.node.weight)?;
                items.push(item);
                continue;
            };
            self.count(item, NODE_WEIGHT)?;
            let name = used.string()?;
            if path.contains(&name) {
                return Err(used.fault(format!("`{}` uses itself: {}", shown(name), chain(path, name))));
            }
            if path.len() >= MAX_NESTING {
                return Err(used.fault(format!("definitions use one another more than {MAX_NESTING} deep")));
            }
            let Some(inner) = file.definition(name) else {
                return Err(used.fault(format!("`{}` is no definition of this library", shown(name))));
            };
            path.push(name);
            self.add(file, inner, path, items)?;
            path.pop();
        }
        Ok(())
    }

    fn count(&self, item: Entry<'_>, weight: usize) -> Outcome<()> {
        match self.left.get().checked_sub(weight) {
            Some(left) => self.left.set(left),
            None => {
                return Err(item.fault(format!(
                    "with its definitions filled in the file is larger than {} MiB: use less, or split it",
                    yaml::MAX_WEIGHT >> 20
                )));
            }
        }
        Ok(())
    }

    fn unknown(&self, used: Entry<'_>, name: &str) -> Fault {
        let name = shown(name);
        if self.files.is_empty() {
            return used.fault(format!(
                "`{name}` is not defined: there is no library for the languages of the rule; it is a file such as \
                 `library/python.yaml` beside the rules, or in a folder above"
            ));
        }
        let files: Vec<String> = self
            .files
            .iter()
            .map(|file| match file.definitions {
                Some(_) => format!("`{}`", file.name),
                None => format!("`{}` (which cannot be read)", file.name),
            })
            .collect();
        used.fault(format!("`{name}` is no definition of {}", files.join(" or ")))
    }
}

/// The value of `use`, when the item is one.
fn use_of<'a>(item: Entry<'a>) -> Outcome<Option<Entry<'a>>> {
    let Ok(object) = item.object() else { return Ok(None) };
    let Some(used) = object.get("use") else {
        return Ok(None);
    };
    match object.entries().find(|entry| entry.key != "use") {
        Some(other) => {
            Err(other.fault("this key stands beside `use`, which stands for whole items: give it an item of its own"))
        }
        None => Ok(Some(used)),
    }
}

fn chain(path: &[&str], last: &str) -> String {
    let names: Vec<String> = path.iter().map(|name| shown(name)).collect();
    format!("{} → {}", names.join(" → "), shown(last))
}

/// Gives a problem whose line is one of a library the name of the file.
pub(crate) fn name_library(problem: &mut RuleProblem, libraries: &[String]) {
    let Some(library) = (problem.line / LINES).checked_sub(1) else {
        return;
    };
    problem.library = libraries.get(library).cloned();
    problem.line %= LINES;
}

/// The libraries of some rule files: of each, that of the nearest folder `library` beside it or above.
#[derive(Debug, Default)]
pub struct Libraries {
    /// By the folder that holds the folder `library`; the path of it ends with `/` unless it is empty.
    folders: BTreeMap<String, Library>,
    none: Library,
}

impl Libraries {
    /// Takes the library files out of some files, `(path, content)`: gives the others, and what is wrong with the libraries.
    #[allow(clippy::type_complexity, reason = "three lists of plain pairs")]
    pub fn take<'f>(files: &[(&'f str, &'f str)]) -> (Self, Vec<(&'f str, &'f str)>, Vec<(String, RuleProblem)>) {
        let mut folders: BTreeMap<String, Vec<(&str, &str)>> = BTreeMap::new();
        let mut rules = Vec::new();
        for (path, text) in files {
            match Self::folder_of(path, text) {
                Some(folder) => folders.entry(folder).or_default().push((path, text)),
                None => rules.push((*path, *text)),
            }
        }
        let mut libraries = Self::default();
        let mut problems = Vec::new();
        for (folder, files) in folders {
            let (library, wrong) = Library::new(&files);
            libraries.folders.insert(folder, library);
            problems.extend(wrong);
        }
        (libraries, rules, problems)
    }

    /// Whether a file is one of a library: it is in a folder `library`, and has definitions instead of rules.
    pub fn is_library(path: &str, text: &str) -> bool {
        Self::folder_of(path, text).is_some()
    }

    /// The folder that holds the folder `library` of a library file.
    fn folder_of(path: &str, text: &str) -> Option<String> {
        let path = plain(path);
        let (folder, _) = path.rsplit_once('/')?;
        let above = folder.strip_suffix(FOLDER)?;
        let is_whole_name = above.is_empty() || above.ends_with('/');
        let has = |key: &str| {
            let mut lines = text.lines();
            lines.any(|line| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')))
        };
        (is_whole_name && has(DEFINITIONS) && !has("rules")).then(|| above.to_owned())
    }

    /// The library of a rule file, by its path.
    pub fn of(&self, path: &str) -> &Library {
        let path = plain(path);
        let mut folder = path.as_str();
        loop {
            // With its `/`, so that the folders are compared as they are kept.
            folder = match folder.trim_end_matches('/').rfind('/') {
                Some(end) => &folder[..=end],
                None => "",
            };
            if let Some(library) = self.folders.get(folder) {
                return library;
            }
            if folder.is_empty() {
                return &self.none;
            }
        }
    }
}

/// A path with `/`, without parts that change nothing.
fn plain(path: &str) -> String {
    let path = path.replace('\\', "/");
    let start = if path.starts_with('/') { "/" } else { "" };
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    format!("{start}{}", parts.join("/"))
}

/// The name of a file without its folder and what follows the first dot.
fn stem(name: &str) -> &str {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    last.split('.').next().unwrap_or(last)
}

#[cfg(test)]
mod tests;
