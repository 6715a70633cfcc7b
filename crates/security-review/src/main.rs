//! The program `security-review`: one name for the programs of the platform.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

const HELP: &str = "\
Security review of source code, for people, pipelines and coding agents.

Usage: security-review <COMMAND>

Commands:
  ci    Scan a folder, list and explain rules (the program `security-review-ci`)
  mcp   Serve coding agents (the program `security-review-mcp`)

Options:
  -h, --help     Print help
  -V, --version  Print the version

Start with `security-review ci scan-code .`, or add `security-review mcp local` to your MCP host.
`security-review ci --help` and `security-review mcp --help` list the rest.
";

/// Bad usage, and every failure to answer.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let Some(command) = args.next() else {
        return print(HELP, FAILED);
    };
    match command.to_str() {
        Some("ci") => ci::run(std::iter::once(OsString::from("security-review ci")).chain(args)),
        Some("mcp") => mcp_server::run(std::iter::once(OsString::from("security-review mcp")).chain(args)),
        Some("-h" | "--help" | "help") => print(HELP, 0),
        Some("-V" | "--version") => print(concat!("security-review ", env!("CARGO_PKG_VERSION"), "\n"), 0),
        _ => {
            // A name that cannot be printed is shown escaped; a closed stderr changes nothing of the answer.
            let _ = writeln!(
                std::io::stderr(),
                "error: no command {command:?}: there are `ci` and `mcp`; see `security-review --help`"
            );
            ExitCode::from(FAILED)
        }
    }
}

fn print(text: &str, code: u8) -> ExitCode {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => ExitCode::from(code),
        Err(_) => ExitCode::from(FAILED),
    }
}
