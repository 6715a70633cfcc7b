//! Tries patterns on annotated files: `pattern_tests LANGUAGE FOLDER`. Beside each `NAME.sgrep` stands the file `NAME.EXT`; a comment
//! `ERROR:` or `MATCH:` says that a match starts on the next line.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use opengrep::matching::{Budget, File, find};
use opengrep::pattern::Pattern;
use opengrep::rule::Options;
use syntax::tree::Names;
use syntax::{Language, LineIndex};

fn expected(text: &str) -> BTreeSet<usize> {
    let says = |line: &str| {
        let line = line.trim_start().trim_start_matches(['#', '/', ' ', '*']);
        line.starts_with("ERROR") || line.starts_with("MATCH")
    };
    text.lines()
        .enumerate()
        .filter(|(_, line)| says(line))
        .map(|(at, _)| at + 2)
        .collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [language, folder] = arguments.as_slice() else {
        return Err("usage: pattern_tests LANGUAGE FOLDER".into());
    };
    let language = Language::from_name(language)?;
    let mut patterns: Vec<PathBuf> = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    patterns.retain(|path| path.extension().is_some_and(|extension| extension == "sgrep"));
    patterns.sort();
    let (mut passed, mut failed, mut refused) = (0, 0, 0);
    for path in patterns {
        let extensions = language.extensions().iter();
        let Some(target) = extensions
            .map(|extension| path.with_extension(extension))
            .find(|target| target.is_file())
        else {
            continue;
        };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut names = Names::default();
        let mut pattern = match Pattern::parse(&std::fs::read_to_string(&path)?, language, &mut names) {
            Ok(pattern) => pattern,
            Err(error) => {
                refused += 1;
                println!("REFUSED {name}: {error}");
                continue;
            }
        };
        let names = std::sync::Arc::new(names);
        pattern.attach_names(&names);
        let text = std::fs::read_to_string(&target)?;
        let Some(tree) = syntax::lower(language, &text.as_str().into(), Some(names)) else {
            continue;
        };
        let file = File::new(&tree, language);
        let lines = LineIndex::new(&text);
        let found = find(&pattern, &file, &Options::default(), &Budget::new(20_000_000));
        let found: BTreeSet<usize> = found.iter().map(|found| lines.line_of(found.range.start)).collect();
        let wanted = expected(&text);
        if found == wanted {
            passed += 1;
        } else {
            failed += 1;
            let missed: Vec<_> = wanted.difference(&found).collect();
            let extra: Vec<_> = found.difference(&wanted).collect();
            println!("FAIL {name} missed {missed:?} extra {extra:?}");
        }
    }
    println!(
        "{} patterns: {passed} passed, {failed} failed, {refused} refused",
        passed + failed + refused
    );
    Ok(())
}
