use std::fs;

use serde_json::Value;

use super::support::Folder;

fn edit(folder: &Folder, change: impl Fn(&mut Value)) {
    let path = folder.aside("baseline.json");
    let mut baseline: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    change(&mut baseline["entries"][0]);
    fs::write(path, baseline.to_string()).unwrap();
}

/// A folder with one match, and a baseline of it.
fn with_baseline() -> (Folder, String) {
    let folder = Folder::new(&[("a.py", "x = 1\nforbidden(1)\n")]);
    let path = folder.aside("baseline.json").to_str().unwrap().to_owned();
    let written = folder.scan(&["--write-baseline", &path]);
    assert_eq!(
        (written.code, written.last_line()),
        (Some(1), "RESULT: BLOCKED (1 match >= high)"),
        "writing changes no verdict"
    );
    assert!(
        written.err.starts_with("baseline of 1 match written to "),
        "{}",
        written.err
    );
    (folder, path)
}

#[test]
fn a_known_match_does_not_block_and_is_listed() {
    let (folder, path) = with_baseline();
    let result = folder.scan(&["--baseline", &path]);
    assert_eq!((result.code, result.last_line()), (Some(0), "RESULT: OK"));
    assert!(
        result.out.contains("known: a.py:2 high ACME-001 (baseline)\n"),
        "{}",
        result.out
    );
    assert!(result.out.contains("; suppressed 0; baseline 1\n"), "{}", result.out);
    let json = folder.scan(&["--baseline", &path, "--format", "json"]).json();
    assert_eq!(
        (&json["matches_count"], &json["baseline"]["matched"]),
        (&0.into(), &1.into())
    );
    assert_eq!(json["files"][0]["baseline"][0]["rule_id"], "ACME-001");
}

#[test]
fn a_baseline_is_the_same_each_time_it_is_written() {
    let (folder, path) = with_baseline();
    let first = fs::read_to_string(&path).unwrap();
    folder.scan(&["--write-baseline", &path]);
    assert_eq!(fs::read_to_string(&path).unwrap(), first);
    let baseline: Value = serde_json::from_str(&first).unwrap();
    assert_eq!(baseline["schema"], "security-review/baseline/1");
    let entry = &baseline["entries"][0];
    assert_eq!(
        (&entry["file"], &entry["line"], &entry["title"]),
        (&"a.py".into(), &2.into(), &"Forbidden call".into())
    );
}

#[test]
fn a_known_match_that_moves_stays_known_and_a_new_one_blocks() {
    let (folder, path) = with_baseline();
    folder.write("a.py", "x = 1\ny = 2\n\nforbidden(1)\n");
    assert_eq!(folder.scan(&["--baseline", &path]).code, Some(0));
    folder.write("b.py", "forbidden(1)\n");
    let result = folder.scan(&["--baseline", &path]);
    assert_eq!(
        (result.code, result.last_line()),
        (Some(1), "RESULT: BLOCKED (1 match >= high)")
    );
}

#[test]
fn an_entry_past_its_last_day_blocks_again() {
    let (folder, path) = with_baseline();
    edit(&folder, |entry| entry["expires"] = "2020-01-31".into());
    let result = folder.scan(&["--baseline", &path]);
    assert_eq!(result.code, Some(1));
    assert!(
        result
            .out
            .contains("0 matches known; 1 match is past the last day of its entry"),
        "{}",
        result.out
    );
    edit(&folder, |entry| {
        entry["expires"] = "2999-12-31".into();
        entry["reason"] = "waits for the release".into();
    });
    let result = folder.scan(&["--baseline", &path]);
    assert_eq!(result.code, Some(0));
    assert!(
        result
            .out
            .contains("(baseline until 2999-12-31: waits for the release)"),
        "{}",
        result.out
    );
}

#[test]
fn reasons_and_days_survive_an_update() {
    let (folder, path) = with_baseline();
    edit(&folder, |entry| {
        entry["expires"] = "2999-12-31".into();
        entry["reason"] = "waits".into();
    });
    folder.scan(&["--baseline", &path, "--write-baseline", &path]);
    let baseline: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(
        (&baseline["entries"][0]["reason"], &baseline["entries"][0]["expires"]),
        (&"waits".into(), &"2999-12-31".into())
    );
}

#[test]
fn what_was_accepted_as_low_does_not_pass_as_high() {
    let (folder, path) = with_baseline();
    edit(&folder, |entry| entry["severity"] = "low".into());
    let result = folder.scan(&["--baseline", &path]);
    assert_eq!(result.code, Some(1));
    assert!(result.out.contains("1 match is worse than accepted"), "{}", result.out);
}

#[test]
fn entries_that_match_nothing_are_counted() {
    let (folder, path) = with_baseline();
    folder.write("a.py", "x = 1\n");
    let result = folder.scan(&["--baseline", &path]);
    assert_eq!(result.code, Some(0));
    assert!(
        result.out.contains("0 matches known; 1 entry matches no longer"),
        "{}",
        result.out
    );
}

#[test]
fn a_large_baseline_does_not_bury_the_rest() {
    let folder = Folder::new(&[]);
    folder.write("a.py", "forbidden(1)\n".repeat(60));
    let path = folder.aside("baseline.json");
    folder.scan(&["--write-baseline", path.to_str().unwrap()]);
    let result = folder.scan(&["--baseline", path.to_str().unwrap()]);
    assert_eq!(
        result
            .out
            .lines()
            .filter(|line| line.starts_with("known: a.py"))
            .count(),
        50
    );
    assert!(
        result.out.contains("known: 10 more (--format json lists all)\n"),
        "{}",
        result.out
    );
}

#[test]
fn a_bad_baseline_is_an_error_that_says_how_to_fix_it() {
    let (folder, path) = with_baseline();
    edit(&folder, |entry| entry["expires"] = "31.12.2026".into());
    assert!(
        folder
            .scan(&["--baseline", &path])
            .error()
            .contains("`expires` is `31.12.2026`: write a day as YYYY-MM-DD")
    );
    fs::write(&path, "{\"schema\": \"other\", \"entries\": []}").unwrap();
    assert!(
        folder
            .scan(&["--baseline", &path])
            .error()
            .contains("this program reads `security-review/baseline/1`")
    );
    fs::write(&path, "[").unwrap();
    assert!(
        folder
            .scan(&["--baseline", &path])
            .error()
            .contains("is not valid (write a new one with --write-baseline)")
    );
    assert!(
        folder
            .scan(&["--baseline", "no-such.json"])
            .error()
            .contains("`no-such.json` could not be read")
    );
}

#[test]
fn a_reason_is_masked_in_every_format() {
    let (folder, path) = with_baseline();
    let token = ["AKIA", "Q3EGVYR5LJ7WBTKM"].concat();
    edit(&folder, |entry| {
        entry["reason"] = format!("key {token} \u{202e}").into()
    });
    for format in ["text", "json", "sarif", "markdown"] {
        let result = folder.scan(&["--baseline", &path, "--format", format]);
        assert_eq!(result.code, Some(0), "{format}");
        assert!(!result.out.contains(&token), "{format}: {}", result.out);
    }
    let json = folder.scan(&["--baseline", &path, "--format", "json"]).json();
    assert_eq!(
        json["files"][0]["baseline"][0]["accepted"]["reason"],
        "key AKIA[REDACTED] <U+202E>"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn an_entry_accepts_one_of_two_files_that_are_shown_alike() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let (folder, path) = with_baseline();
    let write = |name: &[u8]| fs::write(folder.path().join(OsStr::from_bytes(name)), "forbidden(1)\n").unwrap();
    fs::remove_file(folder.path().join("a.py")).unwrap();
    write(b"\xE9.py");
    folder.scan(&["--write-baseline", &path]);
    edit(&folder, |entry| entry["expires"] = "2020-01-31".into());
    write(b"\xE8.py");
    let json = folder.scan(&["--baseline", &path, "--format", "json"]).json();
    let used = &json["baseline"];
    assert_eq!((&used["matched"], &used["expired"]), (&0.into(), &1.into()), "{used}");
    edit(&folder, |entry| entry["expires"] = Value::Null);
    let result = folder.scan(&["--baseline", &path]);
    assert_eq!(result.last_line(), "RESULT: BLOCKED (1 match >= high)");
}

#[test]
fn entries_that_contradict_each_other_are_an_error_and_equal_ones_are_merged() {
    let (folder, path) = with_baseline();
    let twice = |reason: Option<&str>| {
        let mut baseline: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let mut entry = baseline["entries"][0].clone();
        if let Some(reason) = reason {
            entry["reason"] = reason.into();
        }
        baseline["entries"].as_array_mut().unwrap().push(entry);
        fs::write(&path, baseline.to_string()).unwrap();
    };
    twice(None);
    assert_eq!(folder.scan(&["--baseline", &path]).code, Some(0));
    twice(Some("other"));
    let error = folder.scan(&["--baseline", &path]).error();
    assert!(
        error.contains("entry 3") && error.contains("has the same fingerprint and says something else"),
        "{error}"
    );
}

#[test]
fn an_entry_is_for_its_rule_and_its_severity_may_be_written_in_any_case() {
    let (folder, path) = with_baseline();
    edit(&folder, |entry| entry["severity"] = "HIGH".into());
    assert_eq!(folder.scan(&["--baseline", &path]).code, Some(0));
    edit(&folder, |entry| entry["rule_id"] = "ACME-002".into());
    assert_eq!(folder.scan(&["--baseline", &path]).code, Some(1));
    edit(&folder, |entry| entry["severity"] = "urgent".into());
    assert!(
        folder
            .scan(&["--baseline", &path])
            .error()
            .contains("`severity` is none of critical, high")
    );
}

#[cfg(unix)]
#[test]
fn a_device_or_an_endless_file_is_no_baseline_and_no_rule_file() {
    let folder = Folder::new(&[("a.py", "x = 1\n")]);
    for option in ["--baseline", "--rules"] {
        let error = folder.scan(&[option, "/dev/zero"]).error();
        assert!(error.contains("`/dev/zero` is no regular file"), "{error}");
        let large = folder.aside("large");
        fs::File::create(&large).unwrap().set_len(17 << 20).unwrap();
        let error = folder.scan(&[option, large.to_str().unwrap()]).error();
        assert!(error.contains("has more than"), "{error}");
    }
}
