//! `security-review-ci`: scans a tree, prints what it found in the format that is asked for, and says by its exit code
//! whether that passes.
//!
//! It works without a server, an account or a configuration, opens no connection, and sends nothing anywhere. What a scan
//! is belongs to the crate `scanner`; this crate owns arguments, the configuration file, git, baselines, and one file per
//! output format under `formats/`. Everything that a format shows comes from one [`report::Report`].
//!
//! Exit codes: 0 passed, 1 blocked, 2 anything that prevented an answer, a panic and an interruption included. Usage
//! errors are plain text on stderr, every other error is one JSON object there.
#![forbid(unsafe_code)]

mod args;
mod baseline;
mod changes;
mod config;
mod date;
mod explain;
mod failure;
mod formats;
mod git;
mod input;
mod languages;
mod output;
mod progress;
mod report;
mod rule_files;
mod rules;
mod runner;
mod scan_code;
mod test_rules;

use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use args::{Cli, Command};

/// How a command ended, as an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Passed, or answered.
    Passed,
    /// Matches at or above the threshold, or rules that fail their tests.
    Blocked,
}

const FAILED: u8 = 2;

/// Runs the program. `args` starts with the name it was called by.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    failure::record_panics();
    // An interrupted scan is no answer. Failing to install the handler leaves the default, which is no answer either.
    let _ = ctrlc::set_handler(|| {
        failure::report(&anyhow::anyhow!("interrupted"));
        std::process::exit(i32::from(FAILED));
    });
    match panic::catch_unwind(AssertUnwindSafe(|| dispatch(args))) {
        Ok(code) => code,
        Err(_) => {
            failure::report(&anyhow::anyhow!("internal error: {}", failure::last_panic()));
            ExitCode::from(FAILED)
        }
    }
}

fn dispatch(args: Vec<OsString>) -> ExitCode {
    if args.len() < 2 {
        // A step that was configured with no command must not pass.
        let mut help = Cli::command();
        if let Some(name) = args
            .first()
            .and_then(|name| name.to_str())
            .filter(|name| name.contains(' '))
        {
            help = help.bin_name(name.to_owned());
        }
        let written = output::print(&help.render_help().to_string());
        return written.map_or_else(failed, |()| ExitCode::from(FAILED));
    }
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(usage) if usage.use_stderr() => {
            output::print_error(&usage.render().ansi().to_string());
            return ExitCode::from(FAILED);
        }
        Err(help) => {
            return output::print_styled(&help.render().ansi().to_string()).map_or_else(failed, |()| ExitCode::SUCCESS);
        }
    };
    let outcome = match cli.command {
        Command::ScanCode(args) => scan_code::run(*args),
        Command::TestRules(args) => test_rules::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Languages(args) => languages::run(&args),
    };
    match outcome {
        Ok(Outcome::Passed) => ExitCode::SUCCESS,
        Ok(Outcome::Blocked) => ExitCode::from(1),
        Err(error) => failed(error),
    }
}

fn failed(error: anyhow::Error) -> ExitCode {
    failure::report(&error);
    ExitCode::from(FAILED)
}
