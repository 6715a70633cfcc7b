//! The program `security-review-ci`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ci::run(std::env::args_os())
}
