use std::collections::BTreeSet;

use serde::Deserialize;
use untrusted_text::safe_line;

use super::{MAX_STANDARDS, Standard};
use crate::Error;

/// A shipped file: a key that is not known is a mistake of ours.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    slug: String,
    title: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    technologies: Vec<String>,
    #[serde(default)]
    file_patterns: Vec<String>,
    content: String,
    #[serde(default = "super::enabled")]
    enabled: bool,
}

impl From<File> for Standard {
    fn from(file: File) -> Self {
        Self {
            slug: file.slug,
            title: file.title,
            description: file.description,
            technologies: file.technologies,
            file_patterns: file.file_patterns,
            content: file.content,
            enabled: file.enabled,
        }
    }
}

/// Reads development standards from TOML files, one standard a file, each given as its name and its text.
///
/// They come checked, in the order of their slugs.
///
/// # Errors
///
/// [`Error::Invalid`] naming the file and the field for a file that is not of this format, a field out of bounds, a slug that
/// occurs twice, or more than 200 standards.
pub fn parse_standards(files: &[(&str, &str)]) -> Result<Vec<Standard>, Error> {
    if files.len() > MAX_STANDARDS {
        return Err(Error::invalid(format!(
            "{} standards, the limit is {MAX_STANDARDS}: remove some",
            files.len()
        )));
    }
    let mut slugs = BTreeSet::new();
    let mut standards = Vec::with_capacity(files.len());
    for (name, text) in files {
        let file: File = toml::from_str(text).map_err(|error| {
            Error::invalid(format!("{name} is not a standard: {}", safe_line(error.message(), 200)))
        })?;
        let standard = Standard::from(file)
            .check()
            .map_err(|error| Error::invalid(format!("{name}: {error}")))?;
        if !slugs.insert(standard.slug.clone()) {
            return Err(Error::invalid(format!("{name}: slug `{}` occurs twice", standard.slug)));
        }
        standards.push(standard);
    }
    standards.sort_by(|a, b| a.slug.cmp(&b.slug));
    Ok(standards)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    const GO: &str =
        "slug = \"go\"\ntitle = \"Go\"\ntechnologies = [\"Golang\"]\ncontent = \"\"\"\n### Input\n\"\"\"\n";

    #[test]
    fn standards_come_checked_in_the_order_of_their_slugs() {
        let css = "slug = \"css\"\ntitle = \"CSS\"\ncontent = \"x\"\nenabled = false\n";
        let standards = parse_standards(&[("go.toml", GO), ("css.toml", css)]).unwrap();
        let slugs: Vec<(&str, bool)> = standards.iter().map(|s| (s.slug.as_str(), s.enabled)).collect();
        assert_eq!(slugs, [("css", false), ("go", true)]);
        assert_eq!(standards[1].technologies, ["golang"]);
        assert_eq!(standards[1].content, "### Input");
    }

    #[test]
    fn a_file_that_does_not_load_is_named() {
        let error = |files: &[(&str, &str)]| parse_standards(files).unwrap_err().to_string();
        assert_eq!(
            error(&[("a.toml", GO), ("b.toml", GO)]),
            "b.toml: slug `go` occurs twice"
        );
        assert!(error(&[("a.toml", "slug = 1")]).starts_with("a.toml is not a standard: "));
        let unknown = format!("author = \"x\"\n{GO}");
        assert!(error(&[("a.toml", &unknown)]).starts_with("a.toml is not a standard: unknown field `author`"));
        assert_eq!(
            error(&[("a.toml", "slug = \"a\"\ntitle = \"\"\ncontent = \"x\"")]),
            "a.toml: title is empty"
        );
        assert_eq!(
            error(&vec![("a.toml", GO); 201]),
            "201 standards, the limit is 200: remove some"
        );
    }

    #[test]
    fn every_shipped_standard_loads_and_is_named_after_its_file() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/standards");
        let mut files: Vec<(String, String)> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == "toml"))
            .map(|path| {
                let slug = path.file_stem().unwrap().to_string_lossy().into_owned();
                (slug, fs::read_to_string(path).unwrap())
            })
            .collect();
        files.sort();
        let pairs: Vec<(&str, &str)> = files.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
        let standards = parse_standards(&pairs).unwrap();
        let slugs: Vec<&str> = standards.iter().map(|s| s.slug.as_str()).collect();
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert!(!slugs.is_empty());
        assert_eq!(slugs, names);
    }
}
