//! Which conditions are known.

use syntax::Language;

use super::{Setting, on, plain, with_form};
use crate::taint::form::Action;

/// What the first condition of a file is known to be.
fn verdict(setting: Setting, text: &str) -> Option<bool> {
    with_form((setting.0, &setting.1), text, |form, _| {
        let mut steps = form.units.iter().flat_map(|unit| &unit.steps);
        let verdict = steps.find_map(|step| match &step.action {
            Action::Test { verdict, .. } => Some(*verdict),
            _ => None,
        });
        verdict.expect("a test")
    })
}

fn condition(language: Language, condition: &str) -> String {
    match language {
        Language::Python => format!("if {condition}: f()"),
        Language::Java => format!("class A {{ void m() {{ if ({condition}) f(); }} }}"),
        Language::Go => format!("package p\nfunc m() {{ if {condition} {{ f() }} }}"),
        _ => format!("if ({condition}) f()"),
    }
}

const YES: Option<bool> = Some(true);
const NO: Option<bool> = Some(false);
const UNKNOWN: Option<bool> = None;

/// A condition, what it is known to be to Opengrep, and by the language's own rules.
type Row = (&'static str, Option<bool>, Option<bool>);

fn check(language: Language, rows: &[Row]) {
    for (text, agreed, own) in rows {
        let file = condition(language, text);
        assert_eq!(
            verdict(plain(language), &file),
            *agreed,
            "{language:?}, agreement: {text}"
        );
        let folding = on(language, |profile| &mut profile.fold);
        assert_eq!(verdict(folding, &file), *own, "{language:?}, fold: {text}");
    }
}

#[test]
fn conditions_of_python() {
    check(
        Language::Python,
        &[
            ("True", YES, YES),
            ("not True", NO, NO),
            ("not not 0", UNKNOWN, NO),
            ("True and False == False", YES, YES),
            ("1 == 2", NO, NO),
            ("1 != 2", YES, YES),
            ("\"a\" == \"a\"", YES, YES),
            ("1 == True", NO, YES),
            ("1 == 1.0", NO, YES),
            ("\"1\" == 1", NO, NO),
            ("1 is True", NO, NO),
            ("True is True", YES, YES),
            ("None is None", UNKNOWN, YES),
            ("1 < 2", YES, YES),
            ("\"a\" >= \"b\"", NO, NO),
            ("1.5 < 2.5", UNKNOWN, YES),
            ("1 < 2 < 2", UNKNOWN, NO),
            ("10 / 4 == 2", YES, NO),
            ("10 / 4 > 2", NO, YES),
            ("10 // 4 == 2", UNKNOWN, YES),
            ("-7 // 2 == -4", UNKNOWN, YES),
            ("-7 % 3 == 2", UNKNOWN, YES),
            ("2 ** 3 == 8", UNKNOWN, YES),
            ("2 ** 100000 == 8", UNKNOWN, UNKNOWN),
            ("1 / 0 == 1", UNKNOWN, UNKNOWN),
            ("2 + 3 * 4 == 14", YES, YES),
            ("\"a\" + \"b\" == \"ab\"", YES, YES),
            ("len(\"ab\") == 2", YES, YES),
            ("len([1, 2]) == 3", NO, NO),
            ("\"a\" in \"xyz\"", UNKNOWN, NO),
            ("\"a\" in (\"a\", \"b\")", UNKNOWN, YES),
            ("1 not in [2, x]", UNKNOWN, UNKNOWN),
            ("\"ABC\"[1] == \"A\"", UNKNOWN, NO),
            ("\"ABC\".startswith(\"A\")", UNKNOWN, YES),
            ("\"abc\".upper() == \"ABC\"", UNKNOWN, YES),
            ("0", UNKNOWN, NO),
            ("\"\"", UNKNOWN, NO),
            ("\"a\"", UNKNOWN, YES),
            ("None", UNKNOWN, NO),
            ("[]", UNKNOWN, NO),
            ("c", UNKNOWN, UNKNOWN),
            ("c == c", UNKNOWN, UNKNOWN),
            ("c and False", UNKNOWN, NO),
            ("False and c", UNKNOWN, NO),
            ("True or c", UNKNOWN, YES),
            ("c or False", UNKNOWN, UNKNOWN),
            ("isinstance(x, int)", UNKNOWN, UNKNOWN),
        ],
    );
}

#[test]
fn conditions_of_javascript() {
    check(
        Language::JavaScript,
        &[
            ("true", YES, YES),
            ("!false && true", YES, YES),
            ("\"1\" == 1", NO, YES),
            ("\"1\" === 1", NO, NO),
            ("1 == true", NO, YES),
            ("1 === true", NO, NO),
            ("null == 0", UNKNOWN, NO),
            ("\"a\" != \"b\"", YES, YES),
            ("\"\\x61\" == \"a\"", NO, UNKNOWN),
            ("10 / 4 > 2", UNKNOWN, YES),
            ("10 / 4 == 2.5", UNKNOWN, YES),
            ("1 < 2", UNKNOWN, YES),
            ("7 % 4 === 3", UNKNOWN, YES),
            ("\"ABC\".charAt(1) === \"B\"", UNKNOWN, YES),
            ("\"ABC\".length > 3", UNKNOWN, NO),
            ("\"ABC\".includes(\"D\")", UNKNOWN, NO),
            ("0", UNKNOWN, NO),
            ("[]", UNKNOWN, YES),
            ("a || true", UNKNOWN, YES),
            ("a && false", UNKNOWN, NO),
        ],
    );
}

#[test]
fn conditions_of_java() {
    check(
        Language::Java,
        &[
            ("(7 * 42) - 106 > 200", NO, NO),
            ("(7 * 18) + 106 > 200", YES, YES),
            ("10 / 4 == 2", YES, YES),
            ("7 % 2 == 1", UNKNOWN, YES),
            ("2147483647 + 1 > 0", YES, UNKNOWN),
            ("\"a\" == \"a\"", YES, UNKNOWN),
            ("\"a\".equals(\"b\")", UNKNOWN, NO),
            ("\"ABC\".charAt(1) == 'A'", UNKNOWN, NO),
            ("\"ABC\".length() == 3", UNKNOWN, YES),
            ("c && false", UNKNOWN, NO),
            ("1L == 1", YES, YES),
        ],
    );
}

#[test]
fn conditions_of_go() {
    check(
        Language::Go,
        &[
            ("10 / 4 == 2", YES, YES),
            ("len(\"ab\") == 2", YES, YES),
            ("\"a\" < \"b\"", YES, YES),
            ("c || true", UNKNOWN, YES),
        ],
    );
}

#[test]
fn variables_are_what_they_are_here() {
    let rows = [
        (Language::Python, "K = 1\ndef f():\n  if K == 2: g()", NO),
        (Language::Python, "x = 1\nif x == 1: g()", YES),
        (Language::Python, "x = 1\nx = f()\nif x == 1: g()", UNKNOWN),
        (
            Language::JavaScript,
            "const k = 'a'; function f() { if (k === 'b') g() }",
            NO,
        ),
        (
            Language::Java,
            "class A { void m() { int n = 106; if ((7 * 42) - n > 200) f(); } }",
            NO,
        ),
        (
            Language::Java,
            "class A { private static final int K = 1; void m() { if (K == 1) f(); } }",
            YES,
        ),
    ];
    for (language, text, expected) in rows {
        assert_eq!(verdict(plain(language), text), expected, "{text}");
    }
}

#[test]
fn a_case_is_known_when_both_sides_are() {
    let rows = [
        (Language::Python, "match 2:\n  case 1: f()", NO, NO),
        (Language::Python, "match x:\n  case 1: f()", UNKNOWN, UNKNOWN),
        (Language::Python, "match 1:\n  case True: f()", NO, YES),
        (Language::JavaScript, "switch ('a') { case 'a': f() }", YES, YES),
        (
            Language::Java,
            "class A { void m() { switch (\"ABC\".charAt(1)) { case 'A': f(); } } }",
            UNKNOWN,
            NO,
        ),
        (
            Language::Java,
            "class A { void m() { String s = \"a\"; switch (s) { case \"b\": f(); } } }",
            NO,
            NO,
        ),
    ];
    for (language, text, agreed, own) in rows {
        assert_eq!(verdict(plain(language), text), agreed, "{text}");
        assert_eq!(verdict(on(language, |profile| &mut profile.fold), text), own, "{text}");
    }
}

#[test]
fn what_is_before_a_call_in_and_is_a_condition() {
    let rows = [
        ("x = False and f()", NO, NO),
        ("x = True or f()", YES, YES),
        ("x = c and False and f()", UNKNOWN, NO),
        ("x = 0 or f()", UNKNOWN, NO),
        ("x = a if 1 == 2 else f()", NO, NO),
        ("x = [f() for y in z if False]", UNKNOWN, UNKNOWN),
        ("while 1 == 2: f()", NO, NO),
    ];
    for (text, agreed, own) in rows {
        assert_eq!(verdict(plain(Language::Python), text), agreed, "{text}");
        let folding = on(Language::Python, |profile| &mut profile.fold);
        assert_eq!(verdict(folding, text), own, "{text}");
    }
}
