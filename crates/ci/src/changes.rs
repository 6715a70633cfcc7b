//! What changed in a work tree: the staged files, or the lines since a commit.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

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
        let path = String::from_utf8_lossy(path).into_owned();
        let reason = match *mode {
            "120000" => "symbolic link",
            "160000" => "not a regular file",
            _ => {
                staged.blobs.insert(path, (*id).to_owned());
                continue;
            }
        };
        staged.skipped.push(Skipped {
            path,
            reason: reason.to_owned(),
        });
    }
    Ok(staged)
}

/// The lines that changed since the common ancestor of HEAD and `reference`, in commits and in the work tree, and every
/// line of untracked files.
pub(crate) fn since(git: &Git, dir: &Path, reference: &str, max_file_bytes: u64) -> anyhow::Result<Changed> {
    let base = common_ancestor(git, reference)?;
    let mut changed = parse_diff(&git.output(&[
        "diff", "-U0", "--no-color", "--no-ext-diff", "--no-textconv", "--relative", "--find-renames",
        "--src-prefix=a/", "--dst-prefix=b/", "--output-indicator-new=+", "--output-indicator-old=-",
        "--diff-filter=ACMRT", "--ignore-submodules=all", "--inter-hunk-context=0", "--no-indent-heuristic", &base,
        "--",
    ])?)
    .context("the diff of git could not be read")?;
    for (path, lines) in &mut changed {
        if has_lone_carriage_returns(&dir.join(path), max_file_bytes) {
            // git and editors count the lines of such a file differently.
            *lines = None;
        }
    }
    let untracked = git.output(&["ls-files", "--others", "--exclude-standard", "-z"])?;
    for path in untracked.split(|b| *b == 0).filter(|path| !path.is_empty()) {
        changed.insert(String::from_utf8_lossy(path).into_owned(), None);
    }
    Ok(changed)
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

/// Reads a diff without context: for each file, the lines of its new state that were added or changed.
fn parse_diff(diff: &[u8]) -> anyhow::Result<Changed> {
    let mut ranges: BTreeMap<String, Vec<std::ops::RangeInclusive<u32>>> = BTreeMap::new();
    let mut path: Option<String> = None;
    // Lines of the current hunk still to come: only outside hunks is a line a header.
    let mut left = 0_u64;
    for line in diff.split(|b| *b == b'\n') {
        if left > 0 {
            left -= u64::from(!line.starts_with(b"\\"));
        } else if line.starts_with(b"diff ") {
            path = None;
        } else if let Some(name) = line.strip_prefix(b"+++ ") {
            path = new_path(name)?;
        } else if let Some(header) = line.strip_prefix(b"@@ -") {
            let (removed, added) = hunk(header).context("a hunk has an unknown form")?;
            left = u64::from(removed.1) + u64::from(added.1);
            if added.1 > 0 {
                let path = path.clone().context("a hunk stands outside a file")?;
                ranges
                    .entry(path)
                    .or_default()
                    .push(added.0..=added.0.saturating_add(added.1 - 1));
            }
        }
    }
    Ok(ranges
        .into_iter()
        .map(|(path, ranges)| (path, Some(ranges.into_iter().collect())))
        .collect())
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
fn new_path(name: &[u8]) -> anyhow::Result<Option<String>> {
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
    Ok(Some(git::path_of(path).to_string_lossy().into_owned()))
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

/// Whether a file has carriage returns that end a line by themselves.
fn has_lone_carriage_returns(path: &Path, max_bytes: u64) -> bool {
    let is_file = std::fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file());
    let mut bytes = Vec::new();
    let read = is_file && File::open(path).is_ok_and(|file| file.take(max_bytes).read_to_end(&mut bytes).is_ok());
    read && bytes.windows(2).any(|pair| pair[0] == b'\r' && pair[1] != b'\n')
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
        let names: Vec<_> = changed.keys().map(String::as_str).collect();
        assert_eq!(names, ["a b", "x.py", "é\n\""]);
        let touched = |name: &str, line: u32| changed[name].as_ref().unwrap().meets(line..=line);
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
