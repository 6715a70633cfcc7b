//! Patterns of YAML.

use syntax::Placeholder;

use super::token::{Token, close_of, is_name_part, metavariable};

/// In YAML an ellipsis on a line of its own is an item or an entry, as the lines beside it are, or any value when it is alone.
pub(super) fn yaml(text: &str) -> String {
    let ellipsis = Placeholder::Ellipsis.identifier();
    let text = regexes_in_single_quotes(text);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut out = String::with_capacity(text.len() * 2);
    for (at, line) in lines.iter().enumerate() {
        let indentation = &line[..line.len() - line.trim_start().len()];
        match line.trim() {
            "..." => {
                let written = match beside(&lines, at) {
                    Beside::Items => format!("{indentation}- {ellipsis}\n"),
                    Beside::Entries => format!("{indentation}{ellipsis}: {ellipsis}\n"),
                    Beside::Nothing => format!("{indentation}{ellipsis}\n"),
                };
                out.push_str(&written);
            }
            // The first entry of an item.
            "- ..." if goes_on(&lines, at) => out.push_str(&format!("{indentation}- {ellipsis}: {ellipsis}\n")),
            _ => yaml_line(line, &ellipsis, &mut out),
        }
    }
    out
}

/// `"=~/\s/"` as `'=~/\s/'`: in double quotes a backslash starts an escape of YAML, and most of those of regular expressions are
/// none.
fn regexes_in_single_quotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("\"=~/") {
        let body = &rest[start + 1..];
        let Some(end) = close_of(&rest[start..], "\"", true).map(|end| end - 2) else {
            break;
        };
        out.push_str(&rest[..start]);
        out.push('\'');
        let mut chars = body[..end].chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' => out.push(chars.next_if(|c| matches!(c, '\\' | '"')).unwrap_or(c)),
                '\'' => out.push_str("''"),
                c => out.push(c),
            }
        }
        out.push('\'');
        rest = &body[end + 1..];
    }
    out.push_str(rest);
    out
}

/// What stands at the indentation of a line, in the same block.
enum Beside {
    Items,
    Entries,
    Nothing,
}

fn yaml_indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn beside(lines: &[&str], at: usize) -> Beside {
    /// How many lines away the other lines of the block may be.
    const NEAR: usize = 1_000;
    let own = yaml_indentation(lines[at]);
    let is_blank = |line: &&&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let before = lines[..at].iter().rev().take(NEAR).filter(|line| !is_blank(line));
    let after = lines[at + 1..].iter().take(NEAR).filter(|line| !is_blank(line));
    let kind = |line: &str| {
        let content = line.trim();
        match content == "..." {
            true => None,
            false => Some(if content.starts_with("- ") || content == "-" {
                Beside::Items
            } else {
                Beside::Entries
            }),
        }
    };
    // The entries of an item start behind its dash.
    let starts_in_item = |line: &str| {
        let content = line.trim_start();
        content.starts_with("- ") && yaml_indentation(line) + content.len() - content[2..].trim_start().len() == own
    };
    for line in before {
        if yaml_indentation(line) == own
            && let Some(kind) = kind(line)
        {
            return kind;
        }
        if starts_in_item(line) {
            return Beside::Entries;
        }
        if yaml_indentation(line) < own {
            break;
        }
    }
    for line in after {
        if yaml_indentation(line) == own
            && let Some(kind) = kind(line)
        {
            return kind;
        }
        if yaml_indentation(line) < own {
            break;
        }
    }
    Beside::Nothing
}

/// The next line belongs to the item that starts on this one.
fn goes_on(lines: &[&str], at: usize) -> bool {
    let next = lines[at + 1..].iter().find(|line| !line.trim().is_empty());
    next.is_some_and(|next| yaml_indentation(next) > yaml_indentation(lines[at]))
}

fn yaml_line(line: &str, ellipsis: &str, out: &mut String) {
    let mut rest = line;
    let mut quote = None;
    while let Some(c) = rest.chars().next() {
        // In a name a dollar and dots are a part of it.
        let is_apart = quote.is_none() && !line[..line.len() - rest.len()].ends_with(is_name_part);
        if is_apart && let Some((token, length)) = rest.starts_with('$').then(|| metavariable(rest)).flatten() {
            match token {
                Token::Metavariable(name) => out.push_str(&Placeholder::Metavariable(name).identifier()),
                Token::MetavariableEllipsis(name) => {
                    out.push_str(&Placeholder::MetavariableEllipsis(name).identifier())
                }
                _ => {}
            }
            rest = &rest[length..];
            continue;
        }
        if is_apart && rest.starts_with("...") && !rest[3..].starts_with(is_name_part) {
            out.push_str(ellipsis);
            rest = &rest[3..];
            continue;
        }
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
}
