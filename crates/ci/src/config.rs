//! The settings file `.security-review.toml`.
//!
//! It is read from the scanned folder itself, never from one above. A branch under review can weaken its own gate with it;
//! so its use and everything it takes away are shown in the result, and `--no-settings` ignores it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use domain::{Confidence, Severity};
use scanner::TreeReport;
use serde::Serialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::args::FlowAnswers;
use crate::report::plural;

/// The name of the file.
pub(crate) const FILE_NAME: &str = ".security-review.toml";

/// More than this is no settings file.
const MAX_BYTES: u64 = 1 << 20;

/// Ignore files that are named on one line.
const NAMED_IGNORE_FILES: usize = 5;

const KEYS: &str = "exclude, include, disable, severity, fail-on, min-confidence, max-file-bytes, flow-profile";

/// Settings of a scan, each optional. The command line wins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) exclude: Vec<String>,
    pub(crate) include: Vec<String>,
    /// Ids of rules that are off.
    pub(crate) disable: Vec<String>,
    /// Severities by rule id.
    pub(crate) severity: BTreeMap<String, Severity>,
    pub(crate) fail_on: Option<Severity>,
    pub(crate) min_confidence: Option<Confidence>,
    pub(crate) max_file_bytes: Option<u64>,
    pub(crate) flow_profile: Option<FlowAnswers>,
}

/// Settings, and the file they are from.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// The path, as it was found or given.
    pub(crate) path: PathBuf,
    pub(crate) config: Config,
    /// Where each rule id stands, for messages about it: line by id.
    pub(crate) rule_lines: BTreeMap<String, usize>,
}

/// What a result says about the settings file and the ignore files of the scanned folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct ConfigUse {
    /// The settings file.
    pub(crate) path: Option<String>,
    /// Rules it switches off.
    pub(crate) disabled: Vec<String>,
    /// Severities it changes.
    pub(crate) severity: BTreeMap<String, Severity>,
    pub(crate) exclude: Vec<String>,
    pub(crate) include: Vec<String>,
    pub(crate) fail_on: Option<Severity>,
    pub(crate) min_confidence: Option<Confidence>,
    pub(crate) max_file_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) flow_profile: Option<FlowAnswers>,
    /// The `.security-review-ignore` files that were obeyed, as they are in the work tree.
    pub(crate) ignore_files: Vec<String>,
    /// How many files they leave out.
    pub(crate) ignored_files: usize,
}

/// What to show of the settings and of the ignore files of a scan; `None` when there were none.
pub(crate) fn describe(loaded: Option<&Loaded>, tree: &TreeReport) -> Option<ConfigUse> {
    if loaded.is_none() && tree.ignore_files.is_empty() {
        return None;
    }
    let line = |path: &String| untrusted_text::safe_line(path, 1_000).into_string();
    Some(ConfigUse {
        ignore_files: tree.ignore_files.iter().map(line).collect(),
        ignored_files: tree.files_ignored,
        ..loaded.map(Loaded::describe).unwrap_or_default()
    })
}

/// Reads the settings of a scan of `dir`: `explicit` when given, else the file in `dir` if there is one.
pub(crate) fn load(dir: &Path, explicit: Option<&Path>) -> anyhow::Result<Option<Loaded>> {
    let path = match explicit {
        Some(path) => path.to_path_buf(),
        None => {
            let path = dir.join(FILE_NAME);
            let Ok(meta) = fs::symlink_metadata(&path) else {
                return Ok(None);
            };
            if !meta.is_file() {
                bail!(
                    "`{}` is no regular file, and links in a scanned folder are not followed: name the file with --settings, or pass --no-settings",
                    path.display()
                );
            }
            path
        }
    };
    let text = read(&path)?;
    let mut reader = Reader {
        path: &path,
        text: &text,
        loaded: Config::default(),
        rule_lines: BTreeMap::new(),
    };
    reader.read()?;
    let Reader { loaded, rule_lines, .. } = reader;
    Ok(Some(Loaded {
        path,
        config: loaded,
        rule_lines,
    }))
}

fn read(path: &Path) -> anyhow::Result<String> {
    let fail = || format!("the settings file `{}` could not be read", path.display());
    let mut text = String::new();
    let file = fs::File::open(path).with_context(fail)?;
    file.take(MAX_BYTES + 1).read_to_string(&mut text).with_context(fail)?;
    if text.len() as u64 > MAX_BYTES {
        bail!(
            "the settings file `{}` has more than {MAX_BYTES} bytes: settings are a few lines",
            path.display()
        );
    }
    Ok(text)
}

impl Loaded {
    /// What to show of it.
    fn describe(&self) -> ConfigUse {
        let line = |text: &String| untrusted_text::safe_line(text, 200).into_string();
        let config = &self.config;
        ConfigUse {
            path: Some(untrusted_text::safe_line(&self.path.to_string_lossy(), 1_000).into_string()),
            disabled: config.disable.iter().map(line).collect(),
            severity: config
                .severity
                .iter()
                .map(|(id, severity)| (line(id), *severity))
                .collect(),
            exclude: config.exclude.iter().map(line).collect(),
            include: config.include.iter().map(line).collect(),
            fail_on: config.fail_on,
            min_confidence: config.min_confidence,
            max_file_bytes: config.max_file_bytes,
            flow_profile: config.flow_profile,
            ..ConfigUse::default()
        }
    }

    /// "`file`, line 3": where a rule id stands.
    pub(crate) fn place_of(&self, id: &str) -> String {
        let line = self
            .rule_lines
            .get(id)
            .map_or_else(String::new, |line| format!(", line {line}"));
        format!("{}{line}", self.path.display())
    }
}

impl ConfigUse {
    /// One line: the files and what they change.
    pub(crate) fn summary(&self) -> String {
        let settings = self.path.as_ref().map(|path| format!("{path}: {}", self.changes()));
        let parts: Vec<_> = settings.into_iter().chain(self.ignored()).collect();
        parts.join("; ")
    }

    /// What the ignore files do.
    fn ignored(&self) -> Option<String> {
        let named = self
            .ignore_files
            .get(..NAMED_IGNORE_FILES)
            .unwrap_or(&self.ignore_files);
        let more = match self.ignore_files.len() - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        (!named.is_empty()).then(|| {
            let files = plural(self.ignored_files, "file", "files");
            format!("{}{more} in the work tree: {files} left out", named.join(", "))
        })
    }

    fn changes(&self) -> String {
        let mut parts = Vec::new();
        let list = |what: &str, items: &[String]| format!("{what} {}", items.join(", "));
        if !self.disabled.is_empty() {
            parts.push(list("disables", &self.disabled));
        }
        parts.extend(
            self.severity
                .iter()
                .map(|(id, severity)| format!("sets {id} to {severity}")),
        );
        if !self.exclude.is_empty() {
            parts.push(list("excludes", &self.exclude));
        }
        if !self.include.is_empty() {
            parts.push(list("scans only", &self.include));
        }
        parts.extend(self.fail_on.map(|severity| format!("fails on {severity}")));
        parts.extend(
            self.min_confidence
                .map(|confidence| format!("reports from {confidence} confidence")),
        );
        parts.extend(
            self.max_file_bytes
                .map(|bytes| format!("skips files over {bytes} bytes")),
        );
        parts.extend(
            self.flow_profile
                .map(|profile| format!("follows flows as {}", profile.profile().name())),
        );
        if parts.is_empty() {
            "changes nothing".to_owned()
        } else {
            parts.join("; ")
        }
    }
}

/// Reads one file; every problem names the file, the line, the key, what is allowed.
struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
    loaded: Config,
    rule_lines: BTreeMap<String, usize>,
}

type Value<'a> = Spanned<DeValue<'a>>;
type Key<'a> = Spanned<Cow<'a, str>>;

impl Reader<'_> {
    fn line(&self, at: usize) -> usize {
        self.text.as_bytes()[..at.min(self.text.len())]
            .iter()
            .filter(|b| **b == b'\n')
            .count()
            + 1
    }

    fn problem(&self, at: usize, what: &str) -> anyhow::Error {
        anyhow::anyhow!("{}, line {}: {what}", self.path.display(), self.line(at))
    }

    fn read(&mut self) -> anyhow::Result<()> {
        let table = DeTable::parse(self.text).map_err(|error| {
            self.problem(
                error.span().map_or(0, |span| span.start),
                &format!("not valid TOML: {}", error.message()),
            )
        })?;
        for (key, value) in table.get_ref() {
            self.entry(key, value)?;
        }
        Ok(())
    }

    fn entry(&mut self, key: &Key<'_>, value: &Value<'_>) -> anyhow::Result<()> {
        match key.get_ref().as_ref() {
            "exclude" => self.loaded.exclude = self.globs(key, value)?,
            "include" => self.loaded.include = self.globs(key, value)?,
            "disable" => {
                let ids = self.strings(key, value, "a list of rule ids, as in `disable = [\"PY-010\"]`")?;
                for (id, at) in ids {
                    self.rule_lines.insert(id.clone(), self.line(at));
                    self.loaded.disable.push(id);
                }
            }
            "severity" => self.severities(value)?,
            "fail-on" => self.loaded.fail_on = Some(self.word(key, value)?),
            "min-confidence" => self.loaded.min_confidence = Some(self.word(key, value)?),
            "max-file-bytes" => self.loaded.max_file_bytes = Some(self.positive(key, value)?),
            "flow-profile" => self.loaded.flow_profile = Some(self.word(key, value)?),
            other => {
                let other = untrusted_text::safe_line(other, 100);
                return Err(self.problem(key.span().start, &format!("unknown key `{other}`: use {KEYS}")));
            }
        }
        Ok(())
    }

    fn globs(&self, key: &Key<'_>, value: &Value<'_>) -> anyhow::Result<Vec<String>> {
        let globs = self.strings(
            key,
            value,
            "a list of globs or folders, as in `[\"vendor\", \"*.gen.go\"]`",
        )?;
        for (glob, at) in &globs {
            scanner::check_pattern(glob).map_err(|error| {
                let what = format!(
                    "`{}`: {}",
                    key.get_ref(),
                    untrusted_text::safe_line(&error.to_string(), 300)
                );
                self.problem(*at, &what)
            })?;
        }
        Ok(globs.into_iter().map(|(glob, _)| glob).collect())
    }

    fn strings(&self, key: &Key<'_>, value: &Value<'_>, wanted: &str) -> anyhow::Result<Vec<(String, usize)>> {
        let wrong = |at: usize| self.problem(at, &format!("`{}` must be {wanted}", key.get_ref()));
        let array = value.get_ref().as_array().ok_or_else(|| wrong(value.span().start))?;
        let item = |item: &Value<'_>| match item.get_ref().as_str() {
            Some(text) if !text.trim().is_empty() => Ok((text.to_owned(), item.span().start)),
            _ => Err(wrong(item.span().start)),
        };
        array.iter().map(item).collect()
    }

    fn severities(&mut self, value: &Value<'_>) -> anyhow::Result<()> {
        let Some(table) = value.get_ref().as_table() else {
            let what = "`severity` must be a table of rule ids, as in `[severity]` and then `PY-010 = \"high\"`";
            return Err(self.problem(value.span().start, what));
        };
        for (id, value) in table {
            let severity = self.word(id, value)?;
            self.rule_lines
                .insert(id.get_ref().to_string(), self.line(id.span().start));
            self.loaded.severity.insert(id.get_ref().to_string(), severity);
        }
        Ok(())
    }

    fn word<T: std::str::FromStr<Err = domain::UnknownValue>>(
        &self,
        key: &Key<'_>,
        value: &Value<'_>,
    ) -> anyhow::Result<T> {
        let text = value
            .get_ref()
            .as_str()
            .map_or_else(|| self.text[value.span()].to_owned(), str::to_owned);
        text.parse().map_err(|error: domain::UnknownValue| {
            let given = untrusted_text::safe_line(&error.given, 100);
            let what = format!(
                "`{}`: `{given}` is not a {}: use one of {}, in quotes",
                key.get_ref(),
                error.what,
                error.allowed
            );
            self.problem(value.span().start, &what)
        })
    }

    fn positive(&self, key: &Key<'_>, value: &Value<'_>) -> anyhow::Result<u64> {
        let integer = value.get_ref().as_integer();
        let number = integer.and_then(|i| u64::from_str_radix(&i.as_str().replace('_', ""), i.radix()).ok());
        number.filter(|n| *n > 0).ok_or_else(|| {
            self.problem(
                value.span().start,
                &format!(
                    "`{}` must be a number of bytes of at least 1, as in 2_000_000",
                    key.get_ref()
                ),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> anyhow::Result<Config> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join(FILE_NAME), text)?;
        Ok(load(folder.path(), None)?.expect("the file is there").config)
    }

    #[track_caller]
    fn refused(text: &str, expected: &str) {
        let message = parse(text).unwrap_err().to_string();
        let (_, message) = message.split_once(FILE_NAME).unwrap();
        assert_eq!(message, expected);
    }

    #[test]
    fn every_key_is_read() {
        let config = parse(
            "exclude = ['vendor']\ninclude = ['src']\ndisable = ['PY-010']\nfail-on = 'critical'\nmin-confidence = 'LOW'\n\
             max-file-bytes = 2_000\nflow-profile = 'agreement'\n[severity]\nGO-001 = 'low'\n",
        );
        let config = config.unwrap();
        assert_eq!(
            (config.exclude, config.include, config.disable),
            (vec!["vendor".into()], vec!["src".into()], vec!["PY-010".into()])
        );
        assert_eq!(
            (config.fail_on, config.min_confidence),
            (Some(Severity::Critical), Some(Confidence::Low))
        );
        assert_eq!(config.max_file_bytes, Some(2_000));
        assert_eq!(config.flow_profile, Some(FlowAnswers::Agreement));
        assert_eq!(config.severity["GO-001"], Severity::Low);
    }

    #[test]
    fn a_problem_names_line_key_and_what_is_allowed() {
        refused(
            "\nexcludes = []\n",
            ", line 2: unknown key `excludes`: use exclude, include, disable, severity, fail-on, min-confidence, max-file-bytes, \
             flow-profile",
        );
        refused(
            "flow-profile = 'exact'",
            ", line 1: `flow-profile`: `exact` is not a profile of flows: use one of precise, agreement, agreement-intrafile, in quotes",
        );
        refused(
            "fail-on = \"urgent\"",
            ", line 1: `fail-on`: `urgent` is not a severity: use one of critical, high, medium, low, info, in quotes",
        );
        refused(
            "[severity]\nPY-010 = 3\n",
            ", line 2: `PY-010`: `3` is not a severity: use one of critical, high, medium, low, info, in quotes",
        );
        refused(
            "disable = 'PY-010'",
            ", line 1: `disable` must be a list of rule ids, as in `disable = [\"PY-010\"]`",
        );
        refused(
            "exclude = [\n  'a',\n  7,\n]",
            ", line 3: `exclude` must be a list of globs or folders, as in `[\"vendor\", \"*.gen.go\"]`",
        );
        refused(
            "max-file-bytes = 0",
            ", line 1: `max-file-bytes` must be a number of bytes of at least 1, as in 2_000_000",
        );
        assert!(
            parse("a = = 1")
                .unwrap_err()
                .to_string()
                .contains("line 1: not valid TOML")
        );
    }

    #[test]
    fn no_file_is_no_error_and_a_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        assert!(load(folder.path(), None).unwrap().is_none());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("/etc/hostname", folder.path().join(FILE_NAME)).unwrap();
            assert!(
                load(folder.path(), None)
                    .unwrap_err()
                    .to_string()
                    .contains("not followed")
            );
        }
    }
}
