//! The page of a rule, in Markdown: what `explain` shows and the documentation lists.

use std::fmt::Write as _;

use secrets::Kind;

use super::{Planned, Rule, StructuralRule};

/// A code span or block of any content: one more backtick than the longest run inside.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

fn block(language: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let text: String = text
        .chars()
        .map(|c| {
            if needs_escape(c) {
                c.escape_unicode().to_string()
            } else {
                c.to_string()
            }
        })
        .collect();
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// Whether an example is shown with an escape in place of the character: some rules are about what cannot be seen.
fn needs_escape(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E01EF}')
        || (c.is_control() && !matches!(c, '\n' | '\t'))
}

fn cwe_link(cwe: &str) -> String {
    format!(
        "[{cwe}](https://cwe.mitre.org/data/definitions/{}.html)",
        cwe.trim_start_matches("CWE-")
    )
}

pub(super) fn of_rule(rule: &Rule) -> String {
    let mut page = format!("# {}: {}\n\n", rule.id, rule.title);
    let mut facts = vec![
        format!("Severity {}", rule.severity),
        format!("confidence {}", rule.confidence),
    ];
    facts.extend(rule.cwe.as_deref().map(cwe_link));
    facts.extend(rule.owasp.as_ref().map(|owasp| format!("OWASP {owasp}")));
    let _ = writeln!(page, "{}\n", facts.join(" · "));
    let languages = rule.languages.names();
    let languages = if languages == ["*"] {
        "every language".to_owned()
    } else {
        languages.join(", ")
    };
    let ignored: Vec<_> = rule.ignore_in.iter().map(|token| token.as_str()).collect();
    let ignored = if ignored.is_empty() {
        String::new()
    } else {
        format!("; not in {}", ignored.join(" and "))
    };
    let _ = writeln!(page, "Applies to {languages}{ignored}.\n");
    let excepted = rule.except_languages.iter().map(|language| language.name().to_owned());
    let excepted: Vec<_> = excepted
        .chain(rule.except_files.iter().map(|file| code(file)))
        .chain(rule.except_places.iter().map(|_| "translations".to_owned()))
        .collect();
    if !excepted.is_empty() {
        let _ = writeln!(page, "Leaves out {}.\n", excepted.join(", "));
    }
    for (heading, text) in [
        ("What it looks for", &rule.what),
        ("Why it matters", &rule.why),
        ("What to do", &rule.fix),
    ] {
        if !text.is_empty() {
            let _ = writeln!(page, "## {heading}\n\n{}\n", text.trim());
        }
    }
    let language = rule.example_language.name();
    for (heading, examples) in [("Reported", &rule.positive), ("Not reported", &rule.negative)] {
        if !examples.is_empty() {
            let _ = writeln!(page, "## {heading}\n");
            for example in examples {
                let _ = writeln!(page, "{}", block(language, example));
            }
        }
    }
    let _ = writeln!(page, "## Pattern\n\n{}\n", code(&rule.pattern));
    if let Some(not_pattern) = &rule.not_pattern {
        let _ = writeln!(page, "unless the matched text has {}\n", code(not_pattern));
    }
    if !rule.references.is_empty() {
        let _ = writeln!(page, "## References\n");
        for reference in &rule.references {
            let _ = writeln!(page, "- <{reference}>");
        }
        page.push('\n');
    }
    page.push_str(&suppression(&rule.id));
    page
}

pub(super) fn of_structural(rule: &StructuralRule) -> String {
    let mut page = format!("# {}: {}\n\n", rule.id, rule.title);
    let mut facts = vec![
        format!("Severity {}", rule.severity),
        format!("confidence {}", rule.confidence),
    ];
    facts.extend(rule.cwe.as_deref().map(cwe_link));
    facts.extend(rule.owasp.as_ref().map(|owasp| format!("OWASP {owasp}")));
    let languages = rule.languages.names();
    let languages = if languages == ["*"] {
        "every language".to_owned()
    } else {
        languages.join(", ")
    };
    let _ = writeln!(page, "{}\n\nApplies to {languages}.\n", facts.join(" · "));
    for (heading, text) in [
        ("What it looks for", &rule.what),
        ("Why it matters", &rule.why),
        ("What to do", &rule.fix),
        ("Message", &rule.message),
    ] {
        if !text.is_empty() {
            let _ = writeln!(page, "## {heading}\n\n{}\n", text.trim());
        }
    }
    let _ = writeln!(
        page,
        "## Patterns\n\nA structural rule: it looks at the syntax tree of the code. Its patterns are in {}.\n",
        code(&rule.source)
    );
    if !rule.references.is_empty() {
        let _ = writeln!(page, "## References\n");
        for reference in &rule.references {
            let _ = writeln!(page, "- <{reference}>");
        }
        page.push('\n');
    }
    page.push_str(&suppression(&rule.id));
    page
}

pub(super) fn of_kind(kind: &Kind) -> String {
    let mut page = format!("# {}: {}\n\n", kind.id, kind.title);
    let mut facts = vec![
        format!("Severity {}", kind.severity),
        cwe_link(&kind.cwe),
        format!("kind `{}`", kind.kind),
    ];
    if !kind.provider.is_empty() {
        facts.push(format!("issued by {}", kind.provider));
    }
    let _ = writeln!(page, "{}\n", facts.join(" · "));
    if let Some(alias) = kind.alias() {
        let _ = writeln!(
            page,
            "Earlier rule sets report it as {alias}; suppressions and disabled rules under that id go on working.\n"
        );
    }
    if kind.is_public() {
        let _ = writeln!(
            page,
            "This value is public by design: it is listed on demand and is no leak.\n"
        );
    }
    let _ = writeln!(page, "## What to do\n\n{}\n", kind.revoke.trim());
    page.push_str(&suppression(&kind.id));
    page
}

pub(super) fn of_alias(id: &str, kinds: &[&Kind]) -> String {
    let mut page =
        format!("# {id}\n\nStands for these kinds of credentials, which replace the pattern rule of that id:\n\n");
    for kind in kinds {
        let _ = writeln!(page, "- {} ({}): {}", kind.id, kind.severity, kind.title);
    }
    page.push('\n');
    page.push_str(&suppression(id));
    page
}

pub(super) fn of_planned(planned: &Planned) -> String {
    let needs = match planned.kind.as_str() {
        "taint" => "follows data from where it enters to where it does harm",
        _ => "looks at the structure of the code",
    };
    let mut page = format!("# {}: {}\n\nSeverity {}", planned.id, planned.title, planned.severity);
    if let Some(cwe) = &planned.cwe {
        let _ = write!(page, " · {}", cwe_link(cwe));
    }
    let _ = writeln!(
        page,
        "\n\nNot there yet: this rule {needs}, which a pattern cannot. The scan reports nothing under this id."
    );
    page
}

fn suppression(id: &str) -> String {
    format!(
        "## Suppress one line\n\nWrite `secreview:ignore {id} -- reason` in a comment of that line, or \
         `secreview:ignore-next-line {id} -- reason` on the line above. Suppressed matches stay listed.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_any_content_stays_code() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("`a`"), "`` `a` ``");
        assert_eq!(block("text", "x\u{200B}y```"), "````text\nx\\u{200b}y```\n````\n");
    }
}
