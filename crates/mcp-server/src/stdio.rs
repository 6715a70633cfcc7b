//! The transport over standard input and output: one JSON-RPC message a line.
//!
//! Every line that can be answered is answered: a line that is no JSON, no UTF-8, too long, or a batch gets its error and the
//! connection goes on. What comes before the first request and is none is dropped, since the protocol library would end the
//! connection over it. Output holds frames only.

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
use tokio_util::bytes::{Buf as _, BytesMut};
use tokio_util::codec::{Decoder, FramedRead};

/// Lines of JSON in both directions.
pub(crate) struct LineTransport<R, W> {
    lines: FramedRead<R, Lines>,
    write: Arc<Mutex<Option<W>>>,
    max_bytes: usize,
    /// Whether a request has opened the exchange.
    opened: bool,
}

/// A line of input. What is wrong with one is no error of the stream: the next line is read all the same.
enum Raw {
    Text(String),
    NotUtf8,
    TooLong,
}

/// Cuts input into lines of at most `max_bytes` bytes; of a longer one the rest is passed over without being kept.
struct Lines {
    max_bytes: usize,
    /// Bytes that hold no line end, looked at already.
    seen: usize,
    /// Inside a line that is too long.
    passing_over: bool,
}

impl Lines {
    fn line(&mut self, bytes: &[u8]) -> Raw {
        self.seen = 0;
        if std::mem::take(&mut self.passing_over) || bytes.len() > self.max_bytes {
            return Raw::TooLong;
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Raw::Text(text.to_owned()),
            Err(_) => Raw::NotUtf8,
        }
    }
}

impl Decoder for Lines {
    type Item = Raw;
    type Error = io::Error;

    fn decode(&mut self, input: &mut BytesMut) -> io::Result<Option<Raw>> {
        let found = input[self.seen..].iter().position(|byte| *byte == b'\n');
        if let Some(end) = found.map(|at| at + self.seen) {
            let line = input.split_to(end);
            input.advance(1);
            return Ok(Some(self.line(&line)));
        }
        self.seen = input.len();
        if self.passing_over || input.len() > self.max_bytes {
            self.passing_over = true;
            self.seen = 0;
            input.clear();
        }
        Ok(None)
    }

    /// The last line needs no line end.
    fn decode_eof(&mut self, input: &mut BytesMut) -> io::Result<Option<Raw>> {
        if let Some(line) = self.decode(input)? {
            return Ok(Some(line));
        }
        if input.is_empty() && !self.passing_over {
            return Ok(None);
        }
        let rest = input.split();
        Ok(Some(self.line(&rest)))
    }
}

impl<R: AsyncRead, W> LineTransport<R, W> {
    /// Lines of at most `max_bytes` bytes.
    pub(crate) fn new(read: R, write: W, max_bytes: usize) -> Self {
        Self {
            lines: FramedRead::new(
                read,
                Lines {
                    max_bytes,
                    seen: 0,
                    passing_over: false,
                },
            ),
            write: Arc::new(Mutex::new(Some(write))),
            max_bytes,
            opened: false,
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
        // Before the first request the library would end the connection over anything else.
        Ok(JsonRpcMessage::Request(request)) => Line::Message(Box::new(JsonRpcMessage::Request(request))),
        Ok(_) if !opened => Line::Ignored,
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
                None | Some(Err(_)) => return None,
                Some(Ok(Raw::Text(line))) => parse(&line, self.opened),
                Some(Ok(Raw::NotUtf8)) => {
                    Line::Refused(ErrorData::parse_error("the line is not UTF-8", None), Value::Null)
                }
                Some(Ok(Raw::TooLong)) => {
                    let reason = format!(
                        "the message is longer than {} bytes (SECREVIEW_MAX_MCP_REQUEST_MB)",
                        self.max_bytes
                    );
                    Line::Refused(ErrorData::invalid_request(reason, None), Value::Null)
                }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(max_bytes: usize, chunks: &[&[u8]]) -> Vec<String> {
        let mut decoder = Lines {
            max_bytes,
            seen: 0,
            passing_over: false,
        };
        let mut input = BytesMut::new();
        let mut found = Vec::new();
        let mut note = |raw| {
            found.push(match raw {
                Raw::Text(text) => text,
                Raw::NotUtf8 => "<not UTF-8>".to_owned(),
                Raw::TooLong => "<too long>".to_owned(),
            });
        };
        for chunk in chunks {
            input.extend_from_slice(chunk);
            while let Some(raw) = decoder.decode(&mut input).unwrap() {
                note(raw);
            }
            assert!(input.len() <= max_bytes, "what is kept is bounded");
        }
        while let Some(raw) = decoder.decode_eof(&mut input).unwrap() {
            note(raw);
        }
        found
    }

    #[test]
    fn a_line_that_is_wrong_costs_itself_only() {
        assert_eq!(lines(5, &[b"ab\n\xff\ncd\n"]), ["ab", "<not UTF-8>", "cd"]);
        assert_eq!(lines(5, &[b"toolong\nab\n"]), ["<too long>", "ab"]);
        assert_eq!(lines(5, &[b"too", b"long", b"er\na", b"b"]), ["<too long>", "ab"]);
        assert_eq!(lines(5, &[b"12345\n", b"123456"]), ["12345", "<too long>"]);
        assert_eq!(lines(5, &[b"\n\nab"]), ["", "", "ab"]);
        assert_eq!(lines(5, &[]), [""; 0]);
    }
}
