//! What git knows of a tree, without running git: where the repository is, and which files it tracks.
//!
//! Nothing of the repository's configuration is obeyed: a scan must not run what a hostile repository asks for.

mod index;

use std::fs;
use std::path::{Path, PathBuf};

use crate::read;

pub(crate) use index::{Tracked, TrackedKind};

/// Largest index that is read, in bytes: about two million files.
const INDEX_BYTES: u64 = 256 << 20;
/// Longest `.git` file of a linked work tree, in bytes.
const LINK_BYTES: u64 = 64 << 10;

/// A repository that a folder is in.
#[derive(Debug)]
pub(crate) struct Repository {
    /// The top of the work tree.
    pub(crate) top: PathBuf,
    /// Where its index is.
    folder: PathBuf,
}

impl Repository {
    /// The repository of a folder, which is an absolute path: the nearest folder at or above it with a `.git`.
    pub(crate) fn of(folder: &Path) -> Option<Self> {
        folder.ancestors().find_map(Self::at)
    }

    /// The repository whose top a folder is.
    pub(crate) fn at(top: &Path) -> Option<Self> {
        let git = top.join(".git");
        let metadata = fs::symlink_metadata(&git).ok()?;
        let folder = if metadata.is_dir() { git } else { linked(top, &git)? };
        // An empty folder of that name makes no repository.
        folder.join("HEAD").exists().then(|| Self {
            top: top.to_owned(),
            folder,
        })
    }

    /// Where the patterns are that hold for this clone only. A linked work tree shares them with its repository.
    pub(crate) fn exclude_file(&self) -> PathBuf {
        let common = read_line(&self.folder.join("commondir")).map(|common| self.folder.join(common));
        common.unwrap_or_else(|| self.folder.clone()).join("info/exclude")
    }

    /// The files that git tracks below the top of the work tree, sorted. None when nothing was ever added.
    pub(crate) fn tracked(&self) -> Result<Vec<Tracked>, String> {
        let path = self.folder.join("index");
        if !path.exists() {
            return Ok(Vec::new());
        }
        let bytes = read::open(&path)
            .and_then(|file| read::read(file, INDEX_BYTES))
            .map_err(|refusal| refusal.reason())?;
        index::parse(&bytes, self.uses_sha256()).map_err(str::to_owned)
    }

    /// Whether object names have 32 bytes. Only the exact line that git writes counts.
    fn uses_sha256(&self) -> bool {
        let config = read::open(&self.folder.join("config")).and_then(|file| read::read(file, LINK_BYTES));
        config.is_ok_and(|bytes| {
            let text = String::from_utf8_lossy(&bytes).to_lowercase();
            text.lines()
                .any(|line| line.replace([' ', '\t'], "") == "objectformat=sha256")
        })
    }
}

/// The folder that a `.git` file names, in a linked work tree or a submodule.
fn linked(top: &Path, file: &Path) -> Option<PathBuf> {
    Some(top.join(read_line(file)?.strip_prefix("gitdir:")?.trim()))
}

/// The first line of a small file.
fn read_line(file: &Path) -> Option<String> {
    let bytes = read::open(file).and_then(|file| read::read(file, LINK_BYTES)).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    text.lines().next().map(str::to_owned)
}
