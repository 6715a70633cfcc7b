//! The rules of a run: those of the program, and files of the user.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use opengrep::annotations::is_rule_file;
use opengrep::rule::{Libraries, MAX_FILE_BYTES};
use scanner::RuleSet;

use crate::{input, output};

/// More than this is no file of pattern rules: all shipped rules together are a tenth of it.
const MAX_BYTES: u64 = 8 << 20;
/// Most rule files below the folders of a run.
const MAX_FILES: usize = 20_000;
/// How deep folders of rules are walked.
const MAX_FOLDERS: usize = 64;
/// Most problems of rules that are told at the end of a run.
const MAX_PROBLEMS: usize = 50;
/// Longest problem told, in characters.
const PROBLEM_CHARS: usize = 300;

/// The rules of the program, of `files` with pattern rules, and of `config`: files and folders with rules in Opengrep syntax, with the
/// libraries that these use.
pub(crate) fn load(files: &[PathBuf], config: &[PathBuf]) -> anyhow::Result<Cow<'static, RuleSet>> {
    let mut rules = Cow::Borrowed(RuleSet::embedded());
    if !files.is_empty() {
        let mut read = Vec::with_capacity(files.len());
        for file in files {
            let text = input::read("rule file", file, MAX_BYTES)?;
            read.push((file.display().to_string(), text));
        }
        rules = Cow::Owned(rules.extended(&named(&read))?);
    }
    if !config.is_empty() {
        let files = opengrep_files(config, Hidden::Skip)?;
        let mut read = libraries(&files);
        for file in &files {
            let name = file.display().to_string();
            if !read.iter().any(|(library, _)| *library == name) {
                read.push((name, input::read("rule file", file, MAX_FILE_BYTES as u64)?));
            }
        }
        rules = Cow::Owned(rules.with_opengrep(&named(&read)));
    }
    Ok(rules)
}

pub(crate) fn named(read: &[(String, String)]) -> Vec<(&str, &str)> {
    read.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
}

/// The library files of some rule files, `(path, content)`: those among them, and those of the nearest folder `library` beside each or
/// above, as far as its path is written. What cannot be read is none.
pub(crate) fn libraries(files: &[PathBuf]) -> Vec<(String, String)> {
    let mut found = BTreeMap::new();
    let mut folders = BTreeSet::new();
    for file in files {
        for folder in file.ancestors().skip(1) {
            if !folders.insert(folder) {
                break;
            }
            let of_folder = library_of(folder);
            let is_nearest = !of_folder.is_empty();
            found.extend(of_folder);
            if is_nearest {
                break;
            }
        }
    }
    found.into_iter().collect()
}

/// The library files in the folder `library` of a folder.
fn library_of(folder: &Path) -> Vec<(String, String)> {
    let Ok(entries) = fs::read_dir(folder.join("library")) else {
        return Vec::new();
    };
    let files = entries.flatten().take(MAX_FILES).filter_map(|entry| {
        let is_rules = entry.file_name().to_str().is_some_and(is_rule_file);
        let path = is_rules.then(|| entry.path())?;
        let text = input::read("library", &path, MAX_FILE_BYTES as u64).ok()?;
        let name = path.display().to_string();
        Libraries::is_library(&name, &text).then_some((name, text))
    });
    files.collect()
}

/// A run whose rules of `--config` could not all be used is no answer.
pub(crate) fn check(config: &[PathBuf], rules: &RuleSet) -> anyhow::Result<()> {
    let problems: Vec<_> = rules
        .structural_problems()
        .iter()
        .filter(|problem| problem.is_error())
        .collect();
    if config.is_empty() || problems.is_empty() {
        return Ok(());
    }
    let mut told: Vec<String> = problems
        .iter()
        .take(MAX_PROBLEMS)
        .map(|problem| untrusted_text::safe_line(&problem.to_string(), PROBLEM_CHARS).into_string())
        .collect();
    if problems.len() > told.len() {
        told.push(format!("and {} more", problems.len() - told.len()));
    }
    bail!(
        "{} of --config cannot be used; the others were:\n{}",
        crate::report::plural(problems.len(), "rule or file", "rules or files"),
        told.join("\n")
    )
}

/// Whether files and folders whose names start with a dot are rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hidden {
    /// Below a folder they are not: they belong to tools.
    Skip,
    /// They are.
    Keep,
}

/// The rule files that some paths name: a file is one, of a folder all YAML files below it that are not what rules are
/// tested on. Each once, in the order of the paths, then of the names. Links to folders are not followed.
pub(crate) fn opengrep_files(paths: &[PathBuf], hidden: Hidden) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Found {
        hidden,
        files: Vec::new(),
        seen: BTreeSet::new(),
    };
    for path in paths {
        let meta = fs::metadata(path).with_context(|| format!("the rules `{}` cannot be read", path.display()))?;
        if meta.is_dir() {
            if found.below(path, 0)? == 0 {
                bail!(
                    "`{}` has no rule file: rules are `.yaml` or `.yml` files",
                    path.display()
                );
            }
        } else {
            found.add(path.clone())?;
        }
    }
    Ok(found.files)
}

struct Found {
    hidden: Hidden,
    files: Vec<PathBuf>,
    /// Where the files are, whatever they are called.
    seen: BTreeSet<PathBuf>,
}

impl Found {
    fn add(&mut self, file: PathBuf) -> anyhow::Result<()> {
        if self.files.len() >= MAX_FILES {
            bail!("there are more than {MAX_FILES} rule files: name fewer folders");
        }
        if self.seen.insert(output::place_of(&file)) {
            self.files.push(file);
        }
        Ok(())
    }

    /// Adds what is below a folder, and says how many rule files that are.
    fn below(&mut self, folder: &Path, depth: usize) -> anyhow::Result<usize> {
        if depth > MAX_FOLDERS {
            bail!("`{}` is more than {MAX_FOLDERS} folders deep", folder.display());
        }
        let fail = || format!("the folder `{}` cannot be read", folder.display());
        let mut entries = fs::read_dir(folder)
            .with_context(fail)?
            .collect::<Result<Vec<_>, _>>()
            .with_context(fail)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        let mut count = 0;
        for entry in entries {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let tool = if self.hidden == Hidden::Skip {
                name.starts_with('.')
            } else {
                name == ".git"
            };
            let path = entry.path();
            if tool {
                continue;
            } else if entry.file_type().with_context(fail)?.is_dir() {
                count += self.below(&path, depth + 1)?;
            } else if is_rule_file(name) && path.is_file() {
                count += 1;
                self.add(path)?;
            }
        }
        Ok(count)
    }
}
