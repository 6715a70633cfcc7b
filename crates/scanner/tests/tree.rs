//! Which files of a tree are scanned, and what the report says of the others.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{BAD, RULES, Tree, found, skipped};
use scanner::{Progress, ScanError, TreeOptions, scan_tree};

#[test]
fn without_git_everything_is_scanned_but_dependencies_caches_and_output() {
    let tree = Tree::new(&[
        "a.py", ".env", "src/b.js", "src/.hidden/c.py", "node_modules/x.js", ".git/hooks/x.sh", "src/venv/y.py",
        "build/z.py", "src/target/z.rs", "notes.unknown", "Dockerfile", "dist.py",
    ]);
    tree.write(".gitignore", "*.js\n");
    let report = tree.scan();
    assert_eq!(report.listing, "walk");
    assert_eq!(
        found(&report),
        [".env", "Dockerfile", "a.py", "dist.py", "src/.hidden/c.py", "src/b.js"]
    );
    assert_eq!((report.files_scanned, report.lines_scanned), (6, 6));
    // `notes.unknown` and `.gitignore`.
    assert_eq!(report.files_unsupported, 2);
    assert_eq!(report.rules_digest, RULES.digest());
}

#[test]
fn in_a_repository_the_rules_of_git_decide() {
    let tree = Tree::new(&[
        "a.py", ".env", "build/z.py", "gen/x.py", "gen/keep.py", "excluded.py", "sub/ignored.py", "node_modules/x.js",
    ]);
    tree.git(&["init", "-q"]);
    tree.write(".gitignore", "gen/*\n!gen/keep.py\n");
    tree.write("sub/.gitignore", "ignored.py\n");
    tree.write(".git/info/exclude", "excluded.py\n");
    let report = tree.scan();
    assert_eq!(report.listing, "git");
    assert_eq!(found(&report), [".env", "a.py", "build/z.py", "gen/keep.py"]);
    let report = tree.scan_with(&TreeOptions {
        use_git_rules: false,
        ..tree.options()
    });
    assert_eq!(report.listing, "walk");
    assert_eq!(
        found(&report),
        [
            ".env", "a.py", "excluded.py", "gen/keep.py", "gen/x.py", "sub/ignored.py"
        ]
    );
}

#[test]
fn a_tracked_file_is_scanned_although_git_ignores_it() {
    for version in ["2", "3", "4"] {
        let tree = Tree::new(&[
            ".env", "node_modules/x.js", "secret/a.py", "secret/b.py", "left/out.py", "gone.py",
        ]);
        tree.git(&["init", "-q"]);
        tree.write(".gitignore", ".env\nsecret/\nleft/\n");
        tree.git(&[
            "add", "-f", ".env", "node_modules/x.js", "secret/a.py", "left/out.py", "gone.py",
        ]);
        // Intent to add needs the extended flags of version 3.
        if version == "3" {
            tree.git(&["add", "-f", "-N", "secret/b.py"]);
        } else {
            tree.git(&["update-index", "--index-version", version]);
        }
        tree.write(".security-review-ignore", "/left/\n");
        fs::remove_file(tree.path().join("gone.py")).unwrap();
        let report = tree.scan();
        let mut expected = vec![".env", "node_modules/x.js", "secret/a.py"];
        expected.extend((version == "3").then_some("secret/b.py"));
        assert_eq!(found(&report), expected, "version {version}");
        assert_eq!(skipped(&report), ["gone.py: not a regular file"]);
        assert!(report.warnings.is_empty());
    }
}

#[test]
fn an_index_that_cannot_be_read_is_an_error() {
    let tree = Tree::new(&["a.py"]);
    tree.git(&["init", "-q"]);
    tree.write(".git/index", "DIRC nonsense");
    let problem = |options: &TreeOptions| scan_tree(&RULES, options, &()).unwrap_err().to_string();
    let told = problem(&tree.options());
    assert!(
        told.contains("cannot be read (its version is none of 2, 3 and 4)") && told.contains("--no-git"),
        "{told}"
    );
    let without = TreeOptions {
        use_git_rules: false,
        ..tree.options()
    };
    assert_eq!(found(&tree.scan_with(&without)), ["a.py"]);
    fs::remove_file(tree.path().join(".git/index")).unwrap();
    tree.git(&["add", "a.py"]);
    tree.git(&["update-index", "--split-index"]);
    assert!(problem(&tree.options()).contains("`git update-index --no-split-index` joins them"));
}

#[test]
fn a_folder_of_a_repository_obeys_the_rules_above_it_and_nothing_beside() {
    let tree = Tree::new(&[
        "sub/a.py", "sub/x.gen.py", "sub/kept.gen.py", "other/b.py", "ignored/c.py",
    ]);
    tree.git(&["init", "-q"]);
    tree.write(".gitignore", "*.gen.py\nignored/\n");
    tree.git(&["add", "-f", "sub/kept.gen.py"]);
    let report = tree.scan_with(&TreeOptions {
        root: tree.path().join("sub"),
        ..tree.options()
    });
    assert_eq!((report.listing, found(&report)), ("git", vec!["a.py", "kept.gen.py"]));
    // Who names an ignored folder wants it scanned.
    let report = tree.scan_with(&TreeOptions {
        root: tree.path().join("ignored"),
        ..tree.options()
    });
    assert_eq!((report.listing, found(&report)), ("walk", vec!["c.py"]));
}

#[test]
fn a_linked_work_tree_and_a_submodule_have_their_own_index() {
    let tree = Tree::new(&["main/a.py", "main/.env"]);
    tree.write("main/.gitignore", ".env\n");
    tree.git(&["-C", "main", "init", "-q"]);
    tree.git(&["-C", "main", "add", "-f", "."]);
    tree.git(&["-C", "main", "commit", "-qm", "x"]);
    tree.git(&["-C", "main", "worktree", "add", "-q", "../linked"]);
    let report = tree.scan_with(&TreeOptions {
        root: tree.path().join("linked"),
        ..tree.options()
    });
    assert_eq!((report.listing, found(&report)), ("git", vec![".env", "a.py"]));
}

#[test]
fn ignore_files_of_the_program_count_with_and_without_git() {
    let tree = Tree::new(&["a.py", "gen/x.py", "gen/keep/y.py", "sub/b.py"]);
    tree.write(".security-review-ignore", "gen/*\n!gen/keep\n");
    tree.write("sub/.security-review-ignore", "*\n");
    assert_eq!(found(&tree.scan()), ["a.py", "gen/keep/y.py"]);
    tree.git(&["init", "-q"]);
    tree.git(&["add", "-f", "."]);
    let report = tree.scan();
    assert_eq!(found(&report), ["a.py", "gen/keep/y.py"]);
    assert_eq!((report.files_excluded, report.files_ignored), (2, 2));
    assert_eq!(
        report.ignore_files,
        [".security-review-ignore", "sub/.security-review-ignore"]
    );
    let all = tree.scan_with(&TreeOptions {
        use_ignore_files: false,
        ..tree.options()
    });
    assert_eq!(found(&all), ["a.py", "gen/keep/y.py", "gen/x.py", "sub/b.py"]);
    assert_eq!((all.files_excluded, all.ignore_files.len()), (0, 0));
}

#[test]
fn what_is_left_out_in_a_folder_is_counted_unless_git_ignores_it() {
    let tree = Tree::new(&["a.py", "out/deep/x.py", "out/y.py", "out/junk/z.py", "out/n.unknown"]);
    tree.git(&["init", "-q"]);
    tree.write(".gitignore", "junk/\n");
    tree.write(".security-review-ignore", "out/\n");
    let report = tree.scan();
    assert_eq!(found(&report), ["a.py"]);
    assert_eq!(report.files_ignored, 2);
    let report = tree.scan_with(&TreeOptions {
        root: tree.path().join("out/deep"),
        ..tree.options()
    });
    assert_eq!((report.listing, found(&report)), ("walk", vec!["x.py"]));
}

#[test]
fn patterns_exclude_and_include() {
    let tree = Tree::new(&["a.py", "vendor/b.py", "sub/vendor/c.py", "d.js", "e.unknown"]);
    let report = tree.scan_with(&TreeOptions {
        exclude: vec!["./vendor".into(), "*.js".into(), "*.unknown".into()],
        ..tree.options()
    });
    assert_eq!(found(&report), ["a.py", "sub/vendor/c.py"]);
    assert_eq!((report.files_excluded, report.files_unsupported), (2, 1));
    let report = tree.scan_with(&TreeOptions {
        include: vec!["sub".into(), "*.js".into()],
        ..tree.options()
    });
    assert_eq!(
        (found(&report), report.files_excluded),
        (vec!["d.js", "sub/vendor/c.py"], 2)
    );
    let error = scan_tree(
        &RULES,
        &TreeOptions {
            exclude: vec!["a[".into()],
            ..tree.options()
        },
        &(),
    )
    .unwrap_err();
    assert!(
        error.to_string().starts_with("--exclude: `a[` is no pattern of paths"),
        "{error}"
    );
}

#[test]
fn caps_are_told_with_the_option_that_raises_them() {
    let tree = Tree::new(&["a.py", "b.py", "c.py", "d.py", "0.unknown"]);
    let report = tree.scan_with(&TreeOptions {
        max_files: 2,
        ..tree.options()
    });
    assert_eq!(found(&report), ["a.py", "b.py"]);
    assert_eq!(
        skipped(&report),
        [".: 2 files left out: only the first 2 are scanned (--max-files)"]
    );
    let report = tree.scan_with(&TreeOptions {
        max_files: 4,
        ..tree.options()
    });
    assert_eq!((found(&report).len(), skipped(&report).len()), (4, 0));

    tree.write("b.py", "x".repeat(101));
    tree.write("c.py", "x".repeat(100));
    let report = tree.scan_with(&TreeOptions {
        max_file_bytes: 100,
        ..tree.options()
    });
    assert_eq!(skipped(&report), ["b.py: larger than 100 bytes (--max-file-bytes)"]);
    assert_eq!(report.files_scanned, 3);
}

#[test]
fn the_language_comes_from_the_name_and_then_from_the_content() {
    let tree = Tree::new(&[]);
    tree.write("tool", format!("#!/usr/bin/env python3\n{BAD}"));
    tree.write("data", BAD);
    tree.write("page.config", format!("<?xml version='1.0'?>\n{BAD}"));
    let report = tree.scan();
    let languages: Vec<_> = report
        .files
        .iter()
        .map(|file| (file.path.as_str(), file.language.name()))
        .collect();
    assert_eq!(languages, [("page.config", "xml"), ("tool", "python")]);
    assert_eq!(report.files_unsupported, 1);
}

#[test]
fn lock_files_and_minified_files_are_searched_for_credentials_only() {
    // secreview:ignore-next-line CRED-101 -- made up, only its checksum is right
    let token = "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";
    let tree = Tree::new(&["yarn.lock", "types.d.ts"]);
    let line = format!("forbidden(1);x=\"{token}\";");
    tree.write("lib.min.js", &line);
    tree.write("bundle.js", format!("{line}{}", "a=1;".repeat(4000)));
    tree.write(
        "package-lock.json",
        format!("{{\"resolved\": \"https://x.example/?t={token}\"}}\n"),
    );
    tree.write("long.md", format!("forbidden(1){}", " word".repeat(4000)));
    let report = tree.scan();
    let matches: Vec<_> = report
        .files
        .iter()
        .flat_map(|file| {
            file.matches
                .iter()
                .map(|found| format!("{} {}", file.path, found.rule_id))
        })
        .collect();
    assert_eq!(
        matches,
        [
            "bundle.js CRED-101", "lib.min.js CRED-101", "long.md ACME-001", "package-lock.json CRED-101"
        ]
    );
    let reason = "minified: searched for credentials of known formats only";
    assert_eq!(
        skipped(&report),
        [format!("bundle.js: {reason}"), format!("lib.min.js: {reason}")]
    );
    assert_eq!((report.files_scanned, report.files_in_part), (6, 2));
}

#[test]
fn a_long_constant_does_not_make_the_code_around_it_minified() {
    let constant: String = (0..12_000u32)
        .map(|at| char::from(b'A' + u8::try_from(at * at % 26).unwrap()))
        .collect();
    let password = ["Tr0ub", "4dor&3x9Q"].concat();
    for lines in [0, 1, 20] {
        let tree = Tree::new(&[]);
        let code = format!("{}forbidden(1)\npassword = \"{password}\"\n", "x = 1\n".repeat(lines));
        tree.write("logo.py", format!("{code}LOGO = \"{constant}\"\n"));
        let report = tree.scan();
        assert_eq!(skipped(&report), [""; 0], "{lines}");
        let ids: Vec<_> = report.files[0]
            .matches
            .iter()
            .map(|found| found.rule_id.as_str())
            .collect();
        assert_eq!(ids.len(), 2, "{lines}: {ids:?}");
        assert_eq!(ids[0], "ACME-001");
    }
}

#[cfg(unix)]
#[test]
fn a_backslash_is_part_of_a_name() {
    let tree = Tree::new(&[]);
    let only = BTreeMap::from([
        (r"a\b.py".to_owned(), Some([1..=1].into_iter().collect())),
        ("a/b.py".to_owned(), Some([2..=2].into_iter().collect())),
    ]);
    let report = tree.scan_with(&TreeOptions {
        only: Some(only),
        contents: Some(Box::new(|path| {
            Ok(match path {
                r"a\b.py" => format!("{BAD}x = 1\n"),
                _ => "x = 1\ny = 2\n".to_owned(),
            }
            .into_bytes())
        })),
        ..tree.options()
    });
    assert_eq!((found(&report), report.files_scanned), (vec![r"a\b.py"], 2));
}

#[test]
fn a_change_is_its_files_and_lines() {
    let tree = Tree::new(&["a.py", "b.py", "c.unknown", "ignored/d.py"]);
    tree.write("a.py", BAD.repeat(3));
    tree.write(".security-review-ignore", "ignored/\n");
    let only = BTreeMap::from([
        ("a.py".to_owned(), Some([2..=2].into_iter().collect())),
        ("c.unknown".to_owned(), None),
        ("ignored/d.py".to_owned(), None),
        ("../x.py".to_owned(), None),
    ]);
    let report = tree.scan_with(&TreeOptions {
        only: Some(only),
        ..tree.options()
    });
    assert_eq!((report.listing, found(&report)), ("diff", vec!["a.py"]));
    assert_eq!(
        report.files[0]
            .matches
            .iter()
            .map(|found| found.location.line)
            .collect::<Vec<_>>(),
        [2]
    );
    assert_eq!(skipped(&report), ["../x.py: outside the scanned folder"]);
}

#[test]
fn staged_contents_come_from_elsewhere() {
    let tree = Tree::new(&[]);
    let only = BTreeMap::from([
        ("a.py".to_owned(), None),
        ("b.py".to_owned(), None),
        ("big.py".to_owned(), None),
    ]);
    let options = TreeOptions {
        only: Some(only),
        max_file_bytes: 100,
        contents: Some(Box::new(|path: &str| match path {
            "a.py" => Ok(BAD.into()),
            "big.py" => Ok(vec![b' '; 101]),
            _ => Err(std::io::Error::other("no such object")),
        })),
        ..tree.options()
    };
    let report = tree.scan_with(&options);
    assert_eq!((report.listing, found(&report)), ("staged", vec!["a.py"]));
    assert_eq!(
        skipped(&report),
        [
            "b.py: unreadable: no such object",
            "big.py: larger than 100 bytes (--max-file-bytes)"
        ]
    );
}

#[test]
fn a_root_that_is_no_folder_is_an_error() {
    let tree = Tree::new(&["a.py"]);
    for (root, reason) in [("missing", "No such file or directory"), ("a.py", "not a folder")] {
        let error = scan_tree(&RULES, &TreeOptions::new(tree.path().join(root)), &()).unwrap_err();
        assert!(
            matches!(error, ScanError::Root { .. }) && error.to_string().ends_with(reason),
            "{error}"
        );
    }
}

#[test]
fn progress_is_told_for_every_file() {
    #[derive(Default)]
    struct Count(AtomicUsize, AtomicUsize);
    impl Progress for Count {
        fn listed(&self, files: usize) {
            self.0.store(files, Ordering::Relaxed);
        }
        fn scanned(&self) {
            self.1.fetch_add(1, Ordering::Relaxed);
        }
    }
    let tree = Tree::new(&["a.py", "b.py", "c.unknown"]);
    let count = Count::default();
    scan_tree(&RULES, &tree.options(), &count).unwrap();
    assert_eq!((count.0.into_inner(), count.1.into_inner()), (3, 3));
}
