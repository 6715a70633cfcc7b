//! What changed in a work tree: the staged files, or the lines since a commit.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use scanner::{LineSet, Skipped};

use crate::git::{self, Git};

/// Files to scan, with the lines that count; all of them when there is no set.
pub(crate) type Changed = BTreeMap<String, Option<LineSet>>;

/// The staged files.
#[derive(Debug, Default)]
pub(crate) struct Staged {
    /// The id of the content by path.
    pub(crate) blobs: BTreeMap<String, String>,
    /// What is staged and holds no text.
    pub(crate) skipped: Vec<Skipped>,
}

/// Lists what is staged below the folder: added, copied, modified and renamed files.
pub(crate) fn staged(git: &Git) -> anyhow::Result<Staged> {
    let output = git.output(&[
        "diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--diff-filter=ACMRT", "--relative",
        "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=none", "--",
    ])?;
    let mut staged = Staged::default();
    let mut fields = output.split(|b| *b == 0);
    while let Some(header) = fields.next().filter(|header| !header.is_empty()) {
        let header = String::from_utf8_lossy(header);
        let words: Vec<_> = header.trim_start_matches(':').split(' ').collect();
        let (Some(path), [_, mode, _, id, _]) = (fields.next(), words.as_slice()) else {
            bail!("git listed the staged files in an unknown form");
        };
        let reason = match *mode {
            "120000" => "symbolic link",
            "160000" => "not a regular file",
            _ => {
                staged.blobs.insert(name_for(&staged.blobs, path), (*id).to_owned());
                continue;
            }
        };
        staged.skipped.push(Skipped {
            path: String::from_utf8_lossy(path).into_owned(),
            reason: reason.to_owned(),
        });
    }
    Ok(staged)
}

/// The changes since a commit.
#[derive(Debug, Default)]
pub(crate) struct Since {
    pub(crate) files: Changed,
    /// Where the files are whose names are no UTF-8, by the names in `files`.
    pub(crate) odd: BTreeMap<String, PathBuf>,
}

impl Since {
    fn add(&mut self, path: &[u8], lines: Option<LineSet>) {
        let name = name_for(&self.files, path);
        if name.as_bytes() != path {
            self.odd.insert(name.clone(), git::path_of(path));
        }
        self.files.insert(name, lines);
    }
}

/// The options of every diff: nothing of the repository's settings changes what it shows.
const DIFF: [&str; 13] = [
    "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--relative", "--find-renames", "--src-prefix=a/",
    "--dst-prefix=b/", "--output-indicator-new=+", "--output-indicator-old=-", "--diff-filter=ACMRT",
    "--ignore-submodules=all", "--inter-hunk-context=0",
];

/// How many paths are named in one call of git.
const PATHS_PER_CALL: usize = 100;

/// The lines that changed since the common ancestor of HEAD and `reference`, in commits and in the work tree, and every
/// line of untracked files. A file whose lines git counts in another way than the scanner counts as a whole.
pub(crate) fn since(git: &Git, dir: &Path, reference: &str, max_file_bytes: u64) -> anyhow::Result<Since> {
    let base = common_ancestor(git, reference)?;
    let mut changes = Since::default();
    let mut add_diff = |diff: &[u8]| -> anyhow::Result<()> {
        for (path, added) in parse_diff(diff).context("the diff of git could not be read")? {
            let content = read_regular(&dir.join(git::path_of(&path)), max_file_bytes);
            let whole = content.is_ok_and(|content| !counts_alike(&content, &added));
            let lines = added.iter().map(|(number, _)| *number..=*number);
            changes.add(&path, (!whole).then(|| lines.collect()));
        }
        Ok(())
    };
    add_diff(&git.output(&diff_command(&["-U0", "--no-indent-heuristic", &base, "--"]))?)?;
    let (text, binary): (Vec<_>, Vec<_>) = binary_changes(git, &base)?.into_iter().partition(|change| {
        let content = read_regular(&dir.join(git::path_of(&change.path)), max_file_bytes);
        content.is_ok_and(|bytes| is_plain(&bytes)) && change.name().is_some()
    });
    // Attributes of the repository say that these are binary; their bytes say that they are text.
    for batch in text.chunks(PATHS_PER_CALL) {
        let mut rest = vec!["-U0", "--no-indent-heuristic", "--text", &base, "--"];
        rest.extend(batch.iter().filter_map(Binary::name));
        rest.extend(batch.iter().filter_map(Binary::name_before));
        add_diff(&git.output(&diff_command(&rest))?)?;
    }
    for change in binary {
        changes.add(&change.path, None);
    }
    let untracked = git.output(&["ls-files", "--others", "--exclude-standard", "-z"])?;
    for path in untracked.split(|b| *b == 0).filter(|path| !path.is_empty()) {
        changes.add(path, None);
    }
    Ok(changes)
}

fn diff_command<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    DIFF.iter().chain(rest).copied().collect()
}

/// A changed file that git shows no lines of, because of its content or of attributes.
struct Binary {
    path: Vec<u8>,
    /// The path before, of a renamed file.
    before: Option<Vec<u8>>,
}

impl Binary {
    fn name(&self) -> Option<&str> {
        std::str::from_utf8(&self.path).ok()
    }

    fn name_before(&self) -> Option<&str> {
        std::str::from_utf8(self.before.as_ref()?).ok()
    }
}

fn binary_changes(git: &Git, base: &str) -> anyhow::Result<Vec<Binary>> {
    let output = git.output(&diff_command(&["--numstat", "-z", base, "--"]))?;
    let mut fields = output.split(|b| *b == 0);
    let mut found = Vec::new();
    while let Some(entry) = fields.next().filter(|entry| !entry.is_empty()) {
        let mut columns = entry.splitn(3, |b| *b == b'\t');
        let (Some(added), Some(_), Some(path)) = (columns.next(), columns.next(), columns.next()) else {
            bail!("git counted the changes in an unknown form");
        };
        // A renamed file has an empty path, and then the old and the new one.
        let (before, path) = if path.is_empty() {
            (fields.next(), fields.next())
        } else {
            (None, Some(path))
        };
        let path = path.context("git counted the changes in an unknown form")?;
        if added == b"-" {
            found.push(Binary {
                path: path.to_vec(),
                before: before.map(<[u8]>::to_vec),
            });
        }
    }
    Ok(found)
}

/// The name of a path for the scanner, unlike all names before it: bytes that are no UTF-8 are replaced.
fn name_for<T>(before: &BTreeMap<String, T>, path: &[u8]) -> String {
    let mut name = String::from_utf8_lossy(path).into_owned();
    while before.contains_key(&name) && name.contains('\u{FFFD}') {
        name = name.replacen('\u{FFFD}', "\u{FFFD}\u{FFFD}", 1);
    }
    name
}

fn common_ancestor(git: &Git, reference: &str) -> anyhow::Result<String> {
    if reference.is_empty() || reference.starts_with('-') || reference.contains(['\0', '\n', '\r']) {
        bail!("`{reference}` is no git reference: name a commit, a branch or a tag");
    }
    let commit = format!("{reference}^{{commit}}");
    let Some(commit) = git.question(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])? else {
        bail!("git does not know `{reference}`: fetch it first; in a pipeline, check out with the full history");
    };
    let commit = String::from_utf8_lossy(&commit).trim().to_owned();
    let Some(base) = git.question(&["merge-base", &commit, "HEAD"])? else {
        bail!(
            "`{reference}` and the checked-out commit have no common ancestor here: in a pipeline, check out with the full history"
        );
    };
    Ok(String::from_utf8_lossy(&base).trim().to_owned())
}

/// An added or changed line: its number, its text.
type Added<'d> = (u32, &'d [u8]);

/// Reads a diff without context: for each file, the lines of its new state that were added or changed.
fn parse_diff(diff: &[u8]) -> anyhow::Result<BTreeMap<Vec<u8>, Vec<Added<'_>>>> {
    let mut files: BTreeMap<Vec<u8>, Vec<Added<'_>>> = BTreeMap::new();
    let mut path: Option<Vec<u8>> = None;
    // Lines of the current hunk still to come: only outside hunks is a line a header.
    let mut left = 0_u64;
    let mut number = 0_u32;
    for line in diff.split(|b| *b == b'\n') {
        if left > 0 {
            left -= u64::from(!line.starts_with(b"\\"));
            if let Some(text) = line.strip_prefix(b"+") {
                let path = path.as_ref().context("a hunk stands outside a file")?;
                files.entry(path.clone()).or_default().push((number, text));
                number = number.saturating_add(1);
            }
        } else if line.starts_with(b"diff ") {
            path = None;
        } else if let Some(name) = line.strip_prefix(b"+++ ") {
            path = new_path(name)?;
        } else if let Some(header) = line.strip_prefix(b"@@ -") {
            let (removed, added) = hunk(header).context("a hunk has an unknown form")?;
            left = u64::from(removed.1) + u64::from(added.1);
            number = added.0;
        }
    }
    Ok(files)
}

/// First line and number of lines, before and after: `12,0 +13,2 @@ …`.
fn hunk(header: &[u8]) -> Option<((u32, u32), (u32, u32))> {
    let header = std::str::from_utf8(header.split(|b| *b == b'@').next()?).ok()?;
    let (old, new) = header.trim().split_once(" +")?;
    let side = |text: &str| match text.split_once(',') {
        Some((start, count)) => Some((start.parse().ok()?, count.parse().ok()?)),
        None => Some((text.parse().ok()?, 1)),
    };
    Some((side(old)?, side(new)?))
}

/// The path of `+++ b/path`, which git quotes when it holds unusual bytes; `None` for a deleted file.
fn new_path(name: &[u8]) -> anyhow::Result<Option<Vec<u8>>> {
    // A name with blanks is followed by a tab.
    let name = name.strip_suffix(b"\t").unwrap_or(name);
    if name == b"/dev/null" {
        return Ok(None);
    }
    let bytes = match name.strip_prefix(b"\"").and_then(|quoted| quoted.strip_suffix(b"\"")) {
        Some(quoted) => unquote(quoted).context("a path is quoted in an unknown form")?,
        None => name.to_vec(),
    };
    let path = bytes.strip_prefix(b"b/").context("a path has no prefix")?;
    Ok(Some(path.to_vec()))
}

fn unquote(quoted: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(quoted.len());
    let mut rest = quoted.iter().copied();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next()? {
            b'a' => 7,
            b'b' => 8,
            b't' => b'\t',
            b'n' => b'\n',
            b'v' => 11,
            b'f' => 12,
            b'r' => b'\r',
            plain @ (b'"' | b'\\') => plain,
            first @ b'0'..=b'3' => {
                let digit = |b: u8| (b'0'..=b'7').contains(&b).then(|| b - b'0');
                (first - b'0') * 64 + digit(rest.next()?)? * 8 + digit(rest.next()?)?
            }
            _ => return None,
        });
    }
    Some(bytes)
}

/// Whether git and the scanner agree on where the added lines are. Old line ends, encodings and attributes
/// (`working-tree-encoding`) make them count differently.
fn counts_alike(content: &[u8], added: &[Added<'_>]) -> bool {
    fn end(line: &[u8]) -> &[u8] {
        line.strip_suffix(b"\r").unwrap_or(line)
    }
    let lines: Vec<_> = content.split(|b| *b == b'\n').collect();
    let at = |number: u32| (number as usize).checked_sub(1).and_then(|index| lines.get(index));
    let lone_return = content.windows(2).any(|pair| pair[0] == b'\r' && pair[1] != b'\n');
    is_plain(content)
        && !lone_return
        && added
            .iter()
            .all(|(number, text)| at(*number).is_some_and(|line| end(line) == end(text)))
}

/// Whether bytes are text of one byte or more per character, as git reads text.
fn is_plain(bytes: &[u8]) -> bool {
    !(bytes.contains(&0) || bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF"))
}

/// A regular file, which no link leads to. Of a longer one, only the first `limit + 1` bytes are read.
pub(crate) fn read_regular(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    if !std::fs::symlink_metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_gives_the_added_lines_of_each_file() {
        let diff = b"diff --git a/x.py b/x.py\nindex 1..2 100644\n--- a/x.py\n+++ b/x.py\n@@ -1 +1,2 @@ def f():\n-old\n+new\n+more\n\
            @@ -9,2 +10,0 @@\n-gone\n-gone\n@@ -20,0 +19 @@\n+++ b/not_a_header.py\n\
            diff --git a/a b b/a b\n--- a/a b\t\n+++ b/a b\t\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n\
            diff --git \"a/\\303\\251\\n\\\"\" \"b/\\303\\251\\n\\\"\"\n--- /dev/null\n+++ \"b/\\303\\251\\n\\\"\"\n@@ -0,0 +1,3 @@\n+1\n+2\n+3\n";
        let changed = parse_diff(diff).unwrap();
        let names: Vec<_> = changed.keys().map(|name| String::from_utf8_lossy(name)).collect();
        assert_eq!(names, ["a b", "x.py", "é\n\""]);
        let touched = |name: &str, line: u32| changed[name.as_bytes()].iter().any(|(number, _)| *number == line);
        assert!(touched("x.py", 1) && touched("x.py", 2) && touched("x.py", 19));
        assert!(!touched("x.py", 3) && !touched("x.py", 10) && !touched("x.py", 20));
        assert!(touched("é\n\"", 3) && touched("a b", 1));
    }

    #[test]
    fn a_file_that_only_lost_lines_has_nothing_to_report_on() {
        let diff = b"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +0,0 @@\n-a\n-b\n";
        assert!(parse_diff(diff).unwrap().is_empty());
    }
}
