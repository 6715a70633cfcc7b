//! Development standards: what is read before code is written in a stack.

mod glob;
mod load;
mod render;
mod select;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use untrusted_text::safe_line;

use crate::Error;
use crate::letters::is_letter_or_digit;
use glob::Glob;

pub use load::parse_standards;
pub use render::{render_catalog, render_selection, render_standard};
pub use select::{Matched, Selection, select};

/// Standards in all.
pub const MAX_STANDARDS: usize = 200;

const MAX_SLUG_CHARS: usize = 50;
const MAX_TITLE_CHARS: usize = 200;
const MAX_DESCRIPTION_CHARS: usize = 500;
const MAX_TECHNOLOGIES: usize = 32;
const MAX_TECHNOLOGY_CHARS: usize = 50;
const MAX_PATTERNS: usize = 32;
const MAX_PATTERN_CHARS: usize = 100;
const MAX_CONTENT_CHARS: usize = 50_000;

/// A development standard. Written by administrators; reviewers and agents read the enabled ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Standard {
    /// Its name in addresses, never changed: 1 to 50 of `a-z`, `0-9`, `.`, `_`, `+`, `-`, a letter or digit first.
    pub slug: String,
    /// One line of at most 200 characters.
    pub title: String,
    /// At most 500 characters; may be empty.
    #[serde(default)]
    pub description: String,
    /// Lower-case names of what it is for, besides its slug; at most 32 of at most 50 characters.
    #[serde(default)]
    pub technologies: Vec<String>,
    /// Globs of the files it is for; at most 32 of at most 100 characters.
    #[serde(default)]
    pub file_patterns: Vec<String>,
    /// Markdown, at most 50,000 characters.
    pub content: String,
    /// A disabled one is shown to administrators only.
    #[serde(default = "enabled")]
    pub enabled: bool,
}

fn enabled() -> bool {
    true
}

impl Standard {
    /// The standard in its stored form: texts trimmed, technologies lower-case with single blanks, blank and repeated list
    /// entries dropped.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] naming the first field out of its form or bound.
    pub fn check(self) -> Result<Standard, Error> {
        let slug = self.slug.trim().to_owned();
        check_slug(&slug)?;
        let title = check_text("title", &self.title, MAX_TITLE_CHARS, true)?;
        if title.contains(char::is_control) {
            return Err(Error::invalid(
                "title has a line break or a control character: keep it to one line",
            ));
        }
        let description = check_text("description", &self.description, MAX_DESCRIPTION_CHARS, false)?;
        let technologies = distinct(self.technologies.iter().map(|name| technology_key(name)));
        check_count("technologies", technologies.len(), MAX_TECHNOLOGIES)?;
        for technology in &technologies {
            check_technology(technology)?;
        }
        let file_patterns = distinct(self.file_patterns.iter().map(|pattern| pattern.trim().to_owned()));
        check_count("file_patterns", file_patterns.len(), MAX_PATTERNS)?;
        for pattern in &file_patterns {
            check_pattern(pattern)?;
        }
        let content = check_text("content", &self.content, MAX_CONTENT_CHARS, true)?;
        Ok(Standard {
            slug,
            title,
            description,
            technologies,
            file_patterns,
            content,
            enabled: self.enabled,
        })
    }
}

/// What technologies are compared by: lower-case, blanks collapsed.
fn technology_key(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// The entries that are not empty, each once, in order.
fn distinct(entries: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for entry in entries {
        if !entry.is_empty() && !kept.contains(&entry) {
            kept.push(entry);
        }
    }
    kept
}

fn check_slug(slug: &str) -> Result<(), Error> {
    let first = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if slug.len() <= MAX_SLUG_CHARS && slug.starts_with(first) && slug.chars().all(|c| first(c) || "._+-".contains(c)) {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "slug is not 1 to {MAX_SLUG_CHARS} lower-case letters, digits and . _ + - with a letter or digit first"
    )))
}

fn check_text(field: &str, text: &str, limit: usize, required: bool) -> Result<String, Error> {
    let text = text.trim();
    let length = text.chars().count();
    if required && text.is_empty() {
        Err(Error::invalid(format!("{field} is empty")))
    } else if length > limit {
        Err(Error::invalid(format!(
            "{field} has {length} characters, the limit is {limit}: shorten it"
        )))
    } else if text.contains('\0') {
        Err(Error::invalid(format!("{field} contains a NUL character: remove it")))
    } else {
        Ok(text.to_owned())
    }
}

fn check_count(field: &str, count: usize, limit: usize) -> Result<(), Error> {
    if count <= limit {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "{field} has {count} entries, the limit is {limit}: remove some"
    )))
}

fn check_technology(name: &str) -> Result<(), Error> {
    let first = |c: char| is_letter_or_digit(c) || c == '.';
    let allowed = |c: char| is_letter_or_digit(c) || " ._+#/-".contains(c);
    if name.chars().count() <= MAX_TECHNOLOGY_CHARS && name.starts_with(first) && name.chars().all(allowed) {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "technologies: `{}` is not 1 to {MAX_TECHNOLOGY_CHARS} letters, digits, blanks and . _ + # / - with a letter, digit or \
         dot first",
        safe_line(name, 60)
    )))
}

fn check_pattern(pattern: &str) -> Result<(), Error> {
    let allowed = |c: char| is_letter_or_digit(c) || "_*?.-/[]!{},".contains(c);
    let refuse = |reason: String| Error::invalid(format!("file_patterns: `{}` {reason}", safe_line(pattern, 60)));
    if pattern.chars().count() > MAX_PATTERN_CHARS || !pattern.chars().all(allowed) {
        return Err(refuse(format!(
            "is not 1 to {MAX_PATTERN_CHARS} letters, digits and _ * ? . - / [ ] ! {{ }} ,"
        )));
    }
    Glob::parse(pattern)
        .map(|_| ())
        .map_err(|reason| refuse(reason.to_owned()))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn standard(slug: &str, technologies: &[&str], file_patterns: &[&str]) -> Standard {
        Standard {
            slug: slug.to_owned(),
            title: format!("{slug} conventions"),
            description: String::new(),
            technologies: technologies.iter().map(|t| (*t).to_owned()).collect(),
            file_patterns: file_patterns.iter().map(|p| (*p).to_owned()).collect(),
            content: "### Input\n- Validate.".to_owned(),
            enabled: true,
        }
    }

    #[test]
    fn a_standard_is_brought_to_its_stored_form() {
        let mut given = standard(
            " c-sharp ",
            &["C#", " ASP.NET   Core ", "c#", "", ".NET", "c++", "ci/cd"],
            &[" *.CS ", "src/**/*.{cs,fs}", "*.CS", " "],
        );
        given.title = " C# \n".to_owned();
        given.description = " d ".to_owned();
        let checked = given.check().unwrap();
        assert_eq!((checked.slug.as_str(), checked.title.as_str()), ("c-sharp", "C#"));
        assert_eq!(checked.description, "d");
        assert_eq!(checked.technologies, ["c#", "asp.net core", ".net", "c++", "ci/cd"]);
        assert_eq!(checked.file_patterns, ["*.CS", "src/**/*.{cs,fs}"]);
        assert_eq!(checked.clone().check(), Ok(checked));
    }

    #[test]
    fn the_first_field_out_of_bounds_is_named_with_its_limit() {
        let broken = |change: &dyn Fn(&mut Standard)| {
            let mut standard = standard("go", &[], &[]);
            change(&mut standard);
            standard.check().unwrap_err().to_string()
        };
        for slug in ["", "Go", "-go", ".net", "a b", "é", &"a".repeat(51)] {
            assert!(
                broken(&|s| s.slug = slug.to_owned()).starts_with("slug is not 1 to 50"),
                "{slug}"
            );
        }
        type Change = fn(&mut Standard);
        let cases: [(Change, &str); 12] = [
            (|s| s.title = " ".to_owned(), "title is empty"),
            (
                |s| s.title = "t".repeat(201),
                "title has 201 characters, the limit is 200: shorten it",
            ),
            (
                |s| s.title = "a\nb".to_owned(),
                "title has a line break or a control character: keep it to one line",
            ),
            (
                |s| s.description = "d".repeat(501),
                "description has 501 characters, the limit is 500: shorten it",
            ),
            (
                |s| s.description = "a\0b".to_owned(),
                "description contains a NUL character: remove it",
            ),
            (|s| s.content = "\n".to_owned(), "content is empty"),
            (
                |s| s.content = "c".repeat(50_001),
                "content has 50001 characters, the limit is 50000: shorten it",
            ),
            (
                |s| s.technologies = (0..33).map(|n| n.to_string()).collect(),
                "technologies has 33 entries, the limit is 32: remove some",
            ),
            (
                |s| s.technologies = vec!["+c".to_owned()],
                "technologies: `+c` is not 1 to 50 letters, digits, blanks and . _ + # / - with a letter, digit or dot first",
            ),
            (
                |s| s.file_patterns = (0..33).map(|n| n.to_string()).collect(),
                "file_patterns has 33 entries, the limit is 32: remove some",
            ),
            (
                |s| s.file_patterns = vec!["a b".to_owned()],
                "file_patterns: `a b` is not 1 to 100 letters, digits and _ * ? . - / [ ] ! { } ,",
            ),
            (
                |s| s.file_patterns = vec!["{a".to_owned()],
                "file_patterns: `{a` has braces that are nested or not closed",
            ),
        ];
        for (change, expected) in cases {
            assert_eq!(broken(&change), expected);
        }
    }

    #[test]
    fn an_entry_without_optional_keys_is_enabled_and_applies_by_its_slug_only() {
        let standard: Standard = toml::from_str("slug = \"go\"\ntitle = \"Go\"\ncontent = \"x\"").unwrap();
        assert!(standard.enabled && standard.technologies.is_empty() && standard.description.is_empty());
    }
}
