//! What nests 100,000 levels deep, or as deep as its size allows: it is read in part or refused, on the stack of any thread, in a time
//! that grows with its size only.

use std::time::{Duration, Instant};

use opengrep::comparison::Comparison;
use opengrep::engine::{Engine, Input, Report};
use opengrep::generic::{GenericPattern, GenericText};
use opengrep::pattern::{MAX_PATTERN_BYTES, Pattern};
use opengrep::regex::{MAX_PATTERN_BYTES as MAX_REGEX_BYTES, Mode, Regex};
use opengrep::rule::{GenericEngine, GenericOptions, parse_rules};
use opengrep::taint::TracePoint;
use syntax::Language;
use syntax::tree::Names;

const LEVELS: usize = 100_000;

/// The most time that one text may take. Each takes a small part of it; one that took quadratic time would take far more.
const MOST: Duration = Duration::from_secs(120);

fn nested(open: &str, inner: &str, close: &str, levels: usize) -> String {
    format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
}

fn in_time<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let made = work();
    let took = start.elapsed();
    assert!(took < MOST, "{what} takes {took:?}");
    made
}

#[test]
fn patterns() {
    let languages = [
        Language::Python,
        Language::Java,
        Language::JavaScript,
        Language::TypeScript,
        Language::Go,
        Language::Yaml,
        Language::Json,
    ];
    for language in languages {
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("{", "}"),
            ("f(", ")"),
            ("<... ", " ...>"),
            ("f(<... ", " ...>)"),
            ("...", ""),
            ("a.", ""),
            ("-", ""),
            ("- ", ""),
            ("!", ""),
            ("not ", ""),
            ("a + ", ""),
            ("a ? b : ", ""),
            ("lambda: ", ""),
            ("x => ", ""),
            ("if $X:\n", ""),
            ("if ($X) ", ""),
            ("{\"k\": ", "}"),
            ("<a>", "</a>"),
            ("`${", "}`"),
            ("@A(", ")"),
            ("A<", ">"),
            ("\"", "\""),
        ] {
            // Each of the ways to read a pattern repairs a chain that is no code, so chains are shorter than what nests.
            let most = if close.is_empty() || open == close {
                10_000
            } else {
                LEVELS
            };
            let levels = most.min((MAX_PATTERN_BYTES - 2) / (open.len() + close.len()));
            let text = nested(open, "$X", close, levels);
            in_time(&format!("`{open}` of {}", language.name()), || {
                let mut names = Names::default();
                match Pattern::parse(&text, language, &mut names) {
                    Ok(mut pattern) => {
                        pattern.attach_names(&std::sync::Arc::new(names));
                        assert!(!pattern.outline().is_empty());
                    }
                    Err(refused) => assert!(!refused.to_string().is_empty()),
                }
            });
        }
    }
}

/// Code that nests in a language: a text before it, what opens a level, what is innermost, what closes a level, a text after it.
type Nest = (&'static str, &'static str, &'static str, &'static str, &'static str);

const PYTHON: &[Nest] = &[
    ("x = ", "(", "b", ")", "\n"),
    ("x = ", "[", "b", "]", "\n"),
    ("x = ", "{", "b", "}", "\n"),
    ("x = ", "{a: ", "b", "}", "\n"),
    ("", "f(", "b", ")", "\n"),
    ("x = ", "a[", "b", "]", "\n"),
    ("x = ", "f\"{", "b", "}\"", "\n"),
    ("x = ", "a.", "b", "", "\n"),
    ("x = ", "a[1].b().", "b", "", "\n"),
    ("x = b", "", "", "(1)", "\n"),
    ("x = ", "- ", "b", "", "\n"),
    ("x = ", "not ", "b", "", "\n"),
    ("x = ", "await ", "b", "", "\n"),
    ("x = ", "a + ", "b", "", "\n"),
    ("x = ", "a and ", "b", "", "\n"),
    ("x = ", "a ** ", "b", "", "\n"),
    ("x = ", "a if b else ", "b", "", "\n"),
    ("x = ", "lambda: ", "b", "", "\n"),
    ("x = ", "a = ", "b", "", "\n"),
    ("if a: x()\n", "elif a: x()\n", "", "", "\n"),
    ("def g(x: ", "A[", "b", "]", "): pass\n"),
    ("match a:\n  case ", "A(", "b", ")", ": pass\n"),
];

const JAVA: &[Nest] = &[
    ("x = ", "(", "b", ")", ";"),
    ("int[] x = ", "{", "b", "}", ";"),
    ("", "f(", "b", ")", ";"),
    ("x = ", "a[", "b", "]", ";"),
    ("x = ", "a.", "b", "", ";"),
    ("x = ", "a[1].b().", "b", "", ";"),
    ("x = ", "- ", "b", "", ";"),
    ("x = ", "!", "b", "", ";"),
    ("x = ", "(int) ", "b", "", ";"),
    ("x = ", "a + ", "b", "", ";"),
    ("x = ", "a ? b : ", "b", "", ";"),
    ("x = ", "c -> ", "b", "", ";"),
    ("x = ", "a = ", "b", "", ";"),
    ("x = ", "new A() { int a = ", "b", "; }", ";"),
    ("", "A<", "b", ">", " x;"),
    ("int", "", "", "[]", " x;"),
    ("", "@A(", "b", ")", " int x;"),
    ("", "{", "", "}", ""),
    ("", "if (a) ", "b();", "", ""),
    ("if (a) {}", " else if (a) {}", "", "", ""),
    ("", "while (a) {", "", "}", ""),
    ("", "a: ", "b();", "", ""),
    ("", "try {", "", "} finally {}", ""),
    ("", "class A { void g() {", "", "} }", ""),
];

const JAVASCRIPT: &[Nest] = &[
    ("x = ", "(", "b", ")", ";"),
    ("x = ", "[", "b", "]", ";"),
    ("x = ", "{a: ", "b", "}", ";"),
    ("", "f(", "b", ")", ";"),
    ("x = ", "a[", "b", "]", ";"),
    ("x = ", "<a>", "b", "</a>", ";"),
    ("x = ", "<a b={", "b", "}/>", ";"),
    ("x = ", "`${", "b", "}`", ";"),
    ("x = ", "a.", "b", "", ";"),
    ("x = ", "a?.", "b", "", ";"),
    ("x = ", "a[1].b().", "b", "", ";"),
    ("x = b", "", "", "(1)", ";"),
    ("x = ", "- ", "b", "", ";"),
    ("x = ", "!", "b", "", ";"),
    ("x = ", "typeof ", "b", "", ";"),
    ("x = ", "new ", "b", "", ";"),
    ("x = ", "a + ", "b", "", ";"),
    ("x = ", "a ?? ", "b", "", ";"),
    ("x = ", "a ? b : ", "b", "", ";"),
    ("x = ", "c => ", "b", "", ";"),
    ("x = ", "a = ", "b", "", ";"),
    ("x = ", "function () { return ", "b", "}", ";"),
    ("", "{", "", "}", ""),
    ("", "if (a) ", "b()", "", ";"),
    ("if (a) {}", " else if (a) {}", "", "", ""),
    ("", "while (a) {", "", "}", ""),
    ("", "a: ", "b()", "", ";"),
    ("", "try {", "", "} finally {}", ""),
    ("", "class A { g() {", "", "} }", ""),
    ("let ", "[", "b", "]", " = c;"),
];

const TYPESCRIPT: &[Nest] = &[
    ("x = ", "(", "b", ")", ";"),
    ("x = ", "<A>", "b", "", ";"),
    ("x = b", "", "", " as A", ";"),
    ("x = b", "", "", "!", ";"),
    ("let x: ", "A<", "b", ">", ";"),
    ("let x: A", "", "", "[]", ";"),
    ("let x: ", "A | ", "b", "", ";"),
    ("let x: ", "keyof ", "b", "", ";"),
    ("let x: ", "{a: ", "b", "}", ";"),
    ("let x: ", "() => ", "b", "", ";"),
    ("let x: ", "A extends B ? C : ", "b", "", ";"),
    ("", "namespace A {", "", "}", ""),
    ("", "f(", "b", ")", ";"),
    ("x = ", "c => ", "b", "", ";"),
];

const GO: &[Nest] = &[
    ("x = ", "(", "b", ")", "\n"),
    ("", "f(", "b", ")", "\n"),
    ("x = ", "A{", "b", "}", "\n"),
    ("x = ", "a[", "b", "]", "\n"),
    ("x = ", "a.", "b", "", "\n"),
    ("x = ", "a[1].b().", "b", "", "\n"),
    ("x = b", "", "", "(1)", "\n"),
    ("x = ", "- ", "b", "", "\n"),
    ("x = ", "!", "b", "", "\n"),
    ("x = ", "*", "b", "", "\n"),
    ("x = ", "<-", "b", "", "\n"),
    ("x = ", "a + ", "b", "", "\n"),
    ("x = ", "func() int { return ", "b", "}()", "\n"),
    ("var x ", "[]", "b", "", "\n"),
    ("var x ", "map[a]", "b", "", "\n"),
    ("var x ", "func() ", "b", "", "\n"),
    ("", "{", "", "}", "\n"),
    ("", "if a {", "", "}", "\n"),
    ("if a {}", " else if a {}", "", "", "\n"),
    ("", "for a {", "", "}", "\n"),
    ("", "go func() {", "", "}()", "\n"),
    ("", "a: ", "b()", "", "\n"),
];

const YAML: &[Nest] = &[
    ("x: ", "[", "b", "]", "\n"),
    ("x: ", "{k: ", "b", "}", "\n"),
    ("", "- ", "b", "", "\n"),
    ("", "? ", "b", "", "\n"),
    ("x: ", "[k: ", "b", "]", "\n"),
];

const JSON: &[Nest] = &[("", "[", "1", "]", "\n"), ("", "{\"k\": ", "1", "}", "\n")];

fn levels_of(&(before, open, inner, close, after): &Nest, levels: usize) -> String {
    format!("{before}{}{after}", nested(open, inner, close, levels))
}

fn code_of(language: Language, name: &str, (start, end): (&str, &str), nests: &[Nest], patterns: [&str; 2]) {
    let [one, deep] = patterns;
    let mut rules = format!(
        "[{{id: one, languages: [{name}], severity: ERROR, message: '$X', pattern: '{one}'}},
         {{id: deep, languages: [{name}], severity: ERROR, message: a, pattern: '{deep}'}}"
    );
    let has_flows = !matches!(language, Language::Yaml | Language::Json);
    if has_flows {
        rules.push_str(&format!(
            ", {{id: flow, mode: taint, languages: [{name}], severity: ERROR, message: a,
                pattern-sources: [{{pattern: source()}}], pattern-sinks: [{{pattern: sink(...)}}]}}"
        ));
    }
    rules.push(']');
    let file = parse_rules(&rules);
    assert_eq!(file.problems, []);
    let (engine, problems) = Engine::new(file.rules);
    assert_eq!(problems, []);
    for nest in nests {
        for levels in [2, 900, LEVELS] {
            let text = format!("{start}{}{end}", levels_of(nest, levels));
            let what = format!("{levels} levels of {name}: {nest:?}");
            let report = in_time(&what, || scan(&engine, language, &text));
            // The sample is code that the grammar reads; what is deep is cut, and told.
            match levels {
                2 => assert_eq!(report.problems, [], "{what}"),
                LEVELS => assert!(!report.problems.is_empty(), "{what}"),
                _ => {}
            }
            // What is beside it is read, unless nothing is.
            let has_tree = report.problems.iter().all(|problem| problem.range.is_some());
            let has_flow = report.findings.iter().any(|found| found.trace.is_some());
            assert!(!has_flows || !has_tree || has_flow, "{what}: {report:?}");
        }
    }
}

fn scan(engine: &Engine, language: Language, text: &str) -> Report {
    engine.scan(&Input {
        path: "a",
        text,
        language: Some(language),
        obey_paths: true,
    })
}

#[test]
fn code_of_python() {
    code_of(
        Language::Python,
        "python",
        ("sink(source())\n", ""),
        PYTHON,
        ["f($X)", "<... g($X) ...>"],
    );
}

#[test]
fn code_of_java() {
    let around = ("class A { void m() { sink(source()); ", "} }\n");
    code_of(Language::Java, "java", around, JAVA, ["f($X)", "<... g($X) ...>"]);
}

#[test]
fn code_of_javascript() {
    let around = ("sink(source());\n", "\n");
    code_of(
        Language::JavaScript,
        "javascript",
        around,
        JAVASCRIPT,
        ["f($X)", "<... g($X) ...>"],
    );
}

#[test]
fn code_of_typescript() {
    let around = ("sink(source());\n", "\n");
    code_of(
        Language::TypeScript,
        "typescript",
        around,
        TYPESCRIPT,
        ["f($X)", "<... g($X) ...>"],
    );
}

#[test]
fn code_of_typescript_with_markup() {
    let around = ("sink(source());\ny = <a>b</a>;\n", "\n");
    let nests = &TYPESCRIPT[4..];
    code_of(
        Language::TypeScript,
        "typescript",
        around,
        nests,
        ["f($X)", "<... g($X) ...>"],
    );
}

#[test]
fn code_of_go() {
    let around = ("package p\nfunc m() {\nsink(source())\n", "\n}\n");
    code_of(Language::Go, "go", around, GO, ["f($X)", "<... g($X) ...>"]);
}

#[test]
fn code_of_yaml_and_json() {
    code_of(Language::Yaml, "yaml", ("", ""), YAML, ["$X", "k: $X"]);
    code_of(Language::Json, "json", ("", ""), JSON, ["$X", "\"k\": $X"]);
}

fn flow_rule(language: &str) -> Engine {
    let file = parse_rules(&format!(
        "[{{id: flow, mode: taint, languages: [{language}], severity: ERROR, message: a,
            pattern-sources: [{{pattern: source()}}], pattern-sinks: [{{pattern: sink(...)}}]}}]"
    ));
    assert_eq!(file.problems, []);
    let (engine, problems) = Engine::new(file.rules);
    assert_eq!(problems, []);
    engine
}

/// How many places an end of a way has.
fn places(mut end: &TracePoint) -> usize {
    let mut count = 1;
    while let TracePoint::Called { passed, inner, .. } = end {
        count += 1 + passed.len();
        end = inner;
    }
    count
}

/// Many lines, one for each number.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[test]
fn a_flow_through_20_000_functions_is_found_with_a_bounded_way() {
    const FUNCTIONS: usize = 20_000;
    let last = FUNCTIONS;
    let down = |text: &dyn Fn(usize) -> String| lines(FUNCTIONS, text);
    let mut samples: Vec<(Language, &str, String)> = Vec::new();
    let python = [
        // Into the sink, and out of the source, in both orders of the functions.
        format!(
            "{}def f{last}(x): sink(x)\nf0(source())\n",
            down(&|n| format!("def f{n}(x): f{}(x)\n", n + 1))
        ),
        format!(
            "f{last}(source())\ndef f0(x): sink(x)\n{}",
            down(&|n| format!("def f{}(x): f{n}(x)\n", n + 1))
        ),
        format!(
            "{}def f{last}(x): return x\nsink(f0(source()))\n",
            down(&|n| format!("def f{n}(x): return f{}(x)\n", n + 1))
        ),
        format!(
            "{}def f{last}(): return source()\nsink(f0())\n",
            down(&|n| format!("def f{n}(): return f{}()\n", n + 1))
        ),
    ];
    samples.extend(python.map(|text| (Language::Python, "python", text)));
    samples.push((
        Language::JavaScript,
        "javascript",
        format!(
            "{}function f{last}(x) {{ sink(x); }}\nf0(source());\n",
            down(&|n| format!("function f{n}(x) {{ f{}(x); }}\n", n + 1))
        ),
    ));
    samples.push((
        Language::Go,
        "go",
        format!(
            "package p\n{}func f{last}(x string) {{ sink(x) }}\nfunc m() {{ f0(source()) }}\n",
            down(&|n| format!("func f{n}(x string) {{ f{}(x) }}\n", n + 1))
        ),
    ));
    samples.push((
        Language::Java,
        "java",
        format!(
            "class A {{\n{}void f{last}(String x) {{ sink(x); }}\nvoid m() {{ f0(source()); }}\n}}\n",
            down(&|n| format!("void f{n}(String x) {{ f{}(x); }}\n", n + 1))
        ),
    ));
    for (language, name, text) in samples {
        let what = &text[..40];
        let report = in_time(what, || scan(&flow_rule(name), language, &text));
        assert_eq!(report.problems, [], "{what}");
        let [found] = report.findings.as_slice() else {
            panic!("{what}: {} findings", report.findings.len());
        };
        assert!(text[found.range.clone()].starts_with("sink("), "{what}");
        let trace = found.trace.as_ref().expect("a way");
        let count = trace.passed.len() + places(&trace.source) + places(&trace.sink);
        assert!((2..500).contains(&count), "{what}: {count} places");
    }
}

#[test]
fn a_flow_through_20_000_variables_is_found_or_told() {
    const VARIABLES: usize = 20_000;
    let copies = lines(VARIABLES, |n| format!("x{} = x{n}\n", n + 1));
    let text = format!("x0 = source()\n{copies}sink(x{VARIABLES})\n");
    let report = in_time("variables", || scan(&flow_rule("python"), Language::Python, &text));
    let is_told = report
        .problems
        .iter()
        .any(|problem| problem.message.contains("results may be missing"));
    assert!(is_told || report.findings.len() == 1, "{report:?}");
}

#[test]
fn rule_files() {
    for (open, close) in [
        ("[", "]"),
        ("{a: ", "}"),
        ("- ", ""),
        ("? ", ""),
        ("[{patterns: ", "}]"),
        ("&a ", ""),
        ("!t ", ""),
        ("\"", "\""),
    ] {
        for start in ["", "rules: ", "rules:\n- id: r\n  patterns: "] {
            let text = format!("{start}{}", nested(open, "1", close, LEVELS));
            let file = in_time(&format!("`{start}{open}`"), || parse_rules(&text));
            assert!(!file.problems.is_empty(), "`{start}{open}`");
        }
    }
    // By indentation, which takes the square of its levels in bytes.
    let steps: String = (0..2_000).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
    assert!(parse_rules(&steps).problems[0].message.contains("nested deeper"));
}

#[test]
fn regular_expressions() {
    for (open, close) in [
        ("(", ")"),
        ("(?:", ")"),
        ("(?=", ")"),
        ("(?<!", ")"),
        ("(?>", ")"),
        ("(?i)", ""),
        ("(?<n>", ")"),
        ("(a|", ")"),
        ("[", "]"),
        ("(?(1)", "|b)"),
        ("a|", ""),
        ("a{2}", ""),
        ("(?:", "){2}"),
        ("(?:", ")+(?=b)"),
        ("\\Q", "\\E"),
        ("(?x)#\n", ""),
        ("\\", ""),
    ] {
        for inner in ["a", "(?=b)"] {
            let levels = (MAX_REGEX_BYTES - inner.len()) / (open.len() + close.len());
            let text = nested(open, inner, close, levels);
            for mode in [Mode::File, Mode::Condition] {
                in_time(&format!("`{open}`"), || match Regex::new(&text, mode) {
                    Ok(regex) => {
                        regex.find_all("ab ab\nab");
                    }
                    Err(refused) => assert!(!refused.to_string().is_empty()),
                });
            }
        }
    }
}

#[test]
fn comparisons() {
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("{1: ", "}"),
        ("int(", ")"),
        ("$X[", "]"),
        ("not ", ""),
        ("-", ""),
        ("~", ""),
        ("1 + ", ""),
        ("1 ** ", ""),
        ("1 < ", ""),
        ("1 and ", ""),
        ("1 if 2 else ", ""),
        ("a.", ""),
        ("f'{", "}'"),
        ("'a' ", ""),
        ("re.match('a', ", ")"),
        ("#\n", ""),
    ] {
        let text = nested(open, "$X", close, LEVELS);
        in_time(&format!("`{open}`"), || {
            let read = Comparison::parse(&text);
            let is_refused = !matches!(open, "a." | "'a' " | "#\n");
            assert!(read.is_err() || !is_refused, "`{open}`");
        });
    }
}

#[test]
fn generic_mode() {
    for engine in [GenericEngine::Spacegrep, GenericEngine::Aliengrep] {
        let options = GenericOptions {
            engine,
            ..GenericOptions::default()
        };
        let indented: String = (0..2_000).map(|level| format!("{}a\n", " ".repeat(level))).collect();
        let mut texts = vec![indented];
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("{\n", "\n}"),
            ("a ", ""),
            ("(", ""),
            ("... ", ""),
            ("$X ", ""),
        ] {
            texts.push(nested(open, "b", close, LEVELS));
        }
        for pattern in ["a ... b", "( ... )", "$X", "... b", "( $...X )", "b"] {
            let pattern = GenericPattern::parse(pattern, &options).expect("a pattern");
            for text in &texts {
                let start = &text[..10];
                in_time(start, || {
                    let found = pattern.find(&GenericText::new(text, &options), &mut 1_000_000);
                    assert!(found.iter().all(|found| text.get(found.range.clone()).is_some()));
                });
            }
        }
        for text in &texts {
            in_time(&text[..10], || {
                if let Ok(pattern) = GenericPattern::parse(text, &options) {
                    let found = pattern.find(&GenericText::new("a ( b ) a", &options), &mut 1_000_000);
                    assert!(found.len() < 10);
                }
            });
        }
    }
}
