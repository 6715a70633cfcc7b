//! What a value looks like: a reference, a placeholder, something encrypted, words, or something a machine or a person made up.
//!
//! The tests run in the order of [`judge`]; each is a pure function of the value (and, where it matters, of its name).

mod human;
mod pattern;
mod placeholder;
mod random;
mod reference;
mod shape;
mod words;

use crate::names::Name;

pub(crate) use human::is_common_password;
pub(crate) use pattern::has_repetition;
pub(crate) use placeholder::{is_placeholder, is_placeholder_body};
pub(crate) use random::is_machine_made;
pub(crate) use reference::{is_encrypted, is_reference, reference_default};
pub(crate) use shape::{is_plain_shape, is_uuid};
pub(crate) use words::is_words;

use human::is_human_made;
use placeholder::equals_name;
use random::VALUE_MAX;
use shape::has_harmless_shape;

/// The outcome of the value tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Points to where the secret is: `${VAR}`, `env("X")`, `/run/secrets/x`.
    Reference,
    /// Cipher text of a known scheme.
    Encrypted,
    /// `changeme`, `<your key>`, `xxxx`.
    Placeholder,
    /// A shape that is no secret: a path, a version, an identifier.
    NotSecret,
    /// Random characters.
    Machine,
    /// Something a person typed.
    Human,
    /// Something a person typed, from the list of the most used passwords.
    CommonPassword,
}

/// Judges a value that stands under a name promising a secret. `None`: too short or too plain to say anything.
pub(crate) fn judge(value: &str, name: &Name) -> Option<Verdict> {
    if value.is_empty() || value.len() > VALUE_MAX {
        return None;
    }
    if is_reference(value) {
        return Some(Verdict::Reference);
    }
    if is_encrypted(value) {
        return Some(Verdict::Encrypted);
    }
    if is_placeholder(value) {
        return Some(Verdict::Placeholder);
    }
    if equals_name(value, name) || has_harmless_shape(value) {
        return Some(Verdict::NotSecret);
    }
    if value.len() >= 16 && is_machine_made(value) {
        return Some(Verdict::Machine);
    }
    if is_human_made(value, name) {
        return Some(if is_common_password(value) {
            Verdict::CommonPassword
        } else {
            Verdict::Human
        });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::random::entropy_limit;
    use super::*;

    fn verdict(name: &str, value: &str) -> Option<Verdict> {
        judge(value, &Name::new(name))
    }

    #[test]
    fn references_are_no_secrets() {
        for value in [
            "${DB_PW}",
            "$DB_PW",
            "$(cat /run/x)",
            "{{ vault_pw }}",
            "%(pw)s",
            "%DB_PW%",
            "#{PW}#",
            "process.env.PW",
            "os.environ['PW']",
            "/run/secrets/db",
            "arn:aws:secretsmanager:eu-west-1:1:secret:x",
            "op://vault/item/field",
            "prefix-${X}",
            "!Ref Secret",
            "@pw@",
            "__DB_PW__",
            "var.db_password",
        ] {
            assert_eq!(verdict("password", value), Some(Verdict::Reference), "{value}");
        }
    }

    #[test]
    fn placeholders_are_compared_word_by_word() {
        for value in [
            "changeme", "CHANGE_ME", "<your-key>", "your_api_key_here", "xxxxxxxx", "********", "my-secret-token",
            "password123", "insert-token-here", "1234567890", "abcdefghij", "example", "sk-xxxxxxxxxxxxxxxx", "TODO",
            "...", "REPLACE_WITH_KEY",
        ] {
            assert_eq!(verdict("password", value), Some(Verdict::Placeholder), "{value}");
        }
        assert!(
            !is_placeholder("falsework-Gate7!k"),
            "a value that only begins like a placeholder is none"
        );
    }

    #[test]
    fn random_values_are_machine_made_and_identifiers_are_not() {
        for value in [
            "9f8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d",
            "Zk3TqW9xVb2LmN8pRt5Y",
            "kQ7_dX-2mPz9rT4vWb8yHn3c",
        ] {
            assert!(is_machine_made(value), "{value}");
        }
        for value in [
            "sortedByCreationTimestampDescending",
            "sentence-transformers/all-MiniLM-L6-v2",
            "deadbeefdeadbeefdeadbeefdeadbeef",
            "0123456789abcdef0123456789abcdef",
            "getElementsByClassName",
            "com.acme.billing.InvoiceService2",
            "qwertyuiop1234567890",
        ] {
            assert!(!is_machine_made(value), "{value}");
        }
    }

    #[test]
    fn people_make_passwords_and_programs_make_identifiers() {
        assert_eq!(verdict("db_password", "Wint3r-Sky"), Some(Verdict::Human));
        assert_eq!(verdict("password", "qwerty123"), Some(Verdict::Placeholder));
        assert_eq!(verdict("password", "Passwordfield"), None);
        assert_eq!(verdict("password", "login.password.label"), Some(Verdict::NotSecret));
    }

    #[test]
    fn a_secret_key_of_letters_and_signs_is_machine_made() {
        // Written in pieces: drawn from one case, digits and signs.
        let key = concat!("sokw8)kb94va+%kr)pl)b", "kb8wz&d!vko6beds@8%vovf74)fag");
        assert_eq!(verdict("SECRET_KEY", key), Some(Verdict::Machine));
        for key in [
            concat!("b(o_y^bf1)elu-mlr&8_thr", "nv&b7vfpxsywc-_%sy4jgfm%bka"),
            concat!("^qh^da*0b8peeju^o^d3e16", "oprkizc6yscxd-rp9ovu6)-%lw="),
        ] {
            assert_eq!(verdict("SECRET_KEY", key), Some(Verdict::Machine), "{key}");
        }
    }

    #[test]
    fn the_entropy_limit_depends_on_the_length() {
        assert!(entropy_limit("0123456789abcdef") < entropy_limit("0123456789abcdef0123456789abcdef"));
    }
}
