//! The program as its users run it: arguments in, exit code and printed text out.

mod baseline;
mod evasion;
mod exit_codes;
mod flows;
mod formats;
mod git;
mod hostile;
mod lists;
mod ourselves;
mod sarif;
mod settings;
mod structural;
mod support;
mod test_rules;
