//! From the dialect of rules (PCRE, text is UTF-8) to the syntaxes of the two engines.
//!
//! What depends on flags of the dialect (`m`, `s`, `x`) is written out, so that the engines see only `i` and `U`; names of groups are
//! kept here, so that the engines see only numbers.

use std::ops::RangeInclusive;

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

    fn group(&mut self) -> Result<(), Refusal> {
        if self.rest.starts_with('*') {
            return wrong("`(*…)` is not supported");
        }
        let outer = self.flags;
        if !self.eat("?") {
            self.open_group(outer, Some(None))?;
            return Ok(());
        }
        if self.eat("#") {
            return match self.until(")") {
                Some(_) => Ok(()),
                None => wrong("a comment is not closed"),
            };
        }
        for (opening, close) in [("P<", ">"), ("'", "'")] {
            if self.eat(opening) {
                let name = self.name(close)?;
                return self.open_group(outer, Some(Some(name)));
            }
        }
        for look in ["=", "!", "<=", "<!", ">"] {
            if self.eat(look) {
                self.backtracking()?;
                self.open(&format!("(?{look}"), outer);
                return Ok(());
            }
        }
        if self.eat("<") {
            let name = self.name(">")?;
            return self.open_group(outer, Some(Some(name)));
        }
        if self.eat(":") {
            return self.open_group(outer, None);
        }
        if self.eat("|") {
            return wrong("groups that share their numbers, `(?|`, are not supported");
        }
        if self.eat("(") {
            return self.conditional(outer);
        }
        if self.eat("P=") {
            let name = self.name(")")?;
            return self.named_reference(&name);
        }
        for call in ["P>", "&"] {
            if self.eat(call) {
                let name = self.name(")")?;
                let number = self.number_of(&name)?;
                return self.call(number);
            }
        }
        if self.eat("R)") {
            return self.call(0);
        }
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            let digits = self.until(")").unwrap_or_default();
            return match digits.parse() {
                Ok(number) => self.call(number),
                Err(_) => wrong("a call of a group is not closed"),
            };
        }
        self.flag_group(outer)
    }

    /// `group` is `None` when it does not capture, otherwise its name.
    fn open_group(&mut self, outer: Flags, group: Option<Option<String>>) -> Result<(), Refusal> {
        self.open(if group.is_some() { "(" } else { "(?:" }, outer);
        if let Some(name) = group {
            if name.is_some() && self.out.names.contains(&name) {
                return wrong(format!("two groups are named `{}`", name.unwrap_or_default()));
            }
            self.out.names.push(name);
        }
        Ok(())
    }

    fn open(&mut self, opening: &str, outer: Flags) {
        self.push(opening);
        self.open.push((outer, self.last));
        self.repeatable = false;
    }

    fn name(&mut self, close: &str) -> Result<String, Refusal> {
        let name = self.until(close).unwrap_or_default();
        let correct = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if correct {
            Ok(name)
        } else {
            wrong("the name of a group is missing or has other characters than letters, digits and `_`")
        }
    }

    fn number_of(&self, name: &str) -> Result<usize, Refusal> {
        match self.out.names.iter().position(|known| known.as_deref() == Some(name)) {
            Some(index) => Ok(index + 1),
            None => wrong(format!("no group before is named `{name}`")),
        }
    }

    fn named_reference(&mut self, name: &str) -> Result<(), Refusal> {
        let number = self.number_of(name)?;
        self.reference(number)
    }

    fn reference(&mut self, number: usize) -> Result<(), Refusal> {
        self.backtracking()?;
        self.references.push(number);
        self.push(&format!(r"(?:\{number})"));
        Ok(())
    }

    fn call(&mut self, number: usize) -> Result<(), Refusal> {
        self.backtracking()?;
        self.references.push(number);
        self.push(&format!(r"\g<{number}>"));
        Ok(())
    }

    fn conditional(&mut self, outer: Flags) -> Result<(), Refusal> {
        self.backtracking()?;
        let condition = self.until(")").unwrap_or_default();
        let name = condition.trim_matches(['<', '>', '\'']);
        let number = match condition.parse() {
            Ok(number) => number,
            Err(_) => self.number_of(name)?,
        };
        self.references.push(number);
        self.open(&format!("(?({number})"), outer);
        Ok(())
    }

    fn flag_group(&mut self, outer: Flags) -> Result<(), Refusal> {
        let mut on = true;
        let mut for_engine = (String::new(), String::new());
        loop {
            let Some(c) = self.next() else {
                return wrong("a group is not closed");
            };
            match c {
                '-' if on => on = false,
                'm' => self.flags.multi_line = on,
                's' => self.flags.dot_all = on,
                'x' => self.flags.extended = on,
                'i' | 'U' => {
                    if c == 'U' && self.dialect == Dialect::Backtracking {
                        return wrong("the flag `U` is not supported beside look-around and back-references");
                    }
                    let side = if on { &mut for_engine.0 } else { &mut for_engine.1 };
                    if !side.contains(c) {
                        side.push(c);
                    }
                }
                ':' | ')' => {
                    if for_engine.0.chars().any(|flag| for_engine.1.contains(flag)) {
                        return wrong("a flag is both set and unset");
                    }
                    let minus = if for_engine.1.is_empty() { "" } else { "-" };
                    let flags = format!("{}{minus}{}", for_engine.0, for_engine.1);
                    if c == ':' {
                        self.open(&format!("(?{flags}:"), outer);
                    } else if !flags.is_empty() {
                        self.push(&format!("(?{flags})"));
                    }
                    self.repeatable = false;
                    return Ok(());
                }
                c => return wrong(format!("`(?{c}` is not supported")),
            }
        }
    }

    fn escape(&mut self) -> Result<(), Refusal> {
        let Some(c) = self.next() else {
            return wrong("it ends in a backslash");
        };
        match c {
            'Q' => self.quoting = true,
            'E' => {}
            'w' | 'W' => self.push_set(WORD, c == 'W'),
            'd' | 'D' => self.push_set(DIGIT, c == 'D'),
            's' | 'S' => self.push_set(SPACE, c == 'S'),
            'h' | 'H' => self.push_set(HORIZONTAL, c == 'H'),
            'v' | 'V' => self.push_set(VERTICAL, c == 'V'),
            'N' => self.push(r"[^\n]"),
            'R' => self.push(&format!(r"(?:\r\n|[{VERTICAL}])")),
            'A' => self.push(r"\A"),
            'z' => self.push(r"\z"),
            'Z' => self.last_line_end(),
            'b' | 'B' => self.word_boundary(c == 'B')?,
            'G' | 'K' => {
                self.backtracking()?;
                self.push(if c == 'G' { r"\G" } else { r"\K" });
            }
            'p' | 'P' => {
                let property = self.property(c == 'P')?;
                self.push(&property);
            }
            'k' => {
                let close = match self.next() {
                    Some('<') => ">",
                    Some('{') => "}",
                    Some('\'') => "'",
                    _ => return wrong(r"`\k` names no group"),
                };
                let name = self.name(close)?;
                self.named_reference(&name)?;
            }
            'g' => self.general_reference()?,
            '1'..='9' => {
                let more = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let number: usize = format!("{c}{}", &self.rest[..more]).parse().unwrap_or(usize::MAX);
                if number < 10 || number <= self.out.names.len() {
                    self.rest = &self.rest[more..];
                    self.reference(number)?;
                } else {
                    let literal = self.octal(c)?;
                    self.push_literal(literal);
                }
            }
            c => {
                let literal = self.character(c)?;
                self.push_literal(literal);
            }
        }
        Ok(())
    }

    fn word_boundary(&mut self, negated: bool) -> Result<(), Refusal> {
        if self.dialect == Dialect::Linear {
            // Inside a character of several bytes the linear engine sees a place that is no boundary.
            if negated {
                return Err(Refusal::NeedsBacktracking);
            }
            self.push(r"(?-u:\b)");
            return Ok(());
        }
        let (first, second) = if negated { ("=", "!") } else { ("!", "=") };
        self.push(&format!(
            "(?-i:(?<=[{WORD}])(?{first}[{WORD}])|(?<![{WORD}])(?{second}[{WORD}]))"
        ));
        Ok(())
    }

    /// `\g1`, `\g{-1}`, `\g{name}` refer; `\g<1>`, `\g<name>` call.
    fn general_reference(&mut self) -> Result<(), Refusal> {
        let digits = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (target, call) = if self.eat("{") {
            (self.until("}"), false)
        } else if self.eat("<") {
            (self.until(">"), true)
        } else if self.eat("'") {
            (self.until("'"), true)
        } else {
            let target = self.rest[..digits].to_owned();
            self.rest = &self.rest[digits..];
            (Some(target), false)
        };
        let target = target.unwrap_or_default();
        let number = match target.parse::<i64>() {
            Ok(number) if number < 0 => usize::try_from(self.out.names.len() as i64 + 1 + number).unwrap_or(0),
            Ok(number) => usize::try_from(number).unwrap_or(usize::MAX),
            Err(_) => self.number_of(&target)?,
        };
        if call {
            self.call(number)
        } else if number == 0 {
            wrong(format!(r"`\g{{{target}}}` refers to no group"))
        } else {
            self.reference(number)
        }
    }

    /// The character of an escape that means the same in and out of a class.
    fn character(&mut self, c: char) -> Result<char, Refusal> {
        Ok(match c {
            'a' => '\x07',
            'e' => '\x1B',
            'f' => '\x0C',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '0' => return self.octal('0'),
            'x' => {
                let hex = if self.eat("{") {
                    self.until("}").unwrap_or_default()
                } else {
                    let digits = self.rest.chars().take(2).take_while(char::is_ascii_hexdigit).count();
                    let hex = format!("0{}", &self.rest[..digits]);
                    self.rest = &self.rest[digits..];
                    hex
                };
                return code_point(&hex, 16);
            }
            'o' if self.eat("{") => return code_point(&self.until("}").unwrap_or_default(), 8),
            'c' => match self.next() {
                Some(c @ ' '..='~') => char::from(c.to_ascii_uppercase() as u8 ^ 0x40),
                _ => return wrong(r"`\c` is followed by no ASCII character"),
            },
            c if c.is_ascii_alphanumeric() => return wrong(format!(r"`\{c}` is not supported")),
            c => c,
        })
    }

    fn octal(&mut self, first: char) -> Result<char, Refusal> {
        let more = self
            .rest
            .chars()
            .take(2)
            .take_while(|c| ('0'..='7').contains(c))
            .count();
        let digits = format!("{first}{}", &self.rest[..more]);
        self.rest = &self.rest[more..];
        code_point(&digits, 8)
    }

    /// What follows `\p` or `\P`, for use in and out of a class.
    fn property(&mut self, negated: bool) -> Result<String, Refusal> {
        let name = if self.eat("{") {
            self.until("}")
        } else {
            self.next().map(String::from)
        };
        let name = name.unwrap_or_default();
        let (name, negated) = match name.strip_prefix('^') {
            Some(name) => (name, !negated),
            None => (name.as_str(), negated),
        };
        let negation = if negated { "^" } else { "" };
        Ok(match name {
            "L&" => format!(r"[{negation}\p{{Lu}}\p{{Ll}}\p{{Lt}}]"),
            "Any" => format!(r"[{negation}\x{{0}}-\x{{10FFFF}}]"),
            "Xan" => format!(r"[{negation}\p{{L}}\p{{N}}]"),
            "Xwd" => format!(r"[{negation}\p{{L}}\p{{N}}_]"),
            "Xsp" | "Xps" => format!(r"[{negation}\p{{Z}}{SPACE}]"),
            name if !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "_ =:-".contains(c)) => {
                format!(r"[{negation}\p{{{name}}}]")
            }
            _ => return wrong("the name of a Unicode property is missing or wrong"),
        })
    }

    fn class(&mut self) -> Result<(), Refusal> {
        if let Some(rest) = self.rest.strip_prefix(':')
            && posix_end(rest).is_some()
        {
            return wrong("`[:name:]` is only for the inside of `[…]`");
        }
        let negated = self.eat("^");
        let mut parts = String::new();
        let mut quoting = false;
        // A character that `-` could make the start of a range.
        let mut pending: Option<char> = None;
        let mut first = true;
        loop {
            let Some(c) = self.next() else {
                return wrong("`[` is not closed");
            };
            if quoting && c == '\\' && self.eat("E") {
                quoting = false;
                continue;
            }
            if c == ']' && !first && !quoting {
                break;
            }
            first = false;
            let member = match c {
                _ if quoting => Member::Character(c),
                '\\' if self.eat("Q") => {
                    quoting = true;
                    continue;
                }
                '\\' if self.eat("E") => continue,
                '-' if pending.is_some() && !self.rest.starts_with(']') => {
                    let Some(c) = self.next() else {
                        return wrong("`[` is not closed");
                    };
                    match self.member(c)? {
                        Member::Character(end) => {
                            let start = pending.take().unwrap_or(end);
                            if start > end {
                                return wrong(format!("the range `{start}-{end}` is empty"));
                            }
                            range(start..=end, &mut parts);
                        }
                        Member::Set(set) => {
                            // No range: the hyphen is itself.
                            parts.extend(pending.take().map(in_class));
                            parts.push_str(&in_class('-'));
                            parts.push_str(&set);
                        }
                    }
                    continue;
                }
                c => self.member(c)?,
            };
            parts.extend(pending.take().map(in_class));
            match member {
                Member::Character(c) => pending = Some(c),
                Member::Set(set) => parts.push_str(&set),
            }
        }
        parts.extend(pending.map(in_class));
        self.push(&format!("[{}{parts}]", if negated { "^" } else { "" }));
        Ok(())
    }

    /// What starts with `c` inside a class.
    fn member(&mut self, c: char) -> Result<Member, Refusal> {
        if c == '['
            && let Some(rest) = self.rest.strip_prefix(':')
            && let Some(end) = posix_end(rest)
        {
            let set = posix(&rest[..end])?;
            self.rest = &rest[end + 2..];
            return Ok(Member::Set(set));
        }
        if c != '\\' {
            return Ok(Member::Character(c));
        }
        let Some(c) = self.next() else {
            return wrong("it ends in a backslash");
        };
        let (set, negated) = match c {
            'w' | 'W' => (WORD, c == 'W'),
            'd' | 'D' => (DIGIT, c == 'D'),
            's' | 'S' => (SPACE, c == 'S'),
            'h' | 'H' => (HORIZONTAL, c == 'H'),
            'v' | 'V' => (VERTICAL, c == 'V'),
            'p' | 'P' => return Ok(Member::Set(self.property(c == 'P')?)),
            'b' => return Ok(Member::Character('\x08')),
            '1'..='7' => return Ok(Member::Character(self.octal(c)?)),
            c => return Ok(Member::Character(self.character(c)?)),
        };
        Ok(Member::Set(if negated { format!("[^{set}]") } else { set.to_owned() }))
    }
}

enum Member {
    Character(char),
    /// As it stands in a class of the engines.
    Set(String),
}

/// Where the name ends when `rest`, which follows `[:`, continues as `name:]`.
fn posix_end(rest: &str) -> Option<usize> {
    let end = rest.find(":]")?;
    rest[..end]
        .chars()
        .all(|c| c.is_ascii_alphabetic() || c == '^')
        .then_some(end)
}

fn posix(name: &str) -> Result<String, Refusal> {
    let (name, negated) = match name.strip_prefix('^') {
        Some(name) => (name, true),
        None => (name, false),
    };
    let set = match name {
        "alnum" => "0-9A-Za-z",
        "alpha" => "A-Za-z",
        "ascii" => r"\x{0}-\x{7F}",
        "blank" => r"\t\x20",
        "cntrl" => r"\x{0}-\x{1F}\x{7F}",
        "digit" => DIGIT,
        "graph" => r"\x{21}-\x{7E}",
        "lower" => "a-z",
        "print" => r"\x{20}-\x{7E}",
        "punct" => r"\x{21}-\x{2F}\x{3A}-\x{40}\x{5B}-\x{60}\x{7B}-\x{7E}",
        "space" => SPACE,
        "upper" => "A-Z",
        "word" => WORD,
        "xdigit" => "0-9A-Fa-f",
        name => return wrong(format!("`[:{name}:]` is not a class")),
    };
    Ok(if negated { format!("[^{set}]") } else { set.to_owned() })
}

fn code_point(digits: &str, radix: u32) -> Result<char, Refusal> {
    match u32::from_str_radix(digits.trim(), radix).ok().and_then(char::from_u32) {
        Some(c) => Ok(c),
        None => wrong(format!("`{digits}` is the number of no character")),
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

/// A character inside a class: by its number where it could mean something.
fn in_class(c: char) -> String {
    if c.is_alphanumeric() {
        c.to_string()
    } else {
        format!(r"\x{{{:X}}}", u32::from(c))
    }
}

fn range(range: RangeInclusive<char>, out: &mut String) {
    out.push_str(&in_class(*range.start()));
    out.push('-');
    out.push_str(&in_class(*range.end()));
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
