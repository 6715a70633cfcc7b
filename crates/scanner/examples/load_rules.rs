//! How long loading takes: the pattern rules, the kinds of credentials, and the index of one language.
//!
//! `cargo run --release -p scanner --example load_rules`
#![allow(clippy::print_stdout, reason = "a program prints")]

use std::time::Instant;

use scanner::{RuleSet, TextOptions, scan_text};
use syntax::Language;

fn main() {
    let start = Instant::now();
    let rules = RuleSet::embedded();
    println!(
        "{} pattern rules: {:.1} ms",
        rules.rules().count(),
        start.elapsed().as_secs_f64() * 1e3
    );
    let start = Instant::now();
    println!(
        "{} kinds of credentials: {:.1} ms",
        secrets::kinds().len(),
        start.elapsed().as_secs_f64() * 1e3
    );
    let start = Instant::now();
    scan_text(rules, "a.py", Language::Python, "x = 1\n", &TextOptions::default());
    println!(
        "first text of a language: {:.1} ms",
        start.elapsed().as_secs_f64() * 1e3
    );
    let start = Instant::now();
    scan_text(rules, "a.py", Language::Python, "x = 1\n", &TextOptions::default());
    println!("the next: {:.3} ms", start.elapsed().as_secs_f64() * 1e3);
}
