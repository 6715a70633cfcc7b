//! Maximal runs of bytes of a class, found without looking at every byte.

use std::ops::Range;

/// The runs of at least `min` bytes for which `inside` holds, in order.
pub(crate) fn runs(bytes: &[u8], min: usize, inside: impl Fn(u8) -> bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut i = 0;
    // A run of `min` covers one of every `min` bytes: look there first.
    while let Some(&probed) = bytes.get(i + min - 1) {
        let probe = i + min - 1;
        if !inside(probed) {
            i = probe + 1;
            continue;
        }
        let mut start = probe;
        while start > i && inside(bytes[start - 1]) {
            start -= 1;
        }
        let mut end = probe + 1;
        while end < bytes.len() && inside(bytes[end]) {
            end += 1;
        }
        if end - start >= min {
            found.push(start..end);
        }
        i = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn only_long_runs_are_found_and_whole() {
        let found = runs(b"ab abcd abcde-abc", 4, |b| b.is_ascii_lowercase());
        assert_eq!(found, [3..7, 8..13]);
        assert!(runs(b"", 4, |_| true).is_empty());
        assert_eq!(runs(b"abcd", 4, |_| true).first(), Some(&(0..4)));
    }
}
