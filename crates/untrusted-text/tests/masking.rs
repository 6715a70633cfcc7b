//! What is masked and what stays readable, as data.
//!
//! Values are assembled from parts so that this file does not itself look like a leak.

use untrusted_text::{mask, safe_text};

/// Letters and digits without a pattern, the same at each run.
fn random(length: usize) -> String {
    let alphabet = b"k7Qz2WmXv9TbR4nLcY8sJf3HpDg6KxBtVw5ZqMrN";
    (0..length)
        .map(|i| char::from(alphabet[(i * 17 + i / 7 * 5 + 3) % alphabet.len()]))
        .collect()
}

#[track_caller]
fn masked(text: &str, value: &str) {
    let out = mask(text);
    assert!(!out.contains(value), "{value} survives in {out:?}");
    assert_eq!(out, text.replace(value, "[REDACTED]"), "of {text:?}");
    assert_eq!(mask(&out), out, "masking twice changes the text");
}

#[track_caller]
fn gone(text: &str, value: &str) {
    let out = mask(text);
    assert!(
        !out.contains(value) && out.contains("[REDACTED]"),
        "{value} survives in {out:?}"
    );
    assert_eq!(mask(&out), out, "masking twice changes the text");
}

#[track_caller]
fn readable(text: &str) {
    assert_eq!(mask(text), text);
}

#[test]
fn the_body_of_a_private_key_is_masked_and_its_end_line_is_there() {
    let body = format!("{}\n{}\n{}", random(64), random(63), random(48));
    for label in [
        "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY",
    ] {
        let key = format!("-----BEGIN {label}-----\n{body}\n-----END {label}-----\n");
        let out = mask(&key);
        assert_eq!(
            out.trim_end(),
            format!("-----BEGIN {label}-----\n[REDACTED]\n-----END {label}-----")
        );
        assert_eq!(mask(&out), out);
        let open = mask(&format!("-----BEGIN {label}-----\n{body}"));
        assert_eq!(
            open.trim_end(),
            format!("-----BEGIN {label}-----\n[REDACTED]\n-----END {label}-----")
        );
    }
}

#[test]
fn a_pgp_private_key_block_is_masked() {
    let body = format!("\n{}\n{}\n={}", random(64), random(64), random(4));
    let label = "PGP PRIVATE KEY BLOCK";
    let out = mask(&format!("-----BEGIN {label}-----\n{body}\n-----END {label}-----\n"));
    assert!(!out.contains(&random(64)), "{out}");
    assert!(
        out.contains("BEGIN PGP PRIVATE KEY BLOCK") && out.contains("[REDACTED]") && out.contains("END PGP"),
        "{out}"
    );
}

#[test]
fn the_value_of_a_sensitive_assignment_is_masked() {
    let value = "Xk29-vTqLw7";
    for name in [
        "password", "passwd", "db_pwd", "client_secret", "secret_key", "secret-key", "secretkey", "api_key",
    ] {
        masked(&format!("{name} = \"{value}\""), value);
    }
    for name in ["api-key", "APIKEY", "auth_token", "AUTHORIZATION"] {
        masked(&format!("{name}: '{value}'"), value);
    }
    masked(&format!("\"password\": \"{value}\","), value);
    masked(&format!("config['password'] = '{value}'"), value);
    masked(&format!("DB_PASSWORD={value}"), value);
    gone("Authorization: Basic dXNlcjpYazI5dlRxTHc3", "dXNlcjpYazI5dlRxTHc3");
}

#[test]
fn provider_tokens_are_masked() {
    for prefix in ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"] {
        gone(&format!("echo {prefix}{}", random(36)), &random(36));
    }
    for (prefix, length) in [
        ("glpat-", 20),
        ("AIza", 35),
        ("sk_live_", 24),
        ("rk_live_", 24),
        ("npm_", 36),
    ] {
        gone(&format!("use {prefix}{} here", random(length)), &random(length));
    }
    gone(&format!("github_pat_{}", random(60)), &random(60));
    gone(&format!("xoxb-123456789012-{}", random(24)), &random(24));
}

#[test]
fn bearer_tokens_key_ids_and_json_web_tokens_are_masked() {
    gone(&format!("curl -H 'X: Bearer {}'", random(24)), &random(24));
    let key_id = format!("{}{}", "AKIA", "Z7QWJ3NVXKLT5MRP");
    gone(&format!("id {key_id} x"), "Z7QWJ3NVXKLT5MRP");
    let claims = "eyJzdWIiOiIxMjM0NTY3ODkwIn0";
    for signature in [random(43), String::new()] {
        gone(&format!("{}.{claims}.{signature}", "eyJhbGciOiJIUzI1NiJ9"), claims);
    }
}

#[test]
fn the_password_of_an_address_is_masked_with_or_without_a_user() {
    masked("postgres://app:Xk29vTqLw7@db.acme.io/app", "Xk29vTqLw7");
    masked("redis://:Xk29vTqLw7@cache.acme.io:6379/0", "Xk29vTqLw7");
    gone("postgres://app:Xk29@vTqLw7@db.acme.io/app", "vTqLw7");
}

#[test]
fn a_quoted_value_is_masked_up_to_its_closing_quote() {
    gone(r#"password = "correct 7horse Battery staple""#, "Battery");
    gone(r#"password = "ab 7horse Battery staple""#, "7horse");
}

#[test]
fn an_annotated_assignment_is_masked() {
    masked(r#"password: str = "Xk29-vTqLw7""#, "Xk29-vTqLw7");
}

#[test]
fn more_names_are_sensitive() {
    let value = "wJ7rXUtnFEMIK7MDENGbPxRfiCYzQ4LMvT82kQpS";
    for name in [
        "aws_secret_access_key", "passphrase", "private_key", "access_key", "client_secret_prod",
    ] {
        masked(&format!("{name} = \"{value}\""), value);
    }
}

#[test]
fn permission_levels_stay_readable() {
    for text in [
        "id-token: write",
        "{id-token: write}",
        "token: read",
        "api_key: none",
        "permissions: {id-token: write}",
    ] {
        readable(text);
    }
}

#[test]
fn a_path_with_an_at_sign_is_no_password() {
    readable("https://host:443/@scope");
    readable("https://registry.acme.io:8443/npm/@scope/package");
}

#[test]
fn references_stay_readable() {
    for text in [
        "if token == expected:",
        "token = get_token()",
        "password = os.environ[\"DB_PASSWORD\"]",
        "password: ${DB_PASSWORD}",
        "api_key = \"${VAR}\"",
        "secret = settings.SECRET",
    ] {
        readable(text);
    }
}

#[test]
fn short_values_users_public_keys_and_marks_stay() {
    readable("pwd=abc");
    readable("https://alice@host.acme.io/x");
    readable("-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----\n");
    readable("password = \"[REDACTED]\"");
    readable("{password: [REDACTED]}");
    readable("call(token=[REDACTED])");
}

#[test]
fn a_hidden_character_does_not_defeat_masking() {
    let value = "Xk29-vTqLw7";
    for hidden in [
        '\u{200B}', '\u{200D}', '\u{2060}', '\u{FEFF}', '\u{AD}', '\u{E0041}', '\u{FE01}', '\u{0}', '\u{202E}',
    ] {
        gone(&format!("pass{hidden}word = \"{value}\""), value);
        let out = mask(&format!("password = \"Xk29-{hidden}vTqLw7\""));
        assert!(!out.contains("Xk29") && !out.contains("vTqLw7"), "{out:?}");
        let token = random(36);
        let out = mask(&format!("x gh{hidden}p_{}{hidden}{} y", &token[..20], &token[20..]));
        assert!(!out.contains(&token[..20]) && !out.contains(&token[20..]), "{out:?}");
        gone(&format!("word{hidden}ghp_{token}"), &token);
    }
}

#[test]
fn a_shown_hidden_character_does_not_defeat_masking_either() {
    gone("pass<U+200B>word = \"Xk29-vTqLw7\"", "Xk29-vTqLw7");
}

#[test]
fn masking_comes_before_cutting() {
    let token = random(36);
    for limit in 0..60 {
        let out = safe_text(&format!("token ghp_{token} and more text behind it, and more"), limit);
        for window in token.as_bytes().windows(6) {
            let piece = std::str::from_utf8(window).unwrap();
            assert!(!out.as_str().contains(piece), "{out}");
        }
    }
}
