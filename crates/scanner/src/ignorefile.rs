//! Ignore files: `.security-review-ignore`, `.gitignore` and git's `info/exclude`, in the syntax of gitignore.
//!
//! They are read as carefully as everything else in a tree: no link is followed, no pipe waited for, and the size is
//! bounded. One that cannot be read is not obeyed, so that more is scanned and not less.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::read;

/// The ignore file of this program.
pub(crate) const OWN: &str = ".security-review-ignore";

/// Largest ignore file that is obeyed, in bytes and in lines.
const MAX_BYTES: u64 = 256 << 10;
const MAX_LINES: usize = 10_000;

/// The patterns of a file, which hold for a folder and below. `None` when there is no such file.
///
/// The error says why the file is not obeyed.
pub(crate) fn load(folder: &Path, file: &Path) -> Result<Option<Gitignore>, String> {
    if file.symlink_metadata().is_err() {
        return Ok(None);
    }
    let bytes = read::open(file)
        .and_then(|open| read::read(open, MAX_BYTES))
        .map_err(|refusal| match refusal {
            read::Refusal::TooLarge(limit) => format!("larger than {limit} bytes"),
            other => other.reason(),
        })?;
    let text = String::from_utf8_lossy(&bytes);
    if text.lines().count() > MAX_LINES {
        return Err(format!("more than {MAX_LINES} lines"));
    }
    let mut builder = GitignoreBuilder::new(folder);
    for line in text.strip_prefix('\u{FEFF}').unwrap_or(&text).lines() {
        // A line that is no pattern is left out, as git does.
        let _ = builder.add_line(None, line);
    }
    builder.build().map(Some).map_err(|error| error.to_string())
}

/// What a pattern says of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    Ignored,
    /// By an ignore file of this program, and not by git.
    LeftOut,
    /// By a pattern with `!`.
    Kept,
}

pub(crate) fn decision<T>(of: ignore::Match<T>) -> Option<Decision> {
    match of {
        ignore::Match::None => None,
        ignore::Match::Ignore(_) => Some(Decision::Ignored),
        ignore::Match::Whitelist(_) => Some(Decision::Kept),
    }
}

/// The ignore files of this program in a tree, for paths that no walk has met: those that git tracks, and those of a
/// change.
pub(crate) struct OwnFiles<'r> {
    root: &'r Path,
    obeyed: bool,
    read: HashMap<PathBuf, Option<Arc<Gitignore>>>,
}

impl<'r> OwnFiles<'r> {
    /// Those below `root`; none where they are not `obeyed`.
    pub(crate) fn new(root: &'r Path, obeyed: bool) -> Self {
        Self {
            root,
            obeyed,
            read: HashMap::new(),
        }
    }

    /// Whether the file, a relative path, is left out. The innermost ignore file that says something of it decides.
    pub(crate) fn ignore(&mut self, path: &Path) -> bool {
        path.ancestors().skip(1).find_map(|folder| {
            let rules = self.of_folder(folder)?;
            decision(rules.matched_path_or_any_parents(path.strip_prefix(folder).ok()?, false))
        }) == Some(Decision::Ignored)
    }

    /// The ignore files that were met, relative to the root.
    pub(crate) fn used(&self) -> impl Iterator<Item = PathBuf> {
        let met = self.read.iter().filter(|(_, rules)| rules.is_some());
        met.map(|(folder, _)| folder.join(OWN))
    }

    fn of_folder(&mut self, folder: &Path) -> Option<Arc<Gitignore>> {
        if let Some(known) = self.read.get(folder) {
            return known.clone();
        }
        if !self.obeyed {
            return None;
        }
        let place = self.root.join(folder);
        let rules = load(&place, &place.join(OWN)).ok().flatten().map(Arc::new);
        self.read.insert(folder.to_owned(), rules.clone());
        rules
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_ignore_file_decides() {
        let tree = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(tree.path().join("a/b")).unwrap();
        std::fs::write(tree.path().join(OWN), "*.gen.py\n/secret/\n").unwrap();
        std::fs::write(tree.path().join("a/b").join(OWN), "!keep.gen.py\n").unwrap();
        let mut files = OwnFiles::new(tree.path(), true);
        for (path, expected) in [
            ("x.gen.py", true),
            ("a/x.gen.py", true),
            ("a/b/x.gen.py", true),
            ("a/b/keep.gen.py", false),
            ("secret/x.py", true),
            ("a/secret/x.py", false),
            ("x.py", false),
        ] {
            assert_eq!(files.ignore(Path::new(path)), expected, "{path}");
        }
        let mut used: Vec<_> = files.used().collect();
        used.sort();
        assert_eq!(used, [Path::new(OWN).to_owned(), Path::new("a/b").join(OWN)]);
        assert!(!OwnFiles::new(tree.path(), false).ignore(Path::new("x.gen.py")));
    }

    #[test]
    fn a_file_that_is_too_long_is_not_obeyed() {
        let tree = tempfile::tempdir().unwrap();
        let file = tree.path().join(OWN);
        std::fs::write(&file, "a\n".repeat(MAX_LINES + 1)).unwrap();
        assert_eq!(load(tree.path(), &file).unwrap_err(), "more than 10000 lines");
        std::fs::write(&file, "a".repeat(MAX_BYTES as usize + 1)).unwrap();
        assert_eq!(load(tree.path(), &file).unwrap_err(), "larger than 262144 bytes");
        std::fs::write(&file, "[\n*.py\n").unwrap();
        assert!(
            load(tree.path(), &file)
                .unwrap()
                .unwrap()
                .matched("x.py", false)
                .is_ignore()
        );
    }
}
