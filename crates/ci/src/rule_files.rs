//! The rules of a run: those of the program, and files of the user.

use std::borrow::Cow;
use std::path::PathBuf;

use scanner::RuleSet;

use crate::input;

/// More than this is no rule file: all shipped rules together are a tenth of it.
const MAX_BYTES: u64 = 8 << 20;

/// The rules of the program and of `files`.
pub(crate) fn load(files: &[PathBuf]) -> anyhow::Result<Cow<'static, RuleSet>> {
    let shipped = RuleSet::embedded();
    if files.is_empty() {
        return Ok(Cow::Borrowed(shipped));
    }
    let mut read = Vec::with_capacity(files.len());
    for file in files {
        let text = input::read("rule file", file, MAX_BYTES)?;
        read.push((file.display().to_string(), text));
    }
    let named: Vec<_> = read.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Ok(Cow::Owned(shipped.extended(&named)?))
}
