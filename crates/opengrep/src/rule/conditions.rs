//! What must hold of metavariables: `metavariable-*`, `focus-metavariable` and the items of `where`.

use super::formula::{self, NEWER, OLDER, Place};
use super::languages;
use super::problem::{Outcome, shown};
use super::read::{Entry, Object, Reader};
use crate::rule::{Analyzer, Condition, Text};

/// `focus-metavariable`, `focus`: one name or a list.
pub(super) fn focus(reader: &mut Reader, entry: Entry<'_>, place: Place) -> Outcome<Vec<String>> {
    if entry.is_text() {
        return Ok(vec![reader.metavariable(entry, place.target)?]);
    }
    let items = entry.items()?;
    if items.len() == 0 {
        return Err(entry.fault("the list is empty: name at least one metavariable"));
    }
    items.map(|item| reader.metavariable(item, place.target)).collect()
}

/// A condition of the older form from its key.
pub(super) fn older(reader: &mut Reader, entry: Entry<'_>, place: Place) -> Outcome<Condition> {
    match entry.key {
        "metavariable-regex" => {
            let object = entry.object()?;
            reader.known_keys(object, &["metavariable", "regex", "constant-propagation"]);
            Ok(Condition::Regex {
                metavariable: name(reader, object, place)?,
                regex: object.require("regex")?.text()?,
                constant_propagation: object.flag("constant-propagation", false)?,
            })
        }
        "metavariable-pattern" => {
            let object = entry.object()?;
            if let Some(negation) = object.entries().find(|entry| entry.key.starts_with("pattern-not")) {
                return Err(negation.fault("only negate directly inside `patterns` or `all`"));
            }
            reader.known_keys(object, &[&["metavariable", "language"], OLDER.as_slice()].concat());
            let metavariable = name(reader, object, place)?;
            let language = object.get("language").map(languages::one).transpose()?;
            let operator = formula::only_operator(object, &OLDER)?;
            let formula = formula::older(reader, operator, place.of_content(language))?;
            Ok(formula::in_content(metavariable, language, formula))
        }
        "metavariable-comparison" => {
            let object = entry.object()?;
            reader.known_keys(object, &["metavariable", "comparison", "strip", "base"]);
            let strip = object.flag("strip", false)?;
            if strip || object.get("metavariable").is_some() {
                name(reader, object, place)?;
            }
            comparison(object, strip)
        }
        "metavariable-analysis" => {
            let object = entry.object()?;
            reader.known_keys(object, &["metavariable", "analyzer"]);
            analysis(reader, object, place)
        }
        "metavariable-type" => {
            let object = entry.object()?;
            reader.known_keys(object, &["metavariable", "type", "types", "language"]);
            types(reader, object, place)
        }
        "metavariable-regexp" => Err(entry.fault("unknown operator: `metavariable-regex` is meant")),
        "semgrep-internal-metavariable-name" => {
            Err(entry.fault("`semgrep-internal-metavariable-name` is not supported: use `metavariable-regex`"))
        }
        key => Err(entry.fault(format!(
            "unknown operator `{}`; conditions are: metavariable-regex, metavariable-pattern, metavariable-comparison, \
             metavariable-analysis, metavariable-type",
            shown(key)
        ))),
    }
}

/// An item of `where`.
pub(super) enum Item {
    Focus(Vec<String>),
    Condition(Condition),
}

/// An item of `where`, which is recognised by the key it holds.
pub(super) fn newer(reader: &mut Reader, entry: Entry<'_>, place: Place) -> Outcome<Item> {
    let object = entry.object()?;
    if let Some(names) = object.get("focus") {
        reader.known_keys(object, &["focus"]);
        return Ok(Item::Focus(focus(reader, names, place)?));
    }
    if object.get("comparison").is_some() {
        reader.known_keys(object, &["comparison", "metavariable", "strip", "base"]);
        return Ok(Item::Condition(comparison(object, object.flag("strip", false)?)?));
    }
    if let Some(older) = object.entries().find(|entry| formula::is_condition(entry.key)) {
        return Err(formula::not_of_newer(older));
    }
    let condition = if let Some(regex) = object.get("regex") {
        reader.known_keys(object, &["metavariable", "regex"]);
        Condition::Regex {
            metavariable: name(reader, object, place)?,
            regex: regex.text()?,
            constant_propagation: true,
        }
    } else if object.get("type").is_some() || object.get("types").is_some() {
        reader.known_keys(object, &["metavariable", "type", "types", "language"]);
        types(reader, object, place)?
    } else if object.get("analyzer").is_some() {
        reader.known_keys(object, &["metavariable", "analyzer"]);
        analysis(reader, object, place)?
    } else if object.entries().any(|entry| NEWER.contains(&entry.key)) {
        reader.known_keys(
            object,
            &[&["metavariable", "language", "where", "as", "fix"], NEWER.as_slice()].concat(),
        );
        let metavariable = name(reader, object, place)?;
        let language = object.get("language").map(languages::one).transpose()?;
        let formula = formula::newer_of(reader, object, place.of_content(language))?;
        formula::in_content(metavariable, language, formula)
    } else {
        return Err(entry.fault(
            "this item is no condition: it needs `focus`, `comparison`, or `metavariable` with one of regex, type, types, analyzer \
             or a formula",
        ));
    };
    Ok(Item::Condition(condition))
}

fn name(reader: &mut Reader, object: Object<'_>, place: Place) -> Outcome<String> {
    reader.metavariable(object.require("metavariable")?, place.target)
}

fn comparison(object: Object<'_>, strip: bool) -> Outcome<Condition> {
    let entry = object.require("comparison")?;
    let comparison = entry.text()?;
    if comparison.text.trim().is_empty() {
        return Err(entry.fault("the expression is empty"));
    }
    // Without effect, but a base that is no number is a mistake.
    object.get("base").map(Entry::count).transpose()?;
    Ok(Condition::Comparison { comparison, strip })
}

fn analysis(reader: &mut Reader, object: Object<'_>, place: Place) -> Outcome<Condition> {
    let metavariable = name(reader, object, place)?;
    let analyzer = object.require("analyzer")?;
    let kind = if analyzer.is_text() {
        analyzer
    } else {
        analyzer.object()?.require("kind")?
    };
    let analyzer = match kind.string()? {
        "entropy" => Analyzer::Entropy,
        "redos" => Analyzer::Redos,
        other => {
            return Err(kind.fault(format!(
                "the analyzer `{}` is not supported; supported are: entropy, redos",
                shown(other)
            )));
        }
    };
    Ok(Condition::Analysis { metavariable, analyzer })
}

fn types(reader: &mut Reader, object: Object<'_>, place: Place) -> Outcome<Condition> {
    let metavariable = name(reader, object, place)?;
    let types: Vec<Text> = match (object.get("type"), object.get("types")) {
        (Some(one), None) => vec![one.text()?],
        (None, Some(several)) => several.items()?.map(Entry::text).collect::<Outcome<_>>()?,
        (None, None) => return Err(object.fault("the key `type` is missing")),
        (Some(_), Some(several)) => return Err(several.fault("only one of `type` and `types` may stand here")),
    };
    if types.is_empty() || types.iter().any(|one| one.text.trim().is_empty()) {
        return Err(object.fault("a type is empty: name at least one type"));
    }
    let target = object
        .get("language")
        .map(languages::one)
        .transpose()?
        .unwrap_or(place.target);
    if !languages::has_types(target) {
        return Err(object.fault("the types of expressions are not known in this language"));
    }
    Ok(Condition::Type { metavariable, types })
}

#[cfg(test)]
mod tests;
