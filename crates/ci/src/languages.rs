//! `languages`.

use std::fmt::Write as _;

use serde::Serialize;
use syntax::Language;

use crate::args::{Languages, ListFormat};
use crate::{Outcome, output};

#[derive(Serialize)]
struct List {
    schema: &'static str,
    languages: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
    extensions: &'static [&'static str],
    file_names: &'static [&'static str],
    /// Languages whose rules apply too.
    inherits: Vec<&'static str>,
}

fn rows() -> Vec<Row> {
    let row = |language: Language| Row {
        name: language.name(),
        title: language.title(),
        aliases: language.aliases(),
        extensions: language.extensions(),
        file_names: language.file_names(),
        inherits: language.parents().iter().map(|parent| parent.language.name()).collect(),
    };
    Language::all().map(row).collect()
}

pub(crate) fn run(args: &Languages) -> anyhow::Result<Outcome> {
    let languages = rows();
    let text = match args.format {
        ListFormat::Json => output::json(&List {
            schema: "security-review/languages/1",
            languages,
        })?,
        ListFormat::Text => table(&languages),
    };
    output::print(&text)?;
    Ok(Outcome::Passed)
}

fn table(languages: &[Row]) -> String {
    let width = languages.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for row in languages {
        let files: Vec<_> = row
            .extensions
            .iter()
            .map(|e| format!(".{e}"))
            .chain(row.file_names.iter().map(|n| (*n).to_owned()))
            .collect();
        let mut parts = vec![row.title.to_owned()];
        if !files.is_empty() {
            parts.push(files.join(" "));
        }
        if !row.aliases.is_empty() {
            parts.push(format!("also called {}", row.aliases.join(", ")));
        }
        if !row.inherits.is_empty() {
            parts.push(format!("with the rules of {}", row.inherits.join(", ")));
        }
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{:width$}  {}", row.name, parts.join("; "));
    }
    out
}
