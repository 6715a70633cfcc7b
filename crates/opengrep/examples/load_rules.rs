//! Loads every rule file under some folders, and counts files, rules and problems, and the memory of the regular expressions of all
//! rules together.
//!
//! `cargo run -p opengrep --example load_rules -- DIR…`; with `--all` each problem is printed too.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use opengrep::engine::Engine;
use opengrep::rule::{Level, parse_rules};

fn main() -> std::io::Result<()> {
    let (flags, folders): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument == "--all");
    let mut files = Vec::new();
    for folder in &folders {
        rule_files(Path::new(folder), &mut files)?;
    }
    files.sort();
    let (mut rules, mut errors, mut warnings) = (0, 0, 0);
    let mut all = Vec::new();
    let mut by_message: BTreeMap<(Level, String), usize> = BTreeMap::new();
    for path in &files {
        let loaded = parse_rules(&String::from_utf8_lossy(&std::fs::read(path)?));
        rules += loaded.rules.len();
        all.extend(loaded.rules);
        for problem in loaded.problems {
            match problem.level {
                Level::Error => errors += 1,
                Level::Warning => warnings += 1,
            }
            if !flags.is_empty() {
                println!("{}: {:?}: {problem}", path.display(), problem.level);
            }
            let text = format!("`{}`: {}", problem.key, problem.message);
            *by_message.entry((problem.level, text)).or_default() += 1;
        }
    }
    println!(
        "{} files, {rules} rules, {errors} errors, {warnings} warnings",
        files.len()
    );
    let (engine, refused) = Engine::within(usize::MAX, all);
    println!(
        "{} rules are ready, {} are refused, regular expressions may take {} KiB",
        engine.rules().len(),
        refused.len(),
        engine.program_bytes() / 1024
    );
    for problem in refused.iter().filter(|problem| problem.message.contains("exceeds")) {
        println!("{problem}");
    }
    for ((level, message), count) in by_message {
        println!("{count:6} {level:?} {message}");
    }
    Ok(())
}

/// The rule files below a folder: YAML that is no test of a rule.
fn rule_files(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') {
            rule_files(&path, files)?;
        }
        let is_yaml = name.ends_with(".yaml") || name.ends_with(".yml");
        let is_test = [".test.yaml", ".test.yml", ".fixed.yaml", ".fixed.yml"]
            .iter()
            .any(|suffix| name.ends_with(suffix));
        if path.is_file() && is_yaml && !is_test {
            files.push(path);
        }
    }
    Ok(())
}
