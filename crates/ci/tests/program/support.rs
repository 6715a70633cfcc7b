//! A folder to scan, rules that no change of the shipped ones touches, and a run of the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use tempfile::TempDir;

/// Rules of the tests: `forbidden(` high, `careless(` medium, `untidy(` low, `maybe(` of low confidence.
const RULES: &str = r#"
family = "ACME"
title = "Rules of the tests"

[[rules]]
id = "ACME-001"
title = "Forbidden call"
severity = "high"
confidence = "high"
cwe = "CWE-676"
owasp = "A06:2025"
languages = ["python"]
ignore_in = ["comments"]
pattern = 'forbidden\('
what = "A call of forbidden."
why = "It is forbidden."
fix = "Call allowed instead."
references = ["https://acme.example/forbidden"]

[[rules]]
id = "ACME-002"
title = "Careless call"
severity = "medium"
confidence = "medium"
languages = ["python"]
pattern = 'careless\('
what = "A call of careless."
why = "It is careless."
fix = "Take care."

[[rules]]
id = "ACME-003"
title = "Untidy call"
severity = "low"
confidence = "high"
languages = ["python"]
pattern = 'untidy\('
what = "A call of untidy."
why = "It is untidy."
fix = "Tidy up."

[[rules]]
id = "ACME-004"
title = "Possible call"
severity = "critical"
confidence = "low"
languages = ["python"]
pattern = 'maybe\('
what = "A call of maybe."
why = "It may be bad."
fix = "Look at it."
"#;

/// A folder to scan.
pub struct Folder {
    dir: TempDir,
    /// What is no part of the scan.
    aside: TempDir,
}

/// How a run ended and what it printed.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program prints UTF-8");
        Self {
            code: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

impl Run {
    /// The last line of stdout.
    pub fn last_line(&self) -> &str {
        self.out.lines().last().unwrap_or_default()
    }

    /// The message of the error object on stderr.
    #[track_caller]
    pub fn error(&self) -> String {
        assert_eq!(self.code, Some(2), "{self:?}");
        let object: serde_json::Value = serde_json::from_str(self.err.trim()).expect("one JSON object on stderr");
        object["error"].as_str().expect("a message").to_owned()
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

impl Folder {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self {
            dir: TempDir::new().unwrap(),
            aside: TempDir::new().unwrap(),
        };
        for (path, content) in files {
            folder.write(path, content);
        }
        fs::write(folder.aside("rules.toml"), RULES).unwrap();
        folder
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// A path outside the scanned folder.
    pub fn aside(&self, name: &str) -> PathBuf {
        self.aside.path().join(name)
    }

    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// `scan-code . --rules RULES` and these options.
    pub fn scan(&self, options: &[&str]) -> Run {
        self.command(options).output().expect("the program starts").into()
    }

    pub fn command(&self, options: &[&str]) -> Command {
        let mut command = program(&["scan-code", ".", "--rules"]);
        command
            .arg(self.aside("rules.toml"))
            .args(options)
            .current_dir(self.path());
        command
    }

    pub fn git(&self, args: &[&str]) -> String {
        let mut command = std::process::Command::new("git");
        command
            .current_dir(self.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null");
        command
            .args([
                "-c", "user.name=A", "-c", "user.email=a@acme.example", "-c", "init.defaultBranch=main",
            ])
            .args(args);
        let output = command.output().expect("git starts");
        assert!(
            output.status.success(),
            "git {args:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// A repository with everything committed.
    pub fn commit(&self) {
        self.git(&["init", "-q"]);
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", "first"]);
    }
}

/// The program.
pub fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_security-review-ci"));
    command.args(args);
    for variable in ["CLICOLOR_FORCE", "NO_COLOR", "GITHUB_ACTIONS", "TF_BUILD"] {
        command.env_remove(variable);
    }
    command
}

pub fn run(args: &[&str]) -> Run {
    program(args).output().expect("the program starts").into()
}
