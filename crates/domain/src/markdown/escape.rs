//! Texts of others inside a page of ours: they can neither leave their place nor pass for our words.

use untrusted_text::SafeText;

/// The shortest fence.
const SHORTEST_FENCE: usize = 3;

/// Text inside a line of ours, without markup: what Markdown would read as code, emphasis, a link, HTML, a heading or a cell
/// has a backslash before it. Line ends become blanks.
pub(crate) fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => out.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '#' | '&' | '!' | '$' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    // What links start with without any mark.
    out.replace("://", ":\\//").replace("www.", "www\\.")
}

/// Text as code inside a line of ours.
pub(crate) fn code(text: &str) -> String {
    let text = text.replace(['\n', '\r', '\t'], " ");
    let ticks = "`".repeat(longest_run(&text) + 1);
    // A blank on both sides is taken away again, and keeps a backtick or a blank at either end apart.
    let pad = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) {
        " "
    } else {
        ""
    };
    format!("{ticks}{pad}{text}{pad}{ticks}")
}

/// A text of several lines between two fences, longer than any run of backticks in it: nothing in it is markup. Ends with a
/// line end. Longer than the text by at most 16 and twice its longest run of backticks.
pub(crate) fn block(text: &SafeText) -> String {
    let text = text.as_str().replace("\r\n", "\n").replace('\r', "\n");
    let ticks = "`".repeat(longest_run(&text).max(SHORTEST_FENCE - 1) + 1);
    let end = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    format!("{ticks}\n{text}{end}{ticks}\n")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use untrusted_text::safe_text;

    use super::*;

    #[test]
    fn a_text_in_a_line_is_no_markup() {
        assert_eq!(
            inline("# [x](http://a) <b> | `c` __proto__ &lt; www.a\n- y"),
            "\\# \\[x\\](http:\\//a) \\<b\\> \\| \\`c\\` \\_\\_proto\\_\\_ \\&lt; www\\.a - y"
        );
    }

    #[test]
    fn code_cannot_be_closed_from_inside() {
        assert_eq!(code("src/app.py:10"), "`src/app.py:10`");
        assert_eq!(code("a``b`"), "``` a``b` ```");
    }

    #[test]
    fn a_block_cannot_be_closed_from_inside() {
        assert_eq!(block(&safe_text("x = 1", 100)), "```\nx = 1\n```\n");
        assert_eq!(block(&safe_text("a\r````\rb", 100)), "`````\na\n````\nb\n`````\n");
        assert_eq!(block(&safe_text("", 100)), "```\n```\n");
    }
}
