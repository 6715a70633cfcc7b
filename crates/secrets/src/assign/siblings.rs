//! A name on one line, its value on one of the next.

use std::sync::LazyLock;

use regex::Regex;

use super::{Candidate, Form, MAX_LINE};
use crate::ascii::regex;
use crate::doc::{Doc, Syntax};

static NAME_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)(?:^|[\s{,\-])["']?(?:name|key|variable|id|parameterkey|<key)["']?\s*(?:[:=]|>)\s*["']?([\w.\-/ ]{3,100}?)["']?\s*(?:,|</key>)?\s*$"#,
    )
});
static VALUE_LINE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)^\s*(?:-\s*)?(?:["']?(?:value|val|default|parametervalue)["']?\s*[:=]\s*["']?([^\s"'].*?)["']?,?\s*\}?,?\s*$|<string>([^<]+)</string>|<value>([^<]+)</value>)"#,
    )
});

/// `name: NAME` on this line, `value: v` on one of the next two.
pub(super) fn siblings(doc: &Doc<'_>, line: usize, out: &mut Vec<Candidate>) {
    if !matches!(
        doc.syntax,
        Syntax::Yaml | Syntax::Json | Syntax::Markup | Syntax::Quoted | Syntax::Code
    ) {
        return;
    }
    let Some(found) = NAME_LINE.captures(doc.line(line)) else {
        return;
    };
    let name = found[1].trim().to_owned();
    for next in line + 1..(line + 3).min(doc.line_count()) {
        let range = doc.line_range(next);
        if range.len() > MAX_LINE {
            return;
        }
        if let Some(found) = VALUE_LINE.captures(&doc.text[range.clone()])
            && let Some(value) = found.get(1).or_else(|| found.get(2)).or_else(|| found.get(3))
        {
            let value = range.start + value.start()..range.start + value.end();
            out.push(Candidate {
                name,
                value,
                form: Form::Assign,
                line: next,
            });
            return;
        }
    }
}
