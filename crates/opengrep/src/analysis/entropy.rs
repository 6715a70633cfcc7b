//! How surprising a text is to one who reads English.
//!
//! The statistics of letters are those of [`WORDS`], our own list of common words, weighted by rank. They tell text from keys in clear
//! cases; near the thresholds another table would decide otherwise.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A secret has more bits than these…
const LEAST_BITS: f64 = 64.0;

/// …and more than this part of eight bits for each character.
const LEAST_DENSITY: f64 = 0.6;

/// Common words, the most common ones first.
const WORDS: &str = "\
    the be to of and a in that have it for not on with he as you do at this but his by from they we say her she or an will my one all \
    would there their what so up out if about who get which go me when make can like time no just him know take people into year your \
    good some could them see other than then now look only come its over think also back after use two how our work first well way even \
    new want because any these give day most us is was are been has had were said did having may such should each many where through \
    between own while both same does must before here under never again off always those life still being world school house public \
    without during against right place state great small large number part system program question company group problem fact hand high \
    long little different old next early important few last least young national social only true false name value text file list key \
    word data code user account address service server client message request response error test example string content table index \
    result change order point form line side head water room mother area money story month book eye job business issue kind study night \
    country week member family student history party information nothing power city community president team minute idea body parent \
    face level office door health person art war research girl guy moment air teacher force education foot boy age policy music process \
    player market sense nation plan college interest death experience course someone behavior development however against political \
    letter mother paper space ground center table support event official action figure street image phone page hello world morning \
    password secret token access login secure private default local static class function method object type return import print read \
    write open close start end stop run set get add remove delete create update insert select search find replace check error warning \
    admin config setting version release build project version module package library network memory device window button click color \
    picture summer winter spring doctor market friend father brother sister daughter husband woman women children something anything \
    everything everyone together another himself themselves understand remember consider continue provide include believe happen \
    become leave bring begin write follow allow speak spend grow walk offer learn lose require suggest produce raise report decide \
    pull explain develop carry break receive agree support reach remain appear expect suggest serve cut kill stay fall sell pass";

/// What a character costs that is no letter of English: one of 62 letters and digits.
static OTHER: LazyLock<f64> = LazyLock::new(|| 62f64.log2());

static ENGLISH: LazyLock<Statistics> = LazyLock::new(Statistics::of_words);

struct Statistics {
    /// The bits of each letter.
    letters: [f64; 26],
    /// The bits of three letters.
    trigrams: HashMap<[u8; 3], f64>,
}

impl Statistics {
    fn of_words() -> Self {
        let mut letters = [0.5; 26];
        let mut trigrams: HashMap<[u8; 3], f64> = HashMap::new();
        for (rank, word) in WORDS.split_ascii_whitespace().enumerate() {
            let weight = 100.0 / (rank as f64 + 20.0);
            let word = word.to_ascii_uppercase();
            for letter in word.bytes().filter(u8::is_ascii_uppercase) {
                letters[usize::from(letter - b'A')] += weight;
            }
            for trigram in word.as_bytes().windows(3) {
                *trigrams.entry([trigram[0], trigram[1], trigram[2]]).or_default() += weight;
            }
        }
        let all: f64 = letters.iter().sum();
        letters.iter_mut().for_each(|weight| *weight = -(*weight / all).log2());
        let all: f64 = trigrams.values().sum();
        trigrams
            .values_mut()
            .for_each(|weight| *weight = -(*weight / all).log2());
        Self { letters, trigrams }
    }

    fn bits(&self, characters: &[char]) -> f64 {
        let letters: Option<Vec<u8>> = characters
            .iter()
            .map(|&c| u8::try_from(c).ok().filter(u8::is_ascii_uppercase))
            .collect();
        if let Some(known) = letters.and_then(|letters| self.trigrams.get(&letters[..]).copied()) {
            return known;
        }
        let cost = |&c: &char| {
            if c.is_ascii_uppercase() {
                self.letters[c as usize - 'A' as usize]
            } else {
                *OTHER
            }
        };
        characters.iter().map(cost).sum()
    }
}

/// True when a text has so much information that it looks like a secret.
pub fn looks_secret(text: &str) -> bool {
    let (bits, characters) = information(text);
    bits > LEAST_BITS && bits / (8.0 * characters as f64) > LEAST_DENSITY
}

/// The bits of a text, and its characters.
fn information(text: &str) -> (f64, usize) {
    let characters: Vec<char> = text.to_uppercase().chars().collect();
    if characters.windows(2).all(|pair| pair[0] == pair[1]) {
        return (1.0, characters.len());
    }
    let bits = (0..characters.len()).map(|at| {
        let next = &characters[at..(at + 3).min(characters.len())];
        ENGLISH.bits(next) / next.len() as f64
    });
    (bits.sum(), characters.len())
}

#[cfg(test)]
mod tests {
    use super::{information, looks_secret};

    #[test]
    fn keys_look_secret() {
        for text in [
            "d41d8cd98f00b204e9800998ecf8427e",
            "ZXCVBNQWJKPLMQXZ",
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzkq81",
            "ghp_x8Jq2LzV0bKw7TnR4yQmC1sD5fG9hJ3k",
        ] {
            assert!(looks_secret(text), "{text}: {:?}", information(text));
        }
    }

    #[test]
    fn text_and_short_passwords_do_not() {
        for text in [
            "hello world this is text",
            "password123",
            "0123456789",
            "",
            "00000000000000000000000000000000",
            "the quick response of the server was an error message",
            "getElementsByClassName",
            "application/json",
        ] {
            assert!(!looks_secret(text), "{text}: {:?}", information(text));
        }
    }

    #[test]
    fn one_character_again_and_again_is_one_bit() {
        assert_eq!(information("aaaaaaaa").0, 1.0);
        assert_eq!(information("aAaA").0, 1.0);
    }
}
