//! Text for the log of a pipeline, whose runner obeys commands in it: lines that start with `::`, and `##[` or `##vso[`
//! anywhere. A file name or a line of code must not be able to give one.

use std::borrow::Cow;
use std::env;

/// Whether the output is read by a runner that obeys commands: GitHub Actions, Azure Pipelines.
pub(crate) fn listens() -> bool {
    ["GITHUB_ACTIONS", "TF_BUILD"]
        .iter()
        .any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// The text without commands, where a runner listens.
pub(crate) fn safe_text(text: &str) -> Cow<'_, str> {
    if listens() {
        Cow::Owned(without_commands(text))
    } else {
        Cow::Borrowed(text)
    }
}

/// The JSON text, which says the same, without commands, where a runner listens.
pub(crate) fn safe_json(json: &str) -> Cow<'_, str> {
    if listens() {
        Cow::Owned(json.replace("##", "\\u0023#"))
    } else {
        Cow::Borrowed(json)
    }
}

fn without_commands(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for line in text.split_inclusive(['\n', '\r']) {
        let start = line.len() - line_start(line).len();
        let (before, rest) = line.split_at(start);
        out.push_str(before);
        match rest.strip_prefix("::") {
            Some(rest) => {
                out.push_str(": :");
                out.push_str(rest);
            }
            None => out.push_str(rest),
        }
    }
    out.replace("##[", "# #[").replace("##vso[", "# #vso[")
}

/// A line from its first character that is neither blank nor part of a style.
fn line_start(line: &str) -> &str {
    let mut rest = line;
    loop {
        let trimmed = rest.trim_start();
        let style = trimmed.strip_prefix("\u{1B}[").and_then(|style| style.split_once('m'));
        match style {
            Some((codes, after)) if codes.bytes().all(|b| b.is_ascii_digit() || b == b';') => rest = after,
            _ => return trimmed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_a_command() {
        assert_eq!(
            without_commands("    ::add-mask::x\na::b\n\u{1B}[1m ::error::y\r::z ##[error]x ##vso[task]"),
            "    : :add-mask::x\na::b\n\u{1B}[1m : :error::y\r: :z # #[error]x # #vso[task]"
        );
        assert_eq!(without_commands("a\n\nb"), "a\n\nb");
    }
}
