//! The all-in-one program, as its users run it.

use assert_cmd::Command;

fn program(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_security-review"))
        .args(args)
        .output()
        .expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn without_a_command_it_prints_the_help_and_does_not_pass() {
    let (code, stdout, stderr) = program(&[]);
    assert_eq!((code, stderr.as_str()), (Some(2), ""));
    assert!(stdout.contains("ci    Scan a folder"));
}

#[test]
fn help_and_version_pass() {
    assert_eq!(program(&["--help"]).0, Some(0));
    assert_eq!(
        program(&["--version"]),
        (
            Some(0),
            format!("security-review {}\n", env!("CARGO_PKG_VERSION")),
            String::new()
        )
    );
}

#[test]
fn an_unknown_command_is_an_error_that_lists_the_known_ones() {
    let (code, stdout, stderr) = program(&["scan"]);
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    assert_eq!(
        stderr,
        "error: no command \"scan\": there are `ci` and `mcp`; see `security-review --help`\n"
    );
}

#[test]
fn ci_passes_its_arguments_on() {
    let (code, stdout, _) = program(&["ci", "languages"]);
    assert_eq!(code, Some(0));
    assert!(stdout.contains("python"), "{stdout}");
    let (code, _, stderr) = program(&["ci", "scan-code", "--no-such-option"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("Usage: security-review ci scan-code"), "{stderr}");
    let (code, stdout, _) = program(&["ci"]);
    assert_eq!(code, Some(2));
    assert!(stdout.contains("Usage: security-review ci <COMMAND>"), "{stdout}");
}
