//! Comments that suppress findings.

/// Longer ones first: each is whole only when nothing is glued to it.
const MARKERS: [&str; 3] = ["noopengrep", "nosemgrep", "nosem"];

/// Which rules the comments at a finding suppress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suppression {
    /// Every rule.
    All,
    /// The rules with one of these ids, or whose id ends in `.` and one of them.
    Rules(Vec<String>),
}

impl Suppression {
    /// True when findings of the rule are suppressed. Case matters.
    pub fn covers(&self, rule_id: &str) -> bool {
        let names = |id: &String| {
            rule_id
                .strip_suffix(id.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        match self {
            Self::All => true,
            Self::Rules(ids) => ids.iter().any(names),
        }
    }
}

/// What the first line of a finding and the line before it suppress.
///
/// On the first line a marker counts wherever it stands, on the line before only when no letter or digit comes before it. When any
/// marker has ids, those without are ignored.
pub fn suppression(first_line: &str, line_before: Option<&str>) -> Option<Suppression> {
    let alone = |before: &str| !before.contains(char::is_alphanumeric);
    let on_first = markers(first_line).map(|(_, after)| after);
    let before = line_before
        .into_iter()
        .flat_map(markers)
        .filter(|(before, _)| alone(before))
        .map(|(_, after)| after);
    let mut found = false;
    let mut all_ids = Vec::new();
    for after in on_first.chain(before) {
        found = true;
        all_ids.extend(ids(after));
    }
    match found {
        false => None,
        true if all_ids.is_empty() => Some(Suppression::All),
        true => Some(Suppression::Rules(all_ids)),
    }
}

/// What stands before and after each marker of a line.
fn markers(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.char_indices().filter_map(move |(at, _)| {
        let (before, rest) = line.split_at(at);
        let starts = |marker: &&&str| {
            rest.get(..marker.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(marker))
        };
        let after = &rest[MARKERS.iter().find(starts)?.len()..];
        (!before.ends_with(is_word) && !after.starts_with(is_word)).then_some((before, after))
    })
}

/// The ids after a marker: `:` or `=`, then items with commas between them, of which the first word counts.
fn ids(after: &str) -> Vec<String> {
    let Some(list) = after.trim_start().strip_prefix([':', '=']) else {
        return Vec::new();
    };
    let words = list.split(',').filter_map(|item| item.split_whitespace().next());
    let ids = words
        .map(|word| word.trim_matches('"'))
        .filter(|id| id.contains(char::is_alphanumeric));
    ids.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{Suppression, suppression};

    fn rules(ids: &[&str]) -> Option<Suppression> {
        Some(Suppression::Rules(ids.iter().map(ToString::to_string).collect()))
    }

    #[test]
    fn on_the_first_line_a_marker_counts_wherever_it_stands() {
        for line in [
            "f() # nosem", "f() // NoSemGrep", "f() # noopengrep", "foo(\"nosem\")", "nosem", "f() # please nosem",
            "é # nosem",
        ] {
            assert_eq!(suppression(line, None), Some(Suppression::All), "{line}");
        }
        for line in [
            "f()", "f() # nosemantics", "f() # xnosem", "nosem_x", "_nosem", "nosem1", "nosemgrepper", "énosem",
        ] {
            assert_eq!(suppression(line, None), None, "{line}");
        }
    }

    #[test]
    fn on_the_line_before_nothing_but_marks_may_stand_before_it() {
        for line in ["# nosem", "  /* nosem */", "'nosem'", "<!-- nosem -->", "nosem"] {
            assert_eq!(suppression("f()", Some(line)), Some(Suppression::All), "{line}");
        }
        for line in ["x = 1 # nosem", "# please nosem", "1 # nosem", "é nosem"] {
            assert_eq!(suppression("f()", Some(line)), None, "{line}");
        }
    }

    #[test]
    fn ids_follow_a_colon_or_an_equals_sign_whatever_the_blanks() {
        for (line, expected) in [
            ("# nosem: rule-a", rules(&["rule-a"])),
            ("# nosem:rule-a", rules(&["rule-a"])),
            ("# nosem=rule-a", rules(&["rule-a"])),
            ("# nosem : rule-a", rules(&["rule-a"])),
            ("# nosem:  rule-a", rules(&["rule-a"])),
            ("# nosem: a, b.c ,d", rules(&["a", "b.c", "d"])),
            ("# nosem: a because, b", rules(&["a", "b"])),
            ("# nosem: \"a\"", rules(&["a"])),
            ("# nosem: 'a'", rules(&["'a'"])),
            ("/* nosem: a */", rules(&["a"])),
            ("/* nosem: */", Some(Suppression::All)),
            ("# nosem:", Some(Suppression::All)),
            ("# nosem because", Some(Suppression::All)),
            ("# nosem because: a", Some(Suppression::All)),
        ] {
            assert_eq!(suppression(line, None), expected, "{line}");
        }
    }

    #[test]
    fn markers_with_ids_win_over_those_without() {
        assert_eq!(suppression("f() # nosem: ruleb", Some("# nosem")), rules(&["ruleb"]));
        assert_eq!(suppression("f() # nosem", Some("# nosem: ruleb")), rules(&["ruleb"]));
        assert_eq!(suppression("f() # nosem: a", Some("# nosem: b")), rules(&["a", "b"]));
        assert_eq!(suppression("f() # nosem", Some("x # nosem: b")), Some(Suppression::All));
    }

    #[test]
    fn an_id_names_a_rule_by_its_whole_id_or_by_what_follows_a_dot() {
        for (id, covers) in [
            ("my.rule-a", true),
            ("rule-a", true),
            ("my", false),
            ("e-a", false),
            ("'rule-a'", false),
            ("Rule-a", false),
            ("x.my.rule-a", false),
        ] {
            assert_eq!(
                Suppression::Rules(vec![id.to_owned()]).covers("my.rule-a"),
                covers,
                "{id}"
            );
        }
        assert!(Suppression::All.covers("any"));
    }
}
