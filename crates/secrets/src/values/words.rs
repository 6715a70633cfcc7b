//! Words of English and of programming.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::names::Name;

static WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| include_str!("../words.txt").lines().collect());
/// Whether a lower-case word is in the embedded list (plurals and simple endings included).
pub(crate) fn is_word(word: &str) -> bool {
    let known = |w: &str| WORDS.contains(w);
    known(word)
        || ["s", "es", "ed", "er", "ing", "d", "ly", "able"]
            .iter()
            .any(|end| word.strip_suffix(end).is_some_and(|w| w.len() >= 4 && known(w)))
}

/// Whether at least 60 % of the characters are in parts of four or more letters that are words.
pub(crate) fn is_words(value: &str) -> bool {
    let letters = value.bytes().filter(|b| b.is_ascii_alphanumeric()).count();
    if letters == 0 {
        return false;
    }
    let covered: usize = Name::new(value)
        .words
        .iter()
        .filter(|w| w.len() >= 4 && w.bytes().all(|b| b.is_ascii_lowercase()))
        .map(|w| if is_word(w) { w.len() } else { glued_words(w) })
        .sum();
    covered * 10 >= letters * 6
}

/// How many letters of a run such as `accountmanager` are covered by words of four letters or more.
fn glued_words(run: &str) -> usize {
    if run.len() < 8 {
        return 0;
    }
    let mut best = vec![0usize; run.len() + 1];
    for end in 1..=run.len() {
        best[end] = best[end - 1];
        for start in (end.saturating_sub(14)..end.saturating_sub(3)).rev() {
            if WORDS.contains(&run[start..end]) {
                best[end] = best[end].max(best[start] + end - start);
            }
        }
    }
    if best[run.len()] * 10 >= run.len() * 8 {
        run.len()
    } else {
        0
    }
}
