//! The program `security-review-mcp`.

use std::process::ExitCode;

fn main() -> ExitCode {
    mcp_server::run(std::env::args_os())
}
