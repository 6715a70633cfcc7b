//! Bytes of a file as text.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// How many bytes tell whether a file is text.
const SNIFF_BYTES: usize = 8 * 1024;

/// Why a file of zero bytes and no text is not read.
const BINARY: &str = "binary file";
/// Why a file in this rare encoding is not.
const UTF_32: &str = "UTF-32 text: save it as UTF-8 to have it scanned";

/// The text of a file, or why it has none.
///
/// A byte order mark decides and is taken off, unless what follows is plainly in another encoding: a mark of UTF-16 before
/// letters of one byte hides them from nobody but a scanner. Without one, zero bytes in every other place mean UTF-16,
/// any other zero byte in the first 8 KiB a binary file. Text that is not UTF-8 is read as UTF-8 with replacement
/// characters when most of its characters beyond ASCII are valid, else as Windows-1252, in which every byte is a
/// character.
///
/// # Errors
///
/// Why the bytes are no text, for whoever reads a list of files.
pub fn decode(mut bytes: Vec<u8>) -> Result<String, &'static str> {
    if bytes.starts_with(&[0xFF, 0xFE, 0, 0]) || bytes.starts_with(&[0, 0, 0xFE, 0xFF]) {
        return Err(UTF_32);
    }
    if let Some((encoding, mark)) = Encoding::for_bom(&bytes) {
        if encoding == UTF_8 {
            return Ok(utf8(bytes, mark));
        }
        if !is_mostly_ascii(&bytes[mark..]) {
            return Ok(encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned());
        }
        bytes.drain(..mark);
    }
    let head = &bytes[..bytes.len().min(SNIFF_BYTES)];
    if head.contains(&0) {
        let encoding = utf16(head).ok_or(BINARY)?;
        return Ok(encoding.decode_without_bom_handling(&bytes).0.into_owned());
    }
    Ok(utf8(bytes, 0))
}

/// Whether nearly all bytes are ASCII text. Of UTF-16, half of them are zero in Latin letters, and half of them are
/// outside ASCII in all others.
fn is_mostly_ascii(bytes: &[u8]) -> bool {
    let ascii = bytes
        .iter()
        .filter(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r'))
        .count();
    // Two units are the least that tell.
    bytes.len() >= 4 && ascii * 4 >= bytes.len() * 3
}

fn utf8(mut bytes: Vec<u8>, mark: usize) -> String {
    bytes.drain(..mark);
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let bytes = error.as_bytes();
            if mostly_utf8(bytes) {
                String::from_utf8_lossy(bytes).into_owned()
            } else {
                WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned()
            }
        }
    }
}

/// Whether more characters beyond ASCII are valid than not.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let (mut valid, mut invalid) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        valid += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        invalid += usize::from(!chunk.invalid().is_empty());
    }
    valid > invalid
}

/// UTF-16 without a mark: text of mostly Latin letters has a zero byte in nearly every other place, and nearly none in
/// between.
fn utf16(head: &[u8]) -> Option<&'static Encoding> {
    let units = head.len() / 2;
    let zeros = |first: usize| head[first..].iter().step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), if head.len() > 1 { zeros(1) } else { 0 });
    let mostly = |count: usize| units >= 4 && count * 10 >= units * 6;
    let hardly = |count: usize| count * 50 <= units;
    match (even, odd) {
        (even, odd) if mostly(odd) && hardly(even) => Some(UTF_16LE),
        (even, odd) if mostly(even) && hardly(odd) => Some(UTF_16BE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{BINARY, UTF_32, decode};

    fn check(bytes: &[u8], expected: Option<&str>) {
        assert_eq!(decode(bytes.to_vec()).as_deref(), expected.ok_or(&BINARY), "{bytes:?}");
    }

    fn utf16(text: &str, to: impl Fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(to).collect()
    }

    #[test]
    fn marks_decide_and_are_taken_off() {
        check(b"\xEF\xBB\xBFa = 1", Some("a = 1"));
        check(&utf16("\u{FEFF}é = 1\n", u16::to_le_bytes), Some("é = 1\n"));
        check(&utf16("\u{FEFF}é = 1\n", u16::to_be_bytes), Some("é = 1\n"));
    }

    #[test]
    fn zero_bytes_mean_utf_16_or_a_binary_file() {
        check(&utf16("password = é\r\n", u16::to_le_bytes), Some("password = é\r\n"));
        check(&utf16("password = é\r\n", u16::to_be_bytes), Some("password = é\r\n"));
        check(b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0", None);
        check(b"text\0text", None);
        check(b"\0", None);
    }

    #[test]
    fn a_mark_of_utf_16_does_not_hide_text_of_single_bytes() {
        for mark in [b"\xFF\xFE", b"\xFE\xFF"] {
            let text = [&mark[..], b"password = 1\n# caf\xE9\n"].concat();
            check(&text, Some("password = 1\n# caf\u{e9}\n"));
        }
        check(
            &utf16("\u{FEFF}\u{5bc6}\u{7801}", u16::to_le_bytes),
            Some("\u{5bc6}\u{7801}"),
        );
        check(&utf16("\u{FEFF}ab", u16::to_be_bytes), Some("ab"));
    }

    #[test]
    fn utf_32_is_told() {
        let text = |to: fn(u32) -> [u8; 4]| {
            "\u{FEFF}a = 1"
                .chars()
                .flat_map(|c| to(u32::from(c)))
                .collect::<Vec<u8>>()
        };
        assert_eq!(decode(text(u32::to_le_bytes)), Err(UTF_32));
        assert_eq!(decode(text(u32::to_be_bytes)), Err(UTF_32));
    }

    #[test]
    fn other_bytes_are_utf_8_or_windows_1252() {
        check(b"", Some(""));
        check("naïve".as_bytes(), Some("naïve"));
        check(b"# r\xE9sum\xE9", Some("# résumé"));
        check(b"\x93quoted\x94", Some("\u{201C}quoted\u{201D}"));
        check("ééé\u{20AC}".as_bytes(), Some("ééé\u{20AC}"));
        check(b"\xC3\xA9\xC3\xA9\xC3\xA9 \xFF", Some("ééé \u{FFFD}"));
    }
}
