use domain::ProjectName;

use super::*;

/// What comes of a rule without code, in short.
fn tried(languages: &str, lines: &str) -> String {
    let proposal = CheckedRuleProposal {
        project: ProjectName::parse("shop").unwrap(),
        rule_id: "r".to_owned(),
        content: format!("id: r\nmessage: m\nseverity: LOW\nlanguages: [{languages}]\n{lines}\n"),
        reason: "Found by hand.".to_owned(),
        test_code: None,
    };
    match try_out(&proposal) {
        Ok(test) => test.note,
        Err(Failure::Expected(reason)) => reason,
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn what_matches_nearly_every_line_is_too_broad() {
    for (languages, lines) in [
        ("python", "pattern: $X"),
        ("java", "pattern: $X"),
        ("js", "pattern: $X"),
        ("ts", "pattern: $X"),
        ("go", "pattern: $X"),
        ("json", "pattern: $X"),
        ("yaml", "pattern: $X"),
        ("python, js", "pattern: $X"),
        ("python", "pattern-either: [pattern: $X, pattern: f()]"),
        ("python", "pattern-regex: '[a-z]'"),
        ("java", "patterns: [pattern-regex: '.+', pattern-not-regex: eval]"),
        ("regex", "pattern-regex: ^.*$"),
        ("regex", "pattern-regex: '\\w'"),
        ("generic", "pattern: $X"),
    ] {
        let came = tried(languages, lines);
        assert!(came.contains("too broad"), "{languages} {lines}: {came}");
    }
}

#[test]
fn what_looks_for_something_common_is_not_too_broad() {
    for (languages, lines) in [
        ("python", "pattern: $F(...)"),
        ("java", "pattern: $X.$F(...)"),
        ("js", "pattern: return $X"),
        ("ts", "pattern: this.$X"),
        ("go", "pattern: 'if $X { ... }'"),
        ("yaml", "pattern: 'enabled: $X'"),
        ("json", "pattern: '\"version\": $X'"),
        ("regex", "pattern-regex: '(?i)return|import'"),
        ("generic", "pattern: return $X"),
    ] {
        let came = tried(languages, lines);
        assert!(came.starts_with("There is no test_code"), "{languages} {lines}: {came}");
    }
}

#[test]
fn problems_show_no_credential_and_stay_on_one_line() {
    // In parts, so that this file does not itself look like a leak.
    let credential = ["ghp_", "k7Qz2WmXv9Tb", "R4nLcY8sJf3H", "pDg6KxBtVw5Z"].concat();
    let came = tried(&format!("python, \"{credential}\""), "pattern: f()");
    assert!(
        came.contains("unknown language") && !came.contains(&credential),
        "{came}"
    );
    let came = tried("python", &format!("pattern: f()\n\"{}\\n\\u202e\": 1", "k".repeat(500)));
    assert!(
        came.chars().count() < 400 && !came.contains(['\n', '\u{202e}']),
        "{came}"
    );
}

#[test]
fn lines_are_named_up_to_a_bound() {
    let all: Vec<usize> = (1..=22).collect();
    for (count, expected) in [
        (0, ""),
        (1, "line 1"),
        (2, "lines 1, 2"),
        (
            22,
            "lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and 2 more",
        ),
    ] {
        assert_eq!(named(all[..count].iter()), expected);
    }
}
