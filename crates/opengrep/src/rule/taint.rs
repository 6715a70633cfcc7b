//! The parts of a taint rule, in both forms of the syntax.

use super::formula::{self, NEWER, OLDER, Place};
use super::labels;
use super::library::Uses;
use super::problem::{Outcome, shown};
use super::read::{Entry, Object, Reader};
use crate::rule::{Formula, SideEffect, Taint, TaintPropagator, TaintSanitizer, TaintSink, TaintSource};

/// The form that the items of a rule are written in.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// `pattern-sources`, …: an item is a mapping.
    Older,
    /// `taint`: an item is a formula of the newer form.
    Newer,
}

/// The lists of a taint rule: sources, sinks, sanitizers, propagators.
pub(super) const LISTS: [&str; 4] = [
    "pattern-sources", "pattern-sinks", "pattern-sanitizers", "pattern-propagators",
];

/// `pattern-sources` and its like, at the level of the rule.
///
/// `uses` fills in what items of the form `use: NAME` stand for.
pub(super) fn older<'a>(reader: &mut Reader, rule: Object<'a>, place: Place, uses: &Uses<'a>) -> Outcome<Taint> {
    parts(reader, rule, LISTS, Form::Older, place, |list| uses.items(list))
}

/// The value of `taint`.
pub(super) fn newer(reader: &mut Reader, taint: Object<'_>, place: Place) -> Outcome<Taint> {
    let names = ["sources", "sinks", "sanitizers", "propagators"];
    reader.known_keys(taint, &names);
    parts(reader, taint, names, Form::Newer, place, |list| {
        Ok(list.items()?.collect())
    })
}

fn parts<'a>(
    reader: &mut Reader,
    object: Object<'a>,
    names: [&str; 4],
    form: Form,
    place: Place,
    items_of: impl Fn(Entry<'a>) -> Outcome<Vec<Entry<'a>>>,
) -> Outcome<Taint> {
    let [sources, sinks, sanitizers, propagators] = names;
    let mut taint = Taint::default();
    for (name, required) in [
        (sources, true),
        (sinks, true),
        (sanitizers, false),
        (propagators, false),
    ] {
        let list = match object.get(name) {
            Some(list) => list,
            None if required => return Err(object.fault(format!("a taint rule needs the key `{name}`"))),
            None => continue,
        };
        let items = items_of(list)?;
        if required && items.is_empty() {
            reader.warn(list.fault("the list is empty, so the rule has no result"));
        }
        for item in items {
            if name == sources {
                taint.sources.push(source(reader, item, form, place)?);
            } else if name == sinks {
                taint.sinks.push(sink(reader, item, form, place)?);
            } else if name == sanitizers {
                taint.sanitizers.push(sanitizer(reader, item, form, place)?);
            } else {
                taint.propagators.push(propagator(reader, item, form, place)?);
            }
        }
    }
    Ok(taint)
}

/// The formula of an item, and the object that holds its other keys.
fn item<'a>(
    reader: &mut Reader,
    entry: Entry<'a>,
    form: Form,
    keys: &[&str],
    place: Place,
) -> Outcome<(Formula, Option<Object<'a>>)> {
    if form == Form::Newer && entry.is_text() {
        return Ok((formula::newer(reader, entry, place)?, None));
    }
    if entry.is_text() {
        // Says how to write a pattern.
        entry.only_key()?;
    }
    let object = entry.object()?;
    let formula = match form {
        Form::Older => {
            if let Some(stray) = object.entries().find(|entry| formula::is_condition(entry.key)) {
                return Err(stray.fault("this must be directly under `patterns`"));
            }
            reader.known_keys(object, &[OLDER.as_slice(), keys].concat());
            formula::older(reader, formula::only_operator(object, &OLDER)?, place)?
        }
        Form::Newer => {
            let older = |key: &str| key.starts_with("pattern-") || key == "patterns" || formula::is_condition(key);
            if let Some(stray) = object.entries().find(|entry| older(entry.key)) {
                return Err(formula::not_of_newer(stray));
            }
            reader.known_keys(object, &[NEWER.as_slice(), &["where", "as", "fix"], keys].concat());
            formula::newer_of(reader, object, place)?
        }
    };
    Ok((formula, Some(object)))
}

fn source(reader: &mut Reader, entry: Entry<'_>, form: Form, place: Place) -> Outcome<TaintSource> {
    let keys = ["label", "requires", "exact", "by-side-effect", "control"];
    let (formula, object) = item(reader, entry, form, &keys, place)?;
    let mut source = TaintSource {
        formula,
        label: None,
        requires: None,
        exact: false,
        by_side_effect: SideEffect::No,
        control: false,
    };
    if let Some(object) = object {
        source.label = label(object)?;
        source.requires = requires(object)?;
        source.exact = object.flag("exact", false)?;
        source.control = object.flag("control", false)?;
        if let Some(entry) = object.get("by-side-effect") {
            source.by_side_effect = side_effect(entry)?;
        }
    }
    Ok(source)
}

fn side_effect(entry: Entry<'_>) -> Outcome<SideEffect> {
    if entry.is_text() && entry.string()? == "only" {
        return Ok(SideEffect::Only);
    }
    match entry.boolean() {
        Ok(true) => Ok(SideEffect::Yes),
        Ok(false) => Ok(SideEffect::No),
        Err(_) => Err(entry.fault("one of `true`, `false` and `only` is expected")),
    }
}

fn sink(reader: &mut Reader, entry: Entry<'_>, form: Form, place: Place) -> Outcome<TaintSink> {
    let (formula, object) = item(reader, entry, form, &["requires", "exact", "at-exit"], place)?;
    let mut sink = TaintSink {
        formula,
        requires: None,
        exact: true,
        at_exit: false,
    };
    if let Some(object) = object {
        sink.requires = requires(object)?;
        sink.exact = object.flag("exact", true)?;
        sink.at_exit = object.flag("at-exit", false)?;
    }
    Ok(sink)
}

fn sanitizer(reader: &mut Reader, entry: Entry<'_>, form: Form, place: Place) -> Outcome<TaintSanitizer> {
    let not_conflicting = match form {
        Form::Older => "not_conflicting",
        Form::Newer => "not-conflicting",
    };
    let (formula, object) = item(
        reader,
        entry,
        form,
        &["exact", "by-side-effect", not_conflicting],
        place,
    )?;
    let flag = |name| object.map_or(Ok(false), |object| object.flag(name, false));
    Ok(TaintSanitizer {
        formula,
        exact: flag("exact")?,
        by_side_effect: flag("by-side-effect")?,
        not_conflicting: flag(not_conflicting)?,
    })
}

fn propagator(reader: &mut Reader, entry: Entry<'_>, form: Form, place: Place) -> Outcome<TaintPropagator> {
    let object = entry.object()?;
    let end = |reader: &mut Reader, name: &str| match object.get(name) {
        Some(entry) => reader.metavariable(entry, place.target),
        None => Err(object.fault(format!(
            "a propagator needs the key `{name}`, a metavariable of its pattern"
        ))),
    };
    let (from, to) = (end(reader, "from")?, end(reader, "to")?);
    let keys = ["from", "to", "requires", "label", "replace-labels", "by-side-effect"];
    let (formula, _) = item(reader, entry, form, &keys, place)?;
    Ok(TaintPropagator {
        formula,
        from,
        to,
        requires: requires(object)?,
        label: label(object)?,
        replace_labels: object.get("replace-labels").map(Entry::strings).transpose()?,
        by_side_effect: object.flag("by-side-effect", true)?,
    })
}

fn label(object: Object<'_>) -> Outcome<Option<String>> {
    let Some(entry) = object.get("label") else {
        return Ok(None);
    };
    let label = entry.string()?;
    let is_name = label.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_name || matches!(label, "and" | "or" | "not" | "True" | "False") {
        return Err(entry.fault(format!(
            "`{}` is no label: write letters, digits and `_`, starting with a letter",
            shown(label)
        )));
    }
    Ok(Some(label.to_owned()))
}

fn requires(object: Object<'_>) -> Outcome<Option<String>> {
    let Some(entry) = object.get("requires") else {
        return Ok(None);
    };
    let expression = entry.string()?;
    labels::check(expression).map_err(|why| {
        entry.fault(format!(
            "this is not a Boolean expression over labels: {why}; write labels, `and`, `or`, `not` and parentheses"
        ))
    })?;
    Ok(Some(expression.to_owned()))
}

#[cfg(test)]
mod tests;
