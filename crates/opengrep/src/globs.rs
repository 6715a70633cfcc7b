//! `paths`: which files a rule looks at.
//!
//! A glob is tried against the path with any number of leading directories in front, and again with anything below: `d` selects every file
//! under any directory named `d`. Nothing anchors it. Case counts.

use crate::rule::Paths;

/// The globs of a rule, read.
#[derive(Clone, Debug)]
pub struct PathFilter {
    include: Vec<Glob>,
    exclude: Vec<Glob>,
}

impl PathFilter {
    /// How many globs a rule may have.
    pub const MAX_GLOBS: usize = 1_000;
    /// How many bytes a glob may have.
    pub const MAX_GLOB_BYTES: usize = 1_000;

    /// Reads the globs of a rule.
    ///
    /// # Errors
    ///
    /// A glob that is empty or larger than [`Self::MAX_GLOB_BYTES`], or more than [`Self::MAX_GLOBS`] of them; the text says which.
    pub fn new(paths: &Paths) -> Result<Self, String> {
        let count = paths.include.len() + paths.exclude.len();
        if count > Self::MAX_GLOBS {
            return Err(format!("the rule has {count} globs, the limit is {}", Self::MAX_GLOBS));
        }
        let read = |globs: &[String], hidden| {
            globs
                .iter()
                .map(|glob| Glob::new(glob, hidden))
                .collect::<Result<_, _>>()
        };
        Ok(Self {
            include: read(&paths.include, Hidden::Skipped)?,
            exclude: read(&paths.exclude, Hidden::Matched)?,
        })
    }

    /// Whether the rule looks at the file of that path, whose directories are separated by `/`.
    ///
    /// The path is the one that the file was found under, relative to the root of the scan.
    pub fn admits(&self, path: &str) -> bool {
        let segments: Vec<&str> = path
            .split('/')
            .filter(|segment| !matches!(*segment, "" | "."))
            .collect();
        let matches = |globs: &[Glob]| globs.iter().any(|glob| glob.matches(&segments));
        (self.include.is_empty() || matches(&self.include)) && !matches(&self.exclude)
    }
}

/// What `*` and `?` do with a dot at the start of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hidden {
    /// They do not match it: includes.
    Skipped,
    /// They match it: excludes.
    Matched,
}

#[derive(Clone, Debug)]
struct Glob {
    segments: Vec<Segment>,
    hidden: Hidden,
}

#[derive(Clone, Debug)]
enum Segment {
    /// `**`: any number of directories.
    Directories,
    Name(Vec<Token>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Literal(char),
    /// `*`.
    Run,
    /// `?`.
    One,
    /// `[…]`.
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
}

impl Glob {
    fn new(glob: &str, hidden: Hidden) -> Result<Self, String> {
        if glob.len() > PathFilter::MAX_GLOB_BYTES {
            return Err(format!(
                "a glob has {} bytes, the limit is {}",
                glob.len(),
                PathFilter::MAX_GLOB_BYTES
            ));
        }
        let segments: Vec<Segment> = glob
            .split('/')
            .filter(|segment| !segment.is_empty())
            .map(|segment| match segment {
                "**" => Segment::Directories,
                name => Segment::Name(tokens(name)),
            })
            .collect();
        if segments.is_empty() {
            return Err("a glob is empty: name a file or a directory, such as `tests/**`".to_owned());
        }
        Ok(Self { segments, hidden })
    }

    fn matches(&self, path: &[&str]) -> bool {
        // The places of the path that the segments so far may end at; they may start at any.
        let mut ends = vec![true; path.len()];
        ends.push(false);
        for (position, segment) in self.segments.iter().enumerate() {
            let mut next = vec![false; path.len() + 1];
            match segment {
                Segment::Name(name) => {
                    for (at, part) in path.iter().enumerate() {
                        next[at + 1] = ends[at] && name_matches(name, part, self.hidden);
                    }
                }
                Segment::Directories => {
                    let last = position + 1 == self.segments.len();
                    let mut reached = false;
                    for at in 0..=path.len() {
                        // At the end it stands for what is below a directory, not for the directory.
                        next[at] = reached || (ends[at] && !last);
                        reached |= ends[at];
                    }
                }
            }
            ends = next;
        }
        ends.contains(&true)
    }
}

fn tokens(name: &str) -> Vec<Token> {
    let characters: Vec<char> = name.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&character) = characters.get(at) {
        at += 1;
        let token = match character {
            '*' => Token::Run,
            '?' => Token::One,
            '\\' => match characters.get(at) {
                Some(&escaped) => {
                    at += 1;
                    Token::Literal(escaped)
                }
                None => Token::Literal('\\'),
            },
            '[' => match class(&characters[at..]) {
                Some((class, length)) => {
                    at += length;
                    class
                }
                None => Token::Literal('['),
            },
            other => Token::Literal(other),
        };
        if token != Token::Run || tokens.last() != Some(&Token::Run) {
            tokens.push(token);
        }
    }
    tokens
}

/// The class after a `[`, and how many characters it takes; nothing when it is not closed.
fn class(characters: &[char]) -> Option<(Token, usize)> {
    let negated = matches!(characters.first(), Some('!' | '^'));
    let start = usize::from(negated);
    let mut ranges = Vec::new();
    let mut at = start;
    loop {
        let low = match *characters.get(at)? {
            // The first one is a member.
            ']' if at > start => return Some((Token::Class { negated, ranges }, at + 1)),
            '\\' => {
                at += 1;
                *characters.get(at)?
            }
            other => other,
        };
        at += 1;
        match (characters.get(at), characters.get(at + 1)) {
            (Some('-'), Some(&high)) if high != ']' => {
                ranges.push((low, high));
                at += 2;
            }
            _ => ranges.push((low, low)),
        }
    }
}

fn name_matches(tokens: &[Token], name: &str, hidden: Hidden) -> bool {
    let wild_start = matches!(tokens.first(), Some(Token::Run | Token::One));
    if hidden == Hidden::Skipped && wild_start && name.starts_with('.') {
        return false;
    }
    let characters: Vec<char> = name.chars().collect();
    // On a mismatch the last run takes one more character: earlier runs need never be tried again.
    let (mut token, mut at) = (0, 0);
    let mut run = None;
    loop {
        let stepped = match (tokens.get(token), characters.get(at)) {
            (None, None) => return true,
            (Some(Token::Run), _) => {
                run = Some((token + 1, at));
                token += 1;
                continue;
            }
            (Some(one), Some(&character)) => one_matches(one, character),
            (Some(_), None) | (None, Some(_)) => false,
        };
        if stepped {
            token += 1;
            at += 1;
            continue;
        }
        match run {
            Some((after, from)) if from < characters.len() => {
                run = Some((after, from + 1));
                (token, at) = (after, from + 1);
            }
            _ => return false,
        }
    }
}

fn one_matches(token: &Token, character: char) -> bool {
    match token {
        Token::Literal(literal) => *literal == character,
        Token::One | Token::Run => true,
        Token::Class { negated, ranges } => {
            ranges.iter().any(|(low, high)| (*low..=*high).contains(&character)) != *negated
        }
    }
}

#[cfg(test)]
mod tests;
