use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;

use crate::Error;
use crate::letters::{is_letter_or_digit, is_mark};

/// The longest text that is looked at, in characters.
const MAX_RAW_CHARS: usize = 1_000;
/// The longest name, in characters.
const MAX_CHARS: usize = 200;
/// Normalising and lowering settles after two rounds for every known character; more than this is refused.
const MAX_ROUNDS: usize = 8;

/// Canonical name of a project: letters and digits of any script with their combining marks, lower-case, in words joined by
/// single `-`, at most 200 characters.
///
/// A name that enters from anywhere goes through [`ProjectName::parse`]; afterwards names are compared exactly. Addresses and
/// paths are named by their last part, so `team-a/api` and `team-b/api` are one project.
///
/// ```
/// use domain::ProjectName;
/// assert_eq!(ProjectName::parse("git@github.com:Owner/My_Repo.git").unwrap().as_str(), "my-repo");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct ProjectName(String);

impl ProjectName {
    /// The canonical form of a name, a path, or the address of a repository. A canonical name is its own canonical form.
    ///
    /// Of an address with `://`, the query, the fragment and the user before the host are left out.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] for more than 1,000 characters, and for a name that comes out empty or longer than 200 characters.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let length = text.chars().count();
        if length > MAX_RAW_CHARS {
            return Err(Error::invalid(format!(
                "project name has {length} characters, the limit is {MAX_RAW_CHARS}: give the name of the repository"
            )));
        }
        let folded = fold(text)?;
        let segment = last_segment(without_remote(&folded));
        let name = joined_words(segment.strip_suffix(".git").unwrap_or(segment));
        if name.is_empty() {
            return Err(Error::invalid(
                "project name is empty once brought to its canonical form: use at least one letter or digit",
            ));
        }
        let length = name.chars().count();
        if length > MAX_CHARS {
            return Err(Error::invalid(format!(
                "project name has {length} characters in its canonical form, the limit is {MAX_CHARS}: shorten it"
            )));
        }
        Ok(Self(name))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Compatibility-normalised, trimmed and lower-case, until that changes nothing: lowering can leave letters that compose,
/// and composing can leave letters that lower.
fn fold(text: &str) -> Result<String, Error> {
    let mut folded: String = text.nfkc().collect();
    for _ in 0..MAX_ROUNDS {
        let next: String = folded.trim().to_lowercase().nfkc().collect();
        if next == folded {
            return Ok(folded);
        }
        folded = next;
    }
    Err(Error::invalid(
        "project name has letters without a stable lower-case form: use others",
    ))
}

/// What follows `scheme://`, or the `user@host:` of a remote; the whole text if it has neither.
fn without_remote(text: &str) -> &str {
    if let Some((_, address)) = text.split_once("://") {
        let address = address.split(['?', '#']).next().unwrap_or(address);
        let authority = address.split(['/', '\\']).next().unwrap_or(address);
        // A name must not carry the password of an address that has no path.
        return match authority.rfind('@') {
            Some(at) => &address[at + 1..],
            None => address,
        };
    }
    let Some((user, rest)) = text.split_once('@') else {
        return text;
    };
    let Some((host, path)) = rest.split_once(':') else {
        return text;
    };
    let named = |part: &str, signs: &[char]| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| is_letter_or_digit(c) || is_mark(c) || signs.contains(&c))
    };
    if named(user, &['_', '.', '+', '-']) && named(host, &['_', '.', '-']) {
        path
    } else {
        text
    }
}

/// The last part of a path that is not blank, trimmed; empty if there is none.
fn last_segment(path: &str) -> &str {
    path.rsplit(['/', '\\'])
        .map(str::trim)
        .find(|segment| !segment.is_empty())
        .unwrap_or_default()
}

/// Words of letters and digits joined by single `-`. A mark belongs to the word if a letter or digit precedes it.
fn joined_words(text: &str) -> String {
    let mut name = String::with_capacity(text.len());
    let mut in_word = false;
    for c in text.chars() {
        in_word = is_letter_or_digit(c) || (in_word && is_mark(c));
        if in_word {
            name.push(c);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    name.truncate(name.trim_end_matches('-').len());
    name
}

impl fmt::Display for ProjectName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for ProjectName {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_paths_and_addresses_come_to_one_form() {
        let cases = [
            ("My_Repo", "my-repo"),
            ("owner/my-repo", "my-repo"),
            ("https://github.com/Owner/My_Repo.git", "my-repo"),
            ("my.repo", "my-repo"),
            ("  Pay Api ", "pay-api"),
            ("git@forge:Team/Pay_Api.git", "pay-api"),
            ("git@github.com:Owner/Repo.git", "repo"),
            ("ssh://git@host:22/g/repo.git", "repo"),
            ("repo.GIT", "repo"),
            ("a/repo/ /", "repo"),
            ("C:\\src\\App", "app"),
            ("http://u:p@h/x/y.git?ref=1", "y"),
            ("https://h/x/y#readme", "y"),
            ("y?ref=1", "y-ref-1"),
            ("foo.git.git", "foo-git"),
            ("https://host", "host"),
            ("https://host/?page=/a/b", "host"),
            ("https://someone:hunter@host", "host"),
            ("not a user@host:path", "not-a-user-host-path"),
            ("C++", "c"),
            ("C#", "c"),
            ("c", "c"),
            ("ＦＯＯ", "foo"),
            ("ﬁle", "file"),
            ("²", "2"),
            ("½", "1-2"),
            ("foo\u{200B}bar", "foo-bar"),
            ("foo\0bar", "foo-bar"),
            ("foo\u{3164}bar", "foo-bar"),
            ("foo\u{FE0F}bar", "foo-bar"),
            ("a-\u{301}b", "a-b"),
            ("İstanbul", "i\u{307}stanbul"),
            ("J\u{30C}ar", "ǰar"),
            ("été", "été"),
            ("e\u{301}te\u{301}", "été"),
            ("日本語", "日本語"),
            ("हिन्दी", "हिन्दी"),
            ("ΟΔΟΣ", "οδος"),
        ];
        for (text, expected) in cases {
            assert_eq!(
                ProjectName::parse(text).map(|n| n.0).as_deref(),
                Ok(expected),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_name_without_a_letter_or_digit_is_refused() {
        for text in [
            "", " ", "..", "---", "-_-", ".git", "x/.git", "https://", "https://?q=1", "\u{301}", "🅰", "a@b:",
        ] {
            let error = ProjectName::parse(text).unwrap_err().to_string();
            assert!(error.starts_with("project name is empty"), "{text:?}: {error}");
        }
    }

    #[test]
    fn both_bounds_hold_and_the_message_does_not_repeat_the_text() {
        assert_eq!(ProjectName::parse(&"a".repeat(200)).unwrap().as_str().len(), 200);
        let error = ProjectName::parse(&"a".repeat(201)).unwrap_err().to_string();
        assert_eq!(
            error,
            "project name has 201 characters in its canonical form, the limit is 200: shorten it"
        );
        let long = format!("{}/x", "a".repeat(998));
        assert_eq!(ProjectName::parse(&long).unwrap().as_str(), "x");
        let error = ProjectName::parse(&format!("{long}y")).unwrap_err().to_string();
        assert_eq!(
            error,
            "project name has 1001 characters, the limit is 1000: give the name of the repository"
        );
    }

    #[test]
    fn every_single_character_between_letters_gives_a_stable_name() {
        for c in (0..=0x10FFFF).filter_map(char::from_u32) {
            for text in [c.to_string(), format!("A{c}B"), format!("{c}{c}")] {
                if let Ok(name) = ProjectName::parse(&text) {
                    assert_eq!(
                        ProjectName::parse(name.as_str()).as_ref(),
                        Ok(&name),
                        "U+{:04X}",
                        u32::from(c)
                    );
                }
            }
        }
    }

    /// Text of letters that lower, compose or separate in unusual ways, and signs that the steps look for.
    fn tricky() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            any::<char>().prop_map(String::from),
            proptest::sample::select(vec![
                "İ", "Σ", "ς", "ẞ", "K", "J", "\u{30C}", "\u{301}", "\u{345}", "\u{307}", "ﬁ", "Ǆ", "ℋ", "\u{1161}",
                "ᄀ", "://", "@", ":", "/", "\\", ".git", "?", "#", "-", " ", "\u{200D}", "\u{FE0F}", "\u{3164}", "①",
                "㎏",
            ])
            .prop_map(String::from),
        ];
        proptest::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn an_accepted_name_is_its_own_canonical_form(text in prop_oneof![tricky(), any::<String>(), "\\PC{0,1100}"]) {
            if let Ok(name) = ProjectName::parse(&text) {
                prop_assert_eq!(ProjectName::parse(name.as_str()), Ok(name.clone()));
                let text = name.as_str();
                prop_assert!((1..=200).contains(&text.chars().count()));
                prop_assert!(!text.starts_with('-') && !text.ends_with('-') && !text.contains("--"));
                prop_assert!(text.chars().all(|c| c == '-' || is_letter_or_digit(c) || is_mark(c)));
                prop_assert!(text.split('-').all(|word| !word.starts_with(is_mark)));
            }
        }
    }
}
