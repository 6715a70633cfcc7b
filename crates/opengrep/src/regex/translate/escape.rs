//! What a backslash starts.

use super::{DIGIT, Dialect, HORIZONTAL, Refusal, SPACE, Translator, VERTICAL, WORD, wrong};

impl Translator<'_> {
    pub(super) fn escape(&mut self) -> Result<(), Refusal> {
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

    /// The character of an escape that means the same in and out of a class.
    pub(super) fn character(&mut self, c: char) -> Result<char, Refusal> {
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

    pub(super) fn octal(&mut self, first: char) -> Result<char, Refusal> {
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
    pub(super) fn property(&mut self, negated: bool) -> Result<String, Refusal> {
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
}

fn code_point(digits: &str, radix: u32) -> Result<char, Refusal> {
    match u32::from_str_radix(digits.trim(), radix).ok().and_then(char::from_u32) {
        Some(c) => Ok(c),
        None => wrong(format!("`{digits}` is the number of no character")),
    }
}
