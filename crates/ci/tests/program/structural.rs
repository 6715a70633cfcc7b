//! `scan-code --config`: rules in Opengrep syntax in a scan.

use std::fs;

use serde_json::Value;

use super::support::{Folder, Run, program};

const RULES: &str = r#"rules:
- id: acme.no-eval
  languages: [python]
  severity: ERROR
  message: $CODE is run as code. Do not.
  metadata:
    cwe: ["CWE-95: Eval injection"]
    owasp: [A03:2021 - Injection]
    confidence: HIGH
    category: security
  pattern: run_code($CODE)
  fix: keep($CODE)
- id: acme.careful
  languages: [python]
  severity: INFO
  message: Careful
  pattern: careful(...)
"#;

/// A folder with a rule file beside it, and what a scan of it needs.
fn folder(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(files);
    fs::write(folder.aside("acme.yaml"), RULES).unwrap();
    folder
}

/// `scan-code . --config RULES` and these options.
fn scan(folder: &Folder, options: &[&str]) -> Run {
    let rules = folder.aside("acme.yaml");
    let mut command = program(&["scan-code", ".", "--config", rules.to_str().unwrap()]);
    command.args(options).current_dir(folder.path());
    command.output().expect("the program starts").into()
}

fn opengrep(folder: &Folder, options: &[&str]) -> Value {
    let run = scan(folder, &[&["--format", "opengrep-json"], options].concat());
    run.json()
}

#[test]
fn a_structural_match_is_reported_like_any_other() {
    let folder = folder(&[("src/a.py", "x = 'run_code(1)'\nrun_code(\n    x,\n)\ncareful(1)\n")]);
    let result = scan(&folder, &[]);
    assert_eq!(result.code, Some(1), "{result:?}");
    assert!(
        result
            .out
            .contains("src/a.py:2:1  HIGH  acme.no-eval  $CODE is run as code\n    run_code(\n    ^"),
        "{}",
        result.out
    );
    assert!(
        result.out.contains("\n    x is run as code. Do not.\n"),
        "{}",
        result.out
    );
    let json = scan(&folder, &["--format", "json"]).json();
    let row = &json["files"][0]["matches"][0];
    assert_eq!(
        (
            &row["kind"], &row["severity"], &row["confidence"], &row["cwe"], &row["owasp"]
        ),
        (
            &"structural".into(),
            &"high".into(),
            &"high".into(),
            &"CWE-95".into(),
            &"A03:2021".into()
        )
    );
    assert_eq!((&row["end_line"], &row["end_column"]), (&4.into(), &2.into()));
    assert_eq!(json["files"][0]["matches"][1]["severity"], "low");
    assert_eq!(json["rules"]["source"], "embedded and files");
    let sarif = scan(&folder, &["--format", "sarif"]).json();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(
        (&result["ruleId"], &result["message"]["text"]),
        (&"acme.no-eval".into(), &"x is run as code. Do not.".into())
    );
    assert_eq!(
        sarif["runs"][0]["tool"]["driver"]["rules"][0]["shortDescription"]["text"],
        "$CODE is run as code"
    );
}

#[test]
fn the_json_of_opengrep_holds_the_structural_results_alone() {
    let folder = folder(&[(
        "src/a.py",
        "careful(é, 2)\nc = careful\nrun_code(y)\nimport pickle\npickle.loads(y)\n",
    )]);
    let run = scan(&folder, &["--format", "opengrep-json"]);
    assert_eq!(run.code, Some(1));
    let json = run.json();
    let results = json["results"].as_array().unwrap();
    let ids: Vec<_> = results
        .iter()
        .map(|result| result["check_id"].as_str().unwrap())
        .collect();
    assert_eq!(&ids[..2], ["acme.careful", "acme.no-eval"], "{ids:?}");
    let [first, second] = &results[..2] else { unreachable!() };
    assert_eq!(first["path"], "src/a.py");
    assert_eq!(first["start"], serde_json::json!({"line": 1, "col": 1, "offset": 0}));
    assert_eq!(first["end"], serde_json::json!({"line": 1, "col": 15, "offset": 14}));
    let extra = &second["extra"];
    assert_eq!(extra["message"], "y is run as code. Do not.");
    assert_eq!(extra["severity"], "ERROR");
    assert_eq!(extra["metadata"]["category"], "security");
    assert_eq!(extra["lines"], "run_code(y)");
    assert_eq!(extra["fix"], "keep(y)");
    assert_eq!(extra["is_ignored"], false);
    assert_eq!(
        (&extra["engine_kind"], &extra["validation_state"]),
        (&"OSS".into(), &"NO_VALIDATOR".into())
    );
    assert_eq!(extra["metavars"]["$CODE"]["abstract_content"], "y");
    assert_eq!(extra["metavars"]["$CODE"]["start"]["col"], 10);
    assert_eq!(extra["fingerprint"].as_str().unwrap().len(), 32);
    assert_eq!(json["paths"]["scanned"], serde_json::json!(["src/a.py"]));
    assert_eq!(json["errors"], serde_json::json!([]));
    assert!(json["version"].is_string());
}

#[test]
fn a_credential_in_a_result_is_masked() {
    let folder = folder(&[(
        "a.py",
        "password = \"Xk29-vTqLw7\"\nrun_code(password)\nrun_code({\"password\": \"Zk31-vTqLw8\"})\n",
    )]);
    for format in ["opengrep-json", "json", "sarif", "text", "markdown", "github"] {
        let result = scan(&folder, &["--format", format]);
        assert!(
            !result.out.contains("Xk29") && !result.out.contains("Zk31"),
            "{format}: {}",
            result.out
        );
    }
    let json = opengrep(&folder, &[]);
    let extra = &json["results"][1]["extra"];
    assert!(extra["lines"].as_str().unwrap().contains("[REDACTED]"), "{extra}");
    assert!(
        extra["metavars"]["$CODE"]["abstract_content"]
            .as_str()
            .unwrap()
            .contains("[REDACTED]"),
        "{extra}"
    );
    assert!(extra["fix"].as_str().unwrap().contains("[REDACTED]"), "{extra}");
}

#[test]
fn comments_of_opengrep_and_markers_of_ours_suppress_and_are_listed() {
    let folder = folder(&[(
        "a.py",
        "run_code(1)  # nosemgrep: eval\n# nosem\nrun_code(2)\nrun_code(3)  # secreview:ignore acme.no-eval -- known\n",
    )]);
    let result = scan(&folder, &[]);
    assert_eq!(
        result.last_line(),
        "RESULT: BLOCKED (1 match >= high)",
        "{}",
        result.out
    );
    let json = opengrep(&folder, &[]);
    let ignored: Vec<_> = json["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| {
            (
                result["start"]["line"].as_u64().unwrap(),
                result["extra"]["is_ignored"].as_bool().unwrap(),
            )
        })
        .collect();
    assert_eq!(ignored, [(1, false), (3, true), (4, true)]);
}

#[test]
fn a_rule_that_cannot_be_used_is_told_and_the_run_is_no_answer() {
    let folder = folder(&[("a.py", "run_code(1)\n")]);
    let rules = folder.aside("rules");
    fs::create_dir(&rules).unwrap();
    let broken = "rules:\n- {id: one, languages: [python], severity: INFO, message: m, pattern: 'f('}\n- {id: two, languages: [cobol9], \
                  severity: INFO, message: m, pattern: f()}\n- {id: good, languages: [python], severity: ERROR, message: m, pattern: \
                  run_code(1)}\n";
    fs::write(rules.join("broken.yaml"), broken).unwrap();
    fs::write(
        rules.join("taint.yml"),
        "rules: [{id: flow, mode: taint, languages: [python], severity: INFO, message: m, pattern-sources: [{use: a}], \
         pattern-sinks: [{pattern: b()}]}]",
    )
    .unwrap();
    fs::write(rules.join("broken.test.yaml"), "not: a rule file").unwrap();
    let run: Run = program(&["scan-code", ".", "--config", rules.to_str().unwrap()])
        .current_dir(folder.path())
        .output()
        .unwrap()
        .into();
    let error = run.error();
    assert!(
        error.starts_with("3 rules or files of --config cannot be used"),
        "{error}"
    );
    for id in ["`one`", "`two`", "`flow`"] {
        assert!(error.contains(id), "{error}");
        assert_eq!(run.out.matches(id).count(), 1, "{}", run.out);
    }
    assert!(run.out.contains("HIGH  good"), "{}", run.out);
    let missing: Run = program(&["scan-code", ".", "--config", "no-such.yaml"])
        .current_dir(folder.path())
        .output()
        .unwrap()
        .into();
    assert!(missing.error().contains("`no-such.yaml` cannot be read"), "{missing:?}");
    fs::create_dir(folder.aside("empty")).unwrap();
    let empty: Run = program(&["scan-code", ".", "--config", folder.aside("empty").to_str().unwrap()])
        .current_dir(folder.path())
        .output()
        .unwrap()
        .into();
    assert!(empty.error().contains("has no rule file"), "{empty:?}");
}

#[test]
fn only_rules_of_the_user_are_looked_for_when_that_is_asked() {
    let folder = folder(&[(
        "a.py",
        "import tempfile\nrun_code(tempfile.mktemp())\npassword = \"Xk29-vTqLw7\"\n",
    )]);
    let ids = |options: &[&str]| -> Vec<String> {
        let json = scan(&folder, &[&["--format", "json"], options].concat()).json();
        let matches = json["files"][0]["matches"].as_array().unwrap().clone();
        matches
            .iter()
            .map(|found| found["rule_id"].as_str().unwrap().to_owned())
            .collect()
    };
    let all = ids(&[]);
    assert!(
        all.contains(&"PY-010".to_owned()) && all.iter().any(|id| id.starts_with("CRED-")),
        "{all:?}"
    );
    assert_eq!(ids(&["--no-default-rules"]), ["acme.no-eval"]);
    folder.write(
        ".security-review.toml",
        "disable = [\"GEN-004\"]\n[severity]\n\"acme.no-eval\" = \"low\"\n",
    );
    let result = scan(&folder, &["--no-default-rules"]);
    assert_eq!(result.last_line(), "RESULT: OK", "{}", result.out);
    let none: Run = program(&["scan-code", ".", "--no-default-rules"])
        .current_dir(folder.path())
        .output()
        .unwrap()
        .into();
    assert!(none.error().contains("no rule is left to look for"), "{none:?}");
}

#[test]
fn code_that_cannot_be_parsed_is_told_and_searched_with_the_patterns() {
    let folder = folder(&[(
        "a.py",
        "import tempfile\nname = tempfile.mktemp( = )\n\n\ndef f():\n    return run_code(2)\n",
    )]);
    let result = scan(&folder, &[]);
    assert!(result.out.contains("a.py:6:12  HIGH  acme.no-eval"), "{}", result.out);
    assert!(
        result
            .out
            .contains("warning: a.py:2 structural rules do not see this line"),
        "{}",
        result.out
    );
    assert!(result.out.contains("a.py:2:8  LOW  PY-010"), "{}", result.out);
    let errors = &opengrep(&folder, &[])["errors"];
    assert_eq!(
        (&errors[0]["type"], &errors[0]["code"]),
        (&"PartialParsing".into(), &3.into()),
        "{errors}"
    );
}

#[test]
fn a_rule_of_the_program_sees_the_code_where_the_pattern_saw_the_line() {
    let folder = Folder::new(&[(
        "a.py",
        "from tempfile import mktemp as fresh\nfresh()\nnote = 'tempfile.mktemp()'\n",
    )]);
    let json = folder.scan(&["--format", "json"]).json();
    let matches = json["files"][0]["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 1, "{json}");
    assert_eq!(
        (&matches[0]["rule_id"], &matches[0]["kind"], &matches[0]["line"]),
        (&"PY-010".into(), &"structural".into(), &2.into())
    );
}

#[test]
fn structural_rules_are_listed_and_explained() {
    let folder = folder(&[]);
    let rules = folder.aside("acme.yaml");
    let path = rules.to_str().unwrap();
    let list = super::support::run(&["rules", "--config", path, "--format", "json"]).json();
    let rows: Vec<&Value> = list["rules"].as_array().unwrap().iter().collect();
    let of = |id: &str| -> Vec<&&Value> { rows.iter().filter(|row| row["id"] == id).collect() };
    assert_eq!(of("acme.no-eval")[0]["kind"], "structural");
    assert_eq!(of("PY-010").len(), 1);
    assert_eq!(of("PY-010")[0]["kind"], "structural");
    let page = super::support::run(&["explain", "acme.no-eval", "--config", path]).out;
    assert!(page.starts_with("# acme.no-eval: $CODE is run as code\n"), "{page}");
    let page = super::support::run(&["explain", "PY-010"]).out;
    for part in [
        "## What to do",
        "A structural rule",
        "rules/opengrep/python/PY-010.yaml",
        "secreview:ignore PY-010",
    ] {
        assert!(page.contains(part), "{page}");
    }
}

#[test]
fn the_result_is_the_same_whatever_the_number_of_threads() {
    let files: Vec<(String, String)> = (0..40)
        .map(|number| {
            (
                format!("f{number}.py"),
                format!("run_code({number})\ncareful(run_code(x))\n"),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let folder = folder(&files);
    let one = scan(&folder, &["--format", "opengrep-json", "--jobs", "1"]).out;
    assert_eq!(scan(&folder, &["--format", "opengrep-json", "--jobs", "8"]).out, one);
}
