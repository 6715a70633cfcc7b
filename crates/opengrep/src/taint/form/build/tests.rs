use std::sync::Arc;

use syntax::Language;

use super::build;
use crate::matching::File;
use crate::taint::profile::Profile;

fn outline(language: Language, profile: &Profile, text: &str) -> String {
    let tree = syntax::lower(language, &Arc::from(text), None).expect("a tree");
    let file = File::new(&tree, language);
    build(&file, profile).outline(&tree)
}

#[test]
fn scratch() {
    let dir = std::env::var("FORM_SCRATCH").unwrap_or_default();
    let mut out = String::new();
    let mut files: Vec<_> = std::fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let language = match path.extension().and_then(|e| e.to_str()).unwrap() {
            "py" => Language::Python,
            "java" => Language::Java,
            "js" => Language::JavaScript,
            "ts" => Language::TypeScript,
            _ => Language::Go,
        };
        for (name, profile) in [("agreement", Profile::AGREEMENT), ("precise", Profile::PRECISE)] {
            out.push_str(&format!("==== {} {name}\n{text}----\n", path.display()));
            out.push_str(&outline(language, &profile, &text));
        }
    }
    panic!("{out}");
}
