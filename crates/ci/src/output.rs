//! Writing results: to stdout, to stderr, to files.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use anyhow::Context as _;
use serde::Serialize;

use crate::args::Color;
use crate::runner;

/// Writes plain text to stdout. A closed pipe or a full disk is an error: the reader did not get the answer.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .context("the result could not be written to stdout")
}

/// Writes text with styles to stdout, without them when it is no terminal.
pub(crate) fn print_styled(text: &str) -> anyhow::Result<()> {
    print_colored(text, Color::Auto)
}

/// Writes text with styles to stdout.
pub(crate) fn print_colored(text: &str, color: Color) -> anyhow::Result<()> {
    let mut stdout = AutoStream::new(io::stdout().lock(), choice(color));
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .context("the result could not be written to stdout")
}

/// Writes text with styles to stderr, where messages go that are not the result.
pub(crate) fn print_error(text: &str) {
    // A closed stderr takes nothing away from the result.
    let _ = AutoStream::auto(io::stderr().lock()).write_all(runner::safe_text(text).as_bytes());
}

fn choice(color: Color) -> ColorChoice {
    match color {
        Color::Always => ColorChoice::AlwaysAnsi,
        Color::Never => ColorChoice::Never,
        Color::Auto => AutoStream::choice(&io::stdout()),
    }
}

/// Whether messages on stderr are read by a person.
pub(crate) fn is_interactive() -> bool {
    io::stderr().is_terminal()
}

/// Removes styles.
pub(crate) fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// Where a file is or would be, so that two spellings of one place are equal.
pub(crate) fn place_of(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = fs::canonicalize(parent.unwrap_or(Path::new(".")));
    let new = || Some(folder.ok()?.join(path.file_name()?));
    fs::canonicalize(path)
        .ok()
        .or_else(new)
        .unwrap_or_else(|| path.to_path_buf())
}

/// Writes a file as a whole: beside the target first, then renamed, so that a reader never sees half of it. What is no
/// regular file (a terminal, a pipe, `/dev/full`) is written to directly.
pub(crate) fn write_file(path: &Path, content: &str) -> anyhow::Result<()> {
    let fail = || format!("`{}` could not be written", path.display());
    let existing = fs::metadata(path).ok();
    if existing.as_ref().is_some_and(|meta| meta.is_dir()) {
        anyhow::bail!("`{}` is a folder: name a file", path.display());
    }
    if existing.as_ref().is_some_and(|meta| !meta.is_file()) {
        let mut target = fs::OpenOptions::new().write(true).open(path).with_context(fail)?;
        return target
            .write_all(content.as_bytes())
            .and_then(|()| target.flush())
            .with_context(fail);
    }
    // A link stays a link: its target is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".security-review-");
    #[cfg(unix)]
    {
        // The permissions of an ordinary new file: the umask applies.
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut temporary = builder.tempfile_in(folder).with_context(fail)?;
    temporary
        .write_all(content.as_bytes())
        .and_then(|()| temporary.flush())
        .with_context(fail)?;
    if let Some(meta) = existing {
        temporary
            .as_file()
            .set_permissions(meta.permissions())
            .with_context(fail)?;
    }
    temporary
        .persist(&path)
        .map_err(|error| error.error)
        .with_context(fail)?;
    Ok(())
}

/// JSON with two blanks of indentation, in ASCII: no byte of it can steer a terminal. Ends with a line end.
pub(crate) fn json(value: &impl Serialize) -> anyhow::Result<String> {
    let mut text = ascii(&serde_json::to_string_pretty(value).context("the result could not be written as JSON")?);
    text.push('\n');
    Ok(text)
}

/// Escapes what is not printable ASCII in a JSON text; such characters stand in its strings only.
pub(crate) fn ascii(json: &str) -> String {
    if json.bytes().all(|b| b == b'\n' || (0x20..0x7F).contains(&b)) {
        return json.to_owned();
    }
    let mut out = String::with_capacity(json.len() + json.len() / 8);
    for c in json.chars() {
        if c == '\n' || (c.is_ascii() && !c.is_ascii_control()) {
            out.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_ascii_and_says_the_same() {
        let text = json(&["é\u{1F600}\u{7F}\u{202E}\n"]).unwrap();
        assert_eq!(text, "[\n  \"\\u00e9\\ud83d\\ude00\\u007f\\u202e\\n\"\n]\n");
        assert_eq!(
            serde_json::from_str::<Vec<String>>(&text).unwrap(),
            ["é\u{1F600}\u{7F}\u{202E}\n"]
        );
    }
}
