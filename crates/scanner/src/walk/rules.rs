//! The ignore rules that hold in a folder: its own and those of the folders above.

use std::path::Path;
use std::sync::Arc;

use ignore::gitignore::Gitignore;

use crate::git::Repository;
use crate::ignorefile::{Decision, OWN, decision, load};

/// The ignore rules of a folder; cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct Rules(Option<Arc<Level>>);

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
    pub(super) fn above(root: &Path, repository: &Repository) -> Option<Self> {
        let mut rules = Rules::default();
        let mut folder = repository.top.clone();
        for part in root.strip_prefix(&repository.top).ok()? {
            // What is not obeyed here is told by nobody: it is outside the scanned folder, and ignores less.
            rules = rules.within(&folder, true, &mut Vec::new());
            folder.push(part);
            if rules.decide(&folder, true) == Some(Decision::Ignored) {
                return None;
            }
        }
        Some(rules)
    }

    /// The rules inside a folder, an absolute path. `problems` takes the ignore files that are not obeyed, and why.
    pub(super) fn within(self, folder: &Path, git: bool, problems: &mut Vec<(&'static str, String)>) -> Self {
        let mut read = |of: &Path, name: &'static str| {
            load(folder, &of.join(name)).unwrap_or_else(|problem| {
                problems.push((name, problem));
                None
            })
        };
        let own = read(folder, OWN);
        let git_rules = if git { read(folder, ".gitignore") } else { None };
        let repository = if git { Repository::at(folder) } else { None };
        let exclude = repository
            .as_ref()
            .and_then(|repository| load(folder, &repository.exclude_file()).ok().flatten());
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
        let own = self.levels().find_map(|level| ask(&level.own));
        own.or_else(|| {
            // Up to the top of the repository, itself included.
            let reach = self
                .levels()
                .position(|level| level.is_top)
                .map_or(usize::MAX, |top| top + 1);
            let mut of_repository = self.levels().take(reach);
            let inner = of_repository.find_map(|level| ask(&level.git));
            inner.or_else(|| self.levels().take(reach).find_map(|level| ask(&level.exclude)))
        })
    }

    fn levels(&self) -> impl Iterator<Item = &Level> {
        std::iter::successors(self.0.as_deref(), |level| level.above.0.as_deref())
    }
}
