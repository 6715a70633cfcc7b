//! Repetitions and sequences: what nobody draws at random.

const ROWS: &[&str] = &[
    "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn",
];

/// One character fills half of the value, or a period of at most eight characters repeats over all of it.
pub(crate) fn has_repetition(value: &str) -> bool {
    let chars: Vec<char> = value.chars().collect();
    if chars.len() < 4 {
        return false;
    }
    let most = chars
        .iter()
        .map(|c| chars.iter().filter(|d| *d == c).count())
        .max()
        .unwrap_or(0);
    if most * 2 >= chars.len() && chars.len() >= 6 {
        return true;
    }
    let max_period = if chars.len() >= 32 { 16 } else { 8 };
    (1..=max_period)
        .any(|p| chars.len() >= 2 * p && chars.len() >= 8 && (p..chars.len()).all(|i| chars[i] == chars[i - p]))
}

/// Most steps go up, down or along a keyboard row: `abcdef123456`, `qwertyuiop`.
pub(crate) fn is_sequence(value: &str) -> bool {
    let chars: Vec<char> = value.to_lowercase().chars().collect();
    if chars.len() < 5 {
        return false;
    }
    let near = |a: char, b: char| {
        let (x, y) = (i64::from(u32::from(a)), i64::from(u32::from(b)));
        let wraps = matches!((a, b), ('9', '0') | ('z', 'a') | ('0', '9') | ('f', '0') | ('9', 'a'));
        (x - y).abs() <= 1
            || wraps
            || ROWS
                .iter()
                .any(|row| row.find(a).zip(row.find(b)).is_some_and(|(i, j)| i.abs_diff(j) == 1))
    };
    let steps = chars.windows(2).filter(|w| near(w[0], w[1])).count();
    steps * 10 >= (chars.len() - 1) * 7
}
