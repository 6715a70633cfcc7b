use std::fs;

use super::support::Folder;

/// One match of each kind, in an order and with widths that matter.
fn sample() -> Folder {
    Folder::new(&[
        (
            "src/app.py",
            "x = 1\n\tname = 'caf\u{e9} \u{6f22}'; forbidden(x)  # note\npassword = \"Xk29-vTqLw7\"\nforbidden(2)  # secreview:ignore ACME-001 -- reviewed by security\n",
        ),
        ("tests/test_app.py", "careless(1)  # secreview:ignore ACME-999\n"),
        ("logo.py", "\0\0binary"),
    ])
}

fn redact() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    // The advice for credentials is the business of their table.
    settings.add_filter(r#"Change the password[^"|\n]*"#, "[advice]");
    settings.add_filter(r"sha256:[0-9a-f]{64}", "sha256:[digest]");
    settings.add_filter(r#""count": \d+"#, r#""count": 0"#);
    settings.add_filter(r#""rulesCount": \d+"#, r#""rulesCount": 0"#);
    settings.set_prepend_module_to_snapshot(false);
    settings
}

#[test]
fn text_shows_each_match_with_its_line_a_caret_and_the_fix() {
    let result = sample().scan(&[]);
    assert_eq!(result.code, Some(1));
    assert_eq!(result.err, "skipped: logo.py (binary file)\n");
    redact().bind(|| insta::assert_snapshot!("text", result.out));
}

#[test]
fn low_leads_in_tests_are_counted_and_shown_on_demand() {
    let short = sample().scan(&[]);
    assert!(!short.out.contains("tests/test_app.py:1:1"));
    assert!(
        short
            .out
            .contains("not shown: 1 low match in tests, fixtures and examples (--all shows them)")
    );
    let all = sample().scan(&["--all"]);
    assert!(
        all.out
            .contains("tests/test_app.py:1:1  LOW  ACME-002  Careless call (test)"),
        "{}",
        all.out
    );
    assert!(!all.out.contains("not shown"));
    assert!(
        sample()
            .scan(&["--all", "--format", "github"])
            .out
            .contains("file=tests/test_app.py")
    );
}

#[test]
fn what_to_do_is_said_once_per_rule() {
    let folder = Folder::new(&[("a.py", "forbidden(1)\nforbidden(2)\n")]);
    let out = folder.scan(&[]).out;
    assert_eq!(
        (out.matches("ACME-001").count(), out.matches("fix: ").count()),
        (2, 1),
        "{out}"
    );
}

#[test]
fn json_has_the_fields_that_other_tools_read() {
    let result = sample().scan(&["--format", "json"]);
    assert_eq!((result.code, result.err.as_str()), (Some(1), ""));
    assert!(result.out.is_ascii());
    redact().bind(|| insta::assert_snapshot!("json", result.out));
}

#[test]
fn markdown_is_a_job_summary() {
    let result = sample().scan(&["--format", "markdown"]);
    assert_eq!(result.code, Some(1));
    redact().bind(|| insta::assert_snapshot!("markdown", result.out));
}

#[test]
fn github_annotates_the_lines() {
    let result = sample().scan(&["--format", "github"]);
    assert_eq!(result.code, Some(1));
    redact().bind(|| insta::assert_snapshot!("github", result.out));
}

#[test]
fn no_format_shows_a_credential() {
    let folder = sample();
    for format in ["text", "json", "sarif", "markdown", "github"] {
        let result = folder.scan(&["--format", format]);
        assert!(
            !result.out.contains("Xk29") && !result.out.contains("vTqLw7"),
            "{format}: {}",
            result.out
        );
        assert!(result.out.contains("[REDACTED]"), "{format}");
    }
}

#[test]
fn quiet_prints_the_verdict_only() {
    let result = sample().scan(&["--quiet"]);
    assert_eq!(
        (result.code, result.err.as_str(), result.out.as_str()),
        (Some(1), "", "RESULT: BLOCKED (2 matches >= high)\n")
    );
}

#[test]
fn quiet_leaves_a_document_whole_and_nothing_else() {
    let folder = sample();
    let (loud, quiet) = (
        folder.scan(&["--format", "json"]),
        folder.scan(&["--format", "json", "-q"]),
    );
    assert_eq!((loud.out, quiet.err.as_str()), (quiet.out, ""));
}

#[test]
fn colours_are_used_on_demand_only() {
    let folder = sample();
    assert!(!folder.scan(&[]).out.contains('\u{1b}'));
    let colored = folder.scan(&["--color", "always"]).out;
    assert!(colored.contains("\u{1b}[31mHIGH\u{1b}[0m"), "{colored:?}");
    assert!(!folder.scan(&["--color", "never"]).out.contains('\u{1b}'));
}

#[test]
fn a_document_is_written_to_a_file_and_the_verdict_is_said() {
    let folder = sample();
    for format in ["text", "json", "sarif", "markdown", "github"] {
        let file = folder.aside("result");
        let printed = folder.scan(&["--format", format]);
        let written = folder.scan(&["--format", format, "-o", file.to_str().unwrap()]);
        assert_eq!((written.code, written.out.as_str()), (Some(1), ""), "{format}");
        assert!(
            written.err.contains("RESULT: BLOCKED (2 matches >= high)") && written.err.contains("written to "),
            "{}",
            written.err
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), printed.out, "{format}");
    }
    assert_eq!(
        fs::read_dir(folder.aside("")).unwrap().count(),
        2,
        "nothing temporary is left"
    );
}

#[test]
fn several_formats_are_written_at_once() {
    let folder = sample();
    let (sarif, markdown) = (folder.aside("a.sarif"), folder.aside("a.md"));
    let result = folder.scan(&[
        "--report",
        &format!("sarif={}", sarif.display()),
        "--report",
        &format!("markdown={}", markdown.display()),
    ]);
    assert_eq!(
        (result.code, result.last_line()),
        (Some(1), "RESULT: BLOCKED (2 matches >= high)")
    );
    assert!(fs::read_to_string(&sarif).unwrap().contains("\"version\": \"2.1.0\""));
    assert!(
        fs::read_to_string(&markdown)
            .unwrap()
            .starts_with("# Security review\n")
    );
    let twice = folder.scan(&["--report", "json=x", "-o", "x"]);
    assert!(twice.error().contains("two results would be written to `x`"));
}

#[test]
fn the_result_does_not_depend_on_threads_or_runs() {
    let folder = sample();
    for number in 0..40 {
        folder.write(&format!("d{}/f{number}.py", number % 7), "careless(1)\nforbidden(2)\n");
    }
    for format in ["text", "json", "sarif", "markdown", "github"] {
        let one = folder.scan(&["--format", format, "--jobs", "1"]);
        for jobs in ["2", "16"] {
            assert_eq!(
                folder.scan(&["--format", format, "--jobs", jobs]).out,
                one.out,
                "{format} {jobs}"
            );
        }
    }
}
