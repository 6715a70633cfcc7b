//! Errors of a scan as a whole.

use std::path::PathBuf;

use crate::filter::PatternError;

/// Why a tree cannot be scanned at all.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// The root is missing, no folder, or unreadable.
    #[error("`{}` cannot be scanned: {reason}", root.display())]
    Root {
        /// As given.
        root: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A pattern of `exclude` or `include`.
    #[error("{option}: {error}")]
    Pattern {
        /// `--exclude` or `--include`.
        option: &'static str,
        /// What is wrong.
        error: PatternError,
    },
    /// What git tracks cannot be read, so that files would be missed.
    #[error(
        "the index of git cannot be read ({0}): files that git tracks although it ignores them would be missed; repair it, or pass --no-git to scan without git's rules"
    )]
    Index(String),
    /// The threads cannot be started.
    #[error("{0} threads cannot be started: choose fewer (--jobs)")]
    Threads(usize),
}
