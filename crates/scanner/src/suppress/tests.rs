use super::*;

/// `line: hidden ids` of a text, asked for three rules on every line; then the warnings.
fn outcome(text: &str) -> (Vec<String>, Vec<String>) {
    let rules = RuleSet::embedded();
    let lines = LineIndex::new(text);
    let mut markers = Markers::find(text, &lines, &mut Ids::new(rules));
    let mut hidden = Vec::new();
    for line in 1..=lines.line_count() {
        for ids in [["GEN-004", "GEN-004"], ["GEN-010", "GEN-010"], ["CRED-101", "GEN-006"]] {
            if let Some(suppression) = markers.hide(line, &ids) {
                let reason = suppression
                    .reason
                    .map_or_else(String::new, |reason| format!(" ({reason})"));
                hidden.push(format!("{line} {} by {}{reason}", ids[0], suppression.line));
            }
        }
    }
    (
        hidden,
        markers
            .into_warnings(rules)
            .into_iter()
            .map(|warning| format!("{}: {}", warning.line, warning.text))
            .collect(),
    )
}

fn check(text: &str, expected: &[&str]) {
    assert_eq!(outcome(text).0, expected, "{text}");
}

fn check_warnings(text: &str, expected: &[&str]) {
    assert_eq!(outcome(text).1, expected, "{text}");
}

const ALL: &[&str] = &["1 GEN-004 by 1", "1 GEN-010 by 1", "1 CRED-101 by 1"];

#[test]
fn a_marker_without_ids_hides_every_rule_of_its_line() {
    for text in [
        "x # secreview:ignore",
        "x // SecReview:Ignore",
        "<!-- secreview:ignore -->",
        "x /* secreview:ignore -- legacy header, well-known */",
        "{# secreview:ignore #} x",
        "/* secreview:ignore */ x = y(1)",
        "<!-- secreview:ignore --><p>text</p>",
        "x # secreview:ignore:",
        "\"secreview:ignore\"",
    ] {
        assert_eq!(
            outcome(text)
                .0
                .iter()
                .map(|hidden| hidden.split(" (").next().unwrap())
                .collect::<Vec<_>>(),
            ALL,
            "{text}"
        );
        check_warnings(text, &[]);
    }
}

#[test]
fn a_misspelt_id_hides_nothing_and_is_told() {
    let told = "1: the suppression names no rule and hides nothing: write rule ids after the marker, or nothing to hide \
                every rule, and a reason after ` -- `";
    for text in [
        "x # secreview:ignore GEN_004",
        "x # secreview:ignore GEN 004",
        "x # secreview:ignore GEN-004x",
        "x # secreview:ignore GEN\u{2011}004",
        "x # secreview:ignore: gen004 -- why",
        "x /* secreview:ignore GEN_004 */ y",
    ] {
        check(text, &[]);
        check_warnings(text, &[&format!("{told}; did you mean `GEN-004`?")]);
    }
    for text in [
        "x # secreview:ignore, see the wiki",
        "x # secreview:ignore everything",
        "x # secreview:ignore é",
    ] {
        check(text, &[]);
        check_warnings(text, &[told]);
    }
    check("x # secreview:ignore everything: GEN-004", &["1 GEN-004 by 1"]);
}

#[test]
fn unknown_ids_are_told_once_per_marker_and_looked_up_once_per_file() {
    check_warnings(
        "x # secreview:ignore GEN-999 GEN-999",
        &["1: unknown rule `GEN-999` in a suppression; nothing is suppressed by it"],
    );
    let mut many = format!("x # secreview:ignore {}\n", "AB-1 ".repeat(100)).repeat(2_000);
    for number in 0..20_000 {
        many += &format!("x # secreview:ignore AB-{number}\n");
    }
    let start = std::time::Instant::now();
    let warnings = outcome(&many).1;
    assert_eq!(warnings.len(), 22_000);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn a_marker_with_ids_hides_those_rules_in_any_case() {
    check("x # secreview:ignore GEN-004", &["1 GEN-004 by 1"]);
    check("x # secreview:ignore gen-004", &["1 GEN-004 by 1"]);
    check(
        "x # secreview:ignore:GEN-010,Gen-004;",
        &["1 GEN-004 by 1", "1 GEN-010 by 1"],
    );
    check("x # secreview:ignore[GEN-004]", &["1 GEN-004 by 1"]);
    check("x # secreview:ignore CRED-101", &["1 CRED-101 by 1"]);
    check("x # secreview:ignore gen-006", &["1 CRED-101 by 1"]);
    check(
        "x # secreview:ignore GEN-004 header of a well-known service",
        &["1 GEN-004 by 1"],
    );
}

#[test]
fn the_marker_ends_at_a_word_boundary() {
    for text in [
        "x # secreview:ignored", "x # secreview:ignore_all", "x # secreview:ignoré", "x # secreview:ignore2",
    ] {
        check(text, &[]);
        check_warnings(text, &[]);
    }
    check("x # secreview:ignore-file", &[]);
    check_warnings(
        "x # secreview:ignore-file",
        &[
            "1: `secreview:ignore-file` is no marker and hides nothing: use `secreview:ignore` or `secreview:ignore-next-line`",
        ],
    );
    check("x # secreview:ignore-next-lines\ny", &[]);
}

#[test]
fn unknown_ids_are_told_and_hide_nothing() {
    check("x # secreview:ignore GEN-999", &[]);
    check_warnings(
        "x # secreview:ignore GEN-999",
        &["1: unknown rule `GEN-999` in a suppression; nothing is suppressed by it"],
    );
    check_warnings(
        "x # secreview:ignore gen-04",
        &["1: unknown rule `gen-04` in a suppression; nothing is suppressed by it; did you mean `GEN-004`?"],
    );
    check("x # secreview:ignore GEN-004 UTF-8", &["1 GEN-004 by 1"]);
    check("x # secreview:ignore UTF-8 header", &[]);
    check("x # secreview:ignore ACME-001", &[]);
    // After the dashes comes prose.
    check(
        "x # secreview:ignore GEN-004 -- CVE-2024-1, GEN-999",
        &["1 GEN-004 by 1 (CVE-2024-1, GEN-999)"],
    );
    check_warnings("x # secreview:ignore GEN-004 -- CVE-2024-1, GEN-999", &[]);
}

#[test]
fn a_reason_follows_two_dashes() {
    check(
        "x # secreview:ignore GEN-004 -- local test server",
        &["1 GEN-004 by 1 (local test server)"],
    );
    check(
        "x /* secreview:ignore GEN-004 -- a -- b */",
        &["1 GEN-004 by 1 (a -- b)"],
    );
    check(
        "<!-- secreview:ignore GEN-004 -- in the docs -->",
        &["1 GEN-004 by 1 (in the docs)"],
    );
    check("<!-- secreview:ignore GEN-004 -->", &["1 GEN-004 by 1"]);
    check("x # secreview:ignore GEN-004 --", &["1 GEN-004 by 1"]);
}

#[test]
fn the_next_line_form_hides_the_line_below() {
    check(
        "# secreview:ignore-next-line GEN-004 -- why\nx\ny",
        &["2 GEN-004 by 1 (why)"],
    );
    check(
        "# secreview:ignore-next-line\r\nx",
        &["2 GEN-004 by 1", "2 GEN-010 by 1", "2 CRED-101 by 1"],
    );
    check(
        "# secreview:ignore-next-line GEN-004\n# secreview:ignore-next-line GEN-010\nx",
        &["3 GEN-004 by 1", "3 GEN-010 by 2"],
    );
    check("# secreview:ignore-next-line GEN-004", &[]);
    // At the end of a line of code it means the next line, whatever stands on that.
    check(
        "# secreview:ignore-next-line GEN-004\nx # secreview:ignore-next-line GEN-010\ny",
        &["2 GEN-004 by 1", "3 GEN-010 by 2"],
    );
    check(
        "# secreview:ignore-next-line GEN-004\n/* secreview:ignore-next-line GEN-010 */ x\ny",
        &["2 GEN-004 by 1", "3 GEN-010 by 2"],
    );
    check(
        "/* secreview:ignore-next-line GEN-004 */\n/* secreview:ignore-next-line GEN-010 */\ny",
        &["3 GEN-004 by 1", "3 GEN-010 by 2"],
    );
}

#[test]
fn several_markers_of_a_line_hide_their_own_rules() {
    check(
        "x # secreview:ignore GEN-004 # secreview:ignore GEN-010 -- b",
        &["1 GEN-004 by 1", "1 GEN-010 by 1 (b)"],
    );
}

#[test]
fn a_marker_that_hides_nothing_is_told_when_it_names_rules() {
    check_warnings(
        "# secreview:ignore-next-line GEN-004",
        &["1: the suppression of `GEN-004` hides nothing on the next line: remove it"],
    );
    check_warnings(
        "x\ny # secreview:ignore GEN-011, GEN-012",
        &["2: the suppression of `GEN-011`, `GEN-012` hides nothing on this line: remove it"],
    );
}
