use crate::rule::Target;
use crate::rule::testing::{in_language, only_rule, shown_problems};

#[test]
fn languages_have_their_names() {
    use syntax::Language as L;
    for (written, expected) in [
        ("bash", L::Shell),
        ("sh", L::Shell),
        ("c", L::C),
        ("cpp", L::Cpp),
        ("c++", L::Cpp),
        ("csharp", L::CSharp),
        ("'c#'", L::CSharp),
        ("dockerfile", L::Docker),
        ("docker", L::Docker),
        ("go", L::Go),
        ("golang", L::Go),
        ("html", L::Html),
        ("java", L::Java),
        ("js", L::JavaScript),
        ("javascript", L::JavaScript),
        ("json", L::Json),
        ("kt", L::Kotlin),
        ("kotlin", L::Kotlin),
        ("php", L::Php),
        ("py", L::Python),
        ("Python", L::Python),
        ("python2, python3, py", L::Python),
        ("ruby", L::Ruby),
        ("rust", L::Rust),
        ("swift", L::Swift),
        ("tf", L::Terraform),
        ("hcl", L::Terraform),
        ("terraform", L::Terraform),
        ("ts", L::TypeScript),
        ("TypeScript", L::TypeScript),
        ("vue", L::Vue),
        ("xml", L::Xml),
        ("yaml", L::Yaml),
    ] {
        let rule = only_rule(in_language(written, "pattern: x"), written);
        assert_eq!(rule.languages, [Target::Language(expected)], "{written}");
    }
    let both = only_rule(in_language("ts, js", "pattern: x"), "both");
    assert_eq!(
        both.languages,
        [Target::Language(L::TypeScript), Target::Language(L::JavaScript)]
    );
    assert_eq!(
        only_rule(in_language("generic", "pattern: x"), "").languages,
        [Target::Generic]
    );
    for regex in ["regex", "none"] {
        assert_eq!(
            only_rule(in_language(regex, "pattern-regex: x"), "").languages,
            [Target::Regex]
        );
    }
    for (written, expected) in [
        ("ocaml", "language ocaml is not supported"),
        ("solidity, Scala", "language solidity is not supported"),
        ("cobol", "unknown language cobol; supported are: bash, sh, c,"),
        ("python, cobol", "unknown language cobol"),
        (
            "generic, python",
            "invalid language generic: it must be the only one of the list",
        ),
        ("python, regex", "invalid language regex"),
        ("Generic", "unknown language Generic"),
        ("REGEX", "unknown language REGEX"),
    ] {
        let file = in_language(written, "pattern: x");
        assert!(file.rules.is_empty(), "{written}");
        assert!(
            shown_problems(&file).contains(expected),
            "{written}: {}",
            shown_problems(&file)
        );
    }
    let some = in_language("ocaml, python, scala", "pattern: x");
    assert_eq!(some.rules[0].languages, [Target::Language(L::Python)]);
    assert_eq!(
        shown_problems(&some),
        "rule `r`, key `languages`, line 3: language ocaml is not supported\n\
         rule `r`, key `languages`, line 3: language scala is not supported"
    );
}
