//! Embeds `rules/patterns/*.toml`, `rules/planned/*.toml` and `rules/opengrep/**/*.yaml`: a new file of rules needs no line of
//! Rust.
//!
//! The files are read here, and the literals that each pattern needs are worked out here, so that a scan of a few files
//! does not spend most of its time on rules it never runs. Whether the rules are valid is the business of the tests.

#[path = "src/anchors.rs"]
mod anchors;
#[path = "src/definition.rs"]
mod definition;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use anchors::Anchors;
use sha2::{Digest as _, Sha256};
use toml::{Table, Value};

fn main() {
    let rules = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../../rules");
    let mut out = String::new();
    let mut definitions = embed(&mut out, "PATTERNS", &rules.join("patterns"), "rules");
    embed(&mut out, "PLANNED", &rules.join("planned"), "planned");
    embed_structural(&mut out, &rules);

    // A start compares this digest with the one of the rules that a database was filled from.
    definitions.sort();
    constant(&mut out, "DEFINITIONS_DIGEST", definitions.iter().map(String::as_bytes));

    // The kinds of credentials are embedded by `secrets`; their digest is part of the digest of the rules.
    let kinds: Vec<_> = toml_files(&rules.join("secrets"))
        .iter()
        .map(|file| fs::read(file).expect("a readable file of kinds"))
        .collect();
    constant(&mut out, "KINDS_DIGEST", kinds.iter().map(Vec::as_slice));

    let target = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("embedded_rules.rs");
    fs::write(target, out).expect("writable OUT_DIR");
}

/// Writes the digest of some texts as a constant.
fn constant<'a>(out: &mut String, name: &str, texts: impl Iterator<Item = &'a [u8]>) {
    writeln!(out, "pub(super) const {name}: &str = {:?};", digest_of(texts)).expect("writing to a string");
}

fn digest_of<'a>(texts: impl Iterator<Item = &'a [u8]>) -> String {
    let mut digest = Sha256::new();
    texts.for_each(|text| digest.update(text));
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes the rules of a folder as a constant, and gives their definitions.
fn embed(out: &mut String, name: &str, folder: &Path, list: &str) -> Vec<String> {
    let mut definitions = Vec::new();
    writeln!(out, "pub(super) static {name}: &[EmbeddedRule] = &[").expect("writing to a string");
    for file in toml_files(folder) {
        let last = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
        let shown = format!("rules/{}/{}", last(folder), last(&file));
        let content = fs::read_to_string(&file).expect("a readable file of rules");
        let table: Table = content.parse().unwrap_or_else(|error| panic!("{shown}: {error}"));
        let rules = table
            .get(list)
            .and_then(Value::as_array)
            .unwrap_or_else(|| panic!("{shown}: has no [[{list}]]"));
        for rule in rules {
            let rule = rule
                .as_table()
                .unwrap_or_else(|| panic!("{shown}: `{list}` must be tables"));
            let definition = definition::write(rule);
            write_rule(out, &shown, rule, &definition).expect("writing to a string");
            definitions.push(definition);
        }
    }
    out.push_str("];\n");
    definitions
}

/// Writes the structural rule files as a constant: name and text, sorted by name.
fn embed_structural(out: &mut String, rules: &Path) {
    let folder = rules.join("opengrep");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    rule_files(&folder, &mut files);
    files.sort();
    out.push_str("pub(super) static STRUCTURAL: &[(&str, &str)] = &[\n");
    for file in files {
        let name = file.strip_prefix(rules).expect("below the folder of rules");
        let name = format!("rules/{}", name.to_string_lossy().replace('\\', "/"));
        let content = fs::read_to_string(&file).expect("a readable file of rules");
        writeln!(out, "    ({name:?}, {content:?}),").expect("writing to a string");
    }
    out.push_str("];\n");
}

/// The YAML files below a folder that are rules, not what rules are tested on.
fn rule_files(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            rule_files(&path, out);
        } else if name.strip_suffix(".yaml").is_some_and(|stem| !stem.contains('.')) {
            out.push(path);
        }
    }
}

fn write_rule(out: &mut String, file: &str, rule: &Table, definition: &str) -> std::fmt::Result {
    let digest = digest_of([definition.as_bytes()].into_iter());
    write!(
        out,
        "    EmbeddedRule {{ file: {file:?}, digest: {digest:?}, fields: &["
    )?;
    for (key, value) in rule {
        let wrong = || -> ! {
            panic!(
                "{file}: rule {:?}: field `{key}` must be a text, a list of texts, true or false",
                rule.get("id")
            )
        };
        match value {
            Value::String(text) => write!(out, "({key:?}, Embedded::Text({text:?})), ")?,
            Value::Boolean(flag) => write!(out, "({key:?}, Embedded::Flag({flag})), ")?,
            Value::Array(values) => {
                let texts: Vec<_> = values
                    .iter()
                    .map(|value| value.as_str().unwrap_or_else(|| wrong()))
                    .collect();
                write!(out, "({key:?}, Embedded::List(&{texts:?})), ")?;
            }
            _ => wrong(),
        }
    }
    let anchors = match rule.get("pattern").and_then(Value::as_str) {
        Some(pattern) => anchors_of(file, rule, pattern),
        None => Anchors::EveryLine,
    };
    match anchors {
        Anchors::Literals(literals) => {
            let literals: Vec<_> = literals.iter().map(|literal| format!("&{literal:?}")).collect();
            write!(out, "], anchors: EmbeddedAnchors::Literals(&[{}])", literals.join(", "))?;
        }
        Anchors::NonAscii => out.push_str("], anchors: EmbeddedAnchors::NonAscii"),
        Anchors::EveryLine => out.push_str("], anchors: EmbeddedAnchors::EveryLine"),
    }
    writeln!(out, " }},")
}

fn anchors_of(file: &str, rule: &Table, pattern: &str) -> Anchors {
    let ignore_case = rule.get("ignore_case").and_then(Value::as_bool).unwrap_or(true);
    let parsed = regex_syntax::ParserBuilder::new()
        .case_insensitive(ignore_case)
        .build()
        .parse(pattern);
    Anchors::of(&parsed.unwrap_or_else(|error| panic!("{file}: rule {:?}: field `pattern`: {error}", rule.get("id"))))
}

/// The files of a folder, sorted; a missing folder has none.
fn toml_files(folder: &Path) -> Vec<PathBuf> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    files
}
