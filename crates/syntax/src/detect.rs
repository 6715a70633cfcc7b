//! The language of a file: first its path, then, where the name does not decide, its first bytes.

use crate::language::Language;
use crate::paths::{directories, file_name, is_lock_file};

/// How many bytes of a file are enough for [`detect`]; more are not looked at.
pub const DETECTION_HEAD_BYTES: usize = 16 * 1024;

/// What a file is to a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detection {
    /// A language of the table.
    Language(Language),
    /// Known, and left out of code rules for that reason: `lock file`, `minified`, `type declarations`.
    /// Secrets are still worth looking for in a lock file ([`crate::is_lock_file`]).
    NeverScanned(&'static str),
    /// No row of the table applies.
    Unsupported,
}

impl Detection {
    /// The language, when there is one.
    pub fn language(self) -> Option<Language> {
        match self {
            Self::Language(language) => Some(language),
            Self::NeverScanned(_) | Self::Unsupported => None,
        }
    }
}

/// The language that a path alone tells. The path is relative; `/` and `\` both separate.
///
/// Case is ignored, except in the names of lock files and of directories.
pub fn detect_by_path(path: &str) -> Detection {
    let name = file_name(path);
    let lower = name.to_lowercase();
    if let Some(reason) = never_scanned(path, &lower) {
        return Detection::NeverScanned(reason);
    }
    match by_place(path, &lower).or_else(|| by_name(&lower)) {
        Some(language) => Detection::Language(language),
        None => Detection::Unsupported,
    }
}

/// The language that a path and the first bytes of the file tell.
///
/// The bytes decide for extensions that two languages share (`.html`, `.h`, `.ts`, `.config`), and for files that the
/// path says nothing of but that begin with an interpreter line, an XML declaration or a PHP tag.
pub fn detect(path: &str, head: &[u8]) -> Detection {
    let head = &head[..head.len().min(DETECTION_HEAD_BYTES)];
    let by_path = detect_by_path(path);
    let extension = extension(file_name(path)).unwrap_or_default().to_lowercase();
    match by_path {
        Detection::Language(language) => Detection::Language(refine(language, &extension, &text_of(head))),
        Detection::Unsupported => by_content(&text_of(head)).map_or(Detection::Unsupported, Detection::Language),
        Detection::NeverScanned(_) => by_path,
    }
}

fn text_of(head: &[u8]) -> String {
    String::from_utf8_lossy(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head)).into_owned()
}

fn never_scanned(path: &str, lower: &str) -> Option<&'static str> {
    if is_lock_file(path) {
        Some("lock file")
    } else if lower.ends_with(".min.js") {
        Some("minified")
    } else if lower.ends_with(".d.ts") {
        Some("type declarations")
    } else {
        None
    }
}

/// Files told by the start of their name or by the directories they are in, ahead of every extension.
fn by_place(path: &str, lower: &str) -> Option<Language> {
    let named = |stem: &str| {
        lower
            .strip_prefix(stem)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let under = |directory: &str| directories(path).any(|name| name == directory);
    let yaml = lower.ends_with(".yml") || lower.ends_with(".yaml");
    let markdown = lower.ends_with(".md");

    if named("dockerfile") || named("containerfile") {
        return Some(Language::Docker);
    }
    if named("jenkinsfile") {
        return Some(Language::Jenkins);
    }
    if lower == ".gitlab-ci.yml" || (yaml && under(".gitlab-ci")) {
        return Some(Language::GitlabCi);
    }
    if yaml && in_workflows(path) {
        return Some(Language::GithubActions);
    }
    if named(".env") {
        return Some(Language::Config);
    }
    const AGENT_ENDINGS: [&str; 5] = [".mdc", ".instructions.md", ".prompt.md", ".agent.md", ".chatmode.md"];
    const AGENT_DIRECTORIES: [&str; 4] = [".claude", ".cursor", ".windsurf", ".clinerules"];
    if AGENT_ENDINGS.iter().any(|ending| lower.ends_with(ending))
        || (markdown && AGENT_DIRECTORIES.into_iter().any(under))
    {
        return Some(Language::AgentInstructions);
    }
    let parent = directories(path).next_back();
    match (parent, lower) {
        (Some(".aws"), "credentials" | "config") => Some(Language::Config),
        (Some(".ssh"), "config") => Some(Language::Config),
        (Some(".kube"), "config") => Some(Language::Yaml),
        _ => None,
    }
}

/// `.github/workflows/x.yml`, and the same of the forges that run the same syntax.
fn in_workflows(path: &str) -> bool {
    let mut innermost = directories(path).rev();
    innermost.next() == Some("workflows") && matches!(innermost.next(), Some(".github" | ".gitea" | ".forgejo"))
}

fn by_name(lower: &str) -> Option<Language> {
    if lower.ends_with(".tfstate.backup") {
        return Some(Language::Json);
    }
    if lower.ends_with(".component.html") {
        return Some(Language::Angular);
    }
    Language::from_file_name(lower).or_else(|| Language::from_extension(extension(lower)?))
}

/// What follows the last dot; a name that only starts with a dot (`.bashrc`) is no extension, except that the
/// table may list it as a file name.
fn extension(name: &str) -> Option<&str> {
    let (stem, extension) = name.rsplit_once('.')?;
    (!extension.is_empty() && (!stem.is_empty() || Language::from_extension(extension).is_some())).then_some(extension)
}

fn refine(by_path: Language, extension: &str, head: &str) -> Language {
    let start = head.trim_start();
    match (by_path, extension) {
        (Language::Html, "html" | "htm") if has_angular_syntax(head) => Language::Angular,
        (Language::C, "h") if has_cpp_syntax(head) => Language::Cpp,
        // Translations of Qt share the extension of TypeScript.
        (Language::TypeScript, "ts") if start.starts_with("<?xml") || start.starts_with("<!DOCTYPE TS") => {
            Language::Xml
        }
        (Language::Xml, "config") if !start.is_empty() && !start.starts_with('<') => Language::Config,
        _ => by_path,
    }
}

fn by_content(head: &str) -> Option<Language> {
    if let Some(line) = head.strip_prefix("#!") {
        return interpreter(line.lines().next().unwrap_or_default());
    }
    let start = head.trim_start();
    if start.starts_with("<?xml") {
        Some(Language::Xml)
    } else if start.starts_with("<?php") {
        Some(Language::Php)
    } else if start.starts_with("-----BEGIN ") || start.starts_with("PuTTY-User-Key-File-") {
        // A key or a certificate under any name.
        Some(Language::Text)
    } else {
        None
    }
}

/// The language of an interpreter line, without its `#!`: `/usr/bin/env -S python3 -I`, `/bin/sh -e`.
fn interpreter(line: &str) -> Option<Language> {
    let mut words = line.split_whitespace();
    let mut program = base_name(words.next()?);
    if program == "env" {
        // Skip options and assignments, as env(1) does before the program it runs.
        program = base_name(words.find(|word| !word.starts_with('-') && !word.contains('='))?);
    }
    let program = program.to_lowercase();
    let program = program.strip_suffix(".exe").unwrap_or(&program);
    // `python3.12`, `ruby2.7`, `pypy3`: the version is no part of the name.
    let unversioned = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let unversioned = unversioned.strip_suffix('-').unwrap_or(unversioned);
    Language::from_interpreter(program).or_else(|| Language::from_interpreter(unversioned))
}

fn base_name(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

/// Marks that only Angular templates have: structural directives, `[property]=`, `(event)=`, `[(both)]=`, control flow
/// blocks, `<ng-…>` elements.
fn has_angular_syntax(head: &str) -> bool {
    const WORDS: [&str; 8] = [
        "*ngIf", "*ngFor", "*ngSwitch", "<ng-container", "<ng-template", "<ng-content", "<router-outlet", "<app-root",
    ];
    WORDS.iter().any(|word| head.contains(word)) || has_bound_attribute(head) || has_control_flow(head)
}

/// `[name]="`, `(name)="` or `[(name)]="` after white space, the name being made of letters, digits, `-`, `.`, `@`.
fn has_bound_attribute(head: &str) -> bool {
    let bytes = head.as_bytes();
    bytes.windows(2).enumerate().any(|(at, pair)| {
        if !(pair[0].is_ascii_whitespace() && matches!(pair[1], b'[' | b'(')) {
            return false;
        }
        let rest = &bytes[at + 1..];
        let opening = rest.iter().take_while(|byte| matches!(byte, b'[' | b'(')).count();
        let name = rest[opening..].iter().take(80);
        let name = name
            .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'@' | b'_'))
            .count();
        let closing = rest[opening + name..]
            .iter()
            .take_while(|byte| matches!(byte, b']' | b')'))
            .count();
        let after = &rest[opening + name + closing..];
        name > 0 && opening <= 2 && closing == opening && matches!(after, [b'=', b'"' | b'\'', ..])
    })
}

/// `@if (…) {`, `@for (…) {`, `@switch (…) {`, `@defer {` at the start of a line.
fn has_control_flow(head: &str) -> bool {
    head.lines().any(|line| {
        let line = line.trim();
        line.ends_with('{')
            && ["@if (", "@for (", "@switch (", "@defer"]
                .iter()
                .any(|word| line.starts_with(word))
    })
}

/// A header is C++ when a line that is no comment uses what C does not have.
fn has_cpp_syntax(head: &str) -> bool {
    const STARTS: [&str; 11] = [
        "class ", "namespace ", "template<", "template <", "using ", "public:", "private:", "protected:", "virtual ",
        "constexpr ", "explicit ",
    ];
    head.lines()
        .map(str::trim_start)
        .filter(|line| !line.starts_with("//") && !line.starts_with('*'))
        .any(|line| {
            STARTS.iter().any(|word| line.starts_with(word))
                || line.contains("std::")
                || line.contains("#include <iostream>")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(detection: Detection) -> &'static str {
        match detection {
            Detection::Language(language) => language.name(),
            Detection::NeverScanned(reason) => reason,
            Detection::Unsupported => "unsupported",
        }
    }

    fn check_path(path: &str, expected: &str) {
        assert_eq!(shown(detect_by_path(path)), expected, "{path}");
    }

    fn check(path: &str, head: &str, expected: &str) {
        assert_eq!(shown(detect(path, head.as_bytes())), expected, "{path}: {head}");
    }

    #[test]
    fn every_extension_and_name_of_the_table_leads_to_its_row() {
        for language in Language::all() {
            for extension in language.extensions() {
                check_path(&format!("src/file.{extension}"), language.name());
                check_path(&format!("FILE.{}", extension.to_uppercase()), language.name());
            }
            for name in language.file_names() {
                check_path(name, language.name());
                check_path(&format!(r"a\b\{}", name.to_uppercase()), language.name());
            }
        }
    }

    #[test]
    #[rustfmt::skip]
    fn the_first_row_that_applies_wins() {
        for (path, expected) in [
            // never scanned; lock files in their exact spelling only
            ("package-lock.json", "lock file"), ("a/yarn.lock", "lock file"), ("pnpm-lock.yaml", "lock file"),
            ("poetry.lock", "lock file"), ("Pipfile.lock", "lock file"), ("uv.lock", "lock file"),
            ("Cargo.lock", "lock file"), (".terraform.lock.hcl", "lock file"), ("Package-Lock.json", "json"),
            ("PNPM-lock.yaml", "yaml"), ("pipfile.lock", "unsupported"),
            ("a.min.js", "minified"), ("types.d.ts", "type declarations"), ("min.js", "javascript"), ("d.ts", "typescript"),
            // by the start of the name
            ("Dockerfile", "docker"), ("dockerfile.prod", "docker"), ("CONTAINERFILE", "docker"),
            ("containerfile.md", "docker"), ("dockerfile-prod", "unsupported"), ("web.dockerfile", "docker"),
            ("Jenkinsfile", "jenkins"), ("Jenkinsfile.release", "jenkins"), ("jenkinsfiles", "unsupported"),
            ("lib.jenkinsfile", "jenkins"), ("vars/deploy.groovy", "jenkins"),
            // pipelines
            (".gitlab-ci.yml", "gitlab-ci"), (".gitlab-ci.yaml", "yaml"), (".gitlab-ci/build.yml", "gitlab-ci"),
            ("a/.gitlab-ci/b/c.YAML", "gitlab-ci"), (".GitLab-CI/build.yml", "yaml"), (".gitlab-ci/x.sh", "shell"),
            (".github/workflows/ci.yml", "github-actions"), (r".github\workflows\ci.yaml", "github-actions"),
            ("x/.github/workflows/ci.yml", "github-actions"), (".github/workflows/sub/ci.yml", "yaml"),
            (".github/dependabot.yml", "yaml"), ("workflows/ci.yml", "yaml"), ("action.yml", "github-actions"),
            ("actions/setup/action.yaml", "github-actions"), (".forgejo/workflows/a.yml", "github-actions"),
            // environment
            (".env", "config"), (".env.local", "config"), (".ENV.production", "config"), (".environment", "unsupported"),
            ("prod.env", "config"), (".env.md", "config"), (".envrc", "shell"),
            // agents
            ("AGENTS.md", "agent-instructions"), ("sub/CLAUDE.md", "agent-instructions"),
            ("GEMINI.md", "agent-instructions"), (".github/copilot-instructions.md", "agent-instructions"),
            (".cursorrules", "agent-instructions"), (".windsurfrules", "agent-instructions"),
            (".clinerules", "agent-instructions"), ("rules/a.mdc", "agent-instructions"),
            ("a.instructions.md", "agent-instructions"), ("a.prompt.md", "agent-instructions"),
            (".claude/commands/x.md", "agent-instructions"), (".cursor/x.md", "agent-instructions"),
            (".windsurf/x.md", "agent-instructions"), (".clinerules/x.md", "agent-instructions"),
            (".Claude/x.md", "text"), ("claude/x.md", "text"), ("skills/pdf/SKILL.md", "agent-instructions"),
            (".mcp.json", "json"), (".claude/settings.json", "json"),
            // by extension
            ("a.py", "python"), ("a.pyw", "python"), ("A.java", "java"), ("a.ts", "typescript"), ("a.tsx", "typescript"),
            ("a.mts", "typescript"), ("a.cts", "typescript"), ("a.js", "javascript"), ("a.jsx", "javascript"),
            ("a.mjs", "javascript"), ("a.cjs", "javascript"), ("a.go", "go"), ("a.cs", "csharp"), ("a.csx", "csharp"),
            ("a.cshtml", "csharp"), ("a.razor", "csharp"), ("a.rs", "rust"), ("a.html", "html"), ("a.yml", "yaml"),
            ("a.yaml", "yaml"), ("a.properties", "config"), ("gradle.properties", "config"), ("a.ini", "config"),
            ("a.cfg", "config"), ("a.conf", "config"), ("a.toml", "toml"), ("a.kt", "kotlin"), ("b.gradle.kts", "kotlin"),
            ("Gemfile", "ruby"), ("a.rake", "ruby"), ("a.phtml", "php"), ("a.swift", "swift"), ("a.c", "c"), ("a.h", "c"),
            ("a.hpp", "cpp"), ("a.zsh", "shell"), ("a.tfvars", "terraform"), ("a.sql", "sql"), ("a.vue", "vue"),
            ("a.svelte", "svelte"), ("web.config", "xml"), ("a.ipynb", "notebook"), ("a.md", "text"), ("a.ps1", "text"),
            ("Makefile", "text"), ("build.gradle", "text"), ("server.pem", "text"), ("id_rsa", "text"),
            (".npmrc", "config"), (".aws/credentials", "config"), ("credentials", "unsupported"),
            (".kube/config", "yaml"), ("terraform.tfstate", "json"), ("terraform.tfstate.backup", "json"),
            ("app.component.html", "angular"), ("a.jsp", "java"),
            // nothing applies
            ("server.log", "text"), ("export.csv", "text"), (".gitmodules", "text"), (".zsh_history", "text"), ("events.jsonl", "text"),
            (".gitattributes", "unsupported"), (".gitignore", "unsupported"), ("a.png", "unsupported"), ("a.", "unsupported"),
            ("a", "unsupported"), ("", "unsupported"), ("/", "unsupported"), ("dir.py/", "unsupported"), (".py", "python"),
            ("é.py", "python"), ("..", "unsupported"),
        ] {
            check_path(path, expected);
        }
    }

    #[test]
    #[rustfmt::skip]
    fn interpreter_lines_tell_what_a_name_does_not() {
        for (line, expected) in [
            ("#!/usr/bin/env python3", "python"), ("#!/usr/bin/python3.12 -I", "python"), ("#!/bin/sh", "shell"),
            ("#!/bin/bash -e\r\nx", "shell"), ("#! /usr/bin/env -S node --no-warnings", "javascript"),
            ("#!/usr/bin/env A=1 ruby", "ruby"), ("#!/usr/bin/php", "php"), ("#!/usr/bin/env deno", "typescript"),
            ("#!/usr/bin/perl -w", "text"), ("#!/usr/bin/env", "unsupported"), ("#!", "unsupported"),
            ("#!/usr/bin/env -S", "unsupported"), ("#!/opt/thing", "unsupported"), (" #!/bin/sh", "unsupported"),
            ("-----BEGIN OPENSSH PRIVATE KEY-----", "text"), ("PuTTY-User-Key-File-3: ssh-ed25519", "text"),
            ("\u{feff}#!/bin/sh", "shell"), ("plain text", "unsupported"), ("\0\0\0", "unsupported"), ("", "unsupported"),
            ("<?xml version=\"1.0\"?><a/>", "xml"), ("\n<?php echo 1;", "php"),
        ] {
            check("bin/tool", line, expected);
        }
        check("tool.py", "#!/bin/sh", "python");
        check("yarn.lock", "#!/bin/sh", "lock file");
        assert_eq!(shown(detect("tool", b"#!/bin/sh\xff\xfe")), "unsupported");
        assert_eq!(shown(detect("tool", b"#!/bin/sh\n\xff\xfe")), "shell");
    }

    #[test]
    #[rustfmt::skip]
    fn content_decides_between_languages_that_share_an_extension() {
        for (path, head, expected) in [
            ("a.html", "<p>x</p>", "html"), ("a.html", "<p *ngIf=\"x\">", "angular"), ("a.html", "<p [title]=\"x\">", "angular"),
            ("a.html", "<p (click)=\"f()\">", "angular"), ("a.HTML", "<p [(ngModel)]='x'>", "angular"),
            ("a.html", "@if (user) {\n<p>x</p>\n}", "angular"), ("a.html", "<script>a [b]= \"c\"</script>", "html"),
            ("a.html", "see (x) = \"y\" and [ ]=\"z\"", "html"), ("a.html", "", "html"),
            ("a.h", "int f(void);", "c"), ("a.h", "// class of things\nstruct a;", "c"), ("a.h", "class A;", "cpp"),
            ("a.h", "  namespace x {", "cpp"), ("a.h", "template <typename T>", "cpp"), ("a.h", "void f(std::string);", "cpp"),
            ("a.ts", "<?xml version=\"1.0\"?>", "xml"), ("a.ts", "let x = 1", "typescript"),
            ("web.config", "<configuration/>", "xml"), ("tool.config", "key=value", "config"),
        ] {
            check(path, head, expected);
        }
    }

    #[test]
    fn only_the_first_bytes_count() {
        let head = format!("{}class A;", "\n".repeat(DETECTION_HEAD_BYTES));
        check("a.h", &head, "c");
        check("a.html", &" (".repeat(100_000), "html");
    }
}
