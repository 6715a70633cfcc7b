//! What holds for every text.

use proptest::prelude::*;
use secrets::{MARK, apply, detect, mask, mask_spans};

fn token() -> String {
    // Written in pieces, so that no scanner reports this file.
    format!("{}{}", "glp", "at-Zk3TqW9xVb2LmN8pRt5Y")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn masking_is_idempotent(text in "[ -~\n\u{e9}\u{4e2d}]{0,200}") {
        let once = mask(&text);
        prop_assert_eq!(mask(&once), once);
    }

    #[test]
    fn any_text_is_scanned_without_panic_and_spans_lie_on_characters(text in "\\PC{0,300}", path in "[a-z./]{0,20}") {
        for secret in detect(&text, &path, None) {
            for span in secret.spans {
                prop_assert!(text.get(span).is_some());
            }
        }
    }

    #[test]
    fn a_token_is_found_and_masked_wherever_it_stands(before in "[ a-z\n\"'=]{0,40}", after in "[ ;\n\"')]{1,40}") {
        let text = format!("{before} {}{after}", token());
        let masked = apply(&text, &mask_spans(&text, "a.txt", None));
        prop_assert!(!masked.contains(&token()[6..]), "{}", masked);
        prop_assert!(masked.contains(MARK));
        prop_assert!(detect(&text, "a.txt", None).iter().any(|s| s.kind.kind == "gitlab-pat"));
    }

    #[test]
    fn text_outside_the_spans_is_untouched(text in "[ -~\n]{0,200}") {
        let spans = mask_spans(&text, "", None);
        let masked = apply(&text, &spans);
        let mut rest = masked.as_str();
        let mut at = 0;
        for span in spans {
            let kept = &text[at..span.range.start + span.keep];
            prop_assert!(rest.starts_with(kept));
            rest = &rest[kept.len() + MARK.len()..];
            at = span.range.end;
        }
        prop_assert_eq!(rest, &text[at..]);
    }
}

#[test]
fn hostile_texts_end_quickly_and_without_panic() {
    let texts = [
        "-----BEGIN PRIVATE KEY-----".repeat(2000),
        "eyJ".repeat(20_000),
        "://a:b@".repeat(20_000),
        "\"+\"".repeat(20_000),
        "password=".repeat(20_000),
        "A".repeat(1 << 20),
        format!("x = \"{}\"", "a\\".repeat(100_000)),
        "[".repeat(100_000),
        "\\x41".repeat(50_000),
        "sig=".repeat(50_000),
        "'".repeat(100_000),
        "1,".repeat(100_000),
        "{\"kty\":".repeat(10_000),
        "SG.".repeat(50_000),
        "AKIAAAAAAAAAAAAAAAAA ".repeat(5_000),
        "abandon ".repeat(20_000),
    ];
    for text in texts {
        for path in ["a.py", "a.yaml", "a.json", ".env", "a.md", "a.xml"] {
            let spans = mask_spans(&text, path, None);
            assert!(spans.windows(2).all(|w| w[0].range.end <= w[1].range.start));
        }
    }
}

#[test]
fn the_last_of_many_credentials_is_found_and_masked() {
    // Public ones, named ones and lines of any length in front hide nothing.
    let public: String = (0..3000)
        .map(|i| format!("k{i} = \"{}{}\"\n", "pk_li", format_args!("ve_{:024}a1B", i * 7919)))
        .collect();
    let named: String = (0..3000).map(|i| format!("password{i} = \"Xk{i}-vTqLw7\"\n")).collect();
    let wide: String = format!("x = [{}]; ", "\"word\", ".repeat(8_000));
    for front in [public, named, wide] {
        let text = format!("{front}token = \"{}\"\n", token());
        assert!(detect(&text, "a.py", None).iter().any(|s| s.kind.kind == "gitlab-pat"));
        assert!(!apply(&text, &mask_spans(&text, "a.py", None)).contains(&token()[6..]));
    }
}

#[test]
fn a_password_at_the_end_of_a_long_line_is_found() {
    let text = format!(
        "{{{} \"db_password\": \"Xk29-vTqLw7\"}}\n{}",
        "\"a\": 1, ".repeat(4_000),
        "x\n".repeat(200)
    );
    assert!(
        detect(&text, "settings.json", None)
            .iter()
            .any(|s| s.kind.kind == "generic-password")
    );
}

#[test]
fn what_only_shows_beside_a_mark_is_masked_at_once() {
    // Found by fuzzing: the second value was read as part of the first until that was masked.
    let text = "\nsig=q-\u{fffd}s=&psw-=e-g\u{fffd}s\u{fffd}\u{fffd}/\u{fffd}D.\u{c}{agp::::swycheproof~\u{fffd}\re";
    for path in [
        "", ".env", "a.py", "a.yaml", "a.json", "a.xml", "a.sh", "a.md", ".netrc",
    ] {
        let once = apply(text, &mask_spans(text, path, None));
        assert_eq!(apply(&once, &mask_spans(&once, path, None)), once, "{path}");
    }
}

#[test]
fn spans_of_a_second_look_stand_in_the_first_text() {
    let text = format!(
        "a = {}; token: x{} password = 'Xk29-vTqLw7' {}",
        token(),
        "\u{e9}".repeat(9),
        token()
    );
    let masked = apply(&text, &mask_spans(&text, ".env", None));
    assert!(
        !masked.contains(&token()[6..]) && !masked.contains("vTqLw7"),
        "{masked}"
    );
}

#[test]
fn constants_of_a_class_and_headers_in_long_literals_are_found() {
    let value = concat!("Zk3TqW9xVb2L", "mN8pRt5Y");
    for (path, text, found) in [
        ("a.rb", format!("Settings::PASSWORD = \"{value}\"\n"), true),
        ("a.cpp", format!("config::db::password = \"{value}\";\n"), true),
        (
            "a.json",
            format!("{{\"AWS::SecretsManager::Secret\": \"{value}\"}}\n"),
            false,
        ),
        (
            "a.py",
            format!("request = \"\"\"\nAuthorization: Bearer {value}\n\"\"\"\n"),
            true,
        ),
        (
            "a.rs",
            "    pub Authorization: SEC_WINNT_AUTH_IDENTITY_2A7,\n".to_owned(),
            false,
        ),
    ] {
        let hits = detect(&text, path, None);
        assert_eq!(!hits.is_empty(), found, "{path}: {text}{hits:?}");
    }
}
