//! Names of matches that stay the same when lines move.

use std::collections::HashMap;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// Gives each match of one file its fingerprint. Matches that nothing tells apart are numbered in their order.
pub(crate) struct Fingerprints<'p> {
    path: &'p str,
    seen: HashMap<[u8; 16], u32>,
}

impl<'p> Fingerprints<'p> {
    pub(crate) fn new(path: &'p str) -> Self {
        Self {
            path,
            seen: HashMap::new(),
        }
    }

    /// Of a pattern rule: the rule, the path, and the excerpt with its blanks collapsed.
    pub(crate) fn pattern(&mut self, rule: &str, excerpt: &str) -> String {
        self.next(&["pattern", rule, self.path, &one_blank(excerpt)])
    }

    /// Of a credential: the kind, the path, the name it is given, and the excerpt, in which every value is masked. Never
    /// the value: neither it nor a digest of it leaves the machine. Another value on the same line is the same match.
    pub(crate) fn secret(&mut self, kind: &str, name: &str, masked: &str) -> String {
        self.next(&["secret", kind, self.path, name, &one_blank(masked)])
    }

    fn next(&mut self, parts: &[&str]) -> String {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let count = self.seen.entry(first_half(hash.clone())).or_default();
        hash.update(count.to_le_bytes());
        *count += 1;
        first_half(hash)
            .iter()
            .fold(String::with_capacity(32), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            })
    }
}

fn one_blank(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn first_half(hash: Sha256) -> [u8; 16] {
    let mut half = [0; 16];
    half.copy_from_slice(&hash.finalize()[..16]);
    half
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_do_not_change_a_fingerprint_and_equal_matches_are_numbered() {
        let mut a = Fingerprints::new("a.py");
        let first = a.pattern("PY-001", "x = eval(y)");
        let second = a.pattern("PY-001", "x = eval(y)");
        assert_eq!(first.len(), 32);
        assert_ne!(first, second);
        let mut b = Fingerprints::new("a.py");
        assert_eq!(b.pattern("PY-001", "x  =\teval(y)"), first);
        assert_ne!(Fingerprints::new("b.py").pattern("PY-001", "x = eval(y)"), first);
        assert_ne!(b.pattern("PY-002", "x = eval(y)"), first);
        assert_ne!(b.secret("PY-001", "", "x = eval(y)"), first);
    }
}
