//! How long parsing alone takes: reads the files under the given directories, then detects and parses each one once,
//! on one thread. The yardstick of the benchmarks.
//!
//! `cargo run --release -p syntax --example parse_only -- DIRECTORY…`
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use syntax::{DETECTION_HEAD_BYTES, Language, MAX_PARSE_BYTES, detect, parse, token_map};

#[derive(Default)]
struct Total {
    files: usize,
    bytes: usize,
    abandoned: usize,
    parsing: Duration,
    mapping: Duration,
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // `--map` also times the token map, which parses once more.
    let with_map = arguments.iter().any(|argument| argument == "--map");
    let mut texts = Vec::new();
    for root in arguments.iter().filter(|argument| *argument != "--map") {
        read_all(Path::new(root), &mut texts);
    }
    let mut totals: BTreeMap<Language, Total> = BTreeMap::new();
    for (language, path, text) in &texts {
        let total = totals.entry(*language).or_default();
        total.files += 1;
        total.bytes += text.len();
        let start = Instant::now();
        let tree = parse(*language, text);
        total.parsing += start.elapsed();
        if tree.is_none() && language.has_grammar() {
            total.abandoned += 1;
            eprintln!("abandoned: {} ({} bytes)", path.display(), text.len());
        }
        drop(tree);
        if with_map {
            let start = Instant::now();
            let map = token_map(*language, text);
            total.mapping += start.elapsed();
            std::hint::black_box(map.ranges().len());
        }
    }
    let mut all = Total::default();
    for (language, total) in &totals {
        print_line(language.name(), total);
        all.files += total.files;
        all.bytes += total.bytes;
        all.abandoned += total.abandoned;
        all.parsing += total.parsing;
        all.mapping += total.mapping;
    }
    print_line("total", &all);
}

fn print_line(name: &str, total: &Total) {
    println!(
        "{name:<20} files={} bytes={} abandoned={} parse_seconds={:.3} map_seconds={:.3}",
        total.files,
        total.bytes,
        total.abandoned,
        total.parsing.as_secs_f64(),
        total.mapping.as_secs_f64(),
    );
}

fn read_all(path: &Path, texts: &mut Vec<(Language, PathBuf, String)>) {
    let Ok(kind) = fs::symlink_metadata(path) else { return };
    if kind.is_dir() {
        let Ok(entries) = fs::read_dir(path) else { return };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| !path.ends_with(".git")) {
            read_all(path, texts);
        }
    } else if kind.is_file() && kind.len() <= MAX_PARSE_BYTES as u64 {
        let Ok(bytes) = fs::read(path) else { return };
        let head = &bytes[..bytes.len().min(DETECTION_HEAD_BYTES)];
        let Some(language) = detect(&path.to_string_lossy(), head).language() else {
            return;
        };
        if let Ok(text) = String::from_utf8(bytes) {
            texts.push((language, path.to_owned(), text));
        }
    }
}
