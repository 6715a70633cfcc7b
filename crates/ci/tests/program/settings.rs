use std::fs;

use super::support::Folder;

fn sample(settings: &str) -> Folder {
    Folder::new(&[
        (".security-review.toml", settings),
        ("a.py", "forbidden(1)\ncareless(2)\n"),
        ("gen/b.py", "forbidden(3)\n"),
    ])
}

#[test]
fn settings_apply_and_are_shown() {
    let folder = sample(
        "exclude = [\"gen\"]\ndisable = [\"acme-001\"]\nfail-on = \"low\"\n[severity]\nACME-002 = \"critical\"\n",
    );
    let result = folder.scan(&[]);
    assert_eq!(
        (result.code, result.last_line()),
        (Some(1), "RESULT: BLOCKED (1 match >= low)")
    );
    let settings =
        "settings: ./.security-review.toml: disables acme-001; sets ACME-002 to critical; excludes gen; fails on low\n";
    assert!(result.out.contains(settings), "{}", result.out);
    assert!(result.out.contains("a.py:2:1  CRITICAL  ACME-002"), "{}", result.out);
    let json = folder.scan(&["--format", "json"]).json();
    assert_eq!(json["config"]["disabled"][0], "acme-001");
    assert_eq!(json["config"]["severity"]["ACME-002"], "critical");
    assert_eq!(json["coverage"]["excluded"], 1);
    assert!(folder.scan(&["--format", "markdown"]).out.contains("disables acme-001"));
    assert_eq!(
        folder.scan(&["--format", "sarif"]).json()["runs"][0]["properties"]["config"]["disabled"][0],
        "acme-001"
    );
}

#[test]
fn the_command_line_wins_and_settings_can_be_ignored() {
    let folder = sample("fail-on = \"critical\"\n");
    assert_eq!(folder.scan(&[]).code, Some(0));
    assert_eq!(folder.scan(&["--fail-on", "high"]).code, Some(1));
    let ignored = folder.scan(&["--no-settings"]);
    assert_eq!(ignored.code, Some(1));
    assert!(!ignored.out.contains("settings:"));
}

#[test]
fn another_file_can_be_named() {
    let folder = sample("this is not read");
    let file = folder.aside("settings.toml");
    fs::write(&file, "fail-on = \"critical\"\n").unwrap();
    assert_eq!(folder.scan(&["--settings", file.to_str().unwrap()]).code, Some(0));
    assert!(
        folder
            .scan(&["--settings", "no-such.toml"])
            .error()
            .contains("`no-such.toml` could not be read")
    );
}

#[test]
fn settings_of_folders_above_are_not_read() {
    let folder = sample("fail-on = \"critical\"\n");
    let rules = folder.aside("rules.toml");
    let gen_folder = folder.path().join("gen");
    let result = super::support::run(&[
        "scan-code",
        gen_folder.to_str().unwrap(),
        "--rules",
        rules.to_str().unwrap(),
    ]);
    assert_eq!(result.code, Some(1));
}

#[test]
fn bad_settings_name_file_line_key_and_what_is_allowed() {
    for (settings, expected) in [
        (
            "x = 1",
            "./.security-review.toml, line 1: unknown key `x`: use exclude, include, disable, severity, fail-on",
        ),
        (
            "\nfail-on = \"bad\"",
            "line 2: `fail-on`: `bad` is not a severity: use one of critical, high, medium, low, info",
        ),
        (
            "min-confidence = 1",
            "line 1: `min-confidence`: `1` is not a confidence: use one of high, medium, low",
        ),
        (
            "disable = [\n\"ACME-0011\"]",
            "./.security-review.toml, line 2: no rule is called `ACME-0011`; did you mean `ACME-001`?",
        ),
        (
            "[severity]\n\"ACME-0022\" = \"low\"",
            "line 2: no rule is called `ACME-0022`; did you mean `ACME-002`?",
        ),
        ("exclude = [\"a", "line 1: not valid TOML"),
    ] {
        let error = sample(settings).scan(&[]).error();
        assert!(error.contains(expected), "{settings:?}: {error}");
    }
}

#[test]
fn a_bad_glob_is_an_error() {
    assert!(sample("").scan(&["--exclude", "a[b"]).error().contains("--exclude"));
}

#[test]
fn a_bad_rule_file_names_file_rule_and_field() {
    let folder = sample("");
    let file = folder.aside("bad.toml");
    fs::write(&file, "[[rules]]\nid = \"ACME-100\"\ntitle = \"Bad\"\nseverity = \"urgent\"\nconfidence = \"high\"\nlanguages = [\"python\"]\npattern = 'abc'\n").unwrap();
    let error = folder.scan(&["--rules", file.to_str().unwrap()]).error();
    assert!(
        error.contains("bad.toml") && error.contains("ACME-100") && error.contains("`severity`"),
        "{error}"
    );
}

#[test]
fn includes_and_excludes_choose_files() {
    let folder = sample("");
    assert!(folder.scan(&["--include", "gen"]).out.contains("matches 1 (high 1)"));
    assert!(
        folder
            .scan(&["--exclude", "gen/"])
            .out
            .contains("skipped 1; matches 2 (high 1, medium 1)")
    );
    assert!(
        folder
            .scan(&["--exclude", "*/b.py", "--exclude", "nothing"])
            .out
            .contains("skipped 1; matches 2 (high 1, medium 1)")
    );
}

#[test]
fn ignore_files_are_shown_and_can_be_switched_off() {
    let folder = sample("");
    fs::remove_file(folder.path().join(".security-review.toml")).unwrap();
    folder.write(".security-review-ignore", "gen/\na.py\n");
    folder.write("c.py", "x = 1\n");
    let check = |options: &[&str]| {
        let result = folder.scan(options);
        assert_eq!(result.code, Some(0), "{options:?}: {}", result.out);
        let note = "settings: .security-review-ignore in the work tree: 2 files left out\n";
        assert!(result.out.contains(note), "{options:?}: {}", result.out);
        assert!(result.out.contains("; skipped 2; matches 0"), "{}", result.out);
        let json = folder.scan(&[options, &["--format", "json"]].concat()).json();
        assert_eq!(json["config"]["ignore_files"][0], ".security-review-ignore");
        assert_eq!(json["config"]["ignored_files"], 2);
        assert_eq!(json["coverage"]["excluded"], 2);
        let all = folder.scan(&[options, &["--no-settings"]].concat());
        assert_eq!(all.last_line(), "RESULT: BLOCKED (2 matches >= high)", "{options:?}");
        assert!(!all.out.contains("settings:"), "{}", all.out);
    };
    check(&[]);
    folder.git(&["init", "-q"]);
    folder.git(&["add", "-A"]);
    check(&[]);
    check(&["--staged"]);
    folder.git(&["commit", "-q", "--allow-empty", "-m", "first", "--only"]);
    check(&["--diff", "HEAD"]);
}

#[test]
fn a_bad_glob_in_the_settings_is_an_error_with_its_place() {
    for key in ["exclude", "include"] {
        let error = sample(&format!("\n{key} = ['ok', 'a[{}']\n", "x".repeat(500)))
            .scan(&[])
            .error();
        assert!(
            error.starts_with(&format!("./.security-review.toml, line 2: `{key}`: `a[xxx")),
            "{error}"
        );
        assert!(error.len() < 300 && error.contains("is no pattern of paths"), "{error}");
    }
}
