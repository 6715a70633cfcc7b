//! Which texts are not given to a parser at all: one pass over the bytes, before the parse.
//!
//! Two things are kept out that no program contains. Nesting and chains so long that repairing them at the end of the
//! file is one step of the parser that takes minutes and can't be interrupted. And, for the grammars that remember
//! open blocks or literals in a fixed buffer, more of them than the buffer holds: the parser ends the process then.

use crate::grammar::Grammar;

/// How deep brackets may nest.
const MAX_BRACKETS: usize = 1_000;
/// How many assignments, or type arguments, may follow each other without anything that ends a statement.
const MAX_CHAIN: usize = 1_000;
/// How many elements of a page may be open at once: the scanner goes over all of them at every tag.
const MAX_OPEN_ELEMENTS: usize = 1_000;
/// How deep blocks may nest that are told by indentation alone. The buffers hold about 250 of YAML, 500 of Python.
const MAX_INDENTED_BLOCKS: usize = 150;
/// How many marks of YAML blocks a line may have.
const MAX_MARKS_IN_LINE: usize = 80;
/// The scanner of YAML counts columns in 16 bits.
const MAX_YAML_LINE: usize = 30_000;
/// Ruby remembers five bytes for each open literal; literals nest through the braces of interpolations.
const MAX_RUBY_BRACES: usize = 80;
/// Ruby remembers the words of the here-documents of a line until their bodies have ended, in the same buffer.
const MAX_RUBY_WORDS: usize = 200;

/// True when the text may be parsed.
pub(crate) fn admits(grammar: Grammar, text: &str) -> bool {
    let bytes = text.as_bytes();
    let fits = match grammar {
        // The brackets of prose mean nothing.
        Grammar::Xml => true,
        Grammar::Html => elements_close(bytes),
        Grammar::Svelte => nests_below(bytes, MAX_BRACKETS) && elements_close(bytes),
        Grammar::Yaml => nests_below(bytes, MAX_BRACKETS) && yaml_blocks_fit(bytes),
        Grammar::Python => nests_below(bytes, MAX_BRACKETS) && indented_blocks_fit(bytes),
        Grammar::Ruby => nests_below(bytes, MAX_RUBY_BRACES) && here_documents_fit(bytes),
        Grammar::C | Grammar::Cpp | Grammar::CSharp | Grammar::Java | Grammar::Groovy => {
            nests_below(bytes, MAX_BRACKETS) && assignments_end(bytes)
        }
        Grammar::TypeScript | Grammar::Tsx => nests_below(bytes, MAX_BRACKETS) && type_arguments_end(bytes),
        _ => nests_below(bytes, MAX_BRACKETS),
    };
    // No program holds a NUL, and some scanners start over at each.
    fits && !bytes.contains(&0)
}

/// Literals and comments are not told apart: what they hold is rarely out of balance, and a closing bracket too many
/// counts for nothing.
fn nests_below(bytes: &[u8], max: usize) -> bool {
    let mut depth = 0usize;
    bytes.iter().all(|byte| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth <= max
    })
}

/// No long chain of `=` without anything between that ends an assignment. For languages where a line break does not.
fn assignments_end(bytes: &[u8]) -> bool {
    let mut chain = 0usize;
    let mut before = 0u8;
    bytes.iter().all(|byte| {
        match byte {
            b'=' if before != b'=' => chain += 1,
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b';' | b',' => chain = 0,
            _ => {}
        }
        before = *byte;
        chain <= MAX_CHAIN
    })
}

/// No long chain of `name<` without an end.
fn type_arguments_end(bytes: &[u8]) -> bool {
    let mut chain = 0usize;
    let mut before = 0u8;
    bytes.iter().all(|byte| {
        match byte {
            b'<' if before.is_ascii_alphanumeric() => chain += 1,
            b'(' | b')' | b'{' | b'}' | b';' => chain = 0,
            b'>' if before != b'=' && before != b'-' => chain = 0,
            _ => {}
        }
        before = *byte;
        chain <= MAX_CHAIN
    })
}

/// No more elements are open at once than the bound. What scripts, styles and comments hold are no elements.
fn elements_close(bytes: &[u8]) -> bool {
    let mut open_names: Vec<&[u8]> = Vec::new();
    let mut rest = bytes;
    while let Some(open) = rest.iter().position(|byte| *byte == b'<') {
        rest = &rest[open + 1..];
        if let Some(end_tag) = rest.strip_prefix(b"/") {
            close(&mut open_names, start_tag(end_tag).0);
        } else if let Some(comment) = rest.strip_prefix(b"!--") {
            rest = after(comment, b"-->");
        } else if rest.first().is_some_and(u8::is_ascii_alphabetic) {
            let (name, closed) = start_tag(rest);
            if [&b"script"[..], b"style"]
                .iter()
                .any(|raw| name.eq_ignore_ascii_case(raw))
            {
                let end = [b"</", name].concat();
                rest = after(&rest[name.len()..], &end);
            } else if !closed && !ends_by_itself(name) {
                open_names.push(name);
            }
        }
        if open_names.len() > MAX_OPEN_ELEMENTS {
            return false;
        }
    }
    true
}

/// Ends the innermost element of a name and those inside it. An end tag of no open element ends nothing.
fn close(open_names: &mut Vec<&[u8]>, name: &[u8]) {
    /// How far out the element is looked for.
    const NEAR: usize = 50;
    let mut near = open_names.iter().rev().take(NEAR);
    if let Some(at) = near.position(|open| open.eq_ignore_ascii_case(name)) {
        open_names.truncate(open_names.len() - 1 - at);
    }
}

/// The name of a start tag, and whether it closes itself with `/>`. The `>` of an arrow function does not end it.
fn start_tag(tag: &[u8]) -> (&[u8], bool) {
    let name = tag
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':' | b'.'))
        .count();
    let mut before = 0u8;
    let end = tag[name..].iter().find(|byte| {
        let ends = **byte == b'<' || (**byte == b'>' && before != b'=');
        if !ends {
            before = **byte;
        }
        ends
    });
    (&tag[..name], end == Some(&b'>') && before == b'/')
}

/// Elements without content, and those that the next of their kind ends.
fn ends_by_itself(name: &[u8]) -> bool {
    const NAMES: [&[u8]; 21] = [
        b"area", b"base", b"br", b"col", b"dd", b"dt", b"embed", b"hr", b"img", b"input", b"li", b"link", b"meta",
        b"p", b"param", b"source", b"td", b"th", b"tr", b"track", b"wbr",
    ];
    NAMES.iter().any(|other| name.eq_ignore_ascii_case(other))
}

/// What follows a mark, in any case of letters; nothing when there is none.
fn after<'t>(bytes: &'t [u8], mark: &[u8]) -> &'t [u8] {
    let found = bytes
        .windows(mark.len())
        .position(|part| part.eq_ignore_ascii_case(mark));
    found.map_or(&[], |at| &bytes[at + mark.len()..])
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|byte| matches!(byte, b'\n' | b'\r'))
}

fn indentation(line: &[u8]) -> usize {
    line.iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\x0c'))
        .count()
}

fn indented_blocks_fit(bytes: &[u8]) -> bool {
    blocks_fit(lines(bytes).map(|line| (line, 1)))
}

fn yaml_blocks_fit(bytes: &[u8]) -> bool {
    let marked = lines(bytes).map(|line| {
        let marks = line.iter().enumerate().filter(|(at, byte)| {
            let next = line.get(at + 1).copied().unwrap_or(b' ');
            matches!(byte, b'|' | b'>') || (matches!(byte, b'-' | b'?' | b':') && next.is_ascii_whitespace())
        });
        (line, 1 + marks.count())
    });
    let mut well_sized = true;
    let fit = blocks_fit(marked.inspect(|(line, blocks)| {
        well_sized &= line.len() <= MAX_YAML_LINE && *blocks <= MAX_MARKS_IN_LINE;
    }));
    fit && well_sized
}

/// Lines, with the blocks that each may open; a line ends those of the lines that are not less indented.
fn blocks_fit<'t>(lines: impl Iterator<Item = (&'t [u8], usize)>) -> bool {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut depth = 0;
    for (line, blocks) in lines {
        let indent = indentation(line);
        if indent == line.len() {
            continue;
        }
        while let Some((_, ended)) = open.pop_if(|(other, _)| *other >= indent) {
            depth -= ended;
        }
        open.push((indent, blocks));
        depth += blocks;
        if depth > MAX_INDENTED_BLOCKS {
            return false;
        }
    }
    true
}

/// The words of the here-documents that start on one line, and of all those that start in an interpolation.
fn here_documents_fit(bytes: &[u8]) -> bool {
    let mut nested = 0;
    lines(bytes).all(|line| {
        let words = here_document_words(line);
        if words > 0 && line.windows(2).any(|pair| pair == b"#{") {
            nested += words;
        }
        words <= MAX_RUBY_WORDS && nested <= 2 * MAX_RUBY_WORDS
    })
}

fn here_document_words(line: &[u8]) -> usize {
    const FOR_EACH: usize = 4;
    let mut total = 0;
    for at in 0..line.len().saturating_sub(2) {
        if &line[at..at + 2] != b"<<" {
            continue;
        }
        let rest = &line[at + 2..];
        let rest = rest
            .strip_prefix(b"-")
            .or_else(|| rest.strip_prefix(b"~"))
            .unwrap_or(rest);
        let quoted = matches!(rest.first(), Some(b'"' | b'\'' | b'`'));
        let word = if quoted {
            rest.len()
        } else {
            rest.iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_' || **byte >= 0x80)
                .count()
        };
        // A shift by a number is no here-document.
        if word > 0 && !rest[0].is_ascii_digit() {
            total += FOR_EACH + if quoted { quoted_length(rest) } else { word };
        }
    }
    total
}

fn quoted_length(rest: &[u8]) -> usize {
    rest[1..].iter().position(|byte| *byte == rest[0]).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(grammar: Grammar, text: &str, expected: bool) {
        assert_eq!(
            admits(grammar, text),
            expected,
            "{grammar:?}: {}…",
            text.chars().take(40).collect::<String>()
        );
    }

    #[test]
    fn nesting_and_chains_are_bounded() {
        let nested = |depth| format!("{}{}", "f([{".repeat(depth), "}])".repeat(depth));
        check(Grammar::Java, &nested(300), true);
        check(Grammar::Java, &nested(400), false);
        check(Grammar::Java, &")".repeat(5_000), true);
        check(Grammar::Html, &"(".repeat(5_000), true);
        check(Grammar::Java, &"x=>".repeat(5_000), false);
        check(Grammar::Java, &"x=1;".repeat(5_000), true);
        check(Grammar::Tsx, &"<a b=\"c\">d</a>\n".repeat(5_000), true);
        check(Grammar::Bash, &"x=1\n".repeat(5_000), true);
        check(Grammar::Java, "a\0b", false);
        check(Grammar::C, &format!("/* {} */", "=".repeat(5_000)), true);
        check(Grammar::TypeScript, &"a<b,".repeat(5_000), false);
        check(Grammar::TypeScript, &"a<b>(c);".repeat(5_000), true);
    }

    #[test]
    fn elements_of_a_page_do_not_stay_open_without_bound() {
        for grammar in [Grammar::Html, Grammar::Svelte] {
            check(grammar, &"<a>".repeat(5_000), false);
            check(grammar, &"<a ".repeat(5_000), false);
            check(grammar, &"<a></b>".repeat(5_000), false);
            check(grammar, &"<a><b><br></a></p>".repeat(5_000), true);
            check(grammar, &"<b on:x={() => f()} />".repeat(5_000), true);
            check(grammar, &"<p>a <br> b <img src='a'><li>c".repeat(5_000), true);
            check(grammar, &format!("<SCRIPT>{}</script>", "a<b;".repeat(5_000)), true);
            check(grammar, &format!("<!-- {} -->", "<a>".repeat(5_000)), true);
        }
    }

    #[test]
    fn what_scanners_remember_fits_their_buffers() {
        let stairs = |depth: usize| {
            (0..depth)
                .map(|at| format!("{}if a:\n", " ".repeat(at)))
                .collect::<String>()
        };
        check(Grammar::Python, &stairs(120), true);
        check(Grammar::Python, &stairs(200), false);
        check(Grammar::Python, &"if a:\n b\n".repeat(5_000), true);
        check(Grammar::Yaml, &"a:\n  - b: c\n".repeat(5_000), true);
        check(Grammar::Yaml, &"- ".repeat(200), false);
        check(Grammar::Yaml, &"x".repeat(MAX_YAML_LINE + 1), false);
        check(Grammar::Ruby, &"f(<<A, <<~B) << c\nA\nB\n".repeat(5_000), true);
        check(Grammar::Ruby, &"<<A,".repeat(60), false);
        check(Grammar::Ruby, &format!("<<~'{}'\n", "x".repeat(1_000)), false);
        check(Grammar::Ruby, &"\"#{".repeat(100), false);
    }
}
