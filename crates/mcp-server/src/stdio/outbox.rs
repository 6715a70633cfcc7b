use std::io;
use std::time::Duration;

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::{mpsc, oneshot, watch};

/// Lines that may wait to be written; who sends more waits too.
const LINES: usize = 8;

/// The one writer of the output. A line that was handed over is written whole, whatever becomes of who sent it.
#[derive(Clone)]
pub(crate) struct Outbox {
    lines: mpsc::Sender<(Vec<u8>, oneshot::Sender<io::Result<()>>)>,
    /// False while a line is being written, or waits.
    idle: watch::Receiver<bool>,
}

impl Outbox {
    pub(super) fn new<W: AsyncWrite + Unpin + Send + 'static>(mut write: W) -> Self {
        let (lines, mut queue) = mpsc::channel::<(Vec<u8>, oneshot::Sender<io::Result<()>>)>(LINES);
        let (set_idle, idle) = watch::channel(true);
        tokio::spawn(async move {
            while let Some((mut line, written)) = queue.recv().await {
                set_idle.send_replace(false);
                line.push(b'\n');
                let outcome = match write.write_all(&line).await {
                    Ok(()) => write.flush().await,
                    Err(error) => Err(error),
                };
                // Nobody may wait for it any more.
                let _ = written.send(outcome);
                set_idle.send_replace(queue.is_empty());
            }
        });
        Self { lines, idle }
    }

    /// Writes a line; done when it is written.
    pub(super) async fn send(&self, line: Vec<u8>) -> io::Result<()> {
        let (written, outcome) = oneshot::channel();
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        self.lines.send((line, written)).await.map_err(|_| closed())?;
        outcome.await.map_err(|_| closed())?
    }

    /// Waits until everything that was handed over is written. `false`: the reader did not take it in time.
    pub(crate) async fn drained(&self, patience: Duration) -> bool {
        let mut idle = self.idle.clone();
        let done = idle.wait_for(|idle| *idle);
        matches!(tokio::time::timeout(patience, done).await, Ok(Ok(_)))
    }
}
