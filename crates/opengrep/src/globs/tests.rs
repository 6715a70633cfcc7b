use super::*;

fn filter(include: &[&str], exclude: &[&str]) -> Result<PathFilter, String> {
    let own = |globs: &[&str]| globs.iter().map(|glob| (*glob).to_owned()).collect();
    PathFilter::new(&Paths {
        include: own(include),
        exclude: own(exclude),
    })
}

#[test]
fn a_glob_selects_files_anywhere_and_below() {
    for (glob, selected, not_selected) in [
        (
            "d",
            &["d", "d/a.py", "x/d/y/a.py"][..],
            &["dd/a.py", "D/a.py", "xd"][..],
        ),
        (
            "a.py",
            &["a.py", "x/a.py", "a.py/below.txt"],
            &["aa.py", "a_py", "A.py"],
        ),
        (
            "*.py",
            &["a.py", "x/y/b.py", "x.py/c"],
            &["a.js", ".hid.py", "x/.hid.py"],
        ),
        ("d/*.py", &["d/a.py", "x/d/a.py"], &["d/x/a.py", "d/.hid.py"]),
        ("a*c*.py", &["ac.py", "abcbc.py", "x/acc.py"], &["ab.py", "bac.py"]),
        (".*", &[".hid.py", "x/.git/config"], &["a.py"]),
        ("?.py", &["a.py", "é.py"], &["ab.py", ".py", "..py"]),
        ("a?c", &["abc", "a.c"], &["ac", "a/c"]),
        ("a*c", &["abc", "ac", "a.c"], &["a/c"]),
        ("[ab].py", &["a.py", "b.py"], &["c.py"]),
        ("[!ab].py", &["c.py"], &["a.py", "b.py"]),
        ("[^ab].py", &["c.py"], &["a.py", "b.py"]),
        ("[a-c]x[]]", &["ax]", "cx]"], &["dx]"]),
        ("[a-].py", &["a.py", "-.py"], &["b.py"]),
        ("[a.py", &["[a.py"], &["a.py"]),
        (
            "a/**/b.py",
            &["a/b.py", "a/x/b.py", "a/x/y/b.py", "z/a/x/b.py"],
            &["a/b.js", "b.py"],
        ),
        (
            "**/tests/**",
            &["tests/a.py", "x/tests/y/a.py"],
            &["tests", "test/a.py"],
        ),
        ("**", &["a.py", "x/a.py"], &[]),
        ("a**b", &["ab", "axb"], &["a/b"]),
        (r"\*.py", &["*.py"], &["a.py"]),
        (r"\[a].py", &["[a].py"], &["a.py"]),
        ("*.{py,js}", &["a.{py,js}"], &["a.py", "a.js"]),
        ("!a.py", &["!a.py"], &["a.py", "b.py"]),
        ("/d", &["x/d/a.py", "d/a.py"], &["e/a.py"]),
        ("d/", &["x/d/a.py", "d"], &["e/a.py"]),
        ("./d", &[], &["d", "d/a.py", "./d/a.py"]),
    ] {
        let filter = filter(&[glob], &[]).unwrap();
        for path in selected {
            assert!(filter.admits(path), "{glob} selects {path}");
        }
        for path in not_selected {
            assert!(!filter.admits(path), "{glob} does not select {path}");
        }
    }
}

#[test]
fn excludes_win_and_see_hidden_files() {
    assert!(filter(&[], &[]).unwrap().admits("x/a.py"));
    let both = filter(&["src", "*.py"], &["*_test.py", "gen/*"]).unwrap();
    assert!(both.admits("src/a.js"));
    assert!(both.admits("a.py"));
    assert!(!both.admits("a.js"));
    assert!(!both.admits("src/a_test.py"));
    assert!(!both.admits("src/gen/.hid.py"));
    assert!(!filter(&[], &["*.py"]).unwrap().admits(".hid.py"));
}

#[test]
fn globs_are_bounded() {
    assert_eq!(
        filter(&["/"], &[]).err().as_deref(),
        Some("a glob is empty: name a file or a directory, such as `tests/**`")
    );
    assert_eq!(
        filter(&[], &["a".repeat(1_001).as_str()]).err().as_deref(),
        Some("a glob has 1001 bytes, the limit is 1000")
    );
    assert_eq!(
        filter(&["a"; 1_001], &[]).err().as_deref(),
        Some("the rule has 1001 globs, the limit is 1000")
    );
}

proptest::proptest! {
    #[test]
    fn no_glob_and_no_path_makes_it_fail(glob in r"[a*?\[\]!^\\/.\-é]{1,12}", path in r"[a./é\-]{0,12}") {
        if let Ok(filter) = filter(&[&glob], &[&glob]) {
            filter.admits(&path);
        }
    }
}
