//! Review checklists: what a reviewer verifies where no pattern can decide.

mod index;
mod load;
mod render;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::rule_id::is_rule_id;

pub use index::Checklists;
pub use load::parse_checklists;
pub use render::render_checklist;

/// The domain whose items apply to every language.
pub(crate) const EVERY_LANGUAGE: &str = "*";

const MAX_DOMAIN_CHARS: usize = 31;
const MAX_TITLE_CHARS: usize = 300;
const MAX_TEXT_CHARS: usize = 5_000;

/// One thing to verify. Identified by domain and id together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChecklistItem {
    /// `*`, or a lower-case letter followed by up to 30 of `a-z`, `0-9`, `_`, `-`.
    pub domain: String,
    /// Id, of the form of a rule's: `PY-01`.
    pub id: String,
    /// What it is about, one line of at most 300 characters.
    pub title: String,
    /// What to verify, at most 5,000 characters.
    pub what_to_look_for: String,
    /// The weakness that a finding of this item is filed under, `CWE-` and a number.
    #[serde(default)]
    pub cwe: Option<String>,
}

impl ChecklistItem {
    /// Whether every field is within its form and its bound.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] naming the first field that is not.
    pub fn check(&self) -> Result<(), Error> {
        if !is_domain(&self.domain) {
            return Err(Error::invalid(format!(
                "domain is not `*` or a lower-case letter followed by letters, digits, `_` or `-`, at most \
                 {MAX_DOMAIN_CHARS} characters"
            )));
        }
        if !is_rule_id(&self.id) {
            return Err(Error::invalid(
                "id is not of the form PREFIX-NN: upper-case words and digits joined by `-`, 3 to 50 characters",
            ));
        }
        check_text("title", &self.title, MAX_TITLE_CHARS)?;
        if self.title.contains(char::is_control) {
            return Err(Error::invalid(
                "title has a line break or a control character: keep it to one line",
            ));
        }
        check_text("what_to_look_for", &self.what_to_look_for, MAX_TEXT_CHARS)?;
        match &self.cwe {
            Some(cwe) if crate::parse_cwe(cwe).as_ref() != Ok(&self.cwe) => {
                Err(Error::invalid("cwe is not `CWE-` and a number: write it like CWE-89"))
            }
            _ => Ok(()),
        }
    }
}

fn is_domain(text: &str) -> bool {
    text == EVERY_LANGUAGE
        || (text.len() <= MAX_DOMAIN_CHARS
            && text.starts_with(|c: char| c.is_ascii_lowercase())
            && text
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || b == b'-'))
}

fn check_text(field: &str, text: &str, limit: usize) -> Result<(), Error> {
    let length = text.chars().count();
    if text.trim().is_empty() {
        Err(Error::invalid(format!("{field} is empty")))
    } else if length > limit {
        Err(Error::invalid(format!(
            "{field} has {length} characters, the limit is {limit}: shorten it"
        )))
    } else if text.contains('\0') {
        Err(Error::invalid(format!("{field} contains a NUL character: remove it")))
    } else {
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn item(domain: &str, id: &str) -> ChecklistItem {
        ChecklistItem {
            domain: domain.to_owned(),
            id: id.to_owned(),
            title: format!("Title of {id}"),
            what_to_look_for: format!("Text of {id}."),
            cwe: Some("CWE-89".to_owned()),
        }
    }

    #[test]
    fn an_item_within_its_bounds_is_taken() {
        for domain in ["*", "python", "a", "our_own-2", &"a".repeat(31)] {
            assert_eq!(item(domain, "PY-01").check(), Ok(()), "{domain}");
        }
        let mut bare = item("python", "PY-01");
        bare.cwe = None;
        bare.title = "t".repeat(300);
        bare.what_to_look_for = "x\n".repeat(2_500);
        assert_eq!(bare.check(), Ok(()));
    }

    #[test]
    fn the_first_field_out_of_bounds_is_named() {
        let broken = |change: &dyn Fn(&mut ChecklistItem)| {
            let mut item = item("python", "PY-01");
            change(&mut item);
            item.check().unwrap_err().to_string()
        };
        for domain in ["", "**", "Python", "1a", "-a", "a b", &"a".repeat(32)] {
            assert!(
                broken(&|i| i.domain = domain.to_owned()).starts_with("domain is not"),
                "{domain}"
            );
        }
        assert!(broken(&|i| i.id = "py-01".to_owned()).starts_with("id is not of the form PREFIX-NN"));
        assert_eq!(broken(&|i| i.title = " ".to_owned()), "title is empty");
        assert_eq!(
            broken(&|i| i.title = "t".repeat(301)),
            "title has 301 characters, the limit is 300: shorten it"
        );
        assert!(broken(&|i| i.title = "a\nb".to_owned()).starts_with("title has a line break"));
        assert_eq!(
            broken(&|i| i.what_to_look_for = "é".repeat(5_001)),
            "what_to_look_for has 5001 characters, the limit is 5000: shorten it"
        );
        assert_eq!(
            broken(&|i| i.what_to_look_for = "a\0".to_owned()),
            "what_to_look_for contains a NUL character: remove it"
        );
        for cwe in ["", "89", "cwe-89", "CWE-089", "x"] {
            assert!(
                broken(&|i| i.cwe = Some(cwe.to_owned())).starts_with("cwe is not"),
                "{cwe}"
            );
        }
    }
}
