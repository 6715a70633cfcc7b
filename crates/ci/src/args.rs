//! The command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};
use domain::{Confidence, Severity, UnknownValue};
use scanner::FlowProfile;
use serde::Serialize;

/// Security review of source code for pipelines, commit hooks and workstations.
///
/// Works offline: nothing leaves this machine. Exit codes: 0 passed, 1 blocked, 2 no answer.
#[derive(Debug, Parser)]
#[command(name = "security-review-ci", version, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Scan the files of a folder for credentials and dangerous code
    ScanCode(Box<ScanCode>),
    /// Try rules in Opengrep syntax on their annotated test files
    TestRules(TestRules),
    /// List the rules
    Rules(Rules),
    /// Explain a rule: what it looks for, why, what to do
    Explain(Explain),
    /// List the languages and the files that are recognised as each
    Languages(Languages),
}

/// Scan the files of a folder for credentials and dangerous code.
///
/// Exits with 1 when a match reaches --fail-on. Suppressed matches (`secreview:ignore RULE-ID -- reason` on the line) and
/// matches of the baseline are listed and never block.
#[derive(Debug, Args)]
pub(crate) struct ScanCode {
    /// The folder to scan
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) dir: PathBuf,

    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub(crate) format: Format,
    /// Write the document to a file instead of stdout
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Also write the result in another format, as in `sarif=result.sarif`; repeatable
    #[arg(long = "report", value_name = "FORMAT=FILE", help_heading = "Output")]
    pub(crate) reports: Vec<ReportFile>,
    /// Print the result line only
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// Show low matches in tests, fixtures and examples too, in the formats that people read
    #[arg(long, conflicts_with = "quiet", help_heading = "Output")]
    pub(crate) all: bool,
    /// When to use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, help_heading = "Output")]
    pub(crate) color: Color,

    /// Lowest severity that blocks: critical, high, medium, low, info [default: high]
    #[arg(long, value_name = "SEVERITY", help_heading = "Verdict")]
    pub(crate) fail_on: Option<Severity>,
    /// Lowest confidence that is reported: high, medium, low [default: medium]
    #[arg(long, value_name = "CONFIDENCE", help_heading = "Verdict")]
    pub(crate) min_confidence: Option<Confidence>,
    /// Matches listed in this file do not block
    #[arg(long, value_name = "FILE", help_heading = "Verdict")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write all current matches to a baseline file; the verdict of this run does not change
    #[arg(long, value_name = "FILE", help_heading = "Verdict")]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Pass when no file was scanned at all
    #[arg(long, help_heading = "Verdict")]
    pub(crate) allow_empty: bool,

    /// Skip matching paths; `*` also matches `/`, a folder name skips the folder; repeatable
    #[arg(long, value_name = "GLOB", help_heading = "Files")]
    pub(crate) exclude: Vec<String>,
    /// Scan matching paths only; repeatable
    #[arg(long, value_name = "GLOB", help_heading = "Files")]
    pub(crate) include: Vec<String>,
    /// Scan the staged content of the files staged in git
    #[arg(long, conflicts_with = "diff", help_heading = "Files")]
    pub(crate) staged: bool,
    /// Report only on lines changed since the common ancestor with a git commit, branch or tag
    #[arg(long, value_name = "REF", help_heading = "Files")]
    pub(crate) diff: Option<String>,
    /// Skip larger files and say so [default: 1048576]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Files")]
    pub(crate) max_file_bytes: Option<u64>,
    /// Scan at most this many files and say so
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = at_least_one, help_heading = "Files")]
    pub(crate) max_files: usize,
    /// Do not apply git's ignore rules
    #[arg(long, conflicts_with_all = ["staged", "diff"], help_heading = "Files")]
    pub(crate) no_git: bool,
    /// Threads; 0 for all cores
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = jobs, help_heading = "Files")]
    pub(crate) jobs: usize,

    /// Settings, instead of `.security-review.toml` in DIR
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "no_settings",
        help_heading = "Rules and settings"
    )]
    pub(crate) settings: Option<PathBuf>,
    /// Do not read `.security-review.toml` and `.security-review-ignore`: a scanned branch could weaken its own gate
    /// with them
    #[arg(long, help_heading = "Rules and settings")]
    pub(crate) no_settings: bool,
    /// Add the rules in Opengrep syntax of a YAML file, or of every one below a folder; repeatable
    #[arg(long = "config", value_name = "PATH", help_heading = "Rules and settings")]
    pub(crate) config: Vec<PathBuf>,
    /// Add the pattern rules of a TOML file; repeatable
    #[arg(long = "rules", value_name = "FILE", help_heading = "Rules and settings")]
    pub(crate) rules: Vec<PathBuf>,
    /// Which answers taint rules give that ask for none [default: precise]
    #[arg(long, value_enum, value_name = "PROFILE", help_heading = "Rules and settings")]
    pub(crate) flow_profile: Option<FlowAnswers>,
    /// Follow flows within each file only. With --staged and --diff it is always so
    #[arg(long, help_heading = "Rules and settings")]
    pub(crate) no_cross_file: bool,
    /// Look for nothing but the rules of --config and --rules: no rule of the program, no credentials
    #[arg(long, help_heading = "Rules and settings")]
    pub(crate) no_default_rules: bool,
    /// Also list values that look like credentials and are public by design
    #[arg(long, help_heading = "Rules and settings")]
    pub(crate) show_public: bool,
    /// Name of the project, part of the fingerprints in SARIF
    #[arg(
        long,
        value_name = "NAME",
        default_value = "",
        hide_default_value = true,
        help_heading = "Rules and settings"
    )]
    pub(crate) project: String,
}

/// Try rules in Opengrep syntax on their annotated test files.
///
/// The rules of `r.yaml` are tried on the files beside it that are called `r.` and anything: `# ruleid: ID` above a line
/// expects a finding of the rule there, every other finding fails. `r.fixed.py` is what `r.py` must become when all fixes
/// are applied. Exits with 0 when everything passes, 1 otherwise.
#[derive(Debug, Args)]
pub(crate) struct TestRules {
    /// Folders of rules with their tests, or single rule files
    #[arg(value_name = "DIR", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Which answers taint rules give that ask for none [default: precise]
    #[arg(long, value_enum, value_name = "PROFILE")]
    pub(crate) flow_profile: Option<FlowAnswers>,
    /// What to print
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub(crate) format: ListFormat,
}

/// List the rules: patterns, structural rules, kinds of credentials, and those that are planned.
#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// Only rules that apply to this language
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) language: Option<String>,
    /// What to print
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub(crate) format: ListFormat,
    /// Add the rules in Opengrep syntax of a YAML file, or of every one below a folder; repeatable
    #[arg(long = "config", value_name = "PATH")]
    pub(crate) config: Vec<PathBuf>,
    /// Add the pattern rules of a TOML file; repeatable
    #[arg(long = "rules", value_name = "FILE")]
    pub(crate) rules: Vec<PathBuf>,
}

/// Explain a rule: what it looks for, why, what to do, with examples.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The id of a rule, or the id or name of a kind of credential, in any case
    #[arg(value_name = "RULE-ID")]
    pub(crate) id: String,
    /// What to print
    #[arg(long, value_enum, default_value_t = ExplainFormat::Markdown)]
    pub(crate) format: ExplainFormat,
    /// Add the rules in Opengrep syntax of a YAML file, or of every one below a folder; repeatable
    #[arg(long = "config", value_name = "PATH")]
    pub(crate) config: Vec<PathBuf>,
    /// Add the pattern rules of a TOML file; repeatable
    #[arg(long = "rules", value_name = "FILE")]
    pub(crate) rules: Vec<PathBuf>,
}

/// List the languages and the files that are recognised as each.
#[derive(Debug, Args)]
pub(crate) struct Languages {
    /// What to print
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub(crate) format: ListFormat,
}

/// The formats of a scan result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people, in a terminal
    Text,
    /// For programs
    Json,
    /// SARIF 2.1.0, for code-scanning services and editors
    Sarif,
    /// A job summary
    Markdown,
    /// Annotations of GitHub Actions
    Github,
    /// Structural results, in the shape of Opengrep's JSON
    OpengrepJson,
}

/// The formats of one rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplainFormat {
    /// A page for people
    Markdown,
    /// The rule file of a structural rule as JSON, with what it uses of a library: Opengrep runs it
    Opengrep,
}

/// Which answers taint rules give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FlowAnswers {
    /// Fewer false findings and more true ones
    Precise,
    /// Those of Opengrep, function by function
    Agreement,
    /// Those of Opengrep with --taint-intrafile
    AgreementIntrafile,
}

impl FlowAnswers {
    pub(crate) fn profile(self) -> FlowProfile {
        match self {
            Self::Precise => FlowProfile::Precise,
            Self::Agreement => FlowProfile::Agreement,
            Self::AgreementIntrafile => FlowProfile::AgreementIntrafile,
        }
    }
}

impl FromStr for FlowAnswers {
    type Err = UnknownValue;

    fn from_str(text: &str) -> Result<Self, UnknownValue> {
        let mut all = Self::value_variants().iter();
        let found = all.find(|answers| answers.profile().name() == text);
        found.copied().ok_or_else(|| UnknownValue {
            what: "profile of flows",
            given: text.to_owned(),
            allowed: "precise, agreement, agreement-intrafile",
        })
    }
}

/// The formats of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// A result file in a format: `sarif=result.sarif`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportFile {
    pub(crate) format: Format,
    pub(crate) file: PathBuf,
}

impl FromStr for ReportFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let formats = || Format::value_variants().iter().filter_map(|f| f.to_possible_value());
        let (format, file) = text
            .split_once('=')
            .filter(|(_, file)| !file.is_empty())
            .ok_or_else(|| "write FORMAT=FILE, as in `sarif=result.sarif`".to_owned())?;
        let format = Format::from_str(format, false).map_err(|_| {
            let names: Vec<_> = formats().map(|f| f.get_name().to_owned()).collect();
            format!("`{format}` is not a format: use one of {}", names.join(", "))
        })?;
        Ok(Self {
            format,
            file: PathBuf::from(file),
        })
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("write a number of at least 1".to_owned()),
        Ok(number) => Ok(number),
    }
}

/// More threads than this help nobody.
const MAX_JOBS: usize = 1_024;

fn jobs(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|n| *n <= MAX_JOBS)
        .ok_or_else(|| format!("write a number from 0 to {MAX_JOBS}"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_report_file_names_its_format() {
        let report: ReportFile = "sarif=out/a=b.sarif".parse().unwrap();
        assert_eq!(
            report,
            ReportFile {
                format: Format::Sarif,
                file: "out/a=b.sarif".into()
            }
        );
        assert_eq!(
            "xml=a".parse::<ReportFile>().unwrap_err(),
            "`xml` is not a format: use one of text, json, sarif, markdown, github, opengrep-json"
        );
        assert!("sarif=".parse::<ReportFile>().is_err() && "sarif".parse::<ReportFile>().is_err());
    }
}
