//! Embeds `rules/checklists/*.toml` and `rules/standards/*.toml`: a new file needs no line of Rust.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use sha2::{Digest as _, Sha256};

fn main() {
    let rules = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../../rules");
    let mut out = String::new();
    let mut digest = Sha256::new();
    for (name, folder) in [("CHECKLISTS", "checklists"), ("STANDARDS", "standards")] {
        writeln!(out, "static {name}: &[(&str, &str)] = &[").expect("writing to a string");
        for file in toml_files(&rules.join(folder)) {
            let shown = file.file_name().expect("a name").to_string_lossy().into_owned();
            let content = fs::read(&file).expect("a readable file");
            for part in [folder.as_bytes(), shown.as_bytes(), &content] {
                digest.update((part.len() as u64).to_le_bytes());
                digest.update(part);
            }
            let path = file.canonicalize().expect("a file that is there");
            writeln!(out, "    ({shown:?}, include_str!({path:?})),").expect("writing to a string");
        }
        out.push_str("];\n");
    }
    let hex: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    writeln!(out, "const FILES_DIGEST: &str = {hex:?};").expect("writing to a string");

    let target = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("embedded_files.rs");
    fs::write(target, out).expect("writable OUT_DIR");
}

/// The files of a folder, sorted.
fn toml_files(folder: &Path) -> Vec<PathBuf> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    files
}
