use std::fs;

use super::support::Folder;

/// A repository whose first commit has one match in each of two files.
fn repository() -> Folder {
    let folder = Folder::new(&[("a.py", "x = 1\nforbidden(1)\ny = 2\n"), ("sub/b.py", "forbidden(1)\n")]);
    folder.commit();
    folder
}

#[test]
fn staged_content_is_scanned_not_the_file_on_disk() {
    let folder = repository();
    folder.write("a.py", "careless(1)\n");
    folder.git(&["add", "a.py"]);
    folder.write("a.py", "untidy(1)\n");
    let result = folder.scan(&["--staged"]);
    assert_eq!(result.code, Some(0));
    assert!(
        result.out.contains("a.py:1:1  MEDIUM  ACME-002") && !result.out.contains("ACME-003"),
        "{}",
        result.out
    );
    assert!(result.out.contains("scanned 1 file, 1 line (staged)"), "{}", result.out);
}

#[test]
fn nothing_staged_passes_and_says_so() {
    let result = repository().scan(&["--staged"]);
    assert_eq!((result.code, result.last_line()), (Some(0), "RESULT: OK"));
    assert!(
        result.err.contains("nothing to scan in `.`: no staged text file"),
        "{}",
        result.err
    );
}

#[test]
fn files_are_staged_before_the_first_commit_too() {
    let folder = Folder::new(&[("a.py", "forbidden(1)\n"), ("line\nbreak \u{e9}.py", "forbidden(2)\n")]);
    folder.git(&["init", "-q"]);
    folder.git(&["add", "-A"]);
    let result = folder.scan(&["--staged"]);
    assert_eq!(
        (result.code, result.last_line()),
        (Some(1), "RESULT: BLOCKED (2 matches >= high)")
    );
    assert!(result.out.contains("line<U+000A>break \u{e9}.py:1:1"), "{}", result.out);
}

#[test]
fn a_large_staged_file_is_skipped_and_the_next_one_scanned() {
    let folder = repository();
    folder.write("big.py", "forbidden(1)\n".repeat(1_000));
    folder.write("small.py", "forbidden(1)\n");
    folder.git(&["add", "-A"]);
    let result = folder.scan(&["--staged", "--max-file-bytes", "500"]);
    assert_eq!(result.last_line(), "RESULT: BLOCKED (1 match >= high)");
    assert!(
        result.err.contains("skipped: big.py (larger than 500 bytes"),
        "{}",
        result.err
    );
}

#[test]
fn a_staged_link_is_not_followed() {
    let folder = repository();
    #[cfg(unix)]
    std::os::unix::fs::symlink("a.py", folder.path().join("link.py")).unwrap();
    folder.git(&["add", "-A"]);
    let result = folder.scan(&["--staged"]);
    assert_eq!(result.code, Some(0));
    assert!(
        result.err.contains("skipped: link.py (symbolic link)"),
        "{}",
        result.err
    );
}

#[test]
fn only_matches_on_changed_lines_count() {
    let folder = repository();
    folder.git(&["checkout", "-q", "-b", "topic"]);
    folder.write("a.py", "x = 1\nforbidden(1)\ny = 2\nforbidden(3)\n");
    folder.git(&["commit", "-q", "-am", "second"]);
    let result = folder.scan(&["--diff", "main"]);
    assert_eq!(
        (result.code, result.last_line()),
        (Some(1), "RESULT: BLOCKED (1 match >= high)")
    );
    assert!(
        result.out.contains("a.py:4:1") && !result.out.contains("a.py:2"),
        "{}",
        result.out
    );
    assert!(result.out.contains("(diff)"), "{}", result.out);
    assert_eq!(folder.scan(&["--diff", "HEAD"]).code, Some(0));
}

#[test]
fn changes_of_the_work_tree_and_new_files_count() {
    let folder = repository();
    folder.write("a.py", "x = 1\nforbidden(9)\ny = 2\n");
    folder.write("new file.py", "forbidden(1)\n");
    folder.git(&["add", "a.py"]);
    let result = folder.scan(&["--diff", "HEAD"]);
    assert_eq!(result.last_line(), "RESULT: BLOCKED (2 matches >= high)");
    assert!(result.out.contains("new file.py:1:1"), "{}", result.out);
}

#[test]
fn what_changed_on_the_other_branch_does_not_count() {
    let folder = repository();
    folder.git(&["checkout", "-q", "-b", "topic"]);
    folder.git(&["checkout", "-q", "main"]);
    folder.write("a.py", "x = 1\n");
    folder.git(&["commit", "-q", "-am", "fix on main"]);
    folder.git(&["checkout", "-q", "topic"]);
    let result = folder.scan(&["--diff", "main"]);
    assert_eq!((result.code, result.last_line()), (Some(0), "RESULT: OK"));
    assert!(result.err.contains("no changed text file"), "{}", result.err);
}

#[test]
fn a_renamed_file_counts_only_where_it_changed() {
    let folder = repository();
    folder.write("a.py", format!("{}forbidden(1)\n", "x = 1\n".repeat(30)));
    folder.git(&["commit", "-q", "-am", "longer"]);
    folder.git(&["mv", "a.py", "moved \"it\".py"]);
    folder.write(
        "moved \"it\".py",
        format!("{}forbidden(1)\nforbidden(2)\n", "x = 1\n".repeat(30)),
    );
    folder.git(&["add", "-A"]);
    let result = folder.scan(&["--diff", "HEAD"]);
    assert_eq!(result.last_line(), "RESULT: BLOCKED (1 match >= high)");
    assert!(result.out.contains("moved \"it\".py:32:1"), "{}", result.out);
}

#[test]
fn a_folder_of_the_repository_can_be_scanned() {
    let folder = repository();
    folder.write("sub/b.py", "forbidden(1)\nforbidden(2)\n");
    folder.write("a.py", "forbidden(5)\n");
    folder.git(&["add", "-A"]);
    let sub = folder.path().join("sub");
    for options in [&["--staged"][..], &["--diff", "HEAD"]] {
        let rules = folder.aside("rules.toml");
        let mut args = vec!["scan-code", sub.to_str().unwrap(), "--rules", rules.to_str().unwrap()];
        args.extend(options);
        let result = super::support::run(&args);
        assert_eq!(result.code, Some(1));
        assert!(
            result.out.contains("\nb.py:2:1") || result.out.starts_with("b.py:"),
            "{}",
            result.out
        );
        assert!(!result.out.contains("a.py"), "{}", result.out);
    }
}

#[test]
fn old_line_ends_do_not_hide_a_change() {
    let folder = repository();
    folder.write("old.py", "x = 1\ry = 2\rz = 3\r");
    folder.commit_more();
    folder.write("old.py", "x = 1\ry = 2\rforbidden(1)\r");
    assert_eq!(
        folder.scan(&["--diff", "HEAD"]).last_line(),
        "RESULT: BLOCKED (1 match >= high)"
    );
}

impl Folder {
    fn commit_more(&self) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", "more"]);
    }
}

#[test]
fn git_problems_are_explained() {
    let folder = repository();
    assert!(
        folder
            .scan(&["--diff", "no-such"])
            .error()
            .contains("git does not know `no-such`: fetch it first")
    );
    assert!(
        folder
            .scan(&["--diff=--output=x"])
            .error()
            .contains("is no git reference")
    );
    assert!(!folder.path().join("x").exists());
    folder.git(&["checkout", "-q", "--orphan", "island"]);
    folder.git(&["commit", "-q", "-m", "island"]);
    assert!(folder.scan(&["--diff", "main"]).error().contains("no common ancestor"));
    let plain = Folder::new(&[("a.py", "x = 1\n")]);
    assert!(plain.scan(&["--staged"]).error().contains("is not in a git repository"));
    let without = plain
        .command(&["--staged"])
        .env("PATH", "/nonexistent")
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&without.stderr).contains("git could not be started: install git"));
}

#[cfg(unix)]
#[test]
fn settings_of_the_repository_start_no_program() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = repository();
    let trap = folder.aside("trap.sh");
    let mark = folder.aside("sprung");
    fs::write(&trap, format!("#!/bin/sh\ntouch '{}'\ncat\n", mark.display())).unwrap();
    fs::set_permissions(&trap, fs::Permissions::from_mode(0o755)).unwrap();
    let trap = trap.to_str().unwrap();
    for key in [
        "core.fsmonitor", "diff.external", "diff.trap.command", "diff.trap.textconv", "filter.trap.clean",
        "filter.trap.smudge",
    ] {
        folder.git(&["config", key, trap]);
    }
    folder.git(&["config", "filter.trap.required", "true"]);
    folder.write(".gitattributes", "*.py diff=trap filter=trap\n");
    folder.write("a.py", "forbidden(7)\n");
    for options in [&["--staged"][..], &["--diff", "HEAD"], &[]] {
        let result = folder.scan(options);
        assert!(matches!(result.code, Some(0 | 1)), "{options:?}: {result:?}");
        assert!(!mark.exists(), "{options:?} started a program of the repository");
    }
}

#[test]
fn attributes_of_the_branch_hide_no_change() {
    for attributes in ["* -diff\n", "*.py binary\n", "*.py working-tree-encoding=IBM1047\n"] {
        let folder = repository();
        folder.write(".gitattributes", attributes);
        folder.write("a.py", "x = 1\nforbidden(1)\ny = 2\nz = '%%%%%%'\nforbidden(3)\n");
        folder.git(&["mv", "sub/b.py", "sub/moved.py"]);
        let result = folder.scan(&["--diff", "HEAD"]);
        assert_eq!(result.code, Some(1), "{attributes}: {result:?}");
        assert!(result.out.contains("a.py:5:1  HIGH"), "{attributes}: {}", result.out);
        if !attributes.contains("encoding") {
            assert_eq!(
                result.last_line(),
                "RESULT: BLOCKED (1 match >= high)",
                "only changed lines count, and none of a renamed file: {}",
                result.out
            );
        }
    }
}

#[test]
fn changed_text_in_utf_16_counts() {
    let folder = repository();
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    folder.write("w.py", utf16("\u{FEFF}x = 1\r\n"));
    folder.commit_more();
    folder.write("w.py", utf16("\u{FEFF}x = 1\r\nforbidden(1)\r\n"));
    let result = folder.scan(&["--diff", "HEAD"]);
    assert_eq!(result.last_line(), "RESULT: BLOCKED (1 match >= high)");
    assert!(result.out.contains("w.py:2:1"), "{}", result.out);
}

#[cfg(target_os = "linux")]
#[test]
fn changed_files_whose_names_are_no_utf_8_are_scanned() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let folder = repository();
    let write = |name: &[u8], text: &str| fs::write(folder.path().join(OsStr::from_bytes(name)), text).unwrap();
    write(b"n\xE9.py", "x = 1\n");
    folder.commit_more();
    write(b"n\xE9.py", "x = 1\nforbidden(1)\n");
    write(b"n\xE8.py", "forbidden(2)\n");
    let result = folder.scan(&["--diff", "HEAD"]);
    assert_eq!(
        result.last_line(),
        "RESULT: BLOCKED (2 matches >= high)",
        "{}",
        result.err
    );
    folder.git(&["add", "-A"]);
    let result = folder.scan(&["--staged"]);
    assert_eq!(
        result.last_line(),
        "RESULT: BLOCKED (2 matches >= high)",
        "{}",
        result.err
    );
}

#[test]
fn an_index_that_cannot_be_read_is_no_answer() {
    let folder = repository();
    folder.write(".git/index", "nonsense");
    let error = folder.scan(&[]).error();
    assert!(
        error.contains("the index of git cannot be read") && error.contains("--no-git"),
        "{error}"
    );
    assert_eq!(folder.scan(&["--no-git"]).code, Some(1));
}
