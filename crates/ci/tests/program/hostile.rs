//! File names and contents that try to break out of each format, and contents that try to end the program.

use super::support::{Folder, run};

/// A name that starts a workflow command, a name that closes a cell and a span, one that steers a terminal, one that
/// turns the reading direction.
const NAMES: [&str; 4] = [
    "a\n::error file=x::pwned.py",
    "b|`<img src=x onerror=y>`[c](http:evil).py",
    "c\u{1b}[31m\u{7}d.py",
    "e\u{202e}yp.py",
];

fn sample() -> Folder {
    let folder = Folder::new(&[]);
    for name in NAMES {
        folder.write(
            name,
            "forbidden('|`</code><b> [x](http://evil.example) \u{1b}[2J \u{202e}')\n",
        );
    }
    folder.write("f\n::warning::skipped.py", "\0\0");
    folder
}

#[test]
fn text_holds_no_control_character() {
    let result = sample().scan(&[]);
    assert_eq!(result.code, Some(1));
    assert!(
        result.out.contains("a<U+000A>::error file=x::pwned.py:1:1"),
        "{}",
        result.out
    );
    assert!(result.out.contains("c<U+001B>[31m<U+0007>d.py:1:1"), "{}", result.out);
    assert!(
        result.err.contains("skipped: f<U+000A>::warning::skipped.py"),
        "{}",
        result.err
    );
    for text in [&result.out, &result.err] {
        assert!(
            !text.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}'),
            "{text:?}"
        );
    }
}

#[test]
fn github_commands_are_one_per_match() {
    let result = sample().scan(&["--format", "github"]);
    let commands: Vec<_> = result.out.lines().filter(|line| line.starts_with("::")).collect();
    let known = |line: &str| {
        ["error", "warning", "notice"]
            .iter()
            .any(|level| line.starts_with(&format!("::{level} file=")))
    };
    assert!(commands.iter().all(|line| known(line)), "{}", result.out);
    assert_eq!(
        commands.iter().filter(|line| line.contains("ACME-001")).count(),
        NAMES.len(),
        "{}",
        result.out
    );
    let other: Vec<_> = result.out.lines().filter(|line| !line.starts_with("::")).collect();
    assert_eq!(other.len(), 2, "{other:?}");
    let named = commands.iter().find(|line| line.contains("pwned")).unwrap();
    assert!(
        named.starts_with("::error file=a<U+000A>%3A%3Aerror file=x%3A%3Apwned.py,line=1,"),
        "{named}"
    );
}

#[test]
fn markdown_cells_hold_everything() {
    let result = sample().scan(&["--format", "markdown"]);
    for line in result.out.lines().filter(|line| line.starts_with("| 1 |")) {
        assert_eq!(line.matches(" | ").count(), 5, "{line}");
    }
    assert!(
        !result.out.contains("<img") && !result.out.contains("<b>") && !result.out.contains("](http"),
        "{}",
        result.out
    );
    assert!(!result.out.contains('\u{1b}') && !result.out.contains('\u{202e}'));
}

#[test]
fn json_and_sarif_are_ascii() {
    for format in ["json", "sarif"] {
        let result = sample().scan(&["--format", format]);
        assert!(
            result.out.bytes().all(|b| b == b'\n' || (0x20..0x7f).contains(&b)),
            "{format}"
        );
        assert!(result.json().is_object());
    }
}

#[test]
fn an_error_object_is_one_line_of_ascii() {
    let result = run(&["scan-code", "no\nsuch\u{1b}[31m\u{e9}"]);
    assert_eq!(result.err.lines().count(), 1);
    assert!(
        result.err.trim_end().bytes().all(|b| (0x20..0x7f).contains(&b)),
        "{:?}",
        result.err
    );
    assert!(result.error().contains("no\nsuch<U+001B>[31m\u{e9}"));
}

#[test]
fn skipped_files_beyond_twenty_are_counted() {
    let folder = Folder::new(&[("a.py", "x = 1\n")]);
    for number in 0..25 {
        folder.write(&format!("bin{number:02}.py"), "\0");
    }
    let result = folder.scan(&[]);
    assert_eq!(result.err.lines().count(), 21);
    assert!(
        result.err.ends_with("skipped: 5 more (--format json lists all)\n"),
        "{}",
        result.err
    );
    assert!(result.out.contains("skipped 25;"), "{}", result.out);
}

#[cfg(unix)]
#[test]
fn a_runner_gets_no_command_from_a_file() {
    let folder = Folder::new(&[
        ("##[error]pwned.py", "::add-mask::x; forbidden(1) # ##[group]\n"),
        ("::set-output name=x::y.py", "forbidden(2) ; ##vso[task.complete]\n"),
        ("::skipped ##[z.py", "\0"),
    ]);
    for variable in ["GITHUB_ACTIONS", "TF_BUILD"] {
        for format in ["text", "json", "sarif", "markdown"] {
            let color = if format == "text" {
                "--color=always"
            } else {
                "--color=never"
            };
            let mut command = folder.command(&["--format", format, color]);
            let run = super::support::Run::from(command.env(variable, "true").output().unwrap());
            for text in [&run.out, &run.err] {
                let plain = text.replace("\u{1b}[1m", "");
                assert!(
                    plain.lines().all(|line| !line.trim_start().starts_with("::")),
                    "{plain}"
                );
                assert!(!plain.contains("##[") && !plain.contains("##vso["), "{format}: {plain}");
            }
            if format == "json" {
                assert_eq!(run.json()["files"][0]["file"], "##[error]pwned.py");
            }
        }
    }
    assert!(
        folder.scan(&[]).out.contains("    ::add-mask::x;"),
        "elsewhere, the text is left alone"
    );
}

#[test]
fn what_nests_100_000_levels_deep_is_told_and_the_rest_is_scanned() {
    const LEVELS: usize = 100_000;
    let deep = |before: &str, open: &str, close: &str, after: &str| {
        format!("{before}{}b{}{after}", open.repeat(LEVELS), close.repeat(LEVELS))
    };
    // Brackets, of which nothing is parsed, and chains, of which the rest of the file is read.
    // A line for every level: files of one long line are taken for minified ones.
    let brackets = [
        ("a.py", deep("sink(source())\nx = ", "[\n", "]", "\n")),
        (
            "a.java",
            deep("class A { void m() { sink(source()); x = ", "f(\n", ")\n", "; } }\n"),
        ),
        ("a.js", deep("sink(source());\nx = ", "[\n", "]\n", ";\n")),
        ("a.ts", deep("sink(source());\nx = ", "f(\n", ")\n", ";\n")),
        ("a.tsx", deep("sink(source());\ny = <a/>;\nx = ", "f(\n", ")\n", ";\n")),
        (
            "a.go",
            deep("package p\nfunc m() {\nsink(source())\nx = ", "f(\n", ")", "\n}\n"),
        ),
        ("a.yaml", deep("k: ", "[\n", "]\n", "\n")),
        ("a.json", deep("", "[\n", "]\n", "\n")),
    ];
    let chains = [
        ("b.py", deep("sink(source())\nx = ", "not \\\n", "", "\n")),
        (
            "b.java",
            deep("class A { void m() { sink(source()); x = ", "!\n", "", "; } }\n"),
        ),
        ("b.js", deep("sink(source());\nx = ", "!\n", "", ";\n")),
        ("b.ts", deep("sink(source());\nx = ", "!\n", "", ";\n")),
        ("b.tsx", deep("sink(source());\nx = ", "<a>\n", "</a>", ";\n")),
        (
            "b.go",
            deep("package p\nfunc m() {\nsink(source())\nx = ", "!\n", "", "\n}\n"),
        ),
    ];
    let folder = Folder::new(&[]);
    for (name, text) in brackets.iter().chain(&chains) {
        folder.write(name, text);
    }
    folder.write("c.py", "sink(source())\n");
    let flows = "rules:
- id: acme.flow
  mode: taint
  languages: [python, java, javascript, typescript, go]
  severity: ERROR
  message: Input runs
  pattern-sources: [pattern: source()]
  pattern-sinks: [pattern: sink(...)]
- {id: acme.data, languages: [yaml, json], severity: ERROR, message: A key, pattern: 'k: $X'}
";
    std::fs::write(folder.aside("acme.yaml"), flows).unwrap();
    let rules = folder.aside("acme.yaml");
    let result = folder.scan(&["--config", rules.to_str().unwrap()]);
    assert_eq!(result.code, Some(1), "{}", result.err);
    let told = |name: &str, what: &str| {
        let start = format!("warning: {name}:");
        let end = format!(" structural rules do not see this line: {what}");
        let warnings: Vec<_> = result.out.lines().filter(|line| line.starts_with(&start)).collect();
        assert!(
            matches!(warnings.as_slice(), [only] if only.ends_with(&end)),
            "{name}: {warnings:?} {}",
            result.err
        );
    };
    for (name, _) in &brackets {
        told(name, "the text could not be parsed");
    }
    for (name, _) in &chains {
        told(name, "nested too deep");
        let found = format!("\n{name}:");
        assert_eq!(
            format!("\n{}", result.out).matches(&found).count(),
            1,
            "{name}: {}",
            result.out
        );
    }
    assert!(result.out.contains("c.py:1:1  HIGH  acme.flow"), "{}", result.out);
    assert!(result.out.contains("matches 7 (high 7)"), "{}", result.last_line());
}
