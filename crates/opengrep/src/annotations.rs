//! Rule tests: which files belong together, and what the comments of a target expect.

/// What a comment expects of the line below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The line it speaks of, from 1: the one after the comment, whatever it holds.
    pub line: usize,
    /// What is expected.
    pub kind: AnnotationKind,
    /// Of which rules; at least one.
    pub ids: Vec<String>,
}

/// What is expected of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnnotationKind {
    /// `ruleid`: a finding.
    RuleId,
    /// `ok`: none.
    Ok,
    /// `todoruleid`: a finding that is missing; reporting it fails the test.
    TodoRuleId,
    /// `todook`: a finding that should not be there and is.
    TodoOk,
}

/// What starts a comment, and what ends it when it is not the end of the line.
const COMMENTS: &[(&str, Option<&str>)] = &[
    ("#", None),
    ("//", None),
    (";;", None),
    ("'", None),
    ("<!--", Some("-->")),
    ("(*", Some("*)")),
    ("{/*", Some("*/}")),
    ("/*", Some("*/")),
];

const KEYWORDS: &[(&str, AnnotationKind)] = &[
    ("ruleid:", AnnotationKind::RuleId),
    ("ok:", AnnotationKind::Ok),
    ("todoruleid:", AnnotationKind::TodoRuleId),
    ("todook:", AnnotationKind::TodoOk),
];

/// The annotations of a text, in order. Comments of other engines (`proruleid:`, `ruleid: deepok: id`) and comments with more than ids
/// are none.
pub fn annotations(text: &str) -> Vec<Annotation> {
    let lines = text.lines().enumerate();
    let found = lines.filter_map(|(index, line)| {
        let (kind, ids) = annotation(line.trim())?;
        Some(Annotation {
            line: index + 2,
            kind,
            ids,
        })
    });
    found.collect()
}

fn annotation(line: &str) -> Option<(AnnotationKind, Vec<String>)> {
    let (opening, close) = COMMENTS.iter().find(|(opening, _)| line.starts_with(opening))?;
    let comment = line[opening.len()..].trim();
    let (keyword, kind) = KEYWORDS.iter().find(|(keyword, _)| comment.starts_with(keyword))?;
    let list = &comment[keyword.len()..];
    let list = close.and_then(|close| list.strip_suffix(close)).unwrap_or(list);
    let ids: Vec<_> = list.split(',').map(|id| id.trim().to_owned()).collect();
    let plain = |id: &String| !id.is_empty() && !id.contains(|c: char| c.is_whitespace() || c == ':');
    ids.iter().all(plain).then_some((*kind, ids))
}

/// True for the name of a file of rules: YAML that is not a target or the expected result of a fix.
pub fn is_rule_file(name: &str) -> bool {
    let Some(stem) = name.strip_suffix(".yaml").or_else(|| name.strip_suffix(".yml")) else {
        return false;
    };
    !stem.ends_with(".test") && !stem.ends_with(".test.fixed")
}

/// The names of a folder that the rules of a file in it are tested on, in the order given: `r.py`, `r.test.py` and `r` for `r.yaml`.
pub fn targets_of(rule_file: &str, names_in_folder: &[String]) -> Vec<String> {
    let stem = rule_file.rsplit_once('.').map_or(rule_file, |(stem, _)| stem);
    let is_target = |name: &&String| {
        let (bare, extensions) = split_extensions(name);
        bare == stem && *name != rule_file && !extensions.split('.').any(|part| part == "fixed")
    };
    names_in_folder.iter().filter(is_target).cloned().collect()
}

/// The name of the file that a target must be equal to when all fixes are applied: `r.fixed.test.py` for `r.test.py`.
pub fn fixed_target(target: &str) -> String {
    match split_extensions(target) {
        (bare, "") => format!("{bare}.fixed"),
        (bare, extensions) => format!("{bare}.fixed.{extensions}"),
    }
}

/// A name without all its extensions, and these. A dot at the start is part of the name.
fn split_extensions(name: &str) -> (&str, &str) {
    let hidden = usize::from(name.starts_with('.'));
    match name[hidden..].find('.') {
        Some(dot) => (&name[..hidden + dot], &name[hidden + dot + 1..]),
        None => (name, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::{Annotation, AnnotationKind, annotations, fixed_target, is_rule_file, targets_of};

    #[test]
    fn an_annotation_speaks_of_the_very_next_line() {
        let text = "# ruleid: ra\n# ruleid: rb, rc\nf()\n\n  // ok: ra\n";
        let expected = [
            (2, AnnotationKind::RuleId, &["ra"][..]),
            (3, AnnotationKind::RuleId, &["rb", "rc"]),
            (6, AnnotationKind::Ok, &["ra"]),
        ];
        let expected = expected.map(|(line, kind, ids)| Annotation {
            line,
            kind,
            ids: ids.iter().map(ToString::to_string).collect(),
        });
        assert_eq!(annotations(text), expected);
    }

    #[test]
    fn comments_of_many_languages_annotate() {
        for line in [
            "# ruleid: a", "#ruleid:a", "\t//   ruleid: a  ", ";; ruleid: a", "' ruleid: a", "<!-- ruleid: a -->",
            "<!-- ruleid: a-->", "(* ruleid: a *)", "/* ruleid: a */", "/* ruleid: a", "{/* ruleid: a */}",
        ] {
            let found = annotations(line);
            assert_eq!(found.len(), 1, "{line}");
            assert_eq!(
                (found[0].kind, &found[0].ids[..]),
                (AnnotationKind::RuleId, &["a".to_owned()][..]),
                "{line}"
            );
        }
        for (keyword, kind) in [
            ("ok", AnnotationKind::Ok),
            ("todook", AnnotationKind::TodoOk),
            ("todoruleid", AnnotationKind::TodoRuleId),
        ] {
            assert_eq!(annotations(&format!("# {keyword}: a-b.c"))[0].kind, kind);
        }
    }

    #[test]
    fn other_comments_do_not() {
        for line in [
            "-- ruleid: a", "; ruleid: a", "% ruleid: a", "## ruleid: a", "* ruleid: a", "# RULEID: a",
            "f() # ruleid: a", "# ruleid: a b", "# ruleid: a because", "# ruleid:", "# ruleid: a, ", "# ruleid a",
            "# proruleid: a", "# deepok: a", "# ruleid: deepok: a", "# see ruleid: a", "/* ruleid: a */ f()",
        ] {
            assert_eq!(annotations(line), [], "{line}");
        }
    }

    #[test]
    fn rule_files_are_yaml_that_is_no_target() {
        for (name, expected) in [
            ("r.yaml", true),
            ("r.yml", true),
            ("r.x.yaml", true),
            ("test.yaml", true),
            ("r.test.yaml", false),
            ("r.test.yml", false),
            ("r.test.fixed.yaml", false),
            ("r.test.fixed.yml", false),
            ("r.json", false),
            ("yaml", false),
        ] {
            assert_eq!(is_rule_file(name), expected, "{name}");
        }
    }

    #[test]
    fn targets_have_the_name_of_the_rule_file_before_all_extensions() {
        let names = [
            "r.yaml", "r.py", "r.test.py", "r.a.b.py", "r.jsx", "r", "r.fixed.py", "r.fixed.test.py", "r.test.yaml",
            "rx.py", "r.x.py",
        ];
        let names = names.map(String::from);
        assert_eq!(
            targets_of("r.yaml", &names),
            ["r.py", "r.test.py", "r.a.b.py", "r.jsx", "r", "r.test.yaml", "r.x.py"]
        );
        assert_eq!(targets_of("r.x.yaml", &names), [""; 0]);
    }

    #[test]
    fn the_expected_result_of_fixes_stands_beside_the_target() {
        for (target, expected) in [
            ("r.py", "r.fixed.py"),
            ("r.test.py", "r.fixed.test.py"),
            ("r", "r.fixed"),
        ] {
            assert_eq!(fixed_target(target), expected);
        }
    }
}
