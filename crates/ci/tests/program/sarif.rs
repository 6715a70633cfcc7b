use std::process::Command;

use serde_json::Value;

use super::support::Folder;

/// The schema of the standard, as a package of the tests ships it.
fn schema() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .expect("cargo starts");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo describes the workspace");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages
        .iter()
        .find(|package| package["name"] == "serde-sarif")
        .expect("a package of the tests");
    let manifest = std::path::Path::new(package["manifest_path"].as_str().expect("a path"));
    let text =
        std::fs::read_to_string(manifest.with_file_name("src").join("schema.json")).expect("the schema is there");
    let mut schema: Value = serde_json::from_str(&text).expect("a schema");
    // The pattern of language codes is no regular expression (a bracket too many); we give no language.
    for object in ["run", "toolComponent"] {
        schema["definitions"][object]["properties"]["language"]
            .as_object_mut()
            .expect("a property")
            .remove("pattern");
    }
    schema
}

#[track_caller]
fn valid(log: &Value) {
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(&schema())
        .expect("a valid schema");
    let errors: Vec<_> = validator
        .iter_errors(log)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

fn sample() -> Folder {
    let folder = Folder::new(&[
        (
            "src/app.py",
            "forbidden(1)\npassword = \"Xk29-vTqLw7\"\nforbidden(2)  # secreview:ignore ACME-001 -- reviewed\n",
        ),
        ("src/old.py", "careless(1)  # secreview:ignore ACME-999\n"),
        ("dir with space/h\u{e9}#?%.py", "untidy(1)\n"),
        ("logo.py", "\0\0binary"),
    ]);
    folder.write("many.py", "careless(1)\n".repeat(250));
    folder
}

#[test]
fn the_log_is_valid_against_the_standard() {
    let folder = sample();
    valid(&folder.scan(&["--format", "sarif"]).json());
    valid(&Folder::new(&[("a.py", "x = 1\n")]).scan(&["--format", "sarif"]).json());
    let baseline = folder.aside("baseline.json");
    let baseline = baseline.to_str().unwrap();
    folder.scan(&["--write-baseline", baseline]);
    folder.write("src/new.py", "forbidden(3)\n");
    let log = folder
        .scan(&["--format", "sarif", "--baseline", baseline, "--project", "My/Repo"])
        .json();
    valid(&log);
    assert_eq!(log["runs"][0]["automationDetails"]["id"], "security-review/My-Repo/");
}

#[test]
fn a_result_says_what_where_and_how_bad() {
    let log = sample().scan(&["--format", "sarif"]).json();
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    let found = results.iter().find(|r| r["ruleId"] == "ACME-001").unwrap();
    assert_eq!(found["level"], "error");
    assert_eq!(found["message"]["text"], "Forbidden call. Call allowed instead.");
    let place = &found["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/app.py");
    assert_eq!(
        (&place["region"]["startLine"], &place["region"]["startColumn"]),
        (&1.into(), &1.into())
    );
    assert_eq!(place["region"]["endColumn"], 11);
    // SHA-256 of "|ACME-001|src/app.py|forbidden call", the first 32 digits.
    assert_eq!(
        found["partialFingerprints"]["secreview/v1"],
        "019944b11e56db05fbf0064761abf210"
    );
    assert_eq!(found["partialFingerprints"]["secreview/v2"].as_str().unwrap().len(), 32);
    let rule = &run["tool"]["driver"]["rules"][found["ruleIndex"].as_u64().unwrap() as usize];
    assert_eq!(
        (&rule["id"], &rule["properties"]["security-severity"]),
        (&"ACME-001".into(), &"8.0".into())
    );
    assert_eq!(rule["helpUri"], "https://cwe.mitre.org/data/definitions/676.html");
    assert_eq!(rule["help"]["text"], "Call allowed instead.");
    assert!(rule["help"]["markdown"].as_str().unwrap().contains("It is forbidden."));
    let tags = rule["properties"]["tags"].as_array().unwrap();
    assert!(
        tags.contains(&"security".into()) && tags.contains(&"external/cwe/cwe-676".into()),
        "{tags:?}"
    );
}

#[test]
fn suppressed_matches_stay_in_the_log_with_their_reason() {
    let log = sample().scan(&["--format", "sarif"]).json();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let suppressed: Vec<_> = results.iter().filter(|r| r.get("suppressions").is_some()).collect();
    assert_eq!(suppressed.len(), 1);
    assert_eq!(suppressed[0]["suppressions"][0]["kind"], "inSource");
    assert_eq!(suppressed[0]["suppressions"][0]["justification"], "reviewed");
}

#[test]
fn paths_are_percent_encoded_and_nothing_names_the_machine() {
    let folder = sample();
    let log = folder.scan(&["--format", "sarif"]);
    assert!(
        log.out.contains("\"dir%20with%20space/h%C3%A9%23%3F%25.py\""),
        "{}",
        log.out
    );
    assert!(!log.out.contains(folder.path().to_str().unwrap()));
}

#[test]
fn what_was_not_scanned_or_cut_is_a_notification() {
    let log = sample().scan(&["--format", "sarif"]).json();
    let notes = log["runs"][0]["invocations"][0]["toolExecutionNotifications"]
        .as_array()
        .unwrap();
    let texts: Vec<_> = notes
        .iter()
        .map(|note| note["message"]["text"].as_str().unwrap())
        .collect();
    assert!(texts.contains(&"Not scanned: binary file"), "{texts:?}");
    assert!(
        texts.contains(&"50 more matches are not listed; the 200 most severe are."),
        "{texts:?}"
    );
    assert!(texts.iter().any(|text| text.contains("ACME-999")), "{texts:?}");
}

#[test]
fn a_credential_in_a_path_is_masked() {
    let token = ["AKIA", "Q3EGVYR5LJ7WBTKM"].concat();
    let folder = Folder::new(&[]);
    folder.write(&format!("dir-{token}/a b.py"), "forbidden(1)\n");
    folder.write(&format!("{token}.py"), "\0");
    let log = folder.scan(&["--format", "sarif"]);
    assert!(log.out.contains("/a%20b.py\""), "{}", log.out);
    assert!(!log.out.contains(&token), "{}", log.out);
}
