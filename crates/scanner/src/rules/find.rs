//! Rules by identifier, and the nearest one to a mistyped identifier.

use secrets::Kind;

use super::{Planned, Rule, StructuralRule, document};

/// What an identifier stands for.
#[derive(Debug, Clone)]
pub enum RuleRef<'a> {
    /// A pattern rule.
    Pattern(&'a Rule),
    /// A structural rule. A pattern rule may have the same identifier, for texts that cannot be parsed.
    Structural(&'a StructuralRule),
    /// A kind of credential.
    Secret(&'static Kind),
    /// The identifier of a pattern rule of earlier sets, which these kinds of credentials replace.
    Alias {
        /// The identifier, such as `GEN-006`.
        id: &'static str,
        /// The kinds, in the order of their table.
        kinds: Vec<&'static Kind>,
    },
    /// A rule that is not there yet.
    Planned(&'a Planned),
}

impl RuleRef<'_> {
    /// The identifier in its canonical spelling.
    pub fn id(&self) -> &str {
        match self {
            RuleRef::Pattern(rule) => &rule.id,
            RuleRef::Structural(rule) => &rule.id,
            RuleRef::Secret(kind) => &kind.id,
            RuleRef::Alias { id, .. } => id,
            RuleRef::Planned(planned) => &planned.id,
        }
    }

    /// The page of the rule in Markdown.
    pub fn markdown(&self) -> String {
        match self {
            RuleRef::Pattern(rule) => document::of_rule(rule),
            RuleRef::Structural(rule) => document::of_structural(rule),
            RuleRef::Secret(kind) => document::of_kind(kind),
            RuleRef::Alias { id, kinds } => document::of_alias(id, kinds),
            RuleRef::Planned(planned) => document::of_planned(planned),
        }
    }
}

/// An identifier that no rule has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rule is called `{id}`{}", suggestion.as_ref().map_or_else(String::new, |id| format!("; did you mean `{id}`?")))]
pub struct UnknownRule {
    /// The identifier as given.
    pub id: String,
    /// The nearest identifier that exists, when one is near.
    pub suggestion: Option<String>,
}

/// The nearest of some names, the first in order among equals. One change away, or two when the name is long: two digits
/// of a short identifier make it another one.
pub(super) fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let wanted: Vec<char> = wanted.chars().take(60).flat_map(char::to_lowercase).collect();
    let most = if wanted.len() < 10 { 1 } else { 2 };
    names
        .map(|name| {
            (
                distance(&wanted, &name.to_lowercase().chars().collect::<Vec<_>>()),
                name,
            )
        })
        .filter(|(distance, _)| *distance <= most)
        .min()
        .map(|(_, name)| name.to_owned())
}

/// Levenshtein's distance.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_name_is_one_or_two_changes_away() {
        let names = ["PY-001", "PY-010", "GO-001", "github-classic"];
        let near = |wanted| nearest(wanted, names.into_iter());
        assert_eq!(near("py-01"), Some("PY-001".into()));
        assert_eq!(near("PY001"), Some("PY-001".into()));
        assert_eq!(near("gihub-clasic"), Some("github-classic".into()));
        assert_eq!(near("ZZZZ-999"), None);
        assert_eq!(near("PY-099"), None);
    }
}
