//! Prints the generic tree of a file: `outline FILE`, or the tree of the grammar with `outline --grammar FILE`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let grammar = arguments.first().is_some_and(|first| first == "--grammar");
    let path = arguments.pop().ok_or("usage: outline [--grammar] FILE")?;
    let text: Arc<str> = std::fs::read_to_string(&path)?.into();
    let syntax::Detection::Language(language) = syntax::detect(&path, text.as_bytes()) else {
        return Err("not a language".into());
    };
    if grammar {
        let tree = syntax::parse(language, &text).ok_or("not parsed")?;
        println!("{}", tree.root_node().to_sexp());
    } else {
        let tree = syntax::lower(language, &text, None).ok_or("no generic tree for this language")?;
        println!("{}", tree.outline());
        for problem in tree.problems() {
            println!("{:?} at {:?}", problem.kind, problem.span);
        }
    }
    Ok(())
}
