//! Classes of characters.

use std::ops::RangeInclusive;

use super::{DIGIT, HORIZONTAL, Refusal, SPACE, Translator, VERTICAL, WORD, wrong};

impl Translator<'_> {
    pub(super) fn class(&mut self) -> Result<(), Refusal> {
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
