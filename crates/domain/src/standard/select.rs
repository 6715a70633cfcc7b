use schemars::JsonSchema;
use serde::Serialize;

use super::glob::{Glob, comparable};
use super::{Standard, distinct, technology_key};
use crate::Error;

const MAX_TECHNOLOGIES: usize = 50;
const MAX_TECHNOLOGY_CHARS: usize = 50;
const MAX_FILES: usize = 500;
const MAX_FILE_CHARS: usize = 500;
/// Files named for each standard.
const MAX_MATCHED_FILES: usize = 20;
/// Characters of content in one selection; a single standard has at most 50,000.
const MAX_SELECTED_CHARS: usize = 150_000;

/// The standards for a piece of work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Selection {
    /// The standards that apply, by slug.
    #[serde(rename = "standards")]
    pub matched: Vec<Matched>,
    /// Slugs of standards that apply too and were left out for length: to be asked for one by one.
    pub omitted: Vec<String>,
    /// Technologies of the request without a standard of their own, as they were spelt.
    pub uncovered_technologies: Vec<String>,
    /// Slugs of all enabled standards.
    pub available: Vec<String>,
}

/// A standard that applies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Matched {
    /// The standard.
    #[serde(flatten)]
    pub standard: Standard,
    /// Length of its content, in characters.
    pub content_chars: usize,
    /// The first files of the request, at most 20, that it applies to.
    pub matched_files: Vec<String>,
}

/// The enabled standards that apply to technologies and files.
///
/// One applies when a technology is its slug or one of its technologies, case and repeated blanks ignored, or when a file
/// matches one of its patterns. A technology is covered by a standard for the technology, not by one for a file.
///
/// # Errors
///
/// [`Error::Invalid`] when there is neither a technology nor a file, for more than 50 technologies of at most 50 characters or
/// 500 files of at most 500, and when both lists together have more than `max_chars` characters.
pub fn select(
    standards: &[Standard],
    technologies: &[String],
    files: &[String],
    max_chars: usize,
) -> Result<Selection, Error> {
    let technologies = entries("technologies", technologies, MAX_TECHNOLOGIES, MAX_TECHNOLOGY_CHARS)?;
    let files = entries("files", files, MAX_FILES, MAX_FILE_CHARS)?;
    if technologies.is_empty() && files.is_empty() {
        return Err(Error::invalid("neither a technology nor a file: name at least one"));
    }
    let total: usize = technologies.iter().chain(&files).map(|e| e.chars().count()).sum();
    if total > max_chars {
        return Err(Error::invalid(format!(
            "technologies and files have {total} characters in all, the limit is {max_chars} \
             (SECREVIEW_MAX_CONTENT_CHARS): name fewer files"
        )));
    }
    let keys: Vec<String> = technologies.iter().map(|t| technology_key(t)).collect();
    let paths: Vec<(&String, String)> = files.iter().map(|file| (file, comparable(file))).collect();
    let mut enabled: Vec<&Standard> = standards.iter().filter(|s| s.enabled).collect();
    enabled.sort_by(|a, b| a.slug.cmp(&b.slug));

    let is_for = |standard: &Standard, key: &String| standard.slug == *key || standard.technologies.contains(key);
    let mut matched = Vec::new();
    let mut omitted = Vec::new();
    let mut selected_chars = 0;
    for standard in &enabled {
        let matched_files = matching_files(standard, &paths);
        if !matched_files.is_empty() || keys.iter().any(|key| is_for(standard, key)) {
            let content_chars = standard.content.chars().count();
            if selected_chars + content_chars > MAX_SELECTED_CHARS {
                omitted.push(standard.slug.clone());
                continue;
            }
            selected_chars += content_chars;
            matched.push(Matched {
                standard: (*standard).clone(),
                content_chars,
                matched_files,
            });
        }
    }
    let uncovered = technologies
        .into_iter()
        .zip(&keys)
        .filter(|(_, key)| !enabled.iter().any(|standard| is_for(standard, key)))
        .map(|(technology, _)| technology);
    Ok(Selection {
        matched,
        omitted,
        uncovered_technologies: uncovered.collect(),
        available: enabled.iter().map(|s| s.slug.clone()).collect(),
    })
}

/// The entries of a list within its bounds, trimmed, each once, without blank ones.
fn entries(field: &str, given: &[String], most: usize, longest: usize) -> Result<Vec<String>, Error> {
    if given.len() > most {
        return Err(Error::invalid(format!(
            "{field} has {} entries, the limit is {most}: name fewer",
            given.len()
        )));
    }
    let entries = distinct(given.iter().map(|entry| entry.trim().to_owned()));
    match entries
        .iter()
        .map(|e| e.chars().count())
        .find(|length| *length > longest)
    {
        Some(length) => Err(Error::invalid(format!(
            "an entry of {field} has {length} characters, the limit is {longest}: shorten it"
        ))),
        None => Ok(entries),
    }
}

fn matching_files(standard: &Standard, paths: &[(&String, String)]) -> Vec<String> {
    // A stored pattern that is no longer accepted matches nothing.
    let globs: Vec<Glob> = standard
        .file_patterns
        .iter()
        .filter_map(|p| Glob::parse(p).ok())
        .collect();
    paths
        .iter()
        .filter(|(_, path)| globs.iter().any(|glob| glob.matches(path)))
        .map(|(file, _)| (*file).clone())
        .take(MAX_MATCHED_FILES)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standard::tests::standard;

    fn strings(words: &[&str]) -> Vec<String> {
        words.iter().map(|w| (*w).to_owned()).collect()
    }

    fn standards() -> Vec<Standard> {
        let mut off = standard("cobol", &["legacy"], &["*.cbl"]);
        off.enabled = false;
        vec![
            standard("python", &["python", "asp.net core"], &["*.py", "src/**/*.toml"]),
            standard("go", &["golang"], &["*.go"]),
            off,
        ]
    }

    fn slugs(selection: &Selection) -> Vec<&str> {
        selection.matched.iter().map(|m| m.standard.slug.as_str()).collect()
    }

    #[test]
    fn a_technology_selects_by_slug_or_name_whatever_its_case_and_blanks() {
        let select = |names: &[&str]| select(&standards(), &strings(names), &[], 1_000).unwrap();
        assert_eq!(slugs(&select(&["Python"])), ["python"]);
        assert_eq!(slugs(&select(&[" GoLang ", "ASP.NET  core"])), ["go", "python"]);
        let selection = select(&["Django", "go", "Django", "pyth", "legacy", " "]);
        assert_eq!(slugs(&selection), ["go"]);
        assert_eq!(selection.uncovered_technologies, ["Django", "pyth", "legacy"]);
        assert_eq!(selection.available, ["go", "python"]);
    }

    #[test]
    fn a_file_selects_but_does_not_cover_a_technology() {
        let files = strings(&["src/app/X.py", "src\\a\\b.toml", "src/c.toml", "lib/d.toml", "x.cbl"]);
        let selection = select(&standards(), &strings(&["py"]), &files, 1_000).unwrap();
        assert_eq!(slugs(&selection), ["python"]);
        assert_eq!(
            selection.matched[0].matched_files,
            ["src/app/X.py", "src\\a\\b.toml", "src/c.toml"]
        );
        assert_eq!(selection.uncovered_technologies, ["py"]);
    }

    #[test]
    fn the_first_twenty_matched_files_are_named() {
        let files: Vec<String> = (0..30).map(|n| format!("f{n}.go")).collect();
        let selection = select(&standards(), &[], &files, 1_000).unwrap();
        assert_eq!(selection.matched[0].matched_files, files[..20]);
    }

    #[test]
    fn the_bounds_of_a_request_are_named() {
        let error = |technologies: &[String], files: &[String], max: usize| {
            select(&standards(), technologies, files, max).unwrap_err().to_string()
        };
        assert_eq!(
            error(&strings(&[" "]), &[], 10),
            "neither a technology nor a file: name at least one"
        );
        assert_eq!(
            error(&vec!["a".to_owned(); 51], &[], 1_000),
            "technologies has 51 entries, the limit is 50: name fewer"
        );
        assert_eq!(
            error(&[], &vec!["a".to_owned(); 501], 1_000),
            "files has 501 entries, the limit is 500: name fewer"
        );
        assert_eq!(
            error(&["a".repeat(51)], &[], 1_000),
            "an entry of technologies has 51 characters, the limit is 50: shorten it"
        );
        assert_eq!(
            error(&[], &["a".repeat(501)], 1_000),
            "an entry of files has 501 characters, the limit is 500: shorten it"
        );
        assert_eq!(
            error(&strings(&["go"]), &strings(&["main.go"]), 8),
            "technologies and files have 9 characters in all, the limit is 8 (SECREVIEW_MAX_CONTENT_CHARS): name fewer files"
        );
    }

    #[test]
    fn the_answer_as_json_has_the_documented_keys() {
        let selection = select(&standards(), &strings(&["go"]), &[], 1_000).unwrap();
        let json = serde_json::to_value(&selection).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "standards": [{
                    "slug": "go", "title": "go conventions", "description": "", "technologies": ["golang"],
                    "file_patterns": ["*.go"], "content": "### Input\n- Validate.", "enabled": true, "content_chars": 21,
                    "matched_files": []
                }],
                "omitted": [], "uncovered_technologies": [],
                "available": ["go", "python"]
            })
        );
    }

    #[test]
    fn the_answer_as_json_is_valid_under_its_schema() {
        let schema = serde_json::to_value(schemars::schema_for!(Selection)).unwrap();
        let selection = select(&standards(), &strings(&["go", "x"]), &strings(&["a.py"]), 1_000).unwrap();
        let json = serde_json::to_value(&selection).unwrap();
        let errors: Vec<String> = jsonschema::validator_for(&schema)
            .unwrap()
            .iter_errors(&json)
            .map(|e| e.to_string())
            .collect();
        assert_eq!(errors, [""; 0]);
    }

    #[test]
    fn what_is_too_long_together_is_named_and_left_out() {
        let mut long: Vec<Standard> = ["a", "b", "c", "d"].map(|slug| standard(slug, &["all"], &[])).to_vec();
        for standard in &mut long {
            standard.content = "x".repeat(50_000);
        }
        let selection = select(&long, &["all".to_owned()], &[], 1_000).unwrap();
        assert_eq!((selection.matched.len(), selection.omitted), (3, vec!["d".to_owned()]));
    }
}
