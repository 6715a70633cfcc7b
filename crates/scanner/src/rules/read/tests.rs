use super::*;
use crate::rules::Rule;

const GOOD: &str = r#"
family = "ACME"
title = "Acme"

[[rules]]
id = "ACME-001"
title = "Forbidden call"
severity = "high"
confidence = "high"
cwe = "CWE-95"
owasp = "A05:2025"
languages = ["python"]
pattern = '''\bforbidden\('''
what = "A call."
why = "It hurts."
fix = "Do not call it."
positive = ['''forbidden(1)''']
negative = ['''allowed(1)''']
"#;

fn shipped(content: &str) -> Result<Vec<Rule>, String> {
    super::read(&[("acme.toml", content)], Origin::Shipped).map_err(|error| error.to_string())
}

/// The error after one line of the good file is replaced.
fn check(line: &str, replacement: &str, expected: &str) {
    assert!(GOOD.contains(line), "{line}");
    let error = shipped(&GOOD.replace(line, replacement)).expect_err(replacement);
    assert!(
        error.contains(expected),
        "{replacement}\n  says: {error}\n  not:  {expected}"
    );
}

#[test]
fn a_complete_rule_is_read() {
    let rules = shipped(GOOD).unwrap();
    let rule = &rules[0];
    assert_eq!(
        (rule.id.as_str(), rule.title.as_str(), rule.cwe.as_deref()),
        ("ACME-001", "Forbidden call", Some("CWE-95"))
    );
    assert_eq!(rule.languages.names(), ["python"]);
    assert_eq!(
        (rule.ignore_case, rule.ignore_in.as_slice()),
        (true, [IgnoreIn::Comments].as_slice())
    );
    assert_eq!(rule.example_language, Language::Python);
}

#[test]
fn a_custom_rule_needs_no_documentation_and_no_examples() {
    let minimal = "[[rules]]\nid = 'ACME-1'\ntitle = 'Call'\nseverity = 'LOW'\npattern = 'forbidden'\nfix = 'Stop.'\n";
    let rules = super::read(&[("acme.toml", minimal)], Origin::Custom).unwrap();
    assert_eq!(rules[0].languages, Languages::All);
    assert_eq!((rules[0].confidence, rules[0].ignore_in.len()), (Confidence::Medium, 0));
    assert!(shipped(minimal).is_err());
}

#[test]
#[rustfmt::skip]
fn an_error_names_file_rule_and_field_and_says_what_is_allowed() {
    let id = "id = \"ACME-001\"";
    check(id, "", "acme.toml: rule number 1: field `id`: is missing or empty: give the rule an identifier");
    for bad in ["acme-001", "ACME", "A", "1ACME-001", "ACME_001", "ACME-001\\n", " ACME-001", "ACME--1", "ACME-", "ÄCME-001"] {
        check(id, &format!("id = \"{bad}\""), "field `id`: `");
    }
    check(id, &format!("id = \"A-{}\"", "1".repeat(49)), "is no identifier: 3 to 50");
    check(id, "id = 5", "field `id`: is a number, and must be a text in quotes");
    let title = "title = \"Forbidden call\"";
    check(title, "title = \"ab\"", "acme.toml: rule ACME-001: field `title`: has 2 characters, and may have 3 to 200");
    check(title, &format!("title = \"{}\"", "x".repeat(201)), "has 201 characters");
    check("severity = \"high\"", "severity = \"urgent\"", "field `severity`: `urgent` is not a severity: use one of critical");
    check("confidence = \"high\"", "", "field `confidence`: is missing");
    check("CWE-95", "CWE-95a", "field `cwe`: `CWE-95a` is no weakness of the CWE list: write `CWE-` and a number");
    check("CWE-95", "cwe-95", "field `cwe`");
    check("A05:2025", "A11:2025", "field `owasp`: `A11:2025` is no OWASP Top 10 category");
    let languages = "languages = [\"python\"]";
    check(languages, "languages = [\"py\"]", "field `languages`: `py` is an alias: write `python`");
    check(languages, "languages = [\"cobol\"]", "field `languages`: ");
    check(languages, "languages = []", "field `languages`: is empty");
    check(languages, "languages = \"python\"", "field `languages`: is a text, and must be a list of texts");
    check(languages, "languages = [\"*\", \"python\"]", "`*` means every language");
    check(languages, "languages = [\"python\", \"python\"]", "lists `python` twice");
    check(languages, "ignore_in = [\"docs\"]", "field `ignore_in`: `docs` is unknown: use `comments`, `strings`");
    check(languages, "ignore_case = \"yes\"", "field `ignore_case`: is a text, and must be true or false");
    check(languages, "not_pattern = '(a'", "field `not_pattern`: is no valid regular expression");
    check(languages, "color = \"red\"", "field `color`: is no field of this table: remove it or use one of id, title, severity");
    check(languages, "except_languages = [\"py\"]", "field `except_languages`: `py` is an alias: write `python`");
    check(languages, "except_places = [\"moon\"]", "field `except_places`: `moon` is no kind of place");
    check(languages, "except_files = [\"a/b.json\"]", "field `except_files`: `a/b.json` must be the name of a file");
    check("fix = \"Do not call it.\"", "fix = \"  \"", "field `fix`: is missing or empty");
    check("why = \"It hurts.\"", "", "field `why`: is missing or empty");
    check("positive = ['''forbidden(1)''']", "", "field `positive`: is missing or empty");
    check("negative = ['''allowed(1)''']", "negative = [3]", "field `negative`: entry 1 is a number");
    check(languages, "references = [\"http://example.org\"]", "field `references`: `http://example.org` is no https:// address");
    check(languages, "example_language = \"py\"", "field `example_language`: `py` is an alias");
    check("family = \"ACME\"", "famly = \"ACME\"", "acme.toml: field `famly`: is no field of this table");
    check("[[rules]]", "[[rule]]", "acme.toml: has no rule: each one is a table that starts with `[[rules]]`");
    check("[[rules]]", "[[rules", "acme.toml: is no valid TOML");
}

#[test]
#[rustfmt::skip]
fn a_pattern_is_linear_bounded_and_matches_something() {
    let pattern = "pattern = '''\\bforbidden\\('''";
    check(pattern, "", "field `pattern`: is missing or empty");
    check(pattern, "pattern = ''", "field `pattern`: is missing or empty");
    check(pattern, "pattern = 'a(?=b)'", "field `pattern`: uses look-around, which a linear-time engine does not have");
    check(pattern, "pattern = '(?<!a)b'", "uses look-around");
    check(pattern, "pattern = '(a)\\1'", "uses a back-reference, which a linear-time engine does not have");
    check(pattern, "pattern = '[a'", "is no valid regular expression");
    for empty in ["a*", "(?:)", "a|", r"\b", "^$"] {
        check(pattern, &format!("pattern = '{empty}'"), "matches the empty string");
    }
    check(pattern, &format!("pattern = '{}'", "a".repeat(501)), "has 501 characters, and may have 500");
    assert!(shipped(&GOOD.replace(pattern, &format!("pattern = '{}'", "é".repeat(500)))).is_ok());
    let large = GOOD.replace(pattern, r"pattern = '(?:\w{100}){100}'");
    let error = check_patterns(shipped(&large).unwrap().iter()).unwrap_err().to_string();
    assert!(error.starts_with("acme.toml: rule ACME-001: field `pattern`: does not compile: "), "{error}");
}

#[test]
fn every_problem_of_every_file_is_listed() {
    let bad = GOOD.replace("CWE-95", "95").replace("A05", "B05");
    let error = super::read(&[("a.toml", &bad), ("b.toml", "x")], Origin::Shipped).unwrap_err();
    assert_eq!(error.problems.len(), 3, "{error}");
    assert!(error.problems[2].file == "b.toml" && error.problems[2].rule.is_none());
}

#[test]
fn an_id_is_taken_once() {
    let error = super::read(&[("a.toml", GOOD), ("b.toml", GOOD)], Origin::Shipped)
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "b.toml: rule ACME-001: field `id`: is already taken by a rule of a.toml: an id is never reused, choose the next free number"
    );
}
