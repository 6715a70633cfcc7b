//! `test-rules`: rules in Opengrep syntax against their annotated files.

use std::fs;

use serde_json::json;

use super::support::{Folder, Run, program};

const RULE: &str = "rules:
- id: acme.forbidden
  languages: [python]
  severity: ERROR
  message: no
  pattern: forbidden(...)
  fix: allowed()
";

fn test(folder: &Folder, options: &[&str]) -> Run {
    let mut command = program(&["test-rules"]);
    command.args(options).current_dir(folder.path());
    command.output().expect("the program starts").into()
}

#[test]
fn rules_that_do_what_their_tests_say_pass() {
    let folder = Folder::new(&[
        ("rules/a.yaml", RULE),
        (
            "rules/a.py",
            "# ruleid: acme.forbidden\nforbidden(\n  1)\n# ok: acme.forbidden\nallowed()\n",
        ),
        (
            "rules/a.fixed.py",
            "# ruleid: acme.forbidden\nallowed()\n# ok: acme.forbidden\nallowed()\n",
        ),
        ("rules/deep/untested.yml", &RULE.replace("acme", "other")),
    ]);
    let result = test(&folder, &["rules"]);
    assert_eq!(
        (result.code, result.out.as_str()),
        (
            Some(0),
            "1 rule file without a test file\n2 checks: 2 passed, 0 failed, 0 errors\n"
        )
    );
    let json = test(&folder, &["rules", "--format", "json"]).json();
    let check = |file: &str| {
        json!({"rule_id": "acme.forbidden", "rule_file": "rules/a.yaml", "test_file": file, "passed": true, "missed": [], "extra": [],
               "error": null})
    };
    assert_eq!(
        json,
        json!({"checks": 2, "passed": 2, "failed": 0, "errors": 0, "results": [check("rules/a.py"), check("rules/a.fixed.py")]})
    );
    let one = test(&folder, &["rules/a.yaml"]);
    assert_eq!(
        (one.code, one.last_line()),
        (Some(0), "2 checks: 2 passed, 0 failed, 0 errors")
    );
}

#[test]
fn a_check_that_fails_shows_the_lines() {
    let folder = Folder::new(&[
        ("a.yaml", RULE),
        (
            "a.py",
            "# ruleid: acme.forbidden\nallowed()\n# ok: acme.forbidden\nforbidden('password = hunter2rabbit')\n# ruleid: acme.other\nx = \
             1\n",
        ),
    ]);
    let result = test(&folder, &["."]);
    assert_eq!(result.code, Some(1));
    let expected = "FAILED  acme.forbidden  ./a.yaml on ./a.py
    missed     2 | allowed()
    extra      4 | forbidden('password = [REDACTED]')   (marked `ok`)

FAILED  acme.other  ./a.yaml on ./a.py
    missed     6 | x = 1   (no rule of the file has this id)

2 checks: 0 passed, 2 failed, 0 errors
";
    assert_eq!(result.out, expected);
    let json = test(&folder, &[".", "--format", "json"]).json();
    assert_eq!(
        (
            &json["failed"], &json["results"][0]["missed"], &json["results"][0]["extra"]
        ),
        (&2.into(), &json!([2]), &json!([4]))
    );
}

#[test]
fn a_fix_that_gives_another_text_fails() {
    let files = [("a.yaml", RULE), ("a.py", "# ruleid: acme.forbidden\nforbidden()\n")];
    let folder = Folder::new(&files);
    folder.write("a.fixed.py", "# ruleid: acme.forbidden\nallowed(1)\n");
    let result = test(&folder, &["."]);
    assert_eq!(result.code, Some(1));
    let expected = "FAILED  acme.forbidden  ./a.yaml on ./a.fixed.py
    missed     2 | allowed(1)
    extra      2 | allowed()

2 checks: 1 passed, 1 failed, 0 errors
";
    assert_eq!(result.out, expected);
    let overlapping = Folder::new(&[
        ("a.yaml", RULE),
        ("a.py", "# ruleid: acme.forbidden\nforbidden(forbidden())\n"),
        ("a.fixed.py", ""),
    ]);
    let result = test(&overlapping, &["."]);
    assert_eq!(
        (result.code, result.last_line()),
        (Some(1), "2 checks: 1 passed, 0 failed, 1 errors")
    );
    assert!(result.out.contains("two fixes overlap at line 2"), "{}", result.out);
}

#[test]
fn what_cannot_be_tried_is_an_error() {
    let folder = Folder::new(&[
        (
            "broken.yaml",
            "rules:\n- {id: syntax, languages: [python], severity: INFO, message: m, pattern: 'f('}\n- {id: nothing, languages: [python], \
             severity: INFO, message: m}\n- {id: flow, mode: taint, languages: [python], severity: INFO, message: m, pattern-sources: \
             [{use: input}], pattern-sinks: [{pattern: b()}]}\n",
        ),
        ("broken.py", "# ruleid: flow, syntax\nb(a())\n"),
        ("no.yaml", "a: [\n"),
        ("no.py", ""),
        ("other.yaml", "steps: []\n"),
        ("large.yaml", RULE),
    ]);
    folder.write("large.py", "x = 1\n".repeat(200_000));
    let result = test(&folder, &[".", "--format", "json"]);
    assert_eq!(result.code, Some(1));
    let json = result.json();
    let errors: Vec<_> = json["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| {
            let error = result["error"].as_str().unwrap();
            (
                result["rule_id"].as_str().unwrap(),
                result["rule_file"].as_str().unwrap(),
                error.to_owned(),
            )
        })
        .collect();
    let ids: Vec<_> = errors.iter().map(|(id, file, _)| (*id, *file)).collect();
    assert_eq!(
        ids,
        [
            ("nothing", "./broken.yaml"),
            ("flow", "./broken.yaml"),
            ("syntax", "./broken.yaml"),
            ("", "./large.yaml"),
            ("", "./no.yaml")
        ]
    );
    assert!(
        errors[1]
            .2
            .starts_with("key `use`, line 4: `input` is not defined: there is no library"),
        "{errors:?}"
    );
    assert_eq!(errors[3].2, "has 1200000 bytes, the limit is 1048576");
    assert_eq!((&json["checks"], &json["errors"]), (&5.into(), &5.into()));
    let text = test(&folder, &["."]);
    assert!(text.out.contains("1 rule file without a test file\n"), "{}", text.out);
}

const FLOW: &str = "rules:
- id: acme.flow
  mode: taint
  languages: [python]
  severity: ERROR
  message: no
  pattern-sources: [use: input]
  pattern-sinks: [pattern: sink(...)]
";

#[test]
fn taint_rules_are_tried_with_the_library_above_them() {
    let folder = Folder::new(&[
        (
            "rules/library/python.yaml",
            "definitions:\n  input:\n    - pattern: source()\n",
        ),
        ("rules/a/flow.yaml", FLOW),
        (
            "rules/a/flow.py",
            "x = source()\n# ruleid: acme.flow\nsink(x)\n# ok: acme.flow\nsink(1)\n",
        ),
    ]);
    for path in ["rules", "rules/a", "rules/a/flow.yaml", "./rules//a"] {
        let result = test(&folder, &[path]);
        assert_eq!(
            (result.code, result.out.as_str()),
            (Some(0), "1 checks: 1 passed, 0 failed, 0 errors\n"),
            "{path}"
        );
    }
    folder.write("rules/library/python.yaml", "definitions:\n  input:\n    - use: more\n");
    let result = test(&folder, &["rules"]);
    assert_eq!(result.code, Some(1));
    let expected = "ERROR  rules/library/python.yaml\n    key `use`, line 3: `more` is no definition of this library\n\nERROR  acme.flow  \
                    rules/a/flow.yaml\n    key `use`, line 3 of `rules/library/python.yaml`: `more` is no definition of this library\n";
    assert!(result.out.starts_with(expected), "{}", result.out);
}

#[test]
fn the_profile_of_flows_can_be_chosen() {
    let rule = FLOW.replace("use: input", "pattern: source()");
    let folder = Folder::new(&[
        ("flow.yaml", &rule),
        (
            "flow.py",
            "def put(v):\n    # ruleid: acme.flow\n    sink(v)\n\ndef f():\n    put(source())\n",
        ),
    ]);
    assert_eq!(
        test(&folder, &["."]).last_line(),
        "1 checks: 1 passed, 0 failed, 0 errors"
    );
    assert_eq!(
        test(&folder, &[".", "--flow-profile", "agreement"]).last_line(),
        "1 checks: 0 passed, 1 failed, 0 errors"
    );
    let other = test(&folder, &[".", "--flow-profile", "exact"]);
    assert_eq!(other.code, Some(2));
}

#[test]
fn paths_and_markers_are_not_obeyed() {
    let rule = RULE.replace("  fix: allowed()\n", "  paths: {include: [nowhere]}\n");
    let folder = Folder::new(&[
        ("a.yaml", &rule),
        ("a.test.py", "# ruleid: acme.forbidden\nforbidden()  # nosem\n"),
    ]);
    assert_eq!(
        test(&folder, &["."]).last_line(),
        "1 checks: 1 passed, 0 failed, 0 errors"
    );
}

#[test]
fn nothing_to_test_is_a_mistake() {
    let folder = Folder::new(&[("a.py", "")]);
    assert!(test(&folder, &["."]).error().contains("`.` has no rule file"));
    assert!(test(&folder, &["no-such"]).error().contains("`no-such` cannot be read"));
    assert_eq!(test(&folder, &[]).code, Some(2));
}

#[test]
fn the_rules_of_the_program_pass_their_tests() {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules/opengrep");
    assert!(fs::metadata(rules).is_ok());
    let result = super::support::run(&["test-rules", rules]);
    assert_eq!(result.code, Some(0), "{}", result.out);
}
