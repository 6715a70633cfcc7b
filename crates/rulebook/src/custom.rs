//! Rules that people write.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use domain::Error;
use scanner::{Definition, RuleSet};
use store::catalogue::{Put, RuleEntry};
use untrusted_text::safe_text;

use crate::defaults;

/// Characters of an error that lists what is wrong with a rule.
const PROBLEM_CHARS: usize = 2_000;

/// Whether the program brings a pattern rule with this id.
pub fn is_builtin(id: &str) -> bool {
    RuleSet::embedded().pattern(id).is_some_and(|rule| rule.id == id)
}

/// Whether the part of an id before the first `-` is one that the program uses: new rules and checklist items may not take it,
/// so that a later version can.
pub fn is_reserved(id: &str) -> bool {
    static PREFIXES: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
        let set = RuleSet::embedded();
        let rules = Definition::shipped_digests().map(|(id, _)| id);
        let planned = set.planned().iter().map(|planned| planned.id.as_str());
        let items = defaults::items().iter().map(|item| item.id.as_str());
        // Kinds of credentials, and hygiene of dependencies.
        let others = ["CRED", "DEP"];
        rules.chain(planned).chain(items).chain(others).map(prefix).collect()
    });
    PREFIXES.contains(prefix(id))
}

fn prefix(id: &str) -> &str {
    id.split('-').next().unwrap_or(id)
}

/// Reads the text of one rule under the same rules as a file of rules, and brings it into the form in which it is stored: the
/// text of an unchanged default gives the default.
///
/// # Errors
///
/// [`Error::Invalid`] naming every problem with its field. A new rule may not take a prefix of the program; no rule may take the
/// id of a kind of credential or of a rule to come.
pub fn read_rule(toml: &str, put: Put) -> Result<RuleEntry, Error> {
    let invalid = |problem: &str| Error::invalid(safe_text(problem, PROBLEM_CHARS).to_string());
    let definition = Definition::parse("rule", toml).map_err(|error| invalid(&error.to_string()))?;
    let id = &definition.id;
    let shipped = RuleSet::embedded();
    if shipped.pattern(id).is_none() && shipped.get(id).is_some() {
        return Err(invalid(&format!(
            "rule {id}: the program uses this id for something else: choose a prefix of your own, such as `ACME-001`"
        )));
    }
    if put == Put::Create && is_reserved(id) {
        return Err(invalid(&format!(
            "rule {id}: `{}` is a prefix of the program: choose one of your own, such as `ACME-001`",
            prefix(id)
        )));
    }
    Ok(defaults::entry(definition))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(id: &str) -> String {
        format!("[[rules]]\nid = '{id}'\ntitle = 'Title'\nseverity = 'low'\npattern = 'abc'\nfix = 'Stop.'\n")
    }

    #[test]
    fn a_new_rule_may_not_take_a_prefix_of_the_program() {
        for id in ["PY-999", "GEN-999", "CRED-9999", "SC-77", "API-99", "DEP-010"] {
            let error = read_rule(&rule(id), Put::Create).unwrap_err().to_string();
            assert!(error.contains("is a prefix of the program"), "{error}");
        }
        assert_eq!(read_rule(&rule("ACME-001"), Put::Create).unwrap().id, "ACME-001");
    }

    #[test]
    fn a_rule_that_is_there_may_keep_its_prefix() {
        assert!(read_rule(&rule("PY-010"), Put::Replace).is_ok());
        for id in ["CRED-101", "GEN-006"] {
            let error = read_rule(&rule(id), Put::Replace).unwrap_err().to_string();
            assert!(error.contains("for something else"), "{error}");
        }
    }

    #[test]
    fn an_unchanged_default_in_another_layout_is_the_default() {
        let shipped = defaults::shipped().rules.remove(0);
        let layout = shipped.definition.replace("[[rules]]", "# a comment\n\n[[ rules ]]");
        assert_eq!(read_rule(&layout, Put::Replace).unwrap(), shipped);
        assert!(is_builtin(&shipped.id) && !is_builtin("ACME-001") && !is_builtin("CRED-101"));
    }

    #[test]
    fn every_problem_of_a_rule_is_told() {
        let error = read_rule(
            "[[rules]]\nid = 'ACME-001'\nseverity = 'bad'\npattern = '('\n",
            Put::Create,
        );
        let error = error.unwrap_err().to_string();
        for field in ["title", "severity", "pattern", "fix"] {
            assert!(error.contains(&format!("field `{field}`")), "{error}");
        }
    }
}
