//! The globs of development standards: shell globs in which `*` also crosses `/`.
//!
//! Patterns are bounded when they are read ([`MAX_ALTERNATIVES`]) and matching backtracks to the last `*` only, so that the
//! time for a path is at most its length times the length of the pattern times the number of alternatives.

/// Most plain globs that the braces and `**/` of one pattern stand for.
const MAX_ALTERNATIVES: usize = 64;

/// A file pattern, ready to be compared with paths in [`comparable`] form.
#[derive(Debug)]
pub(super) struct Glob {
    alternatives: Vec<Alternative>,
}

#[derive(Debug)]
struct Alternative {
    /// Compared with the whole path; else with the name of the file.
    whole_path: bool,
    tokens: Vec<Token>,
}

#[derive(Debug)]
enum Token {
    Char(char),
    /// `?`: any one character.
    One,
    /// `*`: any characters, none included.
    Many,
    /// `[a-z]`, `[!a-z]`.
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
}

/// A path as globs see it: `/` for `\`, without `./` at its start, lower-case.
pub(super) fn comparable(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut rest = path.as_str();
    while let Some(inner) = rest.strip_prefix("./") {
        rest = inner.trim_start_matches('/');
    }
    rest.to_lowercase()
}

impl Glob {
    /// Reads a pattern: `*`, `?`, `[…]`, `[!…]`, `{a,b}`, and `**/` for any number of folders, none included. A `[` that is
    /// not closed stands for itself. Case is ignored.
    ///
    /// # Errors
    ///
    /// Why not, to follow the pattern in a sentence: braces that are nested or not closed, or too many alternatives.
    pub(super) fn parse(pattern: &str) -> Result<Self, &'static str> {
        let mut alternatives = Vec::new();
        for plain in without_braces(&comparable(pattern))? {
            // Braces may have left `./` at the start.
            let plain = comparable(&plain);
            let whole_path = plain.contains('/');
            for plain in without_folder_stars(&plain)? {
                let tokens = tokens(&plain);
                alternatives.push(Alternative { whole_path, tokens });
            }
            if alternatives.len() > MAX_ALTERNATIVES {
                return Err(TOO_MANY);
            }
        }
        Ok(Self { alternatives })
    }

    /// Whether the pattern matches a path in [`comparable`] form.
    pub(super) fn matches(&self, path: &str) -> bool {
        let path: Vec<char> = path.chars().collect();
        let name = path.rsplit(|c| *c == '/').next().unwrap_or(&path);
        self.alternatives
            .iter()
            .any(|a| matches(&a.tokens, if a.whole_path { &path } else { name }))
    }
}

const TOO_MANY: &str = "has too many alternatives, the limit is 64: use fewer braces and `**/`";
const BRACES: &str = "has braces that are nested or not closed";

/// The patterns that a pattern with `{a,b}` stands for.
fn without_braces(pattern: &str) -> Result<Vec<String>, &'static str> {
    let mut plain = vec![String::new()];
    let mut rest = pattern;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, group) = rest.split_at(at);
        let group = group.strip_prefix('{').ok_or(BRACES)?;
        let (choices, after) = group.split_once('}').ok_or(BRACES)?;
        if choices.contains('{') {
            return Err(BRACES);
        }
        let count = plain.len() * choices.split(',').count();
        if count > MAX_ALTERNATIVES {
            return Err(TOO_MANY);
        }
        plain = plain
            .iter()
            .flat_map(|start| choices.split(',').map(move |choice| format!("{start}{before}{choice}")))
            .collect();
        rest = after;
    }
    plain.iter_mut().for_each(|p| p.push_str(rest));
    Ok(plain)
}

/// The patterns that a pattern with `**/` stands for: each with nothing in its place, and with `*/`.
fn without_folder_stars(pattern: &str) -> Result<Vec<String>, &'static str> {
    let mut plain = vec![String::new()];
    let mut parts = pattern.split('/').peekable();
    let mut after_stars = false;
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        let stars = part.len() >= 2 && part.bytes().all(|b| b == b'*');
        if !last && stars {
            // Several in a row are as good as one.
            if !after_stars {
                if plain.len() * 2 > MAX_ALTERNATIVES {
                    return Err(TOO_MANY);
                }
                let with: Vec<String> = plain.iter().map(|start| format!("{start}*/")).collect();
                plain.extend(with);
            }
            after_stars = true;
            continue;
        }
        after_stars = false;
        let end = if last { "" } else { "/" };
        for start in &mut plain {
            start.push_str(part);
            start.push_str(end);
        }
    }
    Ok(plain)
}

fn tokens(pattern: &str) -> Vec<Token> {
    let chars: Vec<char> = pattern.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = chars.get(at) {
        at += 1;
        match c {
            '*' if matches!(tokens.last(), Some(Token::Many)) => {}
            '*' => tokens.push(Token::Many),
            '?' => tokens.push(Token::One),
            '[' => match class(&chars[at..]) {
                Some((class, length)) => {
                    tokens.push(class);
                    at += length;
                }
                None => tokens.push(Token::Char('[')),
            },
            c => tokens.push(Token::Char(*c)),
        }
    }
    tokens
}

/// The class that follows a `[`, and how many characters it takes with its `]`. A `]` at its start is part of it.
fn class(rest: &[char]) -> Option<(Token, usize)> {
    let negated = rest.first() == Some(&'!');
    let start = usize::from(negated);
    let end = start + 1 + rest.get(start + 1..)?.iter().position(|c| *c == ']')?;
    let mut inside = &rest[start..end];
    let mut ranges = Vec::new();
    while let [first, tail @ ..] = inside {
        if let ['-', last, after @ ..] = tail {
            ranges.push((*first, *last));
            inside = after;
        } else {
            ranges.push((*first, *first));
            inside = tail;
        }
    }
    Some((Token::Class { negated, ranges }, end + 1))
}

impl Token {
    fn takes(&self, c: char) -> bool {
        match self {
            Token::Char(own) => *own == c,
            Token::One | Token::Many => true,
            Token::Class { negated, ranges } => ranges.iter().any(|(a, z)| (*a..=*z).contains(&c)) != *negated,
        }
    }
}

/// Where a character fails, the last `*` takes one more: enough, since what came before it already matches.
fn matches(tokens: &[Token], text: &[char]) -> bool {
    let (mut token, mut at) = (0, 0);
    let mut last_star: Option<(usize, usize)> = None;
    while at < text.len() {
        match tokens.get(token) {
            Some(Token::Many) => {
                last_star = Some((token, at));
                token += 1;
            }
            Some(other) if other.takes(text[at]) => {
                token += 1;
                at += 1;
            }
            _ => match last_star {
                Some((star, taken)) => {
                    last_star = Some((star, taken + 1));
                    token = star + 1;
                    at = taken + 1;
                }
                None => return false,
            },
        }
    }
    tokens[token..].iter().all(|t| matches!(t, Token::Many))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_match(pattern: &str, path: &str) -> bool {
        Glob::parse(pattern).unwrap().matches(&comparable(path))
    }

    #[test]
    fn globs_match_as_documented() {
        let cases = [
            ("*.py", "src/app/x.py", true),
            ("*.py", "X.PY", true),
            ("*.PY", "x.py", true),
            ("*.py", "x.pyc", false),
            ("src/*.py", "src/a/b.py", true),
            ("src/*.py", "lib/src/b.py", false),
            ("src/**/*.toml", "src/a/b.toml", true),
            ("src/**/*.toml", "src/a/b/c.toml", true),
            ("src/**/*.toml", "src/a.toml", true),
            ("src/**/*.toml", "srca.toml", false),
            ("**/test/*.rs", "test/a.rs", true),
            ("**/test/*.rs", "x/y/test/a.rs", true),
            ("**/test/*.rs", "mytest/a.rs", false),
            ("**/**/x", "x", true),
            ("src/**", "src/a/b", true),
            ("a**/b", "a/x/b", true),
            ("a**b", "a/x/b", false),
            ("a**b", "x/axb", true),
            ("./src/*.rs", "src/a.rs", true),
            ("src/*.rs", "./src/a.rs", true),
            ("src/*.rs", ".\\src\\a.rs", true),
            ("*.{ts,tsx}", "a.tsx", true),
            ("*.{ts,tsx}", "a.js", false),
            ("{src/*.rs,*.toml}", "x/Cargo.toml", true),
            ("{src/*.rs,*.toml}", "x/src/a.rs", false),
            ("{,a}b", "b", true),
            ("a?c", "aéc", true),
            ("a?c", "ac", false),
            ("[a-c]x", "bx", true),
            ("[A-C]x", "bx", true),
            ("[!a-c]x", "bx", false),
            ("[!a-c]x", "dx", true),
            ("[]]x", "]x", true),
            ("[!]]x", "ax", true),
            ("[a-]x", "-x", true),
            ("[z-a]x", "bx", false),
            ("[abc", "[abc", true),
            ("[", "[", true),
            ("[!", "[!", true),
            ("*a*b*c*", "xxaxxbxxcxx", true),
            ("*a*b*c*", "xxaxxcxxbxx", false),
            ("*", "", true),
            ("?", "", false),
            ("Dockerfile", "deploy/Dockerfile", true),
            ("Dockerfile", "Dockerfile.dev", false),
        ];
        for (pattern, path, expected) in cases {
            assert_eq!(is_match(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn braces_must_be_closed_and_not_nested_and_alternatives_are_bounded() {
        for pattern in ["{a", "a}", "{a,{b,c}}", "}{", "{a}}"] {
            assert_eq!(Glob::parse(pattern).unwrap_err(), BRACES, "{pattern}");
        }
        assert!(Glob::parse(&"{a,b}".repeat(6)).is_ok());
        let too_many = [
            "{a,b}".repeat(7),
            "{a,b}".repeat(20),
            "**/a/".repeat(7) + "x",
            "{a,b}".repeat(6) + "/**/x",
        ];
        for pattern in too_many {
            assert_eq!(Glob::parse(&pattern).unwrap_err(), TOO_MANY, "{pattern}");
        }
        assert!(Glob::parse(&("**/".repeat(30) + "x")).unwrap().matches("a/b/x"));
    }

    #[test]
    fn a_pattern_full_of_stars_is_matched_in_bounded_time() {
        let glob = Glob::parse(&"*a".repeat(50)).unwrap();
        let path = "a".repeat(49) + &"b".repeat(100_000);
        assert!(!glob.matches(&path));
    }

    /// The definition, by trying everything.
    fn by_definition(tokens: &[Token], text: &[char]) -> bool {
        match (tokens, text) {
            ([], _) => text.is_empty(),
            ([Token::Many, rest @ ..], _) => (0..=text.len()).any(|n| by_definition(rest, &text[n..])),
            ([token, rest @ ..], [c, after @ ..]) => token.takes(*c) && by_definition(rest, after),
            (_, []) => false,
        }
    }

    proptest! {
        #[test]
        fn no_pattern_panics(pattern in "\\PC{0,110}|[\\[\\]!{},*?/a.-]{0,110}", path in "\\PC{0,60}|[ab/.\\]\\[-]{0,60}") {
            if let Ok(glob) = Glob::parse(&pattern) {
                prop_assert!(glob.alternatives.len() <= MAX_ALTERNATIVES);
                glob.matches(&comparable(&path));
            }
        }

        #[test]
        fn matching_agrees_with_its_definition(pattern in "[ab*?/]{0,8}|(a|\\*|\\[ab\\]|\\[!a\\]|\\?){0,6}", text in "[abc/]{0,9}") {
            let tokens = tokens(&pattern);
            let text: Vec<char> = text.chars().collect();
            prop_assert_eq!(matches(&tokens, &text), by_definition(&tokens, &text));
        }
    }
}
