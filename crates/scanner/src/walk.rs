//! Lists the files of a tree.
//!
//! In a git repository: what git does not ignore, and what it tracks although it is ignored (`git add -f .env`).
//! Elsewhere: everything but the folders of dependencies, caches and output. Either way, `.security-review-ignore`
//! files are obeyed, and nothing outside the tree or its repository changes the result. Repositories inside the tree are
//! entered, and obey their own rules.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rayon::Scope;

use crate::git::{Repository, TrackedKind};
use crate::ignorefile::{Decision, OWN, OwnFiles};
use crate::read::system_reason;
use crate::walk::rules::{Met, Obeyed, Rules};

mod rules;

/// Folders of dependencies, caches and tools: never entered, although files in them that git tracks are listed.
const NEVER_ENTERED: [&str; 18] = [
    ".git", ".hg", ".svn", ".venv", "venv", "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".tox",
    "node_modules", "bower_components", ".angular", ".gradle", ".vs", ".idea", ".terraform", ".direnv",
];

/// Folders that usually hold output: not entered where no git rules tell output from sources.
const OUTPUT: [&str; 8] = ["env", "dist", "build", "target", "out", "coverage", "obj", ".next"];

/// Deepest folder that is entered.
const MAX_DEPTH: usize = 255;

/// The files of a tree.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// `git` or `walk`.
    pub(crate) method: &'static str,
    /// Relative to the root, sorted, each once.
    pub(crate) files: Vec<Listed>,
    /// What could not be listed, with the reason: relative paths.
    pub(crate) failed: Vec<(PathBuf, String)>,
    /// What ignore files of this program leave out, relative paths of files.
    pub(crate) left_out: Vec<PathBuf>,
    /// Those ignore files, relative to the root.
    pub(crate) ignore_files: Vec<PathBuf>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Listed {
    pub(crate) path: PathBuf,
    pub(crate) kind: ListedKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ListedKind {
    File,
    SymbolicLink,
    /// A pipe, a device, a socket; or what git tracks and is no file any more.
    Other,
}

/// Lists the files below `root`, an absolute path of a folder, on the threads of the current pool.
///
/// The error says why git's own list of files cannot be read: without it, files would be missed.
pub(crate) fn list(root: &Path, use_git_rules: bool, use_ignore_files: bool) -> Result<Listing, String> {
    let repository = if use_git_rules { Repository::of(root) } else { None };
    let rules = repository
        .as_ref()
        .and_then(|repository| Rules::above(root, repository, use_ignore_files));
    let mut listing = match (repository, rules) {
        (Some(repository), Some((rules, used))) => {
            let mut listing = Walk::new(root, true, use_ignore_files).list(rules);
            listing.ignore_files.extend(used);
            add_tracked(root, &repository, use_ignore_files, &mut listing)?;
            listing
        }
        // Outside a repository, or in a folder that git ignores: naming it means to scan it.
        _ => Walk::new(root, false, use_ignore_files).list(Rules::default()),
    };
    listing.files.sort();
    listing.files.dedup_by(|b, a| a.path == b.path);
    for paths in [&mut listing.left_out, &mut listing.ignore_files] {
        paths.sort();
        paths.dedup();
    }
    listing.failed.sort();
    listing.failed.dedup();
    Ok(listing)
}

/// Adds what git tracks and the walk left out.
fn add_tracked(
    root: &Path,
    repository: &Repository,
    use_ignore_files: bool,
    listing: &mut Listing,
) -> Result<(), String> {
    let tracked = repository.tracked()?;
    let Ok(below) = root.strip_prefix(&repository.top) else {
        return Ok(());
    };
    let listed: BTreeSet<&Path> = listing.files.iter().map(|file| file.path.as_path()).collect();
    let mut folders = Folders::new(root);
    let mut own = OwnFiles::new(root, use_ignore_files);
    let (mut left_out, mut added) = (Vec::new(), Vec::new());
    for entry in &tracked {
        let Ok(path) = entry.path.strip_prefix(below) else {
            continue;
        };
        // What a submodule holds is listed by the walk.
        let known = path.as_os_str().is_empty() || entry.kind == TrackedKind::Submodule || listed.contains(path);
        if known {
            continue;
        }
        if own.ignore(path) {
            left_out.push(path.to_owned());
        } else {
            added.push(Listed {
                path: path.to_owned(),
                kind: folders.kind_of(path),
            });
        }
    }
    listing.files.extend(added);
    listing.left_out.append(&mut left_out);
    listing.ignore_files.extend(own.used());
    Ok(())
}

/// A folder of a walk.
#[derive(Debug, Default)]
struct Place {
    /// Relative to the root.
    folder: PathBuf,
    depth: usize,
    /// Whether an ignore file of this program leaves it out: its files are only counted.
    left_out: bool,
}

/// One walk, shared by its threads.
struct Walk<'r> {
    root: &'r Path,
    obeyed: Obeyed,
    found: Mutex<Listing>,
}

impl<'r> Walk<'r> {
    fn new(root: &'r Path, git: bool, own: bool) -> Self {
        let method = if git { "git" } else { "walk" };
        Self {
            root,
            obeyed: Obeyed { git, own },
            found: Mutex::new(Listing {
                method,
                ..Listing::default()
            }),
        }
    }

    fn list(self, rules: Rules) -> Listing {
        rayon::scope(|scope| self.enter(scope, Place::default(), rules));
        self.found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lists a folder and spawns the walks of those inside.
    fn enter<'s>(&'s self, scope: &Scope<'s>, at: Place, above: Rules) {
        let folder = at.folder;
        let mut mine = Listing::default();
        let place = self.root.join(&folder);
        let (entries, failures) = entries(&place);
        mine.failed
            .extend(failures.into_iter().map(|reason| (folder.clone(), reason)));

        let has = |name: &str| entries.iter().any(|(other, _)| other == OsStr::new(name));
        let mut rules = above;
        let obeyed = Obeyed {
            git: self.obeyed.git,
            // Inside a folder that is left out, they change nothing.
            own: self.obeyed.own && !at.left_out,
        };
        if (obeyed.own && has(OWN)) || (obeyed.git && (has(".gitignore") || has(".git"))) {
            let mut met = Met::default();
            rules = rules.within(&place, obeyed, &mut met);
            mine.ignore_files.extend(met.own.then(|| folder.join(OWN)));
            mine.failed.extend(
                met.problems
                    .into_iter()
                    .map(|(name, problem)| (folder.join(name), format!("not obeyed: {problem}"))),
            );
        }
        for (name, kind) in entries {
            let is_folder = kind.is_dir();
            if name == OsStr::new(".git") || (is_folder && self.never_enters(&name)) {
                continue;
            }
            let path = folder.join(&name);
            let absolute = self.root.join(&path);
            let decision = if at.left_out {
                rules.of_git(&absolute, is_folder)
            } else {
                rules.decide(&absolute, is_folder)
            };
            if decision == Some(Decision::Ignored) {
                continue;
            }
            let left_out = at.left_out || decision == Some(Decision::LeftOut);
            if !is_folder && left_out {
                mine.left_out.push(path);
            } else if !is_folder {
                mine.files.push(Listed {
                    path,
                    kind: kind_of(kind),
                });
            } else if at.depth == MAX_DEPTH {
                mine.failed.push((path, format!("deeper than {MAX_DEPTH} folders")));
            } else {
                let rules = rules.clone();
                let inside = Place {
                    folder: path,
                    depth: at.depth + 1,
                    left_out,
                };
                scope.spawn(move |scope| self.enter(scope, inside, rules));
            }
        }
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.files.append(&mut mine.files);
        found.failed.append(&mut mine.failed);
        found.left_out.append(&mut mine.left_out);
        found.ignore_files.append(&mut mine.ignore_files);
    }

    fn never_enters(&self, name: &OsStr) -> bool {
        let in_list = |names: &[&str]| names.iter().any(|never| name == OsStr::new(never));
        in_list(&NEVER_ENTERED) || (!self.obeyed.git && in_list(&OUTPUT))
    }
}

/// What a folder holds, and what went wrong while it was read.
fn entries(folder: &Path) -> (Vec<(OsString, fs::FileType)>, Vec<String>) {
    let (mut entries, mut failures) = (Vec::new(), Vec::new());
    let unreadable = |error: std::io::Error| format!("unreadable: {}", system_reason(&error));
    match fs::read_dir(folder) {
        Err(error) => failures.push(unreadable(error)),
        Ok(list) => {
            for entry in list {
                match entry.and_then(|entry| Ok((entry.file_name(), entry.file_type()?))) {
                    Ok(entry) => entries.push(entry),
                    Err(error) => failures.push(unreadable(error)),
                }
            }
        }
    }
    (entries, failures)
}

fn kind_of(kind: fs::FileType) -> ListedKind {
    if kind.is_file() {
        ListedKind::File
    } else if kind.is_symlink() {
        ListedKind::SymbolicLink
    } else {
        ListedKind::Other
    }
}

/// What stands at a path that no walk has met, links on the way not followed.
pub(crate) struct Folders<'r> {
    root: &'r Path,
    /// Folders that are known to be real ones.
    real: BTreeSet<PathBuf>,
}

impl<'r> Folders<'r> {
    pub(crate) fn new(root: &'r Path) -> Self {
        Self {
            root,
            real: BTreeSet::from([PathBuf::new()]),
        }
    }

    pub(crate) fn kind_of(&mut self, path: &Path) -> ListedKind {
        if !path.parent().is_none_or(|folder| self.is_real(folder)) {
            return ListedKind::Other;
        }
        fs::symlink_metadata(self.root.join(path)).map_or(ListedKind::Other, |metadata| kind_of(metadata.file_type()))
    }

    fn is_real(&mut self, folder: &Path) -> bool {
        if self.real.contains(folder) {
            return true;
        }
        let real = folder.parent().is_none_or(|above| self.is_real(above))
            && fs::symlink_metadata(self.root.join(folder)).is_ok_and(|metadata| metadata.is_dir());
        if real {
            self.real.insert(folder.to_owned());
        }
        real
    }
}
