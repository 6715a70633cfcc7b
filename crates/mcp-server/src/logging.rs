//! The log: on standard error, of our own crates only. The library of the protocol and the database driver write requests,
//! answers and statements into theirs, so theirs are not written whatever the level.

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, fmt};

use crate::settings::LogLevel;

/// Crates whose events are written.
const OURS: [&str; 6] = [
    "mcp_server", "rulebook", "store", "scanner", "domain", "security_review",
];

/// Starts the log of the process. A second call changes nothing.
pub(crate) fn start(level: LogLevel) {
    let level = match level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    let ours = Targets::new().with_targets(OURS.map(|target| (target, level)));
    let layer = fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .with_filter(ours);
    let _ = tracing_subscriber::registry().with(layer).try_init();
}
