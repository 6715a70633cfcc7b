//! Paths and addresses as references of RFC 3986.

use std::fmt::Write as _;

use untrusted_text::safe_line;

use crate::view::limits;

/// Where a file is, as far as a path tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileUri {
    /// The reference.
    pub uri: String,
    /// Whether it is relative to the root of the repository.
    pub in_repository: bool,
}

/// The reference of a path: credentials masked, `\` read as `/`, `.` and `..` resolved, what is not allowed percent-encoded. An
/// absolute path becomes a `file:` address. None for a path that names nothing.
pub(super) fn of_path(path: &str) -> Option<FileUri> {
    let path = safe_line(path.trim(), limits::PATH).as_str().replace('\\', "/");
    if let Some((drive, rest)) = drive(&path) {
        return Some(FileUri {
            uri: format!("file:///{drive}:/{}", encoded(&resolved(rest).join("/"))),
            in_repository: false,
        });
    }
    if let Some(share) = path.strip_prefix("//") {
        let share = resolved(share).join("/");
        return (!share.is_empty()).then(|| FileUri {
            uri: format!("file://{}", encoded(&share)),
            in_repository: false,
        });
    }
    let segments = resolved(&path);
    if segments.is_empty() {
        return None;
    }
    let joined = encoded(&segments.join("/"));
    Some(if path.starts_with('/') {
        FileUri {
            uri: format!("file:///{joined}"),
            in_repository: false,
        }
    } else {
        FileUri {
            in_repository: segments[0] != "..",
            uri: joined,
        }
    })
}

/// `C:/x`: the drive and the rest.
fn drive(path: &str) -> Option<(char, &str)> {
    let drive = path.chars().next().filter(char::is_ascii_alphabetic)?;
    Some((drive, path[1..].strip_prefix(":/")?))
}

/// The segments without empty ones and `.`, each `..` having taken the one before it away.
fn resolved(path: &str) -> Vec<&str> {
    let rooted = path.starts_with('/');
    let mut segments: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." if segments.last().is_some_and(|last| *last != "..") => {
                segments.pop();
            }
            ".." if rooted => {}
            segment => segments.push(segment),
        }
    }
    segments
}

/// Every byte that is not unreserved, or a slash, percent-encoded.
fn encoded(path: &str) -> String {
    percent_encoded(path, |byte| byte == b'/')
}

/// The address of a repository without user and password, when it is one: `scheme://host/…`.
pub(super) fn of_repository(repository: &str) -> Option<String> {
    let (scheme, rest) = repository.trim().split_once("://")?;
    let mut letters = scheme.chars();
    let scheme_is_one = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let (name, port) = host.split_once(':').unwrap_or((host, ""));
    let name_is_one = !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_'));
    if !scheme_is_one || !name_is_one || !port.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let site = format!("{scheme}://{host}");
    let shown = safe_line(&format!("{site}{path}"), limits::REPOSITORY);
    // What was masked may reach into the host.
    let rest = shown.as_str().strip_prefix(&site)?;
    if !rest.is_empty() && !rest.starts_with(['/', '?', '#']) {
        return None;
    }
    let rest = escapes_kept(&percent_encoded(rest, |byte| b"/:@!$&'()*+,;=?#".contains(&byte)));
    // A second number sign is not allowed.
    let rest = match rest.split_once('#') {
        Some((before, fragment)) => format!("{before}#{}", fragment.replace('#', "%23")),
        None => rest,
    };
    Some(format!("{site}{rest}"))
}

/// Takes the second encoding of what was an escape before (`%2520`) back.
fn escapes_kept(encoded: &str) -> String {
    let mut parts = encoded.split("%25");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let escape = part.len() >= 2 && part.bytes().take(2).all(|b| b.is_ascii_hexdigit());
        out.push_str(if escape { "%" } else { "%25" });
        out.push_str(part);
    }
    out
}

/// One segment of an address of ours.
pub(super) fn segment(text: &str) -> String {
    percent_encoded(text, |_| false)
}

/// Unreserved characters and those that `keep` names stay; every other byte, a percent sign too, is encoded.
fn percent_encoded(text: &str, keep: impl Fn(u8) -> bool) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') || keep(byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_path_becomes_a_reference() {
        let cases = [
            ("src/app.py", Some(("src/app.py", true))),
            (
                " ./././src\\a b#c?d:é%.py ",
                Some(("src/a%20b%23c%3Fd%3A%C3%A9%25.py", true)),
            ),
            ("a/./b//c/../d", Some(("a/b/d", true))),
            ("../up/../../x", Some(("../../x", false))),
            ("a/../../x", Some(("../x", false))),
            ("/etc/app.conf", Some(("file:///etc/app.conf", false))),
            ("/../../etc/x", Some(("file:///etc/x", false))),
            ("C:\\src\\App.cs", Some(("file:///C:/src/App.cs", false))),
            ("\\\\host\\share\\x", Some(("file://host/share/x", false))),
            ("http://a/b", Some(("http%3A/a/b", true))),
            ("a\nb", Some(("a%3CU%2B000A%3Eb", true))),
            ("", None),
            (" ./ ", None),
            ("/", None),
            ("a/..", None),
        ];
        for (path, expected) in cases {
            let expected = expected.map(|(uri, in_repository)| FileUri {
                uri: uri.to_owned(),
                in_repository,
            });
            assert_eq!(of_path(path), expected, "{path:?}");
        }
    }

    #[test]
    fn a_repository_has_an_address_only_if_it_is_one_and_never_with_credentials() {
        let cases = [
            (
                "https://example.com/owner/my_repo.git",
                Some("https://example.com/owner/my_repo.git"),
            ),
            ("https://bob:hunter2@example.com/x", Some("https://example.com/x")),
            ("ssh://git@example.com:22/x y", Some("ssh://example.com:22/x%20y")),
            ("https://example.com", Some("https://example.com")),
            (
                "https://example.com/a%20b%zz%",
                Some("https://example.com/a%20b%25zz%25"),
            ),
            (
                "https://example.com/a?b=c#d#e%",
                Some("https://example.com/a?b=c#d%23e%25"),
            ),
            ("git@example.com:owner/repo.git", None),
            ("/srv/git/repo", None),
            ("repo", None),
            ("https://", None),
            ("https://a:?]@:.", None),
            ("1x://example.com", None),
            ("https://exa mple.com/", None),
        ];
        for (repository, expected) in cases {
            assert_eq!(of_repository(repository).as_deref(), expected, "{repository:?}");
        }
    }

    proptest! {
        #[test]
        fn every_path_becomes_a_valid_reference(path in any::<String>()) {
            if let Some(FileUri { uri, .. }) = of_path(&path) {
                let schema = serde_json::json!({ "type": "string", "format": "uri-reference" });
                let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
                prop_assert!(validator.is_valid(&uri.clone().into()), "{uri}");
                prop_assert!(!uri.split('/').any(|segment| segment == "."));
            }
        }

        #[test]
        fn every_address_of_a_repository_is_a_valid_one(rest in any::<String>(), host in "[a-z@:0-9.%/?#\\[\\]]{0,20}") {
            if let Some(uri) = of_repository(&format!("https://{host}/{rest}")) {
                let schema = serde_json::json!({ "type": "string", "format": "uri" });
                let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
                prop_assert!(validator.is_valid(&uri.clone().into()), "{uri}");
            }
        }
    }
}
