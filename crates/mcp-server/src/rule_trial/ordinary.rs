//! Ordinary code, to tell a rule that looks for something from one that matches everything.

use opengrep::rule::Target;
use syntax::Language;

/// Files of ordinary code, each in the language whose rules are tried on it.
const FILES: &[(Language, &str)] = &[
    (Language::Python, include_str!("ordinary/python.txt")),
    (Language::Java, include_str!("ordinary/java.txt")),
    (Language::JavaScript, include_str!("ordinary/javascript.txt")),
    (Language::TypeScript, include_str!("ordinary/typescript.txt")),
    (Language::Go, include_str!("ordinary/go.txt")),
    (Language::Yaml, include_str!("ordinary/yaml.txt")),
    (Language::Json, include_str!("ordinary/json.txt")),
];

/// The languages whose rules run.
pub(super) fn languages() -> impl Iterator<Item = Language> {
    FILES.iter().map(|(language, _)| *language)
}

/// The ordinary code that rules for these targets are tried on, and as what it is scanned: rules of text look at all of it.
pub(super) fn of(targets: &[Target]) -> Vec<(Option<Language>, &'static str)> {
    let of_text = |target: &Target| matches!(target, Target::Generic | Target::Regex);
    if targets.iter().any(of_text) {
        return FILES.iter().map(|(_, text)| (None, *text)).collect();
    }
    FILES
        .iter()
        .filter(|(language, _)| targets.contains(&Target::Language(*language)))
        .map(|(language, text)| (Some(*language), *text))
        .collect()
}

#[cfg(test)]
mod tests {
    use syntax::Grammar;

    use super::*;

    #[test]
    fn every_language_with_rules_has_ordinary_code() {
        let grammars: Vec<Option<Grammar>> = FILES.iter().map(|(language, _)| language.grammar()).collect();
        for language in Language::all().filter(|language| syntax::has_lowering(*language)) {
            assert!(grammars.contains(&language.grammar()), "{}", language.name());
        }
    }

    #[test]
    fn ordinary_code_is_correct_and_fits_on_a_page_or_two() {
        for (language, text) in FILES {
            let tree = syntax::lower(*language, &(*text).into(), None).expect("a tree");
            assert!(tree.problems().is_empty(), "{}", language.name());
            let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
            assert!((30..=70).contains(&lines), "{}: {lines}", language.name());
        }
    }
}
