use std::fs;
use std::process::{Command, Stdio};

use super::support::{Folder, run};

#[test]
fn a_clean_folder_passes() {
    let result = Folder::new(&[("a.py", "x = 1\n")]).scan(&[]);
    assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
    assert_eq!(
        result.out,
        "scanned 1 file, 1 line (walk); skipped 0; matches 0; suppressed 0\nRESULT: OK\n"
    );
}

#[test]
fn a_match_at_the_threshold_blocks() {
    let folder = Folder::new(&[("a.py", "careless(1)\nforbidden(2)\nuntidy(3)\n")]);
    let result = folder.scan(&[]);
    assert_eq!(
        (result.code, result.last_line()),
        (Some(1), "RESULT: BLOCKED (1 match >= high)")
    );
    assert!(
        result
            .out
            .contains("matches 3 (high 1, medium 1, low 1); suppressed 0\n"),
        "{}",
        result.out
    );
    let result = folder.scan(&["--fail-on", "low"]);
    assert_eq!(
        (result.code, result.last_line()),
        (Some(1), "RESULT: BLOCKED (3 matches >= low)")
    );
    let result = folder.scan(&["--fail-on", "critical"]);
    assert_eq!((result.code, result.last_line()), (Some(0), "RESULT: OK"));
}

#[test]
fn a_match_of_low_confidence_is_shown_on_demand() {
    let folder = Folder::new(&[("a.py", "maybe(1)\n")]);
    assert_eq!(folder.scan(&[]).code, Some(0));
    let result = folder.scan(&["--min-confidence", "low"]);
    assert_eq!(
        (result.code, result.last_line()),
        (Some(1), "RESULT: BLOCKED (1 match >= high)")
    );
}

#[test]
fn no_argument_prints_the_help_and_does_not_pass() {
    let result = run(&[]);
    assert_eq!((result.code, result.err.as_str()), (Some(2), ""));
    for word in ["scan-code", "rules", "explain", "languages"] {
        assert!(result.out.contains(word), "{}", result.out);
    }
}

#[test]
fn help_passes() {
    for args in [
        &["-h"][..],
        &["--help"],
        &["scan-code", "-h"],
        &["rules", "--help"],
        &["--version"],
    ] {
        let result = run(args);
        assert_eq!((result.code, result.err.as_str()), (Some(0), ""), "{args:?}");
        assert!(!result.out.is_empty());
    }
}

#[test]
fn bad_usage_is_explained_on_stderr() {
    for (args, expected) in [
        (&["scan"][..], "unrecognized subcommand 'scan'"),
        (&["scan-code", "--no-such"], "unexpected argument '--no-such'"),
        (
            &["scan-code", "--fail-on", "urgent"],
            "`urgent` is not a severity: use one of critical, high, medium, low, info",
        ),
        (
            &["scan-code", "--format", "xml"],
            "possible values: text, json, sarif, markdown, github",
        ),
        (&["scan-code", "--jobs=-1"], "write a number from 0 to 1024"),
        (&["scan-code", "--jobs", "many"], "write a number from 0 to 1024"),
        (&["scan-code", "--max-file-bytes", "0"], "--max-file-bytes"),
        (&["scan-code", "--report", "xml=a"], "`xml` is not a format"),
        (&["scan-code", "--staged", "--diff", "main"], "cannot be used with"),
        (&["scan-code", "a", "b"], "unexpected argument 'b'"),
        (&["explain"], "<RULE-ID>"),
    ] {
        let result = run(args);
        assert_eq!((result.code, result.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(result.err.contains(expected), "{args:?}: {}", result.err);
    }
}

#[test]
fn what_is_no_folder_is_an_error_object() {
    assert!(
        run(&["scan-code", "no/such/folder"])
            .error()
            .contains("`no/such/folder` cannot be scanned")
    );
    let folder = Folder::new(&[("a.py", "x = 1\n")]);
    let file = folder.path().join("a.py");
    assert!(
        run(&["scan-code", file.to_str().unwrap()])
            .error()
            .contains("is no folder")
    );
}

#[test]
fn a_run_that_scanned_nothing_does_not_pass() {
    let folder = Folder::new(&[]);
    let result = folder.scan(&["--format", "json"]);
    assert!(
        result
            .error()
            .contains("nothing was scanned in `.`: it holds no file; pass --allow-empty"),
        "{result:?}"
    );
    assert_eq!(result.out, "");
    let allowed = folder.scan(&["--allow-empty"]);
    assert_eq!((allowed.code, allowed.last_line()), (Some(0), "RESULT: OK"));
    folder.write("a.py", "forbidden(1)\n");
    assert!(folder.scan(&["--exclude", "*.py"]).error().contains("1 file excluded"));
}

#[test]
fn a_closed_pipe_is_no_answer() {
    let content = "forbidden(1)\n".repeat(150);
    let folder = Folder::new(&[]);
    for number in 0..20 {
        folder.write(&format!("f{number}.py"), &content);
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_security-review-ci"))
        .args(["scan-code", ".", "--rules"])
        .arg(folder.aside("rules.toml"))
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("could not be written to stdout"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_answer() {
    let folder = Folder::new(&[("a.py", "x = 1\n")]);
    for format in ["text", "json", "sarif", "markdown", "github"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = Command::new(env!("CARGO_BIN_EXE_security-review-ci"))
            .args(["scan-code", ".", "--format", format])
            .current_dir(folder.path())
            .stdout(full)
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(2), "{format}");
    }
    assert!(
        folder
            .scan(&["--output", "/dev/full"])
            .error()
            .contains("`/dev/full` could not be written")
    );
    assert!(
        folder
            .scan(&["--report", "json=/no/such/folder/a"])
            .error()
            .contains("could not be written")
    );
    assert!(folder.scan(&["--output", "."]).error().contains("`.` is a folder"));
    assert_eq!(
        Command::new(env!("CARGO_BIN_EXE_security-review-ci"))
            .stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap())
            .stderr(Stdio::null())
            .arg("languages")
            .status()
            .unwrap()
            .code(),
        Some(2)
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_is_no_answer() {
    let folder = Folder::new(&[("a.py", "x = 1\n")]);
    // Reading the settings waits for a writer that never comes.
    let fifo = folder.aside("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for signal in ["-INT", "-TERM"] {
        let child = Command::new(env!("CARGO_BIN_EXE_security-review-ci"))
            .args(["scan-code", ".", "--settings"])
            .arg(&fifo)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(400));
        assert!(
            Command::new("kill")
                .args([signal, &child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{signal}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "{\"error\":\"interrupted\"}\n");
    }
}

#[test]
fn two_results_cannot_have_the_same_file_however_it_is_spelt() {
    let folder = Folder::new(&[("a.py", "forbidden(1)\n"), ("sub/b.py", "x = 1\n")]);
    let check = |options: &[&str]| {
        let error = folder.scan(options).error();
        assert!(
            error.contains("two results would be written to"),
            "{options:?}: {error}"
        );
    };
    check(&["--report", "json=x.json", "--report", "sarif=./x.json"]);
    check(&["--report", "json=x.json", "--write-baseline", "sub/../x.json"]);
    check(&["--output", "x.json", "--report", "json=x.json"]);
    #[cfg(unix)]
    {
        folder.write("x.json", "");
        std::os::unix::fs::symlink("../x.json", folder.path().join("sub/link.json")).unwrap();
        check(&["--report", "json=x.json", "--output", "sub/link.json"]);
    }
}
