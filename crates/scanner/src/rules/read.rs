//! Reads and checks files of pattern rules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, OnceLock};

use domain::Confidence;
use regex::Regex;
use regex_syntax::hir::Hir;
use syntax::Language;

use super::embedded::EmbeddedRule;
use super::error::{RuleError, RuleProblem};
use super::fields::Fields;
use super::table::{self, Table};
use super::{IgnoreIn, Languages, Rule, compile};
use crate::anchors::Anchors;

/// What the field `pattern` is for.
const PATTERN: &str = "write the regular expression to look for";
/// Longest pattern, in characters.
const PATTERN_CHARS: usize = 500;
const TITLE_CHARS: std::ops::RangeInclusive<usize> = 3..=200;
const ID_CHARS: std::ops::RangeInclusive<usize> = 3..=50;

/// How complete a rule must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// One of ours: documented, with examples.
    Shipped,
    /// A user's: id, title, severity, pattern and fix suffice.
    Custom,
}

/// Reads files of rules: `(name, content)`. The error lists every problem of every file.
pub(super) fn read(files: &[(&str, &str)], origin: Origin) -> Result<Vec<Rule>, RuleError> {
    let mut reader = Reader::new(origin);
    for &(file, content) in files {
        for (name, table) in table::of_file(file, content, "rules", &mut reader.problems) {
            reader.rule(file, name, table, None);
        }
    }
    reader.finish()
}

/// Reads the rules that are part of the program. Their patterns are taken for valid, which the tests vouch for.
pub(super) fn embedded(rules: &[EmbeddedRule]) -> Result<Vec<Rule>, RuleError> {
    let mut reader = Reader::new(Origin::Shipped);
    for rule in rules {
        let table = rule.table();
        let name = table.text("id").unwrap_or("without id").to_owned();
        reader.rule(rule.file, name, table, Some(rule.anchors()));
    }
    reader.finish()
}

struct Reader {
    origin: Origin,
    rules: Vec<Rule>,
    problems: Vec<RuleProblem>,
}

impl Reader {
    fn new(origin: Origin) -> Self {
        Self {
            origin,
            rules: Vec::new(),
            problems: Vec::new(),
        }
    }

    fn rule(&mut self, file: &str, name: String, table: Table, anchors: Option<Anchors>) {
        let mut fields = Fields::new(file, Some(name), table, &mut self.problems);
        let rule = read_rule(&mut fields, file, self.origin, anchors);
        fields.finish();
        self.rules.extend(rule);
    }

    /// The rules, sorted by id.
    fn finish(mut self) -> Result<Vec<Rule>, RuleError> {
        let mut first: BTreeMap<&str, &str> = BTreeMap::new();
        for rule in &self.rules {
            if let Some(file) = first.insert(&rule.id, &rule.source) {
                self.problems.push(RuleProblem {
                    file: rule.source.clone(),
                    rule: Some(rule.id.clone()),
                    field: Some("id".into()),
                    problem: format!(
                        "is already taken by a rule of {file}: an id is never reused, choose the next free number"
                    ),
                });
            }
        }
        self.rules.sort_by(|a, b| a.id.cmp(&b.id));
        if self.problems.is_empty() {
            Ok(self.rules)
        } else {
            Err(RuleError {
                problems: self.problems,
            })
        }
    }
}

/// Compiles the expressions of rules, which reading them does not when the tests vouch for them.
pub(crate) fn check_patterns<'a>(rules: impl Iterator<Item = &'a Rule>) -> Result<(), RuleError> {
    let mut problems = Vec::new();
    for rule in rules {
        let expressions = [
            ("pattern", Some(&rule.pattern)),
            ("not_pattern", rule.not_pattern.as_ref()),
        ];
        for (field, expression) in expressions {
            let Some(Err(error)) = expression.map(|expression| compile(expression, rule.ignore_case)) else {
                continue;
            };
            problems.push(RuleProblem {
                file: rule.source.clone(),
                rule: Some(rule.id.clone()),
                field: Some(field.into()),
                problem: format!("does not compile: {error}; make it smaller"),
            });
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(RuleError { problems })
    }
}

fn read_rule(fields: &mut Fields<'_>, file: &str, origin: Origin, known: Option<Anchors>) -> Option<Rule> {
    let shipped = origin == Origin::Shipped;
    fn documented(fields: &mut Fields<'_>, shipped: bool, field: &'static str, what: &str) -> Option<String> {
        if shipped {
            fields.required(field, what)
        } else {
            Some(fields.text(field).unwrap_or_default())
        }
    }

    let id = required(fields, "id", "give the rule an identifier such as `ACME-001`", parse_id);
    let title = required(fields, "title", "say in a few words what a match is", |text| {
        let count = text.chars().count();
        if TITLE_CHARS.contains(&count) {
            Ok(text.to_owned())
        } else {
            Err(format!("has {count} characters, and may have 3 to 200"))
        }
    });
    let severity = required(
        fields,
        "severity",
        "use one of critical, high, medium, low, info",
        |text| text.parse().map_err(|error: domain::UnknownValue| error.to_string()),
    );
    let confidence = if shipped {
        required(fields, "confidence", "use one of high, medium, low", |text| {
            text.parse().map_err(|error: domain::UnknownValue| error.to_string())
        })
    } else {
        Some(fields.parsed("confidence", str::parse).unwrap_or(Confidence::Medium))
    };
    let cwe = fields.parsed("cwe", parse_cwe);
    let owasp = fields.parsed("owasp", parse_owasp);
    let (languages, first_language) = known_languages(fields).unzip();
    let except_languages = fields.texts("except_languages").unwrap_or_default();
    let except_languages = except_languages
        .iter()
        .filter_map(|name| {
            canonical(name)
                .map_err(|error| fields.problem("except_languages", error))
                .ok()
        })
        .collect();
    let except_places = fields.texts("except_places").unwrap_or_default();
    let except_places = except_places
        .iter()
        .filter_map(|place| {
            place
                .parse()
                .map_err(|error: String| fields.problem("except_places", error))
                .ok()
        })
        .collect();
    let except_files = fields.texts("except_files").unwrap_or_default();
    for name in except_files
        .iter()
        .filter(|name| name.is_empty() || name.contains(['/', '\\', '*']))
    {
        fields.problem(
            "except_files",
            format_args!("`{name}` must be the name of a file, without folders and wildcards"),
        );
    }
    let ignore_in = read_ignore_in(fields, languages.as_ref());
    let ignore_case = fields.flag("ignore_case", true);
    let not_pattern = fields.text("not_pattern");
    let (pattern, anchors) = match known {
        Some(anchors) => (fields.required("pattern", PATTERN), Some(anchors)),
        None => {
            if let Some(Err(error)) = not_pattern.as_ref().map(|expression| parse(expression, ignore_case)) {
                fields.problem("not_pattern", error);
            }
            read_pattern(fields, ignore_case).unzip()
        }
    };
    let what = documented(fields, shipped, "what", "say in a sentence what the rule looks for");
    let why = documented(fields, shipped, "why", "say what goes wrong");
    let fix = fields.required(
        "fix",
        "say in one sentence what to do instead; it is the advice of every match",
    );
    let references = fields.texts("references").unwrap_or_default();
    for reference in references.iter().filter(|reference| !reference.starts_with("https://")) {
        fields.problem("references", format_args!("`{reference}` is no https:// address"));
    }
    let positive = fields.texts("positive").unwrap_or_default();
    let negative = fields.texts("negative").unwrap_or_default();
    for (field, examples) in [("positive", &positive), ("negative", &negative)] {
        if shipped && examples.is_empty() {
            fields.problem(
                field,
                "is missing or empty: every shipped rule has at least one example of each",
            );
        }
    }
    let example_language = fields.parsed("example_language", canonical);
    let example_language = example_language.or(first_language);
    Some(Rule {
        id: id?,
        title: title?,
        severity: severity?,
        severity_is_set: false,
        confidence: confidence?,
        cwe,
        owasp,
        languages: languages?,
        except_languages,
        except_files,
        except_places,
        ignore_in,
        pattern: pattern?,
        not_pattern,
        ignore_case,
        what: what?,
        why: why?,
        fix: fix?,
        references,
        positive,
        negative,
        example_language: example_language?,
        source: file.to_owned(),
        anchors: anchors?,
        compiled: OnceLock::new(),
    })
}

fn required<T>(
    fields: &mut Fields<'_>,
    field: &'static str,
    what: &str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Option<T> {
    let text = fields.required(field, what)?;
    // An identifier with a line feed at its end is refused, not trimmed: it would be another identifier elsewhere.
    let text = if field == "id" { text.as_str() } else { text.trim() };
    parse(text).map_err(|error| fields.problem(field, error)).ok()
}

pub(super) fn parse_id(text: &str) -> Result<String, String> {
    let group = |group: &str| !group.is_empty() && group.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let mut groups = text.split('-');
    let first = groups
        .next()
        .is_some_and(|first| group(first) && first.starts_with(|c: char| c.is_ascii_uppercase()));
    let mut others = groups.peekable();
    if first && others.peek().is_some() && others.all(group) && ID_CHARS.contains(&text.len()) {
        return Ok(text.to_owned());
    }
    Err(format!(
        "`{}` is no identifier: 3 to 50 upper-case letters and digits in groups joined by `-`, starting with a letter, such as `ACME-001`",
        text.escape_debug()
    ))
}

pub(super) fn parse_cwe(text: &str) -> Result<String, String> {
    match text.strip_prefix("CWE-") {
        Some(number) if (1..=6).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit()) => {
            Ok(text.to_owned())
        }
        _ => Err(format!(
            "`{text}` is no weakness of the CWE list: write `CWE-` and a number, such as `CWE-89`"
        )),
    }
}

fn parse_owasp(text: &str) -> Result<String, String> {
    static SHAPE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^A(?:0[1-9]|10):20[0-9]{2}$").expect("valid"));
    if SHAPE.is_match(text) {
        Ok(text.to_owned())
    } else {
        Err(format!("`{text}` is no OWASP Top 10 category: write it as `A01:2025`"))
    }
}

fn canonical(name: &str) -> Result<Language, String> {
    match Language::from_name(name) {
        Ok(language) if language.name() == name => Ok(language),
        Ok(language) => Err(format!("`{name}` is an alias: write `{language}`")),
        Err(error) => Err(error.to_string()),
    }
}

/// The field `languages`, `["*"]` when it is missing; and the language of examples that do not say theirs: the first.
pub(super) fn known_languages(fields: &mut Fields<'_>) -> Option<(Languages, Language)> {
    let every = Some((Languages::All, Language::Config));
    let Some(names) = fields.texts("languages") else {
        return every;
    };
    if names.is_empty() {
        fields.problem(
            "languages",
            "is empty: list languages, or write [\"*\"] for all of them",
        );
        return None;
    }
    if names.iter().any(|name| name == "*") {
        if names.len() > 1 {
            fields.problem(
                "languages",
                "has `*` beside other names: `*` means every language, so it stands alone",
            );
        }
        return every;
    }
    let mut languages = BTreeSet::new();
    let mut first = None;
    for name in &names {
        match canonical(name) {
            Ok(language) if !languages.insert(language) => {
                fields.problem("languages", format_args!("lists `{name}` twice"))
            }
            Ok(language) => first = first.or(Some(language)),
            Err(error) => fields.problem("languages", error),
        }
    }
    Some((Languages::Some(languages), first?))
}

fn read_ignore_in(fields: &mut Fields<'_>, languages: Option<&Languages>) -> Vec<IgnoreIn> {
    let default = if languages == Some(&Languages::All) {
        vec![]
    } else {
        vec![IgnoreIn::Comments]
    };
    let Some(names) = fields.texts("ignore_in") else {
        return default;
    };
    let mut ignored = Vec::new();
    for name in names {
        match [IgnoreIn::Comments, IgnoreIn::Strings]
            .into_iter()
            .find(|token| token.as_str() == name)
        {
            Some(token) => ignored.push(token),
            None => fields.problem(
                "ignore_in",
                format_args!("`{name}` is unknown: use `comments`, `strings`, both, or an empty list"),
            ),
        }
    }
    ignored.sort();
    ignored.dedup();
    ignored
}

fn read_pattern(fields: &mut Fields<'_>, ignore_case: bool) -> Option<(String, Anchors)> {
    let pattern = fields.required("pattern", PATTERN)?;
    let count = pattern.chars().count();
    if count > PATTERN_CHARS {
        fields.problem(
            "pattern",
            format_args!("has {count} characters, and may have {PATTERN_CHARS}: split the rule"),
        );
        return None;
    }
    let hir = match parse(&pattern, ignore_case) {
        Ok(hir) => hir,
        Err(error) => {
            fields.problem("pattern", error);
            return None;
        }
    };
    if hir.properties().minimum_len() == Some(0) {
        fields.problem(
            "pattern",
            "matches the empty string: every match must have at least one character",
        );
        return None;
    }
    Some((pattern, Anchors::of(&hir)))
}

fn parse(expression: &str, ignore_case: bool) -> Result<Hir, String> {
    use regex_syntax::ast::ErrorKind::{UnsupportedBackreference, UnsupportedLookAround};

    let parsed = regex_syntax::ParserBuilder::new()
        .case_insensitive(ignore_case)
        .nest_limit(100)
        .build()
        .parse(expression);
    parsed.map_err(|error| match &error {
        regex_syntax::Error::Parse(inner) if *inner.kind() == UnsupportedLookAround => {
            "uses look-around, which a linear-time engine does not have: extend the pattern over the exception and cancel the \
             match with `not_pattern`"
                .to_owned()
        }
        regex_syntax::Error::Parse(inner) if *inner.kind() == UnsupportedBackreference => {
            "uses a back-reference, which a linear-time engine does not have: write the alternatives out".to_owned()
        }
        _ => format!("is no valid regular expression: {error}"),
    })
}

#[cfg(test)]
mod tests;
