//! The title of a vulnerable dependency without the version in it.

/// What stands between a package and its version when no blank does.
const BEFORE_VERSION: [char; 3] = ['@', '=', ':'];

/// Drops every word that is a version, and the version at the end of a word such as `lodash@4.17.20`. A title of nothing
/// else stays as it is.
pub(super) fn without_versions(title: &str) -> String {
    let words: Vec<&str> = title
        .split(' ')
        .map(without_version)
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() {
        title.to_owned()
    } else {
        words.join(" ")
    }
}

fn without_version(word: &str) -> &str {
    if is_version(bare(word)) {
        return "";
    }
    match word.rfind(BEFORE_VERSION) {
        Some(at) if is_version(bare(&word[at..])) => word[..at].trim_end_matches(around),
        // `requests:` and `requests` are the same word.
        _ => word.trim_end_matches([',', ';', ':', '.']),
    }
}

/// Without brackets, quotes, commas and comparison signs around it.
fn bare(word: &str) -> &str {
    word.trim_matches(around)
}

fn around(c: char) -> bool {
    matches!(
        c,
        '(' | ')'
            | '['
            | ']'
            | '{'
            | '}'
            | '"'
            | '\''
            | '`'
            | ','
            | ';'
            | ':'
            | '.'
            | '<'
            | '>'
            | '='
            | '~'
            | '^'
            | '!'
            | '@'
    )
}

/// `4.17.20`, `1.1.1k-r0`, `2.x`, `v2`, `1:2.3-4`: a number, a dot and a number, or a number after a `v`.
fn is_version(word: &str) -> bool {
    let (marked, number) = match word.strip_prefix(['v', 'V']) {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    let after_epoch = match number.split_once(':') {
        Some((epoch, rest)) if is_number(epoch) => rest,
        _ => number,
    };
    let plain = after_epoch
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_' | '~' | '*'));
    match after_epoch.split_once('.') {
        Some((major, rest)) => {
            plain && is_number(major) && rest.starts_with(|c: char| c.is_ascii_digit() || c == '*' || c == 'x')
        }
        None => plain && marked && is_number(after_epoch),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_go_and_names_stay() {
        let cases = [
            ("lodash 4.17.20: prototype pollution", "lodash prototype pollution"),
            ("lodash@4.17.20", "lodash"),
            ("@angular/core@12.0.0", "@angular/core"),
            ("requests==2.19.0", "requests"),
            ("requests 2.19.0 (vulnerable)", "requests (vulnerable)"),
            ("requests (2.19.0): vulnerable", "requests vulnerable"),
            (
                "org.apache:log4j-core:2.14.1 vulnerable",
                "org.apache:log4j-core vulnerable",
            ),
            (
                "vulnerable dependency: openssl 1.1.1k-r0",
                "vulnerable dependency openssl",
            ),
            ("bash 1:5.0-4ubuntu1", "bash"),
            ("golang.org/x/net v0.0.0-20210101-abcdef", "golang.org/x/net"),
            ("github.com/foo/bar/v2 v2.1.0", "github.com/foo/bar/v2"),
            ("django 2.x, flask v1", "django flask"),
            ("3d.js and 2fa.js of python 3", "3d.js and 2fa.js of python 3"),
            ("cve-2021-44228 in log4j", "cve-2021-44228 in log4j"),
            ("1.2.3", "1.2.3"),
            ("", ""),
        ];
        for (title, expected) in cases {
            assert_eq!(without_versions(title), expected, "{title}");
        }
    }
}
