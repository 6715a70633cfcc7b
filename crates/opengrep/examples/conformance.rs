//! Runs the rule tests below folders and prints what fails: `conformance [--flow-profile precise|agreement|agreement-intrafile] DIR…`.
//! Without the option the answers of taint rules are those of `agreement`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::path::{Path, PathBuf};

use opengrep::annotations::{is_rule_file, targets_of};
use opengrep::engine::Engine;
use opengrep::rule::{Libraries, Mode, parse_rules_with};
use opengrep::taint::FlowProfile;
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
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut profile = FlowProfile::Agreement;
    if let Some(at) = arguments.iter().position(|argument| argument == "--flow-profile") {
        arguments.remove(at);
        let name = match at < arguments.len() {
            true => arguments.remove(at),
            false => String::new(),
        };
        profile = FlowProfile::named(&name).expect("precise, agreement or agreement-intrafile");
    }
    let (mut errors, mut counts) = (0, [[0usize; 2]; 2]);
    for folder in arguments {
        let mut all = Vec::new();
        files(Path::new(&folder), &mut all);
        let texts: Vec<(String, String)> = all
            .iter()
            .filter(|path| {
                path.file_name()
                    .and_then(|name| name.to_str())
                    .is_some_and(is_rule_file)
            })
            .filter_map(|path| Some((path.to_str()?.to_owned(), std::fs::read_to_string(path).ok()?)))
            .collect();
        let texts: Vec<(&str, &str)> = texts
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()))
            .collect();
        let (libraries, rule_files, problems) = Libraries::take(&texts);
        for (file, problem) in problems {
            errors += 1;
            println!("ERROR {file}: {problem}");
        }
        for (shown, text) in rule_files {
            let path = Path::new(shown);
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let siblings: Vec<String> = all
                .iter()
                .filter(|other| other.parent() == path.parent())
                .filter_map(|other| other.file_name()?.to_str().map(str::to_owned))
                .collect();
            let targets = targets_of(name, &siblings);
            if targets.is_empty() {
                continue;
            }
            let file = parse_rules_with(text, libraries.of(shown));
            let (engine, problems) = Engine::new(file.rules);
            let engine = engine.with_profile(profile);
            let is_taint = |id: &str| {
                let mut rules = engine.rules();
                rules.any(|rule| rule.id == id && matches!(rule.mode, Mode::Taint(_)))
            };
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
                for check in check(&engine, shown, &test) {
                    let passes = check.passed && check.error.is_none();
                    let is_taint = is_taint(&check.rule_id);
                    counts[usize::from(is_taint)][usize::from(passes)] += 1;
                    if !passes {
                        let mode = if is_taint { "TAINT" } else { "SEARCH" };
                        println!(
                            "FAIL {mode} {} {}/{target} missed {:?} extra {:?} {}",
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
    for (name, [failed, passed]) in [("search", counts[0]), ("taint", counts[1])] {
        println!("{name}: {} checks, {passed} passed, {failed} failed", passed + failed);
    }
    let [passed, failed] = [1, 0].map(|at| counts[0][at] + counts[1][at]);
    println!(
        "{} checks: {passed} passed, {failed} failed; {errors} rules with errors",
        passed + failed
    );
}
