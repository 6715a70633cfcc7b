//! A tree in a temporary folder, and the scan of it as lines of text.
#![allow(dead_code)]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use scanner::{RuleSet, TreeOptions, TreeReport, scan_tree};
use tempfile::TempDir;

/// One rule, for every language: a call of `forbidden`.
pub static RULES: LazyLock<RuleSet> = LazyLock::new(|| {
    let rule = "[[rules]]\nid = 'ACME-001'\ntitle = 'Forbidden call'\nseverity = 'high'\npattern = 'forbidden\\('\nfix = 'Stop.'\n";
    RuleSet::load(&[("acme.toml", rule)]).unwrap()
});

/// A line that raises the rule.
pub const BAD: &str = "forbidden(1)\n";

pub struct Tree(TempDir);

impl Tree {
    /// Files of one bad line each.
    pub fn new(paths: &[&str]) -> Self {
        let tree = Self(tempfile::tempdir().unwrap());
        paths.iter().for_each(|path| tree.write(path, BAD));
        tree
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let file = self.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, content).unwrap();
    }

    /// Runs git with none of the user's settings.
    pub fn git(&self, arguments: &[&str]) {
        let status = Command::new("git")
            .args([
                "-c", "init.defaultBranch=main", "-c", "user.name=t", "-c", "user.email=t@example.org", "-c",
                "protocol.file.allow=always",
            ])
            .args(arguments)
            .current_dir(self.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env_remove("GIT_DIR")
            .env_remove("GIT_INDEX_FILE")
            .output()
            .expect("git is needed by these tests");
        assert!(
            status.status.success(),
            "git {arguments:?}: {}",
            String::from_utf8_lossy(&status.stderr)
        );
    }

    pub fn options(&self) -> TreeOptions {
        TreeOptions {
            jobs: 2,
            ..TreeOptions::new(self.path())
        }
    }

    pub fn scan(&self) -> TreeReport {
        self.scan_with(&self.options())
    }

    pub fn scan_with(&self, options: &TreeOptions) -> TreeReport {
        scan_tree(&RULES, options, &()).unwrap()
    }
}

/// The paths with matches.
pub fn found(report: &TreeReport) -> Vec<&str> {
    report
        .files
        .iter()
        .filter(|file| !file.matches.is_empty())
        .map(|file| file.path.as_str())
        .collect()
}

/// `path: reason` of everything skipped.
pub fn skipped(report: &TreeReport) -> Vec<String> {
    report
        .skipped
        .iter()
        .map(|skipped| format!("{}: {}", skipped.path, skipped.reason))
        .collect()
}
