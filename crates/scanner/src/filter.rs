//! The patterns of `--exclude` and `--include`.

use globset::{GlobBuilder, GlobMatcher};

/// Patterns of `--exclude` and `--include`.
///
/// A pattern matches the whole relative path, with forward slashes, and `*` also matches `/`: `*.py` means at any depth.
/// Or it is the literal name of a leading folder, with or without a slash at its end: `vendor` and `./vendor/` mean
/// everything below the `vendor` of the root.
pub(crate) struct Patterns(Vec<Pattern>);

struct Pattern {
    literal: String,
    glob: GlobMatcher,
}

/// A pattern that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{pattern}` is no pattern of paths: {problem}")]
pub struct PatternError {
    /// As given, its beginning when it is long.
    pub pattern: String,
    /// What is wrong with it.
    pub problem: String,
}

/// Longest pattern that a message quotes, in characters.
const QUOTED: usize = 100;

impl PatternError {
    fn new(given: &str, problem: String) -> Self {
        Self {
            pattern: untrusted_text::truncate(given, QUOTED).into(),
            problem,
        }
    }
}

/// Whether a pattern of `--exclude` or `--include` can be read.
///
/// # Errors
///
/// [`PatternError`] says why not.
pub fn check_pattern(pattern: &str) -> Result<(), PatternError> {
    Pattern::new(pattern).map(|_| ())
}

impl Patterns {
    pub(crate) fn new(patterns: &[String]) -> Result<Self, PatternError> {
        patterns
            .iter()
            .map(|pattern| Pattern::new(pattern))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn matches(&self, path: &str) -> bool {
        self.0.iter().any(|pattern| pattern.matches(path))
    }
}

impl Pattern {
    fn new(given: &str) -> Result<Self, PatternError> {
        let mut text = given.trim().replace('\\', "/");
        while let Some(rest) = text.strip_prefix("./") {
            text = rest.to_owned();
        }
        let literal = text.trim_end_matches('/').to_owned();
        if literal.is_empty() || literal == "." {
            let problem = "it names no file or folder below the root".to_owned();
            return Err(PatternError::new(given, problem));
        }
        let glob = GlobBuilder::new(&text)
            .literal_separator(false)
            .backslash_escape(false)
            .build();
        match glob {
            Ok(glob) => Ok(Self {
                literal,
                glob: glob.compile_matcher(),
            }),
            Err(error) => Err(PatternError::new(given, error.kind().to_string())),
        }
    }

    fn matches(&self, path: &str) -> bool {
        let below = path
            .strip_prefix(self.literal.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        below || self.glob.is_match(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str, expected: bool) {
        assert_eq!(
            Patterns::new(&[pattern.to_owned()]).unwrap().matches(path),
            expected,
            "{pattern} on {path}"
        );
    }

    #[test]
    fn a_pattern_matches_whole_paths_and_a_literal_leading_folder() {
        check("*.py", "a/b/c.py", true);
        check("*.py", "a.pyc", false);
        check("**/b/**", "b/c.py", true);
        check("**/b/**", "a/b/c.py", true);
        check("vendor", "vendor/a.go", true);
        check("vendor/", "vendor/a.go", true);
        check("./vendor", "vendor/a.go", true);
        check("././vendor//", "vendor/a.go", true);
        check("vendor", "a/vendor/a.go", false);
        check("vendor", "vendored/a.go", false);
        check("src/gen", "src/gen/x/y.go", true);
        check(r"src\gen", "src/gen/x/y.go", true);
        check("a.py", "a.py", true);
        check("t[ao]p/*", "top/x", true);
        check("{a,b}/*", "b/x", true);
        check("A.py", "a.py", false);
    }

    #[test]
    fn a_pattern_that_names_nothing_or_is_broken_is_an_error() {
        for pattern in ["", "  ", "/", "./", ".", "a[", "{a"] {
            assert!(Patterns::new(&[pattern.to_owned()]).is_err(), "{pattern:?}");
        }
        let error = Patterns::new(&["a[".into()]).err().unwrap().to_string();
        assert!(error.starts_with("`a[` is no pattern of paths: "), "{error}");
    }
}
