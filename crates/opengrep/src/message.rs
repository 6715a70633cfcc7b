//! Messages and fixes: the texts of a rule with what the metavariables of a result stand for.
//!
//! A text is gone through once, and only whole names are replaced: with `$X` bound, `$XY` stays as written. What replaces a name comes
//! from untrusted code and is never looked into. A name that is not bound stays as written; an empty `$...X` becomes nothing.

use std::ops::Range;

use crate::rule::FixRegex;

/// The largest text that [`replace`] makes, in bytes.
pub const MAX_REPLACEMENT_BYTES: usize = 1_000_000;

/// A message. `text` knows the source text of a metavariable (its name has the `$`), `value` the constant that is known of it:
/// `value($X)` becomes that, or the text if there is none.
///
/// ```
/// let text = |name: &str| (name == "$X").then_some("x");
/// let value = |name: &str| (name == "$X").then_some("1");
/// assert_eq!(opengrep::message::interpolate("$X is value($X), not $Y", text, value), "x is 1, not $Y");
/// ```
pub fn interpolate<'a>(
    template: &str,
    text: impl Fn(&str) -> Option<&'a str>,
    value: impl Fn(&str) -> Option<&'a str>,
) -> String {
    let mut out = String::with_capacity(template.len());
    for piece in pieces(template) {
        match piece {
            Piece::Plain(plain) => out.push_str(plain),
            Piece::Name(name) => out.push_str(name.replacement(&text, &value).unwrap_or(name.written)),
        }
    }
    out
}

/// A fix: what replaces a result that starts `indent` characters into its line.
///
/// The lines of the fix after the first are indented by as much; those of a replaced text are not, they have their indentation. With an
/// empty `$...X` goes the comma before it, or after it when there is none before.
pub fn fix<'a>(
    template: &str,
    indent: usize,
    text: impl Fn(&str) -> Option<&'a str>,
    value: impl Fn(&str) -> Option<&'a str>,
) -> String {
    let mut out = Indented {
        text: String::with_capacity(template.len()),
        indent,
        line_starts: false,
    };
    // What of the text the rule wrote itself, since the last replacement.
    let mut own = 0;
    let mut comma_goes = false;
    for piece in pieces(template) {
        match piece {
            Piece::Plain(mut plain) => {
                if comma_goes && let Some(after) = plain.trim_start().strip_prefix(',') {
                    plain = after.trim_start();
                }
                comma_goes = false;
                out.push_lines(plain);
            }
            Piece::Name(name) => match name.replacement(&text, &value) {
                Some("") if name.name.starts_with("$...") => {
                    let before = out.text.get(own..).unwrap_or_default().trim_end();
                    match before.strip_suffix(',') {
                        Some(before) => out.text.truncate(own + before.len()),
                        None => comma_goes = true,
                    }
                }
                replacement => {
                    out.push(replacement.unwrap_or(name.written));
                    own = out.text.len();
                    comma_goes = false;
                }
            },
        }
    }
    out.text
}

/// A text whose lines after the first are indented, unless they are blank.
struct Indented {
    text: String,
    indent: usize,
    /// Whether a line has ended and the next has nothing yet.
    line_starts: bool,
}

impl Indented {
    fn push_lines(&mut self, lines: &str) {
        for line in lines.split_inclusive('\n') {
            if line.ends_with('\n') {
                if line.trim().is_empty() {
                    self.text.push_str(line);
                } else {
                    self.push(line);
                }
                self.line_starts = true;
            } else {
                self.push(line);
            }
        }
    }

    /// What stands on one line for the rule, whatever lines of its own it has.
    fn push(&mut self, text: &str) {
        if std::mem::take(&mut self.line_starts) {
            self.text.extend(std::iter::repeat_n(' ', self.indent));
        }
        self.text.push_str(text);
    }
}

/// The groups of a match; the first is the match itself. A group that took no part is nothing.
pub type Groups = Vec<Option<Range<usize>>>;

/// `fix-regex`: the text of a result, replaced. `find_all` gives the matches of the rule's expression in a text, from left to right and
/// without overlap.
///
/// Every match is replaced; with a count, the first match that many times, each time of what the time before left. In the replacement
/// `\1` and `$1` are groups (`\0` the match), at most two digits; a number that is no group stays as written.
///
/// # Errors
///
/// The result is larger than [`MAX_REPLACEMENT_BYTES`], or a match lies outside the text.
pub fn replace(fix: &FixRegex, text: &str, find_all: impl Fn(&str) -> Vec<Groups>) -> Result<String, String> {
    let Some(count) = fix.count else {
        return replace_these(fix, text, &find_all(text));
    };
    let mut text = text.to_owned();
    for _ in 0..count {
        let mut matches = find_all(&text);
        matches.truncate(1);
        if matches.is_empty() {
            break;
        }
        text = replace_these(fix, &text, &matches)?;
    }
    Ok(text)
}

fn replace_these(fix: &FixRegex, text: &str, matches: &[Groups]) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for groups in matches {
        let outside = || "a match of `fix-regex` lies outside the text".to_owned();
        let whole = groups.first().cloned().flatten().ok_or_else(outside)?;
        out.push_str(text.get(done..whole.start).ok_or_else(outside)?);
        push_groups(&mut out, &fix.replacement, text, groups);
        if out.len() > MAX_REPLACEMENT_BYTES {
            return Err(format!(
                "the result of `fix-regex` is larger than {MAX_REPLACEMENT_BYTES} bytes"
            ));
        }
        done = whole.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    Ok(out)
}

fn push_groups(out: &mut String, replacement: &str, text: &str, groups: &Groups) {
    let mut rest = replacement;
    while let Some(at) = rest.find(['\\', '$']) {
        let (before, mark) = rest.split_at(at);
        out.push_str(before);
        let digits = mark[1..].bytes().take(2).take_while(u8::is_ascii_digit).count();
        let group = (1..=digits).rev().find_map(|length| {
            let number: usize = mark[1..=length].parse().ok()?;
            Some((groups.get(number)?, 1 + length))
        });
        let taken = match group {
            Some((range, length)) => {
                out.push_str(range.clone().and_then(|range| text.get(range)).unwrap_or_default());
                length
            }
            None => {
                out.push_str(&mark[..1]);
                1
            }
        };
        rest = &mark[taken..];
    }
    out.push_str(rest);
}

enum Piece<'t> {
    Plain(&'t str),
    Name(Name<'t>),
}

/// A metavariable in a text.
struct Name<'t> {
    written: &'t str,
    /// With its `$`.
    name: &'t str,
    /// Whether it is `value(…)`.
    is_value: bool,
}

impl Name<'_> {
    fn replacement<'a>(
        &self,
        text: &impl Fn(&str) -> Option<&'a str>,
        value: &impl Fn(&str) -> Option<&'a str>,
    ) -> Option<&'a str> {
        let known = if self.is_value { value(self.name) } else { None };
        known.or_else(|| text(self.name))
    }
}

fn pieces(template: &str) -> Vec<Piece<'_>> {
    const VALUE: &str = "value(";
    let mut pieces = Vec::new();
    let mut plain_from = 0;
    let mut at = 0;
    while let Some(dollar) = template[at..].find('$').map(|offset| at + offset) {
        let length = name_length(&template[dollar..]);
        if length == 0 {
            at = dollar + 1;
            continue;
        }
        let mut written = dollar..dollar + length;
        let before = &template[plain_from..dollar];
        let is_value = template[written.end..].starts_with(')')
            && before
                .strip_suffix(VALUE)
                .is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'));
        if is_value {
            written = written.start - VALUE.len()..written.end + 1;
        }
        if plain_from < written.start {
            pieces.push(Piece::Plain(&template[plain_from..written.start]));
        }
        at = written.end;
        plain_from = at;
        pieces.push(Piece::Name(Name {
            written: &template[written],
            name: &template[dollar..dollar + length],
            is_value,
        }));
    }
    if plain_from < template.len() {
        pieces.push(Piece::Plain(&template[plain_from..]));
    }
    pieces
}

/// The length of the name that a text starts with: `$X`, `$...X`, `$1`, `$name`.
fn name_length(text: &str) -> usize {
    let name = &text[1..];
    let name = name.strip_prefix("...").unwrap_or(name);
    match name
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        .count()
    {
        0 => 0,
        length => text.len() - name.len() + length,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound<'a>(bindings: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<&'a str> {
        move |wanted| bindings.iter().find(|(name, _)| *name == wanted).map(|(_, text)| *text)
    }

    #[test]
    fn a_message_names_what_its_metavariables_stand_for() {
        let text = bound(&[
            ("$X", "a"),
            ("$XY", "b"),
            ("$AA", "\"$B\""),
            ("$B", "1"),
            ("$...R", ""),
            ("$...S", "1, 2"),
            ("$1", "one"),
            ("$name", "n"),
            ("$V", "v"),
        ]);
        let value = bound(&[("$V", "1")]);
        for (template, expected) in [
            ("$X $XY $XYZ \\$X", "a b $XYZ \\a"),
            ("value($V) $V", "1 v"),
            ("value($X)", "a"),
            ("value($UNBOUND) value(V)", "value($UNBOUND) value(V)"),
            ("myvalue($V)", "myvalue(v)"),
            ("value($V", "value(v"),
            // Trap 24: what replaced a name is not looked into.
            ("[$AA]", "[\"$B\"]"),
            ("f($...R)", "f()"),
            ("f($...S)", "f(1, 2)"),
            ("$UNBOUND $...U", "$UNBOUND $...U"),
            ("$1$X$name", "onean"),
            ("$10 $$X $ $", "$10 $a $ $"),
            ("é$Xé", "éaé"),
            ("", ""),
        ] {
            assert_eq!(interpolate(template, &text, &value), expected, "{template}");
        }
    }

    #[test]
    fn a_fix_is_indented_and_loses_the_comma_of_an_empty_sequence() {
        let text = bound(&[
            ("$X", "\"a\" + b"),
            ("$...A", ""),
            ("$...B", ""),
            ("$BODY", "a\nb"),
            ("$E", ""),
        ]);
        let none = bound(&[]);
        for (template, indent, expected) in [
            ("bar($X)", 4, "bar(\"a\" + b)"),
            ("bar(1, $...A)", 0, "bar(1)"),
            ("bar($...A, 1)", 0, "bar(1)"),
            ("bar(1, $...A, 2)", 0, "bar(1, 2)"),
            ("bar($...A, $...B)", 0, "bar()"),
            ("bar(1,\n    $...A)", 0, "bar(1)"),
            ("bar(1, $...UNBOUND)", 0, "bar(1, $...UNBOUND)"),
            ("bar(1, $E)", 0, "bar(1, )"),
            ("{\n$BODY\n}", 2, "{\n  a\nb\n  }"),
            ("with x:\n    $BODY\n\nend", 2, "with x:\n      a\nb\n\n  end"),
        ] {
            assert_eq!(fix(template, indent, &text, &none), expected, "{template}");
        }
    }

    fn fix_regex(regex: &str, replacement: &str, count: Option<usize>, text: &str) -> Result<String, String> {
        let regex_of_fix = regex::Regex::new(regex).unwrap();
        let fix = FixRegex {
            regex: regex.to_owned(),
            replacement: replacement.to_owned(),
            count,
        };
        replace(&fix, text, |text| {
            regex_of_fix
                .captures_iter(text)
                .map(|captures| captures.iter().map(|group| group.map(|group| group.range())).collect())
                .collect()
        })
    }

    #[test]
    fn a_regular_expression_replaces_parts_of_a_result() {
        for (regex, replacement, count, text, expected) in [
            ("a", "aa", None, "foo(a, a)", "foo(aa, aa)"),
            // Trap 35: a count reads its own output again.
            ("a", "aa", Some(2), "foo(a, a, a)", "foo(aaa, a, a)"),
            ("a", "b", Some(0), "a", "a"),
            ("a", "b", Some(3), "aa", "bb"),
            (r"(.*)\)", r"\1, timeout=30)", Some(1), "get(x)", "get(x, timeout=30)"),
            (r"(a)(b)?", "$1-$2-$3-\\0", None, "ac", "a--$3-ac"),
            (r"(a)", r"\12", None, "a", "a2"),
            (r"a", r"$X \n $", None, "a", r"$X \n $"),
            ("z", "y", None, "é", "é"),
            ("", "-", None, "éa", "-é-a-"),
        ] {
            let got = fix_regex(regex, replacement, count, text);
            assert_eq!(got, Ok(expected.to_owned()), "{regex} {replacement}");
        }
    }

    #[test]
    fn a_replacement_that_grows_without_end_is_refused() {
        let grown = fix_regex("^(.*)$", "$1$1", Some(1_000), "abc").unwrap_err();
        assert_eq!(grown, "the result of `fix-regex` is larger than 1000000 bytes");
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_fail(template in r"[$.,xX1 \n(\\évalue)]*", text in r"\PC*") {
            let bound = |name: &str| (name.len() == 2).then_some(text.as_str());
            interpolate(&template, bound, bound);
            fix(&template, 3, bound, |_| None);
            let _ = fix_regex("(.)(.)", &template, Some(3), &text);
        }
    }
}
