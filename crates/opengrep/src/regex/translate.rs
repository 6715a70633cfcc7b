//! From the dialect of rules (PCRE, text is UTF-8) to the syntaxes of the two engines.
//!
//! What depends on flags of the dialect (`m`, `s`, `x`) is written out, so that the engines see only `i` and `U`; names of groups are
//! kept here, so that the engines see only numbers.

mod class;
mod escape;
mod group;

/// The engine that is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Linear time: no look-around, no back-references, no control over backtracking.
    Linear,
    /// Everything.
    Backtracking,
}

/// A translated expression.
#[derive(Debug)]
pub(super) struct Translated {
    /// For the engine.
    pub(super) text: String,
    /// The names of groups 1, 2, ….
    pub(super) names: Vec<Option<String>>,
    /// It asks for the end or a last line end (`$`, `\Z`), which the linear engine can only do on a text that ends in no line end.
    pub(super) last_line_end: bool,
    /// It asks for the start of a line. The linear engine also sees one after a last line end; the dialect does not.
    pub(super) line_start: bool,
}

/// Why there is no translation.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Only [`Dialect::Backtracking`] has this.
    NeedsBacktracking,
    /// It is not correct, or nothing we support.
    Wrong(String),
}

fn wrong<T>(what: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Wrong(what.into()))
}

const WORD: &str = "0-9A-Za-z_";
const DIGIT: &str = "0-9";
const SPACE: &str = r"\t\n\x0B\f\r\x20";
const HORIZONTAL: &str = r"\t\x20\x{A0}\x{1680}\x{180E}\x{2000}-\x{200A}\x{202F}\x{205F}\x{3000}";
const VERTICAL: &str = r"\n\x0B\f\r\x{85}\x{2028}\x{2029}";

/// The most often a repetition may count.
const MAX_REPETITION: u32 = 65_535;

/// Flags in force at a place.
#[derive(Clone, Copy)]
struct Flags {
    multi_line: bool,
    dot_all: bool,
    extended: bool,
}

/// `pattern` for an engine; `multi_line` is the flag `m` at its start.
pub(super) fn translate(pattern: &str, multi_line: bool, dialect: Dialect) -> Result<Translated, Refusal> {
    let mut translator = Translator {
        rest: pattern,
        dialect,
        flags: Flags {
            multi_line,
            dot_all: false,
            extended: false,
        },
        open: Vec::new(),
        out: Translated {
            text: String::with_capacity(pattern.len() + 16),
            names: Vec::new(),
            last_line_end: false,
            line_start: false,
        },
        references: Vec::new(),
        quoting: false,
        last: 0,
        repeatable: false,
    };
    translator.run()?;
    Ok(translator.out)
}

struct Translator<'p> {
    rest: &'p str,
    dialect: Dialect,
    flags: Flags,
    /// Of each open group: the flags to return to at its end, and where its translation starts.
    open: Vec<(Flags, usize)>,
    out: Translated,
    /// Groups that are referred to.
    references: Vec<usize>,
    /// Between `\Q` and `\E`.
    quoting: bool,
    /// Where the translation of the last item starts.
    last: usize,
    /// The last item can be repeated.
    repeatable: bool,
}

impl Translator<'_> {
    fn run(&mut self) -> Result<(), Refusal> {
        while let Some(c) = self.next() {
            self.item(c)?;
        }
        if !self.open.is_empty() {
            return wrong("a group is not closed");
        }
        match self.references.iter().find(|&&group| group > self.out.names.len()) {
            Some(group) => wrong(format!("it refers to group {group}, which does not exist")),
            None => Ok(()),
        }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn eat(&mut self, prefix: &str) -> bool {
        match self.rest.strip_prefix(prefix) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// What stands before `end`, which is passed.
    fn until(&mut self, end: &str) -> Option<String> {
        let (before, after) = self.rest.split_once(end)?;
        self.rest = after;
        Some(before.to_owned())
    }

    fn backtracking(&self) -> Result<(), Refusal> {
        match self.dialect {
            Dialect::Linear => Err(Refusal::NeedsBacktracking),
            Dialect::Backtracking => Ok(()),
        }
    }

    fn push(&mut self, text: &str) {
        self.last = self.out.text.len();
        self.out.text.push_str(text);
        self.repeatable = true;
    }

    fn push_literal(&mut self, c: char) {
        self.last = self.out.text.len();
        literal(c, &mut self.out.text);
        self.repeatable = true;
    }

    /// A set of ASCII, whatever the case flag says: only what is written in the pattern is folded.
    fn push_set(&mut self, set: &str, negated: bool) {
        let negation = if negated { "^" } else { "" };
        self.push(&format!("(?-i:[{negation}{set}])"));
    }

    fn item(&mut self, c: char) -> Result<(), Refusal> {
        if self.quoting {
            if c == '\\' && self.eat("E") {
                self.quoting = false;
            } else {
                self.push_literal(c);
            }
            return Ok(());
        }
        if self.flags.extended {
            if c.is_ascii_whitespace() || c == '\x0B' {
                return Ok(());
            }
            if c == '#' {
                if self.until("\n").is_none() {
                    self.rest = "";
                }
                return Ok(());
            }
        }
        match c {
            '\\' => self.escape()?,
            '[' => self.class()?,
            '(' => self.group()?,
            ')' => {
                let Some((flags, start)) = self.open.pop() else {
                    return wrong("`)` closes no group");
                };
                self.flags = flags;
                self.push(")");
                self.last = start;
            }
            '|' => {
                self.push("|");
                self.repeatable = false;
            }
            '.' if self.flags.dot_all => self.push("(?s:.)"),
            '.' => self.push(r"[^\n]"),
            '^' => self.line_start(),
            '$' if self.flags.multi_line => self.push("(?m:$)"),
            '$' => self.last_line_end(),
            '*' | '+' | '?' => self.repetition(&c.to_string())?,
            '{' => match counted(self.rest) {
                Some((_, end)) => {
                    let counts = &self.rest[..end];
                    self.rest = &self.rest[end..];
                    check_counts(counts)?;
                    self.repetition(&format!("{{{counts}"))?;
                }
                None => self.push_literal('{'),
            },
            c => self.push_literal(c),
        }
        Ok(())
    }

    fn line_start(&mut self) {
        if !self.flags.multi_line {
            self.push(r"\A");
            return;
        }
        self.out.line_start = true;
        self.push(match self.dialect {
            Dialect::Linear => "(?m:^)",
            Dialect::Backtracking => r"(?:\A|(?<=\n)(?!\z))",
        });
    }

    fn last_line_end(&mut self) {
        self.out.last_line_end = true;
        self.push(match self.dialect {
            Dialect::Linear => r"\z",
            Dialect::Backtracking => r"(?=\n?\z)",
        });
    }

    fn repetition(&mut self, operator: &str) -> Result<(), Refusal> {
        if !self.repeatable {
            return wrong(format!("there is nothing that `{operator}` repeats"));
        }
        let last = &self.out.text[self.last..];
        if ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|look| last.starts_with(look)) {
            // Looking once is enough, and the engine repeats no look-around.
            if operator.starts_with(['*', '?']) || operator.starts_with("{0") {
                self.out.text.insert_str(self.last, "(?:");
                self.out.text.push_str("|)");
            }
            let _greed = self.eat("+") || self.eat("?");
            self.repeatable = false;
            return Ok(());
        }
        self.out.text.push_str(operator);
        if self.eat("+") {
            self.backtracking()?;
            // A count followed by `+` is two repetitions for some engines; a group that keeps what it matched is one for all.
            self.out.text.insert_str(self.last, "(?>");
            self.out.text.push(')');
        } else if self.eat("?") {
            self.out.text.push('?');
        }
        self.repeatable = false;
        Ok(())
    }
}

fn literal(c: char, out: &mut String) {
    if c.is_ascii_punctuation()
        && !matches!(
            c,
            '<' | '>' | '_' | '\'' | '"' | '`' | ',' | ';' | ':' | '=' | '!' | '@' | '%' | '/'
        )
    {
        out.push('\\');
    }
    out.push(c);
}

/// Where a counted repetition ends when `rest`, which follows `{`, is one: its counts and the length up to and with `}`.
fn counted(rest: &str) -> Option<(&str, usize)> {
    let end = rest.find('}')?;
    let counts = &rest[..end];
    let (low, high) = counts.split_once(',').unwrap_or((counts, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (!low.is_empty() && digits(low) && digits(high)).then_some((counts, end + 1))
}

fn check_counts(counts: &str) -> Result<(), Refusal> {
    let counts = counts.trim_end_matches('}');
    let (low, high) = counts.split_once(',').unwrap_or((counts, counts));
    let number = |text: &str| text.parse::<u32>().ok().filter(|&count| count <= MAX_REPETITION);
    match (number(low), number(high)) {
        (Some(low), Some(high)) if low <= high => Ok(()),
        (Some(_), None) if high.is_empty() => Ok(()),
        _ => wrong(format!(
            "`{{{counts}}}` is not a count: {MAX_REPETITION} is the most, and the smaller number comes first"
        )),
    }
}
