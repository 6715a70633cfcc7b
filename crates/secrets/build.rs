//! Embeds `rules/secrets/*.toml` as constants: a new file of kinds needs no line of Rust, and a scan of a few files does not spend
//! its time on reading tables. Whether the rows are valid is the business of the tests.

use std::fmt::Write as _;
use std::{env, fs, path::Path};

use toml::{Table, Value};

/// The fields of a kind, in the order of `Row` in `src/kinds.rs`; the second says what they hold.
const FIELDS: &[(&str, Holds)] = &[
    ("id", Holds::Text),
    ("kind", Holds::Text),
    ("provider", Holds::Text),
    ("title", Holds::Text),
    ("severity", Holds::Text),
    ("alone", Holds::Text),
    ("formats", Holds::Texts),
    ("check", Holds::Text),
    ("on_failure", Holds::Text),
    ("context", Holds::Texts),
    ("nouns", Holds::Texts),
    ("pair", Holds::Text),
    ("open", Holds::Flag),
    ("claim", Holds::Text),
    ("cwe", Holds::Text),
    ("revoke", Holds::Text),
];

#[derive(Clone, Copy)]
enum Holds {
    Text,
    Texts,
    Flag,
}

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../../rules/secrets");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files: Vec<_> = fs::read_dir(&root)
        .expect("rules/secrets is part of the repository")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    let mut out = String::from("pub(crate) static ROWS: &[Row] = &[\n");
    for file in files {
        let name = file.file_name().expect("a file").to_string_lossy().into_owned();
        let content = fs::read_to_string(&file).expect("a readable file");
        let table: Table = content.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
        let kinds = table
            .get("kinds")
            .and_then(Value::as_array)
            .unwrap_or_else(|| panic!("{name}: has no [[kinds]]"));
        for kind in kinds {
            write_row(
                &mut out,
                &name,
                kind.as_table()
                    .unwrap_or_else(|| panic!("{name}: `kinds` must be tables")),
            );
        }
    }
    out.push_str("];\n");
    fs::write(
        Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("kinds.rs"),
        out,
    )
    .expect("writable OUT_DIR");
}

fn write_row(out: &mut String, file: &str, kind: &Table) {
    let id = kind.get("id").and_then(Value::as_str).unwrap_or("without id");
    if let Some(key) = kind.keys().find(|key| FIELDS.iter().all(|(name, _)| name != key)) {
        let known: Vec<&str> = FIELDS.iter().map(|(name, _)| *name).collect();
        panic!(
            "{file}: kind {id}: unknown field `{key}`; use one of {}",
            known.join(", ")
        );
    }
    write!(out, "    Row {{ file: {file:?}, ").expect("writing to a string");
    for (name, holds) in FIELDS {
        let value = kind.get(*name);
        let wrong = |what: &str| -> ! { panic!("{file}: kind {id}: field `{name}` must be {what}") };
        match holds {
            Holds::Text => {
                let text = value.map_or("", |v| v.as_str().unwrap_or_else(|| wrong("a text in quotes")));
                write!(out, "{name}: {text:?}, ")
            }
            Holds::Flag => {
                let flag = value.is_some_and(|v| v.as_bool().unwrap_or_else(|| wrong("true or false")));
                write!(out, "{name}: {flag}, ")
            }
            Holds::Texts => {
                let texts: Vec<&str> = value.map_or_else(Vec::new, |v| {
                    let list = v.as_array().unwrap_or_else(|| wrong("a list of texts"));
                    list.iter()
                        .map(|t| t.as_str().unwrap_or_else(|| wrong("a list of texts")))
                        .collect()
                });
                write!(out, "{name}: &{texts:?}, ")
            }
        }
        .expect("writing to a string");
    }
    out.push_str("},\n");
}
