//! What texts are parsed with, and the bound on the work of a parse.

use std::cell::{Cell, RefCell};
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use tree_sitter::{ParseOptions, ParseState, Parser, Point, Tree};
use tree_sitter_language::LanguageFn;

use crate::guard;
use crate::language::Language;

/// The longest text that is parsed. Longer ones get a lexical token map and no tree.
pub const MAX_PARSE_BYTES: usize = 8 * 1024 * 1024;

/// A grammar. Node kinds and fields belong to a grammar, not to a language: three languages are YAML, three HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Grammar {
    Bash,
    C,
    CSharp,
    Containerfile,
    Cpp,
    Go,
    Groovy,
    Hcl,
    Html,
    Java,
    JavaScript,
    Json,
    Kotlin,
    Php,
    Python,
    Ruby,
    Rust,
    Svelte,
    Swift,
    Toml,
    TypeScript,
    /// TypeScript with JSX: a grammar of its own, because `<T>value` casts and elements exclude each other.
    Tsx,
    Xml,
    Yaml,
}

impl Grammar {
    /// Every grammar.
    pub const ALL: [Grammar; 24] = [
        Self::Bash,
        Self::C,
        Self::CSharp,
        Self::Containerfile,
        Self::Cpp,
        Self::Go,
        Self::Groovy,
        Self::Hcl,
        Self::Html,
        Self::Java,
        Self::JavaScript,
        Self::Json,
        Self::Kotlin,
        Self::Php,
        Self::Python,
        Self::Ruby,
        Self::Rust,
        Self::Svelte,
        Self::Swift,
        Self::Toml,
        Self::TypeScript,
        Self::Tsx,
        Self::Xml,
        Self::Yaml,
    ];

    fn entry_point(self) -> LanguageFn {
        match self {
            Self::Bash => tree_sitter_bash::LANGUAGE,
            Self::C => tree_sitter_c::LANGUAGE,
            Self::CSharp => tree_sitter_c_sharp::LANGUAGE,
            Self::Containerfile => tree_sitter_containerfile::LANGUAGE,
            Self::Cpp => tree_sitter_cpp::LANGUAGE,
            Self::Go => tree_sitter_go::LANGUAGE,
            Self::Groovy => dekobon_tree_sitter_groovy::LANGUAGE,
            Self::Hcl => tree_sitter_hcl::LANGUAGE,
            Self::Html => tree_sitter_html::LANGUAGE,
            Self::Java => tree_sitter_java::LANGUAGE,
            Self::JavaScript => tree_sitter_javascript::LANGUAGE,
            Self::Json => tree_sitter_json::LANGUAGE,
            Self::Kotlin => tree_sitter_kotlin_ng::LANGUAGE,
            Self::Php => tree_sitter_php::LANGUAGE_PHP,
            Self::Python => tree_sitter_python::LANGUAGE,
            Self::Ruby => tree_sitter_ruby::LANGUAGE,
            Self::Rust => tree_sitter_rust::LANGUAGE,
            Self::Svelte => tree_sitter_svelte_ng::LANGUAGE,
            Self::Swift => tree_sitter_swift::LANGUAGE,
            Self::Toml => tree_sitter_toml_ng::LANGUAGE,
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
            Self::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
            Self::Xml => tree_sitter_xml::LANGUAGE_XML,
            Self::Yaml => tree_sitter_yaml::LANGUAGE,
        }
    }

    /// The grammar as tree-sitter knows it: its node kinds and fields.
    pub fn tree_sitter(self) -> tree_sitter::Language {
        self.entry_point().into()
    }
}

/// The grammar that [`parse`] tries first for a text: that of the language, or the variant the text asks for.
///
/// A TypeScript text that closes an element is taken for TSX.
pub fn grammar_for(language: Language, text: &str) -> Option<Grammar> {
    let grammar = language.grammar()?;
    let closes_an_element = || text.contains("</") || text.contains("/>");
    Some(if grammar == Grammar::TypeScript && closes_an_element() {
        Grammar::Tsx
    } else {
        grammar
    })
}

/// The grammar that a tree of [`parse`] is made of.
pub fn grammar_of(language: Language, tree: &Tree) -> Option<Grammar> {
    let grammar = language.grammar()?;
    let is_tsx = || *tree.language() == Grammar::Tsx.tree_sitter();
    Some(
        if matches!(grammar, Grammar::TypeScript | Grammar::JavaScript) && is_tsx() {
            Grammar::Tsx
        } else {
            grammar
        },
    )
}

/// The syntax tree of a text, or `None`: no grammar, a text over [`MAX_PARSE_BYTES`], or more work than the bound.
///
/// Text that is not correct still gives a tree, with error nodes ([`tree_sitter::Node::has_error`]). A Java Server Page
/// gives the tree of its scriptlets, at their places in the page.
///
/// The parser is reused by all calls of a thread. The bound is counted in steps of the parser, in proportion to the
/// length of the text, so the answer is the same on every machine. One bound is not: text made so that every repair of
/// an error goes over all that was read before takes few steps but ever longer ones, and is given up after seconds,
/// at tens of times what code of its length takes.
///
/// ```
/// let tree = syntax::parse(syntax::Language::Python, "print(1)").unwrap();
/// assert_eq!(tree.root_node().kind(), "module");
/// ```
pub fn parse(language: Language, text: &str) -> Option<Tree> {
    let grammar = grammar_for(language, text)?;
    if language == Language::Java && is_server_page(text) {
        return parse_ranges(grammar, text, &scriptlets(text));
    }
    let (grammar, other) = match grammar {
        // `</` may be in a string or a comment of plain TypeScript.
        Grammar::Tsx => (Grammar::Tsx, Grammar::TypeScript),
        // Types are in files of JavaScript too, when something removes them later, and `f<T>(x)` also reads as comparisons.
        Grammar::JavaScript => (Grammar::Tsx, Grammar::JavaScript),
        _ => return parse_with(grammar, text),
    };
    let tree = parse_with(grammar, text);
    if tree.as_ref().is_some_and(|tree| !tree.root_node().has_error()) {
        return tree;
    }
    // The better of the two readings.
    match (tree, parse_with(other, text)) {
        (Some(first), Some(second)) => Some(if errors(&second) < errors(&first) {
            second
        } else {
            first
        }),
        (first, second) => first.or(second),
    }
}

/// The syntax tree of a text in a grammar, with the bounds of [`parse`].
pub fn parse_with(grammar: Grammar, text: &str) -> Option<Tree> {
    parse_ranges(grammar, text, &[])
}

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// How often the parser may report progress (about every hundred steps), by length of the text.
///
/// Code takes one to three steps a byte, so a fifth of what is allowed. Text made to be ambiguous takes hundreds: the
/// work on it is given up.
fn progress_budget(bytes: usize) -> usize {
    const FLOOR: usize = 2_000;
    const BYTES_PER_REPORT: usize = 8;
    FLOOR + bytes / BYTES_PER_REPORT
}

/// How many bytes of the text the parser may read, repeats included. Code is read once or twice; a scanner that looks
/// ahead to the end of the text at every byte reads the square, within one step.
fn read_budget(bytes: usize) -> usize {
    const FLOOR: usize = 2 * 1024 * 1024;
    const READS_PER_BYTE: usize = 64;
    FLOOR + bytes * READS_PER_BYTE
}

/// When a parse is given up whatever its steps. Code takes a few milliseconds for every 32 KiB.
fn time_limit(bytes: usize) -> Duration {
    const FLOOR: Duration = Duration::from_secs(2);
    let blocks = u32::try_from(bytes / (32 * 1024)).unwrap_or(u32::MAX);
    FLOOR + Duration::from_millis(100).saturating_mul(blocks)
}

/// Parses the given ranges of the text, or all of it when there are none.
fn parse_ranges(grammar: Grammar, text: &str, ranges: &[tree_sitter::Range]) -> Option<Tree> {
    /// What the parser gets at a time; small, so that what it reads is counted closely.
    const CHUNK: usize = 4096;

    if text.len() > MAX_PARSE_BYTES || !guard::admits(grammar, text) {
        return None;
    }
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(&grammar.tree_sitter()).ok()?;
        parser.set_included_ranges(ranges).ok()?;
        let mut reports_left = progress_budget(text.len());
        let reads_left = Cell::new(read_budget(text.len()));
        let (start, limit) = (Instant::now(), time_limit(text.len()));
        let mut progress = |_: &ParseState| match reports_left.checked_sub(1) {
            Some(left) if reads_left.get() > 0 && start.elapsed() <= limit => {
                reports_left = left;
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Break(()),
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let bytes = text.as_bytes();
        let mut read = |offset: usize, _: Point| {
            let rest = bytes.get(offset..).unwrap_or_default();
            let chunk = &rest[..rest.len().min(CHUNK).min(reads_left.get())];
            reads_left.set(reads_left.get() - chunk.len());
            chunk
        };
        let tree = parser.parse_with_options(&mut read, None, Some(options));
        // An abandoned parse would otherwise be taken up again by the next call.
        parser.reset();
        // Without reads left it saw the end of the text too early.
        tree.filter(|_| reads_left.get() > 0)
    })
}

/// How many error and missing nodes a tree has, looking only where there are some.
fn errors(tree: &Tree) -> usize {
    let mut cursor = tree.walk();
    let mut count = 0;
    loop {
        let node = cursor.node();
        count += usize::from(node.is_error() || node.is_missing());
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return count;
            }
        }
    }
}

/// True for a Java text that is a page with Java inside, rather than a class.
pub(crate) fn is_server_page(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('<')
}

/// The Java of a Java Server Page: `<% … %>`, `<%= … %>` and `<%! … %>`; not directives and comments.
fn scriptlets(page: &str) -> Vec<tree_sitter::Range> {
    let mut found = Vec::new();
    let mut position = Position::default();
    for range in scriptlet_ranges(page) {
        let start_point = position.advance(page, range.start);
        let end_point = position.advance(page, range.end);
        found.push(tree_sitter::Range {
            start_byte: range.start,
            end_byte: range.end,
            start_point,
            end_point,
        });
    }
    if found.is_empty() {
        // No range at all would mean the whole page.
        let start = Point::new(0, 0);
        found.push(tree_sitter::Range {
            start_byte: 0,
            end_byte: 0,
            start_point: start,
            end_point: start,
        });
    }
    found
}

fn scriptlet_ranges(page: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = page[at..].find("<%").map(|open| at + open + 2) {
        let (end_mark, skip, code) = match page.as_bytes().get(open) {
            Some(b'-') if page[open..].starts_with("--") => ("--%>", 2, false),
            Some(b'@') => ("%>", 1, false),
            Some(b'=' | b'!') => ("%>", 1, true),
            _ => ("%>", 0, true),
        };
        let start = open + skip;
        let end = page[start..].find(end_mark).map_or(page.len(), |end| start + end);
        if code && start < end {
            found.push(start..end);
        }
        at = (end + end_mark.len()).min(page.len());
    }
    found
}

/// A row and column in bytes that only moves forward.
#[derive(Default)]
struct Position {
    byte: usize,
    point: Point,
}

impl Position {
    fn advance(&mut self, text: &str, byte: usize) -> Point {
        for passed in &text.as_bytes()[self.byte..byte] {
            self.point.column += 1;
            if *passed == b'\n' {
                self.point = Point::new(self.point.row + 1, 0);
            }
        }
        self.byte = byte;
        self.point
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_grammar_loads_and_parses_an_empty_text() {
        for grammar in Grammar::ALL {
            let tree = parse_with(grammar, "").unwrap_or_else(|| panic!("{grammar:?}"));
            assert_eq!(tree.root_node().byte_range(), 0..0, "{grammar:?}");
        }
    }

    fn check(language: Language, text: &str, expected: Option<&str>) {
        let tree = parse(language, text);
        let shown = tree.map(|tree| {
            let root = tree.root_node();
            format!("{}{}", root.kind(), if root.has_error() { " with errors" } else { "" })
        });
        assert_eq!(shown.as_deref(), expected, "{language}: {text}");
    }

    #[test]
    #[rustfmt::skip]
    fn a_small_text_of_every_language_parses() {
        for (language, text, root) in [
            (Language::Python, "def f(a): return a[0]", "module"),
            (Language::Java, "class A { void f() { g(1); } }", "program"),
            (Language::TypeScript, "const x = <number>y;", "program"),
            (Language::TypeScript, "const x = <b>{y}</b>;", "program"),
            (Language::TypeScript, "const x = <number>y; // </b>", "program"),
            (Language::JavaScript, "const f = async (x) => <b>{x}</b>;", "program"),
            (Language::Angular, "<p (click)=\"f()\">{{ x }}</p>", "document"),
            (Language::Go, "package a\nfunc f() {}\n", "source_file"),
            (Language::CSharp, "class A { int F() => 1; }", "compilation_unit"),
            (Language::Rust, "fn main() { println!(\"{x}\"); }", "source_file"),
            (Language::Yaml, "a:\n  - b\n", "stream"),
            (Language::GitlabCi, "job:\n  script: make\n", "stream"),
            (Language::GithubActions, "on: push\n", "stream"),
            (Language::Docker, "FROM a:1\nRUN make\n", "source_file"),
            (Language::Jenkins, "pipeline { agent any }", "source_file"),
            (Language::Php, "<p><?php echo $x; ?></p>", "program"),
            (Language::Ruby, "def f(a) = a\n", "program"),
            (Language::Kotlin, "fun f(a: Int) = a\n", "source_file"),
            (Language::Swift, "func f(a: Int) -> Int { a }\n", "source_file"),
            (Language::C, "int f(void) { return 1; }", "translation_unit"),
            (Language::Cpp, "template <class T> T f();", "translation_unit"),
            (Language::Shell, "if a; then b | c; fi\n", "program"),
            (Language::Terraform, "resource \"a\" \"b\" { c = \"${d}\" }\n", "config_file"),
            (Language::Html, "<p>x</p>", "document"),
            (Language::Vue, "<template><p v-html=\"x\"/></template>", "document"),
            (Language::Svelte, "{#if x}<p>{x}</p>{/if}", "document"),
            (Language::Xml, "<a b=\"c\"/>", "document"),
            (Language::Toml, "a = 'b'\n", "document"),
            (Language::Json, "{\"a\": [1]}", "document"),
            (Language::Notebook, "{\"cells\": []}", "document"),
        ] {
            check(language, text, Some(root));
        }
    }

    #[test]
    fn languages_without_a_grammar_have_no_tree() {
        let without: Vec<_> = Language::all()
            .filter(|language| !language.has_grammar())
            .map(Language::name)
            .collect();
        assert_eq!(without, ["config", "agent-instructions", "sql", "text"]);
        check(Language::Config, "a=b", None);
    }

    #[test]
    fn a_text_over_the_bound_is_not_parsed() {
        check(Language::Json, &" ".repeat(MAX_PARSE_BYTES + 1), None);
    }

    #[test]
    fn a_server_page_gives_the_tree_of_its_scriptlets() {
        let page = "<%@ page import=\"a\" %>\n<p>it's</p>\n<% int x = 1; %>\n<%-- no --%><% f(x); %>";
        check(Language::Java, page, Some("program"));
        let tree = parse(Language::Java, page).unwrap();
        let call = tree.root_node().named_child(1).unwrap();
        assert_eq!(&page[call.byte_range()], "f(x);");
        assert_eq!((call.start_position().row, call.start_position().column), (3, 15));
        check(Language::Java, "<p>no Java</p>", Some("program"));
        check(Language::Java, "<% unterminated(", Some("program with errors"));
    }

    #[test]
    fn a_scanner_that_looks_ahead_at_every_byte_is_given_up() {
        for unit in ["&", "&#", "<", "<a ", "</a>", "<!--", "{", "{#if a}", "<a>", "&amp"] {
            for language in [Language::Svelte, Language::Vue, Language::Html] {
                let text = unit.repeat(60_000 / unit.len());
                let start = Instant::now();
                let _ = parse(language, &text);
                assert!(
                    start.elapsed() < Duration::from_secs(1),
                    "{language} {unit}: {:?}",
                    start.elapsed()
                );
            }
        }
        check(Language::Svelte, &"&".repeat(60_000), None);
        let page = "<p class=\"a\">a &amp; b {x && y} <br>{#each a as b}<i>{b}</i>{/each}</p>\n".repeat(5_000);
        check(Language::Svelte, &page, Some("document"));
    }

    #[test]
    fn an_abandoned_parse_leaves_no_trace_in_the_next_one() {
        // More alternatives at every step than any program has.
        let hostile = "a<b>(c)<d".repeat(3_000);
        let _ = parse(Language::CSharp, &hostile);
        check(Language::Json, "[]", Some("document"));
    }
}
