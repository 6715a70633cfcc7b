//! Reading files that the command line names.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, bail};

/// The text of a regular file of at most `limit` bytes. `what` names its purpose in messages.
pub(crate) fn read(what: &str, path: &Path, limit: u64) -> anyhow::Result<String> {
    let fail = || format!("the {what} `{}` could not be read", path.display());
    // Asked before opening: opening a pipe waits for a writer.
    if !fs::metadata(path).with_context(fail)?.is_file() {
        bail!("the {what} `{}` is no regular file", path.display());
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).with_context(fail)?;
    file.take(limit + 1).read_to_end(&mut bytes).with_context(fail)?;
    if bytes.len() as u64 > limit {
        bail!("the {what} `{}` has more than {limit} bytes", path.display());
    }
    String::from_utf8(bytes).with_context(fail)
}
