//! Prints the tree of a pattern: `pattern_tree LANGUAGE PATTERN`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use opengrep::pattern::Pattern;
use syntax::Language;
use syntax::tree::Names;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [language, text] = arguments.as_slice() else {
        return Err("usage: pattern_tree LANGUAGE PATTERN".into());
    };
    let mut names = Names::default();
    let mut pattern = Pattern::parse(text, Language::from_name(language)?, &mut names)?;
    pattern.attach_names(&names.into());
    println!("{}", pattern.outline());
    Ok(())
}
