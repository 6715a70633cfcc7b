//! The flows of taint rules, as samples with what is expected of each profile.
//!
//! `flows/*.flows` hold rules and cases. A line of a case that ends with `#: DIP` (`//: DIP`) is one on which a finding starts in the
//! answers of Opengrep for functions one by one (`D`), of Opengrep within the file (`I`), and in ours (`P`); a letter that is there
//! twice stands for two findings. What differs is told with all cases at once; what is known to differ is in `flows/known.txt`, with the
//! reason, and is an error when it no longer does.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use opengrep::engine::{Engine, Input};
use opengrep::rule::{Level, parse_rules};
use opengrep::taint::FlowProfile;
use syntax::Language;

/// A case, and where it stands.
struct Case {
    name: String,
    file: String,
    language: String,
    rule: String,
    code: String,
    /// The lines, by letter, of every finding.
    expected: BTreeMap<char, Vec<usize>>,
    traces: Vec<String>,
    precise: bool,
}

/// A rule that is read but not run.
struct Reading {
    name: String,
    language: String,
    rule: String,
    expect: String,
}

#[derive(Default)]
struct Samples {
    rules: BTreeMap<(String, String), String>,
    cases: Vec<Case>,
    readings: Vec<Reading>,
}

fn samples() -> Samples {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/flows");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of samples")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "flows"))
        .collect();
    files.sort();
    let mut samples = Samples::default();
    for path in files {
        let file = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        read(&file, &text, &mut samples);
    }
    samples
}

fn read(file: &str, text: &str, samples: &mut Samples) {
    let mut blocks: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("### ") {
            Some(header) => blocks.push((header, Vec::new())),
            None => {
                if let Some((_, lines)) = blocks.last_mut() {
                    lines.push(line);
                }
            }
        }
    }
    for (header, lines) in blocks {
        let (kind, rest) = header.split_once(' ').expect("a kind and a name");
        let parts: Vec<&str> = rest.split('|').map(str::trim).collect();
        match (kind, parts.as_slice()) {
            ("rule", [name]) => {
                samples
                    .rules
                    .insert((file.to_owned(), (*name).to_owned()), lines.join("\n"));
            }
            ("case", [name, language, rule]) => samples.cases.push(case(file, (name, language, rule), &lines)),
            ("refused", [name, language]) => {
                let (expect, rule): (Vec<&str>, Vec<&str>) = lines.iter().partition(|line| line.starts_with("expect:"));
                samples.readings.push(Reading {
                    name: (*name).to_owned(),
                    language: (*language).to_owned(),
                    rule: rule.join("\n"),
                    expect: expect[0].trim_start_matches("expect:").trim().to_owned(),
                });
            }
            _ => panic!("{file}: a header that is no rule, case or refused: {header}"),
        }
    }
}

fn case(file: &str, (name, language, rule): (&str, &str, &str), lines: &[&str]) -> Case {
    let mark = if language == "python" { "#: " } else { "//: " };
    let mut made = Case {
        name: name.to_owned(),
        file: file.to_owned(),
        language: language.to_owned(),
        rule: rule.to_owned(),
        code: String::new(),
        expected: BTreeMap::new(),
        traces: Vec::new(),
        precise: true,
    };
    let mut number = 0;
    for line in lines {
        if let Some(option) = line.strip_prefix("#> ") {
            match option.trim() {
                "no-precise" => made.precise = false,
                trace => made.traces.push(trace.to_owned()),
            }
            continue;
        }
        number += 1;
        let mut code = *line;
        if let Some((before, letters)) = line.rsplit_once(mark)
            && letters.trim().chars().all(|letter| "DIP".contains(letter))
        {
            code = before.trim_end();
            for letter in letters.trim().chars() {
                made.expected.entry(letter).or_default().push(number);
            }
        }
        made.code.push_str(code);
        made.code.push('\n');
    }
    made
}

/// A rule as a rule file.
fn rule_file(language: &str, keys: &str) -> String {
    let mut text = format!("rules:\n  - id: r\n    severity: ERROR\n    languages: [{language}]\n");
    if !keys.lines().any(|line| line.starts_with("message:")) {
        text.push_str("    message: m\n");
    }
    if !keys
        .lines()
        .any(|line| line.starts_with("taint:") || line.starts_with("mode:"))
    {
        text.push_str("    mode: taint\n");
    }
    for line in keys.lines() {
        let _ = writeln!(text, "    {line}");
    }
    text
}

fn language(name: &str) -> (Language, &'static str) {
    match name {
        "python" => (Language::Python, "a.py"),
        "java" => (Language::Java, "A.java"),
        "javascript" => (Language::JavaScript, "a.js"),
        "typescript" => (Language::TypeScript, "a.ts"),
        "go" => (Language::Go, "a.go"),
        other => panic!("no language: {other}"),
    }
}

/// The lines on which findings start, and their ways.
fn run(rule: &str, case: &Case, profile: FlowProfile) -> Result<Vec<(usize, String)>, String> {
    let file = parse_rules(&rule_file(&case.language, rule));
    if let Some(problem) = file.problems.iter().find(|problem| problem.level == Level::Error) {
        return Err(format!("the rule is not read: {problem:?}"));
    }
    let (engine, problems) = Engine::new(file.rules);
    if let Some(problem) = problems.first() {
        return Err(format!("the rule does not run: {problem:?}"));
    }
    let engine = engine.with_profile(profile);
    let (language, path) = language(&case.language);
    let report = engine.scan(&Input {
        path,
        text: &case.code,
        language: Some(language),
        obey_paths: false,
    });
    let line = |offset: usize| case.code[..offset].matches('\n').count() + 1;
    let mut found: Vec<(usize, String)> = report
        .findings
        .iter()
        .map(|finding| {
            let trace = finding.trace.as_ref().expect("a taint rule tells the way");
            let via: Vec<String> = trace
                .passed
                .iter()
                .map(|passed| format!("{}@{}", &case.code[passed.clone()], line(passed.start)))
                .collect();
            let via = if via.is_empty() {
                String::new()
            } else {
                format!(" via:{}", via.join(","))
            };
            let (source, sink) = (trace.source.place().start, trace.sink.place().start);
            (
                line(finding.range.start),
                format!("source:{}{via} sink:{}", line(source), line(sink)),
            )
        })
        .collect();
    found.sort();
    Ok(found)
}

#[test]
fn every_sample_has_the_findings_of_each_profile() {
    let samples = samples();
    let profiles = [
        ('D', FlowProfile::Agreement),
        ('I', FlowProfile::AgreementIntrafile),
        ('P', FlowProfile::Precise),
    ];
    let known_text = include_str!("flows/known.txt");
    let known: Vec<&str> = known_text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split_once(": ").map_or(line, |(name, _)| name))
        .collect();
    let (mut wrong, mut differing, mut checked) = (String::new(), Vec::new(), 0);
    let mut counts: BTreeMap<char, (usize, usize)> = BTreeMap::new();
    for case in &samples.cases {
        let rule = samples.rules.get(&(case.file.clone(), case.rule.clone()));
        let rule = rule.unwrap_or_else(|| panic!("{}/{}: no rule {}", case.file, case.name, case.rule));
        for (letter, profile) in profiles {
            if letter == 'P' && !case.precise {
                continue;
            }
            checked += 1;
            let count = counts.entry(letter).or_default();
            count.1 += 1;
            let name = format!("{}/{} {letter}", case.file, case.name);
            let expected = case.expected.get(&letter).cloned().unwrap_or_default();
            let found = run(rule, case, profile);
            let lines: Result<Vec<usize>, &String> = found
                .as_ref()
                .map(|found| found.iter().map(|(line, _)| *line).collect());
            let mut difference = String::new();
            if lines.as_ref().ok() != Some(&expected) {
                difference = format!("{name}: expected {expected:?}, found {lines:?}");
            } else if letter == 'D'
                && let Ok(found) = &found
                && let Some(trace) = case
                    .traces
                    .iter()
                    .find(|trace| !found.iter().any(|(_, way)| way == *trace))
            {
                difference = format!("{name}: expected `{trace}`, found {found:?}");
            }
            if difference.is_empty() {
                count.0 += 1;
            } else if known.contains(&name.as_str()) {
                differing.push(name);
            } else {
                let _ = writeln!(wrong, "{difference}");
            }
        }
    }
    assert!(checked > 100, "the samples were found: {checked}");
    for name in &known {
        if !differing.iter().any(|other| other == name) {
            let _ = writeln!(wrong, "{name}: is in known.txt and is as expected, or not there");
        }
    }
    assert!(
        wrong.is_empty(),
        "as expected, of all: {counts:?}; {} differ:\n{wrong}",
        wrong.lines().count()
    );
}

#[test]
fn rules_are_read_as_expected() {
    let mut wrong = String::new();
    let samples = samples();
    assert!(samples.readings.len() > 10, "the samples were found");
    for reading in &samples.readings {
        let file = parse_rules(&rule_file(&reading.language, &reading.rule));
        let (engine, problems) = Engine::new(file.rules);
        let is_read = problems.is_empty() && engine.rules().len() == 1;
        let as_expected = match reading.expect.as_str() {
            "accepted" | "never-reports" => is_read,
            "refused" => !is_read,
            // What Opengrep refuses and we only warn of: the rule runs without the key.
            "refused-there" => is_read && file.problems.iter().any(|problem| problem.level == Level::Warning),
            other => panic!("{}: {other}", reading.name),
        };
        if !as_expected {
            let _ = writeln!(
                wrong,
                "{}: expected {}, problems {:?} {:?}",
                reading.name, reading.expect, file.problems, problems
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
