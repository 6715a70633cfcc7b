//! Tables of facts about patterns, and the check that goes through them.

use opengrep::engine::{Engine, Finding, Input};
use opengrep::rule::parse_rules;
use syntax::Language;

/// A pattern and what it does with texts.
pub struct Pattern {
    pub text: &'static str,
    /// Options of the rule, as YAML: `key: value, key: value`.
    pub options: &'static str,
    pub facts: &'static [Fact],
}

/// What a pattern does with one text.
pub struct Fact {
    pub code: &'static str,
    pub expected: Expected,
}

pub enum Expected {
    /// It matches somewhere.
    Match,
    /// It matches nowhere.
    NoMatch,
    /// These texts are reported, each once, in the order of the file.
    Ranges(&'static [&'static str]),
    /// The metavariable stands for these texts, in the order of the file.
    Bindings(&'static str, &'static [&'static str]),
}

pub const fn of(text: &'static str, facts: &'static [Fact]) -> Pattern {
    Pattern {
        text,
        options: "",
        facts,
    }
}

pub const fn with(text: &'static str, options: &'static str, facts: &'static [Fact]) -> Pattern {
    Pattern { text, options, facts }
}

pub const fn yes(code: &'static str) -> Fact {
    Fact {
        code,
        expected: Expected::Match,
    }
}

pub const fn no(code: &'static str) -> Fact {
    Fact {
        code,
        expected: Expected::NoMatch,
    }
}

pub const fn ranges(code: &'static str, texts: &'static [&'static str]) -> Fact {
    Fact {
        code,
        expected: Expected::Ranges(texts),
    }
}

pub const fn binds(code: &'static str, name: &'static str, texts: &'static [&'static str]) -> Fact {
    Fact {
        code,
        expected: Expected::Bindings(name, texts),
    }
}

/// Where the codes of a table stand: what the language wants around them.
#[derive(Clone, Copy)]
pub struct Place {
    pub language: Language,
    pub before: &'static str,
    pub after: &'static str,
}

impl Place {
    /// Codes that are whole files.
    pub const fn file(language: Language) -> Self {
        Self {
            language,
            before: "",
            after: "\n",
        }
    }
}

/// Tries every fact of a table and tells all that do not hold at once.
#[track_caller]
pub fn check(place: Place, patterns: &[Pattern]) {
    check_all(place, &[patterns]);
}

/// Tries every fact of several tables.
#[track_caller]
pub fn check_all(place: Place, tables: &[&[Pattern]]) {
    let mut wrong = Vec::new();
    for pattern in tables.iter().flat_map(|table| table.iter()) {
        for fact in pattern.facts {
            let answer = answer(place, pattern, fact);
            if let Err(answer) = answer {
                wrong.push(format!("`{}` on `{}`: {answer}", shown(pattern.text), shown(fact.code)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Patterns that make their rule invalid.
#[track_caller]
pub fn check_refused(language: Language, patterns: &[&str]) {
    let accepted: Vec<_> = patterns.iter().filter(|pattern| accepts(language, pattern)).collect();
    assert!(accepted.is_empty(), "accepted: {accepted:#?}");
}

/// Whether a text is a pattern.
pub fn accepts(language: Language, pattern: &str) -> bool {
    engine(language, pattern, "").is_ok()
}

fn shown(text: &str) -> String {
    text.replace('\n', "⏎")
}

fn answer(place: Place, pattern: &Pattern, fact: &Fact) -> Result<(), String> {
    let code = format!("{}{}{}", place.before, fact.code, place.after);
    let findings = find(place.language, pattern.text, pattern.options, &code)?;
    let texts: Vec<&str> = distinct(findings.iter().map(|finding| &code[finding.range.clone()]));
    match &fact.expected {
        Expected::Match if findings.is_empty() => Err("not found".to_owned()),
        Expected::NoMatch if !findings.is_empty() => Err(format!("found {texts:?}")),
        Expected::Ranges(expected) if texts != *expected => Err(format!("found {texts:?}, not {expected:?}")),
        Expected::Bindings(name, expected) => {
            let values = findings.iter().flat_map(|finding| &finding.metavariables);
            let values = distinct(
                values
                    .filter(|metavariable| metavariable.name == *name)
                    .map(|metavariable| metavariable.text.as_str()),
            );
            match values == *expected {
                true => Ok(()),
                false => Err(format!("{name} = {values:?}, not {expected:?}; found {texts:?}")),
            }
        }
        _ => Ok(()),
    }
}

fn distinct<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut found = Vec::new();
    for text in texts {
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

/// What a pattern finds. The message shows every metavariable, so that results with other bindings are other results.
pub fn find(language: Language, pattern: &str, options: &str, code: &str) -> Result<Vec<Finding>, String> {
    scan(&engine(language, pattern, options)?, language, code)
}

/// What a rule finds, of which the part after `languages` is given.
pub fn find_by_rule(language: Language, rule: &str, code: &str) -> Result<Vec<Finding>, String> {
    scan(&engine_of(language, rule)?, language, code)
}

fn engine(language: Language, pattern: &str, options: &str) -> Result<Engine, String> {
    let message: Vec<String> = metavariables(pattern)
        .into_iter()
        .map(|name| format!("<{name}>"))
        .collect();
    let pattern = serde_json::to_string(pattern).expect("a text is JSON");
    let rule = format!(
        "message: \"{}\"\noptions: {{{options}}}\npattern: {pattern}",
        message.join(" ")
    );
    engine_of(language, &rule)
}

fn engine_of(language: Language, rule: &str) -> Result<Engine, String> {
    let rule = rule.replace('\n', "\n    ");
    let message = if rule.contains("message:") {
        ""
    } else {
        "    message: found\n"
    };
    let text = format!(
        "rules:\n  - id: tried\n    severity: ERROR\n    languages: [{}]\n{message}    {rule}\n",
        key(language)
    );
    let read = parse_rules(&text);
    if let Some(problem) = read.problems.first() {
        return Err(format!("the rule is refused: {problem:?}"));
    }
    let (engine, problems) = Engine::new(read.rules);
    match problems.first() {
        Some(problem) => Err(format!("the pattern is refused: {}", problem.message)),
        None => Ok(engine),
    }
}

fn scan(engine: &Engine, language: Language, code: &str) -> Result<Vec<Finding>, String> {
    let report = engine.scan(&Input {
        path: "code",
        text: code,
        language: Some(language),
        obey_paths: false,
    });
    match report.problems.first() {
        Some(problem) => Err(format!("the code is not read: {problem:?}")),
        None => Ok(report.findings),
    }
}

fn key(language: Language) -> &'static str {
    match language {
        Language::Python => "python",
        Language::Java => "java",
        Language::Go => "go",
        Language::JavaScript => "javascript",
        Language::TypeScript => "typescript",
        Language::Yaml => "yaml",
        Language::Json => "json",
        _ => "generic",
    }
}

/// The metavariables that a pattern names, each once.
fn metavariables(pattern: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for (at, _) in pattern.match_indices('$') {
        let rest = &pattern[at..];
        let dots = if rest.starts_with("$...") { 4 } else { 1 };
        let name = rest[dots..].find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'));
        let name = &rest[..name.map_or(rest.len(), |end| end + dots)];
        if name.len() > dots && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}
