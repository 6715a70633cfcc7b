//! The index of git, versions 2 to 4 (gitformat-index).

use std::path::PathBuf;

/// An entry of the index.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tracked {
    /// Relative to the top of the work tree.
    pub(crate) path: PathBuf,
    pub(crate) kind: TrackedKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TrackedKind {
    File,
    SymbolicLink,
    /// A repository inside the repository.
    Submodule,
}

/// What stands before the name in an entry, without the object name: ten numbers of 32 bits and the flags.
const NUMBERS_BYTES: usize = 40;
const MODE_AT: usize = 24;
/// Longest path, in bytes.
const PATH_BYTES: usize = 4096;

const EXTENDED: u16 = 0x4000;
const SKIP_WORKTREE: u16 = 0x4000;

/// Reads the entries: sorted, each once, without those that a sparse checkout leaves out of the work tree.
pub(super) fn parse(bytes: &[u8], sha256: bool) -> Result<Vec<Tracked>, &'static str> {
    let mut reader = Reader { bytes, at: 0 };
    if reader.take(4)? != b"DIRC" {
        return Err("it does not start like an index");
    }
    let version = reader.number()?;
    if !(2..=4).contains(&version) {
        return Err("its version is none of 2, 3 and 4");
    }
    let count = reader.number()? as usize;
    let name_bytes = if sha256 { 32 } else { 20 };
    let mut entries = Vec::with_capacity(count.min(bytes.len() / 64));
    let mut path: Vec<u8> = Vec::new();
    for _ in 0..count {
        let start = reader.at;
        let fixed = reader.take(NUMBERS_BYTES)?;
        let mode = u32::from_be_bytes(fixed[MODE_AT..MODE_AT + 4].try_into().expect("four bytes"));
        reader.take(name_bytes)?;
        let flags = reader.short()?;
        let extended = if version >= 3 && flags & EXTENDED != 0 {
            reader.short()?
        } else {
            0
        };
        if version == 4 {
            let dropped = reader.offset()?;
            path.truncate(
                path.len()
                    .checked_sub(dropped)
                    .ok_or("a path of it drops more than there is")?,
            );
        } else {
            path.clear();
        }
        path.extend_from_slice(reader.until_zero()?);
        if path.is_empty() {
            // It replaces an entry of the other file.
            return Err(SPLIT);
        }
        if path.len() > PATH_BYTES {
            return Err("a path of it is too long");
        }
        if version < 4 {
            // One to eight zeros fill an entry up to a multiple of eight bytes; the first has been read.
            let length = reader.at - start;
            reader.take((8 - length % 8) % 8)?;
        }
        let kind = match mode >> 12 {
            0o10 => TrackedKind::File,
            0o12 => TrackedKind::SymbolicLink,
            0o16 => TrackedKind::Submodule,
            // A folder stands for all that a sparse index leaves out.
            0o04 => continue,
            _ => return Err("an entry of it is neither file, link nor submodule"),
        };
        if extended & SKIP_WORKTREE == 0 {
            entries.push(Tracked {
                path: to_path(&path)?,
                kind,
            });
        }
    }
    reader.check_extensions(name_bytes)?;
    entries.sort();
    // A conflict lists a path up to three times.
    entries.dedup_by(|b, a| a.path == b.path);
    Ok(entries)
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

const SPLIT: &str =
    "it is split over two files, which is not supported; `git update-index --no-split-index` joins them";
const TOO_SHORT: &str = "it ends too early";

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], &'static str> {
        let end = self.at.checked_add(count).ok_or(TOO_SHORT)?;
        let taken = self.bytes.get(self.at..end).ok_or(TOO_SHORT)?;
        self.at = end;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, &'static str> {
        Ok(u32::from_be_bytes(self.take(4)?.try_into().expect("four bytes")))
    }

    fn short(&mut self) -> Result<u16, &'static str> {
        Ok(u16::from_be_bytes(self.take(2)?.try_into().expect("two bytes")))
    }

    fn until_zero(&mut self) -> Result<&'b [u8], &'static str> {
        let rest = &self.bytes[self.at..];
        let length = rest
            .iter()
            .take(PATH_BYTES + 1)
            .position(|byte| *byte == 0)
            .ok_or(TOO_SHORT)?;
        self.at += length + 1;
        Ok(&rest[..length])
    }

    /// The variable-length number of version 4, as in offsets of pack files.
    fn offset(&mut self) -> Result<usize, &'static str> {
        let mut byte = self.take(1)?[0];
        let mut value = usize::from(byte & 0x7F);
        while byte & 0x80 != 0 {
            byte = self.take(1)?[0];
            value = value
                .checked_add(1)
                .filter(|value| *value <= PATH_BYTES)
                .ok_or("a number of it is too large")?;
            value = (value << 7) | usize::from(byte & 0x7F);
        }
        Ok(value)
    }

    /// The extensions after the entries: a split index keeps most of its entries in another file.
    fn check_extensions(&mut self, checksum_bytes: usize) -> Result<(), &'static str> {
        while self.bytes.len().saturating_sub(self.at) >= checksum_bytes + 8 {
            let name = self.take(4)?;
            let length = self.number()? as usize;
            if name == b"link" {
                return Err(SPLIT);
            }
            self.take(length)?;
        }
        Ok(())
    }
}

#[cfg(unix)]
fn to_path(bytes: &[u8]) -> Result<PathBuf, &'static str> {
    use std::os::unix::ffi::OsStrExt as _;

    inside(std::ffi::OsStr::from_bytes(bytes).into())
}

#[cfg(not(unix))]
fn to_path(bytes: &[u8]) -> Result<PathBuf, &'static str> {
    inside(String::from_utf8_lossy(bytes).into_owned().into())
}

/// Refuses a path that leaves the work tree: git writes none, a hostile index may.
fn inside(path: PathBuf) -> Result<PathBuf, &'static str> {
    let normal = path
        .components()
        .all(|part| matches!(part, std::path::Component::Normal(name) if name != ".git"));
    if normal && !path.as_os_str().is_empty() {
        Ok(path)
    } else {
        Err("a path of it leaves the work tree")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Entry(&'static str, u32, u16);

    /// An index as git writes it, with a zero checksum.
    fn index(version: u32, entries: &[Entry]) -> Vec<u8> {
        let mut bytes = b"DIRC".to_vec();
        bytes.extend(version.to_be_bytes());
        bytes.extend((entries.len() as u32).to_be_bytes());
        let mut previous = "";
        for Entry(path, mode, extended) in entries {
            let start = bytes.len();
            let mut fixed = [7; NUMBERS_BYTES];
            fixed[MODE_AT..MODE_AT + 4].copy_from_slice(&mode.to_be_bytes());
            bytes.extend(fixed);
            bytes.extend([9; 20]);
            let flags = if *extended == 0 { 0 } else { EXTENDED } | path.len() as u16;
            bytes.extend(flags.to_be_bytes());
            if *extended != 0 {
                bytes.extend(extended.to_be_bytes());
            }
            if version == 4 {
                let common = path.bytes().zip(previous.bytes()).take_while(|(a, b)| a == b).count();
                bytes.push((previous.len() - common) as u8);
                bytes.extend(path[common..].bytes());
                bytes.push(0);
                previous = path;
            } else {
                bytes.extend(path.bytes());
                let filled = (bytes.len() - start) / 8 * 8 + 8;
                bytes.resize(start + filled, 0);
            }
        }
        bytes.extend(b"TREE\0\0\0\x03abc");
        bytes.extend([0; 20]);
        bytes
    }

    fn paths(bytes: &[u8]) -> Result<Vec<String>, &'static str> {
        Ok(parse(bytes, false)?
            .iter()
            .map(|entry| format!("{} {:?}", entry.path.display(), entry.kind))
            .collect())
    }

    #[test]
    fn the_three_versions_list_files_links_and_submodules() {
        let entries = [
            Entry(".env", 0o100_644, 0),
            Entry("a/b.py", 0o100_755, 0),
            Entry("a/link", 0o120_000, 0),
            Entry("sub", 0o160_000, 0),
        ];
        for version in 2..=4 {
            let found = paths(&index(version, &entries)).unwrap();
            assert_eq!(
                found,
                [".env File", "a/b.py File", "a/link SymbolicLink", "sub Submodule"],
                "version {version}"
            );
        }
    }

    #[test]
    fn a_conflict_is_listed_once_and_a_sparse_file_not_at_all() {
        let entries = [
            Entry("a", 0o100_644, 0),
            Entry("a", 0o100_644, 0),
            Entry("b", 0o100_644, SKIP_WORKTREE),
            Entry("dir", 0o040_000, 0),
        ];
        assert_eq!(paths(&index(3, &entries)).unwrap(), ["a File"]);
    }

    #[test]
    fn a_broken_or_hostile_index_is_an_error() {
        let good = index(2, &[Entry("a/b.py", 0o100_644, 0)]);
        for cut in 0..good.len() - 32 {
            assert!(parse(&good[..cut], false).is_err(), "cut at {cut}");
        }
        for path in ["../etc/passwd", "/etc/passwd", ".git/config", "a/../../b"] {
            let error = paths(&index(2, &[Entry(path, 0o100_644, 0)]));
            assert_eq!(error, Err("a path of it leaves the work tree"), "{path}");
        }
        let mut huge = good.clone();
        huge[8..12].copy_from_slice(&u32::MAX.to_be_bytes());
        assert!(parse(&huge, false).is_err());
        let mut split = index(2, &[]);
        let extension = split.windows(4).position(|w| w == b"TREE").unwrap();
        split[extension..extension + 4].copy_from_slice(b"link");
        assert_eq!(paths(&split), Err(SPLIT));
    }
}
