//! Runs the rule tests below folders and prints what fails: `conformance DIR…`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::path::{Path, PathBuf};

use opengrep::annotations::{is_rule_file, targets_of};
use opengrep::engine::Engine;
use opengrep::rule::{Mode, parse_rules};
use opengrep::testing::{TestFile, check};

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, out);
        } else {
            out.push(path);
        }
    }
}

fn main() {
    let (mut passed, mut failed, mut errors, mut taint) = (0, 0, 0, 0);
    for folder in std::env::args().skip(1) {
        let mut all = Vec::new();
        files(Path::new(&folder), &mut all);
        for path in &all {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if !is_rule_file(name) {
                continue;
            }
            let siblings: Vec<String> = all
                .iter()
                .filter(|other| other.parent() == path.parent())
                .filter_map(|other| other.file_name()?.to_str().map(str::to_owned))
                .collect();
            let targets = targets_of(name, &siblings);
            let Ok(text) = std::fs::read_to_string(path) else {
                continue;
            };
            let file = parse_rules(&text);
            let shown = path.display().to_string();
            let (searches, others): (Vec<_>, Vec<_>) = file
                .rules
                .into_iter()
                .partition(|rule| matches!(rule.mode, Mode::Search(_)));
            taint += others.len();
            if targets.is_empty() {
                continue;
            }
            let (engine, problems) = Engine::new(searches);
            for problem in file
                .problems
                .iter()
                .chain(&problems)
                .filter(|problem| problem.level == opengrep::rule::Level::Error)
            {
                errors += 1;
                println!("ERROR {shown}: {problem}");
            }
            for target in targets {
                let place = path.with_file_name(&target);
                let Ok(bytes) = std::fs::read(&place) else { continue };
                let text = String::from_utf8_lossy(&bytes);
                let language = match syntax::detect(&target, &bytes) {
                    syntax::Detection::Language(language) => Some(language),
                    _ => None,
                };
                let test = TestFile {
                    name: &target,
                    text: &text,
                    language,
                };
                for check in check(&engine, &shown, &test) {
                    if check.passed && check.error.is_none() {
                        passed += 1;
                    } else {
                        failed += 1;
                        println!(
                            "FAIL {} {}/{target} missed {:?} extra {:?} {}",
                            check.rule_id,
                            path.parent().unwrap_or(path).display(),
                            check.missed,
                            check.extra,
                            check.error.unwrap_or_default()
                        );
                    }
                }
            }
        }
    }
    println!(
        "{} checks: {passed} passed, {failed} failed; {errors} rules with errors; {taint} taint rules left out",
        passed + failed
    );
}
