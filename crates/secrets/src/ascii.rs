//! Regular expressions whose `\w`, `\d`, `\s` and `\b` mean ASCII.
//!
//! Credentials and their names are ASCII. With Unicode classes the automata are large, and a Unicode word boundary makes the engine
//! fall back to its slowest search on any line with an accent.

use regex::Regex;

/// Compiles a built-in expression.
pub(crate) fn regex(source: &str) -> Regex {
    Regex::new(&to_ascii(source)).expect("a built-in expression is valid")
}

fn to_ascii(source: &str) -> String {
    let mut out = String::with_capacity(source.len() * 2);
    // Where the open class began in the output, after its `[` or `[^`.
    let mut class_start: Option<usize> = None;
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        let in_class = class_start.is_some();
        match c {
            '\\' => {
                let escaped = chars.next().unwrap_or('\\');
                let (class, bare) = match escaped {
                    'w' => ("0-9A-Za-z_", "[0-9A-Za-z_]"),
                    'd' => ("0-9", "[0-9]"),
                    's' => (r"\t\n\r\x0B\x0C\x20", r"[\t\n\r\x0B\x0C\x20]"),
                    'S' if !in_class => ("", r"[^\t\n\r\x0B\x0C\x20]"),
                    'b' if !in_class => ("", r"(?-u:\b)"),
                    _ => ("", ""),
                };
                match (in_class, class, bare) {
                    (true, class, _) if !class.is_empty() => out.push_str(class),
                    (false, _, bare) if !bare.is_empty() => out.push_str(bare),
                    _ => {
                        out.push('\\');
                        out.push(escaped);
                    }
                }
                continue;
            }
            '[' if !in_class => class_start = Some(out.len() + 1),
            '^' if class_start == Some(out.len()) => class_start = Some(out.len() + 1),
            // A `]` right at the start is a member of the class.
            ']' if class_start.is_some_and(|start| out.len() > start) => class_start = None,
            _ => {}
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_boundaries_become_ascii() {
        assert_eq!(
            to_ascii(r"\bab\w+[\w.-]\[\]"),
            r"(?-u:\b)ab[0-9A-Za-z_]+[0-9A-Za-z_.-]\[\]"
        );
        assert_eq!(to_ascii(r"[(\[]\w"), r"[(\[][0-9A-Za-z_]");
        assert!(regex(r"\bpass\b").is_match("épass"));
        assert!(regex(r"^[^\s\]]+$").is_match("a-b"));
    }
}
