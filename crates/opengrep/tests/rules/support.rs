//! Tables of facts about rules, and the check that goes through them.

use opengrep::engine::{Engine, Finding, Input, Report};
use opengrep::rule::parse_rules;
use syntax::{Language, LineIndex};

/// A rule and what it does with texts.
pub struct Rule {
    /// What it looks for.
    body: Body,
    /// Other keys of the rule, as lines.
    keys: &'static str,
    facts: &'static [Fact],
}

enum Body {
    /// Lines of the rule.
    Lines(&'static str),
    /// The members of its `patterns`, each the lines of a mapping.
    Members(&'static [&'static str]),
}

/// What a rule does with one text.
pub struct Fact {
    code: &'static str,
    expected: Expected,
}

/// Each list has one item for each finding, in the order of the text.
enum Expected {
    /// The bytes that are reported.
    Texts(&'static [&'static str]),
    /// The lines on which findings start.
    Lines(&'static [usize]),
    /// Where they start and end: `line:column-line:column`, both from 1, columns in bytes, the end not included.
    Places(&'static [&'static str]),
    Messages(&'static [&'static str]),
    /// What replaces the bytes; nothing where there is no fix.
    Fixes(&'static [&'static str]),
    /// Nothing, and a problem of the rule that says this.
    Told(&'static str),
}

/// A rule by its lines: one operator, and what else it has.
pub const fn rule(lines: &'static str, facts: &'static [Fact]) -> Rule {
    Rule {
        body: Body::Lines(lines),
        keys: "",
        facts,
    }
}

/// A rule by the members of its `patterns`.
pub const fn all(members: &'static [&'static str], facts: &'static [Fact]) -> Rule {
    with("", members, facts)
}

/// The same with other keys of the rule.
pub const fn with(keys: &'static str, members: &'static [&'static str], facts: &'static [Fact]) -> Rule {
    Rule {
        body: Body::Members(members),
        keys,
        facts,
    }
}

pub const fn texts(code: &'static str, texts: &'static [&'static str]) -> Fact {
    Fact {
        code,
        expected: Expected::Texts(texts),
    }
}

pub const fn nothing(code: &'static str) -> Fact {
    texts(code, &[])
}

pub const fn lines(code: &'static str, lines: &'static [usize]) -> Fact {
    Fact {
        code,
        expected: Expected::Lines(lines),
    }
}

pub const fn places(code: &'static str, places: &'static [&'static str]) -> Fact {
    Fact {
        code,
        expected: Expected::Places(places),
    }
}

pub const fn messages(code: &'static str, messages: &'static [&'static str]) -> Fact {
    Fact {
        code,
        expected: Expected::Messages(messages),
    }
}

pub const fn fixes(code: &'static str, fixes: &'static [&'static str]) -> Fact {
    Fact {
        code,
        expected: Expected::Fixes(fixes),
    }
}

pub const fn told(code: &'static str, problem: &'static str) -> Fact {
    Fact {
        code,
        expected: Expected::Told(problem),
    }
}

/// Where the codes of a table stand: what the language wants around them.
#[derive(Clone, Copy)]
pub struct Place {
    /// None for rules for `generic` and `regex`.
    pub language: Option<Language>,
    /// The key of the language in the rule.
    pub key: &'static str,
    pub before: &'static str,
    pub after: &'static str,
}

impl Place {
    /// Codes that are whole files.
    const fn file(language: Option<Language>, key: &'static str) -> Self {
        Self {
            language,
            key,
            before: "",
            after: "",
        }
    }
}

pub const PYTHON: Place = Place::file(Some(Language::Python), "python");
pub const JAVASCRIPT: Place = Place::file(Some(Language::JavaScript), "javascript");
pub const TYPESCRIPT: Place = Place::file(Some(Language::TypeScript), "typescript");
pub const YAML: Place = Place::file(Some(Language::Yaml), "yaml");
pub const JSON: Place = Place::file(Some(Language::Json), "json");
pub const GENERIC: Place = Place::file(None, "generic");
pub const REGEX: Place = Place::file(None, "regex");
pub const JAVA: Place = Place {
    before: "class Whole { void whole(String text, int size) { ",
    after: " } }\n",
    ..Place::file(Some(Language::Java), "java")
};
pub const GO: Place = Place {
    before: "package whole\nfunc whole(text string, size int) {\n",
    after: "\n}\n",
    ..Place::file(Some(Language::Go), "go")
};

/// Tries every fact of a table and tells all that do not hold at once.
#[track_caller]
pub fn check(place: Place, rules: &[Rule]) {
    let mut wrong = Vec::new();
    for rule in rules {
        for fact in rule.facts {
            if let Err(answer) = answer(place, rule, fact) {
                let (rule, code) = (rule.text().replace('\n', "⏎"), fact.code.replace('\n', "⏎"));
                wrong.push(format!("`{rule}` on `{code}`: {answer}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Rules that are refused, with a part of what is said of them.
#[track_caller]
pub fn check_refused(place: Place, rules: &[(&str, &str)]) {
    for (lines, part) in rules {
        let refused = engine(place, lines).err().unwrap_or_default();
        assert!(refused.contains(part), "`{lines}`: {refused:?}");
    }
}

impl Rule {
    fn text(&self) -> String {
        match self.body {
            Body::Lines(lines) => format!("{lines}\n{}", self.keys),
            Body::Members(members) => {
                let members = members.iter().map(|member| member.replace('\n', "\n    "));
                let members: Vec<String> = members.map(|member| format!("\n  - {member}")).collect();
                format!("patterns:{}\n{}", members.concat(), self.keys)
            }
        }
    }
}

fn answer(place: Place, rule: &Rule, fact: &Fact) -> Result<(), String> {
    let code = format!("{}{}{}", place.before, fact.code, place.after);
    let report = scan(&engine(place, &rule.text())?, place.language, &code);
    if let Expected::Told(part) = fact.expected {
        let is_told = report.problems.iter().any(|problem| problem.message.contains(part));
        return match is_told && report.findings.is_empty() {
            true => Ok(()),
            false => Err(format!("{report:?}")),
        };
    }
    if let Some(problem) = report.problems.first() {
        return Err(format!("{problem:?}"));
    }
    let found = report.findings.iter();
    match fact.expected {
        Expected::Texts(expected) => same(found.map(|one| code[one.range.clone()].to_owned()), expected),
        Expected::Messages(expected) => same(found.map(|one| one.message.clone()), expected),
        Expected::Fixes(expected) => same(found.map(|one| one.fix.clone().unwrap_or_default()), expected),
        Expected::Places(expected) => same(found.map(|one| place_of(&code, one)), expected),
        Expected::Lines(expected) => {
            let lines = LineIndex::new(&code);
            let expected: Vec<String> = expected.iter().map(usize::to_string).collect();
            let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
            same(found.map(|one| lines.line_of(one.range.start).to_string()), &expected)
        }
        Expected::Told(_) => unreachable!("it is told above"),
    }
}

fn same(found: impl Iterator<Item = String>, expected: &[&str]) -> Result<(), String> {
    let found: Vec<String> = found.collect();
    match found == expected {
        true => Ok(()),
        false => Err(format!("{found:?}, not {expected:?}")),
    }
}

fn place_of(code: &str, finding: &Finding) -> String {
    let place = |at: usize| {
        let before = &code.as_bytes()[..at];
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("{line}:{}", at - line_start + 1)
    };
    format!("{}-{}", place(finding.range.start), place(finding.range.end))
}

/// What a rule finds, of which the part after `languages` is given.
pub fn find(place: Place, lines: &str, code: &str) -> Report {
    let engine = engine(place, lines).expect("the rule is correct");
    scan(&engine, place.language, code)
}

/// An engine of one rule: `lines` are its keys; those that every rule has are added where they are not among them.
pub fn engine(place: Place, lines: &str) -> Result<Engine, String> {
    engine_of(&format!("rules:\n{}", rule_file_item(place, "tried", lines)))
}

/// A rule as an item of `rules` of a file.
pub fn rule_file_item(place: Place, id: &str, lines: &str) -> String {
    let has = |key: &str| lines.starts_with(key) || lines.contains(&format!("\n{key}"));
    let mut item = format!("  - id: {id}\n    severity: ERROR\n");
    if !has("languages:") {
        item.push_str(&format!("    languages: [{}]\n", place.key));
    }
    if !has("message:") {
        item.push_str("    message: found\n");
    }
    format!("{item}    {}\n", lines.trim_end().replace('\n', "\n    "))
}

/// An engine of the rules of a file.
pub fn engine_of(file: &str) -> Result<Engine, String> {
    let read = parse_rules(file);
    if let Some(problem) = read.problems.first() {
        return Err(problem.message.clone());
    }
    let (engine, problems) = Engine::new(read.rules);
    match problems.first() {
        Some(problem) => Err(problem.message.clone()),
        None => Ok(engine),
    }
}

pub fn scan(engine: &Engine, language: Option<Language>, code: &str) -> Report {
    engine.scan(&Input {
        path: "code",
        text: code,
        language,
        obey_paths: false,
    })
}
