//! The names of languages in rules.

use syntax::Language;

use super::problem::{Outcome, shown};
use super::read::{Entry, Reader};
use crate::rule::Target;

/// Every name of the rule syntax, in lower case; no language where we have none.
#[rustfmt::skip]
const NAMES: &[(&str, Option<Language>)] = &[
    ("apex", None),
    ("bash", Some(Language::Shell)), ("sh", Some(Language::Shell)),
    ("c", Some(Language::C)),
    ("cpp", Some(Language::Cpp)), ("c++", Some(Language::Cpp)),
    ("csharp", Some(Language::CSharp)), ("c#", Some(Language::CSharp)),
    ("cairo", None),
    ("circom", None),
    ("clojure", None),
    ("crystal", None),
    ("dart", None),
    ("dockerfile", Some(Language::Docker)), ("docker", Some(Language::Docker)),
    ("ex", None), ("elixir", None),
    ("go", Some(Language::Go)), ("golang", Some(Language::Go)),
    ("hack", None),
    ("html", Some(Language::Html)),
    ("java", Some(Language::Java)),
    ("js", Some(Language::JavaScript)), ("javascript", Some(Language::JavaScript)),
    ("json", Some(Language::Json)),
    ("jsonnet", None),
    ("julia", None),
    ("kt", Some(Language::Kotlin)), ("kotlin", Some(Language::Kotlin)),
    ("lisp", None), ("scheme", None),
    ("lua", None),
    ("move_on_sui", None), ("move_on_aptos", None),
    ("ocaml", None),
    ("php", Some(Language::Php)),
    ("promql", None),
    ("proto", None), ("protobuf", None), ("proto3", None),
    ("py", Some(Language::Python)), ("python", Some(Language::Python)),
    ("python2", Some(Language::Python)), ("python3", Some(Language::Python)),
    ("ql", None),
    ("r", None),
    ("ruby", Some(Language::Ruby)),
    ("rust", Some(Language::Rust)),
    ("scala", None),
    ("solidity", None), ("sol", None),
    ("swift", Some(Language::Swift)),
    ("tf", Some(Language::Terraform)), ("hcl", Some(Language::Terraform)), ("terraform", Some(Language::Terraform)),
    ("ts", Some(Language::TypeScript)), ("typescript", Some(Language::TypeScript)),
    ("vb", None),
    ("vue", Some(Language::Vue)),
    ("xml", Some(Language::Xml)),
    ("yaml", Some(Language::Yaml)),
];

/// The languages whose types `metavariable-type` can ask for.
const TYPED: &[Language] = &[
    Language::Java,
    Language::Python,
    Language::Go,
    Language::Kotlin,
    Language::Php,
    Language::TypeScript,
    Language::CSharp,
    Language::Rust,
    Language::C,
    Language::Cpp,
];

enum Name {
    Target(Target),
    Unsupported,
    Unknown,
}

/// The language of a name, when it is one of a language that we have.
pub(super) fn language(name: &str) -> Option<Language> {
    match look_up(name) {
        Name::Target(Target::Language(language)) => Some(language),
        Name::Target(Target::Generic | Target::Regex) | Name::Unsupported | Name::Unknown => None,
    }
}

fn look_up(name: &str) -> Name {
    match name {
        "generic" => return Name::Target(Target::Generic),
        "regex" | "none" => return Name::Target(Target::Regex),
        _ => {}
    }
    let name = name.to_lowercase();
    match NAMES.iter().find(|(known, _)| *known == name) {
        Some((_, Some(language))) => Name::Target(Target::Language(*language)),
        Some((_, None)) => Name::Unsupported,
        None => Name::Unknown,
    }
}

/// The list of a rule.
pub(super) fn list(reader: &mut Reader, entry: Entry<'_>) -> Outcome<Vec<Target>> {
    let items = entry.items()?;
    let alone = items.len() == 1;
    let mut targets = Vec::new();
    let mut unsupported = Vec::new();
    for item in items {
        let name = item.string()?;
        match look_up(name) {
            Name::Target(Target::Generic | Target::Regex) if !alone => {
                return Err(item.fault(format!(
                    "invalid language {}: it must be the only one of the list",
                    shown(name)
                )));
            }
            Name::Target(target) if targets.contains(&target) => {}
            Name::Target(target) => targets.push(target),
            Name::Unsupported => unsupported.push(item),
            Name::Unknown => return Err(unknown(item, name)),
        }
    }
    match (targets.is_empty(), unsupported.first()) {
        (true, None) => return Err(entry.fault("the list is empty: name at least one language")),
        (true, Some(item)) => return Err(not_supported(*item)),
        (false, _) => {}
    }
    for item in unsupported {
        reader.warn(not_supported(item));
    }
    Ok(targets)
}

/// The language of a condition.
pub(super) fn one(entry: Entry<'_>) -> Outcome<Target> {
    let name = entry.string()?;
    match look_up(name) {
        Name::Target(target) => Ok(target),
        Name::Unsupported => Err(not_supported(entry)),
        Name::Unknown => Err(unknown(entry, name)),
    }
}

fn not_supported(entry: Entry<'_>) -> super::problem::Fault {
    let name = entry.string().unwrap_or_default();
    entry.fault(format!("language {} is not supported", shown(name)))
}

fn unknown(entry: Entry<'_>, name: &str) -> super::problem::Fault {
    let supported: Vec<&str> = NAMES
        .iter()
        .filter(|(_, language)| language.is_some())
        .map(|(name, _)| *name)
        .chain(["generic", "regex", "none"])
        .collect();
    entry.fault(format!(
        "unknown language {}; supported are: {}",
        shown(name),
        supported.join(", ")
    ))
}

/// Whether types of expressions are known in a language.
pub(super) fn has_types(target: Target) -> bool {
    matches!(target, Target::Language(language) if TYPED.contains(&language))
}

#[cfg(test)]
mod tests;
