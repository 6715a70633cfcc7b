//! What a rule looks for, in both forms of the syntax: the older one (`patterns`, `pattern-either`, …) and the newer one (`match`, `all`,
//! `any`, …). The two do not mix.

use super::conditions;
use super::problem::{Fault, Outcome, shown};
use super::read::{Entry, Object, Reader};
use crate::rule::{Condition, Conjunction, Formula, Target};

/// How deep formulas may be nested.
const MAX_DEPTH: usize = 100;

/// The operators that may stand at the level of a rule, of a taint item and of `metavariable-pattern`.
pub(super) const OLDER: [&str; 4] = ["pattern", "patterns", "pattern-either", "pattern-regex"];
/// The operators of the newer form.
pub(super) const NEWER: [&str; 7] = ["pattern", "regex", "all", "any", "not", "inside", "anywhere"];
/// What a formula of the newer form may have beside its operator.
const BESIDE: [&str; 3] = ["where", "as", "fix"];

/// Where a formula stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    depth: usize,
    /// Inside `metavariable-pattern` the whole content is there to start from, so negations alone are enough.
    negations_suffice: bool,
    /// What its patterns are read as.
    pub(super) target: Target,
}

impl Place {
    /// The formula of a rule or of a taint item.
    pub(super) fn top(target: Target) -> Self {
        Self {
            depth: 0,
            negations_suffice: false,
            target,
        }
    }

    /// The formula of a condition, on the content of a metavariable.
    pub(super) fn of_content(self, language: Option<Target>) -> Self {
        Self {
            negations_suffice: true,
            target: language.unwrap_or(self.target),
            ..self
        }
    }

    fn deeper(self, entry: Entry<'_>) -> Outcome<Self> {
        if self.depth >= MAX_DEPTH {
            return Err(entry.fault(format!(
                "the formula is nested deeper than {MAX_DEPTH} levels: flatten it"
            )));
        }
        Ok(Self {
            depth: self.depth + 1,
            ..self
        })
    }
}

/// The operator of an object that must have exactly one of some.
pub(super) fn only_operator<'a>(object: Object<'a>, operators: &[&str]) -> Outcome<Entry<'a>> {
    let mut found = object.entries().filter(|entry| operators.contains(&entry.key));
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err(object.fault(format!(
            "there is nothing to look for: write one of {}",
            operators.join(", ")
        ))),
        (Some(first), Some(second)) => Err(second.fault(format!(
            "only one of {} may stand here; `{}` is there too",
            operators.join(", "),
            first.key
        ))),
    }
}

fn pattern(reader: &Reader, entry: Entry<'_>, place: Place) -> Outcome<Formula> {
    let text = entry.text()?;
    if reader.only_regexes {
        return Err(entry.fault("a rule for `regex` may hold no `pattern`: use `pattern-regex`"));
    }
    if place.target == Target::Regex {
        return Err(entry.fault("the language `regex` has no patterns: use `pattern-regex`"));
    }
    if text.text.trim().is_empty() {
        return Err(entry.fault("the pattern is empty"));
    }
    Ok(Formula::Pattern(text))
}

/// A text that stands where a formula may: a pattern; in a rule for `regex`, which has none, a regular expression.
fn plain(reader: &Reader, entry: Entry<'_>, place: Place) -> Outcome<Formula> {
    if reader.only_regexes {
        return Ok(Formula::Regex(entry.text()?));
    }
    pattern(reader, entry, place)
}

/// A formula of the older form from its operator.
pub(super) fn older(reader: &mut Reader, operator: Entry<'_>, place: Place) -> Outcome<Formula> {
    let place = place.deeper(operator)?;
    match operator.key {
        "pattern" => pattern(reader, operator, place),
        "pattern-regex" => Ok(Formula::Regex(operator.text()?)),
        "patterns" => Ok(Formula::All(Box::new(patterns(reader, operator, place)?))),
        "pattern-either" => {
            let mut members = Vec::new();
            for item in operator.items()? {
                members.push(older(reader, item.only_key()?, place)?);
            }
            Ok(Formula::Any(members))
        }
        "pattern-inside" => Ok(Formula::Inside(Box::new(operand(reader, operator, place)?))),
        "semgrep-internal-pattern-anywhere" => Ok(Formula::Anywhere(Box::new(operand(reader, operator, place)?))),
        "pattern-not" | "pattern-not-inside" | "pattern-not-regex" => {
            Err(operator.fault("only negate directly inside `patterns` or `all`"))
        }
        _ if is_condition(operator.key) => Err(operator.fault("this must be directly under `patterns`")),
        "pattern-where-python" => {
            Err(operator.fault("`pattern-where-python` is deprecated: use `metavariable-comparison`"))
        }
        key if NEWER.contains(&key) => Err(operator.fault(format!(
            "`{key}` belongs to the newer form, which starts at `match`: here write {}",
            older_name(key)
        ))),
        key => Err(operator.fault(format!("unknown operator `{}`", shown(key)))),
    }
}

fn older_name(newer: &str) -> &'static str {
    match newer {
        "regex" => "`pattern-regex`",
        "all" => "`patterns`",
        "any" => "`pattern-either`",
        "inside" => "`pattern-inside`",
        "anywhere" => "`semgrep-internal-pattern-anywhere`",
        _ => "`pattern-not` under `patterns`",
    }
}

fn newer_name(older: &str) -> Option<&'static str> {
    Some(match older {
        "pattern-regex" => "`regex: …`",
        "patterns" => "`all: …`",
        "pattern-either" => "`any: …`",
        "pattern-not" => "`not: …`",
        "pattern-inside" => "`inside: …`",
        "pattern-not-inside" => "`not: {inside: …}`",
        "pattern-not-regex" => "`not: {regex: …}`",
        "semgrep-internal-pattern-anywhere" => "`anywhere: …`",
        "focus-metavariable" => "`where: [{focus: …}]`",
        _ if is_condition(older) => "an item of `where`",
        _ => return None,
    })
}

/// Whether a key of the older form is a condition or a focus.
pub(super) fn is_condition(key: &str) -> bool {
    key.starts_with("metavariable-") || matches!(key, "focus-metavariable" | "semgrep-internal-metavariable-name")
}

/// The operand of `pattern-inside` and the like: a pattern, or one operator.
fn operand(reader: &mut Reader, entry: Entry<'_>, place: Place) -> Outcome<Formula> {
    if entry.is_text() {
        plain(reader, entry, place)
    } else {
        entry.object()?;
        older(reader, entry.only_key()?, place)
    }
}

fn patterns(reader: &mut Reader, entry: Entry<'_>, place: Place) -> Outcome<Conjunction> {
    let mut all = Conjunction::default();
    let items = entry.items()?;
    if items.len() == 0 {
        return Err(entry.fault("the list is empty: name at least one pattern"));
    }
    for item in items {
        let member = item.only_key()?;
        match member.key {
            "pattern-not" => all.negatives.push(operand(reader, member, place)?),
            "pattern-not-inside" => all
                .negatives
                .push(Formula::Inside(Box::new(operand(reader, member, place)?))),
            "pattern-not-regex" => all.negatives.push(Formula::Regex(member.text()?)),
            "focus-metavariable" => all.focus.push(conditions::focus(reader, member, place)?),
            key if is_condition(key) => all.conditions.push(conditions::older(reader, member, place)?),
            _ => all.positives.push(older(reader, member, place)?),
        }
    }
    with_positive(all, entry, place)
}

fn with_positive(all: Conjunction, entry: Entry<'_>, place: Place) -> Outcome<Conjunction> {
    if all.positives.is_empty() && !place.negations_suffice {
        return Err(
            entry.fault("at least one positive term is needed, not only negations or conditions: add a `pattern`")
        );
    }
    Ok(all)
}

/// A formula of the newer form: a pattern, or a mapping.
pub(super) fn newer(reader: &mut Reader, entry: Entry<'_>, place: Place) -> Outcome<Formula> {
    if entry.is_text() {
        return plain(reader, entry, place);
    }
    let object = entry.object()?;
    for key in object.entries() {
        if !NEWER.contains(&key.key) && !BESIDE.contains(&key.key) {
            return Err(not_of_newer(key));
        }
    }
    newer_of(reader, object, place)
}

/// Says that a key is none of the newer form.
pub(super) fn not_of_newer(key: Entry<'_>) -> Fault {
    match newer_name(key.key) {
        Some(name) => key.fault(format!("`{}` belongs to the older form: here write {name}", key.key)),
        None => key.fault(format!(
            "unknown key of a formula; known are: {}, {}",
            NEWER.join(", "),
            BESIDE.join(", ")
        )),
    }
}

/// A formula of the newer form in an object that may hold more.
pub(super) fn newer_of(reader: &mut Reader, object: Object<'_>, place: Place) -> Outcome<Formula> {
    let operator = only_operator(object, &NEWER)?;
    let place = place.deeper(operator)?;
    let formula = match operator.key {
        "all" => Formula::All(Box::new(all(reader, operator, place)?)),
        "any" => {
            let mut members = Vec::new();
            for item in operator.items()? {
                members.push(newer(reader, item, place)?);
            }
            Formula::Any(members)
        }
        "regex" => Formula::Regex(operator.text()?),
        "inside" => Formula::Inside(Box::new(newer(reader, operator, place)?)),
        "anywhere" => Formula::Anywhere(Box::new(newer(reader, operator, place)?)),
        "not" => return Err(operator.fault("only negate directly inside `patterns` or `all`: write `all: [{not: …}]`")),
        _ => pattern(reader, operator, place)?,
    };
    let (r#where, r#as, fix) = (object.get("where"), object.get("as"), object.get("fix"));
    if r#where.is_none() && r#as.is_none() && fix.is_none() {
        return Ok(formula);
    }
    let mut narrowed = match formula {
        Formula::All(all) => *all,
        other => Conjunction {
            positives: vec![other],
            ..Conjunction::default()
        },
    };
    if let Some(items) = r#where {
        for item in items.items()? {
            match conditions::newer(reader, item, place)? {
                conditions::Item::Focus(names) => narrowed.focus.push(names),
                conditions::Item::Condition(condition) => narrowed.conditions.push(condition),
            }
        }
    }
    narrowed.bind_as = r#as.map(|name| reader.metavariable(name, place.target)).transpose()?;
    narrowed.fix = fix
        .map(|fix| fix.string().map(|fix| fix.trim().to_owned()))
        .transpose()?;
    Ok(Formula::All(Box::new(narrowed)))
}

fn all(reader: &mut Reader, entry: Entry<'_>, place: Place) -> Outcome<Conjunction> {
    let mut all = Conjunction::default();
    let items = entry.items()?;
    if items.len() == 0 {
        return Err(entry.fault("the list is empty: name at least one pattern"));
    }
    for item in items {
        let negated = if item.is_text() {
            None
        } else {
            item.object()?.get("not")
        };
        match negated {
            None => all.positives.push(newer(reader, item, place)?),
            Some(negated) => {
                if let Some(other) = item.object()?.entries().find(|entry| entry.key != "not") {
                    return Err(other.fault(format!(
                        "`{}` cannot stand beside `not`: write it in the formula that is negated, or as an item of its own",
                        shown(other.key)
                    )));
                }
                all.negatives.push(newer(reader, negated, place.deeper(negated)?)?);
            }
        }
    }
    with_positive(all, entry, place)
}

/// The condition that a formula holds in the content of a metavariable.
pub(super) fn in_content(metavariable: String, language: Option<Target>, formula: Formula) -> Condition {
    Condition::Pattern {
        metavariable,
        language,
        formula,
    }
}

#[cfg(test)]
mod tests;
