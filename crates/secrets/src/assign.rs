//! Where a text gives a name to a value: assignments, members, attributes, options, headers.
//!
//! Only lines that speak of secrets are looked at. In code a value is quoted; in configuration, shell and markup it may be bare.

mod bare;
mod prose;
mod quoted;
mod siblings;

use std::ops::Range;

use regex::Regex;

use crate::doc::{Doc, Syntax};

/// How a value got its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `name = v`, `name: v`, `"name" => v`.
    Assign,
    /// `setName("v")`, `Attr("v")`: the callee is the name.
    Call,
    /// `("name", "v")`.
    Pair,
    /// `--name v`.
    Flag,
    /// `Name: v` of HTTP.
    Header,
    /// `?name=v`.
    Query,
    /// `<name>v</name>`.
    Element,
}

/// A value with its name.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) name: String,
    pub(crate) value: Range<usize>,
    pub(crate) form: Form,
    pub(crate) line: usize,
}

/// Longer lines are taken apart in windows of this many bytes, which overlap.
const WINDOW: usize = 16 * 1024;
const OVERLAP: usize = 1024;
/// Longest line beside which a name or value on another line is looked for.
const MAX_LINE: usize = WINDOW;

/// The candidates of some lines.
pub(crate) fn candidates(doc: &Doc<'_>, lines: &[usize]) -> Vec<Candidate> {
    let fences = if doc.syntax == Syntax::Text {
        Some(prose::Fences::new(doc))
    } else {
        None
    };
    let mut out = Vec::new();
    for &line in lines {
        for range in windows(doc.text, doc.line_range(line)) {
            let piece = Line {
                text: doc.text,
                number: line,
                range,
            };
            match &fences {
                None => on_line(doc, &piece, doc.syntax, &mut out),
                Some(f) if f.is_code(line) => on_line(doc, &piece, Syntax::Shell, &mut out),
                Some(_) => {
                    for range in prose::inline_code(doc.text, piece.range.clone()) {
                        on_line(doc, &Line { range, ..piece.clone() }, Syntax::Shell, &mut out);
                    }
                    bare::headers(&piece, &mut out);
                }
            }
        }
        if doc.syntax != Syntax::Text && doc.line_range(line).len() <= MAX_LINE {
            siblings::siblings(doc, line, &mut out);
        }
    }
    out
}

/// A line in pieces of bounded length; all but the last overlap with the next.
fn windows(text: &str, line: Range<usize>) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = line.start;
    loop {
        let mut end = line.end.min(start + WINDOW);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        pieces.push(start..end);
        if end >= line.end {
            return pieces;
        }
        start = end - OVERLAP;
        while !text.is_char_boundary(start) {
            start -= 1;
        }
    }
}

fn on_line(doc: &Doc<'_>, line: &Line<'_>, syntax: Syntax, out: &mut Vec<Candidate>) {
    quoted::quoted_values(line, false, out);
    if line.content().contains("\\\"") {
        quoted::quoted_values(line, true, out);
    }
    bare::headers(line, out);
    bare::flags(line, out);
    bare::queries(line, out);
    match syntax {
        Syntax::Config => {
            bare::config_line(line, out);
            bare::shell_words(line, out);
        }
        Syntax::Yaml => {
            bare::yaml_line(doc, line, out);
            bare::shell_words(line, out);
        }
        Syntax::Shell => {
            bare::shell_words(line, out);
            bare::make_variable(line, out);
            bare::yaml_like(line, out);
        }
        Syntax::Docker => {
            bare::shell_words(line, out);
            bare::docker_env(line, out);
        }
        Syntax::Markup => bare::elements(line, out),
        _ => {}
    }
}

/// A line, or a piece of one.
#[derive(Clone)]
struct Line<'a> {
    text: &'a str,
    number: usize,
    range: Range<usize>,
}

impl<'a> Line<'a> {
    fn content(&self) -> &'a str {
        &self.text[self.range.clone()]
    }

    /// A bare value at `value`, a range of the content, without the blanks around it. None for what is too short, and for what is
    /// in quotes: that is found by its quotes.
    fn candidate(&self, name: &str, value: Range<usize>, form: Form) -> Option<Candidate> {
        let raw = &self.content()[value.clone()];
        let start = self.range.start + value.start + raw.len() - raw.trim_start().len();
        let value = start..start + raw.trim().len();
        let bare = raw.trim().trim_end_matches([';', ',']);
        let in_quotes = bare.len() > 1 && bare.starts_with(['"', '\'', '`']) && bare.ends_with(bare.chars().next()?);
        (bare.len() >= 4 && !in_quotes).then(|| Candidate {
            name: name.to_owned(),
            value,
            form,
            line: self.number,
        })
    }

    /// The values of an expression whose first group is the name and whose second is the value.
    fn matches(&self, pattern: &'static Regex, form: Form) -> impl Iterator<Item = Candidate> {
        let found = pattern.captures_iter(self.content());
        found.filter_map(move |c| self.candidate(c.get(1)?.as_str(), c.get(2)?.range(), form))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<(String, String)> {
        let doc = Doc::new(text, path, None);
        let lines: Vec<usize> = (0..doc.line_count()).collect();
        candidates(&doc, &lines)
            .into_iter()
            .map(|c| (c.name, text[c.value].to_owned()))
            .collect()
    }

    #[test]
    fn values_get_their_names_in_every_form() {
        for (path, text, name, value) in [
            ("a.py", r#"db_password = "v4lue""#, "db_password", "v4lue"),
            ("a.py", r#"password: str = "v4lue""#, "password", "v4lue"),
            ("a.py", r#"conn(user="u", password="v4lue")"#, "password", "v4lue"),
            ("a.py", r#"os.environ["DB_PW"] = "v4lue""#, "DB_PW", "v4lue"),
            ("a.js", r#"const cfg = { apiKey: 'v4lue' };"#, "apiKey", "v4lue"),
            (
                "a.ts",
                r#"private readonly secret: string = "v4lue";"#,
                "secret",
                "v4lue",
            ),
            ("a.rb", r#":password => "v4lue""#, "password", "v4lue"),
            ("a.go", r#"var password string = "v4lue""#, "password", "v4lue"),
            ("A.java", r#"ds.setPassword("v4lue");"#, "setPassword", "v4lue"),
            (
                "A.java",
                r#"props.put("db.password", "v4lue");"#,
                "db.password",
                "v4lue",
            ),
            ("a.php", "define('DB_PASSWORD', 'v4lue');", "DB_PASSWORD", "v4lue"),
            ("a.rs", r#"const TOKEN: &'static str = "v4lue";"#, "TOKEN", "v4lue"),
            ("a.yaml", "password: v4lue # c", "password", "v4lue"),
            ("a.yaml", "  - TOKEN=v4lue", "TOKEN", "v4lue"),
            ("a.yaml", "- name: TOKEN\n  value: v4lue", "TOKEN", "v4lue"),
            ("a.json", r#"{"name": "TOKEN", "value": "v4lue"}"#, "TOKEN", "v4lue"),
            ("a.env", "export TOKEN=v4lue", "TOKEN", "v4lue"),
            ("a.properties", "db.password = v4lue", "db.password", "v4lue"),
            ("a.xml", "<password>v4lue</password>", "password", "v4lue"),
            ("a.xml", r#"<add key="Pw" value="v4lue"/>"#, "Pw", "v4lue"),
            ("a.sh", "export TOKEN=v4lue", "TOKEN", "v4lue"),
            ("a.sh", "run --api-token v4lue", "api-token", "v4lue"),
            ("Dockerfile", "ENV TOKEN v4lue", "TOKEN", "v4lue"),
            ("a.http", "X-Api-Key: v4luev4lue", "X-Api-Key", "v4luev4lue"),
            ("README.md", "```\nTOKEN=v4lue\n```", "TOKEN", "v4lue"),
        ] {
            let all = found(path, text);
            assert!(
                all.contains(&(name.to_owned(), value.to_owned())),
                "{path}: {text}: {all:?}"
            );
        }
    }

    #[test]
    fn a_getter_and_prose_name_nothing() {
        assert!(found("a.py", r#"x = get_password("db")"#).is_empty());
        assert!(found("README.md", "The password: hunter42 is wrong").is_empty());
    }
}
