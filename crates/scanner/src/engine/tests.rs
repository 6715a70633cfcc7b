use super::*;
use crate::rules::RuleSet;

/// Rules of one line each: `ID | languages | ignore_in | pattern | not_pattern`.
fn rules(lines: &[&str]) -> RuleSet {
    let mut content = String::new();
    for line in lines {
        let [id, languages, ignored, pattern, not] = line.split(" | ").map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        content += &format!(
            "[[rules]]\nid = '{id}'\ntitle = 'Title'\nseverity = 'low'\nlanguages = [{languages}]\nignore_in = [{ignored}]\n\
             pattern = '''{pattern}'''\nnot_pattern = '''{not}'''\nfix = 'Stop.'\n"
        );
    }
    RuleSet::load(&[("test.toml", &content)]).unwrap()
}

/// `id line "text"` of every hit.
fn hits(rules: &RuleSet, language: Language, text: &str) -> Vec<String> {
    let tokens = Tokens::new(language, text);
    let (found, _) = rules.index(language).run(text, &LineIndex::new(text), &tokens);
    found
        .iter()
        .map(|hit| format!("{} {} {:?}", hit.rule.id, hit.line, &text[hit.at.clone()]))
        .collect()
}

fn check(rule: &str, language: Language, text: &str, expected: &[&str]) {
    assert_eq!(hits(&rules(&[rule]), language, text), expected, "{rule}\n{text}");
}

#[test]
fn a_line_is_reported_once_per_rule() {
    check(
        "A-1 | '*' |  | eval\\( | ",
        Language::Text,
        "eval(eval(\nx\nEVAL(",
        &["A-1 1 \"eval(\"", "A-1 3 \"EVAL(\""],
    );
}

#[test]
fn a_pattern_never_sees_a_line_end() {
    check(
        r"A-1 | '*' |  | abc\s+def | ",
        Language::Text,
        "abc\ndef\r\nabc\rdef",
        &[],
    );
    check(
        "A-1 | '*' |  | ^abc$ | ",
        Language::Text,
        "abc\r\nabc\rxabc\nabc",
        &["A-1 1 \"abc\"", "A-1 2 \"abc\"", "A-1 4 \"abc\""],
    );
}

#[test]
fn the_group_at_moves_the_place() {
    check(
        r"A-1 | '*' |  | user\s+(?P<at>root)\b | ",
        Language::Text,
        "USER root",
        &["A-1 1 \"root\""],
    );
    check(
        r"A-1 | '*' |  | (?P<at>x)?user | ",
        Language::Text,
        "user",
        &["A-1 1 \"user\""],
    );
}

#[test]
fn not_pattern_cancels_a_match_and_the_next_one_is_tried() {
    let rule = r"A-1 | '*' |  | load\([^)]*\) | safe";
    check(rule, Language::Text, "load(safe)", &[]);
    check(rule, Language::Text, "load(safe) load(x)", &["A-1 1 \"load(x)\""]);
    check(rule, Language::Text, "safe load(x)", &["A-1 1 \"load(x)\""]);
}

#[test]
fn comments_and_literals_are_left_out_where_the_rule_says_so() {
    let both = r"A-1 | 'python' | 'comments', 'strings' | eval\( | ";
    check(
        both,
        Language::Python,
        "# eval(x)\ny = 'eval('\neval(z)",
        &["A-1 3 \"eval(\""],
    );
    check(
        both,
        Language::Python,
        "y = 'eval(' + eval(z) # eval(",
        &["A-1 1 \"eval(\""],
    );
    check(
        r"A-1 | 'python' | 'comments' | eval\( | ",
        Language::Python,
        "# eval(x)\ny = 'eval('",
        &["A-1 2 \"eval(\""],
    );
    check(
        r"A-1 | 'python' |  | eval\( | ",
        Language::Python,
        "# eval(x)",
        &["A-1 1 \"eval(\""],
    );
    // The place decides, not the start of the match.
    check(
        r"A-1 | 'python' | 'comments' | x.*(?P<at>evil) | ",
        Language::Python,
        "x = 1 # evil",
        &[],
    );
}

#[test]
fn rules_of_a_parent_may_apply_to_scripts_only() {
    let rule = r"A-1 | 'javascript' |  | eval\( | ";
    let page = "<p>eval(a)</p>\n<script>\neval(b)\n</script>\n<p onclick='eval(c)'>";
    check(rule, Language::Html, page, &["A-1 3 \"eval(\"", "A-1 5 \"eval(\""]);
    check(
        r"A-1 | 'html' |  | eval\( | ",
        Language::Html,
        "<p>eval(a)</p>",
        &["A-1 1 \"eval(\""],
    );
    check(
        r"A-1 | 'yaml' |  | evil | ",
        Language::GitlabCi,
        "a: evil",
        &["A-1 1 \"evil\""],
    );
    check(r"A-1 | 'gitlab-ci' |  | evil | ", Language::Yaml, "a: evil", &[]);
}

#[test]
fn rules_without_a_literal_run_on_every_line() {
    check(
        r"A-1 | '*' |  | \d{3} | ",
        Language::Text,
        "a\n123\n4567",
        &["A-1 2 \"123\"", "A-1 3 \"456\""],
    );
    check(
        r"A-1 | '*' |  | [a-z][\x{430}-\x{44F}] | ",
        Language::Text,
        "ab\npа",
        &["A-1 2 \"pа\""],
    );
}

#[test]
fn hits_are_sorted_by_line_then_rule() {
    let set = rules(&[
        "B-1 | '*' |  | beta | ", r"A-1 | '*' |  | \d | ", "C-1 | '*' |  | bet | ",
    ]);
    assert_eq!(
        hits(&set, Language::Text, "beta1\nbeta"),
        [
            "A-1 1 \"1\"", "B-1 1 \"beta\"", "C-1 1 \"bet\"", "B-1 2 \"beta\"", "C-1 2 \"bet\""
        ]
    );
}

#[test]
fn long_lines_are_scanned_to_their_end_and_report_a_match_once() {
    let rule = r"A-1 | '*' |  | eval\([a-z]+\) | ";
    for before in [0, 50_000, 57_330, 57_340, 65_530, 65_540, 114_680, 200_000] {
        let text = format!("x\n{}eval(abc){}\n", "é".repeat(before / 2), " ".repeat(100_000));
        check(rule, Language::Text, &text, &["A-1 2 \"eval(abc)\""]);
    }
    let many = "eval(abc) ".repeat(30_000);
    check(rule, Language::Text, &many, &["A-1 1 \"eval(abc)\""]);
    // The ends of a window are not the ends of the line.
    let long = "abc ".repeat(50_000);
    check(r"A-1 | '*' |  | abc $ | ", Language::Text, &long, &["A-1 1 \"abc \""]);
    check(
        r"A-1 | '*' |  | ^abc x | ",
        Language::Text,
        &long.replacen("abc", "xbc", 1),
        &[],
    );
}

#[test]
fn matches_that_do_not_count_hide_no_match_behind_them() {
    let rule = r"A-1 | 'python' | 'strings' | eval\( | ";
    let text = format!("x = [{}]; eval(x)", "'eval(', ".repeat(1_000));
    check(rule, Language::Python, &text, &["A-1 1 \"eval(\""]);
}

#[test]
fn a_hostile_line_is_left_alone_after_some_work_and_told() {
    let text = "'eval(' ".repeat(100_000);
    let rules = rules(&[r"A-1 | 'python' | 'strings' | eval\(.* | "]);
    let tokens = Tokens::new(Language::Python, &text);
    let (hits, given_up) = rules
        .index(Language::Python)
        .run(&text, &LineIndex::new(&text), &tokens);
    assert!(hits.is_empty());
    let told: Vec<_> = given_up.iter().map(|left| left.warning()).collect();
    assert_eq!(told.len(), 1);
    assert_eq!((told[0].kind, told[0].line), (WarningKind::LineGivenUp, 1));
    assert!(
        told[0]
            .text
            .starts_with("`A-1` was not searched to the end of this line: ")
    );
}
