//! The transport over standard input and output: one JSON-RPC message a line.
//!
//! Every line that can be answered is answered: a line that is no JSON, no UTF-8, too long, or a batch gets its error and the
//! connection goes on. A notification that comes before the first request is dropped, since the protocol library would end
//! the connection over it. Output holds frames only.

use std::future::Future;
use std::io;
use std::sync::Arc;

use futures_util::StreamExt as _;
use rmcp::RoleServer;
use rmcp::model::{ClientRequest, ErrorData, GetMeta as _, JsonRpcMessage, ProtocolVersion};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::Mutex;
use tokio_util::codec::{FramedRead, LinesCodec, LinesCodecError};

/// Lines of JSON in both directions.
pub(crate) struct LineTransport<R, W> {
    lines: FramedRead<R, LinesCodec>,
    write: Arc<Mutex<Option<W>>>,
    max_bytes: usize,
    /// Whether a request has opened the exchange.
    opened: bool,
    /// `FramedRead` yields one `None` after an error, and goes on after it.
    after_error: bool,
}

impl<R: AsyncRead, W> LineTransport<R, W> {
    /// Lines of at most `max_bytes` bytes.
    pub(crate) fn new(read: R, write: W, max_bytes: usize) -> Self {
        Self {
            lines: FramedRead::new(read, LinesCodec::new_with_max_length(max_bytes)),
            write: Arc::new(Mutex::new(Some(write))),
            max_bytes,
            opened: false,
            after_error: false,
        }
    }
}

/// Whether a request opens an exchange for the library: the handshake of the older revisions, or a self-contained request of
/// 2026-07-28 and later.
fn opens(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
        other => {
            let meta = other.get_meta();
            let complete = meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty();
            complete
                && meta
                    .protocol_version()
                    .is_some_and(|v| ProtocolVersion::KNOWN_VERSIONS.contains(&v))
        }
    }
}

enum Line {
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    Refused(ErrorData, Value),
    Ignored,
}

fn parse(line: &str, opened: bool) -> Line {
    if line.trim().is_empty() {
        return Line::Ignored;
    }
    match serde_json::from_str::<RxJsonRpcMessage<RoleServer>>(line) {
        Ok(JsonRpcMessage::Notification(_)) if !opened => Line::Ignored,
        Ok(message) => Line::Message(Box::new(message)),
        Err(error) if error.is_data() => match serde_json::from_str::<Value>(line) {
            Ok(Value::Array(_)) => {
                let reason = "batches are not supported: send one message a line";
                Line::Refused(ErrorData::invalid_request(reason, None), Value::Null)
            }
            Ok(other) => {
                let id = other.get("id").filter(|id| id.is_string() || id.is_number()).cloned();
                let reason = "not a JSON-RPC 2.0 request, response or notification";
                Line::Refused(ErrorData::invalid_request(reason, None), id.unwrap_or_default())
            }
            Err(_) => Line::Refused(ErrorData::parse_error("the line is not JSON", None), Value::Null),
        },
        Err(_) => Line::Refused(ErrorData::parse_error("the line is not JSON", None), Value::Null),
    }
}

async fn write_line<W: AsyncWrite + Unpin>(write: &Mutex<Option<W>>, mut line: Vec<u8>) -> io::Result<()> {
    line.push(b'\n');
    let mut guard = write.lock().await;
    let Some(out) = guard.as_mut() else {
        return Err(io::ErrorKind::NotConnected.into());
    };
    out.write_all(&line).await?;
    out.flush().await
}

impl<R, W> Transport<RoleServer> for LineTransport<R, W>
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let write = Arc::clone(&self.write);
        async move {
            let line = serde_json::to_vec(&message).map_err(io::Error::other)?;
            write_line(&write, line).await
        }
    }

    // Polled inside a `select!`: what must survive a dropped call lives in `self`.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let line = match self.lines.next().await {
                None if std::mem::take(&mut self.after_error) => continue,
                None => return None,
                Some(Ok(line)) => parse(&line, self.opened),
                Some(Err(LinesCodecError::MaxLineLengthExceeded)) => {
                    self.after_error = true;
                    let reason = format!(
                        "the message is longer than {} bytes (SECREVIEW_MAX_MCP_REQUEST_MB)",
                        self.max_bytes
                    );
                    Line::Refused(ErrorData::invalid_request(reason, None), Value::Null)
                }
                Some(Err(LinesCodecError::Io(error))) if error.kind() == io::ErrorKind::InvalidData => {
                    self.after_error = true;
                    Line::Refused(ErrorData::parse_error("the line is not UTF-8", None), Value::Null)
                }
                Some(Err(LinesCodecError::Io(_))) => return None,
            };
            match line {
                Line::Ignored => {}
                Line::Message(message) => {
                    if let JsonRpcMessage::Request(request) = &*message {
                        self.opened |= opens(&request.request);
                    }
                    return Some(*message);
                }
                Line::Refused(error, id) => {
                    // The library leaves out an id it does not know; JSON-RPC 2.0 section 5 wants null.
                    let answer = serde_json::json!({"jsonrpc": "2.0", "id": id, "error": error});
                    let write = Arc::clone(&self.write);
                    tokio::spawn(async move {
                        if let Ok(line) = serde_json::to_vec(&answer) {
                            let _ = write_line(&write, line).await;
                        }
                    });
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        match self.write.lock().await.take() {
            Some(mut write) => write.flush().await,
            None => Ok(()),
        }
    }
}
