//! The program on its own repository.

use std::path::Path;

use assert_cmd::Command;

#[test]
fn our_own_repository_passes_and_says_what_it_leaves_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::cargo_bin("security-review-ci")
        .expect("the program is built")
        .args(["scan-code", "--color", "never"])
        .arg(&root)
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    // The rules quote what they look for, and made-up tokens of the tests are suppressed with a reason: both are in sight.
    assert!(text.contains("made up, only its checksum is right"), "{text}");
    assert!(text.contains(".security-review-ignore"), "{text}");
    assert!(text.ends_with("RESULT: OK\n"), "{text}");
}
