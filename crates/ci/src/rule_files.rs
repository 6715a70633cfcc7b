//! The rules of a run: those of the program, and files of the user.

use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use scanner::RuleSet;

/// The rules of the program and of `files`.
pub(crate) fn load(files: &[PathBuf]) -> anyhow::Result<Cow<'static, RuleSet>> {
    let shipped = RuleSet::embedded();
    if files.is_empty() {
        return Ok(Cow::Borrowed(shipped));
    }
    let mut read = Vec::with_capacity(files.len());
    for file in files {
        let text = fs::read_to_string(file)
            .with_context(|| format!("the rule file `{}` could not be read", file.display()))?;
        read.push((file.display().to_string(), text));
    }
    let named: Vec<_> = read.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Ok(Cow::Owned(shipped.extended(&named)?))
}
