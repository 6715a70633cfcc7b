//! What nests 100,000 levels deep, or as deep as its size allows: it is read in part or refused, on the stack of any thread, in a time
//! that grows with its size only.

use std::time::{Duration, Instant};

use opengrep::comparison::Comparison;
use opengrep::generic::{GenericPattern, GenericText};
use opengrep::rule::{GenericEngine, GenericOptions};

const LEVELS: usize = 100_000;

/// The most time that one text may take. Each takes a small part of it; one that took quadratic time would take far more.
const MOST: Duration = Duration::from_secs(30);

fn nested(open: &str, inner: &str, close: &str, levels: usize) -> String {
    format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
}

fn in_time<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let made = work();
    let took = start.elapsed();
    assert!(took < MOST, "{what} takes {took:?}");
    made
}

#[test]
fn comparisons() {
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("{1: ", "}"),
        ("int(", ")"),
        ("$X[", "]"),
        ("not ", ""),
        ("-", ""),
        ("~", ""),
        ("1 + ", ""),
        ("1 ** ", ""),
        ("1 < ", ""),
        ("1 and ", ""),
        ("1 if 2 else ", ""),
        ("a.", ""),
        ("f'{", "}'"),
        ("'a' ", ""),
        ("re.match('a', ", ")"),
        ("#\n", ""),
    ] {
        let text = nested(open, "$X", close, LEVELS);
        in_time(&format!("`{open}`"), || {
            let read = Comparison::parse(&text);
            let is_refused = !matches!(open, "a." | "'a' " | "#\n");
            assert!(read.is_err() || !is_refused, "`{open}`");
        });
    }
}

#[test]
fn generic_mode() {
    for engine in [GenericEngine::Spacegrep, GenericEngine::Aliengrep] {
        let options = GenericOptions {
            engine,
            ..GenericOptions::default()
        };
        let indented: String = (0..2_000).map(|level| format!("{}a\n", " ".repeat(level))).collect();
        let mut texts = vec![indented];
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("{\n", "\n}"),
            ("a ", ""),
            ("(", ""),
            ("... ", ""),
            ("$X ", ""),
        ] {
            texts.push(nested(open, "b", close, LEVELS));
        }
        for pattern in ["a ... b", "( ... )", "$X", "... b", "( $...X )", "b"] {
            let pattern = GenericPattern::parse(pattern, &options).expect("a pattern");
            for text in &texts {
                let start = &text[..10];
                in_time(start, || {
                    let found = pattern.find(&GenericText::new(text, &options), &mut 1_000_000);
                    assert!(found.iter().all(|found| text.get(found.range.clone()).is_some()));
                });
            }
        }
        for text in &texts {
            in_time(&text[..10], || {
                if let Ok(pattern) = GenericPattern::parse(text, &options) {
                    let found = pattern.find(&GenericText::new("a ( b ) a", &options), &mut 1_000_000);
                    assert!(found.len() < 10);
                }
            });
        }
    }
}
