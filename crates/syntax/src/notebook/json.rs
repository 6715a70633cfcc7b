//! A JSON reader that knows where it is: values are read or passed over in place, nothing is built.
//!
//! It reads what is well formed and is lenient with what is not, as long as strings and brackets can be followed. No
//! function calls itself, whatever the depth of the text.

/// What was expected, and where.
#[derive(Debug)]
pub(super) struct Error {
    /// The byte of the text.
    pub(super) at: usize,
    pub(super) expected: &'static str,
}

type Result<T> = std::result::Result<T, Error>;

pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            at: if text.starts_with('\u{feff}') {
                '\u{feff}'.len_utf8()
            } else {
                0
            },
        }
    }

    fn error<T>(&self, expected: &'static str) -> Result<T> {
        Err(Error { at: self.at, expected })
    }

    /// The next byte that is no white space, which stays unread.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Nothing but white space is left.
    pub(super) fn end(&mut self) -> Result<()> {
        if self.peek().is_none() {
            Ok(())
        } else {
            self.error("the end of the file")
        }
    }

    /// The next value is an array.
    pub(super) fn at_array(&mut self) -> bool {
        self.peek() == Some(b'[')
    }

    /// Reads an object; `field` reads or skips the value of every key. The text itself must be an object; inside it,
    /// another value is passed over.
    pub(super) fn object(&mut self, mut field: impl FnMut(&mut Self, &str) -> Result<()>) -> Result<()> {
        let whole_text = self.text[..self.at].trim_start_matches('\u{feff}').is_empty();
        if !self.take(b'{') {
            return if whole_text { self.error("`{`") } else { self.skip() };
        }
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            if self.peek() != Some(b'"') {
                return self.error("a name in quotes");
            }
            let key = self.string()?;
            if !self.take(b':') {
                return self.error("`:`");
            }
            field(self, &key)?;
            if self.take(b'}') {
                return Ok(());
            }
            if !self.take(b',') {
                return self.error("`,` or `}`");
            }
        }
    }

    /// Reads an array; `item` reads or skips every value. Another value is passed over.
    pub(super) fn array(&mut self, mut item: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        if !self.take(b'[') {
            return self.skip();
        }
        if self.take(b']') {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.take(b']') {
                return Ok(());
            }
            if !self.take(b',') {
                return self.error("`,` or `]`");
            }
        }
    }

    /// A string with the byte it starts at, or `None` after passing over another value.
    pub(super) fn string_or_skip(&mut self) -> Result<Option<(String, usize)>> {
        if self.peek() != Some(b'"') {
            return self.skip().map(|()| None);
        }
        let start = self.at;
        Ok(Some((self.string()?, start)))
    }

    /// Passes over a value of any depth.
    pub(super) fn skip(&mut self) -> Result<()> {
        let mut depth = 0usize;
        loop {
            match self.peek() {
                None => return self.error("the end of a value"),
                Some(b'"') => self.skip_string()?,
                Some(b'[' | b'{') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(b']' | b'}' | b',' | b':') if depth == 0 => return self.error("a value"),
                Some(b']' | b'}') => {
                    depth -= 1;
                    self.at += 1;
                }
                Some(b',' | b':') => self.at += 1,
                Some(_) => self.skip_word(),
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// A number, `true`, `false` or `null`.
    fn skip_word(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let end = rest
            .iter()
            .position(|byte| byte.is_ascii_whitespace() || b"[]{},:\"".contains(byte));
        self.at += end.unwrap_or(rest.len());
    }

    fn skip_string(&mut self) -> Result<()> {
        let bytes = self.text.as_bytes();
        let mut at = self.at + 1;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    self.at = at + 1;
                    return Ok(());
                }
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        self.error("the end of a string")
    }

    fn string(&mut self) -> Result<String> {
        let start = self.at + 1;
        self.skip_string()?;
        let raw = &self.text[start..self.at - 1];
        Ok(if raw.contains('\\') {
            unescape(raw)
        } else {
            raw.to_owned()
        })
    }
}

/// The text of a string without its quotes. An escape that does not exist stands for its letter, half a surrogate pair
/// and unfinished numbers for U+FFFD.
fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(letter) = rest.chars().next() else { break };
        rest = &rest[letter.len_utf8()..];
        match letter {
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            'u' => text.push(code_point(&mut rest).unwrap_or(char::REPLACEMENT_CHARACTER)),
            other => text.push(other),
        }
    }
    text.push_str(rest);
    text
}

/// The character of a `\u` escape, whose four digits come next; a pair of surrogates is one character.
fn code_point(rest: &mut &str) -> Option<char> {
    let high = four_digits(rest)?;
    if (0xD800..0xDC00).contains(&high)
        && let Some(mut after) = rest.strip_prefix("\\u")
        && let Some(low) = four_digits(&mut after)
        && (0xDC00..0xE000).contains(&low)
    {
        *rest = after;
        return char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
    }
    char::from_u32(high)
}

fn four_digits(rest: &mut &str) -> Option<u32> {
    let digits = rest
        .get(..4)
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    *rest = &rest[4..];
    u32::from_str_radix(digits, 16).ok()
}
