//! `scan-code --config` with taint rules: the way of a flow in every format.

use serde_json::{Value, json};

use super::support::{Folder, Run, program};

const LIBRARY: &str = "definitions:
  input:
    - pattern: request.args
";

const RULES: &str = "rules:
- id: acme.flow
  mode: taint
  languages: [python]
  severity: ERROR
  message: Input runs
  metadata: {confidence: HIGH}
  pattern-sources: [use: input]
  pattern-sinks: [pattern: sink(...)]
";

const CODE: &str = "def put(v):
    sink(v)

def f():
    x = request.args
    y = x
    put(y)
";

fn folder(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(files);
    folder.write("rules/library/python.yaml", LIBRARY);
    folder.write("rules/a/flow.yaml", RULES);
    folder
}

fn scan(folder: &Folder, options: &[&str]) -> Run {
    let mut command = program(&[
        "scan-code", ".", "--config", "rules/a", "--no-default-rules", "--exclude", "rules",
    ]);
    command.args(options).current_dir(folder.path());
    command.output().expect("the program starts").into()
}

fn place(line: u32, col: u32, offset: usize, length: usize) -> Value {
    json!({
        "path": "a.py",
        "start": {"line": line, "col": col, "offset": offset},
        "end": {"line": line, "col": col as usize + length, "offset": offset + length},
    })
}

#[test]
fn people_read_the_steps_below_the_match() {
    let folder = folder(&[("a.py", CODE)]);
    let result = scan(&folder, &[]);
    assert_eq!(result.code, Some(1), "{result:?}");
    let steps = "    sink(v)
    ^^^^^^^
      line 5: source `request.args`
      line 5: passed to `x`
      line 6: passed to `y`
      line 7: call `put(y)`
      line 1: passed to `v`
      line 2: sink `sink(v)`
    Input runs
";
    assert!(result.out.contains(steps), "{}", result.out);
    let markdown = scan(&folder, &["--format", "markdown"]).out;
    assert!(
        markdown.contains(
            "Input runs<br>line 5: source `request.args`<br>line 5: passed to `x`<br>line 6: passed to `y`<br>"
        ),
        "{markdown}"
    );
}

#[test]
fn long_ways_are_cut_in_the_middle_for_people_alone() {
    let mut code = String::from("x0 = request.args\n");
    for number in 1..40 {
        code.push_str(&format!("x{number} = x{}\n", number - 1));
    }
    code.push_str("sink(x39)\n");
    let folder = folder(&[("a.py", &code)]);
    let text = scan(&folder, &[]).out;
    let steps = text.lines().filter(|line| line.starts_with("      ")).count();
    assert_eq!(steps, 13, "{text}");
    assert!(text.contains("      … 30 more steps\n"), "{text}");
    let json = scan(&folder, &["--format", "json"]).json();
    assert_eq!(json["files"][0]["matches"][0]["trace"].as_array().unwrap().len(), 42);
}

#[test]
fn programs_read_every_step() {
    let folder = folder(&[("a.py", CODE)]);
    let json = scan(&folder, &["--format", "json"]).json();
    let trace = json["files"][0]["matches"][0]["trace"].as_array().unwrap();
    let kinds: Vec<&str> = trace.iter().map(|step| step["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["source", "passed", "passed", "call", "passed", "sink"]);
    assert_eq!(
        trace[0],
        json!({"kind": "source", "line": 5, "column": 9, "end_line": 5, "end_column": 21, "text": "request.args"})
    );
    let sarif = scan(&folder, &["--format", "sarif"]).json();
    let flows = &sarif["runs"][0]["results"][0]["codeFlows"];
    let locations = flows[0]["threadFlows"][0]["locations"].as_array().unwrap();
    let messages: Vec<&str> = locations
        .iter()
        .map(|step| step["location"]["message"]["text"].as_str().unwrap())
        .collect();
    assert_eq!(
        messages,
        [
            "source", "passed to `x`", "passed to `y`", "call `put(y)`", "passed to `v`", "sink"
        ]
    );
    let last = &locations[5]["location"]["physicalLocation"];
    assert_eq!(last["artifactLocation"]["uri"], "a.py");
    assert_eq!(
        last["region"],
        json!({"startLine": 2, "startColumn": 5, "endLine": 2, "endColumn": 12, "snippet": {"text": "sink(v)"}})
    );
}

#[test]
fn the_json_of_opengrep_has_its_trace() {
    let folder = folder(&[("a.py", CODE)]);
    let json = scan(&folder, &["--format", "opengrep-json"]).json();
    let at = |text: &str, number: usize| CODE.match_indices(text).nth(number).unwrap().0;
    assert_eq!(
        json["results"][0]["extra"]["dataflow_trace"],
        json!({
            "taint_source": ["CliLoc", [place(5, 9, at("request", 0), 12), "request.args"]],
            "intermediate_vars": [
                {"location": place(5, 5, at("x", 0), 1), "content": "x"},
                {"location": place(6, 5, at("y", 0), 1), "content": "y"},
            ],
            "taint_sink": ["CliCall", [
                [place(7, 5, at("put", 1), 3), "put"],
                [{"location": place(1, 9, at("v", 0), 1), "content": "v"}],
                ["CliLoc", [place(2, 5, at("sink", 0), 7), "sink(v)"]],
            ]],
        })
    );
}

#[test]
fn the_agreement_looks_at_functions_one_by_one() {
    let folder = folder(&[("a.py", CODE)]);
    let count =
        |options: &[&str]| scan(&folder, &[options, &["--format", "json"]].concat()).json()["matches_count"].clone();
    assert_eq!(count(&[]), 1);
    assert_eq!(count(&["--flow-profile", "agreement"]), 0);
    assert_eq!(count(&["--flow-profile", "agreement-intrafile"]), 1);
    folder.write(".security-review.toml", "flow-profile = \"agreement\"\n");
    assert_eq!(count(&[]), 0);
    assert_eq!(count(&["--flow-profile", "precise"]), 1);
    let text = scan(&folder, &[]).out;
    assert!(
        text.contains("settings: ./.security-review.toml: follows flows as agreement\n"),
        "{text}"
    );
}

#[test]
fn markers_hide_a_flow_where_its_sink_is() {
    for (marker, hidden) in [
        ("  # nosemgrep", true),
        ("  # nosemgrep: acme.flow", true),
        ("  # nosemgrep: acme.other", false),
        ("  # secreview:ignore acme.flow -- known", true),
    ] {
        let code = format!("x = request.args\nsink(x){marker}\n");
        let folder = folder(&[("a.py", &code)]);
        let json = scan(&folder, &["--format", "json"]).json();
        let counts = (&json["matches_count"], &json["suppressed_count"]);
        let expected = if hidden {
            (0.into(), 1.into())
        } else {
            (1.into(), 0.into())
        };
        assert_eq!(counts, (&expected.0, &expected.1), "{marker}");
    }
    let folder = folder(&[("a.py", "x = request.args  # nosemgrep\nsink(x)\n")]);
    assert_eq!(scan(&folder, &["--format", "json"]).json()["matches_count"], 1);
}

#[test]
fn a_flow_in_a_notebook_has_the_lines_of_the_file() {
    let notebook = "{
 \"cells\": [
  {
   \"cell_type\": \"code\",
   \"source\": [
    \"x = request.args\\n\",
    \"sink(x)\\n\"
   ]
  }
 ],
 \"metadata\": {\"language_info\": {\"name\": \"python\"}},
 \"nbformat\": 4, \"nbformat_minor\": 5
}
";
    let folder = folder(&[("a.ipynb", notebook)]);
    let json = scan(&folder, &["--format", "json"]).json();
    let trace = json["files"][0]["matches"][0]["trace"].as_array().unwrap();
    let lines: Vec<_> = trace.iter().map(|step| step["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [6, 6, 7]);
}

#[test]
fn a_library_that_cannot_be_used_is_no_answer() {
    let folder = folder(&[("a.py", CODE)]);
    folder.write("rules/library/python.yaml", "definitions: [\n");
    let result = scan(&folder, &[]);
    assert_eq!(result.code, Some(2));
    assert!(
        result
            .err
            .contains("rules/library/python.yaml: line 2: this is not valid YAML")
            && result
                .err
                .contains("`input` is no definition of `rules/library/python.yaml` (which cannot be read)"),
        "{}",
        result.err
    );
}

#[test]
fn a_rule_is_printed_for_opengrep_with_its_definitions() {
    let folder = folder(&[]);
    let explain = |id: &str| -> Run {
        let mut command = program(&["explain", id, "--format", "opengrep", "--config", "rules/a"]);
        command.current_dir(folder.path());
        command.output().expect("the program starts").into()
    };
    let json = explain("acme.flow").json();
    assert_eq!(
        json["rules"][0]["pattern-sources"],
        json!([{"pattern": "request.args"}])
    );
    assert_eq!(json["rules"][0]["mode"], "taint");
    assert!(explain("GEN-004").error().contains("`GEN-004` is no structural rule"));
}

const UTIL: &str = "def put(v):
    w = v
    sink(w)

def konst(v):
    return 1
";

const APP: &str = "import os
from util import put, konst

def f():
    x = request.args
    put(x)
    sink(konst(x))
";

#[test]
fn a_flow_to_another_file_is_found_at_its_sink() {
    let folder = folder(&[("app.py", APP), ("util.py", UTIL)]);
    let result = scan(&folder, &[]);
    assert_eq!(result.code, Some(1), "{result:?}");
    for line in [
        "util.py:3",
        "app.py:5: source `request.args`",
        "app.py:5: passed to `x`",
        "app.py:6: call `put`",
        "line 1: passed to `v`",
        "line 2: passed to `w`",
        "line 3: sink `sink(w)`",
    ] {
        assert!(result.out.contains(line), "{line}: {}", result.out);
    }
    // What `konst` gives back is harmless.
    assert!(!result.out.contains("app.py:7"), "{}", result.out);
    let alone = scan(&folder, &["--no-cross-file"]);
    assert!(
        alone.out.contains("app.py:7") && !alone.out.contains("util.py:3"),
        "{}",
        alone.out
    );
}

#[test]
fn every_format_names_the_file_of_each_step() {
    let folder = folder(&[("app.py", APP), ("util.py", UTIL)]);
    let json: Value = serde_json::from_str(&scan(&folder, &["--format", "json"]).out).unwrap();
    let found = &json["files"][0]["matches"][0];
    let steps: Vec<(&str, Option<&str>, u64)> = found["trace"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| {
            (
                step["kind"].as_str().unwrap(),
                step["file"].as_str(),
                step["line"].as_u64().unwrap(),
            )
        })
        .collect();
    let other = Some("app.py");
    assert_eq!(
        steps,
        [
            ("source", other, 5),
            ("passed", other, 5),
            ("call", other, 6),
            ("passed", None, 1),
            ("passed", None, 2),
            ("sink", None, 3)
        ]
    );
    let sarif: Value = serde_json::from_str(&scan(&folder, &["--format", "sarif"]).out).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    let uri = |location: &Value| {
        location["physicalLocation"]["artifactLocation"]["uri"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(uri(&result["locations"][0]), "util.py");
    let steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
        .as_array()
        .unwrap();
    let uris: Vec<String> = steps.iter().map(|step| uri(&step["location"])).collect();
    assert_eq!(uris, ["app.py", "app.py", "app.py", "util.py", "util.py", "util.py"]);
    let opengrep: Value = serde_json::from_str(&scan(&folder, &["--format", "opengrep-json"]).out).unwrap();
    let trace = &opengrep["results"][0]["extra"]["dataflow_trace"];
    assert_eq!(trace["taint_source"][1][0]["path"], "app.py");
    assert_eq!(trace["taint_sink"][1][0]["path"], "util.py");
}

#[test]
fn a_marker_at_the_call_hides_a_flow_to_another_file() {
    let marked = APP.replace("put(x)", "put(x)  # secreview:ignore acme.flow -- checked");
    let folder = folder(&[("app.py", marked.as_str()), ("util.py", UTIL)]);
    let result = scan(&folder, &["--format", "json"]);
    let json: Value = serde_json::from_str(&result.out).unwrap();
    let files = json["files"].as_array().unwrap();
    assert!(files.iter().all(|file| file["matches"] == json!([])), "{json}");
    // The marker is of use: nothing is said of it.
    assert_eq!(files.len(), 1, "{json}");
    let hidden = &files[0]["suppressed"][0]["suppression"];
    assert_eq!(
        (&hidden["reason"], &hidden["line"]),
        (&json!("at the call in app.py:6: checked"), &json!(3))
    );
}

#[test]
fn flows_between_files_are_the_same_on_any_number_of_threads() {
    let mut files = vec![("util.py".to_owned(), UTIL.to_owned())];
    for number in 0..20 {
        files.push((
            format!("app{number}.py"),
            APP.replace("konst", &format!("konst{number}")),
        ));
    }
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let folder = folder(&files);
    let of = |jobs: &str| {
        let json: Value = serde_json::from_str(&scan(&folder, &["--format", "json", "--jobs", jobs]).out).unwrap();
        json["files"].clone()
    };
    let one = of("1");
    assert!(one.to_string().contains("util.py"), "{one}");
    assert_eq!(one, of("4"));
}

#[test]
fn one_marked_call_hides_no_other() {
    let marked = APP.replace("put(x)", "put(x)  # secreview:ignore acme.flow");
    let folder = folder(&[("app.py", marked.as_str()), ("other.py", APP), ("util.py", UTIL)]);
    let result = scan(&folder, &[]);
    assert!(result.out.contains("other.py:6: call `put`"), "{result:?}");
}

#[test]
fn what_a_test_gives_to_a_function_is_not_told_of_the_function() {
    let folder = folder(&[("tests/test_util.py", APP), ("util.py", UTIL)]);
    let result = scan(&folder, &["--format", "json"]);
    assert!(!result.out.contains("\"file\": \"util.py\""), "{result:?}");
    let both = [("tests/test_util.py", APP), ("tests/util.py", UTIL)];
    let result = scan(&self::folder(&both), &["--format", "json", "--all"]);
    assert!(result.out.contains("\"file\": \"tests/util.py\""), "{result:?}");
}

#[test]
fn packages_of_go_are_found_by_their_module() {
    let folder = Folder::new(&[
        ("go.mod", "module\texample.com/shop // ours\n\ngo 1.25\n"),
        ("dao/dao.go", "package dao\n\nfunc Put(x string) {\n\tsink(x)\n}\n"),
        (
            "main.go",
            "package main\n\nimport \"example.com/shop/dao\"\n\nfunc f() {\n\tdao.Put(src())\n}\n",
        ),
    ]);
    let rule = "rules: [{id: go.flow, mode: taint, languages: [go], severity: ERROR, message: m, \
        pattern-sources: [pattern: src(...)], pattern-sinks: [pattern: sink(...)]}]";
    folder.write("rules/a/flow.yaml", rule);
    let result = scan(&folder, &[]);
    assert!(result.out.contains("dao/dao.go:4"), "{result:?}");
}
