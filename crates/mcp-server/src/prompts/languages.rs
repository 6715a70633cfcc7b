//! From the words a user gives for languages to languages, and from languages to checklists.

use std::collections::HashSet;

use syntax::Language;

/// The languages named in `text`, separated by commas or blanks, and the words that name none, in lower case. Both in
/// the order of the text, without duplicates. Two neighbouring words may be one name: `GitLab CI`, `GitHub Actions`.
///
/// ```
/// use mcp_server::prompts::language_words;
/// use syntax::Language;
///
/// let (known, unknown) = language_words("py, GitHub Actions COBOL");
/// assert_eq!(known, [Language::Python, Language::GithubActions]);
/// assert_eq!(unknown, ["cobol"]);
/// ```
pub fn language_words(text: &str) -> (Vec<Language>, Vec<String>) {
    let mut known = Vec::new();
    let mut unknown = Vec::new();
    let mut seen = HashSet::new();
    for part in text.split(',') {
        let words: Vec<String> = part.split_whitespace().map(str::to_lowercase).collect();
        let mut at = 0;
        while at < words.len() {
            let pair = words
                .get(at + 1)
                .and_then(|next| Language::from_name(&format!("{}-{next}", words[at])).ok());
            let language = pair.or_else(|| Language::from_name(&words[at]).ok());
            match language {
                Some(language) if !known.contains(&language) => known.push(language),
                Some(_) => {}
                None if seen.insert(words[at].clone()) => unknown.push(words[at].clone()),
                None => {}
            }
            at += if pair.is_some() { 2 } else { 1 };
        }
    }
    (known, unknown)
}

/// The checklist domains of those languages, in their order, without duplicates.
pub fn domains_for(languages: &[Language]) -> Vec<&'static str> {
    let mut domains = Vec::new();
    for domain in languages.iter().flat_map(|language| domains_of(*language)) {
        if !domains.contains(domain) {
            domains.push(*domain);
        }
    }
    domains
}

fn domains_of(language: Language) -> &'static [&'static str] {
    use Language as L;
    match language {
        L::Python | L::Notebook => &["python"],
        L::Java | L::Kotlin => &["java"],
        L::TypeScript | L::JavaScript | L::Html | L::Vue | L::Svelte => &["angular", "node"],
        L::Angular => &["angular"],
        L::Go => &["go"],
        L::CSharp => &["csharp"],
        L::Rust => &["rust"],
        L::Config | L::Yaml | L::Docker | L::AgentInstructions => &["config"],
        L::Terraform | L::Toml | L::Json | L::Xml => &["config"],
        L::GitlabCi | L::Jenkins | L::GithubActions => &["config", "cicd"],
        L::Shell => &["cicd"],
        L::Sql => &["api"],
        L::Php | L::Ruby | L::Swift | L::C | L::Cpp | L::Text => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, domains_for, language_words};

    #[test]
    fn names_and_aliases_in_any_case_are_known_once() {
        let (known, unknown) = language_words(" Python,py\nTS  c# .NET ,, Dockerfile .gitlab-ci.yml");
        assert_eq!(
            known,
            [
                Language::Python,
                Language::TypeScript,
                Language::CSharp,
                Language::Docker,
                Language::GitlabCi
            ]
        );
        assert_eq!(unknown, [""; 0]);
    }

    #[test]
    fn two_words_can_be_one_name_but_not_across_a_comma() {
        assert_eq!(language_words("GitLab CI, agent instructions").1, [""; 0]);
        assert_eq!(
            language_words("gitlab, ci"),
            (vec![Language::GitlabCi], vec!["ci".to_owned()])
        );
    }

    #[test]
    fn unknown_words_keep_their_order_and_select_nothing() {
        let (known, unknown) = language_words("cobol, Fortran, COBOL");
        assert_eq!(unknown, ["cobol", "fortran"]);
        assert_eq!(domains_for(&known), [""; 0]);
    }

    #[test]
    fn domains_come_once_in_the_order_of_the_languages() {
        let languages = [
            Language::Jenkins,
            Language::Python,
            Language::JavaScript,
            Language::Yaml,
            Language::Angular,
        ];
        assert_eq!(domains_for(&languages), ["config", "cicd", "python", "angular", "node"]);
        assert_eq!(domains_for(&[Language::Php, Language::C]), [""; 0]);
    }

    #[test]
    fn every_domain_has_a_file() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules/checklists");
        for domain in domains_for(&Language::all().collect::<Vec<_>>()) {
            assert!(
                std::path::Path::new(&format!("{folder}/{domain}.toml")).is_file(),
                "{domain}"
            );
        }
    }
}
