//! Trees that are made to break a scan.

mod common;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::time::Instant;

use common::{BAD, RULES, Tree, found, skipped};
use scanner::{RuleSet, TreeOptions, TreeReport, scan_tree};

#[test]
fn a_file_of_100_mib_is_skipped_without_being_read() {
    let tree = Tree::new(&["a.py"]);
    File::create(tree.path().join("huge.py"))
        .unwrap()
        .set_len(100 << 20)
        .unwrap();
    let report = tree.scan();
    assert_eq!(found(&report), ["a.py"]);
    assert_eq!(
        skipped(&report),
        ["huge.py: larger than 1048576 bytes (--max-file-bytes)"]
    );
}

#[test]
fn a_line_of_50_mib_is_scanned_within_a_raised_limit() {
    let tree = Tree::new(&[]);
    let filler = "abcdef = 1; ".repeat((50 << 20) / 12);
    tree.write("a.md", format!("{filler}forbidden(1)"));
    tree.write("b.js", &filler);
    let report = tree.scan_with(&TreeOptions {
        max_file_bytes: 64 << 20,
        ..tree.options()
    });
    let file = &report.files[0];
    assert_eq!((file.path.as_str(), file.lines, file.matches.len()), ("a.md", 1, 1));
    assert_eq!(file.matches[0].location.column as usize, filler.len() + 1);
    assert!(file.matches[0].excerpt.as_ref().chars().count() <= 300);
    assert_eq!(
        skipped(&report),
        ["b.js: minified: searched for credentials of known formats only"]
    );
}

#[test]
fn deep_nesting_of_code_is_scanned() {
    let tree = Tree::new(&[]);
    for (name, open, close) in [
        ("a.py", "(", ")"),
        ("a.js", "[", "]"),
        ("a.json", "{\"a\":", "}"),
        ("a.html", "<p>", "</p>"),
    ] {
        let depth = 100_000;
        tree.write(
            name,
            format!(
                "{}\n{}\n{BAD}{}\n",
                open.repeat(depth / 2),
                open.repeat(depth / 2),
                close.repeat(depth)
            ),
        );
    }
    let rules = "[[rules]]\nid = 'ACME-001'\ntitle = 'Call'\nseverity = 'high'\nignore_in = ['comments', 'strings']\npattern = 'forbidden\\('\nfix = 'Stop.'\n";
    let rules = RuleSet::load(&[("acme.toml", rules)]).unwrap();
    let report = scan_tree(
        &rules,
        &TreeOptions {
            max_file_bytes: 8 << 20,
            ..tree.options()
        },
        &(),
    )
    .unwrap();
    assert_eq!(report.files_scanned, 4);
    assert!(
        report
            .skipped
            .iter()
            .all(|skipped| skipped.reason.starts_with("minified")),
        "{:?}",
        report.skipped
    );
}

#[test]
fn deep_folders_are_left_at_a_bound() {
    let tree = Tree::new(&[]);
    let mut folder = tree.path().to_owned();
    // Short names: the whole path must stay within what the system accepts.
    (0..300).for_each(|_| folder.push("d"));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("a.py"), BAD).unwrap();
    let report = tree.scan();
    assert_eq!(report.skipped.len(), 1);
    assert_eq!(report.skipped[0].reason, "deeper than 255 folders");
}

#[test]
fn every_encoding_is_read_and_binaries_are_skipped() {
    let tree = Tree::new(&[]);
    let utf16 = |text: &str, to: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to).collect::<Vec<u8>>();
    tree.write("bom16.py", utf16(&format!("\u{FEFF}{BAD}"), u16::to_le_bytes));
    tree.write("le.py", utf16(BAD, u16::to_le_bytes));
    tree.write("be.py", utf16(BAD, u16::to_be_bytes));
    tree.write("bom8.py", format!("\u{FEFF}{BAD}"));
    tree.write("latin.py", b"# r\xE9sum\xE9\nx = forbidden(1)\n");
    tree.write("broken.py", b"# \xF0\x9F\x98\nx\xFF = forbidden(1)\n");
    tree.write("binary.py", b"x\0forbidden(1)\n");
    tree.write("late.py", [vec![b' '; 9000], b"\0forbidden(1)\n".to_vec()].concat());
    let utf32: Vec<u8> = format!("\u{FEFF}{BAD}")
        .chars()
        .flat_map(|c| u32::from(c).to_le_bytes())
        .collect();
    tree.write("utf32.py", utf32);
    tree.write("marked.py", [b"\xFF\xFE", BAD.as_bytes()].concat());
    tree.write("image.unknown", b"\x89PNG\r\n\x1a\n\0\0");
    let report = tree.scan();
    let places: Vec<_> = report
        .files
        .iter()
        .map(|file| {
            format!(
                "{} {}:{}",
                file.path, file.matches[0].location.line, file.matches[0].location.column
            )
        })
        .collect();
    assert_eq!(
        places,
        [
            "be.py 1:1", "bom16.py 1:1", "bom8.py 1:1", "broken.py 2:6", "late.py 1:9002", "latin.py 2:5", "le.py 1:1",
            "marked.py 1:1"
        ]
    );
    let utf32 = "utf32.py: UTF-32 text: save it as UTF-8 to have it scanned";
    assert_eq!(skipped(&report), ["binary.py: binary file", utf32]);
    assert_eq!(report.files_unsupported, 1);
}

#[test]
fn line_numbers_agree_with_editors() {
    let tree = Tree::new(&[]);
    for (name, text) in [
        ("lf.py", "a\nb\nforbidden(1)\n"),
        ("crlf.py", "a\r\nb\r\nforbidden(1)\r\n"),
        ("cr.py", "a\rb\rforbidden(1)\r"),
        ("feed.py", "a\u{c}b\n\u{2028}\u{85}\u{b}\nforbidden(1)\n"),
    ] {
        tree.write(name, text);
    }
    let report = tree.scan();
    assert!(
        report.files.len() == 4 && report.files.iter().all(|file| file.matches[0].location.line == 3),
        "{report:?}"
    );
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    fn pipe(tree: &Tree, path: &str) {
        assert!(
            Command::new("mkfifo")
                .arg(tree.path().join(path))
                .status()
                .unwrap()
                .success()
        );
    }

    #[test]
    fn symbolic_links_are_never_followed() {
        let outside = Tree::new(&["secret.py"]);
        let tree = Tree::new(&["a.py", "sub/b.py"]);
        symlink(outside.path().join("secret.py"), tree.path().join("link.py")).unwrap();
        symlink(outside.path(), tree.path().join("folder")).unwrap();
        symlink("..", tree.path().join("sub/loop")).unwrap();
        symlink("self.py", tree.path().join("self.py")).unwrap();
        let report = tree.scan();
        assert_eq!(found(&report), ["a.py", "sub/b.py"]);
        assert_eq!(skipped(&report), ["link.py: symbolic link", "self.py: symbolic link"]);
    }

    #[test]
    fn a_tracked_path_below_a_link_is_not_followed() {
        let outside = Tree::new(&["b.py"]);
        let tree = Tree::new(&["sub/b.py"]);
        tree.git(&["init", "-q"]);
        tree.git(&["add", "."]);
        fs::remove_dir_all(tree.path().join("sub")).unwrap();
        symlink(outside.path(), tree.path().join("sub")).unwrap();
        let report = tree.scan();
        assert!(found(&report).is_empty());
        assert_eq!(skipped(&report), ["sub/b.py: not a regular file"]);
        let only = Some([("sub/b.py".to_owned(), None)].into());
        let report = tree.scan_with(&TreeOptions { only, ..tree.options() });
        assert!(found(&report).is_empty());
    }

    #[test]
    fn pipes_and_sockets_do_not_stop_a_scan() {
        let tree = Tree::new(&["a.py"]);
        pipe(&tree, "pipe.py");
        pipe(&tree, "pipe");
        pipe(&tree, ".gitignore");
        pipe(&tree, ".security-review-ignore");
        fs::create_dir(tree.path().join("sub")).unwrap();
        pipe(&tree, "sub/.gitignore");
        let _socket = UnixListener::bind(tree.path().join("socket.py")).unwrap();
        let report = tree.scan();
        assert_eq!(found(&report), ["a.py"]);
        assert_eq!(
            skipped(&report),
            [
                ".security-review-ignore: not obeyed: not a regular file",
                "pipe.py: not a regular file",
                "socket.py: not a regular file"
            ]
        );
        tree.git(&["init", "-q"]);
        fs::remove_file(tree.path().join(".git/info/exclude")).unwrap();
        pipe(&tree, ".git/info/exclude");
        pipe(&tree, ".git/index");
        let error = scan_tree(&RULES, &tree.options(), &()).unwrap_err().to_string();
        assert!(
            error.contains("the index of git cannot be read (not a regular file)"),
            "{error}"
        );
        fs::remove_file(tree.path().join(".git/index")).unwrap();
        let report = tree.scan();
        assert_eq!(found(&report), ["a.py"]);
        assert!(skipped(&report).contains(&"sub/.gitignore: not obeyed: not a regular file".to_owned()));
    }

    #[test]
    fn names_with_line_breaks_or_invalid_bytes_are_shown_escaped_and_scanned() {
        let tree = Tree::new(&["new\nline.py", "tab\t.py", "bidi\u{202E}.py"]);
        fs::write(tree.path().join(OsStr::from_bytes(b"bad\xFF.py")), BAD).unwrap();
        let report = tree.scan();
        assert_eq!(
            found(&report),
            [
                "bad\u{FFFD}.py", "bidi<U+202E>.py", "new<U+000A>line.py", "tab<U+0009>.py"
            ]
        );
    }

    #[test]
    fn what_cannot_be_read_is_told_with_the_reason_of_the_system() {
        let tree = Tree::new(&["a.py", "closed.py", "folder/b.py"]);
        fs::set_permissions(tree.path().join("closed.py"), fs::Permissions::from_mode(0o000)).unwrap();
        fs::set_permissions(tree.path().join("folder"), fs::Permissions::from_mode(0o000)).unwrap();
        let everything_is_open = File::open(tree.path().join("closed.py")).is_ok();
        let report = tree.scan();
        fs::set_permissions(tree.path().join("folder"), fs::Permissions::from_mode(0o700)).unwrap();
        if everything_is_open {
            // The administrator reads whatever the permissions say.
            assert_eq!(found(&report), ["a.py", "closed.py", "folder/b.py"]);
        } else {
            assert_eq!(found(&report), ["a.py"]);
            assert_eq!(
                skipped(&report),
                [
                    "closed.py: unreadable: Permission denied",
                    "folder: unreadable: Permission denied"
                ]
            );
        }
    }

    #[test]
    fn a_file_that_fails_to_be_read_is_told() {
        // Reading the memory of the process at its start fails, for whoever tries.
        let only = Some([("mem.py".to_owned(), None)].into());
        let contents: scanner::Contents = Box::new(|_| fs::read("/proc/self/mem"));
        let tree = Tree::new(&[]);
        let report = tree.scan_with(&TreeOptions {
            only,
            contents: Some(contents),
            ..tree.options()
        });
        assert_eq!(report.skipped.len(), 1);
        assert!(
            report.skipped[0].reason.starts_with("unreadable: "),
            "{:?}",
            report.skipped
        );
    }
}

#[test]
fn twenty_thousand_small_files_are_scanned() {
    let tree = Tree::new(&[]);
    for folder in 0..200 {
        let path = tree.path().join(format!("d{folder:03}"));
        fs::create_dir(&path).unwrap();
        for file in 0..100 {
            fs::write(
                path.join(format!("f{file:02}.py")),
                if file == 7 { BAD } else { "x = 1\n" },
            )
            .unwrap();
        }
    }
    let start = Instant::now();
    let report = tree.scan();
    assert_eq!((report.files_scanned, report.files.len()), (20_000, 200));
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn the_report_is_the_same_on_one_and_on_sixteen_threads() {
    let tree = Tree::new(&[]);
    for number in 0..300 {
        let mut text = String::new();
        for line in 0..(number * 7) % 40 {
            let _ = match (number + line) % 5 {
                0 => writeln!(text, "forbidden({line})"),
                // secreview:ignore-next-line CRED-101 -- made up, only its checksum is right
                1 => writeln!(text, "x = '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'"),
                2 => writeln!(text, "forbidden(1) # secreview:ignore ACME-001 -- reason {line}"),
                3 => writeln!(text, "y = 2 # secreview:ignore ACME-009"),
                _ => writeln!(text, "z = {line}"),
            };
        }
        tree.write(
            &format!(
                "d{}/f{number}.{}",
                number % 7,
                ["py", "js", "yml", "md", "bin"][number % 5]
            ),
            text,
        );
    }
    let scan = |jobs: usize| -> TreeReport { scan_tree(&RULES, &TreeOptions { jobs, ..tree.options() }, &()).unwrap() };
    let one = scan(1);
    assert!(one.files.len() > 100);
    for jobs in [16, 16, 3, 0] {
        assert_eq!(scan(jobs), one, "{jobs} threads");
    }
}
