//! A deterministic byte stream: SHA-256 of seed, label and a counter.

use sha2::{Digest, Sha256};

pub const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
pub const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
pub const DIGITS: &str = "0123456789";

/// Source of every random choice of one case.
pub struct Stream {
    key: [u8; 32],
    counter: u64,
    block: [u8; 32],
    used: usize,
}

impl Stream {
    /// A stream for a seed and a label; different labels are independent.
    pub fn new(seed: u64, label: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(seed.to_be_bytes());
        hash.update(label.as_bytes());
        Self {
            key: hash.finalize().into(),
            counter: 0,
            block: [0; 32],
            used: 32,
        }
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        if self.used == self.block.len() {
            let mut hash = Sha256::new();
            hash.update(self.key);
            hash.update(self.counter.to_be_bytes());
            self.block = hash.finalize().into();
            self.counter += 1;
            self.used = 0;
        }
        let byte = self.block[self.used];
        self.used += 1;
        byte
    }

    /// The next `count` bytes.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.byte()).collect()
    }

    /// An unbiased number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = limit as u64;
        let zone = u64::MAX - u64::MAX % limit;
        loop {
            let mut raw = [0_u8; 8];
            raw.fill_with(|| self.byte());
            let number = u64::from_be_bytes(raw);
            if number < zone {
                return (number % limit) as usize;
            }
        }
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// One element of a list.
    pub fn pick<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }

    /// `count` characters of an ASCII alphabet, without any further condition.
    pub fn plain(&mut self, alphabet: &str, count: usize) -> String {
        let bytes = alphabet.as_bytes();
        (0..count).map(|_| char::from(bytes[self.below(bytes.len())])).collect()
    }

    /// `count` characters of an alphabet. From twelve characters on, every class of the alphabet
    /// (lower, upper, digit) occurs, as it does in almost every random value of that length.
    pub fn chars(&mut self, alphabet: &str, count: usize) -> String {
        let classes: [fn(&char) -> bool; 3] =
            [char::is_ascii_lowercase, char::is_ascii_uppercase, char::is_ascii_digit];
        loop {
            let value = self.plain(alphabet, count);
            let complete = classes
                .iter()
                .all(|class| !alphabet.chars().any(|c| class(&c)) || value.chars().any(|c| class(&c)));
            if count < 12 || complete {
                return value;
            }
        }
    }

    pub fn digits(&mut self, count: usize) -> String {
        let first = self.plain("123456789", 1);
        format!("{first}{}", self.plain(DIGITS, count - 1))
    }

    pub fn hex(&mut self, count: usize) -> String {
        self.chars("0123456789abcdef", count)
    }

    pub fn hex_upper(&mut self, count: usize) -> String {
        self.chars("0123456789ABCDEF", count)
    }

    pub fn letters(&mut self, count: usize) -> String {
        self.chars(&format!("{LOWER}{UPPER}"), count)
    }

    pub fn b62(&mut self, count: usize) -> String {
        self.chars(&format!("{LOWER}{UPPER}{DIGITS}"), count)
    }

    pub fn b36(&mut self, count: usize) -> String {
        self.chars(&format!("{LOWER}{DIGITS}"), count)
    }

    pub fn b36_upper(&mut self, count: usize) -> String {
        self.chars(&format!("{UPPER}{DIGITS}"), count)
    }

    pub fn b32(&mut self, count: usize) -> String {
        self.chars(&format!("{LOWER}234567"), count)
    }

    pub fn b32_upper(&mut self, count: usize) -> String {
        self.chars(&format!("{UPPER}234567"), count)
    }

    pub fn b58(&mut self, count: usize) -> String {
        self.chars("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", count)
    }

    /// Standard base-64 characters without padding.
    pub fn b64(&mut self, count: usize) -> String {
        self.chars(&format!("{LOWER}{UPPER}{DIGITS}+/"), count)
    }

    /// URL-safe base-64 characters; the first one is a letter or a digit.
    pub fn url(&mut self, count: usize) -> String {
        loop {
            let value = self.chars(&format!("{LOWER}{UPPER}{DIGITS}-_"), count);
            if !value.starts_with(['-', '_']) {
                return value;
            }
        }
    }

    /// A version 4 UUID in lower case.
    pub fn uuid(&mut self) -> String {
        let hex = self.hex(32);
        let variant = self.plain("89ab", 1);
        format!(
            "{}-{}-4{}-{variant}{}-{}",
            &hex[..8],
            &hex[8..12],
            &hex[13..16],
            &hex[17..20],
            &hex[20..]
        )
    }

    /// A password as a generator of a password manager makes it, free of quotes, blanks and of
    /// the signs that start a substitution.
    pub fn machine_password(&mut self, count: usize) -> String {
        let signs = "!*+-.:=?@^_~";
        loop {
            let value = self.chars(&format!("{LOWER}{UPPER}{DIGITS}{signs}"), count);
            let clean = value.starts_with(|c: char| c.is_ascii_alphanumeric())
                && value.ends_with(|c: char| c.is_ascii_alphanumeric());
            if clean && value.contains(|c| signs.contains(c)) {
                return value;
            }
        }
    }

    /// A password as a person invents it: words, a year or a number, a sign, swapped letters.
    pub fn human_password(&mut self) -> String {
        const WORDS: [&str; 28] = [
            "Kormoran", "Saffron", "Hafenkran", "Tangerine", "Birkenweg", "Lantern", "Quitten", "Marzipan", "Orchard",
            "Zwetschge", "Pelican", "Granito", "Sobremesa", "Lighthouse", "Brombeer", "Cardamom", "Fjordland",
            "Ganache", "Holunder", "Juniper", "Kastanie", "Limonaia", "Mandolin", "Nordwind", "Papaya", "Rhabarber",
            "Sextant", "Viadukt",
        ];
        let first = self.pick(&WORDS);
        let second = self.pick(&WORDS).to_lowercase();
        let number = self.between(13, 98);
        let sign = self.pick(&["!", "?", "*", "+", "-", "_"]);
        let swap = |word: &str| word.replace('a', "4").replace('e', "3").replace('o', "0");
        match self.below(6) {
            0 => format!("{first}{sign}{second}{number}"),
            1 => format!("{}{number}{sign}", swap(first)),
            2 => format!("{}-{second}-{number}", first.to_lowercase()),
            3 => format!("{number}{first}{sign}{}", &second[..5]),
            4 => format!("{}{sign}{}", swap(first), swap(&second)),
            _ => format!("{first}{}{sign}", 1961 + self.below(47)),
        }
    }
}
