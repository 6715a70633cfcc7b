//! The command line: `local` serves over standard input and output.
//!
//! Exit codes: 0 for a normal end, 2 for bad usage and for a start that is refused.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use domain::Caller;
use rmcp::ServiceExt as _;
use rmcp::service::ServerInitializeError;
use rulebook::Rulebook;
use store::{DatabaseUrl, OpenOptions, SchemaState, Store};

use crate::logging;
use crate::server::McpServer;
use crate::services::{Services, system_clock};
use crate::settings::Settings;
use crate::stdio::LineTransport;

const FAILED: u8 = 2;

/// How long the host may take to read the last answers after it has ended the input.
const LAST_ANSWERS: Duration = Duration::from_secs(30);

const USAGE: &str = "\
Usage: security-review-mcp <COMMAND>

The MCP server of coding agents: review prompts, checklists, code scan, development standards, stored reports.

Commands:
  local  Serve one workstation over stdin and stdout, with a database file of its own

Options:
  -h, --help     Print help
  -V, --version  Print the version

`security-review-mcp local --help` tells more. Administration belongs to `security-review-controller`.
";

const LOCAL: &str = "\
Usage: security-review-mcp local

Serves the Model Context Protocol over stdin and stdout until the end of input. An MCP host starts it: add the command to
the configuration of the host. No account, no token, no network.

Options:
  -h, --help  Print help

Environment:
  XDG_DATA_HOME                      Folder of the database: security-review-mcp/security_reports.db below it
                                     (default ~/.local/share)
  SECREVIEW_DB_AUTO_UPGRADE          Bring the database to the schema of this program at the start (default true)
  SECREVIEW_REPORT_LANGUAGE          Language that reports are written in
  SECREVIEW_MAX_CONTENT_CHARS        Characters of a scanned text and of each long text of a report (default 200000)
  SECREVIEW_MAX_FINDINGS_PER_REPORT  Findings of a report (default 500)
  SECREVIEW_MAX_LIST_LIMIT           Entries of one page of a list (default 100)
  SECREVIEW_MAX_MCP_REQUEST_MB       Size of one message, in MiB (default 16)
  SECREVIEW_LOG_LEVEL                error, warn, info, debug or trace; the log goes to stderr (default info)
";

/// Runs the program. `args` starts with the name it was called by.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<String> = args
        .into_iter()
        .skip(1)
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["-h" | "--help"] => print(USAGE),
        ["-V" | "--version"] => print(concat!("security-review-mcp ", env!("CARGO_PKG_VERSION"), "\n")),
        ["local"] => local(),
        ["local", "-h" | "--help", ..] => print(LOCAL),
        ["local", other, ..] => usage(LOCAL, &format!("`local` takes no argument {other:?}")),
        [] => usage(USAGE, "a command is missing"),
        [option, ..] if option.starts_with('-') => usage(
            USAGE,
            &format!("{option:?} stands before a command: write `security-review-mcp local`"),
        ),
        [other, ..] => usage(USAGE, &format!("there is no command {other:?}")),
    }
}

fn print(text: &str) -> ExitCode {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(FAILED),
    }
}

/// Usage and error go to standard error: standard output belongs to the protocol.
fn usage(text: &str, error: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "{text}\nerror: {error}");
    ExitCode::from(FAILED)
}

fn local() -> ExitCode {
    let settings = match Settings::from_environment() {
        Ok(settings) => settings,
        Err(error) => return refused(&error.into()),
    };
    logging::start(settings.log_level);
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return refused(&error.into()),
    };
    let served = runtime.block_on(serve(settings));
    // A read of standard input may still be waiting on a thread of its own.
    runtime.shutdown_background();
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => refused(&error),
    }
}

fn refused(error: &anyhow::Error) -> ExitCode {
    let _ = writeln!(io::stderr(), "error: {error:#}");
    ExitCode::from(FAILED)
}

async fn serve(settings: Settings) -> anyhow::Result<()> {
    let max_bytes = settings.max_message_bytes;
    let services = Arc::new(open(settings).await?);
    let (read, write) = rmcp::transport::stdio_pipes();
    let (transport, outbox) = LineTransport::new(read, write, max_bytes);
    let server = McpServer::new(Arc::clone(&services), Caller::local());
    match server.serve(transport).await {
        Ok(running) => {
            // Only now, so that the answers of the start do not wait for it.
            services.rulebook.prepare();
            running.waiting().await.context("the connection broke")?;
        }
        // The host went away before it said anything.
        Err(ServerInitializeError::ConnectionClosed(_)) => {}
        // The text of the error would repeat the message of the host.
        Err(_) => {
            bail!("the host did not open the protocol: it starts with `initialize` or a request of revision 2026-07-28")
        }
    }
    if !outbox.drained(LAST_ANSWERS).await {
        bail!("the host ended the input and does not read the output: the last answers are lost");
    }
    Ok(())
}

/// Opens the database of the workstation and the rules in it.
async fn open(settings: Settings) -> anyhow::Result<Services> {
    let shown = settings.database.display().to_string();
    let opening = || format!("the database {shown} cannot be opened");
    let url = DatabaseUrl::sqlite(&settings.database);
    let store = Store::open(&url, &OpenOptions::default()).await.with_context(opening)?;
    if settings.auto_upgrade {
        store
            .migrate(system_clock())
            .await
            .with_context(|| format!("the database {shown} cannot be upgraded"))?;
    } else {
        match store.schema().await.with_context(opening)? {
            SchemaState::UpToDate => {}
            SchemaState::Behind { stored, expected } => bail!(
                "the database {shown} has the schema {}, this program needs {expected}: unset SECREVIEW_DB_AUTO_UPGRADE",
                stored.as_deref().unwrap_or("none")
            ),
            SchemaState::Ahead { stored, expected } => bail!(
                "the database {shown} has the schema {stored}, this program knows {expected}: use the newer program"
            ),
        }
    }
    let rulebook = Rulebook::open(store.clone(), system_clock()).await;
    for problem in rulebook.current().await.load_errors() {
        tracing::warn!(problem, "rules");
    }
    Ok(Services {
        store,
        rulebook,
        settings,
        clock: system_clock,
    })
}
