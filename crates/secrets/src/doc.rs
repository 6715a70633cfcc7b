//! One text with what its path says: how it is written (syntax) and what it is for (place).

use std::ops::Range;

/// How values are written in a text. Decides whether an unquoted right-hand side is a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// A programming language: only quoted text is a literal.
    Code,
    /// Shell scripts, batch files, Makefiles.
    Shell,
    /// `NAME=value` lines: dotenv, properties, INI.
    Config,
    /// YAML.
    Yaml,
    /// JSON.
    Json,
    /// TOML, HCL: quoted values only.
    Quoted,
    /// XML and HTML.
    Markup,
    /// SQL.
    Sql,
    /// Dockerfiles.
    Docker,
    /// Prose: Markdown, plain text, logs.
    Text,
}

impl Syntax {
    /// The syntax a path suggests.
    pub fn of_path(path: &str) -> Self {
        let name = file_name(path).to_ascii_lowercase();
        if name.starts_with("dockerfile") || name.starts_with("containerfile") || name.ends_with(".dockerfile") {
            return Self::Docker;
        }
        if name.starts_with(".env") || name.ends_with(".env") || name.starts_with("env.") {
            return Self::Config;
        }
        if matches!(
            name.as_str(),
            "makefile"
                | "gnumakefile"
                | ".bashrc"
                | ".zshrc"
                | ".profile"
                | ".bash_history"
                | ".zsh_history"
                | "procfile"
        ) {
            return Self::Shell;
        }
        if matches!(
            name.as_str(),
            ".babelrc" | ".dockercfg" | "pipfile.lock" | "composer.lock" | ".eslintrc"
        ) {
            return Self::Json;
        }
        match name.rsplit_once('.').map_or("", |(_, ext)| ext) {
            "sh" | "bash" | "zsh" | "ksh" | "fish" | "bat" | "cmd" | "ps1" | "psm1" | "mk" => Self::Shell,
            "yml" | "yaml" => Self::Yaml,
            "json" | "json5" | "jsonc" | "ipynb" | "tfstate" | "har" | "webmanifest" | "map" | "arb"
            | "dockerconfigjson" => Self::Json,
            "toml" | "tf" | "tfvars" | "hcl" => Self::Quoted,
            "xml" | "html" | "htm" | "xhtml" | "config" | "csproj" | "props" | "targets" | "plist" | "resx" | "svg"
            | "pubxml" | "publishsettings" | "xaml" | "wsdl" | "xsd" | "pom" | "mobileconfig" | "storyboard" => {
                Self::Markup
            }
            "sql" | "ddl" | "psql" => Self::Sql,
            "py" | "pyi" | "pyx" | "pyw" | "java" | "kt" | "kts" | "scala" | "ts" | "tsx" | "mts" | "cts" | "js"
            | "jsx" | "mjs" | "cjs" | "go" | "cs" | "csx" | "cshtml" | "razor" | "rs" | "rb" | "rake" | "php"
            | "phtml" | "swift" | "c" | "h" | "cc" | "cpp" | "cxx" | "hpp" | "hh" | "m" | "mm" | "dart" | "lua"
            | "pl" | "pm" | "ex" | "exs" | "erl" | "clj" | "groovy" | "gradle" | "vb" | "fs" | "r" | "jl" | "vue"
            | "svelte" | "jsp" | "sol" | "zig" | "nim" | "hs" | "elm" | "jenkinsfile" | "gemspec" | "proto" => {
                Self::Code
            }
            "md" | "rst" | "adoc" | "txt" | "log" | "mdx" | "textile" => Self::Text,
            _ if name == "jenkinsfile"
                || name.starts_with("jenkinsfile.")
                || matches!(name.as_str(), "gemfile" | "rakefile" | "vagrantfile") =>
            {
                Self::Code
            }
            _ => Self::Config,
        }
    }
}

/// What a file is for, by its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// Part of what is shipped; the default.
    Shipped,
    /// Tests, fixtures, mocks.
    Test,
    /// Examples, samples, templates.
    Example,
    /// Documentation.
    Doc,
    /// Generated, minified, vendored, lock files.
    Generated,
    /// Logs, dumps, shell history, recorded traffic.
    History,
}

impl Place {
    /// The word shown to users.
    pub const fn as_str(self) -> &'static str {
        match self {
            Place::Shipped => "shipped",
            Place::Test => "test",
            Place::Example => "example",
            Place::Doc => "doc",
            Place::Generated => "generated",
            Place::History => "history",
        }
    }

    /// The place of a path.
    pub fn of_path(path: &str) -> Self {
        let lower = path.replace('\\', "/").to_ascii_lowercase();
        let name = file_name(&lower);
        let (stem, ext) = name.rsplit_once('.').unwrap_or((name, ""));
        let folders: Vec<&str> = lower.split('/').rev().skip(1).collect();
        if is_lock_file(path)
            || name.contains(".min.")
            || ext == "map"
            || folders.iter().any(|f| matches!(*f, "node_modules" | "third_party"))
        {
            return Place::Generated;
        }
        if matches!(ext, "log" | "har")
            || name.ends_with("_history")
            || matches!(name, ".bash_history" | ".zsh_history")
        {
            return Place::History;
        }
        let test_folder = |f: &&str| {
            matches!(
                *f,
                "test"
                    | "tests"
                    | "spec"
                    | "specs"
                    | "__tests__"
                    | "__mocks__"
                    | "fixture"
                    | "fixtures"
                    | "mock"
                    | "mocks"
                    | "testdata"
                    | "test-data"
                    | "test_data"
                    | "e2e"
                    | "cypress"
                    | "testing"
                    | "__fixtures__"
                    | "__snapshots__"
                    | "unittests"
            )
        };
        let test_name = stem.ends_with("_test")
            || stem.ends_with("-test")
            || stem.ends_with(".test")
            || stem.ends_with(".spec")
            || stem.ends_with("_spec")
            || stem.starts_with("test_")
            || matches!(stem, "conftest" | "tests" | "test")
            || (stem.len() > 4
                && (file_stem(path).ends_with("Test")
                    || file_stem(path).ends_with("Tests")
                    || file_stem(path).ends_with("Spec")));
        if folders.iter().any(test_folder) || test_name {
            return Place::Test;
        }
        let example_folder = |f: &&str| {
            matches!(
                *f,
                "example" | "examples" | "sample" | "samples" | "demo" | "demos" | "templates-example"
            )
        };
        let example_name = ["example", "sample", "dist", "template", "tmpl", "default"].contains(&ext)
            || [".example.", ".sample.", ".template.", "-example.", "-sample."]
                .iter()
                .any(|m| name.contains(m));
        if folders.iter().any(example_folder) || (example_name && ext != "default") {
            return Place::Example;
        }
        let doc_ext = matches!(ext, "md" | "rst" | "adoc" | "mdx" | "textile");
        let doc_folder = folders.iter().any(|f| matches!(*f, "doc" | "docs" | "documentation"));
        if doc_ext
            || (doc_folder && matches!(ext, "txt" | "html"))
            || stem.starts_with("readme")
            || stem.starts_with("changelog")
        {
            return Place::Doc;
        }
        Place::Shipped
    }
}

/// The last segment of a path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn file_stem(path: &str) -> &str {
    let name = file_name(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Files that package managers write: digests and versions, where only a credential of a distinctive format counts.
pub fn is_lock_file(path: &str) -> bool {
    let name = file_name(path).to_ascii_lowercase();
    matches!(
        name.as_str(),
        "package-lock.json"
            | "npm-shrinkwrap.json"
            | "yarn.lock"
            | "pnpm-lock.yaml"
            | "bun.lock"
            | "deno.lock"
            | "poetry.lock"
            | "uv.lock"
            | "pdm.lock"
            | "pipfile.lock"
            | "cargo.lock"
            | "go.sum"
            | "composer.lock"
            | "gemfile.lock"
            | "mix.lock"
            | "pubspec.lock"
            | "flake.lock"
            | ".terraform.lock.hcl"
            | "gradle.lockfile"
            | "verification-metadata.xml"
            | "packages.lock.json"
            | "podfile.lock"
            | "package.resolved"
            | "pylock.toml"
    ) || name.ends_with("sums")
        || name.ends_with("sums.txt")
        || name.ends_with(".sha256")
        || name.ends_with(".sha512")
}

/// Whether a path leads to translations: their strings are sentences and labels.
pub fn is_translation(path: &str) -> bool {
    let lower = path.replace('\\', "/").to_ascii_lowercase();
    let name = file_name(&lower);
    let folder = lower.split('/').rev().skip(1).any(|f| {
        matches!(
            f,
            "locale"
                | "locales"
                | "i18n"
                | "lang"
                | "langs"
                | "translations"
                | "l10n"
                | "messages"
                | "_locales"
                | "lproj"
        ) || f.ends_with(".lproj")
    });
    let extension = [".po", ".pot", ".arb", ".resx", ".xlf", ".xliff", ".strings", ".ftl"]
        .iter()
        .any(|e| name.ends_with(e));
    folder || extension || (name.starts_with("messages") && name.ends_with(".properties")) || name == "strings.xml"
}

/// Whether most lines of a text are such as nobody writes: the output of a minifier or a serialiser.
///
/// Data in a line (a long run of letters and digits, such as an image in base-64) does not count, so that one such
/// constant changes nothing for the code around it; and neither do comments, so that a licence above a bundle does not.
pub fn has_machine_made_lines(text: &str) -> bool {
    /// Shorter texts are read whatever their lines.
    const SHORT_TEXT: usize = 4096;
    /// More bytes than this in the middle line, when all are sorted by length, are those of a machine.
    const MIDDLE: usize = 300;
    /// And one line at least has more than this.
    const LONG: usize = 500;

    if text.len() <= SHORT_TEXT {
        return false;
    }
    let lines = text.as_bytes().split(|byte| matches!(byte, b'\n' | b'\r'));
    let mut lengths: Vec<usize> = lines.filter_map(|line| length_without_data(line, LONG)).collect();
    lengths.sort_unstable();
    let Some(&middle) = lengths.get(lengths.len() / 2) else {
        return false;
    };
    middle > MIDDLE && lengths.last().is_some_and(|longest| *longest > LONG)
}

/// The bytes of a line beside its data, which is looked for in long ones only; `None` for a blank line or a comment.
fn length_without_data(line: &[u8], long: usize) -> Option<usize> {
    /// So many letters and digits in a row are data.
    const RUN: usize = 200;

    let line = line.trim_ascii();
    let comment = ["//", "/*", "*", "#", "<!--"]
        .iter()
        .any(|mark| line.starts_with(mark.as_bytes()));
    if line.is_empty() || (comment && line.len() <= long) {
        return None;
    }
    if line.len() <= long {
        return Some(line.len());
    }
    let data = line.split(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'_' | b'-')));
    let data: usize = data.map(<[u8]>::len).filter(|run| *run >= RUN).sum();
    Some(line.len() - data)
}

/// A text under examination.
pub(crate) struct Doc<'a> {
    pub(crate) text: &'a str,
    pub(crate) path: &'a str,
    pub(crate) syntax: Syntax,
    pub(crate) place: Place,
    /// Generic and context kinds are not looked for: lock files, minified and generated text, translations.
    pub(crate) distinctive_only: bool,
    line_starts: Vec<usize>,
}

impl<'a> Doc<'a> {
    pub(crate) fn new(text: &'a str, path: &'a str, syntax: Option<Syntax>) -> Self {
        let mut line_starts = vec![0];
        line_starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|i| i + 1));
        let place = Place::of_path(path);
        let long_lines = has_machine_made_lines(text);
        let source_map = text.len() > 64 && text.starts_with("{\"version\":3") && text.contains("\"mappings\"");
        let vectors = {
            let lower = file_name(path).to_ascii_lowercase();
            ["vectors", "wycheproof", "_kat", "nist"]
                .iter()
                .any(|w| lower.contains(w))
        };
        Self {
            text,
            path,
            syntax: syntax.unwrap_or_else(|| Syntax::of_path(path)),
            place,
            distinctive_only: place == Place::Generated
                || place == Place::History
                || long_lines
                || source_map
                || vectors
                || is_translation(path),
            line_starts,
        }
    }

    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// Number of the line that holds a byte, from 0.
    pub(crate) fn line_of(&self, byte: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= byte) - 1
    }

    pub(crate) fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// The bytes of a line without its end.
    pub(crate) fn line_range(&self, line: usize) -> Range<usize> {
        let start = self.line_starts[line];
        let mut end = self.line_starts.get(line + 1).copied().unwrap_or(self.text.len());
        while end > start && matches!(self.bytes()[end - 1], b'\n' | b'\r') {
            end -= 1;
        }
        start..end
    }

    /// The text of a line.
    pub(crate) fn line(&self, line: usize) -> &'a str {
        &self.text[self.line_range(line)]
    }

    /// The byte range of the lines from `first` to `last`, clipped to the text.
    pub(crate) fn lines_range(&self, first: usize, last: usize) -> Range<usize> {
        let last = last.min(self.line_count() - 1);
        self.line_starts[first.min(last)]..self.line_range(last).end
    }

    pub(crate) fn file_name(&self) -> &'a str {
        file_name(self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_machine_are_told_from_data_among_code() {
        let code = "a=b(c);".repeat(2_000);
        let data = "A1b2".repeat(3_000);
        let check = |text: &str, expected: bool| assert_eq!(has_machine_made_lines(text), expected, "{text:.60}");
        check(&code, true);
        check(&format!("/* licence\n * of the bundle\n */\n\n{code}\n//# map\n"), true);
        check(&code.replace(");a", ");\na"), false);
        check(&format!("x = 1\nLOGO = '{data}'\n"), false);
        check(&format!("f(x)\ng(x)\n{code}\n"), false);
        check(&data, false);
        check(&code[..700], false);
    }

    #[test]
    fn places_follow_the_path() {
        for (path, place) in [
            ("src/app.py", Place::Shipped),
            ("tests/test_app.py", Place::Test),
            ("src/app.spec.ts", Place::Test),
            ("src/main/java/FooTest.java", Place::Test),
            ("src/parser/tests.rs", Place::Test),
            ("src/latest.py", Place::Shipped),
            ("examples/run.py", Place::Example),
            (".env.example", Place::Example),
            ("README.md", Place::Doc),
            ("package-lock.json", Place::Generated),
            ("dist/app.min.js", Place::Generated),
            ("server.log", Place::History),
        ] {
            assert_eq!(Place::of_path(path), place, "{path}");
        }
    }

    #[test]
    fn a_line_is_found_by_any_of_its_bytes() {
        let doc = Doc::new("a\r\nbc\n\nd", "x.py", None);
        assert_eq!(
            (doc.line_of(0), doc.line_of(2), doc.line_of(3), doc.line_of(7)),
            (0, 0, 1, 3)
        );
        assert_eq!(doc.line(0), "a");
        assert_eq!(doc.line(2), "");
    }
}
