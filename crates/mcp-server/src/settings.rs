//! Settings of the program, from the environment. A `.env` file of the working folder is never read: over stdio that folder is
//! a repository under review, and may be hostile.

use std::ffi::OsString;
use std::path::PathBuf;

use domain::{Limits, ReportLanguage};

/// What the server was started with.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Bounds on what it takes in.
    pub limits: Limits,
    /// Language of the reports, when the environment sets one: `Some(None)` for an empty value, which wins over what is
    /// stored.
    pub report_language: Option<Option<ReportLanguage>>,
    /// Longest message, in bytes (`SECREVIEW_MAX_MCP_REQUEST_MB`).
    pub max_message_bytes: usize,
    /// Whether the local database is brought to the schema of this program at the start (`SECREVIEW_DB_AUTO_UPGRADE`).
    pub auto_upgrade: bool,
    /// What is logged (`SECREVIEW_LOG_LEVEL`).
    pub log_level: LogLevel,
    /// The database file of the local mode.
    pub database: PathBuf,
}

/// How much the log says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogLevel {
    /// Failures only.
    Error,
    /// And what should be looked at.
    Warn,
    /// And what happened.
    Info,
    /// And how.
    Debug,
    /// Everything of ours.
    Trace,
}

/// A variable with a value that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {problem}")]
pub struct SettingError {
    name: &'static str,
    problem: String,
}

/// Where variables come from.
pub(crate) trait Environment {
    fn get(&self, name: &str) -> Option<OsString>;
}

/// The environment of the process.
pub(crate) struct Process;

impl Environment for Process {
    /// Names are compared without case, as in the rest of the platform; the exact one comes first.
    fn get(&self, name: &str) -> Option<OsString> {
        std::env::var_os(name).or_else(|| {
            let same = |other: &OsString| other.to_str().is_some_and(|other| other.eq_ignore_ascii_case(name));
            std::env::vars_os()
                .find(|(other, _)| same(other))
                .map(|(_, value)| value)
        })
    }
}

impl Settings {
    /// Reads the environment of the process.
    ///
    /// # Errors
    ///
    /// [`SettingError`] names the variable, what is wrong and what is allowed; never the value.
    pub fn from_environment() -> Result<Self, SettingError> {
        Self::read(&Process)
    }

    pub(crate) fn read(env: &dyn Environment) -> Result<Self, SettingError> {
        let defaults = Limits::default();
        let limits = Limits {
            content_chars: number(
                env, "SECREVIEW_MAX_CONTENT_CHARS", 1_000, 10_000_000, defaults.content_chars,
            )?,
            findings_per_report: number(
                env,
                "SECREVIEW_MAX_FINDINGS_PER_REPORT",
                1,
                10_000,
                defaults.findings_per_report,
            )?,
            list: number(env, "SECREVIEW_MAX_LIST_LIMIT", 1, 100, defaults.list)?,
            ..defaults
        };
        let megabytes = number(env, "SECREVIEW_MAX_MCP_REQUEST_MB", 1, 1_024, 16)?;
        Ok(Self {
            limits,
            report_language: language(env)?,
            max_message_bytes: megabytes << 20,
            auto_upgrade: truth(env, "SECREVIEW_DB_AUTO_UPGRADE", true)?,
            log_level: log_level(env)?,
            database: database(env)?,
        })
    }
}

fn text(env: &dyn Environment, name: &'static str) -> Result<Option<String>, SettingError> {
    let Some(value) = env.get(name) else { return Ok(None) };
    let value = value.into_string().map_err(|_| SettingError {
        name,
        problem: "is not UTF-8 text".into(),
    })?;
    Ok(Some(value.trim().to_owned()))
}

fn number(
    env: &dyn Environment,
    name: &'static str,
    min: usize,
    max: usize,
    default: usize,
) -> Result<usize, SettingError> {
    let Some(value) = text(env, name)?.filter(|value| !value.is_empty()) else {
        return Ok(default);
    };
    let number = value
        .replace('_', "")
        .parse::<usize>()
        .ok()
        .filter(|n| (min..=max).contains(n));
    number.ok_or_else(|| SettingError {
        name,
        problem: format!("must be a whole number from {min} to {max} (default {default})"),
    })
}

fn truth(env: &dyn Environment, name: &'static str, default: bool) -> Result<bool, SettingError> {
    let value = text(env, name)?.unwrap_or_default().to_lowercase();
    match value.as_str() {
        "" => Ok(default),
        "1" | "true" | "yes" | "on" => Ok(true),
        "0" | "false" | "no" | "off" => Ok(false),
        _ => Err(SettingError {
            name,
            problem: "must be true or false".into(),
        }),
    }
}

fn language(env: &dyn Environment) -> Result<Option<Option<ReportLanguage>>, SettingError> {
    const NAME: &str = "SECREVIEW_REPORT_LANGUAGE";
    let Some(value) = text(env, NAME)? else { return Ok(None) };
    let language = ReportLanguage::parse(&value).map_err(|error| SettingError {
        name: NAME,
        problem: error.to_string(),
    })?;
    Ok(Some(language))
}

fn log_level(env: &dyn Environment) -> Result<LogLevel, SettingError> {
    const NAME: &str = "SECREVIEW_LOG_LEVEL";
    match text(env, NAME)?.unwrap_or_default().to_lowercase().as_str() {
        "" | "info" => Ok(LogLevel::Info),
        "error" | "critical" => Ok(LogLevel::Error),
        "warn" | "warning" => Ok(LogLevel::Warn),
        "debug" => Ok(LogLevel::Debug),
        "trace" => Ok(LogLevel::Trace),
        _ => Err(SettingError {
            name: NAME,
            problem: "must be error, warn, info, debug or trace".into(),
        }),
    }
}

/// `$XDG_DATA_HOME/security-review-mcp/security_reports.db`; an unset or relative `XDG_DATA_HOME` is `~/.local/share`;
/// without a home there is no database: the working folder may be a hostile repository.
fn database(env: &dyn Environment) -> Result<PathBuf, SettingError> {
    let absolute = |name| env.get(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")));
    let data = data.ok_or_else(|| SettingError {
        name: "HOME",
        problem: "is not set, and neither is XDG_DATA_HOME: there is no place for the database".into(),
    })?;
    Ok(data.join("security-review-mcp").join("security_reports.db"))
}
