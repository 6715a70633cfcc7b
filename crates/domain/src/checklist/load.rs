use std::collections::BTreeSet;

use serde::Deserialize;
use untrusted_text::safe_line;

use super::ChecklistItem;
use crate::Error;
use crate::markup::one_line;

/// Items in all, those of an organisation included.
const MAX_ITEMS: usize = 1_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    domain: String,
    #[serde(default)]
    item: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    title: String,
    what_to_look_for: String,
    #[serde(default)]
    cwe: Option<String>,
}

/// Reads checklists from TOML files, each given as its name and its text: a `domain` and any number of `[[item]]`.
///
/// The lines of a text become one paragraph. Items come in the order of the files.
///
/// # Errors
///
/// [`Error::Invalid`] naming file, item and field for a file that is not of this format, a field out of bounds, an id that
/// occurs twice, or more than 1,000 items.
pub fn parse_checklists(files: &[(&str, &str)]) -> Result<Vec<ChecklistItem>, Error> {
    let mut items = Vec::new();
    let mut ids = BTreeSet::new();
    for (name, text) in files {
        let file: File = toml::from_str(text).map_err(|error| {
            Error::invalid(format!(
                "{name} is not a checklist: {}",
                safe_line(error.message(), 200)
            ))
        })?;
        for (position, entry) in file.item.into_iter().enumerate() {
            let item = ChecklistItem {
                domain: file.domain.clone(),
                id: entry.id,
                title: entry.title.trim().to_owned(),
                what_to_look_for: one_line(&entry.what_to_look_for),
                cwe: entry.cwe.filter(|cwe| !cwe.is_empty()),
            };
            let refuse = |reason: String| {
                let id = safe_line(&item.id, 60);
                Error::invalid(format!("{name}: item {} ({id}): {reason}", position + 1))
            };
            item.check().map_err(|error| refuse(error.to_string()))?;
            if !ids.insert(item.id.clone()) {
                return Err(refuse("id occurs twice: ids are unique over all domains".to_owned()));
            }
            if items.len() == MAX_ITEMS {
                return Err(refuse(format!("more than {MAX_ITEMS} items in all: remove some")));
            }
            items.push(item);
        }
    }
    Ok(items)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::Checklists;

    /// The shipped checklists.
    pub(crate) fn shipped() -> Vec<ChecklistItem> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/checklists");
        let mut files: Vec<(String, String)> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == "toml"))
            .map(|path| {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                (name, fs::read_to_string(path).unwrap())
            })
            .collect();
        files.sort();
        let files: Vec<(&str, &str)> = files.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
        parse_checklists(&files).unwrap()
    }

    #[test]
    fn the_shipped_checklists_hold_123_items_in_12_domains() {
        let items = shipped();
        assert_eq!(items.len(), 123);
        let checklists = Checklists::new(items);
        let expected = [
            ("*", 1),
            ("angular", 9),
            ("api", 17),
            ("cicd", 10),
            ("config", 15),
            ("csharp", 10),
            ("dependencies", 9),
            ("go", 10),
            ("java", 12),
            ("node", 9),
            ("python", 13),
            ("rust", 8),
        ];
        assert_eq!(checklists.domains(), expected);
    }

    #[test]
    fn the_lines_of_a_text_become_one_paragraph_and_an_empty_cwe_is_none() {
        let text = "domain = \"go\"\n[[item]]\nid = \"GO-01\"\ntitle = \" T \"\ncwe = \"\"\nwhat_to_look_for = \"\"\"\none\n  two\r\n\nthree\n\"\"\"\n";
        let items = parse_checklists(&[("go.toml", text)]).unwrap();
        assert_eq!(items.len(), 1);
        assert_eq!(items[0].what_to_look_for, "one two three");
        assert_eq!((items[0].title.as_str(), &items[0].cwe), ("T", &None));
    }

    #[test]
    fn a_file_that_does_not_load_is_named_with_the_item_and_the_field() {
        let error = |files: &[(&str, &str)]| parse_checklists(files).unwrap_err().to_string();
        let entry =
            |id: &str| format!("domain = \"go\"\n[[item]]\nid = \"{id}\"\ntitle = \"T\"\nwhat_to_look_for = \"x\"\n");
        assert!(error(&[("go.toml", "item = 1")]).starts_with("go.toml is not a checklist: "));
        let unknown = format!("{}typo = 1\n", entry("GO-01"));
        assert!(error(&[("go.toml", &unknown)]).starts_with("go.toml is not a checklist: unknown field `typo`"));
        assert!(error(&[("go.toml", &entry("go-1"))]).starts_with("go.toml: item 1 (go-1): id is not of the form"));
        assert_eq!(
            error(&[("a.toml", &entry("GO-01")), ("b.toml", &entry("GO-01"))]),
            "b.toml: item 1 (GO-01): id occurs twice: ids are unique over all domains"
        );
    }
}
