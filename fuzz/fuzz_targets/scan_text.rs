//! Any text in any language: no panic, places inside the text, results in order, the same twice.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scanner::{RuleSet, TextOptions, scan_text};
use syntax::Language;

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let count = Language::all().count();
    let Some(language) = Language::all().nth(usize::from(*first) % count) else { return };
    let text = String::from_utf8_lossy(rest);
    let report = scan_text(RuleSet::embedded(), "src/input", language, &text, &TextOptions::default());
    let lines = u32::try_from(report.lines.max(1)).unwrap_or(u32::MAX);
    for found in report.matches.iter().chain(&report.suppressed) {
        assert!(found.location.line >= 1 && found.location.line <= found.location.end_line && found.location.end_line <= lines);
        assert!(found.location.column >= 1);
        assert!(found.excerpt.as_str().chars().count() <= 300);
    }
});
