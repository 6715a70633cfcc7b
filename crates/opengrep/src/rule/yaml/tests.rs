use super::*;

/// The document as JSON, or the error with its line.
fn json(text: &str) -> String {
    match load(text) {
        Ok(Some(node)) => node.to_json().to_string(),
        Ok(None) => "nothing".to_owned(),
        Err(broken) => format!("{}: {}", broken.line, broken.message),
    }
}

#[test]
fn scalars_are_those_of_the_core_schema() {
    for (text, expected) in [
        ("a: yes", r#"{"a":"yes"}"#),
        ("a: True", r#"{"a":true}"#),
        ("a: 'true'", r#"{"a":"true"}"#),
        ("a: ~", r#"{"a":null}"#),
        ("a:", r#"{"a":null}"#),
        ("a: 012", r#"{"a":12}"#),
        ("a: 0x1f", r#"{"a":31}"#),
        ("a: 0o17", r#"{"a":15}"#),
        ("a: -5", r#"{"a":-5}"#),
        ("a: 1.5e3", r#"{"a":1500.0}"#),
        ("a: 1.44.0", r#"{"a":"1.44.0"}"#),
        ("a: 99999999999999999999", r#"{"a":1e+20}"#),
        ("a: .nan", r#"{"a":null}"#),
        ("a: 2020-01-01", r#"{"a":"2020-01-01"}"#),
        ("a: !!str 12", r#"{"a":"12"}"#),
        ("a: $X", r#"{"a":"$X"}"#),
        ("a: |\n  b\n  c\n", r#"{"a":"b\nc\n"}"#),
        ("a: |\n  b\n  ", r#"{"a":"b\n"}"#),
        ("a: |\n  b", r#"{"a":"b"}"#),
        ("a: |\n  b\nc: d", r#"{"a":"b\n","c":"d"}"#),
        ("a: |-\n  b\n", r#"{"a":"b"}"#),
        ("a: >-\n  b\n  c\n", r#"{"a":"b c"}"#),
        ("a: |\r\n  b\r\n  c\r\n", r#"{"a":"b\nc\n"}"#),
        ("1: a\ntrue: b", r#"{"1":"a","true":"b"}"#),
        ("\u{feff}a: b", r#"{"a":"b"}"#),
        ("{\"a\":\t[1,\n\t\"b\"]}", r#"{"a":[1,"b"]}"#),
        ("", "nothing"),
        ("# only a comment\n", "nothing"),
    ] {
        assert_eq!(json(text), expected, "{text:?}");
    }
}

#[test]
fn anchors_aliases_and_merge_keys_are_followed() {
    for (text, expected) in [
        ("a: &x [1]\nb: *x", r#"{"a":[1],"b":[1]}"#),
        (
            "a: &x {k: 1, l: 2}\nb: {<<: *x, l: 3}",
            r#"{"a":{"k":1,"l":2},"b":{"k":1,"l":3}}"#,
        ),
        (
            "a: &x {k: 1}\nb: &y {k: 2, l: 3}\nc:\n  <<: [*x, *y]\n",
            r#"{"a":{"k":1},"b":{"k":2,"l":3},"c":{"k":1,"l":3}}"#,
        ),
        ("&k a: 1\nb: *k", r#"{"a":1,"b":"a"}"#),
        ("'<<': 1", r#"{"<<":1}"#),
    ] {
        assert_eq!(json(text), expected, "{text:?}");
    }
}

#[test]
fn what_is_no_tree_names_its_line() {
    for (text, expected) in [
        (
            "a: 1\n<<: 2",
            "1: the merge key `<<` takes a mapping or a list of mappings, such as `<<: *anchor`",
        ),
        (
            "a: 1\nb: &x [*x]",
            "2: this alias stands inside its own anchor: repeat the text instead",
        ),
        (
            "a: 1\n---\nb: 1",
            "2: a second document starts here (`---`): put its rules into a file of their own",
        ),
        (
            "a: 1\n[1]: 2",
            "2: a key must be a plain text, not a list or a mapping; a text that starts with `{` or `[` needs quotes",
        ),
    ] {
        assert_eq!(json(text), expected, "{text:?}");
    }
    assert!(json("a: [1").contains("this is not valid YAML: "));
    assert!(json("a: *nowhere").contains("this is not valid YAML: "));
    // The last line is the last, also when something is left open at its end.
    assert!(json("a: [b: >-\n c").starts_with("2: this is not valid YAML: "));
    assert!(json("a: [b: >-\r\n c\r d").starts_with("3: this is not valid YAML: "));
}

#[test]
fn the_first_key_that_is_written_twice_is_known() {
    let node = load("a: {b: 1, b: 2}\n").unwrap().unwrap();
    assert_eq!(node.key_written_twice().map(|key| key.name.as_str()), Some("b"));
    assert_eq!(node.to_json().to_string(), r#"{"a":{"b":1}}"#);
}

#[test]
fn a_block_text_starts_on_the_line_of_its_content() {
    let node = load("a: b\nc: |\n  d\ne: >-\n\n\n  f\ng:\n  'h'\n").unwrap().unwrap();
    let Value::Mapping(mapping) = &node.value else {
        panic!("a mapping")
    };
    let lines: Vec<_> = mapping
        .entries
        .iter()
        .map(|(key, node)| (key.line, node.line))
        .collect();
    assert_eq!(lines, [(1, 1), (2, 3), (4, 5), (8, 9)]);
}

#[test]
fn a_document_is_bounded() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let below = vec![format!("*a{}", level - 1); 10].join(", ");
        bomb.push_str(&format!("a{level}: &a{level} [{below}]\n"));
    }
    assert!(
        json(&bomb).ends_with("with its aliases followed the file is larger than 32 MiB: repeat less, or split it")
    );

    let deep = format!("{}x", "- ".repeat(600));
    assert!(json(&deep).contains("nested deeper than 512 levels"));
    let mut chain = "a0: &a0 [x]\n".to_owned();
    for level in 1..600 {
        chain.push_str(&format!("a{level}: &a{level} [*a{}]\n", level - 1));
    }
    assert!(json(&chain).contains("nested deeper than 512 levels"));
    assert!(load(&"[".repeat(100_000)).is_err());
    assert!(load(&"{".repeat(100_000)).is_err());
    assert!(load(&"? ".repeat(100_000)).is_err());
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2_000))]
    #[test]
    fn no_text_makes_it_fail(text in r##"[a:\-\[\]{}&*!|>'"%@?,#<. \n\t0é]{0,40}"##) {
        let _ = load(&text);
    }
}
