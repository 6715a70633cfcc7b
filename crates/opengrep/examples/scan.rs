//! Runs rules over a folder and prints what they find: `scan DIR RULES…`, where RULES are rule files or folders of them.
//!
//! One line for each finding, `path:line id message`, in the order of paths and lines; on standard error what went wrong.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

use std::path::{Path, PathBuf};

use opengrep::annotations::is_rule_file;
use opengrep::engine::{Engine, Input};
use opengrep::rule::{Level, Libraries, parse_rules_with};

fn files(path: PathBuf, out: &mut Vec<PathBuf>) {
    if path.is_dir() && !path.is_symlink() {
        let mut below: Vec<_> = std::fs::read_dir(&path)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| !path.ends_with(".git") && !path.ends_with("node_modules"))
            .collect();
        below.sort();
        for path in below {
            files(path, out);
        }
    } else if path.is_file() {
        out.push(path);
    }
}

fn engine(places: impl Iterator<Item = String>) -> Engine {
    let mut paths = Vec::new();
    for place in places {
        files(place.into(), &mut paths);
    }
    paths.retain(|path| {
        path.file_name()
            .and_then(|name| name.to_str())
            .is_some_and(is_rule_file)
    });
    let texts: Vec<(String, String)> = paths
        .iter()
        .filter_map(|path| Some((path.to_str()?.to_owned(), std::fs::read_to_string(path).ok()?)))
        .collect();
    let texts: Vec<(&str, &str)> = texts
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let (libraries, files, problems) = Libraries::take(&texts);
    for (path, problem) in problems {
        eprintln!("{path}: {problem}");
    }
    let mut rules = Vec::new();
    for (path, text) in files {
        let file = parse_rules_with(text, libraries.of(path));
        for problem in file.problems.iter().filter(|problem| problem.level == Level::Error) {
            eprintln!("{path}: {problem}");
        }
        rules.extend(file.rules);
    }
    let (engine, problems) = Engine::new(rules);
    for problem in problems {
        eprintln!("{problem}");
    }
    engine
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("scan DIR RULES…");
        return;
    };
    let engine = engine(arguments);
    let ids: Vec<&str> = engine.rules().map(|rule| rule.id.as_str()).collect();
    let mut paths = Vec::new();
    files(folder.clone().into(), &mut paths);
    for path in paths {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let shown = path.strip_prefix(Path::new(&folder)).unwrap_or(&path).to_string_lossy();
        let syntax::Detection::Language(language) = syntax::detect(&shown, &bytes) else {
            continue;
        };
        let text = String::from_utf8_lossy(&bytes);
        let report = engine.scan(&Input {
            path: &shown,
            text: &text,
            language: Some(language),
            obey_paths: true,
        });
        for finding in report.findings {
            let line = text[..finding.range.start].matches('\n').count() + 1;
            println!("{shown}:{line} {} {}", ids[finding.rule], finding.message);
        }
        for problem in report.problems {
            let rule = problem.rule.map_or("", |at| ids[at]);
            eprintln!("{shown}: {rule} {}", problem.message);
        }
    }
}
