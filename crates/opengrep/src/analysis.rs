//! `metavariable-analysis`: does a text look like a secret, is it a regular expression that backtracks without end.

mod entropy;
mod redos;

pub use entropy::looks_secret;
pub use redos::backtracks_without_end;

/// What is analysed of a string: its content, without the backslash before a backslash or a quote.
pub fn content(string: &str) -> String {
    let mut out = String::with_capacity(string.len());
    let mut characters = string.chars().peekable();
    while let Some(c) = characters.next() {
        match characters.peek() {
            Some(&next @ ('\\' | '"' | '\'')) if c == '\\' => {
                out.push(next);
                characters.next();
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::content;

    #[test]
    fn the_content_of_a_string_has_plain_quotes_and_backslashes() {
        for (string, expected) in [
            (r#"a\"b"#, "a\"b"),
            (r"a\\b\'", r"a\b'"),
            (r"\d+", r"\d+"),
            (r"\\d+", r"\d+"),
            ("\\", "\\"),
        ] {
            assert_eq!(content(string), expected);
        }
    }
}
