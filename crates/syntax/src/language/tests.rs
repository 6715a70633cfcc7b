use std::collections::HashSet;

use super::*;

#[test]
fn every_variant_has_the_row_of_its_place() {
    for (place, row) in TABLE.iter().enumerate() {
        assert_eq!(row.language as usize, place, "{}", row.name);
    }
}

#[test]
fn a_key_leads_to_one_language_only() {
    let keys: [fn(&'static Row) -> Vec<&'static str>; 4] = [
        |row| row.aliases.iter().copied().chain([row.name]).collect(),
        |row| row.extensions.to_vec(),
        |row| row.file_names.to_vec(),
        |row| row.interpreters.to_vec(),
    ];
    for keys in keys {
        let mut seen = HashSet::new();
        for key in TABLE.iter().flat_map(keys) {
            assert!(seen.insert(key), "`{key}` is in two rows");
            assert_eq!(key, key.to_lowercase(), "keys are lower case");
            assert!(!key.is_empty());
        }
    }
}

fn check(name: &str, expected: &str) {
    let found = match Language::from_name(name) {
        Ok(language) => language.name().to_owned(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{name:?}");
}

#[test]
fn names_and_aliases_resolve_after_trimming_and_lower_casing() {
    for language in Language::all() {
        check(language.name(), language.name());
        check(&format!(" \t{}\n", language.name().to_uppercase()), language.name());
    }
    #[rustfmt::skip]
    let aliases = [
        ("py", "python"), ("ts", "typescript"), ("js", "javascript"), ("golang", "go"), ("cs", "csharp"),
        ("C#", "csharp"), ("dotnet", "csharp"), (".NET", "csharp"), ("rs", "rust"), ("properties", "config"),
        ("ini", "config"), ("env", "config"), ("yml", "yaml"), ("dockerfile", "docker"), ("gitlab", "gitlab-ci"),
        ("gitlab_ci", "gitlab-ci"), (".gitlab-ci.yml", "gitlab-ci"), ("groovy", "jenkins"),
        ("jenkinsfile", "jenkins"), ("c++", "cpp"), ("bash", "shell"), ("hcl", "terraform"), ("ipynb", "notebook"),
    ];
    for (alias, expected) in aliases {
        check(alias, expected);
    }
}

#[test]
fn an_unknown_name_lists_the_supported_ones() {
    check(
        " COBOL\u{1b} ",
        "unknown language `cobol`; supported: python, java, typescript, javascript, angular, go, csharp, rust, \
         config, yaml, docker, gitlab-ci, jenkins, agent-instructions, github-actions, php, ruby, kotlin, swift, \
         c, cpp, shell, terraform, sql, html, vue, svelte, xml, toml, json, text, notebook",
    );
    let long = Language::from_name(&"x".repeat(10_000)).unwrap_err().to_string();
    assert!(long.len() < 500 && long.contains("x…`"), "{long}");
}

#[test]
fn parents_are_what_the_table_says() {
    let shown = |language: Language| {
        let parents = language.parents().iter();
        let shown = parents.map(|p| format!("{}{}", p.language, if p.scripts_only { " in scripts" } else { "" }));
        shown.collect::<Vec<_>>().join(", ")
    };
    let children = Language::all().filter(|l| !l.parents().is_empty());
    let table: Vec<_> = children.map(|l| format!("{l} <- {}", shown(l))).collect();
    assert_eq!(
        table,
        [
            "gitlab-ci <- yaml, config",
            "jenkins <- config",
            "github-actions <- yaml, config",
            "cpp <- c",
            "terraform <- config",
            "html <- angular, javascript in scripts",
            "vue <- javascript in scripts, typescript in scripts",
            "svelte <- javascript in scripts, typescript in scripts",
            "toml <- config",
            "json <- config",
        ]
    );
}
