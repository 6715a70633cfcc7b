//! The mini-language in which `rules/secrets/*.toml` writes the shape of a credential.
//!
//! A format is a sequence of literals (`"ghp_"`), classes with a count (`b62{36}`, `u64{20,}`), options (`[ … ]`) and choices
//! (`( a | b )`). It is turned into a linear-time regular expression over bytes; what a regular expression cannot say (that the
//! match does not continue on either side) is checked around the match.

use std::sync::OnceLock;

use regex::bytes::{Regex, RegexBuilder};

/// The longest credential a format describes, in bytes; open-ended classes stop being searched there.
pub(crate) const MAX_TOKEN: usize = 4096;

/// A set of ASCII bytes.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ByteSet([u64; 2]);

impl ByteSet {
    pub(crate) fn of(text: &str) -> Self {
        let mut set = Self::default();
        text.bytes().for_each(|b| set.insert(b));
        set
    }

    fn insert(&mut self, byte: u8) {
        if byte < 128 {
            self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
        }
    }

    fn insert_range(&mut self, first: u8, last: u8) {
        (first..=last).for_each(|b| self.insert(b));
    }

    pub(crate) fn contains(self, byte: u8) -> bool {
        byte < 128 && self.0[usize::from(byte >> 6)] & (1 << (byte & 63)) != 0
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    fn bytes(self) -> impl Iterator<Item = u8> {
        (0..128u8).filter(move |b| self.contains(*b))
    }

    fn to_regex(self) -> String {
        let mut class = String::from("[");
        for byte in self.bytes() {
            class.push_str(&format!("\\x{byte:02X}"));
        }
        class.push(']');
        class
    }

    fn named(name: &str) -> Option<Self> {
        let mut set = Self::default();
        let ranges: &[(u8, u8)] = match name {
            "d" => &[(b'0', b'9')],
            "x" => &[(b'0', b'9'), (b'a', b'f')],
            "X" => &[(b'0', b'9'), (b'A', b'F')],
            "xX" => &[(b'0', b'9'), (b'a', b'f'), (b'A', b'F')],
            "a" => &[(b'a', b'z')],
            "A" => &[(b'A', b'Z')],
            "aA" => &[(b'a', b'z'), (b'A', b'Z')],
            "b32" => &[(b'a', b'z'), (b'2', b'7')],
            "B32" => &[(b'A', b'Z'), (b'2', b'7')],
            "a36" => &[(b'a', b'z'), (b'0', b'9')],
            "A36" => &[(b'A', b'Z'), (b'0', b'9')],
            "b58" => &[
                (b'1', b'9'),
                (b'A', b'H'),
                (b'J', b'N'),
                (b'P', b'Z'),
                (b'a', b'k'),
                (b'm', b'z'),
            ],
            "b62" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
            "b64" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z'), (b'+', b'+'), (b'/', b'/')],
            "u64" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z'), (b'-', b'-'), (b'_', b'_')],
            "pad" => &[(b'=', b'=')],
            _ => return None,
        };
        ranges.iter().for_each(|(first, last)| set.insert_range(*first, *last));
        Some(set)
    }
}

#[derive(Debug, Clone)]
enum Part {
    Literal(String),
    Class {
        set: ByteSet,
        min: usize,
        max: Option<usize>,
    },
    Optional(Vec<Part>),
    Choice(Vec<Vec<Part>>),
}

impl std::fmt::Debug for ByteSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_regex())
    }
}

/// A literal that every match contains, and how far from the start of the match it may stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Anchor {
    pub(crate) literal: String,
    pub(crate) max_offset: usize,
}

/// One compiled format.
#[derive(Debug)]
pub(crate) struct Format {
    parts: Vec<Part>,
    anchored: OnceLock<Regex>,
    floating: OnceLock<Regex>,
    min_len: usize,
    max_len: usize,
    first: ByteSet,
    last: ByteSet,
}

impl Format {
    /// Reads a format; the error says what is wrong and where.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut parser = Parser { text, at: 0 };
        let parts = parser.sequence()?;
        parser.blanks();
        if parser.at != text.len() {
            return Err(format!(
                "unexpected `{}` at position {} of `{text}`",
                &text[parser.at..],
                parser.at + 1
            ));
        }
        if parts.is_empty() {
            return Err("a format must not be empty".into());
        }
        let (min_len, max_len) = seq_len(&parts);
        if min_len == 0 {
            return Err(format!("the format `{text}` matches the empty text"));
        }
        Ok(Self {
            first: seq_first(&parts),
            last: seq_last(&parts),
            parts,
            anchored: OnceLock::new(),
            floating: OnceLock::new(),
            min_len,
            max_len: max_len.unwrap_or(MAX_TOKEN).min(MAX_TOKEN),
        })
    }

    fn regex(&self, anchored: bool) -> &Regex {
        let cell = if anchored { &self.anchored } else { &self.floating };
        cell.get_or_init(|| {
            let mut source = String::from(if anchored { "\\A(?:" } else { "(?:" });
            seq_regex(&self.parts, &mut source);
            source.push(')');
            RegexBuilder::new(&source)
                .unicode(false)
                .size_limit(1 << 26)
                .dfa_size_limit(1 << 20)
                .build()
                .expect("a parsed format is a valid expression")
        })
    }

    /// The smallest and largest number of bytes of a match.
    pub(crate) fn length(&self) -> (usize, usize) {
        (self.min_len, self.max_len)
    }

    /// The literals of which every match contains one; empty if there is none.
    pub(crate) fn anchors(&self) -> Vec<Anchor> {
        seq_anchors(&self.parts).unwrap_or_default()
    }

    /// The match at or around `at` (the place of an anchor that stands at most `max_offset` bytes after the start), with clean
    /// boundaries on both sides. `open` formats run on to the end of their last class.
    pub(crate) fn find_around(&self, text: &[u8], at: usize, max_offset: usize, open: bool) -> Option<(usize, usize)> {
        if max_offset == 0 {
            // Before the expression runs: inside a long run most anchors end here.
            if !left_is_free(text, at, self.first) {
                return None;
            }
            let window = &text[at..text.len().min(at + self.max_len + 1)];
            let found = self.regex(true).find(window)?;
            return self.bounded(text, at, at + found.end(), open);
        }
        let from = at.saturating_sub(max_offset);
        let window = &text[from..text.len().min(at + self.max_len + 1)];
        let mut start = 0;
        while let Some(found) = self.regex(false).find_at(window, start) {
            let (s, e) = (from + found.start(), from + found.end());
            if s > at {
                return None;
            }
            if e > at
                && let Some(hit) = self.bounded(text, s, e, open)
            {
                return Some(hit);
            }
            start = found.start() + 1;
        }
        None
    }

    /// Every bounded match inside `text[from..to]`.
    pub(crate) fn find_all(&self, text: &[u8], from: usize, to: usize, open: bool) -> Vec<(usize, usize)> {
        let mut hits = Vec::new();
        let window = &text[from..to];
        let mut start = 0;
        while let Some(found) = self.regex(false).find_at(window, start) {
            match self.bounded(text, from + found.start(), from + found.end(), open) {
                Some((s, e)) => {
                    hits.push((s, e));
                    start = (e - from).max(found.start() + 1);
                }
                None => start = found.start() + 1,
            }
            if start >= window.len() {
                break;
            }
        }
        hits
    }

    /// Whether the whole of `value` has this format.
    pub(crate) fn matches_whole(&self, value: &[u8], open: bool) -> bool {
        if value.len() < self.min_len || (value.len() > self.max_len && !open) {
            return false;
        }
        self.regex(true).find(value).is_some_and(|m| {
            m.end() == value.len() || (open && value[m.end()..].iter().all(|b| self.last.contains(*b)))
        })
    }

    fn bounded(&self, text: &[u8], start: usize, mut end: usize, open: bool) -> Option<(usize, usize)> {
        if !left_is_free(text, start, self.first) {
            return None;
        }
        if open {
            while end < text.len() && self.last.contains(text[end]) {
                end += 1;
            }
        }
        match text.get(end) {
            Some(&next) if next.is_ascii_alphanumeric() || self.last.contains(next) => None,
            _ => Some((start, end)),
        }
    }

    /// How many bytes of a match are constant text that may be shown.
    pub(crate) fn literal_prefix(&self, value: &[u8]) -> usize {
        let mut shown = 0;
        for part in &self.parts {
            match part {
                Part::Literal(text) if value[shown..].starts_with(text.as_bytes()) => shown += text.len(),
                Part::Choice(options) => {
                    let longest = options
                        .iter()
                        .filter_map(|o| match o.as_slice() {
                            [Part::Literal(text)] if value[shown..].starts_with(text.as_bytes()) => Some(text.len()),
                            _ => None,
                        })
                        .max();
                    match longest {
                        Some(len) => shown += len,
                        None => return shown,
                    }
                }
                _ => return shown,
            }
        }
        shown
    }

    /// The class of the last part: what a mask runs to the end of.
    pub(crate) fn last_class(&self) -> ByteSet {
        self.last
    }
}

/// Whether a token may start at `start`: the byte before is no part of a longer word. The letter of an escape (`\n`) and the
/// digits of a percent escape (`%3D`) are no part of the word.
pub(crate) fn left_is_free(text: &[u8], start: usize, first: ByteSet) -> bool {
    let Some(&before) = start.checked_sub(1).and_then(|i| text.get(i)) else {
        return true;
    };
    if !(before.is_ascii_alphanumeric() || before == b'_' || first.contains(before)) {
        return true;
    }
    if matches!(before, b'n' | b't' | b'r') && start >= 2 && text[start - 2] == b'\\' {
        return true;
    }
    // Telegram writes the token into the path: `/bot123456:AA…`.
    if text[..start].ends_with(b"/bot") {
        return true;
    }
    start >= 3 && text[start - 3] == b'%' && text[start - 2].is_ascii_hexdigit() && before.is_ascii_hexdigit()
}

fn seq_len(parts: &[Part]) -> (usize, Option<usize>) {
    parts.iter().fold((0, Some(0)), |(min, max), part| {
        let (low, high) = part_len(part);
        (min + low, max.zip(high).map(|(a, b)| a + b))
    })
}

fn part_len(part: &Part) -> (usize, Option<usize>) {
    match part {
        Part::Literal(text) => (text.len(), Some(text.len())),
        Part::Class { min, max, .. } => (*min, *max),
        Part::Optional(inner) => (0, seq_len(inner).1),
        Part::Choice(options) => {
            let lens: Vec<_> = options.iter().map(|o| seq_len(o)).collect();
            let min = lens.iter().map(|l| l.0).min().unwrap_or(0);
            (min, lens.iter().map(|l| l.1).try_fold(0, |max, l| Some(max.max(l?))))
        }
    }
}

fn seq_first(parts: &[Part]) -> ByteSet {
    let mut set = ByteSet::default();
    for part in parts {
        set = set.union(match part {
            // A literal is a word of its own: what may not touch it is decided by `left_is_free`.
            Part::Literal(_) => ByteSet::default(),
            Part::Class { set, .. } => *set,
            Part::Optional(inner) => seq_first(inner),
            Part::Choice(options) => options.iter().fold(ByteSet::default(), |s, o| s.union(seq_first(o))),
        });
        if part_len(part).0 > 0 {
            break;
        }
    }
    set
}

fn seq_last(parts: &[Part]) -> ByteSet {
    let mut set = ByteSet::default();
    for part in parts.iter().rev() {
        set = set.union(match part {
            Part::Literal(text) if text.ends_with('=') => ByteSet::of("="),
            Part::Literal(_) => ByteSet::default(),
            Part::Class { set, .. } => *set,
            Part::Optional(inner) => seq_last(inner),
            Part::Choice(options) => options.iter().fold(ByteSet::default(), |s, o| s.union(seq_last(o))),
        });
        if part_len(part).0 > 0 {
            break;
        }
    }
    set
}

fn seq_regex(parts: &[Part], out: &mut String) {
    for part in parts {
        match part {
            Part::Literal(text) => out.push_str(&regex::escape(text)),
            Part::Class { set, min, max } => {
                out.push_str(&set.to_regex());
                match max {
                    Some(max) if max == min => out.push_str(&format!("{{{min}}}")),
                    Some(max) => out.push_str(&format!("{{{min},{max}}}")),
                    None => out.push_str(&format!("{{{min},}}")),
                }
            }
            Part::Optional(inner) => {
                out.push_str("(?:");
                seq_regex(inner, out);
                out.push_str(")?");
            }
            Part::Choice(options) => {
                out.push_str("(?:");
                for (i, option) in options.iter().enumerate() {
                    if i > 0 {
                        out.push('|');
                    }
                    seq_regex(option, out);
                }
                out.push(')');
            }
        }
    }
}

fn seq_anchors(parts: &[Part]) -> Option<Vec<Anchor>> {
    let mut best: Option<Vec<Anchor>> = None;
    let mut offset = Some(0usize);
    let mut pending = String::new();
    let mut pending_offset = 0usize;
    let mut consider = |anchors: Vec<Anchor>| {
        let score = |a: &[Anchor]| a.iter().map(|x| x.literal.len()).min().unwrap_or(0).min(6);
        // An early literal wins over a later one of the same worth: the search window is smaller.
        if best.as_ref().is_none_or(|b| score(&anchors) > score(b)) {
            best = Some(anchors);
        }
    };
    for part in parts {
        let here = offset.unwrap_or(MAX_TOKEN).min(MAX_TOKEN);
        match part {
            Part::Literal(text) => {
                if pending.is_empty() {
                    pending_offset = here;
                }
                pending.push_str(text);
            }
            Part::Class {
                set,
                min: 1,
                max: Some(1),
            } if set.bytes().count() == 1 => {
                if pending.is_empty() {
                    pending_offset = here;
                }
                pending.extend(set.bytes().map(char::from));
            }
            _ => {
                // A choice that follows a literal continues it: `("xox" ("b" | "p") "-")`.
                if let Part::Choice(options) = part {
                    let all: Option<Vec<Anchor>> = options
                        .iter()
                        .map(|o| match o.first() {
                            Some(Part::Literal(text)) => Some(Anchor {
                                literal: format!("{pending}{text}"),
                                max_offset: if pending.is_empty() { here } else { pending_offset },
                            }),
                            _ => None,
                        })
                        .collect();
                    if let Some(all) = all {
                        consider(all);
                    } else {
                        let nested: Option<Vec<Vec<Anchor>>> = options.iter().map(|o| seq_anchors(o)).collect();
                        if let Some(nested) = nested {
                            let shifted = nested.into_iter().flatten().map(|a| Anchor {
                                max_offset: (a.max_offset + here).min(MAX_TOKEN),
                                literal: a.literal,
                            });
                            consider(shifted.collect());
                        }
                    }
                }
                if !pending.is_empty() {
                    consider(vec![Anchor {
                        literal: std::mem::take(&mut pending),
                        max_offset: pending_offset,
                    }]);
                }
            }
        }
        offset = offset.zip(part_len(part).1).map(|(a, b)| a + b);
    }
    if !pending.is_empty() {
        consider(vec![Anchor {
            literal: pending,
            max_offset: pending_offset,
        }]);
    }
    best
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn sequence(&mut self) -> Result<Vec<Part>, String> {
        let mut parts = Vec::new();
        loop {
            self.blanks();
            match self.rest().chars().next() {
                None | Some(')' | ']' | '|') => return Ok(parts),
                Some('"') => parts.push(self.literal()?),
                Some('[') => {
                    self.at += 1;
                    let inner = self.sequence()?;
                    self.expect(']')?;
                    parts.push(Part::Optional(inner));
                }
                Some('(') => {
                    self.at += 1;
                    let mut options = vec![self.sequence()?];
                    while self.rest().starts_with('|') {
                        self.at += 1;
                        options.push(self.sequence()?);
                    }
                    self.expect(')')?;
                    parts.push(Part::Choice(options));
                }
                Some(_) => self.class(&mut parts)?,
            }
        }
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        self.blanks();
        if self.rest().starts_with(wanted) {
            self.at += 1;
            return Ok(());
        }
        Err(format!(
            "`{wanted}` is missing at position {} of `{}`",
            self.at + 1,
            self.text
        ))
    }

    fn literal(&mut self) -> Result<Part, String> {
        let start = self.at + 1;
        let len = self.text[start..].find('"').ok_or_else(|| {
            format!(
                "the literal that starts at position {} of `{}` does not end",
                self.at + 1,
                self.text
            )
        })?;
        self.at = start + len + 1;
        match len {
            0 => Err(format!("empty literal in `{}`", self.text)),
            _ => Ok(Part::Literal(self.text[start..start + len].to_owned())),
        }
    }

    fn class(&mut self, parts: &mut Vec<Part>) -> Result<(), String> {
        let set = if self.rest().starts_with('<') {
            let end = self
                .rest()
                .find('>')
                .ok_or_else(|| format!("`>` is missing in `{}`", self.text))?;
            let set = custom_set(&self.rest()[1..end])?;
            self.at += end + 1;
            set
        } else {
            let len = self
                .rest()
                .find(|c: char| !c.is_ascii_alphanumeric())
                .unwrap_or(self.rest().len());
            let name = self.rest()[..len].to_owned();
            self.at += len;
            match name.as_str() {
                "uuid" => {
                    parts.extend(uuid());
                    return Ok(());
                }
                "jwt" => {
                    let u64_set = ByteSet::named("u64").unwrap_or_default();
                    for (i, min) in [10, 2, 0].into_iter().enumerate() {
                        if i > 0 {
                            parts.push(Part::Literal(".".into()));
                        }
                        parts.push(Part::Class {
                            set: u64_set,
                            min,
                            max: None,
                        });
                    }
                    return Ok(());
                }
                _ => ByteSet::named(&name)
                    .ok_or_else(|| format!("unknown class `{name}` at position {} of `{}`", self.at + 1, self.text))?,
            }
        };
        let (min, max) = self.count()?;
        parts.push(Part::Class { set, min, max });
        Ok(())
    }

    fn count(&mut self) -> Result<(usize, Option<usize>), String> {
        if !self.rest().starts_with('{') {
            return Ok((1, Some(1)));
        }
        let end = self
            .rest()
            .find('}')
            .ok_or_else(|| format!("`}}` is missing in `{}`", self.text))?;
        let body = self.rest()[1..end].to_owned();
        self.at += end + 1;
        let number = |t: &str| {
            t.trim()
                .parse::<usize>()
                .map_err(|_| format!("`{{{body}}}` is not a count in `{}`", self.text))
        };
        let (min, max) = match body.split_once(',') {
            None => (number(&body)?, Some(number(&body)?)),
            Some((low, high)) if high.trim().is_empty() => (number(low)?, None),
            Some((low, high)) => (number(low)?, Some(number(high)?)),
        };
        if max.is_some_and(|max| max < min || max > MAX_TOKEN) || min > MAX_TOKEN {
            return Err(format!(
                "the count `{{{body}}}` in `{}` is out of order or above {MAX_TOKEN}",
                self.text
            ));
        }
        Ok((min, max))
    }
}

fn uuid() -> Vec<Part> {
    let hex = ByteSet::named("x").unwrap_or_default();
    let mut parts = Vec::new();
    for (i, len) in [8, 4, 4, 4, 12].into_iter().enumerate() {
        if i > 0 {
            parts.push(Part::Literal("-".into()));
        }
        parts.push(Part::Class {
            set: hex,
            min: len,
            max: Some(len),
        });
    }
    parts
}

fn custom_set(body: &str) -> Result<ByteSet, String> {
    let bytes = body.as_bytes();
    if bytes.is_empty() || !body.is_ascii() {
        return Err(format!("`<{body}>` must hold ASCII characters"));
    }
    let mut set = ByteSet::default();
    let mut i = 0;
    while i < bytes.len() {
        match (bytes.get(i + 1), bytes.get(i + 2)) {
            (Some(b'-'), Some(&last)) if last >= bytes[i] => {
                set.insert_range(bytes[i], last);
                i += 3;
            }
            _ => {
                set.insert(bytes[i]);
                i += 1;
            }
        }
    }
    Ok(set)
}

#[cfg(test)]
pub(crate) mod sample {
    //! Random members of a format, for the tests of every kind.

    use super::{Format, Part};

    /// A small deterministic generator (SplitMix64).
    pub(crate) struct Random(pub(crate) u64);

    impl Random {
        pub(crate) fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            usize::try_from((z ^ (z >> 31)) % n as u64).unwrap_or(0)
        }
    }

    impl Format {
        pub(crate) fn sample(&self, random: &mut Random) -> String {
            let mut out = String::new();
            sequence(&self.parts, random, &mut out);
            out
        }

        /// One character fewer than the shortest match, if the last part is a class.
        pub(crate) fn near_miss(&self, random: &mut Random) -> Option<String> {
            match self.parts.last() {
                Some(Part::Class { min, .. }) if *min > 1 => {}
                _ => return None,
            }
            let mut out = String::new();
            shortest(&self.parts, random, &mut out);
            out.pop();
            Some(out)
        }
    }

    fn class(set: super::ByteSet, count: usize, random: &mut Random, out: &mut String) {
        let members: Vec<u8> = set.bytes().collect();
        for _ in 0..count {
            out.push(char::from(members[random.below(members.len())]));
        }
    }

    fn sequence(parts: &[Part], random: &mut Random, out: &mut String) {
        for part in parts {
            match part {
                Part::Literal(text) => out.push_str(text),
                Part::Class { set, min, max } => {
                    let top = max.unwrap_or(min + 12);
                    let count = min + random.below(top - min + 1);
                    class(*set, count, random, out);
                }
                Part::Optional(inner) if random.below(2) == 0 => sequence(inner, random, out),
                Part::Optional(_) => {}
                Part::Choice(options) => sequence(&options[random.below(options.len())], random, out),
            }
        }
    }

    fn shortest(parts: &[Part], random: &mut Random, out: &mut String) {
        for part in parts {
            match part {
                Part::Literal(text) => out.push_str(text),
                Part::Class { set, min, .. } => class(*set, *min, random, out),
                Part::Optional(_) => {}
                Part::Choice(options) => {
                    let least = options
                        .iter()
                        .min_by_key(|o| super::seq_len(o).0)
                        .expect("a choice has options");
                    shortest(least, random, out);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(format: &str, text: &str) -> Option<String> {
        let format = Format::parse(format).expect("valid format");
        let anchor = format.anchors().first().cloned().expect("an anchor");
        let at = text.find(&anchor.literal)?;
        let (s, e) = format.find_around(text.as_bytes(), at, anchor.max_offset, false)?;
        Some(text[s..e].to_owned())
    }

    #[test]
    fn a_token_is_found_only_with_clean_boundaries() {
        assert_eq!(find(r#""zz_" b62{4}"#, "k=zz_ab12;").as_deref(), Some("zz_ab12"));
        assert_eq!(find(r#""zz_" b62{4}"#, "k=xzz_ab12;"), None);
        assert_eq!(find(r#""zz_" b62{4}"#, "k=zz_ab123;"), None);
        assert_eq!(find(r#""zz_" b62{4}"#, r"k=\nzz_ab12;").as_deref(), Some("zz_ab12"));
    }

    #[test]
    fn an_anchor_in_the_middle_is_searched_backwards() {
        assert_eq!(
            find(r#"b62{3} "+QQ" b62{2}"#, "k=abc+QQde").as_deref(),
            Some("abc+QQde")
        );
    }

    #[test]
    fn choices_and_options_are_read() {
        let format = Format::parse(r#""sq" ("a" | "bb") ["-" d{2}] x{1,3}"#).expect("valid");
        assert!(format.matches_whole(b"sqbb-12f", false));
        assert!(!format.matches_whole(b"sqc-12f", false));
        assert_eq!(format.literal_prefix(b"sqbb-12f"), 4);
        assert_eq!(format.length(), (4, 10));
    }

    #[test]
    fn a_wrong_format_says_what_is_wrong() {
        for (text, part) in [
            (r#""ab"#, "does not end"),
            ("q9{2}", "unknown class"),
            ("x{5,2}", "out of order"),
            ("( x | d", "is missing"),
            ("[x]", "empty text"),
            ("", "must not be empty"),
        ] {
            let error = Format::parse(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
