//! Errors as users see them: one JSON object on stderr.

use std::io::Write as _;
use std::panic;
use std::sync::Mutex;

use serde::Serialize;

use crate::{output, runner};

#[derive(Serialize)]
struct ErrorObject<'a> {
    error: &'a str,
}

/// Writes the error with its causes to stderr.
pub(crate) fn report(error: &anyhow::Error) {
    let message = untrusted_text::safe_text(&format!("{error:#}"), 8_000);
    let object = ErrorObject {
        error: message.as_str(),
    };
    let line = serde_json::to_string(&object)
        .map_or_else(|_| r#"{"error": "unknown"}"#.to_owned(), |json| output::ascii(&json));
    // Nowhere is left to report that stderr is closed; the exit code still tells.
    let _ = writeln!(std::io::stderr(), "{}", runner::safe_json(&line));
}

static LAST_PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Replaces the hook that prints panics: they are kept, and printed only when they end the program. A panic that the
/// scanner turns into a skipped file is no message of its own.
pub(crate) fn record_panics() {
    panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let what = text
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("unknown");
        let place = info
            .location()
            .map_or_else(String::new, |at| format!(" ({}:{})", at.file(), at.line()));
        if let Ok(mut last) = LAST_PANIC.lock() {
            *last = Some(format!("{what}{place}"));
        }
    }));
}

/// The message of the last panic.
pub(crate) fn last_panic() -> String {
    LAST_PANIC
        .lock()
        .ok()
        .and_then(|mut last| last.take())
        .unwrap_or_else(|| "unknown".to_owned())
}
