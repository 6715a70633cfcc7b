//! Reads a file of a tree, safely: bounded, no link followed, nothing but regular files.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

/// Why a file is not read.
#[derive(Debug)]
pub(crate) enum Refusal {
    SymbolicLink,
    /// A folder, a device, a pipe, a socket.
    NotRegular,
    /// Longer than so many bytes.
    TooLarge(u64),
    Unreadable(io::Error),
}

impl Refusal {
    pub(crate) fn reason(&self) -> String {
        match self {
            Refusal::SymbolicLink => "symbolic link".into(),
            Refusal::NotRegular => "not a regular file".into(),
            Refusal::TooLarge(limit) => format!("larger than {limit} bytes (--max-file-bytes)"),
            Refusal::Unreadable(error) => format!("unreadable: {}", system_reason(error)),
        }
    }
}

/// What the system says, without the numeric code that the standard library appends.
pub(crate) fn system_reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

/// An open regular file. The last part of the path is never followed; between the check of a path and its opening, the
/// file may have been swapped, so the open handle is checked again, and opening does not wait for a pipe.
pub(crate) fn open(path: &Path) -> Result<File, Refusal> {
    check(&fs::symlink_metadata(path).map_err(Refusal::Unreadable)?)?;
    let file = open_no_follow(path)?;
    check(&file.metadata().map_err(Refusal::Unreadable)?)?;
    Ok(file)
}

fn check(metadata: &fs::Metadata) -> Result<(), Refusal> {
    if metadata.file_type().is_symlink() {
        Err(Refusal::SymbolicLink)
    } else if metadata.is_file() {
        Ok(())
    } else {
        Err(Refusal::NotRegular)
    }
}

#[cfg(unix)]
fn open_no_follow(path: &Path) -> Result<File, Refusal> {
    use std::os::unix::fs::OpenOptionsExt as _;

    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY;
    File::options()
        .read(true)
        .custom_flags(flags)
        .open(path)
        .map_err(|error| match error.raw_os_error() {
            Some(libc::ELOOP) => Refusal::SymbolicLink,
            Some(libc::ENXIO) => Refusal::NotRegular,
            _ => Refusal::Unreadable(error),
        })
}

#[cfg(not(unix))]
fn open_no_follow(path: &Path) -> Result<File, Refusal> {
    File::open(path).map_err(Refusal::Unreadable)
}

/// All of an open file, at most `limit` bytes.
pub(crate) fn read(mut file: File, limit: u64) -> Result<Vec<u8>, Refusal> {
    let length = file.metadata().map_err(Refusal::Unreadable)?.len();
    if length > limit {
        return Err(Refusal::TooLarge(limit));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0) + 1);
    // The file may grow while it is read.
    file.by_ref()
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(Refusal::Unreadable)?;
    if bytes.len() as u64 > limit {
        Err(Refusal::TooLarge(limit))
    } else {
        Ok(bytes)
    }
}

/// The first bytes of an open file.
pub(crate) fn head(file: &mut File, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(count);
    file.by_ref().take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
