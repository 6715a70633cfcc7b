//! The ignore rules that hold in a folder: its own and those of the folders above.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::Gitignore;

use crate::git::Repository;
use crate::ignorefile::{Decision, OWN, decision, load};

/// The ignore rules of a folder; cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct Rules(Option<Arc<Level>>);

/// Which ignore files are obeyed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Obeyed {
    pub(super) git: bool,
    /// Those of this program.
    pub(super) own: bool,
}

/// What was met while the ignore files of folders were read.
#[derive(Debug, Default)]
pub(super) struct Met {
    /// Files that are not obeyed, by name, and why.
    pub(super) problems: Vec<(&'static str, String)>,
    /// Whether there was a file of this program, and it is obeyed.
    pub(super) own: bool,
}

/// What the ignore files of one folder say.
#[derive(Debug)]
struct Level {
    above: Rules,
    own: Option<Gitignore>,
    git: Option<Gitignore>,
    /// `info/exclude` of the repository whose top this is.
    exclude: Option<Gitignore>,
    /// The top of a repository, which the rules of git above do not reach into.
    is_top: bool,
}

impl Rules {
    /// The rules of a repository that hold above its folder `root`. `None` when they ignore the folder.
    ///
    /// With the files of this program that hold, relative to the root.
    pub(super) fn above(root: &Path, repository: &Repository, own: bool) -> Option<(Self, Vec<PathBuf>)> {
        let mut rules = Rules::default();
        let mut used = Vec::new();
        let mut folder = repository.top.clone();
        let below = root.strip_prefix(&repository.top).ok()?;
        for (depth, part) in below.iter().enumerate() {
            // What is not obeyed here is told by nobody: it is outside the scanned folder, and ignores less.
            let mut met = Met::default();
            rules = rules.within(&folder, Obeyed { git: true, own }, &mut met);
            if met.own {
                let up = below.iter().skip(depth).map(|_| "..");
                used.push(up.collect::<PathBuf>().join(OWN));
            }
            folder.push(part);
            if matches!(rules.decide(&folder, true), Some(Decision::Ignored | Decision::LeftOut)) {
                return None;
            }
        }
        Some((rules, used))
    }

    /// The rules inside a folder, an absolute path.
    pub(super) fn within(self, folder: &Path, obeyed: Obeyed, met: &mut Met) -> Self {
        let git = obeyed.git;
        let mut read = |of: &Path, name: &'static str| {
            load(folder, &of.join(name)).unwrap_or_else(|problem| {
                met.problems.push((name, problem));
                None
            })
        };
        let own = if obeyed.own { read(folder, OWN) } else { None };
        let git_rules = if git { read(folder, ".gitignore") } else { None };
        let repository = if git { Repository::at(folder) } else { None };
        let exclude = repository
            .as_ref()
            .and_then(|repository| load(folder, &repository.exclude_file()).ok().flatten());
        met.own |= own.is_some();
        Rules(Some(Arc::new(Level {
            above: self,
            own,
            git: git_rules,
            exclude,
            is_top: repository.is_some(),
        })))
    }

    /// What the rules say of an absolute path. The files of this program come before those of git, inner ones before
    /// outer ones.
    pub(super) fn decide(&self, path: &Path, is_folder: bool) -> Option<Decision> {
        let ask = |rules: &Option<Gitignore>| decision(rules.as_ref()?.matched(path, is_folder));
        match self.levels().find_map(|level| ask(&level.own)) {
            Some(Decision::Ignored) if self.of_git(path, is_folder) != Some(Decision::Ignored) => {
                Some(Decision::LeftOut)
            }
            Some(own) => Some(own),
            None => self.of_git(path, is_folder),
        }
    }

    /// What the rules of git alone say.
    pub(super) fn of_git(&self, path: &Path, is_folder: bool) -> Option<Decision> {
        let ask = |rules: &Option<Gitignore>| decision(rules.as_ref()?.matched(path, is_folder));
        // Up to the top of the repository, itself included.
        let reach = self
            .levels()
            .position(|level| level.is_top)
            .map_or(usize::MAX, |top| top + 1);
        let mut of_repository = self.levels().take(reach);
        let inner = of_repository.find_map(|level| ask(&level.git));
        inner.or_else(|| self.levels().take(reach).find_map(|level| ask(&level.exclude)))
    }

    fn levels(&self) -> impl Iterator<Item = &Level> {
        std::iter::successors(self.0.as_deref(), |level| level.above.0.as_deref())
    }
}
