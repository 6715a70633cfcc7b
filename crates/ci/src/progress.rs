//! A progress bar, for scans that a person waits for.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A scan that is over before needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// Shows how far a scan is, on a terminal and only when it takes long.
pub(crate) struct Bar {
    start: Instant,
    bar: ProgressBar,
    wanted: bool,
    shown: OnceLock<()>,
}

impl Bar {
    pub(crate) fn new(wanted: bool) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("scanning {bar:30} {pos}/{len} files {eta}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Self {
            start: Instant::now(),
            bar,
            wanted,
            shown: OnceLock::new(),
        }
    }

    /// Removes the bar from the terminal.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn show_when_long(&self) {
        if self.wanted && self.start.elapsed() > PATIENCE {
            self.shown
                .get_or_init(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }
}

impl scanner::Progress for Bar {
    fn listed(&self, files: usize) {
        self.bar.set_length(files as u64);
        self.show_when_long();
    }

    fn scanned(&self) {
        self.bar.inc(1);
        self.show_when_long();
    }
}
