//! Structural rules: files in Opengrep syntax, and what there is to say about a match of each.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, LazyLock};

use domain::{Confidence, Severity};
use opengrep::engine::{Engine, MAX_PROGRAMS_BYTES, rules_for};
use opengrep::rule::{Level, Libraries, RuleProblem, Target, filled_in, parse_rules_with};
use opengrep::taint::FlowProfile;
use regex::Regex;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use syntax::Language;
use untrusted_text::truncate;

use super::{Languages, document};

/// Longest title, in characters.
const TITLE_CHARS: usize = 200;

static CWE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^CWE-[0-9]{1,6}\b").expect("valid"));
static OWASP: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^A(?:0?[1-9]|10):(20[0-9]{2})\b").expect("valid"));

/// A rule in Opengrep syntax: it looks at the syntax tree of a text.
#[derive(Debug, Clone)]
pub struct StructuralRule {
    /// Identifier, as the file has it.
    pub id: String,
    /// What a match is: `metadata.title`, else the first sentence of the message.
    pub title: String,
    /// How bad it is if the match is true.
    pub severity: Severity,
    /// Whether an administrator set the severity: then it holds in tests too.
    pub severity_is_set: bool,
    /// How often a match is what the title says: `metadata.confidence`, else medium.
    pub confidence: Confidence,
    /// Weakness: the first of `metadata.cwe`, without its title.
    pub cwe: Option<String>,
    /// OWASP Top 10 category: of `metadata.owasp` the newest, without its title.
    pub owasp: Option<String>,
    /// The languages it is written for; every one for the generic and regular expression modes.
    pub languages: Languages,
    /// What the rule looks for: `metadata.what`; may be empty.
    pub what: String,
    /// What goes wrong: `metadata.why`; may be empty.
    pub why: String,
    /// What to do instead: `metadata.fix`; may be empty.
    pub fix: String,
    /// `metadata.references`.
    pub references: Vec<String>,
    /// What a match says; names of metavariables in it stand for pieces of the text.
    pub message: String,
    /// The severity as the file has it, such as `ERROR`.
    pub written_severity: String,
    /// `metadata`, as the file has it.
    pub metadata: Value,
    /// The file it was read from.
    pub source: String,
    /// Whether it is part of the program.
    pub(crate) shipped: bool,
    /// SHA-256 of its file, and of the library when it uses one.
    pub(crate) digest: [u8; 32],
    /// The files that it was read from.
    pub(super) files: Arc<RuleFiles>,
    pub(crate) rule: Arc<opengrep::rule::Rule>,
}

/// A rule file, and the library files beside and above it.
#[derive(Debug)]
pub(super) struct RuleFiles {
    text: String,
    libraries: Arc<[(String, String)]>,
}

impl StructuralRule {
    fn new(rule: opengrep::rule::Rule, source: &str, shipped: bool, digest: [u8; 32], files: Arc<RuleFiles>) -> Self {
        let metadata = &rule.metadata;
        let text = |key: &str| {
            metadata
                .get(key)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .trim()
                .to_owned()
        };
        let title = match text("title") {
            title if title.is_empty() => first_sentence(&rule.message),
            title => title,
        };
        let owasp = texts(metadata, "owasp").into_iter().filter_map(|category| {
            let found = OWASP.captures(&category)?;
            Some((found[1].to_owned(), found[0].to_owned()))
        });
        Self {
            title: truncate(&title, TITLE_CHARS).into_owned(),
            severity: text("severity")
                .parse()
                .ok()
                .filter(|_| shipped)
                .unwrap_or_else(|| severity_of(&rule.severity)),
            severity_is_set: false,
            confidence: text("confidence").parse().unwrap_or(Confidence::Medium),
            cwe: texts(metadata, "cwe")
                .iter()
                .find_map(|weakness| Some(CWE.find(weakness)?.as_str().to_owned())),
            owasp: owasp.max().map(|(_, category)| category),
            languages: languages_of(&rule.languages),
            what: text("what"),
            why: text("why"),
            fix: text("fix"),
            references: texts(metadata, "references"),
            message: rule.message.clone(),
            written_severity: rule.severity.clone(),
            metadata: rule.metadata.clone(),
            source: source.to_owned(),
            id: rule.id.clone(),
            shipped,
            digest,
            files,
            rule: Arc::new(rule),
        }
    }

    /// The rule file of this rule alone, as JSON in Opengrep syntax: what it uses of a library is filled in, so that other
    /// programs can run it.
    ///
    /// # Errors
    ///
    /// What is wrong with another rule of its file, when that hinders reading.
    pub fn in_opengrep_syntax(&self) -> Result<Value, RuleProblem> {
        let libraries: Vec<(&str, &str)> = self
            .files
            .libraries
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        let (libraries, _, _) = Libraries::take(&libraries);
        let mut file = filled_in(&self.files.text, libraries.of(&self.source))?;
        if let Some(rules) = file["rules"].as_array_mut() {
            rules.retain(|rule| rule["id"] == *self.id);
            // Of rules with one identifier the first is used.
            rules.truncate(1);
        }
        Ok(file)
    }

    /// Whether it runs on texts of a language.
    pub(super) fn runs_on(&self, language: Language) -> bool {
        match &self.languages {
            Languages::All => true,
            Languages::Some(languages) => rules_for(language).iter().any(|language| languages.contains(language)),
        }
    }

    /// The page of the rule in Markdown.
    pub fn markdown(&self) -> String {
        document::of_structural(self)
    }
}

/// A text, or each text of a list.
fn texts(metadata: &Value, key: &str) -> Vec<String> {
    match metadata.get(key) {
        Some(Value::String(text)) => vec![text.trim().to_owned()],
        Some(Value::Array(items)) => items
            .iter()
            .filter_map(|item| Some(item.as_str()?.trim().to_owned()))
            .collect(),
        _ => Vec::new(),
    }
}

/// The severity that a word of the rule syntax stands for.
fn severity_of(word: &str) -> Severity {
    match word {
        "CRITICAL" => Severity::Critical,
        "ERROR" | "HIGH" => Severity::High,
        "WARNING" | "MEDIUM" => Severity::Medium,
        "INVENTORY" | "EXPERIMENT" => Severity::Info,
        _ => Severity::Low,
    }
}

/// Up to the first full stop that ends a sentence, on one line.
fn first_sentence(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = line.find(". ").unwrap_or(line.len());
    line[..end].trim_end_matches('.').to_owned()
}

fn languages_of(targets: &[Target]) -> Languages {
    let named: Option<BTreeSet<_>> = targets
        .iter()
        .map(|target| match target {
            Target::Language(language) => Some(*language),
            Target::Generic | Target::Regex => None,
        })
        .collect();
    named.map_or(Languages::All, Languages::Some)
}

/// What is wrong with a structural rule file, or a rule of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StructuralProblem {
    /// The file, as it was named to the reader.
    pub file: String,
    /// The problem, with rule, key and line.
    pub problem: opengrep::rule::RuleProblem,
}

impl StructuralProblem {
    /// Whether a rule, or the whole file, is not used because of it.
    pub fn is_error(&self) -> bool {
        self.problem.level == Level::Error
    }
}

impl fmt::Display for StructuralProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.problem)
    }
}

/// The rules of some files, `(path, content)`, and what is wrong with them; files in a folder `library` are definitions that the rules
/// beside and below that folder use. Rules that do not compile are left out and told,
/// except those of the program, which are compiled at their first use: tests hold that each of them does.
pub(super) fn read(files: &[(&str, &str)], shipped: bool) -> (Vec<StructuralRule>, Vec<StructuralProblem>) {
    // What the regular expressions of all files may take together.
    let mut program_bytes = MAX_PROGRAMS_BYTES;
    let (libraries, rule_files, wrong) = Libraries::take(files);
    let of_libraries = wrong
        .into_iter()
        .map(|(file, problem)| StructuralProblem { file, problem });
    let (mut rules, mut problems) = (Vec::new(), of_libraries.collect::<Vec<_>>());
    let library_files: Arc<[(String, String)]> = files
        .iter()
        .filter(|(file, text)| Libraries::is_library(file, text))
        .map(|(file, text)| ((*file).to_owned(), (*text).to_owned()))
        .collect();
    let with_libraries: [u8; 32] = library_files
        .iter()
        .fold(Sha256::new(), |digest, (_, text)| {
            digest
                .chain_update((text.len() as u64).to_le_bytes())
                .chain_update(text)
        })
        .finalize()
        .into();
    for (file, text) in rule_files {
        let read = parse_rules_with(text, libraries.of(file));
        let mut of_file = read.problems;
        let mut usable = read.rules;
        if !shipped {
            let (tried, faults) = Engine::within(program_bytes, usable.clone());
            program_bytes -= tried.program_bytes();
            usable.retain(|rule| {
                !faults
                    .iter()
                    .any(|fault| fault.rule.as_deref() == Some(rule.id.as_str()))
            });
            of_file.extend(faults);
        }
        let alone = Sha256::digest(text.as_bytes()).into();
        let files = Arc::new(RuleFiles {
            text: text.to_owned(),
            libraries: Arc::clone(&library_files),
        });
        rules.extend(usable.into_iter().map(|rule| {
            let digest = match rule.uses_library() {
                true => Sha256::new()
                    .chain_update(text)
                    .chain_update(with_libraries)
                    .finalize()
                    .into(),
                false => alone,
            };
            StructuralRule::new(rule, file, shipped, digest, Arc::clone(&files))
        }));
        problems.extend(of_file.into_iter().map(|problem| StructuralProblem {
            file: file.to_owned(),
            problem,
        }));
    }
    (rules, problems)
}

/// Structural rules that are ready to run together.
#[derive(Debug)]
pub(crate) struct StructuralEngine {
    pub(crate) engine: Engine,
    /// For each rule of the engine, its place in [`super::RuleSet::structural_rules`].
    pub(crate) places: Vec<usize>,
}

impl StructuralEngine {
    /// The key of a rule by its number in the engine: the same for the engines of all languages.
    pub(crate) fn key(&self, number: usize) -> usize {
        self.places.get(number).copied().unwrap_or(usize::MAX)
    }

    /// `rules` with their places. Those that do not compile are left out. What they take in memory was bounded when they were read.
    pub(super) fn new<'r>(rules: impl Iterator<Item = (usize, &'r StructuralRule)>, profile: FlowProfile) -> Self {
        let rules: Vec<_> = rules.collect();
        let ready = rules.iter().map(|(_, rule)| (*rule.rule).clone()).collect();
        let (engine, _) = Engine::within(usize::MAX, ready);
        let engine = engine.with_profile(profile);
        // The engine keeps the order and leaves out what it cannot run.
        let mut left = rules.into_iter();
        let places = engine
            .rules()
            .filter_map(|ready| {
                left.by_ref()
                    .find(|(_, rule)| rule.id == ready.id && rule.rule.line == ready.line)
                    .map(|(place, _)| place)
            })
            .collect();
        Self { engine, places }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_one(keys: &str) -> StructuralRule {
        let text = format!("rules:\n- id: acme.one\n  languages: [python]\n  pattern: f(...)\n{keys}");
        let (mut rules, problems) = read(&[("a.yaml", &text)], false);
        assert_eq!(problems, []);
        rules.remove(0)
    }

    #[test]
    fn what_the_rule_says_of_itself_becomes_the_facts_of_its_matches() {
        let rule = read_one(
            "  severity: ERROR\n  message: $X is bad. Stop it.\n  metadata:\n    cwe: ['CWE-089: SQL', 'CWE-1']\n    owasp: ['A1:2017 - \
             Injection', 'A03:2021 - Injection']\n    confidence: HIGH\n    references: [https://acme.example]\n    severity: info\n",
        );
        assert_eq!((rule.title.as_str(), rule.severity), ("$X is bad", Severity::High));
        assert_eq!(rule.cwe.as_deref(), Some("CWE-089"));
        assert_eq!(rule.owasp.as_deref(), Some("A03:2021"));
        assert_eq!(rule.confidence, Confidence::High);
        assert_eq!(rule.references, ["https://acme.example"]);
    }

    #[test]
    fn a_rule_uses_the_library_above_it_and_changes_with_it() {
        let rule = "rules:\n- {id: a.b, mode: taint, languages: [python], severity: INFO, message: m, pattern-sources: [use: input], \
                    pattern-sinks: [pattern: sink(...)]}\n";
        let read = |library: &str| read(&[("r/library/python.yaml", library), ("r/x/a.yaml", rule)], false);
        let (rules, problems) = read("definitions:\n  input: [pattern: source()]\n");
        assert_eq!((rules.len(), problems.len()), (1, 0));
        let (others, _) = read("definitions:\n  input: [pattern: origin()]\n");
        assert_ne!(rules[0].digest, others[0].digest);
        let written = rules[0].in_opengrep_syntax().unwrap();
        assert_eq!(written["rules"][0]["pattern-sources"][0]["pattern"], "source()");
        let (none, problems) = read("definitions:\n  output: [pattern: source()]\n  more: 1\n");
        let shown: Vec<_> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(none.len(), 0);
        assert_eq!(
            shown,
            [
                "r/library/python.yaml: key `more`, line 3: a list is expected, this is a number",
                "r/x/a.yaml: rule `a.b`, key `use`, line 2: `input` is no definition of `r/library/python.yaml`",
            ]
        );
    }

    #[test]
    fn what_is_not_said_has_a_default() {
        let rule = read_one("  severity: WARNING\n  message: Bad\n");
        assert_eq!(
            (rule.confidence, rule.cwe, rule.owasp),
            (Confidence::Medium, None, None)
        );
        let titled = read_one("  severity: WARNING\n  message: Bad\n  metadata: {title: Worse, cwe: none, owasp: 7}\n");
        assert_eq!((titled.title.as_str(), titled.cwe, titled.owasp), ("Worse", None, None));
    }

    #[test]
    fn every_word_for_a_severity_has_one_of_ours() {
        let words = "CRITICAL ERROR HIGH WARNING MEDIUM INFO LOW INVENTORY EXPERIMENT";
        let ours: Vec<_> = words.split(' ').map(|word| severity_of(word).as_str()).collect();
        assert_eq!(ours.join(" "), "critical high high medium medium low low info info");
    }

    #[test]
    fn a_rule_that_does_not_compile_is_left_out_and_told() {
        let text = "rules:\n- {id: one, languages: [python], severity: INFO, message: m, pattern: 'f('}\n- {id: two, languages: [python], \
                    severity: INFO, message: m, pattern: f()}\n- {id: three, languages: [python], severity: INFO, message: m}\n";
        let (rules, problems) = read(&[("a.yaml", text)], false);
        assert_eq!(rules.iter().map(|rule| rule.id.as_str()).collect::<Vec<_>>(), ["two"]);
        let shown: Vec<_> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(shown.len(), 2, "{shown:?}");
        assert!(shown[0].starts_with("a.yaml: rule `three`, "), "{shown:?}");
        assert!(shown[1].starts_with("a.yaml: rule `one`, line 2: "), "{shown:?}");
        assert!(problems.iter().all(StructuralProblem::is_error));
    }
}
