//! `options`: a table of names.

use super::problem::{Outcome, shown};
use super::read::{Entry, Object, Reader};
use crate::rule::{CommentStyle, GenericEngine, Options};

/// A Boolean of [`Options`].
type Switch = fn(&mut Options) -> &mut bool;

#[rustfmt::skip]
const SWITCHES: &[(&str, Switch)] = &[
    ("constant_propagation", |o| &mut o.constant_propagation),
    ("symbolic_propagation", |o| &mut o.symbolic_propagation),
    ("ac_matching", |o| &mut o.ac_matching),
    ("commutative_boolop", |o| &mut o.commutative_boolop),
    ("symmetric_eq", |o| &mut o.symmetric_eq),
    ("commutative_compop", |o| &mut o.symmetric_eq),
    ("vardef_assign", |o| &mut o.vardef_assign),
    ("flddef_assign", |o| &mut o.flddef_assign),
    ("attr_expr", |o| &mut o.attr_expr),
    ("unify_ids_strictly", |o| &mut o.unify_ids_strictly),
    ("arrow_is_function", |o| &mut o.arrow_is_function),
    ("let_is_var", |o| &mut o.let_is_var),
    ("go_deeper_expr", |o| &mut o.go_deeper_expr),
    ("go_deeper_stmt", |o| &mut o.go_deeper_stmt),
    ("implicit_deep_exprstmt", |o| &mut o.implicit_deep_exprstmt),
    ("implicit_ellipsis", |o| &mut o.implicit_ellipsis),
    ("xml_singleton_loose_matching", |o| &mut o.xml_singleton_loose_matching),
    ("xml_attrs_implicit_ellipsis", |o| &mut o.xml_attrs_implicit_ellipsis),
    ("xml_children_ordered", |o| &mut o.xml_children_ordered),
    ("decorators_order_matters", |o| &mut o.decorators_order_matters),
    ("implicit_return", |o| &mut o.implicit_return),
    ("generic_multiline", |o| &mut o.generic.multiline),
    ("generic_caseless", |o| &mut o.generic.caseless),
];

/// What an option holds that is kept as written.
enum Kept {
    Switch,
    Number,
    OneOf(&'static [&'static str]),
}

/// The options that are kept as written, with the name they are kept under.
const KEPT: &[(&str, &str, Kept)] = &[
    ("interfile", "interfile", Kept::Switch),
    ("taint_intrafile", "taint_intrafile", Kept::Switch),
    ("guarded_taint_signatures", "guarded_taint_signatures", Kept::Switch),
    ("taint_focus_on", "taint_focus_on", Kept::OneOf(&["sink", "source"])),
    ("taint_match_on", "taint_focus_on", Kept::OneOf(&["sink", "source"])),
    ("taint_unify_mvars", "taint_unify_mvars", Kept::Switch),
    (
        "taint_assume_safe_functions",
        "taint_assume_safe_functions",
        Kept::Switch,
    ),
    ("taint_assume_safe_indexes", "taint_assume_safe_indexes", Kept::Switch),
    (
        "taint_assume_safe_comparisons",
        "taint_assume_safe_comparisons",
        Kept::Switch,
    ),
    ("taint_assume_safe_booleans", "taint_assume_safe_booleans", Kept::Switch),
    ("taint_assume_safe_numbers", "taint_assume_safe_numbers", Kept::Switch),
    (
        "taint_only_propagate_through_assignments",
        "taint_only_propagate_through_assignments",
        Kept::Switch,
    ),
    ("taint_fixpoint_timeout", "taint_fixpoint_timeout", Kept::Number),
    ("timeout", "timeout", Kept::Number),
    ("dynamic_timeout", "dynamic_timeout", Kept::Switch),
    ("dynamic_timeout_unit_kb", "dynamic_timeout_unit_kb", Kept::Number),
    (
        "dynamic_timeout_max_multiplier",
        "dynamic_timeout_max_multiplier",
        Kept::Number,
    ),
    (
        "cpp_parsing_pref",
        "cpp_parsing_pref",
        Kept::OneOf(&["as_vardef_with_ctor", "as_fundef"]),
    ),
];

pub(super) fn options(reader: &mut Reader, object: Object<'_>) -> Outcome<Options> {
    let mut options = Options::default();
    for entry in object.entries() {
        if let Some((_, switch)) = SWITCHES.iter().find(|(name, _)| *name == entry.key) {
            *switch(&mut options) = entry.boolean()?;
        } else if let Some((_, name, kept)) = KEPT.iter().find(|(name, ..)| *name == entry.key) {
            if *name == "guarded_taint_signatures" && entry.boolean()? {
                reader.warn(
                    entry.fault("this option has no effect: conditions of callees are not computed with arguments"),
                );
            }
            options.taint.push(((*name).to_owned(), kept.value(entry)?));
        } else {
            other(reader, &mut options, entry)?;
        }
    }
    Ok(options)
}

impl Kept {
    fn value(&self, entry: Entry<'_>) -> Outcome<serde_json::Value> {
        Ok(match self {
            Kept::Switch => entry.boolean()?.into(),
            Kept::Number => {
                let number = entry.node.to_json();
                if !number.as_f64().is_some_and(|number| number >= 0.0) {
                    return Err(entry.fault("a number from 0 is expected"));
                }
                number
            }
            Kept::OneOf(names) => one_of(entry, names)?.into(),
        })
    }
}

fn one_of<'a>(entry: Entry<'a>, names: &[&str]) -> Outcome<&'a str> {
    let name = entry.string()?;
    if !names.contains(&name) {
        return Err(entry.fault(format!("`{}` is none of: {}", shown(name), names.join(", "))));
    }
    Ok(name)
}

/// The options that have a type of their own.
fn other(reader: &mut Reader, options: &mut Options, entry: Entry<'_>) -> Outcome<()> {
    let generic = &mut options.generic;
    match entry.key {
        "max_match_per_file" => options.max_match_per_file = Some(entry.count()?),
        "generic_engine" => {
            generic.engine = match one_of(entry, &["spacegrep", "aliengrep"])? {
                "aliengrep" => GenericEngine::Aliengrep,
                _ => GenericEngine::Spacegrep,
            }
        }
        "generic_ellipsis_max_span" => generic.ellipsis_max_span = entry.count()?,
        "generic_comment_style" => {
            generic.comment_style = Some(match one_of(entry, &["c", "cpp", "shell"])? {
                "c" => CommentStyle::C,
                "cpp" => CommentStyle::Cpp,
                _ => CommentStyle::Shell,
            });
        }
        "generic_braces" => generic.braces = Some(braces(entry)?),
        "generic_extra_braces" => generic.extra_braces = braces(entry)?,
        "generic_extra_word_characters" => {
            generic.extra_word_characters = entry.items()?.map(one_byte).collect::<Outcome<_>>()?;
        }
        _ => reader.warn(entry.fault("this option is unknown and has no effect: check its spelling")),
    }
    Ok(())
}

fn braces(entry: Entry<'_>) -> Outcome<Vec<(u8, u8)>> {
    entry
        .items()?
        .map(|pair| {
            let ends: Vec<u8> = pair.items()?.map(one_byte).collect::<Outcome<_>>()?;
            match ends.as_slice() {
                [open, close] => Ok((*open, *close)),
                _ => Err(pair.fault("a pair is expected: `[open, close]`")),
            }
        })
        .collect()
}

fn one_byte(entry: Entry<'_>) -> Outcome<u8> {
    match entry.string()?.as_bytes() {
        [byte] => Ok(*byte),
        _ => Err(entry.fault("a text of one byte is expected")),
    }
}

#[cfg(test)]
mod tests;
