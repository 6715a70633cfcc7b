//! Names and sentences of ours inside Markdown.

/// A text in which `_`, `*`, `` ` `` and `<` stand for themselves, so that a name such as `__proto__` is shown as it is.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if matches!(c, '_' | '*' | '`' | '<' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Line ends and the blanks around them become one blank: the text cannot leave the line it is put into.
pub(crate) fn one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_markdown_would_change_is_escaped() {
        assert_eq!(
            escape("__proto__ *p `x` <b> a\\b"),
            "\\_\\_proto\\_\\_ \\*p \\`x\\` \\<b> a\\\\b"
        );
        assert_eq!(escape("plain - text [x]"), "plain - text [x]");
    }

    #[test]
    fn several_lines_become_one() {
        assert_eq!(one_line("one\n  two\r\n\nthree\n"), "one two three");
    }
}
