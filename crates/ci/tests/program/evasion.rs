//! Texts made so that a scan misses something: the user sees the match, or is told.

use super::support::Folder;

/// A value in the format of a token, from pieces.
fn token() -> String {
    ["ghp_", "Ky9Pf34qY6Nb3wWD25RQ", "4F5ZR3qa7y3gm1IL"].concat()
}

#[test]
fn a_credential_decides_where_all_files_are_minified() {
    let folder = Folder::new(&[]);
    let filler = "a=1;".repeat(3_000);
    folder.write("app.min.js", format!("!function(){{var t=\"{}\";{filler}}}()", token()));
    let result = folder.scan(&[]);
    assert_eq!(
        (result.code, result.last_line()),
        (Some(1), "RESULT: BLOCKED (1 match >= high)")
    );
    assert!(
        result.out.contains("app.min.js:1:20  CRITICAL  CRED-101"),
        "{}",
        result.out
    );
    assert!(result.err.contains("app.min.js (minified"), "{}", result.err);
    let coverage = &folder.scan(&["--format", "json"]).json()["coverage"];
    assert_eq!((&coverage["files_total"], &coverage["scanned"]), (&1.into(), &1.into()));
}

#[test]
fn a_long_constant_does_not_switch_the_rules_off() {
    let data: String = (0..12_000u32)
        .map(|at| char::from(b'A' + u8::try_from(at * at % 26).unwrap()))
        .collect();
    let folder = Folder::new(&[]);
    folder.write("logo.py", format!("forbidden(1)\nLOGO = \"{data}\"\n"));
    let result = folder.scan(&[]);
    assert_eq!((result.code, result.err.as_str()), (Some(1), ""));
    assert!(result.out.contains("logo.py:1:1  HIGH  ACME-001"), "{}", result.out);
}

#[test]
fn a_misspelt_id_in_a_marker_hides_nothing_and_is_told() {
    for marker in ["ACME_001", "ACME 001", "ACME-001x", "ACME\u{2011}001"] {
        let folder = Folder::new(&[("a.py", &format!("forbidden(1)  # secreview:ignore {marker}\n"))]);
        let result = folder.scan(&[]);
        assert_eq!(result.code, Some(1), "{marker}: {result:?}");
        let told = "a.py:1 the suppression names no rule and hides nothing";
        assert!(result.out.contains(told), "{marker}: {}", result.out);
        assert!(
            result.out.contains("did you mean `ACME-001`?"),
            "{marker}: {}",
            result.out
        );
    }
}

#[test]
fn a_baseline_does_not_cover_a_credential_in_another_line() {
    let line = |call: &str| format!("{call}(\"{}\")\n", token());
    let folder = Folder::new(&[("a.py", &line("upload"))]);
    let path = folder.aside("baseline.json").to_str().unwrap().to_owned();
    folder.scan(&["--write-baseline", &path]);
    assert_eq!(folder.scan(&["--baseline", &path]).code, Some(0));
    folder.write("a.py", line("download"));
    assert_eq!(folder.scan(&["--baseline", &path]).code, Some(1));
}

#[test]
fn many_harmless_places_on_a_line_do_not_hide_the_real_one() {
    let folder = Folder::new(&[]);
    folder.write(
        "a.py",
        format!(
            "import pickle\ndef f(data):\n    x = [{}]; pickle.loads(data)\n",
            "'pickle.loads(', ".repeat(500)
        ),
    );
    let result = folder.scan(&[]);
    assert_eq!((result.code, result.err.as_str()), (Some(1), ""), "{result:?}");
    assert!(result.out.contains("a.py:3:8526  HIGH  PY-002"), "{}", result.out);
}
