//! The text of a pattern as a generic tree, and what kind of pattern it is.

mod rewrite;
mod shape;

use std::collections::HashMap;
use std::sync::Arc;

use syntax::Language;
use syntax::tree::{Kind, Names, NodeId, Symbol, Tree};

use crate::regex::{Mode, Regex};

/// The longest text of a pattern, in bytes.
pub const MAX_PATTERN_BYTES: usize = 64 * 1024;

/// A pattern that can be matched.
#[derive(Debug)]
pub struct Pattern {
    pub(crate) tree: Tree,
    pub(crate) shape: Shape,
    /// Strings, keys and import paths that stand for more than their text.
    pub(crate) strings: HashMap<NodeId, StringPattern>,
}

/// What kind of pattern it is: it decides which nodes of a file are candidates, and which range is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One expression.
    Expression(NodeId),
    /// One statement, definition or member.
    Statement(NodeId),
    /// Statements that follow each other.
    Sequence(Vec<NodeId>),
    /// A definition up to its body.
    Header(NodeId),
    /// An annotation alone.
    Annotation(NodeId),
    /// `key: value` alone: a [`Kind::Pair`] or [`Kind::Property`].
    Entry(NodeId),
    /// A handler alone.
    Handler(NodeId),
    /// The block of a `try`, without its handlers.
    TryBlock(NodeId),
    /// The block of a `finally`.
    Finally(NodeId),
    /// The condition of an `if`, without its branches.
    IfCondition(NodeId),
}

impl Shape {
    /// The nodes that are the pattern: the tree also holds what completes a part to code.
    pub(crate) fn roots(&self) -> &[NodeId] {
        match self {
            Self::Sequence(roots) => roots,
            Self::Expression(root)
            | Self::Statement(root)
            | Self::Header(root)
            | Self::Annotation(root)
            | Self::Entry(root)
            | Self::Handler(root)
            | Self::TryBlock(root)
            | Self::Finally(root)
            | Self::IfCondition(root) => std::slice::from_ref(root),
        }
    }
}

/// A string of a pattern that stands for more than its text.
#[derive(Debug)]
pub(crate) enum StringPattern {
    /// `"..."`
    Any,
    /// `"$X"`
    Metavariable(Symbol),
    /// `"=~/…/"`
    Regex(Regex),
}

/// Why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// It has no code.
    #[error("the pattern is empty")]
    Empty,
    /// Its language has no generic tree.
    #[error("patterns of {0} are not supported")]
    Language(String),
    /// It is not code of the language, neither as a whole nor as one of the parts that may stand alone.
    #[error("the pattern is not {0} code, nor a part of it that may stand alone")]
    Syntax(String),
    /// It holds a name that patterns are written with inside.
    #[error("names that start with `__OG_` cannot be in a pattern")]
    Reserved,
    /// It is longer than [`MAX_PATTERN_BYTES`].
    #[error("the pattern has {0} bytes, the limit is {MAX_PATTERN_BYTES}")]
    TooLong(usize),
    /// A `"=~/…/"` in it does not compile.
    #[error("the regular expression in the string does not compile: {0}")]
    Regex(String),
}

impl Pattern {
    /// Reads a pattern. Its names are added to `names`; [`Pattern::attach_names`] must follow when all patterns are read.
    ///
    /// # Errors
    ///
    /// See [`PatternError`].
    pub fn parse(text: &str, language: Language, names: &mut Names) -> Result<Self, PatternError> {
        if text.len() > MAX_PATTERN_BYTES {
            return Err(PatternError::TooLong(text.len()));
        }
        if text.contains("__OG_") {
            return Err(PatternError::Reserved);
        }
        if !syntax::has_lowering(language) {
            return Err(PatternError::Language(language.title().to_owned()));
        }
        let written = rewrite::rewrite(text.trim(), language);
        let written = written.trim();
        if written.is_empty() {
            return Err(PatternError::Empty);
        }
        let (tree, shape) =
            shape::read(written, language, names).ok_or_else(|| PatternError::Syntax(language.title().to_owned()))?;
        let strings = strings(&tree, names, language)?;
        Ok(Self { tree, shape, strings })
    }

    /// Gives the pattern the finished table of names.
    pub fn attach_names(&mut self, names: &Arc<Names>) {
        self.tree.attach_names(names);
    }

    /// About the most memory that its regular expressions take, in bytes.
    pub(crate) fn program_bytes(&self) -> usize {
        let strings = self.strings.values();
        let regexes = strings.filter_map(|string| match string {
            StringPattern::Regex(regex) => Some(regex.program_bytes()),
            StringPattern::Any | StringPattern::Metavariable(_) => None,
        });
        regexes.fold(0, usize::saturating_add)
    }

    /// The tree of the pattern as text, for people.
    pub fn outline(&self) -> String {
        let roots = self.shape.roots().iter();
        let trees: Vec<String> = roots.map(|root| self.tree.outline_of(*root)).collect();
        trees.concat()
    }

    /// The names that every match must hold: a file without one of them cannot match.
    ///
    /// Identifiers only: strings may be put together, numbers written in other ways.
    pub fn required_names<'n>(&self, names: &'n Names) -> Vec<&'n str> {
        let mut found: Vec<&str> = Vec::new();
        let mut open: Vec<NodeId> = self.shape.roots().to_vec();
        while let Some(id) = open.pop() {
            // A type may go by another name, unless it is a qualified one.
            let is_typed = self.tree.kind(id) == Kind::TypedMetavariable;
            if is_typed && !self.tree.descend(id).any(|below| self.tree.kind(below) == Kind::Member) {
                continue;
            }
            open.extend(self.tree.children(id).iter().copied().filter(|child| child.is_some()));
            let node = self.tree.node(id);
            let is_name = matches!(node.kind, Kind::Name | Kind::Identifier);
            let text = names.text(node.name);
            let is_plain = !text.starts_with('$') && text.chars().all(|c| c.is_alphanumeric() || c == '_');
            // A name that the lowering made up is not in the text.
            let is_written = self.tree.source(id) == text;
            if is_name && is_plain && is_written && !text.is_empty() && !found.contains(&text) {
                found.push(text);
            }
        }
        found
    }

    /// About how much work it is to find the matches: calls of a name are looked up, sequences are tried everywhere.
    pub(crate) fn cost(&self) -> u32 {
        match &self.shape {
            Shape::Expression(root) => match self.tree.kind(*root) {
                Kind::Call | Kind::New | Kind::Index | Kind::Lambda => 1,
                Kind::Metavariable | Kind::Ellipsis | Kind::Deep => 8,
                _ => 3,
            },
            Shape::Sequence(_) => 8,
            Shape::Statement(_) => 4,
            _ => 2,
        }
    }

    /// True when the pattern is one metavariable and nothing else; its name.
    pub(crate) fn bare_metavariable(&self) -> Option<Symbol> {
        match self.shape {
            Shape::Expression(id) if self.tree.kind(id) == Kind::Metavariable => Some(self.tree.node(id).name),
            _ => None,
        }
    }
}

/// The strings, keys and paths of a pattern that stand for more than their text.
fn strings(tree: &Tree, names: &Names, language: Language) -> Result<HashMap<NodeId, StringPattern>, PatternError> {
    let mut found = HashMap::new();
    for (id, node) in tree.iter() {
        if !matches!(node.kind, Kind::Str | Kind::Identifier | Kind::MarkupText | Kind::Regex) {
            continue;
        }
        let text = names.text(node.name);
        let special = match text {
            "..." => Some(StringPattern::Any),
            _ if is_metavariable(text) && node.kind != Kind::Identifier => Some(StringPattern::Metavariable(node.name)),
            // Escapes are those of the regular expression, not of Python.
            _ if node.kind == Kind::Str && language == Language::Python => {
                regex_of(content(tree.source(id)))?.map(StringPattern::Regex)
            }
            _ => regex_of(text)?.map(StringPattern::Regex),
        };
        if let Some(special) = special {
            found.insert(id, special);
        }
    }
    Ok(found)
}

/// What is between the quotes of a string, as written.
fn content(source: &str) -> &str {
    let quoted = source.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let quotes = ["\"\"\"", "'''", "\"", "'"];
    let inner = quotes
        .iter()
        .find_map(|quote| quoted.strip_prefix(quote)?.strip_suffix(quote));
    inner.unwrap_or(source)
}

/// `$X`, as the content of a string.
pub(crate) fn is_metavariable(text: &str) -> bool {
    let Some(name) = text.strip_prefix('$') else {
        return false;
    };
    name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
        && name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// `=~/re/flags`
fn regex_of(text: &str) -> Result<Option<Regex>, PatternError> {
    let Some(rest) = text.strip_prefix("=~/") else {
        return Ok(None);
    };
    let Some((body, flags)) = rest.rsplit_once('/') else {
        return Ok(None);
    };
    if !flags.chars().all(|flag| "im".contains(flag)) {
        return Ok(None);
    }
    let body = match flags {
        "" => body.to_owned(),
        flags => format!("(?{flags}){body}"),
    };
    let regex = Regex::new(&body, Mode::Condition).map_err(|error| PatternError::Regex(error.to_string()))?;
    Ok(Some(regex))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(language: Language, text: &str) -> (Pattern, Names) {
        let mut names = Names::default();
        let pattern = Pattern::parse(text, language, &mut names).unwrap_or_else(|error| panic!("{text}: {error}"));
        (pattern, names)
    }

    fn shape_of(language: Language, text: &str) -> String {
        let shape = format!("{:?}", parse(language, text).0.shape);
        shape[..shape.find('(').unwrap_or(shape.len())].to_owned()
    }

    #[test]
    fn the_shape_of_a_python_pattern_follows_from_its_text() {
        for (text, expected) in [
            ("f($X)", "Expression"),
            ("$X", "Expression"),
            ("$X = 1", "Expression"),
            ("return $X", "Statement"),
            ("def $F(...): ...", "Statement"),
            ("@$A(...)", "Annotation"),
            ("a()\n...\nb()", "Sequence"),
            ("{..., \"k\": $V, ...}", "Expression"),
            ("import $M", "Statement"),
            ("if $X: ...", "Statement"),
        ] {
            assert_eq!(shape_of(Language::Python, text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_code_is_refused() {
        let mut names = Names::default();
        for text in ["def f(...)", "if $X", "except $E: ...", "f(", "# nothing"] {
            let refused = Pattern::parse(text, Language::Python, &mut names);
            assert!(refused.is_err(), "{text}: {refused:?}");
        }
    }

    #[test]
    fn an_ellipsis_never_grows_into_the_name_beside_it() {
        for language in [Language::Python, Language::Java, Language::JavaScript, Language::Go] {
            for text in ["f({...$OPTIONS})", "f(...x)", "f(x...)", "[...$X]", "f($X...)"] {
                let mut names = Names::default();
                let Ok(pattern) = Pattern::parse(text, language, &mut names) else {
                    continue;
                };
                let required = pattern.required_names(&names);
                assert!(required.iter().all(|name| text.contains(name)), "{text}: {required:?}");
            }
        }
    }

    #[test]
    fn a_metavariable_never_grows_into_the_name_before_it() {
        for (text, expected) in [
            ("T$YPE", "T$YPE"),
            ("f($X$Y)", "$X$Y f"),
            ("a$X.b($Y)", "a$X b"),
            ("f(a$...X)", "refused"),
            ("f<... $X ...>", "refused"),
            ("$X<... $Y ...>", "refused"),
            ("f(1$X)", "refused"),
        ] {
            let mut names = Names::default();
            let found = match Pattern::parse(text, Language::JavaScript, &mut names) {
                Ok(mut pattern) => {
                    pattern.attach_names(&Arc::new(names));
                    let ids = pattern.tree.descend(pattern.tree.root());
                    let named = ids.filter(|id| matches!(pattern.tree.kind(*id), Kind::Name | Kind::Identifier));
                    let mut found: Vec<_> = named.map(|id| pattern.tree.name_of(id).to_owned()).collect();
                    found.sort();
                    found.join(" ")
                }
                Err(_) => "refused".to_owned(),
            };
            assert_eq!(found, expected, "{text}");
            for language in [
                Language::Python,
                Language::Java,
                Language::TypeScript,
                Language::Go,
                Language::Yaml,
            ] {
                let mut names = Names::default();
                if let Ok(pattern) = Pattern::parse(text, language, &mut names) {
                    let required = pattern.required_names(&names);
                    assert!(required.iter().all(|name| text.contains(name)), "{text}: {required:?}");
                }
            }
        }
        let (pattern, names) = parse(Language::Yaml, "a$X: 1\nb...: 2\nc: 3");
        let mut required = pattern.required_names(&names);
        required.sort_unstable();
        assert!(
            required.iter().all(|name| ["a$X", "b...", "c"].contains(name)),
            "{required:?}"
        );
    }

    #[test]
    fn names_are_required_and_strings_are_not() {
        let (pattern, names) = parse(Language::Python, "os.system(\"ls\" + $X, shell=True)");
        let mut required = pattern.required_names(&names);
        required.sort_unstable();
        assert_eq!(required, ["os", "shell", "system"]);
    }
}
