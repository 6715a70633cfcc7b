//! The transport over standard input and output: one JSON-RPC message a line.
//!
//! Every line that can be answered is answered: a line that is no JSON, no UTF-8, too long, or a batch gets its error, under its
//! id where that can be read, and the connection goes on. What comes before the first request and is none is dropped, since
//! the protocol library would end the connection over it. Output holds frames only, and whole ones: a task of its own writes
//! them, so that no line is cut when the library gives up on an answer.
//!
//! Input is read only while few requests wait for their answers ([`Flow`]): a client that asks and never reads fills its own
//! pipe, not our memory.

mod flow;
mod head;
mod lines;
mod outbox;

use std::future::Future;
use std::io;

use futures_util::StreamExt as _;
use rmcp::RoleServer;
use rmcp::model::{ClientNotification, ClientRequest, ErrorData, GetMeta as _, JsonRpcMessage, ProtocolVersion};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::codec::FramedRead;

use flow::Flow;
use lines::{Lines, Raw};
pub(crate) use outbox::Outbox;

/// Lines of JSON in both directions.
pub(crate) struct LineTransport<R> {
    lines: FramedRead<R, Lines>,
    outbox: Outbox,
    flow: Flow,
    max_bytes: usize,
    /// Whether a request has opened the exchange.
    opened: bool,
}

impl<R: AsyncRead> LineTransport<R> {
    /// Lines of at most `max_bytes` bytes, and the outbox to wait for at the end.
    pub(crate) fn new<W>(read: R, write: W, max_bytes: usize) -> (Self, Outbox)
    where
        W: AsyncWrite + Unpin + Send + 'static,
    {
        let outbox = Outbox::new(write);
        let transport = Self {
            lines: FramedRead::new(read, Lines::new(max_bytes)),
            outbox: outbox.clone(),
            flow: Flow::new(max_bytes),
            max_bytes,
            opened: false,
        };
        (transport, outbox)
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
    // Some hosts start their output with a byte order mark.
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    if line.trim().is_empty() {
        return Line::Ignored;
    }
    match serde_json::from_str::<RxJsonRpcMessage<RoleServer>>(line) {
        Ok(JsonRpcMessage::Request(request)) => Line::Message(Box::new(JsonRpcMessage::Request(request))),
        // Before the first request the library would end the connection over anything else.
        Ok(_) if !opened => Line::Ignored,
        Ok(message) => Line::Message(Box::new(message)),
        Err(error) => refuse(line, &error),
    }
}

fn refuse(line: &str, error: &serde_json::Error) -> Line {
    let id = head::id(line);
    let not_json = |reason: &str| ErrorData::parse_error(reason.to_owned(), None);
    let cause = error.to_string();
    let refusal = if cause.contains("recursion limit") {
        not_json("the message is nested deeper than 127 levels")
    } else if cause.contains("surrogate") {
        not_json("a string of the message holds half of a surrogate pair (\\ud800 to \\udfff): send whole characters")
    } else if error.is_data() {
        match serde_json::from_str::<Value>(line) {
            Ok(Value::Array(_)) => {
                ErrorData::invalid_request("batches are not supported: send one message a line", None)
            }
            Ok(_) => ErrorData::invalid_request("not a JSON-RPC 2.0 request, response or notification", None),
            Err(_) => not_json("the line is not JSON"),
        }
    } else {
        not_json("the line is not JSON")
    };
    Line::Refused(refusal, id)
}

impl<R: AsyncRead + Unpin + Send + 'static> LineTransport<R> {
    /// Answers a line that is no request. The library leaves out an id it does not know; JSON-RPC 2.0 section 5 wants null.
    fn answer(&self, error: &ErrorData, id: &Value) {
        let answer = serde_json::json!({"jsonrpc": "2.0", "id": id, "error": error});
        if let Ok(line) = serde_json::to_vec(&answer) {
            let outbox = self.outbox.clone();
            tokio::spawn(async move {
                let _ = outbox.send(line).await;
            });
        }
    }
}

impl<R: AsyncRead + Unpin + Send + 'static> Transport<RoleServer> for LineTransport<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let (outbox, flow) = (self.outbox.clone(), self.flow.clone());
        async move {
            let line = serde_json::to_vec(&message).map_err(io::Error::other)?;
            let sent = outbox.send(line).await;
            match &message {
                JsonRpcMessage::Response(response) => flow.answered(&response.id),
                JsonRpcMessage::Error(error) => error.id.iter().for_each(|id| flow.answered(id)),
                JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => {}
            }
            sent
        }
    }

    // Polled inside a `select!`: what must survive a dropped call lives in `self`.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            self.flow.room().await;
            let (line, size) = match self.lines.next().await {
                None | Some(Err(_)) => return None,
                Some(Ok(Raw::Text(line))) => (parse(&line, self.opened), line.len()),
                Some(Ok(Raw::NotUtf8)) => {
                    let error = ErrorData::parse_error("the line is not UTF-8", None);
                    (Line::Refused(error, Value::Null), 0)
                }
                Some(Ok(Raw::TooLong { start })) => {
                    let reason = format!(
                        "the message is longer than {} bytes (SECREVIEW_MAX_MCP_REQUEST_MB)",
                        self.max_bytes
                    );
                    (
                        Line::Refused(ErrorData::invalid_request(reason, None), head::id(&start)),
                        0,
                    )
                }
            };
            match line {
                Line::Ignored => {}
                Line::Refused(error, id) => self.answer(&error, &id),
                Line::Message(message) => match &*message {
                    JsonRpcMessage::Request(request) => {
                        if !self.flow.asked(&request.id, size) {
                            let error = ErrorData::invalid_request("a request with this id waits for its answer", None);
                            let id = serde_json::to_value(&request.id).unwrap_or_default();
                            self.answer(&error, &id);
                            continue;
                        }
                        self.opened |= opens(&request.request);
                        return Some(*message);
                    }
                    JsonRpcMessage::Notification(notification) => {
                        // A request that is cancelled gets no answer.
                        if let ClientNotification::CancelledNotification(cancelled) = &notification.notification {
                            cancelled.params.request_id.iter().for_each(|id| self.flow.answered(id));
                        }
                        return Some(*message);
                    }
                    _ => return Some(*message),
                },
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        Ok(())
    }
}
